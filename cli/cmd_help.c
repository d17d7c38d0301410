/* SPDX-License-Identifier: MIT */
/* portolan help: help pages, man pages and completions, all from the tables of commands. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "report.h"

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

typedef struct man_part { /* of a page: a group of options, or the settings of a format */
    const char *section;  /* begins with the first of them, unless it is NULL */
    const char *group, *title, *format;
    size_t      count;
} man_part;

static void man_option(void *user, const cli_option *o, const char *format)
{
    man_part *part = user;

    if (part->format ? !cli_owned_by(format, part->format) : !cli_in_group(o, format, part->group))
        return;
    if (part->section)
        printf(".SH %s\n", part->section);
    part->section = NULL;
    if (part->count++ == 0 && part->title)
        printf(".SS %s\n", part->title);
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
    putchar('\n');
}

static void man_examples(const char *examples)
{
    if (!examples)
        return;
    puts(".SH EXAMPLES\n.nf");
    man_text(examples);
    puts("\n.fi");
}

static void man_rules(const ptl_format_info *format)
{
    const ptl_rule *rule;

    if (!ptl_rule_at(format->name, 0))
        return;
    puts(".SH RULES\nWhat is found in such files, as\n.B portolan check\nnames it:");
    for (size_t i = 0; (rule = ptl_rule_at(format->name, i)); i++) {
        fputs(".TP\n\\fB", stdout);
        man_text(rule->name);
        printf("\\fR (%s)\n", ptl_severity_name(rule->severity));
        man_text(rule->help);
        putchar('\n');
    }
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
    cli_each_option(command, man_option, &(man_part){ 0 });
    for (size_t i = 0; cli_groups[i]; i++)
        cli_each_option(command, man_option,
                        &(man_part){ .group = cli_groups[i], .title = cli_groups[i] });
    man_examples(command->examples);
    fputs(".SH SEE ALSO\n.BR portolan (1)", stdout);
    for (size_t i = 0; ptl_format_at(i); i++)
        printf(",\n.BR portolan\\-%s (5)", ptl_format_at(i)->name);
    putchar('\n');
}

