/* SPDX-License-Identifier: MIT */
/* portolan formats: the table of formats and exports, and the description of each. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "desktop.h"
#include "report.h"

static const struct {
    unsigned    bit;
    const char *name;
} abilities[] = {
    { PTL_CAN_READ, "read" },     { PTL_CAN_WRITE, "write" }, { PTL_CAN_CHECK, "check" },
    { PTL_CAN_FIX, "fix" },       { PTL_CAN_SCENE, "scene" }, { PTL_CAN_NOTES, "notes" },
    { PTL_CAN_IMPORT, "import" }, { PTL_CAN_PLAN, "plan" },   { PTL_CAN_NEW, "new" },
    { PTL_CAN_JUDGE, "judge" },
};

enum { ABILITIES = sizeof abilities / sizeof *abilities };

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct row { /* a kind of file that is read or written */
    const char *name, *title, *extensions, *media_type;
} row;

/* The index-th kind that is read: formats, then imports. */
static bool input_at(size_t index, row *out)
{
    const ptl_format_info *f;
    const ptl_import_info *m;
    size_t                 formats = 0;

    while (ptl_format_at(formats))
        formats++;
    f = ptl_format_at(index);
    m = index >= formats ? ptl_import_at(index - formats) : NULL;
    if (f)
        *out = (row){ f->name, f->title, f->extensions, f->media_type };
    else if (m)
        *out = (row){ m->name, m->title, m->extensions, m->media_type };
    return f || m;
}

/* The index-th kind that is written: JSON, then formats, then exports. */
static bool output_at(size_t index, row *out)
{
    const ptl_format_info *f = index > 0 ? ptl_format_at(index - 1) : NULL;
    const ptl_export_info *e;
    size_t                 formats = 0;

    while (ptl_format_at(formats))
        formats++;
    e = index > formats ? ptl_export_at(index - 1 - formats) : NULL;
    if (index == 0)
        *out = (row){ "json", "JSON without loss", "json", "application/json" };
    else if (f)
        *out = (row){ f->name, f->title, f->extensions, f->media_type };
    else if (e)
        *out = (row){ e->name, e->title, e->extensions, e->media_type };
    return index == 0 || f || e;
}

/* The first letter of a hub's name; a capital where another hub before it has the same. */
static char hub_letter(ptl_hub hub)
{
    char letter = ptl_hub_name(hub)[0];

    for (ptl_hub i = 0; i < hub; i++)
        if (ptl_hub_name(i)[0] == letter)
            return (char)(letter - 'a' + 'A');
    return letter;
}

/* The hubs that routes from one to the other end in, by their first letters; "=" needs none. */
static void letters_of(char out[8], const char *from, const char *to)
{
    ptl_route route;
    size_t    used = 0;

    for (size_t i = 0; i < 7 && ptl_route_at(&route, from, to, i); i++)
        out[used++] = route.hubs > 0 ? hub_letter(route.hub[route.hubs - 1]) : '=';
    out[used] = 0;
}

static size_t widest_input(void)
{
    size_t widest = 0;
    row    in;

    for (size_t i = 0; input_at(i, &in); i++)
        widest = strlen(in.name) > widest ? strlen(in.name) : widest;
    return widest;
}

/* One row for each kind that is read, one column for each that is written. */
static void print_routes(void)
{
    const int widest = (int)widest_input();
    row       in, out;
    char      letters[8];

    printf("%-*s", widest, "from\\to");
    for (size_t k = 0; output_at(k, &out); k++)
        printf(" %s", out.name);
    putchar('\n');
    for (size_t i = 0; input_at(i, &in); i++) {
        int blanks = widest - (int)strlen(in.name);

        fputs(in.name, stdout);
        for (size_t k = 0; output_at(k, &out); k++) {
            letters_of(letters, in.name, out.name);
            printf("%*s %s", blanks, "", letters[0] ? letters : "-");
            blanks = (int)(strlen(out.name) - (letters[0] ? strlen(letters) : 1));
        }
        putchar('\n');
    }
    fputs("\n=  as it is, or a document inside it\n", stdout);
    for (ptl_hub hub = 0; hub < PTL_HUBS; hub++)
        printf("%c  over %s\n", hub_letter(hub), ptl_hub_name(hub));
    puts("where there are several letters, the first is the usual way; --view asks for another");
}

