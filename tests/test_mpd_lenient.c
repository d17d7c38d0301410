/* SPDX-License-Identifier: MIT */
/* Meshes that only lenient reading lets pass: their JSON says so, and reads back without being
 * told.
 */
#include <portolan/mpd.h>
#include <string.h>

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"

typedef struct heard { /* the last finding and how many there were */
    ptl_diag last;
    size_t   count;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    h->last = *diag;
    h->count++;
}

static ptl_bytes json_of(const ptl_doc *doc)
{
    ptl_bytes out;

    CHECK_UINT(ptl_write(&out, doc, &(ptl_write_opts){ .to = "json" }, NULL), PTL_OK);
    return out;
}

static bool says_lenient(const ptl_bytes *json)
{
    static const char mark[] = "{\n  \"portolan\": \"mpd\",\n  \"lenient\": true,\n";

    return json->size > sizeof mark && memcmp(json->data, mark, sizeof mark - 1) == 0;
}

/* Read anew without being told to be lenient: the same warning, the same bytes. */
static void comes_back(const ptl_bytes *json, const uint8_t *file, const char *rule)
{
    heard         h    = { .count = 0 };
    ptl_read_opts opts = { .listener = { hear, &h } };
    ptl_doc      *back = must_read(json->data, json->size, &opts);
    ptl_bytes     again, native;

    CHECK_TEXT(h.last.rule, rule);
    CHECK_UINT(h.last.severity, PTL_WARNING);
    again = json_of(back);
    CHECK(again.size == json->size && memcmp(again.data, json->data, json->size) == 0);
    CHECK_UINT(ptl_write(&native, back, NULL, NULL), PTL_OK);
    CHECK(native.size == sizeof mpd_two_fans && memcmp(native.data, file, native.size) == 0);
    ptl_bytes_free(&native);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
}

static void json_of_what_was_read_leniently_reads_back(void)
{
    static const struct {
        uint8_t     type; /* of the first fan */
        const char *rule;
    } odd[] = { { 0x46, "mpd-vertex-sum" }, { 0x40, "mpd-type" }, { 0x05, "mpd-vertex-sum" } };

    for (size_t i = 0; i < COUNT(odd); i++) {
        uint8_t   file[sizeof mpd_two_fans];
        ptl_doc  *doc;
        ptl_bytes json;

        memcpy(file, mpd_two_fans, sizeof file);
        file[TWO_WORDS + 3] = odd[i].type;
        doc                 = must_read(file, sizeof file, &(ptl_read_opts){ .lenient = true });
        json                = json_of(doc);

        CHECK(says_lenient(&json));
        comes_back(&json, file, odd[i].rule);
        CHECK_UINT(must_fail(json.data, json.size, &(ptl_read_opts){ .strict = true }).status,
                   PTL_E_SYNTAX);
        ptl_bytes_free(&json);
        ptl_doc_free(doc);
    }
}

static void json_says_lenient_where_that_is_needed(void)
{
    ptl_doc *doc =
        must_read(mpd_two_fans, sizeof mpd_two_fans, &(ptl_read_opts){ .lenient = true });
    ptl_bytes json = json_of(doc);

    CHECK(!says_lenient(&json));
    ptl_bytes_free(&json);
    ptl_doc_free(doc);
    doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_mpd_of(doc)->words.data[0] |= 0x40u << 24; /* edits may need it, too */
    json = json_of(doc);
    CHECK(says_lenient(&json));
    ptl_doc_free(doc);
    ptl_doc_free(must_read(json.data, json.size, NULL));
    ptl_bytes_free(&json);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(json_of_what_was_read_leniently_reads_back),
        TEST(json_says_lenient_where_that_is_needed),
    };

    return run_tests("mpd_lenient", tests, COUNT(tests));
}
