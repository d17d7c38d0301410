/* SPDX-License-Identifier: MIT */
/* Sprites in pictures of tile layers: pieces of images, mirrored, scaled and tinted by palettes. */
#include "render/tile_picture.h"

enum { WHOLE_SCALE = 1024, MOST_TIMES = 64 }; /* a picture may be covered by sprites so often */

bool ptl_tile_piece_of(const ptl_tile_picture *p, const ptl_tile_sprite *sprite,
                       ptl_tile_piece *out)
{
    const ptl_image *sheet =
        sprite->sheet < p->tiles->sheets.count ? &p->sheets[sprite->sheet] : NULL;
    uint64_t across, down;

    if (sprite->pose || !sheet || sheet->width == 0)
        return false;
    *out        = (ptl_tile_piece){ .sheet = sheet, .x = sprite->x, .y = sprite->y };
    out->width  = sprite->width > 0 ? sprite->width : sheet->width;
    out->height = sprite->height > 0 ? sprite->height : sheet->height;
    if ((uint64_t)out->x + out->width > sheet->width ||
        (uint64_t)out->y + out->height > sheet->height)
        return false;
    across            = sprite->shown_width > 0 ? sprite->shown_width
                                                : (uint64_t)out->width * sprite->scale_x / WHOLE_SCALE;
    down              = sprite->shown_height > 0 ? sprite->shown_height
                                                 : (uint64_t)out->height * sprite->scale_y / WHOLE_SCALE;
    out->shown_width  = across < INT32_MAX ? (uint32_t)across : INT32_MAX;
    out->shown_height = down < INT32_MAX ? (uint32_t)down : INT32_MAX;
    out->color        = (uint64_t)sprite->selector
                 << (sprite->shift > 0 ? sprite->shift : p->bits[sprite->sheet]);
    return out->shown_width > 0 && out->shown_height > 0;
}

static ptl_rgba pixel_of(const ptl_tile_picture *p, const ptl_tile_sprite *sprite,
                         const ptl_tile_piece *piece, uint64_t x, uint64_t y)
{
    uint64_t u = x * piece->width / piece->shown_width;
    uint64_t v = y * piece->height / piece->shown_height;
    size_t   at;
    ptl_rgba color;

    u       = sprite->transform & PTL_TILE_MIRROR_X ? piece->width - 1 - u : u;
    v       = sprite->transform & PTL_TILE_MIRROR_Y ? piece->height - 1 - v : v;
    at      = (size_t)((piece->y + v) * piece->sheet->width + piece->x + u);
    color   = piece->sheet->pixels
                  ? piece->sheet->pixels[at]
                  : p->colors[(piece->color + piece->sheet->indices[at]) % PTL_TILE_COLORS];
    color.a = (uint8_t)((color.a * sprite->alpha + 127u) / 255u);
    return color;
}

/* What is seen of it along one axis, in pixels of the canvas. */
typedef struct reach {
    int64_t first, end;
} reach;

static reach seen(int32_t begin, uint32_t size, unsigned scale, uint32_t most)
{
    int64_t first = (int64_t)begin * scale, end = first + (int64_t)size * scale;

    return (reach){ first > 0 ? first : 0, end < (int64_t)most ? end : (int64_t)most };
}

static void draw(ptl_image *canvas, const ptl_tile_picture *p, const ptl_tile_sprite *sprite,
                 const ptl_tile_piece *piece)
{
    reach across = seen(sprite->left, piece->shown_width, p->scale, canvas->width);
    reach down   = seen(sprite->top, piece->shown_height, p->scale, canvas->height);

    for (int64_t y = down.first; y < down.end; y++) {
        ptl_rgba *row = canvas->pixels + (size_t)y * canvas->width;

        for (int64_t x = across.first; x < across.end; x++)
            row[x] =
                ptl_tile_over(pixel_of(p, sprite, piece, (uint64_t)(x / p->scale - sprite->left),
                                       (uint64_t)(y / p->scale - sprite->top)),
                              row[x]);
    }
}

static uint64_t area_of(const ptl_image *canvas, const ptl_tile_picture *p,
                        const ptl_tile_sprite *sprite, const ptl_tile_piece *piece)
{
    reach across = seen(sprite->left, piece->shown_width, p->scale, canvas->width);
    reach down   = seen(sprite->top, piece->shown_height, p->scale, canvas->height);

    return across.end > across.first && down.end > down.first
               ? (uint64_t)(across.end - across.first) * (uint64_t)(down.end - down.first)
               : 0;
}

/* The first sprite that so many layers, or more, are drawn before. */
static size_t first_of(const ptl_tiles *tiles, uint32_t under)
{
    size_t low = 0, high = tiles->sprites.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (tiles->sprites.data[middle].under < under)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A few words can ask for any number of sprites as large as the picture, each of which would be
 * drawn in full. */
void ptl_tile_sprites_draw(ptl_job *job, ptl_image *canvas, const ptl_tile_picture *p,
                           uint32_t under)
{
    uint64_t left = (uint64_t)canvas->width * canvas->height * MOST_TIMES;
    size_t   lost = 0;

    for (size_t i = first_of(p->tiles, under);
         i < p->tiles->sprites.count && p->tiles->sprites.data[i].under == under && ptl_ok(job);
         i++) {
        const ptl_tile_sprite *sprite = &p->tiles->sprites.data[i];
        ptl_tile_piece         piece;
        uint64_t               area;

        if (sprite->pose)
            lost += !ptl_tile_pose_draw(job, canvas, p, sprite->pose, sprite->transform, &left);
        if (sprite->pose || !ptl_tile_piece_of(p, sprite, &piece))
            continue;
        area = area_of(canvas, p, sprite, &piece);
        lost += area > left;
        if (area > left)
            continue;
        left -= area;
        ptl_worked(job, (size_t)area);
        draw(canvas, p, sprite, &piece);
    }
    ptl_find_count(job, PTL_LOSS, "sprite-missing", lost,
                   "# {sprite is|sprites are} not drawn: others cover the picture %d times",
                   MOST_TIMES);
}
