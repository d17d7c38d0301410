/* SPDX-License-Identifier: MIT */
/* Reading maps: the fields of the map and its levels. grmm_tree.c finds the chunks. */
#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "core/utf8.h"
#include "formats/grmm/grmm_reader.h"

enum { LOST = UINT32_MAX };

/* ---- Trying --------------------------------------------------------------------------------- */

static void hear_in_trial(void *user, const ptl_diag *diag)
{
    const ptl_listener *outer = &((grmm_reader *)user)->outer->listener;

    if (diag->severity != PTL_ERROR && outer->hear)
        outer->hear(outer->user, diag);
}

void ptl_grmm_try(grmm_reader *r)
{
    if (!r->salvage || !ptl_ok(r->job))
        return;
    r->outer          = r->job;
    r->trial          = *r->job;
    r->trial.listener = (ptl_listener){ hear_in_trial, r };
    r->job            = &r->trial;
}

bool ptl_grmm_tried(grmm_reader *r, const char *what)
{
    ptl_status status;

    if (r->job != &r->trial)
        return ptl_ok(r->job);
    r->job              = r->outer;
    r->job->source_kept = r->trial.source_kept;
    status              = r->trial.error.status;
    if (status == PTL_E_MEMORY)
        r->job->error = r->trial.error;
    if (status == PTL_OK || status == PTL_E_MEMORY)
        return status == PTL_OK;
    if (!what)
        return false;
    ptl_path(r->job, "%s", r->trial.error.path);
    ptl_find(r->job, PTL_LOSS, r->trial.error.offset, "grmm-salvage", "%s lost: %s", what,
             r->trial.error.message);
    return false;
}

/* ---- Parts of chunks ------------------------------------------------------------------------ */

static const char left_over[] = "what is left of the chunk";

ptl_cursor ptl_grmm_enter(grmm_reader *r, const grmm_piece *piece)
{
    if (!piece->there) /* only while salvaging */
        ptl_fail(r->job, PTL_E_SYNTAX, piece->at, "grmm-missing", "no whole chunk is left of it");
    return ptl_cursor_part(r->job, r->file, piece->start, piece->end,
                           piece->odd ? left_over : "the chunk");
}

static ptl_str text_of(ptl_cursor *in, uint64_t size)
{
    uint64_t at   = in->at;
    ptl_str  text = ptl_chars(in, size);
    size_t   good = 0, step = 1;
    uint32_t code;

    if (ptl_utf8_valid(text.data, text.size))
        return text;
    while (good < text.size &&
           (step = ptl_utf8_decode(text.data + good, text.size - good, &code)) > 0)
        good += step;
    ptl_warn(in->job, at + good, "grmm-utf8", "%s is not UTF-8 from here on", in->what);
    return text;
}

ptl_str ptl_grmm_short_text(ptl_cursor *in, const char *what)
{
    in->what = what;
    return text_of(in, ptl_u8(in));
}

ptl_str ptl_grmm_long_text(ptl_cursor *in, const char *what)
{
    in->what = what;
    return text_of(in, ptl_u16le(in));
}

static int16_t signed_number(ptl_cursor *in)
{
    return (int16_t)ptl_u16le(in);
}

ptl_u8s ptl_grmm_rest(ptl_cursor *in)
{
    if (!ptl_ok(in->job) || ptl_left(in) == 0)
        return (ptl_u8s){ 0 };
    if (in->whole == left_over && ptl_left(in) == 1 && in->data[in->at] == 0)
        return (ptl_u8s){ 0 }; /* where it ends is not known: this is what fills it up */
    ptl_warn(in->job, in->at, "grmm-extra", "bytes after the last field, which are kept: %llu",
             (unsigned long long)ptl_left(in));
    return ptl_u8_array(in, ptl_left(in));
}

void *ptl_grmm_list_of(ptl_cursor *in, uint64_t count, uint64_t least, size_t size)
{
    return count > 0 && ptl_need(in, count * least) ? ptl_arena_array(in->job, count, size) : NULL;
}

