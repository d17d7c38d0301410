/* SPDX-License-Identifier: MIT */
/* The legend of a drawn level: notes, regions and links in columns of wrapped text. */
#include <stdio.h>
#include <string.h>

#include "core/words.h"
#include "formats/grmm/grmm_plan.h"
#include "hubs/plan_pages.h"
#include "hubs/plan_text.h"

enum { MARK = 26, COLUMN = 300, BETWEEN = 28 }; /* units: a mark's room, a column, between them */
#define SIZE 12.0f
#define LEADING 16.0f

typedef struct legend_line {
    ptl_str              text;
    const ptl_grmm_note *note; /* whose mark stands in front */
    bool                 heading;
    bool                 starts; /* an entry: what follows belongs to it, up to the next */
    bool                 inset;  /* beside the room of marks */
    float                above;  /* empty room before it */
    bool                 leads;  /* to a spot on the map, when it is clicked */
    bool                 led_to; /* its first line is what the spot leads to */
    uint32_t             to;     /* the spot's id */
    uint32_t             id;     /* that the spot leads here by */
    float                x, y;   /* where it went */
} legend_line;

struct grmm_legend {
    grmm_painter *p;
    legend_line  *lines;
    size_t        count, room;
};

static ptl_plan_face face_of(const grmm_legend *l, const legend_line *line)
{
    return line->heading ? ptl_grmm_plan_bold(l->p->theme->text_face) : l->p->theme->text_face;
}

/* ---- Saying ---------------------------------------------------------------------------------- */

static void add_line(grmm_legend *l, const legend_line *line)
{
    legend_line *list = ptl_arena_grow(l->p->job, l->lines, l->count, 1, &l->room, sizeof *list);

    if (!list)
        return;
    l->lines         = list;
    list[l->count++] = *line;
}

/* A text of any length; what is said of the first line holds for all but its mark and room. */
static void add_text(grmm_legend *l, ptl_str text, legend_line first)
{
    float          room  = COLUMN - (first.inset ? MARK : 0);
    ptl_plan_lines lines = ptl_plan_text_wrap(l->p->job, text, face_of(l, &first), SIZE, room);

    first.starts = l->count == 0 || !l->lines[l->count - 1].heading;
    for (size_t i = 0; i < lines.count && ptl_ok(l->p->job); i++) {
        first.text = lines.data[i];
        add_line(l, &first);
        first.note   = NULL;
        first.led_to = false;
        first.above  = 0;
        first.starts = false;
    }
}

static void add_heading(grmm_legend *l, const char *text)
{
    add_text(l, (ptl_str){ text, strlen(text) },
             (legend_line){ .heading = true, .above = l->count > 0 ? LEADING : 0 });
}

/* Two texts with something between, in the arena. */
static ptl_str join(ptl_job *job, const char *first, const char *between, ptl_str second)
{
    size_t a = strlen(first), b = strlen(between);
    char  *text = ptl_arena_raw(job, a + b + second.size + 1);

    if (!text)
        return (ptl_str){ "", 0 };
    memcpy(text, first, a);
    memcpy(text + a, between, b);
    if (second.size > 0)
        memcpy(text + a + b, second.data, second.size);
    return (ptl_str){ text, a + b + second.size };
}

/* "(3, 4)", which no line break takes apart. */
typedef struct cell_text {
    char text[40];
} cell_text;

static cell_text cell_of(const grmm_painter *p, ptl_grmm_place place)
{
    cell_text out;
    char      name[32];
    size_t    column;

    ptl_grmm_cell_name(name, p->map, place);
    column = strcspn(name, ",");
    snprintf(out.text, sizeof out.text, "(%.*s,\xC2\xA0%s)", (int)column, name,
             name[column] ? name + column + 2 : "");
    return out;
}

static ptl_grmm_place place_of(const grmm_painter *p, uint32_t row, uint32_t column)
{
    return (ptl_grmm_place){ (uint16_t)p->index, (uint16_t)row, (uint16_t)column };
}

static void add_note(grmm_legend *l, uint32_t number)
{
    const ptl_grmm_note *note  = &l->p->level->notes.data[number];
    cell_text            where = cell_of(l->p, place_of(l->p, note->row, note->column));

    add_text(l, join(l->p->job, where.text, " ", note->text),
             (legend_line){ .note   = note,
                            .inset  = true,
                            .above  = 3,
                            .leads  = true,
                            .led_to = true,
                            .to     = grmm_spot_of_note(l->p, number, false),
                            .id     = grmm_spot_of_note(l->p, number, true) });
}

