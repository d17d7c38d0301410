/* SPDX-License-Identifier: MIT */
/* UTF-8, checked. */
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

size_t ptl_utf8_decode(const char *data, size_t size, uint32_t *out)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const uint8_t        *p       = (const uint8_t *)data;
    size_t                length;
    uint32_t              code;

    if (size == 0)
        return 0;
    length = p[0] < 0x80 ? 1 : p[0] < 0xC0 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (length == 0 || length > size || p[0] > 0xF4)
        return 0;
    code = length == 1 ? p[0] : p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3Fu);
    }
    if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return 0;
    *out = code;
    return length;
}

size_t ptl_utf8_encode(char out[4], uint32_t code)
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    if (length == 1) {
        out[0] = (char)code;
        return 1;
    }
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(0xF00 >> length | code);
    return length;
}

size_t ptl_utf8_mark(const char *data, size_t size)
{
    return size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool ptl_utf8_valid(const char *data, size_t size)
{
    uint32_t code;

    while (size > 0) {
        size_t length = ptl_utf8_decode(data, size, &code);

        if (length == 0)
            return false;
        data += length;
        size -= length;
    }
    return true;
}

bool ptl_utf8_harmless(uint32_t code)
{
    return code >= 0x20 && !(code >= 0x7F && code < 0xA0) && !(code >= 0x200B && code <= 0x200F) &&
           !(code >= 0x2028 && code <= 0x202E) && !(code >= 0x2066 && code <= 0x2069) &&
           code != 0x061C && code != 0xFEFF;
}

bool ptl_utf8_nobody(uint32_t code)
{
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

static size_t columns_of(uint32_t code)
{
    static const struct {
        uint32_t first, last;
        size_t   columns;
    } rows[] = {
        { 0x0300, 0x036F, 0 },   { 0x1100, 0x115F, 2 },   { 0x2E80, 0xA4CF, 2 },
        { 0xAC00, 0xD7A3, 2 },   { 0xF900, 0xFAFF, 2 },   { 0xFE00, 0xFE0F, 0 },
        { 0xFE30, 0xFE6F, 2 },   { 0xFF00, 0xFF60, 2 },   { 0xFFE0, 0xFFE6, 2 },
        { 0x1F300, 0x1FAFF, 2 }, { 0x20000, 0x3FFFD, 2 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (code >= rows[i].first && code <= rows[i].last)
            return rows[i].columns;
    return 1;
}

size_t ptl_utf8_columns(const char *data, size_t size)
{
    size_t columns = 0;

    for (size_t i = 0; i < size;) {
        uint32_t code   = 0;
        size_t   length = ptl_utf8_decode(data + i, size - i, &code);

        columns += columns_of(code);
        i += length > 0 ? length : 1;
    }
    return columns;
}

/* The shown form of the next character; returns how many bytes of data it stands for. */
static size_t quote_one(char shown[8], const char *data, size_t size)
{
    uint32_t code = 0;
    size_t   length;

    if (*data >= ' ' && *data < 0x7F) { /* most of all text, told without decoding */
        shown[0] = *data;
        shown[1] = 0;
        return 1;
    }
    length = ptl_utf8_decode(data, size, &code);
    if (length > 0 && ptl_utf8_harmless(code)) {
        memcpy(shown, data, length);
        shown[length] = 0;
        return length;
    }
    if (*data == '\n' || *data == '\t')
        snprintf(shown, 8, "\\%c", *data == '\n' ? 'n' : 't');
    else
        snprintf(shown, 8, "\\x%02x", (unsigned char)*data);
    return 1;
}

const char *ptl_quote(char *out, size_t out_size, const char *data, size_t size)
{
    size_t used = 0, cut = 0, i = 0; /* cut: as far as "..." and the end still fit behind */

    if (!out || out_size == 0)
        return out;
    while (data && i < size) {
        char   shown[8];
        size_t step   = quote_one(shown, data + i, size - i);
        size_t length = strlen(shown);

        if (used + length >= out_size) {
            snprintf(out + cut, out_size - cut, "...");
            return out;
        }
        memcpy(out + used, shown, length);
        used += length;
        i += step;
        if (used + 4 <= out_size)
            cut = used;
    }
    out[used] = 0;
    return out;
}
