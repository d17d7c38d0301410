/* SPDX-License-Identifier: MIT */
/* Lines of ledgers. */
#include "hubs/ledger.h"

static void name_place(ptl_job *job, const ptl_ledger_line *line)
{
    if (line->count > 0 && line->row != UINT32_MAX)
        ptl_path(job, "cells[%lu,%lu]", (unsigned long)line->column, (unsigned long)line->row);
}

void ptl_ledger_kept(ptl_job *job, ptl_ledger_line line, const char *text)
{
    name_place(job, &line);
    ptl_find_count(job, PTL_NOTE, "carry-kept", line.count, text, NULL);
}

void ptl_ledger_approximated(ptl_job *job, ptl_ledger_line line, const char *text)
{
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-approximated", line.count, text, NULL);
}

void ptl_ledger_dropped(ptl_job *job, ptl_ledger_line line, const char *text)
{
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-dropped", line.count, text, NULL);
}

void ptl_ledger_invented(ptl_job *job, ptl_ledger_line line, const char *text)
{
    name_place(job, &line);
    ptl_find_count(job, PTL_LOSS, "carry-invented", line.count, text, NULL);
}
