/* SPDX-License-Identifier: MIT */
/* Finding the way from an input to an output: from the tables alone, once for each call. */
#include <string.h>

#include "flow/flow.h"

/* ---- All ways -------------------------------------------------------------------------------- */

/* Whether a way may begin at a hub. */
static bool begins(const ptl_way *way, ptl_hub hub)
{
    if (way->from)
        return way->from->to[hub] != NULL;
    return way->import ? way->import->hub == hub : way->hub[0] == hub;
}

/* Whether it may end there: any hub will do where nothing is written. */
static bool ends(const ptl_way *way, ptl_hub hub)
{
    if (way->export)
        return way->export->write[hub] != NULL;
    return !way->into || way->into->from[hub] != NULL;
}

/* Whether a hub is for these ends: layers for Tiled mean nothing to any other program. */
static bool suits(const ptl_way *way, ptl_hub hub)
{
    const char *only = ptl_hub_rows[hub].only;

    return !only || !way->into || (way->from && strcmp(way->from->info.name, only) == 0) ||
           strcmp(way->into->info.name, only) == 0;
}

/* Fills in a way to a hub of exactly this many hubs, if there is one. */
static bool reach(ptl_way *way, ptl_hub hub, size_t length)
{
    if (length == 1 && begins(way, hub)) {
        way->hub[0] = hub;
        return true;
    }
    for (size_t i = 0; length > 1 && ptl_bridges[i]; i++)
        if (ptl_bridges[i]->to == hub && reach(way, ptl_bridges[i]->from, length - 1)) {
            way->hub[length - 1] = hub;
            return true;
        }
    return false;
}

static bool reach_shortly(ptl_way *way, ptl_hub hub)
{
    for (way->hubs = 1; way->hubs <= PTL_HUBS; way->hubs++)
        if (reach(way, hub, way->hubs))
            return true;
    return false;
}

/* Ways of a document that need no hub. */
static bool is_direct(const ptl_way *way)
{
    return way->from && (way->json || way->into == way->from || way->part);
}

/* Between formats a scene is the last resort: it knows neither cells nor where one can walk. */
static bool is_passed_by(const ptl_way *way, ptl_hub hub, size_t found)
{
    return hub == PTL_HUB_SCENE && way->from && way->into && found > 0;
}

ptl_way ptl_way_onward(const ptl_way *way)
{
    ptl_way onward = *way;

    onward.from    = way->through;
    onward.import  = NULL;
    onward.through = NULL;
    onward.hubs    = way->hubs - 1;
    memmove(onward.hub, way->hub + 1, onward.hubs * sizeof *way->hub);
    return onward;
}

/* The index-th way of an import as a document that shows what it gives. */
static bool lead_through(ptl_way *way, size_t index)
{
    ptl_way onward = *way;

    onward.from   = ptl_hub_rows[way->import->hub].shown_as;
    onward.import = NULL;
    if (!onward.from || !ptl_way_at(&onward, index) || onward.hubs == PTL_HUBS)
        return false;
    way->through = onward.from;
    way->hub[0]  = way->import->hub;
    way->hubs    = 1 + onward.hubs;
    memcpy(way->hub + 1, onward.hub, onward.hubs * sizeof *way->hub);
    return true;
}

/* Whether something is written at its end. */
static bool is_aimed(const ptl_way *way)
{
    return way->export || way->into || way->json;
}

bool ptl_way_at(ptl_way *way, size_t index)
{
    const ptl_way given = *way;
    size_t        found = 0;

    way->hubs    = 0;
    way->through = NULL;
    way->part = given.from && given.into && given.from != given.into && given.from->chosen_part &&
                strcmp(given.from->parts, given.into->info.name) == 0;
    if (is_direct(way))
        return index == 0;
    for (unsigned hub = 0; hub < PTL_HUBS && !way->json; hub++) {
        *way = given;
        if (!is_passed_by(way, hub, found) && ends(way, hub) && suits(way, hub) &&
            reach_shortly(way, hub) && found++ == index)
            return true;
    }
    *way = given;
    return found == 0 && given.import && is_aimed(&given) && lead_through(way, index);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

void ptl_way_aim(ptl_job *job, ptl_way *way, const char *to)
{
    char shown[48];

    way->json   = to && strcmp(to, "json") == 0;
    way->export = to && !way->json ? ptl_export_find(to) : NULL;
    way->into   = to && !way->json && !way->export ? ptl_format_find(to, strlen(to)) : NULL;
    if (!to)
        way->into = way->from;
    if (!way->json && !way->export && !way->into && to)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion",
                 "there is no format or export \"%s\"",
                 ptl_quote(shown, sizeof shown, to, strlen(to)));
    else if (!to && !way->from)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "conversion",
                 "a scene or plan has no format of its own: say what to write it as");
}

static const char *name_of_start(const ptl_way *way)
{
    if (way->from)
        return way->from->info.name;
    return way->import ? way->import->info.name : ptl_hub_rows[way->hub[0]].name;
}

static const char *name_of_end(const ptl_way *way)
{
    if (way->export)
        return way->export->info.name;
    return way->json ? "json" : way->into->info.name;
}

