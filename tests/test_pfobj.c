/* SPDX-License-Identifier: MIT */
/* Permafrost models: every field, every refusal, every tolerance. */
#include <locale.h>
#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "pfobj_samples.h"
#include "support.h"
#include "sweep.h"

static const char tiny[] = PFOBJ_TINY;

#define CHECK_NUMBERS(got, ...)                                                                    \
    CHECK(memcmp((got), (const double[]){ __VA_ARGS__ }, sizeof(double[]){ __VA_ARGS__ }) == 0)

static void check_str(int line, ptl_str got, const char *want)
{
    check_bytes(__FILE__, line, got.data, got.size, want, strlen(want));
}

#define CHECK_STR(got, want) check_str(__LINE__, got, want)

typedef struct heard { /* the first finding of a rule, and how many of all rules there were */
    const char *rule;
    ptl_diag    first;
    size_t      count, of_rule;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    h->count++;
    if (!h->rule || strcmp(h->rule, diag->rule) == 0) {
        if (h->of_rule++ == 0)
            h->first = *diag;
    }
}

/* A text with its first `old` replaced; NULL replaces nothing. */
static char *changed(const char *text, const char *old, const char *new)
{
    const char *at   = old ? strstr(text, old) : text;
    size_t      size = strlen(text) + (old ? strlen(new) : 0) + 1;
    char       *copy = malloc(size);

    CHECK(copy != NULL && at != NULL);
    memcpy(copy, text, (size_t)(at - text));
    strcpy(copy + (at - text), old ? new : at);
    if (old)
        strcat(copy, at + strlen(old));
    return copy;
}

/* ---- Reading and writing -------------------------------------------------------------------- */

static void check_vertices(const ptl_pfobj *m)
{
    const ptl_pfobj_vertex *v = m->vertices.data;

    CHECK_UINT(m->vertices.count, 3);
    CHECK_NUMBERS(v[2].position, 0, 4, -0.125);
    CHECK_NUMBERS(v[2].texture, 0, 1.5);
    CHECK_NUMBERS(v[0].normal, 0, -0.0, 1);
    CHECK_UINT(v[0].weights.count, 0);
    CHECK_UINT(v[1].weights.count, 1);
    CHECK_UINT(v[2].weights.count, 2);
    CHECK_UINT(v[2].weights.data[0].joint, 1);
    CHECK_NUMBERS(&v[2].weights.data[0].weight, 0.75);
    CHECK_UINT(v[2].weights.data[1].joint, 0);
    CHECK_NUMBERS(&v[2].weights.data[1].weight, 0.25);
    CHECK_UINT(v[2].material, 0);
}

static void reads_every_field(void)
{
    ptl_doc               *doc = must_read(tiny, strlen(tiny), NULL);
    const ptl_pfobj       *m   = ptl_pfobj_of(doc);
    const ptl_pfobj_frame *f;

    CHECK_TEXT(ptl_doc_format(doc), "pfobj");
    CHECK_STR(m->version, "1.0");
    CHECK(m->has_collision && !m->older_header);
    check_vertices(m);
    CHECK_UINT(m->materials.count, 1);
    CHECK_STR(m->materials.data[0].name, "Cloth");
    CHECK_NUMBERS(&m->materials.data[0].ambient, 1);
    CHECK_NUMBERS(m->materials.data[0].diffuse, 0.64, 0.32, 0.16);
    CHECK_NUMBERS(m->materials.data[0].specular, 0.5, 0.25, 0.125);
    CHECK_STR(m->materials.data[0].texture, "cloth.png");
    CHECK_UINT(m->joints.count, 2);
    CHECK_UINT(m->joints.data[1].parent, 1);
    CHECK_STR(m->joints.data[1].name, "Arm");
    CHECK_NUMBERS(m->joints.data[1].bind.scale, 1, 1, 1);
    CHECK_NUMBERS(m->joints.data[1].bind.rotation, 0, 0, 0, 1);
    CHECK_NUMBERS(m->joints.data[1].bind.translation, 0, 2, 0);
    CHECK_NUMBERS(m->joints.data[0].tip, 0, 2, 0);
    CHECK_UINT(m->sets.count, 1);
    CHECK_STR(m->sets.data[0].name, "Wave");
    CHECK_UINT(m->sets.data[0].frames.count, 2);
    f = &m->sets.data[0].frames.data[1];
    CHECK_UINT(f->poses.count, 2);
    CHECK_NUMBERS(f->poses.data[0].translation, 0, 0, 1);
    CHECK_NUMBERS(f->poses.data[1].rotation, 0, 0, -0.707107, 0.707107);
    CHECK_UINT(f->poses.data[1].form, PTL_PFOBJ_QUATERNION);
    CHECK_NUMBERS(f->bounds.x, -1.500001, 2);
    CHECK_NUMBERS(f->bounds.y, 0, 2.499999);
    CHECK_NUMBERS(f->bounds.z, 0, 1);
    CHECK_NUMBERS(m->bounds.z, -0.125, 0);
    CHECK_UINT(m->tail.size, 0);
    ptl_doc_free(doc);
}

