/* SPDX-License-Identifier: MIT */
/* Checksums: known values, in one piece and in parts. */
#include "core/sum.h"

#include <string.h>

#include "harness.h"

static void sums_are_right(void)
{
    static uint8_t long_one[20000];
    const ptl_span digits = { (const uint8_t *)"123456789", 9 };
    ptl_span       start = { digits.data, 4 }, rest = { digits.data + 4, 5 };

    CHECK_UINT(ptl_crc32(PTL_CRC32, digits), 0xCBF43926);
    CHECK_UINT(ptl_crc32(ptl_crc32(PTL_CRC32, start), rest), 0xCBF43926);
    CHECK_UINT(ptl_adler32(PTL_ADLER32, digits), 0x091E01DE);
    CHECK_UINT(ptl_adler32(ptl_adler32(PTL_ADLER32, start), rest), 0x091E01DE);
    CHECK_UINT(ptl_crc32(PTL_CRC32, (ptl_span){ 0 }), 0);
    CHECK_UINT(ptl_adler32(PTL_ADLER32, (ptl_span){ 0 }), 1);
    memset(long_one, 255, sizeof long_one);
    CHECK_UINT(ptl_adler32(PTL_ADLER32, (ptl_span){ long_one, sizeof long_one }), 0x9F51D664);
    CHECK_UINT(ptl_crc32(PTL_CRC32, (ptl_span){ long_one, sizeof long_one }), 0xC16D1F09);
}

int main(void)
{
    static const test_case tests[] = { TEST(sums_are_right) };

    return run_tests("sum", tests, COUNT(tests));
}
