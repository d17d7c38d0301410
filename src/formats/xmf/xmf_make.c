/* SPDX-License-Identifier: MIT */
/* Containers made from nothing: text as the engine writes it, put where it belongs as tags. */
#include <string.h>

#include "core/utf8.h"
#include "formats/call.h"
#include "formats/xmf/xmf_private.h"

enum { TILE_IDS = 65535, MOST_SHIFT = 16 };

/* ---- Text ----------------------------------------------------------------------------------- */

static void refuse(ptl_job *job, const char *why)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "%s", why);
}

void ptl_xmf_put_quoted(ptl_buf *out, ptl_str text)
{
    static const char plain[] = "\"\\\n\t\r", spelled[] = "\"\\ntr";

    if (!ptl_utf8_valid(text.data, text.size))
        refuse(out->job, "names and paths are UTF-8");
    ptl_put_char(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        const char *escape = text.data[i] ? strchr(plain, text.data[i]) : NULL;

        if (!escape && (unsigned char)text.data[i] < ' ')
            refuse(out->job, "names and paths have no control characters");
        if (escape)
            ptl_put_char(out, '\\');
        ptl_put_char(out, escape ? spelled[escape - plain] : text.data[i]);
    }
    ptl_put_char(out, '"');
}

static ptl_str str(const char *text)
{
    return (ptl_str){ text ? text : "", text ? strlen(text) : 0 };
}

/* Three texts as one, in memory of the document. */
static ptl_str joined(ptl_job *job, ptl_str a, ptl_str b, ptl_str c)
{
    size_t size = a.size + b.size + c.size;
    char  *copy = ptl_arena_raw(job, size);

    if (!copy)
        return (ptl_str){ "", 0 };
    if (a.size > 0)
        memcpy(copy, a.data, a.size);
    if (b.size > 0)
        memcpy(copy + a.size, b.data, b.size);
    if (c.size > 0)
        memcpy(copy + a.size + b.size, c.data, c.size);
    return (ptl_str){ copy, size };
}

/* ---- Tags ----------------------------------------------------------------------------------- */

/* A change of a container: what becomes part of it, and what is needed only while it is made. */
typedef struct maker {
    ptl_xmf    *box;
    ptl_job     job, scratch;
    ptl_memory *memory; /* of the scratch */
    ptl_buf     text;   /* the tags to be added, in the scratch's heap */
} maker;

static bool maker_begin(maker *m, ptl_doc *doc)
{
    *m     = (maker){ 0 };
    m->box = ptl_call_change(&m->job, doc, &ptl_format_xmf);
    if (!m->box)
        return false;
    m->scratch = m->job;
    m->memory  = ptl_memory_begin(&m->scratch);
    m->text    = ptl_buf_of(&m->scratch, NULL);
    return m->memory != NULL;
}

static ptl_status maker_end(maker *m, ptl_diag *err)
{
    if (m->memory)
        ptl_buf_free(&m->text);
    if (ptl_ok(&m->job))
        m->job.error = m->scratch.error;
    ptl_memory_free(m->memory);
    return ptl_job_end(&m->job, err);
}

static bool has_braces(const ptl_xmf_tag *tag)
{
    return tag->rest.size > 0 && tag->rest.data[tag->rest.size - 1] == '{';
}

/* Braces that are open behind the tag before `end`. */
static uint32_t depth_behind(const ptl_xmf *box, size_t end)
{
    const ptl_xmf_tag *tag = end > 0 ? &box->tags.data[end - 1] : NULL;

    return tag ? tag->level + has_braces(tag) : 0;
}

/* Makes room for tags in front of the one at `at`. */
static ptl_xmf_tag *make_room(ptl_job *job, ptl_xmf_tags *tags, size_t at, size_t more)
{
    ptl_xmf_tag *longer = ptl_arena_append(job, tags->data, tags->count, more, sizeof *longer);

    if (!longer)
        return NULL;
    memmove(longer + at + more, longer + at, (tags->count - at) * sizeof *longer);
    *tags = (ptl_xmf_tags){ longer, tags->count + more };
    return longer + at;
}

