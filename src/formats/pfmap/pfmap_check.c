/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a map, what its engine and its document say about it, and repairs. */
#include <stdio.h>
#include <string.h>

#include "formats/pfmap/pfmap_private.h"

typedef struct checker {
    ptl_job         *job;
    const ptl_pfmap *map;
    unsigned         version;
    bool             engine; /* it is held to what the engine does */
} checker;

/* A finding about a tile, by its number in the file. There may be one for every tile. */
#define FIND(c, severity, number, field, place, rule, ...)                                         \
    (ptl_wants((c)->job, severity, rule)                                                           \
         ? (ptl_pfmap_name_tile((c)->job, (c)->map, field, number),                                \
            ptl_find((c)->job, severity, ptl_pfmap_tile_offset((c)->map, number) + (place), rule,  \
                     __VA_ARGS__))                                                                 \
         : (void)0)

/* One about an entry of a list. */
#define FIND_IN(c, severity, list, index, offset, rule, ...)                                       \
    (ptl_wants((c)->job, severity, rule)                                                           \
         ? (ptl_path((c)->job, "%s[%zu]", list, index),                                            \
            ptl_find((c)->job, severity, offset, rule, __VA_ARGS__))                               \
         : (void)0)

/* ---- Materials and splats ------------------------------------------------------------------- */

static bool has_control(ptl_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127)
            return true;
    return false;
}

/* The engine looks for textures in one folder by their plain name. */
static bool is_path(ptl_str text)
{
    return memchr(text.data, '/', text.size) || memchr(text.data, '\\', text.size);
}

static void check_materials(const checker *c)
{
    for (size_t i = 0; i < c->map->materials.count; i++) {
        const ptl_pfmap_material *m = &c->map->materials.data[i];
        char                      room[64];

        ptl_quote(room, sizeof room, m->texture.data, m->texture.size);
        if (is_path(m->texture))
            FIND_IN(c, PTL_WARNING, "materials", i, m->at, "pfmap-texture-path",
                    "texture \"%s\" is a path: textures come from one folder", room);
        if (has_control(m->texture) || has_control(m->name))
            FIND_IN(c, PTL_WARNING, "materials", i, m->at, "pfmap-control",
                    "a control character in the name or in texture \"%s\"", room);
        if (m->texture.size > PTL_PFMAP_ENGINE_LINE)
            FIND_IN(c, PTL_WARNING, "materials", i, m->at, "pfmap-texture-length",
                    "a texture name of %zu bytes, the engine keeps 255", m->texture.size);
    }
}

