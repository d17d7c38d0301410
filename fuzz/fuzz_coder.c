/* SPDX-License-Identifier: MIT */
/* Any bytes as the stream of one coder of a PixelPerfectEngine map: a header that asks for it is
 * put in front. Compiled once per coder, whose flag is FUZZ_CODER. */
#include <portolan/ppe.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The same content written and read again. */
static void look(const ptl_doc *doc, const ptl_read_opts *opts)
{
    const ptl_ppe *map = ptl_ppe_of(doc), *same;
    ptl_bytes      bytes;
    ptl_doc       *back;

    if (ptl_write(&bytes, doc, NULL, NULL) != PTL_OK ||
        ptl_read(&back, bytes.data, bytes.size, opts, NULL) != PTL_OK)
        abort();
    same = ptl_ppe_of(back);
    if (same->cells.count != map->cells.count || same->logic.count != map->logic.count ||
        memcmp(same->cells.data, map->cells.data, 4 * map->cells.count) != 0)
        abort();
    for (size_t i = 0; i < map->logic.count; i++)
        if (same->logic.data[i] != map->logic.data[i])
            abort();
    ptl_bytes_free(&bytes);
    ptl_doc_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts opts = { .format = "ppe", .limits = { .memory = (size_t)64 << 20 } };
    uint8_t      *file;
    ptl_doc      *doc;

    if (size < 2)
        return 0;
    file = malloc(12 + size - 2);
    if (!file)
        return 0;
    memset(file, 0, 12);
    file[0] = 9; /* new layout with logic values of 8 bits */
    file[1] = FUZZ_CODER;
    file[4] = data[0];
    file[8] = data[1];
    memcpy(file + 12, data + 2, size - 2);
    if (ptl_read(&doc, file, 12 + size - 2, &opts, NULL) == PTL_OK) {
        look(doc, &opts);
        ptl_doc_free(doc);
    }
    free(file);
    return 0;
}
