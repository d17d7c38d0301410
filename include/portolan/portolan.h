/* SPDX-License-Identifier: MIT */
/* Portolan: reads, checks, writes and converts the maps and models of game engines.
 *
 * The simplest use:
 *
 *     ptl_doc *doc;
 *     ptl_diag err;
 *
 *     if (ptl_read_file(&doc, "level.mpd", NULL, &err) != PTL_OK) {
 *         fprintf(stderr, "%s\n", err.message);
 *         return 1;
 *     }
 *     ptl_write_file("level.json", doc, &(ptl_write_opts){ .to = "json" }, &err);
 *     ptl_doc_free(doc);
 *
 * docs/api.md shows all of it at work, in programs that are tested.
 *
 * What is inside a document is plain data: <portolan/mpd.h> and its neighbors, one header per
 * format. Every call is free of global state, prints nothing and never ends the process; different
 * threads may use different documents at once, and may call what takes a const document on the same
 * one, as long as nobody changes it and its allocator, if it has its own, is thread-safe.
 *
 * Arguments come in one order: what is made, what it is made of, options, error. Options and error
 * may be NULL; all-zero options are the defaults, and stay so as members are added. Where any other
 * pointer is NULL, and nothing is said of that, calls that return a status refuse with PTL_E_ARG;
 * the others answer as of something empty, and write nothing. */
#ifndef PORTOLAN_PORTOLAN_H
#define PORTOLAN_PORTOLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(PTL_SHARED) && defined(_WIN32)
#define PTL_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PTL_API __attribute__((visibility("default")))
#else
#define PTL_API
#endif

/* Short functions are defined in the headers for speed; the library exports them too, for other
 * languages. */
#define PTL_INLINE PTL_API inline

/* "major.minor.patch" of the library that is running. */
PTL_API const char *ptl_version(void);

/* Whether this build has an optional feature: "zlib", "zstd" and "gzip" streams, "xml" texts, "png"
 * and "jpeg" pictures, plans drawn with "cairo", further imports through "assimp", levels of detail
 * by "meshoptimizer". What needs an absent feature is refused with PTL_E_UNSUPPORTED and the rule
 * "feature-absent". */
PTL_API bool ptl_has_feature(const char *name);

/* ---- Failure and findings ------------------------------------------------------------------- */

typedef enum ptl_status { /* few, because callers branch on them */
                          PTL_OK,
                          PTL_E_ARG,         /* the call itself makes no sense                 */
                          PTL_E_IO,          /* a file could not be opened, read or written    */
                          PTL_E_MEMORY,      /* the allocator gave none                        */
                          PTL_E_LIMIT,       /* more than ptl_limits allows                    */
                          PTL_E_FORMAT,      /* no format recognizes the input                 */
                          PTL_E_SYNTAX,      /* recognized, but malformed at `offset`          */
                          PTL_E_UNSUPPORTED, /* well-formed, but more than we understand       */
                          PTL_E_STOPPED,     /* ptl_progress asked for it                      */
} ptl_status;

typedef enum ptl_severity {
    PTL_NOTE,    /* worth knowing                                           */
    PTL_LOSS,    /* a conversion dropped or invented something              */
    PTL_WARNING, /* something is wrong; the call went on                    */
    PTL_ERROR,   /* reading: the call failed; checking: the file is wrong   */
} ptl_severity;

/* Their names for people and programs: "ok", "argument", "io", "memory", "limit", "format",
 * "syntax", "unsupported", "stopped"; "note", "loss", "warning", "error". "unknown" for any other
 * number. */
PTL_API const char *ptl_status_name(ptl_status status);
PTL_API const char *ptl_severity_name(ptl_severity severity);

/* What an engine does with a file, from harmless to worst. */
typedef enum ptl_fate {
    PTL_FATE_NONE,    /* nobody asked, or nobody knows this engine            */
    PTL_FATE_UNKNOWN, /* it depends on more than the finding says             */
    PTL_FATE_LOADS,   /* it loads the file, and all is well                   */
    PTL_FATE_WRONG,   /* it loads the file, but shows it wrong                */
    PTL_FATE_REFUSES, /* it refuses the file                                  */
    PTL_FATE_BREAKS,  /* it crashes, never ends, or writes past its memory    */
} ptl_fate;

/* "none", "unknown", "loads", "wrong", "refuses", "breaks". */
PTL_API const char *ptl_fate_name(ptl_fate fate);

#define PTL_NOWHERE UINT64_MAX

