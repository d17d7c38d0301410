/* SPDX-License-Identifier: MIT */
/* Permafrost terrain (.pfmap): fields, recognizing, settling, new maps and the format's row. Text.
 *
 *      version <number>             1.0, 1.1 or 1.2, which does not tell the layout of the tiles
 *      num_materials <count>
 *      num_splats <count>           from 1.1 on
 *      num_rows <count>             of chunks of 32 x 32 tiles, from north to south
 *      num_cols <count>             from west to east
 *      material <name> <texture>    num_materials lines
 *      splat <base> <accent>        num_splats lines
 *      <tile> <tile> <tile> <tile>  chunk by chunk and row by row, four to a line by custom
 *
 *      at  size  a tile                              at  size
 *       0     1  A type, 0 to C                      13     1  H blend mode before 1.2
 *       1   1+2  B, C sign and base height           14     1  I blend normals
 *       4     2  D ramp height                       15     1  J no bump map
 *       6     3  E top material                      16     1  K cover, 1.2
 *       9     3  F side material                     17     4  M blend modes N, E, S, W, 1.2
 *      12     1  G pathable                          21     3  N reserved
 * What we know beyond this table: docs/formats/pfmap.md */
#include <math.h>
#include <string.h>

#include "core/companions.h"
#include "core/num.h"
#include "formats/call.h"
#include "formats/pfmap/pfmap_private.h"

#define ROWS(table) table, sizeof(table) / sizeof *(table)

/* ---- Fields --------------------------------------------------------------------------------- */

enum { MATERIALS = 3 }; /* their place in map_fields, which numbers refer to */

static const ptl_field material_fields[] = {
    { "name", "for people; the engine ignores it", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_pfmap_material, name), .standing = PTL_KEY },
    { "texture", "file in the folder of textures", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_pfmap_material, texture) },
    { "extra", "further words of the line", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_pfmap_material, extra), .optional = true },
};
static const ptl_record material_record = {
    "a material",          sizeof(ptl_pfmap_material),
    ROWS(material_fields), .one_line = true,
    .placed = true,        .at = offsetof(ptl_pfmap_material, at)
};

static const ptl_field splat_fields[] = {
    { "base", "material that is modified", PTL_KIND_U32, PTL_ONE,
      .offset = offsetof(ptl_pfmap_splat, base), .standing = PTL_KEY | PTL_REFERS(MATERIALS) },
    { "accent", "material laid over it", PTL_KIND_U32, PTL_ONE,
      .offset = offsetof(ptl_pfmap_splat, accent), .standing = PTL_REFERS(MATERIALS) },
};
static const ptl_record splat_record = { "a splat",          sizeof(ptl_pfmap_splat),
                                         ROWS(splat_fields), .one_line = true,
                                         .placed = true,     .at = offsetof(ptl_pfmap_splat, at) };

static const ptl_field gap_fields[] = {
    { "before", "number of what follows it", PTL_KIND_U64, PTL_ONE,
      .offset = offsetof(ptl_pfmap_gap, before), .standing = PTL_KEY },
    { "text", "the white space", PTL_KIND_TEXT, PTL_ONE, .offset = offsetof(ptl_pfmap_gap, text) },
};
static const ptl_record gap_record = { "a gap", sizeof(ptl_pfmap_gap), ROWS(gap_fields),
                                       .one_line = true };

static const ptl_field spelling_fields[] = {
    { "word", "number of the word", PTL_KIND_U64, PTL_ONE,
      .offset = offsetof(ptl_pfmap_spelling, word), .standing = PTL_KEY },
    { "text", "how it is written", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_pfmap_spelling, text) },
};
static const ptl_record spelling_record = { "a spelling", sizeof(ptl_pfmap_spelling),
                                            ROWS(spelling_fields), .one_line = true };

static const ptl_field letter_fields[] = {
    { "tile", "number of the tile in the file", PTL_KIND_U64, PTL_ONE,
      .offset = offsetof(ptl_pfmap_letter, tile), .standing = PTL_KEY },
    { "place", "which of its characters", PTL_KIND_U8, PTL_ONE,
      .offset = offsetof(ptl_pfmap_letter, place), .low = PFMAP_FREE, .high = PFMAP_WORD - 1,
      .standing = PTL_KEY },
    { "letter", "what stands there", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_pfmap_letter, letter) },
};
static const ptl_record letter_record = { "a letter", sizeof(ptl_pfmap_letter), ROWS(letter_fields),
                                          .one_line = true };

