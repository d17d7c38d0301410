/* SPDX-License-Identifier: MIT */
/* Damaged Gridmonger maps of the document's letter: whole levels come back, in their own layout. */
#include <portolan/grmm.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

static const ptl_setting salvage = { "salvage", "", 0 };

static void count_letters(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "grmm-document") == 0;
}

/* The sample with its level twice, laid out by the letter. */
static ptl_bytes letter_of_two(void)
{
    static const ptl_setting letter = { "dialect", "document", 8 };
    ptl_doc                 *doc    = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_bytes                bytes;

    CHECK_UINT(ptl_grmm_insert_level(doc, 1, doc, 0, NULL), PTL_OK);
    bytes = must_write(doc, &(ptl_write_opts){ .settings = &letter, .setting_count = 1 });
    ptl_doc_free(doc);
    return bytes;
}

/* Where the data of the n-th chunk of this name begins. */
static size_t data_of(const ptl_bytes *bytes, const char *id, int n)
{
    for (size_t at = 12; at + 8 < bytes->size; at++)
        if (memcmp(bytes->data + at, id, 4) == 0 && n-- == 0)
            return at + 8;
    CHECK(false);
    return 0;
}

static ptl_doc *saved(const ptl_bytes *bytes, size_t size, size_t *letters)
{
    ptl_read_opts opts = { .settings      = &salvage,
                           .setting_count = 1,
                           .listener      = { count_letters, letters } };

    return must_read(bytes->data, size, &opts);
}

static void the_letter_is_salvaged_as_such(void)
{
    ptl_bytes bytes   = letter_of_two();
    size_t    letters = 0;
    ptl_doc  *doc;

    bytes.data[data_of(&bytes, "cell", 0)] = 9; /* the first of two levels is beyond repair */
    must_fail(bytes.data, bytes.size, NULL);
    doc = saved(&bytes, bytes.size, &letters);
    CHECK_UINT(letters, 1);
    CHECK_UINT(ptl_grmm_of(doc)->dialect, 1);
    CHECK_UINT(ptl_grmm_of(doc)->levels.count, 1);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.count, 5);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.data[3].icon, 15);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_of(doc), 0, 1, 1).floor, PTL_GRMM_STAIRS_DOWN);
    ptl_doc_free(doc);
    ptl_bytes_free(&bytes);
}

static void a_lost_version_is_that_of_the_letter(void)
{
    ptl_bytes bytes   = letter_of_two();
    size_t    letters = 0;
    ptl_doc  *doc;

    memcpy(bytes.data + data_of(&bytes, "prop", 0) - 8, "????", 4);
    doc = saved(&bytes, bytes.size - 30, &letters); /* and the state was cut off */
    CHECK_UINT(letters, 1);
    CHECK_UINT(ptl_grmm_of(doc)->version, 1);
    CHECK_UINT(ptl_grmm_of(doc)->levels.count, 2);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[1].notes.count, 5);
    ptl_doc_free(doc);
    ptl_bytes_free(&bytes);
}

static void what_editors_wrote_stays_theirs(void)
{
    ptl_bytes room    = { (uint8_t *)grmm_room, sizeof grmm_room };
    size_t    letters = 0;
    ptl_doc  *doc     = saved(&room, ROOM_STAT, &letters);

    CHECK_UINT(letters, 0);
    CHECK_UINT(ptl_grmm_of(doc)->dialect, 0);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].notes.count, 5);
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(the_letter_is_salvaged_as_such),
        TEST(a_lost_version_is_that_of_the_letter),
        TEST(what_editors_wrote_stays_theirs),
    };

    return run_tests("grmm_salvage", tests, COUNT(tests));
}
