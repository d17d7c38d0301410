/* SPDX-License-Identifier: MIT */
/* Reading of Permafrost terrain: the header, word by word, and the whole. */
#include "core/num.h"
#include "core/words.h"
#include "formats/pfmap/pfmap_reader.h"

/* ---- Gaps ----------------------------------------------------------------------------------- */

void ptl_pfmap_keep_gap(reader *r, ptl_buf *list, uint64_t before, ptl_str text, int64_t shift)
{
    ptl_pfmap_gap gap = { .before = before, .shift = shift };

    if (!r->last.data || !pfmap_same(r->last, text))
        r->last = ptl_pfmap_copy(r->job, text.data, text.size);
    gap.text = r->last;
    ptl_put(list, &gap, sizeof gap);
}

/* Where the white space in front of a line begins: behind the end of the line before, if any. */
static uint64_t front_of(const reader *r, pfmap_gap_kind kind, ptl_str gap)
{
    const char *end = kind == PFMAP_LINE && gap.size > 0 ? memchr(gap.data, '\n', gap.size) : NULL;

    return reader_at(r) + (end ? (uint64_t)(end - gap.data) + 1 : 0);
}

/* The engine reads lines of the header by their beginning, and those of lists word by word. */
static void warn_blanks(reader *r, pfmap_gap_kind kind, ptl_str gap, bool listed)
{
    pfmap_line line  = ptl_pfmap_line_kind(kind, gap);
    uint64_t   front = front_of(r, kind, gap);

    if (line == PFMAP_TRAILING)
        ptl_warn(r->job, reader_at(r), "pfmap-blank", "blanks at the end of a header line");
    else if (line == PFMAP_REFUSED && !listed)
        ptl_warn(r->job, front, "pfmap-indented",
                 "blanks or blank lines before a header line: the engine refuses them");
    else if (line == PFMAP_REFUSED && ptl_pfmap_has_blank_line(gap))
        ptl_warn(r->job, front, "pfmap-blank-line",
                 "a blank line before a material or a splat: the engine crashes on it");
    else if (line == PFMAP_REFUSED)
        ptl_warn(r->job, front, "pfmap-blank", "blanks before a material or a splat");
}

/* Steps over the white space before the next word of the header and remembers what is odd. */
static void header_gap(reader *r, pfmap_gap_kind kind, bool listed)
{
    ptl_str gap     = reader_white(r);
    ptl_str regular = kind == PFMAP_LINE     ? reader_eol(r)
                      : kind == PFMAP_INLINE ? LITERAL(" ")
                                             : LITERAL("");

    if (!pfmap_same(gap, regular))
        ptl_pfmap_keep_gap(r, &r->words, r->word, gap, 0);
    if (kind != PFMAP_INLINE)
        warn_blanks(r, kind, gap, listed);
    r->in.at += gap.size;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* Bytes no word may hold: a NUL, and a CR that ends no line. */
static void refuse_bytes(reader *r, ptl_str word)
{
    for (size_t i = 0; i < word.size; i++) {
        uint64_t at = reader_at(r) + i;

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
    ptl_str gap = reader_white(r), word;

    if (!ptl_ok(r->job))
        return (ptl_str){ "", 0 };
    if (gap.size == 0 || pfmap_has_line_end(gap) || r->in.at + gap.size == r->in.end) {
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-missing",
                 "%s is missing at the end of the line", what);
        return (ptl_str){ "", 0 };
    }
    header_gap(r, PFMAP_INLINE, false);
    word = reader_word(r);
    refuse_bytes(r, word);
    r->in.at += word.size;
    r->word++;
    return word;
}

/* Why a header line is not the one it ought to be. */
static void fail_key(reader *r, const char *key, ptl_str found)
{
    char room[48];

    reader_shown(room, sizeof room, found);
    if (found.size == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "truncated",
                 "the file ends where %s is expected", key);
    else if (r->in.at + found.size == r->in.end && found.size < strlen(key) &&
             memcmp(found.data, key, found.size) == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r) + found.size, "truncated",
                 "the file ends inside %s", key);
    else if (reader_is(found, "num_splats"))
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-splats",
                 "num_splats in a map of version %s: the line is for 1.1 and later, so it or the "
                 "version is wrong",
                 reader_shown(room, sizeof room, r->map->version));
    else if (strcmp(key, "num_splats") == 0 && reader_is(found, "num_rows"))
        ptl_fail(
            r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-splats",
            "no num_splats in a map of version %s, where it is needed: the version is wrong, or "
            "the line is missing",
            reader_shown(room, sizeof room, r->map->version));
    else if (strcmp(key, "num_materials") == 0 && reader_is(found, "num_rows"))
        ptl_fail(r->job, PTL_E_UNSUPPORTED, reader_at(r), "pfmap-ancient",
                 "num_rows before num_materials: a map from before 2019, which had other tiles");
    else if (ptl_str_begins(found, "num_") && strcmp(key, "num_materials") == 0)
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-header",
                 "\"%s\" where num_materials is expected: a model or a scene, not a map", room);
    else
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-header", "\"%s\" where %s is expected",
                 room, key);
}

