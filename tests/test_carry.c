/* SPDX-License-Identifier: MIT */
/* Maps carried from one engine to another: whoever could walk somewhere still can, and nobody else
 * can. Measured by what each format says about walking itself, on samples and on real maps where
 * they can be found (PORTOLAN_CORPUS, or ../shared/corpus beside the repository). */
#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include "formats/grmm/grmm_private.h"
#include "support.h"
#include "walks.h"
#include <portolan/ppe.h>

/* ---- Carrying -------------------------------------------------------------------------------- */

typedef struct beside { /* what was written beside the last output */
    char      names[48][64];
    ptl_bytes files[48];
    size_t    count;
} beside;

static bool put_beside(void *user, const char *name, const void *data, size_t size)
{
    beside *b = user;

    CHECK(b->count < COUNT(b->names));
    snprintf(b->names[b->count], sizeof b->names[0], "%s", name);
    b->files[b->count] = (ptl_bytes){ .data = malloc(size + 1), .size = size };
    memcpy(b->files[b->count++].data, data, size);
    return true;
}

static void free_beside(beside *b)
{
    for (size_t i = 0; i < b->count; i++)
        free(b->files[i].data);
    *b = (beside){ 0 };
}

/* The document a document becomes; what goes beside it is kept. */
static ptl_doc *carry(const ptl_doc *from, const char *to, const ptl_setting *settings,
                      size_t count, beside *b)
{
    ptl_write_opts opts  = { .to            = to,
                             .settings      = settings,
                             .setting_count = count,
                             .listener      = test_listener(NULL),
                             .files         = { .put = put_beside, .user = b } };
    ptl_bytes      bytes = must_write(from, &opts);
    ptl_doc       *doc   = must_read(bytes.data, bytes.size, &(ptl_read_opts){ .format = to });

    ptl_bytes_free(&bytes);
    return doc;
}

static ptl_doc *read_beside(const beside *b, const char *name, const char *format)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->names[i], name) == 0)
            return must_read(b->files[i].data, b->files[i].size,
                             &(ptl_read_opts){ .format = format });
    return NULL;
}

static void hear_worst(void *user, const ptl_diag *diag)
{
    ptl_diag *worst = user;

    bool large = strcmp(diag->rule, "engine-vertices") == 0; /* for the oldest engine alone */

    if (diag->severity >= worst->severity && !large)
        *worst = *diag;
}

/* Its engine would load it, and nothing in it is odd. */
static void must_be_fine(const ptl_doc *doc)
{
    ptl_diag       worst = { .severity = PTL_NOTE };
    ptl_check_opts opts  = { .profile = "engine", .listener = { hear_worst, &worst, NULL } };

    CHECK(ptl_check(doc, &opts, NULL) == PTL_OK);
    if (worst.severity >= PTL_WARNING)
        test_fail(__FILE__, __LINE__, "%s [%s]", worst.message, worst.rule);
}

/* ---- From Gridmonger ------------------------------------------------------------------------- */

/* Where a level goes, measured there: walks of `across` cells for each. */
typedef walks measure(const ptl_doc *map, const ptl_setting *settings, size_t count);

static walks measure_mpd(const ptl_doc *map, const ptl_setting *settings, size_t count)
{
    beside   b        = { 0 };
    ptl_doc *level    = carry(map, "mpd", settings, count, &b);
    ptl_doc *passages = read_beside(&b, "passage.txt", "passage");
    walks    w = walks_of_mpd(ptl_mpd_view(level), passages ? ptl_passage_view(passages) : NULL);

    must_be_fine(level);
    ptl_doc_free(passages);
    ptl_doc_free(level);
    free_beside(&b);
    return w;
}

static walks measure_pfmap(const ptl_doc *map, const ptl_setting *settings, size_t count)
{
    beside   b       = { 0 };
    ptl_doc *terrain = carry(map, "pfmap", settings, count, &b);
    walks    w       = walks_of_tiles(ptl_pfmap_view(terrain));

    must_be_fine(terrain);
    ptl_doc_free(terrain);
    free_beside(&b);
    return w;
}

/* Tiles mean what their logic values say: measured on the plan that these become. */
static walks measure_tiles(const ptl_doc *map, const char *to, const ptl_setting *settings,
                           size_t count)
{
    static const ptl_setting by_logic = { "meaning", "logic", 5 };
    beside                   b        = { 0 };
    ptl_doc                 *tiles    = carry(map, to, settings, count, &b);
    ptl_doc                 *plan     = carry(tiles, "grmm", &by_logic, 1, &b);
    walks                    w        = walks_of_grmm(ptl_grmm_view(plan), 0);

    ptl_doc_free(plan);
    ptl_doc_free(tiles);
    free_beside(&b);
    return w;
}

