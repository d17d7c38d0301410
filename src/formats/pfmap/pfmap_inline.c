/* SPDX-License-Identifier: MIT */
/* The inline functions of <portolan/pfmap.h>, as symbols of the library. */
#include <portolan/pfmap.h>

extern inline ptl_pfmap_tile *ptl_pfmap_tile_at(const ptl_pfmap *map, uint32_t row, uint32_t col);
extern inline bool            ptl_pfmap_is_water(const ptl_pfmap_tile *tile);
