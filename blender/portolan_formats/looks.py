# SPDX-License-Identifier: MIT
"""Materials of a model in Blender, and the numbers the engine wants of them."""
import os

import bpy
from bpy.props import BoolProperty, FloatProperty, FloatVectorProperty

COLOR = dict(subtype="COLOR", size=3, min=0, soft_max=1)


class PORTOLAN_PG_material(bpy.types.PropertyGroup):
    """What the Permafrost Engine makes of a material"""
    use: BoolProperty(name="Own values", description="Export these, not the colors of the viewport")
    ambient: FloatProperty(name="Ambient", default=1.0, min=0)
    diffuse: FloatVectorProperty(name="Diffuse", default=(0.8, 0.8, 0.8), **COLOR)
    specular: FloatVectorProperty(name="Specular", default=(0, 0, 0), **COLOR)


class PORTOLAN_PT_material(bpy.types.Panel):
    bl_label = "Permafrost Engine"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "material"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return context.material is not None

    def draw_header(self, context):
        self.layout.prop(context.material.portolan, "use", text="")

    def draw(self, context):
        layout, own = self.layout, context.material.portolan
        layout.use_property_split = True
        layout.active = own.use
        for name in ("ambient", "diffuse", "specular"):
            layout.prop(own, name)


def texture_path(folder, texture):
    """Where the file of a texture is; None for one that is not below the folder of the model."""
    path = os.path.normpath(texture.replace("\\", "/"))
    if os.path.isabs(path) or path.split("/")[0].split(os.sep)[0] == ".." or ":" in path:
        return None
    real = os.path.realpath(os.path.join(folder, path))
    return real if real.startswith(os.path.realpath(folder) + os.sep) else None


def image_of(folder, texture, losses):
    path = texture_path(folder, texture)
    if path is None:
        losses.add("texture '%s' is not in the folder of the model, and not looked for" % texture)
        return None
    if not os.path.isfile(path):
        losses.add("texture '%s' is not there" % texture)
        return None
    try:
        return bpy.data.images.load(path, check_existing=True)
    except RuntimeError:
        losses.add("texture '%s' cannot be read" % texture)
        return None


def paint(made, image):
    """The image as the color of a dull surface; alpha cuts out, as in the engine."""
    made.use_nodes = True
    tree = made.node_tree
    shader = next(n for n in tree.nodes if n.type == "BSDF_PRINCIPLED")
    shader.inputs["Roughness"].default_value = 1.0
    for name in ("Specular", "Specular IOR Level"):  # the latter since 4.0
        if name in shader.inputs:
            shader.inputs[name].default_value = 0.0
    if image is None:
        return
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image, node.location = image, (-320, 280)
    tree.links.new(shader.inputs["Base Color"], node.outputs["Color"])
    if image.depth in (32, 64, 128):
        tree.links.new(shader.inputs["Alpha"], node.outputs["Alpha"])
        if hasattr(made, "blend_method"):
            made.blend_method = "CLIP"
        if hasattr(made, "alpha_threshold"):
            made.alpha_threshold = 0.5


def build_materials(model, folder, losses):
    out = []
    for each in model.materials:
        made = bpy.data.materials.new(each.name)
        made["portolan_name"], made["portolan_texture"] = each.name, each.texture
        made.portolan.use, made.portolan.ambient = True, each.ambient
        made.portolan.diffuse, made.portolan.specular = each.diffuse, each.specular
        made.diffuse_color = tuple(each.diffuse) + (1.0,)
        made.use_backface_culling = True
        paint(made, image_of(folder, each.texture, losses))
        if made.name != each.name:
            losses.add("material '%s' is called '%s'" % (each.name, made.name))
        out.append(made)
    return out


CLASSES = (PORTOLAN_PG_material, PORTOLAN_PT_material)


def register():
    bpy.types.Material.portolan = bpy.props.PointerProperty(type=PORTOLAN_PG_material)


def unregister():
    del bpy.types.Material.portolan
