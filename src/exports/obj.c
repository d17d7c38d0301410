/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ with its MTL: every mesh in its place, skins in their rest pose. Vertex colors
 * follow the positions, as most programs read them. */
#include <math.h>

#include "core/num.h"
#include "exports/export.h"
#include "exports/obj_names.h"
#include "hubs/scene_world.h"
#include "render/srgb.h"

typedef struct obj {
    ptl_job                *job;
    ptl_buf                *out;
    const ptl_scene        *scene;
    const ptl_side         *side;
    ptl_obj_names           names;
    const char            **images; /* their names beside the output */
    const ptl_scene_matrix *worlds;
    ptl_srgb               *srgb;   /* NULL until it is needed */
    size_t positions, uvs, normals; /* written so far: numbers run through the file */
} obj;

/* Where the vertices of a mesh go. */
typedef struct placing {
    const float *world;
    bool         turned;    /* normals do not stay as they are           */
    bool         mirrored;  /* so that triangles have to be turned round */
    float        normal[9]; /* of normals: columns, to be made length 1  */
} placing;

static void put_float(ptl_buf *out, float value)
{
    char text[PTL_NUM_MAX];

    ptl_put_char(out, ' ');
    ptl_put(out, text, ptl_format_f32(text, value));
}

static void put_line(ptl_buf *out, const char *key, ptl_str name)
{
    ptl_put_format(out, "%s ", key);
    ptl_put(out, name.data, name.size);
    ptl_put_char(out, '\n');
}

/* ---- Geometry ------------------------------------------------------------------------------- */

/* Normals go by the cofactors of the world's matrix; where all that it does to directions is to
 * make them longer they stay exact. */
static placing place(const obj *o, uint32_t node)
{
    placing      p = { .world = o->worlds[node].m };
    const float *m = p.world;

    for (int i = 0; i < 9; i++) {
        int c = i / 3, r = i % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3,
            r2 = (r + 2) % 3;

        p.normal[i] = m[4 * c1 + r1] * m[4 * c2 + r2] - m[4 * c2 + r1] * m[4 * c1 + r2];
    }
    p.mirrored = m[0] * p.normal[0] + m[1] * p.normal[1] + m[2] * p.normal[2] < 0;
    p.turned = p.mirrored || m[0] != m[5] || m[0] != m[10] || m[1] != 0 || m[2] != 0 || m[4] != 0 ||
               m[6] != 0 || m[8] != 0 || m[9] != 0;
    return p;
}

static void put_normal(obj *o, const placing *p, const float *from)
{
    double n[3] = { (double)from[0], (double)from[1], (double)from[2] }, length = 0;

    for (int i = 0; i < 3 && p->turned; i++) {
        n[i] = (double)(p->normal[i] * from[0] + p->normal[3 + i] * from[1] +
                        p->normal[6 + i] * from[2]);
        n[i] = p->mirrored ? -n[i] : n[i];
        length += n[i] * n[i];
    }
    length = length > 0 ? sqrt(length) : 1;
    ptl_put_text(o->out, "vn");
    for (int i = 0; i < 3; i++)
        put_float(o->out, (float)(n[i] / length));
    ptl_put_char(o->out, '\n');
}

/* Colors in OBJ are what a screen shows. */
static uint8_t shown(obj *o, const ptl_scene_part *part, size_t at)
{
    uint8_t value = part->color.data[at];

    if (part->display)
        return value;
    if (!o->srgb) {
        o->srgb = ptl_arena_raw(o->job, sizeof *o->srgb);
        if (o->srgb)
            ptl_srgb_fill(o->srgb);
    }
    return o->srgb ? o->srgb->coded[value * 257] : 0;
}

static void put_position(obj *o, const float world[16], const ptl_scene_part *part, size_t v)
{
    const float *p = part->position.data + 3 * v;

    ptl_put_char(o->out, 'v');
    for (int row = 0; row < 3; row++)
        put_float(o->out, world[row] * p[0] + world[4 + row] * p[1] + world[8 + row] * p[2] +
                              world[12 + row]);
    for (size_t i = 0; i < 3 && part->color.count > 0; i++)
        put_float(o->out, (float)shown(o, part, 4 * v + i) / 255);
    ptl_put_char(o->out, '\n');
}

