/* SPDX-License-Identifier: MIT */
/* Bounded reading of bytes: past the end, or after a failure, everything reads as zero. */
#ifndef PTL_CORE_CURSOR_H
#define PTL_CORE_CURSOR_H

#include "core/job.h"

typedef struct ptl_cursor {
    ptl_job       *job;
    const uint8_t *data;
    uint64_t       at, size;
    const char    *what;  /* the part being read, for messages: "the header" */
    const char    *whole; /* what ends where the cursor ends: "the file"     */
} ptl_cursor;

ptl_cursor ptl_cursor_of(ptl_job *job, ptl_span span);
/* The same from `at` to before `end` of the span, which `whole` names: offsets stay those of the
 * span. */
ptl_cursor ptl_cursor_part(ptl_job *job, ptl_span span, uint64_t at, uint64_t end,
                           const char *whole);
uint64_t   ptl_left(const ptl_cursor *in);

/* Whether so many more bytes are left; fails the job if not. */
bool ptl_need(ptl_cursor *in, uint64_t size);

uint8_t  ptl_u8(ptl_cursor *in);
uint16_t ptl_u16le(ptl_cursor *in);
uint32_t ptl_u32le(ptl_cursor *in);
uint64_t ptl_u64le(ptl_cursor *in);

/* The next bytes as they stand in the source; NULL when they are not all there. */
const uint8_t *ptl_take(ptl_cursor *in, uint64_t size);
/* The same as text of the document: left in place when the source belongs to it, else copied. */
ptl_str ptl_chars(ptl_cursor *in, uint64_t size);

/* Arrays of the file as arrays of the document: left in place when the source belongs to the
 * document and fits this machine, copied otherwise. The bytes are counted before memory is taken.
 */
ptl_u8s  ptl_u8_array(ptl_cursor *in, uint64_t count);
ptl_u32s ptl_u32le_array(ptl_cursor *in, uint64_t count);
ptl_f32s ptl_f32le_array(ptl_cursor *in, uint64_t count);

#endif
