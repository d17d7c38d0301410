/* SPDX-License-Identifier: MIT */
/* Every finding on the real modules of the corpus, by level and rule, counted. Each was looked at
 * in its level when it was written down here: a rule that begins to fire elsewhere, or stops to,
 * has to be looked at again. */
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness.h"
#include "support.h"

enum { RULES = 3 };

static const struct expected {
    char name[40];
    struct {
        char   rule[24];
        size_t count;
    } found[RULES];
} table[] = {
    { "abyss1.mod/gamedat/level.mpd", { { "mpd-facing-down", 1 } } },
    { "abyss1.mod/gamedat/originallevel.mpd", { { "mpd-facing-down", 1 } } },
    { "advent.mod/gamedat/level.mpd", { { "mpd-no-way-in", 1 } } },
    { "catacomb1.mod/gamedat/level.mpd",
      { { "mpd-blocks", 1 }, { "mpd-trap", 4 }, { "mpd-no-way-in", 3 } } },
    { "gnome.mod/gamedat/level.mpd",
      { { "mpd-water-shift", 1 },
        { "mpd-trap", 1 } } }, /* its hold; seams are beside what is off */
    { "imprisoned1.mod/gamedat/level.mpd", { { "mpd-twist", 592 } } },
    { "palwater.mod/gamedat/level.mpd",
      { { "mpd-unreachable", 9 }, { "mpd-no-way-in", 1 } } },        /* its passages are not here */
    { "rogue.mod/gamedat/level.mpd", { { "mpd-unreachable", 8 } } }, /* the same */
    { "rrace.mod/gamedat/level.mpd", { { "mpd-light-short", 1 } } },
    { "tourist.mod/gamedat/level.mpd", { { "mpd-twist", 935 }, { "mpd-trap", 1 } } },
    { "worldmap.mod/gamedat/level.mpd", { { "mpd-water-shift", 1 }, { "mpd-facing-down", 1 } } },
};

static const char *corpus(void)
{
    static char text[4096];
    const char *given = getenv("PORTOLAN_CORPUS");
    struct stat about;

    snprintf(text, sizeof text, "%s/mpd", given ? given : PTL_SOURCE "/../shared/corpus");
    return stat(text, &about) == 0 ? text : NULL;
}

typedef struct tally {
    const struct expected *level;
    size_t                 count[RULES];
    ptl_fate               fate; /* the worst */
} tally;

/* The lists of a module are not those of its level. */
static bool is_of_lists(const char *rule)
{
    return strstr(rule, "passage") || strstr(rule, "spawn");
}

static void hear(void *user, const ptl_diag *diag)
{
    tally *t = user;
    size_t i = 0;

    t->fate = diag->engine > t->fate ? diag->engine : t->fate;
    if (is_of_lists(diag->rule) || strncmp(diag->rule, "engine-", 7) == 0)
        return;
    while (i < RULES && strcmp(t->level->found[i].rule, diag->rule) != 0)
        i++;
    if (i == RULES)
        test_fail(__FILE__, __LINE__, "%s: %s: %s [%s]", t->level->name, diag->path, diag->message,
                  diag->rule);
    t->count[i]++;
}

static void check_level(const struct expected *level, const char *profile)
{
    char           path[4200];
    ptl_folder     folder  = { .doc_path = path };
    tally          t       = { .level = level };
    ptl_read_opts  reading = { .listener = { hear, &t, NULL }, .profile = profile };
    ptl_check_opts opts    = { .listener = { hear, &t, NULL },
                               .profile  = profile,
                               .files    = { .load = ptl_folder_load, .user = &folder } };
    ptl_doc       *doc;

    snprintf(path, sizeof path, "%s/%s", corpus(), level->name);
    CHECK_UINT(ptl_read_file(&doc, path, &reading, NULL), PTL_OK);
    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    for (size_t i = 0; i < RULES; i++)
        if (level->found[i].rule[0] && t.count[i] != level->found[i].count)
            test_fail(__FILE__, __LINE__, "%s: %zu findings of %s, not %zu", level->name,
                      t.count[i], level->found[i].rule, level->found[i].count);
    /* They are played; one was cut off in its light. */
    CHECK(t.fate <=
          (strcmp(level->found[0].rule, "mpd-light-short") == 0 ? PTL_FATE_WRONG : PTL_FATE_LOADS));
    ptl_doc_free(doc);
}

static void every_finding_is_known(void)
{
    for (size_t i = 0; i < COUNT(table); i++) {
        check_level(&table[i], NULL);
        check_level(&table[i], "engine");
    }
}

int main(void)
{
    static const test_case cases[] = { TEST(every_finding_is_known) };

    if (!corpus()) {
        puts("skipped: no real files here; PORTOLAN_CORPUS names the folder");
        return 77;
    }
    return run_tests("mpd_corpus", cases, COUNT(cases));
}
