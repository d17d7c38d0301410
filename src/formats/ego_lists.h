/* SPDX-License-Identifier: MIT */
/* Egoboo's lists: texts of lines "name: values", which lie beside a level. The lists themselves are
 * formats of their own; levels look into them, too. */
#ifndef PTL_FORMATS_EGO_LISTS_H
#define PTL_FORMATS_EGO_LISTS_H

#include <portolan/egoboo.h>

#include "formats/format.h"

typedef struct ego_list { /* ptl_passages, ptl_spawns */
    void   *data;
    size_t  count;
    ptl_str end;
} ego_list;

typedef enum ego_kind { EGO_WORD, EGO_WHOLE, EGO_REAL, EGO_TRUTH, EGO_FACING, EGO_SKIN } ego_kind;

typedef struct ego_value {
    const char *what; /* for messages */
    uint8_t     kind; /* ego_kind */
    uint16_t    offset;
} ego_value;

typedef struct ego_lines { /* what the entries of a list have, in their order */
    const char      *rule; /* of lines that do not */
    size_t           size; /* of the struct of an entry */
    const ego_value *values;
    size_t           count, least; /* values of an entry; behind the least of them it may end */

    /* Says what engines make of a colon in a comment, in front of an entry with this number. */
    void (*tell_comment)(ptl_job *job, uint64_t at, size_t number, bool fits);
} ego_lines;

extern const ego_lines ptl_ego_passages, ptl_ego_spawns;

/* The text that entries point into: the source itself where the document owns it, else a copy. */
ptl_str ptl_ego_source(ptl_job *job, ptl_span source);

/* Lines that do not fit are told of, and kept in the text between entries. */
void ptl_ego_read(ptl_job *job, ptl_str text, const ego_lines *lines, ego_list *out);
void ptl_ego_write(ptl_buf *out, const ego_lines *lines, const ego_list *list);

/* Fails where what would be written reads as something else. */
void ptl_ego_settle(ptl_job *job, const ego_lines *lines, const ego_list *list);

/* Engines look for colons, and know no comments: tells of those with a colon in them. */
void ptl_ego_check_comments(ptl_job *job, const ego_lines *lines, const ego_list *list);
void ptl_ego_tell_passage(ptl_job *job, uint64_t at, size_t number, bool fits);
void ptl_ego_tell_spawn(ptl_job *job, uint64_t at, size_t number, bool fits);

/* Findings about a list by itself. */
void ptl_ego_check_passages(ptl_job *job, const ptl_passages *list);
void ptl_ego_check_spawns(ptl_job *job, const ptl_spawns *list);

/* A new document that reads as these two texts. */
ptl_status ptl_ego_make(ptl_doc **out, const ptl_format *format, const ego_lines *lines,
                        const char *head, const char *entry, const ptl_read_opts *opts,
                        ptl_diag *err);

/* How well a text fits: its first line that could be an entry is one, or another of the first few,
 * or it has only comments, which any list may. */
int ptl_ego_probe(ptl_span head, const ego_lines *lines);

#endif
