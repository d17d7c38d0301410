/* SPDX-License-Identifier: MIT */
/* Bytes as base64 and back. */
#include "core/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void ptl_put_base64(ptl_buf *out, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i += 3) {
        uint32_t left = (uint32_t)(size - i > 3 ? 3 : size - i);
        uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                        (left > 2 ? data[i + 2] : 0);
        char four[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
                         left > 1 ? digits[bits >> 6 & 63] : '=',
                         left > 2 ? digits[bits & 63] : '=' };

        ptl_put(out, four, sizeof four);
    }
}

static int value_of(char c, bool url)
{
    const char *found = c ? strchr(digits, c) : NULL;

    if (found)
        return (int)(found - digits);
    return url && c == '-' ? 62 : url && c == '_' ? 63 : -1;
}

ptl_base64 ptl_base64_undo(uint8_t *out, ptl_str text, bool url)
{
    ptl_base64 b     = { .wrong = SIZE_MAX };
    uint32_t   bits  = 0;
    size_t     count = 0, padding = 0;

    for (size_t i = 0; i < text.size; i++) {
        int digit = value_of(text.data[i], url);

        if (text.data[i] && strchr(" \t\r\n\f\v", text.data[i]))
            continue;
        if (text.data[i] == '=' ? ++padding > 2 : padding > 0 || digit < 0) {
            b.wrong = i;
            break;
        }
        count++;
        if (text.data[i] == '=')
            continue;
        bits = bits << 6 | (uint32_t)digit;
        if (count % 4 == 1)
            continue;
        if (out)
            out[b.size] = (uint8_t)(bits >> (6 - 2 * ((count - 1) % 4)));
        b.size++;
    }
    b.padded = count % 4 == 0;
    return b;
}
