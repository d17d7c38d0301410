/* SPDX-License-Identifier: MIT */
/* glTF 2.0: .glb with everything inside, or .gltf with buffer and images beside it (inside as
 * base64 where no file may go beside). The binary part is never gathered: its pieces are listed
 * first, described by the JSON, then written one after another. */
#include <stdio.h>
#include <string.h>

#include "core/base64.h"
#include "core/json.h"
#include "core/num.h"
#include "exports/export.h"
#include "render/srgb.h"

/* ---- Pieces of the buffer ------------------------------------------------------------------- */

typedef enum element { BYTES, U16, U32, F32 } element;

typedef struct piece { /* becomes a buffer view */
    const void *data;
    size_t      count; /* of elements */
    element     of;
    uint32_t    stride; /* of a vertex that has several accessors, else 0 */
    uint32_t    target; /* 34962 vertices, 34963 indices, 0 neither       */
    uint64_t    offset;
} piece;

typedef struct gltf {
    ptl_job         *job;
    const ptl_scene *scene;
    const ptl_side  *side;
    ptl_buf          json;
    uint32_t        *first_child, *next_child; /* of each node */
    uint32_t        *meshes, *skins;           /* their numbers; PTL_SCENE_NONE for empty ones */
    piece           *pieces;
    size_t           piece_count;
    size_t           accessor_count;
    ptl_buf          accessors; /* their JSON, gathered while the meshes are described */
    uint64_t         size;      /* of the binary part */
    ptl_srgb        *srgb;      /* NULL until it is needed */
    bool             binary;    /* .glb */
    struct {
        const float *data;
        size_t       accessor;
    } times; /* the last ones written */
} gltf;

static size_t element_size(element of)
{
    static const size_t sizes[] = { 1, 2, 4, 4 };

    return sizes[of];
}

static size_t add_piece(gltf *g, piece p)
{
    g->size                     = (g->size + 3) / 4 * 4;
    p.offset                    = g->size;
    g->pieces[g->piece_count++] = p;
    g->size += p.count * element_size(p.of);
    return g->piece_count - 1;
}

/* At most this many pieces can come of a scene. */
static size_t most_pieces(const ptl_scene *scene)
{
    size_t most = scene->images.count + scene->skins.count;

    for (size_t i = 0; i < scene->meshes.count; i++)
        most += 7 * scene->meshes.data[i].parts.count;
    for (size_t i = 0; i < scene->clips.count; i++)
        most += 2 * scene->clips.data[i].channels.count;
    return most;
}

/* ---- JSON helpers --------------------------------------------------------------------------- */

static void put_name(ptl_buf *out, const char *key, ptl_str text)
{
    if (text.size == 0)
        return;
    ptl_put_format(out, "\"%s\": ", key);
    ptl_scene_put_string(out, text);
    ptl_put_text(out, ", ");
}

static void put_float(ptl_buf *out, float value)
{
    char text[PTL_NUM_MAX];

    ptl_put(out, text, ptl_format_f32(text, value));
}

static void put_floats(ptl_buf *out, const char *key, const float *values, size_t count)
{
    ptl_put_format(out, "\"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        ptl_put_text(out, i > 0 ? ", " : "");
        put_float(out, values[i]);
    }
    ptl_put_char(out, ']');
}

static void put_extras(ptl_buf *out, ptl_str extras)
{
    if (extras.size == 0)
        return;
    ptl_put_text(out, "\"extras\": ");
    ptl_put(out, extras.data, extras.size);
    ptl_put_text(out, ", ");
}

/* Objects are written with a comma after every member; the last one is taken back here. */
static void close_object(ptl_buf *out, const char *end)
{
    if (out->size >= 2 && out->data && out->data[out->size - 2] == ',')
        out->size -= 2;
    ptl_put_text(out, end);
}

/* ---- Accessors ------------------------------------------------------------------------------ */

