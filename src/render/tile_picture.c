/* SPDX-License-Identifier: MIT */
/* Pictures of tile layers.
 *
 * A tile turned in one way under one selector is a pattern. A layer has few of them and many cells,
 * so patterns are made first and cells are copied. Light belongs to a cell: its pattern is lit
 * anew. */
#include "render/tile_picture.h"

#include <string.h>

#include "render/png_chunk.h"
#include "render/png_grid.h"
#include "render/png_write.h"

enum {
    MOST_PATTERN_BYTES = 32 << 20, /* of a layer; with more, each cell is drawn by itself */
    MOST_TIMES         = 64,       /* loose tiles of a layer may cover the picture so often */
    NEUTRAL            = 128,
    SMALLEST_PIECE     = 4, /* pixels across that ptl_png_write_grid takes */
};

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Tiles of a sheet along one axis: a margin before the first, none after the last. */
static uint64_t tiles_along(uint64_t pixels, const ptl_tile_place *place, uint64_t size)
{
    pixels += place->spacing;
    return pixels > place->margin ? (pixels - place->margin) / (size + place->spacing) : 0;
}

static bool find_in_grid(const ptl_tile_place *place, ptl_tile_spot *out)
{
    uint64_t across = tiles_along(out->sheet->width, place, out->width);
    uint64_t down   = tiles_along(out->sheet->height, place, out->height);

    if (across == 0 || place->index / across >= down)
        return false;
    out->x =
        (uint32_t)(place->margin + place->index % across * (out->width + (uint64_t)place->spacing));
    out->y = (uint32_t)(place->margin +
                        place->index / across * (out->height + (uint64_t)place->spacing));
    return true;
}

bool ptl_tile_find_spot(const ptl_tile_picture *p, const ptl_tile_place *place, uint32_t width,
                        uint32_t height, ptl_tile_spot *out)
{
    const ptl_image *sheet;

    if (place->sheet >= p->tiles->sheets.count)
        return false;
    sheet = &p->sheets[place->sheet];
    *out  = (ptl_tile_spot){ .sheet = sheet, .width = width, .height = height };
    if (place->loose) {
        out->width  = place->width > 0 ? place->width : sheet->width;
        out->height = place->height > 0 ? place->height : sheet->height;
    }
    if (!place->placed) {
        out->shift = place->shift > 0 ? place->shift : p->bits[place->sheet];
        return sheet->width > 0 && find_in_grid(place, out);
    }
    out->x = place->x;
    out->y = place->y;
    return sheet->width > 0 && (uint64_t)place->x + out->width <= sheet->width &&
           (uint64_t)place->y + out->height <= sheet->height;
}

static bool find_spot(const ptl_tile_picture *p, const ptl_tile_layer *layer, uint32_t tile,
                      ptl_tile_spot *out)
{
    return tile < layer->tile_count &&
           ptl_tile_find_spot(p, &layer->tiles[tile], layer->tile_width, layer->tile_height, out);
}

bool ptl_tile_is_there(const ptl_tile_picture *p, const ptl_tile_layer *layer, uint32_t tile)
{
    ptl_tile_spot s;

    return find_spot(p, layer, tile, &s);
}

/* No more of them than a selector skips: what follows belongs to the next. */
bool ptl_tile_colors_of(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                        const ptl_tile_cell *cell, ptl_tile_range *out)
{
    ptl_tile_spot s;
    uint32_t      most;

    if (!find_spot(p, layer, cell->tile, &s) || s.sheet->pixels)
        return false;
    most = s.shift < 16 ? 1u << s.shift : PTL_TILE_COLORS;
    *out = (ptl_tile_range){ (uint32_t)(((uint64_t)cell->selector << s.shift) % PTL_TILE_COLORS),
                             s.sheet->colors < most ? s.sheet->colors : most, s.sheet };
    return true;
}

static ptl_rgba shaded(const ptl_tile_layer *layer, ptl_rgba color)
{
    return layer->shaded ? ptl_tile_tinted(layer->shade, color) : color;
}

