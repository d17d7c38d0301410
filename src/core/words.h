/* SPDX-License-Identifier: MIT */
/* Short texts compared, and digits. Lists of words in tables are in portolan.h (ptl_list_has). */
#ifndef PTL_CORE_WORDS_H
#define PTL_CORE_WORDS_H

#include <portolan/portolan.h>
#include <string.h>

static inline bool ptl_str_is(ptl_str text, const char *word)
{
    return text.size == strlen(word) && (text.size == 0 || memcmp(text.data, word, text.size) == 0);
}

static inline bool ptl_str_begins(ptl_str text, const char *word)
{
    return text.size >= strlen(word) && (!*word || memcmp(text.data, word, strlen(word)) == 0);
}

static inline bool ptl_str_same(ptl_str a, ptl_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Less than 0, 0 or more, as texts stand in order of their bytes. */
static inline int ptl_str_order(ptl_str a, ptl_str b)
{
    size_t size  = a.size < b.size ? a.size : b.size;
    int    order = size > 0 ? memcmp(a.data, b.data, size) : 0;

    return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

/* Whether a part is in a text, ignoring case in ASCII; an empty one is in all. */
bool ptl_str_holds(ptl_str text, ptl_str part);

/* The next word of a list with commas, which gets shorter; false at its end. */
bool ptl_next_word(ptl_str *list, ptl_str *word);

/* Whether a word is a number, or two with a dash between, in any order: "7", "5-7", "7-5". A number
 * alone is both ends. */
bool ptl_word_range(ptl_str word, uint64_t out[2]);

/* Letters of ASCII; others stay as they are. */
static inline char ptl_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* What a hexadecimal digit stands for, of either case; -1 when it is none. */
static inline int ptl_hex_digit(char c)
{
    c = ptl_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* How long the longest of a list of extensions is that a file's name ends in; 0 for none. */
size_t ptl_extension_in(const char *file_name, const char *extensions);

#endif
