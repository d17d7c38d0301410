# SPDX-License-Identifier: MIT
"""Maps and models of four game engines: read, checked, edited, converted, drawn.

>>> import portolan
>>> doc = portolan.read("samples/gridmonger/lighthouse.gmm")
>>> doc.format
'grmm'
>>> [level["name"] for level in doc.data["levels"]][:1]
['Lamp room']
"""
from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from . import _abi

if TYPE_CHECKING:
    import numpy

__all__ = ["Difference", "Document", "Error", "Finding", "Kind", "Scene", "convert", "diff", "exports", "formats", "imports", "new", "read", "schema", "version"]

Path = Union[str, "os.PathLike[str]"]
Settings = Mapping[str, Union[str, int, float, bool, bytes]]

_lib = _abi.load()


def version() -> str:
    """Of the library that was loaded."""
    return _lib.ptl_version().decode()


# ---- Findings -------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Finding:
    """A note, loss, warning or error, with its place where it has one."""

    severity: str
    rule: str
    message: str
    path: str = ""
    offset: Optional[int] = None
    line: Optional[int] = None
    column: Optional[int] = None
    engine: Optional[str] = None

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else f"@{self.offset:#x}: " if self.offset is not None else ""
        return f"{place}{self.severity}: {self.path + ': ' if self.path else ''}{self.message} [{self.rule}]"


class Error(Exception):
    """A call that could not be done; `finding` says why and where."""

    def __init__(self, finding: Finding, status: str):
        super().__init__(str(finding))
        self.finding = finding
        self.status = status


def _finding(d: Any) -> Finding:
    return Finding(
        severity=_lib.ptl_severity_name(d.severity).decode(), rule=(d.rule or b"").decode(), message=d.message.decode("utf-8", "replace"),
        path=d.path.decode("utf-8", "replace"), offset=None if d.offset == _abi.NOWHERE else d.offset, line=d.line or None,
        column=d.column or None, engine=_lib.ptl_fate_name(d.engine).decode() if d.engine else None)


