/* SPDX-License-Identifier: MIT */
/* Foundry VTT: one level as a scene for "Import Data", its picture beside it, and its notes as a
 * journal. Coordinates are whole pixels of the picture, because the scene has no padding. The scene
 * is the master's, and knows all secrets; what players see of it is the picture. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "core/utf8.h"
#include "exports/export.h"

enum { LEAST_PIXELS = 20, ID = 17 };

#define OCTAGON 0.70710678 /* as in Universal VTT */

typedef struct writer {
    ptl_job               *job;
    ptl_buf               *out;
    const ptl_table       *table;
    const ptl_table_level *level;
    const ptl_side        *side;
    uint32_t               pixels;
    uint32_t              *link_at; /* of each cell: its link, from 1; 0: none */
    bool                   first;   /* element of a list */
} writer;

/* ---- Names of documents ---------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Sixteen letters and digits that follow from map, level, kind and place: a second export gives the
 * same, and levels know each other's. */
static const char *make_id(char out[ID], const ptl_table *table, size_t number, const char *what)
{
    static const char digits[]   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const ptl_table_level *level = &table->levels.data[number];
    char                   place[24];

    snprintf(place, sizeof place, "\n%zu\n", number);
    for (int half = 0; half < 2; half++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325) + (uint64_t)half;

        hash = mix(hash, table->name.data, table->name.size);
        hash = mix(hash, place, strlen(place));
        hash = mix(hash, level->name.data, level->name.size);
        hash = mix(hash, "\n", 1);
        hash = mix(hash, what, strlen(what));
        hash ^= hash >> 32;
        for (int i = 0; i < 8; i++, hash /= 62)
            out[8 * half + i] = digits[hash % 62];
    }
    out[ID - 1] = 0;
    return out;
}

static const char *scene_id(char out[ID], const writer *w, size_t level)
{
    return make_id(out, w->table, level, "scene");
}

static const char *cell_id(char out[ID], const writer *w, size_t level, const char *kind,
                           uint32_t row, uint32_t column)
{
    char what[80];

    snprintf(what, sizeof what, "%s %lu %lu", kind, (unsigned long)row, (unsigned long)column);
    return make_id(out, w->table, level, what);
}

/* ---- Elements -------------------------------------------------------------------------------- */

static long pixel(const writer *w, double cells)
{
    return (long)(cells * w->pixels + 0.5);
}

/* The same whatever the size of pixels. */
static long fixed(double cells)
{
    return (long)(cells * 10000 + 0.5);
}

/* What is no UTF-8 gets a stand-in. */
static void put_clean(ptl_buf *out, ptl_str text)
{
    for (size_t i = 0; i < text.size;) {
        uint32_t code;
        size_t   size = ptl_utf8_decode(text.data + i, text.size - i, &code);

        if (size > 0)
            ptl_put(out, text.data + i, size);
        else
            ptl_put_text(out, "\xEF\xBF\xBD");
        i += size > 0 ? size : 1;
    }
}

static void put_string(const writer *w, ptl_str first, ptl_str second)
{
    ptl_buf text = ptl_buf_of(w->job, NULL);

    put_clean(&text, first);
    put_clean(&text, second);
    if (ptl_ok(w->job))
        ptl_json_put_string(w->out, (const char *)text.data, text.size);
    ptl_buf_free(&text);
}

/* A scene must have a name. */
static ptl_str name_of(const writer *w)
{
    return w->level->name.size > 0 ? w->level->name : (ptl_str){ "level", 5 };
}

static void begin_list(writer *w, const char *name)
{
    ptl_put_format(w->out, ",\n  \"%s\": [", name);
    w->first = true;
}

static void begin_element(writer *w)
{
    ptl_put_text(w->out, w->first ? "\n    " : ",\n    ");
    w->first = false;
}

static void end_list(writer *w)
{
    ptl_put_text(w->out, w->first ? "]" : "\n  ]");
}

/* A wall with the members that differ from a plain one. */
static void put_wall(writer *w, const double at[4], const char *kind, const char *members)
{
    long c[4];
    char what[120], id[ID];

    for (int i = 0; i < 4; i++)
        c[i] = pixel(w, at[i]);
    snprintf(what, sizeof what, "%s %ld %ld %ld %ld", kind, fixed(at[0]), fixed(at[1]),
             fixed(at[2]), fixed(at[3]));
    begin_element(w);
    ptl_put_format(w->out, "{\"_id\": \"%s\", \"c\": [%ld, %ld, %ld, %ld]%s, ",
                   make_id(id, w->table, w->table->chosen, what), c[0], c[1], c[2], c[3], members);
    ptl_put_format(w->out, "\"flags\": {\"portolan\": {\"kind\": \"%s\"", kind);
}

