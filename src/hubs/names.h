/* SPDX-License-Identifier: MIT */
/* Texts and their numbers, found again without going through all of them. */
#ifndef PTL_HUBS_NAMES_H
#define PTL_HUBS_NAMES_H

#include "core/arena.h"
#include "core/hash.h"

typedef struct ptl_name_place ptl_name_place;

typedef struct ptl_names { /* all zero: none yet */
    ptl_name_place *places;
    size_t          slots, count;
    ptl_hash_key    key;
    size_t          passed; /* places of others that were looked at on the way to the right one */
} ptl_names;

/* The number of a text: where it is kept, to be read and changed. A new text has the number
 * `otherwise`. The text must stay where it is; places last until the next call. NULL when the job
 * failed. */
uint32_t *ptl_names_at(ptl_job *job, ptl_names *names, ptl_str text, uint32_t otherwise);

#endif
