/* SPDX-License-Identifier: MIT */
/* What is made from a document has memory of its own, and lists of a document grow in proportion to
 * what they hold. */
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfobj.h>
#include <portolan/xmf.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "mpd_samples.h"
#include "pfobj_samples.h"
#include "support.h"

static const char container[] = "Metadata {\n}\nFile:Palette \"tiles.png\" palShift=4\n"
                                "Layer:Tile \"a\\n\" 0 8 8 1 1 {\n\tEmbed:MapData [AQEEAA==]\n}\n";

static const char model[] = PFOBJ_TINY;

/* ---- Calls that make something --------------------------------------------------------------- */

static void tables(const ptl_doc *doc, bool last)
{
    static ptl_mpd_tables made;

    if (last) {
        CHECK_UINT(made.vertices, 12);
        ptl_mpd_tables_free(&made);
        return;
    }
    ptl_mpd_tables_free(&made);
    CHECK_UINT(ptl_mpd_derive(&made, doc, NULL), PTL_OK);
}

static void layers(const ptl_doc *doc, bool last)
{
    static ptl_xmf_layers made;

    if (last) {
        CHECK_UINT(made.count, 1);
        CHECK_UINT(made.data[0].bytes.size, 4); /* decoded: not the document's */
        ptl_xmf_layers_free(&made);
        return;
    }
    ptl_xmf_layers_free(&made);
    CHECK_UINT(ptl_xmf_derive(&made, doc, NULL), PTL_OK);
}

static void palettes(const ptl_doc *doc, bool last)
{
    static ptl_xmf_palettes made;

    if (last) {
        CHECK_UINT(made.count, 1);
        ptl_xmf_palettes_free(&made);
        return;
    }
    ptl_xmf_palettes_free(&made);
    CHECK_UINT(ptl_xmf_derive_palettes(&made, doc, NULL), PTL_OK);
}

static void values(const ptl_doc *doc, bool last)
{
    static ptl_xmf_values made;

    if (last) {
        CHECK_UINT(made.count, 2);
        ptl_xmf_values_free(&made);
        return;
    }
    ptl_xmf_values_free(&made);
    CHECK_UINT(ptl_xmf_values_of(&made, doc, &ptl_xmf_of(doc)->tags.data[1], NULL), PTL_OK);
}

static void path(const ptl_doc *doc, bool last)
{
    static ptl_grmm_path made;

    if (last) {
        CHECK_UINT(made.count, 1);
        ptl_grmm_path_free(&made);
        return;
    }
    ptl_grmm_path_free(&made);
    CHECK_UINT(ptl_grmm_find_path(&made, doc, (ptl_grmm_place){ 0, 0, 0 },
                                  (ptl_grmm_place){ 0, 0, 0 }, 0, NULL),
               PTL_OK);
}

static void skin(const ptl_doc *doc, bool last)
{
    static ptl_pfobj_skin made;

    if (last) {
        CHECK(made.joints.count > 0);
        ptl_pfobj_skin_free(&made);
        return;
    }
    CHECK_UINT(ptl_pfobj_pose(&made, doc, 0, 0, NULL), PTL_OK); /* again in the same memory */
}

static void bind_pose(const ptl_doc *doc, bool last)
{
    static ptl_pfobj_skin made;

    ptl_pfobj_skin_free(&made);
    if (!last)
        CHECK_UINT(ptl_pfobj_bind(&made, doc, NULL), PTL_OK);
}

static const struct {
    const char *what;
    void (*make)(const ptl_doc *doc, bool last); /* last: only to be looked at, and freed */
    const void *file;
    size_t      size;
} makers[] = {
    { "tables", tables, mpd_two_fans, sizeof mpd_two_fans },
    { "layers", layers, container, sizeof container - 1 },
    { "palettes", palettes, container, sizeof container - 1 },
    { "values", values, container, sizeof container - 1 },
    { "path", path, grmm_room, sizeof grmm_room },
    { "skin", skin, model, sizeof model - 1 },
    { "bind pose", bind_pose, model, sizeof model - 1 },
};

static void derived_data_is_the_callers(void)
{
    for (size_t i = 0; i < COUNT(makers); i++) {
        test_heap     heap = { 0 };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_doc      *doc  = must_read(makers[i].file, makers[i].size, &opts);
        size_t        once;

        makers[i].make(doc, false);
        once = heap.held;
        for (int k = 0; k < 50; k++)
            makers[i].make(doc, false);
        if (heap.held != once)
            test_fail(__FILE__, __LINE__, "%s: %zu bytes held after many calls, %zu after one",
                      makers[i].what, heap.held, once);
        if (makers[i].make != layers && makers[i].make != values && makers[i].make != palettes) {
            ptl_doc_free(doc); /* lives on without the document, unless it has texts of it */
            makers[i].make(NULL, true);
        } else {
            makers[i].make(NULL, true);
            ptl_doc_free(doc);
        }
        CHECK_UINT(heap.held, 0);
    }
}

