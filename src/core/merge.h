/* SPDX-License-Identifier: MIT */
/* Two records that came of a third, brought together.
 *
 * The sides are `mine`, whose values stay where both changed the same thing, and `other`; the base
 * is what both came of. What only one side changed is taken from it. */
#ifndef PTL_CORE_MERGE_H
#define PTL_CORE_MERGE_H

#include "core/compare.h"

/* ---- Sequences ------------------------------------------------------------------------------- */

typedef struct ptl_triple { /* an element of the result: which it is on each side, or PTL_ALONE */
    uint32_t base, mine, other;
} ptl_triple;

typedef struct ptl_triples {
    ptl_triple *data;
    uint32_t    count;
} ptl_triples;

/* How elements can be looked at: whether one of a side is what it was in the base, and what to do
 * with two that were added. */
typedef enum ptl_twins {
    PTL_TWINS_NONE, /* they are two things          */
    PTL_TWINS_SAME, /* both sides added the same    */
    PTL_TWINS_ODD,  /* one thing, in two states     */
} ptl_twins;

typedef struct ptl_trio {
    const void      *of;
    const ptl_align *mine, *other; /* from the base to each side             */
    const ptl_align *across;       /* from mine to other, or NULL: no twins  */
    bool (*kept)(const void *of, bool other, uint32_t base, uint32_t index);
    /* Whether that side has more need of an element than the base had, so that it cannot go. */
    bool (*needed)(const void *of, bool other, uint32_t base, uint32_t index);
    ptl_twins (*twins)(const void *of, uint32_t mine, uint32_t other);
    /* Of trees: how deep an element of a side stands; NULL: they are no trees. */
    uint32_t (*depth)(const void *of, bool other, uint32_t index);
    /* Hears of an element that one side changed or added, and the other took away or added, too. */
    void (*clash)(void *user, const ptl_triple *at);
    void *user;
} ptl_trio;

/* In the job's arena. */
ptl_triples ptl_triples_make(ptl_job *job, const ptl_trio *of);

/* Where elements of a side (0 base, 1 mine, 2 other) are in the result. */
const ptl_align *ptl_triples_side(ptl_job *job, const ptl_triples *triples, unsigned side,
                                  size_t count);

/* ---- Records --------------------------------------------------------------------------------- */

typedef struct ptl_conflict {
    const char *path;      /* of the field or element in the result         */
    const char *values[3]; /* base, mine, other as JSON; "null": not there  */
} ptl_conflict;

typedef struct ptl_conflicts {
    ptl_conflict *data;
    size_t        count, room;
} ptl_conflicts;

typedef struct ptl_outcome {
    ptl_conflicts conflicts;
    bool          renumbered[3]; /* base, mine, other: they are not what they were          */
    bool          torn;          /* something is no longer inside of what it was inside of  */
} ptl_outcome;

typedef struct ptl_merging {
    ptl_job          *job;
    const ptl_record *document;
    ptl_triples       known[PTL_RECORD_FIELDS]; /* of lists that numbers count elements of */
    ptl_outcome       outcome;
    char              path[64]; /* of what is worked on */
} ptl_merging;

/* The three states of something; all in structs of one record. */
typedef struct ptl_states {
    const void *base, *mine, *other;
} ptl_states;

/* Fills `out` from three documents, which are renumbered in place and go on owning what it points
 * to. */
ptl_outcome ptl_record_merge(ptl_job *job, const ptl_record *record, void *out, void *base,
                             void *mine, void *other);

/* Notes that both sides changed something; `values` may be NULL where it is not there. */
void ptl_merge_clash(ptl_merging *m, const char *what, const ptl_field *field,
                     const ptl_states *values);

/* A list, element by element. */
void ptl_list_merge(ptl_merging *m, const ptl_field *part, const ptl_triples *triples, char *out,
                    const ptl_states *in);

/* Grids beside each other: cell by cell, with the lists that have elements for each of their cells.
 * Returns which fields that were: a bit for each. */
uint64_t ptl_grids_merge(ptl_merging *m, const ptl_record *record, uint64_t grids, char *out,
                         const ptl_states *in);

#endif