static walks measure_ppe(const ptl_doc *map, const ptl_setting *settings, size_t count)
{
    return measure_tiles(map, "ppe", settings, count);
}

static walks measure_xmf(const ptl_doc *map, const ptl_setting *settings, size_t count)
{
    return measure_tiles(map, "xmf", settings, count);
}

static void check_level(const ptl_doc *doc, size_t shown, size_t level, const char *cell,
                        measure *carried)
{
    char        number[16];
    size_t      size       = (size_t)snprintf(number, sizeof number, "%zu", shown + 1);
    ptl_setting settings[] = { { "level", number, size }, { "cell", cell, strlen(cell) } };
    walks       before     = walks_of_grmm(ptl_grmm_view(doc), level);
    walks       after      = carried(doc, settings, 2);

    check_walks(&before, &after, (uint32_t)atoi(cell));
    walks_free(&before);
    walks_free(&after);
}

static void check_map(const ptl_doc *doc)
{
    static measure *const targets[] = { measure_mpd, measure_pfmap, measure_ppe, measure_xmf };
    const ptl_grmm       *map       = ptl_grmm_view(doc);
    uint32_t             *order     = calloc(map->levels.count + 1, sizeof *order);

    ptl_grmm_sort_levels(map, order);
    for (size_t i = 0; i < map->levels.count; i++)
        for (size_t k = 0; k < COUNT(targets); k++) {
            check_level(doc, i, order[i], "2", targets[k]);
            if (k < 2) /* tiles still say that arrows push, so that several in a row are lanes */
                check_level(doc, i, order[i], "3", targets[k]);
        }
    free(order);
}

static size_t maps;

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    ptl_doc *doc;

    (void)about;
    (void)where;
    if (kind != FTW_F || !strstr(path, ".gmm") || ptl_read_file(&doc, path, NULL, NULL) != PTL_OK)
        return 0;
    check_map(doc);
    ptl_doc_free(doc);
    maps++;
    return 0;
}

static void samples_can_be_walked(void)
{
    maps = 0;
    nftw(PTL_SOURCE "/samples/gridmonger", visit, 16, FTW_PHYS);
    CHECK(maps > 3);
}

static void real_maps_can_be_walked(void)
{
    const char *given = getenv("PORTOLAN_CORPUS");
    char        folder[900];

    maps = 0;
    snprintf(folder, sizeof folder, "%s/grmm", given ? given : PTL_SOURCE "/../shared/corpus");
    nftw(folder, visit, 16, FTW_PHYS);
    printf("%zu real maps\n", maps);
}

/* ---- From other engines ---------------------------------------------------------------------- */

static size_t carried;

/* Terrain becomes a plan, and a mesh, quarter for quarter. */
static void check_terrain(const ptl_doc *doc)
{
    beside   b      = { 0 };
    walks    before = walks_of_pfmap(ptl_pfmap_view(doc));
    ptl_doc *plan   = carry(doc, "grmm", NULL, 0, &b);
    ptl_doc *mesh   = carry(doc, "mpd", NULL, 0, &b);
    walks    drawn  = walks_of_grmm(ptl_grmm_view(plan), 0);
    walks    built  = walks_of_mpd(ptl_mpd_view(mesh), NULL);

    check_walks(&before, &drawn, 1);
    check_walks(&before, &built, 1);
    must_be_fine(plan);
    must_be_fine(mesh);
    walks_free(&before);
    walks_free(&drawn);
    walks_free(&built);
    ptl_doc_free(plan);
    ptl_doc_free(mesh);
    free_beside(&b);
}

/* The number behind "up to" in the line of a ledger, which says how far heights are off. */
static void hear_stated(void *user, const ptl_diag *diag)
{
    const char *at = strstr(diag->message, "off by up to ");

    if (at)
        *(double *)user = strtod(at + 13, NULL);
}

/* Heights of floors are as far off as is said, and no further: in units of meshes, of which a level
 * of terrain is 128, and in levels. */
