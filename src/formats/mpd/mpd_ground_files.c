/* SPDX-License-Identifier: MIT */
/* What goes beside a mesh that was made of ground: its sheet of images, and its doors, which are
 * passages. */
#include "formats/attach.h"
#include "formats/mpd/mpd_ground.h"

/* ---- Passages -------------------------------------------------------------------------------- */

typedef struct door {
    uint8_t kind;
    bool    open, shots;
} door;

static const door doors[] = {
    { PTL_GROUND_DOOR, true, false },         { PTL_GROUND_LOCKED_DOOR, false, false },
    { PTL_GROUND_SECRET_DOOR, true, false },  { PTL_GROUND_PORTCULLIS, false, true },
    { PTL_GROUND_ONE_WAY_DOOR, true, false },
};

static const door *door_of(const ptl_ground_cell *cell)
{
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
        if (cell->kind == doors[i].kind)
            return &doors[i];
    return NULL;
}

typedef struct area { /* of a door, both ends included */
    uint32_t x0, y0, x1, y1;
} area;

static bool is_of(const ptl_ground_level *level, const uint8_t *seen, uint32_t x, uint32_t y,
                  uint8_t kind)
{
    size_t at = (size_t)y * level->columns + x;

    return x < level->columns && y < level->rows && !seen[at] && level->cells[at].kind == kind;
}

/* The largest rectangle of one kind that begins here, first to the east, then to the south. */
static area spread(const ptl_ground_level *level, uint8_t *seen, uint32_t x, uint32_t y)
{
    uint8_t kind = ptl_ground_at(level, y, x)->kind;
    area    a    = { x, y, x, y };
    bool    more = true;

    while (is_of(level, seen, a.x1 + 1, y, kind))
        a.x1++;
    while (more) {
        for (uint32_t i = a.x0; i <= a.x1 && more; i++)
            more = is_of(level, seen, i, a.y1 + 1, kind);
        a.y1 += more;
    }
    for (uint32_t row = a.y0; row <= a.y1; row++)
        memset(seen + (size_t)row * level->columns + a.x0, 1, a.x1 - a.x0 + 1);
    return a;
}

static size_t put_passages(mpd_maker *m, ptl_buf *out)
{
    const ptl_ground_level *level = m->from;
    uint8_t                *seen  = ptl_arena_take(m->job, (uint64_t)level->rows * level->columns);
    size_t                  count = 0;

    ptl_put_text(out, "// Doors, which are walls while they are shut\n");
    for (uint32_t y = 0; y < level->rows && seen; y++)
        for (uint32_t x = 0; x < level->columns; x++) {
            const ptl_ground_cell *cell = ptl_ground_at(level, y, x);
            const door            *d    = door_of(cell);
            area                   a;

            if (!d || seen[(size_t)y * level->columns + x])
                continue;
            a = spread(level, seen, x, y);
            ptl_put_format(out, "%zu %s: %lu %lu %lu %lu %c %c F\n", count++,
                           ptl_ground_word(cell->kind), (unsigned long)a.x0, (unsigned long)a.y0,
                           (unsigned long)a.x1, (unsigned long)a.y1, d->open ? 'T' : 'F',
                           d->shots ? 'T' : 'F');
        }
    return count;
}

/* ---- All of it ------------------------------------------------------------------------------- */

void ptl_mpd_attach_ground(mpd_maker *m, ptl_attachments *attached)
{
    ptl_buf text  = ptl_buf_of(m->job, NULL);
    size_t  count = put_passages(m, &text);

    bool whole = ptl_setting_of(m->job, "module");

    if (whole)
        ptl_attach_called(m->job, attached, "passage.txt", ptl_attach_text(m->job, &text));
    else if (count > 0)
        ptl_attach(m->job, attached, "passage.txt", ptl_attach_text(m->job, &text));
    else
        ptl_buf_free(&text);
    if (whole)
        ptl_mpd_attach_module(m, attached);
    ptl_attach_called(m->job, attached, "tile0.bmp", ptl_sheet_bmp(m->job));
    ptl_ledger_kept(m->job, ptl_ledger_count(count), "# {door is a passage|doors are passages}");
    ptl_ledger_dropped(m->job, ptl_ledger_count(whole ? 0 : m->from->notes.count),
                       "# {note is|notes are} left out: a mesh has no room for text");
}
