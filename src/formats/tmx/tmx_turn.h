/* SPDX-License-Identifier: MIT */
/* What turning a document from one of Tiled's languages into the other needs both ways. */
#ifndef PTL_FORMATS_TMX_TURN_H
#define PTL_FORMATS_TMX_TURN_H

#include "formats/tmx/tmx_names.h"
#include "formats/tmx/tmx_private.h"

typedef struct ptl_tmx_turn {
    ptl_job                  *job;
    const ptl_tiled_elements *from;
    ptl_tmx_tree              to;
    ptl_buf                   sized; /* how large tiles are, for objects that are tiles */
    bool                      gathered;
    size_t                    dropped; /* attributes and elements that have no counterpart */
    ptl_str                   first;   /* of them                                          */
} ptl_tmx_turn;

/* The root, and all that is in it. */
void ptl_tmx_turn_to_xml(ptl_tmx_turn *t);
void ptl_tmx_turn_to_json(ptl_tmx_turn *t);

/* Whether it was saved by a version of Tiled, 803 for 1.8.3, or a later one. */
bool ptl_tmx_is_since(const ptl_tiled_elements *all, uint64_t version);

/* Whether an attribute of such an element has a name in both languages. */
bool ptl_tmx_is_attribute(ptl_str element, ptl_str name);

/* Counts what does not come along. */
void ptl_tmx_drop(ptl_tmx_turn *t, ptl_str name);

/* A number as JSON spells it, out of what XML has. */
ptl_str ptl_tmx_json_number(ptl_job *job, ptl_str text);

#endif
