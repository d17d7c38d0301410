/* SPDX-License-Identifier: MIT */
/* Limits: a row for each member of ptl_limits, from which come the defaults, the options of the
 * tool, its help and the tables in the documents. */
#include <string.h>

#include "core/job.h"

typedef struct row {
    ptl_limit_info info;
    size_t         place, size; /* of the member */
} row;

#define MEMBER(name) offsetof(ptl_limits, name), sizeof((ptl_limits *)0)->name

static const row rows[] = {
    { { "memory", "bytes", "the most memory one file may take, with all that belongs to it",
        "limit-memory", 1 << 30, 128 << 20 },
      MEMBER(memory) },
    { { "input", "bytes", "the largest file that is read", "limit-input", 512 << 20, 16 << 20 },
      MEMBER(input) },
    { { "depth", "levels", "how deep JSON may be nested", "limit-depth", 64, 32 }, MEMBER(depth) },
    { { "expansion", "cells", "how many cells each byte of a packed map may stand for",
        "limit-expansion", 1024, 128 },
      MEMBER(expansion) },
};

enum { ROWS = sizeof rows / sizeof *rows };

const ptl_limit_info *ptl_limit_at(size_t index)
{
    return index < ROWS ? &rows[index].info : NULL;
}

static uint64_t load(const ptl_limits *limits, const row *r)
{
    const char *at = (const char *)limits + r->place;
    uint64_t    wide;
    uint32_t    narrow;

    if (r->size == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

static bool store(ptl_limits *limits, const row *r, uint64_t value)
{
    char    *at     = (char *)limits + r->place;
    uint32_t narrow = (uint32_t)value;

    if (r->size == sizeof value)
        memcpy(at, &value, sizeof value);
    else if (narrow == value)
        memcpy(at, &narrow, sizeof narrow);
    return r->size == sizeof value || narrow == value;
}

bool ptl_limits_set(ptl_limits *limits, const char *name, uint64_t value)
{
    for (size_t i = 0; i < ROWS && limits && name; i++)
        if (strcmp(rows[i].info.name, name) == 0)
            return store(limits, &rows[i], value);
    return false;
}

void ptl_limits_untrusted(ptl_limits *out)
{
    for (size_t i = 0; i < ROWS && out; i++)
        store(out, &rows[i], rows[i].info.untrusted);
}

ptl_limits ptl_limits_of(const ptl_limits *asked, bool untrusted)
{
    ptl_limits limits = *asked;

    for (size_t i = 0; i < ROWS; i++)
        if (load(&limits, &rows[i]) == 0)
            store(&limits, &rows[i], untrusted ? rows[i].info.untrusted : rows[i].info.usual);
    return limits;
}
