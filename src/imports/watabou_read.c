/* SPDX-License-Identifier: MIT */
/* One Page Dungeons by Watabou (.json): rectangles of floor, doors, notes, columns and water, with
 * numbers that may be negative. What we know of it: docs/imports.md */
#include <math.h>
#include <string.h>

#include "core/arena.h"
#include "core/real.h"
#include "hubs/ground.h"
#include "imports/import.h"
#include "imports/members.h"

typedef struct point {
    double x, y;
} point;

typedef struct rect {
    double x, y, w, h;
    bool   rotunda;
} rect;

typedef struct door {
    double   x, y;
    point    dir;
    uint32_t type;
} door;

typedef struct note {
    ptl_str text, ref;
    point   pos;
} note;

#define LIST(type)                                                                                 \
    struct {                                                                                       \
        type  *data;                                                                               \
        size_t count, room;                                                                        \
    }

typedef struct page {
    ptl_str title, story;
    LIST(rect) rects;
    LIST(door) doors;
    LIST(note) notes;
    LIST(point) columns;
    LIST(point) water;
} page;

/* ---- Reading --------------------------------------------------------------------------------- */

#define AT(type, field) offsetof(type, field)

static const ptl_member point_rows[] = { { "x", ptl_member_real, AT(point, x) },
                                         { "y", ptl_member_real, AT(point, y) },
                                         { 0 } };

static void read_point(ptl_json_in *in, void *to)
{
    ptl_members_read(in, point_rows, to);
}

static const ptl_member rect_rows[] = { { "x", ptl_member_real, AT(rect, x) },
                                        { "y", ptl_member_real, AT(rect, y) },
                                        { "w", ptl_member_real, AT(rect, w) },
                                        { "h", ptl_member_real, AT(rect, h) },
                                        { "rotunda", ptl_member_flag, AT(rect, rotunda) },
                                        { "ending", NULL },
                                        { 0 } };

static const ptl_member door_rows[] = { { "x", ptl_member_real, AT(door, x) },
                                        { "y", ptl_member_real, AT(door, y) },
                                        { "dir", read_point, AT(door, dir) },
                                        { "type", ptl_member_u32, AT(door, type) },
                                        { 0 } };

static const ptl_member note_rows[] = { { "text", ptl_member_text, AT(note, text) },
                                        { "ref", ptl_member_text, AT(note, ref) },
                                        { "pos", read_point, AT(note, pos) },
                                        { 0 } };

