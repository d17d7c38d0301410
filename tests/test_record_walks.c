/* SPDX-License-Identifier: MIT */
/* The other walkers over record tables: ranges, pages, schemas, field tables. */
#include "record_samples.h"

/* ---- Ranges --------------------------------------------------------------------------------- */

static const chart *placed; /* what the place callback must be asked about */

static uint64_t chart_place(const void *data, const ptl_field *field, size_t index)
{
    CHECK(data == placed);
    return (uint64_t)(field - (field->offset >= offsetof(chart, x) &&
                                       field->offset <= offsetof(chart, light)
                                   ? row_fields
                                   : chart_fields)) *
               100 +
           index;
}

typedef struct findings {
    char   text[4096];
    size_t count;
} findings;

static void note_finding(void *user, const ptl_diag *d)
{
    findings *all  = user;
    size_t    used = strlen(all->text);

    CHECK_TEXT(d->rule, "range");
    CHECK_UINT(d->severity, PTL_ERROR);
    CHECK_UINT(d->status, PTL_OK);
    all->count++;
    if (d->offset == PTL_NOWHERE)
        snprintf(all->text + used, sizeof all->text - used, "%s: %s\n", d->path, d->message);
    else
        snprintf(all->text + used, sizeof all->text - used, "%s @%llu: %s\n", d->path,
                 (unsigned long long)d->offset, d->message);
}

static const char *findings_of(const chart *data, ptl_place *place)
{
    static findings all;
    fixture         f;

    fixture_begin(&f, NULL, 0);
    f.job.text     = false;
    f.job.listener = (ptl_listener){ note_finding, &all };
    all            = (findings){ .count = 0 };
    placed         = data;
    ptl_record_check(&f.job, &chart_record, data, place);
    CHECK(ptl_ok(&f.job)); /* findings stop nothing */
    fixture_end(&f);
    return all.text;
}

static void legal_values_are_not_found(void)
{
    chart empty = { 0 };

    CHECK_TEXT(findings_of(&empty, chart_place), "");
}

static void illegal_values_are_found_with_their_path(void)
{
    uint16_t cells[8]  = { [3] = 1000, [7] = 1023 };
    level    levels[3] = { [0].depth = 1, [1].depth = 9, [2].depth = 10, [2].middle.y = -10 };
    uint8_t  lights[3] = { 100, 101, 0 };
    uint64_t u64s[]    = { 5, 6, UINT64_MAX };
    int16_t  i16s[]    = { -5, -6, 5, 6 };
    point    points[]  = { { 0, 10, false } };
    chart    bad       = { .packed = 13 | 1 << 4,
                           .kind   = 1,
                           .mood   = -2,
                           .across = 4,
                           .down   = 2,
                           .cells  = OF(cells),
                           .home   = { 0, -10, false },
                           .levels = OF(levels),
                           .light  = OF(lights),
                           .u64s   = OF(u64s),
                           .i16s   = OF(i16s),
                           .points = OF(points) };

    CHECK_TEXT(findings_of(&bad, chart_place),
               "color @1200: color is 13; allowed: 0 to 12\n"
               "form @1300: form is 1, which has no meaning\n"
               "kind @1700: kind is 1, which has no meaning\n"
               "mood @1800: mood is -2, which has no meaning\n"
               "cell[3,0] @2103: cell is 1000; allowed: 0 to 999\n"
               "cell[3,1] @2107: cell is 1023; allowed: 0 to 999\n"
               "home/y: y is -10; allowed: -9 to 9\n"
               "levels[2]/depth: depth is 10; allowed: 1 to 9\n"
               "levels[2]/middle/y: y is -10; allowed: -9 to 9\n"
               "light[1] @301: light is 101; allowed: 0 to 100\n"
               "u64s[1] @3101: u64s is 6; allowed: 0 to 5\n"
               "u64s[2] @3102: u64s is 18446744073709551615; allowed: 0 to 5\n"
               "i16s[1] @3201: i16s is -6; allowed: -5 to 5\n"
               "i16s[3] @3203: i16s is 6; allowed: -5 to 5\n"
               "points[0]/y: y is 10; allowed: -9 to 9\n");
    bad = (chart){ .kind = 1 };
    CHECK_TEXT(findings_of(&bad, NULL), "kind: kind is 1, which has no meaning\n");
}

