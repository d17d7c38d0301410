/* SPDX-License-Identifier: MIT */
/* The commands, one row each. */
#ifndef PTL_CLI_COMMANDS_H
#define PTL_CLI_COMMANDS_H

#include "options.h"

extern const cli_command cli_info, cli_check, cli_convert, cli_render, cli_view, cli_new, cli_diff,
    cli_apply, cli_merge, cli_git, cli_formats, cli_help;

/* The help page of a command, or of the whole program for NULL. */
void print_help(const cli_command *command);

/* What commands, or one of them, take for a format. */
void print_format_help(const ptl_format_info *format, const cli_command *only);

/* All meanings of a rule; false when there is none of that name. */
bool print_rule(const char *name);

#endif
