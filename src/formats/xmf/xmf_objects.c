/* SPDX-License-Identifier: MIT */
/* The objects of a container as pictures show them: sprites, taken from their sources, and marks
 * for boxes, lines and sprites. */
#include <stdlib.h>
#include <string.h>

#include "formats/xmf/xmf_private.h"

enum { WHOLE_SCALE = 1024, MOST_SHIFT = 16 };

typedef struct source { /* a piece of an image that sprites are made of */
    int32_t  id;
    uint32_t order; /* of equal ids the last counts */
    uint32_t sheet, x, y, width, height;
} source;

typedef struct objects {
    ptl_xmf_tiling *t;
    ptl_buf         sources; /* of the layer at hand */
    ptl_buf         sprites, marks;
    size_t          lost; /* objects of unknown kinds, and sprites without a source */
} objects;

/* ---- Sources --------------------------------------------------------------------------------- */

static uint32_t length(int32_t value)
{
    return value > 0 ? (uint32_t)value : 0;
}

static int32_t number(const ptl_xmf_values *values, const char *name, int32_t otherwise)
{
    return ptl_xmf_number_or(ptl_xmf_attribute(values, name), otherwise);
}

static int32_t whole(const ptl_xmf_values *values, size_t index)
{
    return ptl_xmf_number_or(ptl_xmf_value_at(values, index), 0);
}

static void put_source(objects *o, source s)
{
    s.order = (uint32_t)(o->sources.size / sizeof s);
    ptl_put(&o->sources, &s, sizeof s);
}

/* File:SpriteSource id path: all of an image, or a piece of it. */
static void take_source(objects *o, size_t tag)
{
    ptl_xmf_values values = ptl_xdl_values(o->t->job, o->t->box->tags.data[tag].rest);
    ptl_str        path   = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 1));

    put_source(o, (source){ .id     = whole(&values, 0),
                            .sheet  = ptl_xmf_sheet_of(o->t, path, "sprite"),
                            .x      = length(number(&values, "horizOffset", 0)),
                            .y      = length(number(&values, "vertOffset", 0)),
                            .width  = length(number(&values, "width", 0)),
                            .height = length(number(&values, "height", 0)) });
}

/* File:SpriteSheet path: rows of id, x, y, width, height. */
static void take_sheet(objects *o, size_t tag)
{
    const ptl_xmf *box    = o->t->box;
    ptl_xmf_values values = ptl_xdl_values(o->t->job, box->tags.data[tag].rest);
    ptl_str        path   = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0));
    uint32_t       sheet  = ptl_xmf_sheet_of(o->t, path, "sprites");
    size_t         data   = ptl_xmf_child(box, tag, "SheetData");
    size_t         end    = data ? ptl_xmf_inside_end(box, data) : 0;

    for (size_t i = data + 1; i < end && ptl_ok(o->t->job); i++) {
        ptl_xmf_values row = ptl_xdl_values(o->t->job, box->tags.data[i].rest);

        if (ptl_xmf_value_at(&row, 4))
            put_source(o, (source){ .id     = whole(&row, 0),
                                    .sheet  = sheet,
                                    .x      = length(whole(&row, 1)),
                                    .y      = length(whole(&row, 2)),
                                    .width  = length(whole(&row, 3)),
                                    .height = length(whole(&row, 4)) });
    }
}

static int compare(const void *a, const void *b)
{
    const source *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void take_sources(objects *o, const ptl_xmf_layer *layer)
{
    const ptl_xmf *box = o->t->box;

    o->sources.size = 0;
    for (size_t i = layer->tag + 1, end = ptl_xmf_inside_end(box, layer->tag); i < end; i++) {
        if (ptl_str_is(box->tags.data[i].name, "File:SpriteSource"))
            take_source(o, i);
        if (ptl_str_is(box->tags.data[i].name, "File:SpriteSheet"))
            take_sheet(o, i);
    }
    if (ptl_ok(o->t->job) && o->sources.size > 0)
        qsort(o->sources.data, o->sources.size / sizeof(source), sizeof(source), compare);
}

/* The last of an id, or NULL. */
static const source *find(const objects *o, int32_t id)
{
    const source *list = (const source *)(const void *)o->sources.data;
    size_t        low = 0, high = o->sources.size / sizeof *list;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list[middle].id <= id)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && list[low - 1].id == id ? &list[low - 1] : NULL;
}

/* ---- Colors ---------------------------------------------------------------------------------- */