static ptl_rgba color_at(const ptl_tile_picture *p, const ptl_tile_spot *s,
                         const ptl_tile_cell *cell, uint32_t x, uint32_t y)
{
    size_t at = (size_t)(s->y + y) * s->sheet->width + s->x + x;

    return s->sheet->pixels
               ? s->sheet->pixels[at]
               : p->colors[(((uint64_t)cell->selector << s->shift) + s->sheet->indices[at]) %
                           PTL_TILE_COLORS];
}

/* Pixels of a cell as they are shown, without light. */
static void make_pattern(const ptl_tile_picture *p, const ptl_tile_layer *layer, ptl_rgba *to,
                         const ptl_tile_cell *cell)
{
    uint32_t      w = layer->tile_width, h = layer->tile_height;
    ptl_tile_spot s;

    if (!find_spot(p, layer, cell->tile, &s)) {
        memset(to, 0, (size_t)w * h * sizeof *to);
        return;
    }
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++, to++) {
            uint32_t u = x, v = y;

            ptl_tile_source(cell->transform, w, h, &u, &v);
            *to = shaded(layer, color_at(p, &s, cell, u, v));
            if (to->a == 0) /* colors that cannot be seen are all one */
                *to = (ptl_rgba){ 0 };
        }
}

static bool is_opaque(const ptl_rgba *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pixels[i].a < 255)
            return false;
    return true;
}

/* Where a color was made clear, all tiles of the sheet have alpha. */
bool ptl_tile_is_solid(const ptl_tile_picture *p, const ptl_tile_place *place,
                       const ptl_tile_spot *s)
{
    if (p->tiles->sheets.data[place->sheet].keyed)
        return false;
    for (uint32_t y = 0; y < s->height && s->sheet->has_alpha && s->sheet->pixels; y++)
        if (!is_opaque(s->sheet->pixels + (size_t)(s->y + y) * s->sheet->width + s->x, s->width))
            return false;
    return true;
}

/* ---- Patterns ------------------------------------------------------------------------------- */

typedef struct patterns { /* of a layer */
    uint32_t *of;         /* for each cell                         */
    uint64_t *keys;       /* what each is: tile, selector, transform */
    uint32_t  count;
    ptl_rgba *pixels; /* of each, by rows */
    bool     *opaque; /* each of them       */
} patterns;

static uint64_t key_of(const ptl_tile_cell *cell)
{
    return (uint64_t)cell->tile << 24 | (uint64_t)cell->selector << 8 | cell->transform;
}

static ptl_tile_cell cell_of(uint64_t key)
{
    return (ptl_tile_cell){ .tile      = (uint32_t)(key >> 24),
                            .selector  = (uint16_t)(key >> 8),
                            .transform = (uint8_t)key };
}

/* A cell that shows nothing, or true colors, needs no more patterns than it must. */
static uint64_t plain_key(const ptl_tile_picture *p, const ptl_tile_layer *layer,
                          ptl_tile_cell cell)
{
    uint32_t sheet;

    if (cell.tile >= layer->tile_count || layer->tiles[cell.tile].loose)
        return key_of(&(ptl_tile_cell){ .tile = PTL_TILE_NONE });
    sheet = layer->tiles[cell.tile].sheet;
    if (sheet < p->tiles->sheets.count && p->sheets[sheet].pixels)
        cell.selector = 0;
    return key_of(&cell);
}

/* Gives each cell the number of its pattern; false when there are more than `most`. */
static bool number_cells(const ptl_tile_picture *p, const ptl_tile_layer *layer, patterns *out,
                         uint32_t *slots, uint32_t mask, uint32_t most)
{
    size_t cells = (size_t)layer->width * layer->height;

    for (size_t i = 0; i < cells; i++) {
        uint64_t key = plain_key(p, layer, layer->cells[i]);
        uint32_t slot;

        if (i > 0 && out->keys[out->of[i - 1]] == key) {
            out->of[i] = out->of[i - 1];
            continue;
        }
        slot = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 40) & mask;
        while (slots[slot] > 0 && out->keys[slots[slot] - 1] != key)
            slot = (slot + 1) & mask;
        if (slots[slot] == 0) {
            if (out->count == most)
                return false;
            out->keys[out->count++] = key;
            slots[slot]             = out->count;
        }
        out->of[i] = slots[slot] - 1;
    }
    return true;
}

