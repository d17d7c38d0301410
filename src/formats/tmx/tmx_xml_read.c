/* SPDX-License-Identifier: MIT */
/* Documents from XML: elements as they come, cells decoded on the way.
 *
 *   <map ...><tileset .../><layer ...><data encoding="csv">1,2,
 *   3,4</data></layer></map>
 *
 * Cells are in <data>, or in each <chunk> of it: as numbers with commas, as base64, or as one
 * <tile gid=""/> each, which get no element of their own. */
#include <string.h>

#include "core/num.h"
#include "core/xml.h"
#include "formats/tmx/tmx_private.h"

typedef struct digits { /* a list of numbers, of which pieces come one after another */
    uint64_t value, count, commas;
    bool     any, ended; /* digits of a number; and a blank after them */
} digits;

typedef struct reader {
    ptl_job       *job;
    ptl_tiled     *doc;
    ptl_tmx_tree   tree;
    size_t         stack[PTL_TILED_MAX_DEPTH];
    uint32_t       depth;
    uint32_t       skipped; /* tags open inside of <data> that have no element */
    ptl_buf        text;    /* of the element that is open       */
    ptl_tmx_coding coding;  /* of the cells that are open        */
    ptl_tmx_size   size;
    bool           in_cells;
    ptl_u32s       cells; /* as many as were read              */
    uint64_t       most;  /* that there is room for            */
    digits         csv;
} reader;

static ptl_tiled_element *top(const reader *r, uint32_t below)
{
    return r->depth > below ? &r->tree.elements.data[r->stack[r->depth - 1 - below]] : NULL;
}

