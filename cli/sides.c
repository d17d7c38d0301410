/* SPDX-License-Identifier: MIT */
/* Several files at once: reading them, saying which is wrong, and putting the result somewhere. */
#include "sides.h"

#include <portolan/compare.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"
#include "stop.h"

int sides_blame(const ptl_diag *wrong, const char *path)
{
    report failed = { 0 };

    report_add(&failed, wrong);
    report_print(&failed, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) }, path,
                 PTL_ERROR);
    report_free(&failed);
    return EXIT_CANNOT;
}

/* ---- Pages with colors -------------------------------------------------------------------------
 */

/* Lines begin with a mark that says what happened. */
static const char *color_of(char mark)
{
    static const char marks[]     = "+-~>";
    static const char colors[][6] = { "\33[32m", "\33[31m", "\33[33m", "\33[36m", "\33[1m" };
    const char       *found       = mark ? strchr(marks, mark) : NULL;

    return found ? colors[found - marks] : "";
}

void sides_print_colored(const ptl_bytes *page)
{
    for (size_t at = 0, end; at < page->size; at = end + 1) {
        const char *line  = (const char *)page->data + at;
        const char *stop  = memchr(line, '\n', page->size - at);
        const char *color = at + 1 < page->size && line[1] == ' ' ? color_of(line[0]) : "";

        end = stop ? at + (size_t)(stop - line) : page->size;
        printf("%s%.*s%s\n", color, (int)(end - at), line, *color ? "\33[0m" : "");
    }
}

/* ---- Files -------------------------------------------------------------------------------------
 */

/* Whether the value of an option is a file, not standard output. */
static bool names_file(const cli_args *args, const char *option)
{
    const char *value = cli_value(args, option);

    return value && strcmp(value, "-") != 0;
}

/* Every result has a place of its own, which is not that of a file that is read. */
static int look_at_places(const cli_args *args, size_t count, size_t spared)
{
    static const char *const results[] = { "output", "conflicts", "picture" };
    const char              *place[3];

    for (size_t i = 0; i < 3; i++) {
        place[i] = cli_value(args, results[i]);
        if (!place[i])
            place[i] = i == 0 ? "-" : NULL;
        for (size_t k = 0; place[i] && k < i; k++)
            if (place[k] && same_path(place[i], place[k]))
                return cli_usage(args, "--%s goes where %s%s goes: name another file", results[i],
                                 k == 0 ? "the " : "--", results[k]);
        for (size_t k = 0; names_file(args, results[i]) && k < (i == 0 ? spared : count); k++)
            if (same_path(place[i], args->operands[k]))
                return cli_usage(args, "--%s would replace a file that is read", results[i]);
    }
    if (place[2] && !names_file(args, "picture"))
        return cli_usage(args, "--picture needs a file");
    return EXIT_FINE;
}

int sides_begin(sides *s, const cli_args *args, size_t count, size_t spared)
{
    size_t   inputs = 0;
    int      code;
    ptl_diag wrong;

    *s   = (sides){ .count = count };
    code = look_at_places(args, count, spared);
    if (code == EXIT_FINE)
        code = reading_begin(&s->reading, args);
    for (size_t i = 0; i < count; i++) {
        s->path[i] = args->operands[i];
        s->file[i] = (ptl_source){ .path = s->path[i] };
        inputs += strcmp(s->path[i], "-") == 0;
    }
    if (code == EXIT_FINE && inputs > 1)
        return cli_usage(args, "standard input can be one of the files, not several");
    if (code == EXIT_FINE && cli_flag(args, "overwrite") && !names_file(args, "output") &&
        !names_file(args, "conflicts") && !names_file(args, "picture"))
        return cli_usage(args, "--overwrite goes with --output FILE: nothing else is written");
    stop_begin();
    for (size_t i = 0; i < count && code == EXIT_FINE; i++)
        if (strcmp(s->path[i], "-") == 0 &&
            !read_stdin(&s->file[i], &s->reading.opts.limits, &wrong))
            code = sides_blame(&wrong, "-");
    s->reading.opts.settings      = s->reading.settings;
    s->reading.opts.setting_count = s->reading.setting_count;
    return code;
}

void sides_end(sides *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->file[i].path)
            free((void *)s->file[i].data);
    report_free(&s->heard);
    reading_end(&s->reading);
}

/* Reads a file by itself, and says whether that can be done. */
static bool read_alone(const sides *s, size_t index, ptl_listener listener)
{
    ptl_doc          *doc  = NULL;
    const ptl_source *file = &s->file[index];
    ptl_read_opts     opts = s->reading.opts;

    opts.listener = listener;
    if (file->path)
        ptl_read_file(&doc, file->path, &opts, NULL);
    else
        ptl_read(&doc, file->data, file->size, &opts, NULL);
    ptl_doc_free(doc);
    return doc != NULL;
}

static bool is_readable(const sides *s, size_t index)
{
    return read_alone(s, index, (ptl_listener){ 0 });
}

void sides_tell_reading(const sides *s, size_t index, ptl_severity least)
{
    report found = { 0 };

    read_alone(s, index, report_listener(&found));
    report_print(&found, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) },
                 s->path[index], least);
    report_free(&found);
}

