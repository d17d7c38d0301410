/* SPDX-License-Identifier: MIT */
/* Permafrost terrain: every field, every refusal, every tolerance. */
#include "pfmap_samples.h"
#include "sweep.h"

/* ---- Reading and writing -------------------------------------------------------------------- */

static void reads_every_field(void)
{
    static const char     odd[] = "C-120300100011012"
                                  "0121345";
    ptl_doc              *doc   = read_changed(&(change){ .to = odd, .tile = 33 });
    ptl_pfmap            *map   = ptl_pfmap_of(doc);
    const ptl_pfmap_tile *t     = ptl_pfmap_tile_at(map, 1, 1);

    CHECK_TEXT(ptl_doc_format(doc), "pfmap");
    CHECK_TEXT(map->version.data, "1.0");
    CHECK_UINT(ptl_pfmap_version(map), 10);
    CHECK_UINT(map->width, 32);
    CHECK_UINT(map->height, 32);
    CHECK_UINT(map->materials.count, 2);
    CHECK_TEXT(map->materials.data[1].name.data, "Rock");
    CHECK_TEXT(map->materials.data[1].texture.data, "rock.png");
    CHECK_UINT(map->materials.data[1].at, 75);
    CHECK_UINT(map->splats.count, 0);
    CHECK_UINT(map->tiles.count, TILES);
    CHECK_UINT(t->type, PTL_PFMAP_CONVEX_NE);
    CHECK(t->base == -12 && t->ramp == 3 && t->top == 1 && t->side == 0);
    CHECK(t->pathable == 1 && t->blend == 1 && t->blend_normals == 0 && t->no_bump_map == 1);
    CHECK_UINT(t->cover, 2);
    CHECK_BYTES(t->edge_blend, 4, "\0\1\2\1", 4);
    CHECK_UINT(t->reserved, 345);
    t = ptl_pfmap_tile_at(map, 31, 31);
    CHECK(t->type == 0 && t->base == 0 && t->side == 1 && t->pathable == 1 && t->reserved == 0);
    ptl_doc_free(doc);
}

static void reads_splats(void)
{
    static const change more[] = { { "version 1.0", "version 1.1" },
                                   { "num_rows", "num_splats 2\nnum_rows" },
                                   { "rock.png\n", "rock.png\nsplat 0 1\nsplat 1 0\n" } };
    test_bytes          m      = plain_map();
    ptl_doc            *doc;
    ptl_pfmap          *map;

    for (size_t i = 0; i < COUNT(more); i++)
        apply(&m, &more[i]);
    doc = must_read(m.data, m.size, NULL);
    map = ptl_pfmap_of(doc);
    CHECK_UINT(ptl_pfmap_version(map), 11);
    CHECK_UINT(map->splats.count, 2);
    CHECK(map->splats.data[0].base == 0 && map->splats.data[0].accent == 1);
    CHECK(map->splats.data[1].base == 1 && map->splats.data[1].accent == 0);
    ptl_doc_free(doc);
    free(m.data);
}

