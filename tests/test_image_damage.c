/* SPDX-License-Identifier: MIT */
/* Damaged pictures: refused at the right byte, and harmless whatever was done to them. */
#include "core/sum.h"
#include "fixture.h"
#include "image_samples.h"
#include "render/png_write.h"

/* ---- Where it points ------------------------------------------------------------------------- */

typedef struct damage {
    const uint8_t *data;
    size_t         size;
    size_t         at; /* of the byte that is changed; the size for none */
    uint8_t        byte;
    ptl_status     status;
    uint64_t       offset;
    const char    *rule;
} damage;

#define PATCH(array, at, byte) array, sizeof array, at, byte
#define CUT(array, size) array, size, size, 0

static void expect_refusal(const damage *d, const char *kind)
{
    uint8_t  *copy = malloc(d->size ? d->size : 1);
    fixture   f;
    ptl_image image;

    CHECK(copy != NULL);
    memcpy(copy, d->data, d->size);
    if (d->at < d->size)
        copy[d->at] = d->byte;
    fixture_begin(&f, copy, d->size);
    CHECK(!ptl_image_read(&f.job, &image, f.job.source, &(ptl_image_opts){ .kind = kind }));
    if (strcmp(f.job.error.rule, d->rule) != 0 || f.job.error.offset != d->offset ||
        f.job.error.status != d->status)
        test_fail(__FILE__, __LINE__, "byte %zu of %zu: @%llu %s (%s)", d->at, d->size,
                  (unsigned long long)f.job.error.offset, f.job.error.rule, f.job.error.message);
    fixture_end(&f);
    free(copy);
}

