/* SPDX-License-Identifier: MIT */
/* Maps as the CSV of PixelPerfectEditor: a line for each row, ids without an offset, -1 for empty
 * cells, signed numbers of 32 bits with the flag bits of Tiled. It is not what Tiled means by them:
 * both mirrors together are the diagonal bit alone, and axes are never swapped. */
#include <string.h>

#include "core/num.h"
#include "formats/ppe/ppe_private.h"

enum { CSV_HEAD = 4096, CSV_IDS = 65535 };

#define CSV_MIRROR_X UINT32_C(0x80000000)
#define CSV_MIRROR_Y UINT32_C(0x40000000)
#define CSV_DIAGONAL UINT32_C(0x20000000)
#define CSV_FLAGS (CSV_MIRROR_X | CSV_MIRROR_Y | CSV_DIAGONAL)

/* Numbers and commas, a number first. A slip of the pen or two leave it a CSV, so that it is told
 * where they are; tables with fractions or words have far more. */
bool ptl_ppe_is_csv(ptl_span head)
{
    enum { SLIPS = 32 }; /* one in so many characters, and one more */
    size_t size = head.size < CSV_HEAD ? head.size : CSV_HEAD, foreign = 0;
    bool   many = false;

    if (size == 0 || !strchr("0123456789-, \t\r\n", head.data[0]))
        return false;
    for (size_t i = 0; i < size; i++) {
        if (!head.data[i])
            return false;
        foreign += !strchr("0123456789-, \t\r\n", head.data[i]);
        many = many || head.data[i] == ',';
    }
    return many && foreign <= 1 + size / SLIPS;
}

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct reader {
    ptl_job    *job;
    const char *start, *at, *end;
    uint64_t    limit;  /* of cells */
    ptl_buf     values; /* uint32_t each */
    uint32_t    width, height;
} reader;

static void fail(reader *r, const char *why)
{
    ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(r->at - r->start), "ppe-csv", "%s", why);
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
}

static void read_value(reader *r)
{
    int64_t     value = 0;
    const char *past  = ptl_parse_i64(r->at, r->end, &value);
    uint32_t    word  = (uint32_t)value;

    if (!past || value < INT32_MIN || value > UINT32_MAX)
        fail(r, "a cell is a whole number of 32 bits");
    else if (value != -1 && (word & ~CSV_FLAGS) >= CSV_IDS)
        fail(r, "ids are 0 to 65534, and -1 is an empty cell");
    else if (r->values.size / sizeof word >= r->limit)
        ptl_fail(r->job, PTL_E_LIMIT, (uint64_t)(r->at - r->start), "ppe-too-large",
                 "more than %llu cells", (unsigned long long)r->limit);
    else
        ptl_put(&r->values, &word, sizeof word);
    if (past)
        r->at = past;
    skip_blanks(r);
}

/* A comma at the end of a line parts it from the next in files of Tiled. */
static uint32_t read_row(reader *r)
{
    uint32_t count = 0;

    for (; r->at < r->end && *r->at != '\n' && ptl_ok(r->job); count++) {
        read_value(r);
        if (r->at < r->end && *r->at != ',' && *r->at != '\n' && ptl_ok(r->job))
            fail(r, "numbers are parted by commas");
        if (r->at < r->end && *r->at == ',')
            r->at++;
        skip_blanks(r);
    }
    if (r->at < r->end)
        r->at++;
    return count;
}

static void read_rows(reader *r)
{
    for (skip_blanks(r); r->at < r->end && ptl_ok(r->job); skip_blanks(r)) {
        const char *line  = r->at;
        uint32_t    count = read_row(r);

        if (count == 0 || !ptl_ok(r->job))
            continue;
        if (r->width > 0 && count != r->width) {
            r->at = line;
            ptl_fail(r->job, PTL_E_SYNTAX, (uint64_t)(line - r->start), "ppe-csv",
                     "cells in this row: %lu, in the first: %lu", (unsigned long)count,
                     (unsigned long)r->width);
        }
        r->width = count;
        r->height++;
    }
    if (r->height == 0 && ptl_ok(r->job))
        fail(r, "there is no row of cells");
}

/* The diagonal bit with another is what Tiled means by it: axes that are swapped. */
static bool is_swapped(uint32_t value)
{
    return value != UINT32_MAX && value & CSV_DIAGONAL && value & (CSV_MIRROR_X | CSV_MIRROR_Y);
}

