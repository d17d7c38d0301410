/* SPDX-License-Identifier: MIT */
/* Edited documents: what does not fit is refused by every call that takes the whole, and nothing
 * that is asked about a single place reads outside of the lists. */
#include <math.h>
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <portolan/pfobj.h>
#include <portolan/pixels.h>
#include <portolan/plan.h>
#include <portolan/ppe.h>
#include <portolan/scene.h>
#include <portolan/xmf.h>

#include "edit_samples.h"
#include "edits.h"
#include "support.h"
#include "sweep.h"

/* ---- Known cases ----------------------------------------------------------------------------- */

enum { ROOM, MAP, MESH, MODEL, TERRAIN, CELLS, BOX };

static void far_joint(ptl_doc *doc)
{
    ptl_pfobj_of(doc)->vertices.data[1].weights.data[0].joint = 99999;
}

static void far_parent(ptl_doc *doc)
{
    ptl_pfobj_of(doc)->joints.data[1].parent = 9999;
}

static void circle_of_parents(ptl_doc *doc)
{
    ptl_pfobj_of(doc)->joints.data[0].parent = 2;
}

static void far_material(ptl_doc *doc)
{
    ptl_pfobj_of(doc)->vertices.data[0].material = 99;
}

static void few_poses(ptl_doc *doc)
{
    ptl_pfobj_of(doc)->sets.data[0].frames.data[1].poses.count = 1;
}

static void wide_terrain(ptl_doc *doc)
{
    ptl_pfmap_of(doc)->width *= 2;
}

static void no_terrain(ptl_doc *doc)
{
    ptl_pfmap_of(doc)->width = 0;
}

static void wide_mesh(ptl_doc *doc)
{
    ptl_mpd_of(doc)->sizex *= 2;
}

static void no_dictionary(ptl_doc *doc)
{
    ptl_mpd_of(doc)->dictionary = NULL;
}

static void odd_dictionary(ptl_doc *doc)
{
    ptl_mpd_dictionary *own = ptl_doc_alloc(doc, sizeof *own);

    CHECK(own != NULL);
    *own                        = *ptl_mpd_dictionary_default();
    own->type[0].entry[0]       = 200;
    ptl_mpd_of(doc)->dictionary = own;
}

static void odd_note(ptl_doc *doc)
{
    ptl_grmm_of(doc)->levels.data[0].notes.data[0].kind = 99;
}

static void wide_level(ptl_doc *doc)
{
    ptl_grmm_of(doc)->levels.data[0].columns *= 2;
}

static void wide_cells(ptl_doc *doc)
{
    ptl_ppe_of(doc)->width *= 2;
}

static void odd_header(ptl_doc *doc)
{
    ptl_ppe_of(doc)->header = 3;
}

static void odd_coder(ptl_doc *doc)
{
    ptl_ppe_of(doc)->coder = 200;
}

static void missing_list(ptl_doc *doc)
{
    ptl_ppe_of(doc)->cells.data = NULL;
}

static void missing_text(ptl_doc *doc)
{
    ptl_grmm_of(doc)->title = (ptl_str){ NULL, 5 };
}

static void deep_tag(ptl_doc *doc)
{
    ptl_xmf_of(doc)->tags.data[1].level = 99;
}

static const struct {
    unsigned sample;
    void (*edit)(ptl_doc *doc);
    const char *rule;
} cases[] = {
    { MODEL, far_joint, "pfobj-joint" },          { MODEL, far_parent, "pfobj-parent" },
    { MODEL, circle_of_parents, "pfobj-circle" }, { MODEL, far_material, "pfobj-material" },
    { MODEL, few_poses, "pfobj-poses" },          { TERRAIN, wide_terrain, "pfmap-count" },
    { TERRAIN, no_terrain, "pfmap-size" },        { MESH, wide_mesh, "mpd-count" },
    { MESH, no_dictionary, "mpd-dictionary" },    { MESH, odd_dictionary, "mpd-dictionary" },
    { ROOM, odd_note, "grmm-note-kind" },         { ROOM, wide_level, "grmm-count" },
    { ROOM, missing_text, "list-missing" },       { CELLS, wide_cells, "ppe-count" },
    { CELLS, odd_header, "ppe-header" },          { CELLS, odd_coder, "ppe-flags" },
    { CELLS, missing_list, "list-missing" },      { BOX, deep_tag, "xmf-tags" },
};

static void must_refuse(ptl_status status, const ptl_diag *err, const char *call, const char *rule)
{
    if (status != PTL_E_SYNTAX || !err->rule || strcmp(err->rule, rule) != 0)
        test_fail(__FILE__, __LINE__, "%s: %s, \"%s\" [%s] instead of [%s]", call,
                  ptl_status_name(status), err->message, err->rule ? err->rule : "", rule);
}