static void keeps_every_layout(void)
{
    static const change odd[] = {
        { 0 },
        { .cut = 1 },                                    /* no newline at the end          */
        { "version 1.0", "version 1.00" },               /* another spelling               */
        { "version 1.0", "\xef\xbb\xbfversion  \t1.0" }, /* a mark, blanks                 */
        { "version 1.0\n", "\n\n  version 1.0 \n \n" },  /* blank lines                    */
        { "version 1.0\n", "version 1.0\r\n" },          /* mixed line ends                */
        { "num_rows 1", "num_rows 0001" },
        { "num_materials 2", "num_materials\t\t02\t" },
        { "grass.png", "grass.png and some more" },
        { "Grass grass.png", "Gr\xc3\xa4s \xff\xfe" }, /* UTF-8, and what is not         */
        { "Grass", "Gra\x01\x0cs" },
        { .to = "a+0000000001101001111000" },
        { .to = "0-0000000001101001111000", .tile = 5 },
        { .to = "0+00000000011010xyz~!?#*", .tile = 1023 }, /* letters in reserved places     */
        { .to = "0+9999000001101001111000" },
        { .to = "0+0000000001959991111999" },
        { PLAIN " ", PLAIN "\t \n\n" },
        { PLAIN "\n", PLAIN " " },
        { PLAIN "\n", PLAIN "  \r\n" },
        { "\n0", "\n\n \t0" },
    };
    static const struct {
        unsigned    per_line;
        const char *blank, *eol;
    } packs[] = { { 1, " ", "\n" },    { 2, "\t", "\n" },   { 7, " ", "\n" },
                  { 10, " ", "\r\n" }, { 11, " ", "\n" },   { 32, " ", "\n" },
                  { 33, " ", "\r\n" }, { 1024, " ", "\n" }, { 4, "  ", "\n\n" } };

    for (size_t i = 0; i < COUNT(odd); i++) {
        test_bytes m = changed(&odd[i]);

        check_same_bytes(&m);
        free(m.data);
    }
    for (size_t i = 0; i < COUNT(packs); i++) {
        test_bytes m = plain_map();

        repack(&m, packs[i].per_line, packs[i].blank, packs[i].eol);
        check_same_bytes(&m);
        replace(&m, m.size, 0, "second map\n\n");
        check_same_bytes(&m);
        free(m.data);
    }
}

static void official_layout_on_request(void)
{
    static const ptl_setting official = { "layout", "official", 8 };
    test_bytes               fine     = plain_map();
    test_bytes               odd      = changed(&(change){ "num_rows 1", "\n num_rows   01" });
    ptl_doc                 *doc;
    ptl_bytes                out;

    apply(&odd, &(change){ PLAIN "\n", PLAIN "\r\n\t" });
    apply(&odd, &(change){ PLAIN " ", PLAIN "\n", .cut = 1 });
    doc = must_read(odd.data, odd.size, NULL);
    out = must_write(doc, &(ptl_write_opts){ .settings = &official, .setting_count = 1 });
    CHECK_BYTES(out.data, out.size, fine.data, fine.size);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
    free(odd.data);
    free(fine.data);
}

/* ---- Refusals ------------------------------------------------------------------------------- */

#define BYTES(text) text, sizeof text - 1

