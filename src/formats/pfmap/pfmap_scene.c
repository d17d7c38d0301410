/* SPDX-License-Identifier: MIT */
/* Permafrost terrain as a scene: a node with a mesh for each chunk, a part for each material in it.
 *
 * The engine's X grows to the west; negating it gives an ordinary map, +X east, +Z south, centered.
 * Tops are two triangles a tile, along the diagonal its shape asks for; walls stand only where one
 * tile is above its neighbor. Water is a node of its own: pfmap_water.c. Where materials are to be
 * mixed, all tops of a chunk are one part with an image of its own: pfmap_bake.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/pfmap/pfmap_mix.h"
#include "hubs/ray.h"
#include "render/load.h"

typedef struct point {
    double x, y, z;
} point;

typedef struct vertex {
    point  at, normal;
    double right, down; /* in the plane of the texture, counted in tiles */
} vertex;

typedef struct builder {
    ptl_job         *job;
    const ptl_pfmap *map;
    ptl_scene       *scene;
    bool             skirt;
    pfmap_part       part;     /* what is built of the map */
    pfmap_texture   *textures; /* of each material */
    uint32_t         chunks_across;
    uint32_t         texels;    /* of a tile, where tops are mixed into images; or 0        */
    uint32_t        *baked;     /* of each chunk: its mixed material, or none               */
    size_t           slots;     /* of a chunk: its materials, and what is mixed of them     */
    uint32_t        *triangles; /* of each chunk and slot: to come, then filled             */
    ptl_scene_part **parts;     /* the same, once there are parts; NULL while they are counted */
    bool             mixed;     /* materials are blended with others somewhere               */
    size_t           missing;   /* triangles of materials that do not exist                  */
    ptl_ray         *ray;       /* instead of all that: what triangles are held against      */
    ptl_hit         *hit;
} builder;

static const double across[4] = { 0, 1, 1, 0 }, down[4] = { 0, 0, 1, 1 }; /* NW NE SE SW */

/* ---- Triangles ------------------------------------------------------------------------------ */

/* Mixed ground is one image, in which a place is counted from the corner of its chunk. */
static void put_texture(const builder *b, float uv[2], size_t chunk, size_t slot, const vertex *v)
{
    double east = v->right + b->map->width / 2.0, south = v->down + b->map->height / 2.0;

    if (slot < b->map->materials.count) {
        ptl_pfmap_texture_at(uv, &b->textures[slot], v->right, v->down);
        return;
    }
    east -= (double)(chunk % b->chunks_across * PTL_PFMAP_CHUNK);
    south -= (double)(chunk / b->chunks_across * PTL_PFMAP_CHUNK);
    uv[0] = ptl_pfmap_baked_at(east, b->texels);
    uv[1] = ptl_pfmap_baked_at(south, b->texels);
}

static void put_vertex(ptl_scene_part *part, const vertex *v, size_t at)
{
    const double position[3] = { v->at.x, v->at.y, v->at.z };
    const double normal[3]   = { v->normal.x, v->normal.y, v->normal.z };

    for (size_t i = 0; i < 3; i++) {
        part->position.data[3 * at + i] = (float)position[i];
        part->normal.data[3 * at + i]   = (float)normal[i];
    }
    part->index.data[at] = (uint32_t)at;
}

/* A triangle in the way of a ray, which from then on ends there. */
static void try_triangle(builder *b, const vertex corner[3])
{
    double place[3][3], t;

    for (int i = 0; i < 3; i++)
        memcpy(place[i], (double[]){ corner[i].at.x, corner[i].at.y, corner[i].at.z },
               sizeof place[i]);
    t = ptl_ray_triangle(b->ray, place);
    if (t < 0)
        return;
    b->ray->most = b->hit->t = t;
    ptl_ray_normal(place, b->hit->normal);
}

/* One triangle of a chunk: counted in the first pass, put in its place in the second. */
static void add_triangle(builder *b, size_t chunk, uint32_t material, bool top,
                         const vertex corner[3])
{
    size_t slot = material, number, first;

    if (b->ray) {
        try_triangle(b, corner);
        return;
    }
    if (material >= b->map->materials.count) { /* which the engine does not draw either */
        b->missing++;
        return;
    }
    if (top && b->baked[chunk] != PTL_SCENE_NONE)
        slot = b->map->materials.count;
    number = chunk * b->slots + slot;
    first  = 3 * (size_t)b->triangles[number]++;
    for (size_t i = 0; b->parts && i < 3; i++) {
        put_vertex(b->parts[number], &corner[i], first + i);
        put_texture(b, b->parts[number]->uv.data + 2 * (first + i), chunk, slot, &corner[i]);
    }
}

