/* SPDX-License-Identifier: MIT */
/* Bounded reading of texts. */
#include "core/text.h"

#include <string.h>

#include "core/utf8.h"

ptl_text ptl_text_of(ptl_job *job, ptl_span span)
{
    const char *start = span.data ? (const char *)span.data : "";

    return (ptl_text){ .job = job, .start = start, .at = start, .end = start + span.size };
}

uint64_t ptl_text_offset(const ptl_text *in)
{
    return (uint64_t)(in->at - in->start);
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void ptl_text_skip_space(ptl_text *in)
{
    while (in->at < in->end && is_space(*in->at))
        in->at++;
}

bool ptl_text_skip_past(ptl_text *in, char c)
{
    const char *found = in->at < in->end ? memchr(in->at, c, (size_t)(in->end - in->at)) : NULL;

    if (found)
        in->at = found + 1;
    return found != NULL;
}

const char *ptl_text_word_here(const ptl_text *in, char *out, size_t out_size)
{
    const char *end = in->at;

    while (end < in->end && !is_space(*end))
        end++;
    return ptl_quote(out, out_size, in->at, (size_t)(end - in->at));
}
