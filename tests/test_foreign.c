/* SPDX-License-Identifier: MIT */
/* Every public call that takes a document, with one of each format as small as it can be made, and
 * with none: nothing crashes, and what makes no sense is refused with a message.
 *
 * tests/api.sh looks into the headers for calls that are not listed here. */
#include <portolan/egoboo.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <portolan/pfobj.h>
#include <portolan/pfscene.h>
#include <portolan/pixels.h>
#include <portolan/project.h>
#include <portolan/tiled.h>
#include <portolan/xmf.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

/* ---- The smallest documents ------------------------------------------------------------------ */

static ptl_doc *make(const char *format)
{
    ptl_pfobj_sizes sizes = { .materials = 1 };
    ptl_doc        *doc   = NULL;

    if (strcmp(format, "mpd") == 0)
        CHECK_UINT(ptl_mpd_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    else if (strcmp(format, "pfobj") == 0)
        CHECK_UINT(ptl_pfobj_new(&doc, &sizes, NULL, NULL), PTL_OK);
    else if (strcmp(format, "pfmap") == 0)
        CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    else if (strcmp(format, "grmm") == 0)
        CHECK_UINT(ptl_grmm_new(&doc, "", "2026-01-02 03:04:05", 4, NULL, NULL), PTL_OK);
    else if (strcmp(format, "ppe") == 0)
        CHECK_UINT(ptl_ppe_new(&doc, PTL_PPE_NEW, 1, 1, NULL, NULL), PTL_OK);
    else if (strcmp(format, "xmf") == 0)
        CHECK_UINT(ptl_xmf_new(&doc, NULL, NULL), PTL_OK);
    else if (strcmp(format, "passage") == 0 || strcmp(format, "spawn") == 0 ||
             strcmp(format, "project") == 0 || strcmp(format, "pfscene") == 0)
        CHECK_UINT(ptl_new(&doc, format, NULL, NULL), PTL_OK);
    else if (strcmp(format, "tmx") == 0)
        doc = must_read("{\"type\":\"tileset\"}", 18, &(ptl_read_opts){ .format = "tmx" });
    CHECK(doc != NULL); /* a new format: make the smallest of its kind */
    return doc;
}

/* ---- Calls that return a status -------------------------------------------------------------- */

#define DEFINE(name) static ptl_status name##_called(ptl_doc *doc, ptl_diag *err)

DEFINE(ptl_mpd_lay_out)
{
    return ptl_mpd_lay_out(doc, 255, err);
}

DEFINE(ptl_mpd_derive)
{
    ptl_mpd_tables out;
    ptl_status     status = ptl_mpd_derive(&out, doc, err);

    ptl_mpd_tables_free(&out);
    return status;
}

DEFINE(ptl_mpd_retwist)
{
    return ptl_mpd_retwist(doc, 4, err);
}

DEFINE(ptl_pfmap_add_material)
{
    return ptl_pfmap_add_material(doc, "a", "a.png", err);
}

DEFINE(ptl_pfmap_add_splat)
{
    return ptl_pfmap_add_splat(doc, 0, 0, err);
}

DEFINE(ptl_pfobj_set_weights)
{
    return ptl_pfobj_set_weights(doc, 0, 1, err);
}

DEFINE(ptl_pfobj_bind)
{
    ptl_pfobj_skin out;
    ptl_status     status = ptl_pfobj_bind(&out, doc, err);

    ptl_pfobj_skin_free(&out);
    return status;
}

DEFINE(ptl_pfobj_pose)
{
    ptl_pfobj_skin out    = { 0 };
    ptl_status     status = ptl_pfobj_pose(&out, doc, 0, 0, err);

    ptl_pfobj_skin_free(&out);
    return status;
}

DEFINE(ptl_pfobj_rebound)
{
    return ptl_pfobj_rebound(doc, err);
}

DEFINE(ptl_pfobj_mirror)
{
    return ptl_pfobj_mirror(doc, err);
}

static const ptl_grmm_place nowhere;

DEFINE(ptl_grmm_find_path)
{
    ptl_grmm_path out;
    ptl_status    status = ptl_grmm_find_path(&out, doc, nowhere, nowhere, 0, err);

    ptl_grmm_path_free(&out);
    return status;
}

DEFINE(ptl_grmm_add_level)
{
    ptl_grmm_level *level;

    return ptl_grmm_add_level(&level, doc, "a", "b", 0, 1, 1, err);
}

DEFINE(ptl_grmm_set)
{
    return ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BLANK, err);
}

