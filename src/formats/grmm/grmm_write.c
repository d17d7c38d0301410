/* SPDX-License-Identifier: MIT */
/* Writing maps the way the editor does, or by the letter of the version 1 document. */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

typedef struct writer {
    ptl_buf         out; /* the whole file: sizes are known only when a chunk ends */
    const ptl_grmm *map;
    bool            document;
    bool kept; /* neither version nor dialect has changed: nor does the coding of layers */
} writer;

/* ---- Chunks --------------------------------------------------------------------------------- */

static size_t open_chunk(writer *w, const char *id)
{
    ptl_put(&w->out, id, 4);
    ptl_put_u32le(&w->out, 0);
    return w->out.size;
}

static size_t open_group(writer *w, const char *type)
{
    size_t start = open_chunk(w, "LIST");

    ptl_put(&w->out, type, 4);
    return start;
}

static void close_chunk(writer *w, size_t start)
{
    if (!ptl_ok(w->out.job))
        return;
    ptl_store_u32le(w->out.data + start - 4, (uint32_t)(w->out.size - start));
    if ((w->out.size - start) % 2 != 0)
        ptl_put_u8(&w->out, 0);
}

static void put_unknown(writer *w, const ptl_grmm_chunks *chunks)
{
    for (size_t i = 0; i < chunks->count; i++) {
        size_t start = open_chunk(w, chunks->data[i].id.data);

        ptl_put(&w->out, chunks->data[i].data.data, chunks->data[i].data.count);
        close_chunk(w, start);
    }
}

static void put_short_text(writer *w, ptl_str text)
{
    ptl_put_u8(&w->out, (uint8_t)text.size);
    ptl_put(&w->out, text.data, text.size);
}

static void put_long_text(writer *w, ptl_str text)
{
    ptl_put_u16le(&w->out, (uint16_t)text.size);
    ptl_put(&w->out, text.data, text.size);
}

static void put_extra(writer *w, ptl_u8s extra)
{
    ptl_put(&w->out, extra.data, extra.count);
}

/* ---- The map -------------------------------------------------------------------------------- */

static void put_coordinates(writer *w, const ptl_grmm_coordinates *c)
{
    size_t start = open_chunk(w, "coor");

    ptl_put_u8(&w->out, c->origin);
    ptl_put_u8(&w->out, c->row_style);
    ptl_put_u8(&w->out, c->column_style);
    ptl_put_u16le(&w->out, (uint16_t)c->row_start);
    ptl_put_u16le(&w->out, (uint16_t)c->column_start);
    put_extra(w, c->extra);
    close_chunk(w, start);
}

static void put_map(writer *w)
{
    const ptl_grmm *map   = w->map;
    size_t          group = open_group(w, "map "), start = open_chunk(w, "prop");

    ptl_put_u16le(&w->out, map->version);
    put_long_text(w, map->title);
    put_long_text(w, map->game);
    put_long_text(w, map->author);
    put_short_text(w, map->created);
    put_long_text(w, map->remarks);
    put_extra(w, map->extra);
    close_chunk(w, start);
    put_coordinates(w, &map->coordinates);
    put_unknown(w, &map->map_chunks);
    close_chunk(w, group);
}

/* ---- Levels --------------------------------------------------------------------------------- */

static void put_level_properties(writer *w, const ptl_grmm_level *level)
{
    size_t start = open_chunk(w, "prop");

    put_long_text(w, level->location);
    put_long_text(w, level->name);
    ptl_put_u16le(&w->out, (uint16_t)level->elevation);
    ptl_put_u16le(&w->out, (uint16_t)level->rows);
    ptl_put_u16le(&w->out, (uint16_t)level->columns);
    ptl_put_u8(&w->out, level->own_coordinates);
    put_long_text(w, level->remarks);
    put_extra(w, level->extra);
    close_chunk(w, start);
}

