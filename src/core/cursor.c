/* SPDX-License-Identifier: MIT */
/* Bounded reading of bytes. */
#include "core/cursor.h"

#include <string.h>

#include "core/arena.h"
#include "core/bytes.h"

ptl_cursor ptl_cursor_of(ptl_job *job, ptl_span span)
{
    return ptl_cursor_part(job, span, 0, span.size, "the file");
}

ptl_cursor ptl_cursor_part(ptl_job *job, ptl_span span, uint64_t at, uint64_t end,
                           const char *whole)
{
    return (ptl_cursor){ .job   = job,
                         .data  = span.data ? span.data : (const uint8_t *)"",
                         .at    = at,
                         .size  = end,
                         .what  = whole,
                         .whole = whole };
}

uint64_t ptl_left(const ptl_cursor *in)
{
    return in->size - in->at;
}

bool ptl_need(ptl_cursor *in, uint64_t size)
{
    if (!ptl_ok(in->job))
        return false;
    if (size <= ptl_left(in))
        return true;
    ptl_fail(in->job, PTL_E_SYNTAX, in->size, "truncated",
             "%s ends inside %s; bytes needed from 0x%llx on: %llu, left: %llu", in->whole,
             in->what, (unsigned long long)in->at, (unsigned long long)size,
             (unsigned long long)ptl_left(in));
    return false;
}

const uint8_t *ptl_take(ptl_cursor *in, uint64_t size)
{
    if (!ptl_need(in, size))
        return NULL;
    in->at += size;
    return in->data + in->at - size;
}

uint8_t ptl_u8(ptl_cursor *in)
{
    const uint8_t *at = ptl_take(in, 1);

    return at ? *at : 0;
}

uint16_t ptl_u16le(ptl_cursor *in)
{
    const uint8_t *at = ptl_take(in, 2);

    return at ? ptl_load_u16le(at) : 0;
}

uint32_t ptl_u32le(ptl_cursor *in)
{
    const uint8_t *at = ptl_take(in, 4);

    return at ? ptl_load_u32le(at) : 0;
}

uint64_t ptl_u64le(ptl_cursor *in)
{
    const uint8_t *at = ptl_take(in, 8);

    return at ? ptl_load_u32le(at) | (uint64_t)ptl_load_u32le(at + 4) << 32 : 0;
}

/* Memory for `count` values of `size` bytes holding the next bytes of the file as they are. */
static void *take_array(ptl_cursor *in, uint64_t count, size_t size)
{
    const uint8_t *from  = in->data + in->at;
    uint64_t       bytes = count <= UINT64_MAX / size ? count * size : UINT64_MAX;
    void          *array;

    if (!ptl_need(in, bytes))
        return NULL;
    in->at += bytes;
    if (in->job->source_owned && (uintptr_t)from % size == 0) {
        in->job->source_kept = true;
        return (void *)from;
    }
    array = ptl_arena_raw(in->job, bytes);
    if (array && count > 0)
        memcpy(array, from, (size_t)bytes);
    return array;
}

static void *take_words(ptl_cursor *in, uint64_t count)
{
    uint8_t *array = take_array(in, count, 4);

    if (!array || PTL_LITTLE_ENDIAN)
        return array;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t value = ptl_load_u32le(array + 4 * i);

        memcpy(array + 4 * i, &value, sizeof value);
    }
    return array;
}

ptl_str ptl_chars(ptl_cursor *in, uint64_t size)
{
    char *data = take_array(in, size, 1);

    return (ptl_str){ data ? data : "", data ? (size_t)size : 0 };
}

ptl_u8s ptl_u8_array(ptl_cursor *in, uint64_t count)
{
    uint8_t *data = take_array(in, count, 1);

    return (ptl_u8s){ data, data ? (size_t)count : 0 };
}

ptl_u32s ptl_u32le_array(ptl_cursor *in, uint64_t count)
{
    uint32_t *data = take_words(in, count);

    return (ptl_u32s){ data, data ? (size_t)count : 0 };
}

ptl_f32s ptl_f32le_array(ptl_cursor *in, uint64_t count)
{
    float *data = take_words(in, count);

    return (ptl_f32s){ data, data ? (size_t)count : 0 };
}
