/* SPDX-License-Identifier: MIT */
/* Documents as JSON, laid out as Tiled does: members in the order of their names, one on a line.
 *
 *   { "height":2,
 *    "layers":[
 *           {
 *            "data":[1, 2],
 *            "name":"ground"
 *           }],
 *    "tileoffset":
 *       {
 *        "x":1
 *       }
 *   }
 *
 * Worlds are laid out by another writer of its: four blanks a level, and all on lines of their own.
 */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/num.h"
#include "core/utf8.h"
#include "formats/tmx/tmx_private.h"

enum { IN_LIST = 8, IN_OBJECT = 4, STEP = 4 }; /* blanks that an object is moved to the right by */

typedef struct writer {
    ptl_buf                  *out;
    const ptl_tiled_elements *all;
    uint16_t                  spelling;
    uint64_t                  wrap;   /* values of a list on a line; 0: all */
    ptl_tmx_coding            coding; /* of the cells of the layer that is written */
} writer;

typedef struct member { /* an attribute or an element, by name */
    ptl_str                    name;
    const ptl_tiled_attribute *attribute; /* NULL: an element */
    size_t                     element;
} member;

static void put_object(const writer *w, size_t index, unsigned blanks);

/* ---- Texts ----------------------------------------------------------------------------------- */

static void put_code(const writer *w, uint32_t code)
{
    if (code >= 0x10000)
        ptl_put_format(w->out, "\\u%04x\\u%04x", 0xD800 + (unsigned)((code - 0x10000) >> 10),
                       0xDC00 + (unsigned)(code & 0x3FF));
    else
        ptl_put_format(w->out, "\\u%04x", (unsigned)code);
}

static void put_string(const writer *w, ptl_str text)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";

    ptl_put_char(w->out, '"');
    for (size_t i = 0; i < text.size;) {
        uint32_t    code   = (unsigned char)text.data[i];
        size_t      length = code < 0x80 ? 1 : ptl_utf8_decode(text.data + i, text.size - i, &code);
        const char *known  = code > 0 && code < 0x80 ? strchr(from, (int)code) : NULL;

        if (length == 0)
            break; /* settled texts are UTF-8 */
        if (known)
            ptl_put_format(w->out, "\\%c", to[known - from]);
        else if (code == '/' && w->spelling & PTL_TILED_SLASHES)
            ptl_put_text(w->out, "\\/");
        else if (code < 0x20 || (code >= 0x80 && w->spelling & PTL_TILED_ASCII))
            put_code(w, code);
        else
            ptl_put(w->out, text.data + i, length);
        i += length;
    }
    ptl_put_char(w->out, '"');
}

static bool in_steps(const writer *w)
{
    return w->spelling & PTL_TILED_STEPS;
}

static void put_line(const writer *w, unsigned blanks)
{
    if (w->spelling & PTL_TILED_TIGHT)
        return;
    ptl_put_text(w->out, w->spelling & PTL_TILED_CRLF ? "\r\n" : "\n");
    for (unsigned i = 0; i < blanks; i++)
        ptl_put_char(w->out, ' ');
}

static void put_value(const writer *w, const ptl_tiled_attribute *a)
{
    if (a->kind == PTL_TILED_TEXT)
        put_string(w, a->value);
    else
        ptl_put(w->out, a->value.data, a->value.size);
}