/* Changes that can be made in place take nothing more either. */
static void repeated_changes_take_no_memory(void)
{
    test_heap     heap = { 0 };
    ptl_read_opts opts = { .allocator = test_allocator(&heap) };
    ptl_doc      *mesh = must_read(mpd_two_fans, sizeof mpd_two_fans, &opts);
    ptl_doc      *flag = must_read(model, sizeof model - 1, &opts);
    size_t        once = 0;

    for (int k = 0; k < 50; k++) {
        CHECK_UINT(ptl_mpd_retwist(mesh, 4, NULL), PTL_OK);
        CHECK_UINT(ptl_mpd_lay_out(mesh, 255, NULL), PTL_OK);
        CHECK_UINT(ptl_pfobj_rebound(flag, NULL), PTL_OK);
        CHECK_UINT(ptl_pfobj_mirror(flag, NULL), PTL_OK);
        once = once ? once : heap.held;
        CHECK_UINT(heap.held, once);
    }
    ptl_doc_free(mesh);
    ptl_doc_free(flag);
    CHECK_UINT(heap.held, 0);
}

/* ---- Lists that grow ------------------------------------------------------------------------- */

static ptl_doc *large_map(test_heap *heap)
{
    ptl_read_opts opts = { .allocator = test_allocator(heap) };
    ptl_doc      *doc;

    CHECK_UINT(ptl_grmm_new(&doc, "Many", "2026-01-02 03:04:05", 4, &opts, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_add_level(NULL, doc, "Place", "Level", 0, 100, 100, NULL), PTL_OK);
    return doc;
}

static void notes_and_links_take_what_they_hold(void)
{
    test_heap       heap = { 0 };
    ptl_doc        *doc  = large_map(&heap);
    const ptl_grmm *map  = ptl_grmm_of(doc);

    for (unsigned i = 0; i < PTL_GRMM_MAX_NOTES; i++) {
        ptl_grmm_note note = { .row    = (uint16_t)(i / 100),
                               .column = (uint16_t)(i % 100),
                               .text   = { "x", 1 },
                               .id     = { "", 0 } };

        CHECK_UINT(ptl_grmm_add_note(doc, 0, &note, NULL), PTL_OK);
        CHECK_UINT(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, note.row, note.column },
                                     (ptl_grmm_place){ 0, 0, 0 }, NULL),
                   PTL_OK);
    }
    for (unsigned i = 0; i < PTL_GRMM_MAX_NOTES; i++) {
        CHECK_UINT(map->levels.data[0].notes.data[i].column, i % 100);
        CHECK_UINT(map->links.data[i].from_row, i / 100);
    }
    CHECK(heap.peak < 8u << 20);
    ptl_doc_free(doc);
    CHECK_UINT(heap.held, 0);
}

static void levels_take_what_they_hold(void)
{
    test_heap       heap = { 0 };
    ptl_doc        *doc  = large_map(&heap);
    const ptl_grmm *map  = ptl_grmm_of(doc);

    for (int16_t i = 1; i < PTL_GRMM_MAX_LEVELS; i++)
        CHECK_UINT(ptl_grmm_add_level(NULL, doc, "Place", "Level", i, 1, 1, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_add_level(NULL, doc, "Place", "Level", 0, 1, 1, NULL), PTL_E_ARG);
    for (int16_t i = 0; i < PTL_GRMM_MAX_LEVELS; i++)
        CHECK(map->levels.data[i].elevation == i);
    CHECK_UINT(map->state.list.open.count, PTL_GRMM_MAX_LEVELS);
    CHECK(heap.peak < 8u << 20);
    for (int k = 0; k < 50; k++) /* moves are made in place */
        CHECK_UINT(ptl_grmm_move_level(doc, 0, 998, NULL), PTL_OK);
    CHECK(map->levels.data[0].elevation == 50 && heap.peak < 8u << 20);
    ptl_doc_free(doc);
    CHECK_UINT(heap.held, 0);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(derived_data_is_the_callers),
        TEST(repeated_changes_take_no_memory),
        TEST(notes_and_links_take_what_they_hold),
        TEST(levels_take_what_they_hold),
    };

    return run_tests("derived", tests, COUNT(tests));
}
