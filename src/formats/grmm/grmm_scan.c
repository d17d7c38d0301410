/* SPDX-License-Identifier: MIT */
/* What is left of a damaged file: chunks are looked for everywhere, whatever the sizes of the
 * groups around them say. */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

typedef enum inside { NOWHERE, IN_MAP, IN_LEVEL, IN_STATE } inside;

typedef struct scan {
    ptl_job   *job;
    ptl_span   file;
    grmm_tree *tree;
    inside     in;
    ptl_buf    levels;
    uint64_t   lost_from; /* where bytes that are no chunk begin, PTL_NOWHERE while all is well */
} scan;

static const char leaves[][5] = { "prop", "coor", "regn", "cell", "anno", "lnks",
                                  "stat", "disp", "opts", "tool", "notl" };
static const char groups[][5] = { "map ", "lvls", "lvl ", "stat" };

static bool is_leaf(const uint8_t *id)
{
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        if (memcmp(leaves[i], id, 4) == 0)
            return true;
    return false;
}

static bool is_group(const scan *s, uint64_t at)
{
    if (s->file.size - at < 12 || memcmp(s->file.data + at, "LIST", 4) != 0)
        return false;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (memcmp(groups[i], s->file.data + at + 8, 4) == 0)
            return true;
    return false;
}

/* Whether a chunk may begin here, or the file may end. */
static bool may_begin(const scan *s, uint64_t at)
{
    if (at >= s->file.size)
        return at == s->file.size;
    return is_group(s, at) || (s->file.size - at >= 8 && is_leaf(s->file.data + at));
}

/* A chunk whose size brings us to the next one; its end is in *next. */
static bool is_whole(const scan *s, uint64_t at, grmm_piece *out, uint64_t *next)
{
    uint64_t size;

    if (s->file.size - at < 8 || !is_leaf(s->file.data + at))
        return false;
    size = ptl_load_u32le(s->file.data + at + 4);
    if (size > s->file.size - at - 8)
        return false;
    *out = (grmm_piece){ .there = true, .at = at, .start = at + 8, .end = at + 8 + size };
    memcpy(out->id, s->file.data + at, 4);
    *next = out->end + size % 2;
    return may_begin(s, *next) || (size % 2 != 0 && out->end == s->file.size);
}

static grmm_piece *slot_in_level(scan *s, const char *id)
{
    grmm_level_pieces *level =
        s->levels.size > 0 && ptl_ok(s->job)
            ? (grmm_level_pieces *)(void *)(s->levels.data + s->levels.size - sizeof *level)
            : NULL;

    if (!level)
        return NULL;
    return memcmp(id, "prop", 4) == 0   ? &level->prop
           : memcmp(id, "coor", 4) == 0 ? &level->coor
           : memcmp(id, "regn", 4) == 0 ? &level->regn
           : memcmp(id, "cell", 4) == 0 ? &level->cell
           : memcmp(id, "anno", 4) == 0 ? &level->anno
                                        : NULL;
}

static grmm_piece *slot(scan *s, const char *id)
{
    grmm_tree *t = s->tree;

    if (memcmp(id, "lnks", 4) == 0)
        return &t->lnks;
    if (memcmp(id, "stat", 4) == 0)
        return &t->flat;
    if (s->in == IN_LEVEL)
        return slot_in_level(s, id);
    if (s->in == IN_STATE)
        return memcmp(id, "disp", 4) == 0   ? &t->disp
               : memcmp(id, "opts", 4) == 0 ? &t->opts
               : memcmp(id, "tool", 4) == 0 ? &t->tool
               : memcmp(id, "notl", 4) == 0 ? &t->notl
                                            : NULL;
    if (s->in == IN_MAP)
        return memcmp(id, "prop", 4) == 0 ? &t->prop : memcmp(id, "coor", 4) == 0 ? &t->coor : NULL;
    return NULL;
}

static void enter_group(scan *s, uint64_t at)
{
    const uint8_t    *type  = s->file.data + at + 8;
    grmm_level_pieces level = { .at = at };

    s->in = NOWHERE;
    if (memcmp(type, "map ", 4) == 0) {
        s->in = IN_MAP;
    } else if (memcmp(type, "lvl ", 4) == 0) {
        s->in = IN_LEVEL;
        ptl_put(&s->levels, &level, sizeof level);
    } else if (memcmp(type, "stat", 4) == 0) {
        s->in          = IN_STATE;
        s->tree->group = (grmm_piece){ .there = true, .group = true, .at = at };
    }
}

static void end_of_loss(scan *s, uint64_t at)
{
    if (s->lost_from != PTL_NOWHERE)
        ptl_find(s->job, PTL_LOSS, s->lost_from, "grmm-salvage",
                 "lost bytes, which are no whole chunk of a map: %llu",
                 (unsigned long long)(at - s->lost_from));
    s->lost_from = PTL_NOWHERE;
}

static void keep(scan *s, const grmm_piece *piece)
{
    grmm_piece *to = slot(s, piece->id);
    char        shown[32];

    if (to && !to->there)
        *to = *piece;
    else
        ptl_find(s->job, PTL_LOSS, piece->at, "grmm-salvage", "a chunk \"%s\" too many is lost",
                 ptl_quote(shown, sizeof shown, piece->id, 4));
}

static void scan_all(scan *s)
{
    uint64_t at = 12, next;

    while (at < s->file.size && ptl_ok(s->job)) {
        grmm_piece piece;

        if (is_group(s, at)) {
            end_of_loss(s, at);
            enter_group(s, at);
            at += 12;
        } else if (is_whole(s, at, &piece, &next)) {
            end_of_loss(s, at);
            keep(s, &piece);
            at = next;
        } else {
            s->lost_from = s->lost_from == PTL_NOWHERE ? at : s->lost_from;
            at++;
        }
    }
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

void ptl_grmm_scan_tree(ptl_job *job, ptl_span file, grmm_tree *out)
{
    scan s = { .job = job, .file = file, .tree = out, .lost_from = PTL_NOWHERE };

    if (file.size < 12 || memcmp(file.data, "RIFF", 4) != 0 ||
        memcmp(file.data + 8, "GRMM", 4) != 0) {
        ptl_fail(job, PTL_E_SYNTAX, 0, "grmm-signature",
                 "not a map: it does not begin with RIFF and GRMM");
        return;
    }
    s.levels = ptl_buf_of(job, NULL);
    scan_all(&s);
    out->levels.data = s.levels.size > 0 ? ptl_arena_raw(job, s.levels.size) : NULL;
    if (out->levels.data) {
        memcpy(out->levels.data, s.levels.data, s.levels.size);
        out->levels.count = s.levels.size / sizeof *out->levels.data;
        stand_in_all(out, file.size);
    }
    ptl_buf_free(&s.levels);
    if (ptl_ok(job) && out->levels.count == 0)
        ptl_fail(job, PTL_E_SYNTAX, 12, "grmm-salvage", "no level can be found in this file");
}
