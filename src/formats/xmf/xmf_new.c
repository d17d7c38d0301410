/* SPDX-License-Identifier: MIT */
/* A new container to begin with: one tile layer with an empty map inside. */
#include "formats/call.h"
#include "formats/making.h"
#include "formats/ppe_header.h"
#include "formats/xmf/xmf_private.h"

enum { SCREEN_WIDTH = 424, SCREEN_HEIGHT = 240 }; /* as in the examples of the engine */

/* A map file without sections or coder. */
static void put_map(ptl_buf *out, const ptl_making_size *cells)
{
    ptl_put_u32le(out, 1u << PPE_FLAG_LAYOUT);
    ptl_put_u32le(out, cells->width);
    ptl_put_u32le(out, cells->height);
    for (uint64_t i = 0; i < (uint64_t)cells->width * cells->height && ptl_ok(out->job); i++)
        ptl_put_u32le(out, PTL_PPE_EMPTY);
}

static ptl_status embed_map(ptl_doc *doc, const ptl_making_size *cells, ptl_diag *err)
{
    ptl_job  job;
    ptl_xmf *box  = ptl_call_change(&job, doc, &ptl_format_xmf);
    ptl_buf  file = ptl_buf_of(&job, NULL);

    if (box)
        put_map(&file, cells);
    if (ptl_ok(&job))
        ptl_xmf_put_part(&job, box, 0, (ptl_span){ file.data, file.size });
    ptl_buf_free(&file);
    return ptl_job_end(&job, err);
}

static ptl_status put_layer(ptl_doc *doc, const ptl_making_size *cells, const ptl_making_size *tile,
                            ptl_diag *err)
{
    ptl_status status =
        ptl_xmf_add_layer(doc, "Ground", 0, (int32_t)tile->width, (int32_t)tile->height,
                          (int32_t)cells->width, (int32_t)cells->height, err);

    return status == PTL_OK ? embed_map(doc, cells, err) : status;
}

ptl_status ptl_xmf_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size cells = { 32, 32 }, tile = { 16, 16 };
    ptl_making_text title;
    ptl_status      status = ptl_making_take_size(&cells, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_making_take_size(&tile, opts, "tile", err);
    if (status == PTL_OK)
        status = ptl_making_take_text(&title, opts, "title", "Untitled", err);
    if (status == PTL_OK)
        status = ptl_xmf_new(out, opts, err);
    if (status == PTL_OK)
        status = ptl_xmf_describe(*out, title.text, SCREEN_WIDTH, SCREEN_HEIGHT, err);
    if (status == PTL_OK)
        status = put_layer(*out, &cells, &tile, err);
    return ptl_making_end(out, status);
}