typedef struct accessor {
    size_t       piece, count;
    uint32_t     offset;    /* inside a vertex */
    uint32_t     component; /* 5121 u8, 5123 u16, 5125 u32, 5126 float */
    const char  *type;
    bool         normalized;
    const float *least, *most; /* `width` of them each, or NULL */
    size_t       width;
} accessor;

static size_t add_accessor(gltf *g, const accessor *a)
{
    ptl_buf *out = &g->accessors;

    ptl_put_format(out,
                   "%s\n    { \"bufferView\": %zu, \"byteOffset\": %lu, \"componentType\": %lu, "
                   "\"count\": %zu, \"type\": \"%s\", ",
                   g->accessor_count > 0 ? "," : "", a->piece, (unsigned long)a->offset,
                   (unsigned long)a->component, a->count, a->type);
    if (a->normalized)
        ptl_put_text(out, "\"normalized\": true, ");
    if (a->least) {
        put_floats(out, "min", a->least, a->width);
        ptl_put_text(out, ", ");
        put_floats(out, "max", a->most, a->width);
        ptl_put_text(out, ", ");
    }
    close_object(out, " }");
    return g->accessor_count++;
}

/* A list through once for each of its numbers, so that nothing but comparing is left to do. */
static void bounds(const float *values, size_t count, size_t width, float *least, float *most)
{
    for (size_t k = 0; k < width && k < count; k++) {
        float low = values[k], high = values[k];

        for (size_t i = k; i < count; i += width) {
            low  = values[i] < low ? values[i] : low;
            high = values[i] > high ? values[i] : high;
        }
        least[k] = low;
        most[k]  = high;
    }
}

static size_t float_accessor(gltf *g, const ptl_f32s *list, size_t width, uint32_t target,
                             bool bounded)
{
    static const char *const types[] = { "", "SCALAR", "VEC2", "VEC3", "VEC4" };
    float                    least[4], most[4];
    accessor a = { .component = 5126, .count = list->count / width, .width = width };

    a.type  = width == 16 ? "MAT4" : types[width];
    a.piece = add_piece(
        g, (piece){ .data = list->data, .count = list->count, .of = F32, .target = target });
    if (bounded) {
        bounds(list->data, list->count, width, least, most);
        a.least = least;
        a.most  = most;
    }
    return add_accessor(g, &a);
}

static void put_attribute(gltf *g, const char *name, size_t number)
{
    ptl_put_format(&g->json, "\"%s\": %zu, ", name, number);
}

/* Joints and weights come in sets of four; more than one set shares its piece. */
static void put_influences(gltf *g, const ptl_scene_part *part)
{
    size_t vertices = part->position.count / 3, joints, weights;
    char   name[16];

    if (part->influences == 0)
        return;
    joints  = add_piece(g, (piece){ .data   = part->joint.data,
                                    .count  = part->joint.count,
                                    .of     = U16,
                                    .stride = part->influences * 2,
                                    .target = 34962 });
    weights = add_piece(g, (piece){ .data   = part->weight.data,
                                    .count  = part->weight.count,
                                    .of     = F32,
                                    .stride = part->influences * 4,
                                    .target = 34962 });
    for (uint32_t set = 0; set * 4 < part->influences; set++) {
        snprintf(name, sizeof name, "JOINTS_%u", set);
        put_attribute(g, name,
                      add_accessor(g, &(accessor){ joints, vertices, set * 8, 5123, "VEC4" }));
        snprintf(name, sizeof name, "WEIGHTS_%u", set);
        put_attribute(g, name,
                      add_accessor(g, &(accessor){ weights, vertices, set * 16, 5126, "VEC4" }));
    }
}

