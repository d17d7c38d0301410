/* SPDX-License-Identifier: MIT */
/* Pictures of every kind, pixel by pixel, and what is refused or tolerated. */
#include "render/image.h"

#include "core/sum.h"
#include "fixture.h"
#include "image_samples.h"

static void begin(fixture *f, const uint8_t *data, size_t size)
{
    fixture_begin(f, data, size);
    f->job.text = false;
}

static bool read(fixture *f, ptl_image *out, const ptl_image_opts *opts)
{
    return ptl_image_read(&f->job, out, f->job.source, opts);
}

static uint32_t word_of(ptl_rgba c)
{
    return (uint32_t)c.r << 24 | (uint32_t)c.g << 16 | (uint32_t)c.b << 8 | c.a;
}

/* ---- What is read ---------------------------------------------------------------------------- */

static void compare(const image_sample *s, const ptl_image *image)
{
    bool alpha = false;

    CHECK_UINT(image->width, s->width);
    CHECK_UINT(image->height, s->height);
    CHECK_UINT(image->colors, s->colors);
    CHECK((image->indices != NULL) == (s->colors > 0));
    CHECK((image->pixels != NULL) == (s->colors == 0));
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        uint32_t got = word_of(ptl_image_at(image, i % s->width, i / s->width));

        if (got != s->pixels[i])
            test_fail(__FILE__, __LINE__, "%s: pixel %u is 0x%08x, not 0x%08x", s->name, i, got,
                      s->pixels[i]);
        alpha = alpha || (got & 255) < 255;
    }
    CHECK_UINT(image->has_alpha, alpha);
}

static void measures_every_kind(void)
{
    for (size_t i = 0; i < COUNT(image_samples); i++) {
        const image_sample *s     = &image_samples[i];
        uint32_t            width = 0, height = 0;

        CHECK(ptl_image_measure((ptl_span){ s->data, s->size }, &width, &height));
        CHECK_UINT(width, s->width);
        CHECK_UINT(height, s->height);
        for (size_t cut = 0; cut < s->size && cut < 16; cut++)
            CHECK(!ptl_image_measure((ptl_span){ s->data, cut }, &width, &height));
    }
}

static void reads_every_kind(void)
{
    for (size_t i = 0; i < COUNT(image_samples); i++) {
        const image_sample *s = &image_samples[i];
        fixture             f;
        ptl_image           image;

        begin(&f, s->data, s->size);
        if (ptl_image_there(s->kind)) {
            if (!read(&f, &image, NULL) || f.heard != s->heard)
                test_fail(__FILE__, __LINE__, "%s: %zu findings, %s", s->name, f.heard,
                          f.last.message);
            compare(s, &image);
        } else {
            CHECK(!read(&f, &image, NULL));
            CHECK_FAILED(&f, PTL_E_UNSUPPORTED, "feature-absent");
            CHECK(strstr(f.job.error.message, s->kind) != NULL);
        }
        fixture_end(&f);
    }
}

static void reads_jpeg(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
        int            r, g, b;
    } good[] = {
        { jpeg_gray, sizeof jpeg_gray, 200, 200, 200 },
        { jpeg_color, sizeof jpeg_color, 200, 100, 50 },
        { jpeg_progressive, sizeof jpeg_progressive, 200, 100, 50 },
        { jpeg_inks, sizeof jpeg_inks, 255, 128, 0 },
    };

    if (!ptl_image_there("jpeg"))
        test_skip("not built in");
    for (size_t i = 0; i < COUNT(good); i++) {
        fixture   f;
        ptl_image image;

        begin(&f, good[i].data, good[i].size);
        CHECK(read(&f, &image, NULL));
        CHECK_UINT(f.heard, 0);
        CHECK(image.width == 8 && image.height == 8 && !image.has_alpha);
        for (uint32_t at = 0; at < 64; at++) {
            ptl_rgba c = image.pixels[at];

            CHECK(abs(c.r - good[i].r) <= 2 && abs(c.g - good[i].g) <= 2);
            CHECK(abs(c.b - good[i].b) <= 2 && c.a == 255);
        }
        fixture_end(&f);
    }
}

static void makes_the_first_color_transparent(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
        bool           clear;
    } files[] = {
        { bmp_8, sizeof bmp_8, true },       { bmp_1, sizeof bmp_1, true },
        { bmp_24, sizeof bmp_24, false },    { tga_map, sizeof tga_map, false },
        { bmp_rle8, sizeof bmp_rle8, true },
    };

    for (size_t i = 0; i < COUNT(files); i++) {
        fixture   f;
        ptl_image image;

        begin(&f, files[i].data, files[i].size);
        CHECK(read(&f, &image, &(ptl_image_opts){ .palette_zero_transparent = true }));
        CHECK_UINT(image.has_alpha, files[i].clear);
        for (unsigned c = 0; c < image.colors; c++)
            CHECK_UINT(image.palette[c].a, c == 0 && files[i].clear ? 0 : 255);
        fixture_end(&f);
    }
}

