/* SPDX-License-Identifier: MIT */
/* Small files that only libassimp reads, of our own making: sound ones, and those it cannot bear.
 */
#ifndef PTL_TESTS_FOREIGN_SAMPLES_H
#define PTL_TESTS_FOREIGN_SAMPLES_H

typedef struct foreign_sample {
    const char *name, *text;
} foreign_sample;

#define ASE_UNTIL_FACES                                                                            \
    "*3DSMAX_ASCIIEXPORT 200\n*MATERIAL_LIST {\n*MATERIAL_COUNT 1\n*MATERIAL 0 {\n"                \
    "*MATERIAL_NAME \"red\"\n*MATERIAL_DIFFUSE 1 0 0\n}\n}\n*GEOMOBJECT {\n*NODE_NAME \"flap\"\n"  \
    "*NODE_TM {\n*TM_ROW0 1 0 0\n*TM_ROW1 0 1 0\n*TM_ROW2 0 0 1\n*TM_ROW3 0 0 0\n}\n*MESH {\n"     \
    "*MESH_NUMVERTEX 3\n*MESH_NUMFACES "
#define ASE_AFTER_FACES                                                                            \
    "\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 2 0 0\n*MESH_VERTEX 2 0 2 0\n}\n" \
    "*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 "         \
    "*MESH_MTLID 0\n}\n}\n*MATERIAL_REF 0\n}\n"

static const foreign_sample foreign_sound[] = {
    { "a.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
               "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
               "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
               "0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n1 1 1 9 9 9\n3 0 1 2\n3 1 3 2\n" },
    { "a.off", "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n" },
    { "a.stl", "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
               "vertex 0 1 0\nendloop\nendfacet\nendsolid s\n" },
    { "a.ase", ASE_UNTIL_FACES "1" ASE_AFTER_FACES },
    { "a.ac", "AC3Db\nMATERIAL \"m\" rgb 1 .5 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans .25\n"
              "OBJECT world\nkids 1\nOBJECT poly\nname \"a\"\ntexture \"here.png\"\nloc 1 2 3\n"
              "numvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n1 1 0\n"
              "2 0 1\nkids 0\n" },
    { "b.ac", "AC3Db\nMATERIAL \"m\" rgb 1 1 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans 0\n"
              "OBJECT world\nkids 1\nOBJECT poly\nname \"a\"\ntexture \"nowhere.png\"\n"
              "numvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n1 1 0\n"
              "2 0 1\nkids 0\n" },
    { "a.x",
      "xof 0303txt 0032\nMesh m {\n 3;\n 0;0;0;,\n 1;0;0;,\n 0;1;0;;\n 1;\n 3;0,1,2;;\n}\n" },
    { "a.smd", "version 1\nnodes\n0 \"root\" -1\n1 \"tip\" 0\nend\nskeleton\ntime 0\n"
               "0 0 0 0 0 0 0\n1 0 0 1 0 0 0\ntime 1\n0 0 0 0 0 0 .5\n1 0 0 2 0 0 0\nend\n"
               "triangles\nskin.png\n0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n1 0 1 0 0 0 1 0 1\n"
               "end\n" },
    { "a.md5mesh",
      "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\njoints {\n"
      "\t\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"tip\" 0 ( 0 0 1 ) ( 0 0 0.5 )\n}\nmesh {\n"
      "\tshader \"skin\"\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n"
      "\tvert 2 ( 0 1 ) 2 2\n\tnumtris 1\n\ttri 0 0 1 2\n\tnumweights 4\n"
      "\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.5 ( 0 1 0 )\n"
      "\tweight 3 1 0.5 ( 0 1 -1 )\n}\n" },
    { "refused.md5mesh", "MD5Version 9\nnumJoints 0\n" }, /* by libassimp, in its own words */
};

/* libassimp 5 ends with a signal here: one face is there, 256 are announced. */
static const foreign_sample foreign_crash = { "crash.ase",
                                              ASE_UNTIL_FACES "256 1" ASE_AFTER_FACES };

/* And comes to no end here: the file stops inside of its header. */
static const foreign_sample foreign_endless = { "endless.ply",
                                                "ply\nformat ascii 1.0\nelement vertex\n" };

/* More vertices are announced than a gigabyte has room for. */
static const foreign_sample foreign_large = { "large.off",
                                              "OFF\n90000000 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n" };

#endif
