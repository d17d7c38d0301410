/* SPDX-License-Identifier: MIT */
/* The table of imports, and what they share. A new import is one line here. */
#include <string.h>

#include "imports/import.h"

extern const ptl_importer ptl_import_glb, ptl_import_gltf, ptl_import_obj;

const ptl_importer *const ptl_imports[] = {
    &ptl_import_glb,
    &ptl_import_gltf,
    &ptl_import_obj,
    NULL,
};

ptl_str ptl_import_text(ptl_job *job, const char *data, size_t size)
{
    char *copy = ptl_arena_take(job, (uint64_t)size + 1);

    if (copy && size > 0)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool ptl_import_extension(const char *name, const char *extensions)
{
    const char *dot = name ? strrchr(name, '.') : NULL;

    for (const char *at = extensions; dot && *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " "), same = 0;

        while (same < size && lower(dot[1 + same]) == at[same])
            same++;
        if (same == size && dot[1 + size] == 0)
            return true;
        at += size;
    }
    return false;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void name_companion(ptl_companion *out, ptl_str name, const char *role)
{
    size_t size = name.size < sizeof out->room ? name.size : sizeof out->room - 1;

    *out = (ptl_companion){ .role = role, .needed = true, .exact = true };
    memcpy(out->room, name.data, size);
    out->name = out->room;
}

static ptl_span load(ptl_job *job, const ptl_files *files, const ptl_companion *companion)
{
    ptl_bytes bytes = { 0 };
    ptl_span  out   = { 0 };
    uint8_t  *copy;

    if (!ptl_ok(job) || !companion->name[0] || !files->load ||
        !files->load(files->user, companion, &bytes))
        return out;
    copy = ptl_arena_raw(job, bytes.size);
    if (copy && bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    out = (ptl_span){ copy, copy ? bytes.size : 0 };
    ptl_bytes_free(&bytes);
    return out;
}

ptl_span ptl_import_load(ptl_job *job, const ptl_files *files, ptl_str name, const char *role)
{
    ptl_companion companion;

    name_companion(&companion, name, role);
    return load(job, files, &companion);
}

/* A copy of an image moves its room along. */
static void keep_name(ptl_scene_image *image, ptl_str name)
{
    name_companion(&image->file, name, "texture");
    image->file.name = name.data; /* of the arena: ends with a NUL */
}

void ptl_import_image_bytes(ptl_scene_image *image, ptl_str name, ptl_span bytes)
{
    keep_name(image, name);
    image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
}

void ptl_import_image(ptl_job *job, const ptl_files *files, ptl_scene_image *image, ptl_str name)
{
    char     shown[96];
    ptl_span bytes;

    keep_name(image, name);
    bytes = load(job, files, &image->file);
    if (bytes.size == 0)
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "file-missing", "%s (texture) is not there",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
    image->bytes = (ptl_u8s){ (uint8_t *)bytes.data, bytes.size };
}
