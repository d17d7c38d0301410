/* SPDX-License-Identifier: MIT */
/* Settings: whether a way uses those that were given. */
#include <stdio.h>
#include <string.h>

#include "core/near.h"
#include "flow/flow.h"

/* A row by its name or its older one, which may be another's name by now. A name may have several
 * rows, for different purposes: that for one of these is preferred. */
static const ptl_setting_info *find_setting(const ptl_setting_info *list, const char *name,
                                            unsigned when)
{
    const ptl_setting_info *named = NULL, *aliased = NULL;

    for (const ptl_setting_info *row = list; row && row->name; row++) {
        if (strcmp(row->name, name) == 0 && (!named || (row->when & when && !(named->when & when))))
            named = row;
        if (row->alias && strcmp(row->alias, name) == 0 && !aliased)
            aliased = row;
    }
    if (named && aliased && !(named->when & when) && aliased->when & when)
        return aliased;
    return named ? named : aliased;
}

/* Who on a way knows settings, and what each may be asked for there. */
typedef struct knower {
    const ptl_setting_info *list;
    unsigned                when;
} knower;

enum { KNOWERS = 3 };

/* What a format may be asked for that is made of the last hub. */
static unsigned asked_of_made(const ptl_way *way)
{
    unsigned asks = way->hubs > 0 ? ptl_hub_rows[way->hub[way->hubs - 1]].asks : 0;

    return PTL_WHEN_WRITING | (asks ? asks : PTL_WHEN_IMPORTING);
}

static void list_knowers(const ptl_way *way, knower out[KNOWERS])
{
    unsigned through = 0; /* what a format gives its first hub may be for one further on */
    unsigned last    = way->hubs > 0 ? ptl_hub_rows[way->hub[way->hubs - 1]].when : 0;
    bool     own     = way->hubs == 0 && !way->json; /* it is written by its format */

    for (size_t i = 0; i < way->hubs; i++)
        through |= ptl_hub_rows[way->hub[i]].when;
    memset(out, 0, KNOWERS * sizeof *out);
    if (way->from)
        out[0] = (knower){ way->from->info.settings, (way->reading ? PTL_WHEN_READING : 0u) |
                                                         (own ? PTL_WHEN_WRITING : 0u) | through };
    if (way->through)
        out[0] = (knower){ way->through->info.settings, PTL_WHEN_IMPORTING | through };
    if (way->export)
        out[1] = (knower){ way->export->info.settings, last };
    if (way->into && way->into != way->from)
        out[2] = (knower){ way->into->info.settings, asked_of_made(way) };
}

/* The row of a setting on a way: one that is of use there, else one that is not; NULL: nobody knows
 * it. */
static const ptl_setting_info *row_of(const ptl_way *way, const char *name, bool *used)
{
    const ptl_setting_info *known = NULL;
    knower                  knowers[KNOWERS];

    list_knowers(way, knowers);
    for (size_t i = 0; i < KNOWERS; i++) {
        const ptl_setting_info *row = find_setting(knowers[i].list, name, knowers[i].when);

        if (row && row->when & knowers[i].when) {
            *used = true;
            return row;
        }
        if (row && (!known || known->when == PTL_WHEN_IMPORTING)) /* what is here is no import */
            known = row;
    }
    *used = false;
    return known;
}

bool ptl_way_uses(const ptl_way *way, const ptl_setting *given)
{
    bool used = false;

    if (given->name)
        row_of(way, given->name, &used);
    return used;
}

