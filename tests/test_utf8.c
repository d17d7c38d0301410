/* SPDX-License-Identifier: MIT */
/* UTF-8 at every boundary, and text of unknown origin made fit to be shown. */
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

static void every_character_comes_back(void)
{
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char     bytes[4];
        uint32_t back   = 0;
        size_t   length = ptl_utf8_encode(bytes, code);
        bool     legal  = code < 0xD800 || code > 0xDFFF;

        if (length != (code < 0x80      ? 1
                       : code < 0x800   ? 2
                       : code < 0x10000 ? 3
                                        : 4u) ||
            ptl_utf8_decode(bytes, length, &back) != (legal ? length : 0) ||
            (legal && back != code) || ptl_utf8_valid(bytes, length) != legal)
            test_fail(__FILE__, __LINE__, "U+%04lX", (unsigned long)code);
        for (size_t cut = 0; cut < length; cut++)
            if (ptl_utf8_decode(bytes, cut, &back) != 0)
                test_fail(__FILE__, __LINE__, "U+%04lX cut to %zu", (unsigned long)code, cut);
    }
}

static void boundaries(void)
{
    static const struct {
        const char *bytes;
        uint32_t    code;
        size_t      length; /* 0: not UTF-8 */
    } rows[] = {
        { "\x7F", 0x7F, 1 },
        { "\x80", 0, 0 },
        { "\xBF", 0, 0 },
        { "\xC0\x80", 0, 0 }, /* over-long U+0000 */
        { "\xC1\xBF", 0, 0 }, /* over-long U+007F */
        { "\xC2\x80", 0x80, 2 },
        { "\xC2\x7F", 0, 0 },
        { "\xC2\xC0", 0, 0 },
        { "\xDF\xBF", 0x7FF, 2 },
        { "\xE0\x80\x80", 0, 0 },
        { "\xE0\x9F\xBF", 0, 0 }, /* over-long U+07FF */
        { "\xE0\xA0\x80", 0x800, 3 },
        { "\xE1\x80\x41", 0, 0 },
        { "\xED\x9F\xBF", 0xD7FF, 3 },
        { "\xED\xA0\x80", 0, 0 }, /* U+D800 */
        { "\xED\xBF\xBF", 0, 0 }, /* U+DFFF */
        { "\xEE\x80\x80", 0xE000, 3 },
        { "\xEF\xBF\xBF", 0xFFFF, 3 },
        { "\xF0\x80\x80\x80", 0, 0 },
        { "\xF0\x8F\xBF\xBF", 0, 0 }, /* over-long U+FFFF */
        { "\xF0\x90\x80\x80", 0x10000, 4 },
        { "\xF4\x8F\xBF\xBF", 0x10FFFF, 4 },
        { "\xF4\x90\x80\x80", 0, 0 }, /* U+110000 */
        { "\xF5\x80\x80\x80", 0, 0 },
        { "\xF8\x88\x80\x80", 0, 0 },
        { "\xFE\x80\x80\x80", 0, 0 },
        { "\xFF\xBF\xBF\xBF", 0, 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t code = 0;

        CHECK_UINT(ptl_utf8_decode(rows[i].bytes, strlen(rows[i].bytes), &code), rows[i].length);
        CHECK_UINT(code, rows[i].code);
    }
}

static void a_text_is_valid_when_all_of_it_is(void)
{
    static const char text[] = "a\xC3\xA9\0\xE2\x82\xAC\xF0\x9F\x97\xBA";

    for (size_t size = 0; size < sizeof text; size++) {
        bool whole = size != 2 && size != 5 && size != 6 && !(size > 7 && size < 11);

        CHECK(ptl_utf8_valid(text, size) == whole);
    }
    CHECK(ptl_utf8_valid(NULL, 0));
    CHECK(!ptl_utf8_valid("ok\xFFok", 5));
}

static const char *quoted(const char *data, size_t size)
{
    static char out[256];

    return ptl_quote(out, sizeof out, data, size);
}

static void what_could_harm_is_shown_as_bytes(void)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        { "plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x97\xBA",
          "plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x97\xBA" },
        { "a\nb\tc", "a\\nb\\tc" },
        { "\r\x1b[0m\x7f", "\\x0d\\x1b[0m\\x7f" },
        { "\x1f \x7e", "\\x1f \x7e" },
        { "\xC2\x80\xC2\x9F", "\\xc2\\x80\\xc2\\x9f" }, /* C1 controls */
        { "\xC2\xA0", "\xC2\xA0" },
        { "\xD8\x9C", "\\xd8\\x9c" }, /* U+061C, a mark of direction as well */
        { "\xE2\x80\x8A", "\xE2\x80\x8A" },
        { "\xE2\x80\x8B", "\\xe2\\x80\\x8b" },
        { "\xE2\x80\x8F", "\\xe2\\x80\\x8f" },
        { "\xE2\x80\x90", "\xE2\x80\x90" },
        { "\xE2\x80\xA7", "\xE2\x80\xA7" },
        { "\xE2\x80\xA8", "\\xe2\\x80\\xa8" },
        { "\xE2\x80\xAE", "\\xe2\\x80\\xae" }, /* right-to-left override */
        { "\xE2\x80\xAF", "\xE2\x80\xAF" },
        { "\xE2\x81\xA5", "\xE2\x81\xA5" },
        { "\xE2\x81\xA6", "\\xe2\\x81\\xa6" },
        { "\xE2\x81\xA9", "\\xe2\\x81\\xa9" },
        { "\xE2\x81\xAA", "\xE2\x81\xAA" },
        { "\xEF\xBB\xBF", "\\xef\\xbb\\xbf" }, /* byte order mark */
        { "\xFF", "\\xff" },
        { "\xC3", "\\xc3" },
        { "\xED\xA0\x80", "\\xed\\xa0\\x80" },
        { "", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        CHECK_TEXT(quoted(rows[i].text, strlen(rows[i].text)), rows[i].shown);
    CHECK_TEXT(quoted("a\0b", 3), "a\\x00b");
    CHECK_TEXT(quoted(NULL, 0), "");
}

static void every_byte_is_shown_without_controls(void)
{
    for (int c = 0; c < 256; c++) {
        char        text[] = { (char)c };
        const char *shown  = quoted(text, 1);

        CHECK(ptl_utf8_valid(shown, strlen(shown)));
        for (; *shown; shown++)
            CHECK(*shown >= 0x20 && *shown < 0x7F);
    }
}

/* Every text in every room: nothing is written past it, and what fits is not cut. */
static void cutting_never_overruns(void)
{
    static const char *const texts[] = { "abcdefghij",
                                         "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9",
                                         "\xF0\x9F\x97\xBA\xF0\x9F\x97\xBA",
                                         "\1\2\3",
                                         "\n\n\n\n",
                                         "a\xE2\x80\xAE b" };

    for (size_t i = 0; i < COUNT(texts); i++) {
        size_t size = strlen(texts[i]), full = strlen(quoted(texts[i], size));

        for (size_t room = 1; room <= full + 3; room++) {
            char  *out = malloc(room); /* of its own, for the sanitizer */
            size_t length;

            CHECK(out != NULL);
            memset(out, 'X', room);
            CHECK(ptl_quote(out, room, texts[i], size) == out);
            CHECK(memchr(out, 0, room) != NULL);
            length = strlen(out);
            CHECK(ptl_utf8_valid(out, length));
            if (room > full)
                CHECK_TEXT(out, quoted(texts[i], size));
            else if (room >= 4) /* cut as late as can be: no step is longer than 4 */
                CHECK(length >= 3 && length + 5 > room && strcmp(out + length - 3, "...") == 0 &&
                      memcmp(out, quoted(texts[i], size), length - 3) == 0);
            free(out);
        }
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(every_character_comes_back),           TEST(boundaries),
        TEST(a_text_is_valid_when_all_of_it_is),    TEST(what_could_harm_is_shown_as_bytes),
        TEST(every_byte_is_shown_without_controls), TEST(cutting_never_overruns),
    };

    return run_tests("utf8", tests, COUNT(tests));
}