static const ptl_pfmap_tile *tile_or_none(const ptl_pfmap *map, int64_t row, int64_t col)
{
    if (row < 0 || col < 0 || row >= map->height || col >= map->width)
        return NULL;
    return pfmap_tile(map, (uint32_t)row, (uint32_t)col);
}

static point corner_at(const ptl_pfmap *map, uint32_t row, uint32_t col, const int heights[4],
                       int corner)
{
    return (point){ (col + across[corner]) * PTL_PFMAP_TILE - map->width * (PTL_PFMAP_TILE / 2.0),
                    (double)heights[corner] * PTL_PFMAP_LEVEL,
                    (row + down[corner]) * PTL_PFMAP_TILE - map->height * (PTL_PFMAP_TILE / 2.0) };
}

/* ---- Tops ----------------------------------------------------------------------------------- */

static point half_normal(const ptl_pfmap_tile *tile, const pfmap_half *h)
{
    double n[3];

    ptl_pfmap_normal_in(n, tile, h->fx, h->fz);
    return (point){ -n[0], n[1], n[2] };
}

static bool touches(const pfmap_half *h, int corner)
{
    return h->corner[0] == corner || h->corner[1] == corner || h->corner[2] == corner;
}

/* What one tile adds to the normal at its corner: of both halves when they meet there, else twice
 * that of the half that touches it. */
static void add_normals(point *sum, const ptl_pfmap_tile *tile, int corner)
{
    const pfmap_half *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
    bool              both = touches(&pair[0], corner) && touches(&pair[1], corner);

    for (int i = 0; i < 2; i++) {
        point  n      = half_normal(tile, &pair[i]);
        double weight = both ? 1 : touches(&pair[i], corner) ? 2 : 0;

        sum->x += weight * n.x;
        sum->y += weight * n.y;
        sum->z += weight * n.z;
    }
}

/* Smoothed over the up to four tiles that meet at a corner, however high the cliff between them. */
static point smooth_normal(const ptl_pfmap *map, uint32_t row, uint32_t col, int corner)
{
    int64_t x = (int64_t)col + (int64_t)across[corner], z = (int64_t)row + (int64_t)down[corner];
    point   sum = { 0, 0, 0 };
    double  length;

    for (int other = 0; other < 4; other++) { /* the tile that has the point as this corner */
        const ptl_pfmap_tile *tile =
            tile_or_none(map, z - (int64_t)down[other], x - (int64_t)across[other]);

        if (tile)
            add_normals(&sum, tile, other);
    }
    length = sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
    return (point){ sum.x / length, sum.y / length, sum.z / length };
}

static void add_top(builder *b, size_t chunk, uint32_t row, uint32_t col)
{
    const ptl_pfmap_tile *tile = pfmap_tile(b->map, row, col);
    const pfmap_half     *pair = ptl_pfmap_halves[ptl_pfmap_cut_nw_se(tile)];
    int                   heights[4];

    ptl_pfmap_corners(heights, tile);
    for (int h = 0; h < 2; h++) {
        point  flat = half_normal(tile, &pair[h]);
        vertex v[3];

        for (int i = 0; i < 3 && (b->parts || b->ray); i++) {
            int corner = pair[h].corner[i];

            v[i]       = (vertex){ .at     = corner_at(b->map, row, col, heights, corner),
                                   .normal = tile->blend_normals && !b->ray
                                                 ? smooth_normal(b->map, row, col, corner)
                                                 : flat };
            v[i].right = v[i].at.x / PTL_PFMAP_TILE;
            v[i].down  = v[i].at.z / PTL_PFMAP_TILE;
        }
        add_triangle(b, chunk, ptl_pfmap_material_in(tile, pair[h].fx, pair[h].fz), true, v);
    }
}

/* ---- Walls ---------------------------------------------------------------------------------- */

/* An edge seen from the lower side: the owner's corners from left to right, and the way out. */
typedef struct edge {
    uint8_t left, right; /* corners of the owner */
    uint8_t facing[2];   /* corners of the neighbor opposite them */
    int     row, col;    /* step to the neighbor */
    point   out;
} edge;

