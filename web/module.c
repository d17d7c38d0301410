/* SPDX-License-Identifier: MIT */
/* The calls of the library as functions of a WebAssembly module: numbers and places in memory
 * cross, nothing else. Findings, companions and files beside an output go through functions that
 * are imported. */
#include "module.h"

#include <portolan/compare.h>
#include <portolan/plan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the surroundings give ---------------------------------------------------------------
 */

/* Numbers of 64 bits are doubles there: exact up to 2^53, and no file is that large. */
WEB_IMPORT(finding)
void host_finding(ptl_severity severity, ptl_status status, const char *rule, double offset,
                  uint32_t line, uint32_t column, const char *path, const char *message,
                  ptl_fate engine);
WEB_IMPORT(wants) bool host_wants(ptl_severity severity, const char *rule);
WEB_IMPORT(failure)
void host_failure(ptl_severity severity, ptl_status status, const char *rule, double offset,
                  uint32_t line, uint32_t column, const char *path, const char *message,
                  ptl_fate engine);
WEB_IMPORT(companion)
void host_companion(uint32_t number, const char *name, const char *role, const char *folder,
                    bool needed, bool exact, bool cased);
WEB_IMPORT(find) int32_t host_find(const char *name, const char *folder, bool exact, bool cased);
WEB_IMPORT(copy) void host_copy(void *to);
WEB_IMPORT(put) bool host_put(const char *name, const void *data, size_t size);
WEB_IMPORT(free) bool host_free(const char *name, const void *data, size_t size);
WEB_IMPORT(step) bool host_step(const char *stage, double done, double total);

static double place_of(const ptl_diag *d)
{
    return d->offset == PTL_NOWHERE ? -1 : (double)d->offset;
}

static void hear(void *user, const ptl_diag *d)
{
    (void)user;
    host_finding(d->severity, d->status, d->rule, place_of(d), d->line, d->column, d->path,
                 d->message, d->engine);
}

static bool wants(void *user, ptl_severity severity, const char *rule)
{
    (void)user;
    return host_wants(severity, rule);
}

static bool load(void *user, const ptl_companion *c, ptl_bytes *out)
{
    int32_t size = host_find(c->name, c->folder, c->exact, c->cased);

    (void)user;
    if (size < 0)
        return false;
    *out = (ptl_bytes){ .data = malloc(size > 0 ? (size_t)size : 1) };
    if (!out->data)
        return false;
    out->size = out->capacity = (size_t)size;
    host_copy(out->data);
    return true;
}

static bool put(void *user, const char *name, const void *data, size_t size)
{
    (void)user;
    return host_put(name, data, size);
}

static bool is_free(void *user, const char *name, const void *data, size_t size)
{
    (void)user;
    return host_free(name, data, size);
}

static bool go_on(void *user, const ptl_step *step)
{
    (void)user;
    return host_step(step->stage, (double)step->done, (double)step->total);
}

static const ptl_listener listener = { hear, NULL, wants };
static const ptl_files    files    = { load, put, NULL, is_free };
static const ptl_progress progress = { go_on, NULL };

/* The library says why a call failed; the surroundings hear of it last. */
static ptl_status end(ptl_status status, const ptl_diag *err)
{
    if (status != PTL_OK)
        host_failure(err->severity, err->status, err->rule, place_of(err), err->line, err->column,
                     err->path, err->message, err->engine);
    return status;
}

/* ---- Memory -----------------------------------------------------------------------------------
 */

ptl_bytes web_out;

