/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine maps: every field, every refusal, every coder, what cells mean. */
#include <portolan/ppe.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1
#define HEADER(flags, w, h) flags w "\0\0\0" h "\0\0\0"

/* Two cells side by side with both sections: logic values of 64 bits, all flags of meaning. */
#define CELL_A "\x01\x01\x04\x00" /* tile 0x101, palette 4: the manual's first example */
#define CELL_B "\x2c\x00\x00\xd0" /* tile 0x2c, priority, swapped, mirrored: its second */
#define NEUTRAL "\x80\x80\x80\xff\0\0\0\0"
#define CORNERS NEUTRAL "\1\2\3\4\5\6\xff\xff" NEUTRAL NEUTRAL
#define FULL_BODY                                                                                  \
    CELL_A CELL_B CORNERS NEUTRAL NEUTRAL NEUTRAL NEUTRAL "\1\2\3\4\5\6\7\x88\0\0\0\0\0\0\0\0"
#define FULL HEADER("\x1b\0\3\x5a", "\2", "\1") FULL_BODY

/* An old map of 2 x 1: mirrors, p bits, palette. */
#define OLD                                                                                        \
    HEADER("\5\0\0\0", "\2", "\1")                                                                 \
    "\x07\x00\x8d\x20"                                                                             \
    "\xff\xff\x00\x00"

typedef struct heard { /* what a listener heard */
    ptl_diag last;
    size_t   count;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    h->last = *diag;
    h->count++;
}

static ptl_doc *read_ppe(const uint8_t *data, size_t size)
{
    return must_read(data, size, &(ptl_read_opts){ .format = "ppe" });
}

#define SETTING(name, value)                                                                       \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }

/* ---- Reading -------------------------------------------------------------------------------- */

static void reads_every_field(void)
{
    ptl_doc *doc = read_ppe(BYTES(FULL));
    ptl_ppe *map = ptl_ppe_of(doc);

    CHECK_TEXT(ptl_doc_format(doc), "ppe");
    CHECK_UINT(map->layout, PTL_PPE_NEW);
    CHECK_UINT(map->coder, PTL_PPE_PLAIN);
    CHECK_UINT(map->logic_width, 3);
    CHECK_UINT(map->user, 0x5a);
    CHECK_UINT(map->flags, PTL_PPE_EXTRA | PTL_PPE_PALETTE_DATA | PTL_PPE_GRAPHICS);
    CHECK_UINT(ptl_ppe_header_flags(map), 0x5a03001b);
    CHECK_UINT(map->width, 2);
    CHECK_UINT(map->height, 1);
    CHECK_UINT(map->cells.count, 2);
    CHECK_UINT(map->cells.data[0], 0x00040101);
    CHECK_UINT(map->cells.data[1], 0xd000002c);
    CHECK_UINT(map->corners.count, 8);
    CHECK_UINT(map->corners.data[0].red, 0x80);
    CHECK_UINT(map->corners.data[1].red, 1);
    CHECK_UINT(map->corners.data[1].green, 2);
    CHECK_UINT(map->corners.data[1].blue, 3);
    CHECK_UINT(map->corners.data[1].alpha, 4);
    CHECK(map->corners.data[1].light_x == 0x605);
    CHECK(map->corners.data[1].light_y == -1);
    CHECK_UINT(map->logic.count, 2);
    CHECK_UINT(map->logic.data[0], UINT64_C(0x8807060504030201));
    CHECK_UINT(map->logic.data[1], 0);
    CHECK_UINT(map->tail.count, 0);
    CHECK_UINT(map->header, 12);
    CHECK(ptl_doc_verbatim(doc));
    ptl_doc_free(doc);
}

static void check_same_bytes(const uint8_t *data, size_t size)
{
    ptl_doc  *doc  = read_ppe(data, size), *back;
    ptl_bytes same = must_write(doc, NULL), json, again;

    CHECK_BYTES(same.data, same.size, data, size);
    json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
    back  = must_read(json.data, json.size, NULL);
    again = must_write(back, NULL);
    CHECK_BYTES(again.data, again.size, data, size);
    ptl_bytes_free(&same);
    ptl_bytes_free(&json);
    ptl_bytes_free(&again);
    ptl_doc_free(doc);
    ptl_doc_free(back);
}

static void writes_the_same_bytes(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
    } files[] = {
        { BYTES(FULL) },
        { BYTES(FULL "tail") },
        { BYTES(OLD) },
        { BYTES(HEADER("\xe8\xf0\xfc\xff", "\1", "\1") "\xff\xff\xff\xff") }, /* reserved bits */
        { BYTES(HEADER("\x0c\0\2\0", "\1", "\1") "\0\0\0\0") }, /* bits without effect */
        { BYTES(HEADER("\x17\0\0\0", "\1", "\1") "\1\0\xff\xff" CORNERS) },    /* old, corners */
        { BYTES(HEADER("\x09\0\0\0", "\1", "\1") "\1\0\0\0\xff") },            /* 8 bits       */
        { BYTES(HEADER("\x09\0\1\0", "\1", "\1") "\1\0\0\0\xff\xfe") },        /* 16 bits      */
        { BYTES(HEADER("\x09\0\2\0", "\1", "\1") "\1\0\0\0\xff\xfe\xfd\xfc") } /* 32 bits      */
    };

    for (size_t i = 0; i < COUNT(files); i++)
        check_same_bytes(files[i].data, files[i].size);
}

