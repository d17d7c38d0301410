/* SPDX-License-Identifier: MIT */
/* ptl_doc_verbatim says what writing does: for documents of every format, in official spelling, in
 * another, out of our JSON, and changed. */
#include <portolan/grmm.h>
#include <portolan/pfobj.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "route_samples.h"
#include "support.h"

#define TEXT(text) (text), sizeof(text) - 1

static const struct sample {
    const char *format;
    const void *data;
    size_t      size;
} samples[] = {
    { "grmm", grmm_room, sizeof grmm_room },
    { "mpd", mpd_two_fans, sizeof mpd_two_fans },
    { "pfobj", TEXT(PFOBJ_TINY) },
    { "pfscene", TEXT(PFSCENE_TINY) },
    { "ppe", TEXT(ROUTE_MAP) },
    { "xmf", TEXT(route_box) },
    { "passage", TEXT("Gate: 1 2 3 4 F T F\nDoor: 5 6 7 8 F T F\n") },
    { "spawn", TEXT("Cat: NONE 4 1.5 2 0 N 0 0 0 0 0 F F Null\n") },
    { "tmx", TEXT(TMX_TINY) },
    { "project", TEXT("{ \"ignore\": [\"a\"] }") },
};

static bool gives(const ptl_doc *doc, const void *data, size_t size)
{
    ptl_bytes out;
    bool      same;

    if (ptl_write(&out, doc, NULL, NULL) != PTL_OK)
        return false;
    same = out.size == size && memcmp(out.data, data, size) == 0;
    ptl_bytes_free(&out);
    return same;
}

/* Whatever can be read of it; how often it came back. */
static size_t compare(const char *format, const void *data, size_t size)
{
    ptl_doc *doc;
    bool     same;

    if (ptl_read(&doc, data, size, &(ptl_read_opts){ .format = format }, NULL) != PTL_OK)
        return 0;
    same = gives(doc, data, size);
    if (ptl_doc_verbatim(doc) != same)
        test_fail(__FILE__, __LINE__, "%s of %zu bytes is %s", format, size,
                  same ? "the same" : "another");
    ptl_doc_free(doc);
    return same;
}

static void documents_of_every_format_come_back(void)
{
    size_t same = 0;

    for (size_t i = 0; i < COUNT(samples); i++)
        if (strcmp(samples[i].format, "tmx") != 0 || ptl_has_feature("xml"))
            same += compare(samples[i].format, samples[i].data, samples[i].size) > 0;
    CHECK(same >= 7);
}

/* Maps of terrain are long: some of their bytes. */
static void terrain_comes_back_as_it_was(void)
{
    test_bytes m = plain_map(), other;

    CHECK(compare("pfmap", m.data, m.size) == 1);
    for (size_t at = 0; at < m.size; at += at < HEAD_SIZE + 60 ? 1 : 997) {
        static const char odd[] = " \n\r\tx-";

        for (size_t i = 0; i + 1 < sizeof odd; i++) {
            other = (test_bytes){ malloc(m.size + 2), m.size + 1 };
            CHECK(other.data != NULL);
            memcpy(other.data, m.data, at);
            other.data[at] = (uint8_t)odd[i];
            memcpy(other.data + at + 1, m.data + at, m.size - at);
            compare("pfmap", other.data, other.size);
            memcpy(other.data + at + 1, m.data + at + 1, m.size - at - 1);
            compare("pfmap", other.data, m.size);
            free(other.data);
        }
    }
    free(m.data);
}

/* Each byte left out, made a blank, and followed by a blank or the end of a line. */
static void other_spellings_are_told(void)
{
    for (size_t i = 0; i < COUNT(samples); i++) {
        const struct sample *s    = &samples[i];
        char                *data = malloc(s->size + 1);
        const char          *from = s->data;

        CHECK(data != NULL);
        if (strcmp(s->format, "tmx") == 0 && !ptl_has_feature("xml"))
            continue;
        for (size_t at = 0; at < s->size; at++) {
            memcpy(data, from, at);
            memcpy(data + at, from + at + 1, s->size - at - 1);
            compare(s->format, data, s->size - 1);
            memcpy(data, from, s->size);
            data[at] = ' ';
            compare(s->format, data, s->size);
            memcpy(data, from, at + 1);
            memcpy(data + at + 2, from + at + 1, s->size - at - 1);
            data[at + 1] = at % 2 ? ' ' : '\n';
            compare(s->format, data, s->size + 1);
        }
        free(data);
    }
}

static void what_was_no_file_of_its_own_is_none(void)
{
    for (size_t i = 0; i < COUNT(samples); i++) {
        ptl_doc  *doc, *back;
        ptl_bytes json;

        if (strcmp(samples[i].format, "tmx") == 0 && !ptl_has_feature("xml"))
            continue;
        doc  = must_read(samples[i].data, samples[i].size,
                         &(ptl_read_opts){ .format = samples[i].format });
        json = must_write(doc, &(ptl_write_opts){ .to = "json" });
        back = must_read(json.data, json.size, NULL);
        CHECK(!ptl_doc_verbatim(back));
        ptl_bytes_free(&json);
        ptl_doc_free(back);
        ptl_doc_free(doc);
    }
}

static void changes_are_told(void)
{
    ptl_doc *map   = must_read(grmm_room, sizeof grmm_room, NULL), *made;
    ptl_doc *model = must_read(TEXT(PFOBJ_TINY), NULL);

    CHECK(ptl_doc_verbatim(map) && ptl_doc_verbatim(model));
    CHECK_UINT(ptl_grmm_rename_level(map, 0, NULL, "another", NULL), PTL_OK);
    CHECK(!ptl_doc_verbatim(map));
    ptl_pfobj_of(model)->vertices.data[0].position[0] += 1;
    CHECK(!ptl_doc_verbatim(model));
    ptl_pfobj_of(model)->vertices.data[0].position[0] -= 1;
    CHECK(ptl_doc_verbatim(model));
    CHECK_UINT(ptl_new(&made, "pfobj", NULL, NULL), PTL_OK);
    CHECK(!ptl_doc_verbatim(made)); /* there is nothing that it was read from */
    ptl_doc_free(made);
    ptl_doc_free(model);
    ptl_doc_free(map);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(documents_of_every_format_come_back),
        TEST(terrain_comes_back_as_it_was),
        TEST(other_spellings_are_told),
        TEST(what_was_no_file_of_its_own_is_none),
        TEST(changes_are_told),
    };

    return run_tests("verbatim", cases, COUNT(cases));
}
