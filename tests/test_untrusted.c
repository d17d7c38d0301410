/* SPDX-License-Identifier: MIT */
/* Inputs that are not trusted: nothing is loaded for them, neither files nor libraries of others,
 * and limits are small. */
#include <portolan/scene.h>
#include <string.h>

#include "harness.h"

#define SAMPLES PTL_SOURCE "/samples/"
#define ISLAND SAMPLES "permafrost/island.pfmap"
#define GARDEN SAMPLES "ppe/garden.xmf"
#define LIGHTHOUSE SAMPLES "gridmonger/lighthouse.gmm"

static const ptl_read_opts stranger = { .untrusted = true };

/* Nobody asks. */
static bool load_never(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)companion;
    (void)out;
    ++*(size_t *)user;
    return false;
}

static bool drop(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return true;
}

static ptl_status convert(const char *path, const char *to, const ptl_read_opts *read,
                          ptl_diag *err)
{
    size_t   size = 0;
    ptl_sink sink = { drop, &size };

    return ptl_convert(&(ptl_target){ .sink = &sink }, &(ptl_source){ .path = path }, read,
                       &(ptl_write_opts){ .to = to }, err);
}

static void limits_are_small_unless_said(void)
{
    static const uint8_t nothing[17 << 20];
    ptl_read_opts        large = { .untrusted = true, .limits = { .input = sizeof nothing } };
    ptl_doc             *doc;
    ptl_diag             err;

    CHECK(ptl_read(&doc, nothing, sizeof nothing, &stranger, &err) == PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-input");
    CHECK(ptl_read(&doc, nothing, sizeof nothing, &large, &err) == PTL_E_FORMAT);
    CHECK(ptl_read(&doc, nothing, sizeof nothing, NULL, &err) == PTL_E_FORMAT);
}

static void no_file_is_loaded(void)
{
    size_t         asked = 0;
    ptl_files      files = { .load = load_never, .user = &asked };
    ptl_read_opts  read  = { .untrusted = true, .files = files };
    ptl_write_opts write = { .to = "glb", .files = files };
    ptl_doc       *doc, *part;
    ptl_bytes      bytes;
    ptl_diag       err;

    CHECK(ptl_read_file(&doc, ISLAND, &read, &err) == PTL_OK);
    CHECK(ptl_write(&bytes, doc, &write, &err) == PTL_OK);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
    CHECK(convert(ISLAND, "glb", &read, &err) == PTL_OK);
    CHECK(ptl_read_file(&doc, GARDEN, &stranger, &err) == PTL_OK);
    CHECK(ptl_part_read(&part, doc, 0, &(ptl_read_opts){ .files = files }, &err) == PTL_E_IO);
    CHECK_TEXT(err.rule, "file-missing");
    ptl_doc_free(doc);
    CHECK(convert(GARDEN, "map", &stranger, &err) != PTL_OK); /* it lies beside */
    CHECK(convert(GARDEN, "png", &stranger, &err) != PTL_OK);
    CHECK_UINT(asked, 0);
}

static void a_listed_file_is_loaded_otherwise(void)
{
    size_t         asked = 0;
    ptl_write_opts write = { .to = "glb", .files = { .load = load_never, .user = &asked } };
    ptl_doc       *doc;
    ptl_bytes      bytes;

    CHECK(ptl_read_file(&doc, ISLAND, NULL, NULL) == PTL_OK);
    CHECK(ptl_write(&bytes, doc, &write, NULL) == PTL_OK);
    CHECK(asked > 0);
    ptl_bytes_free(&bytes);
    write.untrusted = true;
    asked           = 0;
    CHECK(ptl_write(&bytes, doc, &write, NULL) == PTL_OK);
    CHECK_UINT(asked, 0);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

static void plans_are_not_drawn(void)
{
    ptl_setting   plan = { "view", "plan", 4 };
    ptl_read_opts asks = { .untrusted = true, .settings = &plan, .setting_count = 1 };
    ptl_doc      *doc;
    ptl_bytes     bytes;
    ptl_diag      err;

    if (!ptl_has_feature("cairo"))
        test_skip("no cairo that could be loaded");
    CHECK(convert(LIGHTHOUSE, "pdf", &stranger, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    CHECK(convert(LIGHTHOUSE, "png", &asks, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    CHECK(ptl_read_file(&doc, LIGHTHOUSE, &stranger, &err) == PTL_OK); /* it is remembered */
    CHECK(ptl_write(&bytes, doc, &(ptl_write_opts){ .to = "pdf" }, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    ptl_doc_free(doc);
}

/* A picture is drawn by us, then; SVG is ours anyway. */
static void pictures_are_of_our_own_making(void)
{
    ptl_diag err;

    CHECK(convert(LIGHTHOUSE, "svg", &stranger, &err) == PTL_OK);
    CHECK(convert(LIGHTHOUSE, "png", &stranger, &err) == PTL_OK);
    CHECK(convert(ISLAND, "png", &stranger, &err) == PTL_OK);
}

static void imports_of_others_are_refused(void)
{
    static const char off[]  = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    ptl_source        source = { .data = off, .size = sizeof off - 1 };
    ptl_read_opts     opts   = { .untrusted = true, .format = "assimp", .name = "a.off" };
    ptl_scene        *scene;
    ptl_doc          *doc;
    ptl_diag          err;

    CHECK(ptl_scene_read(&scene, &source, &opts, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    CHECK(ptl_import(&doc, off, source.size, "pfobj", &opts, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    opts.untrusted = false;
    if (ptl_has_feature("assimp")) {
        CHECK(ptl_scene_read(&scene, &source, &opts, &err) == PTL_OK);
        ptl_scene_free(scene);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(limits_are_small_unless_said),      TEST(no_file_is_loaded),
        TEST(a_listed_file_is_loaded_otherwise), TEST(plans_are_not_drawn),
        TEST(pictures_are_of_our_own_making),    TEST(imports_of_others_are_refused),
    };

    return run_tests("untrusted", tests, COUNT(tests));
}
