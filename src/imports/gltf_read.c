/* SPDX-License-Identifier: MIT */
/* glTF 2.0 in: the container, buffers and accessors. Every range is checked in 64 bits against what
 * is there before a byte of it is looked at.
 *
 *   a .glb, little-endian       at  size
 *                                0     4  "glTF"
 *                                4     4  version, 2
 *                                8     4  size of the whole
 *                               12        chunks: u32 size, u32 kind, bytes; JSON first, then BIN
 */
#include <math.h>
#include <string.h>

#include "core/base64.h"
#include "core/bytes.h"
#include "core/cursor.h"
#include "core/real.h"
#include "core/words.h"
#include "imports/gltf_tables.h"
#include "imports/import.h"

enum { ZEROS = 1 << 20 };       /* most elements of an accessor that has no bytes behind it */
enum { MOST_COPIED = 1 << 24 }; /* most elements that are copied beyond the bytes of buffers */

enum { I8 = 5120, U8, I16, U16, U32 = 5125, F32 };

/* ---- Addresses ------------------------------------------------------------------------------ */

bool ptl_gltf_is_data_uri(ptl_str uri)
{
    return uri.size >= 5 && memcmp(uri.data, "data:", 5) == 0;
}

static ptl_span decode_base64(ptl_job *job, const char *text, size_t size)
{
    uint8_t   *out    = ptl_arena_raw(job, size / 4 * 3 + 3);
    ptl_base64 undone = { 0 };

    if (out)
        undone = ptl_base64_undo(out, (ptl_str){ text, size }, true);
    if (out && undone.wrong != SIZE_MAX)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-uri", "a data address is not base64");
    return (ptl_span){ out, undone.size };
}

ptl_span ptl_gltf_data_uri(gltf_in *in, ptl_str uri)
{
    static const char mark[] = ";base64,";
    size_t            size   = sizeof mark - 1;

    for (size_t i = 0; i + size <= uri.size && i < 256; i++)
        if (memcmp(uri.data + i, mark, size) == 0)
            return decode_base64(in->job, uri.data + i + size, uri.size - i - size);
    ptl_fail(in->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "gltf-uri", "a data address is not base64");
    return (ptl_span){ 0 };
}

/* Undoes %20 and its like, in place. */
static size_t undo_percents(char *text, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < size; i++) {
        int high = i + 2 < size && text[i] == '%' ? ptl_hex_digit(text[i + 1]) : -1;
        int low  = high >= 0 ? ptl_hex_digit(text[i + 2]) : -1;

        if (low >= 0 && (high | low) > 0) {
            text[used++] = (char)(high << 4 | low);
            i += 2;
        } else {
            text[used++] = text[i];
        }
    }
    text[used] = 0;
    return used;
}

ptl_str ptl_gltf_file_name(gltf_in *in, ptl_str uri, uint64_t at)
{
    ptl_str name = ptl_import_text(in->job, uri.data, uri.size);
    char    shown[64];

    for (size_t i = 0; i + 2 < name.size; i++)
        if (memcmp(name.data + i, "://", 3) == 0) {
            ptl_fail(in->job, PTL_E_UNSUPPORTED, at, "gltf-uri",
                     "\"%s\" is not beside the file, and nothing is fetched from elsewhere",
                     ptl_quote(shown, sizeof shown, uri.data, uri.size));
            return (ptl_str){ "", 0 };
        }
    if (name.size > 0)
        name.size = undo_percents((char *)name.data, name.size);
    return name;
}

/* ---- Buffers -------------------------------------------------------------------------------- */