static void alpha_of_colors_nobody_uses_does_not_count(void)
{
    uint8_t   data[sizeof bmp_8];
    fixture   f;
    ptl_image image;

    memcpy(data, bmp_8, sizeof data);
    memset(data + 66, 1, 8);
    begin(&f, data, sizeof data);
    CHECK(read(&f, &image, &(ptl_image_opts){ .palette_zero_transparent = true }));
    CHECK_UINT(image.palette[0].a, 0);
    CHECK(!image.has_alpha);
    fixture_end(&f);
}

static void indices_become_pixels(void)
{
    image_sample s = image_samples[3];
    fixture      f;
    ptl_image    image;

    begin(&f, s.data, s.size);
    CHECK(read(&f, &image, NULL));
    CHECK(ptl_image_expand(&f.job, &image));
    CHECK(ptl_image_expand(&f.job, &image));
    s.colors = 0;
    compare(&s, &image);
    fixture_end(&f);
}

static void a_palette_has_256_entries(void)
{
    fixture   f;
    ptl_image image;

    begin(&f, bmp_8, sizeof bmp_8);
    CHECK(read(&f, &image, NULL));
    for (unsigned i = image.colors; i < 256; i++)
        CHECK_UINT(word_of(image.palette[i]), BLACK);
    fixture_end(&f);
}

/* ---- Which kind it is ------------------------------------------------------------------------ */

static void tga_is_known_by_header_or_footer(void)
{
    uint8_t   data[sizeof tga_24_tl + 26] = { 0 };
    fixture   f;
    ptl_image image;

    memcpy(data, tga_24_tl, sizeof tga_24_tl);
    memcpy(data + sizeof data - 18, "TRUEVISION-XFILE.", 18);
    begin(&f, data, sizeof data);
    CHECK(read(&f, &image, NULL));
    fixture_end(&f);

    data[2] = 77; /* no type: with a footer this is a bad TGA, without one it is no picture */
    begin(&f, data, sizeof data);
    CHECK(!read(&f, &image, NULL));
    CHECK_FAILED(&f, PTL_E_UNSUPPORTED, "image-tga");
    fixture_end(&f);

    begin(&f, data, sizeof data - 1);
    CHECK(!read(&f, &image, NULL));
    CHECK_FAILED(&f, PTL_E_FORMAT, "image-kind");
    CHECK(image.pixels == NULL && image.width == 0);
    fixture_end(&f);
}

static void a_kind_can_be_forced(void)
{
    static const struct {
        const char *kind;
        ptl_status  status;
        const char *rule;
    } bad[] = {
        { "bmp", PTL_E_SYNTAX, "image-bmp" },
        { "png", PTL_E_SYNTAX, "image-png" },
        { "jpeg", PTL_E_SYNTAX, "image-jpeg" },
        { "gif", PTL_E_ARG, "argument" },
    };
    fixture   f;
    ptl_image image;

    begin(&f, tga_gray, sizeof tga_gray);
    CHECK(read(&f, &image, &(ptl_image_opts){ .kind = "tga" }));
    fixture_end(&f);
    for (size_t i = 0; i < COUNT(bad); i++) {
        bool there = ptl_image_there(bad[i].kind) || bad[i].status == PTL_E_ARG;

        begin(&f, tga_gray, sizeof tga_gray);
        CHECK(!read(&f, &image, &(ptl_image_opts){ .kind = bad[i].kind }));
        CHECK_TEXT(f.job.error.rule, there ? bad[i].rule : "feature-absent");
        CHECK_UINT(f.job.error.status, there ? bad[i].status : PTL_E_UNSUPPORTED);
        fixture_end(&f);
    }
}

