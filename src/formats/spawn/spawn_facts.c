/* SPDX-License-Identifier: MIT */
/* The page of `info`: who is there, and on which side. */
#include "formats/spawn/spawn_private.h"

typedef struct team_fact {
    char     letter[2];
    ptl_str  name;
    uint64_t spawns;
} team_fact;

typedef struct facts {
    ptl_str  format, title;
    uint64_t spawns, standing, carried, status, ghosts;
    struct {
        team_fact *data;
        size_t     count;
    } teams;
} facts;

#define TEAM(member) .offset = offsetof(team_fact, member)
#define FACT(member) .offset = offsetof(facts, member)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

static const ptl_field team_fields[] = {
    { "team", "its letter", PTL_KIND_TEXT, TEAM(name) },
    { "spawns", "objects on that side", PTL_KIND_U64, TEAM(spawns) },
};
static const ptl_record team_record = { "team", sizeof(team_fact), ROWS(team_fields) };

static const ptl_field facts_fields[] = {
    { "format", "always spawn", PTL_KIND_TEXT, FACT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, FACT(title) },
    { "spawns", "all of them", PTL_KIND_U64, FACT(spawns) },
    { "standing", "of these, on the ground", PTL_KIND_U64, FACT(standing) },
    { "carried", "of these, in a hand or an inventory", PTL_KIND_U64, FACT(carried) },
    { "status", "of these, with a status bar", PTL_KIND_U64, FACT(status) },
    { "ghosts", "of these, ghosts", PTL_KIND_U64, FACT(ghosts) },
    { "teams", "by their first letters", PTL_KIND_RECORD, PTL_LIST, FACT(teams),
      .record = &team_record },
};
const ptl_record ptl_spawn_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

static void count_teams(ptl_job *job, const ptl_spawns *list, facts *out)
{
    uint64_t of[256] = { 0 };

    for (size_t i = 0; i < list->count; i++)
        of[list->data[i].team.size > 0 ? (uint8_t)list->data[i].team.data[0] : 0]++;
    out->teams.data = ptl_arena_array(job, 256, sizeof *out->teams.data);
    for (unsigned c = 0; out->teams.data && c < 256; c++) {
        team_fact *team = &out->teams.data[out->teams.count];

        if (of[c] == 0)
            continue;
        *team = (team_fact){ { (char)c, 0 }, { team->letter, c > 0 }, of[c] };
        out->teams.count++;
    }
}

void *ptl_spawn_facts(ptl_job *job, const void *native)
{
    const ptl_spawns *list = native;
    facts            *out  = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->format = (ptl_str){ "spawn", 5 };
    out->title  = (ptl_str){ ptl_format_spawn.info.title, strlen(ptl_format_spawn.info.title) };
    out->spawns = list->count;
    for (size_t i = 0; i < list->count; i++) {
        out->carried += ptl_spawn_is_carried(&list->data[i]);
        out->status += list->data[i].status;
        out->ghosts += list->data[i].ghost;
    }
    out->standing = out->spawns - out->carried;
    count_teams(job, list, out);
    return out;
}
