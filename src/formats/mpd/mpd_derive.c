/* SPDX-License-Identifier: MIT */
/* What follows from a mesh: the document's tables, heights, slopes, triangles, texture places. */
#include <math.h>
#include <string.h>

#include "core/companions.h"
#include "core/real.h"
#include "formats/call.h"
#include "formats/mpd/mpd_module.h"
#include "hubs/ray.h"

/* ---- Tables --------------------------------------------------------------------------------- */

uint32_t ptl_mpd_vertex_sum(const ptl_mpd *mesh)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint32_t   sum    = 0;

    for (size_t i = 0; i < mesh->words.count; i++)
        sum += counts.of[mesh->words.data[i] >> 24];
    return sum;
}

/* A table of multiples: where each row of a grid begins. */
static ptl_u32s row_starts(ptl_job *job, uint32_t step, uint32_t rows)
{
    ptl_u32s list = { ptl_arena_array(job, rows, sizeof *list.data), 0 };

    for (; list.data && list.count < rows; list.count++)
        list.data[list.count] = step * (uint32_t)list.count;
    return list;
}

static void vertex_starts(ptl_job *job, const ptl_mpd *mesh, ptl_mpd_tables *out)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint32_t  *start  = ptl_arena_array(job, mesh->words.count, sizeof *start);
    uint32_t   sum    = 0;

    if (!start)
        return;
    for (size_t i = 0; i < mesh->words.count; i++) {
        start[i] = sum;
        sum += counts.of[mesh->words.data[i] >> 24];
        if (sum <= mesh->x.count)
            out->fans_with_vertices = (uint32_t)i + 1;
    }
    out->vrtstart = (ptl_u32s){ start, mesh->words.count };
    out->vertices = sum;
}

static uint32_t water_shift(uint32_t sizex)
{
    uint32_t shift = 3;

    for (uint32_t width = 16; width <= 256; width *= 2)
        shift += sizex > width;
    return shift;
}

void ptl_mpd_tables_make(ptl_job *job, const ptl_mpd *mesh, ptl_mpd_tables *out)
{
    uint32_t across = mesh->sizex >> 2, down = mesh->sizey >> 2;

    *out = (ptl_mpd_tables){
        .fanstart          = row_starts(job, mesh->sizex, mesh->sizey),
        .blockstart        = row_starts(job, across, down),
        .edgex             = (float)(mesh->sizex * PTL_MPD_TILE),
        .edgey             = (float)(mesh->sizey * PTL_MPD_TILE),
        .numfanblock       = across * down,
        .blocks_rounded_up = (mesh->sizex + 3) / 4 * ((mesh->sizey + 3) / 4),
        .watershift        = water_shift(mesh->sizex),
    };
    vertex_starts(job, mesh, out);
}

ptl_status ptl_mpd_derive(ptl_mpd_tables *out, const ptl_doc *doc, ptl_diag *err)
{
    ptl_job        job;
    ptl_memory    *memory;
    const ptl_mpd *mesh;

    if (!out)
        return ptl_call_nowhere(err);
    *out = (ptl_mpd_tables){ 0 };
    mesh = ptl_call_derive(&job, &memory, doc, &ptl_format_mpd);
    if (mesh)
        ptl_mpd_tables_make(&job, mesh, out);
    if (!ptl_ok(&job))
        *out = (ptl_mpd_tables){ 0 };
    return ptl_call_derived(&out->memory, &job, memory, err);
}

void ptl_mpd_tables_free(ptl_mpd_tables *tables)
{
    if (!tables)
        return;
    ptl_memory_free(tables->memory);
    *tables = (ptl_mpd_tables){ 0 };
}

/* ---- Layout --------------------------------------------------------------------------------- */

static void place_fan(ptl_mpd *mesh, size_t fan, size_t first)
{
    const ptl_mpd_fan_type *type =
        ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[fan]));
    double left = (double)(fan % mesh->sizex), top = (double)(fan / mesh->sizex);

    for (unsigned i = 0; type && i < type->vertices; i++) {
        mesh->x.data[first + i] = (float)((left + type->u[i]) * PTL_MPD_TILE);
        mesh->y.data[first + i] = (float)((top + type->v[i]) * PTL_MPD_TILE);
    }
}

