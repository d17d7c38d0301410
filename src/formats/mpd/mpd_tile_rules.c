/* SPDX-License-Identifier: MIT */
/* Which tile goes where on a level that is made of heights. A rule is a line, the first that fits
 * a fan is taken:
 *
 *     // conditions       what the fan becomes
 *     below 20            tile 3  effects water,noreflect
 *     steeper 128         tile 9  effects wall,impass
 *     above 300 flatter 8 tile 70 big
 *     above 600           off     effects impass */
#include "formats/mpd/mpd_tile_rules.h"

#include <math.h>
#include <string.h>

#include "core/num.h"
#include "core/words.h"

enum { FLOOR_IMAGE = 0, WALL_IMAGE = 1, USUAL = 2 };

typedef struct reader {
    ptl_job    *job;
    const char *at, *end; /* of the line */
    unsigned    line;
    ptl_str     word; /* the last one */
} reader;

/* ---- Words ---------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool next_word(reader *r)
{
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    r->word.data = r->at;
    while (r->at < r->end && !is_blank(*r->at))
        r->at++;
    r->word.size = (size_t)(r->at - r->word.data);
    return r->word.size > 0;
}

static void refuse(reader *r, const char *allowed)
{
    char shown[32];

    if (r->word.size == 0)
        ptl_fail(r->job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "tile-rules, line %u: the line ends; needed: %s", r->line, allowed);
    ptl_fail(r->job, PTL_E_ARG, PTL_NOWHERE, "setting", "tile-rules, line %u: \"%s\"; allowed: %s",
             r->line, ptl_quote(shown, sizeof shown, r->word.data, r->word.size), allowed);
}

static float take_height(reader *r)
{
    const char *end;
    double      value = 0;

    next_word(r);
    end = r->word.data + r->word.size;
    if (r->word.size == 0 || ptl_parse_f64(r->word.data, end, &value) != end ||
        !(fabs(value) <= 1e6))
        refuse(r, "a number of units");
    return (float)value;
}

static uint32_t take_image(reader *r)
{
    const char *end;
    int64_t     value = 0;

    next_word(r);
    end = r->word.data + r->word.size;
    if (r->word.size == 0 || ptl_parse_i64(r->word.data, end, &value) != end || value < 0 ||
        value > 255)
        refuse(r, "an image from 0 to 255");
    return ptl_ok(r->job) ? (uint32_t)value : 0;
}

static uint32_t take_effects(reader *r)
{
    ptl_str  list, name;
    uint32_t bits = 0;

    if (!next_word(r))
        refuse(r, "effects with commas between, or none");
    list = r->word;
    while (ptl_ok(r->job) && ptl_next_word(&list, &name)) {
        unsigned bit = ptl_mpd_effect_named(name);

        bits |= bit;
        if (bit == 0 && !ptl_str_is(name, "none"))
            refuse(r, "none, noreflect, drawreflect, anim, water, wall, impass, damage, slippy");
    }
    return bits;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* What is left of the defaults of a rule that says nothing of them. */
static void take_rule(reader *r, mpd_tile_rule *rule)
{
    const struct {
        const char *name;
        float      *to;
    } heights[]   = { { "above", &rule->above },
                      { "below", &rule->below },
                      { "steeper", &rule->steeper },
                      { "flatter", &rule->flatter } };
    uint32_t tile = FLOOR_IMAGE, effects = PTL_MPD_FX_NOREFLECT, type = 0;
    bool     has_tile = false;

    do {
        size_t i = 0;

        while (i < 4 && !ptl_str_is(r->word, heights[i].name))
            i++;
        if (i < 4)
            *heights[i].to = take_height(r);
        else if (ptl_str_is(r->word, "effects"))
            effects = take_effects(r);
        else if (ptl_str_is(r->word, "big"))
            type = PTL_MPD_SHAPES;
        else if (ptl_str_is(r->word, "tile") || ptl_str_is(r->word, "off")) {
            tile     = ptl_str_is(r->word, "off") ? PTL_MPD_FANOFF : take_image(r);
            has_tile = true;
        } else
            refuse(r, "above, below, steeper, flatter, tile, off, big, effects");
    } while (ptl_ok(r->job) && next_word(r));
    if (!has_tile && ptl_ok(r->job))
        refuse(r, "a tile, or off, in every rule");
    rule->word = ptl_mpd_word((uint8_t)type, (uint8_t)effects, (uint16_t)tile);
}

static const char *end_of_rule(const char *at, const char *end)
{
    for (const char *c = at; c + 1 < end; c++)
        if (c[0] == '/' && c[1] == '/')
            return c;
    return end;
}

static size_t count_lines(ptl_str text)
{
    size_t count = 1;

    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == '\n';
    return count;
}

static void read_rules(ptl_job *job, ptl_str text, mpd_tile_rules *out)
{
    const char *at = text.data, *end = text.data + text.size;
    reader      r = { .job = job };

    while (at < end && ptl_ok(job)) {
        const char   *stop = memchr(at, '\n', (size_t)(end - at));
        mpd_tile_rule rule = { -INFINITY, INFINITY, -INFINITY, INFINITY, 0 };

        stop  = stop ? stop : end;
        r.at  = at;
        r.end = end_of_rule(at, stop);
        r.line++;
        at = stop < end ? stop + 1 : end;
        if (!next_word(&r))
            continue;
        take_rule(&r, &rule);
        out->data[out->count++] = rule;
    }
}

mpd_tile_rules ptl_mpd_tile_rules(ptl_job *job)
{
    const ptl_setting  *given        = ptl_setting_of(job, "tile-rules");
    const mpd_tile_rule usual[USUAL] = {
        { -INFINITY, INFINITY, PTL_MPD_TILE, INFINITY,
          ptl_mpd_word(0, PTL_MPD_FX_NOREFLECT | PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS, WALL_IMAGE) },
        { -INFINITY, INFINITY, -INFINITY, INFINITY,
          ptl_mpd_word(0, PTL_MPD_FX_NOREFLECT, FLOOR_IMAGE) },
    };
    ptl_str text =
        given && given->size > 0 ? (ptl_str){ given->data, given->size } : (ptl_str){ "", 0 };
    mpd_tile_rules out = { ptl_arena_array(job, count_lines(text) + USUAL, sizeof *out.data), 0 };

    if (out.data)
        read_rules(job, text, &out);
    for (size_t i = 0; i < USUAL && out.data; i++)
        out.data[out.count++] = usual[i];
    return out;
}

uint32_t ptl_mpd_tile_by_rule(const mpd_tile_rules *rules, const float corner[4])
{
    float  least = corner[0], most = corner[0], mean = 0;
    size_t i = 0;

    for (int k = 0; k < 4; k++) {
        least = corner[k] < least ? corner[k] : least;
        most  = corner[k] > most ? corner[k] : most;
        mean += corner[k] / 4;
    }
    while (i + 1 < rules->count &&
           !(mean > rules->data[i].above && mean < rules->data[i].below &&
             most - least > rules->data[i].steeper && most - least < rules->data[i].flatter))
        i++;
    return rules->data[i].word;
}
