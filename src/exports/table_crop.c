/* SPDX-License-Identifier: MIT */
/* A part of a level for a tabletop: what the setting "crop" leaves of it. */
#include "exports/export.h"
#include "hubs/plan_pages.h"

typedef struct part { /* in cells; right and bottom are behind it */
    float left, top, right, bottom;
} part;

/* Four whole numbers with commas between: column, row, columns, rows. What lies beyond the level
 * is not there. */
static bool parse_part(const ptl_setting *given, const ptl_table_level *level, part *out)
{
    float number[4];

    if (!ptl_setting_box(given, number))
        return false;
    for (int i = 0; i < 4; i++)
        if (number[i] < 0 || number[i] != (float)(int)number[i])
            return false;
    *out = (part){ number[0], number[1], number[0] + number[2], number[1] + number[3] };
    if (out->right > (float)level->columns)
        out->right = (float)level->columns;
    if (out->bottom > (float)level->rows)
        out->bottom = (float)level->rows;
    return out->right > out->left && out->bottom > out->top;
}

static bool has_cell(const part *p, uint32_t row, uint32_t column)
{
    return (float)row >= p->top && (float)row < p->bottom && (float)column >= p->left &&
           (float)column < p->right;
}

static float between(float value, float least, float most)
{
    return value < least ? least : value > most ? most : value;
}

/* What is left of a line, counted from the part's corner; false if nothing is. Lines on its rim
 * are in it. */
static bool cut_line(const part *p, float *x0, float *y0, float *x1, float *y1)
{
    bool level = *y0 == *y1;

    if (level ? *y0 < p->top || *y0 > p->bottom : *x0 < p->left || *x0 > p->right)
        return false;
    *x0 = between(*x0, p->left, p->right) - p->left;
    *x1 = between(*x1, p->left, p->right) - p->left;
    *y0 = between(*y0, p->top, p->bottom) - p->top;
    *y1 = between(*y1, p->top, p->bottom) - p->top;
    return level ? *x1 > *x0 : *y1 > *y0;
}

/* Walls are cut, and doors are in it with their whole width or not at all. */
static void cut_edges(const part *p, ptl_table_level *level)
{
    size_t walls = 0, doors = 0;

    for (size_t i = 0; i < level->walls.count; i++) {
        ptl_table_wall w = level->walls.data[i];

        if (cut_line(p, &w.x0, &w.y0, &w.x1, &w.y1))
            level->walls.data[walls++] = w;
    }
    for (size_t i = 0; i < level->doors.count; i++) {
        ptl_table_door d = level->doors.data[i];

        if (d.x0 < p->left || d.x1 > p->right || d.y0 < p->top || d.y1 > p->bottom ||
            !cut_line(p, &d.x0, &d.y0, &d.x1, &d.y1))
            continue;
        d.row -= (uint32_t)p->top;
        d.column -= (uint32_t)p->left;
        level->doors.data[doors++] = d;
    }
    level->walls.count = walls;
    level->doors.count = doors;
}

static void cut_things(const part *p, ptl_table_level *level)
{
    size_t things = 0, lights = 0;

    for (size_t i = 0; i < level->things.count; i++) {
        ptl_table_thing t = level->things.data[i];

        if (t.x < p->left || t.y < p->top || t.x > p->right || t.y > p->bottom)
            continue;
        t.x -= p->left;
        t.y -= p->top;
        level->things.data[things++] = t;
    }
    for (size_t i = 0; i < level->lights.count; i++) {
        ptl_table_light l = level->lights.data[i];

        if (l.x < p->left || l.y < p->top || l.x > p->right || l.y > p->bottom)
            continue;
        l.x -= p->left;
        l.y -= p->top;
        level->lights.data[lights++] = l;
    }
    level->things.count = things;
    level->lights.count = lights;
}

/* A link that ends in what is cut off leads nowhere. */
static void cut_marks(const part *p, ptl_table_level *level, size_t number)
{
    size_t marks = 0, links = 0;

    for (size_t i = 0; i < level->marks.count; i++) {
        ptl_table_mark m = level->marks.data[i];

        if (!has_cell(p, m.row, m.column))
            continue;
        m.row -= (uint32_t)p->top;
        m.column -= (uint32_t)p->left;
        level->marks.data[marks++] = m;
    }
    for (size_t i = 0; i < level->links.count; i++) {
        ptl_table_link l = level->links.data[i];

        if (!has_cell(p, l.row, l.column) ||
            (l.to_level == number && !has_cell(p, l.to_row, l.to_column)))
            continue;
        l.row -= (uint32_t)p->top;
        l.column -= (uint32_t)p->left;
        level->links.data[links++] = l;
    }
    level->marks.count = marks;
    level->links.count = links;
}

void ptl_table_crop(ptl_job *job, ptl_table *table)
{
    ptl_table_level *level = &table->levels.data[table->chosen];
    ptl_plan         one   = *table->plan;
    part             p;

    if (!parse_part(ptl_setting_of(job, "crop"), level, &p)) {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop takes four whole numbers: column,row,columns,rows, within %lu x %lu cells",
                 (unsigned long)level->columns, (unsigned long)level->rows);
        return;
    }
    cut_edges(&p, level);
    cut_things(&p, level);
    cut_marks(&p, level, table->chosen);
    level->left     = (uint32_t)p.left;
    level->top      = (uint32_t)p.top;
    level->columns  = (uint32_t)(p.right - p.left);
    level->rows     = (uint32_t)(p.bottom - p.top);
    one.pages.data  = &table->plan->pages.data[level->page];
    one.pages.count = 1;
    ptl_plan_crop(&one, &(ptl_plan_box){ p.left, p.top, p.right - p.left, p.bottom - p.top });
}
