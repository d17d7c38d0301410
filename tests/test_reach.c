/* SPDX-License-Identifier: MIT */
/* Which parts of maps can be reached: against a slow search, and what check says of each format. */
#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "hubs/access.h"
#include "support.h"

/* ---- Against a slow search ---------------------------------------------------------------------
 */

enum { SIDE = 5, CELLS = SIDE * SIDE };

static uint64_t dice = 88172645463325252ull;

static uint64_t roll(uint64_t sides)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return dice % sides;
}

static void fill(ptl_job *job, ptl_access *r)
{
    for (uint32_t i = 0; i < CELLS; i++)
        r->ways[i] = roll(4) ? (uint16_t)(PTL_ACCESS_STAND | (roll(256) & roll(256))) : 0;
    for (uint32_t i = 0; i < CELLS; i++) { /* steps lead to where one may be */
        bool there[4] = { i >= SIDE && r->ways[i - SIDE], i % SIDE < SIDE - 1 && r->ways[i + 1],
                          i + SIDE < CELLS && r->ways[i + SIDE], i % SIDE > 0 && r->ways[i - 1] };

        for (int d = 0; d < 4; d++)
            if (!there[d])
                r->ways[i] &= (uint16_t) ~(0x11u << d);
    }
    for (uint64_t i = roll(4); i-- > 0;) {
        uint32_t from = (uint32_t)roll(CELLS), to = (uint32_t)roll(CELLS);

        if (r->ways[from] && r->ways[to])
            ptl_access_add_link(job, r, from, to, roll(2));
    }
    r->directed = true;
}

/* Everything that can be reached, by asking every pair of cells until nothing changes. */
static bool leads(const ptl_access *r, uint32_t a, uint32_t b, bool keys)
{
    static const int step[] = { -SIDE, 1, SIDE, -1 };

    for (int d = 0; d < 4; d++)
        if ((int)a + step[d] == (int)b && r->ways[a] & ((keys ? 0x11u : 1u) << d))
            return true;
    for (size_t i = 0; i < r->links.count; i++) {
        const ptl_access_link *l = &r->links.data[i];

        if ((l->from == a && l->to == b) || (l->both && l->from == b && l->to == a))
            return true;
    }
    return false;
}

typedef enum direction { AHEAD, BACKWARD, ANY } direction;

static void spread(const ptl_access *r, direction way, bool keys, bool seen[CELLS])
{
    bool more = true;

    memset(seen, 0, CELLS * sizeof *seen);
    seen[r->home] = true;
    while (more) {
        more = false;
        for (uint32_t a = 0; a < CELLS; a++)
            for (uint32_t b = 0; b < CELLS; b++)
                if (seen[a] && !seen[b] &&
                    ((way != BACKWARD && leads(r, a, b, keys)) ||
                     (way != AHEAD && leads(r, b, a, keys))))
                    more = seen[b] = true;
    }
}

static ptl_access_state slow_state(const ptl_access *r, uint32_t cell)
{
    bool any[CELLS], there[CELLS], back[CELLS], keyless[CELLS];

    spread(r, ANY, true, any);
    spread(r, AHEAD, true, there);
    spread(r, BACKWARD, true, back);
    spread(r, AHEAD, false, keyless);
    if (!r->ways[cell])
        return PTL_ACCESS_NOBODY;
    if (!any[cell])
        return PTL_ACCESS_APART;
    if (!there[cell])
        return PTL_ACCESS_CLOSED;
    if (!back[cell])
        return PTL_ACCESS_TRAP;
    return keyless[cell] ? PTL_ACCESS_HOME : PTL_ACCESS_KEYED;
}

/* Where it is played is a room of many cells, all of which are there without keys. */
static bool is_same(ptl_access_state fast, ptl_access_state slow)
{
    return fast == slow || (fast == PTL_ACCESS_HOME && slow == PTL_ACCESS_KEYED);
}