static bool draw_patterns(ptl_job *job, const ptl_tile_picture *p, const ptl_tile_layer *layer,
                          patterns *out)
{
    size_t area = (size_t)layer->tile_width * layer->tile_height;

    out->pixels = ptl_arena_raw(job, out->count * (uint64_t)area * sizeof *out->pixels);
    out->opaque = ptl_arena_array(job, out->count, sizeof *out->opaque);
    for (uint32_t i = 0; i < out->count && ptl_ok(job); i++) {
        ptl_tile_cell cell = cell_of(out->keys[i]);

        make_pattern(p, layer, out->pixels + i * area, &cell);
        out->opaque[i] = is_opaque(out->pixels + i * area, area);
    }
    return ptl_ok(job);
}

/* All patterns of a layer; false when there are too many, or the job failed. */
static bool make_patterns(ptl_job *job, const ptl_tile_picture *p, const ptl_tile_layer *layer,
                          patterns *out)
{
    uint64_t  cells = (uint64_t)layer->width * layer->height;
    uint64_t  most = MOST_PATTERN_BYTES / sizeof(ptl_rgba) / layer->tile_width / layer->tile_height;
    uint32_t  mask = 1;
    uint32_t *slots;

    *out = (patterns){ 0 };
    most = most < cells ? most : cells;
    while (mask < 2 * most)
        mask = 2 * mask + 1;
    out->of   = ptl_arena_raw(job, cells * sizeof *out->of);
    out->keys = ptl_arena_raw(job, most * sizeof *out->keys);
    slots     = ptl_arena_array(job, (uint64_t)mask + 1, sizeof *slots);
    return ptl_ok(job) && number_cells(p, layer, out, slots, mask, (uint32_t)most) &&
           draw_patterns(job, p, layer, out);
}

/* ---- Light ---------------------------------------------------------------------------------- */

/* A color under a light of `light` in `whole` parts: below neutral it is multiplied, above
 * screened. To the nearest. */
static uint8_t lit(uint8_t color, uint64_t light, uint64_t whole)
{
    uint64_t low = NEUTRAL * whole, high = (255 - NEUTRAL) * whole;

    if (light < low)
        return (uint8_t)((color * light + low / 2) / low);
    return (uint8_t)(255 - ((255u - color) * (255 * whole - light) + high / 2) / high);
}

/* One channel of the light in the middle of a pixel, in 4 w h parts. */
static uint64_t light_at(const ptl_tile_light *light, unsigned channel, uint64_t w, uint64_t h,
                         uint64_t x, uint64_t y)
{
    uint64_t right = 2 * x + 1, left = 2 * w - right, low = 2 * y + 1, up = 2 * h - low;

    return light->corner[0][channel] * left * up + light->corner[1][channel] * right * up +
           light->corner[2][channel] * left * low + light->corner[3][channel] * right * low;
}

