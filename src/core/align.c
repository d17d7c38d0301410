/* SPDX-License-Identifier: MIT */
/* Which element is which: what is equal at both ends, then what is there once on either side, then
 * its neighbors, and what is left between them. No step takes more than n log n. */
#include "core/align.h"

#include <string.h>

#include "core/order.h"

typedef struct mapping { /* while it is made */
    ptl_job             *job;
    const ptl_sequences *of;
    ptl_align           *out;
    uint32_t             head, before_end, now_end; /* what lies between the equal ends */
} mapping;

static void match(ptl_align *out, uint32_t was, uint32_t is)
{
    out->was[is] = was;
    out->is[was] = is;
}

static ptl_align *begin(ptl_job *job, size_t before, size_t now)
{
    ptl_align *out = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    if (before >= PTL_ALONE || now >= PTL_ALONE)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "lists of more than %u elements are not compared", PTL_ALONE - 1);
    out->was    = ptl_arena_array(job, now, sizeof *out->was);
    out->is     = ptl_arena_array(job, before, sizeof *out->is);
    out->before = (uint32_t)before;
    out->now    = (uint32_t)now;
    if (!out->was || !out->is)
        return NULL;
    memset(out->was, 0xFF, now * sizeof *out->was);
    memset(out->is, 0xFF, before * sizeof *out->is);
    return ptl_ok(job) ? out : NULL;
}

static void match_ends(mapping *m)
{
    const ptl_sequences *of = m->of;

    m->before_end = m->out->before;
    m->now_end    = m->out->now;
    while (m->head < m->before_end && m->head < m->now_end && of->same(of->of, m->head, m->head)) {
        match(m->out, m->head, m->head);
        m->head++;
    }
    while (m->before_end > m->head && m->now_end > m->head &&
           of->same(of->of, m->before_end - 1, m->now_end - 1))
        match(m->out, --m->before_end, --m->now_end);
    ptl_worked(m->job, (size_t)m->out->before + m->out->now);
}

/* ---- What is there once ---------------------------------------------------------------------- */

typedef struct sighting {
    uint64_t token;
    uint32_t index;
    bool     now;
} sighting;

static bool comes_before(const void *of, uint32_t a, uint32_t b)
{
    const sighting *all = of;

    if (all[a].token != all[b].token)
        return all[a].token < all[b].token;
    return a < b;
}

static size_t see(const mapping *m, sighting *out, size_t count, bool now, unsigned turn)
{
    const uint32_t *taken = now ? m->out->was : m->out->is;
    uint32_t        end   = now ? m->now_end : m->before_end;

    for (uint32_t i = m->head; i < end; i++)
        if (taken[i] == PTL_ALONE)
            out[count++] = (sighting){ m->of->token(m->of->of, now, i, turn), i, now };
    return count;
}

/* Of each token as many on both sides: the first with the first, and so on. With one of it that is
 * beyond doubt; where elements stay in order, several would be guessed. */
static void match_group(mapping *m, const sighting *all, const uint32_t *order, size_t count)
{
    size_t now = 0;

    while (now < count && !all[order[now]].now)
        now++;
    if (now * 2 != count || (count > 2 && !m->of->moves))
        return;
    for (size_t i = 0; i < now; i++)
        match(m->out, all[order[i]].index, all[order[now + i]].index);
}

static void match_tokens(mapping *m, unsigned turn)
{
    size_t    most  = (size_t)(m->before_end - m->head) + (m->now_end - m->head), count, end;
    sighting *all   = ptl_resize(m->job, NULL, 0, most * sizeof *all + 1);
    uint32_t *order = ptl_resize(m->job, NULL, 0, most * sizeof *order + 1);

    count = all && order ? see(m, all, 0, false, turn) : 0;
    count = all && order ? see(m, all, count, true, turn) : 0;
    ptl_put_in_order(order, count, comes_before, all);
    for (size_t i = 0; i < count; i = end) {
        for (end = i + 1; end < count && all[order[end]].token == all[order[i]].token;)
            end++;
        match_group(m, all, order + i, end - i);
    }
    ptl_worked(m->job, most * sizeof *all);
    if (all)
        ptl_resize(m->job, all, most * sizeof *all + 1, 0);
    if (order)
        ptl_resize(m->job, order, most * sizeof *order + 1, 0);
}

/* ---- What stayed in order -------------------------------------------------------------------- */

