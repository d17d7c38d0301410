# SPDX-License-Identifier: MIT
"""Armatures, actions, and what else moves."""
import os
from types import SimpleNamespace

import bpy
import numpy as np

import portolan_formats.exporter as exporter

from situation import export, folder, losses, moves_like, plays, refused, said, situation, whole
from stage import Made, action, actor, armature, bind, cube, edit_bones, expect, link, select, tower, track


@situation
def rigged():
    obj, rig = actor()
    walk, idle = action("Walk", rig), action("Idle", rig, (5, 12), angle=0.4, scale=1.5)
    made = whole("rigged", export("rigged"))
    expect([s["name"] for s in made.sets] == ["Idle", "Walk"], "rigged: sets")
    expect([j["name"] for j in made.joints] == ["Bone0", "Bone1", "Bone2"], "rigged: joints")
    expect(made.joints[1]["tip"] == [0, 2, 0], "rigged: tip %s" % made.joints[1]["tip"])
    moves_like("rigged", made, "Walk", [rig], 1, 10, plays(rig, walk))
    moves_like("rigged", made, "Idle", [rig], 5, 12, plays(rig, idle))


@situation
def bones_with_marks():
    """Names that are escaped in the paths of curves: their action moves the model, too."""
    obj, rig = actor()
    rig.data.bones["Bone1"].name = 'L"1\\x'
    walk = action("Walk", rig)
    made = whole("bones_with_marks", export("bones_with_marks"))
    expect([s["name"] for s in made.sets] == ["Walk"], "bones_with_marks: %s" % made.sets)
    if made.sets:
        moves_like("bones_with_marks", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def rig_in_place():
    """An armature that is turned, scaled evenly and mirrored by its parent."""
    obj, rig = actor()
    walk = action("Walk", rig)
    top = link(bpy.data.objects.new("Top", None))
    top.scale = (-2, 2, 2)
    rig.parent, rig.location, rig.rotation_euler = top, (1, 2, 3), (0.3, 0.5, 0.7)
    bpy.context.view_layer.update()
    made = whole("rig_in_place", export("rig_in_place"))
    moves_like("rig_in_place", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def rig_stretched():
    """An uneven scale would shear the joints; the armature becomes a joint above them."""
    obj, rig = actor()
    walk = action("Walk", rig)
    rig.scale, rig.rotation_euler = (1, 2, 0.5), (0.2, 0.4, 0)
    bpy.context.view_layer.update()
    made = whole("rig_stretched", export("rig_stretched"))
    moves_like("rig_stretched", made, "Walk", [rig], 1, 10, plays(rig, walk))
    expect(len(made.joints) == 4 and "sheared" not in losses(), "rig_stretched: " + losses())


@situation
def rig_mirrored_for_the_view():
    obj, rig = actor()
    walk = action("Walk", rig)
    export("rig_mirrored_for_the_view")
    made = whole(
        "rig_mirrored_for_the_view",
        export("rig_mirrored_for_the_view", mirror=True, allowed=("pfobj-mirrored",)),
    )
    theirs = track(range(1, 11), plays(rig, walk)) * (-1, 1, 1)
    ours = made.posed("Walk")
    expect(np.abs(ours.min((0, 1)) - theirs.min((0, 1))).max() < 1e-4, "rig_mirrored_for_the_view: poses")


@situation
def armature_object_moves():
    obj, rig = actor()
    walk = action("Walk", rig)
    rig.animation_data.action = walk
    for frame, x in ((1, 0), (10, 5)):
        rig.location.x = x
        rig.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(1)
    obj.vertex_groups["Bone0"].remove([0, 1])  # they hang on the object
    made = export("armature_object_moves")
    moves_like("armature_object_moves", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def modifiers_before_the_armature():
    rig, obj = armature(bones=3, length=2), tower()
    obj.modifiers.new("Mirror", "MIRROR").use_bisect_axis[0] = True
    obj.modifiers.new("Subdivision", "SUBSURF").levels = 1
    bind(obj, rig)
    walk = action("Walk", rig)
    made = whole("modifiers_before_the_armature", export("modifiers_before_the_armature"))
    moves_like("modifiers_before_the_armature", made, "Walk", [rig], 1, 10, plays(rig, walk))
    obj.modifiers.new("Later", "SUBSURF")
    export("modifiers_before_the_armature")
    said("modifiers_before_the_armature", "'Later' after its armature")


@situation
def groups_without_armature():
    obj, rig = actor()
    bpy.data.objects.remove(rig)
    obj.modifiers.clear()
    made = whole("groups_without_armature", export("groups_without_armature"))
    expect(not any(made.weights) and not made.joints, "groups_without_armature: weights of nothing")


@situation
def group_that_is_gone():
    obj, rig = actor()
    walk = action("Walk", rig)
    other = link(bpy.data.objects.new("Other", obj.data))
    bpy.data.objects.remove(obj)
    other.modifiers.new("Armature", "ARMATURE").object = rig
    other.vertex_groups.new(name="Bone0")  # the mesh has weights of three
    made = whole("group_that_is_gone", export("group_that_is_gone"))
    moves_like("group_that_is_gone", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def many_weights():
    rig = armature(bones=12, length=0.5)
    obj = tower()
    groups = [obj.vertex_groups.new(name=b.name) for b in rig.data.bones]
    for i, group in enumerate(groups):
        group.add(range(len(obj.data.vertices)), 0.05 + i * 0.07, "REPLACE")
    groups[3].add([0], 1e-8, "REPLACE")
    obj.modifiers.new("Armature", "ARMATURE").object = rig
    action("Walk", rig)
    made = export("many_weights")
    expect(
        all(len(w) == 6 and {j for j, _ in w} == set(range(6, 12)) for w in made.weights),
        "many_weights: not the six largest",
    )
    said("many_weights", "six largest")


@situation
def weights_that_are_nothing():
    obj, rig = actor()
    walk = action("Walk", rig)
    obj.vertex_groups["Bone2"].add([0, 1, 2, 3], 1e-9, "REPLACE")
    made = whole("weights_that_are_nothing", export("weights_that_are_nothing"))
    expect(all(v > 0 for w in made.weights for _, v in w), "weights_that_are_nothing: written")
    moves_like("weights_that_are_nothing", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def vertex_without_weights():
    obj, rig = actor()
    walk = action("Walk", rig)
    for group in obj.vertex_groups:
        group.remove([0, 1, 2, 3])
    made = whole("vertex_without_weights", export("vertex_without_weights", allowed=("pfobj-unbound",)))
    expect([] in made.weights, "vertex_without_weights: has some")
    moves_like("vertex_without_weights", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def several_armatures():
    obj, rig = actor()
    other = armature("Rig two", 2, 3.0)
    other.location = (5, 0, 0)
    bpy.context.view_layer.update()
    second = tower("Second")
    second.location = (5, 0, 0)
    bpy.context.view_layer.update()
    bind(second, other, parent=False)
    walk = action("Walk", rig)
    rig.animation_data.action = walk
    wave = action("Wave", other, (1, 6))
    other.animation_data.action = wave
    made = whole("several_armatures", export("several_armatures"))
    names = [j["name"] for j in made.joints]
    expect(len(set(names)) == 5, "several_armatures: %s" % names)

    def begin():
        for each in (rig, other):
            plays(each, None)()

    plays(other, wave)
    moves_like("several_armatures", made, "Wave", [rig, other], 1, 6, lambda: (begin(), plays(other, wave)()))
    moves_like("several_armatures", made, "Walk", [rig, other], 1, 10, lambda: (begin(), plays(rig, walk)()))


@situation
def control_bones():
    rig = armature(bones=3, length=2)

    def change(bones):
        for i, at in enumerate((0, 2)):
            control = bones.new("Control%d" % i)
            control.head, control.tail, control.use_deform = (1, 0, at), (1, 1, at), False
        bones["Control1"].parent = bones["Bone0"]
        bones["Bone1"].parent = bones["Control1"]  # a joint below a control

    edit_bones(rig, change)
    obj = tower()
    bind(obj, rig)
    walk = action("Walk", rig)
    made = whole("control_bones", export("control_bones"))
    expect([j["name"] for j in made.joints] == ["Bone0", "Bone1", "Bone2"], "control_bones: exported")
    expect([j["parent"] for j in made.joints] == [0, 1, 2], "control_bones: parents")
    moves_like("control_bones", made, "Walk", [rig], 1, 10, plays(rig, walk))
    made = export("control_bones", deform_only=False)
    expect(len(made.joints) == 5, "control_bones: asked for")
    moves_like("control_bones", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def actions_of_others():
    obj, rig = actor()
    action("Walk", rig)
    other = armature("Other rig", 2, prefix="Leg")
    action("Trot", other)
    stranger = armature("Stranger")  # bones of the same names
    stranger.animation_data_create().action = action("Strange", stranger)
    camera = link(bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera")))
    camera.location = (0, 0, 1)
    camera.keyframe_insert("location", frame=1)
    obj.shape_key_add(name="Basis")
    obj.shape_key_add(name="Key").keyframe_insert("value", frame=1)
    select(obj, rig, active=rig)
    made = export("actions_of_others")
    expect(
        [s["name"] for s in made.sets] == ["Walk"], "actions_of_others: %s" % [s["name"] for s in made.sets]
    )


@situation
def bones_that_are_gone():
    """Renamed and removed bones leave keys behind in the actions that nothing had then."""
    obj, rig = actor(bones=4)
    walk, run = action("Walk", rig), action("Run", rig, bones=["Bone0", "Bone1", "Bone3"], angle=0.5)
    action("Old", rig, bones=["Bone1", "Bone3"])
    rig.data.bones["Bone1"].name = "Hips"
    edit_bones(rig, lambda bones: bones.remove(bones["Bone3"]))
    name = "bones_that_are_gone"
    made = whole(name, export(name, allowed=("pfobj-unbound",)))
    expect([s["name"] for s in made.sets] == ["Walk"], "%s: %s" % (name, [s["name"] for s in made.sets]))
    said(
        name,
        "action 'Walk' has keys of bones that are not there: 'Bone1', 'Bone3'",
        "action 'Run' is left out: most of the bones",
    )
    moves_like(name, made, "Walk", [rig], 1, 10, plays(rig, walk))
    rig.animation_data.action = run  # what a rig has moves it, however little
    bpy.context.scene.frame_set(1)
    made = export(name, allowed=("pfobj-unbound",))
    expect([s["name"] for s in made.sets] == ["Run", "Walk"], name)


@situation
def fractional_frames():
    obj, rig = actor()
    walk = action("Walk", rig, (0.6, 7.4))
    made = export("fractional_frames")
    moves_like("fractional_frames", made, "Walk", [rig], 1, 7, plays(rig, walk))


@situation
def actions_without_armature():
    rig = armature()
    action("Walk", rig)
    bpy.data.objects.remove(rig)
    cube()
    made = whole("actions_without_armature", export("actions_without_armature"))
    expect(not made.sets, "actions_without_armature: sets of nothing")


@situation
def armature_without_animation():
    obj, rig = actor()
    made = whole("armature_without_animation", export("armature_without_animation"))
    expect(len(made.joints) == 3 and not made.sets, "armature_without_animation: joints")
    expect(rig.animation_data is None, "armature_without_animation: has some now")


@situation
def in_the_middle_of_work():
    """Pose mode, an action and a pose that is not keyed, between two frames, the armature hidden."""
    obj, rig = actor()
    walk, run_ = action("Walk", rig, bones=["Bone1"]), action("Run", rig)
    rig.animation_data.action = run_
    bpy.context.scene.frame_set(7, subframe=0.25)
    select(rig, active=rig)
    bpy.ops.object.mode_set(mode="POSE")
    rig.pose.bones["Bone2"].location = (3, 4, 5)
    made = whole("in_the_middle_of_work", export("in_the_middle_of_work"))
    bpy.ops.object.mode_set(mode="OBJECT")
    moves_like("in_the_middle_of_work", made, "Walk", [rig], 1, 10, plays(rig, walk))
    rig.hide_viewport = True
    select(active=None)
    made = export("in_the_middle_of_work")
    moves_like("in_the_middle_of_work", made, "Walk", [rig], 1, 10, plays(rig, walk))
    rig.data.pose_position = "REST"
    export("in_the_middle_of_work")


@situation
def weights_are_painted():
    """A mesh in weight paint, and its armature in pose mode with a pose: both are so afterwards."""
    obj, rig = actor()
    action("Walk", rig)
    select(rig, active=rig)
    bpy.ops.object.mode_set(mode="POSE")
    rig.pose.bones["Bone1"].location = (1, 2, 3)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="WEIGHT_PAINT")
    expect((obj.mode, rig.mode) == ("WEIGHT_PAINT", "POSE"), "weights_are_painted: the scene is not made")
    export("weights_are_painted")
    bpy.ops.object.mode_set(mode="OBJECT")
    for mode in ("VERTEX_PAINT", "TEXTURE_PAINT", "SCULPT"):
        select(obj, rig, active=obj)
        bpy.ops.object.mode_set(mode=mode)
        export("weights_are_painted")
        bpy.ops.object.mode_set(mode="OBJECT")


@situation
def values_without_a_key():
    """What a user changed after the last key, and the current action would overwrite: of poses, of constraints,
    and of properties that were added to bones and objects."""
    obj, rig = actor()
    rig.animation_data_create().action = action("Walk", rig)
    bone = rig.pose.bones["Bone1"]
    limit = bone.constraints.new("LIMIT_LOCATION")
    bone['of "ik".x'], rig["mode"], rig["place"], limit.influence = 0.0, 1, (1.0, 2.0), 0.0
    for frame in (1, 10):
        bone.keyframe_insert('["%s"]' % bpy.utils.escape_identifier('of "ik".x'), frame=frame)
        limit.keyframe_insert("influence", frame=frame)
        rig.keyframe_insert('["mode"]', frame=frame)
        rig.keyframe_insert('["place"]', frame=frame)
    rig.animation_data.action.fcurves.new('pose.bones["Gone"].constraints["Gone"].influence')
    bpy.context.scene.frame_set(1)
    bone['of "ik".x'], rig["mode"], rig["place"], limit.influence = 0.75, 5, (3.0, 4.0), 0.5
    strip = rig.animation_data.nla_tracks.new().strips.new("Below", 1, action("Below", rig))
    for channel in ("mode", "place"):  # an action in a strip holds them, too
        strip.action.fcurves.new('["%s"]' % channel)
    export("values_without_a_key")
    after = bone['of "ik".x'], rig["mode"], tuple(rig["place"]), limit.influence
    expect(after == (0.75, 5, (3.0, 4.0), 0.5), "values_without_a_key: %s" % (after,))


@situation
def time_that_is_stretched():
    """The frames of a scene as they play; actions by their own frames."""
    obj, rig = actor()
    rig.animation_data_create().action = action("Walk", rig)
    bpy.context.scene.frame_end = 10
    bpy.context.scene.render.frame_map_new = 200
    made = whole("time_that_is_stretched", export("time_that_is_stretched", sets_from="SCENE"))
    moves_like("time_that_is_stretched", made, "Scene", [rig], 1, 10, None)
    expect(len(export("time_that_is_stretched").sets[0]["frames"]) == 10, "time_that_is_stretched: of the action")
    bpy.context.scene.render.fps_base = 1.001
    export("time_that_is_stretched")
    said("time_that_is_stretched", "the scene plays 23.976 frames")


@situation
def keys_that_are_nowhere():
    obj, rig = actor()
    action("Walk", rig).fcurves[0].keyframe_points[0].co.y = float("inf")
    refused("keys_that_are_nowhere", "'Walk'", "no number")


@situation
def switched_off_in_the_list():
    """The list of the panel has the actions of all rigs of the scene; those of others do no harm."""
    obj, rig = actor()
    for name in ("A", "B, C", "D"):
        action(name, rig, (1, 3))
    action("Trot", armature("Other", 2, prefix="Leg"))
    select(obj, rig, active=rig)
    made = bpy.types.EXPORT_SCENE_OT_portolan_pfobj
    for off, left in (("A", ["B, C", "D"]), ("ABD", []), ("", ["A", "B, C", "D"])):
        listed = [SimpleNamespace(name=a.name, use=a.name[0] not in off) for a in bpy.data.actions]
        if not left:
            listed = [each for each in listed if not each.use]
        panel = SimpleNamespace(chosen=listed, objects="AUTO", mirror=False, scale=1.0, deform_only=True,
                                sets_from="ACTIONS", sets="of before", idle="", images="NONE")
        path = os.path.join(folder("switched_off_in_the_list"), "m.pfobj")
        for _ in exporter.export(bpy.context, path, made.wishes(panel)):
            pass
        names = [s["name"] for s in Made(path).sets]
        expect(names == [n.replace(" ", "_") for n in left], "switched_off_in_the_list: %s, not %s" % (names, left))
    names = [s["name"] for s in export("switched_off_in_the_list", sets="B, C,A").sets]
    expect(names == ["B,_C", "A"], "switched_off_in_the_list: commas %s" % names)


@situation
def nla_strips():
    obj, rig = actor()
    walk, wave = action("Walk", rig), action("Wave", rig, (1, 6), bones=["Bone2"])
    track_ = rig.animation_data.nla_tracks.new()
    strip = track_.strips.new("Slow walk", 20, walk)
    strip.name, strip.scale = "Slow walk", 2
    other = rig.animation_data.nla_tracks.new()
    twice = other.strips.new("Wave twice", 20, wave)
    twice.name, twice.repeat = "Wave twice", 2
    other.mute = True
    made = export("nla_strips")
    expect([s["name"] for s in made.sets] == ["Walk", "Wave"], "nla_strips: actions")
    moves_like("nla_strips", made, "Wave", [rig], 1, 6, plays(rig, wave))
    made = export("nla_strips", sets_from="STRIPS")
    expect([s["name"] for s in made.sets] == ["Slow_walk", "Wave_twice"], "nla_strips: strips")

    def begin():
        plays(rig, None)()
        rig.animation_data.use_nla = True

    moves_like("nla_strips", made, "Slow_walk", [rig], 20, 38, begin)


@situation
def chosen_sets():
    obj, rig = actor()
    for name in ("A", "B", "C", "My idle pose"):
        action(name, rig, (1, 3))
    names = [
        [s["name"] for s in export("chosen_sets", **o).sets]
        for o in ({}, {"sets": "C, A"}, {"idle": "B"}, {"sets_from": "NONE"})
    ]
    expect(
        names
        == [
            ["My_idle_pose", "A", "B", "C"],
            ["C", "A"],
            ["B", "A", "C", "My idle pose".replace(" ", "_")],
            [],
        ],
        "chosen_sets: %s" % names,
    )
    bpy.ops.wm.read_factory_settings(use_empty=True)
    actor()
    refused("chosen_sets_none", "no action called 'Z'", sets="Z")


@situation
def carried_by_a_bone():
    obj, rig = actor()
    walk = action("Walk", rig)
    sword = cube("Sword", 0.3)
    sword.parent, sword.parent_type, sword.parent_bone = rig, "BONE", "Bone2"
    sword.location, sword.rotation_euler, sword.scale = (0.5, 0.2, 0), (0.3, 0, 0.4), (1, 2, 1)
    bpy.context.view_layer.update()
    made = whole("carried_by_a_bone", export("carried_by_a_bone"))
    expect(len(made.joints) == 3, "carried_by_a_bone: a joint too many")
    moves_like("carried_by_a_bone", made, "Walk", [rig], 1, 10, plays(rig, walk))
    rig.data.bones["Bone2"].use_deform = False  # a control that carries something stays
    made = export("carried_by_a_bone")
    expect(len(made.joints) == 3, "carried_by_a_bone: the carrier is gone")
    moves_like("carried_by_a_bone", made, "Walk", [rig], 1, 10, plays(rig, walk))


def turn_about(obj, first, last):
    for frame, angle in ((first, 0.0), (last, 2.0)):
        obj.rotation_euler = (angle, 0.2, angle / 2)
        obj.scale = (1 + angle, 1, 1)
        obj.keyframe_insert("rotation_euler", frame=frame)
        obj.keyframe_insert("scale", frame=frame)


@situation
def moving_without_armature():
    """A mill: its sails turn by an action of their own, its house stands."""
    tower("House")
    sails = cube("Sails", 0.5, (0, -2, 4))
    turn_about(sails, 1, 12)
    sails.animation_data.action.name = "Turn"
    bpy.context.scene.frame_set(1)
    made = whole("moving_without_armature", export("moving_without_armature", allowed=("pfobj-unbound",)))
    expect([j["name"] for j in made.joints] == ["Sails"], "moving_without_armature: joints")
    moves_like("moving_without_armature", made, "Turn", [], 1, 12, None)


@situation
def moving_beside_an_armature():
    obj, rig = actor()
    walk = action("Walk", rig)
    ball = cube("Ball", 0.3, (2, 0, 0))
    turn_about(ball, 1, 10)
    hung = cube("Hung", 0.2, (2, 1, 0))
    hung.parent = ball
    bpy.context.scene.frame_set(1)
    made = export("moving_beside_an_armature")
    expect([j["name"] for j in made.joints][3:] == ["Ball", "Hung"], "moving_beside_an_armature: joints")
    moves_like("moving_beside_an_armature", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def constraints():
    obj, rig = actor()
    target = link(bpy.data.objects.new("Target", None))
    for frame, x in ((1, -3), (10, 3)):
        target.location = (x, 1, 6)
        target.keyframe_insert("location", frame=frame)
    track_to = rig.pose.bones["Bone2"].constraints.new("DAMPED_TRACK")
    track_to.target = target
    walk = action("Walk", rig, bones=["Bone0"])
    made = whole("constraints", export("constraints"))
    moves_like("constraints", made, "Walk", [rig], 1, 10, plays(rig, walk))
    bpy.data.actions.remove(walk)  # nothing but the constraint moves it
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 1, 10
    made = export("constraints")
    moves_like("constraints", made, "Scene", [rig], 1, 10, None)


@situation
def drivers():
    obj, rig = actor()
    walk = action("Walk", rig, bones=["Bone0"])
    driver = rig.pose.bones["Bone1"].driver_add("rotation_quaternion", 1).driver
    driver.type, driver.expression = "SCRIPTED", "0.5 * v"
    variable = driver.variables.new()
    variable.name, variable.type = "v", "TRANSFORMS"
    variable.targets[0].id, variable.targets[0].bone_target = rig, "Bone0"
    variable.targets[0].transform_type, variable.targets[0].transform_space = "ROT_X", "LOCAL_SPACE"
    made = whole("drivers", export("drivers"))
    moves_like("drivers", made, "Walk", [rig], 1, 10, plays(rig, walk))


def asks_for(driver, scene, path):
    driver.type, driver.expression = "SCRIPTED", "0.1 * v"
    variable = driver.variables.new()
    variable.name = "v"
    variable.targets[0].id_type, variable.targets[0].id, variable.targets[0].data_path = "SCENE", scene, path


@situation
def drivers_that_ask_the_scene():
    """Its frame, and a value that is animated in it."""
    obj, rig = actor()
    walk = action("Walk", rig, bones=["Bone0"])
    scene = bpy.context.scene
    for frame, value in ((1, 0.0), (10, 7.0)):
        scene["wind"] = value
        scene.keyframe_insert('["wind"]', frame=frame)
    asks_for(rig.pose.bones["Bone1"].driver_add("location", 0).driver, scene, "frame_current")
    asks_for(rig.pose.bones["Bone2"].driver_add("location", 2).driver, scene, '["wind"]')
    scene.frame_set(4, subframe=0.5)
    made = whole("drivers_that_ask_the_scene", export("drivers_that_ask_the_scene"))
    moves_like("drivers_that_ask_the_scene", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def rigid_bodies():
    """What falls by the physics of its scene falls in the set."""
    select(cube("Ball", 0.5, (0, 0, 5)), active=bpy.data.objects["Ball"])
    bpy.ops.rigidbody.world_add()
    bpy.ops.rigidbody.object_add()
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 12
    scene.frame_set(1)
    made = whole("rigid_bodies", export("rigid_bodies"))
    expect([s["name"] for s in made.sets] == ["Scene"], "rigid_bodies: nothing falls")
    if made.sets:
        moves_like("rigid_bodies", made, "Scene", [], 1, 12, None)


@situation
def meshes_that_leave_their_armature():
    """Their vertices move twice in Blender, which joints cannot do."""
    obj, rig = actor()
    action("Walk", rig)
    export("meshes_that_leave_their_armature")
    expect("apart" not in losses(), "meshes_that_leave_their_armature: " + losses())
    obj.parent_type, obj.parent_bone = "BONE", "Bone0"
    export("meshes_that_leave_their_armature")
    said("meshes_that_leave_their_armature", "'Tower' and its armature 'Rig' move apart")
    obj.parent = None
    rig.keyframe_insert("location", frame=1)
    export("meshes_that_leave_their_armature")
    said("meshes_that_leave_their_armature", "'Tower' and its armature 'Rig' move apart")
    top = link(bpy.data.objects.new("Top", None))
    rig.animation_data_clear()
    rig.parent = obj.parent = top
    top.keyframe_insert("location", frame=1)
    export("meshes_that_leave_their_armature")
    expect("apart" not in losses(), "meshes_that_leave_their_armature: " + losses())


@situation
def rigs_in_instances():
    obj, rig = actor()
    walk = action("Walk", rig)
    rig.animation_data.action = walk
    part = bpy.data.collections.new("Part")
    for each in (obj, rig):
        bpy.context.scene.collection.objects.unlink(each)
        part.objects.link(each)
    for i in range(2):
        empty = link(bpy.data.objects.new("Place %d" % i, None))
        empty.instance_type, empty.instance_collection = "COLLECTION", part
        empty.location, empty.rotation_euler = (4 * i, 0, 0), (0, 0, i)
    bpy.context.scene.frame_set(1)
    made = whole("rigs_in_instances", export("rigs_in_instances"))
    expect(len(made.joints) == 6, "rigs_in_instances: %d joints" % len(made.joints))
    moves_like("rigs_in_instances", made, "Walk", [rig], 1, 10, plays(rig, walk))


def put_away(name, *objects):
    """Objects into a collection that is only seen where something instances it."""
    made = bpy.data.collections.new(name)
    for each in objects:
        bpy.context.scene.collection.objects.unlink(each)
        made.objects.link(each)
    return made


def show(part, name, into=None):
    empty = bpy.data.objects.new(name, None)
    (into or bpy.context.scene.collection).objects.link(empty)
    empty.instance_type, empty.instance_collection = "COLLECTION", part
    return empty


@situation
def instances_that_move():
    """The place of an instance moves, what is in it moves, and both do; one of them is inside of another."""
    obj, rig = actor()
    walk = action("Walk", rig)
    rig.animation_data.action = walk
    outer = bpy.data.collections.new("Outer")
    show(put_away("Part", obj, rig), "Inside", outer).location = (2, 0, 0)
    cart = show(outer, "Cart")
    box, wheel, lamp = cube("Box", 1, (0, 6, 0)), cube("Wheel", 0.5, (2, 6, 0)), cube("Lamp", 0.2, (0, 7, 2))
    load = show(put_away("Load", box, wheel, lamp), "Load")
    load.rotation_euler = (0, 0.5, 0)
    turn_about(wheel, 1, 10)
    for each in (cart, load):
        for frame, x in ((1, 0), (10, 4)):
            each.location = (x, x / 2, 0)
            each.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(1)
    made = whole("instances_that_move", export("instances_that_move"))
    names = [j["name"] for j in made.joints]
    expect(names == ["Bone0", "Bone1", "Bone2", "Load", "Wheel"], "instances_that_move: %s" % names)
    moves_like("instances_that_move", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def bones_scaled_to_nothing():
    obj, rig = actor()
    hide = action("Hide", rig, (1, 4), bones=["Bone1"], scale=0.0)
    walk = action("Walk", rig, scale=1.7)
    made = export("bones_scaled_to_nothing", allowed=("pfobj-singular",))
    moves_like("bones_scaled_to_nothing", made, "Hide", [rig], 1, 4, plays(rig, hide))
    moves_like("bones_scaled_to_nothing", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def uneven_scales_below_turns():
    """Parents are stretched while their children turn: shear that the format can hold, joint by joint."""
    obj, rig = actor()
    walk = action("Walk", rig)
    rig.animation_data.action = walk
    pose = rig.pose.bones["Bone0"]
    for frame, scale in ((1, (1, 1, 1)), (10, (1.5, 0.6, 1))):
        pose.scale = scale
        pose.keyframe_insert("scale", frame=frame)
    pose.scale = (1, 1, 1)
    made = whole("uneven_scales_below_turns", export("uneven_scales_below_turns"))
    moves_like("uneven_scales_below_turns", made, "Walk", [rig], 1, 10, plays(rig, walk))


@situation
def another_rate():
    obj, rig = actor()
    action("Walk", rig)
    bpy.context.scene.render.fps = 30
    export("another_rate")
    said("another_rate", "30 frames a second")


@situation
def what_cannot_be_held():
    obj, rig = actor()
    action("Walk", rig)
    obj.modifiers["Armature"].use_deform_preserve_volume = True
    rig.data.bones["Bone1"].bbone_segments = 4
    export("what_cannot_be_held")
    said("what_cannot_be_held", "preserves volume", "bend")


@situation
def parented_without_modifier():
    """The older way: a mesh that an armature deforms as its parent."""
    obj, rig = actor()
    walk = action("Walk", rig)
    obj.modifiers.clear()
    obj.parent_type = "ARMATURE"
    bpy.context.view_layer.update()
    made = whole("parented_without_modifier", export("parented_without_modifier"))
    moves_like("parented_without_modifier", made, "Walk", [rig], 1, 10, plays(rig, walk))
