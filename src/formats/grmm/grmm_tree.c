/* SPDX-License-Identifier: MIT */
/* The RIFF container: where each chunk of a map is.
 *
 *   size  field
 *      4  id
 *      4  n, size of the data
 *      n  data; of a group ("LIST"), its type and more chunks
 *         a zero byte if n is odd */
#include <string.h>

#include "core/bytes.h"
#include "formats/grmm/grmm_private.h"

typedef struct known { /* a chunk a group may hold, and where to note it */
    const char *id;
    bool        group, needed;
    grmm_piece *to;
} known;

static bool is_id(const uint8_t *id)
{
    for (int i = 0; i < 4; i++)
        if (id[i] < 0x20 || id[i] > 0x7E)
            return false;
    return id[0] != ' ';
}

/* ---- One chunk ------------------------------------------------------------------------------ */

static void read_pad(ptl_job *job, ptl_span file, uint64_t *at, uint64_t end)
{
    if (*at == end)
        ptl_warn(job, end, "grmm-pad", "no pad byte follows the last chunk, whose size is odd");
    else if (file.data[*at] != 0)
        ptl_warn(job, *at, "grmm-pad", "the pad byte is 0x%02x, not 0", file.data[*at]);
    *at += *at < end;
}

static bool read_group(ptl_job *job, ptl_span file, grmm_piece *out)
{
    out->group = memcmp(out->id, "LIST", 4) == 0;
    if (!out->group)
        return true;
    if (out->end - out->start < 4) {
        ptl_fail(job, PTL_E_SYNTAX, out->at + 4, "grmm-list", "a group of size %llu has no type",
                 (unsigned long long)(out->end - out->start));
        return false;
    }
    memcpy(out->id, file.data + out->start, 4);
    out->start += 4;
    return true;
}

/* The chunk at *at, which moves on to the next; false at the end of the group or after a failure.
 */
static bool next_piece(ptl_job *job, ptl_span file, uint64_t *at, uint64_t end, grmm_piece *out)
{
    const uint8_t *head = file.data + *at;
    uint32_t       size;
    char           shown[32];

    if (!ptl_ok(job) || *at == end)
        return false;
    if (end - *at < 8) {
        ptl_fail(job, PTL_E_SYNTAX, *at, "grmm-stray", "too few bytes for another chunk: %llu",
                 (unsigned long long)(end - *at));
        return false;
    }
    ptl_quote(shown, sizeof shown, (const char *)head, 4);
    size = ptl_load_u32le(head + 4);
    if (!is_id(head)) {
        ptl_fail(job, PTL_E_SYNTAX, *at, "grmm-chunk-id", "\"%s\" is not a chunk", shown);
        return false;
    }
    if (size > end - *at - 8) {
        ptl_fail(job, PTL_E_SYNTAX, *at + 4, "grmm-chunk-size",
                 "chunk \"%s\" claims a size of %lu, but its group has %llu left", shown,
                 (unsigned long)size, (unsigned long long)(end - *at - 8));
        return false;
    }
    *out = (grmm_piece){ .there = true, .at = *at, .start = *at + 8, .end = *at + 8 + size };
    memcpy(out->id, head, 4);
    *at = out->end;
    if (size % 2 != 0)
        read_pad(job, file, at, end);
    return ptl_ok(job) && read_group(job, file, out);
}

/* ---- One group ------------------------------------------------------------------------------ */

static void keep_unknown(ptl_job *job, ptl_span file, const grmm_piece *piece, ptl_buf *unknown)
{
    uint64_t       start = piece->group ? piece->start - 4 : piece->start;
    ptl_cursor     in    = ptl_cursor_part(job, file, start, piece->end, "the chunk");
    ptl_cursor     name  = ptl_cursor_part(job, file, piece->at, piece->at + 4, "the chunk");
    ptl_grmm_chunk chunk = { .at = piece->at };
    char           shown[32];

    ptl_warn(job, piece->at, "grmm-unknown-chunk",
             "%s \"%s\" is unknown; it is kept, at the end of its group",
             piece->group ? "group" : "chunk", ptl_quote(shown, sizeof shown, piece->id, 4));
    chunk.id   = ptl_chars(&name, 4);
    chunk.data = ptl_u8_array(&in, piece->end - start);
    ptl_put(unknown, &chunk, sizeof chunk);
}

