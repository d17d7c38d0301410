/* SPDX-License-Identifier: MIT */
/* Heightmaps: gray PNG of any program, and those of our own export. */
#include "imports/import.h"
#include "render/heightmap_read.h"

static void heightmap_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                           const ptl_files *files)
{
    (void)name;
    (void)files;
    ptl_heightmap_read(job, hub, source);
}

/* Whatever PNG it is: one that cannot be a heightmap is told so. */
static int heightmap_probe(ptl_span head, uint64_t size, const char *name)
{
    (void)size;
    (void)name;
    return ptl_heightmap_probe(head) ? 20 : 0;
}

const ptl_importer ptl_import_heightmap = {
    .info  = { .name       = "heightmap",
               .title      = "PNG picture, as a heightmap",
               .extensions = "png",
               .media_type = "image/png" },
    .hub   = PTL_HUB_HEIGHTS,
    .probe = heightmap_probe,
    .read  = heightmap_read,
};