static bool hex_color(ptl_str text, uint8_t out[4])
{
    uint64_t value = 0;

    if (text.size != 8)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        const char *digits = "0123456789ABCDEF0123456789abcdef";
        const char *at     = text.data[i] ? strchr(digits, text.data[i]) : NULL;

        if (!at)
            return false;
        value = value << 4 | (uint64_t)(at - digits) % 16;
    }
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    return true;
}

/* Color "RRGGBBAA", or four numbers: alpha, red, green, blue. */
static void take_color(const objects *o, size_t tag, ptl_tile_mark *mark)
{
    const ptl_xmf *box   = o->t->box;
    size_t         color = ptl_xmf_child(box, tag, "Color");
    ptl_xmf_values values;

    if (!color)
        return;
    values        = ptl_xdl_values(o->t->job, box->tags.data[color].rest);
    mark->colored = hex_color(ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0)), mark->color);
    if (!mark->colored && ptl_xmf_value_at(&values, 3)) {
        for (size_t i = 0; i < 4; i++)
            mark->color[i] = (uint8_t)whole(&values, (i + 1) % 4);
        mark->colored = true;
    }
}

/* ---- Objects --------------------------------------------------------------------------------- */

static ptl_tile_point *points(objects *o, size_t count)
{
    return ptl_arena_array(o->t->job, count, sizeof(ptl_tile_point));
}

static int32_t past(int32_t last)
{
    return last < INT32_MAX ? last + 1 : last;
}

static void put_mark(objects *o, const ptl_xmf_object *object, ptl_tile_mark mark)
{
    mark.name = object->name;
    take_color(o, object->tag, &mark);
    ptl_put(&o->marks, &mark, sizeof mark);
}

static void take_box(objects *o, const ptl_xmf_object *object)
{
    ptl_tile_point *corners = points(o, 2);

    if (!corners)
        return;
    corners[0] = (ptl_tile_point){ object->left, object->top };
    corners[1] = (ptl_tile_point){ past(object->right), past(object->bottom) };
    put_mark(o, object, (ptl_tile_mark){ .shape = PTL_TILE_BOX, .points = corners, .count = 2 });
}

/* Begin x y, Segment x y, ..., Close. */
static void take_line(objects *o, const ptl_xmf_object *object)
{
    const ptl_xmf  *box  = o->t->box;
    size_t          end  = ptl_xmf_inside_end(box, object->tag);
    ptl_tile_point *list = points(o, end - object->tag);
    ptl_tile_mark   mark = { .shape = PTL_TILE_LINE, .points = list };

    for (size_t i = object->tag + 1; i < end && list; i++) {
        ptl_str name = box->tags.data[i].name;

        mark.closed = mark.closed || ptl_str_is(name, "Close");
        if (ptl_str_is(name, "Begin") || ptl_str_is(name, "Segment")) {
            ptl_xmf_values values = ptl_xdl_values(o->t->job, box->tags.data[i].rest);

            list[mark.count++] = (ptl_tile_point){ whole(&values, 0), whole(&values, 1) };
        }
    }
    if (mark.count > 0)
        put_mark(o, object, mark);
}

static uint32_t shown(const ptl_xmf_values *values, const char *name, int32_t begin)
{
    const ptl_xmf_value *last = ptl_xmf_attribute(values, name);
    int64_t              size = last ? (int64_t)ptl_xmf_number_or(last, begin) - begin + 1 : 0;

    return size > 0 && size <= INT32_MAX ? (uint32_t)size : 0;
}

static bool is_true(const ptl_xmf_values *values, const char *name)
{
    const ptl_xmf_value *value = ptl_xmf_attribute(values, name);

    return value && (value->kind == PTL_XMF_BOOL || value->kind == PTL_XMF_INTEGER) &&
           value->integer != 0;
}

static uint32_t size_of(int32_t scale)
{
    return scale < 0 ? 0 - (uint32_t)scale : (uint32_t)scale;
}

