/* SPDX-License-Identifier: MIT */
/* Plans of real files, where they are available: all can be drawn, and those of Egoboo levels lie
 * as the game's own plans do. */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <math.h>
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/plan_pages.h"
#include "render/plan_draw.h"
#include "support.h"

static const char *corpus(void)
{
    const char *given = getenv("PORTOLAN_CORPUS");
    struct stat about;

    if (given && stat(given, &about) == 0)
        return given;
    return stat(PTL_SOURCE "/../shared/corpus", &about) == 0 ? PTL_SOURCE "/../shared/corpus"
                                                             : NULL;
}

/* The plan of a file with the textures beside it; findings above a loss end the test. */
static void hear(void *user, const ptl_diag *diag)
{
    check_rule(diag, false);
    if (diag->severity > PTL_LOSS)
        printf("%s: %s [%s]\n", (const char *)user, diag->message, diag->rule);
}

static ptl_plan *plan_of(const char *path, const char *textures, ptl_doc **doc)
{
    const char    *folders[] = { textures, NULL };
    ptl_folder     folder    = { path, folders };
    ptl_write_opts opts      = { .files    = { .load = ptl_folder_load, .user = &folder },
                                 .listener = { hear, (void *)path } };
    ptl_plan      *plan;
    ptl_diag       err;

    if (ptl_read_file(doc, path, NULL, &err) != PTL_OK ||
        ptl_plan_make(&plan, *doc, &opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s: %s", path, err.message);
    return plan;
}

/* ---- As the game's plans --------------------------------------------------------------------- */

enum { SIDE = 63 }; /* fans that every plan of the game shows, whatever its kind */

typedef struct shades { /* a lightness for each fan */
    unsigned across, down;
    double   of[SIDE][SIDE];
    bool     off[SIDE][SIDE]; /* not drawn, and black on plans of the game */
} shades;

static double lightness(ptl_rgba c)
{
    return 0.3 * c.r + 0.6 * c.g + 0.1 * c.b;
}

/* The mean over the pixels of each fan. */
static void take_shades(shades *out, const ptl_image *image, unsigned pixels)
{
    for (unsigned y = 0; y < out->down; y++)
        for (unsigned x = 0; x < out->across; x++) {
            out->of[y][x] = 0;
            for (unsigned i = 0; i < pixels * pixels; i++)
                out->of[y][x] += lightness(
                    ptl_image_at(image, x * pixels + i % pixels, y * pixels + i / pixels));
        }
}

/* One of the eight ways to lay a square: bit 0 mirrors x, bit 1 y, bit 2 exchanges them. */
static double turned(const shades *s, unsigned x, unsigned y, unsigned way)
{
    unsigned u = way & 4 ? y : x, v = way & 4 ? x : y;

    u = way & 1 ? s->across - 1 - u : u;
    v = way & 2 ? s->down - 1 - v : v;
    return s->of[v][u];
}

/* Some plans are light where the level is dark: how much both have to do with each other counts. */
static double correlation(const shades *a, const shades *b, unsigned way)
{
    double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;

    for (unsigned y = 0; y < a->down; y++)
        for (unsigned x = 0; x < a->across; x++) {
            double p = a->of[y][x], q = turned(b, x, y, way);

            if (b->off[y][x])
                continue;
            n++;
            sa += p;
            sb += q;
            saa += p * p;
            sbb += q * q;
            sab += p * q;
        }
    return fabs(n * sab - sa * sb) / sqrt((n * saa - sa * sa) * (n * sbb - sb * sb) + 1e-9);
}

/* The ground alone, four pixels a fan. */
static void draw_ground(fixture *f, ptl_plan *plan, ptl_image *out, const ptl_mpd *mesh)
{
    const ptl_str      list  = { "ground", 6 };
    const ptl_plan_box whole = { 0, 0, (float)mesh->sizex, (float)mesh->sizey };
    double             scale = 4 / (double)plan->pages.data[0].cells.width;
    ptl_str            unknown;

    CHECK(ptl_plan_pick_layers(&f->job, plan, &list, &unknown));
    CHECK(ptl_plan_crop(plan, &whole));
    CHECK(ptl_plan_paint(&f->job, out, plan, 0, scale));
    CHECK_UINT(out->width, 4 * mesh->sizex);
    CHECK_UINT(out->height, 4 * mesh->sizey);
}

/* How much better a level fits its plan as it is than in any other way; 0 without such a plan. */
static double advantage(const char *folder)
{
    char       path[1024];
    test_bytes bytes;
    fixture    f;
    ptl_doc   *doc;
    ptl_plan  *plan;
    ptl_image  own, game;
    ptl_mpd   *mesh;
    shades     ours, theirs;
    double     best = -1, straight;
    unsigned   pixels;

    snprintf(path, sizeof path, "%s/plan.bmp", folder);
    bytes = test_load(path);
    if (!bytes.data)
        return 0;
    snprintf(path, sizeof path, "%s/level.mpd", folder);
    plan = plan_of(path, NULL, &doc);
    mesh = ptl_mpd_of(doc);
    fixture_begin(&f, NULL, 0);
    draw_ground(&f, plan, &own, mesh);
    CHECK(ptl_image_read(&f.job, &game, (ptl_span){ bytes.data, bytes.size }, NULL));
    pixels      = game.width >= 4 * mesh->sizex ? 4 : 1;
    ours.across = theirs.across = mesh->sizex < SIDE ? mesh->sizex : SIDE;
    ours.down = theirs.down = mesh->sizey < SIDE ? mesh->sizey : SIDE;
    CHECK(game.width >= pixels * ours.across && game.height >= pixels * ours.down);
    take_shades(&ours, &own, 4);
    take_shades(&theirs, &game, pixels);
    for (unsigned i = 0; i < ours.across * ours.down; i++) {
        unsigned x = i % ours.across, y = i / ours.across;

        ours.off[y][x] = ptl_mpd_word_tile(mesh->words.data[y * mesh->sizex + x]) == PTL_MPD_FANOFF;
    }
    straight = correlation(&theirs, &ours, 0);
    for (unsigned way = 1; way < (ours.across == ours.down ? 8u : 4u); way++)
        best = fmax(best, correlation(&theirs, &ours, way));
    printf("%s: %.3f, the next best way %.3f\n", path, straight, best);
    fixture_end(&f);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
    free(bytes.data);
    return straight - best;
}

static void levels_lie_as_on_the_plans_of_the_game(void)
{
    char           path[512];
    DIR           *folder;
    struct dirent *entry;
    unsigned       plans = 0, right = 0;

    snprintf(path, sizeof path, "%s/mpd", corpus());
    folder = opendir(path);
    if (!folder || !ptl_plan_draw_there())
        test_skip("no levels, or nothing to draw with");
    while ((entry = readdir(folder))) {
        char   module[1024];
        double better;

        snprintf(module, sizeof module, "%s/%s/gamedat", path, entry->d_name);
        better = strstr(entry->d_name, ".mod") ? advantage(module) : 0;
        plans += better != 0;
        right += better > 0;
    }
    closedir(folder);
    CHECK(plans > 0);
    CHECK(right == plans);
}

/* ---- All can be drawn ------------------------------------------------------------------------ */

static void terrains_can_be_drawn(void)
{
    static const char *const names[] = { "demo", "plain" };

    if (!ptl_plan_draw_there())
        test_skip("nothing to draw with");
    for (size_t i = 0; i < COUNT(names); i++) {
        char      path[512], textures[512];
        ptl_doc  *doc;
        ptl_plan *plan;
        fixture   f;
        ptl_image image;

        snprintf(path, sizeof path, "%s/pfmap/%s.pfmap", corpus(), names[i]);
        snprintf(textures, sizeof textures, "%s/pfmap/map_textures", corpus());
        plan = plan_of(path, textures, &doc);
        fixture_begin(&f, NULL, 0);
        CHECK(ptl_plan_paint(&f.job, &image, plan, 0, 1));
        CHECK_UINT(f.heard, 0);
        fixture_end(&f);
        ptl_plan_free(plan);
        ptl_doc_free(doc);
    }
}

int main(void)
{
    static const test_case cases[] = {
        TEST(levels_lie_as_on_the_plans_of_the_game),
        TEST(terrains_can_be_drawn),
    };

    if (!corpus()) {
        puts("skipped: no real files here; PORTOLAN_CORPUS names the folder");
        return 77;
    }
    return run_tests("plan_corpus", cases, COUNT(cases));
}
