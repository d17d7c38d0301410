/* SPDX-License-Identifier: MIT */
/* Long calls say how far they are, and can be stopped at every step. */
#include <portolan/scene.h>
#include <string.h>

#include "harness.h"
#include "support.h"

typedef struct watcher {
    size_t steps, most; /* how many it heard, and how many it wants to hear; 0: all */
    char   stages[256]; /* their names, each once */
} watcher;

static bool watch(void *user, const ptl_step *step)
{
    watcher *w = user;

    CHECK(step->stage && (step->total == 0 || step->done <= step->total));
    if (!strstr(w->stages, step->stage))
        strcat(strcat(w->stages, step->stage), " ");
    return ++w->steps != w->most;
}

static bool swallow(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return true;
}

static ptl_status convert(watcher *w, test_heap *heap, const char *path, const char *to,
                          const ptl_setting *settings)
{
    size_t         size  = 0;
    ptl_sink       sink  = { swallow, &size };
    ptl_read_opts  read  = { .progress = { watch, w }, .allocator = test_allocator(heap) };
    ptl_write_opts write = { .to = to, .settings = settings, .setting_count = settings ? 2 : 0 };
    ptl_diag       err;
    ptl_status status = ptl_convert(&(ptl_target){ .sink = &sink }, &(ptl_source){ .path = path },
                                    &read, &write, &err);

    CHECK(status == PTL_OK || status == PTL_E_STOPPED);
    if (status == PTL_E_STOPPED)
        CHECK_TEXT(err.rule, "stopped");
    CHECK_UINT(heap->held, 0);
    return status;
}

/* On one thread, because several share the parts of a picture as they come, and one of them tells.
 */
static const ptl_setting view[] = { { "view", "iso", 3 }, { "threads", "1", 1 } },
                         size[] = { { "size", "64x48", 5 }, { "threads", "1", 1 } };

static const struct {
    const char        *path, *to;
    const ptl_setting *settings; /* two, or none */
    const char        *stages;   /* some of those that are heard */
} cases[] = {
    { PTL_SOURCE "/samples/permafrost/island.pfmap", "json", NULL, "write" },
    { PTL_SOURCE "/samples/permafrost/island.pfmap", "pfmap", NULL, "write" },
    { PTL_SOURCE "/samples/permafrost/island.pfmap", "glb", NULL, "scene" },
    { PTL_SOURCE "/samples/permafrost/models/chest.pfobj", "png", size, "draw" },
    { PTL_SOURCE "/samples/gridmonger/lighthouse.gmm", "png", view, "draw" },
    { PTL_SOURCE "/samples/gridmonger/lighthouse.gmm", "svg", NULL, "plan" },
    { PTL_SOURCE "/samples/ppe/garden.xmf", "png", NULL, "tiles" },
};

static void every_way_is_heard_of(void)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        watcher   w    = { 0 };
        test_heap heap = { 0 };

        CHECK_UINT(convert(&w, &heap, cases[i].path, cases[i].to, cases[i].settings), PTL_OK);
        CHECK(w.steps > 1);
        if (!strstr(w.stages, cases[i].stages))
            test_fail(__FILE__, __LINE__, "%s: %s", cases[i].path, w.stages);
    }
}

static void every_step_may_be_the_last(void)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        watcher   all  = { 0 };
        test_heap heap = { 0 };

        convert(&all, &heap, cases[i].path, cases[i].to, cases[i].settings);
        for (size_t k = 1; k <= all.steps; k += 1 + all.steps / 40) {
            watcher   w     = { .most = k };
            test_heap again = { 0 };

            CHECK_UINT(convert(&w, &again, cases[i].path, cases[i].to, cases[i].settings),
                       PTL_E_STOPPED);
            CHECK_UINT(w.steps, k);
        }
    }
}

static void checks_and_scenes_can_be_stopped(void)
{
    ptl_doc   *doc;
    ptl_scene *scene;
    watcher    w = { .most = 1 };

    CHECK_UINT(ptl_read_file(&doc, cases[0].path, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .progress = { watch, &w } }, NULL), PTL_E_STOPPED);
    w = (watcher){ .most = 1 };
    CHECK_UINT(ptl_scene_make(&scene, doc, &(ptl_write_opts){ .progress = { watch, &w } }, NULL),
               PTL_E_STOPPED);
    CHECK(scene == NULL);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case all[] = { TEST(every_way_is_heard_of), TEST(every_step_may_be_the_last),
                                     TEST(checks_and_scenes_can_be_stopped) };

    return run_tests("progress", all, COUNT(all));
}