static void light_pattern(const ptl_tile_layer *layer, const ptl_tile_light *light, ptl_rgba *to,
                          const ptl_rgba *from)
{
    uint64_t w = layer->tile_width, h = layer->tile_height, whole = 4 * w * h;

    for (uint64_t y = 0; y < h; y++)
        for (uint64_t x = 0; x < w; x++, to++, from++) {
            uint64_t alpha = light_at(light, 3, w, h, x, y);

            to->r = lit(from->r, light_at(light, 0, w, h, x, y), whole);
            to->g = lit(from->g, light_at(light, 1, w, h, x, y), whole);
            to->b = lit(from->b, light_at(light, 2, w, h, x, y), whole);
            to->a = (uint8_t)((from->a * alpha + 255 * whole / 2) / (255 * whole));
        }
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static void blit(ptl_image *canvas, const ptl_tile_layer *layer, size_t cell, const ptl_rgba *from,
                 bool opaque, unsigned scale, const ptl_tile_veil *qt)
{
    uint32_t  w = layer->tile_width, h = layer->tile_height;
    ptl_rgba *corner = canvas->pixels +
                       (layer->y + cell / layer->width * h) * scale * canvas->width +
                       (layer->x + cell % layer->width * w) * scale;

    for (uint32_t y = 0; y < h * scale; y++) {
        const ptl_rgba *row = from + (size_t)(y / scale) * w;
        ptl_rgba       *to  = corner + (size_t)y * canvas->width;

        if (opaque && scale == 1)
            memcpy(to, row, w * sizeof *to);
        else
            for (uint32_t x = 0; x < w * scale; x++)
                to[x] = qt ? ptl_tile_over_as_qt(row[x / scale], to[x], *qt)
                           : ptl_tile_over(row[x / scale], to[x]);
    }
}

typedef struct brush { /* for one layer */
    const ptl_tile_picture *p;
    const ptl_tile_layer   *layer;
    patterns                made;
    bool                    few;  /* they are all made */
    ptl_rgba               *room; /* for one pattern, plain and lit */
    uint64_t                left; /* pixels that loose tiles may still cover */
    size_t                  lost; /* loose tiles that are too many           */
} brush;

/* Where a color was made clear, all tiles of the sheet have alpha. */
static ptl_tile_veil veil_of(const brush *b, size_t cell, bool opaque)
{
    uint32_t sheet = b->layer->tiles[b->layer->cells[cell].tile].sheet;

    return (ptl_tile_veil){ b->layer->shaded ? b->layer->shade[3] : 255u,
                            opaque && !b->p->tiles->sheets.data[sheet].keyed };
}

/* ---- Tiles of other sizes -------------------------------------------------------------------- */

typedef struct frame { /* pixels of the canvas: the first, and that after the last */
    int64_t left, top, right, bottom;
} frame;

/* The lower left corner of a cell, from that where its layer begins. */
static void corner_of(const ptl_tile_layer *l, uint64_t column, uint64_t row, int64_t *x,
                      int64_t *y)
{
    const ptl_tile_lattice *k   = &l->lattice;
    bool                    far = ((k->way == PTL_TILE_SHIFTED_ROWS ? row : column) & 1) != k->even;

    *x = (int64_t)(column * (k->way == PTL_TILE_ROWS ? l->tile_width : k->across));
    *y = (int64_t)(row * (k->way == PTL_TILE_ROWS ? l->tile_height : k->down)) + l->tile_height;
    if (k->way == PTL_TILE_DIAMOND) {
        *x = (int64_t)((column + l->height - row - 1) * l->tile_width / 2);
        *y = (int64_t)((column + row) * l->tile_height / 2) + l->tile_height;
    } else if (k->way == PTL_TILE_SHIFTED_ROWS && far) {
        *x += k->shift;
    } else if (k->way == PTL_TILE_SHIFTED_COLUMNS && far) {
        *y += k->shift;
    }
}

/* Where a loose tile is seen, the picture as large as it was meant; from its lower left corner it
 * grows up and to the right, turned as it is. */
static frame frame_of(const brush *b, const ptl_tile_spot *s, size_t cell)
{
    const ptl_tile_layer *l    = b->layer;
    const ptl_tile_cell  *c    = &l->cells[cell];
    bool                  swap = c->transform & PTL_TILE_SWAP;
    int64_t               w = swap ? s->height : s->width, h = swap ? s->width : s->height;
    int64_t               left, below;

    corner_of(l, cell % l->width, cell / l->width, &left, &below);
    left += l->x + (int64_t)l->tiles[c->tile].right;
    below += l->y + (int64_t)l->tiles[c->tile].down;
    return (frame){ left, below - h, left + w, below };
}

static frame seen_of(const frame *whole, const ptl_image *canvas, unsigned scale)
{
    frame f = { whole->left * scale, whole->top * scale, whole->right * scale,
                whole->bottom * scale };

    f.left   = f.left > 0 ? f.left : 0;
    f.top    = f.top > 0 ? f.top : 0;
    f.right  = f.right < (int64_t)canvas->width ? f.right : (int64_t)canvas->width;
    f.bottom = f.bottom < (int64_t)canvas->height ? f.bottom : (int64_t)canvas->height;
    return f.left < f.right && f.top < f.bottom ? f : (frame){ 0 };
}

static ptl_rgba loose_pixel(const brush *b, const ptl_tile_spot *s, const ptl_tile_cell *cell,
                            uint32_t x, uint32_t y)
{
    bool     swap = cell->transform & PTL_TILE_SWAP;
    uint32_t w = swap ? s->height : s->width, h = swap ? s->width : s->height;
    uint32_t u = cell->transform & PTL_TILE_MIRROR_X ? w - 1 - x : x;
    uint32_t v = cell->transform & PTL_TILE_MIRROR_Y ? h - 1 - y : y;

    return shaded(b->layer, color_at(b->p, s, cell, swap ? v : u, swap ? u : v));
}

/* Tiles of hexagons, a sixth of a turn on. */
static void draw_turned(ptl_job *job, ptl_image *canvas, brush *b, size_t cell)
{
    const ptl_tile_layer *l = b->layer;
    const ptl_tile_cell  *c = &l->cells[cell];
    int64_t               x, y;
    ptl_tile_pose         pose = { .tile = l->tiles[c->tile], .above = 1 };

    corner_of(l, cell % l->width, cell / l->width, &x, &y);
    pose.x = (double)(l->x + x);
    pose.y = (double)(l->y + y);
    memcpy(pose.shade, l->shaded ? l->shade : (const uint8_t[4]){ 255, 255, 255, 255 }, 4);
    b->lost += !ptl_tile_pose_draw(job, canvas, b->p, &pose, c->transform, &b->left);
}

static void draw_loose(ptl_job *job, ptl_image *canvas, brush *b, size_t cell)
{
    const ptl_tile_cell *c     = &b->layer->cells[cell];
    unsigned             scale = b->p->scale;
    ptl_tile_spot        s;
    ptl_tile_veil        v;
    frame                whole, f;
    uint64_t             area;

    if (!find_spot(b->p, b->layer, c->tile, &s))
        return;
    whole = frame_of(b, &s, cell);
    f     = seen_of(&whole, canvas, scale);
    area  = (uint64_t)(f.right - f.left) * (uint64_t)(f.bottom - f.top);
    b->lost += area > b->left;
    if (area > b->left)
        return;
    b->left -= area;
    ptl_worked(job, (size_t)area);
    v = (ptl_tile_veil){ b->layer->shaded ? b->layer->shade[3] : 255u,
                         area > 0 && ptl_tile_is_solid(b->p, &b->layer->tiles[c->tile], &s) };
    for (int64_t y = f.top; y < f.bottom; y++)
        for (int64_t x = f.left; x < f.right; x++) {
            ptl_rgba *to  = canvas->pixels + (size_t)y * canvas->width + (size_t)x;
            ptl_rgba  top = loose_pixel(b, &s, c, (uint32_t)(x / scale - whole.left),
                                        (uint32_t)(y / scale - whole.top));

            *to = ptl_tile_over_as_qt(top, *to, v);
        }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void draw_cell(ptl_image *canvas, const brush *b, size_t cell)
{
    size_t          area   = (size_t)b->layer->tile_width * b->layer->tile_height;
    const ptl_rgba *shown  = b->few ? b->made.pixels + b->made.of[cell] * area : b->room;
    bool            opaque = b->few && b->made.opaque[b->made.of[cell]];
    ptl_tile_veil   v;

    if (!b->few) {
        make_pattern(b->p, b->layer, b->room, &b->layer->cells[cell]);
        opaque = is_opaque(b->room, area);
    }
    v = veil_of(b, cell, opaque);
    if (b->layer->light) {
        light_pattern(b->layer, &b->layer->light[cell], b->room + area, shown);
        shown  = b->room + area;
        opaque = false;
    }
    if (b->layer->shaded)
        opaque = opaque && b->layer->shade[3] == 255;
    blit(canvas, b->layer, cell, shown, opaque, b->p->scale,
         b->p->tiles->blended_as_qt ? &v : NULL);
}

static void draw_one(ptl_job *job, ptl_image *canvas, brush *b, uint64_t column, uint64_t row,
                     bool above)
{
    const ptl_tile_layer *l    = b->layer;
    size_t                cell = (size_t)(row * l->width + column);
    uint32_t              tile = l->cells[cell].tile;

    if (l->cells[cell].above != above || !ptl_tile_is_there(b->p, l, tile))
        return;
    if (!l->tiles[tile].loose)
        draw_cell(canvas, b, cell);
    else if (l->cells[cell].transform & (PTL_TILE_TURN_60 | PTL_TILE_TURN_120))
        draw_turned(job, canvas, b, cell);
    else
        draw_loose(job, canvas, b, cell);
}

/* The order of cells counts where tiles hang over their neighbors. */
static void draw_rows(ptl_job *job, ptl_image *canvas, brush *b, bool above)
{
    const ptl_tiles *t = b->p->tiles;
    uint32_t         w = b->layer->width, h = b->layer->height;

    for (uint32_t y = 0; y < h && ptl_ok(job); y++)
        for (uint32_t x = 0; x < w; x++)
            draw_one(job, canvas, b, t->leftward ? w - 1 - x : x, t->upward ? h - 1 - y : y, above);
}

/* What lies next to one another on the picture, from left to right. */
static void draw_diamond(ptl_job *job, ptl_image *canvas, brush *b, bool above)
{
    uint64_t w = b->layer->width, h = b->layer->height;

    for (uint64_t sum = 0; sum + 1 < w + h && ptl_ok(job); sum++)
        for (uint64_t x = sum < h ? 0 : sum - h + 1; x <= sum && x < w; x++)
            draw_one(job, canvas, b, x, sum - x, above);
}

static void draw_shifted(ptl_job *job, ptl_image *canvas, brush *b, bool above)
{
    uint32_t w = b->layer->width, h = b->layer->height;

    for (uint64_t y = 0; y < 2 * (uint64_t)h && ptl_ok(job); y++)
        for (uint64_t x = (y & 1) != b->layer->lattice.even; x < w; x += 2)
            draw_one(job, canvas, b, x, y / 2, above);
}

static void draw_pass(ptl_job *job, ptl_image *canvas, brush *b, bool above)
{
    if (b->layer->lattice.way == PTL_TILE_DIAMOND)
        draw_diamond(job, canvas, b, above);
    else if (b->layer->lattice.way == PTL_TILE_SHIFTED_COLUMNS)
        draw_shifted(job, canvas, b, above);
    else
        draw_rows(job, canvas, b, above);
}

bool ptl_tile_picture_size(ptl_job *job, const ptl_tile_picture *p, uint32_t *width,
                           uint32_t *height)
{
    uint64_t w = p->width, h = p->height;

    for (size_t i = 0; i < p->tiles->layers.count && p->width == 0; i++) {
        const ptl_tile_layer *l      = &p->tiles->layers.data[i];
        bool                  rows   = l->lattice.way == PTL_TILE_ROWS;
        uint64_t              across = l->x + (uint64_t)l->width * l->tile_width;
        uint64_t              down   = l->y + (uint64_t)l->height * l->tile_height;

        w = rows && across > w ? across : w;
        h = rows && down > h ? down : h;
    }
    if (p->width == 0) {
        w = p->tiles->width > w ? p->tiles->width : w;
        h = p->tiles->height > h ? p->tiles->height : h;
    }
    if (w < 1 || w > INT32_MAX / p->scale || h > INT32_MAX / p->scale) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "image-size",
                 "a picture of %llu x %llu pixels, %u times as large, cannot be made",
                 (unsigned long long)w, (unsigned long long)h, p->scale);
        return false;
    }
    *width  = (uint32_t)w * p->scale;
    *height = (uint32_t)h * p->scale;
    return true;
}