static ptl_span load_buffer(gltf_in *in, uint32_t index)
{
    const gltf_buffer *buffer = &in->file.buffers.data[index];
    ptl_span           bytes  = { 0 };
    ptl_str            name;
    char               shown[64];

    if (buffer->uri.size == 0 && index > 0 && ptl_gltf_is_packed(in))
        return bytes;
    if (buffer->uri.size == 0)
        return index == 0 ? in->binary : bytes;
    if (ptl_gltf_is_data_uri(buffer->uri))
        return ptl_gltf_data_uri(in, buffer->uri);
    name  = ptl_gltf_file_name(in, buffer->uri, PTL_NOWHERE);
    bytes = ptl_import_load(in->job, in->files, name, "buffer");
    if (!bytes.data)
        ptl_fail(in->job, PTL_E_IO, PTL_NOWHERE, "file-missing", "%s (buffer) is not there",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
    return bytes;
}

/* The bytes of a buffer: at least as many as it says. */
static ptl_span buffer_of(gltf_in *in, uint32_t index)
{
    if (index >= in->file.buffers.count) {
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index", "there is no buffer %lu",
                 (unsigned long)index);
        return (ptl_span){ 0 };
    }
    if (!in->buffers[index].data && ptl_ok(in->job)) {
        in->buffers[index] = load_buffer(in, index);
        in->loaded += in->buffers[index].size;
        if (in->buffers[index].size < in->file.buffers.data[index].size) {
            ptl_path(in->job, "buffers[%lu]", (unsigned long)index);
            ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-buffer",
                     "has %zu bytes, its byteLength is %llu", in->buffers[index].size,
                     (unsigned long long)in->file.buffers.data[index].size);
        }
    }
    return in->buffers[index];
}

ptl_span ptl_gltf_view_bytes(gltf_in *in, uint32_t index)
{
    const gltf_view *view;
    ptl_span         buffer;

    if (index >= in->file.views.count) {
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index", "there is no bufferView %lu",
                 (unsigned long)index);
        return (ptl_span){ 0 };
    }
    view   = &in->file.views.data[index];
    buffer = buffer_of(in, view->buffer);
    if (view->offset > buffer.size || view->size > buffer.size - view->offset) {
        ptl_path(in->job, "bufferViews[%lu]", (unsigned long)index);
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-range",
                 "%llu bytes from byte %llu pass the end of a buffer of %zu",
                 (unsigned long long)view->size, (unsigned long long)view->offset, buffer.size);
        return (ptl_span){ 0 };
    }
    return (ptl_span){ buffer.data ? buffer.data + view->offset : NULL, (size_t)view->size };
}

/* ---- Accessors ------------------------------------------------------------------------------ */

static uint32_t component_size(uint32_t component)
{
    return component == I8 || component == U8               ? 1
           : component == I16 || component == U16           ? 2
           : component == U32 || component == (uint32_t)F32 ? 4
                                                            : 0;
}

/* Numbers in an element: only what `types` lists, as in "VEC3" or "VEC3 VEC4". */
static uint32_t width_of(ptl_str type, const char *types)
{
    static const struct {
        const char *name;
        uint32_t    width;
    } known[] = { { "SCALAR", 1 }, { "VEC2", 2 }, { "VEC3", 3 }, { "VEC4", 4 }, { "MAT4", 16 } };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (type.size == strlen(known[i].name) &&
            memcmp(type.data, known[i].name, type.size) == 0 && strstr(types, known[i].name))
            return known[i].width;
    return 0;
}

/* `count` elements of `size` bytes, `stride` apart from `offset` on, inside of a view. */
static const uint8_t *range_of(gltf_in *in, uint32_t view, uint64_t offset, uint64_t count,
                               uint32_t size, uint32_t stride)
{
    ptl_span bytes = ptl_gltf_view_bytes(in, view);
    uint64_t room  = offset <= bytes.size ? bytes.size - offset : 0;

    if (!ptl_ok(in->job))
        return NULL;
    if (offset > bytes.size || room < size || (room - size) / stride < count - 1) {
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-range",
                 "%llu elements from byte %llu pass the end of bufferViews[%lu], which has %zu",
                 (unsigned long long)count, (unsigned long long)offset, (unsigned long)view,
                 bytes.size);
        return NULL;
    }
    return bytes.data + offset;
}

