/* SPDX-License-Identifier: MIT */
/* Reading of Permafrost terrain: the tiles, 24 bytes at a time where they are as usual, character
 * by character where they are not. */
#include "formats/pfmap/pfmap_reader.h"

/* ---- A tile, slowly ------------------------------------------------------------------------- */

static const struct { /* the letters of the original document */
    const char *name;
    uint8_t     at, size;
} parts[] = {
    { "type", 0, 1 },         { "sign", 1, 1 },         { "base", 2, 2 },
    { "ramp", 4, 2 },         { "top", 6, 3 },          { "side", 9, 3 },
    { "pathable", 12, 1 },    { "blend", 13, 1 },       { "blend_normals", 14, 1 },
    { "no_bump_map", 15, 1 }, { "cover", 16, 1 },       { "blend_north", 17, 1 },
    { "blend_east", 18, 1 },  { "blend_south", 19, 1 }, { "blend_west", 20, 1 },
    { "reserved", 21, 3 },
};

static void fail_part(reader *r, uint64_t number, unsigned place, const char *allowed)
{
    size_t index = ptl_pfmap_index(r->map, number), i = 0;
    char   room[48];

    while (place >= (unsigned)(parts[i].at + parts[i].size))
        i++;
    ptl_path(r->job, "%s[%zu,%zu]", parts[i].name, index % r->map->width, index / r->map->width);
    ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r) + place, place == 0 ? "pfmap-type" : "pfmap-digit",
             "tile %llu (row %zu, column %zu): %s is \"%s\"; allowed: %s",
             (unsigned long long)number, index / r->map->width, index % r->map->width,
             parts[i].name, ptl_quote(room, sizeof room, r->in.at + parts[i].at, parts[i].size),
             allowed);
}

static void fail_length(reader *r, uint64_t number, ptl_str word)
{
    size_t index = ptl_pfmap_index(r->map, number);
    char   room[48];

    reader_shown(room, sizeof room, word);
    ptl_path(r->job, "tile[%zu,%zu]", index % r->map->width, index / r->map->width);
    if (number == 0 && reader_is(word, "material"))
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-count",
                 "a material where the first tile is expected: num_materials says %zu",
                 r->map->materials.count);
    else if (number == 0 && reader_is(word, "splat"))
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-count",
                 "a splat where the first tile is expected: num_splats says %zu",
                 r->map->splats.count);
    else if (number == 0 && (word.size == 6 || word.size == 8))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, reader_at(r), "pfmap-ancient",
                 "tile \"%s\" has %zu characters: a map from before April 2019", room, word.size);
    else
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-tile",
                 "tile %llu (row %zu, column %zu) should have 24 characters, not %zu: \"%s\"",
                 (unsigned long long)number, index / r->map->width, index % r->map->width,
                 word.size, room);
}

static int type_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'C')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'c' ? c - 'a' + 10 : -1;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A character in a reserved place: a digit, or a letter that is kept beside the tile. */
static unsigned reserved_digit(reader *r, uint64_t number, unsigned place)
{
    char             c      = r->in.at[place];
    ptl_pfmap_letter letter = { .tile = number, .place = (uint8_t)place };

    if (is_digit(c))
        return (unsigned)(c - '0');
    if (r->version >= 12 && place < PFMAP_OPEN)
        fail_part(r, number, place, "digits");
    else if (c <= ' ' || c > '~')
        fail_part(r, number, place, "visible ASCII characters");
    letter.letter = ptl_pfmap_copy(r->job, &c, 1);
    ptl_put(&r->letters, &letter, sizeof letter);
    return 0;
}

static void slow_values(reader *r, uint64_t number, ptl_pfmap_tile *tile)
{
    const char *s                 = r->in.at;
    unsigned    digit[PFMAP_WORD] = { 0 };

    for (unsigned i = 2; i < PFMAP_FREE && ptl_ok(r->job); i++) {
        if (!is_digit(s[i]))
            fail_part(r, number, i, "digits");
        digit[i] = (unsigned)(s[i] - '0');
    }
    for (unsigned i = PFMAP_FREE; i < PFMAP_WORD && ptl_ok(r->job); i++)
        digit[i] = reserved_digit(r, number, i);
    if (!ptl_ok(r->job))
        return;
    tile->base = (int16_t)((digit[2] * 10 + digit[3]));
    if (s[1] == '-')
        tile->base = (int16_t)-tile->base;
    tile->ramp          = (uint8_t)(digit[4] * 10 + digit[5]);
    tile->top           = (uint16_t)(digit[6] * 100 + digit[7] * 10 + digit[8]);
    tile->side          = (uint16_t)(digit[9] * 100 + digit[10] * 10 + digit[11]);
    tile->pathable      = (uint8_t)digit[12];
    tile->blend         = (uint8_t)digit[13];
    tile->blend_normals = (uint8_t)digit[14];
    tile->no_bump_map   = (uint8_t)digit[15];
    tile->cover         = (uint8_t)digit[16];
    for (int i = 0; i < 4; i++)
        tile->edge_blend[i] = (uint8_t)digit[17 + i];
    tile->reserved = (uint16_t)(digit[21] * 100 + digit[22] * 10 + digit[23]);
}

