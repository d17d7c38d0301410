/* SPDX-License-Identifier: MIT */
/* What the files share that read the fields of a map. */
#ifndef PTL_FORMATS_GRMM_READER_H
#define PTL_FORMATS_GRMM_READER_H

#include "formats/grmm/grmm_private.h"

typedef struct grmm_reader {
    ptl_job  *job;
    ptl_span  file;
    ptl_grmm *map;
    bool      document, salvage;
    uint64_t  cells; /* of all levels so far           */
    uint64_t  most;  /* what the memory limit allows   */
    uint64_t  sized; /* where the last level says its size */
    ptl_job  *outer; /* salvaging: the job that goes on */
    ptl_job   trial;
    uint32_t *now_at; /* salvaging: what number a level has now */
} grmm_reader;

/* While salvaging, what follows may fail without the file failing. */
void ptl_grmm_try(grmm_reader *r);
/* Whether it went well; what is lost if not is said. */
bool ptl_grmm_tried(grmm_reader *r, const char *what);

/* The data of a chunk. */
ptl_cursor ptl_grmm_enter(grmm_reader *r, const grmm_piece *piece);
ptl_str    ptl_grmm_short_text(ptl_cursor *in, const char *what);
ptl_str    ptl_grmm_long_text(ptl_cursor *in, const char *what);
/* What a chunk holds beyond its last field is kept. */
ptl_u8s ptl_grmm_rest(ptl_cursor *in);
/* A list of at most `count` records of at least `least` bytes each; NULL when the bytes are not
 * there. */
void *ptl_grmm_list_of(ptl_cursor *in, uint64_t count, uint64_t least, size_t size);
void  ptl_grmm_check_order(grmm_reader *r, const grmm_piece *const *pieces, size_t count);

void ptl_grmm_read_links(grmm_reader *r, const grmm_piece *piece);
void ptl_grmm_read_state(grmm_reader *r, const grmm_tree *tree);

#endif