static void placed_records_say_where_they_stand(void)
{
    thing    things[] = { few_things[0], few_things[1], few_things[2] };
    shelf    all      = { OF(things) };
    findings found    = { .count = 0 };
    fixture  f;

    things[0].radius   = 10; /* a box has none */
    things[0].sides[1] = 5;
    things[2].radius   = 0;
    fixture_begin(&f, NULL, 0);
    f.job.text     = false;
    f.job.listener = (ptl_listener){ note_finding, &found };
    ptl_record_check(&f.job, &shelf_record, &all, NULL);
    CHECK_TEXT(found.text, "things[0]/sides[1] @100: sides is 5; allowed: 0 to 4\n"
                           "things[2]/radius @300: radius is 0; allowed: 1 to 9\n");
    fixture_end(&f);
}

/* ---- Pages and descriptions ----------------------------------------------------------------- */

/* What a walker wrote, in a static place, terminated. */
static const char *kept(fixture *f, ptl_buf *out)
{
    static char text[32768];

    CHECK(ptl_ok(&f->job));
    CHECK(out->size < sizeof text);
    memcpy(text, out->data, out->size);
    text[out->size] = 0;
    ptl_buf_free(out);
    fixture_end(f);
    return text;
}

static const char *page_of(const ptl_record *record, const void *data)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_page(&out, record, data);
    return kept(&f, &out);
}

static void a_page_is_for_people(void)
{
    double                 range[] = { -1.23456, 1e22 }, huge = 1.7976931348623157e308;
    chart                  full = full_chart();
    const char            *page;
    static const ptl_field one    = { "a_long_name_that_passes", "", PTL_KIND_F64, PTL_ONE,
                                      .offset = 0 };
    const ptl_record       record = { "a number", sizeof huge, &one, .count = 1 };

    full.f64s.data  = range;
    full.f64s.count = 2;
    full.f32        = 2.71828f;
    full.f64        = -0.0004;
    page            = page_of(&chart_record, &full);
    CHECK(strncmp(page, "u8                  255\n", 24) == 0);
    CHECK(strstr(page, "\nu64                 18446744073709551615\n"));
    CHECK(strstr(page, "\ni64                 -9223372036854775808\n"));
    CHECK(strstr(page, "\nf32                 2.718\n"));
    CHECK(strstr(page, "\nf64                 0\n"));
    CHECK(strstr(page, "\ntruth               yes\n"));
    CHECK(strstr(page, "\ntext                \\xc3( is not UTF-8\n"));
    CHECK(strstr(page, "\nbytes               3 bytes\n"));
    CHECK(strstr(page, "\nform                round\n"));
    CHECK(strstr(page, "\nmood                grim\n"));
    CHECK(strstr(page, "\nhome                x -5, y 6, lit yes\n"));
    CHECK(strstr(page, "\nlevels              name     depth  middle             heights\n"
                       "                    cellar       1  x 1, y 2, lit yes  0 to 0\n"
                       "                    \\xffpit      9  none               -\n"));
    CHECK(strstr(page, "\nrows                3 rows\n"));
    CHECK(strstr(page, "\ntruths              yes no\n"));
    CHECK(strstr(page, "\nf64s                -1.235 to 1e22\n"));
    CHECK(strstr(page, "\nu64s                0 9007199254740991 9007199254740992 "
                       "18446744073709551615\n"));
    CHECK_TEXT(page_of(&record, &huge), "a long name that passes 1.7976931348623157e308\n");
    memset(&huge, 0xFF, sizeof huge);
    CHECK_TEXT(page_of(&record, &huge), "a long name that passes not finite\n");
}

