/* SPDX-License-Identifier: MIT */
/* Changes as text for people and as JSON, and JSON of them made true in another record. */
#ifndef PTL_CORE_CHANGES_H
#define PTL_CORE_CHANGES_H

#include "core/compare.h"
#include "core/json.h"

/* ---- For people ------------------------------------------------------------------------------ */

typedef struct ptl_tally { /* what happened to one kind of thing */
    const ptl_field *field;
    const char      *what; /* "cells", "rows", "columns"; NULL: what the field is called */
    uint64_t         added, removed, moved, changed;
} ptl_tally;

typedef struct ptl_tallies {
    ptl_tally *data;
    size_t     count, room;
} ptl_tallies;

/* Whether a change is about what the documents mean. */
bool ptl_change_means(const ptl_change *change);

/* Counts changes: those that mean something, or the others. In the job's arena. */
ptl_tallies ptl_changes_count(ptl_job *job, const ptl_changes *changes, bool meaning);

/* "levels: 1 added, 2 changed; cells: 14 changed" */
void ptl_tallies_write(ptl_buf *out, const ptl_tallies *tallies);

/* A line for each change, marked "+", "-", "~" or ">" in front. Of changes in one place no more
 * than `most` are shown, and the rest is counted. */
void ptl_changes_text(ptl_buf *out, const ptl_changes *changes, bool meaning, size_t most);

/* Where a record stands: "levels[3]/annotations[2]"; nothing for the document. */
void ptl_spot_path(ptl_buf *out, const ptl_spot *spot);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Whether patches go by this field to know an element of a list: a key that is one value. */
bool ptl_field_names_element(const ptl_field *field);

/* Lists that numbers count elements of, as they were put in order anew: an object. */
void ptl_changes_write_numbers(ptl_buf *out, const ptl_changes *changes);

/* All changes: a list. */
void ptl_changes_write(ptl_buf *out, const ptl_changes *changes);

/* Both the other way, done to a document; what does not fit fails the job. */
void ptl_changes_read_numbers(ptl_json_in *in, const ptl_record *record, void *data);
void ptl_changes_apply(ptl_json_in *in, const ptl_record *record, void *data);

#endif
