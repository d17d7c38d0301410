/* SPDX-License-Identifier: MIT */
/* Many of one thing: what is made of them, and work that grows with their number and no faster. */
#include <portolan/pfobj.h>
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

int main(void)
{
    static const test_case tests[] = {
        TEST(parts_follow_their_materials),
        TEST(textures_are_looked_for_up_to_a_number),
    };

    return run_tests("many", tests, COUNT(tests));
}
