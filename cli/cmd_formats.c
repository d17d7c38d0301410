/* SPDX-License-Identifier: MIT */
/* portolan formats: the table of formats and exports, and the description of each. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "desktop.h"

static const struct {
    unsigned    bit;
    const char *name;
} abilities[] = {
    { PTL_CAN_READ, "read" },     { PTL_CAN_WRITE, "write" }, { PTL_CAN_CHECK, "check" },
    { PTL_CAN_FIX, "fix" },       { PTL_CAN_SCENE, "scene" }, { PTL_CAN_NOTES, "notes" },
    { PTL_CAN_IMPORT, "import" }, { PTL_CAN_PLAN, "plan" },
};

enum { ABILITIES = sizeof abilities / sizeof *abilities };

static void print_table(void)
{
    const ptl_format_info *f;
    const ptl_export_info *e;
    const ptl_import_info *m;

    printf("%-8s %-24s %-12s %s\n", "format", "title", "extensions", "can");
    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        printf("%-8s %-24s %-12s ", f->name, f->title, f->extensions);
        for (size_t k = 0; k < ABILITIES; k++)
            if (f->can & abilities[k].bit)
                printf("%s, ", abilities[k].name);
        puts("json");
    }
    for (size_t i = 0; (e = ptl_export_at(i)); i++)
        printf("%-8s %-24s %-12s export of %s%s%s\n", e->name, e->title, e->extensions,
               e->of & PTL_CAN_SCENE ? "scenes" : "",
               e->of == (PTL_CAN_SCENE | PTL_CAN_PLAN) ? " and " : "",
               e->of & PTL_CAN_PLAN ? "plans" : "");
    for (size_t i = 0; (m = ptl_import_at(i)); i++)
        printf("%-8s %-24s %-12s import of scenes\n", m->name, m->title, m->extensions);
}

static void print_json(void)
{
    const ptl_format_info *f;

    fputs("[", stdout);
    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        printf("%s\n  { \"name\": \"%s\", \"title\": \"%s\", \"extensions\": \"%s\", "
               "\"media_type\": \"%s\"",
               i > 0 ? "," : "", f->name, f->title, f->extensions, f->media_type);
        for (size_t k = 0; k < ABILITIES; k++)
            printf(", \"%s\": %s", abilities[k].name, f->can & abilities[k].bit ? "true" : "false");
        fputs(" }", stdout);
    }
    fputs("\n]\n", stdout);
}

typedef ptl_status describe(ptl_bytes *out, const char *format, bool facts, ptl_diag *err);

static int print_description(const cli_args *args, describe *what, const char *format)
{
    ptl_bytes text;
    ptl_diag  err;

    if (what(&text, format, cli_flag(args, "facts"), &err) != PTL_OK)
        return cli_usage(args, "there is no format '%s'", format);
    fwrite(text.data, 1, text.size, stdout);
    ptl_bytes_free(&text);
    return EXIT_FINE;
}

static int run_formats(const cli_args *args)
{
    if (args->operand_count > 0)
        return cli_usage(args, "formats takes no operands");
    if (cli_flag(args, "schema"))
        return print_description(args, ptl_schema, cli_value(args, "schema"));
    if (cli_flag(args, "fields"))
        return print_description(args, ptl_fields, cli_value(args, "fields"));
    if (cli_flag(args, "mime"))
        print_mime();
    else if (cli_flag(args, "thumbnailer"))
        print_thumbnailer();
    else if (cli_flag(args, "json"))
        print_json();
    else
        print_table();
    return EXIT_FINE;
}

static const cli_option options[] = {
    { 0, "json", NULL, NULL, "print the table as JSON" },
    { 0, "schema", "FORMAT", NULL, "print the JSON Schema of a format's JSON form" },
    { 0, "fields", "FORMAT", NULL, "print a format's fields as a table in Markdown" },
    { 0, "facts", NULL, NULL, "with --schema or --fields: of what info --json prints" },
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