/* ---- The map -------------------------------------------------------------------------------- */

static void read_coordinates(grmm_reader *r, const grmm_piece *piece, ptl_grmm_coordinates *out)
{
    ptl_cursor in = ptl_grmm_enter(r, piece);

    in.what           = "the coordinate options";
    out->at           = piece->at;
    out->origin       = ptl_u8(&in);
    out->row_style    = ptl_u8(&in);
    out->column_style = ptl_u8(&in);
    out->row_start    = signed_number(&in);
    out->column_start = signed_number(&in);
    out->extra        = ptl_grmm_rest(&in);
}

static void read_map_properties(grmm_reader *r, const grmm_piece *piece)
{
    ptl_cursor in  = ptl_grmm_enter(r, piece);
    ptl_grmm  *map = r->map;

    in.what      = "the version";
    map->at      = piece->at;
    map->version = ptl_u16le(&in);
    if (ptl_ok(r->job) && (map->version < 1 || map->version > 4))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, piece->start,
                 map->version == 0 && r->job->judging ? "engine-zero" : "grmm-version",
                 "version is %u; known: 1 to 4", map->version);
    if (ptl_ok(r->job) && map->version == 1 && ptl_grmm_fits_old_prop(r->file, piece))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, piece->start, "grmm-prerelease",
                 "only a name and notes: a layout from before the first release (to December "
                 "2021)");
    map->title   = ptl_grmm_long_text(&in, "the title");
    map->game    = ptl_grmm_long_text(&in, "the name of the game");
    map->author  = ptl_grmm_long_text(&in, "the author");
    map->created = ptl_grmm_short_text(&in, "the time of creation");
    map->remarks = ptl_grmm_long_text(&in, "the notes");
    map->extra   = ptl_grmm_rest(&in);
}

static void read_map(grmm_reader *r, const grmm_tree *tree)
{
    ptl_grmm_try(r);
    ptl_within(r->job, "map/prop");
    read_map_properties(r, &tree->prop);
    if (!ptl_grmm_tried(r, "some properties of the map are") && ptl_ok(r->job)) {
        r->map->version = r->document ? 1 : tree->group.there || tree->disp.there ? 4 : 3;
        ptl_grmm_mend_map(r->job, r->file, &tree->prop, r->map);
    }
    ptl_grmm_try(r);
    ptl_within(r->job, "map/coor");
    read_coordinates(r, &tree->coor, &r->map->coordinates);
    if (!ptl_grmm_tried(r, "the coordinates of the map are"))
        r->map->coordinates = (ptl_grmm_coordinates){ .row_start = 1, .column_start = 1 };
}

/* ---- A level -------------------------------------------------------------------------------- */

static void read_level_size(ptl_cursor *in, grmm_reader *r, ptl_grmm_level *level)
{
    uint64_t at = in->at;

    in->what       = "the size of the level";
    level->rows    = ptl_u16le(in);
    level->columns = ptl_u16le(in);
    if (!ptl_ok(r->job))
        return;
    if (level->rows < 1 || level->rows > PTL_GRMM_MAX_SIDE)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "grmm-size", "%lu rows; allowed: 1 to %d",
                 (unsigned long)level->rows, PTL_GRMM_MAX_SIDE);
    else if (level->columns < 1 || level->columns > PTL_GRMM_MAX_SIDE)
        ptl_fail(r->job, PTL_E_SYNTAX, at + 2, "grmm-size", "%lu columns; allowed: 1 to %d",
                 (unsigned long)level->columns, PTL_GRMM_MAX_SIDE);
    else if ((r->cells += grmm_cells(level)) > r->most)
        ptl_fail(r->job, PTL_E_LIMIT, at, "limit-cells",
                 "more than %llu cells in all levels, a sixteenth of the memory limit",
                 (unsigned long long)r->most);
    r->sized = at;
}

