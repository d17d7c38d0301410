/* SPDX-License-Identifier: MIT */
/* Tiled's files made of a grid: a map, or a world and its maps; sets and their sheets beside them.
 */
#include <stdio.h>

#include "core/json.h"
#include "formats/tmx/tmx_grid.h"

typedef struct maker {
    ptl_job         *job;
    const ptl_grid  *grid;
    ptl_attachments *attached;
    size_t           room;
    ptl_tmx_style    style;
    bool             world; /* the output itself is one */
    char             target[TMX_NAME];
} maker;

/* ---- Files beside the output ----------------------------------------------------------------- */

static void attach(maker *m, const char *name, ptl_span bytes, bool spare)
{
    ptl_str kept  = ptl_grid_text(m->job, "%s", name);
    void   *grown = ptl_arena_grow(m->job, m->attached->data, m->attached->count, 1, &m->room,
                                   sizeof *m->attached->data);

    if (!grown || !ptl_ok(m->job))
        return;
    m->attached->data = grown;
    m->attached->data[m->attached->count++] =
        (ptl_attachment){ .name = kept.data, .bytes = bytes, .spare = spare };
}

/* What was gathered in a buffer, which is freed. */
static void attach_text(maker *m, const char *name, ptl_buf *text, bool spare)
{
    uint8_t *copy = ptl_ok(m->job) ? ptl_arena_copy(m->job, text->data, text->size, 1) : NULL;

    if (copy)
        attach(m, name, (ptl_span){ copy, text->size }, spare);
    ptl_buf_free(text);
}

static void attach_doc(maker *m, const char *name, const ptl_tiled *doc)
{
    ptl_buf   text = ptl_buf_of(m->job, NULL);
    ptl_tiled in   = ptl_ok(m->job) ? ptl_tmx_in(m->job, doc, m->style.language) : *doc;

    if (ptl_ok(m->job) && m->style.language == PTL_TILED_XML)
        ptl_tmx_write_xml(m->job, &text, &in);
    else if (ptl_ok(m->job))
        ptl_tmx_write_json(m->job, &text, &in);
    attach_text(m, name, &text, false);
}

static void attach_set(maker *m, const ptl_grid_set *set)
{
    ptl_tmx_file file = ptl_tmx_set_file(m->grid, set, &m->style);
    char         name[TMX_NAME + 8];
    ptl_tiled    doc;

    if (set->picture.size > 0) {
        snprintf(name, sizeof name, "%s.png", file.name);
        attach(m, name, set->picture, false);
    }
    if (m->style.embedded)
        return;
    snprintf(name, sizeof name, "%s.%s", file.name,
             m->style.language == PTL_TILED_JSON ? "tsj" : "tsx");
    doc = ptl_tmx_set_made(m->job, m->grid, set, &m->style);
    attach_doc(m, name, &doc);
}

/* ---- Maps and worlds ------------------------------------------------------------------------- */

/* Letters and digits of a name; others become one dash. */
static void slug(char out[64], ptl_str name)
{
    size_t used = 0;

    for (size_t i = 0; i < name.size && used < 40; i++) {
        char c = ptl_lower(name.data[i]);

        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'))
            out[used++] = c;
        else if (used > 0 && out[used - 1] != '-')
            out[used++] = '-';
    }
    while (used > 0 && out[used - 1] == '-')
        used--;
    out[used] = 0;
}

/* The first is the output, unless that is the world. */
static ptl_tmx_file name_of(const maker *m, size_t index)
{
    ptl_tmx_file out = { .above = false };
    char         level[64];

    slug(level, m->grid->maps.data[index].name);
    if (index == 0 && !m->world)
        memcpy(out.name, m->target, sizeof out.name);
    else
        snprintf(out.name, sizeof out.name, "%.150s-%zu%s%s.%s", m->style.stem, index + 1,
                 *level ? "-" : "", level, m->style.language == PTL_TILED_JSON ? "tmj" : "tmx");
    return out;
}

static void put_place(ptl_buf *out, const maker *m, size_t index)
{
    const ptl_grid_map *map  = &m->grid->maps.data[index];
    ptl_tmx_file        file = name_of(m, index);

    ptl_put_text(out, "        {\n            \"fileName\": ");
    ptl_json_put_string(out, file.name, strlen(file.name));
    ptl_put_format(out, ",\n            \"height\": %llu,\n            \"width\": %llu,\n",
                   (unsigned long long)map->height * map->tile_height,
                   (unsigned long long)map->width * map->tile_width);
    ptl_put_format(out, "            \"x\": %lld,\n            \"y\": %lld\n        }%s\n",
                   (long long)map->x, (long long)map->y,
                   index + 1 < m->grid->maps.count ? "," : "");
}

