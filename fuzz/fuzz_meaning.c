/* SPDX-License-Identifier: MIT */
/* Any bytes as a list of what tiles mean: a clean error, or a plan of two tiles that have one. */
#include <portolan/grmm.h>
#include <portolan/ppe.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ptl_doc *doc;
    ptl_setting     meaning = { "meaning", size > 0 ? (const void *)data : "", size };
    ptl_write_opts  opts    = { .to = "grmm", .settings = &meaning, .setting_count = 1 };
    ptl_bytes       bytes   = { 0 };
    ptl_doc        *plan;

    if (!doc && ptl_ppe_new(&doc, PTL_PPE_NEW, 2, 1, NULL, NULL) != PTL_OK)
        abort();
    ptl_ppe_of(doc)->cells.data[0] = 1;
    if (ptl_write(&bytes, doc, &opts, NULL) != PTL_OK)
        return 0;
    if (ptl_read(&plan, bytes.data, bytes.size, NULL, NULL) != PTL_OK)
        abort();
    ptl_doc_free(plan);
    ptl_bytes_free(&bytes);
    return 0;
}
