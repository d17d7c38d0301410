/* SPDX-License-Identifier: MIT */
/* The process in which an importer by others runs. After it greeted, nothing it says is trusted. */
#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "core/bytes.h"
#include "core/cursor.h"
#include "host/child.h"
#include "host/confine.h"
#include "imports/foreign.h"
#include "imports/scene_pack.h"

const char *const ptl_foreign_roles[] = { "part", "texture", NULL };

/* ---- The request ----------------------------------------------------------------------------- */

static bool hear_text(char *to, size_t room, uint32_t size)
{
    memset(to, 0, room);
    return size < room && ptl_child_hear(to, size);
}

static bool hear_source(ptl_foreign_request *r, uint64_t size)
{
    uint8_t *data = size <= SIZE_MAX / 2 ? ptl_arena_alone(&r->job, size) : NULL;

    r->source = r->job.source = (ptl_span){ data, (size_t)size };
    return data && ptl_child_hear(data, (size_t)size);
}

/* The caller has counted the source already, and its limit is that of what is made of it. */
static void begin_job(ptl_foreign_request *r, uint64_t memory, uint64_t source)
{
    uint64_t all = memory + source;

    r->memory = (size_t)(memory < SIZE_MAX / 2 ? memory : SIZE_MAX / 2);
    r->heap   = ptl_heap_of(&(ptl_allocator){ 0 }, (size_t)(all < SIZE_MAX ? all : SIZE_MAX));
    r->job    = (ptl_job){ .heap = &r->heap, .arena = &r->arena };
}

bool ptl_foreign_accept(ptl_foreign_request *out)
{
    uint8_t    head[PTL_FOREIGN_REQUEST];
    ptl_job    reading = { 0 };
    ptl_cursor in      = ptl_cursor_of(&reading, (ptl_span){ head, sizeof head });
    uint32_t   flags, depth, importer, name;
    uint64_t   memory, source;

    memset(out, 0, sizeof *out);
    if (!ptl_child_is_one())
        return false;
    ptl_confine_alone();
    if (!ptl_child_hear(head, sizeof head) || memcmp(ptl_take(&in, 4), "PTLI", 4) != 0 ||
        ptl_u32le(&in) != PTL_FOREIGN_VERSION)
        return false;
    out->seconds = ptl_u32le(&in);
    memory       = ptl_u64le(&in);
    flags        = ptl_u32le(&in);
    depth        = ptl_u32le(&in);
    importer     = ptl_u32le(&in);
    name         = ptl_u32le(&in);
    source       = ptl_u64le(&in);
    begin_job(out, memory, source);
    out->job.depth   = depth;
    out->job.strict  = flags & PTL_FOREIGN_STRICT;
    out->job.lenient = flags & PTL_FOREIGN_LENIENT;
    return hear_text(out->importer, sizeof out->importer, importer) &&
           hear_text(out->name, sizeof out->name, name) && hear_source(out, source);
}

/* ---- The answer ------------------------------------------------------------------------------ */

static bool say_head(uint32_t kind, uint64_t size)
{
    uint8_t head[PTL_FOREIGN_HEAD];

    ptl_store_u32le(head, kind);
    ptl_store_u32le(head + 4, (uint32_t)size);
    ptl_store_u32le(head + 8, (uint32_t)(size >> 32));
    return ptl_child_say(head, sizeof head);
}

static void say_finding(uint32_t kind, const ptl_diag *diag)
{
    uint8_t said[PTL_FOREIGN_SAID] = { 0 };

    ptl_store_u32le(said, diag->severity);
    ptl_store_u32le(said + 4, diag->status);
    snprintf((char *)said + 8, PTL_FOREIGN_RULE, "%s", diag->rule);
    snprintf((char *)said + 8 + PTL_FOREIGN_RULE, PTL_FOREIGN_TEXT, "%s", diag->message);
    if (say_head(kind, sizeof said))
        ptl_child_say(said, sizeof said);
}

/* The error is said when all is over. */
static void hear_finding(void *user, const ptl_diag *diag)
{
    (void)user;
    if (diag->status == PTL_OK)
        say_finding(PTL_FOREIGN_FINDING, diag);
}

/* A ptl_files.load that asks the other side, which has its own rules for it. */
static bool load_from_caller(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    uint8_t  wanted[PTL_FOREIGN_WANTED] = { 0 }, reply[PTL_FOREIGN_REPLY];
    uint32_t role                       = 0;
    uint64_t size;

    (void)user;
    while (ptl_foreign_roles[role + 1] && strcmp(ptl_foreign_roles[role], companion->role) != 0)
        role++;
    ptl_store_u32le(wanted, role);
    memcpy(wanted + 4, companion->name, sizeof companion->name);
    if (!say_head(PTL_FOREIGN_LOAD, sizeof wanted) || !ptl_child_say(wanted, sizeof wanted) ||
        !ptl_child_hear(reply, sizeof reply) || ptl_load_u32le(reply) == 0)
        return false;
    size          = ptl_load_u64le(reply + 4);
    out->data     = out->allocator.resize(out->allocator.user, NULL, 0, (size_t)size + (size == 0));
    out->size     = (size_t)size;
    out->capacity = out->size + (size == 0);
    return out->data && ptl_child_hear(out->data, out->size);
}

static bool say_bytes(void *user, const void *data, size_t size)
{
    (void)user;
    return ptl_child_say(data, size);
}

static bool say_nothing(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return true;
}

static uint64_t pack_to(ptl_job *job, const ptl_sink *sink, ptl_scene *scene)
{
    ptl_buf  out = ptl_buf_of(job, sink);
    uint64_t size;

    ptl_scene_pack(&out, scene);
    ptl_buf_flush(&out);
    size = out.gone;
    ptl_buf_free(&out);
    return size;
}

/* The size comes first; to walk twice takes less memory than to keep it. */
static void say_scene(ptl_job *job, ptl_scene *scene)
{
    uint64_t size = pack_to(job, &(ptl_sink){ .put = say_nothing }, scene);

    if (ptl_ok(job) && say_head(PTL_FOREIGN_SCENE, size))
        pack_to(job, &(ptl_sink){ .put = say_bytes }, scene);
}

void ptl_foreign_serve(ptl_foreign_request *request, const ptl_importer *import)
{
    static const ptl_files files = { .load = load_from_caller };
    ptl_job               *job   = &request->job;
    ptl_scene              scene = { 0 };

    if (import && import->load)
        import->load(); /* what cannot be loaded is for it to say */
    ptl_confine(&(ptl_confinement){ request->memory, request->seconds });
    if (!say_head(PTL_FOREIGN_HELLO, 0))
        return;
    job->listener = (ptl_listener){ .hear = hear_finding };
    if (import && import->load && import->hub == PTL_HUB_SCENE)
        import->read(job, request->source, request->name, &scene, &files);
    else
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "import-child", "there is no such importer");
    if (ptl_ok(job))
        say_scene(job, &scene);
    if (!ptl_ok(job))
        say_finding(PTL_FOREIGN_FAILED, &job->error);
}
