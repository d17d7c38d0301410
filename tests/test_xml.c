/* SPDX-License-Identifier: MIT */
/* XML through expat: what is called out, where, and what is refused. */
#include "core/xml.h"

#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "support.h"

typedef struct heard { /* what was called out, as one line */
    char    line[512];
    size_t  size;
    ptl_job job;
} heard;

static void add(heard *h, const char *text, size_t size)
{
    CHECK(h->size + size < sizeof h->line);
    memcpy(h->line + h->size, text, size);
    h->size += size;
}

static void hear_open(void *user, const char *name, const char **attributes, uint64_t at)
{
    heard *h = user;
    char   place[24];

    add(h, place, (size_t)snprintf(place, sizeof place, "%llu<", (unsigned long long)at));
    add(h, name, strlen(name));
    for (size_t i = 0; attributes[i]; i++) {
        add(h, i % 2 ? "=" : " ", 1);
        add(h, attributes[i], strlen(attributes[i]));
    }
    if (strcmp(name, "stop") == 0)
        ptl_fail(&h->job, PTL_E_SYNTAX, at, "test", "as the test wants");
}

static void hear_text(void *user, const char *data, size_t size, uint64_t at)
{
    (void)at;
    add(user, data, size);
}

static void hear_close(void *user, uint64_t at)
{
    (void)at;
    add(user, ">", 1);
}

static void hear_type(void *user, const char *system_id)
{
    add(user, system_id, strlen(system_id));
}

static void read_xml(heard *h, const char *text, size_t size)
{
    static const ptl_xml_calls calls   = { hear_open, hear_text, hear_close, hear_type };
    test_heap                  counted = { 0 };
    ptl_heap heap = { .allocator = test_allocator(&counted), .limit = (size_t)1 << 20 };

    if (!ptl_xml_there())
        test_skip("not built in");
    *h            = (heard){ .job = { .heap = &heap, .depth = 4, .text = true } };
    h->job.source = (ptl_span){ (const uint8_t *)text, size };
    ptl_xml_read(&h->job, h->job.source, &calls, h);
    CHECK_UINT(heap.used, 0);
    CHECK_UINT(counted.held, 0);
}

static void calls_out_what_is_there(void)
{
    static const struct {
        const char *text, *line;
    } rows[] = {
        { "<a/>", "0<a>" },
        { "\xEF\xBB\xBF<a/>", "3<a>" },
        { "<?xml version='1.0'?>\n<a b='1' c=\"&lt;&#65;\"> x<b/>y </a>\n",
          "22<a b=1 c=<A x47<b>y >" },
        { "<a><!-- <b/> --><![CDATA[<c>]]></a>", "0<a<c>>" },
        { "<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>", "43<a\xC3\xA9>" },
        { "<!DOCTYPE a SYSTEM \"a.dtd\"><a/>", "a.dtd27<a>" },
        { "<a>1\r\n2</a>", "0<a1\n2>" },
        { "<a><b><c><d/></c></b></a>", "0<a3<b6<c9<d>>>>" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        heard h;

        read_xml(&h, rows[i].text, strlen(rows[i].text));
        CHECK_TEXT(h.job.error.message, "");
        CHECK_TEXT(h.line, rows[i].line);
    }
}

static void points_at_what_is_wrong(void)
{
    static const struct {
        const char *text;
        size_t      size;
        uint64_t    offset;
        const char *rule;
    } bad[] = {
        { "", 0, 0, "xml-syntax" },
        { "<a>", 3, 3, "xml-syntax" },
        { "<a></b>", 7, 5, "xml-syntax" },
        { "<a b='1' b='2'/>", 16, 9, "xml-syntax" },
        { "<a>\xFF</a>", 8, 3, "xml-syntax" },
        { "<a>\0</a>", 8, 3, "xml-syntax" },
        { "<a/><b/>", 8, 4, "xml-syntax" },
        { "\xFF\xFE<\0a\0/\0>\0", 10, 0, "xml-encoding" },
        { "<a>&b;</a>", 10, 3, "xml-entity" },
        { "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", 40, 24, "xml-entity" },
        { "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><a/>", 41, 34, "xml-entity" },
        { "<a><b><c><d><e/></d></c></b></a>", 32, 12, "limit-depth" },
        { "<a><stop/><b/></a>", 18, 3, "test" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        heard h;

        read_xml(&h, bad[i].text, bad[i].size);
        CHECK_TEXT(h.job.error.rule, bad[i].rule);
        CHECK_UINT(h.job.error.offset, bad[i].offset);
        CHECK(!strstr(h.line, "<b/>"));
    }
}

/* What expat needs for itself counts: a long tag is refused where it does not fit. */
static void long_tags_have_to_fit(void)
{
    static char text[400 << 10];
    heard       h;

    memset(text, 'x', sizeof text);
    memcpy(text, "<a b='", 6);
    memcpy(text + sizeof text - 3, "'/>", 3);
    read_xml(&h, text, sizeof text);
    CHECK_TEXT(h.job.error.rule, "limit-memory");
}

/* expat is given a long text in pieces: places count on, and no tag is lost where they meet. */
typedef struct counted {
    const char *text;
    uint64_t    opened, closed, wrong, letters;
} counted;

static void count_open(void *user, const char *name, const char **attributes, uint64_t at)
{
    counted *c = user;

    c->opened++;
    c->wrong += c->text[at] != '<' || strncmp(c->text + at + 1, name, strlen(name)) != 0 ||
                (attributes[0] && strcmp(attributes[1], "some value") != 0);
}

static void count_text(void *user, const char *data, size_t size, uint64_t at)
{
    (void)data;
    (void)at;
    ((counted *)user)->letters += size;
}

static void count_close(void *user, uint64_t at)
{
    (void)at;
    ((counted *)user)->closed++;
}

static void long_texts_come_in_pieces(void)
{
    static const ptl_xml_calls calls = { count_open, count_text, count_close, NULL };
    static const char          row[] = "<bb k='some value'>four</bb>";
    enum { ROWS = 40000 };
    static char text[ROWS * (sizeof row - 1) + 8];
    size_t      size  = 3;
    counted     c     = { .text = text };
    test_heap   heap_ = { 0 };
    ptl_heap    heap  = { .allocator = test_allocator(&heap_), .limit = (size_t)8 << 20 };
    ptl_job     job   = { .heap = &heap, .depth = 8, .text = true };

    if (!ptl_xml_there())
        test_skip("not built in");

    memcpy(text, "<a>", 3);
    for (size_t i = 0; i < ROWS; i++, size += sizeof row - 1)
        memcpy(text + size, row, sizeof row - 1);
    memcpy(text + size, "</a>", 4);
    job.source = (ptl_span){ (const uint8_t *)text, size + 4 };
    ptl_xml_read(&job, job.source, &calls, &c);
    CHECK_UINT(job.error.status, PTL_OK);
    CHECK_UINT(c.opened, ROWS + 1);
    CHECK_UINT(c.closed, ROWS + 1);
    CHECK_UINT(c.letters, 4 * ROWS);
    CHECK_UINT(c.wrong, 0);
    CHECK_UINT(heap.used, 0);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(calls_out_what_is_there),
        TEST(points_at_what_is_wrong),
        TEST(long_tags_have_to_fit),
        TEST(long_texts_come_in_pieces),
    };

    return run_tests("xml", tests, COUNT(tests));
}