static void finds_maps_without_a_magic_number(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
        int            score;
    } files[] = {
        { BYTES(FULL), 60 },
        { BYTES(OLD), 60 },
        { BYTES(HEADER("\0\1\0\0", "\3", "\1") "\x82\1\0\0\0"), 60 },
        { BYTES(HEADER("\0\1\0\0", "\1", "\1") "\x83\1"), 60 }, /* bytes */
        { BYTES(HEADER("\0\2\0\0", "\1", "\1") "\x1f\x9d\x90\0"), 50 },
        { BYTES(HEADER("\0\4\0\0", "\1", "\1") "\x78\x9c\0"), 50 },
        { BYTES(HEADER("\0\x08\0\0", "\1", "\1") "\x28\xb5\x2f\xfd\x20"), 50 },
        { BYTES("\0\0\0\0\x14\0\0\0\1\0\0\0\1\0\0\0\1\2\3\4"), 50 }, /* of 2018 */
        { BYTES(FULL "tail"), 5 },                                   /* near misses */
        { BYTES(HEADER("\0\4\0\0", "\1", "\1") "PK\0"), 5 },
        { BYTES(HEADER("\xe0\0\0\0", "\1", "\1") "\1\0\0\0"), 0 }, /* reserved bits */
        { BYTES(HEADER("\0\3\0\0", "\1", "\1") "\1\0\0\0"), 0 },   /* two coders    */
        { BYTES(HEADER("\0\0\0\0", "\0", "\1") "\1\0\0\0"), 0 },
        { BYTES("MapDMapDMapDMapD"), 0 },
        { BYTES("Metadata {\n\tVersion 1 0\n}\n"), 0 },
        { BYTES("BM\x36\4\0\0\0\0\0\0\x36\4\0\0\x28\0\0\0\1\0\0\0"), 0 },
        { BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), 0 },
        { BYTES(""), 0 },
    };

    for (size_t i = 0; i < COUNT(files); i++) {
        int                    score = 0;
        const ptl_format_info *found =
            ptl_probe(files[i].data, files[i].size, files[i].size, NULL, &score);
        bool ours = found && strcmp(found->name, "ppe") == 0;

        CHECK_UINT((uint64_t)(ours ? score : 0), (uint64_t)files[i].score);
    }
}

static void reads_the_header_of_2018(void)
{
    static const char file[] = "\1\0\0\0\x14\0\0\0\1\0\0\0\1\0\0\0\1\2\3\4";
    heard             h      = { 0 };
    ptl_doc          *doc =
        must_read(BYTES(file), &(ptl_read_opts){ .format = "ppe", .listener = { hear, &h } });
    ptl_bytes bytes;

    CHECK_TEXT(h.last.rule, "ppe-header-2018");
    CHECK_UINT(h.last.offset, 4);
    CHECK_UINT(ptl_ppe_of(doc)->cells.data[0], 0x04030201);
    CHECK_UINT(ptl_ppe_of(doc)->header, 16);
    CHECK(!ptl_doc_verbatim(doc));
    bytes = must_write(doc, &(ptl_write_opts){ .listener = { hear, &h } });
    CHECK(h.last.severity == PTL_LOSS);
    CHECK_BYTES(bytes.data, bytes.size, HEADER("\1\0\0\0", "\1", "\1") "\1\2\3\4", 16);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
}

/* ---- What is refused ------------------------------------------------------------------------ */

typedef struct refusal {
    const uint8_t *data;
    size_t         size;
    uint64_t       offset;
    const char    *rule;
    const char    *feature; /* that a build may lack */
} refusal;

#define RLE(body) BYTES(HEADER("\x08\1\0\0", "\3", "\1") body)
#define LZW(body) BYTES(HEADER("\x08\2\0\0", "\x14", "\x14") body)
#define ABCD                                                                                       \
    "\x78\x01\x01\4\0\xfb\xff"                                                                     \
    "abcd"