static void refuse_old(ptl_job *job, const grmm_piece *piece, const char *id, const char *when)
{
    if (!piece->group && memcmp(piece->id, id, 4) == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, piece->at, "grmm-prerelease",
                 "a chunk \"%s\" here: a layout from before the first release (%s)", id, when);
}

static void place_piece(ptl_job *job, ptl_span file, const grmm_piece *piece, const known *table,
                        ptl_buf *unknown)
{
    char shown[32];

    for (const known *k = table; k->id; k++) {
        if (memcmp(k->id, piece->id, 4) != 0 || k->group != piece->group)
            continue;
        if (k->to->there)
            ptl_fail(job, PTL_E_SYNTAX, piece->at, "grmm-double", "a second \"%s\"",
                     ptl_quote(shown, sizeof shown, piece->id, 4));
        *k->to = *piece;
        return;
    }
    refuse_old(job, piece, "maph", "before October 2020");
    refuse_old(job, piece, "note", "October 2020 to January 2021");
    refuse_old(job, piece, "disp", "October 2020 to December 2021");
    if (ptl_ok(job))
        keep_unknown(job, file, piece, unknown);
}

static ptl_grmm_chunks chunks_of(ptl_job *job, ptl_buf *list)
{
    ptl_grmm_chunks out = { 0 };

    if (list->size > 0)
        out.data = ptl_arena_raw(job, list->size);
    if (out.data) {
        memcpy(out.data, list->data, list->size);
        out.count = list->size / sizeof *out.data;
    }
    ptl_buf_free(list);
    return out;
}

static void find_in_group(ptl_job *job, ptl_span file, uint64_t at, uint64_t end,
                          const known *table, ptl_grmm_chunks *unknown)
{
    ptl_buf    list  = ptl_buf_of(job, NULL);
    uint64_t   start = at;
    grmm_piece piece;

    while (next_piece(job, file, &at, end, &piece))
        place_piece(job, file, &piece, table, &list);
    *unknown = chunks_of(job, &list);
    for (const known *k = table; k->id && ptl_ok(job); k++)
        if (k->needed && !k->to->there)
            ptl_fail(job, PTL_E_SYNTAX, start, "grmm-missing", "there is no %s \"%s\"",
                     k->group ? "group" : "chunk", k->id);
}

/* ---- The tree ------------------------------------------------------------------------------- */

static void find_level(ptl_job *job, ptl_span file, const grmm_piece *piece, size_t index,
                       ptl_buf *levels)
{
    grmm_level_pieces level   = { .at = piece->at };
    const known       table[] = {
              { "prop", false, true, &level.prop },  { "coor", false, true, &level.coor },
              { "regn", false, true, &level.regn },  { "cell", false, true, &level.cell },
              { "anno", false, false, &level.anno }, { 0 }
    };

    ptl_within(job, "lvls/lvl[%zu]", index);
    find_in_group(job, file, piece->start, piece->end, table, &level.unknown);
    ptl_within(job, "lvls");
    ptl_put(levels, &level, sizeof level);
}