static ptl_ppe_cell cell_of(uint32_t value)
{
    ptl_ppe_cell cell = { .tile = (uint16_t)(value & 0xFFFF) };

    if (value == UINT32_MAX)
        return (ptl_ppe_cell){ .tile = PTL_PPE_EMPTY };
    if ((value & CSV_FLAGS) == CSV_DIAGONAL)
        cell.transform = PTL_PPE_MIRROR_X | PTL_PPE_MIRROR_Y;
    else
        cell.transform = (uint8_t)((value & CSV_MIRROR_X ? PTL_PPE_MIRROR_X : 0) |
                                   (value & CSV_MIRROR_Y ? PTL_PPE_MIRROR_Y : 0) |
                                   (value & CSV_DIAGONAL ? PTL_PPE_SWAP : 0));
    return cell;
}

static void take_cells(reader *r, ptl_ppe *map)
{
    const uint32_t *values = (const uint32_t *)(const void *)r->values.data;
    size_t          count = r->values.size / sizeof *values, swapped = 0;
    uint32_t       *cells = ptl_arena_raw(r->job, r->values.size);

    for (size_t i = 0; i < count; i++)
        swapped += is_swapped(values[i]);
    if (swapped > 0) {
        map->flags = PTL_PPE_AXIS_SWAP;
        ptl_find_count(r->job, PTL_WARNING, "ppe-csv-tiled", swapped,
                       "# {cell is|cells are} turned as Tiled says it, which PixelPerfectEditor "
                       "does not read");
    }
    for (size_t i = 0; i < count && cells; i++) {
        ptl_ppe_cell cell = cell_of(values[i]);

        ptl_ppe_word_of(&cells[i], map, &cell);
    }
    map->width  = r->width;
    map->height = r->height;
    map->cells  = (ptl_u32s){ cells, cells ? count : 0 };
}

void ptl_ppe_read_csv(ptl_job *job, ptl_span source, ptl_ppe *map, uint64_t limit)
{
    const char *start = (const char *)source.data;
    reader      r     = { .job    = job,
                          .start  = start,
                          .at     = start,
                          .end    = start + source.size,
                          .limit  = limit,
                          .values = ptl_buf_of(job, NULL) };

    job->text   = true;
    map->header = PPE_HEADER_NONE;
    read_rows(&r);
    if (ptl_ok(job))
        take_cells(&r, map);
    ptl_buf_free(&r.values);
}

/* ---- Writing -------------------------------------------------------------------------------- */

typedef struct lost {
    size_t swapped, palettes, priorities, data;
} lost;

static int32_t value_of(const ptl_ppe_cell *cell)
{
    uint8_t  mirrors = cell->transform & (PTL_PPE_MIRROR_X | PTL_PPE_MIRROR_Y);
    uint32_t value   = cell->tile;

    if (cell->tile == PTL_PPE_EMPTY)
        return -1;
    if (mirrors == (PTL_PPE_MIRROR_X | PTL_PPE_MIRROR_Y))
        value |= CSV_DIAGONAL;
    else
        value |= mirrors & PTL_PPE_MIRROR_X ? CSV_MIRROR_X : mirrors ? CSV_MIRROR_Y : 0;
    return (int32_t)value;
}

static void count_lost(lost *l, const ptl_ppe_cell *cell)
{
    if (cell->tile == PTL_PPE_EMPTY)
        return;
    l->swapped += (cell->transform & PTL_PPE_SWAP) != 0;
    l->palettes += cell->palette != 0;
    l->priorities += cell->priority;
    l->data += cell->p != 0;
}

static void say_lost(ptl_job *job, const ptl_ppe *map, const lost *l)
{
    size_t sections = (size_t)(map->corners.count > 0) + (size_t)(map->logic.count > 0);

    ptl_find_count(job, PTL_LOSS, "ppe-csv-lost", l->swapped,
                   "CSV cannot swap axes: # {cell is|cells are} not turned");
    ptl_find_count(job, PTL_LOSS, "ppe-csv-lost", l->palettes,
                   "CSV has no palettes: # {selector is|selectors are} dropped");
    ptl_find_count(job, PTL_LOSS, "ppe-csv-lost", l->priorities,
                   "CSV has no priority: # {cell has|cells have} lost it");
    ptl_find_count(job, PTL_LOSS, "ppe-csv-lost", l->data,
                   "CSV has no data of the game: # {cell has|cells have} lost it");
    ptl_find_count(job, PTL_LOSS, "ppe-csv-lost", sections,
                   "CSV has cells alone: # {section is|sections are} dropped");
}

void ptl_ppe_write_csv(ptl_job *job, ptl_buf *out, const ptl_ppe *map)
{
    lost l = { 0 };

    for (size_t i = 0; i < map->cells.count && ptl_ok(job); i++) {
        ptl_ppe_cell cell = ptl_ppe_cell_of(map, map->cells.data[i]);

        count_lost(&l, &cell);
        ptl_put_format(out, "%s%ld%s", i % map->width > 0 ? "," : "", (long)value_of(&cell),
                       i % map->width == map->width - 1 ? "\n" : "");
    }
    say_lost(job, map, &l);
}
