/* SPDX-License-Identifier: MIT */
/* The tables of glTF's JSON: names, kinds and defaults of the members that are looked at. */
#include "imports/gltf_tables.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Rows: the name in the file, then the member of the struct THIS. */
#define ONE(name, member, kind)                                                                    \
    {                                                                                              \
        name, "", PTL_KIND_##kind, PTL_ONE, .offset = offsetof(THIS, member)                       \
    }
#define MANY(name, member, kind)                                                                   \
    {                                                                                              \
        name, "", PTL_KIND_##kind, PTL_LIST, .offset = offsetof(THIS, member)                      \
    }
#define FLOATS(name, member, n)                                                                    \
    {                                                                                              \
        name, "", PTL_KIND_F32, PTL_ONE, .offset = offsetof(THIS, member), .fixed = n              \
    }
#define OBJECT(name, member, of)                                                                   \
    {                                                                                              \
        name, "", PTL_KIND_RECORD, PTL_ONE, .offset = offsetof(THIS, member), .record = of         \
    }
#define OBJECTS(name, member, of)                                                                  \
    {                                                                                              \
        name, "", PTL_KIND_RECORD, PTL_LIST, .offset = offsetof(THIS, member), .record = of        \
    }
#define RECORD(list, empty)                                                                        \
    {                                                                                              \
        .name = "glTF", .size = sizeof(THIS), .fields = list, .count = COUNT(list), .blank = empty \
    }
#define PLACED(list, empty)                                                                        \
    {                                                                                              \
        .name = "glTF", .size = sizeof(THIS), .fields = list, .count = COUNT(list),                \
        .blank = empty, .placed = true, .at = offsetof(THIS, at)                                   \
    }

/* ---- Data ----------------------------------------------------------------------------------- */

#define THIS gltf_buffer
static const gltf_buffer no_buffer;
static const ptl_field   buffer_fields[] = {
      ONE("uri", uri, TEXT),
      ONE("byteLength", size, U64),
};
static const ptl_record buffer_record = RECORD(buffer_fields, &no_buffer);
#undef THIS

#define THIS gltf_view
static const gltf_view no_view       = { .buffer = GLTF_NONE };
static const ptl_field view_fields[] = {
    ONE("buffer", buffer, U32),
    ONE("byteOffset", offset, U64),
    ONE("byteLength", size, U64),
    ONE("byteStride", stride, U32),
};
static const ptl_record view_record = RECORD(view_fields, &no_view);
#undef THIS

#define THIS gltf_sparse_part
static const gltf_sparse_part no_sparse_part       = { .view = GLTF_NONE };
static const ptl_field        sparse_part_fields[] = {
           ONE("bufferView", view, U32),
           ONE("componentType", component, U32),
           ONE("byteOffset", offset, U64),
};
static const ptl_record sparse_part_record = RECORD(sparse_part_fields, &no_sparse_part);
#undef THIS

#define NO_SPARSE                                                                                  \
    {                                                                                              \
        .indices = { .view = GLTF_NONE }, .values = {.view = GLTF_NONE }                           \
    }

#define THIS gltf_sparse
static const gltf_sparse no_sparse       = NO_SPARSE;
static const ptl_field   sparse_fields[] = {
      ONE("count", count, U64),
      OBJECT("indices", indices, &sparse_part_record),
      OBJECT("values", values, &sparse_part_record),
};
static const ptl_record sparse_record = RECORD(sparse_fields, &no_sparse);
#undef THIS

#define THIS gltf_accessor
static const gltf_accessor no_accessor       = { .view = GLTF_NONE, .sparse = NO_SPARSE };
static const ptl_field     accessor_fields[] = {
        ONE("bufferView", view, U32),
        ONE("componentType", component, U32),
        ONE("byteOffset", offset, U64),
        ONE("count", count, U64),
        ONE("normalized", normalized, BOOL),
        ONE("type", type, TEXT),
        OBJECT("sparse", sparse, &sparse_record),
};
static const ptl_record accessor_record = PLACED(accessor_fields, &no_accessor);
#undef THIS

/* ---- Shapes --------------------------------------------------------------------------------- */

