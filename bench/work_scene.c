/* SPDX-License-Identifier: MIT */
/* Models on their way to glTF: the whole way beside another program's, writing beside fwrite,
 * welding beside parsing. And the numbers of JSON beside printf's. */
#define _XOPEN_SOURCE 700 /* access */

#include <fcntl.h>
#include <math.h>
#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "core/num.h"
#include "exports/export.h"
#include "hubs/scene_weld.h"

extern const ptl_export ptl_export_glb;

/* Whether a .glb holds the model: every corner of every triangle where it was. Looked at once for
 * each input, when nobody has started the clock yet. */
static bool holds_model(const char *path, const material *m)
{
    static uint64_t  seen;
    const ptl_pfobj *want = ptl_pfobj_of(m->doc), *got;
    ptl_doc         *doc  = NULL;
    bool             same;

    if (seen == m->sum)
        return true;
    same = ptl_import_file(&doc, path, "pfobj", NULL, NULL) == PTL_OK;
    got  = same ? ptl_pfobj_of(doc) : NULL;
    same = same && got->vertices.count == want->vertices.count;
    for (size_t i = 0; same && i < want->vertices.count; i++)
        for (int k = 0; k < 3; k++)
            same = same && fabs(got->vertices.data[i].position[k] -
                                want->vertices.data[i].position[k]) < 2e-6;
    ptl_doc_free(doc);
    seen = same ? m->sum : 0;
    return same;
}

/* ---- The whole way -------------------------------------------------------------------------- */

outcome scene_convert(const material *m)
{
    static const ptl_setting weld = { "weld", NULL, 0 };
    ptl_write_opts opts = { .to = "glb", .overwrite = true, .settings = &weld, .setting_count = 1 };
    neighbor       out  = beside(m, ".glb");
    ptl_doc       *doc  = NULL;
    bool           done;

    done = ptl_read_file(&doc, m->path, &(ptl_read_opts){ .allocator = fresh_memory() }, NULL) ==
               PTL_OK &&
           ptl_write_file(out.path, doc, &opts, NULL) == PTL_OK;
    ptl_doc_free(doc);
    return (outcome){ .done = done && holds_model(out.path, m) };
}

static void print_reals(FILE *to, const char *key, const double *values, int count)
{
    fputs(key, to);
    for (int i = 0; i < count; i++)
        fprintf(to, " %.6f", values[i]);
    fputc('\n', to);
}

/* The same numbers as OBJ, a vertex for each corner. */
static bool write_obj(const char *path, const ptl_pfobj *model)
{
    FILE *to = fopen(path, "w");

    for (size_t i = 0; to && i < model->vertices.count; i++) {
        print_reals(to, "v", model->vertices.data[i].position, 3);
        print_reals(to, "vt", model->vertices.data[i].texture, 2);
        print_reals(to, "vn", model->vertices.data[i].normal, 3);
    }
    for (size_t i = 1; to && i + 2 <= model->vertices.count; i += 3)
        fprintf(to, "f %zu/%zu/%zu %zu/%zu/%zu %zu/%zu/%zu\n", i, i, i, i + 1, i + 1, i + 1, i + 2,
                i + 2, i + 2);
    return to && fclose(to) == 0;
}

outcome scene_assimp(const material *m)
{
    neighbor          from = beside(m, ".obj"), to = beside(m, ".assimp.glb");
    const char *const args[] = { "assimp", "export", from.path, to.path, NULL };

    if (access(from.path, R_OK) != 0 && !write_obj(from.path, ptl_pfobj_of(m->doc)))
        return (outcome){ 0 };
    return (outcome){ .done = process_run(args, NULL) && access(to.path, R_OK) == 0 };
}

/* ---- Welding -------------------------------------------------------------------------------- */

/* The lists of the model's one part, made once for an input, and a copy that is welded again and
 * again. Welding writes over the vertices it keeps and over the indices, and only these need be
 * restored. */
typedef struct bundle {
    ptl_scene_part part;
    float         *numbers;
    uint32_t      *index;
} bundle;

static void bundle_fill(bundle *to, const ptl_scene_part *from)
{
    size_t corners = from->index.count;

    to->numbers            = realloc(to->numbers, corners * 8 * sizeof(float));
    to->index              = realloc(to->index, corners * sizeof *to->index);
    to->part               = *from;
    to->part.position.data = to->numbers;
    to->part.normal.data   = to->numbers + 3 * corners;
    to->part.uv.data       = to->numbers + 6 * corners;
    to->part.index.data    = to->index;
}

static void restore(ptl_scene_part *to, const ptl_scene_part *from, size_t vertices)
{
    memcpy(to->position.data, from->position.data, 3 * vertices * sizeof(float));
    memcpy(to->normal.data, from->normal.data, 3 * vertices * sizeof(float));
    memcpy(to->uv.data, from->uv.data, 2 * vertices * sizeof(float));
    memcpy(to->index.data, from->index.data, from->index.count * sizeof(uint32_t));
    to->position.count = from->position.count;
    to->normal.count   = from->normal.count;
    to->uv.count       = from->uv.count;
    to->welded         = false;
}

