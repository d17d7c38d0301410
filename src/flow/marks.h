/* SPDX-License-Identifier: MIT */
/* Where on maps something changed, so that it can be shown. */
#ifndef PTL_FLOW_MARKS_H
#define PTL_FLOW_MARKS_H

#include "core/changes.h"

typedef enum ptl_mark_kind { PTL_MARK_CHANGED, PTL_MARK_ADDED, PTL_MARK_REMOVED } ptl_mark_kind;

typedef struct ptl_mark { /* cells of a level */
    uint32_t level, x, y, width, height;
    uint8_t  kind; /* ptl_mark_kind */
} ptl_mark;

typedef struct ptl_marks {
    ptl_mark *data;
    size_t    count, room;
} ptl_marks;

void ptl_mark_add(ptl_job *job, ptl_marks *to, const ptl_mark *mark);

/* What changed in two states of a document: marks in both, and which levels are which. Levels are
 * the elements of the document's list of records that have grids; documents without such a list
 * have one level. */
typedef struct ptl_marked {
    ptl_marks        marks[2];
    const ptl_align *levels;     /* NULL: each is where it was   */
    bool            *touched[2]; /* levels with a change in them */
    uint32_t         count[2];   /* of levels                    */
    bool             others;     /* something changed that is in no cell */
} ptl_marked;

/* In the job's arena; false when memory runs out. */
bool ptl_marks_find(ptl_job *job, ptl_marked *out, const ptl_changes *changes,
                    const ptl_record *record, const void *before, const void *after);

/* The cell that a path like "levels[2]/floor[3,4]" leads to; false where it leads to none, though
 * *out may have a level. */
bool ptl_mark_of_path(ptl_mark *out, const char *path);

#endif