int sides_fail(sides *s, const ptl_diag *wrong)
{
    pen    err = { .to = stderr };
    size_t at  = 0;

    if (strcmp(wrong->rule, "compare-formats") == 0 || strncmp(wrong->rule, "merge-", 6) == 0)
        at = s->count - 1;
    else
        while (at + 1 < s->count && is_readable(s, at))
            at++;
    sides_blame(wrong, s->path[at]);
    hint_refused(&s->reading, s->path[at], wrong->status, &err);
    return EXIT_CANNOT;
}

static void hear_error(void *user, const ptl_diag *diag)
{
    ptl_diag warning = *diag;

    warning.severity = PTL_WARNING;
    warning.status   = PTL_OK;
    if (diag->severity == PTL_ERROR)
        report_add(user, &warning);
}

/* Each side may be fine, and what comes of them not. */
static void say_errors(const sides *s, const void *data, size_t size)
{
    const char    *output = cli_value(s->reading.args, "output");
    ptl_doc       *doc    = NULL;
    report         found  = { 0 };
    ptl_check_opts opts   = { .listener = { hear_error, &found, NULL } };

    if (s->reading.quiet || ptl_read(&doc, data, size, &s->reading.opts, NULL) != PTL_OK)
        return;
    ptl_check(doc, &opts, NULL);
    report_print(&found, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) },
                 names_file(s->reading.args, "output") ? output : s->path[1], PTL_WARNING);
    report_free(&found);
    ptl_doc_free(doc);
}

int sides_put_file(const sides *s, const void *data, size_t size)
{
    const char *output = cli_value(s->reading.args, "output");

    if (memchr(data ? data : "", 0, size) && is_terminal(output ? output : "-"))
        return cli_usage(s->reading.args, "this is no text, and is not written to a terminal: name "
                                          "a file with --output, or use a pipe");
    say_errors(s, data, size);
    return sides_put(s, "output", data, size);
}

static void hear(void *user, ptl_file_event event, const char *path)
{
    (void)user;
    stop_hear(event, path);
}

int sides_put(const sides *s, const char *option, const void *data, size_t size)
{
    const char    *path = cli_value(s->reading.args, option);
    ptl_write_opts opts = { .overwrite = cli_flag(s->reading.args, "overwrite"),
                            .watch     = { hear, NULL, NULL } };
    ptl_diag       wrong;

    if (!path || strcmp(path, "-") == 0)
        return size == 0 || fwrite(data, 1, size, stdout) == size ? EXIT_FINE : EXIT_CANNOT;
    if (ptl_put_file(path, data, size, &opts, &wrong) == PTL_OK)
        return EXIT_FINE;
    return sides_blame(&wrong, path);
}

/* ---- Pictures ---------------------------------------------------------------------------------
 */

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), wanted = strlen(end);

    return size >= wanted && strcmp(text + size - wanted, end) == 0;
}

static ptl_look look_of(const cli_args *args)
{
    const char *how = cli_value(args, "look");

    if (!how)
        return ends_with(cli_value(args, "picture"), ".apng") ? PTL_LOOK_FLICKER : PTL_LOOK_SIDES;
    return strcmp(how, "overlay") == 0   ? PTL_LOOK_OVERLAY
           : strcmp(how, "flicker") == 0 ? PTL_LOOK_FLICKER
                                         : PTL_LOOK_SIDES;
}

static bool scale_of(const cli_args *args, double *out)
{
    const char *text = cli_value(args, "scale");
    char       *end;

    *out = text ? strtod(text, &end) : 0;
    return !text || (end != text && *end == 0 && *out >= 0.01 && *out <= 16);
}

static int put_picture(sides *s, const ptl_compare_look *how)
{
    const char    *path = cli_value(s->reading.args, "picture");
    ptl_write_opts opts = { .overwrite = cli_flag(s->reading.args, "overwrite"),
                            .watch     = { hear, NULL, NULL } };
    ptl_bytes      picture;
    ptl_diag       wrong;
    ptl_status     status;

    status = s->count == 2
                 ? ptl_diff_picture(&picture, &s->file[0], &s->file[1], how, &wrong)
                 : ptl_merge_picture(&picture, &s->file[0], &s->file[1], &s->file[2], how, &wrong);
    if (status != PTL_OK)
        return sides_fail(s, &wrong);
    status = ptl_put_file(path, picture.data, picture.size, &opts, &wrong);
    ptl_bytes_free(&picture);
    return status == PTL_OK ? EXIT_FINE : sides_blame(&wrong, path);
}

int sides_picture(sides *s)
{
    const cli_args  *args = s->reading.args;
    ptl_compare_look how  = { .read = s->reading.opts };
    ptl_folder       beside[SIDES];

    if (!cli_value(args, "picture"))
        return cli_flag(args, "look") || cli_flag(args, "scale")
                   ? cli_usage(args, "--look and --scale are for --picture")
                   : EXIT_FINE;
    if (!scale_of(args, &how.scale))
        return cli_usage(args, "--scale takes a number from 0.01 to 16");
    how.look = look_of(args);
    for (size_t i = 0; i < s->count; i++) {
        beside[i] = (ptl_folder){ s->path[i], (const char *const *)s->reading.folders };
        if (s->file[i].path && !s->reading.opts.untrusted)
            how.files[i] = (ptl_files){ .load = ptl_folder_load, .user = &beside[i] };
    }
    return put_picture(s, &how);
}