typedef struct piece {
    ptl_str  name;
    uint32_t wide, spare;
} piece;

typedef struct heap_of_pieces {
    uint32_t height;
    double   area;
    piece    best;
    LIST(piece) pieces;
} heap_of_pieces;

static const ptl_field piece_fields[] = {
    { "name", "", PTL_KIND_TEXT, .offset = offsetof(piece, name) },
    { "wide", "", PTL_KIND_U32, .offset = offsetof(piece, wide), .unit = PTL_UNIT_TILES },
    { "spare", "", PTL_KIND_U32, .offset = offsetof(piece, spare), .optional = true },
};
static const ptl_record piece_record  = { "a piece", sizeof(piece), piece_fields, .count = 3 };
static const ptl_field  heap_fields[] = {
     { "height", "", PTL_KIND_U32, .offset = offsetof(heap_of_pieces, height),
       .unit = PTL_UNIT_CELLS },
     { "area", "", PTL_KIND_F64, .offset = offsetof(heap_of_pieces, area),
       .unit = PTL_UNIT_SQUARES },
     { "best", "", PTL_KIND_RECORD, .offset = offsetof(heap_of_pieces, best), .unit = PTL_UNIT_FANS,
       .record = &piece_record },
     { "pieces", "", PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(heap_of_pieces, pieces),
       .record = &piece_record },
};
static const ptl_record heap_record = { "a heap", sizeof(heap_of_pieces), heap_fields, .count = 4 };

static void a_page_has_headings_and_units(void)
{
    piece          pieces[] = { { { "\xe5\xa1\x94", 3 }, 7, 0 },
                                { { "long", 4 }, 1234, 0 },
                                { { "", 0 }, 5, 0 } };
    heap_of_pieces h        = { .height = 1, .area = 2, .best = { { "", 0 }, 1, 1 } };

    CHECK_TEXT(page_of(&heap_record, &h), "height              1 cell\n"
                                          "area                2 square units\n"
                                          "best                fans: name , wide 1 tile, spare 1\n"
                                          "pieces              none\n");
    h.height       = 2;
    h.pieces.data  = pieces;
    h.pieces.count = 3;
    CHECK(strstr(page_of(&heap_record, &h), "height              2 cells\n"));
    CHECK(strstr(page_of(&heap_record, &h), "\npieces              name   wide\n"
                                            "                          tiles\n"
                                            "                    \xe5\xa1\x94        7\n"
                                            "                    long   1234\n"
                                            "                    -         5\n"));
    pieces[1].spare = 3;
    CHECK(strstr(page_of(&heap_record, &h), "\npieces              name   wide  spare\n"
                                            "                          tiles\n"
                                            "                    \xe5\xa1\x94        7      0\n"));
}

static const char *schema_of(const ptl_record *record, const char *tag)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_schema(&out, record, "A \"chart\"", tag);
    return kept(&f, &out);
}