static const refusal refusals[] = {
    /* header and sizes */
    { BYTES(""), 0, "ppe-header" },
    { BYTES("\x08"), 1, "ppe-header" },
    { BYTES("\x08\0\0\0\1\0\0\0\1\0\0"), 11, "ppe-header" },
    { BYTES(HEADER("\x08\0\0\0", "\0", "\5")), 4, "ppe-size" },
    { BYTES(HEADER("\x08\0\0\0", "\5", "\0")), 8, "ppe-size" },
    { BYTES("\x08\0\0\0\xfc\xff\xff\xff\xfc\xff\xff\xff"), 4, "ppe-size" },
    { BYTES("\x08\0\0\0\0\0\0\x80\1\0\0\0"), 4, "ppe-size" },
    { BYTES("\x08\0\0\0\1\0\0\0\0\0\0\x80"), 8, "ppe-size" },
    { BYTES("\x08\0\0\0\0\0\1\0\0\0\1\0"), 4, "ppe-too-large" }, /* 32-bit product 0       */
    { BYTES("\x08\0\0\0\1\0\1\0\1\0\1\0"), 4, "ppe-too-large" }, /* 32-bit product 131073  */
    { BYTES("\x1b\0\3\0\xff\xff\xff\x7f\xff\xff\xff\x7f"), 4, "ppe-too-large" }, /* 64 bits */
    { BYTES("\x08\0\0\0\x40\x1f\0\0\x40\x1f\0\0abcd"), 16, "truncated" },
    { BYTES(HEADER("\x1b\0\3\0", "\2", "\1") "\1\2\3\4\5\6\7"), 19, "truncated" },
    { BYTES(HEADER("\x1b\0\3\0", "\1", "\1") "\1\2\3\4\5\6\7"), 19, "truncated" },
    { BYTES(HEADER("\x1b\0\3\0", "\1", "\1") CELL_A CORNERS "\1"), 49, "truncated" },
    { BYTES(HEADER("\x08\5\0\0", "\2", "\2") "\0\0\0\0"), 1, "ppe-coders" },
    { BYTES(HEADER("\x08\x0f\0\0", "\2", "\2") "\0\0\0\0"), 1, "ppe-coders" },
    /* run lengths */
    { RLE("\x83\1\0\0\0"), 12, "rle-overrun" },
    { RLE("\3\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"), 12, "rle-overrun" },
    { RLE(""), 12, "truncated" },
    { RLE("\2\1\0"), 15, "truncated" },
    { RLE("\x81\1\0"), 15, "truncated" },
    { RLE("\x81\1\0\0\0"), 17, "truncated" },
    { BYTES(HEADER("\x09\1\0\0", "\2", "\1") "\x82\1\2\3\4\0\1"), 12, "rle-overrun" },
    /* LZW */
    { LZW(""), 12, "truncated" },
    { LZW("\x1f\x8b\x90\0\0"), 12, "lzw-header" },
    { LZW("\x1f\x9d\x89\0\0"), 14, "lzw-header" },
    { LZW("\x1f\x9d\x91\0\0"), 14, "lzw-header" },
    { LZW("\x1f\x9d\xf0\0\0"), 14, "lzw-header" },
    { LZW("\x1f\x9d\x90\xff\xff\xff\xff"), 15, "lzw-code" },
    { LZW("\x1f\x9d\x90\0\2\4"), 18, "truncated" },
    { LZW("\x1f\x9d\x90\0\0\2\0\0\0\0\0\0\x2c\1"), 24, "lzw-code" }, /* right after a clear */
    { LZW("\x1f\x9d\x90\0\xfe\xff\xff\xff"), 16, "lzw-code" },
    { BYTES(HEADER("\x08\2\0\0", "\1", "\1") "\x1f\x9d\x90\7\x02\x0a\x04\0"), 17, "payload-long" },
    /* zlib and zstd: tests/test_codec.c has the rest */
    { BYTES(HEADER("\x08\4\0\0", "\1", "\1") ABCD "\3\xd8\1\x8c"), 23, "zlib-data", "zlib" },
    { BYTES(HEADER("\x08\4\0\0", "\1", "\1") ABCD "\3\xd8\1"), 26, "truncated", "zlib" },
    { BYTES(HEADER("\x08\4\0\0", "\1", "\1") "\x1f\x8b\x08\0\0"), 12, "zlib-data", "zlib" },
    { BYTES(HEADER("\x08\4\0\0", "\2", "\1") ABCD "\3\xd8\1\x8b"), 12, "payload-short", "zlib" },
    { BYTES(HEADER("\x08\4\0\0", "\x40", "\x40") ABCD), 23, "truncated", "zlib" },
    { BYTES(HEADER("\x08\x08\0\0", "\1", "\1") "\x29\xb5\x2f\xfd\x20\4"), 12, "zstd-data", "zstd" },
    { BYTES(HEADER("\x08\x08\0\0", "\2", "\1") "\x28\xb5\x2f\xfd\x20\4\x21\0\0abcd"), 12,
      "payload-short", "zstd" },
};

static void points_at_the_bad_byte(void)
{
    for (size_t i = 0; i < COUNT(refusals); i++) {
        const refusal *r      = &refusals[i];
        ptl_diag       d      = must_fail(r->data, r->size, &(ptl_read_opts){ .format = "ppe" });
        bool           absent = r->feature && !ptl_has_feature(r->feature);

        CHECK_TEXT(d.rule, absent ? "feature-absent" : r->rule);
        CHECK_UINT(d.offset, absent ? 12 : r->offset);
    }
}

