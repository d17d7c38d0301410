/* SPDX-License-Identifier: MIT */
/* What the tables of rules say about repairs is what repairs do, for every golden file: a rule that
 * is marked is not found again, and one that never comes back is marked. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

enum { MOST = 64 };

typedef struct heard { /* different rules */
    const char *rule[MOST];
    size_t      count;
} heard;

typedef struct tally { /* what became of a rule in all files of a format */
    const ptl_rule *rule;
    size_t          gone, back;
} tally;

typedef struct tallies {
    const char *format;
    tally       of[4 * MOST];
    size_t      count;
} tallies;

static bool has(const heard *h, const char *rule)
{
    for (size_t i = 0; i < h->count; i++)
        if (strcmp(h->rule[i], rule) == 0)
            return true;
    return false;
}

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    CHECK(h->count < MOST);
    if (!has(h, diag->rule))
        h->rule[h->count++] = diag->rule;
}

/* Reads and checks with every profile; NULL when it cannot be read in this build. */
static ptl_doc *open_checked(const char *format, const void *data, size_t size, heard *h)
{
    ptl_read_opts opts = { .format = format, .keep_source = true, .listener = { hear, h } };
    ptl_doc      *doc;

    if (ptl_read(&doc, data, size, &opts, NULL) != PTL_OK)
        return NULL;
    CHECK(ptl_check(doc, &(ptl_check_opts){ "engine", { hear, h } }, NULL) == PTL_OK);
    CHECK(ptl_check(doc, &(ptl_check_opts){ "document", { hear, h } }, NULL) == PTL_OK);
    return doc;
}

static tally *tally_of(tallies *all, const char *name)
{
    const ptl_rule *rule = test_rule_of(all->format, name);
    size_t          i    = 0;

    while (i < all->count && all->of[i].rule != rule)
        i++;
    CHECK(rule != NULL && i < COUNT(all->of));
    if (i == all->count)
        all->of[all->count++] = (tally){ .rule = rule };
    return &all->of[i];
}

static void repair(tallies *all, const void *data, size_t size, const char *path)
{
    heard     before = { 0 }, after = { 0 };
    ptl_doc  *doc = open_checked(all->format, data, size, &before), *again;
    ptl_bytes bytes;

    if (!doc)
        return;
    CHECK(ptl_fix(doc, &(ptl_check_opts){ .listener = test_listener(NULL) }, NULL) == PTL_OK);
    bytes = must_write(doc, NULL);
    again = open_checked(all->format, bytes.data, bytes.size, &after);
    CHECK(again != NULL);
    for (size_t i = 0; i < before.count; i++) {
        tally *t    = tally_of(all, before.rule[i]);
        bool   back = has(&after, before.rule[i]);

        t->gone += !back;
        t->back += back;
        if (back && t->rule->fix)
            test_fail(__FILE__, __LINE__, "%s: %s is not repaired", path, t->rule->name);
    }
    ptl_bytes_free(&bytes);
    ptl_doc_free(again);
    ptl_doc_free(doc);
}

static bool is_sample(const char *name)
{
    static const char *const others[] = { ".info", ".check", ".engine", ".json", ".md" };
    size_t                   size     = strlen(name);

    for (size_t i = 0; i < COUNT(others); i++)
        if (size > strlen(others[i]) && strcmp(name + size - strlen(others[i]), others[i]) == 0)
            return false;
    return strchr(name, '.') && name[0] != '.'; /* folders hold what samples name */
}

static void repair_folder(tallies *all, const char *kind)
{
    char           path[1024];
    DIR           *folder;
    struct dirent *entry;

    snprintf(path, sizeof path, "%s/tests/golden/%s/%s", PTL_SOURCE, all->format, kind);
    folder = opendir(path);
    if (!folder)
        test_skip("the golden files are not there");
    while ((entry = readdir(folder)))
        if (is_sample(entry->d_name)) {
            test_bytes bytes;

            snprintf(path, sizeof path, "%s/tests/golden/%s/%s/%s", PTL_SOURCE, all->format, kind,
                     entry->d_name);
            bytes = test_load(path);
            CHECK(bytes.data != NULL);
            repair(all, bytes.data, bytes.size, path);
            free(bytes.data);
        }
    closedir(folder);
}

