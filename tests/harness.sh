#!/usr/bin/env bash
# How test programs end, with cmocka and without: 0 when a case passed and none failed, 1 when one failed or
# there was none, 77 when every one was skipped, which CTest counts as skipped and not as passed.
set -u
failed=0 count=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; failed=1; }

ends() { # program, wanted exit code, what is said, cases...
  local status=0
  "$1" "${@:4}" >"$scratch/said" 2>&1 || status=$?
  [ "$status" -eq "$2" ] || fail "$(basename "$1") ${*:4}: exit code $status, not $2"
  grep -q "$3" "$scratch/said" || fail "$(basename "$1") ${*:4}: does not say '$3'"
  count=$((count + 1))
}

mapfile -t many < <(yes fails | head -n 77)
for program in "$1" "$2"; do
  ends "$program" 0 passes passes
  ends "$program" 0 'skipped: told to' skips passes
  ends "$program" 1 fails passes fails
  ends "$program" 1 fails skips fails
  ends "$program" 1 'no case to run'
  ends "$program" 77 'skipped: every case' skips
  ends "$program" 77 'skipped: every case' skips skips
  ends "$program" 1 fails "${many[@]}" # as many as the code of a skip
done

# Every test program of this build is one CTest takes the code from.
"$3" --test-dir "$BINARY" --show-only=json-v1 >"$scratch/tests.json" || fail "ctest lists no tests"
python3 - "$scratch/tests.json" <<'PY' || fail "tests that are never counted as skipped"
import json, sys
tests = json.load(open(sys.argv[1]))["tests"]
wrong = [t["name"] for t in tests
         if {p["name"]: p["value"] for p in t["properties"]}.get("SKIP_RETURN_CODE") != 77
         or any(p["name"].endswith("REGULAR_EXPRESSION") for p in t["properties"])]
print(len(tests), "tests known to CTest", *wrong)
sys.exit(not tests or bool(wrong))
PY
echo "$count ways to end"
exit $failed
