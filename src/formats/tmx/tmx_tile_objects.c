/* SPDX-License-Identifier: MIT */
/* Objects that are tiles, and images of layers: pieces between layers of tiles. */
#include <string.h>

#include "core/order.h"
#include "formats/tmx/tmx_tiles.h"

/* ---- How cells lie --------------------------------------------------------------------------- */

/* In the terms of Tiled: a hexagon has sides of a length along one axis; where that is 0 it is a
 * diamond. Odd pixels of a cell do not count. */
typedef struct hexagon {
    bool     by_columns, even;
    uint32_t width, height, side, step, shift;
} hexagon;

static hexagon hexagon_of(const ptl_tmx_tiling *t)
{
    const ptl_tiled_element *root = &t->map.elements.data[0];
    hexagon  h     = { .by_columns = ptl_str_is(ptl_tmx_value(root, "staggeraxis"), "x"),
                       .even       = ptl_str_is(ptl_tmx_value(root, "staggerindex"), "even"),
                       .width      = t->map.tile_width & ~1u,
                       .height     = t->map.tile_height & ~1u };
    uint32_t whole = h.by_columns ? h.width : h.height;
    int64_t  side  = ptl_tmx_whole(root, "hexsidelength", 0);

    if (t->map.orientation == PTL_TILED_HEXAGONAL && side > 0)
        h.side = side < whole ? (uint32_t)side : whole;
    h.step  = (whole - h.side) / 2 + h.side;
    h.shift = (h.by_columns ? h.height : h.width) / 2;
    return h;
}

static ptl_tile_lattice shifted(const ptl_tmx_tiling *t, uint64_t *width, uint64_t *height)
{
    hexagon  h      = hexagon_of(t);
    uint64_t across = (uint64_t)(t->cells.right - t->cells.left);
    uint64_t down   = (uint64_t)(t->cells.bottom - t->cells.top);
    bool     odd    = (h.by_columns ? t->cells.left : t->cells.top) & 1;

    if (h.by_columns) {
        *width  = across * h.step + (h.step - h.side);
        *height = down * h.height + (across > 1 ? h.shift : 0);
        return (ptl_tile_lattice){ PTL_TILE_SHIFTED_COLUMNS, h.step, h.height, h.shift,
                                   h.even != odd };
    }
    *width  = across * h.width + (down > 1 ? h.shift : 0);
    *height = down * h.step + (h.step - h.side);
    return (ptl_tile_lattice){ PTL_TILE_SHIFTED_ROWS, h.width, h.step, h.shift, h.even != odd };
}

ptl_tile_lattice ptl_tmx_lattice(const ptl_tmx_tiling *t, uint64_t *width, uint64_t *height)
{
    uint64_t across = (uint64_t)(t->cells.right - t->cells.left);
    uint64_t down   = (uint64_t)(t->cells.bottom - t->cells.top);

    *width  = across * t->map.tile_width;
    *height = down * t->map.tile_height;
    if (t->map.orientation == PTL_TILED_ISOMETRIC) {
        *width  = (across + down) * t->map.tile_width / 2;
        *height = (across + down) * t->map.tile_height / 2;
        return (ptl_tile_lattice){ .way = PTL_TILE_DIAMOND };
    }
    if (t->map.orientation != PTL_TILED_ORTHOGONAL)
        return shifted(t, width, height);
    return (ptl_tile_lattice){ .way = PTL_TILE_ROWS };
}

