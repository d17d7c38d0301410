/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a map. */
#include "formats/grmm/grmm_private.h"
void grmm_check(ptl_job *job, const void *native, const char *profile)
{
    (void)job;
    (void)native;
    (void)profile;
}
void grmm_fix(ptl_job *job, void *native)
{
    (void)job;
    (void)native;
}
