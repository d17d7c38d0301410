/* SPDX-License-Identifier: MIT */
/* Levels as virtual tabletops need them: what blocks sight and steps, doors, lights, notes, links,
 * and the plan their pictures are drawn from. Lengths are in cells; x runs east and y south from
 * the upper left corner of a level, and nothing lies outside of it. */
#ifndef PTL_HUBS_TABLE_H
#define PTL_HUBS_TABLE_H

#include "hubs/plan.h"

enum { /* for whom something is there: bits. Secrets differ, and what hides them is for players. */
       PTL_TABLE_PLAYER = 1,
       PTL_TABLE_MASTER = 2,
       PTL_TABLE_ALL    = 3,
};

typedef enum ptl_table_kind {
    PTL_TABLE_WALL,
    PTL_TABLE_ILLUSORY,  /* hides, and lets pass     */
    PTL_TABLE_INVISIBLE, /* stops, and hides nothing */
} ptl_table_kind;

typedef struct ptl_table_wall { /* level, left to right, or upright, top to bottom */
    float   x0, y0, x1, y1;
    uint8_t kind, who;
} ptl_table_wall;

typedef enum ptl_table_way { /* where an opening may be passed to */
                             PTL_TABLE_BOTH_WAYS,
                             PTL_TABLE_NORTH,
                             PTL_TABLE_EAST,
                             PTL_TABLE_SOUTH,
                             PTL_TABLE_WEST,
} ptl_table_way;

typedef struct ptl_table_door { /* lies as walls do, in a gap between them */
    float    x0, y0, x1, y1;
    uint32_t row, column; /* of the cell it belongs to                   */
    uint8_t  way;         /* ptl_table_way                               */
    uint8_t  who;
    bool     secret, locked;
    bool     window; /* stops, and hides nothing: no door at all */
} ptl_table_door;

typedef struct ptl_table_thing { /* one sees it, and not what is behind it */
    float x, y, radius;
} ptl_table_thing;

typedef struct ptl_table_light {
    float    x, y, range;
    uint32_t rgb;
} ptl_table_light;

typedef struct ptl_table_mark {
    uint32_t row, column;
    ptl_str  label;  /* what may be seen of it                                 */
    ptl_str  text;   /* by the author, for the master alone; empty for things  */
    bool     note;   /* by the author, rather than something the level has     */
    bool     hidden; /* players know nothing of it                            */
} ptl_table_mark;

typedef struct ptl_table_link {
    uint32_t row, column;
    uint32_t to_level, to_row, to_column;
    bool     forced; /* who steps there is carried away; else one may choose  */
} ptl_table_link;

typedef struct ptl_table_level {
    ptl_str  name;
    uint32_t rows, columns; /* at least 1 */
    uint32_t top, left;     /* of a part of a level: its first row and column there */
    size_t   page;          /* of the plan */
    uint32_t number;        /* by which it is chosen, as that of a page */
    struct {
        ptl_table_wall *data;
        size_t          count;
    } walls;
    struct {
        ptl_table_door *data;
        size_t          count;
    } doors;
    struct {
        ptl_table_thing *data;
        size_t           count;
    } things;
    struct {
        ptl_table_light *data;
        size_t           count;
    } lights;
    struct {
        ptl_table_mark *data;
        size_t          count;
    } marks;
    struct {
        ptl_table_link *data;
        size_t          count;
    } links;
} ptl_table_level;

typedef enum ptl_table_loss { /* what a target may not be able to say */
                              PTL_TABLE_LOST_SECRET,
                              PTL_TABLE_LOST_HIDDEN, /* secret doors that are walls for players */
                              PTL_TABLE_LOST_LOCKED,
                              PTL_TABLE_LOST_ONE_WAY,
                              PTL_TABLE_LOST_ILLUSORY,
                              PTL_TABLE_LOST_INVISIBLE,
                              PTL_TABLE_LOST_NOTES,
                              PTL_TABLE_LOST_MARKS,
                              PTL_TABLE_LOST_LINKS,
                              PTL_TABLE_LOST_LIGHTS,
                              PTL_TABLE_LOSSES
} ptl_table_loss;

typedef struct ptl_table {
    ptl_str name;
    struct {
        ptl_table_level *data; /* in the order of the plan's pages */
        size_t           count;
    } levels;
    ptl_plan *plan;   /* a page for each level, with its cells and without page furniture */
    bool      player; /* the plan shows what players see                                  */
    size_t    chosen; /* the level that is being written                                  */
    size_t   *lost;   /* PTL_TABLE_LOSSES counts, which exports add to                    */
} ptl_table;

/* ---- Walls as long lines --------------------------------------------------------------------- */

typedef struct ptl_table_point {
    float x, y;
} ptl_table_point;

typedef struct ptl_table_line {
    size_t point, count; /* at least two; a ring ends with the point it begins with */
} ptl_table_line;

typedef struct ptl_table_lines {
    struct {
        ptl_table_line *data;
        size_t          count;
    } lines;
    ptl_table_point *points;
} ptl_table_lines;

/* The walls of some kinds (bits, 1 << kind) that are there for somebody: those on one line that
 * touch or overlap are one, and where exactly two ends meet they are a corner of a longer line.
 * Lists are in the job's arena; the same walls give the same lines in the same order. */
void ptl_table_join(ptl_job *job, ptl_table_lines *out, const ptl_table_level *level,
                    unsigned kinds, unsigned who);

#endif
