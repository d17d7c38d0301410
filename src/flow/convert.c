/* SPDX-License-Identifier: MIT */
/* From any input to any output in one call: the input is looked at once, one way is taken, one
 * limit holds. */
#include <string.h>

#include "core/words.h"
#include "flow/flow.h"
#include "formats/attach.h"
#include "host/path.h"
#include "imports/blender_run.h"

typedef struct conversion {
    const ptl_target *to;
    const ptl_source *from;
    ptl_read_opts     read;
    ptl_write_opts    write;
    ptl_folder        beside;
    ptl_files         reads, writes; /* files as they were given                       */
    ptl_watch         watch;         /* the same                                       */
    ptl_buf           seen;          /* which files were read: nothing beside replaces them */
    ptl_job           job;
    ptl_doc          *doc; /* a document, or the owner of what was imported */
    ptl_way           way;
    ptl_cargo         cargo;
    ptl_span          made;   /* by Blender, of a file of its own */
    ptl_grid_origin   origin; /* of maps that may come back */
    bool              named;  /* what to write follows from the name of the output alone */
} conversion;

/* Settings of both lists together, in the document's arena. */
static void join_settings(conversion *c)
{
    size_t       count = c->read.setting_count + c->write.setting_count;
    ptl_setting *all   = ptl_arena_array(&c->job, count, sizeof *all);

    if ((c->read.setting_count > 0 && !c->read.settings) ||
        (c->write.setting_count > 0 && !c->write.settings))
        ptl_fail(&c->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "there are no settings, but a count of %zu", count);
    if (!ptl_ok(&c->job))
        return;
    for (size_t i = 0; i < count && all; i++)
        all[i] = i < c->read.setting_count ? c->read.settings[i]
                                           : c->write.settings[i - c->read.setting_count];
    c->job.settings = c->write.settings = all;
    c->job.setting_count = c->write.setting_count = all ? count : 0;
    ptl_charge(&c->job, ptl_settings_size(c->job.settings, c->job.setting_count));
}

/* The last file is the model, those before it are its images. */
static void take_made(void *user, const char *name, ptl_span bytes)
{
    conversion *c = user;

    if (ptl_has_extension(name, "pfobj"))
        c->made = bytes;
    else
        ptl_attach_called(&c->job, &c->doc->attached, name, bytes);
}

/* A file of Blender becomes a model there, if it can, and is read as one from here on. */
static bool take_made_by_blender(conversion *c)
{
    const ptl_blender_call call = { .how  = &c->read.foreign,
                                    .path = c->from->path,
                                    .to   = c->to->path,
                                    .file = take_made,
                                    .user = c };

    if (c->read.format || !ptl_blender_reads(call.how, call.path) ||
        !ptl_blender_run(&c->job, &call))
        return false;
    c->read.name  = NULL;
    c->job.source = c->made;
    return true;
}

static ptl_span take_source(conversion *c)
{
    ptl_span source = { c->from->data, c->from->size };

    if (take_made_by_blender(c))
        return c->made;
    if (c->from->path) {
        source              = ptl_path_read(&c->job, c->from->path, c->doc->limits.input);
        c->job.source_owned = true;
    } else if (source.size > c->doc->limits.input) {
        ptl_fail(&c->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input",
                 "%zu bytes exceed the limit of %zu", source.size, c->doc->limits.input);
    } else {
        ptl_charge(&c->job, source.size); /* the caller holds it as long as this takes */
    }
    c->job.source = source;
    return source;
}

static void import_hub(conversion *c, ptl_span source)
{
    void *hub = ptl_arena_take(&c->job, ptl_hub_rows[c->way.import->hub].size);

    c->job.text  = c->way.import->text;
    c->job.stage = "import";
    if (hub)
        ptl_import_run(&c->job, c->way.import, source, &c->read, hub);
    c->job.placeless = c->doc->placeless = true;
    if (ptl_ok(&c->job)) /* images it brought along become what exports can embed */
        ptl_hub_rows[c->way.import->hub].load(&c->job, hub, &(ptl_files){ 0 });
    c->cargo.hub = hub;
}

/* What was imported becomes a document, and goes on as that. */
static void import_document(conversion *c)
{
    ptl_doc_make(&c->job, c->doc, c->way.through, c->way.hub[0], c->cargo.hub);
    c->cargo.hub = NULL;
    c->way       = ptl_way_onward(&c->way);
}

static void hear_fault(void *user, const ptl_diag *diag)
{
    ptl_job *job = user;

    ptl_path(job, "%s", diag->path);
    if (diag->severity == PTL_ERROR)
        ptl_warn(job, diag->offset, diag->rule, "%s", diag->message);
    else
        ptl_find(job, diag->severity, diag->offset, diag->rule, "%s", diag->message);
}