DEFINE(ptl_grmm_add_note)
{
    return ptl_grmm_add_note(doc, 0, &(ptl_grmm_note){ .text = { "a", 1 } }, err);
}

DEFINE(ptl_grmm_add_link)
{
    return ptl_grmm_add_link(doc, nowhere, nowhere, err);
}

DEFINE(ptl_grmm_name_region)
{
    return ptl_grmm_name_region(doc, 0, 0, 0, "a", err);
}

DEFINE(ptl_grmm_remove_level)
{
    return ptl_grmm_remove_level(doc, 0, err);
}

/* Into the document, and out of it. */
DEFINE(ptl_grmm_insert_level)
{
    ptl_doc   *whole = make("grmm");
    ptl_status into, from;

    CHECK_UINT(ptl_grmm_add_level(NULL, whole, "a", "b", 0, 1, 1, NULL), PTL_OK);
    into = ptl_grmm_insert_level(doc, 0, whole, 0, err);
    from = ptl_grmm_insert_level(whole, 0, doc, 0, err);
    ptl_doc_free(whole);
    return into != PTL_OK ? from : into;
}

DEFINE(ptl_grmm_keep_levels)
{
    return ptl_grmm_keep_levels(doc, NULL, 0, err);
}

/* Into the document, and out of it. */
DEFINE(ptl_grmm_append)
{
    ptl_doc   *whole = make("grmm");
    ptl_status into, from;

    into = ptl_grmm_append(doc, whole, err);
    from = ptl_grmm_append(whole, doc, err);
    ptl_doc_free(whole);
    return into != PTL_OK ? into : from;
}

DEFINE(ptl_grmm_rename_level)
{
    return ptl_grmm_rename_level(doc, 0, "a", "b", err);
}

DEFINE(ptl_grmm_move_level)
{
    return ptl_grmm_move_level(doc, 0, 0, err);
}

DEFINE(ptl_ppe_add_corners)
{
    return ptl_ppe_add_corners(doc, err);
}

DEFINE(ptl_ppe_add_logic)
{
    return ptl_ppe_add_logic(doc, 8, err);
}

DEFINE(ptl_xmf_values_of)
{
    ptl_xmf_tag    tag = { .rest = { " 1", 2 } };
    ptl_xmf_values out;
    ptl_status     status = ptl_xmf_values_of(&out, doc, &tag, err);

    ptl_xmf_values_free(&out);
    return status;
}

DEFINE(ptl_xmf_derive)
{
    ptl_xmf_layers out;
    ptl_status     status = ptl_xmf_derive(&out, doc, err);

    ptl_xmf_layers_free(&out);
    return status;
}

DEFINE(ptl_xmf_derive_palettes)
{
    ptl_xmf_palettes out;
    ptl_status       status = ptl_xmf_derive_palettes(&out, doc, err);

    ptl_xmf_palettes_free(&out);
    return status;
}

DEFINE(ptl_part_put)
{
    ptl_doc   *map    = make("ppe");
    ptl_status status = ptl_part_put(doc, 0, map, err);

    ptl_doc_free(map);
    return status;
}

static ptl_status embedded_called(ptl_doc *doc, ptl_diag *err) /* the map that is put in */
{
    ptl_doc   *box    = make("xmf");
    ptl_status status = ptl_part_put(box, 0, doc, err);

    ptl_doc_free(box);
    return status;
}

DEFINE(ptl_part_read)
{
    ptl_doc   *out    = NULL;
    ptl_status status = ptl_part_read(&out, doc, 0, NULL, err);

    ptl_doc_free(out);
    return status;
}

DEFINE(ptl_doc_draw)
{
    ptl_pixels out    = { 0 };
    ptl_status status = ptl_doc_draw(&out, doc, NULL, err);

    ptl_pixels_free(&out);
    return status;
}

DEFINE(ptl_tiled_derive)
{
    ptl_tiled_map out;
    ptl_status    status = ptl_tiled_derive(&out, doc, err);

    ptl_tiled_map_free(&out);
    return status;
}

DEFINE(ptl_xmf_describe)
{
    return ptl_xmf_describe(doc, "a", 1, 1, err);
}

