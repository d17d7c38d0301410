/* SPDX-License-Identifier: MIT */
/* The texts beside a level as the newest engine reads them: it refuses the module where a value is
 * not what it wants. It looks for colons, knows comments in spawn.txt alone, and takes what it
 * needs of a word, so that this is not what other readers here do. */
#include <string.h>

#include "formats/mpd/mpd_module.h"

typedef struct scan {
    const char *start, *at, *end;
    const char *wanted; /* what is not there, once the engine has stopped at `at` */
    const char *seen;   /* how far it was looked for comments, and whether it ends in one */
    bool        comment;
    mpd_text   *text;
} scan;

/* ---- Characters ----------------------------------------------------------------------------- */

static bool is_end(const scan *s)
{
    return s->at == s->end;
}

static bool is(const scan *s, const char *any)
{
    return !is_end(s) && *s->at && strchr(any, *s->at);
}

static bool is_line_end(const scan *s)
{
    return is(s, "\r\n");
}

static bool is_digit(const scan *s)
{
    return is(s, "0123456789");
}

static bool is_letter(const scan *s)
{
    return !is_end(s) && ((*s->at | 32) >= 'a' && (*s->at | 32) <= 'z');
}

static void skip_blanks(scan *s)
{
    while (is(s, " \t\v\f"))
        s->at++;
}

static bool want(scan *s, bool found, const char *what)
{
    if (!found && !s->wanted)
        s->wanted = what;
    return found && !s->wanted;
}

/* ---- Values --------------------------------------------------------------------------------- */

static void take_digits(scan *s, const char *what)
{
    if (want(s, is_digit(s), what))
        while (is_digit(s))
            s->at++;
}

static void take_power(scan *s, const char *signs, const char *what)
{
    if (s->wanted || !is(s, "eE"))
        return;
    s->at++;
    s->at += is(s, signs);
    take_digits(s, what);
}

static void take_whole(scan *s)
{
    skip_blanks(s);
    s->at += is(s, "+-");
    take_digits(s, "a whole number");
    take_power(s, "+", "a whole number");
}

static void take_real(scan *s)
{
    bool point;

    skip_blanks(s);
    s->at += is(s, "+-");
    point = is(s, ".");
    s->at += point;
    take_digits(s, "a number");
    if (!s->wanted && !point && is(s, ".")) {
        s->at++;
        while (is_digit(s))
            s->at++;
    }
    take_power(s, "+-", "a number");
}

/* Where it begins; it ends where the text stands then. */
static const char *take_name(scan *s, const char *what)
{
    const char *begin;

    skip_blanks(s);
    begin = s->at;
    if (want(s, is_letter(s) || is(s, "_"), what))
        while (is_letter(s) || is_digit(s) || is(s, "_"))
            s->at++;
    return begin;
}

static void take_truth(scan *s)
{
    static const char what[]  = "T, TRUE, F or FALSE";
    const char       *begin   = take_name(s, what);
    size_t            size    = (size_t)(s->at - begin);
    char              word[6] = "";

    for (size_t i = 0; i < size && i < sizeof word - 1; i++)
        word[i] = (char)(begin[i] | 32);
    if (!s->wanted &&
        !(size < sizeof word && (strcmp(word, "t") == 0 || strcmp(word, "f") == 0 ||
                                 strcmp(word, "true") == 0 || strcmp(word, "false") == 0))) {
        s->at     = begin;
        s->wanted = what;
    }
}

static void take_character(scan *s)
{
    skip_blanks(s);
    if (want(s, is_letter(s) || is_digit(s) || is(s, "!?="), "a letter"))
        s->at++;
}

static void take_word(scan *s)
{
    skip_blanks(s);
    while (!is_end(s) && !is(s, " \t\v\f\r\n"))
        s->at++;
}

