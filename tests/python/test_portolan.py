# SPDX-License-Identifier: MIT
"""The Python package, over the library and the samples: what it gives is what the tool gives."""
import concurrent.futures
import gc
import json
import os
import re
import resource
import subprocess
import tempfile
import unittest
import weakref
from pathlib import Path

import portolan
from portolan import _abi

SOURCE = Path(os.environ["SOURCE"])
TOOL = os.environ["PORTOLAN"]
SAMPLES = SOURCE / "samples"
DUNGEON, LEVEL = SAMPLES / "gridmonger/lighthouse.gmm", SAMPLES / "egoboo/gamedat/level.mpd"
MODEL, TERRAIN = SAMPLES / "permafrost/models/flag.pfobj", SAMPLES / "permafrost/island.pfmap"
TAIL = SOURCE / "tests/golden/mpd/roundtrip/long-tail.mpd"

try:
    import numpy
except ImportError:
    numpy = None


def tool(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, check=True).stdout


class Layout(unittest.TestCase):
    def test_structs_are_those_of_the_library(self):
        """tests/abi/layout.txt is made from the headers by a compiler."""
        wanted, name = {}, None
        for line in (SOURCE / "tests/abi/layout.txt").read_text().splitlines():
            if head := re.fullmatch(r"(\w+): (\d+) bytes", line):
                name = head[1]
                wanted[name] = (int(head[2]), {})
            else:
                offset, size, member = line.split()
                if "." not in member:  # of a struct inside
                    wanted[name][1][member] = (int(offset), int(size))
        for name, struct in _abi.STRUCTS.items():
            size, members = wanted[name]
            got = {m: (getattr(struct, m).offset, getattr(struct, m).size) for m, *_ in struct._fields_}
            self.assertEqual((name, size), (name, __import__("ctypes").sizeof(struct)))
            self.assertEqual((name, members), (name, got))


class Reading(unittest.TestCase):
    def test_paths_and_bytes_give_the_same(self):
        for path in DUNGEON, LEVEL, MODEL, TERRAIN:
            with portolan.read(path) as doc, portolan.read(path.read_bytes(), path.name) as same:
                self.assertEqual(doc.format, same.format)
                self.assertEqual(doc.write(), path.read_bytes())
                self.assertEqual(doc.json(), same.json())
                self.assertEqual(doc.data, json.loads(tool("convert", path, "-", "--to", "json")))

    def test_refusals_say_where(self):
        with self.assertRaises(portolan.Error) as caught:
            portolan.read(SOURCE / "tests/golden/pfmap/reject/lone-cr.pfmap")
        self.assertEqual((caught.exception.status, caught.exception.finding.line, caught.exception.finding.column), ("syntax", 1, 12))
        with self.assertRaises(portolan.Error) as caught:
            portolan.read("nowhere.gmm")
        self.assertEqual(caught.exception.status, "io")
        with self.assertRaises(portolan.Error) as caught:
            portolan.read(TERRAIN, limits={"memory": 1000})
        self.assertEqual(caught.exception.status, "limit")

    def test_a_closed_document_says_so(self):
        with portolan.read(DUNGEON) as doc:
            pass
        for use in doc.json, doc.check, doc.scene, lambda: doc.format:
            with self.assertRaises(ValueError):
                use()
        self.assertIn("closed", repr(doc))


class Editing(unittest.TestCase):
    def test_edits_are_written_back(self):
        doc = portolan.read(DUNGEON)
        data = doc.data
        data["levels"][0]["name"] = "Lantern"
        doc.data = data
        self.assertEqual(portolan.read(doc.write()).data["levels"][0]["name"], "Lantern")

    def test_what_does_not_fit_is_refused_and_changes_nothing(self):
        doc = portolan.read(DUNGEON)
        before, data = doc.write(), doc.data
        data["levels"] = "none"
        with self.assertRaises(portolan.Error):
            doc.data = data
        self.assertEqual(doc.write(), before)

    def test_new_documents(self):
        doc = portolan.new("mpd", size="8x9")
        self.assertEqual((doc.format, doc.info()["width"], doc.info()["height"]), ("mpd", 8, 9))


class Checking(unittest.TestCase):
    def test_findings_are_those_of_the_tool(self):
        doc = portolan.read(TAIL)
        listed = subprocess.run([TOOL, "check", "--json", str(TAIL)], capture_output=True).stdout
        wanted = [(f["severity"], f["rule"], f.get("offset"), f["message"]) for f in json.loads(listed)["findings"]]
        self.assertEqual([(f.severity, f.rule, f.offset, f.message) for f in doc.findings + doc.check()], wanted)

    def test_repairs(self):
        doc = portolan.read(TAIL)
        self.assertEqual([f.rule for f in doc.fix()], ["trailing-bytes"])
        self.assertLess(len(doc.write()), TAIL.stat().st_size)

    def test_verdicts(self):
        rules = {f.rule: f.engine for f in portolan.read(TERRAIN).check("engine")}
        self.assertTrue(all(fate in ("unknown", "loads", "wrong", "refuses", "breaks") for fate in rules.values() if fate))


