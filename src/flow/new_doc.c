/* SPDX-License-Identifier: MIT */
/* New documents, of any format that can make some. */
#include <string.h>

#include "flow/flow.h"

static const ptl_format *find_maker(ptl_job *job, const char *name)
{
    const ptl_format *format = ptl_format_find(name, strlen(name));
    char              shown[48];

    if (!format)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "format", "there is no format \"%s\"",
                 ptl_quote(shown, sizeof shown, name, strlen(name)));
    else if (!format->make)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "format", "%s cannot be made from nothing",
                 format->info.name);
    return format;
}

ptl_status ptl_new(ptl_doc **out, const char *format, const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    const ptl_format          *maker;
    ptl_job                    job;

    if (out)
        *out = NULL;
    if (!out || !format)
        return ptl_refuse(err, "ptl_new needs the name of a format and a place for the document");
    opts  = opts ? opts : &defaults;
    job   = (ptl_job){ .settings      = opts->settings,
                       .setting_count = opts->setting_count,
                       .listener      = opts->listener };
    maker = find_maker(&job, format);
    if (ptl_ok(&job))
        ptl_check_making(&job, maker);
    return ptl_ok(&job) ? maker->make(out, opts, err) : ptl_job_end(&job, err);
}
