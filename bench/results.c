/* SPDX-License-Identifier: MIT */
/* Lines of text on the standard output, and the same as JSON. */
#include "results.h"

static const char *const verdicts[] = { "pass", "fail", "noisy", "skipped" };
static const char *const signs[]    = { "<=", ">=" };

/* The work in words; of a ladder, the larger of its two sizes too. */
static const char *title_of(char *out, size_t size, const result *r)
{
    unsigned kib = 1u << r->doublings;

    if (!r->row->ladder)
        snprintf(out, size, "%s", r->row->title);
    else if (kib < 1024)
        snprintf(out, size, "%s, %u KiB", r->row->title, kib);
    else
        snprintf(out, size, "%s, %u MiB", r->row->title, kib / 1024);
    return out;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void print_head(void)
{
    printf("%-7s %-29s %9s %9s %9s %6s %8s %9s %8s %9s %8s %8s %8s  %s\n", "id", "work", "best ms",
           "median", "worst", "reps", "units", "bytes", "peak KiB", "anchor ms", "ratio", "floor",
           "stretch", "verdict");
}

static void print_bar(bench_sense sense, double bar)
{
    if (bar > 0)
        printf(" %s %5.4g", signs[sense], bar);
    else
        printf(" %8s", "-");
}

static void print_times(const result *r)
{
    const summary *ours = &r->contest.ours, *anchor = &r->contest.anchor;

    printf(" %9.4f %9.4f %9.4f %6zu %8llu %9llu", ours->best * 1e3, ours->median * 1e3,
           ours->worst * 1e3, ours->reps, (unsigned long long)r->units,
           (unsigned long long)r->bytes);
    if (r->row->processes)
        printf(" %8s", "-"); /* it is theirs, not ours */
    else
        printf(" %8zu", r->peak / 1024);
    if (anchor->reps > 0)
        printf(" %9.4f %8.3f", anchor->best * 1e3, r->contest.value);
    else
        printf(" %9s %5.3f ms", "-", r->contest.value);
    print_bar(r->row->sense, r->row->floor);
    print_bar(r->row->sense, r->row->stretch);
}

static void print_line(const result *r)
{
    char title[80];

    printf("%-7s %-29s", r->row->id, title_of(title, sizeof title, r));
    if (!r->why)
        print_times(r);
    printf("  %s%s%s\n", verdicts[r->verdict], r->why ? ": " : "", r->why ? r->why : "");
    fflush(stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_summary(FILE *file, const char *name, const summary *s)
{
    fprintf(file, ", \"%s\": { \"best\": %.9f, \"median\": %.9f, \"worst\": %.9f, \"reps\": %zu }",
            name, s->best, s->median, s->worst, s->reps);
}

static void put_object(FILE *file, const result *r)
{
    const bench_row *row = r->row;
    char             title[80];

    fprintf(file, "{ \"id\": \"%s\", \"work\": \"%s\", \"anchor\": \"%s\", \"verdict\": \"%s\"",
            row->id, title_of(title, sizeof title, r), row->anchor, verdicts[r->verdict]);
    if (r->why)
        fprintf(file, ", \"why\": \"%s\" }", r->why);
    if (r->why)
        return;
    fprintf(file, ", \"units\": %llu, \"bytes\": %llu, \"peak\": %zu", (unsigned long long)r->units,
            (unsigned long long)r->bytes, r->peak);
    put_summary(file, "time", &r->contest.ours);
    if (r->contest.anchor.reps > 0)
        put_summary(file, "anchor_time", &r->contest.anchor);
    fprintf(file, ", \"sense\": \"%s\", \"ratio\": %.4f, \"floor\": %.4g", signs[row->sense],
            r->contest.value, row->floor);
    if (row->stretch > 0)
        fprintf(file, ", \"stretch\": %.4g", row->stretch);
    fprintf(file, " }");
}

/* ---- Markdown ------------------------------------------------------------------------------- */

static void put_bar(FILE *file, bench_sense sense, double bar)
{
    if (bar > 0)
        fprintf(file, " %s %.4g |", signs[sense], bar);
    else
        fputs(" |", file);
}

static void put_table_row(FILE *file, const result *r)
{
    const contest *c = &r->contest;
    char           title[80];

    fprintf(file, "| %s | %s | %s |", r->row->id, title_of(title, sizeof title, r), r->row->anchor);
    if (r->why)
        fputs(" | | |", file);
    else if (c->anchor.reps > 0)
        fprintf(file, " %.3f | %.3f | %.3f |", c->ours.best * 1e3, c->anchor.best * 1e3, c->value);
    else
        fprintf(file, " %.3f | | |", c->ours.best * 1e3);
    put_bar(file, r->row->sense, r->row->floor);
    put_bar(file, r->row->sense, r->row->stretch);
    fprintf(file, " %s%s%s |\n", verdicts[r->verdict], r->why ? ": " : "", r->why ? r->why : "");
}

/* ---- All ----------------------------------------------------------------------------------- */

void report_open(report *to, FILE *json, FILE *markdown)
{
    *to = (report){ .json = json, .markdown = markdown };
    print_head();
    if (markdown)
        fputs("| row | work | against | ms | its ms | ratio | floor | goal | |\n"
              "| --- | --- | --- | ---: | ---: | ---: | --- | --- | --- |\n",
              markdown);
    if (json)
        fprintf(json, "{ \"portolan\": \"%s\", \"rows\": [", ptl_version());
}

void report_add(report *to, const result *r)
{
    print_line(r);
    if (to->json)
        fputs(to->count > 0 ? ",\n  " : "\n  ", to->json);
    if (to->json)
        put_object(to->json, r);
    if (to->markdown)
        put_table_row(to->markdown, r);
    to->count++;
    to->failed += r->verdict == FAIL;
}

void report_close(report *to)
{
    if (to->json)
        fputs("\n] }\n", to->json);
}
