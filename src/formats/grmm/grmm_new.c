/* SPDX-License-Identifier: MIT */
/* A new map to begin with: one level, which is one room. */
#include "formats/grmm/grmm_private.h"
#include "formats/making.h"

/* Walls are stored at the north and west sides of cells, one row and column further than floors. */
static ptl_status put_cell(ptl_doc *doc, const ptl_making_size *size, uint32_t row, uint32_t column,
                           ptl_diag *err)
{
    bool       inside_rows = row < size->height, inside_columns = column < size->width;
    ptl_status status = PTL_OK;

    if (inside_rows && inside_columns)
        status = ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, row, column, PTL_GRMM_BLANK, err);
    if (status == PTL_OK && inside_columns && (row == 0 || !inside_rows))
        status = ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, row, column, PTL_GRMM_WALL, err);
    if (status == PTL_OK && inside_rows && (column == 0 || !inside_columns))
        status = ptl_grmm_set(doc, 0, PTL_GRMM_WALL_WEST, row, column, PTL_GRMM_WALL, err);
    return status;
}

static ptl_status put_room(ptl_doc *doc, const ptl_making_size *size, ptl_diag *err)
{
    ptl_grmm_level *level;
    ptl_status      status =
        ptl_grmm_add_level(&level, doc, "Dungeon", "Entrance", 0, size->height, size->width, err);

    for (uint32_t row = 0; row <= size->height && status == PTL_OK; row++)
        for (uint32_t column = 0; column <= size->width && status == PTL_OK; column++)
            status = put_cell(doc, size, row, column, err);
    return status;
}

ptl_status ptl_grmm_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_making_size cells = { 16, 16 };
    ptl_making_text title, created;
    ptl_status      status = ptl_making_take_size(&cells, opts, "size", err);

    if (status == PTL_OK)
        status = ptl_making_take_text(&title, opts, "title", "Untitled", err);
    if (status == PTL_OK)
        status = ptl_making_take_text(&created, opts, "created", "2000-01-01 00:00:00", err);
    if (status == PTL_OK)
        status = ptl_grmm_new(out, title.text, created.text, 4, opts, err);
    if (status == PTL_OK)
        status = put_room(*out, &cells, err);
    return ptl_making_end(out, status);
}
