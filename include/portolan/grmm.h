/* SPDX-License-Identifier: MIT */
/* Gridmonger maps (.gmm, RIFF form GRMM), versions 1 to 4.
 *
 * A map is a list of levels, links between their cells, and what the editor remembers of its own
 * state. A level is a grid of cells in six layers. Rows count from the north, columns from the
 * west, both from 0; ptl_grmm_cell_name gives what a user sees.
 *
 *     ptl_grmm      *map   = ptl_grmm_of(doc);
 *     ptl_grmm_cell  cell  = ptl_grmm_cell_at(map, 0, 3, 4);
 *
 *     printf("%s\n", ptl_grmm_floor_name(cell.floor));
 *     if (ptl_grmm_step(map, (ptl_grmm_place){ 0, 3, 4 }, PTL_GRMM_EAST, 0) == PTL_GRMM_OPEN)
 *         printf("one may go east\n");
 */
#ifndef PORTOLAN_GRMM_H
#define PORTOLAN_GRMM_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_GRMM_MAX_SIDE   = 6666, /* rows or columns of a level     */
    PTL_GRMM_MAX_LEVELS = 999,
    PTL_GRMM_MAX_NOTES  = 9999, /* of one level                   */
    PTL_GRMM_MAX_LINKS  = 9999,
};

typedef enum ptl_grmm_layer { /* in the order of the file */
                              PTL_GRMM_FLOOR,
                              PTL_GRMM_ORIENTATION,
                              PTL_GRMM_COLOR,
                              PTL_GRMM_WALL_NORTH,
                              PTL_GRMM_WALL_WEST,
                              PTL_GRMM_TRAIL,
                              PTL_GRMM_LAYERS
} ptl_grmm_layer;

enum {                             /* how a layer is written */
       PTL_GRMM_CODING_EDITOR = 0, /* as the editor does: nothing for zeros, else runs */
       PTL_GRMM_CODING_PLAIN  = 1, /* a byte for each cell                             */
       PTL_GRMM_CODING_RUNS   = 2, /* runs, though all of it is zero                   */
};

typedef enum ptl_grmm_direction {
    PTL_GRMM_NORTH,
    PTL_GRMM_EAST,
    PTL_GRMM_SOUTH,
    PTL_GRMM_WEST,
    PTL_GRMM_NOWHERE /* no direction at all */
} ptl_grmm_direction;

enum { /* floors that mean something to the library; ptl_grmm_floor_name knows all */
       PTL_GRMM_EMPTY         = 0,
       PTL_GRMM_BLANK         = 1,
       PTL_GRMM_DOOR          = 20,
       PTL_GRMM_LOCKED_DOOR   = 21,
       PTL_GRMM_ARCHWAY       = 22,
       PTL_GRMM_SECRET_BLOCK  = 23,
       PTL_GRMM_SECRET_DOOR   = 24,
       PTL_GRMM_ONE_WAY       = 25,
       PTL_GRMM_ONE_WAY_BACK  = 26, /* versions 1 to 3: leads south or west */
       PTL_GRMM_PLATE         = 30,
       PTL_GRMM_HIDDEN_PLATE  = 31,
       PTL_GRMM_CLOSED_PIT    = 40,
       PTL_GRMM_OPEN_PIT      = 41,
       PTL_GRMM_HIDDEN_PIT    = 42,
       PTL_GRMM_CEILING_PIT   = 43,
       PTL_GRMM_STAIRS_DOWN   = 50,
       PTL_GRMM_STAIRS_UP     = 51,
       PTL_GRMM_ENTRANCE      = 52,
       PTL_GRMM_EXIT          = 53,
       PTL_GRMM_SPINNER       = 60,
       PTL_GRMM_TELEPORT      = 70,
       PTL_GRMM_TELEPORT_DEST = 71,
       PTL_GRMM_BARRIER       = 80,
       PTL_GRMM_BRIDGE        = 90,
       PTL_GRMM_ARROW         = 91,  /* from version 4 */
       PTL_GRMM_COLUMN        = 100, /* from version 3 */
       PTL_GRMM_STATUE        = 110, /* from version 3 */
};

