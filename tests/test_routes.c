/* SPDX-License-Identifier: MIT */
/* Every route of the tables, from a small input of every format and import to every target: taken,
 * or refused where there is none; starved at every allocation, held to every limit, damaged.
 *
 * With PTL_SWEEP=whole in the environment no place is left out, which takes minutes. What cairo,
 * libspng, libjpeg, libdeflate, libzstd and assimp take for themselves is not counted here. */
#include <stdio.h>

#include "flow/flow.h"
#include "harness.h"
#include "route_samples.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) (text), sizeof(text) - 1
#define SETTING(name, value)                                                                       \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }
#define SWITCH(name)                                                                               \
    {                                                                                              \
        name, NULL, 0                                                                              \
    }

#define NO_LEVEL "the scene has no ground that a level could be made of"
#define NO_GROUND "a heightmap shows ground, which this is not"
#define NO_CHUNKS "terrain is one map of a multiple of 32 tiles each way, and this is 1 of 2 x 2"
#define NO_LAYERS "no layer of the map has a name that means something in this format"
#define NO_TILES "there are no images of tiles to make a scene with"

enum { MOST_SETTINGS = 6, MOST_INPUTS = 24, TRIES = 400, DAMAGES = 400 };

/* ---- Inputs ---------------------------------------------------------------------------------- */

static route_input inputs[MOST_INPUTS];
static size_t      input_count;

static void add_input(const route_input *input)
{
    CHECK(input_count < MOST_INPUTS);
    memcpy(&inputs[input_count++], input, sizeof *input);
}

/* Written by our own export, out of the model. */
static void add_export(const char *to, const char *name)
{
    ptl_doc  *doc = must_read(TEXT(PFOBJ_TINY), NULL);
    ptl_bytes bytes =
        must_write(doc, &(ptl_write_opts){ .to = to, .files = { .load = route_load } });

    add_input(&(route_input){ to, name, bytes.data, bytes.size, .no_heights = NO_GROUND });
    ptl_doc_free(doc);
}

/* The ground of the terrain, a pixel for each tile. */
static void add_heightmap(const test_bytes *terrain)
{
    const ptl_setting per_tile = SETTING("per-tile", "1");
    ptl_doc          *doc      = must_read(terrain->data, terrain->size, NULL);
    ptl_bytes         bytes    = must_write(
                   doc, &(ptl_write_opts){ .to = "heightmap", .settings = &per_tile, .setting_count = 1 });

    add_input(&(route_input){ "heightmap", "heights.png", bytes.data, bytes.size, .rare = 4 });
    ptl_doc_free(doc);
}

static void make_inputs(void)
{
    test_bytes terrain;

    if (input_count > 0)
        return;
    terrain = plain_map();
    add_input(&(route_input){ "grmm", "room.gmm", grmm_room, sizeof grmm_room });
    add_input(&(route_input){ "mpd", "level.mpd", mpd_two_fans, sizeof mpd_two_fans });
    add_input(&(route_input){ "passage", "passage.txt", TEXT("0 Gate: 1 2 3 4 F T F\n") });
    add_input(
        &(route_input){ "spawn", "spawn.txt", TEXT("Cat: NONE 4 1.5 2 0 N 0 0 0 0 0 F F Null\n") });
    add_input(&(route_input){ "pfobj", "model.pfobj", TEXT(PFOBJ_TINY), .no_heights = NO_GROUND });
    add_input(&(route_input){ "pfmap", "terrain.pfmap", terrain.data, terrain.size, .rare = 4 });
    add_input(
        &(route_input){ "pfscene", "meadow.pfscene", TEXT(PFSCENE_TINY), .no_heights = NO_GROUND });
    add_input(&(route_input){ "ppe",
                              "ground.map",
                              TEXT(ROUTE_MAP),
                              { { "tileset", bmp_8, sizeof bmp_8 }, SETTING("tile", "3x1") },
                              { SETTING("meaning", "* floor water\n1-9 door\n") },
                              .no_heights = NO_GROUND });
    add_input(&(route_input){ "project", ".portolan.json",
                              TEXT("{ \"portolan\": \"project\", \"ignore\": [\"format\"] }") });
    add_input(&(route_input){ "xmf", "garden.xmf", TEXT(route_box),
                              .on_ground  = { SETTING("meaning", "* floor # all") },
                              .no_heights = NO_TILES });
    if (ptl_has_feature("xml"))
        add_input(&(route_input){ "tmx", "tiny.tmx", TEXT(TMX_TINY), .no_heights = NO_TILES,
                                  .no_level = NO_LEVEL });
    add_input(&(route_input){ "obj", "box.obj", TEXT(route_obj), .no_heights = NO_GROUND });
    add_input(&(route_input){ "assimp", "box.off", TEXT(route_off), .rare = 8,
                              .no_heights = NO_GROUND, .no_level = NO_LEVEL });
    add_input(&(route_input){ "watabou", "page.json", TEXT(DUNGEON_WATABOU) });
    add_input(&(route_input){ "donjon", "random.json", TEXT(DUNGEON_DONJON) });
    add_input(&(route_input){ "donjon-tsv", "random.tsv", TEXT(DUNGEON_TSV) });
    add_input(&(route_input){ "drawing", "drawn.txt", TEXT(DUNGEON_DRAWING) });
    add_export("glb", "model.glb");
    add_export("gltf", "model.gltf");
    add_heightmap(&terrain);
}

