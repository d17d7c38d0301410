/* SPDX-License-Identifier: MIT */
/* Meshes for Tiled: images, shapes and effects of fans as layers, and back.
 *
 * Vertices stay what they are. Only where another shape has more or fewer of them those of the fan
 * are made anew: its corners are kept, the others lie between them. */
#include <string.h>

#include "formats/mpd/mpd_grid.h"

enum { IMAGE = MPD_EFFECTS, SHAPE, HEIGHT }; /* fields; those before are the bits of effects */

static const char effect_names[MPD_EFFECTS][12] = { "fx-shadow", "fx-reflect", "fx-anim",
                                                    "fx-water",  "fx-wall",    "fx-impass",
                                                    "fx-damage", "fx-slippy" };

static bool is_big(uint32_t word)
{
    return ptl_mpd_word_type(word) >= PTL_MPD_SHAPES;
}

/* ---- There ----------------------------------------------------------------------------------- */

static ptl_grid_tile image_cell(uint32_t word)
{
    if (ptl_mpd_word_tile(word) == PTL_MPD_FANOFF)
        return PTL_GRID_EMPTY;
    return (ptl_grid_tile){ .tile = word % MPD_PER_SHEET,
                            .set  = (uint16_t)(ptl_mpd_word_sheet(word) +
                                              (is_big(word) ? MPD_BIG : MPD_IMAGES)) };
}

static ptl_grid_layer *add_layer(ptl_job *job, ptl_grid_map *map, const char *name, unsigned field,
                                 uint16_t set, uint16_t sets)
{
    ptl_grid_layer *layer = ptl_grid_add_layer(job, map, name, PTL_TILED_TILE_LAYER);

    if (layer) {
        layer->field = field;
        layer->set   = set;
        layer->sets  = sets;
    }
    return layer;
}

static void add_images(ptl_job *job, ptl_grid_map *map, const ptl_mpd *mesh)
{
    ptl_grid_layer *layer = add_layer(job, map, "image", IMAGE, MPD_IMAGES, MPD_FANS);

    for (size_t i = 0; i < mesh->words.count && layer; i++)
        layer->cells[i] = image_cell(mesh->words.data[i]);
}

static void add_shapes(ptl_job *job, ptl_grid_map *map, const ptl_mpd *mesh)
{
    ptl_grid_layer *layer = add_layer(job, map, "shape", SHAPE, MPD_FANS, 1);

    if (!layer)
        return;
    layer->nothing = (ptl_grid_tile){ .set = MPD_FANS };
    for (size_t i = 0; i < mesh->words.count; i++) {
        uint8_t type = ptl_mpd_word_type(mesh->words.data[i]);

        if (type > 0)
            layer->cells[i] = (ptl_grid_tile){ .tile = type, .set = MPD_FANS };
    }
}

static void add_effect(ptl_job *job, ptl_grid_map *map, const ptl_mpd *mesh, unsigned bit)
{
    ptl_grid_layer *layer = add_layer(job, map, effect_names[bit], bit, MPD_MARKS, 1);

    if (!layer)
        return;
    layer->is.visible = false;
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_fx(mesh->words.data[i]) >> bit & 1)
            layer->cells[i] = (ptl_grid_tile){ .tile = bit, .set = MPD_MARKS };
}

/* What the vertices make of it: to look at. */
static void add_heights(ptl_job *job, ptl_grid_map *map, const ptl_mpd *mesh,
                        const ptl_mpd_tables *tables, const mpd_heights *heights)
{
    ptl_grid_layer *layer = add_layer(job, map, "height", HEIGHT, MPD_HEIGHTS, 1);

    if (!layer)
        return;
    layer->derived    = true;
    layer->optional   = true;
    layer->is.visible = false;
    layer->is.locked  = true;
    for (uint32_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_has_corners(mesh, tables, i))
            layer->cells[i] = (ptl_grid_tile){
                .tile = (uint32_t)(ptl_mpd_mean_height(mesh, tables, i) - heights->least),
                .set  = MPD_HEIGHTS
            };
}

void ptl_mpd_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files)
{
    const ptl_mpd *mesh   = native;
    ptl_grid      *grid   = hub;
    ptl_grid_map  *map    = ptl_grid_add_maps(job, grid, 1);
    ptl_mpd_tables tables = { 0 };
    mpd_heights    heights;

    (void)files;
    ptl_mpd_tables_make(job, mesh, &tables);
    if (!map || !ptl_ok(job))
        return;
    heights     = ptl_mpd_heights_of(mesh, &tables);
    map->width  = mesh->sizex;
    map->height = mesh->sizey;
    if (!ptl_mpd_add_sets(job, grid, mesh, &heights))
        return;
    add_images(job, map, mesh);
    add_shapes(job, map, mesh);
    for (unsigned i = 0; i < MPD_EFFECTS; i++)
        add_effect(job, map, mesh, i);
    if (heights.shown)
        add_heights(job, map, mesh, &tables, &heights);
    ptl_worked(job, mesh->words.count);
}