/* Colors of a screen as the amounts of light that glTF has: with 16 bits none is lost. */
static piece light_piece(gltf *g, const ptl_scene_part *part)
{
    uint16_t *light = ptl_arena_array(g->job, part->color.count, sizeof *light);
    piece     p     = { .data = light, .of = U16, .target = 34962 };

    if (!g->srgb && light) {
        g->srgb = ptl_arena_raw(g->job, sizeof *g->srgb);
        if (g->srgb)
            ptl_srgb_fill(g->srgb);
    }
    if (!ptl_ok(g->job))
        return (piece){ .target = 34962 };
    for (; p.count < part->color.count; p.count++) {
        uint8_t value = part->color.data[p.count];

        light[p.count] = p.count % 4 < 3 ? g->srgb->linear[value] : (uint16_t)(value * 257);
    }
    return p;
}

static void put_colors(gltf *g, const ptl_scene_part *part)
{
    piece  bytes = { .data = part->color.data, .count = part->color.count, .target = 34962 };
    size_t at    = add_piece(g, part->display ? light_piece(g, part) : bytes);

    put_attribute(g, "COLOR_0",
                  add_accessor(g, &(accessor){ at, part->position.count / 3, 0,
                                               part->display ? 5123 : 5121, "VEC4", true }));
}

static void put_attributes(gltf *g, const ptl_scene_part *part)
{
    put_attribute(g, "POSITION", float_accessor(g, &part->position, 3, 34962, true));
    if (part->normal.count > 0)
        put_attribute(g, "NORMAL", float_accessor(g, &part->normal, 3, 34962, false));
    if (part->uv.count > 0)
        put_attribute(g, "TEXCOORD_0", float_accessor(g, &part->uv, 2, 34962, false));
    if (part->color.count > 0)
        put_colors(g, part);
    put_influences(g, part);
}

/* ---- Meshes, nodes, materials --------------------------------------------------------------- */

static void put_part(gltf *g, const ptl_scene_part *part)
{
    ptl_buf *out = &g->json;
    size_t   indices;

    ptl_put_text(out, "\n      { \"attributes\": { ");
    put_attributes(g, part);
    close_object(out, " }, ");
    indices = add_piece(
        g, (piece){
               .data = part->index.data, .count = part->index.count, .of = U32, .target = 34963 });
    ptl_put_format(out, "\"indices\": %zu, ",
                   add_accessor(g, &(accessor){ indices, part->index.count, 0, 5125, "SCALAR" }));
    if (part->material != PTL_SCENE_NONE)
        ptl_put_format(out, "\"material\": %lu, ", (unsigned long)part->material);
    put_extras(out, part->extras);
    close_object(out, " }");
}

static bool is_empty(const ptl_scene_part *part)
{
    return part->position.count < 3 || part->index.count < 3;
}

/* glTF knows no empty lists, so what is empty is left out, and numbers shift. */
static bool number_things(gltf *g)
{
    const ptl_scene *s    = g->scene;
    uint32_t         mesh = 0, skin = 0;

    g->meshes = ptl_arena_array(g->job, s->meshes.count, sizeof *g->meshes);
    g->skins  = ptl_arena_array(g->job, s->skins.count, sizeof *g->skins);
    for (size_t i = 0; i < s->meshes.count && ptl_ok(g->job); i++) {
        size_t k = 0;

        while (k < s->meshes.data[i].parts.count && is_empty(&s->meshes.data[i].parts.data[k]))
            k++;
        g->meshes[i] = k < s->meshes.data[i].parts.count ? mesh++ : PTL_SCENE_NONE;
    }
    for (size_t i = 0; i < s->skins.count && ptl_ok(g->job); i++)
        g->skins[i] = s->skins.data[i].joints.count > 0 ? skin++ : PTL_SCENE_NONE;
    return ptl_ok(g->job);
}

static void put_mesh(gltf *g, size_t index)
{
    const ptl_scene_mesh *mesh    = &g->scene->meshes.data[index];
    const char           *between = "";

    ptl_put_text(&g->json, "{ ");
    put_name(&g->json, "name", mesh->name);
    put_extras(&g->json, mesh->extras);
    ptl_put_text(&g->json, "\"primitives\": [");
    for (size_t i = 0; i < mesh->parts.count; i++)
        if (!is_empty(&mesh->parts.data[i])) {
            ptl_put_text(&g->json, between);
            put_part(g, &mesh->parts.data[i]);
            between = ",";
        }
    ptl_put_text(&g->json, "] }");
}

