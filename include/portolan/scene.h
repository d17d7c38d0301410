/* SPDX-License-Identifier: MIT */
/* Scenes: what a document looks like in three dimensions, in the terms of glTF 2.0.
 *
 * Axes: +X right, +Y up, +Z toward the viewer, right-handed; triangles run counter-clockwise seen
 * from outside; texture coordinates begin at the top left of the image. Numbers keep the format's
 * own units; the root node's scale turns them into meters.
 *
 *     ptl_scene *scene;
 *
 *     if (ptl_scene_make(&scene, doc, NULL, &err) == PTL_OK) {
 *         for (size_t i = 0; i < scene->meshes.count; i++)
 *             draw(&scene->meshes.data[i]);
 *         ptl_scene_free(scene);
 *     }
 */
#ifndef PORTOLAN_SCENE_H
#define PORTOLAN_SCENE_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTL_SCENE_NONE UINT32_MAX /* an index that points nowhere */

/* Notes for people and programs travel as the text of one JSON object, or empty. */
typedef ptl_str ptl_scene_extras;

typedef struct ptl_scene_image {
    ptl_companion file;           /* where it comes from                                   */
    bool          first_is_clear; /* entry 0 of a palette is transparent                   */
    ptl_u8s       bytes;          /* PNG or JPEG; empty when it was not found              */
    const char   *media_type;     /* "image/png" or "image/jpeg"                           */
    bool          sharp;          /* its pixels are not blended when it is made larger     */
    bool          broken;         /* it was found but cannot be read, as reported          */
    bool          clamped;        /* its edge continues beyond it; others repeat           */
} ptl_scene_image;

typedef enum ptl_scene_alpha {
    PTL_ALPHA_OPAQUE,
    PTL_ALPHA_MASK,
    PTL_ALPHA_BLEND,
    PTL_ALPHA_BY_IMAGE /* masked where the image has an alpha channel; settled by ptl_scene_make */
} ptl_scene_alpha;

typedef struct ptl_scene_material {
    ptl_str          name;
    float            color[4]; /* multiplied with the image; linear                        */
    uint32_t         image;    /* of scene->images                                         */
    ptl_scene_alpha  alpha;
    float            cutoff; /* of PTL_ALPHA_MASK                                        */
    bool             double_sided;
    ptl_scene_extras extras;
    bool             adds; /* of PTL_ALPHA_BLEND: its light is added to what is behind it, whatever
                              its alpha; glTF has no word for that */
} ptl_scene_material;

/* Triangles of one material. Every list but position and index may be empty. */
typedef struct ptl_scene_part {
    uint32_t         material;
    ptl_f32s         position;   /* x y z                                      */
    ptl_f32s         normal;     /* x y z, unit length                         */
    ptl_f32s         uv;         /* u v                                        */
    ptl_u8s          color;      /* r g b a                                    */
    uint32_t         influences; /* joints of each vertex: 0, 4 or 8           */
    ptl_u16s         joint;      /* places in the skin's list                  */
    ptl_f32s         weight;     /* sum 1                                      */
    ptl_u32s         index;      /* three for each triangle                    */
    ptl_scene_extras extras;
    bool             welded; /* no two vertices are equal in every list    */
    bool display;            /* colors are values of a screen (sRGB) rather than amounts of light */
} ptl_scene_part;

typedef struct ptl_scene_mesh {
    ptl_str name;
    struct {
        ptl_scene_part *data;
        size_t          count;
    } parts;
    ptl_scene_extras extras;
} ptl_scene_mesh;

/* Parents may stand anywhere in the list; no node is above itself. */
typedef struct ptl_scene_node {
    ptl_str          name;
    uint32_t         parent, mesh, skin;
    float            translation[3], rotation[4], scale[3]; /* rotation: x y z w */
    ptl_scene_extras extras;
} ptl_scene_node;

typedef struct ptl_scene_skin {
    ptl_str  name;
    ptl_u32s joints;       /* nodes                          */
    ptl_f32s inverse_bind; /* 16 for each joint, column major */
    uint32_t root;         /* a node above all joints         */
} ptl_scene_skin;

typedef enum ptl_scene_path {
    PTL_PATH_TRANSLATION,
    PTL_PATH_ROTATION,
    PTL_PATH_SCALE
} ptl_scene_path;

typedef struct ptl_scene_channel {
    uint32_t       node;
    ptl_scene_path path;
    bool           step;   /* hold each value instead of blending to the next */
    ptl_f32s       times;  /* seconds, rising                                 */
    ptl_f32s       values; /* three or four for each time                     */
    bool           cubic;  /* three times as many: slope before, value, slope after */
} ptl_scene_channel;

