/* SPDX-License-Identifier: MIT */
/* A model being made from a scene: what the files that do it share. */
#ifndef PTL_FORMATS_PFOBJ_MAKE_H
#define PTL_FORMATS_PFOBJ_MAKE_H

#include "formats/pfobj/pfobj_private.h"
#include "hubs/scene_pose.h"

typedef struct bone { /* becomes a joint */
    uint32_t         node, skin;
    ptl_pfobj_matrix bind;   /* from its space to that of the model, in the bind pose          */
    uint32_t         parent; /* another bone, or PTL_SCENE_NONE                                */
    uint32_t         joint;  /* its place among the joints; PTL_SCENE_NONE when it became none */
    bool             still;  /* stands for not being bound to anything                         */
} bone;

typedef struct maker {
    ptl_job          *job;
    const ptl_scene  *scene;
    ptl_pfobj        *model;
    ptl_attachments  *attached;
    double            rate;     /* frames a second                 */
    const uint32_t   *order;    /* of the nodes, parents first     */
    ptl_placing      *placings; /* of the nodes                    */
    double            work;     /* vertices of all frames so far   */
    ptl_pfobj_matrix *worlds;   /* the same, in the scene          */
    bone             *bones;
    size_t            bone_count;
    uint32_t         *held;    /* for each node: the bone it is or hangs on, or PTL_SCENE_NONE */
    bool             *bears;   /* for each node: a bone hangs on it, or it is one             */
    uint32_t        **places;  /* for each skin: the bone of each of its joints */
    ptl_pfobj_matrix *settled; /* for each skin: what brings its vertices where they are at rest */
    struct {
        size_t weights, bind, tips, shears, colors, blends, sets, still_sets;
        double shear; /* the greatest */
    } lost;
} maker;

/* World matrices of all nodes out of their placings. */
void ptl_pfobj_make_worlds(maker *m);

/* Bones of all skins, merged; then joints and sets of these. */
void ptl_pfobj_make_bones(maker *m);
void ptl_pfobj_make_joints(maker *m);
void ptl_pfobj_make_sets(maker *m);

/* A name the engine can read: one word of ASCII, 63 bytes at most, different from those before it
 * in a list of structs that begin with their names. A change is reported. */
typedef struct names_before {
    const void *list;
    size_t      count, stride;
} names_before;

ptl_str ptl_pfobj_make_name(maker *m, ptl_str name, const char *otherwise, const char *list,
                            names_before before);

/* What a scene's extras say; nothing where they are not what we write. */
void ptl_pfobj_read_notes(const maker *m, ptl_str extras, const ptl_record *record, void *out);

typedef struct pfobj_doubles {
    double *data;
    size_t  count;
} pfobj_doubles;

double ptl_pfobj_tidy6(double value); /* six decimals, and no sign for zero */

#endif
