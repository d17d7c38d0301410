/* SPDX-License-Identifier: MIT */
/* Writing by paths, and folders that files are taken from and put into. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "flow/flow.h"
#include "host/path.h"

/* ---- Writing --------------------------------------------------------------------------------- */

/* The name of a path without folder and extension. */
static void stem_of(char *out, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name  = slash ? slash + 1 : path;
    const char *dot   = strrchr(name, '.');

    snprintf(out, size, "%.*s", (int)(dot && dot > name ? dot - name : (ptrdiff_t)strlen(name)),
             name);
}

typedef struct output { /* a cargo on its way to a path */
    ptl_way         *way;
    const ptl_cargo *cargo;
    ptl_write_opts   opts;
    ptl_files        load; /* the caller's, when only we can put */
    ptl_outputs      files;
    ptl_status       status;
    ptl_diag        *err;
} output;

static bool load_for(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const output *o = user;

    return o->load.load(o->load.user, companion, out);
}

static bool put_for(void *user, const char *name, const void *data, size_t size)
{
    output *o = user;

    return ptl_outputs_put(&o->files, name, data, size);
}

static bool is_free_for(void *user, const char *name, const void *data, size_t size)
{
    output *o = user;

    return ptl_outputs_take(&o->files, name, data, size);
}

static bool fill(void *user, const ptl_sink *sink)
{
    output *o = user;

    o->status = ptl_cargo_write(NULL, sink, o->way, o->cargo, &o->opts, o->err);
    return o->status == PTL_OK;
}

/* What errno says of a file; nothing is wrong with 0. */
static ptl_status io_result(ptl_diag *err, int wrong)
{
    ptl_job job = { 0 };

    if (wrong < 0)
        ptl_fail(&job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "this build knows no files");
    else if (wrong)
        ptl_fail(&job, PTL_E_IO, PTL_NOWHERE, "file", "%s: %s",
                 wrong == EEXIST ? "will not overwrite" : "cannot write", strerror(wrong));
    return ptl_job_end(&job, err);
}

ptl_status ptl_cargo_write_file(const char *path, ptl_way *way, const ptl_cargo *cargo,
                                const ptl_write_opts *opts, ptl_diag *err)
{
    output o = { .way = way, .cargo = cargo, .opts = *opts, .err = err };
    char   stem[256];
    int    wrong;

    stem_of(stem, sizeof stem, path);
    if (!o.opts.stem)
        o.opts.stem = stem;
    if (!o.opts.name)
        o.opts.name = path;
    if (!o.opts.files.put) {
        o.load       = o.opts.files;
        o.opts.files = (ptl_files){ o.load.load ? load_for : NULL, put_for, &o, is_free_for };
    }
    ptl_outputs_begin(&o.files, path, o.opts.overwrite, &o.opts.watch);
    o.files.optional = o.opts.each_named;
    wrong            = ptl_outputs_end(&o.files, fill, &o);
    return wrong && o.status == PTL_OK ? io_result(err, wrong) : o.status;
}

ptl_status ptl_write_file(const char *path, const ptl_doc *doc, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    static const ptl_write_opts defaults;
    ptl_way                     way = { 0 };

    if (!path || !doc)
        return ptl_refuse(err, "ptl_write_file needs a path and a document");
    way.from = doc->format;
    return ptl_cargo_write_file(path, &way, &(ptl_cargo){ .doc = doc }, opts ? opts : &defaults,
                                err);
}

typedef struct plain_file {
    const void *data;
    size_t      size;
} plain_file;

static bool fill_plainly(void *user, const ptl_sink *sink)
{
    const plain_file *file = user;

    return sink->put(sink->user, file->data, file->size);
}

static int write_plainly(const char *path, const void *data, size_t size, bool overwrite,
                         const ptl_watch *watch)
{
    plain_file  file = { data, size };
    ptl_outputs outputs;

    ptl_outputs_begin(&outputs, path, overwrite, watch);
    return ptl_outputs_end(&outputs, fill_plainly, &file);
}

ptl_status ptl_put_file(const char *path, const void *data, size_t size, const ptl_write_opts *opts,
                        ptl_diag *err)
{
    static const ptl_write_opts defaults;
    const ptl_write_opts       *with = opts ? opts : &defaults;

    if (!path || (!data && size > 0))
        return ptl_refuse(err, "ptl_put_file needs a path and bytes");
    return io_result(err, write_plainly(path, data, size, with->overwrite, &with->watch));
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* No file that is loaded may be larger than an input may be; the job that asked for it knows what
 * its own limits are. */
bool ptl_folder_take(const ptl_folder *folder, const ptl_companion *companion, ptl_bytes *out,
                     ptl_buf *seen)
{
    ptl_limits usual = ptl_limits_of(&(ptl_limits){ 0 }, false);
    char       path[4096];

    if (!ptl_find_companion(path, sizeof path, folder->doc_path, folder->folders, companion) ||
        !ptl_path_load(out, path, usual.input))
        return false;
    if (seen)
        ptl_seen_add(seen, path);
    return true;
}

bool ptl_folder_load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    return user && companion && out && ptl_folder_take(user, companion, out, NULL);
}

bool ptl_folder_put(void *user, const char *name, const void *data, size_t size)
{
    const ptl_folder *folder = user;
    const char       *slash  = folder && folder->doc_path ? strrchr(folder->doc_path, '/') : NULL;
    int               length = slash ? (int)(slash - folder->doc_path) + 1 : 0;
    char              path[4096];

    if (!folder || !folder->doc_path || !name || !name[0] || name[0] == '.' ||
        strpbrk(name, "/\\") || (!data && size > 0) ||
        snprintf(path, sizeof path, "%.*s%s", length, folder->doc_path, name) >= (int)sizeof path)
        return false;
    return write_plainly(path, data, size, folder->overwrite, &(ptl_watch){ 0 }) == 0;
}

bool ptl_find_inside(char *out, size_t out_size, const char *folder)
{
    ptl_companion document = { .exact = true };
    size_t        length   = folder ? strlen(folder) : 0;
    char          beside[4096];

    if (out && out_size > 0)
        out[0] = 0;
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (!out || out_size == 0 || length == 0 || length > sizeof beside - 16)
        return false;
    snprintf(beside, sizeof beside, "%.*s/document", (int)length, folder);
    for (size_t i = 0; ptl_formats[i]; i++) {
        const char *inside = ptl_formats[i]->info.inside;

        if (!inside)
            continue;
        ptl_companion_call(&document, (ptl_str){ inside, strlen(inside) });
        if (ptl_find_companion(out, out_size, beside, NULL, &document))
            return true;
    }
    return false;
}
