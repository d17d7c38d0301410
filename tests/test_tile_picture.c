/* SPDX-License-Identifier: MIT */
/* Pictures of tile layers: every turn, selector, order and light, and the two ways to a PNG. */
#include "render/tile_picture.h"

#include <portolan/plan.h>
#include <portolan/ppe.h>
#include <portolan/xmf.h>
#include <string.h>

#include "fixture.h"
#include "support.h"

enum { W = 3, H = 3 }; /* of a tile */

/* A sheet of three tiles side by side: indices that tell where they are, and the same in colors.
 */
static uint8_t  indices[3 * W * H];
static ptl_rgba pixels[3 * W * H], colors[PTL_TILE_COLORS];

static void make_sheet(ptl_image sheets[2])
{
    for (uint32_t i = 0; i < 3 * W * H; i++) {
        indices[i] = (uint8_t)(i % 16);
        pixels[i]  = (ptl_rgba){ (uint8_t)(i % (3 * W)), (uint8_t)(i / (3 * W)), 77, 255 };
    }
    for (uint32_t i = 0; i < PTL_TILE_COLORS; i++)
        colors[i] = (ptl_rgba){ (uint8_t)i, (uint8_t)(i >> 8), 99, (uint8_t)(i % 16 ? 255 : 0) };
    sheets[0] = (ptl_image){ .width = 3 * W, .height = H, .pixels = pixels };
    sheets[1] = (ptl_image){ .width = 3 * W, .height = H, .indices = indices, .colors = 16 };
}

/* Tiles 0 to 2 are of the first sheet, 3 to 5 of the second with selectors of 16 colors, 6 is past
 * the end of it, 7 of no sheet. */
static const ptl_tile_place tiles[] = {
    { 0, 0, 0, 0 }, { 1, 0, 1, 0 }, { 2, 0, 2, 0 }, { 3, 1, 0, 4 },
    { 4, 1, 1, 4 }, { 5, 1, 2, 0 }, { 6, 1, 3, 4 }, { 7, 9, 0, 0 },
};

typedef struct scene {
    fixture          f;
    ptl_image        sheets[2];
    ptl_tile_sheet   sheet[2];
    ptl_tile_layer   layers[2];
    ptl_tiles        tiles;
    ptl_tile_picture picture;
} scene;

static void begin(scene *s)
{
    static const uint8_t bits[] = { 8, 8 };

    *s = (scene){ 0 };
    fixture_begin(&s->f, NULL, 0);
    s->f.job.text = false;
    make_sheet(s->sheets);
    s->tiles.sheets.data  = s->sheet;
    s->tiles.sheets.count = 2;
    s->tiles.layers.data  = s->layers;
    s->picture            = (ptl_tile_picture){ &s->tiles, s->sheets, bits, colors, 1 };
}

static void add_layer(scene *s, const ptl_tile_cell *cells, uint32_t width, uint32_t height)
{
    s->layers[s->tiles.layers.count++] = (ptl_tile_layer){ .width       = width,
                                                           .height      = height,
                                                           .tile_width  = W,
                                                           .tile_height = H,
                                                           .cells       = cells,
                                                           .tiles       = tiles,
                                                           .tile_count  = COUNT(tiles) };
}