/* The longest part of the sequence that rises: `last` ends the best of each length so far. */
bool *ptl_align_steady(ptl_job *job, const ptl_align *align)
{
    uint32_t *last   = ptl_arena_array(job, (uint64_t)align->now + 1, sizeof *last);
    uint32_t *from   = ptl_arena_array(job, (uint64_t)align->now + 1, sizeof *from);
    bool     *out    = ptl_arena_array(job, (uint64_t)align->now + 1, sizeof *out);
    uint32_t  length = 0;

    if (!last || !from || !out)
        return NULL;
    for (uint32_t i = 0; i < align->now; i++) {
        uint32_t low = 0, high = length;

        if (align->was[i] == PTL_ALONE)
            continue;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;

            if (align->was[last[middle]] < align->was[i])
                low = middle + 1;
            else
                high = middle;
        }
        last[low] = i;
        from[i]   = low > 0 ? last[low - 1] : PTL_ALONE;
        length += low == length;
    }
    for (uint32_t i = length > 0 ? last[length - 1] : PTL_ALONE; i != PTL_ALONE; i = from[i])
        out[i] = true;
    return out;
}

static void drop_moves(mapping *m)
{
    bool *steady = ptl_align_steady(m->job, m->out);

    for (uint32_t i = 0; steady && i < m->out->now; i++)
        if (m->out->was[i] != PTL_ALONE && !steady[i]) {
            m->out->is[m->out->was[i]] = PTL_ALONE;
            m->out->was[i]             = PTL_ALONE;
        }
}

/* ---- Neighbors ------------------------------------------------------------------------------- */

static bool are_free(const ptl_align *out, uint32_t was, uint32_t is)
{
    return was < out->before && is < out->now && out->is[was] == PTL_ALONE &&
           out->was[is] == PTL_ALONE;
}

/* What is equal beside elements that are known. Indices before the first wrap around to the largest
 * number, which is past the last. */
static void spread(mapping *m)
{
    ptl_align *out = m->out;

    for (uint32_t i = m->head; i < m->now_end; i++) {
        uint32_t was = i > 0 ? out->was[i - 1] : PTL_ALONE;

        if ((i == 0 || was != PTL_ALONE) && are_free(out, was + 1, i) &&
            m->of->same(m->of->of, was + 1, i))
            match(out, was + 1, i);
    }
    for (uint32_t i = m->now_end; i-- > m->head;) {
        uint32_t was = i + 1 < out->now ? out->was[i + 1] : out->before;

        if (was != PTL_ALONE && are_free(out, was - 1, i) && m->of->same(m->of->of, was - 1, i))
            match(out, was - 1, i);
    }
}

static bool is_pair(const mapping *m, uint32_t was, uint32_t is, bool as_many)
{
    return m->of->alike ? m->of->alike(m->of->of, was, is) : as_many;
}

/* What is left between two elements that are known, on both sides: pairs from either end. */
static void pair_gap(mapping *m, uint32_t was, uint32_t was_end, uint32_t is, uint32_t is_end)
{
    bool as_many = was_end - was == is_end - is;

    for (; as_many && was < was_end; was++, is++)
        if (is_pair(m, was, is, true))
            match(m->out, was, is);
    for (; was < was_end && is < is_end && is_pair(m, was, is, false); was++, is++)
        match(m->out, was, is);
    while (was < was_end && is < is_end && is_pair(m, was_end - 1, is_end - 1, false))
        match(m->out, --was_end, --is_end);
}

static void pair_gaps(mapping *m)
{
    ptl_align *out = m->out;
    uint32_t   end;

    for (uint32_t i = m->head; i < m->now_end; i = end + 1) {
        uint32_t was = i > 0 ? out->was[i - 1] + 1 : 0, was_end = was;

        for (end = i; end < m->now_end && out->was[end] == PTL_ALONE;)
            end++;
        while (was_end < out->before && out->is[was_end] == PTL_ALONE)
            was_end++;
        if (end > i && was_end > was)
            pair_gap(m, was, was_end, i, end);
    }
}

static bool is_plain(const ptl_align *out)
{
    for (uint32_t i = 0; i < out->now; i++)
        if (out->was[i] != i)
            return false;
    return out->before == out->now;
}

const ptl_align *ptl_align_make(ptl_job *job, const ptl_sequences *of)
{
    mapping m = { .job = job, .of = of, .out = begin(job, of->before, of->now) };

    if (!m.out)
        return NULL;
    match_ends(&m);
    if (m.head < m.before_end && m.head < m.now_end) {
        for (unsigned turn = 0; turn < of->turns; turn++)
            match_tokens(&m, turn);
        if (!of->moves)
            drop_moves(&m);
        spread(&m);
        pair_gaps(&m);
    }
    m.out->plain = is_plain(m.out);
    return ptl_ok(job) ? m.out : NULL;
}

const ptl_align *ptl_align_plain(ptl_job *job, size_t before, size_t now)
{
    ptl_align *out = begin(job, before, now);

    for (uint32_t i = 0; out && i < out->before && i < out->now; i++)
        match(out, i, i);
    if (out)
        out->plain = before == now;
    return out;
}
