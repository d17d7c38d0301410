/* SPDX-License-Identifier: MIT */
/* Blank-separated lists of words, as tables hold them: choices, extensions. */
#include "core/words.h"

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

bool ptl_has_extension(const char *file_name, const char *extensions)
{
    const char *dot = file_name ? strrchr(file_name, '.') : NULL;

    return dot && is_in(extensions, dot + 1, strlen(dot + 1), true);
}
