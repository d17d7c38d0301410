/* SPDX-License-Identifier: MIT */
/* Findings as the tool collects, folds and prints them. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { RULES = 200, REPEATS = REPORT_PEOPLE + 2 };

typedef struct rule_name {
    char text[16];
} rule_name;

static rule_name names[RULES];

/* Every rule as often as is folded, each time after all the others. */
static report hear_many_rules(void)
{
    report       r      = { 0 };
    ptl_listener listen = report_listener(&r);

    for (size_t k = 0; k < REPEATS; k++)
        for (size_t i = 0; i < RULES; i++) {
            ptl_diag d = { .severity = PTL_NOTE, .rule = names[i].text, .offset = PTL_NOWHERE };

            snprintf(names[i].text, sizeof names[i].text, "rule-%zu", i);
            listen.hear(listen.user, &d);
        }
    return r;
}

static char *printed(const report *r)
{
    FILE  *file = tmpfile();
    char  *text;
    size_t size;

    CHECK(file != NULL);
    report_print(r, &(pen){ .to = file }, "file", PTL_NOTE);
    size = (size_t)ftell(file);
    rewind(file);
    text = calloc(1, size + 1);
    CHECK(text != NULL && fread(text, 1, size, file) == size);
    fclose(file);
    return text;
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        count++;
    return count;
}

static void folds_every_rule_by_itself(void)
{
    report r    = hear_many_rules();
    char  *text = printed(&r);

    CHECK_UINT(r.rule_count, RULES);
    CHECK_UINT(r.of[PTL_NOTE], RULES * REPEATS);
    for (size_t i = 0; i < RULES; i++) {
        char one[64], fold[64];

        snprintf(one, sizeof one, "[rule-%zu]\n", i);
        snprintf(fold, sizeof fold, "file: note: and 2 more [rule-%zu]\n", i);
        CHECK_UINT(count_of(text, one), REPORT_PEOPLE + 1);
        CHECK_UINT(count_of(text, fold), 1);
    }
    free(text);
    report_free(&r);
}

static void shows_all_when_asked(void)
{
    report r    = hear_many_rules();
    char  *text = (r.all = true, printed(&r));

    CHECK_UINT(count_of(text, "[rule-199]\n"), REPEATS);
    CHECK_UINT(count_of(text, " more ["), 0);
    free(text);
    report_free(&r);
}

/* More than stay in memory: the rest waits in a file, in its order. */
static void shows_more_than_it_keeps(void)
{
    enum { MANY = 3 * REPORT_MEMORY };
    report       r      = { .all = true };
    ptl_listener listen = report_listener(&r);
    char        *text, *again;

    for (size_t i = 0; i < MANY; i++) {
        ptl_diag d = { .severity = PTL_NOTE, .rule = "rule", .offset = i };

        listen.hear(listen.user, &d);
    }
    CHECK_UINT(r.count, REPORT_MEMORY);
    CHECK_UINT(r.of[PTL_NOTE], MANY);
    text  = printed(&r);
    again = printed(&r);
    CHECK_UINT(count_of(text, "[rule]\n"), MANY);
    CHECK_UINT(count_of(text, ":@0x2fff: "), 1);
    CHECK_TEXT(again, text);
    CHECK(strstr(text, ":@0xfff: ") < strstr(text, ":@0x1000: "));
    free(text);
    free(again);
    report_free(&r);
}

/* Past what is kept, nobody has to make a text; what is counted is the same. */
static void counts_what_it_does_not_want(void)
{
    report       r      = { 0 };
    ptl_listener listen = report_listener(&r);
    ptl_diag     d      = { .severity = PTL_WARNING, .rule = "same", .offset = PTL_NOWHERE };
    size_t       told   = 0;
    char        *text;

    for (size_t i = 0; i < 5000; i++)
        if (listen.wants(listen.user, d.severity, d.rule)) {
            CHECK(listen.wants(listen.user, d.severity, d.rule)); /* asking twice is no finding */
            listen.hear(listen.user, &d);
            told++;
        }
    CHECK(listen.wants(listen.user, PTL_WARNING, "other"));
    CHECK(listen.wants(listen.user, PTL_NOTE, "same"));
    text = printed(&r);
    CHECK_UINT(told, REPORT_JSON);
    CHECK_UINT(r.count, REPORT_JSON);
    CHECK_UINT(r.of[PTL_WARNING], 5000);
    CHECK_UINT(count_of(text, "and 4,995 more [same]"), 1);
    r.all = true;
    CHECK(listen.wants(listen.user, d.severity, d.rule));
    free(text);
    report_free(&r);
}

/* What it wants is remembered: rows that are gone have been heard. */
static void a_project_is_asked_once_about_each_rule(void)
{
    static char      text[] = "rule";
    ptl_project_rule row    = { .rule = { text, 4 }, .severity = PTL_ERROR };
    ptl_project      wishes = { .rules = { &row, 1 } };
    rule_choice      choice = { .project = &wishes, .below = "a.mpd" };
    report           r      = { .choice = &choice };
    ptl_listener     listen = report_listener(&r);
    ptl_diag         found  = { .severity = PTL_NOTE, .rule = text, .offset = PTL_NOWHERE };

    listen.hear(listen.user, &found);
    CHECK_UINT(r.of[PTL_ERROR], 1);
    row.severity = PTL_PROJECT_OFF;
    CHECK(listen.wants(listen.user, PTL_NOTE, text));
    listen.hear(listen.user, &found);
    CHECK_UINT(r.of[PTL_ERROR], 2);
    found.severity = PTL_WARNING; /* as which it was not asked about */
    listen.hear(listen.user, &found);
    CHECK_UINT(r.count, 2);
    r.choice = NULL; /* nobody is asked */
    listen.hear(listen.user, &found);
    CHECK_UINT(r.of[PTL_WARNING], 1);
    report_free(&r);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(folds_every_rule_by_itself),
        TEST(shows_all_when_asked),
        TEST(shows_more_than_it_keeps),
        TEST(counts_what_it_does_not_want),
        TEST(a_project_is_asked_once_about_each_rule),
    };

    return run_tests("report", tests, COUNT(tests));
}