static void print_kinds(void)
{
    const int              widest = (int)widest_input();
    const ptl_format_info *f;
    const ptl_export_info *e;
    const ptl_import_info *m;

    printf("\n%-*s %-28s %-10s %s\n", widest, "name", "title", "extensions", "can");
    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        printf("%-*s %-28s %-10s ", widest, f->name, f->title, f->extensions);
        for (size_t k = 0; k < ABILITIES; k++)
            if (ptl_format_can(f) & abilities[k].bit)
                printf("%s, ", abilities[k].name);
        puts("json");
    }
    for (size_t i = 0; (e = ptl_export_at(i)); i++)
        printf("%-*s %-28s %-10s export\n", widest, e->name, e->title, e->extensions);
    for (size_t i = 0; (m = ptl_import_at(i)); i++)
        printf("%-*s %-28s %-10s import\n", widest, m->name, m->title, m->extensions);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_routes(const char *from)
{
    const char *between = "";
    row         out;
    ptl_route   route;

    fputs(", \"to\": {", stdout);
    for (size_t k = 0; output_at(k, &out); k++) {
        if (!ptl_route_at(&route, from, out.name, 0))
            continue;
        printf("%s \"%s\": [", between, out.name);
        for (size_t i = 0; ptl_route_at(&route, from, out.name, i); i++) {
            fputs(i > 0 ? ", [" : "[", stdout);
            for (size_t h = 0; h < route.hubs; h++)
                printf("%s\"%s\"", h > 0 ? ", " : "", ptl_hub_name(route.hub[h]));
            fputs("]", stdout);
        }
        fputs("]", stdout);
        between = ",";
    }
    fputs(" }", stdout);
}

static void json_row(const char *kind, const row *r, size_t number)
{
    printf("%s\n  { \"kind\": \"%s\", \"name\": \"%s\", \"title\": \"%s\", "
           "\"extensions\": \"%s\", \"media_type\": \"%s\"",
           number > 0 ? "," : "", kind, r->name, r->title, r->extensions, r->media_type);
}

static void print_json(void)
{
    const ptl_export_info *e;
    row                    in;
    size_t                 count = 0;

    fputs("[", stdout);
    for (; input_at(count, &in); count++) {
        const ptl_format_info *f = ptl_format_named(in.name);

        json_row(f ? "format" : "import", &in, count);
        for (size_t k = 0; f && k < ABILITIES; k++)
            printf(", \"%s\": %s", abilities[k].name,
                   ptl_format_can(f) & abilities[k].bit ? "true" : "false");
        json_routes(in.name);
        fputs(" }", stdout);
    }
    for (size_t i = 0; (e = ptl_export_at(i)); i++) {
        json_row("export", &(row){ e->name, e->title, e->extensions, e->media_type }, count);
        fputs(" }", stdout);
    }
    fputs("\n]\n", stdout);
}

/* ---- One format ------------------------------------------------------------------------------ */

/* `more` are names that count here although no format has them. */
static int refuse_format(const cli_args *args, const char *name, const char *more)
{
    suggestion             near = suggest_for(name, strlen(name));
    suggestion_text        meant;
    shown_path             room;
    const ptl_format_info *f;

    for (size_t i = 0; (f = ptl_format_at(i)); i++)
        suggest_offer(&near, f->name);
    suggest_offer_list(&near, more);
    return cli_usage(args, "there is no format '%s'%s", show_path(&room, name),
                     suggest_text(&meant, &near, ""));
}

typedef ptl_status describe(ptl_bytes *out, const char *format, bool facts, ptl_diag *err);

