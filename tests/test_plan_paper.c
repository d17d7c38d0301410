/* SPDX-License-Identifier: MIT */
/* Plans of our samples on paper: as they looked, and the same in PDF as another program draws it.
 *
 * Another version of cairo may shade an edge a little differently, so pictures are compared with
 * some tolerance: no picture may differ much, and few pixels may differ at all. UPDATE=1 writes
 * what is expected anew; look at it before committing. */
#define _POSIX_C_SOURCE 200809L
#include <portolan/plan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "harness.h"
#include "render/plan_draw.h"
#include "support.h"

#define SAMPLES PTL_SOURCE "/samples/"

static const struct sample {
    const char *name, *path;
    const char *texts[3]; /* that can be found in its PDF */
} samples[] = {
    { "island-plan", "permafrost/island.pfmap", { "Permafrost terrain", "Grass", "Snow" } },
    { "fortress-plan",
      "egoboo/gamedat/level.mpd",
      { "The Harbor Fortress", "Portcullis", "empty: not drawn" } },
    { "lighthouse-plan",
      "gridmonger/lighthouse.gmm",
      { "Lamp room", "The keeper sleeps here", "tide" } },
};

static void need_cairo(void)
{
    if (!ptl_plan_draw_there() || !ptl_has_feature("png"))
        test_skip("no cairo and pango to draw with, or no PNG to read");
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static unsigned apart(ptl_rgba a, ptl_rgba b)
{
    int r = a.r - b.r, g = a.g - b.g, v = a.b - b.b;

    return (unsigned)(abs(r) > abs(g) ? (abs(r) > abs(v) ? abs(r) : abs(v))
                                      : (abs(g) > abs(v) ? abs(g) : abs(v)));
}

/* Most pixels may be `little` apart; of those that are more, one in `few` is one too many. */
static void check_alike(const char *name, const ptl_image *got, const ptl_image *want,
                        unsigned little, unsigned few)
{
    uint64_t more = 0, all = (uint64_t)want->width * want->height;

    CHECK_UINT(got->width, want->width);
    CHECK_UINT(got->height, want->height);
    for (uint32_t y = 0; y < want->height; y++)
        for (uint32_t x = 0; x < want->width; x++)
            more += apart(ptl_image_at(got, x, y), ptl_image_at(want, x, y)) > little;
    if (more * few > all)
        test_fail(__FILE__, __LINE__, "%s: %llu of %llu pixels differ", name,
                  (unsigned long long)more, (unsigned long long)all);
}

static ptl_bytes write_as(const struct sample *s, const char *to, const ptl_setting *setting)
{
    const char *folders[] = { SAMPLES "egoboo", NULL };
    char        path[512];
    ptl_folder  folder = { path, folders };
    ptl_doc    *doc;
    ptl_diag    err;
    ptl_bytes   out;

    snprintf(path, sizeof path, SAMPLES "%s", s->path);
    if (ptl_read_file(&doc, path, NULL, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s: %s", path, err.message);
    out =
        must_write(doc, &(ptl_write_opts){ .to            = to,
                                           .settings      = setting,
                                           .setting_count = setting ? 1 : 0,
                                           .files = { .load = ptl_folder_load, .user = &folder } });
    ptl_doc_free(doc);
    return out;
}

static void put_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(data, 1, size, file) == size);
    fclose(file);
}

static void read_image(fixture *f, ptl_image *out, const void *data, size_t size)
{
    CHECK(ptl_image_read(&f->job, out, (ptl_span){ data, size }, NULL));
}

/* ---- As they looked -------------------------------------------------------------------------- */

static void samples_look_as_they_did(void)
{
    static const ptl_setting small = { "thumbnail", "220", 3 };

    need_cairo();
    for (size_t i = 0; i < COUNT(samples); i++) {
        ptl_bytes  png = write_as(&samples[i], "png", &small);
        ptl_image  got, want;
        test_bytes golden;
        fixture    f;
        char       path[512];

        snprintf(path, sizeof path, PTL_SOURCE "/tests/pictures/%s.png", samples[i].name);
        if (getenv("UPDATE"))
            put_file(path, png.data, png.size);
        golden = test_load(path);
        CHECK(golden.data != NULL);
        fixture_begin(&f, "", 0);
        read_image(&f, &got, png.data, png.size);
        read_image(&f, &want, golden.data, golden.size);
        check_alike(samples[i].name, &got, &want, 12, 200);
        fixture_end(&f);
        free(golden.data);
        ptl_bytes_free(&png);
    }
}

/* ---- As others see the PDF ------------------------------------------------------------------- */

/* What a command prints, or nothing; free it. */
static test_bytes output_of(const char *command)
{
    FILE      *pipe = popen(command, "r");
    test_bytes out  = { malloc(1 << 24), 0 };

    CHECK(pipe && out.data);
    out.size = fread(out.data, 1, 1 << 24, pipe);
    if (pclose(pipe) != 0)
        out.size = 0;
    return out;
}

static bool says(const test_bytes *text, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= text->size; i++)
        if (memcmp(text->data + i, word, size) == 0)
            return true;
    return false;
}