static void agrees_with_a_slow_search(void)
{
    size_t seen[PTL_ACCESS_STATES] = { 0 };

    for (int turn = 0; turn < 400; turn++) {
        ptl_heap         heap  = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
        ptl_arena        arena = { 0 };
        ptl_job          job   = { .heap = &heap, .arena = &arena };
        ptl_access_level level = { SIDE, SIDE, 0 };
        ptl_access_parts parts;
        ptl_access       r;
        size_t           told = 0, odd = 0;

        CHECK(ptl_access_begin(&job, &r, &level, 1));
        fill(&job, &r);
        r.home = (uint32_t)roll(CELLS);
        r.ways[r.home] |= PTL_ACCESS_STAND;
        CHECK(ptl_access_find(&job, &r));
        for (uint32_t i = 0; i < CELLS; i++) {
            CHECK(is_same((ptl_access_state)r.state[i], slow_state(&r, i)));
            seen[r.state[i]]++;
            odd += r.state[i] >= PTL_ACCESS_APART;
        }
        parts = ptl_access_list(&job, &r);
        for (size_t i = 0; i < parts.count; i++)
            told += parts.data[i].cells;
        CHECK_UINT(told, odd);
        ptl_arena_free(&arena, &heap);
    }
    for (int i = 0; i < PTL_ACCESS_STATES; i++)
        CHECK(seen[i] > 0); /* or nothing was tried */
}

static void maps_that_nobody_plays_are_left_alone(void)
{
    ptl_heap         heap    = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_arena        arena   = { 0 };
    ptl_job          job     = { .heap = &heap, .arena = &arena };
    ptl_access_level large[] = { { 65535, 65535, 0 }, { 65535, 65535, 0 } };
    ptl_access       r;

    CHECK(!ptl_access_begin(&job, &r, large, 2));
    CHECK(!ptl_access_begin(&job, &r, large, 0));
    CHECK(ptl_ok(&job));
    ptl_arena_free(&arena, &heap);
}

/* ---- What check says ---------------------------------------------------------------------------
 */

typedef struct heard {
    char   text[2000];
    size_t size;
} heard;

static const char *const rules[] = { "grmm-unreachable",  "grmm-no-way-in", "grmm-trap",
                                     "mpd-unreachable",   "mpd-no-way-in",  "mpd-trap",
                                     "pfmap-unreachable", "pfmap-ramp-end" };

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    for (size_t i = 0; i < COUNT(rules); i++)
        if (strcmp(diag->rule, rules[i]) == 0)
            h->size += (size_t)snprintf(h->text + h->size, sizeof h->text - h->size,
                                        "%s: %s [%s]\n", diag->path, diag->message, diag->rule);
}

static bool load_passages(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    size_t size = user ? strlen(user) : 0;

    if (!user || strcmp(companion->name, "passage.txt") != 0)
        return false;
    *out = (ptl_bytes){ malloc(size + 1), size, size + 1, { 0 } };
    CHECK(out->data != NULL);
    memcpy(out->data, user, size + 1);
    return true;
}

/* Checks a document, and frees it. */
static void says(ptl_doc *doc, const char *passages, const char *expected)
{
    heard          h    = { .size = 0 };
    ptl_check_opts opts = { .listener = { .hear = hear, .user = &h },
                            .files    = { .load = load_passages, .user = (void *)passages } };

    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    CHECK_TEXT(h.text, expected);
    ptl_doc_free(doc);
}

/* ---- Gridmonger --------------------------------------------------------------------------------
 */

/* Levels of one row, walls around: `#` rock, `.` floor, `|` wall, `>` a one-way door to the east
 * and `L` a locked door, both at the western edge of a plain cell; digits are floors of links. */
static void add_level(ptl_doc *doc, const char *cells)
{
    static const struct {
        char    sign;
        uint8_t floor, west;
    } signs[]        = { { '.', PTL_GRMM_BLANK, 0 },
                         { '|', PTL_GRMM_BLANK, PTL_GRMM_WALL },
                         { '>', PTL_GRMM_BLANK, PTL_GRMM_WALL_ONE_WAY_NE },
                         { 'L', PTL_GRMM_BLANK, PTL_GRMM_WALL_LOCKED },
                         { 'T', PTL_GRMM_TELEPORT, 0 },
                         { 't', PTL_GRMM_TELEPORT_DEST, 0 },
                         { 'U', PTL_GRMM_STAIRS_UP, 0 },
                         { 'D', PTL_GRMM_STAIRS_DOWN, 0 },
                         { 'P', PTL_GRMM_OPEN_PIT, 0 },
                         { 'C', PTL_GRMM_CEILING_PIT, 0 },
                         { 'E', PTL_GRMM_EXIT, 0 } };
    uint32_t columns = (uint32_t)strlen(cells);
    size_t   level   = ptl_grmm_of(doc)->levels.count;

    CHECK_UINT(ptl_grmm_add_level(NULL, doc, "Place", cells, 0, 1, columns, NULL), PTL_OK);
    for (uint32_t i = 0; i < columns; i++)
        for (size_t k = 0; k < COUNT(signs); k++)
            if (signs[k].sign == cells[i]) {
                ptl_grmm_set(doc, level, PTL_GRMM_FLOOR, 0, i, signs[k].floor, NULL);
                ptl_grmm_set(doc, level, PTL_GRMM_WALL_WEST, 0, i, signs[k].west, NULL);
            }
    ptl_grmm_set(doc, level, PTL_GRMM_WALL_WEST, 0, 0, PTL_GRMM_WALL, NULL);
    ptl_grmm_set(doc, level, PTL_GRMM_WALL_WEST, 0, columns, PTL_GRMM_WALL, NULL);
}

