/* SPDX-License-Identifier: MIT */
/* A mesh made of ground: floors are flat fans, rock is walls of the shape its neighbors ask for,
 * terrain keeps its heights. */
#include "formats/attach.h"
#include "formats/mpd/mpd_ground.h"
#include "hubs/ledger.h"

enum {
    USUAL_CELL = 3,   /* fans: two to walk on, one for a wall */
    WALL       = 160, /* world units                          */
    SOLID      = PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS,
    FENCE      = PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_IMPASS,
    PLAIN      = PTL_MPD_FX_NOREFLECT,
    SPIKES     = PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_DAMAGE,
};

/* Effects by kind. Doors are floor here: passages shut them. */
static const uint8_t effects[PTL_GROUND_KINDS] = {
    [PTL_GROUND_ROCK] = SOLID,        [PTL_GROUND_FLOOR] = PLAIN,
    [PTL_GROUND_DOOR] = PLAIN,        [PTL_GROUND_LOCKED_DOOR] = PLAIN,
    [PTL_GROUND_ARCHWAY] = PLAIN,     [PTL_GROUND_SECRET_DOOR] = PLAIN,
    [PTL_GROUND_PORTCULLIS] = PLAIN,  [PTL_GROUND_STAIRS_UP] = PLAIN,
    [PTL_GROUND_STAIRS_DOWN] = PLAIN, [PTL_GROUND_ENTRANCE] = PLAIN,
    [PTL_GROUND_EXIT] = PLAIN,        [PTL_GROUND_TRAP] = SPIKES,
    [PTL_GROUND_PIT] = SPIKES,        [PTL_GROUND_COLUMN] = SOLID,
    [PTL_GROUND_STATUE] = SOLID,      [PTL_GROUND_BRIDGE] = PLAIN,
    [PTL_GROUND_TELEPORT] = PLAIN,    [PTL_GROUND_ONE_WAY_DOOR] = PLAIN,
    [PTL_GROUND_ARROW] = PLAIN,       [PTL_GROUND_SECRET_BLOCK] = PLAIN,
    [PTL_GROUND_BARRIER] = FENCE,     [PTL_GROUND_PLATE] = PLAIN,
    [PTL_GROUND_SPINNER] = PLAIN,     [PTL_GROUND_LID] = PLAIN,
    [PTL_GROUND_HIDDEN_PIT] = SPIKES, [PTL_GROUND_LANDING] = PLAIN,
};

/* Shapes of walls by the neighbors that are wall, too: 1 north, 2 east, 4 south, 8 west. */
static const uint8_t walls[16] = { 4, 13, 14, 18, 15, 9, 19, 23, 12, 17, 8, 22, 16, 21, 20, 5 };

enum { GROUND = 0, CROSSING = 5, PILLAR = 4 };

/* ---- Cells ----------------------------------------------------------------------------------- */

static const ptl_ground_cell *cell_at(const mpd_maker *m, int64_t x, int64_t y)
{
    static const ptl_ground_cell rock;
    const ptl_ground_cell       *cell = ptl_ground_at(m->from, y, x);

    return cell ? cell : &rock;
}

/* Whether rock stands there that was built: that of terrain is as high as its heights say. */
static bool is_high(const mpd_maker *m, int64_t x, int64_t y)
{
    return !m->terrain && cell_at(m, x, y)->kind == PTL_GROUND_ROCK;
}

static bool is_pillar(const mpd_maker *m, int64_t x, int64_t y)
{
    uint8_t kind = cell_at(m, x, y)->kind;

    return !m->terrain && (kind == PTL_GROUND_COLUMN || kind == PTL_GROUND_STATUE);
}

static unsigned mask_of(const mpd_maker *m, int64_t x, int64_t y)
{
    return (is_high(m, x, y - 1) ? 1u : 0) | (is_high(m, x + 1, y) ? 2u : 0) |
           (is_high(m, x, y + 1) ? 4u : 0) | (is_high(m, x - 1, y) ? 8u : 0);
}

/* Whether a corner of rock, 0 to 3 from the north-west, is high: all around it is rock. */
static bool is_high_corner(const mpd_maker *m, int64_t x, int64_t y, int corner)
{
    int64_t dx = corner == 0 || corner == 3 ? -1 : 1, dy = corner < 2 ? -1 : 1;

    return is_high(m, x, y) && is_high(m, x + dx, y) && is_high(m, x, y + dy) &&
           is_high(m, x + dx, y + dy);
}

static uint8_t type_of(const mpd_maker *m, int64_t x, int64_t y)
{
    bool flat = true;

    if (is_pillar(m, x, y))
        return PILLAR;
    if (!is_high(m, x, y))
        return GROUND;
    for (int i = 0; i < 4; i++)
        flat = flat && is_high_corner(m, x, y, i);
    return flat ? GROUND : walls[mask_of(m, x, y)];
}

