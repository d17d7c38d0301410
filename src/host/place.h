/* SPDX-License-Identifier: MIT */
/* Where a file is to go, and what it takes over from the one that is there. */
#ifndef PTL_HOST_PLACE_H
#define PTL_HOST_PLACE_H

#include <limits.h>
#include <stdbool.h>

typedef struct ptl_place {
    char path[PATH_MAX]; /* links followed                                              */
    bool taken;          /* a file is there                                             */
    bool special;        /* a device, FIFO or the like: written into and never replaced */
} ptl_place;

/* Looks at a path; 0, or what errno says: EEXIST when it is taken and may not be. */
int ptl_place_find(ptl_place *out, const char *path, bool overwrite);

/* Gives a complete file, not yet in its place, the mode, owner and extended attributes of the one
 * it replaces, as far as the system lets us, and sees to it that it is on the disk; 0, or what
 * errno says. */
int ptl_place_keep(const ptl_place *place, int file);

/* Sees to it that the name of a file is on the disk, too. */
void ptl_place_settle(const char *path);

#endif
