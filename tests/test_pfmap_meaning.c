/* SPDX-License-Identifier: MIT */
/* Permafrost terrain: every derived number, new maps and edited ones. */
#include <math.h>

#include "pfmap_samples.h"

/* ---- Meaning -------------------------------------------------------------------------------- */

#define NEAR(a, b) CHECK(fabs((a) - (b)) < 1e-9)

static void knows_every_shape(void)
{
    static const struct {
        int    corner[4]; /* base 1, ramp 3: NW, NE, SE, SW       */
        bool   cut_nw_se;
        double center; /* in levels                            */
    } shapes[PTL_PFMAP_TYPES] = {
        { { 1, 1, 1, 1 }, false, 1 },   { { 4, 4, 1, 1 }, false, 2.5 },
        { { 1, 1, 4, 4 }, false, 2.5 }, { { 4, 1, 1, 4 }, false, 2.5 },
        { { 1, 4, 4, 1 }, false, 2.5 }, { { 1, 4, 1, 1 }, true, 1 },
        { { 4, 4, 4, 1 }, true, 4 },    { { 4, 1, 1, 1 }, false, 1 },
        { { 4, 4, 1, 4 }, false, 4 },   { { 1, 1, 4, 1 }, false, 1 },
        { { 1, 4, 4, 4 }, false, 4 },   { { 1, 1, 1, 4 }, true, 1 },
        { { 4, 1, 4, 4 }, true, 4 },
    };

    for (unsigned type = 0; type < PTL_PFMAP_TYPES; type++) {
        ptl_pfmap_tile t = { .type = (uint8_t)type, .base = 1, .ramp = 3 };
        int            h[4];

        ptl_pfmap_corners(h, &t);
        for (int c = 0; c < 4; c++) {
            CHECK(h[c] == shapes[type].corner[c]);
            NEAR(ptl_pfmap_height_in(&t, c == 1 || c == 2, c >= 2), 4.0 * h[c]);
        }
        CHECK(ptl_pfmap_cut_nw_se(&t) == shapes[type].cut_nw_se);
        NEAR(ptl_pfmap_height_in(&t, 0.5, 0.5), 4 * shapes[type].center);
    }
}

static void knows_slopes(void)
{
    static const struct {
        unsigned type;
        double   fx, fz, x, z; /* the normal is (x h, 2, z h) normalized */
    } slopes[] = {
        { PTL_PFMAP_RAMP_SN, 0.3, 0.3, 0, 1 },      { PTL_PFMAP_RAMP_NS, 0.3, 0.3, 0, -1 },
        { PTL_PFMAP_RAMP_EW, 0.3, 0.3, -1, 0 },     { PTL_PFMAP_RAMP_WE, 0.3, 0.3, 1, 0 },
        { PTL_PFMAP_CONCAVE_SW, 0.8, 0.2, 1, 1 },   { PTL_PFMAP_CONCAVE_SW, 0.2, 0.8, 0, 0 },
        { PTL_PFMAP_CONVEX_SW, 0.2, 0.8, 1, 1 },    { PTL_PFMAP_CONVEX_SW, 0.8, 0.2, 0, 0 },
        { PTL_PFMAP_CONCAVE_SE, 0.2, 0.2, -1, 1 },  { PTL_PFMAP_CONVEX_SE, 0.8, 0.8, -1, 1 },
        { PTL_PFMAP_CONCAVE_NW, 0.8, 0.8, 1, -1 },  { PTL_PFMAP_CONVEX_NW, 0.2, 0.2, 1, -1 },
        { PTL_PFMAP_CONCAVE_NE, 0.2, 0.8, -1, -1 }, { PTL_PFMAP_CONVEX_NE, 0.8, 0.2, -1, -1 },
    };

    for (size_t i = 0; i < COUNT(slopes); i++) {
        ptl_pfmap_tile t = { .type = (uint8_t)slopes[i].type, .ramp = 3, .top = 5, .side = 6 };
        double         n[3], x = slopes[i].x, z = slopes[i].z;
        double         length = sqrt(4 + 9 * (x * x + z * z));
        bool           sloped = x != 0 || z != 0;

        ptl_pfmap_normal_in(n, &t, slopes[i].fx, slopes[i].fz);
        NEAR(n[0], 3 * x / length);
        NEAR(n[1], 2 / length);
        NEAR(n[2], 3 * z / length);
        CHECK_UINT(ptl_pfmap_material_in(&t, slopes[i].fx, slopes[i].fz), sloped ? 6 : 5);
        t.ramp = 1;
        CHECK_UINT(ptl_pfmap_material_in(&t, slopes[i].fx, slopes[i].fz), 5);
    }
}

