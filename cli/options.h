/* SPDX-License-Identifier: MIT */
/* Commands and their options: one table, from which come the parser, the help, the man pages and
 * the completions of every shell. */
#ifndef PTL_CLI_OPTIONS_H
#define PTL_CLI_OPTIONS_H

#include <portolan/portolan.h>

#include "suggest.h"

enum { /* exit codes */
       EXIT_FINE     = 0,
       EXIT_FINDINGS = 1, /* findings or differences */
       EXIT_USAGE    = 2,
       EXIT_CANNOT   = 3, /* cannot read or write */
};

typedef struct cli_option {
    char        letter;  /* 0 when it has only a long name               */
    const char *name;    /* NULL ends a table                            */
    const char *value;   /* what follows it: "FILE"; NULL for a switch   */
    const char *choices; /* blank-separated, or NULL                     */
    const char *help;
    const char *group; /* what it is listed under in help, one of cli_groups; NULL: what everybody
                          needs */
    const char *place; /* the setting that takes what follows an '@' in the value, or NULL */
} cli_option;

typedef enum cli_limits_taken { LIMITS_NONE, LIMITS_OF_BYTES, LIMITS_ALL } cli_limits_taken;

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char       *name;
    const char       *operands; /* "INPUT... [OUTPUT]"                            */
    const char       *summary;
    const char       *about;    /* a few lines more                                  */
    const char       *examples; /* one on each line, or NULL */
    const cli_option *options;
    unsigned          settings; /* which settings of formats it takes: PTL_WHEN_* */
    cli_limits_taken  limits;   /* it reads files, and takes options for limits         */
    const char       *media;    /* how media types of exports it takes begin; NULL: all */
    int (*run)(const cli_args *args);
} cli_command;

extern const cli_command *const cli_commands[]; /* NULL ends them */
extern const cli_option         cli_common[];   /* options of every command */

extern const char *cli_self; /* what the tool was called, for starting it again */

const cli_command *cli_command_named(const char *name);
void               cli_suggest_command(suggestion *near); /* offers all of them */

typedef struct cli_given {
    const char *name, *value; /* value is NULL for a switch */
    bool        setting;      /* of a format rather than of the command */
} cli_given;

struct cli_args {
    const cli_command *command;
    const char       **operands;
    size_t             operand_count;
    cli_given         *given;
    size_t             given_count;
};

/* Parses what follows the command's name. Says what is wrong and returns false on bad usage. */
bool cli_parse(cli_args *out, const cli_command *command, int count, char **words);
void cli_args_free(cli_args *args);

bool        cli_flag(const cli_args *args, const char *name);
const char *cli_value(const cli_args *args, const char *name); /* the last one given, or NULL */
/* The index-th value of an option that may be given several times, or NULL. */
const char *cli_value_at(const cli_args *args, const char *name, size_t index);
/* A whole number, or `otherwise` when not given; says what is wrong and ends with *bad set. */
unsigned cli_number(const cli_args *args, const char *name, unsigned otherwise, bool *bad);

/* Fills in all limits: the defaults, and what options say instead; says what is wrong and returns
 * false. */
bool cli_limits(const cli_args *args, ptl_limits *out);

/* Prints one line to stderr and returns EXIT_USAGE. */
int cli_usage(const cli_args *args, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether an export counts for a command that takes these media types. */
bool cli_counts(const char *media, const ptl_export_info *target);

/* What can be written by a command that takes these media types (NULL: by any), and what can be
 * read: names with blanks between, from the tables. The text is good until the next call. */
const char *cli_targets(const char *media);
const char *cli_sources(void);
const char *cli_format_names(void);

/* Calls `each` for every option a command takes: its own, the settings of formats, the common.
 * Those whose value is a TARGET or a FORMAT come with the names there are as choices. */
typedef void cli_each(void *user, const cli_option *option, const char *format);
void         cli_each_option(const cli_command *command, cli_each *each, void *user);

/* Groups of options in the order of help pages, ended by NULL; whether an option is listed in one
 * (or among those of none: NULL), which settings of single formats are not; and whether a format,
 * or "exports", is among the owners of a setting. */
extern const char *const cli_groups[];
bool                     cli_in_group(const cli_option *o, const char *owners, const char *group);
bool                     cli_owned_by(const char *owners, const char *name);

/* The part of it that is about limits: an option for each member of ptl_limits. */
void cli_each_limit(cli_limits_taken which, cli_each *each, void *user);

/* All limits as a table in Markdown. */
void cli_print_limits(void);

#endif
