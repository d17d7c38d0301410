/* SPDX-License-Identifier: MIT */
/* Gridmonger maps for players: secrets look like what hides them, in plans and in three dimensions,
 * and nothing of what is written for the mapper gets out. */
#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <string.h>

#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

static const ptl_setting player[] = { { "audience", "player", 6 }, { "reveal", "trail", 5 } };

/* A room of three by three cells, blank, with walls all around. */
static ptl_doc *room(void)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "", 0, 3, 3, NULL) == PTL_OK);
    for (uint32_t i = 0; i < 9; i++)
        CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, i / 3, i % 3, PTL_GRMM_BLANK, NULL) == PTL_OK);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t far = 0; far < 4; far += 3) {
            CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, far, i, PTL_GRMM_WALL, NULL) == PTL_OK);
            CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, i, far, PTL_GRMM_WALL, NULL) == PTL_OK);
        }
    return doc;
}

static void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column, uint8_t value)
{
    CHECK(ptl_grmm_set(doc, 0, layer, row, column, value, NULL) == PTL_OK);
}

static ptl_bytes show(const ptl_doc *doc, const char *to, size_t settings)
{
    return must_write(doc,
                      &(ptl_write_opts){ .to = to, .settings = player, .setting_count = settings });
}

/* What players get of one map is what everybody gets of the other. */
static void check_same(const ptl_doc *secret, const ptl_doc *plain)
{
    static const char *const targets[] = { "svg", "glb" };

    for (size_t i = 0; i < COUNT(targets); i++) {
        ptl_bytes seen = show(secret, targets[i], 1), open = show(plain, targets[i], 0);
        ptl_bytes all = show(secret, targets[i], 0);

        CHECK_BYTES(seen.data, seen.size, open.data, open.size);
        CHECK(all.size != seen.size || memcmp(all.data, seen.data, all.size) != 0);
        ptl_bytes_free(&seen);
        ptl_bytes_free(&open);
        ptl_bytes_free(&all);
    }
}

static void secrets_look_like_what_hides_them(void)
{
    static const struct {
        ptl_grmm_layer layer;
        uint8_t        is, seems;
    } cases[] = {
        { PTL_GRMM_FLOOR, PTL_GRMM_HIDDEN_PLATE, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_HIDDEN_PIT, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_SPINNER, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_TELEPORT, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_TELEPORT_DEST, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_BARRIER, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_CEILING_PIT, PTL_GRMM_BLANK },
        { PTL_GRMM_FLOOR, PTL_GRMM_LOCKED_DOOR, PTL_GRMM_DOOR },
        { PTL_GRMM_FLOOR, PTL_GRMM_ONE_WAY, PTL_GRMM_DOOR },
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_LOCKED, PTL_GRMM_WALL_DOOR },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_ONE_WAY_NE, PTL_GRMM_WALL_DOOR },
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_ONE_WAY_SW, PTL_GRMM_WALL_DOOR },
        { PTL_GRMM_WALL_NORTH, PTL_GRMM_WALL_ILLUSORY, PTL_GRMM_WALL },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_SECRET, PTL_GRMM_WALL },
        { PTL_GRMM_WALL_WEST, PTL_GRMM_WALL_INVISIBLE, PTL_GRMM_NO_WALL },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc *secret = room(), *plain = room();

        set(secret, cases[i].layer, 1, 1, cases[i].is);
        set(plain, cases[i].layer, 1, 1, cases[i].seems);
        check_same(secret, plain);
        ptl_doc_free(secret);
        ptl_doc_free(plain);
    }
}

/* Cells that hide a door are rock with walls around them, also at the rim. */
static void secret_doors_are_rock(void)
{
    static const uint8_t floors[] = { PTL_GRMM_SECRET_BLOCK, PTL_GRMM_SECRET_DOOR };

    for (size_t i = 0; i < COUNT(floors); i++) {
        ptl_doc *secret = room(), *plain = room();

        set(secret, PTL_GRMM_FLOOR, 0, 1, floors[i]);
        set(plain, PTL_GRMM_FLOOR, 0, 1, PTL_GRMM_EMPTY);
        set(plain, PTL_GRMM_WALL_NORTH, 0, 1, PTL_GRMM_NO_WALL);
        set(plain, PTL_GRMM_WALL_NORTH, 1, 1, PTL_GRMM_WALL);
        set(plain, PTL_GRMM_WALL_WEST, 0, 1, PTL_GRMM_WALL);
        set(plain, PTL_GRMM_WALL_WEST, 0, 2, PTL_GRMM_WALL);
        check_same(secret, plain);
        ptl_doc_free(secret);
        ptl_doc_free(plain);
    }
}

