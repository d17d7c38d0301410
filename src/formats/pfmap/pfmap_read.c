/* SPDX-License-Identifier: MIT */
/* Reading of Permafrost terrain: the header word by word, the tiles 24 bytes at a time. */
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "core/text.h"
#include "formats/pfmap/pfmap_private.h"

typedef struct reader {
    ptl_job   *job;
    ptl_text   in;
    ptl_pfmap *map;
    unsigned   version; /* 10, 11, 12                        */
    uint64_t   word;    /* words of the header so far        */
    uint64_t   gap_at;  /* where the white space before the word that was read begins */
    ptl_buf    words, tiles, spellings, minus_zero, lower_case, letters; /* lists that grow */
    ptl_str    last; /* text of the last gap, likely to come again */
} reader;

#define LITERAL(text) ((ptl_str){ text, sizeof text - 1 })

static ptl_str eol_of(const reader *r)
{
    return r->map->layout.crlf ? LITERAL("\r\n") : LITERAL("\n");
}

static uint64_t here(const reader *r)
{
    return ptl_text_offset(&r->in);
}

static bool same_text(ptl_str a, ptl_str b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* ---- Gaps ----------------------------------------------------------------------------------- */

static void keep_gap(reader *r, ptl_buf *list, uint64_t before, ptl_str text, int64_t shift)
{
    ptl_pfmap_gap gap = { .before = before, .shift = shift };

    if (!r->last.data || !same_text(r->last, text))
        r->last = pfmap_copy(r->job, text.data, text.size);
    gap.text = r->last;
    ptl_put(list, &gap, sizeof gap);
}

static ptl_str white_here(const reader *r)
{
    return (ptl_str){ r->in.at, pfmap_white(r->in.at, r->in.end) };
}

/* Steps over the white space before the next word of the header and remembers what is odd. */
static void header_gap(reader *r, pfmap_gap_kind kind)
{
    ptl_str gap     = white_here(r);
    ptl_str regular = kind == PFMAP_LINE     ? eol_of(r)
                      : kind == PFMAP_INLINE ? LITERAL(" ")
                                             : LITERAL("");

    r->gap_at = here(r);
    if (!same_text(gap, regular)) {
        keep_gap(r, &r->words, r->word, gap, 0);
        if (kind != PFMAP_INLINE && !same_text(gap, LITERAL("\n")) &&
            !same_text(gap, LITERAL("\r\n")))
            ptl_warn(r->job, r->gap_at, "pfmap-blank",
                     "blanks or blank lines around a header line: the engine refuses them");
    }
    r->in.at += gap.size;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static ptl_str word_here(const reader *r)
{
    const char *end = r->in.at;

    while (end < r->in.end && pfmap_white(end, r->in.end) == 0)
        end++;
    return (ptl_str){ r->in.at, (size_t)(end - r->in.at) };
}

static const char *shown(char *room, size_t size, ptl_str text)
{
    return ptl_quote(room, size, text.data, text.size);
}

/* Bytes no word may hold: a NUL, and a CR that ends no line. */
static void refuse_bytes(reader *r, ptl_str word)
{
    for (size_t i = 0; i < word.size; i++) {
        uint64_t at = here(r) + i;

        if (word.data[i] == 0)
            ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-byte", "a NUL byte in a text");
        else if (word.data[i] == '\r')
            ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-byte",
                     "a carriage return that no line feed follows");
    }
}

/* The next word, which has to be on the same line: "num_rows" without a number has none. */
static ptl_str next_word(reader *r, const char *what)
{
    ptl_str gap = white_here(r), word;

    if (!ptl_ok(r->job))
        return (ptl_str){ "", 0 };
    if (gap.size == 0 || pfmap_has_line_end(gap) || r->in.at + gap.size == r->in.end) {
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-missing",
                 "%s is missing at the end of the line", what);
        return (ptl_str){ "", 0 };
    }
    header_gap(r, PFMAP_INLINE);
    word = word_here(r);
    refuse_bytes(r, word);
    r->in.at += word.size;
    r->word++;
    return word;
}

static bool begins(ptl_str word, const char *start)
{
    return word.size >= strlen(start) && memcmp(word.data, start, strlen(start)) == 0;
}

static bool is(ptl_str word, const char *text)
{
    return word.size == strlen(text) && begins(word, text);
}