static bool same(ptl_rgba a, ptl_rgba b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static ptl_image drawn(scene *s)
{
    ptl_image image;

    ptl_tile_picture_draw(&s->f.job, &image, &s->picture);
    CHECK(ptl_ok(&s->f.job));
    return image;
}

/* The PNG shows what was drawn, whichever way it was written. */
static void check_png(scene *s, const ptl_image *want)
{
    ptl_buf   out = ptl_buf_of(&s->f.job, NULL);
    ptl_image back;
    size_t    wrong = 0;

    ptl_tile_picture_png(&s->f.job, &out, &s->picture);
    CHECK(ptl_ok(&s->f.job));
    if (ptl_image_there("png")) {
        CHECK(ptl_image_read(&s->f.job, &back, (ptl_span){ out.data, out.size }, NULL));
        CHECK_UINT(back.width, want->width);
        CHECK_UINT(back.height, want->height);
        for (uint32_t y = 0; y < want->height; y++)
            for (uint32_t x = 0; x < want->width; x++)
                wrong += !same(ptl_image_at(&back, x, y), ptl_image_at(want, x, y));
        CHECK_UINT(wrong, 0);
    }
    ptl_buf_free(&out);
}

/* ---- One layer ------------------------------------------------------------------------------- */

static void tiles_are_turned(void)
{
    /* Where the texel at the upper left, and the one right of it, are shown. */
    static const struct {
        uint32_t x, y, right_x, right_y;
    } want[8] = {
        { 0, 0, 1, 0 }, { 2, 0, 1, 0 }, { 0, 2, 1, 2 }, { 2, 2, 1, 2 }, /* mirrored */
        { 0, 0, 0, 1 }, { 2, 0, 2, 1 }, { 0, 2, 0, 1 }, { 2, 2, 2, 1 }, /* axes swapped before */
    };

    for (uint8_t t = 0; t < 8; t++) {
        ptl_tile_cell cell = { .tile = 1, .transform = t };
        scene         s;
        ptl_image     image;

        begin(&s);
        add_layer(&s, &cell, 1, 1);
        image = drawn(&s);
        CHECK(same(ptl_image_at(&image, want[t].x, want[t].y), pixels[W]));
        CHECK(same(ptl_image_at(&image, want[t].right_x, want[t].right_y), pixels[W + 1]));
        check_png(&s, &image);
        fixture_end(&s.f);
    }
}

static void selectors_choose_colors(void)
{
    static const ptl_tile_cell cells[] = {
        { .tile = 3 },                   /* index 0, color 0: clear */
        { .tile = 3, .selector = 2 },    /* from color 32 on        */
        { .tile = 4, .selector = 4095 }, /* round past the end       */
        { .tile = 5, .selector = 1 },    /* as many bits as indices have: 256 on */
        { .tile = 1, .selector = 9 },    /* true colors ignore it   */
        { .tile = 6 },
        { .tile = 7 },
        { .tile = PTL_TILE_NONE }, /* nothing      */
    };
    scene     s;
    ptl_image image;

    begin(&s);
    add_layer(&s, cells, COUNT(cells), 1);
    image = drawn(&s);
    CHECK(same(ptl_image_at(&image, 0, 0), (ptl_rgba){ 0 }));
    CHECK(same(ptl_image_at(&image, 1, 0), colors[1]));
    CHECK(same(ptl_image_at(&image, W + 1, 0), colors[33]));
    CHECK(same(ptl_image_at(&image, 2 * W, 0), colors[(4095 * 16 + 3) % PTL_TILE_COLORS]));
    CHECK(same(ptl_image_at(&image, 3 * W, 0), colors[256 + 6]));
    CHECK(same(ptl_image_at(&image, 4 * W, 0), pixels[W]));
    for (uint32_t x = 5 * W; x < 8 * W; x++)
        CHECK(same(ptl_image_at(&image, x, 1), (ptl_rgba){ 0 }));
    check_png(&s, &image);
    fixture_end(&s.f);
}

static void scales_by_whole_numbers(void)
{
    static const ptl_tile_cell cells[] = { { .tile = 1 }, { .tile = 3, .transform = 5 } };
    scene                      s;
    ptl_image                  small, large;

    begin(&s);
    add_layer(&s, cells, 2, 1);
    small           = drawn(&s);
    s.picture.scale = 3;
    large           = drawn(&s);
    CHECK_UINT(large.width, 3 * small.width);
    for (uint32_t y = 0; y < large.height; y++)
        for (uint32_t x = 0; x < large.width; x++)
            CHECK(same(ptl_image_at(&large, x, y), ptl_image_at(&small, x / 3, y / 3)));
    check_png(&s, &large);
    fixture_end(&s.f);
}

/* More patterns than are kept: each cell is drawn by itself, and no grid is written. */
static void large_tiles_need_no_patterns(void)
{
    static ptl_rgba            sheet[2049 * 2049];
    static const ptl_tile_cell cells[] = { { .tile = 0 },
                                           { .tile = 0, .transform = 1 },
                                           { .tile = 0, .transform = 2 } };
    scene                      s;
    ptl_image                  image;

    for (size_t i = 0; i < 2049 * 2049; i++)
        sheet[i] = (ptl_rgba){ (uint8_t)i, (uint8_t)(i >> 8), 1, 255 };
    begin(&s);
    s.sheets[0] = (ptl_image){ .width = 2049, .height = 2049, .pixels = sheet };
    add_layer(&s, cells, 3, 1);
    s.layers[0].tile_width = s.layers[0].tile_height = 2049;
    image                                            = drawn(&s);
    CHECK(same(ptl_image_at(&image, 0, 0), sheet[0]));
    CHECK(same(ptl_image_at(&image, 2049 + 2048, 0), sheet[0]));
    CHECK(same(ptl_image_at(&image, 2 * 2049, 2048), sheet[0]));
    fixture_end(&s.f);
}

/* ---- Several --------------------------------------------------------------------------------- */

static void layers_lie_over_one_another(void)
{
    static const ptl_tile_cell below[] = { { .tile = 0 },
                                           { .tile = 0, .above = true },
                                           { .tile = 0 } };
    static const ptl_tile_cell upper[] = {
        { .tile = 1 }, { .tile = 1 }, { .tile = PTL_TILE_NONE }, { .tile = 3 }
    };
    scene     s;
    ptl_image image;

    begin(&s);
    add_layer(&s, below, 3, 1);
    add_layer(&s, upper, 4, 1);
    image = drawn(&s);
    CHECK_UINT(image.width, 4 * W); /* the larger of them */
    CHECK(same(ptl_image_at(&image, 0, 0), pixels[W]));
    CHECK(same(ptl_image_at(&image, W, 0), pixels[0])); /* above everything */
    CHECK(same(ptl_image_at(&image, 2 * W, 0), pixels[0]));
    CHECK(same(ptl_image_at(&image, 3 * W, 0), (ptl_rgba){ 0 }));
    check_png(&s, &image);
    fixture_end(&s.f);
}

/* As the formulas of <portolan/ppe.h> have it, in the middle of each pixel. */
static void corners_light_a_tile(void)
{
    static const ptl_tile_light light = {
        { { 0, 128, 255, 255 }, { 255, 128, 0, 255 }, { 64, 200, 128, 0 }, { 128, 30, 128, 255 } }
    };
    static const ptl_tile_cell cell = { .tile = 2 };
    scene                      s;
    ptl_image                  image;

    begin(&s);
    add_layer(&s, &cell, 1, 1);
    s.layers[0].light = &light;
    image             = drawn(&s);
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++) {
            double   across = (x + 0.5) / W, down = (y + 0.5) / H, m[4];
            ptl_rgba from = pixels[y * 3 * W + 2 * W + x], got = ptl_image_at(&image, x, y);

            for (unsigned c = 0; c < 4; c++)
                m[c] = light.corner[0][c] * (1 - across) * (1 - down) +
                       light.corner[1][c] * across * (1 - down) +
                       light.corner[2][c] * (1 - across) * down +
                       light.corner[3][c] * across * down;
            CHECK_UINT(got.r, (unsigned)(ptl_ppe_lit(from.r, m[0]) + 0.5));
            CHECK_UINT(got.g, (unsigned)(ptl_ppe_lit(from.g, m[1]) + 0.5));
            CHECK_UINT(got.b, (unsigned)(ptl_ppe_lit(from.b, m[2]) + 0.5));
            CHECK_UINT(got.a, (unsigned)(from.a * m[3] / 255 + 0.5));
        }
    check_png(&s, &image);
    fixture_end(&s.f);
}

