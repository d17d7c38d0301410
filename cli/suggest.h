/* SPDX-License-Identifier: MIT */
/* What somebody may have meant by a word that is not known. */
#ifndef PTL_CLI_SUGGEST_H
#define PTL_CLI_SUGGEST_H

#include <stddef.h>

typedef struct suggestion { /* begin with the word alone, then offer what there is */
    const char *word;
    size_t      length;
    char        best[64]; /* the nearest so far; empty when nothing is near */
    size_t      distance; /* of the nearest, or one more than counts as near */
} suggestion;

suggestion suggest_for(const char *word, size_t length);
void       suggest_offer(suggestion *s, const char *known);
void       suggest_offer_list(suggestion *s, const char *names); /* blanks between */

void suggest_offer_rules(suggestion *s); /* of all formats, and shared ones */

/* "; did you mean PREFIXnearest?", or nothing. The text is good as long as the room is. */
typedef struct suggestion_text {
    char text[96];
} suggestion_text;

const char *suggest_text(suggestion_text *room, const suggestion *s, const char *prefix);

#endif
