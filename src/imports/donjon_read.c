/* SPDX-License-Identifier: MIT */
/* Dungeons of the generator donjon (.json): a grid of numbers whose bits say what a cell is, rooms
 * with what is in them, and things in corridors. What we know of it: docs/imports.md */
#include <string.h>

#include "core/arena.h"
#include "hubs/ground.h"
#include "imports/import.h"
#include "imports/members.h"

/* ---- Bits ------------------------------------------------------------------------------------ */

typedef struct bits { /* what each means, as files say themselves; these where they do not */
    uint32_t room, corridor, arch, door, locked, trapped, secret, portcullis, down, up;
    uint32_t label; /* all bits of a character */
} bits;

static const bits usual_bits = { 0x2,      0x4,      0x10000,  0x20000,  0x40000,   0x80000,
                                 0x100000, 0x200000, 0x400000, 0x800000, 0xFF000000 };

#define AT(field) offsetof(bits, field)

static const ptl_member bit_rows[] = { { "room", ptl_member_u32, AT(room) },
                                       { "corridor", ptl_member_u32, AT(corridor) },
                                       { "arch", ptl_member_u32, AT(arch) },
                                       { "door", ptl_member_u32, AT(door) },
                                       { "locked", ptl_member_u32, AT(locked) },
                                       { "trapped", ptl_member_u32, AT(trapped) },
                                       { "secret", ptl_member_u32, AT(secret) },
                                       { "portcullis", ptl_member_u32, AT(portcullis) },
                                       { "stair_down", ptl_member_u32, AT(down) },
                                       { "stair_up", ptl_member_u32, AT(up) },
                                       { "nothing", NULL },
                                       { "block", NULL },
                                       { "blocked", NULL },
                                       { "perimeter", NULL },
                                       { "aperture", NULL },
                                       { "entrance", NULL },
                                       { "room_id", NULL },
                                       { "label", ptl_member_u32, AT(label) },
                                       { 0 } };

/* The first row that has a bit of the cell counts. */
static const struct {
    size_t  offset;
    uint8_t kind;
} kinds[] = {
    { AT(down), PTL_GROUND_STAIRS_DOWN },   { AT(up), PTL_GROUND_STAIRS_UP },
    { AT(secret), PTL_GROUND_SECRET_DOOR }, { AT(portcullis), PTL_GROUND_PORTCULLIS },
    { AT(locked), PTL_GROUND_LOCKED_DOOR }, { AT(trapped), PTL_GROUND_DOOR },
    { AT(door), PTL_GROUND_DOOR },          { AT(arch), PTL_GROUND_ARCHWAY },
    { AT(corridor), PTL_GROUND_FLOOR },     { AT(room), PTL_GROUND_FLOOR },
};
#undef AT

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct remark { /* about a cell */
    double  row, column, north, south, west, east;
    bool    in_room, inside; /* counted from where the rim ends */
    ptl_str id, text;
} remark;

typedef struct page {
    bits    bit;
    ptl_str title;
    ptl_buf story;
    struct {
        uint32_t *data;
        size_t    count, room;
    } cells;
    struct {
        size_t *data; /* where each row ends */
        size_t  count, room;
    } rows;
    struct {
        remark *data;
        size_t  count, room;
    } remarks;
    remark   now;   /* the room or thing that is being read */
    ptl_buf  said;  /* about it                             */
    ptl_buf  doors; /* what is said of those of a room      */
    ptl_str  side;  /* of the room that they are on         */
    uint64_t cells_at;
    uint32_t bleed, rows_inside; /* width of the rim around the dungeon, and rows within it */
} page;

static void read_cell(ptl_json_in *in, void *to)
{
    page     *p = to;
    uint32_t *at =
        ptl_arena_grow(in->job, p->cells.data, p->cells.count, 1, &p->cells.room, sizeof *at);
    uint32_t value = 0;

    ptl_member_u32(in, &value);
    if (!at)
        return;
    p->cells.data        = at;
    at[p->cells.count++] = value;
}

