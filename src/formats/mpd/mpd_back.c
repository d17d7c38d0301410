/* SPDX-License-Identifier: MIT */
/* Levels that went through a scene and come back: what a scene has no room for travels in its notes
 * ("level", base64), and vertices are taken from where they are now.
 *
 *   "Mpd1", version, quantum of twist (0: 4, 1: 4.125), 2 zero bytes
 *   u32 vertices, fans across, fans down, bytes of light, of the tail, vertices that are not drawn
 *   words; twist; light; a bit for each fan that is drawn; one for each whose twist is fresh
 *   x, y and z of vertices that are not drawn; tail */
#include <math.h>
#include <string.h>

#include "core/base64.h"
#include "core/cursor.h"
#include "core/json.h"
#include "core/words.h"
#include "formats/mpd/mpd_private.h"
#include "hubs/scene_world.h"
#include "render/srgb.h"

enum { SHEETS = 4 };

static const char member[] = "level";

/* ---- There ---------------------------------------------------------------------------------- */

bool ptl_mpd_is_drawn(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan)
{
    uint32_t                word = mesh->words.data[fan];
    const ptl_mpd_fan_type *type = ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(word));
    uint32_t                at;

    if (fan >= tables->fans_with_vertices || !type || type->vertices == 0 ||
        ptl_mpd_word_tile(word) == PTL_MPD_FANOFF)
        return false;
    at = tables->vrtstart.data[fan];
    for (uint32_t i = at; i < at + type->vertices; i++)
        if (!isfinite(mesh->x.data[i]) || !isfinite(mesh->y.data[i]) || !isfinite(mesh->z.data[i]))
            return false;
    return true;
}

/* Marks vertices of fans that are drawn; returns how many are not. */
static uint32_t mark_drawn(const ptl_mpd *mesh, const ptl_mpd_tables *tables, const uint8_t *drawn,
                           bool *seen)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint32_t   rest   = mesh->numvert;

    for (uint32_t fan = 0; fan < mesh->words.count; fan++) {
        uint32_t count = counts.of[mesh->words.data[fan] >> 24];

        if (!(drawn[fan / 8] >> fan % 8 & 1) || fan >= tables->fans_with_vertices)
            continue;
        memset(seen + tables->vrtstart.data[fan], 1, count);
        rest -= count;
    }
    return rest;
}

typedef struct bits { /* a bit for each fan */
    uint8_t *drawn, *fresh;
    bool    *seen; /* of each vertex */
    size_t   size;
    uint32_t rest;
    double   quantum;
} bits;

static bool fill_bits(ptl_job *job, const ptl_mpd *mesh, const ptl_mpd_tables *tables, bits *b)
{
    b->size    = (mesh->words.count + 7) / 8;
    b->drawn   = ptl_arena_take(job, b->size);
    b->fresh   = ptl_arena_take(job, b->size);
    b->seen    = ptl_arena_take(job, mesh->numvert);
    b->quantum = mesh->twist.count > 0 ? ptl_mpd_likely_quantum(mesh, tables) : 4;
    if (!ptl_ok(job))
        return false;
    for (uint32_t fan = 0; fan < mesh->words.count; fan++) {
        bool fresh = mesh->twist.count > 0 &&
                     ptl_mpd_twist(mesh, tables, fan, b->quantum) == mesh->twist.data[fan];

        b->drawn[fan / 8] |= (uint8_t)(ptl_mpd_is_drawn(mesh, tables, fan) << fan % 8);
        b->fresh[fan / 8] |= (uint8_t)(fresh << fan % 8);
    }
    b->rest = mark_drawn(mesh, tables, b->drawn, b->seen);
    return true;
}

static void put_rest(ptl_buf *out, const ptl_mpd *mesh, const bits *b)
{
    const ptl_f32s *axes[3] = { &mesh->x, &mesh->y, &mesh->z };

    for (size_t axis = 0; axis < 3; axis++)
        for (uint32_t i = 0; i < mesh->numvert; i++)
            if (!b->seen[i])
                ptl_put_f32le_array(out, axes[axis]->data + i, 1);
}

