/* SPDX-License-Identifier: MIT */
/* Two sequences that came of a third, as one: the order is that of the side that moved something,
 * and what the other side added stands behind what it stood behind there. */
#include <string.h>

#include "core/merge.h"

typedef struct weaving {
    ptl_job         *job;
    const ptl_trio  *of;
    bool             by_other; /* the order is that of the other side */
    const ptl_align *lead, *rest;
    uint32_t        *next, *head; /* what the rest added, by what it stands behind, and 1 */
    bool            *taken;       /* of the rest: it is the twin of one that the lead added   */
    uint32_t        *twin;        /* of the lead: which one that is                           */
    ptl_triples      out;
} weaving;

static bool has_moves(const ptl_align *align)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < align->now; i++)
        if (align->was[i] != PTL_ALONE) {
            if (align->was[i] < last)
                return true;
            last = align->was[i];
        }
    return false;
}

static void put(weaving *w, uint32_t base, uint32_t lead, uint32_t rest)
{
    w->out.data[w->out.count++] =
        (ptl_triple){ base, w->by_other ? rest : lead, w->by_other ? lead : rest };
}

static void clash(const weaving *w, uint32_t base, uint32_t lead, uint32_t rest)
{
    ptl_triple at = { base, w->by_other ? rest : lead, w->by_other ? lead : rest };

    if (w->of->clash)
        w->of->clash(w->of->user, &at);
}

/* Lists of what the rest added, in its order, by the last element in front of it that the lead has,
 * too: list 0 stands in front of everything. */
static void collect_added(weaving *w)
{
    const ptl_align *rest   = w->rest;
    uint32_t         behind = 0;

    for (uint32_t i = 0; i < rest->now; i++) {
        if (rest->was[i] != PTL_ALONE && w->lead->is[rest->was[i]] != PTL_ALONE)
            behind = rest->was[i] + 1;
        w->next[i] = behind;
    }
    for (uint32_t i = rest->now; i-- > 0;)
        if (rest->was[i] == PTL_ALONE) {
            behind          = w->next[i];
            w->next[i]      = w->head[behind];
            w->head[behind] = i + 1;
        }
}

static ptl_twins twins(const weaving *w, uint32_t lead, uint32_t rest)
{
    return w->of->twins(w->of->of, w->by_other ? rest : lead, w->by_other ? lead : rest);
}

/* The twins of what the lead added, among what the rest added: known before anything is put,
 * because they may stand anywhere. */
static void find_twins(weaving *w)
{
    const ptl_align *across = w->of->across;

    for (uint32_t i = 0; i < w->lead->now; i++) {
        uint32_t rest = PTL_ALONE;

        if (across && w->lead->was[i] == PTL_ALONE)
            rest = w->by_other ? across->was[i] : across->is[i];
        if (rest != PTL_ALONE && (w->rest->was[rest] != PTL_ALONE || w->taken[rest] ||
                                  twins(w, i, rest) == PTL_TWINS_NONE))
            rest = PTL_ALONE;
        w->twin[i] = rest;
        if (rest != PTL_ALONE)
            w->taken[rest] = true;
    }
}

static uint32_t depth_of(const weaving *w, bool rest, uint32_t index)
{
    return w->of->depth(w->of->of, w->by_other != rest, index);
}

/* What the rest added there, up to what does not stand deeper. */
static void put_added(weaving *w, uint32_t behind, const uint32_t *depth)
{
    uint32_t i = w->head[behind];

    for (; i > 0 && (!depth || depth_of(w, true, i - 1) > *depth); i = w->next[i - 1])
        if (!w->taken[i - 1])
            put(w, PTL_ALONE, PTL_ALONE, i - 1);
    w->head[behind] = i;
}

/* Something the lead added. In trees what the rest added inside of the last one comes first, unless
 * this stands inside of what the lead added. */
static void put_new(weaving *w, uint32_t lead, uint32_t behind, uint32_t *depth)
{
    if (w->of->depth && depth_of(w, false, lead) <= *depth) {
        *depth = depth_of(w, false, lead);
        put_added(w, behind, depth);
    }
    if (w->twin[lead] != PTL_ALONE && twins(w, lead, w->twin[lead]) == PTL_TWINS_ODD)
        clash(w, PTL_ALONE, lead, w->twin[lead]);
    put(w, PTL_ALONE, lead, w->twin[lead]);
}

