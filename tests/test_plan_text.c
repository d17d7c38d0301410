/* SPDX-License-Identifier: MIT */
/* Widths of texts in plans, and their lines. */
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/plan_text.h"

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

/* In parts of an em, as the fonts have them. */
static unsigned width(const char *text, ptl_plan_face face)
{
    return (unsigned)ptl_plan_text_width(str(text), face, 2048);
}

static void widths_are_those_of_the_fonts(void)
{
    CHECK_UINT(width("", PTL_FACE_SANS), 0);
    CHECK_UINT(width("A", PTL_FACE_SANS), 1401);
    CHECK_UINT(width("A", PTL_FACE_SANS_BOLD), 1585);
    CHECK_UINT(width("A", PTL_FACE_SERIF), 1479);
    CHECK_UINT(width("A", PTL_FACE_SERIF_BOLD), 1589);
    CHECK_UINT(width("A", PTL_FACE_MONO), 1233);
    CHECK_UINT(width("\xC3\xA9", PTL_FACE_SANS), width("e", PTL_FACE_SANS));
    CHECK_UINT(width("\xE2\x80\x94", PTL_FACE_SANS), 2048); /* em dash, behind two ranges */
    CHECK_UINT(width("AA", PTL_FACE_SERIF), 2 * 1479);
}

static void what_is_in_no_table_is_guessed(void)
{
    CHECK_UINT(width("\xCC\x81", PTL_FACE_SANS), 0);         /* an accent by itself */
    CHECK_UINT(width("\xE6\x97\xA5", PTL_FACE_SERIF), 2048); /* a square letter     */
    CHECK(width("\xE1\x80\x80", PTL_FACE_SERIF) > 0);
}

static void what_is_escaped_counts_as_shown(void)
{
    CHECK_UINT(width("\x01", PTL_FACE_MONO), 4 * 1233); /* \x01 */
    CHECK_UINT(width("\xFF", PTL_FACE_MONO), 4 * 1233);
    CHECK_UINT(width("\xC3", PTL_FACE_MONO), 4 * 1233);          /* cut in the middle */
    CHECK_UINT(width("\xE2\x80\xAE", PTL_FACE_MONO), 12 * 1233); /* turns the line around */
}

static void a_beginning_fits(void)
{
    CHECK_UINT(ptl_plan_text_fit(str("abcdef"), PTL_FACE_MONO, 2048, 3 * 1233).size, 3);
    CHECK_UINT(ptl_plan_text_fit(str("abcdef"), PTL_FACE_MONO, 2048, 1e6f).size, 6);
    CHECK_UINT(ptl_plan_text_fit(str("abcdef"), PTL_FACE_MONO, 2048, 1).size, 0);
    CHECK_UINT(ptl_plan_text_fit(str("\xC3\xA9\xC3\xA9"), PTL_FACE_MONO, 2048, 1300).size, 2);
}

/* The lines of a text in a face of one width, `columns` wide, with | between them. */
static void check_lines(const char *text, unsigned columns, const char *want)
{
    fixture        f;
    ptl_plan_lines lines;
    char           got[200] = "";

    fixture_begin(&f, NULL, 0);
    lines =
        ptl_plan_text_wrap(&f.job, str(text), PTL_FACE_MONO, 2048, (float)columns * 1233.0f + 1);
    CHECK(ptl_ok(&f.job));
    for (size_t i = 0; i < lines.count; i++) {
        strcat(got, i > 0 ? "|" : "");
        strncat(got, lines.data[i].data, lines.data[i].size);
        CHECK(lines.width >= ptl_plan_text_width(lines.data[i], PTL_FACE_MONO, 2048));
    }
    CHECK_TEXT(got, want);
    fixture_end(&f);
}

static void lines_break_between_words(void)
{
    check_lines("the quick brown fox", 10, "the quick|brown fox");
    check_lines("the quick brown fox", 9, "the quick|brown fox");
    check_lines("the quick brown fox", 8, "the|quick|brown|fox");
    check_lines("the  quick", 4, "the|quic|k");
    check_lines("one", 10, "one");
    check_lines("", 10, "");
    check_lines("   ", 10, "");
}

static void long_words_are_broken(void)
{
    check_lines("abcdefgh", 3, "abc|def|gh");
    check_lines("a bcdefgh", 3, "a|bcd|efg|h");
    check_lines("abc", 0, "a|b|c"); /* a character at least, however narrow */
    check_lines("\xC3\xA9\xC3\xA9", 1, "\xC3\xA9|\xC3\xA9");
}

static void line_ends_of_the_text_stay(void)
{
    check_lines("a\nb\r\nc\rd", 10, "a|b|c|d");
    check_lines("a\n\nb\n\n", 10, "a||b");
    check_lines("  a\n  b ", 10, "  a|  b");
    check_lines("a\tb", 10, "a b");
}

static void without_memory_there_are_no_lines(void)
{
    for (size_t at = 1; at < 4; at++) {
        fixture        f;
        ptl_plan_lines lines;

        fixture_begin(&f, NULL, 0);
        f.fail_at = at;
        lines     = ptl_plan_text_wrap(&f.job, str("a\tb c d e f g h i j k l m n o p q r s t u"),
                                       PTL_FACE_MONO, 2048, 1300);
        CHECK(ptl_ok(&f.job) ? lines.count == 21 : lines.count == 0);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(widths_are_those_of_the_fonts),   TEST(what_is_in_no_table_is_guessed),
        TEST(what_is_escaped_counts_as_shown), TEST(a_beginning_fits),
        TEST(lines_break_between_words),       TEST(long_words_are_broken),
        TEST(line_ends_of_the_text_stay),      TEST(without_memory_there_are_no_lines),
    };

    return run_tests("plan_text", tests, COUNT(tests));
}
