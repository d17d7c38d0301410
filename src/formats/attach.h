/* SPDX-License-Identifier: MIT */
/* Files that come along with a document made from a hub. */
#ifndef PTL_FORMATS_ATTACH_H
#define PTL_FORMATS_ATTACH_H

#include "core/buf.h"
#include "hubs/hub.h"

/* Adds a file; its bytes must live as long as the document. A span without bytes is left out: then
 * the job failed before. Returns the name it goes by, in the arena: with that of the output in
 * front where a file of its own has it already. */
const char *ptl_attach(ptl_job *job, ptl_attachments *attached, const char *name, ptl_span bytes);

/* The same for a file that programs know by its name alone. */
void ptl_attach_called(ptl_job *job, ptl_attachments *attached, const char *name, ptl_span bytes);

/* What is in a buffer, as bytes in the arena; the buffer is freed. */
ptl_span ptl_attach_text(ptl_job *job, ptl_buf *text);

#endif
