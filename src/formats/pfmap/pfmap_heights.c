/* SPDX-License-Identifier: MIT */
/* Heights of a picture: which grid its pixels are, and which level each of them means. */
#include "formats/pfmap/pfmap_heights.h"

#include <math.h>

#include "core/num.h"

/* ---- The grid -------------------------------------------------------------------------------- */

static bool is_chunks(uint32_t pixels, uint32_t per_tile)
{
    return pixels > 0 && pixels % (per_tile * PTL_PFMAP_CHUNK) == 0;
}

/* Samples along a tile of a heightmap that says how wide it is; 0 when it does not. */
static uint32_t samples_of(const ptl_heightmap *p)
{
    double   per   = p->across > 0 ? PTL_PFMAP_TILE * p->width / p->across : 0;
    uint32_t whole = per >= 1.5 && per <= 256.5 ? (uint32_t)(per + 0.5) : 0;

    return whole > 0 && fabs(per - whole) < 1e-3 && is_chunks(p->width, whole) &&
                   is_chunks(p->height, whole)
               ? whole
               : 0;
}

static bool find_grid(ptl_job *job, pfmap_heights *out, const ptl_heightmap *p)
{
    uint32_t width = p->width, height = p->height, per = samples_of(p);

    *out = (pfmap_heights){ width, height, per, NULL };
    if (per > 0) {
        out->columns /= per;
        out->rows /= per;
    } else if (is_chunks(width - 1, 1) && is_chunks(height - 1, 1)) {
        out->columns--;
        out->rows--;
    } else if (!is_chunks(width, 1) || !is_chunks(height, 1)) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "pfmap-heights",
                 "the heightmap has %lu x %lu pixels: a pixel is a tile or a corner of tiles, so "
                 "both are multiples of 32, or one more",
                 (unsigned long)width, (unsigned long)height);
    }
    return ptl_ok(job);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static double number_setting(ptl_job *job, const char *name, double usual, double least,
                             double most)
{
    const ptl_setting *given = ptl_setting_of(job, name);
    const char        *end   = given ? (const char *)given->data + given->size : NULL;
    double             value = usual;

    if (given &&
        (ptl_parse_f64(given->data, end, &value) != end || !(value >= least && value <= most)))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is a number from %d to %d", name,
                 (int)least, (int)most);
    return value;
}

/* Levels are `from` + `step` for each of 65535 grays, and no more than `most`. */
typedef struct scale {
    double from, step, most;
} scale;

static scale find_scale(ptl_job *job, const ptl_heightmap *p)
{
    bool   stepped = ptl_setting_of(job, "height-step") != NULL;
    bool   capped  = ptl_setting_of(job, "max-level") != NULL;
    double grays   = number_setting(job, "height-step", 1, 1, 65535);
    double most =
        number_setting(job, "max-level", PTL_PFMAP_ENGINE_HEIGHT, 0, PTL_PFMAP_MAX_HEIGHT);

    if (stepped) /* counted in the grays that the picture has */
        return (scale){ 0, 1 / (grays * (p->bits == 16 ? 1 : 257)),
                        capped ? most : PTL_PFMAP_MAX_HEIGHT };
    if (p->across > 0 && !capped)
        return (scale){ p->lowest / PTL_PFMAP_LEVEL,
                        (p->highest - p->lowest) / PTL_PFMAP_LEVEL / 65535, PTL_PFMAP_MAX_HEIGHT };
    return (scale){ 0, most / 65535, most };
}

static float level_of(uint16_t gray, const scale *s, size_t *cut)
{
    double level = s->from + s->step * gray;

    *cut += level > s->most || level < -PTL_PFMAP_MAX_HEIGHT;
    return (float)(level > s->most                 ? s->most
                   : level < -PTL_PFMAP_MAX_HEIGHT ? -PTL_PFMAP_MAX_HEIGHT
                                                   : level);
}

/* A pixel for each tile: a corner is the mean of those around it. */
static float mean_at(const float *level, uint32_t columns, uint32_t rows, uint32_t x, uint32_t y)
{
    float sum = 0, count = 0;

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t col = x - i % 2, row = y - i / 2; /* past the border these are huge */

        if (col < columns && row < rows) {
            sum += level[(size_t)row * columns + col];
            count++;
        }
    }
    return sum / count;
}

static void spread(ptl_job *job, pfmap_heights *h)
{
    uint32_t across = h->columns + 1, down = h->rows + 1;
    float   *out = ptl_arena_raw(job, (uint64_t)across * down * sizeof *out);

    for (uint32_t y = 0; out && y < down; y++)
        for (uint32_t x = 0; x < across; x++)
            out[(size_t)y * across + x] = mean_at(h->level, h->columns, h->rows, x, y);
    h->level = out;
}

bool ptl_pfmap_heights_read(ptl_job *job, pfmap_heights *out, const ptl_heightmap *from)
{
    size_t count = (size_t)from->width * from->height, cut = 0;
    scale  s;

    if (!find_grid(job, out, from))
        return false;
    s          = find_scale(job, from);
    out->level = ptl_arena_raw(job, (uint64_t)count * sizeof *out->level);
    for (size_t i = 0; i < count && ptl_ok(job); i++)
        out->level[i] = level_of(from->gray[i], &s, &cut);
    if (ptl_ok(job) && out->per_tile == 0 && from->width == out->columns)
        spread(job, out);
    ptl_find_count(job, PTL_LOSS, "pfmap-heights", cut,
                   "# {height is|heights are} beyond the levels that are allowed, and cut");
    return ptl_ok(job);
}
