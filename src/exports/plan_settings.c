/* SPDX-License-Identifier: MIT */
/* Settings of exports over plans, and their work on the plan. */
#include <stdio.h>
#include <string.h>

#include "core/color.h"
#include "core/near.h"
#include "core/num.h"
#include "exports/export.h"
#include "exports/picture.h"
#include "hubs/plan_pages.h"

const ptl_setting_info ptl_plan_settings[] = {
    PTL_PLAN_SETTINGS,
    { "exposure", "FACTOR", NULL, "make all light this much brighter (dark scenes: automatic)",
      PTL_WHEN_PLAN, "camera" },
    { 0 },
};

static ptl_str text_of(const ptl_setting *setting)
{
    return (ptl_str){ setting->data, setting->size };
}

/* ---- One setting each ------------------------------------------------------------------------ */

static void apply_level(ptl_job *job, ptl_plan *plan, const ptl_setting *given)
{
    if (!ptl_plan_pick_pages(plan, text_of(given)))
        ptl_plan_refuse_pages(job, plan, text_of(given), "pages");
}

/* Whether a layer of the same name comes before one. */
static bool is_listed(const ptl_plan *plan, size_t first, size_t number)
{
    for (size_t i = first; i < number; i++)
        if (strcmp(plan->layers.data[i].name, plan->layers.data[number].name) == 0)
            return true;
    return false;
}

/* As many as there is room for. */
static void list_layers(const ptl_plan *plan, char *out, size_t size)
{
    const ptl_plan_page *page = &plan->pages.data[0];
    size_t               used = 0;

    *out = 0;
    for (size_t i = page->layer; i < page->layer + page->count; i++) {
        const char *name = plan->layers.data[i].name;

        if (is_listed(plan, page->layer, i))
            continue;
        if (used + strlen(name) + sizeof ", , ..." > size) {
            snprintf(out + used, size - used, "%s...", used > 0 ? ", " : "");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", name);
    }
}

static void apply_layers(ptl_job *job, ptl_plan *plan, const ptl_setting *given)
{
    ptl_str  list, unknown;
    ptl_near near;
    char     shown[24], known[160];

    if (given)
        list = text_of(given);
    if (ptl_plan_pick_layers(job, plan, given ? &list : NULL, &unknown))
        return;
    near = ptl_near_to(unknown);
    for (size_t i = 0; i < plan->layers.count; i++)
        ptl_near_offer_word(&near, plan->layers.data[i].name);
    list_layers(plan, known, near.best.size > 0 ? 96 : sizeof known);
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "there is no layer \"%s\"%s there are: %s",
             ptl_quote(shown, sizeof shown, unknown.data, unknown.size), ptl_near_text(&near, ";"),
             known);
}

bool ptl_setting_box(const ptl_setting *given, float out[4])
{
    const char *at = given->data, *end = at + given->size;

    for (int i = 0; i < 4; i++) {
        if (i > 0 && (at == end || *at++ != ','))
            return false;
        at = ptl_parse_f32(at, end, &out[i]);
        if (!at || !(out[i] > -1e6f && out[i] < 1e6f))
            return false;
    }
    return at == end;
}

static bool parse_box(const ptl_setting *given, ptl_plan_box *box)
{
    float number[4];

    if (!ptl_setting_box(given, number))
        return false;
    *box = (ptl_plan_box){ number[0], number[1], number[2], number[3] };
    return box->width > 0 && box->height > 0;
}

static void apply_crop(ptl_job *job, ptl_plan *plan, const ptl_setting *given, bool on_sheet)
{
    ptl_plan_box box;

    if (on_sheet && plan->pages.count > 1)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop cuts single pages: choose one with level, or pages each");
    else if (!parse_box(given, &box))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop takes four numbers: x,y,width,height, the last two above 0");
    else if (!ptl_plan_crop(plan, &box))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "crop leaves nothing of the page");
}

static void apply_scale(ptl_job *job, ptl_plan *plan, const ptl_setting *given)
{
    const char *text = given->data, *end = text + given->size;
    float       factor;

    if (ptl_parse_f32(text, end, &factor) != end || !(factor >= 0.01f && factor <= 100))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "scale takes a number from 0.01 to 100");
    else
        ptl_plan_scale(plan, factor);
}

static void apply_exposure(ptl_job *job, ptl_plan *plan)
{
    plan->exposure = (float)ptl_setting_number(job, "exposure", 0, 0.01, 100);
    if (!plan->scene && ptl_ok(job))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "exposure has no use here: no light falls on this plan");
}

static void apply_background(ptl_job *job, ptl_plan *plan, const ptl_setting *given)
{
    uint32_t rgba;
    char     shown[48];

    if (ptl_color_parse(text_of(given), &rgba))
        ptl_plan_paper(job, plan, rgba);
    else
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "background is \"%s\": " PTL_COLOR_WORDS,
                 ptl_quote(shown, sizeof shown, given->data, given->size));
}

/* ---- All of them ----------------------------------------------------------------------------- */

typedef enum page_mode { SHEET, EACH, ALL } page_mode;

