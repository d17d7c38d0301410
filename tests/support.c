/* SPDX-License-Identifier: MIT */
/* Files and documents for tests. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

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

ptl_doc *must_read(const void *data, size_t size, const ptl_read_opts *opts)
{
    ptl_doc *doc;
    ptl_diag err;

    if (ptl_read(&doc, data, size, opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "refused: %s [%s]", err.message, err.rule);
    return doc;
}

ptl_diag must_fail(const void *data, size_t size, const ptl_read_opts *opts)
{
    ptl_doc *doc;
    ptl_diag err;

    if (ptl_read(&doc, data, size, opts, &err) == PTL_OK) {
        ptl_doc_free(doc);
        test_fail(__FILE__, __LINE__, "read what ought to be refused");
    }
    CHECK(doc == NULL);
    CHECK(err.status != PTL_OK && err.severity == PTL_ERROR && err.message[0] && err.rule);
    return err;
}

ptl_bytes must_write(const ptl_doc *doc, const ptl_write_opts *opts)
{
    ptl_bytes bytes;
    ptl_diag  err;

    if (ptl_write(&bytes, doc, opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "not written: %s [%s]", err.message, err.rule);
    return bytes;
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