static const edge edges[4] = {
    { PTL_PFMAP_NE, PTL_PFMAP_NW, { PTL_PFMAP_SE, PTL_PFMAP_SW }, -1, 0, { 0, 0, -1 } },
    { PTL_PFMAP_SE, PTL_PFMAP_NE, { PTL_PFMAP_SW, PTL_PFMAP_NW }, 0, 1, { 1, 0, 0 } },
    { PTL_PFMAP_SW, PTL_PFMAP_SE, { PTL_PFMAP_NW, PTL_PFMAP_NE }, 1, 0, { 0, 0, 1 } },
    { PTL_PFMAP_NW, PTL_PFMAP_SW, { PTL_PFMAP_NE, PTL_PFMAP_SE }, 0, -1, { -1, 0, 0 } },
};

/* Textures run on along a wall, from left to right for the one who looks at it. */
static vertex wall_vertex(point left, point right, double t, double height, const edge *e)
{
    point  at    = { left.x + (right.x - left.x) * t, height, left.z + (right.z - left.z) * t };
    double along = at.x * e->out.z - at.z * e->out.x;

    return (vertex){ .at     = at,
                     .normal = e->out,
                     .right  = along / PTL_PFMAP_TILE,
                     .down   = -height / PTL_PFMAP_TILE };
}

/* The wall from the owner's edge down to `below`, where it stands above it: a quad, or a triangle
 * when the edges meet at one end or cross. */
static void add_wall(builder *b, size_t chunk, const ptl_pfmap_tile *tile, const edge *e,
                     point left, point right, const double below[2])
{
    double over[2] = { left.y - below[0], right.y - below[1] };
    double from    = over[0] > 0 ? 0 : over[0] / (over[0] - over[1]);
    double to      = over[1] > 0 ? 1 : over[0] / (over[0] - over[1]);
    vertex v[4];

    if (over[0] <= 0 && over[1] <= 0)
        return;
    for (int i = 0; i < 4; i++) { /* left top, right top, right bottom, left bottom */
        double t   = i == 0 || i == 3 ? from : to;
        double top = left.y + (right.y - left.y) * t, bottom = below[0] + (below[1] - below[0]) * t;

        v[i] = wall_vertex(left, right, t, i < 2 ? top : bottom, e);
    }
    if (over[0] > 0)
        add_triangle(b, chunk, tile->side, false, (vertex[]){ v[0], v[3], v[1] });
    if (over[1] > 0)
        add_triangle(b, chunk, tile->side, false, (vertex[]){ v[2], v[1], v[3] });
}

/* How far down the border of the map goes: below every corner of the tile. */
static double skirt_height(const int heights[4])
{
    int least = -1;

    for (int i = 0; i < 4; i++)
        least = heights[i] < least ? heights[i] : least;
    return (double)least * PTL_PFMAP_LEVEL;
}

static void add_walls(builder *b, size_t chunk, uint32_t row, uint32_t col)
{
    const ptl_pfmap_tile *tile = pfmap_tile(b->map, row, col);
    int                   own[4], other[4];

    ptl_pfmap_corners(own, tile);
    for (int i = 0; i < 4; i++) {
        const edge           *e = &edges[i];
        const ptl_pfmap_tile *next =
            tile_or_none(b->map, (int64_t)row + e->row, (int64_t)col + e->col);
        double below[2] = { skirt_height(own), skirt_height(own) };

        if (!pfmap_in_part(&b->part, (int64_t)row + e->row, (int64_t)col + e->col))
            next = NULL;

        if (!next && !b->skirt)
            continue;
        if (next) {
            ptl_pfmap_corners(other, next);
            below[0] = (double)other[e->facing[0]] * PTL_PFMAP_LEVEL;
            below[1] = (double)other[e->facing[1]] * PTL_PFMAP_LEVEL;
        }
        add_wall(b, chunk, tile, e, corner_at(b->map, row, col, own, e->left),
                 corner_at(b->map, row, col, own, e->right), below);
    }
}

/* ---- Rays ----------------------------------------------------------------------------------- */

