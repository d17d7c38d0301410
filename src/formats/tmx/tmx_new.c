/* SPDX-License-Identifier: MIT */
/* `portolan new`: a map with one empty layer. */
#include "core/xml.h"
#include "formats/making.h"
#include "formats/tmx/tmx_private.h"

static void put_map(ptl_buf *out, const ptl_making_size *cells, const ptl_making_size *tile)
{
    ptl_put_format(out,
                   "{\"type\":\"map\",\"version\":\"1.8\",\"tiledversion\":\"1.8.2\","
                   "\"orientation\":\"orthogonal\",\"renderorder\":\"right-down\","
                   "\"width\":%lu,\"height\":%lu,\"tilewidth\":%lu,\"tileheight\":%lu,"
                   "\"infinite\":false,\"nextlayerid\":2,\"nextobjectid\":1,\"tilesets\":[],",
                   (unsigned long)cells->width, (unsigned long)cells->height,
                   (unsigned long)tile->width, (unsigned long)tile->height);
    ptl_put_format(out,
                   "\"layers\":[{\"type\":\"tilelayer\",\"id\":1,\"name\":\"Ground\",\"opacity\":1,"
                   "\"visible\":true,\"width\":%lu,\"height\":%lu,\"data\":[0",
                   (unsigned long)cells->width, (unsigned long)cells->height);
    for (uint64_t i = 1; i < (uint64_t)cells->width * cells->height && ptl_ok(out->job); i++)
        ptl_put_text(out, ",0");
    ptl_put_text(out, "]}]}");
}

/* As JSON it is read by ourselves, whatever this build lacks. */
static void fill(ptl_job *job, ptl_tiled *doc, const ptl_making_size *cells,
                 const ptl_making_size *tile)
{
    ptl_buf text = ptl_buf_of(job, NULL);

    put_map(&text, cells, tile);
    if (ptl_ok(job))
        ptl_tmx_read_json(job, (ptl_span){ text.data, text.size }, doc);
    ptl_buf_free(&text);
    if (ptl_ok(job) && ptl_xml_there())
        *doc = ptl_tmx_in(job, doc, PTL_TILED_XML);
    job->placeless = true;
    for (size_t i = 0; i < doc->elements.count; i++)
        doc->elements.data[i].at = PTL_NOWHERE;
}

ptl_status ptl_tmx_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size cells = { 32, 32 }, tile = { 16, 16 };
    ptl_status      status = ptl_making_take_size(&cells, opts, "size", err);
    ptl_job         job;
    ptl_doc        *doc;

    if (status == PTL_OK)
        status = ptl_making_take_size(&tile, opts, "tile", err);
    if (status != PTL_OK)
        return status;
    doc = ptl_doc_begin(&job, opts);
    if (doc && ptl_doc_become(&job, doc, &ptl_format_tmx)) {
        doc->placeless = true;
        fill(&job, doc->native, &cells, &tile);
        ptl_tmx_settle(&job, doc->native);
    }
    if (ptl_ok(&job))
        ptl_tmx_list_files(&job, doc->native);
    return ptl_doc_end(out, &job, doc, err);
}