static void finds_tiles_by_position(void)
{
    ptl_doc        *doc;
    ptl_pfmap      *map;
    ptl_pfmap_place p;

    CHECK_UINT(ptl_pfmap_new(&doc, 2, 3, NULL, NULL), PTL_OK); /* 768 by 512 units */
    map = ptl_pfmap_of(doc);
    CHECK(map->width == 96 && map->height == 64);
    CHECK(ptl_pfmap_place_at(&p, map, 384, -256)); /* the north-west corner */
    CHECK(p.row == 0 && p.col == 0 && p.fx == 0 && p.fz == 0);
    CHECK(ptl_pfmap_place_at(&p, map, 0, 0));
    CHECK(p.row == 32 && p.col == 48 && p.chunk_row == 1 && p.chunk_col == 1);
    CHECK(ptl_pfmap_place_at(&p, map, -384, 256)); /* the borders belong to the last tiles */
    CHECK(p.row == 63 && p.col == 95 && p.fx == 1 && p.fz == 1);
    CHECK(ptl_pfmap_place_at(&p, map, 378, -250) && p.fx == 0.75 && p.fz == 0.75);
    CHECK(!ptl_pfmap_place_at(&p, map, 384.5, 0) && p.col == 0);
    CHECK(!ptl_pfmap_place_at(&p, map, 0, 1e30) && p.row == 63);
    CHECK_UINT(ptl_pfmap_file_number(map, 0, 32), 1024);
    CHECK_UINT(ptl_pfmap_file_number(map, 33, 34), 4 * 1024 + 32 + 2);
    for (uint64_t n = 0; n < map->tiles.count; n++) {
        size_t i = ptl_pfmap_index(map, n);

        CHECK_UINT(ptl_pfmap_file_number(map, (uint32_t)(i / 96), (uint32_t)(i % 96)), n);
    }
    *ptl_pfmap_tile_at(map, 32, 48) =
        (ptl_pfmap_tile){ .type = PTL_PFMAP_RAMP_WE, .base = 1, .ramp = 2 };
    NEAR(ptl_pfmap_height(map, 0, 0), 4);
    NEAR(ptl_pfmap_height(map, -6, 1), 4 + 6);
    NEAR(ptl_pfmap_height(map, -8, 1), 0); /* the tile to the east answers */
    CHECK(!ptl_pfmap_place_at(&p, map, (double)NAN, 0) && p.col == 0);
    ptl_doc_free(doc);
}

static void blends_by_version_and_place(void)
{
    static const uint8_t ones[] = { 1, 1, 1, 1 }, edges[] = { 0, 2, 0, 1 }, none[4] = { 0 };
    ptl_pfmap            map = { .version = { "1.0", 3 } };
    ptl_pfmap_tile single = { .blend = 1 }, both = { .blend = 1, .edge_blend = { 0, 2, 0, 1 } };
    uint8_t        out[4];

    ptl_pfmap_blend_modes(out, &map, &single);
    CHECK_BYTES(out, 4, ones, 4);
    ptl_pfmap_blend_modes(out, &map, &both);
    CHECK_BYTES(out, 4, edges, 4);
    map.version = (ptl_str){ "1.2", 3 };
    ptl_pfmap_blend_modes(out, &map, &single);
    CHECK_BYTES(out, 4, none, 4);
}

/* A corner of a map as text: two lines of cells for each line of tiles. */
static void check_nav(const ptl_pfmap *map, ptl_pfmap_mover mover, const char *const *want)
{
    uint8_t *grid = malloc(4 * map->tiles.count);

    CHECK(grid != NULL);
    ptl_pfmap_passable(grid, map, mover);
    for (size_t r = 0; want[r]; r++)
        for (size_t c = 0; want[r][c]; c++)
            if (grid[r * 2 * map->width + c] != (want[r][c] == '1'))
                test_fail(__FILE__, __LINE__, "cell %zu, %zu", r, c);
    free(grid);
}

