/* SPDX-License-Identifier: MIT */
/* The theme a map is drawn with. */
#include <string.h>

#include "formats/grmm/grmm_plan.h"

void grmm_theme(ptl_job *job, ptl_theme *out)
{
    const ptl_setting *given = ptl_setting_of(job, "theme");
    ptl_str            usual = { ptl_theme_name(0), strlen(ptl_theme_name(0)) };

    if (!given)
        ptl_theme_named(out, usual);
    else if (!ptl_theme_named(out, (ptl_str){ given->data, given->size }))
        ptl_theme_read(job, out, (ptl_span){ given->data, given->size });
}