#define LAYOUT(member) .offset = offsetof(ptl_pfmap_layout, member), .optional = true

static const ptl_field layout_fields[] = {
    { "bom", "a byte order mark stands in front", PTL_KIND_BOOL, PTL_ONE, LAYOUT(bom) },
    { "crlf", "lines end in CR LF", PTL_KIND_BOOL, PTL_ONE, LAYOUT(crlf) },
    { "cut", "the last line has no end", PTL_KIND_BOOL, PTL_ONE, LAYOUT(cut) },
    { "tiles_per_line", "left out if it is the usual 4", PTL_KIND_U8, PTL_ONE,
      LAYOUT(tiles_per_line), .high = PTL_PFMAP_CHUNK },
    { "words", "odd white space before words of the header", PTL_KIND_RECORD, PTL_LIST,
      LAYOUT(words), .record = &gap_record },
    { "tiles", "odd white space before tiles, numbered as in the file", PTL_KIND_RECORD, PTL_LIST,
      LAYOUT(tiles), .record = &gap_record },
    { "spellings", "numbers of the header not written the shortest way", PTL_KIND_RECORD, PTL_LIST,
      LAYOUT(spellings), .record = &spelling_record },
    { "minus_zero", "tiles whose base height is -00", PTL_KIND_U64, PTL_LIST, LAYOUT(minus_zero) },
    { "lower_case", "tiles whose type is a small letter", PTL_KIND_U64, PTL_LIST,
      LAYOUT(lower_case) },
    { "letters", "reserved places without a digit", PTL_KIND_RECORD, PTL_LIST, LAYOUT(letters),
      .record = &letter_record },
    { "rest", "what follows the last tile, unless it is a line end", PTL_KIND_TEXT, PTL_ONE,
      LAYOUT(rest) },
};
static const ptl_record layout_record = { "a layout", sizeof(ptl_pfmap_layout),
                                          ROWS(layout_fields) };

static const ptl_name type_words[] = {
    { 0, "flat" },       { 1, "ramp_sn" },    { 2, "ramp_ns" },    { 3, "ramp_ew" },
    { 4, "ramp_we" },    { 5, "concave_sw" }, { 6, "convex_sw" },  { 7, "concave_se" },
    { 8, "convex_se" },  { 9, "concave_nw" }, { 10, "convex_nw" }, { 11, "concave_ne" },
    { 12, "convex_ne" }, { 0, "" },
};
static const ptl_name old_blend_words[] = { { 0, "none" }, { 1, "blur" }, { 0, "" } };
static const ptl_name blend_words[] = { { 0, "none" }, { 1, "blur" }, { 2, "seam" }, { 0, "" } };
static const ptl_name cover_words[] = { { 0, "none" }, { 1, "full" }, { 2, "sparse" }, { 0, "" } };

#define TILES(member)                                                                              \
    PTL_GRID, .offset = offsetof(ptl_pfmap, tiles), .across = offsetof(ptl_pfmap, width),          \
              .down = offsetof(ptl_pfmap, height), .stride = sizeof(ptl_pfmap_tile),               \
              .inside = offsetof(ptl_pfmap_tile, member)
#define MORE(member) TILES(member), .optional = true
#define DIGITS .high = 9