/* The region that the coordinates of what follows are in. */
static void add_region_title(grmm_legend *l, const ptl_grmm_note *note)
{
    char title[GRMM_TITLE];

    ptl_grmm_region_title(title, &l->p->regions, place_of(l->p, note->row, note->column));
    add_text(l, join(l->p->job, title, "", (ptl_str){ "", 0 }),
             (legend_line){ .heading = true, .above = 3 });
}

static void add_notes(grmm_legend *l)
{
    const ptl_grmm_notes *notes   = &l->p->level->notes;
    const ptl_grmm_note  *last    = NULL;
    bool                  regions = ptl_grmm_lists_by_region(l->p->level);

    for (size_t i = 0; i < notes->count && ptl_ok(l->p->job); i++) {
        const ptl_grmm_note *note = &notes->data[l->p->order[i]];

        if (note->kind == PTL_GRMM_LABEL || note->text.size == 0)
            continue;
        if (!last)
            add_heading(l, "Notes");
        if (regions && (!last || !ptl_grmm_same_region(l->p->map, l->p->index, last, note)))
            add_region_title(l, note);
        last = note;
        add_note(l, l->p->order[i]);
    }
}

static void add_regions(grmm_legend *l)
{
    const ptl_grmm_regions *regions = &l->p->level->regions;
    bool                    begun   = false;

    for (size_t i = 0; regions->enabled && i < regions->list.count && ptl_ok(l->p->job); i++) {
        const ptl_grmm_region *region = &regions->list.data[i];

        if (region->remarks.size == 0)
            continue;
        if (!begun)
            add_heading(l, "Regions");
        begun = true;
        add_text(l, region->name, (legend_line){ .heading = true, .above = 3 });
        add_text(l, region->remarks, (legend_line){ .above = 0 });
    }
}

typedef struct end_text {
    char text[40 + 4 + GRMM_TITLE];
} end_text;

/* An end of a link: the cell, and the region that its coordinates are in. */
static end_text end_of(const grmm_painter *p, ptl_grmm_place place)
{
    bool     in = ptl_grmm_lists_by_region(&p->map->levels.data[place.level]);
    char     title[GRMM_TITLE];
    end_text out;

    snprintf(out.text, sizeof out.text, "%s%s%s", cell_of(p, place).text, in ? " of " : "",
             in ? ptl_grmm_region_title(title, &p->regions, place) : "");
    return out;
}

/* "(3, 4) stairs -> Tower (1) (3, 5)", with real arrows; levels are named when they differ. */
void ptl_grmm_link_text(char out[GRMM_LINK_TEXT], const grmm_painter *p, const ptl_grmm_link *link,
                        bool outward, bool with_cell)
{
    const ptl_grmm_place from = { link->from_level, link->from_row, link->from_column };
    const ptl_grmm_place to   = { link->to_level, link->to_row, link->to_column };
    const ptl_grmm_place here = outward ? from : to, there = outward ? to : from;
    ptl_grmm_link_kind   kind       = ptl_grmm_kind_of_link(p->map, link);
    bool                 both       = kind >= PTL_GRMM_LINK_STAIRS;
    char                 level[400] = "";

    if (there.level != here.level)
        ptl_grmm_level_name(level, sizeof level, &p->map->levels.data[there.level]);
    snprintf(out, GRMM_LINK_TEXT, "%s%s%s %s %s%s%s", with_cell ? end_of(p, here).text : "",
             with_cell ? " " : "", ptl_grmm_link_kind_name(kind),
             both      ? "\xE2\x86\x94"
             : outward ? "\xE2\x86\x92"
                       : "\xE2\x86\x90",
             level, *level ? " " : "", end_of(p, there).text);
}

static void add_link(grmm_legend *l, size_t number, bool outward)
{
    char text[GRMM_LINK_TEXT];

    ptl_grmm_link_text(text, l->p, &l->p->map->links.data[number], outward, true);
    add_text(l, join(l->p->job, text, "", (ptl_str){ "", 0 }),
             (legend_line){ .above = 1, .leads = true, .to = grmm_spot_of_link(number, outward) });
}

static void add_links(grmm_legend *l)
{
    bool begun = false;

    for (size_t i = 0; i < grmm_plan_link_count(l->p) && ptl_ok(l->p->job); i++) {
        const ptl_grmm_link *link = grmm_plan_link(l->p, i);

        if (ptl_grmm_kind_of_link(l->p->map, link) > PTL_GRMM_LINK_DOOR)
            continue;
        if (!begun)
            add_heading(l, "Links");
        begun = true;
        add_link(l, (size_t)(link - l->p->map->links.data), link->from_level == l->p->index);
    }
}