static page_mode mode_of(ptl_job *job, const ptl_export *export)
{
    const ptl_setting *given = ptl_setting_of(job, "pages");
    page_mode          mode  = export->paged ? ALL : ptl_setting_of(job, "paper") ? EACH : SHEET;

    if (given)
        mode = ptl_setting_is(given, "each") ? EACH : ptl_setting_is(given, "all") ? ALL : SHEET;
    if (mode == ALL && !export->paged)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "%s has room for one page: pages takes sheet or each", export->info.name);
    return mode;
}

static void apply(ptl_job *job, ptl_plan *plan, page_mode mode)
{
    const ptl_setting *level = ptl_setting_of(job, "level"), *crop = ptl_setting_of(job, "crop");
    const ptl_setting *scale  = ptl_setting_of(job, "scale");
    const ptl_setting *behind = ptl_setting_of(job, "background");

    if (level)
        apply_level(job, plan, level);
    if (ptl_ok(job))
        apply_layers(job, plan, ptl_setting_of(job, "layers"));
    if (crop && ptl_ok(job))
        apply_crop(job, plan, crop, mode == SHEET);
    if (scale && ptl_ok(job))
        apply_scale(job, plan, scale);
    if (behind && ptl_ok(job))
        apply_background(job, plan, behind);
    if (ptl_setting_of(job, "exposure") && ptl_ok(job))
        apply_exposure(job, plan);
    if (mode == SHEET && ptl_ok(job))
        ptl_plan_sheet(job, plan);
    if (ptl_ok(job))
        ptl_plan_apply_print(job, plan);
}

/* Whether a page is the output; others go beside it. */
static bool is_output(const ptl_plan *plan, size_t number, const ptl_side *side)
{
    return number == 0 && !(side->each_named && plan->pages.count > 1);
}

/* The output has the name that it was given, others their number and name behind it. */
static const char *file_name(ptl_job *job, const ptl_plan *plan, size_t number,
                             const ptl_export *export, const ptl_side *side)
{
    enum { ROOM = 700 };
    int                  ending = (int)strcspn(export->info.extensions, " ");
    char                *name = ptl_arena_raw(job, ROOM), level[PTL_PAGE_WORD], part[PTL_PAGE_WORD];
    const ptl_plan_page *page = &plan->pages.data[number];

    if (!name)
        return NULL;
    ptl_page_word(level, page->name);
    ptl_page_word(part, page->part);
    if (is_output(plan, number, side))
        snprintf(name, ROOM, "%s.%.*s", side->stem, ending, export->info.extensions);
    else
        snprintf(name, ROOM, "%s-%zu%s%s%s%s.%.*s", side->stem, number + 1, *level ? "-" : "",
                 level, *part ? "-" : "", part, ending, export->info.extensions);
    return name;
}

static const char **file_names(ptl_job *job, const ptl_plan *plan, const ptl_export *export,
                               const ptl_side *side)
{
    const char **names = ptl_arena_array(job, plan->pages.count, sizeof *names);

    for (size_t i = 0; i < plan->pages.count && names && ptl_ok(job); i++)
        names[i] = file_name(job, plan, i, export, side);
    return ptl_ok(job) ? names : NULL;
}

/* A page by itself, with memory that ends with it: sheets of paper are many. */
static void write_one(ptl_job *job, ptl_buf *out, const ptl_plan *plan, const ptl_export *export,
                      const ptl_side *side)
{
    ptl_plan  one   = *plan;
    ptl_heap  heap  = ptl_heap_within(job->heap);
    ptl_arena arena = { 0 };
    ptl_job   aside = *job;

    aside.heap      = &heap;
    aside.arena     = &arena;
    one.pages.data  = &plan->pages.data[side->page];
    one.pages.count = 1;
    export->write[PTL_HUB_PLAN](&aside, out, &one, side);
    if (ptl_ok(job))
        job->error = aside.error;
    ptl_arena_free(&arena, &heap);
}

static void write_each(ptl_job *job, ptl_buf *out, const ptl_plan *plan, const ptl_export *export,
                       const ptl_side *side)
{
    ptl_aims targets = ptl_plan_aims(job, plan);
    ptl_side with    = *side;

    with.targets = &targets;
    with.names   = file_names(job, plan, export, side);
    for (size_t i = 0; i < plan->pages.count && ptl_ok(job); i++) {
        ptl_buf beside = ptl_buf_of(job, NULL);

        with.page = i;
        write_one(job, is_output(plan, i, side) ? out : &beside, plan, export, &with);
        if (!is_output(plan, i, side))
            ptl_side_put(job, side, with.names[i], beside.data, beside.size);
        ptl_buf_free(&beside);
    }
}

void ptl_plan_export(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                     const ptl_side *side)
{
    ptl_plan *plan = hub;
    page_mode mode = mode_of(job, export);

    if (plan->pages.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-empty", "there is nothing to draw");
    if (ptl_ok(job))
        apply(job, plan, mode);
    if (!ptl_ok(job))
        return;
    if (mode == EACH)
        write_each(job, out, plan, export, side);
    else
        export->write[PTL_HUB_PLAN](job, out, plan, side);
}
