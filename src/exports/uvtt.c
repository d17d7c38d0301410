/* SPDX-License-Identifier: MIT */
/* Universal VTT 0.3: one level as JSON with its picture inside. Coordinates are in cells from the
 * upper left corner, and stay within the level, because importers differ in what they do else. A
 * portal is always closed: one that is not means a window to most. */
#include "core/base64.h"
#include "core/json.h"
#include "exports/export.h"

#define OCTAGON 0.70710678 /* of its radius: half the width where it is square to the axes */

/* ---- Numbers --------------------------------------------------------------------------------- */

/* In ten-thousandths, as short as can be. */
static void put_number(ptl_buf *out, double value)
{
    unsigned long whole = (unsigned long)(value * 10000 + 0.5), rest = whole % 10000;
    int           digits = 4;

    for (; digits > 0 && rest % 10 == 0; digits--)
        rest /= 10;
    ptl_put_format(out, "%lu", whole / 10000);
    if (digits > 0)
        ptl_put_format(out, ".%0*lu", digits, rest);
}

static void put_point(ptl_buf *out, double x, double y)
{
    ptl_put_text(out, "{\"x\": ");
    put_number(out, x);
    ptl_put_text(out, ", \"y\": ");
    put_number(out, y);
    ptl_put_text(out, "}");
}

/* Between the elements of a list, each on a line of its own. */
static void begin_element(ptl_buf *out, bool *first)
{
    ptl_put_text(out, *first ? "\n\t\t" : ",\n\t\t");
    *first = false;
}

static void end_list(ptl_buf *out, bool empty)
{
    ptl_put_text(out, empty ? "],\n" : "\n\t],\n");
}

/* ---- What blocks sight ----------------------------------------------------------------------- */

static void put_line(ptl_buf *out, const ptl_table_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptl_put_text(out, i == 0 ? "[" : ", ");
        put_point(out, (double)points[i].x, (double)points[i].y);
    }
    ptl_put_text(out, "]");
}

/* Illusory walls hide as others do; that one can pass them cannot be said. */
static void put_walls(ptl_job *job, ptl_buf *out, const ptl_table_level *level, unsigned who)
{
    ptl_table_lines lines;
    bool            first = true;

    ptl_table_join(job, &lines, level, 1u << PTL_TABLE_WALL | 1u << PTL_TABLE_ILLUSORY, who);
    ptl_put_text(out, "\t\"line_of_sight\": [");
    for (size_t i = 0; i < lines.lines.count && ptl_ok(job); i++) {
        begin_element(out, &first);
        put_line(out, lines.points + lines.lines.data[i].point, lines.lines.data[i].count);
    }
    end_list(out, first);
}

/* Round things are octagons, closed. */
static void put_things(ptl_job *job, ptl_buf *out, const ptl_table_level *level)
{
    static const double turn[9][2] = { { 1, 0 },  { OCTAGON, OCTAGON },
                                       { 0, 1 },  { -OCTAGON, OCTAGON },
                                       { -1, 0 }, { -OCTAGON, -OCTAGON },
                                       { 0, -1 }, { OCTAGON, -OCTAGON },
                                       { 1, 0 } };
    bool                first      = true;

    ptl_put_text(out, "\t\"objects_line_of_sight\": [");
    for (size_t i = 0; i < level->things.count && ptl_ok(job); i++) {
        const ptl_table_thing *t = &level->things.data[i];

        begin_element(out, &first);
        for (int k = 0; k < 9; k++) {
            ptl_put_text(out, k == 0 ? "[" : ", ");
            put_point(out, (double)t->x + turn[k][0] * (double)t->radius,
                      (double)t->y + turn[k][1] * (double)t->radius);
        }
        ptl_put_text(out, "]");
    }
    end_list(out, first);
}

/* ---- Openings and lights --------------------------------------------------------------------- */

static void put_portal(ptl_buf *out, const ptl_table_door *door)
{
    ptl_put_text(out, "{\"position\": ");
    put_point(out, (double)(door->x0 + door->x1) / 2, (double)(door->y0 + door->y1) / 2);
    ptl_put_text(out, ", \"bounds\": [");
    put_point(out, (double)door->x0, (double)door->y0);
    ptl_put_text(out, ", ");
    put_point(out, (double)door->x1, (double)door->y1);
    ptl_put_format(out, "], \"rotation\": %s, \"closed\": %s, \"freestanding\": false}",
                   door->x0 == door->x1 ? "1.570796" : "0", door->window ? "false" : "true");
}

