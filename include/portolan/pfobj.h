/* SPDX-License-Identifier: MIT */
/* Permafrost Engine models (.pfobj): triangles, materials, a skeleton, baked animations, bounds.
 *
 * A model is a soup of triangles, three vertices each, counter-clockwise seen from outside. Axes:
 * +x left, +y up, +z forward, right-handed. Rotations are stored as quaternions that mean the
 * opposite turn (or, as the original document has it, as three angles); poses replace the bind
 * transforms, they do not follow them.
 *
 *     const ptl_pfobj *model = ptl_pfobj_of(doc);
 *     ptl_pfobj_skin   skin = { 0 };
 *
 *     if (ptl_pfobj_pose(&skin, doc, 0, 40, NULL) == PTL_OK) {
 *         ptl_pfobj_vec3 place = ptl_pfobj_skinned(model, &skin, 668);
 *         printf("%g %g %g\n", place.x, place.y, place.z);
 *     }
 *     ptl_pfobj_skin_free(&skin);
 */
#ifndef PORTOLAN_PFOBJ_H
#define PORTOLAN_PFOBJ_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_PFOBJ_WEIGHTS = 6,  /* of a vertex that the engine uses: the first ones    */
    PTL_PFOBJ_RATE    = 24, /* frames per second unless a script differs           */
};

/* ---- The model ------------------------------------------------------------------------------ */

typedef struct ptl_pfobj_weight {
    uint32_t joint; /* counted from 0 */
    double   weight;
} ptl_pfobj_weight;

typedef struct ptl_pfobj_weights {
    ptl_pfobj_weight *data;
    size_t            count;
} ptl_pfobj_weights;

typedef struct ptl_pfobj_vertex {
    double            position[3];
    double            texture[2]; /* (0, 0) is the lower left corner of the image */
    double            normal[3];
    ptl_pfobj_weights weights;  /* as many as the file has, in its order */
    uint32_t          material; /* counted from 0 */
} ptl_pfobj_vertex;

typedef struct ptl_pfobj_vertices {
    ptl_pfobj_vertex *data;
    size_t            count;
} ptl_pfobj_vertices;

typedef struct ptl_pfobj_material {
    ptl_str name;
    double  ambient, diffuse[3], specular[3];
    ptl_str texture; /* a file beside the model */
} ptl_pfobj_material;

typedef struct ptl_pfobj_materials {
    ptl_pfobj_material *data;
    size_t              count;
} ptl_pfobj_materials;

enum {                           /* how a rotation is written: ptl_pfobj_transform.form */
       PTL_PFOBJ_QUATERNION = 0, /* x, y, z, w; the turn is its conjugate   */
       PTL_PFOBJ_ANGLES     = 1, /* degrees about x, then y, then z         */
};

typedef struct ptl_pfobj_transform { /* relative to the parent: scale, then turn, then move */
    double  scale[3];
    double  rotation[4]; /* three of them when these are angles */
    double  translation[3];
    uint8_t form;
} ptl_pfobj_transform;

typedef struct ptl_pfobj_transforms {
    ptl_pfobj_transform *data;
    size_t               count;
} ptl_pfobj_transforms;

typedef struct ptl_pfobj_joint {
    uint32_t            parent; /* counted from 1; 0 for a root */
    ptl_str             name;
    ptl_pfobj_transform bind;
    double              tip[3]; /* end of the bone in the joint's own space, for drawing */
} ptl_pfobj_joint;

typedef struct ptl_pfobj_joints {
    ptl_pfobj_joint *data;
    size_t           count;
} ptl_pfobj_joints;

typedef struct ptl_pfobj_box { /* least and greatest along each axis */
    double x[2], y[2], z[2];
} ptl_pfobj_box;

typedef struct ptl_pfobj_frame {
    ptl_pfobj_transforms poses;  /* one for each joint, in their order */
    ptl_pfobj_box        bounds; /* zeros without has_collision        */
} ptl_pfobj_frame;

typedef struct ptl_pfobj_frames {
    ptl_pfobj_frame *data;
    size_t           count;
} ptl_pfobj_frames;

typedef struct ptl_pfobj_set {
    ptl_str          name;
    ptl_pfobj_frames frames;
} ptl_pfobj_set;

typedef struct ptl_pfobj_sets {
    ptl_pfobj_set *data;
    size_t         count;
} ptl_pfobj_sets;

typedef struct ptl_pfobj {
    ptl_str             version;       /* "1.0" in every known file                           */
    bool                older_header;  /* without has_collision: before May 2018              */
    bool                has_collision; /* bounds of every frame, and of the bind pose         */
    ptl_pfobj_vertices  vertices;      /* three for each triangle                             */
    ptl_pfobj_materials materials;     /* at least one                                        */
    ptl_pfobj_joints    joints;
    ptl_pfobj_sets      sets;
    ptl_pfobj_box       bounds; /* of the bind pose; not written without has_collision  */
    ptl_str             tail;   /* text after the model, which the engine never looks at */
} ptl_pfobj;

/* The model inside a document, or NULL when it is of another format: to change, or only to look at,
 * which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_pfobj       *ptl_pfobj_of(const ptl_doc *doc);
PTL_API const ptl_pfobj *ptl_pfobj_view(const ptl_doc *doc);

/* How large the lists of a new model are. */
typedef struct ptl_pfobj_sizes {
    size_t        vertices, materials, joints, sets;
    const size_t *frames; /* of each set; NULL: no set has any */
} ptl_pfobj_sizes;