enum { /* walls; NE and SW say which side of the edge a thing is on, or which way a door leads */
       PTL_GRMM_NO_WALL         = 0,
       PTL_GRMM_WALL            = 10,
       PTL_GRMM_WALL_ILLUSORY   = 11,
       PTL_GRMM_WALL_INVISIBLE  = 12,
       PTL_GRMM_WALL_DOOR       = 20,
       PTL_GRMM_WALL_LOCKED     = 21,
       PTL_GRMM_WALL_ARCHWAY    = 22,
       PTL_GRMM_WALL_SECRET     = 23,
       PTL_GRMM_WALL_ONE_WAY_NE = 24,
       PTL_GRMM_WALL_ONE_WAY_SW = 25,
       PTL_GRMM_WALL_LEVER_NE   = 30,
       PTL_GRMM_WALL_LEVER_SW   = 31,
       PTL_GRMM_WALL_NICHE_NE   = 40,
       PTL_GRMM_WALL_NICHE_SW   = 41,
       PTL_GRMM_WALL_STATUE_NE  = 50,
       PTL_GRMM_WALL_STATUE_SW  = 51,
       PTL_GRMM_WALL_KEYHOLE    = 60,
       PTL_GRMM_WALL_WRITING_NE = 70,
       PTL_GRMM_WALL_WRITING_SW = 71,
};

typedef enum ptl_grmm_note_kind {
    PTL_GRMM_COMMENT,   /* text only                        */
    PTL_GRMM_NUMBERED,  /* a number in a colored disc      */
    PTL_GRMM_CUSTOM_ID, /* one or two letters or digits     */
    PTL_GRMM_ICON,      /* a picture                        */
    PTL_GRMM_LABEL      /* text on the plan; not a note     */
} ptl_grmm_note_kind;

/* ---- The document --------------------------------------------------------------------------- */

/* Something the format does not know, kept and written back at the end of its group. */
typedef struct ptl_grmm_chunk {
    ptl_str  id; /* four characters; a group is "LIST" and begins with its type */
    ptl_u8s  data;
    uint64_t at;
} ptl_grmm_chunk;

typedef struct ptl_grmm_chunks {
    ptl_grmm_chunk *data;
    size_t          count;
} ptl_grmm_chunks;

typedef struct ptl_grmm_coordinates {
    uint8_t  origin;                  /* 0 north-west, 1 south-west */
    uint8_t  row_style, column_style; /* 0 number, 1 letter */
    int16_t  row_start, column_start;
    ptl_u8s  extra; /* bytes after the last field, as in every chunk */
    uint64_t at;
} ptl_grmm_coordinates;

typedef struct ptl_grmm_region {
    uint16_t row, column; /* in regions, not cells; version 4 does not store them */
    ptl_str  name, remarks;
    uint64_t at;
} ptl_grmm_region;

typedef struct ptl_grmm_regions {
    uint8_t  enabled;
    uint16_t rows, columns;   /* cells of one region                          */
    uint8_t  own_coordinates; /* cell coordinates restart in every region     */
    struct {
        ptl_grmm_region *data;
        size_t           count;
    } list; /* may be filled even when not enabled */
    ptl_u8s extra;
} ptl_grmm_regions;

typedef struct ptl_grmm_note {
    uint16_t row, column;
    uint8_t  kind;  /* ptl_grmm_note_kind   */
    uint16_t index; /* of a numbered note   */
    uint8_t  color; /* of numbers and labels */
    ptl_str  id;    /* custom               */
    uint8_t  icon;
    ptl_str  text;
    uint64_t at;
} ptl_grmm_note;

typedef struct ptl_grmm_notes {
    ptl_grmm_note *data;
    size_t         count;
} ptl_grmm_notes;

