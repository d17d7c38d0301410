/* SPDX-License-Identifier: MIT */
/* Reading maps: the fields of every chunk. grmm_tree.c finds the chunks. */
#include <string.h>

#include "core/bytes.h"
#include "core/utf8.h"
#include "formats/grmm/grmm_private.h"

typedef struct reader {
    ptl_job  *job;
    ptl_span  file;
    ptl_grmm *map;
    bool      document, salvage;
    uint64_t  cells; /* of all levels so far           */
    uint64_t  most;  /* what the memory limit allows   */
    uint64_t  sized; /* where the last level says its size */
    ptl_job  *outer; /* salvaging: the job that goes on */
    ptl_job   trial;
    uint32_t *now_at; /* salvaging: what number a level has now */
} reader;

enum { LOST = UINT32_MAX };

/* ---- Trying --------------------------------------------------------------------------------- */

static void hear_in_trial(void *user, const ptl_diag *diag)
{
    const ptl_listener *outer = &((reader *)user)->outer->listener;

    if (diag->severity != PTL_ERROR && outer->hear)
        outer->hear(outer->user, diag);
}

/* While salvaging, what follows may fail without the file failing. */
static void try_begin(reader *r)
{
    if (!r->salvage || !ptl_ok(r->job))
        return;
    r->outer          = r->job;
    r->trial          = *r->job;
    r->trial.listener = (ptl_listener){ hear_in_trial, r };
    r->job            = &r->trial;
}

/* Whether it went well; what is lost if not is said. */
static bool try_end(reader *r, const char *what)
{
    ptl_status status;

    if (r->job != &r->trial)
        return ptl_ok(r->job);
    r->job              = r->outer;
    r->job->source_kept = r->trial.source_kept;
    status              = r->trial.error.status;
    if (status == PTL_E_MEMORY)
        r->job->error = r->trial.error;
    if (status == PTL_OK || status == PTL_E_MEMORY)
        return status == PTL_OK;
    ptl_path(r->job, "%s", r->trial.error.path);
    ptl_find(r->job, PTL_LOSS, r->trial.error.offset, "grmm-salvage", "%s lost: %s", what,
             r->trial.error.message);
    return false;
}

/* ---- Parts of chunks ------------------------------------------------------------------------ */

static ptl_cursor enter(reader *r, const grmm_piece *piece)
{
    if (!piece->there) /* only while salvaging */
        ptl_fail(r->job, PTL_E_SYNTAX, piece->at, "grmm-missing", "no whole chunk is left of it");
    return ptl_cursor_part(r->job, r->file, piece->start, piece->end, "the chunk");
}

static ptl_str text_of(ptl_cursor *in, uint64_t size)
{
    uint64_t at   = in->at;
    ptl_str  text = ptl_chars(in, size);
    size_t   good = 0, step = 1;
    uint32_t code;

    if (ptl_utf8_valid(text.data, text.size))
        return text;
    while (good < text.size &&
           (step = ptl_utf8_decode(text.data + good, text.size - good, &code)) > 0)
        good += step;
    ptl_warn(in->job, at + good, "grmm-utf8", "%s is not UTF-8 from here on", in->what);
    return text;
}

static ptl_str short_text(ptl_cursor *in, const char *what)
{
    in->what = what;
    return text_of(in, ptl_u8(in));
}

static ptl_str long_text(ptl_cursor *in, const char *what)
{
    in->what = what;
    return text_of(in, ptl_u16le(in));
}

static int16_t signed_number(ptl_cursor *in)
{
    return (int16_t)ptl_u16le(in);
}

/* What a chunk holds beyond its last field is kept. */
static ptl_u8s rest(ptl_cursor *in)
{
    if (!ptl_ok(in->job) || ptl_left(in) == 0)
        return (ptl_u8s){ 0 };
    ptl_warn(in->job, in->at, "grmm-extra", "bytes after the last field, which are kept: %llu",
             (unsigned long long)ptl_left(in));
    return ptl_u8_array(in, ptl_left(in));
}

/* A list of at most `count` records of at least `least` bytes each; NULL when the bytes are not
 * there. */