typedef struct ptl_scene_clip {
    ptl_str name;
    struct {
        ptl_scene_channel *data;
        size_t             count;
    } channels;
} ptl_scene_clip;

typedef struct ptl_scene {
    ptl_str name;
    struct {
        ptl_scene_image *data;
        size_t           count;
    } images;
    struct {
        ptl_scene_material *data;
        size_t              count;
    } materials;
    struct {
        ptl_scene_mesh *data;
        size_t          count;
    } meshes;
    struct {
        ptl_scene_node *data;
        size_t          count;
    } nodes;
    struct {
        ptl_scene_skin *data;
        size_t          count;
    } skins;
    struct {
        ptl_scene_clip *data;
        size_t          count;
    } clips;
    ptl_scene_extras extras;
    float            tile; /* of ground: the side of one tile in meters; 0 for objects */
    /* Where pictures look from if nobody says: degrees around, and above the horizon; both 0: as
     * the view does. */
    float look[2];
} ptl_scene;

/* The scene of a document; PTL_E_UNSUPPORTED when its format has no third dimension. Options are
 * those of writing: settings, listener, and files to take images from. It shares nothing with the
 * document, and may outlive it. */
PTL_API ptl_status ptl_scene_make(ptl_scene **out, const ptl_doc *doc, const ptl_write_opts *opts,
                                  ptl_diag *err);
PTL_API void       ptl_scene_free(ptl_scene *scene); /* NULL is fine */

/* The scene of a file by another program (ptl_import_at); options are those of reading. */
PTL_API ptl_status ptl_scene_read(ptl_scene **out, const ptl_source *from,
                                  const ptl_read_opts *opts, ptl_diag *err);

/* Writes a scene, wherever it came from, as an export or as a document of a format that can be made
 * from one. It is checked in full first, so that one made by hand can do no harm, and is not
 * changed. */
PTL_API ptl_status ptl_scene_write(const ptl_target *to, const ptl_scene *scene,
                                   const ptl_write_opts *opts, ptl_diag *err);

/* The world matrix of every node at a time of a clip, or at rest with PTL_SCENE_NONE: 16 numbers
 * each, column major; `out` has room for 16 * nodes.count. Before its first key and past its last a
 * clip stands still. A skin moves vertices by the matrix of each joint times its inverse_bind. */
PTL_API ptl_status ptl_scene_sample(float *out, const ptl_scene *scene, uint32_t clip,
                                    double seconds, ptl_diag *err);

/* Seconds from 0 to the last key of a clip. */
PTL_API double ptl_scene_clip_length(const ptl_scene *scene, uint32_t clip);

/* Box around all vertices of a mesh as they are stored; false when there are none. */
typedef struct ptl_scene_box {
    float least[3], most[3];
} ptl_scene_box;

PTL_API bool ptl_scene_mesh_bounds(ptl_scene_box *out, const ptl_scene_mesh *mesh);

/* ---- Rays ------------------------------------------------------------------------------------
 *
 *     ptl_scene_rays *rays;
 *     ptl_scene_hit   hit;
 *
 *     ptl_scene_rays_make(&rays, scene, NULL, NULL);
 *     if (ptl_scene_ray(&hit, scene, rays, &(ptl_ray){ { 0, 9, 0 }, { 0, -1, 0 }, 100 }))
 *         printf("the ground is %f below\n", hit.t);
 *     ptl_scene_rays_free(rays);
 */
typedef struct ptl_scene_hit {
    double   t;                          /* met at origin + t * direction              */
    double   normal[3];                  /* of the triangle in the world, unit length  */
    uint32_t node, mesh, part, triangle; /* part of the mesh, triangle of the part     */
} ptl_scene_hit;

/* Triangles of a scene made ready for many rays; valid until the scene is changed. Skins are at
 * rest. Only the allocator and limits of the options are used. */
typedef struct ptl_scene_rays ptl_scene_rays;

PTL_API ptl_status ptl_scene_rays_make(ptl_scene_rays **out, const ptl_scene *scene,
                                       const ptl_read_opts *opts, ptl_diag *err);
PTL_API void       ptl_scene_rays_free(ptl_scene_rays *rays); /* NULL is fine */

/* The triangle a ray meets first, from either side; of several at the same distance, the first in
 * the order of nodes, parts and triangles. False when it meets none, or is not finite. Without
 * `rays` every triangle is looked at, with the same answer. */
PTL_API bool ptl_scene_ray(ptl_scene_hit *out, const ptl_scene *scene, const ptl_scene_rays *rays,
                           const ptl_ray *ray);

#ifdef __cplusplus
}
#endif

#endif
