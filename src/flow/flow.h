/* SPDX-License-Identifier: MIT */
/* What the entry points share: the tables, finding the way from an input to an output, and taking
 * it. */
#ifndef PTL_FLOW_FLOW_H
#define PTL_FLOW_FLOW_H

#include "bridges/bridge.h"
#include "exports/export.h"
#include "formats/format.h"
#include "imports/import.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

/* What the flow has to know about a hub. */
typedef struct ptl_hub_row {
    const char *name;
    unsigned    when; /* PTL_WHEN_* of settings that are about it          */
    unsigned    asks; /* those of a format that is made of it; 0: PTL_WHEN_IMPORTING */
    const char *only; /* format that is at one end of every way over it; NULL: any may be  */
    /* What an import that gives it becomes on the way to ends that do not take it; NULL: nothing.
     */
    const ptl_format *shown_as;
    bool              flat; /* it has the look that the setting "view" calls plan */
    size_t            size; /* of its struct                                     */
    /* Loads the images it names. */
    void (*load)(ptl_job *job, void *hub, const ptl_files *files);
    /* Where it wants another hub of the same document, and which; NULL: it does not. */
    void **(*also)(void *hub, ptl_hub *which);
    /* Whether exports can show it; NULL: always. */
    bool (*is_ready)(const void *hub);
    /* Takes a hub that was made elsewhere: checks it in full, and copies what will be changed.
     * NULL: such hubs cannot be given. */
    void *(*adopt)(ptl_job *job, const void *hub);
    /* Copies the texts it shares with a document; NULL: hubs of this kind are never handed out. */
    void (*own_texts)(ptl_job *job, void *hub);
    /* Does what the settings shared by its exports ask for, and writes it. */
    void (*write)(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                  const ptl_side *side);
} ptl_hub_row;

extern const ptl_hub_row         ptl_hub_rows[PTL_HUBS];
extern const ptl_format *const   ptl_formats[]; /* NULL ends these, in the order they are listed */
extern const ptl_importer *const ptl_imports[];
extern const ptl_export *const   ptl_exports[];
extern const ptl_bridge *const   ptl_bridges[];

const ptl_format   *ptl_format_find(const char *name, size_t size);
const ptl_importer *ptl_import_find(const char *name);
const ptl_export   *ptl_export_find(const char *name);

/* ---- What an input is ------------------------------------------------------------------------ */

typedef struct ptl_guess {
    const ptl_format   *format; /* a document, in its own form or as JSON */
    bool                json;
    const ptl_importer *import; /* or a file by another program           */
} ptl_guess;

/* Looks at an input, once; fails the job when nothing recognizes it. */
ptl_guess ptl_guess_input(ptl_job *job, ptl_span source, const ptl_read_opts *opts);

/* ---- Ways ------------------------------------------------------------------------------------ */

typedef struct ptl_way {
    const ptl_format   *from;          /* a document,                                          */
    const ptl_importer *import;        /* or a file by another program; neither: a hub, hub[0]  */
    bool                reading;       /* the document is read on the way: settings may say how */
    ptl_hub             hub[PTL_HUBS]; /* over these, in this order; bridges between them       */
    size_t              hubs;
    const ptl_export *export; /* to this,                                              */
    const ptl_format *into;   /* or a document of this format,                         */
    bool              json;   /* or JSON of the document; none of the three: the last hub */
    bool              part;   /* which is a part of the document                       */
    /* What the import's hub, hub[0], becomes before it goes on; NULL: it goes on as it is. */
    const ptl_format *through;
} ptl_way;

/* Sets where a way leads: `to` is that of ptl_write_opts, NULL for the document's own format. Fails
 * the job when there is no such target. */
void ptl_way_aim(ptl_job *job, ptl_way *way, const char *to);

/* The index-th way between the ends that are filled in, the shortest to each hub; a way to a hub
 * has it as the last one. False when there are no more. */
bool ptl_way_at(ptl_way *way, size_t index);

/* What is left of a way when its import has become the document it goes through. */
ptl_way ptl_way_onward(const ptl_way *way);

/* Chooses the way that the job's settings ask for; fails the job when there is none, or when a
 * setting has no use on it. */
void ptl_way_choose(ptl_job *job, ptl_way *way);

/* A setting that no step of the way uses, or a value that is not among its choices, is refused
 * rather than ignored. */
