#!/usr/bin/env bash
# The extension for Tiled: it opens the three formats that are one file, and saves them, by running the tool. Skipped without Tiled.
set -u
command -v tiled >/dev/null || { echo "skipped: no tiled"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that maps of Tiled need"; exit 77; }
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME=$scratch/config XDG_RUNTIME_DIR=$scratch/run PORTOLAN
mkdir -m 700 "$scratch/config" "$scratch/run"
mkdir -p "$scratch/config/tiled/extensions/portolan"
cp "$SOURCE/tiled/portolan.js" "$scratch/config/tiled/extensions/portolan/"
fail() { echo "$1"; failed=1; }
by_tiled() { timeout 60 tiled "$@" >/dev/null 2>&1; }

while read -r format ext sample; do
  file=$scratch/$format/level.$ext
  mkdir "$scratch/$format"
  cp "$SOURCE/samples/$sample" "$file"
  by_tiled --export-map tmx "$file" "$scratch/$format/seen.tmx" || fail "not opened: $sample"
  by_tiled --export-map "portolan-$format" "$file" "$scratch/$format/other.$ext" || fail "not saved: $sample"
  cmp "$SOURCE/samples/$sample" "$scratch/$format/other.$ext" || fail "saved as other bytes: $sample"
  by_tiled --export-map "portolan-$format" "$file" "$file" || fail "not saved in place: $sample"
  cmp "$SOURCE/samples/$sample" "$file" || fail "saved in place as other bytes: $sample"
  # Saved a second time: that is compared with the file as it was opened.
  by_tiled --export-map "portolan-$format" "$scratch/$format/level.tiled/level.tmx" "$file" || fail "not saved again: $sample"
  # A map that cannot come home is not saved, and what was there stays.
  sed -i 's/orientation="orthogonal"/orientation="isometric"/' "$scratch/$format/level.tiled/level.tmx"
  by_tiled --export-map "portolan-$format" "$scratch/$format/level.tiled/level.tmx" "$file" && fail "saved, and was to be refused: $sample"
  cmp "$SOURCE/samples/$sample" "$file" || fail "refused, and written all the same: $sample"
done <<'ROWS'
pfmap pfmap permafrost/island.pfmap
mpd mpd egoboo/gamedat/level.mpd
ppe map ppe/ground.map
ROWS
exit $failed