/* A claim costs no memory: 2^26 cells from a few bytes, in every coder. */
static void bombs_cost_nothing(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
    } bombs[] = {
        { BYTES("\x19\0\3\0\0\x20\0\0\0\x20\0\0") },
        { BYTES("\x19\1\3\0\0\x20\0\0\0\x20\0\0\xff\1\2\3\4") },
        { BYTES("\x19\2\3\0\0\x20\0\0\0\x20\0\0\x1f\x9d\x90\0\0") },
        { BYTES("\x19\4\3\0\0\x20\0\0\0\x20\0\0" ABCD) },
        { BYTES("\x19\x08\3\0\0\x20\0\0\0\x20\0\0\x28\xb5\x2f\xfd\0\0\x21\0\0abcd") },
        { BYTES("\x19\x08\3\0\0\x20\0\0\0\x20\0\0\x28\xb5\x2f\xfd\xa0\0\0\0\xb0\x21\0\0abcd") },
    };

    for (size_t i = 0; i < COUNT(bombs); i++) {
        test_heap     heap = { 0 };
        ptl_read_opts opts = { .format = "ppe", .allocator = test_allocator(&heap) };

        must_fail(bombs[i].data, bombs[i].size, &opts);
        CHECK(heap.peak < (size_t)2 << 20); /* the table of LZW strings is the largest */
        CHECK_UINT(heap.held, 0);
    }
}

static void limits_are_settings(void)
{
    static const ptl_setting few[] = { SETTING("max-cells", "1") };
    static const ptl_setting odd[] = { SETTING("max-cells", "many") };
    ptl_read_opts            opts  = { .format = "ppe", .settings = few, .setting_count = 1 };

    CHECK_TEXT(must_fail(BYTES(FULL), &opts).rule, "ppe-too-large");
    opts.settings = odd;
    CHECK_TEXT(must_fail(BYTES(FULL), &opts).rule, "setting");
}

static void warns_about_what_it_tolerates(void)
{
    static const struct {
        const uint8_t *data;
        size_t         size;
        uint64_t       offset;
        const char    *rule;
    } odd[] = {
        { BYTES(HEADER("\xe8\0\0\0", "\1", "\1") "\0\0\0\0"), 0, "ppe-reserved" },
        { BYTES(HEADER("\x08\xf0\0\0", "\1", "\1") "\0\0\0\0"), 1, "ppe-reserved" },
        { BYTES(HEADER("\x08\0\xfc\0", "\1", "\1") "\0\0\0\0"), 2, "ppe-reserved" },
        { BYTES(HEADER("\x08\0\1\0", "\1", "\1") "\0\0\0\0"), 2, "ppe-width-unused" },
        { BYTES(HEADER("\1\0\1\0", "\1", "\1") "\0\0\0\0"), 2, "ppe-width-unused" },
        { BYTES(HEADER("\x0c\0\0\0", "\1", "\1") "\0\0\0\0"), 0, "ppe-axis-unused" },
        { BYTES(HEADER("\x10\0\0\0", "\1", "\1") "\0\0\0\0" CORNERS), 0, "ppe-graphics-old" },
        { BYTES(OLD "tail"), 20, "trailing-bytes" },
        { BYTES(HEADER("\0\1\0\0", "\1", "\1") "\x83\1"), 12, "ppe-rle-bytes" },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        heard         h    = { 0 };
        ptl_read_opts opts = { .format = "ppe", .listener = { hear, &h } };

        ptl_doc_free(must_read(odd[i].data, odd[i].size, &opts));
        CHECK_UINT(h.count, 1);
        CHECK(h.last.severity == PTL_WARNING);
        CHECK_TEXT(h.last.rule, odd[i].rule);
        CHECK_UINT(h.last.offset, odd[i].offset);
        opts.strict   = true;
        opts.listener = (ptl_listener){ 0 }; /* must_fail has one for strict reading */
        CHECK_TEXT(must_fail(odd[i].data, odd[i].size, &opts).rule, odd[i].rule);
    }
}

/* ---- Coders --------------------------------------------------------------------------------- */

static ptl_status write_coded(ptl_bytes *out, const ptl_doc *doc, const char *coder,
                              const char *unit, const char *level, ptl_diag *err)
{
    ptl_setting settings[3] = { { "coder", coder, strlen(coder) } };
    size_t      count       = 1;

    if (unit)
        settings[count++] = (ptl_setting){ "rle-unit", unit, strlen(unit) };
    if (level)
        settings[count++] = (ptl_setting){ "level", level, strlen(level) };
    return ptl_write(out, doc, &(ptl_write_opts){ .settings = settings, .setting_count = count },
                     err);
}

