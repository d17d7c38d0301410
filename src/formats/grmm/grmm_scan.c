/* SPDX-License-Identifier: MIT */
/* What is left of a damaged file: chunks are looked for everywhere, whatever the sizes of the
 * groups around them say. A chunk may have a wrong letter in its name, or a wrong size: then it
 * ends where the next one begins. */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

typedef enum inside { NOWHERE, IN_MAP, IN_LEVEL, IN_STATE } inside;

typedef struct scan {
    ptl_job   *job;
    ptl_span   file;
    grmm_tree *tree;
    inside     in;
    bool       begun;  /* the beginning of the list of levels was seen                */
    bool       orphan; /* the last level has no group around it, and may be the map's */
    ptl_buf    levels;
    uint64_t   lost_from; /* where bytes that are no chunk begin, PTL_NOWHERE while all is well */
} scan;

enum { LEAVES = 11, GROUPS = 4, IN_LEVELS = 5, NONE = -1 };

/* In the order of a file; the first five are those of a level. */
static const char leaves[LEAVES][5] = { "prop", "coor", "regn", "cell", "anno", "lnks",
                                        "stat", "disp", "opts", "tool", "notl" };
static const char groups[GROUPS][5] = { "map ", "lvls", "lvl ", "stat" };

/* ---- What a chunk looks like ---------------------------------------------------------------- */

static int wrong_letters(const uint8_t *id, const char *want)
{
    int wrong = 0;

    for (int i = 0; i < 4; i++)
        wrong += id[i] != (uint8_t)want[i];
    return wrong;
}

/* The number of the chunk whose name this is, with so many wrong letters at most. */
static int leaf_at(const scan *s, uint64_t at, int wrong)
{
    for (int i = 0; s->file.size - at >= 8 && i < LEAVES; i++)
        if (wrong_letters(s->file.data + at, leaves[i]) <= wrong)
            return i;
    return NONE;
}

static int group_at(const scan *s, uint64_t at)
{
    const uint8_t *head = s->file.data + at;

    for (int wrong = 0; s->file.size - at >= 12 && wrong <= 1; wrong++)
        for (int i = 0; i < GROUPS; i++)
            if (wrong_letters(head, "LIST") + wrong_letters(head + 8, groups[i]) <= wrong)
                return i;
    return NONE;
}

/* Whether a chunk may begin here, or the file may end. */
static bool may_begin(const scan *s, uint64_t at)
{
    if (at >= s->file.size)
        return at == s->file.size;
    return group_at(s, at) != NONE || leaf_at(s, at, 1) != NONE;
}

/* A chunk whose size brings us to the next one, which is then in *next. */
static bool is_whole(const scan *s, uint64_t at, int wrong, grmm_piece *out, uint64_t *next)
{
    int      leaf = leaf_at(s, at, wrong);
    uint64_t size;

    if (leaf == NONE)
        return false;
    size = ptl_load_u32le(s->file.data + at + 4);
    if (size > s->file.size - at - 8)
        return false;
    *out = (grmm_piece){ .there = true, .at = at, .start = at + 8, .end = at + 8 + size };
    memcpy(out->id, leaves[leaf], 4);
    *next = out->end + size % 2;
    return may_begin(s, *next) || (size % 2 != 0 && out->end == s->file.size);
}

/* The name of a chunk in front of a wrong size. In texts no byte is 0, in sizes one always is, even
 * when another was damaged. */
static bool is_named(const scan *s, uint64_t at, int after)
{
    int leaf = leaf_at(s, at, 0);

    return leaf > after && memchr(s->file.data + at + 4, 0, 4) != NULL;
}

/* Where the chunk ends whose size is wrong: where the next one begins. */
static uint64_t next_chunk(const scan *s, uint64_t at, int after)
{
    grmm_piece piece;
    uint64_t   next;

    for (; at < s->file.size; at++)
        if (group_at(s, at) != NONE || is_named(s, at, after) || is_whole(s, at, 0, &piece, &next))
            return at;
    return at;
}

