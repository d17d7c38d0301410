/* SPDX-License-Identifier: MIT */
/* Many threads at once: each reads, converts and writes documents of its own, and all of them read
 * one that is shared: everything that takes a const document may be called on it. */
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <portolan/pfobj.h>
#include <portolan/plan.h>
#include <portolan/xmf.h>
#include <pthread.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "mpd_samples.h"
#include "pfobj_samples.h"
#include "support.h"

enum { THREADS = 8, ROUNDS = 200 };

typedef struct task {
    const ptl_doc *shared;
    bool           good;
} task;

static bool same_back(const ptl_doc *doc, const char *to)
{
    ptl_bytes bytes, again;
    ptl_doc  *back;
    bool      same;

    if (ptl_write(&bytes, doc, &(ptl_write_opts){ .to = to }, NULL) != PTL_OK)
        return false;
    if (ptl_read(&back, bytes.data, bytes.size, NULL, NULL) != PTL_OK)
        return false;
    same = ptl_write(&again, back, NULL, NULL) == PTL_OK && again.size == sizeof mpd_two_fans &&
           memcmp(again.data, mpd_two_fans, again.size) == 0;
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
    return same;
}

static void *work(void *user)
{
    task *t = user;

    t->good = true;
    for (int i = 0; i < ROUNDS && t->good; i++) {
        ptl_doc  *own;
        ptl_bytes page;

        t->good = ptl_read(&own, mpd_two_fans, sizeof mpd_two_fans, NULL, NULL) == PTL_OK &&
                  same_back(own, "json") && same_back(t->shared, i % 2 ? "json" : NULL) &&
                  ptl_info(&page, t->shared, PTL_PAGE_JSON, NULL) == PTL_OK &&
                  ptl_check(t->shared, NULL, NULL) == PTL_OK;
        ptl_bytes_free(&page);
        ptl_doc_free(own);
    }
    return NULL;
}