static uint8_t effects_of(const ptl_ground_cell *cell)
{
    uint8_t fx = effects[cell->kind];

    fx |= cell->bits & PTL_GROUND_WATER ? PTL_MPD_FX_WATER : 0;
    fx |= cell->bits & PTL_GROUND_DANGER ? PTL_MPD_FX_DAMAGE : 0;
    fx |= cell->bits & PTL_GROUND_SLIDES ? PTL_MPD_FX_SLIPPY : 0;
    return fx;
}

static void make_words(mpd_maker *m)
{
    ptl_mpd *mesh = m->mesh;

    mesh->words.count = (size_t)mesh->sizex * mesh->sizey;
    mesh->words.data  = ptl_arena_array(m->job, mesh->words.count, sizeof *mesh->words.data);
    for (uint32_t fan = 0; fan < mesh->words.count && mesh->words.data; fan++) {
        uint32_t               x = fan % mesh->sizex, y = fan / mesh->sizex;
        const ptl_ground_cell *cell = cell_at(m, x, y);

        mesh->words.data[fan] =
            ptl_mpd_word(type_of(m, x, y), effects_of(cell), ptl_sheet_image(cell));
        m->walked += !(effects_of(cell) & (PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS));
        m->watery += cell->bits & PTL_GROUND_WATER ? 1 : 0;
    }
}

/* ---- Heights --------------------------------------------------------------------------------- */

static const ptl_ground_heights *heights_at(const mpd_maker *m, int64_t x, int64_t y)
{
    bool inside = x >= 0 && y >= 0 && x < m->from->columns && y < m->from->rows;

    return inside && m->from->heights ? &m->from->heights[y * m->from->columns + x] : NULL;
}

typedef struct meeting {      /* of cells at a corner of the grid */
    int least, most, nearest; /* heights; that which is nearest to 0 */
    int sum, count;
} meeting;

static void meet(meeting *at, int height)
{
    at->least   = at->count == 0 || height < at->least ? height : at->least;
    at->most    = at->count == 0 || height > at->most ? height : at->most;
    at->nearest = at->count == 0 || abs(height) < abs(at->nearest) ? height : at->nearest;
    at->sum += height;
    at->count++;
}

/* The cells around a corner that are, or are not, walked on. */
static meeting meeting_at(const mpd_maker *m, int64_t x, int64_t y, bool walked)
{
    static const int8_t dx[] = { 0, -1, -1, 0 }, dy[] = { 0, 0, -1, -1 };
    meeting             at = { 0 };

    for (int i = 0; i < 4; i++) {
        const ptl_ground_heights *h    = heights_at(m, x + dx[i], y + dy[i]);
        const ptl_ground_cell    *cell = ptl_ground_at(m->from, y + dy[i], x + dx[i]);

        if (cell && ptl_ground_may_stand(cell) == walked && !is_high(m, x + dx[i], y + dy[i]))
            meet(&at, h ? h->corner[i] : 0);
    }
    return at;
}

/* One height for all cells that meet at a corner, so that the mesh has no gaps: on terrain the mean
 * of those that are walked on, in buildings that of the floor. */
static double ground_at(mpd_maker *m, int64_t x, int64_t y)
{
    meeting at = meeting_at(m, x, y, true);
    double  height;

    if (at.count == 0)
        at = meeting_at(m, x, y, false);
    if (at.count == 0)
        return 0;
    height = m->terrain ? (double)at.sum / at.count : at.nearest;
    if (at.most > at.least) {
        ptl_ledger_add(&m->moved, (uint32_t)y, (uint32_t)x);
        m->moved_by = at.most - height > m->moved_by ? at.most - height : m->moved_by;
        m->moved_by = height - at.least > m->moved_by ? height - at.least : m->moved_by;
    }
    return height * PTL_MPD_TILE / 100;
}

static void make_grid(mpd_maker *m)
{
    uint32_t across = m->mesh->sizex + 1, down = m->mesh->sizey + 1;

    m->grid = ptl_arena_array(m->job, (uint64_t)across * down, sizeof *m->grid);
    for (uint32_t y = 0; y < down && m->grid; y++)
        for (uint32_t x = 0; x < across; x++)
            m->grid[(size_t)y * across + x] = ground_at(m, x, y);
}

/* Whether a vertex at a place of thirds, 0 to 3 each way, of a wall is on top of it. */
static bool is_on_top(const mpd_maker *m, int64_t x, int64_t y, int i, int j)
{
    bool across = i > 0 && i<3, down = j> 0 && j < 3;

    if (across && down)
        return true;
    if (across)
        return is_high(m, x, y + (j == 0 ? -1 : 1));
    if (down)
        return is_high(m, x + (i == 0 ? -1 : 1), y);
    return is_high_corner(m, x, y, j == 0 ? (i == 0 ? 0 : 1) : (i == 0 ? 3 : 2));
}