static void read_row(ptl_json_in *in, void *to)
{
    page   *p  = to;
    size_t *at = ptl_arena_grow(in->job, p->rows.data, p->rows.count, 1, &p->rows.room, sizeof *at);

    ptl_members_each(in, read_cell, p);
    if (!at)
        return;
    p->rows.data        = at;
    at[p->rows.count++] = p->cells.count;
}

static void read_cells(ptl_json_in *in, void *to)
{
    page *p = to;

    p->cells_at = ptl_json_offset(in);
    ptl_members_each(in, read_row, p);
}

static void read_bits(ptl_json_in *in, void *to)
{
    ptl_members_read(in, bit_rows, &((page *)to)->bit);
}

/* ---- Rooms and things ------------------------------------------------------------------------ */

static void add_remark(ptl_json_in *in, page *p)
{
    remark *at =
        ptl_arena_grow(in->job, p->remarks.data, p->remarks.count, 1, &p->remarks.room, sizeof *at);

    if (!at)
        return;
    p->remarks.data        = at;
    at[p->remarks.count++] = p->now;
}

static void begin_remark(page *p)
{
    p->now       = (remark){ .id = { "", 0 }, .text = { "", 0 } };
    p->said.size = p->doors.size = 0;
}

static void read_lines(ptl_json_in *in, void *to)
{
    ptl_member_lines(in, &((page *)to)->said, (ptl_str){ "", 0 });
}

/* A room's number is a number, or a text that holds one. */
static void read_id(ptl_json_in *in, void *to)
{
    page   *p    = to;
    ptl_buf text = ptl_buf_of(in->job, NULL);

    ptl_member_lines(in, &text, (ptl_str){ "", 0 });
    p->now.id = ptl_member_kept(in->job, &text);
    ptl_buf_free(&text);
}

/* A text as one more part of the last line. */
static void read_part(ptl_json_in *in, void *to)
{
    ptl_buf *doors = &((page *)to)->doors, text = ptl_buf_of(in->job, NULL);
    bool     gap = false;

    ptl_member_lines(in, &text, (ptl_str){ "", 0 });
    if (text.size > 0 && doors->size > 0 && doors->data[doors->size - 1] != ' ')
        ptl_put_text(doors, "; ");
    for (size_t i = 0; i < text.size; i++) { /* it has lines of its own, which are set in */
        char c = (char)text.data[i];

        if (c != ' ' && c != '\n' && gap && i > 0)
            ptl_put_char(doors, ' ');
        gap = c == ' ' || c == '\n';
        if (!gap)
            ptl_put_char(doors, c);
    }
    ptl_buf_free(&text);
}

/* Where a door is and of what kind is said by the cells. */
static const ptl_member door_rows[] = { { "desc", read_part },   { "trap", read_part },
                                        { "secret", read_part }, { "row", NULL },
                                        { "col", NULL },         { "type", NULL },
                                        { "out_id", NULL },      { 0 } };

/* What is said of a door is a line about its room: "east: a stuck door; an arrow trap". */
static void read_door(ptl_json_in *in, void *to)
{
    page  *p      = to;
    size_t before = p->doors.size, words;

    ptl_put_text(&p->doors, before > 0 ? "\n" : "");
    ptl_put(&p->doors, p->side.data, p->side.size);
    ptl_put_text(&p->doors, ": ");
    words = p->doors.size;
    ptl_members_read(in, door_rows, p);
    if (p->doors.size == words)
        p->doors.size = before;
}

static void read_doors(ptl_json_in *in, void *to)
{
    page *p = to;

    if (ptl_json_peek(in) != '{') {
        ptl_json_skip(in);
        return;
    }
    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        ptl_str side = ptl_json_key(in);
        ptl_buf kept = ptl_buf_of(in->job, NULL);

        ptl_put(&kept, side.data, side.size);
        p->side = ptl_member_kept(in->job, &kept);
        ptl_buf_free(&kept);
        ptl_members_each(in, read_door, p);
    }
}

