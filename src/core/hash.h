/* SPDX-License-Identifier: MIT */
/* Hashes of words under a key. What is hashed comes from files, so that equal hashes could be made
 * by those who know the key: take it from ptl_seed (host/seed.h), and let nothing that is written
 * depend on it. */
#ifndef PTL_CORE_HASH_H
#define PTL_CORE_HASH_H

#include <portolan/portolan.h>
#include <string.h>

#include "core/num_big.h"

typedef struct ptl_hash_key {
    uint64_t start, factor;
} ptl_hash_key;

static inline ptl_hash_key ptl_hash_key_of(uint64_t seed)
{
    return (ptl_hash_key){ seed * UINT64_C(0x9E3779B97F4A7C15), seed | UINT64_C(1) << 63 | 1 };
}

/* Both halves of the product are folded: of a factor that is not known neither tells which words
 * would cancel each other out. */
static inline uint64_t ptl_hash_word(uint64_t hash, uint64_t word, uint64_t factor)
{
    ptl_u128 product = ptl_multiply(hash ^ word, factor);

    return product.high ^ product.low;
}

static inline uint64_t ptl_hash_text(ptl_hash_key key, ptl_str text)
{
    uint64_t hash = key.start ^ text.size, word;

    for (size_t at = 0; at < text.size; at += sizeof word) {
        size_t left = text.size - at;

        word = 0;
        memcpy(&word, text.data + at, left < sizeof word ? left : sizeof word);
        hash = ptl_hash_word(hash, word, key.factor);
    }
    return ptl_hash_word(hash, key.start, key.factor);
}

#endif
