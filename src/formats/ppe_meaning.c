/* SPDX-License-Identifier: MIT */
/* Lists of what tiles mean.
 *
 *      # a comment
 *      empty rock
 *      3 floor color=2
 *      10-13 floor water
 *      * barrier                every other id
 *
 * An id, a range, "empty" (65535) or "*", a kind of ground, and what else there is to it. Of two
 * lines about an id the later one counts; "*" is for those that none is about. */
#include "formats/ppe_meaning.h"

#include <string.h>

#include "core/arena.h"
#include "core/num.h"
#include "core/words.h"
#include "hubs/ledger.h"

enum { EMPTY_ID = PPE_TILE_IDS - 1 };

/* ---- Logic values ---------------------------------------------------------------------------- */

static const struct trait {
    char     word[12];
    uint8_t  bit;
    uint16_t logic;
} traits[] = {
    { "water", PTL_GROUND_WATER, PPE_LOGIC_WET },
    { "danger", PTL_GROUND_DANGER, PPE_LOGIC_BAD },
    { "slippery", PTL_GROUND_SLIDES, PPE_LOGIC_ICE },
    { "across", PTL_GROUND_ACROSS | PTL_GROUND_TURNED, PPE_LOGIC_EAST },
    { "back", PTL_GROUND_BACK, PPE_LOGIC_BACK },
};

enum { TRAITS = sizeof traits / sizeof *traits };

uint16_t ptl_ppe_logic_of(const ptl_ground_cell *cell)
{
    unsigned logic = cell->kind;

    for (size_t i = 0; i < TRAITS; i++)
        logic |= cell->bits & traits[i].bit & ~PTL_GROUND_TURNED ? traits[i].logic : 0u;
    return (uint16_t)logic;
}

bool ptl_ppe_cell_of_logic(ptl_ground_cell *cell, uint64_t logic)
{
    *cell =
        (ptl_ground_cell){ .kind = (uint8_t)(logic % PPE_LOGIC_WET), .bits = PTL_GROUND_TURNED };
    for (size_t i = 0; i < TRAITS; i++)
        cell->bits |= logic & traits[i].logic ? traits[i].bit : 0;
    return logic < PPE_LOGIC_ALL && cell->kind < PTL_GROUND_KINDS;
}

