/* SPDX-License-Identifier: MIT */
/* The game's own plan of a level (plan.bmp): four pixels a fan, each of the average color of its
 * image; what is not drawn is black. Light, water and heights are not on it. */
#include <string.h>

#include "core/bytes.h"
#include "core/companions.h"
#include "formats/attach.h"
#include "formats/mpd/mpd_private.h"
#include "render/image.h"

enum { PIXELS = 4, SHEETS = 4, ACROSS = 8, IMAGES = 256, HEAD = 54 };

typedef struct colors {
    uint32_t of[2][IMAGES]; /* 0xRRGGBB of small and big images */
} colors;

/* ---- Colors --------------------------------------------------------------------------------- */

typedef struct sums {
    uint64_t red, green, blue, seen;
} sums;

/* One of the 8 x 8 places of a sheet of any size; a sheet that is smaller shows itself. */
static void add_place(sums *s, const ptl_image *sheet, uint32_t column, uint32_t row)
{
    uint32_t x0 = column * sheet->width / ACROSS, y0 = row * sheet->height / ACROSS;
    uint32_t x1 = (column + 1) * sheet->width / ACROSS, y1 = (row + 1) * sheet->height / ACROSS;

    for (uint32_t y = y0; y < (y1 > y0 ? y1 : y0 + 1); y++)
        for (uint32_t x = x0; x < (x1 > x0 ? x1 : x0 + 1); x++) {
            ptl_rgba c = ptl_image_at(sheet, x, y);

            s->red += c.a > 0 ? c.r : 0;
            s->green += c.a > 0 ? c.g : 0;
            s->blue += c.a > 0 ? c.b : 0;
            s->seen += c.a > 0;
        }
}

/* A big image covers two places each way, and goes on at the other end of its sheet. */
static uint32_t average(const ptl_image *sheet, uint32_t image, uint32_t side)
{
    sums s = { 0 };

    for (uint32_t i = 0; i < side * side; i++)
        add_place(&s, sheet, (image % ACROSS + i % side) % ACROSS,
                  (image / ACROSS + i / side) % ACROSS);
    if (s.seen == 0)
        return 0;
    return (uint32_t)((s.red + s.seen / 2) / s.seen << 16 | (s.green + s.seen / 2) / s.seen << 8 |
                      (s.blue + s.seen / 2) / s.seen);
}

/* Gray where there is no sheet, which is said where a fan needs it. */
static void take_colors(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files, colors *out)
{
    for (size_t sheet = 0; sheet < SHEETS && ptl_ok(job); sheet++) {
        ptl_image     picture = { 0 };
        ptl_companion file;
        ptl_span      bytes;

        ptl_mpd_companion(mesh, sheet + 1, &file);
        bytes = ptl_files_keep(job, files, &file);
        if (bytes.size > 0 &&
            !ptl_image_read(job, &picture, bytes,
                            &(ptl_image_opts){ .palette_zero_transparent = true }))
            return;
        if (bytes.size == 0 && file.needed)
            ptl_find(job, PTL_WARNING, PTL_NOWHERE, "file-missing", "%s (%s) is not there",
                     file.name, file.role);
        for (uint32_t i = 0; i < IMAGES / SHEETS; i++)
            for (uint32_t big = 0; big < 2; big++)
                out->of[big][sheet * (IMAGES / SHEETS) + i] =
                    picture.width > 0 ? average(&picture, i, 1 + big) : 0x808080;
    }
}

/* ---- The file ------------------------------------------------------------------------------- */

/* Three bytes a pixel, in rows of whole words from the last to the first. */
static uint8_t *begin_bmp(ptl_job *job, uint32_t width, uint32_t height, ptl_span *out)
{
    uint32_t pitch = (3 * width + 3) / 4 * 4;
    uint8_t *file  = ptl_arena_take(job, HEAD + (uint64_t)pitch * height);

    if (!file)
        return NULL;
    *out = (ptl_span){ file, HEAD + (size_t)pitch * height };
    memcpy(file, "BM", 2);
    ptl_store_u32le(file + 2, (uint32_t)out->size);
    ptl_store_u32le(file + 10, HEAD);
    ptl_store_u32le(file + 14, HEAD - 14);
    ptl_store_u32le(file + 18, width);
    ptl_store_u32le(file + 22, height);
    file[26] = 1;  /* planes */
    file[28] = 24; /* bits of a pixel */
    ptl_store_u32le(file + 34, pitch * height);
    return file + HEAD;
}

static uint32_t color_of(const colors *c, uint32_t word)
{
    bool big = ptl_mpd_word_type(word) % PTL_MPD_TYPES >= PTL_MPD_SHAPES;

    return ptl_mpd_word_tile(word) == PTL_MPD_FANOFF ? 0
                                                     : c->of[big][ptl_mpd_word_tile(word) % IMAGES];
}

void ptl_mpd_beside(ptl_job *job, const void *native, const ptl_files *files,
                    ptl_attachments *attached)
{
    const ptl_mpd *mesh  = native;
    uint32_t       width = mesh->sizex * PIXELS, height = mesh->sizey * PIXELS;
    size_t         pitch  = (size_t)(3 * width + 3) / 4 * 4;
    colors        *c      = ptl_setting_of(job, "plan-bmp") ? ptl_arena_take(job, sizeof *c) : NULL;
    ptl_span       out    = { 0 };
    uint8_t       *pixels = NULL;

    if (c)
        take_colors(job, mesh, files, c);
    if (c && ptl_ok(job))
        pixels = begin_bmp(job, width, height, &out);
    for (uint32_t y = 0; pixels && y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            size_t   fan   = (size_t)(y / PIXELS) * mesh->sizex + x / PIXELS;
            uint32_t color = color_of(c, mesh->words.data[fan]);
            uint8_t *at    = pixels + (height - 1 - y) * pitch + (size_t)3 * x;

            at[0] = (uint8_t)color;
            at[1] = (uint8_t)(color >> 8);
            at[2] = (uint8_t)(color >> 16);
        }
    if (pixels)
        ptl_attach_called(job, attached, "plan.bmp", out);
}