static void read_level_properties(grmm_reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor in = ptl_grmm_enter(r, piece);

    level->location  = ptl_grmm_long_text(&in, "the name of the location");
    level->name      = ptl_grmm_long_text(&in, "the name of the level");
    in.what          = "the elevation";
    level->elevation = signed_number(&in);
    read_level_size(&in, r, level);
    in.what                = "whether coordinates are its own";
    level->own_coordinates = ptl_u8(&in);
    level->remarks         = ptl_grmm_long_text(&in, "the notes of the level");
    level->extra           = ptl_grmm_rest(&in);
}

static void read_region(ptl_cursor *in, grmm_reader *r, const ptl_grmm_level *level, size_t index,
                        ptl_grmm_region *out)
{
    uint32_t across = (uint32_t)ptl_grmm_region_columns(level);

    out->at = in->at;
    if (r->map->version < 4) {
        in->what    = "the place of a region";
        out->row    = ptl_u16le(in);
        out->column = ptl_u16le(in);
    } else if (across > 0) {
        out->row    = (uint16_t)(index / across);
        out->column = (uint16_t)(index % across);
    }
    out->name    = ptl_grmm_long_text(in, "the name of a region");
    out->remarks = ptl_grmm_long_text(in, "the notes of a region");
}

static void read_regions(grmm_reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor        in  = ptl_grmm_enter(r, piece);
    ptl_grmm_regions *out = &level->regions;
    unsigned          count;
    size_t            read = 0;

    in.what              = "the region options";
    out->enabled         = ptl_u8(&in);
    out->rows            = ptl_u16le(&in);
    out->columns         = ptl_u16le(&in);
    out->own_coordinates = r->document ? 0 : ptl_u8(&in);
    count                = ptl_u16le(&in);
    in.what              = "the regions";
    out->list.data =
        ptl_grmm_list_of(&in, count, r->map->version < 4 ? 8 : 4, sizeof *out->list.data);
    out->list.count = out->list.data ? count : 0;
    for (size_t i = 0; i < out->list.count && ptl_ok(r->job); i++) {
        read_region(&in, r, level, i, &out->list.data[i]);
        read += ptl_ok(r->job);
    }
    out->list.count = read;
    out->extra      = ptl_grmm_rest(&in);
}

/* In the document's letter kinds 2 and 3 have changed places. */
static uint8_t swap_kind(uint8_t kind, bool document)
{
    return document && (kind == PTL_GRMM_CUSTOM_ID || kind == PTL_GRMM_ICON) ? kind ^ 1 : kind;
}

static void read_note(ptl_cursor *in, grmm_reader *r, ptl_grmm_note *out)
{
    out->at     = in->at;
    in->what    = "a note";
    out->row    = ptl_u16le(in);
    out->column = ptl_u16le(in);
    out->kind   = swap_kind(ptl_u8(in), r->document);
    switch (out->kind) {
    case PTL_GRMM_NUMBERED:
        out->index = ptl_u16le(in);
        out->color = ptl_u8(in);
        break;
    case PTL_GRMM_CUSTOM_ID:
        out->id = ptl_grmm_short_text(in, "the custom id of a note");
        break;
    case PTL_GRMM_ICON:
        out->icon = ptl_u8(in);
        break;
    case PTL_GRMM_LABEL:
        out->color = ptl_u8(in);
        break;
    case PTL_GRMM_COMMENT:
        break;
    default:
        ptl_fail(r->job, PTL_E_SYNTAX, out->at + 4, "grmm-note-kind",
                 "kind of a note is %u; allowed: 0 to 4", out->kind);
    }
    out->text = ptl_grmm_long_text(in, "the text of a note");
}

static void read_notes(grmm_reader *r, const grmm_piece *piece, ptl_grmm_level *level)
{
    ptl_cursor in;
    unsigned   count;

    level->no_notes = !piece->there;
    if (!piece->there)
        return;
    in                 = ptl_grmm_enter(r, piece);
    in.what            = "the number of notes";
    count              = ptl_u16le(&in);
    in.what            = "the notes";
    level->notes.data  = ptl_grmm_list_of(&in, count, 7, sizeof *level->notes.data);
    level->notes.count = level->notes.data ? count : 0;
    for (size_t i = 0; i < level->notes.count && ptl_ok(r->job); i++)
        read_note(&in, r, &level->notes.data[i]);
    level->notes_extra = ptl_grmm_rest(&in);
}