static void refuse_whole(ptl_doc *doc, const char *rule)
{
    ptl_bytes  bytes;
    ptl_scene *scene = NULL;
    ptl_plan  *plan  = NULL;
    ptl_pixels pixels;
    ptl_diag   err;
    unsigned   can = ptl_format_can(ptl_format_named(ptl_doc_format(doc)));

    must_refuse(ptl_check(doc, NULL, &err), &err, "ptl_check", rule);
    must_refuse(ptl_info(&bytes, doc, PTL_PAGE_TEXT, &err), &err, "ptl_info", rule);
    must_refuse(ptl_write(&bytes, doc, NULL, &err), &err, "ptl_write", rule);
    must_refuse(ptl_write(&bytes, doc, &(ptl_write_opts){ .to = "json" }, &err), &err, "json",
                rule);
    must_refuse(ptl_fix(doc, NULL, &err), &err, "ptl_fix", rule);
    must_refuse(ptl_doc_draw(&pixels, doc, NULL, &err), &err, "ptl_doc_draw", rule);
    if (can & PTL_CAN_SCENE)
        must_refuse(ptl_scene_make(&scene, doc, NULL, &err), &err, "ptl_scene_make", rule);
    if (can & PTL_CAN_PLAN)
        must_refuse(ptl_plan_make(&plan, doc, NULL, &err), &err, "ptl_plan_make", rule);
    CHECK(!scene && !plan);
}

static void what_does_not_fit_is_refused(void)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc *doc = edit_sample(cases[i].sample);

        CHECK(doc != NULL);
        cases[i].edit(doc);
        refuse_whole(doc, cases[i].rule);
        ptl_doc_free(doc);
    }
}

/* ---- Derived and changed --------------------------------------------------------------------- */

static void poses_follow_edits(void)
{
    ptl_doc       *doc  = edit_sample(MODEL);
    ptl_pfobj_skin skin = { 0 };
    ptl_diag       err;

    CHECK_UINT(ptl_pfobj_pose(&skin, doc, 0, 0, &err), PTL_OK);
    ptl_pfobj_of(doc)->joints.data[0].parent = 9999; /* bound before that was */
    must_refuse(ptl_pfobj_pose(&skin, doc, 0, 1, &err), &err, "ptl_pfobj_pose", "pfobj-parent");
    ptl_pfobj_skin_free(&skin);
    must_refuse(ptl_pfobj_bind(&skin, doc, &err), &err, "ptl_pfobj_bind", "pfobj-parent");
    ptl_doc_free(doc);
}

/* Types may be changed first, and vertices laid out for them. */
static void vertices_are_laid_out_for_new_types(void)
{
    ptl_doc  *doc  = edit_sample(MESH);
    ptl_mpd  *mesh = ptl_mpd_of(doc);
    ptl_bytes bytes;
    ptl_diag  err;

    mesh->words.data[0] = ptl_mpd_word(1, 0, 0);
    mesh->words.data[1] = ptl_mpd_word(0, 0, 0);
    mesh->z.count       = 3;
    CHECK_UINT(ptl_write(&bytes, doc, NULL, NULL), PTL_E_SYNTAX);
    CHECK_UINT(ptl_mpd_lay_out(doc, 255, &err), PTL_OK);
    CHECK_UINT(ptl_write(&bytes, doc, NULL, NULL), PTL_OK);
    ptl_bytes_free(&bytes);
    mesh->sizex = 0;
    must_refuse(ptl_mpd_lay_out(doc, 255, &err), &err, "ptl_mpd_lay_out", "mpd-size");
    ptl_doc_free(doc);
}

/* The number of cells of such a level cannot be counted. */
static void cells_are_set_where_there_are_some(void)
{
    ptl_doc        *doc   = edit_sample(MAP);
    ptl_grmm_level *level = &ptl_grmm_of(doc)->levels.data[0];

    level->columns                     = UINT32_MAX;
    level->layer[PTL_GRMM_TRAIL].count = 0;
    level->layer[PTL_GRMM_FLOOR].count = 0;
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_TRAIL, 1, 1, 1, NULL), PTL_E_ARG);
    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 0, 99999, 1, NULL), PTL_E_ARG);
    ptl_doc_free(doc);
}

