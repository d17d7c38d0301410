/* SPDX-License-Identifier: MIT */
/* Maps that come back are compared by set, tile and turn, whatever numbers they have; what cannot
 * be the same map is refused. */
#include <string.h>

#include "fixture.h"
#include "harness.h"
#include "hubs/grid.h"

enum { FLOORS, WALLS, SIDE = 2 };

/* Two layers of 2 x 2 cells; floors may be turned by quarters. */
static ptl_grid make(fixture *f)
{
    ptl_grid        grid = { 0 };
    ptl_grid_map   *map  = ptl_grid_add_maps(&f->job, &grid, 1);
    ptl_grid_layer *layer;

    map->width = map->height = SIDE;
    ptl_grid_add_set(&f->job, &grid, "floors", "test.floor", 20);
    ptl_grid_add_set(&f->job, &grid, "walls", "test.wall", 5);
    for (uint16_t i = 0; i < 2; i++) {
        layer        = ptl_grid_add_layer(&f->job, map, i ? "wall" : "floor", PTL_TILED_TILE_LAYER);
        layer->set   = i;
        layer->sets  = 1;
        layer->turns = i ? PTL_GRID_STILL : PTL_GRID_QUARTERS;
        layer->nothing = (ptl_grid_tile){ .set = i };
    }
    ptl_grid_say_number(&f->job, map, "test.number", 7);
    return grid;
}

/* What came back: its sets in another order, and known by what they count. */
static ptl_grid come_back(fixture *f)
{
    ptl_grid            grid = make(f);
    ptl_grid_set        set  = grid.sets.data[0];
    ptl_tiled_property *said = ptl_arena_array(&f->job, 2, sizeof *said);

    grid.sets.data[0] = grid.sets.data[1];
    grid.sets.data[1] = set;
    for (size_t i = 0; i < 2; i++) {
        const char *field = grid.sets.data[i].field;

        said[i]                         = (ptl_tiled_property){ .name  = { "portolan.field", 14 },
                                                                .type  = { "string", 6 },
                                                                .value = { field, strlen(field) } };
        grid.sets.data[i].field         = NULL;
        grid.sets.data[i].is.name       = (ptl_str){ "renamed", 7 };
        grid.sets.data[i].is.properties = (ptl_tiled_properties){ &said[i], 1 };
    }
    return grid;
}

static void begin(fixture *f, ptl_grid *base, ptl_grid *now)
{
    fixture_begin(f, "", 0);
    *base = make(f);
    *now  = come_back(f);
}

static ptl_grid_tile *cell(ptl_grid *grid, size_t layer, size_t at)
{
    return &grid->maps.data[0].layers.data[layer].cells[at];
}

static ptl_grid_homes compare(fixture *f, const ptl_grid *base, const ptl_grid *now)
{
    ptl_grid_homes homes;

    ptl_grid_compare(&f->job, &homes, base, now, NULL);
    return homes;
}

static void cells_are_known_by_their_sets(void)
{
    fixture        f;
    ptl_grid       base, now;
    ptl_grid_homes homes;

    begin(&f, &base, &now);
    *cell(&base, FLOORS, 0) = (ptl_grid_tile){ .tile = 3, .set = FLOORS };
    *cell(&now, FLOORS, 0)  = (ptl_grid_tile){ .tile = 3, .set = 1 };
    *cell(&now, FLOORS, 3)  = (ptl_grid_tile){ .tile = 0, .set = 1 }; /* the same as nothing */
    homes                   = compare(&f, &base, &now);
    CHECK(ptl_ok(&f.job));
    CHECK(!homes.any);
    *cell(&now, FLOORS, 2) = (ptl_grid_tile){ .tile = 9, .set = 1, .turn = PTL_TILE_SWAP };
    homes                  = compare(&f, &base, &now);
    CHECK(homes.any);
    CHECK_UINT(homes.data[0].layers.data[FLOORS].count, 1);
    CHECK_UINT(homes.data[0].layers.data[WALLS].count, 0);
    CHECK_UINT(homes.data[0].layers.data[FLOORS].data[0].x, 0);
    CHECK_UINT(homes.data[0].layers.data[FLOORS].data[0].y, 1);
    CHECK_UINT(homes.data[0].layers.data[FLOORS].data[0].now.tile, 9);
    CHECK_UINT(homes.data[0].layers.data[FLOORS].data[0].now.turn,
               PTL_TILE_SWAP | PTL_TILE_MIRROR_X); /* the nearest quarter */
    fixture_end(&f);
}