static void half_clear_colors_blend(void)
{
    static const ptl_tile_light half = { { { 128, 128, 128, 102 },
                                           { 128, 128, 128, 102 },
                                           { 128, 128, 128, 102 },
                                           { 128, 128, 128, 102 } } };
    static const ptl_tile_cell  one = { .tile = 0 }, two = { .tile = 2 };
    scene                       s;
    ptl_image                   image;

    begin(&s);
    add_layer(&s, &one, 1, 1);
    add_layer(&s, &two, 1, 1);
    s.layers[1].light = &half; /* two fifths of red 6 over red 0 */
    image             = drawn(&s);
    CHECK(same(ptl_image_at(&image, 0, 0), (ptl_rgba){ 2, 0, 77, 255 }));
    s.layers[0].light = &half; /* both: (6 * 0.4 + 0 * 0.4 * 0.6) / 0.64 */
    image             = drawn(&s);
    CHECK(same(ptl_image_at(&image, 0, 0), (ptl_rgba){ 4, 0, 77, 163 }));
    fixture_end(&s.f);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void sizes_are_claims(void)
{
    static const ptl_tile_cell cell = { .tile = PTL_TILE_NONE };
    scene                      s;
    ptl_image                  image;

    begin(&s);
    add_layer(&s, &cell, 1, 1);
    s.layers[0].tile_width = INT32_MAX;
    s.picture.scale        = 2;
    ptl_tile_picture_draw(&s.f.job, &image, &s.picture);
    CHECK_FAILED(&s.f, PTL_E_LIMIT, "image-size");
    fixture_end(&s.f);
    begin(&s);
    add_layer(&s, &cell, 1, 1);
    s.layers[0].tile_width = s.layers[0].tile_height = INT32_MAX;
    ptl_tile_picture_draw(&s.f.job, &image, &s.picture);
    CHECK_FAILED(&s.f, PTL_E_LIMIT, "limit-memory");
    fixture_end(&s.f);
    begin(&s);
    ptl_tile_picture_draw(&s.f.job, &image, &s.picture);
    CHECK_FAILED(&s.f, PTL_E_LIMIT, "image-size");
    fixture_end(&s.f);
}

static void survives_without_memory(void)
{
    static const ptl_tile_cell cells[] = { { .tile = 0 }, { .tile = 3 }, { .tile = 4 } };
    bool                       ok      = false;

    for (size_t at = 1; !ok; at++) {
        scene   s;
        ptl_buf out;

        begin(&s);
        add_layer(&s, cells, 3, 1);
        add_layer(&s, cells, 1, 3);
        s.f.fail_at = at;
        out         = ptl_buf_of(&s.f.job, NULL);
        ptl_tile_picture_png(&s.f.job, &out, &s.picture);
        ok = ptl_ok(&s.f.job);
        CHECK(ok || s.f.job.error.status == PTL_E_MEMORY);
        ptl_buf_free(&out);
        fixture_end(&s.f);
    }
}

/* ---- Documents ------------------------------------------------------------------------------- */

/* A TGA of 4 x 2 pixels, palette of 4 colors without alpha: two tiles of 2 x 2. */
static const uint8_t sheet_tga[] = { 0, 1,    1, 0, 0, 4, 0,  24, 0, 0,  0,  0, 4,  0,  2, 0,
                                     8, 0x20, 0, 0, 9, 1, 10, 11, 2, 20, 21, 3, 30, 31, /* b g r */
                                     0, 1,    2, 3, 1, 1, 3,  3 };

static const char box[] = "Layer:Tile \"top\" 5 2 2 1 1 {\n"
                          "\tEmbed:MapData [AQAAAA==]\n" /* tile 1 */
                          "\tFile:TileSource \"sheet.tga\" {\n"
                          "\t\tEmbed:TileInfo {\n\t\t\t1 0 \"a\"\n\t\t}\n\t}\n}\n"
                          "Layer:Tile \"ground\" 2 2 2 2 1 {\n"
                          "\tEmbed:MapData [AAAAAAkAAAA=]\n" /* tiles 0 and 9 */
                          "\tFile:TileSource \"sheet.tga\" {\n"
                          "\t\tEmbed:TileInfo {\n\t\t\t0 1 \"b\"\n\t\t}\n\t}\n}\n"
                          "File:Palette \"sheet.tga\"\n";

static bool load_sheet(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)user;
    if (strcmp(companion->name, "sheet.tga") != 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(sizeof sheet_tga), .size = sizeof sheet_tga };
    memcpy(out->data, sheet_tga, sizeof sheet_tga);
    return true;
}