/* Texts of all kinds, trail, links: what a mapper's output holds, a player's does not. */
static void nothing_is_told(void)
{
    static const char *const targets[] = { "svg", "glb" };
    static const char *const words[]   = { "betrayal", "ambush", "murder", "poison", "K7" };
    ptl_doc                 *doc       = room();
    ptl_grmm_level          *level     = &ptl_grmm_of(doc)->levels.data[0];

    ptl_grmm_of(doc)->remarks = (ptl_str){ "betrayal", 8 };
    level->remarks            = (ptl_str){ "ambush", 6 };
    level->regions.enabled    = 1;
    level->regions.rows = level->regions.columns = 2;
    CHECK(ptl_grmm_name_region(doc, 0, 0, 0, "Hall", NULL) == PTL_OK);
    level->regions.list.data[0].remarks = (ptl_str){ "murder", 6 };
    CHECK(ptl_grmm_add_note(doc, 0,
                            &(ptl_grmm_note){ .kind = PTL_GRMM_CUSTOM_ID,
                                              .id   = { "K7", 2 },
                                              .text = { "poison", 6 } },
                            NULL) == PTL_OK);
    CHECK(ptl_grmm_add_note(
              doc, 0, &(ptl_grmm_note){ .row = 2, .kind = PTL_GRMM_LABEL, .text = { "GATE", 4 } },
              NULL) == PTL_OK);
    set(doc, PTL_GRMM_FLOOR, 2, 2, PTL_GRMM_STAIRS_UP);
    set(doc, PTL_GRMM_FLOOR, 0, 2, PTL_GRMM_STAIRS_DOWN);
    set(doc, PTL_GRMM_TRAIL, 1, 1, 1);
    CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 2 }, (ptl_grmm_place){ 0, 2, 2 }, NULL) ==
          PTL_OK);
    for (size_t i = 0; i < COUNT(targets); i++) {
        ptl_bytes all = show(doc, targets[i], 0), seen = show(doc, targets[i], 1);

        for (size_t k = 0; k < COUNT(words); k++) {
            CHECK(test_holds(&all, words[k]));
            CHECK(!test_holds(&seen, words[k]));
        }
        CHECK(test_holds(&seen, "GATE"));
        CHECK(test_holds(&all, "stairs \xE2\x86\x94") || strcmp(targets[i], "svg") != 0);
        CHECK(!test_holds(&seen, "stairs \xE2\x86\x94"));
        ptl_bytes_free(&all);
        ptl_bytes_free(&seen);
    }
    ptl_doc_free(doc);
}

/* Only cells with a trail are there; levels without one are not even named. */
static void the_trail_reveals(void)
{
    ptl_doc  *doc = room(), *walked = room();
    ptl_bytes a, b;

    CHECK(ptl_grmm_add_level(NULL, doc, "Vault", "", -1, 2, 2, NULL) == PTL_OK);
    CHECK(ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BLANK, NULL) == PTL_OK);
    set(doc, PTL_GRMM_WALL_NORTH, 2, 2, PTL_GRMM_WALL_DOOR);
    for (uint32_t i = 0; i < 3; i++) {
        set(doc, PTL_GRMM_TRAIL, 0, i, 1);
        for (uint32_t row = 1; row < 3; row++) {
            set(walked, PTL_GRMM_FLOOR, row, i, PTL_GRMM_EMPTY);
            set(walked, PTL_GRMM_WALL_WEST, row, 0, 0);
            set(walked, PTL_GRMM_WALL_WEST, row, 3, 0);
        }
        set(walked, PTL_GRMM_WALL_NORTH, 3, i, 0);
    }
    a = show(doc, "svg", 2);
    b = show(walked, "svg", 0);
    CHECK_BYTES(a.data, a.size, b.data, b.size);
    CHECK(!test_holds(&a, "Vault"));
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
    ptl_doc_free(doc);
    ptl_doc_free(walked);
}

