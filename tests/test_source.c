/* SPDX-License-Identifier: MIT */
/* A long source is forgotten while it is read: nothing looks at it again, and later findings still
 * have their lines. */
#define _XOPEN_SOURCE 700

#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "support.h"

enum { STEP = PTL_SOURCE_STEP };

/* ---- Jobs ----------------------------------------------------------------------------------- */

typedef struct grave {
    size_t bytes, calls;
} grave;

/* Whoever looks at what was forgotten finds something else. */
static void scribble(void *user, void *ptr, size_t size)
{
    grave *g = user;

    memset(ptr, '\n', size);
    g->bytes += size;
    g->calls++;
}

/* A text of lines that grow longer and begin again, and the place of one of its bytes. */
static char *lines_of(size_t size)
{
    char *text = malloc(size);

    CHECK(text != NULL);
    memset(text, '.', size);
    for (size_t at = 0, length = 0; at < size; at += ++length % 300 + 1)
        text[at] = '\n';
    return text;
}

static void place_of(const char *text, size_t offset, uint32_t *line, uint32_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset; i++) {
        *column = text[i] == '\n' ? 1 : *column + 1;
        *line += text[i] == '\n';
    }
}

static void check_place(fixture *f, const char *original, uint64_t offset)
{
    uint32_t line, column;

    place_of(original, (size_t)offset, &line, &column);
    ptl_find(&f->job, PTL_NOTE, offset, "here", "a place");
    CHECK_UINT(f->last.line, line);
    CHECK_UINT(f->last.column, column);
}

static void lines_are_counted_before_they_go(void)
{
    size_t  size     = 3 * (size_t)STEP + 4567;
    char   *original = lines_of(size), *text = lines_of(size);
    grave   g = { 0 };
    fixture f;

    fixture_begin(&f, text, size);
    f.heap.allocator  = (ptl_allocator){ NULL, &g, scribble };
    f.job.source_once = true;
    ptl_source_passed(&f.job, STEP - 1);
    CHECK_UINT(g.calls, 0);
    check_place(&f, original, 77);
    ptl_source_passed(&f.job, STEP + 9);
    CHECK_UINT(g.bytes, STEP);
    check_place(&f, original, STEP); /* counted to 77, and must not go on from there */
    ptl_source_passed(&f.job, 3 * (uint64_t)STEP);
    CHECK_UINT(g.calls, 2);
    CHECK_UINT(g.bytes, 3 * (size_t)STEP);
    check_place(&f, original, size);
    check_place(&f, original, 3 * (uint64_t)STEP + 300); /* back again */
    ptl_find(&f.job, PTL_NOTE, 5, "gone", "a place that is forgotten");
    CHECK_UINT(f.last.line, 0);
    CHECK_UINT(f.last.offset, 5);
    free(original);
    free(text);
}

static void sources_stay_unless_told(void)
{
    size_t  size = 2 * (size_t)STEP;
    char   *text = lines_of(size);
    grave   g    = { 0 };
    fixture f;

    fixture_begin(&f, text, size);
    f.heap.allocator = (ptl_allocator){ NULL, &g, scribble };
    ptl_source_passed(&f.job, size);
    CHECK_UINT(g.calls, 0);
    free(text);
}

/* ---- Models --------------------------------------------------------------------------------- */

enum { VERTICES = 120000, JOINTS = 20, FRAMES = 3000 };

static char path[] = "/tmp/portolan-source-XXXXXX";

static void *plain_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size > 0)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* A model whose vertices and poses both take more than two steps. */
static ptl_bytes long_model(void)
{
    size_t          frames = FRAMES;
    ptl_pfobj_sizes sizes  = { VERTICES, 1, JOINTS, 1, &frames };
    ptl_doc        *doc;
    ptl_bytes       text;

    CHECK_UINT(ptl_pfobj_new(&doc, &sizes, NULL, NULL), PTL_OK);
    for (size_t i = 0; i < VERTICES; i++)
        for (int k = 0; k < 3; k++)
            ptl_pfobj_of(doc)->vertices.data[i].position[k] = (double)(i * 7 + (size_t)k) / 1000;
    text = must_write(doc, NULL);
    ptl_doc_free(doc);
    return text;
}

static void put_file(const ptl_bytes *text)
{
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(text->data, 1, text->size, file) == text->size && fclose(file) == 0);
}