static void find_levels(ptl_job *job, ptl_span file, grmm_tree *out)
{
    ptl_buf    levels = ptl_buf_of(job, NULL), unknown = ptl_buf_of(job, NULL);
    uint64_t   at    = out->lvls.start;
    size_t     count = 0;
    grmm_piece piece;

    ptl_within(job, "lvls");
    while (next_piece(job, file, &at, out->lvls.end, &piece)) {
        if (piece.group && memcmp(piece.id, "lvl ", 4) == 0)
            find_level(job, file, &piece, count++, &levels);
        else
            keep_unknown(job, file, &piece, &unknown);
    }
    out->unknown_in_levels = chunks_of(job, &unknown);
    out->levels.data       = levels.size > 0 ? ptl_arena_raw(job, levels.size) : NULL;
    if (out->levels.data) {
        memcpy(out->levels.data, levels.data, levels.size);
        out->levels.count = count;
    }
    ptl_buf_free(&levels);
}

static void find_state(ptl_job *job, ptl_span file, grmm_tree *out)
{
    const known table[] = { { "disp", false, false, &out->disp },
                            { "opts", false, false, &out->opts },
                            { "tool", false, false, &out->tool },
                            { "notl", false, false, &out->notl },
                            { 0 } };

    ptl_within(job, "stat");
    if (!out->group.there)
        return;
    if (!out->flat.there) {
        find_in_group(job, file, out->group.start, out->group.end, table, &out->unknown_in_state);
        return;
    }
    ptl_warn(job, out->group.at, "grmm-state-twice",
             "the state is there flat and as a group; the flat one counts, the other is kept");
}

/* Where the outermost chunk ends. */
static uint64_t read_header(ptl_job *job, ptl_span file)
{
    uint64_t end;

    if (file.size >= 4 && memcmp(file.data, "RIFX", 4) == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, 0, "grmm-rifx",
                 "a big-endian RIFX file, which no editor ever wrote");
    else if (file.size >= 4 && memcmp(file.data, "RIFF", 4) != 0)
        ptl_fail(job, PTL_E_SYNTAX, 0, "grmm-signature", "not a map: it does not begin with RIFF");
    else if (file.size < 12)
        ptl_fail(job, PTL_E_SYNTAX, file.size, job->judging ? "engine-cut" : "truncated",
                 "the file ends inside its header: 12 bytes are needed, %zu are there", file.size);
    else if (memcmp(file.data + 8, "GRMM", 4) != 0)
        ptl_fail(job, PTL_E_SYNTAX, 8, "grmm-signature", "not a map: its form is not GRMM");
    if (!ptl_ok(job))
        return 0;
    end = 8 + (uint64_t)ptl_load_u32le(file.data + 4);
    if (end < 12)
        ptl_fail(job, PTL_E_SYNTAX, 4, "grmm-riff-size", "the file claims to end in its header");
    else if (end > file.size)
        ptl_fail(job, PTL_E_SYNTAX, file.size, job->judging ? "engine-cut" : "truncated",
                 "the file claims %llu bytes, but has %zu", (unsigned long long)end, file.size);
    else if (end < file.size)
        ptl_warn(job, end, "trailing-bytes",
                 "bytes after the map, which are left out on writing: %llu",
                 (unsigned long long)(file.size - end));
    return end;
}

void ptl_grmm_find_tree(ptl_job *job, ptl_span file, grmm_tree *out)
{
    uint64_t    end   = read_header(job, file);
    const known top[] = {
        { "map ", true, true, &out->map },    { "lvls", true, true, &out->lvls },
        { "lnks", false, true, &out->lnks },  { "stat", false, false, &out->flat },
        { "stat", true, false, &out->group }, { 0 }
    };
    const known map[] = { { "prop", false, true, &out->prop },
                          { "coor", false, true, &out->coor },
                          { 0 } };

    if (!ptl_ok(job))
        return;
    find_in_group(job, file, 12, end, top, &out->unknown);
    ptl_within(job, "map");
    if (ptl_ok(job))
        find_in_group(job, file, out->map.start, out->map.end, map, &out->unknown_in_map);
    if (ptl_ok(job))
        find_levels(job, file, out);
    if (ptl_ok(job))
        find_state(job, file, out);
    ptl_within(job, "%s", "");
}