/* Where the chunk before it ends, a name alone is enough: its size may be anything. */
static bool is_damaged(const scan *s, uint64_t at, grmm_piece *out, uint64_t *next)
{
    int  leaf     = leaf_at(s, at, 0);
    bool expected = s->lost_from == PTL_NOWHERE;

    if (leaf == NONE || (!expected && !is_named(s, at, NONE)))
        return false;
    *next = next_chunk(s, at + 8, leaf);
    *out  = (grmm_piece){ .there = true, .odd = true, .at = at, .start = at + 8, .end = *next };
    memcpy(out->id, leaves[leaf], 4);
    return true;
}

/* ---- Where it belongs ----------------------------------------------------------------------- */

static grmm_level_pieces *last_level(const scan *s)
{
    return s->levels.size > 0 && ptl_ok(s->job)
               ? (grmm_level_pieces *)(void *)(s->levels.data + s->levels.size -
                                               sizeof(grmm_level_pieces))
               : NULL;
}

static void begin_level(scan *s, uint64_t at, bool orphan)
{
    grmm_level_pieces level = { .at = at };

    if (s->levels.size == 0)
        s->tree->unnumbered = !s->begun;
    s->in     = IN_LEVEL;
    s->orphan = orphan;
    ptl_put(&s->levels, &level, sizeof level);
}

/* The list of levels begins: what stood in front of it alone are the properties of the map. */
static void end_orphan(scan *s)
{
    grmm_level_pieces *level = last_level(s);

    if (!s->orphan || !level || level->regn.there || level->cell.there || level->anno.there)
        return;
    if (!s->tree->prop.there)
        s->tree->prop = level->prop;
    if (!s->tree->coor.there)
        s->tree->coor = level->coor;
    s->levels.size -= sizeof *level;
    s->orphan = false;
}

static void enter_group(scan *s, int group, uint64_t at)
{
    grmm_level_pieces *last = last_level(s);

    end_orphan(s);
    s->begun = s->begun || group == 0 || group == 1;
    s->in    = group == 0 ? IN_MAP : group == 3 ? IN_STATE : NOWHERE;
    if (group == 3)
        s->tree->group = (grmm_piece){ .there = true, .group = true, .at = at };
    if (group != 2)
        return;
    if (last && last->at + 12 == at && s->levels.size == sizeof *last)
        s->levels.size = 0; /* the list of levels itself, with a wrong letter */
    begin_level(s, at, false);
}

static grmm_piece *slot_in_level(const scan *s, int leaf)
{
    grmm_level_pieces *level = last_level(s);
    grmm_piece        *slots[IN_LEVELS];

    if (!level)
        return NULL;
    slots[0] = &level->prop;
    slots[1] = &level->coor;
    slots[2] = &level->regn;
    slots[3] = &level->cell;
    slots[4] = &level->anno;
    return slots[leaf];
}

static grmm_piece *slot(const scan *s, int leaf)
{
    grmm_tree  *t       = s->tree;
    grmm_piece *slots[] = { &t->prop, &t->coor, NULL,     NULL,     NULL,    &t->lnks,
                            &t->flat, &t->disp, &t->opts, &t->tool, &t->notl };

    return leaf < IN_LEVELS && s->in == IN_LEVEL ? slot_in_level(s, leaf) : slots[leaf];
}

/* Chunks of a level that come where no level is, or a second time, begin one. */
static void find_level(scan *s, int leaf, const grmm_piece *piece)
{
    const grmm_piece *to = slot(s, leaf);

    if (leaf >= IN_LEVELS)
        s->in = leaf < 7 ? NOWHERE : IN_STATE;
    else if (s->in == IN_LEVEL ? leaf == 0 && to && to->there && !to->odd
                               : s->in != IN_MAP || !to || to->there)
        begin_level(s, piece->at, true);
    if (leaf >= 7 && !s->tree->group.there)
        s->tree->group = (grmm_piece){ .there = true, .group = true, .at = piece->at };
}