static void check_splats(const checker *c)
{
    size_t   count = c->map->materials.count;
    uint8_t *seen  = ptl_arena_take(c->job, count); /* bases so far */

    for (size_t i = 0; seen && i < c->map->splats.count; i++) {
        const ptl_pfmap_splat *s = &c->map->splats.data[i];

        if (s->base >= count || s->accent >= count)
            FIND_IN(c, PTL_ERROR, "splats", i, s->at, "pfmap-splat-material",
                    "splat %lu %lu, there are %zu materials", (unsigned long)s->base,
                    (unsigned long)s->accent, count);
        if (s->base >= count)
            continue;
        if (seen[s->base])
            FIND_IN(c, PTL_WARNING, "splats", i, s->at, "pfmap-splat-again",
                    "material %lu is splatted again: the last line counts", (unsigned long)s->base);
        seen[s->base] = 1;
    }
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

static void check_materials_of(const checker *c, uint64_t n, const ptl_pfmap_tile *t)
{
    size_t count = c->map->materials.count;

    if (t->top >= count)
        FIND(c, PTL_ERROR, n, "top", 6, "pfmap-material",
             "material %u of the top is not in the list of %zu", t->top, count);
    if (t->side >= count)
        FIND(c, PTL_ERROR, n, "side", 9, "pfmap-material",
             "material %u of the sides is not in the list of %zu", t->side, count);
}

static void check_height(const checker *c, uint64_t n, const ptl_pfmap_tile *t)
{
    int h[4], most;

    ptl_pfmap_corners(h, t);
    most = h[0];
    for (int i = 1; i < 4; i++)
        most = h[i] > most ? h[i] : most;
    if (most > PTL_PFMAP_ENGINE_HEIGHT)
        FIND(c, PTL_WARNING, n, "base", 1, "pfmap-height",
             "a corner at level %d: the engine is built for 9", most);
    if (t->type == PTL_PFMAP_FLAT && t->base <= -1 && t->base + t->ramp > -1)
        FIND(c, PTL_NOTE, n, "ramp", 4, "pfmap-closed-water",
             "ramp %u on a flat tile is not drawn, but closes its water to ships", t->ramp);
    else if (t->type == PTL_PFMAP_FLAT && t->ramp != 0)
        FIND(c, PTL_NOTE, n, "ramp", 4, "pfmap-stale-ramp", "ramp %u on a flat tile, ignored",
             t->ramp);
}

static void check_modes(const checker *c, uint64_t n, const ptl_pfmap_tile *t)
{
    static const char *const edges[] = { "blend_north", "blend_east", "blend_south", "blend_west" };

    if (t->cover > 2)
        FIND(c, PTL_WARNING, n, "cover", PFMAP_FREE, "pfmap-cover",
             "cover is %u; known: 0 to 2; drawn as sparse grass", t->cover);
    for (unsigned i = 0; i < 4; i++)
        if (t->edge_blend[i] > PTL_PFMAP_EDGE)
            FIND(c, PTL_WARNING, n, edges[i], 17 + i, "pfmap-blend",
                 "blend mode is %u; known: 0 to 2", t->edge_blend[i]);
    if (c->version >= 12 && t->blend != 0)
        FIND(c, PTL_NOTE, n, "blend", 13, "pfmap-reserved",
             "the place of the old blend mode is %u in a map of 1.2", t->blend);
    if (t->reserved != 0)
        FIND(c, PTL_NOTE, n, "reserved", 21, "pfmap-reserved", "reserved digits are %03u",
             t->reserved);
}

static void check_seam(const checker *c, uint64_t n, const ptl_pfmap_tile *t,
                       const ptl_pfmap_tile *other, int edge)
{
    static const char *const names[] = { "north", "east", "south", "west" };
    uint8_t                  mine[4], theirs[4];

    ptl_pfmap_blend_modes(mine, c->map, t);
    ptl_pfmap_blend_modes(theirs, c->map, other);
    if (mine[edge] != theirs[edge ^ 2])
        FIND(c, PTL_NOTE, n, "tile", 13, "pfmap-seam",
             "blend mode %u of the edge, the tile to the %s has %u there", mine[edge], names[edge],
             theirs[edge ^ 2]);
}

static void check_tiles(const checker *c)
{
    const ptl_pfmap *map = c->map;

    for (uint64_t n = 0; n < map->tiles.count; n++) {
        size_t                i   = ptl_pfmap_index(map, n);
        uint32_t              col = (uint32_t)(i % map->width);
        const ptl_pfmap_tile *t   = &map->tiles.data[i];

        check_materials_of(c, n, t);
        check_height(c, n, t);
        check_modes(c, n, t);
        if (col + 1 < map->width)
            check_seam(c, n, t, t + 1, PTL_PFMAP_EAST);
        if (i + map->width < map->tiles.count)
            check_seam(c, n, t, t + map->width, PTL_PFMAP_SOUTH);
    }
}

/* Letters in places that were reserved before 1.2, where the engine reads some all the same. */
static void check_letter(const checker *c, const ptl_pfmap_letter *l)
{
    int  value = l->letter.size > 0 ? (unsigned char)l->letter.data[0] - '0' : 0;
    char room[16];

    ptl_quote(room, sizeof room, l->letter.data, l->letter.size);
    if (!c->engine || l->place > 20)
        FIND(c, PTL_NOTE, l->tile, "tile", l->place, "pfmap-reserved",
             "a reserved place holds \"%s\"", room);
    else if (l->place == PFMAP_FREE)
        FIND(c, PTL_WARNING, l->tile, "cover", l->place, "engine-letter",
             "the engine reads \"%s\" as cover %d", room, value);
    else
        FIND(c, PTL_WARNING, l->tile, "tile", l->place, "engine-letter",
             "the engine reads \"%s\" as blend mode %d", room, value & 3);
}

static void check_letters(const checker *c)
{
    for (size_t i = 0; i < c->map->layout.letters.count; i++)
        if (c->map->layout.letters.data[i].tile < c->map->tiles.count)
            check_letter(c, &c->map->layout.letters.data[i]);
}

static void check_line_ends(const checker *c)
{
    const ptl_pfmap_layout *layout  = &c->map->layout;
    const ptl_pfmap_gaps   *lists[] = { &layout->words, &layout->tiles };

    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->count; i++) {
            ptl_str text = lists[k]->data[i].text;
            bool    cr   = text.size > 0 && memchr(text.data, '\r', text.size);

            if (pfmap_has_line_end(text) && cr != layout->crlf) {
                ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "pfmap-line-ends",
                         "some lines end in LF, some in CR LF");
                return;
            }
        }
}

