/* SPDX-License-Identifier: MIT */
/* What the files of the Permafrost model format share. */
#ifndef PTL_FORMATS_PFOBJ_PRIVATE_H
#define PTL_FORMATS_PFOBJ_PRIVATE_H

#include <portolan/pfobj.h>

#include "formats/format.h"

enum {
    PFOBJ_LINE      = 255, /* bytes of a line, its end included, that the engine reads */
    PFOBJ_SETS      = 32,  /* limits of the engine */
    PFOBJ_JOINTS    = 256,
    PFOBJ_MATERIALS = 16,
    PFOBJ_NAME      = 63, /* bytes */
};

/* The least a thing takes in a file. */
enum {
    PFOBJ_VERTEX_BYTES   = 31, /* the last line end may be missing */
    PFOBJ_MATERIAL_BYTES = 51,
    PFOBJ_JOINT_BYTES    = 29,
    PFOBJ_POSE_BYTES     = 19,
    PFOBJ_BOUNDS_BYTES   = 38,
};

void ptl_pfobj_read(ptl_job *job, ptl_span source, void *native);
void ptl_pfobj_settle(ptl_job *job, const void *native);
void ptl_pfobj_write(ptl_job *job, ptl_buf *out, const void *native);
void ptl_pfobj_beside(ptl_job *job, const void *native, const ptl_files *files,
                      ptl_attachments *attached);
void ptl_pfobj_check(ptl_job *job, const void *native, const char *profile);
void ptl_pfobj_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);

/* Where the text names the texture of a material, or PTL_NOWHERE: counted from its first line. */
uint64_t ptl_pfobj_texture_place(ptl_job *job, const ptl_pfobj *model, size_t material);
void     ptl_pfobj_fix(ptl_job *job, void *native);
void     ptl_pfobj_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_pfobj_from_scene(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
bool ptl_pfobj_companion(const void *native, size_t index, ptl_companion *out);

/* The document as the bytes of a file, without findings; for looking at what would be written. */
void ptl_pfobj_put(ptl_buf *out, const ptl_pfobj *model);

/* How many bytes of the job's source are as the document would be written, or PTL_NOWHERE when all
 * of them are and nothing is missing. */
uint64_t ptl_pfobj_spelled_to(const ptl_job *job, const ptl_pfobj *model);

/* To know the bounds of all frames, each vertex has to be moved in each of them. The largest model
 * of the engine moves 214,080, which is done in milliseconds. */
enum { PFOBJ_MOVES = 1 << 26 };
double ptl_pfobj_moves(const ptl_pfobj *model); /* vertices times frames */

/* Bounds of every frame and of the bind pose anew. */
void ptl_pfobj_measure(ptl_job *job, ptl_pfobj *model);

/* Gives a model that is being written rotations of one form, or its mirror image, in memory of the
 * job's arena. */
void ptl_pfobj_turn_copy(ptl_job *job, ptl_pfobj *model, uint8_t form);
void ptl_pfobj_mirror_copy(ptl_job *job, ptl_pfobj *model);

/* Weights as shares of the whole, greatest first: those of one joint added up, without those that
 * are not positive. Returns how many are left. */
unsigned ptl_pfobj_tidy_weights(ptl_pfobj_weight *list, unsigned count);

/* A setting that is a number from `least` to `most`, which `range` spells. */
double ptl_pfobj_setting_number(ptl_job *job, const char *name, double otherwise, double least,
                                double most, const char *range);
/* Frames a second. */
double ptl_pfobj_rate(ptl_job *job);

/* Whether a name has a blank in it: the engine takes the first word only. */
bool ptl_pfobj_has_blank(ptl_str name);

/* The numbers of the joints, parents before their children, in the job's arena; NULL when some form
 * a circle (*circle is then one of these) or when memory runs out. */
uint32_t *ptl_pfobj_order(ptl_job *job, const ptl_pfobj *model, size_t *circle);

/* The skin of the bind pose, and of a frame's poses; memory from the job's arena. */
void ptl_pfobj_skin_bind(ptl_job *job, const ptl_pfobj *model, ptl_pfobj_skin *out);
void ptl_pfobj_skin_pose(ptl_job *job, const ptl_pfobj *model, ptl_pfobj_skin *skin,
                         const ptl_pfobj_frame *frame);

/* Whether the triangle of these three vertices has no area; *side is positive when its normals are
 * on the side it is seen from. */
bool ptl_pfobj_triangle_is_flat(const ptl_pfobj_vertex *corners, double *side);

/* A root whose scale mirrors: the newer exporter leaves that. */
bool ptl_pfobj_is_mirrored(const ptl_pfobj_joint *joint);

/* Rounded to six decimals, as it would be read after having been written. */
double ptl_pfobj_round6(double value);

extern const ptl_record ptl_pfobj_facts_record;
void                   *ptl_pfobj_facts(ptl_job *job, const void *native);

extern const ptl_format ptl_format_pfobj;

/* The row's `make`. */
ptl_status ptl_pfobj_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule ptl_pfobj_rules[];

#endif
