/* SPDX-License-Identifier: MIT */
/* The other texts of a module: loading them, and where their entries lie on the level. */
#include "formats/mpd/mpd_module.h"

#include <stdio.h>
#include <string.h>

#include "core/companions.h"

/* ---- Texts ---------------------------------------------------------------------------------- */

/* What cannot be drawn is a warning to who draws, who goes on without it. */
static void hear_text(void *user, const ptl_diag *d)
{
    mpd_text    *text     = user;
    bool         lenient  = text->say == MPD_SAY_LOST && d->severity == PTL_ERROR;
    ptl_severity severity = lenient ? PTL_WARNING : d->severity;
    char         place[32];

    if (!text->say)
        return;
    snprintf(place, sizeof place, d->line > 0 ? ", %lu:%lu" : "", (unsigned long)d->line,
             (unsigned long)d->column);
    ptl_find(text->outer, severity, PTL_NOWHERE, d->rule, "%s%s: %s", text->name, place,
             d->message);
}

static void begin(mpd_text *text, ptl_job *outer, const char *name, mpd_say say)
{
    *text     = (mpd_text){ .outer = outer, .name = name, .say = say };
    text->job = (ptl_job){ .heap     = outer->heap,
                           .arena    = outer->arena,
                           .text     = true,
                           .jumps    = true,
                           .listener = { .hear = hear_text, .user = text } };
}

void ptl_mpd_text_reopen(mpd_text *text, ptl_job *outer, ptl_span source, const char *name)
{
    begin(text, outer, name, MPD_SAY_ALL);
    text->job.source = source;
}

bool ptl_mpd_text_load(mpd_text *text, ptl_job *outer, const ptl_files *files, const char *name,
                       mpd_say say)
{
    ptl_companion file = { .exact = true };

    ptl_companion_call(&file, (ptl_str){ name, strlen(name) });
    begin(text, outer, name, say);
    if (!files || !files->load || outer->untrusted)
        return false;
    text->job.source = ptl_files_keep(outer, files, &file);
    return text->job.source.data != NULL;
}

bool ptl_mpd_text_end(mpd_text *text)
{
    const ptl_diag *wrong = &text->job.error;

    if (ptl_starved(&text->job))
        ptl_fail(text->outer, wrong->status, PTL_NOWHERE, wrong->rule, "%s", wrong->message);
    return ptl_ok(&text->job);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool load_list(ptl_job *job, const ptl_files *files, const char *name,
                      const ego_lines *lines, void *list, ptl_span *source, mpd_say say)
{
    mpd_text text;

    if (!ptl_mpd_text_load(&text, job, files, name, say))
        return false;
    *source = text.job.source;
    ptl_ego_read(&text.job, ptl_ego_source(&text.job, text.job.source), lines, list);
    if (say == MPD_SAY_ALL && ptl_ok(&text.job) && lines == &ptl_ego_passages)
        ptl_ego_check_passages(&text.job, list);
    else if (say == MPD_SAY_ALL && ptl_ok(&text.job))
        ptl_ego_check_spawns(&text.job, list);
    if (!ptl_mpd_text_end(&text))
        *(ego_list *)list = (ego_list){ 0 };
    return ptl_ok(&text.job);
}

void ptl_mpd_module_load(ptl_job *job, const ptl_files *files, mpd_module *out, mpd_say say)
{
    mpd_text menu;

    *out = (mpd_module){ 0 };
    if (ptl_mpd_text_load(&menu, job, files, "menu.txt", say)) {
        ptl_mpd_menu_read(&menu.job, &out->menu);
        if (say == MPD_SAY_ALL && ptl_ok(&menu.job))
            ptl_mpd_menu_check(&menu.job, &out->menu);
        out->has_menu = ptl_mpd_text_end(&menu);
    }
    if (!out->has_menu)
        out->menu = (mpd_menu){ 0 };
    out->has_passages = load_list(job, files, "passage.txt", &ptl_ego_passages, &out->passages,
                                  &out->passage_text, say);
    out->has_spawns =
        load_list(job, files, "spawn.txt", &ptl_ego_spawns, &out->spawns, &out->spawn_text, say);
}

/* ---- Places --------------------------------------------------------------------------------- */

static uint32_t clamp(int32_t at, uint32_t size)
{
    return at < 0 ? 0 : (uint32_t)at >= size ? size - 1 : (uint32_t)at;
}

bool ptl_mpd_passage_area(const ptl_mpd *mesh, const ptl_passage *p, mpd_area *out)
{
    *out = (mpd_area){ clamp(p->x0, mesh->sizex), clamp(p->y0, mesh->sizey),
                       clamp(p->x1, mesh->sizex), clamp(p->y1, mesh->sizey) };
    return out->x0 <= out->x1 && out->y0 <= out->y1;
}

uint32_t ptl_mpd_spawn_fan(const ptl_mpd *mesh, const ptl_spawn *spawn)
{
    return ptl_mpd_fan_at(mesh, spawn->x * PTL_MPD_TILE, spawn->y * PTL_MPD_TILE);
}