/* One finding; errors and warnings look alike. Text that came out of a file is escaped. */
typedef struct ptl_diag {
    ptl_severity severity;
    ptl_status   status;       /* what the call returns; PTL_OK for what does not stop it */
    const char  *rule;         /* stable slug such as "mpd-version"                       */
    uint64_t     offset;       /* first offending byte, or PTL_NOWHERE                    */
    uint32_t     line, column; /* from 1 in texts, 0 in binary files                      */
    char         path[64];     /* logical place such as "type[10,4]", or empty            */
    char         message[192]; /* one line of UTF-8, without file name or newline         */
    ptl_fate     engine;       /* in the profile "engine": what the engine does because of it */
} ptl_diag;

/* What every finding of one rule has in common: a row of a table (ptl_rule_at). Texts are inside,
 * so that hundreds of rows cost a program nothing at its start. */
typedef struct ptl_rule {
    char         name[32];    /* as in ptl_diag                                                */
    ptl_severity severity;    /* the worst it is reported at, unless reading is strict         */
    char         help[224];   /* what it means, in one line                                    */
    bool         fix;         /* ptl_fix repairs it, where it has one honest repair            */
    char         profile[12]; /* "engine", "document": which check reports it; empty: any call */
    ptl_fate     engine;      /* what the engine does because of it                            */
} ptl_rule;

/* In the profile "engine", findings of a format that PTL_CAN_JUDGE have the severity that follows
 * from what the engine does: an error where it refuses or breaks, a warning where it shows the file
 * wrong, a note where it loads it as if nothing were. The worst of them is its verdict. Rules of
 * the profile "-engine" are for all calls but those: the engine has nothing to do with them. */

/* Who hears of findings. `wants`, which may be NULL, is asked before a finding gets its place and
 * its text: false, and that is all there will be of it, so that what is only counted costs next to
 * nothing. It may be asked twice about one that it wants, and is never asked about the error. */
typedef struct ptl_listener {
    void (*hear)(void *user, const ptl_diag *diag); /* notes, losses, warnings and the error */
    void *user;
    bool (*wants)(void *user, ptl_severity severity, const char *rule);
} ptl_listener;

/* ---- Options -------------------------------------------------------------------------------- */

/* realloc with sizes: a NULL pointer allocates, size 0 frees; returns NULL when it cannot. `forget`
 * is told about part of a live block whose contents are no longer needed: its pages may go back to
 * the system. It may be NULL. */
typedef struct ptl_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
    void (*forget)(void *user, void *ptr, size_t size);
} ptl_allocator;

/* Long calls report now and then how far they are; returning false stops them with PTL_E_STOPPED,
 * and nothing is left behind. It is called on the thread that made the long call. */
typedef struct ptl_step {
    const char *stage; /* "read", "import", "tiles", "plan", "scene", "draw", "write", "check" */
    uint64_t    done, total; /* bytes, bands or frames; total is 0 when unknown                   */
} ptl_step;

typedef struct ptl_progress {
    bool (*go_on)(void *user, const ptl_step *step);
    void *user;
} ptl_progress;

typedef struct ptl_limits { /* 0 takes the default */
    size_t   memory;        /* bytes that a document and the call on it hold together: 1 GiB */
    size_t   input;         /* bytes of a file that is read: 512 MiB                         */
    unsigned depth;         /* nesting of JSON: 64                                           */
    unsigned expansion;     /* cells each byte of a packed map may stand for: 1024; up to 4194304
                               cells in all are never too many                              */
} ptl_limits;

/* What a limit is: there is a row for each member of ptl_limits. */
typedef struct ptl_limit_info {
    const char *name;      /* of the member: "memory"                        */
    const char *unit;      /* what it counts: "bytes", "levels"              */
    const char *help;      /* what it bounds, in one line                    */
    const char *rule;      /* of the error when something would pass it      */
    uint64_t    usual;     /* the default                                    */
    uint64_t    untrusted; /* for files of strangers: ptl_limits_untrusted   */
} ptl_limit_info;

/* The index-th limit; NULL past the last. */
PTL_API const ptl_limit_info *ptl_limit_at(size_t index);

/* Sets a limit by its name; false when there is none of that name, or the number is too large. */
PTL_API bool ptl_limits_set(ptl_limits *limits, const char *name, uint64_t value);

/* Sets all limits to what files of strangers get: far less than the defaults. */
PTL_API void ptl_limits_untrusted(ptl_limits *out);

/* A value for one of a format's own settings (ptl_format_info.settings). */
typedef struct ptl_setting {
    const char *name;
    const void *data; /* the text of the value; for files, what the file holds */
    size_t      size;
} ptl_setting;

typedef struct ptl_companion ptl_companion;
typedef struct ptl_bytes     ptl_bytes;

/* Other files of a conversion: textures it takes along, parts that go beside its output. */
typedef struct ptl_files {
    /* Loads a companion of the document; false when it is not there. */
    bool (*load)(void *user, const ptl_companion *companion, ptl_bytes *out);
    /* Puts a file beside the output; false stops the call. Without it all goes into one file, where
     * the target allows that. */
    bool (*put)(void *user, const char *name, const void *data, size_t size);
    void *user;
    /* Whether put would take these bytes under this name; an image that it would not take is named
     * after the output. NULL: it takes all. */
    bool (*is_free)(void *user, const char *name, const void *data, size_t size);
} ptl_files;

