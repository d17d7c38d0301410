/* SPDX-License-Identifier: MIT */
/* A page that shows documents by itself: the viewer, and in it all that is to be seen. */
#ifndef PTL_CLI_VIEW_PAGE_H
#define PTL_CLI_VIEW_PAGE_H

#include <stdio.h>

#include "files.h"

typedef struct view_page {
    const reading *reading;
    char          *viewer; /* the page without data */
    char          *place;  /* in it: where the data goes */
    FILE          *data;   /* what documents are, as JSON: a list of subjects */
    char          *data_text;
    size_t         data_size;
    FILE          *pieces; /* drawings and scenes, an element each */
    char          *pieces_text;
    size_t         pieces_size;
    size_t         subjects, count; /* documents and pieces so far */
    char          *compared;        /* what changed between two of them, as JSON, or NULL */
    size_t         compared_size;
    bool           gzipped;
} view_page;

/* Finds the viewer, which is installed beside the tool, or is what PORTOLAN_VIEWER names; an exit
 * code, and a message when it is not there. */
int  view_begin(view_page *v, const reading *r);
void view_free(view_page *v);

/* Puts a document into the page; what is wrong with it is heard by the report. */
ptl_status view_add(view_page *v, ptl_doc *doc, const char *path, report *heard);

/* What changed from one file to another, where both are of one format; nothing is said otherwise.
 */
void view_compare(view_page *v, const char *before, const char *after);

/* The whole page, in memory to be freed; NULL without memory. */
char *view_end(view_page *v, size_t *size);

#endif