typedef struct ptl_grmm_level {
    ptl_str              location, name;
    int16_t              elevation;
    uint32_t             rows, columns;
    uint8_t              own_coordinates; /* its coordinates are used, not the map's */
    ptl_str              remarks;         /* text for people, at most 8000 characters */
    ptl_u8s              extra;
    ptl_grmm_coordinates coordinates;
    ptl_grmm_regions     regions;
    /* (rows + 1) * (columns + 1) values each, row by row: the last row and column hold the south
     * and east walls. A layer without values is all zero. */
    ptl_u8s         layer[PTL_GRMM_LAYERS];
    uint8_t         no_notes; /* 1: there is no chunk for notes */
    ptl_grmm_notes  notes;    /* and labels, in the order they were made */
    ptl_u8s         notes_extra;
    ptl_grmm_chunks chunks;
    uint64_t        at;                        /* where the level begins       */
    uint64_t        layer_at[PTL_GRMM_LAYERS]; /* where each layer begins      */
    uint8_t         coding[PTL_GRMM_LAYERS];   /* PTL_GRMM_CODING_...          */
    /* Runs as they were in the file, where the editor would pack them otherwise. They are written
     * again as long as they stand for what the layer holds. */
    ptl_u8s packed[PTL_GRMM_LAYERS];
} ptl_grmm_level;

typedef struct ptl_grmm_place {
    uint16_t level, row, column;
} ptl_grmm_place;

typedef struct ptl_grmm_link {
    uint16_t from_level, from_row, from_column;
    uint16_t to_level, to_row, to_column;
    uint64_t at;
} ptl_grmm_link;

typedef struct ptl_grmm_links {
    ptl_grmm_link *data;
    size_t         count;
} ptl_grmm_links;

enum { /* shapes of the editor's state; flat ones are called by the bytes of their tail */
       PTL_GRMM_STATE_NONE  = 0,
       PTL_GRMM_STATE_GROUP = 1, /* version 4 */
       PTL_GRMM_STATE_FLAT5 = 5,
       PTL_GRMM_STATE_FLAT6 = 6,
       PTL_GRMM_STATE_FLAT7 = 7, /* versions 1 to 3 */
};

typedef struct ptl_grmm_display {
    bool     stored; /* the part is there (likewise below) */
    ptl_str  theme;
    uint8_t  zoom;
    bool     placed; /* the five numbers that follow are there */
    uint16_t level, cursor_row, cursor_column, view_row, view_column;
    ptl_u8s  extra;
} ptl_grmm_display;

typedef struct ptl_grmm_options {
    bool    stored;
    uint8_t cell_coordinates, wasd, walk;
    uint8_t wraparound; /* group only */
    ptl_u8s extra;
} ptl_grmm_options;

typedef struct ptl_grmm_tool {
    bool    stored;
    uint8_t floor_color, special_wall;
    ptl_u8s extra;
} ptl_grmm_tool;

typedef struct ptl_grmm_note_list { /* the pane that lists the notes */
    bool     stored;
    uint8_t  scope, types;
    ptl_str  search;
    uint8_t  order, follow;
    uint32_t scroll;
    ptl_u8s
        open; /* per level: one byte, then one for each place of its region grid if it has any */
} ptl_grmm_note_list;

typedef struct ptl_grmm_state {
    uint8_t            layout; /* PTL_GRMM_STATE_... */
    ptl_grmm_display   display;
    ptl_grmm_options   options;
    uint8_t            tools_pane, notes_pane; /* flat only         */
    uint8_t            draw_trail;             /* FLAT6 only        */
    ptl_grmm_tool      tool;                   /* FLAT7 and group   */
    ptl_grmm_note_list list;                   /* group only        */
    ptl_u8s            extra;                  /* flat only         */
    ptl_grmm_chunks    chunks;                 /* group only        */
    uint64_t           at;
} ptl_grmm_state;

typedef struct ptl_grmm {
    uint16_t             version;
    uint8_t              dialect; /* 1: laid out exactly as the version 1 document says */
    ptl_str              title, game, author, created, remarks;
    ptl_u8s              extra;
    ptl_grmm_coordinates coordinates;
    struct {
        ptl_grmm_level *data;
        size_t          count;
    } levels;
    ptl_grmm_links  links;
    ptl_u8s         links_extra;
    ptl_grmm_state  state;
    ptl_grmm_chunks chunks;       /* unknown at top level          */
    ptl_grmm_chunks map_chunks;   /* unknown among the properties  */
    ptl_grmm_chunks level_chunks; /* unknown between the levels    */
    size_t          recoded;      /* oddities of the file that a repair corrects     */
    uint64_t        at;           /* where its properties begin                      */
} ptl_grmm;

