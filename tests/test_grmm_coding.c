/* SPDX-License-Identifier: MIT */
/* Layers of Gridmonger maps are written the way they were: plain, in runs of any kind, as zeros. */
#include <portolan/grmm.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

static void count_codings(void *user, const ptl_diag *diag)
{
    *(size_t *)user += strcmp(diag->rule, "grmm-coding") == 0;
}

/* The sample with layers that are plain, in runs though they are zero, and packed oddly. */
static ptl_bytes coded_room(const char *dialect)
{
    static uint8_t  odd[40];
    ptl_doc        *doc    = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_grmm_level *level  = &ptl_grmm_of(doc)->levels.data[0];
    bool            letter = strcmp(dialect, "document") == 0;
    size_t          size   = 0;
    ptl_bytes       bytes;

    for (uint32_t row = 0; row < (letter ? 3u : 4u); row++)
        for (uint32_t column = 0; column < (letter ? 4u : 5u); column++) {
            odd[size++] = 0x80; /* each cell a run of its own */
            odd[size++] = level->layer[PTL_GRMM_WALL_WEST].data[row * 5 + column];
        }
    level->coding[PTL_GRMM_FLOOR]     = PTL_GRMM_CODING_PLAIN;
    level->coding[PTL_GRMM_COLOR]     = PTL_GRMM_CODING_RUNS;
    level->packed[PTL_GRMM_WALL_WEST] = (ptl_u8s){ odd, size };
    ptl_grmm_of(doc)->dialect         = letter;
    ptl_grmm_of(doc)->state.layout    = letter ? PTL_GRMM_STATE_FLAT5 : PTL_GRMM_STATE_FLAT7;
    bytes                             = must_write(doc, NULL);
    ptl_doc_free(doc);
    return bytes;
}

static void the_coding_of_layers_is_kept(void)
{
    static const char *const dialects[] = { "editor", "document" };

    for (size_t i = 0; i < COUNT(dialects); i++) {
        size_t         h     = 0;
        ptl_bytes      bytes = coded_room(dialects[i]), back, json;
        ptl_read_opts  opts  = { .listener = { count_codings, &h } };
        ptl_write_opts as    = { .settings =
                                     &(ptl_setting){ "dialect", dialects[i], strlen(dialects[i]) },
                                 .setting_count = 1 };
        ptl_doc       *doc   = must_read(bytes.data, bytes.size, &opts), *again;

        CHECK_UINT(h, 3); /* plain, runs of zeros, odd runs */
        CHECK_UINT(ptl_grmm_view(doc)->levels.data[0].coding[PTL_GRMM_FLOOR],
                   PTL_GRMM_CODING_PLAIN);
        CHECK(ptl_grmm_view(doc)->levels.data[0].packed[PTL_GRMM_WALL_WEST].count > 0);
        back = must_write(doc, &as);
        CHECK_BYTES(back.data, back.size, bytes.data, bytes.size);
        ptl_bytes_free(&back);
        json  = must_write(doc, &(ptl_write_opts){ .to = "json" });
        again = must_read(json.data, json.size, NULL);
        back  = must_write(again, NULL);
        CHECK_BYTES(back.data, back.size, bytes.data, bytes.size);
        ptl_bytes_free(&back);
        ptl_doc_free(again);
        ptl_bytes_free(&json);
        ptl_doc_free(doc);
        ptl_bytes_free(&bytes);
    }
}

/* Runs that no longer stand for the cells are packed anew, and another version is written as its
 * editor would. */
static void a_changed_layer_is_packed_anew(void)
{
    static const ptl_setting version = { "target-version", "3", 1 };
    ptl_write_opts           three   = { .settings = &version, .setting_count = 1 };
    ptl_bytes                bytes   = coded_room("editor"), back;
    ptl_doc                 *doc     = must_read(bytes.data, bytes.size, NULL), *again;

    CHECK_UINT(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, 0, 1, PTL_GRMM_WALL_DOOR, NULL), PTL_OK);
    back  = must_write(doc, NULL);
    again = must_read(back.data, back.size, NULL);
    CHECK_UINT(ptl_grmm_cell_at(ptl_grmm_view(again), 0, 0, 1).west, PTL_GRMM_WALL_DOOR);
    CHECK_UINT(ptl_grmm_view(again)->levels.data[0].packed[PTL_GRMM_WALL_WEST].count, 0);
    CHECK_UINT(ptl_grmm_view(again)->levels.data[0].coding[PTL_GRMM_FLOOR], PTL_GRMM_CODING_PLAIN);
    ptl_bytes_free(&back);
    ptl_doc_free(again);
    back  = must_write(doc, &three);
    again = must_read(back.data, back.size, NULL);
    CHECK_UINT(ptl_grmm_view(again)->levels.data[0].coding[PTL_GRMM_FLOOR], PTL_GRMM_CODING_EDITOR);
    ptl_bytes_free(&back);
    ptl_doc_free(again);
    ptl_doc_free(doc);
    ptl_bytes_free(&bytes);
}

/* Levels that move to another map take their runs along. */
static void a_copied_level_keeps_its_coding(void)
{
    ptl_bytes bytes = coded_room("editor"), one, two;
    ptl_doc  *doc = must_read(bytes.data, bytes.size, NULL), *other = NULL;

    CHECK_UINT(ptl_grmm_new(&other, "Copy", "2026-01-01 12:00:00", 1, NULL, NULL), PTL_OK);
    CHECK_UINT(ptl_grmm_insert_level(other, 0, doc, 0, NULL), PTL_OK);
    ptl_doc_free(doc);
    one = must_write(other, NULL);
    ptl_doc_free(other);
    doc = must_read(one.data, one.size, NULL);
    CHECK_UINT(ptl_grmm_view(doc)->levels.data[0].packed[PTL_GRMM_WALL_WEST].count, 40);
    two = must_write(doc, NULL);
    CHECK_BYTES(two.data, two.size, one.data, one.size);
    ptl_doc_free(doc);
    ptl_bytes_free(&one);
    ptl_bytes_free(&two);
    ptl_bytes_free(&bytes);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(the_coding_of_layers_is_kept),
        TEST(a_changed_layer_is_packed_anew),
        TEST(a_copied_level_keeps_its_coding),
    };

    return run_tests("grmm_coding", tests, COUNT(tests));
}