static void take_tag(scan *s)
{
    static const char what[] = "four letters in brackets";

    skip_blanks(s);
    for (int i = 0; i < 6; i++)
        if (want(s,
                 i == 0   ? is(s, "[")
                 : i == 5 ? is(s, "]")
                          : is_letter(s) || is_digit(s) || is(s, "_"),
                 what))
            s->at++;
}

static bool skip_to_colon(scan *s)
{
    const char *colon = s->wanted ? NULL : memchr(s->at, ':', (size_t)(s->end - s->at));

    s->at = colon ? colon + 1 : s->wanted ? s->at : s->end;
    return colon != NULL;
}

static void take_kind(scan *s, char kind)
{
    switch (kind) {
    case 'i':
        take_whole(s);
        break;
    case 'r':
        take_real(s);
        break;
    case 'b':
        take_truth(s);
        break;
    case 'n':
        take_name(s, "a word");
        break;
    case 'p':
        take_character(s);
        break;
    case 'z':
        take_tag(s);
        break;
    default:
        take_word(s);
    }
}

/* Each behind a colon. */
static void take_values(scan *s, const char *kinds)
{
    for (; *kinds && want(s, skip_to_colon(s), "a colon, and a value behind it"); kinds++)
        take_kind(s, *kinds);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static void scan_water(scan *s)
{
    static const char mark[] = "FILE_VERSION";
    bool              newer  = false;

    skip_blanks(s);
    if (is(s, "$")) {
        const char *name;

        s->at++;
        name  = take_name(s, "FILE_VERSION");
        newer = s->at - name == sizeof mark - 1 && memcmp(name, mark, sizeof mark - 1) == 0;
        if (newer)
            take_whole(s);
    }
    take_values(s, "biiirrbbbbrrrrrr"
                   "riiiirrriiiiirrr"
                   "rrrrrrrrrriiin");
    take_values(s, newer ? "sbibbrr" : "bibbrr");
    if (skip_to_colon(s)) {
        take_kind(s, 'r');
        take_values(s, "rrrrb");
        if (skip_to_colon(s)) {
            take_kind(s, 'i');
            take_values(s, "ii");
        }
    }
}

static void scan_menu(scan *s)
{
    take_values(s, "snz");
    skip_blanks(s);
    if (!s->wanted && !is_line_end(s) && !is_end(s))
        take_whole(s);
    take_values(s, "ibiipps"
                   "ssssssss");
}

/* Whether the text stands in a comment; what was looked at before is not looked at again, so that
 * one endless line costs no more than many. */
static bool is_in_comment(scan *s)
{
    for (; s->seen < s->at; s->seen++)
        if (*s->seen == '\n' || *s->seen == '\r')
            s->comment = false;
        else if (s->seen > s->start && s->seen[-1] == '/' && *s->seen == '/')
            s->comment = true;
    return s->comment;
}

typedef struct hidden { /* a passage in a comment */
    uint64_t at;        /* of its colon, or PTL_NOWHERE */
    size_t   number;
} hidden;

static void say_hidden(scan *s, hidden *h, const char *what)
{
    if (h->at != PTL_NOWHERE)
        ptl_find(&s->text->job, PTL_WARNING, h->at, "engine-comment",
                 "the engine finds passage %zu in a comment, %s", h->number, what);
    h->at = PTL_NOWHERE;
}

/* One in a comment that is open does no harm as long as none follows. */
static void scan_passages(scan *s)
{
    hidden open = { PTL_NOWHERE, 0 };

    for (size_t number = 0; skip_to_colon(s); number++) {
        hidden here    = { (uint64_t)(s->at - 1 - s->start), number };
        bool   comment = is_in_comment(s), closed = false;

        for (int i = 0; i < 7 && !s->wanted; i++) {
            skip_blanks(s);
            closed = closed || (i == 4 && is(s, "fF"));
            take_kind(s, "iiiibbb"[i]);
        }
        if (s->wanted)
            return;
        if (!comment)
            say_hidden(s, &open, "and counts on behind it");
        else if (closed)
            say_hidden(s, &here, "and closes it");
        else if (open.at == PTL_NOWHERE)
            open = here;
    }
}

static void skip_comments(scan *s)
{
    while (is(s, " \t\v\f\r\n/")) {
        if (is(s, "/")) {
            s->at++;
            if (!want(s, is(s, "/"), "the second slash of a comment"))
                return;
            while (!is_end(s) && !is_line_end(s))
                s->at++;
        } else {
            s->at++;
        }
    }
}

static void scan_dependency(scan *s)
{
    static const char word[] = "dependency";
    const char       *name;

    s->at++;
    name = take_name(s, word);
    want(s, s->at - name == sizeof word - 1 && memcmp(name, word, sizeof word - 1) == 0, word);
    skip_blanks(s);
    s->at += is(s, "%");
    take_name(s, "the name of an object");
    take_whole(s);
}

/* Of a team it takes one letter, and what follows it for the name of the next. */
static void scan_spawn(scan *s)
{
    const char *name = s->at;

    if (!want(s, is_letter(s) || is(s, "%_"), "a name that begins with a letter"))
        return;
    while (!is_end(s) && !is(s, ":\r\n"))
        s->at++;
    if (is_end(s))
        return;
    if (!want(s, is(s, ":"), "a colon behind the name")) {
        s->at = name;
        return;
    }
    s->at++;
    for (const char *kind = "sirrr"; *kind && !s->wanted; kind++)
        take_kind(s, *kind);
    skip_blanks(s);
    if (want(s, is(s, "SEWNsewn?LRIlri"), "N, E, S, W, ?, L, R or I"))
        s->at++;
    take_whole(s);
    skip_blanks(s);
    if (!s->wanted && is(s, "?"))
        s->at++;
    else
        take_whole(s);
    for (const char *kind = "iiibpp"; *kind && !s->wanted; kind++)
        take_kind(s, *kind);
    want(s, is_end(s) || is(s, " \t\v\f\r\n/"), "the end of the team, which is one letter");
}

static void scan_spawns(scan *s)
{
    for (skip_comments(s); !is_end(s) && !s->wanted; skip_comments(s)) {
        if (is(s, "#"))
            scan_dependency(s);
        else
            scan_spawn(s);
    }
}

/* ---- All of them ---------------------------------------------------------------------------- */

static const struct {
    const char *name, *rule;
    void (*scan)(scan *s);
    bool needed; /* in a module; a wawalite.txt is missed in any level, which is told elsewhere */
} texts[] = {
    { .name = "menu.txt", .rule = "engine-menu", .scan = scan_menu, .needed = true },
    { .name = "wawalite.txt", .rule = "engine-wawalite", .scan = scan_water },
    { .name = "passage.txt", .rule = "engine-passage", .scan = scan_passages },
    { .name = "spawn.txt", .rule = "engine-spawn", .scan = scan_spawns, .needed = true },
};

void ptl_mpd_check_engine(ptl_job *job, const ptl_files *files, bool module)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts && ptl_ok(job); i++) {
        mpd_text text;
        scan     s = { .text = &text };

        if (!ptl_mpd_text_load(&text, job, files, texts[i].name, MPD_SAY_ALL)) {
            if (module && texts[i].needed)
                ptl_find(job, PTL_ERROR, PTL_NOWHERE, texts[i].rule,
                         "%s is not there, without which the newest engine takes no module",
                         texts[i].name);
            continue;
        }
        s.start = s.at = s.seen = (const char *)text.job.source.data;
        s.end                   = s.start + text.job.source.size;
        texts[i].scan(&s);
        if (s.wanted)
            ptl_find(&text.job, PTL_ERROR, (uint64_t)(s.at - s.start), texts[i].rule,
                     "the newest engine stops here: it wants %s", s.wanted);
        ptl_mpd_text_end(&text);
    }
}
