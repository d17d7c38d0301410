/* SPDX-License-Identifier: MIT */
/* Words that JSON takes instead of numbers, in the tables of all formats: each is read as its
 * number, none stands for two, and all are legal. */
#include <stdio.h>
#include <string.h>

#include "core/near.h"
#include "fixture.h"
#include "flow/flow.h"
#include "harness.h"

/* What a single field of that kind is when JSON has `text` there; the rule when it is refused. */
static const char *read_as(const ptl_field *field, const char *text, uint64_t *out)
{
    static char      rule[64];
    static uint8_t   room[8];
    char             json[128];
    ptl_field        one    = *field;
    const ptl_record record = { "a record", sizeof room, &one, .count = 1 };
    fixture          f;

    one.shape  = PTL_ONE;
    one.offset = one.stride = one.inside = one.kinds = 0;
    memset(room, 0, sizeof room);
    snprintf(json, sizeof json, "{\"%s\": \"%s\"}", field->name, text);
    fixture_begin(&f, json, strlen(json));
    ptl_record_read(&f.job, f.job.source, &record, room);
    snprintf(rule, sizeof rule, "%s", ptl_ok(&f.job) ? "" : f.job.error.rule);
    *out = ptl_field_bits(&one, room);
    fixture_end(&f);
    return rule;
}

static bool is_legal(const ptl_field *field, int64_t value)
{
    bool fits = !field->bits || (uint64_t)value >> field->bits == 0;

    return fits &&
           ((field->low == 0 && field->high == 0) || (value >= field->low && value <= field->high));
}

static void check_words(const ptl_field *field)
{
    uint64_t value;

    for (const ptl_name *n = ptl_field_words(field); *n->name; n++) {
        CHECK_TEXT(read_as(field, n->name, &value), "");
        CHECK(value == (uint64_t)n->value && is_legal(field, n->value));
        CHECK(!strpbrk(n->name, field->naming == PTL_JOINED ? ", \"\\()|*+?.[]{}^$" : "\"\\"));
    }
    CHECK_TEXT(read_as(field, "nonsense", &value), "json-name");
    CHECK_TEXT(read_as(field, "", &value), "json-name");
}

static size_t walk(const ptl_record *record)
{
    size_t found = 0;

    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (ptl_field_record(field))
            found += walk(ptl_field_record(field));
        if (!ptl_field_words(field))
            continue;
        check_words(field);
        found++;
    }
    return found;
}

static void words_are_their_numbers(void)
{
    static const struct {
        const char *format;
        size_t      fields;
    } rows[] = { { "grmm", 8 }, { "mpd", 3 }, { "pfmap", 7 }, { "ppe", 3 } };

    for (size_t i = 0; i < COUNT(rows); i++)
        CHECK_UINT(walk(ptl_format_find(rows[i].format, strlen(rows[i].format))->record),
                   rows[i].fields);
}

/* Bits have names that stand together; others do not. */
static void bits_are_joined(void)
{
    static const ptl_name  words[] = { { 0, "none" }, { 1, "wet" }, { 4, "hot" }, { 0, "" } };
    static const ptl_field bits    = { "fx",       "",       PTL_KIND_U32, PTL_BIT_WORDS(words),
                                       .shift = 3, .bits = 5 };
    ptl_field              plain   = bits;
    uint64_t               value;

    plain.naming = PTL_WORDED;
    CHECK_TEXT(read_as(&bits, "hot,wet", &value), "");
    CHECK_UINT(value, 5);
    CHECK_TEXT(read_as(&bits, "wet,wet,none", &value), "");
    CHECK_UINT(value, 1);
    CHECK_TEXT(read_as(&bits, "wet,", &value), "json-name");
    CHECK_TEXT(read_as(&bits, ",wet", &value), "json-name");
    CHECK_TEXT(read_as(&bits, "wet,cold", &value), "json-name");
    CHECK_TEXT(read_as(&plain, "hot,wet", &value), "json-name");
}

static const char *meant(const char *word, const char *name)
{
    static ptl_near near;

    near = ptl_near_to((ptl_str){ word, strlen(word) });
    ptl_near_offer_name(&near, (ptl_str){ name, strlen(name) });
    return ptl_near_text(&near, "");
}

/* The nearest is offered: not what was said, nor one number for another. */
static void the_nearest_is_meant(void)
{
    static const char long_word[] =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"; /* 64 */

    CHECK_UINT(ptl_word_distance("covnert", 7, "convert", 7), 1);
    CHECK_UINT(ptl_word_distance("GRID", 4, "grid", 4), 0);
    CHECK_UINT(ptl_word_distance("", 0, "a", 1), SIZE_MAX);
    CHECK_UINT(ptl_word_distance(NULL, 3, "a", 1), SIZE_MAX);
    CHECK_UINT(ptl_word_distance(long_word, 64, long_word, 64), SIZE_MAX);
    CHECK_UINT(ptl_word_distance(long_word, 63, long_word, 60), 3);
    CHECK_TEXT(meant("gruond", "Old Ground (G)"), "; did you mean \"Ground\"?");
    CHECK_TEXT(meant("old ground (g", "Old Ground (G)"), "; did you mean \"Old Ground (G)\"?");
    CHECK_TEXT(meant("Ground", "Old Ground (G)"), "");
    CHECK_TEXT(meant("1.3", "1.2"), "");
    CHECK_TEXT(meant("cellar", "attic"), "");
    CHECK_TEXT(meant("a\033b", "a\033c"), "; did you mean \"a\\x1bc\"?");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(words_are_their_numbers),
        TEST(bits_are_joined),
        TEST(the_nearest_is_meant),
    };

    return run_tests("words", tests, COUNT(tests));
}
