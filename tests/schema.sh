#!/usr/bin/env bash
# The JSON of every sample and golden file satisfies the JSON Schema the tool prints.
set -euo pipefail
python=$(command -v /usr/bin/python3 || true)
"$python" -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
schema() { # format, --facts or nothing: a file with its schema, printed once
  local file="$scratch/$1$2.schema"
  # shellcheck disable=SC2086  # no word at all when it is empty
  [ -e "$file" ] || "$PORTOLAN" formats --schema "$1" $2 >"$file"
  echo "$file"
}
count=0
for file in "$SOURCE"/tests/golden/*/roundtrip/*.json "$SOURCE"/samples/*/gamedat/*.mpd "$SOURCE"/samples/*/*.gmm; do
  "$PORTOLAN" convert "$file" --to json "$scratch/$count.json" 2>/dev/null
  format=$(sed -n '2s/.*"portolan": "\([a-z]*\)".*/\1/p' "$scratch/$count.json")
  "$PORTOLAN" info --json "$file" >"$scratch/$count.facts" 2>/dev/null
  printf '%s\t%s\t\n' "$(schema "$format" "")" "$scratch/$count.json"
  printf '%s\t%s\tfacts\n' "$(schema "$format" --facts)" "$scratch/$count.facts"
  count=$((count + 1))
done >"$scratch/list"
echo '{ "ignore": ["file-missing"] }' >"$scratch/untagged.json" # as people write it
printf '%s\t%s\t\n' "$(schema project "")" "$scratch/untagged.json" >>"$scratch/list"
"$python" - "$scratch/list" <<'PY'
import json, sys
import jsonschema
validators = {}
for line in open(sys.argv[1]):
    schema, document, member = line.rstrip("\n").split("\t")
    if schema not in validators:
        validators[schema] = jsonschema.Draft202012Validator(json.load(open(schema)))
        validators[schema].check_schema(validators[schema].schema)
    value = json.load(open(document))
    validators[schema].validate(value[member] if member else value)
PY
echo "$count files"
[ "$count" -gt 0 ]
for folder in "$SOURCE"/tests/golden/*/; do
  [ -e "$scratch/$(basename "$folder").schema" ] || { echo "no document of $(basename "$folder") was looked at"; exit 1; }
done
