/* SPDX-License-Identifier: MIT */
/* Passages and spawns in three dimensions: walls one looks through around passages, and a pawn or a
 * box for each spawn, in the colors that the plan has for them. */
#include <math.h>
#include <string.h>

#include "core/words.h"
#include "formats/mpd/mpd_marks.h"
#include "formats/mpd/mpd_plan.h"
#include "render/srgb.h"

enum { CLOSED, OPEN, FIRST_KIND }; /* materials, of which the rest are colors of kinds */
enum { SIDES = 8, DOOR = 128, FENCE = 24, HOVER = 16 };

/* ---- What there is to mark ------------------------------------------------------------------ */

static bool is_marked(const mpd_marks *m, const ptl_mpd *mesh, size_t spawn)
{
    const ptl_spawn *s = &m->module.spawns.data[spawn];

    return !ptl_spawn_is_carried(s) && ptl_mpd_spawn_fan(mesh, s) != PTL_MPD_NO_FAN;
}

/* Things are boxes, as on the plan; who faces nowhere has no arrow. */
static unsigned shape_of(const ptl_spawn *s)
{
    bool thing = s->team.size == 0 || ptl_lower(s->team.data[0]) == 'n';

    return (thing ? 2u : 0u) + (s->facing != '?');
}

static double ground_at(const ptl_mpd *mesh, const ptl_mpd_tables *tables, double x, double y)
{
    double height = ptl_mpd_height(mesh, tables, x, y);

    return height > -1e6 && height < 1e6 ? height : 0; /* levels hold what is no number, too */
}

/* How far above the ground a spawn begins; from there engines let it fall, unless it flies. */
static double hovering(const ptl_mpd *mesh, const ptl_mpd_tables *tables, const ptl_spawn *s)
{
    double ground = ground_at(mesh, tables, s->x * PTL_MPD_TILE, s->y * PTL_MPD_TILE);
    double high   = s->z * PTL_MPD_TILE;

    return high > ground && high < 1e6 ? high - ground : 0;
}

static void count_pole(mpd_marks *m, unsigned color)
{
    m->poles++;
    if (m->pole[color] == 0)
        m->pole[color] = (uint32_t)++m->meshes;
}

static void count_spawns(mpd_marks *m, const ptl_mpd *mesh, const ptl_mpd_tables *tables)
{
    for (size_t i = 0; i < m->module.spawns.count; i++) {
        unsigned  color = m->kind_of[i] % MPD_COLORS;
        uint32_t *pawn  = &m->pawn[color][shape_of(&m->module.spawns.data[i])];

        if (!is_marked(m, mesh, i))
            continue;
        m->spawns++;
        if (m->material[FIRST_KIND + color] == 0)
            m->material[FIRST_KIND + color] = (uint32_t)++m->materials;
        if (*pawn == 0)
            *pawn = (uint32_t)++m->meshes;
        if (hovering(mesh, tables, &m->module.spawns.data[i]) >= HOVER)
            count_pole(m, color);
    }
}

static void count_passages(mpd_marks *m, const ptl_mpd *mesh)
{
    mpd_area a;

    for (size_t i = 0; i < m->module.passages.count; i++) {
        unsigned kind = m->module.passages.data[i].open ? OPEN : CLOSED;

        if (!ptl_mpd_passage_area(mesh, &m->module.passages.data[i], &a))
            continue;
        m->passages++;
        if (m->material[kind] == 0)
            m->material[kind] = (uint32_t)++m->materials;
    }
}

void ptl_mpd_marks_count(ptl_job *job, mpd_marks *m, const ptl_mpd *mesh,
                         const ptl_mpd_tables *tables, const ptl_files *files)
{
    mpd_sheet sheet = { .job = job };

    if (job->assists || ptl_setting_of(job, "no-markers"))
        return;
    ptl_mpd_module_load(job, files, &m->module, MPD_SAY_LOST);
    sheet.module = m->module;
    ptl_mpd_plan_sort_spawns(&sheet);
    if (!ptl_ok(job))
        return;
    m->kind_of = sheet.kind_of;
    count_spawns(m, mesh, tables);
    count_passages(m, mesh);
    m->pawns = m->meshes;
    m->meshes += m->passages;
    m->nodes = m->passages + m->spawns + m->poles + (m->passages > 0) + (m->spawns > 0);
}

