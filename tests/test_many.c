/* SPDX-License-Identifier: MIT */
/* Many of one thing: what is made of them, and work that grows with their number and no faster. */
#include <portolan/grmm.h>
#include <portolan/pfobj.h>
#include <portolan/plan.h>
#include <portolan/ppe.h>
#include <portolan/scene.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "pfobj_samples.h"
#include "support.h"

/* ---- Texts ---------------------------------------------------------------------------------- */

typedef struct writing {
    char  *data;
    size_t size, room;
} writing;

static void put(writing *w, const char *format, ...)
{
    va_list args;

    if (w->room - w->size < 1024) {
        w->room = 2 * w->room + 4096;
        w->data = realloc(w->data, w->room);
        CHECK(w->data != NULL);
    }
    va_start(args, format);
    w->size += (size_t)vsnprintf(w->data + w->size, w->room - w->size, format, args);
    va_end(args);
}

static ptl_doc *read_and_free(writing *w)
{
    ptl_doc *doc = must_read(w->data, w->size, NULL);

    free(w->data);
    return doc;
}

static ptl_doc *read_kept(writing *w)
{
    ptl_doc *doc = must_read(w->data, w->size, &(ptl_read_opts){ .keep_source = true });

    free(w->data);
    return doc;
}

typedef struct heard { /* the last finding of a rule, and how many there were */
    const char *rule;
    ptl_diag    last;
    size_t      count;
} heard;

static void hear_last(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    if (strcmp(diag->rule, h->rule) == 0) {
        h->last = *diag;
        h->count++;
    }
}

/* ---- Materials of models -------------------------------------------------------------------- */

/* A triangle for each material but the first, the last material first. */
static ptl_doc *model_of(unsigned materials)
{
    writing w = { 0 };

    put(&w, "version 1.0\nnum_verts %u\nnum_joints 0\nnum_materials %u\nnum_as 0\nframe_counts \n",
        3 * (materials - 1), materials);
    put(&w, "has_collision 1\n");
    for (unsigned i = 0; i < 3 * (materials - 1); i++)
        put(&w, "v %u.000000 0.000000 0.000000\nvt 0 0\nvn 0 0 1\nvw \nvm %u\n", i,
            materials - 1 - i / 3);
    for (unsigned i = 0; i < materials; i++)
        put(&w, "%s", PFOBJ_MATERIAL);
    put(&w, "%s", PFOBJ_BOUNDS);
    return read_and_free(&w);
}

static void parts_follow_their_materials(void)
{
    enum { MANY = 200 };
    ptl_doc   *doc = model_of(MANY);
    ptl_scene *scene;
    ptl_diag   wrong;

    CHECK_UINT(ptl_scene_make(&scene, doc, NULL, &wrong), PTL_OK);
    CHECK_UINT(scene->meshes.data[0].parts.count, MANY - 1);
    for (uint32_t i = 0; i < MANY - 1; i++) {
        const ptl_scene_part *part = &scene->meshes.data[0].parts.data[i];

        CHECK_UINT(part->material, i + 1);
        CHECK_UINT(part->position.count, 9);
        CHECK_UINT((uint32_t)part->position.data[0], 3 * (MANY - 2 - i));
    }
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Of a few textures it is known which are in use; to look for each of very many would cost their
 * number times the model. */
static void textures_are_looked_for_up_to_a_number(void)
{
    static const struct {
        unsigned materials;
        bool     first_needed;
    } rows[] = { { 2, false }, { 256, false }, { 257, true } };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ptl_doc      *doc = model_of(rows[i].materials);
        ptl_companion file;

        CHECK(ptl_doc_companion(&file, doc, 0));
        CHECK(file.needed == rows[i].first_needed);
        CHECK(ptl_doc_companion(&file, doc, rows[i].materials - 1) && file.needed);
        CHECK(!ptl_doc_companion(&file, doc, rows[i].materials));
        ptl_doc_free(doc);
    }
}

/* ---- Frames --------------------------------------------------------------------------------- */