static void end_wall(writer *w)
{
    ptl_put_text(w->out, "}}}");
}

/* ---- Walls and doors ------------------------------------------------------------------------- */

static const struct look {
    const char *kind, *members;
} looks[] = {
    [PTL_TABLE_WALL]      = { "wall", "" },
    [PTL_TABLE_ILLUSORY]  = { "illusory", ", \"move\": 0" },
    [PTL_TABLE_INVISIBLE] = { "invisible", ", \"sight\": 0, \"light\": 0, \"sound\": 0" },
};

static void put_walls(writer *w, ptl_table_kind kind)
{
    ptl_table_lines lines;

    ptl_table_join(w->job, &lines, w->level, 1u << kind, PTL_TABLE_MASTER);
    for (size_t i = 0; i < lines.lines.count && ptl_ok(w->job); i++) {
        const ptl_table_point *p = lines.points + lines.lines.data[i].point;

        for (size_t k = 0; k + 1 < lines.lines.data[i].count; k++) {
            const double at[4] = { (double)p[k].x, (double)p[k].y, (double)p[k + 1].x,
                                   (double)p[k + 1].y };

            put_wall(w, at, looks[kind].kind, looks[kind].members);
            end_wall(w);
        }
    }
}

/* One sees a round thing, and not what is behind it: the second such wall blocks. */
static void put_thing(writer *w, const ptl_table_thing *t)
{
    static const double turn[9][2] = { { 1, 0 },  { OCTAGON, OCTAGON },
                                       { 0, 1 },  { -OCTAGON, OCTAGON },
                                       { -1, 0 }, { -OCTAGON, -OCTAGON },
                                       { 0, -1 }, { OCTAGON, -OCTAGON },
                                       { 1, 0 } };

    for (int i = 0; i < 8; i++) {
        double at[4];

        for (int k = 0; k < 4; k++)
            at[k] = (double)(k % 2 ? t->y : t->x) + turn[i + k / 2][k % 2] * (double)t->radius;
        put_wall(w, at, "thing", ", \"sight\": 10, \"light\": 10");
        end_wall(w);
    }
}

/* Walls run east or south, and a wall with direction 1 stops who comes from its north or east. */
static const char *direction(uint8_t way)
{
    return way == PTL_TABLE_NORTH || way == PTL_TABLE_EAST
               ? ", \"sight\": 0, \"light\": 0, \"sound\": 0, \"dir\": 1"
               : ", \"sight\": 0, \"light\": 0, \"sound\": 0, \"dir\": 2";
}

static void put_place(writer *w, uint32_t row, uint32_t column)
{
    ptl_put_format(w->out, ", \"row\": %lu, \"column\": %lu", (unsigned long)row,
                   (unsigned long)column);
}

/* A one-way door is a door and, in the same place, a wall that stops steps from one side. */
static void put_door(writer *w, const ptl_table_door *d)
{
    const double at[4] = { (double)d->x0, (double)d->y0, (double)d->x1, (double)d->y1 };
    char         members[48];

    snprintf(members, sizeof members, ", \"door\": %d, \"ds\": %d", d->secret ? 2 : 1,
             d->locked ? 2 : 0);
    if (d->window)
        put_wall(w, at, "window", ", \"sight\": 0, \"light\": 0");
    else
        put_wall(w, at, d->secret ? "secret-door" : d->locked ? "locked-door" : "door", members);
    put_place(w, d->row, d->column);
    end_wall(w);
    if (d->way == PTL_TABLE_BOTH_WAYS)
        return;
    put_wall(w, at, "one-way", direction(d->way));
    put_place(w, d->row, d->column);
    end_wall(w);
}

static void put_all_walls(writer *w)
{
    begin_list(w, "walls");
    for (int kind = PTL_TABLE_WALL; kind <= PTL_TABLE_INVISIBLE; kind++)
        put_walls(w, (ptl_table_kind)kind);
    for (size_t i = 0; i < w->level->things.count && ptl_ok(w->job); i++)
        put_thing(w, &w->level->things.data[i]);
    for (size_t i = 0; i < w->level->doors.count && ptl_ok(w->job); i++)
        if (w->level->doors.data[i].who & PTL_TABLE_MASTER)
            put_door(w, &w->level->doors.data[i]);
    end_list(w);
}