static void man_format(const ptl_format_info *format)
{
    man_part part = { .section = "OPTIONS", .format = format->name };

    printf(".TH PORTOLAN\\-%s 5 \"\" \"portolan %s\"\n.SH NAME\nportolan\\-%s \\- ", format->name,
           ptl_version(), format->name);
    man_text(format->title);
    printf("\n.SH DESCRIPTION\nFiles that end in: %s.\n.br\nMedia type: ", format->extensions);
    man_text(format->media_type);
    printf(".\n.br\nMembers of its JSON form:\n.BR \"portolan formats \\-\\-fields %s\" .\n",
           format->name);
    for (size_t i = 0; cli_commands[i]; i++) {
        char title[64];

        snprintf(title, sizeof title, "portolan %s", cli_commands[i]->name);
        part.title = title;
        part.count = 0;
        cli_each_option(cli_commands[i], man_option, &part);
    }
    man_rules(format);
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

/* Several formats may have settings of one name: their values together, listed with the first. */
typedef struct gathering {
    const char *name;
    const char *only; /* the format whose values count; NULL: those of all */
    bool        found;
    char        first[64]; /* whose the first of them is, empty for an option of the command */
    char        values[512];
} gathering;

/* Owners of a setting stand with commas between. */
static bool is_owner(const char *owners, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = owners; *at; at += strspn(at, ", ")) {
        size_t word = strcspn(at, ", ");

        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

static void gather(void *user, const cli_option *o, const char *format)
{
    gathering  *g      = user;
    size_t      used   = strlen(g->values);
    bool        named  = o->value && strcmp(o->value, "FORMAT") == 0;
    const char *values = o->choices ? o->choices : named ? cli_format_names() : NULL;

    if (strcmp(o->name, g->name) != 0 || (g->only && format && !is_owner(format, g->only)))
        return;
    if (!g->found)
        snprintf(g->first, sizeof g->first, "%s", format ? format : "");
    g->found = true;
    for (const char *at = values; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (!ptl_list_has(g->values, at, length) && used + length + 2 < sizeof g->values)
            used +=
                (size_t)sprintf(g->values + used, "%s%.*s", used > 0 ? " " : "", (int)length, at);
        at += length;
    }
}

static gathering values_of(const cli_command *command, const char *name)
{
    gathering g = { .name = name };

    cli_each_option(command, gather, &g);
    return g;
}

static gathering values_for(const cli_command *command, const char *name, const char *format)
{
    gathering g = { .name = name, .only = format };

    cli_each_option(command, gather, &g);
    return g;
}

/* A word for each format with values of its own, "format=values", each between these marks; false
 * when all formats that have the setting take the same, and nothing was printed. */
static bool print_kinds(const cli_command *command, const gathering *all, const char *begin,
                        const char *end)
{
    const ptl_format_info *f;
    bool                   any = false;

    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        gathering own = values_for(command, all->name, f->name);

        if (!own.values[0] || strcmp(own.values, all->values) == 0)
            continue;
        printf("%s%s=%s%s", begin, f->name, own.values, end);
        any = true;
    }
    return any;
}

/* Patterns of names, from which shells tell what format a word on the line is of. */
static void print_patterns(const char *each)
{
    const ptl_format_info *f;

    for (size_t i = 0; (f = ptl_format_at(i)); i++)
        for (const char *at = f->extensions; *at; at += strspn(at, " ")) {
            int length = (int)strcspn(at, " ");

            printf(each, length, at, f->name);
            at += length;
        }
}

static bool is_first(const gathering *g, const char *format)
{
    return strcmp(g->first, format ? format : "") == 0;
}

/* "install|uninstall" as words with blanks between; NULL where operands are no such words. */
static const char *alternatives_of(const char *operands, char *out, size_t size)
{
    if (strspn(operands, "abcdefghijklmnopqrstuvwxyz|") != strlen(operands) || !*operands)
        return NULL;
    snprintf(out, size, "%s", operands);
    for (char *bar = strchr(out, '|'); bar; bar = strchr(bar, '|'))
        *bar = ' ';
    return out;
}

/* What the operands of a command are, where they are no files. */
static const char *operands_of(const cli_command *command)
{
    static char names[512];
    size_t      used = 0;

    if (strncmp(command->operands, "FORMAT ", 7) == 0)
        return cli_format_names();
    if (strncmp(command->operands, "[COMMAND", 8) != 0)
        return alternatives_of(command->operands, names, sizeof names);
    for (size_t i = 0; cli_commands[i]; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", cli_commands[i]->name);
    snprintf(names + used, sizeof names - used, "%s", cli_format_names());
    return names;
}

static void bash_choices(void *user, const cli_option *o, const char *format)
{
    const cli_command *command = user;
    gathering          g       = values_of(command, o->name);

    if (!g.values[0] || !is_first(&g, format))
        return;
    printf("    %s:--%s) _portolan_pick '%s'", command->name, o->name, g.values);
    print_kinds(command, &g, " '", "'");
    puts("; return ;;");
}

static void complete_bash(void)
{
    puts("# bash completion for portolan\n"
         "_portolan_files() { # a name may have blanks: one on each line\n  local name\n"
         "  while IFS= read -r name; do COMPREPLY+=(\"$name\"); done < <(compgen -f -- \"$cur\")\n"
         "}\n_portolan_pick() { # values of all formats, and those of single ones: that of the "
         "first "
         "file counts\n"
         "  local word kind= values=$1\n  for word in \"${COMP_WORDS[@]:2}\"; do\n"
         "    case ${word,,} in");
    print_patterns("      *.%.*s) kind=%s ;;\n");
    puts(
        "    esac\n    [ -z \"$kind\" ] || break\n  done\n"
        "  for word in \"${@:2}\"; do [ \"${word%%=*}\" != \"$kind\" ] || values=${word#*=}; done\n"
        "  COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n"
        "}\n_portolan() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
        "verb=${COMP_WORDS[1]} words= plain=\n"
        "  COMPREPLY=()\n  case $verb:$prev in");
    for (size_t i = 0; cli_commands[i]; i++)
        cli_each_option(cli_commands[i], bash_choices, (void *)cli_commands[i]);
    puts("  esac\n  case $verb in");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    %s) words='", cli_commands[i]->name);
        cli_each_option(cli_commands[i], bash_option, NULL);
        printf("' plain='%s' ;;\n",
               operands_of(cli_commands[i]) ? operands_of(cli_commands[i]) : "");
    }
    fputs("  esac\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '", stdout);
    for (size_t i = 0; cli_commands[i]; i++)
        printf("%s%s", i > 0 ? " " : "", cli_commands[i]->name);
    puts(
        "' -- \"$cur\"))\n    _portolan_files\n"
        "  elif [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        "  elif [ -n \"$plain\" ] && { [ \"$COMP_CWORD\" -eq 2 ] || [ \"$verb\" = help ]; }; then\n"
        "    COMPREPLY=($(compgen -W \"$plain\" -- \"$cur\"))\n"
        "  else\n    _portolan_files\n  fi\n}\n"
        "complete -o filenames -F _portolan portolan");
}

/* Whether no operand is a file. */
static bool is_words(const cli_command *command)
{
    return operands_of(command) && !strstr(command->operands, "OUTPUT");
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
    gathering g = values_of(user, o->name);

    if (!is_first(&g, format))
        return;
    printf(" \\\n        '--%s[", o->name);
    quoted(o->help);
    putchar(']');
    if (o->value && g.values[0]) {
        printf(":%s:{_portolan_pick \"%s\"", o->value, g.values);
        print_kinds(user, &g, " \"", "\"");
        putchar('}');
    } else if (o->value)
        printf(":%s:_files", o->value);
    putchar('\'');
}

static void complete_zsh(void)
{
    puts("#compdef portolan\n_portolan_pick() { # values of all formats, and those of single ones\n"
         "  local word kind picked=$1\n  for word in $words[3,-1]; do\n    case ${word:l} in");
    print_patterns("      *.%.*s) kind=%s ;;\n");
    puts("    esac\n    [[ -z $kind ]] || break\n  done\n"
         "  for word in \"${@[2,-1]}\"; do [[ ${word%%=*} != $kind ]] || picked=${word#*=}; done\n"
         "  compadd -- ${=picked}\n}\n_portolan() {\n  local -a verbs=(");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    '%s:", cli_commands[i]->name);
        quoted(cli_commands[i]->summary);
        puts("'");
    }
    puts("  )\n  if (( CURRENT == 2 )); then\n    _describe command verbs; _files; return\n  fi\n"
         "  case $words[2] in");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("    %s) _arguments", cli_commands[i]->name);
        cli_each_option(cli_commands[i], zsh_option, (void *)cli_commands[i]);
        if (operands_of(cli_commands[i]))
            printf(" \\\n        '1: :' '%s:name:(%s)'", is_words(cli_commands[i]) ? "*" : "2",
                   operands_of(cli_commands[i]));
        puts(is_words(cli_commands[i]) ? " ;;" : " \\\n        '*:file:_files' ;;");
    }
    puts("  esac\n}\n_portolan \"$@\"");
}