/* One more element of a list, read by a table. */
#define DEFINE_LIST(type, list, rows)                                                              \
    static void read_one_of_##list(ptl_json_in *in, void *to)                                      \
    {                                                                                              \
        page *p = to;                                                                              \
        type *at =                                                                                 \
            ptl_arena_grow(in->job, p->list.data, p->list.count, 1, &p->list.room, sizeof *at);    \
        type one;                                                                                  \
                                                                                                   \
        memset(&one, 0, sizeof one);                                                               \
        ptl_members_read(in, rows, &one);                                                          \
        if (!at)                                                                                   \
            return;                                                                                \
        p->list.data        = at;                                                                  \
        at[p->list.count++] = one;                                                                 \
    }                                                                                              \
    static void read_##list(ptl_json_in *in, void *to)                                             \
    {                                                                                              \
        ptl_members_each(in, read_one_of_##list, to);                                              \
    }

DEFINE_LIST(rect, rects, rect_rows)
DEFINE_LIST(door, doors, door_rows)
DEFINE_LIST(note, notes, note_rows)
DEFINE_LIST(point, columns, point_rows)
DEFINE_LIST(point, water, point_rows)

static const ptl_member page_rows[] = { { "version", NULL },
                                        { "title", ptl_member_text, AT(page, title) },
                                        { "story", ptl_member_text, AT(page, story) },
                                        { "rects", read_rects },
                                        { "doors", read_doors },
                                        { "notes", read_notes },
                                        { "columns", read_columns },
                                        { "water", read_water },
                                        { 0 } };

/* ---- Bounds ---------------------------------------------------------------------------------- */

enum { FARTHEST = 1 << 20, MARGIN = 1, OVERLAPS = 16 };

typedef struct bounds {
    double left, top, right, bottom;
} bounds;

static void widen(bounds *b, double x, double y, double w, double h)
{
    b->left   = ptl_min(b->left, floor(x));
    b->top    = ptl_min(b->top, floor(y));
    b->right  = ptl_max(b->right, ceil(x + w));
    b->bottom = ptl_max(b->bottom, ceil(y + h));
}

/* All of the floor, with a rim of rock. */
static bounds bounds_of(ptl_job *job, const page *p)
{
    bounds b = { FARTHEST, FARTHEST, -FARTHEST, -FARTHEST };

    for (size_t i = 0; i < p->rects.count; i++)
        widen(&b, p->rects.data[i].x, p->rects.data[i].y, ptl_max(p->rects.data[i].w, 0),
              ptl_max(p->rects.data[i].h, 0));
    for (size_t i = 0; i < p->doors.count; i++)
        widen(&b, p->doors.data[i].x, p->doors.data[i].y, 1, 1);
    if (b.left >= b.right || b.top >= b.bottom)
        ptl_fail(job, PTL_E_SYNTAX, 0, "dungeon-size", "there is no room and no door in it");
    else if (b.left < -FARTHEST || b.top < -FARTHEST || b.right > FARTHEST || b.bottom > FARTHEST)
        ptl_fail(job, PTL_E_SYNTAX, 0, "dungeon-size", "a room is more than %d cells away",
                 FARTHEST);
    return (bounds){ b.left - MARGIN, b.top - MARGIN, b.right + MARGIN, b.bottom + MARGIN };
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct maker {
    ptl_job          *job;
    const page       *from;
    ptl_ground_level *to;
    bounds            b;
    uint64_t          painted;
} maker;

static ptl_ground_cell *cell_at(const maker *m, double x, double y)
{
    bool near = fabs(x) <= FARTHEST && fabs(y) <= FARTHEST;

    return near ? ptl_ground_at(m->to, (int64_t)(floor(y) - m->b.top),
                                (int64_t)(floor(x) - m->b.left))
                : NULL;
}

/* Round rooms have the cells whose middles are in the circle. */
static bool is_in(const rect *r, double x, double y)
{
    double dx = x + 0.5 - (r->x + r->w / 2), dy = y + 0.5 - (r->y + r->h / 2);

    return !r->rotunda || dx * dx + dy * dy <= r->w * r->w / 4;
}

/* Rooms may lie above each other, but not so often that it takes forever. */
static bool may_paint(maker *m, const rect *r)
{
    uint64_t cells = (uint64_t)m->to->rows * m->to->columns;

    if (r->w <= 0 || r->h <= 0)
        return false;
    m->painted += (uint64_t)(ceil(r->w) * ceil(r->h));
    if (m->painted > OVERLAPS * cells && m->painted > PTL_EXPANSION_FREE)
        ptl_fail(m->job, PTL_E_LIMIT, 0, "limit-expansion",
                 "rooms lie above each other more than %d times", OVERLAPS);
    return ptl_ok(m->job);
}

static void paint_rect(maker *m, const rect *r)
{
    if (!may_paint(m, r))
        return;
    for (double y = floor(r->y); y < r->y + r->h; y++) {
        ptl_ground_cell *cell = cell_at(m, r->x, y);

        for (double x = floor(r->x); x < r->x + r->w; x++, cell++)
            if (is_in(r, x, y))
                cell->kind = PTL_GROUND_FLOOR;
    }
}

static const struct {
    uint8_t     kind;
    const char *was, *is; /* where that is not the same */
} door_kinds[] = {
    { PTL_GROUND_FLOOR }, /* a passage */
    { PTL_GROUND_DOOR },
    { PTL_GROUND_ARCHWAY }, /* narrow */
    { PTL_GROUND_ENTRANCE },
    { PTL_GROUND_PORTCULLIS },
    { PTL_GROUND_DOOR, "double", "plain" },
    { PTL_GROUND_SECRET_DOOR },
    { PTL_GROUND_LOCKED_DOOR, "steel", "locked" },
    { PTL_GROUND_STAIRS_DOWN },
    { PTL_GROUND_STAIRS_DOWN }, /* a stairwell */
};

enum { DOOR_KINDS = sizeof door_kinds / sizeof *door_kinds };

static void paint_doors(maker *m)
{
    size_t counts[DOOR_KINDS + 1] = { 0 };

    for (size_t i = 0; i < m->from->doors.count; i++) {
        const door      *d    = &m->from->doors.data[i];
        ptl_ground_cell *cell = cell_at(m, d->x, d->y);
        size_t           type = d->type < DOOR_KINDS ? d->type : DOOR_KINDS;

        cell->kind = type < DOOR_KINDS ? door_kinds[type].kind : PTL_GROUND_DOOR;
        if (d->dir.x != 0 || d->dir.y != 0)
            cell->bits |= PTL_GROUND_TURNED | (d->dir.x != 0 ? PTL_GROUND_ACROSS : 0);
        counts[type]++;
    }
    for (size_t i = 0; i < DOOR_KINDS; i++)
        if (door_kinds[i].was)
            ptl_find_count(m->job, PTL_LOSS, "dungeon-doors", counts[i],
                           "# %s {door is a|doors are} %s {door|doors}", door_kinds[i].was,
                           door_kinds[i].is);
    ptl_find_count(m->job, PTL_LOSS, "dungeon-doors", counts[DOOR_KINDS],
                   "# {door|doors} of an unknown kind {is a plain door|are plain doors}");
}

/* Columns stand on plain floor; water may be anywhere on it. */
static void paint_points(maker *m)
{
    const page *p    = m->from;
    size_t      lost = 0, round = 0;

    for (size_t i = 0; i < p->water.count; i++) {
        ptl_ground_cell *cell = cell_at(m, p->water.data[i].x, p->water.data[i].y);

        if (cell && cell->kind != PTL_GROUND_ROCK)
            cell->bits |= PTL_GROUND_WATER;
    }
    for (size_t i = 0; i < p->columns.count; i++) {
        ptl_ground_cell *cell = cell_at(m, p->columns.data[i].x, p->columns.data[i].y);

        if (cell && cell->kind == PTL_GROUND_FLOOR)
            cell->kind = PTL_GROUND_COLUMN;
        else
            lost++;
    }
    for (size_t i = 0; i < p->rects.count; i++)
        round += p->rects.data[i].rotunda;
    ptl_find_count(m->job, PTL_LOSS, "dungeon-columns", lost,
                   "# {column that is not on plain floor is|columns that are not on plain floor "
                   "are} left out");
    ptl_find_count(m->job, PTL_LOSS, "dungeon-round", round,
                   "# round {room is|rooms are} made of square cells");
}

static void add_notes(maker *m)
{
    for (size_t i = 0; i < m->from->notes.count && ptl_ok(m->job); i++) {
        const note *n = &m->from->notes.data[i];

        if (fabs(n->pos.x) <= FARTHEST && fabs(n->pos.y) <= FARTHEST)
            ptl_ground_add_note(m->job, m->to, (int64_t)(floor(n->pos.y) - m->b.top),
                                (int64_t)(floor(n->pos.x) - m->b.left), n->ref, n->text);
        else
            ptl_ground_add_note(m->job, m->to, -1, -1, n->ref, n->text);
    }
}

static void make(ptl_job *job, ptl_ground *out, const page *p)
{
    maker m = { .job = job, .from = p, .b = bounds_of(job, p) };

    if (ptl_ok(job))
        m.to = ptl_ground_add_level(job, out, (uint64_t)(m.b.bottom - m.b.top),
                                    (uint64_t)(m.b.right - m.b.left), 0);
    for (size_t i = 0; m.to && i < p->rects.count && ptl_ok(job); i++)
        paint_rect(&m, &p->rects.data[i]);
    if (!m.to || !ptl_ok(job))
        return;
    paint_doors(&m);
    paint_points(&m);
    ptl_ground_turn(m.to);
    add_notes(&m);
    out->title   = p->title;
    out->remarks = p->story;
}

static void watabou_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                         const ptl_files *files)
{
    ptl_json_in in = ptl_json_in_of(job, source);
    page        p  = { .title = { "", 0 }, .story = { "", 0 } };

    (void)name;
    (void)files;
    ptl_members_read(&in, page_rows, &p);
    ptl_json_end(&in);
    ptl_json_in_free(&in);
    if (ptl_ok(job))
        make(job, hub, &p);
}

static int watabou_probe(ptl_span head, uint64_t size, const char *name)
{
    static const char *const words[] = { "\"rects\"", "\"x\"", "\"w\"", NULL };

    (void)size;
    (void)name;
    return ptl_members_probe(head, words) ? 80 : 0;
}

const ptl_importer ptl_import_watabou = {
    .info  = { .name       = "watabou",
               .title      = "One Page Dungeon by Watabou",
               .extensions = "json",
               .media_type = "application/json" },
    .text  = true,
    .hub   = PTL_HUB_GROUND,
    .probe = watabou_probe,
    .read  = watabou_read,
};
