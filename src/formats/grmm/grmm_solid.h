/* SPDX-License-Identifier: MIT */
/* Dungeons as solids: what the files that build scenes of maps share.
 *
 * Cell (row, column) lies at x from column to column + 1, z from row to row + 1; floors are at y 0.
 * Sizes of walls are sums of powers of two, so that faces which meet have the same corners. */
#ifndef PTL_FORMATS_GRMM_SOLID_H
#define PTL_FORMATS_GRMM_SOLID_H

#include "formats/grmm/grmm_private.h"

#define SOLID_HALF 0.0625   /* half the thickness of a wall                    */
#define SOLID_TOP 1.0       /* where walls end                                 */
#define SOLID_BASE -0.125   /* where they begin: below the slab of the floors  */
#define SOLID_SLAB -0.09375 /* the lower side of the floors                    */
#define SOLID_PIT_END -0.5  /* how deep shafts are                             */
#define SOLID_FROM 0.25     /* openings of doors in walls                      */
#define SOLID_TO 0.75
#define SOLID_LINTEL 0.8125
#define SOLID_STORY 1.0 /* between the walls of one elevation and the next */
#define SOLID_APART 2.0 /* between levels side by side    */

typedef enum solid_paint {
    SOLID_FLOORS = 0, /* ten of them */
    SOLID_WALL   = 10,
    SOLID_SECRET,
    SOLID_ROCK, /* sides and underside of floors */
    SOLID_STONE,
    SOLID_WOOD,
    SOLID_IRON,
    SOLID_BRASS,
    SOLID_DARK,
    SOLID_PAPER,
    SOLID_STATUE,
    SOLID_POINTER,
    SOLID_GREEN,
    SOLID_RED,
    SOLID_MAGIC,
    SOLID_TRAIL,
    SOLID_ILLUSION, /* from here on one looks through them */
    SOLID_GLASS,
    SOLID_HIDDEN,
    SOLID_GLOW,
    SOLID_PAINTS
} solid_paint;

typedef struct solid_point {
    double x, y, z;
} solid_point;

/* Where the pieces of a cell or an edge go: s to the east and d to the south, turned by quarters.
 */
typedef struct solid_frame {
    double x, z;     /* where s and d are 0 */
    double s_x, s_z; /* a step along s */
    double d_x, d_z; /* a step along d */
} solid_frame;

typedef enum solid_hole { SOLID_CLOSED, SOLID_PIT, SOLID_STAIRWELL } solid_hole;
typedef enum solid_body { SOLID_NOTHING, SOLID_FULL, SOLID_OPENING } solid_body;

/* What a piece's six numbers mean depends on its form. Heights are y, the others s and d. */
typedef enum solid_form {
    SOLID_BOX,    /* s from, s to, y from, y to, d from, d to          */
    SOLID_DRUM,   /* s, d, y from, y to, radius below, radius above    */
    SOLID_RING,   /* s, d, y from, y to, inner radius, outer radius    */
    SOLID_ARROW,  /* s, d, y from, y to, half its length: points to -d */
    SOLID_PORTAL, /* s from, s to, opening from, opening to, its height, d: a wall along s */
    SOLID_STEPS,  /* s from, s to, y from, y to, d from, d to: they rise toward -d     */
} solid_form;

typedef struct solid_piece {
    uint8_t form, paint;
    float   size[6];
} solid_piece;

/* A kind of floor or wall: one row each. */
typedef struct solid_kind {
    uint8_t            number;
    uint8_t            hole;   /* floors: solid_hole                        */
    uint8_t            body;   /* walls: solid_body                         */
    uint8_t            paint;  /* walls: of the body                        */
    bool               turned; /* walls: the SW variant, seen from the other side */
    bool               aimed;  /* floors: faces where one can come from     */
    uint8_t            count;
    const solid_piece *pieces;
} solid_kind;

typedef struct solid_builder {
    ptl_job              *job;
    const ptl_grmm       *map;
    const ptl_grmm_level *level;
    size_t                number; /* of the level */
    bool                  flat, sealed;
    double                rise; /* all that stands on the floors is so many times as high */
    uint8_t               floors[256], walls[256]; /* rows of the numbers */
    size_t                vertices[SOLID_PAINTS], indices[SOLID_PAINTS];
    ptl_scene_part       *part[SOLID_PAINTS]; /* NULL while they are counted */
    struct {                                  /* counted with the vertices */
        size_t sealed, aimed, unknown;
    } said;
} solid_builder;

extern const solid_kind ptl_solid_floors[], ptl_solid_walls[];
void                    ptl_solid_index_kinds(solid_builder *b);

/* How far the hole of a kind of floor is from the border of its cell; 0: it has none. */
double ptl_solid_inset(uint8_t floor);

static inline const solid_kind *solid_floor(const solid_builder *b, uint8_t number)
{
    return &ptl_solid_floors[b->floors[number]];
}

static inline const solid_kind *solid_wall(const solid_builder *b, uint8_t number)
{
    return &ptl_solid_walls[b->walls[number]];
}

/* A polygon seen from outside, counter-clockwise; every corner must be visible from the first. */
void ptl_solid_face(solid_builder *b, solid_paint paint, const solid_point *corner, size_t count);

enum { /* faces of a wall along s that are left out, because another wall goes on there */
       SOLID_NO_END   = 1u << 1,
       SOLID_NO_START = 1u << 3,
       SOLID_NO_BACK  = 1u << 4, /* toward -d */
       SOLID_NO_FRONT = 1u << 5,
};

/* A wall along s with its full height, and one with an opening. */
void ptl_solid_bar(solid_builder *b, solid_paint paint, solid_frame f, double from, double to,
                   unsigned without);
void ptl_solid_gate(solid_builder *b, solid_paint paint, solid_frame f);
/* The pieces of a kind. */
void ptl_solid_pieces(solid_builder *b, const solid_kind *kind, solid_frame f);
void ptl_solid_put_piece(solid_builder *b, const solid_piece *piece, solid_frame f);

/* Everything of b->level: counted, or put into b->part. */
void ptl_solid_level(solid_builder *b);

/* Pins that mark notes, one for each kind of note, around x and z 0. */
enum { SOLID_PINS = PTL_GRMM_LABEL + 1 };
void ptl_solid_pin(solid_builder *b, size_t kind);

/* The levels that the setting "level" asks for, as a copy of the map in the arena; the map itself
 * where it does not. Links among other levels are gone. */
const ptl_grmm *ptl_solid_choose(ptl_job *job, const ptl_grmm *map);
/* How high walls are, in cells: the setting "wall-height". */
double ptl_solid_height(ptl_job *job);

/* What travels with nodes and scene as JSON. */
ptl_str ptl_solid_note_extras(ptl_job *job, const ptl_grmm_note *note);
ptl_str ptl_solid_level_extras(ptl_job *job, const ptl_grmm *map, size_t number);
ptl_str ptl_solid_map_extras(ptl_job *job, const ptl_grmm *map);

#endif
