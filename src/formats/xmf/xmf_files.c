/* SPDX-License-Identifier: MIT */
/* The files a container names: under which names they are looked for, maps and palettes in them.
 *
 * Paths are those of the engine: %PATH% is the game's root, plain ones begin where the program was
 * started, which is why old files climb with "..". Neither place is known here. What is left of a
 * path when all of that is taken off is looked for beside the container and in the folders that
 * were given, whole and by its tails; nothing can lead out of them. */
#include <string.h>

#include "core/companions.h"
#include "formats/xmf/xmf_private.h"

/* ---- Names ---------------------------------------------------------------------------------- */

bool ptl_xmf_file_name(char *out, size_t out_size, ptl_str path)
{
    return out && out_size > 0 &&
           ptl_companion_path(out, out_size, path.data ? path : (ptl_str){ "", 0 }, true);
}

/* ---- Companions ----------------------------------------------------------------------------- */

static const struct {
    const char *tag, *role;
    size_t      value;  /* which of its values is the path                                  */
    unsigned    needed; /* how deep tags stand whose files maps and pictures need, as bits  */
} naming[] = {
    { "File:MapData", "map", 0, 1 << 1 },
    { "File:TileSource", "tiles", 0, 1 << 1 },
    { "File:Palette", "palette", 0, 1 << 0 | 1 << 1 },
    { "File:SpriteSource", "sprite", 1, 1 << 1 },
    { "File:SpriteSheet", "sprites", 0, 1 << 1 },
};

enum { NAMING = sizeof naming / sizeof *naming, ROOM = sizeof((ptl_companion *)0)->name };

/* A file that is named twice is one file, needed when one of the tags needs it. */
static bool is_listed(const ptl_xmf_files *files, const ptl_companion *file)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, file->name) == 0) {
            files->data[i].needed |= file->needed;
            return true;
        }
    return false;
}

/* The file that a tag names; its number is the row of the table. */
bool ptl_xmf_file_at(ptl_job *job, const ptl_xmf *box, size_t tag, ptl_companion *out)
{
    for (unsigned k = 0; k < NAMING; k++)
        if (ptl_str_is(box->tags.data[tag].name, naming[k].tag)) {
            ptl_xmf_values       values = ptl_xdl_values(job, box->tags.data[tag].rest);
            const ptl_xmf_value *path   = ptl_xmf_value_at(&values, naming[k].value);

            *out = (ptl_companion){ .number = k, .role = naming[k].role, .exact = true };
            return ptl_xmf_file_name(out->name, ROOM, ptl_xmf_text_or_none(path));
        }
    return false;
}

void ptl_xmf_list_files(ptl_job *job, void *native)
{
    ptl_xmf      *box = native;
    ptl_companion file;

    if (!box->files.data)
        box->files.data = ptl_arena_array(job, PTL_XMF_MAX_FILES, sizeof *box->files.data);
    box->files.count = 0;
    for (size_t i = 0; i < box->tags.count && box->files.count < PTL_XMF_MAX_FILES && ptl_ok(job);
         i++) {
        if (!ptl_xmf_file_at(job, box, i, &file))
            continue;
        file.needed = box->tags.data[i].level < 2 &&
                      naming[file.number].needed >> box->tags.data[i].level & 1;
        file.number = (unsigned)box->files.count;
        if (!is_listed(&box->files, &file))
            box->files.data[box->files.count++] = file;
    }
}

bool ptl_xmf_companion(const void *native, size_t index, ptl_companion *out)
{
    const ptl_xmf *box = native;

    if (index >= box->files.count)
        return false;
    *out = box->files.data[index];
    return true;
}

/* ---- Palettes ------------------------------------------------------------------------------- */

static ptl_xmf_palette take_palette(ptl_job *job, const ptl_xmf *box, size_t tag)
{
    ptl_xmf_values  values  = ptl_xdl_values(job, box->tags.data[tag].rest);
    ptl_xmf_palette palette = { .tag   = tag,
                                .path  = { "", 0 },
                                .bytes = { "", 0 },
                                .shift =
                                    ptl_xmf_number_or(ptl_xmf_attribute(&values, "palShift"), 0),
                                .offset =
                                    ptl_xmf_number_or(ptl_xmf_attribute(&values, "offset"), 0) };

    if (ptl_str_is(box->tags.data[tag].name, "File:Palette")) {
        palette.path = ptl_xmf_text_or_none(ptl_xmf_value_at(&values, 0));
        return palette;
    }
    for (size_t i = 0; i < 2; i++) { /* a name may come first */
        const ptl_xmf_value *value = ptl_xmf_value_at(&values, i);

        if (value && value->kind == PTL_XMF_BINARY)
            palette.bytes = value->text;
    }
    return palette;
}

static bool is_palette(const ptl_xmf_tag *tag)
{
    return ptl_str_is(tag->name, "File:Palette") || ptl_str_is(tag->name, "Embed:Palette");
}

/* Those at the root, or those right inside of sprite layers. */
static ptl_xmf_palettes palettes_at(ptl_job *job, const ptl_xmf *box, bool sprites)
{
    ptl_buf  palettes = ptl_buf_of(job, NULL);
    bool     inside   = false;
    ptl_list list;

    for (size_t i = 0; i < box->tags.count && ptl_ok(job); i++) {
        const ptl_xmf_tag *tag = &box->tags.data[i];

        if (tag->level == 0)
            inside = ptl_str_is(tag->name, "Layer:Sprite");
        if (is_palette(tag) && (sprites ? inside && tag->level == 1 : tag->level == 0))
            ptl_put(&palettes, &(ptl_xmf_palette[]){ take_palette(job, box, i) },
                    sizeof(ptl_xmf_palette));
    }
    list = ptl_xmf_list_of(job, &palettes, sizeof(ptl_xmf_palette));
    return (ptl_xmf_palettes){ list.data, list.count, NULL };
}

ptl_xmf_palettes ptl_xmf_palettes_of(ptl_job *job, const ptl_xmf *box)
{
    return palettes_at(job, box, false);
}

ptl_xmf_palettes ptl_xmf_sprite_palettes_of(ptl_job *job, const ptl_xmf *box)
{
    return palettes_at(job, box, true);
}
