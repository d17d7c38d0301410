/* SPDX-License-Identifier: MIT */
/* Objects of tile layers in plans. */
#include "bridges/tile_marks.h"

#include <stdio.h>
#include <string.h>

#include "render/tile_picture.h"

enum { FAR = 1 << 20, NAME = 8 }; /* pixels that no page reaches, units of a name */

typedef struct view { /* of the page */
    ptl_pen            *pen;
    const ptl_tiles    *tiles;
    const ptl_plan_box *pixel;
} view;

static float along(float begin, float size, int64_t at)
{
    return begin + size * (float)(at > FAR ? FAR : at < -FAR ? -FAR : at);
}

static float x_of(const view *v, int64_t x)
{
    return along(v->pixel->x, v->pixel->width, x);
}

static float y_of(const view *v, int64_t y)
{
    return along(v->pixel->y, v->pixel->height, y);
}

static uint32_t color_of(const view *v, const ptl_tile_mark *mark)
{
    static const struct {
        char     name[8];
        uint32_t rgba;
    } usual[]        = { [PTL_TILE_BOX]    = { "box", 0xC8102EFF },
                         [PTL_TILE_LINE]   = { "line", 0x0057B8FF },
                         [PTL_TILE_SPRITE] = { "sprite", 0x00843DFF } };
    const uint8_t *c = mark->color;
    uint32_t       rgba;
    char          *name;

    if (!mark->colored || c[3] == 0)
        return ptl_pen_color(v->pen, usual[mark->shape].name, usual[mark->shape].rgba);
    rgba = (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | c[3];
    name = ptl_arena_take(v->pen->job, 24);
    if (!name)
        return PTL_PLAN_NONE;
    snprintf(name, 24, "object %08lx", (unsigned long)rgba);
    return ptl_pen_color(v->pen, name, rgba);
}

/* The corners of a sprite; without its image it is a pixel. */
static void corners_of(const view *v, const ptl_tile_mark *mark, int64_t box[4])
{
    const ptl_tile_sprite *sprite = &v->tiles->sprites.data[mark->sprite];
    ptl_tile_piece         piece  = { .shown_width = 1, .shown_height = 1 };

    if (!v->tiles->picture || !ptl_tile_piece_of(v->tiles->picture, sprite, &piece))
        piece = (ptl_tile_piece){ .shown_width = 1, .shown_height = 1 };
    box[0] = sprite->left;
    box[1] = sprite->top;
    box[2] = box[0] + piece.shown_width;
    box[3] = box[1] + piece.shown_height;
}

/* The line lies inside, on the pixels of its rim. */
static void draw_box(const view *v, const int64_t box[4])
{
    float width = x_of(v, box[2]) - x_of(v, box[0]), height = y_of(v, box[3]) - y_of(v, box[1]);

    ptl_pen_rect(v->pen, x_of(v, box[0]) + 0.5f, y_of(v, box[1]) + 0.5f, width > 1 ? width - 1 : 0,
                 height > 1 ? height - 1 : 0);
}

static void draw_line(const view *v, const ptl_tile_mark *mark)
{
    for (size_t i = 0; i < mark->count; i++) {
        float x = x_of(v, mark->points[i].x) + v->pixel->width / 2; /* through middles of pixels */
        float y = y_of(v, mark->points[i].y) + v->pixel->height / 2;

        if (i == 0)
            ptl_pen_move(v->pen, x, y);
        else
            ptl_pen_line(v->pen, x, y);
    }
    if (mark->closed)
        ptl_pen_close(v->pen);
}

/* The box around it, or where it begins. */
static void place_of(const view *v, const ptl_tile_mark *mark, int64_t box[4])
{
    if (mark->shape == PTL_TILE_SPRITE)
        corners_of(v, mark, box);
    else
        for (int i = 0; i < 4; i++) {
            const ptl_tile_point *at = &mark->points[mark->shape == PTL_TILE_BOX ? i / 2 : 0];

            box[i] = i % 2 ? at->y : at->x;
        }
}

static void draw_mark(const view *v, const ptl_tile_mark *mark)
{
    uint32_t colors[] = { ptl_pen_color(v->pen, "halo", 0xFFFFFFE0), color_of(v, mark) };
    int64_t  box[4];

    place_of(v, mark, box);
    for (int i = 0; i < 2; i++) { /* light under dark: one of them is seen on any tile */
        if (mark->shape == PTL_TILE_LINE)
            draw_line(v, mark);
        else
            draw_box(v, box);
        ptl_pen_stroke(v->pen, colors[i], i == 0 ? 3 : 1);
    }
}

static void write_name(const view *v, const ptl_tile_mark *mark)
{
    int64_t box[4];

    place_of(v, mark, box);
    if (mark->name.size > 0)
        ptl_pen_text(v->pen, &(ptl_plan_text){ .text   = mark->name,
                                               .x      = x_of(v, box[0]) + 2,
                                               .y      = y_of(v, box[1]) + NAME,
                                               .size   = NAME,
                                               .anchor = PTL_ANCHOR_START,
                                               .color  = color_of(v, mark),
                                               .halo = ptl_pen_color(v->pen, "halo", 0xFFFFFFE0) });
}

void ptl_tile_marks_draw(ptl_pen *pen, const ptl_tiles *tiles, const ptl_plan_box *pixel)
{
    const view v = { pen, tiles, pixel };

    if (!ptl_setting_of(pen->job, "objects") || tiles->marks.count == 0)
        return;
    ptl_pen_layer(pen, "objects");
    for (size_t i = 0; i < tiles->marks.count && ptl_ok(pen->job); i++)
        draw_mark(&v, &tiles->marks.data[i]);
    for (size_t i = 0; i < tiles->marks.count && ptl_ok(pen->job); i++)
        write_name(&v, &tiles->marks.data[i]);
}