static void heights_are_kept(void)
{
    double         stated = 0, worst = 0;
    ptl_write_opts opts = { .to = "mpd", .listener = { hear_stated, &stated, NULL } };
    ptl_doc       *terrain, *mesh;
    ptl_bytes      bytes;
    ptl_mpd_tables tables;

    CHECK(ptl_read_file(&terrain, PTL_SOURCE "/samples/permafrost/island.pfmap", NULL, NULL) ==
          PTL_OK);
    bytes = must_write(terrain, &opts);
    mesh  = must_read(bytes.data, bytes.size, NULL);
    CHECK(ptl_mpd_derive(&tables, mesh, NULL) == PTL_OK);
    for (uint32_t i = 0; i < ptl_mpd_view(mesh)->words.count; i++) {
        const ptl_pfmap *map = ptl_pfmap_view(terrain);
        uint32_t         x = i % ptl_mpd_view(mesh)->sizex, y = i / ptl_mpd_view(mesh)->sizex;
        double           was, is;

        if (x >= 2 * map->width || y >= 2 * map->height ||
            !ptl_mpd_walkable(ptl_mpd_view(mesh), NULL, x * 128 + 64, y * 128 + 64))
            continue;
        was   = ptl_pfmap_height_in(ptl_pfmap_tile_at(map, y / 2, x / 2), x % 2 * .5, y % 2 * .5);
        is    = ptl_mpd_height(ptl_mpd_view(mesh), &tables, x * 128, y * 128);
        worst = fabs(was * 32 - is) > worst ? fabs(was * 32 - is) : worst;
    }
    printf("heights are off by %g units, %g are stated\n", worst, stated);
    CHECK(worst <= stated && stated < 1000);
    ptl_mpd_tables_free(&tables);
    ptl_bytes_free(&bytes);
    ptl_doc_free(mesh);
    ptl_doc_free(terrain);
}

/* A mesh becomes a plan, and terrain, fan for fan. */
static void check_mesh(const ptl_doc *doc)
{
    beside   b       = { 0 };
    walks    before  = walks_of_mpd(ptl_mpd_view(doc), NULL);
    ptl_doc *plan    = carry(doc, "grmm", NULL, 0, &b);
    ptl_doc *terrain = carry(doc, "pfmap", NULL, 0, &b);
    walks    drawn   = walks_of_grmm(ptl_grmm_view(plan), 0);
    walks    shaped  = walks_of_tiles(ptl_pfmap_view(terrain));

    check_walks(&before, &drawn, 1);
    check_walks(&before, &shaped, 1);
    must_be_fine(plan);
    must_be_fine(terrain);
    walks_free(&before);
    walks_free(&drawn);
    walks_free(&shaped);
    ptl_doc_free(plan);
    ptl_doc_free(terrain);
    free_beside(&b);
}

static int visit_engines(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    bool     mesh = strstr(path, ".mpd"), terrain = strstr(path, ".pfmap");
    ptl_doc *doc;

    (void)about;
    (void)where;
    if (kind != FTW_F || (!mesh && !terrain) || strstr(path, "hostile") ||
        ptl_read_file(&doc, path, NULL, NULL) != PTL_OK)
        return 0;
    if (mesh)
        check_mesh(doc);
    else
        check_terrain(doc);
    ptl_doc_free(doc);
    carried++;
    return 0;
}

static void levels_of_engines_can_be_walked(void)
{
    const char *given = getenv("PORTOLAN_CORPUS");

    carried = 0;
    nftw(PTL_SOURCE "/samples", visit_engines, 16, FTW_PHYS);
    CHECK(carried >= 2);
    nftw(given ? given : PTL_SOURCE "/../shared/corpus", visit_engines, 16, FTW_PHYS);
    printf("%zu levels\n", carried);
}

/* ---- Meanings -------------------------------------------------------------------------------- */

static void what_is_no_meaning_is_refused(void)
{
    static const struct {
        const char *list, *says;
    } bad[] = {
        { "", "what tile 1 means is not said: add a line such as \"1 floor\"" },
        { "1 flor\n", "line 1 of the meanings: \"flor\" is no kind of ground: see docs/carry.md" },
        { "# all\n\n* \n", "line 3 of the meanings: \"\" is no kind of ground: see docs/carry.md" },
        { "1 floor wet\n",
          "line 1 of the meanings: \"wet\" is none of water, danger, slippery, across, back and "
          "color=0 to 9" },
        { "1 floor color=10\n",
          "line 1 of the meanings: \"color=10\" is none of water, danger, slippery, across, back "
          "and color=0 to 9" },
        { "2-1 floor\n", "line 1 of the meanings: \"2-1\" is no id; allowed: 0 to 65535, ranges "
                         "such as 10-13, empty, *" },
        { "65536 floor\n", "line 1 of the meanings: \"65536\" is no id; allowed: 0 to 65535, "
                           "ranges such as 10-13, empty, *" },
        { "logic", "the map has no logic section that could say what its tiles mean" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_setting    given = { "meaning", bad[i].list, strlen(bad[i].list) };
        ptl_write_opts opts  = { .to = "grmm", .settings = &given, .setting_count = 1 };
        ptl_bytes      bytes = { 0 };
        ptl_diag       err;
        ptl_doc       *doc;

        CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 2, 1, NULL, NULL) == PTL_OK);
        ptl_ppe_of(doc)->cells.data[0] = 1;
        CHECK(ptl_write(&bytes, doc, &opts, &err) != PTL_OK);
        CHECK_TEXT(err.message, bad[i].says);
        CHECK_TEXT(err.rule, "ppe-meaning");
        ptl_doc_free(doc);
    }
}

