/* SPDX-License-Identifier: MIT */
/* The sets of tiles that meshes are painted with in Tiled, and their sheets. */
#include "core/companions.h"
#include "formats/mpd/mpd_grid.h"
#include "render/swatch.h"

enum { MOST_HEIGHTS = 4096, ACROSS = 8 }; /* images side by side on a sheet */

static const ptl_rgba black = { 0, 0, 0, 255 };

/* ---- Images ---------------------------------------------------------------------------------- */

/* Where there is no sheet, images are colors and numbers. */
static void draw_plainly(ptl_swatch *sheet, unsigned first)
{
    for (uint32_t i = 0; i < MPD_PER_SHEET; i++) {
        ptl_swatch_fill(sheet, i, ptl_swatch_color(first + i));
        ptl_swatch_number(sheet, i, first + i, black);
    }
}

/* A big image is two by two small ones, and goes on from the other side of its sheet. */
static void draw_images(ptl_swatch *sheet, const ptl_image *picture, uint32_t size)
{
    uint32_t w = picture->width / ACROSS, h = picture->height / ACROSS;

    for (uint32_t i = 0; i < MPD_PER_SHEET; i++)
        ptl_swatch_picture(sheet, i, picture,
                           (uint32_t[]){ i % ACROSS * w, i / ACROSS * h, size * w, size * h });
}

static ptl_span draw_sheet(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    bool          big   = set->number >= MPD_BIG;
    ptl_span      bytes = { 0 };
    ptl_job       own   = *job;
    ptl_companion file;
    ptl_image     picture;
    ptl_swatch    sheet;

    own.listener = (ptl_listener){ 0 };
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    if (ptl_mpd_companion(set->user, 1 + set->number % 4, &file))
        bytes = ptl_files_keep(job, files, &file);
    if (bytes.size > 0 && ptl_image_read(&own, &picture, bytes, NULL) && picture.width >= ACROSS &&
        picture.height >= ACROSS)
        draw_images(&sheet, &picture, big ? 2 : 1);
    else
        draw_plainly(&sheet, (unsigned)set->number % 4 * MPD_PER_SHEET);
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    return ptl_swatch_png(&sheet);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int32_t pixel_of(double place)
{
    int32_t at = (int32_t)(place * (PTL_GRID_SIDE - 1) + 0.5);

    return at < 0 ? 0 : at >= PTL_GRID_SIDE ? PTL_GRID_SIDE - 1 : at;
}

/* The outlines of all triangles of a command, which go around its first vertex. */
static void draw_command(ptl_swatch *sheet, uint32_t tile, const ptl_mpd_fan_type *type,
                         const uint8_t *entries, unsigned count)
{
    static const ptl_rgba line = { 20, 60, 160, 255 };

    for (unsigned i = 1; i < count; i++) {
        const uint8_t from[2] = { entries[0], entries[i - 1] };
        const int32_t to[2]   = { pixel_of(type->u[entries[i]]), pixel_of(type->v[entries[i]]) };

        for (unsigned k = 0; k < 2; k++)
            ptl_swatch_line(sheet, tile,
                            (int32_t[]){ pixel_of(type->u[from[k]]), pixel_of(type->v[from[k]]) },
                            to, line);
    }
}

static void draw_shape(ptl_swatch *sheet, uint32_t tile, const ptl_mpd_fan_type *type)
{
    const ptl_rgba veil =
        tile < PTL_MPD_SHAPES ? (ptl_rgba){ 255, 255, 255, 60 } : (ptl_rgba){ 255, 220, 120, 60 };
    unsigned at = 0;

    ptl_swatch_fill(sheet, tile, veil);
    for (unsigned i = 0; i < type->commands; at += type->size[i++])
        draw_command(sheet, tile, type, type->entry + at, type->size[i]);
    ptl_swatch_number(sheet, tile, tile, (ptl_rgba){ 160, 20, 20, 255 });
}

static ptl_span draw_shapes(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    const ptl_mpd *mesh = set->user;
    ptl_swatch     sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < PTL_MPD_TYPES; i++) {
        const ptl_mpd_fan_type *type = ptl_mpd_type(mesh->dictionary, (uint8_t)i);

        if (type && type->vertices > 0)
            draw_shape(&sheet, i, type);
    }
    return ptl_swatch_png(&sheet);
}

