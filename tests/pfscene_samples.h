/* SPDX-License-Identifier: MIT */
/* Small Permafrost scenes. */
#ifndef PTL_TESTS_PFSCENE_SAMPLES_H
#define PTL_TESTS_PFSCENE_SAMPLES_H

/* Two entities, one with arguments and tags, as the editor writes them. */
#define PFSCENE_HEAD                                                                               \
    "version 1.0\n"                                                                                \
    "num_sections 2\n"                                                                             \
    "section \"factions\"\n"                                                                       \
    "num_factions 1\n"                                                                             \
    "faction \"Mother Nature\"\n"                                                                  \
    "    color vec3 255.000000 128.000000 0.000000\n"                                              \
    "section \"entities\"\n"

#define PFSCENE_ROCK                                                                               \
    "entity rock assets/models/rock/rock.pfobj 4\n"                                                \
    "   position vec3 10.000000 2.000000 -20.500000\n"                                             \
    "   scale vec3 2.000000 3.000000 4.000000\n"                                                   \
    "   rotation quat 0.000000 0.600000 0.000000 0.800000\n"                                       \
    "   static bool 1\n"

#define PFSCENE_TINY                                                                               \
    PFSCENE_HEAD                                                                                   \
    "num_entities 2\n" PFSCENE_ROCK "entity deer assets/models/deer/deer.pfobj 5\n"                \
    "   position vec3 1.000000 0.000000 2.000000\n"                                                \
    "   animated bool 1\n"                                                                         \
    "   idle_clip string Idle\n"                                                                   \
    "   constructor_arguments int 2\n"                                                             \
    "       string assets/models/deer\n"                                                           \
    "       int 7\n"                                                                               \
    "   tags int 1\n"                                                                              \
    "       tag \"a herd\"\n"

#endif
