/* SPDX-License-Identifier: MIT */
/* Three states of a map before they are merged: who is who, and numbers of layers, objects and
 * tiles that both sides gave out, to different things. Those of the other side become new ones. */
#include <string.h>

#include "core/compare.h"
#include "core/hash.h"
#include "core/num.h"
#include "core/order.h"
#include "formats/tmx/tmx_private.h"

static const ptl_hash_key key = { UINT64_C(0x452821E638D01377), UINT64_C(0x9E3779B97F4A7C15) };

/* ---- Names ----------------------------------------------------------------------------------- */

static uint64_t hash_of(const ptl_tiled_element *e, ptl_str value)
{
    return ptl_hash_text(key, e->name) * 3 + ptl_hash_text(key, value);
}

/* What tells an element from its neighbors, and stays: numbers, of chunks their places, of
 * properties their names. Sets may be renamed, and are found by what they hold. */
uint64_t ptl_tmx_key(const void *element)
{
    static const char *const names[] = { "id", "tileid", "name" };
    const ptl_tiled_element *e       = element;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ptl_str value = ptl_tmx_value(e, names[i]);

        if (value.size > 0 && (i != 2 || ptl_tmx_has(e, "value")))
            return hash_of(e, value) | 1;
    }
    if (e->cells.count > 0 && ptl_tmx_has(e, "x"))
        return (hash_of(e, ptl_tmx_value(e, "x")) * 5 + hash_of(e, ptl_tmx_value(e, "y"))) | 1;
    return 0;
}

/* ---- Layers, objects and sets ---------------------------------------------------------------- */

typedef enum role { NOTHING, LAYER, OBJECT, SET, ROLES } role;

static const struct {
    const char *number, *next; /* attributes: its own, and the map's for the next one */
} roles[ROLES] = {
    [LAYER]  = { "id", "nextlayerid" },
    [OBJECT] = { "id", "nextobjectid" },
    [SET]    = { "firstgid", NULL },
};

typedef struct walk { /* over the elements of a document */
    const ptl_tiled_elements *all;
    size_t                    at;
    role                      roles[PTL_TILED_MAX_DEPTH]; /* of the last element of each level */
    const ptl_tiled_element  *last[PTL_TILED_MAX_DEPTH];
} walk;

/* JSON has lists around them, which have the names. */
static role role_of(const walk *w, const ptl_tiled_element *e)
{
    static const char *const layers[] = { "layer", "objectgroup", "imagelayer", "group" };
    const ptl_tiled_element *above    = e->level > 0 ? w->last[e->level - 1] : NULL;
    bool                     json     = above && above->list;
    uint32_t                 up       = json ? 2 : 1;
    bool                     top      = e->level == up;
    role                     around   = e->level > up ? w->roles[e->level - up] : NOTHING;
    ptl_str                  name     = json ? above->name : e->name;

    if (!above)
        return NOTHING;
    if (ptl_str_is(name, json ? "tilesets" : "tileset"))
        return top ? SET : NOTHING;
    if (ptl_str_is(name, json ? "objects" : "object"))
        return around == LAYER ? OBJECT : NOTHING;
    if (!top && around != LAYER)
        return NOTHING;
    if (json)
        return ptl_str_is(name, "layers") ? LAYER : NOTHING;
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        if (ptl_str_is(name, layers[i]))
            return LAYER;
    return NOTHING;
}

