# SPDX-License-Identifier: MIT
"""The library as ctypes sees it: structs, functions, and where it lies.

Structs have the members of <portolan/portolan.h>, <portolan/compare.h> and <portolan/scene.h>, in their order; a test compares sizes and offsets with those of
the compiled library.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
from typing import Any
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_size_t, c_uint, c_uint16, c_uint32, c_uint64, c_uint8, c_void_p

NOWHERE = 2**64 - 1
NONE = 2**32 - 1


def _struct(name: str, *fields: tuple[str, Any]) -> Any:
    return type(name, (Structure,), {"_fields_": list(fields)})


def _list(of: Any) -> Any:
    return _struct("list_of_" + of.__name__, ("data", POINTER(of)), ("count", c_size_t))


class Str(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]

    def text(self) -> str:
        return ctypes.string_at(self.data, self.size).decode("utf-8", "replace") if self.size else ""


Diag = _struct(
    "Diag", ("severity", c_int), ("status", c_int), ("rule", c_char_p), ("offset", c_uint64), ("line", c_uint32), ("column", c_uint32),
    ("path", c_char * 64), ("message", c_char * 192), ("engine", c_int))
Hear = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Diag))
Wants = ctypes.CFUNCTYPE(c_bool, c_void_p, c_int, c_char_p)
Listener = _struct("Listener", ("hear", Hear), ("user", c_void_p), ("wants", Wants))
Allocator = _struct("Allocator", ("resize", c_void_p), ("user", c_void_p), ("forget", c_void_p))
Limits = _struct("Limits", ("memory", c_size_t), ("input", c_size_t), ("depth", c_uint), ("expansion", c_uint))
Setting = _struct("Setting", ("name", c_char_p), ("data", c_void_p), ("size", c_size_t))
Files = _struct("Files", ("load", c_void_p), ("put", c_void_p), ("user", c_void_p), ("is_free", c_void_p))
Progress = _struct("Progress", ("go_on", c_void_p), ("user", c_void_p))
Watch = _struct("Watch", ("hear", c_void_p), ("user", c_void_p), ("may_put", c_void_p))
Foreign = _struct("Foreign", ("refuse", c_bool), ("child", c_char_p), ("seconds", c_uint), ("blender", c_char_p), ("addon", c_char_p))
ReadOpts = _struct(
    "ReadOpts", ("format", c_char_p), ("name", c_char_p), ("strict", c_bool), ("lenient", c_bool), ("keep_source", c_bool),
    ("allocator", Allocator), ("limits", Limits), ("listener", Listener), ("settings", POINTER(Setting)), ("setting_count", c_size_t),
    ("files", Files), ("progress", Progress), ("untrusted", c_bool), ("foreign", Foreign), ("profile", c_char_p))
WriteOpts = _struct(
    "WriteOpts", ("to", c_char_p), ("overwrite", c_bool), ("listener", Listener), ("settings", POINTER(Setting)), ("setting_count", c_size_t),
    ("files", Files), ("stem", c_char_p), ("allocator", Allocator), ("limits", Limits), ("progress", Progress), ("watch", Watch),
    ("untrusted", c_bool), ("name", c_char_p), ("each_named", c_bool))
CheckOpts = _struct("CheckOpts", ("profile", c_char_p), ("listener", Listener), ("progress", Progress), ("files", Files), ("name", c_char_p))
Bytes = _struct("Bytes", ("data", c_void_p), ("size", c_size_t), ("capacity", c_size_t), ("allocator", Allocator))
Source = _struct("Source", ("data", c_void_p), ("size", c_size_t), ("path", c_char_p))
Target = _struct("Target", ("path", c_char_p), ("bytes", POINTER(Bytes)), ("sink", c_void_p))
Folder = _struct("Folder", ("doc_path", c_char_p), ("folders", POINTER(c_char_p)), ("overwrite", c_bool))
Companion = _struct(
    "Companion", ("number", c_uint), ("name", c_char * 256), ("role", c_char_p), ("needed", c_bool), ("exact", c_bool), ("folder", c_char_p),
    ("cased", c_bool), ("above", c_bool))
DiffOpts = _struct("DiffOpts", ("form", c_int), ("most", c_size_t), ("read", ReadOpts))
Compared = _struct("Compared", ("how", c_int), ("page", Bytes))
Pixels = _struct("Pixels", ("width", c_uint32), ("height", c_uint32), ("rgba", Bytes))
Rule = _struct(
    "Rule", ("name", c_char * 32), ("severity", c_int), ("help", c_char * 224), ("fix", c_bool), ("profile", c_char * 12), ("engine", c_int))
Info = _struct("Info", ("name", c_char_p), ("title", c_char_p), ("extensions", c_char_p), ("media_type", c_char_p))

U8s, U16s, U32s, F32s = _list(c_uint8), _list(c_uint16), _list(c_uint32), _list(c_float)
SceneImage = _struct(
    "SceneImage", ("file", Companion), ("first_is_clear", c_bool), ("bytes", U8s), ("media_type", c_char_p), ("sharp", c_bool),
    ("broken", c_bool), ("clamped", c_bool))
SceneMaterial = _struct(
    "SceneMaterial", ("name", Str), ("color", c_float * 4), ("image", c_uint32), ("alpha", c_int), ("cutoff", c_float),
    ("double_sided", c_bool), ("extras", Str), ("adds", c_bool))
ScenePart = _struct(
    "ScenePart", ("material", c_uint32), ("position", F32s), ("normal", F32s), ("uv", F32s), ("color", U8s), ("influences", c_uint32),
    ("joint", U16s), ("weight", F32s), ("index", U32s), ("extras", Str), ("welded", c_bool), ("display", c_bool))
SceneMesh = _struct("SceneMesh", ("name", Str), ("parts", _list(ScenePart)), ("extras", Str))
SceneNode = _struct(
    "SceneNode", ("name", Str), ("parent", c_uint32), ("mesh", c_uint32), ("skin", c_uint32), ("translation", c_float * 3),
    ("rotation", c_float * 4), ("scale", c_float * 3), ("extras", Str))
SceneSkin = _struct("SceneSkin", ("name", Str), ("joints", U32s), ("inverse_bind", F32s), ("root", c_uint32))
SceneChannel = _struct(
    "SceneChannel", ("node", c_uint32), ("path", c_int), ("step", c_bool), ("times", F32s), ("values", F32s), ("cubic", c_bool))
SceneClip = _struct("SceneClip", ("name", Str), ("channels", _list(SceneChannel)))
Scene = _struct(
    "Scene", ("name", Str), ("images", _list(SceneImage)), ("materials", _list(SceneMaterial)), ("meshes", _list(SceneMesh)),
    ("nodes", _list(SceneNode)), ("skins", _list(SceneSkin)), ("clips", _list(SceneClip)), ("extras", Str), ("tile", c_float),
    ("look", c_float * 2))

# The names that the headers have for them.
STRUCTS = {
    "ptl_diag": Diag, "ptl_listener": Listener, "ptl_allocator": Allocator, "ptl_limits": Limits, "ptl_setting": Setting, "ptl_files": Files,
    "ptl_progress": Progress, "ptl_watch": Watch, "ptl_foreign": Foreign, "ptl_read_opts": ReadOpts, "ptl_write_opts": WriteOpts,
    "ptl_check_opts": CheckOpts, "ptl_bytes": Bytes, "ptl_source": Source, "ptl_target": Target, "ptl_folder": Folder,
    "ptl_companion": Companion, "ptl_diff_opts": DiffOpts, "ptl_compared": Compared, "ptl_pixels": Pixels, "ptl_rule": Rule, "ptl_import_info": Info, "ptl_scene_image": SceneImage,
    "ptl_scene_material": SceneMaterial, "ptl_scene_part": ScenePart, "ptl_scene_mesh": SceneMesh, "ptl_scene_node": SceneNode,
    "ptl_scene_skin": SceneSkin, "ptl_scene_channel": SceneChannel, "ptl_scene_clip": SceneClip, "ptl_scene": Scene,
}

_ERR = POINTER(Diag)
_FUNCTIONS = {  # name: result, arguments
    "ptl_version": (c_char_p, []),
    "ptl_severity_name": (c_char_p, [c_int]),
    "ptl_status_name": (c_char_p, [c_int]),
    "ptl_fate_name": (c_char_p, [c_int]),
    "ptl_read": (c_int, [POINTER(c_void_p), c_char_p, c_size_t, POINTER(ReadOpts), _ERR]),
    "ptl_read_file": (c_int, [POINTER(c_void_p), c_char_p, POINTER(ReadOpts), _ERR]),
    "ptl_new": (c_int, [POINTER(c_void_p), c_char_p, POINTER(ReadOpts), _ERR]),
    "ptl_import": (c_int, [POINTER(c_void_p), c_char_p, c_size_t, c_char_p, POINTER(ReadOpts), _ERR]),
    "ptl_import_file": (c_int, [POINTER(c_void_p), c_char_p, c_char_p, POINTER(ReadOpts), _ERR]),
    "ptl_doc_free": (None, [c_void_p]),
    "ptl_doc_format": (c_char_p, [c_void_p]),
    "ptl_doc_verbatim": (c_bool, [c_void_p]),
    "ptl_bytes_free": (None, [POINTER(Bytes)]),
    "ptl_write": (c_int, [POINTER(Bytes), c_void_p, POINTER(WriteOpts), _ERR]),
    "ptl_write_file": (c_int, [c_char_p, c_void_p, POINTER(WriteOpts), _ERR]),
    "ptl_convert": (c_int, [POINTER(Target), POINTER(Source), POINTER(ReadOpts), POINTER(WriteOpts), _ERR]),
    "ptl_target_by_name": (c_char_p, [c_char_p]),
    "ptl_check": (c_int, [c_void_p, POINTER(CheckOpts), _ERR]),
    "ptl_fix": (c_int, [c_void_p, POINTER(CheckOpts), _ERR]),
    "ptl_info": (c_int, [POINTER(Bytes), c_void_p, c_int, _ERR]),
    "ptl_schema": (c_int, [POINTER(Bytes), c_char_p, c_bool, _ERR]),
    "ptl_format_at": (POINTER(Info), [c_size_t]),
    "ptl_export_at": (POINTER(Info), [c_size_t]),
    "ptl_import_at": (POINTER(Info), [c_size_t]),
    "ptl_rule_named": (POINTER(Rule), [c_char_p]),
    "ptl_diff": (c_int, [POINTER(Compared), POINTER(Source), POINTER(Source), POINTER(DiffOpts), _ERR]),
    "ptl_doc_draw": (c_int, [POINTER(Pixels), c_void_p, POINTER(WriteOpts), _ERR]),
    "ptl_pixels_free": (None, [POINTER(Pixels)]),
    "ptl_scene_make": (c_int, [POINTER(POINTER(Scene)), c_void_p, POINTER(WriteOpts), _ERR]),
    "ptl_scene_free": (None, [POINTER(Scene)]),
    "ptl_scene_sample": (c_int, [POINTER(c_float), POINTER(Scene), c_uint32, c_double, _ERR]),
    "ptl_scene_clip_length": (c_double, [POINTER(Scene), c_uint32]),
}

_NAME = "libportolan.so.0.1"


def _candidates() -> list[str]:
    if os.environ.get("PORTOLAN_LIBRARY"):  # and no other
        return [os.environ["PORTOLAN_LIBRARY"]]
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), _NAME)
    return ([here] if os.path.exists(here) else []) + [_NAME] + [n for n in [ctypes.util.find_library("portolan")] if n]


def load() -> Any:
    """The library, its functions declared."""
    tried = []
    for name in _candidates():
        try:
            lib: Any = ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
            continue
        for function, (result, arguments) in _FUNCTIONS.items():
            getattr(lib, function).restype = result
            getattr(lib, function).argtypes = arguments
        lib.folder_load = ctypes.cast(lib.ptl_folder_load, c_void_p).value
        return lib
    raise ImportError("libportolan is not installed, and PORTOLAN_LIBRARY does not name it: " + "; ".join(tried))