static ptl_tile_sprite sprite_of(const ptl_xmf_values *values, const source *from)
{
    int32_t across = number(values, "scaleHoriz", WHOLE_SCALE);
    int32_t down   = number(values, "scaleVert", WHOLE_SCALE);
    int32_t shift = number(values, "palShift", 0), alpha = number(values, "masterAlpha", 255);
    bool    x = is_true(values, "hMirror") != (across < 0);
    bool    y = is_true(values, "vMirror") != (down < 0);

    return (ptl_tile_sprite){
        .sheet        = from->sheet,
        .x            = from->x,
        .y            = from->y,
        .width        = from->width,
        .height       = from->height,
        .left         = whole(values, 3),
        .top          = whole(values, 4),
        .shown_width  = shown(values, "lrCornerX", whole(values, 3)),
        .shown_height = shown(values, "lrCornerY", whole(values, 4)),
        .scale_x      = size_of(across),
        .scale_y      = size_of(down),
        .selector     = length(number(values, "palSel", 0)) & 0xFFFF,
        .shift        = shift > 0 && shift <= MOST_SHIFT ? (uint32_t)shift : 0,
        .transform    = (uint8_t)((x ? PTL_TILE_MIRROR_X : 0) | (y ? PTL_TILE_MIRROR_Y : 0)),
        .alpha        = alpha >= 0 && alpha <= 255 ? (uint8_t)alpha : 255,
    };
}

static void say_sourceless(const objects *o, const ptl_xmf_object *object, int32_t id)
{
    char shown[48];

    PTL_FIND(o->t->job, PTL_WARNING, ptl_path(o->t->job, "tags[%zu]", object->tag),
             ptl_xmf_place(o->t->box, object->tag), "sprite-missing",
             "sprite %s is of source %ld, which its layer does not have",
             ptl_quote(shown, sizeof shown, object->name.data, object->name.size), (long)id);
}

static void take_sprite(objects *o, const ptl_xmf_layer *layer, const ptl_xmf_object *object,
                        uint32_t under)
{
    ptl_xmf_values  values = ptl_xdl_values(o->t->job, o->t->box->tags.data[object->tag].rest);
    const source   *from   = find(o, whole(&values, 2));
    ptl_tile_sprite sprite;

    if (!from || from->sheet == PTL_TILE_NONE) {
        if (!from && o->t->checked)
            say_sourceless(o, object, whole(&values, 2));
        o->lost++;
        return;
    }
    sprite       = sprite_of(&values, from);
    sprite.layer = layer->name;
    sprite.under = under;
    put_mark(o, object,
             (ptl_tile_mark){ .shape  = PTL_TILE_SPRITE,
                              .sprite = (uint32_t)(o->sprites.size / sizeof sprite) });
    ptl_put(&o->sprites, &sprite, sizeof sprite);
}

static void take_objects(objects *o, const ptl_xmf_layer *layer, uint32_t under)
{
    take_sources(o, layer);
    for (size_t i = 0; i < layer->objects.count && ptl_ok(o->t->job); i++) {
        const ptl_xmf_object *object = &layer->objects.data[i];

        if (ptl_str_is(object->kind, "Box"))
            take_box(o, object);
        else if (ptl_str_is(object->kind, "Polyline"))
            take_line(o, object);
        else if (ptl_str_is(object->kind, "Sprite"))
            take_sprite(o, layer, object, under);
        else
            o->lost++;
    }
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static int by_priority(const void *a, const void *b)
{
    const ptl_xmf_layer *x = *(const ptl_xmf_layer *const *)a,
                        *y = *(const ptl_xmf_layer *const *)b;

    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}

/* Sprites come over the tile layers of lower priorities. */
static void take_layers(objects *o)
{
    ptl_xmf_tiling       *t     = o->t;
    const ptl_xmf_layer **order = ptl_arena_array(t->job, t->layers.count, sizeof *order);
    uint32_t              under = 0;

    for (size_t i = 0; i < t->layers.count && order; i++)
        order[i] = &t->layers.data[i];
    if (order && t->layers.count > 0)
        qsort(order, t->layers.count, sizeof *order, by_priority);
    for (size_t i = 0; i < t->layers.count && ptl_ok(t->job); i++) {
        while (under < t->out.layers.count && t->shown[under]->priority <= order[i]->priority)
            under++;
        take_objects(o, order[i], under);
    }
}

size_t ptl_xmf_take_objects(ptl_xmf_tiling *t)
{
    objects  o = { .t       = t,
                   .sources = ptl_buf_of(t->job, NULL),
                   .sprites = ptl_buf_of(t->job, NULL),
                   .marks   = ptl_buf_of(t->job, NULL) };
    ptl_list list;

    take_layers(&o);
    list                 = ptl_xmf_list_of(t->job, &o.sprites, sizeof(ptl_tile_sprite));
    t->out.sprites.data  = list.data;
    t->out.sprites.count = list.count;
    list                 = ptl_xmf_list_of(t->job, &o.marks, sizeof(ptl_tile_mark));
    t->out.marks.data    = list.data;
    t->out.marks.count   = list.count;
    ptl_buf_free(&o.sources);
    return o.lost;
}
