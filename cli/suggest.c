/* SPDX-License-Identifier: MIT */
/* What somebody may have meant by a word that is not known. */
#include "suggest.h"

#include <stdio.h>
#include <string.h>

#include <portolan/portolan.h>

enum { LONGEST = 63 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters have to be put in, left out, replaced, or exchanged with their neighbor. */
static size_t distance(const char *a, size_t m, const char *b, size_t n)
{
    size_t rows[3][LONGEST + 1]; /* the one before the last, the last, and this one */

    for (size_t k = 0; k <= n; k++)
        rows[1][k] = k;
    for (size_t i = 1; i <= m; i++) {
        size_t *before = rows[(i + 2) % 3], *last = rows[i % 3], *row = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t k = 1; k <= n; k++) {
            size_t differs = lower(a[i - 1]) != lower(b[k - 1]);

            row[k] = least(least(last[k] + 1, row[k - 1] + 1), last[k - 1] + differs);
            if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) &&
                lower(a[i - 2]) == lower(b[k - 1]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
    }
    return rows[(m + 1) % 3][n];
}

suggestion suggest_for(const char *word, size_t length)
{
    return (suggestion){ .word = word, .length = length, .distance = length / 3 + 1 };
}

static void offer(suggestion *s, const char *known, size_t length)
{
    size_t far;

    if (length == 0 || length > LONGEST || s->length == 0 || s->length > LONGEST)
        return;
    far = distance(s->word, s->length, known, length);
    if (far < s->distance) {
        s->distance = far;
        snprintf(s->best, sizeof s->best, "%.*s", (int)length, known);
    }
}

void suggest_offer(suggestion *s, const char *known)
{
    offer(s, known, strlen(known));
}

void suggest_offer_list(suggestion *s, const char *names)
{
    for (const char *at = names; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        offer(s, at, length);
        at += length;
    }
}

static void offer_rules_of(suggestion *s, const char *format)
{
    const ptl_rule *rule;

    for (size_t i = 0; (rule = ptl_rule_at(format, i)); i++)
        suggest_offer(s, rule->name);
}

void suggest_offer_rules(suggestion *s)
{
    const ptl_format_info *format;

    for (size_t i = 0; (format = ptl_format_at(i)); i++)
        offer_rules_of(s, format->name);
    offer_rules_of(s, NULL);
}

const char *suggest_text(suggestion_text *room, const suggestion *s, const char *prefix)
{
    room->text[0] = 0;
    if (s->best[0])
        snprintf(room->text, sizeof room->text, "; did you mean %s%s?", prefix, s->best);
    return room->text;
}
