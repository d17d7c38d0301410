/* SPDX-License-Identifier: MIT */
/* What meshoptimizer does to triangles; it is loaded when first asked for. */
#ifndef PTL_HUBS_MESH_LATE_H
#define PTL_HUBS_MESH_LATE_H

#include "core/job.h"

/* Whether it is there, here and now. */
bool ptl_mesh_there(void);

/* Fails the job when it is not, or the input is not trusted; `what` says what it is for: "levels of
 * detail are made by meshoptimizer". */
bool ptl_mesh_wanted(ptl_job *job, const char *what);

/* The three below are for jobs that wanted it.
 *
 * Takes triangles away until so many indices are left, or the shape would have to give up its
 * borders, tear where vertices of one place differ, or move by a twentieth of its size. What is
 * left names some of the vertices; `indices` is overwritten. Returns how many indices are left;
 * *error is about how far the surface has moved, in the unit of the positions. */
size_t ptl_mesh_simplify(ptl_job *job, uint32_t *indices, size_t count, const float *positions,
                         size_t vertices, size_t wanted, double *error);

/* Orders triangles so that a graphics card finds vertices it has just worked on. */
void ptl_mesh_order_triangles(ptl_job *job, uint32_t *indices, size_t count, size_t vertices);

/* Numbers vertices as they are first used; `to` gets the new number of each, UINT32_MAX for those
 * that are not. Returns how many are. */
size_t ptl_mesh_order_vertices(uint32_t *to, uint32_t *indices, size_t count, size_t vertices);

#endif
