/* SPDX-License-Identifier: MIT */
/* Permafrost terrain: checks, repairs, and from one version to another. */
#include "pfmap_samples.h"

/* ---- Checks and repairs --------------------------------------------------------------------- */

static void finds_what_is_odd(void)
{
    static const struct {
        change       with;
        const char  *profile, *rule;
        ptl_severity severity;
        size_t       count;
    } odd[] = {
        { { "grass.png", "../grass.png" }, NULL, "pfmap-texture-path", PTL_WARNING, 1 },
        { { "grass.png", "/etc/grass.png" }, NULL, "pfmap-texture-path", PTL_WARNING, 1 },
        { { "grass.png", "a\\grass.png" }, NULL, "pfmap-texture-path", PTL_WARNING, 1 },
        { { "grass.png", "a\x1b[31m.png" }, NULL, "pfmap-control", PTL_WARNING, 1 },
        { { .to = "0+0000999001101001111000" }, NULL, "pfmap-material", PTL_ERROR, 1 },
        { { .to = "1+0703000001101001111000" }, NULL, "pfmap-height", PTL_WARNING, 1 },
        { { .to = "0+9999000001101001111000" }, NULL, "pfmap-height", PTL_WARNING, 1 },
        { { .to = "0-0900000001101001111000" }, NULL, "pfmap-height", PTL_WARNING, 0 },
        { { .to = "0+0003000001101001111000" }, NULL, "pfmap-stale-ramp", PTL_NOTE, 1 },
        { { .to = "0+0000000001101091111000" }, NULL, "pfmap-cover", PTL_WARNING, 1 },
        { { .to = "0+0000000001101003911000" }, NULL, "pfmap-blend", PTL_WARNING, 2 },
        { { .to = "0+0000000001101001111007" }, NULL, "pfmap-reserved", PTL_NOTE, 1 },
        { { .to = "0+00000000011010011110zz" }, NULL, "pfmap-reserved", PTL_NOTE, 2 },
        { { .to = "0+00000000011010xyzzyAAA" }, NULL, "pfmap-reserved", PTL_NOTE, 8 },
        { { .to = "0+00000000011010xyzzyAAA" }, "engine", "pfmap-reserved", PTL_NOTE, 0 },
        { { .to = "0+00000000011010xyzzyAAA" }, "engine", "engine-letter", PTL_WARNING, 5 },
        { { .to = "0+0003000001101001111000" }, "engine", "pfmap-stale-ramp", PTL_NOTE, 0 },
        { { .to = "0-0103000001101001111000" }, "engine", "pfmap-closed-water", PTL_NOTE, 1 },
        { { .to = "0+0000000001101001211000" }, NULL, "pfmap-seam", PTL_NOTE, 1 },
        { { "version 1.0\n", "version 1.0\r\n" }, NULL, "pfmap-line-ends", PTL_NOTE, 1 },
        { { .cut = 1 }, "engine", "engine-newline", PTL_ERROR, 1 },
        { { "num_rows", "\nnum_rows" }, "engine", "engine-blank", PTL_ERROR, 1 },
        { { "version", " version" }, "engine", "engine-blank", PTL_ERROR, 1 },
        { { "1.0\n", "1.0 \n" }, "engine", "engine-blank", PTL_ERROR, 0 },
        { { "version", "\xef\xbb\xbfversion" }, "engine", "engine-bom", PTL_ERROR, 1 },
        { { .to = "0+0000000001111001111000" }, "engine", "engine-blend", PTL_WARNING, 1 },
        { { "version 1.0", "version 0.5" }, "engine", "engine-editor", PTL_NOTE, 1 },
        { { "version 1.0", "version 0.5" }, "document", "document-version", PTL_ERROR, 1 },
        { { 0 }, "document", "document-reserved", PTL_NOTE, TILES },
        { { .to = "0+0000000001701001111000" }, "document", "document-flag", PTL_ERROR, 1 },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        heard    h   = { .rule = odd[i].rule };
        ptl_doc *doc = read_changed(&odd[i].with);

        CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ odd[i].profile, { hear, &h } }, NULL), PTL_OK);
        if (h.count != odd[i].count || (h.count > 0 && h.first.severity != odd[i].severity))
            test_fail(__FILE__, __LINE__, "case %zu: %zu of %s", i, h.count, odd[i].rule);
        ptl_doc_free(doc);
    }
}

