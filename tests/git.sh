#!/usr/bin/env bash
# Repositories made by git itself: diffs, logs, merges with and without conflicts, rebases, stashes and work trees of files of
# every format, in names with blanks; and what install sets, uninstall takes out again.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
command -v git >/dev/null || { echo "git is not installed"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that some formats need"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch/home GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b NO_COLOR=1
unset XDG_CONFIG_HOME GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
mkdir "$HOME"
"$python" - "$PORTOLAN" "$SOURCE" "$scratch" <<'PY'
import json, os, shutil, subprocess, sys

tool, source, scratch = sys.argv[1:]
failures = []

def run(*words, code=0, cwd=None):
    ran = subprocess.run(words, cwd=cwd or repository, capture_output=True, text=True)
    if code is not None and ran.returncode != code:
        failures.append(f"{name}: {' '.join(words)} ended with {ran.returncode}, not {code}: {ran.stdout[-300:]}{ran.stderr[-300:]}")
    return ran.stdout + ran.stderr

def git(*words, code=0, cwd=None):
    return run("git", *words, code=code, cwd=cwd)

def expect(what, part, text):
    if part not in text:
        failures.append(f"{name}: {what} has no {part!r}: {text[:400]}")

def document(path):
    return json.loads(subprocess.run([tool, "convert", path, "-", "--to", "json"], capture_output=True, text=True, check=True).stdout)

def place(tree, path):
    for step in path[:-1]:
        tree = tree[step]
    return tree, path[-1]

# Writes the map anew with some values changed.
def edit(path, changes):
    tree = document(path)
    for where, value in changes:
        inner, last = place(tree, where)
        inner[last] = value
    with open(f"{scratch}/edit.json", "w") as out:
        json.dump(tree, out)
    run(tool, "convert", "-q", "--overwrite", f"{scratch}/edit.json", path)

def value(path, where):
    inner, last = place(document(path), where)
    return inner[last]

# format, file, two places that are not the same, and two values for each
cases = [
    ("grmm", "samples/gridmonger/lighthouse.gmm", ["title"], ("A", "B"), ["levels", 0, "floor", 0, 0], (20, 21)),
    ("mpd", "samples/egoboo/gamedat/level.mpd", ["fx", 0, 0], (1, 2), ["fx", 3, 3], (4, 5)),
    ("pfmap", "samples/permafrost/island.pfmap", ["base", 0, 0], (3, 4), ["materials", 0, "name"], ("Loam", "Mud")),
    ("pfobj", "samples/permafrost/models/chest.pfobj", ["materials", 0, "ambient"], (0.25, 0.75), ["materials", 1, "ambient"], (0.5, 0.125)),
    ("ppe", "samples/ppe/ground.map", ["tile", 0, 0], (1, 2), ["tile", 2, 2], (3, 4)),
    ("xmf", "samples/ppe/garden.xmf", None, None, None, None),
    ("pfscene", "samples/permafrost/island.pfscene", None, None, None, None),
    ("passage", "tests/golden/passage/roundtrip/crlf.txt", ["list", 0, "x0"], (7, 8), ["list", 1, "x1"], (5, 6)),
    ("spawn", "tests/golden/spawn/roundtrip/cat.txt", ["list", 0, "money"], (7, 8), ["list", 0, "level"], (3, 4)),
    ("tmx", "tests/golden/tmx/roundtrip/harbor.tmx", None, None, None, None),
]

# format, and two places: what is there, what it becomes, and what it becomes elsewhere
words = {
    "xmf": [(b'"ground" 0', b'"soil" 0', b'"mud" 0'), (b'Resolution 448', b'Resolution 512', b'')],
    "tmx": [(b'name="ground"', b'name="soil"', b'name="mud"'), (b'1,2,3,', b'1,1,3,', b'')],
    "pfscene": [(b'chest', b'trunk', b'coffer'), (b'195.000000', b'190.000000', b'')],
}

def respell(path, old, new):
    text = open(path, "rb").read()
    open(path, "wb").write(text.replace(old, new, 1))
    if open(path, "rb").read() == text:
        failures.append(f"{name}: {old} is not there")

def begin(folder):
    global repository
    repository = folder
    os.makedirs(folder)
    git("init", "-q", "-b", "main")
    with open(f"{folder}/.gitattributes", "w") as out:
        out.write("*.txt text\n")
    run(tool, "git", "install")
    git("add", ".gitattributes")
    git("commit", "-qm", "attributes")

for name, file, one, ones, two, twos in cases:
    begin(f"{scratch}/{name} repository")
    base = os.path.basename(file)
    path = f"{repository}/{name}.txt" if name in ("passage", "spawn") else f"{repository}/my {base}"
    base = os.path.basename(path)
    shutil.copy(f"{source}/{file}", path)
    git("add", base)
    expect("the diff of a new file", "+ ", git("diff", "--cached", "--ext-diff"))
    git("commit", "-qm", "base")
    if name in words:  # their JSON is made of their own words: these are changed
        one, two = words[name]
        respell(path, one[0], one[1])
        expect("git diff", "~ ", git("diff"))
        git("commit", "-qam", "edit")
        expect("git log -p", "@@", git("log", "-p", "-1"))
        git("checkout", "-q", "-b", "theirs", "HEAD~1")
        respell(path, two[0], two[1])
        git("commit", "-qam", "theirs")
        git("merge", "-q", "-m", "merge", "main")
        text = open(path, "rb").read()
        if one[1] not in text or two[1] not in text:
            failures.append(f"{name}: the merge lacks something: {text[:600]}")
        git("checkout", "-q", "-b", "conflict", "main~1")
        respell(path, one[0], one[2])
        git("commit", "-qam", "conflict")
        expect("a merge with a conflict", "CONFLICT", git("merge", "main", code=1))
        if one[2] not in open(path, "rb").read():
            failures.append(f"{name}: ours is not kept in a conflict")
        git("merge", "--abort")
        continue
    edit(path, [(one, ones[0])])
    expect("git diff", "~ ", git("diff"))
    git("commit", "-qam", "ours")
    expect("git log -p", str(one[-1]) if isinstance(one[-1], str) else "@@", git("log", "-p", "-1"))
    expect("git show", "@@", git("show", "HEAD"))
    git("checkout", "-q", "-b", "theirs", "HEAD~1")
    edit(path, [(two, twos[0])])
    git("commit", "-qam", "theirs")
    theirs = open(path, "rb").read()

    git("merge", "-q", "-m", "merge", "main")
    if (value(path, one), value(path, two)) != (ones[0], twos[0]):
        failures.append(f"{name}: the merge has {value(path, one)} and {value(path, two)}")

    git("reset", "-q", "--hard", "HEAD~1")
    git("rebase", "-q", "main")
    if (value(path, one), value(path, two)) != (ones[0], twos[0]):
        failures.append(f"{name}: the rebase has {value(path, one)} and {value(path, two)}")

    git("checkout", "-q", "-b", "conflict", "main")
    edit(path, [(one, ones[1])])
    git("commit", "-qam", "first")
    git("checkout", "-q", "-b", "conflict2", "main")
    edit(path, [(one, "C" if isinstance(ones[1], str) else ones[1] + 1), (two, twos[1])])
    kept = value(path, one)
    git("commit", "-qam", "second")
    expect("a merge with a conflict", "CONFLICT", git("merge", "conflict", code=1))
    if value(path, one) != kept or value(path, two) != twos[1]:
        failures.append(f"{name}: after a conflict there is {value(path, one)}, not {kept}")
    expect("git status", "both modified", git("status"))
    git("merge", "--abort")

    git("checkout", "-q", "main")
    edit(path, [(two, twos[1])])
    git("stash", "-q")
    edit(path, [(one, ones[1])])
    git("commit", "-qam", "more")
    git("stash", "pop")
    if (value(path, one), value(path, two)) != (ones[1], twos[1]):
        failures.append(f"{name}: the stash has {value(path, one)} and {value(path, two)}")
    git("checkout", "-q", base)
    git("rm", "-q", base)
    expect("the diff of a file that is gone", "removed", git("diff", "--cached", "--ext-diff"))

# ---- Files of other programs with the same extensions ---------------------------------------------

def keep(path, content):
    with open(f"{repository}/{path}", "wb") as out:
        out.write(content.encode() if isinstance(content, str) else content)

# What git prints with us is what it prints without us.
def alike(*words):
    ours, plain = git(*words), git(*words, "--no-ext-diff", "--no-textconv")
    if ours != plain or not ours:
        failures.append(f"{name}: {' '.join(words)} prints {ours[:400]!r}, not {plain[:400]!r}")

name = "other programs"
begin(f"{scratch}/others")
lines = [f"const x{i} = {i};\n" for i in range(40)]
source_map = '{"version":3,"sources":["a.ts"],"mappings":"AAAA"}'
for path in ("app.tsx", "my \u00e4pp.tsx", "moved.tsx", "mode.tsx", "gone.world"):
    keep(path, "".join(lines))
keep("a.map", source_map)
keep("empty.map", "")
keep("bytes.map", bytes(range(256)) * 9)
git("add", ".")
git("commit", "-qm", "base")
for path in ("app.tsx", "my \u00e4pp.tsx", "moved.tsx", "mode.tsx"):
    keep(path, "".join(lines[:7] + ["let y;\n"] + lines[7:]))
keep("a.map", source_map.replace("a.ts", "b.ts"))
keep("empty.map", "x\n")
keep("bytes.map", bytes(range(256)) * 8)
keep("new.tsx", "let z;\n")
os.remove(f"{repository}/gone.world")
os.chmod(f"{repository}/mode.tsx", 0o755)
git("mv", "moved.tsx", "went to.tsx")
git("add", "-N", "new.tsx")
alike("diff")
alike("diff", "HEAD")
alike("diff", "-M", "HEAD")
alike("-c", "color.diff=always", "diff", "HEAD")
patch = git("diff", "HEAD", "--", "*.tsx", "a.map")
git("add", "-A")
git("commit", "-qm", "ours")
alike("show", "--", "*.tsx", "a.map", "empty.map")
expect("git show of bytes", "2048 bytes, whose sum is ", git("show"))
git("checkout", "-q", "-b", "theirs", "main~1")
keep("../patch", patch)
git("apply", "--check", "../patch")
keep("app.tsx", "".join(lines[:30] + ["let other;\n"] + lines[30:]))
keep("a.map", source_map.replace("a.ts", "c.ts"))
git("commit", "-qam", "theirs")
expect("a merge with a conflict", "CONFLICT (content): Merge conflict in a.map", git("merge", "main", code=1))
merged = open(f"{repository}/app.tsx").read()
if "let y;" not in merged or "let other;" not in merged or "<<<<" in merged:
    failures.append(f"{name}: the merge is {merged}")
expect("a conflict", "<<<<<<< ours\n", open(f"{repository}/a.map").read())
expect("a conflict", "b.ts", open(f"{repository}/a.map").read())

# ---- Setting it, and taking it out ----------------------------------------------------------------

name = "install"
begin(f"{scratch}/plain")
expect("status", "git merge", run(tool, "git", "status"))
state = json.loads(run(tool, "git", "status", "--json"))
expect("status as JSON", "git merge", state["merge.portolan.driver"])
expect("status as JSON", ".gitattributes", state["attributes"])
git("worktree", "add", "-q", "--detach", "../beside it")
expect("status of another work tree", "git diff", run(tool, "git", "status", cwd=f"{scratch}/beside it"))
before = open(f"{repository}/.gitattributes").read()
run(tool, "git", "install")
if open(f"{repository}/.gitattributes").read() != before:
    failures.append("a second install changes the attributes")
run(tool, "git", "uninstall")
if open(f"{repository}/.gitattributes").read() != "*.txt text\n" or "portolan" in git("config", "--local", "--list"):
    failures.append("uninstall leaves something")
expect("status afterwards", "not set", run(tool, "git", "status", code=1))
expect("JSON afterwards", "[None, None, None, None, None, None]", str(list(json.loads(run(tool, "git", "status", "--json", code=1)).values())))
run(tool, "git", "uninstall")
os.remove(f"{repository}/.gitattributes")
run(tool, "git", "install")
run(tool, "git", "uninstall")
if os.path.exists(f"{repository}/.gitattributes"):
    failures.append("uninstall leaves an empty file")
with open(f"{repository}/.git/config") as config:
    before = config.read() + '[diff "portolan"]\n\tcachetextconv = true\n'
for attributes in ("*.txt text", "*.txt text\n", "# our own\n\n"):
    for path, content in ((".gitattributes", attributes), (".git/config", before)):
        with open(f"{repository}/{path}", "w") as out:
            out.write(content)
    run(tool, "git", "install")
    run(tool, "git", "install")
    run(tool, "git", "uninstall")
    if open(f"{repository}/.gitattributes").read() != attributes or open(f"{repository}/.git/config").read() != before:
        failures.append(f"uninstall does not give back what was there: {attributes!r}")
with open(f"{repository}/.gitattributes", "w") as out:
    out.write("*.txt text")
run(tool, "git", "install")
with open(f"{repository}/.gitattributes", "a") as out:
    out.write("*.png binary\n")
for line in git("check-attr", "merge", "egg/spawn.txt", "cat.spawn.txt", "a.ppe.csv").splitlines():
    expect("what is claimed", "merge: portolan", line)
for line in git("check-attr", "merge", ".portolan.json", "a.json", "portolan.json", "a.txt").splitlines():
    expect("what is not claimed", "merge: unspecified", line)
run(tool, "git", "uninstall")
if open(f"{repository}/.gitattributes").read() != "*.txt text\n*.png binary\n":
    failures.append("uninstall joins lines")
os.remove(f"{repository}/.gitattributes")
run(tool, "git", "install", "--global")
expect("the user's attributes", "*.gmm diff=portolan", open(f"{os.environ['HOME']}/.config/git/attributes").read())
shutil.copy(f"{source}/samples/gridmonger/lighthouse.gmm", f"{repository}/a map.gmm")
git("add", ".")
git("commit", "-qm", "map")
edit(f"{repository}/a map.gmm", [(["title"], "Other")])
expect("git diff", "\n~ title", git("diff"))
expect("git diff for a terminal", "\n\33[33m~ title", git("-c", "color.diff=always", "diff"))
os.environ.pop("NO_COLOR")
os.environ["GIT_PAGER_IN_USE"] = "true"
expect("git diff for a pager", "\n\33[33m~ title", git("diff"))
expect("git diff without colors", "\n~ title", git("-c", "color.ui=never", "diff"))
del os.environ["GIT_PAGER_IN_USE"]
os.environ["NO_COLOR"] = "1"
git("mv", "a map.gmm", "b map.gmm")
os.chmod(f"{repository}/b map.gmm", 0o755)
expect("git diff of a new name", "diff a map.gmm\nrenamed to b map.gmm\nmode 100644 -> 100755\n", git("diff", "-M10", "HEAD"))
git("mv", "b map.gmm", "a map.gmm")
os.chmod(f"{repository}/a map.gmm", 0o644)
os.mkdir(f"{scratch}/bin")
with open(f"{scratch}/bin/xdg-open", "w") as opener:
    opener.write(f"#!/bin/sh\ncp \"$1\" '{scratch}/shown.png'\n")
os.chmod(f"{scratch}/bin/xdg-open", 0o755)
os.environ["PATH"] = f"{scratch}/bin:{os.environ['PATH']}"
os.environ["TMPDIR"] = scratch
expect("git difftool", "portolan-", git("difftool", "-y", "-t", "portolan"))
if open(f"{scratch}/shown.png", "rb").read(8) != b"\x89PNG\r\n\x1a\n":
    failures.append("git difftool shows no picture")
os.rename(f"{repository}/a map.gmm", f"{scratch}/away.gmm")
expect("git difftool of a file that is gone", "portolan diff a map.gmm\nremoved\n", git("difftool", "-y", "-t", "portolan"))
os.rename(f"{scratch}/away.gmm", f"{repository}/a map.gmm")
git("stash", "-q")
expect("git stash show", "~ title", git("stash", "show", "-p", "--ext-diff"))
git("stash", "pop", "-q")
open(f"{repository}/a map.gmm", "w").write("no map")
expect("git diff of what is no map", "cannot be compared: now: ", git("diff"))
expect("git diff by its text", "\n+no map\n", git("diff", "--no-ext-diff"))
run(tool, "git", "uninstall", "--global")
if "portolan" in git("config", "--global", "--list") or os.path.exists(f"{os.environ['HOME']}/.config/git/attributes"):
    failures.append("uninstall --global leaves something")
run(tool, "git", "install", code=3, cwd=scratch)
run(tool, "git", "instal", code=2)
run(tool, "git", "merge", "absent", "absent", "absent", code=3)

print("\n".join(failures))
sys.exit(bool(failures))
PY
