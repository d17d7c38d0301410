/* SPDX-License-Identifier: MIT */
/* What formats, imports, exports and bridges have to do with hubs. Each hub has a struct of its
 * own: ptl_tiles, ptl_plan, ptl_scene, ptl_table, ptl_notes, ptl_ground, ptl_heightmap. A new hub
 * is one enumerator (portolan.h), one struct, and one row in src/flow/tables.c. */
#ifndef PTL_HUBS_HUB_H
#define PTL_HUBS_HUB_H

#include "core/job.h"

/* Fills a zeroed hub from a native document, lists in the job's arena; images it names are loaded
 * later. What cannot be shown is reported. */
typedef void ptl_to_hub(ptl_job *job, void *hub, const void *native, const ptl_files *files);

/* Files that came along with a document that was made, not read: they go beside it when it is
 * written. */
typedef struct ptl_attachment {
    const char *name;
    ptl_span    bytes;
    bool        spare; /* good enough where nothing has its name yet; what is there stays */
} ptl_attachment;

typedef struct ptl_attachments {
    ptl_attachment  *data;
    size_t           count;
    const ptl_files *files; /* says which names are free while the document is made, or NULL */
    const char      *stem;  /* goes in front of those that are not                           */
} ptl_attachments;

/* The other way: fills a prepared native struct. What must be dropped or invented is reported. */
typedef void ptl_from_hub(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

#endif
