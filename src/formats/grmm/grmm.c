/* SPDX-License-Identifier: MIT */
/* Gridmonger maps (.gmm): their fields, how the parts fit together, and the format's row.
 *
 *   RIFF GRMM            little-endian; chunks padded to even sizes
 *     LIST "map "        prop: version, title, game, author, created, notes;  coor
 *     LIST lvls
 *       LIST "lvl "      prop: location, name, elevation, rows, columns, own coordinates, notes
 *                        coor: origin, styles, starts
 *                        regn: regions, in versions 1 to 3 with their places
 *                        cell: six layers of (rows + 1) * (columns + 1) values
 *                        anno: notes and labels; may be missing
 *     lnks               level, row, column of both ends
 *     stat               the editor's state; a group from version 4 on; may be missing
 * What we know beyond this table: docs/formats/grmm.md */
#include <string.h>

#include "formats/grmm/grmm_private.h"

#define SIZE(array) (sizeof(array) / sizeof *(array))

/* ---- Fields --------------------------------------------------------------------------------- */

static const ptl_name off_on[]   = { { 0, "off" }, { 1, "on" }, { 0, "" } };
static const ptl_name origins[]  = { { 0, "north-west" }, { 1, "south-west" }, { 0, "" } };
static const ptl_name styles[]   = { { 0, "number" }, { 1, "letter" }, { 0, "" } };
static const ptl_name dialects[] = { { GRMM_DIALECT_EDITOR, "editor" },
                                     { GRMM_DIALECT_DOCUMENT, "document" },
                                     { 0, "" } };
static const ptl_name kinds[]    = {
       { PTL_GRMM_COMMENT, "comment" }, { PTL_GRMM_NUMBERED, "numbered" },
       { PTL_GRMM_CUSTOM_ID, "id" },    { PTL_GRMM_ICON, "icon" },
       { PTL_GRMM_LABEL, "label" },     { 0, "" }
};
static const ptl_name codings[] = { { PTL_GRMM_CODING_EDITOR, "editor" },
                                    { PTL_GRMM_CODING_PLAIN, "plain" },
                                    { PTL_GRMM_CODING_RUNS, "runs" },
                                    { 0, "" } };
static const ptl_name layouts[] = { { PTL_GRMM_STATE_NONE, "none" },
                                    { PTL_GRMM_STATE_GROUP, "group" },
                                    { PTL_GRMM_STATE_FLAT5, "flat, tail of 5" },
                                    { PTL_GRMM_STATE_FLAT6, "flat, tail of 6" },
                                    { PTL_GRMM_STATE_FLAT7, "flat" },
                                    { 0, "" } };

#define EXTRA(type, field)                                                                         \
    {                                                                                              \
        "extra", "bytes after the last field of the chunk", PTL_KIND_BYTES, PTL_ONE,               \
            .offset = offsetof(type, field), .optional = true                                      \
    }

enum { LEVELS = 9 }; /* the place of the levels in map_fields, which numbers refer to */

static const ptl_field chunk_fields[] = {
    { "id", "four characters; LIST is a group", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_grmm_chunk, id), .standing = PTL_KEY },
    { "data", "what it holds", PTL_KIND_BYTES, PTL_ONE, .offset = offsetof(ptl_grmm_chunk, data) },
};
static const ptl_record chunk_record = { "an unknown chunk",
                                         sizeof(ptl_grmm_chunk),
                                         chunk_fields,
                                         SIZE(chunk_fields),
                                         .one_line = true,
                                         .placed   = true,
                                         .at       = offsetof(ptl_grmm_chunk, at) };

#define CHUNKS(type, field, name, help)                                                            \
    {                                                                                              \
        name, help, PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(type, field),                    \
                                               .record = &chunk_record, .optional = true           \
    }

static const ptl_name direction_words[] = {
    { 0, "north" }, { 1, "east" }, { 2, "south" }, { 3, "west" }, { 0, "" }
};
static const ptl_name scope_words[] = { { 0, "map" }, { 1, "level" }, { 2, "region" }, { 0, "" } };
static const ptl_name order_words[] = { { 0, "type" }, { 1, "text" }, { 0, "" } };
static const ptl_name kind_words[]  = { { 0, "none" }, { 1, "comments" }, { 2, "numbers" },
                                        { 4, "ids" },  { 8, "icons" },    { 0, "" } };

