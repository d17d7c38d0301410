/* SPDX-License-Identifier: MIT */
/* Any bytes as a theme, of ours or of the Gridmonger editor: a clean error, or a map drawn with it.
 */
#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ptl_doc *doc;
    ptl_setting     theme = { "theme", data, size };
    ptl_plan       *plan;

    if (!doc && (ptl_grmm_new(&doc, "m", "2026-01-01 12:00:00", 4, NULL, NULL) != PTL_OK ||
                 ptl_grmm_add_level(NULL, doc, "l", "", 0, 2, 2, NULL) != PTL_OK ||
                 ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 0, 0, PTL_GRMM_BLANK, NULL) != PTL_OK))
        abort();
    if (ptl_plan_make(&plan, doc, &(ptl_write_opts){ .settings = &theme, .setting_count = 1 },
                      NULL) != PTL_OK)
        return 0;
    if (plan->pages.count != 1)
        abort();
    ptl_plan_free(plan);
    return 0;
}
