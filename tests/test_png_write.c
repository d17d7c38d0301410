/* SPDX-License-Identifier: MIT */
/* PNG out: byte by byte where nothing is compressed, there and back where it is. */
#include "render/png_write.h"

#include "fixture.h"

enum { SIDE = 100 };

static void begin(fixture *f)
{
    fixture_begin(f, NULL, 0);
    f->job.text = false;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void writes_these_bytes(void)
{
    static const uint8_t want[] = {
        0x89, 'P',  'N',  'G',  13,   10,   26,   10,   0,    0,    0,    13,   'I',  'H',
        'D',  'R',  0,    0,    0,    3,    0,    0,    0,    2,    2,    3,    0,    0,
        0,    0xE0, 26,   0x8E, 0x89, 0,    0,    0,    9,    'P',  'L',  'T',  'E',  1,
        2,    3,    4,    5,    6,    7,    8,    9,    0x25, 0x85, 'V',  0xF0, 0,    0,
        0,    2,    0x74, 'R',  'N',  'S',  0xFF, 0,    0xE5, 0xB7, 0x30, 'J',  0,    0,
        0,    15,   'I',  'D',  'A',  'T',  0x78, 1,    1,    4,    0,    0xFB, 0xFF, 0,
        24,   0,    0x24, 0,    0x70, 0,    0x3D, 0x79, 0xAE, 0x24, 6,    0,    0,    0,
        0,    'I',  'E',  'N',  'D',  0xAE, 'B',  0x60, 0x82,
    };
    static ptl_rgba palette[256] = { { 1, 2, 3, 255 }, { 4, 5, 6, 0 }, { 7, 8, 9, 255 } };
    static uint8_t  indices[]    = { 0, 1, 2, 0, 2, 1 };
    static ptl_rgba pixels[6];
    const ptl_image by_index = {
        .width = 3, .height = 2, .indices = indices, .palette = palette, .colors = 3
    };
    const ptl_image  by_pixel = { .width = 3, .height = 2, .pixels = pixels };
    const ptl_image *images[] = { &by_index, &by_pixel };

    for (size_t i = 0; i < 6; i++)
        pixels[i] = palette[indices[i]];
    for (size_t i = 0; i < COUNT(images); i++) {
        fixture f;
        ptl_buf out;

        begin(&f);
        out = ptl_buf_of(&f.job, NULL);
        ptl_png_write(&f.job, &out, images[i], PTL_PNG_STORED);
        CHECK_BYTES(out.data, out.size, want, sizeof want);
        ptl_buf_free(&out);
        fixture_end(&f);
    }
}

/* ---- There and back -------------------------------------------------------------------------- */

/* Pixels of a picture by a rule that gives so many colors. */
static ptl_rgba pixel_of(unsigned kind, uint32_t x, uint32_t y)
{
    switch (kind) {
    case 0:
        return (ptl_rgba){ 9, 8, 7, 255 };
    case 1:
        return (ptl_rgba){ 9, (uint8_t)(x % 2), 7, 255 };
    case 2:
        return (ptl_rgba){ 9, (uint8_t)(x % 4), 7, (uint8_t)(y % 2 * 255) };
    case 3:
        return (ptl_rgba){ (uint8_t)(x % 16), 0, 0, 255 };
    case 4:
        return (ptl_rgba){ (uint8_t)(x * y), 0, 0, 255 };
    case 5:
        return (ptl_rgba){ (uint8_t)x, (uint8_t)y, 0, 255 };
    case 6:
        return (ptl_rgba){ (uint8_t)x, (uint8_t)y, (uint8_t)(x + y), (uint8_t)(x * y) };
    default: {
        uint32_t noise = (x * 7919 + y * 104729) * UINT32_C(2654435761);

        return (ptl_rgba){ (uint8_t)(noise >> 8), (uint8_t)(noise >> 16), (uint8_t)(noise >> 24),
                           255 };
    }
    }
}

static void fill(ptl_rgba *pixels, unsigned kind, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            pixels[y * width + x] = pixel_of(kind, x, y);
}

static void check_back(unsigned kind, uint32_t width, uint32_t height, int level)
{
    static ptl_rgba pixels[SIDE * SIDE];
    ptl_image       image = { .width = width, .height = height, .pixels = pixels }, back;
    fixture         f;
    ptl_buf         out;

    fill(pixels, kind, width, height);
    begin(&f);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write(&f.job, &out, &image, level);
    CHECK_TEXT(f.job.error.message, "");
    f.job.source = (ptl_span){ out.data, out.size };
    CHECK(ptl_image_read(&f.job, &back, f.job.source, NULL));
    CHECK_UINT(f.heard, 0);
    CHECK_UINT(back.width, width);
    CHECK_UINT(back.height, height);
    CHECK(ptl_image_expand(&f.job, &back));
    CHECK_BYTES(back.pixels, (size_t)width * height * 4, pixels, (size_t)width * height * 4);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void pictures_come_back(void)
{
    static const int levels[] = { PTL_PNG_STORED, PTL_PNG_USUAL, 1, 6, 12 };

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (unsigned kind = 0; kind < 8; kind++)
        for (size_t i = 0; i < COUNT(levels); i++) {
            check_back(kind, SIDE, SIDE, levels[i]);
            check_back(kind, 1, SIDE, levels[i]);
            check_back(kind, SIDE - 1, 1, levels[i]);
            check_back(kind, 1, 1, levels[i]);
            check_back(kind, 7, 19, levels[i]);
        }
}

static void indices_come_back(void)
{
    static const unsigned sizes[] = { 1, 2, 3, 4, 5, 16, 17, 255, 256 };
    static ptl_rgba       palette[256];
    static uint8_t        indices[SIDE * SIDE];

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (unsigned i = 0; i < 256; i++)
        palette[i] =
            (ptl_rgba){ 5, 5, (uint8_t)(i / 2), i % 3 ? 255 : (uint8_t)i }; /* some twice */
    for (size_t i = 0; i < COUNT(sizes); i++) {
        ptl_image image = { SIDE - 1, SIDE, NULL, indices, palette, sizes[i], false }, back;
        fixture   f;
        ptl_buf   out;

        for (size_t at = 0; at < sizeof indices; at++)
            indices[at] = (uint8_t)(at * at / 7 % sizes[i]);
        begin(&f);
        out = ptl_buf_of(&f.job, NULL);
        ptl_png_write(&f.job, &out, &image, PTL_PNG_USUAL);
        CHECK(ptl_image_read(&f.job, &back, (ptl_span){ out.data, out.size }, NULL));
        CHECK_UINT(back.colors, sizes[i]);
        CHECK_BYTES(back.palette, 4 * sizes[i], palette, 4 * sizes[i]);
        CHECK_BYTES(back.indices, (SIDE - 1) * SIDE, indices, (SIDE - 1) * SIDE);
        ptl_buf_free(&out);
        fixture_end(&f);
    }
}

/* Heights as they were, taken out of the stream by hand: rows not filtered, upper byte first. */
static void heights_are_written_in_full(void)
{
    static const uint16_t heights[] = { 0x0102, 0x0304, 0xFFFE, 0, 1, 0x8000 };
    static const uint8_t  rows[]    = { 0, 1, 2, 3, 4, 0xFF, 0xFE, 0, 0, 0, 0, 1, 0x80, 0 };
    fixture               f;
    ptl_buf               out;

    begin(&f);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write_gray16(&f.job, &out, heights, 3, 2, (ptl_span){ 0 }, PTL_PNG_STORED);
    CHECK_UINT(out.data[24], 16);
    CHECK_UINT(out.data[25], 0);
    CHECK_BYTES(out.data + 48, sizeof rows, rows, sizeof rows);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void heights_come_back(void)
{
    static uint16_t heights[SIDE * SIDE];
    fixture         f;
    ptl_buf         out;
    ptl_image       back;

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        heights[i] = (uint16_t)(i % SIDE * 500 + i / SIDE * 7);
    begin(&f);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write_gray16(&f.job, &out, heights, SIDE, SIDE, (ptl_span){ 0 }, PTL_PNG_USUAL);
    CHECK(out.size < SIDE * SIDE); /* a slope is what filters are for */
    CHECK(ptl_image_read(&f.job, &back, (ptl_span){ out.data, out.size }, NULL));
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        CHECK_UINT(back.pixels[i].r, heights[i] >> 8);
    ptl_buf_free(&out);
    fixture_end(&f);
}

/* ---- Failures -----------------------------------------------------------------------------------
 */

static void there_must_be_a_pixel(void)
{
    static const ptl_image none = { .width = 5 };
    fixture                f;
    ptl_buf                out;

    begin(&f);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write(&f.job, &out, &none, PTL_PNG_USUAL);
    ptl_png_write_gray16(&f.job, &out, NULL, 0, 5, (ptl_span){ 0 }, PTL_PNG_USUAL);
    CHECK_FAILED(&f, PTL_E_ARG, "image-size");
    CHECK_UINT(out.size, 0);
    ptl_buf_free(&out);
    fixture_end(&f);
}

static bool refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return false;
}

static void says_when_it_cannot_write(void)
{
    static ptl_rgba pixels[SIDE * SIDE];
    ptl_image       image = { .width = SIDE, .height = SIDE, .pixels = pixels };
    ptl_sink        sink  = { refuse, NULL };
    size_t          asked = 1;
    fixture         f;
    ptl_buf         out;

    fill(pixels, 7, SIDE, SIDE);
    begin(&f);
    out = ptl_buf_of(&f.job, &sink);
    ptl_png_write(&f.job, &out, &image, PTL_PNG_USUAL);
    ptl_buf_flush(&out);
    CHECK_FAILED(&f, PTL_E_IO, "write");
    ptl_buf_free(&out);
    fixture_end(&f);
    for (size_t i = 0; i <= asked; i++) { /* the first time counts, then each fails once */
        begin(&f);
        f.fail_at = i;
        out       = ptl_buf_of(&f.job, NULL);
        ptl_png_write(&f.job, &out, &image, PTL_PNG_USUAL);
        CHECK_UINT(f.job.error.status, i == 0 ? PTL_OK : PTL_E_MEMORY);
        asked = i == 0 ? f.asked : asked;
        ptl_buf_free(&out);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(writes_these_bytes),          TEST(pictures_come_back), TEST(indices_come_back),
        TEST(heights_are_written_in_full), TEST(heights_come_back),  TEST(there_must_be_a_pixel),
        TEST(says_when_it_cannot_write),
    };

    return run_tests("png_write", tests, COUNT(tests));
}