/* What reading let pass is not refused afterwards. */
static void lenient_documents_stay_what_they_are(void)
{
    uint8_t   odd[sizeof mpd_two_fans];
    ptl_doc  *doc;
    ptl_bytes bytes;
    ptl_diag  err;

    memcpy(odd, mpd_two_fans, sizeof odd);
    odd[TWO_WORDS + 3] = 70;
    CHECK_UINT(ptl_read(&doc, odd, sizeof odd, &(ptl_read_opts){ .lenient = true }, &err), PTL_OK);
    CHECK(ptl_mpd_of(doc) != NULL);
    CHECK_UINT(ptl_check(doc, NULL, &err), PTL_OK);
    CHECK_UINT(ptl_write(&bytes, doc, NULL, &err), PTL_OK);
    CHECK_BYTES(bytes.data, bytes.size, odd, sizeof odd);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

/* ---- Any number ------------------------------------------------------------------------------ */

static const double odd_numbers[] = { 1e300, -1e300, 1e19, -1e19, 4294967296.0, 5e-324 };

static void times_may_be_anything(void)
{
    ptl_doc         *doc   = edit_sample(MODEL);
    const ptl_pfobj *model = ptl_pfobj_view(doc);

    CHECK_UINT(ptl_pfobj_frame_at(model, 0, (double)INFINITY, 0), 0);
    CHECK_UINT(ptl_pfobj_frame_at(model, 0, -(double)INFINITY, 24), 0);
    CHECK_UINT(ptl_pfobj_frame_at(model, 0, (double)NAN, 24), 0);
    CHECK_UINT(ptl_pfobj_frame_at(model, 0, 1, (double)INFINITY), 0);
    CHECK_UINT(ptl_pfobj_frame_at(model, 99, 1, 24), 0);
    CHECK_UINT(ptl_pfobj_frame_at(model, 0, 1.0 / 24, 24), 1);
    for (size_t i = 0; i < COUNT(odd_numbers); i++)
        CHECK(ptl_pfobj_frame_at(model, 0, odd_numbers[i], 24) < 2);
    ptl_doc_free(doc);
}

static void places_may_be_anywhere(void)
{
    ptl_doc         *terrain = edit_sample(TERRAIN), *mesh = edit_sample(MESH);
    ptl_doc         *cells = edit_sample(CELLS), *room = edit_sample(ROOM);
    const ptl_pfmap *map = ptl_pfmap_view(terrain);
    double           normal[3];

    CHECK(ptl_pfmap_tile_at(map, 32, 0) == NULL && ptl_pfmap_tile_at(map, 0, 32) == NULL);
    CHECK(ptl_pfmap_tile_at(map, UINT32_MAX, UINT32_MAX) == NULL);
    CHECK(!ptl_pfmap_walkable(map, (double)NAN, 0, PTL_PFMAP_GROUND));
    CHECK_UINT(ptl_mpd_fan_at(ptl_mpd_view(mesh), (double)NAN, 1), PTL_MPD_NO_FAN);
    CHECK_UINT(ptl_mpd_fan_at(ptl_mpd_view(mesh), 1e300, 1), PTL_MPD_NO_FAN);
    CHECK_UINT(ptl_ppe_cell_at(ptl_ppe_view(cells), 2, 0).tile, PTL_PPE_EMPTY);
    CHECK_UINT(ptl_ppe_cell_at(ptl_ppe_view(cells), 0, UINT32_MAX).tile, PTL_PPE_EMPTY);
    CHECK_UINT(ptl_ppe_logic_at(ptl_ppe_view(cells), UINT32_MAX, UINT32_MAX), 0);
    CHECK_UINT(ptl_ppe_corner_at(ptl_ppe_view(cells), 9, 9, 9).alpha, 255);
    CHECK(!ptl_grmm_walkable(ptl_grmm_view(room), SIZE_MAX, 0, 0, 0));
    ptl_pfmap_of(terrain)->width = 0; /* not settled: asked all the same */
    CHECK(ptl_pfmap_height(map, 0, 0) == 0);
    ptl_pfmap_normal(normal, map, 0, 0);
    CHECK(normal[1] == 1);
    CHECK(ptl_pfmap_index(map, 5) == SIZE_MAX);
    ptl_doc_free(terrain);
    ptl_doc_free(mesh);
    ptl_doc_free(cells);
    ptl_doc_free(room);
}

/* ---- Senseless arguments --------------------------------------------------------------------- */

static void settings_without_name_or_data_are_refused(void)
{
    static const ptl_setting odd[] = { { NULL, "x", 1 }, { "target-version", NULL, 1 } };
    ptl_doc                 *doc   = edit_sample(MESH), *none;
    ptl_source               from  = { .data = mpd_two_fans, .size = sizeof mpd_two_fans };
    ptl_bytes                bytes;
    ptl_target               to = { .bytes = &bytes };
    ptl_scene               *scene;

    for (size_t i = 0; i <= COUNT(odd); i++) { /* the last time, a count and no list */
        const ptl_setting *list  = i < COUNT(odd) ? &odd[i] : NULL;
        ptl_write_opts     write = { .to = "mpd", .settings = list, .setting_count = 1 };
        ptl_read_opts      read  = { .settings = list, .setting_count = 1 };

        CHECK_UINT(ptl_write(&bytes, doc, &write, NULL), PTL_E_ARG);
        CHECK_UINT(ptl_convert(&to, &from, NULL, &write, NULL), PTL_E_ARG);
        CHECK_UINT(ptl_convert(&to, &from, &read, NULL, NULL), PTL_E_ARG);
        CHECK_UINT(ptl_read(&none, from.data, from.size, &read, NULL), PTL_E_ARG);
        CHECK_UINT(ptl_scene_make(&scene, doc, &write, NULL), PTL_E_ARG);
    }
    ptl_doc_free(doc);
}

static void companions_need_room_for_their_path(void)
{
    ptl_companion wanted  = { .name = "tile0" };
    char          path[8] = "kept";

    CHECK(!ptl_find_companion(path, 0, "level.mpd", NULL, &wanted));
    CHECK_TEXT(path, "kept");
    CHECK(!ptl_find_companion(NULL, 0, "level.mpd", NULL, &wanted));
    CHECK(!ptl_find_companion(path, sizeof path, NULL, NULL, &wanted));
    CHECK_TEXT(path, "");
    CHECK(!ptl_find_companion(path, sizeof path, "level.mpd", NULL, NULL));
    CHECK(ptl_doc_format(NULL) == NULL);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* As it was read, leniently, and the same when it is written again. */
static void comes_back(const ptl_doc *doc, unsigned sample, size_t at)
{
    ptl_write_opts to   = { .to = "json" };
    ptl_read_opts  from = { .lenient = true };
    ptl_bytes      json = must_write(doc, &to), again;
    ptl_doc       *back;
    ptl_diag       err;

    if (ptl_read(&back, json.data, json.size, &from, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "sample %u, damage %zu: %s [%s]", sample, at, err.message,
                  err.rule);
    again = must_write(back, &to);
    CHECK_BYTES(again.data, again.size, json.data, json.size);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
}

/* Whatever lenient reading lets pass can be written as JSON, and be read again. */
static void damaged_files_come_back_from_json(void)
{
    static const uint8_t values[] = { 0, 1, 70, 127, 128, 255 };

    for (unsigned sample = 0; sample < EDIT_SAMPLES; sample++) {
        ptl_doc      *whole = edit_sample(sample);
        ptl_bytes     file  = must_write(whole, NULL);
        ptl_read_opts opts  = { .format = ptl_doc_format(whole), .lenient = true };
        size_t        most  = file.size < 600 ? file.size : 600;

        for (size_t i = 0; i < most * COUNT(values); i += sample == TERRAIN ? 11 : 1) {
            uint8_t  kept = file.data[i / COUNT(values)];
            ptl_doc *doc;

            file.data[i / COUNT(values)] = values[i % COUNT(values)];
            if (ptl_read(&doc, file.data, file.size, &opts, NULL) == PTL_OK)
                comes_back(doc, sample, i);
            ptl_doc_free(doc);
            file.data[i / COUNT(values)] = kept;
        }
        ptl_bytes_free(&file);
        ptl_doc_free(whole);
    }
}

/* ---- Every number of every record ------------------------------------------------------------ */

/* One edit at a time. Of those that take long some are left out, unless PTL_SWEEP=whole asks for
 * all; steps are odd, so that each site has its turn with each edit sooner or later. */
static void every_number_can_be_anything(void)
{
    static const size_t steps[EDIT_SAMPLES] = { 5, 7, 1, 3, 61, 3, 5, 3, 7 };

    for (unsigned sample = 0; sample < EDIT_SAMPLES; sample++) {
        ptl_doc *doc   = edit_sample(sample);
        size_t   sites = edit_sites(doc), step = sweep_is_whole() ? 1 : steps[sample];

        ptl_doc_free(doc);
        CHECK(sites > 10);
        for (size_t i = 0; i < sites * EDITS_PER_SITE; i += step) {
            doc = edit_sample(sample);
            edit_document(doc, i / EDITS_PER_SITE, (unsigned)i);
            edit_call(doc, (unsigned)(i * 2654435761u >> 7),
                      EDIT_LOOK | EDIT_HUBS | EDIT_JSON | EDIT_CHANGE);
            ptl_doc_free(doc);
        }
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(what_does_not_fit_is_refused),
        TEST(poses_follow_edits),
        TEST(vertices_are_laid_out_for_new_types),
        TEST(cells_are_set_where_there_are_some),
        TEST(lenient_documents_stay_what_they_are),
        TEST(times_may_be_anything),
        TEST(places_may_be_anywhere),
        TEST(settings_without_name_or_data_are_refused),
        TEST(companions_need_room_for_their_path),
        TEST(damaged_files_come_back_from_json),
        TEST(every_number_can_be_anything),
    };

    return run_tests("edits", tests, COUNT(tests));
}