static void put_vertices(obj *o, const placing *p, const ptl_scene_part *part)
{
    size_t vertices = part->position.count / 3;

    for (size_t v = 0; v < vertices && ptl_ok(o->job); v++)
        put_position(o, p->world, part, v);
    for (size_t v = 0; v < part->uv.count / 2; v++) {
        ptl_put_text(o->out, "vt");
        put_float(o->out, part->uv.data[2 * v]);
        put_float(o->out, 1 - part->uv.data[2 * v + 1]); /* OBJ counts from below */
        ptl_put_char(o->out, '\n');
    }
    for (size_t v = 0; v < part->normal.count / 3; v++)
        put_normal(o, p, part->normal.data + 3 * v);
}

static void put_corner(obj *o, const ptl_scene_part *part, size_t vertex)
{
    char   text[3 * PTL_NUM_MAX];
    size_t size = 0;

    text[size++] = ' ';
    size += ptl_format_u64(text + size, o->positions + vertex + 1);
    if (part->uv.count > 0 || part->normal.count > 0)
        text[size++] = '/';
    if (part->uv.count > 0)
        size += ptl_format_u64(text + size, o->uvs + vertex + 1);
    if (part->normal.count > 0) {
        text[size++] = '/';
        size += ptl_format_u64(text + size, o->normals + vertex + 1);
    }
    ptl_put(o->out, text, size);
}

static void put_faces(obj *o, const placing *p, const ptl_scene_part *part)
{
    for (size_t i = 0; i < part->index.count && ptl_ok(o->job); i++) {
        ptl_put_text(o->out, i % 3 == 0 ? "f" : "");
        put_corner(o, part, part->index.data[p->mirrored && i % 3 > 0 ? i + 3 - 2 * (i % 3) : i]);
        ptl_put_text(o->out, i % 3 == 2 ? "\n" : "");
    }
}

static void put_part(obj *o, const placing *p, const ptl_scene_part *part)
{
    put_vertices(o, p, part);
    if (part->material != PTL_SCENE_NONE)
        put_line(o->out, "usemtl", o->names.materials[part->material]);
    put_faces(o, p, part);
    o->positions += part->position.count / 3;
    o->uvs += part->uv.count / 2;
    o->normals += part->normal.count / 3;
}

static void put_node(obj *o, uint32_t index)
{
    const ptl_scene_node *node = &o->scene->nodes.data[index];
    const ptl_scene_mesh *mesh;
    placing               p;

    if (node->mesh == PTL_SCENE_NONE)
        return;
    mesh = &o->scene->meshes.data[node->mesh];
    p    = place(o, index);
    put_line(o->out, "o", o->names.meshes[index]);
    for (size_t i = 0; i < mesh->parts.count; i++)
        put_part(o, &p, &mesh->parts.data[i]);
}

/* ---- Materials ------------------------------------------------------------------------------ */

static void put_image(obj *o, ptl_buf *mtl, uint32_t index, bool clear)
{
    const ptl_scene_image *image = &o->scene->images.data[index];
    const char            *name  = o->images[index];

    ptl_put_format(mtl, "map_Kd %s\n", name);
    if (clear)
        ptl_put_format(mtl, "map_d %s\n", name);
    ptl_side_put(o->job, o->side, name, image->bytes.data, image->bytes.count);
}

static void put_material(obj *o, ptl_buf *mtl, size_t index)
{
    const ptl_scene_material *m = &o->scene->materials.data[index];

    put_line(mtl, "newmtl", o->names.materials[index]);
    ptl_put_text(mtl, "Kd");
    for (int i = 0; i < 3; i++)
        put_float(mtl, m->color[i]);
    ptl_put_text(mtl, "\nKs 0 0 0\nillum 1\n");
    if (m->alpha == PTL_ALPHA_BLEND) {
        ptl_put_char(mtl, 'd');
        put_float(mtl, m->color[3]);
        ptl_put_char(mtl, '\n');
    }
    if (m->image != PTL_SCENE_NONE && o->scene->images.data[m->image].bytes.count > 0)
        put_image(o, mtl, m->image, m->alpha != PTL_ALPHA_OPAQUE);
}