static ptl_scene_part *part_of(const material *m, const ptl_scene_part **original)
{
    static bundle   first, copy;
    static uint64_t of;
    ptl_scene      *scene;

    *original = &first.part;
    if (of == m->sum || ptl_scene_make(&scene, m->doc, NULL, NULL) != PTL_OK)
        return &copy.part;
    bundle_fill(&first, &scene->meshes.data[0].parts.data[0]);
    bundle_fill(&copy, &scene->meshes.data[0].parts.data[0]);
    restore(&first.part, &scene->meshes.data[0].parts.data[0], first.part.index.count);
    restore(&copy.part, &first.part, first.part.index.count);
    of = m->sum;
    ptl_scene_free(scene);
    return &copy.part;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static bool put_to_file(void *user, const void *data, size_t size)
{
    return write(*(int *)user, data, size) == (ssize_t)size;
}

/* A scene that is there already, to a file: the writing alone. */
outcome scene_write(const material *m)
{
    neighbor              out    = beside(m, ".plain.glb");
    int                   file   = open(out.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    ptl_allocator         memory = pool_memory(m->kept);
    ptl_heap              heap   = ptl_heap_of(&memory, SIZE_MAX);
    ptl_arena             arena  = { 0 };
    ptl_job               job    = { .heap = &heap, .arena = &arena };
    ptl_sink              sink   = { put_to_file, &file };
    ptl_buf               buf    = ptl_buf_of(&job, &sink);
    const ptl_scene_part *part;
    ptl_scene_mesh        mesh  = { .parts = { part_of(m, &part), 1 } };
    ptl_scene_node        node  = { .parent   = PTL_SCENE_NONE,
                                    .skin     = PTL_SCENE_NONE,
                                    .rotation = { 0, 0, 0, 1 },
                                    .scale    = { 1, 1, 1 } };
    ptl_scene             scene = { .meshes = { &mesh, 1 }, .nodes = { &node, 1 } };

    mesh.parts.data->material = PTL_SCENE_NONE;
    ptl_export_glb.write[PTL_HUB_SCENE](&job, &buf, &scene, &(ptl_side){ .stem = "" });
    ptl_buf_flush(&buf);
    ptl_buf_free(&buf);
    ptl_arena_free(&arena, &heap);
    return (outcome){ .done = close(file) == 0 && ptl_ok(&job) && holds_model(out.path, m) };
}

/* What the row above wrote, from memory to a new file of another name. */
outcome scene_fwrite(const material *m)
{
    static char    *bytes;
    static size_t   size;
    static uint64_t of;
    neighbor        from = beside(m, ".plain.glb"), to = beside(m, ".copy.glb");
    FILE           *file;
    bool            done;

    if (of != m->sum) {
        file  = fopen(from.path, "rb");
        bytes = realloc(bytes, m->file.size);
        size  = file && bytes ? fread(bytes, 1, m->file.size, file) : 0;
        of    = m->sum;
        if (file)
            fclose(file);
    }
    unlink(to.path);
    file = fopen(to.path, "wb");
    done = file && size > 0 && fwrite(bytes, 1, size, file) == size;
    return (outcome){ .done = file && fclose(file) == 0 && done };
}

/* ---- Welding -------------------------------------------------------------------------------- */

outcome scene_weld(const material *m)
{
    ptl_allocator         memory = pool_memory(m->kept);
    ptl_heap              heap   = ptl_heap_of(&memory, SIZE_MAX);
    ptl_arena             arena  = { 0 };
    ptl_job               job    = { .heap = &heap, .arena = &arena };
    const ptl_scene_part *original;
    ptl_scene_part       *part = part_of(m, &original);
    size_t                kept;

    ptl_scene_weld(&job, part);
    kept = part->position.count / 3;
    ptl_arena_free(&arena, &heap);
    restore(part, original, kept);
    /* Inside a height field six corners share a vertex. */
    return (outcome){ .done = ptl_ok(&job) && kept > original->index.count / 6 &&
                              kept < original->index.count / 5 };
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static volatile size_t size_sink; /* so that no compiler leaves the work out */

static size_t each_number(const material *m, size_t (*put)(char *, float))
{
    const ptl_pfobj *model = ptl_pfobj_of(m->doc);
    size_t           total = 0;
    char             text[64];

    for (size_t i = 0; i < model->vertices.count; i++) {
        const ptl_pfobj_vertex *v = &model->vertices.data[i];

        for (int k = 0; k < 3; k++)
            total += put(text, (float)v->position[k]) + put(text, (float)v->normal[k]);
        for (int k = 0; k < 2; k++)
            total += put(text, (float)v->texture[k]);
    }
    return total;
}

static size_t print_number(char *to, float value)
{
    return (size_t)snprintf(to, 64, "%.9g", (double)value);
}

outcome scene_format(const material *m)
{
    size_sink = each_number(m, ptl_format_f32);
    return (outcome){ .done = size_sink > 0 };
}

outcome scene_printf(const material *m)
{
    size_sink = each_number(m, print_number);
    return (outcome){ .done = size_sink > 0 };
}
