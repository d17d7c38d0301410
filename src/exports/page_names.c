/* SPDX-License-Identifier: MIT */
/* Names of pages and levels as parts of names of files. They come from maps, so that anything may
 * stand in them. */
#include <string.h>

#include "core/utf8.h"
#include "exports/export.h"

/* What is no letter beyond ASCII: signs, spaces, dashes, pictures, and what nobody can see. */
static bool is_letter(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        { 0x80, 0xA9 },       { 0xAB, 0xB4 },        { 0xB6, 0xB9 },     { 0xBB, 0xBF },
        { 0xD7, 0xD7 },       { 0xF7, 0xF7 },        { 0x2000, 0x2BFF }, { 0x3000, 0x3004 },
        { 0x3008, 0x3020 },   { 0xD800, 0xF8FF },    { 0xFE00, 0xFE6F }, { 0xFEFF, 0xFF0F },
        { 0xFF1A, 0xFF20 },   { 0xFF3B, 0xFF40 },    { 0xFF5B, 0xFF65 }, { 0xFFE0, 0xFFFF },
        { 0x1D000, 0x1FFFF }, { 0xE0000, 0x10FFFF },
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (code >= others[i].first && code <= others[i].last)
            return false;
    return ptl_utf8_harmless(code);
}

static bool is_plain(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9') || code == '_' || (code >= 0x80 && is_letter(code));
}

void ptl_page_word(char out[PTL_PAGE_WORD], ptl_str name)
{
    size_t used = 0, at = 0;

    while (at < name.size) {
        uint32_t code   = 0;
        size_t   length = ptl_utf8_decode(name.data + at, name.size - at, &code);

        if (used + length + 1 >= PTL_PAGE_WORD)
            break;
        if (length > 0 && is_plain(code)) {
            memcpy(out + used, name.data + at, length);
            used += length;
        } else if (used > 0 && out[used - 1] != '-') {
            out[used++] = '-';
        }
        at += length + (length == 0);
    }
    used -= used > 0 && out[used - 1] == '-';
    out[used] = 0;
}
