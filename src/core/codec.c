/* SPDX-License-Identifier: MIT */
/* The table of codecs, and what does not depend on which one it is. */
#include "core/codec.h"

#include "core/arena.h"

static const ptl_codec_row *const codecs[] = {
    [PTL_CODEC_ZLIB] = &ptl_codec_zlib,
    [PTL_CODEC_ZSTD] = &ptl_codec_zstd,
    [PTL_CODEC_GZIP] = &ptl_codec_gzip,
};

enum { FIRST_GUESS = 4096 };

const char *ptl_codec_name(ptl_codec codec)
{
    return codecs[codec]->name;
}

bool ptl_codec_there(ptl_codec codec)
{
    return codecs[codec]->decode != NULL;
}

int ptl_codec_levels(ptl_codec codec)
{
    return codecs[codec]->levels;
}

static bool demand(ptl_job *job, ptl_codec codec, uint64_t at)
{
    if (!ptl_codec_there(codec))
        ptl_fail(job, PTL_E_UNSUPPORTED, at, "feature-absent",
                 "this build of the library has no %s", codecs[codec]->name);
    return ptl_ok(job);
}

bool ptl_stream_check(ptl_job *job, const ptl_stream *stream, uint64_t size)
{
    const ptl_codec_row *codec = codecs[stream->codec];

    if (!demand(job, stream->codec, stream->at))
        return false;
    codec->check(job, stream, size);
    if (ptl_ok(job) && size > codec->most(stream))
        ptl_fail(job, PTL_E_SYNTAX, stream->at + stream->bytes.size, "truncated",
                 "%zu bytes of %s cannot yield the %llu bytes needed", stream->bytes.size,
                 codec->name, (unsigned long long)size);
    return ptl_ok(job);
}

size_t ptl_stream_decode(ptl_job *job, const ptl_stream *stream, uint8_t *out, size_t size)
{
    return demand(job, stream->codec, stream->at)
               ? codecs[stream->codec]->decode(job, stream, out, size)
               : 0;
}

/* The output doubles until the stream fits; what was tried before is given back. */
ptl_span ptl_stream_decode_all(ptl_job *job, const ptl_stream *stream, size_t most)
{
    const ptl_codec_row *codec = codecs[stream->codec];

    if (!demand(job, stream->codec, stream->at))
        return (ptl_span){ 0 };
    for (size_t room = FIRST_GUESS; ptl_ok(job); room = room < most / 2 ? room * 2 : most) {
        uint8_t *out  = ptl_arena_alone(job, room);
        size_t   size = out ? codec->fill(job, stream, out, room) : 0;

        if (ptl_ok(job) && size <= room)
            return (ptl_span){ out, size };
        if (out)
            ptl_arena_drop(job->arena, job->heap, out);
        if (room == most)
            ptl_fail(job, PTL_E_LIMIT, stream->at, "payload-long",
                     "the %s stream yields more than %zu bytes", codec->name, most);
    }
    return (ptl_span){ 0 };
}

void ptl_stream_encode(ptl_buf *out, ptl_codec codec, ptl_span bytes, int level)
{
    size_t   bound, size = 0;
    uint8_t *room;

    if (!demand(out->job, codec, PTL_NOWHERE))
        return;
    if (!codecs[codec]->encode) {
        ptl_fail(out->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "this build of the library cannot write %s", codecs[codec]->name);
        return;
    }
    bound = codecs[codec]->bound(bytes.size);
    room  = bound > 0 ? ptl_buf_room(out, bound) : NULL;
    if (room)
        size = codecs[codec]->encode(out->job, room, bound, bytes, level);
    if (size == 0)
        ptl_fail(out->job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for %s",
                 codecs[codec]->name);
    else
        out->size += size;
}