static const ptl_field map_fields[] = {
    { "version", "as written; the number decides only whether there are splats", PTL_KIND_TEXT,
      PTL_ONE, .offset = offsetof(ptl_pfmap, version) },
    { "width", "tiles from west to east, a multiple of 32", PTL_KIND_U32, PTL_ONE,
      .offset = offsetof(ptl_pfmap, width) },
    { "height", "tiles from north to south, a multiple of 32", PTL_KIND_U32, PTL_ONE,
      .offset = offsetof(ptl_pfmap, height) },
    { "materials", "textures, numbered from 0", PTL_KIND_RECORD, PTL_LIST,
      .offset = offsetof(ptl_pfmap, materials), .record = &material_record },
    { "splats", "from version 1.1 on", PTL_KIND_RECORD, PTL_LIST,
      .offset = offsetof(ptl_pfmap, splats), .record = &splat_record, .optional = true },
    { "type",
      "shape: 0 flat, 1 to 4 ramps rising to N, S, W, E, 5 to 12 corners: concave and convex "
      "SW, SE, NW, NE",
      PTL_KIND_U8, TILES(type), .high = PTL_PFMAP_TYPES - 1, PTL_WORDS(type_words) },
    { "base", "height in levels", PTL_KIND_I16, TILES(base), .low = -PTL_PFMAP_MAX_HEIGHT,
      .high = PTL_PFMAP_MAX_HEIGHT },
    { "ramp", "rise in levels; on flat tiles it only closes water to ships", PTL_KIND_U8,
      MORE(ramp), .high = PTL_PFMAP_MAX_HEIGHT },
    { "top", "material of the top", PTL_KIND_U16, MORE(top), .high = PTL_PFMAP_MAX_MATERIAL,
      .standing = PTL_REFERS(MATERIALS) },
    { "side", "material of the sides, and of slopes of two levels and more", PTL_KIND_U16,
      MORE(side), .high = PTL_PFMAP_MAX_MATERIAL, .standing = PTL_REFERS(MATERIALS) },
    { "pathable", "1: passable unless obstructed", PTL_KIND_U8, MORE(pathable), DIGITS },
    { "blend", "blend mode before version 1.2: 0 none, 1 blur", PTL_KIND_U8, MORE(blend), DIGITS,
      PTL_WORDS(old_blend_words) },
    { "blend_normals", "1: smooth shading", PTL_KIND_U8, MORE(blend_normals), DIGITS },
    { "no_bump_map", "1: the top is not roughened", PTL_KIND_U8, MORE(no_bump_map), DIGITS },
    { "cover", "0 none, 1 full grass, 2 sparse grass", PTL_KIND_U8, MORE(cover), DIGITS,
      PTL_WORDS(cover_words) },
    { "blend_north", "blend mode of the edge: 0 none, 1 blur, 2 seam", PTL_KIND_U8,
      MORE(edge_blend[0]), DIGITS, PTL_WORDS(blend_words) },
    { "blend_east", "the same", PTL_KIND_U8, MORE(edge_blend[1]), DIGITS, PTL_WORDS(blend_words) },
    { "blend_south", "the same", PTL_KIND_U8, MORE(edge_blend[2]), DIGITS, PTL_WORDS(blend_words) },
    { "blend_west", "the same", PTL_KIND_U8, MORE(edge_blend[3]), DIGITS, PTL_WORDS(blend_words) },
    { "reserved", "three digits", PTL_KIND_U16, MORE(reserved), .high = 999 },
    { "layout", "how the text differs from that of the official writers", PTL_KIND_RECORD, PTL_ONE,
      .offset = offsetof(ptl_pfmap, layout), .record = &layout_record, .optional = true,
      .standing = PTL_MANNER },
};

static const ptl_record map_record = { "a Permafrost map", sizeof(ptl_pfmap), ROWS(map_fields) };

/* ---- White space and words ------------------------------------------------------------------ */

size_t ptl_pfmap_white(const char *at, const char *end)
{
    const char *start = at;

    while (at < end) {
        if (*at == ' ' || *at == '\t' || *at == '\n')
            at++;
        else if (*at == '\r' && at + 1 < end && at[1] == '\n')
            at += 2;
        else
            break;
    }
    return (size_t)(at - start);
}

bool ptl_pfmap_gap_fits(pfmap_gap_kind kind, ptl_str text)
{
    bool white = ptl_pfmap_white(text.data, text.data + text.size) == text.size;

    if (kind == PFMAP_START)
        return white;
    if (!white || text.size == 0)
        return false;
    return kind == PFMAP_TILE || pfmap_has_line_end(text) == (kind == PFMAP_LINE);
}

pfmap_line ptl_pfmap_line_kind(pfmap_gap_kind kind, ptl_str text)
{
    size_t blanks = 0, left;

    if (kind == PFMAP_START)
        return text.size > 0 ? PFMAP_REFUSED : PFMAP_PLAIN;
    while (blanks < text.size && (text.data[blanks] == ' ' || text.data[blanks] == '\t'))
        blanks++;
    left = text.size - blanks;
    if (left == 0 || left > 2 || memcmp(text.data + blanks, "\r\n" + 2 - left, left) != 0)
        return PFMAP_REFUSED;
    return blanks > 0 ? PFMAP_TRAILING : PFMAP_PLAIN;
}