static void many_threads_at_once(void)
{
    ptl_doc  *shared = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    pthread_t thread[THREADS];
    task      tasks[THREADS];

    for (int i = 0; i < THREADS; i++) {
        tasks[i] = (task){ .shared = shared };
        CHECK(pthread_create(&thread[i], NULL, work, &tasks[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        CHECK(tasks[i].good);
    ptl_doc_free(shared);
}

/* ---- One document, everything that leaves it as it is ---------------------------------------- */

static bool derive_mesh(const ptl_doc *doc)
{
    ptl_mpd_tables tables;
    bool           good = ptl_mpd_derive(&tables, doc, NULL) == PTL_OK &&
                ptl_mpd_height(ptl_mpd_of(doc), &tables, 160, 88) == 24;

    ptl_mpd_tables_free(&tables);
    return good;
}

static bool derive_model(const ptl_doc *doc)
{
    ptl_pfobj_skin bound = { 0 }, skin = { 0 };
    bool           good = ptl_pfobj_bind(&bound, doc, NULL) == PTL_OK &&
                ptl_pfobj_pose(&skin, doc, 0, 0, NULL) == PTL_OK &&
                ptl_pfobj_pose(&skin, doc, 0, 1, NULL) == PTL_OK;

    ptl_pfobj_skin_free(&bound);
    ptl_pfobj_skin_free(&skin);
    return good;
}

static bool derive_way(const ptl_doc *doc)
{
    ptl_grmm_place here = { 0, 0, 0 };
    ptl_grmm_path  path;
    bool good = ptl_grmm_find_path(&path, doc, here, here, 0, NULL) == PTL_OK && path.count == 1;

    ptl_grmm_path_free(&path);
    return good;
}

static bool derive_layers(const ptl_doc *doc)
{
    ptl_xmf_layers   layers;
    ptl_xmf_palettes palettes = { 0 };
    ptl_xmf_values   values   = { 0 };
    ptl_doc         *map      = NULL;
    bool             good     = ptl_xmf_derive(&layers, doc, NULL) == PTL_OK && layers.count == 1 &&
                ptl_xmf_derive_palettes(&palettes, doc, NULL) == PTL_OK &&
                ptl_xmf_values_of(&values, doc, &ptl_xmf_of(doc)->tags.data[0], NULL) == PTL_OK &&
                ptl_part_read(&map, doc, 0, NULL, NULL) == PTL_OK;

    ptl_xmf_layers_free(&layers);
    ptl_xmf_palettes_free(&palettes);
    ptl_xmf_values_free(&values);
    ptl_doc_free(map);
    return good;
}

static bool derive_ground(const ptl_doc *doc)
{
    uint8_t cells[4 * 1024];

    ptl_pfmap_passable(cells, ptl_pfmap_of(doc), PTL_PFMAP_GROUND);
    return cells[0] == 1;
}

static bool derive_nothing(const ptl_doc *doc)
{
    return ptl_ppe_of(doc) != NULL;
}

static const struct {
    const char *format;
    bool (*derive)(const ptl_doc *doc);
} derivers[] = {
    { "mpd", derive_mesh },   { "pfobj", derive_model },  { "grmm", derive_way },
    { "xmf", derive_layers }, { "pfmap", derive_ground }, { "ppe", derive_nothing },
};

static bool derive(const ptl_doc *doc)
{
    for (size_t i = 0; i < COUNT(derivers); i++)
        if (strcmp(derivers[i].format, ptl_doc_format(doc)) == 0)
            return derivers[i].derive(doc);
    return false; /* a new format: say what can be made of it */
}

static bool is_fine(ptl_status status)
{
    return status == PTL_OK || status == PTL_E_UNSUPPORTED;
}

static bool look(const ptl_doc *doc)
{
    ptl_scene    *scene = NULL;
    ptl_plan     *plan  = NULL;
    ptl_bytes     bytes = { 0 }, page = { 0 }, json = { 0 };
    ptl_companion file;
    ptl_attached  with;
    bool          good = derive(doc) && is_fine(ptl_scene_make(&scene, doc, NULL, NULL)) &&
                is_fine(ptl_plan_make(&plan, doc, NULL, NULL)) &&
                ptl_write(&bytes, doc, NULL, NULL) == PTL_OK &&
                ptl_write(&json, doc, &(ptl_write_opts){ .to = "json" }, NULL) == PTL_OK &&
                ptl_info(&page, doc, PTL_PAGE_TEXT, NULL) == PTL_OK &&
                ptl_check(doc, NULL, NULL) == PTL_OK && !ptl_doc_imported(doc) &&
                !ptl_doc_attached(&with, doc, 0);

    (void)ptl_doc_verbatim(doc);
    for (size_t i = 0; ptl_doc_companion(&file, doc, i); i++)
        good = good && file.role;
    ptl_scene_free(scene);
    ptl_plan_free(plan);
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&page);
    ptl_bytes_free(&json);
    return good;
}

static void *look_often(void *user)
{
    task *t = user;

    t->good = true;
    for (int i = 0; i < 20 && t->good; i++)
        t->good = look(t->shared);
    return NULL;
}

static void look_at_once(ptl_doc *doc)
{
    pthread_t thread;
    task      here = { .shared = doc }, there = { .shared = doc };

    CHECK(pthread_create(&thread, NULL, look_often, &there) == 0);
    look_often(&here);
    pthread_join(thread, NULL);
    if (!here.good || !there.good)
        test_fail(__FILE__, __LINE__, "%s: something went wrong", ptl_doc_format(doc));
    ptl_doc_free(doc);
}

static void two_threads_look_at_one_document(void)
{
    static const char box[] = "Metadata {\n}\nFile:Palette \"tiles.png\"\n"
                              "Layer:Tile \"a\" 0 8 8 1 1 {\n\tEmbed:MapData [AQEEAA==]\n}\n";
    ptl_doc          *map, *cells;

    look_at_once(must_read(mpd_two_fans, sizeof mpd_two_fans, NULL));
    look_at_once(must_read(PFOBJ_TINY, sizeof PFOBJ_TINY - 1, NULL));
    look_at_once(must_read(grmm_room, sizeof grmm_room, NULL));
    look_at_once(must_read(box, sizeof box - 1, NULL));
    CHECK_UINT(ptl_pfmap_new(&map, 1, 1, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(map, "a", "a.png", NULL), PTL_OK);
    look_at_once(map);
    CHECK_UINT(ptl_ppe_new(&cells, PTL_PPE_NEW, 2, 2, NULL, NULL), PTL_OK);
    look_at_once(cells);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(many_threads_at_once),
        TEST(two_threads_look_at_one_document),
    };

    return run_tests("threads", tests, COUNT(tests));
}
