/* SPDX-License-Identifier: MIT */
/* Any bytes as two or three files of one format, with marks between them: compared, patched and
 * merged. A patch makes the second of the first, and what only one side changed comes out as that
 * side has it. Compiled once per format. */
#include <portolan/compare.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char mark[] = "=8<=";

static void must(bool good)
{
    if (!good)
        abort();
}

static bool same(const ptl_bytes *a, const ptl_source *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* What stands up to the next mark; nothing more behind the last. */
static ptl_source cut(const uint8_t **data, size_t *size)
{
    size_t     length = sizeof mark - 1, end = 0;
    ptl_source out = { .data = *data };

    while (end + length <= *size && memcmp(*data + end, mark, length) != 0)
        end++;
    if (end + length > *size)
        end = *size;
    out.size = end;
    end += end < *size ? length : 0;
    *data += end;
    *size -= end;
    return out;
}

static void patch(const ptl_source *before, const ptl_source *after, const ptl_diff_opts *opts)
{
    ptl_compared found;
    ptl_bytes    made;

    if (ptl_diff(&found, before, after, opts, NULL) != PTL_OK)
        return;
    must(ptl_apply(&made, &(ptl_source){ .data = found.page.data, .size = found.page.size }, before,
                   &opts->read, NULL) == PTL_OK);
    must(same(&made, after));
    ptl_bytes_free(&made);
    ptl_bytes_free(&found.page);
}

static void look(const ptl_source *before, const ptl_source *after, const ptl_read_opts *read)
{
    for (int form = PTL_DIFF_TEXT; form <= PTL_DIFF_JSON; form++) {
        ptl_compared found;

        if (ptl_diff(&found, before, after, &(ptl_diff_opts){ .form = form, .read = *read },
                     NULL) == PTL_OK)
            ptl_bytes_free(&found.page);
    }
}

static void merge(const ptl_source of[3], const ptl_merge_opts *opts)
{
    ptl_merged all;
    ptl_doc   *doc;

    if (ptl_merge(&all, &of[0], &of[1], &of[2], opts, NULL) == PTL_OK) {
        must(ptl_read(&doc, all.file.data, all.file.size, &opts->read, NULL) == PTL_OK);
        ptl_doc_free(doc);
        ptl_merged_free(&all);
    }
    if (ptl_merge(&all, &of[0], &of[0], &of[1], opts, NULL) == PTL_OK) {
        must(all.count == 0 && same(&all.file, &of[1]));
        ptl_merged_free(&all);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts read  = { .format = FUZZ_FORMAT,
                            .limits = { .memory = (size_t)64 << 20, .expansion = 1 } };
    ptl_source    of[3] = { cut(&data, &size), cut(&data, &size), cut(&data, &size) };

    look(&of[0], &of[1], &read);
    patch(&of[0], &of[1], &(ptl_diff_opts){ .form = PTL_DIFF_PATCH, .read = read });
    merge(of, &(ptl_merge_opts){ .read = read });
    merge(of, &(ptl_merge_opts){ .theirs = true, .read = read });
    return 0;
}