static void slow_tile(reader *r, uint64_t number, ptl_pfmap_tile *tile)
{
    ptl_str word = reader_word(r);
    int     type;

    if (word.size == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "truncated",
                 "the file ends after %llu of %zu tiles", (unsigned long long)number,
                 r->map->tiles.count);
    else if (word.size != PFMAP_WORD)
        fail_length(r, number, word);
    if (!ptl_ok(r->job))
        return;
    type = type_of(word.data[0]);
    if (type < 0)
        fail_part(r, number, 0, "0 to 9 and A to C");
    else if (word.data[1] != '+' && word.data[1] != '-')
        fail_part(r, number, 1, "+ and -");
    slow_values(r, number, tile);
    if (!ptl_ok(r->job))
        return;
    tile->type = (uint8_t)type;
    if (tile->base == 0 && word.data[1] == '-')
        ptl_put(&r->minus_zero, &number, sizeof number);
    if (word.data[0] >= 'a')
        ptl_put(&r->lower_case, &number, sizeof number);
    r->in.at += PFMAP_WORD;
}

/* ---- Tiles, fast ---------------------------------------------------------------------------- */

/* Eight bytes of text as one number; the tests below look at all of them at once, in any order. */
static uint64_t eight(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return word;
}

/* What is left of eight digits, and a bit in the upper half of every byte that was none: digits
 * become 0 to 9 and stay below 16 when 6 is added. */
static uint64_t digits_of(uint64_t word, uint64_t *wrong)
{
    uint64_t digits = word ^ UINT64_C(0x3030303030303030);

    *wrong |= digits | (digits + UINT64_C(0x0606060606060606));
    return digits;
}

/* Types by their character, 1 for the first: the official writers use upper case. */
static const uint8_t types[256] = {
    ['0'] = 1, ['1'] = 2, ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6, ['6'] = 7,
    ['7'] = 8, ['8'] = 9, ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13
};

#define BYTE(i) ((unsigned)(unsigned char)s[i])
#define TWO(i) (BYTE(i) * 10 + BYTE((i) + 1) - 11 * '0')
#define THREE(i) (BYTE(i) * 100 + BYTE((i) + 1) * 10 + BYTE((i) + 2) - 111 * '0')

/* A tile as the official writers put it, all in digits; false, and nothing promised, for others. */
static inline bool fast_tile(const char *s, ptl_pfmap_tile *tile)
{
    static const char all[] = "\0\0\xff\xff\xff\xff\xff\xff", none[9] = "00"; /* type, sign */
    uint64_t          wrong = 0, flags;
    unsigned          type = types[BYTE(0)], base = TWO(2);
    unsigned          plus = s[1] == '+', minus = s[1] == '-'; /* not tested: signs vary */

    digits_of((eight(s) & eight(all)) | eight(none), &wrong);
    digits_of(eight(s + 8), &wrong);
    digits_of(eight(s + 16), &wrong);
    wrong &= UINT64_C(0xF0F0F0F0F0F0F0F0);
    wrong |= (type == 0) | ((plus | (minus & (base != 0))) ^ 1);
    if (wrong != 0)
        return false;
    tile->type     = (uint8_t)(type - 1);
    tile->base     = (int16_t)((base ^ (0 - minus)) + minus);
    tile->ramp     = (uint8_t)TWO(4);
    tile->top      = (uint16_t)THREE(6);
    tile->side     = (uint16_t)THREE(9);
    tile->reserved = (uint16_t)THREE(21);
    flags          = digits_of(eight(s + 12), &wrong);
    memcpy(&tile->pathable, &flags, sizeof flags); /* G to the third of M, one byte each */
    tile->edge_blend[3] = (uint8_t)(BYTE(20) - '0');
    return true;
}

_Static_assert(offsetof(ptl_pfmap_tile, edge_blend) == offsetof(ptl_pfmap_tile, pathable) + 5,
               "the flags stand in the order of the file");

/* ---- The tile list -------------------------------------------------------------------------- */

