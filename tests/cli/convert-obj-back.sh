# Colors of a level, and what else OBJ has words for, on the way there and back.
count() { # glTF: for each part its corners, the sum of their colors, how many there are, its material
  python3 - "$1" <<'PY'
import json, sys
gltf = json.load(open(sys.argv[1]))
data = open(gltf["buffers"][0]["uri"], "rb").read()
for mesh in gltf["meshes"]:
    for part in mesh["primitives"]:
        corners = gltf["accessors"][part["indices"]]["count"]
        index = gltf["bufferViews"][gltf["accessors"][part["indices"]]["bufferView"]]["byteOffset"]
        seen = []
        if "COLOR_0" in part["attributes"]:
            colors = gltf["accessors"][part["attributes"]["COLOR_0"]]
            at, size = gltf["bufferViews"][colors["bufferView"]]["byteOffset"], 8 if colors["componentType"] == 5123 else 4
            order = [int.from_bytes(data[index + 4 * i:index + 4 * i + 4], "little") for i in range(corners)]
            seen = [data[at + size * i:at + size * i + size] for i in order]
        material = gltf["materials"][part["material"]]
        print(mesh["name"], corners, sum(map(sum, seen)), len(set(seen)), material["name"], material.get("alphaMode"), "doubleSided" in material)
PY
}
level=$SAMPLES/egoboo/gamedat/level.mpd
portolan convert "$level" direct.gltf --no-markers --textures "$SAMPLES/egoboo" && count direct.gltf > direct.txt
portolan convert "$level" level.obj --no-markers --textures "$SAMPLES/egoboo"
portolan convert level.obj back.gltf && count back.gltf > back.txt
cat direct.txt
diff direct.txt back.txt && echo the same
echo "v 0 0 0 1 0 0
v 1 0 0 0 .5 0 .25
v 0 1 0
vn 0 0 2
mtllib a.mtl
o one
g left right
s 1
usemtl red
f 1//1 2//1 3//1
f 1 2 3
o two
vertigo 7
l 1 2
usemtl blue
f 3 2 1" > small.obj
echo "newmtl red
Kd 1 0 0
d 0.5
Ke 1 1 1
map_Bump bumps.png
newmtl blue
illum 2
Ns 0
Pr 0.25" > a.mtl
portolan convert --from obj small.obj small.gltf && count small.gltf && grep -c '"mesh"' small.gltf
portolan convert --from obj small.obj out.obj && cat out.obj out.mtl
