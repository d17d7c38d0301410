/* SPDX-License-Identifier: MIT */
/* Texts: steps over blanks and words never pass the end. */
#include "core/text.h"
#include "fixture.h"

static ptl_text text_over(fixture *f, const char *text, size_t size)
{
    fixture_begin(f, text, size);
    return ptl_text_of(&f->job, (ptl_span){ (const uint8_t *)text, size });
}

static void space_is_six_characters(void)
{
    static const char space[] = " \t\n\v\f\r";

    for (int c = 0; c < 256; c++) {
        char     text[] = { (char)c, (char)c, 'x' };
        fixture  f;
        ptl_text in = text_over(&f, text, 3);

        ptl_text_skip_space(&in);
        CHECK_UINT(ptl_text_offset(&in), c && strchr(space, c) ? 2 : 0);
        fixture_end(&f);
    }
}

static void nothing_passes_the_end(void)
{
    static const char text[] = " \n:  "; /* the colon stands after the end */
    fixture           f;
    ptl_text          in = text_over(&f, text, 2);
    char              word[8];

    CHECK(!ptl_text_skip_past(&in, ':'));
    CHECK_UINT(ptl_text_offset(&in), 0);
    ptl_text_skip_space(&in);
    CHECK_UINT(ptl_text_offset(&in), 2);
    ptl_text_skip_space(&in);
    CHECK(!ptl_text_skip_past(&in, ':'));
    CHECK_UINT(ptl_text_offset(&in), 2);
    CHECK_TEXT(ptl_text_word_here(&in, word, sizeof word), "");
    fixture_end(&f);
}

static void skips_past_the_next(void)
{
    fixture  f;
    ptl_text in = text_over(&f, "a:b::", 5);

    for (uint64_t want = 2; want <= 5; want += want < 4 ? 2 : 1) {
        CHECK(ptl_text_skip_past(&in, ':'));
        CHECK_UINT(ptl_text_offset(&in), want);
    }
    CHECK(!ptl_text_skip_past(&in, ':'));
    CHECK_UINT(ptl_text_offset(&in), 5);
    fixture_end(&f);
}

static void shows_the_word_here(void)
{
    static const struct {
        const char *text, *word;
        size_t      at;
    } rows[] = {
        { "one two", "one", 0 },
        { "one two", "two", 4 },
        { "one two", "", 3 },
        { "tab\tbed", "tab", 0 },
        { "\x1b[31m x", "\\x1b[31m", 0 },
        { "abcdefghijklmnopqrstuvwxyz", "abcdefghijkl...", 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char     word[16];
        fixture  f;
        ptl_text in = text_over(&f, rows[i].text, strlen(rows[i].text));

        in.at += rows[i].at;
        CHECK_TEXT(ptl_text_word_here(&in, word, sizeof word), rows[i].word);
        CHECK_UINT(ptl_text_offset(&in), rows[i].at); /* looking moves nothing */
        fixture_end(&f);
    }
}

static void an_empty_text_is_fine(void)
{
    fixture  f;
    ptl_text in = text_over(&f, NULL, 0);
    char     word[8];

    ptl_text_skip_space(&in);
    CHECK(!ptl_text_skip_past(&in, 0));
    CHECK_TEXT(ptl_text_word_here(&in, word, sizeof word), "");
    CHECK_UINT(ptl_text_offset(&in), 0);
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(space_is_six_characters), TEST(nothing_passes_the_end), TEST(skips_past_the_next),
        TEST(shows_the_word_here),     TEST(an_empty_text_is_fine),
    };

    return run_tests("text", tests, COUNT(tests));
}