/* ---- Home: words ----------------------------------------------------------------------------- */

typedef struct comer {
    ptl_job *job;
    ptl_mpd *mesh;
    size_t   sizes; /* images of the other size than their shape has */
} comer;

/* The upper byte of the tile, which means nothing, stays where there was an image. */
static uint32_t with_image(uint32_t word, const ptl_grid_change *c)
{
    uint32_t upper = c->was.set == PTL_GRID_NO_SET ? 0 : word & 0xFF00;

    if (c->now.set == PTL_GRID_NO_SET)
        return word | PTL_MPD_FANOFF;
    return (word & 0xFFFF0000) | upper | (c->now.set % MPD_BIG * MPD_PER_SHEET + c->now.tile);
}

static uint32_t with_shape(comer *h, uint32_t word, const ptl_grid_change *c)
{
    uint32_t                type  = c->now.set == PTL_GRID_NO_SET ? 0 : c->now.tile;
    const ptl_mpd_fan_type *known = ptl_mpd_type(h->mesh->dictionary, (uint8_t)type);

    if (!known || known->vertices == 0) {
        ptl_path(h->job, "shape[%u,%u]", c->x, c->y);
        ptl_fail(h->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "there is no shape %u in the tile dictionary", type);
    }
    return (word & 0x00FFFFFF) | type << 24;
}

static uint32_t with_effect(uint32_t word, unsigned bit, bool on)
{
    uint32_t mask = UINT32_C(1) << (16 + bit);

    return on ? word | mask : word & ~mask;
}

static void take_change(comer *h, unsigned field, const ptl_grid_change *c)
{
    uint32_t *word = &h->mesh->words.data[(size_t)c->y * h->mesh->sizex + c->x];

    if (field == IMAGE)
        *word = with_image(*word, c);
    else if (field == SHAPE)
        *word = with_shape(h, *word, c);
    else if (field < MPD_EFFECTS)
        *word = with_effect(*word, field, c->now.set != PTL_GRID_NO_SET);
}

/* Shapes say how large images are; one that was painted in the other size is only said. */
static void count_sizes(comer *h, const ptl_grid_changes *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const ptl_grid_change *c    = &list->data[i];
        uint32_t               word = h->mesh->words.data[(size_t)c->y * h->mesh->sizex + c->x];

        h->sizes += c->now.set != PTL_GRID_NO_SET && (c->now.set >= MPD_BIG) != is_big(word);
    }
}

/* ---- Home: vertices -------------------------------------------------------------------------- */

/* A value between those of the corners, which stand around in turn. */
static float between(const float corner[4], double u, double v)
{
    double north = (double)corner[0] * (1 - u) + (double)corner[1] * u;
    double south = (double)corner[3] * (1 - u) + (double)corner[2] * u;

    return (float)(north * (1 - v) + south * v);
}

typedef struct mover { /* lists of vertices, before and after */
    const ptl_mpd *from;
    ptl_mpd       *to;
} mover;

static void copy_vertices(const mover *m, uint32_t to, uint32_t from, uint32_t count)
{
    if (count == 0)
        return;
    memcpy(m->to->x.data + to, m->from->x.data + from, count * sizeof(float));
    memcpy(m->to->y.data + to, m->from->y.data + from, count * sizeof(float));
    memcpy(m->to->z.data + to, m->from->z.data + from, count * sizeof(float));
    if (m->to->light.count > 0)
        memcpy(m->to->light.data + to, m->from->light.data + from, count);
}

/* The corners are kept; the others are put where the dictionary has them. */
static void remake_fan(const mover *m, uint32_t fan, uint32_t to, uint32_t from, unsigned had)
{
    const ptl_mpd_fan_type *type =
        ptl_mpd_type(m->to->dictionary, ptl_mpd_word_type(m->to->words.data[fan]));
    unsigned kept  = had < 4 ? had : 4;
    double   left  = (double)(fan % m->to->sizex) * PTL_MPD_TILE;
    double   top   = (double)(fan / m->to->sizex) * PTL_MPD_TILE;
    float    up[4] = { 0 }, lit[4] = { 0 };

    kept = kept < type->vertices ? kept : type->vertices;
    copy_vertices(m, to, from, kept);
    for (unsigned i = 0; i < kept; i++) {
        up[i]  = m->from->z.data[from + i];
        lit[i] = m->from->light.count > 0 ? (float)m->from->light.data[from + i] : 0;
    }
    for (unsigned i = kept; i < type->vertices; i++) {
        m->to->x.data[to + i] = (float)(left + type->u[i] * PTL_MPD_TILE);
        m->to->y.data[to + i] = (float)(top + type->v[i] * PTL_MPD_TILE);
        m->to->z.data[to + i] = between(up, type->u[i], type->v[i]);
        if (m->to->light.count > 0)
            m->to->light.data[to + i] = (uint8_t)(between(lit, type->u[i], type->v[i]) + 0.5f);
    }
}

