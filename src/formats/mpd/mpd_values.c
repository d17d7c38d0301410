/* SPDX-License-Identifier: MIT */
/* Streams of values, each behind a colon. */
#include "formats/mpd/mpd_values.h"

mpd_values ptl_mpd_values_of(ptl_job *job, ptl_span text)
{
    return (mpd_values){ .in = ptl_text_of(job, text) };
}

bool ptl_mpd_next_value(mpd_values *v, const char *what)
{
    if (!ptl_ok(v->in.job))
        return false;
    v->before = v->in.at;
    if (!ptl_text_skip_past(&v->in, ':')) {
        v->in.at = v->in.end;
        ptl_fail(v->in.job, PTL_E_SYNTAX, ptl_text_offset(&v->in), "values-end",
                 "the text ends where %s is expected after a colon", what);
        return false;
    }
    v->colon = v->in.at - 1;
    ptl_text_skip_space(&v->in);
    v->value = v->in.at;
    return true;
}

bool ptl_mpd_ends_number(const mpd_values *v, const char *at)
{
    return at == v->in.end || *at == ' ' || (*at >= '\t' && *at <= '\r');
}

void ptl_mpd_bad_value(mpd_values *v, const char *rule, const char *what, const char *why)
{
    char word[32];

    ptl_fail(v->in.job, PTL_E_SYNTAX, ptl_text_offset(&v->in), rule, "%s is \"%s\"; %s", what,
             ptl_text_word_here(&v->in, word, sizeof word), why);
}
