/* SPDX-License-Identifier: MIT */
/* The page of `portolan view`. Facts, findings and places are JSON, drawings and scenes are packed:
 * gzip where the library has it, and base64. Nothing of a file is ever markup: JSON has no '<' left
 * in it, and base64 has none. */
#define _XOPEN_SOURCE 700

#include "view_page.h"

#include <portolan/compare.h>
#include <portolan/plan.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char mark[] = "<!--DATA-->";

/* ---- The viewer ----------------------------------------------------------------------------- */

enum { PATH_ROOM = 4096, MOST_VIEWER = 16 << 20 };

/* The folder of the running program. */
static void own_folder(char out[PATH_ROOM])
{
    ssize_t size = readlink("/proc/self/exe", out, PATH_ROOM - 1);
    char   *slash;

    if (size < 0)
        size = snprintf(out, PATH_ROOM, "%s", cli_self);
    out[size < PATH_ROOM ? size : PATH_ROOM - 1] = 0;
    slash                                        = strrchr(out, '/');
    if (slash)
        *slash = 0;
    else
        memcpy(out, ".", 2);
}

static char *read_whole(const char *path)
{
    FILE  *file = fopen(path, "rb");
    char  *text = file ? malloc(MOST_VIEWER + 1) : NULL;
    size_t size = text ? fread(text, 1, MOST_VIEWER, file) : 0;

    if (file)
        fclose(file);
    if (text)
        text[size] = 0;
    return text;
}

int view_begin(view_page *v, const reading *r)
{
    static const char *const places[] = { "web/viewer.html", "../share/portolan/viewer.html" };
    const char              *given    = getenv("PORTOLAN_VIEWER");
    char                     folder[PATH_ROOM], path[2 * PATH_ROOM];
    shown_path               room;

    *v = (view_page){ .reading = r, .gzipped = ptl_has_feature("gzip") };
    own_folder(folder);
    if (given)
        v->viewer = read_whole(given);
    for (size_t i = 0; !given && !v->viewer && i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i]);
        v->viewer = read_whole(path);
    }
    v->place = v->viewer ? strstr(v->viewer, mark) : NULL;
    if (!v->place) {
        fprintf(stderr, "portolan: there is no viewer: looked for %s%s%s%s%s\n",
                show_path(&room, given ? given : folder), given ? "" : "/", given ? "" : places[0],
                given ? "" : " and beside it ", given ? "" : places[1]);
        fputs("script/web builds it, and what is installed after that has it\n", stderr);
        return EXIT_CANNOT;
    }
    v->data   = open_memstream(&v->data_text, &v->data_size);
    v->pieces = open_memstream(&v->pieces_text, &v->pieces_size);
    return v->data && v->pieces ? EXIT_FINE : EXIT_CANNOT;
}

void view_free(view_page *v)
{
    if (v->data)
        fclose(v->data);
    if (v->pieces)
        fclose(v->pieces);
    free(v->compared);
    free(v->data_text);
    free(v->pieces_text);
    free(v->viewer);
}

/* ---- Pieces --------------------------------------------------------------------------------- */

static void put_base64(FILE *out, const uint8_t *data, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        size_t   left = size - i;
        uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0u) |
                        (left > 2 ? data[i + 2] : 0u);

        fputc(letters[bits >> 18], out);
        fputc(letters[bits >> 12 & 63], out);
        fputc(left > 1 ? letters[bits >> 6 & 63] : '=', out);
        fputc(left > 2 ? letters[bits & 63] : '=', out);
    }
}

/* An element of the page that holds the bytes, and its name in the data. */
static ptl_status put_piece(view_page *v, const ptl_bytes *bytes, ptl_diag *wrong)
{
    ptl_bytes  packed = { 0 };
    ptl_status status =
        v->gzipped ? ptl_gzip(&packed, bytes->data, bytes->size, wrong) : (ptl_status)PTL_OK;

    if (status != PTL_OK)
        return status;
    fprintf(v->data, "\"piece-%zu\"", v->count);
    fprintf(v->pieces, "<script type=\"application/octet-stream\" id=\"piece-%zu\">", v->count++);
    put_base64(v->pieces, v->gzipped ? packed.data : bytes->data,
               v->gzipped ? packed.size : bytes->size);
    fputs("</script>\n", v->pieces);
    ptl_bytes_free(&packed);
    return PTL_OK;
}

