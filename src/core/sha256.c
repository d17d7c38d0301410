/* SPDX-License-Identifier: MIT */
/* SHA-256, as FIPS 180-4 has it. */
#include <string.h>

#include "core/sum.h"

enum { BLOCK = 64, ROUNDS = 64 };

static const uint32_t constants[ROUNDS] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};

static uint32_t turn(uint32_t value, unsigned by)
{
    return value >> by | value << (32 - by);
}

static void spread(uint32_t words[ROUNDS], const uint8_t block[BLOCK])
{
    for (unsigned i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];

        words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
                   (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void take_block(uint32_t sum[8], const uint8_t block[BLOCK])
{
    uint32_t words[ROUNDS], s[8];

    spread(words, block);
    memcpy(s, sum, sizeof s);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t choice   = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t first    = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choice +
                         constants[i] + words[i];
        uint32_t second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + majority;

        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (unsigned i = 0; i < 8; i++)
        sum[i] += s[i];
}

void ptl_sha256(uint8_t out[PTL_SHA256], ptl_span bytes)
{
    uint32_t sum[8]          = { 0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19 };
    uint8_t  last[2 * BLOCK] = { 0 };
    size_t   whole = bytes.size / BLOCK * BLOCK, rest = bytes.size - whole;
    size_t   end = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;

    for (size_t i = 0; i < whole; i += BLOCK)
        take_block(sum, bytes.data + i);
    if (rest > 0)
        memcpy(last, bytes.data + whole, rest);
    last[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        last[end - 1 - i] = (uint8_t)((uint64_t)bytes.size * 8 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK)
        take_block(sum, last + i);
    for (unsigned i = 0; i < PTL_SHA256; i++)
        out[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}