#define NO_ATTRIBUTES                                                                              \
    {                                                                                              \
        .position = GLTF_NONE, .normal = GLTF_NONE, .uv = GLTF_NONE, .uv_1 = GLTF_NONE,            \
        .tangent = GLTF_NONE, .color = GLTF_NONE, .color_1 = GLTF_NONE,                            \
        .joints = { GLTF_NONE, GLTF_NONE, GLTF_NONE }, .weights = {                                \
            GLTF_NONE,                                                                             \
            GLTF_NONE,                                                                             \
            GLTF_NONE                                                                              \
        }                                                                                          \
    }

#define THIS gltf_attributes
static const gltf_attributes no_attributes       = NO_ATTRIBUTES;
static const ptl_field       attributes_fields[] = {
          ONE("POSITION", position, U32),    ONE("NORMAL", normal, U32),
          ONE("TEXCOORD_0", uv, U32),        ONE("TEXCOORD_1", uv_1, U32),
          ONE("TANGENT", tangent, U32),      ONE("COLOR_1", color_1, U32),
          ONE("COLOR_0", color, U32),        ONE("JOINTS_0", joints[0], U32),
          ONE("JOINTS_1", joints[1], U32),   ONE("JOINTS_2", joints[2], U32),
          ONE("WEIGHTS_0", weights[0], U32), ONE("WEIGHTS_1", weights[1], U32),
          ONE("WEIGHTS_2", weights[2], U32),
};
static const ptl_record attributes_record = RECORD(attributes_fields, &no_attributes);
#undef THIS

#define THIS gltf_primitive
static const gltf_primitive no_primitive = {
    .attributes = NO_ATTRIBUTES, .indices = GLTF_NONE, .material = GLTF_NONE, .mode = 4
};
static const ptl_field primitive_fields[] = {
    OBJECT("attributes", attributes, &attributes_record),
    ONE("indices", indices, U32),
    ONE("material", material, U32),
    ONE("mode", mode, U32),
    ONE("targets", targets, JSON),
    ONE("extras", extras, JSON),
};
static const ptl_record primitive_record = PLACED(primitive_fields, &no_primitive);
#undef THIS

#define THIS gltf_mesh
static const gltf_mesh no_mesh;
static const ptl_field mesh_fields[] = {
    ONE("name", name, TEXT),
    ONE("extras", extras, JSON),
    OBJECTS("primitives", primitives, &primitive_record),
};
static const ptl_record mesh_record = RECORD(mesh_fields, &no_mesh);
#undef THIS

#define THIS gltf_node
static const gltf_node no_node       = { .mesh     = GLTF_NONE,
                                         .skin     = GLTF_NONE,
                                         .camera   = GLTF_NONE,
                                         .rotation = { 0, 0, 0, 1 },
                                         .scale    = { 1, 1, 1 } };
static const ptl_field node_fields[] = {
    ONE("name", name, TEXT),
    ONE("extras", extras, JSON),
    ONE("mesh", mesh, U32),
    ONE("skin", skin, U32),
    ONE("camera", camera, U32),
    MANY("children", children, U32),
    FLOATS("translation", translation, 3),
    FLOATS("rotation", rotation, 4),
    FLOATS("scale", scale, 3),
    MANY("matrix", matrix, F32),
};
static const ptl_record node_record = PLACED(node_fields, &no_node);
#undef THIS

#define THIS gltf_scene
static const gltf_scene no_scene;
static const ptl_field  scene_fields[] = {
     ONE("name", name, TEXT),
     ONE("extras", extras, JSON),
     MANY("nodes", nodes, U32),
};
static const ptl_record scene_record = RECORD(scene_fields, &no_scene);
#undef THIS

/* ---- Movement ------------------------------------------------------------------------------- */

#define THIS gltf_skin
static const gltf_skin no_skin       = { .inverse_bind = GLTF_NONE, .skeleton = GLTF_NONE };
static const ptl_field skin_fields[] = {
    ONE("name", name, TEXT),        ONE("extras", extras, JSON),
    MANY("joints", joints, U32),    ONE("inverseBindMatrices", inverse_bind, U32),
    ONE("skeleton", skeleton, U32),
};
static const ptl_record skin_record = PLACED(skin_fields, &no_skin);
#undef THIS

#define THIS gltf_sampler
static const gltf_sampler no_sampler       = { .input = GLTF_NONE, .output = GLTF_NONE };
static const ptl_field    sampler_fields[] = {
       ONE("input", input, U32),
       ONE("output", output, U32),
       ONE("interpolation", interpolation, TEXT),
};
static const ptl_record sampler_record = RECORD(sampler_fields, &no_sampler);
#undef THIS

