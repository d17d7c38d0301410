/* SPDX-License-Identifier: MIT */
/* Permafrost terrain changed while it is written: parts, sizes, materials. */
#include "pfmap_samples.h"

/* Two by two chunks; base and ramp of a tile say where it stands. */
static ptl_doc *numbered(void)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 2, 2, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Grass", "grass.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Rock", "rock.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Sand", "sand.png", NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        map->tiles.data[i].base = (int16_t)(i / map->width);
        map->tiles.data[i].ramp = (uint8_t)(i % map->width);
        map->tiles.data[i].top  = (uint16_t)(i % 3);
    }
    return doc;
}

static ptl_doc *changed_by(ptl_doc *doc, const char *name, const char *value)
{
    ptl_setting setting = { name, value, strlen(value) };
    ptl_bytes   bytes =
        must_write(doc, &(ptl_write_opts){ .settings = &setting, .setting_count = 1 });
    ptl_doc *out = must_read(bytes.data, bytes.size, NULL);

    ptl_bytes_free(&bytes);
    return out;
}

static void check_tile(const ptl_doc *doc, uint32_t row, uint32_t col, int base, int ramp)
{
    const ptl_pfmap_tile *tile = ptl_pfmap_tile_at(ptl_pfmap_view(doc), row, col);

    CHECK(tile && tile->base == base && tile->ramp == ramp);
}

static void parts_are_written(void)
{
    ptl_doc *doc = numbered(), *part = changed_by(doc, "crop", "5,9,32,32");

    CHECK(ptl_pfmap_view(part)->width == 32 && ptl_pfmap_view(part)->height == 32);
    check_tile(part, 0, 0, 9, 5);
    check_tile(part, 31, 31, 40, 36);
    check_tile(doc, 63, 63, 63, 63); /* the document stays what it was */
    ptl_doc_free(part);
    part = changed_by(doc, "crop", "32,0,99,64"); /* as much as there is */
    CHECK(ptl_pfmap_view(part)->width == 32 && ptl_pfmap_view(part)->height == 64);
    check_tile(part, 63, 0, 63, 32);
    ptl_doc_free(part);
    ptl_doc_free(doc);
}

static void sizes_are_changed(void)
{
    ptl_doc *doc = numbered(), *wide = changed_by(doc, "resize", "3x1");

    CHECK(ptl_pfmap_view(wide)->width == 96 && ptl_pfmap_view(wide)->height == 32);
    check_tile(wide, 31, 63, 31, 63);
    check_tile(wide, 31, 64, 0, 0);
    CHECK_UINT(ptl_pfmap_tile_at(ptl_pfmap_view(wide), 31, 64)->pathable, 1);
    ptl_doc_free(wide);
    ptl_doc_free(doc);
}

static void materials_are_exchanged(void)
{
    static const char *const ways[] = { "Grass=Sand", "0=2", "Sand=0" };
    ptl_doc                 *doc    = numbered();

    for (size_t k = 0; k < COUNT(ways); k++) {
        ptl_doc         *other = changed_by(doc, "swap-material", ways[k]);
        const ptl_pfmap *map   = ptl_pfmap_view(other);

        for (size_t i = 0; i < map->tiles.count; i++) {
            CHECK_UINT(map->tiles.data[i].top, 2 - i % 3);
            CHECK_UINT(map->tiles.data[i].side, 2);
        }
        ptl_doc_free(other);
    }
    ptl_doc_free(doc);
}

static void others_are_refused(void)
{
    static const char *const bad[][2] = {
        { "crop", "0,0,31,32" },      { "crop", "40,0,32,32" },
        { "crop", "64,0,1,1" },       { "resize", "3" },
        { "resize", "0x3" },          { "resize", "4x2000" },
        { "swap-material", "Grass" }, { "swap-material", "Grass=Snow" },
        { "swap-material", "0=3" },   { "swap-material", "" },
    };
    ptl_doc *doc = numbered();

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_setting    setting = { bad[i][0], bad[i][1], strlen(bad[i][1]) };
        ptl_write_opts opts    = { .settings = &setting, .setting_count = 1 };
        ptl_bytes      out     = { 0 };
        ptl_diag       err;

        CHECK_UINT(ptl_write(&out, doc, &opts, &err), PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
    }
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(parts_are_written),
        TEST(sizes_are_changed),
        TEST(materials_are_exchanged),
        TEST(others_are_refused),
    };

    return run_tests("pfmap change", tests, COUNT(tests));
}
