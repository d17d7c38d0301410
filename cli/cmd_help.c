/* SPDX-License-Identifier: MIT */
/* portolan help: help pages, man pages and completions, all from the tables of commands. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "report.h"

/* ---- Help ----------------------------------------------------------------------------------- */

static void help_option(void *user, const cli_option *o, const char *format)
{
    char left[64];

    (void)user;
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", o->letter ? "-" : "  ",
             o->letter ? o->letter : ' ', o->letter ? ", " : " ", o->name, o->value ? " " : "",
             o->value ? o->value : "");
    printf("  %-26s %s", left, o->help);
    if (o->choices)
        printf(": %s", o->choices);
    if (format)
        printf(" (%s)", format);
    putchar('\n');
}

static void help_program(void)
{
    puts("usage: portolan COMMAND INPUT... [OUTPUT] [options]\n"
         "       portolan FILE\n\n"
         "Opens the maps and models of game engines, checks them, and carries them elsewhere.\n");
    for (size_t i = 0; cli_commands[i]; i++)
        printf("  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    puts("\n'portolan help COMMAND' says more. Exit codes: 0 fine, 1 findings, 2 usage, 3 cannot "
         "read\n"
         "or write.");
}

void print_help(const cli_command *command)
{
    if (!command) {
        help_program();
        return;
    }
    printf("usage: portolan %s%s%s [options]\n\n%s.\n%s\n\n", command->name,
           *command->operands ? " " : "", command->operands, command->summary, command->about);
    cli_each_option(command, help_option, NULL);
}

/* ---- Man pages ------------------------------------------------------------------------------ */

/* Hyphens are spelled so that they can be copied, a dot in front is no request. */
static void man_text(const char *text)
{
    bool line_start = true;

    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '-' || *text == '\\')
            putchar('\\');
        putchar(*text);
        line_start = *text == '\n';
    }
}

static void man_option(void *user, const cli_option *o, const char *format)
{
    (void)user;
    printf(".TP\n");
    if (o->letter)
        printf("\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", stdout);
    man_text(o->name);
    fputs("\\fR", stdout);
    if (o->value)
        printf(" \\fI%s\\fR", o->value);
    putchar('\n');
    man_text(o->help);
    if (o->choices)
        printf(": %s", o->choices);
    if (format)
        printf(" (%s)", format);
    putchar('\n');
}

static void man_command(const cli_command *command)
{
    printf(".TH PORTOLAN\\-%s 1 \"\" \"portolan %s\"\n.SH NAME\nportolan\\-%s \\- ", command->name,
           ptl_version(), command->name);
    man_text(command->summary);
    printf("\n.SH SYNOPSIS\n.B portolan %s\n", command->name);
    man_text(command->operands);
    puts(" [options]\n.SH DESCRIPTION");
    man_text(command->about);
    puts("\n.SH OPTIONS");
    cli_each_option(command, man_option, NULL);
    puts(".SH SEE ALSO\n.BR portolan (1)");
}

static void man_program(void)
{
    printf(".TH PORTOLAN 1 \"\" \"portolan %s\"\n.SH NAME\nportolan \\- maps and models of game "
           "engines, "
           "carried anywhere\n.SH SYNOPSIS\n.B portolan\nCOMMAND INPUT... [OUTPUT] [options]\n.br\n"
           ".B portolan\nFILE\n.SH COMMANDS\n",
           ptl_version());
    for (size_t i = 0; cli_commands[i]; i++) {
        printf(".TP\n.BR portolan\\-%s (1)\n", cli_commands[i]->name);
        man_text(cli_commands[i]->summary);
        putchar('\n');
    }
    puts(".SH EXIT STATUS\n.TP\n0\nfine\n.TP\n1\nfindings or differences\n.TP\n2\nusage\n.TP\n3\n"
         "cannot read or write\n.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nkeeps colors off the terminal");
}

/* ---- Completions ---------------------------------------------------------------------------- */

static void bash_option(void *user, const cli_option *o, const char *format)
{
    (void)user;
    (void)format;
    printf(" --%s", o->name);
    if (o->letter)
        printf(" -%c", o->letter);
}

static void bash_choices(void *user, const cli_option *o, const char *format)
{
    (void)format;
    if (o->choices)
        printf("    %s:--%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n",
               (const char *)user, o->name, o->choices);
}

static void complete_bash(void)
{
    puts("# bash completion for portolan\n_portolan() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
         "verb=${COMP_WORDS[1]} words=\n"
         "  COMPREPLY=()\n  case $verb:$prev in");
    for (size_t i = 0; cli_commands[i]; i++)
        cli_each_option(cli_commands[i], bash_choices, (void *)cli_commands[i]->name);
    puts("  esac\n  case $verb in");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    %s) words='", cli_commands[i]->name);
        cli_each_option(cli_commands[i], bash_option, NULL);
        puts("' ;;");
    }
    fputs("  esac\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '", stdout);
    for (size_t i = 0; cli_commands[i]; i++)
        printf("%s%s", i > 0 ? " " : "", cli_commands[i]->name);
    puts("' -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
         "  elif [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  else\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n  fi\n}\n"
         "complete -o filenames -F _portolan portolan");
}

/* Text between single quotes, for zsh and fish. */
static void quoted(const char *text)
{
    for (; *text; text++) {
        if (strchr("[]:", *text))
            putchar('\\');
        if (*text == '\'')
            fputs("'\\'", stdout);
        putchar(*text);
    }
}