/* A picture as pdftoppm writes it: "P6", width, height, 255, and three bytes a pixel. */
static void read_ppm(fixture *f, ptl_image *out, const test_bytes *ppm)
{
    unsigned width, height;
    int      head = 0;

    CHECK(ppm->size > 16);
    CHECK(sscanf((const char *)ppm->data, "P6 %u %u 255%n", &width, &height, &head) == 2 &&
          head > 0);
    *out = (ptl_image){ .width = width, .height = height };
    CHECK((size_t)head + 1 + 3 * (size_t)width * height == ppm->size);
    CHECK(ptl_image_take_pixels(&f->job, out));
    for (size_t i = 0; i < (size_t)width * height; i++) {
        const uint8_t *at = ppm->data + head + 1 + 3 * i;

        out->pixels[i] = (ptl_rgba){ at[0], at[1], at[2], 255 };
    }
}

static void check_pdf(const struct sample *s, const char *file)
{
    static const ptl_setting first = { "level", "1", 1 };
    ptl_bytes                png   = write_as(s, "png", &first);
    test_bytes               text, ppm;
    ptl_image                ours, theirs;
    fixture                  f;
    char                     command[256];

    snprintf(command, sizeof command, "pdftotext %s -", file);
    text = output_of(command);
    for (size_t i = 0; i < COUNT(s->texts); i++)
        if (!says(&text, s->texts[i]))
            test_fail(__FILE__, __LINE__, "%s: \"%s\" is not in its PDF", s->name, s->texts[i]);
    snprintf(command, sizeof command, "pdftoppm -r 96 -f 1 -l 1 %s", file);
    ppm = output_of(command);
    fixture_begin(&f, "", 0);
    read_image(&f, &ours, png.data, png.size);
    read_ppm(&f, &theirs, &ppm);
    check_alike(s->name, &theirs, &ours, 80, 50);
    fixture_end(&f);
    ptl_bytes_free(&png);
    free(text.data);
    free(ppm.data);
}

static void pdf_looks_like_the_picture(void)
{
    char file[] = "/tmp/portolan-plan-XXXXXX";
    int  handle;

    need_cairo();
    if (system("command -v pdftoppm >/dev/null && command -v pdftotext >/dev/null") != 0)
        test_skip("no pdftoppm and pdftotext to look with");
    handle = mkstemp(file);
    CHECK(handle >= 0);
    close(handle);
    for (size_t i = 0; i < COUNT(samples); i++) {
        ptl_bytes pdf = write_as(&samples[i], "pdf", NULL);

        put_file(file, pdf.data, pdf.size);
        ptl_bytes_free(&pdf);
        check_pdf(&samples[i], file);
    }
    remove(file);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(samples_look_as_they_did),
        TEST(pdf_looks_like_the_picture),
    };

    return run_tests("plan_paper", cases, COUNT(cases));
}
