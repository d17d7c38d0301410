/* SPDX-License-Identifier: MIT */
/* What the module can do, as JSON: version, features, formats, exports, imports, their settings,
 * the routes between them, and rules by name. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text -------------------------------------------------------------------------------------
 */

static bool full;

bool web_full(void)
{
    return full;
}

static bool make_room(size_t more)
{
    size_t   want = web_out.capacity ? web_out.capacity : 4096;
    uint8_t *moved;

    while (want - web_out.size < more)
        want *= 2;
    moved = want > web_out.capacity ? realloc(web_out.data, want) : web_out.data;
    if (!moved)
        return false;
    web_out.data     = moved;
    web_out.capacity = want;
    return true;
}

void web_put(const char *text, size_t size)
{
    full = web_out.size == 0 ? false : full;
    if (full || !make_room(size)) {
        full = true;
        return;
    }
    memcpy(web_out.data + web_out.size, text, size);
    web_out.size += size;
}

void web_say(const char *text)
{
    web_put(text, strlen(text));
}

/* Sizes of drawings: a hundredth of a unit is enough. */
void web_number(double value)
{
    long long hundredths = (long long)(value * 100 + (value < 0 ? -0.5 : 0.5));
    char      text[40];

    snprintf(text, sizeof text, "%s%lld.%02lld", hundredths < 0 ? "-" : "", llabs(hundredths / 100),
             llabs(hundredths % 100));
    web_say(text);
}

void web_quoted(const char *text, size_t size)
{
    char code[8];

    web_say("\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '"' || c == '\\' || c < 0x20) {
            snprintf(code, sizeof code, "\\u%04x", c);
            web_say(code);
        } else {
            web_put(text + i, 1);
        }
    }
    web_say("\"");
}

static void member(const char *name, const char *text)
{
    web_say(", \"");
    web_say(name);
    web_say("\": ");
    if (text)
        web_quoted(text, strlen(text));
    else
        web_say("null");
}

/* ---- Tables -----------------------------------------------------------------------------------
 */

static void put_settings(const ptl_setting_info *settings)
{
    char when[40];

    web_say(", \"settings\": [");
    for (const ptl_setting_info *s = settings; s && s->name; s++) {
        web_say(s > settings ? ",\n  {\"name\": " : "\n  {\"name\": ");
        web_quoted(s->name, strlen(s->name));
        member("value", s->value);
        member("choices", s->choices);
        member("help", s->help);
        member("group", s->group);
        snprintf(when, sizeof when, ", \"when\": %u, \"repeats\": %s}", s->when,
                 s->repeats ? "true" : "false");
        web_say(when);
    }
    web_say("]");
}

static void put_row(size_t index, const char *name, const char *title, const char *extensions,
                    const char *media_type)
{
    web_say(index > 0 ? ",\n{\"name\": " : "{\"name\": ");
    web_quoted(name, strlen(name));
    member("title", title);
    member("extensions", extensions);
    member("mediaType", media_type);
}

static void put_route(const char *from, const char *to, bool *more)
{
    ptl_route route;

    for (size_t i = 0; ptl_route_at(&route, from, to, i); i++) {
        web_say(*more ? "," : "");
        web_say("\n  [");
        web_quoted(to, strlen(to));
        for (size_t k = 0; k < route.hubs; k++) {
            web_say(", \"");
            web_say(ptl_hub_name(route.hub[k]));
            web_say("\"");
        }
        web_say("]");
        *more = true;
    }
}

static void put_routes(const char *from)
{
    const ptl_format_info *f;
    const ptl_export_info *e;
    bool                   more = false;

    web_say(", \"routes\": [");
    put_route(from, "json", &more);
    for (size_t i = 0; (f = ptl_format_at(i)); i++)
        put_route(from, f->name, &more);
    for (size_t i = 0; (e = ptl_export_at(i)); i++)
        put_route(from, e->name, &more);
    web_say("]}");
}

static void put_formats(void)
{
    const ptl_format_info *f;
    char                   can[32];

    web_say("},\n\"formats\": [");
    for (size_t i = 0; (f = ptl_format_at(i)); i++) {
        put_row(i, f->name, f->title, f->extensions, f->media_type);
        snprintf(can, sizeof can, ", \"can\": %u", ptl_format_can(f));
        web_say(can);
        put_settings(f->settings);
        put_routes(f->name);
    }
}

static void put_exports(void)
{
    const ptl_export_info *e;

    web_say("],\n\"exports\": [");
    for (size_t i = 0; (e = ptl_export_at(i)); i++) {
        put_row(i, e->name, e->title, e->extensions, e->media_type);
        web_say(e->many ? ", \"many\": true" : ", \"many\": false");
        put_settings(e->settings);
        web_say("}");
    }
}

static void put_imports(void)
{
    const ptl_import_info *m;

    web_say("],\n\"imports\": [");
    for (size_t i = 0; (m = ptl_import_at(i)); i++) {
        put_row(i, m->name, m->title, m->extensions, m->media_type);
        put_routes(m->name);
    }
    web_say("]}\n");
}

WEB_EXPORT(tables) void web_tables(void)
{
    static const char *const features[] = { "zlib", "zstd", "gzip",  "xml",
                                            "png",  "jpeg", "cairo", "assimp" };

    web_out.size = 0;
    web_say("{\"version\": ");
    web_quoted(ptl_version(), strlen(ptl_version()));
    web_say(", \"features\": {");
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        web_say(i > 0 ? ", \"" : "\"");
        web_say(features[i]);
        web_say(ptl_has_feature(features[i]) ? "\": true" : "\": false");
    }
    put_formats();
    put_exports();
    put_imports();
}

/* What a rule means; empty when there is none of that name. */
WEB_EXPORT(rule) const char *web_rule(const char *name)
{
    const ptl_rule *rule = ptl_rule_named(name);

    return rule ? rule->help : "";
}

static const char *probed(const void *data, size_t size, const char *name)
{
    int                    scores[2] = { 0, 0 };
    size_t                 head      = size < 4096 ? size : 4096;
    const ptl_format_info *format    = ptl_probe(data, head, size, name, &scores[0]);
    const ptl_import_info *import    = ptl_import_probe(data, head, size, name, &scores[1]);

    if (import && (!format || scores[1] > scores[0]))
        return import->name;
    return format ? format->name : NULL;
}

/* The format or import that bytes look most like, or nothing. */
WEB_EXPORT(probe) const char *web_probe(const void *data, size_t size, const char *name)
{
    const char *found = probed(data, size, name);

    return found ? found : "";
}
