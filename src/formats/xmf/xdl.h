/* SPDX-License-Identifier: MIT */
/* The text form of containers: SDLang, of which the engine's author has a dialect called XDL. */
#ifndef PTL_FORMATS_XMF_XDL_H
#define PTL_FORMATS_XMF_XDL_H

#include <portolan/xmf.h>

#include "core/arena.h"
#include "core/text.h"

/* The whole text as tags, in the job's arena; what follows the last is *end. */
ptl_xmf_tags ptl_xdl_parse(ptl_job *job, ptl_str text, ptl_str *end);

/* Bytes of what stands between two tags up to where so many braces are closed. */
size_t ptl_xdl_closed(ptl_job *job, ptl_str between, unsigned braces);

/* How many braces are closed there. */
uint32_t ptl_xdl_closings(ptl_job *job, ptl_str between);

/* The values of one tag that ptl_xdl_parse found good. Decoded texts are in the job's arena. */
ptl_xmf_values ptl_xdl_values(ptl_job *job, ptl_str rest);

#endif