/* What becomes of files while they are written to a path. */
typedef enum ptl_file_event {
    PTL_FILE_HOLD, /* what follows should not be cut in two: a temporary file is made and told of,
                      or files get their names; no path */
    PTL_FILE_FREE, /* that is over; no path                                                       */
    PTL_FILE_PART, /* a temporary file of this path is about to be made                           */
    PTL_FILE_GONE, /* it is gone, or has its name                                                 */
    PTL_FILE_SHARED,  /* this file beside the output was there already, with the same bytes       */
    PTL_FILE_WRITTEN, /* this file is complete and in its place; the output comes last            */
} ptl_file_event;

/* Listens to them, so that a program that is stopped can clear away what is not complete. */
typedef struct ptl_watch {
    void (*hear)(void *user, ptl_file_event event, const char *path);
    void *user;
    /* Whether a file may go to this path: asked of files beside the output, whether something is
     * there or not, and of an output that would replace something. NULL: all may. What ptl_convert
     * read is never replaced by a file beside its output. */
    bool (*may_put)(void *user, const char *path);
} ptl_watch;

/* Imports that are code of others: libassimp, whose readers crash or never end on some files. They
 * run in this process unless told otherwise, because a library does not start processes by itself.
 *
 * `child` is a program that is started for each such file: the tool (`portolan`), or any other
 * whose main begins with
 *
 *     if (count == 2 && strcmp(words[1], PTL_IMPORT_CHILD) == 0 && ptl_import_serve())
 *         _exit(0);
 *
 * It is limited in memory (that of `limits`) and time, may open nothing by itself, and is asked for
 * a scene, which is checked in full. What goes wrong there is an error here: "import-crash",
 * "import-endless", "import-answer", "import-child". */
#define PTL_IMPORT_CHILD "--import-child"

typedef struct ptl_foreign {
    bool        refuse; /* such files are refused instead: "import-refused"                     */
    const char *child;  /* path of the program, or a name to look for in PATH; NULL: this process */
    unsigned    seconds; /* of processor time for one file; 0: 10, and one more for each MiB     */
    /* Files of Blender are read by Blender itself, where ptl_convert is given their path, and both
     * of these: a path or a name to look for in PATH, and the folder that holds our add-on,
     * portolan_formats. Where it cannot be started, they are read by libassimp. It has all rights
     * of this process, and 120 seconds unless said; scripts in the file are not run. */
    const char *blender, *addon;
} ptl_foreign;

typedef struct ptl_read_opts {
    const char *format;      /* a format's name, or "json", to force it; NULL: by content  */
    const char *name;        /* file name: its extension decides between equal guesses     */
    bool        strict;      /* warnings stop the call                                     */
    bool        lenient;     /* carry on past errors that leave something to show          */
    bool        keep_source; /* ptl_check can then give lines and columns in texts, JSON included */
    ptl_allocator      allocator;
    ptl_limits         limits;
    ptl_listener       listener;
    const ptl_setting *settings;
    size_t             setting_count;
    ptl_files          files; /* of imports and parts: load finds the files that the input names */
    ptl_progress       progress;
    bool               untrusted; /* the input is a stranger's: see below */
    ptl_foreign        foreign;
    const char        *profile; /* as in ptl_check_opts: "engine" judges what reading finds, too */
} ptl_read_opts;

/* For an input that is a stranger's, `untrusted` leaves as little to it as can be: limits that are
 * 0 are those of ptl_limits_untrusted, no companion is looked for and `files.load` is never called,
 * no library is loaded late but decoders of images (so there are neither imports through libassimp
 * nor plans drawn by cairo), and no process is started. What would need one of these is refused
 * with the rule "untrusted". It holds for all later calls on the document, too. */

typedef struct ptl_write_opts {
    const char        *to; /* a format, an export or "json"; NULL is the document's own format */
    bool               overwrite; /* let ptl_write_file replace a file                            */
    ptl_listener       listener;  /* hears PTL_LOSS for all that is dropped or invented           */
    const ptl_setting *settings;
    size_t             setting_count;
    ptl_files          files;
    const char        *stem; /* what files beside the output are called; NULL: by the format */
    ptl_allocator allocator; /* for scenes and plans written by themselves; documents         */
    ptl_limits    limits;    /* have their own                                                */
    ptl_progress  progress;
    ptl_watch     watch;     /* hears of files; for calls that write to a path                   */
    bool          untrusted; /* as for reading, where a scene or plan is a stranger's         */
    const char   *name;      /* file name of the output: its extension decides between the forms a
                                format has; a path that is written to is one */
    bool each_named; /* nobody asked for the name of the output: where it is several pages or
                        levels, with a file each, the first has its name in that of the file, as the
                        others have, and all go beside the path, where nothing is then            */
} ptl_write_opts;

