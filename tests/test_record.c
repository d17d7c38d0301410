/* SPDX-License-Identifier: MIT */
/* Records as JSON and back: what returns, and what is refused. */
#include "record_samples.h"

/* ---- Out and back --------------------------------------------------------------------------- */

/* The record as text in a static place, terminated. */
static const char *written(const ptl_record *record, const void *data, const char *tag)
{
    static char text[16384];
    fixture     f;
    ptl_buf     out;

    fixture_begin(&f, NULL, 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_write(&out, record, data, tag);
    CHECK(ptl_ok(&f.job));
    CHECK(out.size < sizeof text);
    memcpy(text, out.data, out.size);
    text[out.size] = 0;
    ptl_buf_free(&out);
    fixture_end(&f);
    return text;
}

static void read_back(fixture *f, const char *text, size_t size, const ptl_record *record,
                      void *data)
{
    fixture_begin(f, text, size);
    memset(data, 0, record->size);
    ptl_record_read(&f->job, f->job.source, record, data);
}

/* `data` survives the way to text and back, and the text does not change. */
static void check_round_trip(const ptl_record *record, const void *data, void *back)
{
    char    text[16384];
    fixture f;

    strcpy(text, written(record, data, "chart"));
    read_back(&f, text, strlen(text), record, back);
    CHECK_TEXT(f.job.error.message, "");
    CHECK(same_record(record, data, back));
    CHECK_TEXT(written(record, back, "chart"), text);
    fixture_end(&f);
}

static void a_full_chart_comes_back(void)
{
    chart before = full_chart(), after;

    check_round_trip(&chart_record, &before, &after);
}

static void an_empty_chart_comes_back(void)
{
    chart before = { 0 }, after;

    check_round_trip(&chart_record, &before, &after);
}

static void floats_that_are_no_numbers_come_back(void)
{
    static const uint32_t bits32[] = { 0x7F800000, 0xFF800000, 0x7FC00001, 0x7F800001, 0xFFFFFFFF };
    static const uint64_t bits64[] = { 0x7FF0000000000000, 0x7FF0000000000001, UINT64_MAX };
    float                 f32s[COUNT(bits32)];
    double                f64s[COUNT(bits64)];
    chart                 before = { .f32s = OF(f32s), .f64s = OF(f64s) }, after;

    memcpy(f32s, bits32, sizeof bits32);
    memcpy(f64s, bits64, sizeof bits64);
    check_round_trip(&chart_record, &before, &after);
}

static void values_without_a_name_come_back(void)
{
    for (int64_t value = -3; value < 9; value++) {
        chart before = { .kind   = (uint8_t)value,
                         .packed = (uint16_t)((value & 7) << 4),
                         .mood   = value * 9007199254740993 },
              after;

        check_round_trip(&chart_record, &before, &after);
    }
}

static void members_come_in_any_order(void)
{
    ptl_field  turned[COUNT(chart_fields)];
    ptl_record backwards = { "a chart", sizeof(chart), turned, .count = COUNT(turned) };
    chart      before    = full_chart(), after;
    fixture    f;
    char       text[16384];

    for (size_t i = 0; i < COUNT(turned); i++)
        turned[i] = chart_fields[COUNT(turned) - 1 - i];
    strcpy(text, written(&backwards, &before, NULL));
    CHECK(strstr(text, "\"points\"") < strstr(text, "\"across\""));
    read_back(&f, text, strlen(text), &chart_record, &after);
    CHECK_TEXT(f.job.error.message, "");
    CHECK(same_record(&chart_record, &before, &after));
    fixture_end(&f);
}

static void a_text_reads_well(void)
{
    static const char want[] = "{\n"
                               "  \"portolan\": \"level\",\n"
                               "  \"name\": { \"hex\": \"ff706974\" },\n"
                               "  \"depth\": 3,\n"
                               "  \"middle\": {\n"
                               "    \"x\": 0,\n"
                               "    \"y\": -2\n"
                               "  },\n"
                               "  \"heights\": [0, -0.0]\n"
                               "}\n";
    level             one    = { STR("\xFFpit"), 3, { 0, -2, false }, { few_f32s, 2 } };

    CHECK_TEXT(written(&level_record, &one, "level"), want);
    CHECK_TEXT(written(&(ptl_record){ .name = "nothing" }, "", NULL), "{}\n");
}

static void lists_grids_and_tables_read_well(void)
{
    chart       full = full_chart();
    const char *text = written(&chart_record, &full, NULL);

    CHECK(strstr(text, "\"u32s\": [\n"
                       "    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,\n"
                       "    4294967295\n"
                       "  ],\n"));
    CHECK(strstr(text, "\"cell\": [\n    [0, 1, 999],\n    [0, 5, 6]\n  ],\n"
                       "  \"fog\": [\n    [0, 63, 0],\n    [7, 0, 0]\n  ],\n"));
    CHECK(strstr(text, "\"rows\": [\n    [1, -1, \"\\n\\\"\\\\\\u0001\", 100],\n"
                       "    [2.5, -2, \"\xC3\xA9\"],\n    [3, -3]\n  ],\n"));
    CHECK(strstr(text, "\"color\": 12,\n  \"form\": \"round\",\n  \"flag\": 1,\n"
                       "  \"low\": 254,\n  \"high\": 255,\n"
                       "  \"kind\": \"round\",\n  \"mood\": \"grim\",\n"));
    CHECK(strstr(text, "\"u64s\": [0, 9007199254740991, \"9007199254740992\", "
                       "\"18446744073709551615\"],\n"));
    CHECK(strstr(text, "\"pieces\": [\"\", \"0001ff\"],\n"));
}

static void sixteen_values_are_one_line(void)
{
    static const ptl_field fields[] = {
        { "list", "", PTL_KIND_U32, PTL_LIST, AT(u32s) },
        { "rows", "", PTL_KIND_RECORD, PTL_COLUMNS, .record = &row_record },
    };
    static const ptl_record record = { "lists", sizeof(chart), fields, .count = 2 };
    chart                   data   = { .u32s = { few_u32s, 16 } };

    CHECK_TEXT(written(&record, &data, NULL),
               "{\n  \"list\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],\n"
               "  \"rows\": []\n}\n");
}

static void what_is_optional_and_empty_is_left_out(void)
{
    static const char *const optional[] = {
        "bytes", "flag", "twist", "spare", "rows", "u8s", "lit"
    };
    chart       empty = { .packed = 12, .bytes = { few_u8s, 0 } };
    const char *text;

    memset(&empty.spare, 0xFF, sizeof empty.spare); /* what lies between members does not count */
    empty.spare.x   = 0;
    empty.spare.y   = 0;
    empty.spare.lit = false;
    text            = written(&chart_record, &empty, NULL);
    for (size_t i = 0; i < COUNT(optional); i++) {
        char member[32];

        snprintf(member, sizeof member, "\"%s\"", optional[i]);
        CHECK(!strstr(text, member));
    }
    CHECK(strstr(text, "\"color\": 12,\n  \"form\": \"flat\",\n  \"low\""));
}

static void negative_zero_is_not_empty(void)
{
    static const ptl_field field = { "z", "", PTL_KIND_F32, PTL_ONE, .optional = true };
    float                  zero = 0, minus = -0.0f;

    CHECK(ptl_field_empty(&field, &zero));
    CHECK(!ptl_field_empty(&field, &minus));
}

/* ---- What is refused ------------------------------------------------------------------------ */

/* Reads a text in which @ marks where it is wrong; without a mark it must be right. */
static void check_marked(const ptl_record *record, const char *marked, const char *rule)
{
    char        text[1024];
    const char *mark = strchr(marked, '@');
    size_t      at   = mark ? (size_t)(mark - marked) : strlen(marked);
    fixture     f;
    union {
        chart c;
        level l;
        thing t;
    } data;

    memcpy(text, marked, at);
    strcpy(text + at, mark ? mark + 1 : "");
    read_back(&f, text, strlen(text), record, &data);
    if (!ptl_ok(&f.job) != (rule != NULL) || (rule && f.last.offset != at) ||
        (rule && strcmp(f.last.rule, rule) != 0) || f.heard != (rule ? 1 : 0))
        test_fail(__FILE__, __LINE__, "%s\n  %s at %llu: %s", marked, rule ? f.last.rule : "",
                  (unsigned long long)f.last.offset, f.last.message);
    fixture_end(&f);
}

static void members_must_fit_the_record(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"name\":\"a\",\"depth\":1}", NULL },
        { "{\"portolan\":\"level\",\"name\":\"a\",\"depth\":1}", NULL },
        { "{\"depth\":1,\"$schema\":{\"any\":[1]},\"portolan\":7,\"name\":\"a\"}", NULL },
        { "{\"n\\u0061me\":\"a\",\"depth\":1}", NULL },
        { "{\"name\":\"a\"@}", "json-missing" },
        { "{@}", "json-missing" },
        { "{\"name\":\"a\",\"depth\":1, @\"color\":1}", "json-member" },
        { "{@\"\":\"a\"}", "json-member" },
        { "{@\"nam\":\"a\"}", "json-member" },
        { "{@\"names\":\"a\"}", "json-member" },
        { "{@\"name\\u0000\":\"a\"}", "json-member" },
        { "{\"name\":\"a\",\n @\"name\":\"b\",\"depth\":1}", "json-member" },
        { "{\"name\":\"a\",\"depth\":0,@\"depth\":0}", "json-member" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":{\"x\":1@}}", "json-missing" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":{@\"portolan\":1}}", "json-member" },
        { "{\"name\":\"a\",\"depth\":1,\"middle\":@[]}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1} @x", "json-syntax" },
        { "{\"name\":\"a\",\"depth\":@256}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@-1}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@1.5}", "json-range" },
        { "{\"name\":\"a\",\"depth\":@null}", "json-kind" },
        { "{\"name\":@null,\"depth\":1}", "json-kind" },
        { "{\"name\":@1,\"depth\":1}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":@1}", "json-kind" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[1, @\"x\"]}", "json-number" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[@1e39]}", "json-number" },
        { "{\"name\":\"a\",\"depth\":1,\"heights\":[@[1]]}", "json-kind" },
        { "@[]", "json-kind" },
        { "@", "json-syntax" },
        { "@x", "json-syntax" },
        { "{\"name\" @\"a\"}", "json-syntax" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&level_record, rows[i].text, rows[i].rule);
}