/* As Tiled spells it. */
static void put_world(ptl_buf *out, const maker *m)
{
    ptl_put_text(out, "{\n    \"maps\": [\n");
    for (size_t i = 0; i < m->grid->maps.count && ptl_ok(m->job); i++)
        put_place(out, m, i);
    ptl_put_text(out, "    ],\n    \"onlyShowAdjacentMaps\": false,\n    \"type\": \"world\"\n}\n");
}

static void attach_world(maker *m)
{
    ptl_buf text = ptl_buf_of(m->job, NULL);
    char    name[TMX_NAME];

    snprintf(name, sizeof name, "%.200s.world", m->style.stem);
    put_world(&text, m);
    attach_text(m, name, &text, false);
}

static void become_world(maker *m, ptl_tiled *doc)
{
    ptl_buf text = ptl_buf_of(m->job, NULL);

    put_world(&text, m);
    if (ptl_ok(m->job))
        ptl_tmx_read_json(m->job, (ptl_span){ text.data, text.size }, doc);
    ptl_buf_free(&text);
}

static void attach_project(maker *m)
{
    ptl_buf text = ptl_buf_of(m->job, NULL);
    char    name[TMX_NAME];

    snprintf(name, sizeof name, "%.200s.tiled-project", m->style.stem);
    ptl_put_text(&text, "{\n    \"automappingRulesFile\": \"\",\n    \"commands\": [\n    ],\n"
                        "    \"extensionsPath\": \"extensions\",\n    \"folders\": [\n"
                        "        \".\"\n    ],\n    \"propertyTypes\": [\n    ]\n}\n");
    attach_text(m, name, &text, true);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static ptl_tmx_coding coding_for(const ptl_job *job)
{
    const ptl_setting *given = ptl_setting_of(job, "coding");

    for (ptl_tmx_coding c = PTL_TMX_BASE64; given && c < PTL_TMX_UNKNOWN; c++)
        if (ptl_setting_is(given,
                           c == PTL_TMX_BASE64 ? ptl_tmx_encoding(c) : ptl_tmx_compression(c)))
            return c;
    return PTL_TMX_CSV;
}

/* What the output is called, or would be by the name of what is beside it. */
static void name_target(maker *m)
{
    const char *path = m->job->target, *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;

    m->world = path && ptl_has_extension(path, "world");
    m->style.language =
        m->world ? (ptl_setting_is(ptl_setting_of(m->job, "language"), "json") ? PTL_TILED_JSON
                                                                               : PTL_TILED_XML)
                 : ptl_tmx_language_for(m->job, PTL_TILED_XML);
    if (name)
        snprintf(m->target, sizeof m->target, "%.*s", (int)sizeof m->target - 1, name);
    else
        snprintf(m->target, sizeof m->target, "%.200s.%s", m->style.stem,
                 m->style.language == PTL_TILED_JSON ? "tmj" : "tmx");
}

void ptl_tmx_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    maker      m   = { .job = job, .grid = hub, .attached = attached };
    ptl_tiled *doc = native;

    m.style = (ptl_tmx_style){ .coding   = coding_for(job),
                               .embedded = ptl_setting_is(ptl_setting_of(job, "sets"), "embedded"),
                               .stem     = attached->stem ? attached->stem : "map" };
    name_target(&m);
    for (size_t i = 0; i < m.grid->sets.count && ptl_ok(job); i++)
        attach_set(&m, &m.grid->sets.data[i]);
    for (size_t i = m.world ? 0 : 1; i < m.grid->maps.count && ptl_ok(job); i++) {
        ptl_tiled map = ptl_tmx_map_made(job, m.grid, &m.grid->maps.data[i], &m.style);

        attach_doc(&m, name_of(&m, i).name, &map);
    }
    if (ptl_ok(job) && m.world)
        become_world(&m, doc);
    else if (ptl_ok(job))
        *doc = ptl_tmx_map_made(job, m.grid, &m.grid->maps.data[0], &m.style);
    if (ptl_ok(job) && !m.world && m.grid->maps.count > 1)
        attach_world(&m);
    if (ptl_ok(job) && ptl_setting_of(job, "project"))
        attach_project(&m);
    if (ptl_ok(job))
        ptl_tmx_list_files(job, doc);
}