bool ptl_pfmap_has_blank_line(ptl_str text)
{
    unsigned ends = 0;

    for (size_t i = 0; i < text.size; i++)
        ends += text.data[i] == '\n';
    return ends > 1;
}

bool ptl_pfmap_is_word(ptl_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == 0 || memchr(" \t\r\n", text.data[i], 4))
            return false;
    return text.size > 0;
}

ptl_str ptl_pfmap_copy(ptl_job *job, const char *data, size_t size)
{
    char *copy = ptl_arena_raw(job, (uint64_t)size + 1);

    if (!copy)
        return (ptl_str){ "", 0 };
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = 0;
    return (ptl_str){ copy, size };
}

unsigned ptl_pfmap_version_of(ptl_str text, bool *known)
{
    static const double versions[] = { 1.0, 1.1,
                                       1.2 }; /* literals may be more exact than doubles */
    double              number     = 0;
    const char         *end        = text.data + text.size;

    if (text.size == 0 || text.data[0] == '-' || ptl_parse_f64(text.data, end, &number) != end ||
        !isfinite(number))
        return 0;
    *known = number == versions[0] || number == versions[1] || number == versions[2];
    return number < versions[1] ? 10 : number > versions[1] ? 12 : 11;
}

unsigned ptl_pfmap_version(const ptl_pfmap *map)
{
    bool     known;
    unsigned version = map ? ptl_pfmap_version_of(map->version, &known) : 0;

    return version ? version : 10;
}

/* ---- Places in the file --------------------------------------------------------------------- */

pfmap_pattern ptl_pfmap_pattern_of(const ptl_pfmap_layout *layout)
{
    pfmap_pattern p = { .per_line = layout->tiles_per_line, .eol = layout->crlf ? 2 : 1 };

    if (p.per_line == 0 || p.per_line > PTL_PFMAP_CHUNK)
        p.per_line = PFMAP_PER_LINE;
    for (unsigned j = 0; j < PTL_PFMAP_CHUNK; j++)
        p.before[j] = j % p.per_line == 0 ? '\n' : ' ';
    return p;
}

uint64_t ptl_pfmap_regular_offset(const pfmap_pattern *p, uint64_t number)
{
    uint64_t row = number / PTL_PFMAP_CHUNK, in_row = number % PTL_PFMAP_CHUNK;
    uint64_t turns =
        row * ((PTL_PFMAP_CHUNK + p->per_line - 1) / p->per_line) + in_row / p->per_line;

    return number * (PFMAP_WORD + 1) + turns * (p->eol - 1);
}

uint64_t ptl_pfmap_tile_offset(const ptl_pfmap *map, uint64_t number)
{
    pfmap_pattern         pattern = ptl_pfmap_pattern_of(&map->layout);
    const ptl_pfmap_gaps *gaps    = &map->layout.tiles;
    uint64_t              at      = map->at.tiles + ptl_pfmap_regular_offset(&pattern, number);
    size_t                low = 0, high = gaps->count; /* the last gap that is not after it */

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (gaps->data[middle].before <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? at + (uint64_t)gaps->data[low - 1].shift : at;
}

void ptl_pfmap_name_tile(ptl_job *job, const ptl_pfmap *map, const char *field, uint64_t number)
{
    size_t index = ptl_pfmap_index(map, number);

    ptl_path(job, "%s[%zu,%zu]", field, index % map->width, index / map->width);
}

static uint64_t pfmap_place(const void *native, const ptl_field *field, size_t index)
{
    const ptl_pfmap *map = native;

    if (field->offset == offsetof(ptl_pfmap, tiles))
        return ptl_pfmap_tile_offset(map, ptl_pfmap_file_number(map, (uint32_t)(index / map->width),
                                                                (uint32_t)(index % map->width)));
    return field->offset == offsetof(ptl_pfmap, width)    ? map->at.cols
           : field->offset == offsetof(ptl_pfmap, height) ? map->at.rows
                                                          : PTL_NOWHERE;
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

static void settle_words(ptl_job *job, const ptl_pfmap *map)
{
    bool known;

    if (!ptl_pfmap_is_word(map->version) || ptl_pfmap_version_of(map->version, &known) == 0) {
        ptl_path(job, "version");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-version",
                 "the version is not a number such as 1.0");
    } else if (ptl_pfmap_version(map) < 11 && map->splats.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-splats",
                 "splats in a map of version 1.0: they are for 1.1 and later");
    for (size_t i = 0; i < map->materials.count && ptl_ok(job); i++) {
        const ptl_pfmap_material *m = &map->materials.data[i];
        ptl_str                   e = m->extra;

        ptl_within(job, "materials[%zu]", i);
        if (!ptl_pfmap_is_word(m->name) || !ptl_pfmap_is_word(m->texture))
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-word",
                     "material %zu: names and textures are words without blanks", i);
        else if (e.size > 0 && (memchr(e.data, '\n', e.size) || memchr(e.data, '\r', e.size) ||
                                memchr(e.data, 0, e.size) || memchr(" \t", e.data[0], 2) ||
                                memchr(" \t", e.data[e.size - 1], 2)))
            ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-word",
                     "material %zu: what is extra ends with the line", i);
    }
    ptl_within(job, "%s", "");
}

