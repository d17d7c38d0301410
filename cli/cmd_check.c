/* SPDX-License-Identifier: MIT */
/* portolan check: every finding with rule, severity and place. */
#include "commands.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "findings.h"
#include "progress.h"
#include "project_file.h"
#include "stop.h"
#include "suggest.h"

enum { FORMATS = 64 }; /* more than there are */

typedef struct totals {
    atomic_size_t files, readable;
    atomic_size_t rules[FORMATS + 1]; /* of each format, the most that ran; the last are shared */
} totals;

typedef struct check {
    totals     *totals;
    reading     reading;
    const char *profile, *output;
    rule_choice rules;
    bool        json, fix, overwrite, all;

    const findings_form *form;    /* NULL: text, or JSON                      */
    const char          *fail_on; /* NULL: what the project says, or warnings */
    const char          *project; /* its file; NULL: the next one upwards     */
    bool                 alone;   /* no project is looked for                 */
} check;

/* Whether what the engine does with a document is asked for, and known. */
static bool is_judged(const check *c, const ptl_doc *doc)
{
    const ptl_format_info *format = doc ? ptl_format_named(ptl_doc_format(doc)) : NULL;

    return c->profile && strcmp(c->profile, "engine") == 0 &&
           ptl_format_can(format) & PTL_CAN_JUDGE;
}

/* Whether there is somewhere to look for the files that belong to a document. */
static bool sees_files(const check *c, const char *path)
{
    return !c->reading.opts.untrusted && strcmp(path, "-") != 0;
}

/* Textures a file makes use of and that are not there; drawn plain, so worth a note only. Where the
 * engine is asked, it is the check that says so. */
static void note_missing(const check *c, const ptl_doc *doc, const char *path, report *found)
{
    const ptl_format_info *format = ptl_format_named(ptl_doc_format(doc));
    ptl_companion          file;
    char                   room[4096], name[96];

    if (sees_files(c, path) && (is_judged(c, doc) || ptl_format_can(format) & PTL_CAN_MISS))
        return;
    for (size_t i = 0; !c->reading.opts.untrusted && ptl_doc_companion(&file, doc, i); i++) {
        ptl_diag d = { .severity = PTL_NOTE, .rule = "file-missing", .offset = PTL_NOWHERE };

        if (!file.needed || ptl_find_companion(room, sizeof room, path, c->reading.folders, &file))
            continue;
        snprintf(d.message, sizeof d.message, "%s (%s) is not there",
                 file.name[0] ? ptl_quote(name, sizeof name, file.name, strlen(file.name))
                              : "a file with an impossible name",
                 file.role);
        report_add(found, &d);
    }
}

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    const streams *to = user;

    stop_hear(event, path);
    if (event == PTL_FILE_WRITTEN)
        atomic_store(&to->state->state, STOP_DONE);
}

/* The repaired document to standard output; findings then go to standard error. */
static bool is_printed(const check *c)
{
    return c->output && strcmp(c->output, "-") == 0;
}

static ptl_status check_document(const check *c, const ptl_doc *doc, const char *path,
                                 report *found, ptl_diag *wrong)
{
    ptl_folder     beside = { .doc_path = path, .folders = c->reading.folders };
    ptl_check_opts opts   = { .profile  = c->profile,
                              .listener = report_listener(found),
                              .name     = path };

    if (sees_files(c, path))
        opts.files = (ptl_files){ .load = ptl_folder_load, .user = &beside };
    return ptl_check(doc, &opts, wrong);
}

/* What is still wrong with a file after its repair, as it will be read next time. Its textures are
 * those that it had. */
static void check_again(const check *c, ptl_doc *doc, const char *path, report *left)
{
    if (doc)
        check_document(c, doc, path, left, NULL);
    ptl_doc_free(doc);
}

static ptl_doc *read_again(const check *c, const ptl_bytes *bytes, const char *format, report *left)
{
    ptl_read_opts opts = c->reading.opts;
    ptl_doc      *doc  = NULL;

    opts.format        = format;
    opts.profile       = c->profile;
    opts.settings      = c->reading.settings;
    opts.setting_count = c->reading.setting_count;
    opts.listener      = report_listener(left);
    ptl_read(&doc, bytes->data, bytes->size, &opts, NULL);
    return doc;
}

typedef struct repair {
    bool   changed; /* otherwise nothing is written, and all remains */
    report left;
} repair;

