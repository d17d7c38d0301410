/* SPDX-License-Identifier: MIT */
/* Any bytes as the answer of a process in which an importer by others runs: it is found out, or
 * there is a scene that can be written and drawn. */
#include <portolan/pixels.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "imports/foreign.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct tape {
    const uint8_t *data;
    size_t         size, at;
} tape;

static bool play(void *user, void *data, size_t size)
{
    tape *t = user;

    if (size > t->size - t->at)
        return false;
    if (size > 0)
        memcpy(data, t->data + t->at, size);
    t->at += size;
    return true;
}

static bool drop(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return true;
}

static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)user;
    if (companion->name[0] == 'x')
        return false;
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, 4);
    if (out->data) {
        memcpy(out->data, "\x89PNG", 4);
        out->size = out->capacity = 4;
    }
    return out->data != NULL;
}

/* What was heard is as sound as what programs make by hand has to be. */
static void use(const ptl_scene *scene)
{
    static const ptl_setting small[] = { { "size", "16x12", 5 },
                                         { "samples", "1", 1 },
                                         { "threads", "1", 1 } };
    ptl_write_opts           opts    = { .to = "glb", .limits = { .memory = 64 << 20 } };
    ptl_bytes                bytes   = { 0 };
    ptl_pixels               pixels  = { 0 };
    ptl_diag                 err     = { 0 };

    ptl_scene_write(&(ptl_target){ .bytes = &bytes }, scene, &opts, &err);
    if (err.rule && strcmp(err.rule, "scene-unsound") == 0)
        abort();
    ptl_bytes_free(&bytes);
    opts.settings      = small;
    opts.setting_count = sizeof small / sizeof *small;
    ptl_scene_draw(&pixels, scene, &opts, NULL);
    ptl_pixels_free(&pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_heap  heap  = ptl_heap_of(&(ptl_allocator){ 0 }, 16 << 20);
    ptl_arena arena = { 0 };
    ptl_job   job   = { .heap = &heap, .arena = &arena, .depth = 64 };
    tape      t     = { data, size, 0 };
    ptl_scene scene = { 0 };

    if (ptl_foreign_hear(&job, &scene, &(ptl_foreign_line){ play, drop, &t },
                         &(ptl_files){ .load = load }) == PTL_FOREIGN_DONE &&
        job.error.status == PTL_OK)
        use(&scene);
    ptl_arena_free(&arena, &heap);
    if (heap.used != 0)
        abort();
    return 0;
}
