#!/usr/bin/env bash
# Every real level against an independent decoder: same facts, same derived tables.
set -u
shared=$SOURCE/../shared
[ -d "$shared/oracle" ] || { echo "no oracle beside the repository"; exit 77; }
corpus=${PORTOLAN_CORPUS:-$shared/corpus}
[ -d "$corpus/mpd" ] || { echo "no corpus of real files"; exit 77; }
find "$corpus/mpd" -name '*.mpd' -print0 | sort -z |
  xargs -0 python3 "$SOURCE/tests/oracle/compare_mpd.py" "$shared/oracle/egoboo.py" "$PORTOLAN" "$1" \
    "$corpus/mpd/basicdat/fans.txt" "$corpus/mpd/basicdat/fans-older.txt"
