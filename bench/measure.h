/* SPDX-License-Identifier: MIT */
/* Timing two works by turns, and what the times say. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "bench.h"

typedef struct summary { /* seconds */
    double best, median, worst;
    size_t reps;
} summary;

typedef struct contest {
    summary ours, anchor; /* no repetitions of an anchor: there is none */
    double  value;        /* of the best times, as the row's sense says */
    bool    holds;        /* the floor */
    bool    noisy;        /* the medians tell another story */
} contest;

/* One row on its material; the anchor works on `half`, which is the same unless the row climbs a
 * ladder. Noise, and a floor that is missed, are answered by up to three times more repetitions:
 * neighbors only ever add time, so the best of many is closer to the truth. */
contest measure(const bench_row *r, const material *m, const material *half);

void outcome_free(outcome *o);

#endif
