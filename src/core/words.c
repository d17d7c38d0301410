/* SPDX-License-Identifier: MIT */
/* Lists of words: with blanks between, as tables hold them, or with commas, as people give them. */
#include "core/words.h"

#include "core/num.h"

static bool same_word(const char *a, const char *b, size_t size, bool any_case)
{
    for (size_t i = 0; i < size; i++)
        if (any_case ? ptl_lower(a[i]) != ptl_lower(b[i]) : a[i] != b[i])
            return false;
    return true;
}

static bool is_in(const char *list, const char *word, size_t size, bool any_case)
{
    for (const char *at = list ? list : ""; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (length == size && size > 0 && same_word(at, word, size, any_case))
            return true;
        at += length;
    }
    return false;
}

bool ptl_list_has(const char *list, const char *word, size_t size)
{
    return is_in(list, word, size, false);
}

/* Whether a path ends in this extension; one that has a dot itself may also be the whole name. */
static bool ends_in(const char *path, const char *extension, size_t size)
{
    size_t      length = strlen(path);
    const char *at     = length < size ? path : path + length - size;

    if (size == 0 || length < size || !same_word(at, extension, size, true))
        return false;
    if (at > path && at[-1] == '.')
        return true;
    return memchr(extension, '.', size) && (at == path || at[-1] == '/');
}

size_t ptl_extension_in(const char *file_name, const char *extensions)
{
    size_t longest = 0;

    for (const char *at = file_name && extensions ? extensions : ""; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");

        if (size > longest && ends_in(file_name, at, size))
            longest = size;
        at += size;
    }
    return longest;
}

bool ptl_has_extension(const char *file_name, const char *extensions)
{
    return ptl_extension_in(file_name, extensions) > 0;
}

bool ptl_str_holds(ptl_str text, ptl_str part)
{
    for (size_t at = 0; at + part.size <= text.size; at++)
        if (same_word(text.data + at, part.data, part.size, true))
            return true;
    return false;
}

bool ptl_next_word(ptl_str *list, ptl_str *word)
{
    const char *comma = list->size > 0 ? memchr(list->data, ',', list->size) : NULL;

    if (!list->data)
        return false;
    *word = (ptl_str){ list->data, comma ? (size_t)(comma - list->data) : list->size };
    *list = comma ? (ptl_str){ comma + 1, list->size - word->size - 1 } : (ptl_str){ NULL, 0 };
    return true;
}

static bool is_number(ptl_str word, uint64_t *out)
{
    const char *end = word.data + word.size;

    return word.size > 0 && ptl_parse_u64(word.data, end, out) == end;
}

bool ptl_word_range(ptl_str word, uint64_t out[2])
{
    const char *dash = word.size > 0 ? memchr(word.data, '-', word.size) : NULL;
    size_t      size = dash ? (size_t)(dash - word.data) : 0;

    if (!dash) {
        bool number = is_number(word, &out[0]);

        out[1] = out[0];
        return number;
    }
    return is_number((ptl_str){ word.data, size }, &out[0]) &&
           is_number((ptl_str){ dash + 1, word.size - size - 1 }, &out[1]);
}