static void settle_sizes(ptl_job *job, const ptl_pfmap *map)
{
    if (map->width == 0 || map->height == 0 || map->width % PTL_PFMAP_CHUNK != 0 ||
        map->height % PTL_PFMAP_CHUNK != 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-size",
                 "%lu x %lu tiles are not whole chunks of 32 x 32", (unsigned long)map->width,
                 (unsigned long)map->height);
    else if (map->tiles.count != (uint64_t)map->width * map->height)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-count", "%zu tiles, %llu are needed",
                 map->tiles.count, (unsigned long long)map->width * map->height);
    if (map->materials.count > PTL_PFMAP_ENGINE_LISTS)
        ptl_warn(job, map->at.materials, "pfmap-limit",
                 "%zu materials, the engine takes at most 256", map->materials.count);
    if (map->splats.count > PTL_PFMAP_ENGINE_LISTS)
        ptl_warn(job, map->at.splats, "pfmap-limit", "%zu splats, the engine takes at most 256",
                 map->splats.count);
}

/* A tile as three numbers, so that all of its fields are compared with their limits at once: a
 * limit is added that makes the top bit of a field say that it is too large. */
typedef struct packed {
    uint64_t wide, narrow; /* top, side, reserved; type to the first of M */
    uint32_t rest;         /* the other three of M                        */
} packed;

static packed pack(const ptl_pfmap_tile *tile)
{
    packed p;

    memcpy(&p.wide, &tile->top, sizeof p.wide);
    memcpy(&p.narrow, &tile->type, sizeof p.narrow);
    memcpy(&p.rest, &tile->edge_blend[1], sizeof p.rest);
    return p;
}

_Static_assert(offsetof(ptl_pfmap_tile, type) == 8 && sizeof(ptl_pfmap_tile) == 20, "no holes");

static packed packed_limits(void)
{
    static const uint16_t wide[4]   = { 0x7FFF - PTL_PFMAP_MAX_MATERIAL,
                                        0x7FFF - PTL_PFMAP_MAX_MATERIAL, 0, 0x7FFF - 999 };
    static const uint8_t  bytes[12] = { 0x7F - (PTL_PFMAP_TYPES - 1),
                                        0x7F - PTL_PFMAP_MAX_HEIGHT,
                                        118,
                                        118,
                                        118,
                                        118,
                                        118,
                                        118,
                                        118,
                                        118,
                                        118,
                                        0 };
    packed                p;

    memcpy(&p.wide, wide, sizeof p.wide);
    memcpy(&p.narrow, bytes, sizeof p.narrow);
    memcpy(&p.rest, bytes + 8, sizeof p.rest);
    return p;
}

static packed packed_masks(void)
{
    static const uint16_t wide[4]   = { 0xFFFF, 0xFFFF, 0, 0xFFFF };
    static const uint8_t  bytes[12] = { 0, 0, 0xFE, 0xFE, 0xFE, 0xFE, 0, 0, 0xFF, 0xFF, 0xFF, 0 };
    packed                p;

    memcpy(&p.wide, wide, sizeof p.wide);      /* without the base          */
    memcpy(&p.narrow, bytes, sizeof p.narrow); /* flags above 1             */
    memcpy(&p.rest, bytes + 8, sizeof p.rest); /* without the unused byte   */
    return p;
}

