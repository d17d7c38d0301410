/* SPDX-License-Identifier: MIT */
/* Settings of new documents. */
#include "formats/making.h"

#include <string.h>

#include "core/job.h"
#include "core/num.h"
#include "core/utf8.h"

/* A job that only looks at settings, and fails at them. */
static ptl_job wishes_of(const ptl_read_opts *opts)
{
    return (ptl_job){ .settings      = opts->settings,
                      .setting_count = opts->setting_count,
                      .listener      = opts->listener };
}

ptl_status ptl_making_take_size(ptl_making_size *size, const ptl_read_opts *opts, const char *name,
                                ptl_diag *err)
{
    ptl_job            job   = wishes_of(opts);
    const ptl_setting *given = ptl_setting_of(&job, name);
    const char        *at = given ? given->data : NULL, *end = at ? at + given->size : NULL;
    uint64_t           width = 0, height;

    if (!given)
        return PTL_OK;
    at     = ptl_parse_u64(at, end, &width);
    height = width;
    if (at && at < end && *at == 'x')
        at = ptl_parse_u64(at + 1, end, &height);
    if (at != end || width < 1 || height < 1 || width > INT32_MAX || height > INT32_MAX)
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "%s is a width and a height from 1, such as 4x3", name);
    *size = (ptl_making_size){ (uint32_t)width, (uint32_t)height };
    return ptl_job_end(&job, err);
}

ptl_status ptl_making_take_text(ptl_making_text *text, const ptl_read_opts *opts, const char *name,
                                const char *otherwise, ptl_diag *err)
{
    ptl_job            job   = wishes_of(opts);
    const ptl_setting *given = ptl_setting_of(&job, name);
    const char        *data  = given ? given->data : otherwise;
    size_t             size  = given ? given->size : strlen(otherwise);

    if (size >= sizeof text->text || memchr(data, 0, size) || !ptl_utf8_valid(data, size)) {
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "%s is a text of up to %zu bytes of UTF-8", name, sizeof text->text - 1);
        return ptl_job_end(&job, err);
    }
    memcpy(text->text, data, size);
    text->text[size] = 0;
    return PTL_OK;
}

ptl_status ptl_making_end(ptl_doc **doc, ptl_status status)
{
    if (status != PTL_OK) {
        ptl_doc_free(*doc);
        *doc = NULL;
    }
    return status;
}