static void put_portals(ptl_job *job, ptl_buf *out, const ptl_table *table, unsigned who)
{
    const ptl_table_level *level = &table->levels.data[table->chosen];
    bool                   first = true;

    ptl_put_text(out, "\t\"portals\": [");
    for (size_t i = 0; i < level->doors.count && ptl_ok(job); i++) {
        const ptl_table_door *door = &level->doors.data[i];

        if (!(door->who & who)) {
            table->lost[PTL_TABLE_LOST_HIDDEN] += door->secret;
            continue;
        }
        begin_element(out, &first);
        put_portal(out, door);
        table->lost[PTL_TABLE_LOST_SECRET] += door->secret;
        table->lost[PTL_TABLE_LOST_LOCKED] += door->locked;
        table->lost[PTL_TABLE_LOST_ONE_WAY] += door->way != PTL_TABLE_BOTH_WAYS;
    }
    end_list(out, first);
}

static void put_lights(ptl_job *job, ptl_buf *out, const ptl_table *table)
{
    const ptl_table_level *level = &table->levels.data[table->chosen];
    bool                   asked = ptl_setting_of(job, "lights"), first = true;

    ptl_put_text(out, "\t\"environment\": {\"baked_lighting\": false, "
                      "\"ambient_light\": \"ffffffff\"},\n\t\"lights\": [");
    for (size_t i = 0; asked && i < level->lights.count; i++) {
        const ptl_table_light *light = &level->lights.data[i];

        begin_element(out, &first);
        ptl_put_text(out, "{\"position\": ");
        put_point(out, (double)light->x, (double)light->y);
        ptl_put_text(out, ", \"range\": ");
        put_number(out, (double)light->range);
        ptl_put_format(out, ", \"intensity\": 1, \"color\": \"ff%06lx\", \"shadows\": true}",
                       (unsigned long)light->rgb);
    }
    end_list(out, first);
    if (!asked)
        table->lost[PTL_TABLE_LOST_LIGHTS] += level->lights.count;
}

/* ---- The file -------------------------------------------------------------------------------- */

static void count_lost(const ptl_table *table)
{
    const ptl_table_level *level = &table->levels.data[table->chosen];

    for (size_t i = 0; i < level->walls.count; i++) {
        table->lost[PTL_TABLE_LOST_ILLUSORY] += level->walls.data[i].kind == PTL_TABLE_ILLUSORY;
        table->lost[PTL_TABLE_LOST_INVISIBLE] += level->walls.data[i].kind == PTL_TABLE_INVISIBLE;
    }
    for (size_t i = 0; i < level->marks.count; i++)
        table->lost[level->marks.data[i].note ? PTL_TABLE_LOST_NOTES : PTL_TABLE_LOST_MARKS]++;
    table->lost[PTL_TABLE_LOST_LINKS] += level->links.count;
}

static void put_image(ptl_job *job, ptl_buf *out, const ptl_table *table, uint32_t pixels)
{
    ptl_buf png = ptl_buf_of(job, NULL);

    ptl_table_picture(job, &png, table, pixels);
    ptl_put_text(out, "\t\"image\": \"");
    if (ptl_ok(job))
        ptl_put_base64(out, png.data, png.size);
    ptl_put_text(out, "\",\n");
    ptl_buf_free(&png);
}

static void write_table(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_table       *table  = hub;
    const ptl_table_level *level  = &table->levels.data[table->chosen];
    uint32_t               pixels = ptl_table_pixels(job, table);
    unsigned               who    = table->player ? PTL_TABLE_PLAYER : PTL_TABLE_MASTER;

    (void)side;
    ptl_put_format(out,
                   "{\n\t\"format\": 0.3,\n\t\"resolution\": {\"map_origin\": {\"x\": 0, \"y\": "
                   "0}, \"map_size\": {\"x\": %lu, \"y\": %lu}, \"pixels_per_grid\": %lu},\n",
                   (unsigned long)level->columns, (unsigned long)level->rows,
                   (unsigned long)pixels);
    put_walls(job, out, level, who);
    put_things(job, out, level);
    put_portals(job, out, table, who);
    put_lights(job, out, table);
    if (!ptl_setting_of(job, "no-image") && ptl_ok(job))
        put_image(job, out, table, pixels);
    ptl_put_text(out, "\t\"software\": \"Portolan\"\n}\n");
    count_lost(table);
}

static const ptl_setting_info settings[] = {
    PTL_TABLE_SETTINGS,
    { "no-image", NULL, NULL, "leave the picture out, for tabletops that take it by itself",
      PTL_WHEN_TABLE },
    { 0 },
};

const ptl_export ptl_export_uvtt = {
    .info  = { .name       = "uvtt",
               .title      = "Universal VTT",
               .extensions = "dd2vtt uvtt",
               .media_type = "application/json",
               .settings   = settings,
               .many       = true },
    .write = { [PTL_HUB_TABLE] = write_table },
};