/* Who reads standard output wants the document, repaired or not; without `out` nobody does. */
static ptl_status print_document(const check *c, const ptl_doc *doc, const char *path, repair *done,
                                 FILE *out, ptl_diag *wrong)
{
    ptl_bytes  bytes  = { 0 };
    ptl_status status = ptl_write(&bytes, doc, NULL, wrong);

    if (status == PTL_OK && out)
        fwrite(bytes.data, 1, bytes.size, out);
    if (status == PTL_OK && done->changed)
        check_again(c, read_again(c, &bytes, ptl_doc_format(doc), &done->left), path, &done->left);
    ptl_bytes_free(&bytes);
    return status;
}

/* Writes the repaired file and looks at it again. From a pipe or device it does not come back. */
static ptl_status put_repaired(const check *c, const ptl_doc *doc, const char *path, repair *done,
                               const streams *to, ptl_diag *wrong)
{
    const char    *output = c->output ? c->output : path;
    ptl_write_opts opts   = { .overwrite = c->overwrite, .watch = { hear_of_file, (void *)to } };
    ptl_status     again, status = ptl_write_file(output, doc, &opts, wrong);
    struct stat    about;

    if (status != PTL_OK)
        return status;
    if (stat(output, &about) != 0 || !S_ISREG(about.st_mode))
        return print_document(c, doc, path, done, NULL, wrong);
    check_again(c, reading_open(&c->reading, output, &done->left, &again), path, &done->left);
    return PTL_OK;
}

/* Whether what is no text would go to a terminal. */
static bool shows_bytes(const check *c, const ptl_doc *doc)
{
    ptl_bytes bytes = { 0 };
    bool      shows = false;

    if (!c->output || !is_terminal(c->output))
        return false;
    if (ptl_write(&bytes, doc, NULL, NULL) == PTL_OK)
        shows = bytes.size > 0 && memchr(bytes.data, 0, bytes.size);
    ptl_bytes_free(&bytes);
    return shows;
}

static ptl_status refuse_terminal(ptl_diag *wrong)
{
    *wrong = (ptl_diag){ .severity = PTL_ERROR,
                         .status   = PTL_E_ARG,
                         .rule     = "output",
                         .offset   = PTL_NOWHERE,
                         .message  = "this is no text, and is not written to a terminal: name a "
                                     "file with --output, or use a pipe" };
    return wrong->status;
}

static ptl_status mend(const check *c, ptl_doc *doc, const char *path, report *found, repair *done,
                       const streams *to, ptl_diag *wrong)
{
    ptl_check_opts opts   = { .listener = report_listener(found) };
    size_t         before = found->of[PTL_NOTE];
    ptl_status     status;

    if (shows_bytes(c, doc))
        return refuse_terminal(wrong);
    report_mends(found);
    found->choice = NULL; /* what is repaired is said, whatever was asked for */
    status        = ptl_fix(doc, &opts, wrong);
    found->choice = &c->rules;
    done->changed = found->of[PTL_NOTE] > before;
    if (status == PTL_OK && is_printed(c))
        return print_document(c, doc, path, done, pen_stream(to->out), wrong);
    if (status != PTL_OK || !done->changed)
        return status;
    return put_repaired(c, doc, path, done, to, wrong);
}

static void print_findings(pen *with, const char *path, const report *r, bool quiet)
{
    static const char *const names[][2] = {
        { "note", "notes" }, { "loss", "losses" }, { "warning", "warnings" }, { "error", "errors" }
    };
    const char *between = ": ";
    FILE       *out     = pen_stream(with);
    shown_path  room;

    report_print(r, with, path, quiet ? PTL_ERROR : PTL_NOTE);
    if (quiet)
        return;
    fputs(show_path(&room, path), out);
    for (int i = PTL_ERROR; i >= 0; i--)
        if (r->of[i] > 0) {
            fprintf(out, "%s%zu %s", between, r->of[i], names[i][r->of[i] > 1]);
            between = ", ";
        }
    fputs(between[0] == ':' ? ": fine\n" : "\n", out);
}

static size_t faults(const report *r)
{
    return r->of[PTL_WARNING] + r->of[PTL_ERROR];
}

