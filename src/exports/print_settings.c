/* SPDX-License-Identifier: MIT */
/* Settings of plans on paper. */
#include "exports/export.h"
#include "hubs/plan_pages.h"
#include "hubs/plan_print.h"

static ptl_str text_of(const ptl_setting *setting)
{
    return (ptl_str){ setting->data, setting->size };
}

static void refuse(ptl_job *job, const ptl_setting *s, const char *allowed)
{
    char shown[48];

    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is \"%s\"; allowed: %s", s->name,
             ptl_quote(shown, sizeof shown, s->data, s->size), allowed);
}

/* A length within bounds, in units; what is usual when it was not given. */
static float length_of(ptl_job *job, const char *name, double usual, double least, double most)
{
    const ptl_setting *s     = ptl_setting_of(job, name);
    float              given = (float)usual;

    if (s && (!ptl_length_parse(text_of(s), &given) || !((double)given >= least) ||
              !((double)given <= most)))
        refuse(job, s, PTL_LENGTH_WORDS ", neither too small nor too large for paper");
    return given;
}

static void refuse_beside(ptl_job *job, const char *name, const char *other)
{
    if (ptl_setting_of(job, name) && ptl_setting_of(job, other))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s and %s exclude each other", name,
                 other);
}

/* Without paper: pages as large as their cells make them. */
static void grow(ptl_job *job, ptl_plan *plan, float cell)
{
    float wide = plan->pages.data[0].cells.width, factor = wide > 0 ? cell / wide : 0;

    if (factor > 1e-3f && factor < 1e3f)
        ptl_plan_scale(plan, factor);
    else
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "cell is for pages with cells: this one has none, or none that could be as large");
}

static void print(ptl_job *job, ptl_plan *plan, const ptl_setting *paper, ptl_print *how)
{
    float least;

    how->margin  = length_of(job, "margin", 10 * PTL_MILLIMETER, 0, 100 * PTL_MILLIMETER);
    how->overlap = length_of(job, "overlap", 5 * PTL_MILLIMETER, 0, 100 * PTL_MILLIMETER);
    if (ptl_ok(job) && !ptl_paper_parse(text_of(paper), &how->paper))
        refuse(job, paper, PTL_PAPER_WORDS);
    if (!ptl_ok(job))
        return;
    least = how->paper.width < how->paper.height ? how->paper.width : how->paper.height;
    if (2 * how->margin + how->overlap > 0.8f * least)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "margin and overlap leave too little of the paper");
    else
        ptl_plan_print(job, plan, how);
}

void ptl_plan_apply_print(ptl_job *job, ptl_plan *plan)
{
    const ptl_setting *paper = ptl_setting_of(job, "paper");
    const ptl_setting *cell  = ptl_setting_of(job, "cell");
    ptl_print          how   = { .cell = length_of(job, "cell", 0, 0.1, 19200) };

    refuse_beside(job, "paper", "scale");
    refuse_beside(job, "cell", "scale");
    if (ptl_setting_of(job, "margin") && !paper)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "margin is for paper");
    if (ptl_setting_of(job, "overlap") && !(paper && cell))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "overlap is for paper with cell");
    if (cell)
        how.said = text_of(cell);
    if (!ptl_ok(job))
        return;
    if (paper)
        print(job, plan, paper, &how);
    else if (cell)
        grow(job, plan, how.cell);
}
