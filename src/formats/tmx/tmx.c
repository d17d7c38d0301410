/* SPDX-License-Identifier: MIT */
/* Maps of Tiled: fields, the choice of language, and the format's row.
 *
 *   .tmx .tsx .tx          XML: <map>, <tileset>, <template>
 *   .tmj .tsj .tj .world   the same as JSON, and worlds
 * What we know beyond this: docs/formats/tmx.md */
#include <string.h>

#include "formats/tmx/tmx_private.h"

enum { COMPARED = 4 << 20 }; /* bytes: of larger files some may be forgotten by then */

static const ptl_name language_names[] = { { PTL_TILED_XML, "xml" },
                                           { PTL_TILED_JSON, "json" },
                                           { 0, "" } };
static const ptl_name kind_names[]     = { { PTL_TILED_TEXT, "text" },
                                           { PTL_TILED_NUMBER, "number" },
                                           { PTL_TILED_BOOL, "bool" },
                                           { PTL_TILED_NULL, "null" },
                                           { 0, "" } };

#define ATTRIBUTE(member) .offset = offsetof(ptl_tiled_attribute, member)
#define ELEMENT(member) .offset = offsetof(ptl_tiled_element, member)
#define DOC(member) .offset = offsetof(ptl_tiled, member)

static const ptl_field attribute_fields[] = {
    { "name", "none inside of a list of JSON", PTL_KIND_TEXT, PTL_ONE, ATTRIBUTE(name),
      .optional = true, .standing = PTL_KEY },
    { "value", "escapes undone", PTL_KIND_TEXT, PTL_ONE, ATTRIBUTE(value) },
    { "kind", "how JSON spells it", PTL_KIND_U8, PTL_ONE, ATTRIBUTE(kind), .names = kind_names,
      .optional = true, .standing = PTL_MANNER },
};
static const ptl_record attribute_record = { "an attribute", sizeof(ptl_tiled_attribute),
                                             attribute_fields, 3, .one_line = true };

static const ptl_field element_fields[] = {
    { "level", "how many elements it is inside of", PTL_KIND_U32, PTL_ONE, ELEMENT(level),
      .high = PTL_TILED_MAX_DEPTH },
    { "name", "none inside of a list of JSON", PTL_KIND_TEXT, PTL_ONE, ELEMENT(name),
      .optional = true },
    { "list", "a list of JSON", PTL_KIND_BOOL, PTL_ONE, ELEMENT(list), .optional = true },
    { "attributes", "in the order of the file", PTL_KIND_RECORD, PTL_LIST, ELEMENT(attributes),
      .optional = true, .record = &attribute_record },
    { "text", "between its tags", PTL_KIND_TEXT, PTL_ONE, ELEMENT(text), .optional = true },
    { "cells", "of a layer or chunk, row by row", PTL_KIND_U32, PTL_LIST, ELEMENT(cells),
      .optional = true },
    { "packed", "base64 of the cells, kept while it is theirs", PTL_KIND_TEXT, PTL_ONE,
      ELEMENT(packed), .optional = true, .standing = PTL_ECHO },
};
static const ptl_record element_record = {
    "an element",      sizeof(ptl_tiled_element),
    element_fields,    7,
    .placed = true,    .at = offsetof(ptl_tiled_element, at),
    .nested = true,    .depth = offsetof(ptl_tiled_element, level),
    .key = ptl_tmx_key
};

static const ptl_field doc_fields[] = {
    { "language", "how it is spelled", PTL_KIND_U8, PTL_ONE, DOC(language), .names = language_names,
      .standing = PTL_MANNER },
    { "crlf", "lines end in CR LF", PTL_KIND_U16, PTL_ONE, DOC(spelling), .bits = 1,
      .optional = true, .standing = PTL_MANNER },
    { "ascii", "JSON escapes all that is not ASCII", PTL_KIND_U16, PTL_ONE, DOC(spelling),
      .shift = 1, .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "slashes", "JSON escapes slashes", PTL_KIND_U16, PTL_ONE, DOC(spelling), .shift = 2,
      .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "zeros", "XML names the number of empty cells, too", PTL_KIND_U16, PTL_ONE, DOC(spelling),
      .shift = 3, .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "tight", "no line ends and blanks", PTL_KIND_U16, PTL_ONE, DOC(spelling), .shift = 4,
      .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "steps", "JSON has four blanks a level", PTL_KIND_U16, PTL_ONE, DOC(spelling), .shift = 5,
      .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "wrapped", "JSON breaks lists at the width of the map", PTL_KIND_U16, PTL_ONE, DOC(spelling),
      .shift = 6, .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "bare", "XML does not say that it is UTF-8", PTL_KIND_U16, PTL_ONE, DOC(spelling), .shift = 7,
      .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "end", "XML has no line end behind it, or JSON one", PTL_KIND_U16, PTL_ONE, DOC(spelling),
      .shift = 8, .bits = 1, .optional = true, .standing = PTL_MANNER },
    { "tabs", "XML has a tab a level", PTL_KIND_U16, PTL_ONE, DOC(spelling), .shift = 9, .bits = 1,
      .optional = true, .standing = PTL_MANNER },
    { "doctype", "what the document type of XML names", PTL_KIND_TEXT, PTL_ONE, DOC(doctype),
      .optional = true },
    { "elements", "in the order of the file", PTL_KIND_RECORD, PTL_LIST, DOC(elements),
      .record = &element_record },
};
static const ptl_record doc_record = { "a map of Tiled", sizeof(ptl_tiled), doc_fields, 13 };

