/* SPDX-License-Identifier: MIT */
/* Heightmaps out of gray pictures. */
#ifndef PTL_RENDER_HEIGHTMAP_READ_H
#define PTL_RENDER_HEIGHTMAP_READ_H

#include "hubs/heightmap.h"

/* Whether bytes begin as those of a PNG. */
bool ptl_heightmap_probe(ptl_span bytes);

/* Reads a PNG in gray of 8 or 16 bits, into memory of the job's arena; any other is refused. */
bool ptl_heightmap_read(ptl_job *job, ptl_heightmap *out, ptl_span png);

#endif
