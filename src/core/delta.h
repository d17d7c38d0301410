/* SPDX-License-Identifier: MIT */
/* The difference of two byte strings, as JSON. */
#ifndef PTL_CORE_DELTA_H
#define PTL_CORE_DELTA_H

#include "core/json.h"

/* What makes `to` of `from`: a list of [offset, size] for what is copied and of base64 for what is
 * new. In linear time. */
void ptl_delta_write(ptl_buf *out, ptl_span from, ptl_span to);

/* The other way: puts what it describes into `out`. `most` is what may come of it. */
void ptl_delta_apply(ptl_json_in *in, ptl_buf *out, ptl_span from, uint64_t most);

#endif
