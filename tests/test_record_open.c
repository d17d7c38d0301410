/* SPDX-License-Identifier: MIT */
/* Record tables over JSON by others: what is unknown, what is missing, what is kept as it is. */
#include "core/record.h"

#include "fixture.h"

typedef struct leaf {
    uint64_t at;
    uint32_t number;
    float    place[3];
    bool     green;
    ptl_str  notes;
} leaf;

typedef struct tree {
    leaf crown;
    struct {
        leaf  *data;
        size_t count;
    } leaves;
} tree;

#define LEAF_BLANK                                                                                 \
    {                                                                                              \
        .number = UINT32_MAX, .place = { 1, 2, 3 }                                                 \
    }

static const leaf leaf_blank = LEAF_BLANK;
static const tree tree_blank = { .crown = LEAF_BLANK };

static const ptl_field leaf_fields[] = {
    { "number", "its number", PTL_KIND_U32, PTL_ONE, .offset = offsetof(leaf, number) },
    { "place", "where", PTL_KIND_F32, PTL_ONE, .offset = offsetof(leaf, place), .fixed = 3 },
    { "green", "whether", PTL_KIND_BOOL, PTL_ONE, .offset = offsetof(leaf, green) },
    { "notes", "anything", PTL_KIND_JSON, PTL_ONE, .offset = offsetof(leaf, notes),
      .optional = true },
};
static const ptl_record leaf_record = { .name   = "a leaf",
                                        .size   = sizeof(leaf),
                                        .fields = leaf_fields,
                                        .count  = COUNT(leaf_fields),
                                        .placed = true,
                                        .at     = offsetof(leaf, at),
                                        .blank  = &leaf_blank };

static const ptl_field tree_fields[] = {
    { "crown", "the topmost", PTL_KIND_RECORD, PTL_ONE, .offset = offsetof(tree, crown),
      .record = &leaf_record },
    { "leaves", "all others", PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(tree, leaves),
      .record = &leaf_record },
};
static const ptl_record tree_record = { "a tree", sizeof(tree), tree_fields, COUNT(tree_fields),
                                        .blank = &tree_blank };

static void read_tree(fixture *f, tree *t, const char *text)
{
    fixture_begin(f, text, strlen(text));
    ptl_record_read(&f->job, f->job.source, &tree_record, t);
}

static void what_is_missing_is_blank(void)
{
    fixture f;
    tree    t;

    read_tree(&f, &t, "{\"bark\": [1, {\"a\": null}], \"leaves\": [{}, {\"number\": 0}]}");
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(t.crown.number, UINT32_MAX);
    CHECK_UINT(t.leaves.count, 2);
    CHECK_UINT(t.leaves.data[0].number, UINT32_MAX);
    CHECK((double)t.leaves.data[0].place[2] == 3);
    CHECK_UINT(t.leaves.data[1].number, 0);
    CHECK_UINT(t.leaves.data[1].at, 42);
    fixture_end(&f);
}

static void what_is_there_replaces_it(void)
{
    fixture f;
    tree    t;

    read_tree(&f, &t,
              "{\"crown\": {\"place\": [4, 5, 6.5], \"green\": true,"
              " \"notes\": {\"x\": [1,  2]}}}");
    CHECK(ptl_ok(&f.job));
    CHECK((double)t.crown.place[0] == 4 && (double)t.crown.place[2] == 6.5 && t.crown.green);
    CHECK_BYTES(t.crown.notes.data, t.crown.notes.size, "{\"x\": [1,  2]}", 14);
    fixture_end(&f);
}

static void any_value_is_written_as_it_was(void)
{
    fixture f;
    tree    t;
    ptl_buf out;

    read_tree(&f, &t, "{\"crown\": {\"number\": 7, \"notes\": [ null ]}}");
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_write(&out, &leaf_record, &t.crown, NULL);
    ptl_put_char(&out, 0);
    CHECK(strstr((char *)out.data, "\"notes\": [ null ]"));
    out.size = 0;
    ptl_record_schema(&out, &leaf_record, "leaf", NULL);
    ptl_put_char(&out, 0);
    CHECK(strstr((char *)out.data, "{ }"));
    ptl_buf_free(&out);
    fixture_end(&f);
}

static void what_is_wrong_is_still_wrong(void)
{
    static const struct {
        const char *text, *rule;
        uint64_t    offset;
    } bad[] = {
        { "{\"crown\": {\"number\": -1}}", "json-range", 21 },
        { "{\"crown\": {\"place\": [1, 2]}}", "json-count", 20 },
        { "{\"crown\": {\"number\": 1, \"number\": 2}}", "json-member", 24 },
        { "{\"leaves\": [{]}", "json-syntax", 13 },
        { "{\"x\": tru}", "json-syntax", 6 },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        fixture f;
        tree    t;

        read_tree(&f, &t, bad[i].text);
        CHECK_FAILED(&f, PTL_E_SYNTAX, bad[i].rule);
        CHECK_UINT(f.job.error.offset, bad[i].offset);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = { TEST(what_is_missing_is_blank),
                                       TEST(what_is_there_replaces_it),
                                       TEST(any_value_is_written_as_it_was),
                                       TEST(what_is_wrong_is_still_wrong) };

    return run_tests("record_open", tests, COUNT(tests));
}
