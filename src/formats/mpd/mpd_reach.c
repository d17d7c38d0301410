/* SPDX-License-Identifier: MIT */
/* Which parts of a level can be reached: around walls, through passages, down what slides. */
#include "formats/mpd/mpd_module.h"
#include "hubs/ground.h"

enum { LEAST = 4 }; /* fans worth a word: corners behind things that stand there are not */

/* ---- Search ---------------------------------------------------------------------------------- */

/* Where players begin: whoever has a status bar is theirs, and the first of them will do. */
static uint32_t first_hero(ptl_job *job, const ptl_mpd *mesh, const ptl_access *r,
                           const ptl_files *files)
{
    mpd_module module;

    ptl_mpd_module_load(job, files, &module, MPD_SAY_NOTHING);
    for (size_t i = 0; i < module.spawns.count; i++) {
        const ptl_spawn *s   = &module.spawns.data[i];
        uint32_t         fan = ptl_mpd_spawn_fan(mesh, s);

        if (s->status && !ptl_spawn_is_carried(s) && fan != PTL_MPD_NO_FAN &&
            r->ways[fan] & PTL_ACCESS_STAND)
            return fan;
    }
    return PTL_ACCESS_ANYWHERE;
}

static bool is_off(const ptl_mpd *mesh, uint32_t fan)
{
    return ptl_mpd_word_tile(mesh->words.data[fan]) == PTL_MPD_FANOFF;
}

/* Takes a fan away, with the steps that lead onto it. */
static void take_away(ptl_access *r, uint32_t fan)
{
    const ptl_access_level *l = r->levels;
    uint32_t                x = fan % l->columns;

    r->ways[fan] = 0;
    if (x > 0)
        r->ways[fan - 1] &= (uint16_t) ~(PTL_ACCESS_EAST * (1 | 1 << PTL_ACCESS_LOCKS));
    if (x + 1 < l->columns)
        r->ways[fan + 1] &= (uint16_t) ~(PTL_ACCESS_WEST * (1 | 1 << PTL_ACCESS_LOCKS));
    if (fan >= l->columns)
        r->ways[fan - l->columns] &= (uint16_t) ~(PTL_ACCESS_SOUTH * (1 | 1 << PTL_ACCESS_LOCKS));
    if (fan + l->columns < r->cells)
        r->ways[fan + l->columns] &= (uint16_t) ~(PTL_ACCESS_NORTH * (1 | 1 << PTL_ACCESS_LOCKS));
}

/* Where nobody says where players begin they do in the largest part of what is drawn: the sea of
 * fans that are switched off around a ship is larger than the ship. */
static uint32_t largest_seen(ptl_job *job, const ptl_mpd *mesh, const ptl_access *r)
{
    ptl_access seen = *r;

    seen.ways = ptl_arena_copy(job, r->ways, r->cells, sizeof *r->ways);
    for (uint32_t i = 0; i < r->cells && seen.ways; i++)
        if (is_off(mesh, i))
            take_away(&seen, i);
    if (!seen.ways || !ptl_access_find(job, &seen))
        return PTL_ACCESS_ANYWHERE;
    for (uint32_t i = 0; i < r->cells; i++)
        if (seen.state[i] == PTL_ACCESS_HOME)
            return i;
    return PTL_ACCESS_ANYWHERE;
}

/* Fans that are not drawn are no part of the level that anybody misses, nor are those that are
 * walls by themselves where a passage is; nor is what one slides down a place to be. */
static void forget_others(ptl_access *r, const ptl_mpd *mesh, const ptl_ground *ground)
{
    for (uint32_t i = 0; i < r->cells; i++)
        if ((r->state[i] >= PTL_ACCESS_APART &&
             (is_off(mesh, i) ||
              ptl_mpd_word_fx(mesh->words.data[i]) & (PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS))) ||
            (r->state[i] == PTL_ACCESS_CLOSED && ptl_ground_is_slide(ground->levels.data, i)))
            r->state[i] = PTL_ACCESS_NOBODY;
}

bool ptl_mpd_reach(ptl_job *job, ptl_access *out, const ptl_mpd *mesh, const ptl_files *files)
{
    ptl_job           quiet  = *job; /* what cannot be carried over is no matter here */
    ptl_ground        ground = { 0 };
    ptl_access_level *level  = ptl_arena_array(job, 1, sizeof *level);

    if (!level)
        return false;
    *level = (ptl_access_level){ mesh->sizey, mesh->sizex, 0 };
    if (!ptl_access_begin(job, out, level, 1))
        return false;
    quiet.listener    = (ptl_listener){ 0 };
    quiet.source.size = mesh->words.count; /* the fans are there */
    ptl_mpd_to_ground(&quiet, &ground, mesh, files);
    if (ptl_ok(&quiet)) {
        ptl_ground_reach(out, &ground);
        out->home = first_hero(&quiet, mesh, out, files);
        if (out->home == PTL_ACCESS_ANYWHERE && ptl_mpd_fans_off(mesh) > 0)
            out->home = largest_seen(&quiet, mesh, out);
        ptl_access_find(&quiet, out);
    }
    if (quiet.error.status == PTL_E_MEMORY)
        job->error = quiet.error;
    if (!ptl_ok(&quiet)) /* too large, then: no engine plays it */
        return false;
    forget_others(out, mesh, &ground);
    return true;
}

/* ---- What is said of it ---------------------------------------------------------------------- */

static const struct {
    const char *rule, *text;
} words[PTL_ACCESS_STATES] = {
    [PTL_ACCESS_APART]  = { .rule = "mpd-unreachable", .text = "no way leads to" },
    [PTL_ACCESS_CLOSED] = { .rule = "mpd-no-way-in",
                            .text = "ways lead down from, and none up to" },
    [PTL_ACCESS_TRAP]   = { .rule = "mpd-trap", .text = "ways lead down to, and none back from" },
};

void ptl_mpd_check_reach(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files)
{
    ptl_access       r;
    ptl_access_parts parts;
    char             text[PTL_ACCESS_TEXT];

    if (!ptl_ok(job) || !ptl_mpd_reach(job, &r, mesh, files))
        return;
    parts = ptl_access_list(job, &r);
    for (size_t i = 0; i < parts.count; i++) {
        const ptl_access_part *p   = &parts.data[i];
        uint64_t               fan = (uint64_t)p->row * mesh->sizex + p->column;

        if (p->cells < LEAST)
            continue;
        PTL_FIND(job, PTL_NOTE,
                 ptl_path(job, "fan[%lu,%lu]", (unsigned long)p->column, (unsigned long)p->row),
                 MPD_HEADER + 4 * fan, words[p->state].rule, "%s %s", words[p->state].text,
                 ptl_access_part_text(text, p, "fan", "fans"));
    }
}
