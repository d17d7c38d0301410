/* SPDX-License-Identifier: MIT */
/* Taking a way: from a document or an import through hubs and bridges to what is written. */
#include <string.h>

#include "flow/flow.h"

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct shelf { /* where a document's files are looked for */
    const ptl_doc   *doc;
    const ptl_files *others;
} shelf;

/* First among those that came along with the document. */
static bool load_from_shelf(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const shelf          *s     = user;
    const ptl_attachment *found = NULL;

    for (size_t i = 0; i < s->doc->attached.count && !found; i++)
        if (strcmp(s->doc->attached.data[i].name, companion->name) == 0)
            found = &s->doc->attached.data[i];
    if (!found)
        return s->others->load && s->others->load(s->others->user, companion, out);
    out->size = out->capacity = found->bytes.size;
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, found->bytes.size);
    if (out->data)
        memcpy(out->data, found->bytes.data, found->bytes.size);
    return out->data != NULL;
}

/* ---- Hubs ------------------------------------------------------------------------------------ */

static void *new_hub(ptl_job *job, ptl_hub kind)
{
    return ptl_arena_take(job, ptl_hub_rows[kind].size);
}

/* A hub of a document with its images, and with the hub it wants beside it. */
static void fill_hub(ptl_job *job, void *hub, ptl_hub kind, const ptl_cargo *cargo,
                     const ptl_files *files)
{
    const ptl_doc     *doc = cargo->doc;
    const ptl_hub_row *row = &ptl_hub_rows[kind];
    ptl_hub            which;
    void             **wanted;

    job->stage = row->name;
    ptl_step_to(job, 0, 0);
    doc->format->to[kind](job, hub, doc->native, files);
    if (ptl_ok(job))
        row->load(job, hub, files);
    wanted = ptl_ok(job) && row->also ? row->also(hub, &which) : NULL;
    if (!wanted)
        return;
    *wanted      = new_hub(job, which);
    job->assists = true;
    if (*wanted)
        fill_hub(job, *wanted, which, cargo, files);
    job->assists = false;
}

/* A grid says what it was made from, so that it can come back. */
static void name_origin(ptl_job *job, ptl_grid *grid, const ptl_cargo *cargo)
{
    if (cargo->origin)
        grid->origin = *cargo->origin;
    else
        ptl_origin_guess(job, &grid->origin, cargo->doc);
}

static const ptl_bridge *bridge_between(ptl_hub from, ptl_hub to)
{
    size_t i = 0;

    while (ptl_bridges[i] && (ptl_bridges[i]->from != from || ptl_bridges[i]->to != to))
        i++;
    return ptl_bridges[i];
}

/* Over a bridge, and made ready as a hub that came from a document: what it has of images is in it.
 */
static void cross(ptl_job *job, const ptl_bridge *bridge, void *to, const void *from)
{
    bridge->cross(job, to, from);
    if (ptl_ok(job))
        ptl_hub_rows[bridge->to].load(job, to, &(ptl_files){ 0 });
}

void *ptl_way_hub(ptl_job *job, const ptl_way *way, const ptl_cargo *cargo, void *given,
                  const ptl_files *files)
{
    shelf     s    = { cargo->doc, files };
    ptl_files with = { .load = load_from_shelf, .put = files->put, .user = &s };
    void     *hub  = cargo->hub;

    if (!files->load && (!cargo->doc || cargo->doc->attached.count == 0))
        with.load = NULL;
    if (!hub) {
        hub = given && way->hubs == 1 ? given : new_hub(job, way->hub[0]);
        if (hub)
            fill_hub(job, hub, way->hub[0], cargo, &with);
        if (hub && ptl_ok(job) && ptl_way_leaves(way))
            name_origin(job, hub, cargo);
    }
    for (size_t i = 1; i < way->hubs && ptl_ok(job); i++) {
        job->stage = ptl_hub_rows[way->hub[i]].name;
        void *next = given && i + 1 == way->hubs ? given : new_hub(job, way->hub[i]);

        if (next)
            cross(job, bridge_between(way->hub[i - 1], way->hub[i]), next, hub);
        hub = next;
    }
    return ptl_ok(job) ? hub : NULL;
}

/* ---- What is written ------------------------------------------------------------------------- */

/* A hub that cannot be shown as it is (tiles without images) may be bridged to one that can. */
static void *go_further(ptl_job *job, void *hub, ptl_hub *kind, const ptl_export *export)
{
    const ptl_hub_row *row  = &ptl_hub_rows[*kind];
    void              *next = NULL;

    for (size_t i = 0; ptl_bridges[i] && row->is_ready && !row->is_ready(hub) && !next; i++)
        if (ptl_bridges[i]->from == *kind && export->write[ptl_bridges[i]->to]) {
            next = new_hub(job, ptl_bridges[i]->to);
            if (next)
                cross(job, ptl_bridges[i], next, hub);
            *kind = ptl_bridges[i]->to;
        }
    return next ? next : hub;
}

/* Whether files of a document are more than images to it: there is nothing of it without them. */
static bool is_made_of_files(const ptl_way *way)
{
    return way->from && way->from->parts && way->hub[0] == PTL_HUB_SCENE;
}

static void write_export(ptl_job *job, ptl_buf *out, const ptl_way *way, const ptl_cargo *cargo,
                         const ptl_write_opts *opts)
{
    const char *name  = way->from ? way->from->info.name : ptl_hub_rows[way->hub[0]].name;
    ptl_side    side  = { .files      = opts->files,
                          .stem       = opts->stem ? opts->stem : name,
                          .each_named = opts->each_named };
    ptl_files   files = opts->files;
    ptl_hub     kind  = way->hub[way->hubs - 1];
    void       *hub;

    if (way->export->shapes && !is_made_of_files(way))
        files.load = NULL;
    job->shapes   = way->export->shapes;
    job->pictured = way->export->shoots;
    hub           = ptl_way_hub(job, way, cargo, NULL, &files);
    if (hub)
        hub = go_further(job, hub, &kind, way->export);
    job->stage = "write";
    if (ptl_ok(job))
        ptl_hub_rows[kind].write(job, out, hub, way->export, &side);
}

