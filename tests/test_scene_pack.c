/* SPDX-License-Identifier: MIT */
/* Scenes on their way from one process to another: all of them arrives, and whatever is damaged on
 * the way is found out without a crash. */
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "harness.h"
#include "imports/foreign.h"
#include "imports/scene_pack.h"
#include "support.h"

/* ---- A scene with something of everything ---------------------------------------------------- */

static float    triangle[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, up[9] = { 0, 0, 1, 0, 0, 1, 0, 0, 1 };
static float    places[6] = { 0, 0, 1, 0, 0, 1 }, weights[12] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
static float    at_rest[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
static float    times[2] = { 0, 1 }, moves[6] = { 0, 0, 0, 1, 2, 3 };
static uint8_t  colors[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, picture[5] = "bytes";
static uint16_t joints[12];
static uint32_t corners[3] = { 0, 1, 2 }, bones[1] = { 1 };

static ptl_scene_part part = { .position   = { triangle, 9 },
                               .normal     = { up, 9 },
                               .uv         = { places, 6 },
                               .color      = { colors, 12 },
                               .influences = 4,
                               .joint      = { joints, 12 },
                               .weight     = { weights, 12 },
                               .index      = { corners, 3 },
                               .extras     = { "{\"a\":1}", 7 } };

static ptl_scene_image    image = { .file  = { .name = "x.png", .role = "texture", .exact = true },
                                    .sharp = true,
                                    .bytes = { picture, 5 } };
static ptl_scene_material material = {
    .name = { "red", 3 }, .color = { 1, 0, 0, .5f }, .alpha = PTL_ALPHA_BLEND, .cutoff = .25f
};
static ptl_scene_mesh mesh     = { .name = { "flap", 4 }, .parts = { &part, 1 } };
static ptl_scene_node nodes[2] = {
    { .name     = { "root", 4 },
      .parent   = PTL_SCENE_NONE,
      .rotation = { 0, 0, 0, 1 },
      .scale    = { 1, 1, 1 } },
    { .name = { "tip", 3 }, .mesh = PTL_SCENE_NONE, .skin = PTL_SCENE_NONE, .scale = { 2, 2, 2 } },
};
static ptl_scene_skin    skin    = { .joints = { bones, 1 }, .inverse_bind = { at_rest, 16 } };
static ptl_scene_channel channel = { .node = 1, .times = { times, 2 }, .values = { moves, 6 } };
static ptl_scene_clip    clip    = { .name = { "walk", 4 }, .channels = { &channel, 1 } };

static ptl_scene whole = { .name      = { "all", 3 },
                           .images    = { &image, 1 },
                           .materials = { &material, 1 },
                           .meshes    = { &mesh, 1 },
                           .nodes     = { nodes, 2 },
                           .skins     = { &skin, 1 },
                           .clips     = { &clip, 1 },
                           .tile      = 2 };

/* ---- There and back -------------------------------------------------------------------------- */

typedef struct place { /* where a scene arrives */
    ptl_heap  heap;
    ptl_arena arena;
    ptl_job   job;
    ptl_scene scene;
} place;

static void open_place(place *p, size_t limit)
{
    memset(p, 0, sizeof *p);
    p->heap = ptl_heap_of(&(ptl_allocator){ 0 }, limit);
    p->job  = (ptl_job){ .heap = &p->heap, .arena = &p->arena, .depth = 64 };
}

static void close_place(place *p)
{
    ptl_arena_free(&p->arena, &p->heap);
    CHECK_UINT(p->heap.used, 0);
}

static size_t pack(uint8_t **out, ptl_scene *scene)
{
    ptl_heap heap   = ptl_heap_of(&(ptl_allocator){ 0 }, SIZE_MAX);
    ptl_job  job    = { .heap = &heap };
    ptl_buf  packed = ptl_buf_of(&job, NULL);
    size_t   size;

    ptl_scene_pack(&packed, scene);
    CHECK(ptl_ok(&job));
    size = packed.size;
    *out = malloc(size);
    CHECK(*out != NULL);
    memcpy(*out, packed.data, size);
    ptl_buf_free(&packed);
    return size;
}

/* From a block of its own, so that a step past its end is noticed. */
static void unpack(place *p, const uint8_t *bytes, size_t size)
{
    uint8_t *own = ptl_arena_raw(&p->job, size);

    CHECK(own != NULL);
    if (size > 0)
        memcpy(own, bytes, size);
    ptl_scene_unpack(&p->job, &p->scene, (ptl_span){ own, size });
}

static void all_of_it_arrives(void)
{
    uint8_t *once, *twice;
    size_t   size = pack(&once, &whole);
    place    p;

    open_place(&p, 1 << 20);
    unpack(&p, once, size);
    CHECK(ptl_ok(&p.job));
    CHECK_UINT(pack(&twice, &p.scene), size);
    CHECK_BYTES(twice, size, once, size);
    CHECK_TEXT(p.scene.images.data[0].file.name, "x.png");
    CHECK_BYTES(p.scene.images.data[0].bytes.data, 5, "bytes", 5);
    CHECK(p.scene.meshes.data[0].parts.data[0].position.data[3] == 1);
    CHECK(p.scene.meshes.data[0].parts.data[0].color.data[11] == 12);
    CHECK(p.scene.clips.data[0].channels.data[0].values.data[5] == 3);
    CHECK(p.scene.materials.data[0].alpha == PTL_ALPHA_BLEND && p.scene.images.data[0].sharp);
    close_place(&p);
    free(once);
    free(twice);
}

static void nothing_arrives_too(void)
{
    ptl_scene empty = { 0 };
    uint8_t  *bytes;
    size_t    size = pack(&bytes, &empty);
    place     p;

    open_place(&p, 1 << 20);
    unpack(&p, bytes, size);
    CHECK(ptl_ok(&p.job) && p.scene.nodes.count == 0);
    close_place(&p);
    free(bytes);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static void every_cut_is_noticed(void)
{
    uint8_t *bytes;
    size_t   size = pack(&bytes, &whole);
    place    p;

    for (size_t i = 0; i < size; i++) {
        open_place(&p, 1 << 20);
        unpack(&p, bytes, i);
        CHECK(!ptl_ok(&p.job));
        close_place(&p);
    }
    free(bytes);
}

/* It may be another scene then, but a sound one. */
static void no_byte_does_harm(void)
{
    static const uint8_t values[] = { 0, 1, 2, 0x40, 0x7F, 0x80, 0xFF };
    uint8_t             *bytes;
    size_t               size = pack(&bytes, &whole), sound = 0;
    place                p;

    for (size_t i = 0; i < size * COUNT(values); i++) {
        uint8_t kept = bytes[i / COUNT(values)];

        bytes[i / COUNT(values)] = values[i % COUNT(values)];
        open_place(&p, 1 << 20);
        unpack(&p, bytes, size);
        if (ptl_ok(&p.job))
            ptl_scene_look_at(&p.job, &p.scene);
        sound += ptl_ok(&p.job);
        close_place(&p);
        bytes[i / COUNT(values)] = kept;
    }
    CHECK(sound > 0 && sound < size * COUNT(values));
    free(bytes);
}

/* ---- Answers --------------------------------------------------------------------------------- */

typedef struct tape { /* what the other side says */
    const uint8_t *bytes;
    size_t         size, at;
} tape;

static bool play(void *user, void *data, size_t size)
{
    tape *t = user;

    if (size > t->size - t->at)
        return false;
    if (size > 0)
        memcpy(data, t->bytes + t->at, size);
    t->at += size;
    return true;
}

static bool ignore(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return true;
}

static ptl_foreign_end hear(place *p, const uint8_t *bytes, size_t size)
{
    tape t = { bytes, size, 0 };

    return ptl_foreign_hear(&p->job, &p->scene, &(ptl_foreign_line){ play, ignore, &t },
                            &(ptl_files){ 0 });
}

static size_t put_head(uint8_t *to, uint32_t kind, size_t size)
{
    memset(to, 0, PTL_FOREIGN_HEAD);
    to[0] = (uint8_t)kind;
    to[4] = (uint8_t)size;
    to[5] = (uint8_t)(size >> 8);
    return PTL_FOREIGN_HEAD;
}

/* A finding or a failure. */
static size_t put_said(uint8_t *to, uint32_t kind, uint8_t severity, uint8_t status,
                       const char *rule, const char *text)
{
    size_t size = put_head(to, kind, PTL_FOREIGN_SAID);

    memset(to + size, 0, PTL_FOREIGN_SAID);
    to[size]     = severity;
    to[size + 4] = status;
    memcpy(to + size + 8, rule, strlen(rule));
    memcpy(to + size + 8 + PTL_FOREIGN_RULE, text, strlen(text));
    return size + PTL_FOREIGN_SAID;
}

static void keep_last(void *user, const ptl_diag *diag)
{
    *(ptl_diag *)user = *diag;
}

static void a_whole_answer_is_heard(void)
{
    uint8_t  answer[4096], *scene;
    size_t   packed = pack(&scene, &whole), size = put_head(answer, PTL_FOREIGN_HELLO, 0);
    ptl_diag last = { 0 };
    place    p;

    size += put_said(answer + size, PTL_FOREIGN_FINDING, PTL_LOSS, 0, "assimp-lines", "a\x1b[31m");
    size += put_head(answer + size, PTL_FOREIGN_LOAD, PTL_FOREIGN_WANTED);
    memset(answer + size, 0, PTL_FOREIGN_WANTED);
    answer[size + 4] = 'x';
    size += PTL_FOREIGN_WANTED;
    size += put_head(answer + size, PTL_FOREIGN_SCENE, packed);
    memcpy(answer + size, scene, packed);
    size += packed;
    open_place(&p, 1 << 20);
    p.job.listener = (ptl_listener){ keep_last, &last };
    CHECK_UINT(hear(&p, answer, size), PTL_FOREIGN_DONE);
    CHECK(ptl_ok(&p.job) && p.scene.nodes.count == 2);
    CHECK_TEXT(last.rule, "assimp-lines");
    CHECK_TEXT(last.message, "a\\x1b[31m"); /* nor is the text trusted */
    close_place(&p);
    for (size_t i = 0; i < size; i++) {
        open_place(&p, 1 << 20);
        CHECK_UINT(hear(&p, answer, i), i < 12 ? PTL_FOREIGN_DEAF : PTL_FOREIGN_BROKEN);
        close_place(&p);
    }
    free(scene);
}

static void failures_are_passed_on(void)
{
    static const struct {
        uint8_t         status;
        const char     *rule;
        ptl_foreign_end end;
    } said[] = {
        { PTL_E_SYNTAX, "assimp", PTL_FOREIGN_DONE },
        { PTL_OK, "assimp", PTL_FOREIGN_MAD },
        { 200, "assimp", PTL_FOREIGN_MAD },
        { PTL_E_SYNTAX, "no-such-rule", PTL_FOREIGN_MAD },
    };
    uint8_t answer[512];
    place   p;

    for (size_t i = 0; i < COUNT(said); i++) {
        size_t size = put_head(answer, PTL_FOREIGN_HELLO, 0);

        size += put_said(answer + size, PTL_FOREIGN_FAILED, PTL_ERROR, said[i].status, said[i].rule,
                         "no");
        open_place(&p, 1 << 20);
        CHECK_UINT(hear(&p, answer, size), said[i].end);
        CHECK((p.job.error.status == PTL_E_SYNTAX) == (i == 0));
        close_place(&p);
    }
}

/* One that talks on and on is not listened to for ever. */
static void findings_come_to_an_end(void)
{
    enum { EACH = PTL_FOREIGN_HEAD + PTL_FOREIGN_SAID, MANY = 5000 };
    uint8_t *answer = malloc(PTL_FOREIGN_HEAD + (size_t)MANY * EACH);
    size_t   size;
    place    p;

    CHECK(answer != NULL);
    size = put_head(answer, PTL_FOREIGN_HELLO, 0);
    for (size_t i = 0; i < MANY; i++)
        size += put_said(answer + size, PTL_FOREIGN_FINDING, PTL_LOSS, 0, "assimp-lines", "again");
    open_place(&p, 1 << 20);
    CHECK_UINT(hear(&p, answer, size), PTL_FOREIGN_MAD);
    close_place(&p);
    free(answer);
}

int main(void)
{
    static const test_case tests[] = { TEST(all_of_it_arrives),       TEST(nothing_arrives_too),
                                       TEST(every_cut_is_noticed),    TEST(no_byte_does_harm),
                                       TEST(a_whole_answer_is_heard), TEST(failures_are_passed_on),
                                       TEST(findings_come_to_an_end) };

    return run_tests("scene pack", tests, COUNT(tests));
}
