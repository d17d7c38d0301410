#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches for inputs whose cost grows faster than their size.

Every family of inputs (inputs.py) goes through every command and route of its format (commands.py). Sizes are doubled until a
run costs enough to tell, and what an empty document costs is subtracted. Growth is the factor by which the cost of the last two
doublings grew for each doubling of the bytes: 2 is linear, 4 is quadratic. Above 2.6 is a failure, unless known.txt has a row
for it (a fault that is not mended yet, or a product that a limit ends); a row that no longer fails is a failure, too, so that it is removed. A refusal by a rule limit-... ends the doubling.
"""
import argparse
import concurrent.futures
import fnmatch
import math
import os
import shutil
import sys
import tempfile

import commands
import inputs
import meter

ALLOWED = 2.6
SUSPECT = 2.3  # by time, which is not exact
MOST_BYTES = 1 << 20


class Scale:
    """A meter, and what is enough of a cost to judge by, and what is too much to go on, in its units."""

    def __init__(self, name):
        self.name, self.count = name, meter.METERS[name]
        self.flat, self.enough, self.most = (1e4, 1e5, 5e5) if name == "time" else (4e5, 2e7, 6e8)


class Place:
    """The files of a family at each size, made once."""

    def __init__(self, family, folder, tool):
        self.family, self.folder, self.tool, self.made = family, folder, tool, {}

    def at(self, n, source):
        """The folder of size n, the name of its input, and the bytes of all its files."""
        if (n, source) not in self.made:
            self.made[n, source] = self.make(n) if source == "own" else self.as_json(n)
        return self.made[n, source]

    def make(self, n):
        folder = os.path.join(self.folder, str(n))
        os.makedirs(folder, exist_ok=True)
        files = self.family.make(n)
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        return folder, next(iter(files)), sum(map(len, files.values()))

    def as_json(self, n):
        folder, name, size = self.at(n, "own")
        words = [self.tool, "convert", "--overwrite", "--to", "json", *self.family.options, name, "input.json"]
        run = meter.by_time(words, folder)
        made = os.path.join(folder, "input.json")
        return (folder, "input.json", os.path.getsize(made)) if run.code == 0 else None


class Cell:
    """One command on one family."""

    def __init__(self, family, command, scale):
        self.family, self.command, self.scale = family, command, scale
        self.sizes, self.costs, self.bytes = [], [], []
        self.end = ""  # the rule that refused the largest, or why there is no verdict
        self.taken = False  # more than the empty document got through
        self.allowed = math.inf  # instructions a byte, by short.txt
        self.made = 0  # bytes of the largest input, of which JSON may hold less

    def name(self):
        return f"{self.family.name} {self.command.name}"

    def net(self):
        """Costs and bytes beyond those of the empty document, which is the first run; a refusal may cost less than that one."""
        empty = 0 if self.family.refused else self.costs[0]
        return ([cost - empty for cost in self.costs[1:]], [size - self.bytes[0] for size in self.bytes[1:]])

    def growth(self):
        """For each doubling of the bytes, over the last two; 0 where there is too little to see."""
        costs, sizes = self.net()
        if self.end == "stopped":
            return math.inf
        back = min(2, len(costs) - 1)  # where one run was enough already there are fewer
        if back < 1 or costs[-1] < self.scale.flat or sizes[-1 - back] <= 0:
            return 0.0
        before = max(costs[-1 - back], self.scale.flat / 16)
        return 2 ** (math.log(costs[-1] / before) / math.log(sizes[-1] / sizes[-1 - back]))

    def per_byte(self):
        costs, sizes = self.net()
        return costs[-1] / sizes[-1] if costs and sizes[-1] > 0 else 0.0

    def is_dear(self):
        """Whether a byte costs more than the short form allows; time says nothing about it."""
        return self.scale.name != "time" and self.per_byte() > self.allowed

    def measure(self, place):
        n = 0
        while self.one(place, n) and self.goes_on(n):
            flat = n and self.net()[0][-1] < self.scale.flat / 4
            n = min(n * (4 if flat else 2), max(2 * n, self.family.most)) or self.family.start
        if len(self.sizes) == 2 and not self.end:
            self.halve(place)

    def halve(self, place):
        """Where the first size was enough already: smaller ones before it, to compare it with."""
        largest = [kept.pop() for kept in (self.sizes, self.costs, self.bytes)]
        for n in (largest[0] // 4, largest[0] // 2):
            if n:
                self.one(place, n)
        for kept, value in zip((self.sizes, self.costs, self.bytes), largest):
            kept.append(value)

    def one(self, place, n):
        """A run at size n; false where doubling ends."""
        made = place.at(n, self.command.source)
        if not made:
            self.end = "no json"
            return False
        folder, name, size = made
        self.made = max(size, place.at(n, "own")[2])
        words = [name if word == "IN" else "output" if word == "OUT" else word for word in self.command.words]
        run = self.scale.count([place.tool] + words[:1] + list(self.family.options) + words[1:], folder)
        if run.code is None:
            self.end = "stopped"
        elif run.code not in (0, 1):
            self.end = run.rule() or f"exit {run.code}"
        else:
            self.taken = self.taken or n > 0
        if self.end.startswith("limit-") or run.code in (None, 2):
            return False
        self.costs.append(run.cost)
        self.bytes.append(size)
        self.sizes.append(n)
        return True

    def goes_on(self, n):
        costs = self.net()[0]
        if max(2 * n, self.family.start) > self.family.most or self.made > MOST_BYTES:
            return False
        return not costs or costs[-1] < (self.scale.most if len(costs) < 3 else self.scale.enough)


def rows_of(name):
    """The words of each line of a list beside this program, comments left out."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name)) as lines:
        words = [line.split("#")[0].split() for line in lines]
    return [tuple(row) for row in words if row]


