/* SPDX-License-Identifier: MIT */
/* Small dungeons as other programs write them, and a drawn one. */
#ifndef PTL_TESTS_DUNGEON_SAMPLES_H
#define PTL_TESTS_DUNGEON_SAMPLES_H

#define DUNGEON_WATABOU                                                                            \
    "{\"version\":\"1\",\"title\":\"T\",\"story\":\"s\",\"rects\":[{\"x\":-3,\"y\":-1,\"w\":3,"    \
    "\"h\":3,\"rotunda\":true},{\"x\":1,\"y\":-1,\"w\":2,\"h\":3}],\"doors\":[{\"x\":0,\"y\":0,"   \
    "\"dir\":{\"x\":1,\"y\":0},\"type\":1}],\"notes\":[{\"text\":\"n\",\"ref\":\"1\","             \
    "\"pos\":{\"x\":-1.5,\"y\":0.5}}],\"columns\":[{\"x\":1,\"y\":-1}],"                           \
    "\"water\":[{\"x\":2,\"y\":1}]}"

#define DUNGEON_DONJON                                                                             \
    "{\"cell_bit\":{\"room\":1,\"corridor\":2,\"secret\":8,\"stair_up\":\"16\",\"locked\":32},"    \
    "\"cells\":[[0,1,10,2],[0,18]],\"rooms\":[null,{\"id\":1,\"row\":0,\"col\":1,"                 \
    "\"contents\":{\"summary\":\"r\"}}],\"corridor_features\":{\"a\":{\"marks\":[{\"row\":0,"      \
    "\"col\":3}],\"key\":\"a\",\"detail\":[\"d\",1]}},\"settings\":{\"name\":\"N\"}}"

#define DUNGEON_TSV "\tF\tDL\tF\n\tDB\t\tSD\n\tF\t\t\n"

#define DUNGEON_DRAWING "= T\n@ A (-1)\n#####\n#.1+..\n##=#~\n\n1: note\n"

#endif
