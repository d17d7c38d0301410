/* SPDX-License-Identifier: MIT */
/* Egoboo passages (passage.txt): reading, writing, checks, facts and the format's row.
 *
 *      // comments, blank lines
 *      0 Door:   40 53  41 54  F  F  F
 *        name    x0 y0  x1 y1  open, shoot-through, slippery: words that begin with T or F
 * What we know beyond this: docs/formats/passage.md */
#include "formats/passage/passage_private.h"

#define ENTRY(member) .offset = offsetof(ptl_passage, member)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

static const ptl_field passage_fields[] = {
    { "before", "comments and blank lines in front of its name", PTL_KIND_TEXT, ENTRY(before),
      .optional = true, .standing = PTL_MANNER },
    { "name", "up to the colon", PTL_KIND_TEXT, ENTRY(name), .standing = PTL_KEY },
    { "spelled", "the values as the text has them, as long as they say the same", PTL_KIND_TEXT,
      ENTRY(spelled), .optional = true, .standing = PTL_ECHO },
    { "x0", "first fan to the west", PTL_KIND_I32, ENTRY(x0) },
    { "y0", "first fan to the north", PTL_KIND_I32, ENTRY(y0) },
    { "x1", "last fan to the east", PTL_KIND_I32, ENTRY(x1) },
    { "y1", "last fan to the south", PTL_KIND_I32, ENTRY(y1) },
    { "open", "it is floor when the module begins", PTL_KIND_BOOL, ENTRY(open) },
    { "shoot_through", "shots pass while it is closed", PTL_KIND_BOOL, ENTRY(shoot_through) },
    { "slippery", "it is slippery while it is closed", PTL_KIND_BOOL, ENTRY(slippery) },
};
static const ptl_record passage_record = { "a passage", sizeof(ptl_passage), ROWS(passage_fields),
                                           .placed = true, .at = offsetof(ptl_passage, at) };

static const ptl_field list_fields[] = {
    { "list", "in the order of their numbers, from 0", PTL_KIND_RECORD, PTL_LIST,
      .offset = offsetof(ptl_passages, data), .record = &passage_record },
    { "end", "the text after the last passage", PTL_KIND_TEXT,
      .offset = offsetof(ptl_passages, end), .optional = true, .standing = PTL_MANNER },
};
static const ptl_record list_record = { "passages of an Egoboo level", sizeof(ptl_passages),
                                        ROWS(list_fields) };

/* ---- Reading and writing -------------------------------------------------------------------- */

static_assert(sizeof(ptl_passages) == sizeof(ego_list), "passages are a list of entries");

static int passage_probe(ptl_span head, uint64_t size)
{
    (void)size;
    return ptl_ego_probe(head, &ptl_ego_passages);
}

static void passage_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_ego_read(job, ptl_ego_source(job, source), &ptl_ego_passages, native);
}

static void passage_settle(ptl_job *job, const void *native)
{
    ptl_ego_settle(job, &ptl_ego_passages, native);
}

static void passage_write(ptl_job *job, ptl_buf *out, const void *native)
{
    (void)job;
    ptl_ego_write(out, &ptl_ego_passages, native);
}

/* ---- Checks --------------------------------------------------------------------------------- */

static void passage_check(ptl_job *job, const void *native, const char *profile)
{
    (void)profile;
    ptl_ego_check_passages(job, native);
}

/* ---- Facts ---------------------------------------------------------------------------------- */

typedef struct facts {
    ptl_str  format, title;
    uint64_t passages, open, shoot_through, slippery;
    struct {
        ptl_passage *data;
        size_t       count;
    } list;
} facts;

#define FACT(member) .offset = offsetof(facts, member)

static const ptl_field line_fields[] = {
    { "name", "up to the colon", PTL_KIND_TEXT, ENTRY(name) },
    { "x0", "first fan to the west", PTL_KIND_I32, ENTRY(x0) },
    { "y0", "first fan to the north", PTL_KIND_I32, ENTRY(y0) },
    { "x1", "last fan to the east", PTL_KIND_I32, ENTRY(x1) },
    { "y1", "last fan to the south", PTL_KIND_I32, ENTRY(y1) },
    { "open", "when the module begins", PTL_KIND_BOOL, ENTRY(open) },
};
static const ptl_record line_record = { "passage", sizeof(ptl_passage), ROWS(line_fields) };

static const ptl_field facts_fields[] = {
    { "format", "always passage", PTL_KIND_TEXT, FACT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, FACT(title) },
    { "passages", "all passages", PTL_KIND_U64, FACT(passages) },
    { "open", "of these, open when the module begins", PTL_KIND_U64, FACT(open) },
    { "shoot_through", "of these, shots pass while they are closed", PTL_KIND_U64,
      FACT(shoot_through) },
    { "slippery", "of these, slippery while they are closed", PTL_KIND_U64, FACT(slippery) },
    { "list", "in the order of their numbers, from 0", PTL_KIND_RECORD, PTL_LIST, FACT(list),
      .record = &line_record },
};
static const ptl_record facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

static void *passage_facts(ptl_job *job, const void *native)
{
    const ptl_passages *list = native;
    facts              *out  = ptl_arena_take(job, sizeof *out);

    if (!out)
        return NULL;
    out->format = (ptl_str){ "passage", 7 };
    out->title  = (ptl_str){ ptl_format_passage.info.title, strlen(ptl_format_passage.info.title) };
    out->passages   = list->count;
    out->list.data  = list->data;
    out->list.count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        out->open += list->data[i].open;
        out->shoot_through += list->data[i].shoot_through;
        out->slippery += list->data[i].slippery;
    }
    return out;
}

/* ---- The row -------------------------------------------------------------------------------- */

ptl_passages *ptl_passage_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_passage);
}

const ptl_passages *ptl_passage_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_passage);
}

static const ptl_setting_info passage_settings[] = {
    { "size", "WxH", NULL, "fans of the level that a new list is for (16x16)", PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_passage = {
    .info         = { .name       = "passage",
                      .title      = "Egoboo passages",
                      .extensions = "passage.txt",
                      .media_type = "text/x-egoboo-passages",
                      .settings   = passage_settings },
    .record       = &list_record,
    .rules        = ptl_passage_rules,
    .text         = true,
    .probe        = passage_probe,
    .make         = ptl_passage_make,
    .read         = passage_read,
    .settle       = passage_settle,
    .write        = passage_write,
    .check        = passage_check,
    .facts_record = &facts_record,
    .facts        = passage_facts,
};
