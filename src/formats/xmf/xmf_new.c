/* SPDX-License-Identifier: MIT */
/* A new container to begin with: one tile layer with an empty map inside. */
#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "formats/call.h"
#include "formats/making.h"
#include "formats/ppe_header.h"
#include "formats/xmf/xmf_private.h"

#define SHEET "tiles.tga" /* what goes beside a container that is made from a picture */

enum { NAME_ROOM = 24 };
enum { SCREEN_WIDTH = 424, SCREEN_HEIGHT = 240 }; /* as in the examples of the engine */

/* A map file without sections or coder. */
static void put_map(ptl_buf *out, const ptl_making_size *cells)
{
    ptl_put_u32le(out, 1u << PPE_FLAG_LAYOUT);
    ptl_put_u32le(out, cells->width);
    ptl_put_u32le(out, cells->height);
    for (uint64_t i = 0; i < (uint64_t)cells->width * cells->height && ptl_ok(out->job); i++)
        ptl_put_u32le(out, PTL_PPE_EMPTY);
}

static ptl_status embed_map(ptl_doc *doc, const ptl_making_size *cells, ptl_diag *err)
{
    ptl_job  job;
    ptl_xmf *box  = ptl_call_change(&job, doc, &ptl_format_xmf);
    ptl_buf  file = ptl_buf_of(&job, NULL);

    if (box)
        put_map(&file, cells);
    if (ptl_ok(&job))
        ptl_xmf_put_part(&job, box, 0, (ptl_span){ file.data, file.size });
    ptl_buf_free(&file);
    return ptl_job_end(&job, err);
}

static ptl_status put_layer(ptl_doc *doc, const ptl_making_size *cells, const ptl_making_size *tile,
                            ptl_diag *err)
{
    ptl_status status =
        ptl_xmf_add_layer(doc, "Ground", 0, (int32_t)tile->width, (int32_t)tile->height,
                          (int32_t)cells->width, (int32_t)cells->height, err);

    return status == PTL_OK ? embed_map(doc, cells, err) : status;
}

/* ---- From a picture, or from maps --------------------------------------------------------------
 */

static const ptl_setting *setting_of(const ptl_read_opts *opts, const char *name)
{
    ptl_job job = { .settings = opts->settings, .setting_count = opts->setting_count };

    return ptl_setting_of(&job, name);
}

static void attach_sheet(ptl_job *job, ptl_doc *doc, ptl_span bytes)
{
    ptl_attachment *list = ptl_arena_array(job, 1, sizeof *list);

    if (!list)
        return;
    *list         = (ptl_attachment){ SHEET, bytes };
    doc->attached = (ptl_attachments){ .data = list, .count = 1 };
}

/* Tiles 0, 1, 2, ... of the sheet, each of its own place, which is how every program reads them. */
static ptl_status add_tiles(ptl_doc *doc, uint32_t count, ptl_diag *err)
{
    ptl_job        job    = ptl_doc_job(doc);
    ptl_xmf_tile  *tiles  = ptl_arena_array(&job, count, sizeof *tiles);
    ptl_xmf_source source = { .path = { SHEET, sizeof SHEET - 1 }, .tiles = { tiles, count } };
    ptl_xmf_layers layers = { 0 };
    ptl_status     status = ptl_job_end(&job, err);

    for (uint32_t i = 0; i < count && tiles; i++) {
        char *name = ptl_arena_take(&job, NAME_ROOM);

        if (name)
            snprintf(name, NAME_ROOM, "tile%04lX", (unsigned long)i);
        tiles[i] = (ptl_xmf_tile){ (int32_t)i, (int32_t)i, { name ? name : "", name ? 8 : 0 } };
    }
    if (status == PTL_OK)
        status = ptl_xmf_derive(&layers, doc, err);
    if (status == PTL_OK)
        status = ptl_xmf_add_source(doc, &layers.data[0], &source, err);
    ptl_xmf_layers_free(&layers);
    return status;
}