static const route_input *input_of(const char *from, size_t index)
{
    for (size_t i = 0; i < input_count; i++)
        if (strcmp(inputs[i].from, from) == 0 && index-- == 0)
            return &inputs[i];
    return NULL;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* What leads to a hub on the way to an export, and keeps pictures small. */
static const struct leading {
    const char *to;
    ptl_hub     hub;
    ptl_setting settings[MOST_SETTINGS];
} leadings[] = {
    { "glb", PTL_HUB_SCENE, { { 0 } } },
    { "gltf", PTL_HUB_SCENE, { { 0 } } },
    { "obj", PTL_HUB_SCENE, { SWITCH("weld") } },
    { "png", PTL_HUB_TILES, { { 0 } } },
    { "png", PTL_HUB_PLAN, { SETTING("view", "plan"), SETTING("size", "24x16") } },
    { "png",
      PTL_HUB_SCENE,
      { SETTING("view", "iso"), SETTING("size", "24x16"), SETTING("samples", "1"),
        SETTING("threads", "1") } },
    { "apng",
      PTL_HUB_SCENE,
      { SETTING("size", "12x8"), SETTING("samples", "4"), SETTING("threads", "1"), SWITCH("turn"),
        SETTING("frames", "2") } },
    { "heightmap", PTL_HUB_SCENE, { SETTING("size", "6x4") } },
    { "svg", PTL_HUB_PLAN, { { 0 } } },
    { "pdf", PTL_HUB_PLAN, { { 0 } } },
    { "uvtt", PTL_HUB_TABLE, { SETTING("cell-pixels", "20"), SWITCH("lights") } },
    { "notes.md", PTL_HUB_NOTES, { SETTING("levels", "1") } },
    { "notes.csv", PTL_HUB_NOTES, { SETTING("rename", "1=a") } },
    { "nav.png", PTL_HUB_GROUND, { { 0 } } },
    { "nav.json", PTL_HUB_GROUND, { { 0 } } },
    { "nav.csv", PTL_HUB_GROUND, { { 0 } } },
    { "foundry", PTL_HUB_TABLE, { SETTING("cell-pixels", "20"), SWITCH("lights") } },
};

typedef struct route {
    const route_input *input;
    const char        *to;
    ptl_route          over;
    ptl_setting        settings[MOST_SETTINGS + 2];
    size_t             setting_count;
    char               name[96];
} route;

/* Settings for an export; one without a row is a gap in this test. */
static const struct leading *leading_to(const char *to, ptl_hub hub)
{
    for (size_t i = 0; i < COUNT(leadings); i++)
        if (strcmp(leadings[i].to, to) == 0 && leadings[i].hub == hub)
            return &leadings[i];
    test_fail(__FILE__, __LINE__, "%s over %s has no row in `leadings`: add one", to,
              ptl_hub_name(hub));
}

static void add_settings(route *r, const ptl_setting *settings, size_t most)
{
    for (size_t i = 0; i < most && settings[i].name; i++)
        r->settings[r->setting_count++] = settings[i];
}

static bool is_export(const char *to)
{
    return ptl_export_find(to) != NULL;
}

static void find_settings(route *r)
{
    if (is_export(r->to))
        add_settings(r, leading_to(r->to, r->over.hub[r->over.hubs - 1])->settings, MOST_SETTINGS);
    if (r->over.hubs > 0 &&
        (r->over.hub[0] == PTL_HUB_TILES ||
         (r->over.hub[0] == PTL_HUB_GRID && strcmp(r->input->from, "ppe") == 0)))
        add_settings(r, r->input->settings, COUNT(r->input->settings));
    if (r->over.hubs > 0 && r->over.hub[0] == PTL_HUB_GROUND)
        add_settings(r, r->input->on_ground, COUNT(r->input->on_ground));
}

/* The settings lead where they should. */
static void check_choice(const route *r)
{
    ptl_job job = { .settings = r->settings, .setting_count = r->setting_count };
    ptl_way way = { .from    = ptl_format_find(r->input->from, strlen(r->input->from)),
                    .import  = ptl_import_find(r->input->from),
                    .reading = true };

    if (way.from)
        way.import = NULL;
    ptl_way_aim(&job, &way, r->to);
    ptl_way_choose(&job, &way);
    if (!ptl_ok(&job))
        test_fail(__FILE__, __LINE__, "%s: %s", r->name, job.error.message);
    if (way.hubs != r->over.hubs || memcmp(way.hub, r->over.hub, way.hubs * sizeof *way.hub) != 0)
        test_fail(__FILE__, __LINE__, "%s: its settings lead another way", r->name);
}

static bool route_at(route *r, const route_input *input, const char *to, size_t index)
{
    size_t used;

    *r = (route){ .input = input, .to = to };
    if (!ptl_route_at(&r->over, input->from, to, index))
        return false;
    used = (size_t)snprintf(r->name, sizeof r->name, "%s to %s", input->from, to);
    for (size_t i = 0; i < r->over.hubs; i++)
        used += (size_t)snprintf(r->name + used, sizeof r->name - used, "%s%s",
                                 i == 0 ? " over " : ", ", ptl_hub_name(r->over.hub[i]));
    find_settings(r);
    check_choice(r);
    return true;
}

/* ---- Going them ------------------------------------------------------------------------------ */

/* FNV-1a over all that goes beside the output. */
static bool put_beside(void *user, const char *name, const void *data, size_t size)
{
    sweep_try *t = user;

    for (size_t i = 0; i < strlen(name) + size; i++)
        t->beside = (t->beside ^ (i < strlen(name) ? (uint8_t)name[i]
                                                   : ((const uint8_t *)data)[i - strlen(name)])) *
                    0x100000001b3u;
    return true;
}

static ptl_status convert(const route *r, sweep_try *t, const ptl_source *from)
{
    ptl_read_opts  read  = { .format    = r->input->from,
                             .name      = r->input->name,
                             .allocator = test_allocator(&t->heap),
                             .limits    = { .memory = t->limit },
                             .listener  = sweep_listener(t),
                             .files     = { .load = route_load } };
    ptl_write_opts write = { .to            = r->to,
                             .settings      = r->settings,
                             .setting_count = r->setting_count,
                             .listener      = sweep_listener(t),
                             .files         = { route_load, put_beside, t } };

    return ptl_convert(&(ptl_target){ .bytes = &t->out }, from, &read, &write, &t->err);
}

static ptl_status run_route(const sweep_call *call, sweep_try *t)
{
    const route *r = call->user;

    return convert(r, t, &(ptl_source){ r->input->data, r->input->size, NULL });
}

/* How a route is refused, for what the input is; NULL: it is not. */
static const char *refusal_of(const route *r)
{
    if (strcmp(r->to, "heightmap") == 0)
        return r->input->no_heights;
    if (strcmp(r->to, "mpd") == 0 && r->over.hubs > 0 &&
        r->over.hub[r->over.hubs - 1] == PTL_HUB_SCENE)
        return r->input->no_level;
    if (strcmp(r->input->from, "tmx") != 0 || r->over.hubs == 0 || r->over.hub[0] != PTL_HUB_GRID)
        return NULL;
    if (strcmp(r->to, "ppe") == 0 || strcmp(r->to, "xmf") == 0)
        return NULL; /* any map will do */
    return strcmp(r->to, "pfmap") == 0 ? NO_CHUNKS : NO_LAYERS;
}

static sweep_call call_of(const route *r)
{
    size_t rare = r->input->rare > 0 ? r->input->rare : 1;

    return (sweep_call){ r->name, run_route, r, TRIES / rare, refusal_of(r) };
}

/* Calls a function for every route, and one for every pair that has none. */
static void for_every_target(const route_input *input, const char *to, void (*go)(const route *),
                             void (*refuse)(const route *))
{
    route r;

    if (!route_at(&r, input, to, 0))
        refuse(&r);
    for (size_t i = 0; route_at(&r, input, to, i); i++)
        go(&r);
}

static void for_every_route(void (*go)(const route *), void (*refuse)(const route *))
{
    make_inputs();
    for (size_t i = 0; i < input_count; i++) {
        for_every_target(&inputs[i], "json", go, refuse);
        for (size_t k = 0; ptl_format_at(k); k++)
            for_every_target(&inputs[i], ptl_format_at(k)->name, go, refuse);
        for (size_t k = 0; ptl_export_at(k); k++)
            for_every_target(&inputs[i], ptl_export_at(k)->name, go, refuse);
    }
}

static void pass(const route *r)
{
    (void)r;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Without its library there is no way to read the input of this format. */
static bool is_readable(const char *format)
{
    return strcmp(format, "tmx") != 0 || ptl_has_feature("xml");
}

static void every_row_has_an_input(void)
{
    make_inputs();
    for (size_t i = 0; ptl_format_at(i); i++)
        if (!input_of(ptl_format_at(i)->name, 0) && is_readable(ptl_format_at(i)->name))
            test_fail(__FILE__, __LINE__, "no input for the format %s: add one to make_inputs",
                      ptl_format_at(i)->name);
    for (size_t i = 0; ptl_import_at(i); i++)
        if (!input_of(ptl_import_at(i)->name, 0))
            test_fail(__FILE__, __LINE__, "no input for the import %s: add one to make_inputs",
                      ptl_import_at(i)->name);
}

static void must_go(const route *r)
{
    sweep_call call = call_of(r);
    sweep_try  t;

    if (sweep_works(&call, &t) && !call.refusal && t.out.size == 0)
        test_fail(__FILE__, __LINE__, "%s: nothing comes out", r->name);
    ptl_bytes_free(&t.out);
    CHECK_UINT(t.heap.held, 0);
}

static void must_be_refused(const route *r)
{
    sweep_try t = { 0 };
    char      want[96];

    snprintf(want, sizeof want, "there is no way from %s to %s", r->input->from, r->to);
    CHECK(convert(r, &t, &(ptl_source){ r->input->data, r->input->size, NULL }) ==
          PTL_E_UNSUPPORTED);
    CHECK_TEXT(t.err.message, want);
    CHECK_TEXT(t.err.rule, "conversion");
    CHECK(t.out.data == NULL);
    CHECK_UINT(t.heap.held, 0);
}

static void every_route_can_be_gone(void)
{
    for_every_route(must_go, must_be_refused);
}

static void starve(const route *r)
{
    sweep_call call = call_of(r);

    sweep_allocations(&call);
}

static void every_allocation_may_fail(void)
{
    for_every_route(starve, pass);
}

static void restrain(const route *r)
{
    sweep_call call = call_of(r);

    sweep_limits(&call);
}

static void no_limit_is_passed(void)
{
    for_every_route(restrain, pass);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* A copy exactly as long as it says, so that a sanitizer sees the first byte past it. */
static void go_damaged(const route *r, const uint8_t *data, size_t size)
{
    uint8_t   *copy = malloc(size ? size : 1);
    sweep_try  t    = { .limit = (size_t)16 << 20 };
    ptl_status status;

    CHECK(copy != NULL);
    memcpy(copy, data, size);
    status = convert(r, &t, &(ptl_source){ copy, size, NULL });
    CHECK(status == PTL_OK || (t.out.data == NULL && t.err.status == status && t.err.message[0]));
    ptl_bytes_free(&t.out);
    if (t.heap.held != 0)
        test_fail(__FILE__, __LINE__, "%s, damaged: %zu bytes are held in the end", r->name,
                  t.heap.held);
    free(copy);
}

static void cut_and_change(const route *r)
{
    static const uint8_t values[] = { 0x00, 0x39, 0x7F, 0xFF };
    size_t               size = r->input->size, rare = r->input->rare ? r->input->rare : 1;
    size_t               most  = sweep_is_whole() ? SIZE_MAX : DAMAGES / rare;
    size_t               tries = size < most ? size : most;
    uint8_t             *copy  = malloc(size);

    CHECK(copy != NULL);
    memcpy(copy, r->input->data, size);
    for (size_t i = 0; i < tries; i++) {
        size_t at = sweep_place(i, most, size);

        go_damaged(r, copy, at);
        for (size_t v = 0; v < COUNT(values); v++)
            if (sweep_is_whole() || v == at % COUNT(values)) {
                copy[at] = values[v];
                go_damaged(r, copy, size);
            }
        copy[at] = ((const uint8_t *)r->input->data)[at];
    }
    free(copy);
}

/* One export for each hub is enough, but for scenes, which are also drawn: those of one hub see the
 * same. */
static void damage(const route *r)
{
    static const struct {
        const char *to;
        ptl_hub     hub;
    } few[] = {
        { "png", PTL_HUB_TILES }, { "svg", PTL_HUB_PLAN },      { "glb", PTL_HUB_SCENE },
        { "png", PTL_HUB_SCENE }, { "pfmap", PTL_HUB_HEIGHTS }, { "mpd", PTL_HUB_HEIGHTS }
    };

    for (size_t i = 0; i < COUNT(few) && r->over.hubs > 0; i++)
        if (strcmp(few[i].to, r->to) == 0 && few[i].hub == r->over.hub[r->over.hubs - 1])
            cut_and_change(r);
}

static void damage_does_no_harm(void)
{
    for_every_route(damage, pass);
}

int main(void)
{
    static const test_case cases[] = {
        TEST(every_row_has_an_input),    TEST(every_route_can_be_gone),
        TEST(every_allocation_may_fail), TEST(no_limit_is_passed),
        TEST(damage_does_no_harm),
    };

    return run_tests("routes", cases, COUNT(cases));
}
