/* SPDX-License-Identifier: MIT */
/* The lines of a model, parsed with care: any blanks, exact numbers of fields, and every oddity
 * reported at its place. */
#ifndef PTL_FORMATS_PFOBJ_LINES_H
#define PTL_FORMATS_PFOBJ_LINES_H

#include "core/words.h"
#include "formats/pfobj/pfobj_private.h"

typedef struct pfobj_lines {
    ptl_job    *job;
    const char *start, *at, *end; /* the text, and where the next line begins */
    const char *word, *stop;      /* what is left of the line, outer blanks off */
    bool        crlf;             /* CR LF was seen and said */
    bool        blank_after;      /* blanks followed what is in this line */
} pfobj_lines;

enum {                     /* where the engine does not mind blanks */
       PFOBJ_INDENTED = 1, /* before the first word */
       PFOBJ_OPEN     = 2, /* after the last        */
};

pfobj_lines ptl_pfobj_lines_of(ptl_job *job, ptl_span source);

uint64_t ptl_pfobj_offset(const pfobj_lines *in, const char *at);

/* Steps to the next line that has something in it. False, and the job failed, when there is none;
 * `what` is what was wanted. */
bool ptl_pfobj_next(pfobj_lines *in, const char *what, unsigned blanks);

/* The same, and its first word must be `key`; `hint` is put behind the message when it is not. */
bool ptl_pfobj_next_key(pfobj_lines *in, const char *key, unsigned blanks, const char *hint);

/* The first word of the next line that has something in it, without stepping; empty at the end. */
ptl_str ptl_pfobj_peek(const pfobj_lines *in);

/* The next word of the line; empty when there is no more. */
ptl_str ptl_pfobj_word(pfobj_lines *in);

/* The rest of the line as a text of the document. Empty ones and those with a NUL are refused. */
ptl_str ptl_pfobj_name(pfobj_lines *in, const char *what);

/* A copy of some text in the arena. */
ptl_str ptl_pfobj_keep(ptl_job *job, const char *from, const char *to);

/* Exactly so many numbers, and nothing after them. */
void ptl_pfobj_reals(pfobj_lines *in, const char *what, double *out, unsigned count);

/* One word of numbers with slashes between: `least` to `most` of them. Returns how many. */
unsigned ptl_pfobj_slashed(pfobj_lines *in, const char *what, ptl_str word, double *out,
                           unsigned least, unsigned most);

/* A whole number from 0 on, in one word. */
uint32_t ptl_pfobj_count(pfobj_lines *in, const char *what, ptl_str word);

/* Fails when there is more in the line. */
void ptl_pfobj_line_end(pfobj_lines *in, const char *what);

/* Says what the engine makes of a name with blanks in it, which stands before in->word's line end.
 */
void ptl_pfobj_look_at_joint(pfobj_lines *in, ptl_str name);
void ptl_pfobj_look_at_set(pfobj_lines *in, ptl_str name);

#endif
