/* SPDX-License-Identifier: MIT */
/* A walk over deflate, for when libdeflate refuses a stream and does not say why. */
#ifndef PTL_CORE_CODEC_WALK_H
#define PTL_CORE_CODEC_WALK_H

#include "core/job.h"

/* Whether everything in a deflate stream is as it should be, except that it ends too early. */
bool ptl_deflate_is_cut(ptl_span stream);

#endif
