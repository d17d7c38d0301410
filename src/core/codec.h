/* SPDX-License-Identifier: MIT */
/* zlib, zstd and gzip streams, through libdeflate and libzstd where the library was built with
 * them.
 *
 * The caller knows how much must come out, so that a stream can be refused before memory is taken
 * and never yields more than that. What a coder needs for itself counts against the job's limit:
 * what is known beforehand is charged, and zstd encodes with memory of the job. Rules of refusal:
 * "feature-absent", "zlib-data", "zstd-data", "gzip-data", "truncated", "payload-long",
 * "payload-short", each with its byte. */
#ifndef PTL_CORE_CODEC_H
#define PTL_CORE_CODEC_H

#include "core/buf.h"

typedef enum ptl_codec { PTL_CODEC_ZLIB, PTL_CODEC_ZSTD, PTL_CODEC_GZIP } ptl_codec;

/* "zlib", "zstd" or "gzip", and whether this build has it. */
const char *ptl_codec_name(ptl_codec codec);
bool        ptl_codec_there(ptl_codec codec);

/* A stream inside the source: its bytes, to the end of the file, and where the first one stands. */
typedef struct ptl_stream {
    ptl_codec codec;
    ptl_span  bytes;
    uint64_t  at;
} ptl_stream;

/* Looks at the size a stream declares and at the most its bytes can yield; fails the job when
 * `size` cannot come out. Costs no memory. */
bool ptl_stream_check(ptl_job *job, const ptl_stream *stream, uint64_t size);

/* Decodes into exactly `size` bytes; returns the bytes of the stream, 0 after a failure. */
size_t ptl_stream_decode(ptl_job *job, const ptl_stream *stream, uint8_t *out, size_t size);

/* The same for a stream that comes without a size: memory of the arena, at most `most` bytes. */
ptl_span ptl_stream_decode_all(ptl_job *job, const ptl_stream *stream, size_t most);

/* Writes a stream. Level 0 is the codec's default; ptl_codec_levels is the highest. */
int  ptl_codec_levels(ptl_codec codec);
void ptl_stream_encode(ptl_buf *out, ptl_codec codec, ptl_span bytes, int level);

/* ---- One row each: codec_zlib.c and its like --------------------------------------------- */

/* A codec that was not built in has a name and nothing else; one that only decodes has no `bound`
 * and no `encode`. */
typedef struct ptl_codec_row {
    const char *name;
    int         levels;
    /* Fails the job over what the header says. */
    void (*check)(ptl_job *job, const ptl_stream *stream, uint64_t size);
    uint64_t (*most)(const ptl_stream *stream); /* what it may yield */
    size_t (*decode)(ptl_job *job, const ptl_stream *stream, uint8_t *out, size_t size);
    /* Decodes what fits: how much came out, SIZE_MAX when there is more. */
    size_t (*fill)(ptl_job *job, const ptl_stream *stream, uint8_t *out, size_t room);
    size_t (*bound)(size_t size); /* most that encoding writes */
    /* How much was written; 0 after a failure. */
    size_t (*encode)(ptl_job *job, uint8_t *out, size_t room, ptl_span bytes, int level);
} ptl_codec_row;

extern const ptl_codec_row ptl_codec_zlib, ptl_codec_zstd, ptl_codec_gzip;

#endif
