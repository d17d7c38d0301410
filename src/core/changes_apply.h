/* SPDX-License-Identifier: MIT */
/* Changes from JSON while they are made true in a document. */
#ifndef PTL_CORE_CHANGES_APPLY_H
#define PTL_CORE_CHANGES_APPLY_H

#include "core/changes.h"

typedef struct ptl_applying {
    ptl_json_in      *in;
    ptl_job          *job;
    const ptl_record *record; /* of the place that is worked on */
    char             *data;
    uint64_t         *cells;   /* that were gone over so far              */
    uint64_t          leaving; /* layers that go when their cells are zero */
    char              path[48];
} ptl_applying;

/* Fails the job: the document is not as the text says, or the text makes no sense. */
void ptl_apply_misfit(ptl_applying *a, const char *what, const char *why);
void ptl_apply_bad(ptl_applying *a, uint64_t at, const char *why);

/* A field of the record by its name, given or as the next key. */
const ptl_field *ptl_apply_field_named(ptl_applying *a, ptl_str name, uint64_t at);
const ptl_field *ptl_apply_next_field(ptl_applying *a);

/* There has to be another value, or none. */
void ptl_apply_expect(ptl_applying *a, char close, bool *first);
void ptl_apply_no_more(ptl_applying *a, char close, bool *first);

/* Pairs of where a run of elements was and how long it is. */
const ptl_align *ptl_apply_runs(ptl_applying *a, uint32_t before, uint64_t fresh_most);

/* What new elements there may be at most: the text has at least a character for each. */
uint64_t ptl_apply_most(const ptl_applying *a);

/* ---- Places ---------------------------------------------------------------------------------- */

enum { PTL_PLACE_STEPS = 8 }; /* records inside of one another, at most */

typedef struct ptl_apply_step {
    const ptl_field *field;
    uint64_t         index;
    void            *keys;  /* a struct of which only these are set; NULL: it goes by the index */
    uint64_t         known; /* a bit for each field that is set */
} ptl_apply_step;

typedef struct ptl_apply_way {
    ptl_apply_step steps[PTL_PLACE_STEPS];
    size_t         count;
} ptl_apply_way;

/* ["levels", 2, "annotations", 0] */
void ptl_apply_place(ptl_applying *a, ptl_apply_way *to);
/* Keys of an element as an object, or null; and a list of these, one for each index of a place. */
void ptl_apply_keys(ptl_applying *a, ptl_apply_step *s);
void ptl_apply_place_keys(ptl_applying *a, ptl_apply_way *to);

bool ptl_apply_is(const ptl_apply_step *s, const void *of); /* whether an element has the keys */

/* Goes on into the record that the place is. */
void ptl_apply_enter(ptl_applying *a, const ptl_apply_way *to);

/* ---- Grids ----------------------------------------------------------------------------------- */

void ptl_apply_shapes(ptl_applying *a);
void ptl_apply_layers(ptl_applying *a);
void ptl_apply_leaving(ptl_applying *a); /* when all cells are changed */
void ptl_apply_cells(ptl_applying *a);

#endif