static void *list_of(ptl_cursor *in, uint64_t count, uint64_t least, size_t size)
{
    return count > 0 && ptl_need(in, count * least) ? ptl_arena_array(in->job, count, size) : NULL;
}

/* ---- The map -------------------------------------------------------------------------------- */

static void read_coordinates(reader *r, const grmm_piece *piece, ptl_grmm_coordinates *out)
{
    ptl_cursor in = enter(r, piece);

    in.what           = "the coordinate options";
    out->at           = piece->at;
    out->origin       = ptl_u8(&in);
    out->row_style    = ptl_u8(&in);
    out->column_style = ptl_u8(&in);
    out->row_start    = signed_number(&in);
    out->column_start = signed_number(&in);
    out->extra        = rest(&in);
}

static void read_map_properties(reader *r, const grmm_piece *piece)
{
    ptl_cursor in  = enter(r, piece);
    ptl_grmm  *map = r->map;

    in.what      = "the version";
    map->at      = piece->at;
    map->version = ptl_u16le(&in);
    if (ptl_ok(r->job) && (map->version < 1 || map->version > 4))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, piece->start, "grmm-version",
                 "version is %u; known: 1 to 4", map->version);
    if (ptl_ok(r->job) && map->version == 1 && ptl_grmm_fits_old_prop(r->file, piece))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, piece->start, "grmm-prerelease",
                 "only a name and notes: a layout from before the first release (to December "
                 "2021)");
    map->title   = long_text(&in, "the title");
    map->game    = long_text(&in, "the name of the game");
    map->author  = long_text(&in, "the author");
    map->created = short_text(&in, "the time of creation");
    map->remarks = long_text(&in, "the notes");
    map->extra   = rest(&in);
}

static void read_map(reader *r, const grmm_tree *tree)
{
    try_begin(r);
    ptl_within(r->job, "map/prop");
    read_map_properties(r, &tree->prop);
    if (!try_end(r, "the properties of the map are") && ptl_ok(r->job)) {
        r->map->version = r->document ? 1 : tree->group.there || tree->disp.there ? 4 : 3;
        r->map->title   = (ptl_str){ "Recovered map", 13 };
        r->map->created = (ptl_str){ "1970-01-01 00:00:00", 19 };
        r->map->remarks = (ptl_str){ "", 0 };
    }
    try_begin(r);
    ptl_within(r->job, "map/coor");
    read_coordinates(r, &tree->coor, &r->map->coordinates);
    if (!try_end(r, "the coordinates of the map are"))
        r->map->coordinates = (ptl_grmm_coordinates){ .row_start = 1, .column_start = 1 };
}

/* ---- A level -------------------------------------------------------------------------------- */

static void read_level_size(ptl_cursor *in, reader *r, ptl_grmm_level *level)
{
    uint64_t at = in->at;

    in->what       = "the size of the level";
    level->rows    = ptl_u16le(in);
    level->columns = ptl_u16le(in);
    if (!ptl_ok(r->job))
        return;
    if (level->rows < 1 || level->rows > PTL_GRMM_MAX_SIDE)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "grmm-size", "%lu rows; allowed: 1 to %d",
                 (unsigned long)level->rows, PTL_GRMM_MAX_SIDE);
    else if (level->columns < 1 || level->columns > PTL_GRMM_MAX_SIDE)
        ptl_fail(r->job, PTL_E_SYNTAX, at + 2, "grmm-size", "%lu columns; allowed: 1 to %d",
                 (unsigned long)level->columns, PTL_GRMM_MAX_SIDE);
    else if ((r->cells += grmm_cells(level)) > r->most)
        ptl_fail(r->job, PTL_E_LIMIT, at, "limit-cells",
                 "more than %llu cells in all levels, a sixteenth of the memory limit",
                 (unsigned long long)r->most);
    r->sized = at;
}

static void read_level_properties(reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor in = enter(r, piece);

    level->location  = long_text(&in, "the name of the location");
    level->name      = long_text(&in, "the name of the level");
    in.what          = "the elevation";
    level->elevation = signed_number(&in);
    read_level_size(&in, r, level);
    in.what                = "whether coordinates are its own";
    level->own_coordinates = ptl_u8(&in);
    level->remarks         = long_text(&in, "the notes of the level");
    level->extra           = rest(&in);
}