static void put_regions(writer *w, const ptl_grmm_regions *regions)
{
    size_t start = open_chunk(w, "regn");

    ptl_put_u8(&w->out, regions->enabled);
    ptl_put_u16le(&w->out, regions->rows);
    ptl_put_u16le(&w->out, regions->columns);
    if (!w->document)
        ptl_put_u8(&w->out, regions->own_coordinates);
    ptl_put_u16le(&w->out, (uint16_t)regions->list.count);
    for (size_t i = 0; i < regions->list.count; i++) {
        const ptl_grmm_region *region = &regions->list.data[i];

        if (w->map->version < 4) {
            ptl_put_u16le(&w->out, region->row);
            ptl_put_u16le(&w->out, region->column);
        }
        put_long_text(w, region->name);
        put_long_text(w, region->remarks);
    }
    put_extra(w, regions->extra);
    close_chunk(w, start);
}

static void put_cells(writer *w, const ptl_grmm_level *level)
{
    size_t start = open_chunk(w, "cell");

    ptl_grmm_write_cells(&w->out, level, w->document, w->kept);
    close_chunk(w, start);
}

static void put_note(writer *w, const ptl_grmm_note *note)
{
    bool swapped = w->document && (note->kind == PTL_GRMM_CUSTOM_ID || note->kind == PTL_GRMM_ICON);

    ptl_put_u16le(&w->out, note->row);
    ptl_put_u16le(&w->out, note->column);
    ptl_put_u8(&w->out, swapped ? note->kind ^ 1 : note->kind);
    if (note->kind == PTL_GRMM_NUMBERED)
        ptl_put_u16le(&w->out, note->index);
    if (note->kind == PTL_GRMM_NUMBERED || note->kind == PTL_GRMM_LABEL)
        ptl_put_u8(&w->out, note->color);
    if (note->kind == PTL_GRMM_CUSTOM_ID)
        put_short_text(w, note->id);
    if (note->kind == PTL_GRMM_ICON)
        ptl_put_u8(&w->out, note->icon);
    put_long_text(w, note->text);
}

static void put_notes(writer *w, const ptl_grmm_level *level)
{
    size_t start;

    if (level->no_notes)
        return;
    start = open_chunk(w, "anno");
    ptl_put_u16le(&w->out, (uint16_t)level->notes.count);
    for (size_t i = 0; i < level->notes.count; i++)
        put_note(w, &level->notes.data[i]);
    put_extra(w, level->notes_extra);
    close_chunk(w, start);
}

static void put_level(writer *w, const ptl_grmm_level *level)
{
    size_t group = open_group(w, "lvl ");

    put_level_properties(w, level);
    put_coordinates(w, &level->coordinates);
    if (!w->document)
        put_regions(w, &level->regions);
    put_cells(w, level);
    put_notes(w, level);
    if (w->document)
        put_regions(w, &level->regions);
    put_unknown(w, &level->chunks);
    close_chunk(w, group);
}

static void put_levels(writer *w)
{
    size_t group = open_group(w, "lvls");

    for (size_t i = 0; i < w->map->levels.count && ptl_ok(w->out.job); i++)
        put_level(w, &w->map->levels.data[i]);
    put_unknown(w, &w->map->level_chunks);
    close_chunk(w, group);
}

/* ---- Links and state ------------------------------------------------------------------------ */

static void put_links(writer *w)
{
    const ptl_grmm_links *links = &w->map->links;
    size_t                start = open_chunk(w, "lnks");

    ptl_put_u16le(&w->out, (uint16_t)links->count);
    for (size_t i = 0; i < links->count; i++) {
        const ptl_grmm_link *l = &links->data[i];

        ptl_put_u16le(&w->out, l->from_level);
        ptl_put_u16le(&w->out, l->from_row);
        ptl_put_u16le(&w->out, l->from_column);
        ptl_put_u16le(&w->out, l->to_level);
        ptl_put_u16le(&w->out, l->to_row);
        ptl_put_u16le(&w->out, l->to_column);
    }
    put_extra(w, w->map->links_extra);
    close_chunk(w, start);
}

static void put_view(writer *w, const ptl_grmm_display *d)
{
    put_short_text(w, d->theme);
    ptl_put_u8(&w->out, d->zoom);
    if (w->map->state.layout == PTL_GRMM_STATE_GROUP && w->map->levels.count == 0)
        return;
    if (w->document)
        ptl_put_u8(&w->out, (uint8_t)d->level);
    else
        ptl_put_u16le(&w->out, d->level);
    ptl_put_u16le(&w->out, d->cursor_row);
    ptl_put_u16le(&w->out, d->cursor_column);
    ptl_put_u16le(&w->out, d->view_row);
    ptl_put_u16le(&w->out, d->view_column);
}