static void find_sparse(gltf_in *in, const gltf_accessor *a, gltf_values *out)
{
    const gltf_sparse *s    = &a->sparse;
    uint32_t           size = component_size(s->indices.component);
    uint32_t           each = out->width * component_size(a->component);

    if (s->count == 0)
        return;
    if (s->count > a->count || size == 0 || s->indices.component == (uint32_t)F32) {
        ptl_fail(in->job, PTL_E_SYNTAX, a->at, "gltf-accessor",
                 "a sparse accessor has more changes than elements, or indices of no known kind");
        return;
    }
    out->sparse_component = s->indices.component;
    out->sparse_indices   = range_of(in, s->indices.view, s->indices.offset, s->count, size, size);
    if (out->sparse_indices)
        out->sparse_values = range_of(in, s->values.view, s->values.offset, s->count, each, each);
    out->sparse_count = out->sparse_values ? s->count : 0;
}

static void find_elements(gltf_in *in, const gltf_accessor *a, gltf_values *out)
{
    uint32_t size = out->width * component_size(a->component);

    out->stride = size;
    if (a->view == GLTF_NONE && a->sparse.count == 0 && a->count > 0 && ptl_gltf_is_packed(in))
        return;
    if (a->view == GLTF_NONE && a->count > ZEROS) {
        ptl_fail(in->job, PTL_E_LIMIT, a->at, "limit-zeros",
                 "%llu elements without bytes are more than %d", (unsigned long long)a->count,
                 ZEROS);
    } else if (a->view != GLTF_NONE) {
        if (a->view < in->file.views.count && in->file.views.data[a->view].stride > 0)
            out->stride = in->file.views.data[a->view].stride;
        out->data = range_of(in, a->view, a->offset, a->count, size, out->stride);
    }
    find_sparse(in, a, out);
}

gltf_values ptl_gltf_accessor_of(gltf_in *in, uint32_t index, const char *types, const char *what)
{
    const gltf_accessor *a;
    gltf_values          out = { 0 };
    char                 shown[24];

    if (index >= in->file.accessors.count) {
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index",
                 "there is no accessor %lu, which %s asks for", (unsigned long)index, what);
        return out;
    }
    a              = &in->file.accessors.data[index];
    out.component  = a->component;
    out.normalized = a->normalized;
    out.width      = width_of(a->type, types);
    ptl_path(in->job, "accessors[%lu]", (unsigned long)index);
    if (out.width == 0 || component_size(a->component) == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, a->at, "gltf-accessor",
                 "%s of component type %lu is not allowed for %s; allowed: %s",
                 ptl_quote(shown, sizeof shown, a->type.data, a->type.size),
                 (unsigned long)a->component, what, types);
    else if (a->count > 0)
        find_elements(in, a, &out);
    in->job->path[0] = 0;
    out.count        = ptl_ok(in->job) ? a->count : 0;
    return out;
}

static uint32_t load_number(const uint8_t *at, uint32_t component)
{
    return component == U8 || component == I8     ? at[0]
           : component == U16 || component == I16 ? ptl_load_u16le(at)
                                                  : ptl_load_u32le(at);
}

static float load_float(const uint8_t *at, uint32_t component, bool normalized)
{
    uint32_t bits = load_number(at, component);
    float    value;

    switch (component) {
    case I8:
        value = (float)(int8_t)bits;
        return normalized ? ptl_maxf(value / 127, -1) : value;
    case U8:
        return normalized ? (float)bits / 255 : (float)bits;
    case I16:
        value = (float)(int16_t)bits;
        return normalized ? ptl_maxf(value / 32767, -1) : value;
    case U16:
        return normalized ? (float)bits / 65535 : (float)bits;
    case U32:
        return (float)bits;
    default:
        memcpy(&value, &bits, sizeof value);
        return value;
    }
}

