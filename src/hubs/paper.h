/* SPDX-License-Identifier: MIT */
/* Sheets of paper and lengths, as people name them. Lengths are in units of plans, a 96th of an
 * inch. */
#ifndef PTL_HUBS_PAPER_H
#define PTL_HUBS_PAPER_H

#include <portolan/portolan.h>

#define PTL_MILLIMETER (96 / 25.4) /* units */

typedef struct ptl_paper {
    float width, height;
    bool  turns; /* may be laid on its side: nobody said how it lies */
} ptl_paper;

#define PTL_PAPER_WORDS                                                                            \
    "A0 to A6, B4, B5, Letter, Legal, Tabloid, Ledger or Executive, also with -portrait or "       \
    "-landscape behind it, or WxH with mm, cm, in or pt"

/* A sheet by its name, of any case, or by its sides, "297x420mm"; false when it is none. */
bool ptl_paper_parse(ptl_str text, ptl_paper *out);

#define PTL_LENGTH_WORDS "a number with mm, cm, in or pt"

/* "25.4mm"; false when it is no length. */
bool ptl_length_parse(ptl_str text, float *out);

#endif