void ptl_mpd_put_level(ptl_job *job, ptl_buf *out, const ptl_mpd *mesh,
                       const ptl_mpd_tables *tables)
{
    ptl_buf raw = ptl_buf_of(job, NULL);
    bits    b   = { 0 };

    if (!fill_bits(job, mesh, tables, &b))
        return;
    ptl_put_text(&raw, "Mpd1");
    ptl_put_u8(&raw, mesh->version);
    ptl_put_u8(&raw, b.quantum > 4);
    ptl_put_u16le(&raw, 0);
    ptl_put_u32le(&raw, mesh->numvert);
    ptl_put_u32le(&raw, mesh->sizex);
    ptl_put_u32le(&raw, mesh->sizey);
    ptl_put_u32le(&raw, (uint32_t)mesh->light.count);
    ptl_put_u32le(&raw, (uint32_t)mesh->tail.count);
    ptl_put_u32le(&raw, b.rest);
    ptl_put_u32le_array(&raw, mesh->words.data, mesh->words.count);
    ptl_put(&raw, mesh->twist.data, mesh->twist.count);
    ptl_put(&raw, mesh->light.data, mesh->light.count);
    ptl_put(&raw, b.drawn, b.size);
    ptl_put(&raw, b.fresh, b.size);
    put_rest(&raw, mesh, &b);
    ptl_put(&raw, mesh->tail.data, mesh->tail.count);
    ptl_put_format(out, ", \"%s\": \"", member);
    ptl_put_base64(out, raw.data, raw.size);
    ptl_put_text(out, "\"");
    ptl_buf_free(&raw);
}

/* ---- Notes ---------------------------------------------------------------------------------- */

/* The bytes of a level in notes; none where there are none. What is wrong with notes is nobody's
 * fault but for want of memory: others may have written them. */
static ptl_span level_in(ptl_job *job, ptl_str notes)
{
    ptl_job     own = { .heap = job->heap, .arena = job->arena, .depth = job->depth };
    ptl_json_in in  = ptl_json_in_of(&own, (ptl_span){ (const uint8_t *)notes.data, notes.size });
    ptl_span    out = { 0 };
    uint8_t    *bytes;

    if (notes.size == 0 || notes.data[0] != '{')
        return out;
    ptl_json_open(&in, '{');
    for (bool first = true; ptl_json_next(&in, '}', &first);) {
        bool    found = ptl_str_is(ptl_json_key(&in), member) && ptl_json_peek(&in) == '"';
        ptl_str text  = { 0 };

        if (found)
            text = ptl_json_string(&in);
        else
            ptl_json_skip(&in);
        bytes = found ? ptl_arena_raw(&own, text.size / 4 * 3 + 3) : NULL;
        if (bytes)
            out = (ptl_span){ bytes, ptl_base64_undo(bytes, text, false).size };
    }
    ptl_json_in_free(&in);
    if (ptl_starved(&own))
        ptl_fail(job, own.error.status, PTL_NOWHERE, own.error.rule, "%s", own.error.message);
    return ptl_ok(&own) && out.size >= 4 && memcmp(out.data, "Mpd1", 4) == 0 ? out
                                                                             : (ptl_span){ 0 };
}

typedef struct found { /* a level in a scene */
    ptl_span level;
    uint32_t node; /* that has its ground, or PTL_SCENE_NONE */
} found;

static found find_level(ptl_job *job, const ptl_scene *scene)
{
    found f = { .node = PTL_SCENE_NONE };

    for (uint32_t i = 0; i < scene->nodes.count && !f.level.data && ptl_ok(job); i++) {
        const ptl_scene_node *node = &scene->nodes.data[i];

        f.level = level_in(job, node->extras);
        if (!f.level.data && node->mesh != PTL_SCENE_NONE) {
            f.level = level_in(job, scene->meshes.data[node->mesh].extras);
            f.node  = f.level.data ? i : PTL_SCENE_NONE;
        }
    }
    return f;
}

