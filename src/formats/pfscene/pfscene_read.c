/* SPDX-License-Identifier: MIT */
/* Reading Permafrost scenes, line by line: each count says which lines have to follow. */
#include <string.h>

#include "core/num.h"
#include "formats/pfscene/pfscene_private.h"

enum { LINE_BYTES = 4 }; /* of the shortest line there is: "a b" and its end, or the end of all */

typedef struct reader {
    ptl_job     *job;
    ptl_pfscene *scene;
    ptl_str      text;
    size_t       at;
} reader;

typedef struct found { /* the next line with something on it */
    ptl_str  raw, line;
    uint64_t at;     /* of its first word */
    size_t   blanks; /* bytes of blank lines before it */
} found;

/* ---- Lines ---------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* False at the end of the text. */
static bool next_line(const reader *r, found *out)
{
    const char *text  = r->text.data;
    size_t      start = r->at, at = r->at, end;

    for (; at < r->text.size && (is_blank(text[at]) || text[at] == '\n'); at++)
        if (text[at] == '\n')
            start = at + 1;
    for (end = at; end < r->text.size && text[end] != '\n'; end++)
        continue;
    *out = (found){ .raw    = { text + r->at, end + (end < r->text.size) - r->at },
                    .line   = { text + at, end - at },
                    .at     = at,
                    .blanks = start - r->at };
    return at < r->text.size;
}

static void note_line(const reader *r, const found *f)
{
    size_t size = f->raw.size - f->blanks;

    if (f->blanks > 0)
        ptl_warn(r->job, f->at, "pfscene-blank", "the engine refuses blank lines, as before this");
    if (size > PFSCENE_LINE)
        ptl_warn(r->job, f->at, "pfscene-long",
                 "the line has %zu bytes; the engine refuses over %d", size, PFSCENE_LINE);
    if (f->raw.data[f->raw.size - 1] != '\n')
        ptl_warn(r->job, f->at, "pfscene-newline", "the engine refuses a last line without an end");
}

/* The next line, which has to have this form and, if one is given, to begin with this word. `what`
 * is what it should be. What is not as the editor writes it is kept. */
static bool read_line(reader *r, pfscene_line *line, const char *key, const char *what,
                      ptl_str *spelled, uint64_t *at)
{
    found f;
    char  shown[48];

    if (!ptl_ok(r->job))
        return false;
    if (!next_line(r, &f)) {
        ptl_fail(r->job, PTL_E_SYNTAX, r->text.size, "pfscene-line",
                 "the text ends where %s should be", what);
        return false;
    }
    if (!ptl_pfscene_split(f.line, line) || (key && !ptl_str_is(line->field[0], key))) {
        ptl_fail(r->job, PTL_E_SYNTAX, f.at, "pfscene-line", "%s is missing; found: %s", what,
                 ptl_quote(shown, sizeof shown, f.line.data, f.line.size));
        return false;
    }
    note_line(r, &f);
    *spelled = ptl_pfscene_is_plain(f.raw, line) ? (ptl_str){ "", 0 } : f.raw;
    *at      = f.at;
    r->at += f.raw.size;
    return ptl_ok(r->job);
}

/* A number of things to come, each of which has lines. */
static size_t read_count(reader *r, ptl_str text, uint64_t at, const char *what)
{
    uint64_t    count = 0, most = (r->text.size - r->at + 1) / LINE_BYTES;
    const char *end = text.data + text.size;
    char        shown[48];

    ptl_quote(shown, sizeof shown, text.data, text.size);
    if (ptl_parse_u64(text.data, end, &count) != end || count > UINT32_MAX)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfscene-count", "%s is no number of %s", shown, what);
    else if (count > most)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfscene-count", "%s %s cannot be in what is left",
                 shown, what);
    return ptl_ok(r->job) ? (size_t)count : 0;
}

/* ---- Things --------------------------------------------------------------------------------- */

static void read_arguments(reader *r, ptl_pfscene_attribute *a)
{
    bool                   tags = ptl_str_is(a->key, "tags");
    ptl_pfscene_arguments *list = &a->arguments;

    list->count = read_count(r, a->value, a->at, tags ? "tags" : "arguments");
    list->data  = ptl_arena_array(r->job, list->count, sizeof *list->data);
    for (size_t i = 0; i < list->count && ptl_ok(r->job); i++) {
        ptl_pfscene_argument *to   = &list->data[i];
        pfscene_line          line = { { "wr", 7 }, { { 0 } } };

        if (read_line(r, &line, tags ? "tag" : NULL, tags ? "a tag" : "an argument", &to->spelled,
                      &to->at)) {
            to->type  = line.field[0];
            to->value = line.field[1];
        }
    }
}