/* A map of every kind of stretch: noise, runs, long runs, rows alike. */
static ptl_doc *varied(uint32_t width, uint32_t height)
{
    ptl_doc *doc;
    ptl_ppe *map;
    uint32_t seed = 1;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, width, height, NULL, NULL) == PTL_OK);
    CHECK(ptl_ppe_add_corners(doc, NULL) == PTL_OK);
    CHECK(ptl_ppe_add_logic(doc, 16, NULL) == PTL_OK);
    map = ptl_ppe_of(doc);
    for (size_t i = 0; i < map->cells.count; i++) {
        seed = seed * 1664525 + 1013904223;
        if (i % 700 < 300 || seed >> 30 == 0)
            map->cells.data[i] = seed;
        map->corners.data[i].red = (uint8_t)(seed >> 24 & 3);
        map->logic.data[i]       = seed >> 20 & 0xFF0;
    }
    return doc;
}

static void check_coder(const ptl_doc *doc, const char *coder, const char *unit, const char *level)
{
    ptl_bytes plain = must_write(doc, NULL), coded, back;
    ptl_doc  *again;
    ptl_diag  err;

    CHECK(write_coded(&coded, doc, coder, unit, level, &err) == PTL_OK);
    again = read_ppe(coded.data, coded.size);
    CHECK(!ptl_doc_verbatim(again));
    CHECK(write_coded(&back, again, "none", NULL, NULL, &err) == PTL_OK);
    CHECK_BYTES(back.data, back.size, plain.data, plain.size);
    ptl_bytes_free(&back);
    back = must_write(again, NULL); /* in the coder it came in */
    CHECK_UINT(back.data[1], coded.data[1]);
    CHECK(level || back.size == coded.size);
    ptl_bytes_free(&plain);
    ptl_bytes_free(&coded);
    ptl_bytes_free(&back);
    ptl_doc_free(again);
}

static void comes_back_through_every_coder(void)
{
    static const uint32_t sizes[][2] = { { 1, 1 }, { 1, 300 }, { 129, 3 }, { 200, 170 } };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        ptl_doc *doc = varied(sizes[i][0], sizes[i][1]);

        check_coder(doc, "rle", NULL, NULL);
        check_coder(doc, "rle", "element", NULL);
        check_coder(doc, "rle", "byte", NULL);
        check_coder(doc, "lzw", NULL, NULL);
        if (ptl_has_feature("zlib")) {
            check_coder(doc, "zlib", NULL, NULL);
            check_coder(doc, "zlib", NULL, "12");
        }
        if (ptl_has_feature("zstd")) {
            check_coder(doc, "zstd", NULL, NULL);
            check_coder(doc, "zstd", NULL, "22");
        }
        ptl_doc_free(doc);
    }
}

/* Enough noise to fill the table of LZW strings, and to start over. */
static void lzw_starts_over(void)
{
    ptl_doc *doc = varied(512, 512);

    check_coder(doc, "lzw", NULL, NULL);
    ptl_doc_free(doc);
}

static void runs_end_with_their_row(void)
{
    static const char cells[] = HEADER("\x08\0\0\0", "\3", "\2") "\1\0\0\0\1\0\0\0\1\0\0\0"
                                                                 "\1\0\0\0\2\0\0\0\3\0\0\0";
    ptl_doc          *doc     = read_ppe(BYTES(cells));
    ptl_bytes         coded;

    CHECK(write_coded(&coded, doc, "rle", NULL, NULL, NULL) == PTL_OK);
    CHECK_BYTES(coded.data, coded.size,
                HEADER("\x08\1\0\0", "\3", "\2") "\x82\1\0\0\0"
                                                 "\2\1\0\0\0\2\0\0\0\3\0\0\0",
                30);
    ptl_bytes_free(&coded);
    ptl_doc_free(doc);
}

static void refuses_levels_that_do_not_exist(void)
{
    static const struct {
        const char *coder, *level, *feature;
    } bad[] = {
        { "zlib", "0", "zlib" },  { "zlib", "13", "zlib" }, { "zlib", "x", "zlib" },
        { "zstd", "23", "zstd" }, { "zstd", "", "zstd" },   { "rle", "1", "zstd" },
        { "none", "1", "zstd" },
    };
    ptl_doc *doc = read_ppe(BYTES(FULL));

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_bytes out;
        ptl_diag  err;

        if (!ptl_has_feature(bad[i].feature))
            continue;
        CHECK(write_coded(&out, doc, bad[i].coder, NULL, bad[i].level, &err) == PTL_E_ARG);
        CHECK_TEXT(err.rule, "setting");
        CHECK(out.data == NULL);
    }
    ptl_doc_free(doc);
}