static bool is_wanted(const ptl_attachment *file, const ptl_files *files)
{
    return !file->spare || !files->is_free ||
           files->is_free(files->user, file->name, file->bytes.data, file->bytes.size);
}

/* Files that settings ask for: there must be a place for them. */
static void put_asked(ptl_job *job, const ptl_doc *doc, const ptl_write_opts *opts)
{
    const ptl_side  side  = { opts->files, opts->stem };
    ptl_attachments asked = { .files = &opts->files, .stem = opts->stem };

    doc->format->beside(job, doc->native, &opts->files, &asked);
    for (size_t i = 0; i < asked.count && ptl_ok(job); i++)
        ptl_side_put(job, &side, asked.data[i].name, asked.data[i].bytes.data,
                     asked.data[i].bytes.size);
}

/* In its own format, and beside it the files that came along with it, or are asked for. */
static void write_own(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_write_opts *opts)
{
    const ptl_attachments *list = &doc->attached;
    const ptl_side         side = { opts->files, opts->stem };

    job->stage = "write";
    for (size_t i = 0; i < list->count && opts->files.put; i++)
        if (is_wanted(&list->data[i], &opts->files))
            ptl_side_put(job, &side, list->data[i].name, list->data[i].bytes.data,
                         list->data[i].bytes.size);
    if (!opts->files.put)
        ptl_find_count(job, PTL_LOSS, "attached", list->count,
                       "# {file is|files are} dropped: none may go beside the output");
    if (doc->format->beside && ptl_ok(job))
        put_asked(job, doc, opts);
    if (ptl_ok(job))
        doc->format->write(job, out, doc->native);
}

/* The settings that are left for the end of a way. */
static void spend_settings(ptl_job *job, const ptl_way *way)
{
    ptl_setting *left  = ptl_arena_array(job, job->setting_count, sizeof *left);
    size_t       count = 0;

    for (size_t i = 0; i < job->setting_count && left; i++)
        if (!ptl_way_spent(way, &job->settings[i]))
            left[count++] = job->settings[i];
    if (left) {
        job->settings      = left;
        job->setting_count = count;
    }
}

/* As a document of another format, which lives as long as it is written. */
static void write_into(ptl_job *job, ptl_buf *out, const ptl_way *way, const ptl_cargo *cargo,
                       const ptl_write_opts *opts)
{
    void    *hub  = ptl_way_hub(job, way, cargo, NULL, &opts->files);
    ptl_hub  kind = way->hub[way->hubs - 1];
    ptl_span base = { 0 };
    ptl_job  own;
    ptl_doc *doc;
    bool     same = false;

    if (hub && kind == PTL_HUB_GRID && way->into->home)
        base = ptl_home_base(job, hub, way->into, &opts->files);
    if (hub && ptl_ok(job))
        spend_settings(job, way);
    doc = hub && ptl_ok(job) ? ptl_doc_begin_within(&own, job) : NULL;
    if (!doc)
        return;
    own.target          = job->target;
    doc->attached.files = &opts->files;
    doc->attached.stem  = opts->stem;
    if (base.data)
        same = ptl_home_make(&own, doc, way->into, base, hub, &opts->files);
    else
        ptl_doc_make(&own, doc, way->into, kind, hub);
    ptl_job_join(job, &own);
    if (ptl_ok(job) && same)
        ptl_put(out, base.data, base.size);
    else if (ptl_ok(job))
        write_own(job, out, doc, opts);
    ptl_doc_free(doc);
}

/* A part of the document, chosen by its settings. */
static void write_part(ptl_job *job, ptl_buf *out, const ptl_way *way, const ptl_cargo *cargo,
                       const ptl_write_opts *opts)
{
    size_t         index = way->from->chosen_part(job, cargo->doc->native);
    ptl_part_place place;
    ptl_doc       *part = NULL;

    if (ptl_ok(job) && way->from->part(job, cargo->doc->native, index, &place))
        part = ptl_part_open(job, way->from->parts, &place, &opts->files);
    if (part)
        write_own(job, out, part, opts);
    ptl_doc_free(part);
}

static void write_json(ptl_job *job, ptl_buf *out, const ptl_doc *doc)
{
    job->lenient = ptl_doc_needs_lenience(job, doc);
    ptl_record_write(out, doc->format->record, doc->native, doc->format->info.name);
}

void ptl_way_go(ptl_job *job, ptl_buf *out, const ptl_way *way, const ptl_cargo *cargo,
                const ptl_write_opts *opts)
{
    if (way->json)
        write_json(job, out, cargo->doc);
    else if (way->export)
        write_export(job, out, way, cargo, opts);
    else if (way->part)
        write_part(job, out, way, cargo, opts);
    else if (way->into == way->from)
        write_own(job, out, cargo->doc, opts);
    else
        write_into(job, out, way, cargo, opts);
}

void ptl_doc_make(ptl_job *job, ptl_doc *doc, const ptl_format *format, ptl_hub kind,
                  const void *hub)
{
    job->placeless = doc->placeless = true;
    doc->imported                   = true;
    if (ptl_doc_become(job, doc, format))
        format->from[kind](job, doc->native, hub, &doc->attached);
    if (ptl_ok(job))
        format->settle(job, doc->native);
}
