/* SPDX-License-Identifier: MIT */
/* Inputs: made from a seed, written to a scratch folder, the same on every machine. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include "bench.h"

/* Egoboo meshes; 10 doublings are like the largest known level: 128 x 128 fans, 1 MB. */
extern const input_kind input_mpd;

/* A folder of our own below TMPDIR; scratch_free removes it and what is in it. */
bool scratch_make(void);
void scratch_free(void);

/* Fills in all a work may ask for. Says why and returns false when it cannot. */
bool material_make(material *m, const bench_row *r, unsigned doublings);
void material_free(material *m);

/* Whether an outcome is right: a fast wrong answer must not count. */
bool material_fits(const material *m, const outcome *o);

#endif
