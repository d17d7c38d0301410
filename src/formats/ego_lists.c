/* SPDX-License-Identifier: MIT */
/* Lines "name: values": reading, writing, and whether they stay what they are. Comments run from
 * two slashes to the end of their line. */
#include "formats/ego_lists.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "core/num.h"
#include "core/words.h"

enum { LIKELY = 60, MAYBE = 40, EMPTY = 3, TRIED = 16 }; /* how well a text fits, and what of it */
enum { ANY_SKIN = 4 }; /* which newer engines spell as a question mark */

typedef struct ego_entry { /* what ptl_passage and ptl_spawn begin with */
    uint64_t at;
    ptl_str  before, name, spelled;
} ego_entry;

static_assert(offsetof(ptl_passage, x0) == sizeof(ego_entry), "passages begin as entries do");
static_assert(offsetof(ptl_spawn, called) == sizeof(ego_entry), "spawns begin as entries do");

#define PASSAGE(member) #member, EGO_WHOLE, offsetof(ptl_passage, member)
#define TRUTH(what, member) what, EGO_TRUTH, offsetof(ptl_passage, member)

static const ego_value passage_values[] = {
    { PASSAGE(x0) },
    { PASSAGE(y0) },
    { PASSAGE(x1) },
    { PASSAGE(y1) },
    { TRUTH("whether it is open", open) },
    { TRUTH("whether shots pass", shoot_through) },
    { TRUTH("whether it is slippery", slippery) },
};

const ego_lines ptl_ego_passages = { .rule         = "passage-line",
                                     .size         = sizeof(ptl_passage),
                                     .values       = passage_values,
                                     .count        = sizeof passage_values / sizeof *passage_values,
                                     .least        = 5,
                                     .tell_comment = ptl_ego_tell_passage };

#define SPAWN(kind, member) #member, kind, offsetof(ptl_spawn, member)

static const ego_value spawn_values[] = {
    { "its own name", EGO_WORD, offsetof(ptl_spawn, called) },
    { SPAWN(EGO_WHOLE, slot) },
    { SPAWN(EGO_REAL, x) },
    { SPAWN(EGO_REAL, y) },
    { SPAWN(EGO_REAL, z) },
    { "the direction", EGO_FACING, offsetof(ptl_spawn, facing) },
    { SPAWN(EGO_WHOLE, money) },
    { SPAWN(EGO_SKIN, skin) },
    { SPAWN(EGO_WHOLE, passage) },
    { SPAWN(EGO_WHOLE, content) },
    { SPAWN(EGO_WHOLE, level) },
    { "whether it has a status bar", EGO_TRUTH, offsetof(ptl_spawn, status) },
    { "whether it is a ghost", EGO_TRUTH, offsetof(ptl_spawn, ghost) },
    { "the team", EGO_WORD, offsetof(ptl_spawn, team) },
};

const ego_lines ptl_ego_spawns = { .rule         = "spawn-line",
                                   .size         = sizeof(ptl_spawn),
                                   .values       = spawn_values,
                                   .count        = sizeof spawn_values / sizeof *spawn_values,
                                   .least        = sizeof spawn_values / sizeof *spawn_values,
                                   .tell_comment = ptl_ego_tell_spawn };

/* ---- Values --------------------------------------------------------------------------------- */