#define NOW(field) offsetof(page, now.field)

static const ptl_member room_rows[] = { { "id", read_id },
                                        { "row", ptl_member_real, NOW(row) },
                                        { "col", ptl_member_real, NOW(column) },
                                        { "north", ptl_member_real, NOW(north) },
                                        { "south", ptl_member_real, NOW(south) },
                                        { "west", ptl_member_real, NOW(west) },
                                        { "east", ptl_member_real, NOW(east) },
                                        { "contents", read_lines },
                                        { "doors", read_doors },
                                        { "height", NULL },
                                        { "width", NULL },
                                        { "area", NULL },
                                        { "shape", NULL },
                                        { "polygon", NULL },
                                        { "size", NULL },
                                        { "blocks", NULL },
                                        { "cells", NULL }, /* how many */
                                        { "composite", NULL },
                                        { "offset", NULL },
                                        { 0 } };

/* The list begins with a null, so that rooms are where their numbers say. */
static void read_room(ptl_json_in *in, void *to)
{
    page *p = to;

    if (ptl_json_peek(in) == 'n') {
        ptl_json_skip(in);
        return;
    }
    begin_remark(p);
    ptl_members_read(in, room_rows, p);
    if (p->said.size > 0 && p->doors.size > 0)
        ptl_put_char(&p->said, '\n');
    ptl_put(&p->said, p->doors.data, p->doors.size);
    p->now.in_room = p->now.inside = true;
    p->now.text                    = ptl_member_kept(in->job, &p->said);
    add_remark(in, p);
}

static void read_rooms(ptl_json_in *in, void *to)
{
    ptl_members_each(in, read_room, to);
}

static const ptl_member mark_rows[] = { { "row", ptl_member_real, NOW(row) },
                                        { "col", ptl_member_real, NOW(column) },
                                        { 0 } };

static void read_mark(ptl_json_in *in, void *to)
{
    page *p = to;

    ptl_members_read(in, mark_rows, p);
    add_remark(in, p);
}

static void read_marks(ptl_json_in *in, void *to)
{
    ptl_members_each(in, read_mark, to);
}

static const ptl_member egress_rows[] = { { "row", ptl_member_real, NOW(row) },
                                          { "col", ptl_member_real, NOW(column) },
                                          { "type", read_lines },
                                          { "dir", read_lines },
                                          { "depth", NULL },
                                          { "room_id", NULL },
                                          { 0 } };

/* A way out of the dungeon. */
static void read_egress(ptl_json_in *in, void *to)
{
    static const char words[] = "way out:";
    page             *p       = to;

    begin_remark(p);
    ptl_put_text(&p->said, words);
    ptl_members_read(in, egress_rows, p);
    for (size_t i = 0; i < p->said.size; i++)
        if (p->said.data[i] == '\n')
            p->said.data[i] = ' ';
    p->now.inside = true;
    p->now.text   = ptl_member_kept(in->job, &p->said);
    add_remark(in, p);
}

static void read_ways_out(ptl_json_in *in, void *to)
{
    ptl_members_each(in, read_egress, to);
}

static const ptl_member thing_rows[] = { { "key", ptl_member_text, NOW(id) },
                                         { "summary", read_lines },
                                         { "detail", read_lines },
                                         { "marks", read_marks },
                                         { 0 } };