/* White space before a tile that is not what the pattern says. */
static void tile_gap(reader *r, const pfmap_pattern *pattern, uint64_t number)
{
    ptl_str gap = reader_white(r);
    bool    row = number % PTL_PFMAP_CHUNK == 0, broken = pfmap_has_line_end(gap);
    int64_t regular = (int64_t)(r->map->at.tiles + ptl_pfmap_regular_offset(pattern, number));

    if (gap.size == 0 && r->in.at < r->in.end) {
        r->in.at -= PFMAP_WORD;
        fail_length(r, number - 1, reader_word(r));
        return;
    }
    if (row && !broken && gap.size > 0)
        ptl_warn(r->job, reader_at(r) + gap.size,
                 number % PFMAP_PER_CHUNK == 0 ? "pfmap-chunk-mid-line" : "pfmap-row-mid-line",
                 number % PFMAP_PER_CHUNK == 0
                     ? "a chunk begins in the middle of a line: the engine refuses the map"
                     : "a row of a chunk begins in the middle of a line");
    if (!pfmap_same(gap, pattern->before[number % PTL_PFMAP_CHUNK] == '\n' ? reader_eol(r)
                                                                           : LITERAL(" ")))
        ptl_pfmap_keep_gap(r, &r->tiles, number, gap, (int64_t)(reader_at(r) + gap.size) - regular);
    r->in.at += gap.size;
}

/* Tiles of a row of a chunk from `at` on, while they and the white space before them are as usual.
 * Returns where that ends. */
static unsigned fast_row(reader *r, const pfmap_pattern *pattern, unsigned at, ptl_pfmap_tile *row)
{
    const char *s = r->in.at;

    if ((size_t)(r->in.end - s) < (PTL_PFMAP_CHUNK - at) * (PFMAP_WORD + pattern->eol))
        return at;
    for (; at < PTL_PFMAP_CHUNK; at++) {
        char   white = pattern->before[at];
        size_t size  = white == '\n' ? pattern->eol : 1;

        if (s[size - 1] != white || (size == 2 && s[0] != '\r') || !fast_tile(s + size, &row[at]))
            break;
        s += size + PFMAP_WORD;
    }
    r->in.at = s;
    return at;
}

static void read_row(reader *r, const pfmap_pattern *pattern, uint64_t first)
{
    ptl_pfmap_tile *row = &r->map->tiles.data[ptl_pfmap_index(r->map, first)];
    unsigned        at  = 0;

    while (at < PTL_PFMAP_CHUNK && ptl_ok(r->job)) {
        if (first + at > 0)
            at = fast_row(r, pattern, at, row);
        if (at == PTL_PFMAP_CHUNK)
            break;
        if (first + at > 0)
            tile_gap(r, pattern, first + at);
        if (ptl_ok(r->job))
            slow_tile(r, first + at, &row[at]);
        at++;
    }
}

/* Tiles on the first line decide how many stand on a line by rule. */
static unsigned count_first_line(const reader *r)
{
    unsigned    words = 0;
    const char *at    = r->in.at;

    while (at < r->in.end && *at != '\n' && words <= PTL_PFMAP_CHUNK) {
        while (at < r->in.end && (*at == ' ' || *at == '\t' || *at == '\r'))
            at++;
        words += at < r->in.end && *at != '\n';
        while (at < r->in.end && *at != ' ' && *at != '\t' && *at != '\n')
            at++;
    }
    return words == 0 || words > PTL_PFMAP_CHUNK ? PTL_PFMAP_CHUNK : words;
}

static void first_gap(reader *r)
{
    ptl_str gap = reader_white(r);
    char    room[48];

    if (gap.size > 0 && !pfmap_has_line_end(gap) && r->in.at + gap.size < r->in.end) {
        r->in.at += gap.size;
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-extra",
                 "\"%s\" after the last value of the line",
                 reader_shown(room, sizeof room, reader_word(r)));
        return;
    }
    if (!pfmap_same(gap, reader_eol(r)))
        ptl_pfmap_keep_gap(r, &r->tiles, 0, gap, 0);
    r->in.at += gap.size;
    r->map->at.tiles = reader_at(r);
}

/* Whether so many tiles can be there at all; first a look at one, to tell other files by it. */
static bool room_for_tiles(reader *r, uint64_t rows, uint64_t cols)
{
    uint64_t left = (uint64_t)(r->in.end - r->in.at), most = left / PFMAP_WORD / PFMAP_PER_CHUNK;
    ptl_str  word = reader_word(r);

    if (word.size != PFMAP_WORD && word.size > 0)
        fail_length(r, 0, word);
    else if (rows > most / cols)
        ptl_fail(r->job, PTL_E_SYNTAX, r->job->source.size, "truncated",
                 "%llu x %llu chunks of 1024 tiles cannot be in the %llu bytes that are left",
                 (unsigned long long)rows, (unsigned long long)cols, (unsigned long long)left);
    return ptl_ok(r->job);
}

