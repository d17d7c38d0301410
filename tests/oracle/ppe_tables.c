/* SPDX-License-Identifier: MIT */
/* Prints what only the library knows of a map: the number Tiled gives every cell, four bytes each,
 * little-endian. */
#include <portolan/ppe.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    ptl_doc       *doc;
    ptl_diag       err;
    const ptl_ppe *map;

    if (argc != 2 ||
        ptl_read_file(&doc, argv[1], &(ptl_read_opts){ .format = "ppe" }, &err) != PTL_OK)
        return 1;
    map = ptl_ppe_of(doc);
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++) {
            ptl_ppe_cell cell = ptl_ppe_cell_at(map, x, y);
            uint32_t     gid  = ptl_ppe_tiled_gid(&cell);

            for (int i = 0; i < 4; i++)
                putchar((int)(gid >> 8 * i & 0xFF));
        }
    ptl_doc_free(doc);
    return 0;
}