static ptl_status embed_bytes(ptl_doc *doc, size_t layer, ptl_span file, ptl_diag *err)
{
    ptl_job  job;
    ptl_xmf *box = ptl_call_change(&job, doc, &ptl_format_xmf);

    if (box)
        ptl_xmf_put_part(&job, box, layer, file);
    return ptl_job_end(&job, err);
}

static ptl_status put_picture(ptl_doc *doc, const ptl_setting *given, const ptl_making_size *tile,
                              ptl_diag *err)
{
    ptl_job        job    = ptl_doc_job(doc);
    ptl_image      image  = { 0 };
    ptl_xmf_pieces pieces = { .map = ptl_buf_of(&job, NULL) };
    ptl_status     status;

    if (ptl_image_read(&job, &image, (ptl_span){ given->data, given->size }, NULL) &&
        ptl_xmf_cut(&job, &pieces, &image, tile->width, tile->height))
        attach_sheet(&job, doc, pieces.sheet);
    status = ptl_job_end(&job, err);
    if (status == PTL_OK)
        status = ptl_xmf_add_layer(doc, "Ground", 0, (int32_t)tile->width, (int32_t)tile->height,
                                   (int32_t)pieces.columns, (int32_t)pieces.rows, err);
    if (status == PTL_OK)
        status = embed_bytes(doc, 0, (ptl_span){ pieces.map.data, pieces.map.size }, err);
    if (status == PTL_OK)
        status = add_tiles(doc, pieces.count, err);
    ptl_buf_free(&pieces.map);
    return status;
}

/* ---- Maps --------------------------------------------------------------------------------------
 */

enum { OLD_SWAP = 1u << 2, OLD_P_BITS = 0x00FC0000 };

/* The same in the new layout; what an old cell has beyond it must be 0. */
static uint32_t renewed(uint32_t old, bool swaps)
{
    return (old & 0xFFFF) | old >> 24 << 16 | (old >> 16 & 3) << 28 |
           (swaps ? (old >> 18 & 1) << 30 : 0);
}

/* Whether a map is nothing but cells of the old layout that have a place in the new one, which is
 * what the engine reads inside of containers. */
static bool is_renewable(ptl_span file)
{
    uint32_t flags = ptl_load_u32le(file.data);
    uint32_t lost  = flags == OLD_SWAP ? OLD_P_BITS & ~(1u << 18) : OLD_P_BITS;

    if ((flags != 0 && flags != OLD_SWAP) || file.size != ptl_ppe_plain_size(file.data))
        return false;
    for (size_t at = PPE_HEADER; at + PPE_CELL <= file.size; at += PPE_CELL)
        if (ptl_load_u32le(file.data + at) & lost)
            return false;
    return true;
}

static ptl_status embed_renewed(ptl_doc *doc, size_t layer, ptl_span file, ptl_diag *err)
{
    ptl_job  job;
    ptl_xmf *box   = ptl_call_change(&job, doc, &ptl_format_xmf);
    bool     swaps = ptl_load_u32le(file.data) == OLD_SWAP;
    ptl_buf  out   = ptl_buf_of(&job, NULL);

    ptl_put_u32le(&out, 1u << PPE_FLAG_LAYOUT);
    ptl_put(&out, file.data + 4, PPE_HEADER - 4);
    for (size_t at = PPE_HEADER; at + PPE_CELL <= file.size && ptl_ok(&job); at += PPE_CELL)
        ptl_put_u32le(&out, renewed(ptl_load_u32le(file.data + at), swaps));
    if (box && ptl_ok(&job))
        ptl_xmf_put_part(&job, box, layer, (ptl_span){ out.data, out.size });
    ptl_buf_free(&out);
    return ptl_job_end(&job, err);
}

static ptl_status embed_map_file(ptl_doc *doc, size_t layer, ptl_span file, ptl_diag *err)
{
    return is_renewable(file) ? embed_renewed(doc, layer, file, err)
                              : embed_bytes(doc, layer, file, err);
}

