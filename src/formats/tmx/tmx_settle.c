/* SPDX-License-Identifier: MIT */
/* Whether the parts of a document fit together, and the document in another language. */
#include <string.h>

#include "core/num.h"
#include "core/utf8.h"
#include "formats/tmx/tmx_turn.h"

enum { BREAKS_LISTS = 803 }; /* in lines as wide as the map */

/* ---- Languages ------------------------------------------------------------------------------- */

/* Whether it was saved by a version of Tiled, 803 for 1.8.3, or a later one. */
bool ptl_tmx_is_since(const ptl_tiled_elements *all, uint64_t version)
{
    ptl_str     text = ptl_tmx_value(&all->data[0], "tiledversion");
    const char *at, *end = tmx_end(text);
    uint64_t    part[3] = { 0 };

    at = text.data;
    for (size_t i = 0; i < 3 && at && at < end; i++) {
        at = ptl_parse_u64(at, end, &part[i]);
        at = at && at < end && *at == '.' ? at + 1 : NULL;
    }
    return part[0] > 1 || (part[0] == 1 && part[1] * 100 + part[2] >= version);
}

bool ptl_tmx_is_attribute(ptl_str element, ptl_str name)
{
    for (const ptl_tmx_attribute_row *row = ptl_tmx_attribute_rows; row->name; row++)
        if (ptl_str_is(name, row->name) && ptl_tmx_is_about(row->where, element))
            return true;
    return false;
}

void ptl_tmx_drop(ptl_tmx_turn *t, ptl_str name)
{
    if (t->dropped++ == 0)
        t->first = name;
}

static void tell_dropped(ptl_job *job, const ptl_tmx_turn *t, ptl_tiled_language language)
{
    char shown[48];

    if (t->dropped > 0 && ptl_ok(job))
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "tmx-dropped",
                 "attributes and elements that Tiled has no word for in %s are dropped: %zu, the "
                 "first is %s",
                 language == PTL_TILED_XML ? "XML" : "JSON", t->dropped,
                 ptl_quote(shown, sizeof shown, t->first.data, t->first.size));
}

ptl_tiled ptl_tmx_in(ptl_job *job, const ptl_tiled *doc, ptl_tiled_language language)
{
    return ptl_tmx_written_in(job, doc, language, false);
}

