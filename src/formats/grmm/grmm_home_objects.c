/* SPDX-License-Identifier: MIT */
/* Notes, labels and links that come home from Tiled. Each says by its `n` which of the base it is;
 * what has none, or that of another, is new and goes behind them. */
#include "core/num.h"
#include "core/words.h"
#include "formats/grmm/grmm_grid.h"

static int64_t number_of(const ptl_tiled_object *o, const char *name, int64_t otherwise)
{
    return ptl_grid_number(&o->properties, name, otherwise);
}

bool ptl_grmm_cell_of(const ptl_grmm_level *level, const ptl_tiled_object *o, uint16_t *row,
                      uint16_t *column)
{
    bool   middle = o->shape != PTL_TILED_POINT && o->shape != PTL_TILED_LABEL;
    double x      = (o->x + (middle ? o->width / 2 : 0)) / PTL_GRID_SIDE;
    double y      = (o->y + (middle ? o->height / 2 : 0)) / PTL_GRID_SIDE;

    if (!(x >= 0 && y >= 0 && x < level->columns && y < level->rows))
        return false;
    *column = (uint16_t)x;
    *row    = (uint16_t)y;
    return true;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void take_text(ptl_job *job, ptl_str *to, ptl_str now, bool *changed)
{
    if (ptl_grid_same_text(job, *to, now))
        return;
    *to      = ptl_grmm_copy_text(job, now.data, now.size);
    *changed = true;
}

/* ---- Notes ----------------------------------------------------------------------------------- */

typedef struct taker {
    ptl_job        *job;
    ptl_grmm_level *level;
    size_t          index;
    ptl_grmm_note  *notes; /* as they were, then new ones        */
    bool           *there; /* for each: whether it is to be kept */
    size_t          count, was;
    uint8_t        *taken; /* cells that have a note */
    size_t          outside, twice, regions;
    bool            changed, changed_region;
} taker;

static uint8_t kind_of(const ptl_tiled_object *o)
{
    static const char kinds[][8] = { "comment", "number", "id", "icon", "label" };
    uint8_t           kind       = o->shape == PTL_TILED_LABEL ? PTL_GRMM_LABEL : PTL_GRMM_COMMENT;

    for (uint8_t i = 0; i < 5; i++)
        if (ptl_str_is(o->type, kinds[i]))
            kind = i;
    return kind;
}

static void take_number(ptl_job *job, const ptl_tiled_object *o, const char *name, int64_t is,
                        int64_t most, int64_t *out)
{
    *out = number_of(o, name, is);
    if (*out >= 0 && *out <= most)
        return;
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
             "%s of an object is %lld; allowed: 0 to %lld", name, (long long)*out, (long long)most);
}

/* What an object says, put into the note it is; what it does not say stays. */
static void take_note(taker *t, ptl_grmm_note *note, const ptl_tiled_object *o, uint16_t row,
                      uint16_t column)
{
    int64_t       index, color, icon;
    ptl_grmm_note was  = *note;
    uint8_t       kind = kind_of(o);
    bool          text = false;

    take_number(t->job, o, "index", note->index, UINT16_MAX, &index);
    take_number(t->job, o, "color", note->color, 255, &color);
    take_number(t->job, o, "icon", note->icon, 255, &icon);
    if (!ptl_ok(t->job))
        return;
    note->row    = row;
    note->column = column;
    note->kind   = kind;
    note->index  = (uint16_t)index;
    note->color  = (uint8_t)color;
    note->icon   = (uint8_t)icon;
    if (kind == PTL_GRMM_LABEL)
        take_text(t->job, &note->text, o->text, &text);
    else if (ptl_grid_property(&o->properties, "text"))
        take_text(t->job, &note->text, ptl_grid_said(&o->properties, "text"), &text);
    if (kind == PTL_GRMM_CUSTOM_ID && ptl_grid_property(&o->properties, "id"))
        take_text(t->job, &note->id, ptl_grid_said(&o->properties, "id"), &text);
    t->changed = t->changed || text || was.row != row || was.column != column || was.kind != kind ||
                 was.index != note->index || was.color != note->color || was.icon != note->icon;
}

/* Of a new numbered note that says no number: the next. */
static uint16_t next_index(const taker *t)
{
    uint16_t most = 0;

    for (size_t i = 0; i < t->count; i++)
        if (t->there[i] && t->notes[i].kind == PTL_GRMM_NUMBERED && t->notes[i].index > most)
            most = t->notes[i].index;
    return most < UINT16_MAX ? most + 1 : most;
}

