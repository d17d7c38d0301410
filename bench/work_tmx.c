/* SPDX-License-Identifier: MIT */
/* Maps of Tiled, beside Tiled itself: its reader and its writer, without what starting it costs. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw, setenv */

#include <ftw.h>
#include <portolan/tiled.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "inputs.h"

enum { LAYERS = 4, MOST_ID = 1024, TRIES = 3 };

/* ---- The input ------------------------------------------------------------------------------- */

static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" tiledversion=\"1.8.2\" "
    "orientation=\"orthogonal\" renderorder=\"right-down\" width=\"%u\" height=\"%u\" "
    "tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" nextlayerid=\"9\" nextobjectid=\"1\">\n"
    " <tileset firstgid=\"1\" name=\"s\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1024\" "
    "columns=\"32\">\n  <image source=\"s.png\" width=\"512\" height=\"512\"/>\n </tileset>\n";

static size_t put_layer(char *to, unsigned layer, unsigned side, uint64_t *state)
{
    size_t used = (size_t)sprintf(to,
                                  " <layer id=\"%u\" name=\"l%u\" width=\"%u\" height=\"%u\">\n"
                                  "  <data encoding=\"csv\">\n",
                                  layer + 1, layer, side, side);

    for (unsigned i = 0; i < side * side; i++)
        used +=
            (size_t)sprintf(to + used, "%u%s%s", below(state, 10) ? below(state, MOST_ID) + 1 : 0,
                            i + 1 < side * side ? "," : "", (i + 1) % side == 0 ? "\n" : "");
    return used + (size_t)sprintf(to + used, "</data>\n </layer>\n");
}

/* Four layers, of which 14 doublings have 1024 x 1024 cells each. */
static bool tmx_make(ptl_doc **out, unsigned doublings)
{
    unsigned side  = 8u << doublings / 2;
    uint64_t state = 20;
    char    *text  = malloc((size_t)LAYERS * side * side * 6 + 4096);
    size_t   used  = 0;
    bool     done  = false;

    if (!text)
        return false;
    used = (size_t)snprintf(text, 2048, head, side, side);
    for (unsigned i = 0; i < LAYERS; i++)
        used += put_layer(text + used, i, side, &state);
    used += (size_t)sprintf(text + used, "</map>\n");
    done = ptl_read(out, text, used, NULL, NULL) == PTL_OK;
    free(text);
    return done;
}

static uint64_t tmx_sum(const ptl_doc *doc)
{
    const ptl_tiled *map = ptl_tiled_view(doc);
    uint64_t         sum = 0;

    for (size_t i = 0; map && i < map->elements.count; i++)
        sum = sum_bytes(sum, map->elements.data[i].cells.data,
                        map->elements.data[i].cells.count * sizeof(uint32_t));
    return sum;
}

static uint64_t tmx_units(const ptl_doc *doc)
{
    const ptl_tiled *map   = ptl_tiled_view(doc);
    uint64_t         units = 0;

    for (size_t i = 0; map && i < map->elements.count; i++)
        units += map->elements.data[i].cells.count;
    return units;
}

const input_kind input_tmx = { "tmx", tmx_make, tmx_sum, tmx_units };

/* ---- Tiled ----------------------------------------------------------------------------------- */

/* A format of a script's that writes nothing: what is left is reading. */
static const char script[] = "tiled.registerMapFormat(\"nothing\", { name: \"nothing\", extension: "
                             "\"nothing\", write: function () {} });\n";
static const char empty[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" "
    "width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"/>\n";

static char folder[200]; /* for settings, so that those of the user do not take part */

static const char *path_in(char out[320], const char *name)
{
    snprintf(out, 320, "%s/%s", folder, name);
    return out;
}

static bool put_file(const char *name, const char *text)
{
    char  path[320];
    FILE *file = fopen(path_in(path, name), "w");

    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info, (void)kind, (void)walk;
    return remove(path);
}

/* Tiled leaves settings of its own. */
static void remove_folder(void)
{
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static bool begin(void)
{
    static const char *const deeper[] = { "tiled", "tiled/extensions", "tiled/extensions/none" };
    const char              *base     = getenv("TMPDIR");
    char                     path[320];

    if (folder[0])
        return true;
    snprintf(folder, sizeof folder, "%.150s/bench-tiled-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder))
        return false;
    atexit(remove_folder);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    for (size_t i = 0; i < sizeof deeper / sizeof *deeper; i++)
        if (mkdir(path_in(path, deeper[i]), 0700) != 0)
            return false;
    return put_file("tiled/extensions/none/none.js", script) && put_file("empty.tmx", empty);
}

static bool export_map(const char *format, const char *from)
{
    char              path[320];
    const char *const args[] = { "tiled",
                                 "--export-map",
                                 format,
                                 from,
                                 path_in(path,
                                         strcmp(format, "tmx") == 0 ? "out.tmx" : "out.nothing"),
                                 NULL };

    return process_run(args, NULL);
}

/* Seconds of the fastest of some. */
static double fastest(const char *format, const char *from)
{
    double best = 1e9;

    for (int i = 0; i < TRIES; i++) {
        struct timespec a, b;
        double          time;

        clock_gettime(CLOCK_MONOTONIC, &a);
        export_map(format, from);
        clock_gettime(CLOCK_MONOTONIC, &b);
        time = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
        best = time < best ? time : best;
    }
    return best;
}

outcome tiled_read(const material *m)
{
    static double start; /* what an empty map takes */
    char          path[320];
    outcome       o = { .done = begin() };

    if (o.done && start == 0)
        start = fastest("nothing", path_in(path, "empty.tmx"));
    o.done   = o.done && export_map("nothing", m->path);
    o.spared = start;
    return o;
}

outcome tiled_write(const material *m)
{
    static double reading; /* and starting */
    outcome       o = { .done = begin() };

    if (o.done && reading == 0)
        reading = fastest("nothing", m->path);
    o.done   = o.done && export_map("tmx", m->path);
    o.spared = reading;
    return o;
}
