/* SPDX-License-Identifier: MIT */
/* Words that are near to one another. */
#include "core/near.h"

#include <stdio.h>

#include "core/words.h"

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(ptl_str a, ptl_str b)
{
    size_t rows[3][LONGEST + 1]; /* the one before the last, the last, and this one */

    for (size_t k = 0; k <= b.size; k++)
        rows[1][k] = k;
    for (size_t i = 1; i <= a.size; i++) {
        size_t *before = rows[(i + 2) % 3], *last = rows[i % 3], *row = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t k = 1; k <= b.size; k++) {
            size_t differs = ptl_lower(a.data[i - 1]) != ptl_lower(b.data[k - 1]);

            row[k] = least(least(last[k] + 1, row[k - 1] + 1), last[k - 1] + differs);
            if (i > 1 && k > 1 && ptl_lower(a.data[i - 1]) == ptl_lower(b.data[k - 2]) &&
                ptl_lower(a.data[i - 2]) == ptl_lower(b.data[k - 1]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
    }
    return rows[(a.size + 1) % 3][b.size];
}

size_t ptl_word_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    if (!a || !b || a_size == 0 || b_size == 0 || a_size > LONGEST || b_size > LONGEST)
        return SIZE_MAX;
    return distance((ptl_str){ a, a_size }, (ptl_str){ b, b_size });
}

/* Who gives a number means no other that looks like it. */
static bool has_letters(ptl_str word)
{
    for (size_t i = 0; i < word.size; i++)
        if ((word.data[i] & 0x80) ||
            (ptl_lower(word.data[i]) >= 'a' && ptl_lower(word.data[i]) <= 'z'))
            return true;
    return false;
}

ptl_near ptl_near_to(ptl_str word)
{
    return (ptl_near){ .word = word, .distance = has_letters(word) ? word.size / 3 + 1 : 0 };
}

void ptl_near_offer(ptl_near *near, ptl_str known)
{
    size_t far = ptl_word_distance(near->word.data, near->word.size, known.data, known.size);

    if (far < near->distance) {
        near->distance = far;
        near->best     = known;
    }
}

void ptl_near_offer_word(ptl_near *near, const char *word)
{
    ptl_near_offer(near, (ptl_str){ word, strlen(word) });
}

/* Calls what is between blanks a word. */
void ptl_near_offer_name(ptl_near *near, ptl_str name)
{
    size_t from = 0;

    ptl_near_offer(near, name);
    for (size_t i = 0; i <= name.size; i++)
        if (i == name.size || name.data[i] == ' ') {
            ptl_near_offer(near, (ptl_str){ name.data ? name.data + from : NULL, i - from });
            from = i + 1;
        }
}

void ptl_near_offer_list(ptl_near *near, const char *words)
{
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");

        ptl_near_offer(near, (ptl_str){ at, size });
        at += size;
    }
}

const char *ptl_near_text(ptl_near *near, const char *otherwise)
{
    char shown[64];

    if (near->best.size == 0 || ptl_str_same(near->best, near->word))
        return otherwise;
    snprintf(near->text, sizeof near->text, "; did you mean \"%s\"?",
             ptl_quote(shown, sizeof shown, near->best.data, near->best.size));
    return near->text;
}
