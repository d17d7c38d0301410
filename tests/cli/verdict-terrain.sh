# One chunk, or as many rows of them as asked for, in which every tile is the first of the arguments.
map() { # tile, [rows]
  printf 'version 1.0\nnum_materials 1\nnum_rows %d\nnum_cols 1\nmaterial Ground ground.png\n' "${2:-1}"
  awk -v tile="$1" -v lines="$((256 * ${2:-1}))" 'BEGIN { for (i = 0; i < lines; i++) print tile, tile, tile, tile }'
}
verdict() { # what it is about; the map is in map.pfmap
  echo "== $1"
  portolan check --profile engine map.pfmap | tail -n 1
}
texture() { rm -f ground.png GROUND.PNG; cp "$GOLDEN/../verdict/$1" "${2:-ground.png}"; }
plain=0+0000000000101001111000

texture color.png
map $plain >plain.pfmap
cp plain.pfmap map.pfmap; verdict "nothing"

for size in least.png small.png tiny.png gray.png gray-alpha.png tiny.ppm broken.bmp packed.bmp photo.webp photo.tif; do
  texture $size; verdict "texture $size"
done
texture color.png GROUND.PNG; verdict "a texture with other small and capital letters"
rm GROUND.PNG; verdict "no texture"

texture color.png
map $plain 64 >map.pfmap; verdict "64 chunks"
map $plain 65 >map.pfmap; verdict "65 chunks"
sed '$s/$/ '$plain'/' plain.pfmap >map.pfmap; verdict "a tile too many on the last line of tiles"
{ cat plain.pfmap; echo $plain; } >map.pfmap; verdict "a tile too many on a line of its own"
sed '$s/$/ end/' plain.pfmap >map.pfmap; verdict "a word on the last line of tiles"
sed 's/^material/  material/' plain.pfmap >map.pfmap; verdict "blanks before a material"
{ printf 'version 1.1\nnum_materials 1\nnum_splats 1\n'; sed -n 3,5p plain.pfmap; echo '  splat 0 0'; sed 1,5d plain.pfmap; } >map.pfmap
verdict "blanks before a splat"
sed 's/^material/\n&/' plain.pfmap >map.pfmap; verdict "a blank line before a material"
sed 's/^num_rows/ &/' plain.pfmap >map.pfmap; verdict "blanks before a line of the header"
sed '6s/1111/A111/' plain.pfmap >map.pfmap; verdict "a letter in M"
sed '6s/01111000 /X1111000 /' plain.pfmap >map.pfmap; verdict "a letter in K"
sed '6{N;N;s/\n/ /g}' plain.pfmap >map.pfmap; verdict "twelve tiles on a line"
map $plain 2 | sed '261{N;s/\n/ /}' >map.pfmap; verdict "a line that spans two chunks"
sed 's/$/\r/' plain.pfmap >map.pfmap; verdict "CR LF"
printf %s "$(cat plain.pfmap)" >map.pfmap; verdict "no end of the last line"
sed '6s/^0/D/' plain.pfmap >map.pfmap; verdict "a type that is none" 2>&1
sed '6s/^0+00/0+x0/' plain.pfmap >map.pfmap; verdict "a letter in a height" 2>&1
sed 's/^num_rows 1/num_rows x/' plain.pfmap >map.pfmap; verdict "a number that is none" 2>&1
map 0-0102000000101001111000 >map.pfmap; verdict "a ramp on flat water"
portolan check --profile engine map.pfmap | head -n 1
portolan check --profile engine --json map.pfmap | grep verdict
map $plain 65 >map.pfmap; portolan check --profile engine --json map.pfmap | grep verdict
portolan check --profile engine --untrusted plain.pfmap
portolan check map.pfmap | grep -c verdict
