/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of one format, or as its JSON: a clean error, or a document that can be used
 * and that comes back the same. Compiled once per format and kind. */
#include <portolan/portolan.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void look(ptl_doc *doc)
{
    ptl_bytes  page;
    ptl_scene *scene;

    if (ptl_info(&page, doc, PTL_PAGE_JSON, NULL) == PTL_OK)
        ptl_bytes_free(&page);
    if (ptl_info(&page, doc, PTL_PAGE_TEXT, NULL) == PTL_OK)
        ptl_bytes_free(&page);
    ptl_check(doc, &(ptl_check_opts){ .profile = "engine" }, NULL);
    ptl_check(doc, &(ptl_check_opts){ .profile = "document" }, NULL);
    if (ptl_scene_make(&scene, doc, NULL, NULL) == PTL_OK)
        ptl_scene_free(scene);
}

static bool same(const ptl_bytes *a, const void *data, size_t size)
{
    return a->size == size && (size == 0 || memcmp(a->data, data, size) == 0);
}

/* Through JSON and back: the same native bytes. */
static void compare_json(const ptl_doc *doc, const ptl_bytes *native, const ptl_read_opts *opts)
{
    ptl_bytes     json, again;
    ptl_doc      *back;
    ptl_read_opts with = *opts;

    must(ptl_write(&json, doc, &(ptl_write_opts){ .to = "json" }, NULL) == PTL_OK);
    with.format  = "json";
    with.lenient = false; /* it says itself where that is needed */
    must(ptl_read(&back, json.data, json.size, &with, NULL) == PTL_OK);
    must(ptl_write(&again, back, NULL, NULL) == PTL_OK);
    must(same(&again, native->data, native->size));
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
}

#ifdef FUZZ_native
/* The same bytes as were read; but texts may be respelled, files about which reading had something
 * to say may be repaired, and some documents say themselves that they come back in other bytes. */
static bool came_back(const ptl_doc *doc, const ptl_bytes *native, const uint8_t *data, size_t size,
                      size_t heard)
{
    bool free_to_differ = !ptl_doc_verbatim(doc);

#if defined FUZZ_respelled
    free_to_differ = true;
#elif defined FUZZ_repaired
    free_to_differ = free_to_differ || heard > 0;
#endif
    (void)heard;
    return free_to_differ || same(native, data, size);
}
#endif

/* What was written reads back, and is written the same. */
static void compare_native(const ptl_bytes *native, const ptl_read_opts *opts)
{
    ptl_bytes again;
    ptl_doc  *back;

    must(ptl_read(&back, native->data, native->size, opts, NULL) == PTL_OK);
    must(ptl_write(&again, back, NULL, NULL) == PTL_OK);
    must(same(&again, native->data, native->size));
    ptl_bytes_free(&again);
    ptl_doc_free(back);
}

static void hear(void *user, const ptl_diag *diag)
{
    (void)diag;
    ++*(size_t *)user;
}

/* A document that cannot be written as it is can be after its repairs. */
static void write_somehow(ptl_bytes *native, ptl_doc *doc)
{
    if (ptl_write(native, doc, NULL, NULL) == PTL_OK)
        return;
    must(ptl_fix(doc, NULL, NULL) == PTL_OK);
    must(ptl_write(native, doc, NULL, NULL) == PTL_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t        heard = 0;
    ptl_read_opts opts = { .limits = { .memory = (size_t)64 << 20 }, .listener = { hear, &heard } };
    ptl_bytes     native;
    ptl_doc      *doc;

#ifdef FUZZ_json
    opts.format = "json";
#else
    opts.format = FUZZ_FORMAT;
#endif
    opts.lenient = size & 1;
    if (ptl_read(&doc, data, size, &opts, NULL) != PTL_OK)
        return 0;
    write_somehow(&native, doc);
#ifdef FUZZ_native
    must(came_back(doc, &native, data, size, heard));
#endif
    opts.format = ptl_doc_format(doc); /* JSON may hold any */
    compare_native(&native, &opts);
    compare_json(doc, &native, &opts);
    look(doc);
    must(ptl_fix(doc, NULL, NULL) == PTL_OK);
    ptl_bytes_free(&native);
    ptl_doc_free(doc);
    return 0;
}
