/* SPDX-License-Identifier: MIT */
/* Files and documents for tests. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

test_bytes test_load(const char *path)
{
    FILE      *file  = fopen(path, "rb");
    test_bytes bytes = { 0 };
    long       size;

    if (!file)
        return bytes;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes.data = malloc((size_t)size + 1);
    if (bytes.data)
        bytes.size = fread(bytes.data, 1, (size_t)size, file);
    fclose(file);
    return bytes;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

/* Sweeps hear millions of findings of a few rules, which are literals: looked up once each. */
static const ptl_rule *rule_named(const char *name)
{
    static _Thread_local struct {
        const char     *name;
        const ptl_rule *rule;
    } known[64];
    size_t at = ((uintptr_t)name >> 2) % COUNT(known);

    if (known[at].name != name) {
        known[at].name = name;
        known[at].rule = ptl_rule_named(name);
    }
    return known[at].rule;
}

void check_rule(const ptl_diag *diag, bool strict)
{
    const ptl_rule *rule = diag->rule ? rule_named(diag->rule) : NULL;

    if (!rule)
        test_fail(__FILE__, __LINE__, "in no table: %s [%s]", diag->message, diag->rule);
    if (diag->severity > rule->severity && diag->engine <= PTL_FATE_LOADS &&
        !(strict && rule->severity == PTL_WARNING))
        test_fail(__FILE__, __LINE__, "worse than its row: %s [%s]", diag->message, diag->rule);
}

static void hear_rule(void *user, const ptl_diag *diag)
{
    const char *profile = user, *of;
    bool        but;

    check_rule(diag, false);
    of  = rule_named(diag->rule)->profile;
    but = of[0] == '-'; /* any profile but that one */
    if (of[0] && (profile && strcmp(of + but, profile) == 0) == but)
        test_fail(__FILE__, __LINE__, "of another profile: %s [%s]", diag->message, diag->rule);
}

static void hear_strict(void *user, const ptl_diag *diag)
{
    (void)user;
    check_rule(diag, true);
}

ptl_listener test_listener(const char *profile)
{
    return (ptl_listener){ hear_rule, (void *)profile };
}

static const ptl_rule *rule_in(const char *format, const char *name)
{
    const ptl_rule *rule;

    for (size_t i = 0; (rule = ptl_rule_at(format, i)); i++)
        if (strcmp(rule->name, name) == 0)
            return rule;
    return NULL;
}

const ptl_rule *test_rule_of(const char *format, const char *name)
{
    const ptl_rule *rule = rule_in(format, name);

    return rule ? rule : rule_in(NULL, name);
}

/* ---- Documents ------------------------------------------------------------------------------ */

static ptl_read_opts listening(const ptl_read_opts *opts)
{
    ptl_read_opts all = opts ? *opts : (ptl_read_opts){ 0 };

    if (!all.listener.hear)
        all.listener = all.strict ? (ptl_listener){ hear_strict, NULL } : test_listener(NULL);
    return all;
}

ptl_doc *must_read(const void *data, size_t size, const ptl_read_opts *opts)
{
    ptl_read_opts all = listening(opts);
    ptl_doc      *doc;
    ptl_diag      err;

    if (ptl_read(&doc, data, size, &all, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %s [%s]", err.message, err.rule);
    return doc;
}

ptl_diag must_fail(const void *data, size_t size, const ptl_read_opts *opts)
{
    ptl_read_opts all = listening(opts);
    ptl_doc      *doc;
    ptl_diag      err;

    if (ptl_read(&doc, data, size, &all, &err) == PTL_OK) {
        ptl_doc_free(doc);
        test_fail(__FILE__, __LINE__, "read what ought to be refused");
    }
    CHECK(doc == NULL);
    CHECK(err.status != PTL_OK && err.severity == PTL_ERROR && err.message[0] && err.rule);
    check_rule(&err, all.strict);
    return err;
}

ptl_bytes must_write(const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_write_opts all = opts ? *opts : (ptl_write_opts){ 0 };
    ptl_bytes      bytes;
    ptl_diag       err;

    if (!all.listener.hear)
        all.listener = test_listener(NULL);
    if (ptl_write(&bytes, doc, &all, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "not written: %s [%s]", err.message, err.rule);
    return bytes;
}

bool test_holds(const ptl_bytes *bytes, const char *text)
{
    size_t size = strlen(text);

    for (size_t at = 0; at + size <= bytes->size; at++)
        if (memcmp((const char *)bytes->data + at, text, size) == 0)
            return true;
    return false;
}

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    test_heap *heap = user;
    void      *moved;

    if (new_size == 0) {
        heap->held -= old_size;
        free(ptr);
        return NULL;
    }
    if (++heap->calls == heap->fail_at)
        return NULL;
    moved = realloc(ptr, new_size);
    if (moved)
        heap->held += new_size - old_size;
    if (heap->held > heap->peak)
        heap->peak = heap->held;
    return moved;
}

ptl_allocator test_allocator(test_heap *heap)
{
    return (ptl_allocator){ resize, heap };
}