bool ptl_way_spent(const ptl_way *way, const ptl_setting *given)
{
    knower                  knowers[KNOWERS];
    const ptl_setting_info *row;

    list_knowers(way, knowers);
    if (!given->name)
        return false;
    row = find_setting(knowers[0].list, given->name, knowers[0].when);
    if (!row || !(row->when & knowers[0].when))
        return false;
    row = find_setting(knowers[2].list, given->name, knowers[2].when);
    return !row || strcmp(row->name, given->name) != 0 || !(row->when & knowers[2].when);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static const char *target_of(const ptl_way *way)
{
    if (way->export)
        return way->export->info.name;
    if (way->into)
        return way->into->info.name;
    return way->json ? "JSON" : way->from ? way->from->info.name : "it";
}

/* What a setting is for, by the bits of `when` that name hubs. */
static const char *purpose(const ptl_way *way, unsigned when)
{
    static const char *const purposes[] = { NULL, "exports in three dimensions", "plans",
                                            "plans and exports in three dimensions" };
    const char              *of_hubs =
        purposes[(when & PTL_WHEN_SCENE ? 1 : 0) | (when & PTL_WHEN_PLAN ? 2 : 0)];

    if (of_hubs)
        return of_hubs;
    if (when & PTL_WHEN_TILES)
        return "plans and exports in three dimensions";
    if (when & PTL_WHEN_GRID)
        return "maps of Tiled";
    if (when == PTL_WHEN_MAKING)
        return "new documents";
    if (when & PTL_WHEN_HEIGHTS)
        return "documents made of heights";
    if (when == PTL_WHEN_IMPORTING && way->into && way->into != way->from)
        return "what is made of other maps and models";
    if (when == PTL_WHEN_IMPORTING)
        return way->from && way->from->from[PTL_HUB_GRID] && !way->from->from[PTL_HUB_SCENE]
                   ? "maps made of those of engines"
                   : "models made from scenes";
    return way->from ? way->from->info.name : "other targets";
}

/* A setting that does something, but not here. */
static void refuse_unused(ptl_job *job, const ptl_way *way, const ptl_setting_info *known)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "\"%s\" would change nothing in %s: it is for %s", known->name, target_of(way),
             purpose(way, known->when));
}

/* Whether the value may be what a file holds instead of a choice. */
static bool takes_file(const ptl_setting_info *info)
{
    const char *bar = info->value ? strchr(info->value, '|') : NULL;

    return bar && strcmp(bar, "|FILE") == 0;
}

static void check_value(ptl_job *job, const ptl_setting_info *known, const ptl_setting *given)
{
    ptl_near near = ptl_near_to((ptl_str){ given->data, given->data ? given->size : 0 });
    char     shown[48];

    ptl_near_offer_list(&near, known->choices);
    if (!given->data && (known->value || given->size > 0))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s needs a value", known->name);
    else if (known->choices && !takes_file(known) &&
             !ptl_list_has(known->choices, given->data, given->size))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is \"%s\"; allowed: %s%s", known->name,
                 ptl_quote(shown, sizeof shown, given->data, given->size), known->choices,
                 ptl_near_text(&near, ""));
}

static void refuse_unknown(ptl_job *job, const char *owner, const ptl_setting *given)
{
    char shown[48];

    if (!given->name)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "a setting has no name");
    else if (strcmp(owner, "JSON") == 0)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "JSON holds the document as it is: \"%s\" would change nothing",
                 ptl_quote(shown, sizeof shown, given->name, strlen(given->name)));
    else
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s has no setting \"%s\"", owner,
                 ptl_quote(shown, sizeof shown, given->name, strlen(given->name)));
}

/* A count of settings, and none of them. */
static void check_list(ptl_job *job)
{
    if (job->setting_count > 0 && !job->settings)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "there are no settings, but a count of %zu", job->setting_count);
}

void ptl_way_check_settings(ptl_job *job, const ptl_way *way)
{
    check_list(job);
    for (size_t i = 0; i < job->setting_count && ptl_ok(job); i++) {
        const ptl_setting      *given = &job->settings[i];
        bool                    used  = false;
        const ptl_setting_info *known = given->name ? row_of(way, given->name, &used) : NULL;

        if (!known || (!used && way->json))
            refuse_unknown(job, target_of(way), given);
        else if (!used)
            refuse_unused(job, way, known);
        else
            check_value(job, known, given);
    }
}

/* Settings of a format alone, those that are for one of these. */
static void check_of_format(ptl_job *job, const ptl_format *format, unsigned when)
{
    check_list(job);
    for (size_t i = 0; i < job->setting_count && ptl_ok(job); i++) {
        const ptl_setting      *given = &job->settings[i];
        const ptl_setting_info *known =
            given->name ? find_setting(format->info.settings, given->name, when) : NULL;

        if (!known || !(known->when & when))
            refuse_unknown(job, format->info.name, given);
        else
            check_value(job, known, given);
    }
}

void ptl_check_known(ptl_job *job, const ptl_format *format)
{
    check_of_format(job, format, ~(unsigned)PTL_WHEN_MAKING);
}

void ptl_check_making(ptl_job *job, const ptl_format *format)
{
    check_of_format(job, format, PTL_WHEN_MAKING);
}
