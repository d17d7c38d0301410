/* SPDX-License-Identifier: MIT */
/* One row per format: everything the rest of the library knows about it. */
#ifndef PTL_FORMATS_FORMAT_H
#define PTL_FORMATS_FORMAT_H

#include "core/arena.h"
#include "core/buf.h"
#include "core/job.h"
#include "core/record.h"
#include "hubs/plan.h"
#include "hubs/scene.h"
#include "hubs/tiles.h"

typedef struct ptl_format ptl_format;

/* Files that came along with a document that was imported: they go beside it when it is written. */
typedef struct ptl_attachment {
    const char *name;
    ptl_span    bytes;
} ptl_attachment;

typedef struct ptl_attachments {
    ptl_attachment *data;
    size_t          count;
} ptl_attachments;

struct ptl_doc {
    ptl_heap          heap;
    ptl_arena         arena;
    const ptl_format *format;
    void             *native; /* the format's own struct, described by format->record */
    ptl_limits        limits;
    bool              imported;  /* made of a scene that another program wrote */
    bool              placeless; /* not read from a native file: byte offsets mean nothing */
    ptl_span          source;    /* what it was read from, if that is kept */
    ptl_attachments   attached;
};

/* A capability that is missing is a NULL. Functions report through the job and return nothing. */
struct ptl_format {
    ptl_format_info   info;
    const ptl_record *record; /* the fields of its document */
    bool              text;   /* findings carry line and column */

    /* How well the content fits, 0 to 100. `size` is that of the whole file, `head` may be less. */
    int (*probe)(ptl_span head, uint64_t size);
    /* Gives a new, zeroed native struct what is not in any file: settings, shared tables. */
    void (*prepare)(ptl_job *job, void *native);
    /* Fills it, lists in the arena. */
    void (*read)(ptl_job *job, ptl_span source, void *native);
    /* Whether the parts fit together, however the document was made: read, from JSON, edited. */
    void (*settle)(ptl_job *job, const void *native);
    /* What follows from a document that was read, from whatever: lists other calls look into. */
    void (*finish)(ptl_job *job, void *native);
    void (*write)(ptl_job *job, ptl_buf *out, const void *native);
    /* Writes a part of it as a file of another format; false when there is no such way. */
    bool (*write_as)(ptl_job *job, ptl_buf *out, const void *native, const char *to,
                     const ptl_files *files);
    /* Whether `write` gives the bytes it was read from; NULL: always. */
    bool (*verbatim)(const void *native);
    /* Findings beyond the ranges of the record table. */
    void (*check)(ptl_job *job, const void *native, const char *profile);
    void (*fix)(ptl_job *job, void *native);
    ptl_place *place; /* byte offsets of the record's elements */
    void (*to_scene)(ptl_job *job, ptl_scene *out, const void *native, const ptl_files *files);
    /* Layers of tiles, of which a plan and a picture are made; what has this needs no to_plan. */
    void (*to_tiles)(ptl_job *job, ptl_tiles *out, const void *native, const ptl_files *files);
    void (*to_plan)(ptl_job *job, ptl_plan *out, const void *native, const ptl_files *files);

    /* The other way: fills a prepared native struct. What must be dropped or invented is said. */
    void (*from_scene)(ptl_job *job, void *native, const ptl_scene *scene,
                       ptl_attachments *attached);

    /* The page of `info`: a struct in the arena, described by `facts_record`. */
    const ptl_record *facts_record;
    void *(*facts)(ptl_job *job, const void *native);
    /* The notes people wrote into it, as text ready to paste. */
    void (*notes)(ptl_job *job, ptl_buf *out, const void *native);
    bool (*companion)(const void *native, size_t index, ptl_companion *out);
};

/* All formats, in the order they are listed; NULL ends them. */
extern const ptl_format *const ptl_formats[];

/* ---- The life of a document ----------------------------------------------------------------- */

/* An empty document and the job that fills it; NULL, and the job failed, without memory. */
ptl_doc *ptl_doc_begin(ptl_job *job, const ptl_read_opts *opts);

/* Makes it a document of a format: a zeroed native struct, or NULL. */
void *ptl_doc_become(ptl_job *job, ptl_doc *doc, const ptl_format *format);

/* Hands the document out, or frees it and says what went wrong. */
ptl_status ptl_doc_end(ptl_doc **out, ptl_job *job, ptl_doc *doc, ptl_diag *err);

/* A job for later work: on a document itself, or beside it with a heap of its own. */
ptl_job ptl_doc_job(ptl_doc *doc);
ptl_job ptl_doc_job_beside(const ptl_doc *doc, ptl_heap *heap);

#endif