static void print_repair(const check *c, pen *with, const char *path, const repair *done)
{
    shown_path  room;
    const char *output = c->output ? c->output : path;

    if (!done->changed)
        fprintf(pen_stream(with), "%s: nothing to repair\n", show_path(&room, path));
    else if (faults(&done->left) > 0)
        fprintf(pen_stream(with), "%s: what remains:\n", show_path(&room, output));
    if (done->changed)
        report_print(&done->left, with, output, PTL_WARNING);
}

/* ---- Verdicts ------------------------------------------------------------------------------- */

typedef struct verdict {
    ptl_fate        fate;    /* PTL_FATE_NONE: nobody asked, or nobody knows                   */
    const ptl_diag *because; /* NULL where there is nothing to be said against the file        */
    bool            blind;   /* files that belong to it were not looked at                     */
} verdict;

/* It follows from the findings: the worst of what the engine does because of one of them. Of a file
 * that was not read to its end only the bad is certain. */
static verdict verdict_of(const check *c, const ptl_doc *doc, const char *path, const report *r)
{
    verdict       v = { .fate = r->worst.engine };
    ptl_companion file;

    if (is_judged(c, doc) && v.fate < PTL_FATE_LOADS)
        v.fate = PTL_FATE_LOADS;
    if (r->failed && v.fate == PTL_FATE_LOADS)
        v.fate = PTL_FATE_UNKNOWN;
    if (v.fate > PTL_FATE_LOADS)
        v.because = &r->worst;
    v.blind = v.fate == PTL_FATE_LOADS && !sees_files(c, path) && ptl_doc_companion(&file, doc, 0);
    return v;
}

static void print_verdict(pen *with, const char *path, const verdict *v)
{
    static const char *const says[] = {
        [PTL_FATE_UNKNOWN] = "what the engine does is not known: the file cannot be read here",
        [PTL_FATE_LOADS]   = "the engine loads it",
        [PTL_FATE_WRONG]   = "the engine loads it, but shows it wrong",
        [PTL_FATE_REFUSES] = "the engine refuses it",
        [PTL_FATE_BREAKS]  = "the engine breaks",
    };
    shown_path room;
    FILE      *out;

    out = pen_stream(with);
    fputs(show_path(&room, path), out);
    if (v->because)
        report_place(out, v->because);
    fprintf(out, ": verdict: %s%s", says[v->fate],
            v->blind ? ", if its textures are as they should be" : "");
    if (v->because && v->because->path[0])
        fprintf(out, ": %s", v->because->path);
    if (v->because)
        fprintf(out, ": %s [%s]", v->because->message, v->because->rule);
    fputc('\n', out);
}

static void json_verdict(FILE *out, const verdict *v)
{
    if (v->fate == PTL_FATE_NONE)
        return;
    fprintf(out, ",\n  \"verdict\": { \"engine\": \"%s\"", ptl_fate_name(v->fate));
    if (v->because) {
        fputs(", \"because\": ", out);
        report_json_one(out, v->because);
    }
    if (v->blind)
        fputs(", \"textures_seen\": false", out);
    fputs(" }", out);
}

/* ---- Rules that ran -------------------------------------------------------------------------- */

/* "-engine" is any profile but that one. */
static bool is_of(const char *which, const char *profile)
{
    bool but = which[0] == '-';

    return !which[0] || (profile && strcmp(profile, which + but) == 0) != but;
}

static bool runs(const check *c, const ptl_rule *row)
{
    const char *rule = row->name;

    return is_of(row->profile, c->profile) && (!c->rules.only || lists_rule(c->rules.only, rule)) &&
           !lists_rule(c->rules.ignore, rule) &&
           ptl_project_severity(c->rules.project, c->rules.below, rule, row->severity) !=
               PTL_PROJECT_OFF;
}

static size_t count_rules(const check *c, const char *format)
{
    const ptl_rule *row;
    size_t          count = 0;

    for (size_t i = 0; (row = ptl_rule_at(format, i)); i++)
        count += runs(c, row);
    return count;
}

static void raise_to(atomic_size_t *most, size_t to)
{
    size_t was = atomic_load(most);

    while (was < to && !atomic_compare_exchange_weak(most, &was, to))
        continue;
}

/* Files of one format may be in projects that want different rules: the most counts. */
static void count_file(const check *c, const ptl_doc *doc)
{
    const ptl_format_info *format;

    atomic_fetch_add(&c->totals->files, 1);
    atomic_fetch_add(&c->totals->readable, doc != NULL);
    raise_to(&c->totals->rules[FORMATS], count_rules(c, NULL));
    for (size_t i = 0; doc && i < FORMATS && (format = ptl_format_at(i)); i++)
        if (strcmp(format->name, ptl_doc_format(doc)) == 0)
            raise_to(&c->totals->rules[i], count_rules(c, format->name));
}