#define THIS gltf_target
static const gltf_target no_target       = { .node = GLTF_NONE };
static const ptl_field   target_fields[] = {
      ONE("node", node, U32),
      ONE("path", path, TEXT),
};
static const ptl_record target_record = RECORD(target_fields, &no_target);
#undef THIS

#define THIS gltf_channel
static const gltf_channel no_channel = { .sampler = GLTF_NONE, .target = { .node = GLTF_NONE } };
static const ptl_field    channel_fields[] = {
       ONE("sampler", sampler, U32),
       OBJECT("target", target, &target_record),
};
static const ptl_record channel_record = PLACED(channel_fields, &no_channel);
#undef THIS

#define THIS gltf_animation
static const gltf_animation no_animation;
static const ptl_field      animation_fields[] = {
         ONE("name", name, TEXT),
         ONE("extras", extras, JSON),
         OBJECTS("samplers", samplers, &sampler_record),
         OBJECTS("channels", channels, &channel_record),
};
static const ptl_record animation_record = RECORD(animation_fields, &no_animation);
#undef THIS

/* ---- Looks ---------------------------------------------------------------------------------- */

#define NO_TRANSFORM                                                                               \
    {                                                                                              \
        .scale = { 1, 1 }, .coordinates = GLTF_NONE                                                \
    }
#define NO_USE                                                                                     \
    {                                                                                              \
        .index = GLTF_NONE, .extensions = { NO_TRANSFORM }                                         \
    }

#define THIS gltf_texture_transform
static const gltf_texture_transform no_transform       = NO_TRANSFORM;
static const ptl_field              transform_fields[] = {
                 FLOATS("offset", offset, 2),
                 ONE("rotation", rotation, F32),
                 FLOATS("scale", scale, 2),
                 ONE("texCoord", coordinates, U32),
};
static const ptl_record transform_record = RECORD(transform_fields, &no_transform);
#undef THIS

#define THIS gltf_texture_extensions
static const gltf_texture_extensions no_texture_extensions       = { NO_TRANSFORM };
static const ptl_field               texture_extensions_fields[] = {
                  OBJECT("KHR_texture_transform", transform, &transform_record),
};
static const ptl_record texture_extensions_record =
    RECORD(texture_extensions_fields, &no_texture_extensions);
#undef THIS

#define THIS gltf_texture_use
static const gltf_texture_use no_texture_use       = NO_USE;
static const ptl_field        texture_use_fields[] = {
           ONE("index", index, U32),
           ONE("texCoord", coordinates, U32),
           OBJECT("extensions", extensions, &texture_extensions_record),
};
static const ptl_record texture_use_record = RECORD(texture_use_fields, &no_texture_use);
#undef THIS

#define NO_LOOK                                                                                    \
    {                                                                                              \
        .color = { 1, 1, 1, 1 }, .metallic = 1, .roughness = 1, .base = NO_USE, .metal = NO_USE    \
    }

#define THIS gltf_look
static const gltf_look no_look       = NO_LOOK;
static const ptl_field look_fields[] = {
    FLOATS("baseColorFactor", color, 4),
    ONE("metallicFactor", metallic, F32),
    ONE("roughnessFactor", roughness, F32),
    OBJECT("baseColorTexture", base, &texture_use_record),
    OBJECT("metallicRoughnessTexture", metal, &texture_use_record),
};
static const ptl_record look_record = RECORD(look_fields, &no_look);
#undef THIS

#define NO_GLOSS                                                                                   \
    {                                                                                              \
        .color = { 1, 1, 1, 1 }, .glossiness = 1, .diffuse = NO_USE, .gloss = NO_USE               \
    }

#define THIS gltf_gloss
static const gltf_gloss no_gloss       = NO_GLOSS;
static const ptl_field  gloss_fields[] = {
     FLOATS("diffuseFactor", color, 4),
     ONE("glossinessFactor", glossiness, F32),
     OBJECT("diffuseTexture", diffuse, &texture_use_record),
     OBJECT("specularGlossinessTexture", gloss, &texture_use_record),
};
static const ptl_record gloss_record = PLACED(gloss_fields, &no_gloss);
#undef THIS

