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

/* ---- Calls of any kind ----------------------------------------------------------------------- */

bool sweep_is_whole(void)
{
    const char *how = getenv("PTL_SWEEP");

    return how && strcmp(how, "whole") == 0;
}

size_t sweep_place(size_t number, size_t most, size_t places)
{
    size_t dense = most / 4 * 3;

    if (places <= most || number < dense)
        return number;
    return dense + (number - dense) * (places - dense) / (most - dense);
}

static void hear_try(void *user, const ptl_diag *diag)
{
    sweep_try *t = user;

    check_rule(diag, false);
    t->errors += diag->status != PTL_OK;
}

ptl_listener sweep_listener(sweep_try *t)
{
    return (ptl_listener){ hear_try, t };
}

/* Whatever comes out of it, nothing is left over. */
static ptl_status try_call(const sweep_call *call, sweep_try *t)
{
    ptl_status status = call->run(call, t);

    if (status != PTL_OK && (t->out.data || t->out.size > 0))
        test_fail(__FILE__, __LINE__, "%s failed and left %zu bytes", call->name, t->out.size);
    if (status != PTL_OK && (t->err.status != status || !t->err.rule || !t->err.message[0]))
        test_fail(__FILE__, __LINE__, "%s failed and did not say why", call->name);
    if (t->errors != (status != PTL_OK))
        test_fail(__FILE__, __LINE__, "%s: status %d, and %zu errors were heard: %s", call->name,
                  (int)status, t->errors, t->err.message);
    if (status != PTL_OK)
        check_rule(&t->err, false);
    return status;
}

static void end_try(const sweep_call *call, sweep_try *t, const char *how, size_t number)
{
    ptl_bytes_free(&t->out);
    if (t->heap.held != 0)
        test_fail(__FILE__, __LINE__, "%s, %s %zu: %zu bytes are held in the end", call->name, how,
                  number, t->heap.held);
}

static bool is_refusal(const sweep_call *call, const sweep_try *t, ptl_status status)
{
    return call->refusal && status == PTL_E_UNSUPPORTED &&
           strcmp(t->err.message, call->refusal) == 0;
}

static bool is_same(const sweep_try *t, const sweep_try *whole)
{
    return t->beside == whole->beside && t->out.size == whole->out.size &&
           (t->out.size == 0 || memcmp(t->out.data, whole->out.data, t->out.size) == 0);
}

static void check_try(const sweep_call *call, const sweep_try *t, const sweep_try *whole,
                      ptl_status status, ptl_status excuse, const char *how, size_t number)
{
    if (is_refusal(call, t, status))
        return;
    if (status != PTL_OK && status != excuse)
        test_fail(__FILE__, __LINE__, "%s, %s %zu: status %d: %s [%s]", call->name, how, number,
                  (int)status, t->err.message, t->err.rule);
    if (status == PTL_OK && !is_same(t, whole))
        test_fail(__FILE__, __LINE__, "%s, %s %zu: it makes something else", call->name, how,
                  number);
}

bool sweep_works(const sweep_call *call, sweep_try *t)
{
    ptl_status status;

    *t     = (sweep_try){ 0 };
    status = try_call(call, t);
    if (status != PTL_OK && strcmp(t->err.rule, "feature-absent") == 0)
        return false;
    if (status != PTL_OK ? !is_refusal(call, t, status) : call->refusal != NULL)
        test_fail(__FILE__, __LINE__, "%s: %s [%s]", call->name, t->err.message, t->err.rule);
    return true;
}

void sweep_allocations(const sweep_call *call)
{
    sweep_try whole;
    size_t    most, tries;

    if (!sweep_works(call, &whole))
        return;
    most  = call->most > 0 && !sweep_is_whole() ? call->most : SIZE_MAX;
    tries = whole.heap.calls < most ? whole.heap.calls : most;
    for (size_t i = 0; i < tries; i++) {
        size_t     at     = sweep_place(i, most, whole.heap.calls) + 1;
        sweep_try  t      = { .heap = { .fail_at = at } };
        ptl_status status = try_call(call, &t);

        check_try(call, &t, &whole, status, PTL_E_MEMORY, "allocation", at);
        end_try(call, &t, "allocation", at);
    }
    end_try(call, &whole, "allocation", 0);
}

void sweep_limits(const sweep_call *call)
{
    sweep_try  whole;
    ptl_status status = PTL_E_LIMIT;

    if (!sweep_works(call, &whole))
        return;
    for (size_t limit = 4096; status == PTL_E_LIMIT; limit *= 2) {
        sweep_try t = { .limit = limit };

        status = try_call(call, &t);
        check_try(call, &t, &whole, status, PTL_E_LIMIT, "limit", limit);
        if (t.heap.peak > limit)
            test_fail(__FILE__, __LINE__, "%s, limit %zu: it held %zu bytes", call->name, limit,
                      t.heap.peak);
        end_try(call, &t, "limit", limit);
    }
    end_try(call, &whole, "limit", 0);
}
