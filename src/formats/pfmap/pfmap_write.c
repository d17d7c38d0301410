/* SPDX-License-Identifier: MIT */
/* Writing of Permafrost terrain: the words of the document, with the white space they had. */
#include <string.h>

#include "core/num.h"
#include "formats/pfmap/pfmap_private.h"

typedef struct writer {
    ptl_buf         *out;
    const ptl_pfmap *map;
    uint64_t         word;          /* of the header, the next one  */
    size_t           gap, spelling; /* next entries of the layout's lists */
    size_t           tile_gap, minus_zero, lower_case, letter;
} writer;

/* ---- Words ---------------------------------------------------------------------------------- */

static const char *eol_of(const writer *w)
{
    return w->map->layout.crlf ? "\r\n" : "\n";
}

/* The layout's text for a place, if it has one that fits there. */
static const ptl_str *odd_gap(const ptl_pfmap_gaps *gaps, size_t *next, uint64_t before,
                              pfmap_gap_kind kind)
{
    while (*next < gaps->count && gaps->data[*next].before < before)
        ++*next;
    if (*next == gaps->count || gaps->data[*next].before != before ||
        !ptl_pfmap_gap_fits(kind, gaps->data[*next].text))
        return NULL;
    return &gaps->data[*next].text;
}

static void put_gap(writer *w, pfmap_gap_kind kind)
{
    const ptl_str *odd = odd_gap(&w->map->layout.words, &w->gap, w->word, kind);

    if (odd)
        ptl_put(w->out, odd->data, odd->size);
    else if (kind == PFMAP_LINE)
        ptl_put_text(w->out, eol_of(w));
    else if (kind == PFMAP_INLINE)
        ptl_put_char(w->out, ' ');
}

static void put_word(writer *w, pfmap_gap_kind kind, ptl_str word)
{
    put_gap(w, kind);
    ptl_put(w->out, word.data, word.size);
    w->word++;
}

static void put_key(writer *w, const char *key)
{
    put_word(w, w->word == 0 ? PFMAP_START : PFMAP_LINE, (ptl_str){ key, strlen(key) });
}

/* A number, in the spelling it had while that still means the same. */
static void put_number(writer *w, uint64_t value)
{
    const ptl_pfmap_layout *layout = &w->map->layout;
    char                    digits[PTL_NUM_MAX];
    ptl_str                 text = { digits, ptl_format_u64(digits, value) };
    uint64_t                meant;

    while (w->spelling < layout->spellings.count &&
           layout->spellings.data[w->spelling].word < w->word)
        w->spelling++;
    if (w->spelling < layout->spellings.count &&
        layout->spellings.data[w->spelling].word == w->word) {
        ptl_str     odd = layout->spellings.data[w->spelling].text;
        const char *end = odd.data + odd.size;

        if (odd.size > 0 && ptl_parse_u64(odd.data, end, &meant) == end && meant == value)
            text = odd;
    }
    put_word(w, PFMAP_INLINE, text);
}

/* ---- The header ----------------------------------------------------------------------------- */

static void put_count(writer *w, const char *key, uint64_t value)
{
    put_key(w, key);
    put_number(w, value);
}