/* The next element that has a role, or NULL. */
static ptl_tiled_element *next_of(walk *w, role *what)
{
    while (w->at < w->all->count) {
        ptl_tiled_element *e = &w->all->data[w->at++];

        *what              = role_of(w, e);
        w->last[e->level]  = e;
        w->roles[e->level] = *what;
        if (*what != NOTHING)
            return e;
    }
    return NULL;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

typedef struct numbered {
    int64_t            number;
    ptl_tiled_element *element;
} numbered;

typedef struct numbers { /* sorted */
    numbered *data;
    size_t    count;
} numbers;

static bool comes_before(const void *of, uint32_t a, uint32_t b)
{
    const numbered *all = of;

    return all[a].number != all[b].number ? all[a].number < all[b].number : a < b;
}

/* What a set is called: by its file, or by its name. */
static int64_t name_of_set(const ptl_tiled_element *set)
{
    ptl_str source = ptl_tmx_value(set, "source");

    return (int64_t)(ptl_hash_text(key, source.size > 0 ? source : ptl_tmx_value(set, "name")) >>
                     1);
}

static numbers numbers_of(ptl_job *job, const ptl_tiled *doc, role what, bool by_name)
{
    numbered          *found = ptl_arena_array(job, doc->elements.count, sizeof *found);
    numbered          *out   = ptl_arena_array(job, doc->elements.count, sizeof *out);
    uint32_t          *order = ptl_arena_array(job, doc->elements.count, sizeof *order);
    walk               w     = { .all = &doc->elements };
    size_t             count = 0;
    role               is;
    ptl_tiled_element *e;

    if (!found || !out || !order)
        return (numbers){ 0 };
    while ((e = next_of(&w, &is)))
        if (is == what)
            found[count++] =
                (numbered){ by_name ? name_of_set(e) : ptl_tmx_whole(e, roles[what].number, 0), e };
    ptl_put_in_order(order, count, comes_before, found);
    for (size_t i = 0; i < count; i++)
        out[i] = found[order[i]];
    return (numbers){ out, count };
}

/* The last of them that is not above a number, or NULL. */
static const numbered *up_to(const numbers *all, int64_t number)
{
    size_t low = 0, high = all->count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (all->data[middle].number <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &all->data[low - 1] : NULL;
}

static const numbered *with(const numbers *all, int64_t number)
{
    const numbered *found = up_to(all, number);

    return found && found->number == number ? found : NULL;
}

static void set_number(ptl_job *job, ptl_tiled_element *e, const char *name, int64_t number)
{
    char text[32];

    for (size_t i = 0; i < e->attributes.count; i++)
        if (ptl_str_is(e->attributes.data[i].name, name))
            e->attributes.data[i].value = ptl_tmx_copy(job, text, ptl_format_i64(text, number));
}

/* ---- Layers and objects ---------------------------------------------------------------------- */

typedef struct uniting {
    ptl_job   *job;
    ptl_tiled *side[3]; /* base, mine, other */
    bool      *changed;
} uniting;

/* Objects are named by properties, too: `fresh` has the new numbers, or 0. */
static void follow(uniting *u, const numbers *objects, const int64_t *fresh)
{
    for (size_t i = 0; i < u->side[2]->elements.count && ptl_ok(u->job); i++) {
        ptl_tiled_element *e     = &u->side[2]->elements.data[i];
        const numbered    *named = ptl_str_is(ptl_tmx_value(e, "type"), "object")
                                       ? with(objects, ptl_tmx_whole(e, "value", 0))
                                       : NULL;

        if (named && fresh[named - objects->data] > 0)
            set_number(u->job, e, "value", fresh[named - objects->data]);
    }
}

static int64_t largest(const numbers *all, int64_t most)
{
    return all->count > 0 && all->data[all->count - 1].number >= most
               ? all->data[all->count - 1].number + 1
               : most;
}

/* What both made the next number, if both gave out some. */
static void raise_next(uniting *u, const char *name, int64_t next)
{
    int64_t was = ptl_tmx_whole(&u->side[0]->elements.data[0], name, 0);

    for (size_t s = 1; s < 3; s++)
        if (ptl_tmx_whole(&u->side[s]->elements.data[0], name, was) == was)
            return;
    for (size_t s = 1; s < 3; s++)
        if (ptl_tmx_whole(&u->side[s]->elements.data[0], name, was) != next) {
            set_number(u->job, &u->side[s]->elements.data[0], name, next);
            u->changed[s] = true;
        }
}

static void unite_ids(uniting *u, const ptl_record *element, role what)
{
    numbers  all[3];
    int64_t  next = 1;
    int64_t *fresh;

    for (size_t s = 0; s < 3; s++) {
        int64_t said = ptl_tmx_whole(&u->side[s]->elements.data[0], roles[what].next, 0);

        all[s] = numbers_of(u->job, u->side[s], what, false);
        next   = largest(&all[s], said > next ? said : next);
    }
    fresh = ptl_arena_array(u->job, (uint64_t)all[2].count + 1, sizeof *fresh);
    for (size_t i = 0; i < all[2].count && ptl_ok(u->job) && next < INT32_MAX; i++) {
        const numbered *n = &all[2].data[i], *mine = with(&all[1], n->number);

        if (n->number < 1 || !mine || with(&all[0], n->number) ||
            ptl_record_same(element, mine->element, n->element, PTL_MEANING))
            continue;
        fresh[i] = next++;
        set_number(u->job, n->element, roles[what].number, fresh[i]);
        u->changed[2] = true;
    }
    if (what == OBJECT && fresh)
        follow(u, &all[2], fresh);
    raise_next(u, roles[what].next, next);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* The number after the last tile of all sets: those that are used, where a set does not say. */
static int64_t after_tiles(const uniting *u, const numbers *sets)
{
    int64_t most = 1;

    for (size_t s = 1; s < 3; s++) {
        const ptl_tiled_elements *all = &u->side[s]->elements;

        for (size_t i = 0; i < sets[s].count; i++) {
            int64_t end =
                sets[s].data[i].number + ptl_tmx_whole(sets[s].data[i].element, "tilecount", 1);

            most = end > most && end < INT32_MAX / 8 ? end : most;
        }
        for (size_t i = 0; i < all->count; i++) {
            const ptl_tiled_element *e   = &all->data[i];
            int64_t                  gid = ptl_tmx_whole(e, "gid", 0) & ~(int64_t)PTL_TILED_FLAGS;

            most = gid >= most && gid < INT32_MAX / 8 ? gid + 1 : most;
            for (size_t c = 0; c < e->cells.count; c++) {
                gid  = e->cells.data[c] & ~PTL_TILED_FLAGS;
                most = gid >= most && gid < INT32_MAX / 8 ? gid + 1 : most;
            }
        }
    }
    return most;
}

/* Tiles of the other side get the numbers that their sets will have; `first` has them. */
static uint32_t moved(const numbers *sets, const int64_t *first, uint32_t gid)
{
    uint32_t        flags = gid & PTL_TILED_FLAGS, tile = gid & ~PTL_TILED_FLAGS;
    const numbered *set = tile > 0 ? up_to(sets, tile) : NULL;

    return set ? flags | (uint32_t)(tile - set->number + first[set - sets->data]) : gid;
}

static void move_tiles(uniting *u, const numbers *sets, const int64_t *first)
{
    ptl_tiled_elements *all = &u->side[2]->elements;

    for (size_t i = 0; i < all->count && ptl_ok(u->job); i++) {
        ptl_tiled_element *e   = &all->data[i];
        int64_t            gid = ptl_tmx_whole(e, "gid", 0);

        if (gid > 0 && gid <= UINT32_MAX)
            set_number(u->job, e, "gid", moved(sets, first, (uint32_t)gid));
        if (e->cells.count == 0)
            continue;
        PTL_COPY_LIST(u->job, e->cells); /* they may be shared with the file's bytes */
        for (size_t c = 0; c < e->cells.count && ptl_ok(u->job); c++)
            e->cells.data[c] = moved(sets, first, e->cells.data[c]);
    }
    for (size_t i = 0; i < sets->count; i++)
        set_number(u->job, sets->data[i].element, "firstgid", first[i]);
    u->changed[2] = true;
}

typedef struct sets { /* of the three sides, by number and by name */
    numbers at[3], named[3];
} sets;

/* Where a set of the other side goes: where it is, where mine has the same one, or behind all
 * tiles. */
static int64_t place_of(const uniting *u, const sets *s, size_t index, int64_t *vacant)
{
    const numbered *set  = &s->at[2].data[index];
    const numbered *end  = index + 1 < s->at[2].count ? set + 1 : NULL;
    const numbered *met  = up_to(&s->at[1], end ? end->number - 1 : INT32_MAX), *mine;
    int64_t         name = name_of_set(set->element), place = *vacant;

    if (with(&s->named[0], name))
        return set->number;
    mine = with(&s->named[1], name);
    if (mine)
        return ptl_tmx_whole(mine->element, "firstgid", 0);
    if (!met || with(&s->at[0], met->number))
        return set->number;
    *vacant += (end ? end->number : after_tiles(u, s->at)) - set->number;
    return place;
}

static void unite_sets(uniting *u)
{
    sets     s;
    int64_t *first, vacant;
    bool     any = false;

    for (size_t side = 0; side < 3; side++) {
        s.at[side]    = numbers_of(u->job, u->side[side], SET, false);
        s.named[side] = numbers_of(u->job, u->side[side], SET, true);
    }
    first  = ptl_arena_array(u->job, (uint64_t)s.at[2].count + 1, sizeof *first);
    vacant = after_tiles(u, s.at);
    for (size_t i = 0; first && i < s.at[2].count; i++) {
        first[i] = place_of(u, &s, i, &vacant);
        any      = any || first[i] != s.at[2].data[i].number;
    }
    if (any && ptl_ok(u->job))
        move_tiles(u, &s.at[2], first);
}

/* ---- Layers of other sizes ------------------------------------------------------------------- */

typedef struct board { /* the cells of a layer */
    uint32_t           width, height;
    ptl_u32s           cells;
    ptl_tiled_element *data;
} board;

static const ptl_field  board_field  = { "cells",
                                         "",
                                         PTL_KIND_U32,
                                         PTL_GRID,
                                         .offset = offsetof(board, cells),
                                         .across = offsetof(board, width),
                                         .down   = offsetof(board, height) };
static const ptl_record board_record = { "cells", sizeof(board), &board_field, 1 };

static board board_of(const ptl_tiled *doc, const numbered *layer)
{
    board  out = { 0 };
    size_t at =
        layer ? ptl_tmx_child(&doc->elements, (size_t)(layer->element - doc->elements.data), "data")
              : SIZE_MAX;
    int64_t width, height;

    if (at == SIZE_MAX)
        return out;
    width  = ptl_tmx_whole(layer->element, "width", 0);
    height = ptl_tmx_whole(layer->element, "height", 0);
    if (width > 0 && height > 0 && width <= PTL_TILED_MAX_SIDE && height <= PTL_TILED_MAX_SIDE &&
        (uint64_t)(width * height) == doc->elements.data[at].cells.count)
        out = (board){ (uint32_t)width, (uint32_t)height, doc->elements.data[at].cells,
                       &doc->elements.data[at] };
    return out;
}

static bool same_size(const board *a, const board *b)
{
    return a->width == b->width && a->height == b->height;
}

/* Whether a side changed a cell that is no longer there. */
static bool lost_change(const board *base, const board *side, const ptl_reshape *shape)
{
    for (uint32_t y = 0; y < base->height; y++)
        for (uint32_t x = 0; x < base->width; x++)
            if ((shape->rows->is[y] == PTL_ALONE || shape->columns->is[x] == PTL_ALONE) &&
                base->cells.data[y * base->width + x] != side->cells.data[y * side->width + x])
                return true;
    return false;
}

/* The cells of a state where those of the new size are; what is new there is empty. */
static void reshape(ptl_job *job, const board *from, const board *like, const ptl_reshape *shape)
{
    ptl_u32s out = { ptl_arena_array(job, like->cells.count, sizeof *out.data), like->cells.count };
    size_t   was_x, was_y;

    if (!out.data)
        return;
    for (uint32_t y = 0; y < like->height; y++)
        for (uint32_t x = 0; x < like->width; x++)
            if (ptl_reshape_was(shape, x, y, &was_x, &was_y))
                out.data[(size_t)y * like->width + x] =
                    from->cells.data[was_y * from->width + was_x];
    from->data->cells = out;
}

/* A layer whose size one side changed, or both in the same way: the other states get that size, so
 * that its cells are merged one by one. */
static void unite_layer(uniting *u, board of[3])
{
    size_t      sized = same_size(&of[0], &of[1]) ? 2 : 1;
    ptl_reshape shape;

    if (!of[0].data || !of[1].data || !of[2].data ||
        (same_size(&of[0], &of[1]) && same_size(&of[0], &of[2])) ||
        (!same_size(&of[0], &of[3 - sized]) && !same_size(&of[1], &of[2])))
        return;
    shape = ptl_grids_align(u->job, &board_record, 1, &of[0], &of[sized]);
    if (!shape.rows)
        return;
    if (same_size(&of[0], &of[3 - sized])) {
        if (lost_change(&of[0], &of[3 - sized], &shape))
            return;
        reshape(u->job, &of[3 - sized], &of[sized], &shape);
        u->changed[3 - sized] = true;
    }
    reshape(u->job, &of[0], &of[sized], &shape);
    u->changed[0] = true;
}

static void unite_sizes(uniting *u)
{
    numbers all[3];

    for (size_t s = 0; s < 3; s++)
        all[s] = numbers_of(u->job, u->side[s], LAYER, false);
    for (size_t i = 0; i < all[0].count && ptl_ok(u->job); i++) {
        int64_t id = all[0].data[i].number;
        board   of[3];

        for (size_t s = 0; s < 3; s++)
            of[s] = board_of(u->side[s], with(&all[s], id));
        unite_layer(u, of);
    }
}

void ptl_tmx_unite(ptl_job *job, void *const sides[3], bool changed[3])
{
    uniting           u = { .job = job, .changed = changed };
    const ptl_record *element;

    for (size_t s = 0; s < 3; s++)
        u.side[s] = sides[s];
    element = ptl_format_tmx.record->fields[ptl_format_tmx.record->count - 1].record;
    if (u.side[1]->elements.count == 0 || u.side[0]->elements.count == 0 ||
        u.side[2]->elements.count == 0)
        return;
    unite_ids(&u, element, LAYER);
    unite_ids(&u, element, OBJECT);
    unite_sets(&u);
    unite_sizes(&u);
}
