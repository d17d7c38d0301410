/* SPDX-License-Identifier: MIT */
/* Differences of bytes: what is written makes the one of the other, and is small where they are
 * alike. */
#include "core/delta.h"

#include "fixture.h"

enum { ROOM = 4096, MOST = 2 * ROOM };

typedef struct pair {
    uint8_t from[MOST], to[MOST];
    size_t  from_size, to_size;
} pair;

/* Bytes that do not come again. */
static void fill(uint8_t *out, size_t size, uint32_t state)
{
    for (size_t i = 0; i < size; i++) {
        state  = state * 1664525u + 1013904223u;
        out[i] = (uint8_t)(state >> 24);
    }
}

static void add(pair *p, const void *data, size_t size)
{
    if (size > 0)
        memcpy(p->to + p->to_size, data, size);
    p->to_size += size;
}

/* Writes it, makes it true, and returns how long it was. */
static size_t check_delta(const pair *p)
{
    ptl_span    from = { p->from, p->from_size }, to = { p->to, p->to_size };
    fixture     f;
    ptl_buf     text, made;
    ptl_json_in in;
    size_t      size;

    fixture_begin(&f, NULL, 0);
    text = ptl_buf_of(&f.job, NULL);
    made = ptl_buf_of(&f.job, NULL);
    ptl_delta_write(&text, from, to);
    CHECK(ptl_ok(&f.job));
    size = text.size;
    in   = ptl_json_in_of(&f.job, (ptl_span){ text.data, text.size });
    ptl_delta_apply(&in, &made, from, to.size);
    ptl_json_end(&in);
    CHECK(ptl_ok(&f.job));
    CHECK_BYTES(made.data, made.size, to.data, to.size);
    ptl_json_in_free(&in);
    ptl_buf_free(&made);
    ptl_buf_free(&text);
    fixture_end(&f);
    return size;
}

static pair *pair_of(size_t from_size)
{
    pair *p = calloc(1, sizeof *p);

    CHECK(p != NULL);
    p->from_size = from_size;
    fill(p->from, from_size, 1);
    return p;
}

static void equal_bytes_are_one_copy(void)
{
    for (size_t size = 0; size <= ROOM; size = size * 3 + 1) {
        pair *p = pair_of(size);

        add(p, p->from, size);
        CHECK(check_delta(p) <= sizeof "[[0, 4096]]" - 1);
        free(p);
    }
}

/* A byte in each place of short files, and pieces that went, came, moved, came twice. */
static void changed_bytes_are_found(void)
{
    for (size_t size = 1; size < 100; size += 7)
        for (size_t at = 0; at < size; at += 3) {
            pair *p = pair_of(size);

            add(p, p->from, size);
            p->to[at] ^= 1;
            check_delta(p);
            p->to_size = at;
            check_delta(p);
            free(p);
        }
}

static void moved_pieces_are_copied(void)
{
    static const struct {
        size_t at, size;
    } pieces[][4] = {
        { { 2000, 2096 }, { 0, 2000 } },
        { { 0, 1000 }, { 0, 1000 }, { 0, 1000 } },
        { { 3000, 40 }, { 7, 33 }, { 1001, 100 } },
        { { 100, 3000 }, { 50, 3000 } },
        { { 4000, 96 }, { 3990, 106 }, { 0, 31 } },
    };

    for (size_t i = 0; i < COUNT(pieces); i++) {
        pair *p = pair_of(ROOM);

        for (size_t k = 0; k < 4 && pieces[i][k].size > 0; k++) {
            add(p, "odd", k % 2 ? 3 : 0);
            add(p, p->from + pieces[i][k].at, pieces[i][k].size);
        }
        CHECK(check_delta(p) < 200);
        free(p);
    }
}

/* Blocks that are all equal, of which the first is found; and ends that are equal to both sides. */
static void equal_blocks_do_not_confuse(void)
{
    for (size_t size = 0; size < 200; size += 11) {
        pair *p = pair_of(ROOM);

        memset(p->from + 100, 7, 1000);
        memset(p->to, 7, size);
        p->to_size = size;
        add(p, p->from, 300);
        add(p, p->from + ROOM - size, size);
        check_delta(p);
        free(p);
    }
}

static void new_bytes_come_whole(void)
{
    pair *p = pair_of(500);

    fill(p->to, 900, 77);
    p->to_size = 900;
    CHECK(check_delta(p) < 1300);
    p->from_size = 0;
    CHECK(check_delta(p) < 1300);
    free(p);
}

static void no_memory_is_said(void)
{
    for (size_t fail = 1; fail < 5; fail++) {
        pair   *p = pair_of(500);
        fixture f;
        ptl_buf text;

        fill(p->to, 900, 77);
        fixture_begin(&f, NULL, 0);
        f.fail_at = fail;
        text      = ptl_buf_of(&f.job, NULL);
        ptl_delta_write(&text, (ptl_span){ p->from, 500 }, (ptl_span){ p->to, 900 });
        CHECK(f.asked < fail || f.job.error.status == PTL_E_MEMORY);
        ptl_buf_free(&text);
        fixture_end(&f);
        free(p);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(equal_bytes_are_one_copy), TEST(changed_bytes_are_found),
        TEST(moved_pieces_are_copied),  TEST(equal_blocks_do_not_confuse),
        TEST(new_bytes_come_whole),     TEST(no_memory_is_said),
    };

    return run_tests("delta", tests, COUNT(tests));
}
