/* SPDX-License-Identifier: MIT */
/* Lines of ledgers. */
#include "hubs/ledger.h"

/* What is written from the shape of the ground alone carries nothing else, and owes no account. */
static ptl_ledger_line heard(const ptl_job *job, ptl_ledger_line line)
{
    line.count = job->shapes ? 0 : line.count;
    return line;
}

static void name_place(ptl_job *job, const ptl_ledger_line *line)
{
    if (line->count > 0 && line->row != UINT32_MAX)
        ptl_path(job, "cells[%lu,%lu]", (unsigned long)line->column, (unsigned long)line->row);
}

void ptl_ledger_kept(ptl_job *job, ptl_ledger_line line, const char *text)
{
    line = heard(job, line);
    name_place(job, &line);
    ptl_find_count(job, PTL_NOTE, "carry-kept", line.count, text, NULL);
}

void ptl_ledger_approximated(ptl_job *job, ptl_ledger_line line, const char *text)
{
    line = heard(job, line);
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-approximated", line.count, text, NULL);
}

void ptl_ledger_dropped(ptl_job *job, ptl_ledger_line line, const char *text)
{
    line = heard(job, line);
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-dropped", line.count, text, NULL);
}

void ptl_ledger_invented(ptl_job *job, ptl_ledger_line line, const char *text)
{
    line = heard(job, line);
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-invented", line.count, text, NULL);
}