typedef struct ptl_check_opts {
    const char  *profile; /* "engine": what the engine refuses; "document": its letter; or NULL */
    ptl_listener listener;
    ptl_progress progress;
    ptl_files    files; /* load: finds companions, whose state is then checked, too */
    const char  *name;  /* file name of the document, by which engines find more files; or NULL */
} ptl_check_opts;

/* ---- Documents ------------------------------------------------------------------------------ */

/* A handle on a document: ptl_mpd_of and its like give the native one inside.
 *
 * Changes: what ptl_mpd_of and its like give may be changed in any way, as long as lists and texts
 * have the memory that they count. From then on every call that takes the document as a whole
 * (check, fix, info, write, draw, scenes, plans, parts, tables that are derived) first looks, in
 * linear time, whether its parts fit together, and refuses what does not with PTL_E_SYNTAX and the
 * rule that says what is wrong: counts that do not match their lists, indices outside of them,
 * parents in a circle, values without a meaning. Documents that nobody asked to change are not
 * looked at again; ptl_mpd_view and its like give the same struct to look at, and nothing that is
 * reached through them may be changed. Calls about a single place (heights, rays, cells, poses,
 * links) look at what they use, take any number and any index, and say of what is not there what
 * they say of what is outside. */
typedef struct ptl_doc ptl_doc;

/* Reads a document. On success *out owns everything reachable from it until ptl_doc_free; on
 * failure *out is NULL and *err says why. The data is copied. */
PTL_API ptl_status ptl_read(ptl_doc **out, const void *data, size_t size, const ptl_read_opts *opts,
                            ptl_diag *err);

/* The same from a path. A large file is read once, straight into the document. */
PTL_API ptl_status ptl_read_file(ptl_doc **out, const char *path, const ptl_read_opts *opts,
                                 ptl_diag *err);

/* A new document of a format, with something sensible in it that can be drawn and edited: flat
 * ground, a room, a box. Settings with PTL_WHEN_MAKING say how large it is and what it is called;
 * beyond them only the allocator, limits and listener of the options are used. ptl_mpd_new and its
 * like begin with less. */
PTL_API ptl_status ptl_new(ptl_doc **out, const char *format, const ptl_read_opts *opts,
                           ptl_diag *err);

/* Makes a document of format `to` out of a file of another program (ptl_import_at), as far as the
 * format has room for it: the listener hears PTL_LOSS for all that is dropped or invented. Options
 * are those of reading; `format` names an import. Files that the input names are loaded with
 * opts->files; ptl_import_file looks beside the path and nowhere else unless told otherwise. */
PTL_API ptl_status ptl_import(ptl_doc **out, const void *data, size_t size, const char *to,
                              const ptl_read_opts *opts, ptl_diag *err);
PTL_API ptl_status ptl_import_file(ptl_doc **out, const char *path, const char *to,
                                   const ptl_read_opts *opts, ptl_diag *err);

/* Does the work of a program that was started as ptl_foreign.child. False, and nothing was done,
 * when it was not. Otherwise all is done, and the process has given up its rights: it is good for
 * nothing but to end, with _exit. */
PTL_API bool ptl_import_serve(void);

/* Files that came along with an imported or new document, such as its textures: ptl_write_file puts
 * them beside the document, ptl_write hands them to opts->files.put. Those of new documents are
 * spare: a file that may not be replaced stays instead. False when there are no more. */
typedef struct ptl_attached {
    const char *name;
    const void *data;
    size_t      size;
} ptl_attached;

PTL_API bool ptl_doc_attached(ptl_attached *out, const ptl_doc *doc, size_t index);

PTL_API void ptl_doc_free(ptl_doc *doc); /* NULL is fine */

/* Name of the document's format: one of ptl_format_info.name; NULL without a document. */
PTL_API const char *ptl_doc_format(const ptl_doc *doc);

/* Whether writing the unchanged document gives the very bytes it was read from. Documents of files
 * that were compressed, of a form that is no longer written, in a spelling that is not kept, or in
 * our JSON come back with the same content in other bytes. To find out, texts are written. */
PTL_API bool ptl_doc_verbatim(const ptl_doc *doc);

/* Whether it was made by ptl_import out of what another program wrote. */
PTL_API bool ptl_doc_imported(const ptl_doc *doc);

/* Zeroed memory that lives as long as the document: for lists that grow while it is edited. NULL
 * without a document, or when memory runs out. */