static int print_description(const cli_args *args, describe *what, const char *format)
{
    ptl_bytes text;
    ptl_diag  err;

    if (what(&text, format, cli_flag(args, "facts"), &err) != PTL_OK)
        return refuse_format(args, format, NULL);
    fwrite(text.data, 1, text.size, stdout);
    ptl_bytes_free(&text);
    return EXIT_FINE;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static void print_rules_of(const char *format)
{
    static const char *const severities[] = { "note", "loss", "warning", "error" };
    const ptl_rule          *rule;

    puts("| rule | at worst | profile | engine | fix | meaning |\n"
         "| --- | --- | --- | --- | --- | --- |");
    for (size_t i = 0; (rule = ptl_rule_at(format, i)); i++)
        printf("| `%s` | %s | %s | %s | %s | %s |\n", rule->name, severities[rule->severity],
               rule->profile, rule->engine == PTL_FATE_NONE ? "" : ptl_fate_name(rule->engine),
               rule->fix ? "yes" : "", rule->help);
}

static void print_all_rules(void)
{
    const ptl_format_info *f;

    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        printf("## %s\n\n", f->name);
        print_rules_of(f->name);
        puts("");
    }
    puts("## shared\n");
    print_rules_of(NULL);
}

static int print_rules(const cli_args *args, const char *whose)
{
    if (strcmp(whose, "all") == 0)
        print_all_rules();
    else if (strcmp(whose, "shared") == 0)
        print_rules_of(NULL);
    else if (ptl_format_named(whose))
        print_rules_of(whose);
    else
        return refuse_format(args, whose, "all shared");
    return EXIT_FINE;
}

/* Each of these prints something else, so that only one can be heeded. */
static const char *const kinds[] = { "json", "schema", "fields", "rules", "mime", "thumbnailer" };

static int check_formats(const cli_args *args)
{
    const char *first = NULL;

    if (args->operand_count > 0)
        return cli_usage(args, "formats takes no operands");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!cli_flag(args, kinds[i]))
            continue;
        if (first)
            return cli_usage(args, "--%s and --%s exclude each other", first, kinds[i]);
        first = kinds[i];
    }
    if (cli_flag(args, "facts") && !cli_flag(args, "schema") && !cli_flag(args, "fields"))
        return cli_usage(args, "--facts goes with --schema or --fields");
    return EXIT_FINE;
}

static int run_formats(const cli_args *args)
{
    if (check_formats(args) != EXIT_FINE)
        return EXIT_USAGE;
    if (cli_flag(args, "schema"))
        return print_description(args, ptl_schema, cli_value(args, "schema"));
    if (cli_flag(args, "fields"))
        return print_description(args, ptl_fields, cli_value(args, "fields"));
    if (cli_flag(args, "rules"))
        return print_rules(args, cli_value(args, "rules"));
    if (cli_flag(args, "mime"))
        print_mime();
    else if (cli_flag(args, "thumbnailer"))
        print_thumbnailer();
    else if (cli_flag(args, "json"))
        print_json();
    else {
        print_routes();
        print_kinds();
    }
    return EXIT_FINE;
}

static const cli_option options[] = {
    { 0, "json", NULL, NULL, "print the table as JSON" },
    { 0, "schema", "FORMAT", NULL, "print the JSON Schema of a format's JSON form" },
    { 0, "fields", "FORMAT", NULL, "print a format's fields as a table in Markdown" },
    { 0, "facts", NULL, NULL, "with --schema or --fields: describe what info --json prints" },
    { 0, "rules", "FORMAT", NULL,
      "print a format's rules, the shared ones, or all, as a table in Markdown" },
    { 0, "mime", NULL, NULL, "print media types for desktops, as shared-mime-info wants them" },
    { 0, "thumbnailer", NULL, NULL, "print the entry of a thumbnailer for desktops" },
    { 0 },
};

const cli_command cli_formats = {
    .name     = "formats",
    .operands = "",
    .summary  = "list the formats and what each can do",
    .about   = "Every format can be converted to JSON and back without loss; --schema and --fields "
               "describe\n"
               "that JSON.",
    .options = options,
    .run     = run_formats,
};
