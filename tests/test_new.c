/* SPDX-License-Identifier: MIT */
/* New documents of every format: made, without a fault, as large as asked for, and refused for
 * settings that say nothing, with every allocation that can fail. */
#include <string.h>

#include <portolan/pixels.h>

#include "harness.h"
#include "support.h"

static const ptl_setting small[] = { { "size", "3x2", 3 } };

static void hear(void *user, const ptl_diag *diag)
{
    (void)user;
    check_rule(diag, false);
    CHECK(diag->severity < PTL_WARNING);
}

static void must_decode(const ptl_attached *file)
{
    ptl_pixels picture;

    CHECK_UINT(ptl_pixels_read(&picture, &(ptl_source){ .data = file->data, .size = file->size },
                               NULL, NULL),
               PTL_OK);
    CHECK(picture.width == picture.height && picture.width >= 64);
    ptl_pixels_free(&picture);
}

/* Written, read and checked: nothing worse than a note. */
static void must_be_fine(const char *format, const ptl_doc *doc)
{
    ptl_bytes      bytes = must_write(doc, NULL);
    ptl_check_opts with  = { .profile = "engine", .listener = { hear, NULL } };
    ptl_doc       *again = must_read(bytes.data, bytes.size, &(ptl_read_opts){ .format = format });

    CHECK_TEXT(ptl_doc_format(again), format);
    CHECK_UINT(ptl_check(again, &with, NULL), PTL_OK);
    ptl_doc_free(again);
    ptl_bytes_free(&bytes);
}

static void makes_each(void)
{
    const ptl_format_info *format;

    for (size_t i = 0; (format = ptl_format_at(i)); i++) {
        ptl_doc *doc;

        CHECK(ptl_format_can(format) & PTL_CAN_NEW);
        CHECK_UINT(ptl_new(&doc, format->name, NULL, NULL), PTL_OK);
        must_be_fine(format->name, doc);
        ptl_doc_free(doc);
    }
}

/* Every file that a new document needs comes along with it, as a picture that can be decoded. */
static void brings_its_files(void)
{
    const ptl_format_info *format;
    size_t                 needed = 0;

    for (size_t i = 0; (format = ptl_format_at(i)); i++) {
        ptl_companion c;
        ptl_attached  file;
        ptl_doc      *doc;

        CHECK_UINT(ptl_new(&doc, format->name, NULL, NULL), PTL_OK);
        for (size_t k = 0; ptl_doc_companion(&c, doc, k); k++) {
            if (!c.needed)
                continue;
            needed++;
            CHECK(ptl_doc_attached(&file, doc, 0));
            CHECK(strncmp(file.name, c.name, strlen(c.name)) == 0);
            must_decode(&file);
        }
        ptl_doc_free(doc);
    }
    CHECK_UINT(needed, 3);
}

static bool has_size(const ptl_format_info *format)
{
    const ptl_setting_info *row = format->settings;

    while (row && row->name && strcmp(row->name, "size") != 0)
        row++;
    return row && row->name;
}

/* The size of what is written grows with what is asked for. */
static void heeds_size(void)
{
    const ptl_format_info *format;
    ptl_read_opts          opts = { .settings = small, .setting_count = 1 };

    for (size_t i = 0; (format = ptl_format_at(i)); i++) {
        ptl_doc  *usual, *asked;
        ptl_bytes one, other;

        if (!has_size(format))
            continue;
        CHECK_UINT(ptl_new(&usual, format->name, NULL, NULL), PTL_OK);
        CHECK_UINT(ptl_new(&asked, format->name, &opts, NULL), PTL_OK);
        must_be_fine(format->name, asked);
        one   = must_write(usual, NULL);
        other = must_write(asked, NULL);
        CHECK(one.size != other.size || memcmp(one.data, other.data, one.size) != 0);
        ptl_bytes_free(&one);
        ptl_bytes_free(&other);
        ptl_doc_free(usual);
        ptl_doc_free(asked);
    }
}

static void refuses_nonsense(void)
{
    static const ptl_setting bad[] = {
        { "size", "", 0 },
        { "size", "0x1", 3 },
        { "size", "1x", 2 },
        { "size", "x1", 2 },
        { "size", "1x2x3", 5 },
        { "size", "-1x1", 4 },
        { "size", NULL, 0 },
        { "theme", "dark", 4 },
        { "nothing", "1", 1 },
        { NULL, "1", 1 },
        { "size", "99999999999x1", 13 },
        { "title", "a\0b", 3 },
    };
    const ptl_format_info *format;
    ptl_diag               err;
    ptl_doc               *doc;

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        for (size_t k = 0; k < COUNT(bad); k++) {
            ptl_read_opts opts = { .settings = &bad[k], .setting_count = 1 };

            CHECK_UINT(ptl_new(&doc, format->name, &opts, &err), PTL_E_ARG);
            CHECK(doc == NULL);
            CHECK_TEXT(err.rule, "setting");
        }
    CHECK_UINT(ptl_new(&doc, "nobody", NULL, &err), PTL_E_ARG);
    CHECK_TEXT(err.rule, "format");
    CHECK_UINT(ptl_new(&doc, NULL, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_new(NULL, "mpd", NULL, &err), PTL_E_ARG);
}

static void survives_without_memory(void)
{
    const ptl_format_info *format;

    for (size_t i = 0; (format = ptl_format_at(i)); i++) {
        ptl_status status = PTL_E_MEMORY;

        for (size_t at = 1; status != PTL_OK; at++) {
            test_heap     heap = { .fail_at = at };
            ptl_read_opts opts = { .allocator     = test_allocator(&heap),
                                   .settings      = small,
                                   .setting_count = has_size(format) };
            ptl_doc      *doc;

            status = ptl_new(&doc, format->name, &opts, NULL);
            CHECK(status == PTL_OK || (status == PTL_E_MEMORY && !doc));
            ptl_doc_free(doc);
            CHECK_UINT(heap.held, 0);
        }
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(makes_each),       TEST(brings_its_files),        TEST(heeds_size),
        TEST(refuses_nonsense), TEST(survives_without_memory),
    };

    return run_tests("new", tests, COUNT(tests));
}
