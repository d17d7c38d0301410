# SPDX-License-Identifier: MIT
"""Pictures for docs/blender.md, of what the add-on imports: blender -b --python blender_pictures.py -- FOLDER."""
import math
import os
import sys

import bpy
from mathutils import Vector

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "samples")
sys.path.insert(0, HERE)
import portolan_formats  # noqa: E402  the path is set above


def begin():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 32, False
    scene.view_settings.view_transform = "Standard"
    scene.world = bpy.data.worlds.new("World")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.65, 0.8, 1)
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 3.0, (0.7, 0.2, 0.6)
    scene.collection.objects.link(sun)


def look(turn, height, share=1.0):
    """A camera around everything there is."""
    bpy.context.view_layer.update()
    corners = [o.matrix_world @ Vector(c) for o in bpy.context.scene.objects if o.type == "MESH"
               for c in o.bound_box]
    low = Vector([min(c[i] for c in corners) for i in range(3)])
    high = Vector([max(c[i] for c in corners) for i in range(3)])
    middle, size = (low + high) / 2, (high - low).length
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.clip_end = 10 * size
    away = Vector((math.sin(turn), -math.cos(turn), height)).normalized()
    camera.location = middle + away * size * 1.25 * share
    camera.rotation_euler = (-away).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def draw(name, width, height):
    render = bpy.context.scene.render
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100
    render.image_settings.file_format, render.image_settings.color_mode = "PNG", "RGB"
    render.image_settings.compression = 100
    render.filepath = os.path.join(sys.argv[-1], name + ".png")
    bpy.ops.render.render(write_still=True)


def flag():
    """In the middle of a set."""
    begin()
    bpy.ops.import_scene.portolan_pfobj(
        filepath=os.path.join(SAMPLES, "permafrost/models", "flag.pfobj"))
    bpy.context.scene.frame_set(8)
    look(0.35, 0.25, 1.1)
    draw("blender-flag", 300, 360)


def island():
    begin()
    bpy.ops.import_scene.portolan_map(filepath=os.path.join(SAMPLES, "permafrost", "island.pfmap"))
    look(0.5, 0.8, 0.62)
    draw("blender-island", 400, 300)


portolan_formats.register()
flag()
island()