static void points_at_what_is_wrong_in_short_files(void)
{
    static const struct {
        const char *data;
        size_t      size;
        uint32_t    line, column;
        const char *rule;
    } bad[] = {
        { BYTES(""), 1, 1, "truncated" },
        { BYTES("\n\n\n"), 4, 1, "truncated" },
        { BYTES("\x7f"
                "ELF\x02\x01"),
          1, 1, "pfmap-header" },
        { BYTES("vers\0ion 1.0\n"), 1, 5, "pfmap-byte" },
        { BYTES("version 1.0\0\n"), 1, 12, "pfmap-byte" },
        { BYTES("version 1.0\rnum_materials 2\n"), 1, 12, "pfmap-byte" },
        { BYTES("version"), 1, 8, "pfmap-missing" },
        { BYTES("version\n1.0\n"), 1, 8, "pfmap-missing" },
        { BYTES("version abc\n"), 1, 9, "pfmap-version" },
        { BYTES("version nan\n"), 1, 9, "pfmap-version" },
        { BYTES("version 1e400\n"), 1, 9, "pfmap-version" },
        { BYTES("version 1,1\n"), 1, 9, "pfmap-version" },
        { BYTES("version -1\n"), 1, 9, "pfmap-version" },
        { BYTES("version 1.0 extra\n"), 1, 13, "pfmap-extra" },
        { BYTES("num_materials 2\n"), 1, 1, "pfmap-header" },
        { BYTES("version 1.0\n"), 2, 1, "truncated" },
        { BYTES("version 1.0\nnum_verts 100\n"), 2, 1, "pfmap-header" },  /* a model   */
        { BYTES("version 1.0\nnum_sections 2\n"), 2, 1, "pfmap-header" }, /* a scene   */
        { BYTES("version 1.0\nentity 2\n"), 2, 1, "pfmap-header" },
        { BYTES("version 1.0\nnum_rows 2\nnum_cols 2\n"), 2, 1, "pfmap-ancient" },
        { BYTES("version 1.0\nnum_materials 1\nnum_splats 0\n"), 3, 1, "pfmap-splats" },
        { BYTES("version 1.1\nnum_materials 1\nnum_rows 1\n"), 3, 1, "pfmap-splats" },
        { BYTES("version 1.0\nnum_materials 99999\nnum_rows 1\nnum_cols 1\n"), 5, 1, "truncated" },
        { BYTES("version 1.2\nnum_materials 0\nnum_splats 4\nnum_rows 1\nnum_cols 1\n"), 6, 1,
          "truncated" },
        { BYTES("version 1.0\nnum_materials 0\nnum_rows 65536\nnum_cols 65536\n" PLAIN "\n"), 6, 1,
          "truncated" },
        { BYTES("version 1.0\nnum_materials 0\nnum_rows 1\nnum_cols 1\n000000 000000\n"), 5, 1,
          "pfmap-ancient" },
        { BYTES("version 1.0\nnum_materials 0\nnum_rows 1\nnum_cols 1\n00000000\n"), 5, 1,
          "pfmap-ancient" },
        { BYTES("version 1.0\nnum_materials 0\nnum_rows 1\nnum_cols 1 " PLAIN), 4, 12,
          "pfmap-extra" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag d = must_fail(bad[i].data, bad[i].size, &(ptl_read_opts){ .format = "pfmap" });

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_UINT(d.line, bad[i].line);
        CHECK_UINT(d.column, bad[i].column);
    }
}

static void points_at_what_is_wrong(void)
{
    static const struct {
        change      with;
        uint32_t    line, column;
        const char *rule;
    } bad[] = {
        { { "num_rows 1", "num_rows 0" }, 3, 10, "pfmap-number" },
        { { "num_rows 1", "num_rows -1" }, 3, 10, "pfmap-number" },
        { { "num_rows 1", "num_rows 99999999999999999999" }, 3, 10, "pfmap-number" },
        { { "num_rows 1", "num_rows 4x" }, 3, 10, "pfmap-number" },
        { { "num_rows 1", "num_rows 4.5" }, 3, 10, "pfmap-number" },
        { { "num_rows 1", "num_rows" }, 3, 9, "pfmap-missing" },
        { { "num_rows 1", "num_rows " }, 3, 9, "pfmap-missing" },
        { { "num_rows 1", "num_rows 1 1" }, 3, 12, "pfmap-extra" },
        { { "num_cols 1", "num_cols 0" }, 4, 10, "pfmap-number" },
        { { "num_cols 1", "num_cols 2" }, 263, 1, "truncated" },
        { { "num_cols", "num_columns" }, 4, 1, "pfmap-header" },
        { { "num_materials 2", "num_materials x" }, 2, 15, "pfmap-number" },
        { { "num_materials 2", "num_materials 3" }, 7, 1, "pfmap-header" },
        { { "num_materials 2", "num_materials 1" }, 6, 1, "pfmap-count" },
        { { "material Grass grass.png", "material" }, 5, 9, "pfmap-missing" },
        { { "material Grass grass.png", "material Grass" }, 5, 15, "pfmap-missing" },
        { { "material Grass", "materiel Grass" }, 5, 1, "pfmap-header" },
        { { .cut = TILES * 25 }, 7, 1, "truncated" },
        { { .cut = TILES * 25 + 4 }, 6, 20, "truncated" },
        { { .cut = TILES * 25 + 10 }, 6, 14, "pfmap-missing" },
        { { .cut = 25 }, 262, 76, "truncated" },
        { { .cut = 10 }, 262, 76, "pfmap-tile" },
        { { .cut = 2000 }, 243, 1, "truncated" },
        { { .to = "0+000000000110100111100" }, 7, 1, "pfmap-tile" },
        { { .to = "0+000000000110100111100", .tile = 6 }, 8, 51, "pfmap-tile" },
        { { .to = "0+00000000011010011110000", .tile = 6 }, 8, 51, "pfmap-tile" },
        { { .to = "0+00000000011010011110000", .tile = 1023 }, 262, 76, "pfmap-tile" },
        { { .to = "000000" }, 7, 1, "pfmap-ancient" },
        { { .to = "00000000" }, 7, 1, "pfmap-ancient" },
        { { .to = "00000000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "D+0000000001101001111000" }, 7, 1, "pfmap-type" },
        { { .to = "F+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-type" },
        { { .to = "g+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-type" },
        { { .to = ":+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-type" },
        { { .to = "@+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-type" },
        { { .to = "/+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-type" },
        { { .to = "0*0000000001101001111000", .tile = 1 }, 7, 27, "pfmap-digit" },
        { { .to = "0 0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "0+0x00000001101001111000", .tile = 1 }, 7, 29, "pfmap-digit" },
        { { .to = "0+00000000011x1001111000", .tile = 1 }, 7, 39, "pfmap-digit" },
        { { .to   = "0+0000\xef\xbc\x90"
                    "000001101001111000",
            .tile = 1 },
          7,
          26,
          "pfmap-tile" },
        { { .to   = "0+0000\xef\xbc\x90"
                    "000001101001111",
            .tile = 1 },
          7,
          32,
          "pfmap-digit" },
        { { .to   = "0+00000000011010\xc3\xa4"
                    "111000",
            .tile = 1 },
          7,
          42,
          "pfmap-digit" },
        { { PLAIN "\n", PLAIN "\r" }, 7, 76, "pfmap-tile" }, /* a CR alone   */
        { { PLAIN " ", PLAIN "\f" }, 7, 1, "pfmap-tile" },   /* a form feed  */
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        test_bytes m = changed(&bad[i].with);
        ptl_diag   d = must_fail(m.data, m.size, &(ptl_read_opts){ .format = "pfmap" });

        if (strcmp(d.rule, bad[i].rule) != 0 || d.line != bad[i].line || d.column != bad[i].column)
            test_fail(__FILE__, __LINE__, "case %zu: %u:%u %s: %s", i, d.line, d.column, d.rule,
                      d.message);
        free(m.data);
    }
}

static void letters_are_digits_in_new_versions(void)
{
    test_bytes m = changed(&(change){ .to = "0+00000000011010x1111000", .tile = 1 });
    ptl_diag   d;

    check_same_bytes(&m);
    apply(&m, &(change){ "1.0\nnum_materials 2\n", "1.2\nnum_materials 2\nnum_splats 0\n" });
    d = must_fail(m.data, m.size, NULL);
    CHECK_TEXT(d.rule, "pfmap-digit");
    CHECK_UINT(d.column, 42);
    CHECK_TEXT(d.path, "cover[1,0]");
    free(m.data);
}

/* A map that became one of a new version, by hand or in a merge, is read again. */
static void letters_go_where_they_mean_something(void)
{
    ptl_doc  *doc = read_changed(&(change){ .to = "0+00000000011010x1111abc", .tile = 1 }), *back;
    ptl_bytes out;

    ptl_pfmap_of(doc)->version = (ptl_str){ "1.2", 3 };
    out                        = must_write(doc, NULL);
    back                       = must_read(out.data, out.size, NULL);
    CHECK(strstr((char *)out.data, "0+0000000001101001111abc ") != NULL);
    ptl_bytes_free(&out);
    ptl_doc_free(back);
    ptl_doc_free(doc);
}

/* ---- Tolerances ----------------------------------------------------------------------------- */

static void warns_about_what_it_tolerates(void)
{
    static char long_line[400];
    const struct {
        change      with;
        const char *rule;
        uint32_t    line, column;
        size_t      count;
    } odd[] = {
        { { .cut = 1 }, "pfmap-no-newline", 262, 100, 1 },
        { { "version 1.0", "version 0.9" }, "pfmap-version", 1, 9, 1 },
        { { "version 1.0\n", "version 1.0 \n" }, "pfmap-blank", 1, 12, 1 },
        { { "num_rows", "\nnum_rows" }, "pfmap-indented", 3, 1, 1 },
        { { "num_rows", " num_rows" }, "pfmap-indented", 3, 1, 1 },
        { { "material Grass", "  material Grass" }, "pfmap-blank", 5, 1, 1 },
        { { "material Grass", "\nmaterial Grass" }, "pfmap-blank-line", 5, 1, 1 },
        { { "version", "\xef\xbb\xbfversion" }, "pfmap-bom", 1, 1, 1 },
        { { "grass.png", "grass.png more" }, "pfmap-extra", 5, 26, 1 },
        { { "num_materials 2\n", "num_materials 2\n" }, "none", 0, 0, 0 },
        { { PLAIN "\n", PLAIN " " }, "none", 0, 0, 0 },
        { { "rock.png", long_line }, "pfmap-long-line", 6, 1, 1 },
        { { .to = "0+0000999001101001111000", .tile = 2 }, "pfmap-material", 7, 57, 1 },
        { { .to = "0+0000000002101001111000", .tile = 2 }, "pfmap-material", 7, 57, 1 },
        { { .to = "0+0000000001201001111000", .tile = 2 }, "pfmap-flag", 7, 63, 1 },
        { { .to = "0+0000000001191001111000", .tile = 2 }, "pfmap-flag", 7, 63, 1 },
        { { .to = "0+0000000001109001111000", .tile = 2 }, "pfmap-flag", 7, 63, 1 },
        { { .to = "0+0000000001100301111000", .tile = 2 }, "pfmap-flag", 7, 63, 1 },
    };

    memset(long_line, 'x', sizeof long_line - 1);
    for (size_t i = 0; i < COUNT(odd); i++) {
        heard         h    = { .rule = odd[i].rule };
        test_bytes    m    = changed(&odd[i].with);
        ptl_read_opts opts = { .listener = { hear, &h } };

        ptl_doc_free(must_read(m.data, m.size, &opts));
        if (h.count != odd[i].count || h.first.line != odd[i].line ||
            h.first.column != odd[i].column)
            test_fail(__FILE__, __LINE__, "case %zu: %zu of %s, %u:%u", i, h.count, odd[i].rule,
                      h.first.line, h.first.column);
        opts.strict   = true;
        opts.listener = (ptl_listener){ 0 }; /* must_fail has one for strict reading */
        if (odd[i].count > 0)
            CHECK_TEXT(must_fail(m.data, m.size, &opts).rule, odd[i].rule);
        free(m.data);
    }
}

static void warns_about_lines_the_engine_minds(void)
{
    static const struct {
        unsigned    per_line;
        const char *rule;
        size_t      count;
    } packs[] = {
        { 1, "pfmap-long-line", 0 },        { 10, "pfmap-long-line", 0 },
        { 11, "pfmap-long-line", 93 },      { 1024, "pfmap-long-line", 1 },
        { 1024, "pfmap-row-mid-line", 31 }, { 5, "pfmap-row-mid-line", 25 },
        { 8, "pfmap-row-mid-line", 0 },
    };

    for (size_t i = 0; i < COUNT(packs); i++) {
        heard      h = { .rule = packs[i].rule };
        test_bytes m = plain_map();

        repack(&m, packs[i].per_line, " ", "\n");
        ptl_doc_free(must_read(m.data, m.size, &(ptl_read_opts){ .listener = { hear, &h } }));
        CHECK_UINT(h.count, packs[i].count);
        free(m.data);
    }
}

/* Names that make a line of exactly so many bytes, its end counted. */
static void the_longest_line_has_255_bytes(void)
{
    for (size_t length = 254; length <= 256; length++) {
        heard      h         = { .rule = "pfmap-long-line" };
        char       name[260] = { 0 };
        test_bytes m;

        memset(name, 'x', length - strlen("material Rock \n"));
        m = changed(&(change){ "rock.png", name });
        ptl_doc_free(must_read(m.data, m.size, &(ptl_read_opts){ .listener = { hear, &h } }));
        CHECK_UINT(h.count, length > 255);
        free(m.data);
    }
}

static void chunks_that_share_a_line_are_told(void)
{
    ptl_doc   *doc;
    ptl_bytes  fixed;
    heard      row  = { .rule = "document-row" };
    heard      h    = { .rule = "pfmap-chunk-mid-line" };
    test_bytes m    = changed(&(change){ "num_rows 1", "num_rows 2" });
    size_t     size = m.size - HEAD_SIZE;

    m.data = realloc(m.data, m.size + size + 1);
    CHECK(m.data != NULL);
    memcpy(m.data + m.size, m.data + HEAD_SIZE, size);
    m.data[m.size - 1] = ' ';
    m.size += size;
    doc = must_read(m.data, m.size, &(ptl_read_opts){ .listener = { hear, &h } });
    CHECK_UINT(h.count, 1);
    CHECK_UINT(h.first.line, 262);
    CHECK_UINT(h.first.column, 101);
    ptl_check(doc, &(ptl_check_opts){ "document", { hear, &row } }, NULL);
    CHECK_UINT(row.count, 1);
    CHECK_TEXT(row.first.path, "tile[0,32]");
    CHECK_UINT(ptl_fix(doc, NULL, NULL), PTL_OK);
    fixed = must_write(doc, NULL);
    h     = (heard){ .rule = "pfmap-chunk-mid-line" };
    ptl_doc_free(must_read(fixed.data, fixed.size, &(ptl_read_opts){ .listener = { hear, &h } }));
    CHECK_UINT(h.count, 0);
    ptl_bytes_free(&fixed);
    ptl_doc_free(doc);
    check_same_bytes(&m);
    free(m.data);
}

static void too_many_materials_are_read(void)
{
    static const char line[]      = "material x x.png\n";
    heard             h           = { .rule = "pfmap-limit" };
    char              lines[6000] = "num_cols 1\n";
    test_bytes        m           = changed(&(change){ "num_materials 2", "num_materials 300" });

    for (int i = 0; i < 298; i++)
        memcpy(lines + 11 + 17 * i, line, sizeof line);
    apply(&m, &(change){ "num_cols 1\n", lines });
    ptl_doc_free(must_read(m.data, m.size, &(ptl_read_opts){ .listener = { hear, &h } }));
    CHECK_UINT(h.count, 1);
    CHECK_UINT(h.first.line, 2);
    CHECK_UINT(h.first.column, 15);
    check_same_bytes(&m);
    free(m.data);
}

static void tells_maps_from_other_files(void)
{
    static const struct {
        const char *text;
        bool        map;
    } files[] = { { "version 1.0\nnum_materials 1\n", true },
                  { "\xef\xbb\xbf\r\n version\t1.0 \r\nnum_materials 1\n", true },
                  { "versions 1.0\nnum_materials 1\n", false },
                  { "{\"version\": 1}", false },
                  { "", false } };

    for (size_t i = 0; i < COUNT(files); i++) {
        int                    score = 0;
        const ptl_format_info *found =
            ptl_probe(files[i].text, strlen(files[i].text), strlen(files[i].text), NULL, &score);
        bool map = found && strcmp(found->name, "pfmap") == 0;

        CHECK(map == files[i].map && (!map || score >= 90));
    }
}

static void survives_damage(void)
{
    test_bytes m = changed(&(change){ .to = "0+0000000001101001111000", .tile = 1 });

    sweep_part("pfmap", m.data, m.size, 0, HEAD_SIZE + 60);
    sweep_part("pfmap", m.data, m.size, m.size - 30, m.size);
    free(m.data);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(reads_splats),
        TEST(keeps_every_layout),
        TEST(official_layout_on_request),
        TEST(points_at_what_is_wrong_in_short_files),
        TEST(points_at_what_is_wrong),
        TEST(letters_are_digits_in_new_versions),
        TEST(letters_go_where_they_mean_something),
        TEST(warns_about_what_it_tolerates),
        TEST(warns_about_lines_the_engine_minds),
        TEST(the_longest_line_has_255_bytes),
        TEST(chunks_that_share_a_line_are_told),
        TEST(too_many_materials_are_read),
        TEST(tells_maps_from_other_files),
        TEST(survives_damage),
    };

    return run_tests("pfmap", tests, COUNT(tests));
}
