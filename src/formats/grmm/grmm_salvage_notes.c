/* SPDX-License-Identifier: MIT */
/* Notes of damaged files: a chain of notes that makes sense up to the end of the chunk is found
 * again behind whatever does not. */
#include <string.h>

#include "core/bytes.h"
#include "core/utf8.h"
#include "formats/grmm/grmm_private.h"

typedef struct shape { /* a note in the file */
    uint64_t      at, text, end;
    uint64_t      claimed; /* bytes of its text, as it says itself */
    ptl_grmm_note note;
} shape;

typedef struct chain {
    grmm_mend        *mend;
    const grmm_piece *piece;
    ptl_buf           list;
    shape             last;    /* the one that was read last              */
    size_t            count;   /* notes so far                            */
    size_t            claimed; /* what the chunk says they are            */
    uint64_t          effort;  /* bytes that may be looked at to find one */
} chain;

enum { HEAD = 5, EFFORT = 1 << 22, EFFORT_PER_BYTE = 64 };

/* ---- What a note looks like ----------------------------------------------------------------- */

/* In the document's letter kinds 2 and 3 have changed places. */
static uint8_t kind_of(const chain *c, uint8_t kind)
{
    return c->mend->document && (kind == PTL_GRMM_CUSTOM_ID || kind == PTL_GRMM_ICON) ? kind ^ 1
                                                                                      : kind;
}

/* Bytes between the kind of a note and the size of its text. */
static uint64_t size_of_kind(const uint8_t *data, uint8_t kind)
{
    switch (kind) {
    case PTL_GRMM_NUMBERED:
        return 3;
    case PTL_GRMM_CUSTOM_ID:
        return 1 + (uint64_t)data[0];
    default:
        return kind != PTL_GRMM_COMMENT;
    }
}

static void fill_kind(shape *s, const uint8_t *data)
{
    ptl_grmm_note *n = &s->note;

    switch (n->kind) {
    case PTL_GRMM_NUMBERED:
        n->index = ptl_load_u16le(data);
        n->color = data[2];
        break;
    case PTL_GRMM_ICON:
        n->icon = data[0];
        break;
    case PTL_GRMM_LABEL:
        n->color = data[0];
        break;
    default:
        break;
    }
}

/* A note as if it were of this kind; false when the chunk ends before its text begins. */
static bool shape_at(const chain *c, uint64_t at, uint8_t kind, shape *out)
{
    const uint8_t *data = c->mend->file.data + at;
    uint64_t       left = c->piece->end - at, more;

    if (left < HEAD + 2 || kind > PTL_GRMM_LABEL)
        return false;
    more = size_of_kind(data + HEAD, kind);
    if (left < HEAD + more + 2)
        return false;
    *out           = (shape){ .at = at, .text = at + HEAD + more + 2 };
    out->note      = (ptl_grmm_note){ .row    = ptl_load_u16le(data),
                                      .column = ptl_load_u16le(data + 2),
                                      .at     = at };
    out->note.kind = kind;
    fill_kind(out, data + HEAD);
    out->claimed = ptl_load_u16le(data + HEAD + more);
    out->end     = out->text + out->claimed;
    return true;
}

/* Characters that people write; a text that was cut may end inside of one. */
static bool is_text(const chain *c, uint64_t start, uint64_t end, bool cut)
{
    const char *data = (const char *)c->mend->file.data;

    while (start < end) {
        uint32_t code;
        size_t   step = ptl_utf8_decode(data + start, (size_t)(end - start), &code);

        if (step == 0)
            return cut && end - start < 4 && (uint8_t)data[start] >= 0xC0;
        if (code < 0x20 && code != '\t' && code != '\n' && code != '\r')
            return false;
        start += step;
    }
    return true;
}

static bool has_sense(const chain *c, const shape *s)
{
    const ptl_grmm_level *level = c->mend->level;
    const ptl_grmm_note  *n     = &s->note;
    uint64_t              id    = s->text - 2 - s->at - HEAD - 1;

    if (level->rows > 0 && (n->row >= level->rows || n->column >= level->columns))
        return false;
    return n->color <= 9 && n->icon <= 39 && n->index <= 9999 &&
           (n->kind != PTL_GRMM_CUSTOM_ID || (id >= 1 && id <= 8));
}

/* A note that makes sense and lies inside of the chunk. */
static bool is_note(const chain *c, uint64_t at, shape *out)
{
    uint64_t end = c->piece->end;
    uint8_t  kind;

    if (end - at < HEAD + 2)
        return false;
    kind = kind_of(c, c->mend->file.data[at + 4]);
    return shape_at(c, at, kind, out) && out->end <= end && has_sense(c, out) &&
           (out->claimed > 0 || kind == PTL_GRMM_CUSTOM_ID || kind == PTL_GRMM_ICON) &&
           is_text(c, out->text, out->end, false);
}

/* A chunk whose size was wrong may end with a pad byte. */
static bool is_end(const chain *c, uint64_t at)
{
    return at >= c->piece->end ||
           (c->piece->odd && at + 1 == c->piece->end && c->mend->file.data[at] == 0);
}