/* ---- Lights, notes, regions ------------------------------------------------------------------ */

/* Distances are in feet, five to a cell; twice as far it is dim. */
static void put_lights(writer *w)
{
    bool asked = ptl_setting_of(w->job, "lights");
    char id[ID], what[64];

    begin_list(w, "lights");
    for (size_t i = 0; asked && i < w->level->lights.count; i++) {
        const ptl_table_light *l = &w->level->lights.data[i];

        snprintf(what, sizeof what, "light %zu", i);
        begin_element(w);
        ptl_put_format(w->out,
                       "{\"_id\": \"%s\", \"x\": %ld, \"y\": %ld, \"walls\": true, \"config\": "
                       "{\"dim\": %d, \"bright\": %d, \"color\": \"#%06lx\", \"alpha\": 0.5, "
                       "\"angle\": 360}}",
                       make_id(id, w->table, w->table->chosen, what), pixel(w, (double)l->x),
                       pixel(w, (double)l->y), (int)(l->range * 10), (int)(l->range * 5),
                       (unsigned long)l->rgb);
    }
    end_list(w);
    if (!asked)
        w->table->lost[PTL_TABLE_LOST_LIGHTS] += w->level->lights.count;
}

static const ptl_table_link *link_of(const writer *w, uint32_t row, uint32_t column)
{
    uint32_t number = w->link_at[(size_t)row * w->level->columns + column];

    return number > 0 ? &w->level->links.data[number - 1] : NULL;
}

/* What a mark says; where it leads, if it does. */
static void put_label(writer *w, const ptl_table_mark *mark)
{
    const ptl_table_link *link = mark->note ? NULL : link_of(w, mark->row, mark->column);
    ptl_buf               text = ptl_buf_of(w->job, NULL);

    ptl_put(&text, mark->label.data, mark->label.size);
    if (link)
        ptl_put_text(&text, " to ");
    if (ptl_ok(w->job))
        put_string(w, (ptl_str){ (const char *)text.data, text.size },
                   link ? w->table->levels.data[link->to_level].name : (ptl_str){ "", 0 });
    ptl_buf_free(&text);
}

static void put_note(writer *w, const ptl_table_mark *mark, size_t number)
{
    char id[ID], what[48];

    snprintf(what, sizeof what, "pin %zu", number);
    begin_element(w);
    ptl_put_format(w->out, "{\"_id\": \"%s\", \"x\": %ld, \"y\": %ld, \"iconSize\": 40, \"text\": ",
                   make_id(id, w->table, w->table->chosen, what),
                   pixel(w, (double)mark->column + 0.5), pixel(w, (double)mark->row + 0.5));
    put_label(w, mark);
    ptl_put_text(w->out, ", \"fontSize\": 32, \"textAnchor\": 1, \"global\": false");
    if (mark->note) {
        ptl_put_format(w->out, ", \"entryId\": \"%s\"",
                       make_id(id, w->table, w->table->chosen, "journal"));
        snprintf(what, sizeof what, "page %zu", number);
        ptl_put_format(w->out, ", \"pageId\": \"%s\"",
                       make_id(id, w->table, w->table->chosen, what));
    }
    ptl_put_text(w->out, ", \"texture\": {\"src\": \"icons/svg/book.svg\"}}");
}

/* Pins of hidden things would be seen by players: they are regions, which are for the master. */
static void put_notes(writer *w)
{
    begin_list(w, "notes");
    for (size_t i = 0; i < w->level->marks.count && ptl_ok(w->job); i++)
        if (!w->level->marks.data[i].hidden)
            put_note(w, &w->level->marks.data[i], i);
    end_list(w);
}

static void begin_region(writer *w, uint32_t row, uint32_t column)
{
    char id[ID];

    begin_element(w);
    ptl_put_format(
        w->out,
        "{\"_id\": \"%s\", \"shapes\": [{\"type\": \"rectangle\", \"x\": %ld, \"y\": "
        "%ld, \"width\": %lu, \"height\": %lu, \"hole\": false}], \"name\": ",
        cell_id(id, w, w->table->chosen, "region", row + w->level->top, column + w->level->left),
        pixel(w, column), pixel(w, row), (unsigned long)w->pixels, (unsigned long)w->pixels);
}