class Writing(unittest.TestCase):
    def test_conversions_are_those_of_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            for path, name in (LEVEL, "a.glb"), (MODEL, "b.obj"), (DUNGEON, "c.svg"), (DUNGEON, "d.json"):
                ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
                ours.mkdir(exist_ok=True), theirs.mkdir(exist_ok=True)
                portolan.read(path).convert(ours / name)
                tool("convert", path, theirs / name)
                self.assertEqual((ours / name).read_bytes(), (theirs / name).read_bytes(), name)
            with self.assertRaises(portolan.Error):
                portolan.read(LEVEL).convert(ours / "a.glb")
            portolan.read(LEVEL).convert(ours / "a.glb", overwrite=True)

    def test_losses_are_told(self):
        losses = []
        portolan.read(DUNGEON).write("glb", losses=losses)
        with tempfile.TemporaryDirectory() as folder:
            converted = portolan.convert(DUNGEON, Path(folder, "x.glb"))
        self.assertEqual([f.rule for f in losses], [f.rule for f in converted])
        self.assertTrue(all(f.severity in ("loss", "note") for f in losses))

    def test_settings_have_the_names_of_the_tool(self):
        doc = portolan.read(LEVEL)
        self.assertEqual(doc.write("glb", weld=True), tool("convert", LEVEL, "-", "--to", "glb", "--weld"))
        with self.assertRaises(portolan.Error):
            doc.write("glb", no_such_setting=1)

    def test_pictures(self):
        self.assertEqual(portolan.read(DUNGEON).render(size=(160, 120)), tool("render", DUNGEON, "-", "--to", "png", "--size", "160x120"))

    def test_tables(self):
        self.assertIn("grmm", [f.name for f in portolan.formats()])
        self.assertIn("glb", [e.name for e in portolan.exports()])
        self.assertIn("obj", [i.name for i in portolan.imports()])
        self.assertEqual(portolan.schema("mpd"), json.loads(tool("formats", "--schema", "mpd")))
        self.assertIn(portolan.version(), tool("--version").decode())


@unittest.skipUnless(numpy, "numpy is not installed")
class Arrays(unittest.TestCase):
    def test_pixels(self):
        pixels = portolan.read(LEVEL).render(size=(64, 48), array=True)
        self.assertEqual((pixels.dtype, pixels.shape[2], pixels.ndim), (numpy.uint8, 4, 3))

    def test_scenes_are_views(self):
        scene = portolan.read(LEVEL).scene()
        part = scene.meshes[0].parts[0]
        self.assertEqual(part.position.ctypes.data, scene.meshes[0].parts[0].position.ctypes.data)
        self.assertEqual(part.index.shape[1], 3)
        self.assertLess(part.index.max(), len(part.position))
        with self.assertRaises(ValueError):
            part.position[0, 0] = 1

    def test_an_array_keeps_its_scene(self):
        scene = portolan.read(LEVEL).scene()
        memory, positions = weakref.ref(scene._memory), scene.meshes[0].parts[0].position
        copy = positions.copy()
        del scene
        gc.collect()
        self.assertIsNotNone(memory())
        self.assertTrue((positions == copy).all())
        del positions
        gc.collect()
        self.assertIsNone(memory())

    def test_clips(self):
        scene = portolan.read(MODEL).scene()
        self.assertGreater(scene.clip_length(0), 0)
        self.assertFalse((scene.sample(0, 0) == scene.sample(0, scene.clip_length(0) / 2)).all())


class Comparing(unittest.TestCase):
    def edited(self):
        doc = portolan.read(DUNGEON)
        data = doc.data
        data["levels"][0]["name"] = "Lantern"
        doc.data = data
        return doc

    def test_what_it_says_is_what_the_tool_says(self):
        with tempfile.TemporaryDirectory() as folder:
            other = Path(folder, "other.gmm")
            doc = self.edited()
            doc.convert(other)
            for after in other, doc, other.read_bytes():
                found = portolan.diff(DUNGEON, after)
                self.assertTrue(found)
                said = subprocess.run([TOOL, "diff", "--format", "patch", DUNGEON, other], capture_output=True).stdout
                self.assertEqual(found.patch, said)
            self.assertIn("Lantern", found.text)
            self.assertIn("Lantern", json.dumps(found.changes))
            patch, made = Path(folder, "a.patch"), Path(folder, "made.gmm")
            patch.write_bytes(found.patch)
            tool("apply", patch, DUNGEON, "-o", made)
            self.assertEqual(made.read_bytes(), other.read_bytes())

    def test_the_same_is_no_difference(self):
        found = portolan.diff(DUNGEON, DUNGEON.read_bytes())
        self.assertEqual((found.how, bool(found), found.text), ("same", False, ""))

    def test_other_formats_are_refused(self):
        with self.assertRaises(portolan.Error):
            portolan.diff(DUNGEON, LEVEL)


class Memory(unittest.TestCase):
    def test_nothing_is_kept(self):
        def use():
            doc = portolan.read(LEVEL)
            doc.json(), doc.check(), doc.scene(), doc.write("glb")
            try:
                portolan.read(b"no map")
            except portolan.Error:
                pass

        for _ in range(20):
            use()
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(200):
            use()
        gc.collect()
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 4096)  # KiB: one leaked document each would be 40 MB

    def test_threads_share_a_document(self):
        doc = portolan.read(LEVEL)
        wanted = doc.json()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual({text for text in pool.map(lambda _: doc.json(), range(40))}, {wanted})
            self.assertEqual(len(set(pool.map(lambda p: portolan.read(p).json(), [LEVEL, DUNGEON] * 20))), 2)


if __name__ == "__main__":
    unittest.main()
