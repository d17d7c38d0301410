/* SPDX-License-Identifier: MIT */
/* Parsing options by the tables. */
#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "suggest.h"

const cli_option cli_common[] = {
    { 'h', "help", NULL, NULL, "show what the command does and takes" },
    { 0 },
};

const cli_command *cli_command_named(const char *name)
{
    for (size_t i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}

void cli_suggest_command(suggestion *near)
{
    for (size_t i = 0; cli_commands[i]; i++)
        suggest_offer(near, cli_commands[i]->name);
}

bool cli_counts(const char *media, const ptl_export_info *target)
{
    for (const char *at = media; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (strncmp(target->media_type, at, length) == 0)
            return true;
        at += length;
    }
    return !media;
}

/* ---- Settings of all tables ------------------------------------------------------------------ */

/* The index-th list of settings, those of formats first, with its owner; NULL in *owner behind the
 * last. The list is NULL where it does not count for the command. */
static const ptl_setting_info *settings_at(const cli_command *command, size_t index,
                                           const char **owner)
{
    const ptl_format_info *format  = ptl_format_at(index);
    size_t                 formats = 0;
    const ptl_export_info *export;

    *owner = format ? format->name : NULL;
    if (format)
        return format->settings;
    while (ptl_format_at(formats))
        formats++;
    export = ptl_export_at(index - formats);
    *owner = export ? "exports" : NULL;
    return export && cli_counts(command->media, export) ? export->settings : NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The row in a list that means the same to a command as another one. */
static const ptl_setting_info *same_in(const cli_command *command, const ptl_setting_info *list,
                                       const ptl_setting_info *as)
{
    for (const ptl_setting_info *s = list; s && s->name; s++)
        if (s->when & command->settings && strcmp(s->name, as->name) == 0 &&
            strcmp(s->help, as->help) == 0 && same_text(s->choices, as->choices))
            return s;
    return NULL;
}

/* All who have a setting, "ppe, xmf, exports"; false when one before this list has it, too. */
static bool list_owners(char out[64], const cli_command *command, size_t index,
                        const ptl_setting_info *setting)
{
    const char *owner, *last = "";
    size_t      used = 0;

    for (size_t i = 0;; i++) {
        const ptl_setting_info *list = settings_at(command, i, &owner);

        if (!owner)
            return true;
        if (!same_in(command, list, setting) || strcmp(owner, last) == 0)
            continue;
        if (i < index)
            return false;
        used += (size_t)snprintf(out + used, used < 64 ? 64 - used : 0, "%s%s",
                                 used > 0 ? ", " : "", owner);
        last = owner;
    }
}

/* "paste-at" for "paste", where the value of that is "FILE[@ROW,COL]". */
static bool is_place_of(const ptl_setting_info *place, const ptl_setting_info *setting)
{
    size_t length = strlen(setting->name);

    return setting->value && strstr(setting->value, "[@") &&
           strncmp(place->name, setting->name, length) == 0 &&
           strcmp(place->name + length, "-at") == 0;
}

static const char *place_of(const ptl_setting_info *list, const ptl_setting_info *setting)
{
    for (const ptl_setting_info *s = list; s->name; s++)
        if (is_place_of(s, setting))
            return s->name;
    return NULL;
}

/* Whether it is written behind the value of another one, and is no option. */
static bool is_place(const ptl_setting_info *list, const ptl_setting_info *setting)
{
    for (const ptl_setting_info *s = list; s->name; s++)
        if (is_place_of(setting, s))
            return true;
    return false;
}

/* A name that is looked for: of so many characters, or NULL for all there are. */
typedef struct wanted {
    const char *name;
    size_t      length;
} wanted;

static bool is_wanted(const wanted *w, const char *name)
{
    return !w->name || (strncmp(name, w->name, w->length) == 0 && name[w->length] == 0);
}

/* A setting that several have in common is listed once. Who they are takes long to find, and only
 * settings of the name that is wanted are worth it. */
static void each_setting(const cli_command *command, cli_each *each, void *user, const wanted *w)
{
    const char *owner = "";
    char        owners[64];

    for (size_t i = 0; owner; i++) {
        const ptl_setting_info *list = settings_at(command, i, &owner);

        for (const ptl_setting_info *s = list; s && s->name; s++)
            if (s->when & command->settings && is_wanted(w, s->name) && !is_place(list, s) &&
                list_owners(owners, command, i, s))
                each(user,
                     &(cli_option){ .name    = s->name,
                                    .value   = s->value,
                                    .choices = s->choices,
                                    .help    = s->help,
                                    .group   = s->group,
                                    .place   = place_of(list, s) },
                     owners);
    }
}

/* ---- Names from the tables ------------------------------------------------------------------ */

enum { NAMES = 512 };

static void add_name(char names[NAMES], const char *name)
{
    size_t used = strlen(names);

    if (!ptl_list_has(names, name, strlen(name)))
        snprintf(names + used, NAMES - used, "%s%s", used > 0 ? " " : "", name);
}

const char *cli_targets(const char *media)
{
    static char            names[NAMES];
    const ptl_format_info *format;
    const ptl_export_info *target;

    names[0] = 0;
    for (size_t i = 0; !media && (format = ptl_format_at(i)); i++)
        add_name(names, format->name);
    for (size_t i = 0; (target = ptl_export_at(i)); i++)
        if (cli_counts(media, target))
            add_name(names, target->name);
    if (!media)
        add_name(names, "json");
    return names;
}

const char *cli_format_names(void)
{
    static char            names[NAMES];
    const ptl_format_info *format;

    names[0] = 0;
    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        add_name(names, format->name);
    return names;
}

const char *cli_sources(void)
{
    static char            names[NAMES];
    const ptl_format_info *format;
    const ptl_import_info *import;

    names[0] = 0;
    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        add_name(names, format->name);
    for (size_t i = 0; (import = ptl_import_at(i)); i++)
        add_name(names, import->name);
    add_name(names, "json");
    return names;
}

/* A row of the table with its choices, which for some are the rows of other tables. */
static cli_option with_choices(const cli_command *command, const cli_option *o)
{
    cli_option out = *o;

    if (o->value && !o->choices && strcmp(o->value, "TARGET") == 0)
        out.choices = cli_targets(command->media);
    else if (o->value && !o->choices && strcmp(o->name, "from") == 0)
        out.choices = cli_sources();
    return out;
}

static void each_wanted(const cli_command *command, cli_each *each, void *user, const wanted *w)
{
    for (const cli_option *o = command->options; o && o->name; o++) {
        cli_option option = with_choices(command, o);

        each(user, &option, NULL);
    }
    cli_each_limit(command->limits, each, user);
    each_setting(command, each, user, w);
    for (const cli_option *o = cli_common; o->name; o++)
        each(user, o, NULL);
}

void cli_each_option(const cli_command *command, cli_each *each, void *user)
{
    each_wanted(command, each, user, &(wanted){ 0 });
}

/* ---- Looking an option up ------------------------------------------------------------------- */

typedef struct lookup {
    wanted     name; /* or a letter, which settings have none of */
    char       letter;
    cli_option found;
    bool       setting;
} lookup;

static void compare(void *user, const cli_option *option, const char *format)
{
    lookup *l    = user;
    bool    same = l->letter ? option->letter == l->letter : is_wanted(&l->name, option->name);

    if (same && !l->found.name) {
        l->found   = *option;
        l->setting = format != NULL;
    }
}

int cli_usage(const cli_args *args, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fprintf(stderr, "portolan: ");
    vfprintf(stderr, format, list);
    fprintf(stderr, "\ntry: portolan help %s\n", args->command->name);
    va_end(list);
    return EXIT_USAGE;
}

/* Several formats may have a setting of a name, with choices of their own or none; which of them
 * count, the library knows. */
typedef struct choice {
    const char *name, *choices;
    bool        open;
} choice;

static void compare_choices(void *user, const cli_option *option, const char *format)
{
    choice *c = user;

    (void)format;
    if (strcmp(option->name, c->name) == 0)
        c->open = c->open || !option->choices || strcmp(option->choices, c->choices) != 0 ||
                  strstr(option->value, "|FILE");
}

/* A target may be named by what its files end in. */
static bool is_extension(const cli_option *option, const char *value)
{
    char        path[64];
    const char *target;

    snprintf(path, sizeof path, "x.%s", value);
    target = strcmp(option->name, "to") == 0 ? ptl_target_by_name(path) : NULL;
    return target && ptl_list_has(option->choices, target, strlen(target));
}

/* A setting that is far from all choices goes to the library, too: it says what they are for. */
static bool is_choice(const cli_args *args, const lookup *l, const char *value)
{
    const cli_option *option = &l->found;
    choice            c      = { option->name, option->choices, false };
    suggestion        near   = suggest_for(value, strlen(value));
    suggestion_text   meant;

    each_wanted(args->command, compare_choices, &c, &(wanted){ c.name, strlen(c.name) });
    if (c.open || ptl_list_has(option->choices, value, strlen(value)) ||
        is_extension(option, value))
        return true;
    suggest_offer_list(&near, option->choices);
    if (l->setting && !near.best[0])
        return true;
    cli_usage(args, "--%s takes one of: %s%s", option->name, option->choices,
              suggest_text(&meant, &near, ""));
    return false;
}

/* Where the place begins in a value such as "map.pfmap@8,-8": behind the last '@', if numbers and
 * commas follow, because files have such names, too. */
static char *find_place(const char *value)
{
    char *at = strrchr(value, '@');

    return at && at > value && at[1] && !at[1 + strspn(at + 1, "+-0123456789,")] ? at : NULL;
}

/* The last value counts, with its place or without. */
static void forget(cli_args *args, const char *name)
{
    size_t kept = 0;

    for (size_t i = 0; i < args->given_count; i++)
        if (strcmp(args->given[i].name, name) != 0)
            args->given[kept++] = args->given[i];
    args->given_count = kept;
}

static void take_place(cli_args *args, const cli_option *option, const char *value)
{
    char *at = find_place(value);

    forget(args, option->place);
    if (!at)
        return;
    *at                              = 0; /* words of the command line may be changed */
    args->given[args->given_count++] = (cli_given){ option->place, at + 1, true };
}

static bool accept(cli_args *args, const lookup *l, const char *value)
{
    const cli_option *option = &l->found;

    if (option->value && !value) {
        cli_usage(args, "--%s needs a value: %s", option->name, option->value);
        return false;
    }
    if (!option->value && value) {
        cli_usage(args, "--%s takes no value", option->name);
        return false;
    }
    if (option->choices && value && !is_choice(args, l, value))
        return false;
    if (option->place)
        take_place(args, option, value);
    args->given[args->given_count++] = (cli_given){ option->name, value, l->setting };
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------- */

typedef struct words {
    int    count, at;
    char **word;
} words;

static char *next_word(words *w)
{
    return w->at + 1 < w->count ? w->word[++w->at] : NULL;
}

static void offer_option(void *user, const cli_option *option, const char *format)
{
    (void)format;
    suggest_offer(user, option->name);
}

static void refuse_option(const cli_args *args, const char *name, size_t length)
{
    suggestion      near = suggest_for(name, length);
    suggestion_text meant;
    char            shown[256];

    cli_each_option(args->command, offer_option, &near);
    cli_usage(args, "%s has no option --%s%s", args->command->name,
              ptl_quote(shown, sizeof shown, name, length), suggest_text(&meant, &near, "--"));
}

static bool parse_long(cli_args *args, words *w)
{
    const char *name   = w->word[w->at] + 2;
    const char *equals = strchr(name, '=');
    lookup      l      = { .name = { name, equals ? (size_t)(equals - name) : strlen(name) } };

    each_wanted(args->command, compare, &l, &l.name);
    if (!l.found.name) {
        refuse_option(args, name, l.name.length);
        return false;
    }
    if (equals)
        return accept(args, &l, equals + 1);
    return accept(args, &l, l.found.value ? next_word(w) : NULL);
}

/* -r, -j2, -j 2; switches may be joined: -rh */
static bool parse_short(cli_args *args, words *w)
{
    for (const char *at = w->word[w->at] + 1; *at; at++) {
        lookup l = { .name = { "", 0 }, .letter = *at };

        each_wanted(args->command, compare, &l, &l.name);
        if (!l.found.name) {
            cli_usage(args, "%s has no option -%c", args->command->name, *at);
            return false;
        }
        if (l.found.value)
            return accept(args, &l, at[1] ? at + 1 : next_word(w));
        if (!accept(args, &l, NULL))
            return false;
    }
    return true;
}

bool cli_parse(cli_args *out, const cli_command *command, int count, char **list)
{
    words w       = { .count = count, .word = list };
    bool  options = true, good = true;

    *out = (cli_args){ .command  = command,
                       .operands = calloc((size_t)count + 1, sizeof *out->operands),
                       .given    = NULL };
    for (int i = 0; i < count; i++)
        out->given_count += strlen(list[i]); /* each letter could be a switch */
    out->given       = calloc(out->given_count + 1, sizeof *out->given);
    out->given_count = 0;
    if (!out->operands || !out->given)
        return false;
    for (; good && w.at < w.count; w.at++) {
        const char *word = w.word[w.at];

        if (!options || word[0] != '-' || !word[1])
            out->operands[out->operand_count++] = word;
        else if (strcmp(word, "--") == 0)
            options = false;
        else
            good = word[1] == '-' ? parse_long(out, &w) : parse_short(out, &w);
    }
    return good;
}

void cli_args_free(cli_args *args)
{
    free(args->operands);
    free(args->given);
}

const char *cli_value_at(const cli_args *args, const char *name, size_t index)
{
    for (size_t i = 0; i < args->given_count; i++)
        if (strcmp(args->given[i].name, name) == 0 && index-- == 0)
            return args->given[i].value ? args->given[i].value : "";
    return NULL;
}

const char *cli_value(const cli_args *args, const char *name)
{
    const char *value = NULL;

    for (size_t i = 0; cli_value_at(args, name, i); i++)
        value = cli_value_at(args, name, i);
    return value;
}

bool cli_flag(const cli_args *args, const char *name)
{
    return cli_value(args, name) != NULL;
}

unsigned cli_number(const cli_args *args, const char *name, unsigned otherwise, bool *bad)
{
    const char   *text = cli_value(args, name);
    char         *end;
    unsigned long value;

    if (!text)
        return otherwise;
    value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < 1 || value > 1000000) {
        cli_usage(args, "--%s takes a whole number from 1 to 1000000", name);
        *bad = true;
        return otherwise;
    }
    return (unsigned)value;
}