/* Since version 14 there may be several destinations; before, there was one. */
static void put_link(writer *w, const ptl_table_link *link)
{
    char id[ID], scene[ID], region[ID];

    begin_region(w, link->row, link->column);
    put_string(w, (ptl_str){ "to ", 3 }, w->table->levels.data[link->to_level].name);
    ptl_put_format(w->out,
                   ", \"behaviors\": [{\"_id\": \"%s\", \"type\": \"teleportToken\", \"system\": "
                   "{\"destination\": \"Scene.%s.Region.%s\", \"destinations\": "
                   "[\"Scene.%s.Region.%s\"], \"choice\": %s}}]}",
                   cell_id(id, w, w->table->chosen, "behavior", link->row, link->column),
                   scene_id(scene, w, link->to_level),
                   cell_id(region, w, link->to_level, "region", link->to_row, link->to_column),
                   scene, region, link->forced ? "false" : "true");
}

/* One for each cell that leads somewhere, and one for each hidden thing elsewhere. */
static void put_regions(writer *w)
{
    begin_list(w, "regions");
    for (size_t i = 0; i < w->level->links.count && ptl_ok(w->job); i++) {
        const ptl_table_link *link = &w->level->links.data[i];

        if (link_of(w, link->row, link->column) == link)
            put_link(w, link);
    }
    for (size_t i = 0; i < w->level->marks.count && ptl_ok(w->job); i++) {
        const ptl_table_mark *mark = &w->level->marks.data[i];

        if (!mark->hidden || link_of(w, mark->row, mark->column))
            continue;
        begin_region(w, mark->row, mark->column);
        put_string(w, mark->label, (ptl_str){ "", 0 });
        ptl_put_text(w->out, ", \"behaviors\": []}");
    }
    end_list(w);
}

/* ---- Beside the scene ------------------------------------------------------------------------ */

static void put_file(writer *w, const char *end, const ptl_buf *bytes)
{
    char name[420];

    snprintf(name, sizeof name, "%.400s%s", w->side->stem, end);
    ptl_side_put(w->job, w->side, name, bytes->data, bytes->size);
}

static void put_html(ptl_buf *out, ptl_str text)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];

        if (c == '&' || c == '<' || c == '>')
            ptl_put_text(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
        else if (c == '\n')
            ptl_put_text(out, "<br>");
        else if (c != '\r')
            ptl_put_char(out, c);
    }
}

static void put_page(writer *w, const ptl_table_mark *mark, size_t number)
{
    ptl_buf html = ptl_buf_of(w->job, NULL);
    char    id[ID], what[48];

    snprintf(what, sizeof what, "page %zu", number);
    begin_element(w);
    ptl_put_format(w->out,
                   "{\"_id\": \"%s\", \"name\": ", make_id(id, w->table, w->table->chosen, what));
    put_string(w, mark->label, (ptl_str){ "", 0 });
    ptl_put_text(&html, "<p>");
    put_html(&html, mark->text);
    ptl_put_text(&html, "</p>");
    ptl_put_text(w->out, ", \"type\": \"text\", \"text\": {\"format\": 1, \"content\": ");
    if (ptl_ok(w->job))
        put_string(w, (ptl_str){ (const char *)html.data, html.size }, (ptl_str){ "", 0 });
    ptl_put_text(w->out, "}, \"title\": {\"show\": true, \"level\": 1}}");
    ptl_buf_free(&html);
}

/* The notes of the level, which players may not read. */
static void write_journal(writer *w)
{
    ptl_buf own = ptl_buf_of(w->job, NULL), *scene = w->out;
    char    id[ID];
    size_t  notes = 0;

    w->out = &own;
    ptl_put_format(w->out, "{\n  \"_id\": \"%s\",\n  \"name\": ",
                   make_id(id, w->table, w->table->chosen, "journal"));
    put_string(w, name_of(w), (ptl_str){ "", 0 });
    ptl_put_text(w->out, ",\n  \"ownership\": {\"default\": 0}");
    begin_list(w, "pages");
    for (size_t i = 0; i < w->level->marks.count && ptl_ok(w->job); i++)
        if (w->level->marks.data[i].note) {
            put_page(w, &w->level->marks.data[i], i);
            notes++;
        }
    end_list(w);
    ptl_put_text(w->out, "\n}\n");
    if (notes > 0)
        put_file(w, "-journal.json", &own);
    w->out = scene;
    ptl_buf_free(&own);
}

