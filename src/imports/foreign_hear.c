/* SPDX-License-Identifier: MIT */
/* What the process of an importer by others answers, taken as any other input: every size is a
 * claim, every number may be wrong, and there may be no end to it. */
#include <string.h>

#include "core/arena.h"
#include "core/bytes.h"
#include "core/companions.h"
#include "imports/foreign.h"
#include "imports/scene_pack.h"

extern const ptl_rule ptl_core_rules[];
extern const ptl_rule ptl_import_rules[];

enum { FINDINGS = 4096, LOADS = 1024 }; /* most of each */

typedef struct hearing {
    ptl_job                *job;
    ptl_scene              *out;
    const ptl_foreign_line *line;
    const ptl_files        *files;
    ptl_foreign_end         end;
    bool                    greeted, over;
    size_t                  findings, loads;
} hearing;

static void stop(hearing *h, ptl_foreign_end end)
{
    h->over = true;
    h->end  = end;
}

static bool get(hearing *h, void *data, size_t size)
{
    if (h->line->get(h->line->user, data, size))
        return true;
    stop(h, h->greeted ? PTL_FOREIGN_BROKEN : PTL_FOREIGN_DEAF);
    return false;
}

static void put(hearing *h, const void *data, size_t size)
{
    if (!h->line->put(h->line->user, data, size))
        stop(h, PTL_FOREIGN_BROKEN);
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* Rules have to be ours, because they outlive the answer. */
static const char *rule_of(const char *name)
{
    static const char *const others[] = { "file-missing", "limit-input" }; /* of the flow */
    const ptl_rule *const    tables[] = { ptl_import_rules, ptl_core_rules };

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const ptl_rule *r = tables[i]; r->name[0]; r++)
            if (strcmp(r->name, name) == 0)
                return r->name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return others[i];
    return NULL;
}

typedef struct said {
    uint32_t    severity, status;
    const char *rule;
    char        text[PTL_FOREIGN_TEXT];
} said;

static bool get_said(hearing *h, said *out)
{
    uint8_t     bytes[PTL_FOREIGN_SAID];
    const char *rule = (const char *)bytes + 8, *text = rule + PTL_FOREIGN_RULE;

    if (!get(h, bytes, sizeof bytes))
        return false;
    if (!memchr(rule, 0, PTL_FOREIGN_RULE) || !memchr(text, 0, PTL_FOREIGN_TEXT)) {
        stop(h, PTL_FOREIGN_MAD);
        return false;
    }
    *out = (said){ ptl_load_u32le(bytes), ptl_load_u32le(bytes + 4), rule_of(rule), "" };
    ptl_quote(out->text, sizeof out->text, text, strlen(text));
    return true;
}

static void hear_finding(hearing *h, uint64_t size)
{
    said s;

    (void)size;
    if (!get_said(h, &s))
        return;
    if (!s.rule || s.severity >= PTL_ERROR || ++h->findings > FINDINGS)
        stop(h, PTL_FOREIGN_MAD);
    else
        ptl_find(h->job, (ptl_severity)s.severity, PTL_NOWHERE, s.rule, "%s", s.text);
}