/* ---- Back ----------------------------------------------------------------------------------- */

typedef struct maker {
    ptl_job         *job;
    const ptl_scene *scene;
    ptl_mpd         *mesh;
    ptl_mpd_tables   tables;
    bits             bits;
    float            world[16];
    bool             plain; /* the ground lies as it did: numbers are taken as they are */
    ptl_srgb        *srgb;
    bool             paints; /* light is taken from colors */
    size_t           painted;
} maker;

/* Counts are compared with the bytes there are before memory is taken for vertices. */
static void read_level(maker *m, ptl_span level)
{
    ptl_mpd   *mesh = m->mesh;
    ptl_job    own  = { .heap = m->job->heap, .arena = m->job->arena, .source = level };
    ptl_cursor in   = ptl_cursor_of(&own, level);
    uint64_t   fans, light, tail;
    ptl_f32s   rest[3];

    in.what = "the notes of a level";
    ptl_take(&in, 4);
    mesh->version   = ptl_u8(&in);
    m->bits.quantum = ptl_u8(&in) ? 4.125 : 4;
    (void)ptl_u16le(&in);
    mesh->numvert = ptl_u32le(&in);
    mesh->sizex   = ptl_u32le(&in);
    mesh->sizey   = ptl_u32le(&in);
    light         = ptl_u32le(&in);
    tail          = ptl_u32le(&in);
    m->bits.rest  = ptl_u32le(&in);
    fans          = (uint64_t)mesh->sizex * mesh->sizey;
    m->bits.size  = (size_t)((fans + 7) / 8);
    if (mesh->version < 'C' || mesh->version > 'D' || fans > PTL_MPD_MAX_SIDE * PTL_MPD_MAX_SIDE ||
        mesh->numvert > PTL_MPD_MAX_VERTICES * fans || light > mesh->numvert)
        ptl_fail(&own, PTL_E_SYNTAX, 4, "mpd-scene", "sizes that no level has");
    mesh->words   = ptl_u32le_array(&in, fans);
    mesh->twist   = ptl_u8_array(&in, fans);
    mesh->light   = ptl_u8_array(&in, light);
    m->bits.drawn = ptl_u8_array(&in, m->bits.size).data;
    m->bits.fresh = ptl_u8_array(&in, m->bits.size).data;
    for (int i = 0; i < 3; i++)
        rest[i] = ptl_f32le_array(&in, m->bits.rest);
    mesh->tail   = ptl_u8_array(&in, tail);
    mesh->x      = (ptl_f32s){ ptl_arena_array(&own, mesh->numvert, sizeof(float)), mesh->numvert };
    mesh->y      = (ptl_f32s){ ptl_arena_array(&own, mesh->numvert, sizeof(float)), mesh->numvert };
    mesh->z      = (ptl_f32s){ ptl_arena_array(&own, mesh->numvert, sizeof(float)), mesh->numvert };
    m->bits.seen = ptl_arena_take(&own, mesh->numvert);
    if (ptl_ok(&own)) {
        ptl_mpd_tables_make(&own, mesh, &m->tables);
        if (ptl_ok(&own) &&
            mark_drawn(mesh, &m->tables, m->bits.drawn, m->bits.seen) != m->bits.rest)
            ptl_fail(&own, PTL_E_SYNTAX, 4, "mpd-scene",
                     "the notes are those of another tile dictionary");
    }
    for (uint32_t i = 0, k = 0; ptl_ok(&own) && i < mesh->numvert; i++)
        if (!m->bits.seen[i]) {
            mesh->x.data[i] = rest[0].data[k];
            mesh->y.data[i] = rest[1].data[k];
            mesh->z.data[i] = rest[2].data[k++];
        }
    if (!ptl_ok(&own))
        ptl_fail(m->job, own.error.status, PTL_NOWHERE,
                 ptl_starved(&own) ? own.error.rule : "mpd-scene",
                 "what the scene says of its level is damaged: %s", own.error.message);
}

