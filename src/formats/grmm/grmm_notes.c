/* SPDX-License-Identifier: MIT */
/* The notes of a map as a hub: in the order, with the numbers and under the names that `info`
 * shows, of the levels that the settings ask for. */
#include <stdio.h>
#include <string.h>

#include "formats/grmm/grmm_private.h"
#include "hubs/notes.h"

static ptl_str copy_of(ptl_job *job, const char *text)
{
    size_t size = strlen(text);
    char  *copy = ptl_arena_copy(job, text, size, 1);

    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

static ptl_str name_of(ptl_job *job, const ptl_grmm_level *level)
{
    size_t size = ptl_grmm_level_name(NULL, 0, level);
    char  *name = ptl_arena_raw(job, size + 1);

    if (name)
        ptl_grmm_level_name(name, size + 1, level);
    return (ptl_str){ name ? name : "", name ? size : 0 };
}

static ptl_str mark_of(ptl_job *job, const ptl_grmm_note *note)
{
    const char *icon   = ptl_grmm_icon_name(note->icon);
    unsigned    number = note->kind == PTL_GRMM_ICON ? note->icon : note->index;
    char        text[24];

    if (note->kind == PTL_GRMM_CUSTOM_ID)
        return note->id;
    if (note->kind == PTL_GRMM_ICON && icon)
        return (ptl_str){ icon, strlen(icon) };
    if (note->kind != PTL_GRMM_NUMBERED && note->kind != PTL_GRMM_ICON)
        return (ptl_str){ "", 0 };
    snprintf(text, sizeof text, "%s%u", note->kind == PTL_GRMM_ICON ? "icon " : "", number);
    return copy_of(job, text);
}

static const char *const kinds[] = { [PTL_GRMM_COMMENT]   = "comment",
                                     [PTL_GRMM_NUMBERED]  = "numbered",
                                     [PTL_GRMM_CUSTOM_ID] = "id",
                                     [PTL_GRMM_ICON]      = "icon",
                                     [PTL_GRMM_LABEL]     = "label" };

/* A region counts where the level has them, whether coordinates begin anew in each or not. */
static ptl_str region_of(ptl_job *job, const grmm_region_index *regions, ptl_grmm_place place)
{
    const ptl_grmm_regions *r      = &regions->map->levels.data[place.level].regions;
    const ptl_grmm_region  *region = ptl_grmm_indexed_region(regions, place);
    char                    title[GRMM_TITLE];

    if (!r->enabled || r->rows == 0 || r->columns == 0)
        return (ptl_str){ "", 0 };
    if (region && region->name.size > 0)
        return region->name;
    return copy_of(job, ptl_grmm_region_title(title, regions, place));
}

static ptl_notes_entry entry_of(ptl_job *job, const grmm_region_index *regions, size_t index,
                                const ptl_grmm_note *note)
{
    ptl_grmm_place place = { (uint16_t)index, note->row, note->column };
    char           cell[32];

    return (ptl_notes_entry){ .region = region_of(job, regions, place),
                              .place  = copy_of(job, ptl_grmm_cell_name(cell, regions->map, place)),
                              .kind   = kinds[note->kind],
                              .mark   = mark_of(job, note),
                              .text   = note->text };
}

static void fill_level(ptl_job *job, ptl_notes_level *out, const grmm_region_index *regions,
                       size_t index)
{
    const ptl_grmm_level *level = &regions->map->levels.data[index];
    uint32_t             *order = ptl_grmm_list_notes(job, regions->map, index);

    out->name         = name_of(job, level);
    out->remarks      = level->remarks;
    out->by_region    = ptl_grmm_lists_by_region(level);
    out->entries.data = ptl_arena_array(job, level->notes.count, sizeof *out->entries.data);
    for (size_t i = 0; ptl_ok(job) && i < level->notes.count; i++)
        out->entries.data[out->entries.count++] =
            entry_of(job, regions, index, &level->notes.data[order[i]]);
}

/* Levels in the order of display, or in the one that was asked for. */
void ptl_grmm_to_notes(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_grmm          map   = *(const ptl_grmm *)native;
    ptl_notes        *out   = hub;
    bool              asked = ptl_setting_of(job, "levels");
    grmm_region_index regions;
    uint32_t         *order;

    (void)files;
    ptl_grmm_arrange(job, &map);
    order            = ptl_arena_array(job, map.levels.count, sizeof *order);
    out->levels.data = ptl_arena_array(job, map.levels.count, sizeof *out->levels.data);
    out->title       = map.title;
    out->remarks     = map.remarks;
    if (!order || !out->levels.data)
        return;
    ptl_grmm_sort_levels(&map, order);
    regions = ptl_grmm_index_regions(job, &map);
    for (size_t i = 0; i < map.levels.count && ptl_ok(job); i++) {
        out->levels.data[i].number = i + 1;
        fill_level(job, &out->levels.data[i], &regions, asked ? i : order[i]);
        out->levels.count++;
    }
}