static bool is_needed(const weaving *w, bool other, uint32_t base, uint32_t index)
{
    return w->of->needed && w->of->needed(w->of->of, other, base, index);
}

/* An element that was there before: it stays unless one side took it away, and where the other
 * changed it what I did counts. */
static void put_old(weaving *w, uint32_t lead)
{
    uint32_t base = w->lead->was[lead], rest = w->rest->is[base];

    if (rest != PTL_ALONE) {
        put(w, base, lead, rest);
    } else if (is_needed(w, w->by_other, base, lead)) {
        clash(w, base, lead, PTL_ALONE);
        put(w, base, lead, PTL_ALONE);
    } else if (!w->of->kept(w->of->of, w->by_other, base, lead)) {
        clash(w, base, lead, PTL_ALONE);
        if (!w->by_other) /* I changed it */
            put(w, base, lead, PTL_ALONE);
    }
}

/* What the lead took away and the rest changed. */
static void look_at_lost(weaving *w)
{
    for (uint32_t base = 0; base < w->lead->before; base++) {
        uint32_t rest   = w->rest->is[base];
        bool     needed = rest != PTL_ALONE && is_needed(w, !w->by_other, base, rest);

        if (w->lead->is[base] != PTL_ALONE || rest == PTL_ALONE ||
            (!needed && w->of->kept(w->of->of, !w->by_other, base, rest)))
            continue;
        clash(w, base, PTL_ALONE, rest);
        if (w->by_other || needed) /* I changed it, and it stays */
            put(w, base, PTL_ALONE, rest);
    }
}

static void weave(weaving *w)
{
    uint32_t behind = 0, depth = UINT32_MAX;

    for (uint32_t i = 0; i < w->lead->now; i++) {
        if (w->lead->was[i] == PTL_ALONE) {
            put_new(w, i, behind, &depth);
            continue;
        }
        put_added(w, behind, NULL);
        behind = w->lead->was[i] + 1;
        depth  = UINT32_MAX;
        put_old(w, i);
    }
    put_added(w, behind, NULL);
    look_at_lost(w);
}

ptl_triples ptl_triples_make(ptl_job *job, const ptl_trio *of)
{
    weaving  w    = { .job = job, .of = of };
    uint64_t most = (uint64_t)of->mine->now + of->other->now;

    w.by_other = has_moves(of->other) && !has_moves(of->mine);
    w.lead     = w.by_other ? of->other : of->mine;
    w.rest     = w.by_other ? of->mine : of->other;
    w.next     = ptl_arena_array(job, (uint64_t)w.rest->now + 1, sizeof *w.next);
    w.head     = ptl_arena_array(job, (uint64_t)w.rest->before + 1, sizeof *w.head);
    w.taken    = ptl_arena_array(job, (uint64_t)w.rest->now + 1, sizeof *w.taken);
    w.twin     = ptl_arena_array(job, (uint64_t)w.lead->now + 1, sizeof *w.twin);
    w.out.data = ptl_arena_array(job, most + 1, sizeof *w.out.data);
    if (!ptl_ok(job))
        return (ptl_triples){ 0 };
    collect_added(&w);
    find_twins(&w);
    weave(&w);
    return w.out;
}

static uint32_t index_of(const ptl_triple *t, unsigned side)
{
    return side == 0 ? t->base : side == 1 ? t->mine : t->other;
}

const ptl_align *ptl_triples_side(ptl_job *job, const ptl_triples *triples, unsigned side,
                                  size_t count)
{
    ptl_align *out = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->was    = ptl_arena_array(job, triples->count, sizeof *out->was);
    out->is     = ptl_arena_array(job, count, sizeof *out->is);
    out->before = (uint32_t)count;
    out->now    = triples->count;
    out->plain  = count == triples->count;
    if (!out->was || !out->is)
        return NULL;
    memset(out->is, 0xFF, count * sizeof *out->is);
    for (uint32_t i = 0; i < triples->count; i++) {
        out->was[i] = index_of(&triples->data[i], side);
        if (out->was[i] != PTL_ALONE)
            out->is[out->was[i]] = i;
        out->plain = out->plain && out->was[i] == i;
    }
    return out;
}
