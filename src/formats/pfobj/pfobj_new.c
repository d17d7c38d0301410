/* SPDX-License-Identifier: MIT */
/* A new model to begin with: a box on the ground, and its texture. */
#include <string.h>

#include "formats/making.h"
#include "formats/pfobj/pfobj_private.h"

enum { SIDES = 6, SIDE_VERTICES = 6 };

/* `right` and `up` are the directions of its texture; their cross product is the normal. */
typedef struct side {
    signed char normal[3], right[3], up[3];
} side;

static const side sides[SIDES] = {
    { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } },  { { 0, 0, -1 }, { -1, 0, 0 }, { 0, 1, 0 } },
    { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } }, { { -1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } },
    { { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, -1 } }, { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
};

/* Corners of the two triangles of a side, in its texture. */
static const unsigned char corners[SIDE_VERTICES][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 },
                                                         { 0, 0 }, { 1, 1 }, { 0, 1 } };

static void put_vertex(ptl_pfobj_vertex *out, const side *s, const unsigned char corner[2],
                       const ptl_making_size *size)
{
    const double half[3] = { size->width / 2.0, size->height / 2.0, size->width / 2.0 };

    for (int i = 0; i < 3; i++) {
        out->normal[i]   = s->normal[i];
        out->position[i] = half[i] * (s->normal[i] + (2 * corner[0] - 1) * s->right[i] +
                                      (2 * corner[1] - 1) * s->up[i]);
    }
    out->position[1] += half[1]; /* it stands on the ground */
    out->texture[0] = corner[0];
    out->texture[1] = corner[1];
}

static ptl_status name_material(ptl_doc *doc, ptl_pfobj_material *material, ptl_diag *err)
{
    static const ptl_making_picture wood = { "box.bmp",
                                             64,
                                             { 0x8A6238, 0x946B40, 0x9E7548, 0x7F5931 } };

    material->name    = (ptl_str){ "Box", strlen("Box") };
    material->texture = (ptl_str){ wood.name, strlen(wood.name) };
    return ptl_making_attach(doc, &wood, err);
}

ptl_status ptl_pfobj_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size box    = { 2, 2 };
    ptl_status      status = ptl_making_take_size(&box, opts, "size", err);
    ptl_pfobj      *model;

    if (status == PTL_OK)
        status = ptl_pfobj_new(
            out, &(ptl_pfobj_sizes){ .vertices = SIDES * SIDE_VERTICES, .materials = 1 }, opts,
            err);
    model = status == PTL_OK ? ptl_pfobj_of(*out) : NULL;
    for (size_t i = 0; model && i < model->vertices.count; i++)
        put_vertex(&model->vertices.data[i], &sides[i / SIDE_VERTICES], corners[i % SIDE_VERTICES],
                   &box);
    if (status == PTL_OK)
        status = name_material(*out, &model->materials.data[0], err);
    if (status == PTL_OK)
        status = ptl_pfobj_rebound(*out, err);
    return ptl_making_end(out, status);
}
