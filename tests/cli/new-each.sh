# Every format that can be made anew: the file has no faults, is what it should be, and can be drawn.
made() { # format, file, settings
  local format=$1 file=$2
  shift 2
  portolan new "$format" "$file" "$@" || echo "$format is not made: $?"
  portolan check "$file" || echo "$file has faults"
  portolan info "$file" | grep -E '^(format|size|rows|columns|vertices|title|created|chunks|cells|layers|levels|   ) '
  portolan render -q "$file" "$format.png" --overwrite || echo "$format is not drawn"
}
made pfmap a.pfmap --size 3x2
made pfobj a.pfobj --size 1x3
made grmm a.gmm --size 5x4 --title Crypt --created '2026-01-02 03:04:05'
made ppe a.map --size 8x4
made xmf a.xmf --size 8x4 --tile 8 --title Garden
made mpd a.mpd --size 8x4
made tmx a.tmx --size 8x4 --tile 8
portolan formats --json | grep -o '"name": "[a-z]*".*"new"' | grep -o '^"name": "[a-z]*"'