static void put_transform(ptl_buf *out, const ptl_scene_node *node)
{
    static const float none[3], still[4] = { 0, 0, 0, 1 }, whole[3] = { 1, 1, 1 };

    if (memcmp(node->translation, none, sizeof none) != 0) {
        put_floats(out, "translation", node->translation, 3);
        ptl_put_text(out, ", ");
    }
    if (memcmp(node->rotation, still, sizeof still) != 0) {
        put_floats(out, "rotation", node->rotation, 4);
        ptl_put_text(out, ", ");
    }
    if (memcmp(node->scale, whole, sizeof whole) != 0) {
        put_floats(out, "scale", node->scale, 3);
        ptl_put_text(out, ", ");
    }
}

/* Links every node to the first of its children and to the next of its parent's, in their order.
 * The place behind the last node stands for the scene. */
static bool link_nodes(gltf *g)
{
    size_t    count = g->scene->nodes.count;
    uint32_t *first = ptl_arena_array(g->job, count + 1, sizeof *first);
    uint32_t *next  = ptl_arena_array(g->job, count + 1, sizeof *next);

    if (!first || !next)
        return false;
    memset(first, 0xFF, (count + 1) * sizeof *first);
    for (size_t i = count; i-- > 0;) {
        uint32_t parent = g->scene->nodes.data[i].parent;
        size_t   above  = parent == PTL_SCENE_NONE ? count : parent;

        next[i]      = first[above];
        first[above] = (uint32_t)i;
    }
    g->first_child = first;
    g->next_child  = next;
    return true;
}

/* Numbers of the nodes below one, as a list; nothing when there are none. */
static void put_children(gltf *g, const char *key, size_t above)
{
    const char *between = "";

    if (g->first_child[above] == PTL_SCENE_NONE)
        return;
    ptl_put_format(&g->json, "\"%s\": [", key);
    for (uint32_t i = g->first_child[above]; i != PTL_SCENE_NONE; i = g->next_child[i]) {
        ptl_put_format(&g->json, "%s%lu", between, (unsigned long)i);
        between = ", ";
    }
    ptl_put_text(&g->json, "], ");
}

static void put_node(gltf *g, size_t index)
{
    const ptl_scene_node *node = &g->scene->nodes.data[index];
    ptl_buf              *out  = &g->json;

    ptl_put_text(out, "{ ");
    put_name(out, "name", node->name);
    put_transform(out, node);
    if (node->mesh != PTL_SCENE_NONE && g->meshes[node->mesh] != PTL_SCENE_NONE) {
        ptl_put_format(out, "\"mesh\": %lu, ", (unsigned long)g->meshes[node->mesh]);
        if (node->skin != PTL_SCENE_NONE && g->skins[node->skin] != PTL_SCENE_NONE)
            ptl_put_format(out, "\"skin\": %lu, ", (unsigned long)g->skins[node->skin]);
    }
    put_children(g, "children", index);
    put_extras(out, node->extras);
    close_object(out, " }");
}

/* Images that were not found are left out, so numbers shift. */
static size_t image_number(const ptl_scene *scene, uint32_t image)
{
    size_t number = 0;

    for (uint32_t i = 0; i < image; i++)
        number += scene->images.data[i].bytes.count > 0;
    return number;
}

static bool has_image(const ptl_scene *scene, uint32_t image)
{
    return image != PTL_SCENE_NONE && scene->images.data[image].bytes.count > 0;
}

