/* SPDX-License-Identifier: MIT */
/* Whatever else libassimp reads (FBX, Collada, Blender, MD2 and so on) as a scene.
 *
 * The library is large and written in C++, so it is loaded when first needed. It gets the file from
 * memory and others through the job's files, and nothing from the disk by itself. It validates its
 * own scenes, and they are checked again here. */
#include <string.h>

#include "core/num.h"
#include "host/late.h"
#include "hubs/scene_pose.h"
#include "imports/import.h"

#define EXTENSIONS                                                                                 \
    "fbx dae blend 3ds md2 md3 md5mesh ms3d smd x b3d iqm mdl lwo ac ase x3d ply stl off"

#ifdef PTL_HAVE_ASSIMP

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>

enum { INPUT = 128 << 20, FILES = 256, DEPTH = 512, NODES = 1 << 20 }; /* most of each */

typedef struct library {
    const struct aiScene *(*import)(const char *, unsigned, struct aiFileIO *,
                                    const struct aiPropertyStore *);
    void (*release)(const struct aiScene *);
    const char *(*error)(void);
    struct aiPropertyStore *(*new_store)(void);
    void (*free_store)(struct aiPropertyStore *);
    void (*set_number)(struct aiPropertyStore *, const char *, int);
    enum aiReturn (*get_string)(const struct aiMaterial *, const char *, unsigned, unsigned,
                                struct aiString *);
    enum aiReturn (*get_color)(const struct aiMaterial *, const char *, unsigned, unsigned,
                               struct aiColor4D *);
    enum aiReturn (*get_floats)(const struct aiMaterial *, const char *, unsigned, unsigned,
                                ai_real *, unsigned *);
} library;

static const char *const       names[]     = { "libassimp.so.5", "libassimp.so.6", NULL };
static const ptl_late_function functions[] = {
    { "aiImportFileExWithProperties", offsetof(library, import) },
    { "aiReleaseImport", offsetof(library, release) },
    { "aiGetErrorString", offsetof(library, error) },
    { "aiCreatePropertyStore", offsetof(library, new_store) },
    { "aiReleasePropertyStore", offsetof(library, free_store) },
    { "aiSetImportPropertyInteger", offsetof(library, set_number) },
    { "aiGetMaterialString", offsetof(library, get_string) },
    { "aiGetMaterialColor", offsetof(library, get_color) },
    { "aiGetMaterialFloatArray", offsetof(library, get_floats) },
    { 0 },
};

typedef struct reader {
    ptl_job              *job;
    const ptl_files      *files;
    ptl_span              source;
    char                  name[64]; /* what the input is called there */
    size_t                opened;
    library               lib;
    const struct aiScene *from;
    ptl_scene            *to;
    const struct aiNode **nodes; /* in the order of the scene's, as many as there are */
    size_t                node_count;
    struct {
        size_t weights, morphs, textures, shears, lines, sets;
    } lost;
} reader;

/* ---- Files ---------------------------------------------------------------------------------- */

typedef struct open_file {
    struct aiFile file; /* first, so that the one is the other */
    ptl_span      bytes;
    size_t        at;
} open_file;

static size_t file_read(struct aiFile *file, char *to, size_t size, size_t count)
{
    open_file *f    = (open_file *)file;
    size_t     left = f->bytes.size - f->at, whole = size > 0 ? left / size : 0;

    if (whole > count)
        whole = count;
    if (whole > 0)
        memcpy(to, f->bytes.data + f->at, whole * size);
    f->at += whole * size;
    return whole;
}

