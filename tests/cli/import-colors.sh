# Colors of vertices and transparency that libassimp reads are kept.
cat > small.ply <<'PLY'
ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
property uchar alpha
element face 1
property list uchar int vertex_indices
end_header
0 0 0 255 0 0 255
1 0 0 0 255 0 255
0 1 0 0 0 51 128
3 0 1 2
PLY
cat > small.ac <<'AC'
AC3Db
MATERIAL "m" rgb 1 1 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans 0.5
OBJECT world
kids 1
OBJECT poly
name "a"
numvert 3
0 0 0
1 0 0
0 1 0
numsurf 1
SURF 0x20
mat 0
refs 3
0 0 0
1 1 0
2 0 1
kids 0
AC
portolan convert small.ply small.obj && grep '^v ' small.obj
portolan convert small.ply small.pfobj && ls small.pfobj
portolan convert small.ac small.gltf && grep -o '"alphaMode": "[A-Z]*"' small.gltf