PTL_API void *ptl_doc_alloc(ptl_doc *doc, size_t size);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* A document inside a document, or named by it, such as the map of a layer of a container. */
typedef struct ptl_part {
    const char *format;   /* what it is: a format's name                               */
    char        name[64]; /* of its place, escaped                                     */
    bool        there;    /* false: the place is empty                                 */
    bool        embedded; /* it is inside; false: it is in a file of its own           */
} ptl_part;

/* The index-th part of a document; false when there are no more. */
PTL_API bool ptl_part_at(ptl_part *out, const ptl_doc *doc, size_t index);

/* Reads a part as a document by itself. Options are those of reading; a file that it names is
 * loaded with opts->files. */
PTL_API ptl_status ptl_part_read(ptl_doc **out, const ptl_doc *doc, size_t index,
                                 const ptl_read_opts *opts, ptl_diag *err);

/* Puts a copy of `part` into a document, in place of its index-th part. */
PTL_API ptl_status ptl_part_put(ptl_doc *doc, size_t index, const ptl_doc *part, ptl_diag *err);

/* ---- Writing -------------------------------------------------------------------------------- */

struct ptl_bytes { /* memory handed to the caller; give it back with ptl_bytes_free */
    uint8_t      *data;
    size_t        size;
    size_t        capacity;
    ptl_allocator allocator; /* all zero: libc's */
};

PTL_API void ptl_bytes_free(ptl_bytes *bytes);

/* Takes what is written, piece by piece; false stops the call with PTL_E_IO. */
typedef struct ptl_sink {
    bool (*put)(void *user, const void *data, size_t size);
    void *user;
} ptl_sink;

/* Writes a document. One that was not changed gives the file it came from, byte for byte, if
 * ptl_doc_verbatim says so. */
PTL_API ptl_status ptl_write(ptl_bytes *out, const ptl_doc *doc, const ptl_write_opts *opts,
                             ptl_diag *err);
PTL_API ptl_status ptl_write_to(const ptl_sink *sink, const ptl_doc *doc,
                                const ptl_write_opts *opts, ptl_diag *err);

/* To a path: a temporary file beside it, renamed when complete. With opts->overwrite links are
 * followed, devices and FIFOs are written into, and a file that replaces another keeps its mode,
 * its owner where the system permits it, and its extended attributes. */
PTL_API ptl_status ptl_write_file(const char *path, const ptl_doc *doc, const ptl_write_opts *opts,
                                  ptl_diag *err);

/* The same for bytes of any kind. Of the options, `overwrite` and `watch` count. */
PTL_API ptl_status ptl_put_file(const char *path, const void *data, size_t size,
                                const ptl_write_opts *opts, ptl_diag *err);

/* The gzip stream of any bytes; PTL_E_UNSUPPORTED where the feature "gzip" is absent. */
PTL_API ptl_status ptl_gzip(ptl_bytes *out, const void *data, size_t size, ptl_diag *err);

/* ---- From any input to any output ------------------------------------------------------------ */

typedef struct ptl_source { /* bytes, or the path of a file */
    const void *data;
    size_t      size;
    const char *path; /* NULL: use the bytes */
} ptl_source;

typedef struct ptl_target { /* one of these */
    const char     *path;
    ptl_bytes      *bytes;
    const ptl_sink *sink;
} ptl_target;

/* Converts one file to another, along the route that ptl_route_at lists first or that settings ask
 * for. It reads a document, its JSON, or a file of another program (ptl_import_at); it writes a
 * format, an export or "json", chosen by write->to or by the extension of the path. Settings of
 * both options count together; one that no step of the route uses is refused before anything is
 * done. Both options share one memory limit, and one listener if only one is given. Companions are
 * looked for beside the path unless the options say where.
 *
 *     ptl_convert(&(ptl_target){ .path = "chest.glb" }, &(ptl_source){ .path = "chest.obj" }, NULL,
 *                 NULL, &err);
 */
PTL_API ptl_status ptl_convert(const ptl_target *to, const ptl_source *from,
                               const ptl_read_opts *read, const ptl_write_opts *write,
                               ptl_diag *err);

/* What the extension of a path asks for: the name of a format or an export, or "json"; or NULL. */
PTL_API const char *ptl_target_by_name(const char *path);

/* ---- Looking -------------------------------------------------------------------------------- */

/* Finds what is wrong with a document beyond what reading it said. PTL_OK means that the check
 * could be made; the listener hears the findings. */
PTL_API ptl_status ptl_check(const ptl_doc *doc, const ptl_check_opts *opts, ptl_diag *err);

/* Repairs what has one honest repair; the listener hears each as a note. */
PTL_API ptl_status ptl_fix(ptl_doc *doc, const ptl_check_opts *opts, ptl_diag *err);

