#!/usr/bin/env bash
# The JSON of every sample and golden file satisfies the JSON Schema the tool prints.
set -eu
python=$(command -v /usr/bin/python3 || true)
"$python" -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
check() { # schema, document, member to look at
  "$python" - "$@" <<'PY'
import json, sys
import jsonschema
schema, document = (json.load(open(path)) for path in sys.argv[1:3])
validator = getattr(jsonschema, "Draft202012Validator")
validator.check_schema(schema)
validator(schema).validate(document[sys.argv[3]] if len(sys.argv) > 3 else document)
PY
}
count=0
for file in "$SOURCE"/tests/golden/*/roundtrip/*.json "$SOURCE"/samples/*/gamedat/*.mpd; do
  format=$(sed -n '2s/.*"portolan": "\([a-z]*\)".*/\1/p' "$file" 2>/dev/null | head -n1 || true)
  "$PORTOLAN" convert "$file" --to json "$scratch/$count.json" 2>/dev/null
  [ -n "$format" ] || format=$(sed -n '2s/.*"portolan": "\([a-z]*\)".*/\1/p' "$scratch/$count.json")
  "$PORTOLAN" formats --schema "$format" >"$scratch/schema"
  check "$scratch/schema" "$scratch/$count.json"
  "$PORTOLAN" formats --schema "$format" --facts >"$scratch/schema"
  "$PORTOLAN" info --json "$file" >"$scratch/facts" 2>/dev/null
  check "$scratch/schema" "$scratch/facts" facts
  count=$((count + 1))
done
echo "$count files"
[ "$count" -gt 0 ]