static const char *const types[] = { "string", "quat", "vec2", "vec3", "bool", "float", "int" };

/* One of a type that is not known is kept, unless it is the line of what comes next. */
static void note_type(reader *r, const pfscene_kind *kind, const ptl_pfscene_attribute *a)
{
    char shown[48];

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ptl_str_is(a->type, types[i]))
            return;
    if (ptl_str_is(a->key, kind->key) || ptl_str_is(a->key, "section"))
        ptl_fail(r->job, PTL_E_SYNTAX, a->at, "pfscene-line",
                 "an attribute is missing: the next %s begins here",
                 ptl_str_is(a->key, "section") ? "section" : kind->key);
    else
        ptl_warn(r->job, a->at, "pfscene-type",
                 "the type %s is not known and kept; the engine refuses it",
                 ptl_quote(shown, sizeof shown, a->type.data, a->type.size));
}

/* `typed`: key, type and value, rather than key and value. */
static void read_attributes(reader *r, const pfscene_kind *kind, ptl_pfscene_attributes *list,
                            size_t count, bool typed)
{
    list->data = ptl_arena_array(r->job, count, sizeof *list->data);
    for (size_t i = 0; i < count && ptl_ok(r->job); i++) {
        ptl_pfscene_attribute *a    = &list->data[list->count++];
        pfscene_line           line = { { "wr", 0 }, { { 0 } } };

        if (typed)
            line.form = (pfscene_form){ "wwr", kind->indent };
        if (!read_line(r, &line, NULL, "an attribute", &a->spelled, &a->at))
            return;
        a->key   = line.field[0];
        a->type  = typed ? line.field[1] : (ptl_str){ "", 0 };
        a->value = line.field[typed ? 2 : 1];
        if (typed)
            note_type(r, kind, a);
        if (ptl_pfscene_has_arguments(kind, a->key))
            read_arguments(r, a);
    }
}

static void read_thing(reader *r, const pfscene_kind *kind, ptl_pfscene_thing *thing)
{
    pfscene_line line  = { kind->thing, { { 0 } } };
    size_t       count = ptl_pfscene_lines_of(r->scene, kind);

    if (!read_line(r, &line, kind->key, kind->key, &thing->spelled, &thing->at))
        return;
    thing->name = line.field[1];
    if (kind->extra)
        *(ptl_str *)((char *)thing + kind->extra) = line.field[2];
    if (count == SIZE_MAX)
        count = read_count(r, line.field[3], thing->at, "attributes");
    read_attributes(r, kind, &thing->attributes, count, true);
}

/* ---- Sections ------------------------------------------------------------------------------- */

static void read_known(reader *r, const pfscene_kind *kind, ptl_pfscene_section *section)
{
    pfscene_line line = { { "wn", 0 }, { { 0 } } };
    uint64_t     at   = 0;
    size_t       own;

    if (kind->count[0] &&
        read_line(r, &line, kind->count, kind->count, &section->spelled_count, &at))
        section->things.count = read_count(r, line.field[1], at, kind->name);
    section->things.data =
        ptl_arena_array(r->job, section->things.count, sizeof *section->things.data);
    for (size_t i = 0; i < section->things.count && ptl_ok(r->job); i++)
        read_thing(r, kind, &section->things.data[i]);
    own = ptl_pfscene_own_lines(r->scene, kind, section->things.count);
    if (own > (r->text.size - r->at + 1) / LINE_BYTES)
        ptl_fail(r->job, PTL_E_SYNTAX, r->text.size, "pfscene-line",
                 "the text ends before all lines of section %s", kind->name);
    if (ptl_ok(r->job))
        read_attributes(r, kind, &section->attributes, own, false);
}

/* Up to the next section, whatever it is. */
static void read_unknown(reader *r, ptl_pfscene_section *section)
{
    size_t begin = r->at;
    char   shown[48];
    found  f;

    ptl_warn(r->job, section->at, "pfscene-section",
             "section %s is not known and kept; the engine refuses it",
             ptl_quote(shown, sizeof shown, section->name.data, section->name.size));
    while (next_line(r, &f) && !ptl_str_begins(f.line, "section"))
        r->at += f.raw.size;
    section->text = (ptl_str){ r->text.data + begin, r->at - begin };
}

