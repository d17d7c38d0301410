/* SPDX-License-Identifier: MIT */
/* What a mesh means to whoever walks there: a cell for each fan, doors where passages are, and
 * notes where objects spawn, if their lists lie beside it. */
#include "formats/mpd/mpd_module.h"
#include "hubs/ground.h"
#include "hubs/ledger.h"

enum { DOOR_FANS = 16, HEIGHT_UNITS = 16 * PTL_MPD_TILE }; /* a larger passage is no door */

typedef struct reader {
    ptl_job          *job;
    const ptl_mpd    *mesh;
    ptl_mpd_tables    tables;
    ptl_ground_level *to;
    ptl_ledger_line   reflections, wide;
} reader;

/* ---- Fans ------------------------------------------------------------------------------------ */

static ptl_ground_cell cell_of(uint32_t word)
{
    uint8_t         fx   = ptl_mpd_word_fx(word);
    bool            wet  = fx & PTL_MPD_FX_WATER;
    ptl_ground_cell cell = { .kind = PTL_GROUND_FLOOR, .bits = PTL_GROUND_TURNED };

    if (fx & (PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS))
        cell.kind = wet ? PTL_GROUND_BARRIER : PTL_GROUND_ROCK;
    cell.bits |= wet ? PTL_GROUND_WATER : 0;
    cell.bits |= fx & PTL_MPD_FX_DAMAGE ? PTL_GROUND_DANGER : 0;
    cell.bits |= fx & PTL_MPD_FX_SLIPPY ? PTL_GROUND_SLIDES : 0;
    return cell;
}

static int16_t hundredths(float z)
{
    double height = (double)z * 100 / HEIGHT_UNITS;

    if (!(height > -PTL_GROUND_HEIGHT)) /* or no number */
        return height < 0 ? -PTL_GROUND_HEIGHT : 0;
    return (int16_t)(height < PTL_GROUND_HEIGHT ? height : PTL_GROUND_HEIGHT);
}

/* Corners as they are walked on; what stands on a fan nobody walks on counts, too. Fans that are
 * not drawn have no ground. */
static void read_heights(reader *r, uint32_t fan, ptl_ground_heights *out)
{
    uint32_t first = r->tables.vrtstart.data[fan];
    uint32_t next =
        fan + 1 < r->mesh->words.count ? r->tables.vrtstart.data[fan + 1] : r->tables.vertices;
    bool    solid = r->to->cells[fan].kind == PTL_GROUND_ROCK;
    int16_t top   = -PTL_GROUND_HEIGHT;

    if (ptl_mpd_word_tile(r->mesh->words.data[fan]) == PTL_MPD_FANOFF || next < first + 4 ||
        next > r->mesh->z.count)
        return;
    for (uint32_t i = first; i < next; i++)
        top = hundredths(r->mesh->z.data[i]) > top ? hundredths(r->mesh->z.data[i]) : top;
    for (uint32_t i = 0; i < 4; i++)
        out->corner[i] = solid && next > first + 4 ? top : hundredths(r->mesh->z.data[first + i]);
}

static void read_fans(reader *r)
{
    for (uint32_t fan = 0; fan < r->mesh->words.count; fan++) {
        r->to->cells[fan] = cell_of(r->mesh->words.data[fan]);
        if (r->mesh->version >= 'C')
            read_heights(r, fan, &r->to->heights[fan]);
        if (ptl_mpd_word_fx(r->mesh->words.data[fan]) & PTL_MPD_FX_DRAWREFLECT)
            ptl_ledger_add(&r->reflections, fan / r->mesh->sizex, fan % r->mesh->sizex);
    }
}

/* ---- Lists beside it ------------------------------------------------------------------------- */

/* What is shut is a locked door however large; what is open is a door where it is as small as one.
 */
static void read_passage(reader *r, const ptl_passage *p)
{
    mpd_area a;
    uint8_t  kind = p->open            ? PTL_GROUND_DOOR
                    : p->shoot_through ? PTL_GROUND_PORTCULLIS
                                       : PTL_GROUND_LOCKED_DOOR;

    if (!ptl_mpd_passage_area(r->mesh, p, &a))
        return;
    if (p->open && (uint64_t)(a.x1 - a.x0 + 1) * (a.y1 - a.y0 + 1) > DOOR_FANS) {
        ptl_ledger_add(&r->wide, a.y0, a.x0);
        return;
    }
    for (uint32_t y = a.y0; y <= a.y1; y++)
        for (uint32_t x = a.x0; x <= a.x1; x++) {
            ptl_ground_cell *cell = ptl_ground_at(r->to, y, x);

            if (ptl_ground_may_stand(cell) || !p->open) /* walls go when it opens */
                cell->kind = kind;
            cell->bits &= (uint8_t)~PTL_GROUND_TURNED;
        }
}

static void read_spawn(reader *r, const ptl_spawn *s)
{
    static const ptl_str none = { "", 0 };
    uint32_t             fan  = ptl_mpd_spawn_fan(r->mesh, s);

    if (!ptl_spawn_is_carried(s) && fan != PTL_MPD_NO_FAN)
        ptl_ground_add_note(r->job, r->to, fan / r->mesh->sizex, fan % r->mesh->sizex, none,
                            s->name);
}

static void read_lists(reader *r, const ptl_files *files)
{
    mpd_module module;

    ptl_mpd_module_load(r->job, files, &module, MPD_SAY_LOST);
    for (size_t i = 0; i < module.passages.count && ptl_ok(r->job); i++)
        read_passage(r, &module.passages.data[i]);
    for (size_t i = 0; i < module.spawns.count && ptl_ok(r->job); i++)
        read_spawn(r, &module.spawns.data[i]);
    ptl_ground_turn(r->to);
    ptl_ledger_dropped(
        r->job, r->wide,
        "# {open passage is|open passages are} too large for a door, and plain floor");
    ptl_ledger_approximated(r->job, ptl_ledger_count(module.spawns.count),
                            "# {spawn is told by its name|spawns are told by their names} alone");
}

/* ---- All of it ------------------------------------------------------------------------------- */

void ptl_mpd_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_ground *out = hub;
    reader      r   = { .job = job, .mesh = native };

    r.to = ptl_ground_add_level(job, out, r.mesh->sizey, r.mesh->sizex, PTL_NOWHERE);
    if (!r.to || !ptl_ground_give_heights(job, r.to))
        return;
    out->title = (ptl_str){ "Egoboo level", 12 };
    ptl_mpd_tables_make(job, r.mesh, &r.tables);
    if (!ptl_ok(job))
        return;
    read_fans(&r);
    read_lists(&r, files);
    ptl_ledger_dropped(job, r.reflections, "# {fan mirrors|fans mirror} what stands on {it|them}");
    ptl_ledger_dropped(job, ptl_ledger_count(r.mesh->words.count),
                       "# {fan loses|fans lose} {its image|their images}: what they show is not "
                       "known");
}
