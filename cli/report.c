/* SPDX-License-Identifier: MIT */
/* Collecting, folding and printing findings. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "report.h"

#include <stdlib.h>
#include <string.h>

static bool alike(const tally *t, const ptl_diag *diag, bool repair)
{
    return t->severity == diag->severity && t->repair == repair && strcmp(t->rule, diag->rule) == 0;
}

static size_t tally_index(const report *r, const ptl_diag *diag, bool repair)
{
    size_t i = 0;

    while (i < r->rule_count && !alike(&r->rules[i], diag, repair))
        i++;
    return i;
}

void report_mends(report *r)
{
    r->mends        = true;
    r->found_before = r->count + r->spooled;
}

/* Room for one more in a list; false without memory. */
static bool grow(void **list, size_t *capacity, size_t count, size_t size)
{
    size_t more = *capacity ? *capacity * 2 : 16;
    void  *moved;

    if (count < *capacity)
        return true;
    moved = realloc(*list, more * size);
    if (!moved)
        return false;
    *list     = moved;
    *capacity = more;
    return true;
}

/* The tally a finding belongs to; NULL without memory. */
static tally *tally_of(report *r, const ptl_diag *diag)
{
    size_t i    = tally_index(r, diag, r->mends);
    void  *list = r->rules;

    if (i < r->rule_count)
        return &r->rules[i];
    if (!grow(&list, &r->rule_capacity, i, sizeof *r->rules))
        return NULL;
    r->rules = list;
    r->rules[r->rule_count++] =
        (tally){ .rule = diag->rule, .severity = diag->severity, .repair = r->mends };
    return &r->rules[i];
}

/* A file may have more findings than memory has room for. They are written before the first is read
 * back. */
static bool put_aside(report *r, const ptl_diag *diag)
{
    if (!r->spool)
        r->spool = tmpfile();
    if (!r->spool || fwrite(diag, sizeof *diag, 1, r->spool) != 1)
        return false;
    r->spooled++;
    return true;
}

const ptl_diag *report_at(const report *r, size_t index, ptl_diag *room)
{
    if (index < r->count)
        return &r->found[index];
    if (index == r->count && r->spool)
        rewind(r->spool);
    return index - r->count < r->spooled && fread(room, sizeof *room, 1, r->spool) == 1 ? room
                                                                                        : NULL;
}

