/* SPDX-License-Identifier: MIT */
/* The sweep. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "support.h"

typedef struct attempt {
    const char *format;
    const char *to; /* what an import becomes; NULL: it is a format */
    test_heap   heap;
    bool        lenient;
} attempt;

static void use_bytes(ptl_status status, ptl_bytes *bytes)
{
    CHECK(status == PTL_OK || bytes->data == NULL);
    ptl_bytes_free(bytes);
}

/* Repairs are notes, of rules that say that they are repaired; of ranges only a few are. */
static void hear_fix(void *user, const ptl_diag *diag)
{
    const ptl_rule *rule = test_rule_of(user, diag->rule);

    check_rule(diag, false);
    CHECK(diag->status != PTL_OK || diag->severity == PTL_NOTE);
    if (diag->status == PTL_OK && !rule->fix && strcmp(rule->name, "range") != 0)
        test_fail(__FILE__, __LINE__, "repaired, and not said so in its row: %s", rule->name);
}

/* What a user might do with a document; any step may fail, none may do harm. */
static void use(ptl_doc *doc)
{
    ptl_write_opts json = { .to = "json", .listener = test_listener(NULL) };
    ptl_bytes      bytes;
    ptl_diag       err;

    use_bytes(ptl_write(&bytes, doc, &(ptl_write_opts){ .listener = test_listener(NULL) }, &err),
              &bytes);
    use_bytes(ptl_write(&bytes, doc, &json, &err), &bytes);
    use_bytes(ptl_info(&bytes, doc, PTL_PAGE_JSON, &err), &bytes);
    use_bytes(ptl_info(&bytes, doc, PTL_PAGE_TEXT, &err), &bytes);
    ptl_check(doc, &(ptl_check_opts){ "engine", test_listener("engine") }, &err);
    ptl_check(doc, &(ptl_check_opts){ "document", test_listener("document") }, &err);
    ptl_fix(doc, &(ptl_check_opts){ .listener = { hear_fix, (void *)ptl_doc_format(doc) } }, &err);
}

static ptl_status try_reading(attempt *a, const void *data, size_t size)
{
    ptl_read_opts opts = { .format    = a->format,
                           .lenient   = a->lenient,
                           .allocator = test_allocator(&a->heap),
                           .listener  = test_listener(NULL),
                           .limits    = { .memory = (size_t)16 << 20 } };
    ptl_doc      *doc;
    ptl_diag      err;
    ptl_status    status = a->to ? ptl_import(&doc, data, size, a->to, &opts, &err)
                                 : ptl_read(&doc, data, size, &opts, &err);

    CHECK((status == PTL_OK) == (doc != NULL));
    CHECK(status == PTL_OK || (err.status == status && err.message[0] && err.rule));
    if (status != PTL_OK)
        check_rule(&err, false);
    if (doc)
        use(doc);
    ptl_doc_free(doc);
    CHECK_UINT(a->heap.held, 0);
    return status;
}

/* A copy exactly as long as it says, so that a sanitizer sees the first byte past it. */
static ptl_status try_copy(attempt *a, const uint8_t *data, size_t size)
{
    uint8_t   *copy = calloc(1, size ? size : 1);
    ptl_status status;

    CHECK(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    status = try_reading(a, copy, size);
    free(copy);
    return status;
}

typedef struct part { /* of a sample, which is damaged */
    size_t from, to;
} part;

static void cut_everywhere(const char *format, const uint8_t *data, part where)
{
    for (size_t length = where.from; length <= where.to; length++)
        for (int lenient = 0; lenient < 2; lenient++)
            try_copy(&(attempt){ .format = format, .lenient = lenient }, data, length);
}

static void change_every_byte(const char *format, const uint8_t *data, size_t size, part where)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x20, 0x22, 0x2D, 0x30, 0x39,
                                      0x7F, 0x80, 0xC0, 0xE2, 0xF7, 0xFE, 0xFF };
    uint8_t             *copy     = malloc(size);

    CHECK(copy != NULL);
    memcpy(copy, data, size);
    for (size_t i = where.from; i < where.to; i++) {
        for (size_t v = 0; v < COUNT(values) + 2; v++) {
            copy[i] = v < COUNT(values) ? values[v] : (uint8_t)(data[i] + (v & 1 ? 1 : -1));
            try_reading(&(attempt){ .format = format, .lenient = i & 1 }, copy, size);
        }
        copy[i] = data[i];
    }
    free(copy);
}

static void fail_every_allocation(const char *format, const uint8_t *data, size_t size)
{
    attempt whole = { .format = format };

    CHECK_UINT(try_copy(&whole, data, size), PTL_OK);
    for (size_t i = 1; i <= whole.heap.calls; i++)
        try_copy(&(attempt){ .format = format, .heap = { .fail_at = i } }, data, size);
}

static void sweep_text(const char *format, const uint8_t *data, size_t size, part where)
{
    cut_everywhere(format, data, where);
    change_every_byte(format, data, size, where);
    fail_every_allocation(format, data, size);
}

static void sweep_both(const char *format, const uint8_t *data, size_t size, part native,
                       size_t json_most)
{
    ptl_doc  *doc  = must_read(data, size, &(ptl_read_opts){ .format = format });
    ptl_bytes json = must_write(doc, &(ptl_write_opts){ .to = "json" });

    ptl_doc_free(doc);
    sweep_text(format, data, size, native);
    sweep_text("json", json.data, json.size,
               (part){ 0, json.size < json_most ? json.size : json_most });
    ptl_bytes_free(&json);
}

void sweep(const char *format, const uint8_t *data, size_t size)
{
    sweep_both(format, data, size, (part){ 0, size }, SIZE_MAX);
}

void sweep_part(const char *format, const uint8_t *data, size_t size, size_t from, size_t to)
{
    sweep_both(format, data, size, (part){ from, to }, to - from);
}

void sweep_import(const char *import, const uint8_t *data, size_t size)
{
    static const uint8_t values[] = { 0x00, 0x22, 0x2D, 0x30, 0x39, 0x5D, 0x7D, 0x7F, 0x80, 0xFF };
    attempt              whole    = { .format = import, .to = "pfobj" };
    uint8_t             *copy     = malloc(size);

    CHECK(copy != NULL);
    memcpy(copy, data, size);
    CHECK_UINT(try_copy(&whole, data, size), PTL_OK);
    for (size_t i = 1; i <= whole.heap.calls; i++)
        try_copy(&(attempt){ .format = import, .to = "pfobj", .heap = { .fail_at = i } }, data,
                 size);
    for (size_t i = 0; i < size; i++) {
        try_copy(&(attempt){ .format = import, .to = "pfobj" }, data, i);
        for (size_t v = 0; v < COUNT(values); v++) {
            copy[i] = values[v];
            try_reading(&(attempt){ .format = import, .to = "pfobj" }, copy, size);
        }
        copy[i] = data[i];
    }
    free(copy);
}