/* Notes only of what follows from the rest and can be made anew, such as stored slopes. */
static bool wants_fault(void *user, ptl_severity severity, const char *rule)
{
    const ptl_rule *row;

    if (severity >= PTL_WARNING)
        return ptl_wants(user, PTL_WARNING, rule);
    if (severity != PTL_NOTE || !ptl_wants(user, PTL_NOTE, rule))
        return false;
    row = ptl_rule_named(rule);
    return row && row->fix;
}

static bool wants_error(void *user, ptl_severity severity, const char *rule)
{
    return severity >= PTL_ERROR && ptl_wants(user, PTL_WARNING, rule);
}

/* What `check` would call an error in the file that is made is said, because its program may refuse
 * it. People write JSON by hand: there also what it would warn of, because it may no longer follow
 * from the rest. Only what would be an error stops a strict call. */
static void say_faults(conversion *c, bool json)
{
    ptl_check_opts opts = { .listener = { hear_fault, &c->job, json ? wants_fault : wants_error } };

    if (ptl_ok(&c->job) && c->way.hubs == 0 && !c->way.json)
        ptl_check(c->doc, &opts, NULL);
}

/* Whether one of the format's extensions is longer than this one, and ends with it. */
static bool extends(const ptl_format *format, const char *extension)
{
    size_t size = strlen(extension), word;

    for (const char *at = format->info.extensions; *at; at += word + strspn(at + word, " ")) {
        word = strcspn(at, " ");
        if (word > size + 1 && at[word - size - 1] == '.' &&
            memcmp(at + word - size, extension, size) == 0)
            return true;
    }
    return false;
}

/* Where a name says no more than its last extension, and that is the end of one of the input's own
 * format, or that of its parts, it is meant: "map.csv" of a map that has "ppe.csv" is no list of
 * notes. */
static const char *target_of_input(const ptl_format *from, const char *to, const char *path)
{
    const ptl_export *export = ptl_export_find(to);
    const ptl_format *part = from->parts ? ptl_format_find(from->parts, strlen(from->parts)) : NULL;
    const char       *dot  = strrchr(path, '.');

    if (!export || !dot || ptl_extension_in(path, export->info.extensions) > strlen(dot + 1))
        return to;
    if (extends(from, dot + 1))
        return from->info.name;
    return part && extends(part, dot + 1) ? part->info.name : to;
}

/* Reads what is needed for the way, which is chosen first: settings that nobody uses are refused
 * before anything is done. */
static void take_in(conversion *c)
{
    ptl_span  source = take_source(c);
    ptl_guess guess  = { 0 };

    if (ptl_ok(&c->job))
        guess = ptl_guess_input(&c->job, source, &c->read);
    if (!ptl_ok(&c->job))
        return;
    c->way = (ptl_way){ .from = guess.format, .import = guess.import, .reading = true };
    if (c->named && guess.format)
        c->write.to = target_of_input(guess.format, c->write.to, c->to->path);
    ptl_way_aim(&c->job, &c->way, c->write.to);
    if (ptl_ok(&c->job))
        ptl_way_choose(&c->job, &c->way);
    if (!ptl_ok(&c->job))
        return;
    c->cargo = (ptl_cargo){ .doc = c->doc, .fresh = true };
    if (ptl_way_leaves(&c->way)) { /* before the text is read, and forgotten */
        ptl_origin_note(&c->job, &c->origin, guess.format, source, c->read.name);
        c->cargo.origin = &c->origin;
    }
    if (guess.import)
        import_hub(c, source);
    else
        ptl_doc_fill(&c->job, c->doc, &guess, source, false);
    if (c->way.through && ptl_ok(&c->job))
        import_document(c);
    if (guess.format)
        say_faults(c, guess.json);
    ptl_json_forget(&c->job);
    if (guess.format && c->job.source_owned && !c->job.source_kept)
        ptl_arena_drop(&c->doc->arena, &c->doc->heap, source.data);
}

static ptl_status give_out(conversion *c, ptl_diag *err)
{
    if (c->to->path)
        return ptl_cargo_write_file(c->to->path, &c->way, &c->cargo, &c->write, err);
    return ptl_cargo_write(c->to->bytes, c->to->sink, &c->way, &c->cargo, &c->write, err);
}

static bool load_from(conversion *c, const ptl_files *files, const ptl_companion *companion,
                      ptl_bytes *out)
{
    if (files->load == ptl_folder_load)
        return ptl_folder_take(files->user, companion, out, &c->seen);
    return files->load(files->user, companion, out);
}

static bool load_for_reading(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    conversion *c = user;

    return load_from(c, &c->reads, companion, out);
}