static void read_section(reader *r, ptl_pfscene_section *section)
{
    pfscene_line        line = { { "wq", 0 }, { { 0 } } };
    const pfscene_kind *kind;

    if (!read_line(r, &line, "section", "a section", &section->spelled, &section->at))
        return;
    section->name = line.field[1];
    kind          = ptl_pfscene_kind_of(section->name);
    if (kind)
        read_known(r, kind, section);
    else
        read_unknown(r, section);
}

static void read_sections(reader *r)
{
    ptl_pfscene         *scene = r->scene;
    pfscene_line         line  = { { "wn", 0 }, { { 0 } } };
    ptl_pfscene_section *section;
    uint64_t             at    = 0;
    size_t               count = 0;

    if (read_line(r, &line, "num_sections", "num_sections", &scene->spelled_sections, &at))
        count = read_count(r, line.field[1], at, "sections");
    scene->sections.data = ptl_arena_array(r->job, count, sizeof *scene->sections.data);
    for (size_t i = 0; i < count && ptl_ok(r->job); i++) {
        section = &scene->sections.data[scene->sections.count++];
        read_section(r, section);
    }
}

/* Before there were sections: factions, if there are any, and entities. */
static void read_older(reader *r)
{
    static const char *const names[] = { "factions", "entities" };
    ptl_pfscene_sections    *list    = &r->scene->sections;
    found                    f;

    ptl_warn(r->job, 0, "pfscene-older", "this is a scene from before 2019: the engine refuses it");
    list->data = ptl_arena_array(r->job, 2, sizeof *list->data);
    for (int i = 0; i < 2 && ptl_ok(r->job) && next_line(r, &f); i++) {
        const pfscene_kind *kind = ptl_pfscene_kind_of((ptl_str){ names[i], 8 });

        if (i == 0 && !ptl_str_begins(f.line, kind->count))
            continue;
        list->data[list->count] = (ptl_pfscene_section){ .at = f.at, .name = { names[i], 8 } };
        read_known(r, kind, &list->data[list->count++]);
    }
}

static void read_version(reader *r)
{
    pfscene_line line = { { "ww", 0 }, { { 0 } } };
    uint64_t     number[2], at = 0;

    if (!read_line(r, &line, "version", "version", &r->scene->spelled_version, &at))
        return;
    r->scene->version = line.field[1];
    if (!ptl_pfscene_version_of(r->scene->version, number))
        ptl_fail(r->job, PTL_E_SYNTAX, at, "pfscene-version",
                 "a version is two numbers with a point between them");
    else if (number[0] > 1 || number[1] > 1)
        ptl_warn(r->job, at, "pfscene-version",
                 "the version is above 1.1, as which it is read; the engine refuses it");
}

static ptl_str own_text(ptl_job *job, ptl_span source)
{
    const void *text = source.data;

    if (job->source_owned)
        job->source_kept = true;
    else if (source.size > 0)
        text = ptl_arena_copy(job, source.data, source.size, 1);
    return (ptl_str){ text, text ? source.size : 0 };
}

void ptl_pfscene_read(ptl_job *job, ptl_span source, void *native)
{
    reader      r    = { .job = job, .scene = native, .text = own_text(job, source) };
    const char *zero = r.text.size > 0 ? memchr(r.text.data, 0, r.text.size) : NULL;
    found       f;

    if (zero)
        ptl_fail(job, PTL_E_SYNTAX, (uint64_t)(zero - r.text.data), "pfscene-line",
                 "there is a zero byte in the text");
    if (!ptl_ok(job))
        return;
    if (next_line(&r, &f) && ptl_str_begins(f.line, "num_") &&
        !ptl_str_begins(f.line, "num_sections")) {
        read_older(&r);
    } else {
        read_version(&r);
        read_sections(&r);
    }
    if (!ptl_ok(job))
        return;
    r.scene->end = (ptl_str){ r.text.data + r.at, r.text.size - r.at };
    if (next_line(&r, &f))
        ptl_warn(job, f.at, "pfscene-end", "the engine does not look at the text from here on");
}
