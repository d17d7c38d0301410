/* SPDX-License-Identifier: MIT */
/* One row per format: everything the rest of the library knows about it. */
#ifndef PTL_FORMATS_FORMAT_H
#define PTL_FORMATS_FORMAT_H

#include <stdatomic.h>

#include "core/arena.h"
#include "core/buf.h"
#include "core/job.h"
#include "core/record.h"
#include "formats/part.h"
#include "hubs/grid.h"
#include "hubs/hub.h"
#include "hubs/plan.h"
#include "hubs/scene.h"
#include "hubs/tiles.h"

typedef struct ptl_format ptl_format;

typedef struct ptl_size_and_sum {
    size_t   size;
    uint64_t sum; /* ptl_sum64 */
    bool     known;
} ptl_size_and_sum;

struct ptl_doc {
    ptl_heap          heap;
    ptl_arena         arena;
    const ptl_format *format;
    void             *native; /* the format's own struct, described by format->record */
    atomic_bool       open;   /* it was handed out or changed: ptl_doc_settle looks at it anew */
    ptl_limits        limits;
    bool              untrusted; /* a stranger's: see ptl_read_opts */
    bool              imported;  /* made from a file of another program */
    bool              lenient;   /* read leniently, whether that was needed or not */
    bool              placeless; /* not read from a native file: byte offsets mean nothing */
    ptl_span          source;    /* what it was read from, if that is kept */
    ptl_span          json;      /* the same of one that was read from JSON */
    ptl_size_and_sum  was;       /* of what it was read from, where its format cannot tell */
    ptl_attachments   attached;
    char              place[64]; /* of a part: the name of the place it was opened from */
    char              name[256]; /* its file's, without folders and extension; may be empty */
};

/* What an engine lets stand at a place of a map. */
typedef enum ptl_footing { PTL_FOOTING_NONE, PTL_FOOTING_CLOSED, PTL_FOOTING_OPEN } ptl_footing;

/* A capability that is missing is a NULL. Functions report through the job and return nothing. */
struct ptl_format {
    ptl_format_info   info;
    const ptl_record *record; /* the fields of its document */
    const ptl_rule   *rules;  /* what its findings are called, ended by a row without a name */
    bool              text;   /* findings carry line and column */

    /* How well the content fits, 0 to 100. `size` is that of the whole file, `head` may be less. */
    int (*probe)(ptl_span head, uint64_t size);
    /* Gives a new, zeroed native struct what is not in any file: settings, shared tables. */
    void (*prepare)(ptl_job *job, void *native);
    /* A new document with something sensible in it, as the settings say that are for making. */
    ptl_status (*make)(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);
    /* Fills it, lists in the arena. */
    void (*read)(ptl_job *job, ptl_span source, void *native);
    /* Whether the parts fit together, however the document was made: read, from JSON, edited. */
    void (*settle)(ptl_job *job, const void *native);
    /* Derives lists that other calls look into, after the document was read in any form. */
    void (*finish)(ptl_job *job, void *native);
    void (*write)(ptl_job *job, ptl_buf *out, const void *native);
    /* Files that settings ask for beside what `write` writes. */
    void (*beside)(ptl_job *job, const void *native, const ptl_files *files,
                   ptl_attachments *attached);
    /* Brings three states (base, mine, other) to numbers and coordinates that mean the same in all
     * of them, before they are merged; says which it changed. */
    void (*unite)(ptl_job *job, void *const natives[3], bool changed[3]);
    /* Makes the manner of writing fit what came out of them, before that is settled. */
    void (*rejoin)(ptl_job *job, void *native);
    /* Whether `write` gives the bytes it was read from; NULL: that takes writing it. */
    bool (*verbatim)(const void *native);
    /* Findings beyond the ranges of the record table. */
    void (*check)(ptl_job *job, const void *native, const char *profile);
    /* Those about files that belong to it; there is a function that loads them. */
    void (*check_files)(ptl_job *job, const void *native, const ptl_check_opts *opts);
    bool says_missing; /* these say which of its files are not there */
    void (*fix)(ptl_job *job, void *native);
    ptl_place *place; /* byte offsets of the record's elements */
    /* Of a map: what is at a place of its world, in the engine's own axes. Other formats ask it of
     * parts. */
    ptl_footing (*footing)(const void *native, double x, double z);
    /* Of a model: how many animations it has, and whether one of them has this name. */
    size_t (*clips)(const void *native, ptl_str name, bool *named);