static void check_written(const char *text, const char *want)
{
    ptl_doc  *doc  = must_read(text, strlen(text), NULL), *back;
    ptl_bytes same = must_write(doc, NULL), json, again;

    CHECK_BYTES(same.data, same.size, want, strlen(want));
    json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
    back  = must_read(json.data, json.size, NULL);
    again = must_write(back, NULL);
    CHECK_BYTES(again.data, again.size, want, strlen(want));
    ptl_bytes_free(&same);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

/* One place of the tiny model spelled otherwise, and what is written then. */
static void writes_official_spelling(void)
{
    static const struct {
        const char *old, *new, *written; /* NULL: as it was given */
    } cases[] = {
        { NULL, NULL, NULL },
        { "vn 0.000000 -0.000000", "vn -0.000000 0.000000", NULL },
        { "v 2.000000", "v 123456.789012", NULL },
        { "v 2.000000", "v 0.1234567", NULL }, /* a seventh decimal is kept */
        { "v 2.000000", "v 1e-9", NULL },
        { "v 2.000000", "v 1000000000000000", NULL },
        { "v 2.000000", "v 2", "v 2.000000" },
        { "v 2.000000", "v +.2e1", "v 2.000000" },
        { "v 2.000000 0.000000", "v  2.000000\t 0.000000", "v 2.000000 0.000000" },
        { "Cloth", "Two words", NULL },
        { "Cloth", "\xFF\xFE", NULL }, /* not UTF-8 */
        { "0/0.500000", "0/0.500000 1/-0.000000 1/1.000000 0/2.000000", NULL },
        { " 0/0.500000", " 0/1 0/2 0/3 0/4 0/5 0/6 1/7",
          " 0/1.000000 0/2.000000 0/3.000000 0/4.000000 0/5.000000 0/6.000000 1/7.000000" },
        { "version        1.0", "version        1.1", NULL },
        { "num_materials  1", "num_material   1", "num_materials  1" },
        { "num_verts      3", "num_verts +3", "num_verts      3" },
        { "0.000000/0.000000/-0.707107/0.707107", "0.000000/0.000000/90.000000", NULL },
        { "vw \n", "vw\n", "vw \n" },
        { "vw \n", " \tvw \t\r\n", "vw \n" },
        { "vt 0", "\n \t\nvt 0", "vt 0" },
        { "    ambient", "ambient", "    ambient" },
        { "cloth.png\n", "cloth.png   \r\n", "cloth.png\n" },
        { "\tz_bounds", "   z_bounds", "\tz_bounds" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = changed(tiny, cases[i].old, cases[i].new);
        char *want =
            changed(tiny, cases[i].old, cases[i].written ? cases[i].written : cases[i].new);

        check_written(text, want);
        free(text);
        free(want);
    }
}

static void writes_joints_in_order(void)
{
    static const char first[] =
        "        1 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "
        "0.000000/0.000000/1.000000\n";
    static const char second[] =
        "        2 1.000000/1.000000/1.000000 0.000000/0.000000/-0.707107/0.707107 "
        "0.000000/2.000000/0.000000\n";
    char both[512], swapped[512], *text;

    strcat(strcpy(both, first), second);
    strcat(strcpy(swapped, second), first);
    text = changed(tiny, both, swapped);
    check_written(text, tiny);
    free(text);
}

static void keeps_older_headers_and_tails(void)
{
    char  tail[sizeof tiny + 64];
    char *bare, *older;

    strcat(strcpy(tail, tiny), "\nversion 1.0\n# anything\r\n\n no end");
    check_written(tail, tail);
    bare  = changed(PFOBJ_HEAD PFOBJ_VERTICES PFOBJ_MATERIAL PFOBJ_JOINTS,
                    "num_as         1\nframe_counts   2", "num_as         0\nframe_counts   ");
    older = changed(bare, "has_collision  1\n", "");
    check_written(older, older);
    free(bare);
    free(older);
}

static void drops_bounds_that_are_not_announced(void)
{
    char     *bare = changed(PFOBJ_HEAD PFOBJ_VERTICES PFOBJ_MATERIAL PFOBJ_JOINTS PFOBJ_BOUNDS,
                             "num_as         1\nframe_counts   2\nhas_collision  1",
                             "num_as         0\nframe_counts   \nhas_collision  0");
    char     *want = changed(bare, PFOBJ_BOUNDS, "");
    heard     h    = { .rule = "pfobj-extra-bounds" };
    ptl_doc  *doc  = must_read(bare, strlen(bare), NULL);
    ptl_bytes bytes;

    CHECK_NUMBERS(ptl_pfobj_of(doc)->bounds.y, 0, 4);
    bytes = must_write(doc, &(ptl_write_opts){ .listener = { hear, &h } });
    CHECK_BYTES(bytes.data, bytes.size, want, strlen(want));
    CHECK_UINT(h.of_rule, 1);
    CHECK_UINT(h.first.severity, PTL_LOSS);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
    free(bare);
    free(want);
}

/* ---- What is wrong -------------------------------------------------------------------------- */

typedef struct bad_case {
    const char *old, *new;
    uint32_t    line, column;
    const char *rule;
} bad_case;

static void check_bad(const bad_case *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char    *text = changed(tiny, bad[i].old, bad[i].new);
        ptl_diag d    = must_fail(text, strlen(text), &(ptl_read_opts){ .format = "pfobj" });

        if (strcmp(d.rule, bad[i].rule) != 0 || d.line != bad[i].line || d.column != bad[i].column)
            test_fail(__FILE__, __LINE__, "case %zu, %s: %lu:%lu %s [%s], not %lu:%lu [%s]", i,
                      bad[i].new, (unsigned long)d.line, (unsigned long)d.column, d.message, d.rule,
                      (unsigned long)bad[i].line, (unsigned long)bad[i].column, bad[i].rule);
        free(text);
    }
}

static void points_at_bad_headers(void)
{
    static const bad_case bad[] = {
        { "version        1.0\nnum_verts", "num_verts", 1, 1, "pfobj-line" },
        { "version", "\xEF\xBB\xBFversion", 1, 1, "pfobj-bom" },
        { "version        1.0", "version", 1, 8, "pfobj-version" },
        { "version        1.0", "version one", 1, 9, "pfobj-version" },
        { "version        1.0", "version 1.0 2", 1, 13, "pfobj-fields" },
        { "num_verts      3", "num_verts      -3", 2, 16, "pfobj-count" },
        { "num_verts      3", "num_verts      12abc", 2, 16, "pfobj-count" },
        { "num_verts      3", "num_verts      1.5", 2, 16, "pfobj-count" },
        { "num_verts      3", "num_verts      4294967296", 2, 16, "pfobj-count" },
        { "num_verts      3", "num_verts      99999999999999999999", 2, 16, "pfobj-count" },
        { "num_verts      3", "num_verts", 2, 10, "pfobj-fields" },
        { "num_verts      3", "num_verts      3 3", 2, 18, "pfobj-fields" },
        { "num_verts      3", "num_verts      4294967295", 44, 1, "truncated" },
        { "num_verts      3", "num_verts      2", 18, 1, "pfobj-line" },
        { "num_verts      3", "num_verts      4", 23, 1, "pfobj-line" },
        { "num_verts      3", "num_materials  1", 2, 1, "pfobj-line" }, /* a PFMAP map */
        { "num_joints     2", "num_joints     -0x1", 3, 16, "pfobj-count" },
        { "num_joints     2", "num_joints     1", 18 + 3, 5, "pfobj-joint" },
        { "num_joints     2", "num_joints     3", 30, 1, "pfobj-line" },
        { "num_joints     2", "num_joints     4294967295", 44, 1, "truncated" },
        { "num_materials  1", "num_materials  0", 4, 16, "pfobj-materials" },
        { "num_materials  1", "num_materials  2", 28, 1, "pfobj-line" },
        { "num_materials  1", "num_materials  4294967295", 44, 1, "truncated" },
        { "num_as         1", "num_as         2", 6, 17, "pfobj-frame-counts" },
        { "num_as         1", "num_as         4294967295", 44, 1, "truncated" },
        { "num_as         1", "num_as         0", 6, 16, "pfobj-frame-counts" },
        { "frame_counts   2", "frame_counts   ", 6, 13, "pfobj-frame-counts" },
        { "frame_counts   2", "frame_counts   2 2", 6, 18, "pfobj-frame-counts" },
        { "frame_counts   2", "frame_counts   -2", 6, 16, "pfobj-count" },
        { "frame_counts   2", "frame_counts   3", 30, 9, "pfobj-frame-counts" },
        { "frame_counts   2", "frame_counts   4294967295", 30, 9, "pfobj-frame-counts" },
        { "has_collision  1", "has_collision  2", 7, 16, "pfobj-collision" },
        { "has_collision  1", "has_collision  -1", 7, 16, "pfobj-count" },
        { "has_collision  1", "has_collision", 7, 14, "pfobj-fields" },
        { "has_collision  1", "has_collision  0", 33, 2, "pfobj-frame-bounds" },
    };

    check_bad(bad, COUNT(bad));
}

static void points_at_bad_vertices(void)
{
    static const bad_case bad[] = {
        { "v 2.000000 0.000000 0.000000", "v 2.000000 0.000000", 13, 20, "pfobj-fields" },
        { "v 2.000000 0.000000 0.000000", "v 2.0 0.0 0.0 0.0", 13, 15, "pfobj-fields" },
        { "v 2.000000", "v nan", 13, 3, "pfobj-number" },
        { "v 2.000000", "v -inf", 13, 3, "pfobj-number" },
        { "v 2.000000", "v 1e999", 13, 3, "pfobj-number" },
        { "v 2.000000", "v 0x1p4", 13, 3, "pfobj-number" },
        { "v 2.000000", "v 1,5", 13, 3, "pfobj-number" },
        { "v 2.000000", "v --1", 13, 3, "pfobj-number" },
        { "v 2.000000", "v +", 13, 3, "pfobj-number" },
        { "v 2.000000", "v 2.0e", 13, 3, "pfobj-number" },
        { "v 2.000000 0.000000", "v 2.000000\r0.000000", 13, 3, "pfobj-number" }, /* a lone CR */
        { "vt 1.000000 0.250000", "vt 1.000000", 14, 12, "pfobj-fields" },
        { "vt 1.000000 0.250000\nvn 0.000000 0.000000 1.000000",
          "vn 0.000000 0.000000 1.000000\nvt 1.000000 0.250000", 14, 1, "pfobj-line" },
        { "vt 1.000000 0.250000\n", "", 14, 1, "pfobj-line" },
        { "vt 1.000000 0.250000\n", "vt 1 2\nvt 1.000000 0.250000\n", 15, 1, "pfobj-line" },
        { "vw  0/0.500000\n", "", 16, 1, "pfobj-line" },
        { "vw  0/0.500000", "vw 3", 16, 4, "pfobj-weight" },
        { "vw  0/0.500000", "vw 3/", 16, 4, "pfobj-weight" },
        { "vw  0/0.500000", "vw /0.5", 16, 4, "pfobj-weight" },
        { "vw  0/0.500000", "vw 1/0.5/1", 16, 6, "pfobj-fields" },
        { "vw  0/0.500000", "vw -1/1", 16, 4, "pfobj-count" },
        { "vw  0/0.500000", "vw 0/1 2/1", 16, 8, "pfobj-joint" },
        { "vw  0/0.500000", "vw 0/nan", 16, 6, "pfobj-number" },
        { "vw  0/0.500000\nvm 0", "vw \nvm 7", 17, 4, "pfobj-material" },
        { "vw  0/0.500000\nvm 0", "vw \nvm -1", 17, 4, "pfobj-count" },
        { "vw  0/0.500000\nvm 0", "vw \nvm", 17, 3, "pfobj-fields" },
        { "vw  0/0.500000\nvm 0", "vw \nvm 0 0", 17, 6, "pfobj-fields" },
    };

    check_bad(bad, COUNT(bad));
}

static void points_at_bad_materials_and_joints(void)
{
    static const bad_case bad[] = {
        { "material Cloth", "material", 23, 9, "pfobj-no-name" },
        { "material Cloth", "material   ", 23, 9, "pfobj-no-name" },
        { "    texture cloth.png\n", "", 27, 1, "pfobj-line" },
        { "texture cloth.png", "texture", 27, 12, "pfobj-no-name" },
        { "ambient 1.000000", "ambient 1.000000 1", 24, 22, "pfobj-fields" },
        { "diffuse 0.640000 0.320000", "diffuse 0.640000", 25, 30, "pfobj-fields" },
        { "j 1 Arm", "j 2 Arm", 29, 1, "pfobj-circle" },   /* its own parent */
        { "j 0 Root", "j 2 Root", 28, 1, "pfobj-circle" }, /* each other's   */
        { "j 1 Arm", "j 3 Arm", 29, 3, "pfobj-parent" },
        { "j 1 Arm", "j -1 Arm", 29, 3, "pfobj-count" },
        { "j 1 Arm", "j 1", 29, 4, "pfobj-no-name" },
        { "j 1 Arm", "j Arm", 29, 3, "pfobj-count" },
        { "j 1 Arm 1.000000/1.000000/1.000000", "j 1 Arm 1.000000/1.000000", 29, 9,
          "pfobj-fields" },
        { "Arm 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000",
          "Arm 1.000000/1.000000/1.000000 0.000000/0.000000", 29, 36, "pfobj-fields" },
        { "Arm 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000",
          "Arm 1.000000/1.000000/1.000000 0/0/0/1/0", 29, 36, "pfobj-fields" },
        { "Arm 1.000000/1.000000/1.000000", "Arm 1.0//1.0", 29, 13, "pfobj-number" },
        { "j 1 Arm", "j 1 Arm 1.0/1.0/1.0", 29, 9, "pfobj-fields" }, /* eight */
    };

    check_bad(bad, COUNT(bad));
}

static void points_at_bad_sets(void)
{
    static const bad_case bad[] = {
        { PFOBJ_SET, "", 30, 1, "pfobj-no-sets" },
        { PFOBJ_SET PFOBJ_BOUNDS, "", 30, 1, "pfobj-no-sets" },
        { "as Wave 2", "as Wave", 30, 4, "pfobj-count" },
        { "as Wave 2", "as 2", 30, 3, "pfobj-no-name" },
        { "as Wave 2", "as", 30, 3, "pfobj-fields" },
        { "as Wave 2", "as Wave 1", 30, 9, "pfobj-frame-counts" },
        { "as Wave 2", "as Wave 2.5", 30, 9, "pfobj-count" },
        { "        2 1.0", "        3 1.0", 32, 9, "pfobj-joint" },
        { "        2 1.0", "        0 1.0", 32, 9, "pfobj-joint" },
        { "        2 1.0", "        1 1.0", 32, 9, "pfobj-repeated" },
        { "        2 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "
          "0.000000/2.000000/0.000000\n",
          "", 32, 2, "pfobj-count" },
        { "as Wave 2\n", "as Wave 2\n 1 1/1/1 0/0/0/1 0/0/0\n", 32, 9, "pfobj-repeated" },
        { "0.000000/2.000000/0.000000\n\tx", "0.000000/2.000000/0.000000 1\n\tx", 32, 101,
          "pfobj-fields" },
        { "\tx_bounds 0.000000 2.000000\n", "", 33, 2, "pfobj-line" },
        { "\ty_bounds 0.000000 4.000000\n\tz_bounds -0.125000 0.000000\n",
          "\tz_bounds 0.000000 4.000000\n\ty_bounds -0.125000 0.000000\n", 34, 2, "pfobj-line" },
        { PFOBJ_BOUNDS, "", 41, 1, "truncated" },
        { "\nx_bounds 0.000000 2.000000", "\nx_bounds 0.000000", 41, 18, "pfobj-fields" },
        { "\nx_bounds 0.000000 2.000000", "\nx_bounds 0.000000 inf", 41, 19, "pfobj-number" },
        { "\ny_bounds 0.000000 4.000000\nz", "\nz", 42, 1, "pfobj-line" },
    };

    check_bad(bad, COUNT(bad));
}

static void refuses_other_files(void)
{
    static const char map[] = "version 1.0\nnum_materials 1\nnum_rows 1\nnum_cols 1\n";
    static const char nul[] = "version        1.0\nnum_verts      3\0\n";
    char              name[sizeof tiny];
    ptl_diag          d;

    d = must_fail("", 0, NULL);
    CHECK_TEXT(d.rule, "format");
    d = must_fail("garbage \x01\x02", 10, NULL);
    CHECK_TEXT(d.rule, "format");
    d = must_fail(map, strlen(map), &(ptl_read_opts){ .format = "pfobj" });
    CHECK(d.line == 2 && d.column == 1 && strstr(d.message, "PFMAP"));
    d = must_fail("version 1.0", 11, NULL);
    CHECK_TEXT(d.rule, "truncated");
    d = must_fail("\xEF\xBB\xBFversion 1.0\nnum_verts 3\n", 28, NULL);
    CHECK_TEXT(d.rule, "pfobj-bom");
    d = must_fail(nul, sizeof nul - 1, NULL);
    CHECK(strcmp(d.rule, "pfobj-count") == 0 && d.line == 2 && d.column == 16);
    memcpy(name, tiny, sizeof tiny);
    *strstr(name, "loth") = 0;
    d                     = must_fail(name, sizeof tiny - 1, NULL);
    CHECK(strcmp(d.rule, "pfobj-nul") == 0 && d.line == 23 && d.column == 11);
}

static void is_cut_anywhere(void)
{
    for (size_t size = 0; size < strlen(tiny) - 1; size++) {
        ptl_doc *doc = NULL;
        ptl_diag d;

        if (ptl_read(&doc, tiny, size, &(ptl_read_opts){ .format = "pfobj" }, &d) == PTL_OK) {
            ptl_doc_free(doc); /* the last number got shorter, and is a number still */
            CHECK(size > strlen(tiny) - 9);
            continue;
        }
        CHECK(d.offset <= size && d.line >= 1 && d.column >= 1);
    }
}

/* ---- What is tolerated ---------------------------------------------------------------------- */

static void warns_about_what_it_tolerates(void)
{
    static const bad_case odd[] = {
        { "version        1.0", "version 2.0", 1, 9, "pfobj-version" },
        { "num_materials", "num_material", 4, 1, "pfobj-num-material" },
        { "\nnum_as", "\n num_as", 5, 1, "pfobj-indented" },
        { "\nv 2.000000 0.000000 0.000000", "\nv 2.000000 0.000000 0.000000 ", 13, 29,
          "pfobj-trailing-blank" },
        { "\nv 2.000000", "\n\nv 2.000000", 13, 1, "pfobj-blank-line" },
        { "\nv 2.000000", "\n\tv 2.000000", 13, 1, "pfobj-indented" },
        { "vt 1.000000 0.250000\n", "vt 1.000000 0.250000\r\n", 14, 21, "pfobj-crlf" },
        { "vw \n", "vw\n", 11, 3, "pfobj-bare-vw" },
        { "0/0.500000\n", "0/0.500000 \n", 16, 15, "pfobj-trailing-blank" },
        { "0/0.500000", "0/1 0/1 0/1 0/1 0/1 0/1 0/1", 16, 3, "pfobj-weights" },
        { "material Cloth", "material __none__ x", 23, 10, "pfobj-none" },
        { "cloth.png", "my cloth.png", 27, 13, "pfobj-texture-blank" },
        { "j 1 Arm", "j 1 Left Arm", 29, 5, "pfobj-blank-joint" },
        { "j 1 Arm", "j 1 Arm 2", 29, 5, "pfobj-blank-name" },
        { "as Wave 2", "as Wave it 2", 30, 4, "pfobj-blank-name" },
        { "0.000000/0.000000/-0.707107/0.707107", "0.0/0.0/90.0", 37, 38, "pfobj-angles" },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        char         *text = changed(tiny, odd[i].old, odd[i].new);
        heard         h    = { .rule = odd[i].rule };
        ptl_read_opts opts = { .listener = { hear, &h } };
        ptl_doc      *doc  = must_read(text, strlen(text), &opts);

        if (h.of_rule != 1 || h.first.line != odd[i].line || h.first.column != odd[i].column)
            test_fail(__FILE__, __LINE__, "case %zu: %zu times [%s] at %lu:%lu", i, h.of_rule,
                      odd[i].rule, (unsigned long)h.first.line, (unsigned long)h.first.column);
        CHECK_UINT(h.first.severity, PTL_WARNING);
        ptl_doc_free(doc);
        opts.strict   = true;
        opts.listener = (ptl_listener){ 0 }; /* must_fail has one for strict reading */
        must_fail(text, strlen(text), &opts);
        free(text);
    }
}

static void check_warned(const char *text, const char *rule, uint32_t line, uint32_t column)
{
    heard    h   = { .rule = rule };
    ptl_doc *doc = must_read(text, strlen(text), &(ptl_read_opts){ .listener = { hear, &h } });

    CHECK_UINT(h.of_rule, 1);
    CHECK_UINT(h.first.line, line);
    CHECK_UINT(h.first.column, column);
    ptl_doc_free(doc);
}

static void warns_about_ends(void)
{
    char text[sizeof tiny + 16];

    memcpy(text, tiny, sizeof tiny);
    text[strlen(text) - 1] = 0;
    check_warned(text, "pfobj-last-line", 43, 28);
    strcat(strcpy(text, tiny), " \n\n");
    check_warned(text, "pfobj-blank-tail", 44, 1);
    strcat(strcpy(text, tiny), "\nmore");
    check_warned(text, "pfobj-tail", 45, 1);
}

static void warns_about_the_whole(void)
{
    char *mixed = changed(tiny, "0.000000/0.000000/-0.707107/0.707107", "0.0/0.0/90.0");
    char *older = changed(PFOBJ_HEAD PFOBJ_MATERIAL, PFOBJ_HEAD,
                          "version 1.0\nnum_verts 0\nnum_joints 0\nnum_materials 1\nnum_as "
                          "0\nframe_counts\n");
    char *three = changed(
        PFOBJ_HEAD PFOBJ_VERTICES PFOBJ_VERTICES PFOBJ_MATERIAL PFOBJ_JOINTS PFOBJ_SET PFOBJ_BOUNDS,
        "num_verts      3", "num_verts      4");
    char *four = changed(
        three, strstr(strstr(three, "vm 0\nv 0.000000 4.0"), "vm 0\nv 0.000000 0."),
        "vm 0\nv 0.000000 0.000000 0.000000\nvt 0.000000 0.250000\nvn 0.000000 "
        "-0.000000 1.000000\nvw \nvm 0\n" PFOBJ_MATERIAL PFOBJ_JOINTS PFOBJ_SET PFOBJ_BOUNDS);

    check_warned(mixed, "pfobj-mixed", 0, 0);
    check_warned(older, "pfobj-older-header", 7, 1);
    check_warned(four, "pfobj-triangles", 2, 16);
    free(mixed);
    free(older);
    free(three);
    free(four);
}

/* Six vertices on a hundred joints, all but the first with this line of weights: the first makes
 * room for more. */
static char *on_hundred_joints(const char *line)
{
    char *text = malloc(65536), *at = text;

    CHECK(text != NULL);
    at += sprintf(at, "version 1.0\nnum_verts 6\nnum_joints 100\nnum_materials 1\nnum_as 0\n"
                      "frame_counts\nhas_collision 0\n");
    for (int i = 0; i < 6; i++)
        at += sprintf(at,
                      "v 0.000000 0.000000 0.000000\nvt 0.000000 0.000000\n"
                      "vn 0.000000 0.000000 1.000000\n%s\nvm 0\n",
                      i == 0 ? "vw  0/1.000000" : line);
    at += sprintf(at, PFOBJ_MATERIAL);
    for (int i = 0; i < 100; i++)
        at += sprintf(at, "j 0 J%d 1/1/1 0/0/0/1 0/0/0 0/1/0\n", i);
    return text;
}

/* What a line of weights is read as: findings, and then all weights of all vertices. */
static size_t weights_of(const char *line, double out[128])
{
    char    *text  = on_hundred_joints(line);
    size_t   count = 0;
    heard    h     = { 0 };
    ptl_doc *doc   = NULL;
    ptl_diag err;

    if (ptl_read(&doc, text, strlen(text), &(ptl_read_opts){ .listener = { hear, &h } }, &err)) {
        CHECK(doc == NULL);
        out[count++] = (double)err.offset - (double)(strstr(text, line) - text);
        out[count++] = (double)err.rule[6];
    }
    for (size_t v = 0; doc && v < ptl_pfobj_of(doc)->vertices.count; v++) {
        const ptl_pfobj_weights *list = &ptl_pfobj_of(doc)->vertices.data[v].weights;

        out[count++] = (double)list->count;
        for (size_t i = 0; i < list->count && count + 2 < 128; i++) {
            out[count++] = list->data[i].joint;
            out[count++] = list->data[i].weight;
        }
    }
    ptl_doc_free(doc);
    free(text);
    return count;
}

/* The quick way of reading weights and the careful one, which a tab leads to. */
static void reads_weights_alike(void)
{
    static const char line[]  = "vw  7/0.500000 12/1.000000 99/0.333333";
    static const char bytes[] = " /.0919-+e\tx\r";
    char              quick[64], careful[64];
    double            a[128], b[128];
    size_t            count;

    for (size_t i = 3; i + 1 < sizeof line; i++)
        for (size_t k = 0; k < sizeof bytes; k++) { /* the last of them ends the line */
            strcpy(quick, line);
            quick[i] = bytes[k];
            strcpy(careful, quick);
            careful[2] = '\t';
            count      = weights_of(quick, a);
            CHECK_UINT(weights_of(careful, b), count);
            CHECK(memcmp(a, b, count * sizeof *a) == 0);
        }
    CHECK_UINT(weights_of(line, a), 3 + 5 * 7);
    CHECK_NUMBERS(a + 3, 3, 7, 0.5, 12, 1, 99, 0.333333);
}

/* A thousand weights, and lines of a megabyte, are only long. */
static void reads_long_lines(void)
{
    size_t   count = 1000, blanks = 1000000;
    char    *weights = malloc(count * 20 + blanks + 16), *text;
    char    *at      = weights;
    ptl_doc *doc;

    CHECK(weights != NULL);
    for (size_t i = 0; i < count; i++)
        at += strlen(strcpy(at, i % 2 ? " 1/0.5" : " 0/0.25"));
    memset(at, ' ', blanks);
    at[blanks] = 0;
    text       = changed(tiny, " 0/0.500000", weights);
    doc        = must_read(text, strlen(text), NULL);
    CHECK_UINT(ptl_pfobj_of(doc)->vertices.data[1].weights.count, count);
    CHECK_NUMBERS(&ptl_pfobj_of(doc)->vertices.data[1].weights.data[999].weight, 0.5);
    CHECK_UINT(ptl_pfobj_of(doc)->vertices.data[2].weights.count, 2);
    ptl_doc_free(doc);
    free(text);
    free(weights);
}

static void refuses_to_write_blanks_in_names(void)
{
    static const char *const cases[][2] = { { "j 1 Arm", "j 1 Left Arm" },
                                            { "as Wave 2", "as Wave it 2" },
                                            { "cloth.png", "my cloth.png" } };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char     *text = changed(tiny, cases[i][0], cases[i][1]);
        ptl_doc  *doc  = must_read(text, strlen(text), NULL);
        ptl_bytes bytes;
        ptl_diag  err;
        heard     h = { .rule = "pfobj-blank-name" };

        CHECK_UINT(ptl_write(&bytes, doc, NULL, &err), PTL_E_UNSUPPORTED);
        CHECK_TEXT(err.rule, "pfobj-blank-name");
        CHECK_UINT(ptl_fix(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
        CHECK_UINT(h.of_rule, 1);
        bytes = must_write(doc, NULL);
        CHECK(bytes.size == strlen(text));
        ptl_bytes_free(&bytes);
        ptl_doc_free(doc);
        free(text);
    }
}

/* Where people write commas, files still have points. */
static void ignores_the_locale(void)
{
    static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };
    size_t                   i       = 0;

    while (i < COUNT(names) && !setlocale(LC_ALL, names[i]))
        i++;
    if (i == COUNT(names))
        test_skip("no locale with decimal commas is installed");
    check_written(tiny, tiny);
    setlocale(LC_ALL, "C");
}

static void survives_damage(void)
{
    sweep("pfobj", (const uint8_t *)tiny, strlen(tiny));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(writes_official_spelling),
        TEST(writes_joints_in_order),
        TEST(keeps_older_headers_and_tails),
        TEST(drops_bounds_that_are_not_announced),
        TEST(points_at_bad_headers),
        TEST(points_at_bad_vertices),
        TEST(points_at_bad_materials_and_joints),
        TEST(points_at_bad_sets),
        TEST(refuses_other_files),
        TEST(is_cut_anywhere),
        TEST(warns_about_what_it_tolerates),
        TEST(warns_about_ends),
        TEST(warns_about_the_whole),
        TEST(reads_weights_alike),
        TEST(reads_long_lines),
        TEST(refuses_to_write_blanks_in_names),
        TEST(ignores_the_locale),
        TEST(survives_damage),
    };

    return run_tests("pfobj", tests, COUNT(tests));
}