/* The map inside a document, or NULL when it is of another format: to change, or only to look at,
 * which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_grmm       *ptl_grmm_of(const ptl_doc *doc);
PTL_API const ptl_grmm *ptl_grmm_view(const ptl_doc *doc);

/* ---- What the numbers mean ------------------------------------------------------------------ */

/* Names for people: "locked door", "lever (NE)", "skull"; NULL for a number without meaning. */
PTL_API const char *ptl_grmm_floor_name(uint8_t floor);
PTL_API const char *ptl_grmm_wall_name(uint8_t wall);
PTL_API const char *ptl_grmm_icon_name(uint8_t icon);
PTL_API const char *ptl_grmm_note_kind_name(uint8_t kind);
PTL_API const char *ptl_grmm_direction_name(ptl_grmm_direction direction);

/* First and last version of the format that has a floor; 0 when none has. */
PTL_API unsigned ptl_grmm_floor_since(uint8_t floor);
PTL_API unsigned ptl_grmm_floor_until(uint8_t floor);

/* A cell with all four edges, the same in every version: floor 26 is 25, facing the other way, and
 * a direction is a compass direction. */
typedef struct ptl_grmm_cell {
    uint8_t            floor, color, trail;
    uint8_t            north, east, south, west; /* walls                                        */
    ptl_grmm_direction facing; /* one-way doors and arrows: where they lead; doors and bridges:
                                  NORTH when walked north-south, EAST when walked east-west; else
                                  NOWHERE                                                         */
} ptl_grmm_cell;

/* Empty outside the level. */
PTL_API ptl_grmm_cell ptl_grmm_cell_at(const ptl_grmm *map, size_t level, uint32_t row,
                                       uint32_t column);

/* Where the thing on a wall belongs, for levers, niches, statues and writings on the north or west
 * edge of a cell: to that cell itself (true) or to the one across. */
PTL_API bool ptl_grmm_wall_thing_here(uint8_t wall, bool north_edge);

/* ---- Coordinates, regions, names ------------------------------------------------------------ */

/* The coordinate options of a level: its own or the map's. */
PTL_API const ptl_grmm_coordinates *ptl_grmm_coordinates_of(const ptl_grmm *map, size_t level);

/* One number in letters as users see it: A to Z, AA to YZ, AAA on. Returns out, terminated. */
PTL_API const char *ptl_grmm_letters(char out[16], int32_t number);

/* A cell as users see it, column first: "12, 7" or "C, 4". Returns out, terminated. */
PTL_API const char *ptl_grmm_cell_name(char out[32], const ptl_grmm *map, ptl_grmm_place place);

/* The grid of regions: how many fit side by side, the last ones perhaps in part; 0 where the size
 * of a region is 0. */
PTL_API uint32_t ptl_grmm_region_rows(const ptl_grmm_level *level);
PTL_API uint32_t ptl_grmm_region_columns(const ptl_grmm_level *level);

/* The region a cell belongs to, or NULL when none is stored for it. It goes through the list. */
PTL_API const ptl_grmm_region *ptl_grmm_region_of(const ptl_grmm *map, ptl_grmm_place place);

/* "Location - Level (elevation)" with an en dash, in UTF-8 if the names are. Returns its length,
 * which may be more than fits. */
PTL_API size_t ptl_grmm_level_name(char *out, size_t out_size, const ptl_grmm_level *level);

/* The order the editor shows levels in; negative, 0 or positive. */
PTL_API int ptl_grmm_compare_levels(const ptl_grmm_level *a, const ptl_grmm_level *b);

/* ---- Notes ---------------------------------------------------------------------------------- */

/* The note or label of a cell, or NULL. Of two, the later one. */
PTL_API const ptl_grmm_note *ptl_grmm_note_at(const ptl_grmm *map, ptl_grmm_place place);

