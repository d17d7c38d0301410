/* SPDX-License-Identifier: MIT */
/* What cells, corners and logic values mean, and how new maps come to be. */
#include <string.h>

#include "formats/call.h"
#include "formats/ppe/ppe_private.h"
#include "hubs/tiles.h"

/* ---- Cells ---------------------------------------------------------------------------------- */

static ptl_ppe_cell new_cell(uint32_t word)
{
    return (ptl_ppe_cell){ .tile      = (uint16_t)word,
                           .palette   = word >> 16 & 0xFFF,
                           .transform = word >> 28 & 7,
                           .priority  = word >> 31 };
}

ptl_ppe_cell ptl_ppe_cell_of(const ptl_ppe *map, uint32_t word)
{
    unsigned mirrors; /* and the swap, if there is one */

    if (!map || map->layout == PTL_PPE_NEW)
        return new_cell(word);
    mirrors = map->flags & PTL_PPE_AXIS_SWAP ? 3 : 2;
    return (ptl_ppe_cell){ .tile      = (uint16_t)word,
                           .palette   = (uint16_t)(word >> 24),
                           .transform = (uint8_t)(word >> 16 & ((1u << mirrors) - 1)),
                           .p         = (uint8_t)((word >> 16 & 0xFF) >> mirrors) };
}

ptl_ppe_cell ptl_ppe_cell_in_engine(const ptl_ppe *map, uint32_t word)
{
    if (!map || map->layout == PTL_PPE_NEW)
        return new_cell(word);
    return (ptl_ppe_cell){ .tile      = (uint16_t)word,
                           .palette   = (uint16_t)(word >> 24),
                           .transform = word >> 16 & 7,
                           .priority  = (word >> 19 & 0x1F) != 0 };
}

bool ptl_ppe_word_of(uint32_t *out, const ptl_ppe *map, const ptl_ppe_cell *cell)
{
    unsigned     mirrors, transform;
    ptl_ppe_cell back;

    if (!out || !map || !cell)
        return false;
    mirrors   = map->flags & PTL_PPE_AXIS_SWAP ? 3 : 2;
    transform = cell->transform & ((1u << mirrors) - 1);
    if (map->layout == PTL_PPE_NEW)
        *out = cell->tile | (cell->palette & 0xFFFu) << 16 | (cell->transform & 7u) << 28 |
               (uint32_t)cell->priority << 31;
    else
        *out = cell->tile | ((transform | (unsigned)cell->p << mirrors) & 0xFF) << 16 |
               (cell->palette & 0xFFu) << 24;
    back = ptl_ppe_cell_of(map, *out);
    return back.palette == cell->palette && back.transform == cell->transform &&
           back.priority == cell->priority && back.p == cell->p;
}

ptl_ppe_pixel ptl_ppe_source_pixel(uint8_t transform, uint32_t w, uint32_t h, uint32_t x,
                                   uint32_t y)
{
    if (w > 0 && h > 0)
        ptl_tile_source(transform, w, h, &x, &y);
    return (ptl_ppe_pixel){ x, y };
}

uint32_t ptl_ppe_tiled_gid(const ptl_ppe_cell *cell)
{
    if (!cell || cell->tile == PTL_PPE_EMPTY)
        return 0;
    return cell->tile + 1u + (cell->transform & PTL_PPE_MIRROR_X ? 0x80000000u : 0) +
           (cell->transform & PTL_PPE_MIRROR_Y ? 0x40000000u : 0) +
           (cell->transform & PTL_PPE_SWAP ? 0x20000000u : 0);
}

/* ---- Sections ------------------------------------------------------------------------------- */

static const ptl_ppe_corner neutral = { PPE_NEUTRAL, PPE_NEUTRAL, PPE_NEUTRAL, PPE_OPAQUE, 0, 0 };

/* Past every list where there is no such cell. */
static uint64_t index_of(const ptl_ppe *map, uint32_t x, uint32_t y)
{
    return map && x < map->width ? (uint64_t)y * map->width + x : UINT64_MAX / PPE_CELL_CORNERS;
}

ptl_ppe_corner ptl_ppe_corner_at(const ptl_ppe *map, uint32_t x, uint32_t y, unsigned corner)
{
    if (!map || index_of(map, x, y) >= map->corners.count / PPE_CELL_CORNERS)
        return neutral;
    return map->corners.data[PPE_CELL_CORNERS * index_of(map, x, y) + corner % PPE_CELL_CORNERS];
}