DEFINE(ptl_xmf_add_layer)
{
    return ptl_xmf_add_layer(doc, "a", 0, 1, 1, 1, 1, err);
}

DEFINE(ptl_xmf_add_source)
{
    return ptl_xmf_add_source(doc, &(ptl_xmf_layer){ .tag = 0 },
                              &(ptl_xmf_source){ .path = { "a.png", 5 } }, err);
}

DEFINE(ptl_plan_make)
{
    ptl_plan  *out    = NULL;
    ptl_status status = ptl_plan_make(&out, doc, NULL, err);

    ptl_plan_free(out);
    return status;
}

DEFINE(ptl_scene_make)
{
    ptl_scene *out    = NULL;
    ptl_status status = ptl_scene_make(&out, doc, NULL, err);

    ptl_scene_free(out);
    return status;
}

DEFINE(ptl_write)
{
    ptl_bytes  out    = { 0 };
    ptl_status status = ptl_write(&out, doc, NULL, err);

    ptl_bytes_free(&out);
    return status;
}

static bool put(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return true;
}

DEFINE(ptl_write_to)
{
    return ptl_write_to(&(ptl_sink){ put, NULL }, doc, &(ptl_write_opts){ .to = "json" }, err);
}

DEFINE(ptl_write_file)
{
    return ptl_write_file("/dev/null/nothing", doc, NULL, err);
}

DEFINE(ptl_check)
{
    return ptl_check(doc, NULL, err);
}

DEFINE(ptl_fix)
{
    return ptl_fix(doc, NULL, err);
}

DEFINE(ptl_info)
{
    ptl_bytes  out    = { 0 };
    ptl_status status = ptl_info(&out, doc, PTL_PAGE_TEXT, err);

    ptl_bytes_free(&out);
    return status;
}

DEFINE(ptl_info_beside)
{
    ptl_bytes  out    = { 0 };
    ptl_status status = ptl_info_beside(&out, doc, PTL_PAGE_TEXT, &(ptl_files){ 0 }, err);

    ptl_bytes_free(&out);
    return status;
}

/* ---- Calls that return something else -------------------------------------------------------- */