static void hear_failure(hearing *h, uint64_t size)
{
    said s;

    (void)size;
    if (!get_said(h, &s))
        return;
    if (!s.rule || s.status < PTL_E_ARG || s.status > PTL_E_UNSUPPORTED) {
        stop(h, PTL_FOREIGN_MAD);
        return;
    }
    ptl_fail(h->job, (ptl_status)s.status, PTL_NOWHERE, s.rule, "%s", s.text);
    stop(h, PTL_FOREIGN_DONE);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void reply(hearing *h, bool there, const ptl_bytes *bytes)
{
    uint8_t  head[PTL_FOREIGN_REPLY];
    uint64_t size = there ? bytes->size : 0;

    ptl_store_u32le(head, there);
    ptl_store_u32le(head + 4, (uint32_t)size);
    ptl_store_u32le(head + 8, (uint32_t)(size >> 32));
    put(h, head, sizeof head);
    if (there && !h->over)
        put(h, bytes->data, bytes->size);
}

static void hear_load(hearing *h, uint64_t size)
{
    uint8_t       wanted[PTL_FOREIGN_WANTED];
    const char   *name = (const char *)wanted + 4;
    ptl_companion file = { .needed = true, .exact = true };
    ptl_bytes     bytes;
    bool          there;

    (void)size;
    if (!get(h, wanted, sizeof wanted))
        return;
    if (ptl_load_u32le(wanted) > 1 || !memchr(name, 0, PTL_FOREIGN_NAME) || ++h->loads > LOADS) {
        stop(h, PTL_FOREIGN_MAD);
        return;
    }
    file.role = ptl_foreign_roles[ptl_load_u32le(wanted)];
    ptl_companion_call(&file, (ptl_str){ name, strlen(name) });
    there = ptl_files_load(h->job, h->files, &file, &bytes);
    if (ptl_ok(h->job))
        reply(h, there, &bytes);
    if (there)
        ptl_bytes_free(&bytes);
}

/* ---- The scene ------------------------------------------------------------------------------- */

/* In a job of its own, whose findings and places are about the answer rather than the file. */
static void unpack(hearing *h, ptl_span packed)
{
    ptl_job own = { .heap = h->job->heap, .arena = h->job->arena, .depth = h->job->depth };

    own.source = packed;
    ptl_scene_unpack(&own, h->out, packed);
    if (ptl_starved(&own))
        ptl_fail(h->job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    stop(h, ptl_ok(&own) || ptl_starved(&own) ? PTL_FOREIGN_DONE : PTL_FOREIGN_MAD);
}

static void hear_scene(hearing *h, uint64_t size)
{
    uint8_t *data = ptl_arena_raw(h->job, size);

    if (!data)
        stop(h, PTL_FOREIGN_DONE); /* the job has failed */
    else if (get(h, data, (size_t)size))
        unpack(h, (ptl_span){ data, (size_t)size });
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void hear_hello(hearing *h, uint64_t size)
{
    (void)size;
    h->greeted = true;
}

static const struct {
    uint64_t least, most;
    bool     first; /* comes before the greeting */
    void (*hear)(hearing *h, uint64_t size);
} kinds[] = {
    [PTL_FOREIGN_HELLO]   = { 0, 0, true, hear_hello },
    [PTL_FOREIGN_FINDING] = { PTL_FOREIGN_SAID, PTL_FOREIGN_SAID, false, hear_finding },
    [PTL_FOREIGN_LOAD]    = { PTL_FOREIGN_WANTED, PTL_FOREIGN_WANTED, false, hear_load },
    [PTL_FOREIGN_SCENE]   = { 4, UINT64_MAX / 2, false, hear_scene },
    [PTL_FOREIGN_FAILED]  = { PTL_FOREIGN_SAID, PTL_FOREIGN_SAID, false, hear_failure },
};

static void hear_one(hearing *h)
{
    uint8_t  head[PTL_FOREIGN_HEAD];
    uint32_t kind;
    uint64_t size;

    if (!get(h, head, sizeof head))
        return;
    kind = ptl_load_u32le(head);
    size = ptl_load_u64le(head + 4);
    if (kind >= sizeof kinds / sizeof *kinds || !kinds[kind].hear || size < kinds[kind].least ||
        size > kinds[kind].most || kinds[kind].first == h->greeted)
        stop(h, PTL_FOREIGN_MAD);
    else
        kinds[kind].hear(h, size);
}

ptl_foreign_end ptl_foreign_hear(ptl_job *job, ptl_scene *out, const ptl_foreign_line *line,
                                 const ptl_files *files)
{
    hearing h = { .job = job, .out = out, .line = line, .files = files };

    while (!h.over && ptl_ok(job))
        hear_one(&h);
    return ptl_ok(job) ? h.end : PTL_FOREIGN_DONE;
}
