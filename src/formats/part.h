/* SPDX-License-Identifier: MIT */
/* Parts: documents inside of documents, or named by them. A format opens them through the door of
 * its job, which the flow provides: a part has the memory, the limits, the listener and the
 * settings of the call it is opened for, and formats need not know each other. */
#ifndef PTL_FORMATS_PART_H
#define PTL_FORMATS_PART_H

#include "core/buf.h"
#include "core/near.h"
#include "hubs/grid.h"

/* Where a part is. */
typedef struct ptl_part_place {
    ptl_part      info;
    ptl_span      bytes; /* the whole file, in memory of the job or of the document */
    ptl_companion file;  /* or where it is loaded from: when there are no bytes     */
    ptl_str       path;  /* and how the document spells that path, or what it is    */
} ptl_part_place;

struct ptl_door {
    ptl_doc *(*open)(ptl_job *job, const char *format, const ptl_part_place *place,
                     const ptl_files *files);
    void (*fill)(ptl_job *job, void *hub, ptl_hub kind, const ptl_doc *part,
                 const ptl_files *files);
    void (*write)(ptl_job *job, ptl_buf *out, const ptl_doc *part, const ptl_setting *settings,
                  size_t count);
    void (*check)(ptl_job *job, const ptl_doc *part, const char *profile);
    void (*home)(ptl_job *job, ptl_doc *part, ptl_grid_homes *homes);
    /* Whether some format has a rule of that name; otherwise names are offered that are near. */
    bool (*knows)(ptl_near *rule);
};

/* Opens a part; NULL, and the job failed, when it is not there or broken. Findings in it are heard
 * with its name in front. Give it back with ptl_doc_free. */
ptl_doc *ptl_part_open(ptl_job *job, const char *format, const ptl_part_place *place,
                       const ptl_files *files);

/* Fills a hub from it, in memory of the job; texts may be those of the part. Files that it looks at
 * are found where those of the whole are. */
void ptl_part_fill(ptl_job *job, void *hub, ptl_hub kind, const ptl_doc *part,
                   const ptl_files *files);

/* Writes it in its own format, with these settings. */
void ptl_part_write(ptl_job *job, ptl_buf *out, const ptl_doc *part, const ptl_setting *settings,
                    size_t count);

/* Says what is odd or wrong in it, with its name, as its own rules have it. */
void ptl_part_check(ptl_job *job, const ptl_doc *part, const char *profile);

/* Changes it as its own format does when it comes home; the changes are those of one map. */
void ptl_part_home(ptl_job *job, ptl_doc *part, ptl_grid_homes *homes);

#endif
