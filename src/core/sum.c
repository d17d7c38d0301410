/* SPDX-License-Identifier: MIT */
/* Checksums: by libdeflate, which uses what the machine has, or plainly. */
#include "core/sum.h"

#include <string.h>

/* Sums of words, and sums of these sums, which know the order: eight side by side, so that
 * compilers take them together. */
uint64_t ptl_sum64(ptl_span bytes)
{
    enum { LANES = 8 };
    uint64_t once[LANES] = { 0 }, twice[LANES] = { 0 }, word[LANES] = { 0 },
             all = bytes.size * UINT64_C(0x94D049BB133111EB);
    size_t at    = 0;

    for (; bytes.size - at >= sizeof word; at += sizeof word) {
        memcpy(word, bytes.data + at, sizeof word);
        for (int i = 0; i < LANES; i++) {
            once[i] += word[i];
            twice[i] += once[i];
        }
    }
    memset(word, 0, sizeof word);
    if (bytes.size > at)
        memcpy(word, bytes.data + at, bytes.size - at);
    for (int i = 0; i < LANES; i++) {
        all = (all ^ (once[i] + word[i])) * UINT64_C(0x9E3779B97F4A7C15);
        all = (all ^ all >> 29 ^ twice[i]) * UINT64_C(0xBF58476D1CE4E5B9);
    }
    return all ^ all >> 32;
}

#ifdef PTL_HAVE_LIBDEFLATE

#include <libdeflate.h>

uint32_t ptl_crc32(uint32_t sum, ptl_span bytes)
{
    return bytes.size > 0 ? libdeflate_crc32(sum, bytes.data, bytes.size) : sum;
}

uint32_t ptl_adler32(uint32_t sum, ptl_span bytes)
{
    return bytes.size > 0 ? libdeflate_adler32(sum, bytes.data, bytes.size) : sum;
}

#else

/* Four bits at a time: sixteen numbers that can be checked by hand. */
uint32_t ptl_crc32(uint32_t sum, ptl_span bytes)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
        0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };

    sum = ~sum;
    for (size_t i = 0; i < bytes.size; i++) {
        sum = table[(sum ^ bytes.data[i]) & 15] ^ sum >> 4;
        sum = table[(sum ^ bytes.data[i] >> 4) & 15] ^ sum >> 4;
    }
    return ~sum;
}

uint32_t ptl_adler32(uint32_t sum, ptl_span bytes)
{
    enum {
        BASE = 65521,
        RUN  = 5552
    }; /* so many bytes fit in 32 bits before they must be reduced */
    uint32_t a = sum & 0xFFFF, b = sum >> 16;

    for (size_t i = 0; i < bytes.size;) {
        size_t end = bytes.size - i < RUN ? bytes.size : i + RUN;

        for (; i < end; i++)
            b += a += bytes.data[i];
        a %= BASE;
        b %= BASE;
    }
    return b << 16 | a;
}

#endif
