/* SPDX-License-Identifier: MIT */
/* Grids and Tiled's files: what those that turn one into the other share. */
#ifndef PTL_FORMATS_TMX_GRID_H
#define PTL_FORMATS_TMX_GRID_H

#include "formats/tmx/tmx_private.h"
#include "hubs/grid.h"

enum { TMX_NAME = 256 };

/* How the files that are made are spelled, and what they are called. */
typedef struct ptl_tmx_style {
    ptl_tiled_language language;
    ptl_tmx_coding     coding;
    bool               embedded; /* sets are inside of the maps */
    const char        *stem;
} ptl_tmx_style;

/* The name of a set's files, without extension. */
typedef struct ptl_tmx_file {
    char name[TMX_NAME];
    bool above; /* the folder of the document */
} ptl_tmx_file;

ptl_tmx_file ptl_tmx_set_file(const ptl_grid *grid, const ptl_grid_set *set,
                              const ptl_tmx_style *style);

/* A map, or a set by itself, as elements of XML in the job's arena. */
ptl_tiled ptl_tmx_map_made(ptl_job *job, const ptl_grid *grid, const ptl_grid_map *map,
                           const ptl_tmx_style *style);
ptl_tiled ptl_tmx_set_made(ptl_job *job, const ptl_grid *grid, const ptl_grid_set *set,
                           const ptl_tmx_style *style);

#endif