/* Of a text that may not be there. */
static const char *end_of(ptl_str text)
{
    return text.size > 0 ? text.data + text.size : text.data;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Of a pair the first ends the line, and the other one an empty line. */
static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool take_whole(ptl_str word, int32_t *out)
{
    int64_t     value;
    const char *end = word.data + word.size;

    if (ptl_parse_i64(word.data, end, &value) != end || value < INT32_MIN || value > INT32_MAX)
        return false;
    *out = (int32_t)value;
    return true;
}

static bool take_real(ptl_str word, double *out)
{
    const char *end = word.data + word.size;

    return ptl_parse_f64(word.data, end, out) == end && *out > -1e9 && *out < 1e9;
}

static bool take_letter(ptl_str word, const char *letters, uint8_t *out)
{
    char upper = word.data[0] >= 'a' && word.data[0] <= 'z' ? (char)(word.data[0] - 'a' + 'A')
                                                            : word.data[0];
    const char *found = strchr(letters, upper);

    *out = (uint8_t)upper;
    return upper && found;
}

static bool take_value(const ego_value *value, ptl_str word, void *entry)
{
    void   *to     = (char *)entry + value->offset;
    uint8_t letter = 0;
    bool    good;

    switch ((ego_kind)value->kind) {
    case EGO_WORD:
        *(ptl_str *)to = word;
        return true;
    case EGO_WHOLE:
        return take_whole(word, to);
    case EGO_REAL:
        return take_real(word, to);
    case EGO_FACING:
        return take_letter(word, "NESW?LRI", to);
    case EGO_SKIN:
        *(int32_t *)to = ANY_SKIN;
        return (word.size == 1 && *word.data == '?') || take_whole(word, to);
    default:
        good        = take_letter(word, "TF", &letter);
        *(bool *)to = letter == 'T';
        return good;
    }
}

static const char *const allowed[] = {
    [EGO_WORD]   = "a word",
    [EGO_WHOLE]  = "whole numbers",
    [EGO_REAL]   = "numbers below a billion",
    [EGO_TRUTH]  = "T and F",
    [EGO_FACING] = "N, E, S, W, ?, L, R and I",
    [EGO_SKIN]   = "whole numbers and ?",
};

typedef struct misfit { /* the value that is not what it should be */
    const ego_value *value;
    ptl_str          word;
} misfit;

/* Fills an entry from the values at the beginning of `text`; false, and where, when they are not
 * what they should be. What they took is its spelling. */
static bool take_values(const ego_lines *lines, ptl_str text, void *entry, misfit *wrong)
{
    const char *at = text.data, *end = end_of(text), *last = at;

    for (size_t i = 0; i < lines->count; i++) {
        ptl_str word;

        while (at < end && is_blank(*at))
            at++;
        word.data = at;
        while (at < end && !is_blank(*at))
            at++;
        word.size = (size_t)(at - word.data);
        *wrong    = (misfit){ &lines->values[i], word };
        if (word.size == 0 && i >= lines->least)
            break;
        if (word.size == 0 || !take_value(&lines->values[i], word, entry))
            return false;
        last = at;
    }
    ((ego_entry *)entry)->spelled = (ptl_str){ text.data, (size_t)(last - text.data) };
    return true;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

typedef struct ego_line {
    const char *name; /* where its name begins */
    ptl_str     rest; /* behind the colon, up to the comment */
    const char *next; /* where the line after it begins, or the end */
    bool        may_be_entry;
    bool        lone; /* there are words, and no colon behind them */
} ego_line;

/* Behind the mark that some editors of Windows begin texts with: to engines it is decoration. */
static const char *past_mark(const char *at, const char *end)
{
    return end - at >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0 ? at + 3 : at;
}

static ego_line line_at(const char *at, const char *end)
{
    const char *last = at, *colon;
    ego_line    line;

    while (last < end && !ends_line(*last))
        last++;
    line = (ego_line){ .next = last < end ? last + 1 : end };
    while (at < last && is_blank(*at))
        at++;
    line.name = at;
    for (const char *c = at; c + 1 < last; c++)
        if (c[0] == '/' && c[1] == '/') {
            last = c;
            break;
        }
    colon             = memchr(at, ':', (size_t)(last - at));
    line.may_be_entry = colon && *at != '#';
    line.lone         = !colon && at < last && *at != '#';
    if (line.may_be_entry)
        line.rest = (ptl_str){ colon + 1, (size_t)(last - colon - 1) };
    return line;
}

int ptl_ego_probe(ptl_span head, const ego_lines *lines)
{
    const char *at                                = (const char *)head.data;
    const char *end                               = end_of((ptl_str){ at, head.size });
    uint64_t    room[(sizeof(ptl_spawn) + 7) / 8] = { 0 };
    bool        comments                          = false;
    unsigned    tried = 0, seen = 0; /* lines with a colon, and without */

    static_assert(sizeof(ptl_spawn) >= sizeof(ptl_passage), "there is room for either");
    at = past_mark(at, end);
    while (at < end && tried + seen < TRIED) {
        ego_line line = line_at(at, end);
        misfit   wrong;

        if (line.may_be_entry && take_values(lines, line.rest, room, &wrong))
            return tried == 0 ? LIKELY : MAYBE;
        tried += line.may_be_entry;
        seen += line.lone;
        comments = comments || (line.next - line.name >= 2 && memcmp(line.name, "//", 2) == 0);
        at       = line.next;
    }
    return comments && tried + seen == 0 ? EMPTY : 0;
}

/* ---- Reading -------------------------------------------------------------------------------- */

enum { SAID = 128 };

static const char *say(char out[SAID], const misfit *wrong)
{
    char shown[32];

    if (wrong->word.size == 0)
        snprintf(out, SAID, "the line ends before %s", wrong->value->what);
    else
        snprintf(out, SAID, "%s is \"%s\", allowed: %s", wrong->value->what,
                 ptl_quote(shown, sizeof shown, wrong->word.data, wrong->word.size),
                 allowed[wrong->value->kind]);
    return out;
}

/* Returns the first value that does not fit; of which nothing is said when `quiet`. */
static misfit parse(ptl_job *job, ptl_str text, const ego_lines *lines, ego_list *out, bool quiet)
{
    const char *end = end_of(text), *since = text.data;
    size_t      room  = 0;
    misfit      first = { 0 };
    char        said[SAID];

    *out = (ego_list){ 0 };
    for (const char *at = past_mark(text.data, end); at < end && ptl_ok(job);) {
        ego_line   line = line_at(at, end);
        misfit     wrong;
        ego_entry *entry;

        at = line.next;
        if (line.lone && !quiet)
            ptl_warn(job, (uint64_t)(line.name - text.data), lines->rule,
                     "the line has no colon; the line is passed over");
        if (!line.may_be_entry)
            continue;
        out->data = ptl_arena_grow(job, out->data, out->count, 1, &room, lines->size);
        if (!out->data)
            return first;
        entry = (void *)((char *)out->data + out->count * lines->size);
        memset(entry, 0, lines->size);
        if (!take_values(lines, line.rest, entry, &wrong)) {
            if (!quiet)
                ptl_warn(job, (uint64_t)(wrong.word.data - text.data), lines->rule,
                         "%s; the line is passed over", say(said, &wrong));
            if (!first.value)
                first = wrong;
            continue;
        }
        entry->at     = (uint64_t)(line.rest.data - text.data);
        entry->before = (ptl_str){ since, (size_t)(line.name - since) };
        entry->name   = (ptl_str){ line.name, (size_t)(line.rest.data - 1 - line.name) };
        since         = entry->spelled.data + entry->spelled.size;
        out->count++;
    }
    out->end = (ptl_str){ since, (size_t)(end - since) };
    return first;
}

/* Fails where the text is none of a list. */
static void take(ptl_job *job, ptl_str text, const ego_lines *lines, ego_list *out, bool quiet)
{
    const char *zero  = text.size > 0 ? memchr(text.data, 0, text.size) : NULL;
    misfit      first = { 0 };
    char        said[SAID];

    if (zero)
        ptl_fail(job, PTL_E_SYNTAX, (uint64_t)(zero - text.data), lines->rule,
                 "a zero byte; allowed: text");
    else
        first = parse(job, text, lines, out, quiet);
    if (ptl_ok(job) && out->count == 0 && first.value)
        ptl_fail(job, PTL_E_SYNTAX, (uint64_t)(first.word.data - text.data), lines->rule,
                 "%s; no other line fits", say(said, &first));
}

void ptl_ego_read(ptl_job *job, ptl_str text, const ego_lines *lines, ego_list *out)
{
    take(job, text, lines, out, false);
}

ptl_str ptl_ego_source(ptl_job *job, ptl_span source)
{
    const void *text = source.data;

    if (job->source_owned)
        job->source_kept = true;
    else if (source.size > 0)
        text = ptl_arena_copy(job, source.data, source.size, 1);
    return (ptl_str){ text, text ? source.size : 0 };
}

ptl_status ptl_ego_make(ptl_doc **out, const ptl_format *format, const ego_lines *lines,
                        const char *head, const char *entry, const ptl_read_opts *opts,
                        ptl_diag *err)
{
    static const ptl_read_opts defaults;
    size_t                     size = strlen(head) + strlen(entry);
    ptl_job                    job;
    ptl_doc                   *doc    = ptl_doc_begin(&job, opts ? opts : &defaults);
    void                      *native = doc ? ptl_doc_become(&job, doc, format) : NULL;
    char                      *text   = native ? ptl_arena_raw(&job, size) : NULL;

    *out = NULL;
    if (text) {
        doc->placeless = job.placeless = true;
        memcpy(text, head, strlen(head));
        memcpy(text + strlen(head), entry, strlen(entry));
        ptl_ego_read(&job, (ptl_str){ text, size }, lines, native);
    }
    return ptl_doc_end(out, &job, doc, err);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static bool same_values(const ego_lines *lines, const void *a, const void *b)
{
    static const size_t sizes[] = { [EGO_WHOLE]  = sizeof(int32_t),
                                    [EGO_REAL]   = sizeof(double),
                                    [EGO_TRUTH]  = sizeof(bool),
                                    [EGO_FACING] = sizeof(uint8_t),
                                    [EGO_SKIN]   = sizeof(int32_t) };

    for (size_t i = 0; i < lines->count; i++) {
        const ego_value *v = &lines->values[i];
        const void      *p = (const char *)a + v->offset, *q = (const char *)b + v->offset;

        if (v->kind == EGO_WORD ? !ptl_str_same(*(const ptl_str *)p, *(const ptl_str *)q)
                                : memcmp(p, q, sizes[v->kind]) != 0)
            return false;
    }
    return true;
}

static bool is_as_spelled(const ego_lines *lines, const ego_entry *entry)
{
    uint64_t room[(sizeof(ptl_spawn) + 7) / 8] = { 0 };
    misfit   wrong;

    return take_values(lines, entry->spelled, room, &wrong) &&
           ((ego_entry *)(void *)room)->spelled.size == entry->spelled.size &&
           same_values(lines, room, entry);
}

static void put_value(ptl_buf *out, const ego_value *value, const void *entry)
{
    const void *from = (const char *)entry + value->offset;
    char        number[32];

    switch ((ego_kind)value->kind) {
    case EGO_WORD:
        ptl_put(out, ((const ptl_str *)from)->data, ((const ptl_str *)from)->size);
        break;
    case EGO_WHOLE:
    case EGO_SKIN:
        ptl_put(out, number, ptl_format_i64(number, *(const int32_t *)from));
        break;
    case EGO_REAL:
        ptl_put(out, number, ptl_format_f64(number, *(const double *)from));
        break;
    case EGO_TRUTH:
        ptl_put_char(out, *(const bool *)from ? 'T' : 'F');
        break;
    case EGO_FACING:
        ptl_put_char(out, (char)*(const uint8_t *)from);
        break;
    }
}

/* Whether what follows this text stands at the beginning of a line. */
static bool begins_line(ptl_str before, bool first)
{
    size_t at    = before.size;
    size_t begin = first ? (size_t)(past_mark(before.data, end_of(before)) - before.data) : 0;

    while (at > begin && is_blank(before.data[at - 1]))
        at--;
    return at > begin ? ends_line(before.data[at - 1]) : first;
}

static void put_str(ptl_buf *out, ptl_str text)
{
    ptl_put(out, text.data, text.size);
}

void ptl_ego_write(ptl_buf *out, const ego_lines *lines, const ego_list *list)
{
    for (size_t i = 0; i < list->count && ptl_ok(out->job); i++) {
        const ego_entry *entry = (const void *)((const char *)list->data + i * lines->size);

        put_str(out, entry->before);
        if (!begins_line(entry->before, i == 0))
            ptl_put_char(out, '\n');
        put_str(out, entry->name);
        ptl_put_char(out, ':');
        if (is_as_spelled(lines, entry)) {
            put_str(out, entry->spelled);
            continue;
        }
        for (size_t k = 0; k < lines->count; k++) {
            ptl_put_char(out, ' ');
            put_value(out, &lines->values[k], entry);
        }
    }
    put_str(out, list->end);
}

/* ---- Comments ------------------------------------------------------------------------------- */

typedef struct decoration { /* what stands between entries */
    ptl_str  text;
    uint64_t at;     /* in the list, or PTL_NOWHERE */
    size_t   number; /* of the entry behind it, as engines count */
} decoration;

/* The colon in the comment of a line, or NULL. */
static const char *colon_in_comment(const char *line, const char *end)
{
    for (const char *c = line; c + 1 < end; c++)
        if (c[0] == '/' && c[1] == '/')
            return memchr(c, ':', (size_t)(end - c));
    return NULL;
}

static void check_comments(ptl_job *job, const ego_lines *lines, decoration *d)
{
    uint64_t    room[(sizeof(ptl_spawn) + 7) / 8] = { 0 };
    const char *end                               = end_of(d->text), *next;
    misfit      wrong;

    for (const char *line = d->text.data; line < end; line = next + (next < end)) {
        const char *colon;
        bool        fits;

        for (next = line; next < end && !ends_line(*next);)
            next++;
        colon = colon_in_comment(line, next);
        if (!colon)
            continue;
        fits = take_values(lines, (ptl_str){ colon + 1, (size_t)(next - colon - 1) }, room, &wrong);
        lines->tell_comment(job,
                            d->at == PTL_NOWHERE ? d->at : d->at + (uint64_t)(colon - d->text.data),
                            d->number, fits);
        d->number += fits;
    }
}

void ptl_ego_check_comments(ptl_job *job, const ego_lines *lines, const ego_list *list)
{
    decoration d = { 0 };

    for (size_t i = 0; i < list->count && ptl_ok(job); i++) {
        const ego_entry *entry = (const void *)((const char *)list->data + i * lines->size);
        uint64_t         front = entry->before.size + entry->name.size + 1;
        bool             known = entry->at != PTL_NOWHERE && entry->at >= front;

        d.text = entry->before;
        d.at   = known ? entry->at - front : PTL_NOWHERE;
        check_comments(job, lines, &d);
        d.at = known ? entry->at + entry->spelled.size : PTL_NOWHERE;
        d.number++;
    }
    d.text = list->end;
    check_comments(job, lines, &d);
}

/* ---- Whether it stays what it is ------------------------------------------------------------ */

static void compare(ptl_job *job, const ego_lines *lines, const ego_list *list,
                    const ego_list *back)
{
    for (size_t i = 0; i < list->count && i < back->count; i++) {
        const ego_entry *a = (const void *)((const char *)list->data + i * lines->size);
        const ego_entry *b = (const void *)((const char *)back->data + i * lines->size);

        if (ptl_str_same(a->name, b->name) && same_values(lines, a, b))
            continue;
        ptl_path(job, "list[%zu]", i);
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, lines->rule,
                 "an entry would read as another: its name or a value holds what ends it");
        return;
    }
    if (list->count != back->count)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, lines->rule,
                 "entries in the list: %zu, in its text: %zu", list->count, back->count);
}

void ptl_ego_settle(ptl_job *job, const ego_lines *lines, const ego_list *list)
{
    ptl_buf  text = ptl_buf_of(job, NULL);
    ego_list back;

    ptl_ego_write(&text, lines, list);
    if (ptl_ok(job))
        take(job, (ptl_str){ (const char *)text.data, text.size }, lines, &back, true);
    if (ptl_ok(job))
        compare(job, lines, list, &back);
    ptl_buf_free(&text);
}

/* ---- Meaning -------------------------------------------------------------------------------- */

size_t ptl_passages_closed_at(const ptl_passages *passages, uint32_t x, uint32_t y)
{
    for (size_t i = 0; passages && i < passages->count; i++) {
        const ptl_passage *p = &passages->data[i];

        if (!p->open && p->x0 <= (int64_t)x && (int64_t)x <= p->x1 && p->y0 <= (int64_t)y &&
            (int64_t)y <= p->y1)
            return i;
    }
    return PTL_NO_PASSAGE;
}

bool ptl_spawn_is_carried(const ptl_spawn *spawn)
{
    return spawn && spawn->facing && strchr("LRI", spawn->facing);
}
