# Of a folder, every file with a name of ours is checked, however little is left of it; what only has the extension is not.
mkdir maps
: >maps/empty.gmm
printf 'no mesh' >maps/level.mpd
printf 'export const x = <div/>;\n' >maps/app.tsx
printf '{"version":3,"mappings":"AAAA"}\n' >maps/app.js.map
cp "$SAMPLES/gridmonger/borders.gmm" maps/
portolan check -r maps
echo "exit $?"
# By name everything is, unless files of other programs are passed by.
portolan check maps/app.tsx
echo "exit $?"
portolan check --skip-foreign maps/app.tsx maps/app.js.map
echo "exit $?"
portolan check --skip-foreign maps/app.tsx maps/empty.gmm maps/gone.tsx