void ptl_grmm_check_order(grmm_reader *r, const grmm_piece *const *pieces, size_t count)
{
    uint64_t last = 0;

    for (size_t i = 0; i < count; i++) {
        if (pieces[i]->there && pieces[i]->at < last) {
            ptl_warn(r->job, pieces[i]->at, "grmm-order",
                     "chunks stand in another order than usual; the usual one is written");
            return;
        }
        last = pieces[i]->there ? pieces[i]->at : last;
    }
}

static void check_level_order(grmm_reader *r, const grmm_level_pieces *p)
{
    const grmm_piece *editor[]   = { &p->prop, &p->coor, &p->regn, &p->cell, &p->anno };
    const grmm_piece *document[] = { &p->prop, &p->coor, &p->cell, &p->anno, &p->regn };

    ptl_grmm_check_order(r, r->document ? document : editor, 5);
}

static void read_level(grmm_reader *r, const grmm_level_pieces *p, size_t index,
                       ptl_grmm_level *level)
{
    ptl_within(r->job, "lvls/lvl[%zu]", index);
    check_level_order(r, p);
    ptl_within(r->job, "lvls/lvl[%zu]/prop", index);
    read_level_properties(r, &p->prop, level);
    ptl_within(r->job, "lvls/lvl[%zu]/cell", index);
    ptl_grmm_read_cells(r->job, r->file, &p->cell, level, r->document);
    ptl_within(r->job, "lvls/lvl[%zu]/coor", index);
    read_coordinates(r, &p->coor, &level->coordinates);
    ptl_within(r->job, "lvls/lvl[%zu]/regn", index);
    read_regions(r, &p->regn, level);
    ptl_within(r->job, "lvls/lvl[%zu]/anno", index);
    read_notes(r, &p->anno, level);
}

/* ---- Salvage of a level --------------------------------------------------------------------- */

static void salvage_properties(grmm_reader *r, const grmm_level_pieces *p, grmm_mend *m)
{
    ptl_grmm_try(r);
    ptl_within(r->job, "lvls/lvl[%zu]/prop", m->index);
    read_level_properties(r, &p->prop, m->level);
    if (!ptl_grmm_tried(r, NULL) && ptl_ok(r->job))
        ptl_grmm_mend_properties(m, &p->prop, &p->cell);
    ptl_grmm_name_mend(m);
}

/* False when the cells are there in a way that nobody can read. */
static bool salvage_cells(grmm_reader *r, const grmm_level_pieces *p, grmm_mend *m)
{
    ptl_u8s none[PTL_GRMM_LAYERS] = { 0 };

    ptl_grmm_try(r);
    ptl_within(r->job, "lvls/lvl[%zu]/cell", m->index);
    if (!ptl_grmm_sized(m->level) || !p->cell.there)
        ptl_fail(r->job, PTL_E_SYNTAX, p->cell.at, "grmm-missing", "nothing to go by");
    else
        ptl_grmm_read_cells(r->job, r->file, &p->cell, m->level, r->document);
    if (ptl_grmm_tried(r, NULL) || !ptl_ok(r->job))
        return ptl_ok(r->job);
    memcpy(m->level->layer, none, sizeof none);
    if (r->trial.error.status != PTL_E_SYNTAX)
        ptl_grmm_say_lost(m, p->at, r->trial.error.message);
    else
        ptl_grmm_mend_cells(m, &p->cell);
    return r->trial.error.status == PTL_E_SYNTAX;
}

static void salvage_notes(grmm_reader *r, const grmm_level_pieces *p, grmm_mend *m)
{
    ptl_within(r->job, "lvls/lvl[%zu]/anno", m->index);
    if (p->anno.there && !ptl_grmm_fits_notes(r->file, &p->anno, r->document))
        ptl_grmm_mend_notes(m, &p->anno);
    else
        read_notes(r, &p->anno, m->level);
    ptl_grmm_size_by_notes(m);
}

