/* SPDX-License-Identifier: MIT */
/* Permafrost terrain: every field, every refusal, every tolerance, every derived number. */
#include <math.h>
#include <portolan/pfmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

/* ---- The smallest map ----------------------------------------------------------------------- */

#define HEAD                                                                                       \
    "version 1.0\nnum_materials 2\nnum_rows 1\nnum_cols 1\n"                                       \
    "material Grass grass.png\nmaterial Rock rock.png\n"
#define PLAIN "0+0000000001101001111000"

enum { TILES = 1024, HEAD_SIZE = sizeof HEAD - 1 };

/* The map of one chunk, changed: the first `from` becomes `to`; without `from`, tile `tile`. */
typedef struct change {
    const char *from, *to;
    unsigned    tile;
    size_t      cut; /* bytes taken off the end */
} change;

static test_bytes plain_map(void)
{
    test_bytes m = { malloc(HEAD_SIZE + TILES * 25 + 1), HEAD_SIZE + TILES * 25 };

    CHECK(m.data != NULL);
    memcpy(m.data, HEAD, HEAD_SIZE);
    for (unsigned i = 0; i < TILES; i++)
        snprintf((char *)m.data + HEAD_SIZE + i * 25, 26, "%s%c", PLAIN, i % 4 == 3 ? '\n' : ' ');
    return m;
}

static void replace(test_bytes *m, size_t at, size_t old_size, const char *text)
{
    size_t size = strlen(text);

    m->data = realloc(m->data, m->size + size + 1);
    CHECK(m->data != NULL);
    memmove(m->data + at + size, m->data + at + old_size, m->size - at - old_size + 1);
    memcpy(m->data + at, text, size);
    m->size = m->size - old_size + size;
}

static void apply(test_bytes *m, const change *c)
{
    if (c->from) {
        char *found = strstr((char *)m->data, c->from);

        CHECK(found != NULL);
        replace(m, (size_t)((uint8_t *)found - m->data), strlen(c->from), c->to);
    } else if (c->to) {
        replace(m, HEAD_SIZE + c->tile * 25, 24, c->to);
    }
    m->size -= c->cut;
}

static test_bytes changed(const change *c)
{
    test_bytes m = plain_map();

    apply(&m, c);
    return m;
}

static ptl_doc *read_changed(const change *c)
{
    test_bytes m   = changed(c);
    ptl_doc   *doc = must_read(m.data, m.size, NULL);

    free(m.data);
    return doc;
}

typedef struct heard { /* findings of one rule, and the first of them */
    const char *rule;
    ptl_diag    first;
    size_t      count, all;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    h->all++;
    if (strcmp(diag->rule, h->rule) == 0 && h->count++ == 0)
        h->first = *diag;
}

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

