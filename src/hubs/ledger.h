/* SPDX-License-Identifier: MIT */
/* What became of a map that was carried to another format: kept, approximated, dropped, invented,
 * each with a number and the place of the first. Lines are findings, like all losses. */
#ifndef PTL_HUBS_LEDGER_H
#define PTL_HUBS_LEDGER_H

#include "core/job.h"

typedef struct ptl_ledger_line {
    size_t   count;
    uint32_t row, column; /* of the first */
} ptl_ledger_line;

static inline void ptl_ledger_add(ptl_ledger_line *line, uint32_t row, uint32_t column)
{
    if (line->count++ == 0) {
        line->row    = row;
        line->column = column;
    }
}

/* A number of things without a place. */
static inline ptl_ledger_line ptl_ledger_count(size_t count)
{
    return (ptl_ledger_line){ count, UINT32_MAX, UINT32_MAX };
}

/* Says a line, if it counts anything; `text` is as for ptl_find_count. */
void ptl_ledger_kept(ptl_job *job, ptl_ledger_line line, const char *text);
void ptl_ledger_approximated(ptl_job *job, ptl_ledger_line line, const char *text);
void ptl_ledger_dropped(ptl_job *job, ptl_ledger_line line, const char *text);
void ptl_ledger_invented(ptl_job *job, ptl_ledger_line line, const char *text);

#endif
