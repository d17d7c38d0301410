/* SPDX-License-Identifier: MIT */
/* Growing output, or a window in front of a sink. */
#ifndef PTL_CORE_BUF_H
#define PTL_CORE_BUF_H

#include "core/job.h"

typedef struct ptl_buf {
    ptl_job        *job;
    const ptl_sink *sink; /* NULL keeps everything in memory */
    uint8_t        *data;
    size_t          size, capacity;
    uint64_t        gone; /* bytes that the sink has */
} ptl_buf;

ptl_buf ptl_buf_of(ptl_job *job, const ptl_sink *sink);
void    ptl_buf_free(ptl_buf *buf);
void    ptl_buf_flush(ptl_buf *buf); /* hands the rest to the sink */

/* Fails a job because something could not be written; what errno says is why, unless it is 0. */
void ptl_fail_write(ptl_job *job, const char *what);

/* Room for `size` bytes at the end, to be filled and then claimed by adding to buf->size; NULL
 * after a failure. */
uint8_t *ptl_buf_room(ptl_buf *buf, size_t size);

/* The same, quick where there is room already. */
static inline char *ptl_buf_quick(ptl_buf *buf, size_t size)
{
    if (buf->capacity - buf->size >= size && buf->capacity > 0 && ptl_ok(buf->job))
        return (char *)buf->data + buf->size;
    return (char *)ptl_buf_room(buf, size);
}

void               ptl_put(ptl_buf *buf, const void *data, size_t size);
void               ptl_put_text(ptl_buf *buf, const char *text);
static inline void ptl_put_char(ptl_buf *buf, char c)
{
    char *room = ptl_buf_quick(buf, 1);

    if (room) {
        *room = c;
        buf->size++;
    }
}
void ptl_put_format(ptl_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ptl_put_u8(ptl_buf *buf, uint8_t value);
void ptl_put_u16le(ptl_buf *buf, uint16_t value);
void ptl_put_u32le(ptl_buf *buf, uint32_t value);

/* Hands a buffer's memory to the caller and ends the job; after a failure there is none. */
ptl_status ptl_buf_give(ptl_bytes *out, ptl_buf *buf, ptl_diag *err);

/* Whole arrays, little-endian. */
void ptl_put_u32le_array(ptl_buf *buf, const uint32_t *values, size_t count);
void ptl_put_f32le_array(ptl_buf *buf, const float *values, size_t count);

#endif
