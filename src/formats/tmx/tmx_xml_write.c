/* SPDX-License-Identifier: MIT */
/* Documents as XML, laid out as Tiled does: a blank for each level, cells at the left edge. */
#include <string.h>

#include "core/num.h"
#include "formats/tmx/tmx_private.h"

typedef struct writer {
    ptl_buf                  *out;
    const ptl_tiled_elements *all;
    const char               *line_end;
    uint16_t                  spelling;
    size_t                    open[PTL_TILED_MAX_DEPTH + 1]; /* elements that are not closed yet */
    uint32_t                  depth;
} writer;

/* ---- Texts ----------------------------------------------------------------------------------- */

static const struct escape {
    char        c;
    const char *text;
    bool        in_texts; /* not only in attributes */
} escapes[] = {
    { '<', "&lt;", true },   { '>', "&gt;", true },   { '&', "&amp;", true },
    { '"', "&quot;", true }, { '\t', "&#9;", false }, { '\n', "&#10;", false },
    { '\r', "&#13;", true },
};

enum { ESCAPES = sizeof escapes / sizeof *escapes };

static const char *escaped(char c, bool in_text)
{
    for (size_t i = 0; i < ESCAPES; i++)
        if (escapes[i].c == c)
            return escapes[i].in_texts || !in_text ? escapes[i].text : NULL;
    return NULL;
}

static void put_text(const writer *w, ptl_str text, bool in_text)
{
    size_t done = 0;

    for (size_t i = 0; i < text.size; i++) {
        const char *instead = escaped(text.data[i], in_text);

        if (!instead && text.data[i] == '\n')
            instead = w->line_end;
        if (!instead)
            continue;
        ptl_put(w->out, text.data + done, i - done);
        ptl_put_text(w->out, instead);
        done = i + 1;
    }
    if (done < text.size)
        ptl_put(w->out, text.data + done, text.size - done);
}

static void put_line(const writer *w, uint32_t blanks)
{
    if (w->spelling & PTL_TILED_TIGHT)
        return;
    ptl_put_text(w->out, w->line_end);
    for (uint32_t i = 0; i < blanks; i++)
        ptl_put_char(w->out, w->spelling & PTL_TILED_TABS ? '\t' : ' ');
}