static void take_object(taker *t, const ptl_tiled_object *o)
{
    int64_t  n = number_of(o, "n", -1);
    uint16_t row, column;
    size_t   cell, at;
    bool     known = n >= 0 && (uint64_t)n < t->was && !t->there[n];

    if (!ptl_grmm_cell_of(t->level, o, &row, &column)) {
        t->outside++;
        return;
    }
    cell = grmm_index(t->level, row, column);
    if (t->taken[cell] && !known) {
        t->twice++;
        return;
    }
    at = known ? (size_t)n : t->count++;
    if (!known) {
        t->notes[at] = (ptl_grmm_note){ .id = { "", 0 }, .text = { "", 0 } };
        t->changed   = true;
    }
    if (!known && kind_of(o) == PTL_GRMM_NUMBERED)
        t->notes[at].index = next_index(t);
    t->there[at]   = true;
    t->taken[cell] = 1;
    take_note(t, &t->notes[at], o, row, column);
}

static void keep_notes(taker *t)
{
    size_t kept = 0;

    for (size_t i = 0; i < t->count; i++) {
        t->changed = t->changed || !t->there[i];
        if (t->there[i])
            t->notes[kept++] = t->notes[i];
    }
    if (t->changed)
        t->level->notes = (ptl_grmm_notes){ t->notes, kept };
    if (t->changed && kept > 0)
        t->level->no_notes = 0;
}

static size_t count_objects(const ptl_grid_home *home)
{
    size_t count = 0;

    for (size_t i = 0; i < home->layers.count; i++)
        if (home->layers.data[i].after)
            count += home->layers.data[i].after->is.objects.count;
    return count;
}

/* A layer that is gone says nothing: its notes stay. */
static void take_layer(taker *t, const ptl_grid_home *home, unsigned field)
{
    for (size_t i = 0; i < home->layers.count && ptl_ok(t->job); i++) {
        const ptl_grid_layer *after = home->layers.data[i].after;

        if (home->before->layers.data[i].field != field)
            continue;
        for (size_t k = 0; after && k < after->is.objects.count && ptl_ok(t->job); k++)
            take_object(t, &after->is.objects.data[k]);
        for (size_t k = 0; !after && k < t->was; k++)
            t->there[k] =
                t->there[k] || (t->notes[k].kind == PTL_GRMM_LABEL) == (field == GRMM_LABELS_LAYER);
    }
}

/* Names and notes of regions; where they are follows from their size. */
static void take_regions(taker *t, const ptl_grid_home *home)
{
    for (size_t i = 0; i < home->layers.count && ptl_ok(t->job); i++) {
        const ptl_grid_layer *after = home->layers.data[i].after;

        if (home->before->layers.data[i].field != GRMM_REGIONS_LAYER)
            continue;
        for (size_t k = 0; after && k < after->is.objects.count && ptl_ok(t->job); k++) {
            const ptl_tiled_object *o = &after->is.objects.data[k];
            int64_t                 n = number_of(o, "n", -1);

            if (n < 0 || (uint64_t)n >= t->level->regions.list.count) {
                t->regions++;
                continue;
            }
            take_text(t->job, &t->level->regions.list.data[n].name, o->name, &t->changed_region);
            take_text(t->job, &t->level->regions.list.data[n].remarks,
                      ptl_grid_said(&o->properties, "notes"), &t->changed_region);
        }
    }
}

