/* SPDX-License-Identifier: MIT */
/* PNG of grids of patterns: there and back, whatever repeats or does not, and small where it does.
 */
#include "render/png_grid.h"

#include <string.h>

#include "core/codec.h"
#include "core/sum.h"
#include "fixture.h"
#include "render/deflate.h"
#include "render/png_chunk.h"
#include "render/png_write.h"

typedef struct shape {
    const char *what;
    uint32_t    columns, rows, width, height, count;
    unsigned    colors;
    bool        flat; /* patterns of one color each */
} shape;

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Patterns that share rows and beginnings of rows, in a grid with stretches. */
static void fill(const shape *s, uint32_t *cells, uint8_t *patterns)
{
    uint32_t state = 7, area = s->width * s->height;

    for (uint32_t i = 0; i < s->count * area; i++)
        patterns[i] =
            (uint8_t)((s->flat ? i / area : noise(&state) % (1 + i / s->width % 9)) % s->colors);
    for (uint32_t i = 0; i < s->columns * s->rows; i++)
        cells[i] = i > 0 && noise(&state) % 3 ? cells[i - 1] : noise(&state) % s->count;
}

static uint8_t wanted(const ptl_png_grid *g, uint32_t x, uint32_t y)
{
    uint32_t cell = g->cells[y / g->height * g->columns + x / g->width];

    return g->patterns[(cell * g->height + y % g->height) * g->width + x % g->width];
}

static size_t check_back(fixture *f, const ptl_png_grid *g)
{
    ptl_buf   out   = ptl_buf_of(&f->job, NULL);
    ptl_image back  = { 0 };
    size_t    wrong = 0, size;

    ptl_png_write_grid(&f->job, &out, g);
    CHECK(ptl_ok(&f->job));
    CHECK(ptl_image_read(&f->job, &back, (ptl_span){ out.data, out.size },
                         &(ptl_image_opts){ .most_side = 1 << 16 }));
    CHECK_UINT(back.width, g->columns * g->width);
    CHECK_UINT(back.height, g->rows * g->height);
    for (uint32_t y = 0; y < back.height; y++)
        for (uint32_t x = 0; x < back.width; x++)
            wrong += back.indices[(size_t)y * back.width + x] != wanted(g, x, y);
    CHECK_UINT(wrong, 0);
    size = out.size;
    ptl_buf_free(&out);
    return size;
}

static void comes_back(void)
{
    static const shape shapes[] = {
        { "one pattern, one cell", 1, 1, 4, 1, 1, 1, false },
        { "nothing but one color", 50, 40, 8, 8, 1, 1, true },
        { "the usual", 40, 30, 16, 16, 50, 128, false },
        { "flat tiles", 60, 60, 5, 7, 40, 40, true },
        { "patterns longer than a match", 7, 9, 300, 2, 9, 250, false },
        { "rows longer than the window", 2100, 2, 16, 3, 30, 256, false },
        { "nothing repeats", 60, 60, 16, 4, 3600, 256, false },
    };

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(shapes); i++) {
        const shape    *s = &shapes[i];
        static ptl_rgba palette[256];
        fixture         f;
        ptl_png_grid    g = { s->columns, s->rows,  s->width, s->height, NULL,
                              NULL,       s->count, palette,  s->colors };
        uint32_t       *cells;
        uint8_t        *patterns;

        for (unsigned k = 0; k < 256; k++)
            palette[k] = (ptl_rgba){ (uint8_t)k, 1, 2, (uint8_t)(255 - k % 2) };
        fixture_begin(&f, NULL, 0);
        f.job.text = false;
        cells      = ptl_arena_array(&f.job, s->columns * s->rows, sizeof *cells);
        patterns   = ptl_arena_array(&f.job, s->count, s->width * s->height);
        fill(s, cells, patterns);
        g.cells    = cells;
        g.patterns = patterns;
        check_back(&f, &g);
        fixture_end(&f);
    }
}

/* A picture that repeats is not larger than what a general compressor makes of it. */
static void is_small(void)
{
    static const shape s = { "", 64, 64, 16, 16, 40, 32, false };
    static ptl_rgba    palette[256];
    static uint32_t    cells[64 * 64];
    static uint8_t     patterns[40 * 256], indices[64 * 16 * 64 * 16];
    ptl_png_grid       g     = { 64, 64, 16, 16, cells, patterns, 40, palette, 32 };
    ptl_image          image = { 1024, 1024, .indices = indices, .palette = palette, .colors = 32 };
    fixture            f;
    ptl_buf            whole;

    if (!ptl_image_there("png") || !ptl_has_feature("zlib"))
        test_skip("not built in");
    fill(&s, cells, patterns);
    for (uint32_t i = 0; i < 1024 * 1024; i++)
        indices[i] = wanted(&g, i % 1024, i / 1024);
    fixture_begin(&f, NULL, 0);
    f.job.text = false;
    whole      = ptl_buf_of(&f.job, NULL);
    ptl_png_write(&f.job, &whole, &image, PTL_PNG_USUAL);
    CHECK(check_back(&f, &g) < whole.size + whole.size / 8);
    ptl_buf_free(&whole);
    fixture_end(&f);
}

/* Bytes so unlike in how often they come, as the numbers of Fibonacci, that codes would be too
 * long. */
static void codes_have_a_limit(void)
{
    static uint8_t bytes[28656], back[sizeof bytes];
    fixture        f;
    ptl_buf        out;
    ptl_deflate    d;
    ptl_stream     stream = { .codec = PTL_CODEC_ZLIB };
    size_t         count = 0, times = 1, before = 0;

    for (uint8_t i = 0; count + times <= sizeof bytes; i++) {
        memset(bytes + count, i, times);
        count += times;
        times += before;
        before = times - before;
    }
    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_put(&out, "\x78\x01", 2);
    ptl_deflate_begin(&d, &out);
    ptl_deflate_bytes(&d, bytes, count);
    ptl_deflate_end(&d);
    ptl_png_u32be(&out, ptl_adler32(PTL_ADLER32, (ptl_span){ bytes, count }));
    CHECK(ptl_ok(&f.job));
    CHECK(count > 20000 && out.size < count / 2);
    stream.bytes = (ptl_span){ out.data, out.size };
    if (ptl_codec_there(PTL_CODEC_ZLIB))
        CHECK_UINT(ptl_stream_decode(&f.job, &stream, back, count), out.size);
    if (ptl_codec_there(PTL_CODEC_ZLIB))
        CHECK_BYTES(back, count, bytes, count);
    ptl_buf_free(&out);
    fixture_end(&f);
}

/* Every allocation that fails is said, and all memory comes back. */
static void survives_without_memory(void)
{
    static const shape  s = { "", 8, 8, 8, 8, 5, 9, false };
    static ptl_rgba     palette[256];
    static uint32_t     cells[64];
    static uint8_t      patterns[5 * 64];
    static ptl_png_grid g  = { 8, 8, 8, 8, cells, patterns, 5, palette, 9 };
    bool                ok = false;

    fill(&s, cells, patterns);
    for (size_t at = 1; !ok; at++) {
        fixture f;
        ptl_buf out;

        fixture_begin(&f, NULL, 0);
        f.fail_at = at;
        out       = ptl_buf_of(&f.job, NULL);
        ptl_png_write_grid(&f.job, &out, &g);
        ok = ptl_ok(&f.job);
        CHECK(ok || f.job.error.status == PTL_E_MEMORY);
        ptl_buf_free(&out);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(comes_back),
        TEST(is_small),
        TEST(codes_have_a_limit),
        TEST(survives_without_memory),
    };

    return run_tests("png_grid", tests, COUNT(tests));
}