def search(family, table, options, scale):
    """The cells of a family, measured."""
    if not any(wanted(options, family, command) for command in table[family.kind]):
        return []
    folder = tempfile.mkdtemp(prefix="growth-")
    try:
        place = Place(family, folder, options.tool)
        return [measured(family, command, place, options, scale) for command in table[family.kind] if wanted(options, family, command)]
    finally:
        shutil.rmtree(folder)


def measured(family, command, place, options, scale):
    """A cell; with --screen one that time does not suspect is not counted."""
    scale = Scale("time") if family.timed else scale
    cell = Cell(family, command, Scale("time") if options.screen else scale)
    cell.measure(place)
    if options.screen and cell.growth() > SUSPECT:
        cell = Cell(family, command, scale)
        cell.measure(place)
    cell.allowed = options.allowed.get((family.name, command.name), math.inf)
    return cell


def wanted(options, family, command):
    return not options.only or any(fnmatch.fnmatch(f"{family.name} {command.name}", pattern) for pattern in options.only)


def printed(cell, known):
    growth = cell.growth()
    mark = ("DEAR" if cell.is_dear() else "") if growth <= ALLOWED else "known" if known else "TOO FAST"
    size = cell.bytes[-1] if cell.bytes else 0
    return f"{cell.family.name:34} {cell.command.name:15} {size:9} {cell.per_byte():10.1f} {growth:6.2f} {cell.end:18} {mark}".rstrip()


def judge(cells, rows, options):
    """Prints the table, and gives what is wrong."""
    wrong, used = [], set()
    for cell in cells:
        matching = [row for row in rows if fnmatch.fnmatch(cell.family.name, row[0]) and fnmatch.fnmatch(cell.command.name, row[1])]
        fast = cell.growth() > ALLOWED
        used.update(matching if fast else [])
        if options.all or fast:
            print(printed(cell, bool(matching)), flush=True)
        if fast and not matching:
            wrong.append(f"{cell.name()} grows by {cell.growth():.2f} for each doubling")
        if cell.is_dear():
            wrong.append(f"{cell.name()} takes {cell.per_byte():.0f} instructions a byte, and {cell.allowed:.0f} are allowed")
    measured = {(cell.family.name, cell.command.name) for cell in cells}
    for row in rows:
        if row not in used and any(fnmatch.fnmatch(a, row[0]) and fnmatch.fnmatch(b, row[1]) for a, b in measured):
            wrong.append(f"{' '.join(row)} is known and no longer fails: remove its row")
    return wrong


def summary(cells):
    """For each format: the greatest cost of a byte of each class of commands, and the greatest growth."""
    classes = {}
    for cell in cells:
        key = (cell.family.name.split("/")[0], class_of(cell.command.name))
        best = classes.setdefault(key, [0.0, "", 0.0, ""])
        if cell.taken and cell.per_byte() > best[0]:
            best[:2] = [cell.per_byte(), cell.family.name]
        if cell.growth() > best[2]:
            best[2:] = [cell.growth(), cell.family.name]
    print("\n| format | commands | most instructions a byte | by | greatest growth | by |\n| --- | --- | --- | --- | --- | --- |")
    for (name, kind), (cost, who, growth, grower) in classes.items():
        print(f"| {name} | {kind} | {cost:.0f} | {who} | {growth:.2f} | {grower} |")


def class_of(name):
    name = name[5:] if name.startswith("json-") else name
    if name.startswith(("info", "check")):
        return name.split("-")[0]
    return "picture" if name.startswith(("png", "apng", "heightmap", "svg", "pdf")) else "convert"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="the portolan to measure")
    parser.add_argument("--meter", choices=sorted(meter.METERS), help="time is for a first look only")
    parser.add_argument("--screen", action="store_true", help="count only what takes suspiciously long")
    parser.add_argument("--jobs", type=int, default=1, help="families at once")
    parser.add_argument("--all", action="store_true", help="print every cell, not only those that grow too fast")
    parser.add_argument("--summary", action="store_true", help="print the greatest of each format")
    parser.add_argument("--short", action="store_true", help="only the cells in short.txt")
    parser.add_argument("only", nargs="*", help="patterns of 'family command', such as 'pfobj/* info'")
    options = parser.parse_args()
    options.allowed = {}
    if options.short:
        rows = rows_of("short.txt")
        options.only = [" ".join(row[:2]) for row in rows]
        options.allowed = {row[:2]: float(row[2]) for row in rows if len(row) > 2}
    return options


def main():
    options = arguments()
    name = options.meter or meter.best()
    if not name:
        print("neither perf nor valgrind counts instructions here")
        return 77
    table, scale = commands.table(options.tool), Scale(name)
    rows = rows_of("known.txt")
    wrong, cells = [], []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda family: search(family, table, options, scale), inputs.load()):
            wrong += judge(found, [row for row in rows if found and fnmatch.fnmatch(found[0].family.name, row[0])], options)
            if found and not options.only and any(cell.taken for cell in found) == found[0].family.refused:
                wrong.append(f"{found[0].family.name} is {'read' if found[0].family.refused else 'refused'}: {found[0].end}")
            cells += found
    if options.summary:
        summary(cells)
    if options.short and len(cells) != len(options.only):
        wrong.append(f"short.txt names {len(options.only)} cells, and {len(cells)} are there")
    print(f"{len(cells)} cells, counted by {name}")
    print("".join(line + "\n" for line in wrong), end="")
    return 1 if wrong or not cells else 0


if __name__ == "__main__":
    sys.exit(main())