static void keep(scan *s, const grmm_piece *piece)
{
    int         leaf = leaf_at(s, piece->at, 1);
    grmm_piece *to;
    char        shown[32];

    find_level(s, leaf, piece);
    to = slot(s, leaf);
    if (to && (!to->there || (to->odd && !piece->odd)))
        *to = *piece;
    else
        ptl_find(s->job, PTL_LOSS, piece->at, "grmm-salvage", "a chunk \"%s\" too many is lost",
                 ptl_quote(shown, sizeof shown, piece->id, 4));
}

/* ---- The whole file ------------------------------------------------------------------------- */

static void end_of_loss(scan *s, uint64_t at)
{
    if (s->lost_from != PTL_NOWHERE)
        ptl_find(s->job, PTL_LOSS, s->lost_from, "grmm-salvage",
                 "lost bytes, which are no whole chunk of a map: %llu",
                 (unsigned long long)(at - s->lost_from));
    s->lost_from = PTL_NOWHERE;
}

static void scan_all(scan *s, uint64_t at)
{
    uint64_t next;

    while (at < s->file.size && ptl_ok(s->job)) {
        int        group = group_at(s, at);
        grmm_piece piece;

        if (group != NONE) {
            end_of_loss(s, at);
            enter_group(s, group, at);
            at += 12;
        } else if (is_whole(s, at, 1, &piece, &next) || is_damaged(s, at, &piece, &next)) {
            end_of_loss(s, at);
            keep(s, &piece);
            at = next;
        } else {
            s->lost_from = s->lost_from == PTL_NOWHERE ? at : s->lost_from;
            at++;
        }
    }
    end_orphan(s);
    end_of_loss(s, s->file.size);
}

/* Chunks that were not found are empty ones, which then cannot be read. */
static void stand_in(grmm_piece *piece, uint64_t at)
{
    if (!piece->there)
        *piece = (grmm_piece){ .at = at, .start = at, .end = at };
}

static void stand_in_all(grmm_tree *t, uint64_t end)
{
    stand_in(&t->prop, end);
    stand_in(&t->coor, end);
    stand_in(&t->lnks, end);
    for (size_t i = 0; i < t->levels.count; i++) {
        stand_in(&t->levels.data[i].prop, t->levels.data[i].at);
        stand_in(&t->levels.data[i].coor, t->levels.data[i].at);
        stand_in(&t->levels.data[i].regn, t->levels.data[i].at);
        stand_in(&t->levels.data[i].cell, t->levels.data[i].at);
        stand_in(&t->levels.data[i].anno, t->levels.data[i].at);
    }
}

/* Where chunks begin: behind the header, as far as it is one. */
static uint64_t skip_header(ptl_job *job, ptl_span file)
{
    bool riff = file.size >= 12 && wrong_letters(file.data, "RIFF") <= 1 &&
                wrong_letters(file.data + 8, "GRMM") <= 1;

    if (!riff)
        ptl_find(job, PTL_LOSS, 0, "grmm-salvage", "the beginning of the file is lost");
    return riff ? 12 : 0;
}

void ptl_grmm_scan_tree(ptl_job *job, ptl_span file, grmm_tree *out)
{
    scan s = { .job = job, .file = file, .tree = out, .lost_from = PTL_NOWHERE };

    s.levels = ptl_buf_of(job, NULL);
    scan_all(&s, skip_header(job, file));
    out->levels.data = s.levels.size > 0 ? ptl_arena_raw(job, s.levels.size) : NULL;
    if (out->levels.data) {
        memcpy(out->levels.data, s.levels.data, s.levels.size);
        out->levels.count = s.levels.size / sizeof *out->levels.data;
        stand_in_all(out, file.size);
    }
    ptl_buf_free(&s.levels);
    if (ptl_ok(job) && out->levels.count == 0)
        ptl_fail(job, PTL_E_SYNTAX, 0, "grmm-salvage", "no level can be found in this file");
}
