/* SPDX-License-Identifier: MIT */
/* Project files (.portolan.json): fields, reading, facts and the format's row. Their native form is
 * the JSON of a document, in which everything may be left out. */
#include <string.h>

#include "formats/project/project_private.h"

#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)
#define IN(member) .offset = offsetof(ptl_project, member)

static const ptl_name severities[] = {
    { PTL_NOTE, "note" },   { PTL_LOSS, "loss" },       { PTL_WARNING, "warning" },
    { PTL_ERROR, "error" }, { PTL_PROJECT_OFF, "off" }, { 0, "" },
};

static const ptl_name failing[] = {
    /* 0: not given */
    { PTL_NOTE + 1, "note" },
    { PTL_LOSS + 1, "loss" },
    { PTL_WARNING + 1, "warning" },
    { PTL_ERROR + 1, "error" },
    { 0, "" },
};

static const ptl_name profiles[] = {
    /* 0: not given */
    { PTL_PROJECT_ENGINE, "engine" },
    { PTL_PROJECT_DOCUMENT, "document" },
    { 0, "" },
};

static const ptl_field rule_fields[] = {
    { "rule", "its name", PTL_KIND_TEXT, .offset = offsetof(ptl_project_rule, rule) },
    { "severity", "what its findings are; off: nothing", PTL_KIND_U8,
      .offset = offsetof(ptl_project_rule, severity), .high = PTL_PROJECT_OFF,
      .names = severities },
    { "paths", "patterns of the files this is about; none: all", PTL_KIND_TEXT, PTL_LIST,
      .offset = offsetof(ptl_project_rule, paths), .optional = true },
};
static const ptl_record rule_record = { "a rule", sizeof(ptl_project_rule), ROWS(rule_fields) };

static const ptl_field project_fields[] = {
    { "only", "rules to report; none: all", PTL_KIND_TEXT, PTL_LIST, IN(only), .optional = true },
    { "ignore", "rules not to report", PTL_KIND_TEXT, PTL_LIST, IN(ignore), .optional = true },
    { "rules", "severities; of several that fit, the last counts", PTL_KIND_RECORD, PTL_LIST,
      IN(rules), .optional = true, .record = &rule_record },
    { "textures", "folders to look for textures in, from the project's own", PTL_KIND_TEXT,
      PTL_LIST, IN(textures), .optional = true },
    { "profile", "what check --profile is when it is not given", PTL_KIND_U8, IN(profile),
      .optional = true, .high = PTL_PROJECT_DOCUMENT, .names = profiles },
    { "fail_on", "what check --fail-on is when it is not given", PTL_KIND_U8, IN(fail_on),
      .optional = true, .high = PTL_ERROR + 1, .names = failing },
};
static const ptl_record project_record = { "a project", sizeof(ptl_project), ROWS(project_fields),
                                           .untagged = true };

/* ---- Reading and writing --------------------------------------------------------------------- */

/* JSON says by its first member what it is, and is never probed. */
static int project_probe(ptl_span head, uint64_t size)
{
    (void)head;
    (void)size;
    return 0;
}

static void project_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_record_read(job, source, &project_record, native);
}

static void project_write(ptl_job *job, ptl_buf *out, const void *native)
{
    (void)job;
    ptl_record_write(out, &project_record, native, "project");
}

/* Whatever the table allows fits together. */
static void project_settle(ptl_job *job, const void *native)
{
    ptl_record_whole(job, &project_record, native);
}

static ptl_status project_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc = ptl_doc_begin(&job, opts ? opts : &defaults);

    *out = NULL;
    if (doc && ptl_doc_become(&job, doc, &ptl_format_project))
        doc->placeless = true;
    return ptl_doc_end(out, &job, doc, err);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

typedef struct facts {
    ptl_str  format, title;
    uint8_t  profile;
    uint64_t only, ignored, severities, folders;
} facts;

#define FACT(member) .offset = offsetof(facts, member)

