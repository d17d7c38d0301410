/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of another program: a clean error, or a model that can be written, read and
 * exported. Compiled once per import. */
#include <portolan/portolan.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

/* A file beside the input: a few bytes, and a few words of a material library. */
static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static const char text[] = "newmtl a\nKd 1 0 .5\nmap_Kd a.png\nnewmtl b\nd .5\n";

    (void)user;
    if (companion->name[0] == 'x')
        return false;
    *out = (ptl_bytes){ .data = malloc(sizeof text), .size = sizeof text - 1 };
    must(out->data != NULL);
    out->capacity = sizeof text;
    memcpy(out->data, text, sizeof text);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_read_opts opts = { .format = FUZZ_IMPORT,
                           .limits = { .memory = (size_t)64 << 20 },
                           .files  = { .load = load } };
    ptl_bytes     text, glb;
    ptl_doc      *doc, *again;

    if (ptl_import(&doc, data, size, "pfobj", &opts, NULL) != PTL_OK) {
        must(doc == NULL);
        return 0;
    }
    must(ptl_write(&text, doc, NULL, NULL) == PTL_OK);
    must(ptl_read(&again, text.data, text.size, NULL, NULL) == PTL_OK);
    ptl_check(again, NULL, NULL);
    if (ptl_write(&glb, again, &(ptl_write_opts){ .to = "glb" }, NULL) == PTL_OK)
        ptl_bytes_free(&glb);
    ptl_bytes_free(&text);
    ptl_doc_free(again);
    ptl_doc_free(doc);
    return 0;
}