static void a_schema_is_json_and_says_what_is_legal(void)
{
    static const char *const wanted[] = {
        "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"",
        "\"title\": \"A \\\"chart\\\"\"",
        "\"required\": [\"portolan\", \"u8\", ",
        "\"portolan\": { \"const\": \"chart\" }",
        "\"additionalProperties\": false",
        "\"description\": \"any \\\"text\\\"\"",
        "\"u8\": { \"description\": \"8 bits\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 255 }] }",
        "\"minimum\": 0, \"maximum\": 4294967295 }",
        "\"minimum\": -32768, \"maximum\": 32767 }",
        "\"minimum\": -2147483648, \"maximum\": 2147483647 }",
        "\"i64\": { \"description\": \"64 bits\", \"allOf\": "
        "[{ \"type\": [\"integer\", \"string\"] }] }",
        "\"color\": { \"description\": \"low bits\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 12 }] }",
        "\"flag\": { \"description\": \"top bit\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 1 }] }",
        "\"high\": { \"description\": \"half\", \"allOf\": "
        "[{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 255 }] }",
        "{ \"enum\": [\"grim\", \"calm\", \"merry\"] }",
        "\"f32\": { \"description\": \"single\", \"allOf\": [{ \"anyOf\": [{ \"type\": \"number\" "
        "}, "
        "{ \"type\": \"string\", \"pattern\": \"^0x[0-9a-f]{8}$\" }] }] }",
        "\"pattern\": \"^0x[0-9a-f]{16}$\"",
        "\"cell\": { \"description\": \"what is there\", \"type\": \"array\", \"items\": "
        "{ \"type\": \"array\", \"items\": "
        "{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": 999 } } }",
        "\"prefixItems\": [",
        "\"required\": [\"x\", \"y\"]",
    };
    const char *text = schema_of(&chart_record, "chart");
    fixture     f;
    ptl_json_in in;

    for (size_t i = 0; i < COUNT(wanted); i++)
        if (!strstr(text, wanted[i]))
            test_fail(__FILE__, __LINE__, "the schema has no %s", wanted[i]);
    CHECK(!strstr(text, "\"twist\", "));
    for (int with = 0; with < 2; with++) {
        text = schema_of(&chart_record, with ? "chart" : NULL);
        fixture_begin(&f, text, strlen(text));
        in = ptl_json_in_of(&f.job, f.job.source);
        ptl_json_skip(&in);
        ptl_json_end(&in);
        CHECK_TEXT(f.job.error.message, "");
        ptl_json_in_free(&in);
        fixture_end(&f);
    }
    CHECK(!strstr(schema_of(&chart_record, NULL), "portolan"));
    text = schema_of(&shelf_record, NULL);
    CHECK(strstr(text, "\"required\": [\"kind\"]"));
    CHECK(strstr(text, "\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3, \"items\": "));
}

static void fields_make_a_table(void)
{
    fixture f;
    ptl_buf out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &level_record);
    CHECK_TEXT(kept(&f, &out), "| field | kind | legal | meaning |\n"
                               "| --- | --- | --- | --- |\n"
                               "| `name` | text | any | as painted on the door |\n"
                               "| `depth` | u8 | 1 to 9 | below ground |\n"
                               "| `middle` * | record | any | its middle |\n"
                               "| `middle.x` | i16 | any | east |\n"
                               "| `middle.y` | i32 | -9 to 9 | south |\n"
                               "| `middle.lit` * | bool | any | by a lamp |\n"
                               "| `heights` * | list of f32 | any | of the steps |\n");
}

static void fields_name_shapes_and_names(void)
{
    fixture     f;
    ptl_buf     out;
    const char *text;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &chart_record);
    text = kept(&f, &out);
    CHECK(strstr(text, "| `form` | 3 bits | `flat`, `round` | named bits |\n"));
    CHECK(strstr(text, "| `cell` | rows of 10 bits | 0 to 999 | what is there |\n"));
    CHECK(strstr(text, "| `twist` * | rows of u8 | any | slopes |\n"));
    CHECK(strstr(text, "| `rows` * | table | any | x, y, tag and light |\n"
                       "| `rows[].x` | list of f32 | any | east |\n"));
    CHECK(strstr(text, "| `levels[].middle.y` | i32 | -9 to 9 | south |\n"));
    CHECK(strstr(text, "| `pieces` | list of bytes | any | list |\n"));
    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_fields(&out, &shelf_record);
    CHECK(strstr(kept(&f, &out), "| `things[].corner` * | 3 x f32 | any | x, y and z |\n"));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(legal_values_are_not_found),
        TEST(illegal_values_are_found_with_their_path),
        TEST(a_page_is_for_people),
        TEST(a_page_has_headings_and_units),
        TEST(a_schema_is_json_and_says_what_is_legal),
        TEST(fields_make_a_table),
        TEST(fields_name_shapes_and_names),
        TEST(placed_records_say_where_they_stand),
    };

    return run_tests("record_walks", tests, COUNT(tests));
}