/* Columns of a matrix begin at multiples of four bytes; only matrices of floats are read, whose
 * columns do so by themselves. */
static void copy_floats(const gltf_values *v, const uint8_t *from, uint64_t stride, uint64_t count,
                        float *to)
{
    uint32_t size = component_size(v->component);

    for (uint64_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < v->width; k++)
            *to++ = load_float(from + i * stride + (uint64_t)k * size, v->component, v->normalized);
}

static uint32_t sparse_place(gltf_in *in, const gltf_values *v, uint64_t i)
{
    uint32_t size  = component_size(v->sparse_component);
    uint32_t place = load_number(v->sparse_indices + i * size, v->sparse_component);

    if (place >= v->count)
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-index",
                 "a sparse accessor changes element %lu of %llu", (unsigned long)place,
                 (unsigned long long)v->count);
    return place < v->count ? place : 0;
}

/* Every use of a list is a copy of it, and a file of a few kilobytes can use one thousands of
 * times. */
static bool may_copy(gltf_in *in, const gltf_values *v)
{
    in->taken += v->count;
    if (in->taken > in->loaded + MOST_COPIED)
        ptl_fail(in->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-copies",
                 "lists that are used several times would become more than %d further elements",
                 MOST_COPIED);
    return ptl_ok(in->job);
}

ptl_f32s ptl_gltf_floats(gltf_in *in, const gltf_values *v)
{
    ptl_f32s out  = { 0 };
    uint32_t size = v->width * component_size(v->component);

    if (!may_copy(in, v))
        return out;
    out.data = ptl_arena_array(in->job, v->count * v->width, sizeof *out.data);
    if (!out.data)
        return out;
    out.count = (size_t)(v->count * v->width);
    if (v->data)
        copy_floats(v, v->data, v->stride, v->count, out.data);
    for (uint64_t i = 0; i < v->sparse_count && ptl_ok(in->job); i++)
        copy_floats(v, v->sparse_values + i * size, size, 1,
                    out.data + (uint64_t)sparse_place(in, v, i) * v->width);
    for (size_t i = 0; i < out.count && ptl_ok(in->job); i++)
        if (!isfinite(out.data[i]))
            ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-number",
                     "element %zu of an accessor is not a finite number", i / v->width);
    return out;
}

ptl_u32s ptl_gltf_numbers(gltf_in *in, const gltf_values *v)
{
    uint32_t size  = component_size(v->component);
    uint64_t total = v->count * v->width;
    ptl_u32s out   = { 0 };

    if (v->component == (uint32_t)F32 || v->component == I8 || v->component == I16 ||
        v->normalized) {
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-accessor",
                 "indices and joints are unsigned whole numbers");
        return out;
    }
    if (!may_copy(in, v))
        return out;
    out.data = ptl_arena_array(in->job, total, sizeof *out.data);
    if (!out.data)
        return out;
    out.count = (size_t)total;
    for (uint64_t i = 0; i < total && v->data; i++)
        out.data[i] =
            load_number(v->data + i / v->width * v->stride + i % v->width * size, v->component);
    for (uint64_t i = 0; i < v->sparse_count && ptl_ok(in->job); i++)
        for (uint32_t k = 0; k < v->width; k++)
            out.data[(uint64_t)sparse_place(in, v, i) * v->width + k] =
                load_number(v->sparse_values + (i * v->width + k) * size, v->component);
    return out;
}

/* ---- Extensions ----------------------------------------------------------------------------- */

typedef enum gltf_way {             /* what becomes of a file that uses an extension */
                        WAY_DROP,   /* it is read without, unless it says that it cannot be */
                        WAY_SPARE,  /* it is read without, whatever it says                 */
                        WAY_KNOWN,  /* the extension is heeded                              */
                        WAY_PACKED, /* as WAY_DROP; lists of numbers may be there in it alone */
} gltf_way;