/* A list of so many elements: the one there is, where it has that many. */
static void *room_for(ptl_job *job, void *list, size_t had, size_t count, size_t size)
{
    return had == count && count > 0 ? list : ptl_arena_array(job, count, size);
}

void ptl_mpd_lay_vertices(ptl_job *job, ptl_mpd *mesh, uint8_t light)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint32_t   sum = ptl_mpd_vertex_sum(mesh), first = 0;
    size_t     fans   = mesh->words.count;
    float     *x      = room_for(job, mesh->x.data, mesh->x.count, sum, sizeof *x);
    float     *y      = room_for(job, mesh->y.data, mesh->y.count, sum, sizeof *y);
    float     *z      = room_for(job, mesh->z.data, mesh->z.count, sum, sizeof *z);
    uint8_t   *lights = room_for(job, mesh->light.data, mesh->light.count, sum, 1);
    uint8_t   *twist  = room_for(job, mesh->twist.data, mesh->twist.count, fans, 1);

    if (!ptl_ok(job))
        return;
    mesh->numvert = sum;
    mesh->x       = (ptl_f32s){ x, sum };
    mesh->y       = (ptl_f32s){ y, sum };
    mesh->z       = (ptl_f32s){ memset(z, 0, sum * sizeof *z), sum };
    mesh->light   = (ptl_u8s){ memset(lights, light, sum), sum };
    mesh->twist   = (ptl_u8s){ memset(twist, MPD_FLAT, fans), fans };
    for (size_t fan = 0; fan < mesh->words.count; fan++) {
        place_fan(mesh, fan, first);
        first += counts.of[mesh->words.data[fan] >> 24];
    }
}

ptl_status ptl_mpd_lay_out(ptl_doc *doc, uint8_t light, ptl_diag *err)
{
    ptl_job  job;
    ptl_mpd *mesh = ptl_call_touch(&job, doc, &ptl_format_mpd);

    if (mesh) /* vertices need not fit: they are what is made anew */
        ptl_mpd_settle_fans(&job, mesh);
    if (mesh && ptl_ok(&job))
        ptl_mpd_lay_vertices(&job, mesh, light);
    return ptl_job_end(&job, err);
}

/* ---- Positions ------------------------------------------------------------------------------ */

/* The cell along one axis, or PTL_MPD_NO_FAN; written so that NaN is outside. */
static uint32_t cell_at(double at, uint32_t size)
{
    return at >= 0 && at < (double)size * PTL_MPD_TILE ? (uint32_t)(at / PTL_MPD_TILE)
                                                       : PTL_MPD_NO_FAN;
}

uint32_t ptl_mpd_fan_at(const ptl_mpd *mesh, double x, double y)
{
    uint32_t column = mesh ? cell_at(x, mesh->sizex) : PTL_MPD_NO_FAN;
    uint32_t row    = mesh ? cell_at(y, mesh->sizey) : PTL_MPD_NO_FAN;
    uint64_t fan;

    if (column == PTL_MPD_NO_FAN || row == PTL_MPD_NO_FAN)
        return PTL_MPD_NO_FAN;
    fan = (uint64_t)row * mesh->sizex + column;
    return fan < mesh->words.count && fan < PTL_MPD_NO_FAN ? (uint32_t)fan : PTL_MPD_NO_FAN;
}

uint32_t ptl_mpd_block_at(const ptl_mpd *mesh, double x, double y)
{
    uint32_t column, row, across, down;

    if (!mesh)
        return PTL_MPD_NO_FAN;
    column = cell_at(x, mesh->sizex);
    row    = cell_at(y, mesh->sizey);
    across = mesh->sizex >> 2;
    down   = mesh->sizey >> 2;
    if (column >> 2 >= across || row >> 2 >= down)
        return PTL_MPD_NO_FAN;
    return (row >> 2) * across + (column >> 2);
}

uint8_t ptl_mpd_fx_at(const ptl_mpd *mesh, double x, double y)
{
    uint32_t fan = ptl_mpd_fan_at(mesh, x, y);

    return fan == PTL_MPD_NO_FAN ? PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS
                                 : ptl_mpd_word_fx(mesh->words.data[fan]);
}

/* The shape of a fan whose vertices are all there, or NULL. Tables and mesh may have been made at
 * different times. */
