/* SPDX-License-Identifier: MIT */
/* Tiles that are scaled and turned, as Tiled's painter draws them without smoothing: each pixel of
 * the picture is the one of the tile that its middle falls on. */
#include "core/real.h"
#include "render/tile_picture.h"

enum { FAR = 1 << 28 }; /* pixels from the picture at which nothing is drawn */

typedef struct map { /* x' = xx x + xy y + x0, and so on */
    double xx, xy, x0, yx, yy, y0;
} map;

/* First `a`, then `b`. */
static map then(map a, map b)
{
    return (map){ b.xx * a.xx + b.xy * a.yx,        b.xx * a.xy + b.xy * a.yy,
                  b.xx * a.x0 + b.xy * a.y0 + b.x0, b.yx * a.xx + b.yy * a.yx,
                  b.yx * a.xy + b.yy * a.yy,        b.yx * a.x0 + b.yy * a.y0 + b.y0 };
}

static map turned(double degrees, double x, double y)
{
    double sine, cosine;

    ptl_sine_cosine(degrees, &sine, &cosine);
    return (map){ cosine, -sine, x, sine, cosine, y };
}

static bool invert(const map *m, map *out)
{
    double area = m->xx * m->yy - m->xy * m->yx;

    if (!(area > 0 || area < 0))
        return false;
    *out =
        (map){ .xx = m->yy / area, .xy = -m->xy / area, .yx = -m->yx / area, .yy = m->xx / area };
    out->x0 = -(out->xx * m->x0 + out->xy * m->y0);
    out->y0 = -(out->yx * m->x0 + out->yy * m->y0);
    return true;
}