static void texts_may_be_bytes(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"name\":{\"hex\":\"\"},\"depth\":1}", NULL },
        { "{\"name\":{ \"hex\" : \"00ff7a\" },\"depth\":1}", NULL },
        { "{\"name\":{\"hex\":@\"f\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\": @\"fg\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"gf\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"FF\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@\"0\\u0000\"},\"depth\":1}", "json-hex" },
        { "{\"name\":{\"hex\":@7},\"depth\":1}", "json-kind" },
        { "{\"name\":{@},\"depth\":1}", "json-missing" },
        { "{\"name\":{@\"dec\":\"00\"},\"depth\":1}", "json-member" },
        { "{\"name\":{\"hex\":\"00\",@\"hex\":\"00\"},\"depth\":1}", "json-member" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&level_record, rows[i].text, rows[i].rule);
}

static void names_must_be_known(void)
{
    static const ptl_field fields[] = {
        { "form", "", PTL_KIND_U16, PTL_ONE, AT(packed), .shift = 4, .bits = 3,
          .names = form_names },
        { "mood", "", PTL_KIND_I64, PTL_ONE, AT(mood), .names = mood_names, .optional = true },
    };
    static const ptl_record record = { "a thing", sizeof(chart), fields, .count = 2 };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"form\":\"round\"}", NULL },
        { "{\"form\":7}", NULL },
        { "{\"form\":@8}", "json-range" },
        { "{\"form\":@\"\"}", "json-name" },
        { "{\"form\":@\"roun\"}", "json-name" },
        { "{\"form\":@\"rounder\"}", "json-name" },
        { "{\"form\":@\"Round\"}", "json-name" },
        { "{\"form\":@\"5\"}", "json-name" },
        { "{\"form\":@true}", "json-kind" },
        { "{\"form\":0,\"mood\":\"merry\"}", NULL },
        { "{\"form\":0,\"mood\":\"-9007199254740993\"}", NULL }, /* large numbers are strings */
        { "{\"form\":0,\"mood\":@\"merrier\"}", "json-range" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void grids_must_have_their_sizes(void)
{
    static const ptl_field fields[] = {
        { "across", "", PTL_KIND_U32, PTL_ONE, AT(across) },
        { "down", "", PTL_KIND_U32, PTL_ONE, AT(down) },
        { "cell", "", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .bits = 10 },
        { "fog", "", PTL_KIND_U16, PTL_GRID, AT(cells), CELLS, .shift = 10, .bits = 6 },
        { "twist", "", PTL_KIND_U8, PTL_GRID, AT(twist), CELLS, .optional = true },
    };
    static const ptl_record record = { "a map", sizeof(chart), fields, .count = COUNT(fields) };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":[[3,4]]}", NULL },
        { "{\"fog\":[[3],[4]],\"cell\":[[1],[2]],\"down\":2,\"across\":1}", NULL },
        { "{\"across\":0,\"down\":0,\"cell\":[],\"fog\":[]}", NULL },
        { "{\"across\":0,\"down\":7,\"cell\":[],\"fog\":[],\"twist\":[]}", NULL },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2], @[3]],\"fog\":[[1,2],[3,4]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2], @[3,4,5]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[@[],[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\":[[1,2],@[]]}", "json-count" },
        { "{\"across\":0,\"down\":1,\"cell\":[@[]],\"fog\":[[]]}", "json-count" },
        { "{\"across\":2,\"down\":2,\"cell\": @[[1,2]],\"fog\":[[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":1,\"cell\":@[[1,2],[3,4]],\"fog\":[[1,2],[3,4]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":@[],\"fog\":[]}", "json-count" },
        /* the right number of values in rows of the wrong width */
        { "{\"across\":2,\"down\":1,\"cell\":@[[1],[2]],\"fog\":[[1,2]]}", "json-count" },
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":@[[1],[2]]}", "json-count" },
        { "{\"twist\":@[[1,2,3],[4,5,6]],\"across\":2,\"down\":3,\"cell\":[[1,2],[1,2],[1,2]],"
          "\"fog\":[[1,2],[1,2],[1,2]]}",
          "json-count" },
        /* slices of one list must be of one length */
        { "{\"across\":2,\"down\":1,\"cell\":[[1,2]],\"fog\":@[[1]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":[],\"fog\":@[[1]]}", "json-count" },
        { "{\"across\":1,\"down\":1,\"cell\":[[@1024]],\"fog\":[[1]]}", "json-range" },
        { "{\"across\":1,\"down\":1,\"cell\":[[1023]],\"fog\":[[@64]]}", "json-range" },
        { "{\"across\":1,\"down\":1,\"cell\":[@1],\"fog\":[[1]]}", "json-kind" },
        { "{\"across\":4294967295,\"down\":4294967295,\"cell\":@[[1]],\"fog\":[[1]]}",
          "json-count" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void columns_may_end_early_but_not_begin_late(void)
{
    static const ptl_field fields[] = {
        { "rows", "", PTL_KIND_RECORD, PTL_COLUMNS, .optional = true, .record = &row_record },
    };
    static const ptl_record record = { "a table", sizeof(chart), fields, .count = 1 };
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{}", NULL },
        { "{\"rows\":[]}", NULL },
        { "{\"rows\":[[1,2,\"a\",3]]}", NULL },
        { "{\"rows\":[[1,2,\"a\",3],[1,2,\"b\"],[1,2],[1],[1]]}", NULL },
        { "{\"rows\":[[1,2,\"a\"],[1,2,\"b\",@9]]}", "json-count" },
        { "{\"rows\":[[1],[1,@2]]}", "json-count" },
        { "{\"rows\":[[1,2,\"a\",3,@4]]}", "json-count" },
        { "{\"rows\":[[1], @[]]}", "json-count" },
        { "{\"rows\":[@1]}", "json-kind" },
        { "{\"rows\":[[1,2,\"a\",@256]]}", "json-range" },
        { "{\"rows\":@{}}", "json-kind" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&record, rows[i].text, rows[i].rule);
}

static void cut_anywhere_a_chart_fails_once(void)
{
    chart       full = full_chart(), back;
    const char *text = written(&chart_record, &full, "chart");
    size_t      size = strlen(text) - 1; /* the last line end may be missing */

    for (size_t length = 0; length < size; length++) {
        char    *cut  = malloc(length ? length : 1); /* of its own, for the sanitizer */
        uint32_t line = 1, column = 1;
        fixture  f;

        CHECK(cut != NULL);
        memcpy(cut, text, length);
        read_back(&f, cut, length, &chart_record, &back);
        CHECK_UINT(f.job.error.status, PTL_E_SYNTAX);
        CHECK_UINT(f.heard, 1);
        CHECK(f.last.offset <= length);
        for (size_t i = 0; i < f.last.offset; i++) {
            column = text[i] == '\n' ? 1 : column + 1;
            line += text[i] == '\n';
        }
        CHECK_UINT(f.last.line, line);
        CHECK_UINT(f.last.column, column);
        fixture_end(&f);
        free(cut);
    }
}

static void every_failed_allocation_ends_the_reading(void)
{
    chart       full    = full_chart(), back;
    const char *text    = written(&chart_record, &full, "chart");
    size_t      fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;

        fixture_begin(&f, text, strlen(text));
        f.fail_at = fail_at;
        back      = (chart){ 0 };
        ptl_record_read(&f.job, f.job.source, &chart_record, &back);
        failed = !ptl_ok(&f.job);
        if (failed)
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
        fixture_end(&f);
    }
    CHECK(fail_at > 4); /* short lists share their memory */
}