static void says_which_coder_is_absent(void)
{
    static const char *const features[] = { "zlib", "zstd" };
    ptl_doc                 *doc        = read_ppe(BYTES(FULL));

    for (size_t i = 0; i < COUNT(features); i++) {
        ptl_bytes  out;
        ptl_diag   err;
        ptl_status status = write_coded(&out, doc, features[i], NULL, NULL, &err);

        CHECK((status == PTL_OK) == ptl_has_feature(features[i]));
        if (status != PTL_OK) {
            CHECK_UINT(status, PTL_E_UNSUPPORTED);
            CHECK_TEXT(err.rule, "feature-absent");
            CHECK(strstr(err.message, features[i]) != NULL);
        }
        ptl_bytes_free(&out);
    }
    ptl_doc_free(doc);
}

/* ---- Layouts -------------------------------------------------------------------------------- */

typedef struct layout_case {
    const uint8_t *from;
    size_t         from_size;
    const uint8_t *to;
    size_t         to_size;
    const char    *attributes;
} layout_case;

static void check_layout(const layout_case *c, const char *layout)
{
    ptl_setting settings[2] = { { "layout", layout, strlen(layout) } };
    ptl_doc    *doc         = read_ppe(c->from, c->from_size);
    ptl_bytes   out;

    if (c->attributes)
        settings[1] = (ptl_setting){ "attributes", c->attributes, strlen(c->attributes) };
    out = must_write(
        doc, &(ptl_write_opts){ .settings = settings, .setting_count = c->attributes ? 2 : 1 });
    CHECK_BYTES(out.data, out.size, c->to, c->to_size);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

static void old_becomes_new(void)
{
    static const layout_case cases[] = {
        /* p with its swap bit: 0x8d is mirrored x, swapped, p 0x11 */
        { BYTES(OLD), BYTES(HEADER("\x09\0\0\0", "\2", "\1") "\x07\x00\x20\x50"
                                                             "\xff\xff\0\0"
                                                             "\x11\0") },
        /* without the flag bit 18 is data like the others */
        { BYTES(HEADER("\2\0\0\x7f", "\1", "\1") "\7\0\x0e\x20"),
          BYTES(HEADER("\x0b\0\0\x7f", "\1", "\1") "\7\0\x20\x20\3") },
        { BYTES(HEADER("\2\0\0\x7f", "\1", "\1") "\7\0\x0e\x20"),
          BYTES(HEADER("\x0a\0\0\x7f", "\1", "\1") "\7\0\x20\xe0"), "engine" },
        /* no p bits, no section */
        { BYTES(HEADER("\1\0\0\0", "\1", "\1") "\7\0\3\xff"),
          BYTES(HEADER("\x08\0\0\0", "\1", "\1") "\7\0\xff\x30") },
        { BYTES(HEADER("\x10\0\0\0", "\1", "\1") "\7\0\0\0" CORNERS),
          BYTES(HEADER("\x18\0\0\0", "\1", "\1") "\7\0\0\0" CORNERS) },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check_layout(&cases[i], "new");
}

static void new_becomes_old_where_it_fits(void)
{
    static const layout_case cases[] = {
        { BYTES(HEADER("\x09\0\0\0", "\2", "\1") "\x07\x00\x20\x50"
                                                 "\xff\xff\0\0"
                                                 "\x11\0"),
          BYTES(OLD) },
        { BYTES(HEADER("\x0a\0\0\x7f", "\1", "\1") "\7\0\xff\x30"),
          BYTES(HEADER("\2\0\0\x7f", "\1", "\1") "\7\0\3\xff") },
        { BYTES(HEADER("\x09\0\0\0", "\1", "\1") "\7\0\0\0\x3f"),
          BYTES(HEADER("\1\0\0\0", "\1", "\1") "\7\0\xfc\0") },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check_layout(&cases[i], "old");
}

static void losses_are_listed_and_refused(void)
{
    static const ptl_setting settings[] = { SETTING("layout", "old"), SETTING("loss", "allow") };
    ptl_doc                 *doc        = read_ppe(BYTES(FULL));
    heard                    h          = { 0 };
    ptl_write_opts           opts       = { .listener = { hear, &h }, .settings = settings };
    ptl_bytes                out;
    ptl_diag                 err;

    opts.setting_count = 1;
    CHECK(ptl_write(&out, doc, &opts, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "ppe-loss");
    CHECK_UINT(h.count, 4); /* priority, corners, logic, and the error */
    CHECK(out.data == NULL);
    opts.setting_count = 2;
    out                = must_write(doc, &opts);
    CHECK(h.last.severity == PTL_LOSS);
    CHECK_TEXT(h.last.rule, "ppe-lost");
    CHECK_BYTES(out.data, out.size,
                HEADER("\6\0\0\x5a", "\2", "\1") "\1\1\0\4"
                                                 "\x2c\0\5\0",
                20);
    ptl_bytes_free(&out);
    ptl_doc_free(doc);
}

/* ---- Meaning -------------------------------------------------------------------------------- */

static void cells_mean_something(void)
{
    ptl_doc     *doc  = read_ppe(BYTES(FULL));
    ptl_ppe     *map  = ptl_ppe_of(doc);
    ptl_ppe_cell cell = ptl_ppe_cell_at(map, 0, 0), turned = ptl_ppe_cell_at(map, 1, 0);
    uint32_t     word;

    CHECK_UINT(cell.tile, 0x101);
    CHECK_UINT(cell.palette, 4);
    CHECK_UINT(cell.transform, 0);
    CHECK(!cell.priority);
    CHECK_UINT(turned.tile, 0x2c);
    CHECK_UINT(turned.transform, PTL_PPE_SWAP | PTL_PPE_MIRROR_X);
    CHECK(turned.priority);
    CHECK(ptl_ppe_word_of(&word, map, &turned));
    CHECK_UINT(word, 0xd000002c);
    turned.palette = 4096;
    CHECK(!ptl_ppe_word_of(&word, map, &turned));
    CHECK_UINT(ptl_ppe_tiled_gid(&cell), 0x102);
    CHECK_UINT(ptl_ppe_tiled_gid(&turned), 0xa000002d);
    cell.tile = PTL_PPE_EMPTY;
    CHECK_UINT(ptl_ppe_tiled_gid(&cell), 0);
    ptl_doc_free(doc);
}

static void old_cells_follow_the_header(void)
{
    ptl_doc     *doc = read_ppe(BYTES(OLD));
    ptl_ppe     *map = ptl_ppe_of(doc);
    ptl_ppe_cell cell;
    uint32_t     word;

    cell = ptl_ppe_cell_at(map, 0, 0);
    CHECK_UINT(cell.tile, 7);
    CHECK_UINT(cell.palette, 0x20);
    CHECK_UINT(cell.transform, PTL_PPE_SWAP | PTL_PPE_MIRROR_X);
    CHECK_UINT(cell.p, 0x11);
    CHECK(ptl_ppe_word_of(&word, map, &cell));
    CHECK_UINT(word, map->cells.data[0]);
    map->flags &= ~(uint32_t)PTL_PPE_AXIS_SWAP;
    cell = ptl_ppe_cell_at(map, 0, 0);
    CHECK_UINT(cell.transform, PTL_PPE_MIRROR_X);
    CHECK_UINT(cell.p, 0x23);
    CHECK(!cell.priority);
    cell = ptl_ppe_cell_in_engine(map, map->cells.data[0]);
    CHECK_UINT(cell.transform, PTL_PPE_SWAP | PTL_PPE_MIRROR_X);
    CHECK(cell.priority);
    CHECK(!ptl_ppe_word_of(&word, map, &cell)); /* the old layout has no priority */
    ptl_doc_free(doc);
}

static void transforms_swap_and_then_mirror(void)
{
    static const struct { /* of the pixel shown at 0, 0 of a tile of 4 x 4, and of 1, 0 */
        uint8_t  transform;
        uint32_t u0, v0, u1, v1;
    } cases[] = {
        { 0, 0, 0, 1, 0 }, { 1, 3, 0, 2, 0 }, { 2, 0, 3, 1, 3 }, { 3, 3, 3, 2, 3 },
        { 4, 0, 0, 0, 1 }, { 5, 0, 3, 0, 2 }, { 6, 3, 0, 3, 1 }, { 7, 3, 3, 3, 2 },
    };
    ptl_ppe_pixel p;

    for (size_t i = 0; i < COUNT(cases); i++) {
        p = ptl_ppe_source_pixel(cases[i].transform, 4, 4, 0, 0);
        CHECK_UINT(p.u, cases[i].u0);
        CHECK_UINT(p.v, cases[i].v0);
        p = ptl_ppe_source_pixel(cases[i].transform, 4, 4, 1, 0);
        CHECK_UINT(p.u, cases[i].u1);
        CHECK_UINT(p.v, cases[i].v1);
    }
    p = ptl_ppe_source_pixel(PTL_PPE_SWAP, 8, 4, 6, 3); /* stretched: v * w / h, u * h / w */
    CHECK_UINT(p.u, 6);
    CHECK_UINT(p.v, 3);
}

static void corners_light_a_cell(void)
{
    ptl_doc      *doc = read_ppe(BYTES(FULL));
    ptl_ppe      *map = ptl_ppe_of(doc);
    ptl_ppe_light light;

    CHECK_UINT(ptl_ppe_corner_at(map, 0, 0, PTL_PPE_UPPER_RIGHT).blue, 3);
    CHECK_UINT(ptl_ppe_corner_at(map, 0, 0, PTL_PPE_LOWER_LEFT).blue, 0x80);
    light = ptl_ppe_light_at(map, 0, 0, 1, 0);
    CHECK(light.red == 1 && light.alpha == 4 && light.direction_y == -1);
    light = ptl_ppe_light_at(map, 0, 0, 0.5, 0);
    CHECK(light.red == 64.5);
    CHECK(ptl_ppe_lit(100, 128) == 100);
    CHECK(ptl_ppe_lit(100, 64) == 50);
    CHECK(ptl_ppe_lit(100, 0) == 0);
    CHECK(ptl_ppe_lit(100, 255) == 255);
    CHECK_UINT(ptl_ppe_logic_at(map, 0, 0), UINT64_C(0x8807060504030201));
    ptl_doc_free(doc);
    doc = read_ppe(BYTES(OLD));
    CHECK_UINT(ptl_ppe_corner_at(ptl_ppe_of(doc), 0, 0, 0).alpha, 0xff);
    CHECK_UINT(ptl_ppe_logic_at(ptl_ppe_of(doc), 1, 0), 0);
    ptl_doc_free(doc);
}

static void new_maps_are_empty(void)
{
    ptl_doc  *doc;
    ptl_bytes bytes;
    ptl_diag  err;

    CHECK(ptl_ppe_new(&doc, PTL_PPE_OLD, 2, 1, NULL, &err) == PTL_OK);
    bytes = must_write(doc, NULL);
    CHECK_BYTES(bytes.data, bytes.size, HEADER("\0\0\0\0", "\2", "\1") "\xff\xff\0\0\xff\xff\0\0",
                20);
    ptl_bytes_free(&bytes);
    CHECK(ptl_ppe_add_logic(doc, 8, &err) == PTL_E_ARG); /* the old layout has none */
    ptl_doc_free(doc);
    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 1, 1, NULL, &err) == PTL_OK);
    CHECK(ptl_ppe_add_logic(doc, 24, &err) == PTL_E_ARG);
    CHECK(ptl_ppe_add_corners(doc, &err) == PTL_OK);
    CHECK(ptl_ppe_add_logic(doc, 16, &err) == PTL_OK);
    bytes = must_write(doc, NULL);
    CHECK_BYTES(
        bytes.data, bytes.size,
        HEADER("\x19\0\1\0", "\1", "\1") "\xff\xff\0\0" NEUTRAL NEUTRAL NEUTRAL NEUTRAL "\0\0", 50);
    ptl_bytes_free(&bytes);
    ptl_doc_free(doc);
    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 0, 1, NULL, &err) == PTL_E_ARG);
    CHECK(ptl_ppe_new(&doc, PTL_PPE_NEW, 65536, 65536, NULL, &err) == PTL_E_ARG);
    CHECK(doc == NULL);
}

