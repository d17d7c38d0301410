#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the tool and the library say about real maps with an independent decoder.

usage: compare_grmm.py ORACLES CORPUS PROGRAMS PORTOLAN
"""

import glob
import hashlib
import json
import os
import subprocess
import sys
import tempfile

oracles, corpus, programs, portolan = sys.argv[1:5]
oracle, tables = oracles + "/gridmonger.py", programs + "/grmm_tables"
maps = sorted(glob.glob(corpus + "/**/*.gmm", recursive=True))
differences = 0
LAYERS = (("floor", "floor"), ("orientation", "orientation"), ("color", "color"),
          ("wall_north", "wall_n"), ("wall_west", "wall_w"), ("trail", "trail"))
KINDS = {"comment": "comment", "numbered": "indexed", "id": "custom_id", "icon": "icon",
         "label": "label"}
SWITCH = {"off": 0, "on": 1}


def run(*words):
    return subprocess.run(words, capture_output=True, check=True).stdout


def same(path, what, got, want):
    global differences
    if got != want:
        differences += 1
        print("%s: %s is %r, the other decoder says %r" % (path, what, got, want))


def sha(data):
    return hashlib.sha256(data).hexdigest()


def plane(level, name):
    rows = level.get(name)
    if rows is None:
        return bytes((level["rows"] + 1) * (level["columns"] + 1))
    return bytes(value for row in rows for value in row)


def coordinates(c):
    return {"origin": ("north-west", "south-west").index(c["origin"]),
            "row_style": ("number", "letter").index(c["row_style"]),
            "column_style": ("number", "letter").index(c["column_style"]),
            "row_start": c["row_start"], "column_start": c["column_start"]}


def note(n):
    out = {"row": n["row"], "column": n["column"], "kind": KINDS[n["kind"]], "text": n["text"]}
    for key in ("index", "color", "id", "icon"):
        if key in n:
            out[key] = n[key]
    return out


def canonical(value):
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True) + "\n"


def compare_level(path, ours, theirs):
    for key, value in (("location", ours["location"]), ("name", ours["name"]),
                       ("elevation", ours["elevation"]), ("rows", ours["rows"]),
                       ("columns", ours["columns"]),
                       ("notes_sha256", sha(ours["notes"].encode())),
                       ("override_coordinates", ours["own_coordinates"] == "on"),
                       ("coordinates", coordinates(ours["coordinates"]))):
        same(path, key, value, theirs[key])
    for name, key in LAYERS:
        same(path, name, sha(plane(ours, name)), theirs["layers"][key]["raw"])
    regions = ours["regions"]
    same(path, "regions", [regions["enabled"] == "on", regions["rows"], regions["columns"],
                           regions["own_coordinates"] == "on",
                           [{"row": r["row"], "column": r["column"], "name": r["name"],
                             "notes_sha256": sha(r["notes"].encode())} for r in regions["list"]]],
         [theirs["regions"][k] for k in ("enabled", "rows_per_region", "columns_per_region",
                                         "per_region_coordinates", "list")])
    same(path, "notes", sha(canonical([note(n) for n in ours["annotations"]]).encode("ascii")),
         theirs["annotations"]["sha256"])


def compare_state(path, state, want):
    if want["layout"] == "flat":
        tail = [SWITCH[state["options"]["cell_coordinates"]], SWITCH[state["tools_pane"]],
                SWITCH[state["notes_pane"]], SWITCH[state["options"]["wasd"]],
                SWITCH[state["options"]["walk"]]]
        if "draw_trail" in state:
            tail.append(SWITCH[state["draw_trail"]])
        if "tool" in state:
            tail += [state["tool"]["floor_color"], state["tool"]["special_wall"]]
        same(path, "the tail of the state", tail, want["tail"])
    if "theme" in want:
        d = state["display"]
        same(path, "display", [d["theme"], d["zoom"], d["level"], [d["cursor_row"],
                               d["cursor_column"]], [d["view_row"], d["view_column"]]],
             [want[k] for k in ("theme", "zoom", "level", "cursor", "view")])
    if "opts" in want:
        o = state["options"]
        same(path, "options", [SWITCH[o[k]] for k in ("cell_coordinates", "wasd", "walk",
                                                      "wraparound")], want["opts"])
    if "notl" in want:
        pane = state["list"]
        same(path, "pane of notes", [pane["scope"], pane["types"], pane["search"], pane["order"],
                                     SWITCH[pane["follow"]], pane["scroll"]],
             [want["notl"][k] for k in ("scope", "types", "search", "order", "follow_cursor",
                                        "scroll")])


def compare_versions(path, want, scratch):
    """Upgraded as the editor does it, and cells that mean the same in all versions."""
    target = os.path.join(scratch, "up.gmm")
    run(portolan, "convert", "--overwrite", "--target-version", "4", path, target)
    with open(target, "rb") as stream:
        data = stream.read()
    if want["upgrade"]:
        core = data[12:12 + want["upgrade"]["core_size"]]
        same(path, "the upgrade", sha(core), want["upgrade"]["core_sha256"])
    for line in run(tables, path, target).decode().splitlines():
        words = line.split(" ", 2)
        if words[0] == "differs":
            same(path, "a cell after the upgrade", words[2], "the same")


def compare(path, scratch):
    want = json.loads(subprocess.run(("python3", oracle, path), capture_output=True).stdout)
    document = json.loads(run(portolan, "convert", path, "--to", "json", "-"))
    facts = json.loads(run(portolan, "info", "--json", path))["facts"]
    for key in ("version", "title", "game", "author"):
        same(path, key, document[key], want[key])
    same(path, "created", document["created"], want["creation_time"])
    same(path, "notes", sha(document["notes"].encode()), want["notes_sha256"])
    same(path, "coordinates", coordinates(document["coordinates"]), want["coordinates"])
    same(path, "levels", len(document["levels"]), len(want["levels"]))
    for i, (ours, theirs) in enumerate(zip(document["levels"], want["levels"])):
        compare_level("%s, level %d" % (path, i), ours, theirs)
    shown = [level["name"] for level in facts["levels"]]  # in the order of the editor
    stored = [level["shown_as"] for level in want["levels"]]
    same(path, "names of levels", sorted(shown), sorted(stored))
    same(path, "whether levels are in order", shown == stored, want["level_order_is_sorted"])
    same(path, "numbers of levels", [level["number"] for level in facts["levels"]],
         list(range(1, len(shown) + 1)))
    counts = dict(zip(("comment", "indexed", "custom_id", "icon", "label"),
                      (facts["notes"][k] for k in ("comments", "numbered", "ids", "icons",
                                                   "labels"))))
    same(path, "notes by kind", counts, want["annotations"])
    same(path, "floor cells", facts["cells"]["floor"], sum(
        n for level in want["levels"] for name, n in level["floors"].items() if name != "empty"))
    same(path, "walls", facts["cells"]["walls"], sum(
        n for level in want["levels"] for name, n in level["walls"].items() if name != "none"))
    same(path, "trail", facts["cells"]["trail"], sum(l["trail_cells"] for l in want["levels"]))
    links = [[l["from_level"], l["from_row"], l["from_column"], l["to_level"], l["to_row"],
              l["to_column"]] for l in document["links"]]
    same(path, "links", links, [l["from"] + l["to"] for l in want["links"]])
    kinds = [line.split()[1] for line in run(tables, path).decode().splitlines()
             if line.startswith("link ")]
    same(path, "kinds of links", kinds,
         ["stale" if l["kind"].startswith("odd:") else l["kind"] for l in want["links"]])
    compare_state(path, document["state"], want["state"])
    compare_versions(path, want, scratch)


def compare_with_editor(scratch):
    """Maps the editor itself upgraded: all but the editor's own state is the same."""
    pairs = 0
    for new in glob.glob(corpus + "/v4/*.gmm"):
        for old in glob.glob(corpus + "/v[23]/" + os.path.basename(new)):
            target = os.path.join(scratch, "editor.gmm")
            run(portolan, "convert", "--overwrite", "--target-version", "4", old, target)
            with open(target, "rb") as stream:
                ours = stream.read()
            with open(new, "rb") as stream:
                theirs = stream.read()
            end = theirs.rindex(b"LIST", 0, theirs.rindex(b"statdisp"))
            if theirs[12:end] == ours[12:end]:
                pairs += 1
            elif os.path.basename(new) != "Wizardry.gmm":  # edited between the two versions
                same(old, "what the editor made of it", "something else", "the same bytes")
    return pairs


with tempfile.TemporaryDirectory() as folder:
    for name in maps:
        compare(name, folder)
    equal = compare_with_editor(folder)
print("grmm: %d maps, %d differences, %d upgrades equal the editor's" %
      (len(maps), differences, equal))
sys.exit(1 if differences or not maps or not equal else 0)