void ptl_tile_picture_draw(ptl_job *job, ptl_image *out, const ptl_tile_picture *p)
{
    size_t count = p->tiles->layers.count, lost = 0;
    brush *brushes;

    *out    = (ptl_image){ .has_alpha = true };
    brushes = ptl_arena_array(job, count, sizeof *brushes);
    if (!brushes || !ptl_tile_picture_size(job, p, &out->width, &out->height))
        return;
    out->pixels = ptl_arena_take(job, (uint64_t)out->width * out->height * sizeof *out->pixels);
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        const ptl_tile_layer *l = &p->tiles->layers.data[i];

        brushes[i]      = (brush){ .p = p, .layer = l };
        brushes[i].left = (uint64_t)out->width * out->height * MOST_TIMES;
        brushes[i].few  = make_patterns(job, p, l, &brushes[i].made);
        brushes[i].room = ptl_arena_array(job, 2 * (uint64_t)l->tile_width * l->tile_height,
                                          sizeof *brushes[i].room);
        if (ptl_ok(job))
            ptl_tile_sprites_draw(job, out, p, (uint32_t)i);
        if (ptl_ok(job))
            draw_pass(job, out, &brushes[i], false);
    }
    if (ptl_ok(job))
        ptl_tile_sprites_draw(job, out, p, (uint32_t)count);
    for (size_t i = 0; i < count && ptl_ok(job); i++) {
        draw_pass(job, out, &brushes[i], true);
        lost += brushes[i].lost;
    }
    ptl_find_count(
        job, PTL_LOSS, "tile-missing", lost,
        "# {tile is|tiles are} not drawn: others of the layer cover the picture %d times",
        MOST_TIMES);
}

