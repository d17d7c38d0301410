/* SPDX-License-Identifier: MIT */
/* Dungeons for Tiled: what their files share. */
#ifndef PTL_FORMATS_GRMM_GRID_H
#define PTL_FORMATS_GRMM_GRID_H

#include "formats/grmm/grmm_edit.h"

enum { /* sets of tiles, and layers painted with them, lowest first */
       GRMM_PAINT_COLOR,
       GRMM_PAINT_FLOOR,
       GRMM_PAINT_TRAIL,
       GRMM_PAINT_WEST,
       GRMM_PAINT_NORTH,
       GRMM_PAINTS,
       GRMM_NOTES_LAYER = GRMM_PAINTS, /* layers of objects, behind them */
       GRMM_LABELS_LAYER,
       GRMM_LINKS_LAYER,
       GRMM_REGIONS_LAYER
};

/* The layer of the map that is painted, and the turn of tiles that stands for a direction. */
extern const uint8_t ptl_grmm_painted[GRMM_PAINTS];
extern const uint8_t ptl_grmm_turns[4];

bool ptl_grmm_add_sets(ptl_job *job, ptl_grid *grid, const ptl_grmm *map);

/* Notes, labels, links and regions of a level as objects. */
void ptl_grmm_add_objects(ptl_job *job, ptl_grid_map *to, const ptl_grmm *map, size_t level);

/* Takes them home; says in `any` whether something is another. */
void ptl_grmm_take_objects(ptl_job *job, ptl_grmm *map, const ptl_grid_home *home, bool *any);
/* The same for links of all levels that are there, when all levels are what they will be. */
void ptl_grmm_take_links(ptl_job *job, ptl_grmm *map, ptl_grid_homes *homes);

/* Takes over a property of the map or of a level; false when it means nothing. */
bool ptl_grmm_take_property(ptl_job *job, ptl_grmm *map, ptl_grmm_level *level, ptl_str name,
                            ptl_str now);

/* The cell of an object: that of its point, or of its middle. */
bool ptl_grmm_cell_of(const ptl_grmm_level *level, const ptl_tiled_object *o, uint16_t *row,
                      uint16_t *column);

#endif
