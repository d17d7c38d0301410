/* SPDX-License-Identifier: MIT */
/* Checksums that containers carry, and one that tells files apart. */
#ifndef PTL_CORE_SUM_H
#define PTL_CORE_SUM_H

#include "core/job.h"

/* CRC-32 of PNG and zip, and Adler-32 of zlib: `sum` is what the bytes before came to, PTL_CRC32
 * or PTL_ADLER32 where there are none. */
enum { PTL_CRC32 = 0, PTL_ADLER32 = 1 };

uint32_t ptl_crc32(uint32_t sum, ptl_span bytes);
uint32_t ptl_adler32(uint32_t sum, ptl_span bytes);

/* SHA-256 of some bytes: no two files that anybody has share it. */
enum { PTL_SHA256 = 32 };

void ptl_sha256(uint8_t out[PTL_SHA256], ptl_span bytes);

/* Tells what was read from what is written, on the machine that does both: several times as fast,
 * and no guard against those who want two texts to share it. */
uint64_t ptl_sum64(ptl_span bytes);

#endif
