/* SPDX-License-Identifier: MIT */
/* The tables of rules, as callers look into them. */
#include <string.h>

#include "harness.h"
#include "support.h"

static size_t count_rules(const char *format)
{
    const ptl_rule *rule;
    size_t          count = 0;

    for (; (rule = ptl_rule_at(format, count)); count++) {
        CHECK(rule->name[0] && rule->help[0] && rule->severity <= PTL_ERROR);
        CHECK(!rule->profile[0] || strcmp(rule->profile, "engine") == 0 ||
              strcmp(rule->profile, "document") == 0);
        CHECK(ptl_rule_named(rule->name) != NULL);
        CHECK(ptl_rule_named(rule->name)->severity >= rule->severity);
    }
    return count;
}

static void lists_every_table(void)
{
    const ptl_format_info *format;

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        CHECK(count_rules(format->name) > 2); /* lists of a few values need no more */
    CHECK(count_rules(NULL) > 50);
    CHECK_UINT(count_rules("no-such-format"), 0);
}

static void finds_rules_by_name(void)
{
    CHECK_TEXT(ptl_rule_named("mpd-twist")->name, "mpd-twist");
    CHECK_UINT(ptl_rule_named("mpd-twist")->severity, PTL_NOTE);
    CHECK_TEXT(ptl_rule_named("engine-bom")->profile, "engine");
    CHECK(ptl_rule_named("grmm-pad")->fix && !ptl_rule_named("grmm-utf8")->fix);
    CHECK(ptl_rule_named("no-such-rule") == NULL);
    CHECK(ptl_rule_named("") == NULL);
    CHECK(ptl_rule_named(NULL) == NULL);
}

/* A note in terrain, an error in maps. */
static void takes_the_worst_of_a_name(void)
{
    CHECK_UINT(ptl_rule_named("document-reserved")->severity, PTL_ERROR);
    CHECK_UINT(ptl_rule_named("trailing-bytes")->severity, PTL_WARNING);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lists_every_table),
        TEST(finds_rules_by_name),
        TEST(takes_the_worst_of_a_name),
    };

    return run_tests("rules", tests, COUNT(tests));
}
