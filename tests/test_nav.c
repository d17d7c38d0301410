/* SPDX-License-Identifier: MIT */
/* Where one can go, as data: the same in a picture, a table and JSON, and what the format says. */
#include <portolan/pixels.h>

#include "pfmap_samples.h"
#include "render/image.h"

enum { CELLS = 4 * TILES, SIDE = 64 };

/* Hills, holes and water without any order. */
static ptl_doc *rough(void)
{
    ptl_doc   *doc  = read_changed(&(change){ 0 });
    ptl_pfmap *map  = ptl_pfmap_of(doc);
    uint32_t   seed = 7;

    for (size_t i = 0; i < map->tiles.count; i++) {
        ptl_pfmap_tile *t = &map->tiles.data[i];

        seed        = seed * 1664525 + 1013904223;
        t->type     = (uint8_t)((seed >> 8) % 5 == 0 ? (seed >> 12) % PTL_PFMAP_TYPES : 0);
        t->base     = (int16_t)((seed >> 16) % 4 == 0 ? -2 + (int)((seed >> 20) % 4) : 0);
        t->ramp     = (uint8_t)((seed >> 24) % 3);
        t->pathable = (seed >> 27) % 8 != 0;
    }
    return doc;
}

static void fill(uint8_t want[CELLS], ptl_doc *doc)
{
    uint8_t swims[CELLS];

    ptl_pfmap_passable(want, ptl_pfmap_view(doc), PTL_PFMAP_GROUND);
    ptl_pfmap_passable(swims, ptl_pfmap_view(doc), PTL_PFMAP_SWIMMER);
    for (size_t i = 0; i < CELLS; i++)
        want[i] = (uint8_t)((want[i] ? 1 : 0) | (swims[i] ? 2 : 0));
}

static void check_counts(const uint8_t want[CELLS])
{
    size_t seen[4] = { 0 };

    for (size_t i = 0; i < CELLS; i++)
        seen[want[i]]++;
    for (size_t i = 0; i < 4; i++) /* or the map would prove little */
        CHECK(seen[i] > 10);
}

static ptl_bytes written(ptl_doc *doc, const char *to)
{
    heard     h   = { .rule = "carry-approximated" };
    ptl_bytes out = must_write(doc, &(ptl_write_opts){ .to = to, .listener = { hear, &h } });

    CHECK_UINT(h.count, 0); /* colors are nobody's business here */
    return out;
}

static void pictures_say_it(void)
{
    static const uint8_t red[4] = { 0xC6, 0x43, 0x1E, 0x00 };
    ptl_doc             *doc;
    ptl_bytes            png;
    uint8_t              want[CELLS];
    ptl_pixels           p;

    if (!ptl_image_there("png"))
        test_skip("no libspng");
    doc = rough();
    png = written(doc, "nav.png");
    fill(want, doc);
    check_counts(want);
    CHECK_UINT(png.data[25], 3); /* a palette, whose indices are the values */
    CHECK_UINT(ptl_pixels_read(&p, &(ptl_source){ .data = png.data, .size = png.size }, NULL, NULL),
               PTL_OK);
    CHECK_UINT(p.width, SIDE);
    CHECK_UINT(p.height, SIDE);
    for (size_t i = 0; i < CELLS; i++)
        CHECK_UINT(p.rgba.data[4 * i], red[want[i]]);
    ptl_pixels_free(&p);
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
}

static void tables_say_it(void)
{
    ptl_doc    *doc = rough();
    ptl_bytes   csv = written(doc, "nav.csv");
    const char *at  = (const char *)csv.data;
    uint8_t     want[CELLS];

    fill(want, doc);
    CHECK_UINT(csv.size, CELLS * 2 + SIDE);
    for (size_t i = 0; i < CELLS; i++) {
        CHECK(at[0] == (char)('0' + want[i]));
        CHECK(i % SIDE + 1 < SIDE ? at[1] == ',' : at[1] == '\r' && at[2] == '\n');
        at += i % SIDE + 1 < SIDE ? 2 : 3;
    }
    ptl_bytes_free(&csv);
    ptl_doc_free(doc);
}

static void json_says_it(void)
{
    ptl_doc    *doc  = rough();
    ptl_bytes   json = written(doc, "nav.json");
    const char *at;
    uint8_t     want[CELLS];

    fill(want, doc);
    at = strstr((const char *)json.data, "\"cells\": [");
    CHECK(at != NULL);
    for (size_t row = 0; row < SIDE; row++) {
        at = strchr(at, row == 0 ? '[' : ',');
        CHECK(at != NULL);
        at = strchr(at, '"');
        CHECK(at != NULL);
        for (size_t i = 0; i < SIDE; i++)
            CHECK(at[1 + i] == (char)('0' + want[row * SIDE + i]));
        at += 1 + SIDE;
    }
    ptl_bytes_free(&json);
    ptl_doc_free(doc);
}

static void names_say_what_to_write(void)
{
    static const struct {
        const char *name, *target;
    } all[] = { { "a.nav.png", "nav.png" },   { "a.png", "png" },
                { "a.nav.json", "nav.json" }, { "a.json", "json" },
                { "a.NAV.CSV", "nav.csv" },   { "a.csv", "notes.csv" },
                { "a.ppe.csv", "ppe" },       { "a/nav.json", "nav.json" },
                { "a.navy.json", "json" },    { "a.notes.csv", "notes.csv" } };

    for (size_t i = 0; i < COUNT(all); i++)
        CHECK_TEXT(ptl_target_by_name(all[i].name), all[i].target);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(pictures_say_it),
        TEST(tables_say_it),
        TEST(json_says_it),
        TEST(names_say_what_to_write),
    };

    return run_tests("nav", tests, COUNT(tests));
}
