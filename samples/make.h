/* SPDX-License-Identifier: MIT */
/* What a sample needs from the program that makes it. */
#ifndef SAMPLES_MAKE_H
#define SAMPLES_MAKE_H

#include "draw.h"

enum { MAKE_PATH = 1024 };

/* The folder a sample writes to; the first failure is reported and remembered, the rest skipped. */
typedef struct make_folder {
    const char *path;
    bool        failed;
} make_folder;

/* A path below the sample's folder; the folders on the way are made. NULL after a failure. */
const char *make_path(make_folder *folder, const char *name);

void make_failed(make_folder *folder, const char *name, const char *why);
void make_bmp(make_folder *folder, const char *name, const draw_image *image);
void make_tga(make_folder *folder, const char *name, const draw_image *image);
void make_text(make_folder *folder, const char *name, const char *text);

/* The samples, one file each. */
void sample_egoboo(make_folder *folder);
void sample_pfobj(make_folder *folder);
void sample_pfmap(make_folder *folder);
void sample_pfscene(make_folder *folder); /* after the map it is for */
void sample_gridmonger(make_folder *folder);
void sample_ppe(make_folder *folder);

#endif
