/* SPDX-License-Identifier: MIT */
/* PDF: every page of a plan in its size, texts as texts. What is meant for paper also asks programs
 * not to scale it, which cairo cannot say: the catalog is written once more, behind the end, with
 * that added (an incremental update). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/export.h"
#include "render/plan_draw.h"

enum { TAIL = 1024, CATALOG = 512 };

typedef struct passing { /* what of a document has gone by */
    ptl_buf *out;
    uint64_t size;
    char     tail[2 * TAIL + 1]; /* its last bytes, at least TAIL of them if there are any */
    size_t   kept;
    char     catalog[CATALOG]; /* its members, without the brackets; empty until it came by */
} passing;

static const char *find(const char *in, size_t size, const char *what)
{
    size_t length = strlen(what);

    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(in + i, what, length) == 0)
            return in + i;
    return NULL;
}

/* Takes the catalog from what is kept, once all of it is there. Texts have no ends of lines in
 * them, so that none is taken for it. */
static void look(passing *p)
{
    static const char begins[] = " 0 obj\n<< /Type /Catalog", ends[] = ">>\nendobj\n";
    const char       *at  = find(p->tail, p->kept, begins);
    const char       *end = at ? find(at, (size_t)(p->tail + p->kept - at), ends) : NULL;

    if (!end || end - at >= CATALOG)
        return;
    at += strlen(" 0 obj\n<<");
    memcpy(p->catalog, at, (size_t)(end - at));
    p->catalog[end - at] = 0;
}

static bool pass(void *user, const void *data, size_t size)
{
    passing    *p    = user;
    const char *from = data;

    ptl_put(p->out, data, size);
    p->size += size;
    for (size_t done = 0; done < size;) {
        size_t part = size - done < TAIL ? size - done : TAIL;

        if (p->kept + part > 2 * TAIL) {
            memmove(p->tail, p->tail + p->kept - TAIL, TAIL);
            p->kept = TAIL;
        }
        memcpy(p->tail + p->kept, from + done, part);
        p->kept += part;
        done += part;
        if (!p->catalog[0])
            look(p);
    }
    return true;
}

/* A number of the trailer; 0 if it has none. */
static unsigned long number_after(const char *trailer, const char *name)
{
    const char *at = strstr(trailer, name);

    return at ? strtoul(at + strlen(name), NULL, 10) : 0;
}

/* Where the document does not end in a table and a trailer, as a later cairo may have it, nothing
 * is added: it is a wish, and the document is whole without. */
static void ask_for_true_size(passing *p)
{
    static const char wish[] =
        "   /ViewerPreferences << /PrintScaling /None /PickTrayByPDFSize true >>\n>>\nendobj\n";
    const char   *trailer;
    char          object[CATALOG + 128];
    unsigned long root, info, count, table, at;

    p->tail[p->kept] = 0;
    trailer          = find(p->tail, p->kept, "trailer\n");
    if (!p->catalog[0] || !trailer || p->size > UINT32_MAX)
        return;
    at    = (unsigned long)p->size;
    root  = number_after(trailer, "/Root");
    info  = number_after(trailer, "/Info");
    count = number_after(trailer, "/Size");
    table = number_after(trailer, "startxref");
    if (!root || !info || !count || !table)
        return;
    snprintf(object, sizeof object, "%lu 0 obj\n<<%s%s", root, p->catalog, wish);
    ptl_put_text(p->out, object);
    ptl_put_format(p->out, "xref\n%lu 1\n%010lu 00000 n \n", root, at);
    ptl_put_format(p->out, "trailer\n<< /Size %lu\n   /Root %lu 0 R\n   /Info %lu 0 R\n", count,
                   root, info);
    ptl_put_format(p->out, "   /Prev %lu\n>>\nstartxref\n%lu\n%%%%EOF\n", table,
                   at + (unsigned long)strlen(object));
}

static void pdf_write(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    passing  passed = { .out = out };
    ptl_sink sink   = { pass, &passed };
    ptl_buf  whole  = ptl_buf_of(job, &sink);

    (void)side;
    if (!ptl_setting_of(job, "paper") && !ptl_setting_of(job, "cell")) {
        ptl_plan_pdf(job, out, hub);
        return;
    }
    ptl_plan_pdf(job, &whole, hub);
    ptl_buf_flush(&whole);
    if (ptl_ok(job))
        ask_for_true_size(&passed);
    ptl_buf_free(&whole);
}

const ptl_export ptl_export_pdf = {
    .info  = { .name       = "pdf",
               .title      = "PDF",
               .extensions = "pdf",
               .media_type = "application/pdf",
               .settings   = ptl_plan_settings },
    .paged = true,
    .drawn = true,
    .write = { [PTL_HUB_PLAN] = pdf_write },
};
