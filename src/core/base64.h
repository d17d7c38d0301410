/* SPDX-License-Identifier: MIT */
/* Bytes as base64 and back. */
#ifndef PTL_CORE_BASE64_H
#define PTL_CORE_BASE64_H

#include "core/buf.h"

void ptl_put_base64(ptl_buf *out, const uint8_t *data, size_t size); /* padded, without blanks */

typedef struct ptl_base64 {
    size_t size;   /* bytes it stands for                                     */
    size_t wrong;  /* where a character stands that does not belong there, or SIZE_MAX */
    bool   padded; /* whole groups of four                                    */
} ptl_base64;

/* Decodes up to the first fault, skipping blanks. `out`, NULL to look only, has room for three
 * bytes per four characters. `url` allows the digits of the URL alphabet, too. */
ptl_base64 ptl_base64_undo(uint8_t *out, ptl_str text, bool url);

#endif