class _Listener:
    """Collects what a call says. It must live as long as the call."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self._hear = _abi.Hear(lambda user, diag: self.found.append(_finding(diag.contents)))
        self.struct = _abi.Listener(self._hear, None, _abi.Wants(0))


def _must(status: int, err: Any) -> None:
    if status != 0:
        raise Error(_finding(err), _lib.ptl_status_name(status).decode())


def _take(call: Callable[[Any, Any], int]) -> bytes:
    """What a call writes into memory of the library, as bytes of Python."""
    out, err = _abi.Bytes(), _abi.Diag()
    try:
        _must(call(ctypes.byref(out), ctypes.byref(err)), err)
        return ctypes.string_at(out.data, out.size) if out.size else b""
    finally:
        _lib.ptl_bytes_free(ctypes.byref(out))


# ---- Options --------------------------------------------------------------------------------------


def _value(value: Union[str, int, float, bool, bytes]) -> bytes:
    if isinstance(value, bytes):
        return value
    return b"" if value is True else str(value).encode()


def _settings(given: Settings) -> Any:
    rows = [(name.replace("_", "-").encode(), _value(value)) for name, value in given.items() if value is not None and value is not False]
    array = (_abi.Setting * max(1, len(rows)))()
    for i, (name, value) in enumerate(rows):
        array[i] = _abi.Setting(name, ctypes.cast(ctypes.c_char_p(value), ctypes.c_void_p), len(value))
    array.kept, array.count = rows, len(rows)  # the bytes live as long as the list that points to them
    return array


def _folder(path: Optional[str], textures: Sequence[Path]) -> Any:
    names = [os.fsencode(folder) for folder in textures]
    folders = (ctypes.c_char_p * (len(names) + 1))(*names, None)
    return _abi.Folder(os.fsencode(path) if path else b"./-", folders, False)


def _files(folder: Any) -> Any:
    return _abi.Files(_lib.folder_load, None, ctypes.cast(ctypes.byref(folder), ctypes.c_void_p), None)


def _limits(given: Optional[Mapping[str, int]]) -> Any:
    return _abi.Limits(**(given or {}))


# ---- Documents ------------------------------------------------------------------------------------


class Document:
    """A document of one of the formats. It is freed with the last reference, or at the end of a `with`.

    Several threads may use one document; its calls take turns.
    """

    def __init__(self, handle: int, path: Optional[str], findings: list[Finding], textures: Sequence[Path], limits: Optional[Mapping[str, int]]):
        self._handle: Optional[int] = handle
        self._path = path
        self._textures = tuple(textures)
        self._limits = dict(limits or {})
        self._lock = threading.RLock()
        self.findings = findings
        """What reading it said."""

    def close(self) -> None:
        with self._lock:
            handle, self._handle = self._handle, None
            if handle:
                _lib.ptl_doc_free(handle)

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def __repr__(self) -> str:
        return f"<portolan.Document {self.format if self._handle else 'closed'}{' ' + self._path if self._path else ''}>"

    def _live(self) -> int:
        if not self._handle:
            raise ValueError("the document is closed")
        return self._handle

    @property
    def format(self) -> str:
        with self._lock:
            return _lib.ptl_doc_format(self._live()).decode()

    @property
    def verbatim(self) -> bool:
        """Whether writing it unchanged gives the bytes it was read from."""
        with self._lock:
            return _lib.ptl_doc_verbatim(self._live())

    # -- Content --

    def json(self) -> str:
        """All of it as JSON, in the form that `docs/json.md` describes."""
        return self.write("json").decode()

    @property
    def data(self) -> Any:
        """All of it as plain objects: a fresh copy. Assign what was edited to write it back."""
        return json.loads(self.json())

    @data.setter
    def data(self, value: Any) -> None:
        text = json.dumps(value).encode()
        fresh = _open(lambda out, opts, err: _lib.ptl_read(out, text, len(text), opts, err), self._path, "json", self._textures, self._limits)
        with self._lock:
            old, self._handle, fresh._handle = self._handle, fresh._handle, None
            self.findings = fresh.findings
            if old:
                _lib.ptl_doc_free(old)

    def info(self) -> dict[str, Any]:
        """Its facts: what `portolan info --json` prints under "facts"."""
        with self._lock:
            return json.loads(_take(lambda out, err: _lib.ptl_info(out, self._live(), 1, err)))

    # -- Checks --

    def check(self, profile: Optional[str] = None) -> list[Finding]:
        """What is wrong with it, beyond what reading it said (`findings`)."""
        return self._look(_lib.ptl_check, profile)

    def fix(self) -> list[Finding]:
        """Repairs what has one honest repair, and says what that was."""
        return self._look(_lib.ptl_fix, None)

    def _look(self, call: Any, profile: Optional[str]) -> list[Finding]:
        heard, err, folder = _Listener(), _abi.Diag(), _folder(self._path, self._textures)
        opts = _abi.CheckOpts(profile=profile.encode() if profile else None, listener=heard.struct, name=os.fsencode(self._path) if self._path else None)
        if self._path:
            opts.files = _files(folder)
        with self._lock:
            _must(call(self._live(), ctypes.byref(opts), ctypes.byref(err)), err)
        return heard.found

    # -- Writing --

    def _write_opts(self, to: Optional[str], settings: Settings, heard: _Listener, overwrite: bool = False) -> Any:
        folder, rows = _folder(self._path, self._textures), _settings(settings)
        opts = _abi.WriteOpts(
            to=to.encode() if to else None, overwrite=overwrite, listener=heard.struct, settings=rows, setting_count=rows.count,
            limits=_limits(self._limits), files=_files(folder))
        opts.kept = (folder, rows, heard)
        return opts

    def write(self, to: Optional[str] = None, *, losses: Optional[list[Finding]] = None, **settings: Any) -> bytes:
        """Its bytes: in its own format, or as an export, a format or "json". Losses are added to the list that is given."""
        heard = _Listener()
        with self._lock:
            opts = self._write_opts(to, settings, heard)
            data = _take(lambda out, err: _lib.ptl_write(out, self._live(), ctypes.byref(opts), err))
        if losses is not None:
            losses.extend(heard.found)
        return data

    def convert(self, path: Path, to: Optional[str] = None, *, overwrite: bool = False, **settings: Any) -> list[Finding]:
        """Writes it to a path, as what the extension or `to` says, and returns the losses."""
        name, heard, err = os.fspath(path), _Listener(), _abi.Diag()
        by_name = _lib.ptl_target_by_name(os.fsencode(name))
        target = to or (by_name.decode() if by_name else None)
        with self._lock:
            opts = self._write_opts(target, settings, heard, overwrite)
            _must(_lib.ptl_write_file(os.fsencode(name), self._live(), ctypes.byref(opts), ctypes.byref(err)), err)
        return heard.found

    save = convert

    # -- Pictures and scenes --

    def render(self, size: Optional[tuple[int, int]] = None, *, array: bool = False, **settings: Any) -> Union[bytes, "numpy.ndarray"]:
        """A picture: PNG as bytes, or with `array` pixels as a numpy array of rows, columns and RGBA."""
        if size:
            settings["size"] = f"{size[0]}x{size[1]}"
        if not array:
            return self.write("png", **settings)
        import numpy

        heard, err, out = _Listener(), _abi.Diag(), _abi.Pixels()
        with self._lock:
            opts = self._write_opts(None, settings, heard)
            try:
                _must(_lib.ptl_doc_draw(ctypes.byref(out), self._live(), ctypes.byref(opts), ctypes.byref(err)), err)
                pixels = ctypes.string_at(out.rgba.data, out.rgba.size)
            finally:
                width, height = out.width, out.height
                _lib.ptl_pixels_free(ctypes.byref(out))
        return numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 4)

    def scene(self, **settings: Any) -> "Scene":
        """What it looks like in three dimensions. It shares nothing with the document."""
        heard, err, out = _Listener(), _abi.Diag(), ctypes.POINTER(_abi.Scene)()
        with self._lock:
            opts = self._write_opts(None, settings, heard)
            _must(_lib.ptl_scene_make(ctypes.byref(out), self._live(), ctypes.byref(opts), ctypes.byref(err)), err)
        return Scene(out, heard.found)


def _open(
        call: Callable[[Any, Any, Any], int], path: Optional[str], format: Optional[str] = None, textures: Sequence[Path] = (),
        limits: Optional[Mapping[str, int]] = None, settings: Settings = {}, name: Optional[str] = None, **flags: bool) -> Document:
    handle, heard, err, rows = ctypes.c_void_p(), _Listener(), _abi.Diag(), _settings(settings)
    opts = _abi.ReadOpts(
        format=format.encode() if format else None, name=os.fsencode(name) if name else None, keep_source=True, listener=heard.struct,
        limits=_limits(limits), settings=rows, setting_count=rows.count, **flags)
    _must(call(ctypes.byref(handle), ctypes.byref(opts), ctypes.byref(err)), err)
    assert handle.value
    return Document(handle.value, path, heard.found, textures, limits)


def _either(source: Union[Path, bytes, bytearray, memoryview]) -> tuple[bytes, Optional[str]]:
    """Bytes, or nothing and a path."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    return b"", os.fspath(source)


