/* SPDX-License-Identifier: MIT */
/* Where one can go, as data: a picture of four colors whose indices are the values, JSON, CSV.
 *
 * A cell is 0 where nobody can be, 1 where one can walk, 2 where one can swim, 3 for both. */
#include "exports/export.h"
#include "hubs/ground.h"
#include "render/png_write.h"

enum { NOBODY, WALKS = 1, SWIMS = 2, VALUES = 4 };

static uint8_t value_of(const ptl_ground_cell *cell)
{
    return (uint8_t)((ptl_ground_may_stand(cell) ? WALKS : NOBODY) |
                     (cell->bits & PTL_GROUND_SWIM ? SWIMS : NOBODY));
}

/* Whether something between two cells stops whoever could be on both. */
static bool is_closed(const ptl_ground_level *level, uint32_t row, uint32_t column,
                      ptl_ground_direction d)
{
    const ptl_ground_cell *from = ptl_ground_at(level, row, column);
    const ptl_ground_cell *to   = ptl_ground_at(level, (int64_t)row - (d == PTL_GROUND_NORTH),
                                                (int64_t)column - (d == PTL_GROUND_WEST));

    return to && ptl_ground_may_stand(from) && ptl_ground_may_stand(to) &&
           !ptl_ground_joined(level, row, column, d);
}

/* Values alone do not say what is between cells. */
static void say_walls(ptl_job *job, const ptl_ground_level *level)
{
    size_t count = 0;

    for (uint32_t row = 0; row < level->rows; row++)
        for (uint32_t column = 0; column < level->columns; column++)
            count += (size_t)is_closed(level, row, column, PTL_GROUND_NORTH) +
                     is_closed(level, row, column, PTL_GROUND_WEST);
    ptl_find_count(job, PTL_LOSS, "nav-walls", count,
                   "# {wall between cells is|walls between cells are} left out: JSON has them");
}

/* The one level that a picture or a table has room for. */
static const ptl_ground_level *first_level(ptl_job *job, const ptl_ground *ground)
{
    if (ground->levels.count > 0)
        ptl_find_count(job, PTL_LOSS, "nav-levels", ground->levels.count - 1,
                       "# {level is|levels are} left out: JSON has all, and level says which");
    return ptl_ground_first(job, ground);
}

/* ---- A picture ------------------------------------------------------------------------------- */

static void write_png(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    static const ptl_rgba   colors[VALUES] = { { 0xC6, 0x28, 0x28, 255 },
                                               { 0x43, 0xA0, 0x47, 255 },
                                               { 0x1E, 0x5F, 0xBF, 255 },
                                               { 0x00, 0xA5, 0xA5, 255 } };
    const ptl_ground_level *level          = first_level(job, hub);
    ptl_image               image          = { 0 };

    (void)side;
    if (!level)
        return;
    image.width  = level->columns;
    image.height = level->rows;
    if (!ptl_image_take_indices(job, &image, VALUES))
        return;
    for (size_t i = 0; i < VALUES; i++)
        image.palette[i] = colors[i];
    for (size_t i = 0; i < (size_t)level->rows * level->columns; i++)
        image.indices[i] = value_of(&level->cells[i]);
    ptl_png_write(job, out, &image, PTL_PNG_USUAL);
    say_walls(job, level);
}

const ptl_export ptl_export_nav_png = {
    .info   = { .name       = "nav.png",
                .title      = "where one can go, as a picture",
                .extensions = "nav.png",
                .media_type = "image/png" },
    .shapes = true,
    .write  = { [PTL_HUB_GROUND] = write_png },
};

/* ---- A table --------------------------------------------------------------------------------- */

static void write_csv(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_ground_level *level = first_level(job, hub);

    (void)side;
    for (uint32_t row = 0; level && row < level->rows && ptl_ok(job); row++)
        for (uint32_t column = 0; column < level->columns; column++) {
            ptl_put_char(out, (char)('0' + value_of(ptl_ground_at(level, row, column))));
            ptl_put_text(out, column + 1 < level->columns ? "," : "\r\n");
        }
    if (level)
        say_walls(job, level);
}

