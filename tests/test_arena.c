/* SPDX-License-Identifier: MIT */
/* Arenas: where pieces lie, what they cost, and how they fail. */
#include "fixture.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define IS_CLOSED(place) (__asan_address_is_poisoned(place) != 0)
#else
#define IS_CLOSED(place) ((void)(place), true)
#endif

static const size_t LARGE = 1024; /* as arena.c has it */

static bool is_all(const uint8_t *piece, size_t size, uint8_t byte)
{
    for (size_t i = 0; i < size; i++)
        if (piece[i] != byte)
            return false;
    return true;
}

static void pieces_are_zeroed_aligned_and_apart(void)
{
    enum { PIECES = 150 };
    uint8_t *piece[PIECES];
    fixture  f;

    fixture_begin(&f, NULL, 0);
    for (size_t i = 0; i < PIECES; i++) { /* sizes 0 to 2086, small and large in turns */
        size_t size = i * 14;

        piece[i] = ptl_arena_take(&f.job, size);
        CHECK(piece[i] != NULL);
        CHECK_UINT((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
        CHECK(is_all(piece[i], size, 0));
        memset(piece[i], (int)i, size);
    }
    for (size_t i = 0; i < PIECES; i++)
        CHECK(is_all(piece[i], i * 14, (uint8_t)i));
    fixture_end(&f);
}

static void large_pieces_begin_a_line(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    for (size_t size = LARGE; size < LARGE + 200; size++) {
        uint8_t *piece = ptl_arena_raw(&f.job, size);

        CHECK(piece != NULL);
        CHECK_UINT((uintptr_t)piece % 64, 0);
        memset(piece, 1, size); /* the sanitizer sees a byte too many */
    }
    fixture_end(&f);
}

static void small_pieces_share_a_block(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    for (int i = 0; i < 30; i++) {
        CHECK(ptl_arena_take(&f.job, 10) != NULL);
        if (i == 15) /* a large one between them does not end their block */
            CHECK(ptl_arena_take(&f.job, LARGE) != NULL);
    }
    CHECK_UINT(f.asked, 2);
    fixture_end(&f);
}

static void size_zero_gives_a_place(void)
{
    fixture f;
    void   *a, *b;

    fixture_begin(&f, NULL, 0);
    a = ptl_arena_take(&f.job, 0);
    b = ptl_arena_array(&f.job, 0, 8);
    CHECK(a && b && a != b);
    CHECK(ptl_arena_array(&f.job, UINT64_MAX, 0) != NULL);
    fixture_end(&f);
}

static void impossible_sizes_fail_before_memory_is_asked_for(void)
{
    static const struct {
        uint64_t count;
        size_t   size;
    } rows[] = {
        { UINT64_MAX, 1 },
        { UINT64_MAX - 64, 1 },
        { UINT64_MAX - 200, 1 },
        { SIZE_MAX, 1 },
        { (uint64_t)SIZE_MAX - 64, 1 },
        { UINT64_MAX / 2 + 1, 2 }, /* products that wrap around to little */
        { UINT64_MAX / 4 + 2, 4 },
        { (uint64_t)1 << 32, (size_t)1 << 31 },
        { UINT64_MAX, SIZE_MAX },
        { 1u << 30, 1 }, /* the limit itself: the head does not fit */
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        fixture f;

        fixture_begin(&f, NULL, 0);
        CHECK(!ptl_arena_array(&f.job, rows[i].count, rows[i].size));
        CHECK_FAILED(&f, PTL_E_LIMIT, "limit-memory");
        CHECK_UINT(f.asked, 0);
        fixture_end(&f);
    }
}

static void a_piece_alone_can_be_dropped(void)
{
    static const size_t sizes[] = { 0, 1, 100, 1024, 5000 };

    for (size_t drop = 0; drop < COUNT(sizes); drop++) {
        uint8_t *shared, *alone[COUNT(sizes)], foreign = 0;
        fixture  f;
        size_t   before;

        fixture_begin(&f, NULL, 0);
        shared = ptl_arena_take(&f.job, 8);
        for (size_t i = 0; i < COUNT(sizes); i++) {
            alone[i] = ptl_arena_alone(&f.job, sizes[i]);
            memset(alone[i], 7, sizes[i]);
        }
        before = f.live;
        ptl_arena_drop(&f.arena, &f.heap, alone[drop]);
        CHECK(f.live < before && before - f.live >= sizes[drop]);
        CHECK_UINT(f.heap.used, f.live);
        before = f.live;
        ptl_arena_drop(&f.arena, &f.heap, &foreign);
        ptl_arena_drop(&f.arena, &f.heap, NULL);
        CHECK_UINT(f.live, before);
        for (size_t i = 0; i < COUNT(sizes); i++)
            CHECK(i == drop || is_all(alone[i], sizes[i], 7));
        CHECK(is_all(shared, 8, 0));
        fixture_end(&f);
    }
}

static void large_pieces_are_alone(void)
{
    uint8_t *shared, *large;
    fixture  f;

    fixture_begin(&f, NULL, 0);
    shared = ptl_arena_take(&f.job, LARGE - 1);
    large  = ptl_arena_take(&f.job, LARGE);
    ptl_arena_drop(&f.arena, &f.heap, large);
    CHECK(is_all(shared, LARGE - 1, 0));
    fixture_end(&f);
}

static void every_failed_allocation_is_said_once(void)
{
    size_t fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;
        bool    all = true;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail_at;
        for (size_t size = 0; size < 3000; size += 100) {
            bool there = ptl_arena_take(&f.job, size) != NULL;

            CHECK(there == ptl_ok(&f.job)); /* and after the first, nothing more */
            all &= there;
        }
        failed = !all;
        if (failed)
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
        fixture_end(&f);
    }
    CHECK(fail_at > 20);
}

static void a_freed_arena_can_be_used_again(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    for (int i = 0; i < 3; i++) {
        CHECK(ptl_arena_take(&f.job, 5) != NULL);
        CHECK(ptl_arena_take(&f.job, 5000) != NULL);
        fixture_end(&f);
    }
}

/* A list grows to any length from any memory, and takes no more than a few times what it holds. */
static void lists_grow_by_doubling(void)
{
    enum { MANY = 5000 };
    uint32_t *list = NULL;
    fixture   f;

    fixture_begin(&f, NULL, 0);
    for (uint32_t i = 0; i < MANY; i++) {
        list = ptl_arena_append(&f.job, list, i, 1, sizeof *list);
        CHECK(list != NULL);
        CHECK_UINT(list[i], 0);
        list[i] = i;
    }
    for (uint32_t i = 0; i < MANY; i++)
        CHECK_UINT(list[i], i);
    CHECK(f.heap.used < 6 * MANY * sizeof *list);
    fixture_end(&f);
}

/* Lists by others, whatever their length, are copied; what lies behind them stays. */
static void lists_by_others_are_copied(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    for (size_t count = 0; count < 40; count++) {
        uint8_t *list = ptl_arena_take(&f.job, count), *next = ptl_arena_take(&f.job, 64), *longer;

        memset(list, 1, count);
        longer = ptl_arena_append(&f.job, list, count, 1, 1);
        CHECK(longer != list);
        CHECK(is_all(longer, count, 1));
        memset(longer + count, 2, 1);
        CHECK(is_all(next, 64, 0));
    }
    fixture_end(&f);
}

/* Two owners of one list: what the second adds does not fall onto what the first added. */
static void shared_lists_part_when_they_grow(void)
{
    uint16_t *list, *one, *two;
    fixture   f;

    fixture_begin(&f, NULL, 0);
    list = ptl_arena_append(&f.job, NULL, 0, 1, sizeof *list);
    one  = ptl_arena_append(&f.job, list, 1, 1, sizeof *list);
    CHECK(one == list);
    one[1] = 7;
    two    = ptl_arena_append(&f.job, list, 1, 1, sizeof *list);
    CHECK(two != one);
    two[1] = 8;
    CHECK_UINT(one[1], 7);
    fixture_end(&f);
}

/* The sanitizer minds what is behind a piece, before it, and the room of a list. */
static void slack_is_closed(void)
{
    uint8_t *small, *large, *list;
    fixture  f;

    fixture_begin(&f, NULL, 0);
    small = ptl_arena_take(&f.job, 16);
    large = ptl_arena_take(&f.job, LARGE + 3);
    list  = ptl_arena_append(&f.job, NULL, 0, 1, 8);
    CHECK(IS_CLOSED(small + 16) && IS_CLOSED(large - 1) && IS_CLOSED(large + LARGE + 3));
    CHECK(IS_CLOSED(list + 8));
    list = ptl_arena_append(&f.job, list, 1, 1, 8);
    CHECK(is_all(list, 16, 0) && IS_CLOSED(list + 16));
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(pieces_are_zeroed_aligned_and_apart),
        TEST(large_pieces_begin_a_line),
        TEST(small_pieces_share_a_block),
        TEST(size_zero_gives_a_place),
        TEST(impossible_sizes_fail_before_memory_is_asked_for),
        TEST(a_piece_alone_can_be_dropped),
        TEST(large_pieces_are_alone),
        TEST(every_failed_allocation_is_said_once),
        TEST(a_freed_arena_can_be_used_again),
        TEST(lists_grow_by_doubling),
        TEST(lists_by_others_are_copied),
        TEST(shared_lists_part_when_they_grow),
        TEST(slack_is_closed),
    };

    return run_tests("arena", tests, COUNT(tests));
}
