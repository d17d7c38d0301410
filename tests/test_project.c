/* SPDX-License-Identifier: MIT */
/* What a project wants of its checks: patterns of paths, severities. */
#include <portolan/project.h>

#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

static bool fits(const char *pattern, const char *path)
{
    return ptl_project_fits((ptl_str){ pattern, strlen(pattern) }, path);
}

static void patterns_fit_whole_paths(void)
{
    static const struct {
        const char *pattern, *path;
        bool        fits;
    } rows[] = {
        { "a.mpd", "a.mpd", true },
        { "a.mpd", "b/a.mpd", false },
        { "*.mpd", "a.mpd", true },
        { "*.mpd", "maps/a.mpd", false },
        { "**.mpd", "maps/a.mpd", true },
        { "maps/**", "maps/a/b.gmm", true },
        { "maps/*", "maps/a/b.gmm", false },
        { "maps/*/b.gmm", "maps/a/b.gmm", true },
        { "**/b*.gmm", "x/y/abc.gmm", false },
        { "**/*b*.gmm", "x/y/abc.gmm", true },
        { "?.gmm", "a.gmm", true },
        { "?.gmm", "/.gmm", false },
        { "", "", true },
        { "", "a", false },
        { "**", "", true },
        { "*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false },
        { "a/**/c", "a/b/b/c", true },
        { "**a**a**a**b", "a/a/a/a/a/a/a/a/a/a", false },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        CHECK_UINT(fits(rows[i].pattern, rows[i].path), rows[i].fits);
}

static void the_last_rule_that_fits_counts(void)
{
    static const char text[] =
        "{ \"ignore\": [\"format\"], \"rules\": ["
        "{ \"rule\": \"truncated\", \"severity\": \"note\" },"
        "{ \"rule\": \"truncated\", \"severity\": \"off\", \"paths\": [\"old/**\"] } ] }";
    ptl_doc *doc = must_read(text, sizeof text - 1, &(ptl_read_opts){ .format = "project" });
    const ptl_project *p = ptl_project_view(doc);

    CHECK_UINT(ptl_project_severity(p, "a.mpd", "truncated", PTL_ERROR), PTL_NOTE);
    CHECK_UINT(ptl_project_severity(p, "old/a.mpd", "truncated", PTL_ERROR), PTL_PROJECT_OFF);
    CHECK_UINT(ptl_project_severity(p, "a.mpd", "format", PTL_ERROR), PTL_PROJECT_OFF);
    CHECK_UINT(ptl_project_severity(p, "a.mpd", "limit-input", PTL_ERROR), PTL_ERROR);
    CHECK_UINT(ptl_project_severity(NULL, NULL, "format", PTL_LOSS), PTL_LOSS);
    CHECK_UINT(p->fail_on, 0);
    ptl_doc_free(doc);
}

static void survives_damage(void)
{
    static const char text[] = "{ \"portolan\": \"project\", \"only\": [\"format\"], \"rules\": "
                               "[{ \"rule\": \"format\", \"severity\": \"off\", \"paths\": "
                               "[\"a\"] }], \"profile\": \"engine\", \"fail_on\": \"note\" }";

    sweep("project", (const uint8_t *)text, sizeof text - 1);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(patterns_fit_whole_paths),
        TEST(the_last_rule_that_fits_counts),
        TEST(survives_damage),
    };

    return run_tests("project", tests, COUNT(tests));
}