/* ---- What a file is -------------------------------------------------------------------------- */

static bool holds(ptl_span head, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= head.size; i++)
        if (head.data[i] == (uint8_t)*word && memcmp(head.data + i, word, size) == 0)
            return true;
    return false;
}

/* Where the text begins: after a mark and blanks. */
static ptl_span text_of(ptl_span head)
{
    if (head.size >= 3 && memcmp(head.data, "\xEF\xBB\xBF", 3) == 0)
        head = (ptl_span){ head.data + 3, head.size - 3 };
    while (head.size > 0 && head.data[0] && strchr(" \t\r\n", head.data[0]))
        head = (ptl_span){ head.data + 1, head.size - 1 };
    return head;
}

static int probe_xml(ptl_span head)
{
    static const char *const roots[] = { "<map ", "<map\n", "<tileset ", "<template>" };

    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        if (holds(head, roots[i]))
            return holds(head, "tilewidth=") || holds(head, "<object ") ? 95 : 50;
    return 0;
}

/* How many of a list of words are there. */
static int count_words(ptl_span head, const char *const *words, size_t count)
{
    int found = 0;

    for (size_t i = 0; i < count; i++)
        found += holds(head, words[i]);
    return found;
}

static const char *past_blanks(const char *at, const char *end)
{
    while (at < end && *at && strchr(" \t\r\n", *at))
        at++;
    return at;
}

/* Past a character and the blanks around it; NULL when something else is there. */
static const char *past(const char *at, const char *end, char c)
{
    at = at ? past_blanks(at, end) : end;
    return at < end && *at == c ? past_blanks(at + 1, end) : NULL;
}

/* A text without escapes, as names of members are. */
static const char *take_text(const char *at, const char *end, ptl_str *out)
{
    const char *close;

    at    = past(at, end, '"');
    close = at ? memchr(at, '"', (size_t)(end - at)) : NULL;
    *out  = close ? (ptl_str){ at, (size_t)(close - at) } : (ptl_str){ "", 0 };
    return close ? close + 1 : NULL;
}

/* Past a number or a word. */
static const char *past_plain(const char *at, const char *end)
{
    while (at && at < end && !strchr(",{}[]\"", *at))
        at++;
    return at;
}

/* Whether a layer begins with its cells. */
static bool begins_as_layer(const char *at, const char *end)
{
    static const char *const first[] = { "data", "chunks", "compression", "draworder" };
    ptl_str                  name;

    take_text(past(past(past(at, end, ':'), end, '['), end, '{'), end, &name);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (ptl_str_is(name, first[i]))
            return true;
    return false;
}

/* Before 1.3 the first that Tiled says of a map is how high it is, and then come cells, perhaps
 * very many, before any word that only Tiled has. */
static bool begins_as_map(ptl_span head)
{
    const char *end  = (const char *)head.data + head.size;
    const char *at   = past((const char *)head.data, end, '{');
    bool        high = false;
    ptl_str     name, value;

    while ((at = take_text(at, end, &name)) != NULL) {
        if (ptl_str_is(name, "layers"))
            return high && begins_as_layer(at, end);
        high = high || ptl_str_is(name, "height");
        at   = past(at, end, ':');
        at   = at && at < end && *at == '"' ? take_text(at, end, &value) : past_plain(at, end);
        at   = past(at, end, ',');
    }
    return false;
}

