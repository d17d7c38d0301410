# Every number that has a name may be spelled with it in JSON of every format; effects, which are bits, with several.
tried() { # format, file, sed script that puts names, pattern of what they become
  portolan new "$1" "$2" --size "$5"
  portolan convert "$2" "$1.json"
  sed -E "$3" "$1.json" >"$1-names.json"
  portolan convert -q "$1-names.json" "again-$2" && portolan convert -q "again-$2" - --to json | grep -m "$6" -A 1 -E "$4" | cut -c 1-60
}
tried mpd a.mpd '/"fx"/{n;s/\[[0-9]+, [0-9]+/["wall,impass", "none"/};/"tile"/{n;s/\[[0-9]+/["none"/};/"twist"/{n;s/\[[0-9]+/["level"/}' '"(fx|tile|twist)"' 4x4 3
tried pfmap a.pfmap '/"type"/{n;s/\[0, 0/["convex_ne", "flat"/}' '"type"' 1x1 1
tried ppe a.map '/"tile"/{n;s/\[0, 0/["empty", 0/}' '"tile"' 4x4 1
tried grmm a.gmm 's/"floor": \[/"orientation": [["west", "north", 0], [0, 0, 0], [0, 0, 0]],\n"floor": [/;s/"annotations": \[\]/"annotations": [{ "row": 0, "column": 0, "kind": "icon", "icon": "key", "text": "" }]/' '"(orientation|kind)"' 2x2 2
