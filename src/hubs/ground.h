/* SPDX-License-Identifier: MIT */
/* What cells mean to whoever walks there, whichever program drew them: levels of cells, each rock
 * or some kind of floor, with edges between them, heights, and notes. Rows count from the north,
 * columns from the west, both from 0. */
#ifndef PTL_HUBS_GROUND_H
#define PTL_HUBS_GROUND_H

#include "hubs/access.h"
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
    PTL_GROUND_ONE_WAY_DOOR, /* leads where it faces                                          */
    PTL_GROUND_ARROW,        /* pushes there                                                  */
    PTL_GROUND_SECRET_BLOCK, /* looks like rock                                               */
    PTL_GROUND_BARRIER,      /* nobody stands there, and all see across: deep water, a fence  */
    PTL_GROUND_PLATE,
    PTL_GROUND_SPINNER,
    PTL_GROUND_LID, /* a pit that is closed */
    PTL_GROUND_HIDDEN_PIT,
    PTL_GROUND_LANDING, /* below a pit, or where a teleport leads */
    PTL_GROUND_KINDS
} ptl_ground_kind;

enum {                        /* bits */
       PTL_GROUND_ACROSS = 1, /* a door or bridge that is walked east and west      */
       PTL_GROUND_TURNED = 2, /* that was said; else its neighbors say how it stands */
       PTL_GROUND_WATER  = 4,
       PTL_GROUND_BACK   = 8,  /* what faces: to the south or west, not the north or east */
       PTL_GROUND_DANGER = 16, /* hurts whoever stands there                             */
       PTL_GROUND_SLIDES = 32, /* ice                                                    */
       PTL_GROUND_SWIM   = 64, /* boats and swimmers can be there                        */
};

typedef struct ptl_ground_cell {
    uint8_t kind, bits;
    uint8_t color; /* of the floor, 0 to PTL_GROUND_COLORS - 1 */
} ptl_ground_cell;

enum { PTL_GROUND_COLORS = 10 };

typedef enum ptl_ground_edge_kind {
    PTL_GROUND_OPEN,
    PTL_GROUND_WALL,
    PTL_GROUND_EDGE_DOOR,
    PTL_GROUND_EDGE_LOCKED,
    PTL_GROUND_EDGE_ARCHWAY,
    PTL_GROUND_EDGE_SECRET,
    PTL_GROUND_EDGE_ONE_WAY,   /* to the north or east */
    PTL_GROUND_EDGE_WAY_BACK,  /* to the south or west */
    PTL_GROUND_EDGE_ILLUSORY,  /* looks like a wall, and is none */
    PTL_GROUND_EDGE_INVISIBLE, /* the other way round */
    PTL_GROUND_EDGES
} ptl_ground_edge_kind;

typedef struct ptl_ground_edge { /* of a cell, or of what lies behind the last one */
    uint8_t north, west;
} ptl_ground_edge;

typedef enum ptl_ground_direction {
    PTL_GROUND_NORTH,
    PTL_GROUND_EAST,
    PTL_GROUND_SOUTH,
    PTL_GROUND_WEST
} ptl_ground_direction;

/* Corners of a cell, NW, NE, SE, SW, in hundredths of its side. */
typedef struct ptl_ground_heights {
    int16_t corner[4];
} ptl_ground_heights;

enum { PTL_GROUND_STEP = 50, PTL_GROUND_HEIGHT = 30000 }; /* of stairs, pits; most of all */

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
    /* One for each cell and those behind the last, rows + 1 by columns + 1. NULL: walls stand where
     * floor ends, and nowhere else. */
    ptl_ground_edge *edges;
    /* One for each cell; NULL: the ground is flat, and rock stands higher. */
    ptl_ground_heights *heights;
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

/* Gives a level edges that are all open, or heights that are all 0; false without memory. */
bool ptl_ground_give_edges(ptl_job *job, ptl_ground_level *level);
bool ptl_ground_give_heights(ptl_job *job, ptl_ground_level *level);

/* The cell of a place; NULL outside of the level. */
ptl_ground_cell *ptl_ground_at(const ptl_ground_level *level, int64_t row, int64_t column);

/* Adds a note; one outside of the level is left out, which is reported. */
void ptl_ground_add_note(ptl_job *job, ptl_ground_level *level, int64_t row, int64_t column,
                         ptl_str id, ptl_str text);

/* Turns doors and bridges of which nobody said how they stand: across where there is floor east and
 * west of them, and rock north or south. */
void ptl_ground_turn(ptl_ground_level *level);

/* A kind in a word, "locked-door"; the other way, false where there is no such kind. */
const char *ptl_ground_word(uint8_t kind);
bool        ptl_ground_kind_of(ptl_str word, uint8_t *kind);

/* The level that formats of one level take: the first. Others are said to be dropped; NULL, and the
 * job failed, when there is none. */
const ptl_ground_level *ptl_ground_first(ptl_job *job, const ptl_ground *ground);

/* ---- Walking: ground_walk.c -------------------------------------------------------------------
 *
 * Whoever walks knows secrets, and has no keys. */

bool ptl_ground_may_stand(const ptl_ground_cell *cell);
bool ptl_ground_is_locked(const ptl_ground_cell *cell); /* one may, with a key */

/* What is between a cell and its neighbor. */
ptl_ground_edge_kind ptl_ground_edge_at(const ptl_ground_level *level, int64_t row, int64_t column,
                                        ptl_ground_direction d);

/* Whether one may step from a cell to its neighbor, and whether one may at least one way. */
bool ptl_ground_step(const ptl_ground_level *level, int64_t row, int64_t column,
                     ptl_ground_direction d);
bool ptl_ground_step_with_keys(const ptl_ground_level *level, int64_t row, int64_t column,
                               ptl_ground_direction d);
bool ptl_ground_joined(const ptl_ground_level *level, int64_t row, int64_t column,
                       ptl_ground_direction d);

/* Fills in which steps lead out of the cells of its first level, which `out` has room for. Where
 * ground that slides rises by half a side or more, it is passed downhill alone. */
void ptl_ground_reach(ptl_access *out, const ptl_ground *ground);
bool ptl_ground_is_slide(const ptl_ground_level *level, uint32_t cell);

/* ---- Room for walls: ground_widen.c -----------------------------------------------------------
 *
 * Where walls have no thickness, engines that only know cells see none. So each cell becomes
 * `across` by `across` cells, the first of them walls and doors, as the edges say, and behind the
 * last ones there is one more. Whoever could walk from a cell to another still can, and nobody else
 * can. Pits are low, stairs climb away from where one enters them. */
typedef struct ptl_ground_widened {
    ptl_ground_level level;
    size_t           one_ways;    /* edges that were passed one way, and are now both ways */
    uint32_t         row, column; /* the first of them */
} ptl_ground_widened;

/* A level without edges. Sides of one cell need a level that has none; its cells stay what they
 * are. */
void ptl_ground_widen(ptl_job *job, ptl_ground_widened *out, const ptl_ground_level *level,
                      uint32_t across);

/* The same for a format of one level that knows no edges: the first level, as wide as the setting
 * "cell" says, `usual` where it does not and there are walls to make room for. Fails the job where
 * a side is more than `most` cells. What becomes of one-way doors, and all but the first level, is
 * said. False after a failure. */
bool ptl_ground_fit(ptl_job *job, ptl_ground_widened *out, const ptl_ground *ground, uint32_t usual,
                    uint32_t most);
enum { PTL_GROUND_ACROSS_MOST = 16 };

#endif