    /* The hubs it can become, and those it can be made from. */
    ptl_to_hub   *to[PTL_HUBS];
    ptl_from_hub *from[PTL_HUBS];

    /* Changes a document, which made the base of the grids, as they say; where that is more than
     * cells and properties, it says so (`any`). `home_key` names the
     * property that tells its maps apart, if it has several. */
    void (*home)(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);
    const char *home_key;

    /* Documents inside of it, or named by it: all of this format; NULL: there are none. */
    const char *parts;
    /* The index-th of them; false when there are no more, or when the job failed. */
    bool (*part)(ptl_job *job, const void *native, size_t index, ptl_part_place *out);
    /* Which of them the settings ask for where one is written by itself; fails when none is meant.
     */
    size_t (*chosen_part)(ptl_job *job, const void *native);
    /* Puts a whole file of that format into the index-th place; it was written with this setting
     * (or NULL). */
    const ptl_setting *parts_as;
    void (*put_part)(ptl_job *job, void *native, size_t index, ptl_span file);

    /* The page of `info`: a struct in the arena, described by `facts_record`. */
    const ptl_record *facts_record;
    void *(*facts)(ptl_job *job, const void *native);
    /* Adds what is said in files that belong to it. */
    void (*facts_files)(ptl_job *job, void *facts, const void *native, const ptl_files *files);
    /* The notes people wrote into it, as text ready to paste. */
    void (*notes)(ptl_job *job, ptl_buf *out, const void *native);
    /* A list, to be filled in, of what numbers in it mean that its format gives no meaning to. */
    void (*meaning)(ptl_job *job, ptl_buf *out, const void *native);
    bool (*companion)(const void *native, size_t index, ptl_companion *out);
};

/* For formats in which every byte has a place, and all of it comes back. */
bool ptl_verbatim_always(const void *native);

/* ---- The life of a document ----------------------------------------------------------------- */

/* An empty document and the job that fills it; NULL, with the job failed, when memory runs out. */
ptl_doc *ptl_doc_begin(ptl_job *job, const ptl_read_opts *opts);

/* The same as part of another call: memory, limits, listener, settings and door are those of
 * `outer`, whose failure it becomes. */
ptl_doc *ptl_doc_begin_within(ptl_job *job, ptl_job *outer);
void     ptl_job_join(ptl_job *outer, const ptl_job *inner);

/* Makes it a document of a format: a zeroed native struct, or NULL. */
void *ptl_doc_become(ptl_job *job, ptl_doc *doc, const ptl_format *format);

/* Hands the document to the caller, or frees it and reports what went wrong. */
ptl_status ptl_doc_end(ptl_doc **out, ptl_job *job, ptl_doc *doc, ptl_diag *err);

/* The native struct of a document of this format, NULL for any other: to look at, or for anybody to
 * change from now on, which takes the trust from the document. */
const void *ptl_doc_look(const ptl_doc *doc, const ptl_format *format);
void       *ptl_doc_open(const ptl_doc *doc, const ptl_format *format);

/* Fails when the parts of a document that is open to changes do not fit together, in linear time;
 * what reading tolerated, and said, is tolerated and not said again. Any other document is known to
 * be sound, and is not looked at. Whatever believes a document begins with this. */
void ptl_doc_settle(ptl_job *job, const ptl_doc *doc);

/* Whether its parts fit together only for those who are lenient: JSON of it must say so. */
bool ptl_doc_needs_lenience(ptl_job *job, const ptl_doc *doc);

/* Whether its struct was handed out to be changed, or may have been. */
bool ptl_doc_changed(const ptl_doc *doc);

/* A job for later work: on a document itself, or beside it with a heap of its own. */
ptl_job ptl_doc_job(ptl_doc *doc);
ptl_job ptl_doc_job_beside(const ptl_doc *doc, ptl_heap *heap);

#endif