static void read_region(ptl_cursor *in, reader *r, const ptl_grmm_level *level, size_t index,
                        ptl_grmm_region *out)
{
    uint32_t across = (uint32_t)ptl_grmm_region_columns(level);

    out->at = in->at;
    if (r->map->version < 4) {
        in->what    = "the place of a region";
        out->row    = ptl_u16le(in);
        out->column = ptl_u16le(in);
    } else if (across > 0) {
        out->row    = (uint16_t)(index / across);
        out->column = (uint16_t)(index % across);
    }
    out->name    = long_text(in, "the name of a region");
    out->remarks = long_text(in, "the notes of a region");
}

static void read_regions(reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor        in  = enter(r, piece);
    ptl_grmm_regions *out = &level->regions;
    unsigned          count;

    in.what              = "the region options";
    out->enabled         = ptl_u8(&in);
    out->rows            = ptl_u16le(&in);
    out->columns         = ptl_u16le(&in);
    out->own_coordinates = r->document ? 0 : ptl_u8(&in);
    count                = ptl_u16le(&in);
    in.what              = "the regions";
    out->list.data       = list_of(&in, count, r->map->version < 4 ? 8 : 4, sizeof *out->list.data);
    out->list.count      = out->list.data ? count : 0;
    for (size_t i = 0; i < out->list.count && ptl_ok(r->job); i++)
        read_region(&in, r, level, i, &out->list.data[i]);
    out->extra = rest(&in);
}

/* In the document's letter kinds 2 and 3 have changed places. */
static uint8_t swap_kind(uint8_t kind, bool document)
{
    return document && (kind == PTL_GRMM_CUSTOM_ID || kind == PTL_GRMM_ICON) ? kind ^ 1 : kind;
}

static void read_note(ptl_cursor *in, reader *r, ptl_grmm_note *out)
{
    out->at     = in->at;
    in->what    = "a note";
    out->row    = ptl_u16le(in);
    out->column = ptl_u16le(in);
    out->kind   = swap_kind(ptl_u8(in), r->document);
    switch (out->kind) {
    case PTL_GRMM_NUMBERED:
        out->index = ptl_u16le(in);
        out->color = ptl_u8(in);
        break;
    case PTL_GRMM_CUSTOM_ID:
        out->id = short_text(in, "the custom id of a note");
        break;
    case PTL_GRMM_ICON:
        out->icon = ptl_u8(in);
        break;
    case PTL_GRMM_LABEL:
        out->color = ptl_u8(in);
        break;
    case PTL_GRMM_COMMENT:
        break;
    default:
        ptl_fail(r->job, PTL_E_SYNTAX, out->at + 4, "grmm-note-kind",
                 "kind of a note is %u; allowed: 0 to 4", out->kind);
    }
    out->text = long_text(in, "the text of a note");
}

static void read_notes(reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor in;
    unsigned   count;

    level->no_notes = !piece->there;
    if (!piece->there)
        return;
    in                 = enter(r, piece);
    in.what            = "the number of notes";
    count              = ptl_u16le(&in);
    in.what            = "the notes";
    level->notes.data  = list_of(&in, count, 7, sizeof *level->notes.data);
    level->notes.count = level->notes.data ? count : 0;
    for (size_t i = 0; i < level->notes.count && ptl_ok(r->job); i++)
        read_note(&in, r, &level->notes.data[i]);
    level->notes_extra = rest(&in);
}

static void check_order(reader *r, const grmm_piece *const *pieces, size_t count)
{
    uint64_t last = 0;

    for (size_t i = 0; i < count; i++) {
        if (pieces[i]->there && pieces[i]->at < last) {
            ptl_warn(r->job, pieces[i]->at, "grmm-order",
                     "chunks stand in another order than usual; the usual one is written");
            return;
        }
        last = pieces[i]->there ? pieces[i]->at : last;
    }
}

static void check_level_order(reader *r, const grmm_level_pieces *p)
{
    const grmm_piece *editor[]   = { &p->prop, &p->coor, &p->regn, &p->cell, &p->anno };
    const grmm_piece *document[] = { &p->prop, &p->coor, &p->cell, &p->anno, &p->regn };

    check_order(r, r->document ? document : editor, 5);
}