/* ---- Profiles ------------------------------------------------------------------------------- */

/* White space in front of a line, where official writers have a line end alone. */
static bool is_in_front(const ptl_pfmap_gap *gap)
{
    return gap->before == 0 || (pfmap_has_line_end(gap->text) &&
                                ptl_pfmap_line_kind(PFMAP_LINE, gap->text) == PFMAP_REFUSED);
}

/* Whether the engine refuses it there: it does so in front of a key and its number. */
static bool minds_gap(const checker *c, const ptl_pfmap_gap *gap)
{
    return is_in_front(gap) && gap->before < (c->version >= 11 ? 10 : 8);
}

static void check_engine(const checker *c)
{
    const ptl_pfmap *map = c->map;
    bool             known;

    for (size_t i = 0; i < map->layout.words.count; i++)
        if (minds_gap(c, &map->layout.words.data[i])) {
            ptl_find(c->job, PTL_ERROR, PTL_NOWHERE, "engine-blank",
                     "the engine refuses blanks and blank lines before header lines");
            break;
        }
    if (map->layout.bom)
        ptl_find(c->job, PTL_ERROR, 0, "engine-bom", "the engine refuses a byte order mark");
    if (map->layout.cut || (map->layout.rest.size > 0 && !pfmap_has_line_end(map->layout.rest)))
        ptl_find(c->job, PTL_ERROR, PTL_NOWHERE, "engine-newline",
                 "the engine refuses a last line without an end");
    if (map->materials.count > PTL_PFMAP_ENGINE_LISTS || map->splats.count > PTL_PFMAP_ENGINE_LISTS)
        ptl_find(c->job, PTL_ERROR, map->at.materials, "engine-limit",
                 "the engine refuses more than 256 materials or splats");
    if (ptl_pfmap_version_of(map->version, &known) != 10 || !known)
        ptl_find(c->job, PTL_NOTE, map->at.version, "engine-editor",
                 "the official editor opens version 1.0 only");
    if (map->width > PFMAP_ENGINE_SIDE * PTL_PFMAP_CHUNK ||
        map->height > PFMAP_ENGINE_SIDE * PTL_PFMAP_CHUNK)
        ptl_find(c->job, PTL_ERROR,
                 map->height > PFMAP_ENGINE_SIDE * PTL_PFMAP_CHUNK ? map->at.rows : map->at.cols,
                 "engine-chunks", "%lu x %lu chunks, the engine has room for %d on a side",
                 (unsigned long)map->width / PTL_PFMAP_CHUNK,
                 (unsigned long)map->height / PTL_PFMAP_CHUNK, PFMAP_ENGINE_SIDE);
    for (uint64_t n = 0; n < map->tiles.count; n++) {
        const ptl_pfmap_tile *t = &map->tiles.data[ptl_pfmap_index(map, n)];

        if (c->version < 12 && t->blend != 0)
            FIND(c, PTL_WARNING, n, "blend", 13, "engine-blend",
                 "today's engine reads blend modes of the edges only");
    }
}

static void check_document(const checker *c)
{
    const ptl_pfmap *map = c->map;
    bool             known;

    if (ptl_pfmap_version_of(map->version, &known) == 0 || !known || c->version > 11)
        ptl_find(c->job, PTL_ERROR, map->at.version, "document-version",
                 "the document knows the versions up to 1.1");
    for (uint64_t n = 0; n < map->tiles.count; n++) {
        const ptl_pfmap_tile *t = &map->tiles.data[ptl_pfmap_index(map, n)];

        if (t->cover || t->reserved || t->edge_blend[0] || t->edge_blend[1] || t->edge_blend[2] ||
            t->edge_blend[3])
            FIND(c, PTL_NOTE, n, "tile", PFMAP_FREE, "document-reserved",
                 "the last eight characters are reserved in the document");
        if (t->pathable > 1 || t->blend > 1 || t->blend_normals > 1 || t->no_bump_map > 1)
            FIND(c, PTL_ERROR, n, "tile", 12, "document-flag", "flags are 0 or 1");
    }
    for (size_t i = 0; i < map->layout.tiles.count; i++) {
        const ptl_pfmap_gap *gap = &map->layout.tiles.data[i];

        if (gap->before % PTL_PFMAP_CHUNK == 0 && gap->before < map->tiles.count &&
            !pfmap_has_line_end(gap->text))
            FIND(c, PTL_ERROR, gap->before, "tile", 0, "document-row",
                 "a row of a chunk must begin on a new line");
    }
}

