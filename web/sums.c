/* SPDX-License-Identifier: MIT */
/* CRC-32 and Adler-32 under the names that libdeflate and zlib ask for. Both bring tables of their
 * own, which no packing makes smaller: here they are computed when they are first needed. */
#include <stddef.h>
#include <stdint.h>

uint32_t      libdeflate_crc32(uint32_t sum, const void *data, size_t size);
uint32_t      libdeflate_adler32(uint32_t sum, const void *data, size_t size);
unsigned long crc32(unsigned long sum, const unsigned char *data, unsigned size);
unsigned long adler32(unsigned long sum, const unsigned char *data, unsigned size);

enum { WIDE = 8 }; /* bytes at a time */

static uint32_t table[WIDE][256]; /* what a byte comes to, with so many bytes behind it */

static void fill(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i;

        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
        table[0][i] = sum;
    }
    for (size_t behind = 1; behind < WIDE; behind++)
        for (size_t i = 0; i < 256; i++)
            table[behind][i] = table[behind - 1][i] >> 8 ^ table[0][table[behind - 1][i] & 255];
}

uint32_t libdeflate_crc32(uint32_t sum, const void *data, size_t size)
{
    const uint8_t *at = data;

    if (!data)
        return 0;
    if (table[0][1] == 0)
        fill();
    sum = ~sum;
    for (; size >= WIDE; size -= WIDE, at += WIDE)
        sum = table[7][(sum ^ at[0]) & 255] ^ table[6][(sum >> 8 ^ at[1]) & 255] ^
              table[5][(sum >> 16 ^ at[2]) & 255] ^ table[4][sum >> 24 ^ at[3]] ^ table[3][at[4]] ^
              table[2][at[5]] ^ table[1][at[6]] ^ table[0][at[7]];
    for (; size > 0; size--)
        sum = table[0][(sum ^ *at++) & 255] ^ sum >> 8;
    return ~sum;
}

uint32_t libdeflate_adler32(uint32_t sum, const void *data, size_t size)
{
    enum { BASE = 65521, RUN = 5552 }; /* so many bytes fit before the sums must be reduced */
    const uint8_t *at = data;
    uint32_t       a = sum & 0xFFFF, b = sum >> 16;

    if (!data)
        return 1;
    while (size > 0) {
        size_t run = size < RUN ? size : RUN;

        size -= run;
        for (; run > 0; run--)
            b += a += *at++;
        a %= BASE;
        b %= BASE;
    }
    return b << 16 | a;
}

unsigned long crc32(unsigned long sum, const unsigned char *data, unsigned size)
{
    return libdeflate_crc32((uint32_t)sum, data, size);
}

unsigned long adler32(unsigned long sum, const unsigned char *data, unsigned size)
{
    return libdeflate_adler32((uint32_t)sum, data, size);
}
