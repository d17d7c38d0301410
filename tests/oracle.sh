#!/usr/bin/env bash
# Every real file against an independent decoder: same facts, same derived tables.
# tests/oracle/compare_FORMAT.py gets the folders of the decoders, of the format's real files and of
# the test programs (FORMAT_tables, which prints what only the library knows), and the tool.
set -u
shared=$SOURCE/../shared
[ -d "$shared/oracle" ] || { echo "no oracle beside the repository"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$shared/corpus}
[ -d "$corpus" ] || { echo "no corpus of real files"; exit 77; }
failed=0 count=0
for script in "$SOURCE"/tests/oracle/compare_*.py; do
  format=$(basename "${script#*compare_}" .py)
  python3 "$script" "$shared/oracle" "$corpus/$format" "$BINARY/tests" "$PORTOLAN" || failed=1
  count=$((count + 1))
done
# There is no independent decoder of these: Tiled itself reads and writes its maps in tests/tiled.sh, lists of Egoboo and scenes of Permafrost are tables of values.
for folder in "$SOURCE"/tests/golden/*/; do
  case $(basename "$folder") in passage | spawn | pfscene | tmx | project) continue ;; esac
  [ -e "$SOURCE/tests/oracle/compare_$(basename "$folder").py" ] || { echo "nothing compares $(basename "$folder")"; failed=1; }
done
echo "$count formats"
exit $failed
