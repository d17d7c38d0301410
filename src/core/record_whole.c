/* SPDX-License-Identifier: MIT */
/* Whether lists and texts are what they say: edited documents may have counts without data. */
#include <string.h>

#include "core/record.h"

static void look_at_record(ptl_job *job, const ptl_record *record, const void *data);

/* Whether a record points to anything. Long lists of those that do not are not gone through. */
static bool points(const ptl_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        const ptl_field *field = &record->fields[i];

        if (field->shape != PTL_ONE ||
            (field->kind >= PTL_KIND_TEXT && field->kind < PTL_KIND_RECORD))
            return true;
        if (field->kind == PTL_KIND_RECORD && points(field->record))
            return true;
    }
    return false;
}

/* No object is larger than half of the memory there can be. */
static void look_at_list(ptl_job *job, const ptl_field *field, ptl_list list, size_t stride)
{
    if (list.count == 0 || (list.data && list.count <= SIZE_MAX / 2 / stride))
        return;
    ptl_path(job, "%s", field->name);
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "list-missing",
             "%s has a count of %zu, but not so much memory behind it", field->name, list.count);
}

static void look_at_value(ptl_job *job, const ptl_field *field, const void *value)
{
    ptl_list list;

    if (field->kind == PTL_KIND_RECORD) {
        look_at_record(job, field->record, value);
    } else if (field->kind >= PTL_KIND_TEXT) {
        memcpy(&list, value, sizeof list);
        look_at_list(job, field, list, 1);
    }
}

static void look_at_field(ptl_job *job, const ptl_field *field, const void *data)
{
    ptl_list list = { (char *)data + field->offset, field->fixed ? field->fixed : 1u };

    if (field->shape != PTL_ONE) {
        list = ptl_field_list(field, data);
        look_at_list(job, field, list, ptl_field_stride(field));
    }
    if (field->kind < PTL_KIND_TEXT || (field->kind == PTL_KIND_RECORD && !points(field->record)))
        return;
    for (size_t i = 0; i < list.count && ptl_ok(job); i++)
        look_at_value(job, field, ptl_field_element(field, list, i));
}

static void look_at_record(ptl_job *job, const ptl_record *record, const void *data)
{
    for (size_t i = 0; i < record->count && ptl_ok(job); i++) {
        const ptl_field *field = &record->fields[i];

        if (field->shape == PTL_COLUMNS)
            look_at_record(job, field->record, data);
        else
            look_at_field(job, field, data);
    }
}

void ptl_record_whole(ptl_job *job, const ptl_record *record, const void *data)
{
    look_at_record(job, record, data);
}
