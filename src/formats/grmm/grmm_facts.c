/* SPDX-License-Identifier: MIT */
#include "formats/grmm/grmm_private.h"
static const ptl_field f[]               = { { "version", "v", PTL_KIND_U16, PTL_ONE,
                                               .offset = offsetof(ptl_grmm, version) } };
const ptl_record       grmm_facts_record = { "f", sizeof(ptl_grmm), f, 1 };
void                  *grmm_facts(ptl_job *job, const void *native)
{
    (void)job;
    return (void *)native;
}
