/* SPDX-License-Identifier: MIT */
/* The JSON of a glTF 2.0 file, as far as scenes need it. Structs are filled by the record tables of
 * gltf_tables.c; members that are not there are as the specification says. */
#ifndef PTL_IMPORTS_GLTF_TABLES_H
#define PTL_IMPORTS_GLTF_TABLES_H

#include "core/record.h"
#include "hubs/scene.h"

#define GLTF_NONE UINT32_MAX

enum { GLTF_NEAREST = 9728, GLTF_REPEAT = 10497, GLTF_CLAMP = 33071 };

#define GLTF_LIST(type)                                                                            \
    struct {                                                                                       \
        type  *data;                                                                               \
        size_t count;                                                                              \
    }

typedef struct gltf_buffer {
    ptl_str  uri;
    uint64_t size;
} gltf_buffer;

typedef struct gltf_view {
    uint32_t buffer;
    uint64_t offset, size;
    uint32_t stride;
} gltf_view;

typedef struct gltf_sparse_part {
    uint32_t view, component;
    uint64_t offset;
} gltf_sparse_part;

typedef struct gltf_sparse {
    uint64_t         count; /* 0: not sparse */
    gltf_sparse_part indices, values;
} gltf_sparse;

typedef struct gltf_accessor {
    uint64_t    at;
    uint32_t    view, component;
    uint64_t    offset, count;
    bool        normalized;
    ptl_str     type;
    gltf_sparse sparse;
} gltf_accessor;

typedef struct gltf_attributes {
    uint32_t position, normal, tangent, uv, uv_1, color, color_1, joints[3], weights[3];
} gltf_attributes;

typedef struct gltf_primitive {
    uint64_t        at;
    gltf_attributes attributes;
    uint32_t        indices, material, mode;
    ptl_str         targets; /* morph targets, as they stand there */
    ptl_str         extras;
} gltf_primitive;

typedef struct gltf_mesh {
    ptl_str name, extras;
    GLTF_LIST(gltf_primitive) primitives;
} gltf_mesh;

typedef struct gltf_node {
    uint64_t at;
    ptl_str  name, extras;
    uint32_t mesh, skin, camera;
    ptl_u32s children;
    float    translation[3], rotation[4], scale[3];
    ptl_f32s matrix;
} gltf_node;

typedef struct gltf_skin {
    uint64_t at;
    ptl_str  name, extras;
    ptl_u32s joints;
    uint32_t inverse_bind, skeleton;
} gltf_skin;

typedef struct gltf_sampler {
    uint32_t input, output;
    ptl_str  interpolation;
} gltf_sampler;

typedef struct gltf_target {
    uint32_t node;
    ptl_str  path;
} gltf_target;

typedef struct gltf_channel {
    uint64_t    at;
    uint32_t    sampler;
    gltf_target target;
} gltf_channel;

typedef struct gltf_animation {
    ptl_str name, extras;
    GLTF_LIST(gltf_sampler) samplers;
    GLTF_LIST(gltf_channel) channels;
} gltf_animation;

typedef struct gltf_texture_transform { /* KHR_texture_transform: scale, turn, move */
    float    offset[2], rotation, scale[2];
    uint32_t coordinates; /* GLTF_NONE: as the use says */
} gltf_texture_transform;

typedef struct gltf_texture_extensions {
    gltf_texture_transform transform;
} gltf_texture_extensions;

typedef struct gltf_texture_use {
    uint32_t                index, coordinates;
    gltf_texture_extensions extensions;
} gltf_texture_use;

typedef struct gltf_look {
    float            color[4], metallic, roughness;
    gltf_texture_use base, metal;
} gltf_look;

typedef struct gltf_gloss { /* KHR_materials_pbrSpecularGlossiness: the look of older files */
    float            color[4], glossiness;
    gltf_texture_use diffuse, gloss;
    uint64_t         at; /* 0 where a material does not say any of this */
} gltf_gloss;

typedef struct gltf_material_extensions {
    gltf_gloss gloss;
} gltf_material_extensions;

typedef struct gltf_material {
    ptl_str                  name, alpha_mode, extras;
    gltf_look                look;
    float                    cutoff, glow[3];
    gltf_texture_use         normal, occlusion, emissive;
    bool                     double_sided;
    gltf_material_extensions extensions;
} gltf_material;

typedef struct gltf_texture {
    uint32_t source, sampling;
    ptl_str  extras;
} gltf_texture;