/* Notes from here to the end of the chunk; SIZE_MAX when something else is among them. */
static size_t notes_to_end(chain *c, uint64_t at)
{
    size_t count = 0;
    shape  s;

    while (!is_end(c, at) && c->effort > 0) {
        bool fine = is_note(c, at, &s);

        c->effort -= c->effort < 16 ? c->effort : 16;
        if (!fine)
            return SIZE_MAX;
        c->effort -= c->effort < s.claimed ? c->effort : s.claimed;
        at = s.end;
        count++;
    }
    return is_end(c, at) ? count : SIZE_MAX;
}

/* ---- Keeping notes -------------------------------------------------------------------------- */

static void keep(chain *c, const shape *s, uint64_t end)
{
    ptl_job      *job  = c->mend->job;
    ptl_grmm_note note = s->note;
    uint64_t      id   = s->at + HEAD + 1;

    note.id = (ptl_str){ "", 0 };
    if (note.kind == PTL_GRMM_CUSTOM_ID)
        note.id = ptl_grmm_mend_text(job, c->mend->file, id, s->text - 2, 0);
    note.text = ptl_grmm_mend_text(job, c->mend->file, s->text, end, s->claimed);
    ptl_put(&c->list, &note, sizeof note);
    c->last = *s;
    c->count++;
}

static void say(const chain *c, uint64_t at, const char *what)
{
    ptl_path(c->mend->job, "lvls/lvl[%zu]/anno", c->mend->index);
    ptl_find(c->mend->job, PTL_LOSS, at, "grmm-salvage", "%s \"%s\" %s",
             strncmp(what, "is ", 3) == 0 ? "a note of" : "the text of a note of", c->mend->name,
             what);
}

/* Bytes that should be one note: with another kind if that explains its size, else with the text
 * that is there. */
static void mend_note(chain *c, uint64_t at, uint64_t end)
{
    uint8_t kind = end - at >= HEAD ? kind_of(c, c->mend->file.data[at + 4]) : UINT8_MAX;
    shape   s;
    bool    fits = shape_at(c, at, kind, &s) && s.end == end;

    for (uint8_t k = 0; !fits && k <= PTL_GRMM_LABEL; k++)
        fits = shape_at(c, at, k, &s) && s.end == end && is_text(c, s.text, end, false);
    if (fits) {
        keep(c, &s, end);
        say(c, at, "is damaged; its kind or place may be wrong");
    } else if (shape_at(c, at, kind, &s) && s.text < end && is_text(c, s.text, end, true)) {
        keep(c, &s, end);
        say(c, at, s.claimed > end - s.text ? "was cut" : "was damaged");
    } else {
        say(c, at, "is lost");
    }
}

/* The size of the last text was wrong: it goes as far as the next note. */
static void mend_last(chain *c, uint64_t end)
{
    shape last = c->last;

    c->list.size -= sizeof(ptl_grmm_note);
    c->count--;
    keep(c, &last, end);
    say(c, last.at, "was damaged");
}

/* Goes on where notes up to the end make sense again. How many there are tells whether the last one
 * was read wrongly, or this one is damaged. */
static uint64_t find_next(chain *c, uint64_t at)
{
    uint64_t first = c->count > 0 ? c->last.text : at + HEAD, far = 0;

    for (uint64_t q = first; q <= c->piece->end && c->effort > 0; q++) {
        size_t more = notes_to_end(c, q);

        if (more == SIZE_MAX)
            continue;
        if (c->count > 0 && c->count + more == c->claimed && is_text(c, c->last.text, q, false)) {
            mend_last(c, q);
            return q;
        }
        if (q > at && c->count + 1 + more == c->claimed) {
            mend_note(c, at, q);
            return q;
        }
        far = far == 0 && q > at ? q : far;
    }
    mend_note(c, at, far == 0 ? c->piece->end : far);
    return far == 0 ? c->piece->end : far;
}

static void read_chain(chain *c, uint64_t at)
{
    while (!is_end(c, at) && c->count < UINT16_MAX && ptl_ok(c->mend->job)) {
        shape s;

        if (is_note(c, at, &s)) {
            keep(c, &s, s.end);
            at = s.end;
        } else {
            at = find_next(c, at);
        }
    }
}

void ptl_grmm_mend_notes(grmm_mend *m, const grmm_piece *piece)
{
    ptl_grmm_notes *notes = &m->level->notes;
    chain           c     = { .mend = m, .piece = piece, .list = ptl_buf_of(m->job, NULL) };
    uint64_t        size  = piece->end - piece->start;

    c.effort = EFFORT + EFFORT_PER_BYTE * size;
    if (size >= 2) {
        c.claimed = ptl_load_u16le(m->file.data + piece->start);
        read_chain(&c, piece->start + 2);
    }
    if (piece->odd && c.claimed > c.count && c.claimed <= PTL_GRMM_MAX_NOTES) {
        ptl_path(m->job, "lvls/lvl[%zu]/anno", m->index);
        ptl_find(m->job, PTL_LOSS, piece->end, "grmm-salvage",
                 "of %zu notes of \"%s\" %zu are left", c.claimed, m->name, c.count);
    }
    notes->data  = c.count > 0 ? ptl_arena_raw(m->job, c.list.size) : NULL;
    notes->count = notes->data ? c.count : 0;
    if (notes->data)
        memcpy(notes->data, c.list.data, c.list.size);
    ptl_buf_free(&c.list);
}