/* The last line for people who checked several files. */
static void print_totals(const check *c)
{
    size_t files = atomic_load(&c->totals->files), readable = atomic_load(&c->totals->readable);
    size_t rules = 0;

    for (size_t i = 0; i <= FORMATS; i++)
        rules += atomic_load(&c->totals->rules[i]);
    printf("%zu files, %zu of them read; %zu rules ran\n", files, readable, rules);
}

/* ---- One file ------------------------------------------------------------------------------- */

static void print_json(const check *c, FILE *out, const char *path, const report *r, bool readable,
                       const repair *done, const verdict *v, size_t rules)
{
    fputs("{\n  \"file\": ", out);
    print_json_string(out, path);
    fprintf(out, ",\n  \"readable\": %s,\n  \"findings\": ", readable ? "true" : "false");
    report_json(r, out, -1);
    fputs(",\n  \"folded\": ", out);
    report_json_folded(r, out);
    if (c->fix) {
        fprintf(out, ",\n  \"repaired\": %s,\n  \"remaining\": ", done->changed ? "true" : "false");
        report_json(done->changed ? &done->left : r, out, -1);
    }
    json_verdict(out, v);
    if (rules > 0)
        fprintf(out, ",\n  \"rules\": %zu", rules);
    fputs("\n}\n", out);
}

static ptl_severity severity_named(const char *name)
{
    int s = PTL_ERROR;

    while (s > PTL_NOTE && strcmp(ptl_severity_name((ptl_severity)s), name) != 0)
        s--;
    return (ptl_severity)s;
}