static size_t file_write(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t file_tell(struct aiFile *file)
{
    return ((open_file *)file)->at;
}

static size_t file_size(struct aiFile *file)
{
    return ((open_file *)file)->bytes.size;
}

static enum aiReturn file_seek(struct aiFile *file, size_t offset, enum aiOrigin from)
{
    open_file *f    = (open_file *)file;
    size_t     base = from == aiOrigin_SET ? 0 : from == aiOrigin_CUR ? f->at : f->bytes.size;

    if (base + offset > f->bytes.size) /* steps back wrap round, as meant */
        return aiReturn_FAILURE;
    f->at = base + offset;
    return aiReturn_SUCCESS;
}

static void file_flush(struct aiFile *file)
{
    (void)file;
}

/* The input, or a file beside it as the job's files allow. */
static struct aiFile *open_one(struct aiFileIO *io, const char *path, const char *mode)
{
    reader    *r    = (reader *)(void *)io->UserData;
    open_file *file = ptl_arena_take(r->job, sizeof *file);

    if (!file || strchr(mode, 'w') || strchr(mode, 'a') || r->opened++ > FILES)
        return NULL;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    file->bytes = r->source;
    if (strcmp(path, r->name) != 0)
        file->bytes = ptl_import_load(r->job, r->files, (ptl_str){ path, strlen(path) }, "part");
    file->file =
        (struct aiFile){ file_read, file_write, file_tell, file_size, file_seek, file_flush, NULL };
    return file->bytes.data ? &file->file : NULL;
}

static void close_one(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)file; /* goes with the arena */
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static ptl_str text_of(reader *r, const struct aiString *text)
{
    return ptl_import_text(r->job, text->data, text->length < sizeof text->data ? text->length : 0);
}

static size_t count_nodes(reader *r, const struct aiNode *node, unsigned depth)
{
    size_t count = 1 + (size_t)node->mNumMeshes;

    if (depth == DEPTH) {
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-depth", "more than %d nodes above one",
                 DEPTH);
        return 0;
    }
    for (unsigned i = 0; i < node->mNumChildren && ptl_ok(r->job) && count < NODES; i++)
        count += count_nodes(r, node->mChildren[i], depth + 1);
    return count;
}

static float finite_or_0(ai_real value)
{
    return isfinite(value) ? (float)value : 0;
}

