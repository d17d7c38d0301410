# Files beside an output take no name that is not theirs: of an input, of another output, of a file that was there.
chest() { # output model, name of its one texture
  sed -e "s/chest_wood.bmp/$2/" -e "s/chest_iron.bmp/$2/" "$SAMPLES/permafrost/models/chest.pfobj" >"$1"
}
picture() { portolan render --size "$2" "$SAMPLES/permafrost/models/flag.pfobj" "$1"; }
mkdir in out
picture in/wood.png 8
chest in/one.pfobj wood.png

echo "-- taken by something else"
for target in gltf obj; do
  echo mine >out/wood.png
  portolan convert in/one.pfobj out/one.$target
  cat out/wood.png; grep -ho '[a-z-]*wood[^"]*' out/one.gltf out/one.mtl 2>/dev/null | sort -u; cmp out/one-wood.png in/wood.png
  rm out/*
done
portolan convert in/one.pfobj one.glb
echo mine >out/wood.png
portolan convert one.glb out/one.pfobj && grep -ao '[a-z-]*wood.png' out/one.pfobj | sort -u; LC_ALL=C ls out
echo "-- and by both names"
echo other >out/two-wood.png
portolan convert one.glb out/two.pfobj; echo "exit $?"
portolan convert one.glb out/two.gltf; echo "exit $?"; LC_ALL=C ls out
echo "-- with leave to overwrite"
portolan convert --overwrite one.glb out/two.gltf; cmp out/wood.png in/wood.png; cat out/two-wood.png
rm out/*
echo "-- links are not followed here"
echo linked >real; ln -s ../real out/wood.png
portolan convert --overwrite one.glb out/one.gltf; cat real; rm out/*

echo "-- the same bytes are shared, and printed names are those that were written"
portolan convert --list one.glb out/one.gltf; portolan convert --list one.glb out/two.gltf; rm out/*
portolan convert --list one.glb - --to gltf

echo "-- an input, a companion and the output stay"
cp in/wood.png kept.png; mkdir here
cp "$SAMPLES/permafrost/models/chest_wood.bmp" here/wood.bmp; picture here/wood.png 16; picture here/wood.png 8 2>/dev/null
sed -e 's/chest_wood.bmp/wood.bmp/' -e 's/chest_iron.bmp/wood.png/' "$SAMPLES/permafrost/models/chest.pfobj" >here/one.pfobj
cp here/wood.png before.png
portolan convert --overwrite here/one.pfobj here/one.obj; cmp here/wood.png before.png; LC_ALL=C ls here

echo "-- batches: the same names and messages with any number of jobs"
mkdir a b c d
picture a/wood.png 8; picture b/wood.png 12; picture c/wood.png 16; cp a/wood.png d/wood.png
for i in a b c d; do chest $i/$i.pfobj wood.png; done
cp "$GOLDEN"/pfobj/reject/*.pfobj c 2>/dev/null
for target in gltf obj; do
  for jobs in 1 2 4 8; do
    portolan convert --overwrite -j $jobs --to $target -r a b c d out-$jobs >said-$jobs 2>&1
    echo "exit $?" >>said-$jobs
    sed -i "s/out-$jobs/out/" said-$jobs
  done
  for jobs in 2 4 8; do cmp said-1 said-$jobs && diff -r out-1 out-$jobs; done
done
grep -v error said-1
(cd out-1 && LC_ALL=C ls ./*.png)
cmp a/wood.png out-1/wood.png; cmp b/wood.png out-1/b-wood.png; cmp c/wood.png out-1/c-wood.png
grep map_Kd out-1/*.mtl | sort -u

echo "-- a pipe in their place is not waited for"
mkdir pipes; mkfifo pipes/one.bin pipes/wood.png
for over in "" --overwrite; do
  # shellcheck disable=SC2086  # or nothing at all
  timeout 20 "$PORTOLAN" convert $over one.glb pipes/one.gltf; echo "exit $?"
done
LC_ALL=C ls pipes