/* Why the map cannot be embedded as it is, or NULL. */
static const char *misfit_of(ptl_span file)
{
    if (file.size < PPE_HEADER)
        return "the file is shorter than the header of a map";
    if (ptl_ppe_plain_size(file.data) == 0)
        return "the map has a coder, or no cells; converted with coder none it can be taken";
    return file.size < ptl_ppe_plain_size(file.data) ? "the file ends inside the cells" : NULL;
}

static ptl_status refuse_map(ptl_diag *err, int32_t number, const char *why)
{
    char said[128];

    snprintf(said, sizeof said, "map-from, file %ld: %s", (long)number + 1, why);
    return ptl_xmf_refuse(err, said);
}

/* What is neither bare cells of the new layout nor made to be some keeps its header. */
static void say_whole(const ptl_read_opts *opts, int32_t number, ptl_span file)
{
    ptl_job job = { .listener = opts->listener };

    if (!is_renewable(file) && ptl_load_u32le(file.data) != 1u << PPE_FLAG_LAYOUT)
        ptl_find(&job, PTL_WARNING, PTL_NOWHERE, "xmf-map-whole",
                 "map-from, file %ld: the map has flags or sections, so that it is embedded with "
                 "its header: today's engine will not read it",
                 (long)number + 1);
}

/* A layer for each map, the first below. */
static ptl_status put_map_layer(ptl_doc *doc, const ptl_setting *given, int32_t number,
                                const ptl_making_size *tile, ptl_diag *err)
{
    const uint8_t *at  = given->data;
    const char    *why = misfit_of((ptl_span){ at, given->size });
    char           name[NAME_ROOM];
    ptl_status     status;

    if (why)
        return refuse_map(err, number, why);
    snprintf(name, sizeof name, "Layer %ld", (long)number + 1);
    status =
        ptl_xmf_add_layer(doc, name, number, (int32_t)tile->width, (int32_t)tile->height,
                          (int32_t)ptl_load_u32le(at + 4), (int32_t)ptl_load_u32le(at + 8), err);
    return status == PTL_OK
               ? embed_map_file(doc, (size_t)number, (ptl_span){ at, given->size }, err)
               : status;
}

static ptl_status put_maps(ptl_doc *doc, const ptl_read_opts *opts, const ptl_making_size *tile,
                           ptl_diag *err)
{
    ptl_status status = PTL_OK;
    int32_t    number = 0;

    for (size_t i = 0; i < opts->setting_count && status == PTL_OK; i++)
        if (strcmp(opts->settings[i].name, "map-from") == 0) {
            const ptl_setting *given = &opts->settings[i];

            status = put_map_layer(doc, given, number, tile, err);
            if (status == PTL_OK)
                say_whole(opts, number, (ptl_span){ given->data, given->size });
            number++;
        }
    return status;
}

/* What there is to be made of; not more than one of them has a say about the size. */
static ptl_status put_layers(ptl_doc *doc, const ptl_read_opts *opts, const ptl_making_size *cells,
                             const ptl_making_size *tile, ptl_diag *err)
{
    const ptl_setting *picture = setting_of(opts, "tiles-from"),
                      *map     = setting_of(opts, "map-from");

    if ((picture != NULL) + (map != NULL) + (setting_of(opts, "size") != NULL) > 1)
        return ptl_xmf_refuse(
            err, "a new container is made from tiles-from, map-from, or empty of a size");
    if (picture)
        return put_picture(doc, picture, tile, err);
    return map ? put_maps(doc, opts, tile, err) : put_layer(doc, cells, tile, err);
}

ptl_status ptl_xmf_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size cells = { 32, 32 }, tile = { 16, 16 };
    ptl_making_text title;
    ptl_status      status = ptl_making_take_size(&cells, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_making_take_size(&tile, opts, "tile", err);
    if (status == PTL_OK)
        status = ptl_making_take_text(&title, opts, "title", "Untitled", err);
    if (status == PTL_OK)
        status = ptl_xmf_new(out, opts, err);
    if (status == PTL_OK)
        status = ptl_xmf_describe(*out, title.text, SCREEN_WIDTH, SCREEN_HEIGHT, err);
    if (status == PTL_OK)
        status = put_layers(*out, opts, &cells, &tile, err);
    return ptl_making_end(out, status);
}