/* What is far beyond all pixels stays what it is, and so does what is no number. */
static double floor_of(double x)
{
    double whole;

    if (!(x > -1e15 && x < 1e15))
        return x;
    whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

/* From pixels of the tile to those of the picture. Swapped axes are a quarter of a turn and a
 * mirror, after which the tile stands on its lower left corner as it did before. */
static map map_of(const ptl_tile_pose *pose, const ptl_tile_spot *s, uint8_t transform)
{
    bool   h = transform & PTL_TILE_MIRROR_X, v = transform & PTL_TILE_MIRROR_Y;
    bool   swap   = transform & PTL_TILE_SWAP;
    double width  = pose->width > 0 ? pose->width : s->width;
    double height = pose->height > 0 ? pose->height : s->height;
    double sx = width / s->width, sy = height / s->height, rest = swap ? (height - width) / 2 : 0;
    double x     = pose->tile.right * sx + width * (0.5 - pose->left) + rest;
    double y     = pose->tile.down * sy + height * (0.5 - pose->above) + rest;
    double angle = (swap ? 90.0 : 0.0) + (transform & PTL_TILE_TURN_60 ? 60.0 : 0.0) +
                   (transform & PTL_TILE_TURN_120 ? 120.0 : 0.0);
    map m = { 1, 0, -0.5 * s->width, 0, 1, -0.5 * s->height };

    sx *= (swap ? v : h) ? -1 : 1;
    sy *= (swap ? !h : v) ? -1 : 1;
    m = then(m, (map){ sx, 0, 0, 0, sy, 0 });
    m = then(m, turned(angle, x, y));
    m = then(m, turned(pose->degrees, pose->x, pose->y));
    if (pose->degrees == 0 && angle == 0 && sx * sx == 1 && sy * sy == 1) {
        m.x0 = floor_of(m.x0 + 0.5); /* as large as it is, it lies on whole pixels */
        m.y0 = floor_of(m.y0 + 0.5);
    }
    return m;
}

static void reach(ptl_tile_box *box, const map *m, double x, double y)
{
    double  to_x = m->xx * x + m->xy * y + m->x0, to_y = m->yx * x + m->yy * y + m->y0;
    int64_t left, top;

    to_x = ptl_max(ptl_min(to_x, FAR), -FAR); /* FAR for what is no number */
    to_y = ptl_max(ptl_min(to_y, FAR), -FAR);
    left = (int64_t)floor_of(to_x);
    top  = (int64_t)floor_of(to_y);

    box->left = left < box->left ? left : box->left;
    box->top  = top < box->top ? top : box->top;
    box->right =
        left + ((double)left < to_x) > box->right ? left + ((double)left < to_x) : box->right;
    box->bottom =
        top + ((double)top < to_y) > box->bottom ? top + ((double)top < to_y) : box->bottom;
}

static ptl_tile_box box_of(const map *m, const ptl_tile_pose *pose, const ptl_tile_spot *s)
{
    ptl_tile_box box = { FAR, FAR, -FAR, -FAR };

    for (unsigned i = 0; i < 4; i++)
        reach(&box, m, i & 1 ? s->width : 0, i & 2 ? s->height : 0);
    if (pose->repeat_x)
        box.left = -FAR, box.right = FAR;
    if (pose->repeat_y)
        box.top = -FAR, box.bottom = FAR;
    return box;
}

bool ptl_tile_pose_box(const ptl_tile_picture *p, const ptl_tile_pose *pose, uint8_t transform,
                       ptl_tile_box *out)
{
    ptl_tile_spot s;
    map           m;

    if (!ptl_tile_find_spot(p, &pose->tile, 0, 0, &s) || s.width == 0 || s.height == 0)
        return false;
    m    = map_of(pose, &s, transform);
    *out = box_of(&m, pose, &s);
    return out->left < out->right && out->top < out->bottom;
}

static void cut(int64_t *first, int64_t *end, unsigned scale, uint32_t most)
{
    *first = *first > 0 ? *first * scale : 0;
    *end   = *end > 0 ? *end * scale : 0;
    *end   = *end < (int64_t)most ? *end : (int64_t)most;
}

/* The pixel along one axis of the tile; below 0 when it is none. */
static int64_t pixel_at(double at, uint32_t size, bool repeated)
{
    if (repeated)
        at = at - floor_of(at / size) * size;
    if (!(at >= 0 && at < size))
        return -1;
    return (int64_t)at;
}

static ptl_rgba color_at(const ptl_tile_picture *p, const ptl_tile_spot *s, int64_t x, int64_t y)
{
    size_t at = ((size_t)s->y + (size_t)y) * s->sheet->width + s->x + (size_t)x;

    return s->sheet->pixels ? s->sheet->pixels[at] : p->colors[s->sheet->indices[at]];
}

typedef struct brush {
    const ptl_tile_picture *p;
    const ptl_tile_pose    *pose;
    ptl_tile_spot           spot;
    map                     back; /* from the picture to the tile */
    ptl_tile_veil           veil;
} brush;

static void draw_row(const brush *b, ptl_rgba *row, int64_t y, int64_t first, int64_t end)
{
    double down = ((double)y + 0.5) / b->p->scale;

    for (int64_t x = first; x < end; x++) {
        double  across = ((double)x + 0.5) / b->p->scale;
        int64_t u = pixel_at(b->back.xx * across + b->back.xy * down + b->back.x0, b->spot.width,
                             b->pose->repeat_x);
        int64_t v = pixel_at(b->back.yx * across + b->back.yy * down + b->back.y0, b->spot.height,
                             b->pose->repeat_y);

        if (u >= 0 && v >= 0)
            row[x] = ptl_tile_over_as_qt(
                ptl_tile_tinted(b->pose->shade, color_at(b->p, &b->spot, u, v)), row[x], b->veil);
    }
}

bool ptl_tile_pose_draw(ptl_job *job, ptl_image *canvas, const ptl_tile_picture *p,
                        const ptl_tile_pose *pose, uint8_t transform, uint64_t *left)
{
    brush        b = { .p = p, .pose = pose };
    ptl_tile_box box;
    map          m;
    uint64_t     area;

    if (!ptl_tile_pose_box(p, pose, transform, &box))
        return true;
    ptl_tile_find_spot(p, &pose->tile, 0, 0, &b.spot);
    m = map_of(pose, &b.spot, transform);
    cut(&box.left, &box.right, p->scale, canvas->width);
    cut(&box.top, &box.bottom, p->scale, canvas->height);
    if (!invert(&m, &b.back) || box.left >= box.right || box.top >= box.bottom)
        return true;
    area = (uint64_t)(box.right - box.left) * (uint64_t)(box.bottom - box.top);
    if (area > *left)
        return false;
    *left -= area;
    ptl_worked(job, (size_t)area);
    b.veil = (ptl_tile_veil){ pose->shade[3], ptl_tile_is_solid(p, &pose->tile, &b.spot) };
    for (int64_t y = box.top; y < box.bottom; y++)
        draw_row(&b, canvas->pixels + (size_t)y * canvas->width, y, box.left, box.right);
    return true;
}
