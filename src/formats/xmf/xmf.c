/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine containers: reading, writing and the format's row.
 *
 *   .xmf   a text of tags: Metadata, Layer:Tile, File:MapData, ...
 *   .zmf   "ZLIB" or "ZSTD", then that text as one stream
 * What we know beyond this: docs/formats/xmf.md */
#include <string.h>

#include "core/codec.h"
#include "core/utf8.h"
#include "formats/xmf/xmf_private.h"

enum { MARK = 4 }; /* bytes that say how a container is packed */

const ptl_name ptl_xmf_packing_names[] = {
    { PTL_XMF_PLAIN, "none" }, { PTL_XMF_ZLIB, "zlib" }, { PTL_XMF_ZSTD, "zstd" }, { 0, "" }
};

#define TAG(member) .offset = offsetof(ptl_xmf_tag, member)

static const ptl_field tag_fields[] = {
    { "level", "how many tags it is inside of", PTL_KIND_U32, PTL_ONE, TAG(level),
      .high = PTL_XMF_MAX_DEPTH },
    { "before", "blanks, comments and closing braces since the tag before it", PTL_KIND_TEXT,
      PTL_ONE, TAG(before), .optional = true, .standing = PTL_MANNER },
    { "name", "none for a row of values", PTL_KIND_TEXT, PTL_ONE, TAG(name), .optional = true },
    { "rest", "values, attributes and the opening brace, as they are spelled", PTL_KIND_TEXT,
      PTL_ONE, TAG(rest), .optional = true },
};

static const ptl_record tag_record = { "a tag",
                                       sizeof(ptl_xmf_tag),
                                       tag_fields,
                                       4,
                                       .one_line = true,
                                       .placed   = true,
                                       .at       = offsetof(ptl_xmf_tag, at),
                                       .nested   = true,
                                       .depth    = offsetof(ptl_xmf_tag, level) };

static const ptl_field box_fields[] = {
    { "packing", "how the text is packed", PTL_KIND_U8, PTL_ONE,
      .offset = offsetof(ptl_xmf, packing), .names = ptl_xmf_packing_names,
      .standing = PTL_MANNER },
    { "tags", "in the order of the text", PTL_KIND_RECORD, PTL_LIST,
      .offset = offsetof(ptl_xmf, tags), .record = &tag_record },
    { "end", "blanks, comments and closing braces after the last tag", PTL_KIND_TEXT, PTL_ONE,
      .offset = offsetof(ptl_xmf, end), .optional = true, .standing = PTL_MANNER },
};

static const ptl_record box_record = { "a PixelPerfectEngine container", sizeof(ptl_xmf),
                                       box_fields, 3 };

/* ---- Reading -------------------------------------------------------------------------------- */

static bool begins(ptl_span span, const char *word)
{
    return span.size >= strlen(word) && memcmp(span.data, word, strlen(word)) == 0;
}

static bool contains(ptl_span span, const char *word)
{
    for (size_t i = 0; i + strlen(word) <= span.size; i++)
        if (span.data[i] == (uint8_t)*word && memcmp(span.data + i, word, strlen(word)) == 0)
            return true;
    return false;
}

static int xmf_probe(ptl_span head, uint64_t size)
{
    ptl_span start = { head.data, head.size < 4096 ? head.size : 4096 };

    (void)size;
    if ((begins(head, "ZLIB") && head.size > 6 && (head.data[4] & 15) == 8) ||
        begins(head, "ZSTD\x28\xB5\x2F\xFD"))
        return 80;
    if (start.size > 0 && memchr(start.data, 0, start.size < 8 ? start.size : 8))
        return 0; /* no text begins so, and looking through all of it takes a while */
    if (contains(start, "Metadata") && contains(start, "{") && !contains(start, "<"))
        return contains(start, "Layer:") || contains(start, "Version") ? 70 : 20;
    return contains(start, "Layer:Tile ") || contains(start, "Layer:Sprite ") ? 40 : 0;
}