/* The first word of a line. */
static void read_key(reader *r, const char *key, pfmap_gap_kind kind)
{
    ptl_str gap = reader_white(r), word;

    if (!ptl_ok(r->job))
        return;
    if (kind == PFMAP_LINE && r->in.at + gap.size < r->in.end && !pfmap_has_line_end(gap)) {
        char room[48];

        r->in.at += gap.size;
        ptl_fail(r->job, PTL_E_SYNTAX, reader_at(r), "pfmap-extra",
                 "\"%s\" after the last value of the line",
                 reader_shown(room, sizeof room, reader_word(r)));
        return;
    }
    header_gap(r, kind, strncmp(key, "num_", 4) != 0 && kind == PFMAP_LINE);
    word = reader_word(r);
    refuse_bytes(r, word);
    if (!reader_is(word, key) && ptl_ok(r->job))
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

    if (pfmap_same(word, usual))
        return;
    spelling.text = ptl_pfmap_copy(r->job, word.data, word.size);
    ptl_put(&r->spellings, &spelling, sizeof spelling);
}

static uint64_t read_number(reader *r, const char *what, uint64_t least, uint64_t most)
{
    ptl_str     word = next_word(r, what);
    uint64_t    at = reader_at(r) - word.size, value = 0;
    const char *after = ptl_parse_u64(word.data, word.data + word.size, &value);
    char        room[48];

    if (!ptl_ok(r->job))
        return 0;
    reader_shown(room, sizeof room, word);
    if (after != word.data + word.size)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-number", "%s is \"%s\", not a whole number", what,
                 room);
    else if (value < least || value > most)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfmap-number", "%s is %s; allowed: %llu to %llu", what,
                 room, (unsigned long long)least, (unsigned long long)most);
    keep_spelling(r, word, value);
    return ptl_ok(r->job) ? value : 0;
}

static uint64_t read_count(reader *r, const char *key, uint64_t least, uint64_t most, uint64_t *at)
{
    uint64_t value;

    read_key(r, key, PFMAP_LINE);
    value = read_number(r, key, least, most);
    *at   = reader_at(r);
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
    r->map->at.version = reader_at(r) - word.size;
    r->version         = ptl_pfmap_version_of(word, &known);
    r->map->version    = ptl_pfmap_copy(r->job, word.data, word.size);
    reader_shown(room, sizeof room, word);
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
    ptl_str     gap  = reader_white(r);
    const char *from = r->in.at + gap.size, *to = from;

    if (gap.size == 0 || pfmap_has_line_end(gap) || from == r->in.end)
        return;
    while (to < r->in.end && *to != '\n')
        to++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    header_gap(r, PFMAP_INLINE, false);
    material->extra = ptl_pfmap_copy(r->job, from, (size_t)(to - from));
    ptl_warn(r->job, reader_at(r), "pfmap-extra",
             "words after the texture: the engine ignores them");
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
        list[i].at      = reader_at(r) - strlen("material");
        word            = next_word(r, "the name of the material");
        list[i].name    = ptl_pfmap_copy(r->job, word.data, word.size);
        word            = next_word(r, "the texture of the material");
        list[i].texture = ptl_pfmap_copy(r->job, word.data, word.size);
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
        list[i].at     = reader_at(r) - strlen("splat");
        list[i].base   = (uint32_t)read_number(r, "the base of the splat", 0, UINT32_MAX);
        list[i].accent = (uint32_t)read_number(r, "the accent of the splat", 0, UINT32_MAX);
    }
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

void ptl_pfmap_read(ptl_job *job, ptl_span source, void *native)
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
    ptl_pfmap_read_tiles(&r, counts[2], counts[3]);
    if (ptl_ok(job))
        ptl_pfmap_read_rest(&r);
    store(&r, &layout->words, &r.words, sizeof *layout->words.data);
    store(&r, &layout->tiles, &r.tiles, sizeof *layout->tiles.data);
    store(&r, &layout->spellings, &r.spellings, sizeof *layout->spellings.data);
    store(&r, &layout->minus_zero, &r.minus_zero, sizeof *layout->minus_zero.data);
    store(&r, &layout->lower_case, &r.lower_case, sizeof *layout->lower_case.data);
    store(&r, &layout->letters, &r.letters, sizeof *layout->letters.data);
    if (ptl_ok(job))
        ptl_pfmap_check_lines(&r);
    job->vouched = ptl_ok(job); /* what was read from so many characters fits into them */
}