typedef enum ptl_page {
    PTL_PAGE_TEXT,    /* a short page for people                            */
    PTL_PAGE_JSON,    /* the same facts, stable names, one JSON object      */
    PTL_PAGE_NOTES,   /* notes people wrote into it, as text; PTL_CAN_NOTES */
    PTL_PAGE_MEANING, /* a list to fill in for the setting "meaning", of formats that have it */
} ptl_page;

/* What a document is and holds. */
PTL_API ptl_status ptl_info(ptl_bytes *out, const ptl_doc *doc, ptl_page page, ptl_diag *err);

/* The same with what is said in files that belong to it, such as the title of its module; only
 * `load` of the files is used, and not for a document of a stranger. */
PTL_API ptl_status ptl_info_beside(ptl_bytes *out, const ptl_doc *doc, ptl_page page,
                                   const ptl_files *files, ptl_diag *err);

/* A file that belongs to a document, such as a texture. */
struct ptl_companion {
    unsigned number;    /* its number in the format's own list        */
    char     name[256]; /* "basicdat/particle", without extension unless `exact`; empty, and never
                           found, if no file can have the name in the document */
    const char *role;
    bool        needed; /* this document makes use of it, or has more than 256 */
    bool        exact;  /* the name has its extension: no other will do */
    const char *folder; /* where its engine keeps such files: below those searched, or beside the
                           document's own; or NULL */
    bool cased;         /* only a file whose letters have the same case will do */
    bool above;         /* the document names it above its own folder */
};

/* The index-th companion of a document; false when there are no more. */
PTL_API bool ptl_doc_companion(ptl_companion *out, const ptl_doc *doc, size_t index);

/* Looks for a companion beside the document's file and in further folders (NULL-terminated list or
 * NULL), as .png, then .bmp (or exactly by its name), ignoring case unless `cased`. The first
 * folders of its name may be missing, because the folder searched can be one of them. Where an
 * engine keeps such files in a folder beside that of the document, it is searched last, also in the
 * folders of the name below it. What a document names above its own folder is looked for up to the
 * folder of its project, which has a *.tiled-project. Nothing outside these folders is found, not
 * even through a link. Writes the path and returns true if the file is there; false without a path,
 * a companion or room for its path. */
PTL_API bool ptl_find_companion(char *out, size_t out_size, const char *doc_path,
                                const char *const *folders, const ptl_companion *companion);

/* The same for several, with fewer disk accesses; the path of one that was not found is empty. */
typedef struct ptl_found {
    char path[1024];
} ptl_found;

PTL_API void ptl_find_companions(ptl_found *out, const char *doc_path, const char *const *folders,
                                 const ptl_companion *companions, size_t count);

/* Finds the document that a folder stands for: the level of a module. Writes its path and returns
 * true if there is one. */
PTL_API bool ptl_find_inside(char *out, size_t out_size, const char *folder);

/* A ready-made ptl_files: loads companions of the document at `doc_path`, found as above, and puts
 * files beside it, each whole or not at all, under plain names without folders or a leading dot.
 *
 *     ptl_folder     folder = { .doc_path = "maps/island.gltf" };
 *     ptl_write_opts opts   = { .to    = "gltf",
 *                               .files = { ptl_folder_load, ptl_folder_put, &folder } };
 */
typedef struct ptl_folder {
    const char        *doc_path;
    const char *const *folders;   /* as for ptl_find_companion        */
    bool               overwrite; /* let ptl_folder_put replace files */
} ptl_folder;

/* A program that calls it itself hands it bytes that are all zero, and frees them. */
PTL_API bool ptl_folder_load(void *folder, const ptl_companion *companion, ptl_bytes *out);
PTL_API bool ptl_folder_put(void *folder, const char *name, const void *data, size_t size);

/* ---- Formats, exports, imports --------------------------------------------------------------- */

enum { /* what a format can do: bits of ptl_format_can */
       PTL_CAN_READ   = 1u << 0,
       PTL_CAN_WRITE  = 1u << 1,
       PTL_CAN_CHECK  = 1u << 2,
       PTL_CAN_FIX    = 1u << 3,
       PTL_CAN_SCENE  = 1u << 4,  /* becomes a scene: exports over scenes take it       */
       PTL_CAN_NOTES  = 1u << 5,  /* has notes to print: PTL_PAGE_NOTES                 */
       PTL_CAN_PLAN   = 1u << 6,  /* becomes a plan: exports over plans take it         */
       PTL_CAN_IMPORT = 1u << 7,  /* can be made from a hub: imports, other formats     */
       PTL_CAN_NEW    = 1u << 8,  /* can be made from nothing: ptl_new                  */
       PTL_CAN_JUDGE  = 1u << 9,  /* what its engine does is known: ptl_rule.engine     */
       PTL_CAN_MISS   = 1u << 10, /* its check says which of its files are not there    */
};