/* Tile by tile under the ray, x turned round and counted in tiles for the way over the map. */
bool ptl_pfmap_ray(ptl_hit *out, const ptl_pfmap *map, const ptl_ray *ray)
{
    ptl_ray      east, tiles;
    ptl_hit      hit = { .t = -1 };
    builder      b   = { .map = map, .ray = &east, .hit = &hit };
    ptl_ray_walk walk;

    if (!out || !map || !ray || !pfmap_has_tiles(map))
        return false;
    b.part.right      = map->width;
    b.part.bottom     = map->height;
    east              = *ray;
    east.origin[0]    = -ray->origin[0];
    east.direction[0] = -ray->direction[0];
    tiles             = east;
    for (int i = 0; i < 3; i += 2) {
        tiles.origin[i] =
            east.origin[i] / PTL_PFMAP_TILE + (i == 0 ? map->width : map->height) / 2.0;
        tiles.direction[i] = east.direction[i] / PTL_PFMAP_TILE;
    }
    for (bool more = ptl_ray_walk_begin(&walk, &tiles, map->width, map->height); more;
         more      = (hit.t < 0 || hit.t > walk.leave) && ptl_ray_walk_next(&walk)) {
        double before = east.most;

        add_top(&b, 0, (uint32_t)walk.row, (uint32_t)walk.column);
        add_walls(&b, 0, (uint32_t)walk.row, (uint32_t)walk.column);
        if (hit.t >= 0 && (east.most < before || hit.t == before))
            hit.number = (uint64_t)walk.row * map->width + (uint64_t)walk.column;
    }
    if (hit.t < 0)
        return false;
    *out           = hit;
    out->normal[0] = 0 - hit.normal[0];
    return true;
}

/* ---- Chunks --------------------------------------------------------------------------------- */

static void each_tile(builder *b)
{
    for (uint32_t row = b->part.top; row < b->part.bottom; row++)
        for (uint32_t col = b->part.left; col < b->part.right; col++) {
            size_t chunk =
                (size_t)(row / PTL_PFMAP_CHUNK) * b->chunks_across + col / PTL_PFMAP_CHUNK;

            add_top(b, chunk, row, col);
            add_walls(b, chunk, row, col);
        }
}

static bool fill_chunk(builder *b, size_t chunk)
{
    size_t          slots = b->slots, used = 0;
    uint32_t       *triangles = b->triangles + chunk * slots;
    ptl_scene_mesh *mesh      = &b->scene->meshes.data[chunk];
    ptl_scene_node *node      = &b->scene->nodes.data[1 + chunk];
    char           *name      = ptl_arena_take(b->job, 48);

    for (size_t i = 0; i < slots; i++)
        used += triangles[i] > 0;
    if (!name || !ptl_scene_parts(b->job, mesh, used))
        return false;
    used = 0;
    for (size_t i = 0; i < slots; i++) {
        ptl_scene_part *part = &mesh->parts.data[used];

        if (triangles[i] == 0)
            continue;
        part->material              = i + 1 < slots ? (uint32_t)i : b->baked[chunk];
        b->parts[chunk * slots + i] = part;
        if (!ptl_scene_part_reserve(b->job, part, 3 * (size_t)triangles[i],
                                    3 * (size_t)triangles[i], PTL_PART_NORMAL | PTL_PART_UV))
            return false;
        used++;
    }
    snprintf(name, 48, "chunk %zu,%zu", chunk % b->chunks_across, chunk / b->chunks_across);
    mesh->name = node->name = ptl_scene_text(name);
    node->parent            = 0;
    node->mesh              = used > 0 ? (uint32_t)chunk : PTL_SCENE_NONE;
    return true;
}

/* A chunk of which nothing can be drawn would be an empty mesh, which glTF does not know. */
static void drop_empty_meshes(ptl_scene *scene)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < scene->meshes.count; i++) {
        if (scene->meshes.data[i].parts.count == 0)
            continue;
        scene->nodes.data[1 + i].mesh = kept;
        scene->meshes.data[kept++]    = scene->meshes.data[i];
    }
    scene->meshes.count = kept;
}

/* ---- Materials ------------------------------------------------------------------------------ */

static void fill_materials(builder *b, const ptl_files *files)
{
    for (size_t i = 0; i < b->map->materials.count && ptl_ok(b->job); i++) {
        ptl_format_pfmap.companion(b->map, i, &b->scene->images.data[i].file);
        ptl_pfmap_load_texture(b->job, &b->textures[i], &b->scene->images.data[i], files);
        b->scene->materials.data[i].name  = b->map->materials.data[i].name;
        b->scene->materials.data[i].image = (uint32_t)i;
    }
}