static void put_material(gltf *g, size_t index)
{
    static const char *const  modes[] = { "OPAQUE", "MASK", "BLEND" };
    const ptl_scene_material *m       = &g->scene->materials.data[index];
    ptl_buf                  *out     = &g->json;

    ptl_put_text(out, "{ ");
    put_name(out, "name", m->name);
    ptl_put_text(out, "\"pbrMetallicRoughness\": { ");
    put_floats(out, "baseColorFactor", m->color, 4);
    ptl_put_text(out, ", \"metallicFactor\": 0, \"roughnessFactor\": 1");
    if (has_image(g->scene, m->image))
        ptl_put_format(out, ", \"baseColorTexture\": { \"index\": %zu }",
                       image_number(g->scene, m->image));
    ptl_put_text(out, " }, ");
    if (m->alpha != PTL_ALPHA_OPAQUE)
        ptl_put_format(out, "\"alphaMode\": \"%s\", ", modes[m->alpha]);
    if (m->alpha == PTL_ALPHA_MASK) {
        ptl_put_text(out, "\"alphaCutoff\": ");
        put_float(out, m->cutoff);
        ptl_put_text(out, ", ");
    }
    if (m->double_sided)
        ptl_put_text(out, "\"doubleSided\": true, ");
    put_extras(out, m->extras);
    close_object(out, " }");
}

/* ---- Skins and clips ------------------------------------------------------------------------ */

static void put_skin(gltf *g, size_t index)
{
    const ptl_scene_skin *skin = &g->scene->skins.data[index];
    ptl_buf              *out  = &g->json;

    ptl_put_text(out, "{ ");
    put_name(out, "name", skin->name);
    if (skin->root != PTL_SCENE_NONE)
        ptl_put_format(out, "\"skeleton\": %lu, ", (unsigned long)skin->root);
    ptl_put_format(out, "\"inverseBindMatrices\": %zu, \"joints\": [",
                   float_accessor(g, &skin->inverse_bind, 16, 0, false));
    for (size_t i = 0; i < skin->joints.count; i++)
        ptl_put_format(out, "%s%lu", i > 0 ? ", " : "", (unsigned long)skin->joints.data[i]);
    ptl_put_text(out, "] }");
}

/* Channels of a clip mostly share their times: these are written once. */
static size_t times_accessor(gltf *g, const ptl_f32s *times)
{
    if (times->data != g->times.data) {
        g->times.data     = times->data;
        g->times.accessor = float_accessor(g, times, 1, 0, true);
    }
    return g->times.accessor;
}

static void put_clip(gltf *g, size_t index)
{
    static const char *const paths[] = { "translation", "rotation", "scale" };
    const ptl_scene_clip    *clip    = &g->scene->clips.data[index];
    ptl_buf                 *out     = &g->json;

    ptl_put_text(out, "{ ");
    put_name(out, "name", clip->name);
    ptl_put_text(out, "\"samplers\": [");
    for (size_t i = 0; i < clip->channels.count; i++) {
        const ptl_scene_channel *c     = &clip->channels.data[i];
        size_t                   width = c->path == PTL_PATH_ROTATION ? 4 : 3;
        size_t                   times = times_accessor(g, &c->times);

        ptl_put_format(out,
                       "%s\n      { \"input\": %zu, \"output\": %zu, \"interpolation\": \"%s\" }",
                       i > 0 ? "," : "", times, float_accessor(g, &c->values, width, 0, false),
                       c->cubic  ? "CUBICSPLINE"
                       : c->step ? "STEP"
                                 : "LINEAR");
    }
    ptl_put_text(out, "], \"channels\": [");
    for (size_t i = 0; i < clip->channels.count; i++)
        ptl_put_format(
            out, "%s\n      { \"sampler\": %zu, \"target\": { \"node\": %lu, \"path\": \"%s\" } }",
            i > 0 ? "," : "", i, (unsigned long)clip->channels.data[i].node,
            paths[clip->channels.data[i].path]);
    ptl_put_text(out, "] }");
}

/* ---- Images --------------------------------------------------------------------------------- */