static void says_what_it_has(void)
{
    CHECK(ptl_image_there("bmp") && ptl_image_there("tga") && !ptl_image_there("gif"));
    CHECK(ptl_has_feature("png") == ptl_image_there("png"));
    CHECK(ptl_has_feature("jpeg") == ptl_image_there("jpeg"));
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void sizes_are_claims(void)
{
    static const uint8_t vast[] = { BMP(54, 40, 30000, 30000, 24, 0, 0) };
    static const uint8_t wide[] = { BMP(54, 40, 16384, 4096, 24, 0, 0) };
    static const uint8_t runs[] = { BMP(58, 40, 8192, 8192, 8, 1, 1), ZERO4, 0, 1 };
    static const uint8_t tall[] = { BMP(54, 40, 1, 0x80000000u, 1, 0, 0) };
    static const uint8_t tga[]  = { TGA(10, 16384, 4096, 24, 0), 0xFF, 1, 2, 3 };
    static const struct {
        const uint8_t *data;
        size_t         size;
        ptl_status     status;
        const char    *rule;
    } bad[] = {
        { vast, sizeof vast, PTL_E_LIMIT, "limit-image" },
        { wide, sizeof wide, PTL_E_SYNTAX, "truncated" },
        { runs, sizeof runs, PTL_E_SYNTAX, "truncated" },
        { tall, sizeof tall, PTL_E_LIMIT, "limit-image" },
        { tga, sizeof tga, PTL_E_SYNTAX, "truncated" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        fixture   f;
        ptl_image image;

        begin(&f, bad[i].data, bad[i].size);
        CHECK(!read(&f, &image, NULL));
        CHECK_FAILED(&f, bad[i].status, bad[i].rule);
        CHECK_UINT(f.asked, 0); /* no memory was taken for it */
        fixture_end(&f);
    }
}

/* A copy of a picture with another size at `at`, upper bytes first; PNG wants a checksum again. */
static void expect_no_memory_for(const uint8_t *data, size_t size, size_t at, unsigned bytes)
{
    uint8_t   copy[1024];
    fixture   f;
    ptl_image image;

    memcpy(copy, data, size);
    memset(copy + at, 0, (size_t)2 * bytes);
    copy[at + bytes - 2] = copy[at + 2 * bytes - 2] = 0x20; /* 8192 x 8192 */
    if (bytes == 4) {
        uint32_t sum = ptl_crc32(PTL_CRC32, (ptl_span){ copy + 12, 17 });

        for (unsigned i = 0; i < 4; i++)
            copy[29 + i] = (uint8_t)(sum >> (24 - 8 * i));
    }
    begin(&f, copy, size);
    CHECK(!read(&f, &image, NULL));
    CHECK_FAILED(&f, PTL_E_SYNTAX, "truncated");
    CHECK_UINT(f.asked, 0);
    fixture_end(&f);
}

static void sizes_of_compressed_pictures_are_claims(void)
{
    size_t frame = 0; /* the marker of the frame, which its size follows */

    if (!ptl_image_there("png") || !ptl_image_there("jpeg"))
        test_skip("not built in");
    expect_no_memory_for(png_1, sizeof png_1, 16, 4);
    expect_no_memory_for(png_rgb, sizeof png_rgb, 16, 4);
    while (jpeg_gray[frame] != 0xFF || jpeg_gray[frame + 1] != 0xC0)
        frame++;
    expect_no_memory_for(jpeg_gray, sizeof jpeg_gray, frame + 5, 2);
}

static void limits_can_be_set(void)
{
    static const struct {
        ptl_image_opts opts;
        bool           fine;
    } tries[] = {
        { { .most_side = 3 }, true },
        { { .most_side = 2 }, false },
        { { .most_pixels = 6 }, true },
        { { .most_pixels = 5 }, false },
    };

    for (size_t i = 0; i < COUNT(tries); i++) {
        fixture   f;
        ptl_image image;

        begin(&f, bmp_8, sizeof bmp_8);
        CHECK_UINT(read(&f, &image, &tries[i].opts), tries[i].fine);
        if (!tries[i].fine)
            CHECK_FAILED(&f, PTL_E_LIMIT, "limit-image");
        fixture_end(&f);
    }
}

static void warnings_stop_a_strict_job(void)
{
    fixture   f;
    ptl_image image;

    begin(&f, bmp_bare, sizeof bmp_bare);
    f.job.strict = true;
    CHECK(!read(&f, &image, NULL));
    CHECK_FAILED(&f, PTL_E_SYNTAX, "image-bmp");
    fixture_end(&f);
}

static void a_failed_job_reads_nothing(void)
{
    fixture   f;
    ptl_image image;

    begin(&f, bmp_8, sizeof bmp_8);
    ptl_fail(&f.job, PTL_E_IO, 0, "test", "before");
    CHECK(!read(&f, &image, NULL));
    CHECK_FAILED(&f, PTL_E_IO, "test");
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(measures_every_kind),
        TEST(reads_every_kind),
        TEST(reads_jpeg),
        TEST(makes_the_first_color_transparent),
        TEST(alpha_of_colors_nobody_uses_does_not_count),
        TEST(indices_become_pixels),
        TEST(a_palette_has_256_entries),
        TEST(tga_is_known_by_header_or_footer),
        TEST(a_kind_can_be_forced),
        TEST(says_what_it_has),
        TEST(sizes_are_claims),
        TEST(sizes_of_compressed_pictures_are_claims),
        TEST(limits_can_be_set),
        TEST(warnings_stop_a_strict_job),
        TEST(a_failed_job_reads_nothing),
    };

    return run_tests("image", tests, COUNT(tests));
}