/* Fills `order`, which has room for one number per note of the level, with the indices of the notes
 * in reading order, row by row. */
PTL_API void ptl_grmm_reading_order(uint32_t *order, const ptl_grmm_level *level);

/* ---- Links ---------------------------------------------------------------------------------- */

typedef enum ptl_grmm_link_kind {
    PTL_GRMM_LINK_PIT,      /* one way, falling                        */
    PTL_GRMM_LINK_TELEPORT, /* one way                                 */
    PTL_GRMM_LINK_STAIRS,   /* both ways                               */
    PTL_GRMM_LINK_DOOR,     /* both ways                               */
    PTL_GRMM_LINK_STALE,    /* an end is not what it was: not followed */
    PTL_GRMM_LINK_BROKEN,   /* an end does not exist                   */
} ptl_grmm_link_kind;

PTL_API ptl_grmm_link_kind ptl_grmm_kind_of_link(const ptl_grmm *map, const ptl_grmm_link *link);
PTL_API const char        *ptl_grmm_link_kind_name(ptl_grmm_link_kind kind);

/* Both ends of a link for people: "stairs from Tower (G) at 3, 4 to Tower (1) at 3, 5". Returns its
 * length as snprintf does. */
PTL_API size_t ptl_grmm_link_name(char *out, size_t out_size, const ptl_grmm *map,
                                  const ptl_grmm_link *link);

/* The usable link that leads away from a cell, which may be either end of one that goes both ways;
 * NULL when there is none. *to, if given, is where it leads. */
PTL_API const ptl_grmm_link *ptl_grmm_link_from(ptl_grmm_place *to, const ptl_grmm *map,
                                                ptl_grmm_place place);

/* ---- Walking -------------------------------------------------------------------------------- */

enum {                              /* who walks: bits */
       PTL_GRMM_EXPLORER = 0,       /* knows secrets, has no keys         */
       PTL_GRMM_PLAYER   = 1u << 0, /* knows no secrets                   */
       PTL_GRMM_MASTER   = 1u << 1, /* opens everything                   */
       PTL_GRMM_CALM     = 1u << 2, /* arrows are plain floor             */
       PTL_GRMM_KEYS     = 1u << 3, /* opens what is locked               */
};

typedef enum ptl_grmm_step_result {
    PTL_GRMM_OPEN,
    PTL_GRMM_OUTSIDE, /* one of the cells does not exist     */
    PTL_GRMM_VOID,    /* one of the cells is empty           */
    PTL_GRMM_WALLED,  /* the edge between them cannot be passed this way */
    PTL_GRMM_BLOCKED, /* the floor may not be stood on, entered or left this way */
} ptl_grmm_step_result;

/* Whether one may step from a cell to its neighbor. */
PTL_API ptl_grmm_step_result ptl_grmm_step(const ptl_grmm *map, ptl_grmm_place from,
                                           ptl_grmm_direction direction, unsigned who);

typedef struct ptl_grmm_path {
    ptl_grmm_place *data; /* from start to goal, both included */
    size_t          count;
    ptl_memory     *memory; /* behind it; the caller frees it */
} ptl_grmm_path;

/* A shortest path of steps between neighbors, where following a link is one more step. Open and
 * hidden pits and teleports carry away whoever enters them. Where there is no path, its count is 0
 * and the result PTL_OK. */
PTL_API ptl_status ptl_grmm_find_path(ptl_grmm_path *out, const ptl_doc *doc, ptl_grmm_place start,
                                      ptl_grmm_place goal, unsigned who, ptl_diag *err);
PTL_API void       ptl_grmm_path_free(ptl_grmm_path *path); /* NULL and all-zero ones are fine */

/* ---- Points and rays ------------------------------------------------------------------------
 *
 * x to the east and z to the south, counted in cells from the north-west corner of a level; y up,
 * floors at 0, walls 1 high: the axes of scenes. */

/* Height of the floor at a position: 0, and -0.5 in the shaft of an open or hidden pit or of stairs
 * down; 0 where there is no floor. Its normal always points straight up. */