#define AT(field) .offset = offsetof(ptl_grmm_coordinates, field)
static const ptl_field coordinates_fields[] = {
    { "origin", "where counting begins", PTL_KIND_U8, PTL_ONE, AT(origin), .names = origins },
    { "row_style", "how rows are shown", PTL_KIND_U8, PTL_ONE, AT(row_style), .names = styles },
    { "column_style", "how columns are shown", PTL_KIND_U8, PTL_ONE, AT(column_style),
      .names = styles },
    { "row_start", "number of the first row", PTL_KIND_I16, PTL_ONE, AT(row_start), .low = -9999,
      .high = 9999 },
    { "column_start", "number of the first column", PTL_KIND_I16, PTL_ONE, AT(column_start),
      .low = -9999, .high = 9999 },
    EXTRA(ptl_grmm_coordinates, extra),
};
#undef AT
static const ptl_record coordinates_record = { "coordinate options",
                                               sizeof(ptl_grmm_coordinates),
                                               coordinates_fields,
                                               SIZE(coordinates_fields),
                                               .one_line = true,
                                               .placed   = true,
                                               .at       = offsetof(ptl_grmm_coordinates, at) };

#define AT(field) .offset = offsetof(ptl_grmm_region, field)
static const ptl_field region_fields[] = {
    { "row", "in regions; from the south if the origin is south-west", PTL_KIND_U16, PTL_ONE,
      AT(row), .high = 3332, .standing = PTL_KEY },
    { "column", "in regions", PTL_KIND_U16, PTL_ONE, AT(column), .high = 3332,
      .standing = PTL_KEY },
    { "name", "1 to 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(name) },
    { "notes", "at most 8000 characters", PTL_KIND_TEXT, PTL_ONE, AT(remarks) },
};
#undef AT
static const ptl_record region_record = { "a region",
                                          sizeof(ptl_grmm_region),
                                          region_fields,
                                          SIZE(region_fields),
                                          .one_line = true,
                                          .placed   = true,
                                          .at       = offsetof(ptl_grmm_region, at) };

#define AT(field) .offset = offsetof(ptl_grmm_regions, field)
static const ptl_field regions_fields[] = {
    { "enabled", "whether there are regions", PTL_KIND_U8, PTL_ONE, AT(enabled), .names = off_on },
    { "rows", "of cells in a region", PTL_KIND_U16, PTL_ONE, AT(rows), .low = 2, .high = 3333 },
    { "columns", "of cells in a region", PTL_KIND_U16, PTL_ONE, AT(columns), .low = 2,
      .high = 3333 },
    { "own_coordinates", "cell coordinates begin anew in every region", PTL_KIND_U8, PTL_ONE,
      AT(own_coordinates), .names = off_on },
    { "list", "none, or one for each place of the region grid", PTL_KIND_RECORD, PTL_LIST, AT(list),
      .record = &region_record },
    EXTRA(ptl_grmm_regions, extra),
};
#undef AT
static const ptl_record regions_record = { "region options", sizeof(ptl_grmm_regions),
                                           regions_fields, SIZE(regions_fields) };

#define AT(field) .offset = offsetof(ptl_grmm_note, field)
#define OF(kinds_) .kinds = (kinds_), .kind_at = offsetof(ptl_grmm_note, kind)
static const ptl_field note_fields[] = {
    { "row", "of the cell, from the north", PTL_KIND_U16, PTL_ONE, AT(row), .high = 6665,
      .standing = PTL_KEY },
    { "column", "of the cell, from the west", PTL_KIND_U16, PTL_ONE, AT(column), .high = 6665,
      .standing = PTL_KEY },
    { "kind", "what kind of note, or a label", PTL_KIND_U8, PTL_ONE, AT(kind), .names = kinds },
    { "index", "number of a numbered note", PTL_KIND_U16, PTL_ONE, AT(index), .high = 9999,
      OF(1u << PTL_GRMM_NUMBERED) },
    { "color", "of numbers and labels", PTL_KIND_U8, PTL_ONE, AT(color), .high = 3,
      OF(1u << PTL_GRMM_NUMBERED | 1u << PTL_GRMM_LABEL) },
    { "id", "one or two letters or digits", PTL_KIND_TEXT, PTL_ONE, AT(id),
      OF(1u << PTL_GRMM_CUSTOM_ID) },
    { "icon", "number of the picture", PTL_KIND_U8, PTL_ONE, AT(icon), .high = 39,
      PTL_WORDS(ptl_grmm_icon_words), OF(1u << PTL_GRMM_ICON) },
    { "text", "at most 4000 characters; needed except for ids and icons", PTL_KIND_TEXT, PTL_ONE,
      AT(text) },
};
#undef OF
#undef AT
static const ptl_record note_record = { "a note",
                                        sizeof(ptl_grmm_note),
                                        note_fields,
                                        SIZE(note_fields),
                                        .one_line = true,
                                        .placed   = true,
                                        .at       = offsetof(ptl_grmm_note, at) };

#define AT(field) .offset = offsetof(ptl_grmm_level, field)
#define CELLS(layer_)                                                                              \
    .offset = offsetof(ptl_grmm_level, layer) + (layer_) * sizeof(ptl_u8s),                        \
    .across = offsetof(ptl_grmm_level, columns), .down = offsetof(ptl_grmm_level, rows), .rim = 1, \
    .optional = true
#define PACKED(name_, layer_)                                                                      \
    {                                                                                              \
        name_, "runs of the layer, where the editor would pack them otherwise", PTL_KIND_BYTES,    \
            PTL_ONE, .offset = offsetof(ptl_grmm_level, packed) + (layer_) * sizeof(ptl_u8s),      \
                     .standing = PTL_ECHO, .optional = true                                        \
    }
static const ptl_field level_fields[] = {
    { "location", "1 to 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(location),
      .standing = PTL_KEY },
    { "name", "at most 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(name), .standing = PTL_KEY },
    { "elevation", "story; 0 is the ground", PTL_KIND_I16, PTL_ONE, AT(elevation), .low = -200,
      .high = 200, .standing = PTL_KEY },
    { "rows", "of cells", PTL_KIND_U32, PTL_ONE, AT(rows), .low = 1, .high = PTL_GRMM_MAX_SIDE },
    { "columns", "of cells", PTL_KIND_U32, PTL_ONE, AT(columns), .low = 1,
      .high = PTL_GRMM_MAX_SIDE },
    { "own_coordinates", "its own coordinate options count rather than the map's", PTL_KIND_U8,
      PTL_ONE, AT(own_coordinates), .names = off_on },
    { "notes", "at most 8000 characters", PTL_KIND_TEXT, PTL_ONE, AT(remarks) },
    EXTRA(ptl_grmm_level, extra),
    { "coordinates", "coordinate options", PTL_KIND_RECORD, PTL_ONE, AT(coordinates),
      .record = &coordinates_record },
    { "regions", "region options and names", PTL_KIND_RECORD, PTL_ONE, AT(regions),
      .record = &regions_record },
    { "floor", "what is in the cell; missing layers are all zero", PTL_KIND_U8, PTL_GRID,
      CELLS(PTL_GRMM_FLOOR), PTL_WORDS(ptl_grmm_floor_words) },
    { "orientation", "which way doors, bridges and arrows face; names are of version 4",
      PTL_KIND_U8, PTL_GRID, CELLS(PTL_GRMM_ORIENTATION), PTL_WORDS(direction_words) },
    { "color", "of the floor, an index into the theme", PTL_KIND_U8, PTL_GRID,
      CELLS(PTL_GRMM_COLOR) },
    { "wall_north", "north edge of the cell", PTL_KIND_U8, PTL_GRID, CELLS(PTL_GRMM_WALL_NORTH),
      PTL_WORDS(ptl_grmm_wall_words) },
    { "wall_west", "west edge of the cell", PTL_KIND_U8, PTL_GRID, CELLS(PTL_GRMM_WALL_WEST),
      PTL_WORDS(ptl_grmm_wall_words) },
    { "trail", "1 where the party has been", PTL_KIND_U8, PTL_GRID, CELLS(PTL_GRMM_TRAIL) },
    { "coding", "how each layer is written: as editors do, plain, or in runs though it is zero",
      PTL_KIND_U8, PTL_ONE, AT(coding), .fixed = PTL_GRMM_LAYERS, .names = codings,
      .optional = true, .standing = PTL_MANNER },
    PACKED("floor_packed", PTL_GRMM_FLOOR),
    PACKED("orientation_packed", PTL_GRMM_ORIENTATION),
    PACKED("color_packed", PTL_GRMM_COLOR),
    PACKED("wall_north_packed", PTL_GRMM_WALL_NORTH),
    PACKED("wall_west_packed", PTL_GRMM_WALL_WEST),
    PACKED("trail_packed", PTL_GRMM_TRAIL),
    { "no_notes", "1 if the chunk of notes is missing", PTL_KIND_U8, PTL_ONE, AT(no_notes),
      .high = 1, .optional = true, .standing = PTL_MANNER },
    { "annotations", "notes and labels in the order they were made", PTL_KIND_RECORD, PTL_LIST,
      AT(notes), .record = &note_record },
    { "annotations_extra", "bytes after the last note", PTL_KIND_BYTES, PTL_ONE, AT(notes_extra),
      .optional = true },
    CHUNKS(ptl_grmm_level, chunks, "chunks", "unknown chunks of the level"),
};
#undef PACKED
#undef CELLS
#undef AT
static const ptl_record level_record = { "a level",      sizeof(ptl_grmm_level),
                                         level_fields,   SIZE(level_fields),
                                         .placed = true, .at = offsetof(ptl_grmm_level, at) };

#define AT(field) .offset = offsetof(ptl_grmm_link, field)
static const ptl_field link_fields[] = {
    { "from_level", "position in the list of levels", PTL_KIND_U16, PTL_ONE, AT(from_level),
      .standing = PTL_KEY | PTL_REFERS(LEVELS) },
    { "from_row", "of the cell it starts in", PTL_KIND_U16, PTL_ONE, AT(from_row),
      .standing = PTL_KEY },
    { "from_column", "of the cell it starts in", PTL_KIND_U16, PTL_ONE, AT(from_column),
      .standing = PTL_KEY },
    { "to_level", "position in the list of levels", PTL_KIND_U16, PTL_ONE, AT(to_level),
      .standing = PTL_REFERS(LEVELS) },
    { "to_row", "of the cell it ends in", PTL_KIND_U16, PTL_ONE, AT(to_row) },
    { "to_column", "of the cell it ends in", PTL_KIND_U16, PTL_ONE, AT(to_column) },
};
#undef AT
static const ptl_record link_record = { "a link",
                                        sizeof(ptl_grmm_link),
                                        link_fields,
                                        SIZE(link_fields),
                                        .one_line = true,
                                        .placed   = true,
                                        .at       = offsetof(ptl_grmm_link, at) };

#define STORED(type)                                                                               \
    {                                                                                              \
        "stored", "the part is there", PTL_KIND_BOOL, PTL_ONE, .offset = offsetof(type, stored)    \
    }
#define AT(field) .offset = offsetof(ptl_grmm_display, field)
static const ptl_field display_fields[] = {
    STORED(ptl_grmm_display),
    { "theme", "1 to 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(theme) },
    { "zoom", "zoom level", PTL_KIND_U8, PTL_ONE, AT(zoom), .low = 1, .high = 50 },
    { "level", "the one that is shown", PTL_KIND_U16, PTL_ONE, AT(level),
      .standing = PTL_REFERS(LEVELS) },
    { "cursor_row", "where the cursor is", PTL_KIND_U16, PTL_ONE, AT(cursor_row) },
    { "cursor_column", "where the cursor is", PTL_KIND_U16, PTL_ONE, AT(cursor_column) },
    { "view_row", "first row that is shown", PTL_KIND_U16, PTL_ONE, AT(view_row) },
    { "view_column", "first column that is shown", PTL_KIND_U16, PTL_ONE, AT(view_column) },
    EXTRA(ptl_grmm_display, extra),
};
#undef AT
static const ptl_record display_record = { "a display state", sizeof(ptl_grmm_display),
                                           display_fields, SIZE(display_fields) };

#define AT(field) .offset = offsetof(ptl_grmm_options, field)
static const ptl_field options_fields[] = {
    STORED(ptl_grmm_options),
    { "cell_coordinates", "shown or not", PTL_KIND_U8, PTL_ONE, AT(cell_coordinates),
      .names = off_on },
    { "wasd", "keys W, A, S and D move the cursor", PTL_KIND_U8, PTL_ONE, AT(wasd),
      .names = off_on },
    { "walk", "walk mode", PTL_KIND_U8, PTL_ONE, AT(walk), .names = off_on },
    { "wraparound", "pasting wraps around; version 4", PTL_KIND_U8, PTL_ONE, AT(wraparound),
      .names = off_on },
    EXTRA(ptl_grmm_options, extra),
};
#undef AT
static const ptl_record options_record = { "editor options", sizeof(ptl_grmm_options),
                                           options_fields, SIZE(options_fields) };

#define AT(field) .offset = offsetof(ptl_grmm_tool, field)
static const ptl_field tool_fields[] = {
    STORED(ptl_grmm_tool),
    { "floor_color", "the one that is chosen", PTL_KIND_U8, PTL_ONE, AT(floor_color), .high = 9 },
    { "special_wall", "the one that is chosen", PTL_KIND_U8, PTL_ONE, AT(special_wall),
      .high = 11 },
    EXTRA(ptl_grmm_tool, extra),
};
#undef AT
static const ptl_record tool_record = { "a tool state", sizeof(ptl_grmm_tool), tool_fields,
                                        SIZE(tool_fields) };

#define AT(field) .offset = offsetof(ptl_grmm_note_list, field)
static const ptl_field list_fields[] = {
    STORED(ptl_grmm_note_list),
    { "scope", "0 map, 1 level, 2 region", PTL_KIND_U8, PTL_ONE, AT(scope), .high = 2,
      PTL_WORDS(scope_words) },
    { "types", "bits: 1 comments, 2 numbers, 4 ids, 8 icons", PTL_KIND_U8, PTL_ONE, AT(types),
      .high = 15, PTL_BIT_WORDS(kind_words) },
    { "search", "at most 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(search) },
    { "order", "0 by type, 1 by text", PTL_KIND_U8, PTL_ONE, AT(order), .high = 1,
      PTL_WORDS(order_words) },
    { "follow", "the list follows the cursor", PTL_KIND_U8, PTL_ONE, AT(follow), .names = off_on },
    { "scroll", "how far it is scrolled", PTL_KIND_U32, PTL_ONE, AT(scroll) },
    { "open", "per level: open or not, then the same for its regions if it has any", PTL_KIND_U8,
      PTL_LIST, AT(open), .high = 1 },
};
#undef AT
static const ptl_record list_record = { "a pane of notes", sizeof(ptl_grmm_note_list), list_fields,
                                        SIZE(list_fields) };

enum { /* layouts a part belongs to, as bits */
       GROUP = 1 << PTL_GRMM_STATE_GROUP,
       FLAT  = 1 << PTL_GRMM_STATE_FLAT5 | 1 << PTL_GRMM_STATE_FLAT6 | 1 << PTL_GRMM_STATE_FLAT7,
};

#define AT(field) .offset = offsetof(ptl_grmm_state, field)
#define OF(layouts_) .kinds = (layouts_), .kind_at = offsetof(ptl_grmm_state, layout)
static const ptl_field state_fields[] = {
    { "layout", "flat in versions 1 to 3, a group from 4 on", PTL_KIND_U8, PTL_ONE, AT(layout),
      .names = layouts },
    { "display", "theme, zoom, cursor and view", PTL_KIND_RECORD, PTL_ONE, AT(display),
      .record = &display_record, .optional = true, OF(GROUP | FLAT) },
    { "options", "what is switched on", PTL_KIND_RECORD, PTL_ONE, AT(options),
      .record = &options_record, .optional = true, OF(GROUP | FLAT) },
    { "tools_pane", "shown or not", PTL_KIND_U8, PTL_ONE, AT(tools_pane), .names = off_on,
      OF(FLAT) },
    { "notes_pane", "shown or not", PTL_KIND_U8, PTL_ONE, AT(notes_pane), .names = off_on,
      OF(FLAT) },
    { "draw_trail", "before the first release", PTL_KIND_U8, PTL_ONE, AT(draw_trail),
      .names = off_on, OF(1 << PTL_GRMM_STATE_FLAT6) },
    { "tool", "what is chosen", PTL_KIND_RECORD, PTL_ONE, AT(tool), .record = &tool_record,
      .optional = true, OF(GROUP | 1 << PTL_GRMM_STATE_FLAT7) },
    { "list", "the pane that lists the notes", PTL_KIND_RECORD, PTL_ONE, AT(list),
      .record = &list_record, .optional = true, OF(GROUP) },
    { "extra", "bytes after the last field of the chunk", PTL_KIND_BYTES, PTL_ONE, AT(extra),
      .optional = true, OF(FLAT) },
    { "chunks", "unknown chunks of the state", PTL_KIND_RECORD, PTL_LIST, AT(chunks),
      .record = &chunk_record, .optional = true, OF(GROUP) },
};
#undef OF
#undef AT
static const ptl_record state_record = { "an editor's state", sizeof(ptl_grmm_state),
                                         state_fields,        SIZE(state_fields),
                                         .placed = true,      .at = offsetof(ptl_grmm_state, at) };

#define AT(field) .offset = offsetof(ptl_grmm, field)
static const ptl_field map_fields[] = {
    { "version", "1 to 4", PTL_KIND_U16, PTL_ONE, AT(version), .low = 1, .high = 4 },
    { "dialect", "what editors write, or the letter of the version 1 document", PTL_KIND_U8,
      PTL_ONE, AT(dialect), .names = dialects, .optional = true, .standing = PTL_MANNER },
    { "title", "1 to 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(title) },
    { "game", "at most 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(game) },
    { "author", "at most 100 characters", PTL_KIND_TEXT, PTL_ONE, AT(author) },
    { "created", "local time as YYYY-MM-DD HH:MM:SS", PTL_KIND_TEXT, PTL_ONE, AT(created) },
    { "notes", "at most 8000 characters", PTL_KIND_TEXT, PTL_ONE, AT(remarks) },
    EXTRA(ptl_grmm, extra),
    { "coordinates", "coordinate options of all levels without their own", PTL_KIND_RECORD, PTL_ONE,
      AT(coordinates), .record = &coordinates_record },
    { "levels", "at most 999; versions 1 to 3 in order of creation, 4 in the order of display",
      PTL_KIND_RECORD, PTL_LIST, AT(levels), .record = &level_record },
    { "links", "pits, stairs, doors and teleports with both ends; at most 9999", PTL_KIND_RECORD,
      PTL_LIST, AT(links), .record = &link_record },
    { "links_extra", "bytes after the last link", PTL_KIND_BYTES, PTL_ONE, AT(links_extra),
      .optional = true },
    { "state", "what the editor remembers of itself", PTL_KIND_RECORD, PTL_ONE, AT(state),
      .record = &state_record, .standing = PTL_MANNER },
    CHUNKS(ptl_grmm, chunks, "chunks", "unknown chunks"),
    CHUNKS(ptl_grmm, map_chunks, "map_chunks", "unknown chunks among the properties"),
    CHUNKS(ptl_grmm, level_chunks, "level_chunks", "unknown chunks between the levels"),
};
#undef AT
const ptl_record ptl_grmm_record = { "a Gridmonger map", sizeof(ptl_grmm), map_fields,
                                     SIZE(map_fields) };

/* ---- Whether the parts fit ------------------------------------------------------------------ */

static void settle_most(ptl_job *job, const char *what, size_t count, size_t most)
{
    if (count > most)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-count", "%s: %zu, a file can hold %zu", what,
                 count, most);
}

static void settle_text(ptl_job *job, const char *what, ptl_str text)
{
    settle_most(job, what, text.size, UINT16_MAX);
}

/* Four characters of a list of such ids. */
static bool is_one_of(const char *id, const char *ids)
{
    for (; *ids; ids += 4)
        if (memcmp(id, ids, 4) == 0)
            return true;
    return false;
}

/* A chunk that would be taken for another one cannot be kept as unknown. `known` are the ids its
 * group has a meaning for, groups behind the others. */
static void settle_chunk(ptl_job *job, const ptl_grmm_chunk *chunk, const char *known,
                         const char *groups)
{
    bool        group = chunk->id.size == 4 && memcmp(chunk->id.data, "LIST", 4) == 0;
    const char *id    = chunk->id.data;
    bool        good  = chunk->id.size == 4 && id[0] != ' ' && (!group || chunk->data.count >= 4);

    for (size_t i = 0; good && i < 4; i++)
        good = id[i] >= 0x20 && id[i] <= 0x7E;
    if (good && group)
        good = !is_one_of((const char *)chunk->data.data, groups);
    else if (good)
        good = !is_one_of(id, known) && !is_one_of(id, "maphnotedisp");
    if (!good)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-chunk-id",
                 "an unknown chunk has the id of a known one, or an id that is not four characters "
                 "long");
}

static void settle_chunks(ptl_job *job, const ptl_grmm_chunks *chunks, const char *known,
                          const char *groups)
{
    for (size_t i = 0; i < chunks->count && ptl_ok(job); i++)
        settle_chunk(job, &chunks->data[i], known, groups);
}

static void settle_notes(ptl_job *job, const ptl_grmm_level *level)
{
    settle_most(job, "notes of a level", level->notes.count, UINT16_MAX);
    for (size_t i = 0; i < level->notes.count; i++) {
        const ptl_grmm_note *note = &level->notes.data[i];

        settle_text(job, "bytes of the text of a note", note->text);
        settle_most(job, "bytes of a custom id", note->id.size, UINT8_MAX);
        if (note->kind > PTL_GRMM_LABEL)
            ptl_fail(job, PTL_E_SYNTAX, note->at, "grmm-note-kind",
                     "kind of a note is %u; allowed: 0 to 4", note->kind);
    }
    if (level->no_notes && (level->notes.count > 0 || level->notes_extra.count > 0))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-count",
                 "there are notes though their chunk is missing");
}

/* Version 4 stores no places: they follow from the order. */
static void settle_region_order(ptl_job *job, const ptl_grmm_level *level)
{
    uint32_t across = ptl_grmm_region_columns(level);

    for (size_t i = 0; across > 0 && i < level->regions.list.count; i++)
        if (level->regions.list.data[i].row != i / across ||
            level->regions.list.data[i].column != i % across)
            ptl_fail(job, PTL_E_SYNTAX, level->regions.list.data[i].at, "grmm-region",
                     "in version 4 regions stand row by row; this one is not in its place");
}

static void settle_regions(ptl_job *job, const ptl_grmm_regions *regions)
{
    settle_most(job, "regions of a level", regions->list.count, UINT16_MAX);
    for (size_t i = 0; i < regions->list.count; i++) {
        settle_text(job, "bytes of the name of a region", regions->list.data[i].name);
        settle_text(job, "bytes of the notes of a region", regions->list.data[i].remarks);
    }
}

static void settle_level(ptl_job *job, const ptl_grmm_level *level)
{
    settle_text(job, "bytes of the name of a location", level->location);
    settle_text(job, "bytes of the name of a level", level->name);
    settle_text(job, "bytes of the notes of a level", level->remarks);
    if (level->rows < 1 || level->rows > PTL_GRMM_MAX_SIDE || level->columns < 1 ||
        level->columns > PTL_GRMM_MAX_SIDE) {
        ptl_fail(job, PTL_E_SYNTAX, level->at, "grmm-size",
                 "%lu rows and %lu columns; allowed: 1 to %d", (unsigned long)level->rows,
                 (unsigned long)level->columns, PTL_GRMM_MAX_SIDE);
        return;
    }
    for (int i = 0; i < PTL_GRMM_LAYERS; i++)
        if (level->layer[i].count != 0 && level->layer[i].count != grmm_cells(level))
            ptl_fail(job, PTL_E_SYNTAX, level->at, "grmm-count",
                     "a layer has %zu values, %zu or none are needed", level->layer[i].count,
                     grmm_cells(level));
    for (int i = 0; i < PTL_GRMM_LAYERS; i++)
        if (level->coding[i] > PTL_GRMM_CODING_RUNS)
            ptl_fail(job, PTL_E_SYNTAX, level->at, "grmm-compression",
                     "coding of a layer is %u; allowed: 0 to 2", level->coding[i]);
    settle_regions(job, &level->regions);
    settle_notes(job, level);
    settle_chunks(job, &level->chunks, "propcoorregncellanno", "");
}

static void settle_state(ptl_job *job, const ptl_grmm *map)
{
    const ptl_grmm_state *s = &map->state;

    settle_most(job, "bytes of the name of the theme", s->display.theme.size, UINT8_MAX);
    settle_text(job, "bytes of the search term", s->list.search);
    settle_chunks(job, &s->chunks, "dispoptstoolnotl", "");
    if (!ptl_field_value_name(&state_fields[0], s->layout))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-state", "layout of the state is %u",
                 s->layout);
    if (s->layout > PTL_GRMM_STATE_GROUP && s->layout < PTL_GRMM_STATE_FLAT7 && s->extra.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-state",
                 "a state with a short tail cannot have more bytes");
    if (s->layout > PTL_GRMM_STATE_GROUP &&
        s->display.extra.count + s->options.extra.count + s->tool.extra.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-state",
                 "the parts of a flat state cannot have bytes of their own");
}

/* What the document's layout cannot say. */
static void settle_dialect(ptl_job *job, const ptl_grmm *map)
{
    if (map->dialect > GRMM_DIALECT_DOCUMENT)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-dialect", "dialect is %u", map->dialect);
    if (map->dialect != GRMM_DIALECT_DOCUMENT)
        return;
    if (map->version != 1 ||
        (map->state.layout != PTL_GRMM_STATE_NONE && map->state.layout != PTL_GRMM_STATE_FLAT5))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-dialect",
                 "the document's letter allows only version 1 and a state with a tail of 5");
    for (size_t i = 0; i < map->levels.count; i++)
        if (map->levels.data[i].regions.extra.count + map->levels.data[i].notes_extra.count > 0)
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-dialect",
                     "in the document's letter nothing may follow regions and notes");
    if (map->state.display.level > UINT8_MAX)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "grmm-dialect",
                 "the document's letter cannot show level %u", map->state.display.level);
}

