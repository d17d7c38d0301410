/* SPDX-License-Identifier: MIT */
/* `portolan new`: a scene with one faction and a region over the whole map, ready for entities. */
#include <string.h>

#include "formats/making.h"
#include "formats/pfscene/pfscene_private.h"

enum {
    CHUNK       = 256,
    MOST_CHUNKS = 64
}; /* units of a side, and chunks that the engine has room for */

static void put_scene(ptl_buf *out, const ptl_making_size *chunks)
{
    ptl_put_text(out, "version 1.0\n"
                      "num_sections 3\n"
                      "section \"factions\"\n"
                      "num_factions 1\n"
                      "faction \"Nobody\"\n"
                      "    color vec3 255.000000 255.000000 255.000000\n"
                      "section \"entities\"\n"
                      "num_entities 0\n"
                      "section \"regions\"\n"
                      "num_regions 1\n"
                      " region map 1 2\n"
                      "   pos vec2 0.000000 0.000000\n");
    ptl_put_format(out, "   dimensions vec2 %lu.000000 %lu.000000\n",
                   (unsigned long)chunks->width * CHUNK, (unsigned long)chunks->height * CHUNK);
}

static void fill(ptl_job *job, ptl_pfscene *scene, const ptl_making_size *chunks)
{
    ptl_buf text = ptl_buf_of(job, NULL);

    if (chunks->width > MOST_CHUNKS || chunks->height > MOST_CHUNKS)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "a map has at most %d chunks a side",
                 MOST_CHUNKS);
    put_scene(&text, chunks);
    if (ptl_ok(job))
        ptl_pfscene_read(job, (ptl_span){ text.data, text.size }, scene);
    ptl_buf_free(&text);
    ptl_pfscene_settle(job, scene);
}

ptl_status ptl_pfscene_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size chunks = { 4, 4 };
    ptl_status      status = ptl_making_take_size(&chunks, opts, "size", err);
    ptl_job         job;
    ptl_doc        *doc;
    ptl_pfscene    *scene;

    if (status != PTL_OK)
        return ptl_making_end(out, status);
    doc   = ptl_doc_begin(&job, opts);
    scene = doc ? ptl_doc_become(&job, doc, &ptl_format_pfscene) : NULL;
    if (scene) {
        doc->placeless = job.placeless = true;
        fill(&job, scene, &chunks);
    }
    return ptl_doc_end(out, &job, doc, err);
}