/* Whether some value does not fit the characters it has in the file. */
static bool has_bad_tile(const ptl_pfmap_tile *tiles, size_t count)
{
    packed   limit = packed_limits(), mask = packed_masks();
    uint64_t wide = 0, narrow = 0;
    uint32_t rest = 0;
    unsigned base = 0;

    for (size_t i = 0; i < count; i++) {
        packed   p     = pack(&tiles[i]);
        unsigned above = (unsigned)(tiles[i].base + PTL_PFMAP_MAX_HEIGHT);

        p.wide &= mask.wide;
        p.rest &= mask.rest;
        wide |= p.wide | (p.wide + limit.wide);
        narrow |= p.narrow | (p.narrow + limit.narrow);
        rest |= p.rest | (p.rest + limit.rest);
        base = above > base ? above : base;
    }
    return (wide & UINT64_C(0x8000800080008000)) || (narrow & UINT64_C(0x8080808080808080)) ||
           (rest & UINT32_C(0x80808080)) || base > 2 * PTL_PFMAP_MAX_HEIGHT;
}

/* Whether some flag is above 1, or some material is not in the list. */
static bool has_odd_tile(const ptl_pfmap *map)
{
    packed   mask  = packed_masks();
    uint64_t flags = 0;
    unsigned most  = 0;

    for (size_t i = 0; i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t = &map->tiles.data[i];

        flags |= pack(t).narrow & mask.narrow;
        most = t->top > most ? t->top : most;
        most = t->side > most ? t->side : most;
    }
    return flags != 0 || most >= map->materials.count;
}

typedef struct oddities { /* tiles that are read with a warning: how many, and the first */
    uint64_t flags, materials, first_flag, first_material;
} oddities;

static bool has_odd_flag(const ptl_pfmap_tile *t, unsigned version)
{
    return t->pathable > 1 || t->blend_normals > 1 || t->no_bump_map > 1 ||
           (version < 12 && t->blend > 1);
}

static void warn_tiles(ptl_job *job, const ptl_pfmap *map)
{
    unsigned version = ptl_pfmap_version(map);
    oddities odd     = { 0 };

    for (uint64_t n = 0; n < map->tiles.count; n++) {
        const ptl_pfmap_tile *t = &map->tiles.data[ptl_pfmap_index(map, n)];

        if (has_odd_flag(t, version) && odd.flags++ == 0)
            odd.first_flag = n;
        if ((t->top >= map->materials.count || t->side >= map->materials.count) &&
            odd.materials++ == 0)
            odd.first_material = n;
    }
    if (odd.flags > 0) {
        ptl_pfmap_name_tile(job, map, "tile", odd.first_flag);
        ptl_warn(job, ptl_pfmap_tile_offset(map, odd.first_flag) + 12, "pfmap-flag",
                 "tiles with flags that are neither 0 nor 1 and read as 1: %llu",
                 (unsigned long long)odd.flags);
    }
    if (odd.materials > 0) {
        ptl_pfmap_name_tile(job, map, "tile", odd.first_material);
        ptl_warn(job, ptl_pfmap_tile_offset(map, odd.first_material) + 6, "pfmap-material",
                 "tiles with materials that are not in the list of %zu: %llu", map->materials.count,
                 (unsigned long long)odd.materials);
    }
}

/* The value of a field of tiles; those are all of these kinds. */
static long value_in(const ptl_pfmap_tile *tile, const ptl_field *field)
{
    const uint8_t *at = (const uint8_t *)tile + field->inside;

    return field->kind == PTL_KIND_U8    ? *at
           : field->kind == PTL_KIND_I16 ? *(const int16_t *)(const void *)at
                                         : *(const uint16_t *)(const void *)at;
}

static void fail_tile(ptl_job *job, const ptl_pfmap *map)
{
    size_t i = 0;

    while (!has_bad_tile(&map->tiles.data[i], 1))
        i++;
    for (size_t f = 0; f < sizeof map_fields / sizeof *map_fields; f++) {
        const ptl_field *field = &map_fields[f];
        size_t           row = i / map->width, column = i % map->width;
        long             value;

        if (field->shape != PTL_GRID)
            continue;
        value = value_in(&map->tiles.data[i], field);
        if (value >= field->low && value <= field->high)
            continue;
        ptl_path(job, "%s[%zu,%zu]", field->name, column, row);
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfmap-range",
                 "%s of the tile in row %zu, column %zu is %ld; allowed: %ld to %ld", field->name,
                 row, column, value, (long)field->low, (long)field->high);
        return;
    }
}