static const ptl_field facts_fields[] = {
    { "format", "always project", PTL_KIND_TEXT, FACT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, FACT(title) },
    { "profile", "what files are checked for, where it says", PTL_KIND_U8, FACT(profile),
      .optional = true, .names = profiles },
    { "only", "rules that alone are reported; 0: all are", PTL_KIND_U64, FACT(only) },
    { "ignored", "rules that are not reported", PTL_KIND_U64, FACT(ignored) },
    { "severities", "rules with a severity of their own", PTL_KIND_U64, FACT(severities) },
    { "folders", "folders with textures", PTL_KIND_U64, FACT(folders) },
};
static const ptl_record facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

static void *project_facts(ptl_job *job, const void *native)
{
    const ptl_project *project = native;
    facts             *out     = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->format = (ptl_str){ "project", 7 };
    out->title  = (ptl_str){ ptl_format_project.info.title, strlen(ptl_format_project.info.title) };
    out->profile    = project->profile;
    out->only       = project->only.count;
    out->ignored    = project->ignore.count;
    out->severities = project->rules.count;
    out->folders    = project->textures.count;
    return out;
}

/* ---- The row, and what is asked of it -------------------------------------------------------- */

ptl_project *ptl_project_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_project);
}

const ptl_project *ptl_project_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_project);
}

/* Where a star began, to come back to with one byte more under it. */
typedef struct star {
    const char *pattern, *path; /* behind it, and what it holds so far */
    bool        deep;           /* it takes slashes, too               */
} star;

/* Whether the last star can take one more byte; goes back to it. */
static bool widen(star *s, const char **at, const char **path)
{
    if (!s->pattern || !*s->path || (*s->path == '/' && !s->deep))
        return false;
    *at   = s->pattern;
    *path = ++s->path;
    return true;
}

/* A plain star ends at a slash, and then the last deep one may go on: both are remembered, so that
 * no pattern takes more than the product of both lengths. */
bool ptl_project_fits(ptl_str pattern, const char *path)
{
    const char *at = pattern.data, *end = at + pattern.size;
    star        near = { NULL, NULL, false }, far = { NULL, NULL, true };

    if (!path || (!at && pattern.size > 0))
        return false;
    for (;;) {
        if (at < end && *at == '*') {
            bool deep = at + 1 < end && at[1] == '*';

            at += deep ? 2 : 1;
            *(deep ? &far : &near) = (star){ at, path, deep };
            near.pattern           = deep ? NULL : near.pattern;
        } else if (at == end ? !*path : *path && (*at == *path || (*at == '?' && *path != '/'))) {
            if (at == end)
                return true;
            at++;
            path++;
        } else if (widen(&near, &at, &path)) {
            continue;
        } else if (widen(&far, &at, &path)) {
            near.pattern = NULL;
        } else {
            return false;
        }
    }
}

static bool is_about(const ptl_project_rule *row, const char *path, const char *rule)
{
    bool fits = row->paths.count == 0;

    if (row->rule.size != strlen(rule) || memcmp(row->rule.data, rule, row->rule.size) != 0)
        return false;
    for (size_t i = 0; i < row->paths.count && !fits; i++)
        fits = ptl_project_fits(row->paths.data[i], path);
    return fits;
}

static bool has(const ptl_texts *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i].size == strlen(name) &&
            memcmp(list->data[i].data, name, list->data[i].size) == 0)
            return true;
    return false;
}

unsigned ptl_project_severity(const ptl_project *project, const char *path, const char *rule,
                              ptl_severity severity)
{
    unsigned out = severity;

    if (!project || !path || !rule)
        return out;
    if ((project->only.count > 0 && !has(&project->only, rule)) || has(&project->ignore, rule))
        return PTL_PROJECT_OFF;
    for (size_t i = 0; i < project->rules.count; i++)
        if (is_about(&project->rules.data[i], path, rule))
            out = project->rules.data[i].severity;
    return out;
}

const ptl_format ptl_format_project = {
    .info         = { .name       = "project",
                      .title      = "Portolan project",
                      .extensions = "portolan.json",
                      .media_type = "application/vnd.portolan.project+json" },
    .record       = &project_record,
    .rules        = ptl_project_rules_table,
    .text         = true,
    .probe        = project_probe,
    .make         = project_make,
    .read         = project_read,
    .settle       = project_settle,
    .check        = ptl_project_check,
    .write        = project_write,
    .facts_record = &facts_record,
    .facts        = project_facts,
};