static void put_materials(obj *o)
{
    ptl_buf mtl  = ptl_buf_of(o->job, NULL);
    ptl_str name = ptl_obj_file_name(o->job, o->side->stem, ".mtl");

    o->images = ptl_scene_image_names(o->job, o->scene, o->side);
    for (size_t i = 0; i < o->scene->materials.count && ptl_ok(o->job); i++)
        put_material(o, &mtl, i);
    ptl_side_put(o->job, o->side, name.data, mtl.data, mtl.size);
    ptl_buf_free(&mtl);
    put_line(o->out, "mtllib", name);
}

/* ---- What OBJ has no word for --------------------------------------------------------------- */

typedef struct losses {
    size_t notes, skins, masks, sides, clear, images;
} losses;

static void count_in_mesh(losses *lost, const ptl_scene_mesh *mesh)
{
    lost->notes += mesh->extras.size > 0;
    for (size_t i = 0; i < mesh->parts.count; i++) {
        const ptl_scene_part *part = &mesh->parts.data[i];

        lost->notes += part->extras.size > 0;
        for (size_t k = 3; k < part->color.count; k += 4)
            lost->clear += part->color.data[k] < 255;
    }
}

static losses losses_of(const ptl_scene *scene)
{
    losses lost = { .notes = scene->extras.size > 0 };

    for (size_t i = 0; i < scene->nodes.count; i++) {
        lost.notes += scene->nodes.data[i].extras.size > 0;
        lost.skins += scene->nodes.data[i].skin != PTL_SCENE_NONE;
    }
    for (size_t i = 0; i < scene->materials.count; i++) {
        lost.notes += scene->materials.data[i].extras.size > 0;
        lost.masks += scene->materials.data[i].alpha == PTL_ALPHA_MASK;
        lost.sides += scene->materials.data[i].double_sided;
    }
    for (size_t i = 0; i < scene->images.count; i++)
        lost.images += scene->images.data[i].sharp || scene->images.data[i].clamped;
    for (size_t i = 0; i < scene->meshes.count; i++)
        count_in_mesh(&lost, &scene->meshes.data[i]);
    return lost;
}

static void say_losses(const obj *o)
{
    ptl_job *job  = o->job;
    losses   lost = losses_of(o->scene);

    ptl_find_count(job, PTL_LOSS, "obj-notes", lost.notes, "# {note is|notes are} dropped");
    ptl_find_count(job, PTL_LOSS, "obj-skins", lost.skins,
                   "# {mesh is|meshes are} written without {its skin|their skins}");
    ptl_find_count(
        job, PTL_LOSS, "obj-alpha", lost.masks,
        "# {material is|materials are} cut out by {its image|their images}, which others "
        "may blend");
    ptl_find_count(
        job, PTL_LOSS, "obj-sides", lost.sides,
        "# {material shows|materials show} both sides of triangles, which OBJ cannot say");
    ptl_find_count(job, PTL_LOSS, "obj-images", lost.images,
                   "# {image is|images are} sharp or clamped, which OBJ cannot say");
    ptl_find_count(job, PTL_LOSS, "obj-colors", lost.clear,
                   "# {vertex has a color that is|vertices have colors that are} partly clear, and "
                   "{becomes|become} solid");
    ptl_find_count(job, PTL_LOSS, "obj-names", o->names.changed,
                   "# {name is|names are} no {word|words} of OBJ, or taken, and {is|are} written "
                   "with underscores or a number");
    ptl_find_count(job, PTL_LOSS, "obj-clips", o->scene->clips.count,
                   "# {animation is|animations are} dropped");
}

static void write_obj(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_scene *scene = hub;
    obj              o     = { .job = job, .out = out, .scene = scene, .side = side };

    if (!ptl_scene_may_unfold(job, scene) || !ptl_obj_names_make(job, &o.names, scene))
        return;
    if (scene->materials.count > 0 && side->files.put)
        put_materials(&o);
    else
        ptl_find_count(job, PTL_LOSS, "obj-materials", scene->materials.count,
                       "# {material is|materials are} dropped: no file may go beside the output");
    say_losses(&o);
    o.worlds = ptl_scene_worlds(job, scene);
    for (uint32_t i = 0; i < scene->nodes.count && ptl_ok(job); i++)
        put_node(&o, i);
}

const ptl_export ptl_export_obj = {
    .info  = { .name       = "obj",
               .title      = "Wavefront OBJ with MTL",
               .extensions = "obj",
               .media_type = "model/obj",
               .settings   = ptl_scene_settings },
    .write = { [PTL_HUB_SCENE] = write_obj },
};
