/* SPDX-License-Identifier: MIT */
/* Textures: levels of detail, and colors between texels. */
#include "render/texture.h"

#include <string.h>

#include "core/arena.h"

/* ---- Levels ---------------------------------------------------------------------------------- */

static bool take_level(ptl_job *job, ptl_texture *t, uint32_t width, uint32_t height)
{
    ptl_texture_level *level = &t->level[t->levels];

    level->width   = width;
    level->height  = height;
    level->half[0] = 0.5f / (float)width;
    level->half[1] = 0.5f / (float)height;
    level->texels  = ptl_arena_raw(job, (uint64_t)width * height * 4 * sizeof *level->texels);
    t->levels += level->texels != NULL;
    return level->texels != NULL;
}

static void put_texel(uint16_t *to, ptl_rgba from, bool alpha, const ptl_srgb *srgb)
{
    uint32_t cover = alpha ? from.a : 255;

    to[0] = (uint16_t)(srgb->linear[from.r] * cover / 255);
    to[1] = (uint16_t)(srgb->linear[from.g] * cover / 255);
    to[2] = (uint16_t)(srgb->linear[from.b] * cover / 255);
    to[3] = (uint16_t)(cover * 257);
}

/* Each texel is the mean of four of the level above; a last odd row or column is left out. */
static void halve(const ptl_texture_level *from, const ptl_texture_level *to)
{
    size_t right = from->width > 1 ? 4 : 0, below = from->height > 1 ? 4 * (size_t)from->width : 0;

    for (size_t y = 0; y < to->height; y++)
        for (size_t x = 0; x < to->width; x++) {
            const uint16_t *a    = from->texels + 2 * y * below + 2 * x * right;
            uint16_t       *mean = to->texels + 4 * (y * to->width + x);

            for (size_t k = 0; k < 4; k++)
                mean[k] =
                    (uint16_t)((a[k] + a[right + k] + a[below + k] + a[below + right + k] + 2) / 4);
        }
}

static bool add_levels(ptl_job *job, ptl_texture *t)
{
    while (t->levels < PTL_TEXTURE_LEVELS) {
        const ptl_texture_level *last  = &t->level[t->levels - 1];
        uint32_t                 width = last->width / 2, height = last->height / 2;

        if (width + height == 0)
            return true;
        if (!take_level(job, t, width ? width : 1, height ? height : 1))
            return false;
        halve(last, last + 1);
    }
    return true;
}

/* Forgets the largest levels. Their memory stays with the arena until the end. */
static void drop_levels(ptl_texture *t, uint32_t most)
{
    unsigned drop = 0;

    while (most > 0 && drop + 1 < t->levels &&
           (t->level[drop].width > most || t->level[drop].height > most))
        drop++;
    t->levels -= drop;
    memmove(t->level, t->level + drop, t->levels * sizeof *t->level);
}

bool ptl_texture_make(ptl_job *job, ptl_texture *out, const ptl_image *image, bool alpha,
                      uint32_t most, const ptl_srgb *srgb)
{
    size_t count = (size_t)image->width * image->height;

    *out = (ptl_texture){ .clear = alpha && image->has_alpha };
    if (!take_level(job, out, image->width, image->height))
        return false;
    for (size_t i = 0; i < count; i++)
        put_texel(out->level[0].texels + 4 * i,
                  image->indices ? image->palette[image->indices[i]] : image->pixels[i], alpha,
                  srgb);
    if (!add_levels(job, out))
        return false;
    drop_levels(out, most);
    return true;
}

bool ptl_texture_checker(ptl_job *job, ptl_texture *out)
{
    enum { SIDE = 64, SQUARE = 8, FULL = 65535 };

    *out = (ptl_texture){ 0 };
    if (!take_level(job, out, SIDE, SIDE))
        return false;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            uint16_t *texel = out->level[0].texels + 4 * (y * SIDE + x);

            texel[0] = texel[2] = (x / SQUARE + y / SQUARE) % 2 ? FULL : 0;
            texel[1]            = 0;
            texel[3]            = FULL;
        }
    return add_levels(job, out);
}

/* ---- Colors --------------------------------------------------------------------------------- */

