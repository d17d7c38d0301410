/* SPDX-License-Identifier: MIT */
/* The sweep: a sample damaged in many systematic ways, none of which may do harm. */
#ifndef PTL_TESTS_SWEEP_H
#define PTL_TESTS_SWEEP_H

#include "support.h"

/* Cuts the sample at every length, sets every byte to several values, fails every allocation, each
 * time reading, checking, describing and writing natively and as JSON. Every attempt ends in a
 * clean error or in a document that survives, and all memory comes back. */
void sweep(const char *format, const uint8_t *data, size_t size);

/* The same with damage only to the bytes from `from` up to `to`, for samples that cannot be short;
 * of the JSON as many bytes from the start. */
void sweep_part(const char *format, const uint8_t *data, size_t size, size_t from, size_t to);

/* The same for a file that is imported as a Permafrost model. */
void sweep_import(const char *import, const uint8_t *data, size_t size);

/* ---- Calls of any kind ----------------------------------------------------------------------- */

/* One try of a call: what it is given, and how it ended. */
typedef struct sweep_try {
    test_heap heap;
    size_t    limit;  /* of memory; 0: the usual one                              */
    size_t    errors; /* that were heard: the one it ended with, or none           */
    ptl_bytes out;    /* what it made, whatever that is; empty where it failed    */
    uint64_t  beside; /* a sum over what it put elsewhere                         */
    ptl_diag  err;
} sweep_try;

/* A call that takes memory, as somebody would make it who wants nothing to leak. */
typedef struct sweep_call {
    const char *name; /* for messages */
    ptl_status (*run)(const struct sweep_call *call, sweep_try *t);
    const void *user;
    size_t      most;    /* tries of each kind; 0: as many as there are places to fail at */
    const char *refusal; /* the message it ends with when all goes well; NULL: it works   */
} sweep_call;

/* A listener for such a call. */
ptl_listener sweep_listener(sweep_try *t);

/* Makes the call once, where all goes well. False when this build lacks a library for it. */
bool sweep_works(const sweep_call *call, sweep_try *t);

/* Fails every allocation once. The call then ends with PTL_E_MEMORY and nothing in its hands, or
 * makes the very same as ever. Nothing is held in the end. */
void sweep_allocations(const sweep_call *call);

/* Sets limits from 4 KiB, doubled until the call works: it is refused with PTL_E_LIMIT, and never
 * holds more than the limit, not one byte. */
void sweep_limits(const sweep_call *call);

/* Whether sweeps go through every place instead of a good part of them: PTL_SWEEP=whole. */
bool sweep_is_whole(void);

/* The place of a try: the first 3/4 of them one by one, the others spread over the rest. */
size_t sweep_place(size_t number, size_t most, size_t places);

#endif
