/* SPDX-License-Identifier: MIT */
/* Looking at one texture. */
#include "formats/seen_texture.h"

#include "core/companions.h"
#include "render/image_look.h"

/* The engine asks the system for the very name; only some systems ignore case. */
static bool load(ptl_job *job, const ptl_files *files, const ptl_companion *file, ptl_bytes *out,
                 bool *cased)
{
    ptl_companion wanted = *file;

    wanted.cased = true;
    *cased       = false;
    if (ptl_files_load(job, files, &wanted, out))
        return true;
    wanted.cased = false;
    *cased       = ptl_files_load(job, files, &wanted, out);
    return *cased;
}

static const char *why_black(const ptl_image_seen *seen)
{
    if (!seen->kind)
        return "is of a kind that the engine cannot read";
    if (seen->packed)
        return "is packed in a way that the engine cannot read";
    if (seen->broken)
        return "is broken";
    return seen->channels == 1 || seen->channels == 2 ? "is gray" : NULL;
}

ptl_seen_texture ptl_texture_see(ptl_job *job, const ptl_files *files, const ptl_companion *file)
{
    ptl_seen_texture out = { .black = "is not there" };
    ptl_image_seen   seen;
    ptl_bytes        bytes;

    if (!load(job, files, file, &bytes, &out.cased))
        return out;
    seen       = ptl_image_look(job, (ptl_span){ bytes.data, bytes.size });
    out.black  = why_black(&seen);
    out.width  = seen.width;
    out.height = seen.height;
    ptl_bytes_free(&bytes);
    return out;
}
