/* SPDX-License-Identifier: MIT */
/* A small input of every format and import, and the files that these name. */
#ifndef PTL_TESTS_ROUTE_SAMPLES_H
#define PTL_TESTS_ROUTE_SAMPLES_H

#include <stdlib.h>
#include <string.h>

#include "dungeon_samples.h"
#include "grmm_samples.h"
#include "image_samples.h"
#include "mpd_samples.h"
#include "pfmap_samples.h"
#include "pfobj_samples.h"
#include "pfscene_samples.h"
#include "tmx_samples.h"

/* Two cells side by side with corners and logic values. */
#define ROUTE_CORNER "\x80\x80\x80\xff\0\0\0\0"
#define ROUTE_CORNERS ROUTE_CORNER ROUTE_CORNER ROUTE_CORNER ROUTE_CORNER
#define ROUTE_MAP                                                                                  \
    "\x1b\0\3\x5a\2\0\0\0\1\0\0\0\1\0\0\0\0\0\0\xd0" ROUTE_CORNERS ROUTE_CORNERS                   \
    "\1\2\3\4\5\6\7\x88\0\0\0\0\0\0\0\0"

#define ROUTE_SOURCE                                                                               \
    "\tFile:TileSource \"sheet.bmp\" palShift=4 {\n\t\tEmbed:TileInfo {\n"                         \
    "\t\t\t257 0 \"grass\"\n\t\t\t44 1 \"stone\"\n\t\t\t0 0 \"sea\"\n\t\t\t1 1 \"sand\"\n"         \
    "\t\t}\n\t}\n"

/* A layer whose map is inside, and one whose map is a file. */
static const char route_box[] =
    "Metadata {\n\tVersion 1 0\n}\n"
    "Layer:Tile \"ground\" -3 3 1 2 1 {\n\tEmbed:MapData [AQEEACwAANA=]\n" ROUTE_SOURCE
    "\tObject:Box \"door\" 7 1 2 3 4 {\n\t\tToCollision\n\t}\n}\n"
    "Layer:Tile \"growth\" 4 3 1 2 1 {\n\tFile:MapData \"growth.map\"\n" ROUTE_SOURCE "}\n"
    "Embed:Palette \"own\" [/wMCAf8GBQQ=] offset=2\n";

static const char route_obj[] =
    "mtllib paint.mtl\no box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 .5\nvt 0 0\nvt 1 1\nvn 0 0 1\n"
    "usemtl red\nf 1/1/1 2/2/1 3/1/1 4/2/1\nusemtl blue\nf 1 2 4\n";

static const char route_mtl[] =
    "newmtl red\nKd 0.5 0.25 0\nmap_Kd red.png\nnewmtl blue\nKd 0 0 1\n";

static const char route_off[] = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct route_file {
    const char *name;
    const void *data;
    size_t      size;
} route_file;

static const route_file route_files[] = {
    { "tile0", bmp_8, sizeof bmp_8 },
    { "tile1", png_rgb, sizeof png_rgb },
    { "cloth.png", png_rgb, sizeof png_rgb },
    { "grass.png", png_8, sizeof png_8 },
    { "rock.png", bmp_24, sizeof bmp_24 },
    { "red.png", bmp_24, sizeof bmp_24 },
    { "sheet.bmp", bmp_8, sizeof bmp_8 },
    { "growth.map", ROUTE_MAP, sizeof ROUTE_MAP - 1 },
    { "assets/models/rock/rock.pfobj", PFOBJ_TINY, sizeof PFOBJ_TINY - 1 },
    { "paint.mtl", route_mtl, sizeof route_mtl - 1 },
};

/* With memory of the one who asks, as a loader should. */
static inline bool route_load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)user;
    for (size_t i = 0; i < COUNT(route_files); i++) {
        const route_file *f = &route_files[i];

        if (strcmp(f->name, companion->name) != 0)
            continue;
        out->data = out->allocator.resize(out->allocator.user, NULL, 0, f->size);
        if (out->data)
            memcpy(out->data, f->data, f->size);
        out->size = out->capacity = out->data ? f->size : 0;
        return out->data != NULL;
    }
    return false;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

typedef struct route_input {
    const char *from; /* the name of its format or import */
    const char *name; /* of its file                      */
    const void *data;
    size_t      size;
    ptl_setting settings[2];  /* that its way over tiles wants */
    ptl_setting on_ground[1]; /* and over ground */
    size_t      rare;         /* each try takes so many times longer than others; 0: it does not */
    const char *no_heights;   /* how it is refused as a heightmap; NULL: it has heights */
    const char *no_level;     /* the same as a level that is made of heights */
} route_input;

#endif