/* ---- The one that is meant ------------------------------------------------------------------- */

/* Whether it ends in a hub of the look that is asked for. */
static bool has_look(const ptl_way *way, const ptl_setting *view)
{
    return way->hubs == 0 ||
           ptl_hub_rows[way->hub[way->hubs - 1]].flat == ptl_setting_is(view, "plan");
}

static bool same_look(const ptl_way *a, const ptl_way *b)
{
    return a->hubs > 0 && b->hubs > 0 &&
           ptl_hub_rows[a->hub[a->hubs - 1]].flat == ptl_hub_rows[b->hub[b->hubs - 1]].flat;
}

static bool uses_all(const ptl_job *job, const ptl_way *way)
{
    for (size_t i = 0; job->settings && i < job->setting_count; i++)
        if (!ptl_way_uses(way, &job->settings[i]))
            return false;
    return true;
}

/* Whether pages of a plan become pixels on it, which is the work of libraries that are loaded late.
 */
static bool is_drawn_by_others(const ptl_way *way)
{
    return way->export && way->export->drawn && way->hubs > 0 &&
           way->hub[way->hubs - 1] == PTL_HUB_PLAN;
}

/* The first that does without them, where there is one: for inputs that are not trusted. */
static void prefer_our_own(ptl_way *way)
{
    ptl_way other = *way;

    for (size_t i = 0; is_drawn_by_others(way) && ptl_way_at(&other, i); i++)
        if (!is_drawn_by_others(&other))
            *way = other;
}

/* The first way there is, or the first of the look that the setting "view" asks for. */
static void choose_first(ptl_job *job, ptl_way *way)
{
    const ptl_setting *view = ptl_setting_of(job, "view");
    ptl_way            look = *way;
    bool               any  = ptl_way_at(way, 0);

    for (size_t i = 0; view && ptl_way_at(&look, i); i++)
        if (has_look(&look, view)) {
            *way = look;
            return;
        }
    if (any && job->untrusted && !view)
        prefer_our_own(way);
    if (!any)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "there is no way from %s to %s",
                 name_of_start(way), name_of_end(way));
    else if (ptl_setting_is(view, "plan") && ptl_way_uses(way, view))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "conversion", "%s has no plan to draw",
                 name_of_start(way));
}

void ptl_way_choose(ptl_job *job, ptl_way *way)
{
    ptl_way first = *way, other = *way;

    choose_first(job, &first);
    if (!ptl_ok(job))
        return;
    *way = first; /* or one of the same look on which more can be set */
    for (size_t i = 0; !uses_all(job, way) && ptl_way_at(&other, i); i++)
        if (same_look(&other, &first) && uses_all(job, &other))
            *way = other;
    ptl_way_check_settings(job, way);
}

/* ---- For those who ask ----------------------------------------------------------------------- */

bool ptl_route_at(ptl_route *out, const char *from, const char *to, size_t index)
{
    ptl_job quiet = { 0 };
    ptl_way way   = { 0 };

    if (!out)
        return false;
    *out = (ptl_route){ 0 };
    if (!from || !to)
        return false;
    way.from   = ptl_format_find(from, strlen(from));
    way.import = way.from ? NULL : ptl_import_find(from);
    ptl_way_aim(&quiet, &way, to);
    if (!ptl_ok(&quiet) || (!way.from && !way.import) || !ptl_way_at(&way, index))
        return false;
    memcpy(out->hub, way.hub, sizeof out->hub);
    out->hubs = way.hubs;
    return true;
}

/* A way to a hub, whatever is made of it then. */
static bool becomes(const ptl_format *format, ptl_hub hub)
{
    ptl_way way = { .from = format };

    for (size_t i = 0; ptl_way_at(&way, i); i++) {
        if (way.hub[way.hubs - 1] == hub)
            return true;
        way = (ptl_way){ .from = format };
    }
    return false;
}

unsigned ptl_format_can(const ptl_format_info *info)
{
    const ptl_format *f =
        info && info->name ? ptl_format_find(info->name, strlen(info->name)) : NULL;
    bool taken = false;

    if (!f)
        return 0;
    for (ptl_hub hub = 0; hub < PTL_HUBS; hub++)
        taken = taken || f->from[hub];
    return (f->read ? PTL_CAN_READ : 0u) | (f->write ? PTL_CAN_WRITE : 0u) |
           (f->check ? PTL_CAN_CHECK : 0u) | (f->fix ? PTL_CAN_FIX : 0u) |
           (f->notes ? PTL_CAN_NOTES : 0u) | (becomes(f, PTL_HUB_SCENE) ? PTL_CAN_SCENE : 0u) |
           (becomes(f, PTL_HUB_PLAN) ? PTL_CAN_PLAN : 0u) | (taken ? PTL_CAN_IMPORT : 0u) |
           (f->make ? PTL_CAN_NEW : 0u) | (ptl_rules_judge(f->rules) ? PTL_CAN_JUDGE : 0u) |
           (f->says_missing ? PTL_CAN_MISS : 0u);
}