/* Findings point at the tile even when the text before it is packed oddly. */
static void checks_know_their_place(void)
{
    static const unsigned packs[] = { 4, 1, 7, 33 };

    for (size_t i = 0; i < COUNT(packs); i++) {
        heard      h = { .rule = "pfmap-stale-ramp" };
        test_bytes m = plain_map();
        size_t     at;
        ptl_doc   *doc;

        repack(&m, packs[i], "\t ", "\r\n");
        at             = (size_t)(strstr((char *)m.data + 20000, PLAIN) - (char *)m.data);
        m.data[at + 5] = '7';
        doc            = must_read(m.data, m.size, &(ptl_read_opts){ .keep_source = true });
        ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL);
        CHECK_UINT(h.count, 1);
        CHECK_UINT(h.first.offset, at + 4);
        CHECK(h.first.line > 6);
        ptl_doc_free(doc);
        free(m.data);
    }
}

static void splats_are_checked(void)
{
    static const change more[] = { { "version 1.0", "version 1.2" },
                                   { "num_rows", "num_splats 2\nnum_rows" },
                                   { "rock.png\n", "rock.png\nsplat 0 300\nsplat 0 1\n" } };
    heard      range = { .rule = "pfmap-splat-material" }, again = { .rule = "pfmap-splat-again" };
    test_bytes m = plain_map();
    ptl_doc   *doc;

    for (size_t i = 0; i < COUNT(more); i++)
        apply(&m, &more[i]);
    doc = must_read(m.data, m.size, &(ptl_read_opts){ .keep_source = true });
    ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &range } }, NULL);
    ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &again } }, NULL);
    CHECK(range.count == 1 && range.first.severity == PTL_ERROR && range.first.line == 8);
    CHECK(again.count == 1 && again.first.line == 9);
    ptl_doc_free(doc);
    free(m.data);
}

static void repairs_what_has_one_repair(void)
{
    static const change odd[] = {
        { .cut = 1 },
        { "version", "\xef\xbb\xbfversion" },
        { "num_rows", "\n\n num_rows" },
        { "num_rows", "\nnum_rows" },
        { "version", "\tversion" },
    };
    test_bytes fine = plain_map(), packed = plain_map(), more = plain_map();

    for (size_t i = 0; i < COUNT(odd) + 2; i++) {
        test_bytes m;
        ptl_doc   *doc;
        ptl_bytes  out;

        if (i < COUNT(odd))
            m = changed(&odd[i]);
        else
            m = i == COUNT(odd) ? packed : more;
        if (i == COUNT(odd))
            repack(&m, 64, " ", "\n");
        if (i == COUNT(odd) + 1)
            replace(&m, m.size, 0, "and more");
        doc = must_read(m.data, m.size, NULL);
        CHECK_UINT(ptl_fix(doc, NULL, NULL), PTL_OK);
        out = must_write(doc, NULL);
        CHECK_BYTES(out.data, out.size, fine.data, fine.size);
        ptl_bytes_free(&out);
        ptl_doc_free(doc);
        free(m.data);
    }
    free(fine.data);
}

static void repairs_flags(void)
{
    ptl_doc *doc = read_changed(&(change){ .to = "0+0000000001207801111000" });

    CHECK_UINT(ptl_fix(doc, NULL, NULL), PTL_OK);
    CHECK(ptl_pfmap_tile_at(ptl_pfmap_of(doc), 0, 0)->pathable == 1);
    CHECK(ptl_pfmap_tile_at(ptl_pfmap_of(doc), 0, 0)->blend_normals == 1);
    CHECK(ptl_pfmap_tile_at(ptl_pfmap_of(doc), 0, 0)->no_bump_map == 1);
    ptl_doc_free(doc);
}

/* ---- Versions ------------------------------------------------------------------------------- */

typedef struct wish { /* settings for writing */
    const char *version, *blend;
} wish;

static ptl_doc *converted(const ptl_doc *doc, wish w, heard *h)
{
    ptl_setting settings[2];
    size_t      count = 0;
    ptl_bytes   out;
    ptl_doc    *back;

    if (w.version)
        settings[count++] = (ptl_setting){ "target-version", w.version, strlen(w.version) };
    if (w.blend)
        settings[count++] = (ptl_setting){ "blend-layout", w.blend, strlen(w.blend) };
    out = must_write(
        doc,
        &(ptl_write_opts){ .listener = { hear, h }, .settings = settings, .setting_count = count });
    back = must_read(out.data, out.size, NULL);
    ptl_bytes_free(&out);
    return back;
}

