/* SPDX-License-Identifier: MIT */
/* Deflate for callers who know what repeats: they name the matches, this makes blocks of them. */
#ifndef PTL_RENDER_DEFLATE_H
#define PTL_RENDER_DEFLATE_H

#include "core/buf.h"

enum {
    PTL_DEFLATE_WINDOW   = 32768, /* how far back a match may begin */
    PTL_DEFLATE_SHORTEST = 3,     /* bytes of a match               */
    PTL_DEFLATE_LONGEST  = 258,
    PTL_DEFLATE_TOKENS   = 1 << 15, /* of a block, which has codes of its own */
    PTL_DEFLATE_LITERALS = 286,
    PTL_DEFLATE_REACHES  = 30,
};

typedef struct ptl_deflate {
    ptl_buf  *out;
    uint64_t  bits; /* not yet put, the lowest first */
    unsigned  bit_count;
    uint32_t  count;
    uint32_t *tokens; /* a byte, or a match: its length and distance */
    uint32_t  literal_uses[PTL_DEFLATE_LITERALS], reach_uses[PTL_DEFLATE_REACHES];
    uint8_t   length_code[PTL_DEFLATE_LONGEST + 1]; /* symbols from 257 on, less 257 */
    uint8_t   reach_code[512];                      /* of distances up to 256, and of 128ths */
} ptl_deflate;

/* A raw stream of deflate into a buffer; the tokens of a block are in the job's arena. */
void ptl_deflate_begin(ptl_deflate *d, ptl_buf *out);
void ptl_deflate_bytes(ptl_deflate *d, const uint8_t *bytes, size_t count);
/* Repeats what stands `distance` bytes back: 3 bytes or more, without limit. */
void ptl_deflate_match(ptl_deflate *d, size_t length, uint32_t distance);
void ptl_deflate_end(ptl_deflate *d);

#endif
