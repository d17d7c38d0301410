/* SPDX-License-Identifier: MIT */
/* Documents inside of documents count against the one limit of the call: a container of a few lines
 * that names a large map or holds it, and small files that unpack to as much. */
#include <portolan/ppe.h>
#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base64.h"
#include "core/codec.h"
#include "harness.h"
#include "support.h"

enum { SIDE = 600, LIMIT = 1 << 19, HEADER = 12 }; /* cells along a map of 1.4 MB; bytes */

#define LAYER "Layer:Tile \"ground\" 0 8 8 600 600 {\n"

/* A large map, as others would have made it: with memory that nobody counts. */
static ptl_bytes large_map(const char *coder)
{
    ptl_setting with = { "coder", coder, strlen(coder) };
    ptl_doc    *doc;
    ptl_bytes   bytes;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, SIDE, SIDE, NULL, NULL) == PTL_OK);
    bytes = must_write(doc, &(ptl_write_opts){ .settings = &with, .setting_count = 1 });
    ptl_doc_free(doc);
    return bytes;
}

/* With memory of the one who asks. */
static bool load_counted(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const ptl_bytes *map = user;

    if (strcmp(companion->role, "map") != 0)
        return false;
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, map->size);
    if (out->data)
        memcpy(out->data, map->data, map->size);
    out->size = out->capacity = out->data ? map->size : 0;
    return out->data != NULL;
}

/* With memory of its own, which it says. */
static bool load_apart(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const ptl_bytes *map = user;

    if (strcmp(companion->role, "map") != 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(map->size), .size = map->size, .capacity = map->size };
    CHECK(out->data != NULL);
    memcpy(out->data, map->data, map->size);
    return true;
}

/* The error that ends a call is heard, once. */
static void hear(void *user, const ptl_diag *diag)
{
    check_rule(diag, false);
    *(size_t *)user += diag->status != PTL_OK;
}

/* Every target that shows or holds the map is refused; nothing goes past the limit. */
static void refuse_all(const void *text, size_t size, size_t limit, const ptl_files *files)
{
    static const char *const targets[] = { "png", "svg", "glb", "obj", "ppe", "pfobj" };

    for (size_t i = 0; i < COUNT(targets); i++) {
        test_heap     heap   = { 0 };
        size_t        errors = 0;
        ptl_read_opts read   = { .allocator = test_allocator(&heap),
                                 .limits    = { .memory = limit },
                                 .listener  = { hear, &errors },
                                 .files     = *files };
        ptl_bytes     out;
        ptl_diag      err;

        if (ptl_convert(&(ptl_target){ .bytes = &out }, &(ptl_source){ text, size, NULL }, &read,
                        &(ptl_write_opts){ .to = targets[i] }, &err) != PTL_E_LIMIT)
            test_fail(__FILE__, __LINE__, "to %s: %s [%s]", targets[i], err.message, err.rule);
        CHECK_TEXT(err.rule, "limit-memory");
        CHECK(out.data == NULL);
        CHECK(heap.peak <= limit);
        CHECK_UINT(heap.held, 0);
        CHECK_UINT(errors, 1);
    }
}

static void a_large_map_that_is_named_is_refused(void)
{
    static const char text[] = LAYER "\tFile:MapData \"ground.map\"\n}\n";
    ptl_bytes         map    = large_map("none");

    refuse_all(text, sizeof text - 1, LIMIT, &(ptl_files){ .load = load_counted, .user = &map });
    refuse_all(text, sizeof text - 1, LIMIT, &(ptl_files){ .load = load_apart, .user = &map });
    ptl_bytes_free(&map);
}

/* A file that is small, and what is in it is not. */
static void a_packed_map_that_is_named_is_refused(void)
{
    static const char text[] = LAYER "\tFile:MapData \"ground.map\"\n}\n";
    ptl_bytes         map    = large_map("rle");

    CHECK(map.size < LIMIT / 4);
    refuse_all(text, sizeof text - 1, LIMIT, &(ptl_files){ .load = load_counted, .user = &map });
    ptl_bytes_free(&map);
}

/* A container with the cells of the map inside, as text or packed. */
static ptl_bytes container_of(const ptl_bytes *map, const char *packing)
{
    ptl_heap    heap = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job     job  = { .heap = &heap };
    ptl_buf     text = ptl_buf_of(&job, NULL);
    ptl_setting with = { "packing", packing, strlen(packing) };
    ptl_doc    *doc;
    ptl_bytes   out;

    ptl_put_text(&text, LAYER "\tEmbed:MapData [");
    ptl_put_base64(&text, map->data + HEADER, map->size - HEADER);
    ptl_put_text(&text, "]\n}\n");
    CHECK(ptl_ok(&job));
    doc = must_read(text.data, text.size, NULL);
    out = must_write(doc, &(ptl_write_opts){ .settings = &with, .setting_count = 1 });
    ptl_doc_free(doc);
    ptl_buf_free(&text);
    return out;
}

/* There is room for the container, and a little more. */
static void a_large_map_that_is_inside_is_refused(void)
{
    ptl_bytes map = large_map("none"), text = container_of(&map, "none");
    test_heap heap = { 0 };
    ptl_doc  *doc =
        must_read(text.data, text.size, &(ptl_read_opts){ .allocator = test_allocator(&heap) });

    refuse_all(text.data, text.size, heap.peak + LIMIT, &(ptl_files){ 0 });
    ptl_doc_free(doc);
    ptl_bytes_free(&text);
    ptl_bytes_free(&map);
}

static void a_container_that_is_packed_is_refused(void)
{
    ptl_bytes map, text;

    if (!ptl_codec_there(PTL_CODEC_ZLIB))
        test_skip("no zlib");
    map  = large_map("none");
    text = container_of(&map, "zlib");
    CHECK(text.size < LIMIT / 4);
    refuse_all(text.data, text.size, LIMIT, &(ptl_files){ 0 });
    ptl_bytes_free(&text);
    ptl_bytes_free(&map);
}

/* By itself, a part has the limit of the call that reads it. */
static void parts_that_are_read_keep_to_their_limit(void)
{
    ptl_bytes     map = large_map("none"), text = container_of(&map, "none");
    ptl_doc      *doc  = must_read(text.data, text.size, NULL), *part;
    test_heap     heap = { 0 };
    ptl_read_opts read = { .allocator = test_allocator(&heap), .limits = { .memory = LIMIT } };
    ptl_diag      err;

    CHECK_UINT(ptl_part_read(&part, doc, 0, &read, &err), PTL_E_LIMIT);
    CHECK(part == NULL && heap.peak <= LIMIT && heap.held == 0);
    CHECK_UINT(ptl_part_read(&part, doc, 0, NULL, &err), PTL_OK);
    CHECK_UINT(ptl_ppe_of(part)->cells.count, SIDE * SIDE);
    ptl_doc_free(part);
    ptl_doc_free(doc);
    ptl_bytes_free(&text);
    ptl_bytes_free(&map);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(a_large_map_that_is_named_is_refused),    TEST(a_packed_map_that_is_named_is_refused),
        TEST(a_large_map_that_is_inside_is_refused),   TEST(a_container_that_is_packed_is_refused),
        TEST(parts_that_are_read_keep_to_their_limit),
    };

    return run_tests("parts", cases, COUNT(cases));
}
