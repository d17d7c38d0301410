/* SPDX-License-Identifier: MIT */
/* Comparing, patching and merging: starved at every allocation, held to every limit, stopped at
 * steps all over. */
#include <portolan/compare.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"
#include "random_edits.h"
#include "route_samples.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) (text), sizeof(text) - 1

enum { TRIES = 60, SEEDS = 3, STEPS = 400 };

/* ---- What is compared ------------------------------------------------------------------------ */

typedef struct sample {
    const char *format;
    const void *data;
    size_t      size;
} sample;

static const sample samples[] = {
    { "grmm", grmm_room, sizeof grmm_room },
    { "mpd", mpd_two_fans, sizeof mpd_two_fans },
    { "pfobj", TEXT(PFOBJ_TINY) },
    { "pfscene", TEXT(PFSCENE_TINY) },
    { "ppe", TEXT(ROUTE_MAP) },
    { "xmf", TEXT(route_box) },
    { "passage", TEXT("Gate: 1 2 3 4 F T F\nDoor: 5 6 7 8 F T F\n") },
    { "spawn", TEXT("Cat: NONE 4 1.5 2 0 N 0 0 0 0 0 F F Null\n") },
    { "tmx", TEXT(TMX_TINY) },
};

typedef struct trio {
    const char   *format;
    ptl_source    base, ours, theirs;
    ptl_source    patch; /* that makes ours of base */
    ptl_diff_form form;  /* of what is compared     */
    ptl_bytes     kept[4];
} trio;

static ptl_source source_of(const ptl_bytes *bytes)
{
    return (ptl_source){ .data = bytes->data, .size = bytes->size };
}

static trio trio_of(const sample *of, uint64_t seed)
{
    trio          t    = { .format = of->format };
    ptl_diff_opts opts = { .form = PTL_DIFF_PATCH, .read = { .format = of->format } };
    ptl_compared  patch;

    t.kept[0] = edited(of->data, of->size, of->format, seed, 0, false);
    t.kept[1] = edited(of->data, of->size, of->format, seed, seed, false);
    t.kept[2] = edited(of->data, of->size, of->format, seed + 50, seed, false);
    t.base    = source_of(&t.kept[0]);
    t.ours    = source_of(&t.kept[1]);
    t.theirs  = source_of(&t.kept[2]);
    CHECK_UINT(ptl_diff(&patch, &t.base, &t.ours, &opts, NULL), PTL_OK);
    t.kept[3] = patch.page;
    t.patch   = source_of(&t.kept[3]);
    return t;
}

static void trio_free(trio *t)
{
    for (size_t i = 0; i < COUNT(t->kept); i++)
        ptl_bytes_free(&t->kept[i]);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static ptl_read_opts reading(const trio *of, sweep_try *t)
{
    return (ptl_read_opts){ .format    = of->format,
                            .allocator = test_allocator(&t->heap),
                            .limits    = { .memory = t->limit } };
}

/* Errors of comparing are given back, and heard where a file cannot be read. */
static ptl_status ended(sweep_try *t, ptl_status status)
{
    t->errors = status != PTL_OK;
    return status;
}

static ptl_status compare(const sweep_call *call, sweep_try *t)
{
    const trio   *of   = call->user;
    ptl_diff_opts opts = { .form = of->form, .read = reading(of, t) };
    ptl_compared  found;
    ptl_status    status = ptl_diff(&found, &of->base, &of->theirs, &opts, &t->err);

    t->out    = found.page;
    t->beside = found.how;
    return ended(t, status);
}

static ptl_status patch(const sweep_call *call, sweep_try *t)
{
    const trio   *of   = call->user;
    ptl_read_opts opts = reading(of, t);

    return ended(t, ptl_apply(&t->out, &of->patch, &of->base, &opts, &t->err));
}

static ptl_status merge(const sweep_call *call, sweep_try *t)
{
    const trio    *of   = call->user;
    ptl_merge_opts opts = { .read = reading(of, t) };
    ptl_merged     made;
    ptl_status     status = ptl_merge(&made, &of->base, &of->ours, &of->theirs, &opts, &t->err);

    CHECK(status == PTL_OK || (made.conflicts.data == NULL && made.count == 0));
    t->out    = made.file;
    t->beside = made.count;
    ptl_bytes_free(&made.conflicts);
    return ended(t, status);
}

static void sweep_both(const char *name, ptl_status (*run)(const sweep_call *, sweep_try *),
                       const trio *of)
{
    const sweep_call call = { .name = name, .run = run, .user = of, .most = TRIES };

    sweep_allocations(&call);
    sweep_limits(&call);
}

static void sweep_sample(const sample *of)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        trio t = trio_of(of, seed * 3);

        for (t.form = PTL_DIFF_TEXT; t.form <= PTL_DIFF_PATCH; t.form++)
            sweep_both("ptl_diff", compare, &t);
        sweep_both("ptl_apply", patch, &t);
        sweep_both("ptl_merge", merge, &t);
        trio_free(&t);
    }
}

static void starved(void)
{
    for (size_t i = 0; i < COUNT(samples); i++)
        if (strcmp(samples[i].format, "tmx") != 0 || ptl_has_feature("xml"))
            sweep_sample(&samples[i]);
}

/* ---- Stops ----------------------------------------------------------------------------------- */

/* False at the step that ends it, and from there on. */
static bool count_down(void *user, const ptl_step *step)
{
    size_t *left = user;

    (void)step;
    *left -= *left > 0;
    return *left > 0;
}

/* What each call says when it is stopped at its n-th step; PTL_OK where it has fewer. */
static ptl_status stopped(const trio *of, unsigned which, size_t step)
{
    size_t        left = step;
    ptl_read_opts read = { .format = of->format, .progress = { count_down, &left } };
    ptl_diff_opts opts = { .form = PTL_DIFF_PATCH, .read = read };
    ptl_compared  found;
    ptl_bytes     made;
    ptl_merged    merged;
    ptl_status    status;

    if (which == 0) {
        status = ptl_diff(&found, &of->base, &of->theirs, &opts, NULL);
        made   = found.page;
    } else if (which == 1) {
        status = ptl_apply(&made, &of->patch, &of->base, &read, NULL);
    } else {
        status = ptl_merge(&merged, &of->base, &of->ours, &of->theirs,
                           &(ptl_merge_opts){ .read = read }, NULL);
        made   = merged.file;
        ptl_bytes_free(&merged.conflicts);
    }
    CHECK(status == PTL_OK || (status == PTL_E_STOPPED && !made.data));
    ptl_bytes_free(&made);
    return status;
}

/* Of a list that is long enough to have some. */
static void stopped_on_the_way(void)
{
    enum { LINES = 9000, WIDE = 40 };
    char  *text = malloc(LINES * WIDE);
    size_t size = 0;
    trio   t;

    CHECK(text != NULL);
    for (int i = 0; i < LINES; i++)
        size += (size_t)snprintf(text + size, WIDE, "Gate%d: %d 2 3 4 F T F\n", i, i % 100);
    t = trio_of(&(sample){ "passage", text, size }, 2);
    for (unsigned which = 0; which < 3; which++) {
        size_t step = 1;

        while (step < STEPS && stopped(&t, which, step) == PTL_E_STOPPED)
            step += 1 + step / 3;
        CHECK(step > 3 && step < STEPS);
    }
    trio_free(&t);
    free(text);
}

int main(void)
{
    static const test_case tests[] = { TEST(starved), TEST(stopped_on_the_way) };

    return run_tests("compare_calls", tests, COUNT(tests));
}