static void properties_are_compared(void)
{
    fixture        f;
    ptl_grid       base, now;
    ptl_grid_homes homes;

    begin(&f, &base, &now);
    now.maps.data[0].properties.data[0].value = (ptl_str){ "7\r", 2 };
    homes                                     = compare(&f, &base, &now);
    CHECK(!homes.any); /* Tiled drops carriage returns */
    now.maps.data[0].properties.data[0].value = (ptl_str){ "8", 1 };
    homes                                     = compare(&f, &base, &now);
    CHECK(homes.any && homes.data[0].said[0]);
    CHECK(ptl_grid_now(&homes.data[0], 0).data[0] == '8');
    fixture_end(&f);
}

typedef void spoil(ptl_grid *base, ptl_grid *now);

static void of_another_set(ptl_grid *base, ptl_grid *now)
{
    (void)base;
    *cell(now, FLOORS, 1) = (ptl_grid_tile){ .tile = 1, .set = 0 };
}

static void past_the_values(ptl_grid *base, ptl_grid *now)
{
    (void)base;
    *cell(now, WALLS, 1) = (ptl_grid_tile){ .tile = 5, .set = 0 };
}

static void larger(ptl_grid *base, ptl_grid *now)
{
    (void)now;
    base->maps.data[0].width++;
}

static void infinite(ptl_grid *base, ptl_grid *now)
{
    (void)base;
    now->maps.data[0].infinite = true;
}

static void derived(ptl_grid *base, ptl_grid *now)
{
    base->maps.data[0].layers.data[WALLS].derived = true;
    *cell(now, WALLS, 1)                          = (ptl_grid_tile){ .tile = 2, .set = 0 };
}

static void what_cannot_be_is_refused(void)
{
    static const struct {
        spoil      *spoil;
        const char *rule, *path;
    } bad[] = {
        { of_another_set, "grid-set", "floor[1,0]" },
        { past_the_values, "grid-value", "wall[1,0]" },
        { larger, "grid-size", "" },
        { infinite, "grid-size", "" },
        { derived, "grid-derived", "wall[1,0]" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        fixture  f;
        ptl_grid base, now;

        begin(&f, &base, &now);
        bad[i].spoil(&base, &now);
        compare(&f, &base, &now);
        CHECK(!ptl_ok(&f.job));
        CHECK_TEXT(f.job.error.rule, bad[i].rule);
        CHECK_TEXT(f.job.error.path, bad[i].path);
        fixture_end(&f);
    }
}

static void texts_are_as_tiled_keeps_them(void)
{
    fixture       f;
    const ptl_str a = { "a\r\nb\x01\xFF", 6 };
    ptl_str       plain;

    fixture_begin(&f, "", 0);
    plain = ptl_grid_plain(&f.job, a);
    CHECK_BYTES(plain.data, plain.size, "a\nb\xEF\xBF\xBD\xEF\xBF\xBD", 9);
    CHECK(ptl_grid_same_text(&f.job, a, plain));
    CHECK(!ptl_grid_same_text(&f.job, a, (ptl_str){ "a\nb", 3 }));
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(cells_are_known_by_their_sets),
        TEST(properties_are_compared),
        TEST(what_cannot_be_is_refused),
        TEST(texts_are_as_tiled_keeps_them),
    };

    return run_tests("grid", tests, COUNT(tests));
}
