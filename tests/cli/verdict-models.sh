verdict() { # what it is about; the model is in unit.pfobj
  echo "== $1"
  portolan check --profile engine unit.pfobj | tail -n 1
}
texture() { rm -f cloth.png CLOTH.PNG; cp "$GOLDEN/../verdict/$1" "${2:-cloth.png}"; }
tiny=$GOLDEN/pfobj/accept/tiny.pfobj
joint='1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 0.000000/0.000000/0.000000'
texture color.png
cp "$tiny" unit.pfobj; verdict "nothing"

for file in tiny.png gray.png gray-alpha.png broken.bmp packed.bmp photo.webp photo.tif; do
  texture $file; verdict "texture $file"
done
texture color.png CLOTH.PNG; verdict "a texture with other small and capital letters"
rm CLOTH.PNG; verdict "no texture"

texture color.png
sed 's/$/\r/' "$tiny" >unit.pfobj; verdict "CR LF"
printf %s "$(cat "$tiny")" >unit.pfobj; verdict "no end of the last line"
sed -e 's/^frame_counts.*/frame_counts   0/' -e 's/^as Wave 2/as Wave 0/' -e '/^        /d' -e '/^\t/d' "$tiny" >unit.pfobj
verdict "no frames in the first set"
sed -e 's/^num_as .*/num_as         2/' -e 's/^frame_counts.*/frame_counts   2 1/' "$tiny" |
  awk -v joint="$joint" '/^x_bounds/ { print "as Wave 1"; for (j = 1; j < 3; j++) print "        " j " " joint
    print "\tx_bounds 0 2\n\ty_bounds 0 4\n\tz_bounds -0.125 0" } { print }' >unit.pfobj
verdict "two sets of one name"
sed 's/^has_collision.*/has_collision  0/' "$tiny" >unit.pfobj; verdict "bounds in frames, and has_collision 0" 2>&1
sed 's/^j 1 Arm/j 1 Left Arm/' "$tiny" >unit.pfobj; verdict "a joint with a blank in its name"
sed 's/^j 1 Arm/j 1 Arm 2/' "$tiny" >unit.pfobj; verdict "a joint whose name ends with a number"
sed 's/^as Wave/as Wave hand/' "$tiny" >unit.pfobj; verdict "a set with a blank in its name"
sed 's/^material Cloth/material __none__/' "$tiny" >unit.pfobj; verdict "a material called __none__"
sed 's/^material/  material/' "$tiny" >unit.pfobj; verdict "blanks before a material"
sed 's/^vt/ vt/' "$tiny" >unit.pfobj; verdict "blanks before vt"
sed 's/^num_materials/num_material /' "$tiny" >unit.pfobj; verdict "num_material"

cp "$tiny" unit.pfobj
cp "$tiny" unit.lod1.pfobj; verdict "a level of detail like it"
sed 's/^j 1 Arm/j 1 Leg/' "$tiny" >unit.lod1.pfobj; verdict "a level of detail with other joints"
sed 's/^as Wave/as Walk/' "$tiny" >unit.lod1.pfobj; verdict "a level of detail with other sets"
cp "$GOLDEN/pfobj/accept/static.pfobj" unit.lod1.pfobj; verdict "a level of detail that is static"
head -n 20 "$tiny" >unit.lod1.pfobj; verdict "a level of detail that is cut"
portolan check --profile engine --json unit.pfobj | grep verdict

# An import writes what the engine can read.
cp "$GOLDEN/../verdict/packed.bmp" .
printf 'mtllib cloth.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl Cloth\nf 1/1 2/1 3/1\n' >cloth.obj
printf 'newmtl Cloth\nmap_Kd packed.bmp\n' >cloth.mtl
mkdir made
portolan convert -q cloth.obj made/unit.pfobj && grep texture made/unit.pfobj
portolan check --profile engine made/unit.pfobj | tail -n 1