/* The text of a container; that of a packed one is the document's own. */
static ptl_str unpack(ptl_job *job, ptl_span source, ptl_xmf *box)
{
    ptl_span   text   = source;
    ptl_stream stream = { .at = MARK };
    char      *copy;

    box->packing = begins(source, "ZLIB")   ? PTL_XMF_ZLIB
                   : begins(source, "ZSTD") ? PTL_XMF_ZSTD
                                            : PTL_XMF_PLAIN;
    if (box->packing) {
        job->text    = false; /* places in what is packed are bytes */
        stream.bytes = (ptl_span){ source.data + MARK, source.size - MARK };
        stream.codec = box->packing == PTL_XMF_ZLIB ? PTL_CODEC_ZLIB : PTL_CODEC_ZSTD;
        text         = ptl_stream_decode_all(job, &stream, PTL_XMF_MAX_TEXT);
        job->text    = ptl_ok(job);
        if (ptl_ok(job))
            job->source = text; /* and from here on, lines of the text */
        return (ptl_str){ (const char *)text.data, text.size };
    }
    if (job->source_owned) {
        job->source_kept = true;
        return (ptl_str){ (const char *)text.data, text.size };
    }
    copy = ptl_arena_raw(job, text.size);
    if (copy && text.size > 0)
        memcpy(copy, text.data, text.size);
    return (ptl_str){ copy, copy ? text.size : 0 };
}

static void xmf_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_xmf *box = native;
    ptl_str  text;

    if (begins(source, "<")) {
        ptl_fail(job, PTL_E_UNSUPPORTED, 0, "xmf-xml",
                 "this is XML, which containers were before 2019; allowed: tags of SDLang");
        return;
    }
    text = unpack(job, source, box);
    if (ptl_ok(job))
        box->tags = ptl_xdl_parse(job, text, &box->end);
}

static void xmf_prepare(ptl_job *job, void *native)
{
    const ptl_setting *given = ptl_setting_of(job, "embedded-layout");

    ((ptl_xmf *)native)->assume = ptl_setting_is(given, "old")   ? XMF_ASSUME_OLD
                                  : ptl_setting_is(given, "new") ? XMF_ASSUME_NEW
                                                                 : 0;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void put_str(ptl_buf *out, ptl_str text)
{
    ptl_put(out, text.data, text.size);
}

static void put_text(ptl_buf *out, const ptl_xmf *box)
{
    for (size_t i = 0; i < box->tags.count; i++) {
        put_str(out, box->tags.data[i].before);
        put_str(out, box->tags.data[i].name);
        put_str(out, box->tags.data[i].rest);
    }
    put_str(out, box->end);
}

static void xmf_write(ptl_job *job, ptl_buf *out, const void *native)
{
    ptl_xmf            box   = *(const ptl_xmf *)native;
    const ptl_setting *given = ptl_setting_of(job, "packing");
    uint8_t            way   = box.packing;
    ptl_buf            text  = ptl_buf_of(job, NULL);

    ptl_xmf_embed_given(job, &box);
    for (const ptl_name *n = ptl_xmf_packing_names; given && *n->name; n++)
        if (ptl_setting_is(given, n->name))
            way = (uint8_t)n->value;
    if (way == PTL_XMF_PLAIN) {
        put_text(out, &box);
        return;
    }
    put_text(&text, &box);
    ptl_put_text(out, way == PTL_XMF_ZLIB ? "ZLIB" : "ZSTD");
    if (ptl_ok(job))
        ptl_stream_encode(out, way == PTL_XMF_ZLIB ? PTL_CODEC_ZLIB : PTL_CODEC_ZSTD,
                          (ptl_span){ text.data, text.size }, 0);
    ptl_buf_free(&text);
}

static bool xmf_verbatim(const void *native)
{
    return ((const ptl_xmf *)native)->packing == PTL_XMF_PLAIN;
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

/* Tags that were edited, or came as JSON, must be those their text has. */
static void compare_tags(ptl_job *job, const ptl_xmf *box, const ptl_xmf_tags *found)
{
    for (size_t i = 0; i < box->tags.count && ptl_ok(job); i++) {
        const ptl_xmf_tag *a = &box->tags.data[i];
        const ptl_xmf_tag *b = i < found->count ? &found->data[i] : NULL;

        if (b && a->level == b->level && ptl_str_same(a->name, b->name) &&
            ptl_str_same(a->rest, b->rest))
            continue;
        ptl_path(job, "tags[%zu]", i);
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-tags",
                 "this tag is not the one that its text spells");
    }
    if (ptl_ok(job) && found->count != box->tags.count)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-tags",
                 "tags in the list: %zu, in the text: %zu", box->tags.count, found->count);
}

static void settle_text(ptl_job *job, const ptl_xmf *box)
{
    ptl_buf      text = ptl_buf_of(job, NULL);
    ptl_xmf_tags found;
    ptl_str      end;
    bool         placeless = job->placeless;

    put_text(&text, box);
    job->placeless = true;
    found          = ptl_xdl_parse(job, (ptl_str){ (const char *)text.data, text.size }, &end);
    if (ptl_ok(job))
        compare_tags(job, box, &found);
    job->placeless = placeless;
    ptl_buf_free(&text);
}