static void without_a_trail_there_is_nothing_to_draw(void)
{
    ptl_doc       *doc  = room();
    ptl_write_opts opts = { .to = "svg", .settings = player, .setting_count = 2 };
    ptl_bytes      out;
    ptl_diag       err;

    CHECK(ptl_write(&out, doc, &opts, &err) == PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "plan-empty");
    ptl_doc_free(doc);
}

/* The trail shows mappers links and notes of what it reveals, and no others. */
static void mappers_may_reveal_by_trail(void)
{
    ptl_doc  *doc = room();
    ptl_bytes svg;

    set(doc, PTL_GRMM_TRAIL, 0, 0, 1);
    CHECK(ptl_grmm_add_note(doc, 0, &(ptl_grmm_note){ .text = { "dust", 4 } }, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_note(doc, 0, &(ptl_grmm_note){ .row = 1, .text = { "gold", 4 } }, NULL) ==
          PTL_OK);
    svg = must_write(doc,
                     &(ptl_write_opts){ .to = "svg", .settings = player + 1, .setting_count = 1 });
    CHECK(test_holds(&svg, "dust") && !test_holds(&svg, "gold"));
    ptl_bytes_free(&svg);
    ptl_doc_free(doc);
}

static void without_memory_nothing_is_shown(void)
{
    for (size_t at = 1;; at++) {
        test_heap     heap = { .held = 0 };
        ptl_read_opts opts = { .allocator = test_allocator(&heap) };
        ptl_doc      *doc  = must_read(grmm_room, sizeof grmm_room, &opts);
        ptl_bytes     svg  = { 0 };
        ptl_status    status;

        heap.fail_at = heap.calls + at;
        status       = ptl_write(&svg, doc,
                                 &(ptl_write_opts){ .to = "svg", .settings = player, .setting_count = 1 },
                                 NULL);
        CHECK(status == PTL_OK || status == PTL_E_MEMORY);
        ptl_bytes_free(&svg);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
        if (status == PTL_OK)
            break;
    }
}

/* Levels nobody has been to are left out; the others are still chosen by the numbers they have. */
static void numbers_of_levels_stay(void)
{
    static const char *const targets[] = { "svg", "foundry", "glb" };
    ptl_setting              asked[]   = { { "reveal", "trail", 5 }, { "level", "2", 1 } };
    ptl_write_opts           opts      = { .settings = asked, .setting_count = 2 };
    ptl_doc                 *doc       = room();
    ptl_plan                *plan;
    ptl_diag                 err;

    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "Cellar", -3, 3, 3, NULL) == PTL_OK);
    CHECK(ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 1, 1, PTL_GRMM_BLANK, NULL) == PTL_OK);
    CHECK(ptl_grmm_set(doc, 1, PTL_GRMM_TRAIL, 1, 1, 1, NULL) == PTL_OK);
    CHECK(ptl_plan_make(&plan, doc, &(ptl_write_opts){ .settings = asked, .setting_count = 1 },
                        NULL) == PTL_OK);
    CHECK_UINT(plan->pages.count, 1);
    CHECK_UINT(plan->pages.data[0].level, 1);
    CHECK_UINT(plan->pages.data[0].number, 2);
    ptl_plan_free(plan);
    for (size_t i = 0; i < COUNT(targets); i++) {
        ptl_bytes out;

        opts.to       = targets[i];
        asked[1].data = "2";
        CHECK(ptl_write(&out, doc, &opts, NULL) == PTL_OK);
        ptl_bytes_free(&out);
        asked[1].data = "1";
        CHECK(ptl_write(&out, doc, &opts, &err) != PTL_OK);
        CHECK_TEXT(err.rule, i == 2 ? "plan-empty" : "setting");
    }
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(numbers_of_levels_stay),      TEST(secrets_look_like_what_hides_them),
        TEST(secret_doors_are_rock),       TEST(nothing_is_told),
        TEST(the_trail_reveals),           TEST(without_a_trail_there_is_nothing_to_draw),
        TEST(mappers_may_reveal_by_trail), TEST(without_memory_nothing_is_shown),
    };

    return run_tests("grmm-seen", tests, COUNT(tests));
}