/* ---- Effects and heights --------------------------------------------------------------------- */

/* A veil with the number of the bit, each of its own color. */
static ptl_span draw_effects(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    ptl_swatch sheet;

    (void)files;
    if (!ptl_swatch_begin(job, &sheet, &set->is))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < MPD_EFFECTS; i++) {
        ptl_rgba veil = ptl_swatch_color(i);

        veil.a = 110;
        ptl_swatch_fill(&sheet, i, veil);
        ptl_swatch_number(&sheet, i, i, black);
    }
    return ptl_swatch_png(&sheet);
}

static ptl_span draw_heights(ptl_job *job, const ptl_grid_set *set, const ptl_files *files)
{
    (void)files;
    return ptl_swatch_numbers(job, &set->is, (int64_t)set->number - INT32_MAX);
}

int32_t ptl_mpd_mean_height(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan)
{
    double sum = 0;

    for (uint32_t i = 0; i < 4; i++)
        sum += (double)mesh->z.data[tables->vrtstart.data[fan] + i];
    sum /= 64;
    return sum > -1e6 && sum < 1e6 ? (int32_t)(sum < 0 ? sum - 0.5 : sum + 0.5) : 0;
}

mpd_heights ptl_mpd_heights_of(const ptl_mpd *mesh, const ptl_mpd_tables *tables)
{
    mpd_heights h = { INT32_MAX, INT32_MIN, false };

    for (uint32_t i = 0; i < mesh->words.count; i++) {
        int32_t up;

        if (!ptl_mpd_has_corners(mesh, tables, i))
            continue;
        up      = ptl_mpd_mean_height(mesh, tables, i);
        h.least = up < h.least ? up : h.least;
        h.most  = up > h.most ? up : h.most;
    }
    h.shown = h.least < h.most && h.most - h.least < MOST_HEIGHTS;
    return h;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static ptl_grid_set *add(ptl_job *job, ptl_grid *grid, const char *name, const char *field,
                         uint32_t count)
{
    uint16_t at = ptl_grid_add_set(job, grid, name, field, count);

    return at == PTL_GRID_NO_SET ? NULL : &grid->sets.data[at];
}

static bool add_images(ptl_job *job, ptl_grid *grid, const ptl_mpd *mesh)
{
    static const char names[MPD_FANS][12]  = { "tile0",     "tile1",     "tile2",     "tile3",
                                               "tile0-big", "tile1-big", "tile2-big", "tile3-big" };
    static const char fields[MPD_FANS][16] = { "mpd.image.0", "mpd.image.1", "mpd.image.2",
                                               "mpd.image.3", "mpd.big.0",   "mpd.big.1",
                                               "mpd.big.2",   "mpd.big.3" };

    for (unsigned i = 0; i < MPD_FANS; i++) {
        ptl_grid_set *set = add(job, grid, names[i], fields[i], MPD_PER_SHEET);

        if (!set)
            return false;
        set->own    = true; /* every module has sheets of its own */
        set->user   = mesh;
        set->number = i;
        set->draw   = draw_sheet;
    }
    return true;
}

bool ptl_mpd_add_sets(ptl_job *job, ptl_grid *grid, const ptl_mpd *mesh, const mpd_heights *heights)
{
    ptl_grid_set *set = NULL;

    if (add_images(job, grid, mesh))
        set = add(job, grid, "shapes", "mpd.shape", PTL_MPD_TYPES);
    if (!set)
        return false;
    set->user = mesh;
    set->draw = draw_shapes;
    set->own  = mesh->dictionary != ptl_mpd_dictionary_default();
    set       = add(job, grid, "effects", "mpd.effect", MPD_EFFECTS);
    if (!set)
        return false;
    set->draw = draw_effects;
    if (!heights->shown)
        return true;
    set = add(job, grid, "heights", "mpd.height", (uint32_t)(heights->most - heights->least + 1));
    if (!set)
        return false;
    set->own    = true;
    set->number = (size_t)((int64_t)heights->least + INT32_MAX);
    set->draw   = draw_heights;
    return true;
}
