/* SPDX-License-Identifier: MIT */
/* Three states of a record as one, field by field and down into the records inside. */
#include <stdio.h>
#include <string.h>

#include "core/merge.h"

static void merge_record(ptl_merging *m, const ptl_record *record, char *out, const ptl_states *in);

/* ---- Conflicts ------------------------------------------------------------------------------- */

static const char *text_of(ptl_job *job, const ptl_field *field, const void *value)
{
    ptl_buf buf = ptl_buf_of(job, NULL);
    char   *out;

    if (!value)
        return "null";
    ptl_value_write(&buf, field, value);
    ptl_put_char(&buf, 0);
    out = ptl_ok(job) ? ptl_arena_copy(job, buf.data, buf.size, 1) : NULL;
    ptl_buf_free(&buf);
    return out;
}

static void add_conflict(ptl_merging *m, const char *what, const char *base, const char *mine,
                         const char *other)
{
    ptl_conflicts *all = &m->outcome.conflicts;
    ptl_conflict  *grown;
    char           path[128];

    snprintf(path, sizeof path, "%s%s%s", m->path, *m->path && *what ? "/" : "", what);
    grown = ptl_arena_grow(m->job, all->data, all->count, 1, &all->room, sizeof *all->data);
    if (!grown)
        return;
    all->data = grown;
    grown[all->count++] =
        (ptl_conflict){ ptl_arena_copy(m->job, path, strlen(path) + 1, 1), { base, mine, other } };
}

void ptl_merge_clash(ptl_merging *m, const char *what, const ptl_field *field,
                     const ptl_states *values)
{
    if (!ptl_field_aside(field))
        add_conflict(m, what, text_of(m->job, field, values->base),
                     text_of(m->job, field, values->mine), text_of(m->job, field, values->other));
}

/* ---- Values ---------------------------------------------------------------------------------- */

static ptl_states at_offset(const ptl_states *in, size_t offset)
{
    return (ptl_states){ (const char *)in->base + offset, (const char *)in->mine + offset,
                         (const char *)in->other + offset };
}

/* One value: mine, unless only the other changed it. */
static void merge_value(ptl_merging *m, const ptl_field *field, void *out, const ptl_states *in,
                        const char *what)
{
    const void *taken = in->mine;

    if (field->kind == PTL_KIND_RECORD) {
        merge_record(m, field->record, out, in);
        return;
    }
    if (ptl_value_same(field, in->base, in->mine, PTL_WHOLE))
        taken = in->other;
    else if (!ptl_value_same(field, in->base, in->other, PTL_WHOLE) &&
             !ptl_value_same(field, in->mine, in->other, PTL_WHOLE))
        ptl_merge_clash(m, what, field, in);
    ptl_value_put(field, out, taken);
}

/* Positions and the like belong together: all of them are of one side. */
static void merge_fixed(ptl_merging *m, const ptl_field *field, char *out, const ptl_states *in)
{
    ptl_states  at   = at_offset(in, field->offset);
    size_t      size = ptl_field_size(field) * field->fixed;
    const void *from = at.mine;

    if (ptl_field_same(field, in->base, in->mine, PTL_WHOLE))
        from = at.other;
    else if (!ptl_field_same(field, in->base, in->other, PTL_WHOLE) &&
             !ptl_field_same(field, in->mine, in->other, PTL_WHOLE))
        ptl_merge_clash(m, field->name, field, &at);
    memcpy(out + field->offset, from, size);
}

static void enter(ptl_merging *m, const char *name, uint32_t index)
{
    size_t used = strlen(m->path);

    if (index == PTL_NO_INDEX)
        snprintf(m->path + used, sizeof m->path - used, "%s%s", used ? "/" : "", name);
    else
        snprintf(m->path + used, sizeof m->path - used, "%s%s[%u]", used ? "/" : "", name, index);
}

