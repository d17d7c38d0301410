/* SPDX-License-Identifier: MIT */
/* JSON without a tree: values are pulled from a text and put into a buffer one by one. */
#ifndef PTL_CORE_JSON_H
#define PTL_CORE_JSON_H

#include "core/buf.h"

/* ---- In --------------------------------------------------------------------------------------
 *
 *     ptl_json_open(&in, '[');
 *     for (bool first = true; ptl_json_next(&in, ']', &first);)
 *         sum += ptl_json_u64(&in, 255);
 *
 * Anything unexpected fails the job at its place; then everything reads as zero and loops end. */
typedef struct ptl_json_in {
    ptl_job    *job;
    const char *start, *at, *end;
    unsigned    depth;
    ptl_buf     scratch; /* holds a string that had escapes */
} ptl_json_in;

ptl_json_in ptl_json_in_of(ptl_job *job, ptl_span span);
void        ptl_json_in_free(ptl_json_in *in);

/* First character of the next value: one of { [ " 0 (any number) t f n, or 0 after a failure. */
char     ptl_json_peek(ptl_json_in *in);
uint64_t ptl_json_offset(const ptl_json_in *in);

void ptl_json_open(ptl_json_in *in, char bracket);
/* Whether another element follows; steps over the comma or the closing bracket. */
bool ptl_json_next(ptl_json_in *in, char close, bool *first);
/* A member's name and its colon. Valid until the next string is read. */
ptl_str ptl_json_key(ptl_json_in *in);

ptl_str  ptl_json_string(ptl_json_in *in);   /* the same */
uint64_t ptl_json_f64_bits(ptl_json_in *in); /* bits, because a NaN may not survive a register */
uint32_t ptl_json_f32_bits(ptl_json_in *in);
uint64_t ptl_json_u64(ptl_json_in *in, uint64_t most); /* a number or, for large ones, a string */
int64_t  ptl_json_i64(ptl_json_in *in, int64_t least, int64_t most);
bool     ptl_json_bool(ptl_json_in *in);
void     ptl_json_skip(ptl_json_in *in); /* any value */
void     ptl_json_end(ptl_json_in *in);  /* nothing but white space may follow */

/* Fails because the next value is not what is wanted: "a list of numbers". */
void ptl_json_expected(ptl_json_in *in, const char *what);

/* ---- Out -------------------------------------------------------------------------------------
 * Numbers are the shortest that read back the same; what JSON numbers cannot hold safely becomes a
 * string: whole numbers from 2^53 on, and floats that are not finite as "0x" and their bits. */
void ptl_json_put_string(ptl_buf *out, const char *data, size_t size);
void ptl_json_put_u64(ptl_buf *out, uint64_t value);
void ptl_json_put_i64(ptl_buf *out, int64_t value);
void ptl_json_put_f32_bits(ptl_buf *out, uint32_t bits);
void ptl_json_put_f64_bits(ptl_buf *out, uint64_t bits);

#endif
