/* SPDX-License-Identifier: MIT */
/* Gray PNGs as input: the same documents as those that are made anew of them, and what is refused.
 */
#include <portolan/portolan.h>

#include "fixture.h"
#include "image_samples.h"
#include "render/image.h"
#include "render/png_write.h"
#include "support.h"

enum { SIDE = 65, SETTINGS = 2 };

#define SET(name, value)                                                                           \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }

static void need_png(void)
{
    if (!ptl_image_there("png"))
        test_skip("no libspng");
}

/* A slope with a pit in it. */
static ptl_bytes picture(uint32_t width, uint32_t height)
{
    static uint16_t gray[SIDE * SIDE];
    fixture         f;
    ptl_buf         out;
    ptl_bytes       png;

    CHECK(width <= SIDE && height <= SIDE);
    for (uint32_t i = 0; i < width * height; i++)
        gray[i] = (uint16_t)(i % width == 7 ? 0 : 900 * (i % width) + 100 * (i / width));
    fixture_begin(&f, "", 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_png_write_gray16(&f.job, &out, gray, width, height, (ptl_span){ 0 }, PTL_PNG_USUAL);
    png = (ptl_bytes){ malloc(out.size), out.size, out.size, { 0 } };
    CHECK(png.data != NULL);
    memcpy(png.data, out.data, out.size);
    ptl_buf_free(&out);
    fixture_end(&f);
    return png;
}

typedef struct heard {
    size_t invented, heights, alpha;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    h->invented += strcmp(diag->rule, "carry-invented") == 0 && diag->severity == PTL_LOSS;
    h->heights += strcmp(diag->rule, "pfmap-heights") == 0;
    h->alpha += strcmp(diag->rule, "heightmap-alpha") == 0 && diag->severity == PTL_LOSS;
}

static void check_same(const ptl_doc *a, const ptl_doc *b)
{
    ptl_bytes    one = must_write(a, NULL), other = must_write(b, NULL);
    ptl_attached file, same;
    size_t       count = 0;

    CHECK(one.size == other.size && memcmp(one.data, other.data, one.size) == 0);
    for (; ptl_doc_attached(&file, a, count); count++) {
        CHECK(ptl_doc_attached(&same, b, count));
        CHECK_TEXT(file.name, same.name);
        CHECK(file.size == same.size && memcmp(file.data, same.data, same.size) == 0);
    }
    CHECK(count > 0 && !ptl_doc_attached(&same, b, count));
    ptl_bytes_free(&one);
    ptl_bytes_free(&other);
}

static void imported_is_as_made(void)
{
    static const struct {
        const char *format;
        uint32_t    width, height;
        ptl_setting settings[SETTINGS];
    } all[] = {
        { "pfmap", 33, 33, { { 0 } } },
        { "pfmap", 64, 32, { SET("max-level", "4") } },
        { "pfmap", 33, 65, { SET("height-step", "2000"), SET("max-level", "20") } },
        { "mpd", 2, 2, { { 0 } } },
        { "mpd", 40, 3, { SET("relief", "900") } },
        { "mpd", 33, 33, { SET("tile-rules", "below 100 tile 3 effects water\n") } },
    };

    need_png();
    for (size_t i = 0; i < COUNT(all); i++) {
        ptl_bytes     png                    = picture(all[i].width, all[i].height);
        ptl_setting   settings[SETTINGS + 1] = { { "heightmap", png.data, png.size } };
        heard         h                      = { 0 };
        size_t        count                  = 0;
        ptl_doc      *made, *read;
        ptl_read_opts opts = { .settings = settings, .listener = { .hear = hear, .user = &h } };

        for (; count < SETTINGS && all[i].settings[count].name; count++)
            settings[count + 1] = all[i].settings[count];
        opts.setting_count = count + 1;
        CHECK_UINT(ptl_new(&made, all[i].format, &opts, NULL), PTL_OK);
        CHECK_UINT(h.invented, 0);
        opts.settings      = all[i].settings;
        opts.setting_count = count;
        h.heights          = 0;
        CHECK_UINT(ptl_import(&read, png.data, png.size, all[i].format, &opts, NULL), PTL_OK);
        CHECK_UINT(h.invented, 1);
        CHECK((strcmp(all[i].format, "pfmap") == 0) == (h.heights > 0));
        CHECK(ptl_doc_imported(read) && !ptl_doc_imported(made));
        check_same(made, read);
        ptl_doc_free(made);
        ptl_doc_free(read);
        ptl_bytes_free(&png);
    }
}

static void clear_pixels_are_a_loss(void)
{
    heard         h    = { 0 };
    ptl_read_opts opts = { .listener = { .hear = hear, .user = &h } };
    ptl_doc      *doc;

    need_png();
    CHECK_UINT(ptl_import(&doc, png_gray_alpha, sizeof png_gray_alpha, "mpd", &opts, NULL), PTL_OK);
    CHECK_UINT(h.alpha, 1);
    ptl_doc_free(doc);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void refuse(const void *data, size_t size, const char *format, const ptl_setting *setting,
                   const char *rule)
{
    ptl_read_opts opts = { .settings = setting, .setting_count = setting ? 1 : 0 };
    ptl_doc      *doc;
    ptl_diag      err;

    CHECK(ptl_import(&doc, data, size, format, &opts, &err) != PTL_OK && doc == NULL);
    CHECK_TEXT(err.rule, rule);
}

static void other_pictures_are_refused(void)
{
    static const struct {
        const void *data;
        size_t      size;
    } others[]                         = { { png_rgb, sizeof png_rgb },
                                           { png_8, sizeof png_8 },
                                           { png_rgba_interlaced, sizeof png_rgba_interlaced } };
    static const char *const formats[] = { "pfmap", "mpd" };

    need_png();
    for (size_t k = 0; k < COUNT(formats); k++)
        for (size_t i = 0; i < COUNT(others); i++)
            refuse(others[i].data, others[i].size, formats[k], NULL, "heightmap-gray");
}

static void fewer_bits_are_refused(void)
{
    ptl_bytes png;

    need_png();
    png                       = picture(33, 33);
    ((uint8_t *)png.data)[24] = 4;
    refuse(png.data, png.size, "pfmap", NULL, "heightmap-gray");
    ptl_bytes_free(&png);
}

static void sizes_are_refused(void)
{
    ptl_bytes one, odd;

    need_png();
    one = picture(1, 1);
    odd = picture(40, 33);
    refuse(one.data, one.size, "pfmap", NULL, "pfmap-heights");
    refuse(one.data, one.size, "mpd", NULL, "mpd-heights");
    refuse(odd.data, odd.size, "pfmap", NULL, "pfmap-heights");
    ptl_bytes_free(&one);
    ptl_bytes_free(&odd);
}

static void settings_of_others_are_refused(void)
{
    static const struct {
        const char *format;
        ptl_setting setting;
    } all[] = { { "pfmap", SET("cell", "3") },           { "pfmap", SET("size", "1x1") },
                { "pfmap", SET("relief", "9") },         { "pfmap", SET("height-step", "0") },
                { "mpd", { "module", NULL, 0 } },        { "mpd", SET("cell", "3") },
                { "mpd", { "take-light", NULL, 0 } },    { "mpd", SET("max-level", "3") },
                { "mpd", SET("tile-rules", "nonsense") } };
    ptl_bytes png;

    need_png();
    png = picture(33, 33);
    for (size_t i = 0; i < COUNT(all); i++)
        refuse(png.data, png.size, all[i].format, &all[i].setting, "setting");
    ptl_bytes_free(&png);
}

/* Every beginning of a file, whatever it claims. */
static void cut_files_are_refused(void)
{
    ptl_bytes png;
    ptl_doc  *doc;

    need_png();
    png = picture(33, 33);
    for (size_t size = 8; size < png.size; size++)
        CHECK(ptl_import(&doc, png.data, size, "pfmap", NULL, NULL) != PTL_OK && doc == NULL);
    memcpy((uint8_t *)png.data + 16, "\x7f\xff\xff\xff\x7f\xff\xff\xff", 8);
    CHECK(ptl_import(&doc, png.data, png.size, "mpd", NULL, NULL) != PTL_OK && doc == NULL);
    ptl_bytes_free(&png);
}

static void only_beginnings_are_known(void)
{
    int score;

    CHECK(ptl_import_probe("\x89PNG\r\n\x1a", 7, 7, "a.png", &score) == NULL);
    CHECK_TEXT(ptl_import_probe("\x89PNG\r\n\x1a\n", 8, 8, "a.png", &score)->name, "heightmap");
    CHECK(!ptl_probe("\x89PNG\r\n\x1a\n", 8, 8, "a.png", &score));
    CHECK_TEXT(ptl_hub_name(PTL_HUB_HEIGHTS), "heights");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(imported_is_as_made),
        TEST(clear_pixels_are_a_loss),
        TEST(other_pictures_are_refused),
        TEST(fewer_bits_are_refused),
        TEST(sizes_are_refused),
        TEST(cut_files_are_refused),
        TEST(settings_of_others_are_refused),
        TEST(only_beginnings_are_known),
    };

    return run_tests("heightmap in", tests, COUNT(tests));
}
