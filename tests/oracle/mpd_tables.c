/* SPDX-License-Identifier: MIT */
/* Prints what the library derives from a mesh, for comparison with another decoder: blocks of
 * "name count\n" and that many little-endian numbers of 32 bits, then heights as text. */
#include <portolan/mpd.h>
#include <stdio.h>
#include <stdlib.h>

static void put_u32(uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        putchar((int)(value >> shift & 255));
}

static void put_list(const char *name, const ptl_u32s *list)
{
    printf("%s %zu\n", name, list->count);
    for (size_t i = 0; i < list->count; i++)
        put_u32(list->data[i]);
}

static size_t put_triangles(const ptl_mpd *mesh, const ptl_mpd_tables *tables, bool count_only)
{
    uint8_t local[PTL_MPD_MAX_ENTRIES][3];
    size_t  total = 0;

    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        size_t count = ptl_mpd_fan_triangles(local, mesh, fan);

        total += 3 * count;
        for (size_t i = 0; i < 3 * count && !count_only; i++)
            put_u32(tables->vrtstart.data[fan] + local[i / 3][i % 3]);
    }
    return total;
}

static size_t put_places(const ptl_mpd *mesh, const ptl_mpd_tables *tables, bool count_only)
{
    size_t total = 0;

    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        const ptl_mpd_fan_type *type =
            ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[fan]));

        if (!type || ptl_mpd_word_tile(mesh->words.data[fan]) == PTL_MPD_FANOFF)
            continue;
        total += 2u * type->vertices;
        for (unsigned v = 0; v < type->vertices && !count_only; v++) {
            ptl_mpd_uv place = ptl_mpd_texture_place(mesh, fan, v, PTL_MPD_INSET_DOCUMENT);

            put_u32((uint32_t)place.u);
            put_u32((uint32_t)place.v);
        }
    }
    return total;
}

int main(int count, char **words)
{
    ptl_doc       *doc;
    ptl_mpd_tables tables;
    ptl_mpd       *mesh;

    if (count < 2 || ptl_read_file(&doc, words[1], NULL, NULL) != PTL_OK ||
        ptl_mpd_derive(&tables, doc, NULL) != PTL_OK)
        return 1;
    mesh = ptl_mpd_of(doc);
    put_list("fanstart", &tables.fanstart);
    put_list("blockstart", &tables.blockstart);
    put_list("vrtstart", &tables.vrtstart);
    printf("triangles %zu\n", put_triangles(mesh, &tables, true));
    put_triangles(mesh, &tables, false);
    printf("uv %zu\n", put_places(mesh, &tables, true));
    put_places(mesh, &tables, false);
    for (int i = 2; i + 1 < count; i += 2)
        printf("height %s %s %.9f\n", words[i], words[i + 1],
               ptl_mpd_height(mesh, &tables, atof(words[i]), atof(words[i + 1])));
    ptl_mpd_tables_free(&tables);
    ptl_doc_free(doc);
    return 0;
}
