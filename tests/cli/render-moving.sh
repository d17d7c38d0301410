flag=$SAMPLES/permafrost/models/flag.pfobj chest=$SAMPLES/permafrost/models/chest.pfobj
try() { portolan render --size 16x16 "$@"; echo "exit $?"; }
try --clip Calm "$flag" calm.apng
try --turn --frames 6 "$chest" turn.apng
try "$chest" still.apng
try --frame 3 "$flag" frame.apng
try --frames 3 "$flag" frames.apng
try --turn "$chest" turn.png
try --turn --frames 1 "$chest" one.apng
portolan render --to heightmap "$SAMPLES/permafrost/island.pfmap" heights.png
portolan render --to heightmap --per-tile 256 "$SAMPLES/permafrost/island.pfmap" large.png
portolan render --to heightmap --per-tile 2 --size 8x8 "$SAMPLES/permafrost/island.pfmap" both.png
portolan render --to heightmap "$chest" none.png
cp "$SAMPLES/permafrost/island.pfmap" . && portolan render --to heightmap island.pfmap lone.png # wants no textures
ls