/* A new model ready to be filled and written: vertices at the origin, materials called Material1,
 * Material2 and so on with textures of that name, joints and poses that stay where they are. Only
 * the allocator and limits of the options are used. */
PTL_API ptl_status ptl_pfobj_new(ptl_doc **out, const ptl_pfobj_sizes *sizes,
                                 const ptl_read_opts *opts, ptl_diag *err);

/* Makes room for `count` weights of one vertex, in memory of the document; those it had are
 * kept. */
PTL_API ptl_status ptl_pfobj_set_weights(ptl_doc *doc, size_t vertex, size_t count, ptl_diag *err);

/* ---- Geometry ------------------------------------------------------------------------------- */

typedef struct ptl_pfobj_vec3 {
    double x, y, z;
} ptl_pfobj_vec3;

/* Three rows of four: applied to a column (x, y, z, 1). */
typedef struct ptl_pfobj_matrix {
    double m[3][4];
} ptl_pfobj_matrix;

typedef struct ptl_pfobj_matrices {
    ptl_pfobj_matrix *data;
    size_t            count;
} ptl_pfobj_matrices;

/* A transform as a matrix, from the joint's space to that of its parent. Quaternions are used as
 * they are, as in the engine. */
PTL_API ptl_pfobj_matrix ptl_pfobj_local(const ptl_pfobj_transform *transform);

PTL_API ptl_pfobj_matrix ptl_pfobj_multiply(const ptl_pfobj_matrix *a, const ptl_pfobj_matrix *b);
PTL_API ptl_pfobj_vec3   ptl_pfobj_apply(const ptl_pfobj_matrix *m, const double point[3]);
/* False, and nothing written, for a matrix that has no inverse. */
PTL_API bool ptl_pfobj_invert(ptl_pfobj_matrix *out, const ptl_pfobj_matrix *m);

/* The same turn in the other form. Angles are between -180 and 180; a quaternion is brought to
 * length 1 first, and one of length 0 is no turn. */
PTL_API void ptl_pfobj_to_angles(ptl_pfobj_transform *transform);
PTL_API void ptl_pfobj_to_quaternion(ptl_pfobj_transform *transform);

/* ---- Poses ---------------------------------------------------------------------------------- */

/* The skeleton in one pose, in object space. The caller frees it. */
typedef struct ptl_pfobj_skin {
    ptl_pfobj_matrices joints;       /* from each joint's space                              */
    ptl_pfobj_matrices bind;         /* the same in the bind pose                            */
    ptl_pfobj_matrices inverse_bind; /* all zero where a bind transform cannot be undone     */
    ptl_pfobj_matrices skinning;     /* joints times inverse_bind: what moves vertices       */
    ptl_u32s           order;        /* the joints, parents before their children            */
    ptl_memory        *memory;       /* behind the lists                                     */
} ptl_pfobj_skin;

/* The bind pose, in which vertices are where the file says. */
PTL_API ptl_status ptl_pfobj_bind(ptl_pfobj_skin *out, const ptl_doc *doc, ptl_diag *err);

/* A frame of an animation set. PTL_E_ARG when there is no such frame. The same skin can be used
 * again and again: memory is taken only the first time (start with a zeroed one, or with one from
 * ptl_pfobj_bind of the same document). */
PTL_API ptl_status ptl_pfobj_pose(ptl_pfobj_skin *inout, const ptl_doc *doc, size_t set,
                                  size_t frame, ptl_diag *err);

PTL_API void ptl_pfobj_skin_free(ptl_pfobj_skin *skin); /* NULL and all-zero ones are fine */

/* The frame the engine shows after `seconds`: `rate` frames per second (0: 24), nothing blended
 * between them, the first again after the last. */
PTL_API size_t ptl_pfobj_frame_at(const ptl_pfobj *model, size_t set, double seconds, double rate);

/* Where a vertex, or its normal, is in a pose: moved by its first six weights, each divided by
 * their sum; not moved when that is 0. The normal has length 1 (or 0 when it had none). */
PTL_API ptl_pfobj_vec3 ptl_pfobj_skinned(const ptl_pfobj *model, const ptl_pfobj_skin *skin,
                                         size_t vertex);
PTL_API ptl_pfobj_vec3 ptl_pfobj_skinned_normal(const ptl_pfobj *model, const ptl_pfobj_skin *skin,
                                                size_t vertex);

/* The tight box around all vertices in a pose; NULL is the bind pose. Zeros without vertices. */
PTL_API ptl_pfobj_box ptl_pfobj_bounds(const ptl_pfobj *model, const ptl_pfobj_skin *skin);

/* Computes the bounds of every frame and of the bind pose anew, to six decimals, and sets
 * has_collision. */
PTL_API ptl_status ptl_pfobj_rebound(ptl_doc *doc, ptl_diag *err);

/* Exchanges left and right: x changes its sign everywhere, and triangles their direction. Old and
 * new exporters differ in this. */
PTL_API ptl_status ptl_pfobj_mirror(ptl_doc *doc, ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