static void put_image(gltf *g, const ptl_scene_image *image, const char *name)
{
    ptl_buf *out = &g->json;

    ptl_put_text(out, "{ ");
    if (g->binary) {
        put_name(out, "name", ptl_scene_text(image->file.name));
        ptl_put_format(
            out, "\"mimeType\": \"%s\", \"bufferView\": %zu }", image->media_type,
            add_piece(g, (piece){ .data = image->bytes.data, .count = image->bytes.count }));
    } else if (g->side->files.put) {
        ptl_put_text(out, "\"uri\": ");
        ptl_json_put_string(out, name, strlen(name));
        ptl_put_text(out, " }");
        ptl_side_put(g->job, g->side, name, image->bytes.data, image->bytes.count);
    } else {
        ptl_put_format(out, "\"uri\": \"data:%s;base64,", image->media_type);
        ptl_put_base64(out, image->bytes.data, image->bytes.count);
        ptl_put_text(out, "\" }");
    }
}

/* Ways to look at an image, by whether it is sharp, and clamped. */
static const char *const samplers[2][2] = {
    { "{ \"wrapS\": 10497, \"wrapT\": 10497 }", "{ \"wrapS\": 33071, \"wrapT\": 33071 }" },
    { "{ \"magFilter\": 9728, \"minFilter\": 9728, \"wrapS\": 10497, \"wrapT\": 10497 }",
      "{ \"magFilter\": 9728, \"minFilter\": 9728, \"wrapS\": 33071, \"wrapT\": 33071 }" },
};

/* The usual way comes first, and others where an image wants them. */
static void put_samplers(gltf *g, unsigned numbers[2][2])
{
    unsigned count = 1;

    ptl_put_format(&g->json, "\"samplers\": [%s", samplers[0][0]);
    for (size_t i = 0; i < g->scene->images.count; i++) {
        const ptl_scene_image *image  = &g->scene->images.data[i];
        unsigned              *number = &numbers[image->sharp][image->clamped];

        if (image->bytes.count == 0 || *number > 0 || !(image->sharp || image->clamped))
            continue;
        ptl_put_format(&g->json, ", %s", samplers[image->sharp][image->clamped]);
        *number = count++;
    }
    ptl_put_text(&g->json, "],\n  ");
}

/* A texture for each image that was found. */
static void put_textures(gltf *g)
{
    unsigned    numbers[2][2] = { { 0, 0 }, { 0, 0 } };
    const char *between       = "";
    size_t      number        = 0;

    put_samplers(g, numbers);
    ptl_put_text(&g->json, "\"textures\": [");
    for (size_t i = 0; i < g->scene->images.count; i++) {
        if (g->scene->images.data[i].bytes.count == 0)
            continue;
        ptl_put_format(&g->json, "%s{ \"sampler\": %u, \"source\": %zu }", between,
                       numbers[g->scene->images.data[i].sharp][g->scene->images.data[i].clamped],
                       number++);
        between = ", ";
    }
    ptl_put_text(&g->json, "],\n  ");
}

