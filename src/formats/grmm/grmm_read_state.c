/* SPDX-License-Identifier: MIT */
/* Reading maps: links, and what the editor remembers of itself. */
#include <string.h>

#include "formats/grmm/grmm_reader.h"

/* ---- Links and state ------------------------------------------------------------------------ */

void ptl_grmm_read_links(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor in  = ptl_grmm_enter(r, piece);
    ptl_grmm  *map = r->map;
    unsigned   count;

    in.what = "the number of links";
    count   = ptl_u16le(&in);
    in.what = "the links";
    if (r->salvage && count > ptl_left(&in) / 12) {
        ptl_find(r->job, PTL_LOSS, in.at, "grmm-salvage", "of %u links %u are left", count,
                 (unsigned)(ptl_left(&in) / 12));
        count = (unsigned)(ptl_left(&in) / 12);
    }
    map->links.data = ptl_grmm_list_of(&in, count, 12, sizeof *map->links.data);
    for (size_t i = 0; map->links.data && i < count; i++) {
        uint64_t at = in.at;
        uint16_t n[6];

        for (int k = 0; k < 6; k++)
            n[k] = ptl_u16le(&in);
        map->links.data[i] = (ptl_grmm_link){ n[0], n[1], n[2], n[3], n[4], n[5], at };
    }
    map->links.count = map->links.data ? count : 0;
    map->links_extra = ptl_grmm_rest(&in);
}

static void read_view(ptl_cursor *in, ptl_grmm_display *out, bool document)
{
    in->what           = "the cursor and the view";
    out->level         = document ? ptl_u8(in) : ptl_u16le(in);
    out->cursor_row    = ptl_u16le(in);
    out->cursor_column = ptl_u16le(in);
    out->view_row      = ptl_u16le(in);
    out->view_column   = ptl_u16le(in);
}

static void read_flat_tail(ptl_cursor *in, ptl_grmm_state *s)
{
    uint64_t tail = ptl_left(in);

    in->what                    = "the options";
    s->layout                   = (uint8_t)(tail < 5 ? 5 : tail > 7 ? 7 : tail);
    s->options.cell_coordinates = ptl_u8(in);
    s->tools_pane               = ptl_u8(in);
    s->notes_pane               = ptl_u8(in);
    s->options.wasd             = ptl_u8(in);
    s->options.walk             = ptl_u8(in);
    if (s->layout == PTL_GRMM_STATE_FLAT6)
        s->draw_trail = ptl_u8(in);
    if (s->layout == PTL_GRMM_STATE_FLAT7) {
        s->tool.stored       = true;
        s->tool.floor_color  = ptl_u8(in);
        s->tool.special_wall = ptl_u8(in);
    }
    s->extra = ptl_grmm_rest(in);
}

static void read_flat_state(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor      in = ptl_grmm_enter(r, piece);
    ptl_grmm_state *s  = &r->map->state;

    ptl_within(r->job, "stat");
    s->display.stored = s->options.stored = true;
    s->display.theme                      = ptl_grmm_short_text(&in, "the name of the theme");
    in.what                               = "the zoom level";
    s->display.zoom                       = ptl_u8(&in);
    read_view(&in, &s->display, r->document);
    read_flat_tail(&in, s);
}

static void read_display(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor        in  = ptl_grmm_enter(r, piece);
    ptl_grmm_display *out = &r->map->state.display;

    ptl_within(r->job, "stat/disp");
    out->stored = true;
    out->theme  = ptl_grmm_short_text(&in, "the name of the theme");
    in.what     = "the zoom level";
    out->zoom   = ptl_u8(&in);
    if (r->map->levels.count > 0)
        read_view(&in, out, false);
    out->extra = ptl_grmm_rest(&in);
}

static void read_options(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor        in  = ptl_grmm_enter(r, piece);
    ptl_grmm_options *out = &r->map->state.options;

    ptl_within(r->job, "stat/opts");
    in.what               = "the options";
    out->stored           = true;
    out->cell_coordinates = ptl_u8(&in);
    out->wasd             = ptl_u8(&in);
    out->walk             = ptl_u8(&in);
    out->wraparound       = ptl_u8(&in);
    out->extra            = ptl_grmm_rest(&in);
}

