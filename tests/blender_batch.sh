#!/usr/bin/env bash
# A .blend goes through Blender, which is not believed: programs of that name that say nonsense do no harm.
# What a real one makes is looked at by tests/blender_addon.sh.
# shellcheck disable=SC2016  # what the programs do is theirs to expand
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 count=0
mkdir "$scratch/bin" "$scratch/out"
printf 'BLENDER-v304' >"$scratch/a.blend"
sed 's/flag_cloth.bmp/cloth.bmp/' "$SOURCE/samples/permafrost/models/flag.pfobj" >"$scratch/model.pfobj"

# Shell that answers: numbers are little-endian, of 4 and of 8 bytes.
cat >"$scratch/answers" <<'SH'
small() { printf '%b' "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255)))"; }
head_of() { small "$1"; small "$2"; small "${3:-0}"; } # kind, size, its upper half
text() { head_of "$1" "${#2}"; printf '%s' "$2"; }
file() { text 2 "$1"; head_of 3 "$(wc -c <"$2")"; cat "$2"; } # name, bytes from
SH

try() { # name, what the program does, exit code, words that are printed
  rm -rf "$scratch/out"
  mkdir "$scratch/out"
  printf '#!/usr/bin/env bash\n. %q\nmodel=%q picture=%q\n%s\n' "$scratch/answers" "$scratch/model.pfobj" \
    "$SOURCE/samples/permafrost/models/flag_cloth.bmp" "$2" >"$scratch/bin/blender"
  chmod +x "$scratch/bin/blender"
  PATH=$scratch/bin:$PATH "$PORTOLAN" convert --time-limit 5 "$scratch/a.blend" "$scratch/out/a.pfobj" >"$scratch/said" 2>&1
  code=$?
  count=$((count + 1))
  if [ "$code" -ne "$3" ] || ! grep -qF -- "$4" "$scratch/said"; then
    echo "$1: code $code, and it says:"
    cat "$scratch/said"
    failed=1
  fi
  [ "$3" -eq 0 ] || [ -z "$(find "$scratch/out" -type f)" ] || { echo "$1: leaves files behind"; failed=1; }
}

try "a model" 'echo Blender 9; printf PTLB; text 1 "a loss"; file cloth.bmp "$picture"; file a.pfobj "$model"; head_of 4 0' 0 '[blender-loss]'
cmp -s "$scratch/model.pfobj" "$scratch/out/a.pfobj" || { echo "a model: is not what Blender gave"; failed=1; }
cmp -s "$SOURCE/samples/permafrost/models/flag_cloth.bmp" "$scratch/out/cloth.bmp" || { echo "a model: without its image"; failed=1; }
try "a refusal" 'printf PTLB; text 5 "it is $(printf "\033[31m")bad"' 3 '[blender]'
grep -q "$(printf '\033')\[31m" "$scratch/said" && { echo "a refusal: is shown unquoted"; failed=1; }
try "nothing" 'exit 0' 3 '[import-crash]'
try "no mark" 'echo hello; sleep 0.1' 3 '[import-crash]'
try "too much noise" 'head -c 3000000 /dev/zero; printf PTLB; text 5 late' 3 '[import-crash]'
try "a crash" 'printf PTLB; kill -SEGV $$' 3 '[import-crash]'
try "half of a model" 'printf PTLB; text 2 a.pfobj; head_of 3 100000; head -c 5000 "$model"' 3 '[import-crash]'
try "no model" 'printf PTLB; file cloth.bmp "$picture"; head_of 4 0' 3 'error'
try "a path" 'printf PTLB; file ../evil.bmp "$picture"; file a.pfobj "$model"; head_of 4 0' 3 '[import-crash]'
[ ! -e "$scratch/evil.bmp" ] || { echo "a path: leaves the folder"; failed=1; }
try "bytes without a name" 'printf PTLB; head_of 3 4; printf abcd; head_of 4 0' 3 '[import-crash]'
try "an unknown kind" 'printf PTLB; text 9 what; head_of 4 0' 3 '[import-crash]'
try "a size beyond memory" 'printf PTLB; text 2 a.pfobj; head_of 3 4294967295 4294967295' 3 'error'
try "a large size" 'printf PTLB; text 2 a.pfobj; head_of 3 0 4096' 3 '[limit-memory]'
try "a name that is long" 'printf PTLB; head_of 2 100000; head -c 100000 /dev/zero; head_of 4 0' 3 'error'
try "a model that is none" 'printf PTLB; file a.pfobj "$picture"; head_of 4 0' 3 'error'
try "no end" 'while :; do :; done' 3 '[import-endless]'

# An input of a stranger starts nothing, and another reader may be asked for by name.
printf '#!/bin/sh\n: >%q\n' "$scratch/started" >"$scratch/bin/blender"
PATH=$scratch/bin:$PATH "$PORTOLAN" convert --untrusted "$scratch/a.blend" "$scratch/b.pfobj" >"$scratch/said" 2>&1
grep -qF '[untrusted]' "$scratch/said" || { echo "untrusted: $(cat "$scratch/said")"; failed=1; }
PATH=$scratch/bin:$PATH "$PORTOLAN" convert --from assimp "$scratch/a.blend" "$scratch/b.pfobj" >"$scratch/said" 2>&1
grep -qE '\[(assimp|feature-absent)\]' "$scratch/said" || { echo "by name: $(cat "$scratch/said")"; failed=1; }
[ ! -e "$scratch/started" ] || { echo "a program was started"; failed=1; }
echo "$count answers"
exit $failed
