/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of another program: a clean error, or a scene that can be written, drawn and
 * read again, and a model of it. Compiled once per import. */
#include <portolan/pixels.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

/* A file beside the input: a few bytes, and a few words of a material library. */
static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static const char text[] = "newmtl a\nKd 1 0 .5\nmap_Kd a.png\nnewmtl b\nd .5\n";

    (void)user;
    if (companion->name[0] == 'x')
        return false;
    *out = (ptl_bytes){ .data = malloc(sizeof text), .size = sizeof text - 1 };
    must(out->data != NULL);
    out->capacity = sizeof text;
    memcpy(out->data, text, sizeof text);
    return true;
}

static const ptl_setting small[] = { { "size", "16x12", 5 },
                                     { "samples", "1", 1 },
                                     { "threads", "1", 1 } };

/* As a scene: what is read can be written, and comes back. */
static void go_as_scene(const uint8_t *data, size_t size, const ptl_read_opts *opts)
{
    ptl_source     from = { .data = data, .size = size };
    ptl_write_opts glb = { .to = "glb", .limits = opts->limits }, obj = glb, draw = glb;
    ptl_bytes      bytes = { 0 }, more = { 0 };
    ptl_pixels     pixels = { 0 };
    ptl_scene     *scene, *again;

    if (ptl_scene_read(&scene, &from, opts, NULL) != PTL_OK)
        return;
    obj.to             = "obj";
    draw.settings      = small;
    draw.setting_count = sizeof small / sizeof *small;
    if (ptl_scene_write(&(ptl_target){ .bytes = &bytes }, scene, &glb, NULL) == PTL_OK) {
        from = (ptl_source){ .data = bytes.data, .size = bytes.size };
        must(ptl_scene_read(&again, &from, &(ptl_read_opts){ .limits = opts->limits }, NULL) ==
             PTL_OK);
        ptl_scene_free(again);
    }
    ptl_scene_write(&(ptl_target){ .bytes = &more }, scene, &obj, NULL);
    ptl_scene_draw(&pixels, scene, &draw, NULL);
    ptl_pixels_free(&pixels);
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&more);
    ptl_scene_free(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts opts = { .format = FUZZ_IMPORT,
                           .limits = { .memory = (size_t)64 << 20 },
                           .files  = { .load = load } };
    ptl_bytes     text, glb;
    ptl_doc      *doc, *again;

    go_as_scene(data, size, &opts);
    if (ptl_import(&doc, data, size, "pfobj", &opts, NULL) != PTL_OK) {
        must(doc == NULL);
        return 0;
    }
    must(ptl_write(&text, doc, NULL, NULL) == PTL_OK);
    must(ptl_read(&again, text.data, text.size, NULL, NULL) == PTL_OK);
    ptl_check(again, NULL, NULL);
    if (ptl_write(&glb, again, &(ptl_write_opts){ .to = "glb" }, NULL) == PTL_OK)
        ptl_bytes_free(&glb);
    ptl_bytes_free(&text);
    ptl_doc_free(again);
    ptl_doc_free(doc);
    return 0;
}
