/* SPDX-License-Identifier: MIT */
/* What people wrote into a document, level by level, to be read, printed or put into a table. Texts
 * are as the document has them: exports make them fit for their target. */
#ifndef PTL_HUBS_NOTES_H
#define PTL_HUBS_NOTES_H

#include "hubs/hub.h"

typedef struct ptl_notes_entry {
    ptl_str     region; /* it is in, or empty                                   */
    ptl_str     place;  /* as users see it: "12, 7"                             */
    const char *kind;   /* "comment", "numbered", "id", "icon", "label"         */
    ptl_str     mark;   /* its number or id, or what its icon is called; or empty */
    ptl_str     text;
} ptl_notes_entry;

typedef struct ptl_notes_level {
    size_t  number; /* as `info` prints it, or in the order that was asked for */
    ptl_str name, remarks;
    bool    by_region; /* notes of a region stand together */
    struct {
        ptl_notes_entry *data; /* in the order in which people look for them */
        size_t           count;
    } entries;
} ptl_notes_level;

typedef struct ptl_notes {
    ptl_str title, remarks;
    struct {
        ptl_notes_level *data;
        size_t           count;
    } levels;
} ptl_notes;

#endif
