/* SPDX-License-Identifier: MIT */
/* Dungeons as generators make them and people draw them with letters: levels of cells, each rock or
 * some kind of floor, and notes. Walls stand where floor ends. Rows count from the north, columns
 * from the west, both from 0. */
#ifndef PTL_HUBS_GROUND_H
#define PTL_HUBS_GROUND_H

#include "hubs/hub.h"

enum { PTL_GROUND_SIDE = 6666 }; /* most rows or columns */

typedef enum ptl_ground_kind {
    PTL_GROUND_ROCK,
    PTL_GROUND_FLOOR,
    PTL_GROUND_DOOR,
    PTL_GROUND_LOCKED_DOOR,
    PTL_GROUND_ARCHWAY,
    PTL_GROUND_SECRET_DOOR,
    PTL_GROUND_PORTCULLIS,
    PTL_GROUND_STAIRS_UP,
    PTL_GROUND_STAIRS_DOWN,
    PTL_GROUND_ENTRANCE,
    PTL_GROUND_EXIT,
    PTL_GROUND_TRAP,
    PTL_GROUND_PIT,
    PTL_GROUND_COLUMN,
    PTL_GROUND_STATUE,
    PTL_GROUND_BRIDGE,
    PTL_GROUND_TELEPORT,
    PTL_GROUND_KINDS
} ptl_ground_kind;

enum {                        /* bits */
       PTL_GROUND_ACROSS = 1, /* a door or bridge that is walked east and west      */
       PTL_GROUND_TURNED = 2, /* that was said; else its neighbors say how it stands */
       PTL_GROUND_WATER  = 4,
};

typedef struct ptl_ground_cell {
    uint8_t kind, bits;
} ptl_ground_cell;

typedef struct ptl_ground_note {
    uint32_t row, column;
    ptl_str  id; /* what stands on the map for it, or empty */
    ptl_str  text;
} ptl_ground_note;

typedef struct ptl_ground_level {
    ptl_str          name;
    int16_t          elevation;
    uint32_t         rows, columns; /* 1 to PTL_GROUND_SIDE */
    ptl_ground_cell *cells;         /* row by row            */
    struct {
        ptl_ground_note *data; /* inside of the level, perhaps several in a cell */
        size_t           count, room;
    } notes;
} ptl_ground_level;

typedef struct ptl_ground {
    ptl_str title, remarks;
    struct {
        ptl_ground_level *data;
        size_t            count, room;
    } levels;
} ptl_ground;

/* A level after the others, all rock; NULL, and the job failed, when it has no size that a level
 * can have, or more cells than the source may stand for. `offset` is where that is said. */
ptl_ground_level *ptl_ground_add_level(ptl_job *job, ptl_ground *dungeon, uint64_t rows,
                                       uint64_t columns, uint64_t offset);

/* The cell of a place; NULL outside of the level. */
ptl_ground_cell *ptl_ground_at(const ptl_ground_level *level, int64_t row, int64_t column);

/* Adds a note; one outside of the level is left out, which is reported. */
void ptl_ground_add_note(ptl_job *job, ptl_ground_level *level, int64_t row, int64_t column,
                         ptl_str id, ptl_str text);

/* Turns doors and bridges of which nobody said how they stand: across where there is floor east and
 * west of them, and rock north or south. */
void ptl_ground_turn(ptl_ground_level *level);

#endif
