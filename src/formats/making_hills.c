/* SPDX-License-Identifier: MIT */
/* New documents of a heightmap. */
#include "core/arena.h"
#include "formats/format.h"
#include "formats/making.h"
#include "render/heightmap_read.h"

/* The picture goes when the document is made. */
ptl_status ptl_making_hills(ptl_doc **out, const ptl_format *format, ptl_from_hub *shape,
                            const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_arena          scratch = { 0 };
    ptl_heightmap      heights;
    ptl_job            job;
    ptl_doc           *doc    = ptl_doc_begin(&job, opts);
    void              *native = doc ? ptl_doc_become(&job, doc, format) : NULL;
    const ptl_setting *given  = ptl_setting_of(&job, "heightmap");

    if (!native)
        return ptl_doc_end(out, &job, doc, err);
    doc->placeless = job.placeless = true;
    if (ptl_setting_of(&job, "size"))
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "setting", "the size is that of the heightmap");
    job.arena = &scratch;
    if (ptl_ok(&job))
        ptl_heightmap_read(&job, &heights, (ptl_span){ given->data, given->size });
    job.arena = &doc->arena;
    if (ptl_ok(&job))
        shape(&job, native, &heights, &doc->attached);
    ptl_arena_free(&scratch, &doc->heap);
    return ptl_doc_end(out, &job, doc, err);
}