/* ---- PNG ------------------------------------------------------------------------------------ */

/* Patterns as indices, each pixel as often as the scale says; false with more than 256 colors. */
static bool to_indices(uint8_t *to, ptl_colors *colors, const ptl_tile_picture *p,
                       const ptl_tile_layer *layer, const patterns *made)
{
    uint32_t w    = layer->tile_width;
    uint64_t rows = (uint64_t)made->count * layer->tile_height;

    for (uint64_t y = 0; y < rows; y++) {
        const ptl_rgba *from  = made->pixels + y * w;
        uint8_t        *first = to;

        for (uint32_t x = 0; x < w; x++, to += p->scale) {
            if (!ptl_color_add(colors, from[x]))
                return false;
            memset(to, ptl_color_number(colors, from[x]), p->scale);
        }
        for (unsigned again = 1; again < p->scale; again++, to += (size_t)w * p->scale)
            memcpy(to, first, (size_t)w * p->scale);
    }
    return true;
}

/* One layer without light as a grid of patterns; false when it is something else. */
static bool put_grid(ptl_job *job, ptl_buf *out, const ptl_tile_picture *p)
{
    const ptl_tile_layer *layer  = p->tiles->layers.data;
    ptl_colors            colors = { 0 };
    ptl_png_grid          grid;
    patterns              made;
    uint8_t              *indices;
    uint64_t              size;

    if (p->tiles->layers.count != 1 || p->tiles->sprites.count > 0 || layer->light ||
        p->tiles->blended_as_qt || (uint64_t)layer->tile_width * p->scale < SMALLEST_PIECE ||
        !make_patterns(job, p, layer, &made))
        return false;
    size    = (uint64_t)made.count * layer->tile_width * layer->tile_height * p->scale * p->scale;
    indices = size <= MOST_PATTERN_BYTES ? ptl_arena_raw(job, size) : NULL;
    if (!indices || !to_indices(indices, &colors, p, layer, &made))
        return false;
    grid = (ptl_png_grid){ .columns  = layer->width,
                           .rows     = layer->height,
                           .width    = layer->tile_width * p->scale,
                           .height   = layer->tile_height * p->scale,
                           .cells    = made.of,
                           .patterns = indices,
                           .count    = made.count,
                           .palette  = colors.palette,
                           .colors   = colors.count };
    ptl_png_write_grid(job, out, &grid);
    return true;
}

void ptl_tile_picture_png(ptl_job *job, ptl_buf *out, const ptl_tile_picture *p)
{
    uint32_t  width, height;
    ptl_image canvas;

    if (!ptl_tile_picture_size(job, p, &width, &height) || put_grid(job, out, p))
        return;
    ptl_tile_picture_draw(job, &canvas, p);
    if (ptl_ok(job))
        ptl_png_write(job, out, &canvas, PTL_PNG_USUAL);
}