/* What formats and imports offer, and exports need; in the order in which exports prefer them. */
typedef enum ptl_hub {
    PTL_HUB_TILES,   /* layers of tiles, pixel by pixel        */
    PTL_HUB_PLAN,    /* a drawing: <portolan/plan.h>           */
    PTL_HUB_GROUND,  /* cells, and what they mean to whoever walks there        */
    PTL_HUB_GRID,    /* layers that people paint in Tiled, and their way back   */
    PTL_HUB_SCENE,   /* three dimensions: <portolan/scene.h>   */
    PTL_HUB_TABLE,   /* walls, doors and notes of levels, for virtual tabletops */
    PTL_HUB_NOTES,   /* what people wrote into it                               */
    PTL_HUB_HEIGHTS, /* how high the ground is: a heightmap                    */
    PTL_HUBS
} ptl_hub;

/* "tiles", "plan", "ground", "grid", "scene", "table", "notes", "heights". */
PTL_API const char *ptl_hub_name(ptl_hub hub);

enum { /* what a setting is for: bits of ptl_setting_info.when */
       PTL_WHEN_READING   = 1u << 0,
       PTL_WHEN_WRITING   = 1u << 1,  /* the format itself                     */
       PTL_WHEN_SCENE     = 1u << 2,  /* a scene that is made, or exported     */
       PTL_WHEN_PLAN      = 1u << 3,  /* the same for a plan                   */
       PTL_WHEN_IMPORTING = 1u << 4,  /* the format, made from a hub           */
       PTL_WHEN_TILES     = 1u << 5,  /* layers of tiles that are made, or exported */
       PTL_WHEN_MAKING    = 1u << 6,  /* a new document: ptl_new               */
       PTL_WHEN_TABLE     = 1u << 7,  /* levels for virtual tabletops, made or exported */
       PTL_WHEN_NOTES     = 1u << 8,  /* notes that are exported as text       */
       PTL_WHEN_GROUND    = 1u << 9,  /* ground that is carried to another format */
       PTL_WHEN_GRID      = 1u << 10, /* maps for Tiled, or made of its maps   */
       PTL_WHEN_HEIGHTS   = 1u << 11, /* the format, made from a heightmap     */
};

typedef struct ptl_setting_info {
    const char *name;    /* "fans"                                                  */
    const char *value;   /* "FILE": read the file and give what it holds; "NAME";
                            "NAME|FILE": one of the choices, or a file as above;
                            "FILE[@ROW,COL]": a file, too; what stands behind an '@' is
                            for the setting of this name with "-at" behind it;
                            NULL for a switch                                       */
    const char *choices; /* blank-separated values to choose from, or NULL          */
    const char *help;
    unsigned    when;
    const char *group;   /* "camera": what it is listed under in help; NULL: what everybody needs */
    const char *alias;   /* an older name that is taken, too, or NULL                            */
    bool        repeats; /* it may be given several times; else the last one counts            */
} ptl_setting_info;

typedef struct ptl_format_info {
    const char *name;                 /* "mpd"                                   */
    const char *title;                /* "Egoboo mesh"                           */
    const char *extensions;           /* "mpd", blank-separated, most usual first */
    const char *media_type;           /* "application/x-egoboo-mesh"             */
    const char *magic;                /* how its files begin, blank-separated: each one or more
                                         of FROM[:TO]=TEXT joined by '&', where TEXT stands at byte
                                         FROM, or between FROM and TO; NULL: none                */
    const ptl_setting_info *settings; /* ended by a row without a name, or NULL */
    const char             *inside;   /* where a folder has it that stands for the document, such as
                                         "gamedat/level.mpd" of a module; NULL: no folder does   */
    bool many;                        /* made of others it is many files: a folder suits it */
} ptl_format_info;

typedef struct ptl_export_info {
    const char             *name, *title, *extensions, *media_type;
    const ptl_setting_info *settings; /* as of a format */
    bool                    many;     /* it writes a file for each level: a folder suits it */
} ptl_export_info;

typedef struct ptl_import_info {
    const char *name, *title, *extensions, *media_type;
} ptl_import_info;

/* The index-th row of the table of formats, exports or imports; NULL past the last. */
PTL_API const ptl_format_info *ptl_format_at(size_t index);
PTL_API const ptl_export_info *ptl_export_at(size_t index);
PTL_API const ptl_import_info *ptl_import_at(size_t index);

/* What a format can do: PTL_CAN_READ and its like. */
PTL_API unsigned ptl_format_can(const ptl_format_info *format);

/* How one kind of file becomes another: through these hubs, in this order. With none, it is written
 * by its own format or as JSON, or it is a document inside the other. */
typedef struct ptl_route {
    ptl_hub hub[PTL_HUBS];
    size_t  hubs;
} ptl_route;

/* The index-th route from a format or import to a format, export or "json", by their names; the
 * first is taken unless settings ask for another. False when there are no more. */
