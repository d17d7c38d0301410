/* SPDX-License-Identifier: MIT */
/* Models through glTF and back: our own flag, in every manner of export; files that come along. */
#include <stdio.h>

#include "round_trip.h"

static ptl_doc *flag(void)
{
    ptl_doc *doc;

    CHECK(ptl_read_file(&doc, PTL_SOURCE "/samples/permafrost/models/flag.pfobj", NULL, NULL) ==
          PTL_OK);
    return doc;
}

static void every_pose_comes_back(void)
{
    static const ptl_setting weld[] = { { "weld", NULL, 0 } }, slow[] = { { "fps", "24", 2 } };
    ptl_doc                 *doc = flag();

    CHECK(round_trip(doc, "glb", NULL, 0, 1) < 1e-5);
    CHECK(round_trip(doc, "gltf", NULL, 0, 1) < 1e-5); /* base64 inside */
    CHECK(round_trip(doc, "glb", weld, 1, 1) < 1e-5);
    CHECK(round_trip(doc, "glb", slow, 1, 1) < 1e-5);
    ptl_doc_free(doc);
}

/* What was made larger is larger, in the bind pose too. */
static void a_scaled_model_is_larger(void)
{
    static const ptl_setting twice[] = { { "scale", "2.5", 3 } };
    ptl_doc                 *doc = flag(), *back = through(doc, "glb", twice, 1);

    same_names(ptl_pfobj_of(doc), ptl_pfobj_of(back));
    CHECK(worst_gap(doc, back, 2.5) < 1e-4);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

static void a_mirrored_model_is_mirrored(void)
{
    static const ptl_setting x[] = { { "mirror", "x", 1 } };
    ptl_doc                 *doc = flag(), *back = through(doc, "glb", x, 1);

    CHECK(ptl_pfobj_mirror(back, NULL) == PTL_OK); /* once more is not at all */
    same_names(ptl_pfobj_of(doc), ptl_pfobj_of(back));
    same_vertices(ptl_pfobj_of(doc), ptl_pfobj_of(back));
    CHECK(worst_gap(doc, back, 1) < 1e-5);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* Materials that take turns, vertices that hang on nothing, several weights, several roots. */
static ptl_doc *odd_model(void)
{
    static const size_t  frames[] = { 3 };
    static const uint8_t turns[]  = { 0, 1, 1, 0, 2, 0 };
    ptl_doc             *doc;
    ptl_pfobj           *model;

    CHECK(ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ 18, 3, 3, 1, frames }, NULL, NULL) == PTL_OK);
    model = ptl_pfobj_of(doc);
    for (size_t i = 0; i < 18; i++) {
        ptl_pfobj_vertex *v = &model->vertices.data[i];

        v->material    = turns[i / 3];
        v->position[0] = (double)(i % 5) / 4;
        v->position[1] = (double)(i % 7) / 8;
        v->position[2] = (double)(i % 3);
        v->normal[1]   = 1;
        CHECK(ptl_pfobj_set_weights(doc, i, i % 7, NULL) == PTL_OK);
        for (size_t k = 0; k < i % 7; k++)
            v->weights.data[k] = (ptl_pfobj_weight){ (uint32_t)(k % 3), 0.25 * (double)(k + 1) };
    }
    model->joints.data[1].parent              = 1;
    model->joints.data[1].bind.translation[1] = 2;
    model->joints.data[2].bind.scale[0]       = -1; /* as the newer exporter leaves it */
    for (size_t f = 0; f < 3; f++)
        for (size_t j = 0; j < 3; j++) {
            ptl_pfobj_transform *t = &model->sets.data[0].frames.data[f].poses.data[j];

            *t             = model->joints.data[j].bind;
            t->rotation[0] = 0.6 * (double)(f % 2);
            t->rotation[3] = f % 2 ? 0.8 : 1;
            t->translation[2] += (double)f / 4;
        }
    CHECK(ptl_pfobj_rebound(doc, NULL) == PTL_OK);
    return doc;
}