bool lists_rule(const char *list, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = list; at && *at; at += *at == ',') {
        size_t word = strcspn(at, ",");

        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

/* What the project wants, asked once about each rule: a file has many findings, and a project may
 * have many rows and long patterns. */
static unsigned wanted_by_project(report *r, ptl_severity severity, const char *rule)
{
    const rule_choice *c    = r->choice;
    void              *list = r->answers;
    unsigned           wanted;
    size_t             i = 0;

    while (i < r->answer_count &&
           (r->answers[i].severity != severity || strcmp(r->answers[i].rule, rule) != 0))
        i++;
    if (i < r->answer_count)
        return r->answers[i].wanted;
    wanted = ptl_project_severity(c->project, c->below, rule, severity);
    if (grow(&list, &r->answer_capacity, i, sizeof *r->answers)) {
        r->answers                    = list;
        r->answers[r->answer_count++] = (rule_answer){ rule, severity, wanted };
    }
    return wanted;
}

/* What a finding of a rule counts as; PTL_PROJECT_OFF: nobody wants to hear of it. */
static unsigned severity_of(report *r, ptl_severity severity, const char *rule)
{
    const rule_choice *c = r->choice;

    if (c && ((c->only && !lists_rule(c->only, rule)) || lists_rule(c->ignore, rule)))
        return PTL_PROJECT_OFF;
    return c && c->project ? wanted_by_project(r, severity, rule) : severity;
}

/* What ends a call is heard whatever was chosen. */
void report_add(report *r, const ptl_diag *heard)
{
    void    *list    = r->found;
    ptl_diag counted = *heard, *diag = &counted;
    unsigned severity = severity_of(r, diag->severity, diag->rule);
    tally   *t;

    if (r->spared && strcmp(r->spared, diag->rule) == 0)
        return;
    r->failed |= diag->status != PTL_OK;
    if (diag->engine > r->worst.engine) /* the verdict stays what it is, whatever was chosen */
        r->worst = *diag;
    if (diag->status == PTL_OK && severity == PTL_PROJECT_OFF)
        return;
    if (diag->status == PTL_OK)
        diag->severity = (ptl_severity)severity;
    t = tally_of(r, diag);
    r->of[diag->severity]++;
    if (!t || (++t->count > REPORT_JSON && !r->all))
        return;
    if (r->all && r->count >= REPORT_MEMORY && put_aside(r, diag))
        return;
    if (!grow(&list, &r->capacity, r->count, sizeof *r->found))
        return;
    r->found             = list;
    r->found[r->count++] = *diag;
}

static void hear(void *user, const ptl_diag *diag)
{
    report_add(user, diag);
}

/* What would not be kept is counted here, and never gets a place or a text. */
static bool wants(void *user, ptl_severity severity, const char *rule)
{
    report  *r       = user;
    unsigned counted = severity_of(r, severity, rule);
    ptl_diag diag    = { .severity = (ptl_severity)counted, .rule = rule };
    size_t   i       = tally_index(r, &diag, r->mends);

    if (counted == PTL_PROJECT_OFF)
        return severity >= PTL_WARNING; /* it may be what ends the call, or decides the verdict */
    if (r->all || i == r->rule_count || r->rules[i].count < REPORT_JSON)
        return true;
    r->rules[i].count++;
    r->of[counted]++;
    return false;
}

ptl_listener report_listener(report *r)
{
    return (ptl_listener){ hear, r, wants };
}

void report_free(report *r)
{
    if (r->spool)
        fclose(r->spool);
    free(r->found);
    free(r->rules);
    free(r->answers);
    *r = (report){ 0 };
}

const char *show_path(shown_path *room, const char *path)
{
    return ptl_quote(room->text, sizeof room->text, path, strlen(path));
}

/* ---- For people ----------------------------------------------------------------------------- */

void report_place(FILE *to, const ptl_diag *d)
{
    if (d->line > 0)
        fprintf(to, ":%u:%u", d->line, d->column);
    else if (d->offset != PTL_NOWHERE)
        fprintf(to, ":@0x%llx", (unsigned long long)d->offset);
}

FILE *pen_stream(pen *with)
{
    if (!with->to)
        with->to = open_memstream(with->text, with->size);
    return with->to ? with->to : stderr;
}

static void print_one(pen *with, const char *file, const ptl_diag *d)
{
    static const int colors[] = { 36, 35, 33, 31 }; /* of the severities */
    FILE            *to       = pen_stream(with);

    fputs(file, to);
    report_place(to, d);
    if (with->colors)
        fprintf(to, ": \033[%dm%s\033[0m: ", colors[d->severity], ptl_severity_name(d->severity));
    else
        fprintf(to, ": %s: ", ptl_severity_name(d->severity));
    if (d->path[0])
        fprintf(to, "%s: ", d->path);
    fprintf(to, "%s [%s]\n", d->message, d->rule);
}

/* 1204 as "1,204". */
static void print_count(FILE *to, size_t count)
{
    if (count >= 1000) {
        print_count(to, count / 1000);
        fprintf(to, ",%03zu", count % 1000);
    } else {
        fprintf(to, "%zu", count);
    }
}

/* Ledgers of maps carried to another engine are printed whole: each line counts something else. */
static bool folds(const report *r, const char *rule, bool repair)
{
    return !r->all && !repair && strncmp(rule, "carry-", 6) != 0;
}

void report_print(const report *r, pen *with, const char *file, ptl_severity least)
{
    shown_path      room;
    const char     *shown   = show_path(&room, file);
    size_t         *printed = calloc(r->rule_count + 1, sizeof *printed); /* of each rule */
    ptl_diag        aside;
    const ptl_diag *d;

    for (size_t i = 0; (d = report_at(r, i, &aside)); i++) {
        bool   repair = r->mends && i >= r->found_before;
        size_t rule   = tally_index(r, d, repair);

        if (d->severity >= least &&
            (!folds(r, d->rule, repair) || !printed || printed[rule]++ < REPORT_PEOPLE))
            print_one(with, shown, d);
    }
    free(printed);
    for (size_t i = 0; i < r->rule_count; i++) {
        const tally *t = &r->rules[i];

        if (t->severity < least || !folds(r, t->rule, t->repair) || t->count <= REPORT_PEOPLE)
            continue;
        fprintf(pen_stream(with), "%s: %s: and ", shown, ptl_severity_name(t->severity));
        print_count(pen_stream(with), t->count - REPORT_PEOPLE);
        fprintf(pen_stream(with), " more [%s]\n", t->rule);
    }
}

/* ---- For programs --------------------------------------------------------------------------- */

void print_json_string(FILE *to, const char *text)
{
    char shown[2048]; /* bytes that are not UTF-8 come out as \xHH */

    ptl_quote(shown, sizeof shown, text, strlen(text));
    fputc('"', to);
    for (const char *at = shown; *at; at++) {
        if (*at == '"' || *at == '\\')
            fputc('\\', to);
        fputc(*at, to);
    }
    fputc('"', to);
}

void report_json_one(FILE *to, const ptl_diag *d)
{
    fprintf(to, "{ \"severity\": \"%s\", \"rule\": \"%s\"", ptl_severity_name(d->severity),
            d->rule);
    if (d->line > 0)
        fprintf(to, ", \"line\": %u, \"column\": %u", d->line, d->column);
    if (d->offset != PTL_NOWHERE)
        fprintf(to, ", \"offset\": %llu", (unsigned long long)d->offset);
    if (d->path[0]) {
        fputs(", \"path\": ", to);
        print_json_string(to, d->path);
    }
    fputs(", \"message\": ", to);
    print_json_string(to, d->message);
    fputs(" }", to);
}

/* A list of those of a severity and a rule; less than 0, and NULL, take all. */
static void print_list(const report *r, FILE *to, int only, const char *named)
{
    const char     *between = "\n    ";
    const ptl_diag *d;
    ptl_diag        aside;

    fputc('[', to);
    for (size_t i = 0; (d = report_at(r, i, &aside)); i++) {
        if ((only >= 0 && d->severity != (ptl_severity)only) ||
            (named && strcmp(d->rule, named) != 0))
            continue;
        fputs(between, to);
        report_json_one(to, d);
        between = ",\n    ";
    }
    fputs(between[0] == ',' ? "\n  ]" : "]", to);
}

void report_json(const report *r, FILE *to, int only)
{
    print_list(r, to, only, NULL);
}

void report_json_kept(const report *r, FILE *to)
{
    static const char kept[] = "carry-kept";
    size_t            i      = 0;

    while (i < r->rule_count && strcmp(r->rules[i].rule, kept) != 0)
        i++;
    if (i == r->rule_count)
        return;
    fputs(", \"kept\": ", to);
    print_list(r, to, PTL_NOTE, kept);
}

void report_json_folded(const report *r, FILE *to)
{
    const char *between = " ";

    fputc('{', to);
    for (size_t i = 0; i < r->rule_count; i++) {
        const tally *t = &r->rules[i];

        if (r->all || t->count <= REPORT_JSON)
            continue;
        fprintf(to, "%s\"%s\": %zu", between, t->rule, t->count - REPORT_JSON);
        between = ", ";
    }
    fputs(" }", to);
}