/* One joint that stands still; bounds that hold nothing. */
static ptl_doc *moving_model_of(unsigned triangles, unsigned frames)
{
    writing w = { 0 };

    put(&w, "version 1.0\nnum_verts %u\nnum_joints 1\nnum_materials 1\nnum_as 1\n", 3 * triangles);
    put(&w, "frame_counts %u\nhas_collision 1\n", frames);
    for (unsigned i = 0; i < 3 * triangles; i++)
        put(&w, "v 9 9 9\nvt 0 0\nvn 0 0 1\nvw 0/1\nvm 0\n");
    put(&w, "%sj 0 R 1/1/1 0/0/0/1 0/0/0 0/1/0\nas S %u\n", PFOBJ_MATERIAL, frames);
    for (unsigned i = 0; i < frames; i++)
        put(&w, "1 1/1/1 0/0/0/1 0/0/0\nx_bounds 0 1\ny_bounds 0 1\nz_bounds 0 1\n");
    put(&w, "x_bounds 9 9\ny_bounds 9 9\nz_bounds 9 9\n");
    return read_and_free(&w);
}

typedef struct tally {
    size_t outside, limits;
} tally;

static void count_findings(void *user, const ptl_diag *diag)
{
    tally *t = user;

    check_rule(diag, false);
    t->outside += strcmp(diag->rule, "pfobj-outside") == 0;
    t->limits += strcmp(diag->rule, "limit-frames") == 0;
}

static tally check_frames(ptl_doc *doc)
{
    tally          t    = { 0 };
    ptl_check_opts opts = { .listener = { count_findings, &t } };

    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    return t;
}

/* 3 * 2,800 vertices in 7,990 frames are just above what is allowed. */
static void frames_times_vertices_have_a_limit(void)
{
    ptl_doc *few = moving_model_of(28, 40), *many = moving_model_of(2800, 7990);
    ptl_diag wrong;
    tally    t = check_frames(few);

    CHECK_UINT(t.outside, 3 * 40);
    CHECK_UINT(t.limits, 0);
    t = check_frames(many);
    CHECK_UINT(t.outside, 0);
    CHECK_UINT(t.limits, 1);
    CHECK_UINT(ptl_pfobj_rebound(few, &wrong), PTL_OK);
    CHECK_UINT(ptl_pfobj_rebound(many, &wrong), PTL_E_LIMIT);
    CHECK_TEXT(wrong.rule, "limit-frames");
    t = (tally){ 0 };
    CHECK_UINT(ptl_fix(many, &(ptl_check_opts){ .listener = { count_findings, &t } }, NULL),
               PTL_OK);
    CHECK_UINT(t.limits, 1);
    CHECK(ptl_pfobj_of(many)->sets.data[0].frames.data[0].bounds.x[1] == 1);
    ptl_doc_free(few);
    ptl_doc_free(many);
}

/* Sets without frames are counted through once, and not once for each. */
static void findings_of_many_sets_have_their_lines(void)
{
    enum { SETS = 300 };
    writing  w = { 0 };
    ptl_doc *doc;
    heard    h = { .rule = "pfobj-no-frames" };

    put(&w, "version 1.0\nnum_verts 0\nnum_joints 0\nnum_materials 1\nnum_as %d\nframe_counts",
        SETS);
    for (unsigned i = 0; i < SETS; i++)
        put(&w, " 0");
    put(&w, "\nhas_collision 1\n%s", PFOBJ_MATERIAL);
    for (unsigned i = 0; i < SETS; i++)
        put(&w, "as S%u 0\n", i);
    put(&w, "%s", PFOBJ_BOUNDS);
    doc = read_kept(&w);
    CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear_last, &h } }, NULL), PTL_OK);
    CHECK_UINT(h.count, SETS);
    CHECK_UINT(h.last.line, 7 + 5 + SETS);
    ptl_doc_free(doc);
}

/* ---- Layers of plans ------------------------------------------------------------------------ */

static size_t occurrences(const ptl_bytes *text, const char *word)
{
    size_t count = 0, size = strlen(word);

    for (size_t i = 0; i + size <= text->size; i++)
        count += memcmp((const char *)text->data + i, word, size) == 0;
    return count;
}