def read(
        source: Union[Path, bytes, bytearray, memoryview], name: Optional[str] = None, *, format: Optional[str] = None, to: Optional[str] = None,
        textures: Iterable[Path] = (), strict: bool = False, lenient: bool = False, untrusted: bool = False,
        limits: Optional[Mapping[str, int]] = None, **settings: Any) -> Document:
    """Reads a document or its JSON; with `to`, what another program wrote, as a document of that format.

    `source` is a path or bytes; `name` is the file name of bytes, whose extension decides between equal guesses. Textures are looked for beside
    the path, and in the folders that are given. `limits` has the members of ptl_limits: memory, input, depth, expansion. What else is given by
    name are settings of the format, as the tool has them: `fans`, `max_cells`.
    """
    folders, flags = tuple(textures), {"strict": strict, "lenient": lenient, "untrusted": untrusted}
    data, path = _either(source)

    def call(out: Any, opts: Any, err: Any) -> int:
        if path is None:
            return _lib.ptl_import(out, data, len(data), to.encode(), opts, err) if to else _lib.ptl_read(out, data, len(data), opts, err)
        if to:
            return _lib.ptl_import_file(out, os.fsencode(path), to.encode(), opts, err)
        return _lib.ptl_read_file(out, os.fsencode(path), opts, err)

    return _open(call, path, format, folders, limits, settings, name, **flags)