static const ptl_mpd_fan_type *shape_of(const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                                        uint32_t fan)
{
    const ptl_mpd_fan_type *type;
    uint64_t                end;

    if (!mesh || !tables || fan >= tables->fans_with_vertices || fan >= tables->vrtstart.count ||
        fan >= mesh->words.count)
        return NULL;
    type = ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[fan]));
    end  = type ? (uint64_t)tables->vrtstart.data[fan] + type->vertices : 0;
    return end <= mesh->x.count && end <= mesh->y.count && end <= mesh->z.count ? type : NULL;
}

/* The stored heights of a fan's corners, or NULL when it has no four vertices. */
static const float *corners(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan)
{
    const ptl_mpd_fan_type *type = shape_of(mesh, tables, fan);

    return type && type->vertices >= 4 ? mesh->z.data + tables->vrtstart.data[fan] : NULL;
}

/* Ground at a place: how high, and how it rises along x and y; false where there is none. */
typedef struct ground {
    double height, along_x, along_y;
} ground;

static bool ground_at(const ptl_mpd *mesh, const ptl_mpd_tables *tables, double x, double y,
                      ground *out)
{
    uint32_t     fan  = ptl_mpd_fan_at(mesh, x, y);
    const float *z    = fan == PTL_MPD_NO_FAN ? NULL : corners(mesh, tables, fan);
    const double tile = PTL_MPD_TILE;
    double       fx, fy, left, right, upper, lower;

    if (!z)
        return false;
    fx    = x - fan % mesh->sizex * tile;
    fy    = y - fan / mesh->sizex * tile;
    left  = ((double)z[0] * (tile - fy) + (double)z[3] * fy) / tile;
    right = ((double)z[1] * (tile - fy) + (double)z[2] * fy) / tile;
    upper = ((double)z[0] * (tile - fx) + (double)z[1] * fx) / tile;
    lower = ((double)z[3] * (tile - fx) + (double)z[2] * fx) / tile;
    /* Stored z is 16 times the height. */
    *out = (ground){ (left * (tile - fx) + right * fx) / tile / 16, (right - left) / tile / 16,
                     (lower - upper) / tile / 16 };
    return true;
}

double ptl_mpd_height(const ptl_mpd *mesh, const ptl_mpd_tables *tables, double x, double y)
{
    ground g = { 0, 0, 0 };

    ground_at(mesh, tables, x, y, &g);
    return g.height;
}

void ptl_mpd_normal(double out[3], const ptl_mpd *mesh, const ptl_mpd_tables *tables, double x,
                    double y)
{
    ground g = { 0, 0, 0 };
    double length;

    ground_at(mesh, tables, x, y, &g);
    if (!out)
        return;
    length = sqrt(g.along_x * g.along_x + g.along_y * g.along_y + 1);
    out[0] = -g.along_x / length;
    out[1] = -g.along_y / length;
    out[2] = 1 / length;
}

/* A closed passage is a wall, but for a slippery one, which is ice. */
bool ptl_mpd_walkable(const ptl_mpd *mesh, const ptl_passages *passages, double x, double y)
{
    uint32_t fan = ptl_mpd_fan_at(mesh, x, y);
    mpd_area a;

    if (ptl_mpd_fx_at(mesh, x, y) & (PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS))
        return false;
    x = fan % mesh->sizex;
    y = fan / mesh->sizex;
    for (size_t i = 0; passages && i < passages->count; i++)
        if (!passages->data[i].open && !passages->data[i].slippery &&
            ptl_mpd_passage_area(mesh, &passages->data[i], &a) && a.x0 <= x && x <= a.x1 &&
            a.y0 <= y && y <= a.y1)
            return false;
    return true;
}

static void fan_corner(const ptl_mpd *mesh, uint32_t vertex, double out[3])
{
    out[0] = (double)mesh->x.data[vertex];
    out[1] = (double)mesh->y.data[vertex];
    out[2] = (double)mesh->z.data[vertex] / 16;
}