/* An accessor opens documents of its own format. */
#define OPEN(format, how)                                                                          \
    static ptl_status ptl_##format##_##how##_called(ptl_doc *doc, ptl_diag *err)                   \
    {                                                                                              \
        (void)err;                                                                                 \
        CHECK((ptl_##format##_##how(doc) != NULL) ==                                               \
              (doc && strcmp(ptl_doc_format(doc), #format) == 0));                                 \
        return PTL_OK;                                                                             \
    }

OPEN(mpd, of)
OPEN(mpd, view)
OPEN(project, of)
OPEN(project, view)
OPEN(passage, of)
OPEN(passage, view)
OPEN(spawn, of)
OPEN(spawn, view)
OPEN(pfmap, of)
OPEN(pfmap, view)
OPEN(pfscene, of)
OPEN(pfscene, view)
OPEN(pfobj, of)
OPEN(pfobj, view)
OPEN(grmm, of)
OPEN(grmm, view)
OPEN(ppe, of)
OPEN(ppe, view)
OPEN(xmf, of)
OPEN(xmf, view)

#define OPEN_TILED(call)                                                                           \
    static ptl_status ptl_tiled_##call##_called(ptl_doc *doc, ptl_diag *err)                       \
    {                                                                                              \
        (void)err;                                                                                 \
        CHECK((ptl_tiled_##call(doc) != NULL) ==                                                   \
              (doc && strcmp(ptl_doc_format(doc), "tmx") == 0));                                   \
        return PTL_OK;                                                                             \
    }

OPEN_TILED(of)
OPEN_TILED(view)

/* What is said of no document. */
#define SAY(name, expression)                                                                      \
    static ptl_status name##_called(ptl_doc *doc, ptl_diag *err)                                   \
    {                                                                                              \
        (void)err;                                                                                 \
        CHECK((expression) || doc);                                                                \
        return PTL_OK;                                                                             \
    }

SAY(ptl_doc_format, ptl_doc_format(doc) == NULL)
SAY(ptl_doc_verbatim, !ptl_doc_verbatim(doc))
SAY(ptl_doc_imported, !ptl_doc_imported(doc))
SAY(ptl_doc_alloc, ptl_doc_alloc(doc, 8) == NULL)
SAY(ptl_doc_text, ptl_doc_text(doc, "a", 1).size == 0)
SAY(ptl_doc_attached, !ptl_doc_attached(&(ptl_attached){ 0 }, doc, 0))
SAY(ptl_doc_companion, !ptl_doc_companion(&(ptl_companion){ 0 }, doc, 0))
SAY(ptl_part_at, !ptl_part_at(&(ptl_part){ 0 }, doc, 0))
SAY(ptl_doc_free, (ptl_doc_free(NULL), true))

/* ---- All of them ----------------------------------------------------------------------------- */

static const struct call {
    const char *name;
    const char *format; /* the only one it takes; "any"; or NULL where it refuses nothing */
    ptl_status (*run)(ptl_doc *doc, ptl_diag *err);
} calls[] = {
#define CALL(name, format)                                                                         \
    {                                                                                              \
#name, format, name##_called                                                               \
    }
    CALL(ptl_mpd_lay_out, "mpd"),
    CALL(ptl_mpd_derive, "mpd"),
    CALL(ptl_mpd_retwist, "mpd"),
    CALL(ptl_pfmap_add_material, "pfmap"),
    CALL(ptl_pfmap_add_splat, "pfmap"),
    CALL(ptl_pfobj_set_weights, "pfobj"),
    CALL(ptl_pfobj_bind, "pfobj"),
    CALL(ptl_pfobj_pose, "pfobj"),
    CALL(ptl_pfobj_rebound, "pfobj"),
    CALL(ptl_pfobj_mirror, "pfobj"),
    CALL(ptl_grmm_find_path, "grmm"),
    CALL(ptl_grmm_add_level, "grmm"),
    CALL(ptl_grmm_set, "grmm"),
    CALL(ptl_grmm_add_note, "grmm"),
    CALL(ptl_grmm_add_link, "grmm"),
    CALL(ptl_grmm_name_region, "grmm"),
    CALL(ptl_grmm_remove_level, "grmm"),
    CALL(ptl_grmm_insert_level, "grmm"),
    CALL(ptl_grmm_move_level, "grmm"),
    CALL(ptl_grmm_keep_levels, "grmm"),
    CALL(ptl_grmm_append, "grmm"),
    CALL(ptl_grmm_rename_level, "grmm"),
    CALL(ptl_ppe_add_corners, "ppe"),
    CALL(ptl_ppe_add_logic, "ppe"),
    CALL(ptl_xmf_values_of, "xmf"),
    CALL(ptl_xmf_derive, "xmf"),
    CALL(ptl_xmf_derive_palettes, "xmf"),
    CALL(ptl_tiled_derive, "tmx"),
    CALL(ptl_part_put, "xmf"),
    CALL(ptl_part_read, "xmf"),
    CALL(embedded, "ppe"),
    CALL(ptl_xmf_describe, "xmf"),
    CALL(ptl_xmf_add_layer, "xmf"),
    CALL(ptl_xmf_add_source, "xmf"),
    CALL(ptl_plan_make, "any"),
    CALL(ptl_doc_draw, "any"),
    CALL(ptl_scene_make, "any"),
    CALL(ptl_write, "any"),
    CALL(ptl_write_to, "any"),
    CALL(ptl_write_file, "any"),
    CALL(ptl_check, "any"),
    CALL(ptl_fix, "any"),
    CALL(ptl_info, "any"),
    CALL(ptl_info_beside, "any"),
    CALL(ptl_mpd_of, NULL),
    CALL(ptl_mpd_view, NULL),
    CALL(ptl_pfmap_of, NULL),
    CALL(ptl_pfmap_view, NULL),
    CALL(ptl_pfscene_of, NULL),
    CALL(ptl_pfscene_view, NULL),
    CALL(ptl_pfobj_of, NULL),
    CALL(ptl_pfobj_view, NULL),
    CALL(ptl_grmm_of, NULL),
    CALL(ptl_grmm_view, NULL),
    CALL(ptl_ppe_of, NULL),
    CALL(ptl_ppe_view, NULL),
    CALL(ptl_project_of, NULL),
    CALL(ptl_project_view, NULL),
    CALL(ptl_passage_of, NULL),
    CALL(ptl_passage_view, NULL),
    CALL(ptl_spawn_of, NULL),
    CALL(ptl_spawn_view, NULL),
    CALL(ptl_xmf_of, NULL),
    CALL(ptl_xmf_view, NULL),
    CALL(ptl_tiled_of, NULL),
    CALL(ptl_tiled_view, NULL),
    CALL(ptl_doc_format, NULL),
    CALL(ptl_doc_verbatim, NULL),
    CALL(ptl_doc_imported, NULL),
    CALL(ptl_doc_alloc, NULL),
    CALL(ptl_doc_text, NULL),
    CALL(ptl_doc_attached, NULL),
    CALL(ptl_doc_companion, NULL),
    CALL(ptl_part_at, NULL),
    CALL(ptl_doc_free, NULL),
};

static void must_refuse(const struct call *call, ptl_doc *doc)
{
    ptl_diag   err    = { .status = PTL_OK };
    ptl_status status = call->run(doc, &err);

    if (status != PTL_E_ARG || err.status != PTL_E_ARG || !err.rule || !err.message[0])
        test_fail(__FILE__, __LINE__, "%s with %s: %s, \"%s\"", call->name,
                  doc ? ptl_doc_format(doc) : "no document", ptl_status_name(status), err.message);
    CHECK_UINT(call->run(doc, NULL), PTL_E_ARG);
}

static void no_document_is_refused(void)
{
    for (size_t i = 0; i < COUNT(calls); i++) {
        if (calls[i].format)
            must_refuse(&calls[i], NULL);
        else
            calls[i].run(NULL, NULL);
    }
}

static void documents_of_other_formats_are_refused(void)
{
    for (size_t i = 0; i < COUNT(calls); i++)
        for (size_t f = 0; ptl_format_at(f); f++) {
            const char *name = ptl_format_at(f)->name;
            bool        any  = !calls[i].format || strcmp(calls[i].format, "any") == 0;
            ptl_doc    *doc;

            if (!any && strcmp(calls[i].format, name) == 0)
                continue;
            doc = make(name);
            if (any)
                calls[i].run(doc, NULL);
            else
                must_refuse(&calls[i], doc);
            ptl_doc_free(doc);
        }
}

/* Twice, because the first time may have changed it. */
static void the_smallest_documents_do_no_harm(void)
{
    for (size_t i = 0; i < COUNT(calls); i++) {
        ptl_diag err = { .status = PTL_OK };
        ptl_doc *doc;

        if (!calls[i].format || strcmp(calls[i].format, "any") == 0)
            continue;
        doc = make(calls[i].format);
        for (int k = 0; k < 2; k++)
            if (calls[i].run(doc, &err) != PTL_OK)
                CHECK(err.message[0] != 0);
        ptl_doc_free(doc);
    }
}

/* Where a text, a list or a struct should be, and is not. */
static void missing_texts_do_no_harm(void)
{
    ptl_doc         *map = make("pfmap"), *dungeon = make("grmm"), *made;
    ptl_grmm_region *region;

    CHECK_UINT(ptl_pfmap_add_material(map, NULL, "a.png", NULL), PTL_E_ARG);
    CHECK_UINT(ptl_pfmap_add_material(map, "a", NULL, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_pfobj_new(&made, NULL, NULL, NULL), PTL_E_SYNTAX); /* no materials */
    CHECK(made == NULL);
    CHECK_UINT(ptl_grmm_add_level(NULL, dungeon, NULL, NULL, 0, 2, 2, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_view(dungeon)->levels.data[0].name.size, 0);
    CHECK_UINT(ptl_grmm_add_note(dungeon, 0, NULL, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_grmm_keep_levels(dungeon, NULL, 1, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_grmm_name_region(dungeon, 0, 0, 0, NULL, NULL), PTL_OK);
    region = ptl_grmm_of(dungeon)->levels.data[0].regions.list.data;
    CHECK_UINT(region->name.size, 0);
    CHECK_UINT(ptl_grmm_new(&made, NULL, NULL, 4, NULL, NULL), PTL_OK);
    ptl_doc_free(made);
    CHECK(!ptl_has_feature(NULL));
    ptl_doc_free(dungeon);
    ptl_doc_free(map);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(no_document_is_refused),
        TEST(documents_of_other_formats_are_refused),
        TEST(the_smallest_documents_do_no_harm),
        TEST(missing_texts_do_no_harm),
    };

    return run_tests("foreign", tests, COUNT(tests));
}
