/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0, workflow commands and JUnit: each a text that is begun, goes on from file to file
 * and is ended. */
#include "findings.h"

#include <stdlib.h>
#include <string.h>

/* ---- What all of them say -------------------------------------------------------------------- */

/* A byte of a file without lines, for forms that have no place for it. */
static void put_place(FILE *to, const ptl_diag *d)
{
    if (d->line == 0 && d->offset != PTL_NOWHERE)
        fprintf(to, "at byte 0x%llx: ", (unsigned long long)d->offset);
}

/* Text with some of its bytes spelled otherwise. */
static void put_escaped(FILE *to, const char *text, const char *bytes, const char *const *spelled)
{
    for (; *text; text++) {
        const char *at = strchr(bytes, *text);

        if (at)
            fputs(spelled[at - bytes], to);
        else
            fputc(*text, to);
    }
}

/* ---- SARIF ----------------------------------------------------------------------------------- */

/* A path as a reference of RFC 3986: what is relative stays so, for whoever knows the root. */
static void put_uri(FILE *to, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-._~/";

    if (strcmp(path, "-") == 0)
        path = "stdin";
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    fputs(path[0] == '/' ? "file://" : "", to);
    for (; *path; path++)
        if (strchr(plain, *path))
            fputc(*path, to);
        else
            fprintf(to, "%%%02X", (unsigned char)*path);
}

static uint64_t mix(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3); /* FNV-1a */
}

/* Numbers are left out: edits elsewhere in the file move them. */
static uint64_t mix_words(uint64_t hash, const char *text)
{
    for (; *text; text++)
        if (*text < '0' || *text > '9')
            hash = mix(hash, (unsigned char)*text);
    return mix(hash, 0);
}

static uint64_t identity(const ptl_diag *d)
{
    uint64_t hash = mix_words(UINT64_C(0xcbf29ce484222325), d->rule);

    return mix_words(mix_words(hash, d->path), d->message);
}

/* What a finding is recognized by when the file has changed; the number tells those apart that look
 * the same. */
static void put_fingerprint(FILE *to, uint64_t hash, size_t nth)
{
    fprintf(to, ",\n      \"partialFingerprints\": { \"portolan/v1\": \"%016llx:%zu\" }",
            (unsigned long long)hash, nth);
}

/* What has no place is about the whole file. */
static void put_region(FILE *to, const checked_file *f, const ptl_diag *d)
{
    bool   placed = d->offset != PTL_NOWHERE;
    size_t length = placed ? d->offset < f->was.size : f->was.size;

    fputs(", \"region\": { ", to);
    if (d->line > 0)
        fprintf(to, "\"startLine\": %u, \"startColumn\": %u, ", d->line, d->column);
    fprintf(to, "\"byteOffset\": %llu, \"byteLength\": %zu }",
            (unsigned long long)(placed ? d->offset : 0), length);
}

static void put_locations(FILE *to, const checked_file *f, const ptl_diag *d)
{
    fputs("\"locations\": [ { \"physicalLocation\": { \"artifactLocation\": { \"uri\": \"", to);
    put_uri(to, f->path);
    fputs("\" }", to);
    put_region(to, f, d);
    fputs(" }", to);
    if (d->path[0]) {
        fputs(", \"logicalLocations\": [ { \"fullyQualifiedName\": ", to);
        print_json_string(to, d->path);
        fputs(", \"kind\": \"member\" } ]", to);
    }
    fputs(" } ]", to);
}

enum { FIX_AT_MOST = 1 << 16 }; /* bytes: a log of findings is no place for whole maps */

