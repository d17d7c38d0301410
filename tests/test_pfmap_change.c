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

/* ---- Pasting --------------------------------------------------------------------------------- */

/* One chunk with a material of its own, one that numbered() has under another number, and one whose
 * name is known with another texture. */
static ptl_doc *patch(void)
{
    ptl_doc   *doc;
    ptl_pfmap *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Lava", "lava.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Sand", "sand.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Rock", "boulder.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "Ice", "ice.png", NULL), PTL_OK);   /* over Lava */
    CHECK_UINT(ptl_pfmap_add_material(doc, "Snow", "snow.png", NULL), PTL_OK); /* not used */
    CHECK_UINT(ptl_pfmap_add_splat(doc, 0, 3, NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    for (size_t i = 0; i < map->tiles.count; i++) {
        map->tiles.data[i].base = (int16_t) - (int)(i / map->width);
        map->tiles.data[i].top  = (uint16_t)(i % 2);
        map->tiles.data[i].side = 2;
    }
    map->tiles.data[5].top = 77; /* which does not exist */
    return doc;
}

typedef struct pasted {
    size_t losses, notes;
    char   note[sizeof((ptl_diag *)0)->message];
} pasted;

static void hear_paste(void *user, const ptl_diag *diag)
{
    pasted *p = user;

    check_rule(diag, false);
    if (strcmp(diag->rule, "pfmap-paste") != 0)
        return;
    p->losses += diag->severity == PTL_LOSS;
    if (diag->severity == PTL_NOTE && p->notes++ == 0)
        memcpy(p->note, diag->message, sizeof p->note);
}

static ptl_status paste_into(ptl_doc **out, ptl_doc *doc, const char *at, pasted *heard_of,
                             ptl_diag *err)
{
    ptl_doc    *other = patch();
    ptl_bytes   file = must_write(other, NULL), bytes = { 0 };
    ptl_setting settings[2] = { { "paste", file.data, file.size }, { "paste-at", at, strlen(at) } };
    ptl_write_opts opts     = { .settings      = settings,
                                .setting_count = 2,
                                .listener      = { hear_paste, heard_of } };
    ptl_status     status   = ptl_write(&bytes, doc, &opts, err);

    *out = status == PTL_OK ? must_read(bytes.data, bytes.size, NULL) : NULL;
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&file);
    ptl_doc_free(doc);
    ptl_doc_free(other);
    return status;
}

/* Into a map that may have splats. */
static ptl_status paste_at(ptl_doc **out, const char *at, pasted *heard_of, ptl_diag *err)
{
    ptl_doc *doc = numbered();

    CHECK_UINT(ptl_pfmap_add_splat(doc, 0, 1, NULL), PTL_OK);
    return paste_into(out, doc, at, heard_of, err);
}

static void check_materials(const ptl_doc *doc, uint32_t row, uint32_t col, unsigned top,
                            unsigned side)
{
    const ptl_pfmap_tile *tile = ptl_pfmap_tile_at(ptl_pfmap_view(doc), row, col);

    CHECK_UINT(tile->top, top);
    CHECK_UINT(tile->side, side);
}

static void terrain_is_pasted(void)
{
    pasted           p = { 0 };
    ptl_doc         *doc;
    const ptl_pfmap *map;

    CHECK_UINT(paste_at(&doc, "10,20", &p, NULL), PTL_OK);
    map = ptl_pfmap_view(doc);
    CHECK(map->width == 64 && map->height == 64);
    check_tile(doc, 9, 20, 9, 20);
    check_tile(doc, 10, 19, 10, 19);
    check_tile(doc, 10, 20, 0, 0);
    check_tile(doc, 41, 51, -31, 0);
    check_tile(doc, 42, 51, 42, 51);
    check_tile(doc, 41, 52, 41, 52);
    CHECK_UINT(map->materials.count, 6); /* Snow is not used */
    CHECK(map->splats.count == 2 && map->splats.data[1].base == 3 &&
          map->splats.data[1].accent == 5);
    CHECK(strcmp(map->materials.data[3].name.data, "Lava") == 0);
    CHECK(strcmp(map->materials.data[4].texture.data, "boulder.png") == 0);
    check_materials(doc, 10, 20, 3, 4);
    check_materials(doc, 10, 21, 2, 4);
    check_materials(doc, 10, 25, 6, 4); /* still one that does not exist */
    CHECK_UINT(p.losses, 0);
    CHECK_TEXT(p.note, "of the materials of the other map, 1 was here already and 3 were added");
    ptl_doc_free(doc);
}

static void what_lies_outside_is_left_out(void)
{
    pasted   p = { 0 };
    ptl_doc *doc;
    ptl_diag err;

    CHECK_UINT(paste_at(&doc, "-31,63", &p, NULL), PTL_OK);
    check_tile(doc, 0, 63, -31, 0);
    check_tile(doc, 0, 62, 0, 62);
    check_tile(doc, 1, 63, 1, 63);
    CHECK_UINT(ptl_pfmap_view(doc)->materials.count, 6);
    CHECK_UINT(p.losses, 1);
    ptl_doc_free(doc);
    CHECK_UINT(paste_at(&doc, "0,64", &p, &err), PTL_E_ARG);
    CHECK(strstr(err.message, "outside") != NULL);
    CHECK_UINT(paste_at(&doc, "1", &p, &err), PTL_E_ARG);
    CHECK_UINT(paste_at(&doc, "1,2,3", &p, &err), PTL_E_ARG);
}

static void splats_need_a_version(void)
{
    pasted   p = { 0 };
    ptl_doc *doc;

    CHECK_UINT(paste_into(&doc, numbered(), "0,0", &p, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_view(doc)->splats.count, 0);
    CHECK_UINT(ptl_pfmap_view(doc)->materials.count, 5);
    CHECK_UINT(p.losses, 1);
    ptl_doc_free(doc);
}

static void only_terrain_is_pasted(void)
{
    ptl_setting settings[2] = { { "paste", "version 1.0\n", 12 }, { "paste-at", "0,0", 3 } };
    ptl_doc    *doc         = numbered();
    ptl_bytes   bytes;
    ptl_diag    err;

    CHECK_UINT(
        ptl_write(&bytes, doc, &(ptl_write_opts){ .settings = settings, .setting_count = 2 }, &err),
        PTL_E_SYNTAX);
    CHECK_UINT(ptl_write(&bytes, doc,
                         &(ptl_write_opts){ .settings = settings + 1, .setting_count = 1 }, &err),
               PTL_E_ARG);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(parts_are_written),       TEST(sizes_are_changed),
        TEST(materials_are_exchanged), TEST(others_are_refused),
        TEST(terrain_is_pasted),       TEST(what_lies_outside_is_left_out),
        TEST(splats_need_a_version),   TEST(only_terrain_is_pasted),
    };

    return run_tests("pfmap change", tests, COUNT(tests));
}