static void knows_where_units_can_go(void)
{
    static const ptl_pfmap_tile row[] = {
        { .type = PTL_PFMAP_RAMP_SN, .ramp = 1, .pathable = 1 },
        { .type = PTL_PFMAP_RAMP_SN, .ramp = 2, .pathable = 1 },    /* too steep     */
        { .type = PTL_PFMAP_CONCAVE_SW, .ramp = 2, .pathable = 1 }, /* SW stays open */
        { .type = PTL_PFMAP_CONVEX_NE, .ramp = 2 },                 /* whatever G says */
        { .type = PTL_PFMAP_CONVEX_SE, .ramp = 2, .pathable = 1 },  /* NW            */
        { .type = PTL_PFMAP_CONCAVE_NE, .ramp = 2, .pathable = 1 }, /* NE            */
        { .type = PTL_PFMAP_CONCAVE_SE, .base = -3, .ramp = 1, .pathable = 1 }, /* deep          */
        { .type = PTL_PFMAP_RAMP_WE, .base = -1, .ramp = 1, .pathable = 1 },
    };
    static const char *const ground[] = { "1100000010010011", "1100101000000011", NULL };
    static const char *const water[]  = { "0000000000001100", "0000000000001100", NULL };
    ptl_doc                 *doc;
    ptl_pfmap               *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    memcpy(map->tiles.data, row, sizeof row);
    check_nav(map, PTL_PFMAP_GROUND, ground);
    check_nav(map, PTL_PFMAP_SWIMMER, water);
    ptl_doc_free(doc);
}

/* A flat tile above three others: each pair loses the halves away from the shared edge. */
static void knows_cliffs(void)
{
    static const char *const ground[] = { "001111", "111111", "001011", "001011",
                                          "111111", "001111", NULL };
    ptl_doc                 *doc;
    ptl_pfmap               *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    map                                = ptl_pfmap_of(doc);
    ptl_pfmap_tile_at(map, 1, 0)->base = 1;
    check_nav(map, PTL_PFMAP_GROUND, ground);
    ptl_doc_free(doc);
}

/* ---- Making maps ---------------------------------------------------------------------------- */