static double height_in(const mpd_maker *m, uint32_t x, uint32_t y, double u, double v)
{
    size_t        across = m->mesh->sizex + 1u;
    const double *nw     = m->grid + y * across + x;
    double        top = nw[0] + (nw[1] - nw[0]) * u, bottom = nw[across];

    bottom += (nw[across + 1] - nw[across]) * u;
    return top + (bottom - top) * v;
}

/* Floors are darker where rock is near, tops of walls are dim. */
static uint8_t light_of(const mpd_maker *m, int64_t x, int64_t y, double u, double v, bool on_top)
{
    int64_t  cx = x + (u > 0.5), cy = y + (v > 0.5);
    unsigned rocks = 0;

    for (int i = 0; i < 4; i++)
        rocks += is_high(m, cx - (i & 1), cy - (i >> 1));
    return (uint8_t)(on_top ? 150 : 240 - 30 * (rocks < 4 ? rocks : 3));
}

static void shape_fan(mpd_maker *m, uint32_t fan, uint32_t first)
{
    uint32_t                x = fan % m->mesh->sizex, y = fan / m->mesh->sizex;
    const ptl_mpd_fan_type *type =
        ptl_mpd_type(m->mesh->dictionary, ptl_mpd_word_type(m->mesh->words.data[fan]));
    bool high = is_high(m, x, y), pillar = is_pillar(m, x, y);

    for (uint32_t i = 0; i < type->vertices; i++) {
        double u = type->u[i], v = type->v[i];
        int    third_u = (int)(u * 3 + 0.5), third_v = (int)(v * 3 + 0.5);
        bool   inner  = third_u > 0 && third_u < 3 && third_v > 0 && third_v < 3;
        bool   on_top = high ? is_on_top(m, x, y, third_u, third_v) : pillar && inner;

        m->mesh->z.data[first + i]     = (float)((on_top ? WALL : height_in(m, x, y, u, v)) * 16);
        m->mesh->light.data[first + i] = light_of(m, x, y, u, v, on_top);
    }
}

static void make_vertices(mpd_maker *m)
{
    ptl_mpd_tables tables;

    ptl_mpd_lay_vertices(m->job, m->mesh, 255);
    if (ptl_ok(m->job))
        ptl_mpd_tables_make(m->job, m->mesh, &tables);
    if (!ptl_ok(m->job))
        return;
    for (uint32_t fan = 0; fan < m->mesh->words.count; fan++) {
        shape_fan(m, fan, tables.vrtstart.data[fan]);
        m->mesh->twist.data[fan] = ptl_mpd_twist(m->mesh, &tables, fan, 4);
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void say_ledger(const mpd_maker *m)
{
    ptl_ledger_line moved = m->moved;
    char            text[160];

    snprintf(
        text, sizeof text,
        "# {corner is|corners are} shared by cells of different heights: off by up to %d units, "
        "where a fan is 128 wide",
        (int)(m->moved_by * PTL_MPD_TILE / 100 + 0.999));
    ptl_ledger_kept(m->job, ptl_ledger_count(m->walked), "# {fan is|fans are} floor");
    ptl_ledger_approximated(m->job, moved, text);
    ptl_ledger_invented(m->job, ptl_ledger_count(m->terrain ? 0 : 1),
                        "height and light of walls are made up");
}

static uint32_t whole_blocks(uint32_t side)
{
    return (side + 3) / 4 * 4;
}

void ptl_mpd_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_ground  *ground = hub;
    mpd_maker          m      = { .job = job, .mesh = native, .ground = ground };
    ptl_ground_widened wide;

    if (ptl_setting_of(job, "tile-rules"))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "tile-rules is for levels made of heights: what cells mean says which tiles these "
                 "have");
    if (!ptl_ok(job) || !ptl_ground_fit(job, &wide, ground, USUAL_CELL, PTL_MPD_MAX_SIDE))
        return;
    m.from          = &wide.level;
    m.terrain       = ground->levels.data[0].heights != NULL;
    m.mesh->version = 'D';
    m.mesh->sizex   = whole_blocks(wide.level.columns);
    m.mesh->sizey   = whole_blocks(wide.level.rows);
    make_words(&m);
    if (ptl_ok(job))
        make_grid(&m);
    if (ptl_ok(job))
        make_vertices(&m);
    if (!ptl_ok(job))
        return;
    say_ledger(&m);
    ptl_mpd_attach_ground(&m, attached);
}