/* Why a header line is not the one it ought to be. */
static void fail_key(reader *r, const char *key, ptl_str found)
{
    char room[48];

    shown(room, sizeof room, found);
    if (found.size == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "truncated", "the file ends where %s is expected",
                 key);
    else if (is(found, "num_splats"))
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-splats",
                 "num_splats in a map of version %s: the line is for 1.1 and later, so it or the "
                 "version is wrong",
                 shown(room, sizeof room, r->map->version));
    else if (strcmp(key, "num_splats") == 0 && is(found, "num_rows"))
        ptl_fail(
            r->job, PTL_E_SYNTAX, here(r), "pfmap-splats",
            "no num_splats in a map of version %s, where it is needed: the version is wrong, or "
            "the line is missing",
            shown(room, sizeof room, r->map->version));
    else if (strcmp(key, "num_materials") == 0 && is(found, "num_rows"))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, here(r), "pfmap-ancient",
                 "num_rows before num_materials: a map from before 2019, which had other tiles");
    else if (begins(found, "num_") && strcmp(key, "num_materials") == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-header",
                 "\"%s\" where num_materials is expected: a model or a scene, not a map", room);
    else
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-header", "\"%s\" where %s is expected", room,
                 key);
}

/* The first word of a line. */
static void read_key(reader *r, const char *key, pfmap_gap_kind kind)
{
    ptl_str gap = white_here(r), word;

    if (!ptl_ok(r->job))
        return;
    if (kind == PFMAP_LINE && r->in.at + gap.size < r->in.end && !pfmap_has_line_end(gap)) {
        char room[48];

        r->in.at += gap.size;
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-extra",
                 "\"%s\" after the last value of the line", shown(room, sizeof room, word_here(r)));
        return;
    }
    header_gap(r, kind);
    word = word_here(r);
    refuse_bytes(r, word);
    if (!is(word, key) && ptl_ok(r->job))
        fail_key(r, key, word);
    r->in.at += word.size;
    r->word++;
}

/* ---- The header ----------------------------------------------------------------------------- */

/* Remembers a number that is not written the way we would. */
static void keep_spelling(reader *r, ptl_str word, uint64_t value)
{
    char               plain[PTL_NUM_MAX];
    ptl_str            usual    = { plain, ptl_format_u64(plain, value) };
    ptl_pfmap_spelling spelling = { .word = r->word - 1 };

    if (same_text(word, usual))
        return;
    spelling.text = pfmap_copy(r->job, word.data, word.size);
    ptl_put(&r->spellings, &spelling, sizeof spelling);
}

static uint64_t read_number(reader *r, const char *what, uint64_t least, uint64_t most)
{
    ptl_str     word = next_word(r, what);
    uint64_t    at = here(r) - word.size, value = 0;
    const char *after = ptl_parse_u64(word.data, word.data + word.size, &value);
    char        room[48];

    if (!ptl_ok(r->job))
        return 0;
    shown(room, sizeof room, word);
    if (after != word.data + word.size)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-number", "%s is \"%s\", not a whole number", what,
                 room);
    else if (value < least || value > most)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-number", "%s is %s, allowed are %llu to %llu",
                 what, room, (unsigned long long)least, (unsigned long long)most);
    keep_spelling(r, word, value);
    return ptl_ok(r->job) ? value : 0;
}

static uint64_t read_count(reader *r, const char *key, uint64_t least, uint64_t most, uint64_t *at)
{
    uint64_t value;

    read_key(r, key, PFMAP_LINE);
    value = read_number(r, key, least, most);
    *at   = here(r);
    for (const char *p = r->in.at; p > r->in.start && p[-1] != ' ' && p[-1] != '\t'; p--)
        --*at;
    return value;
}

static void read_version(reader *r)
{
    bool    known;
    ptl_str word;
    char    room[48];

    read_key(r, "version", PFMAP_START);
    word = next_word(r, "the version");
    if (!ptl_ok(r->job))
        return;
    r->map->at.version = here(r) - word.size;
    r->version         = pfmap_version_of(word, &known);
    r->map->version    = pfmap_copy(r->job, word.data, word.size);
    shown(room, sizeof room, word);
    if (r->version == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, r->map->at.version, "pfmap-version",
                 "the version is \"%s\", not a number such as 1.0", room);
    else if (!known)
        ptl_warn(r->job, r->map->at.version, "pfmap-version",
                 "version %s is none of 1.0, 1.1 and 1.2: read as %s", room,
                 r->version == 10 ? "1.0" : "1.2");
}

