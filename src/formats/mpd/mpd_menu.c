/* SPDX-License-Identifier: MIT */
/* The menu of a module: ten values behind colons, eight lines of a summary, and what it is for. */
#include "core/arena.h"
#include "core/num.h"
#include "formats/mpd/mpd_module.h"
#include "formats/mpd/mpd_values.h"

/* ---- Reading -------------------------------------------------------------------------------- */

/* The word behind the next colon, in its line: there may be none. */
static ptl_str next_word(mpd_values *v, const char *what)
{
    ptl_str word = { 0 };

    if (!ptl_mpd_next_value(v, what))
        return word;
    for (const char *at = v->colon; at < v->value; at++)
        if (*at == '\n' || *at == '\r')
            v->in.at = v->value = at;
    word.data = v->in.at;
    while (v->in.at < v->in.end && !ptl_mpd_ends_number(v, v->in.at))
        v->in.at++;
    word.size = (size_t)(v->in.at - word.data);
    return word;
}

/* As people read it. */
static ptl_str next_words(mpd_values *v, const char *what)
{
    ptl_str word = next_word(v, what);
    char   *copy = ptl_arena_copy(v->in.job, word.data, word.size, 1);

    for (size_t i = 0; copy && i < word.size; i++)
        if (copy[i] == '_')
            copy[i] = ' ';
    return (ptl_str){ copy, copy ? word.size : 0 };
}

static uint32_t next_players(mpd_values *v, const char *what)
{
    int64_t     value = 0;
    const char *after;

    if (!ptl_mpd_next_value(v, what))
        return 0;
    after = ptl_parse_i64(v->in.at, v->in.end, &value);
    if (!after || !ptl_mpd_ends_number(v, after) || value < 0 || value > 255)
        ptl_mpd_bad_value(v, "menu-number", what, "allowed: whole numbers from 0 to 255");
    return ptl_ok(v->in.job) ? (uint32_t)value : 0;
}

enum { SUMMARY = 8 }; /* lines */

/* Lines of the summary, of which a lone underscore is an empty one, with blanks between them. */
static ptl_str read_summary(ptl_job *job, mpd_values *v)
{
    ptl_buf out = ptl_buf_of(job, NULL);
    ptl_str kept;

    for (int i = 0; i < SUMMARY && memchr(v->in.at, ':', (size_t)(v->in.end - v->in.at)); i++) {
        ptl_str line = next_words(v, "a line of the summary");

        while (line.size > 0 && line.data[line.size - 1] == ' ')
            line.size--;
        if (line.size > 0 && out.size > 0)
            ptl_put_char(&out, ' ');
        ptl_put(&out, line.data, line.size);
    }
    kept.data = ptl_arena_copy(job, out.data, out.size, 1);
    kept.size = kept.data ? out.size : 0;
    ptl_buf_free(&out);
    return kept;
}

/* The values that matter are 1 name, 2 reference, 6 and 7 players, 10 stars, 11 to 18 a summary. */
void ptl_mpd_menu_read(ptl_job *job, mpd_menu *out)
{
    mpd_values v = ptl_mpd_values_of(job, job->source);

    out->title     = next_words(&v, "the name of the module");
    out->reference = next_words(&v, "the module to have beaten");
    for (int i = 0; i < 3; i++)
        ptl_mpd_next_value(&v, "a value");
    out->least_players = next_players(&v, "the least number of players");
    out->most_players  = next_players(&v, "the greatest number of players");
    for (int i = 0; i < 2; i++)
        ptl_mpd_next_value(&v, "a value");
    out->rating = next_words(&v, "the rating");
    if (ptl_ok(job))
        out->summary = read_summary(job, &v);
}

/* ---- What engines know ---------------------------------------------------------------------- */

typedef enum menu_kind { MENU_ANY, MENU_TAG, MENU_WHOLE, MENU_TRUTH, MENU_RESPAWN } menu_kind;

static const struct {
    const char *what;
    menu_kind   kind;
} menu_values[] = {
    { "the name of the module" },
    { "the module to have beaten" },
    { "what must have been found there", MENU_TAG },
    { "the number of heroes one may bring", MENU_WHOLE },
    { "whether heroes may be taken along", MENU_TRUTH },
    { "the least number of players" },
    { "the greatest number of players" },
    { "whether the dead come back", MENU_RESPAWN },
};

static bool is_whole(ptl_str word)
{
    const char *end = word.data + word.size;
    int64_t     value;

    return word.size > 0 && ptl_parse_i64(word.data, end, &value) == end && value >= 0;
}

static bool is_tag(ptl_str word)
{
    return word.size == 6 && word.data[0] == '[' && word.data[5] == ']';
}

static bool begins_with(ptl_str word, const char *letters)
{
    return word.size > 0 && word.data[0] && strchr(letters, word.data[0]);
}

/* NULL, or what is allowed. */
static const char *misses(menu_kind kind, ptl_str word)
{
    switch (kind) {
    case MENU_TAG:
        return is_tag(word) ? NULL : "four letters in brackets";
    case MENU_WHOLE:
        return is_whole(word) ? NULL : "whole numbers";
    case MENU_TRUTH:
        return begins_with(word, "TtFf") ? NULL : "TRUE and FALSE";
    case MENU_RESPAWN:
        return begins_with(word, "TtFfAa") ? NULL : "TRUE, FALSE and ANYTIME";
    default:
        return NULL;
    }
}

static void check_value(mpd_values *v, const char *what, menu_kind kind)
{
    ptl_str     word    = next_word(v, what);
    const char *allowed = misses(kind, word);
    char        shown[32];

    if (ptl_ok(v->in.job) && allowed)
        ptl_warn(v->in.job, (uint64_t)(v->value - v->in.start), "menu-value",
                 "%s is \"%s\"; allowed: %s", what,
                 ptl_quote(shown, sizeof shown, word.data, word.size), allowed);
}

/* Engines look for a colon for each line of the summary, and stop where there is none. */
static void check_summary(ptl_job *job, mpd_values *v)
{
    int lines = 0;

    while (lines < SUMMARY && ptl_text_skip_past(&v->in, ':'))
        lines++;
    if (lines < SUMMARY)
        ptl_warn(job, ptl_text_offset(&v->in), "menu-value",
                 "lines of the summary: %d; engines want %d", lines, SUMMARY);
}

void ptl_mpd_menu_check(ptl_job *job, const mpd_menu *menu)
{
    enum { BEFORE_SUMMARY = 10 };
    mpd_values v = ptl_mpd_values_of(job, job->source);
    size_t     i = 0;

    for (; i < sizeof menu_values / sizeof *menu_values; i++)
        check_value(&v, menu_values[i].what, menu_values[i].kind);
    if (ptl_ok(job) && menu->least_players > menu->most_players)
        ptl_warn(job, (uint64_t)(v.value - v.in.start), "menu-value",
                 "the least number of players is %lu, the greatest %lu",
                 (unsigned long)menu->least_players, (unsigned long)menu->most_players);
    for (; i < BEFORE_SUMMARY; i++)
        ptl_mpd_next_value(&v, "a value");
    if (ptl_ok(job))
        check_summary(job, &v);
}
