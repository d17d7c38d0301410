model=$SAMPLES/permafrost/models/flag.pfobj
try() { portolan render "$@"; echo "exit $?"; }
try "$model"
try "$model" out.glb
try --to glb "$model" out.glb
try --scale 2 "$model" out.png
for wrong in view=above angle=north angle=10,91 angle=1,2,3 size=0x5 size=99999 size=12x size=16384x16384 background=red \
  background=#12345 samples=3 thumbnail=0 thumbnail=9999 threads=0 exposure=-1 clip=dance frame=-1 fps=0; do
  try "--$wrong" "$model" out.png
done
try --thumbnail 64 --size 64x64 "$model" out.png
try --clip 0 "$SAMPLES/permafrost/models/chest.pfobj" out.png
try --view plan "$model" out.png
try --layers ground --view iso "$SAMPLES/permafrost/island.pfmap" out.png
try --samples 4 "$SAMPLES/permafrost/island.pfmap" out.png
try --scale 2 --size 64 "$SAMPLES/permafrost/island.pfmap" out.png
try --layers grond "$SAMPLES/permafrost/island.pfmap" out.png
try --view iso "$SAMPLES/ppe/ground.map" out.png
ls
