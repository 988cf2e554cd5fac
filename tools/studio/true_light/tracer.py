"""Traces pictures with Blender's Cycles; runs in a Python of its own, that has `bpy` and none of ours.

A line of JSON on stdin is a scene (`scene.Scene`); its light is written to the file it names (H×W×3 float32, linear,
B G R, `.npy`), then a line is printed.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector

Plain = dict[str, Any]
_BOUNCES: Final = 4
_INK_MM: Final = 0.02
"""How far ink of a pen stands up."""
_INK_ROUGH: Final = 0.65
_WAVE_MM: Final = 18
"""From one wave of a film to the next."""


def trace(scene: Plain) -> None:
    """Trace one scene and write its light."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    world = bpy.context.scene
    _engine(world, scene)
    _around(world, scene["around"])
    _camera(world, scene)
    for plate in scene["plates"]:
        _plate(plate)
    for lamp in scene["lamps"]:
        _lamp(lamp)
    for pillar in scene["pillars"]:
        _pillar(pillar, scene["floor"])
    for ball in scene["balls"]:
        _ball(ball)
    if scene["tube"]:
        _tube(scene["tube"])
    if scene["hand"]:
        _shell(scene["hand"])
    out = Path(scene["out"])
    world.render.filepath = str(out.with_suffix(".exr"))
    bpy.ops.render.render(write_still=True)
    picture = bpy.data.images.load(world.render.filepath)
    light = np.empty(len(picture.pixels), np.float32)
    picture.pixels.foreach_get(light)
    wide, high = picture.size
    np.save(out, light.reshape(high, wide, -1)[::-1, :, 2::-1])
    Path(world.render.filepath).unlink()


def _place(x: float, y: float, z: float) -> Any:
    """Board millimetres (y down, z away) as the tracer counts them (y up, z towards the camera)."""
    return Vector((x, -y, -z))


def _engine(world: Any, scene: Plain) -> None:
    world.render.engine = "CYCLES"
    cycles = world.cycles
    cycles.device = "CPU"
    cycles.samples = scene["samples"]
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_quality = "BALANCED"  # a tenth of the time of "HIGH", and differs less than the sensor's noise
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces = _BOUNCES
    cycles.caustics_reflective = cycles.caustics_refractive = False
    world.render.resolution_x, world.render.resolution_y = scene["size"]
    world.render.resolution_percentage = 100
    world.render.image_settings.file_format = "OPEN_EXR"
    world.render.image_settings.color_depth = "32"


def _around(world: Any, colour: list[float]) -> None:
    world.world = bpy.data.worlds.new("around")
    world.world.use_nodes = True
    world.world.node_tree.nodes["Background"].inputs["Color"].default_value = (*colour, 1)


def _camera(world: Any, scene: Plain) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = scene["focal"] * 36.0 / scene["size"][0]
    data.clip_start, data.clip_end = 10.0, 20000.0
    data.dof.use_dof, data.dof.focus_distance = True, scene["focus"]
    data.dof.aperture_fstop = data.lens / 1000 / (2 * scene["aperture"])  # lens in mm, lengths of the scene in "metres"
    turn, shift = np.array(scene["rotation"]), np.array(scene["translation"])
    flip = np.diag([1.0, -1.0, -1.0])  # our axes to the tracer's, of the board as of the camera
    pose = np.eye(4)
    pose[:3, :3] = flip @ turn.T @ flip
    pose[:3, 3] = flip @ (-turn.T @ shift)
    camera = bpy.data.objects.new("camera", data)
    camera.matrix_world = Matrix(pose.tolist())
    world.collection.objects.link(camera)
    world.camera = camera


