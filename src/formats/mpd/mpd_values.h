/* SPDX-License-Identifier: MIT */
/* Egoboo's text files: streams of values. The games skip to the next colon, read a value, and
 * repeat; lines and labels are decoration. */
#ifndef PTL_FORMATS_MPD_VALUES_H
#define PTL_FORMATS_MPD_VALUES_H

#include "core/text.h"

typedef struct mpd_values {
    ptl_text    in;
    const char *before; /* where the decoration in front of the last value began */
    const char *colon;
    const char *value; /* where the last one begins */
} mpd_values;

mpd_values ptl_mpd_values_of(ptl_job *job, ptl_span text);

/* Steps to the next value; false, and the job failed, where there is none. */
bool ptl_mpd_next_value(mpd_values *v, const char *what);

/* Whether a number may end here: "0x10" and "1,00" are not numbers followed by decoration. */
bool ptl_mpd_ends_number(const mpd_values *v, const char *at);

/* Fails over the value here. */
void ptl_mpd_bad_value(mpd_values *v, const char *rule, const char *what, const char *why);

#endif
