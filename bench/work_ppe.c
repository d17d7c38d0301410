/* SPDX-License-Identifier: MIT */
/* Anchors of PixelPerfectEngine maps: the bare codecs, and run lengths one byte at a time. Each
 * makes a plain map of the same cells, so that what came out can be compared. */
#include <portolan/ppe.h>

#include <string.h>

#include "bench.h"

#ifdef PTL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif
#ifdef PTL_HAVE_LIBZSTD
#include <zstd.h>
#endif
#ifdef PTL_HAVE_ZLIB
#include <zlib.h>
#endif

enum { HEADER = 12, CODERS = 0x0F };

/* Room for the plain map, its header in place. */
static outcome plain_map(const material *m)
{
    ptl_allocator kept = pool_memory(m->kept);
    size_t        size = HEADER + 4 * ptl_ppe_of(m->doc)->cells.count;
    uint8_t      *data = kept.resize(kept.user, NULL, 0, size);
    outcome o = { .bytes = { .data = data, .size = size, .capacity = size, .allocator = kept } };

    if (data) {
        memcpy(data, m->file.data, HEADER);
        data[1] &= (uint8_t)~CODERS;
    }
    return o;
}

#ifdef PTL_HAVE_LIBDEFLATE
outcome ppe_inflate(const material *m)
{
    outcome                         o = plain_map(m);
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();

    o.done = o.bytes.data && d &&
             libdeflate_zlib_decompress(d, m->file.data + HEADER, m->file.size - HEADER,
                                        o.bytes.data + HEADER, o.bytes.size - HEADER,
                                        NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(d);
    return o;
}
#endif

#ifdef PTL_HAVE_ZLIB
outcome ppe_inflate_zlib(const material *m)
{
    outcome o    = plain_map(m);
    uLongf  size = (uLongf)(o.bytes.size - HEADER);

    o.done = o.bytes.data && uncompress(o.bytes.data + HEADER, &size, m->file.data + HEADER,
                                        (uLong)(m->file.size - HEADER)) == Z_OK;
    return o;
}
#endif

#ifdef PTL_HAVE_LIBZSTD
outcome ppe_unzstd(const material *m)
{
    outcome o = plain_map(m);

    o.done = o.bytes.data &&
             ZSTD_decompress(o.bytes.data + HEADER, o.bytes.size - HEADER, m->file.data + HEADER,
                             m->file.size - HEADER) == o.bytes.size - HEADER;
    return o;
}
#endif

/* The way one writes it first: a byte in, a byte out, the end looked for every time. */
outcome ppe_unrle_bytes(const material *m)
{
    outcome        o  = plain_map(m);
    const uint8_t *in = m->file.data + HEADER, *end = m->file.data + m->file.size;
    uint8_t       *out  = o.bytes.data + HEADER;
    uint8_t       *last = o.bytes.data + o.bytes.size;

    if (!o.bytes.data)
        return o;
    while (in < end && out < last) {
        unsigned head = *in++, count = (head & 0x7F) + 1;

        for (unsigned i = 0; i < count; i++)
            for (unsigned k = 0; k < 4 && out < last; k++)
                *out++ = in + k < end ? in[(head & 0x80 ? 0 : 4 * i) + k] : 0;
        in += head & 0x80 ? 4 : 4 * count;
    }
    o.done = out == last;
    return o;
}
