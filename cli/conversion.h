/* SPDX-License-Identifier: MIT */
/* Files in, other files out: commands whose last operand is the output,
 * unless --output names it. */
#ifndef PTL_CLI_CONVERSION_H
#define PTL_CLI_CONVERSION_H

#include "files.h"

/* Runs a command with these options. Only targets of the command's media type count, if it has one;
 * the first of them is the usual one for folders and standard output. */
int conversion_run(const cli_args *args);

#define CONVERSION_OPTIONS                                                                         \
    { 'o', "output", "OUTPUT", NULL, "write here; all operands are inputs then" },                 \
        { 0, "overwrite", NULL, NULL, "replace the output if it exists" },                         \
        { 0,                                                                                       \
          "name",                                                                                  \
          "PATTERN",                                                                               \
          NULL,                                                                                    \
          "names in the output folder, without extension: {stem}, {ext}, {folder}",                \
          "files" },                                                                               \
        { 0, "list", NULL, NULL, "print the name of every file that was written", "files" },       \
        { 0,                                                                                       \
          "themes",                                                                                \
          "DIR",                                                                                   \
          NULL,                                                                                    \
          "look for the theme that a map names in this folder, too; may be repeated",              \
          "files" },                                                                               \
        { 0,                                                                                       \
          "losses",                                                                                \
          "FILE",                                                                                  \
          NULL,                                                                                    \
          "write what was dropped or invented to this file, as JSON",                              \
          "files" },                                                                               \
        { 0,                                                                                       \
          "time-limit",                                                                            \
          "SECONDS",                                                                               \
          NULL,                                                                                    \
          "the most processor time an importer by others may take (10, and 1 per MiB)",            \
          "files" },                                                                               \
        READING_OPTIONS

#endif
