/* SPDX-License-Identifier: MIT */
/* What the two halves of the reader of Permafrost terrain share: one for the header, one for the
 * tiles. */
#ifndef PTL_FORMATS_PFMAP_READER_H
#define PTL_FORMATS_PFMAP_READER_H

#include <string.h>

#include "core/text.h"
#include "formats/pfmap/pfmap_private.h"

typedef struct reader {
    ptl_job   *job;
    ptl_text   in;
    ptl_pfmap *map;
    unsigned   version; /* 10, 11, 12                        */
    uint64_t   word;    /* words of the header so far        */
    ptl_buf    words, tiles, spellings, minus_zero, lower_case, letters; /* lists that grow */
    ptl_str    last; /* text of the last gap, likely to come again */
} reader;

#define LITERAL(text) ((ptl_str){ text, sizeof text - 1 })

static inline ptl_str reader_eol(const reader *r)
{
    return r->map->layout.crlf ? LITERAL("\r\n") : LITERAL("\n");
}

static inline uint64_t reader_at(const reader *r)
{
    return ptl_text_offset(&r->in);
}

static inline bool pfmap_same(ptl_str a, ptl_str b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* The white space here, and the word here. */
static inline ptl_str reader_white(const reader *r)
{
    return (ptl_str){ r->in.at, ptl_pfmap_white(r->in.at, r->in.end) };
}

static inline ptl_str reader_word(const reader *r)
{
    const char *end = r->in.at;

    while (end < r->in.end && ptl_pfmap_white(end, r->in.end) == 0)
        end++;
    return (ptl_str){ r->in.at, (size_t)(end - r->in.at) };
}

static inline bool reader_is(ptl_str word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}

/* A word made fit for a message. */
static inline const char *reader_shown(char *room, size_t size, ptl_str text)
{
    return ptl_quote(room, size, text.data, text.size);
}

/* Remembers odd white space in one of the lists. */
void ptl_pfmap_keep_gap(reader *r, ptl_buf *list, uint64_t before, ptl_str text, int64_t shift);

/* The tile list, what follows it, and the lengths of all lines. */
void ptl_pfmap_read_tiles(reader *r, uint64_t rows, uint64_t cols);
void ptl_pfmap_read_rest(reader *r);
void ptl_pfmap_check_lines(reader *r);

#endif