static void converts_between_versions(void)
{
    static const struct {
        const char *tile; /* the first one */
        wish        wish;
        const char *version, *becomes, *rule;
        size_t      losses;
    } cases[] = {
        /* one mode becomes four */
        { "0+0000000001111000000000", { "1.2", NULL }, "1.2", "0+0000000001101001111000", "x", 0 },
        { "0+0000000001101001111000", { "1.2", NULL }, "1.2", "0+0000000001101001111000", "x", 0 },
        { "0+0000000001101091111000",
          { "1.2", NULL },
          "1.2",
          "0+0000000001101001111000",
          "pfmap-cover",
          1 },
        /* only the header changes */
        { "0+0000000001111000000000", { "1.1", NULL }, "1.1", "0+0000000001111000000000", "x", 0 },
        /* the hybrid of the shipped maps, and back */
        { "0+0000000001111000000000",
          { "1.0", "per-edge" },
          "1.0",
          "0+0000000001101001111000",
          "x",
          0 },
        { "0+0000000001101001111000",
          { "1.0", "single" },
          "1.0",
          "0+0000000001111000000000",
          "x",
          0 },
        { "0+0000000001101001211000",
          { NULL, "single" },
          "1.0",
          "0+0000000001111000000000",
          "pfmap-edges",
          1 },
        { "0+0000000001101002222000",
          { "1.1", "single" },
          "1.1",
          "0+0000000001111000000000",
          "pfmap-blend",
          1 },
        { "0+0000000001101011111000",
          { "1.1", "single" },
          "1.1",
          "0+0000000001111000000000",
          "pfmap-cover",
          1 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        heard     h    = { .rule = cases[i].rule };
        ptl_doc  *doc  = read_changed(&(change){ .to = cases[i].tile });
        ptl_doc  *back = converted(doc, cases[i].wish, &h);
        ptl_bytes out  = must_write(back, NULL);

        CHECK_TEXT(ptl_pfmap_of(back)->version.data, cases[i].version);
        CHECK(memcmp(strstr((char *)out.data, "\n0") + 1, cases[i].becomes, 24) == 0);
        CHECK_UINT(h.count, cases[i].losses);
        CHECK_UINT(h.all, cases[i].losses);
        ptl_bytes_free(&out);
        ptl_doc_free(back);
        ptl_doc_free(doc);
    }
}

static void newer_maps_become_older(void)
{
    heard      h = { .rule = "pfmap-splats" };
    ptl_doc   *doc, *back;
    ptl_pfmap *map;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "a", "a.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_material(doc, "b", "b.png", NULL), PTL_OK);
    CHECK_UINT(ptl_pfmap_add_splat(doc, 0, 1, NULL), PTL_OK);
    map = ptl_pfmap_of(doc);
    CHECK_UINT(ptl_pfmap_version(map), 12);
    map->tiles.data[3].edge_blend[2] = 2;
    back                             = converted(doc, (wish){ "1.0", NULL }, &h);
    CHECK_UINT(h.count, 1);
    CHECK_UINT(h.all, 2); /* and the edges of one tile */
    map = ptl_pfmap_of(back);
    CHECK_UINT(map->splats.count, 0);
    CHECK(map->tiles.data[3].blend == 1 && map->tiles.data[3].edge_blend[2] == 0);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

static void new_versions_have_no_single_mode(void)
{
    ptl_doc    *doc    = read_changed(&(change){ 0 });
    ptl_setting both[] = { { "target-version", "1.2", 3 }, { "blend-layout", "single", 6 } };
    ptl_bytes   out;
    ptl_diag    err;

    CHECK_UINT(
        ptl_write(&out, doc, &(ptl_write_opts){ .settings = both, .setting_count = 2 }, &err),
        PTL_E_ARG);
    CHECK_TEXT(err.rule, "setting");
    ptl_doc_free(doc);
}

static void unknown_versions_are_read_as_known_ones(void)
{
    static const struct {
        const char *header;
        unsigned    as;
    } versions[] = {
        { "0.5\nnum_materials 2\n", 10 },
        { "1.09\nnum_materials 2\n", 10 },
        { "1.10\nnum_materials 2\nnum_splats 0\n", 11 },
        { "1.15\nnum_materials 2\nnum_splats 0\n", 12 },
        { "7.5\nnum_materials 2\nnum_splats 0\n", 12 },
    };

    for (size_t i = 0; i < COUNT(versions); i++) {
        test_bytes m   = changed(&(change){ "1.0\nnum_materials 2\n", versions[i].header });
        ptl_doc   *doc = must_read(m.data, m.size, NULL);

        CHECK_UINT(ptl_pfmap_version(ptl_pfmap_of(doc)), versions[i].as);
        check_same_bytes(&m);
        ptl_doc_free(doc);
        free(m.data);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(finds_what_is_odd),
        TEST(checks_know_their_place),
        TEST(splats_are_checked),
        TEST(repairs_what_has_one_repair),
        TEST(repairs_flags),
        TEST(converts_between_versions),
        TEST(newer_maps_become_older),
        TEST(new_versions_have_no_single_mode),
        TEST(unknown_versions_are_read_as_known_ones),
    };

    return run_tests("pfmap-check", tests, COUNT(tests));
}