/* Splats have no place in glTF. */
static ptl_str notes(ptl_job *job, const ptl_pfmap *map)
{
    ptl_buf text = ptl_buf_of(job, NULL);

    ptl_put_text(&text,
                 "{ \"format\": \"pfmap\", \"axes\": \"x east, y up, z south\", \"splats\": [");
    for (size_t i = 0; i < map->splats.count; i++)
        ptl_put_format(&text, "%s[%lu, %lu]", i > 0 ? ", " : "",
                       (unsigned long)map->splats.data[i].base,
                       (unsigned long)map->splats.data[i].accent);
    ptl_put_text(&text, "] }");
    return ptl_scene_keep(job, &text);
}

/* ---- Mixed ground ---------------------------------------------------------------------------- */

/* Whether materials of a chunk, as far as it is in the part, are mixed with something. */
static bool is_mixed(const builder *b, size_t chunk)
{
    uint32_t   top  = (uint32_t)(chunk / b->chunks_across) * PTL_PFMAP_CHUNK;
    uint32_t   left = (uint32_t)(chunk % b->chunks_across) * PTL_PFMAP_CHUNK;
    pfmap_part all  = b->part;

    for (uint32_t row = top; row < top + PTL_PFMAP_CHUNK; row++)
        for (uint32_t col = left; col < left + PTL_PFMAP_CHUNK; col++)
            if (pfmap_in_part(&all, row, col) && ptl_pfmap_is_mixed(b->map, row, col))
                return true;
    return false;
}

static bool is_in_part(const builder *b, size_t chunk)
{
    uint64_t top  = chunk / b->chunks_across * PTL_PFMAP_CHUNK;
    uint64_t left = chunk % b->chunks_across * PTL_PFMAP_CHUNK;

    return top < b->part.bottom && top + PTL_PFMAP_CHUNK > b->part.top && left < b->part.right &&
           left + PTL_PFMAP_CHUNK > b->part.left;
}

/* Numbers the chunks that get an image; how many they are. Splats change all ground of theirs. */
static size_t choose_chunks(builder *b, size_t chunks, bool bake)
{
    size_t found = 0;

    for (size_t i = 0; i < chunks; i++) {
        bool mixed = !b->job->shapes && is_mixed(b, i);

        b->mixed    = b->mixed || mixed;
        b->baked[i] = PTL_SCENE_NONE;
        if (bake && is_in_part(b, i) && (mixed || b->map->splats.count > 0))
            b->baked[i] = (uint32_t)(b->map->materials.count + found++);
    }
    return found;
}

/* Without any texture there is nothing to mix, and chunks stay as they are. */
static void bake_chunks(builder *b, size_t chunks)
{
    pfmap_oven *oven =
        ptl_pfmap_heat(b->job, b->map, b->scene->images.data, b->textures, b->texels);

    for (size_t i = 0; i < chunks && ptl_ok(b->job); i++) {
        uint32_t number = b->baked[i];
        char    *name   = number != PTL_SCENE_NONE ? ptl_arena_take(b->job, 48) : NULL;

        if (number == PTL_SCENE_NONE)
            continue;
        b->baked[i] = oven ? number : PTL_SCENE_NONE;
        if (!oven || !name ||
            !ptl_pfmap_bake(b->job, &b->scene->images.data[number], oven,
                            (uint32_t)(i / b->chunks_across), (uint32_t)(i % b->chunks_across),
                            &b->part))
            continue;
        snprintf(name, 48, "ground %zu,%zu", i % b->chunks_across, i / b->chunks_across);
        b->scene->materials.data[number].name  = ptl_scene_text(name);
        b->scene->materials.data[number].image = number;
    }
}

/* Textures that nothing shows any more are looked at all the same: who misses one is told. */
static void look_at_dropped(builder *b, const uint32_t *used, const ptl_files *files)
{
    size_t    materials = b->map->materials.count;
    ptl_scene gone      = { .images = {
                                ptl_arena_array(b->job, materials + 1, sizeof *gone.images.data) } };

    for (size_t i = 0; gone.images.data && i < materials; i++)
        if (!used[i] && b->scene->images.data[i].file.needed)
            gone.images.data[gone.images.count++] = b->scene->images.data[i];
    ptl_scene_load(b->job, &gone, files);
}