static void put_flat_state(writer *w, const ptl_grmm_state *s)
{
    size_t start = open_chunk(w, "stat");

    put_view(w, &s->display);
    ptl_put_u8(&w->out, s->options.cell_coordinates);
    ptl_put_u8(&w->out, s->tools_pane);
    ptl_put_u8(&w->out, s->notes_pane);
    ptl_put_u8(&w->out, s->options.wasd);
    ptl_put_u8(&w->out, s->options.walk);
    if (s->layout == PTL_GRMM_STATE_FLAT6)
        ptl_put_u8(&w->out, s->draw_trail);
    if (s->layout == PTL_GRMM_STATE_FLAT7) {
        ptl_put_u8(&w->out, s->tool.floor_color);
        ptl_put_u8(&w->out, s->tool.special_wall);
    }
    put_extra(w, s->extra);
    close_chunk(w, start);
}

static void put_display(writer *w, const ptl_grmm_display *d)
{
    size_t start = open_chunk(w, "disp");

    put_view(w, d);
    put_extra(w, d->extra);
    close_chunk(w, start);
}

static void put_options(writer *w, const ptl_grmm_options *o)
{
    size_t start = open_chunk(w, "opts");

    ptl_put_u8(&w->out, o->cell_coordinates);
    ptl_put_u8(&w->out, o->wasd);
    ptl_put_u8(&w->out, o->walk);
    ptl_put_u8(&w->out, o->wraparound);
    put_extra(w, o->extra);
    close_chunk(w, start);
}

static void put_tool(writer *w, const ptl_grmm_tool *t)
{
    size_t start = open_chunk(w, "tool");

    ptl_put_u8(&w->out, t->floor_color);
    ptl_put_u8(&w->out, t->special_wall);
    put_extra(w, t->extra);
    close_chunk(w, start);
}

static void put_note_list(writer *w, const ptl_grmm_note_list *l)
{
    size_t start = open_chunk(w, "notl");

    ptl_put_u8(&w->out, l->scope);
    ptl_put_u8(&w->out, l->types);
    put_long_text(w, l->search);
    ptl_put_u8(&w->out, l->order);
    ptl_put_u8(&w->out, l->follow);
    ptl_put_u32le(&w->out, l->scroll);
    put_extra(w, l->open);
    close_chunk(w, start);
}

static void put_state(writer *w)
{
    const ptl_grmm_state *s = &w->map->state;
    size_t                group;

    if (s->layout == PTL_GRMM_STATE_NONE)
        return;
    if (s->layout != PTL_GRMM_STATE_GROUP) {
        put_flat_state(w, s);
        return;
    }
    group = open_group(w, "stat");
    if (s->display.stored)
        put_display(w, &s->display);
    if (s->options.stored)
        put_options(w, &s->options);
    if (s->tool.stored)
        put_tool(w, &s->tool);
    if (s->list.stored)
        put_note_list(w, &s->list);
    put_unknown(w, &s->chunks);
    close_chunk(w, group);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void put_file(writer *w)
{
    size_t riff = open_chunk(w, "RIFF");

    ptl_put(&w->out, "GRMM", 4);
    put_map(w);
    put_levels(w);
    put_links(w);
    put_state(w);
    put_unknown(w, &w->map->chunks);
    close_chunk(w, riff);
    if (w->out.size > UINT32_MAX)
        ptl_fail(w->out.job, PTL_E_LIMIT, PTL_NOWHERE, "grmm-riff-size",
                 "the file would be larger than a RIFF file can be");
}

void ptl_grmm_write(ptl_job *job, ptl_buf *out, const void *native)
{
    const ptl_grmm *was = native;
    ptl_grmm        map = *was;
    writer          w   = { .out = ptl_buf_of(job, NULL), .map = &map };

    ptl_grmm_retarget(job, &map);
    w.document = map.dialect == GRMM_DIALECT_DOCUMENT;
    w.kept     = map.version == was->version && map.dialect == was->dialect;
    if (ptl_ok(job))
        put_file(&w);
    ptl_put(out, w.out.data, w.out.size);
    ptl_buf_free(&w.out);
}
