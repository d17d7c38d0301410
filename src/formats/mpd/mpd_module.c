/* SPDX-License-Identifier: MIT */
/* The other texts of a module: loading them, and where their entries lie on the level. */
#include "formats/mpd/mpd_module.h"

#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "core/num.h"
#include "formats/mpd/mpd_values.h"

/* ---- Texts ---------------------------------------------------------------------------------- */

/* What cannot be drawn is a warning to who draws, who goes on without it. */
static void hear_text(void *user, const ptl_diag *d)
{
    const mpd_text *text     = user;
    bool            lenient  = text->say == MPD_SAY_LOST && d->severity == PTL_ERROR;
    ptl_severity    severity = lenient ? PTL_WARNING : d->severity;
    char            place[32];

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

/* ---- The menu ------------------------------------------------------------------------------- */

/* The word here, as people read it. */
static ptl_str next_words(mpd_values *v, const char *what)
{
    ptl_str word = { 0 };
    char   *copy;

    if (!ptl_mpd_next_value(v, what))
        return word;
    word.data = v->in.at;
    while (v->in.at < v->in.end && !ptl_mpd_ends_number(v, v->in.at))
        v->in.at++;
    word.size = (size_t)(v->in.at - word.data);
    copy      = ptl_arena_copy(v->in.job, word.data, word.size, 1);
    for (size_t i = 0; copy && i < word.size; i++)
        if (copy[i] == '_')
            copy[i] = ' ';
    return (ptl_str){ copy, copy ? word.size : 0 };
}

static uint32_t next_players(mpd_values *v, const char *what)
{
    int64_t     value = 0;
    const char *after;

    if (!ptl_mpd_next_value(v, what))
        return 0;
    after = ptl_parse_i64(v->in.at, v->in.end, &value);
    if (!after || !ptl_mpd_ends_number(v, after) || value < 0 || value > 255)
        ptl_mpd_bad_value(v, "menu-number", what, "allowed: whole numbers from 0 to 255");
    return ptl_ok(v->in.job) ? (uint32_t)value : 0;
}

/* Lines of the summary, of which a lone underscore is an empty one, with blanks between them. */
static ptl_str read_summary(ptl_job *job, mpd_values *v)
{
    enum { LINES = 8 };
    ptl_buf out = ptl_buf_of(job, NULL);
    ptl_str kept;

    for (int i = 0; i < LINES && memchr(v->in.at, ':', (size_t)(v->in.end - v->in.at)); i++) {
        ptl_str line = next_words(v, "a line of the summary");

        while (line.size > 0 && line.data[line.size - 1] == ' ')
            line.size--;
        if (line.size > 0 && out.size > 0)
            ptl_put_char(&out, ' ');
        ptl_put(&out, line.data, line.size);
    }
    kept.data = ptl_arena_copy(job, out.data, out.size, 1);
    kept.size = kept.data ? out.size : 0;
    ptl_buf_free(&out);
    return kept;
}

/* The values that matter are 1 name, 2 reference, 6 and 7 players, 10 stars, 11 to 18 a summary. */
static void read_menu(ptl_job *job, mpd_menu *out)
{
    mpd_values v = ptl_mpd_values_of(job, job->source);

    out->title     = next_words(&v, "the name of the module");
    out->reference = next_words(&v, "the module to have beaten");
    for (int i = 0; i < 3; i++)
        ptl_mpd_next_value(&v, "a value");
    out->least_players = next_players(&v, "the least number of players");
    out->most_players  = next_players(&v, "the greatest number of players");
    for (int i = 0; i < 2; i++)
        ptl_mpd_next_value(&v, "a value");
    out->rating = next_words(&v, "the rating");
    if (ptl_ok(job))
        out->summary = read_summary(job, &v);
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
        read_menu(&menu.job, &out->menu);
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
