#!/usr/bin/env bash
# What check prints as SARIF satisfies the schema of SARIF 2.1.0, for every golden file of every format, in every profile.
set -euo pipefail
python=$(command -v /usr/bin/python3 || true)
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
"$python" -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
modules=$BINARY/npm-sarif schema=$BINARY/npm-sarif/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
mkdir -p "$modules"
cp "$SOURCE"/tests/sarif/package.json "$SOURCE"/tests/sarif/package-lock.json "$SOURCE"/tests/sarif/.npmrc "$modules"
if [ ! -e "$schema" ]; then
  (cd "$modules" && npm ci --ignore-scripts --no-audit --no-fund) >"$scratch/npm.log" 2>&1 || { cat "$scratch/npm.log"; exit 1; }
fi
cd "$SOURCE"
find tests/golden -type f ! -path '*/files/*' ! -name '*.check' ! -name '*.info' ! -name '*.engine' ! -name '*.error' ! -name '*.json' -print0 | sort -z >"$scratch/files"
for profile in "" engine document; do
  xargs -0 "$PORTOLAN" check --no-project --format sarif ${profile:+--profile "$profile"} <"$scratch/files" >"$scratch/log-$profile.sarif" 2>/dev/null || true
done
"$python" - "$schema" "$scratch" <<'PY'
import glob, json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
check, failures, results, fixes = jsonschema.validators.validator_for(schema)(schema), [], 0, 0
for path in sorted(glob.glob(f"{sys.argv[2]}/*.sarif")):
    log = json.load(open(path, encoding="utf-8"))
    results += sum(len(run["results"]) for run in log["runs"])
    fixes += sum("fixes" in result for run in log["runs"] for result in run["results"])
    failures += [f"{path}: {list(e.absolute_path)}: {e.message[:200]}" for e in check.iter_errors(log)]
print("\n".join(failures[:20]))
print(results, "results,", fixes, "with fixes")
sys.exit(1 if failures or results < 1000 or fixes == 0 else 0)
PY