static void remember(void *user, const ptl_diag *diag)
{
    strncat(user, diag->rule, 200 - strlen(user));
    strncat(user, " ", 200 - strlen(user));
}

/* The picture of the container above. */
static void check_box(const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_bytes png;
    ptl_image image;
    fixture   f;

    CHECK(ptl_write(&png, doc, opts, NULL) == PTL_OK);
    fixture_begin(&f, NULL, 0);
    f.job.text = false;
    if (ptl_image_there("png")) {
        CHECK(ptl_image_read(&f.job, &image, (ptl_span){ png.data, png.size }, NULL));
        CHECK(image.width == 4 && image.height == 2);
        CHECK(same(ptl_image_at(&image, 0, 0),
                   (ptl_rgba){ 21, 20, 2, 255 })); /* clear in the top one */
        CHECK(same(ptl_image_at(&image, 1, 0), (ptl_rgba){ 11, 10, 1, 255 }));
        CHECK(same(ptl_image_at(&image, 0, 1), (ptl_rgba){ 11, 10, 1, 255 }));
        CHECK(same(ptl_image_at(&image, 2, 0), (ptl_rgba){ 0 }));
    }
    fixture_end(&f);
    ptl_bytes_free(&png);
}

static void containers_are_drawn(void)
{
    ptl_doc       *doc        = must_read(box, strlen(box), &(ptl_read_opts){ .format = "xmf" });
    char           rules[256] = "", text[sizeof box];
    ptl_write_opts opts       = { .to       = "png",
                                  .files    = { .load = load_sheet },
                                  .listener = { remember, rules } };
    ptl_plan      *plan;

    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_TEXT(rules, "tile-missing ");
    CHECK_UINT(plan->pages.count, 1);
    CHECK(plan->pages.data[0].width == 4 && plan->pages.data[0].height == 2);
    CHECK_UINT(plan->layers.count, 2);
    CHECK_TEXT(plan->layers.data[0].name, "ground");
    CHECK_TEXT(plan->layers.data[1].name, "top");
    CHECK_UINT(plan->items.data[1].kind, PTL_PLAN_PICTURE);
    ptl_plan_free(plan);
    check_box(doc, &opts);
    ptl_doc_free(doc);
    memcpy(text, box, sizeof box);
    memcpy(strstr(text, "AQAAAA"), "AQAAgA", 6); /* the same cell above everything */
    doc = must_read(text, strlen(text), &(ptl_read_opts){ .format = "xmf" });
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_UINT(plan->layers.count, 3);
    CHECK_TEXT(plan->layers.data[2].name, "above");
    ptl_plan_free(plan);
    check_box(doc, &opts);
    rules[0]        = 0;
    opts.files.load = NULL; /* no sheet: a page of ids for each layer */
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_TEXT(rules, "file-missing ");
    CHECK_UINT(plan->images.count, 2);
    CHECK_UINT(plan->pages.count, 2);
    CHECK(memcmp(plan->pages.data[0].name.data, "ground", 6) == 0); /* lowest first */
    ptl_plan_free(plan);
    rules[0]           = 0; /* on which no light falls */
    opts.settings      = &(ptl_setting){ "light", "", 0 };
    opts.setting_count = 1;
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_TEXT(rules, "file-missing tiles-missing ");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* The first cell with a palette that nobody loaded: the grays of the sheet's own, and that is said.
 */
static void colors_that_nobody_loaded_are_gray(void)
{
    fixture        f;
    char           rules[256] = "", text[sizeof box];
    ptl_write_opts opts       = { .to       = "png",
                                  .files    = { .load = load_sheet },
                                  .listener = { remember, rules } };
    ptl_bytes      png;
    ptl_image      image;
    ptl_doc       *doc;

    memcpy(text, box, sizeof box);
    memcpy(strstr(text, "AQAAAA"), "AQABAA", 6);
    doc = must_read(text, strlen(text), &(ptl_read_opts){ .format = "xmf" });
    png = must_write(doc, &opts);
    CHECK_TEXT(rules, "tile-missing palette-missing ");
    fixture_begin(&f, NULL, 0);
    if (ptl_image_there("png")) {
        CHECK(ptl_image_read(&f.job, &image, (ptl_span){ png.data, png.size }, NULL));
        CHECK(same(ptl_image_at(&image, 1, 0), (ptl_rgba){ 9, 9, 9, 255 }));   /* of 11, 10, 1  */
        CHECK(same(ptl_image_at(&image, 0, 0), (ptl_rgba){ 21, 20, 2, 255 })); /* 0 stays clear */
    }
    fixture_end(&f);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

/* Two cells, pixels 2 3 2 3 over 3 3 3 3, and over them a piece with pixels 1 2: mirrored, wider
 * and cut by the rim, and one without a source. */
static const char crowd[] =
    "Layer:Tile \"ground\" 0 2 2 2 1 {\n"
    "\tEmbed:MapData [AAAAAAAAAAA=]\n"
    "\tFile:TileSource \"sheet.tga\" {\n\t\tEmbed:TileInfo {\n\t\t\t0 1 \"a\"\n\t\t}\n\t}\n"
    "\tObject:Box \"door\" 1 0 0 1 1 {\n\t\tColor \"FF8000FF\"\n\t}\n"
    "\tObject:Polyline \"way\" 2 {\n\t\tBegin 0 0\n\t\tSegment 3 1\n\t\tClose\n\t}\n"
    "}\n"
    "Layer:Sprite \"folk\" 1 {\n"
    "\tFile:SpriteSource 4 \"sheet.tga\" horizOffset=1 vertOffset=0 width=2 height=1\n"
    "\tFile:SpriteSheet \"sheet.tga\" {\n\t\tSheetData {\n\t\t\t5 3 0 1 1\n\t\t}\n\t}\n"
    "\tObject:Sprite \"a\" 3 4 1 1 hMirror=true\n"
    "\tObject:Sprite \"b\" 4 4 3 0 scaleHoriz=2048\n"
    "\tObject:Sprite \"c\" 5 9 0 0\n"
    "\tObject:Sprite \"d\" 6 5 -1 0 lrCornerX=0 lrCornerY=0 masterAlpha=0\n"
    "}\n"
    "File:Palette \"sheet.tga\"\n";

static void sprites_lie_over_layers(void)
{
    static const uint8_t shown[] = { 2, 3, 2, 1, 3, 2, 1, 3 };
    fixture              f;
    char                 rules[256] = "";
    ptl_write_opts       opts       = { .to       = "png",
                                        .files    = { .load = load_sheet },
                                        .listener = { remember, rules } };
    ptl_doc             *doc = must_read(crowd, strlen(crowd), &(ptl_read_opts){ .format = "xmf" });
    ptl_bytes            png = must_write(doc, &opts);
    ptl_image            image;

    CHECK_TEXT(rules, "xmf-objects xmf-objects "); /* two marks, and who has no source */
    fixture_begin(&f, NULL, 0);
    if (ptl_image_there("png")) {
        CHECK(ptl_image_read(&f.job, &image, (ptl_span){ png.data, png.size }, NULL));
        for (uint32_t i = 0; i < 8; i++)
            CHECK_UINT(ptl_image_at(&image, i % 4, i / 4).b, shown[i]);
    }
    fixture_end(&f);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

static size_t count_texts(const ptl_plan *plan)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->items.count; i++)
        count += plan->items.data[i].kind == PTL_PLAN_TEXT;
    return count;
}

static void objects_are_marked_where_asked(void)
{
    static const ptl_setting objects    = { "objects", "", 0 };
    char                     rules[256] = "";
    ptl_write_opts opts = { .files = { .load = load_sheet }, .listener = { remember, rules } };
    ptl_doc       *doc  = must_read(crowd, strlen(crowd), &(ptl_read_opts){ .format = "xmf" });
    ptl_plan      *plan;

    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_UINT(plan->layers.count, 2);
    CHECK_TEXT(plan->layers.data[1].name, "folk");
    ptl_plan_free(plan);
    rules[0]           = 0;
    opts.settings      = &objects;
    opts.setting_count = 1;
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_TEXT(rules, "xmf-objects ");
    CHECK_UINT(plan->layers.count, 3);
    CHECK_TEXT(plan->layers.data[2].name, "objects");
    CHECK_UINT(count_texts(plan), 5);
    ptl_plan_free(plan);
    opts.files.load = NULL; /* marks are on pages of ids, too */
    CHECK(ptl_plan_make(&plan, doc, &opts, NULL) == PTL_OK);
    CHECK_TEXT(plan->layers.data[3].name, "objects");
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

static void maps_are_drawn_with_a_given_set(void)
{
    static const ptl_setting with[] = { { "tileset", sheet_tga, sizeof sheet_tga },
                                        { "tile", "2x2", 3 } };
    static const char *const bad[]  = { "2", "2x", "x2", "0x2", "2x2x2", "-1x2", "99999x1" };
    ptl_doc                 *doc;
    ptl_plan                *plan;
    ptl_diag                 err;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 3, 2, NULL, NULL) == PTL_OK);
    ptl_ppe_of(doc)->cells.data[4] = 1;
    CHECK(ptl_plan_make(&plan, doc, &(ptl_write_opts){ .settings = with, .setting_count = 2 },
                        &err) == PTL_OK);
    CHECK(plan->pages.data[0].width == 6 && plan->pages.data[0].height == 4);
    ptl_plan_free(plan);
    CHECK(ptl_plan_make(&plan, doc, NULL, &err) == PTL_OK); /* ids: one of them, and a legend */
    CHECK_UINT(plan->pages.count, 1);
    CHECK(plan->items.count > 4);
    ptl_plan_free(plan);
    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_setting    odd[] = { with[0], { "tile", bad[i], strlen(bad[i]) } };
        ptl_write_opts opts  = { .settings = odd, .setting_count = 2 };

        CHECK(ptl_plan_make(&plan, doc, &opts, &err) == PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
        opts.setting_count = 1; /* a set without a size */
        CHECK(ptl_plan_make(&plan, doc, &opts, &err) == PTL_E_ARG);
        opts.settings = odd + 1; /* and a size without a set */
        CHECK(ptl_plan_make(&plan, doc, &opts, &err) == PTL_E_ARG);
    }
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(tiles_are_turned),
        TEST(selectors_choose_colors),
        TEST(scales_by_whole_numbers),
        TEST(large_tiles_need_no_patterns),
        TEST(layers_lie_over_one_another),
        TEST(corners_light_a_tile),
        TEST(half_clear_colors_blend),
        TEST(sizes_are_claims),
        TEST(survives_without_memory),
        TEST(containers_are_drawn),
        TEST(colors_that_nobody_loaded_are_gray),
        TEST(sprites_lie_over_layers),
        TEST(objects_are_marked_where_asked),
        TEST(maps_are_drawn_with_a_given_set),
    };

    return run_tests("tile_picture", tests, COUNT(tests));
}