static void salvage_options(grmm_reader *r, const grmm_level_pieces *p, grmm_mend *m)
{
    ptl_grmm_regions *regions = &m->level->regions;
    char              what[GRMM_SHOWN + 32];

    ptl_grmm_try(r);
    ptl_within(r->job, "lvls/lvl[%zu]/coor", m->index);
    read_coordinates(r, &p->coor, &m->level->coordinates);
    snprintf(what, sizeof what, "coordinate options of \"%s\" are", m->name);
    if (!ptl_grmm_tried(r, what))
        m->level->coordinates = (ptl_grmm_coordinates){ .row_start = 1, .column_start = 1 };
    ptl_grmm_try(r);
    ptl_within(r->job, "lvls/lvl[%zu]/regn", m->index);
    read_regions(r, &p->regn, m->level);
    snprintf(what, sizeof what, "regions of \"%s\" are", m->name);
    if (ptl_grmm_tried(r, what))
        return;
    if (regions->list.count == 0 || regions->enabled > 1)
        *regions = (ptl_grmm_regions){ .rows = 16, .columns = 16, .own_coordinates = 1 };
    ptl_grmm_complete_regions(r->job, m->level, r->map->levels.count, PTL_LOSS);
}

/* Whatever is there of a level is kept: its name, its size, its layers, its notes. */
static bool salvage_level(grmm_reader *r, const grmm_level_pieces *p, size_t index,
                          ptl_grmm_level *level)
{
    uint64_t  before = r->cells;
    grmm_mend m      = { r->job, r->file, level, index, r->document, r->most - before, "" };

    salvage_properties(r, p, &m);
    if (!salvage_cells(r, p, &m) || !ptl_ok(r->job)) {
        r->cells = before;
        return false;
    }
    salvage_notes(r, p, &m);
    r->cells = before + (ptl_grmm_sized(level) ? grmm_cells(level) : 0);
    if (!ptl_grmm_sized(level) || r->cells > r->most) {
        ptl_grmm_say_lost(&m, p->at, "neither its size nor its cells nor its notes are there");
        r->cells = before;
        return false;
    }
    salvage_options(r, p, &m);
    return ptl_ok(r->job);
}

static void read_levels(grmm_reader *r, const grmm_tree *tree)
{
    ptl_grmm *map = r->map;

    map->levels.data = ptl_arena_array(r->job, tree->levels.count, sizeof *map->levels.data);
    r->now_at        = ptl_arena_array(r->job, tree->levels.count, sizeof *r->now_at);
    for (size_t i = 0; i < tree->levels.count && ptl_ok(r->job); i++) {
        const grmm_level_pieces *pieces = &tree->levels.data[i];
        ptl_grmm_level          *level  = &map->levels.data[map->levels.count];

        *level       = (ptl_grmm_level){ .at = pieces->at, .chunks = pieces->unknown };
        r->now_at[i] = LOST;
        if (!r->salvage)
            read_level(r, pieces, i, level);
        if (r->salvage ? salvage_level(r, pieces, i, level) : ptl_ok(r->job))
            r->now_at[i] = (uint32_t)map->levels.count++;
    }
    ptl_within(r->job, "%s", "");
}

/* ---- Salvage -------------------------------------------------------------------------------- */

static bool now_at(const grmm_reader *r, const grmm_tree *tree, uint16_t *level)
{
    if (*level >= tree->levels.count || r->now_at[*level] == LOST)
        return false;
    *level = (uint16_t)r->now_at[*level];
    return true;
}

