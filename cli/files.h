/* SPDX-License-Identifier: MIT */
/* Going through files: one, several or whole folders, on one thread or on several. */
#ifndef PTL_CLI_FILES_H
#define PTL_CLI_FILES_H

#include <stdio.h>

#include "options.h"
#include "report.h"

/* What all commands that read share: options of reading, settings with the files they name. */
typedef struct reading {
    const cli_args *args;
    ptl_read_opts   opts;
    ptl_setting    *settings; /* those of formats, as given on the command line */
    size_t          setting_count;
    const char    **folders;     /* to look for textures in, NULL-terminated */
    char           *beside;      /* of these, the one that a theme was read from */
    char           *beside_base; /* and the one that the base of a map was */
    unsigned        threads;
    bool            quiet;        /* errors only, and no progress */
    bool            skip_foreign; /* files of other programs are passed by, even none is well */
    int         imports; /* folders are searched for imports that look so much like one; 0: not */
    const char *target;  /* what files of folders become: others are passed by; NULL: all */
    FILE       *side;    /* where the third stream goes; NULL drops it */
    const char *between; /* what stands between the third streams of files; NULL: a comma */
} reading;

/* Fills it from the arguments; returns an exit code, EXIT_FINE when all is well. */
int  reading_begin(reading *r, const cli_args *args);
void reading_end(reading *r);

/* Options every command that reads has; put them into its table. */
#define READING_ONE_OPTIONS                                                                          \
    { 0, "from", "FORMAT", NULL, "read the input as this format", "files" },                         \
        { 0,      "textures", "DIR", NULL, "look for textures in this folder, too; may be repeated", \
          "files" },                                                                                 \
        { 'q', "quiet", NULL, NULL, "print errors only, and no progress" },                          \
        { 0, "strict", NULL, NULL, "stop at warnings", "files" },                                    \
        { 0, "lenient", NULL, NULL, "carry on past errors that leave something to show", "files" },  \
        { 0,                                                                                         \
          "untrusted",                                                                               \
          NULL,                                                                                      \
          NULL,                                                                                      \
          "the input is a stranger's: small limits, no files beside it, no code of others",          \
          "files" },                                                                                 \
    {                                                                                                \
        'r', "recursive", NULL, NULL, "look into folders for files of known formats", "files"        \
    }

/* The same for those that may work on several files at once. */
#define READING_OPTIONS                                                                            \
    READING_ONE_OPTIONS,                                                                           \
    {                                                                                              \
        'j', "jobs", "N", NULL, "work on N files at once (1)", "files"                             \
    }

/* Reads a path, or standard input for "-". Findings go to the report, the error too. */
ptl_doc *reading_open(const reading *r, const char *path, report *found, ptl_status *status);

/* Whether two names are those of one file. */
bool same_path(const char *a, const char *b);

/* What standard input holds, in memory to be freed; false, and *err says so, when it cannot be read
 * or is more than the limits allow. */
bool read_stdin(ptl_source *out, const ptl_limits *limits, ptl_diag *err);

/* Says which option could help with what was refused, where one could: --salvage or --lenient with
 * a file, --recursive with a folder. */
void hint_refused(const reading *r, const char *path, ptl_status status, pen *to);

/* Whether what is written to one of the standard files may have colors. */
bool has_colors(int file);

/* What a status means to the shell. */
int exit_code_of(ptl_status status);

/* Where the work on one file writes to: standard output, standard error and one more, NULL
 * when it is not wanted. Each is kept until it is the file's turn, so that output is the same
 * however many threads there are. */
typedef struct streams {
    pen              *out, *err;
    FILE             *side;
    size_t            index; /* which of the files it is                              */
    struct stop_file *state; /* to be set to STOP_DONE as soon as its output is there */
    struct crew      *crew;
} streams;

/* Waits until all files before this one are done: what depends on them is then the same however
 * many threads there are. */
void files_wait(const streams *to);

/* Work on one file; returns an exit code. */
typedef int file_work(void *user, const char *path, const streams *to);

typedef struct found_file {
    char *path;
    char *base;  /* the folder it was found under, or NULL */
    char *whole; /* the real path of the folder that stands for it, such as a module; or NULL */
} found_file;

typedef struct file_list {
    found_file *file;
    size_t      count, capacity;
} file_list;

/* Every operand before `end`; a folder that stands for a document is that document, and folders
 * are walked with --recursive, but for the one named `except`
 * when it lies below. */
file_list files_list(const reading *r, size_t end, const char *except);
void      file_list_free(file_list *files);

/* Does the work for all files; returns the worst exit code. */
int files_work(const reading *r, const file_list *files, file_work *work, void *user);

/* Both of them, for every operand. */
int files_each(const reading *r, file_work *work, void *user);

#endif