/* ---- Shapes --------------------------------------------------------------------------------- */

/* Adds a flat face of three or four corners, counter-clockwise from outside. */
static void put_face(ptl_scene_part *part, size_t *filled, float (*corner)[3], unsigned corners)
{
    size_t    vertex = filled[0] / 3;
    uint32_t *index  = part->index.data + filled[1];
    float     u[3], v[3], n[3], length;

    for (int i = 0; i < 3; i++) {
        u[i] = corner[1][i] - corner[0][i];
        v[i] = corner[corners - 1][i] - corner[0][i];
    }
    for (int i = 0; i < 3; i++)
        n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (unsigned k = 0; k < corners; k++)
        for (int i = 0; i < 3; i++) {
            part->position.data[filled[0] + 3 * k + (size_t)i] = corner[k][i];
            part->normal.data[filled[0] + 3 * k + (size_t)i]   = length > 0 ? n[i] / length : 0;
        }
    for (unsigned k = 2; k < corners; k++)
        for (unsigned i = 0; i < 3; i++)
            *index++ = (uint32_t)vertex + (i == 0 ? 0 : k + i - 2);
    filled[0] += (size_t)3 * corners;
    filled[1] += (size_t)3 * (corners - 2);
}

typedef struct prism { /* a ring on the ground, another above it, and a lid */
    unsigned sides;
    float    bottom, top;
    float    low[SIDES][2], high[SIDES][2]; /* x and z, counter-clockwise from above */
    bool     lidless;
} prism;

static size_t prism_faces(const prism *p)
{
    return p->sides + (p->lidless ? 0 : p->sides - 2);
}

static void put_prism(ptl_scene_part *part, size_t *filled, const prism *p)
{
    for (unsigned i = 0; i < p->sides; i++) {
        unsigned j          = (i + 1) % p->sides;
        float    face[4][3] = { { p->low[i][0], p->bottom, p->low[i][1] },
                                { p->low[j][0], p->bottom, p->low[j][1] },
                                { p->high[j][0], p->top, p->high[j][1] },
                                { p->high[i][0], p->top, p->high[i][1] } };

        put_face(part, filled, face, 4);
    }
    for (unsigned i = 1; !p->lidless && i + 1 < p->sides; i++) {
        float lid[3][3] = { { p->high[0][0], p->top, p->high[0][1] },
                            { p->high[i][0], p->top, p->high[i][1] },
                            { p->high[i + 1][0], p->top, p->high[i + 1][1] } };

        put_face(part, filled, lid, 3);
    }
}

static bool fill_mesh(ptl_job *job, ptl_scene_mesh *mesh, uint32_t material, const prism *list,
                      size_t count)
{
    size_t vertices = 0, indices = 0, filled[2] = { 0, 0 };

    for (size_t i = 0; i < count; i++) {
        size_t lid = prism_faces(&list[i]) - list[i].sides;

        vertices += (size_t)4 * list[i].sides + 3 * lid;
        indices += (size_t)6 * list[i].sides + 3 * lid;
    }
    if (!ptl_scene_parts(job, mesh, 1) ||
        !ptl_scene_part_reserve(job, &mesh->parts.data[0], vertices, indices, PTL_PART_NORMAL))
        return false;
    mesh->parts.data[0].material = material;
    for (size_t i = 0; i < count; i++)
        put_prism(&mesh->parts.data[0], filled, &list[i]);
    return true;
}

static prism block(float x0, float z0, float x1, float z1, float bottom, float top)
{
    return (prism){ .sides  = 4,
                    .bottom = bottom,
                    .top    = top,
                    .low    = { { x0, z0 }, { x0, z1 }, { x1, z1 }, { x1, z0 } },
                    .high   = { { x0, z0 }, { x0, z1 }, { x1, z1 }, { x1, z0 } } };
}

