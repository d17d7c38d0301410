/* SPDX-License-Identifier: MIT */
/* Pictures of scenes, drawn by the tool and by F3D; many small files at once. */
#define _XOPEN_SOURCE 700 /* access */

#include <portolan/pixels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static bool written(const neighbor *p)
{
    return access(p->path, R_OK) == 0;
}

/* ---- One picture ---------------------------------------------------------------------------- */

/* By the tool, on as many threads as it likes: so does F3D. */
outcome render_one(const material *m)
{
    neighbor          out    = beside(m, ".png");
    const char *const args[] = { m->cli,      "render", m->path, out.path, "--overwrite",
                                 "--quiet",   "--view", "iso",   "--size", "1024x768",
                                 "--samples", "8",      NULL };

    return (outcome){ .done = process_run(args, NULL) && written(&out) };
}

/* The same picture into memory: what threads share. */
static outcome draw(const material *m, const char *threads)
{
    const ptl_setting with[] = { { "view", "iso", 3 },
                                 { "size", "1024x768", 8 },
                                 { "samples", "8", 1 },
                                 { "threads", threads, 1 } };
    ptl_write_opts    opts   = { .settings = with, .setting_count = 4 };
    ptl_pixels        pixels = { 0 };
    bool              done   = ptl_doc_draw(&pixels, m->doc, &opts, NULL) == PTL_OK;

    ptl_pixels_free(&pixels);
    return (outcome){ .done = done };
}

outcome render_one_thread(const material *m)
{
    return draw(m, "1");
}

outcome render_two_threads(const material *m)
{
    return draw(m, "2");
}

outcome render_turn(const material *m)
{
    neighbor          out    = beside(m, ".apng");
    const char *const args[] = { m->cli,   "render", m->path,  out.path,   "--overwrite", "--quiet",
                                 "--view", "iso",    "--size", "1024x768", "--samples",   "8",
                                 "--to",   "apng",   "--turn", "--frames", "72",          NULL };

    return (outcome){ .done = process_run(args, NULL) && written(&out) };
}

/* ---- F3D ------------------------------------------------------------------------------------ */

/* It draws by OpenGL, here in software: on the display that script/bench begins with, because the
 * start of one takes longer than a picture; where there is none, on one of its own. It looks from
 * the front by itself, where ground is a line: the angles are those of our pictures. */
static outcome f3d(const char *model, const char *picture)
{
    char              output[320];
    const char *const args[] = { "xvfb-run",
                                 "-a",
                                 "f3d",
                                 "--resolution=1024,768",
                                 "--camera-azimuth-angle=45",
                                 "--camera-elevation-angle=35",
                                 output,
                                 model,
                                 NULL };

    snprintf(output, sizeof output, "--output=%s", picture);
    return (outcome){ .done = process_run(getenv("DISPLAY") ? args + 2 : args, NULL) &&
                              access(picture, R_OK) == 0 };
}

outcome render_f3d(const material *m)
{
    neighbor          model = beside(m, ".glb"), picture = beside(m, ".f3d.png");
    const char *const args[] = { m->cli, "convert", m->path, model.path, "--quiet", NULL };

    if (!written(&model) && !process_run(args, NULL))
        return (outcome){ 0 };
    return f3d(model.path, picture.path);
}

/* All that it does for next to nothing: its start, the display's, and an empty picture. A triangle
 * by itself would fill the window; these two are a pixel each. */
outcome render_f3d_start(const material *m)
{
    neighbor model = beside(m, ".two.obj"), picture = beside(m, ".two.png");
    FILE    *to = fopen(model.path, "w");

    if (to) {
        fputs("v 0 0 0\nv 0.001 0 0\nv 0 0.001 0\nf 1 2 3\n"
              "v 1 1 1\nv 1.001 1 1\nv 1 1.001 1\nf 4 5 6\n",
              to);
        fclose(to);
    }
    return f3d(model.path, picture.path);
}

/* ---- Many files ----------------------------------------------------------------------------- */

enum { FILES = 2000, NAME = 280 };

/* Copies of the input, made when they are first asked for. */
static bool copy_to(const material *m, const char *path)
{
    FILE *to   = access(path, R_OK) == 0 ? NULL : fopen(path, "wb");
    bool  good = !to || fwrite(m->file.data, 1, m->file.size, to) == m->file.size;

    return (!to || fclose(to) == 0) && good;
}

static outcome info_many(const material *m, const char *jobs)
{
    static char        names[FILES][NAME];
    static const char *args[FILES + 5];
    bool               good = true, talked = false;

    args[0] = m->cli;
    args[1] = "info";
    args[2] = "-j";
    args[3] = jobs;
    for (size_t i = 0; good && i < FILES; i++) {
        snprintf(names[i], sizeof names[i], "%.250s.%zu.mpd", m->path, i);
        args[4 + i] = names[i];
        good        = copy_to(m, names[i]);
    }
    return (outcome){ .done = good && process_run(args, &talked) && talked };
}

outcome info_one_by_one(const material *m)
{
    return info_many(m, "1");
}

outcome info_two_at_once(const material *m)
{
    return info_many(m, "2");
}
