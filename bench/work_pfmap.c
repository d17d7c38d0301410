/* SPDX-License-Identifier: MIT */
/* Work of Permafrost terrain: reading and writing it in the manner of its engine. */
#define _XOPEN_SOURCE 700 /* strtok_r */

#include <portolan/pfmap.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* ---- Reading: a byte a call, a word at a time, a digit at a time ----------------------------- */

typedef struct slow_tile {
    int type, base, ramp, top, side, flags[4], cover, edges[4];
} slow_tile;

enum { LINE = 256 };

static bool get_line(FILE *file, char *line)
{
    int size = 0;

    while (size < LINE - 1 && fread(&line[size], 1, 1, file) == 1)
        if (line[size++] == '\n')
            break;
    line[size] = 0;
    return size > 0 && line[size - 1] == '\n';
}

static int number(const char *text, int digits)
{
    int value = 0;

    for (int i = 0; i < digits; i++)
        value = value * 10 + (text[i] - '0');
    return value;
}

static bool parse_word(const char *word, slow_tile *t)
{
    char type[2] = { word[0], 0 };

    if (strlen(word) != 24)
        return false;
    t->type = (int)strtol(type, NULL, 16);
    t->base = number(word + 2, 2) * (word[1] == '-' ? -1 : 1);
    t->ramp = number(word + 4, 2);
    t->top  = number(word + 6, 3);
    t->side = number(word + 9, 3);
    for (int i = 0; i < 4; i++) {
        t->flags[i] = number(word + 12 + i, 1);
        t->edges[i] = number(word + 17 + i, 1);
    }
    t->cover = number(word + 16, 1);
    return true;
}

static size_t read_tiles(FILE *file, slow_tile *tiles, size_t count)
{
    char   line[LINE];
    size_t done = 0;

    while (done < count && get_line(file, line)) {
        char *rest, *word = strtok_r(line, " \t\r\n", &rest);

        for (; word && done < count; word = strtok_r(NULL, " \t\r\n", &rest))
            if (!parse_word(word, &tiles[done++]))
                return 0;
    }
    return done;
}

outcome pfmap_load_like_the_engine(const material *m)
{
    const ptl_pfmap *map   = ptl_pfmap_of(m->doc);
    FILE            *file  = fopen(m->path, "r");
    slow_tile       *tiles = malloc(map->tiles.count * sizeof *tiles);
    outcome          o     = { 0 };
    char             line[LINE];
    bool             fine = file && tiles;

    for (size_t i = 0; fine && i < 4 + map->materials.count; i++) {
        char a[LINE], b[LINE], c[LINE];

        fine = get_line(file, line) && sscanf(line, "%255s %255s %255s", a, b, c) >= 2;
    }
    o.done = fine && read_tiles(file, tiles, map->tiles.count) == map->tiles.count;
    free(tiles);
    if (file)
        fclose(file);
    return o;
}

/* ---- Writing: a call of snprintf and one of fwrite a tile -------------------------------------
 */

static bool put_tile(FILE *file, const ptl_pfmap_tile *t, bool last)
{
    char text[64];
    int  size = snprintf(
         text, sizeof text, "%01X%c%02d%02d%03d%03d%01d%01d%01d%01d%01d%01d%01d%01d%01d%03d",
         t->type, t->base < 0 ? '-' : '+', abs(t->base), t->ramp, t->top, t->side, t->pathable,
         t->blend, t->blend_normals, t->no_bump_map, t->cover, t->edge_blend[0], t->edge_blend[1],
         t->edge_blend[2], t->edge_blend[3], t->reserved);

    return fwrite(text, 1, (size_t)size, file) == 24 && fputc(last ? '\n' : ' ', file) != EOF;
}

outcome pfmap_write_like_the_engine(const material *m)
{
    const ptl_pfmap *map  = ptl_pfmap_of(m->doc);
    FILE            *file = fopen("/dev/null", "w");
    outcome          o    = { .done = file != NULL };

    if (!file)
        return o;
    fprintf(file, "version %.1f\nnum_materials %zu\nnum_rows %u\nnum_cols %u\n", 1.0,
            map->materials.count, (unsigned)map->height / 32, (unsigned)map->width / 32);
    for (size_t i = 0; i < map->materials.count; i++)
        fprintf(file, "material __anonymous__ %s\n", map->materials.data[i].texture.data);
    for (uint64_t n = 0; n < map->tiles.count && o.done; n++)
        o.done = put_tile(file, &map->tiles.data[ptl_pfmap_index(map, n)], n % 4 == 3);
    fclose(file);
    return o;
}

/* ---- Hostile headers ------------------------------------------------------------------------ */

#define HEAD(materials, rows, cols)                                                                \
    "version 1.0\nnum_materials " materials "\nnum_rows " rows "\nnum_cols " cols "\n"
#define TILE "0+0000000001101001111000\n"

static const struct {
    const char *text, *rule;
} lies[] = {
    /* as many as can be written, and no bytes for them */
    { HEAD("4294967295", "1", "1"), "truncated" },
    { HEAD("0", "67108863", "67108863") TILE, "truncated" },
    { HEAD("0", "99999999999999999999", "1") TILE, "pfmap-number" },
    /* products that are 0 in 32 bits */
    { HEAD("0", "65536", "65536") TILE, "truncated" },
    { HEAD("0", "2048", "2048") TILE, "truncated" },
    { "version 1.2\nnum_materials 0\nnum_splats 4294967295\nnum_rows 1\nnum_cols 1\n",
      "truncated" },
};

/* All of them in one go: the bar for one holds for the lot. */
outcome pfmap_refuse(const material *m)
{
    ptl_read_opts opts = { .allocator = libc_memory() };
    outcome       o    = { .done = true };
    ptl_diag      err;

    (void)m;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        ptl_doc *doc = NULL;

        if (ptl_read(&doc, lies[i].text, strlen(lies[i].text), &opts, &err) == PTL_OK || doc ||
            strcmp(err.rule, lies[i].rule) != 0)
            o.done = false;
        ptl_doc_free(doc);
    }
    return o;
}
