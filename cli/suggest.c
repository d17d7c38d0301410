/* SPDX-License-Identifier: MIT */
/* What somebody may have meant by a word that is not known. */
#include "suggest.h"

#include <stdio.h>
#include <string.h>

#include <portolan/portolan.h>

suggestion suggest_for(const char *word, size_t length)
{
    return (suggestion){ .word = word, .length = length, .distance = length / 3 + 1 };
}

static void offer(suggestion *s, const char *known, size_t length)
{
    size_t far = ptl_word_distance(s->word, s->length, known, length);

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
