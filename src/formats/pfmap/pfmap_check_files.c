/* SPDX-License-Identifier: MIT */
/* What the engine does with the textures of a map. */
#include <string.h>

#include "formats/pfmap/pfmap_private.h"
#include "formats/seen_texture.h"

/* It makes eight variants of every texture in the list, used or not, out of squares of 85 pixels.
 */
static void check_size(ptl_job *job, const ptl_seen_texture *seen, uint64_t at, const char *name)
{
    uint32_t least = seen->width < seen->height ? seen->width : seen->height;

    if (!seen->black && least > 0 && least < PFMAP_ENGINE_TEXTURE)
        ptl_find(job, PTL_ERROR, at, "engine-texture-small",
                 "texture \"%s\" has %lu x %lu pixels; needed: at least %d x %d", name,
                 (unsigned long)seen->width, (unsigned long)seen->height, PFMAP_ENGINE_TEXTURE,
                 PFMAP_ENGINE_TEXTURE);
}

static void check_texture(ptl_job *job, const ptl_pfmap *map, const ptl_files *files,
                          const ptl_companion *file)
{
    const ptl_pfmap_material *m    = &map->materials.data[file->number];
    ptl_seen_texture          seen = ptl_texture_see(job, files, file);
    char                      name[64];

    ptl_quote(name, sizeof name, m->texture.data, m->texture.size);
    ptl_within(job, "materials[%u]/texture", file->number);
    if (seen.black && file->needed)
        ptl_find(job, PTL_WARNING, m->at, "engine-texture",
                 "texture \"%s\" %s: the engine shows black", name, seen.black);
    if (seen.cased && file->needed)
        ptl_find(job, PTL_WARNING, m->at, "engine-texture-case",
                 "texture \"%s\" is there with other small and capital letters: not found on Linux",
                 name);
    check_size(job, &seen, m->at, name);
    ptl_within(job, "%s", "");
}

void ptl_pfmap_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    ptl_companion file;

    if (!opts->profile || strcmp(opts->profile, "engine") != 0)
        return;
    for (size_t i = 0;
         i < PTL_PFMAP_ENGINE_LISTS && ptl_ok(job) && ptl_pfmap_companion(native, i, &file);
         i++) /* a map with more of them is refused */
        check_texture(job, native, &opts->files, &file);
}