/* The same bytes after reading and writing, and after JSON. */
static void check_same_bytes(const test_bytes *m)
{
    ptl_read_opts opts = { .format = "pfmap" };
    ptl_doc      *doc  = must_read(m->data, m->size, &opts), *back;
    ptl_bytes     same = must_write(doc, NULL), json, again;

    CHECK_BYTES(same.data, same.size, m->data, m->size);
    json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
    back  = must_read(json.data, json.size, NULL);
    again = must_write(back, NULL);
    CHECK_BYTES(again.data, again.size, m->data, m->size);
    ptl_bytes_free(&same);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

static void repack(test_bytes *m, unsigned per_line, const char *blank, const char *eol)
{
    m->size = HEAD_SIZE;
    for (unsigned i = 0; i < TILES; i++) {
        bool        turn = (i + 1) % per_line == 0 || i + 1 == TILES;
        const char *gap  = turn ? eol : blank;

        m->data = realloc(m->data, m->size + 24 + strlen(gap) + 1);
        CHECK(m->data != NULL);
        memcpy(m->data + m->size, PLAIN, 24);
        memcpy(m->data + m->size + 24, gap, strlen(gap) + 1);
        m->size += 24 + strlen(gap);
    }
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
        { { .to = "D+0000000001101001111000" }, 7, 1, "pfmap-tile" },
        { { .to = "F+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "g+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = ":+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "@+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "/+0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "0*0000000001101001111000", .tile = 1 }, 7, 27, "pfmap-tile" },
        { { .to = "0 0000000001101001111000", .tile = 1 }, 7, 26, "pfmap-tile" },
        { { .to = "0+0x00000001101001111000", .tile = 1 }, 7, 29, "pfmap-tile" },
        { { .to = "0+00000000011x1001111000", .tile = 1 }, 7, 39, "pfmap-tile" },
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
          "pfmap-tile" },
        { { .to   = "0+00000000011010\xc3\xa4"
                    "111000",
            .tile = 1 },
          7,
          42,
          "pfmap-tile" },
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
    CHECK_TEXT(d.rule, "pfmap-tile");
    CHECK_UINT(d.column, 42);
    CHECK_TEXT(d.path, "cover[1,0]");
    free(m.data);
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
        { { "num_rows", "\nnum_rows" }, "pfmap-blank", 2, 16, 1 },
        { { "num_rows", " num_rows" }, "pfmap-blank", 2, 16, 1 },
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
        opts.strict = true;
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

/* ---- Meaning -------------------------------------------------------------------------------- */

#define NEAR(a, b) CHECK(fabs((a) - (b)) < 1e-9)

static void knows_every_shape(void)
{
    static const struct {
        int    corner[4]; /* base 1, ramp 3: NW, NE, SE, SW       */
        bool   cut_nw_se;
        double centre; /* in levels                            */
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

        ptl_pfmap_corners(&t, h);
        for (int c = 0; c < 4; c++) {
            CHECK(h[c] == shapes[type].corner[c]);
            NEAR(ptl_pfmap_height_in(&t, c == 1 || c == 2, c >= 2), 4.0 * h[c]);
        }
        CHECK(ptl_pfmap_cut_nw_se(&t) == shapes[type].cut_nw_se);
        NEAR(ptl_pfmap_height_in(&t, 0.5, 0.5), 4 * shapes[type].centre);
    }
}

static void knows_slopes(void)
{
    static const struct {
        unsigned type;
        double   fx, fz, x, z; /* the normal is (x h, 2, z h) normalised */
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

        ptl_pfmap_normal_in(&t, slopes[i].fx, slopes[i].fz, n);
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
    CHECK(ptl_pfmap_place_at(map, 384, -256, &p)); /* the north-west corner */
    CHECK(p.row == 0 && p.col == 0 && p.fx == 0 && p.fz == 0);
    CHECK(ptl_pfmap_place_at(map, 0, 0, &p));
    CHECK(p.row == 32 && p.col == 48 && p.chunk_row == 1 && p.chunk_col == 1);
    CHECK(ptl_pfmap_place_at(map, -384, 256, &p)); /* the borders belong to the last tiles */
    CHECK(p.row == 63 && p.col == 95 && p.fx == 1 && p.fz == 1);
    CHECK(ptl_pfmap_place_at(map, 378, -250, &p) && p.fx == 0.75 && p.fz == 0.75);
    CHECK(!ptl_pfmap_place_at(map, 384.5, 0, &p) && p.col == 0);
    CHECK(!ptl_pfmap_place_at(map, 0, 1e30, &p) && p.row == 63);
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
    CHECK(!ptl_pfmap_place_at(map, (double)NAN, 0, &p) && p.col == 0);
    ptl_doc_free(doc);
}

static void blends_by_version_and_place(void)
{
    static const uint8_t ones[] = { 1, 1, 1, 1 }, edges[] = { 0, 2, 0, 1 }, none[4] = { 0 };
    ptl_pfmap            map = { .version = { "1.0", 3 } };
    ptl_pfmap_tile single = { .blend = 1 }, both = { .blend = 1, .edge_blend = { 0, 2, 0, 1 } };
    uint8_t        out[4];

    ptl_pfmap_blend_modes(&map, &single, out);
    CHECK_BYTES(out, 4, ones, 4);
    ptl_pfmap_blend_modes(&map, &both, out);
    CHECK_BYTES(out, 4, edges, 4);
    map.version = (ptl_str){ "1.2", 3 };
    ptl_pfmap_blend_modes(&map, &single, out);
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
    CHECK_TEXT(err.path, "tile[8,1]");
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
        TEST(warns_about_what_it_tolerates),
        TEST(warns_about_lines_the_engine_minds),
        TEST(the_longest_line_has_255_bytes),
        TEST(chunks_that_share_a_line_are_told),
        TEST(too_many_materials_are_read),
        TEST(finds_what_is_odd),
        TEST(checks_know_their_place),
        TEST(splats_are_checked),
        TEST(repairs_what_has_one_repair),
        TEST(repairs_flags),
        TEST(converts_between_versions),
        TEST(newer_maps_become_older),
        TEST(new_versions_have_no_single_mode),
        TEST(unknown_versions_are_read_as_known_ones),
        TEST(knows_every_shape),
        TEST(knows_slopes),
        TEST(finds_tiles_by_position),
        TEST(blends_by_version_and_place),
        TEST(knows_where_units_can_go),
        TEST(knows_cliffs),
        TEST(makes_new_maps),
        TEST(makes_maps_from_json),
        TEST(edits_must_fit_the_file),
        TEST(edits_win_over_the_layout),
        TEST(tells_maps_from_other_files),
        TEST(survives_damage),
    };

    return run_tests("pfmap", tests, COUNT(tests));
}
