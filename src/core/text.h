/* SPDX-License-Identifier: MIT */
/* Bounded reading of texts: words and numbers, offsets kept. */
#ifndef PTL_CORE_TEXT_H
#define PTL_CORE_TEXT_H

#include "core/job.h"

typedef struct ptl_text {
    ptl_job    *job;
    const char *start, *at, *end;
} ptl_text;

ptl_text ptl_text_of(ptl_job *job, ptl_span span);

/* Where the text stands, as an offset. */
uint64_t ptl_text_offset(const ptl_text *in);

/* Steps over blanks, tabs and line ends. */
void ptl_text_skip_space(ptl_text *in);

/* Steps past the next `c`; false, and nothing moves, when there is none. */
bool ptl_text_skip_past(ptl_text *in, char c);

/* What stands here up to white space, for messages: escaped, cut to fit. */
const char *ptl_text_word_here(const ptl_text *in, char *out, size_t out_size);

#endif