static void read_small_parts(reader *r, const grmm_level_pieces *p, size_t index,
                             ptl_grmm_level *level)
{
    try_begin(r);
    ptl_within(r->job, "lvls/lvl[%zu]/coor", index);
    read_coordinates(r, &p->coor, &level->coordinates);
    if (!try_end(r, "coordinate options are"))
        level->coordinates = (ptl_grmm_coordinates){ .row_start = 1, .column_start = 1 };
    try_begin(r);
    ptl_within(r->job, "lvls/lvl[%zu]/regn", index);
    read_regions(r, &p->regn, level);
    if (!try_end(r, "regions are"))
        level->regions = (ptl_grmm_regions){ .rows = 16, .columns = 16, .own_coordinates = 1 };
    try_begin(r);
    ptl_within(r->job, "lvls/lvl[%zu]/anno", index);
    read_notes(r, &p->anno, level);
    if (!try_end(r, "notes are"))
        level->notes = (ptl_grmm_notes){ 0 };
}

static bool read_level(reader *r, const grmm_level_pieces *p, size_t index, ptl_grmm_level *level)
{
    level->at     = p->at;
    level->chunks = p->unknown;
    try_begin(r);
    ptl_within(r->job, "lvls/lvl[%zu]", index);
    check_level_order(r, p);
    ptl_within(r->job, "lvls/lvl[%zu]/prop", index);
    read_level_properties(r, &p->prop, level);
    ptl_within(r->job, "lvls/lvl[%zu]/cell", index);
    enter(r, &p->cell);
    if (ptl_ok(r->job))
        ptl_grmm_read_cells(r->job, r->file, &p->cell, level, r->document);
    if (!try_end(r, "the level is"))
        return false;
    read_small_parts(r, p, index, level);
    return ptl_ok(r->job);
}

static void read_levels(reader *r, const grmm_tree *tree)
{
    ptl_grmm *map = r->map;

    map->levels.data = ptl_arena_array(r->job, tree->levels.count, sizeof *map->levels.data);
    r->now_at        = ptl_arena_array(r->job, tree->levels.count, sizeof *r->now_at);
    for (size_t i = 0; i < tree->levels.count && ptl_ok(r->job); i++) {
        ptl_grmm_level *level = &map->levels.data[map->levels.count];

        *level       = (ptl_grmm_level){ 0 };
        r->now_at[i] = LOST;
        if (read_level(r, &tree->levels.data[i], i, level))
            r->now_at[i] = (uint32_t)map->levels.count++;
    }
    ptl_within(r->job, "%s", "");
}

/* ---- Links and state ------------------------------------------------------------------------ */

static void read_links(reader *r, const grmm_tree *tree)
{
    ptl_cursor in  = enter(r, &tree->lnks);
    ptl_grmm  *map = r->map;
    unsigned   count;

    in.what         = "the number of links";
    count           = ptl_u16le(&in);
    in.what         = "the links";
    map->links.data = list_of(&in, count, 12, sizeof *map->links.data);
    for (size_t i = 0; map->links.data && i < count; i++) {
        uint64_t at = in.at;
        uint16_t n[6];

        for (int k = 0; k < 6; k++)
            n[k] = ptl_u16le(&in);
        map->links.data[i] = (ptl_grmm_link){ n[0], n[1], n[2], n[3], n[4], n[5], at };
    }
    map->links.count = map->links.data ? count : 0;
    map->links_extra = rest(&in);
}

static void read_view(ptl_cursor *in, ptl_grmm_display *out, bool document)
{
    in->what           = "the cursor and the view";
    out->level         = document ? ptl_u8(in) : ptl_u16le(in);
    out->cursor_row    = ptl_u16le(in);
    out->cursor_column = ptl_u16le(in);
    out->view_row      = ptl_u16le(in);
    out->view_column   = ptl_u16le(in);
}