def _linked(name: str, data: Any) -> Any:
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _plate(plate: Plain) -> None:
    curve = bpy.data.curves.new("plate", "CURVE")
    curve.dimensions, curve.fill_mode, curve.extrude = "2D", "BOTH", plate["thick"] / 2
    for ring in plate["rings"]:
        spline = curve.splines.new("POLY")
        spline.points.add(len(ring) - 1)
        for point, (x, y) in zip(spline.points, ring, strict=True):
            point.co = (x, -y, 0, 1)
        spline.use_cyclic_u = True
    thing = _linked("plate", curve)
    thing.location = _place(plate["at"][0], plate["at"][1], plate["z"] + plate["thick"] / 2)
    thing.rotation_euler = (0, 0, -math.radians(plate["turn_deg"]))
    curve.materials.append(_printed(plate))


def _printed(plate: Plain) -> Any:
    """Print under a film; cut sides have their own colour."""
    material = bpy.data.materials.new("printed")
    material.use_nodes = True
    tree = material.node_tree
    surface = tree.nodes["Principled BSDF"]
    left, top, wide, high = plate["covers"]
    where = tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = (1 / wide, 1 / high, 0)
    mapping.inputs["Location"].default_value = (-left / wide, top / high + 1, 0)
    tree.links.new(where, mapping.inputs["Vector"])
    upward = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(tree.nodes.new("ShaderNodeNewGeometry").outputs["Normal"], upward.inputs[0])
    side = tree.nodes.new("ShaderNodeMix")
    side.data_type = "RGBA"
    tree.links.new(_math(tree, "GREATER_THAN", upward.outputs["Z"], 0.5), side.inputs["Factor"])
    side.inputs["A"].default_value = (*plate["edge"], 1)
    tree.links.new(_picture(tree, plate["texture"], mapping, "sRGB"), side.inputs["B"])
    tree.links.new(side.outputs["Result"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = plate["rough"]
    _cover(tree, surface, plate, where, mapping)
    return material


def _cover(tree: Any, surface: Any, plate: Plain, where: Any, mapping: Any) -> None:
    """What lies on the print: ink, which is matt and stands up a little, and a film that may wave."""
    heights = []
    if plate["ink"]:
        ink = _picture(tree, plate["ink"], mapping, "Non-Color")
        rough = tree.nodes.new("ShaderNodeMapRange")
        tree.links.new(ink, rough.inputs["Value"])
        rough.inputs["To Min"].default_value, rough.inputs["To Max"].default_value = plate["rough"], _INK_ROUGH
        tree.links.new(rough.outputs["Result"], surface.inputs["Roughness"])
        heights.append(_math(tree, "MULTIPLY", ink, _INK_MM))
    if plate["wavy"]:
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = 1 / _WAVE_MM
        tree.links.new(where, noise.inputs["Vector"])
        heights.append(_math(tree, "MULTIPLY", noise.outputs["Fac"], plate["wavy"]))
    if heights:
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Distance"].default_value = 1.0
        tree.links.new(_math(tree, "ADD", heights[0], heights[1] if heights[1:] else 0.0), bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], surface.inputs["Normal"])


def _math(tree: Any, how: str, first: Any, second: Any) -> Any:
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = how
    for value, entry in zip((first, second), node.inputs, strict=False):
        if isinstance(value, float):
            entry.default_value = value
        else:
            tree.links.new(value, entry)
    return node.outputs[0]


def _picture(tree: Any, path: str, mapping: Any, space: str) -> Any:
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(path, check_existing=True)
    node.image.colorspace_settings.name = space
    node.extension = "MIRROR"
    if mapping is not None:
        tree.links.new(mapping.outputs["Vector"], node.inputs["Vector"])
    return node.outputs["Color"]


def _lamp(lamp: Plain) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "ELLIPSE" if lamp["round"] else "RECTANGLE"
    data.size, data.size_y = lamp["wide"], lamp["high"]
    area = lamp["wide"] * lamp["high"] * (math.pi / 4 if lamp["round"] else 1)
    brightest = max(lamp["radiance"])
    data.energy = brightest * math.pi * area
    data.color = [share / brightest for share in lamp["radiance"]]
    thing = _linked("lamp", data)
    thing.location = _place(*lamp["at"])
    thing.rotation_euler = (_place(*lamp["to"]) - thing.location).to_track_quat("-Z", "Y").to_euler()
    thing.visible_camera = False


def _plain(colour: list[float], rough: float) -> Any:
    material = bpy.data.materials.new("plain")
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour, 1)
    surface.inputs["Roughness"].default_value = rough
    return material