static bool take_room(ptl_job *job, ptl_mpd *mesh, uint32_t count)
{
    mesh->x = (ptl_f32s){ ptl_arena_array(job, count, sizeof(float)), count };
    mesh->y = (ptl_f32s){ ptl_arena_array(job, count, sizeof(float)), count };
    mesh->z = (ptl_f32s){ ptl_arena_array(job, count, sizeof(float)), count };
    if (mesh->light.count > 0)
        mesh->light = (ptl_u8s){ ptl_arena_array(job, count, 1), count };
    mesh->numvert = count;
    return ptl_ok(job);
}

/* All fans in turn: those whose count is as it was have their vertices moved, and no bit changed.
 */
static void move_vertices(ptl_job *job, ptl_mpd *mesh, const ptl_mpd *before)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint32_t   sum = ptl_mpd_vertex_sum(mesh), was = ptl_mpd_vertex_sum(before);
    uint32_t   to = 0, from = 0;
    mover      m = { before, mesh };

    if (before->x.count < was ||
        (before->light.count > 0 && before->light.count < before->numvert) ||
        before->numvert < was) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-value",
                 "vertices of the base are missing: fans cannot get others");
        return;
    }
    if (!take_room(job, mesh, sum + (before->numvert - was)))
        return;
    for (uint32_t fan = 0; fan < mesh->words.count; fan++) {
        unsigned has = counts.of[ptl_mpd_word_type(mesh->words.data[fan])];
        unsigned had = counts.of[ptl_mpd_word_type(before->words.data[fan])];

        if (has == had)
            copy_vertices(&m, to, from, has);
        else
            remake_fan(&m, fan, to, from, had);
        to += has;
        from += had;
    }
    copy_vertices(&m, to, from, before->numvert - was);
}

static bool counts_differ(const ptl_mpd *a, const ptl_mpd *b)
{
    mpd_counts counts = ptl_mpd_counts_of(a->dictionary);

    for (size_t i = 0; i < a->words.count; i++)
        if (counts.of[a->words.data[i] >> 24] != counts.of[b->words.data[i] >> 24])
            return true;
    return false;
}

void ptl_mpd_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached)
{
    const ptl_grid_home *home   = homes->data;
    ptl_mpd             *mesh   = native;
    ptl_mpd              before = *mesh;
    comer                h      = { job, mesh, 0 };

    (void)attached;
    if (!homes->any)
        return;
    PTL_COPY_LIST(job, mesh->words); /* those of the base may be the bytes of its file */
    for (size_t i = 0; i < home->layers.count && ptl_ok(job); i++)
        for (size_t k = 0; k < home->layers.data[i].count && ptl_ok(job); k++)
            take_change(&h, home->before->layers.data[i].field, &home->layers.data[i].data[k]);
    for (size_t i = 0; i < home->layers.count && ptl_ok(job); i++)
        if (home->before->layers.data[i].field == IMAGE)
            count_sizes(&h, &home->layers.data[i]);
    ptl_find_count(job, PTL_WARNING, "grid-size", h.sizes,
                   "# {image was|images were} painted in another size than the shape of the fan "
                   "has, which counts");
    if (ptl_ok(job) && mesh->z.count > 0 && counts_differ(mesh, &before))
        move_vertices(job, mesh, &before);
}

/* ---- Without a base -------------------------------------------------------------------------- */

void ptl_mpd_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    const ptl_grid *grid  = hub;
    ptl_mpd        *mesh  = native;
    ptl_grid        fresh = { 0 };
    ptl_grid_homes  homes = { 0 };

    mesh->version = 'D';
    mesh->sizex   = grid->maps.data[0].width;
    mesh->sizey   = grid->maps.data[0].height;
    if (mesh->sizex > PTL_MPD_MAX_SIDE || mesh->sizey > PTL_MPD_MAX_SIDE) {
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "grid-size",
                 "a mesh has at most %d fans each way, and the map %u x %u cells", PTL_MPD_MAX_SIDE,
                 mesh->sizex, mesh->sizey);
        return;
    }
    mesh->words.count = (size_t)mesh->sizex * mesh->sizey;
    mesh->words.data  = ptl_arena_array(job, mesh->words.count, sizeof *mesh->words.data);
    if (ptl_ok(job))
        ptl_mpd_lay_vertices(job, mesh, 255);
    if (ptl_ok(job))
        ptl_mpd_to_grid(job, &fresh, mesh, &(ptl_files){ 0 });
    if (ptl_ok(job))
        ptl_grid_adopt(job, &homes, &fresh, grid, NULL);
    if (ptl_ok(job))
        ptl_mpd_home(job, mesh, &homes, attached);
    ptl_find(job, PTL_LOSS, PTL_NOWHERE, "grid-invented",
             "Tiled has no vertices: the ground is flat, and fully lit");
}
