/* SPDX-License-Identifier: MIT */
/* The sets of tiles that maps are painted with in Tiled, and their sheets. */
#include "formats/ppe/ppe_grid.h"
#include "render/swatch.h"

enum { MANY = 4096, SMALL = 16, WIDE = 128 }; /* more tiles than that are drawn smaller */

static ptl_span draw_numbers(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    (void)files;
    return ptl_swatch_numbers(job, &set->is, 0);
}

/* The sheet as it is, but a PNG, whatever it was. */
static ptl_span draw_given(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    const ptl_setting *given = set->user;
    ptl_swatch         sheet;
    ptl_image          image;

    (void)files;
    if (!ptl_image_read(job, &image, (ptl_span){ given->data, given->size }, NULL) ||
        !ptl_image_expand(job, &image))
        return (ptl_span){ 0 };
    sheet = (ptl_swatch){ .job = job, .image = image };
    return ptl_swatch_png(&sheet);
}

static void shrink(ptl_tiled_set *set)
{
    set->columns      = WIDE;
    set->tile_width   = SMALL;
    set->tile_height  = SMALL;
    set->tile_count   = (set->tile_count + WIDE - 1) / WIDE * WIDE;
    set->image.width  = WIDE * SMALL;
    set->image.height = set->tile_count / WIDE * SMALL;
}

/* Tiles of a sheet that is given; false when it has none of that size. */
static bool take_sheet(ptl_job *job, ptl_grid_set *set, const ptl_setting *given)
{
    ptl_tile_layer size = { 0 };
    uint32_t       width, height;

    ptl_ppe_take_tile_size(job, &size);
    if (!ptl_ok(job))
        return false;
    if (!ptl_image_measure((ptl_span){ given->data, given->size }, &width, &height) ||
        width < size.tile_width || height < size.tile_height) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "the image of tileset has no tile of that size");
        return false;
    }
    set->is.tile_width   = size.tile_width;
    set->is.tile_height  = size.tile_height;
    set->is.columns      = width / size.tile_width;
    set->is.tile_count   = set->is.columns * (height / size.tile_height);
    set->is.image.width  = width;
    set->is.image.height = height;
    set->user            = given;
    set->draw            = draw_given;
    return true;
}

bool ptl_ppe_add_tiles(ptl_job *job, ptl_grid *grid, ptl_grid_map *map, uint32_t count)
{
    const ptl_setting *given = ptl_setting_of(job, "tileset");
    uint16_t           at    = ptl_grid_add_set(job, grid, "tiles", "ppe.tile", count);
    ptl_grid_set      *set;

    if (at == PTL_GRID_NO_SET)
        return false;
    set         = &grid->sets.data[at];
    set->own    = true;
    set->draw   = draw_numbers;
    set->values = PTL_PPE_EMPTY;
    if (!given && count > MANY)
        shrink(&set->is);
    if (given && !take_sheet(job, set, given))
        return false;
    if (set->is.tile_count < count)
        ptl_find_count(job, PTL_WARNING, "ppe-sheet", count - set->is.tile_count,
                       "# {tile is|tiles are} not on the sheet: Tiled shows a mark for them");
    set->is.tile_count = set->is.tile_count < count ? count : set->is.tile_count;
    map->tile_width    = set->is.tile_width;
    map->tile_height   = set->is.tile_height;
    return true;
}

uint16_t ptl_ppe_add_numbers(ptl_job *job, ptl_grid *grid, const ptl_ppe *map, ptl_ppe_paint paint,
                             uint32_t count)
{
    static const char names[][12]  = { "palettes", "bits", "logic" };
    static const char fields[][16] = { "ppe.palette", "ppe.p", "ppe.logic" };
    unsigned          row          = paint - PPE_PALETTE;
    uint32_t          room         = paint == PPE_BITS ? 64 : 256;
    uint16_t          at;

    (void)map;
    room = count > room ? count : room;
    at   = ptl_grid_add_set(job, grid, names[row], fields[row], room);
    if (at != PTL_GRID_NO_SET)
        grid->sets.data[at].draw = draw_numbers;
    if (at != PTL_GRID_NO_SET && room != 64 && room != 256)
        grid->sets.data[at].own = true;
    return at;
}
