/* SPDX-License-Identifier: MIT */
/* The records that changes are about: found by names, indices and the keys of elements. */
#include <stdio.h>
#include <string.h>

#include "core/changes_apply.h"

void ptl_apply_place(ptl_applying *a, ptl_apply_way *to)
{
    ptl_applying inner = *a;

    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_field_named(&inner, ptl_json_string(a->in), at);

        if (field &&
            (field->kind != PTL_KIND_RECORD || field->fixed || to->count == PTL_PLACE_STEPS ||
             (field->shape != PTL_ONE && field->shape != PTL_LIST)))
            ptl_apply_bad(a, at, "there is no record inside of this field");
        if (!ptl_ok(a->job))
            return;
        inner.record           = field->record;
        to->steps[to->count++] = (ptl_apply_step){ .field = field };
        if (field->shape == PTL_ONE)
            continue;
        if (!ptl_json_next(a->in, ']', &first)) {
            ptl_apply_bad(a, at, "an index is missing");
            return;
        }
        to->steps[to->count - 1].index = ptl_json_u64(a->in, UINT32_MAX - 1);
    }
}

void ptl_apply_keys(ptl_applying *a, ptl_apply_step *s)
{
    ptl_applying inner = { .in = a->in, .job = a->job, .record = s->field->record };

    if (ptl_json_peek(a->in) == 'n') {
        ptl_json_skip(a->in);
        return;
    }
    s->keys = ptl_arena_take(a->job, s->field->record->size);
    ptl_json_open(a->in, '{');
    for (bool first = true; ptl_json_next(a->in, '}', &first);) {
        uint64_t         at    = ptl_json_offset(a->in);
        const ptl_field *field = ptl_apply_next_field(&inner);

        if (field && !ptl_field_names_element(field))
            ptl_apply_bad(a, at, "this field is no key");
        if (!ptl_ok(a->job))
            return;
        s->known |= UINT64_C(1) << (field - inner.record->fields);
        ptl_value_read(a->in, field, (char *)s->keys + field->offset);
    }
}

void ptl_apply_place_keys(ptl_applying *a, ptl_apply_way *to)
{
    size_t i = 0;

    ptl_json_open(a->in, '[');
    for (bool first = true; ptl_json_next(a->in, ']', &first); i++) {
        while (i < to->count && to->steps[i].field->shape == PTL_ONE)
            i++;
        if (i == to->count) {
            ptl_apply_bad(a, ptl_json_offset(a->in), "there are more keys than indices");
            return;
        }
        ptl_apply_keys(a, &to->steps[i]);
    }
}

bool ptl_apply_is(const ptl_apply_step *s, const void *of)
{
    const ptl_record *record = s->field->record;

    for (size_t f = 0; s->keys && f < record->count; f++)
        if (s->known >> f & 1 && !ptl_field_same(&record->fields[f], s->keys, of, PTL_WHOLE))
            return false;
    return true;
}

/* The element at the index, if it has the keys, or the only one that has them. */
static bool find_element(ptl_applying *a, const ptl_apply_step *s, ptl_list list, size_t *out)
{
    size_t found = 0;

    *out = (size_t)s->index;
    if (s->index < list.count && ptl_apply_is(s, ptl_field_element(s->field, list, *out)))
        return true;
    *a->cells += s->keys ? list.count : 0; /* the text is anybody's, and this may come often */
    ptl_expand(a->job, ptl_json_offset(a->in), *a->cells, ptl_apply_most(a));
    for (size_t i = 0; s->keys && i < list.count && ptl_ok(a->job); i++)
        if (ptl_apply_is(s, ptl_field_element(s->field, list, i))) {
            *out = i;
            found++;
        }
    return found == 1;
}

static void step_into(ptl_applying *a, const ptl_apply_step *s)
{
    size_t   used = strlen(a->path), index;
    ptl_list list = ptl_field_list(s->field, a->data);
    bool     found;

    used += (size_t)snprintf(a->path + used, sizeof a->path - used, "%s%s", used ? "/" : "",
                             s->field->name);
    a->record = s->field->record;
    if (s->field->shape == PTL_ONE) {
        a->data += s->field->offset;
        return;
    }
    found = find_element(a, s, list, &index);
    if (used < sizeof a->path)
        snprintf(a->path + used, sizeof a->path - used, "[%zu]", found ? index : (size_t)s->index);
    if (found)
        a->data = ptl_field_element(s->field, list, index);
    else if (ptl_ok(a->job))
        ptl_apply_misfit(a, "",
                         s->keys ? "there is no such element, or more than one"
                                 : "there is no such element");
}

void ptl_apply_enter(ptl_applying *a, const ptl_apply_way *to)
{
    for (size_t i = 0; i < to->count && ptl_ok(a->job); i++)
        step_into(a, &to->steps[i]);
}
