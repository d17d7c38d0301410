# SPDX-License-Identifier: MIT
"""Every command and route that an input of a format can take, by what `portolan formats --json` says."""
import json
import subprocess
from typing import NamedTuple

SMALL = ["--size", "64x48", "--samples", "1", "--threads", "1"]  # pixels are not what is measured here
LOOKS = [("info", ["info", "IN"]), ("info-json", ["info", "--json", "IN"]), ("check", ["check", "IN"]),
         ("check-json", ["check", "--format", "json", "--all", "IN"]), ("check-engine", ["check", "--profile", "engine", "IN"]),
         ("check-document", ["check", "--profile", "document", "IN"]), ("check-fix", ["check", "--fix", "-o", "OUT", "--overwrite", "IN"])]
EXTRA = {"glb": [("glb-weld", ["--weld"])], "obj": [("obj-weld", ["--weld"])]}


class Command(NamedTuple):
    name: str
    words: list  # IN and OUT stand for files
    source: str  # "own", or "json" for the input as JSON


def convert(name, target, more=(), source="own"):
    return Command(name, ["convert", "--overwrite", "--to", target, *more, "IN", "OUT"], source)


def pictures(target, ways):
    """A picture for each way to one: what needs pixels gets few."""
    found = []
    for way in ways:
        hub = way[-1] if way else ""
        if target == "heightmap":
            more = ["--size", "32x32"]
        elif target == "apng":
            more = ["--turn", "--frames", "2"] + SMALL
        elif hub == "scene":
            more = ["--view", "iso"] + SMALL
        else:
            more = ["--view", "plan"] if hub == "plan" and len(ways) > 2 else []
        found.append(convert(target + ("-" + hub if len(ways) > 1 else ""), target, more))
    return found


def routes(row):
    for target, ways in row["to"].items():
        if target in ("png", "apng", "heightmap"):
            yield from pictures(target, ways)
        else:
            yield convert(target, target)
            yield from (convert(name, target, more) for name, more in EXTRA.get(target, []))


def of_format(row):
    """Commands for one row of the table of formats."""
    found = []
    if row["kind"] == "format":
        found += [Command(name, words, "own") for name, words in LOOKS if name != "check-fix" or row["fix"]]
        found += [Command("json-" + name, words, "json") for name, words in LOOKS[1:3]]
        found += [convert("json-" + row["name"], row["name"], source="json")]
    return found + list(routes(row))


def table(tool):
    """Format by extension, and the commands of each."""
    rows = json.loads(subprocess.run([tool, "formats", "--json"], capture_output=True, check=True).stdout)
    rows = [row for row in rows if row["kind"] in ("format", "import")]
    return {extension: of_format(row) for row in reversed(rows) for extension in row["extensions"].split()}