void ptl_pfmap_read_tiles(reader *r, uint64_t rows, uint64_t cols)
{
    ptl_pfmap    *map = r->map;
    unsigned      per_line;
    pfmap_pattern pattern;

    if (!ptl_ok(r->job))
        return;
    first_gap(r);
    map->width  = (uint32_t)(cols * PTL_PFMAP_CHUNK);
    map->height = (uint32_t)(rows * PTL_PFMAP_CHUNK);
    if (!ptl_ok(r->job) || !room_for_tiles(r, rows, cols))
        return;
    per_line                   = count_first_line(r);
    map->layout.tiles_per_line = (uint8_t)(per_line == PFMAP_PER_LINE ? 0 : per_line);
    pattern                    = ptl_pfmap_pattern_of(&map->layout);
    map->tiles.count           = (size_t)(rows * cols * PFMAP_PER_CHUNK);
    map->tiles.data = ptl_arena_raw(r->job, map->tiles.count * (uint64_t)sizeof *map->tiles.data);
    for (uint64_t n = 0; n < map->tiles.count && ptl_ok(r->job); n += PTL_PFMAP_CHUNK)
        read_row(r, &pattern, n);
}

/* ---- The end -------------------------------------------------------------------------------- */

/* Words behind the last tile. The engine takes lines whole, and stops after the last one it needs.
 */
static void warn_rest(reader *r, ptl_str rest, size_t white)
{
    uint64_t at    = reader_at(r) + white;
    bool     apart = pfmap_has_line_end((ptl_str){ rest.data, white });

    r->in.at += white;
    if (apart)
        ptl_warn(r->job, at, "pfmap-trailing-text",
                 "bytes after the last tile, which the engine ignores: %zu", rest.size - white);
    else if (reader_word(r).size == PFMAP_WORD)
        ptl_warn(r->job, at, "pfmap-extra-tile",
                 "a tile more than there are, on the line of the last one: the engine writes past "
                 "its memory");
    else
        ptl_warn(r->job, at, "pfmap-last-line",
                 "bytes after the last tile on its line, for which the engine refuses the map: %zu",
                 rest.size - white);
}

void ptl_pfmap_read_rest(reader *r)
{
    ptl_str rest  = { r->in.at, (size_t)(r->in.end - r->in.at) };
    size_t  white = ptl_pfmap_white(r->in.at, r->in.end);

    if (rest.size > 0 && white == 0) {
        r->in.at -= PFMAP_WORD;
        fail_length(r, r->map->tiles.count - 1, reader_word(r));
        return;
    }
    if (pfmap_same(rest, reader_eol(r)))
        return;
    if (rest.size == 0) {
        ptl_warn(r->job, reader_at(r), "pfmap-no-newline",
                 "the last line has no end: the engine refuses the file");
        r->map->layout.cut = true;
        return;
    }
    r->map->layout.rest = ptl_pfmap_copy(r->job, rest.data, rest.size);
    if (white < rest.size)
        warn_rest(r, rest, white);
    else if (!pfmap_has_line_end(rest))
        ptl_warn(r->job, reader_at(r), "pfmap-no-newline",
                 "the last line has no end: the engine refuses the file");
}

static void warn_long_lines(reader *r, const char *from, const char *to)
{
    while (from < to && ptl_ok(r->job)) {
        const char *end    = memchr(from, '\n', (size_t)(to - from));
        size_t      length = (size_t)((end ? end + 1 : to) - from);

        if (length > PTL_PFMAP_ENGINE_LINE)
            ptl_warn(r->job, (uint64_t)(from - r->in.start), "pfmap-long-line",
                     "a line of %zu bytes: the engine refuses lines over 255 bytes", length);
        from += length;
    }
}

/* Lines of the tile list are looked at only when the pattern does not vouch for them. */
void ptl_pfmap_check_lines(reader *r)
{
    pfmap_pattern pattern = ptl_pfmap_pattern_of(&r->map->layout);
    bool          regular = r->map->layout.tiles.count == 0 &&
                   pattern.per_line * (PFMAP_WORD + 1u) + pattern.eol - 1 <= PTL_PFMAP_ENGINE_LINE;
    const char *tiles = r->in.start + r->map->at.tiles, *end = r->in.start + r->job->source.size;

    warn_long_lines(r, r->in.start, regular ? tiles : end - r->map->layout.rest.size);
}
