/* SPDX-License-Identifier: MIT */
/* Documents edited as somebody might who does not know what belongs together: any number of the
 * record table set to any value, lists cut and exchanged, texts replaced. And every public call
 * that takes a document, or what is inside. */
#ifndef PTL_TESTS_EDITS_H
#define PTL_TESTS_EDITS_H

#include <portolan/portolan.h>

/* Places of a document that can be edited: every number, every list, every text of its record
 * table; of long lists the first, a middle one and the last. */
size_t edit_sites(const ptl_doc *doc);

/* How many different edits a site can be asked for. */
enum { EDITS_PER_SITE = 16 };

/* Makes an edit of a site, which is taken modulo the number of sites. */
void edit_document(ptl_doc *doc, size_t site, unsigned edit);

/* What the site is called, for messages. */
const char *edit_site_name(const ptl_doc *doc, size_t site);

enum {                  /* what to call: bits */
       EDIT_LOOK   = 1, /* check, info, write, lists                     */
       EDIT_HUBS   = 2, /* scenes and plans                              */
       EDIT_JSON   = 4, /* edit_compare_json                             */
       EDIT_CHANGE = 8, /* repairs and changes, then all of this again   */
       EDIT_DRAW   = 16 /* pictures and exports, which take longer       */
};

/* Calls what takes a document, or what is inside; single places are asked about in any case. `seed`
 * chooses among odd numbers to ask about. */
void edit_call(ptl_doc *doc, unsigned seed, unsigned what);

/* Ends the program when the document can be written as JSON that cannot be read again, or that is
 * another then. */
void edit_compare_json(const ptl_doc *doc);

#endif
