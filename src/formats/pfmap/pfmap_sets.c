/* SPDX-License-Identifier: MIT */
/* The sets of tiles that terrain is painted with in Tiled, and their sheets. */
#include "core/companions.h"
#include "core/num.h"
#include "core/words.h"
#include "formats/pfmap/pfmap_grid.h"
#include "render/swatch.h"

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* A slope seen from above: what is higher is brighter. */
static void draw_shape(ptl_swatch *sheet, uint32_t type)
{
    ptl_pfmap_tile tile = { .type = (uint8_t)type, .ramp = 1 };

    for (int32_t y = 0; y < PTL_GRID_SIDE; y++)
        for (int32_t x = 0; x < PTL_GRID_SIDE; x++) {
            double up =
                ptl_pfmap_height_in(&tile, (x + 0.5) / PTL_GRID_SIDE, (y + 0.5) / PTL_GRID_SIDE);
            uint8_t gray = (uint8_t)(70 + up / PTL_PFMAP_LEVEL * 180);

            ptl_swatch_box(sheet, type, x, y, 1, 1, (ptl_rgba){ gray, gray, gray, 255 });
        }
}

static ptl_span draw_shapes(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    ptl_swatch sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < PTL_PFMAP_TYPES; i++)
        draw_shape(&sheet, i);
    return ptl_swatch_png(&sheet);
}

/* Water is blue; land goes from green to brown to white. */
static ptl_rgba height_color(int32_t level)
{
    int32_t up = level < 0 ? -level : level, far = up > 20 ? 20 : up;

    if (level < 0)
        return (ptl_rgba){ 60, (uint8_t)(150 - 4 * far), (uint8_t)(230 - 4 * far), 255 };
    return (ptl_rgba){ (uint8_t)(90 + 8 * far), (uint8_t)(160 + 4 * far), (uint8_t)(80 + 8 * far),
                       255 };
}

static ptl_span draw_heights(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    static const ptl_rgba black = { 0, 0, 0, 255 };
    ptl_swatch            sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (int32_t i = 1; i <= 2 * PTL_PFMAP_MAX_HEIGHT + 1; i++) {
        int32_t level = i - PTL_PFMAP_MAX_HEIGHT - 1;

        ptl_swatch_fill(&sheet, (uint32_t)i, height_color(level));
        ptl_swatch_number(&sheet, (uint32_t)i, level, black);
    }
    return ptl_swatch_png(&sheet);
}

static ptl_span draw_numbers(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    (void)files;
    return ptl_swatch_numbers(job, &set->is, 0);
}

/* A red cross on a veil, through which the ground is seen. */
static ptl_span draw_marks(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    static const ptl_rgba veil = { 220, 40, 40, 96 }, line = { 160, 0, 0, 255 };
    const int32_t         last = PTL_GRID_SIDE - 1;
    ptl_swatch            sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    ptl_swatch_fill(&sheet, 0, veil);
    for (int32_t i = -1; i <= 1; i++) {
        ptl_swatch_line(&sheet, 0, (int32_t[]){ i, 0 }, (int32_t[]){ last + i, last }, line);
        ptl_swatch_line(&sheet, 0, (int32_t[]){ last + i, 0 }, (int32_t[]){ i, last }, line);
    }
    return ptl_swatch_png(&sheet);
}

/* The texture of a material, made smaller; a color and its number where there is none. */
static void draw_material(ptl_job *job, ptl_swatch *sheet, uint32_t number, const ptl_pfmap *map,
                          const ptl_files *files)
{
    ptl_job       own = *job;
    ptl_companion file;
    ptl_image     picture;
    ptl_span      bytes = { 0 };

    own.listener = (ptl_listener){ 0 };
    if (ptl_pfmap_companion(map, number, &file))
        bytes = ptl_files_keep(job, files, &file);
    if (bytes.size > 0 && ptl_image_read(&own, &picture, bytes, NULL)) {
        ptl_swatch_picture(sheet, number, &picture,
                           (uint32_t[]){ 0, 0, picture.width, picture.height });
        return;
    }
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    ptl_swatch_fill(sheet, number, ptl_swatch_color(number));
    ptl_swatch_number(sheet, number, number, (ptl_rgba){ 0, 0, 0, 255 });
}

/* Pictures are needed one after the other: each has an arena of its own. */
static ptl_span draw_materials(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    ptl_arena  arena = { 0 }, *kept = job->arena;
    ptl_swatch sheet;

    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < set->values && ptl_ok(job); i++) {
        job->arena = &arena;
        draw_material(job, &sheet, i, set->user, files);
        job->arena = kept;
        ptl_arena_free(&arena, job->heap);
        arena = (ptl_arena){ 0 };
    }
    return ptl_ok(job) ? ptl_swatch_png(&sheet) : (ptl_span){ 0 };
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* Materials that are listed, and those that tiles name all the same. */
static uint32_t count_materials(const ptl_pfmap *map)
{
    uint32_t count = map->materials.count > 0 ? (uint32_t)map->materials.count : 1;

    for (size_t i = 0; i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t    = &map->tiles.data[i];
        uint32_t              most = t->top > t->side ? t->top : t->side;

        count = most >= count ? most + 1 : count;
    }
    return count;
}

