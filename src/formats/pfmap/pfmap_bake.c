/* SPDX-License-Identifier: MIT */
/* Images of Permafrost ground as the engine mixes it, one for each chunk.
 *
 * The outermost texels of an image lie with their middles on the border of the chunk, so that two
 * chunks show the same color where they meet, however a viewer looks between texels. */
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "core/num.h"
#include "formats/pfmap/pfmap_mix.h"
#include "host/workers.h"
#include "render/png_write.h"

enum {
    CHUNK     = PTL_PFMAP_CHUNK,
    MOST      = 128,     /* texels of a tile: an image of 4096 */
    BLOCK     = 65 * 65, /* texels of a texture in half a tile */
    LEAST_ALL = 1 << 18, /* texels of all images for a picture */
    MOST_ALL  = 1 << 25,
};

/* ---- How many texels ------------------------------------------------------------------------- */

/* Pixels that a picture is wide, as far as it was said. */
static uint64_t picture_width(ptl_job *job)
{
    const ptl_setting *s = ptl_setting_of(job, "thumbnail");
    uint64_t           width;

    if (!s)
        s = ptl_setting_of(job, "size");
    if (!s || !ptl_parse_u64(s->data, (const char *)s->data + s->size, &width))
        return 1024;
    return width < 16384 ? width : 16384;
}

/* Twice as many texels as the picture has pixels, each way, if the ground were all of it. */
static uint32_t texels_for_picture(ptl_job *job, const pfmap_part *part)
{
    uint64_t width = picture_width(job), all = 4 * width * width, out = MOST / 2;
    uint64_t tiles = (uint64_t)(part->right - part->left) * (part->bottom - part->top);

    all = all < LEAST_ALL ? LEAST_ALL : all > MOST_ALL ? MOST_ALL : all;
    while (out > 4 && tiles * out * out > all)
        out /= 2;
    return (uint32_t)out;
}

uint32_t ptl_pfmap_texels(ptl_job *job, const pfmap_part *part)
{
    const ptl_setting *s   = ptl_setting_of(job, "bake");
    const char        *end = s ? (const char *)s->data + s->size : NULL;
    uint64_t           value;
    char               shown[48];

    if (!s)
        return job->pictured ? texels_for_picture(job, part) : 0;
    if (ptl_parse_u64(s->data, end, &value) == end && (value == 0 || value >= 2) && value <= MOST)
        return (uint32_t)value;
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "bake is \"%s\"; allowed: texels of a tile, 2 to 128, or 0 for none",
             ptl_quote(shown, sizeof shown, s->data, s->size));
    return 0;
}

float ptl_pfmap_baked_at(double tiles, uint32_t texels)
{
    double side = (double)texels * CHUNK;

    return (float)((0.5 + tiles / CHUNK * (side - 1)) / side);
}

/* ---- The oven -------------------------------------------------------------------------------- */

struct pfmap_oven {
    pfmap_paint paint;
    uint32_t    texels;
    pfmap_mix  *mixes; /* of a chunk */
    ptl_image   image; /* of a chunk */
    ptl_srgb   *srgb;
    uint32_t    row, col; /* of the chunk's first tile    */
    pfmap_part  part;     /* of the chunk, what is painted */
    unsigned    workers;
};

/* A picture that cannot be read is reported where images are loaded. */
static void load_texture(ptl_job *job, ptl_texture *out, const ptl_scene_image *image,
                         const ptl_srgb *srgb)
{
    ptl_job   own = *job;
    ptl_image picture;

    own.listener = (ptl_listener){ 0 };
    if (image->bytes.count > 0 &&
        ptl_image_read(&own, &picture, (ptl_span){ image->bytes.data, image->bytes.count }, NULL) &&
        !ptl_texture_make(&own, out, &picture, false, 0, srgb))
        *out = (ptl_texture){ 0 };
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
}

/* The light of the smallest level, which is one texel. */
static float mean_light(const ptl_texture *texture)
{
    const uint16_t *t = texture->levels > 0 ? texture->level[texture->levels - 1].texels : NULL;

    return t ? (0.2126f * t[0] + 0.7152f * t[1] + 0.0722f * t[2]) / 65535 : 1;
}

static bool load_textures(ptl_job *job, pfmap_oven *oven, const ptl_scene_image *images)
{
    const ptl_pfmap *map      = oven->paint.map;
    size_t           count    = map->materials.count;
    ptl_texture     *textures = ptl_arena_array(job, count + 1, sizeof *textures);
    uint32_t        *accents  = ptl_arena_array(job, count + 1, sizeof *accents);
    bool             any      = false;

    for (size_t i = 0; textures && accents && i < count && ptl_ok(job); i++) {
        load_texture(job, &textures[i], &images[i], oven->srgb);
        accents[i] = PTL_SCENE_NONE;
        any        = any || textures[i].levels > 0;
        if (i < sizeof oven->paint.mean / sizeof *oven->paint.mean)
            oven->paint.mean[i] = mean_light(&textures[i]);
    }
    for (size_t i = 0; accents && i < map->splats.count; i++) /* the last of a base counts */
        if (map->splats.data[i].base < count && map->splats.data[i].accent < count)
            accents[map->splats.data[i].base] = map->splats.data[i].accent;
    oven->paint.textures = textures;
    oven->paint.accents  = accents;
    return any;
}

