#!/usr/bin/env bash
# Findings for continuous integration, read back: SARIF (its repairs applied, its fingerprints compared after an edit), workflow
# commands, JUnit.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$SOURCE"/tests/golden/mpd/roundtrip/long-tail.mpd "$SOURCE"/tests/golden/mpd/accept/high-tile.mpd "$scratch"
cp "$SOURCE"/tests/golden/pfmap/reject/lone-cr.pfmap "$scratch/odd, 100%.pfmap"
cp "$SOURCE"/samples/gridmonger/borders.gmm "$scratch"
cd "$scratch" || exit 1
"$python" - "$PORTOLAN" <<'PYTHON'
import base64, json, os, re, subprocess, sys, urllib.parse
import xml.etree.ElementTree as xml

portolan = sys.argv[1]
failures = []

def check(true, what):
    if not true:
        failures.append(what)

def run(*words, code=None):
    done = subprocess.run([portolan, *words], capture_output=True, text=True)
    check(code is None or done.returncode == code, f"{words}: exit {done.returncode}")
    return done.stdout

files = sorted(os.listdir("."))
plain = [json.loads(run("check", "--json", f)) for f in files]

# ---- SARIF ---------------------------------------------------------------------------------------

def sarif(*words):
    log = json.loads(run("check", "--format", "sarif", *words))
    check(log["version"] == "2.1.0" and len(log["runs"]) == 1, "one run of 2.1.0")
    return log["runs"][0]

whole = sarif(*files)
rules = [r["id"] for r in whole["tool"]["driver"]["rules"]]
check(len(rules) == len(set(rules)) > 300, "every rule once")
check(whole == sarif("-j", "2", *files), "the same on two threads")
results = iter(whole["results"])
for name, one in zip(files, plain):
    size = os.path.getsize(name)
    for finding in one["findings"]:
        got = next(results)
        place = got["locations"][0]["physicalLocation"]
        check(set(got) <= {"ruleId", "level", "message", "locations", "partialFingerprints", "fixes"}, f"members of {got}")
        check(got["ruleId"] == finding["rule"] and got["ruleId"] in rules, f"rule of {finding}")
        check(got["level"] == {"loss": "note"}.get(finding["severity"], finding["severity"]), f"level of {finding}")
        check(got["message"]["text"] == finding["message"], f"message of {finding}")
        check(urllib.parse.unquote(place["artifactLocation"]["uri"]) == name, f"file of {finding}")
        check(place["region"].get("startLine") == finding.get("line"), f"line of {finding}")
        check(place["region"]["byteOffset"] == finding.get("offset", 0), f"byte of {finding}")
        check(place["region"]["byteOffset"] + place["region"]["byteLength"] <= size, f"end of {finding}")
        logical = got["locations"][0].get("logicalLocations", [{}])[0]
        check(logical.get("fullyQualifiedName") == finding.get("path"), f"path of {finding}")
check(next(results, None) is None, "no result more")

# The repair of the log is the repair of the tool.
fixes = [r["fixes"] for r in whole["results"] if "fixes" in r]
check(len(fixes) > 0, "a repair")
for fix in fixes:
    change = fix[0]["artifactChanges"][0]
    name, what = urllib.parse.unquote(change["artifactLocation"]["uri"]), change["replacements"][0]
    data, gone = open(name, "rb").read(), what["deletedRegion"]
    data = data[:gone["byteOffset"]] + base64.b64decode(what["insertedContent"]["binary"], validate=True) + data[gone["byteOffset"] + gone["byteLength"]:]
    run("check", "--fix", "-o", "repaired", "--overwrite", name)
    check(data == open("repaired", "rb").read(), f"repair of {name}")

# An edit elsewhere moves findings, and does not change what they are recognized by.
def fingerprints(name):
    prints = [r["partialFingerprints"]["portolan/v1"] for r in sarif(name)["results"]]
    check(len(prints) == len(set(prints)), "fingerprints tell findings apart")
    return prints

text = run("convert", "borders.gmm", "-", "--to", "json")
open("a.json", "w").write(text.replace('"title"', '"titel"', 1))
open("b.json", "w").write("\n\n" + text.replace('"title"', '"titel"', 1))
old, new = sarif("a.json"), sarif("b.json")
check([r["locations"][0]["physicalLocation"]["region"] for r in old["results"]] !=
      [r["locations"][0]["physicalLocation"]["region"] for r in new["results"]], "findings moved")
check(fingerprints("a.json") == fingerprints("b.json") != [], "fingerprints stayed")

# ---- Workflow commands ---------------------------------------------------------------------------

def unescape(text):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)

lines = run("check", "--format", "github", *files).splitlines()
check(len(lines) == len(whole["results"]), "a command for each finding")
for line, got in zip(lines, whole["results"]):
    match = re.fullmatch(r"::(notice|warning|error) file=([^,:]*)(,line=\d+,col=\d+)?,title=([a-z0-9-]+)::(.*)", line)
    check(match is not None, f"a command: {line}")
    if match:
        check(unescape(match[2]) in files and match[4] == got["ruleId"], f"file and rule of {line}")
        check(unescape(match[5]).endswith(got["message"]["text"]), f"message of {line}")

# ---- JUnit ---------------------------------------------------------------------------------------

suites = list(xml.fromstring(run("check", "--format", "junit", *files)))
check([s.get("name") for s in suites] == files, "a suite for each file")
for suite, one in zip(suites, plain):
    bad = [f for f in one["findings"] if f["severity"] in ("warning", "error")]
    check(int(suite.get("failures")) + int(suite.get("errors")) == len(bad), f"failures of {suite.get('name')}")
    check(int(suite.get("tests")) == len(list(suite)) == max(1, len(one["findings"])), f"tests of {suite.get('name')}")

# ---- Exit codes ----------------------------------------------------------------------------------

for severity, code in ("note", 1), ("warning", 1), ("error", 0):
    run("check", "--fail-on", severity, "long-tail.mpd", code=code)
    run("check", "--fail-on", severity, "--format", "sarif", "long-tail.mpd", code=code)
run("check", "--fail-on", "error", "odd, 100%.pfmap", code=3)

print("\n".join(failures) or f"{len(whole['results'])} findings, {len(rules)} rules")
sys.exit(bool(failures))
PYTHON