static void read_tool(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor     in  = ptl_grmm_enter(r, piece);
    ptl_grmm_tool *out = &r->map->state.tool;

    ptl_within(r->job, "stat/tool");
    in.what           = "the tools";
    out->stored       = true;
    out->floor_color  = ptl_u8(&in);
    out->special_wall = ptl_u8(&in);
    out->extra        = ptl_grmm_rest(&in);
}

static void read_note_list(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor          in  = ptl_grmm_enter(r, piece);
    ptl_grmm_note_list *out = &r->map->state.list;
    size_t              wanted;

    ptl_within(r->job, "stat/notl");
    in.what     = "the list of notes";
    out->stored = true;
    out->scope  = ptl_u8(&in);
    out->types  = ptl_u8(&in);
    out->search = ptl_grmm_long_text(&in, "the search term");
    in.what     = "the list of notes";
    out->order  = ptl_u8(&in);
    out->follow = ptl_u8(&in);
    out->scroll = ptl_u32le(&in);
    wanted      = ptl_grmm_open_count(r->map);
    if (ptl_ok(r->job) && ptl_left(&in) != wanted)
        ptl_warn(r->job, in.at,
                 r->job->judging && ptl_left(&in) > wanted ? "engine-note-list" : "grmm-note-list",
                 "%llu sections that are open or not, the levels and their regions ask for %zu",
                 (unsigned long long)ptl_left(&in), wanted);
    if (ptl_left(&in) > 0)
        out->open = ptl_u8_array(&in, ptl_left(&in));
}

/* Each part by itself, so that damage to one leaves the others. */
static void read_part(grmm_reader *r, const grmm_piece                            *piece,
                      void (*read)(grmm_reader *r, const grmm_piece *piece), void *part,
                      size_t size)
{
    if (!piece->there)
        return;
    ptl_grmm_try(r);
    read(r, piece);
    if (!ptl_grmm_tried(r, "a part of the state of the editor is"))
        memset(part, 0, size);
}

static void read_group_state(grmm_reader *r, const grmm_tree *tree)
{
    ptl_grmm_state   *s       = &r->map->state;
    const grmm_piece *order[] = { &tree->disp, &tree->opts, &tree->tool, &tree->notl };

    ptl_within(r->job, "stat");
    ptl_grmm_check_order(r, order, 4);
    s->layout = PTL_GRMM_STATE_GROUP;
    s->at     = tree->group.at;
    s->chunks = tree->unknown_in_state;
    read_part(r, &tree->disp, read_display, &s->display, sizeof s->display);
    read_part(r, &tree->opts, read_options, &s->options, sizeof s->options);
    read_part(r, &tree->tool, read_tool, &s->tool, sizeof s->tool);
    read_part(r, &tree->notl, read_note_list, &s->list, sizeof s->list);
}

/* A group of state beside a flat one is kept like a chunk nobody knows. */
static void keep_group(grmm_reader *r, const grmm_piece *group)
{
    ptl_grmm       *map    = r->map;
    ptl_cursor      in     = ptl_grmm_enter(r, group);
    ptl_grmm_chunk *chunks = ptl_arena_array(r->job, map->chunks.count + 1, sizeof *chunks);

    if (!chunks)
        return;
    if (map->chunks.count > 0)
        memcpy(chunks, map->chunks.data, map->chunks.count * sizeof *chunks);
    in.at                     = group->start - 4;
    chunks[map->chunks.count] = (ptl_grmm_chunk){ .id   = { "LIST", 4 },
                                                  .data = ptl_u8_array(&in, ptl_left(&in)),
                                                  .at   = group->at };
    map->chunks               = (ptl_grmm_chunks){ chunks, map->chunks.count + 1 };
}

void ptl_grmm_read_state(grmm_reader *r, const grmm_tree *tree)
{
    if (tree->flat.there) {
        r->map->state.at = tree->flat.at;
        read_part(r, &tree->flat, read_flat_state, &r->map->state, sizeof r->map->state);
        if (tree->group.there && !r->salvage)
            keep_group(r, &tree->group);
    } else if (tree->group.there) {
        read_group_state(r, tree);
    }
}