bool ptl_mpd_ray(ptl_hit *out, const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                 const ptl_ray *ray)
{
    ptl_ray nearest;
    bool    found = false;

    if (!out || !mesh || !tables || !ray)
        return false;
    nearest = *ray;
    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        uint8_t local[PTL_MPD_MAX_ENTRIES][3];
        size_t  count = shape_of(mesh, tables, fan) ? ptl_mpd_fan_triangles(local, mesh, fan) : 0;

        for (size_t i = 0; i < count; i++) {
            double corner[3][3], t;

            for (size_t k = 0; k < 3; k++) /* clockwise where y goes down: outwards */
                fan_corner(mesh, tables->vrtstart.data[fan] + local[i][k], corner[k]);
            t = ptl_ray_triangle(&nearest, corner);
            if (!(t >= 0) || (found && t >= nearest.most))
                continue;
            found        = true;
            nearest.most = t;
            *out         = (ptl_hit){ .t = t, .number = fan };
            ptl_ray_normal(corner, out->normal);
        }
    }
    return found;
}

ptl_mpd_light ptl_mpd_vertex_light(const ptl_mpd *mesh, uint32_t vertex, bool fullbright)
{
    if (fullbright)
        return (ptl_mpd_light){ 255, 255 };
    return (ptl_mpd_light){ mesh && vertex < mesh->light.count ? mesh->light.data[vertex] : 0, 0 };
}

/* ---- Twist ---------------------------------------------------------------------------------- */

static unsigned slope(double rise, double quantum)
{
    double steps = trunc(rise / quantum / 50);

    if (!isfinite(steps))
        return 7;
    return (unsigned)((steps < -7 ? -7 : steps > 8 ? 8 : (int)steps) + 7);
}

uint8_t ptl_mpd_twist(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan,
                      double quantum)
{
    const float *z = corners(mesh, tables, fan);
    double       z0, z1, z2, z3;

    if (!z)
        return MPD_FLAT;
    z0 = (double)z[0];
    z1 = (double)z[1];
    z2 = (double)z[2];
    z3 = (double)z[3];
    return (uint8_t)(slope(z2 + z3 - z0 - z1, quantum) << 4 | slope(z0 + z3 - z1 - z2, quantum));
}

ptl_status ptl_mpd_retwist(ptl_doc *doc, double quantum, ptl_diag *err)
{
    ptl_job        job;
    ptl_mpd       *mesh   = ptl_call_change(&job, doc, &ptl_format_mpd);
    ptl_mpd_tables tables = { 0 };
    uint8_t       *twist  = NULL;

    if (mesh && mesh->version >= 'B' && ptl_mpd_derive(&tables, doc, &job.error) == PTL_OK)
        twist = room_for(&job, mesh->twist.data, mesh->twist.count, mesh->words.count, 1);
    for (uint32_t fan = 0; twist && fan < mesh->words.count; fan++)
        twist[fan] = ptl_mpd_twist(mesh, &tables, fan, quantum);
    if (twist)
        mesh->twist = (ptl_u8s){ twist, mesh->words.count };
    ptl_mpd_tables_free(&tables);
    return ptl_job_end(&job, err);
}

static size_t twist_matches(const ptl_mpd *mesh, const ptl_mpd_tables *tables, double quantum)
{
    size_t matches = 0;

    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++)
        matches += ptl_mpd_twist(mesh, tables, fan, quantum) == mesh->twist.data[fan];
    return matches;
}

double ptl_mpd_likely_quantum(const ptl_mpd *mesh, const ptl_mpd_tables *tables)
{
    return twist_matches(mesh, tables, 4.0) >= twist_matches(mesh, tables, 4.125) ? 4.0 : 4.125;
}

size_t ptl_mpd_freshen(const ptl_mpd *mesh, const ptl_mpd_tables *tables, bool change)
{
    double quantum = mesh->twist.count > 0 ? ptl_mpd_likely_quantum(mesh, tables) : 4;
    size_t stale   = 0;

    for (uint32_t fan = 0; fan < mesh->twist.count && fan < tables->fans_with_vertices; fan++) {
        uint8_t fresh = ptl_mpd_twist(mesh, tables, fan, quantum);

        if (mesh->twist.data[fan] == fresh || !ptl_mpd_has_corners(mesh, tables, fan))
            continue;
        if (change)
            mesh->twist.data[fan] = fresh;
        stale++;
    }
    return stale;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* A fan that is not there is not drawn. */
static uint32_t word_of(const ptl_mpd *mesh, uint32_t fan)
{
    return mesh && fan < mesh->words.count ? mesh->words.data[fan] : PTL_MPD_FANOFF;
}

static const ptl_mpd_fan_type *type_of(const ptl_mpd *mesh, uint32_t word)
{
    return mesh ? ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(word)) : NULL;
}