typedef struct drawing { /* one conversion of a document */
    view_page     *v;
    const ptl_doc *doc;
    ptl_files      files;
    report        *heard;
    ptl_diag      *wrong;
} drawing;

static ptl_status put_made(const drawing *d, const char *to, const ptl_setting *settings,
                           size_t count)
{
    ptl_write_opts opts   = { .to            = to,
                              .settings      = settings,
                              .setting_count = count,
                              .files         = d->files,
                              .listener      = report_listener(d->heard) };
    ptl_bytes      bytes  = { 0 };
    ptl_status     status = ptl_write(&bytes, d->doc, &opts, d->wrong);

    if (status == PTL_OK)
        status = put_piece(d->v, &bytes, d->wrong);
    ptl_bytes_free(&bytes);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_str(FILE *out, ptl_str text)
{
    char room[1024];

    snprintf(room, sizeof room, "%.*s", text.size < 1000 ? (int)text.size : 1000, text.data);
    print_json_string(out, room);
}

static void put_box(FILE *out, const char *name, const ptl_plan_box *box)
{
    fprintf(out, ", \"%s\": [%.2f, %.2f, %.2f, %.2f]", name, (double)box->x, (double)box->y,
            (double)box->width, (double)box->height);
}

/* Layers that are hidden at first are in the drawing, too: the page switches them. */
static void list_hidden(char *out, size_t size, const ptl_plan *plan, const ptl_plan_page *page)
{
    size_t used = 0;

    out[0] = 0;
    for (size_t i = 0; i < page->count && used < size; i++) {
        const ptl_plan_layer *layer = &plan->layers.data[page->layer + i];

        if (layer->hidden)
            used += (size_t)snprintf(out + used, size - used, "%s+%s", used > 0 ? "," : "",
                                     layer->name);
    }
}

static void put_layers(FILE *out, const ptl_plan *plan, const ptl_plan_page *page)
{
    fputs(", \"layers\": [", out);
    for (size_t i = 0; i < page->count; i++) {
        const ptl_plan_layer *layer = &plan->layers.data[page->layer + i];

        fprintf(out, "%s{\"name\": ", i > 0 ? ", " : "");
        print_json_string(out, layer->name);
        fprintf(out, ", \"hidden\": %s}", layer->hidden ? "true" : "false");
    }
    fputs("], \"svg\": ", out);
}

static ptl_status put_page(const drawing *d, const ptl_plan *plan, size_t number)
{
    const ptl_plan_page *page = &plan->pages.data[number];
    FILE                *out  = d->v->data;
    char                 hidden[512], level[24];
    ptl_setting          settings[2];
    size_t               count = 0;
    ptl_status           status;

    fprintf(out, "%s\n  {\"name\": ", number > 0 ? "," : "");
    put_str(out, page->name);
    fprintf(out, ", \"width\": %.2f, \"height\": %.2f, \"level\": %u", (double)page->width,
            (double)page->height, (unsigned)page->level);
    put_box(out, "cells", &page->cells);
    put_box(out, "map", &page->map);
    put_layers(out, plan, page);
    list_hidden(hidden, sizeof hidden, plan, page);
    snprintf(level, sizeof level, "%zu", number + 1);
    if (hidden[0])
        settings[count++] = (ptl_setting){ "layers", hidden, strlen(hidden) };
    if (plan->pages.count > 1)
        settings[count++] = (ptl_setting){ "level", level, strlen(level) };
    status = put_made(d, "svg", settings, count);
    fputc('}', out);
    return status;
}

/* A document without a plan has no pages; one whose plan cannot be made is told so. */
static ptl_status put_pages(const drawing *d, unsigned can, size_t *pages)
{
    ptl_write_opts opts   = { .files = d->files };
    ptl_plan      *plan   = NULL;
    ptl_status     status = PTL_OK;

    fputs(",\n \"pages\": [", d->v->data);
    if (can & PTL_CAN_PLAN && ptl_plan_make(&plan, d->doc, &opts, d->wrong) != PTL_OK)
        report_add(d->heard, d->wrong);
    for (size_t i = 0; plan && status == PTL_OK && i < plan->pages.count; i++)
        status = put_page(d, plan, i);
    *pages = plan ? plan->pages.count : 0;
    ptl_plan_free(plan);
    fputs("]", d->v->data);
    return status;
}

static bool has_setting(const ptl_format_info *format, const char *name)
{
    for (const ptl_setting_info *s = format->settings; s && s->name; s++)
        if (strcmp(s->name, name) == 0 && s->when & PTL_WHEN_SCENE)
            return true;
    return false;
}

/* A scene for each level where there are several, else one. What has none says why, and is shown
 * without. */
static ptl_status put_scenes(const drawing *d, const ptl_format_info *format, size_t pages)
{
    bool        levels = pages > 1 && has_setting(format, "level");
    char        level[24];
    ptl_setting setting = { "level", level, 0 };
    ptl_status  status  = PTL_OK;

    fputs(",\n \"scenes\": [", d->v->data);
    for (size_t i = 0; i < (levels ? pages : 1) && ptl_format_can(format) & PTL_CAN_SCENE; i++) {
        snprintf(level, sizeof level, "%zu", i + 1);
        setting.size = strlen(level);
        fputs(i > 0 ? ", " : "", d->v->data);
        status = put_made(d, "glb", &setting, levels ? 1 : 0);
        if (status != PTL_OK)
            break;
    }
    fputs("]", d->v->data);
    return status == PTL_E_MEMORY || status == PTL_E_LIMIT ? status : PTL_OK;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void put_files(const view_page *v, const ptl_doc *doc, const char *path)
{
    ptl_companion c;
    char          found[PATH_ROOM];

    fputs(",\n \"files\": [", v->data);
    for (size_t i = 0; ptl_doc_companion(&c, doc, i); i++) {
        bool there = !v->reading->opts.untrusted &&
                     ptl_find_companion(found, sizeof found, path, v->reading->folders, &c);

        fprintf(v->data, "%s\n  {\"number\": %u, \"name\": ", i > 0 ? "," : "", c.number);
        print_json_string(v->data, c.name);
        fprintf(v->data, ", \"role\": \"%s\", \"needed\": %s, \"path\": ", c.role,
                c.needed ? "true" : "false");
        if (there)
            print_json_string(v->data, base_of(found));
        else
            fputs("null", v->data);
        fputc('}', v->data);
    }
    fputs("]", v->data);
}

static void put_checked(const view_page *v, const report *heard)
{
    fputs(",\n \"checked\": {\"findings\": ", v->data);
    report_json(heard, v->data, -1);
    fputs(", \"folded\": ", v->data);
    report_json_folded(heard, v->data);
    fputs("}", v->data);
}

static ptl_status put_facts(const view_page *v, const ptl_doc *doc, const ptl_files *files,
                            ptl_diag *wrong)
{
    ptl_bytes  page   = { 0 };
    ptl_status status = ptl_info_beside(&page, doc, PTL_PAGE_JSON, files, wrong);

    fputs(",\n \"facts\": ", v->data);
    if (status == PTL_OK)
        fwrite(page.data, 1, page.size, v->data);
    ptl_bytes_free(&page);
    return status;
}

/* ---- Documents ------------------------------------------------------------------------------ */

static void put_head(const view_page *v, const ptl_format_info *format, const char *path)
{
    fprintf(v->data, "%s{\"name\": ", v->subjects > 0 ? ",\n" : "");
    print_json_string(v->data, base_of(path));
    fprintf(v->data, ", \"format\": \"%s\", \"title\": ", format->name);
    print_json_string(v->data, format->title);
}

ptl_status view_add(view_page *v, ptl_doc *doc, const char *path, report *heard)
{
    const ptl_format_info *format = ptl_format_named(ptl_doc_format(doc));
    ptl_folder             beside = { .doc_path = path, .folders = v->reading->folders };
    report                 lost   = { 0 };
    ptl_diag               wrong;
    drawing                d     = { .v = v, .doc = doc, .heard = &lost, .wrong = &wrong };
    ptl_check_opts         check = { .listener = report_listener(heard), .name = path };
    size_t                 pages = 0;
    ptl_status             status;

    if (!v->reading->opts.untrusted && strcmp(path, "-") != 0)
        d.files = check.files = (ptl_files){ .load = ptl_folder_load, .user = &beside };
    put_head(v, format, path);
    status = ptl_check(doc, &check, &wrong);
    if (status == PTL_OK)
        status = put_facts(v, doc, &d.files, &wrong);
    put_files(v, doc, path);
    put_checked(v, heard);
    if (status == PTL_OK)
        status = put_pages(&d, ptl_format_can(format), &pages);
    if (status == PTL_OK)
        status = put_scenes(&d, format, pages);
    fputs("}", v->data);
    v->subjects++;
    report_free(&lost);
    if (status != PTL_OK)
        report_add(heard, &wrong);
    return status;
}

/* ---- Changes -------------------------------------------------------------------------------- */

static void put_text(FILE *out, const ptl_bytes *text)
{
    fputc('"', out);
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] == '"' || text->data[i] == '\\' || text->data[i] < ' ')
            fprintf(out, "\\u%04x", text->data[i]);
        else
            fputc(text->data[i], out);
    fputc('"', out);
}

