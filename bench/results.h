/* SPDX-License-Identifier: MIT */
/* What the benchmark says: a line for people, an object for programs. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <stdio.h>

#include "measure.h"

typedef enum verdict { PASS, FAIL, NOISY, SKIPPED } verdict;

typedef struct result {
    const bench_row *row;
    unsigned         doublings;
    uint64_t         units, bytes;
    size_t           peak; /* bytes */
    contest          contest;
    verdict          verdict;
    const char      *why; /* nothing was measured; else NULL */
} result;

typedef struct report {
    FILE  *json, *markdown; /* NULL: nobody asked */
    size_t count, failed;
} report;

void report_open(report *to, FILE *json, FILE *markdown);
void report_add(report *to, const result *r);
void report_close(report *to);

#endif
