/* SPDX-License-Identifier: MIT */
/* XML through expat, where the library was built with it: elements and texts are called out one by
 * one, in the order of the source, and nothing is kept.
 *
 * A document type is named and not looked into; one that declares entities is refused, and so is
 * UTF-16. Nesting is bounded by the depth of the job. Names and values come as UTF-8. Rules of
 * refusal: "feature-absent", "xml-syntax", "xml-entity", "xml-encoding", "limit-depth". */
#ifndef PTL_CORE_XML_H
#define PTL_CORE_XML_H

#include "core/job.h"

/* What is called out, each with the offset of its first byte; a failed job hears no more. */
typedef struct ptl_xml_calls {
    /* `attributes` are names and values by turns, ended by NULL. */
    void (*open)(void *user, const char *name, const char **attributes, uint64_t at);
    /* A piece of the text inside of an element: one text may come in several. */
    void (*text)(void *user, const char *data, size_t size, uint64_t at);
    void (*close)(void *user, uint64_t at);
    /* Where the document type says that its description is; NULL: nobody wants to know. */
    void (*type)(void *user, const char *system_id);
} ptl_xml_calls;

bool ptl_xml_there(void);

void ptl_xml_read(ptl_job *job, ptl_span source, const ptl_xml_calls *calls, void *user);

#endif