def new(format: str, **settings: Any) -> Document:
    """A new document with something sensible in it, as `portolan new` makes it."""
    return _open(lambda out, opts, err: _lib.ptl_new(out, format.encode(), opts, err), None, settings=settings)


def convert(source: Path, target: Path, to: Optional[str] = None, *, overwrite: bool = False, **settings: Any) -> list[Finding]:
    """Converts one file to another, along the same routes as `portolan convert`; returns the losses."""
    heard, err, rows = _Listener(), _abi.Diag(), _settings(settings)
    read_opts = _abi.ReadOpts(listener=heard.struct)
    write_opts = _abi.WriteOpts(to=to.encode() if to else None, overwrite=overwrite, listener=heard.struct, settings=rows, setting_count=rows.count)
    target_struct = _abi.Target(path=os.fsencode(os.fspath(target)))
    source_struct = _abi.Source(path=os.fsencode(os.fspath(source)))
    _must(
        _lib.ptl_convert(
            ctypes.byref(target_struct), ctypes.byref(source_struct), ctypes.byref(read_opts), ctypes.byref(write_opts), ctypes.byref(err)), err)
    return heard.found


# ---- Side by side ---------------------------------------------------------------------------------

_HOW = ("same", "alike", "differs")
_TEXT, _STAT, _JSON, _PATCH = range(4)

Side = Union[Document, Path, bytes, bytearray, memoryview]


class Difference:
    """What changed from one file to another. True in a condition where they differ in what they mean."""

    def __init__(self, before: tuple[bytes, Optional[str]], after: tuple[bytes, Optional[str]], most: int):
        self._sides = (before, after)
        self._most = most
        self.how, self.text = self._page(_TEXT)
        """`how`: "same" byte for byte, "alike" where they mean the same, or "differs". `text`: for people, as `portolan diff` prints it."""

    def __bool__(self) -> bool:
        return self.how == "differs"

    def __str__(self) -> str:
        return self.text

    @property
    def changes(self) -> dict[str, Any]:
        """The same for programs: what `portolan diff --format json` prints."""
        return dict(json.loads(self._page(_JSON)[1]))

    @property
    def patch(self) -> bytes:
        """What `portolan apply` takes."""
        return self._page(_PATCH)[1].encode()

    def _page(self, form: int) -> tuple[str, str]:
        sources = [
            _abi.Source(path=os.fsencode(path)) if path is not None else _abi.Source(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data))
            for data, path in self._sides]
        opts, out, err = _abi.DiffOpts(form=form, most=self._most), _abi.Compared(), _abi.Diag()
        try:
            _must(_lib.ptl_diff(ctypes.byref(out), ctypes.byref(sources[0]), ctypes.byref(sources[1]), ctypes.byref(opts), ctypes.byref(err)), err)
            return _HOW[out.how], ctypes.string_at(out.page.data, out.page.size).decode() if out.page.size else ""
        finally:
            _lib.ptl_bytes_free(ctypes.byref(out.page))


def diff(before: Side, after: Side, most: int = 0) -> Difference:
    """What changed between two files of a format, documents among them; `most` lines of one list before the rest is folded (0: 20)."""
    first, second = ((side.write(), None) if isinstance(side, Document) else _either(side) for side in (before, after))
    return Difference(first, second, most)


# ---- Tables ---------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Kind:
    """A format, an export or an import."""

    name: str
    title: str
    extensions: tuple[str, ...]
    media_type: str


def _rows(at: Any) -> list[Kind]:
    kinds, i = [], 0
    while row := at(i):
        words = [text.decode() if text else "" for text in (row.contents.name, row.contents.title, row.contents.extensions, row.contents.media_type)]
        kinds.append(Kind(words[0], words[1], tuple(words[2].split()), words[3]))
        i += 1
    return kinds


def formats() -> list[Kind]:
    return _rows(_lib.ptl_format_at)


def exports() -> list[Kind]:
    return _rows(_lib.ptl_export_at)


def imports() -> list[Kind]:
    return _rows(_lib.ptl_import_at)


def schema(format: str) -> dict[str, Any]:
    """The JSON Schema of `Document.data` of a format."""
    return json.loads(_take(lambda out, err: _lib.ptl_schema(out, format.encode(), False, err)))


from ._scene import Scene  # noqa: E402  (it needs what is above)
