/* SPDX-License-Identifier: MIT */
/* Corners of the core that one format alone would not show: grids with a rim, cursors over a part,
 * findings that say where they are. */
#include <stddef.h>
#include <string.h>

#include "core/arena.h"
#include "core/cursor.h"
#include "core/record.h"
#include "harness.h"

typedef struct room { /* one row and one column more than it says, as fences have posts */
    uint32_t rows, columns;
    ptl_u8s  posts;
} room;

static const ptl_field room_fields[] = {
    { "rows", "", PTL_KIND_U32, PTL_ONE, .offset = offsetof(room, rows) },
    { "columns", "", PTL_KIND_U32, PTL_ONE, .offset = offsetof(room, columns) },
    { "posts", "", PTL_KIND_U8, PTL_GRID, .offset = offsetof(room, posts),
      .across = offsetof(room, columns), .down = offsetof(room, rows), .rim = 1, .high = 9 },
};

static const ptl_record room_record = { "a room", sizeof(room), room_fields, COUNT(room_fields) };

typedef struct bench { /* a job with all it needs */
    ptl_heap  heap;
    ptl_arena arena;
    ptl_job   job;
    ptl_diag  heard;
} bench;

static void hear(void *user, const ptl_diag *diag)
{
    ((bench *)user)->heard = *diag;
}

static void begin(bench *b)
{
    *b     = (bench){ .heap = ptl_heap_of(&(ptl_allocator){ 0 }, 1 << 20) };
    b->job = (ptl_job){ .heap = &b->heap, .arena = &b->arena, .depth = 8, .listener = { hear, b } };
}

static const char json[] = "{\n  \"rows\": 1,\n  \"columns\": 2,\n"
                           "  \"posts\": [\n    [1, 2, 3],\n    [4, 5, 60]\n  ]\n}\n";

static void a_grid_may_have_a_rim(void)
{
    room    r = { 0 };
    bench   b;
    ptl_buf out;

    begin(&b);
    ptl_record_read(&b.job, (ptl_span){ (const uint8_t *)json, sizeof json - 1 }, &room_record, &r);
    CHECK(ptl_ok(&b.job));
    CHECK_UINT(r.posts.count, 6);
    out = ptl_buf_of(&b.job, NULL);
    ptl_record_write(&out, &room_record, &r, NULL);
    CHECK_BYTES(out.data, out.size, json, sizeof json - 1);
    ptl_buf_free(&out);
    ptl_record_check(&b.job, &room_record, &r, NULL);
    CHECK_TEXT(b.heard.path, "posts[2,1]");
    ptl_arena_free(&b.arena, &b.heap);
}

static void a_rim_is_counted(void)
{
    static const char few[] = "{\"rows\": 1, \"columns\": 2, \"posts\": [[1, 2]]}";
    room              r     = { 0 };
    bench             b;

    begin(&b);
    ptl_record_read(&b.job, (ptl_span){ (const uint8_t *)few, sizeof few - 1 }, &room_record, &r);
    CHECK_TEXT(b.job.error.rule, "json-count");
    CHECK_TEXT(b.job.error.message, "posts has 2 values, the sizes 3 and 2 ask for 6");
    ptl_arena_free(&b.arena, &b.heap);
}

static void a_cursor_ends_with_its_part(void)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6 };
    bench                b;
    ptl_cursor           in;

    begin(&b);
    in      = ptl_cursor_part(&b.job, (ptl_span){ bytes, sizeof bytes }, 2, 5, "the chunk");
    in.what = "its second word";
    CHECK_UINT(ptl_u16le(&in), 0x0403);
    CHECK_UINT(ptl_u16le(&in), 0);
    CHECK_UINT(b.job.error.offset, 5);
    CHECK_TEXT(b.job.error.message,
               "the chunk ends inside its second word; bytes needed from 0x4 on: 2, left: 1");
}

static void findings_know_where_they_are(void)
{
    bench b;

    begin(&b);
    ptl_within(&b.job, "level[%d]", 3);
    ptl_find(&b.job, PTL_NOTE, 0, "rule", "one");
    CHECK_TEXT(b.heard.path, "level[3]");
    ptl_path(&b.job, "level[3]/name");
    ptl_find(&b.job, PTL_NOTE, 0, "rule", "two");
    CHECK_TEXT(b.heard.path, "level[3]/name");
    ptl_find(&b.job, PTL_NOTE, 0, "rule", "three");
    CHECK_TEXT(b.heard.path, "level[3]");
    ptl_within(&b.job, "%s", "");
    ptl_find(&b.job, PTL_NOTE, 0, "rule", "four");
    CHECK_TEXT(b.heard.path, "");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_grid_may_have_a_rim),
        TEST(a_rim_is_counted),
        TEST(a_cursor_ends_with_its_part),
        TEST(findings_know_where_they_are),
    };

    return run_tests("record", tests, COUNT(tests));
}