/* What is said of it may come behind its places. */
static void read_things(ptl_json_in *in, void *to)
{
    page *p = to;

    if (ptl_json_peek(in) == 'n') {
        ptl_json_skip(in);
        return;
    }
    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        size_t before = p->remarks.count;

        ptl_json_key(in);
        begin_remark(p);
        ptl_members_read(in, thing_rows, p);
        p->now.text = ptl_member_kept(in->job, &p->said);
        for (size_t i = before; i < p->remarks.count; i++) {
            p->remarks.data[i].text = p->now.text;
            p->remarks.data[i].id   = p->now.id;
        }
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void read_story(ptl_json_in *in, void *to)
{
    ptl_member_lines(in, &((page *)to)->story, (ptl_str){ "", 0 });
}

static void read_wanderers(ptl_json_in *in, void *to)
{
    ptl_buf *story = &((page *)to)->story;

    ptl_put_text(story, story->size > 0 ? "\nwandering monsters:" : "wandering monsters:");
    ptl_member_lines(in, story, (ptl_str){ "", 0 });
}

/* A number, or a text that holds one; anything else is none. */
static void read_number(ptl_json_in *in, uint32_t *to)
{
    ptl_buf  text  = ptl_buf_of(in->job, NULL);
    uint32_t value = 0;
    bool     whole = true;

    ptl_member_lines(in, &text, (ptl_str){ "", 0 });
    for (size_t i = 0; i < text.size; i++) {
        whole = whole && text.data[i] >= '0' && text.data[i] <= '9' && value <= PTL_GROUND_SIDE;
        value = whole ? 10 * value + (uint32_t)(text.data[i] - '0') : 0;
    }
    *to = whole ? value : 0;
    ptl_buf_free(&text);
}

static bool is_named(ptl_str name, const char *as)
{
    return name.size == strlen(as) && memcmp(name.data, as, name.size) == 0;
}

/* Of what the generator was asked for only the name and the rim are of use. */
static void read_settings(ptl_json_in *in, void *to)
{
    page *p = to;

    if (ptl_json_peek(in) != '{') {
        ptl_json_skip(in);
        return;
    }
    ptl_json_open(in, '{');
    for (bool first = true; ptl_json_next(in, '}', &first);) {
        ptl_str name = ptl_json_key(in);

        if (is_named(name, "name"))
            ptl_member_text(in, &p->title);
        else if (is_named(name, "bleed"))
            read_number(in, &p->bleed);
        else if (is_named(name, "n_rows"))
            read_number(in, &p->rows_inside);
        else
            ptl_json_skip(in);
    }
}

static const ptl_member page_rows[] = {
    { "cell_bit", read_bits },     { "cells", read_cells },
    { "rooms", read_rooms },       { "corridor_features", read_things },
    { "details", read_story },     { "wandering_monsters", read_wanderers },
    { "settings", read_settings }, { "stairs", NULL }, /* the cells have them */
    { "egress", read_ways_out },   { 0 }
};

/* ---- Making ---------------------------------------------------------------------------------- */

static uint32_t bit_at(const bits *b, size_t offset)
{
    return *(const uint32_t *)((const char *)b + offset);
}

static uint8_t kind_of(const bits *b, uint32_t cell)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cell & bit_at(b, kinds[i].offset))
            return kinds[i].kind;
    return PTL_GROUND_ROCK;
}

static void fill_cells(ptl_job *job, ptl_ground_level *level, const page *p)
{
    static const ptl_str none = { "", 0 }, trapped = { "trapped", 7 };
    size_t               at = 0;

    for (size_t row = 0; row < p->rows.count && ptl_ok(job); row++)
        for (size_t column = 0; at < p->rows.data[row]; at++, column++) {
            uint32_t cell = p->cells.data[at];

            ptl_ground_at(level, (int64_t)row, (int64_t)column)->kind = kind_of(&p->bit, cell);
            if (cell & p->bit.trapped)
                ptl_ground_add_note(job, level, (int64_t)row, (int64_t)column, none, trapped);
        }
}

/* Whether a cell is labeled with the first character of an id. */
static bool is_labeled(const page *p, double row, double column, ptl_str id)
{
    size_t first, at = row >= 0 && row < (double)p->rows.count ? (size_t)row : p->rows.count;
    size_t shift = 0;

    if (at >= p->rows.count || column < 0 || id.size == 0 || p->bit.label == 0)
        return false;
    first = at > 0 ? p->rows.data[at - 1] : 0;
    if (column >= (double)(p->rows.data[at] - first))
        return false;
    while (!(p->bit.label >> shift & 1))
        shift++;
    return (p->cells.data[first + (size_t)column] & p->bit.label) >> shift == (uint8_t)id.data[0];
}