/* Integers as coordinates are read anyhow, and so are transforms of those of textures, and the
 * colors of an older way to describe surfaces. Without images and lights there is still a shape. */
static const struct {
    char     name[36];
    gltf_way way;
} ways[] = {
    { "KHR_mesh_quantization", WAY_KNOWN },
    { "KHR_texture_transform", WAY_KNOWN },
    { "KHR_materials_pbrSpecularGlossiness", WAY_KNOWN },
    { "KHR_lights_punctual", WAY_SPARE },
    { "KHR_texture_basisu", WAY_SPARE },
    { "EXT_texture_webp", WAY_SPARE },
    { "EXT_texture_avif", WAY_SPARE },
    { "MSFT_texture_dds", WAY_SPARE },
    { "KHR_draco_mesh_compression", WAY_PACKED },
    { "EXT_meshopt_compression", WAY_PACKED },
    { "KHR_meshopt_compression", WAY_PACKED },
};

static gltf_way way_of(ptl_str name)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ptl_str_is(name, ways[i].name))
            return ways[i].way;
    return ptl_str_begins(name, "KHR_materials_") ? WAY_SPARE : WAY_DROP; /* how surfaces shine */
}

static void refuse_extension(gltf_in *in, ptl_str name)
{
    char shown[64];

    ptl_fail(in->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "gltf-extension",
             "the file cannot be read without %s, which is not known here%s",
             ptl_quote(shown, sizeof shown, name.data, name.size),
             way_of(name) == WAY_PACKED ? ": export it without compression" : "");
}

bool ptl_gltf_is_packed(gltf_in *in)
{
    for (size_t i = 0; i < in->file.used.count && ptl_ok(in->job); i++)
        if (way_of(in->file.used.data[i]) == WAY_PACKED)
            refuse_extension(in, in->file.used.data[i]);
    return !ptl_ok(in->job);
}

/* What it says of color counts before what stands there for those who do not know it. */
static void take_gloss(gltf_in *in)
{
    for (size_t i = 0; i < in->file.materials.count; i++) {
        gltf_look        *look  = &in->file.materials.data[i].look;
        const gltf_gloss *gloss = &in->file.materials.data[i].extensions.gloss;

        if (gloss->at == 0)
            continue;
        *look = (gltf_look){ .roughness = 1 - gloss->glossiness,
                             .base      = gloss->diffuse,
                             .metal     = gloss->gloss };
        memcpy(look->color, gloss->color, sizeof look->color);
    }
}

