/* SPDX-License-Identifier: MIT */
/* Triangles collected one by one, for models that are made before their sizes are known. */
#ifndef SAMPLES_SAMPLE_PFOBJ_H
#define SAMPLES_SAMPLE_PFOBJ_H

#include <portolan/pfobj.h>

#include "make.h"

enum { MESH_VERTICES = 2400 };

typedef struct mesh_corner {
    double position[3], texture[2], normal[3];
} mesh_corner;

typedef struct mesh {
    ptl_pfobj_vertex vertex[MESH_VERTICES];
    size_t           count;
} mesh;

/* A flat four-cornered face, counter-clockwise from outside. */
void mesh_face(mesh *m, const mesh_corner corner[4], uint32_t material);

/* A box between two corners; textures lie flat on its sides, `scale` of them to a unit. */
void mesh_box(mesh *m, const double low[3], const double high[3], double scale, uint32_t material);

/* An upright post of eight sides around an axis at (x, z). */
void mesh_post(mesh *m, double x, double z, double radius, double low, double high,
               uint32_t material);

/* Sine and cosine of a part of a full turn, the same to the last digit on every machine. */
double mesh_sine(double turns);
double mesh_cosine(double turns);

/* A number as six decimals hold it. */
double mesh_round(double value);

/* Computes bounds, writes the model and frees it. */
void mesh_write(make_folder *folder, const char *name, ptl_doc *doc);

#endif