static void place(reader *r, ptl_scene_node *to, const struct aiMatrix4x4 *m)
{
    double      rows[12] = { (double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4,
                             (double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4,
                             (double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4 };
    ptl_placing p;

    for (int i = 0; i < 12; i++)
        rows[i] = isfinite(rows[i]) ? rows[i] : 0;
    r->lost.shears += ptl_placing_of(&p, rows) > 1e-4;
    for (int i = 0; i < 3;
         i++) { /* a length may be too much for a float though its parts are not */
        to->translation[i] = finite_or_0((ai_real)p.move[i]);
        to->scale[i]       = finite_or_0((ai_real)p.scale[i]);
    }
    for (int i = 0; i < 4; i++)
        to->rotation[i] = finite_or_0((ai_real)p.turn[i]);
}

/* A node, one more for each of its meshes, then its children. */
static void add_node(reader *r, const struct aiNode *node, uint32_t parent)
{
    uint32_t        own = (uint32_t)r->node_count;
    ptl_scene_node *to  = &r->to->nodes.data[own];

    if (!ptl_ok(r->job))
        return;
    r->nodes[r->node_count++] = node;
    to->parent                = parent;
    to->name                  = text_of(r, &node->mName);
    place(r, to, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        ptl_scene_node *mesh = &r->to->nodes.data[r->node_count++];

        mesh->parent = own;
        mesh->mesh   = node->mMeshes[i] < r->from->mNumMeshes ? node->mMeshes[i] : PTL_SCENE_NONE;
        if (mesh->mesh != PTL_SCENE_NONE && r->from->mMeshes[mesh->mesh]->mNumBones > 0)
            mesh->skin = mesh->mesh; /* skins are those of the meshes */
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        add_node(r, node->mChildren[i], own);
}

static uint32_t node_named(const reader *r, const struct aiString *name)
{
    for (size_t i = 0; i < r->node_count; i++)
        if (r->nodes[i] && r->nodes[i]->mName.length == name->length &&
            memcmp(r->nodes[i]->mName.data, name->data, name->length) == 0)
            return (uint32_t)i;
    return PTL_SCENE_NONE;
}

/* ---- Meshes --------------------------------------------------------------------------------- */

static void copy_vectors(float *to, const struct aiVector3D *from, size_t count, size_t width)
{
    for (size_t i = 0; i < count; i++) {
        const ai_real values[] = { from[i].x, from[i].y, from[i].z };

        for (size_t k = 0; k < width; k++)
            to[width * i + k] = finite_or_0(values[k]);
    }
}

/* From 0 to 1, taken as they are. */
static void copy_colors(ptl_scene_part *part, const struct aiMesh *from)
{
    for (size_t i = 0; i < part->color.count; i++) {
        const struct aiColor4D *c         = &from->mColors[0][i / 4];
        const ai_real           shares[4] = { c->r, c->g, c->b, c->a };

        part->color.data[i] = ptl_import_byte(finite_or_0(shares[i % 4]));
    }
}

static size_t fill_faces(const struct aiMesh *from, uint32_t *to)
{
    size_t count = 0;

    for (unsigned i = 0; i < from->mNumFaces; i++) {
        const struct aiFace *face = &from->mFaces[i];
        bool                 good = face->mNumIndices == 3;

        for (unsigned k = 0; k < 3 && good; k++)
            good = face->mIndices[k] < from->mNumVertices;
        for (unsigned k = 0; k < 3 && good; k++)
            to[count++] = face->mIndices[k];
    }
    return count;
}

static void fill_mesh(reader *r, const struct aiMesh *from, ptl_scene_mesh *to)
{
    size_t   vertices = from->mNumVertices;
    unsigned lists    = (from->mNormals ? PTL_PART_NORMAL : 0u) |
                     (from->mTextureCoords[0] ? PTL_PART_UV : 0u) |
                     (from->mColors[0] ? PTL_PART_COLOR : 0u);
    ptl_scene_part *part;

    to->name = text_of(r, &from->mName);
    if (!ptl_scene_parts(r->job, to, 1))
        return;
    part = &to->parts.data[0];
    part->material =
        from->mMaterialIndex < r->from->mNumMaterials ? from->mMaterialIndex : PTL_SCENE_NONE;
    if (!ptl_scene_part_reserve(r->job, part, vertices, 3 * (size_t)from->mNumFaces, lists))
        return;
    copy_vectors(part->position.data, from->mVertices, vertices, 3);
    if (lists & PTL_PART_NORMAL)
        copy_vectors(part->normal.data, from->mNormals, vertices, 3);
    if (lists & PTL_PART_UV)
        copy_vectors(part->uv.data, from->mTextureCoords[0], vertices, 2);
    for (size_t i = 1; i < part->uv.count; i += 2)
        part->uv.data[i] = 1 - part->uv.data[i]; /* counted from below there */
    copy_colors(part, from);
    part->index.count = fill_faces(from, part->index.data);
    ptl_import_normals(part);
    r->lost.sets += from->mTextureCoords[1] || from->mColors[1];
    r->lost.morphs += from->mNumAnimMeshes > 0;
    r->lost.lines += part->index.count < 3 * (size_t)from->mNumFaces;
}

/* Puts a weight among the eight greatest of its vertex. */
static void add_weight(reader *r, ptl_scene_part *part, size_t vertex, uint16_t joint, float weight)
{
    float    *weights = part->weight.data + 8 * vertex;
    uint16_t *joints  = part->joint.data + 8 * vertex;
    size_t    least   = 0;

    for (size_t i = 1; i < 8; i++)
        least = weights[i] < weights[least] ? i : least;
    r->lost.weights += weights[least] > 0;
    if (weight > weights[least]) {
        weights[least] = weight;
        joints[least]  = joint;
    }
}

static void fill_skin(reader *r, const struct aiMesh *from, ptl_scene_part *part,
                      ptl_scene_skin *to)
{
    size_t joints = from->mNumBones, vertices = from->mNumVertices;

    to->root   = PTL_SCENE_NONE;
    to->joints = (ptl_u32s){ ptl_arena_array(r->job, joints, sizeof(uint32_t)), joints };
    to->inverse_bind =
        (ptl_f32s){ ptl_arena_array(r->job, 16 * joints, sizeof(float)), 16 * joints };
    part->influences = 8;
    part->joint =
        (ptl_u16s){ ptl_arena_array(r->job, 8 * vertices, sizeof(uint16_t)), 8 * vertices };
    part->weight = (ptl_f32s){ ptl_arena_array(r->job, 8 * vertices, sizeof(float)), 8 * vertices };
    if (joints > UINT16_MAX)
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-joints", "more than 65535 joints");
    for (size_t b = 0; b < joints && ptl_ok(r->job); b++) {
        const struct aiBone *bone = from->mBones[b];
        const ai_real       *m    = &bone->mOffsetMatrix.a1;

        to->joints.data[b] = node_named(r, &bone->mName);
        if (to->joints.data[b] == PTL_SCENE_NONE)
            ptl_fail(r->job, PTL_E_SYNTAX, PTL_NOWHERE, "assimp-joint", "a joint is not a node");
        for (size_t i = 0; i < 16; i++)
            to->inverse_bind.data[16 * b + i] = finite_or_0(m[i % 4 * 4 + i / 4]);
        for (unsigned i = 0; i < bone->mNumWeights && ptl_ok(r->job); i++)
            if (bone->mWeights[i].mVertexId < vertices)
                add_weight(r, part, bone->mWeights[i].mVertexId, (uint16_t)b,
                           finite_or_0(bone->mWeights[i].mWeight));
    }
}

static void fill_meshes(reader *r)
{
    size_t count = r->from->mNumMeshes;

    r->to->skins.data  = ptl_arena_array(r->job, count, sizeof *r->to->skins.data);
    r->to->skins.count = ptl_ok(r->job) ? count : 0;
    for (size_t i = 0; i < count && ptl_ok(r->job); i++) {
        fill_mesh(r, r->from->mMeshes[i], &r->to->meshes.data[i]);
        if (ptl_ok(r->job) && r->from->mMeshes[i]->mNumBones > 0)
            fill_skin(r, r->from->mMeshes[i], &r->to->meshes.data[i].parts.data[0],
                      &r->to->skins.data[i]);
    }
}

/* ---- Materials ------------------------------------------------------------------------------ */

/* A picture inside the file, by the name a material has for it: "*3", or that of its file. */
static const struct aiTexture *inner_texture(const reader *r, const char *path, size_t *number)
{
    for (size_t i = 0; i < r->from->mNumTextures; i++) {
        const struct aiTexture *t = r->from->mTextures[i];
        char                    star[16];

        snprintf(star, sizeof star, "*%zu", i);
        *number = i;
        if (strcmp(path, star) == 0 ||
            (t->mFilename.length > 0 && strcmp(path, t->mFilename.data) == 0))
            return t;
    }
    return NULL;
}

static void fill_image(reader *r, ptl_scene_image *image, const struct aiString *path)
{
    size_t                  number = 0, size;
    const struct aiTexture *inside = inner_texture(r, path->data, &number);
    char                    name[64];
    uint8_t                *copy;

    if (!inside) {
        ptl_import_image(r->job, r->files, image, text_of(r, path));
        return;
    }
    size = inside->mHeight == 0 ? inside->mWidth : 0; /* bare pixels are not a file */
    r->lost.textures += size == 0;
    copy = ptl_arena_raw(r->job, size);
    if (!copy)
        return;
    memcpy(copy, inside->pcData, size);
    snprintf(name, sizeof name, "texture%zu.%.8s", number + 1, inside->achFormatHint);
    ptl_import_image_bytes(image, ptl_import_text(r->job, name, strlen(name)),
                           (ptl_span){ copy, size });
}

static void fill_material(reader *r, size_t index)
{
    const struct aiMaterial *from = r->from->mMaterials[index];
    ptl_scene_material      *to   = &r->to->materials.data[index];
    struct aiColor4D         color;
    struct aiString          text;
    ai_real                  opacity = 1;
    unsigned                 one     = 1;

    if (r->lib.get_string(from, AI_MATKEY_NAME, &text) == aiReturn_SUCCESS)
        to->name = text_of(r, &text);
    if (r->lib.get_color(from, AI_MATKEY_COLOR_DIFFUSE, &color) == aiReturn_SUCCESS) {
        to->color[0] = finite_or_0(color.r);
        to->color[1] = finite_or_0(color.g);
        to->color[2] = finite_or_0(color.b);
    }
    if (r->lib.get_floats(from, AI_MATKEY_OPACITY, &opacity, &one) == aiReturn_SUCCESS)
        to->color[3] = finite_or_0(opacity);
    to->alpha = to->color[3] < 1 ? PTL_ALPHA_BLEND : PTL_ALPHA_OPAQUE;
    if ((r->lib.get_string(from, AI_MATKEY_TEXTURE(aiTextureType_DIFFUSE, 0), &text) ==
             aiReturn_SUCCESS ||
         r->lib.get_string(from, AI_MATKEY_TEXTURE(aiTextureType_BASE_COLOR, 0), &text) ==
             aiReturn_SUCCESS) &&
        text.length > 0) {
        to->image = (uint32_t)r->to->images.count;
        fill_image(r, &r->to->images.data[r->to->images.count++], &text);
    }
}

/* ---- Clips ---------------------------------------------------------------------------------- */

/* A key later than the one before it; the times of others are nothing to play. */
static bool put_time(ptl_f32s *times, double ticks, double rate)
{
    float at = (float)(ticks / rate);

    if (!isfinite(at) || at < 0 || (times->count > 0 && at <= times->data[times->count - 1]))
        return false;
    times->data[times->count++] = at;
    return true;
}

static ptl_scene_channel *new_channel(reader *r, ptl_scene_clip *clip, uint32_t node,
                                      ptl_scene_path path, size_t keys)
{
    ptl_scene_channel *c     = &clip->channels.data[clip->channels.count];
    size_t             width = path == PTL_PATH_ROTATION ? 4 : 3;

    c->node        = node;
    c->path        = path;
    c->times.data  = ptl_arena_array(r->job, keys, sizeof(float));
    c->values.data = ptl_arena_array(r->job, keys * width, sizeof(float));
    if (keys == 0 || !ptl_ok(r->job))
        return NULL;
    clip->channels.count++;
    return c;
}

static void fill_vectors(reader *r, ptl_scene_clip *clip, uint32_t node, ptl_scene_path path,
                         const struct aiVectorKey *keys, size_t count, double rate)
{
    ptl_scene_channel *c = new_channel(r, clip, node, path, count);

    for (size_t i = 0; i < count && c; i++)
        if (put_time(&c->times, keys[i].mTime, rate)) {
            copy_vectors(c->values.data + c->values.count, &keys[i].mValue, 1, 3);
            c->values.count += 3;
        }
}

static void fill_turns(reader *r, ptl_scene_clip *clip, uint32_t node, const struct aiQuatKey *keys,
                       size_t count, double rate)
{
    ptl_scene_channel *c = new_channel(r, clip, node, PTL_PATH_ROTATION, count);

    for (size_t i = 0; i < count && c; i++)
        if (put_time(&c->times, keys[i].mTime, rate)) {
            const ai_real q[4] = { keys[i].mValue.x, keys[i].mValue.y, keys[i].mValue.z,
                                   keys[i].mValue.w };

            for (int k = 0; k < 4; k++)
                c->values.data[c->values.count++] = finite_or_0(q[k]);
        }
}

/* A channel whose keys are all nothing to play is none. */
static void drop_empty(ptl_scene_clip *clip)
{
    size_t count = clip->channels.count;

    if (count > 0 && clip->channels.data[count - 1].times.count == 0)
        clip->channels.count--;
}

static void fill_clip(reader *r, const struct aiAnimation *from, ptl_scene_clip *to)
{
    double rate = from->mTicksPerSecond > 0 ? from->mTicksPerSecond : 25;

    to->name = text_of(r, &from->mName);
    to->channels.data =
        ptl_arena_array(r->job, 3 * (uint64_t)from->mNumChannels, sizeof *to->channels.data);
    for (unsigned i = 0; i < from->mNumChannels && ptl_ok(r->job); i++) {
        const struct aiNodeAnim *a    = from->mChannels[i];
        uint32_t                 node = node_named(r, &a->mNodeName);

        if (node == PTL_SCENE_NONE)
            continue;
        fill_vectors(r, to, node, PTL_PATH_TRANSLATION, a->mPositionKeys, a->mNumPositionKeys,
                     rate);
        drop_empty(to);
        fill_turns(r, to, node, a->mRotationKeys, a->mNumRotationKeys, rate);
        drop_empty(to);
        fill_vectors(r, to, node, PTL_PATH_SCALE, a->mScalingKeys, a->mNumScalingKeys, rate);
        drop_empty(to);
    }
}

/* ---- Units ---------------------------------------------------------------------------------- */

/* Centimeters that a unit of the file is long, which FBX says; 0 when that is not known. */
static double unit_of(const struct aiScene *from)
{
    const struct aiMetadata *notes = from->mMetaData;

    for (unsigned i = 0; notes && i < notes->mNumProperties; i++) {
        const struct aiMetadataEntry *value = &notes->mValues[i];
        float                         narrow;
        double                        wide;

        if (strcmp(notes->mKeys[i].data, "UnitScaleFactor") != 0 || !value->mData)
            continue;
        if (value->mType == AI_FLOAT) {
            memcpy(&narrow, value->mData, sizeof narrow);
            return (double)narrow;
        }
        if (value->mType == AI_DOUBLE) {
            memcpy(&wide, value->mData, sizeof wide);
            return wide;
        }
    }
    return 0;
}

static void scale_values(ptl_f32s *values, float by)
{
    for (size_t i = 0; i < values->count; i++)
        values->data[i] = finite_or_0((ai_real)(values->data[i] * by));
}

/* Makes what hangs on the root so much larger, wherever clips move it. */
static void scale_root(reader *r, float by)
{
    ptl_scene_node *root = &r->to->nodes.data[0];

    for (int i = 0; i < 3; i++) {
        root->translation[i] = finite_or_0((ai_real)(root->translation[i] * by));
        root->scale[i]       = finite_or_0((ai_real)(root->scale[i] * by));
    }
    for (size_t c = 0; c < r->to->clips.count; c++)
        for (size_t i = 0; i < r->to->clips.data[c].channels.count; i++) {
            ptl_scene_channel *channel = &r->to->clips.data[c].channels.data[i];

            if (channel->node == 0 && channel->path != PTL_PATH_ROTATION)
                scale_values(&channel->values, by);
        }
}

/* Scenes are in meters, as glTF is; a unit beyond a micrometer or a kilometer is none. */
static void to_meters(reader *r)
{
    double centimeters = unit_of(r->from), by = centimeters / 100;
    char   shown[PTL_NUM_MAX + 1];

    if (!(by >= 1e-6 && by <= 1e3) || fabs(by - 1) < 1e-6 || r->to->nodes.count == 0)
        return;
    scale_root(r, (float)by);
    shown[ptl_format_f32(shown, (float)by)] = 0;
    ptl_find(r->job, PTL_NOTE, PTL_NOWHERE, "assimp-units",
             "the file is not in meters, and is scaled by %s to be", shown);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void say_losses(const reader *r)
{
    ptl_find_count(r->job, PTL_LOSS, "assimp-weights", r->lost.weights,
                   "# {weight is|weights are} dropped: eight of a vertex are read");
    ptl_find_count(r->job, PTL_LOSS, "assimp-morphs", r->lost.morphs,
                   "# {mesh has|meshes have} morph targets, which are dropped");
    ptl_find_count(r->job, PTL_LOSS, "assimp-textures", r->lost.textures,
                   "# {image inside is|images inside are} bare pixels, and dropped");
    ptl_find_count(r->job, PTL_LOSS, "assimp-shear", r->lost.shears,
                   "# {transform is|transforms are} sheared, which is dropped");
    ptl_find_count(r->job, PTL_LOSS, "assimp-sets", r->lost.sets,
                   "# {mesh has|meshes have} further texture coordinates or colors, which are "
                   "dropped");
    ptl_find_count(r->job, PTL_LOSS, "assimp-lines", r->lost.lines,
                   "# {mesh has|meshes have} points or lines, which are dropped");
}

static void fill_scene(reader *r)
{
    const struct aiScene *from  = r->from;
    size_t                nodes = from->mRootNode ? count_nodes(r, from->mRootNode, 0) : 0;

    if (nodes >= NODES)
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-nodes", "more than %d nodes", NODES);
    r->nodes = ptl_arena_array(r->job, nodes, sizeof *r->nodes);
    if (!ptl_scene_reserve(r->job, r->to, from->mNumMaterials, from->mNumMaterials,
                           from->mNumMeshes, nodes))
        return;
    r->to->images.count = 0;
    if (from->mRootNode)
        add_node(r, from->mRootNode, PTL_SCENE_NONE);
    fill_meshes(r);
    for (size_t i = 0; i < from->mNumMaterials && ptl_ok(r->job); i++)
        fill_material(r, i);
    r->to->clips.data = ptl_arena_array(r->job, from->mNumAnimations, sizeof *r->to->clips.data);
    for (size_t i = 0; i < from->mNumAnimations && ptl_ok(r->job); i++)
        fill_clip(r, from->mAnimations[i], &r->to->clips.data[r->to->clips.count++]);
    if (ptl_ok(r->job))
        to_meters(r);
    say_losses(r);
}

bool ptl_assimp_there(void)
{
    library lib;

    return ptl_late_load(&lib, names, functions);
}

/* In its own words, but for the one case that is no fault of the file. */
static void refuse(reader *r)
{
    const char *why = r->lib.error();
    char        shown[96];

    if (strstr(why, "bad_alloc"))
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "libassimp needs more memory than it may have");
    else
        ptl_fail(r->job, PTL_E_SYNTAX, PTL_NOWHERE, "assimp", "libassimp refuses it: %s",
                 ptl_quote(shown, sizeof shown, why, strlen(why)));
}

static void read_with(reader *r)
{
    struct aiFileIO         io    = { open_one, close_one, (aiUserData)(void *)r };
    struct aiPropertyStore *store = r->lib.new_store();
    unsigned                flags =
        aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_ValidateDataStructure;

    r->lib.set_number(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    r->lib.set_number(store, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    r->from = r->lib.import(r->name, flags, &io, store);
    r->lib.free_store(store);
    if (!r->from) {
        refuse(r);
        return;
    }
    fill_scene(r);
    r->lib.release(r->from);
}

static void assimp_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                        const ptl_files *files)
{
    ptl_scene  *out = hub;
    const char *dot = name ? strrchr(name, '.') : NULL;
    reader      r   = { .job = job, .files = files, .source = source, .to = out };

    snprintf(r.name, sizeof r.name, "input%s", dot && strlen(dot) < 16 ? dot : "");
    if (source.size > INPUT)
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input",
                 "libassimp gets no more than %d bytes", INPUT);
    else if (!ptl_late_load(&r.lib, names, functions))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "this kind of file needs libassimp, which is not installed");
    else
        read_with(&r);
}
#else
bool ptl_assimp_there(void)
{
    return false;
}

static void assimp_read(ptl_job *job, ptl_span source, const char *name, void *hub,
                        const ptl_files *files)
{
    ptl_scene *out = hub;
    (void)source;
    (void)name;
    (void)out;
    (void)files;
    ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
             "this kind of file needs libassimp, which this build lacks");
}
#endif

/* These files have little in common but their names. */
static int assimp_probe(ptl_span head, uint64_t size, const char *name)
{
    return head.size > 0 && size > 0 && ptl_has_extension(name, EXTENSIONS) ? 5 : 0;
}

const ptl_importer ptl_import_assimp = {
    .info  = { .name       = "assimp",
               .title      = "others, by libassimp",
               .extensions = EXTENSIONS,
               .media_type = "application/octet-stream" },
    .hub   = PTL_HUB_SCENE,
    .probe = assimp_probe,
    .read  = assimp_read,
    .load  = ptl_assimp_there,
};
