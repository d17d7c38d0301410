/* SPDX-License-Identifier: MIT */
/* Which element of a sequence is which of another: letters that come, go and move. */
#include "core/align.h"
#include "core/compare.h"
#include "fixture.h"

typedef struct letters {
    const char *text[2];
} letters;

static bool same(const void *of, size_t was, size_t is)
{
    const letters *l = of;

    return l->text[0][was] == l->text[1][is];
}

static uint64_t token(const void *of, bool now, size_t index, unsigned turn)
{
    (void)turn;
    return (uint8_t)((const letters *)of)->text[now][index];
}

/* Letters of either case may be the same, changed. */
static bool alike(const void *of, size_t was, size_t is)
{
    const letters *l = of;

    return (l->text[0][was] | 32) == (l->text[1][is] | 32);
}

/* What each letter of the second was: its place in the first, or '-'. */
static void check_map(const char *before, const char *now, bool moves, const char *want)
{
    fixture          f;
    letters          l  = { { before, now } };
    ptl_sequences    of = { .of     = &l,
                            .before = strlen(before),
                            .now    = strlen(now),
                            .same   = same,
                            .token  = token,
                            .turns  = 1,
                            .moves  = moves,
                            .alike  = alike };
    const ptl_align *align;
    char             got[64] = "";

    fixture_begin(&f, NULL, 0);
    align = ptl_align_make(&f.job, &of);
    CHECK(align != NULL);
    for (uint32_t i = 0; i < align->now; i++)
        got[i] = align->was[i] == PTL_ALONE ? '-' : (char)('0' + align->was[i]);
    CHECK_TEXT(got, want);
    for (uint32_t i = 0; i < align->before; i++)
        CHECK(align->is[i] == PTL_ALONE || align->was[align->is[i]] == i);
    fixture_end(&f);
}

static void finds_what_came_and_went(void)
{
    check_map("", "", false, "");
    check_map("abc", "abc", false, "012");
    check_map("abc", "", false, "");
    check_map("", "abc", false, "---");
    check_map("abc", "xabc", false, "-012");
    check_map("abc", "axbc", false, "0-12");
    check_map("abcd", "acd", false, "023");
    check_map("aaaa", "aaaaa", false, "0123-");
    check_map("abcdef", "xbcyef", false, "-12-45");
}

static void finds_what_changed(void)
{
    check_map("abc", "aBc", false, "012");
    check_map("abcde", "aBxde", false, "01-34");
    check_map("abxc", "aBc", false, "013");
}

static void finds_moves_where_there_may_be_some(void)
{
    check_map("abcd", "dabc", true, "3012");
    check_map("abcd", "dabc", false, "-012");
    check_map("abcd", "badc", true, "1032");
}

/* As many as can be stay where they are; the others moved. */
static void says_what_moved(void)
{
    fixture   f;
    uint32_t  was[] = { 4, 0, 1, PTL_ALONE, 2, 3 }, is[5] = { 1, 2, 4, 5, 0 };
    ptl_align align = { .was = was, .is = is, .before = 5, .now = 6 };
    bool     *steady;

    fixture_begin(&f, NULL, 0);
    steady = ptl_align_steady(&f.job, &align);
    CHECK(steady != NULL);
    CHECK(!steady[0] && steady[1] && steady[2] && !steady[3] && steady[4] && steady[5]);
    fixture_end(&f);
}

/* ---- Rows of grids --------------------------------------------------------------------------- */

typedef struct square { /* with a byte at its end that is nobody's */
    uint16_t tile;
    uint8_t  light;
} square;

typedef struct board {
    uint32_t across, down;
    struct {
        square *data;
        size_t  count;
    } squares;
} board;

enum { ACROSS = 4, DOWN = 32 };

#define SQUARES(member)                                                                            \
    .offset = offsetof(board, squares), .across = offsetof(board, across),                         \
    .down = offsetof(board, down), .stride = sizeof(square), .inside = offsetof(square, member)
static const ptl_field  board_fields[] = { { "tile", "", PTL_KIND_U16, PTL_GRID, SQUARES(tile) },
                                           { "light", "", PTL_KIND_U8, PTL_GRID, SQUARES(light) } };
static const ptl_record board_record   = { "a board", sizeof(board), board_fields,
                                           COUNT(board_fields) };

static board board_of(square *squares, int between)
{
    memset(squares, between, ACROSS * DOWN * sizeof *squares);
    for (size_t i = 0; i < ACROSS * DOWN; i++) {
        squares[i].tile  = (uint16_t)i;
        squares[i].light = (uint8_t)(i % ACROSS);
    }
    return (board){ ACROSS, DOWN, { squares, ACROSS * DOWN } };
}

/* Two rows that changed places are cells that changed: what lies between the values of all others
 * makes none of these differ. */
static void rows_are_told_by_their_values(void)
{
    static const int between[] = { 0, 0xFF };

    for (size_t i = 0; i < COUNT(between); i++) {
        square      was[ACROSS * DOWN], is[ACROSS * DOWN];
        board       a = board_of(was, 0), b = board_of(is, between[i]);
        ptl_reshape shape;
        fixture     f;

        for (size_t x = 0; x < ACROSS; x++) {
            is[5 * ACROSS + x].tile = was[6 * ACROSS + x].tile;
            is[6 * ACROSS + x].tile = was[5 * ACROSS + x].tile;
        }
        fixture_begin(&f, NULL, 0);
        shape = ptl_grids_align(&f.job, &board_record, 3, &a, &b);
        CHECK(!shape.rows && !shape.columns);
        fixture_end(&f);
    }
}

/* No allocation that fails is forgotten, and nothing leaks. */
static void survives_without_memory(void)
{
    letters       l  = { { "abcdefgh", "xbdcefhy" } };
    ptl_sequences of = {
        .of = &l, .before = 8, .now = 8, .same = same, .token = token, .turns = 1
    };
    bool done = false;

    for (size_t fail = 1; !done; fail++) {
        fixture f;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail;
        done      = ptl_align_make(&f.job, &of) != NULL;
        CHECK(done == ptl_ok(&f.job));
        fixture_end(&f);
        CHECK(fail < 50);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(finds_what_came_and_went),
        TEST(finds_what_changed),
        TEST(finds_moves_where_there_may_be_some),
        TEST(says_what_moved),
        TEST(rows_are_told_by_their_values),
        TEST(survives_without_memory),
    };

    return run_tests("align", tests, COUNT(tests));
}