static void merge_one(ptl_merging *m, const ptl_field *field, char *out, const ptl_states *in)
{
    ptl_states at   = at_offset(in, field->offset);
    size_t     used = strlen(m->path);

    if (field->fixed) {
        merge_fixed(m, field, out, in);
        return;
    }
    if (field->kind == PTL_KIND_RECORD)
        enter(m, field->name, PTL_NO_INDEX);
    merge_value(m, field, out + field->offset, &at, field->name);
    m->path[used] = 0;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef struct lists {
    ptl_merging      *m;
    const ptl_field  *field;     /* the list, or the group of columns           */
    const ptl_states *in;        /* the records they are in                     */
    bool              both;      /* what has the same name is kept twice        */
    const uint32_t   *named[3];  /* how often others name each element, on each side, or NULL */
    const uint64_t   *places[2]; /* of trees: what elements of mine and other stand inside of */
} lists;

static const void *element(const lists *l, unsigned side, uint32_t index)
{
    const void *record = side == 0 ? l->in->base : side == 1 ? l->in->mine : l->in->other;

    if (index == PTL_ALONE || l->field->shape == PTL_COLUMNS)
        return NULL;
    return ptl_field_element(l->field, ptl_field_list(l->field, record), index);
}

static bool rows_same(const lists *l, const void *a, const void *b, uint32_t i, uint32_t k)
{
    for (size_t c = 0; c < l->field->record->count; c++) {
        const ptl_field *column = &l->field->record->fields[c];
        ptl_list         x = ptl_field_list(column, a), y = ptl_field_list(column, b);

        if (!ptl_value_same(column, ptl_field_element(column, x, i),
                            ptl_field_element(column, y, k), PTL_WHOLE))
            return false;
    }
    return true;
}

static bool is_kept(const void *of, bool other, uint32_t base, uint32_t index)
{
    const lists *l = of;

    if (l->field->shape == PTL_COLUMNS)
        return rows_same(l, l->in->base, other ? l->in->other : l->in->mine, base, index);
    return ptl_value_same(l->field, element(l, 0, base), element(l, other ? 2 : 1, index),
                          PTL_MEANING);
}

/* What one side took away, and the other names where it did not before. */
static bool is_needed(const void *of, bool other, uint32_t base, uint32_t index)
{
    const lists *l = of;

    return l->named[0] && l->named[other ? 2 : 1][index] > l->named[0][base];
}

static ptl_twins twins_of(const void *of, uint32_t mine, uint32_t other)
{
    const lists *l = of;
    const void  *a = element(l, 1, mine), *b = element(l, 2, other);

    if (l->field->shape == PTL_COLUMNS)
        return rows_same(l, l->in->mine, l->in->other, mine, other) ? PTL_TWINS_SAME
                                                                    : PTL_TWINS_NONE;
    if (l->places[0] && l->places[0][mine] != l->places[1][other])
        return PTL_TWINS_NONE;
    if (ptl_value_same(l->field, a, b, PTL_MEANING))
        return PTL_TWINS_SAME;
    if (l->places[0])
        return l->field->record->key && l->field->record->key(a) &&
                       l->field->record->key(a) == l->field->record->key(b)
                   ? PTL_TWINS_ODD
                   : PTL_TWINS_NONE;
    if (l->both || l->field->kind != PTL_KIND_RECORD || !ptl_record_keyed(l->field->record) ||
        !ptl_record_same(l->field->record, a, b, PTL_KEYS))
        return PTL_TWINS_NONE;
    return PTL_TWINS_ODD;
}

/* A row of columns, as JSON has it. */
static const char *row_text(const lists *l, const void *record, uint32_t index)
{
    ptl_buf     buf = ptl_buf_of(l->m->job, NULL);
    const char *out;

    if (index == PTL_ALONE)
        return "null";
    for (size_t c = 0; c < l->field->record->count; c++) {
        const ptl_field *column = &l->field->record->fields[c];

        ptl_put_text(&buf, c > 0 ? ", " : "[");
        ptl_value_write(&buf, column,
                        ptl_field_element(column, ptl_field_list(column, record), index));
    }
    ptl_put(&buf, "]", 2);
    out = ptl_ok(l->m->job) ? ptl_arena_copy(l->m->job, buf.data, buf.size, 1) : NULL;
    ptl_buf_free(&buf);
    return out;
}

static void clash(void *user, const ptl_triple *at)
{
    lists *l = user;
    char   what[64];

    snprintf(what, sizeof what, "%s[%u]", l->field->name,
             at->mine != PTL_ALONE ? at->mine : at->other);
    if (l->field->shape == PTL_COLUMNS)
        add_conflict(l->m, what, row_text(l, l->in->base, at->base),
                     row_text(l, l->in->mine, at->mine), row_text(l, l->in->other, at->other));
    else
        ptl_merge_clash(l->m, what, l->field,
                        &(ptl_states){ element(l, 0, at->base), element(l, 1, at->mine),
                                       element(l, 2, at->other) });
}

static uint32_t depth_of(const void *of, bool other, uint32_t index)
{
    const lists *l = of;

    return ptl_record_depth(l->field->record, element(l, other ? 2 : 1, index));
}

/* Whether each element is inside of what it is inside of on the sides that have it. */
static bool is_whole(const lists *l, const ptl_triples *all)
{
    const uint32_t *mine  = ptl_list_parents(l->m->job, l->field, l->in->mine);
    const uint32_t *other = ptl_list_parents(l->m->job, l->field, l->in->other);
    ptl_triple      above[PTL_DEEPEST]; /* the last element of each depth */

    memset(above, 0xFF, sizeof above);
    for (uint32_t i = 0; mine && other && i < all->count; i++) {
        const ptl_triple *t     = &all->data[i];
        bool              alone = t->mine == PTL_ALONE;
        uint32_t          depth = depth_of(l, alone, alone ? t->other : t->mine);

        if (depth > 0 && ((t->mine != PTL_ALONE && mine[t->mine] != above[depth - 1].mine) ||
                          (t->other != PTL_ALONE && other[t->other] != above[depth - 1].other)))
            return false;
        above[depth] = *t;
    }
    return true;
}

static ptl_triples triples_of(lists *l)
{
    ptl_job    *job  = l->m->job;
    ptl_triples out  = { 0 };
    ptl_trio    trio = {
           .of = l, .kept = is_kept, .needed = is_needed, .twins = twins_of, .clash = clash, .user = l
    };

    trio.mine  = ptl_list_align(job, l->field, l->in->base, l->in->mine);
    trio.other = ptl_list_align(job, l->field, l->in->base, l->in->other);
    if (!trio.mine || !trio.other)
        return out;
    if (!trio.mine->plain && !trio.other->plain)
        trio.across = ptl_list_align(job, l->field, l->in->mine, l->in->other);
    l->places[0] = ptl_list_places(job, l->field, l->in->mine);
    l->places[1] = ptl_list_places(job, l->field, l->in->other);
    trio.depth   = l->places[0] ? depth_of : NULL;
    if (ptl_ok(job))
        out = ptl_triples_make(job, &trio);
    if (trio.depth && ptl_ok(job) && !is_whole(l, &out))
        l->m->outcome.torn = true;
    return out;
}

/* An element of the result, from the sides that have it. */
static void merge_element(ptl_merging *m, const ptl_field *field, void *to, const ptl_states *in,
                          const char *what)
{
    if (in->base && in->mine && in->other)
        merge_value(m, field, to, in, what);
    else if (in->mine || in->other)
        ptl_value_put(field, to, in->mine ? in->mine : in->other);
}

static const void *value_at(const ptl_field *part, const void *record, uint32_t index)
{
    return index == PTL_ALONE ? NULL : ptl_field_element(part, ptl_field_list(part, record), index);
}

/* The list itself, or one of the columns. */
void ptl_list_merge(ptl_merging *m, const ptl_field *part, const ptl_triples *triples, char *out,
                    const ptl_states *in)
{
    ptl_list list = { ptl_arena_array(m->job, triples->count, ptl_field_stride(part)),
                      triples->count };
    size_t   used = strlen(m->path);
    char     what[64];

    for (uint32_t i = 0; list.data && i < triples->count && ptl_ok(m->job); i++) {
        const ptl_triple *t = &triples->data[i];
        ptl_states s = { value_at(part, in->base, t->base), value_at(part, in->mine, t->mine),
                         value_at(part, in->other, t->other) };

        if (s.mine) /* with what lies between its fields */
            memcpy((char *)list.data + i * ptl_field_stride(part),
                   (const char *)s.mine - part->inside, ptl_field_stride(part));
        if (part->kind == PTL_KIND_RECORD)
            enter(m, part->name, i);
        snprintf(what, sizeof what, "%s[%u]", part->name, i);
        merge_element(m, part, ptl_field_element(part, list, i), &s, what);
        m->path[used] = 0;
    }
    memcpy(out + part->offset, &list, sizeof list);
}

/* Columns that are not all as long as each other are of one side. */
static bool is_even(const ptl_field *field, const void *record)
{
    for (size_t c = 0; c < field->record->count; c++)
        if (ptl_field_list(&field->record->fields[c], record).count !=
            ptl_list_count(field, record))
            return false;
    return true;
}

/* Which of plain values came and which went, nobody can tell. */
static bool lengths_differ(const ptl_field *field, const ptl_states *in)
{
    size_t count = ptl_list_count(field, in->base);

    return ptl_list_count(field, in->mine) != count || ptl_list_count(field, in->other) != count;
}

/* Whether every column has as many values on one side as on any other. */
static bool lengths_stay(const ptl_field *field, const ptl_states *in)
{
    for (size_t c = 0; c < field->record->count; c++)
        if (lengths_differ(&field->record->fields[c], in))
            return false;
    return true;
}

/* Columns that end before others do, and did so before: value by value. */
static void merge_straight(ptl_merging *m, const ptl_field *field, char *out, const ptl_states *in)
{
    for (size_t c = 0; c < field->record->count && ptl_ok(m->job); c++) {
        const ptl_field *column = &field->record->fields[c];
        ptl_triples      all    = { .count = (uint32_t)ptl_field_list(column, in->base).count };

        all.data = ptl_arena_array(m->job, all.count, sizeof *all.data);
        for (uint32_t i = 0; all.data && i < all.count; i++)
            all.data[i] = (ptl_triple){ i, i, i };
        ptl_list_merge(m, column, &all, out, in);
    }
}

/* Lists that are of one side because they cannot be merged. */
static void clash_whole(ptl_merging *m, const ptl_field *field, const ptl_states *in)
{
    const void *of[] = { in->base, in->mine, in->other };
    const char *texts[3];

    if (ptl_field_aside(field))
        return;
    for (size_t i = 0; i < 3; i++) {
        char text[48];

        snprintf(text, sizeof text, "\"%zu values\"", ptl_list_count(field, of[i]));
        texts[i] = ptl_arena_copy(m->job, text, strlen(text) + 1, 1);
    }
    if (ptl_ok(m->job))
        add_conflict(m, field->name, texts[0], texts[1], texts[2]);
}

static void take_list(const ptl_field *field, char *out, const void *side)
{
    bool   columns = field->shape == PTL_COLUMNS;
    size_t count   = columns ? field->record->count : 1;

    for (size_t c = 0; c < count; c++) {
        const ptl_field *part = columns ? &field->record->fields[c] : field;

        memcpy(out + part->offset, (const char *)side + part->offset, sizeof(ptl_list));
    }
}

/* The list that this one goes along with, or is. */
static const ptl_triples *known_of(const ptl_merging *m, const ptl_record *record,
                                   const ptl_field *field, const ptl_states *in)
{
    int place = record == m->document ? (int)(field - record->fields) : ptl_field_target(field);
    const ptl_triples *known = place >= 0 ? &m->known[place] : NULL;

    if (!known || !known->data)
        return NULL;
    for (uint32_t i = 0; i < known->count; i++) {
        const ptl_triple *t = &known->data[i];

        if ((t->base != PTL_ALONE && t->base >= ptl_list_count(field, in->base)) ||
            (t->mine != PTL_ALONE && t->mine >= ptl_list_count(field, in->mine)) ||
            (t->other != PTL_ALONE && t->other >= ptl_list_count(field, in->other)))
            return NULL;
    }
    return known;
}

static void merge_list(ptl_merging *m, const ptl_record *record, const ptl_field *field, char *out,
                       const ptl_states *in)
{
    bool               columns = field->shape == PTL_COLUMNS;
    lists              l       = { .m = m, .field = field, .in = in };
    const ptl_triples *known   = known_of(m, record, field, in);
    ptl_triples        own;

    if (!known && ptl_field_same(field, in->base, in->mine, PTL_WHOLE)) {
        take_list(field, out, in->other);
        return;
    }
    if (!known && (ptl_field_same(field, in->base, in->other, PTL_WHOLE) ||
                   ptl_field_same(field, in->mine, in->other, PTL_WHOLE)))
        return; /* mine is there already */
    if (columns && !is_even(field, in->base) && lengths_stay(field, in)) {
        merge_straight(m, field, out, in);
        return;
    }
    if (columns
            ? !is_even(field, in->base) || !is_even(field, in->mine) || !is_even(field, in->other)
            : field->kind != PTL_KIND_RECORD && lengths_differ(field, in)) {
        clash_whole(m, field, in);
        return;
    }
    own = known ? *known : triples_of(&l);
    for (size_t c = 0; c < (columns ? field->record->count : 1u) && ptl_ok(m->job); c++)
        ptl_list_merge(m, columns ? &field->record->fields[c] : field, &own, out, in);
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Records of several kinds have fields that share memory: one that changed its kind is of one side.
 */
static bool kinds_differ(const ptl_record *record, const ptl_states *in)
{
    for (size_t f = 0; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];
        bool             base  = ptl_field_there(field, in->base);

        if (base != ptl_field_there(field, in->mine) || base != ptl_field_there(field, in->other))
            return true;
    }
    return false;
}

static void merge_kinds(ptl_merging *m, const ptl_record *record, char *out, const ptl_states *in)
{
    const ptl_field whole = { .name = "", .kind = PTL_KIND_RECORD, .record = record };

    if (ptl_record_same(record, in->base, in->mine, PTL_WHOLE))
        memcpy(out, in->other, record->size);
    else if (!ptl_record_same(record, in->base, in->other, PTL_WHOLE) &&
             !ptl_record_same(record, in->mine, in->other, PTL_WHOLE))
        ptl_merge_clash(m, "", &whole, in);
}

/* What repeats other fields is right where these are those of one side, and else is left out. */
static void merge_echoes(const ptl_record *record, char *out, const ptl_states *in)
{
    static const ptl_list nothing;
    bool                  mine  = ptl_record_same(record, out, in->mine, PTL_MEANING);
    bool                  other = !mine && ptl_record_same(record, out, in->other, PTL_MEANING);

    for (size_t f = 0; f < record->count; f++) {
        const ptl_field *field = &record->fields[f];

        if (ptl_field_standing(field) == PTL_ECHO && !mine) /* texts or bytes */
            memcpy(out + field->offset,
                   other ? (const char *)in->other + field->offset : (const char *)&nothing,
                   sizeof nothing);
    }
}

static bool has_echoes(const ptl_record *record)
{
    for (size_t f = 0; f < record->count; f++)
        if (ptl_field_standing(&record->fields[f]) == PTL_ECHO)
            return true;
    return false;
}

/* Sizes of grids were set with these. */
static bool is_size(const ptl_record *record, const ptl_field *field)
{
    for (size_t f = 0; f < record->count; f++)
        if (record->fields[f].shape == PTL_GRID && field->shape == PTL_ONE &&
            (record->fields[f].across == field->offset || record->fields[f].down == field->offset))
            return true;
    return false;
}

static void merge_fields(ptl_merging *m, const ptl_record *record, char *out, const ptl_states *in)
{
    uint64_t done = 0;

    for (size_t f = 0; f < record->count && ptl_ok(m->job); f++) {
        const ptl_field *field = &record->fields[f];

        if (done >> f & 1 || !ptl_field_there(field, in->mine) || is_size(record, field) ||
            ptl_field_standing(field) == PTL_ECHO)
            continue;
        if (field->shape == PTL_GRID) {
            uint64_t grids = ptl_grids_beside(record, f, in->mine, in->mine);

            done |= ptl_grids_merge(m, record, grids, out, in);
        } else if (field->shape == PTL_ONE) {
            merge_one(m, field, out, in);
        } else {
            merge_list(m, record, field, out, in);
        }
    }
}

static void merge_record(ptl_merging *m, const ptl_record *record, char *out, const ptl_states *in)
{
    memcpy(out, in->mine, record->size);
    if (kinds_differ(record, in)) {
        merge_kinds(m, record, out, in);
        return;
    }
    if (ptl_record_same(record, in->base, in->other, PTL_WHOLE))
        return;
    if (ptl_record_same(record, in->base, in->mine, PTL_WHOLE)) {
        memcpy(out, in->other, record->size);
        return;
    }
    merge_fields(m, record, out, in);
    if (has_echoes(record))
        merge_echoes(record, out, in);
}

/* ---- Documents ------------------------------------------------------------------------------- */

/* Elements that others count get the numbers they have in the result, on all sides. */
static void number(ptl_merging *m, size_t f, void *sides[3])
{
    const ptl_field *field = &m->document->fields[f];
    ptl_states       in    = { sides[0], sides[1], sides[2] };
    lists            l     = { .m = m, .field = field, .in = &in, .both = true };

    for (size_t i = 0; i < 3; i++)
        l.named[i] = ptl_record_count_numbers(m->job, m->document, sides[i], (int)f,
                                              ptl_list_count(field, sides[i]));
    if (!ptl_ok(m->job))
        return;
    m->known[f] = triples_of(&l);
    for (unsigned side = 0; side < 3 && ptl_ok(m->job); side++) {
        const ptl_align *now =
            ptl_triples_side(m->job, &m->known[f], side, ptl_list_count(field, sides[side]));

        if (now && !now->plain) {
            ptl_record_renumber(m->document, sides[side], (int)f, now);
            m->outcome.renumbered[side] = true;
        }
    }
}

ptl_outcome ptl_record_merge(ptl_job *job, const ptl_record *record, void *out, void *base,
                             void *mine, void *other)
{
    ptl_merging m        = { .job = job, .document = record };
    void       *sides[3] = { base, mine, other };
    uint64_t    targets  = ptl_record_targets(record);

    for (size_t f = 0; f < record->count && ptl_ok(job); f++)
        if (targets >> f & 1)
            number(&m, f, sides);
    if (ptl_ok(job))
        merge_record(&m, record, out, &(ptl_states){ base, mine, other });
    return m.outcome;
}