static void odd_models_come_back(void)
{
    ptl_doc *doc = odd_model(), *back = through(doc, "glb", NULL, 0);

    CHECK(round_trip(doc, "glb", NULL, 0, 1) < 1e-5);
    CHECK_UINT(ptl_pfobj_of(back)->vertices.data[0].weights.count, 0);
    CHECK_UINT(ptl_pfobj_of(back)->vertices.data[6].weights.count, 3); /* added up by joint */
    CHECK(ptl_pfobj_of(back)->joints.data[2].bind.scale[0] == -1);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* ---- Files that come along ------------------------------------------------------------------ */

typedef struct basket {
    char   names[8][64];
    size_t sizes[8], count;
} basket;

static bool put_into(void *user, const char *name, const void *data, size_t size)
{
    basket *b = user;

    CHECK(size > 8 && memcmp(data, "\x89PNG", 4) == 0);
    snprintf(b->names[b->count], sizeof b->names[0], "%s", name);
    b->sizes[b->count++] = size;
    return true;
}

static void images_come_along(void)
{
    const char    *path   = PTL_SOURCE "/samples/permafrost/models/flag.pfobj";
    ptl_folder     folder = { path, NULL };
    ptl_write_opts with   = { .to = "glb", .files = { .load = ptl_folder_load, .user = &folder } };
    basket         b      = { .count = 0 };
    ptl_doc       *doc    = flag(), *back;
    ptl_bytes      glb    = must_write(doc, &with), bytes;
    ptl_attached   found;

    CHECK(ptl_import(&back, glb.data, glb.size, "pfobj", NULL, NULL) == PTL_OK);
    CHECK(ptl_doc_attached(&found, back, 1) && !ptl_doc_attached(&found, back, 2));
    same_text(ptl_pfobj_of(back)->materials.data[0].texture, (ptl_str){ "flag_cloth.png", 14 });
    bytes = must_write(back, &(ptl_write_opts){ .files = { .put = put_into, .user = &b } });
    ptl_bytes_free(&bytes);
    CHECK_UINT(b.count, 2);
    CHECK_TEXT(b.names[0], "flag_cloth.png");
    /* The way on needs no folder: they are in the document. */
    bytes = must_write(back, &(ptl_write_opts){ .to = "glb" });
    CHECK(bytes.size > b.sizes[0] + b.sizes[1]);
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&glb);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

static void the_call_itself_is_looked_at(void)
{
    static const ptl_setting fast[] = { { "fps", "never", 5 } }, none[] = { { "fans", "x", 1 } };
    ptl_doc                 *doc = flag(), *back;
    ptl_bytes                glb = must_write(doc, &(ptl_write_opts){ .to = "glb" });
    ptl_diag                 err;

    CHECK(ptl_import(&back, glb.data, glb.size, "passage", NULL, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "conversion");
    CHECK(!back);
    CHECK(ptl_import(&back, "no", 2, "pfobj", NULL, &err) == PTL_E_FORMAT);
    CHECK(ptl_import(&back, glb.data, glb.size, "pfobj", &(ptl_read_opts){ .format = "mpd" },
                     &err) == PTL_E_ARG);
    CHECK(ptl_import(&back, glb.data, glb.size, "pfobj",
                     &(ptl_read_opts){ .settings = fast, .setting_count = 1 }, &err) == PTL_E_ARG);
    CHECK(ptl_import(&back, glb.data, glb.size, "pfobj",
                     &(ptl_read_opts){ .settings = none, .setting_count = 1 }, &err) == PTL_E_ARG);
    CHECK(ptl_read(&back, glb.data, glb.size, NULL, &err) == PTL_E_FORMAT);
    CHECK(strstr(err.message, "pfobj"));
    ptl_bytes_free(&glb);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = { TEST(every_pose_comes_back),
                                       TEST(a_scaled_model_is_larger),
                                       TEST(a_mirrored_model_is_mirrored),
                                       TEST(odd_models_come_back),
                                       TEST(images_come_along),
                                       TEST(the_call_itself_is_looked_at) };

    return run_tests("import", tests, COUNT(tests));
}
