/* SPDX-License-Identifier: MIT */
/* Prints what only the library knows of a map, for comparison with another decoder: the kind of
 * every link; and, with a second map that was made of the first by changing its version, every
 * cell that does not mean the same. */
#include <portolan/grmm.h>
#include <stdio.h>
#include <string.h>

static void put_links(const ptl_grmm *map)
{
    for (size_t i = 0; i < map->links.count; i++)
        printf("link %s\n",
               ptl_grmm_link_kind_name(ptl_grmm_kind_of_link(map, &map->links.data[i])));
}

static bool same_cell(const ptl_grmm_cell *a, const ptl_grmm_cell *b)
{
    return a->floor == b->floor && a->facing == b->facing && a->color == b->color &&
           a->trail == b->trail && a->north == b->north && a->east == b->east &&
           a->south == b->south && a->west == b->west;
}

static size_t find_level(const ptl_grmm *map, const ptl_grmm_level *wanted)
{
    for (size_t i = 0; i < map->levels.count; i++)
        if (ptl_grmm_compare_levels(&map->levels.data[i], wanted) == 0 &&
            map->levels.data[i].rows == wanted->rows &&
            map->levels.data[i].columns == wanted->columns)
            return i;
    return map->levels.count;
}

static void put_differences(const ptl_grmm *a, const ptl_grmm *b)
{
    for (size_t i = 0; i < a->levels.count; i++) {
        size_t k = find_level(b, &a->levels.data[i]);

        for (uint32_t r = 0; r < a->levels.data[i].rows; r++)
            for (uint32_t c = 0; c < a->levels.data[i].columns; c++) {
                ptl_grmm_cell x = ptl_grmm_cell_at(a, i, r, c), y = ptl_grmm_cell_at(b, k, r, c);

                if (!same_cell(&x, &y))
                    printf("differs level %zu, row %lu, column %lu\n", i, (unsigned long)r,
                           (unsigned long)c);
            }
    }
}

int main(int count, char **words)
{
    ptl_doc *doc, *other = NULL;

    if (count < 2 || ptl_read_file(&doc, words[1], NULL, NULL) != PTL_OK)
        return 1;
    put_links(ptl_grmm_of(doc));
    if (count > 2 && ptl_read_file(&other, words[2], NULL, NULL) != PTL_OK)
        return 1;
    if (other)
        put_differences(ptl_grmm_of(doc), ptl_grmm_of(other));
    ptl_doc_free(doc);
    ptl_doc_free(other);
    return 0;
}