static ptl_doc *dungeon(const char *first, const char *second)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_grmm_new(&doc, "Test", "2026-01-02 03:04:05", 4, NULL, NULL), PTL_OK);
    add_level(doc, first);
    if (second)
        add_level(doc, second);
    return doc;
}

static void dungeons_have_traps_and_locks(void)
{
    static const struct {
        const char *cells, *said;
    } cases[] = {
        { "......", "" },
        { "...|..", "levels[0]/floor[3,0]: no way leads into the 3 cells around (4, 1), from (4, "
                    "1) to (6, 1) "
                    "[grmm-unreachable]\n" },
        { "....>..",
          "levels[0]/floor[4,0]: ways lead into, and none out of the 3 cells around (5, 1), from "
          "(5, 1) to (7, 1) [grmm-trap]\n" },
        { "..>....",
          "levels[0]/floor[0,0]: ways lead out of, and none into the 2 cells around (1, 1), from "
          "(1, 1) to (2, 1) [grmm-no-way-in]\n" },
        { "...L..", "" },  /* with a key */
        { "....>.E", "" }, /* one gets out there */
        { "E.>....", "" }, /* and in here */
        { "....>.P", "" }, /* or falls out of the map */
        { "....|.P",       /* and yet nobody gets in */
          "levels[0]/floor[4,0]: no way leads into the 3 cells around (5, 1), from (5, 1) to (7, "
          "1) "
          "[grmm-unreachable]\n" },
        { "....|.C", "" }, /* unless by falling */
        { "....##.", "" }, /* a cell alone may be a sign */
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        says(dungeon(cases[i].cells, NULL), NULL, cases[i].said);
}

static void links_lead_across_levels(void)
{
    ptl_doc *doc = dungeon("......|.D", "......|.U");

    /* stairs between two rooms that nobody gets into */
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 8 }, (ptl_grmm_place){ 1, 0, 8 }, NULL),
        PTL_OK);
    says(doc, NULL,
         "levels[0]/floor[6,0]: no way leads into the 3 cells around (7, 1), from (7, 1) to (9, 1) "
         "[grmm-unreachable]\n"
         "levels[1]/floor[6,0]: no way leads into the 3 cells around (7, 1), from (7, 1) to (9, 1) "
         "[grmm-unreachable]\n");
    /* a teleport into a room with no other way, and back by stairs */
    doc = dungeon("......T", "..t");
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 6 }, (ptl_grmm_place){ 1, 0, 2 }, NULL),
        PTL_OK);
    says(doc, NULL,
         "levels[0]/floor[6,0]: ways lead into, and none out of (7, 1) [grmm-trap]\n"
         "levels[1]/floor[0,0]: ways lead into, and none out of the 3 cells around (1, 1), from "
         "(1, 1) to (3, 1) [grmm-trap]\n");
    doc = dungeon("D.....T", "U.t");
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 6 }, (ptl_grmm_place){ 1, 0, 2 }, NULL),
        PTL_OK);
    CHECK_UINT(
        ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, 0 }, (ptl_grmm_place){ 1, 0, 0 }, NULL),
        PTL_OK);
    says(doc, NULL, "");
}

/* ---- Egoboo ------------------------------------------------------------------------------------
 */

/* Eight by four fans; a wall down column 4. */
static ptl_doc *level(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_mpd_new(&doc, 8, 4, NULL, NULL), PTL_OK);
    for (size_t y = 0; y < 4; y++)
        ptl_mpd_of(doc)->words.data[8 * y + 4] |= (uint32_t)PTL_MPD_FX_WALL << 16;
    return doc;
}