PTL_API double ptl_grmm_height(const ptl_grmm *map, size_t level, double x, double z);
PTL_API void ptl_grmm_normal(double out[3], const ptl_grmm *map, size_t level, double x, double z);

/* Whether one may be at a position; ptl_grmm_step answers for steps from cell to cell. */
PTL_API bool ptl_grmm_walkable(const ptl_grmm *map, size_t level, double x, double z, unsigned who);

/* Where a ray is stopped first: by floors, and by walls and doors that block the view, which have
 * no thickness here. The number is row * columns + column of the cell it is in. */
PTL_API bool ptl_grmm_ray(ptl_hit *out, const ptl_grmm *map, size_t level, const ptl_ray *ray);

/* ---- Making and changing maps --------------------------------------------------------------- */

/* Titles, locations and names that are NULL are empty, unless it is said otherwise.
 *
 * A new map without levels, as the editor begins one. `created` is 19 characters of local time. */
PTL_API ptl_status ptl_grmm_new(ptl_doc **out, const char *title, const char *created,
                                unsigned version, const ptl_read_opts *opts, ptl_diag *err);

/* Adds an empty level after the others. *level is valid until the next change. */
PTL_API ptl_status ptl_grmm_add_level(ptl_grmm_level **level, ptl_doc *doc, const char *location,
                                      const char *name, int16_t elevation, uint32_t rows,
                                      uint32_t columns, ptl_diag *err);

/* Sets one value of a layer, the last row and column included. PTL_E_ARG, rule "grmm-cell", when
 * the map's version has no such floor, wall, direction or color. */
PTL_API ptl_status ptl_grmm_set(ptl_doc *doc, size_t level, ptl_grmm_layer layer, uint32_t row,
                                uint32_t column, uint8_t value, ptl_diag *err);

/* Adds a note (its texts are copied; one already in the cell is replaced), or a link. */
PTL_API ptl_status ptl_grmm_add_note(ptl_doc *doc, size_t level, const ptl_grmm_note *note,
                                     ptl_diag *err);
PTL_API ptl_status ptl_grmm_add_link(ptl_doc *doc, ptl_grmm_place from, ptl_grmm_place to,
                                     ptl_diag *err);

/* Names a region by its place in the region grid; the others get default names if there were none.
 */
PTL_API ptl_status ptl_grmm_name_region(ptl_doc *doc, size_t level, uint16_t row, uint16_t column,
                                        const char *name, ptl_diag *err);

/* Removes a level: links from and to it go too, the other levels are renumbered. */
PTL_API ptl_status ptl_grmm_remove_level(ptl_doc *doc, size_t level, ptl_diag *err);

/* Inserts a copy of a level of another map (or of the same one) in front of level `before`, which
 * may be the number of levels. Links among other levels stay right; the copy has none. Between
 * version 4 and older ones its cells are translated. Where the maps count cells differently, the
 * copy gets coordinate options of its own, so that its cells are called what they were called. */
PTL_API ptl_status ptl_grmm_insert_level(ptl_doc *doc, size_t before, const ptl_doc *other,
                                         size_t level, ptl_diag *err);

/* Moves a level to another position; links, the level shown and the pane of notes follow. */
PTL_API ptl_status ptl_grmm_move_level(ptl_doc *doc, size_t from, size_t to, ptl_diag *err);

/* Keeps these levels alone, each once, in this order: links among them, the level shown and the
 * pane of notes follow; other links go. */
PTL_API ptl_status ptl_grmm_keep_levels(ptl_doc *doc, const uint32_t *levels, size_t count,
                                        ptl_diag *err);

/* Adds copies of all levels of another map behind the others, as ptl_grmm_insert_level makes them,
 * with the links among them. */
PTL_API ptl_status ptl_grmm_append(ptl_doc *doc, const ptl_doc *other, ptl_diag *err);

/* Gives a level another location, another name, or both; NULL leaves what there is. */
PTL_API ptl_status ptl_grmm_rename_level(ptl_doc *doc, size_t level, const char *location,
                                         const char *name, ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
