/* SPDX-License-Identifier: MIT */
/* Points and rays in a level: x and z in cells from its north-west corner, floors at y 0, walls one
 * cell high, as scenes have them but without thickness. */
#include <math.h>

#include "formats/grmm/grmm_solid.h"
#include "hubs/ray.h"

/* ---- Points --------------------------------------------------------------------------------- */

/* The cell at a position; false where there is no floor. */
static bool cell_under(const ptl_grmm *map, size_t number, double x, double z, ptl_grmm_cell *out)
{
    const ptl_grmm_level *level =
        map && number < map->levels.count ? &map->levels.data[number] : NULL;

    if (!level || !(x >= 0 && z >= 0 && x < level->columns && z < level->rows))
        return false;
    *out = ptl_grmm_cell_at(map, number, (uint32_t)z, (uint32_t)x);
    return out->floor != PTL_GRMM_EMPTY;
}

double ptl_grmm_height(const ptl_grmm *map, size_t level, double x, double z)
{
    ptl_grmm_cell cell;
    double        inset, fx = x - floor(x), fz = z - floor(z);

    if (!cell_under(map, level, x, z, &cell))
        return 0;
    inset = ptl_solid_inset(cell.floor);
    return inset > 0 && fx > inset && fx < 1 - inset && fz > inset && fz < 1 - inset ? SOLID_PIT_END
                                                                                     : 0;
}

void ptl_grmm_normal(double out[3], const ptl_grmm *map, size_t level, double x, double z)
{
    (void)map;
    (void)level;
    (void)x;
    (void)z;
    if (!out)
        return;
    out[0] = out[2] = 0;
    out[1]          = 1;
}

bool ptl_grmm_walkable(const ptl_grmm *map, size_t level, double x, double z, unsigned who)
{
    ptl_grmm_cell cell;

    return cell_under(map, level, x, z, &cell) && ptl_grmm_may_stand(cell.floor, who);
}

/* ---- Rays ----------------------------------------------------------------------------------- */

typedef struct look {
    const ptl_grmm *map;
    size_t          level;
    ptl_ray         ray;
    ptl_ray_walk    walk;
    double          enter; /* how far along the ray the cell is entered */
    ptl_hit         hit;
} look;

static double along(const look *l, int axis, double t)
{
    return l->ray.origin[axis] + t * l->ray.direction[axis];
}

static bool stop(look *l, double t, int axis, double sign)
{
    l->hit =
        (ptl_hit){ .t      = t,
                   .number = (uint64_t)l->walk.row * l->walk.columns + (uint64_t)l->walk.column };
    l->hit.normal[axis] = sign;
    return true;
}

/* Something upright in the way, across an axis, as high as a wall. */
static bool stop_upright(look *l, double t, int axis)
{
    double y = along(l, 1, t);

    return t >= 0 && t <= l->ray.most && y >= 0 && y <= SOLID_TOP &&
           stop(l, t, axis, l->ray.direction[axis] > 0 ? -1 : 1);
}

/* Walls one cannot look through; an illusion looks like one. */
static bool hides(uint8_t wall)
{
    return wall != PTL_GRMM_NO_WALL && wall != PTL_GRMM_WALL_INVISIBLE &&
           wall != PTL_GRMM_WALL_ARCHWAY;
}

/* The wall at the border toward which, or from which, the ray goes along an axis. */
static uint8_t wall_at(const look *l, int axis, bool ahead)
{
    ptl_grmm_cell cell =
        ptl_grmm_cell_at(l->map, l->level, (uint32_t)l->walk.row, (uint32_t)l->walk.column);
    bool farther = (l->ray.direction[axis] > 0) == ahead;

    if (axis == 0)
        return farther ? cell.east : cell.west;
    return farther ? cell.south : cell.north;
}

/* Whether a border of the cell is where the ray is at a distance along it. */
static bool crosses(const look *l, int axis, double t, bool ahead)
{
    double cell   = (double)(axis == 0 ? l->walk.column : l->walk.row);
    double border = cell + ((l->ray.direction[axis] > 0) == ahead);

    return l->ray.direction[axis] != 0 &&
           (border - l->ray.origin[axis]) / l->ray.direction[axis] == t;
}

static bool meets_floor(look *l)
{
    double t = -l->ray.origin[1] / l->ray.direction[1];

    if (l->ray.direction[1] == 0 || !(t >= l->enter && t <= l->walk.leave))
        return false;
    return ptl_grmm_cell_at(l->map, l->level, (uint32_t)l->walk.row, (uint32_t)l->walk.column)
                   .floor != PTL_GRMM_EMPTY &&
           ptl_grmm_height(l->map, l->level, along(l, 0, t), along(l, 2, t)) == 0 &&
           stop(l, t, 1, 1);
}

/* Doors that are floors stand across the middle of their cell. */
static bool meets_door(look *l)
{
    ptl_grmm_cell cell =
        ptl_grmm_cell_at(l->map, l->level, (uint32_t)l->walk.row, (uint32_t)l->walk.column);
    int    axis   = cell.facing & 1 ? 0 : 2;
    double middle = (double)(axis == 0 ? l->walk.column : l->walk.row) + 0.5, t;

    if (cell.floor != PTL_GRMM_DOOR && cell.floor != PTL_GRMM_LOCKED_DOOR &&
        cell.floor != PTL_GRMM_SECRET_DOOR && cell.floor != PTL_GRMM_ONE_WAY)
        return false;
    t = (middle - l->ray.origin[axis]) / l->ray.direction[axis];
    return l->ray.direction[axis] != 0 && t >= l->enter && t <= l->walk.leave &&
           stop_upright(l, t, axis);
}

static bool meets_border(look *l, double t, bool ahead)
{
    for (int axis = 0; axis < 3; axis += 2)
        if (crosses(l, axis, t, ahead) && hides(wall_at(l, axis, ahead)) &&
            stop_upright(l, t, axis))
            return true;
    return false;
}

/* What is met in the cell itself; a floor before a door only when it is nearer. */
static bool meets_inside(look *l)
{
    ptl_hit door;

    if (!meets_door(l))
        return meets_floor(l);
    door = l->hit;
    if (!meets_floor(l) || l->hit.t > door.t)
        l->hit = door;
    return true;
}

bool ptl_grmm_ray(ptl_hit *out, const ptl_grmm *map, size_t level, const ptl_ray *ray)
{
    look l = { .map = map, .level = level };
    bool more, found;

    if (!out || !map || !ray)
        return false;
    l.ray = *ray;
    more  = level < map->levels.count && map->levels.data[level].columns <= PTL_GRMM_MAX_SIDE &&
           map->levels.data[level].rows <= PTL_GRMM_MAX_SIDE;
    more  = more && ptl_ray_walk_begin(&l.walk, ray, map->levels.data[level].columns,
                                       map->levels.data[level].rows);
    found = more && l.walk.begin > 0 && meets_border(&l, l.walk.begin, false);
    for (l.enter = l.walk.begin; more && !found; more = ptl_ray_walk_next(&l.walk)) {
        found   = meets_inside(&l) || meets_border(&l, l.walk.leave, true);
        l.enter = l.walk.leave;
    }
    if (found)
        *out = l.hit;
    return found;
}