static void write_picture(writer *w)
{
    ptl_buf png = ptl_buf_of(w->job, NULL);

    ptl_table_picture(w->job, &png, w->table, w->pixels);
    if (ptl_ok(w->job))
        put_file(w, ".png", &png);
    ptl_buf_free(&png);
}

/* ---- The scene ------------------------------------------------------------------------------- */

/* Since version 14 the picture belongs to a level of the scene, of which the first has an id that
 * the program gives; what belongs to no level is on all. Earlier versions know nothing of it. */
static void put_levels(writer *w, const char *picture)
{
    static const char id[] = "defaultLevel0000";

    ptl_put_format(
        w->out, ",\n  \"initialLevel\": \"%s\",\n  \"levels\": [{\"_id\": \"%s\", \"name\": ", id,
        id);
    put_string(w, name_of(w), (ptl_str){ "", 0 });
    ptl_put_text(w->out, ", \"background\": {\"src\": ");
    ptl_json_put_string(w->out, picture, strlen(picture));
    ptl_put_text(w->out, "}}]");
}

static void put_head(writer *w)
{
    char id[ID], picture[420];

    snprintf(picture, sizeof picture, "%.400s.png", w->side->stem);
    ptl_put_format(w->out,
                   "{\n  \"_id\": \"%s\",\n  \"name\": ", scene_id(id, w, w->table->chosen));
    put_string(w, name_of(w), (ptl_str){ "", 0 });
    ptl_put_format(w->out,
                   ",\n  \"navigation\": true,\n  \"width\": %lu,\n  \"height\": %lu,\n"
                   "  \"padding\": 0,\n  \"background\": {\"src\": ",
                   (unsigned long)w->level->columns * w->pixels,
                   (unsigned long)w->level->rows * w->pixels);
    ptl_json_put_string(w->out, picture, strlen(picture));
    ptl_put_char(w->out, '}');
    put_levels(w, picture);
    ptl_put_format(w->out,
                   ",\n  \"grid\": {\"type\": 1, \"size\": %lu, \"distance\": 5, \"units\": "
                   "\"ft\"},\n  \"tokenVision\": true",
                   (unsigned long)w->pixels);
}

/* The first link of a cell counts. */
static bool index_links(writer *w)
{
    w->link_at =
        ptl_arena_array(w->job, (uint64_t)w->level->rows * w->level->columns, sizeof *w->link_at);
    for (size_t i = w->level->links.count; w->link_at && i-- > 0;)
        w->link_at[(size_t)w->level->links.data[i].row * w->level->columns +
                   w->level->links.data[i].column] = (uint32_t)i + 1;
    return w->link_at;
}

static void write_table(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_table *table = hub;
    writer           w     = { .job    = job,
                               .out    = out,
                               .table  = table,
                               .level  = &table->levels.data[table->chosen],
                               .side   = side,
                               .pixels = ptl_table_pixels(job, table) };

    if (w.pixels < LEAST_PIXELS)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "table-size",
                 "%lu x %lu cells are too many for a scene of Foundry, whose cells have at least "
                 "%d pixels",
                 (unsigned long)w.level->columns, (unsigned long)w.level->rows, LEAST_PIXELS);
    if (!ptl_ok(job) || !index_links(&w))
        return;
    put_head(&w);
    put_all_walls(&w);
    put_lights(&w);
    put_notes(&w);
    put_regions(&w);
    ptl_put_text(out, "\n}\n");
    if (ptl_ok(job) && !side->files.put)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "table-files",
                 "the picture and the journal may not go beside this output: they are left out");
    if (ptl_ok(job) && side->files.put) {
        write_picture(&w);
        write_journal(&w);
    }
}

static const ptl_setting_info settings[] = { PTL_TABLE_SETTINGS, { 0 } };

const ptl_export ptl_export_foundry = {
    .info  = { .name       = "foundry",
               .title      = "Foundry VTT scene",
               .extensions = "json",
               .media_type = "application/json",
               .settings   = settings,
               .many       = true },
    .write = { [PTL_HUB_TABLE] = write_table },
};