void ptl_grmm_settle(ptl_job *job, const void *native)
{
    const ptl_grmm *map   = native;
    uint64_t        cells = 0;

    if (map->version < 1 || map->version > 4) {
        ptl_path(job, "version");
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grmm-version",
                 "version is %u; known: 1 to 4", map->version);
    }
    settle_text(job, "bytes of the title", map->title);
    settle_text(job, "bytes of the name of the game", map->game);
    settle_text(job, "bytes of the author", map->author);
    settle_text(job, "bytes of the notes", map->remarks);
    settle_most(job, "bytes of the time of creation", map->created.size, UINT8_MAX);
    settle_most(job, "links", map->links.count, UINT16_MAX);
    settle_most(job, "levels", map->levels.count, UINT16_MAX);
    for (size_t i = 0; i < map->levels.count && ptl_ok(job); i++) {
        settle_level(job, &map->levels.data[i]);
        if (map->version >= 4 && ptl_ok(job))
            settle_region_order(job, &map->levels.data[i]);
        cells += ptl_ok(job) ? grmm_cells(&map->levels.data[i]) : 0;
    }
    if (cells > job->heap->limit / 16)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-cells",
                 "more than %zu cells in all levels, a sixteenth of the memory limit",
                 job->heap->limit / 16);
    settle_chunks(job, &map->chunks, "lnksstat",
                  map->state.layout > PTL_GRMM_STATE_GROUP ? "map lvls" : "map lvlsstat");
    settle_chunks(job, &map->map_chunks, "propcoor", "");
    settle_chunks(job, &map->level_chunks, "", "lvl ");
    settle_state(job, map);
    settle_dialect(job, map);
}