static void bad_bmp(void)
{
    static const damage bad[] = {
        { CUT(bmp_8, 0), PTL_E_SYNTAX, 0, "image-bmp" },
        { CUT(bmp_8, 13), PTL_E_SYNTAX, 13, "truncated" },
        { CUT(bmp_8, 53), PTL_E_SYNTAX, 53, "truncated" },
        { CUT(bmp_8, 60), PTL_E_SYNTAX, 10, "image-bmp" },
        { CUT(bmp_8, 72), PTL_E_SYNTAX, 72, "truncated" },
        { CUT(bmp_52, 60), PTL_E_SYNTAX, 60, "truncated" },
        { CUT(bmp_rle8, 72), PTL_E_SYNTAX, 72, "truncated" },
        { CUT(bmp_rle8_absolute, 70), PTL_E_SYNTAX, 70, "truncated" },
        { PATCH(bmp_8, 10, 53), PTL_E_SYNTAX, 10, "image-bmp" },
        { PATCH(bmp_8, 12, 1), PTL_E_SYNTAX, 10, "image-bmp" },
        { PATCH(bmp_8, 14, 64), PTL_E_UNSUPPORTED, 14, "image-bmp" },
        { PATCH(bmp_8, 15, 1), PTL_E_UNSUPPORTED, 14, "image-bmp" },
        { PATCH(bmp_8, 18, 0), PTL_E_SYNTAX, 18, "image-size" },
        { PATCH(bmp_8, 21, 0x80), PTL_E_SYNTAX, 18, "image-size" },
        { PATCH(bmp_8, 20, 1), PTL_E_LIMIT, 18, "limit-image" },
        { PATCH(bmp_8, 28, 0), PTL_E_SYNTAX, 28, "image-bmp" },
        { PATCH(bmp_8, 28, 7), PTL_E_SYNTAX, 28, "image-bmp" },
        { PATCH(bmp_8, 29, 1), PTL_E_SYNTAX, 28, "image-bmp" },
        { PATCH(bmp_8, 30, 2), PTL_E_SYNTAX, 28, "image-bmp" },
        { PATCH(bmp_8, 30, 4), PTL_E_UNSUPPORTED, 30, "image-bmp" },
        { PATCH(bmp_8, 30, 1), PTL_E_UNSUPPORTED, 22, "image-bmp" },
        { PATCH(bmp_os2, 24, 9), PTL_E_SYNTAX, 24, "image-bmp" },
        { PATCH(bmp_16_masks, 55, 0xF9), PTL_E_SYNTAX, 54, "image-bmp" },
        { PATCH(bmp_16_alpha, 66, 1), PTL_E_SYNTAX, 66, "image-bmp" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        expect_refusal(&bad[i], "bmp");
}

static void bad_tga(void)
{
    static const damage bad[] = {
        { CUT(tga_map, 0), PTL_E_SYNTAX, 0, "truncated" },
        { CUT(tga_map, 17), PTL_E_SYNTAX, 17, "truncated" },
        { CUT(tga_map, 19), PTL_E_SYNTAX, 19, "truncated" },
        { CUT(tga_map, 28), PTL_E_SYNTAX, 28, "truncated" },
        { CUT(tga_map, 34), PTL_E_SYNTAX, 34, "truncated" },
        { CUT(tga_runs, 23), PTL_E_SYNTAX, 23, "truncated" },
        { CUT(tga_runs, 26), PTL_E_SYNTAX, 26, "truncated" },
        { PATCH(tga_map, 1, 2), PTL_E_UNSUPPORTED, 1, "image-tga" },
        { PATCH(tga_map, 1, 0), PTL_E_UNSUPPORTED, 2, "image-tga" },
        { PATCH(tga_map, 2, 4), PTL_E_UNSUPPORTED, 2, "image-tga" },
        { PATCH(tga_map, 5, 0), PTL_E_UNSUPPORTED, 2, "image-tga" },
        { PATCH(tga_map, 7, 23), PTL_E_UNSUPPORTED, 7, "image-tga" },
        { PATCH(tga_map, 12, 0), PTL_E_SYNTAX, 12, "image-size" },
        { PATCH(tga_map, 13, 0xFF), PTL_E_LIMIT, 12, "limit-image" },
        { PATCH(tga_map, 16, 16), PTL_E_UNSUPPORTED, 16, "image-tga" },
        { PATCH(tga_32, 16, 8), PTL_E_UNSUPPORTED, 16, "image-tga" },
        { PATCH(tga_gray, 16, 24), PTL_E_UNSUPPORTED, 16, "image-tga" },
        { PATCH(tga_32, 17, 0x48), PTL_E_UNSUPPORTED, 17, "image-tga" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        expect_refusal(&bad[i], "tga");
}

static void bad_png(void)
{
    static const damage bad[] = {
        { CUT(png_8, 8), PTL_E_SYNTAX, 8, "truncated" },
        { CUT(png_8, 30), PTL_E_SYNTAX, 30, "truncated" },
        { CUT(png_8, sizeof png_8 - 1), PTL_E_SYNTAX, sizeof png_8 - 1, "truncated" },
        { CUT(png_8, sizeof png_8 - 12), PTL_E_SYNTAX, sizeof png_8 - 12, "truncated" },
        { PATCH(png_8, 1, 'Q'), PTL_E_SYNTAX, 0, "image-png" },
        { PATCH(png_8, 12, 'i'), PTL_E_SYNTAX, 8, "image-png" },
        { PATCH(png_8, 11, 12), PTL_E_SYNTAX, 8, "image-png" },
        { PATCH(png_8, 19, 4), PTL_E_SYNTAX, 29, "image-png" }, /* the checksum has it */
        { PATCH(png_8, 33, 0x7F), PTL_E_SYNTAX, sizeof png_8, "truncated" },
        { PATCH(png_8, 41, 0), PTL_E_SYNTAX, 50, "image-png" },
    };

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_refusal(&bad[i], "png");
}

/* Makes the checksums of all whole chunks right again. */
static void mend(uint8_t *data, size_t size)
{
    for (size_t at = 8; at + 12 <= size;) {
        size_t   room = size - at - 12;
        uint32_t said = (uint32_t)data[at] << 24 | (uint32_t)data[at + 1] << 16 |
                        (uint32_t)data[at + 2] << 8 | data[at + 3];
        uint32_t sum;

        if (said > room)
            return;
        sum = ptl_crc32(PTL_CRC32, (ptl_span){ data + at + 4, said + 4 });
        for (unsigned i = 0; i < 4; i++)
            data[at + 8 + said + i] = (uint8_t)(sum >> (24 - 8 * i));
        at += 12 + said;
    }
}

/* Damage that no checksum tells of. */
static void bad_png_inside(void)
{
    enum { PALETTE = 33, ALPHA = PALETTE + 21, DATA = ALPHA + 14 };
    static const damage bad[] = {
        { PATCH(png_8, 24, 3), PTL_E_SYNTAX, 8, "image-png" },    /* depth       */
        { PATCH(png_8, 25, 1), PTL_E_SYNTAX, 8, "image-png" },    /* color type */
        { PATCH(png_8, 25, 6), PTL_E_SYNTAX, DATA, "image-png" }, /* too few      */
        { PATCH(png_8, PALETTE + 4, 'p'), PTL_E_SYNTAX, 8, "image-png" },
        { PATCH(png_8, PALETTE + 5, 'Q'), PTL_E_SYNTAX, 8, "image-png" }, /* unknown     */
        { PATCH(png_8, DATA + 4, 'i'), PTL_E_SYNTAX, sizeof png_8, "image-png" },
        { PATCH(png_8, DATA + 8, 0), PTL_E_SYNTAX, DATA, "image-png" }, /* no zlib     */
        { PATCH(png_8, DATA + 10, 0xFF), PTL_E_SYNTAX, DATA, "image-png" },
        { PATCH(png_8, 19, 9), PTL_E_SYNTAX, DATA, "image-png" }, /* too wide    */
    };

    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint8_t copy[sizeof png_8];
        damage  mended = bad[i];

        memcpy(copy, bad[i].data, sizeof copy);
        copy[bad[i].at] = bad[i].byte;
        mend(copy, sizeof copy);
        mended.data = copy;
        mended.at   = mended.size;
        expect_refusal(&mended, "png");
    }
}

static void bad_jpeg(void)
{
    static const damage bad[] = {
        { CUT(jpeg_color, 3), PTL_E_SYNTAX, 3, "truncated" },
        { CUT(jpeg_color, 20), PTL_E_SYNTAX, 20, "truncated" },
        { CUT(jpeg_color, sizeof jpeg_color - 9), PTL_E_SYNTAX, sizeof jpeg_color - 9,
          "truncated" },
        { CUT(jpeg_progressive, sizeof jpeg_progressive - 9), PTL_E_SYNTAX,
          sizeof jpeg_progressive - 9, "truncated" },
        { PATCH(jpeg_color, 2, 0), PTL_E_SYNTAX, 0, "image-jpeg" },
        { CUT(jpeg_arithmetic, sizeof jpeg_arithmetic), PTL_E_UNSUPPORTED, 120, "image-jpeg" },
    };

    if (!ptl_image_there("jpeg"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_refusal(&bad[i], "jpeg");
}

/* ---- What is tolerated ----------------------------------------------------------------------- */

static void expect_warning(const uint8_t *data, size_t size, uint64_t offset, const char *rule)
{
    fixture   f;
    ptl_image image;

    fixture_begin(&f, data, size);
    CHECK(ptl_image_read(&f.job, &image, f.job.source, NULL));
    CHECK_UINT(f.heard, 1);
    CHECK_TEXT(f.last.rule, rule);
    CHECK_UINT(f.last.offset, offset);
    fixture_end(&f);
}

static void warns_about_what_it_repairs(void)
{
    static const uint8_t many[] = { BMP(66, 40, 3, 1, 1, 0, 3), RGB3, 0x40, 0, 0, 0 };
    static const uint8_t wide[] = { BMP(66, 40, 1, 1, 8, 1, 3), RGB3, 2, 1, 0, 1 };
    static const uint8_t open[] = { BMP(66, 40, 1, 1, 8, 1, 3), RGB3, 1, 1 };
    static const uint8_t past[] = { BMP(66, 40, 1, 1, 8, 0, 3), RGB3, 7, 0, 0, 0 };
    static const uint8_t map[]  = { 0,      1, 1, U16(0), U16(1), 24, ZERO4, U16(1),
                                    U16(1), 8, 0, 1,      2,      3,  5 };

    expect_warning(many, sizeof many, 46, "image-bmp");
    expect_warning(wide, sizeof wide, 66, "image-bmp");
    expect_warning(open, sizeof open, 68, "image-bmp");
    expect_warning(past, sizeof past, 54, "image-bmp");
    expect_warning(map, sizeof map, 18, "image-tga");
    expect_warning(bmp_tail, sizeof bmp_tail, sizeof bmp_tail - 2, "trailing-bytes");
}

static void png_lives_without_what_it_does_not_need(void)
{
    uint8_t copy[sizeof png_rgb + sizeof png_gray_alpha];

    if (!ptl_image_there("png"))
        test_skip("not built in");
    memcpy(copy, png_rgb, sizeof png_rgb);
    copy[45] ^= 1; /* in the text */
    expect_warning(copy, sizeof png_rgb, 52, "image-png");
    memcpy(copy, png_gray_alpha, 33);
    memcpy(copy + 33, "\0\0\0\2tRNS\0\x80????", 14); /* alpha twice */
    memcpy(copy + 47, png_gray_alpha + 33, sizeof png_gray_alpha - 33);
    mend(copy, sizeof png_gray_alpha + 14);
    expect_warning(copy, sizeof png_gray_alpha + 14, 33, "image-png");
}

static void jpeg_may_lack_its_end(void)
{
    if (!ptl_image_there("jpeg"))
        test_skip("not built in");
    expect_warning(jpeg_color, sizeof jpeg_color - 2, sizeof jpeg_color - 2, "image-jpeg");
}

/* A picture may be refined again and again; the last scan of this one is there too often. */
static void jpeg_scans_are_limited(void)
{
    enum { TIMES = 70 };
    static uint8_t data[sizeof jpeg_progressive * (TIMES + 1)];
    size_t         end = sizeof jpeg_progressive - 2, scan = end, size = end;
    damage         d = { .data = data, .status = PTL_E_LIMIT, .rule = "image-jpeg" };

    if (!ptl_image_there("jpeg"))
        test_skip("not built in");
    while (jpeg_progressive[scan] != 0xFF || jpeg_progressive[scan + 1] != 0xDA)
        scan--;
    memcpy(data, jpeg_progressive, end);
    for (unsigned i = 0; i < TIMES; i++, size += end - scan)
        memcpy(data + size, jpeg_progressive + scan, end - scan);
    memcpy(data + size, jpeg_progressive + end, 2);
    d.size = d.at = size + 2;
    d.offset      = 1123; /* behind the head of the 65th scan */
    expect_refusal(&d, "jpeg");
}

/* ---- The sweep ------------------------------------------------------------------------------- */

typedef struct sample {
    const char    *kind;
    const uint8_t *data;
    size_t         size;
} sample;

/* What a user might do with a picture; any step may fail, none may do harm. */
static void use(fixture *f, ptl_image *image)
{
    ptl_buf out = ptl_buf_of(&f->job, NULL);

    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            CHECK(!image->indices || image->indices[(size_t)y * image->width + x] < image->colors);
    ptl_png_write(&f->job, &out, image, PTL_PNG_USUAL);
    if (ptl_image_expand(&f->job, image))
        ptl_png_write(&f->job, &out, image, PTL_PNG_STORED);
    ptl_buf_free(&out);
}

/* Reads a copy exactly as long as it says; returns how often memory was asked for. */
static size_t attempt(const char *kind, const uint8_t *data, size_t size, size_t fail_at)
{
    uint8_t       *copy = malloc(size ? size : 1);
    ptl_image_opts opts = { .kind = kind, .palette_zero_transparent = size & 1 };
    fixture        f;
    ptl_image      image;
    size_t         asked;

    CHECK(copy != NULL);
    memcpy(copy, data, size);
    fixture_begin(&f, copy, size);
    f.heap.limit = (size_t)16 << 20;
    f.fail_at    = fail_at;
    if (ptl_image_read(&f.job, &image, f.job.source, &opts))
        use(&f, &image);
    else
        CHECK(f.job.error.rule && f.job.error.message[0] && !image.pixels && !image.indices);
    asked = f.asked;
    fixture_end(&f);
    free(copy);
    return asked;
}

static void sweep_picture(const sample *s)
{
    static const uint8_t values[] = { 0, 1, 2, 4, 8, 15, 16, 24, 32, 40, 64, 127, 128, 254, 255 };
    uint8_t              copy[1024];
    size_t               asked = attempt(s->kind, s->data, s->size, 0);

    CHECK(s->size <= sizeof copy);
    memcpy(copy, s->data, s->size);
    for (size_t i = 0; i <= s->size; i++)
        attempt(i & 1 ? s->kind : NULL, s->data, i, 0);
    for (size_t i = 1; i <= asked; i++)
        attempt(s->kind, s->data, s->size, i);
    for (size_t i = 0; i < s->size; i++) {
        for (size_t v = 0; v < COUNT(values) + 2; v++) {
            copy[i] = v < COUNT(values) ? values[v] : (uint8_t)(s->data[i] + (v & 1 ? 1 : -1));
            attempt(s->kind, copy, s->size, 0);
        }
        copy[i] = s->data[i];
    }
}

/* The same with checksums that are right, so that damage gets past them. */
static void sweep_mended(const image_sample *s)
{
    for (size_t i = 8; i < s->size; i++)
        for (unsigned change = 1; change < 256; change += 2) {
            uint8_t copy[256];

            CHECK(s->size <= sizeof copy);
            memcpy(copy, s->data, s->size);
            copy[i] = (uint8_t)(copy[i] ^ change);
            mend(copy, s->size);
            attempt("png", copy, s->size, 0);
        }
}

static void png_survives_damage_inside(void)
{
    if (!ptl_image_there("png"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(image_samples); i++)
        if (strcmp(image_samples[i].kind, "png") == 0)
            sweep_mended(&image_samples[i]);
}

static void survives_damage(void)
{
    for (size_t i = 0; i < COUNT(image_samples); i++)
        sweep_picture(
            &(sample){ image_samples[i].kind, image_samples[i].data, image_samples[i].size });
}

static void jpeg_survives_damage(void)
{
    static const sample samples[] = {
        { "jpeg", jpeg_gray, sizeof jpeg_gray },
        { "jpeg", jpeg_color, sizeof jpeg_color },
        { "jpeg", jpeg_progressive, sizeof jpeg_progressive },
        { "jpeg", jpeg_inks, sizeof jpeg_inks },
    };

    if (!ptl_image_there("jpeg"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(samples); i++)
        sweep_picture(&samples[i]);
}

/* What the decoders of others take counts: pixels alone would fit many times over. */
static void refuse_in_little_memory(const char *kind, const uint8_t *data, size_t size)
{
    fixture   f;
    ptl_image image;

    fixture_begin(&f, data, size);
    f.heap.limit = 64 << 10;
    CHECK(!ptl_image_read(&f.job, &image, f.job.source, &(ptl_image_opts){ .kind = kind }));
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-memory");
    fixture_end(&f);
}

static void decoders_have_to_fit(void)
{
    for (size_t i = 0; i < COUNT(image_samples) && ptl_image_there("png"); i++)
        if (strcmp(image_samples[i].kind, "png") == 0)
            refuse_in_little_memory("png", image_samples[i].data, image_samples[i].size);
    if (ptl_image_there("jpeg"))
        refuse_in_little_memory("jpeg", jpeg_color, sizeof jpeg_color);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(decoders_have_to_fit),
        TEST(bad_bmp),
        TEST(bad_tga),
        TEST(bad_png),
        TEST(bad_png_inside),
        TEST(bad_jpeg),
        TEST(warns_about_what_it_repairs),
        TEST(png_lives_without_what_it_does_not_need),
        TEST(jpeg_may_lack_its_end),
        TEST(jpeg_scans_are_limited),
        TEST(survives_damage),
        TEST(png_survives_damage_inside),
        TEST(jpeg_survives_damage),
    };

    return run_tests("image_damage", tests, COUNT(tests));
}
