#!/usr/bin/env bash
# Examples of rules: every command of docs/rule-examples.md reports its rule; no rule loses its example; samples have nothing to report.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that some files need"; exit 77; }
cd "$SOURCE" || exit 1
"$python" - "$PORTOLAN" <<'PY'
import glob, html, os, re, subprocess, sys, tempfile

tool, failures, rows = sys.argv[1], [], 0

def say(*words):
    return subprocess.run([tool, *words], capture_output=True, text=True)

# ---- Each does what it says -----------------------------------------------------------------------

with tempfile.TemporaryDirectory() as folder:
    os.symlink(tool, f"{folder}/portolan")
    os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
    os.environ["NO_COLOR"] = "1"
    shown = {}
    for line in open("docs/rule-examples.md", encoding="utf-8"):
        format = re.match(r"## `(\w+)`", line)
        row = re.match(r"\| `(.*?)` \| <code>(.*)</code> \|", line)
        if format:
            whose = format[1]
        if not row:
            continue
        rows += 1
        shown.setdefault(whose, set()).add(row[1])
        command = html.unescape(row[2]).replace("portolan check", "portolan check --no-project --all", 1)
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, errors="replace")
        if f"[{row[1]}]" not in ran.stdout + ran.stderr:
            failures.append(f"{whose}: {row[1]} is not reported by: {command}\n{(ran.stdout + ran.stderr)[:300]}")

# ---- There is one for each that a check of a file alone can report ---------------------------------

# Losses are about conversions. These two are about documents that only programs can make.
elsewhere = {"mpd/mpd-dictionary", "ppe/ppe-flags"}
whose = None
for line in say("formats", "--rules", "all").stdout.splitlines():
    if line.startswith("## "):
        whose = line[3:]
    row = re.match(r"\| `(.*?)` \| (\w+)", line)
    if not row or whose == "shared" or row[2] == "loss":
        continue
    rule = f"{whose}/{row[1]}"
    if (row[1] in shown.get(whose, ())) == (rule in elsewhere):
        failures.append(f"{rule}: " + ("has an example, and is listed as one without" if rule in elsewhere else "has no example: script/rule-examples prints them"))

# ---- Samples are clean ----------------------------------------------------------------------------

samples = [f for f in sorted(glob.glob("samples/*/**", recursive=True))
           if re.search(r"\.(gmm|mpd|pfmap|pfobj|map|xmf|txt)$", f) and not re.search("CMakeLists|menu|wawalite", f)]
ran = say("check", "--no-project", "--fail-on", "note", *samples)
if ran.returncode != 0 or len(samples) < 12:
    failures.append(f"samples are not clean:\n{ran.stdout}{ran.stderr}")

print("\n".join(failures))
print(rows, "examples,", len(samples), "samples")
sys.exit(1 if failures or rows < 380 else 0)
PY