/* In isometric maps objects are told in squares as high as a cell. */
ptl_tiled_point ptl_tmx_point(const ptl_tmx_tiling *t, double x, double y)
{
    double wide = t->map.tile_width, high = t->map.tile_height;
    double left = (double)t->cells.left, top = (double)t->cells.top;

    if (t->map.orientation == PTL_TILED_ISOMETRIC) {
        double column = x / high - left, row = y / high - top;
        double origin = (double)(t->cells.bottom - t->cells.top) * wide / 2;

        return (ptl_tiled_point){ (column - row) * wide / 2 + origin, (column + row) * high / 2 };
    }
    if (t->map.orientation != PTL_TILED_ORTHOGONAL) {
        hexagon h = hexagon_of(t);

        wide = h.by_columns ? h.step : h.width;
        high = h.by_columns ? h.height : h.step;
    }
    return (ptl_tiled_point){ x - left * wide, y - top * high };
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Behind the layers of tiles there are by now. */
static void put(ptl_tmx_tiling *t, const ptl_tiled_layer *layer, const ptl_tile_pose *pose,
                uint8_t transform)
{
    ptl_tile_pose *kept = ptl_arena_take(t->job, sizeof *kept);

    if (!kept)
        return;
    *kept = *pose;
    t->out->sprites.data[t->out->sprites.count++] =
        (ptl_tile_sprite){ .layer     = layer->name,
                           .under     = (uint32_t)t->out->layers.count,
                           .sheet     = pose->tile.sheet,
                           .transform = transform,
                           .alpha     = 255,
                           .pose      = kept };
}

static void take_image(ptl_tmx_tiling *t, const ptl_tiled_layer *layer, const ptl_tmx_look *l)
{
    ptl_tile_pose pose = { .x        = (double)t->around.left + l->x,
                           .y        = (double)t->around.top + l->y,
                           .repeat_x = layer->repeat_x,
                           .repeat_y = layer->repeat_y };

    if (!ptl_tmx_is_image(&layer->image))
        return;
    if (t->map.orientation == PTL_TILED_ORTHOGONAL) {
        pose.x -= (double)t->cells.left * t->map.tile_width;
        pose.y -= (double)t->cells.top * t->map.tile_height;
    }
    pose.tile = (ptl_tile_place){ .sheet  = ptl_tmx_sheet(t, ptl_tmx_word(""), &layer->image),
                                  .placed = true,
                                  .loose  = true };
    ptl_tmx_shade(pose.shade, l);
    put(t, layer, &pose, 0);
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void take_tile(ptl_tmx_tiling *t, ptl_tmx_thing *to, uint32_t gid)
{
    uint32_t             number = gid & ~PTL_TILED_FLAGS;
    const ptl_tiled_set *set    = ptl_tiled_set_of(&t->map, number);

    to->gid  = gid;
    to->tile = (ptl_tile_place){ .sheet = PTL_TILE_NONE };
    if (number < t->count)
        to->tile = t->places[number];
    to->tile.loose = true; /* it has its own size, whatever cells have */
    if (set)
        to->anchor = t->anchors[set - t->map.sets.data];
}

/* The object of a template, as far as it is drawn. */
static ptl_tmx_thing read_template(ptl_tmx_tiling *t, ptl_str path)
{
    ptl_tmx_thing           out   = { .visible = true };
    ptl_part_place          place = ptl_tmx_set_place(path);
    ptl_job                 own;
    ptl_tiled_map           map;
    ptl_doc                *doc;
    const ptl_tiled_object *o;

    place.file.role = ptl_tmx_role("template", path);
    doc             = ptl_tmx_open(t, &place, &own, &map);
    if (map.what == PTL_TILED_TEMPLATE && map.layers.count > 0 &&
        map.layers.data[0].objects.count > 0) {
        o   = &map.layers.data[0].objects.data[0];
        out = (ptl_tmx_thing){ .gid      = o->gid,
                               .width    = o->width,
                               .height   = o->height,
                               .rotation = o->rotation,
                               .visible  = o->visible };
        if (o->gid && map.sets.count > 0)
            out.tile =
                ptl_tmx_far_tile(t, path, &map.sets.data[0],
                                 (o->gid & ~PTL_TILED_FLAGS) - map.sets.data[0].first, &out.anchor);
    }
    ptl_doc_free(doc);
    out.tile.loose = true;
    return out;
}

/* Each template is read once. */
static const ptl_tmx_thing *template_of(ptl_tmx_tiling *t, ptl_str path)
{
    uint32_t *known = ptl_names_at(t->job, &t->templates, path, PTL_TILE_NONE);

    if (!known)
        return NULL;
    if (*known == PTL_TILE_NONE) {
        t->patterns[t->pattern_count] = read_template(t, path);
        *known                        = t->pattern_count++;
    }
    return &t->patterns[*known];
}

/* What the object does not say is as in its template; a size counts when it is whole. */
static void take_template(ptl_tmx_tiling *t, ptl_tmx_thing *to, const ptl_tiled_object *object)
{
    const ptl_tiled_element *e    = &t->map.elements.data[object->element];
    const ptl_tmx_thing     *from = template_of(t, object->pattern);

    if (!from)
        return;
    if (!ptl_tmx_has(e, "gid")) {
        to->gid    = from->gid;
        to->tile   = from->tile;
        to->anchor = from->anchor;
    }
    if (!(to->width > 0 && to->height > 0)) {
        to->width  = from->width;
        to->height = from->height;
    }
    to->rotation = ptl_tmx_has(e, "rotation") ? to->rotation : from->rotation;
    to->visible  = ptl_tmx_has(e, "visible") ? to->visible : from->visible;
}

static void take_object(ptl_tmx_tiling *t, const ptl_tiled_layer *layer, const ptl_tmx_look *l,
                        const ptl_tiled_object *object)
{
    ptl_tmx_thing   it  = { .width    = object->width,
                            .height   = object->height,
                            .rotation = object->rotation,
                            .visible  = object->visible };
    ptl_tiled_point at  = ptl_tmx_point(t, object->x, object->y);
    ptl_tmx_look    own = *l;
    ptl_tile_pose   pose;

    if (object->gid)
        take_tile(t, &it, object->gid);
    if (object->pattern.size > 0)
        take_template(t, &it, object);
    t->lost += it.visible && !it.gid;
    if (!it.visible || !it.gid)
        return;
    if (!it.anchor.set)
        it.anchor =
            (ptl_tmx_anchor){ t->map.orientation == PTL_TILED_ISOMETRIC ? 0.5 : 0, 1, true };
    own.opacity *= ptl_tmx_real(&t->map.elements.data[object->element], "opacity", 1);
    pose = (ptl_tile_pose){ .tile    = it.tile,
                            .x       = (double)t->around.left + l->x + at.x,
                            .y       = (double)t->around.top + l->y + at.y,
                            .left    = it.anchor.left,
                            .above   = it.anchor.above,
                            .width   = it.width,
                            .height  = it.height,
                            .degrees = it.rotation };
    ptl_tmx_shade(pose.shade, &own);
    put(t, layer, &pose, ptl_tmx_transform(t, it.gid));
}

static bool is_higher(const void *of, uint32_t a, uint32_t b)
{
    const ptl_tiled_object *objects = of;

    return objects[a].y != objects[b].y ? objects[a].y < objects[b].y : a < b;
}

static void take_objects(ptl_tmx_tiling *t, const ptl_tiled_layer *layer, const ptl_tmx_look *l)
{
    size_t    count = layer->objects.count;
    uint32_t *order = ptl_arena_array(t->job, count, sizeof *order);

    for (uint32_t i = 0; order && i < count; i++)
        order[i] = i;
    if (order && !layer->by_index)
        ptl_put_in_order(order, count, is_higher, layer->objects.data);
    for (size_t i = 0; order && i < count && ptl_ok(t->job); i++)
        take_object(t, layer, l, &layer->objects.data[order[i]]);
}

void ptl_tmx_take_things(ptl_tmx_tiling *t, const ptl_tiled_layer *layer)
{
    ptl_tmx_look l = ptl_tmx_look_of(&t->map, layer);

    if (layer->kind == PTL_TILED_IMAGE_LAYER)
        take_image(t, layer, &l);
    else if (layer->kind == PTL_TILED_OBJECT_LAYER)
        take_objects(t, layer, &l);
}