static int probe_json(ptl_span head)
{
    /* Sets, templates and worlds have no word that only Tiled has, but few others have three. */
    static const char *const weak[]  = { "\"layers\"",      "\"data\"",       "\"imagelayer\"",
                                         "\"opacity\"",     "\"visible\"",    "\"tileheight\"",
                                         "\"imageheight\"", "\"imagewidth\"", "\"margin\"",
                                         "\"spacing\"",     "\"object\"",     "\"gid\"",
                                         "\"rotation\"",    "\"patterns\"",   "\"regexp\"",
                                         "\"multiplierX\"" };
    static const char *const sure[]  = { "\"tiledversion\"", "\"tilewidth\"", "\"nextobjectid\"",
                                         "\"compressionlevel\"" };
    static const char *const maybe[] = { "\"fileName\"", "\"tilesets\"", "\"tilelayer\"",
                                         "\"objectgroup\"" };

    if (holds(head, "\"portolan\""))
        return 0;
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        if (holds(head, sure[i]))
            return 85;
    for (size_t i = 0; i < sizeof maybe / sizeof *maybe; i++)
        if (holds(head, maybe[i]))
            return 60;
    if (begins_as_map(head))
        return 60;
    return count_words(head, weak, sizeof weak / sizeof *weak) >= 3 ? 40 : 0;
}

/* Any XML in UTF-16: it is refused, but by a message that says why. */
static bool is_wide_xml(ptl_span head)
{
    return head.size >= 4 &&
           (memcmp(head.data, "\xFF\xFE<\0", 4) == 0 || memcmp(head.data, "\xFE\xFF\0<", 4) == 0);
}

static int tmx_probe(ptl_span head, uint64_t size)
{
    ptl_span text = text_of(head);

    (void)size;
    if (is_wide_xml(head))
        return 5;
    if (text.size > 4096)
        text.size = 4096;
    if (text.size == 0)
        return 0;
    return text.data[0] == '<' ? probe_xml(text) : text.data[0] == '{' ? probe_json(text) : 0;
}

bool ptl_tmx_ends_in_crlf(ptl_span source)
{
    const uint8_t *end = memchr(source.data, '\n', source.size);

    return end && end > source.data && end[-1] == '\r';
}

void ptl_tmx_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_span text = text_of(source);

    if (text.size > 0 && text.data[0] == '{')
        ptl_tmx_read_json(job, source, native);
    else
        ptl_tmx_read_xml(job, source, native);
}

/* ---- Writing --------------------------------------------------------------------------------- */

ptl_tiled_language ptl_tmx_language_for(const ptl_job *job, ptl_tiled_language otherwise)
{
    const ptl_setting *given = ptl_setting_of(job, "language");

    if (given)
        return ptl_setting_is(given, "json") ? PTL_TILED_JSON : PTL_TILED_XML;
    if (job->target && ptl_has_extension(job->target, "tmj tsj tj world"))
        return PTL_TILED_JSON;
    if (job->target && ptl_has_extension(job->target, "tmx tsx tx"))
        return PTL_TILED_XML;
    return otherwise;
}

/* Elements of XML whose cells are to be coded anew. */
static void recode(ptl_job *job, ptl_tiled *xml, const ptl_setting *given)
{
    ptl_tmx_coding coding = PTL_TMX_CSV;

    while (coding < PTL_TMX_UNKNOWN &&
           !ptl_setting_is(given, coding <= PTL_TMX_BASE64 ? ptl_tmx_encoding(coding)
                                                           : ptl_tmx_compression(coding)))
        coding++;
    PTL_COPY_LIST(job, xml->elements);
    for (size_t i = 0; i < xml->elements.count && ptl_ok(job); i++) {
        ptl_tiled_element *e    = &xml->elements.data[i];
        ptl_buf            list = ptl_buf_of(job, NULL);

        if (ptl_str_is(e->name, "data") && i > 0) {
            ptl_tmx_put(&list, ptl_tmx_word("encoding"), ptl_tmx_word(ptl_tmx_encoding(coding)),
                        PTL_TILED_TEXT);
            if (coding > PTL_TMX_BASE64)
                ptl_tmx_put(&list, ptl_tmx_word("compression"),
                            ptl_tmx_word(ptl_tmx_compression(coding)), PTL_TILED_TEXT);
        }
        if (list.size > 0 && e->text.size == 0)
            e->attributes = ptl_tmx_take(job, &list);
        e->packed = (ptl_str){ "", 0 };
        ptl_buf_free(&list);
    }
}

static void tmx_write(ptl_job *job, ptl_buf *out, const void *native)
{
    const ptl_setting *coding   = ptl_setting_of(job, "coding");
    ptl_tiled          doc      = *(const ptl_tiled *)native;
    ptl_tiled_language language = ptl_tmx_language_for(job, (ptl_tiled_language)doc.language);

    if (coding)
        doc = ptl_tmx_written_in(job, &doc, PTL_TILED_XML, true);
    if (coding && ptl_ok(job))
        recode(job, &doc, coding);
    doc = ptl_tmx_written_in(job, &doc, language, true);
    if (language != ((const ptl_tiled *)native)->language)
        ptl_tmx_settle_elements(job, &doc); /* JSON has texts that XML cannot spell */
    if (!ptl_ok(job))
        return;
    if (language == PTL_TILED_XML && ptl_str_is(doc.elements.data[0].name, "world"))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "tmx-world", "worlds have no form in XML");
    else if (language == PTL_TILED_XML)
        ptl_tmx_write_xml(job, out, &doc);
    else
        ptl_tmx_write_json(job, out, &doc);
}