static void put_name(const writer *w, ptl_str name)
{
    ptl_put(w->out, name.data, name.size);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void put_csv(const writer *w, ptl_u32s cells, uint32_t width)
{
    put_line(w, 0);
    for (size_t i = 0; i < cells.count && ptl_ok(w->out->job); i++) {
        uint8_t *room = ptl_buf_room(w->out, PTL_NUM_MAX);

        if (room)
            w->out->size += ptl_format_u64((char *)room, cells.data[i]);
        if (i + 1 < cells.count)
            ptl_put_char(w->out, ',');
        if (i + 1 == cells.count || (i + 1) % width == 0)
            put_line(w, 0);
    }
}

static void put_tiles(const writer *w, ptl_u32s cells, uint32_t level)
{
    for (size_t i = 0; i < cells.count && ptl_ok(w->out->job); i++) {
        put_line(w, level + 1);
        if (cells.data[i] || w->spelling & PTL_TILED_ZEROS)
            ptl_put_format(w->out, "<tile gid=\"%lu\"/>", (unsigned long)cells.data[i]);
        else
            ptl_put_text(w->out, "<tile/>");
    }
    put_line(w, level);
}

/* Base64 as it was laid out; what is new, as Tiled lays it out at every depth. */
static void put_base64(const writer *w, const ptl_tiled_element *e, ptl_tmx_coding coding)
{
    ptl_buf own = ptl_buf_of(w->out->job, NULL);
    ptl_str text;

    ptl_tmx_put_packed(&own, e, coding);
    text = (ptl_str){ (const char *)own.data, own.size };
    if (e->packed.size > 0 && ptl_str_same(text, e->packed)) {
        put_text(w, text, true);
    } else {
        put_line(w, 3);
        ptl_put(w->out, text.data, text.size);
        put_line(w, 2);
    }
    ptl_buf_free(&own);
}

/* The element that says how the cells of another are coded. */
static const ptl_tiled_element *data_of(const writer *w, size_t index)
{
    const ptl_tiled_element *e = &w->all->data[index];

    return ptl_str_is(e->name, "chunk") && w->depth > 0 ? &w->all->data[w->open[w->depth - 1]] : e;
}

static uint32_t width_of(const writer *w, size_t index)
{
    const ptl_tiled_element *e = &w->all->data[index];

    if (!ptl_str_is(e->name, "chunk") && w->depth > 0)
        e = &w->all->data[w->open[w->depth - 1]];
    return (uint32_t)ptl_tmx_whole(e, "width", 1);
}

static void put_cells(const writer *w, size_t index)
{
    const ptl_tiled_element *e = &w->all->data[index], *data = data_of(w, index);
    ptl_tmx_coding           coding =
        ptl_tmx_coding_of(ptl_tmx_value(data, "encoding"), ptl_tmx_value(data, "compression"));

    if (coding == PTL_TMX_CSV)
        put_csv(w, e->cells, width_of(w, index));
    else if (coding == PTL_TMX_ELEMENTS)
        put_tiles(w, e->cells, e->level);
    else
        put_base64(w, e, coding);
}

/* ---- Elements -------------------------------------------------------------------------------- */

static void put_tag(const writer *w, const ptl_tiled_element *e)
{
    ptl_put_char(w->out, '<');
    put_name(w, e->name);
    for (size_t i = 0; i < e->attributes.count; i++) {
        ptl_put_char(w->out, ' ');
        put_name(w, e->attributes.data[i].name);
        ptl_put_text(w->out, "=\"");
        put_text(w, e->attributes.data[i].value, false);
        ptl_put_char(w->out, '"');
    }
}

static void put_end(const writer *w, ptl_str name)
{
    ptl_put_text(w->out, "</");
    put_name(w, name);
    ptl_put_char(w->out, '>');
}

static void close_down_to(writer *w, uint32_t level)
{
    while (w->depth > level) {
        const ptl_tiled_element *e = &w->all->data[w->open[--w->depth]];

        put_line(w, e->level);
        put_end(w, e->name);
    }
}

/* Tiled closes an element that holds nothing at once, but never that of a text. */
static void put_element(writer *w, size_t index)
{
    const ptl_tiled_element *e      = &w->all->data[index];
    bool                     parent = ptl_tmx_first(w->all, index) != SIZE_MAX;

    close_down_to(w, e->level);
    put_line(w, e->level);
    put_tag(w, e);
    if (!parent && e->cells.count == 0 && e->text.size == 0 && !ptl_str_is(e->name, "text")) {
        ptl_put_text(w->out, "/>");
        return;
    }
    ptl_put_char(w->out, '>');
    put_text(w, e->text, true);
    if (e->cells.count > 0)
        put_cells(w, index);
    if (parent)
        w->open[w->depth++] = index;
    else
        put_end(w, e->name);
}

void ptl_tmx_write_xml(ptl_job *job, ptl_buf *out, const ptl_tiled *doc)
{
    writer w = { .out      = out,
                 .all      = &doc->elements,
                 .spelling = doc->spelling,
                 .line_end = doc->spelling & PTL_TILED_CRLF ? "\r\n" : "\n" };

    ptl_put_text(out, doc->spelling & PTL_TILED_BARE
                          ? "<?xml version=\"1.0\"?>"
                          : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    if (doc->doctype.size > 0) {
        put_line(&w, 0);
        ptl_put_text(out, "<!DOCTYPE ");
        put_name(&w, doc->elements.data[0].name);
        ptl_put_text(out, " SYSTEM \"");
        put_name(&w, doc->doctype);
        ptl_put_text(out, "\">");
    }
    for (size_t i = 0; i < doc->elements.count && ptl_ok(job); i++)
        put_element(&w, i);
    close_down_to(&w, 0);
    if (!(doc->spelling & PTL_TILED_END))
        ptl_put_text(out, w.line_end);
}
