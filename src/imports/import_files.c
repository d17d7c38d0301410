/* SPDX-License-Identifier: MIT */
/* Files that imports find beside their input. */
#include <string.h>

#include "core/companions.h"
#include "imports/import.h"

ptl_str ptl_import_text(ptl_job *job, const char *data, size_t size)
{
    char *copy = ptl_arena_take(job, (uint64_t)size + 1);

    if (copy && size > 0)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void name_companion(ptl_companion *out, ptl_str name, const char *role)
{
    *out = (ptl_companion){ .role = role, .needed = true, .exact = true };
    ptl_companion_call(out, name);
}

/* Loads the file of a name, which may be a path of a machine whose folders end in backslashes. */
static ptl_span load_named(ptl_job *job, const ptl_files *files, ptl_companion *file, ptl_str name)
{
    ptl_span bytes = ptl_files_keep(job, files, file);
    char     path[sizeof file->name];

    if (bytes.size > 0 || !name.data || !memchr(name.data, '\\', name.size) ||
        !ptl_companion_path(path, sizeof path, name, false))
        return bytes;
    ptl_companion_call(file, (ptl_str){ path, strlen(path) });
    return ptl_files_keep(job, files, file);
}

ptl_span ptl_import_load(ptl_job *job, const ptl_files *files, ptl_str name, const char *role)
{
    ptl_companion companion;

    name_companion(&companion, name, role);
    return load_named(job, files, &companion, name);
}

void ptl_import_image_bytes(ptl_scene_image *image, ptl_str name, ptl_span bytes)
{
    name_companion(&image->file, name, "texture");
    image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
}

void ptl_import_image(ptl_job *job, const ptl_files *files, ptl_scene_image *image, ptl_str name)
{
    char     shown[96];
    ptl_span bytes;

    name_companion(&image->file, name, "texture");
    bytes = load_named(job, files, &image->file, name);
    if (bytes.size == 0)
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "file-missing", "%s (texture) is not there",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
    image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
}