pfmap_oven *ptl_pfmap_heat(ptl_job *job, const ptl_pfmap *map, const ptl_scene_image *images,
                           const pfmap_texture *sizes, uint32_t texels)
{
    pfmap_oven *oven = ptl_arena_take(job, sizeof *oven);

    if (!oven)
        return NULL;
    oven->srgb    = ptl_arena_take(job, sizeof *oven->srgb);
    oven->texels  = texels;
    oven->paint   = (pfmap_paint){ .map = map, .sizes = sizes };
    oven->workers = ptl_workers_usual();
    if (!oven->srgb)
        return NULL;
    ptl_srgb_fill(oven->srgb);
    oven->paint.area = 2.0f * BLOCK / (float)(texels * texels);
    if (!load_textures(job, oven, images))
        return NULL;
    oven->mixes       = ptl_arena_array(job, CHUNK * CHUNK, sizeof *oven->mixes);
    oven->image.width = oven->image.height = CHUNK * texels;
    oven->image.pixels =
        ptl_arena_array(job, (uint64_t)oven->image.width * oven->image.height, sizeof(ptl_rgba));
    return ptl_ok(job) ? oven : NULL;
}

/* ---- Baking ---------------------------------------------------------------------------------- */

static uint8_t code(const ptl_srgb *srgb, float light)
{
    return srgb->coded[light <= 0 ? 0 : light >= 1 ? 65535 : (uint16_t)(light * 65535 + 0.5f)];
}

static ptl_rgba texel_at(const pfmap_oven *oven, uint32_t x, uint32_t y)
{
    double   side   = (double)oven->image.width - 1;
    double   across = x * CHUNK / side, down = y * CHUNK / side;
    uint32_t col = across >= CHUNK ? CHUNK - 1 : (uint32_t)across;
    uint32_t row = down >= CHUNK ? CHUNK - 1 : (uint32_t)down;
    float    color[4];

    if (!pfmap_in_part(&oven->part, row, col))
        return (ptl_rgba){ 0, 0, 0, 255 };
    ptl_pfmap_color_at(color, &oven->paint, &oven->mixes[row * CHUNK + col], oven->row + row,
                       oven->col + col, across - col, down - row);
    return (ptl_rgba){ code(oven->srgb, color[0]), code(oven->srgb, color[1]),
                       code(oven->srgb, color[2]), 255 };
}

static void bake_rows(void *user, unsigned number)
{
    const pfmap_oven *oven = user;

    for (uint32_t y = number; y < oven->image.height; y += oven->workers)
        for (uint32_t x = 0; x < oven->image.width; x++)
            oven->image.pixels[(size_t)y * oven->image.width + x] = texel_at(oven, x, y);
}

/* What of a chunk is in the part, and one tile around it, which is seen between texels. */
static uint32_t first_in(uint32_t from, uint32_t chunk)
{
    return from <= chunk + 1 ? 0 : from - chunk - 1;
}

static uint32_t last_in(uint32_t to, uint32_t chunk)
{
    return to + 1 >= chunk + CHUNK ? CHUNK : to + 1 - chunk;
}

static void mix_chunk(pfmap_oven *oven, const pfmap_part *part)
{
    oven->part = (pfmap_part){ first_in(part->left, oven->col), first_in(part->top, oven->row),
                               last_in(part->right, oven->col), last_in(part->bottom, oven->row) };
    for (uint32_t row = oven->part.top; row < oven->part.bottom; row++)
        for (uint32_t col = oven->part.left; col < oven->part.right; col++)
            ptl_pfmap_mix_of(&oven->mixes[row * CHUNK + col], oven->paint.map, oven->row + row,
                             oven->col + col);
}

bool ptl_pfmap_bake(ptl_job *job, ptl_scene_image *out, pfmap_oven *oven, uint32_t chunk_row,
                    uint32_t chunk_col, const pfmap_part *part)
{
    ptl_buf png = ptl_buf_of(job, NULL);

    oven->row = chunk_row * CHUNK;
    oven->col = chunk_col * CHUNK;
    mix_chunk(oven, part);
    ptl_workers_run(oven->workers, bake_rows, oven);
    ptl_png_write(job, &png, &oven->image, job->pictured ? PTL_PNG_STORED : PTL_PNG_USUAL);
    *out = (ptl_scene_image){ .clamped = true, .media_type = "image/png" };
    snprintf(out->file.name, sizeof out->file.name, "chunk-%lu-%lu", (unsigned long)chunk_col,
             (unsigned long)chunk_row);
    out->file.role  = "texture";
    out->bytes.data = ptl_ok(job) ? ptl_arena_raw(job, png.size) : NULL;
    if (out->bytes.data) {
        memcpy(out->bytes.data, png.data, png.size);
        out->bytes.count = png.size;
    }
    ptl_buf_free(&png);
    return ptl_ok(job);
}