static void read_flat_tail(ptl_cursor *in, ptl_grmm_state *s)
{
    uint64_t tail = ptl_left(in);

    in->what                    = "the options";
    s->layout                   = (uint8_t)(tail < 5 ? 5 : tail > 7 ? 7 : tail);
    s->options.cell_coordinates = ptl_u8(in);
    s->tools_pane               = ptl_u8(in);
    s->notes_pane               = ptl_u8(in);
    s->options.wasd             = ptl_u8(in);
    s->options.walk             = ptl_u8(in);
    if (s->layout == PTL_GRMM_STATE_FLAT6)
        s->draw_trail = ptl_u8(in);
    if (s->layout == PTL_GRMM_STATE_FLAT7) {
        s->tool.stored       = true;
        s->tool.floor_color  = ptl_u8(in);
        s->tool.special_wall = ptl_u8(in);
    }
    s->extra = rest(in);
}

static void read_flat_state(reader *r, const grmm_piece *piece)
{
    ptl_cursor      in = enter(r, piece);
    ptl_grmm_state *s  = &r->map->state;

    ptl_within(r->job, "stat");
    s->display.stored = s->options.stored = true;
    s->display.theme                      = short_text(&in, "the name of the theme");
    in.what                               = "the zoom level";
    s->display.zoom                       = ptl_u8(&in);
    read_view(&in, &s->display, r->document);
    read_flat_tail(&in, s);
}

static void read_display(reader *r, const grmm_piece *piece, ptl_grmm_display *out)
{
    ptl_cursor in = enter(r, piece);

    ptl_within(r->job, "stat/disp");
    out->stored = true;
    out->theme  = short_text(&in, "the name of the theme");
    in.what     = "the zoom level";
    out->zoom   = ptl_u8(&in);
    if (r->map->levels.count > 0)
        read_view(&in, out, false);
    out->extra = rest(&in);
}

static void read_options(reader *r, const grmm_piece *piece, ptl_grmm_options *out)
{
    ptl_cursor in = enter(r, piece);

    ptl_within(r->job, "stat/opts");
    in.what               = "the options";
    out->stored           = true;
    out->cell_coordinates = ptl_u8(&in);
    out->wasd             = ptl_u8(&in);
    out->walk             = ptl_u8(&in);
    out->wraparound       = ptl_u8(&in);
    out->extra            = rest(&in);
}

static void read_tool(reader *r, const grmm_piece *piece, ptl_grmm_tool *out)
{
    ptl_cursor in = enter(r, piece);

    ptl_within(r->job, "stat/tool");
    in.what           = "the tools";
    out->stored       = true;
    out->floor_color  = ptl_u8(&in);
    out->special_wall = ptl_u8(&in);
    out->extra        = rest(&in);
}

static void read_note_list(reader *r, const grmm_piece *piece, ptl_grmm_note_list *out)
{
    ptl_cursor in = enter(r, piece);
    size_t     wanted;

    ptl_within(r->job, "stat/notl");
    in.what     = "the list of notes";
    out->stored = true;
    out->scope  = ptl_u8(&in);
    out->types  = ptl_u8(&in);
    out->search = long_text(&in, "the search term");
    in.what     = "the list of notes";
    out->order  = ptl_u8(&in);
    out->follow = ptl_u8(&in);
    out->scroll = ptl_u32le(&in);
    wanted      = ptl_grmm_open_count(r->map);
    if (ptl_ok(r->job) && ptl_left(&in) != wanted)
        ptl_warn(r->job, in.at, "grmm-note-list",
                 "%llu sections that are open or not, the levels and their regions ask for %zu",
                 (unsigned long long)ptl_left(&in), wanted);
    if (ptl_left(&in) > 0)
        out->open = ptl_u8_array(&in, ptl_left(&in));
}

static void read_group_state(reader *r, const grmm_tree *tree)
{
    ptl_grmm_state   *s       = &r->map->state;
    const grmm_piece *order[] = { &tree->disp, &tree->opts, &tree->tool, &tree->notl };

    ptl_within(r->job, "stat");
    check_order(r, order, 4);
    s->layout = PTL_GRMM_STATE_GROUP;
    s->at     = tree->group.at;
    s->chunks = tree->unknown_in_state;
    if (tree->disp.there)
        read_display(r, &tree->disp, &s->display);
    if (tree->opts.there)
        read_options(r, &tree->opts, &s->options);
    if (tree->tool.there)
        read_tool(r, &tree->tool, &s->tool);
    if (tree->notl.there)
        read_note_list(r, &tree->notl, &s->list);
}