static void put_header(writer *w)
{
    const ptl_pfmap *map = w->map;

    if (map->layout.bom)
        ptl_put_text(w->out, "\xef\xbb\xbf");
    put_key(w, "version");
    put_word(w, PFMAP_INLINE, map->version);
    put_count(w, "num_materials", map->materials.count);
    if (ptl_pfmap_version(map) >= 11)
        put_count(w, "num_splats", map->splats.count);
    put_count(w, "num_rows", map->height / PTL_PFMAP_CHUNK);
    put_count(w, "num_cols", map->width / PTL_PFMAP_CHUNK);
    for (size_t i = 0; i < map->materials.count; i++) {
        const ptl_pfmap_material *m = &map->materials.data[i];

        put_key(w, "material");
        put_word(w, PFMAP_INLINE, m->name);
        put_word(w, PFMAP_INLINE, m->texture);
        if (m->extra.size > 0)
            put_word(w, PFMAP_INLINE, m->extra);
    }
    for (size_t i = 0; i < map->splats.count; i++) {
        put_key(w, "splat");
        put_number(w, map->splats.data[i].base);
        put_number(w, map->splats.data[i].accent);
    }
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

static void put_two(uint8_t *to, unsigned value)
{
    memcpy(to, pairs + 2 * value, 2);
}

static void put_three(uint8_t *to, unsigned value)
{
    unsigned hundreds = value / 100;

    to[0] = (uint8_t)('0' + hundreds);
    put_two(to + 1, value - 100 * hundreds);
}

static void format_tile(uint8_t to[PFMAP_WORD], const ptl_pfmap_tile *tile)
{
    uint64_t flags;

    to[0] = (uint8_t) "0123456789ABC"[tile->type];
    to[1] = tile->base < 0 ? '-' : '+';
    put_two(to + 2, (unsigned)(tile->base < 0 ? -tile->base : tile->base));
    put_two(to + 4, tile->ramp);
    put_three(to + 6, tile->top);
    put_three(to + 9, tile->side);
    memcpy(&flags, &tile->pathable, sizeof flags); /* G to the third of M, one byte each */
    flags += UINT64_C(0x3030303030303030);
    memcpy(to + 12, &flags, sizeof flags);
    to[20] = (uint8_t)('0' + tile->edge_blend[3]);
    put_three(to + 21, tile->reserved);
}

/* Whether a list of tile numbers has this one. */
static bool listed(const ptl_pfmap_u64s *list, size_t *next, uint64_t number)
{
    while (*next < list->count && list->data[*next] < number)
        ++*next;
    return *next < list->count && list->data[*next] == number;
}

/* Where the version, which may be another now, gives a place a meaning, only digits are read. */
static void put_letters(writer *w, uint64_t number, uint8_t to[PFMAP_WORD])
{
    const ptl_pfmap_layout *layout = &w->map->layout;
    unsigned                first  = ptl_pfmap_version(w->map) >= 12 ? PFMAP_OPEN : PFMAP_FREE;

    for (; w->letter < layout->letters.count; w->letter++) {
        const ptl_pfmap_letter *l = &layout->letters.data[w->letter];
        char                    c = l->letter.size == 1 ? l->letter.data[0] : 0;

        if (l->tile > number)
            break;
        if (l->tile == number && l->place >= first && l->place < PFMAP_WORD &&
            to[l->place] == '0' && c > ' ' && c <= '~')
            to[l->place] = (uint8_t)c;
    }
}

/* The tile as it was spelled, while that still fits. */
static void spell_tile(writer *w, uint64_t number, uint8_t to[PFMAP_WORD])
{
    const ptl_pfmap_layout *layout = &w->map->layout;

    if (listed(&layout->minus_zero, &w->minus_zero, number) && memcmp(to + 1, "+00", 3) == 0)
        to[1] = '-';
    if (listed(&layout->lower_case, &w->lower_case, number) && to[0] >= 'A')
        to[0] = (uint8_t)(to[0] + 32);
    put_letters(w, number, to);
}

static void put_tiles_as_they_were(writer *w, const pfmap_pattern *pattern)
{
    const ptl_pfmap_gaps *gaps = &w->map->layout.tiles;

    for (uint64_t n = 0; n < w->map->tiles.count && ptl_ok(w->out->job); n++) {
        const ptl_str *odd  = odd_gap(gaps, &w->tile_gap, n, n == 0 ? PFMAP_LINE : PFMAP_TILE);
        bool           turn = pattern->before[n % PTL_PFMAP_CHUNK] == '\n';
        uint8_t        text[PFMAP_WORD];

        if (odd)
            ptl_put(w->out, odd->data, odd->size);
        else
            ptl_put_text(w->out, turn ? eol_of(w) : " ");
        format_tile(text, &w->map->tiles.data[ptl_pfmap_index(w->map, n)]);
        spell_tile(w, n, text);
        ptl_put(w->out, text, sizeof text);
    }
}

/* One row of a chunk, the line end of the line before it in front. */
static void put_row(writer *w, const pfmap_pattern *pattern, const ptl_pfmap_tile *tiles)
{
    uint8_t *start = ptl_buf_room(w->out, PTL_PFMAP_CHUNK * (PFMAP_WORD + 2)), *to = start;

    for (unsigned j = 0; to && j < PTL_PFMAP_CHUNK; j++) {
        if (pattern->eol == 2 && pattern->before[j] == '\n')
            *to++ = '\r';
        *to++ = (uint8_t)pattern->before[j];
        format_tile(to, &tiles[j]);
        to += PFMAP_WORD;
    }
    if (to)
        w->out->size += (size_t)(to - start);
}

static void put_tiles(writer *w)
{
    const ptl_pfmap_layout *layout  = &w->map->layout;
    pfmap_pattern           pattern = ptl_pfmap_pattern_of(layout);

    if (layout->tiles.count + layout->minus_zero.count + layout->lower_case.count +
            layout->letters.count >
        0) {
        put_tiles_as_they_were(w, &pattern);
        return;
    }
    for (uint64_t n = 0; n < w->map->tiles.count && ptl_ok(w->out->job); n += PTL_PFMAP_CHUNK)
        put_row(w, &pattern, &w->map->tiles.data[ptl_pfmap_index(w->map, n)]);
}

static void put_rest(writer *w)
{
    ptl_str rest = w->map->layout.rest;

    if (rest.size > 0 && ptl_pfmap_white(rest.data, rest.data + rest.size) > 0)
        ptl_put(w->out, rest.data, rest.size);
    else if (!w->map->layout.cut)
        ptl_put_text(w->out, eol_of(w));
}

void ptl_pfmap_write(ptl_job *job, ptl_buf *out, const void *native)
{
    ptl_pfmap map = *(const ptl_pfmap *)native;
    writer    w   = { .out = out, .map = &map };

    ptl_pfmap_change(job, &map);
    if (ptl_setting_of(job, "target-version") || ptl_setting_of(job, "blend-layout"))
        ptl_pfmap_convert(job, &map);
    if (ptl_setting_is(ptl_setting_of(job, "layout"), "official"))
        map.layout = (ptl_pfmap_layout){ .letters    = map.layout.letters,
                                         .minus_zero = map.layout.minus_zero };
    if (!ptl_ok(job))
        return;
    put_header(&w);
    put_tiles(&w);
    put_rest(&w);
}
