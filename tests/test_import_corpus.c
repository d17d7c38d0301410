/* SPDX-License-Identifier: MIT */
/* Real models through glTF and back, where they are available (PORTOLAN_CORPUS, or ../shared/corpus
 * beside the repository). */
#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "round_trip.h"

static struct { /* what nftw cannot carry */
    size_t models;
    double worst;
} walk;

static const char *corpus(void)
{
    const char *given = getenv("PORTOLAN_CORPUS");
    struct stat about;

    if (!given)
        given = PTL_SOURCE "/../shared/corpus";
    return stat(given, &about) == 0 ? given : NULL;
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    ptl_doc *doc;
    double   gap;

    (void)about;
    (void)where;
    if (kind != FTW_F || !strstr(path, ".pfobj"))
        return 0;
    CHECK(ptl_read_file(&doc, path, NULL, NULL) == PTL_OK);
    gap = round_trip(doc, "glb", NULL, 0, 1);
    if (gap >= 1e-4)
        test_fail(__FILE__, __LINE__, "%s: a vertex moved by %g", path, gap);
    ptl_doc_free(doc);
    walk.worst = fmax(walk.worst, gap);
    walk.models++;
    return 0;
}

static void every_real_model_comes_back(void)
{
    const char *place = corpus();

    if (!place)
        test_skip("no corpus of real files");
    nftw(place, visit, 16, FTW_PHYS);
    printf("%zu models, no vertex further away than %g\n", walk.models, walk.worst);
    CHECK(walk.models > 0);
}

int main(void)
{
    static const test_case tests[] = { TEST(every_real_model_comes_back) };

    return run_tests("import corpus", tests, COUNT(tests));
}
