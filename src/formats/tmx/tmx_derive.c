/* SPDX-License-Identifier: MIT */
/* What elements mean: sets, layers, objects and properties. */
#include <string.h>

#include "core/num.h"
#include "formats/call.h"
#include "formats/tmx/tmx_private.h"

typedef struct builder {
    ptl_job                  *job;
    const ptl_tiled_elements *all;
    ptl_tiled_map            *map;
} builder;

static const ptl_tiled_element *at(const builder *b, size_t index)
{
    return &b->all->data[index];
}

/* Each child of a name, in order. */
#define EACH(i, b, parent, wanted)                                                                 \
    for (size_t i = ptl_tmx_child((b)->all, parent, wanted); i != SIZE_MAX;                        \
         i        = next_named((b)->all, i, wanted))

static size_t next_named(const ptl_tiled_elements *all, size_t child, const char *name)
{
    do
        child = ptl_tmx_next(all, child);
    while (child != SIZE_MAX && !ptl_str_is(all->data[child].name, name));
    return child;
}

static uint32_t u32(const ptl_tiled_element *e, const char *name, uint32_t otherwise)
{
    int64_t value = ptl_tmx_whole(e, name, otherwise);

    return value < 0 ? 0 : value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static int32_t i32(const ptl_tiled_element *e, const char *name)
{
    int64_t value = ptl_tmx_whole(e, name, 0);

    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static ptl_str text_of(const ptl_tiled_element *e, const char *name, const char *otherwise)
{
    ptl_str value = ptl_tmx_value(e, name);

    return value.data ? value : ptl_tmx_word(otherwise);
}

/* Called `class` by 1.9, `type` before and after. */
static ptl_str type_of(const ptl_tiled_element *e)
{
    ptl_str name = ptl_tmx_value(e, "class");

    return name.size > 0 ? name : text_of(e, "type", "");
}

/* ---- Properties and images ------------------------------------------------------------------- */

static ptl_tiled_properties properties_of(builder *b, size_t owner)
{
    size_t               list = ptl_tmx_child(b->all, owner, "properties");
    ptl_tiled_properties out  = { NULL, 0 };

    if (list == SIZE_MAX || !ptl_ok(b->job))
        return out;
    out.data = ptl_arena_array(b->job, ptl_tmx_count(b->all, list, "property"), sizeof *out.data);
    if (!out.data)
        return out;
    EACH(i, b, list, "property")
    {
        ptl_str value = ptl_tmx_value(at(b, i), "value");

        out.data[out.count++] =
            (ptl_tiled_property){ .name    = text_of(at(b, i), "name", ""),
                                  .type    = text_of(at(b, i), "type", "string"),
                                  .custom  = text_of(at(b, i), "propertytype", ""),
                                  .value   = value.data ? value : at(b, i)->text,
                                  .members = properties_of(b, i) };
    }
    return out;
}

static ptl_tiled_image image_of(const builder *b, size_t owner)
{
    size_t          i   = ptl_tmx_child(b->all, owner, "image"), inside;
    ptl_tiled_image out = { .source = { "", 0 }, .trans = { "", 0 }, .data = { "", 0 } };

    if (i == SIZE_MAX)
        return out;
    inside = ptl_tmx_child(b->all, i, "data");
    out    = (ptl_tiled_image){ text_of(at(b, i), "source", ""),
                                text_of(at(b, i), "trans", ""),
                                u32(at(b, i), "width", 0),
                                u32(at(b, i), "height", 0),
                                inside != SIZE_MAX,
                             inside == SIZE_MAX ? out.data : at(b, inside)->text };
    if (out.trans.size > 0 && out.trans.data[0] == '#')
        out.trans = (ptl_str){ out.trans.data + 1, out.trans.size - 1 };
    return out;
}

/* ---- Objects --------------------------------------------------------------------------------- */

/* "x,y x,y"; what is no number counts as 0. */
static ptl_tiled_points points_of(builder *b, ptl_str text)
{
    ptl_tiled_points out  = { NULL, 0 };
    const char      *here = text.data, *end = tmx_end(text);
    size_t           count = 0;

    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == ',';
    out.data = ptl_arena_array(b->job, count, sizeof *out.data);
    while (out.data && out.count < count && here < end) {
        ptl_tiled_point p     = { 0, 0 };
        const char     *after = ptl_parse_f64(here, end, &p.x);
        const char     *comma =
            memchr(after ? after : here, ',', (size_t)(end - (after ? after : here)));

        if (!comma)
            break;
        after = ptl_parse_f64(comma + 1, end, &p.y);
        if (!(p.x - p.x == 0 && p.y - p.y == 0))
            p = (ptl_tiled_point){ 0, 0 };
        out.data[out.count++] = p;
        here                  = after ? after : comma + 1;
        while (here < end && (*here == ' ' || *here == '\n'))
            here++;
    }
    return out;
}

static const struct {
    const char *name;
    uint8_t     shape;
} shapes[] = {
    { "ellipse", PTL_TILED_ELLIPSE },   { "point", PTL_TILED_POINT },
    { "capsule", PTL_TILED_CAPSULE },   { "polygon", PTL_TILED_POLYGON },
    { "polyline", PTL_TILED_POLYLINE }, { "text", PTL_TILED_LABEL },
};

static void take_shape(builder *b, ptl_tiled_object *o, size_t index)
{
    o->shape = o->gid ? PTL_TILED_TILE : PTL_TILED_RECTANGLE;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        size_t i = ptl_tmx_child(b->all, index, shapes[k].name);

        if (i == SIZE_MAX || o->shape != PTL_TILED_RECTANGLE)
            continue;
        o->shape  = shapes[k].shape;
        o->text   = o->shape == PTL_TILED_LABEL ? at(b, i)->text : ptl_tmx_word("");
        o->points = points_of(b, text_of(at(b, i), "points", ""));
    }
}

static ptl_tiled_object object_of(builder *b, size_t index)
{
    const ptl_tiled_element *e = at(b, index);
    ptl_tiled_object         o = { .element  = index,
                                   .id       = u32(e, "id", 0),
                                   .name     = text_of(e, "name", ""),
                                   .type     = type_of(e),
                                   .pattern  = text_of(e, "template", ""),
                                   .gid      = u32(e, "gid", 0),
                                   .x        = ptl_tmx_real(e, "x", 0),
                                   .y        = ptl_tmx_real(e, "y", 0),
                                   .width    = ptl_tmx_real(e, "width", 0),
                                   .height   = ptl_tmx_real(e, "height", 0),
                                   .rotation = ptl_tmx_real(e, "rotation", 0),
                                   .visible  = ptl_tmx_bool(e, "visible", true),
                                   .text     = { "", 0 } };

    take_shape(b, &o, index);
    o.properties = properties_of(b, index);
    return o;
}

static ptl_tiled_objects objects_of(builder *b, size_t owner)
{
    ptl_tiled_objects out = { NULL, 0 };

    out.data = ptl_arena_array(b->job, ptl_tmx_count(b->all, owner, "object"), sizeof *out.data);
    if (out.data)
        EACH(i, b, owner, "object")
    out.data[out.count++] = object_of(b, i);
    return out;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static ptl_tiled_frames frames_of(builder *b, size_t tile)
{
    size_t           list = ptl_tmx_child(b->all, tile, "animation");
    ptl_tiled_frames out  = { NULL, 0 };

    if (list == SIZE_MAX)
        return out;
    out.data = ptl_arena_array(b->job, ptl_tmx_count(b->all, list, "frame"), sizeof *out.data);
    if (out.data)
        EACH(i, b, list, "frame")
    out.data[out.count++] =
        (ptl_tiled_frame){ u32(at(b, i), "tileid", 0), u32(at(b, i), "duration", 0) };
    return out;
}

static ptl_tiled_tile tile_of(builder *b, size_t index)
{
    const ptl_tiled_element *e         = at(b, index);
    size_t                   shapes_at = ptl_tmx_child(b->all, index, "objectgroup");
    ptl_tiled_tile           out       = { .id         = u32(e, "id", 0),
                                           .type       = type_of(e),
                                           .image      = image_of(b, index),
                                           .x          = u32(e, "x", 0),
                                           .y          = u32(e, "y", 0),
                                           .width      = u32(e, "width", 0),
                                           .height     = u32(e, "height", 0),
                                           .frames     = frames_of(b, index),
                                           .properties = properties_of(b, index) };

    if (shapes_at != SIZE_MAX)
        out.shapes = objects_of(b, shapes_at);
    return out;
}

static ptl_tiled_set set_of(builder *b, size_t index)
{
    const ptl_tiled_element *e      = at(b, index);
    size_t                   offset = ptl_tmx_child(b->all, index, "tileoffset");
    ptl_tiled_set            s      = { .element     = index,
                                        .first       = u32(e, "firstgid", 0),
                                        .source      = text_of(e, "source", ""),
                                        .name        = text_of(e, "name", ""),
                                        .tile_width  = u32(e, "tilewidth", 0),
                                        .tile_height = u32(e, "tileheight", 0),
                                        .spacing     = u32(e, "spacing", 0),
                                        .margin      = u32(e, "margin", 0),
                                        .tile_count  = u32(e, "tilecount", 0),
                                        .columns     = u32(e, "columns", 0),
                                        .alignment   = text_of(e, "objectalignment", ""),
                                        .image       = image_of(b, index),
                                        .properties  = properties_of(b, index) };

    if (offset != SIZE_MAX) {
        s.offset_x = i32(at(b, offset), "x");
        s.offset_y = i32(at(b, offset), "y");
    }
    s.tiles.data =
        ptl_arena_array(b->job, ptl_tmx_count(b->all, index, "tile"), sizeof *s.tiles.data);
    if (s.tiles.data)
        EACH(i, b, index, "tile")
    s.tiles.data[s.tiles.count++] = tile_of(b, i);
    return s;
}

static void take_sets(builder *b, size_t root)
{
    bool   alone = ptl_str_is(at(b, root)->name, "tileset");
    size_t count = alone ? 1 : ptl_tmx_count(b->all, root, "tileset");

    b->map->sets.data = ptl_arena_array(b->job, count, sizeof *b->map->sets.data);
    if (!b->map->sets.data)
        return;
    if (alone)
        b->map->sets.data[b->map->sets.count++] = set_of(b, root);
    else
        EACH(i, b, root, "tileset")
    b->map->sets.data[b->map->sets.count++] = set_of(b, i);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* "#rrggbb", "#aarrggbb", with or without the mark, as 0xRRGGBBAA. */
static uint32_t color_of(ptl_str text, uint32_t otherwise)
{
    uint32_t value = 0;
    size_t   skip  = text.size > 0 && text.data[0] == '#';

    if (text.size - skip != 6 && text.size - skip != 8)
        return otherwise;
    for (size_t i = skip; i < text.size; i++) {
        int digit = ptl_hex_digit(text.data[i]);

        if (digit < 0)
            return otherwise;
        value = value << 4 | (uint32_t)digit;
    }
    return text.size - skip == 6 ? value << 8 | 0xFF : value << 8 | value >> 24;
}

static void take_chunks(builder *b, ptl_tiled_layer *l, size_t index)
{
    size_t data  = ptl_tmx_child(b->all, index, "data");
    size_t count = data == SIZE_MAX ? 0 : 1 + ptl_tmx_count(b->all, data, "chunk");

    l->chunks.data = ptl_arena_array(b->job, count, sizeof *l->chunks.data);
    if (!l->chunks.data || data == SIZE_MAX)
        return;
    if (at(b, data)->cells.count > 0)
        l->chunks.data[l->chunks.count++] =
            (ptl_tiled_chunk){ 0, 0, l->width, l->height, at(b, data)->cells.data };
    EACH(i, b, data, "chunk")
    l->chunks.data[l->chunks.count++] =
        (ptl_tiled_chunk){ i32(at(b, i), "x"), i32(at(b, i), "y"), u32(at(b, i), "width", 0),
                           u32(at(b, i), "height", 0), at(b, i)->cells.data };
}

static const struct {
    const char *name;
    uint8_t     kind;
} kinds[] = {
    { "layer", PTL_TILED_TILE_LAYER },
    { "objectgroup", PTL_TILED_OBJECT_LAYER },
    { "imagelayer", PTL_TILED_IMAGE_LAYER },
    { "group", PTL_TILED_GROUP },
};

static bool kind_of(const ptl_tiled_element *e, uint8_t *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (ptl_str_is(e->name, kinds[i].name)) {
            *kind = kinds[i].kind;
            return true;
        }
    return false;
}

static ptl_tiled_layer layer_of(builder *b, size_t index, uint8_t kind, size_t parent)
{
    const ptl_tiled_element *e = at(b, index);
    bool old = kind == PTL_TILED_IMAGE_LAYER && !ptl_tmx_has(e, "offsetx"); /* x, y before 0.15 */
    ptl_tiled_layer l = { .element    = index,
                          .parent     = parent,
                          .kind       = kind,
                          .id         = u32(e, "id", 0),
                          .name       = text_of(e, "name", ""),
                          .visible    = ptl_tmx_bool(e, "visible", true),
                          .locked     = ptl_tmx_bool(e, "locked", false),
                          .opacity    = ptl_tmx_real(e, "opacity", 1),
                          .tint       = color_of(text_of(e, "tintcolor", ""), UINT32_MAX),
                          .offset_x   = ptl_tmx_real(e, old ? "x" : "offsetx", 0),
                          .offset_y   = ptl_tmx_real(e, old ? "y" : "offsety", 0),
                          .parallax_x = ptl_tmx_real(e, "parallaxx", 1),
                          .parallax_y = ptl_tmx_real(e, "parallaxy", 1),
                          .width      = u32(e, "width", 0),
                          .height     = u32(e, "height", 0),
                          .by_index   = ptl_str_is(text_of(e, "draworder", ""), "index"),
                          .image      = image_of(b, index),
                          .repeat_x   = ptl_tmx_bool(e, "repeatx", false),
                          .repeat_y   = ptl_tmx_bool(e, "repeaty", false),
                          .properties = properties_of(b, index) };

    if (kind == PTL_TILED_TILE_LAYER)
        take_chunks(b, &l, index);
    if (kind == PTL_TILED_OBJECT_LAYER)
        l.objects = objects_of(b, index);
    return l;
}

/* All layers, and groups before what is in them. */
static void take_layers(builder *b, size_t owner, size_t parent)
{
    ptl_tiled_layers *layers = &b->map->layers;

    for (size_t i = ptl_tmx_first(b->all, owner); i != SIZE_MAX && ptl_ok(b->job);
         i        = ptl_tmx_next(b->all, i)) {
        uint8_t kind;

        if (!kind_of(at(b, i), &kind))
            continue;
        layers->data[layers->count] = layer_of(b, i, kind, parent);
        layers->count++;
        if (kind == PTL_TILED_GROUP)
            take_layers(b, i, layers->count - 1);
    }
}

/* Of a template: a layer with its object. */
static void take_object(builder *b)
{
    ptl_tiled_layer *l = &b->map->layers.data[0];

    *l                   = (ptl_tiled_layer){ .parent     = PTL_TILED_NONE,
                                              .kind       = PTL_TILED_OBJECT_LAYER,
                                              .name       = ptl_tmx_word(""),
                                              .visible    = true,
                                              .opacity    = 1,
                                              .tint       = UINT32_MAX,
                                              .parallax_x = 1,
                                              .parallax_y = 1,
                                              .objects    = objects_of(b, 0),
                                              .image      = {
                                                       .source = { "", 0 }, .trans = { "", 0 }, .data = { "", 0 } } };
    b->map->layers.count = 1;
}

static size_t count_layers(const ptl_tiled_elements *all)
{
    size_t  count = 0;
    uint8_t kind;

    for (size_t i = 0; i < all->count; i++)
        count += kind_of(&all->data[i], &kind);
    return count;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static uint8_t one_of(ptl_str text, const char *const *words, size_t count)
{
    uint8_t i = 0;

    while (i < count - 1 && !ptl_str_is(text, words[i]))
        i++;
    return i;
}

static void take_root(builder *b, const ptl_tiled_element *e)
{
    static const char *const whats[] = { "map", "tileset", "template", "world" };
    static const char *const ways[]  = { "orthogonal", "isometric", "staggered", "hexagonal",
                                         "oblique" };

    *b->map = (ptl_tiled_map){
        .what        = one_of(e->name, whats, 4),
        .orientation = one_of(text_of(e, "orientation", "orthogonal"), ways, 5),
        .version     = text_of(e, "version", ""),
        .program     = text_of(e, "tiledversion", ""),
        .width       = u32(e, "width", 0),
        .height      = u32(e, "height", 0),
        .tile_width  = u32(e, "tilewidth", 0),
        .tile_height = u32(e, "tileheight", 0),
        .infinite    = ptl_tmx_bool(e, "infinite", false),
        .background  = text_of(e, "backgroundcolor", ""),
        .next_layer  = u32(e, "nextlayerid", 0),
        .next_object = u32(e, "nextobjectid", 0),
        .elements    = *b->all,
    };
}

ptl_tiled_map ptl_tmx_map_of(ptl_job *job, const ptl_tiled *doc)
{
    ptl_tiled     xml = ptl_tmx_in(job, doc, PTL_TILED_XML);
    ptl_tiled_map map = { 0 };
    builder       b   = { job, &xml.elements, &map };

    if (!ptl_ok(job))
        return map;
    take_root(&b, &xml.elements.data[0]);
    map.properties = properties_of(&b, 0);
    map.layers.data =
        ptl_arena_array(job, count_layers(&xml.elements) + 1, sizeof *map.layers.data);
    if (ptl_ok(job) && map.what != PTL_TILED_WORLD)
        take_sets(&b, 0);
    if (ptl_ok(job) && map.what == PTL_TILED_MAP)
        take_layers(&b, 0, PTL_TILED_NONE);
    if (ptl_ok(job) && map.what == PTL_TILED_TEMPLATE)
        take_object(&b);
    return map;
}

ptl_status ptl_tiled_derive(ptl_tiled_map *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_job          job;
    ptl_memory      *memory;
    const ptl_tiled *native;

    if (!out)
        return ptl_call_nowhere(err);
    *out   = (ptl_tiled_map){ 0 };
    native = ptl_call_derive(&job, &memory, doc, &ptl_format_tmx);
    if (native)
        *out = ptl_tmx_map_of(&job, native);
    if (!ptl_ok(&job))
        *out = (ptl_tiled_map){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

void ptl_tiled_map_free(ptl_tiled_map *map)
{
    if (!map)
        return;
    ptl_memory_free(map->memory);
    *map = (ptl_tiled_map){ 0 };
}

const ptl_tiled_set *ptl_tiled_set_of(const ptl_tiled_map *map, uint32_t gid)
{
    const ptl_tiled_set *found = NULL;

    for (size_t i = 0; map && i < map->sets.count; i++)
        if (gid > 0 && map->sets.data[i].first <= gid && map->sets.data[i].first > 0 &&
            (!found || map->sets.data[i].first >= found->first))
            found = &map->sets.data[i];
    return found;
}
