#!/usr/bin/env bash
# Documents say what is true: every path they name and every link leads somewhere, the tables of fields, rules
# and ways are those of the tool, every folder has a README, the documents keep to their length.
set -u
cd "$SOURCE" || exit 1
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; failed=1; }

# What belongs to the repository; without one, all that is there but for builds.
git ls-files >"$scratch/files" 2>/dev/null || find . -path './build*' -prune -o -type f -print | sed 's|^\./||' >"$scratch/files"
[ -s "$scratch/files" ] || fail "there are no files"

# Paths in backquotes that begin with a folder of ours; a star stands for some of them.
for document in ARCHITECTURE.md README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/formats/*.md docs/exports/*.md \
                $(grep '/README\.md$' "$scratch/files" | grep -v '^docs/'); do
  [ -e "$document" ] || { fail "$document is missing"; continue; }
  # shellcheck disable=SC2016  # these are the backquotes of Markdown
  while read -r path; do
    compgen -G "$path" >/dev/null || fail "$document names $path, which does not exist"
  done < <(grep -oE '`[A-Za-z0-9_.][A-Za-z0-9_./*-]*`' "$document" | tr -d '`' |
           grep -E '^(src|cli|tests|fuzz|bench|samples|docs|script|cmake|include|blender|\.ci)/' | sort -u)
  while read -r link; do
    [ -e "$(dirname "$document")/$link" ] || fail "$document links to $link, which does not exist"
  done < <(grep -oE '\]\([^)#:]+[)#]' "$document" | sed 's/^](//; s/[)#]$//' | sort -u)
done

# SECURITY.md names tests that exist.
# shellcheck disable=SC2016  # these are the backquotes of Markdown
while read -r name; do
  grep -qsF "TEST($name)" tests/test_*.c || fail "SECURITY.md names the test $name, which does not exist"
done < <(grep '^| \*\*' SECURITY.md | grep -oE '`[a-z]+(_[a-z]+)+`' | tr -d '`' | sort -u)
[ "$(grep -c "^| \*\*" SECURITY.md)" -ge 12 ] || fail "SECURITY.md has fewer promises than it had"

# Every folder with sources has a README: what lives here, what it may include, how to add one. Headers are installed
# with their folder, so theirs stands above it.
while read -r folder; do
  [ "$folder" != include/portolan ] || folder=include
  [ -e "$folder/README.md" ] || { fail "$folder has no README.md"; continue; }
  [ "$(wc -l <"$folder/README.md")" -le 20 ] || fail "$folder/README.md is longer than 20 lines"
  [ "$(head -n 1 "$folder/README.md")" = "# $folder" ] || fail "$folder/README.md does not begin with its name"
done < <({ grep -E '\.(c|h|sh|py|mjs|cmake)$' "$scratch/files" | xargs -n 1 dirname; printf '%s\n' docs script src; } | sort -u)
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

# The table after a comment <!-- limits --> has all of them.
line=$(grep -n '^<!-- limits -->$' docs/cli.md | cut -d: -f1)
[ "$("$PORTOLAN" help --limits)" = "$(tail -n +$((${line:-0} + 1)) docs/cli.md | sed -n '/^|/!q;p')" ] ||
  fail "docs/cli.md has other limits than 'portolan help --limits' prints"

# The block after a comment <!-- routes --> is the first part of what `portolan formats` prints: the ways, and the letters.
"$PORTOLAN" formats | awk -v RS= 'NR <= 2 { if (NR > 1) print ""; print }' >"$scratch/ways"
awk '/^<!-- routes -->$/ { ahead = 1; next } /^```/ { if (inside) exit; inside = ahead; next } inside' docs/routes.md >"$scratch/shown"
diff -u --label docs/routes.md --label 'portolan formats' "$scratch/shown" "$scratch/ways" || fail "docs/routes.md shows other ways"

# README.md has a row for each format, with its extensions, what it becomes (as the row of the ways to png says) and
# whether it is repaired, and names the extensions of all exports and of our own imports.
while IFS=$'\t' read -r kind name extensions fix; do
  if [ "$kind" != format ]; then
    for extension in $extensions; do
      grep -qF "\`.$extension\`" README.md || fail "README.md does not name .$extension, which $name writes or reads"
    done
    continue
  fi
  becomes=$(awk -v name="$name" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "png") png = i } $1 == name { print $png }' "$scratch/ways" |
            sed 's/t/tiles, /; s/p/plan, /; s/s$/scene/')
  grep -qF "| ${extensions// /, } | $becomes | $fix |" <(grep -F "| [$name](docs/formats/$name.md) |" README.md) ||
    fail "README.md has no row of $name that ends in: | ${extensions// /, } | $becomes | $fix |"
done < <("$PORTOLAN" formats --json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    if row["name"] != "assimp":
        print(row["kind"], row["name"], row["extensions"], "yes" if row.get("fix") else "no", sep="\t")')

# docs/api.md lists the options of the build, all of them, with their defaults.
# shellcheck disable=SC2016  # these are the dollars of CMake and the backquotes of Markdown
sed -nE 's/^option\((PTL_[A-Z_]+) ".*" (.*)\)$/| `\1` | \2 |/p' CMakeLists.txt cli/CMakeLists.txt |
  sed 's/\${PROJECT_IS_TOP_LEVEL}/ON by itself, OFF inside of another project/' | sort >"$scratch/options"
# shellcheck disable=SC2016
sed -nE 's/^(\| `PTL_[A-Z_]+` \|).*(\| [^|]* \|)$/\1\2/p' docs/api.md | sed 's/||/|/' | sort >"$scratch/listed"
[ -s "$scratch/options" ] || fail "CMakeLists.txt and cli/CMakeLists.txt have no options"
diff -u --label options --label docs/api.md "$scratch/options" "$scratch/listed" || fail "docs/api.md lists other options of the build"

# docs/README.md lists every document.
for document in docs/*.md docs/*/*.md; do
  [ "$document" = docs/README.md ] || grep -qF "(${document#docs/})" docs/README.md || fail "docs/README.md does not list $document"
done

# What documents for programmers call is in a public header.
while read -r name; do
  grep -qw "$name" include/portolan/*.h || fail "documents name $name, which no header has"
done < <(grep -hoE '\bptl_[a-z0-9_]*[a-z0-9]\b' README.md docs/*.md docs/*/*.md | sort -u)

mapfile -t formats < <("$PORTOLAN" formats --json | grep '"kind": "format"' | tr ',' '\n' | sed -n 's/.*"name": "\([a-z0-9]*\)".*/\1/p')
[ ${#formats[@]} -ge 6 ] || fail "only ${#formats[@]} formats are listed by the tool"
for format in "${formats[@]}"; do
  for kind in fields facts; do
    grep -q "^<!-- $kind $format -->\$" "docs/formats/$format.md" || fail "docs/formats/$format.md has no table of $kind"
  done
done
exit $failed