static void put_images(gltf *g)
{
    size_t       found = image_number(g->scene, (uint32_t)g->scene->images.count), put = 0;
    const char **names =
        found > 0 ? ptl_scene_image_names(g->job, g->scene, g->binary ? NULL : g->side) : NULL;

    if (!names)
        return;
    ptl_put_text(&g->json, "\"images\": [");
    for (size_t i = 0; i < g->scene->images.count; i++) {
        if (g->scene->images.data[i].bytes.count == 0)
            continue;
        ptl_put_text(&g->json, put++ > 0 ? ",\n    " : "\n    ");
        put_image(g, &g->scene->images.data[i], names[i]);
    }
    ptl_put_text(&g->json, "],\n  ");
    put_textures(g);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool has_mesh(const gltf *g, size_t index)
{
    return g->meshes[index] != PTL_SCENE_NONE;
}

static bool has_skin(const gltf *g, size_t index)
{
    return g->skins[index] != PTL_SCENE_NONE;
}

static bool has_clip(const gltf *g, size_t index)
{
    return g->scene->clips.data[index].channels.count > 0;
}

static bool always(const gltf *g, size_t index)
{
    (void)g;
    (void)index;
    return true;
}

static void put_list(gltf *g, const char *key, size_t count, bool (*has)(const gltf *, size_t),
                     void (*put)(gltf *, size_t))
{
    size_t done = 0;

    for (size_t i = 0; i < count && ptl_ok(g->job); i++) {
        if (!has(g, i))
            continue;
        if (done++ == 0)
            ptl_put_format(&g->json, "\"%s\": [\n    ", key);
        else
            ptl_put_text(&g->json, ",\n    ");
        put(g, i);
    }
    ptl_put_text(&g->json, done > 0 ? "],\n  " : "");
}

static void put_views(gltf *g)
{
    for (size_t i = 0; i < g->piece_count; i++) {
        const piece *p = &g->pieces[i];

        ptl_put_format(
            &g->json, "%s\n    { \"buffer\": 0, \"byteOffset\": %llu, \"byteLength\": %zu, ",
            i > 0 ? "," : "", (unsigned long long)p->offset, p->count * element_size(p->of));
        if (p->stride)
            ptl_put_format(&g->json, "\"byteStride\": %lu, ", (unsigned long)p->stride);
        if (p->target)
            ptl_put_format(&g->json, "\"target\": %lu, ", (unsigned long)p->target);
        close_object(&g->json, " }");
    }
}

static void put_binary(gltf *g, ptl_buf *out)
{
    uint64_t at = 0;

    for (size_t i = 0; i < g->piece_count; i++) {
        const piece *p = &g->pieces[i];

        ptl_put(out, "\0\0\0", (size_t)(p->offset - at));
        switch (p->of) {
        case BYTES:
            ptl_put(out, p->data, p->count);
            break;
        case U16:
            for (size_t k = 0; k < p->count; k++)
                ptl_put_u16le(out, ((const uint16_t *)p->data)[k]);
            break;
        case U32:
            ptl_put_u32le_array(out, p->data, p->count);
            break;
        case F32:
            ptl_put_f32le_array(out, p->data, p->count);
            break;
        }
        at = p->offset + p->count * element_size(p->of);
    }
}

/* The name of a file as a URI: what is neither letter, digit nor one of "-._~" goes by its bytes.
 */
static void put_uri(ptl_buf *out, const char *name)
{
    ptl_put_char(out, '"');
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;

        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
            strchr("-._~", c))
            ptl_put_char(out, *name);
        else
            ptl_put_format(out, "%%%02X", c);
    }
    ptl_put_char(out, '"');
}

/* The buffer of a .gltf: a file beside it, or base64 inside. */
static void put_buffer(gltf *g)
{
    ptl_buf binary = ptl_buf_of(g->job, NULL);
    char    name[300];

    ptl_put_format(&g->json, "\"buffers\": [{ \"byteLength\": %llu", (unsigned long long)g->size);
    if (!g->binary) {
        put_binary(g, &binary);
        snprintf(name, sizeof name, "%s.bin", g->side->stem);
        ptl_put_text(&g->json, ", \"uri\": ");
        if (g->side->files.put) {
            put_uri(&g->json, name);
            ptl_side_put(g->job, g->side, name, binary.data, binary.size);
        } else {
            ptl_put_text(&g->json, "\"data:application/octet-stream;base64,");
            ptl_put_base64(&g->json, binary.data, binary.size);
            ptl_put_char(&g->json, '"');
        }
    }
    ptl_put_text(&g->json, " }],\n  ");
    ptl_buf_free(&binary);
}