/* Every line of the lists takes at least so many bytes, so a count can be compared with what is
 * left before memory is taken. */
enum { MATERIAL_LEAST = sizeof "material a b" - 1, SPLAT_LEAST = sizeof "splat 0 0" - 1 };

static bool fits_left(reader *r, const char *what, uint64_t count, size_t least)
{
    uint64_t left = (uint64_t)(r->in.end - r->in.at);

    if (count > left / least)
        ptl_fail(r->job, PTL_E_SYNTAX, r->job->source.size, "truncated",
                 "%llu %s cannot be in the %llu bytes that are left", (unsigned long long)count,
                 what, (unsigned long long)left);
    return ptl_ok(r->job);
}

static void read_header(reader *r, uint64_t counts[4])
{
    static const char bom[] = "\xef\xbb\xbf";
    const char       *line;

    if (r->in.end - r->in.at >= 3 && memcmp(r->in.at, bom, 3) == 0) {
        ptl_warn(r->job, 0, "pfmap-bom", "a byte order mark in front: the engine refuses it");
        r->map->layout.bom = true;
        r->in.at += 3;
    }
    line = r->in.at < r->in.end ? memchr(r->in.at, '\n', (size_t)(r->in.end - r->in.at)) : NULL;
    r->map->layout.crlf = line && line > r->in.at && line[-1] == '\r';
    read_version(r);
    counts[0] = read_count(r, "num_materials", 0, UINT32_MAX, &r->map->at.materials);
    if (r->version >= 11)
        counts[1] = read_count(r, "num_splats", 0, UINT32_MAX, &r->map->at.splats);
    counts[2] = read_count(r, "num_rows", 1, PFMAP_MAX_SIDE, &r->map->at.rows);
    counts[3] = read_count(r, "num_cols", 1, PFMAP_MAX_SIDE, &r->map->at.cols);
}

/* What follows the texture, up to the blanks before the line end. */
static void read_extra(reader *r, ptl_pfmap_material *material)
{
    ptl_str     gap  = white_here(r);
    const char *from = r->in.at + gap.size, *to = from;

    if (gap.size == 0 || pfmap_has_line_end(gap) || from == r->in.end)
        return;
    while (to < r->in.end && *to != '\n')
        to++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    header_gap(r, PFMAP_INLINE);
    material->extra = pfmap_copy(r->job, from, (size_t)(to - from));
    ptl_warn(r->job, here(r), "pfmap-extra", "words after the texture: the engine ignores them");
    refuse_bytes(r, (ptl_str){ from, (size_t)(to - from) });
    r->in.at = to;
    r->word++;
}

static void read_materials(reader *r, uint64_t count)
{
    ptl_pfmap_material *list;
    ptl_str             word;

    if (!ptl_ok(r->job) || !fits_left(r, "materials", count, MATERIAL_LEAST))
        return;
    list                    = ptl_arena_array(r->job, count, sizeof *list);
    r->map->materials.data  = list;
    r->map->materials.count = list ? (size_t)count : 0;
    for (size_t i = 0; list && i < count && ptl_ok(r->job); i++) {
        read_key(r, "material", PFMAP_LINE);
        list[i].at      = here(r) - strlen("material");
        word            = next_word(r, "the name of the material");
        list[i].name    = pfmap_copy(r->job, word.data, word.size);
        word            = next_word(r, "the texture of the material");
        list[i].texture = pfmap_copy(r->job, word.data, word.size);
        if (ptl_ok(r->job))
            read_extra(r, &list[i]);
    }
}

