/* SPDX-License-Identifier: MIT */
/* What is odd in Egoboo's lists by themselves. */
#include "formats/ego_lists.h"

void ptl_ego_tell_passage(ptl_job *job, uint64_t at, size_t number, bool fits)
{
    if (fits)
        ptl_find(job, PTL_WARNING, at, "passage-comment",
                 "engines know no comments: behind this colon they find passage %zu, and count on",
                 number);
    else
        ptl_find(job, PTL_WARNING, at, "passage-comment",
                 "engines know no comments: they look for a passage behind this colon, and the "
                 "newest stops there");
}

/* The newest engine passes over comments. */
void ptl_ego_tell_spawn(ptl_job *job, uint64_t at, size_t number, bool fits)
{
    (void)number;
    (void)fits;
    ptl_find(job, PTL_NOTE, at, "spawn-comment",
             "older engines know no comments: they look for a spawn behind this colon");
}

void ptl_ego_check_passages(ptl_job *job, const ptl_passages *list)
{
    ptl_ego_check_comments(job, &ptl_ego_passages, (const void *)list);
    for (size_t i = 0; i < list->count; i++) {
        const ptl_passage *p = &list->data[i];

        ptl_path(job, "list[%zu]", i);
        if (p->x1 < p->x0 || p->y1 < p->y0)
            ptl_find(job, PTL_WARNING, p->at, "passage-reversed",
                     "passage %zu ends before it begins: %ld, %ld to %ld, %ld", i, (long)p->x0,
                     (long)p->y0, (long)p->x1, (long)p->y1);
        if (p->x0 < 0 || p->y0 < 0)
            ptl_find(job, PTL_WARNING, p->at, "passage-outside",
                     "passage %zu begins outside of every level: %ld, %ld", i, (long)p->x0,
                     (long)p->y0);
    }
}

static void check_spawn(ptl_job *job, const ptl_spawn *s, bool somebody)
{
    char shown[32];

    if (ptl_spawn_is_carried(s) && !somebody)
        ptl_find(job, PTL_WARNING, s->at, "spawn-carried",
                 "this is carried (%c), and nobody stands before it", s->facing);
    if (s->skin < 0 || s->skin > 4)
        ptl_find(job, PTL_WARNING, s->at, "spawn-skin", "skin is %ld, allowed: 0 to 4",
                 (long)s->skin);
    if (s->team.size == 0 || s->team.data[0] < 'A' || s->team.data[0] > 'Z')
        ptl_find(job, PTL_WARNING, s->at, "spawn-team",
                 "team is \"%s\", allowed: words that begin with A to Z",
                 ptl_quote(shown, sizeof shown, s->team.data, s->team.size));
}

void ptl_ego_check_spawns(ptl_job *job, const ptl_spawns *list)
{
    bool somebody = false;

    ptl_ego_check_comments(job, &ptl_ego_spawns, (const void *)list);
    for (size_t i = 0; i < list->count; i++) {
        ptl_path(job, "list[%zu]", i);
        check_spawn(job, &list->data[i], somebody);
        somebody = somebody || !ptl_spawn_is_carried(&list->data[i]);
    }
}
