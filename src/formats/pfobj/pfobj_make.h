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
    bool              backs;    /* faces seen from both sides get a second one */
    bool             *clear;    /* for each image: it has pixels that are not opaque */
    double            scale;    /* of everything */
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
        size_t weights, bind, tips, shears, colors, blends, sets, still_sets, motions;
        size_t sided, cutoffs, cuts, samplers, gray, alien; /* of materials and their images */
        double shear;                                       /* the greatest */
    } lost;
} maker;

/* World matrices of all nodes out of their placings. */
void ptl_pfobj_make_worlds(maker *m);

/* Bones of all skins, merged; then joints and sets of these. */
void ptl_pfobj_make_bones(maker *m);
void ptl_pfobj_make_joints(maker *m);
void ptl_pfobj_make_sets(maker *m);

/* ---- Names: pfobj_from_names.c --------------------------------------------------------------- */

typedef struct pfobj_word { /* a name on its way */
    char   text[PFOBJ_NAME + 1];
    size_t size;
} pfobj_word;

/* Letters, digits and signs; letters beyond ASCII are spelled with these, blanks and all others
 * become underscores. `keep` bytes at the end, an extension, survive where the rest is cut. A name
 * that is empty is made of `otherwise` and a number. */
pfobj_word ptl_pfobj_word_of(ptl_str name, const char *otherwise, size_t number, size_t keep);

/* The spelling alone; what does not fit is cut. Returns the size. */
size_t ptl_pfobj_to_ascii(char *out, size_t room, ptl_str name);

/* Names that stand before one in a list of structs that begin with them. */
typedef struct names_before {
    const void *list;
    size_t      count, stride;
} names_before;

/* The word with a number behind it, before the last `keep` bytes, where it is taken. */
pfobj_word ptl_pfobj_free_word(pfobj_word w, const names_before *before, size_t keep);
ptl_str    ptl_pfobj_keep_word(ptl_job *job, const char *text, size_t size);
void ptl_pfobj_say_renamed(maker *m, ptl_str from, ptl_str to, const char *list, size_t index);

/* A name the engine can read, different from those before it. A change is reported. */
ptl_str ptl_pfobj_make_name(maker *m, ptl_str name, const char *otherwise, const char *list,
                            names_before before);
ptl_str ptl_pfobj_material_name(maker *m, ptl_str name, size_t index);

/* What a scene's extras say; nothing where they are not what we write. */
void ptl_pfobj_read_notes(const maker *m, ptl_str extras, const ptl_record *record, void *out);

typedef struct pfobj_doubles {
    double *data;
    size_t  count;
} pfobj_doubles;

double ptl_pfobj_tidy6(double value); /* six decimals, and no sign for zero */

#endif
