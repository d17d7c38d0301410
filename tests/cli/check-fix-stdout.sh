# The repaired file goes to standard output, and what is said about it does not.
for file in "$GOLDEN"/pfmap/accept/*.pfmap "$GOLDEN"/pfobj/accept/*.pfobj; do
  cp "$file" fixed # which stays where there is nothing to repair
  portolan check --fix --overwrite -o fixed "$file" 2>/dev/null | sed 's/^fixed:/-:/' >said
  portolan check --fix -o - "$file" >printed 2>heard
  cmp fixed printed && cmp said heard && echo same
  rm fixed
done >all
grep -v same all; sort -u all
rm all said heard printed
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.mpd
portolan check --fix -o - a.mpd | cmp - a.mpd && echo "the same bytes"
portolan check --fix -o - --format json a.mpd 2>&1 >/dev/null | head -n 3
portolan check --fix -o - "$GOLDEN/mpd/reject/type-64.mpd" | wc -c
ls
