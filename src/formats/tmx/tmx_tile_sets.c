/* SPDX-License-Identifier: MIT */
/* Tile sets as sheets and places on them: those inside of a map, and those in files of their own.
 */
#include <string.h>

#include "core/base64.h"
#include "core/order.h"
#include "formats/tmx/tmx_tiles.h"

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* "#rrggbb" or without the mark. */
static void take_key(ptl_tile_sheet *sheet, ptl_str trans)
{
    if (trans.size == 7 && trans.data[0] == '#')
        trans = (ptl_str){ trans.data + 1, trans.size - 1 };
    sheet->keyed = trans.size == 6;
    for (size_t i = 0; i < trans.size && sheet->keyed; i++) {
        int digit = ptl_hex_digit(trans.data[i]);

        sheet->keyed      = digit >= 0;
        sheet->key[i / 2] = (uint8_t)(sheet->key[i / 2] << 4 | (digit & 15));
    }
}

/* The path of an image, which begins at the file of its set. */
static bool name_sheet(ptl_tile_sheet *sheet, ptl_str set, ptl_str image)
{
    char    path[2 * sizeof sheet->file.name];
    ptl_str whole = ptl_tmx_beside(path, sizeof path, set, image);

    sheet->file.role = ptl_tmx_role("image", whole);
    return whole.size > 0 && ptl_tmx_name_file(&sheet->file, whole);
}

/* Sheets are one when name and transparent color are. */
static uint32_t *known_sheet(ptl_tmx_tiling *t, const ptl_tile_sheet *sheet)
{
    size_t name = strlen(sheet->file.name), size = name + 1 + sizeof sheet->key;
    char  *text = ptl_arena_raw(t->job, size);

    if (!text)
        return NULL;
    memcpy(text, sheet->file.name, name);
    text[name] = (char)sheet->keyed;
    memcpy(text + name + 1, sheet->key, sizeof sheet->key);
    return ptl_names_at(t->job, &t->known, (ptl_str){ text, size }, PTL_TILE_NONE);
}

bool ptl_tmx_is_image(const ptl_tiled_image *image)
{
    return image->source.size > 0 || image->data.size > 0;
}

static uint32_t add_sheet(ptl_tmx_tiling *t, const ptl_tile_sheet *sheet)
{
    if (t->out->sheets.count == PTL_TMX_MOST_SHEETS)
        return PTL_TILE_NONE;
    t->out->sheets.data[t->out->sheets.count] = *sheet;
    return (uint32_t)t->out->sheets.count++;
}

/* An image that is in the map itself; what stops its base64 stops the image, too. */
static uint32_t embedded_sheet(ptl_tmx_tiling *t, ptl_tile_sheet *sheet,
                               const ptl_tiled_image *image)
{
    uint8_t *bytes = ptl_arena_raw(t->job, image->data.size / 4 * 3 + 3);

    if (!bytes)
        return PTL_TILE_NONE;
    memcpy(sheet->file.name, "embedded image", sizeof "embedded image");
    sheet->bytes  = (ptl_span){ bytes, ptl_base64_undo(bytes, image->data, false).size };
    sheet->inside = true;
    return sheet->bytes.size > 0 ? add_sheet(t, sheet) : PTL_TILE_NONE;
}

