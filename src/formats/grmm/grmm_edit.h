/* SPDX-License-Identifier: MIT */
/* How changes of a map begin and end, for the files that make them. */
#ifndef PTL_FORMATS_GRMM_EDIT_H
#define PTL_FORMATS_GRMM_EDIT_H

#include "formats/call.h"
#include "formats/grmm/grmm_private.h"

/* A change of a map: what becomes part of it, and what is needed only until the change is made. */
typedef struct grmm_edit {
    ptl_grmm   *map;
    ptl_job     job, scratch;
    ptl_memory *memory; /* of the scratch */
} grmm_edit;

bool       ptl_grmm_edit_begin(grmm_edit *e, ptl_doc *doc);
bool       ptl_grmm_edit_ok(const grmm_edit *e);
ptl_status ptl_grmm_edit_end(grmm_edit *e, ptl_diag *err);

/* Both return false where the call makes no sense, and fail the job. */
bool ptl_grmm_refuse(ptl_job *job, const char *why);
bool ptl_grmm_has_level(ptl_job *job, const ptl_grmm *map, size_t level);

ptl_str ptl_grmm_copy_text(ptl_job *job, const char *data, size_t size);
ptl_str ptl_grmm_copy_word(ptl_job *job, const char *word); /* NULL is an empty one */

/* What a new map has before it has levels. */
void ptl_grmm_begin(ptl_job *job, ptl_grmm *map, const char *title, const char *created,
                    unsigned version);

/* What is there before a change of levels; levels and pane of notes are copies in the scratch. */
ptl_grmm ptl_grmm_before(grmm_edit *e);

/* Keeps these levels, in this order; adds copies of all levels of another map, and the links among
 * them. Neither is done where it makes no sense. */
void ptl_grmm_edit_keep(grmm_edit *e, const uint32_t *levels, size_t count);
void ptl_grmm_edit_append(grmm_edit *e, const ptl_grmm *other);

#endif