/* Vertices of the parts of a sheet, one after another. */
typedef struct stream {
    const ptl_scene_mesh *mesh;
    const ptl_scene      *scene;
    unsigned              sheet;
    bool                  merge; /* vertices that differ in nothing but normals are one */
    size_t                part, at;
} stream;

/* Programs make "tile0.001" of the name of a material that they have already. */
static bool is_of_sheet(const stream *s, const ptl_scene_part *part)
{
    ptl_str name = { 0 };

    if (part->material < s->scene->materials.count)
        name = s->scene->materials.data[part->material].name;
    return name.size >= 5 && memcmp(name.data, "tile", 4) == 0 &&
           name.data[4] == (char)('0' + s->sheet);
}

static bool same_vertex(const ptl_scene_part *part, size_t a, size_t b)
{
    return memcmp(part->position.data + 3 * a, part->position.data + 3 * b, 12) == 0 &&
           (part->uv.count == 0 || memcmp(part->uv.data + 2 * a, part->uv.data + 2 * b, 8) == 0);
}

/* The next one and its part; false at the end. */
static bool next_vertex(stream *s, const ptl_scene_part **part, size_t *vertex)
{
    while (s->part < s->mesh->parts.count) {
        const ptl_scene_part *p     = &s->mesh->parts.data[s->part];
        size_t                count = is_of_sheet(s, p) ? p->position.count / 3 : 0;

        while (s->merge && s->at > 0 && s->at < count && same_vertex(p, s->at - 1, s->at))
            s->at++;
        if (s->at < count) {
            *part   = p;
            *vertex = s->at++;
            return true;
        }
        s->part++;
        s->at = 0;
    }
    return false;
}

static size_t count_vertices(stream s)
{
    const ptl_scene_part *part;
    size_t                vertex, count = 0;

    while (next_vertex(&s, &part, &vertex))
        count++;
    return count;
}

/* Where a vertex is, in units of the map: x, up, y. */
static void place_of(const maker *m, const float *from, double out[3])
{
    const float *w = m->world;

    for (int row = 0; row < 3; row++)
        out[row] =
            m->plain ? (double)from[row]
                     : PTL_MPD_TILE * ((double)w[row] * (double)from[0] +
                                       (double)w[4 + row] * (double)from[1] +
                                       (double)w[8 + row] * (double)from[2] + (double)w[12 + row]);
}

/* Some versions of Blender (3.4 is one) give colors back to the wrong corners, so that light stays
 * what it was unless it is asked for. */
static void take_light(maker *m, uint32_t to, const ptl_scene_part *part, size_t vertex)
{
    uint8_t light;

    if (to >= m->mesh->light.count || part->color.count == 0)
        return;
    light = part->color.data[4 * vertex];
    light = part->display ? light : m->srgb->coded[light * 257];
    m->painted += light != m->mesh->light.data[to];
    if (m->paints)
        m->mesh->light.data[to] = light;
}

static void take_vertex(maker *m, uint32_t to, const ptl_scene_part *part, size_t vertex)
{
    double place[3];

    place_of(m, part->position.data + 3 * vertex, place);
    m->mesh->x.data[to] = (float)place[0];
    m->mesh->y.data[to] = (float)place[2];
    m->mesh->z.data[to] = (float)(place[1] * 16);
    take_light(m, to, part, vertex);
}

static bool is_sheet_fan(const maker *m, uint32_t fan, unsigned sheet)
{
    return fan < m->tables.fans_with_vertices && m->bits.drawn[fan / 8] >> fan % 8 & 1 &&
           ptl_mpd_word_sheet(m->mesh->words.data[fan]) == sheet;
}