ptl_ppe_light ptl_ppe_light_at(const ptl_ppe *map, uint32_t x, uint32_t y, double across,
                               double down)
{
    const double  weight[] = { (1 - across) * (1 - down), across * (1 - down), (1 - across) * down,
                               across * down };
    ptl_ppe_light light    = { 0 };

    for (unsigned i = 0; i < PPE_CELL_CORNERS; i++) {
        ptl_ppe_corner c = ptl_ppe_corner_at(map, x, y, i);

        light.red += weight[i] * c.red;
        light.green += weight[i] * c.green;
        light.blue += weight[i] * c.blue;
        light.alpha += weight[i] * c.alpha;
        light.direction_x += weight[i] * c.light_x;
        light.direction_y += weight[i] * c.light_y;
    }
    return light;
}

double ptl_ppe_lit(double color, double light)
{
    if (light < PPE_NEUTRAL)
        return color * light / PPE_NEUTRAL;
    return 255 - (255 - color) * (255 - light) / (255 - PPE_NEUTRAL);
}

uint64_t ptl_ppe_logic_at(const ptl_ppe *map, uint32_t x, uint32_t y)
{
    return map && index_of(map, x, y) < map->logic.count ? map->logic.data[index_of(map, x, y)] : 0;
}

/* ---- New maps ------------------------------------------------------------------------------- */

static void lay_out(ptl_job *job, ptl_ppe *map)
{
    if (map->width < 1 || map->height < 1 || map->height > PTL_PPE_MAX_CELLS / map->width) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "ppe-size",
                 "%lu x %lu cells; allowed: 1 to %d altogether", (unsigned long)map->width,
                 (unsigned long)map->height, PTL_PPE_MAX_CELLS);
        return;
    }
    map->cells.count = (size_t)ppe_cells(map);
    map->cells.data  = ptl_arena_array(job, map->cells.count, sizeof *map->cells.data);
    for (size_t i = 0; map->cells.data && i < map->cells.count; i++)
        map->cells.data[i] = PTL_PPE_EMPTY;
}

ptl_status ptl_ppe_new(ptl_doc **out, ptl_ppe_layout layout, uint32_t width, uint32_t height,
                       const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;
    ptl_ppe                   *map;

    if (!out)
        return ptl_call_nowhere(err);
    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    map  = doc ? ptl_doc_become(&job, doc, &ptl_format_ppe) : NULL;
    if (map) {
        doc->placeless = job.placeless = true;
        map->layout                    = layout == PTL_PPE_NEW;
        map->width                     = width;
        map->height                    = height;
        lay_out(&job, map);
    }
    return ptl_doc_end(out, &job, doc, err);
}

ptl_status ptl_ppe_add_corners(ptl_doc *doc, ptl_diag *err)
{
    ptl_job         job;
    ptl_ppe        *map = ptl_call_change(&job, doc, &ptl_format_ppe);
    ptl_ppe_corners corners;

    if (!map || map->corners.count > 0)
        return ptl_job_end(&job, err);
    corners.count = PPE_CELL_CORNERS * map->cells.count;
    corners.data  = ptl_arena_array(&job, corners.count, sizeof *corners.data);
    if (!corners.data)
        return ptl_job_end(&job, err);
    for (size_t i = 0; i < corners.count; i++)
        corners.data[i] = neutral;
    map->corners = corners;
    map->flags |= PTL_PPE_GRAPHICS;
    return ptl_job_end(&job, err);
}

ptl_status ptl_ppe_add_logic(ptl_doc *doc, unsigned bits, ptl_diag *err)
{
    ptl_job  job;
    ptl_ppe *map   = ptl_call_change(&job, doc, &ptl_format_ppe);
    uint8_t  width = bits == 64 ? 3 : bits == 32 ? 2 : bits == 16 ? 1 : 0;

    if (map && (map->layout != PTL_PPE_NEW || bits != 8u << width))
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 "logic values have 8, 16, 32 or 64 bits, and belong to maps of the new layout");
    if (!ptl_ok(&job) || map->logic.count > 0)
        return ptl_job_end(&job, err);
    map->logic.data = ptl_arena_array(&job, map->cells.count, sizeof *map->logic.data);
    if (!map->logic.data)
        return ptl_job_end(&job, err);
    map->logic.count = map->cells.count;
    map->logic_width = width;
    map->flags |= PTL_PPE_EXTRA;
    return ptl_job_end(&job, err);
}
