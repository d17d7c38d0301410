/* SPDX-License-Identifier: MIT */
/* UTF-8, checked. ptl_quote shows what may not be UTF-8. */
#ifndef PTL_CORE_UTF8_H
#define PTL_CORE_UTF8_H

#include <portolan/portolan.h>

/* Length in bytes (1 to 4) of the character at `data`, and its code point in *out; 0 where the
 * bytes are not UTF-8 (over-long forms, surrogates and values past U+10FFFF included). */
size_t ptl_utf8_decode(const char *data, size_t size, uint32_t *out);

/* Writes a code point; returns its length in bytes. */
size_t ptl_utf8_encode(char out[4], uint32_t code);

/* Size of the mark that some editors put in front of UTF-8; 0 when there is none. */
size_t ptl_utf8_mark(const char *data, size_t size);

bool ptl_utf8_valid(const char *data, size_t size);

/* Whether a code point can be shown as it is: no control, and no mark with which a name could
 * rewrite the line it stands in. */
bool ptl_utf8_harmless(uint32_t code);

/* How many columns of a terminal a text takes: East Asian characters two, marks above others none.
 */
size_t ptl_utf8_columns(const char *data, size_t size);

/* Whether a code point is set aside by Unicode and never a character, such as U+FFFE. */
bool ptl_utf8_nobody(uint32_t code);

#endif
