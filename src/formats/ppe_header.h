/* SPDX-License-Identifier: MIT */
/* The header of a PixelPerfectEngine map, which both maps and containers read. */
#ifndef PTL_FORMATS_PPE_HEADER_H
#define PTL_FORMATS_PPE_HEADER_H

#include <portolan/ppe.h>

enum {
    PPE_HEADER_NONE      = 0, /* read from CSV */
    PPE_HEADER           = 12,
    PPE_HEADER_2018      = 16,    /* with the length of the file after the flags */
    PPE_FLAGS_AFTER_2018 = 0xF18, /* layout, graphics section and coders came later */
    PPE_FLAG_LAYOUT      = 3,     /* where in the header's flags these begin */
    PPE_FLAG_CODER       = 8,
    PPE_FLAG_WIDTH       = 16,
    PPE_FLAG_USER        = 24,
    PPE_CELL             = 4, /* bytes in a file */
    PPE_CORNER           = 8,
    PPE_CELL_CORNERS     = 4,
    PPE_SECTIONS         = 3,
    PPE_NEUTRAL          = 0x80,
    PPE_OPAQUE           = 0xFF,
    PPE_KNOWN_FLAGS = PTL_PPE_EXTRA | PTL_PPE_PALETTE_DATA | PTL_PPE_AXIS_SWAP | PTL_PPE_GRAPHICS,
};

/* ---- The payload: what follows the header, decoded ------------------------------------------- */

typedef struct ppe_section {
    const char *name;
    uint64_t    count; /* elements                   */
    uint64_t    row;   /* of these, in a row of cells */
    uint32_t    unit;  /* bytes of one               */
} ppe_section;

typedef struct ppe_plan { /* sections in the order of the file */
    ppe_section section[PPE_SECTIONS];
    unsigned    count;
    uint64_t    size; /* bytes of all */
} ppe_plan;

ppe_plan ptl_ppe_plan_of(const ptl_ppe *map);

static inline uint64_t ppe_cells(const ptl_ppe *map)
{
    return (uint64_t)map->width * map->height;
}

/* Takes the header's flags apart; false when there is more than one coder. */
bool ptl_ppe_take_flags(ptl_ppe *map, uint32_t flags);

#endif
