/* SPDX-License-Identifier: MIT */
/* Little-endian numbers in memory, on machines of either kind. */
#ifndef PTL_CORE_BYTES_H
#define PTL_CORE_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PTL_LITTLE_ENDIAN 1 /* arrays of a file are arrays of this machine */
#else
#define PTL_LITTLE_ENDIAN 0
#endif

static inline uint16_t ptl_load_u16le(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t ptl_load_u32le(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t ptl_load_u64le(const uint8_t *p)
{
#if PTL_LITTLE_ENDIAN
    uint64_t value; /* one load, also where a compiler knows some of the bytes and would piece it */

    memcpy(&value, p, sizeof value);
    return value;
#else
    return ptl_load_u32le(p) | (uint64_t)ptl_load_u32le(p + 4) << 32;
#endif
}

static inline void ptl_store_u32le(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}

#endif
