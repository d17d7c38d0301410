/* SPDX-License-Identifier: MIT */
/* Corners of Egoboo fans: what is said of those that were moved, turned or switched off; and what
 * every rule finds in real levels, where these can be found. */
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness.h"
#include "support.h"

typedef struct counted { /* findings of up to so many rules */
    size_t count;
    struct {
        char   rule[32];
        size_t findings;
    } of[24];
} counted;

static void count_rule(void *user, const ptl_diag *diag)
{
    counted *c = user;
    size_t   i = 0;

    while (i < c->count && strcmp(c->of[i].rule, diag->rule) != 0)
        i++;
    CHECK(i < COUNT(c->of));
    if (i == c->count)
        snprintf(c->of[c->count++].rule, sizeof c->of[i].rule, "%s", diag->rule);
    c->of[i].findings++;
}

static size_t found(const counted *c, const char *rule)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->of[i].rule, rule) == 0)
            return c->of[i].findings;
    return 0;
}

static counted check_counted(const ptl_doc *doc)
{
    counted c = { 0 };

    CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { count_rule, &c } }, NULL), PTL_OK);
    return c;
}

/* ---- Made levels ---------------------------------------------------------------------------- */

static void move_fan(ptl_mpd *mesh, uint32_t fan, float by)
{
    for (uint32_t i = 4 * fan; i < 4 * fan + 4; i++)
        mesh->x.data[i] += by;
}

static void turn_fan(ptl_mpd *mesh, uint32_t fan)
{
    float *x = mesh->x.data + 4 * fan, *y = mesh->y.data + 4 * fan;
    float  first_x = x[0], first_y = y[0];

    memmove(x, x + 1, 3 * sizeof *x);
    memmove(y, y + 1, 3 * sizeof *y);
    x[3] = first_x;
    y[3] = first_y;
}

/* Three fans in a row, of which the middle one is changed. */
static void corners_are_their_own_measure(void)
{
    static const struct {
        float  moved;
        bool   turned, off;
        size_t turned_found, torn_found;
    } cases[] = {
        { 0, false, false, 0, 0 },
        { 300, false, false, 0, 4 }, /* moved by hand, and open on both sides */
        { 0, true, false, 1, 0 },
        { 300, true, false, 1, 0 },
        { 300, false, true, 0, 0 }, /* nobody sees it */
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc *doc;
        counted  c;

        CHECK_UINT(ptl_mpd_new(&doc, 3, 1, NULL, NULL), PTL_OK);
        move_fan(ptl_mpd_of(doc), 1, cases[i].moved);
        if (cases[i].turned)
            turn_fan(ptl_mpd_of(doc), 1);
        if (cases[i].off)
            ptl_mpd_of(doc)->words.data[1] = ptl_mpd_word(0, 0, PTL_MPD_FANOFF);
        c = check_counted(doc);
        CHECK_UINT(found(&c, "mpd-turned"), cases[i].turned_found);
        CHECK_UINT(found(&c, "mpd-torn"), cases[i].torn_found);
        ptl_doc_free(doc);
    }
}

/* ---- Real levels ---------------------------------------------------------------------------- */

/* Each of these was looked at: stale slopes, triangles that lie on their face, a size that is no
 * whole number of blocks, a width that tears the waves, light that was cut off. */
static const struct {
    const char *module, *rule;
    size_t      findings;
} known[] = {
    { "abyss1", "mpd-facing-down", 1 },   { "catacomb1", "mpd-blocks", 1 },
    { "gnome", "mpd-water-shift", 1 },    { "imprisoned1", "mpd-twist", 592 },
    { "rrace", "mpd-light-short", 1 },    { "tourist", "mpd-twist", 935 },
    { "worldmap", "mpd-facing-down", 1 }, { "worldmap", "mpd-water-shift", 1 },
};

static size_t known_findings(const char *module, const char *rule)
{
    for (size_t i = 0; i < COUNT(known); i++)
        if (strcmp(known[i].module, module) == 0 && strcmp(known[i].rule, rule) == 0)
            return known[i].findings;
    return 0;
}

static void check_module(const char *place, const char *module)
{
    char     path[512];
    counted  c    = { 0 };
    ptl_doc *doc  = NULL;
    size_t   want = 0;

    snprintf(path, sizeof path, "%s/mpd/%s.mod/gamedat/level.mpd", place, module);
    CHECK_UINT(ptl_read_file(&doc, path, &(ptl_read_opts){ .listener = { count_rule, &c } }, NULL),
               PTL_OK);
    CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { count_rule, &c } }, NULL), PTL_OK);
    for (size_t i = 0; i < c.count; i++)
        if (c.of[i].findings != known_findings(module, c.of[i].rule))
            test_fail(__FILE__, __LINE__, "%s: %zu findings of %s", module, c.of[i].findings,
                      c.of[i].rule);
    for (size_t i = 0; i < COUNT(known); i++)
        want += strcmp(known[i].module, module) == 0;
    CHECK_UINT(c.count, want);
    ptl_doc_free(doc);
}

static void real_levels_have_the_known_findings(void)
{
    static const char *const modules[] = { "abyss1",      "advent",   "catacomb1", "gnome",
                                           "imprisoned1", "palwater", "rogue",     "rrace",
                                           "tourist",     "worldmap" };
    const char              *given     = getenv("PORTOLAN_CORPUS");
    const char              *place     = given ? given : PTL_SOURCE "/../shared/corpus";
    struct stat              about;

    if (stat(place, &about) != 0)
        test_skip("no corpus of real files");
    for (size_t i = 0; i < COUNT(modules); i++)
        check_module(place, modules[i]);
}

int main(void)
{
    static const test_case tests[] = { TEST(corners_are_their_own_measure),
                                       TEST(real_levels_have_the_known_findings) };

    return run_tests("mpd seams", tests, COUNT(tests));
}