void ptl_ppe_say_ground(ptl_job *job, const ptl_ground_level *level)
{
    ptl_ledger_line heights = { 0 };
    size_t          count   = (size_t)level->rows * level->columns;

    for (size_t i = 0; i < count && level->heights; i++)
        for (int k = 0; k < 4; k++)
            if (level->heights[i].corner[k] != 0) {
                ptl_ledger_add(&heights, (uint32_t)(i / level->columns),
                               (uint32_t)(i % level->columns));
                break;
            }
    ptl_ledger_kept(
        job, ptl_ledger_count(count),
        "# {cell says|cells say} what {it means|they mean} as {a logic value|logic values}");
    ptl_ledger_dropped(job, heights, "# {cell is|cells are} not level, which tiles cannot show");
    ptl_ledger_dropped(job, ptl_ledger_count(level->notes.count),
                       "# {note is|notes are} left out: a map has no room for text");
    ptl_ledger_invented(job, ptl_ledger_count(1), "a sheet of tiles is made up");
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct lines {
    ptl_job         *job;
    ptl_ground_cell *out;
    ptl_ground_cell  others;
    size_t           number; /* of the line, from 1 */
} lines;

static void refuse(lines *l, const char *why, ptl_str word)
{
    char shown[48];

    ptl_fail(l->job, PTL_E_ARG, PTL_NOWHERE, "ppe-meaning", "line %zu of the meanings: \"%s\" %s",
             l->number, ptl_quote(shown, sizeof shown, word.data, word.size), why);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of a line, which gets shorter; a comment ends it. */
static ptl_str next_word(ptl_str *line)
{
    ptl_str word;

    while (line->size > 0 && is_blank(line->data[0]))
        line->data++, line->size--;
    word = (ptl_str){ line->data, 0 };
    if (line->size > 0 && line->data[0] == '#')
        line->size = 0;
    while (line->size > 0 && !is_blank(line->data[0]))
        line->data++, line->size--, word.size++;
    return word;
}

typedef struct ids {
    uint64_t first, last;
    bool     others;
} ids;

static ids read_ids(lines *l, ptl_str word)
{
    ids         of  = { 0 };
    const char *end = word.data + word.size, *at;

    if (ptl_str_is(word, "*"))
        return (ids){ .first = 1, .last = 0, .others = true };
    if (ptl_str_is(word, "empty"))
        return (ids){ EMPTY_ID, EMPTY_ID, false };
    at      = ptl_parse_u64(word.data, end, &of.first);
    of.last = of.first;
    if (at && at < end && *at == '-')
        at = ptl_parse_u64(at + 1, end, &of.last);
    if (at != end || of.last > EMPTY_ID || of.first > of.last)
        refuse(l, "is no id; allowed: 0 to 65535, ranges such as 10-13, empty, *", word);
    return of;
}

static void read_trait(lines *l, ptl_str word, ptl_ground_cell *cell)
{
    static const char color[] = "color=";
    size_t            head    = sizeof color - 1;
    uint64_t          number  = 0;

    for (size_t i = 0; i < TRAITS; i++)
        if (ptl_str_is(word, traits[i].word)) {
            cell->bits |= traits[i].bit;
            return;
        }
    if (ptl_str_begins(word, color) &&
        ptl_parse_u64(word.data + head, word.data + word.size, &number) == word.data + word.size &&
        number < PTL_GROUND_COLORS)
        cell->color = (uint8_t)number;
    else
        refuse(l, "is none of water, danger, slippery, across, back and color=0 to 9", word);
}

static void read_line(lines *l, ptl_str line)
{
    ptl_str         word = next_word(&line), kind = { 0 };
    ptl_ground_cell cell = { 0 };
    ids             of;

    if (word.size == 0)
        return;
    of   = read_ids(l, word);
    kind = next_word(&line);
    if (ptl_ok(l->job) && !ptl_ground_kind_of(kind, &cell.kind))
        refuse(l, "is no kind of ground: see docs/carry.md", kind);
    for (word = next_word(&line); word.size > 0 && ptl_ok(l->job); word = next_word(&line))
        read_trait(l, word, &cell);
    for (uint64_t i = of.first; i <= of.last && ptl_ok(l->job); i++)
        l->out[i] = cell;
    if (of.others)
        l->others = cell;
}

ptl_ground_cell *ptl_ppe_read_meaning(ptl_job *job, ptl_str text)
{
    lines l = { .job    = job,
                .out    = ptl_arena_array(job, PPE_TILE_IDS, sizeof *l.out),
                .others = { .kind = PPE_UNKNOWN } };

    for (size_t i = 0; i < PPE_TILE_IDS && l.out; i++)
        l.out[i].kind = PPE_UNKNOWN;
    while (text.size > 0 && l.out && ptl_ok(job)) {
        const char *end  = memchr(text.data, '\n', text.size);
        size_t      size = end ? (size_t)(end - text.data) : text.size;

        l.number++;
        read_line(&l, (ptl_str){ text.data, size });
        size += end != NULL;
        text = (ptl_str){ text.data + size, text.size - size };
    }
    for (size_t i = 0; i < PPE_TILE_IDS && l.out; i++)
        if (l.out[i].kind == PPE_UNKNOWN)
            l.out[i] = l.others;
    return ptl_ok(job) ? l.out : NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void ptl_ppe_put_meaning(ptl_buf *out, const uint32_t counts[PPE_TILE_IDS])
{
    ptl_put_text(out,
                 "# What tiles mean: an id, a range or *, then a kind of ground, then what else "
                 "there is to it.\n# Kinds:");
    for (uint8_t i = 0; i < PTL_GROUND_KINDS; i++)
        ptl_put_format(out, " %s", ptl_ground_word(i));
    ptl_put_text(out, "\n# More: ");
    for (size_t i = 0; i < TRAITS; i++)
        ptl_put_format(out, "%s ", traits[i].word);
    ptl_put_text(out, "color=0 to 9\n");
    for (uint32_t i = 0; i < EMPTY_ID; i++)
        if (counts[i] > 0)
            ptl_put_format(out, "%lu floor # %lu cells\n", (unsigned long)i,
                           (unsigned long)counts[i]);
    if (counts[EMPTY_ID] > 0)
        ptl_put_format(out, "empty rock # %lu cells\n", (unsigned long)counts[EMPTY_ID]);
}
