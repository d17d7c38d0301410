/* SPDX-License-Identifier: MIT */
/* Logical paths in JSON texts, found again when something is said about them: no tree is kept, and
 * most documents have nothing to say. The text was read without a fault, so brackets and quotes
 * match; the end is minded all the same. */
#include "core/json_place.h"

#include <string.h>

#include "core/utf8.h"

enum { TIMES = 16, SMALL = 1 << 20 }; /* how often a text is looked at, and a small one besides */

typedef struct scan {
    const char *at, *end;
    const char *from; /* where the step began that is taken */
} scan;

static void skip_blanks(scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n,:", *s->at) && *s->at)
        s->at++;
}

static void skip_string(scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        s->at += *s->at == '\\';
    s->at = s->at < s->end ? s->at + 1 : s->end;
}

static void skip_value(scan *s)
{
    size_t depth = 0;

    do {
        skip_blanks(s);
        if (s->at >= s->end)
            return;
        if (*s->at == '"') {
            skip_string(s);
            continue;
        }
        depth += *s->at == '{' || *s->at == '[';
        depth -= *s->at == '}' || *s->at == ']';
        s->at++;
        while (s->at < s->end && *s->at && !strchr(" \t\r\n,:\"{}[]", *s->at) &&
               !strchr("{}[]", s->at[-1]))
            s->at++;
    } while (depth > 0);
}

/* Steps into a list or record; false when the value is another, or holds nothing. */
static bool enter(scan *s, char open)
{
    skip_blanks(s);
    if (s->at >= s->end || *s->at != open)
        return false;
    s->at++;
    skip_blanks(s);
    return s->at < s->end && *s->at != ']' && *s->at != '}';
}

static bool find_member(scan *s, const char *name)
{
    size_t length = strlen(name);

    for (bool more = enter(s, '{'); more; more = s->at < s->end && *s->at != '}') {
        const char *key = s->at + 1;
        bool        same;

        skip_string(s);
        same = (size_t)(s->at - key) == length + 1 && memcmp(key, name, length) == 0;
        skip_blanks(s);
        if (same)
            return true;
        skip_value(s);
        skip_blanks(s);
    }
    return false;
}

/* `from` elements are behind already. */
static bool find_element(scan *s, uint64_t from, uint64_t index)
{
    for (; from < index; from++) {
        skip_value(s);
        skip_blanks(s);
        if (s->at >= s->end || *s->at == ']')
            return false;
    }
    return true;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static const char *read_index(const char *at, uint64_t *out)
{
    for (*out = 0; *at >= '0' && *at <= '9'; at++)
        *out = *out * 10 + (uint64_t)(*at - '0');
    return at;
}

static void add_index(ptl_json_way *way, uint64_t index)
{
    if (way->count == PTL_JSON_STEPS)
        return;
    way->step[way->count].name[0] = 0;
    way->step[way->count++].index = index;
}

static const char *add_name(ptl_json_way *way, const char *path)
{
    size_t length = strcspn(path, "/["), room = sizeof way->step[0].name - 1;

    if (way->count < PTL_JSON_STEPS) {
        memset(way->step[way->count].name, 0, room + 1);
        memcpy(way->step[way->count++].name, path, length < room ? length : room);
    }
    return path + length;
}

static void split(ptl_json_way *way, const char *path)
{
    while (*path) {
        uint64_t first, second;

        path = add_name(way, path);
        if (*path == '[') {
            path = read_index(path + 1, &first);
            if (*path == ',') {
                path = read_index(path + 1, &second);
                add_index(way, second);
            }
            add_index(way, first);
            path += strcspn(path, "/");
        }
        path += *path == '/';
    }
}

static bool same_step(const ptl_json_way *a, const ptl_json_way *b, size_t i)
{
    return strcmp(a->step[i].name, b->step[i].name) == 0 &&
           (a->step[i].name[0] || a->step[i].index == b->step[i].index);
}

/* Takes one step from where `s` is; an element may lie behind the one that was found last. */
static bool take(scan *s, const ptl_json_way *next, size_t i, const ptl_json_way *last,
                 const char *text)
{
    uint64_t from = 0;

    if (next->step[i].name[0])
        return find_member(s, next->step[i].name);
    if (!enter(s, '['))
        return false;
    if (last && !last->step[i].name[0] && last->step[i].index <= next->step[i].index) {
        from  = last->step[i].index;
        s->at = s->from = text + last->step[i].at;
    }
    return find_element(s, from, next->step[i].index);
}

uint64_t ptl_json_place(ptl_json_way *way, const char *text, size_t size, const char *path)
{
    ptl_json_way next = { .count = 0 };
    scan         s    = { text + ptl_utf8_mark(text, size), text + size };
    size_t       same = 0, found;
    uint64_t     whole;

    if (way->seen > (uint64_t)size * TIMES + SMALL)
        return PTL_NOWHERE;
    split(&next, path);
    skip_blanks(&s);
    whole = next.count > 0 && s.at < s.end ? (uint64_t)(s.at - text) : PTL_NOWHERE;
    for (; same < next.count && same < way->count && same_step(way, &next, same); same++) {
        next.step[same].at = way->step[same].at;
        s.at               = text + way->step[same].at;
    }
    next.seen = way->seen;
    for (found = same; found < next.count; found++) {
        const ptl_json_way *last = found == same && found < way->count ? way : NULL;
        bool                there;

        s.from = s.at;
        there  = take(&s, &next, found, last, text);
        next.seen += (uint64_t)(s.at - s.from);
        if (!there)
            break;
        next.step[found].at = (uint64_t)(s.at - text);
    }
    next.count = found;
    *way       = next;
    return found > 0 ? next.step[found - 1].at : whole;
}