static void edits_must_fit_together(void)
{
    ptl_doc  *doc = read_ppe(BYTES(FULL));
    ptl_ppe  *map = ptl_ppe_of(doc);
    ptl_bytes out;
    ptl_diag  err;

    map->logic_width = 1;
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "ppe-logic");
    map->logic_width = 3;
    map->height      = 2;
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "ppe-count");
    map->height = 1;
    map->coder  = 9;
    CHECK(ptl_write(&out, doc, NULL, &err) == PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "ppe-flags");
    ptl_doc_free(doc);
}

/* ---- Damage --------------------------------------------------------------------------------- */

static void survives_damage(void)
{
    sweep("ppe", BYTES(FULL));
    sweep("ppe", BYTES(OLD "t"));
    sweep("ppe",
          BYTES(HEADER("\x19\1\0\0", "\2", "\1") "\1" CELL_A CELL_B "\x87" NEUTRAL "\1\7\x08"));
    sweep("ppe", BYTES(HEADER("\x08\2\0\0", "\2", "\1") "\x1f\x9d\x90\1\2\x0c\x20\x01\x03\x03\x10\0"
                                                        "\0\0"));
}

static void survives_damage_of_streams(void)
{
    ptl_doc                 *doc      = read_ppe(BYTES(FULL));
    static const char *const coders[] = { "rle", "lzw", "zlib", "zstd" };

    for (size_t i = 0; i < COUNT(coders); i++) {
        ptl_bytes bytes;

        if (write_coded(&bytes, doc, coders[i], NULL, NULL, NULL) != PTL_OK)
            continue;
        sweep("ppe", bytes.data, bytes.size);
        ptl_bytes_free(&bytes);
    }
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(writes_the_same_bytes),
        TEST(finds_maps_without_a_magic_number),
        TEST(reads_the_header_of_2018),
        TEST(points_at_the_bad_byte),
        TEST(bombs_cost_nothing),
        TEST(limits_are_settings),
        TEST(warns_about_what_it_tolerates),
        TEST(comes_back_through_every_coder),
        TEST(lzw_starts_over),
        TEST(runs_end_with_their_row),
        TEST(refuses_levels_that_do_not_exist),
        TEST(says_which_coder_is_absent),
        TEST(old_becomes_new),
        TEST(new_becomes_old_where_it_fits),
        TEST(losses_are_listed_and_refused),
        TEST(cells_mean_something),
        TEST(old_cells_follow_the_header),
        TEST(transforms_swap_and_then_mirror),
        TEST(corners_light_a_cell),
        TEST(new_maps_are_empty),
        TEST(edits_must_fit_together),
        TEST(survives_damage),
        TEST(survives_damage_of_streams),
    };

    return run_tests("ppe", tests, COUNT(tests));
}
