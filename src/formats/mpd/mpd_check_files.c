/* SPDX-License-Identifier: MIT */
/* The rest of a module against its level: water, passages and spawns; and where one can go. */
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "formats/mpd/mpd_module.h"

enum { SOLID = PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS, NAME = 40 };

typedef struct checker {
    ptl_job          *job;
    const ptl_mpd    *mesh;
    const mpd_module *module;
    const uint32_t   *solid;  /* solid fans above and to the left of each corner of the grid */
    const uint32_t   *closed; /* closed passages over each fan, in rows of one more */
    size_t            doors, first_door; /* passages that are closed over solid fans alone */
    mpd_text          text;              /* that is looked at */
} checker;

/* ---- What is not there ---------------------------------------------------------------------- */

/* Menu and lists lie in modules only. */
static bool is_module(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files)
{
    ptl_companion file;
    bool          found = false;

    for (size_t i = 0; !found && ptl_mpd_companion(mesh, i, &file); i++)
        found = file.number > MPD_WAWALITE && file.exact && ptl_files_have(job, files, &file);
    return found;
}

/* Without a sheet fans are gray, which is to be seen; without wawalite.txt water and light are not
 * what somebody wrote, which is not. Every module has one, be its level wet or dry; the newest
 * engine takes none without. */
static void check_missing(ptl_job *job, const ptl_mpd *mesh, const ptl_check_opts *opts)
{
    ptl_companion file;
    bool          module;

    if (!opts->files.load || job->untrusted)
        return;
    module = is_module(job, mesh, &opts->files);
    for (size_t i = 0; ptl_ok(job) && ptl_mpd_companion(mesh, i, &file); i++) {
        bool water  = file.number == MPD_WAWALITE;
        bool missed = file.needed || (water && job->judging);

        if (!(missed || (water && module)) || ptl_files_have(job, &opts->files, &file))
            continue;
        ptl_find(job, water && missed ? PTL_WARNING : PTL_NOTE, PTL_NOWHERE,
                 !water || !job->judging ? "file-missing"
                 : module                ? "engine-wawalite"
                                         : "engine-alone",
                 "%s (%s) is not there", file.name, file.role);
    }
}

/* ---- Water ---------------------------------------------------------------------------------- */

static void check_water(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files)
{
    ptl_mpd_water water = { 0 };
    mpd_text      text;

    if (!ptl_mpd_text_load(&text, job, files, "wawalite.txt", MPD_SAY_ALL))
        return;
    ptl_mpd_water_parse(&text.job, text.job.source, &water);
    if (ptl_ok(&text.job))
        ptl_mpd_water_check(&text.job, text.job.source);
    if (ptl_mpd_text_end(&text) && water.layers == 0)
        ptl_find_count(job, PTL_NOTE, "mpd-dry", ptl_mpd_water_fans(mesh),
                       "wawalite.txt has no layers: the water of # {fan|fans} is not drawn");
}

/* ---- Passages ------------------------------------------------------------------------------- */

/* Sums over all rectangles that begin in the north-west corner: those of any passage follow,
 * however many passages there are. */
static const uint32_t *sum_solid(ptl_job *job, const ptl_mpd *mesh)
{
    size_t    across = (size_t)mesh->sizex + 1;
    uint32_t *sum    = ptl_arena_array(job, across * (mesh->sizey + 1), sizeof *sum);

    for (size_t y = 0; sum && y < mesh->sizey; y++)
        for (size_t x = 0; x < mesh->sizex; x++) {
            uint32_t *at = sum + (y + 1) * across + x + 1;

            at[0] = at[-1] + at[-(ptrdiff_t)across] - at[-(ptrdiff_t)across - 1] +
                    ((ptl_mpd_word_fx(mesh->words.data[y * mesh->sizex + x]) & SOLID) != 0);
        }
    return sum;
}

