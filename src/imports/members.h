/* SPDX-License-Identifier: MIT */
/* Objects of JSON by tables: which members there are, and who reads each. */
#ifndef PTL_IMPORTS_MEMBERS_H
#define PTL_IMPORTS_MEMBERS_H

#include "core/json.h"

typedef struct ptl_member {
    const char *name;
    void (*read)(ptl_json_in *in, void *to); /* NULL: known, and not needed */
    size_t offset;                           /* of what it reads, in what the object becomes */
} ptl_member;

/* Reads an object; a null in its place is an empty one. Members that no row knows are left out,
 * which is reported. Rows end with one without a name. */
void ptl_members_read(ptl_json_in *in, const ptl_member *rows, void *to);

/* Reads a list and hands each element to `read`; a null in its place is an empty one. */
void ptl_members_each(ptl_json_in *in, void (*read)(ptl_json_in *in, void *to), void *to);

/* Readers of single values: a double that is finite, a text in the arena, a number of 32 bits. A
 * null leaves what there is. */
void ptl_member_real(ptl_json_in *in, void *to);
void ptl_member_text(ptl_json_in *in, void *to);
void ptl_member_u32(ptl_json_in *in, void *to);
void ptl_member_flag(ptl_json_in *in, void *to);

/* Any value as lines of text, names of members in front: "monster: a rat". Nulls and empty texts
 * are none. */
void ptl_member_lines(ptl_json_in *in, ptl_buf *out, ptl_str name);

/* A copy of a buffer in the arena. */
ptl_str ptl_member_kept(ptl_job *job, const ptl_buf *buf);

/* Whether the beginning of a file is an object of JSON in which all of these words stand. */
bool ptl_members_probe(ptl_span head, const char *const *words);

#endif
