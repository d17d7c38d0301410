#!/usr/bin/env bash
# Every rule that the sources name has a row in a table, at least as severe as its uses, and every row
# is used. A rule that cannot be followed from where it is spelled to where it is reported fails, too.
set -eu
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
cd "$SOURCE"
"$python" - <<'PY'
import collections, glob, os, re, subprocess, sys

tool = os.environ["PORTOLAN"]
severities = ["note", "loss", "warning", "error"]
failures = []

# ---- The tables, as the tool prints them: {format or "shared": {rule: severity}} -----------------

tables = collections.defaultdict(dict)
for line in subprocess.run([tool, "formats", "--rules", "all"], capture_output=True, text=True, check=True).stdout.splitlines():
    if line.startswith("## "):
        whose = line[3:]
    row = re.fullmatch(r"\| `(.*)` \| (\w+) \| (|-?engine|document) \| (|loads|wrong|refuses|breaks) \| (|yes) \| (.*[^.|]) \|", line)
    if row:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row[1]) or row[1] in tables[whose]:
            failures.append(f"{whose}: {row[1]} is no slug, or there twice")
        if row[3] != "-engine" and (bool(row[3]) != bool(re.match("engine-|document-", row[1])) or row[3] not in row[1]):
            failures.append(f"{whose}: {row[1]} and its profile do not go together")
        tables[whose][row[1]] = severities.index(row[2])
    elif line.startswith("|") and not re.match(r"\| (rule|---) ", line):
        failures.append(f"not a row: {line}")

# ---- The sources ---------------------------------------------------------------------------------

def without_comments(text):
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//[^\n]*',
                  lambda m: m[0] if m[0][0] in "\"'" else re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)

def arguments(text, at):
    """Those of the call whose parenthesis is at `at`."""
    depth, out = 0, [""]
    token = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|.', re.S)
    for m in token.finditer(text, at):
        c = m[0]
        depth += (c in "([{") - (c in ")]}") if len(c) == 1 else 0
        if depth == 0:
            return [re.sub(r"\s+", " ", a).strip() for a in out]
        if c == "," and depth == 1:
            out.append("")
        elif not (c == "(" and depth == 1 and out == [""]):
            out[-1] += c
    return []

texts = {f: without_comments(open(f, encoding="utf-8").read())
         for f in sorted(glob.glob("src/**/*.[ch]", recursive=True) + glob.glob("cli/*.[ch]"))
         if not f.endswith("rules.c")}
calls = {f: [(m.start(), m[1], arguments(t, m.end() - 1)) for m in re.finditer(r"\b(\w+)\(", t)] for f, t in texts.items()}

# Functions and macros that take a rule: {name: which argument}, of every file and of all.
everywhere, local = {}, collections.defaultdict(dict)
for f, found in calls.items():
    for at, name, args in found:
        line = texts[f][texts[f].rfind("\n", 0, at) + 1:at]
        if "const char *rule" in args:
            (local[f] if "static" in line else everywhere)[name] = (args.index("const char *rule"), at, args)
        elif line.strip() == "#define" and "rule" in args:
            (everywhere if f.endswith(".h") else local[f])[name] = (args.index("rule"), at, args)

def values(f, text, line):
    """What an expression can be: literals, and None for a rule that was passed on."""
    out = []
    for piece in re.split(r"(?<!:):(?!:)", text):
        piece = piece.split("?")[-1].strip()
        define = re.search(rf'^#define {re.escape(piece)} "([^"]*)"', texts[f], re.M) if re.fullmatch(r"\w+", piece) else None
        if re.fullmatch(r'"[^"]*"', piece):
            out.append(piece[1:-1])
        elif define:
            out.append(define[1])
        elif piece == "rule" or re.search(r"(\.|->)rule$", piece):
            out.append(None)
        else:
            failures.append(f"{f}:{line}: the rule {text} cannot be followed")
    return out

FINDERS = ("ptl_find", "ptl_find_count", "PTL_FIND") # which are told how bad it is
CORE = FINDERS + ("ptl_warn", "ptl_fail")

def severity_of(name, args):
    """The worst that a call of the core reports at; None where it is not spelled."""
    if name not in FINDERS:
        return {"ptl_fail": 3, "ptl_warn": 2}[name]
    return max((severities.index(s.lower()) for s in re.findall(r"PTL_(NOTE|LOSS|WARNING|ERROR)", args[1])), default=None)

def wrapper_severity(f, name, args):
    """That of the calls inside of a function that passes its rule on."""
    home = f if name in local[f] else next(g for g in calls if g.endswith(".c") and any(n == name and "const char *rule" in a for _, n, a in calls[g]))
    starts = sorted(at for _, at, _ in local[home].values()) + sorted(at for at, n, a in calls[home] if "const char *rule" in a)
    start = max(at for at, n, a in calls[home] if n == name and ("const char *rule" in a or "rule" in a))
    worst = None
    for at, inner, inner_args in calls[home]:
        if inner in CORE and at > start and "rule" in inner_args and max(s for s in starts if s < at) == start:
            own = severity_of(inner, inner_args)
            params = next(a for s, n, a in calls[home] if s == start)
            param = next((i for i, p in enumerate(params) if inner in FINDERS and p.split(" ")[-1] == inner_args[1]), None)
            if own is None and param is not None:
                own = severity_of("ptl_find", [None, args[param]])
            worst = own if worst is None or (own is not None and own > worst) else worst
    return worst

uses = collections.defaultdict(list) # (file, rule): severities
for f, found in calls.items():
    takers = {**everywhere, **local[f]}
    for at, name, args in found:
        line = texts[f].count("\n", 0, at) + 1
        if name not in takers or "const char *rule" in args or (takers[name][1] == at and name in local[f]):
            continue
        for rule in values(f, args[takers[name][0]], line):
            if rule is not None:
                uses[f, rule].append(severity_of(name, args) if name in CORE else wrapper_severity(f, name, args))
    for m in re.finditer(r"(?:\.|->)rule\s*=(?!=)\s*([^,;}]*)", texts[f]):
        for rule in values(f, m[1].strip(), texts[f].count("\n", 0, m.start()) + 1):
            if rule is not None:
                uses[f, rule].append(None)

# ---- One against the other -----------------------------------------------------------------------

used = collections.defaultdict(list)
for (f, rule), found in uses.items():
    folder = re.match(r"src/formats/(\w+)/", f)
    homes = [folder[1], "shared"] if folder else list(tables) if f.startswith("src/formats/") else ["shared"]
    home = next((h for h in homes if rule in tables[h]), None)
    if home is None:
        failures.append(f"{f}: {rule} is in no table")
    else:
        used[home, rule] += found
for whose, rows in tables.items():
    for rule, severity in rows.items():
        found = used[whose, rule] + (used["shared", rule] if whose != "shared" else []) # a format may say what its engine does
        known = [s for s in found if s is not None]
        if not found:
            failures.append(f"{whose}: nothing reports {rule}")
        elif known and (max(known) > severity or (max(known) < severity and None not in found)):
            failures.append(f"{whose}: {rule} is reported as {severities[max(known)]} and listed as {severities[severity]}")

print("\n".join(failures))
print(sum(map(len, tables.values())), "rows,", len({r for _, r in uses}), "names")
sys.exit(1 if failures or len(uses) < 300 else 0)
PY