/* All repairs are one change of the file: that between what both have at their ends. */
static void put_fix(FILE *to, const checked_file *f)
{
    const uint8_t *a = f->was.data, *b = f->repaired.data;
    size_t         n = f->was.size, m = f->repaired.size, from = 0, tail = 0;
    ptl_bytes      text;

    while (from < n && from < m && a[from] == b[from])
        from++;
    while (tail < n - from && tail < m - from && a[n - 1 - tail] == b[m - 1 - tail])
        tail++;
    if (m - from - tail > FIX_AT_MOST || ptl_to_base64(&text, b + from, m - from - tail, NULL))
        return;
    fputs(
        ",\n      \"fixes\": [ { \"description\": { \"text\": \"all that check --fix repairs\" }, "
        "\"artifactChanges\": [ { \"artifactLocation\": { \"uri\": \"",
        to);
    put_uri(to, f->path);
    fprintf(to,
            "\" }, \"replacements\": [ { \"deletedRegion\": { \"byteOffset\": %zu, \"byteLength\": "
            "%zu }, \"insertedContent\": { \"binary\": \"%.*s\" } } ] } ] } ]",
            from, n - from - tail, (int)text.size, (const char *)text.data);
    ptl_bytes_free(&text);
}

static void sarif_result(FILE *to, const checked_file *f, const ptl_diag *d, size_t nth)
{
    static const char *const levels[] = { "note", "note", "warning", "error" };
    const ptl_rule          *rule     = ptl_rule_named(d->rule);

    fprintf(to, "    { \"ruleId\": \"%s\", \"level\": \"%s\", \"message\": { \"text\": ", d->rule,
            levels[d->severity]);
    print_json_string(to, d->message);
    fputs(" },\n      ", to);
    put_locations(to, f, d);
    put_fingerprint(to, identity(d), nth);
    if (rule && rule->fix && f->repaired.size > 0)
        put_fix(to, f);
    fputs(" }", to);
}

/* How many findings before it cannot be told from it: a table of their hashes. */
typedef struct seen {
    uint64_t hash;
    size_t   count;
} seen;

/* Room for all, so that at least half of it stays free; NULL without memory. */
static seen *seen_begin(size_t findings, size_t *room)
{
    for (*room = 16; *room / 2 < findings;)
        *room *= 2;
    return calloc(*room, sizeof(seen));
}

static size_t count_seen(seen *list, size_t room, uint64_t hash)
{
    size_t i = (size_t)(hash ^ hash >> 32) & (room - 1);

    while (list[i].count > 0 && list[i].hash != hash)
        i = (i + 1) & (room - 1);
    list[i].hash = hash;
    return ++list[i].count;
}

static void sarif_file(FILE *to, const checked_file *f)
{
    size_t          room  = 0;
    seen           *list  = seen_begin(f->found->count + f->found->spooled, &room);
    const char     *comma = "";
    const ptl_diag *d;
    ptl_diag        aside;

    for (size_t i = 0; list && (d = report_at(f->found, i, &aside)); i++) {
        if (d->severity < f->least)
            continue;
        fputs(comma, to);
        sarif_result(to, f, d, count_seen(list, room, identity(d)));
        comma = ",\n";
    }
    free(list);
}

static void sarif_begin(FILE *to)
{
    fputs("{ \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": "
          "\"2.1.0\",\n"
          "  \"runs\": [ { \"columnKind\": \"unicodeCodePoints\", \"results\": [\n",
          to);
}

static void sarif_rules(FILE *to, const char *format, const char **comma)
{
    static const char *const levels[] = { "note", "note", "warning", "error" };
    const ptl_rule          *rule;

    for (size_t i = 0; (rule = ptl_rule_at(format, i)); i++) {
        if (ptl_rule_named(rule->name) != rule)
            continue; /* a name that several tables have is listed once */
        fprintf(to, "%s    { \"id\": \"%s\", \"shortDescription\": { \"text\": ", *comma,
                rule->name);
        print_json_string(to, rule->help);
        fprintf(to, " }, \"defaultConfiguration\": { \"level\": \"%s\" } }",
                levels[rule->severity]);
        *comma = ",\n";
    }
}

static void sarif_end(FILE *to)
{
    const ptl_format_info *format;
    const char            *comma = "";

    fprintf(to,
            "\n  ],\n  \"tool\": { \"driver\": { \"name\": \"portolan\", \"version\": \"%s\", "
            "\"rules\": [\n",
            ptl_version());
    sarif_rules(to, NULL, &comma);
    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        sarif_rules(to, format->name, &comma);
    fputs("\n  ] } } } ] }\n", to);
}