void ptl_pfmap_check(ptl_job *job, const void *native, const char *profile)
{
    checker c = { job, native, ptl_pfmap_version(native),
                  profile && strcmp(profile, "engine") == 0 };

    check_materials(&c);
    check_splats(&c);
    check_tiles(&c);
    check_letters(&c);
    check_line_ends(&c);
    ptl_pfmap_check_reach(job, native);
    if (c.engine)
        check_engine(&c);
    if (profile && strcmp(profile, "document") == 0)
        check_document(&c);
}

/* ---- Repairs -------------------------------------------------------------------------------- */

/* Whether the engine minds how the tiles are laid out in lines. */
static bool minds_lines(const ptl_pfmap *map)
{
    const ptl_pfmap_gaps *gaps      = &map->layout.tiles;
    pfmap_pattern         pattern   = ptl_pfmap_pattern_of(&map->layout);
    uint64_t              length    = 0;
    bool                  long_line = pattern.per_line > 10;
    size_t                next      = 0;

    for (uint64_t n = 0; n < map->tiles.count && !long_line; n++) {
        bool turn = pattern.before[n % PTL_PFMAP_CHUNK] == '\n';
        bool odd;

        while (next < gaps->count && gaps->data[next].before < n)
            next++;
        odd = next < gaps->count && gaps->data[next].before == n;
        if (odd)
            turn = pfmap_has_line_end(gaps->data[next].text);
        if (n % PTL_PFMAP_CHUNK == 0 && !turn)
            return true;
        length = turn ? PFMAP_WORD : length + (odd ? gaps->data[next].text.size : 1) + PFMAP_WORD;
        long_line = length + pattern.eol > PTL_PFMAP_ENGINE_LINE;
    }
    return long_line;
}

static void fixed(ptl_job *job, const char *rule, const char *what)
{
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, rule, "%s", what);
}

static bool is_after_line(const ptl_pfmap_gap *gap)
{
    return pfmap_has_line_end(gap->text) &&
           ptl_pfmap_line_kind(PFMAP_LINE, gap->text) == PFMAP_TRAILING;
}

static void fix_header(ptl_job *job, ptl_pfmap_layout *layout)
{
    size_t kept = 0;

    if (layout->bom)
        fixed(job, "pfmap-bom", "the byte order mark is gone");
    layout->bom = false;
    for (size_t i = 0; i < layout->words.count; i++) {
        ptl_pfmap_gap gap = layout->words.data[i];

        if (!is_in_front(&gap) && !is_after_line(&gap))
            layout->words.data[kept++] = gap;
    }
    if (kept < layout->words.count)
        fixed(job, "pfmap-blank", "blanks before and after header lines are gone");
    layout->words.count = kept;
}

static void fix_tiles(ptl_job *job, ptl_pfmap *map)
{
    size_t flags = 0;

    if (minds_lines(map)) {
        fixed(job, "pfmap-long-line", "tiles stand four to a line");
        map->layout.tiles          = (ptl_pfmap_gaps){ 0 };
        map->layout.tiles_per_line = 0;
    }
    for (size_t i = 0; i < map->tiles.count; i++) {
        ptl_pfmap_tile *t      = &map->tiles.data[i];
        uint8_t        *flag[] = { &t->pathable, &t->blend_normals, &t->no_bump_map };

        for (int k = 0; k < 3; k++)
            if (*flag[k] > 1) {
                *flag[k] = 1;
                flags++;
            }
    }
    ptl_find_count(job, PTL_NOTE, "pfmap-flag", flags, "# {flag is|flags are} now 1");
}

/* What the engine refuses in the text goes; flags it reads as set become 1. What a tile means is
 * left alone: nobody knows which material a missing one was meant to be. */
void ptl_pfmap_fix(ptl_job *job, void *native)
{
    ptl_pfmap        *map    = native;
    ptl_pfmap_layout *layout = &map->layout;

    fix_header(job, layout);
    fix_tiles(job, map);
    if (layout->cut || (layout->rest.size > 0 && !pfmap_has_line_end(layout->rest)))
        fixed(job, "pfmap-no-newline", "the last line ends");
    else if (layout->rest.size > 0 &&
             ptl_pfmap_white(layout->rest.data, layout->rest.data + layout->rest.size) <
                 layout->rest.size)
        ptl_find_count(job, PTL_NOTE, "pfmap-trailing-text", layout->rest.size,
                       "# {byte|bytes} after the last tile {is|are} gone");
    else
        return;
    layout->cut  = false;
    layout->rest = (ptl_str){ 0 };
}