/* ---- Whether it comes back as it was --------------------------------------------------------- */

typedef struct comparison {
    ptl_span source;
    size_t   at;
} comparison;

static bool compare(void *user, const void *data, size_t size)
{
    comparison *c = user;

    if (c->source.size - c->at < size || memcmp(c->source.data + c->at, data, size) != 0)
        return false;
    c->at += size;
    return true;
}

/* Writes it once to see: nothing else tells for sure. */
static bool is_exact(ptl_job *job, const ptl_tiled *doc)
{
    comparison c    = { .source = job->source };
    ptl_sink   sink = { compare, &c };
    ptl_job    own  = *job;
    ptl_buf    out  = ptl_buf_of(&own, &sink);

    own.listener      = (ptl_listener){ 0 };
    own.settings      = NULL;
    own.setting_count = 0;
    own.target        = NULL;
    if (doc->language == PTL_TILED_XML)
        ptl_tmx_write_xml(&own, &out, doc);
    else
        ptl_tmx_write_json(&own, &out, doc);
    ptl_buf_flush(&out);
    ptl_buf_free(&out);
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    return ptl_ok(&own) && c.at == c.source.size;
}

static void tmx_finish(ptl_job *job, void *native)
{
    ptl_tiled *doc = native;

    ptl_tmx_list_files(job, native);
    if (ptl_ok(job) && !job->placeless && job->source.size <= COMPARED)
        doc->exact = is_exact(job, doc);
}

static bool tmx_verbatim(const void *native)
{
    return ((const ptl_tiled *)native)->exact;
}

/* ---- The row --------------------------------------------------------------------------------- */

ptl_tiled *ptl_tiled_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_tmx);
}

const ptl_tiled *ptl_tiled_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_tmx);
}

static const ptl_setting_info tmx_settings[] = {
    { "language", "NAME", "xml json", "write Tiled's XML or JSON, whatever the output is called",
      PTL_WHEN_WRITING },
    { "coding", "NAME", "csv base64 zlib gzip zstd", "code the cells of all layers so",
      PTL_WHEN_WRITING },
    { "sets", "WHERE", "files embedded", "keep sets in files of their own, or inside of the maps",
      PTL_WHEN_IMPORTING },
    { "project", NULL, NULL, "write a project for Tiled beside the maps, too", PTL_WHEN_IMPORTING },
    { "self-contained", NULL, NULL,
      "put the file itself into the map, as its base for the way back", PTL_WHEN_IMPORTING },
    { "base", "FILE", NULL,
      "the file that the map was made from: only what differs is changed in it", PTL_WHEN_GRID },
    { "force-base", NULL, NULL, "take a base although it is not the file the map was made from",
      PTL_WHEN_GRID },
    { "without-base", NULL, NULL, "make a new file, although the map was made from one",
      PTL_WHEN_GRID },
    { "scale", "FACTOR", NULL, "make everything larger or smaller (1); tiles take whole numbers",
      PTL_WHEN_TILES },
    { "size", "WxH", NULL, "cells of a new map (32x32)", PTL_WHEN_MAKING },
    { "tile", "WxH", NULL, "pixels of a cell of a new map (16x16)", PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_tmx = {
    .info         = { .name       = "tmx",
                      .title      = "Tiled map",
                      .extensions = "tmx tmj tsx tsj tx tj world",
                      .media_type = "application/x-tiled-map",
                      .settings   = tmx_settings,
                      .many       = true },
    .record       = &doc_record,
    .rules        = ptl_tmx_rules,
    .text         = true,
    .probe        = tmx_probe,
    .make         = ptl_tmx_make,
    .read         = ptl_tmx_read,
    .settle       = ptl_tmx_settle,
    .finish       = tmx_finish,
    .write        = tmx_write,
    .verbatim     = tmx_verbatim,
    .unite        = ptl_tmx_unite,
    .check        = ptl_tmx_check,
    .check_files  = ptl_tmx_check_files,
    .to           = { [PTL_HUB_TILES] = ptl_tmx_to_tiles, [PTL_HUB_GRID] = ptl_tmx_to_grid },
    .from         = { [PTL_HUB_GRID] = ptl_tmx_from_grid },
    .parts        = PTL_TMX_PARTS,
    .part         = ptl_tmx_part,
    .facts_record = &ptl_tmx_facts_record,
    .facts        = ptl_tmx_facts,
    .companion    = ptl_tmx_companion,
};