/* Before a value of a list, counted from 0. */
static void put_comma(const writer *w, uint64_t index, unsigned blanks)
{
    if (index > 0)
        ptl_put_char(w->out, ',');
    if (index > 0 && w->wrap > 0 && index % w->wrap == 0)
        put_line(w, blanks + STEP);
    else if (index > 0 && !(w->spelling & (PTL_TILED_TIGHT | PTL_TILED_STEPS)))
        ptl_put_char(w->out, ' ');
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void put_numbers(const writer *w, ptl_u32s cells, unsigned blanks)
{
    ptl_put_char(w->out, '[');
    for (size_t i = 0; i < cells.count && ptl_ok(w->out->job); i++) {
        uint8_t *room;

        put_comma(w, i, blanks);
        if (in_steps(w))
            put_line(w, blanks + STEP);
        room = ptl_buf_room(w->out, PTL_NUM_MAX);
        if (room)
            w->out->size += ptl_format_u64((char *)room, cells.data[i]);
    }
    if (in_steps(w))
        put_line(w, blanks);
    ptl_put_char(w->out, ']');
}

/* Base64, whose slashes are spelled like those of other strings. */
static void put_base64(const writer *w, const ptl_tiled_element *e)
{
    ptl_buf     text = ptl_buf_of(w->out->job, NULL);
    const char *at, *end, *slash;

    ptl_tmx_put_packed(&text, e, w->coding);
    at  = (const char *)text.data;
    end = text.size > 0 ? at + text.size : at;
    ptl_put_char(w->out, '"');
    while (w->spelling & PTL_TILED_SLASHES && at < end &&
           (slash = memchr(at, '/', (size_t)(end - at))) != NULL) {
        ptl_put(w->out, at, (size_t)(slash - at));
        ptl_put_text(w->out, "\\/");
        at = slash + 1;
    }
    if (at < end)
        ptl_put(w->out, at, (size_t)(end - at));
    ptl_put_char(w->out, '"');
    ptl_buf_free(&text);
}

static void put_cells(const writer *w, size_t index, unsigned blanks)
{
    const ptl_tiled_element *e = &w->all->data[index];

    if (e->list || w->coding <= PTL_TMX_CSV || w->coding == PTL_TMX_UNKNOWN)
        put_numbers(w, e->cells, blanks);
    else
        put_base64(w, e);
}

/* ---- Objects and lists ----------------------------------------------------------------------- */

static void put_list(const writer *w, size_t index, unsigned blanks)
{
    const ptl_tiled_element *e     = &w->all->data[index];
    uint64_t                 done  = 0;
    bool                     steps = in_steps(w);
    unsigned                 inner = blanks + (steps ? STEP : IN_LIST);

    ptl_put_char(w->out, '[');
    for (size_t i = 0; i < e->attributes.count; i++) {
        put_comma(w, done++, blanks);
        if (steps)
            put_line(w, inner);
        put_value(w, &e->attributes.data[i]);
    }
    for (size_t at = ptl_tmx_first(w->all, index); at != SIZE_MAX; at = ptl_tmx_next(w->all, at)) {
        put_comma(w, done++, blanks);
        if (steps || !w->all->data[at].list)
            put_line(w, inner);
        if (w->all->data[at].list)
            put_list(w, at, blanks + STEP);
        else
            put_object(w, at, inner);
    }
    if (steps)
        put_line(w, blanks);
    ptl_put_char(w->out, ']');
}

static int compare(const void *a, const void *b)
{
    const member *x = a, *y = b;
    size_t        size  = x->name.size < y->name.size ? x->name.size : y->name.size;
    int           order = size > 0 ? memcmp(x->name.data, y->name.data, size) : 0;

    if (order == 0 && x->name.size != y->name.size)
        order = x->name.size < y->name.size ? -1 : 1;
    if (order == 0) /* a name that is there twice */
        order = x->attribute && y->attribute ? (x->attribute < y->attribute ? -1 : 1)
                                             : (x->element < y->element ? -1 : 1);
    return order;
}

/* All members of an object in their order; the caller frees the buffer. */
static ptl_buf members_of(const writer *w, size_t index)
{
    const ptl_tiled_element *e       = &w->all->data[index];
    ptl_buf                  members = ptl_buf_of(w->out->job, NULL);

    for (size_t i = 0; i < e->attributes.count; i++)
        ptl_put(&members, &(member){ e->attributes.data[i].name, &e->attributes.data[i], 0 },
                sizeof(member));
    for (size_t at = ptl_tmx_first(w->all, index); at != SIZE_MAX; at = ptl_tmx_next(w->all, at))
        ptl_put(&members, &(member){ w->all->data[at].name, NULL, at }, sizeof(member));
    if (ptl_ok(w->out->job) && members.size > 0)
        qsort(members.data, members.size / sizeof(member), sizeof(member), compare);
    return members;
}

static void put_member(const writer *w, const member *m, unsigned blanks)
{
    const ptl_tiled_element *e = m->attribute ? NULL : &w->all->data[m->element];

    put_string(w, m->name);
    ptl_put_text(w->out, in_steps(w) ? ": " : ":");
    if (m->attribute) {
        put_value(w, m->attribute);
    } else if (e->cells.count > 0 || e->packed.size > 0) {
        put_cells(w, m->element, in_steps(w) ? blanks + STEP : blanks);
    } else if (e->list) {
        put_list(w, m->element, in_steps(w) ? blanks + STEP : blanks);
    } else if (in_steps(w)) {
        put_object(w, m->element, blanks + STEP);
    } else {
        put_line(w, blanks + IN_OBJECT);
        put_object(w, m->element, blanks + IN_OBJECT);
    }
}

static void put_object(const writer *w, size_t index, unsigned blanks)
{
    const ptl_tiled_element *e       = &w->all->data[index];
    ptl_buf                  members = members_of(w, index);
    const member            *list    = (const member *)(const void *)members.data;
    size_t                   count   = members.size / sizeof(member);
    writer                   own     = *w;

    if (ptl_tmx_has(e, "encoding"))
        own.coding =
            ptl_tmx_coding_of(ptl_tmx_value(e, "encoding"), ptl_tmx_value(e, "compression"));
    ptl_put_char(w->out, '{');
    for (size_t i = 0; i < count && ptl_ok(w->out->job); i++) {
        if (i > 0)
            ptl_put_char(w->out, ',');
        if (in_steps(w) || i > 0 || index > 0)
            put_line(w, blanks + (in_steps(w) ? STEP : 1));
        else if (!(w->spelling & PTL_TILED_TIGHT))
            ptl_put_char(w->out, ' ');
        put_member(&own, &list[i], blanks);
    }
    if (count == 0 && !in_steps(w)) /* a line that could have held a member */
        put_line(w, 0);
    put_line(w, blanks);
    ptl_put_char(w->out, '}');
    ptl_buf_free(&members);
}

/* The width of the map, or of the chunks of an infinite one; sets and templates are not wrapped. */
static uint64_t wrap_of(const ptl_tiled_elements *all)
{
    const ptl_tiled_element *map      = &all->data[0];
    size_t                   settings = ptl_tmx_child(all, 0, "editorsettings");
    size_t  chunk = settings == SIZE_MAX ? SIZE_MAX : ptl_tmx_child(all, settings, "chunksize");
    int64_t width;

    if (!ptl_tmx_bool(map, "infinite", false))
        width = ptl_tmx_whole(map, "width", 0);
    else
        width = chunk == SIZE_MAX ? 16 : ptl_tmx_whole(&all->data[chunk], "width", 16);
    return width > 0 ? (uint64_t)width : 0;
}

void ptl_tmx_write_json(ptl_job *job, ptl_buf *out, const ptl_tiled *doc)
{
    writer w = { .out      = out,
                 .all      = &doc->elements,
                 .spelling = doc->spelling,
                 .wrap     = doc->spelling & PTL_TILED_WRAPPED ? wrap_of(&doc->elements) : 0,
                 .coding   = PTL_TMX_CSV };

    if (ptl_ok(job))
        put_object(&w, 0, 0);
    if (doc->spelling & PTL_TILED_END)
        ptl_put_text(out, doc->spelling & PTL_TILED_CRLF ? "\r\n" : "\n");
    else if (in_steps(&w))
        put_line(&w, 0);
}
