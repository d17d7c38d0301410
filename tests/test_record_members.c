/* SPDX-License-Identifier: MIT */
/* Record tables: lists of structs shown member by member, both ways. */
#include "core/record.h"

#include <string.h>

#include "core/arena.h"
#include "harness.h"

typedef struct cell {
    int16_t height;
    uint8_t kind;
} cell;

typedef struct cells {
    cell  *data;
    size_t count;
} cells;

typedef struct board {
    uint32_t width, height;
    cells    cells;
} board;

#define CELLS                                                                                      \
    PTL_GRID, .offset = offsetof(board, cells), .across = offsetof(board, width),                  \
              .down = offsetof(board, height), .stride = sizeof(cell)

static const ptl_field fields[] = {
    { "width", "cells across", PTL_KIND_U32, PTL_ONE, .offset = offsetof(board, width) },
    { "height", "cells down", PTL_KIND_U32, PTL_ONE, .offset = offsetof(board, height) },
    { "level", "height of each cell", PTL_KIND_I16, CELLS, .inside = offsetof(cell, height),
      .low = -9, .high = 9 },
    { "kind", "kind of each cell", PTL_KIND_U8, CELLS, .inside = offsetof(cell, kind),
      .optional = true },
};

static const ptl_record board_record = { "a board", sizeof(board), fields, COUNT(fields) };

static const char text[] = "{\n"
                           "  \"width\": 2,\n"
                           "  \"height\": 2,\n"
                           "  \"level\": [\n    [1, -2],\n    [3, 40]\n  ],\n"
                           "  \"kind\": [\n    [5, 6],\n    [7, 255]\n  ]\n"
                           "}\n";

typedef struct desk { /* a job with memory of its own */
    ptl_heap  heap;
    ptl_arena arena;
    ptl_job   job;
} desk;

static void desk_open(desk *d)
{
    *d           = (desk){ .heap = ptl_heap_of(&(ptl_allocator){ 0 }, (size_t)1 << 20) };
    d->job.heap  = &d->heap;
    d->job.arena = &d->arena;
    d->job.depth = 8;
}

static void members_of_structs_come_back(void)
{
    desk    d;
    board   b = { 0 };
    ptl_buf out;

    desk_open(&d);
    out = ptl_buf_of(&d.job, NULL);
    ptl_record_read(&d.job, (ptl_span){ (const uint8_t *)text, sizeof text - 1 }, &board_record,
                    &b);
    CHECK(ptl_ok(&d.job));
    CHECK_UINT(b.cells.count, 4);
    CHECK(b.cells.data[1].height == -2 && b.cells.data[1].kind == 6);
    CHECK(b.cells.data[3].height == 40 && b.cells.data[3].kind == 255);
    ptl_record_write(&out, &board_record, &b, NULL);
    CHECK_BYTES(out.data, out.size, text, sizeof text - 1);
    ptl_buf_free(&out);
    ptl_arena_free(&d.arena, &d.heap);
    CHECK_UINT(d.heap.used, 0);
}

static void members_that_are_zero_may_be_left_out(void)
{
    static const char short_text[] = "{\n  \"width\": 2,\n  \"height\": 1,\n"
                                     "  \"level\": [\n    [1, 2]\n  ]\n}\n";
    desk              d;
    board             b = { 0 };
    ptl_buf           out;

    desk_open(&d);
    out = ptl_buf_of(&d.job, NULL);
    ptl_record_read(&d.job, (ptl_span){ (const uint8_t *)short_text, sizeof short_text - 1 },
                    &board_record, &b);
    CHECK_UINT(b.cells.count, 2);
    CHECK(b.cells.data[1].height == 2 && b.cells.data[1].kind == 0);
    ptl_record_write(&out, &board_record, &b, NULL);
    CHECK_BYTES(out.data, out.size, short_text, sizeof short_text - 1);
    ptl_buf_free(&out);
    ptl_arena_free(&d.arena, &d.heap);
}

static void hear(void *user, const ptl_diag *diag)
{
    *(ptl_diag *)user = *diag;
}

static void members_of_structs_have_ranges(void)
{
    cell     four[4] = { { 1, 5 }, { -2, 6 }, { 3, 7 }, { 40, 255 } };
    board    b       = { 2, 2, { four, 4 } };
    ptl_diag heard   = { 0 };
    desk     d;

    desk_open(&d);
    d.job.listener = (ptl_listener){ hear, &heard };
    ptl_record_check(&d.job, &board_record, &b, NULL);
    CHECK_TEXT(heard.rule, "range");
    CHECK_TEXT(heard.path, "level[1,1]");
}

static void members_of_structs_agree_in_number(void)
{
    static const char few[] = "{\"width\":1,\"height\":1,\"level\":[[1]],\"kind\":[[1,2]]}";
    desk              d;
    board             b = { 0 };

    desk_open(&d);
    ptl_record_read(&d.job, (ptl_span){ (const uint8_t *)few, sizeof few - 1 }, &board_record, &b);
    CHECK_TEXT(d.job.error.rule, "json-count");
    ptl_arena_free(&d.arena, &d.heap);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(members_of_structs_come_back),
        TEST(members_that_are_zero_may_be_left_out),
        TEST(members_of_structs_have_ranges),
        TEST(members_of_structs_agree_in_number),
    };

    return run_tests("record", tests, COUNT(tests));
}