/* Takes the vertices of one sheet; in the order of the fans, which programs keep. */
static void take_sheet(maker *m, const ptl_scene_mesh *mesh, unsigned sheet)
{
    mpd_counts            counts = ptl_mpd_counts_of(m->mesh->dictionary);
    stream                s      = { .mesh = mesh, .scene = m->scene, .sheet = sheet };
    size_t                wanted = 0, there, vertex = 0;
    const ptl_scene_part *part = NULL;

    for (uint32_t fan = 0; fan < m->mesh->words.count; fan++)
        wanted += is_sheet_fan(m, fan, sheet) ? counts.of[m->mesh->words.data[fan] >> 24] : 0;
    there   = count_vertices(s);
    s.merge = there != wanted;
    if (s.merge && count_vertices(s) != wanted) {
        ptl_fail(m->job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "mpd-scene",
                 "tile%u has %zu vertices, its fans have %zu: vertices of a level can be moved, "
                 "not added, joined or removed",
                 sheet, there, wanted);
        return;
    }
    for (uint32_t fan = 0; fan < m->mesh->words.count; fan++)
        for (uint32_t i = 0;
             is_sheet_fan(m, fan, sheet) && i < counts.of[m->mesh->words.data[fan] >> 24] &&
             next_vertex(&s, &part, &vertex);
             i++)
            take_vertex(m, m->tables.vrtstart.data[fan] + i, part, vertex);
}

/* Slopes that followed from heights follow from them again; others stay as they were. */
static void freshen_twist(maker *m)
{
    size_t changed = 0;

    for (uint32_t fan = 0; fan < m->mesh->words.count; fan++) {
        uint8_t fresh = ptl_mpd_twist(m->mesh, &m->tables, fan, m->bits.quantum);

        if (!(m->bits.fresh[fan / 8] >> fan % 8 & 1) || m->mesh->twist.data[fan] == fresh)
            continue;
        m->mesh->twist.data[fan] = fresh;
        changed++;
    }
    ptl_find_count(m->job, PTL_NOTE, "mpd-twist", changed,
                   "# {fan has|fans have} new slopes, because heights changed");
}

/* A ground that was not turned, moved or scaled keeps its numbers to the bit. */
static void look_at_node(maker *m, uint32_t node)
{
    static const float one = 1.0f / PTL_MPD_TILE;

    ptl_scene_world(m->scene, node, m->world);
    m->plain = true;
    for (int i = 0; i < 16; i++)
        m->plain = m->plain && m->world[i] == (i == 15 ? 1 : i % 5 == 0 ? one : 0);
}

void ptl_mpd_from_scene(ptl_job *job, void *native, const void *hub, ptl_attachments *attached)
{
    maker m = { .job    = job,
                .scene  = hub,
                .mesh   = native,
                .paints = ptl_setting_of(job, "take-light") != NULL };
    found f = find_level(job, m.scene);

    (void)attached; /* sheets lie where they did */
    if (!f.level.data && ptl_ok(job)) {
        ptl_mpd_from_heights(job, m.mesh, m.scene);
        return;
    }
    m.srgb = ptl_arena_raw(job, sizeof *m.srgb);
    if (!ptl_ok(job))
        return;
    ptl_srgb_fill(m.srgb);
    read_level(&m, f.level);
    if (f.node != PTL_SCENE_NONE && ptl_ok(job))
        look_at_node(&m, f.node);
    for (unsigned i = 0; f.node != PTL_SCENE_NONE && i < SHEETS && ptl_ok(job); i++)
        take_sheet(&m, &m.scene->meshes.data[m.scene->nodes.data[f.node].mesh], i);
    if (ptl_ok(job))
        freshen_twist(&m);
    if (!m.paints)
        ptl_find_count(job, PTL_NOTE, "mpd-scene", m.painted,
                       "# {vertex has|vertices have} another color than {its|their} light, which "
                       "stays; the setting take-light takes it");
}