static int exit_code(const check *c, const report *r, ptl_status status)
{
    size_t count = 0;

    if (status != PTL_OK)
        return exit_code_of(status);
    for (int i = (int)severity_named(c->fail_on); i <= PTL_ERROR; i++)
        count += r->of[i];
    return count > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

static ptl_status look_at(const check *c, ptl_doc *doc, const char *path, report *found,
                          repair *done, const streams *to)
{
    ptl_diag   wrong;
    ptl_status status = check_document(c, doc, path, found, &wrong);

    note_missing(c, doc, path, found);
    if (status == PTL_OK && c->fix)
        status = mend(c, doc, path, found, done, to, &wrong);
    if (status != PTL_OK)
        report_add(found, &wrong);
    return status;
}

static void print_all(const check *c, const streams *to, const char *path, const report *found,
                      const repair *done, ptl_status status, const verdict *v)
{
    pen *says   = is_printed(c) ? to->err : to->out;
    bool judged = v->fate != PTL_FATE_NONE && !c->reading.quiet;

    if (status == PTL_OK)
        print_findings(says, path, found, c->reading.quiet);
    else /* the verdict is the last line, so both go one way */
        report_print(found, judged ? says : to->err, path, PTL_ERROR);
    if (c->fix && status == PTL_OK && !c->reading.quiet)
        print_repair(c, says, path, done);
    if (judged)
        print_verdict(says, path, v);
}

/* The bytes of a file, and those that a repair would make of them. Nothing is written. */
static void try_repair(const check *c, ptl_doc *doc, checked_file *file)
{
    const char   *slash  = strrchr(file->path, '/');
    ptl_folder    beside = { .doc_path = file->path };
    ptl_companion itself = { .exact = true, .cased = true };

    snprintf(itself.name, sizeof itself.name, "%s", slash ? slash + 1 : file->path);
    if (c->fix || !ptl_folder_load(&beside, &itself, &file->was) || !doc ||
        ptl_fix(doc, NULL, NULL) != PTL_OK)
        return;
    ptl_write(&file->repaired, doc, NULL, NULL);
    if (file->repaired.size == file->was.size &&
        memcmp(file->repaired.data, file->was.data, file->was.size) == 0)
        ptl_bytes_free(&file->repaired);
}

static void print_form(const check *c, ptl_doc *doc, const char *path, const report *found,
                       FILE *to)
{
    checked_file file = { .path     = path,
                          .found    = found,
                          .readable = doc != NULL,
                          .least    = c->reading.quiet ? PTL_ERROR : PTL_NOTE };

    if (c->form->repairs)
        try_repair(c, doc, &file);
    c->form->file(to, &file);
    ptl_bytes_free(&file.was);
    ptl_bytes_free(&file.repaired);
}

static int check_as(const check *c, const char *path, const streams *to)
{
    report        found = { .all = c->all, .choice = &c->rules };
    repair        done  = { .left = { .all = c->all, .choice = &c->rules } };
    ptl_status    status;
    ptl_doc      *doc = reading_open(&c->reading, path, &found, &status);
    const report *last;
    verdict       v;
    int           code;

    count_file(c, doc);
    if (doc)
        status = look_at(c, doc, path, &found, &done, to);
    last = done.changed ? &done.left : &found;
    v    = verdict_of(c, doc, path, last);
    if (c->form)
        print_form(c, doc, path, last, to->side);
    else if (c->json)
        print_json(c, pen_stream(is_printed(c) ? to->err : to->out), path, &found, doc != NULL,
                   &done, &v, doc ? count_rules(c, NULL) + count_rules(c, ptl_doc_format(doc)) : 0);
    else
        print_all(c, to, path, &found, &done, status, &v);
    hint_refused(&c->reading, path, status, to->err);
    code = exit_code(c, last, status);
    ptl_doc_free(doc);
    report_free(&found);
    report_free(&done.left);
    return code;
}

/* What the command line says goes before what the project wants. */
static void obey(check *c, const project *p)
{
    static const char *const profiles[] = { NULL, "engine", "document" };
    const ptl_project       *wishes     = p->wishes;

    if (wishes && !c->profile)
        c->profile = profiles[wishes->profile];
    if (wishes && !c->fail_on && wishes->fail_on > 0)
        c->fail_on = ptl_severity_name((ptl_severity)(wishes->fail_on - 1));
    if (!c->fail_on)
        c->fail_on = "warning";
    if (wishes)
        c->reading.folders = p->folders;
    c->rules.project        = wishes;
    c->rules.below          = p->below;
    c->reading.opts.profile = c->profile;
}

static int check_one(void *user, const char *path, const streams *to)
{
    check   own = *(const check *)user;
    project p   = { 0 };
    int code = own.alone ? EXIT_FINE : project_open(&p, &own.reading, own.project, path, to->err);

    obey(&own, &p);
    if (code == EXIT_FINE)
        code = check_as(&own, path, to);
    project_close(&p);
    return code;
}

/* Standard input is no file that could be replaced, and cannot be read a second time. */
static bool replaces_stdin(const check *c, const cli_args *args)
{
    for (size_t i = 0; i < args->operand_count && !c->output; i++)
        if (strcmp(args->operands[i], "-") == 0)
            return true;
    return false;
}

/* The code of exit when a list names a rule that there is not. */
static int check_rules(const cli_args *args, const char *option)
{
    char name[64];

    for (const char *at = cli_value(args, option); at; at = *at ? at + 1 : NULL) {
        size_t length = strcspn(at, ",");

        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!ptl_rule_named(name)) {
            suggestion      near = suggest_for(name, strlen(name));
            suggestion_text meant;
            char            shown[96];

            suggest_offer_rules(&near);
            return cli_usage(args, "--%s: there is no rule '%s'%s", option,
                             ptl_quote(shown, sizeof shown, name, strlen(name)),
                             suggest_text(&meant, &near, ""));
        }
        at += length;
    }
    return EXIT_FINE;
}

/* One text for all files. */
static int check_files(check *c)
{
    int code;

    if (!c->form) {
        code = files_each(&c->reading, check_one, c);
        if (!c->json && !c->reading.quiet && !is_printed(c) && atomic_load(&c->totals->files) > 1)
            print_totals(c);
        return code;
    }
    c->reading.side    = stdout;
    c->reading.between = c->form->between;
    c->form->begin(stdout);
    code = files_each(&c->reading, check_one, c);
    c->form->end(stdout);
    return code;
}

static int explain(const cli_args *args, const char *rule)
{
    if (args->operand_count > 0 || args->given_count > 1)
        return cli_usage(args, "--explain goes alone");
    if (check_rules(args, "explain"))
        return EXIT_USAGE;
    print_rule(rule);
    return EXIT_FINE;
}

