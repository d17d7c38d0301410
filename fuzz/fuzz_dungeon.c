/* SPDX-License-Identifier: MIT */
/* Any bytes as a dungeon or heightmap of another program: a clean error, or a map that can be
 * written, read again and has no error in it. Compiled once per import and the format it becomes.
 */
#include <portolan/portolan.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void hear(void *user, const ptl_diag *diag)
{
    (void)user;
    must(diag->severity != PTL_ERROR);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts  opts  = { .format = FUZZ_IMPORT, .limits = { .memory = (size_t)64 << 20 } };
    ptl_check_opts check = { .listener = { .hear = hear } };
    ptl_bytes      bytes;
    ptl_doc       *doc, *again;

    if (ptl_import(&doc, data, size, FUZZ_TO, &opts, NULL) != PTL_OK) {
        must(doc == NULL);
        return 0;
    }
    must(ptl_write(&bytes, doc, NULL, NULL) == PTL_OK);
    must(ptl_read(&again, bytes.data, bytes.size, NULL, NULL) == PTL_OK);
    must(ptl_check(again, &check, NULL) == PTL_OK);
    ptl_bytes_free(&bytes);
    ptl_doc_free(again);
    ptl_doc_free(doc);
    return 0;
}