/* Every kind of line, and the last one about an id counts. */
static void meanings_are_taken(void)
{
    static const char list[] = "empty rock # void\r\n0-2 floor water\n1 door across\n"
                               "2 floor color=3 # sand\n* barrier";
    ptl_setting       given  = { "meaning", list, sizeof list - 1 };
    beside            b      = { 0 };
    ptl_doc          *doc, *plan;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 5, 1, NULL, NULL) == PTL_OK);
    for (uint32_t i = 0; i < 4; i++)
        ptl_ppe_of(doc)->cells.data[i] = i;
    plan = carry(doc, "grmm", &given, 1, &b);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 0).color, 8);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 1).floor, PTL_GRMM_DOOR);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 1).facing, PTL_GRMM_EAST);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 2).color, 3);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 3).floor, PTL_GRMM_BARRIER);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(plan), 0, 0, 4).floor, PTL_GRMM_EMPTY);
    ptl_doc_free(plan);
    ptl_doc_free(doc);
}

/* ---- Every kind ------------------------------------------------------------------------------ */

/* Every floor of the editor between two others, along and across, and every wall beside it. */
static void every_floor_and_wall(void)
{
    ptl_doc        *doc;
    ptl_grmm_level *level;
    uint32_t        row = 1;

    CHECK(ptl_grmm_new(&doc, "all", "2000-01-01 00:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(&level, doc, "all", "", 0, 120, 5 * 20, NULL) == PTL_OK);
    for (unsigned floor = 1; floor < 256; floor++) {
        if (!ptl_grmm_floor_name((uint8_t)floor) || floor == PTL_GRMM_ONE_WAY_BACK)
            continue;
        for (unsigned i = 0; i < 20; i++)
            for (unsigned k = 0; k < 9; k++)
                ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, row + k / 3, 1 + 5 * i + k % 3,
                             k == 4 ? (uint8_t)floor : PTL_GRMM_BLANK, NULL);
        for (unsigned i = 0; i < 20; i++) {
            static const uint8_t walls[] = { 0, 10, 11, 12, 20, 21, 22, 23, 24, 25 };

            ptl_grmm_set(doc, 0, PTL_GRMM_ORIENTATION, row + 1, 2 + 5 * i, i % 4, NULL);
            ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, row + 1, 2 + 5 * i, walls[i % 10], NULL);
            ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, row + 1, 2 + 5 * i, walls[i * 3 % 10], NULL);
        }
        row += 4;
    }
    CHECK(row > 100 && row < 120);
    check_map(doc);
    ptl_doc_free(doc);
}

static uint32_t roll(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Floors and walls by chance, so that all meet all others; every second wall is none. */
static void strewn_maps_can_be_walked(void)
{
    static const uint8_t floors[] = { 0, 1, 1, 1, 1, 20, 21, 25, 80, 80, 90, 91, 100, 110, 50, 41 };
    static const uint8_t walls[]  = { 0, 0, 0, 0, 0, 0, 0, 10, 11, 12, 20, 21, 22, 23, 24, 25 };
    uint32_t             seed     = 1;

    for (int round = 0; round < 40; round++) {
        ptl_doc        *doc;
        ptl_grmm_level *level;

        CHECK(ptl_grmm_new(&doc, "strewn", "2000-01-01 00:00:00", 4, NULL, NULL) == PTL_OK);
        CHECK(ptl_grmm_add_level(&level, doc, "strewn", "", 0, 12, 17, NULL) == PTL_OK);
        for (uint32_t i = 0; i < 13 * 18; i++) {
            uint32_t row = i / 18, column = i % 18;

            if (row < 12 && column < 17)
                ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, row, column, floors[roll(&seed) % 16], NULL);
            ptl_grmm_set(doc, 0, PTL_GRMM_ORIENTATION, row, column, roll(&seed) % 4, NULL);
            ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, row, column, walls[roll(&seed) % 16], NULL);
            ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, row, column, walls[roll(&seed) % 16], NULL);
        }
        check_map(doc);
        ptl_doc_free(doc);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(every_floor_and_wall),
        TEST(strewn_maps_can_be_walked),
        TEST(samples_can_be_walked),
        TEST(real_maps_can_be_walked),
        TEST(levels_of_engines_can_be_walked),
        TEST(heights_are_kept),
        TEST(meanings_are_taken),
        TEST(what_is_no_meaning_is_refused),
    };

    return run_tests("carry", tests, COUNT(tests));
}