static uint32_t solid_fans(const checker *c, const mpd_area *a)
{
    size_t          across = (size_t)c->mesh->sizex + 1;
    const uint32_t *top    = c->solid + a->y0 * across;
    const uint32_t *bottom = c->solid + (size_t)(a->y1 + 1) * across;

    return bottom[a->x1 + 1] - bottom[a->x0] - top[a->x1 + 1] + top[a->x0];
}

/* Quoted, and without the blanks that stand in front of a colon. */
static const char *show_name(char out[NAME], ptl_str name)
{
    while (name.size > 0 && (name.data[name.size - 1] == ' ' || name.data[name.size - 1] == '\t'))
        name.size--;
    return ptl_quote(out, NAME, name.data, name.size);
}

static void check_outside(checker *c, size_t number)
{
    const ptl_passage *p = &c->module->passages.data[number];
    char               name[NAME];

    /* One that begins before every level is told of already. */
    if (p->x0 < 0 || p->y0 < 0 || p->x1 < p->x0 || p->y1 < p->y0)
        return;
    if ((uint32_t)p->x1 >= c->mesh->sizex || (uint32_t)p->y1 >= c->mesh->sizey)
        ptl_find(&c->text.job, PTL_WARNING, p->at, "mpd-passage-outside",
                 "passage %zu (%s) reaches fan %ld, %ld; the level has %lu x %lu", number,
                 show_name(name, p->name), (long)p->x1, (long)p->y1, (unsigned long)c->mesh->sizex,
                 (unsigned long)c->mesh->sizey);
}

/* Engines take walls away from the fans of a passage at the moment it opens, and put them up when
 * it closes. One that is open from the beginning does neither. Doors of the game are closed over
 * fans that are all solid; where only some are, walls go that nobody meant to be a door. */
static void check_solid(checker *c, size_t number)
{
    const ptl_passage *p = &c->module->passages.data[number];
    mpd_area           a;
    uint32_t           fans, solid;
    char               name[NAME];

    if (!ptl_mpd_passage_area(c->mesh, p, &a))
        return;
    fans  = (a.x1 - a.x0 + 1) * (a.y1 - a.y0 + 1);
    solid = solid_fans(c, &a);
    if (p->open && solid == fans)
        ptl_find(&c->text.job, PTL_WARNING, p->at, "mpd-passage-shut",
                 "passage %zu (%s) is open from the beginning, and all of its fans are solid: "
                 "nothing opens it",
                 number, show_name(name, p->name));
    else if (!p->open && solid == fans)
        c->first_door = c->doors++ > 0 ? c->first_door : number;
    else if (!p->open && solid > 0)
        ptl_find(
            &c->text.job, PTL_NOTE, p->at, "mpd-passage-solid",
            "closed passage %zu (%s) lies over solid fans, too, %lu of %lu: when it opens they "
            "become floor",
            number, show_name(name, p->name), (unsigned long)solid, (unsigned long)fans);
}

static void say_doors(checker *c)
{
    const ptl_passage *first = &c->module->passages.data[c->first_door];
    char               name[NAME];

    if (c->doors > 0)
        ptl_find(
            &c->text.job, PTL_NOTE, first->at, "mpd-passage-solid",
            "closed passages over nothing but solid fans, as doors are: %zu, the first of them "
            "%zu (%s)",
            c->doors, c->first_door, show_name(name, first->name));
}

static void check_passages(checker *c)
{
    if (c->module->passages.count == 0)
        return;
    ptl_mpd_text_reopen(&c->text, c->job, c->module->passage_text, "passage.txt");
    c->solid = sum_solid(c->job, c->mesh);
    for (size_t i = 0; c->solid && i < c->module->passages.count; i++) {
        check_outside(c, i);
        check_solid(c, i);
    }
    say_doors(c);
    ptl_mpd_text_end(&c->text);
}

/* ---- Spawns --------------------------------------------------------------------------------- */

/* Marks the corners of all areas, of which sums along rows and columns make counts: one passage
 * costs the same as any other, however large it is. */
