/* SPDX-License-Identifier: MIT */
/* Output: grows in memory, or passes through a window of 64 KiB to a sink. */
#include "core/buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/bytes.h"

enum { WINDOW = 65536 };

ptl_buf ptl_buf_of(ptl_job *job, const ptl_sink *sink)
{
    return (ptl_buf){ .job = job, .sink = sink };
}

void ptl_buf_free(ptl_buf *buf)
{
    if (buf->data)
        ptl_heap_resize(buf->job->heap, buf->data, buf->capacity, 0);
    buf->data = NULL;
    buf->size = buf->capacity = 0;
}

void ptl_fail_write(ptl_job *job, const char *what)
{
    const char *why = errno ? strerror(errno) : "";

    ptl_fail(job, PTL_E_IO, PTL_NOWHERE, "write", "%s cannot be written%s%s", what,
             *why ? ": " : "", why);
}

static void hand_on(ptl_buf *buf, const void *data, size_t size)
{
    int before = errno;

    errno = 0;
    if (ptl_ok(buf->job) && !buf->sink->put(buf->sink->user, data, size))
        ptl_fail_write(buf->job, "the output");
    errno = errno ? errno : before;
    buf->gone += size;
    ptl_step_to(buf->job, buf->gone, 0);
}

void ptl_buf_flush(ptl_buf *buf)
{
    if (buf->sink && buf->size > 0)
        hand_on(buf, buf->data, buf->size);
    if (buf->sink)
        buf->size = 0;
}

static bool grow(ptl_buf *buf, size_t size)
{
    size_t   want = buf->capacity < 256 ? 256 : buf->capacity;
    uint8_t *data;

    if (size > SIZE_MAX / 4 || buf->size > SIZE_MAX / 4) {
        ptl_fail(buf->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "the output is too large");
        return false;
    }
    if (buf->sink && want < WINDOW)
        want = WINDOW;
    while (want - buf->size < size)
        want *= 2;
    data = ptl_resize(buf->job, buf->data, buf->capacity, want);
    if (!data)
        return false;
    buf->data     = data;
    buf->capacity = want;
    return true;
}

uint8_t *ptl_buf_room(ptl_buf *buf, size_t size)
{
    if (!ptl_ok(buf->job))
        return NULL;
    if (buf->capacity - buf->size >= size && buf->capacity > 0)
        return buf->data + buf->size;
    if (buf->sink)
        ptl_buf_flush(buf);
    if ((buf->capacity - buf->size < size || buf->capacity == 0) && !grow(buf, size))
        return NULL;
    return ptl_ok(buf->job) ? buf->data + buf->size : NULL;
}

void ptl_put(ptl_buf *buf, const void *data, size_t size)
{
    uint8_t *room;

    if (buf->sink && size >= WINDOW) { /* large pieces go around the window */
        ptl_buf_flush(buf);
        hand_on(buf, data, size);
        return;
    }
    room = size > 0 ? ptl_buf_room(buf, size) : NULL;
    if (!room)
        return;
    memcpy(room, data, size);
    buf->size += size;
}

void ptl_put_text(ptl_buf *buf, const char *text)
{
    ptl_put(buf, text, strlen(text));
}

void ptl_put_format(ptl_buf *buf, const char *format, ...)
{
    size_t room = 128; /* usually enough; otherwise the first try says what is */
    char  *to;

    while ((to = (char *)ptl_buf_room(buf, room))) {
        va_list args;
        int     size;

        va_start(args, format);
        size = vsnprintf(to, room, format, args);
        va_end(args);
        if (size < (int)room) {
            buf->size += size > 0 ? (size_t)size : 0;
            return;
        }
        room = (size_t)size + 1;
    }
}

void ptl_put_u8(ptl_buf *buf, uint8_t value)
{
    ptl_put(buf, &value, 1);
}

void ptl_put_u16le(ptl_buf *buf, uint16_t value)
{
    uint8_t bytes[2] = { (uint8_t)value, (uint8_t)(value >> 8) };

    ptl_put(buf, bytes, sizeof bytes);
}

void ptl_put_u32le(ptl_buf *buf, uint32_t value)
{
    uint8_t bytes[4];

    ptl_store_u32le(bytes, value);
    ptl_put(buf, bytes, sizeof bytes);
}

void ptl_put_u32le_array(ptl_buf *buf, const uint32_t *values, size_t count)
{
    if (PTL_LITTLE_ENDIAN) {
        ptl_put(buf, values, count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ptl_put_u32le(buf, values[i]);
}

void ptl_put_f32le_array(ptl_buf *buf, const float *values, size_t count)
{
    if (PTL_LITTLE_ENDIAN) {
        ptl_put(buf, values, count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;

        memcpy(&bits, &values[i], sizeof bits);
        ptl_put_u32le(buf, bits);
    }
}

void ptl_bytes_free(ptl_bytes *bytes)
{
    ptl_heap heap;

    if (bytes && bytes->data) {
        heap = ptl_heap_of(&bytes->allocator, SIZE_MAX);
        ptl_heap_resize(&heap, bytes->data, bytes->capacity, 0);
    }
    if (bytes)
        *bytes = (ptl_bytes){ 0 };
}

ptl_status ptl_buf_give(ptl_bytes *out, ptl_buf *buf, ptl_diag *err)
{
    *out = (ptl_bytes){ .allocator = buf->job->heap->allocator };
    if (ptl_ok(buf->job)) {
        out->data     = buf->data;
        out->size     = buf->size;
        out->capacity = buf->capacity;
    } else {
        ptl_buf_free(buf);
    }
    return ptl_job_end(buf->job, err);
}
