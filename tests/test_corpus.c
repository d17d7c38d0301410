/* SPDX-License-Identifier: MIT */
/* Real files, where they can be found (PORTOLAN_CORPUS, or ../shared/corpus beside the
 * repository): the same bytes after reading and writing, and after JSON. Folders called "vectors"
 * hold made files, good and bad, each with what is to come of it beside it: those are the business
 * of the comparison scripts in tests/oracle. Those in "hostile" are no real files either: nothing
 * has to come back of them. */
#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <portolan/plan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness.h"
#include "support.h"

static struct { /* what nftw cannot carry */
    const ptl_format_info *format;
    size_t                 files;
} walk;

static const ptl_write_opts JSON = { .to = "json" };

static const char *corpus(void)
{
    static const char *const places[] = { PTL_SOURCE "/../shared/corpus" };
    const char              *given    = getenv("PORTOLAN_CORPUS");
    struct stat              about;

    if (given && stat(given, &about) == 0)
        return given;
    return stat(places[0], &about) == 0 ? places[0] : NULL;
}

/* What was compressed comes back with the same content: as a document it is the same JSON. */
static void check_content(const char *path, const ptl_doc *doc, const ptl_bytes *bytes)
{
    ptl_doc  *again = must_read(bytes->data, bytes->size, NULL);
    ptl_bytes want = must_write(doc, &JSON), got = must_write(again, &JSON);

    if (got.size != want.size || memcmp(got.data, want.data, got.size) != 0)
        test_fail(__FILE__, __LINE__, "%s: other content came back", path);
    ptl_bytes_free(&want);
    ptl_bytes_free(&got);
    ptl_doc_free(again);
}

/* Formats whose files are packed, or that keep no spelling. */
static bool may_change(const char *format)
{
    return strcmp(format, "ppe") == 0 || strcmp(format, "xmf") == 0 || strcmp(format, "tmx") == 0 ||
           strcmp(format, "project") == 0;
}

static void check_back(const char *path, const ptl_doc *doc, const test_bytes *file)
{
    ptl_bytes bytes = must_write(doc, NULL);

    if (!ptl_doc_verbatim(doc) && may_change(ptl_doc_format(doc)))
        check_content(path, doc, &bytes);
    else if (bytes.size != file->size || memcmp(bytes.data, file->data, file->size) != 0)
        test_fail(__FILE__, __LINE__, "%s: other bytes came back", path);
    ptl_bytes_free(&bytes);
}

static void hear_no_warning(void *user, const ptl_diag *diag)
{
    if (diag->severity >= PTL_WARNING)
        test_fail(__FILE__, __LINE__, "%s: %s", (const char *)user, diag->message);
}

/* What needs no other files is drawn without any complaint. */
static void check_plan(const char *path, const ptl_doc *doc)
{
    ptl_companion  first;
    ptl_write_opts opts = { .listener = { hear_no_warning, (void *)path } };
    ptl_plan      *plan;

    if (!(ptl_format_can(walk.format) & PTL_CAN_PLAN) || ptl_doc_companion(&first, doc, 0))
        return;
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK(plan->pages.count > 0 && plan->items.count > 0);
    ptl_plan_free(plan);
}

static void hear_nothing(void *user, const ptl_diag *diag)
{
    test_fail(__FILE__, __LINE__, "%s: %s", (const char *)user, diag->message);
}

/* The game loads all of its own files, and nothing in them makes a difference to it. */
static void check_engine(const char *path, const test_bytes *file)
{
    ptl_listener   listener = { hear_nothing, (void *)path };
    ptl_check_opts opts     = { .profile = "engine", .listener = listener };
    ptl_doc       *doc;

    if (strncmp(walk.format->name, "pf", 2) != 0)
        return;
    doc = must_read(file->data, file->size,
                    &(ptl_read_opts){ .profile = "engine", .listener = listener });
    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    ptl_doc_free(doc);
}

static void check_file(const char *path)
{
    test_bytes file = test_load(path);
    ptl_doc   *doc, *again;
    ptl_bytes  json;

    CHECK(file.data != NULL);
    CHECK(ptl_probe(file.data, file.size, file.size, NULL, NULL) == walk.format);
    CHECK(ptl_read_file(&doc, path, NULL, NULL) == PTL_OK); /* arrays may stay in the source */
    check_back(path, doc, &file);
    check_plan(path, doc);
    check_engine(path, &file);
    json = must_write(doc, &JSON);
    ptl_doc_free(doc);
    doc = must_read(file.data, file.size, NULL); /* arrays are copied */
    check_back(path, doc, &file);
    again = must_read(json.data, json.size, NULL);
    check_back(path, again, &file);
    ptl_bytes_free(&json);
    ptl_doc_free(again);
    ptl_doc_free(doc);
    free(file.data);
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)where;
    if (kind == FTW_F && ptl_format_by_extension(path) == walk.format &&
        !strstr(path, "/vectors/") && !strstr(path, "/hostile/")) {
        check_file(path);
        walk.files++;
    }
    return 0;
}

/* Formats of which the corpus has no real file yet. */
static bool is_rare(const char *format)
{
    static const char *const rare[] = { "passage", "spawn", "pfscene", "tmx", "project" };

    for (size_t i = 0; i < COUNT(rare); i++)
        if (strcmp(format, rare[i]) == 0)
            return true;
    return false;
}

static void every_real_file_survives(void)
{
    const char *place = corpus();

    if (!place)
        test_skip("no corpus of real files");
    for (size_t i = 0; (walk.format = ptl_format_at(i)); i++) {
        walk.files = 0;
        nftw(place, visit, 16, FTW_PHYS); /* several formats may share a folder */
        printf("%s: %zu files\n", walk.format->name, walk.files);
        CHECK(walk.files > 0 || is_rare(walk.format->name));
    }
}

int main(void)
{
    static const test_case tests[] = { TEST(every_real_file_survives) };

    return run_tests("corpus", tests, COUNT(tests));
}