static void check_extensions(gltf_in *in)
{
    char shown[64];

    for (size_t i = 0; i < in->file.required.count && ptl_ok(in->job); i++) {
        gltf_way way = way_of(in->file.required.data[i]);

        if (way == WAY_DROP || way == WAY_PACKED)
            refuse_extension(in, in->file.required.data[i]);
    }
    for (size_t i = 0; i < in->file.used.count && ptl_ok(in->job); i++) {
        ptl_str name = in->file.used.data[i];

        if (way_of(name) != WAY_KNOWN)
            ptl_find(in->job, PTL_LOSS, PTL_NOWHERE, "gltf-extension", "what %s says is dropped",
                     ptl_quote(shown, sizeof shown, name.data, name.size));
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void read_document(gltf_in *in, ptl_span json, ptl_scene *out)
{
    char shown[24];

    in->job->source = json; /* places are lines and columns of the JSON */
    in->job->text   = true;
    ptl_record_read(in->job, json, &ptl_gltf_record, &in->file);
    if (ptl_ok(in->job) && !ptl_str_begins(in->file.asset.version, "2."))
        ptl_fail(in->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "gltf-version",
                 "version \"%s\" is not 2.0",
                 ptl_quote(shown, sizeof shown, in->file.asset.version.data,
                           in->file.asset.version.size));
    take_gloss(in);
    in->buffers = ptl_arena_array(in->job, in->file.buffers.count, sizeof *in->buffers);
    if (ptl_ok(in->job))
        check_extensions(in);
    if (ptl_ok(in->job))
        ptl_gltf_to_scene(in, out);
}

static void read_text(ptl_job *job, ptl_span source, const char *name, void *hub,
                      const ptl_files *files)
{
    ptl_scene *out = hub;
    gltf_in    in  = { .job = job, .files = files };

    (void)name;
    read_document(&in, source, out);
}

/* The next chunk of a .glb; empty after the last. */
static ptl_span next_chunk(ptl_cursor *in, uint32_t *kind)
{
    uint32_t size = ptl_u32le(in);

    *kind = ptl_u32le(in);
    return (ptl_span){ ptl_take(in, size), size };
}

static void read_binary(ptl_job *job, ptl_span source, const char *name, void *hub,
                        const ptl_files *files)
{
    ptl_scene *out = hub;
    enum { JSON = 0x4E4F534A, BIN = 0x004E4942 };
    gltf_in    g  = { .job = job, .files = files };
    ptl_cursor in = ptl_cursor_of(job, source);
    ptl_span   json, chunk;
    uint32_t   version, size, kind;

    (void)name;
    in.what = "a chunk";
    ptl_take(&in, 4);
    version = ptl_u32le(&in);
    size    = ptl_u32le(&in);
    if (version != 2)
        ptl_fail(job, PTL_E_UNSUPPORTED, 4, "gltf-version", "version %lu is not 2",
                 (unsigned long)version);
    if (size != source.size)
        ptl_warn(job, 8, "gltf-size", "the file has %zu bytes, its header says %lu", source.size,
                 (unsigned long)size);
    json = next_chunk(&in, &kind);
    if (kind != JSON)
        ptl_fail(job, PTL_E_SYNTAX, 16, "gltf-chunk", "the first chunk is not JSON");
    while (ptl_ok(job) && !g.binary.data && ptl_left(&in) >= 8) {
        chunk = next_chunk(&in, &kind);
        if (kind == BIN)
            g.binary = chunk;
    }
    if (!ptl_ok(job))
        return;
    ptl_within(job, "JSON chunk");
    read_document(&g, json, out);
    ptl_within(job, "%s", "");
}

static int probe_binary(ptl_span head, uint64_t size, const char *name)
{
    (void)name;
    return size >= 12 && head.size >= 4 && memcmp(head.data, "glTF", 4) == 0 ? 100 : 0;
}

static bool holds(ptl_span head, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= head.size; i++)
        if (head.data[i] == (uint8_t)word[0] && memcmp(head.data + i, word, size) == 0)
            return true;
    return false;
}

/* JSON with an asset is glTF; where that comes late in the file, the name has to do. */
static int probe_text(ptl_span head, uint64_t size, const char *name)
{
    size_t at = 0;

    (void)size;
    if (head.size >= 3 && memcmp(head.data, "\xEF\xBB\xBF", 3) == 0)
        at = 3;
    while (at < head.size && head.data[at] && strchr(" \t\r\n", head.data[at]))
        at++;
    if (at == head.size || head.data[at] != '{')
        return 0;
    return holds(head, "\"asset\"") && holds(head, "\"version\"") ? 90
           : ptl_has_extension(name, "gltf") && holds(head, "\"") ? 50
                                                                  : 0;
}

const ptl_importer ptl_import_glb = {
    .info  = { .name       = "glb",
               .title      = "glTF 2.0, one file",
               .extensions = "glb",
               .media_type = "model/gltf-binary" },
    .hub   = PTL_HUB_SCENE,
    .probe = probe_binary,
    .read  = read_binary,
};

const ptl_importer ptl_import_gltf = {
    .info  = { .name       = "gltf",
               .title      = "glTF 2.0, several files",
               .extensions = "gltf",
               .media_type = "model/gltf+json" },
    .text  = true,
    .hub   = PTL_HUB_SCENE,
    .probe = probe_text,
    .read  = read_text,
};
