/* SPDX-License-Identifier: MIT */
/* The plan of a terrain: a topographic map on one page, north up, with its frame and its title. */
#include "formats/pfmap/pfmap_plan.h"

#include <stdio.h>
#include <string.h>

ptl_chart_point ptl_pfmap_corner_on(const pfmap_sheet *s, uint32_t row, uint32_t col, int corner)
{
    bool east  = corner == PTL_PFMAP_NE || corner == PTL_PFMAP_SE;
    bool south = corner == PTL_PFMAP_SE || corner == PTL_PFMAP_SW;

    return (ptl_chart_point){ s->chart.x + (float)(col + east) * s->chart.cell,
                              s->chart.y + (float)(row + south) * s->chart.cell };
}

/* ---- Materials ------------------------------------------------------------------------------- */

enum { SOLID = 0xAC }; /* alpha of ground: paper shines through, and lines stay legible on it */

/* What grounds of such a name look like; the first that fits is taken. */
static const struct {
    const char *word;
    uint32_t    rgb;
} grounds[] = {
    { "snow", 0xE1E8F1 },   { "ice", 0xC5DFF0 },   { "lava", 0x890000 },   { "seabed", 0x998C57 },
    { "sand", 0xD0BA71 },   { "beach", 0xD0BA71 }, { "cobble", 0x867F74 }, { "road", 0xA88A52 },
    { "path", 0xA88A52 },   { "cliff", 0x5F5140 }, { "rock", 0x706558 },   { "stone", 0x7D766C },
    { "metal", 0x5F7082 },  { "crack", 0x8C622D }, { "dirt", 0x8C622D },   { "mud", 0x552F05 },
    { "flower", 0x8CA039 }, { "grass", 0x77A047 }, { "moss", 0x4E8124 },   { "forest", 0x366E19 },
    { "wood", 0x773E02 },   { "water", 0x63A3CC },
};

enum { GROUNDS = sizeof grounds / sizeof *grounds };

/* For names that say nothing. */
static const uint32_t others[] = { 0x8EAA68, 0xC1A771, 0x9F8A71, 0x759B7D,
                                   0xBC8C68, 0x8F8FB0, 0xB1B47A, 0x77928E };

static bool says(ptl_str text, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= text.size; i++) {
        size_t k = 0;

        while (k < size && (text.data[i + k] | 0x20) == word[k])
            k++;
        if (k == size)
            return true;
    }
    return false;
}

/* The row of a material, or how many there are. */
static size_t ground_of(const ptl_pfmap_material *m)
{
    size_t i = 0;

    while (i < GROUNDS && !says(m->name, grounds[i].word) && !says(m->texture, grounds[i].word))
        i++;
    return i;
}

static uint32_t darker(uint32_t rgb, size_t steps)
{
    uint32_t out = 0, part = steps < 5 ? 100 - 9 * (uint32_t)steps : 55;

    for (int shift = 0; shift < 24; shift += 8)
        out |= (rgb >> shift & 255) * part / 100 << shift;
    return out;
}

/* A second grass is darker than the first; `seen` counts the materials of each row. */
static uint32_t usual_color(const ptl_pfmap *map, size_t material, size_t seen[GROUNDS])
{
    size_t row = ground_of(&map->materials.data[material]);

    if (row == GROUNDS)
        return others[material % (sizeof others / sizeof *others)] << 8 | SOLID;
    return darker(grounds[row].rgb, seen[row]++) << 8 | SOLID;
}

static void choose_color(pfmap_sheet *s, size_t material, size_t seen[GROUNDS])
{
    char         *name  = ptl_arena_take(s->job, 32);
    uint32_t      image = PTL_PLAN_NONE;
    ptl_companion file  = { 0 };

    if (!name)
        return;
    snprintf(name, 32, "material %zu", material);
    ptl_format_pfmap.companion(s->map, material, &file);
    if (s->used[material] > 0 && file.name[0])
        image = ptl_pen_image(&s->chart.pen, &file, false);
    s->materials[material] =
        ptl_pen_color_of(&s->chart.pen, name, usual_color(s->map, material, seen), image);
}

/* ---- What is to be drawn --------------------------------------------------------------------- */

static void survey(pfmap_sheet *s)
{
    s->low  = PTL_PFMAP_MAX_HEIGHT;
    s->high = -PTL_PFMAP_MAX_HEIGHT;
    for (size_t i = 0; i < s->map->tiles.count; i++) {
        const ptl_pfmap_tile *tile = &s->map->tiles.data[i];
        const pfmap_half     *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
        int                   corner[4];

        ptl_pfmap_corners(corner, tile);
        for (int k = 0; k < 4; k++) {
            s->low  = corner[k] < s->low ? corner[k] : s->low;
            s->high = corner[k] > s->high ? corner[k] : s->high;
        }
        for (int k = 0; k < 2; k++) {
            uint16_t material = ptl_pfmap_material_in(tile, pair[k].fx, pair[k].fz);

            if (material < s->map->materials.count)
                s->used[material]++;
        }
    }
}

/* Bytes that are no text are shown as what they are. */
const char *ptl_pfmap_title(ptl_job *job)
{
    size_t size = 4 * strlen(job->name ? job->name : "") + 8;
    char  *out  = job->name && *job->name ? ptl_arena_take(job, size) : NULL;

    if (!job->name || !*job->name)
        return "Permafrost terrain";
    return out ? ptl_quote(out, size, job->name, strlen(job->name)) : NULL;
}

static void put_title(pfmap_sheet *s, const char *title)
{
    char text[96];

    snprintf(text, sizeof text, "%s%lu \xC3\x97 %lu tiles, levels %d to %d",
             s->job->name && *s->job->name ? "Permafrost terrain, " : "",
             (unsigned long)s->map->width, (unsigned long)s->map->height, s->low, s->high);
    ptl_chart_title(&s->chart, title, text);
}

void ptl_pfmap_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_plan   *plan      = hub;
    pfmap_sheet s         = { .job = job, .map = native };
    size_t      materials = s.map->materials.count, seen[GROUNDS] = { 0 };
    const char *title;

    s.materials = ptl_arena_array(job, materials + 1, sizeof *s.materials);
    s.used      = ptl_arena_array(job, materials + 1, sizeof *s.used);
    if (!s.materials || !s.used)
        return;
    title = ptl_pfmap_title(job);
    if (!title)
        return;
    plan->name = ptl_scene_text(title);
    survey(&s);
    s.chart = ptl_chart_begin(job, plan, s.map->width, s.map->height, ptl_pfmap_legend_height(&s));
    for (size_t i = 0; i < materials && ptl_ok(job); i++)
        choose_color(&s, i, seen);
    ptl_pfmap_draw_ground(&s, files);
    ptl_pfmap_draw_relief(&s);
    ptl_pfmap_draw_water(&s);
    ptl_pfmap_draw_contours(&s);
    ptl_pfmap_draw_slopes(&s);
    ptl_pfmap_draw_cliffs(&s);
    ptl_pfmap_draw_passability(&s);
    ptl_pfmap_draw_reach(&s);
    ptl_chart_grid(&s.chart, PTL_PFMAP_CHUNK);
    ptl_chart_frame(&s.chart);
    put_title(&s, title);
    ptl_pfmap_draw_legend(&s);
}
