/* SPDX-License-Identifier: MIT */
/* What the files of the PixelPerfectEngine container share. */
#ifndef PTL_FORMATS_XMF_PRIVATE_H
#define PTL_FORMATS_XMF_PRIVATE_H

#include <portolan/xmf.h>

#include "formats/format.h"
#include "formats/xmf/xdl.h"

enum { XMF_ASSUME_OLD = 1, XMF_ASSUME_NEW = 2 };

extern const ptl_format ptl_format_xmf;

/* Where a tag stands, if the text it stands in is the file. */
uint64_t xmf_place(const ptl_xmf *box, size_t tag);

/* The tags as layers, in the job's arena; fails over values that are missing or of another kind. */
ptl_xmf_layers xmf_layers(ptl_job *job, const ptl_xmf *box);

bool xmf_is(ptl_str text, const char *word);
/* The index after the last tag inside of a tag. */
size_t xmf_inside_end(const ptl_xmf *box, size_t tag);
/* An attribute, or NULL. */
const ptl_xmf_value *xmf_attribute(const ptl_xmf_values *values, const char *name);

/* The embedded map of a layer as a map file, by the setting "layer". */
bool xmf_write_as(ptl_job *job, ptl_buf *out, const void *native, const char *to);
/* Puts the setting "map", if it is given, into a copy of the tags. */
void xmf_embed_given(ptl_job *job, ptl_xmf *box);

void xmf_check(ptl_job *job, const void *native, const char *profile);

extern const ptl_record xmf_facts_record;
void                   *xmf_facts(ptl_job *job, const void *native);

extern const ptl_name xmf_packing_names[];

#endif