size_t ptl_mpd_fan_triangles(uint8_t out[PTL_MPD_MAX_ENTRIES][3], const ptl_mpd *mesh, uint32_t fan)
{
    uint32_t                word  = word_of(mesh, fan);
    const ptl_mpd_fan_type *type  = type_of(mesh, word);
    const uint8_t          *entry = type ? type->entry : NULL;
    size_t                  count = 0;

    if (!out || !type || ptl_mpd_word_tile(word) == PTL_MPD_FANOFF)
        return 0;
    for (unsigned c = 0; c < type->commands; entry += type->size[c++])
        for (unsigned i = 1; i + 1 < type->size[c]; i++, count++) {
            out[count][0] = entry[0];
            out[count][1] = entry[i];
            out[count][2] = entry[i + 1];
        }
    return count;
}

ptl_mpd_uv ptl_mpd_texture_place(const ptl_mpd *mesh, uint32_t fan, unsigned vertex, unsigned inset)
{
    uint32_t                word   = word_of(mesh, fan);
    uint8_t                 number = ptl_mpd_word_type(word);
    const ptl_mpd_fan_type *type   = type_of(mesh, word);
    unsigned                side   = number % PTL_MPD_TYPES >= PTL_MPD_SHAPES ? 64000 : 32000;
    double                  inner;

    if (!type || vertex >= type->vertices || fan >= mesh->words.count)
        return (ptl_mpd_uv){ 0, 0 };
    inset = inset < side ? inset : side; /* more would turn the image over again and again */
    inner = (double)side - 2.0 * inset;
    return (ptl_mpd_uv){
        .u = 32000 * (int32_t)(word & 7) + (int32_t)ptl_round(inset + type->u[vertex] * inner),
        .v = 32000 * (int32_t)(word >> 3 & 7) + (int32_t)ptl_round(inset + type->v[vertex] * inner),
    };
}

/* ---- Textures ------------------------------------------------------------------------------- */

static bool uses_sheet(const ptl_mpd *mesh, unsigned sheet)
{
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_tile(mesh->words.data[i]) != PTL_MPD_FANOFF &&
            ptl_mpd_word_sheet(mesh->words.data[i]) == sheet)
            return true;
    return false;
}

static bool uses_water(const ptl_mpd *mesh)
{
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_fx(mesh->words.data[i]) & PTL_MPD_FX_WATER)
            return true;
    return false;
}

bool ptl_mpd_companion(const void *native, size_t index, ptl_companion *out)
{
    static const struct {
        const char *name, *role;
    } textures[] = {
        { "basicdat/particle", "particles" },
        { "tile0", "walls and floor, images 0 to 63" },
        { "tile1", "walls and floor, images 64 to 127" },
        { "tile2", "walls and floor, images 128 to 191" },
        { "tile3", "walls and floor, images 192 to 255" },
        { "watertop", "water, upper layer" },
        { "waterlow", "water, lower layer" },
        { "phong", "highlights" },
        { "wawalite.txt", "water, light and weather" },
        { "menu.txt", "title of the module" },
        { "passage.txt", "passages" },
        { "spawn.txt", "spawns" },
        { "plan", "the game's own plan" },
    };
    enum { FIRST_TEXT = MPD_WAWALITE, LAST_TEXT = 11 };
    const ptl_mpd *mesh = native;

    if (index >= sizeof textures / sizeof *textures)
        return false;
    *out = (ptl_companion){ .number = (unsigned)index, .role = textures[index].role };
    ptl_companion_call(out, (ptl_str){ textures[index].name, strlen(textures[index].name) });
    if (index >= 1 && index <= 4)
        out->needed = uses_sheet(mesh, (unsigned)index - 1);
    else if (index == 5 || index == 6)
        out->needed = uses_water(mesh);
    else if (index == FIRST_TEXT)
        out->needed = uses_water(mesh) || ptl_mpd_effect_fans(mesh, 2) > 0; /* or tiles that move */
    out->exact = index >= FIRST_TEXT && index <= LAST_TEXT;
    return true;
}