/* A group of state beside a flat one is kept like a chunk nobody knows. */
static void keep_group(reader *r, const grmm_piece *group)
{
    ptl_grmm       *map    = r->map;
    ptl_cursor      in     = enter(r, group);
    ptl_grmm_chunk *chunks = ptl_arena_array(r->job, map->chunks.count + 1, sizeof *chunks);

    if (!chunks)
        return;
    if (map->chunks.count > 0)
        memcpy(chunks, map->chunks.data, map->chunks.count * sizeof *chunks);
    in.at                     = group->start - 4;
    chunks[map->chunks.count] = (ptl_grmm_chunk){ .id   = { "LIST", 4 },
                                                  .data = ptl_u8_array(&in, ptl_left(&in)),
                                                  .at   = group->at };
    map->chunks               = (ptl_grmm_chunks){ chunks, map->chunks.count + 1 };
}

static void read_state(reader *r, const grmm_tree *tree)
{
    if (tree->flat.there) {
        r->map->state.at = tree->flat.at;
        read_flat_state(r, &tree->flat);
        if (tree->group.there && !r->salvage)
            keep_group(r, &tree->group);
    } else if (tree->group.there) {
        read_group_state(r, tree);
    }
}

/* ---- Salvage -------------------------------------------------------------------------------- */

static bool now_at(const reader *r, const grmm_tree *tree, uint16_t *level)
{
    if (*level >= tree->levels.count || r->now_at[*level] == LOST)
        return false;
    *level = (uint16_t)r->now_at[*level];
    return true;
}

