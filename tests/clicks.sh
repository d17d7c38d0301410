#!/usr/bin/env bash
# What can be clicked and pointed at in SVG and PDF, read back by other programs and compared with the notes and links of the map.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" - "$PORTOLAN" "$SOURCE/samples/gridmonger" "$scratch" <<'PYTHON'
import json, os, re, shutil, subprocess, sys, urllib.parse, zlib
import xml.etree.ElementTree as tree

portolan, samples, folder = sys.argv[1:]
failures = []
SVG, HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"

def run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout

def expect(fine, *what):
    if not fine:
        failures.append(" ".join(str(w) for w in what))

def drawn(name, sample, *settings):
    run(portolan, "render", f"{samples}/{sample}", f"{folder}/{name}", *settings)
    return f"{folder}/{name}"

class Drawing:
    """Spots of an SVG: by id, and what leads where; spots of the map and of the legend."""
    def __init__(self, path):
        self.titles, self.links, self.boxes, self.ids = [], [], {}, []
        for group in tree.parse(path).getroot().findall(f"{SVG}g"):
            for element in group.iter():
                if element.get("class") == "spot":
                    self.spot(element, group.get("id"))
            for a in group.iter(f"{SVG}a"):
                self.links.append((a.find(f"{SVG}rect").get("id"), a.get(HREF), group.get("id")))

    def spot(self, rect, group):
        title = rect.find(f"{SVG}title")
        if title is not None:
            self.titles.append(title.text)
        if rect.get("id"):
            self.ids.append(rect.get("id"))
            self.boxes[rect.get("id")] = [float(rect.get(k)) for k in ("x", "y", "width", "height")]

document = json.loads(run(portolan, "convert", f"{samples}/lighthouse.gmm", "-", "--to", "json"))
levels, links = document["levels"], document["links"]
notes = [n["text"] for level in levels for n in level["annotations"] if n.get("text") and n["kind"] != "label"]
expect(len(links) > 3 and len(notes) > 5, "the sample has too little:", len(links), len(notes))

# A sheet: every link leads to a place that is there, both ends of the map's links to each other.
sheet = Drawing(drawn("sheet.svg", "lighthouse.gmm"))
expect(len(sheet.ids) == len(set(sheet.ids)), "ids that are there twice")
expect(all(href.startswith("#") and href[1:] in sheet.boxes for _, href, _ in sheet.links), "links that lead nowhere")
there = {own: href[1:] for own, href, group in sheet.links if own and group.startswith("spots")}
back = [own for own, to in there.items() if there.get(to) == own]
expect(len(back) == 2 * len(links), len(links), "links have", len(back), "ends")
for text in notes:
    shown = text.replace("\r\n", "\n")
    expect(any(shown == t or t.startswith(shown + "\n") for t in sheet.titles), "no tooltip says", repr(text))
legend = [href for _, href, group in sheet.links if group.startswith("legend")]
expect(len(set(legend)) >= len(notes), "the legend leads to", len(set(legend)), "places")

# Files each: every address is a file that was written, and a place in it.
os.mkdir(f"{folder}/each way")
drawn("each way/a map.svg", "lighthouse.gmm", "--pages", "each")
files = {f: Drawing(f"{folder}/each way/{f}") for f in os.listdir(f"{folder}/each way")}
expect(len(files) == len(levels), "files:", list(files))
across = 0
for name, drawing in files.items():
    for _, href, _ in drawing.links:
        target = urllib.parse.urlparse(href)
        file = urllib.parse.unquote(target.path) or name
        across += file != name
        expect(file in files and target.fragment in files[file].boxes, name, "leads to", href)
between = sum(l["from_level"] != l["to_level"] for l in links)
expect(across >= 2 * between > 0, across, "addresses of other files for", between, "links between levels")

# Layers that are left out say nothing; players are told nothing.
expect(not Drawing(drawn("bare.svg", "lighthouse.gmm", "--layers=-notes,-links,-legend")).titles, "tooltips without notes")
expect(not Drawing(drawn("player.svg", "lighthouse.gmm", "--audience", "player")).titles, "tooltips for players")

# PDF.
def pdf(path):
    data = open(path, "rb").read()
    text = data + b"".join(unpacked(s) for s in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S))
    found = []
    for rect, dest in re.findall(rb"/Rect \[ ?([-\d. ]+?) ?\]\s*/Dest \(([^)]*)\)", text):
        found.append((tuple(map(float, rect.split())), dest.decode()))
    return found

def unpacked(stream):
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return b""

def dests(path):
    text = run("pdfinfo", "-dests", path).decode()
    return {n: (int(p), float(x), float(y)) for p, x, y, n in re.findall(r'^ *(\d+) \[ XYZ +([-\d.]+) +([-\d.]+) .*"(.*)"', text, re.M)}

def outline(path):
    out = f"{folder}/outline"
    run("pdftohtml", "-xml", "-i", "-q", path, out)
    text = open(out + ".xml", encoding="utf-8", errors="replace").read()
    body = re.search(r"<outline>.*</outline>", text, re.S)
    return [] if not body else re.findall(r'<item page="(\d+)">([^<]*)</item>', body[0])

names = [n for n in re.findall(r"<title>([^<]*)</title>", "".join(open(f"{folder}/each way/{f}").read()[:2000] for f in
         sorted(files, key=lambda f: (f != "a map.svg", f)))) if n.startswith("Lighthouse")]
try:
    path = drawn("map.pdf", "lighthouse.gmm")
except subprocess.CalledProcessError:
    path = None
if not path or not all(shutil.which(t) for t in ("pdfinfo", "pdftohtml")):
    print("cairo or poppler is not there: PDF was not looked at")
else:
    clicks, places = pdf(path), dests(path)
    expect(len(clicks) == len(sheet.links), len(clicks), "links in PDF,", len(sheet.links), "in SVG")
    expect({d for _, d in clicks} == set(places), "places without links, or links without places")
    expect([n for _, n in outline(path)] == names and len(names) == len(levels), "bookmarks:", outline(path), names)
    expect([int(p) for p, _ in outline(path)] == list(range(1, len(levels) + 1)), "bookmarks of pages")
    # Where a link of the map begins there is its place, and it leads to where the SVG says.
    height = {i + 1: float(h) for i, h in enumerate(re.findall(r"^Page +\d+ size: +[\d.]+ x ([\d.]+)", run("pdfinfo", "-l", "99", path).decode(), re.M))}
    found = 0
    for own, to in there.items():
        page, x, y = places[own]
        found += any(abs(r[0] - x) <= 1 and abs(r[3] - y) <= 1 and d == to for r, d in clicks)
    expect(found == len(there), found, "of", len(there), "links begin where they should")
    sides = {round(r[2] - r[0], 2) for r, d in clicks if d in there and there.get(there[d]) == d and r[2] - r[0] < 100}
    expect(sides and all(23.9 <= s <= 25.1 for s in sides), "cells of 32 units are 24 points wide, not", sides)  # cairo rounds
    # On sheets of paper, places are on the sheets and not on the overview; sheets are below their level.
    path = drawn("cut.pdf", "lighthouse.gmm", "--paper", "A4", "--cell", "1in", "--level", "ground")
    places, marks = dests(path), outline(path)
    cells = [n for n in places if n in there and places[n][0] == 1]
    expect(places and not cells, "places on the overview:", cells)
    expect(len(marks) > 4 and marks[0][1].startswith("Lighthouse") and all(re.fullmatch(r"[A-Z]\d", n) for _, n in marks[1:]), "bookmarks", marks)

print("\n".join(failures))
sys.exit(bool(failures))
PYTHON