def _pillar(pillar: Plain, floor: float) -> None:
    bpy.ops.mesh.primitive_cylinder_add(
        vertices=48,
        radius=pillar["radius"],
        depth=pillar["high"],
        location=_place(pillar["at"][0], pillar["at"][1], floor - pillar["high"] / 2),
    )
    bpy.ops.object.shade_auto_smooth()
    bpy.context.object.data.materials.append(_plain(pillar["colour"], 0.25))


def _ball(ball: Plain) -> None:
    x, y, z = ball["at"]
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=ball["radius"], location=_place(x, y, z))
    bpy.ops.object.shade_smooth()
    thing, render = bpy.context.object, bpy.context.scene.render
    thing.data.materials.append(_plain(ball["colour"], ball["rough"]))
    if ball["falls"]:
        render.use_motion_blur, render.motion_blur_shutter = True, 1.0
        bpy.context.preferences.edit.keyframe_new_interpolation_type = "LINEAR"
        now = bpy.context.scene.frame_current
        for frame, share in ((now - 1, -1.0), (now + 1, 1.0)):  # the shutter is open for the half of it in the middle
            thing.location = _place(x, y + share * ball["falls"], z)
            thing.keyframe_insert("location", frame=frame)


def _tube(tube: Plain) -> None:
    bpy.ops.mesh.primitive_cylinder_add(
        vertices=64,
        radius=tube["radius"],
        depth=tube["high"],
        end_fill_type="NOTHING",
        location=_place(*tube["at"]),
        rotation=(math.pi / 2, 0, 0),
    )
    bpy.ops.object.shade_smooth()
    bpy.context.object.data.materials.append(_clear(tube))


def _clear(tube: Plain) -> Any:
    """A thin clear wall: it mirrors as plastic does, and a part of what it lets through is milky."""
    material = bpy.data.materials.new("clear")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.remove(tree.nodes["Principled BSDF"])
    through, milky, mirror = (tree.nodes.new(f"ShaderNodeBsdf{kind}") for kind in ("Transparent", "Diffuse", "Glossy"))
    mirror.inputs["Roughness"].default_value = tube["rough"]
    wall, both = tree.nodes.new("ShaderNodeMixShader"), tree.nodes.new("ShaderNodeMixShader")
    wall.inputs["Fac"].default_value = tube["milky"]
    tree.links.new(through.outputs[0], wall.inputs[1])
    tree.links.new(milky.outputs[0], wall.inputs[2])
    tree.links.new(tree.nodes.new("ShaderNodeFresnel").outputs[0], both.inputs["Fac"])
    tree.links.new(wall.outputs[0], both.inputs[1])
    tree.links.new(mirror.outputs[0], both.inputs[2])
    tree.links.new(both.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return material


def _shell(shell: Plain) -> None:
    parts = np.load(shell["mesh"])
    mesh = bpy.data.meshes.new("hand")
    mesh.from_pydata([tuple(_place(*point)) for point in parts["vertices"].tolist()], [], parts["faces"].tolist())
    layer = mesh.uv_layers.new()
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    layer.data.foreach_set("uv", parts["uv"][corners].astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    material = _plain([1.0, 1.0, 1.0], 0.5)
    tree = material.node_tree
    tree.links.new(_picture(tree, shell["texture"], None, "sRGB"), tree.nodes["Principled BSDF"].inputs["Base Color"])
    mesh.materials.append(material)
    _linked("hand", mesh)


for line in sys.stdin:
    trace(json.loads(line))
    print("traced", flush=True)