/* Levels that were lost leave gaps in the numbering. */
static void renumber(grmm_reader *r, const grmm_tree *tree)
{
    ptl_grmm_links *links = &r->map->links;
    size_t          kept  = 0;

    if (tree->unnumbered && links->count > 0) {
        ptl_find(r->job, PTL_LOSS, tree->lnks.at, "grmm-salvage",
                 "all links are lost: levels before the first one may be missing, and links name "
                 "them by number");
        links->count = 0;
    }
    for (size_t i = 0; i < links->count; i++) {
        ptl_grmm_link link = links->data[i];

        ptl_path(r->job, "links[%zu]", i);
        if (now_at(r, tree, &link.from_level) && now_at(r, tree, &link.to_level))
            links->data[kept++] = link;
        else
            ptl_find(r->job, PTL_LOSS, link.at, "grmm-salvage",
                     "a link is lost: it leads from or to a level that is not there");
    }
    r->job->path[0] = 0;
    links->count    = kept;
    if (!now_at(r, tree, &r->map->state.display.level))
        r->map->state.display.level = 0;
    if (r->map->levels.count < tree->levels.count)
        r->map->state.list = (ptl_grmm_note_list){ 0 };
    if (r->map->levels.count == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, 0, "grmm-salvage", "no level of this file is left");
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Looks at the chunks the two dialects lay out differently, cheapest first, until one rules the
 * document's letter out. */
static bool is_document(const grmm_reader *r, const grmm_tree *tree, bool asked)
{
    bool editor = true, seen = false;

    if (tree->flat.there) {
        seen   = true;
        editor = ptl_grmm_fits_state(r->file, &tree->flat, false);
        if (!ptl_grmm_fits_state(r->file, &tree->flat, true))
            return false;
    }
    for (size_t i = 0; i < tree->levels.count; i++) {
        const grmm_level_pieces *p = &tree->levels.data[i];

        seen = true;
        if (!ptl_grmm_fits_regions(r->file, &p->regn, true) ||
            (p->anno.there && !ptl_grmm_fits_notes(r->file, &p->anno, true)) ||
            !ptl_grmm_fits_cells(r->file, &p->prop, &p->cell, true))
            return false;
        editor = editor && ptl_grmm_fits_regions(r->file, &p->regn, false) &&
                 (!p->anno.there || ptl_grmm_fits_notes(r->file, &p->anno, false)) &&
                 ptl_grmm_fits_cells(r->file, &p->prop, &p->cell, false);
    }
    return seen && (!editor || asked);
}

/* Whether the layouts are to be told apart at all: version 1, or a version that was lost. */
static bool has_dialects(const grmm_reader *r, const grmm_tree *tree)
{
    if (tree->prop.end - tree->prop.start < 2)
        return r->salvage && !tree->group.there && !tree->disp.there;
    return ptl_load_u16le(r->file.data + tree->prop.start) == 1;
}

static void choose_dialect(grmm_reader *r, const grmm_tree *tree)
{
    bool asked = ptl_setting_is(ptl_setting_of(r->job, "dialect"), "document");

    if (!has_dialects(r, tree))
        return;
    r->document =
        r->salvage ? ptl_grmm_lean(r->file, tree) > (asked ? -1 : 0) : is_document(r, tree, asked);
    r->map->dialect = r->document ? GRMM_DIALECT_DOCUMENT : GRMM_DIALECT_EDITOR;
    if (r->document)
        ptl_warn(r->job, tree->prop.start, "grmm-document",
                 "laid out by the letter of the version 1 document, which no editor follows");
}

static void check_top_order(grmm_reader *r, const grmm_tree *tree)
{
    const grmm_piece *top[] = { &tree->map, &tree->lvls, &tree->lnks, &tree->flat, &tree->group };
    const grmm_piece *map[] = { &tree->prop, &tree->coor };

    ptl_grmm_check_order(r, top, 5);
    ptl_within(r->job, "map");
    ptl_grmm_check_order(r, map, 2);
    ptl_within(r->job, "%s", "");
}

static void read_tree(grmm_reader *r, const grmm_tree *tree)
{
    r->map->chunks       = tree->unknown;
    r->map->map_chunks   = tree->unknown_in_map;
    r->map->level_chunks = tree->unknown_in_levels;
    choose_dialect(r, tree);
    read_map(r, tree);
    if (ptl_ok(r->job))
        read_levels(r, tree);
    ptl_grmm_try(r);
    ptl_within(r->job, "lnks");
    if (ptl_ok(r->job))
        ptl_grmm_read_links(r, &tree->lnks);
    if (!ptl_grmm_tried(r, "all links are"))
        r->map->links = (ptl_grmm_links){ 0 };
    if (ptl_ok(r->job))
        ptl_grmm_read_state(r, tree);
    ptl_within(r->job, "%s", "");
    if (r->salvage && ptl_ok(r->job))
        renumber(r, tree);
}

typedef struct tally { /* counts what writing will not bring back */
    ptl_listener outer;
    ptl_grmm    *map;
} tally;

static void hear(void *user, const ptl_diag *diag)
{
    static const char *const rules[] = { "grmm-wide",  "grmm-coding",    "grmm-pad",
                                         "grmm-order", "trailing-bytes", "grmm-salvage" };
    const tally             *t       = user;

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        t->map->recoded += strcmp(rules[i], diag->rule) == 0;
    if (t->outer.hear)
        t->outer.hear(t->outer.user, diag);
}

void ptl_grmm_read(ptl_job *job, ptl_span source, void *native)
{
    tally       t    = { job->listener, native };
    grmm_reader r    = { .job     = job,
                         .file    = source,
                         .map     = native,
                         .salvage = ptl_setting_of(job, "salvage") != NULL,
                         .most    = job->heap->limit / 16 };
    grmm_tree   tree = { 0 };

    job->listener = (ptl_listener){ hear, &t };
    if (r.salvage)
        r.file = ptl_grmm_mend_line_ends(job, source);
    if (r.salvage)
        ptl_grmm_scan_tree(job, r.file, &tree);
    else
        ptl_grmm_find_tree(job, source, &tree);
    if (ptl_ok(job) && !r.salvage)
        check_top_order(&r, &tree);
    if (ptl_ok(job))
        read_tree(&r, &tree);
    ptl_expand(job, r.sized, r.cells, source.size);
    job->listener = t.outer;
}

static bool is_id(const uint8_t *at)
{
    static const char ids[] = "prop coor regn cell anno lnks stat LIST";

    for (const char *id = ids; id < ids + sizeof ids - 1; id += 5)
        if (memcmp(at, id, 4) == 0)
            return true;
    return false;
}

/* Whether a chunk of a map begins there, and its size leads to another; groups others have, too. */
static bool is_followed(ptl_span head, size_t at)
{
    uint64_t size = ptl_load_u32le(head.data + at + 4), next = at + 8 + size + (size & 1);

    return next + 4 <= head.size && head.data[at] != 'L' && is_id(head.data + at) &&
           is_id(head.data + next);
}

/* Groups or chunks of maps, whatever stands in front of them. */
static bool holds_chunks(ptl_span head)
{
    enum { FAR = 4096 };

    for (size_t at = 0; at + 12 <= head.size && at < FAR; at++) {
        const uint8_t *here = head.data + at;

        if (memcmp(here, "LIST", 4) == 0 &&
            (memcmp(here + 8, "lvl", 3) == 0 || memcmp(here + 8, "map ", 4) == 0))
            return true;
        if (is_followed(head, at))
            return true;
    }
    return false;
}

int ptl_grmm_probe(ptl_span head, uint64_t size)
{
    (void)size;
    if (head.size >= 12 && memcmp(head.data, "RIFF", 4) == 0 &&
        memcmp(head.data + 8, "GRMM", 4) == 0)
        return 95;
    /* Near misses are claimed weakly, so that they get a message of their own. */
    if (head.size >= 12 && memcmp(head.data, "RIFX", 4) == 0)
        return memcmp(head.data + 8, "GRMM", 4) == 0 ? 10 : 0;
    if (holds_chunks(head))
        return 10;
    return head.size >= 4 && head.size < 12 && memcmp(head.data, "RIFF", 4) == 0 ? 5 : 0;
}
