/* SPDX-License-Identifier: MIT */
/* A new mesh to begin with: flat ground. */
#include "formats/making.h"
#include "formats/mpd/mpd_private.h"

ptl_status ptl_mpd_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size fans   = { 16, 16 };
    ptl_status      status = ptl_making_take_size(&fans, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_mpd_new(out, fans.width, fans.height, opts, err);
    return ptl_making_end(out, status);
}
