/* SPDX-License-Identifier: MIT */
/* A B A B, until both have run often and long enough; then best, median and worst. */
#define _XOPEN_SOURCE 700 /* clock_gettime */

#include "measure.h"

#include <stdlib.h>
#include <time.h>

enum {
    REPS       = 15,
    LARGE_REPS = 5, /* of work that takes longer than LARGE */
    ATTEMPTS   = 4,
    MOST_TURN  = 1000,
};

static const double SECONDS = 0.5, LARGE = 0.1, NOISE = 1.25;

typedef struct side {
    work           *run;
    const material *m;
    unsigned        turn; /* runs in a row */
    double         *times;
    size_t          count, room;
    double          total;
} side;

void outcome_free(outcome *o)
{
    ptl_doc_free(o->doc);
    ptl_bytes_free(&o->bytes);
}

/* ---- One run -------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double sample(side *s)
{
    double  start = now(), time;
    outcome o     = s->run(s->m);

    outcome_free(&o);
    time = now() - start - o.spared;
    if (s->count == s->room) {
        s->room  = s->room ? 2 * s->room : 1024;
        s->times = realloc(s->times, s->room * sizeof *s->times);
        if (!s->times)
            abort();
    }
    s->times[s->count++] = time;
    s->total += time;
    return time;
}

/* ---- Many ----------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static summary summarize(side *s)
{
    summary out = { .reps = s->count };

    if (s->count == 0)
        return out;
    qsort(s->times, s->count, sizeof *s->times, by_time);
    out.best   = s->times[0];
    out.median = s->times[s->count / 2];
    out.worst  = s->times[s->count - 1];
    return out;
}

/* One run each by turns; only where one side takes far less does it run several times a turn, or
 * the slow one would run for minutes. */
static void set_turns(side s[2])
{
    double first[2] = { s[0].run ? sample(&s[0]) : 0, sample(&s[1]) };

    for (int i = 0; i < 2; i++) {
        double share = s[i].run ? first[1 - i] / first[i] / 4 : 0;

        s[i].turn = s[i].run ? 1 + (unsigned)(share < MOST_TURN ? share : MOST_TURN) : 0;
    }
}

static bool enough(const bench_row *r, const side *s, unsigned attempts)
{
    size_t reps    = r->reps ? r->reps : s->count > 0 && s->times[0] > LARGE ? LARGE_REPS : REPS;
    double seconds = r->seconds > 0 ? r->seconds : SECONDS;

    return !s->run || (s->count >= reps * attempts && s->total >= seconds * attempts);
}

static double value_of(bench_sense sense, double ours, double anchor)
{
    if (anchor <= 0)
        return ours * 1e3;
    return sense == AT_MOST ? ours / anchor : anchor / ours;
}

/* Takes a time off all of a summary; what is left is never nothing. */
static void take_off(summary *s, double time)
{
    double *times[] = { &s->best, &s->median, &s->worst };

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = *times[i] > time ? *times[i] - time : 1e-9;
}

static contest compare(const bench_row *r, side s[2], double apart)
{
    contest c = { .anchor = summarize(&s[0]), .ours = summarize(&s[1]) };
    double  typical;

    if (apart > 0)
        take_off(&c.anchor, apart);
    c.value = value_of(r->sense, c.ours.best, c.anchor.best);
    c.holds = r->sense == AT_MOST ? c.value <= r->floor : c.value >= r->floor;
    typical = value_of(r->sense, c.ours.median, c.anchor.median);
    c.noisy = r->against && (typical > c.value * NOISE || typical < c.value / NOISE);
    return c;
}

/* The best time of what the anchor does besides; 0 when that is nothing. */
static double time_apart(const bench_row *r, const material *m)
{
    side    s = { .run = r->apart, .m = m };
    summary all;

    for (int i = 0; r->apart && i < LARGE_REPS; i++)
        sample(&s);
    all = summarize(&s);
    free(s.times);
    return all.best;
}

contest measure(const bench_row *r, const material *m, const material *half)
{
    side    s[2] = { { .run = r->against, .m = half }, { .run = r->ours, .m = m } };
    contest c    = { .noisy = true };
    double  apart;

    apart = time_apart(r, half);
    set_turns(s);
    for (unsigned attempts = 1; attempts <= ATTEMPTS && (c.noisy || !c.holds); attempts++) {
        while (!enough(r, &s[0], attempts) || !enough(r, &s[1], attempts))
            for (int i = 0; i < 2; i++)
                for (unsigned k = 0; k < s[i].turn; k++)
                    sample(&s[i]);
        c = compare(r, s, apart);
    }
    free(s[0].times);
    free(s[1].times);
    return c;
}