static void read_splats(reader *r, uint64_t count)
{
    ptl_pfmap_splat *list;

    if (!ptl_ok(r->job) || !fits_left(r, "splats", count, SPLAT_LEAST))
        return;
    list                 = ptl_arena_array(r->job, count, sizeof *list);
    r->map->splats.data  = list;
    r->map->splats.count = list ? (size_t)count : 0;
    for (size_t i = 0; list && i < count && ptl_ok(r->job); i++) {
        read_key(r, "splat", PFMAP_LINE);
        list[i].at     = here(r) - strlen("splat");
        list[i].base   = (uint32_t)read_number(r, "the base of the splat", 0, UINT32_MAX);
        list[i].accent = (uint32_t)read_number(r, "the accent of the splat", 0, UINT32_MAX);
    }
}

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
    ptl_fail(r->job, PTL_E_SYNTAX, here(r) + place, "pfmap-tile",
             "tile %llu (row %zu, column %zu): %s is \"%s\", allowed are %s",
             (unsigned long long)number, index / r->map->width, index % r->map->width,
             parts[i].name, ptl_quote(room, sizeof room, r->in.at + parts[i].at, parts[i].size),
             allowed);
}

static void fail_length(reader *r, uint64_t number, ptl_str word)
{
    size_t index = ptl_pfmap_index(r->map, number);
    char   room[48];

    shown(room, sizeof room, word);
    ptl_path(r->job, "tile[%zu,%zu]", index % r->map->width, index / r->map->width);
    if (number == 0 && is(word, "material"))
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-count",
                 "a material where the first tile is expected: num_materials says %zu",
                 r->map->materials.count);
    else if (number == 0 && is(word, "splat"))
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-count",
                 "a splat where the first tile is expected: num_splats says %zu",
                 r->map->splats.count);
    else if (number == 0 && (word.size == 6 || word.size == 8))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, here(r), "pfmap-ancient",
                 "tile \"%s\" has %zu characters: a map from before April 2019", room, word.size);
    else
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-tile",
                 "tile %llu (row %zu, column %zu) has %zu characters instead of 24: \"%s\"",
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
    if (r->version >= 12 && place < 21)
        fail_part(r, number, place, "digits");
    else if (c <= ' ' || c > '~')
        fail_part(r, number, place, "visible ASCII characters");
    letter.letter = pfmap_copy(r->job, &c, 1);
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
    ptl_str word = word_here(r);
    int     type;

    if (word.size == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "truncated",
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
    static const char all[8] = { 0, 0, -1, -1, -1, -1, -1, -1 }, none[8] = { '0', '0' };
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
    ptl_str gap = white_here(r);
    bool    row = number % PTL_PFMAP_CHUNK == 0, broken = pfmap_has_line_end(gap);
    int64_t regular = (int64_t)(r->map->at.tiles + pfmap_regular_offset(pattern, number));

    if (gap.size == 0 && r->in.at < r->in.end) {
        r->in.at -= PFMAP_WORD;
        fail_length(r, number - 1, word_here(r));
        return;
    }
    if (row && !broken && gap.size > 0)
        ptl_warn(r->job, here(r) + gap.size,
                 number % PFMAP_PER_CHUNK == 0 ? "pfmap-chunk-mid-line" : "pfmap-row-mid-line",
                 number % PFMAP_PER_CHUNK == 0
                     ? "a chunk begins in the middle of a line: the engine writes past its memory"
                     : "a row of a chunk begins in the middle of a line");
    if (!same_text(gap,
                   pattern->before[number % PTL_PFMAP_CHUNK] == '\n' ? eol_of(r) : LITERAL(" ")))
        keep_gap(r, &r->tiles, number, gap, (int64_t)(here(r) + gap.size) - regular);
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
    ptl_str gap = white_here(r);
    char    room[48];

    if (gap.size > 0 && !pfmap_has_line_end(gap) && r->in.at + gap.size < r->in.end) {
        r->in.at += gap.size;
        ptl_fail(r->job, PTL_E_SYNTAX, here(r), "pfmap-extra",
                 "\"%s\" after the last value of the line", shown(room, sizeof room, word_here(r)));
        return;
    }
    if (!same_text(gap, eol_of(r)))
        keep_gap(r, &r->tiles, 0, gap, 0);
    r->in.at += gap.size;
    r->map->at.tiles = here(r);
}

/* Whether so many tiles can be there at all; first a look at one, to tell other files by it. */
static bool room_for_tiles(reader *r, uint64_t rows, uint64_t cols)
{
    uint64_t left = (uint64_t)(r->in.end - r->in.at), most = left / PFMAP_WORD / PFMAP_PER_CHUNK;
    ptl_str  word = word_here(r);

    if (word.size != PFMAP_WORD && word.size > 0)
        fail_length(r, 0, word);
    else if (rows > most / cols)
        ptl_fail(r->job, PTL_E_SYNTAX, r->job->source.size, "truncated",
                 "%llu x %llu chunks of 1024 tiles cannot be in the %llu bytes that are left",
                 (unsigned long long)rows, (unsigned long long)cols, (unsigned long long)left);
    return ptl_ok(r->job);
}