static int run_check(const cli_args *args)
{
    const char *format = cli_value(args, "format"), *rule = cli_value(args, "explain");
    totals      all = { 0 };
    check       c   = { .totals  = &all,
                        .profile = cli_value(args, "profile"),
                        .output  = cli_value(args, "output"),
                        .json    = cli_flag(args, "json") || (format && strcmp(format, "json") == 0),
                        .fix     = cli_flag(args, "fix"),
                        .overwrite = cli_flag(args, "overwrite"),
                        .all       = cli_flag(args, "all"),
                        .form      = findings_form_named(format),
                        .fail_on   = cli_value(args, "fail-on"),
                        .project   = cli_value(args, "project"),
                        .alone     = cli_flag(args, "no-project") || cli_flag(args, "untrusted"),
                        .rules     = { cli_value(args, "only"), cli_value(args, "ignore") } };
    int         code;

    if (rule)
        return explain(args, rule);
    if (args->operand_count == 0)
        return cli_usage(args, "check needs a file");
    if (format && cli_flag(args, "json"))
        return cli_usage(args, "--json is --format json: give one of them");
    if (c.overwrite && !c.fix)
        return cli_usage(args, "--overwrite goes with --fix: nothing else is written");
    if (c.fix && !c.output && !c.overwrite)
        return cli_usage(args, "--fix needs --overwrite, or --output FILE to write to");
    if (c.output && (!c.fix || args->operand_count > 1 || cli_flag(args, "recursive")))
        return cli_usage(args, "--output goes with --fix and one input");
    if (c.project && c.alone)
        return cli_usage(args, "--project and --%s do not go together",
                         cli_flag(args, "untrusted") ? "untrusted" : "no-project");
    if (c.form && is_printed(&c))
        return cli_usage(args, "--output - and --format %s both go to standard output", format);
    if (c.fix && replaces_stdin(&c, args))
        return cli_usage(args, "standard input cannot be replaced: --fix needs --output FILE");
    if (check_rules(args, "only") || check_rules(args, "ignore"))
        return EXIT_USAGE;
    if (c.fix)
        stop_begin();
    code                       = reading_begin(&c.reading, args);
    c.reading.opts.keep_source = true;
    c.reading.skip_foreign     = cli_flag(args, "skip-foreign");
    if (code == EXIT_FINE)
        code = check_files(&c);
    reading_end(&c.reading);
    return code;
}

static const cli_option options[] = {
    { 0, "json", NULL, NULL, "print the findings as JSON" },
    { 0, "format", "KIND", "text json sarif github junit",
      "how to print the findings; json is --json, github are commands of its workflows" },
    { 0, "fail-on", "SEVERITY", "note loss warning error",
      "how severe a finding must be for the exit code 1 (warning)" },
    { 0, "profile", "WHICH", "engine document",
      "what the engines do with it, with a verdict where that is known, or what the original "
      "document forbids" },
    { 0, "only", "RULE,...", NULL, "report findings of these rules alone" },
    { 0, "ignore", "RULE,...", NULL, "leave findings of these rules out" },
    { 0, "explain", "RULE", NULL, "say what a rule means, and check nothing" },
    { 0, "project", "FILE", NULL,
      "what the project wants; otherwise the next .portolan.json upwards from each file" },
    { 0, "no-project", NULL, NULL, "do not look for one" },
    { 0, "skip-foreign", NULL, NULL,
      "pass by files of other programs, such as TypeScript with the extension tsx" },
    { 0, "all", NULL, NULL, "show every finding instead of folding repeats" },
    { 0, "fix", NULL, NULL, "repair what has one honest repair" },
    { 'o', "output", "FILE", NULL, "write the repaired file here; '-' is standard output" },
    { 0, "overwrite", NULL, NULL, "let the repaired file replace the input or the output" },
    READING_OPTIONS,
    { 0 },
};

const cli_command cli_check = {
    .name     = "check",
    .operands = "INPUT...",
    .summary  = "find what is wrong in a file, and where",
    .about    = "Prints one line for each finding: file, place (byte offset, or line and column), "
                "severity,\n"
                "logical path, what was found, and the rule in brackets. Exits with 1 when there are "
                "warnings\n"
                "or errors (with --fix: left after the repair), with 3 when the file cannot be read "
                "at all.",
    .examples = "portolan check level.mpd\n"
                "portolan check -r maps --json\n"
                "portolan check level.mpd --fix --output repaired.mpd",
    .options  = options,
    .limits   = LIMITS_ALL,
    .settings = PTL_WHEN_READING,
    .run      = run_check,
};