static void xmf_settle(ptl_job *job, const void *native)
{
    const ptl_xmf *box = native;

    if (box->packing > PTL_XMF_ZSTD) {
        ptl_path(job, "packing");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "xmf-packing",
                 "the packing is none of none, zlib and zstd");
    }
    if (ptl_ok(job))
        settle_text(job, box);
    if (ptl_ok(job))
        ptl_xmf_layers_of(job, box);
}

/* ---- The row -------------------------------------------------------------------------------- */

uint64_t ptl_xmf_place(const ptl_xmf *box, size_t tag)
{
    return box->packing ? PTL_NOWHERE : box->tags.data[tag].at;
}

ptl_xmf *ptl_xmf_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_xmf);
}

const ptl_xmf *ptl_xmf_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_xmf);
}

static const ptl_setting_info xmf_settings[] = {
    { "embedded-layout", "NAME", "old new", "layout of embedded cells, whatever the layer says",
      PTL_WHEN_READING },
    { "packing", "NAME", "none zlib zstd", "write the container packed, as a .zmf, or plain",
      PTL_WHEN_WRITING },
    { "layer", "PRIORITY", NULL, "the layer for --map, or for writing a map file (the first)",
      PTL_WHEN_WRITING | PTL_WHEN_GROUND },
    { "map", "FILE", NULL, "put this map file into a layer", PTL_WHEN_WRITING },
    { "light", NULL, NULL, "pictures and scenes: draw the light of graphics sections",
      PTL_WHEN_TILES },
    { "scale", "FACTOR", NULL, "make everything larger or smaller (1); tiles take whole numbers",
      PTL_WHEN_TILES },
    { "objects", NULL, NULL, "pictures and plans: draw boxes, lines and names of objects",
      PTL_WHEN_PLAN },
    { "meaning", "logic|FILE", "logic",
      "carried to another format: what tiles mean, by the logic section or a list",
      PTL_WHEN_GROUND },
    { "cell", "TILES", NULL,
      "made from another map: tiles of a cell across, one of them for its walls (2)",
      PTL_WHEN_IMPORTING },
    { "size", "WxH", NULL, "cells of the layer of a new container (32x32)", PTL_WHEN_MAKING },
    { "tile", "WxH", NULL, "pixels of a tile of a new container (16x16)", PTL_WHEN_MAKING },
    { "tiles-from", "FILE", NULL,
      "a new container from this picture: a sheet of its different tiles, and the map",
      PTL_WHEN_MAKING },
    { "map-from", "FILE", NULL,
      "a new container with a layer of this map; may be given several times", PTL_WHEN_MAKING,
      .repeats = true },
    { "title", "TEXT", NULL, "name of a new container (Untitled)", PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_xmf = {
    .info         = { .name       = "xmf",
                      .title      = "PixelPerfectEngine container",
                      .extensions = "xmf zmf",
                      .media_type = "application/x-pixelperfectengine-container",
                      .magic      = "0=ZLIB 0=ZSTD",
                      .settings   = xmf_settings },
    .record       = &box_record,
    .rules        = ptl_xmf_rules,
    .text         = true,
    .probe        = xmf_probe,
    .prepare      = xmf_prepare,
    .make         = ptl_xmf_make,
    .read         = xmf_read,
    .settle       = xmf_settle,
    .finish       = ptl_xmf_list_files,
    .write        = xmf_write,
    .rejoin       = ptl_xmf_rejoin,
    .verbatim     = xmf_verbatim,
    .check        = ptl_xmf_check,
    .check_files  = ptl_xmf_check_files,
    .says_missing = true,
    .to           = { [PTL_HUB_TILES]  = ptl_xmf_to_tiles,
                      [PTL_HUB_GROUND] = ptl_xmf_to_ground,
                      [PTL_HUB_GRID]   = ptl_xmf_to_grid },
    .from         = { [PTL_HUB_GROUND] = ptl_xmf_from_ground, [PTL_HUB_GRID] = ptl_xmf_from_grid },
    .home         = ptl_xmf_home,
    .home_key     = PTL_XMF_HOME_KEY,
    .parts        = PTL_XMF_PARTS,
    .part         = ptl_xmf_part,
    .chosen_part  = ptl_xmf_chosen_part,
    .parts_as     = &ptl_xmf_parts_as,
    .put_part     = ptl_xmf_put_part,
    .facts_record = &ptl_xmf_facts_record,
    .facts        = ptl_xmf_facts,
    .companion    = ptl_xmf_companion,
};