/* Looking north, a quarter of a fan wide; the corners of its ring are exact on every machine. */
static bool fill_pawn(ptl_job *job, ptl_scene_mesh *mesh, uint32_t material, unsigned shape)
{
    static const float ring[SIDES][2] = { { 0, -1 }, { -.7071f, -.7071f },
                                          { -1, 0 }, { -.7071f, .7071f },
                                          { 0, 1 },  { .7071f, .7071f },
                                          { 1, 0 },  { .7071f, -.7071f } };
    prism              list[2];

    if (shape >= 2)
        list[0] = block(-24, -24, 24, 24, 0, 48);
    else
        list[0] = (prism){ .sides = SIDES, .top = 88 };
    for (unsigned i = 0; shape < 2 && i < SIDES; i++)
        for (int k = 0; k < 2; k++) {
            list[0].low[i][k]  = ring[i][k] * 30;
            list[0].high[i][k] = ring[i][k] * 12;
        }
    list[1] = (prism){ .sides = 3,
                       .top   = 12,
                       .low   = { { 0, -62 }, { -22, -34 }, { 22, -34 } },
                       .high  = { { 0, -62 }, { -22, -34 }, { 22, -34 } } };
    return fill_mesh(job, mesh, material, list, 1 + (shape & 1));
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

typedef struct marker {
    ptl_job              *job;
    const mpd_marks      *marks;
    ptl_scene            *scene;
    const ptl_mpd        *mesh;
    const ptl_mpd_tables *tables;
    uint32_t              material, first_mesh, node; /* the next */
} marker;

static ptl_str trimmed(ptl_str text)
{
    while (text.size > 0 && (text.data[text.size - 1] == ' ' || text.data[text.size - 1] == '\t'))
        text.size--;
    return text;
}

static uint32_t add_group(marker *m, const char *name)
{
    ptl_scene_node *node = &m->scene->nodes.data[m->node];

    node->name   = ptl_scene_text(name);
    node->parent = 0;
    return m->node++;
}

/* Least and most of the ground in the corners and the middle: passages may be as large as the
 * level, and there may be many. */
static void ground_under(const marker *m, const mpd_area *a, float out[2])
{
    double west = (double)a->x0 * PTL_MPD_TILE + 1, east = (double)(a->x1 + 1) * PTL_MPD_TILE - 1;
    double north = (double)a->y0 * PTL_MPD_TILE + 1, south = (double)(a->y1 + 1) * PTL_MPD_TILE - 1;
    const double at[5][2] = { { west, north },
                              { east, north },
                              { west, south },
                              { east, south },
                              { (west + east) / 2, (north + south) / 2 } };

    for (int i = 0; i < 5; i++) {
        float height = (float)ground_at(m->mesh, m->tables, at[i][0], at[i][1]);

        out[0] = i == 0 || height < out[0] ? height : out[0];
        out[1] = i == 0 || height > out[1] ? height : out[1];
    }
}

static ptl_str passage_notes(ptl_job *job, const ptl_passage *p, size_t number)
{
    ptl_buf out = ptl_buf_of(job, NULL);

    ptl_put_format(&out, "{ \"passage\": %zu, \"name\": ", number);
    ptl_scene_put_string(&out, trimmed(p->name));
    ptl_put_format(&out,
                   ", \"x0\": %ld, \"y0\": %ld, \"x1\": %ld, \"y1\": %ld, \"open\": %s, "
                   "\"shoot_through\": %s, \"slippery\": %s }",
                   (long)p->x0, (long)p->y0, (long)p->x1, (long)p->y1, p->open ? "true" : "false",
                   p->shoot_through ? "true" : "false", p->slippery ? "true" : "false");
    return ptl_scene_keep(job, &out);
}

/* A door as high as a wall, or a low fence around an area that is open. */
static bool add_passage(marker *m, size_t number, uint32_t mesh, uint32_t group)
{
    const ptl_passage *p         = &m->marks->module.passages.data[number];
    ptl_scene_mesh    *to        = &m->scene->meshes.data[mesh];
    ptl_scene_node    *node      = &m->scene->nodes.data[m->node];
    mpd_area           a         = { 0, 0, 0, 0 };
    float              ground[2] = { 0, 0 };
    prism              leaf;

    ptl_mpd_passage_area(m->mesh, p, &a);
    ground_under(m, &a, ground);
    leaf         = block((float)a.x0 * PTL_MPD_TILE, (float)a.y0 * PTL_MPD_TILE,
                         (float)(a.x1 + 1) * PTL_MPD_TILE, (float)(a.y1 + 1) * PTL_MPD_TILE, ground[0],
                         ground[1] + (p->open ? FENCE : DOOR));
    leaf.lidless = p->open;
    node->name   = trimmed(p->name);
    node->parent = group;
    node->mesh   = mesh;
    node->extras = passage_notes(m->job, p, number);
    to->name     = node->name;
    m->node++;
    return fill_mesh(m->job, to, m->material + m->marks->material[p->open ? OPEN : CLOSED] - 1,
                     &leaf, 1);
}

/* With what it carries, which follows it in the list. */
static ptl_str spawn_notes(ptl_job *job, const ptl_spawns *list, size_t number)
{
    const ptl_spawn *s       = &list->data[number];
    ptl_buf          out     = ptl_buf_of(job, NULL);
    const char      *between = "";

    ptl_put_format(&out, "{ \"spawn\": %zu, \"name\": ", number);
    ptl_scene_put_string(&out, trimmed(s->name));
    ptl_put_text(&out, ", \"called\": ");
    ptl_scene_put_string(&out, s->called);
    ptl_put_text(&out, ", \"team\": ");
    ptl_scene_put_string(&out, s->team);
    ptl_put_format(&out,
                   ", \"slot\": %ld, \"facing\": \"%c\", \"passage\": %ld, \"level\": %ld, "
                   "\"carries\": [",
                   (long)s->slot, s->facing, (long)s->passage, (long)s->level);
    for (size_t i = number + 1; i < list->count && ptl_spawn_is_carried(&list->data[i]); i++) {
        ptl_put_text(&out, between);
        ptl_scene_put_string(&out, trimmed(list->data[i].name));
        between = ", ";
    }
    ptl_put_text(&out, "] }");
    return ptl_scene_keep(job, &out);
}

/* Around the axis that points up, by what the letters mean. */
static void turn(float out[4], uint8_t facing)
{
    static const float half = 0.70710678f;

    out[1] = facing == 'S' ? 1 : facing == 'E' ? -half : facing == 'W' ? half : 0;
    out[3] = facing == 'S' ? 0 : facing == 'E' || facing == 'W' ? half : 1;
}

static void add_pole(marker *m, uint32_t spawn, unsigned color, float length)
{
    ptl_scene_node *node = &m->scene->nodes.data[m->node++];

    node->name           = ptl_scene_text("pole");
    node->parent         = spawn;
    node->mesh           = m->first_mesh + m->marks->pole[color] - 1;
    node->translation[1] = -length;
    node->scale[1]       = length;
}

/* On the ground, or as high above the level as the list says, with a pole below it. */
static void add_spawn(marker *m, size_t number, uint32_t group)
{
    const ptl_spawn *s     = &m->marks->module.spawns.data[number];
    uint32_t         at    = m->node++;
    ptl_scene_node  *node  = &m->scene->nodes.data[at];
    unsigned         color = m->marks->kind_of[number] % MPD_COLORS;
    double           x = s->x * PTL_MPD_TILE, y = s->y * PTL_MPD_TILE;
    double           above = hovering(m->mesh, m->tables, s);

    node->name           = trimmed(s->name);
    node->parent         = group;
    node->mesh           = m->first_mesh + m->marks->pawn[color][shape_of(s)] - 1;
    node->translation[0] = (float)x;
    node->translation[1] = (float)(ground_at(m->mesh, m->tables, x, y) + above);
    node->translation[2] = (float)y;
    node->extras         = spawn_notes(m->job, &m->marks->module.spawns, number);
    turn(node->rotation, s->facing);
    if (above >= HOVER)
        add_pole(m, at, color, (float)above);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void paint(marker *m)
{
    static const char *const names[] = { "closed passage", "open passage" };
    static const uint32_t    rgba[]  = { 0x9C5A1EB0u, 0x0E8F7C90u };
    ptl_srgb                *srgb    = ptl_arena_raw(m->job, sizeof *srgb);

    if (!srgb)
        return;
    ptl_srgb_fill(srgb);
    for (unsigned i = 0; i < MPD_MARK_MATERIALS; i++) {
        ptl_scene_material *to;
        mpd_color           color;

        if (m->marks->material[i] == 0)
            continue;
        color            = i < FIRST_KIND ? (mpd_color){ names[i], rgba[i] }
                                          : ptl_mpd_plan_spawn_color(i - FIRST_KIND);
        to               = &m->scene->materials.data[m->material + m->marks->material[i] - 1];
        to->name         = ptl_scene_text(color.name);
        to->alpha        = i < FIRST_KIND ? PTL_ALPHA_BLEND : PTL_ALPHA_OPAQUE;
        to->double_sided = i < FIRST_KIND;
        for (int k = 0; k < 3; k++)
            to->color[k] = (float)srgb->linear[color.rgba >> (24 - 8 * k) & 255] / 65535;
        to->color[3] = (float)(color.rgba & 255) / 255;
    }
}

static void add_passages(marker *m)
{
    uint32_t group = m->marks->passages > 0 ? add_group(m, "passages") : 0;
    uint32_t mesh  = m->first_mesh + (uint32_t)m->marks->pawns;
    mpd_area a;

    for (size_t i = 0; i < m->marks->module.passages.count && ptl_ok(m->job); i++)
        if (ptl_mpd_passage_area(m->mesh, &m->marks->module.passages.data[i], &a))
            add_passage(m, i, mesh++, group);
}

static void add_spawns(marker *m)
{
    uint32_t    group = m->marks->spawns > 0 ? add_group(m, "spawns") : 0;
    const prism pole  = block(-4, -4, 4, 4, 0, 1);

    for (unsigned c = 0; c < MPD_COLORS; c++)
        for (unsigned shape = 0; shape < MPD_SHAPES && ptl_ok(m->job); shape++) {
            uint32_t mesh = m->first_mesh + m->marks->pawn[c][shape] - 1;

            if (m->marks->pawn[c][shape] == 0)
                continue;
            fill_pawn(m->job, &m->scene->meshes.data[mesh],
                      m->material + m->marks->material[FIRST_KIND + c] - 1, shape);
            m->scene->meshes.data[mesh].name = ptl_scene_text(shape < 2 ? "pawn" : "thing");
        }
    for (unsigned c = 0; c < MPD_COLORS && ptl_ok(m->job); c++) {
        uint32_t mesh = m->first_mesh + m->marks->pole[c] - 1;

        if (m->marks->pole[c] == 0)
            continue;
        fill_mesh(m->job, &m->scene->meshes.data[mesh],
                  m->material + m->marks->material[FIRST_KIND + c] - 1, &pole, 1);
        m->scene->meshes.data[mesh].name = ptl_scene_text("pole");
    }
    for (size_t i = 0; i < m->marks->module.spawns.count && ptl_ok(m->job); i++)
        if (is_marked(m->marks, m->mesh, i))
            add_spawn(m, i, group);
}

void ptl_mpd_marks_fill(ptl_job *job, const mpd_marks *marks, ptl_scene *scene, const ptl_mpd *mesh,
                        const ptl_mpd_tables *tables)
{
    marker m = { .job        = job,
                 .marks      = marks,
                 .scene      = scene,
                 .mesh       = mesh,
                 .tables     = tables,
                 .material   = (uint32_t)(scene->materials.count - marks->materials),
                 .first_mesh = (uint32_t)(scene->meshes.count - marks->meshes),
                 .node       = (uint32_t)(scene->nodes.count - marks->nodes) };

    if (marks->nodes == 0)
        return;
    paint(&m);
    add_passages(&m);
    add_spawns(&m);
}