void ptl_grmm_take_objects(ptl_job *job, ptl_grmm *map, const ptl_grid_home *home, bool *any)
{
    taker  t    = { .job = job, .level = &map->levels.data[home->map], .index = home->map };
    size_t most = t.level->notes.count + count_objects(home);

    t.count = t.was = t.level->notes.count;
    t.notes         = ptl_arena_array(job, most, sizeof *t.notes);
    t.there         = ptl_arena_array(job, most, sizeof *t.there);
    t.taken         = ptl_arena_take(job, grmm_cells(t.level));
    if (!ptl_ok(job))
        return;
    if (t.was > 0)
        memcpy(t.notes, t.level->notes.data, t.was * sizeof *t.notes);
    take_layer(&t, home, GRMM_NOTES_LAYER);
    take_layer(&t, home, GRMM_LABELS_LAYER);
    if (ptl_ok(job))
        keep_notes(&t);
    if (ptl_ok(job))
        take_regions(&t, home);
    *any = *any || t.changed || t.changed_region;
    ptl_find_count(job, PTL_LOSS, "grid-ignored", t.outside,
                   "# {object is|objects are} outside of level %zu and left out", home->map);
    ptl_find_count(job, PTL_LOSS, "grid-ignored", t.regions,
                   "# {region is|regions are} new, and left out: regions are a grid");
    ptl_find_count(job, PTL_LOSS, "grid-ignored", t.twice,
                   "# {object is|objects are} in a cell that has a note already, and left out");
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* "LEVEL:ROW,COLUMN". */
static bool parse_aim(const ptl_grmm *map, ptl_str text, ptl_grmm_link *to)
{
    const char *end   = text.data + text.size, *at;
    uint64_t    level = 0, row = 0, column = 0;

    at = text.size > 0 ? ptl_parse_u64(text.data, end, &level) : NULL;
    at = at && at < end && *at == ':' ? ptl_parse_u64(at + 1, end, &row) : NULL;
    at = at && at < end && *at == ',' ? ptl_parse_u64(at + 1, end, &column) : NULL;
    if (at != end || level > UINT16_MAX || row > UINT16_MAX || column > UINT16_MAX)
        return false;
    to->to_level  = (uint16_t)level;
    to->to_row    = (uint16_t)row;
    to->to_column = (uint16_t)column;
    return level < map->levels.count;
}

typedef struct linker {
    ptl_job       *job;
    ptl_grmm      *map;
    ptl_grmm_link *links;
    bool          *there;
    size_t         count, was, lost;
    bool           changed;
} linker;

static bool same_link(const ptl_grmm_link *a, const ptl_grmm_link *b)
{
    return a->from_row == b->from_row && a->from_column == b->from_column &&
           a->to_level == b->to_level && a->to_row == b->to_row && a->to_column == b->to_column;
}

static void take_link(linker *l, size_t level, const ptl_tiled_object *o)
{
    int64_t n  = number_of(o, "n", -1);
    bool known = n >= 0 && (uint64_t)n < l->was && !l->there[n] && l->links[n].from_level == level;
    ptl_grmm_link link = known ? l->links[n] : (ptl_grmm_link){ .from_level = (uint16_t)level };
    size_t        at;

    if (!ptl_grmm_cell_of(&l->map->levels.data[level], o, &link.from_row, &link.from_column) ||
        !parse_aim(l->map, ptl_grid_said(&o->properties, "to"), &link)) {
        if (!known || !same_link(&link, &l->links[n])) {
            l->lost++;
            return;
        }
    }
    at           = known ? (size_t)n : l->count++;
    l->changed   = l->changed || !known || !same_link(&link, &l->links[at]);
    l->links[at] = link;
    l->there[at] = true;
}

/* Links of levels that did not come back stay. */
static void take_links_of(linker *l, const ptl_grid_home *home)
{
    for (size_t i = 0; i < home->layers.count; i++) {
        const ptl_grid_layer *after = home->layers.data[i].after;

        if (home->before->layers.data[i].field != GRMM_LINKS_LAYER)
            continue;
        for (size_t k = 0; after && k < l->was; k++)
            if (l->links[k].from_level == home->map)
                l->there[k] = false;
        for (size_t k = 0; after && k < after->is.objects.count && ptl_ok(l->job); k++)
            take_link(l, home->map, &after->is.objects.data[k]);
    }
}

void ptl_grmm_take_links(ptl_job *job, ptl_grmm *map, ptl_grid_homes *homes)
{
    linker l    = { .job = job, .map = map, .count = map->links.count, .was = map->links.count };
    size_t most = l.was, kept = 0;

    for (size_t i = 0; i < homes->count; i++)
        most += homes->data[i].before ? count_objects(&homes->data[i]) : 0;
    l.links = ptl_arena_array(job, most, sizeof *l.links);
    l.there = ptl_arena_array(job, most, sizeof *l.there);
    if (!ptl_ok(job))
        return;
    for (size_t i = 0; i < l.was; i++) {
        l.links[i] = map->links.data[i];
        l.there[i] = true;
    }
    for (size_t i = 0; i < homes->count && ptl_ok(job); i++)
        if (homes->data[i].before)
            take_links_of(&l, &homes->data[i]);
    for (size_t i = 0; i < l.count; i++) {
        l.changed = l.changed || !l.there[i];
        if (l.there[i])
            l.links[kept++] = l.links[i];
    }
    if (l.changed)
        map->links = (ptl_grmm_links){ l.links, kept };
    homes->any = homes->any || l.changed;
    ptl_find_count(job, PTL_LOSS, "grid-ignored", l.lost,
                   "# {link leads|links lead} from or to no cell and {is|are} left out");
}
