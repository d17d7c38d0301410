/* SPDX-License-Identifier: MIT */
/* Attachments of documents. */
#include <stdio.h>
#include <string.h>

#include "formats/attach.h"

#include "core/arena.h"
#include "core/buf.h"

static char *keep(ptl_job *job, const char *name)
{
    char *copy = ptl_arena_raw(job, strlen(name) + 1);

    if (copy)
        memcpy(copy, name, strlen(name) + 1);
    return copy;
}

static bool is_free(const ptl_attachments *attached, const char *name, ptl_span bytes)
{
    const ptl_files *files = attached->files;

    return !files || !files->is_free || !attached->stem ||
           files->is_free(files->user, name, bytes.data, bytes.size);
}

void ptl_attach_called(ptl_job *job, ptl_attachments *attached, const char *name, ptl_span bytes)
{
    ptl_attachment *list =
        bytes.data ? ptl_arena_append(job, attached->data, attached->count, 1, sizeof *list) : NULL;

    name = list ? keep(job, name) : NULL;
    if (!name)
        return;
    list[attached->count++] = (ptl_attachment){ name, bytes, false };
    attached->data          = list;
}

const char *ptl_attach(ptl_job *job, ptl_attachments *attached, const char *name, ptl_span bytes)
{
    char own[320];

    if (bytes.data && !is_free(attached, name, bytes)) {
        snprintf(own, sizeof own, "%.200s-%.100s", attached->stem, name);
        name = own;
    }
    name = keep(job, name);
    if (name)
        ptl_attach_called(job, attached, name, bytes);
    return name;
}

ptl_span ptl_attach_text(ptl_job *job, ptl_buf *text)
{
    uint8_t *copy = ptl_arena_raw(job, text->size + 1);
    ptl_span span = { copy, copy ? text->size : 0 };

    if (copy && text->size > 0)
        memcpy(copy, text->data, text->size);
    ptl_buf_free(text);
    return span;
}