/* What is written takes its files from where what is read does, unless that was said. */
static bool load_for_writing(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    conversion *c = user;

    return load_from(c, c->writes.load ? &c->writes : &c->reads, companion, out);
}

static bool put_for_writing(void *user, const char *name, const void *data, size_t size)
{
    const conversion *c = user;

    return c->writes.put(c->writes.user, name, data, size);
}

static bool is_free_for_writing(void *user, const char *name, const void *data, size_t size)
{
    const conversion *c = user;

    return c->writes.is_free(c->writes.user, name, data, size);
}

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    const conversion *c = user;

    if (c->watch.hear)
        c->watch.hear(c->watch.user, event, path);
}

/* The input may be replaced by the output, if that was asked for, and by nothing else. */
static bool may_put(void *user, const char *path)
{
    const conversion *c = user;

    if (strcmp(path, c->to->path) != 0 && ptl_seen_has(&c->seen, path))
        return false;
    return !c->watch.may_put || c->watch.may_put(c->watch.user, path);
}

/* Puts ourselves between the call and its files, to know which were read. */
static void wrap_files(conversion *c)
{
    c->reads  = c->read.files;
    c->writes = c->write.files;
    c->watch  = c->write.watch;
    if (c->reads.load)
        c->read.files = (ptl_files){ .load = load_for_reading, .user = c };
    c->write.files = (ptl_files){ .load = c->reads.load || c->writes.load ? load_for_writing : NULL,
                                  .put  = c->writes.put ? put_for_writing : NULL,
                                  .user = c,
                                  .is_free = c->writes.is_free ? is_free_for_writing : NULL };
    c->write.watch = (ptl_watch){ hear_of_file, c, may_put };
}

/* What was not said follows from the paths. */
static void fill_defaults(conversion *c)
{
    bool given = c->write.to != NULL;

    c->beside = (ptl_folder){ .doc_path = c->from->path };
    if (!c->read.name)
        c->read.name = c->from->path;
    c->read.untrusted = c->read.untrusted || c->write.untrusted;
    if (c->read.untrusted)
        c->read.files.load = NULL; /* and writing sees to its own */
    else if (!c->read.files.load && c->from->path)
        c->read.files = (ptl_files){ .load = ptl_folder_load, .user = &c->beside };
    wrap_files(c);
    if (!c->write.listener.hear)
        c->write.listener = c->read.listener;
    if (!c->write.to && c->to->path)
        c->write.to = ptl_target_by_name(c->to->path);
    c->named = c->write.to && !given;
}

/* The longest extension says it: "nav.json" is more than "json"; of equals the first. */
const char *ptl_target_by_name(const char *path)
{
    const ptl_format_info *format = ptl_format_by_extension(path);
    size_t                 best   = ptl_extension_in(path, "json"), size;
    const char            *found  = best > 0 ? "json" : NULL;

    size = format ? ptl_extension_in(path, format->extensions) : 0;
    if (size > best) {
        best  = size;
        found = format->name;
    }
    for (size_t i = 0; ptl_exports[i]; i++) {
        size = ptl_extension_in(path, ptl_exports[i]->info.extensions);
        if (size > best) {
            best  = size;
            found = ptl_exports[i]->info.name;
        }
    }
    return found;
}

static bool is_sound(const ptl_target *to, const ptl_source *from)
{
    return to && from && (to->path || to->bytes || (to->sink && to->sink->put)) &&
           (from->path || from->data || from->size == 0);
}

ptl_status ptl_convert(const ptl_target *to, const ptl_source *from, const ptl_read_opts *read,
                       const ptl_write_opts *write, ptl_diag *err)
{
    conversion c = { .to = to, .from = from };
    ptl_status status;

    if (!is_sound(to, from))
        return ptl_refuse(err, "ptl_convert needs a source and a target");
    if (read)
        c.read = *read;
    if (write)
        c.write = *write;
    fill_defaults(&c);
    if (to->bytes)
        *to->bytes = (ptl_bytes){ 0 };
    c.doc      = ptl_doc_begin(&c.job, &c.read);
    c.job.door = &ptl_flow_door;
    if (!c.job.listener.hear)
        c.job.listener = c.write.listener;
    if (!c.write.progress.go_on)
        c.write.progress = c.read.progress;
    if (!c.job.progress.go_on)
        c.job.progress = c.write.progress;
    if (c.doc) {
        c.seen = ptl_buf_of(&c.job, NULL);
        join_settings(&c);
    }
    if (c.doc && from->path)
        ptl_seen_add(&c.seen, from->path);
    if (ptl_ok(&c.job))
        take_in(&c);
    status = ptl_ok(&c.job) ? give_out(&c, err) : ptl_job_end(&c.job, err);
    if (c.doc)
        ptl_buf_free(&c.seen);
    ptl_doc_free(c.doc);
    return status;
}
