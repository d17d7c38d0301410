/* SPDX-License-Identifier: MIT */
/* The header of a PixelPerfectEngine map, which both maps and containers read. */
#include "formats/ppe_header.h"
#include "core/bytes.h"

bool ptl_ppe_take_flags(ptl_ppe *map, uint32_t flags)
{
    uint32_t coders = flags >> PPE_FLAG_CODER & 15;

    map->flags       = flags & (PPE_KNOWN_FLAGS | PTL_PPE_RESERVED);
    map->layout      = flags >> PPE_FLAG_LAYOUT & 1;
    map->logic_width = flags >> PPE_FLAG_WIDTH & 3;
    map->user        = (uint8_t)(flags >> PPE_FLAG_USER);
    map->coder       = PTL_PPE_PLAIN;
    for (unsigned bit = 0; bit < 4; bit++)
        if (coders == 1u << bit)
            map->coder = (uint8_t)(PTL_PPE_RLE + bit);
    return coders == 0 || map->coder != PTL_PPE_PLAIN;
}

ppe_plan ptl_ppe_plan_of(const ptl_ppe *map)
{
    uint64_t n = ppe_cells(map), w = map->width;
    ppe_plan plan = { .count = 1 };

    plan.section[0] = (ppe_section){ "cells", n, w, PPE_CELL };
    if (map->flags & PTL_PPE_GRAPHICS)
        plan.section[plan.count++] = (ppe_section){ "graphics section", n * PPE_CELL_CORNERS,
                                                    w * PPE_CELL_CORNERS, PPE_CORNER };
    if (ptl_ppe_has_logic(map))
        plan.section[plan.count++] = (ppe_section){ "logic section", n, w, 1u << map->logic_width };
    for (unsigned i = 0; i < plan.count; i++)
        plan.size += plan.section[i].count * plan.section[i].unit;
    return plan;
}

uint64_t ptl_ppe_plain_size(const uint8_t header[12])
{
    ptl_ppe map = { 0 };

    if (!header)
        return 0;
    map.width  = ptl_load_u32le(header + 4);
    map.height = ptl_load_u32le(header + 8);
    if (!ptl_ppe_take_flags(&map, ptl_load_u32le(header)) || map.coder || map.width < 1 ||
        map.height < 1 || map.width > INT32_MAX || map.height > INT32_MAX / map.width)
        return 0;
    return PPE_HEADER + ptl_ppe_plan_of(&map).size;
}
