/* SPDX-License-Identifier: MIT */
/* The files a document names: sets, images, templates and maps; sets are its parts.
 *
 * Paths begin at the file that names them. What leads out of its folder is looked for by what is
 * left of it, in the folders that were given: nothing outside of them is ever read. */
#include <string.h>

#include "core/companions.h"
#include "formats/tmx/tmx_private.h"

enum { MOST_FILES = 256, ROOM = sizeof((ptl_companion *)0)->name };

/* ---- Names ----------------------------------------------------------------------------------- */

bool ptl_tmx_file_name(char *out, size_t out_size, ptl_str path)
{
    return ptl_companion_path(out, out_size, path, false);
}

static bool is_slash(char c)
{
    return c == '/' || c == '\\';
}

ptl_str ptl_tmx_beside(char *out, size_t out_size, ptl_str file, ptl_str path)
{
    size_t folder = file.size;

    while (folder > 0 && !is_slash(file.data[folder - 1]))
        folder--;
    if (folder + path.size >= out_size)
        return ptl_tmx_word("");
    if (folder > 0)
        memcpy(out, file.data, folder);
    if (path.size > 0)
        memcpy(out + folder, path.data, path.size);
    return (ptl_str){ out, folder + path.size };
}

/* ---- Companions ------------------------------------------------------------------------------ */

static const struct {
    const char *element, *attribute, *role, *above;
    bool        needed;
} naming[] = {
    { "tileset", "source", "tile set", "tile set above its folder: give --textures", true },
    { "image", "source", "image", "image above its folder: give --textures", true },
    { "object", "template", "template", "template above its folder: give --textures", true },
    { "mapfile", "fileName", "map", "map above its folder: give --textures", false },
};

bool ptl_tmx_leads_above(ptl_str path)
{
    const char *at = path.size > 0 ? path.data : "", *end = at + path.size, *next;
    long        depth = 0;

    for (; at < end && depth >= 0; at = next) {
        const char *last = at;

        while (last < end && !is_slash(*last))
            last++;
        next = last < end ? last + 1 : end;
        if (last - at == 2 && memcmp(at, "..", 2) == 0)
            depth--;
        else if (last > at && !(last - at == 1 && *at == '.'))
            depth++;
    }
    return depth < 0;
}

bool ptl_tmx_name_file(ptl_companion *out, ptl_str path)
{
    out->above = ptl_tmx_leads_above(path);
    return ptl_tmx_file_name(out->name, sizeof out->name, path);
}

const char *ptl_tmx_role(const char *role, ptl_str path)
{
    for (size_t i = 0; ptl_tmx_leads_above(path) && i < sizeof naming / sizeof *naming; i++)
        if (strcmp(naming[i].role, role) == 0)
            return naming[i].above;
    return role;
}

static bool is_listed(const ptl_tiled_files *files, const ptl_companion *file)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, file->name) == 0)
            return true;
    return false;
}

static void list_file(ptl_tiled *doc, const ptl_tiled_element *e, size_t kind)
{
    ptl_str       path = ptl_tmx_value(e, naming[kind].attribute);
    ptl_companion file = { .number = (unsigned)doc->files.count,
                           .role   = naming[kind].role,
                           .needed = naming[kind].needed,
                           .exact  = true };

    if (doc->files.count < MOST_FILES && ptl_tmx_name_file(&file, path) &&
        !is_listed(&doc->files, &file))
        doc->files.data[doc->files.count++] = file;
}

void ptl_tmx_list_files(ptl_job *job, void *native)
{
    ptl_tiled *doc   = native;
    ptl_arena  arena = { 0 }, *kept = job->arena;
    ptl_tiled  xml;

    if (!doc->files.data)
        doc->files.data = ptl_arena_array(job, MOST_FILES, sizeof *doc->files.data);
    doc->files.count = 0;
    job->arena       = &arena;
    xml              = ptl_tmx_in(job, doc, PTL_TILED_XML);
    for (size_t i = 0; ptl_ok(job) && i < xml.elements.count; i++)
        for (size_t k = 0; k < sizeof naming / sizeof *naming; k++)
            if (ptl_str_is(xml.elements.data[i].name, naming[k].element))
                list_file(doc, &xml.elements.data[i], k);
    job->arena = kept;
    ptl_arena_free(&arena, job->heap);
}

bool ptl_tmx_companion(const void *native, size_t index, ptl_companion *out)
{
    const ptl_tiled *doc = native;

    if (index >= doc->files.count)
        return false;
    *out = doc->files.data[index];
    return true;
}

size_t ptl_tmx_count_above(ptl_job *job, const ptl_tiled_elements *all, const ptl_files *files)
{
    size_t count = 0;

    for (size_t i = 0; i < all->count && ptl_ok(job); i++)
        for (size_t k = 0; k < sizeof naming / sizeof *naming; k++) {
            ptl_str       path = ptl_tmx_value(&all->data[i], naming[k].attribute);
            ptl_companion file = { .role = naming[k].role, .exact = true };

            if (naming[k].needed && ptl_str_is(all->data[i].name, naming[k].element) &&
                ptl_tmx_leads_above(path))
                count += !ptl_tmx_name_file(&file, path) || !ptl_files_have(job, files, &file);
        }
    return count;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

ptl_part_place ptl_tmx_set_place(ptl_str path)
{
    ptl_part_place out = {
        .info = { .format = PTL_TMX_PARTS, .there = true },
        .file = { .role = ptl_tmx_role("tile set", path), .needed = true, .exact = true },
        .path = path
    };

    ptl_quote(out.info.name, sizeof out.info.name, path.data, path.size);
    ptl_tmx_name_file(&out.file, path);
    return out;
}

bool ptl_tmx_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out)
{
    ptl_tiled xml = ptl_tmx_in(job, native, PTL_TILED_XML);
    size_t    at  = ptl_ok(job) ? ptl_tmx_first(&xml.elements, 0) : SIZE_MAX;

    for (; at != SIZE_MAX; at = ptl_tmx_next(&xml.elements, at))
        if (ptl_str_is(xml.elements.data[at].name, "tileset") &&
            ptl_tmx_has(&xml.elements.data[at], "source") && index-- == 0)
            break;
    if (at == SIZE_MAX)
        return false;
    *out = ptl_tmx_set_place(ptl_tmx_value(&xml.elements.data[at], "source"));
    return ptl_ok(job);
}
