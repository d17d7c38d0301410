/* SPDX-License-Identifier: MIT */
/* Checksums: known values, in one piece and in parts. */
#include "core/sum.h"

#include <stdio.h>
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

static void says_sha256(char out[2 * PTL_SHA256 + 1], const char *text, size_t size)
{
    uint8_t sum[PTL_SHA256];

    ptl_sha256(sum, (ptl_span){ (const uint8_t *)text, size });
    for (size_t i = 0; i < PTL_SHA256; i++)
        snprintf(out + 2 * i, 3, "%02x", sum[i]);
}

/* Values of the standard, and of lengths around the end of a block, as sha256sum prints them. */
static void files_are_told_apart(void)
{
    static const char as[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    static const struct {
        const char *text;
        size_t      size;
        const char *sum;
    } known[] = {
        { "", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { as, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
        { as, 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
        { as, 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34" },
        { as, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb" },
        { as, 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0" },
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        char sum[2 * PTL_SHA256 + 1];

        says_sha256(sum, known[i].text, known[i].size);
        CHECK_TEXT(sum, known[i].sum);
    }
}

/* Any byte more, less, or another, and two that change places. */
static void texts_are_told_apart(void)
{
    uint8_t text[300];

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 37 % 101 + 1);
    CHECK(ptl_sum64((ptl_span){ NULL, 0 }) != ptl_sum64((ptl_span){ (const uint8_t *)"", 1 }));
    for (size_t size = 1; size < sizeof text; size++) {
        uint64_t sum = ptl_sum64((ptl_span){ text, size });

        CHECK(sum == ptl_sum64((ptl_span){ text, size }));
        CHECK(sum != ptl_sum64((ptl_span){ text, size - 1 }));
        for (size_t i = 0; i < size; i++) {
            size_t  other = (i * 7 + 64) % size;
            uint8_t kept  = text[i];

            text[i] ^= 1;
            CHECK(sum != ptl_sum64((ptl_span){ text, size }));
            text[i]     = text[other];
            text[other] = kept;
            CHECK(text[i] == kept || sum != ptl_sum64((ptl_span){ text, size }));
            text[other] = text[i];
            text[i]     = kept;
        }
    }
}

int main(void)
{
    static const test_case tests[] = { TEST(sums_are_right), TEST(files_are_told_apart),
                                       TEST(texts_are_told_apart) };

    return run_tests("sum", tests, COUNT(tests));
}
