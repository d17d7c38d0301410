/* SPDX-License-Identifier: MIT */
/* The parts of the Gridmonger samples: each draws into a new map, false when it cannot. */
#ifndef SAMPLES_SAMPLE_GRIDMONGER_H
#define SAMPLES_SAMPLE_GRIDMONGER_H

#include "make.h"

struct ptl_doc;

bool sample_borders(struct ptl_doc *doc); /* of regions, along every kind of wall */
bool sample_tower(struct ptl_doc *doc);   /* thirty levels                        */
bool sample_isles(struct ptl_doc *doc);   /* a map of the world                   */

#endif