/* Makes column 4 a slide that rises to the east by so many hundredths of a side. */
static ptl_doc *slide(int rise)
{
    ptl_doc       *doc  = level();
    ptl_mpd       *mesh = ptl_mpd_of(doc);
    ptl_mpd_tables tables;

    CHECK_UINT(ptl_mpd_derive(&tables, doc, NULL), PTL_OK);
    for (uint32_t fan = 4; fan < 32; fan += 8) {
        uint32_t first = tables.vrtstart.data[fan];

        mesh->words.data[fan] &= ~((uint32_t)PTL_MPD_FX_WALL << 16);
        mesh->words.data[fan] |= (uint32_t)PTL_MPD_FX_SLIPPY << 16;
        mesh->z.data[first + 1] += (float)(rise * 16 * PTL_MPD_TILE / 100);
        mesh->z.data[first + 2] += (float)(rise * 16 * PTL_MPD_TILE / 100);
    }
    ptl_mpd_tables_free(&tables);
    return doc;
}

static void levels_have_passages_and_slides(void)
{
    ptl_doc *doc = level();

    says(doc, NULL, "fan[5,0]: no way leads to 12 fans, 5, 0 to 7, 3 [mpd-unreachable]\n");
    /* a closed passage is a way, once it opens, whatever its fans are by themselves */
    says(level(), "Gate: 4 1 4 1 F F F\n", "");
    doc = level();
    ptl_mpd_of(doc)->words.data[12] &= ~((uint32_t)PTL_MPD_FX_WALL << 16);
    says(doc, "Gate: 4 1 4 1 F F F\n", "");
    says(slide(20), NULL, "");
    says(slide(80), NULL,
         "fan[5,0]: ways lead down from, and none up to 12 fans, 5, 0 to 7, 3 [mpd-no-way-in]\n");
    says(slide(-80), NULL,
         "fan[4,0]: ways lead down to, and none back from 16 fans, 4, 0 to 7, 3 [mpd-trap]\n");
}

/* The larger part is switched off, as the sea around a ship is: nobody plays there, and the rest is
 * no less within reach. Of two parts that are drawn the smaller one is not. */
static void what_is_not_drawn_is_no_home(void)
{
    ptl_doc *doc = level();

    for (size_t fan = 0; fan < 32; fan++)
        if (fan % 8 < 4)
            ptl_mpd_of(doc)->words.data[fan] |= PTL_MPD_FANOFF;
    says(doc, NULL, "");
    doc = level();
    for (size_t fan = 0; fan < 32; fan++)
        if (fan % 8 < 4 && fan >= 16)
            ptl_mpd_of(doc)->words.data[fan] |= PTL_MPD_FANOFF;
    says(doc, NULL, "fan[0,0]: no way leads to 8 fans, 0, 0 to 3, 1 [mpd-unreachable]\n");
}

/* ---- Permafrost --------------------------------------------------------------------------------
 */

/* A plateau of 8 by 8 tiles, `height` levels high, on one chunk. */
static ptl_doc *plateau(int height)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_pfmap_new(&doc, 1, 1, NULL, NULL), PTL_OK);
    for (uint32_t row = 8; row < 16; row++)
        for (uint32_t col = 8; col < 16; col++)
            ptl_pfmap_tile_at(ptl_pfmap_of(doc), row, col)->base = (int8_t)height;
    return doc;
}

static void ramp(ptl_doc *doc, uint32_t row, int base, int height)
{
    ptl_pfmap_tile *t = ptl_pfmap_tile_at(ptl_pfmap_of(doc), row, 12);

    t->type = PTL_PFMAP_RAMP_SN;
    t->base = (int8_t)base;
    t->ramp = (uint8_t)height;
}

static void terrains_have_ramps(void)
{
    ptl_doc *doc = plateau(1);

    says(doc, NULL,
         "tile[9,9]: no way on the ground leads to 144 quarters of tiles, 9, 9 to 14, 14 "
         "[pfmap-unreachable]\n");
    doc = plateau(1); /* a ramp in the south */
    ramp(doc, 16, 0, 1);
    says(doc, NULL, "");
    doc = plateau(2); /* which is too low */
    ramp(doc, 16, 0, 1);
    says(doc, NULL,
         "tile[12,16]: the ramp does not meet the tile to the north, which is 1 level higher "
         "[pfmap-ramp-end]\n");
}

int main(void)
{
    static const test_case tests[] = {
        TEST(agrees_with_a_slow_search),
        TEST(maps_that_nobody_plays_are_left_alone),
        TEST(dungeons_have_traps_and_locks),
        TEST(links_lead_across_levels),
        TEST(levels_have_passages_and_slides),
        TEST(what_is_not_drawn_is_no_home),
        TEST(terrains_have_ramps),
    };

    return run_tests("reach", tests, COUNT(tests));
}
