/* SPDX-License-Identifier: MIT */
/* Egoboo meshes: every field, every refusal, every derived number. */
#include <math.h>
#include <portolan/mpd.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"
#include "sweep.h"

#define TWO mpd_two_fans, sizeof mpd_two_fans

#define CHECK_NUMBER(got, want) CHECK((double)(got) == (double)(want))

/* The sample with some bytes replaced, some cut off and some added. */
typedef struct change {
    size_t      at, size; /* replaced */
    const void *bytes;
    size_t      cut, add;
} change;

static test_bytes changed(const change *c)
{
    test_bytes copy = { malloc(sizeof mpd_two_fans + c->add),
                        sizeof mpd_two_fans - c->cut + c->add };

    CHECK(copy.data != NULL);
    memset(copy.data, 0xAB, sizeof mpd_two_fans + c->add);
    memcpy(copy.data, TWO - c->cut);
    if (c->size > 0)
        memcpy(copy.data + c->at, c->bytes, c->size);
    return copy;
}

typedef struct heard { /* the last finding and how many there were */
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

/* ---- Reading and writing -------------------------------------------------------------------- */

static void reads_every_field(void)
{
    ptl_doc *doc  = must_read(TWO, NULL);
    ptl_mpd *mesh = ptl_mpd_of(doc);

    CHECK_TEXT(ptl_doc_format(doc), "mpd");
    CHECK_UINT(mesh->version, 'D');
    CHECK_UINT(mesh->numvert, 12);
    CHECK_UINT(mesh->sizex, 2);
    CHECK_UINT(mesh->sizey, 1);
    CHECK_UINT(mesh->words.count, 2);
    CHECK_UINT(mesh->words.data[0], 0x00010009);
    CHECK_UINT(mesh->words.data[1], 0x29310046);
    CHECK_UINT(ptl_mpd_word_type(mesh->words.data[1]), 41);
    CHECK_UINT(ptl_mpd_word_fx(mesh->words.data[1]), 0x31);
    CHECK_UINT(ptl_mpd_word_tile(mesh->words.data[1]), 0x46);
    CHECK_UINT(ptl_mpd_word_sheet(mesh->words.data[1]), 1);
    CHECK_UINT(ptl_mpd_word(41, 0x31, 0x46), mesh->words.data[1]);
    CHECK_UINT(mesh->twist.data[1], 0x70);
    CHECK_NUMBER(mesh->x.data[5], 256);
    CHECK_NUMBER(mesh->y.data[6], 128);
    CHECK_NUMBER(mesh->z.data[5], 1536);
    CHECK_UINT(mesh->light.data[11], 12);
    CHECK_UINT(mesh->tail.count, 0);
    ptl_doc_free(doc);
}

static void check_same_bytes(const uint8_t *data, size_t size)
{
    ptl_doc  *doc  = must_read(data, size, NULL), *back;
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
    static const uint8_t nan[] = { 0x01, 0x00, 0xa0, 0x7f }, zero[] = { 0, 0, 0, 0x80 },
                         tiny[] = { 1, 0, 0, 0 }, huge[] = { 0xff, 0xff, 0x7f, 0xff };
    static const change changes[] = {
        { 0 },
        { .cut = 1 },  /* light cut short                  */
        { .cut = 12 }, /* no light at all                  */
        { .add = 1 },  /* the rest of an older file        */
        { .add = 104 },
        { TWO_X, 4, nan },  /* a signalling NaN with a payload  */
        { TWO_Y, 4, zero }, /* negative zero                    */
        { TWO_Z, 4, tiny }, /* the smallest denormal            */
        { TWO_Z + 8, 4, huge },
        { TWO_WORDS, 2, "\xff\xff" }, /* switched off                   */
        { TWO_WORDS + 1, 1, "\x7f" }, /* the byte without a meaning     */
        { TWO_TWIST, 1, "\xff" },
    };

    for (size_t i = 0; i < COUNT(changes); i++) {
        test_bytes bytes = changed(&changes[i]);

        check_same_bytes(bytes.data, bytes.size);
        free(bytes.data);
    }
}

static void older_versions_hold_fewer_arrays(void)
{
    static const struct {
        uint8_t letter;
        size_t  size, twist, x;
    } versions[] = { { 'A', TWO_TWIST, 0, 0 }, { 'B', TWO_X, 2, 0 }, { 'C', TWO_LIGHT, 2, 12 } };

    for (size_t i = 0; i < COUNT(versions); i++) {
        test_bytes bytes = changed(&(change){ 3, 1, &versions[i].letter });
        ptl_doc   *doc   = must_read(bytes.data, versions[i].size, NULL);

        CHECK_UINT(ptl_mpd_of(doc)->twist.count, versions[i].twist);
        CHECK_UINT(ptl_mpd_of(doc)->x.count, versions[i].x);
        CHECK_UINT(ptl_mpd_of(doc)->light.count, 0);
        CHECK_UINT(ptl_mpd_of(doc)->tail.count, 0);
        check_same_bytes(bytes.data, versions[i].size);
        ptl_doc_free(doc);
        free(bytes.data);
    }
}

static void points_at_what_is_wrong(void)
{
    static const struct {
        change      with;
        uint64_t    offset;
        const char *rule;
        ptl_status  status;
    } bad[] = {
        { { 0, 4, "mapd" }, 0, "format", PTL_E_FORMAT },
        { { 0, 4, "DpaM" }, 0, "mpd-signature", PTL_E_UNSUPPORTED },
        { { 0, 4, "MapE" }, 3, "mpd-version", PTL_E_UNSUPPORTED },
        { { 0, 4, "Map\0" }, 0, "format", PTL_E_FORMAT },
        { { 0, 2, "BM" }, 0, "format", PTL_E_FORMAT },
        { { .cut = TWO_END }, 0, "format", PTL_E_FORMAT },
        { { .cut = TWO_END - 4 }, 4, "truncated", PTL_E_SYNTAX },
        { { .cut = TWO_END - 15 }, 15, "truncated", PTL_E_SYNTAX },
        { { 8, 4, "\0\0\0\0" }, 8, "mpd-size", PTL_E_SYNTAX },
        { { 8, 4, "\x01\x04\0\0" }, 8, "mpd-size", PTL_E_SYNTAX },
        { { 12, 4, "\xff\xff\xff\xff" }, 12, "mpd-size", PTL_E_SYNTAX },
        { { 8, 8, "\0\0\x01\0\0\0\x01\0" }, 8, "mpd-size", PTL_E_SYNTAX },
        { { 4, 4, "\0\0\0\0" }, 4, "mpd-vertex-sum", PTL_E_SYNTAX },
        { { 4, 4, "\xff\xff\xff\xff" }, 4, "mpd-vertices", PTL_E_SYNTAX },
        { { 4, 4, "\x21\0\0\0" }, 4, "mpd-vertices", PTL_E_SYNTAX },
        { { 4, 4, "\x20\0\0\0" }, TWO_END, "truncated", PTL_E_SYNTAX },
        { { 8, 8, "\0\x04\0\0\0\x04\0\0" }, TWO_END, "truncated", PTL_E_SYNTAX },
        { { .cut = TWO_END - TWO_TWIST + 1 }, TWO_TWIST - 1, "truncated", PTL_E_SYNTAX },
        { { .cut = TWO_END - TWO_X + 1 }, TWO_X - 1, "truncated", PTL_E_SYNTAX },
        { { .cut = TWO_END - TWO_Y + 1 }, TWO_Y - 1, "truncated", PTL_E_SYNTAX },
        { { .cut = TWO_END - TWO_LIGHT + 1 }, TWO_LIGHT - 1, "truncated", PTL_E_SYNTAX },
        { { TWO_WORDS + 3, 1, "\x40" }, TWO_WORDS + 3, "mpd-type", PTL_E_SYNTAX },
        { { TWO_WORDS + 7, 1, "\xff" }, TWO_WORDS + 7, "mpd-type", PTL_E_SYNTAX },
        { { TWO_WORDS + 3, 1, "\x05" }, 4, "mpd-vertex-sum", PTL_E_SYNTAX },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        test_bytes bytes = changed(&bad[i].with);
        ptl_diag   d     = must_fail(bytes.data, bytes.size, NULL);

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_UINT(d.offset, bad[i].offset);
        CHECK_UINT(d.status, bad[i].status);
        free(bytes.data);
    }
}

static void warns_about_what_it_tolerates(void)
{
    static const struct {
        change      with;
        bool        lenient;
        uint64_t    offset;
        const char *rule;
    } odd[] = {
        { { .cut = 1 }, false, TWO_END - 1, "mpd-light-short" },
        { { .add = 104 }, false, TWO_END, "trailing-bytes" },
        { { TWO_WORDS + 3, 1, "\x06" },
          false,
          4,
          "mpd-vertex-sum" }, /* a hole, vertices left over */
        { { TWO_WORDS + 3, 1, "\x40" }, true, TWO_WORDS + 3, "mpd-type" },
        { { TWO_WORDS + 3, 1, "\x05" }, true, 4, "mpd-vertex-sum" },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        heard         h     = { .count = 0 };
        test_bytes    bytes = changed(&odd[i].with);
        ptl_read_opts opts  = { .lenient = odd[i].lenient, .listener = { hear, &h } };
        ptl_doc      *doc   = must_read(bytes.data, bytes.size, &opts);
        ptl_diag      d;

        CHECK_TEXT(h.last.rule, odd[i].rule);
        CHECK_UINT(h.last.severity, PTL_WARNING);
        CHECK_UINT(h.last.offset, odd[i].offset);
        ptl_doc_free(doc);
        opts.strict   = true;
        opts.listener = (ptl_listener){ 0 }; /* must_fail has one for strict reading */
        d             = must_fail(bytes.data, bytes.size, &opts);
        CHECK_UINT(d.status, PTL_E_SYNTAX);
        free(bytes.data);
    }
}

/* ---- Derived -------------------------------------------------------------------------------- */

static void derives_the_documents_tables(void)
{
    ptl_doc       *doc  = must_read(TWO, NULL);
    ptl_mpd       *mesh = ptl_mpd_of(doc);
    ptl_mpd_tables t;

    CHECK_UINT(ptl_mpd_derive(&t, doc, NULL), PTL_OK);
    CHECK_UINT(t.fanstart.count, 1);
    CHECK_UINT(t.fanstart.data[0], 0);
    CHECK_UINT(t.blockstart.count, 0);
    CHECK_UINT(t.vrtstart.data[0], 0);
    CHECK_UINT(t.vrtstart.data[1], 4);
    CHECK_UINT(t.vertices, 12);
    CHECK_UINT(t.fans_with_vertices, 2);
    CHECK_NUMBER(t.edgex, 256);
    CHECK_NUMBER(t.edgey, 128);
    CHECK_UINT(t.numfanblock, 0);
    CHECK_UINT(t.blocks_rounded_up, 1);
    CHECK_UINT(t.watershift, 3);
    CHECK(ptl_mpd_height(mesh, &t, 160, 88) == 24);
    CHECK(ptl_mpd_height(mesh, &t, -1, 0) == 0 && ptl_mpd_height(mesh, &t, 0, 128) == 0);
    CHECK(ptl_mpd_height(mesh, &t, (double)NAN, 0) == 0);
    CHECK_UINT(ptl_mpd_twist(mesh, &t, 0, 4), 0x77);
    CHECK_UINT(ptl_mpd_twist(mesh, &t, 1, 4), 0x70);
    mesh->twist.data[0] = mesh->twist.data[1] = 0;
    CHECK_UINT(ptl_mpd_retwist(doc, 4, NULL), PTL_OK);
    CHECK(mesh->twist.data[0] == 0x77 && mesh->twist.data[1] == 0x70);
    ptl_mpd_tables_free(&t);
    ptl_doc_free(doc);
}

static void derives_tables_of_larger_meshes(void)
{
    static const uint32_t shifts[][2] = { { 16, 3 },  { 17, 4 },  { 33, 5 },  { 65, 6 },
                                          { 129, 7 }, { 257, 8 }, { 1024, 8 } };
    ptl_doc              *doc;
    ptl_mpd_tables        t;

    for (size_t i = 0; i < COUNT(shifts); i++) {
        CHECK_UINT(ptl_mpd_new(&doc, shifts[i][0], 1, NULL, NULL), PTL_OK);
        CHECK_UINT(ptl_mpd_derive(&t, doc, NULL), PTL_OK);
        CHECK_UINT(t.watershift, shifts[i][1]);
        ptl_mpd_tables_free(&t);
        ptl_doc_free(doc);
    }
    CHECK_UINT(ptl_mpd_new(&doc, 90, 9, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_mpd_derive(&t, doc, NULL), PTL_OK);
    CHECK_UINT(t.fanstart.data[8], 720);
    CHECK_UINT(t.blockstart.count, 2);
    CHECK_UINT(t.blockstart.data[1], 22);
    CHECK_UINT(t.numfanblock, 44);
    CHECK_UINT(t.blocks_rounded_up, 69);
    CHECK_UINT(ptl_mpd_block_at(ptl_mpd_of(doc), 4 * 128, 4 * 128), 23);
    CHECK_UINT(ptl_mpd_block_at(ptl_mpd_of(doc), 88 * 128, 0), PTL_MPD_NO_FAN);
    CHECK_UINT(ptl_mpd_block_at(ptl_mpd_of(doc), 0, 8 * 128), PTL_MPD_NO_FAN);
    CHECK_UINT(ptl_mpd_fan_at(ptl_mpd_of(doc), 89 * 128 + 127.5, 128), 179);
    CHECK_UINT(ptl_mpd_fan_at(ptl_mpd_of(doc), 90 * 128, 0), PTL_MPD_NO_FAN);
    CHECK_UINT(ptl_mpd_fx_at(ptl_mpd_of(doc), -1, 0), PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS);
    CHECK_UINT(ptl_mpd_fx_at(ptl_mpd_of(doc), 1, 1), 0);
    ptl_mpd_tables_free(&t);
    ptl_doc_free(doc);
}

static void lights_as_the_document_says(void)
{
    ptl_doc      *doc    = must_read(TWO - 2, NULL); /* light cut: ten bytes left */
    ptl_mpd      *mesh   = ptl_mpd_of(doc);
    ptl_mpd_light stored = ptl_mpd_vertex_light(mesh, 9, false);
    ptl_mpd_light gone   = ptl_mpd_vertex_light(mesh, 10, false);
    ptl_mpd_light bright = ptl_mpd_vertex_light(mesh, 10, true);

    CHECK(stored.a == 10 && stored.l == 0);
    CHECK(gone.a == 0 && gone.l == 0);
    CHECK(bright.a == 255 && bright.l == 255);
    ptl_doc_free(doc);
}

static void check_place(const ptl_mpd *mesh, uint32_t fan, unsigned vertex, int u, int v)
{
    ptl_mpd_uv place = ptl_mpd_texture_place(mesh, fan, vertex, PTL_MPD_INSET_DOCUMENT);

    CHECK_UINT((uint64_t)place.u, (uint64_t)u);
    CHECK_UINT((uint64_t)place.v, (uint64_t)v);
}

static void places_textures_exactly(void)
{
    ptl_doc   *doc  = must_read(TWO, NULL);
    ptl_mpd   *mesh = ptl_mpd_of(doc);
    uint8_t    tri[PTL_MPD_MAX_ENTRIES][3];
    ptl_mpd_uv newest;

    CHECK_UINT(ptl_mpd_fan_triangles(tri, mesh, 0), 2);
    CHECK(tri[0][0] == 1 && tri[0][1] == 2 && tri[0][2] == 3);
    check_place(mesh, 0, 1, 63400, 32600);
    check_place(mesh, 0, 2, 63400, 63400);
    check_place(mesh, 0, 3, 32600, 63400);
    CHECK_UINT(ptl_mpd_fan_triangles(tri, mesh, 1), 6);
    CHECK(tri[5][0] == 6 && tri[5][1] == 1 && tri[5][2] == 2);
    check_place(mesh, 1, 6, 234048, 63400);
    check_place(mesh, 1, 1, 255400, 600);
    check_place(mesh, 1, 2, 255400, 63400);
    newest = ptl_mpd_texture_place(mesh, 0, 2, PTL_MPD_INSET_NEWEST);
    CHECK(newest.u == 32000 + 31500 && newest.v == 32000 + 31500);
    mesh->words.data[0] = ptl_mpd_word(0, 0, PTL_MPD_FANOFF);
    CHECK_UINT(ptl_mpd_fan_triangles(tri, mesh, 0), 0);
    CHECK(ptl_mpd_tile_offset_u(255) == 7 / 8.0 && ptl_mpd_tile_offset_v(255) == 31 / 8.0);
    ptl_doc_free(doc);
}

/* ---- The dictionary ------------------------------------------------------------------------- */

static void every_shape_tiles_the_unit_square(void)
{
    static const uint8_t      vertices[]  = { 4, 4, 5, 9,  8,  16, 0,  0,  8,  8,  0,  0,  8,
                                              8, 8, 8, 10, 10, 10, 10, 12, 12, 12, 12, 14, 14 };
    static const uint8_t      triangles[] = { 2, 2, 4, 8,  10, 18, 0,  0,  6,  6,  0,  0,  8,
                                              8, 8, 8, 10, 10, 10, 10, 12, 12, 12, 12, 12, 12 };
    const ptl_mpd_dictionary *d           = ptl_mpd_dictionary_default();

    CHECK_UINT(d->types, 26);
    for (unsigned i = 0; i < 26; i++) {
        const ptl_mpd_fan_type *type  = ptl_mpd_type(d, (uint8_t)(i + 32 * (i & 1)));
        const uint8_t          *e     = type->entry;
        double                  area  = 0;
        unsigned                count = 0;

        CHECK_UINT(type->vertices, vertices[i]);
        CHECK(strlen(type->name) > 3);
        for (unsigned c = 0; c < type->commands; e += type->size[c++])
            for (unsigned k = 1; k + 1 < type->size[c]; k++, count++) {
                double ux = type->u[e[k]] - type->u[e[0]], uy = type->v[e[k]] - type->v[e[0]];
                double vx = type->u[e[k + 1]] - type->u[e[0]],
                       vy = type->v[e[k + 1]] - type->v[e[0]];

                CHECK(ux * vy - uy * vx > 1e-9);
                area += (ux * vy - uy * vx) / 2;
            }
        CHECK_UINT(count, triangles[i]);
        CHECK(type->vertices == 0 || fabs(area - 1) < 1e-9);
    }
    CHECK(ptl_mpd_type(d, 26) == NULL && ptl_mpd_type(d, 58) == NULL);
}

#define TYPE "Vertices: 3 Ref: 0 U: 0.00 V: 0.00 Ref: 3 U: 1.00 V: .5 Ref: 12 U: 0. V: 1\r\n"

static void reads_a_dictionary_of_any_spelling(void)
{
    static const char text[] =
        "\xEF\xBB\xBFNumber of Fan Types:\t2\r\n\r\n 0  Odd One...\r\n      " TYPE
        " Commands: 1 Command Size:\n3 Vrt: 0 Vrt: 1 Vrt:2\r 1 Blank...\n"
        "Vertices: 0\nCommands: 0";
    ptl_mpd_dictionary d;
    ptl_diag           err;

    CHECK_UINT(ptl_mpd_dictionary_read(&d, text, sizeof text - 1, &err), PTL_OK);
    CHECK_UINT(d.types, 2);
    CHECK_UINT(d.type[0].vertices, 3);
    CHECK(strcmp(d.type[0].name, "Odd One...") == 0);
    CHECK(d.type[0].v[1] == 0.5 && d.type[0].v[2] == 1);
    CHECK_UINT(d.type[0].ref[2], 12);
    CHECK_UINT(d.type[0].size[0], 3);
    CHECK_UINT(d.type[0].entry[2], 2);
    CHECK_UINT(d.type[1].vertices, 0);
}

static void cuts_long_names_between_letters(void)
{
    static const char  text[] = "Number of Fan Types: 1\n 0 Thirty-eight letters, then a last one "
                                "\xC3\xA4\nVertices: 0\nCommands: 0";
    ptl_mpd_dictionary d;

    CHECK_UINT(ptl_mpd_dictionary_read(&d, text, sizeof text - 1, NULL), PTL_OK);
    CHECK(strcmp(d.type[0].name, "Thirty-eight letters, then a last one ") == 0);
}

static void refuses_bad_dictionaries(void)
{
    static const struct {
        const char *text;
        uint32_t    column;
        const char *rule;
    } bad[] = {
        { "", 1, "values-end" },
        { "no colon", 9, "values-end" },
        { "n: 0", 4, "fans-number" },
        { "n: -1", 4, "fans-number" },
        { "n: 33", 4, "fans-number" },
        { "n: 99999999999", 4, "fans-number" },
        { "n: 99999999999999999999999", 4, "fans-number" },
        { "n: 0x10", 4, "fans-number" },
        { "n:", 3, "fans-number" },
        { "n: x", 4, "fans-number" },
        { "n: 1", 5, "values-end" },
        { "n: 1 v: 17", 9, "fans-number" },
        { "n: 1 v: 1 r: 64", 14, "fans-number" },
        { "n: 1 v: 1 r: 0 u: nan", 19, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1,00", 19, "fans-number" },
        { "n: 1 v: 1 r: 0 u: -1", 19, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 100", 19, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 5", 29, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 1 s: 2", 34, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 1 s: -3", 34, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 1 s: 33", 34, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 1 s: 3 e: 1", 39, "fans-number" },
        { "n: 1 v: 1 r: 0 u: 1 v: 1 c: 1 s: 3 e: 65536", 39, "fans-number" },
        { "n: 1 0 a: name v: 0", 11, "fans-number" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_mpd_dictionary d;
        ptl_diag           err;

        CHECK(ptl_mpd_dictionary_read(&d, bad[i].text, strlen(bad[i].text), &err) != PTL_OK);
        CHECK_TEXT(err.rule, bad[i].rule);
        CHECK_UINT(err.line, 1);
        CHECK_UINT(err.column, bad[i].column);
    }
}

static void uses_the_dictionary_it_is_given(void)
{
    static const char text[] =
        "n: 1 v: 3 r: 0 u: 0 v: 0 r: 3 u: 1 v: 0 r: 12 u: 0 v: 1 c: 1 s: 3 e: 0 e: 1 e: 2";
    ptl_setting   fans    = { "fans", text, sizeof text - 1 };
    ptl_read_opts opts    = { .settings = &fans, .setting_count = 1 };
    uint8_t       word[8] = { 9, 0, 1, 0, 9, 0, 1, 32 };
    test_bytes    bytes   = changed(&(change){ TWO_WORDS, 8, word });
    heard         h       = { .count = 0 };
    ptl_doc      *doc;
    ptl_diag      d;

    opts.listener = (ptl_listener){ hear, &h };
    doc           = must_read(bytes.data, bytes.size, &opts);
    CHECK_UINT(h.count, 1); /* 6 of 12 vertices belong to no fan */
    CHECK_UINT(ptl_mpd_of(doc)->dictionary->type[0].vertices, 3);
    ptl_doc_free(doc);
    fans.size = 20;
    d         = must_fail(bytes.data, bytes.size, &opts);
    CHECK_TEXT(d.rule, "values-end");
    CHECK(strstr(d.message, "tile dictionary, 1:21") != NULL);
    free(bytes.data);
}

/* ---- Editing, converting, checking ---------------------------------------------------------- */

static void makes_new_meshes(void)
{
    ptl_doc       *doc;
    ptl_diag       err;
    ptl_bytes      bytes;
    ptl_mpd_tables t;

    CHECK_UINT(ptl_mpd_new(&doc, 0, 4, NULL, &err), PTL_E_SYNTAX);
    CHECK(doc == NULL);
    CHECK_UINT(ptl_mpd_new(&doc, 3, 2, NULL, &err), PTL_OK);
    ptl_mpd_of(doc)->words.data[4] = ptl_mpd_word(25, PTL_MPD_FX_WALL, 7);
    CHECK(ptl_write(&bytes, doc, NULL, &err) == PTL_OK); /* fits by count, not by sum */
    ptl_bytes_free(&bytes);
    CHECK_UINT(ptl_mpd_lay_out(doc, 200, &err), PTL_OK);
    CHECK_UINT(ptl_mpd_of(doc)->numvert, 5 * 4 + 14);
    CHECK_NUMBER(ptl_mpd_of(doc)->x.data[16], 128);
    CHECK_NUMBER(ptl_mpd_of(doc)->y.data[18], 256);
    CHECK_UINT(ptl_mpd_of(doc)->light.data[0], 200);
    CHECK_UINT(ptl_mpd_derive(&t, doc, NULL), PTL_OK);
    CHECK_UINT(t.vertices, 34);
    ptl_mpd_tables_free(&t);
    bytes = must_write(doc, NULL);
    CHECK_UINT(bytes.size, 16 + 5 * 6 + 13 * 34);
    check_same_bytes(bytes.data, bytes.size);
    ptl_bytes_free(&bytes);
    ptl_mpd_of(doc)->twist.count--;
    CHECK_UINT(ptl_write(&bytes, doc, NULL, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "mpd-count");
    ptl_doc_free(doc);
}

static void says_what_other_versions_cost(void)
{
    static const struct {
        char     from;
        size_t   size; /* of the input */
        char     to;
        size_t   losses;
        uint64_t out_size;
    } ways[] = {
        { 'D', TWO_END, 'D', 0, TWO_END },   { 'D', TWO_END, 'C', 1, TWO_LIGHT },
        { 'D', TWO_END, 'B', 2, TWO_X },     { 'D', TWO_END, 'A', 3, TWO_TWIST },
        { 'C', TWO_LIGHT, 'D', 1, TWO_END }, { 'A', TWO_TWIST, 'D', 3, TWO_END },
        { 'B', TWO_X, 'C', 1, TWO_LIGHT },
    };

    for (size_t i = 0; i < COUNT(ways); i++) {
        heard          h      = { .count = 0 };
        test_bytes     in     = changed(&(change){ 3, 1, &ways[i].from });
        ptl_doc       *doc    = must_read(in.data, ways[i].size, NULL);
        ptl_setting    target = { "target-version", &ways[i].to, 1 };
        ptl_write_opts opts = { .settings = &target, .setting_count = 1, .listener = { hear, &h } };
        ptl_bytes      out  = must_write(doc, &opts);
        ptl_doc       *back = must_read(out.data, out.size, NULL);

        CHECK_UINT(h.count, ways[i].losses);
        CHECK(h.count == 0 || h.last.severity == PTL_LOSS);
        CHECK_UINT(out.size, ways[i].out_size);
        CHECK_UINT(ptl_mpd_of(back)->version, (uint64_t)ways[i].to);
        ptl_doc_free(doc);
        ptl_doc_free(back);
        ptl_bytes_free(&out);
        free(in.data);
    }
}

static void refuses_settings_it_does_not_know(void)
{
    ptl_setting   odd  = { "dialect", "x", 1 };
    ptl_read_opts opts = { .settings = &odd, .setting_count = 1 };
    ptl_diag      d    = must_fail(TWO, &opts);

    CHECK_UINT(d.status, PTL_E_ARG);
    CHECK_TEXT(d.rule, "setting");
    odd = (ptl_setting){ "target-version", "Z", 1 };
    d   = must_fail(TWO, &opts);
    CHECK_TEXT(d.rule, "setting");
}

typedef struct tallied { /* one rule counted */
    const char *rule;
    size_t      count;
    ptl_diag    first;
} tallied;

static void tally(void *user, const ptl_diag *diag)
{
    tallied *t = user;

    if (strcmp(diag->rule, t->rule) == 0 && t->count++ == 0)
        t->first = *diag;
}

static void finds_what_is_odd(void)
{
    static const uint8_t nan[] = { 0, 0, 0xc0, 0x7f }, far[] = { 0, 0, 0, 0x60 };
    static const struct {
        change       with;
        const char  *rule, *profile;
        size_t       count;
        ptl_severity severity;
        uint64_t     offset;
        const char  *path;
    } odd[] = {
        { { 0 }, "mpd-blocks", NULL, 1, PTL_NOTE, 8, "" },
        { { 0 }, "mpd-twist", NULL, 0, 0, 0, "" },
        { { TWO_TWIST + 1, 1, "\x77" },
          "mpd-twist",
          NULL,
          1,
          PTL_NOTE,
          TWO_TWIST + 1,
          "twist[1,0]" },
        { { TWO_WORDS + 1, 1, "\x7f" },
          "mpd-tile",
          NULL,
          1,
          PTL_WARNING,
          TWO_WORDS + 1,
          "tile[0,0]" },
        { { TWO_WORDS + 1, 1, "\x01" },
          "engine-tile",
          "engine",
          1,
          PTL_NOTE,
          TWO_WORDS + 1,
          "tile[0,0]" },
        { { TWO_WORDS + 4, 1, "\x3f" },
          "mpd-over-edge",
          NULL,
          1,
          PTL_NOTE,
          TWO_WORDS + 4,
          "tile[1,0]" },
        { { TWO_WORDS + 4, 1, "\x3f" },
          "mpd-over-edge",
          "engine",
          1,
          PTL_WARNING,
          TWO_WORDS + 4,
          "tile[1,0]" },
        { { TWO_X + 4, 4, nan }, "mpd-not-finite", NULL, 1, PTL_ERROR, TWO_X + 4, "vertices[1]/x" },
        { { TWO_Z + 8, 4, far }, "mpd-far", NULL, 1, PTL_WARNING, TWO_Z + 8, "vertices[2]/z" },
        { { TWO_LIGHT + 2, 1, "\0" },
          "mpd-light-zero",
          NULL,
          1,
          PTL_NOTE,
          TWO_LIGHT + 2,
          "vertices[2]/light" },
        { { TWO_Z + 4, 4, "\0\0\x80\x43" }, "mpd-torn", NULL, 1, PTL_NOTE, TWO_X + 4, "fan[0,0]" },
        { { TWO_X + 8, 4, "\0\0\0\xc3" }, "mpd-facing-down", NULL, 1, PTL_NOTE, TWO_X, "fan[0,0]" },
        { { TWO_WORDS + 2, 1, "\x09" }, "mpd-water-shift", NULL, 1, PTL_NOTE, 8, "" },
        { { 0 }, "document-blocks", "document", 1, PTL_ERROR, 8, "" },
        { { 0 }, "document-type-9", "document", 1, PTL_NOTE, TWO_WORDS + 7, "type[1,0]" },
        { { .cut = 3 }, "document-length", "document", 1, PTL_ERROR, PTL_NOWHERE, "" },
        { { .cut = 3 }, "engine-length", "engine", 1, PTL_NOTE, PTL_NOWHERE, "" },
    };

    for (size_t i = 0; i < COUNT(odd); i++) {
        tallied        t     = { .rule = odd[i].rule };
        test_bytes     bytes = changed(&odd[i].with);
        ptl_doc       *doc   = must_read(bytes.data, bytes.size, NULL);
        ptl_check_opts opts  = { .profile = odd[i].profile, .listener = { tally, &t } };

        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        if (t.count != odd[i].count)
            test_fail(__FILE__, __LINE__, "%s: %zu findings, not %zu", t.rule, t.count,
                      odd[i].count);
        if (t.count > 0) {
            CHECK_UINT(t.first.severity, odd[i].severity);
            CHECK_UINT(t.first.offset, odd[i].offset);
            CHECK_TEXT(t.first.path, odd[i].path);
        }
        ptl_doc_free(doc);
        free(bytes.data);
    }
}

static void checks_the_letter_of_the_limits(void)
{
    static const struct {
        uint32_t    x, y;
        const char *rule, *profile;
    } sizes[] = { { 68, 64, "document-size", "document" },
                  { 1024, 1024, "engine-size", "engine" },
                  { 513, 512, "engine-oldest", "engine" },
                  { 1024, 1024, "document-vertices", "document" },
                  { 1024, 1024, "engine-vertices", "engine" } };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        tallied  t = { .rule = sizes[i].rule };
        ptl_doc *doc;

        CHECK_UINT(ptl_mpd_new(&doc, sizes[i].x, sizes[i].y, NULL, NULL), PTL_OK);
        ptl_check(doc, &(ptl_check_opts){ .profile = sizes[i].profile, .listener = { tally, &t } },
                  NULL);
        CHECK(t.count > 0);
        ptl_doc_free(doc);
    }
}

static void repairs_what_has_one_repair(void)
{
    heard      h   = { .count = 0 };
    ptl_doc   *doc = must_read(TWO - 2, NULL);
    ptl_bytes  fixed;
    test_bytes longer = changed(&(change){ .add = 5 });

    CHECK_UINT(ptl_fix(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
    CHECK_UINT(h.count, 1);
    fixed = must_write(doc, NULL);
    CHECK_UINT(fixed.size, TWO_END);
    CHECK_BYTES(fixed.data, TWO_END - 2, TWO - 2);
    CHECK(fixed.data[TWO_END - 1] == 1 && fixed.data[TWO_END - 2] == 1);
    ptl_bytes_free(&fixed);
    ptl_doc_free(doc);
    doc = must_read(longer.data, longer.size, NULL);
    CHECK_UINT(ptl_fix(doc, NULL, NULL), PTL_OK);
    fixed = must_write(doc, NULL);
    CHECK_BYTES(fixed.data, fixed.size, TWO);
    ptl_bytes_free(&fixed);
    ptl_doc_free(doc);
    free(longer.data);
}

static void names_the_files_of_its_module(void)
{
    static const char *const names[] = {
        "basicdat/particle", "tile0",     "tile1", "tile2",        "tile3",
        "watertop",          "waterlow",  "phong", "wawalite.txt", "menu.txt",
        "passage.txt",       "spawn.txt", "plan"
    };
    static const bool needed[COUNT(names)] = { false, true, true };
    ptl_doc          *doc                  = must_read(TWO, NULL);
    ptl_companion     c;

    for (size_t i = 0; i < COUNT(names); i++) {
        CHECK(ptl_doc_companion(&c, doc, i));
        CHECK_UINT(c.number, i);
        CHECK_TEXT(c.name, names[i]);
        CHECK(c.role[0] && c.needed == needed[i]);
    }
    CHECK(!ptl_doc_companion(&c, doc, COUNT(names)));
    ptl_doc_free(doc);
}

static void huge_claims_cost_nothing(void)
{
    uint8_t       header[16] = { 'M', 'a', 'p', 'D', 0xff, 0xff, 0xff, 0, 0, 4, 0, 0, 0, 4, 0, 0 };
    test_heap     heap       = { 0 };
    ptl_read_opts opts       = { .allocator = test_allocator(&heap) };
    ptl_diag      d          = must_fail(header, sizeof header, &opts);

    CHECK_TEXT(d.rule, "truncated");
    CHECK(heap.peak < 65536);
    CHECK_UINT(heap.held, 0);
}

static void refuses_json_that_does_not_fit(void)
{
    static const struct {
        const char *text, *rule;
    } bad[] = {
        { "{ \"portolan\": \"mpd\" }", "json-missing" },
        { "{ \"portolan\": \"xyz\" }", "format" },
        { "{ \"portolan\": \"mpd\", \"version\": \"MapD\", \"numvert\": 0, \"sizex\": 1, "
          "\"sizey\": 2,"
          " \"type\": [[6]], \"fx\": [[0]], \"tile\": [[0]], \"twist\": [[0]] }",
          "json-count" },
        { "{ \"portolan\": \"mpd\", \"version\": \"MapD\", \"numvert\": 4, \"sizex\": 1, "
          "\"sizey\": 1,"
          " \"type\": [[0]], \"fx\": [[0]], \"tile\": [[0]], \"twist\": [[0]] }",
          "mpd-count" },
        { "{ \"portolan\": \"mpd\", \"version\": \"MapA\", \"numvert\": 0, \"sizex\": 2000, "
          "\"sizey\": 0,"
          " \"type\": [], \"fx\": [], \"tile\": [] }",
          "mpd-size" },
        { "{ \"portolan\": \"mpd\", \"version\": \"MapQ\" }", "json-name" },
        { "{ \"portolan\": \"mpd\", \"version\": \"MapA\", \"numvert\": 0, \"sizex\": 1, "
          "\"sizey\": 1,"
          " \"type\": [[64]], \"fx\": [[0]], \"tile\": [[0]] }",
          "mpd-type" },
        { "{ \"portolan\": \"mpd\", \"lenient\": 1 }", "json-kind" },
        { "{ \"portolan\": \"mpd\", \"lenient\": false, \"version\": \"MapA\", \"numvert\": 0, "
          "\"sizex\": 1, \"sizey\": 1, \"type\": [[64]], \"fx\": [[0]], \"tile\": [[0]] }",
          "mpd-type" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK_TEXT(must_fail(bad[i].text, strlen(bad[i].text), NULL).rule, bad[i].rule);
}

static void survives_damage(void)
{
    sweep("mpd", TWO);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(writes_the_same_bytes),
        TEST(older_versions_hold_fewer_arrays),
        TEST(points_at_what_is_wrong),
        TEST(warns_about_what_it_tolerates),
        TEST(derives_the_documents_tables),
        TEST(derives_tables_of_larger_meshes),
        TEST(lights_as_the_document_says),
        TEST(places_textures_exactly),
        TEST(every_shape_tiles_the_unit_square),
        TEST(reads_a_dictionary_of_any_spelling),
        TEST(cuts_long_names_between_letters),
        TEST(refuses_bad_dictionaries),
        TEST(uses_the_dictionary_it_is_given),
        TEST(makes_new_meshes),
        TEST(says_what_other_versions_cost),
        TEST(refuses_settings_it_does_not_know),
        TEST(finds_what_is_odd),
        TEST(checks_the_letter_of_the_limits),
        TEST(repairs_what_has_one_repair),
        TEST(names_the_files_of_its_module),
        TEST(huge_claims_cost_nothing),
        TEST(refuses_json_that_does_not_fit),
        TEST(survives_damage),
    };

    return run_tests("mpd", tests, COUNT(tests));
}