static void makes_new_maps(void)
{
    ptl_doc   *doc;
    ptl_diag   err;
    test_bytes m;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, &err), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Grass", "grass.png", &err), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "two words", "x.png", &err), PTL_E_ARG);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Rock", "rock.png", &err), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_splat(doc, 0, 2, &err), PTL_E_ARG);
    for (size_t i = 0; i < TILES; i++)
        ptl_pfmap_of(doc)->tiles.data[i].side = 1;
    m = plain_map();
    {
        ptl_bytes out = must_write(doc, NULL);

        CHECK_BYTES(out.data, out.size, m.data, m.size);
        ptl_bytes_free(&out);
    }
    free(m.data);
    ptl_doc_free(doc);
    CHECK_UINT(ptl_pfmap_new(&doc, 0, 1, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_pfmap_new(&doc, 1, UINT32_MAX, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_pfmap_new(&doc, 30000, 30000, NULL, &err), PTL_E_LIMIT);
    CHECK(doc == NULL);
}

/* Lists of maps that were read are of any length; adding to them leaves all that was there. */
static void adds_to_maps_that_were_read(void)
{
    ptl_doc   *doc;
    ptl_pfmap *map;
    char       name[32], texture[32];

    for (size_t had = 1; had <= 9; had++) {
        char       head[512] = "";
        size_t     size      = 0;
        test_bytes m         = plain_map();

        for (size_t i = 0; i < had; i++)
            size +=
                (size_t)snprintf(head + size, sizeof head - size, "material m%zu m%zu.png\n", i, i);
        replace(&m, 0, HEAD_SIZE, "");
        replace(&m, 0, 0, head);
        snprintf(head, sizeof head, "version 1.0\nnum_materials %zu\nnum_rows 1\nnum_cols 1\n",
                 had);
        replace(&m, 0, 0, head);
        doc = must_read(m.data, m.size, NULL);
        map = ptl_pfmap_of(doc);
        for (size_t i = had; i < had + 20; i++) {
            snprintf(name, sizeof name, "m%zu", i);
            snprintf(texture, sizeof texture, "m%zu.png", i);
            CHECK_UINT(ptl_pfmap_add_material(doc, name, texture, NULL), PTL_OK);
            CHECK_UINT(ptl_pfmap_add_splat(doc, (uint32_t)i, 0, NULL), PTL_OK);
        }
        for (size_t i = 0; i < map->materials.count; i++) {
            snprintf(name, sizeof name, "m%zu", i);
            CHECK_TEXT(map->materials.data[i].name.data, name);
        }
        for (size_t i = 0; i < map->splats.count; i++)
            CHECK_UINT(map->splats.data[i].base, had + i);
        ptl_doc_free(doc);
        free(m.data);
    }
}

/* Sizes, materials and two grids are enough. */
static void makes_maps_from_json(void)
{
    static const char head[] = "{\"portolan\": \"pfmap\", \"version\": \"1.1\", \"width\": 32, "
                               "\"height\": 32, \"materials\": [{\"name\": \"a\", "
                               "\"texture\": \"a.png\"}]";
    char              json[8192];
    size_t            size = sizeof head - 1;
    ptl_doc          *doc;
    ptl_bytes         out;

    memcpy(json, head, size);
    for (int grid = 0; grid < 2; grid++)
        for (int i = 0; i < TILES; i++)
            size += (size_t)snprintf(json + size, sizeof json - size, "%s%s%d%s",
                                     i > 0  ? ","
                                     : grid ? ", \"base\": ["
                                            : ", \"type\": [",
                                     i % 32 == 0 ? "[" : "", grid * 2,
                                     i == TILES - 1 ? "]]"
                                     : i % 32 == 31 ? "]"
                                                    : "");
    json[size++] = '}';
    doc          = must_read(json, size, NULL);
    CHECK_UINT(ptl_pfmap_of(doc)->tiles.count, TILES);
    out = must_write(doc, NULL);
    CHECK(strstr((char *)out.data, "num_splats 0\nnum_rows 1\nnum_cols 1\nmaterial a a.png\n"
                                   "0+0200000000000000000000 "));
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

static void edits_must_fit_the_file(void)
{
    ptl_doc  *doc = read_changed(&(change){ 0 });
    ptl_bytes out;
    ptl_diag  err;

    ptl_pfmap_of(doc)->tiles.data[40].base = 100;
    CHECK_UINT(ptl_write(&out, doc, NULL, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "pfmap-range");
    CHECK_TEXT(err.path, "base[8,1]");
    CHECK_TEXT(err.message, "base of the tile in row 1, column 8 is 100; allowed: -99 to 99");
    ptl_pfmap_of(doc)->tiles.data[40].base    = 99;
    ptl_pfmap_of(doc)->materials.data[0].name = (ptl_str){ "a b", 3 };
    CHECK_UINT(ptl_write(&out, doc, NULL, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "pfmap-word");
    ptl_doc_free(doc);
}

/* What the layout remembers gives way to edits. */
static void edits_win_over_the_layout(void)
{
    ptl_doc  *doc = read_changed(&(change){ .to = "a-00000000011010x1111000" });
    ptl_bytes out;

    *ptl_pfmap_tile_at(ptl_pfmap_of(doc), 0, 0) =
        (ptl_pfmap_tile){ .type = 1, .base = 2, .side = 1, .cover = 1 };
    out = must_write(doc, NULL);
    CHECK(memcmp(out.data + HEAD_SIZE, "1+0200000001000010000000", 24) == 0);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(knows_every_shape),
        TEST(knows_slopes),
        TEST(finds_tiles_by_position),
        TEST(blends_by_version_and_place),
        TEST(knows_where_units_can_go),
        TEST(knows_cliffs),
        TEST(makes_new_maps),
        TEST(makes_maps_from_json),
        TEST(adds_to_maps_that_were_read),
        TEST(edits_must_fit_the_file),
        TEST(edits_win_over_the_layout),
    };

    return run_tests("pfmap-meaning", tests, COUNT(tests));
}
