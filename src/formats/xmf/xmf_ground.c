/* SPDX-License-Identifier: MIT */
/* Containers made of ground: a layer with its tiles, and one that says what they mean. And the
 * other way, the map of a layer as ground. */
#include "core/base64.h"
#include "core/utf8.h"
#include "formats/attach.h"
#include "formats/ppe_header.h"
#include "formats/ppe_meaning.h"
#include "formats/xmf/xmf_private.h"
#include "render/ground_sheet.h"

enum { SCREEN_WIDTH = 848, SCREEN_HEIGHT = 480 }; /* twice what the examples of the engine have */

/* ---- From ground ----------------------------------------------------------------------------- */

/* Titles are by people: one that a container cannot have is left out. */
static ptl_str name_of(const ptl_ground *ground)
{
    static const ptl_str otherwise = { "Ground", 6 };
    ptl_str              title     = ground->title;
    bool                 plain     = title.size > 0 && ptl_utf8_valid(title.data, title.size);

    for (size_t i = 0; i < title.size && plain; i++)
        plain = (unsigned char)title.data[i] >= ' ';
    return plain ? title : otherwise;
}

static void put_tiles(ptl_buf *out, const ptl_ground_level *level)
{
    bool used[PTL_SHEET_IMAGES] = { false };
    char name[24];

    for (size_t i = 0; i < (size_t)level->rows * level->columns; i++)
        used[ptl_sheet_image(&level->cells[i])] = true;
    for (unsigned i = 0; i < PTL_SHEET_IMAGES; i++)
        if (used[i])
            ptl_put_format(out, "\t\t\t%u %u \"%s\"\n", i, i, ptl_sheet_name(name, (uint8_t)i));
}

/* A layer and its cells as the engine reads them: words of the new layout, embedded. */
static void put_layer(ptl_buf *out, const char *name, int priority, const ptl_ground_level *level,
                      const uint16_t *ids)
{
    size_t   count = (size_t)level->rows * level->columns;
    uint8_t *words = ptl_arena_take(out->job, (uint64_t)count * PPE_CELL);

    for (size_t i = 0; i < count && words; i++) {
        words[i * PPE_CELL]     = (uint8_t)ids[i];
        words[i * PPE_CELL + 1] = (uint8_t)(ids[i] >> 8);
    }
    ptl_put_format(out, "Layer:Tile \"%s\" %d %d %d %lu %lu {\n\tEmbed:MapData [", name, priority,
                   PTL_SHEET_TILE, PTL_SHEET_TILE, (unsigned long)level->columns,
                   (unsigned long)level->rows);
    if (words)
        ptl_put_base64(out, words, count * PPE_CELL);
    ptl_put_text(out, "]\n");
}

static void put_ground(ptl_buf *out, const ptl_ground_level *level, const char *sheet,
                       const uint16_t *images)
{
    put_layer(out, "Ground", 0, level, images);
    ptl_put_text(out, "\tShaderProgram \"%SHADERS%/tile_%SHDRVER%.vert\" "
                      "\"%SHADERS%/tile_%SHDRVER%.frag\"\n\tFile:TileSource ");
    ptl_xmf_put_quoted(out, (ptl_str){ sheet, strlen(sheet) });
    ptl_put_text(out, " palShift=8 {\n\t\tEmbed:TileInfo {\n");
    put_tiles(out, level);
    ptl_put_text(out, "\t\t}\n\t}\n}\n");
}

/* Layers without a shader are not shown: what cells mean is there for the game alone. */
static void put_text(ptl_buf *out, ptl_str name, const ptl_ground_level *level, const char *sheet)
{
    size_t    count  = (size_t)level->rows * level->columns;
    uint16_t *images = ptl_arena_array(out->job, count, sizeof *images);
    uint16_t *logic  = ptl_arena_array(out->job, count, sizeof *logic);

    for (size_t i = 0; i < count && images && logic; i++) {
        images[i] = ptl_sheet_image(&level->cells[i]);
        logic[i]  = ptl_ppe_logic_of(&level->cells[i]);
    }
    if (!images || !logic)
        return;
    ptl_put_text(out, "Metadata {\n\tVersion 1 0\n\tName ");
    ptl_xmf_put_quoted(out, name);
    ptl_put_format(out, "\n\tResolution %d %d\n}\n", SCREEN_WIDTH, SCREEN_HEIGHT);
    put_ground(out, level, sheet, images);
    put_layer(out, PPE_LOGIC_LAYER, 1, level, logic);
    ptl_put_text(out, "}\nFile:Palette ");
    ptl_xmf_put_quoted(out, (ptl_str){ sheet, strlen(sheet) });
    ptl_put_text(out, " palShift=8 offset=0\n");
}

static void make_box(ptl_job *job, ptl_xmf *box, const ptl_ground *ground,
                     const ptl_ground_level *level, ptl_attachments *attached)
{
    ptl_buf     text  = ptl_buf_of(job, NULL);
    const char *sheet = ptl_attach(job, attached, "ground-tiles.tga", ptl_sheet_tga(job));
    ptl_span    kept;

    if (sheet)
        put_text(&text, name_of(ground), level, sheet);
    kept = ptl_attach_text(job, &text);
    if (ptl_ok(job))
        box->tags = ptl_xdl_parse(job, (ptl_str){ (const char *)kept.data, kept.size }, &box->end);
    if (ptl_ok(job))
        ptl_xmf_list_files(job, box);
}

void ptl_xmf_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    ptl_ground_widened wide;

    if (!ptl_ground_fit(job, &wide, hub, PPE_USUAL_CELL, PTL_GROUND_SIDE))
        return;
    make_box(job, native, hub, &wide.level, attached);
    if (ptl_ok(job))
        ptl_ppe_say_ground(job, &wide.level);
}

/* ---- To ground ------------------------------------------------------------------------------- */

/* The layer whose map is meant: as asked for, or that of what cells mean, where that is asked for
 * and there is one. */
static size_t layer_of(ptl_job *job, const ptl_xmf *box)
{
    ptl_xmf_layers layers = ptl_xmf_layers_of(job, box);

    if (ptl_setting_is(ptl_setting_of(job, "meaning"), "logic") && !ptl_setting_of(job, "layer"))
        for (size_t i = 0; i < layers.count; i++)
            if (ptl_str_is(layers.data[i].name, PPE_LOGIC_LAYER))
                return i;
    return ptl_xmf_chosen_part(job, box);
}

void ptl_xmf_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    size_t         index = layer_of(job, native);
    ptl_part_place place;
    ptl_doc       *part = NULL;

    if (ptl_ok(job) && ptl_xmf_part(job, native, index, &place))
        part = ptl_part_open(job, PTL_XMF_PARTS, &place, files);
    if (part)
        ptl_part_fill(job, hub, PTL_HUB_GROUND, part, files);
    ptl_doc_free(part);
}
