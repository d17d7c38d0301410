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
              (strcmp(rule->profile, "-engine") == 0 && rule->engine == PTL_FATE_LOADS) ||
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
        CHECK(count_rules(format->name) > 2 ||
              strcmp(format->name, "project") == 0); /* lists of a few values need no more */
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

/* Fates are for engines that are known; then every rule of the profile has one. */
static void knows_what_engines_do(void)
{
    const ptl_format_info *format;
    const ptl_rule        *rule;

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        for (size_t k = 0; (rule = ptl_rule_at(format->name, k)); k++) {
            bool judges = ptl_format_can(format) & PTL_CAN_JUDGE;

            CHECK(judges || rule->engine == PTL_FATE_NONE);
            CHECK(!judges || strcmp(rule->profile, "engine") != 0 ||
                  rule->engine > PTL_FATE_UNKNOWN);
        }
    CHECK(ptl_format_can(ptl_format_named("pfmap")) & PTL_CAN_JUDGE);
    CHECK_TEXT(ptl_fate_name(PTL_FATE_BREAKS), "breaks");
    CHECK_TEXT(ptl_fate_name((ptl_fate)99), "unknown");
}

static void hear_worst(void *user, const ptl_diag *diag)
{
    ptl_diag *worst = user;

    if (diag->engine >= worst->engine)
        *worst = *diag;
}

/* A text that lacks its last line end: a warning, but for the engine. */
static void severity_follows_the_engine(void)
{
    static const char *const profiles[] = { NULL, "document", "engine" };
    static const char        text[] =
        "version 1.0\nnum_verts 0\nnum_joints 0\nnum_materials 1\nnum_as 0\nframe_counts \n"
        "has_collision 1\nmaterial A\n ambient 1\n diffuse 1 1 1\n specular 1 1 1\n texture a.png\n"
        "x_bounds 0 0\ny_bounds 0 0\nz_bounds 0 0";

    for (size_t i = 0; i < COUNT(profiles); i++) {
        ptl_diag      worst = { 0 };
        ptl_read_opts opts  = { .listener = { hear_worst, &worst }, .profile = profiles[i] };
        ptl_doc      *doc;

        CHECK_UINT(ptl_read(&doc, text, sizeof text - 1, &opts, NULL), PTL_OK);
        CHECK_TEXT(worst.rule, "pfobj-last-line");
        CHECK_UINT(worst.severity, i == 2 ? PTL_ERROR : PTL_WARNING);
        CHECK_UINT(worst.engine, i == 2 ? PTL_FATE_REFUSES : PTL_FATE_NONE);
        ptl_doc_free(doc);
    }
    CHECK_UINT(ptl_read(&(ptl_doc *){ 0 }, text, sizeof text - 1,
                        &(ptl_read_opts){ .profile = "people" }, NULL),
               PTL_E_ARG);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lists_every_table),           TEST(finds_rules_by_name),
        TEST(takes_the_worst_of_a_name),   TEST(knows_what_engines_do),
        TEST(severity_follows_the_engine),
    };

    return run_tests("rules", tests, COUNT(tests));
}