static bool is(const ptl_tiled_element *e, const char *name)
{
    return e && ptl_str_is(e->name, name);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void put_cell(reader *r, uint64_t value, uint64_t at)
{
    if (r->cells.count < r->most && value <= UINT32_MAX)
        r->cells.data[r->cells.count] = (uint32_t)value;
    else if (value > UINT32_MAX)
        ptl_fail(r->job, PTL_E_SYNTAX, at, "tmx-csv", "a cell is at most 4294967295");
    r->cells.count++;
}

static void put_digit(reader *r, char c, uint64_t at)
{
    digits *d = &r->csv;
    char    shown[16];

    if (c >= '0' && c <= '9' && !d->ended) {
        d->value = d->value > UINT32_MAX ? d->value : d->value * 10 + (uint64_t)(c - '0');
        d->any   = true;
    } else if (c == ',' && d->any) {
        put_cell(r, d->value, at);
        *d = (digits){ 0 };
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        d->ended = d->any;
    } else {
        ptl_fail(r->job, PTL_E_SYNTAX, at, "tmx-csv", "found '%s' in a list of numbers",
                 ptl_quote(shown, sizeof shown, &c, 1));
    }
}

/* Digits of one number after another: most of a large file. */
static void put_digits(reader *r, const char *data, size_t size, uint64_t at)
{
    for (size_t i = 0; i < size && ptl_ok(r->job); i++)
        put_digit(r, data[i], at + i);
}

/* Begins the cells of <data>, or of a <chunk>: the element on top, inside of a layer. */
static void begin_cells(reader *r, const ptl_tiled_element *sized, const ptl_tiled_element *data)
{
    char     shown[32];
    ptl_str  how = ptl_tmx_value(data, "encoding"), packing = ptl_tmx_value(data, "compression");
    uint64_t at = top(r, 0)->at;

    r->coding = ptl_tmx_coding_of(how, packing);
    if (r->coding == PTL_TMX_UNKNOWN) {
        how = ptl_str_is(how, "base64") ? packing : how;
        ptl_fail(r->job, PTL_E_UNSUPPORTED, at, "tmx-coding", "cells are coded as \"%s\"",
                 ptl_quote(shown, sizeof shown, how.data, how.size));
        return;
    }
    r->size     = ptl_tmx_size_of(r->job, sized);
    r->in_cells = ptl_ok(r->job);
    r->csv      = (digits){ 0 };
    r->cells    = (ptl_u32s){ NULL, 0 };
    r->most     = 0;
    if (r->in_cells && r->coding <= PTL_TMX_CSV) {
        uint64_t left = r->job->source.size - at; /* each cell takes a byte at least */

        if ((uint64_t)r->size.width * r->size.height > left)
            ptl_fail(r->job, PTL_E_SYNTAX, at, "tmx-cells",
                     "%lu x %lu cells are needed, but only %llu bytes follow",
                     (unsigned long)r->size.width, (unsigned long)r->size.height,
                     (unsigned long long)left);
        r->cells       = ptl_tmx_cells(r->job, r->size, left, at);
        r->most        = r->cells.count;
        r->cells.count = 0;
    }
}

static void end_cells(reader *r)
{
    ptl_tiled_element *e  = top(r, 0);
    uint64_t           at = e->at;

    r->in_cells = false;
    if (r->coding > PTL_TMX_CSV) {
        e->cells  = ptl_tmx_unpack(r->job, (ptl_str){ (const char *)r->text.data, r->text.size },
                                   r->coding, r->size, at);
        e->packed = r->coding == PTL_TMX_BASE64
                        ? (ptl_str){ "", 0 }
                        : ptl_tmx_copy(r->job, (const char *)r->text.data, r->text.size);
        return;
    }
    if (r->csv.any)
        put_cell(r, r->csv.value, at);
    ptl_tmx_count_cells(r->job, r->cells.count, r->size, at);
    e->cells = r->cells;
}

/* ---- Elements -------------------------------------------------------------------------------- */

static void take_attributes(reader *r, ptl_tiled_element *e, const char **attributes)
{
    size_t               count = 0;
    ptl_tiled_attribute *list;

    while (attributes[2 * count])
        count++;
    list = count > 0 ? ptl_arena_array(r->job, count, sizeof *list) : NULL;
    for (size_t i = 0; i < count && list; i++)
        list[i] = (ptl_tiled_attribute){
            ptl_tmx_name(r->job, attributes[2 * i], strlen(attributes[2 * i])),
            ptl_tmx_copy(r->job, attributes[2 * i + 1], strlen(attributes[2 * i + 1])),
            PTL_TILED_TEXT
        };
    e->attributes = (ptl_tiled_attributes){ list, list ? count : 0 };
}

/* What stands inside of cells: tiles, where they are spelled so, and nothing else. */
static void open_in_cells(reader *r, const char *name, const char **attributes, uint64_t at)
{
    uint64_t gid = 0;

    if (r->skipped++ > 0)
        return;
    if (strcmp(name, "tile") != 0 || r->coding != PTL_TMX_ELEMENTS) {
        ptl_fail(r->job, PTL_E_SYNTAX, at, "tmx-cells", "an element among cells");
        return;
    }
    for (size_t i = 0; attributes[i]; i += 2) {
        const char *value = attributes[i + 1], *end = value + strlen(value);

        if (strcmp(attributes[i], "gid") == 0 && ptl_parse_u64(value, end, &gid) != end)
            ptl_fail(r->job, PTL_E_SYNTAX, at, "tmx-csv", "a gid that is no number");
    }
    if (gid == 0 && attributes[0]) /* as Tiled wrote it up to 0.18 */
        r->doc->spelling |= PTL_TILED_ZEROS;
    put_cell(r, gid, at);
}

static bool is_blank(const ptl_buf *text)
{
    for (size_t i = 0; i < text->size; i++)
        if (!text->data[i] || !strchr(" \t\r\n", text->data[i]))
            return false;
    return true;
}

/* Blanks that only lay elements out mean nothing, and neither does a text beside elements. */
static void drop_text(reader *r, uint64_t at)
{
    if (!is_blank(&r->text))
        ptl_find(r->job, PTL_LOSS, at, "tmx-text", "a text beside elements is dropped");
    r->text.size = 0;
}

/* In texts and properties blanks may mean something. */
static void keep_text(reader *r, uint64_t at)
{
    ptl_tiled_element *e = top(r, 0);

    if (e && e + 1 != r->tree.elements.data + r->tree.elements.count)
        drop_text(r, at);
    else if (e && r->text.size > 0 && (!is_blank(&r->text) || is(e, "text") || is(e, "property")))
        e->text = ptl_tmx_copy(r->job, (const char *)r->text.data, r->text.size);
    r->text.size = 0;
}

/* In infinite maps only chunks have cells. */
static bool is_infinite(const reader *r)
{
    return ptl_tmx_bool(&r->tree.elements.data[0], "infinite", false);
}

static void on_open(void *user, const char *name, const char **attributes, uint64_t at)
{
    reader            *r = user;
    ptl_tiled_element *e;

    if (r->in_cells && !(strcmp(name, "chunk") == 0 && is(top(r, 0), "data"))) {
        open_in_cells(r, name, attributes, at);
        return;
    }
    r->in_cells = false; /* of <data>, whose chunks have them */
    drop_text(r, at);
    e = ptl_tmx_add(&r->tree, r->depth, ptl_tmx_name(r->job, name, strlen(name)), at);
    if (!e || !ptl_ok(r->job))
        return;
    take_attributes(r, e, attributes);
    r->stack[r->depth++] = r->tree.elements.count - 1;
    if (is(e, "data") && is(top(r, 1), "layer") && !is_infinite(r))
        begin_cells(r, top(r, 1), e);
    else if (is(e, "chunk") && is(top(r, 1), "data") && is(top(r, 2), "layer"))
        begin_cells(r, e, top(r, 1));
}

static void on_text(void *user, const char *data, size_t size, uint64_t at)
{
    reader *r = user;

    if (r->in_cells && r->coding == PTL_TMX_CSV)
        put_digits(r, data, size, at);
    else if (r->skipped == 0)
        ptl_put(&r->text, data, size);
}

static void on_close(void *user, uint64_t at)
{
    reader *r = user;

    if (r->skipped > 0) {
        r->skipped--;
        return;
    }
    if (r->in_cells)
        end_cells(r);
    else
        keep_text(r, at);
    r->in_cells  = false;
    r->text.size = 0;
    r->depth--;
}

static void on_type(void *user, const char *system_id)
{
    reader *r = user;

    r->doc->doctype = ptl_tmx_copy(r->job, system_id, strlen(system_id));
}

/* What Tiled minimizes has no line before its first element. */
static bool is_tight(ptl_span source)
{
    const uint8_t *end = memchr(source.data, '>', source.size);

    return end && (size_t)(end - source.data) + 1 < source.size && end[1] == '<';
}

/* The oldest files of Tiled do not say how they are coded. */
static bool is_bare(ptl_span source)
{
    static const char declared[] = "<?xml version=\"1.0\"?>";

    return source.size >= sizeof declared - 1 &&
           memcmp(source.data, declared, sizeof declared - 1) == 0;
}

/* By the first line that is not at its beginning. */
static bool has_tabs(ptl_span source)
{
    for (size_t i = 0; i + 1 < source.size; i++)
        if (source.data[i] == '\n' && (source.data[i + 1] == '\t' || source.data[i + 1] == ' '))
            return source.data[i + 1] == '\t';
    return false;
}

static uint16_t spelling_of(ptl_span source)
{
    unsigned spelling = is_tight(source)               ? PTL_TILED_TIGHT
                        : ptl_tmx_ends_in_crlf(source) ? PTL_TILED_CRLF
                                                       : 0;

    spelling |= has_tabs(source) ? PTL_TILED_TABS : 0;
    spelling |= is_bare(source) ? PTL_TILED_BARE : 0;
    spelling |= source.size > 0 && source.data[source.size - 1] == '>' ? PTL_TILED_END : 0;
    return (uint16_t)spelling;
}

void ptl_tmx_read_xml(ptl_job *job, ptl_span source, ptl_tiled *doc)
{
    static const ptl_xml_calls calls = { on_open, on_text, on_close, on_type };
    reader r = { .job = job, .doc = doc, .tree = { .job = job }, .text = ptl_buf_of(job, NULL) };

    doc->doctype  = (ptl_str){ "", 0 };
    doc->spelling = spelling_of(source);
    ptl_xml_read(job, source, &calls, &r);
    ptl_buf_free(&r.text);
    if (ptl_ok(job))
        doc->elements = r.tree.elements;
}
