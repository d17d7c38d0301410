/* SPDX-License-Identifier: MIT */
/* Record tables: slices of shared integers, named and optional ones. */
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/record.h"
#include "harness.h"
#include "support.h"

typedef struct sliced {
    uint32_t bits;
    ptl_u32s list;
} sliced;

static const ptl_name colors[] = { { 0, "red" }, { 1, "green" }, { 2, "blue" }, { 0, "" } };

static const ptl_field sliced_fields[] = {
    { "low", "", PTL_KIND_U32, PTL_ONE, .offset = offsetof(sliced, bits), .bits = 4 },
    { "color", "", PTL_KIND_U32, PTL_ONE, .offset = offsetof(sliced, bits), .shift = 4, .bits = 2,
      .names = colors },
    { "rest", "", PTL_KIND_U32, PTL_ONE, .offset = offsetof(sliced, bits), .shift = 6, .bits = 26,
      .optional = true },
    { "id", "", PTL_KIND_U32, PTL_LIST, .offset = offsetof(sliced, list), .bits = 16 },
    { "extra", "", PTL_KIND_U32, PTL_LIST, .offset = offsetof(sliced, list), .shift = 16,
      .bits = 16, .optional = true },
};

static const ptl_record sliced_record = { "a sliced record", sizeof(sliced), sliced_fields,
                                          COUNT(sliced_fields) };

/* The record as JSON, and that JSON as a record again. */
static void check_json(const sliced *in, const char *want)
{
    test_heap counted = { 0 };
    ptl_heap  heap    = { test_allocator(&counted), (size_t)1 << 20, 0 };
    ptl_arena arena   = { 0 };
    ptl_job   job     = { .heap = &heap, .arena = &arena, .depth = 8 };
    ptl_buf   out     = ptl_buf_of(&job, NULL);
    sliced    back    = { 0 };

    ptl_record_write(&out, &sliced_record, in, NULL);
    CHECK(ptl_ok(&job));
    CHECK_BYTES(out.data, out.size, want, strlen(want));
    ptl_record_read(&job, (ptl_span){ out.data, out.size }, &sliced_record, &back);
    CHECK_TEXT(job.error.message, "");
    CHECK_UINT(back.bits, in->bits);
    CHECK_BYTES(back.list.data, back.list.count * 4, in->list.data, in->list.count * 4);
    ptl_buf_free(&out);
    ptl_arena_free(&arena, &heap);
    CHECK_UINT(counted.held, 0);
}

static void slices_have_names_and_places_of_their_own(void)
{
    uint32_t values[] = { 0x00030001, 0x00000002 };

    check_json(&(sliced){ 0xE5, { values, 2 } },
               "{\n  \"low\": 5,\n  \"color\": \"blue\",\n  \"rest\": 3,\n  \"id\": [1, 2],\n"
               "  \"extra\": [3, 0]\n}\n");
}

static void empty_slices_are_left_out(void)
{
    uint32_t values[] = { 1, 2 };

    check_json(&(sliced){ 0x15, { values, 2 } },
               "{\n  \"low\": 5,\n  \"color\": \"green\",\n  \"id\": [1, 2]\n}\n");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(slices_have_names_and_places_of_their_own),
        TEST(empty_slices_are_left_out),
    };

    return run_tests("record", tests, COUNT(tests));
}