/* Close to the logarithm of base 2, and the same everywhere. */
static float log2_of(float x)
{
    uint32_t bits;
    float    part, whole;

    memcpy(&bits, &x, sizeof bits);
    whole = (float)((int32_t)(bits >> 23) - 127);
    bits  = (bits & 0x7FFFFF) | 0x3F800000; /* 1 to 2 */
    memcpy(&part, &bits, sizeof part);
    return whole + (2 - part / 3) * part - 5.0f / 3;
}

/* Which two texels a place between 0 and 1 lies between, and how far it is to the second. */
typedef struct between {
    uint32_t a, b;
    float    part;
} between;

static between find_between(float place, uint32_t size)
{
    float   at    = place * (float)size - 0.5f;
    int32_t below = at < 0 ? -1 : (int32_t)at;
    between out   = { .part = at - (float)below };

    if (below >= (int32_t)size)
        below = (int32_t)size - 1;
    out.a = below < 0 ? size - 1 : (uint32_t)below;
    out.b = (uint32_t)(below + 1) == size ? 0 : (uint32_t)(below + 1);
    return out;
}

static void add_color(const ptl_texture_level *level, float u, float v, float weight, float out[4])
{
    between         x = find_between(u, level->width), y = find_between(v, level->height);
    const uint16_t *up = level->texels + 4 * ((size_t)y.a * level->width);
    const uint16_t *lo = level->texels + 4 * ((size_t)y.b * level->width);
    const uint16_t *p = up + 4 * (size_t)x.a, *q = up + 4 * (size_t)x.b;
    const uint16_t *r = lo + 4 * (size_t)x.a, *s = lo + 4 * (size_t)x.b;
    float           wq = x.part * (1 - y.part), ws = x.part * y.part;
    float           wp = (1 - x.part) * (1 - y.part), wr = (1 - x.part) * y.part;

    weight /= 65535;
    for (int k = 0; k < 4; k++)
        out[k] +=
            weight * ((float)p[k] * wp + (float)q[k] * wq + (float)r[k] * wr + (float)s[k] * ws);
}

static float wrap(float place)
{
    float part = place - (float)(int32_t)place;

    return part < 0 ? part + 1 : part;
}

ptl_texture_part ptl_texture_part_of(const ptl_texture *texture, const float least[2],
                                     const float most[2])
{
    ptl_texture_part out    = { { least[0], least[1] }, { most[0], most[1] }, 0 };
    float            across = (most[0] - least[0]) * (float)texture->level[0].width;
    float            down   = (most[1] - least[1]) * (float)texture->level[0].height;
    float            longer = across > down ? across : down;

    /* The nearest whole one, because parts are often drawn a little in. */
    out.level = longer > 1 ? (float)(int)(log2_of(longer) + 0.5f) : 0;
    return out;
}

/* Holds a place so far inside that nothing from outside is mixed in: half a texel of its level, of
 * which the largest level is taken to be there already. */
static float hold(float place, float least, float most, float in)
{
    least += in;
    most -= in;
    if (least > most)
        return (least + most) / 2;
    return place < least ? least : place > most ? most : place;
}

static void add_level(const ptl_texture *t, unsigned number, const ptl_texture_part *part, float u,
                      float v, float weight, float out[4])
{
    const ptl_texture_level *level = &t->level[number];

    if (part) {
        const ptl_texture_level *largest = &t->level[0];

        u = hold(u, part->least[0], part->most[0], level->half[0] - largest->half[0]);
        v = hold(v, part->least[1], part->most[1], level->half[1] - largest->half[1]);
    }
    add_color(level, wrap(u), wrap(v), weight, out);
}

void ptl_texture_at(const ptl_texture *texture, const ptl_texture_part *part, float u, float v,
                    float area, float out[4])
{
    float    most  = (float)(texture->levels - 1);
    float    level = area > 1 ? log2_of(area) / 2 : 0, rest;
    unsigned whole;

    most  = part && part->level < most ? part->level : most;
    level = level > most ? most : level;
    whole = (unsigned)level;
    rest  = level - (float)whole;
    memset(out, 0, 4 * sizeof *out);
    add_level(texture, whole, part, u, v, 1 - rest, out);
    if (rest > 0)
        add_level(texture, whole + 1, part, u, v, rest, out);
}
