/* SPDX-License-Identifier: MIT */
/* Running an import: those that are code of others where and as far as the caller allows. */
#include <errno.h>
#include <string.h>

#include "core/bytes.h"
#include "host/child.h"
#include "imports/foreign.h"

enum { SECONDS = 10 }; /* for any file, and one more for each MiB */

/* ---- The request ----------------------------------------------------------------------------- */

typedef struct call {
    ptl_job            *job;
    const ptl_importer *import;
    ptl_span            source;
    const char         *name; /* its end, if it is a long one: extensions count */
    unsigned            seconds;
    ptl_child           child;
} call;

static const char *short_name(const char *name)
{
    size_t length = name ? strlen(name) : 0;

    return length < PTL_FOREIGN_NAME ? length > 0 ? name : ""
                                     : name + length - (PTL_FOREIGN_NAME - 1);
}

static void fill_head(uint8_t head[PTL_FOREIGN_REQUEST], const call *c)
{
    const ptl_heap *heap   = c->job->heap;
    uint64_t        memory = heap->limit - heap->used, source = c->source.size;
    const uint32_t  words[] = { PTL_FOREIGN_VERSION,
                                c->seconds,
                                (uint32_t)memory,
                                (uint32_t)(memory >> 32),
                                (c->job->strict ? PTL_FOREIGN_STRICT : 0u) |
                                    (c->job->lenient ? PTL_FOREIGN_LENIENT : 0u),
                                c->job->depth,
                                (uint32_t)strlen(c->import->info.name),
                                (uint32_t)strlen(c->name),
                                (uint32_t)source,
                                (uint32_t)(source >> 32) };

    memset(head, 0, PTL_FOREIGN_REQUEST);
    memcpy(head, "PTLI", 4);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ptl_store_u32le(head + 4 + 4 * i, words[i]);
}

/* One that ends before it has heard everything may have said why. */
static void ask(call *c)
{
    uint8_t head[PTL_FOREIGN_REQUEST];

    fill_head(head, c);
    if (ptl_child_put(&c->child, head, sizeof head) &&
        ptl_child_put(&c->child, c->import->info.name, strlen(c->import->info.name)) &&
        ptl_child_put(&c->child, c->name, strlen(c->name)))
        ptl_child_put(&c->child, c->source.data, c->source.size);
}

static bool get(void *user, void *data, size_t size)
{
    return ptl_child_get(user, data, size);
}

static bool put(void *user, const void *data, size_t size)
{
    return ptl_child_put(user, data, size);
}

/* ---- What went wrong ------------------------------------------------------------------------- */

static void fail_absent(ptl_job *job, const ptl_child_fate *fate)
{
    if (!fate->started && fate->error == ENOSYS)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "this build starts no programs, and one reads this kind of file");
    else if (!fate->started)
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "import-child",
                 "the program that should read this kind of file cannot be started: %s",
                 strerror(fate->error));
    else
        ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "import-child",
                 "the program that was started for this kind of file does not answer");
}

static void fail_crashed(ptl_job *job, const ptl_child_fate *fate, const char *who)
{
    if (fate->barred)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "import-crash",
                 "%s was stopped: it asked the system for what no importer needs", who);
    else if (fate->signal)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "import-crash",
                 "%s crashed while reading it: signal %d", who, fate->signal);
    else
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "import-crash",
                 "%s ended while reading it, without an answer", who);
}

static void fail_by(call *c, ptl_foreign_end end, const ptl_child_fate *fate)
{
    const char *who = c->import->info.name;

    if (end == PTL_FOREIGN_MAD)
        ptl_fail(c->job, PTL_E_SYNTAX, PTL_NOWHERE, "import-answer",
                 "what came back from the importer %s makes no sense", who);
    else if (fate->late)
        ptl_fail(c->job, PTL_E_LIMIT, PTL_NOWHERE, "import-endless",
                 "the importer %s took more than %u s", who, c->seconds);
    else if (end == PTL_FOREIGN_DEAF && !fate->signal)
        fail_absent(c->job, fate);
    else
        fail_crashed(c->job, fate, who);
}

/* ---- The call -------------------------------------------------------------------------------- */

static unsigned seconds_for(const ptl_foreign *how, ptl_span source)
{
    return how->seconds > 0 ? how->seconds : SECONDS + (unsigned)(source.size >> 20);
}

static void read_elsewhere(call *c, const ptl_read_opts *opts, void *hub)
{
    const char *const      words[] = { opts->foreign.child, PTL_IMPORT_CHILD, NULL };
    const ptl_foreign_line line    = { get, put, &c->child };
    ptl_foreign_end        end     = PTL_FOREIGN_DEAF;
    ptl_child_fate         fate;

    if (ptl_child_start(&c->child, c->job, words, &(ptl_child_limits){ .seconds = c->seconds })) {
        ask(c);
        end = ptl_foreign_hear(c->job, hub, &line, &opts->files);
    }
    fate = ptl_child_end(&c->child);
    if (ptl_ok(c->job) && end != PTL_FOREIGN_DONE)
        fail_by(c, end, &fate);
}

void ptl_import_run(ptl_job *job, const ptl_importer *import, ptl_span source,
                    const ptl_read_opts *opts, void *hub)
{
    call c = { .job = job, .import = import, .source = source, .name = short_name(opts->name) };

    c.seconds = seconds_for(&opts->foreign, source);
    if (import->load && !ptl_trusted(job, "this kind of file is read by libassimp"))
        return;
    if (import->load && opts->foreign.refuse)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "import-refused",
                 "importers by others are not allowed here, and this file needs %s",
                 import->info.name);
    else if (import->load && opts->foreign.child)
        read_elsewhere(&c, opts, hub);
    else
        import->read(job, source, opts->name, hub, &opts->files);
}
