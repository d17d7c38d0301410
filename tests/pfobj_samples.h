/* SPDX-License-Identifier: MIT */
/* A model of one triangle on two joints, as official files are spelled. */
#ifndef PTL_TESTS_PFOBJ_SAMPLES_H
#define PTL_TESTS_PFOBJ_SAMPLES_H

#define PFOBJ_HEAD                                                                                 \
    "version        1.0\n"                                                                         \
    "num_verts      3\n"                                                                           \
    "num_joints     2\n"                                                                           \
    "num_materials  1\n"                                                                           \
    "num_as         1\n"                                                                           \
    "frame_counts   2\n"                                                                           \
    "has_collision  1\n"

#define PFOBJ_VERTICES                                                                             \
    "v 0.000000 0.000000 0.000000\n"                                                               \
    "vt 0.000000 0.250000\n"                                                                       \
    "vn 0.000000 -0.000000 1.000000\n"                                                             \
    "vw \n"                                                                                        \
    "vm 0\n"                                                                                       \
    "v 2.000000 0.000000 0.000000\n"                                                               \
    "vt 1.000000 0.250000\n"                                                                       \
    "vn 0.000000 0.000000 1.000000\n"                                                              \
    "vw  0/0.500000\n"                                                                             \
    "vm 0\n"                                                                                       \
    "v 0.000000 4.000000 -0.125000\n"                                                              \
    "vt 0.000000 1.500000\n"                                                                       \
    "vn 0.000000 0.000000 1.000000\n"                                                              \
    "vw  1/0.750000 0/0.250000\n"                                                                  \
    "vm 0\n"

#define PFOBJ_MATERIAL                                                                             \
    "material Cloth\n"                                                                             \
    "    ambient 1.000000\n"                                                                       \
    "    diffuse 0.640000 0.320000 0.160000\n"                                                     \
    "    specular 0.500000 0.250000 0.125000\n"                                                    \
    "    texture cloth.png\n"

#define PFOBJ_JOINTS                                                                               \
    "j 0 Root 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "                     \
    "0.000000/0.000000/0.000000 0.000000/2.000000/0.000000\n"                                      \
    "j 1 Arm 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "                      \
    "0.000000/2.000000/0.000000 0.000000/2.000000/0.000000\n"

/* In the second frame Arm is turned by 90 degrees about z: (x, y) becomes (-y, x). */
#define PFOBJ_SET                                                                                  \
    "as Wave 2\n"                                                                                  \
    "        1 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "                    \
    "0.000000/0.000000/0.000000\n"                                                                 \
    "        2 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "                    \
    "0.000000/2.000000/0.000000\n"                                                                 \
    "\tx_bounds 0.000000 2.000000\n"                                                               \
    "\ty_bounds 0.000000 4.000000\n"                                                               \
    "\tz_bounds -0.125000 0.000000\n"                                                              \
    "        1 1.000000/1.000000/1.000000 0.000000/0.000000/0.000000/1.000000 "                    \
    "0.000000/0.000000/1.000000\n"                                                                 \
    "        2 1.000000/1.000000/1.000000 0.000000/0.000000/-0.707107/0.707107 "                   \
    "0.000000/2.000000/0.000000\n"                                                                 \
    "\tx_bounds -1.500001 2.000000\n"                                                              \
    "\ty_bounds 0.000000 2.499999\n"                                                               \
    "\tz_bounds 0.000000 1.000000\n"

#define PFOBJ_BOUNDS                                                                               \
    "x_bounds 0.000000 2.000000\n"                                                                 \
    "y_bounds 0.000000 4.000000\n"                                                                 \
    "z_bounds -0.125000 0.000000\n"

#define PFOBJ_TINY PFOBJ_HEAD PFOBJ_VERTICES PFOBJ_MATERIAL PFOBJ_JOINTS PFOBJ_SET PFOBJ_BOUNDS

#endif
