#!/usr/bin/env bash
# Documents say what is true: every path they name exists, the tables of fields and rules are those of
# the sources, every folder has a README, the documents keep to their length.
set -u
cd "$SOURCE" || exit 1
failed=0
fail() { echo "$1"; failed=1; }

# Paths in backquotes: something with a slash, or a file name with a known ending.
for document in ARCHITECTURE.md README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/formats/*.md docs/exports/*.md; do
  [ -e "$document" ] || { fail "$document is missing"; continue; }
  # shellcheck disable=SC2016  # these are the backquotes of Markdown
  while read -r path; do
    [ -e "$path" ] || fail "$document names $path, which does not exist"
  done < <(grep -oE '`[A-Za-z0-9_.][A-Za-z0-9_./-]*`' "$document" | tr -d '`' |
           grep -E '^(src|cli|tests|fuzz|bench|samples|docs|script|cmake|include|\.ci)/' | sort -u)
done

for folder in cli src src/bridges src/core src/exports src/flow src/formats src/host src/hubs src/imports src/render tests fuzz bench samples docs script cmake include; do
  [ -e "$folder/README.md" ] || fail "$folder has no README.md"
  [ ! -e "$folder/README.md" ] || [ "$(wc -l <"$folder/README.md")" -le 20 ] || fail "$folder/README.md is longer than 20 lines"
done
[ "$(wc -l <ARCHITECTURE.md)" -lt 150 ] || fail "ARCHITECTURE.md is too long"

# The table after a comment <!-- fields mpd --> or <!-- facts mpd --> is what the tool prints.
while IFS=: read -r file line kind format; do
  facts=()
  [ "$kind" = fields ] || facts=(--facts)
  want=$("$PORTOLAN" formats --fields "$format" "${facts[@]}") || fail "$file:$line: there is no table of $format"
  got=$(tail -n +$((line + 1)) "$file" | sed -n '/^|/!q;p')
  [ "$want" = "$got" ] || fail "$file:$line: the table is not what 'portolan formats --fields $format' prints"
done < <(grep -HnE '^<!-- (fields|facts) [a-z]+ -->$' docs/formats/*.md | sed -E 's/<!-- (fields|facts) ([a-z]+) -->/\1:\2/')

# The table after a comment <!-- rules mpd --> likewise; every format has one, and so have shared rules.
for whose in $("$PORTOLAN" formats --rules all | sed -n 's/^## //p'); do
  line=$(grep -n "^<!-- rules $whose -->\$" docs/rules.md | cut -d: -f1)
  [ -n "$line" ] || { fail "docs/rules.md has no table of rules of $whose"; continue; }
  want=$("$PORTOLAN" formats --rules "$whose")
  got=$(tail -n +$((line + 1)) docs/rules.md | sed -n '/^|/!q;p')
  [ "$want" = "$got" ] || fail "docs/rules.md:$line: the table is not what 'portolan formats --rules $whose' prints"
done

mapfile -t formats < <("$PORTOLAN" formats --json | grep '"kind": "format"' | tr ',' '\n' | sed -n 's/.*"name": "\([a-z0-9]*\)".*/\1/p')
[ ${#formats[@]} -ge 6 ] || fail "only ${#formats[@]} formats are listed by the tool"
for format in "${formats[@]}"; do
  for kind in fields facts; do
    grep -q "^<!-- $kind $format -->\$" "docs/formats/$format.md" || fail "docs/formats/$format.md has no table of $kind"
  done
done
exit $failed