bool ptl_way_uses(const ptl_way *way, const ptl_setting *given);
/* Whether a setting was for the start of the way alone, so that its end must not take it for one of
 * its own that had this name once. */
bool ptl_way_spent(const ptl_way *way, const ptl_setting *given);
void ptl_way_check_settings(ptl_job *job, const ptl_way *way);

/* A setting of a document that is read by itself may be for a later call; one its format does not
 * know is refused. */
void ptl_check_known(ptl_job *job, const ptl_format *format);

/* One of a new document must be for making it. */
void ptl_check_making(ptl_job *job, const ptl_format *format);

/* ---- Going them ------------------------------------------------------------------------------ */

typedef struct ptl_cargo {         /* what goes */
    const ptl_doc         *doc;    /* a document, or the owner of the hub's memory       */
    void                  *hub;    /* what was imported, or given; the way's first hub   */
    bool                   fresh;  /* the document was just read: nobody can have edited it */
    const ptl_grid_origin *origin; /* the file it was read from, where a grid says so; or NULL */
} ptl_cargo;

/* Takes a way that was chosen; the result is put into `out`. Hubs are made in the job's arena. */
void ptl_way_go(ptl_job *job, ptl_buf *out, const ptl_way *way, const ptl_cargo *cargo,
                const ptl_write_opts *opts);

/* The last hub of a way, in the job's arena or in `given`, with its images; NULL after a failure.
 */
void *ptl_way_hub(ptl_job *job, const ptl_way *way, const ptl_cargo *cargo, void *given,
                  const ptl_files *files);

/* Finds the way of a cargo by the options, checks the document unless it is fresh, and writes: to
 * the sink, or without one into *kept. */
ptl_status ptl_cargo_write(ptl_bytes *kept, const ptl_sink *sink, ptl_way *way,
                           const ptl_cargo *cargo, const ptl_write_opts *opts, ptl_diag *err);

/* The same to a path: all files of it appear together, or none. */
ptl_status ptl_cargo_write_file(const char *path, ptl_way *way, const ptl_cargo *cargo,
                                const ptl_write_opts *opts, ptl_diag *err);

/* ptl_folder_load, and notes which file it was where that is wanted (host/path.h). */
bool ptl_folder_take(const ptl_folder *folder, const ptl_companion *companion, ptl_bytes *out,
                     ptl_buf *seen);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Fills a document from an input that is one. */
void ptl_doc_fill(ptl_job *job, ptl_doc *doc, const ptl_guess *guess, ptl_span source,
                  bool keep_source);

/* Makes a document from a hub. */
void ptl_doc_make(ptl_job *job, ptl_doc *doc, const ptl_format *format, ptl_hub kind,
                  const void *hub);

/* ---- Coming home: home.c --------------------------------------------------------------------- */

/* Whether a way makes files that may come back, and must say where they came from. */
bool ptl_way_leaves(const ptl_way *way);

/* What a grid says of the file it is made from: these bytes, of a file at that path. */
void ptl_origin_note(ptl_job *job, ptl_grid_origin *out, const ptl_format *format, ptl_span bytes,
                     const char *path);
/* The same of a document whose file is not known. */
void ptl_origin_guess(ptl_job *job, ptl_grid_origin *out, const ptl_doc *doc);

/* The file that a grid was made from: given, inside of it, or beside it; empty where there is none.
 * Fails the job when there should be one, or when it is another. */
ptl_span ptl_home_base(ptl_job *job, const ptl_grid *grid, const ptl_format *into,
                       const ptl_files *files);

/* Makes a document of the base, and the changes of the grid in it. True when there are none, and
 * the base is what is to be written. */
bool ptl_home_make(ptl_job *job, ptl_doc *doc, const ptl_format *into, ptl_span base,
                   const ptl_grid *grid, const ptl_files *files);

/* Documents inside of documents. */
extern const ptl_door ptl_flow_door;

bool ptl_rule_near(ptl_near *rule); /* what the door knows of rules */

/* ---- Odds ------------------------------------------------------------------------------------ */

/* Zeroed memory for a result that outlives the call, with a heap and an arena of its own, and the
 * job that fills it; NULL, with the job failed, when memory runs out. */
void *ptl_owned_begin(ptl_job *job, const ptl_allocator *allocator, size_t limit, size_t size);
void  ptl_owned_free(void *made); /* NULL is fine */

/* Fails a call that makes no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

/* Whether checks know a profile; NULL is none, which is fine. */
bool ptl_profile_known(const char *profile);

#endif
