/* SPDX-License-Identifier: MIT */
/* A text being read as JSON, over a job that counts its memory. */
#ifndef PTL_TESTS_JSON_READING_H
#define PTL_TESTS_JSON_READING_H

#include "core/json.h"
#include "fixture.h"

typedef struct reading {
    fixture     f;
    ptl_json_in in;
} reading;

static inline void begin_bytes(reading *r, const char *text, size_t size)
{
    fixture_begin(&r->f, text, size);
    r->in = ptl_json_in_of(&r->f.job, (ptl_span){ (const uint8_t *)text, size });
}

static inline void begin(reading *r, const char *text)
{
    begin_bytes(r, text, strlen(text));
}

static inline void end(reading *r)
{
    ptl_json_in_free(&r->in);
    fixture_end(&r->f);
}

#endif
