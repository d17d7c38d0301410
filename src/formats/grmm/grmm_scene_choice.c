/* SPDX-License-Identifier: MIT */
/* What settings choose of a dungeon in three dimensions: levels, and how high walls are. */
#include <string.h>

#include "core/num.h"
#include "formats/grmm/grmm_solid.h"
#include "hubs/plan_pages.h"

/* Chooses as plans do, over pages in the order of display that only have names and, as their first
 * layer, the numbers of their levels. */
static bool pick(ptl_job *job, const ptl_grmm *map, const ptl_setting *given, ptl_plan *out)
{
    size_t    count = map->levels.count;
    uint32_t *order = ptl_arena_array(job, count, sizeof *order);

    *out = (ptl_plan){ .pages = { ptl_arena_array(job, count, sizeof *out->pages.data), count } };
    if (!order || !out->pages.data)
        return false;
    ptl_grmm_sort_levels(map, order);
    for (size_t i = 0; i < count; i++) {
        const ptl_grmm_level *level = &map->levels.data[order[i]];
        size_t                size  = ptl_grmm_level_name(NULL, 0, level);
        char                 *name  = ptl_arena_raw(job, size + 1);

        if (name)
            ptl_grmm_level_name(name, size + 1, level);
        out->pages.data[i].name  = (ptl_str){ name, name ? size : 0 };
        out->pages.data[i].layer = order[i];
    }
    if (ptl_ok(job) && !ptl_plan_pick_pages(out, (ptl_str){ given->data, given->size }))
        ptl_plan_refuse_pages(job, out, (ptl_str){ given->data, given->size }, "levels");
    return ptl_ok(job);
}

/* Levels keep the order they have in the map. */
static void keep_levels(ptl_job *job, ptl_grmm *map, const ptl_plan *chosen)
{
    size_t          count = map->levels.count, kept = 0;
    uint32_t       *now_at = ptl_arena_array(job, count, sizeof *now_at);
    ptl_grmm_level *levels = ptl_arena_array(job, count, sizeof *levels);

    PTL_COPY_LIST(job, map->links);
    if (!now_at || !levels || !ptl_ok(job))
        return;
    memset(now_at, 0xFF, count * sizeof *now_at); /* GRMM_GONE */
    for (size_t i = 0; i < chosen->pages.count; i++)
        now_at[chosen->pages.data[i].layer] = 0;
    for (size_t i = 0; i < count; i++)
        if (now_at[i] != GRMM_GONE) {
            levels[kept] = map->levels.data[i];
            now_at[i]    = (uint32_t)kept++;
        }
    ptl_grmm_renumber(map, now_at, count);
    map->levels.data  = levels;
    map->levels.count = kept;
}

const ptl_grmm *ptl_solid_choose(ptl_job *job, const ptl_grmm *map)
{
    const ptl_setting *given = ptl_setting_of(job, "level");
    ptl_grmm          *copy;
    ptl_plan           chosen;

    if (!given || !ptl_ok(job))
        return map;
    copy = ptl_arena_raw(job, sizeof *copy);
    if (!copy || !pick(job, map, given, &chosen))
        return map;
    *copy = *map;
    keep_levels(job, copy, &chosen);
    return copy;
}

double ptl_solid_height(ptl_job *job)
{
    const ptl_setting *given  = ptl_setting_of(job, "wall-height");
    const char        *end    = given ? (const char *)given->data + given->size : NULL;
    double             height = 1;

    if (given &&
        (ptl_parse_f64(given->data, end, &height) != end || !(height >= 0.125 && height <= 16)))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "wall-height takes a number of cells from 0.125 to 16");
    else if (given && ptl_setting_of(job, "flat"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "flat dungeons have no wall-height");
    return height;
}
