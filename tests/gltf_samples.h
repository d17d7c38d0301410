/* SPDX-License-Identifier: MIT */
/* Small glTF files, made of pieces. */
#ifndef PTL_TESTS_GLTF_SAMPLES_H
#define PTL_TESTS_GLTF_SAMPLES_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A file in the making: the numbers of its buffer, and the JSON in front. */
typedef struct gltf_sample {
    unsigned char bytes[1024];
    size_t        size;
    char          text[8192];
} gltf_sample;

static inline size_t sample_floats(gltf_sample *s, const float *values, size_t count)
{
    size_t at = s->size;

    for (size_t i = 0; i < count; i++) {
        unsigned bits;

        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; k++)
            s->bytes[s->size++] = (unsigned char)(bits >> 8 * k);
    }
    return at;
}

static inline size_t sample_bytes(gltf_sample *s, const void *bytes, size_t count)
{
    size_t at = s->size;

    memcpy(s->bytes + at, bytes, count);
    s->size += (count + 3) / 4 * 4;
    return at;
}

/* The whole as a .gltf: `format` is what comes after the buffer. */
static inline const char *sample_text(gltf_sample *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline const char *sample_text(gltf_sample *s, const char *format, ...)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char             *at       = s->text;
    va_list           args;

    at += sprintf(at, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": %zu, ",
                  s->size);
    at += sprintf(at, "\"uri\": \"data:application/octet-stream;base64,");
    for (size_t i = 0; i < s->size; i += 3) {
        unsigned bits =
            (unsigned)s->bytes[i] << 16 | (unsigned)s->bytes[i + 1] << 8 | s->bytes[i + 2];

        for (int k = 0; k < 4; k++)
            *at++ = i * 8 + (size_t)k * 6 >= s->size * 8 ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    at += sprintf(at, "\"}],\n");
    va_start(args, format);
    vsprintf(at, format, args);
    va_end(args);
    return s->text;
}

#endif