static void every_failed_allocation_ends_the_writing(void)
{
    chart  full    = full_chart();
    size_t fail_at = 1;

    for (bool failed = true; failed; fail_at++) {
        fixture f;
        ptl_buf out;

        fixture_begin(&f, NULL, 0);
        f.fail_at = fail_at;
        out       = ptl_buf_of(&f.job, NULL);
        ptl_record_write(&out, &chart_record, &full, "chart");
        ptl_record_page(&out, &chart_record, &full);
        ptl_record_schema(&out, &chart_record, "Chart", "chart");
        ptl_record_fields(&out, &chart_record);
        failed = !ptl_ok(&f.job);
        if (failed)
            CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
        ptl_buf_free(&out);
        fixture_end(&f);
    }
    CHECK(fail_at > 5);
}

/* ---- Nesting -------------------------------------------------------------------------------- */

typedef struct tree tree;
struct tree {
    uint8_t size;
    LIST(tree) below;
};

static const ptl_record tree_record;
static const ptl_field  tree_fields[] = {
     { "size", "", PTL_KIND_U8, PTL_ONE, .offset = offsetof(tree, size), .high = 1 },
     { "below", "", PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(tree, below), .optional = true,
       .record = &tree_record },
};
static const ptl_record tree_record = { "a tree", sizeof(tree), tree_fields, .count = 2 };