uint32_t ptl_pfmap_set_values(const ptl_pfmap *map, unsigned set)
{
    static const uint8_t values[PFMAP_SETS] = { [PFMAP_SHAPES]  = PTL_PFMAP_TYPES,
                                                [PFMAP_HEIGHTS] = 2 * PTL_PFMAP_MAX_HEIGHT + 2,
                                                [PFMAP_RAMPS]   = PTL_PFMAP_MAX_HEIGHT + 1,
                                                [PFMAP_MARKS]   = 1,
                                                [PFMAP_BLENDS]  = 10,
                                                [PFMAP_COVERS]  = 10 };

    return set == PFMAP_MATERIALS ? count_materials(map) : values[set];
}

bool ptl_pfmap_add_sets(ptl_job *job, ptl_grid *grid, const ptl_pfmap *map)
{
    static const struct {
        char name[12], field[20];
        bool own;
    } sets[PFMAP_SETS] = {
        [PFMAP_SHAPES]    = { "shapes", "pfmap.shape" },
        [PFMAP_HEIGHTS]   = { "heights", "pfmap.height" },
        [PFMAP_RAMPS]     = { "ramps", "pfmap.ramp" },
        [PFMAP_MATERIALS] = { "materials", "pfmap.material", true },
        [PFMAP_MARKS]     = { "marks", "pfmap.mark" },
        [PFMAP_BLENDS]    = { "blends", "pfmap.blend" },
        [PFMAP_COVERS]    = { "covers", "pfmap.cover" },
    };

    for (unsigned i = 0; i < PFMAP_SETS; i++) {
        uint16_t at =
            ptl_grid_add_set(job, grid, sets[i].name, sets[i].field, ptl_pfmap_set_values(map, i));

        if (at == PTL_GRID_NO_SET)
            return false;
        grid->sets.data[at].own  = sets[i].own;
        grid->sets.data[at].user = map;
        grid->sets.data[at].draw = i == PFMAP_SHAPES      ? draw_shapes
                                   : i == PFMAP_HEIGHTS   ? draw_heights
                                   : i == PFMAP_MATERIALS ? draw_materials
                                   : i == PFMAP_MARKS     ? draw_marks
                                                          : draw_numbers;
    }
    return true;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The number at the end of a property's name; false when it has another beginning. */
static bool index_in(ptl_str name, const char *start, size_t count, size_t *out)
{
    const char *end = name.data + name.size;
    uint64_t    value;

    if (!ptl_str_begins(name, start) ||
        ptl_parse_u64(name.data + strlen(start), end, &value) != end || value >= count)
        return false;
    *out = (size_t)value;
    return true;
}

static void take_material(ptl_job *job, ptl_pfmap_material *to, ptl_str now)
{
    const char *blank = now.size > 0 ? memchr(now.data, ' ', now.size) : NULL;
    ptl_str     name  = { now.data, blank ? (size_t)(blank - now.data) : 0 };
    ptl_str     file  = { blank ? blank + 1 : "", blank ? now.size - name.size - 1 : 0 };

    if (!ptl_pfmap_is_word(name) || !ptl_pfmap_is_word(file)) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "a material is a name and the name of its texture: \"Grass grass.png\"");
        return;
    }
    to->name    = ptl_pfmap_copy(job, name.data, name.size);
    to->texture = ptl_pfmap_copy(job, file.data, file.size);
}

static void take_splat(ptl_job *job, ptl_pfmap_splat *to, ptl_str now, size_t materials)
{
    const char *end  = now.data + now.size, *at;
    uint64_t    base = 0, accent = 0;

    at = now.size > 0 ? ptl_parse_u64(now.data, end, &base) : NULL;
    at = at && at < end && *at == ' ' ? ptl_parse_u64(at + 1, end, &accent) : NULL;
    if (at != end || base >= materials || accent >= materials) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "a splat is the numbers of two materials: \"0 2\"");
        return;
    }
    to->base   = (uint32_t)base;
    to->accent = (uint32_t)accent;
}

bool ptl_pfmap_take_list(ptl_job *job, ptl_pfmap *map, ptl_str name, ptl_str now)
{
    size_t index;

    if (index_in(name, "pfmap.material.", map->materials.count, &index))
        take_material(job, &map->materials.data[index], now);
    else if (index_in(name, "pfmap.splat.", map->splats.count, &index))
        take_splat(job, &map->splats.data[index], now, map->materials.count);
    else
        return false;
    return true;
}