grmm_legend *ptl_grmm_plan_legend(grmm_painter *p, bool with_map_notes)
{
    grmm_legend *l = ptl_arena_take(p->job, sizeof *l);

    if (!l)
        return NULL;
    l->p = p;
    if (!ptl_plan_wants_layer(p->job, "legend"))
        return l;
    if (with_map_notes && !ptl_str_same(p->map->remarks, p->level->remarks))
        add_text(l, p->map->remarks, (legend_line){ .above = 0 });
    add_text(l, p->level->remarks, (legend_line){ .above = l->count > 0 ? LEADING / 2 : 0 });
    add_notes(l);
    add_regions(l);
    add_links(l);
    return l;
}

/* ---- Columns --------------------------------------------------------------------------------- */

bool ptl_grmm_legend_empty(const grmm_legend *l)
{
    return l->count == 0;
}

static float whole_height(const grmm_legend *l)
{
    float height = 0;

    for (size_t i = 0; i < l->count; i++)
        height += l->lines[i].above + LEADING;
    return height;
}

float ptl_grmm_legend_width(unsigned columns)
{
    return (float)(columns * (COLUMN + BETWEEN)) - BETWEEN;
}

/* Height of the entry that begins with line i. */
static float entry_height(const grmm_legend *l, size_t i)
{
    float height = LEADING;

    while (++i < l->count && !l->lines[i].starts)
        height += l->lines[i].above + LEADING;
    return height;
}

static float tallest_entry(const grmm_legend *l)
{
    const float most    = 16 * LEADING; /* longer ones may be taken apart */
    float       tallest = 0;

    for (size_t i = 0; i < l->count; i++)
        if (l->lines[i].starts) {
            float height = entry_height(l, i);

            tallest = height > tallest ? height : tallest;
        }
    return tallest < most ? tallest : most;
}

/* Fills columns of this height one after another; entries stay whole where they can. Returns how
 * many were needed. */
static unsigned fill(grmm_legend *l, float height, float *highest)
{
    unsigned column = 0;
    float    y      = 0;

    *highest = 0;
    for (size_t i = 0; i < l->count; i++) {
        legend_line *line = &l->lines[i];
        float        need = line->starts ? entry_height(l, i) : LEADING;

        need = need > height ? LEADING : need;
        if (y > 0 && y + line->above + need > height + 0.5f) {
            column++;
            y = 0;
        }
        y += y > 0 ? line->above : 0;
        line->x = (float)(column * (COLUMN + BETWEEN));
        line->y = y;
        y += LEADING;
        *highest = y > *highest ? y : *highest;
    }
    return column + 1;
}

unsigned ptl_grmm_legend_spread(grmm_legend *l, unsigned columns, float *highest)
{
    float    height = whole_height(l) / (float)columns, tallest = tallest_entry(l);
    unsigned used;

    height = height > tallest ? height : tallest;
    while ((used = fill(l, height, highest)) > columns)
        height = 1.005f * height + LEADING / 4;
    return used;
}

/* What a line leads to, and what leads to it. */
static void put_spot(const grmm_painter *p, const legend_line *line, float x, float y)
{
    ptl_pen_spot(p->pen, &(ptl_plan_spot){ .box = { x + line->x, y + line->y - 2, COLUMN, LEADING },
                                           .id  = line->led_to ? line->id : PTL_PLAN_NONE,
                                           .to  = line->to });
}

void ptl_grmm_legend_draw(grmm_painter *p, const grmm_legend *l, float x, float y)
{
    for (size_t i = 0; i < l->count && ptl_ok(p->job); i++) {
        const legend_line *line = &l->lines[i];
        float              base = y + line->y + 0.8f * SIZE;
        grmm_words         how  = { .x    = x + line->x + (line->inset ? MARK : 0),
                                    .y    = base,
                                    .size = SIZE,
                                    .face = face_of(l, line),
                                    .role = line->heading ? PTL_ROLE_TITLE : PTL_ROLE_TEXT };

        ptl_grmm_plan_text(p, line->text, &how);
        if (line->note && line->note->kind == PTL_GRMM_COMMENT) {
            float left = x + line->x + MARK / 2 - 4;

            ptl_pen_move(p->pen, left, base - 9);
            ptl_pen_line(p->pen, left + 8, base - 9);
            ptl_pen_line(p->pen, left + 8, base - 1);
            ptl_pen_close(p->pen);
            ptl_pen_fill(p->pen, p->color[PTL_ROLE_PAGE_COMMENT]);
        } else if (line->note) {
            ptl_grmm_plan_mark(p, line->note, x + line->x + MARK / 2 - 2, base - 0.36f * SIZE, 25,
                               PTL_ROLE_PAGE_NOTE);
        }
        if (line->leads)
            put_spot(p, line, x, y);
    }
}
