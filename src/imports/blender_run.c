/* SPDX-License-Identifier: MIT */
/* Blender as a reader of its own files. The add-on answers through standard output: "PTLB", after
 * whatever Blender said before, then messages of a kind (4), a size (8) and as many bytes. */
#include "imports/blender_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "core/bytes.h"
#include "host/child.h"

enum { SECONDS = 120, NOISE = 1 << 20, WORDS = 4096, HEAD = 12 };

enum { LOSS = 1, NAME, BYTES, END, FAILED };

typedef struct answer {
    ptl_job                *job;
    const ptl_blender_call *call;
    ptl_child               child;
    const char             *name; /* of the next file */
    bool                    done;
} answer;

bool ptl_blender_reads(const ptl_foreign *how, const char *path)
{
    return path && how->blender && how->addon && !how->refuse && ptl_has_extension(path, "blend");
}

/* ---- Hearing --------------------------------------------------------------------------------- */

/* The mark of the beginning, past what Blender says of itself. */
static bool find_mark(answer *a)
{
    char last[4] = { 0 };

    for (size_t i = 0; i < NOISE && ptl_child_get(&a->child, last + 3, 1); i++) {
        if (memcmp(last, "PTLB", 4) == 0)
            return true;
        memmove(last, last + 1, 3);
    }
    return false;
}

/* A size is a claim: what exceeds the limit of the call fails before it is waited for. */
static char *take(answer *a, uint64_t size)
{
    char *text = size < SIZE_MAX ? ptl_arena_raw(a->job, (size_t)size + 1) : NULL;

    if (!text || !ptl_child_get(&a->child, text, (size_t)size))
        return NULL;
    text[size] = '\0';
    return text;
}

static void say_words(answer *a, uint32_t kind, const char *text, size_t size)
{
    char shown[160];

    ptl_quote(shown, sizeof shown, text, size);
    if (kind == LOSS)
        ptl_find(a->job, PTL_LOSS, PTL_NOWHERE, "blender-loss", "%s", shown);
    else
        ptl_fail(a->job, PTL_E_SYNTAX, PTL_NOWHERE, "blender", "Blender refuses it: %s", shown);
}

/* One message; false when there is no sense in it. Names are those of files beside the output. */
static bool hear_one(answer *a, uint32_t kind, uint64_t size)
{
    const char *text = take(a, kind == BYTES || size <= WORDS ? size : UINT64_MAX);

    if (!text)
        return false;
    if (kind == LOSS || kind == FAILED)
        say_words(a, kind, text, (size_t)size);
    else if (kind == NAME && size > 0 && strlen(text) == size && !strpbrk(text, "/\\"))
        a->name = text;
    else if (kind == BYTES && a->name)
        a->call->file(a->call->user, a->name, (ptl_span){ (const uint8_t *)text, (size_t)size });
    else if (kind != END)
        return false;
    a->done = kind == END || kind == FAILED;
    return true;
}

static void hear(answer *a)
{
    uint8_t head[HEAD];

    if (!find_mark(a))
        return;
    while (!a->done && ptl_ok(a->job) && ptl_child_get(&a->child, head, sizeof head))
        if (!hear_one(a, ptl_load_u32le(head),
                      ptl_load_u32le(head + 4) | (uint64_t)ptl_load_u32le(head + 8) << 32))
            return;
}

/* ---- The call -------------------------------------------------------------------------------- */

static void fail_by(answer *a, const ptl_child_fate *fate, unsigned seconds)
{
    if (fate->late)
        ptl_fail(a->job, PTL_E_LIMIT, PTL_NOWHERE, "import-endless",
                 "Blender took more than %u s to read it", seconds);
    else
        ptl_fail(a->job, PTL_E_SYNTAX, PTL_NOWHERE, "import-crash",
                 "Blender ended while reading it, without an answer (signal %d)", fate->signal);
}

/* The folder of a path, which ends in a slash; empty for none. */
static void folder_of(char *out, size_t size, const char *path)
{
    const char *slash  = path ? strrchr(path, '/') : NULL;
    size_t      length = slash ? (size_t)(slash - path) + 1 : 0;

    snprintf(out, size, "%.*s", length < size ? (int)length : 0, path ? path : "");
    if (path && length == 0)
        snprintf(out, size, "./");
}

bool ptl_blender_run(ptl_job *job, const ptl_blender_call *call)
{
    unsigned          seconds = call->how->seconds > 0 ? call->how->seconds : SECONDS;
    char              script[1024], folder[1024];
    answer            a       = { .job = job, .call = call };
    const char *const words[] = { call->how->blender,
                                  "-b",
                                  "--factory-startup",
                                  "--disable-autoexec",
                                  "--python",
                                  script,
                                  "--",
                                  call->path,
                                  folder,
                                  NULL };
    ptl_child_fate    fate;

    if (!ptl_trusted(job, "this kind of file is read by Blender"))
        return true;
    folder_of(folder, sizeof folder, call->to);
    snprintf(script, sizeof script, "%s/portolan_formats/batch.py", call->how->addon);
    if (ptl_child_start(&a.child, job, words, &(ptl_child_limits){ .seconds = seconds }))
        hear(&a);
    fate = ptl_child_end(&a.child);
    if (ptl_ok(job) && fate.started && !a.done)
        fail_by(&a, &fate, seconds);
    return fate.started;
}