static bool compare(ptl_compared *out, const view_page *v, const char *before, const char *after,
                    ptl_diff_form form)
{
    ptl_diff_opts opts = { .form = form };

    opts.read          = v->reading->opts;
    opts.read.listener = (ptl_listener){ 0 };
    return ptl_diff(out, &(ptl_source){ .path = before }, &(ptl_source){ .path = after }, &opts,
                    NULL) == PTL_OK;
}

void view_compare(view_page *v, const char *before, const char *after)
{
    static const char *const names[] = { "same", "alike", "differs" };
    ptl_compared             text = { .how = PTL_SAME }, changes = { .how = PTL_SAME };
    FILE                    *out;

    if (compare(&text, v, before, after, PTL_DIFF_TEXT) &&
        compare(&changes, v, before, after, PTL_DIFF_JSON) &&
        (out = open_memstream(&v->compared, &v->compared_size))) {
        fprintf(out, ", \"compared\": {\"how\": \"%s\", \"text\": ", names[text.how]);
        put_text(out, &text.page);
        fputs(", \"changes\": ", out);
        fwrite(changes.page.data, 1, changes.page.size, out);
        fputs("}", out);
        fclose(out);
    }
    ptl_bytes_free(&text.page);
    ptl_bytes_free(&changes.page);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* JSON between tags: a '<' could end them, and is spelled by its number. */
static void put_safely(FILE *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            fputc(text[i], out);
}

static void put_data(FILE *out, const view_page *v)
{
    fprintf(out, "<script type=\"application/json\" id=\"data\">{\"gzipped\": %s, \"subjects\": [",
            v->gzipped ? "true" : "false");
    put_safely(out, v->data_text, v->data_size);
    fputs("]", out);
    put_safely(out, v->compared, v->compared_size);
    fputs("}</script>\n", out);
}

char *view_end(view_page *v, size_t *size)
{
    char *page = NULL;
    FILE *out  = open_memstream(&page, size);
    bool  whole;

    if (!out)
        return NULL;
    whole = fflush(v->data) == 0 && fflush(v->pieces) == 0;
    fwrite(v->viewer, 1, (size_t)(v->place - v->viewer), out);
    put_data(out, v);
    fwrite(v->pieces_text, 1, v->pieces_size, out);
    fputs(v->place + strlen(mark), out);
    whole = whole && !ferror(out) && !ferror(v->data) && !ferror(v->pieces);
    if (fclose(out) == 0 && whole)
        return page;
    free(page);
    return NULL;
}
