/* SPDX-License-Identifier: MIT */
/* Any bytes as a patch of a map: a clean error, or a file that can be read. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two levels with a link between them, and a note. */
static void make(ptl_bytes *out)
{
    ptl_doc *doc;

    if (ptl_grmm_new(&doc, "m", "2026-01-01 12:00:00", 4, NULL, NULL) != PTL_OK ||
        ptl_grmm_add_level(NULL, doc, "l", "", 0, 2, 3, NULL) != PTL_OK ||
        ptl_grmm_add_level(NULL, doc, "l", "", 1, 2, 2, NULL) != PTL_OK ||
        ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BLANK, NULL) != PTL_OK ||
        ptl_write(out, doc, NULL, NULL) != PTL_OK)
        abort();
    ptl_doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ptl_bytes map;
    ptl_bytes        out;
    ptl_doc         *doc;

    if (!map.data)
        make(&map);
    if (ptl_apply(&out, &(ptl_source){ .data = data, .size = size },
                  &(ptl_source){ .data = map.data, .size = map.size }, NULL, NULL) != PTL_OK)
        return 0;
    if (ptl_read(&doc, out.data, out.size, NULL, NULL) != PTL_OK)
        abort();
    ptl_doc_free(doc);
    ptl_bytes_free(&out);
    return 0;
}
