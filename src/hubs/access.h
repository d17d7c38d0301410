/* SPDX-License-Identifier: MIT */
/* Which parts of a map can be reached from where it is played, and from which of them one gets
 * back. A format says of every cell which steps lead out of it, and which cells are linked; the
 * rest is the same for all. */
#ifndef PTL_HUBS_ACCESS_H
#define PTL_HUBS_ACCESS_H

#include "hubs/plan_chart.h"

enum { PTL_ACCESS_CELLS = 16 << 20 }; /* larger maps are not searched: no engine plays them */

enum {                       /* bits of a cell */
       PTL_ACCESS_NORTH = 1, /* whoever is there may step north; likewise the next three */
       PTL_ACCESS_EAST  = 2,
       PTL_ACCESS_SOUTH = 4,
       PTL_ACCESS_WEST  = 8,
       PTL_ACCESS_STEPS = 15,
       PTL_ACCESS_LOCKS = 4,    /* by so much to the left: steps that need a key */
       PTL_ACCESS_STAND = 256,  /* one may be there at all                       */
       PTL_ACCESS_IN    = 512,  /* one may come there from outside of the map    */
       PTL_ACCESS_OUT   = 1024, /* one may leave the map there                   */
};

typedef enum ptl_access_state {
    PTL_ACCESS_NOBODY, /* nobody may be there                            */
    PTL_ACCESS_HOME,   /* where the map is played: there and back again  */
    PTL_ACCESS_KEYED,  /* the same, with keys                            */
    PTL_ACCESS_APART,  /* no way leads there, and none from there        */
    PTL_ACCESS_CLOSED, /* one may come from there, and nobody gets in    */
    PTL_ACCESS_TRAP,   /* one gets in, and never back                    */
    PTL_ACCESS_STATES
} ptl_access_state;

typedef struct ptl_access_level {
    uint32_t rows, columns;
    uint32_t first; /* the number of its first cell: set by ptl_access_begin */
} ptl_access_level;

typedef struct ptl_access_link {
    uint32_t from, to; /* cells */
    bool     both;     /* ways */
} ptl_access_link;

typedef struct ptl_access {
    ptl_access_level *levels;
    size_t            level_count;
    uint32_t          cells;
    uint16_t         *ways; /* of each cell, level by level, row by row: to be filled in */
    struct {
        ptl_access_link *data;
        size_t           count, room;
    } links;
    bool     directed; /* some steps or links lead one way, or need keys: set by whoever adds one */
    uint32_t home;     /* where it is played; PTL_ACCESS_ANYWHERE: in the largest part of a level */
    uint8_t *state;    /* of each cell, after ptl_access_find */
} ptl_access;

enum { PTL_ACCESS_ANYWHERE = UINT32_MAX };

/* Makes room for the cells of levels, whose sizes are set; nobody may be in any of them. False when
 * there are none or too many, or when memory ran out. */
bool ptl_access_begin(ptl_job *job, ptl_access *r, ptl_access_level *levels, size_t count);

static inline uint32_t ptl_access_cell(const ptl_access *r, size_t level, uint32_t row,
                                       uint32_t column)
{
    return r->levels[level].first + row * r->levels[level].columns + column;
}

void ptl_access_add_link(ptl_job *job, ptl_access *r, uint32_t from, uint32_t to, bool both);

/* Finds the state of every cell, in time and memory that grow with their number (and the order of
 * links). False when memory ran out. */
bool ptl_access_find(ptl_job *job, ptl_access *r);

/* Cells side by side of one state that is worth a word, APART and after. */
typedef struct ptl_access_part {
    ptl_access_state state;
    size_t           level;
    uint32_t         row, column;              /* of its first cell                  */
    uint32_t         top, left, bottom, right; /* the rectangle around, all included */
    uint32_t         cells;
} ptl_access_part;

typedef struct ptl_access_parts {
    ptl_access_part *data; /* in the order of their first cells */
    size_t           count;
} ptl_access_parts;

/* Empty when memory ran out. */
ptl_access_parts ptl_access_list(ptl_job *job, const ptl_access *r);

/* ---- What is said of it, and how it is drawn: access_show.c -------------------------------------
 */

enum { PTL_ACCESS_TEXT = 64 };

/* "cell 3, 4", "cells 3, 4 to 8, 9": columns first. */
const char *ptl_access_part_text(char out[PTL_ACCESS_TEXT], const ptl_access_part *part,
                                 const char *one, const char *many);

/* Begins the layer "reach", which must be asked for; true when it was, and is worth the search. */
bool ptl_access_layer(ptl_pen *pen);

/* Draws the cells of a level, whose first one lies at x, y, in colors that say their states; what
 * needs no word is left alone. */
typedef struct ptl_access_frame {
    size_t level;
    float  x, y, cell;
} ptl_access_frame;

void ptl_access_draw(ptl_pen *pen, const ptl_access *r, const ptl_access_frame *frame);

/* The same for a legend: which colors are there, and how high that is at most where the layer is
 * asked for. It belongs to the layer, and comes and goes with it. */
void  ptl_access_legend(ptl_chart *chart, const ptl_access *r);
float ptl_access_legend_height(const ptl_job *job);

#endif