uint32_t ptl_tmx_sheet(ptl_tmx_tiling *t, ptl_str set, const ptl_tiled_image *image)
{
    uint32_t      *known;
    ptl_tile_sheet sheet = { .file  = { .role = "image", .needed = true, .exact = true },
                             .plain = true };

    take_key(&sheet, image->trans);
    if (image->source.size == 0 && image->data.size > 0)
        return embedded_sheet(t, &sheet, image);
    if (image->source.size == 0 || !name_sheet(&sheet, set, image->source))
        return PTL_TILE_NONE;
    known = known_sheet(t, &sheet);
    if (known && *known == PTL_TILE_NONE)
        *known = add_sheet(t, &sheet);
    return known ? *known : PTL_TILE_NONE;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* The sheet that all tiles of a set are on. */
static uint32_t sheet_of(ptl_tmx_tiling *t, const ptl_tiled_set *set, ptl_str file)
{
    return set->tile_width > 0 && set->tile_height > 0 ? ptl_tmx_sheet(t, file, &set->image)
                                                       : PTL_TILE_NONE;
}

/* Tiles of one image: how many stand in a row is seen when that is loaded, whatever the file says.
 * Images of a collection are as large as they really are. */
static ptl_tile_place place_of(ptl_tmx_tiling *t, const ptl_tiled_set *set, uint32_t sheet,
                               ptl_str file, const ptl_tiled_tile *tile, uint32_t id)
{
    ptl_tile_place p = { .sheet   = sheet,
                         .index   = id,
                         .margin  = set->margin,
                         .spacing = set->spacing,
                         .width   = set->tile_width,
                         .height  = set->tile_height,
                         .right   = set->offset_x,
                         .down    = set->offset_y };

    if (ptl_tmx_is_image(&set->image)) {
        p.loose = t->map.orientation != PTL_TILED_ORTHOGONAL ||
                  set->tile_width != t->map.tile_width || set->tile_height != t->map.tile_height ||
                  set->offset_x || set->offset_y;
    } else if (tile && ptl_tmx_is_image(&tile->image)) {
        p = (ptl_tile_place){ .sheet  = ptl_tmx_sheet(t, file, &tile->image),
                              .x      = tile->x,
                              .y      = tile->y,
                              .width  = tile->width,
                              .height = tile->height,
                              .right  = set->offset_x,
                              .down   = set->offset_y,
                              .placed = true,
                              .loose  = true };
    }
    return p;
}

static const ptl_tiled_tile *tile_of(const ptl_tiled_set *set, uint32_t id)
{
    for (size_t i = 0; i < set->tiles.count; i++)
        if (set->tiles.data[i].id == id)
            return &set->tiles.data[i];
    return NULL;
}

static ptl_tmx_anchor anchor_of(const ptl_tiled_set *set)
{
    static const struct {
        const char    *name;
        ptl_tmx_anchor anchor;
    } anchors[] = {
        { "topleft", { 0, 0, true } },     { "top", { 0.5, 0, true } },
        { "topright", { 1, 0, true } },    { "left", { 0, 0.5, true } },
        { "center", { 0.5, 0.5, true } },  { "right", { 1, 0.5, true } },
        { "bottomleft", { 0, 1, true } },  { "bottom", { 0.5, 1, true } },
        { "bottomright", { 1, 1, true } },
    };

    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++)
        if (ptl_str_is(set->alignment, anchors[i].name))
            return anchors[i].anchor;
    return (ptl_tmx_anchor){ 0 };
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* An animated tile shows the first of its frames. */
static void take_frames(ptl_tmx_tiling *t, const ptl_tiled_set *set, uint32_t first, uint32_t end)
{
    for (size_t i = 0; i < set->tiles.count; i++) {
        const ptl_tiled_tile *tile = &set->tiles.data[i];

        if (tile->frames.count == 0 || tile->id >= end - first ||
            tile->frames.data[0].tile >= end - first)
            continue;
        t->places[first + tile->id]    = t->places[first + tile->frames.data[0].tile];
        t->places[first + tile->id].id = first + tile->id;
    }
}

static void take_set(ptl_tmx_tiling *t, const ptl_tiled_set *set, uint32_t first, uint32_t end,
                     ptl_str file)
{
    bool     grid  = ptl_tmx_is_image(&set->image);
    uint32_t sheet = sheet_of(t, set, file);

    for (uint32_t gid = first; gid < end && grid; gid++) {
        t->places[gid]    = place_of(t, set, sheet, file, NULL, gid - first);
        t->places[gid].id = gid;
    }
    for (size_t i = 0; i < set->tiles.count && !grid; i++) {
        const ptl_tiled_tile *tile = &set->tiles.data[i];

        if (tile->id >= end - first)
            continue;
        t->places[first + tile->id]    = place_of(t, set, sheet, file, tile, tile->id);
        t->places[first + tile->id].id = first + tile->id;
    }
    take_frames(t, set, first, end);
}

/* Hands on what is not the end of all. */
static void hear(void *user, const ptl_diag *diag)
{
    const ptl_listener *to = user;

    if (diag->severity != PTL_ERROR && to->hear)
        to->hear(to->user, diag);
}

ptl_doc *ptl_tmx_open(ptl_tmx_tiling *t, const ptl_part_place *place, ptl_job *own,
                      ptl_tiled_map *out)
{
    ptl_doc *doc;

    *own          = *t->job;
    own->listener = (ptl_listener){ hear, &t->job->listener };
    *out          = (ptl_tiled_map){ 0 };
    doc           = ptl_part_open(own, PTL_TMX_PARTS, place, t->files);
    if (doc)
        *out = ptl_tmx_map_of(own, ptl_doc_look(doc, &ptl_format_tmx));
    if (ptl_ok(own) && doc)
        return doc;
    ptl_doc_free(doc);
    *out = (ptl_tiled_map){ 0 };
    if (ptl_starved(own))
        ptl_fail(t->job, own->error.status, PTL_NOWHERE, own->error.rule, "%s", own->error.message);
    else if (!ptl_ok(own))
        ptl_find(t->job, PTL_WARNING, PTL_NOWHERE, own->error.rule, "%s", own->error.message);
    return NULL;
}

/* A set that is not there leaves its cells empty, and that is said. */
static void take_far_set(ptl_tmx_tiling *t, const ptl_tiled_set *set, uint32_t end)
{
    ptl_part_place place = ptl_tmx_set_place(set->source);
    ptl_job        own;
    ptl_tiled_map  far;
    ptl_doc       *doc = ptl_tmx_open(t, &place, &own, &far);

    if (far.what == PTL_TILED_SET && far.sets.count > 0) {
        take_set(t, &far.sets.data[0], set->first, end, set->source);
        t->anchors[set - t->map.sets.data] = anchor_of(&far.sets.data[0]);
    }
    ptl_doc_free(doc);
}

ptl_tile_place ptl_tmx_far_tile(ptl_tmx_tiling *t, ptl_str from, const ptl_tiled_set *set,
                                uint32_t id, ptl_tmx_anchor *anchor)
{
    ptl_part_place place;
    ptl_tile_place out = { .sheet = PTL_TILE_NONE };
    char           path[2 * sizeof place.file.name];
    ptl_job        own;
    ptl_tiled_map  far;
    ptl_doc       *doc = NULL;

    if (set->source.size > 0) {
        from  = ptl_tmx_beside(path, sizeof path, from, set->source);
        place = ptl_tmx_set_place(from);
        doc   = ptl_tmx_open(t, &place, &own, &far);
        set   = far.what == PTL_TILED_SET && far.sets.count > 0 ? &far.sets.data[0] : NULL;
    }
    if (set) {
        const ptl_tiled_tile *tile = tile_of(set, id);

        id      = tile && tile->frames.count > 0 ? tile->frames.data[0].tile : id;
        out     = place_of(t, set, sheet_of(t, set, from), from, tile_of(set, id), id);
        *anchor = anchor_of(set);
    }
    ptl_doc_free(doc);
    return out;
}

static bool begins_before(const void *of, uint32_t a, uint32_t b)
{
    const ptl_tiled_set *sets = of;

    return sets[a].first != sets[b].first ? sets[a].first < sets[b].first : a < b;
}

/* The gids after the last of each set: the next one that begins later begins there. */
static uint32_t *ends_of(const ptl_tmx_tiling *t)
{
    const ptl_tiled_set *sets  = t->map.sets.data;
    size_t               count = t->map.sets.count;
    uint32_t            *order = ptl_arena_array(t->job, count, sizeof *order);
    uint32_t            *ends = ptl_arena_array(t->job, count, sizeof *ends), end = t->count;

    if (!order || !ends)
        return NULL;
    ptl_put_in_order(order, count, begins_before, sets);
    for (size_t i = count; i-- > 0;) {
        uint32_t first = sets[order[i]].first;

        if (i + 1 < count && sets[order[i + 1]].first > first && sets[order[i + 1]].first < end)
            end = sets[order[i + 1]].first;
        ends[order[i]] = end;
    }
    return ends;
}

void ptl_tmx_take_sets(ptl_tmx_tiling *t)
{
    const uint32_t *ends = ends_of(t);

    for (size_t i = 0; ends && i < t->map.sets.count && ptl_ok(t->job); i++) {
        const ptl_tiled_set *set = &t->map.sets.data[i];
        uint32_t             end = ends[i];

        if (set->first == 0 || set->first >= end)
            continue; /* nobody uses it */
        if (set->source.size > 0)
            take_far_set(t, set, end);
        else
            take_set(t, set, set->first, end, ptl_tmx_word(""));
        if (set->source.size == 0)
            t->anchors[i] = anchor_of(set);
    }
}
