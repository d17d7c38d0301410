/* SPDX-License-Identifier: MIT */
/* portolan: the table of commands, and which of them a command line means. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "report.h"

const cli_command *const cli_commands[] = {
    &cli_info,  &cli_check, &cli_convert, &cli_render,  &cli_view, &cli_new, &cli_diff,
    &cli_apply, &cli_merge, &cli_git,     &cli_formats, &cli_help, NULL,
};

const char *cli_self;

/* A file that is opened while one of these is closed would take its place, and messages would land
 * in it. */
static void open_standard_files(void)
{
    for (int file = 0; file <= 2; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", file == 0 ? O_RDONLY : O_WRONLY) != file)
            _exit(EXIT_CANNOT);
}

/* What was printed counts only when it arrived. */
static int finish(int code)
{
    bool whole = fflush(stdout) == 0;
    int  wrong = errno;

    if (whole && !ferror(stdout))
        return code;
    fprintf(stderr, "portolan: standard output cannot be written%s%s\n", whole ? "" : ": ",
            whole ? "" : strerror(wrong));
    return EXIT_CANNOT;
}

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
    return finish(code);
}

/* A word in the place of a command that is none, is no file, and does not look like one. */
static bool is_lost(const char *word)
{
    return word[0] != '-' && !strpbrk(word, "./") && access(word, F_OK) != 0;
}

static int refuse(const char *word, const char *what, suggestion *near, const char *prefix)
{
    suggestion_text meant;
    shown_path      room;

    fprintf(stderr, "portolan: '%s' is %s%s\ntry: portolan help\n", show_path(&room, word), what,
            suggest_text(&meant, near, prefix));
    return EXIT_USAGE;
}

/* Other programs have a letter for it, which here would be one of info. */
static bool means_version(const char *word)
{
    return strcmp(word, "-v") == 0 || strcmp(word, "-V") == 0;
}

/* What is neither a command nor one of our own options is given to info, unless it is plain that
 * something else was meant. */
static int run_lone(int count, char **words)
{
    const char *word    = words[0];
    bool        dashes  = strncmp(word, "--", 2) == 0;
    suggestion  command = suggest_for(word, strlen(word));
    suggestion  option  = suggest_for(dashes ? word + 2 : "", dashes ? strlen(word) - 2 : 0);

    cli_suggest_command(&command);
    if (means_version(word))
        option = suggest_for("version", strlen("version"));
    suggest_offer(&option, "version");
    if (is_lost(word))
        return refuse(word, "neither a command nor a file", &command, "");
    if (option.best[0])
        return refuse(word, "no option", &option, "--");
    return run(&cli_info, count, words); /* portolan FILE */
}

int main(int count, char **words)
{
    const cli_command *command = count > 1 ? cli_command_named(words[1]) : NULL;

    if (count == 2 && strcmp(words[1], PTL_IMPORT_CHILD) == 0 && ptl_import_serve())
        _exit(EXIT_FINE); /* libraries by others tidy up after themselves, in whatever state */
    open_standard_files();
    cli_self = words[0];
    if (command)
        return run(command, count - 2, words + 2);
    if (count < 2) {
        fputs("portolan: no command and no file given\ntry: portolan help\n", stderr);
        return EXIT_USAGE;
    }
    if (strcmp(words[1], "-h") == 0 || strcmp(words[1], "--help") == 0) {
        print_help(NULL);
        return finish(EXIT_FINE);
    }
    if (strcmp(words[1], "--version") == 0) {
        printf("portolan %s\n", ptl_version());
        return finish(EXIT_FINE);
    }
    return run_lone(count - 1, words + 1);
}