/* Where all that shows a texture was mixed, the texture itself is left out. */
static void drop_unused(builder *b, const ptl_files *files)
{
    ptl_scene *scene = b->scene;
    uint32_t  *to    = ptl_arena_array(b->job, scene->materials.count + 1, sizeof *to);
    uint32_t   kept = 0, images = 0;

    for (size_t i = 0; to && i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            to[scene->meshes.data[i].parts.data[k].material] = 1;
    if (to)
        look_at_dropped(b, to, files);
    for (uint32_t i = 0; to && i < scene->materials.count; i++) {
        ptl_scene_material m = scene->materials.data[i];

        if (!to[i])
            continue;
        if (m.image != PTL_SCENE_NONE) {
            scene->images.data[images] = scene->images.data[m.image];
            m.image                    = images++;
        }
        to[i]                         = kept;
        scene->materials.data[kept++] = m;
    }
    for (size_t i = 0; to && i < scene->meshes.count; i++)
        for (size_t k = 0; k < scene->meshes.data[i].parts.count; k++)
            scene->meshes.data[i].parts.data[k].material =
                to[scene->meshes.data[i].parts.data[k].material];
    if (to) {
        scene->materials.count = kept;
        scene->images.count    = images;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void say_losses(const builder *b)
{
    ptl_find_count(b->job, PTL_LOSS, "pfmap-material", b->missing,
                   "# {triangle is dropped: its|triangles are dropped: their} material does not "
                   "exist");
    if (b->mixed && b->texels == 0)
        ptl_find(b->job, PTL_LOSS, PTL_NOWHERE, "pfmap-blend",
                 "materials meet at sharp edges: blending is dropped, which bake would keep");
    if (b->texels == 0 && !b->job->shapes)
        ptl_find_count(b->job, PTL_LOSS, "pfmap-splat", b->map->splats.count,
                       "# {splat is|splats are} dropped, which bake would keep");
}

void ptl_pfmap_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    ptl_scene *scene = hub;
    builder    b     = {
               .job = job, .map = native, .scene = scene, .skirt = ptl_setting_of(job, "skirt")
    };
    size_t      materials = b.map->materials.count, chunks, cells, wet, baked;
    const char *title;

    b.part          = ptl_pfmap_crop(job, b.map);
    wet             = ptl_pfmap_water_tiles(b.map, &b.part);
    b.chunks_across = b.map->width / PTL_PFMAP_CHUNK;
    b.texels        = job->shapes ? 0 : ptl_pfmap_texels(job, &b.part);
    b.slots         = materials + 1;
    chunks          = (size_t)b.chunks_across * (b.map->height / PTL_PFMAP_CHUNK);
    cells           = chunks * b.slots;
    b.triangles     = ptl_arena_array(job, cells + 1, sizeof *b.triangles);
    b.textures      = ptl_arena_array(job, b.slots, sizeof *b.textures);
    b.baked         = ptl_arena_array(job, chunks + 1, sizeof *b.baked);
    if (!ptl_ok(job))
        return;
    baked = choose_chunks(&b, chunks, b.texels > 0);
    if (!ptl_scene_reserve(job, scene, materials + baked, materials + baked + (wet > 0),
                           chunks + (wet > 0), 1 + chunks + (wet > 0)))
        return;
    fill_materials(&b, files);
    if (baked > 0)
        bake_chunks(&b, chunks);
    each_tile(&b);
    b.parts = ptl_arena_array(job, cells + 1, sizeof *b.parts);
    for (size_t i = 0; b.parts && i < chunks; i++)
        if (!fill_chunk(&b, i))
            return;
    if (wet > 0)
        ptl_pfmap_fill_water(job, scene, b.map, &b.part, wet);
    if (!ptl_ok(job))
        return;
    memset(b.triangles, 0, cells * sizeof *b.triangles);
    b.missing = 0;
    each_tile(&b);
    drop_empty_meshes(scene);
    if (baked > 0)
        drop_unused(&b, files);
    title = ptl_pfmap_title(job);
    if (title)
        scene->name = ptl_scene_text(title);
    scene->nodes.data[0].name = ptl_scene_text("map");
    scene->tile               = PTL_PFMAP_TILE;
    scene->extras             = notes(job, b.map);
    say_losses(&b);
}