static void fish_option(void *user, const cli_option *o, const char *format)
{
    const cli_command *command = user;
    gathering          g       = values_of(command, o->name);

    if (!is_first(&g, format))
        return;
    printf("complete -c portolan -n '__fish_seen_subcommand_from %s' -l %s", command->name,
           o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->value)
        fputs(" -r", stdout);
    if (g.values[0]) {
        printf(" -f -a '(__portolan_pick \"%s\"", g.values);
        print_kinds(command, &g, " \"", "\"");
        fputs(")'", stdout);
    }
    fputs(" -d '", stdout);
    for (const char *at = o->help; *at; at++)
        printf(*at == '\'' ? "\\%c" : "%c", *at);
    puts("'");
}

static void complete_fish(void)
{
    puts("# fish completion for portolan\n"
         "function __portolan_pick # values of all formats, and those of single ones\n"
         "  set -l kind ''\n  for word in (commandline -opc)[3..-1]\n"
         "    switch (string lower -- $word)");
    print_patterns("      case '*.%.*s'\n        set kind %s\n");
    puts("    end\n    test -z \"$kind\"; or break\n  end\n  set -l values $argv[1]\n"
         "  for word in $argv[2..-1]\n    string match -q -- \"$kind=*\" $word\n"
         "    and set values (string replace -- \"$kind=\" '' $word)\n  end\n"
         "  string split -- ' ' $values\nend");
    for (size_t i = 0; cli_commands[i]; i++) {
        printf("complete -c portolan -n __fish_use_subcommand -a %s -d '%s'\n",
               cli_commands[i]->name, cli_commands[i]->summary);
        cli_each_option(cli_commands[i], fish_option, (void *)cli_commands[i]);
        if (operands_of(cli_commands[i]))
            printf("complete -c portolan -n '__fish_seen_subcommand_from %s%s' -f -a '%s'\n",
                   cli_commands[i]->name,
                   is_words(cli_commands[i]) ? "" : "; and test (count (commandline -opc)) -eq 2",
                   operands_of(cli_commands[i]));
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
    json_text("group", o->group);
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

static int refuse_name(const cli_args *args, const char *name)
{
    suggestion      near = suggest_for(name, strlen(name));
    suggestion_text meant;

    cli_suggest_command(&near);
    suggest_offer_list(&near, cli_format_names());
    suggest_offer_rules(&near);
    return cli_usage(args, "help takes the name of a command, a format, or both, or of a rule%s",
                     suggest_text(&meant, &near, ""));
}

static bool print_rule_of(const char *format, const char *name)
{
    const ptl_rule *rule;
    size_t          i = 0;
    bool            but;

    while ((rule = ptl_rule_at(format, i)) && strcmp(rule->name, name) != 0)
        i++;
    if (!rule)
        return false;
    but = rule->profile[0] == '-';
    printf("%s (%s): at worst %s%s%s%s\n  %s\n", name, format ? format : "any format",
           ptl_severity_name(rule->severity),
           !rule->profile[0] ? ""
           : but             ? ", but not with --profile "
                             : ", with --profile ",
           rule->profile + but, rule->fix ? ", repaired by check --fix" : "", rule->help);
    if (rule->engine != PTL_FATE_NONE)
        printf("  what the engine does: %s\n", ptl_fate_name(rule->engine));
    return true;
}

/* Formats may share a name. */
bool print_rule(const char *name)
{
    const ptl_format_info *format;
    bool                   found = print_rule_of(NULL, name);

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        found |= print_rule_of(format->name, name);
    return found;
}

typedef struct topic { /* what help is asked about: neither is the program */
    const cli_command     *command;
    const ptl_format_info *format;
} topic;

/* The operands in any order; the first that is no name, or is one too many, or NULL. */
static const char *find_topic(topic *out, const cli_args *args)
{
    *out = (topic){ 0 };
    for (size_t i = 0; i < args->operand_count; i++) {
        const cli_command     *command = cli_command_named(args->operands[i]);
        const ptl_format_info *format  = ptl_format_named(args->operands[i]);

        if (command && !out->command)
            out->command = command;
        else if (format && !out->format)
            out->format = format;
        else
            return args->operands[i];
    }
    return NULL;
}

static void print_topic(const topic *t, bool man)
{
    if (man && t->format)
        man_format(t->format);
    else if (man && t->command)
        man_command(t->command);
    else if (man)
        man_program();
    else if (t->format)
        print_format_help(t->format, t->command);
    else
        print_help(t->command);
}

static const char *misuse(const cli_args *args, const topic *t)
{
    bool shell = cli_flag(args, "completions"), limits = cli_flag(args, "limits");

    if (cli_flag(args, "man") + cli_flag(args, "json") + limits + shell > 1)
        return "--man, --json, --limits and --completions exclude each other";
    if (args->operand_count > 0 && (shell || limits))
        return "--completions and --limits are of all commands";
    if (t->format && (cli_flag(args, "json") || (t->command && cli_flag(args, "man"))))
        return "--json is of commands, and --man of a command or a format";
    return NULL;
}

static int run_help(const cli_args *args)
{
    const char *shell = cli_value(args, "completions");
    topic       about;
    const char *wrong = find_topic(&about, args);

    if (args->operand_count == 1 && args->given_count == 0 && wrong && print_rule(wrong))
        return EXIT_FINE;
    if (wrong)
        return refuse_name(args, wrong);
    if (misuse(args, &about))
        return cli_usage(args, "%s", misuse(args, &about));
    for (size_t i = 0; shell && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].name) == 0)
            shells[i].print();
    if (cli_flag(args, "limits"))
        cli_print_limits();
    else if (cli_flag(args, "json"))
        json_grammar(about.command);
    else if (!shell)
        print_topic(&about, cli_flag(args, "man"));
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
    .operands = "[COMMAND] [FORMAT] | [RULE]",
    .summary  = "say what a command does and takes",
    .about   = "Without a command, lists them all. With a format, lists what is special about it.\n"
               "With a rule, the word in brackets behind a finding, says what that means.",
    .options = options,
    .run     = run_help,
};
