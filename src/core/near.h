/* SPDX-License-Identifier: MIT */
/* What somebody may have meant by a word that is not known: offer what there is, then say so. */
#ifndef PTL_CORE_NEAR_H
#define PTL_CORE_NEAR_H

#include <portolan/portolan.h>

typedef struct ptl_near {
    ptl_str word, best; /* what was given, and the nearest so far; empty when nothing is near */
    size_t  distance;   /* of the nearest, or one more than counts as near */
    char    text[96];
} ptl_near;

ptl_near ptl_near_to(ptl_str word);

/* Offered texts are kept until the text is made; names also word by word, for parts of names. */
void ptl_near_offer(ptl_near *near, ptl_str known);
void ptl_near_offer_name(ptl_near *near, ptl_str name);
void ptl_near_offer_word(ptl_near *near, const char *word);
void ptl_near_offer_list(ptl_near *near, const char *words); /* blanks between */

/* "; did you mean "nearest"?", or `otherwise`. Good as long as the struct is. */
const char *ptl_near_text(ptl_near *near, const char *otherwise);

#endif