/* Reads the file, forgetting, and returns the error. */
static ptl_diag read_forgetting(ptl_doc **doc, grave *g)
{
    ptl_read_opts opts = { .allocator = { plain_resize, g, scribble } };
    ptl_diag      err;

    ptl_read_file(doc, path, &opts, &err);
    return err;
}

static void forgetting_changes_no_document(void)
{
    ptl_bytes text = long_model(), back;
    grave     g    = { 0 };
    ptl_doc  *doc;

    put_file(&text);
    CHECK_UINT(read_forgetting(&doc, &g).status, PTL_OK);
    CHECK(g.bytes >= text.size - 2 * (size_t)STEP);
    back = must_write(doc, NULL);
    CHECK_BYTES(back.data, back.size, text.data, text.size);
    ptl_bytes_free(&back);
    ptl_doc_free(doc);
    ptl_bytes_free(&text);
}

static void findings_far_behind_have_their_place(void)
{
    static const double places[] = { 0.001, 0.3, 0.55, 0.8, 0.99, 0.999999 };
    ptl_bytes           text     = long_model();

    for (size_t i = 0; i < COUNT(places); i++) {
        size_t   at = (size_t)(places[i] * (double)text.size);
        uint8_t  was;
        ptl_diag err, want;
        ptl_doc *doc;
        grave    g = { 0 };

        while (text.data[at] < '0' || text.data[at] > '9')
            at--;
        was           = text.data[at];
        text.data[at] = '?';
        put_file(&text);
        err  = read_forgetting(&doc, &g);
        want = must_fail(text.data, text.size, NULL); /* of a caller nothing is forgotten */
        CHECK_TEXT(err.rule, want.rule);
        CHECK_TEXT(err.message, want.message);
        CHECK_UINT(err.offset, want.offset);
        CHECK_UINT(err.line, want.line);
        CHECK_UINT(err.column, want.column);
        text.data[at] = was;
    }
    ptl_bytes_free(&text);
}

/* ptl_check finds lines in a source that was asked for: that one stays. */
static void kept_sources_are_whole(void)
{
    ptl_bytes text = long_model();
    grave     g    = { 0 };
    ptl_doc  *doc;

    put_file(&text);
    CHECK_UINT(ptl_read_file(&doc, path,
                             &(ptl_read_opts){ .keep_source = true,
                                               .allocator   = { plain_resize, &g, scribble } },
                             NULL),
               PTL_OK);
    CHECK_UINT(g.calls, 0);
    ptl_doc_free(doc);
    ptl_bytes_free(&text);
}

/* The C library's memory is forgotten by pages; a model survives that, too. */
static void libc_forgets_pages(void)
{
    ptl_bytes text = long_model(), back;
    ptl_doc  *doc;

    put_file(&text);
    CHECK_UINT(ptl_read_file(&doc, path, NULL, NULL), PTL_OK);
    back = must_write(doc, NULL);
    CHECK_BYTES(back.data, back.size, text.data, text.size);
    ptl_bytes_free(&back);
    ptl_doc_free(doc);
    ptl_bytes_free(&text);
}

/* So many findings, each far from the one before, that counting from the start would not end. */
static void findings_may_go_back_and_forth(void)
{
    size_t  size = (size_t)8 << 20, checked = 0;
    char   *text = lines_of(size);
    fixture f;

    fixture_begin(&f, text, size);
    f.job.text = f.job.jumps = true;
    for (size_t i = 0; i < 200000; i++) {
        uint64_t offset = i % 2 ? (uint64_t)i * 31 : size - 1 - (uint64_t)i * 37;

        if (i % 40000 < 2) {
            check_place(&f, text, offset);
            checked++;
        } else {
            ptl_find(&f.job, PTL_NOTE, offset, "here", "a place");
        }
    }
    CHECK_UINT(checked, 10);
    fixture_end(&f);
    free(text);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lines_are_counted_before_they_go),
        TEST(sources_stay_unless_told),
        TEST(forgetting_changes_no_document),
        TEST(findings_far_behind_have_their_place),
        TEST(findings_may_go_back_and_forth),
        TEST(kept_sources_are_whole),
        TEST(libc_forgets_pages),
    };
    int file = mkstemp(path), status;

    if (file < 0 || close(file) != 0)
        return 1;
    status = run_tests("source", tests, COUNT(tests));
    unlink(path);
    return status;
}