ptl_tiled ptl_tmx_written_in(ptl_job *job, const ptl_tiled *doc, ptl_tiled_language language,
                             bool telling)
{
    ptl_tmx_turn t   = { .job = job, .from = &doc->elements, .to = { .job = job } };
    ptl_tiled    out = *doc;

    if (doc->language == language || !ptl_ok(job))
        return out;
    if (language == PTL_TILED_XML)
        ptl_tmx_turn_to_xml(&t);
    else
        ptl_tmx_turn_to_json(&t);
    if (telling)
        tell_dropped(job, &t, language);
    out.language = (uint8_t)language;
    out.spelling =
        (doc->spelling & PTL_TILED_CRLF) |
        (language == PTL_TILED_JSON
             ? PTL_TILED_ASCII | PTL_TILED_SLASHES |
                   (ptl_tmx_is_since(&doc->elements, BREAKS_LISTS) ? PTL_TILED_WRAPPED : 0)
             : 0);
    out.doctype  = (ptl_str){ "", 0 };
    out.elements = ptl_ok(job) ? t.to.elements : (ptl_tiled_elements){ NULL, 0 };
    return out;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void fail_at(ptl_job *job, const ptl_tiled_element *e, const char *rule, const char *why)
{
    char shown[48];

    ptl_fail(job, PTL_E_SYNTAX, e->at, rule, "<%s>: %s",
             ptl_quote(shown, sizeof shown, e->name.data, e->name.size), why);
}

/* XML has no way to spell most control characters. */
static bool is_text(ptl_str text, bool xml)
{
    for (size_t i = 0; i < text.size && xml; i++)
        if ((unsigned char)text.data[i] < 0x20 && !strchr("\t\n\r", text.data[i]))
            return false;
    return (text.size == 0 || !xml || !memchr(text.data, 0, text.size)) &&
           ptl_utf8_valid(text.data, text.size);
}

/* Tiled has no names beyond ASCII; which others are letters, parsers do not agree on. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

static bool is_name(ptl_str name)
{
    if (name.size == 0 || !is_letter(name.data[0]))
        return false;
    for (size_t i = 1; i < name.size; i++)
        if (!is_letter(name.data[i]) && !strchr("-.0123456789", name.data[i]))
            return false;
    return !memchr(name.data, 0, name.size);
}

static size_t skip_digits(ptl_str text, size_t at)
{
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
        at++;
    return at;
}

static bool is_at(ptl_str text, size_t at, const char *letters)
{
    return at < text.size && text.data[at] && strchr(letters, text.data[at]);
}

/* As JSON spells numbers: no zero in front of other digits, digits on both sides of a point. */
static bool is_number(ptl_str text)
{
    size_t start = is_at(text, 0, "-"), at = skip_digits(text, start), from;

    if (at == start || (is_at(text, start, "0") && at > start + 1))
        return false;
    if (is_at(text, at, ".")) {
        from = at + 1;
        at   = skip_digits(text, from);
        if (at == from)
            return false;
    }
    if (is_at(text, at, "eE")) {
        from = at + 1 + is_at(text, at + 1, "+-");
        at   = skip_digits(text, from);
        if (at == from)
            return false;
    }
    return at == text.size;
}

static bool is_value(const ptl_tiled_attribute *a, bool xml)
{
    switch (a->kind) {
    case PTL_TILED_TEXT:
        return is_text(a->value, xml);
    case PTL_TILED_NUMBER:
        return !xml && is_number(a->value);
    case PTL_TILED_BOOL:
        return !xml && (ptl_str_is(a->value, "true") || ptl_str_is(a->value, "false"));
    default:
        return !xml && a->kind == PTL_TILED_NULL && ptl_str_is(a->value, "null");
    }
}

static bool is_twice(const ptl_tiled_attributes *all, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (ptl_str_same(all->data[i].name, all->data[index].name))
            return true;
    return false;
}

/* ---- Elements -------------------------------------------------------------------------------- */

enum { MANY = 64 }; /* attributes: no element of Tiled has so many */

static void settle_attributes(ptl_job *job, const ptl_tiled_element *e, bool xml)
{
    for (size_t i = 0; i < e->attributes.count && ptl_ok(job); i++) {
        const ptl_tiled_attribute *a = &e->attributes.data[i];

        if (xml ? !is_name(a->name) : e->list ? a->name.size > 0 : !is_text(a->name, false))
            fail_at(job, e, "tmx-name", "an attribute whose name is none");
        else if (!is_value(a, xml))
            fail_at(job, e, "tmx-value", "an attribute whose value cannot be spelled");
        else if (xml && (i >= MANY || is_twice(&e->attributes, i)))
            fail_at(job, e, "tmx-name", "an attribute is there twice, or there are too many");
    }
}

static void settle_element(ptl_job *job, const ptl_tiled *doc, size_t index)
{
    const ptl_tiled_element *e = &doc->elements.data[index], *before = index > 0 ? e - 1 : NULL;
    bool                     xml = doc->language == PTL_TILED_XML;

    if (before ? e->level < 1 || e->level > before->level + 1 : e->level > 0)
        fail_at(job, e, "tmx-level", "the level is not one that can follow");
    else if (e->level >= PTL_TILED_MAX_DEPTH)
        fail_at(job, e, "tmx-level", "nested too deep");
    else if (xml ? !is_name(e->name) || e->list : !is_text(e->name, false))
        fail_at(job, e, "tmx-name", "an element whose name is none");
    else if (!is_text(e->text, xml) || !is_text(e->packed, xml) || (!xml && e->text.size > 0))
        fail_at(job, e, "tmx-value", "a text that cannot be spelled");
    else if (before && e->level > before->level && (before->cells.count || before->packed.size))
        fail_at(job, e, "tmx-cells", "an element among cells");
    else if (before && e->level > before->level && before->text.size > 0)
        fail_at(job, before, "tmx-value", "a text beside elements");
    settle_attributes(job, e, xml);
}

void ptl_tmx_settle_elements(ptl_job *job, const ptl_tiled *doc)
{
    for (size_t i = 0; i < doc->elements.count && ptl_ok(job); i++)
        settle_element(job, doc, i);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Tiled opens no map with a cell before the first set. */
static void settle_gids(ptl_job *job, const ptl_tiled_element *e, uint32_t first, uint32_t width)
{
    for (size_t i = 0; i < e->cells.count; i++) {
        uint32_t gid = e->cells.data[i] & ~PTL_TILED_FLAGS;

        if (gid == 0 || gid >= first)
            continue;
        ptl_path(job, "cell[%lu,%lu]", (unsigned long)(i % width), (unsigned long)(i / width));
        ptl_fail(job, PTL_E_SYNTAX, e->at, "tmx-gid", "the cell is %lu, which is before all sets",
                 (unsigned long)gid);
        return;
    }
}

/* Cells of a layer, in XML: as many as the layer or the chunk says, coded in a known way. */
static void settle_cells(ptl_job *job, const ptl_tiled_element *sized,
                         const ptl_tiled_element *data, const ptl_tiled_element *e, uint32_t first)
{
    ptl_tmx_size size = ptl_tmx_size_of(job, sized);

    if (ptl_tmx_coding_of(ptl_tmx_value(data, "encoding"), ptl_tmx_value(data, "compression")) ==
        PTL_TMX_UNKNOWN)
        fail_at(job, data, "tmx-coding", "cells are coded in a way that is not known");
    ptl_tmx_count_cells(job, e->cells.count, size, e->at);
    if (ptl_ok(job))
        settle_gids(job, e, first, size.width);
}

/* The lowest number of a tile; past all numbers where there is no set. */
static uint32_t first_gid(const ptl_tiled_elements *all)
{
    uint32_t first = UINT32_MAX;

    for (size_t at = ptl_tmx_first(all, 0); at != SIZE_MAX; at = ptl_tmx_next(all, at)) {
        int64_t gid = ptl_tmx_whole(&all->data[at], "firstgid", 0);

        if (ptl_str_is(all->data[at].name, "tileset") && gid > 0 && gid < first)
            first = (uint32_t)gid;
    }
    return first;
}

static void settle_data(ptl_job *job, const ptl_tiled_elements *all, size_t layer, uint32_t first)
{
    bool   infinite = ptl_tmx_bool(&all->data[0], "infinite", false);
    size_t at       = ptl_tmx_child(all, layer, "data");

    if (at == SIZE_MAX)
        return; /* an empty layer, as old files have it */
    if (!infinite && ptl_tmx_first(all, at) == SIZE_MAX) {
        settle_cells(job, &all->data[layer], &all->data[at], &all->data[at], first);
        return;
    }
    if (all->data[at].cells.count > 0 || all->data[at].text.size > 0)
        fail_at(job, &all->data[at], "tmx-cells", "an infinite map has its cells in chunks");
    for (size_t c = ptl_tmx_first(all, at); c != SIZE_MAX && ptl_ok(job);
         c        = ptl_tmx_next(all, c)) {
        bool chunk = ptl_str_is(all->data[c].name, "chunk");

        if (chunk ? ptl_tmx_first(all, c) != SIZE_MAX : !infinite)
            fail_at(job, &all->data[c], "tmx-cells", "an element among cells");
        else if (chunk)
            settle_cells(job, &all->data[c], &all->data[at], &all->data[c], first);
    }
}

/* Cells stand where they mean something, and nowhere else. */
static void settle_place(ptl_job *job, const ptl_tiled_elements *all, size_t index,
                         const size_t *inside)
{
    const ptl_tiled_element *e    = &all->data[index];
    bool                     data = ptl_str_is(e->name, "data") || ptl_str_is(e->name, "chunk");

    if (e->cells.count == 0 && e->packed.size == 0)
        return;
    if (!data || e->level < 2)
        fail_at(job, e, "tmx-cells", "cells where there is no layer");
    for (uint32_t up = 1; data && up < 3 && up <= e->level; up++)
        if (ptl_str_is(all->data[inside[e->level - up]].name, "layer"))
            return;
    if (ptl_ok(job))
        fail_at(job, e, "tmx-cells", "cells where there is no layer");
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const char *const roots[]        = { "map", "tileset", "template", "world" };
static const char *const orientations[] = { "orthogonal", "isometric", "staggered", "hexagonal",
                                            "oblique" };

static bool is_one_of(ptl_str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ptl_str_is(text, words[i]))
            return true;
    return false;
}

static void settle_map(ptl_job *job, const ptl_tiled_element *map)
{
    static const char *const sizes[] = { "width", "height", "tilewidth", "tileheight" };
    ptl_str                  how     = ptl_tmx_value(map, "orientation");
    char                     shown[32];

    if (!is_one_of(how, orientations, sizeof orientations / sizeof *orientations))
        ptl_fail(job, PTL_E_UNSUPPORTED, map->at, "tmx-orientation",
                 "the orientation is \"%s\", which is not known",
                 ptl_quote(shown, sizeof shown, how.data ? how.data : "", how.size));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && ptl_ok(job); i++) {
        int64_t size     = ptl_tmx_whole(map, sizes[i], 0);
        bool    infinite = ptl_tmx_bool(map, "infinite", false) && i < 2;

        if ((size < 1 && !infinite) || size > PTL_TILED_MAX_SIDE)
            ptl_fail(job, PTL_E_SYNTAX, map->at, "tmx-size", "%s is %lld; allowed: 1 to %d",
                     sizes[i], (long long)size, PTL_TILED_MAX_SIDE);
    }
}

/* As XML has it. */
static void settle_meaning(ptl_job *job, const ptl_tiled_elements *all)
{
    size_t   inside[PTL_TILED_MAX_DEPTH] = { 0 };
    uint32_t first                       = first_gid(all);
    char     shown[32];

    if (!is_one_of(all->data[0].name, roots, sizeof roots / sizeof *roots))
        ptl_fail(job, PTL_E_UNSUPPORTED, all->data[0].at, "tmx-root",
                 "this is <%s>; allowed: map, tileset, template or world",
                 ptl_quote(shown, sizeof shown, all->data[0].name.data, all->data[0].name.size));
    if (ptl_ok(job) && ptl_str_is(all->data[0].name, "map"))
        settle_map(job, &all->data[0]);
    for (size_t i = 0; i < all->count && ptl_ok(job); i++) {
        inside[all->data[i].level] = i;
        settle_place(job, all, i, inside);
        if (ptl_str_is(all->data[i].name, "layer") && ptl_ok(job))
            settle_data(job, all, i, first);
    }
}

void ptl_tmx_settle(ptl_job *job, const void *native)
{
    const ptl_tiled *doc   = native;
    ptl_arena        arena = { 0 }, *kept;
    ptl_tiled        xml;

    if (doc->elements.count == 0 || doc->language > PTL_TILED_JSON)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "tmx-root", "there is no element");
    if (doc->doctype.size > 0 && (!is_text(doc->doctype, true) || doc->language != PTL_TILED_XML ||
                                  memchr(doc->doctype.data, '"', doc->doctype.size)))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "tmx-value",
                 "a document type that cannot be spelled");
    ptl_tmx_settle_elements(job, doc);
    if (!ptl_ok(job))
        return;
    kept       = job->arena;
    job->arena = &arena; /* what is only looked at does not stay in the document */
    xml        = ptl_tmx_in(job, doc, PTL_TILED_XML);
    if (ptl_ok(job))
        settle_meaning(job, &xml.elements);
    job->arena = kept;
    ptl_arena_free(&arena, job->heap);
}
