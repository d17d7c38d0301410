/* SPDX-License-Identifier: MIT */
/* Dungeons as generators make them and people draw them with letters: levels of cells, each rock or
 * some kind of floor, and notes. Walls stand where floor ends. Rows count from the north, columns
 * from the west, both from 0. */
#ifndef PTL_HUBS_DUNGEON_H
#define PTL_HUBS_DUNGEON_H

#include "hubs/hub.h"

enum { PTL_DUNGEON_SIDE = 6666 }; /* most rows or columns */

typedef enum ptl_dungeon_kind {
    PTL_DUNGEON_ROCK,
    PTL_DUNGEON_FLOOR,
    PTL_DUNGEON_DOOR,
    PTL_DUNGEON_LOCKED_DOOR,
    PTL_DUNGEON_ARCHWAY,
    PTL_DUNGEON_SECRET_DOOR,
    PTL_DUNGEON_PORTCULLIS,
    PTL_DUNGEON_STAIRS_UP,
    PTL_DUNGEON_STAIRS_DOWN,
    PTL_DUNGEON_ENTRANCE,
    PTL_DUNGEON_EXIT,
    PTL_DUNGEON_TRAP,
    PTL_DUNGEON_PIT,
    PTL_DUNGEON_COLUMN,
    PTL_DUNGEON_STATUE,
    PTL_DUNGEON_BRIDGE,
    PTL_DUNGEON_TELEPORT,
    PTL_DUNGEON_KINDS
} ptl_dungeon_kind;

enum {                         /* bits */
       PTL_DUNGEON_ACROSS = 1, /* a door or bridge that is walked east and west      */
       PTL_DUNGEON_TURNED = 2, /* that was said; else its neighbors say how it stands */
       PTL_DUNGEON_WATER  = 4,
};

typedef struct ptl_dungeon_cell {
    uint8_t kind, bits;
} ptl_dungeon_cell;

typedef struct ptl_dungeon_note {
    uint32_t row, column;
    ptl_str  id; /* what stands on the map for it, or empty */
    ptl_str  text;
} ptl_dungeon_note;

typedef struct ptl_dungeon_level {
    ptl_str           name;
    int16_t           elevation;
    uint32_t          rows, columns; /* 1 to PTL_DUNGEON_SIDE */
    ptl_dungeon_cell *cells;         /* row by row            */
    struct {
        ptl_dungeon_note *data; /* inside of the level, perhaps several in a cell */
        size_t            count, room;
    } notes;
} ptl_dungeon_level;

typedef struct ptl_dungeon {
    ptl_str title, remarks;
    struct {
        ptl_dungeon_level *data;
        size_t             count, room;
    } levels;
} ptl_dungeon;

/* A level after the others, all rock; NULL, and the job failed, when it has no size that a level
 * can have, or more cells than the source may stand for. `offset` is where that is said. */
ptl_dungeon_level *ptl_dungeon_add_level(ptl_job *job, ptl_dungeon *dungeon, uint64_t rows,
                                         uint64_t columns, uint64_t offset);

/* The cell of a place; NULL outside of the level. */
ptl_dungeon_cell *ptl_dungeon_at(const ptl_dungeon_level *level, int64_t row, int64_t column);

/* Adds a note; one outside of the level is left out, which is reported. */
void ptl_dungeon_add_note(ptl_job *job, ptl_dungeon_level *level, int64_t row, int64_t column,
                          ptl_str id, ptl_str text);

/* Turns doors and bridges of which nobody said how they stand: across where there is floor east and
 * west of them, and rock north or south. */
void ptl_dungeon_turn(ptl_dungeon_level *level);

#endif