WEB_EXPORT(alloc) void *web_alloc(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

WEB_EXPORT(release) void web_release(void *data)
{
    free(data);
}

WEB_EXPORT(result) const void *web_result(void)
{
    return web_out.data;
}

WEB_EXPORT(result_size) size_t web_result_size(void)
{
    return web_out.size;
}

WEB_EXPORT(drop) void web_drop(void)
{
    ptl_bytes_free(&web_out);
    web_out = (ptl_bytes){ 0 };
}

/* ---- Documents --------------------------------------------------------------------------------
 */

enum { STRICT = 1, LENIENT = 2, UNTRUSTED = 4 };

typedef struct web_settings { /* as they lie in memory */
    const ptl_setting *list;
    size_t             count;
} web_settings;

/* Files of visitors are strangers' files, but nothing here can be reached from them: limits are the
 * usual ones, unless told otherwise. */
static ptl_read_opts reading(const char *name, const char *format, unsigned flags, size_t memory,
                             web_settings settings)
{
    return (ptl_read_opts){ .format        = format,
                            .name          = name,
                            .strict        = flags & STRICT,
                            .lenient       = flags & LENIENT,
                            .untrusted     = flags & UNTRUSTED,
                            .keep_source   = true,
                            .limits        = { .memory = memory },
                            .listener      = listener,
                            .settings      = settings.list,
                            .setting_count = settings.count,
                            .files         = files,
                            .progress      = progress };
}

WEB_EXPORT(read)
ptl_doc *web_read(const void *data, size_t size, const char *name, const char *format,
                  const char *profile, unsigned flags, size_t memory, const ptl_setting *settings,
                  size_t count)
{
    ptl_read_opts opts = reading(name, format, flags, memory, (web_settings){ settings, count });
    ptl_doc      *doc  = NULL;
    ptl_diag      err;

    opts.profile = profile;
    end(ptl_read(&doc, data, size, &opts, &err), &err);
    return doc;
}

WEB_EXPORT(close) void web_close(ptl_doc *doc)
{
    ptl_doc_free(doc);
}

WEB_EXPORT(format) const char *web_format(const ptl_doc *doc)
{
    return ptl_doc_format(doc);
}

WEB_EXPORT(companions) void web_companions(const ptl_doc *doc)
{
    ptl_companion c;

    for (size_t i = 0; ptl_doc_companion(&c, doc, i); i++)
        host_companion(c.number, c.name, c.role, c.folder, c.needed, c.exact, c.cased);
}

WEB_EXPORT(info) ptl_status web_info(const ptl_doc *doc, int page)
{
    ptl_diag err;

    web_drop();
    return end(ptl_info_beside(&web_out, doc, (ptl_page)page, &files, &err), &err);
}

WEB_EXPORT(check)
ptl_status web_check(const ptl_doc *doc, const char *profile, const char *name)
{
    ptl_check_opts opts = {
        .profile = profile, .listener = listener, .progress = progress, .files = files, .name = name
    };
    ptl_diag err;

    return end(ptl_check(doc, &opts, &err), &err);
}

/* Textures a file makes use of and that are not there, as the tool says it. */
static void note_missing(const ptl_companion *c)
{
    ptl_diag d = { .severity = PTL_NOTE, .rule = "file-missing", .offset = PTL_NOWHERE };
    char     name[96];

    snprintf(d.message, sizeof d.message, "%s (%s) is not there",
             c->name[0] ? ptl_quote(name, sizeof name, c->name, strlen(c->name))
                        : "a file with an impossible name",
             c->role);
    hear(NULL, &d);
}

WEB_EXPORT(missing) void web_missing(const ptl_doc *doc)
{
    ptl_companion c;

    for (size_t i = 0; ptl_doc_companion(&c, doc, i); i++)
        if (c.needed && (!c.name[0] || host_find(c.name, c.folder, c.exact, c.cased) < 0))
            note_missing(&c);
}

WEB_EXPORT(fix) ptl_status web_fix(ptl_doc *doc)
{
    ptl_check_opts opts = { .listener = listener, .progress = progress };
    ptl_diag       err;

    return end(ptl_fix(doc, &opts, &err), &err);
}

WEB_EXPORT(write) ptl_status web_write(const ptl_doc *doc)
{
    ptl_diag err;

    web_drop();
    return end(ptl_write(&web_out, doc, NULL, &err), &err);
}

/* ---- Conversions ------------------------------------------------------------------------------
 */

WEB_EXPORT(convert)
ptl_status web_convert(const void *data, size_t size, const char *name, const char *format,
                       unsigned flags, size_t memory, const char *to, const char *output,
                       const char *stem, const ptl_setting *settings, size_t count)
{
    ptl_read_opts  read  = reading(name, format, flags, memory, (web_settings){ settings, count });
    ptl_write_opts write = { .to       = to,
                             .listener = listener,
                             .files    = files,
                             .stem     = stem,
                             .progress = progress,
                             .name     = output };
    ptl_diag       err;

    web_drop();
    read.keep_source = false;
    return end(ptl_convert(&(ptl_target){ .bytes = &web_out },
                           &(ptl_source){ .data = data, .size = size }, &read, &write, &err),
               &err);
}

/* ---- Two files --------------------------------------------------------------------------------
 */

/* What changed: the page is the result; returns a ptl_difference, or -1 when one cannot be read. */
WEB_EXPORT(diff)
int web_diff(const void *before, size_t before_size, const void *after, size_t after_size,
             const char *name, int form, size_t most, unsigned flags, size_t memory)
{
    ptl_diff_opts opts  = { .form = (ptl_diff_form)form, .most = most };
    ptl_compared  found = { .how = PTL_SAME };
    ptl_diag      err;
    ptl_status    status;

    opts.read = reading(name, NULL, flags, memory, (web_settings){ 0 });
    web_drop();
    status  = ptl_diff(&found, &(ptl_source){ .data = before, .size = before_size },
                       &(ptl_source){ .data = after, .size = after_size }, &opts, &err);
    web_out = found.page;
    return end(status, &err) == PTL_OK ? (int)found.how : -1;
}

/* ---- Plans ------------------------------------------------------------------------------------
 */

static void put_box(const char *name, const ptl_plan_box *box)
{
    web_say(", \"");
    web_say(name);
    web_say("\": [");
    web_number((double)box->x);
    web_say(", ");
    web_number((double)box->y);
    web_say(", ");
    web_number((double)box->width);
    web_say(", ");
    web_number((double)box->height);
    web_say("]");
}

static void put_page(const ptl_plan *plan, const ptl_plan_page *page)
{
    const ptl_plan_layer *layers = plan->layers.data + page->layer;

    web_say("{\"name\": ");
    web_quoted(page->name.data, page->name.size);
    web_say(", \"width\": ");
    web_number((double)page->width);
    web_say(", \"height\": ");
    web_number((double)page->height);
    put_box("cells", &page->cells);
    put_box("map", &page->map);
    web_say(", \"level\": ");
    web_number((double)page->level);
    web_say(", \"layers\": [");
    for (size_t i = 0; i < page->count; i++) {
        web_say(i > 0 ? ", {\"name\": " : "{\"name\": ");
        web_quoted(layers[i].name, strlen(layers[i].name));
        web_say(layers[i].hidden ? ", \"hidden\": true}" : ", \"hidden\": false}");
    }
    web_say("]}");
}

/* The pages of a plan: names, sizes, layers, and where their cells lie. */
WEB_EXPORT(pages)
ptl_status web_pages(const ptl_doc *doc, const ptl_setting *settings, size_t count)
{
    ptl_write_opts opts = {
        .settings = settings, .setting_count = count, .files = files, .progress = progress
    };
    ptl_plan  *plan = NULL;
    ptl_diag   err;
    ptl_status status = ptl_plan_make(&plan, doc, &opts, &err);

    web_drop();
    web_say("[");
    for (size_t i = 0; status == PTL_OK && i < plan->pages.count; i++) {
        web_say(i > 0 ? ",\n" : "");
        put_page(plan, &plan->pages.data[i]);
    }
    web_say("]");
    ptl_plan_free(plan);
    return end(status, &err);
}