static void put_document(gltf *g)
{
    const ptl_scene *s = g->scene;

    ptl_put_format(&g->json,
                   "{\n  \"asset\": { \"version\": \"2.0\", \"generator\": \"portolan %s\" },\n  ",
                   ptl_version());
    put_list(g, "meshes", s->meshes.count, has_mesh, put_mesh);
    put_list(g, "nodes", s->nodes.count, always, put_node);
    put_list(g, "materials", s->materials.count, always, put_material);
    put_list(g, "skins", s->skins.count, has_skin, put_skin);
    put_list(g, "animations", s->clips.count, has_clip, put_clip);
    put_images(g);
    if (g->piece_count > 0) {
        put_buffer(g);
        ptl_put_text(&g->json, "\"bufferViews\": [");
        put_views(g);
        ptl_put_text(&g->json, "],\n  ");
    }
    if (g->accessor_count > 0) {
        ptl_put_text(&g->json, "\"accessors\": [");
        ptl_put(&g->json, g->accessors.data, g->accessors.size);
        ptl_put_text(&g->json, "],\n  ");
    }
    ptl_put_text(&g->json, "\"scene\": 0,\n  \"scenes\": [{ ");
    put_name(&g->json, "name", s->name);
    put_children(g, "nodes", s->nodes.count);
    put_extras(&g->json, s->extras);
    close_object(&g->json, " }]\n}\n");
}

static void put_glb(gltf *g, ptl_buf *out)
{
    uint64_t binary = (g->size + 3) / 4 * 4, total;

    while (g->json.size % 4 != 0)
        ptl_put_char(&g->json, ' ');
    total = 12 + 8 + g->json.size + (g->size > 0 ? 8 + binary : 0);
    if (total > UINT32_MAX) {
        ptl_fail(g->job, PTL_E_LIMIT, PTL_NOWHERE, "gltf-size", "a .glb holds at most 4 GiB");
        return;
    }
    ptl_put_text(out, "glTF");
    ptl_put_u32le(out, 2);
    ptl_put_u32le(out, (uint32_t)total);
    ptl_put_u32le(out, (uint32_t)g->json.size);
    ptl_put_text(out, "JSON");
    ptl_put(out, g->json.data, g->json.size);
    if (g->size == 0)
        return;
    ptl_put_u32le(out, (uint32_t)binary);
    ptl_put(out, "BIN\0", 4);
    put_binary(g, out);
    ptl_put(out, "\0\0\0", (size_t)(binary - g->size));
}

static void write_gltf(ptl_job *job, ptl_buf *out, const ptl_scene *scene, const ptl_side *side,
                       bool binary)
{
    gltf g = { .job       = job,
               .scene     = scene,
               .side      = side,
               .json      = ptl_buf_of(job, NULL),
               .accessors = ptl_buf_of(job, NULL),
               .binary    = binary };

    g.pieces = ptl_arena_array(job, most_pieces(scene), sizeof *g.pieces);
    if (g.pieces && link_nodes(&g) && number_things(&g))
        put_document(&g);
    if (ptl_ok(job) && binary)
        put_glb(&g, out);
    else if (ptl_ok(job))
        ptl_put(out, g.json.data, g.json.size);
    ptl_buf_free(&g.json);
    ptl_buf_free(&g.accessors);
}

static void write_glb(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    write_gltf(job, out, hub, side, true);
}

static void write_text(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    write_gltf(job, out, hub, side, false);
}

const ptl_export ptl_export_glb = {
    .info  = { .name       = "glb",
               .title      = "glTF 2.0, one file",
               .extensions = "glb",
               .media_type = "model/gltf-binary",
               .settings   = ptl_scene_settings },
    .write = { [PTL_HUB_SCENE] = write_glb },
};

const ptl_export ptl_export_gltf = {
    .info  = { .name       = "gltf",
               .title      = "glTF 2.0, several files",
               .extensions = "gltf",
               .media_type = "model/gltf+json",
               .settings   = ptl_scene_settings },
    .write = { [PTL_HUB_SCENE] = write_text },
};