static void read_tiles(reader *r, uint64_t rows, uint64_t cols)
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
    pattern                    = pfmap_pattern_of(&map->layout);
    map->tiles.count           = (size_t)(rows * cols * PFMAP_PER_CHUNK);
    map->tiles.data = ptl_arena_raw(r->job, map->tiles.count * (uint64_t)sizeof *map->tiles.data);
    for (uint64_t n = 0; n < map->tiles.count && ptl_ok(r->job); n += PTL_PFMAP_CHUNK)
        read_row(r, &pattern, n);
}

/* ---- The end -------------------------------------------------------------------------------- */

static void read_rest(reader *r)
{
    ptl_str rest  = { r->in.at, (size_t)(r->in.end - r->in.at) };
    size_t  white = pfmap_white(r->in.at, r->in.end);

    if (rest.size > 0 && white == 0) {
        r->in.at -= PFMAP_WORD;
        fail_length(r, r->map->tiles.count - 1, word_here(r));
        return;
    }
    if (same_text(rest, eol_of(r)))
        return;
    if (rest.size == 0) {
        ptl_warn(r->job, here(r), "pfmap-no-newline",
                 "the last line has no end: the engine refuses the file");
        r->map->layout.cut = true;
        return;
    }
    r->map->layout.rest = pfmap_copy(r->job, rest.data, rest.size);
    if (white < rest.size)
        ptl_warn(r->job, here(r) + white, "pfmap-trailing-text",
                 "%zu bytes after the last tile: the engine ignores them", rest.size - white);
    else if (!pfmap_has_line_end(rest))
        ptl_warn(r->job, here(r), "pfmap-no-newline",
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
static void check_lines(reader *r)
{
    pfmap_pattern pattern = pfmap_pattern_of(&r->map->layout);
    bool          regular = r->map->layout.tiles.count == 0 &&
                   pattern.per_line * (PFMAP_WORD + 1u) + pattern.eol - 1 <= PTL_PFMAP_ENGINE_LINE;
    const char *tiles = r->in.start + r->map->at.tiles, *end = r->in.start + r->job->source.size;

    warn_long_lines(r, r->in.start, regular ? tiles : end - r->map->layout.rest.size);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Moves a list that grew to the document. */
static void store(reader *r, void *list, ptl_buf *from, size_t size)
{
    ptl_list out = { 0 };

    if (from->size > 0 && ptl_ok(r->job)) {
        out.data  = ptl_arena_raw(r->job, from->size);
        out.count = out.data ? from->size / size : 0;
    }
    if (out.data)
        memcpy(out.data, from->data, from->size);
    memcpy(list, &out, sizeof out);
    ptl_buf_free(from);
}

void pfmap_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_pfmap        *map       = native;
    ptl_pfmap_layout *layout    = &map->layout;
    ptl_buf           empty     = ptl_buf_of(job, NULL);
    reader            r         = { job,
                                    ptl_text_of(job, source),
                                    map,
                                    .words      = empty,
                                    .tiles      = empty,
                                    .spellings  = empty,
                                    .minus_zero = empty,
                                    .lower_case = empty,
                                    .letters    = empty };
    uint64_t          counts[4] = { 0 };

    read_header(&r, counts);
    read_materials(&r, counts[0]);
    read_splats(&r, counts[1]);
    read_tiles(&r, counts[2], counts[3]);
    if (ptl_ok(job))
        read_rest(&r);
    store(&r, &layout->words, &r.words, sizeof *layout->words.data);
    store(&r, &layout->tiles, &r.tiles, sizeof *layout->tiles.data);
    store(&r, &layout->spellings, &r.spellings, sizeof *layout->spellings.data);
    store(&r, &layout->minus_zero, &r.minus_zero, sizeof *layout->minus_zero.data);
    store(&r, &layout->lower_case, &r.lower_case, sizeof *layout->lower_case.data);
    store(&r, &layout->letters, &r.letters, sizeof *layout->letters.data);
    if (ptl_ok(job))
        check_lines(&r);
}
