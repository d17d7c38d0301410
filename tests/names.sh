#!/usr/bin/env bash
# Names of every kind (tests/nasty_names.h) as others read them in what we write: glTF by Python's json, SVG by expat, PDF by
# poppler, messages by a terminal. The reader of OBJ is our own, in tests/test_names.c, which writes the files.
set -u
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export NO_COLOR=1
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
mkdir "$scratch/out"
"$1" "$scratch/out" || { echo "not written"; exit 1; }

"$python" - "$scratch/out" "$PORTOLAN" <<'PY' || failed=1
import json, os, re, shutil, subprocess, sys, xml.etree.ElementTree as tree

folder, tool = sys.argv[1:]
names = [open(f"{folder}/{i}.name", "rb").read() for i in range(len([n for n in os.listdir(folder) if n.endswith(".name")]))]
harm = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
failures = []

def want(what, number, got, wanted):
    if got != wanted:
        failures.append(f"{what}: name {number} is {got!r:.80}, not {wanted!r:.80}")

def text_of(name):
    try:
        return name.decode()
    except UnicodeDecodeError:
        return None

# JSON: every name that is UTF-8 comes back, others as bytes that can be read; nothing in the file rewrites a line.
text = open(f"{folder}/names.gltf", encoding="utf-8", newline="").read()
if harm.search(text):
    failures.append("gltf: a control or a mark stands in the JSON as it is")
for kind in "nodes", "materials", "meshes":
    for i, row in enumerate(json.loads(text)[kind]):
        shown = text_of(names[i])
        if shown is None:
            shown = re.sub(r"[\udc80-\udcff]", lambda m: f"\\x{ord(m[0]) - 0xdc00:02x}", names[i].decode(errors="surrogateescape"))
        want(kind, i, row.get("name", ""), shown)

# SVG: well-formed, the title is the name but for what XML forbids, and nothing became markup.
for i, name in enumerate(names):
    raw = open(f"{folder}/{i}.svg", encoding="utf-8", newline="").read()
    if harm.search(raw):
        failures.append(f"svg: name {i} stands in the file with a control or a mark")
    root = tree.fromstring(raw)
    tag = lambda t: root.findall("{http://www.w3.org/2000/svg}" + t)
    wanted = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", name.decode(errors="replace"))
    want("svg", i, "".join(t.text for t in tag("title")), wanted)
    want("svg layer", i, [g.get("id") for g in tag("g")], [re.sub("\ufffd.*", "", wanted) if b"\0" in name else wanted])
    if sorted(e.tag.split("}")[1] for e in root.iter()) != sorted(["svg", "g", "text"] + ["title"] * bool(name)):
        failures.append(f"svg: name {i} became markup")

# PDF: can be read, and a name of plain letters is its title and its text.
if shutil.which("pdftotext") and shutil.which("pdfinfo") and os.path.exists(f"{folder}/0.pdf"):
    for i, name in enumerate(names):
        run = lambda *words: subprocess.run(words, capture_output=True, check=True).stdout.decode()
        info, page = run("pdfinfo", f"{folder}/{i}.pdf"), run("pdftotext", f"{folder}/{i}.pdf", "-")
        title = re.search("^Title: *(.*)$", info, re.M)
        if harm.search(info):
            failures.append(f"pdf: name {i} is a title with controls or marks")
        if re.fullmatch(b"[ -~]{1,60}", name):
            want("pdf title", i, title and title[1].strip(), name.decode().strip())
            want("pdf text", i, page.strip("\n\f "), name.decode().strip())
else:
    print("poppler is not there: PDF was not looked at")

# Messages: one line, in which a name can do nothing.
for i, name in enumerate(names):
    if b"\0" in name or len(name) > 255:
        continue
    ran = subprocess.run([tool.encode(), b"check", b"--", b"./none/" + name], capture_output=True)
    said = ran.stderr.decode()
    if ran.returncode != 3 or said.count("\n") != 1 or harm.search(said):
        failures.append(f"message: name {i}: exit {ran.returncode}, {said!r:.120}")

print(f"{len(names)} names")
print("\n".join(failures))
sys.exit(bool(failures) or len(names) < 30)
PY
exit $failed