/* Layers of one name get numbers, counted name by name, those without items included. */
static void layers_of_one_name_are_told_apart(void)
{
    enum { LAYERS = 60 };
    static const char *const names[]   = { "a", "b", "c" };
    static uint8_t           verbs[]   = { PTL_VERB_MOVE, PTL_VERB_LINE };
    static float             points[4] = { 0, 0, 5, 5 };
    ptl_plan_color           black     = { .name = "black", .a = 255, .image = PTL_PLAN_NONE };
    ptl_plan_item            item      = { .kind = PTL_PLAN_PATH,
                                           .as.path = { .fill = 0, .stroke = PTL_PLAN_NONE, .verb_count = 2 } };
    ptl_plan_layer           layers[LAYERS];
    ptl_plan_page            page = { .width = 9, .height = 9, .count = LAYERS };
    ptl_plan  plan = { .pages = { &page, 1 }, .layers = { layers, LAYERS }, .items = { &item, 1 } };
    ptl_bytes svg  = { 0 };

    page.paper         = PTL_PLAN_NONE;
    plan.palette.data  = &black;
    plan.palette.count = 1;
    plan.verbs         = (ptl_u8s){ verbs, 2 };
    plan.points        = (ptl_f32s){ points, 4 };
    for (size_t i = 0; i < LAYERS; i++)
        layers[i] = (ptl_plan_layer){ .name = names[i % 3], .count = i != 3 };
    CHECK_UINT(ptl_plan_write(&(ptl_target){ .bytes = &svg }, &plan,
                              &(ptl_write_opts){ .to = "svg" }, NULL),
               PTL_OK);
    CHECK_UINT(occurrences(&svg, "<g id="), LAYERS - 1);
    CHECK_UINT(occurrences(&svg, "<g id=\"a\">"), 1);
    CHECK_UINT(occurrences(&svg, "<g id=\"a-2\">"), 0);
    CHECK_UINT(occurrences(&svg, "<g id=\"a-20\">"), 1);
    CHECK_UINT(occurrences(&svg, "<g id=\"c-2\">"), 1);
    ptl_bytes_free(&svg);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* An empty map takes a few bytes, whatever its size. */
static ptl_bytes empty_level(uint32_t rows, uint32_t columns)
{
    ptl_doc        *doc;
    ptl_grmm_level *level;
    ptl_bytes       file;

    CHECK_UINT(ptl_grmm_new(&doc, "", "2026-01-02 03:04:05", 4, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_add_level(&level, doc, "", "", 0, rows, columns, NULL), PTL_OK);
    file = must_write(doc, NULL);
    ptl_doc_free(doc);
    return file;
}

static ptl_bytes empty_tiles(uint32_t width, uint32_t height)
{
    ptl_doc  *doc;
    ptl_bytes file;

    CHECK_UINT(ptl_ppe_new(&doc, PTL_PPE_NEW, width, height, NULL, NULL), PTL_OK);
    ptl_ppe_of(doc)->coder = PTL_PPE_RLE;
    file                   = must_write(doc, NULL);
    ptl_doc_free(doc);
    return file;
}

/* Reads a file and forgets it; the rule of the error, or "". */
static const char *refusal(const ptl_bytes *file, const ptl_read_opts *opts)
{
    ptl_diag wrong = { .rule = "" };
    ptl_doc *doc;

    if (ptl_read(&doc, file->data, file->size, opts, &wrong) == PTL_OK)
        wrong.rule = "";
    ptl_doc_free(doc);
    return wrong.rule;
}

/* 4,194,304 cells are never too many; a level has one row and one column more. */
static void few_bytes_stand_for_so_many_cells(void)
{
    ptl_setting   most   = { "max-cells", "5000000", 7 };
    ptl_read_opts strict = { .limits = { .expansion = 1 } },
                  more   = { .limits = { .expansion = 20000 } };
    ptl_read_opts stated = { .limits = { .expansion = 1 }, .settings = &most, .setting_count = 1 };
    ptl_bytes     fits = empty_level(2047, 2047), over = empty_level(2047, 2048);
    ptl_bytes     tiles_fit = empty_tiles(2048, 2048), tiles_over = empty_tiles(2048, 2049);

    CHECK(over.size < 4096 && tiles_over.size < 2048 * 2049 / 8);
    CHECK_TEXT(refusal(&fits, NULL), "");
    CHECK_TEXT(refusal(&over, NULL), "limit-expansion");
    CHECK_TEXT(refusal(&over, &more), "");
    CHECK_TEXT(refusal(&tiles_fit, &strict), "");
    CHECK_TEXT(refusal(&tiles_over, &strict), "limit-expansion");
    CHECK_TEXT(refusal(&tiles_over, &stated), "");
    CHECK_TEXT(refusal(&tiles_over, NULL), "");
    ptl_bytes_free(&fits);
    ptl_bytes_free(&over);
    ptl_bytes_free(&tiles_fit);
    ptl_bytes_free(&tiles_over);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(parts_follow_their_materials),       TEST(textures_are_looked_for_up_to_a_number),
        TEST(frames_times_vertices_have_a_limit), TEST(findings_of_many_sets_have_their_lines),
        TEST(layers_of_one_name_are_told_apart),  TEST(few_bytes_stand_for_so_many_cells),
    };

    return run_tests("many", tests, COUNT(tests));
}
