/* SPDX-License-Identifier: MIT */
/* The file .portolan.json of the project that a file belongs to. */
#ifndef PTL_CLI_PROJECT_FILE_H
#define PTL_CLI_PROJECT_FILE_H

#include "files.h"

typedef struct project {
    ptl_doc           *doc;     /* NULL: the file belongs to none                   */
    const ptl_project *wishes;  /* or NULL                                          */
    char              *path;    /* of the project file                              */
    char              *below;   /* the file's path from its folder                  */
    const char       **folders; /* for textures: those of the command, then its own */
    char             **own;
} project;

/* Looks for the project of a file: `given`, or the next one upwards. Says what is wrong with it,
 * and returns an exit code; EXIT_FINE when all is well or there is none. */
int  project_open(project *out, const reading *r, const char *given, const char *file, pen *err);
void project_close(project *p);

#endif
