/* SPDX-License-Identifier: MIT */
/* Texts of plans before they are drawn: how wide they are, and where they break into lines.
 *
 * Widths are those of the DejaVu faces without kerning, so a text drawn with that font is never
 * wider than this. */
#ifndef PTL_HUBS_PLAN_TEXT_H
#define PTL_HUBS_PLAN_TEXT_H

#include <portolan/plan.h>

#include "core/arena.h"

/* How far a text advances, in units; what ptl_pen_text would escape is measured escaped. */
float ptl_plan_text_width(ptl_str text, ptl_plan_face face, float size);

/* The longest beginning of a text that is not wider, whole characters. */
ptl_str ptl_plan_text_fit(ptl_str text, ptl_plan_face face, float size, float width);

typedef struct ptl_plan_lines {
    ptl_str *data;  /* without line ends, and without blanks where a line was broken */
    size_t   count; /* 0 for a text of nothing but blanks */
    float    width; /* of the widest */
} ptl_plan_lines;

/* Breaks a text at its line ends (LF, CR LF, CR) and where it would pass `width`: between words,
 * or inside of a word that is longer than a line. Tabs are blanks; empty lines stay, but for those
 * at the end. The lines live in the arena or in the text. */
ptl_plan_lines ptl_plan_text_wrap(ptl_job *job, ptl_str text, ptl_plan_face face, float size,
                                  float width);

#endif
