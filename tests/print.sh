#!/usr/bin/env bash
# Plans on paper, measured by another program: sizes of pages, the side of a cell, where sheets meet, what is written on them.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
for tool in pdfinfo pdftotext pdftoppm pdfimages; do
  command -v "$tool" >/dev/null || { echo "poppler is not there: nothing was measured"; exit 77; }
done
"$PORTOLAN" render "$SOURCE/samples/gridmonger/borders.gmm" - --to pdf >/dev/null 2>&1 || { echo "this build draws no plans"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" - "$PORTOLAN" "$SOURCE/samples" "$scratch" <<'PYTHON'
import functools, re, shutil, subprocess, sys

portolan, samples, folder = sys.argv[1:]
failures = []
points = 72 / 25.4  # of a millimeter

def run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout

def expect(fine, *what):
    if not fine:
        failures.append(" ".join(str(w) for w in what))

def printed(sample, *settings):
    path = f"{folder}/{len(printed.made)}.pdf"
    printed.made.append(path)
    run(portolan, "render", f"{samples}/{sample}", path, *settings)
    return path
printed.made = []

def sizes(path):
    text = run("pdfinfo", "-l", "9999", path).decode()
    return [tuple(map(float, s)) for s in re.findall(r"^Page +\d+ size: +([\d.]+) x ([\d.]+)", text, re.M)]

def words(path, page):
    text = run("pdftotext", "-f", str(page), "-l", str(page), "-bbox", path, "-").decode()
    return [(w, float(x), float(y)) for x, y, w in re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)<', text)]

@functools.lru_cache(maxsize=None)
def gray(path, page, dpi):
    data = run("pdftoppm", "-gray", "-r", str(dpi), "-f", str(page), "-l", str(page), path)
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    return int(head[1]), int(head[2]), data[head.end():]

def near(a, b, by):
    return abs(a - b) <= by

# Sizes of pages: every name, and the side it was asked to lie on.
for paper, size in {"A4-portrait": (210, 297), "A4-landscape": (297, 210), "A3-portrait": (297, 420), "Letter-portrait": (215.9, 279.4),
                    "legal-landscape": (355.6, 215.9), "200x150mm": (200, 150), "10x8in": (254, 203.2)}.items():
    for page in sizes(printed("gridmonger/lighthouse.gmm", "--paper", paper)):
        expect(near(page[0], size[0] * points, 0.01) and near(page[1], size[1] * points, 0.01), paper, page)

# Fitted: all of a level is on its sheet, within the margins.
path = printed("gridmonger/lighthouse.gmm", "--paper", "A4")
expect(len(sizes(path)) == 3, "a sheet for each level:", sizes(path))
for page in (1, 2, 3):
    width, height, pixels = gray(path, page, 72)
    rim = int(10 * points)
    inside = b"".join(pixels[y * width + rim:(y + 1) * width - rim] for y in range(rim, height - rim))
    white = [len(p) - p.count(b"\xff") for p in (pixels, inside)]
    expect(white[0] == white[1] > 1000, "ink in the margin of page", page, white)

# The theme is black and white: no pixel has a color.
data = run("pdftoppm", "-r", "30", "-f", "1", "-l", "1", path)
body = data[re.match(rb"P6\s+\d+\s+\d+\s+255\s", data).end():]
expect(all(max(body[i:i + 3]) - min(body[i:i + 3]) < 3 for i in range(0, len(body) - 2, 3)), "colors are printed")
data = run("pdftoppm", "-r", "30", "-f", "1", "-l", "1", printed("gridmonger/lighthouse.gmm", "--paper", "A4", "--theme", "parchment"))
body = data[re.match(rb"P6\s+\d+\s+\d+\s+255\s", data).end():]
expect(any(max(body[i:i + 3]) - min(body[i:i + 3]) > 30 for i in range(0, len(body) - 2, 3)), "a theme that was asked for is not heeded")

# True scale: numbers of coordinates that stand on one page are as far apart as their cells are.
def scale_of(path, page):
    numbers = [(int(w), x, y) for w, x, y in words(path, page) if re.fullmatch(r"\d+", w)]
    top = min(y for _, _, y in numbers)
    row = sorted((n, x) for n, x, y in numbers if near(y, top, 0.5) and n < 10)
    return [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(row, row[1:]) if b[0] > a[0]]

for cell, wanted in {"6mm": 6 * points, "0.2in": 14.4, "0.5cm": 5 * points, "15pt": 15}.items():
    for more in ((), ("--paper", "A3")):
        steps = scale_of(printed("gridmonger/lighthouse.gmm", "--level", "1", "--cell", cell, *more), 1)
        expect(len(steps) > 3 and all(near(s, wanted, 0.35) for s in steps), cell, more, steps)  # digits differ in width
        expect(near(sum(steps) / len(steps), wanted, 0.1), cell, more, "on the mean", steps)

# Cut up: lines of the grid are an inch apart on every sheet, to the pixel.
def lines(path, page, dpi):
    width, height, pixels = gray(path, page, dpi)
    inked = [height - pixels[x::width].count(b"\xff") for x in range(width)]
    runs = re.finditer("1+", "".join("01"[i > height / 4] for i in inked))
    return [(r.start() + r.end()) / 2 for r in runs]

path = printed("gridmonger/lighthouse.gmm", "--level", "ground", "--paper", "A4", "--cell", "25.4mm", "--layers", "grid")
measured = 0
for page in range(2, len(sizes(path)) + 1):
    at = lines(path, page, 144)
    for a, b in zip(at, at[1:]):
        if b - a > 20: # marks of strips stand beside the lines
            measured += 1
            expect(near(b - a, 144 * round((b - a) / 144), 1.5), "page", page, "lines at", at)
expect(measured >= 20, "only", measured, "distances were measured")

# Where they meet: the strip at the right of a sheet is the beginning of the next, and so below.
path = printed("gridmonger/lighthouse.gmm", "--level", "ground", "--paper", "A4", "--cell", "25.4mm")
pages = sizes(path)
expect(len(pages) > 4 and len(set(pages)) == 1, "sheets of one level:", pages)
names, dpi = {}, 72
for page in range(2, len(pages) + 1):
    first = [w for w, x, y in words(path, page) if re.fullmatch(r"[A-Z]+\d+", w)]
    names[page] = first
overview = {w for w, _, _ in words(path, 1) if re.fullmatch(r"[A-Z]+\d+", w)}
own = {page: [w for w, x, y in words(path, page) if y < 10 * points and x < 14 * points + 5 and re.fullmatch(r"[A-Z]+\d+", w)] for page in names}
expect(all(len(o) == 1 for o in own.values()), "names of sheets:", own)
where = {o[0]: page for page, o in own.items()}
expect(set(where) == overview, "the overview shows", overview, "and there are", set(where))

def region(page, x, y, width, height):
    across, down, pixels = gray(path, page, dpi)
    return [pixels[r * across + x:r * across + min(across, x + width)] for r in range(y, min(down, y + height))]

def differ(a, b):
    if [len(r) for r in a] != [len(r) for r in b]:
        return 1
    return sum(abs(p - q) > 100 for r, s in zip(a, b) for p, q in zip(r, s)) / sum(map(len, a))

corner, strip, compared = 10 * points, 5 * points, 0
for name, page in where.items():
    letter, number = name[0], int(name[1:])
    for other, down in ((chr(ord(letter) + 1) + str(number), False), (letter + str(number + 1), True)):
        if other not in where:
            continue
        expect(other in names[page] and name in names[where[other]], name, "and", other, "do not name each other")
        # The strip begins a whole number of cells, or of these and the rim of the map, from the corner.
        size = (150, int(strip) - 4) if down else (int(strip) - 4, 150)
        begin, along = round(corner) + 2, round(corner) + 60
        there = region(where[other], *((along, begin) if down else (begin, along)), *size)
        found = False
        for cells in range(1, 12):
            for rim in (0, 0.8):
                for off in (-1, 0, 1):
                    at = round(72 * (cells + rim)) + begin + off
                    here = region(page, *((along, at) if down else (at, along)), *size)
                    found = found or differ(here, there) < 0.03
        expect(found, name, "does not show the beginning of", other)
        compared += 1
expect(compared >= 4, "only", compared, "neighbors")

# A line of 100 mm to measure, and what a cell is, in words.
text = run("pdftotext", "-f", "1", "-l", "1", path, "-").decode()
expect("1 cell = 25.4mm" in text and "100 mm" in text, "the overview says", text)
width, height, pixels = gray(path, 1, 144)
longest = max(len(m) for y in range(height - int(30 * points * 2), height)
              for m in re.findall(rb"[\x00-\x80]+", pixels[y * width:(y + 1) * width]))
expect(near(longest, 200 * points, 3), "the line has", longest, "pixels instead of", 200 * points)

# Programs are asked not to scale what is for paper: in the catalog that counts, which is the last one. What was there before it still counts.
def catalog(path):
    data = open(path, "rb").read()
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
    root = int(re.search(rb"/Root (\d+) 0 R", data[table:])[1])
    first, count = map(int, re.match(rb"xref\n(\d+) (\d+)\n", data[table:]).groups())
    expect(first <= root < first + count, "the last table has no catalog:", path)
    entries = data[data.index(b"\n", data.index(b"\n", table) + 1) + 1:]
    at = int(entries[20 * (root - first):][:10])
    expect(data[at:].startswith(b"%d 0 obj\n<< /Type /Catalog" % root), "no catalog at", at, path)
    return data[at:data.index(b"endobj", at)].decode()

for settings, asked in (("--paper", "A4"), True), (("--cell", "10mm"), True), (("--paper", "A4", "--cell", "1in"), True), ((), False):
    path = printed("gridmonger/lighthouse.gmm", *settings)
    found = catalog(path)
    expect(asked == ("/PrintScaling /None" in found), settings, "has the catalog", found)
    expect("/Outlines" in found and "/Pages" in found, "lost from the catalog:", found)
    said = subprocess.run(["pdfinfo", path], capture_output=True)
    expect(said.returncode == 0 and not said.stderr, "poppler says", said.stderr)

# Other plans with cells can be printed, too.
expect(len(sizes(printed("permafrost/island.pfmap", "--paper", "A4", "--cell", "10mm"))) > 4, "terrain in true scale")
# The image behind a theme is in the file once, whatever the number of pages.
with open(f"{folder}/Old.gmtheme", "w") as theme:
    theme.write('ui { window { background { image = "old.tga" } } }\nlevel { general { background = "#00000000" } }\n')
shutil.copy(f"{samples}/ppe/garden.tga", f"{folder}/old.tga")
listed = run("pdfimages", "-list", printed("gridmonger/lighthouse.gmm", "--theme", f"{folder}/Old.gmtheme")).decode()
images = re.findall(r"^ +(\d+) +\d+ image .* yes +(\d+) +\d+ ", listed, re.M)
expect(len(images) == 3 and len({number for _, number in images}) == 1, "images of pages:", listed)

print("\n".join(failures))
sys.exit(bool(failures))
PYTHON
