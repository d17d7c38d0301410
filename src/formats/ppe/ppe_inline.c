/* SPDX-License-Identifier: MIT */
/* The inline functions of <portolan/ppe.h>, as symbols of the library. */
#include <portolan/ppe.h>

extern inline bool         ptl_ppe_has_logic(const ptl_ppe *map);
extern inline ptl_ppe_cell ptl_ppe_cell_at(const ptl_ppe *map, uint32_t x, uint32_t y);
