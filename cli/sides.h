/* SPDX-License-Identifier: MIT */
/* What commands share that take several files at once: diff, apply, merge. */
#ifndef PTL_CLI_SIDES_H
#define PTL_CLI_SIDES_H

#include "files.h"

enum { SIDES = 3 };

typedef struct sides {
    reading     reading;
    ptl_source  file[SIDES];
    const char *path[SIDES]; /* as given; "-" is standard input */
    size_t      count;
    report      heard;
} sides;

/* Takes the first `count` operands for files; returns an exit code. The first `spared` of them are
 * not written to whatever --overwrite says, and no operand is by an option but --output. */
int  sides_begin(sides *s, const cli_args *args, size_t count, size_t spared);
void sides_end(sides *s);

/* Prints what `diff` says, a color for each kind of change. */
void sides_print_colored(const ptl_bytes *page);

/* Prints what is wrong with a file, and returns EXIT_CANNOT. */
int sides_blame(const ptl_diag *wrong, const char *path);

/* Prints what went wrong, with the name of the file whose fault it is, and returns EXIT_CANNOT. */
int sides_fail(sides *s, const ptl_diag *wrong);

/* Prints what reading one of the files finds. */
void sides_tell_reading(const sides *s, size_t index, ptl_severity least);

/* Puts a result into the file that an option names, or to standard output; returns an exit code. */
int sides_put(const sides *s, const char *option, const void *data, size_t size);

/* The same for a file of a format: says what `check` would call an error in it, and bytes do not go
 * to a terminal. */
int sides_put_file(const sides *s, const void *data, size_t size);

/* Puts a picture of the files where --picture says, if it does; returns an exit code. */
int sides_picture(sides *s);

#define SIDES_PICTURE                                                                              \
    {                                                                                              \
        0,                                                                                         \
        "picture",                                                                                 \
        "FILE",                                                                                    \
        NULL,                                                                                      \
        "draw the files with what is said of them marked, as PNG",                                 \
        "pictures"                                                                                 \
    },                                                                                             \
        { 0,                                                                                       \
          "look",                                                                                  \
          "HOW",                                                                                   \
          "sides overlay flicker",                                                                 \
          "beside one another, over one another, or in turns (animated)",                          \
          "pictures" },                                                                            \
        { 0, "scale", "FACTOR", NULL, "make the picture larger or smaller (1)", "pictures" },      \
    {                                                                                              \
        0, "textures", "DIR", NULL, "look for textures in this folder, too; may be repeated",      \
            "pictures"                                                                             \
    }

/* Options of all of them. */
#define SIDES_OPTIONS                                                                               \
    { 'o', "output", "FILE", NULL, "write to this file instead of standard output" },               \
        { 0, "overwrite", NULL, NULL, "replace the output if it exists" },                          \
        { 0, "from", "FORMAT", NULL, "read the files as this format", "files" },                    \
        { 'q', "quiet", NULL, NULL, "print errors only" },                                          \
        { 0, "strict", NULL, NULL, "stop at warnings", "files" },                                   \
        { 0, "lenient", NULL, NULL, "carry on past errors that leave something to show", "files" }, \
    {                                                                                               \
        0, "untrusted", NULL, NULL, "the files are a stranger's: small limits", "files"             \
    }

#endif
