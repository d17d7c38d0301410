#!/usr/bin/env bash
# Pages of `portolan view`, without a browser: what is in them is what the tool writes otherwise, nothing of a file is markup, and
# what is missing is said.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() { echo "$1"; failed=1; }
samples=$SOURCE/samples
viewer='<html><body>before <!--DATA--> after</body></html>'

# As it is installed: the tool in one folder, the viewer in another beside it.
mkdir -p "$scratch/bin" "$scratch/tmp"
cp "$PORTOLAN" "$scratch/bin/portolan"
tool=$scratch/bin/portolan
"$tool" view "$samples/gridmonger/isles.gmm" -o "$scratch/x.html" 2>"$scratch/said" && fail "a viewer is found that is not there"
grep -q "there is no viewer" "$scratch/said" || fail "nobody says that there is no viewer"
grep -q "script/web" "$scratch/said" || fail "nobody says where a viewer comes from"
mkdir -p "$scratch/share/portolan"
echo "$viewer" >"$scratch/share/portolan/viewer.html"

"$tool" view "$samples/gridmonger/lighthouse.gmm" "$samples/permafrost/models/chest.pfobj" -o "$scratch/x.html" || fail "no page"
"$tool" view "$samples/gridmonger/isles.gmm" -o "$scratch/x.html" 2>"$scratch/said" && fail "a page is replaced"
grep -q "will not overwrite" "$scratch/said" || fail "nobody says why a page is not replaced"
cp "$samples/gridmonger/isles.gmm" "$scratch/own.gmm"
"$tool" view "$samples/gridmonger/isles.gmm" "$scratch/own.gmm" -o "$scratch/own.gmm" --overwrite 2>/dev/null && fail "a page replaces its input"
cmp "$samples/gridmonger/isles.gmm" "$scratch/own.gmm" || fail "an input is gone"
"$tool" view "$samples/gridmonger/isles.gmm" -o - >"$scratch/y.html" || fail "no page on standard output"
"$tool" view "$samples/gridmonger/isles.gmm" "$scratch/none.gmm" -o "$scratch/z.html" 2>/dev/null && fail "a page of a file that is not there"
[ ! -e "$scratch/z.html" ] || fail "half a page is written"

# Opened by what desktops have for it, or said that there is none.
cat >"$scratch/bin/xdg-open" <<'SH'
#!/bin/sh
cp "$1" "$OPENED"
SH
chmod +x "$scratch/bin/xdg-open"
made=$(TMPDIR=$scratch/tmp OPENED=$scratch/opened PATH=$scratch/bin:$PATH "$tool" view "$samples/gridmonger/isles.gmm") || fail "it is not opened"
cmp -s "$made" "$scratch/opened" || fail "something else is opened: $made"
case $made in "$scratch"/tmp/*/isles.gmm.html) ;; *) fail "it is written to $made" ;; esac
PATH='' "$tool" view "$samples/gridmonger/isles.gmm" -o "$scratch/open.html" --open 2>"$scratch/said" && fail "it is opened by nobody"
grep -q "xdg-open" "$scratch/said" || fail "nobody says what is missing to open it"

# A hostile map: tags in its name, its title and its notes.
"$tool" convert "$samples/gridmonger/lighthouse.gmm" "$scratch/evil.json" -q
sed -i 's|"title": "[^"]*"|"title": "</script><script>alert(1)</script><!--"|; s|"text": "[^"]*"|"text": "</script><b>"|' "$scratch/evil.json"
"$tool" convert "$scratch/evil.json" "$scratch/<b>.gmm" -q || fail "no hostile map"
"$tool" view "$scratch/<b>.gmm" -o "$scratch/evil.html" || fail "no page of a hostile map"

# Two of one format: what changed, too.
"$tool" view "$samples/gridmonger/lighthouse.gmm" "$scratch/<b>.gmm" -o "$scratch/both.html" || fail "no page of two maps"

"$python" - "$scratch" "$tool" "$samples" <<'PY' || failed=1
import base64, gzip, json, re, subprocess, sys
scratch, tool, samples = sys.argv[1:]
wrong = []

def parts(name):
    page = open(f"{scratch}/{name}").read()
    tags = re.findall(r"<[^>]*>", page)
    if any(not re.fullmatch(r'</?(html|body)>|</script>|<script type="application/(json|octet-stream)" id="[a-z0-9-]+">', tag) for tag in tags):
        wrong.append(f"{name} has tags of its file: {[t for t in tags if 'script' not in t][:5]}")
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
    pieces = {k: base64.b64decode(v) for k, v in re.findall(r'id="(piece-\d+)">([^<]*)<', page)}
    if data["gzipped"]:
        pieces = {k: gzip.decompress(v) for k, v in pieces.items()}
    return data["subjects"], pieces

def convert(file, *words):
    return subprocess.run([tool, "convert", file, "-", "-q", *words], capture_output=True, check=True).stdout

(light, chest), pieces = parts("x.html")
file = f"{samples}/gridmonger/lighthouse.gmm"
facts = json.loads(subprocess.run([tool, "info", "--json", file], capture_output=True).stdout)["facts"]
checked = json.loads(subprocess.run([tool, "check", "--json", file], capture_output=True).stdout)
if light["facts"] != facts or light["checked"]["findings"] != checked["findings"] or light["name"] != "lighthouse.gmm":
    wrong.append("facts or findings are not those of the tool")
if [p["name"] for p in light["pages"]] != [l["name"] for l in facts["levels"]] or len(light["scenes"]) != 3:
    wrong.append("not a page and a scene for each level")
for i, page in enumerate(light["pages"]):
    if pieces[page["svg"]] != convert(file, "--to", "svg", "--level", str(i + 1)):
        wrong.append(f"the drawing of page {i + 1} is another one")
    if pieces[light["scenes"][i]] != convert(file, "--to", "glb", "--level", str(i + 1)):
        wrong.append(f"the scene of level {i + 1} is another one")
if chest["pages"] or pieces[chest["scenes"][0]] != convert(f"{samples}/permafrost/models/chest.pfobj", "--to", "glb"):
    wrong.append("the model is another one, or has pages")
if [f["path"] for f in chest["files"]] != ["chest_wood.bmp", "chest_iron.bmp"]:
    wrong.append(f"files are told with their folders, or not at all: {chest['files']}")
evil, _ = parts("evil.html")
if "</script>" not in evil[0]["facts"]["name"] or evil[0]["name"] != "<b>.gmm":
    wrong.append("the hostile map lost its name")
compared = json.loads(re.search(r'id="data">(.*?)</script>', open(f"{scratch}/both.html").read(), re.S)[1])["compared"]
diff = [tool, "diff", file, f"{scratch}/<b>.gmm"]
if compared["how"] != "differs" or compared["text"] != subprocess.run(diff, capture_output=True).stdout.decode() or \
        compared["changes"] != json.loads(subprocess.run([*diff, "--format", "json"], capture_output=True).stdout):
    wrong.append("the changes are not those that diff prints")
parts("both.html")
if parts("y.html")[0][0]["name"] != "isles.gmm":
    wrong.append("what is on standard output is no page")
print("\n".join(wrong))
sys.exit(bool(wrong))
PY
exit $failed