void ptl_pfmap_settle(ptl_job *job, const void *native)
{
    const ptl_pfmap *map = native;

    settle_words(job, map);
    settle_sizes(job, map);
    if (!ptl_ok(job))
        return;
    if (!job->vouched && has_bad_tile(map->tiles.data, map->tiles.count))
        fail_tile(job, map);
    else if (has_odd_tile(map))
        warn_tiles(job, map);
}

/* ---- Recognizing ---------------------------------------------------------------------------- */

static const char *skip(const char *at, const char *end, bool white)
{
    while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')) == white)
        at++;
    return at;
}

static bool starts(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);

    return (size_t)(end - at) >= size && memcmp(at, word, size) == 0;
}

/* Models and scenes of the same engine begin with a version, too: the second line tells. What is
 * claimed weakly gets a message of its own. */
static int pfmap_probe(ptl_span head, uint64_t size)
{
    const char *at = (const char *)head.data, *end = at + head.size;

    (void)size;
    if (head.size == 0)
        return 0;
    at += starts(at, end, "\xef\xbb\xbf") ? 3 : 0;
    at = skip(at, end, true);
    if (!starts(at, end, "version") || at + 7 == end || !memchr(" \t", at[7], 2))
        return 0;
    at = skip(skip(skip(at + 7, end, true), end, false), end, true);
    if (starts(at, end, "num_materials"))
        return 95;
    return starts(at, end, "num_rows") ? 40 : 3;
}

/* ---- New maps ------------------------------------------------------------------------------- */

ptl_pfmap *ptl_pfmap_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_pfmap);
}

const ptl_pfmap *ptl_pfmap_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_pfmap);
}

void ptl_pfmap_lay_out(ptl_job *job, ptl_pfmap *map, uint32_t rows, uint32_t cols)
{
    static const ptl_pfmap_tile plain = { .pathable      = 1,
                                          .blend_normals = 1,
                                          .edge_blend    = { 1, 1, 1, 1 } };
    uint64_t                    count;

    if (rows < 1 || rows > PFMAP_MAX_SIDE || cols < 1 || cols > PFMAP_MAX_SIDE) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "pfmap-size", "%lu x %lu chunks", (unsigned long)rows,
                 (unsigned long)cols);
        return;
    }
    map->version    = (ptl_str){ "1.0", 3 };
    map->width      = cols * PTL_PFMAP_CHUNK;
    map->height     = rows * PTL_PFMAP_CHUNK;
    count           = (uint64_t)map->width * map->height;
    map->tiles.data = ptl_arena_array(job, count, sizeof plain);
    for (; map->tiles.data && map->tiles.count < count; map->tiles.count++)
        map->tiles.data[map->tiles.count] = plain;
}

ptl_status ptl_pfmap_new(ptl_doc **out, uint32_t rows, uint32_t cols, const ptl_read_opts *opts,
                         ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;
    ptl_pfmap                 *map;

    if (!out)
        return ptl_call_nowhere(err);
    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    map  = doc ? ptl_doc_become(&job, doc, &ptl_format_pfmap) : NULL;
    if (map) {
        doc->placeless = job.placeless = true;
        ptl_pfmap_lay_out(&job, map, rows, cols);
    }
    return ptl_doc_end(out, &job, doc, err);
}

static ptl_str copy_word(ptl_job *job, const char *word)
{
    return word ? ptl_pfmap_copy(job, word, strlen(word)) : (ptl_str){ "", 0 };
}

void ptl_pfmap_put_material(ptl_job *job, ptl_pfmap *map, const char *name, const char *texture)
{
    ptl_pfmap_material added = { .name = copy_word(job, name), .texture = copy_word(job, texture) };
    void              *list  = NULL;

    if (!ptl_pfmap_is_word(added.name) || !ptl_pfmap_is_word(added.texture))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "pfmap-word",
                 "names and textures are words without blanks");
    else if (map->materials.count >= PTL_PFMAP_ENGINE_LISTS)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "pfmap-limit",
                 "the engine takes at most 256 materials");
    else
        list = ptl_arena_append(job, map->materials.data, map->materials.count, 1, sizeof added);
    if (list) {
        map->materials.data                         = list;
        map->materials.data[map->materials.count++] = added;
    }
}