static void a_record_may_nest_as_deep_as_the_limit(void)
{
    tree        trees[34] = { { 0 } }, back;
    char        text[16384];
    fixture     f;
    const char *deepest;

    for (size_t i = 0; i + 1 < COUNT(trees); i++) { /* each an object in a list: twice as deep */
        trees[i].below.data  = &trees[i + 1];
        trees[i].below.count = 1;
    }
    trees[31].below.count = 0;
    trees[31].size        = 2;
    check_round_trip(&tree_record, &trees[0], &back);

    fixture_begin(&f, NULL, 0); /* the path does not fit, and is cut */
    ptl_record_check(&f.job, &tree_record, &trees[0], NULL);
    CHECK_UINT(f.heard, 1);
    CHECK(strncmp(f.last.path, "below[0]/below[0]/", 18) == 0);
    fixture_end(&f);

    trees[31].below.count = 1; /* object 33 would be at depth 65 */
    trees[32].below.count = 0;
    strcpy(text, written(&tree_record, &trees[0], NULL));
    read_back(&f, text, strlen(text), &tree_record, &back);
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-depth");
    deepest = strrchr(text, '{');
    CHECK_UINT(f.last.offset, (size_t)(deepest - text));
    fixture_end(&f);
}

static void what_is_skipped_may_nest_no_deeper(void)
{
    char    text[300] = "{\"$schema\":";
    tree    back;
    fixture f;

    memset(text + 11, '[', 64);
    read_back(&f, text, strlen(text), &tree_record, &back);
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-depth");
    CHECK_UINT(f.last.offset, 11 + 63);
    fixture_end(&f);
}

