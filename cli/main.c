/* SPDX-License-Identifier: MIT */
/* portolan: the table of commands, and which of them a command line means. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

const cli_command *const cli_commands[] = {
    &cli_info, &cli_check, &cli_convert, &cli_render, &cli_formats, &cli_help, NULL,
};

static int run(const cli_command *command, int count, char **words)
{
    cli_args args;
    int      code = EXIT_USAGE;

    if (cli_parse(&args, command, count, words)) {
        if (cli_flag(&args, "help")) {
            print_help(command);
            code = EXIT_FINE;
        } else {
            code = command->run(&args);
        }
    }
    cli_args_free(&args);
    if (fflush(stdout) != 0 || ferror(stdout))
        return EXIT_CANNOT;
    return code;
}

int main(int count, char **words)
{
    const cli_command *command = count > 1 ? cli_command_named(words[1]) : NULL;

    if (command)
        return run(command, count - 2, words + 2);
    if (count < 2) {
        fputs("portolan: no command and no file given\ntry: portolan help\n", stderr);
        return EXIT_USAGE;
    }
    if (strcmp(words[1], "-h") == 0 || strcmp(words[1], "--help") == 0) {
        print_help(NULL);
        return EXIT_FINE;
    }
    if (strcmp(words[1], "--version") == 0) {
        printf("portolan %s\n", ptl_version());
        return EXIT_FINE;
    }
    return run(&cli_info, count - 1, words + 1); /* portolan FILE */
}