typedef struct gltf_sampling { /* samplers of textures */
    uint32_t larger, wrap_s, wrap_t;
} gltf_sampling;

typedef struct gltf_image {
    uint64_t at;
    ptl_str  name, uri, media_type, extras;
    uint32_t view;
} gltf_image;

typedef struct gltf_scene {
    ptl_str  name, extras;
    ptl_u32s nodes;
} gltf_scene;

typedef struct gltf_asset {
    ptl_str version, copyright, extras;
} gltf_asset;

typedef struct gltf_file {
    gltf_asset asset;
    ptl_str    extras;
    uint32_t   scene;
    GLTF_LIST(ptl_str) required, used;
    GLTF_LIST(gltf_buffer) buffers;
    GLTF_LIST(gltf_view) views;
    GLTF_LIST(gltf_accessor) accessors;
    GLTF_LIST(gltf_mesh) meshes;
    GLTF_LIST(gltf_node) nodes;
    GLTF_LIST(gltf_skin) skins;
    GLTF_LIST(gltf_animation) animations;
    GLTF_LIST(gltf_material) materials;
    GLTF_LIST(gltf_texture) textures;
    GLTF_LIST(gltf_sampling) samplings;
    GLTF_LIST(gltf_image) images;
    GLTF_LIST(gltf_scene) scenes;
} gltf_file;

extern const ptl_record ptl_gltf_record;

/* ---- What the parts of the reader share ------------------------------------------------------ */

typedef struct gltf_in {
    ptl_job         *job;
    const ptl_files *files;
    gltf_file        file;
    ptl_span         binary;  /* the second chunk of a .glb        */
    ptl_span        *buffers; /* their contents, once asked for */
    uint64_t         loaded;  /* bytes of those */
    uint64_t         taken;   /* elements of accessors that were copied so far */
    struct {
        size_t morphs, sets, points, coordinates, maps, transforms, cameras, weights, further,
            attributes, looks, wraps, images, pictures, notes;
        size_t turns; /* quaternions of another length than 1 */
    } lost;
    ptl_f32s *times; /* of every accessor, once asked for as times */
} gltf_in;

/* The elements of an accessor, checked: every one of them is inside its buffer. */
typedef struct gltf_values {
    const uint8_t *data; /* NULL: zeros */
    uint64_t       count;
    uint32_t       stride, width; /* bytes from one to the next; numbers in each */
    uint32_t       component;
    bool           normalized;
    const uint8_t *sparse_indices, *sparse_values;
    uint64_t       sparse_count;
    uint32_t       sparse_component;
} gltf_values;

/* An accessor by its number; a count of 0 after a failure. `what` names what wants it. */
gltf_values ptl_gltf_accessor_of(gltf_in *in, uint32_t index, const char *types, const char *what);

/* All numbers of an accessor as floats in the arena, integers scaled where they are normalized;
 * fails on what is not finite. */
/* Whether its lists may be kept by a compression that is not known here, for which the file is then
 * refused. */
bool     ptl_gltf_is_packed(gltf_in *in);
ptl_f32s ptl_gltf_floats(gltf_in *in, const gltf_values *values);
/* The same as whole numbers, of accessors without fractions. */
ptl_u32s ptl_gltf_numbers(gltf_in *in, const gltf_values *values);

/* The bytes of a buffer view, or of an address: data in it or a file beside the input. */
ptl_span ptl_gltf_view_bytes(gltf_in *in, uint32_t view);
ptl_span ptl_gltf_data_uri(gltf_in *in, ptl_str uri);
bool     ptl_gltf_is_data_uri(ptl_str uri);
/* A file name out of an address: %20 is a blank. Fails on addresses that are not files beside. */
ptl_str ptl_gltf_file_name(gltf_in *in, ptl_str uri, uint64_t at);

/* Whether an index is one of `count`, or none where that is fine; fails otherwise. */
bool ptl_gltf_has(gltf_in *in, uint64_t at, uint32_t index, size_t count, const char *what);
bool ptl_gltf_finite(const float *values, size_t count);
/* Extras as scenes have them: an object, or nothing, which is counted as a loss. */
ptl_str ptl_gltf_notes(gltf_in *in, ptl_str extras);

void ptl_gltf_to_scene(gltf_in *in, ptl_scene *out);
/* Materials and images of it, and what is lost of them. */
void ptl_gltf_looks(gltf_in *in, ptl_scene *out);

#endif