static void zsh_option(void *user, const cli_option *o, const char *format)
{
    (void)user;
    (void)format;
    printf(" \\\n        '--%s[", o->name);
    quoted(o->help);
    putchar(']');
    if (o->value && o->choices)
        printf(":%s:(%s)", o->value, o->choices);
    else if (o->value)
        printf(":%s:_files", o->value);
    putchar('\'');
}

static void complete_zsh(void)
{
    puts("#compdef portolan\n_portolan() {\n  local -a verbs=(");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    '%s:", cli_commands[i]->name);
        quoted(cli_commands[i]->summary);
        puts("'");
    }
    puts("  )\n  if (( CURRENT == 2 )); then\n    _describe command verbs; _files; return\n  fi\n"
         "  case $words[2] in");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    %s) _arguments", cli_commands[i]->name);
        cli_each_option(cli_commands[i], zsh_option, NULL);
        puts(" \\\n        '*:file:_files' ;;");
    }
    puts("  esac\n}\n_portolan \"$@\"");
}

static void fish_option(void *user, const cli_option *o, const char *format)
{
    (void)format;
    printf("complete -c portolan -n '__fish_seen_subcommand_from %s' -l %s", (const char *)user,
           o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->value)
        fputs(" -r", stdout);
    if (o->choices)
        printf(" -f -a '%s'", o->choices);
    fputs(" -d '", stdout);
    for (const char *at = o->help; *at; at++)
        printf(*at == '\'' ? "\\%c" : "%c", *at);
    puts("'");
}

static void complete_fish(void)
{
    puts("# fish completion for portolan");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("complete -c portolan -n __fish_use_subcommand -a %s -d '%s'\n",
               cli_commands[i]->name, cli_commands[i]->summary);
        cli_each_option(cli_commands[i], fish_option, (void *)cli_commands[i]->name);
    }
}

/* ---- For programs -----------------------------------------------------------------------------
 */

static void json_text(const char *key, const char *text)
{
    printf(", \"%s\": ", key);
    if (text)
        print_json_string(stdout, text);
    else
        fputs("null", stdout);
}

static void json_choices(const char *choices)
{
    fputs(", \"choices\": [", stdout);
    for (const char *at = choices; at && *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");

        printf("%s\"%.*s\"", at > choices ? ", " : "", length, at);
        at += length;
    }
    fputs("]", stdout);
}

static void json_option(void *user, const cli_option *o, const char *format)
{
    bool *first     = user;
    char  letter[2] = { o->letter, 0 };

    printf("%s\n      { \"name\": \"%s\"", *first ? "" : ",", o->name);
    json_text("letter", o->letter ? letter : NULL);
    json_text("value", o->value);
    json_choices(o->choices);
    json_text("of", format); /* null: of the command itself */
    json_text("help", o->help);
    fputs(" }", stdout);
    *first = false;
}

static void json_command(const cli_command *command)
{
    bool first = true;

    printf("  { \"name\": \"%s\"", command->name);
    json_text("operands", command->operands);
    json_text("summary", command->summary);
    fputs(",\n    \"options\": [", stdout);
    cli_each_option(command, json_option, &first);
    fputs("\n    ] }", stdout);
}

/* The whole grammar, or that of one command. */
static void json_grammar(const cli_command *only)
{
    const char *between = "\n";

    printf("{ \"version\": \"%s\", \"commands\": [", ptl_version());
    for (size_t i = 0; cli_commands[i]; i++) {
        if (only && only != cli_commands[i])
            continue;
        fputs(between, stdout);
        json_command(cli_commands[i]);
        between = ",\n";
    }
    fputs("\n] }\n", stdout);
}

/* ---- The command ---------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = { { "bash", complete_bash }, { "zsh", complete_zsh }, { "fish", complete_fish } };

static int refuse_command(const cli_args *args, const char *name)
{
    suggestion      near = suggest_for(name, strlen(name));
    suggestion_text meant;

    cli_suggest_command(&near);
    return cli_usage(args, "help takes the name of one command%s", suggest_text(&meant, &near, ""));
}

static int run_help(const cli_args *args)
{
    const char        *name    = args->operand_count > 0 ? args->operands[0] : NULL;
    const char        *shell   = cli_value(args, "completions");
    const cli_command *command = name ? cli_command_named(name) : NULL;

    if (args->operand_count > 1)
        return cli_usage(args, "help takes the name of one command");
    if (name && !command)
        return refuse_command(args, name);
    if (cli_flag(args, "man") + cli_flag(args, "json") + cli_flag(args, "limits") +
            (shell != NULL) >
        1)
        return cli_usage(args, "--man, --json, --limits and --completions exclude each other");
    if (name && (shell || cli_flag(args, "limits")))
        return cli_usage(args, "--completions and --limits are of all commands");
    for (size_t i = 0; shell && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].name) == 0)
            shells[i].print();
    if (cli_flag(args, "limits"))
        cli_print_limits();
    if (shell || cli_flag(args, "limits"))
        return EXIT_FINE;
    if (cli_flag(args, "json"))
        json_grammar(command);
    else if (!cli_flag(args, "man"))
        print_help(command);
    else if (command)
        man_command(command);
    else
        man_program();
    return EXIT_FINE;
}

static const cli_option options[] = {
    { 0, "man", NULL, NULL, "print the man page instead" },
    { 0, "json", NULL, NULL, "print all commands and options as JSON" },
    { 0, "limits", NULL, NULL, "print the limits and their defaults as a table instead" },
    { 0, "completions", "SHELL", "bash zsh fish", "print the completions of a shell" },
    { 0 },
};

const cli_command cli_help = {
    .name     = "help",
    .operands = "[COMMAND]",
    .summary  = "say what a command does and takes",
    .about    = "Without a command, lists them all.",
    .options  = options,
    .run      = run_help,
};