ptl_status ptl_pfmap_add_material(ptl_doc *doc, const char *name, const char *texture,
                                  ptl_diag *err)
{
    ptl_job    job;
    ptl_pfmap *map = ptl_call_touch(&job, doc, &ptl_format_pfmap);

    if (map)
        ptl_pfmap_put_material(&job, map, name, texture);
    return ptl_job_end(&job, err);
}

static void add_splat(ptl_job *job, ptl_pfmap *map, uint32_t base, uint32_t accent)
{
    void *list = NULL;

    if (base >= map->materials.count || accent >= map->materials.count)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "pfmap-splat-material",
                 "splat %lu %lu: there are %zu materials", (unsigned long)base,
                 (unsigned long)accent, map->materials.count);
    else if (map->splats.count >= PTL_PFMAP_ENGINE_LISTS)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "pfmap-limit",
                 "the engine takes at most 256 splats");
    else
        list =
            ptl_arena_append(job, map->splats.data, map->splats.count, 1, sizeof *map->splats.data);
    if (list) {
        map->splats.data                      = list;
        map->splats.data[map->splats.count++] = (ptl_pfmap_splat){ .base = base, .accent = accent };
        if (ptl_pfmap_version(map) < 11)
            map->version = (ptl_str){ "1.2", 3 };
    }
}

ptl_status ptl_pfmap_add_splat(ptl_doc *doc, uint32_t base, uint32_t accent, ptl_diag *err)
{
    ptl_job    job;
    ptl_pfmap *map = ptl_call_touch(&job, doc, &ptl_format_pfmap);

    if (map)
        add_splat(&job, map, base, accent);
    return ptl_job_end(&job, err);
}

/* ---- The row -------------------------------------------------------------------------------- */

static bool is_used(const ptl_pfmap *map, size_t material)
{
    if (material > PTL_PFMAP_MAX_MATERIAL)
        return false;
    if (map->materials.count > PTL_COMPANIONS_SOUGHT)
        return true;
    for (size_t i = 0; i < map->tiles.count; i++)
        if (map->tiles.data[i].top == material || map->tiles.data[i].side == material)
            return true;
    for (size_t i = 0; i < map->splats.count; i++)
        if (map->splats.data[i].base == material || map->splats.data[i].accent == material)
            return true;
    return false;
}

bool ptl_pfmap_companion(const void *native, size_t index, ptl_companion *out)
{
    const ptl_pfmap *map = native;

    if (index >= map->materials.count)
        return false;
    *out = (ptl_companion){ .number = (unsigned)index,
                            .role   = "texture",
                            .needed = is_used(map, index),
                            .exact  = true,
                            .folder = "map_textures" };
    ptl_companion_call(out, map->materials.data[index].texture);
    return true;
}

const ptl_format ptl_format_pfmap = {
    .info         = { .name       = "pfmap",
                      .title      = "Permafrost terrain",
                      .extensions = "pfmap",
                      .media_type = "text/x-permafrost-map",
                      .magic      = "0=version&8:20=num_materials",
                      .settings   = ptl_pfmap_settings },
    .record       = &map_record,
    .rules        = ptl_pfmap_rules,
    .text         = true,
    .probe        = pfmap_probe,
    .make         = ptl_pfmap_make,
    .read         = ptl_pfmap_read,
    .settle       = ptl_pfmap_settle,
    .write        = ptl_pfmap_write,
    .verbatim     = ptl_verbatim_always,
    .check        = ptl_pfmap_check,
    .check_files  = ptl_pfmap_check_files,
    .fix          = ptl_pfmap_fix,
    .place        = pfmap_place,
    .to           = { [PTL_HUB_SCENE]  = ptl_pfmap_to_scene,
                      [PTL_HUB_PLAN]   = ptl_pfmap_to_plan,
                      [PTL_HUB_GROUND] = ptl_pfmap_to_ground,
                      [PTL_HUB_GRID]   = ptl_pfmap_to_grid },
    .from         = { [PTL_HUB_GROUND]  = ptl_pfmap_from_ground,
                      [PTL_HUB_GRID]    = ptl_pfmap_from_grid,
                      [PTL_HUB_HEIGHTS] = ptl_pfmap_from_heights },
    .home         = ptl_pfmap_home,
    .facts_record = &ptl_pfmap_facts_record,
    .facts        = ptl_pfmap_facts,
    .footing      = ptl_pfmap_footing,
    .companion    = ptl_pfmap_companion,
};