/* ---- The row -------------------------------------------------------------------------------- */

ptl_grmm *ptl_grmm_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_grmm);
}

const ptl_grmm *ptl_grmm_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_grmm);
}

static const ptl_setting_info grmm_settings[] = {
    { "salvage", NULL, NULL, "recover what is intact in a damaged file and list what is lost",
      PTL_WHEN_READING },
    { "dialect", "WHICH", "editor document",
      "read as, or write, what editors do or the letter of the version 1 document",
      PTL_WHEN_READING | PTL_WHEN_WRITING },
    { "target-version", "NUMBER", "1 2 3 4", "write this version and list what is lost",
      PTL_WHEN_WRITING },
    { "simplify", NULL, NULL, "replace what the version to write does not have", PTL_WHEN_WRITING },
    { "levels", "LIST", NULL,
      "write only these levels, in this order: numbers as info prints them, ranges, parts of names",
      PTL_WHEN_WRITING | PTL_WHEN_NOTES, "levels" },
    { "append", "FILE", NULL, "write the levels of another map, too, behind all others",
      PTL_WHEN_WRITING | PTL_WHEN_NOTES, "levels", .repeats = true },
    { "rename", "N=NAME", NULL, "write a level under another name",
      PTL_WHEN_WRITING | PTL_WHEN_NOTES, "levels", .repeats = true },
    { "relocate", "N=PLACE", NULL, "write a level with another location",
      PTL_WHEN_WRITING | PTL_WHEN_NOTES, "levels", .repeats = true },
    { "theme", "NAME|FILE", "paper parchment blueprint dark contrast print world phosphor map",
      "draw with a built-in theme, the one that the map names, or one from a file",
      PTL_WHEN_PLAN | PTL_WHEN_SCENE | PTL_WHEN_TABLE },
    { "audience", "WHO", "mapper player",
      "draw or export all there is, or what players see: no secrets, notes, trails and links",
      PTL_WHEN_PLAN | PTL_WHEN_SCENE | PTL_WHEN_TABLE },
    { "reveal", "WHAT", "all trail", "draw or export all cells, or only those with a trail",
      PTL_WHEN_PLAN | PTL_WHEN_SCENE | PTL_WHEN_TABLE },
    { "no-trim", NULL, NULL, "draw whole levels, also where nothing is in them", PTL_WHEN_PLAN },
    { "arrange", "HOW", "stack side",
      "export levels above each other by elevation, or side by side", PTL_WHEN_SCENE,
      .alias = "levels" },
    { "level", "N|NAME,...", NULL,
      "draw only these levels or pages: numbers as info prints them, ranges, parts of names",
      PTL_WHEN_PLAN | PTL_WHEN_SCENE | PTL_WHEN_TABLE | PTL_WHEN_GROUND },
    { "wall-height", "CELLS", NULL, "how high walls of a scene are (1)", PTL_WHEN_SCENE },
    { "no-pins", NULL, NULL, "export no pins where notes are, and no boards for labels",
      PTL_WHEN_SCENE },
    { "flat", NULL, NULL, "export floors, walls and things as flat shapes", PTL_WHEN_SCENE },
    { "unsealed", NULL, NULL, "export no walls where floors end without one",
      PTL_WHEN_SCENE | PTL_WHEN_TABLE },
    { "size", "WxH", NULL, "cells of the level of a new map (16x16)", PTL_WHEN_MAKING },
    { "title", "TEXT", NULL, "title of a new map (Untitled)", PTL_WHEN_MAKING },
    { "created", "TIME", NULL, "when a new map was made (now), such as 2026-12-31 23:59:59",
      PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_grmm = {
    .info     = { .name       = "grmm",
                  .title      = "Gridmonger map",
                  .extensions = "gmm",
                  .media_type = "application/x-gridmonger-map",
                  .magic      = "0=RIFF&8=GRMM",
                  .settings   = grmm_settings },
    .record   = &ptl_grmm_record,
    .rules    = ptl_grmm_rules,
    .probe    = ptl_grmm_probe,
    .make     = ptl_grmm_make,
    .read     = ptl_grmm_read,
    .settle   = ptl_grmm_settle,
    .write    = ptl_grmm_write,
    .unite    = ptl_grmm_unite,
    .check    = ptl_grmm_check,
    .fix      = ptl_grmm_fix,
    .to       = { [PTL_HUB_SCENE]  = ptl_grmm_to_scene,
                  [PTL_HUB_PLAN]   = ptl_grmm_to_plan,
                  [PTL_HUB_TABLE]  = ptl_grmm_to_table,
                  [PTL_HUB_NOTES]  = ptl_grmm_to_notes,
                  [PTL_HUB_GRID]   = ptl_grmm_to_grid,
                  [PTL_HUB_GROUND] = ptl_grmm_to_ground },
    .from     = { [PTL_HUB_GROUND] = ptl_grmm_from_ground, [PTL_HUB_GRID] = ptl_grmm_from_grid },
    .home     = ptl_grmm_home,
    .home_key = "grmm.level",
    .facts_record = &ptl_grmm_facts_record,
    .facts        = ptl_grmm_facts,
    .notes        = ptl_grmm_notes_page,
};