#define THIS gltf_material_extensions
static const gltf_material_extensions no_material_extensions       = { NO_GLOSS };
static const ptl_field                material_extensions_fields[] = {
                   OBJECT("KHR_materials_pbrSpecularGlossiness", gloss, &gloss_record),
};
static const ptl_record material_extensions_record =
    RECORD(material_extensions_fields, &no_material_extensions);
#undef THIS

#define THIS gltf_material
static const gltf_material no_material       = { .look       = NO_LOOK,
                                                 .cutoff     = 0.5f,
                                                 .normal     = NO_USE,
                                                 .occlusion  = NO_USE,
                                                 .emissive   = NO_USE,
                                                 .extensions = { NO_GLOSS } };
static const ptl_field     material_fields[] = {
        ONE("name", name, TEXT),
        ONE("alphaMode", alpha_mode, TEXT),
        ONE("extras", extras, JSON),
        OBJECT("pbrMetallicRoughness", look, &look_record),
        ONE("alphaCutoff", cutoff, F32),
        FLOATS("emissiveFactor", glow, 3),
        OBJECT("normalTexture", normal, &texture_use_record),
        OBJECT("occlusionTexture", occlusion, &texture_use_record),
        OBJECT("emissiveTexture", emissive, &texture_use_record),
        ONE("doubleSided", double_sided, BOOL),
        OBJECT("extensions", extensions, &material_extensions_record),
};
static const ptl_record material_record = RECORD(material_fields, &no_material);
#undef THIS

#define THIS gltf_texture
static const gltf_texture no_texture       = { .source = GLTF_NONE, .sampling = GLTF_NONE };
static const ptl_field    texture_fields[] = {
       ONE("source", source, U32),
       ONE("sampler", sampling, U32),
       ONE("extras", extras, JSON),
};
static const ptl_record texture_record = RECORD(texture_fields, &no_texture);
#undef THIS

#define THIS gltf_sampling
static const gltf_sampling no_sampling       = { .wrap_s = GLTF_REPEAT, .wrap_t = GLTF_REPEAT };
static const ptl_field     sampling_fields[] = {
        ONE("magFilter", larger, U32),
        ONE("wrapS", wrap_s, U32),
        ONE("wrapT", wrap_t, U32),
};
static const ptl_record sampling_record = RECORD(sampling_fields, &no_sampling);
#undef THIS

#define THIS gltf_image
static const gltf_image no_image       = { .view = GLTF_NONE };
static const ptl_field  image_fields[] = {
     ONE("name", name, TEXT),      ONE("uri", uri, TEXT),       ONE("mimeType", media_type, TEXT),
     ONE("bufferView", view, U32), ONE("extras", extras, JSON),
};
static const ptl_record image_record = PLACED(image_fields, &no_image);
#undef THIS

/* ---- The whole ------------------------------------------------------------------------------ */

#define THIS gltf_asset
static const gltf_asset no_asset;
static const ptl_field  asset_fields[] = {
     ONE("version", version, TEXT),
     ONE("copyright", copyright, TEXT),
     ONE("extras", extras, JSON),
};
static const ptl_record asset_record = RECORD(asset_fields, &no_asset);
#undef THIS

#define THIS gltf_file
static const gltf_file no_gltf       = { .scene = GLTF_NONE };
static const ptl_field gltf_fields[] = {
    OBJECT("asset", asset, &asset_record),
    ONE("scene", scene, U32),
    ONE("extras", extras, JSON),
    MANY("extensionsRequired", required, TEXT),
    MANY("extensionsUsed", used, TEXT),
    OBJECTS("buffers", buffers, &buffer_record),
    OBJECTS("bufferViews", views, &view_record),
    OBJECTS("accessors", accessors, &accessor_record),
    OBJECTS("meshes", meshes, &mesh_record),
    OBJECTS("nodes", nodes, &node_record),
    OBJECTS("skins", skins, &skin_record),
    OBJECTS("animations", animations, &animation_record),
    OBJECTS("materials", materials, &material_record),
    OBJECTS("textures", textures, &texture_record),
    OBJECTS("samplers", samplings, &sampling_record),
    OBJECTS("images", images, &image_record),
    OBJECTS("scenes", scenes, &scene_record),
};
const ptl_record ptl_gltf_record = RECORD(gltf_fields, &no_gltf);
#undef THIS