PTL_API bool ptl_route_at(ptl_route *out, const char *from, const char *to, size_t index);

/* A format by its name, or by the extension of a file's name; NULL when there is none. */
PTL_API const ptl_format_info *ptl_format_named(const char *name);
PTL_API const ptl_format_info *ptl_format_by_extension(const char *file_name);

/* The format that fits a file best, or NULL; *score (0 to 100, may be NULL) says how well. `head`
 * is the beginning of the file (4096 bytes are plenty), `size` that of the whole file. JSON made by
 * this library answers with the format it holds. */
PTL_API const ptl_format_info *ptl_probe(const void *head, size_t head_size, uint64_t size,
                                         const char *file_name, int *score);

/* The same for imports. */
PTL_API const ptl_import_info *ptl_import_probe(const void *head, size_t head_size, uint64_t size,
                                                const char *file_name, int *score);

/* Descriptions made from a format's record table: a JSON Schema of its JSON form, and its fields
 * as a table in Markdown. `facts` describes the page of ptl_info instead. */
PTL_API ptl_status ptl_schema(ptl_bytes *out, const char *format, bool facts, ptl_diag *err);
PTL_API ptl_status ptl_fields(ptl_bytes *out, const char *format, bool facts, ptl_diag *err);

/* The index-th rule of a format; with format NULL, of those that belong to no single format.
 * Returns NULL past the last, and for an unknown format. */
PTL_API const ptl_rule *ptl_rule_at(const char *format, size_t index);

/* The rule of that name, or NULL. Formats may give a name meanings of their own: then this is the
 * row of the worst severity, and ptl_rule_at has the others. */
PTL_API const ptl_rule *ptl_rule_named(const char *name);

/* ---- Rays ----------------------------------------------------------------------------------- */

/* From `origin` along `direction`, which may have any length; nothing farther than `most` times
 * that length is met. */
typedef struct ptl_ray {
    double origin[3], direction[3];
    double most;
} ptl_ray;

/* Where it meets the ground first: at origin + t * direction. */
typedef struct ptl_hit {
    double   t;
    double   normal[3]; /* unit length, of the side that faces outside */
    uint64_t number;    /* of the tile, fan or cell that is met        */
} ptl_hit;

/* ---- Text ----------------------------------------------------------------------------------- */

/* Text of unknown origin made fit for a terminal or a message: control characters, marks that
 * change the direction of writing and bytes that are not UTF-8 become \n, \t or \xHH; cut with
 * "..." where it does not fit (out_size is at least 8). Returns out, terminated. */
PTL_API const char *ptl_quote(char *out, size_t out_size, const char *data, size_t size);

/* Bytes as base64 (RFC 4648), padded, without line breaks. */
PTL_API ptl_status ptl_to_base64(ptl_bytes *out, const void *data, size_t size, ptl_diag *err);

/* Whether a blank-separated list of words, such as ptl_setting_info.choices, has this word; and
 * whether a file's name ends in one of such a list of extensions, ignoring case; one that has a dot
 * itself, such as "passage.txt", may be the whole name. */
PTL_API bool ptl_list_has(const char *list, const char *word, size_t size);
PTL_API bool ptl_has_extension(const char *file_name, const char *extensions);

/* How many letters have to be put in, left out, replaced or exchanged with their neighbor to make
 * one word of another, ignoring case in ASCII; SIZE_MAX when one is empty or longer than 63 bytes.
 * Up to a third of the word is near enough to ask whether it was meant. */
PTL_API size_t ptl_word_distance(const char *a, size_t a_size, const char *b, size_t b_size);

/* ---- Lists inside native documents ---------------------------------------------------------- */

typedef struct ptl_str { /* text of a file: not terminated, not always UTF-8 */
    const char *data;
    size_t      size;
} ptl_str;

/* A copy of a text that lives as long as the document, followed by a NUL that its size does not
 * count; empty when memory runs out. */
PTL_API ptl_str ptl_doc_text(ptl_doc *doc, const char *data, size_t size);

/* The memory behind what a call made from a document: tables, layers, paths. It is the caller's,
 * who frees it with the matching ptl_..._free, before or after the document. It comes from the
 * document's allocator and counts against a limit of its own. */
typedef struct ptl_memory ptl_memory;

typedef struct ptl_u8s {
    uint8_t *data;
    size_t   count;
} ptl_u8s;

typedef struct ptl_u16s {
    uint16_t *data;
    size_t    count;
} ptl_u16s;

typedef struct ptl_u32s {
    uint32_t *data;
    size_t    count;
} ptl_u32s;

typedef struct ptl_u64s {
    uint64_t *data;
    size_t    count;
} ptl_u64s;

typedef struct ptl_f32s {
    float *data;
    size_t count;
} ptl_f32s;

#ifdef __cplusplus
}
#endif

#endif