static const uint32_t *count_closed(const checker *c)
{
    size_t    across = (size_t)c->mesh->sizex + 1;
    uint32_t *of     = ptl_arena_array(c->job, across * (c->mesh->sizey + 1), sizeof *of);

    for (size_t i = 0; of && i < c->module->passages.count; i++) {
        const ptl_passage *p = &c->module->passages.data[i];
        mpd_area           a;

        if (p->open || !ptl_mpd_passage_area(c->mesh, p, &a))
            continue;
        of[a.y0 * across + a.x0]++;
        of[a.y0 * across + a.x1 + 1]--; /* counts wrap around, and back again */
        of[(a.y1 + 1) * across + a.x0]--;
        of[(a.y1 + 1) * across + a.x1 + 1]++;
    }
    for (size_t i = 1; of && i < across * c->mesh->sizey; i++)
        of[i] += i % across > 0 ? of[i - 1] : 0;
    for (size_t i = across; of && i < across * c->mesh->sizey; i++)
        of[i] += of[i - across];
    return of;
}

/* Things in closed passages are their doors. */
static bool is_in_door(const checker *c, uint32_t fan)
{
    size_t x = fan % c->mesh->sizex, y = fan / c->mesh->sizex;

    return c->closed && c->closed[y * ((size_t)c->mesh->sizex + 1) + x] > 0;
}

static void check_place(checker *c, const ptl_spawn *s, size_t number)
{
    uint32_t fan = ptl_mpd_spawn_fan(c->mesh, s);
    char     name[NAME];

    if (fan == PTL_MPD_NO_FAN)
        ptl_find(&c->text.job, PTL_WARNING, s->at, "mpd-spawn-outside",
                 "spawn %zu (%s) stands at %g, %g; the level has %lu x %lu fans", number,
                 show_name(name, s->name), s->x, s->y, (unsigned long)c->mesh->sizex,
                 (unsigned long)c->mesh->sizey);
    else if (ptl_mpd_word_fx(c->mesh->words.data[fan]) & PTL_MPD_FX_IMPASS && !is_in_door(c, fan))
        ptl_find(&c->text.job, PTL_NOTE, s->at, "mpd-spawn-solid",
                 "spawn %zu (%s) stands on an impassable fan, %lu, %lu", number,
                 show_name(name, s->name), (unsigned long)(fan % c->mesh->sizex),
                 (unsigned long)(fan / c->mesh->sizex));
}

/* 0 is what those have that refer to none. */
static void check_reference(checker *c, const ptl_spawn *s, size_t number)
{
    char name[NAME];

    if (s->passage != 0 && (s->passage < 0 || (size_t)s->passage >= c->module->passages.count))
        ptl_find(&c->text.job, PTL_WARNING, s->at, "mpd-spawn-passage",
                 "spawn %zu (%s) refers to passage %ld; there are %zu", number,
                 show_name(name, s->name), (long)s->passage, c->module->passages.count);
}

static void check_spawns(checker *c)
{
    ptl_mpd_text_reopen(&c->text, c->job, c->module->spawn_text, "spawn.txt");
    c->closed = c->module->spawns.count > 0 ? count_closed(c) : NULL;
    for (size_t i = 0; i < c->module->spawns.count; i++) {
        const ptl_spawn *s = &c->module->spawns.data[i];

        if (!ptl_spawn_is_carried(s))
            check_place(c, s, i);
        if (c->module->has_passages)
            check_reference(c, s, i);
    }
    ptl_mpd_text_end(&c->text);
}

void ptl_mpd_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    mpd_module module;
    checker    c = { .job = job, .mesh = native, .module = &module };

    check_missing(job, native, opts);
    check_water(job, native, &opts->files);
    ptl_mpd_module_load(job, &opts->files, &module, MPD_SAY_ALL);
    if (job->judging && !job->untrusted)
        ptl_mpd_check_engine(job, &opts->files, is_module(job, native, &opts->files));
    check_passages(&c);
    check_spawns(&c);
    ptl_mpd_check_reach(job, native, &opts->files);
}
