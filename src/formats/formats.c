/* SPDX-License-Identifier: MIT */
/* The table of formats. A new format is one line here. */
#include "formats/format.h"

extern const ptl_format ptl_format_grmm;
extern const ptl_format ptl_format_mpd;
extern const ptl_format ptl_format_pfobj;
extern const ptl_format ptl_format_pfmap;
extern const ptl_format ptl_format_ppe;
extern const ptl_format ptl_format_xmf;

const ptl_format *const ptl_formats[] = {
    &ptl_format_grmm,
    &ptl_format_mpd,
    &ptl_format_pfobj,
    &ptl_format_pfmap,
    &ptl_format_ppe,
    &ptl_format_xmf,
    NULL,
};