/* Levels that were lost leave gaps in the numbering. */
static void renumber(reader *r, const grmm_tree *tree)
{
    ptl_grmm_links *links = &r->map->links;
    size_t          kept  = 0;

    for (size_t i = 0; i < links->count; i++) {
        ptl_grmm_link link = links->data[i];

        ptl_path(r->job, "links[%zu]", i);
        if (now_at(r, tree, &link.from_level) && now_at(r, tree, &link.to_level))
            links->data[kept++] = link;
        else
            ptl_find(r->job, PTL_LOSS, link.at, "grmm-salvage",
                     "a link is lost: it leads from or to a level that is not there");
    }
    r->job->path[0] = 0;
    links->count    = kept;
    if (!now_at(r, tree, &r->map->state.display.level))
        r->map->state.display.level = 0;
    if (r->map->levels.count < tree->levels.count)
        r->map->state.list = (ptl_grmm_note_list){ 0 };
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Looks at the chunks the two dialects lay out differently, cheapest first, until one rules the
 * document's letter out. */
static bool is_document(const reader *r, const grmm_tree *tree, bool asked)
{
    bool editor = true, seen = false;

    if (tree->flat.there) {
        seen   = true;
        editor = ptl_grmm_fits_state(r->file, &tree->flat, false);
        if (!ptl_grmm_fits_state(r->file, &tree->flat, true))
            return false;
    }
    for (size_t i = 0; i < tree->levels.count; i++) {
        const grmm_level_pieces *p = &tree->levels.data[i];

        seen = true;
        if (!ptl_grmm_fits_regions(r->file, &p->regn, true) ||
            (p->anno.there && !ptl_grmm_fits_notes(r->file, &p->anno, true)) ||
            !ptl_grmm_fits_cells(r->file, &p->prop, &p->cell, true))
            return false;
        editor = editor && ptl_grmm_fits_regions(r->file, &p->regn, false) &&
                 (!p->anno.there || ptl_grmm_fits_notes(r->file, &p->anno, false)) &&
                 ptl_grmm_fits_cells(r->file, &p->prop, &p->cell, false);
    }
    return seen && (!editor || asked);
}

/* Whether the layouts are to be told apart at all: version 1, or a version that was lost. */
static bool has_dialects(const reader *r, const grmm_tree *tree)
{
    if (tree->prop.end - tree->prop.start < 2)
        return r->salvage && !tree->group.there && !tree->disp.there;
    return ptl_load_u16le(r->file.data + tree->prop.start) == 1;
}

static void choose_dialect(reader *r, const grmm_tree *tree)
{
    bool asked = ptl_setting_is(ptl_setting_of(r->job, "dialect"), "document");

    if (!has_dialects(r, tree))
        return;
    r->document =
        r->salvage ? ptl_grmm_lean(r->file, tree) > (asked ? -1 : 0) : is_document(r, tree, asked);
    r->map->dialect = r->document ? GRMM_DIALECT_DOCUMENT : GRMM_DIALECT_EDITOR;
    if (r->document)
        ptl_warn(r->job, tree->prop.start, "grmm-document",
                 "laid out by the letter of the version 1 document, which no editor follows");
}

static void check_top_order(reader *r, const grmm_tree *tree)
{
    const grmm_piece *top[] = { &tree->map, &tree->lvls, &tree->lnks, &tree->flat, &tree->group };
    const grmm_piece *map[] = { &tree->prop, &tree->coor };

    check_order(r, top, 5);
    ptl_within(r->job, "map");
    check_order(r, map, 2);
    ptl_within(r->job, "%s", "");
}

static void read_tree(reader *r, const grmm_tree *tree)
{
    r->map->chunks       = tree->unknown;
    r->map->map_chunks   = tree->unknown_in_map;
    r->map->level_chunks = tree->unknown_in_levels;
    choose_dialect(r, tree);
    read_map(r, tree);
    if (ptl_ok(r->job))
        read_levels(r, tree);
    try_begin(r);
    ptl_within(r->job, "lnks");
    if (ptl_ok(r->job))
        read_links(r, tree);
    if (!try_end(r, "all links are"))
        r->map->links = (ptl_grmm_links){ 0 };
    try_begin(r);
    if (ptl_ok(r->job))
        read_state(r, tree);
    if (!try_end(r, "the state of the editor is"))
        r->map->state = (ptl_grmm_state){ 0 };
    ptl_within(r->job, "%s", "");
    if (r->salvage && ptl_ok(r->job))
        renumber(r, tree);
}

typedef struct tally { /* counts what writing will not bring back */
    ptl_listener outer;
    ptl_grmm    *map;
} tally;

static void hear(void *user, const ptl_diag *diag)
{
    static const char *const rules[] = { "grmm-wide",  "grmm-coding",    "grmm-pad",
                                         "grmm-order", "trailing-bytes", "grmm-salvage" };
    const tally             *t       = user;

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        t->map->recoded += strcmp(rules[i], diag->rule) == 0;
    if (t->outer.hear)
        t->outer.hear(t->outer.user, diag);
}

void ptl_grmm_read(ptl_job *job, ptl_span source, void *native)
{
    tally     t    = { job->listener, native };
    reader    r    = { .job     = job,
                       .file    = source,
                       .map     = native,
                       .salvage = ptl_setting_of(job, "salvage") != NULL,
                       .most    = job->heap->limit / 16 };
    grmm_tree tree = { 0 };

    job->listener = (ptl_listener){ hear, &t };
    if (r.salvage)
        ptl_grmm_scan_tree(job, source, &tree);
    else
        ptl_grmm_find_tree(job, source, &tree);
    if (ptl_ok(job) && !r.salvage)
        check_top_order(&r, &tree);
    if (ptl_ok(job))
        read_tree(&r, &tree);
    ptl_expand(job, r.sized, r.cells, source.size);
    job->listener = t.outer;
}

int ptl_grmm_probe(ptl_span head, uint64_t size)
{
    (void)size;
    if (head.size >= 12 && memcmp(head.data, "RIFF", 4) == 0)
        return memcmp(head.data + 8, "GRMM", 4) == 0 ? 95 : 0;
    /* Near misses are claimed weakly, so that they get a message of their own. */
    if (head.size >= 12 && memcmp(head.data, "RIFX", 4) == 0)
        return memcmp(head.data + 8, "GRMM", 4) == 0 ? 10 : 0;
    return head.size >= 4 && memcmp(head.data, "RIFF", 4) == 0 ? 5 : 0;
}
