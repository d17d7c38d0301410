/* SPDX-License-Identifier: MIT */
/* Chance, for tables whose order nobody outside may know. */
#ifndef PTL_HOST_SEED_H
#define PTL_HOST_SEED_H

#include <stdint.h>

/* A number that those who make files cannot know. Nothing that is written may depend on it. */
uint64_t ptl_seed(void);

#endif
