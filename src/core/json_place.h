/* SPDX-License-Identifier: MIT */
/* Where in a JSON text a logical path leads: "levels[2]/floor[4,1]". */
#ifndef PTL_CORE_JSON_PLACE_H
#define PTL_CORE_JSON_PLACE_H

#include <portolan/portolan.h>

enum { PTL_JSON_STEPS = 8 };

/* The way that was taken last: the next often begins like it, or goes on behind it. */
typedef struct ptl_json_way {
    struct {
        char     name[32]; /* of a member; empty where it is an element of a list */
        uint64_t index, at;
    } step[PTL_JSON_STEPS];
    size_t   count;
    uint64_t seen; /* bytes that were looked at in all */
} ptl_json_way;

/* Offset of what the path names in a text that was read before, or of the last part of the way that
 * is there: that of the whole, where not even its beginning is. PTL_NOWHERE for an empty path. The
 * second index of a pair counts rows. All calls together look at no more than a few times the text:
 * after that it is PTL_NOWHERE, too.
 */
uint64_t ptl_json_place(ptl_json_way *way, const char *text, size_t size, const char *path);

#endif