/* Cells may have a rim around them that rooms and ways out are not counted with. Things in
 * corridors are, in the files that were seen; where a label says otherwise it is believed. */
static double rim_before(const page *p, const remark *r)
{
    double bleed = p->bleed;

    if (bleed == 0 && p->rows_inside > 0 && p->rows_inside < p->rows.count)
        bleed = (double)((p->rows.count - p->rows_inside) / 2); /* not said, and there */
    if (p->rows_inside > 0 && (size_t)p->rows_inside + 2 * (size_t)p->bleed > p->rows.count)
        return 0;
    if (!r->inside && (is_labeled(p, r->row, r->column, r->id) ||
                       !is_labeled(p, r->row + bleed, r->column + bleed, r->id)))
        return 0;
    return bleed;
}

/* In the middle of its room, or in its cell. */
static void place_remark(ptl_job *job, ptl_ground_level *level, const page *p, const remark *r)
{
    bool   room = r->in_room && (r->south > 0 || r->east > 0);
    double rim = rim_before(p, r), far = PTL_GROUND_SIDE;
    double row    = rim + (room ? (r->north + r->south) / 2 : r->row);
    double column = rim + (room ? (r->west + r->east) / 2 : r->column);
    bool   near   = row >= 0 && column >= 0 && row < far && column < far;

    if (r->id.size > 0 || r->text.size > 0)
        ptl_ground_add_note(job, level, near ? (int64_t)row : -1, near ? (int64_t)column : -1,
                            r->id, r->text);
}

static void make(ptl_job *job, ptl_ground *out, const page *p)
{
    ptl_ground_level *level;
    size_t            columns = 0;

    for (size_t i = 0; i < p->rows.count; i++) {
        size_t size = p->rows.data[i] - (i > 0 ? p->rows.data[i - 1] : 0);

        columns = size > columns ? size : columns;
    }
    level = ptl_ground_add_level(job, out, p->rows.count, columns, p->cells_at);
    if (!level)
        return;
    fill_cells(job, level, p);
    ptl_ground_turn(level);
    for (size_t i = 0; i < p->remarks.count && ptl_ok(job); i++)
        place_remark(job, level, p, &p->remarks.data[i]);
    out->title   = p->title;
    out->remarks = ptl_member_kept(job, &p->story);
}

static void donjon_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                        const ptl_files *files)
{
    ptl_json_in in = ptl_json_in_of(job, source);
    page        p  = { .bit   = usual_bits,
                       .title = { "", 0 },
                       .story = ptl_buf_of(job, NULL),
                       .said  = ptl_buf_of(job, NULL),
                       .doors = ptl_buf_of(job, NULL) };

    (void)name;
    (void)files;
    ptl_members_read(&in, page_rows, &p);
    ptl_json_end(&in);
    ptl_json_in_free(&in);
    if (ptl_ok(job))
        make(job, hub, &p);
    ptl_buf_free(&p.story);
    ptl_buf_free(&p.said);
    ptl_buf_free(&p.doors);
}

static int donjon_probe(ptl_span head, uint64_t size, const char *name)
{
    static const char *const words[] = { "\"cell_bit\"", NULL };

    (void)size;
    (void)name;
    return ptl_members_probe(head, words) ? 80 : 0;
}

const ptl_importer ptl_import_donjon = {
    .info  = { .name       = "donjon",
               .title      = "dungeon of donjon",
               .extensions = "json",
               .media_type = "application/json" },
    .text  = true,
    .hub   = PTL_HUB_GROUND,
    .probe = donjon_probe,
    .read  = donjon_read,
};