/* ---- Tags ----------------------------------------------------------------------------------- */

static void a_tag_is_found_in_front(void)
{
    static const struct {
        const char *text, *tag;
    } rows[] = {
        { "{\"portolan\":\"mpd\"", "mpd" },  { " {\r\n\t\"portolan\" : \"mpd\", ", "mpd" },
        { "{\"portolan\":\"md2\"}", "md2" }, { "{\"portolan\":\"\"}", "" },
        { "{\"portolan\":\"mpd", "" },       { "{\"portolan\":\"m\\u0070d\"}", "" },
        { "{\"portolan\":7}", "" },          { "{\"other\":1,\"portolan\":\"mpd\"}", "" },
        { "{\"portola\":\"mpd\"}", "" },     { "{ \" portolan\":\"mpd\"}", "" },
        { "[\"portolan\":\"mpd\"]", "" },    { "", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t  size = strlen(rows[i].text);
        char   *text = malloc(size ? size : 1); /* of its own, for the sanitizer */
        ptl_str tag;

        CHECK(text != NULL);
        memcpy(text, rows[i].text, size);
        tag = ptl_record_tag((ptl_span){ (const uint8_t *)text, size });
        CHECK_BYTES(tag.data, tag.size, rows[i].tag, strlen(rows[i].tag));
        free(text);
    }
    CHECK_UINT(ptl_record_tag((ptl_span){ NULL, 0 }).size, 0);
}

/* ---- Things of several kinds ---------------------------------------------------------------- */

static void things_come_back_on_a_line_each(void)
{
    static const char want[] = "{\n  \"things\": [\n"
                               "    { \"kind\": \"box\", \"corner\": [1, 2.5, -3], "
                               "\"sides\": [0, 4] },\n"
                               "    { \"kind\": \"ball\", \"radius\": 7, "
                               "\"names\": [\"\", \"b\"] },\n"
                               "    { \"kind\": \"ball\", \"radius\": 1 }\n"
                               "  ]\n}\n";
    shelf             before = { OF(few_things) }, after;

    CHECK_TEXT(written(&shelf_record, &before, NULL), want);
    check_round_trip(&shelf_record, &before, &after);
}

static void a_kind_has_its_own_members(void)
{
    static const struct {
        const char *text, *rule;
    } rows[] = {
        { "{\"kind\":\"box\",\"corner\":[1,2,3]}", NULL },
        { "{\"corner\":[1,2,3],\"kind\":\"box\"}", NULL },
        { "{\"kind\":\"ball\",\"radius\":1}", NULL },
        { "{\"kind\":16}", NULL }, /* no field can name a kind from 16 on */
        { "{\"kind\":32}", NULL },
        { "{\"kind\":33}", NULL },
        { "{\"kind\":63}", NULL },
        { "{\"kind\":200}", NULL },
        { "{\"kind\":\"box\"@}", "json-missing" },
        { "{\"kind\":\"ball\"@}", "json-missing" },
        { "{\"kind\":\"box\",\"corner\":[1,2,3],\"radius\":@1}", "json-member" },
        { "{\"corner\":@[1,2,3],\"kind\":\"ball\",\"radius\":1}", "json-member" },
        { "{\"kind\":33,\"radius\":@1}", "json-member" },
        { "{\"kind\":200,\"radius\":@1}", "json-member" },
        { "{\"kind\":\"box\",\"corner\": @[1,2]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@[1,2,3,4]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@[]}", "json-count" },
        { "{\"kind\":\"box\",\"corner\":@1}", "json-kind" },
        { "{\"kind\":\"box\",\"corner\":[1,@\"2\",3]}", "json-number" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        check_marked(&thing_record, rows[i].text, rows[i].rule);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_full_chart_comes_back),
        TEST(an_empty_chart_comes_back),
        TEST(floats_that_are_no_numbers_come_back),
        TEST(values_without_a_name_come_back),
        TEST(members_come_in_any_order),
        TEST(a_text_reads_well),
        TEST(lists_grids_and_tables_read_well),
        TEST(sixteen_values_are_one_line),
        TEST(what_is_optional_and_empty_is_left_out),
        TEST(negative_zero_is_not_empty),
        TEST(members_must_fit_the_record),
        TEST(texts_may_be_bytes),
        TEST(names_must_be_known),
        TEST(grids_must_have_their_sizes),
        TEST(columns_may_end_early_but_not_begin_late),
        TEST(cut_anywhere_a_chart_fails_once),
        TEST(every_failed_allocation_ends_the_reading),
        TEST(every_failed_allocation_ends_the_writing),
        TEST(a_record_may_nest_as_deep_as_the_limit),
        TEST(what_is_skipped_may_nest_no_deeper),
        TEST(a_tag_is_found_in_front),
        TEST(things_come_back_on_a_line_each),
        TEST(a_kind_has_its_own_members),
    };

    return run_tests("record", tests, COUNT(tests));
}
