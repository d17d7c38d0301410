/* SPDX-License-Identifier: MIT */
/* Which parts of a map can be reached from where it is played, and from which of them one gets
 * back. A format says of every cell which steps lead out of it, and which cells are linked; the
 * rest is the same for all. */
#ifndef PTL_HUBS_REACH_H
#define PTL_HUBS_REACH_H

#include "hubs/plan_chart.h"

enum { PTL_REACH_CELLS = 16 << 20 }; /* larger maps are not searched: no engine plays them */

enum {                      /* bits of a cell */
       PTL_REACH_NORTH = 1, /* whoever is there may step north; likewise the next three */
       PTL_REACH_EAST  = 2,
       PTL_REACH_SOUTH = 4,
       PTL_REACH_WEST  = 8,
       PTL_REACH_STEPS = 15,
       PTL_REACH_LOCKS = 4,    /* by so much to the left: steps that need a key */
       PTL_REACH_STAND = 256,  /* one may be there at all                       */
       PTL_REACH_IN    = 512,  /* one may come there from outside of the map    */
       PTL_REACH_OUT   = 1024, /* one may leave the map there                   */
};

typedef enum ptl_reach_state {
    PTL_REACH_NOBODY, /* nobody may be there                            */
    PTL_REACH_HOME,   /* where the map is played: there and back again  */
    PTL_REACH_KEYED,  /* the same, with keys                            */
    PTL_REACH_APART,  /* no way leads there, and none from there        */
    PTL_REACH_CLOSED, /* one may come from there, and nobody gets in    */
    PTL_REACH_TRAP,   /* one gets in, and never back                    */
    PTL_REACH_STATES
} ptl_reach_state;

typedef struct ptl_reach_level {
    uint32_t rows, columns;
    uint32_t first; /* the number of its first cell: set by ptl_reach_begin */
} ptl_reach_level;

typedef struct ptl_reach_link {
    uint32_t from, to; /* cells */
    bool     both;     /* ways */
} ptl_reach_link;

typedef struct ptl_reach {
    ptl_reach_level *levels;
    size_t           level_count;
    uint32_t         cells;
    uint16_t        *ways; /* of each cell, level by level, row by row: to be filled in */
    struct {
        ptl_reach_link *data;
        size_t          count, room;
    } links;
    bool     directed; /* some steps or links lead one way, or need keys: set by whoever adds one */
    uint32_t home;     /* where it is played; PTL_REACH_ANYWHERE: in the largest part of a level */
    uint8_t *state;    /* of each cell, after ptl_reach_find */
} ptl_reach;

enum { PTL_REACH_ANYWHERE = UINT32_MAX };

/* Makes room for the cells of levels, whose sizes are set; nobody may be in any of them. False when
 * there are none or too many, or when memory ran out. */
bool ptl_reach_begin(ptl_job *job, ptl_reach *r, ptl_reach_level *levels, size_t count);

static inline uint32_t ptl_reach_cell(const ptl_reach *r, size_t level, uint32_t row,
                                      uint32_t column)
{
    return r->levels[level].first + row * r->levels[level].columns + column;
}

void ptl_reach_add_link(ptl_job *job, ptl_reach *r, uint32_t from, uint32_t to, bool both);

/* Finds the state of every cell, in time and memory that grow with their number (and the order of
 * links). False when memory ran out. */
bool ptl_reach_find(ptl_job *job, ptl_reach *r);

/* Cells side by side of one state that is worth a word, APART and after. */
typedef struct ptl_reach_part {
    ptl_reach_state state;
    size_t          level;
    uint32_t        row, column;              /* of its first cell                  */
    uint32_t        top, left, bottom, right; /* the rectangle around, all included */
    uint32_t        cells;
} ptl_reach_part;

typedef struct ptl_reach_parts {
    ptl_reach_part *data; /* in the order of their first cells */
    size_t          count;
} ptl_reach_parts;

/* Empty when memory ran out. */
ptl_reach_parts ptl_reach_list(ptl_job *job, const ptl_reach *r);

/* ---- What is said of it, and how it is drawn: reach_show.c -------------------------------------
 */

enum { PTL_REACH_TEXT = 64 };

/* "cell 3, 4", "cells 3, 4 to 8, 9": columns first. */
const char *ptl_reach_part_text(char out[PTL_REACH_TEXT], const ptl_reach_part *part,
                                const char *one, const char *many);

/* Begins the layer "reach", which must be asked for; true when it was, and is worth the search. */
bool ptl_reach_layer(ptl_pen *pen);

/* Draws the cells of a level, whose first one lies at x, y, in colors that say their states; what
 * needs no word is left alone. */
typedef struct ptl_reach_frame {
    size_t level;
    float  x, y, cell;
} ptl_reach_frame;

void ptl_reach_draw(ptl_pen *pen, const ptl_reach *r, const ptl_reach_frame *frame);

/* The same for a legend: which colors are there, and how high that is at most where the layer is
 * asked for. It belongs to the layer, and comes and goes with it. */
void  ptl_reach_legend(ptl_chart *chart, const ptl_reach *r);
float ptl_reach_legend_height(const ptl_job *job);

#endif