/* ---- Workflow commands of GitHub ------------------------------------------------------------- */

static void github_file(FILE *to, const checked_file *f)
{
    static const char *const levels[]  = { "notice", "notice", "warning", "error" };
    static const char *const spelled[] = { "%25", "%0D", "%0A", "%3A", "%2C" };
    shown_path               shown;
    ptl_diag                 room;
    const ptl_diag          *d;

    for (size_t i = 0; (d = report_at(f->found, i, &room)); i++) {
        if (d->severity < f->least)
            continue;
        fprintf(to, "::%s file=", levels[d->severity]);
        put_escaped(to, show_path(&shown, f->path), "%\r\n:,", spelled);
        if (d->line > 0)
            fprintf(to, ",line=%u,col=%u", d->line, d->column);
        fprintf(to, ",title=%s::", d->rule);
        put_place(to, d);
        if (d->path[0]) {
            put_escaped(to, d->path, "%\r\n", spelled);
            fputs(": ", to);
        }
        put_escaped(to, d->message, "%\r\n", spelled);
        fputc('\n', to);
    }
}

/* ---- JUnit ----------------------------------------------------------------------------------- */

static void put_xml(FILE *to, const char *text)
{
    static const char *const spelled[] = { "&amp;", "&lt;", "&gt;", "&quot;" };
    char                     shown[2048];

    put_escaped(to, ptl_quote(shown, sizeof shown, text, strlen(text)), "&<>\"", spelled);
}

static void junit_case(FILE *to, const checked_file *f, const ptl_diag *d)
{
    const char *kind = d->severity < PTL_WARNING ? "system-out"
                       : d->status != PTL_OK     ? "error"
                                                 : "failure";

    fprintf(to, "    <testcase name=\"%s\" classname=\"", d->rule);
    put_xml(to, f->path);
    fprintf(to, "\">\n      <%s", kind);
    if (d->severity >= PTL_WARNING) {
        fprintf(to, " type=\"%s\" message=\"", ptl_severity_name(d->severity));
        put_xml(to, d->message);
        fputc('"', to);
    }
    fputc('>', to);
    put_xml(to, f->path);
    report_place(to, d);
    fprintf(to, ": %s: ", ptl_severity_name(d->severity));
    put_xml(to, d->path);
    fputs(d->path[0] ? ": " : "", to);
    put_xml(to, d->message);
    fprintf(to, "</%s>\n    </testcase>\n", kind);
}

static void junit_file(FILE *to, const checked_file *f)
{
    size_t          tests = 0, failures = 0, errors = 0;
    ptl_diag        room;
    const ptl_diag *d;

    for (size_t i = 0; (d = report_at(f->found, i, &room)); i++) {
        tests += d->severity >= f->least;
        errors += d->severity >= PTL_WARNING && d->status != PTL_OK;
        failures += d->severity >= PTL_WARNING && d->severity >= f->least && d->status == PTL_OK;
    }
    fputs("  <testsuite name=\"", to);
    put_xml(to, f->path);
    fprintf(to, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n", tests ? tests : 1, failures,
            errors);
    for (size_t i = 0; (d = report_at(f->found, i, &room)); i++)
        if (d->severity >= f->least)
            junit_case(to, f, d);
    if (tests == 0) {
        fputs("    <testcase name=\"fine\" classname=\"", to);
        put_xml(to, f->path);
        fputs("\"/>\n", to);
    }
    fputs("  </testsuite>\n", to);
}

static void junit_begin(FILE *to)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"portolan check\">\n", to);
}

static void junit_end(FILE *to)
{
    fputs("</testsuites>\n", to);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void nothing(FILE *to)
{
    (void)to;
}

static const findings_form forms[] = {
    { "sarif", ",\n", true, sarif_begin, sarif_file, sarif_end },
    { "github", "", false, nothing, github_file, nothing },
    { "junit", "", false, junit_begin, junit_file, junit_end },
};

const findings_form *findings_form_named(const char *name)
{
    for (size_t i = 0; name && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