/* Rules that are gone in our files only because something else in them was repaired. */
static bool goes_along(const char *name)
{
    static const char *const names[] = {
        "document-flag",   /* flags are, blend modes are not              */
        "engine-csv",      /* what is written without a name is no CSV    */
        "document-zoom",   /* only beyond what the editor allows          */
        "pfmap-line-ends", /* where the lines of tiles are laid out anew  */
        "pfobj-loose",     /* where other bounds have to be computed anew */
    };

    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void repairs(const char *format, size_t least)
{
    tallies all   = { .format = format };
    size_t  fixed = 0;

    repair_folder(&all, "accept");
    repair_folder(&all, "roundtrip");
    for (size_t i = 0; i < all.count; i++) {
        const tally *t = &all.of[i];

        fixed += t->rule->fix;
        if (t->gone > 0 && t->back == 0 && !t->rule->fix && !goes_along(t->rule->name))
            test_fail(__FILE__, __LINE__, "%s is repaired, and its row does not say so",
                      t->rule->name);
    }
    CHECK(fixed >= least);
}

static void repairs_grmm(void)
{
    repairs("grmm", 17);
}

static void repairs_mpd(void)
{
    repairs("mpd", 4);
}

static void repairs_pfmap(void)
{
    repairs("pfmap", 11);
}

static void repairs_pfobj(void)
{
    repairs("pfobj", 16);
}

static void repairs_ppe(void)
{
    repairs("ppe", 11);
}

static void repairs_nothing_of_xmf(void)
{
    repairs("xmf", 0);
    for (size_t i = 0; ptl_rule_at("xmf", i); i++)
        CHECK(!ptl_rule_at("xmf", i)->fix);
}

/* What no golden file has: each a change of one that makes a rule to be repaired. */
static void repairs_what_is_rare(void)
{
    static const struct {
        const char *path, *from, *to, *rule;
    } rare[] = {
        { "roundtrip/tiny.pfobj", "\nvt ", "\n vt ", "pfobj-indented" },
        { "roundtrip/tiny.pfobj", "\nvw \n", "\nvw\n", "pfobj-bare-vw" },
    };

    for (size_t i = 0; i < COUNT(rare); i++) {
        tallies    all = { .format = "pfobj" };
        char       path[1024], *at, *text;
        test_bytes bytes;

        snprintf(path, sizeof path, "%s/tests/golden/pfobj/%s", PTL_SOURCE, rare[i].path);
        bytes = test_load(path);
        if (!bytes.data)
            test_skip("the golden files are not there");
        bytes.data[bytes.size] = 0;
        at                     = strstr((char *)bytes.data, rare[i].from);
        text                   = calloc(1, bytes.size + 16);
        CHECK(at != NULL && text != NULL);
        snprintf(text, bytes.size + 16, "%.*s%s%s", (int)(at - (char *)bytes.data),
                 (char *)bytes.data, rare[i].to, at + strlen(rare[i].from));
        repair(&all, text, strlen(text), rare[i].rule);
        CHECK_UINT(tally_of(&all, rare[i].rule)->gone, 1);
        CHECK(tally_of(&all, rare[i].rule)->rule->fix);
        free(text);
        free(bytes.data);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(repairs_grmm),         TEST(repairs_mpd), TEST(repairs_pfmap),
        TEST(repairs_pfobj),        TEST(repairs_ppe), TEST(repairs_nothing_of_xmf),
        TEST(repairs_what_is_rare),
    };

    return run_tests("fix", tests, COUNT(tests));
}