const ptl_export ptl_export_nav_csv = {
    .info   = { .name       = "nav.csv",
                .title      = "where one can go, as a table",
                .extensions = "nav.csv",
                .media_type = "text/csv" },
    .shapes = true,
    .write  = { [PTL_HUB_GROUND] = write_csv },
};

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Rows of a level, a digit for each cell. */
static void put_rows(ptl_buf *out, const ptl_ground_level *level, const char *name,
                     char (*digit)(const ptl_ground_level *level, uint32_t row, uint32_t column))
{
    ptl_put_format(out, ",\n      \"%s\": [", name);
    for (uint32_t row = 0; row < level->rows && ptl_ok(out->job); row++) {
        ptl_put_text(out, row > 0 ? ",\n        \"" : "\n        \"");
        for (uint32_t column = 0; column < level->columns; column++)
            ptl_put_char(out, digit(level, row, column));
        ptl_put_char(out, '"');
    }
    ptl_put_text(out, "\n      ]");
}

static char cell_digit(const ptl_ground_level *level, uint32_t row, uint32_t column)
{
    return (char)('0' + value_of(ptl_ground_at(level, row, column)));
}

static char north_digit(const ptl_ground_level *level, uint32_t row, uint32_t column)
{
    return is_closed(level, row, column, PTL_GROUND_NORTH) ? '1' : '0';
}

static char west_digit(const ptl_ground_level *level, uint32_t row, uint32_t column)
{
    return is_closed(level, row, column, PTL_GROUND_WEST) ? '1' : '0';
}

static void put_level(ptl_buf *out, const ptl_ground_level *level)
{
    size_t counts[VALUES] = { 0 };

    for (size_t i = 0; i < (size_t)level->rows * level->columns; i++)
        counts[value_of(&level->cells[i])]++;
    ptl_put_text(out, "    { \"name\": ");
    ptl_scene_put_string(out, level->name);
    ptl_put_format(out, ", \"elevation\": %d,\n      \"columns\": %lu, \"rows\": %lu,",
                   level->elevation, (unsigned long)level->columns, (unsigned long)level->rows);
    ptl_put_format(out, "\n      \"walk\": %zu, \"swim\": %zu",
                   counts[WALKS] + counts[WALKS | SWIMS], counts[SWIMS] + counts[WALKS | SWIMS]);
    put_rows(out, level, "cells", cell_digit);
    if (level->edges) {
        put_rows(out, level, "wall_north", north_digit);
        put_rows(out, level, "wall_west", west_digit);
    }
    ptl_put_text(out, " }");
}

static void write_json(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_ground *ground = hub;

    (void)side;
    ptl_put_text(out, "{ \"title\": ");
    ptl_scene_put_string(out, ground->title);
    ptl_put_text(out,
                 ",\n  \"values\": { \"0\": \"nobody\", \"1\": \"walk\", \"2\": \"swim\", \"3\": "
                 "\"walk and swim\" },\n  \"levels\": [\n");
    for (size_t i = 0; i < ground->levels.count && ptl_ok(job); i++) {
        ptl_put_text(out, i > 0 ? ",\n" : "");
        put_level(out, &ground->levels.data[i]);
    }
    ptl_put_text(out, "\n  ]\n}\n");
}

const ptl_export ptl_export_nav_json = {
    .info   = { .name       = "nav.json",
                .title      = "where one can go, as JSON",
                .extensions = "nav.json",
                .media_type = "application/json" },
    .shapes = true,
    .write  = { [PTL_HUB_GROUND] = write_json },
};

void ptl_ground_export(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                       const ptl_side *side)
{
    export->write[PTL_HUB_GROUND](job, out, hub, side);
}
