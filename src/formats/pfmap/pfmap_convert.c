/* SPDX-License-Identifier: MIT */
/* From one version of Permafrost terrain to another, and what that loses. */
#include <string.h>

#include "formats/pfmap/pfmap_private.h"

typedef struct conversion {
    ptl_job   *job;
    ptl_pfmap *map;
    ptl_pfmap  from; /* as it was */
    unsigned   before, after;
} conversion;

static void lose(conversion *c, uint64_t number, const char *rule, const char *what)
{
    ptl_pfmap_name_tile(c->job, c->map, "tile", number);
    ptl_find(c->job, PTL_LOSS, PTL_NOWHERE, rule, "%s", what);
}

/* One mode for each edge; cover is kept where it has a meaning. */
static void spread_blend(conversion *c, uint64_t number, ptl_pfmap_tile *tile)
{
    uint8_t modes[4];

    ptl_pfmap_blend_modes(modes, &c->from, tile);
    memcpy(tile->edge_blend, modes, 4);
    tile->blend = 0;
    if (tile->cover > 2) {
        lose(c, number, "pfmap-cover", "a cover without a meaning becomes none");
        tile->cover = 0;
    }
}

/* One mode for the tile, that of its northern edge; no cover. */
static void join_blend(conversion *c, uint64_t number, ptl_pfmap_tile *tile)
{
    uint8_t modes[4];

    ptl_pfmap_blend_modes(modes, &c->from, tile);
    if (modes[0] != modes[1] || modes[0] != modes[2] || modes[0] != modes[3])
        lose(c, number, "pfmap-edges", "the edges differ in blend mode: the northern one is kept");
    if (modes[0] > 1)
        lose(c, number, "pfmap-blend", "a blend mode of 1.2 becomes blur");
    if (tile->cover > 0)
        lose(c, number, "pfmap-cover", "the cover is dropped");
    tile->blend = modes[0] > 1 ? 1 : modes[0];
    tile->cover = 0;
    memset(tile->edge_blend, 0, 4);
}

static void convert_tiles(conversion *c, void (*each)(conversion *, uint64_t, ptl_pfmap_tile *))
{
    ptl_pfmap      *map  = c->map;
    ptl_pfmap_tile *copy = ptl_arena_raw(c->job, map->tiles.count * (uint64_t)sizeof *copy);

    if (!copy)
        return;
    memcpy(copy, map->tiles.data, map->tiles.count * sizeof *copy);
    map->tiles.data = copy;
    for (uint64_t n = 0; n < map->tiles.count; n++)
        each(c, n, &copy[ptl_pfmap_index(map, n)]);
}

static void check_limits(const conversion *c)
{
    if (c->map->materials.count > PTL_PFMAP_ENGINE_LISTS ||
        c->map->splats.count > PTL_PFMAP_ENGINE_LISTS)
        ptl_fail(c->job, PTL_E_LIMIT, PTL_NOWHERE, "pfmap-limit",
                 "%zu materials and %zu splats, the engine takes at most 256 of each",
                 c->map->materials.count, c->map->splats.count);
}

static void change_version(conversion *c, const ptl_setting *target)
{
    bool known;

    c->map->version = (ptl_str){ target->data, target->size };
    c->after        = ptl_pfmap_version_of(c->map->version, &known);
    if (c->after < 11) {
        ptl_find_count(c->job, PTL_LOSS, "pfmap-splats", c->map->splats.count,
                       "# {splat is|splats are} dropped");
        c->map->splats.count = 0;
    }
    if ((c->before < 11) != (c->after < 11)) { /* words of the header move */
        c->map->layout.words.count     = 0;
        c->map->layout.spellings.count = 0;
    }
}

void ptl_pfmap_convert(ptl_job *job, ptl_pfmap *map)
{
    const ptl_setting *target = ptl_setting_of(job, "target-version");
    const ptl_setting *where  = ptl_setting_of(job, "blend-layout");
    conversion         c      = { job, map, *map, ptl_pfmap_version(map), ptl_pfmap_version(map) };

    check_limits(&c);
    if (target)
        change_version(&c, target);
    if (ptl_setting_is(where, "single") && c.after >= 12)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "version 1.2 has no blend mode for the whole tile");
    if (!ptl_ok(job))
        return;
    if (ptl_setting_is(where, "per-edge") || (!where && c.after >= 12 && c.before < 12))
        convert_tiles(&c, spread_blend);
    else if (ptl_setting_is(where, "single") || (c.after < 12 && c.before >= 12))
        convert_tiles(&c, join_blend);
    if (c.after >= 12)
        map->layout.letters.count = 0;
}
