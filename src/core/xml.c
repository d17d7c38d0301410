/* SPDX-License-Identifier: MIT */
/* XML: what expat calls, handed on with places and limits. */
#include "core/xml.h"

#ifdef PTL_HAVE_EXPAT

#include <expat.h>
#include <limits.h>
#include <string.h>

enum {
    PARSER  = 64 << 10,  /* bytes that expat takes for itself, rounded up         */
    COPIES  = 4,         /* of a tag at most: its pools grow by doubling          */
    PIECE   = 256 << 10, /* that it is given at once, if no tag is longer           */
    PER_TAG = 256,       /* bytes a tag costs it that is as short as can be       */
};

typedef struct reader {
    ptl_job             *job;
    XML_Parser           parser;
    const ptl_xml_calls *calls;
    void                *user;
    unsigned             depth;
} reader;

static uint64_t place(const reader *r)
{
    XML_Index at = XML_GetCurrentByteIndex(r->parser);

    return at < 0 ? 0 : (uint64_t)at;
}

/* The first failure ends the parser; it may still call once or twice. */
static bool goes_on(const reader *r)
{
    if (!ptl_ok(r->job))
        XML_StopParser(r->parser, XML_FALSE);
    return ptl_ok(r->job);
}

static void XMLCALL on_open(void *user, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = user;

    if (!goes_on(r))
        return;
    if (r->depth++ >= r->job->depth)
        ptl_fail(r->job, PTL_E_LIMIT, place(r), "limit-depth", "nested deeper than %u",
                 r->job->depth);
    else
        r->calls->open(r->user, name, attributes, place(r));
    ptl_source_passed(r->job, place(r));
    goes_on(r);
}

static void XMLCALL on_close(void *user, const XML_Char *name)
{
    reader *r = user;

    (void)name;
    if (!goes_on(r))
        return;
    r->depth--;
    r->calls->close(r->user, place(r));
    goes_on(r);
}

static void XMLCALL on_text(void *user, const XML_Char *data, int size)
{
    reader *r = user;

    if (!goes_on(r))
        return;
    r->calls->text(r->user, data, (size_t)size, place(r));
    ptl_source_passed(r->job, place(r));
    goes_on(r);
}

static void XMLCALL on_type(void *user, const XML_Char *name, const XML_Char *system_id,
                            const XML_Char *public_id, int has_internal_subset)
{
    reader *r = user;

    (void)name;
    (void)public_id;
    (void)has_internal_subset; /* entities in it are refused, the rest means nothing to us */
    if (goes_on(r) && system_id && r->calls->type)
        r->calls->type(r->user, system_id);
}

static void XMLCALL on_entity(void *user, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int size, const XML_Char *base,
                              const XML_Char *system_id, const XML_Char *public_id,
                              const XML_Char *notation)
{
    reader *r = user;

    (void)name, (void)is_parameter, (void)value, (void)size, (void)base;
    (void)system_id, (void)public_id, (void)notation;
    ptl_fail(r->job, PTL_E_UNSUPPORTED, place(r), "xml-entity",
             "the document type declares entities; allowed: those that XML has by itself");
    goes_on(r);
}

static void say_error(reader *r)
{
    enum XML_Error code = XML_GetErrorCode(r->parser);

    if (code == XML_ERROR_NO_MEMORY)
        ptl_fail(r->job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for expat");
    else if (code == XML_ERROR_UNDEFINED_ENTITY)
        ptl_fail(r->job, PTL_E_UNSUPPORTED, place(r), "xml-entity",
                 "an entity that XML does not have by itself");
    else
        ptl_fail(r->job, PTL_E_SYNTAX, place(r), "xml-syntax", "not XML from here on: %s",
                 XML_ErrorString(code));
}

/* In pieces, because expat copies what it is given; never so small that a tag has many. */
static void parse(reader *r, ptl_span source, size_t piece)
{
    size_t at = 0, size;
    bool   fine;

    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_open, on_close);
    XML_SetCharacterDataHandler(r->parser, on_text);
    XML_SetStartDoctypeDeclHandler(r->parser, on_type);
    XML_SetEntityDeclHandler(r->parser, on_entity);
    do {
        size = source.size - at < piece ? source.size - at : piece;
        fine = XML_Parse(r->parser, (const char *)source.data + at, (int)size,
                         at + size == source.size) == XML_STATUS_OK;
        at += size;
    } while (fine && at < source.size);
    if (!fine)
        say_error(r);
}

/* Bytes of the longest tag. A '>' inside of quotes ends it early, which real files do not have. */
static size_t longest_tag(ptl_span source)
{
    const uint8_t *end  = source.data + source.size;
    size_t         most = 0;

    for (const uint8_t *at = source.data; at && at < end;) {
        const uint8_t *open = memchr(at, '<', (size_t)(end - at));
        const uint8_t *shut = open ? memchr(open, '>', (size_t)(end - open)) : NULL;

        if (open && (size_t)((shut ? shut : end) - open) > most)
            most = (size_t)((shut ? shut : end) - open);
        at = shut;
    }
    return most;
}

static bool is_utf16(ptl_span source)
{
    return source.size >= 2 && ((source.data[0] == 0xFE && source.data[1] == 0xFF) ||
                                (source.data[0] == 0xFF && source.data[1] == 0xFE));
}

bool ptl_xml_there(void)
{
    return true;
}

void ptl_xml_read(ptl_job *job, ptl_span source, const ptl_xml_calls *calls, void *user)
{
    reader r    = { .job = job, .calls = calls, .user = user };
    size_t most = longest_tag(source), piece = most > PIECE ? most : PIECE;
    size_t needs =
        PARSER + COPIES * (most + PER_TAG) + 2 * (source.size < piece ? source.size : piece);

    if (is_utf16(source))
        ptl_fail(job, PTL_E_UNSUPPORTED, 0, "xml-encoding", "this is UTF-16; allowed: UTF-8");
    else if (source.size > INT_MAX)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "XML of more than 2 GiB");
    if (!ptl_ok(job) || !ptl_charge(job, needs))
        return;
    r.parser = XML_ParserCreate(NULL);
    if (r.parser)
        parse(&r, source, piece);
    else
        ptl_fail(job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for expat");
    XML_ParserFree(r.parser);
    ptl_refund(job, needs);
}

#else

bool ptl_xml_there(void)
{
    return false;
}

void ptl_xml_read(ptl_job *job, ptl_span source, const ptl_xml_calls *calls, void *user)
{
    (void)source, (void)calls, (void)user;
    ptl_fail(job, PTL_E_UNSUPPORTED, 0, "feature-absent", "this build of the library has no expat");
}

#endif