/* Puts the maker's text behind everything that is inside of a tag, at `at`, or at the end of all.
 * What stands there, blanks and braces, is parted where the braces inside are closed. */
static void graft(maker *m, size_t at, uint32_t level)
{
    ptl_xmf     *box  = m->box;
    ptl_str      text = joined(&m->job, (ptl_str){ (char *)m->text.data, m->text.size },
                               (ptl_str){ "", 0 }, (ptl_str){ "", 0 });
    ptl_str      end, gap = at < box->tags.count ? box->tags.data[at].before : box->end;
    ptl_xmf_tags added = ptl_xdl_parse(&m->scratch, text, &end);
    size_t       closed =
        level > 0 ? ptl_xdl_closed(&m->scratch, gap, depth_behind(box, at) - level) : gap.size;
    bool    fresh  = level == 0 && (closed == 0 ? at == 0 : gap.data[closed - 1] == '\n');
    ptl_str before = joined(&m->job, (ptl_str){ gap.data, closed },
                            str(fresh       ? ""
                                : level > 0 ? "\n\t"
                                            : "\n"),
                            str(NULL));
    ptl_str behind =
        joined(&m->job, end, (ptl_str){ gap.data + closed, gap.size - closed }, str(NULL));
    ptl_xmf_tag *to;

    if (!ptl_ok(&m->job) || !ptl_ok(&m->scratch))
        return;
    to = make_room(&m->job, &box->tags, at, added.count);
    if (!to)
        return;
    for (size_t i = 0; i < added.count; i++) {
        to[i] = added.data[i];
        to[i].level += level;
        to[i].at = PTL_NOWHERE;
    }
    to[0].before = before;
    if (at + added.count < box->tags.count)
        to[added.count].before = behind;
    else
        box->end = behind;
    ptl_xmf_list_files(&m->scratch, box);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* What is left between the tags around one that is gone: either the semicolon behind it goes with
 * it, or what it was parted by from the tag before. */
static ptl_str rejoined(ptl_job *job, ptl_str before, ptl_str behind)
{
    size_t skip = 0;

    while (skip < behind.size && is_blank(behind.data[skip]))
        skip++;
    if (skip < behind.size && behind.data[skip] == ';')
        return joined(job, before, (ptl_str){ behind.data + skip + 1, behind.size - skip - 1 },
                      str(NULL));
    while (before.size > 0 && is_blank(before.data[before.size - 1]))
        before.size--;
    if (before.size > 0 &&
        (before.data[before.size - 1] == '\n' || before.data[before.size - 1] == ';'))
        before.size--;
    return joined(job, before, behind, str(NULL));
}

void ptl_xmf_remove_tag(ptl_job *job, ptl_xmf *box, size_t tag)
{
    size_t   end    = ptl_xmf_inside_end(box, tag);
    ptl_str *gap    = end < box->tags.count ? &box->tags.data[end].before : &box->end;
    size_t   closed = ptl_xdl_closed(job, *gap, depth_behind(box, end) - box->tags.data[tag].level);

    *gap = rejoined(job, box->tags.data[tag].before,
                    (ptl_str){ gap->data + closed, gap->size - closed });
    memmove(box->tags.data + tag, box->tags.data + end,
            (box->tags.count - end) * sizeof *box->tags.data);
    box->tags.count -= end - tag;
}

/* Blanks with closing braces for the levels below `depth`, and what stands there already. */
static ptl_str closed_first(ptl_job *job, uint32_t depth, uint32_t count, ptl_str gap)
{
    ptl_buf text = ptl_buf_of(job, NULL);
    ptl_str out;

    for (; count > 0 && ptl_ok(job); count--) {
        ptl_put_char(&text, '\n');
        for (uint32_t i = 1; i < depth; i++)
            ptl_put_char(&text, '\t');
        ptl_put_char(&text, '}');
        depth--;
    }
    out = joined(job, (ptl_str){ (char *)text.data, text.size }, gap, str(NULL));
    ptl_buf_free(&text);
    return out;
}

/* Between tags that came of two files there are the braces of one of them: those of tags that are
 * gone now, and none of tags that came. */
static void close_gap(ptl_job *job, ptl_str *gap, uint32_t depth, uint32_t level)
{
    uint32_t have = ptl_xdl_closings(job, *gap), need = depth - level;
    size_t   cut;

    if (have < need)
        *gap = closed_first(job, depth, need - have, *gap);
    if (have <= need)
        return;
    cut  = ptl_xdl_closed(job, *gap, have - need);
    *gap = (ptl_str){ gap->data + cut, gap->size - cut };
}

void ptl_xmf_rejoin(ptl_job *job, void *native)
{
    ptl_xmf *box = native;

    for (size_t i = 0; i < box->tags.count && ptl_ok(job); i++)
        if (box->tags.data[i].level <= depth_behind(box, i))
            close_gap(job, &box->tags.data[i].before, depth_behind(box, i),
                      box->tags.data[i].level);
    if (ptl_ok(job))
        close_gap(job, &box->end, depth_behind(box, box->tags.count), 0);
}

/* The tag of that name at the root, or how many tags there are. */
static size_t root_tag(const ptl_xmf *box, const char *name)
{
    size_t i = 0;

    while (i < box->tags.count &&
           (box->tags.data[i].level > 0 || !ptl_str_is(box->tags.data[i].name, name)))
        i++;
    return i;
}

/* ---- Entry points --------------------------------------------------------------------------- */

ptl_status ptl_xmf_new(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    static const char          text[] = "Metadata {\n\tVersion 1 0\n}\n";
    ptl_job                    job;
    ptl_doc                   *doc;
    ptl_xmf                   *box;

    if (!out)
        return ptl_call_nowhere(err);
    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    box  = doc ? ptl_doc_become(&job, doc, &ptl_format_xmf) : NULL;
    if (box) {
        doc->placeless = job.placeless = true;
        box->tags = ptl_xdl_parse(&job, (ptl_str){ text, sizeof text - 1 }, &box->end);
        ptl_xmf_list_files(&job, box);
    }
    return ptl_doc_end(out, &job, doc, err);
}

ptl_status ptl_xmf_describe(ptl_doc *doc, const char *name, int32_t width, int32_t height,
                            ptl_diag *err)
{
    maker  m;
    size_t tag, end;

    if (!maker_begin(&m, doc))
        return maker_end(&m, err);
    tag = root_tag(m.box, "Metadata");
    end = tag < m.box->tags.count ? ptl_xmf_inside_end(m.box, tag) : tag;
    if (tag == m.box->tags.count || !has_braces(&m.box->tags.data[tag]))
        refuse(&m.job, "the container has no Metadata to put it in");
    for (size_t i = tag; i < end; i++)
        if (ptl_str_is(m.box->tags.data[i].name, "Name") ||
            ptl_str_is(m.box->tags.data[i].name, "Resolution"))
            refuse(&m.job, "the container has a name or a resolution already");
    if (!name || width < 1 || height < 1)
        refuse(&m.job, "a container has a name and a resolution of 1 x 1 pixels or more");
    if (ptl_ok(&m.job)) {
        ptl_put_text(&m.text, "Name ");
        ptl_xmf_put_quoted(&m.text, str(name));
        ptl_put_format(&m.text, "\n\tResolution %ld %ld", (long)width, (long)height);
        graft(&m, end, m.box->tags.data[tag].level + 1);
    }
    return maker_end(&m, err);
}

static void check_layer(maker *m, const char *name, int32_t priority, const int32_t sizes[4])
{
    ptl_xmf_layers layers = ptl_xmf_layers_of(&m->scratch, m->box);

    for (size_t i = 0; i < layers.count; i++)
        if (layers.data[i].priority == priority)
            refuse(&m->job,
                   "another layer has that priority, and the engine keeps only one of them");
    for (int i = 0; i < 4; i++)
        if (sizes[i] < 1)
            refuse(&m->job, "a layer has 1 x 1 cells or more, of 1 x 1 pixels or more");
    if (!name)
        refuse(&m->job, "a layer has a name");
}

ptl_status ptl_xmf_add_layer(ptl_doc *doc, const char *name, int32_t priority, int32_t tile_width,
                             int32_t tile_height, int32_t width, int32_t height, ptl_diag *err)
{
    maker         m;
    const int32_t sizes[] = { tile_width, tile_height, width, height };

    if (maker_begin(&m, doc))
        check_layer(&m, name, priority, sizes);
    if (ptl_ok(&m.job) && ptl_ok(&m.scratch)) {
        ptl_put_text(&m.text, "Layer:Tile ");
        ptl_xmf_put_quoted(&m.text, str(name));
        ptl_put_format(&m.text, " %ld %ld %ld %ld %ld {\n", (long)priority, (long)tile_width,
                       (long)tile_height, (long)width, (long)height);
        ptl_put_text(&m.text, "\tShaderProgram \"%SHADERS%/tile_%SHDRVER%.vert\" "
                              "\"%SHADERS%/tile_%SHDRVER%.frag\"\n}\n");
        graft(&m, m.box->tags.count, 0);
    }
    return maker_end(&m, err);
}

static void check_source(maker *m, const ptl_xmf_layer *layer, const ptl_xmf_source *source)
{
    const ptl_xmf_tag *tag =
        layer && layer->tag < m->box->tags.count ? &m->box->tags.data[layer->tag] : NULL;
    char name[sizeof((ptl_companion *)0)->name];

    if (!tag || !ptl_str_is(tag->name, "Layer:Tile") || !has_braces(tag))
        refuse(&m->job, "tiles are for a tile layer of this container that has braces");
    if (!source || !ptl_xmf_file_name(name, sizeof name, source->path))
        refuse(&m->job, "tiles come from an image whose path can name a file");
    if (source && (source->palette_shift < 0 || source->palette_shift > MOST_SHIFT))
        refuse(&m->job, "a palette shift is 0 to 16");
    for (size_t i = 0; source && i < source->tiles.count; i++)
        if (source->tiles.data[i].id < 0 || source->tiles.data[i].id >= TILE_IDS ||
            source->tiles.data[i].index < 0)
            refuse(&m->job, "ids of tiles are 0 to 65534, their places on a sheet 0 or more");
}

static void put_source(ptl_buf *out, const ptl_xmf_source *source)
{
    ptl_put_text(out, "File:TileSource ");
    ptl_xmf_put_quoted(out, source->path);
    if (source->palette_shift > 0)
        ptl_put_format(out, " palShift=%ld", (long)source->palette_shift);
    ptl_put_text(out, " {\n\t\tEmbed:TileInfo {");
    for (size_t i = 0; i < source->tiles.count; i++) {
        const ptl_xmf_tile *tile = &source->tiles.data[i];

        ptl_put_format(out, "\n\t\t\t%ld %ld ", (long)tile->id, (long)tile->index);
        ptl_xmf_put_quoted(out, tile->name);
    }
    ptl_put_text(out, "\n\t\t}\n\t}");
}

ptl_status ptl_xmf_add_source(ptl_doc *doc, const ptl_xmf_layer *layer,
                              const ptl_xmf_source *source, ptl_diag *err)
{
    maker m;

    if (maker_begin(&m, doc))
        check_source(&m, layer, source);
    if (ptl_ok(&m.job) && ptl_ok(&m.scratch)) {
        put_source(&m.text, source);
        graft(&m, ptl_xmf_inside_end(m.box, layer->tag), m.box->tags.data[layer->tag].level + 1);
    }
    return maker_end(&m, err);
}
