/* SPDX-License-Identifier: MIT */
/* What the files that draw a Gridmonger map share. */
#ifndef PTL_FORMATS_GRMM_PLAN_H
#define PTL_FORMATS_GRMM_PLAN_H

#include "formats/grmm/grmm_private.h"
#include "hubs/theme.h"

#define GRMM_CELL 32.0f  /* side of a cell in units                            */
#define GRMM_AROUND 1.5f /* cells around the level for hatching and coordinates */

#define GRMM_LABEL_SIZE (0.43f * GRMM_CELL)

/* The cells of a level that are shown, from top and left up to, and without, bottom and right. */
typedef struct grmm_view {
    uint32_t top, left, bottom, right;
} grmm_view;

/* One level being drawn. */
typedef struct grmm_painter {
    ptl_job              *job;
    ptl_pen              *pen;
    const ptl_grmm       *map;
    const ptl_grmm_level *level;
    size_t                index; /* of the level */
    const ptl_theme      *theme;
    uint32_t              color[PTL_ROLES];
    grmm_view             view;
    bool                  borders; /* of regions are drawn */
    float                 x, y;    /* where its cells begin, shown or not */
    const uint32_t       *order;   /* its notes as they are listed */
    grmm_region_index     regions; /* of all levels */
    const uint32_t       *links;   /* of all levels, and where those of each begin */
    const size_t         *links_at;
    const uint32_t       *notes_at; /* how many the levels before each in the file have */
    uint8_t              *busy;     /* 1 for each cell that has something on its floor */
    const ptl_access     *reach;    /* of all levels, where that is asked for, or NULL */
    struct grmm_losses {
        size_t floors, walls, icons, notes; /* meaningless numbers, notes outside the level */
    } * losses;
} grmm_painter;

/* The links of its level: so many, and one of them. */
static inline size_t grmm_plan_link_count(const grmm_painter *p)
{
    return p->links_at[p->index + 1] - p->links_at[p->index];
}

static inline const ptl_grmm_link *grmm_plan_link(const grmm_painter *p, size_t i)
{
    return &p->map->links.data[p->links[p->links_at[p->index] + i]];
}

/* What of the level is shown: what has something in it, unless the job asks for all. */
grmm_view ptl_grmm_plan_view(const grmm_painter *p);

/* ---- Cells ----------------------------------------------------------------------------------- */

static inline ptl_grmm_cell grmm_plan_cell(const grmm_painter *p, uint32_t row, uint32_t column)
{
    return ptl_grmm_cell_at(p->map, p->index, row, column);
}

/* The number of a floor's color. */
static inline unsigned grmm_plan_color(const grmm_painter *p, uint32_t row, uint32_t column)
{
    uint8_t color = grmm_value(p->level, PTL_GRMM_COLOR, grmm_index(p->level, row, column));

    return color < 10 ? color : 0;
}

/* Also of cells outside, which have none. */
bool ptl_grmm_plan_is_floor(const grmm_painter *p, int64_t row, int64_t column);

static inline float grmm_plan_x(const grmm_painter *p, float column)
{
    return p->x + column * GRMM_CELL;
}

static inline float grmm_plan_y(const grmm_painter *p, float row)
{
    return p->y + row * GRMM_CELL;
}

/* Whether a line, counted from the north or, upright, from the west, parts regions. */
bool ptl_grmm_plan_is_border(const grmm_painter *p, bool upright, uint32_t line);

/* Marks cells of a row, as far as they exist, as having something on them. */
void ptl_grmm_plan_take(const grmm_painter *p, int64_t row, int64_t column, int64_t count);

/* ---- Glyphs ---------------------------------------------------------------------------------- */

/* Where a glyph's hundredths of a cell lie on the page: a corner and the two axes. */
typedef struct grmm_frame {
    float    x, y;
    float    right[2], down[2];
    uint32_t floor;  /* color that shows through */
    unsigned on;     /* the number of the floor below, from which signs are told */
    ptl_role ink;    /* what stands for ink, if not 0 */
    bool     edge;   /* thick lines are the wall's, whatever floor it touches */
    bool     border; /* lines and signs in the colors of borders of regions */
} grmm_frame;

/* Draws a shape, which is a text of words with blanks between:
 *   M x y  move   L x y  line   C x y x y x y  curve   Z  close
 *   R x y w h  box   O x y r  circle   X x y r  star of four points
 * and then what becomes of the path:
 *   F f  filled with ink, faintly    S s  drawn with a line, faintly    W    with a wall's line
 *   D    filled and drawn like a wall         B    the same, filled with the plain floor
 *   P    filled with the plain floor          N    filled with the floor's color, with a wall's
 * line H    drawn broadly in the floor's color, to set off what follows */
void ptl_grmm_plan_shape(const grmm_painter *p, const char *shape, const grmm_frame *frame);

/* An icon of notes, centered, in a square of this side; `ink` is the role of its color, `on` the
 * number of the floor below. */
void ptl_grmm_plan_icon(grmm_painter *p, uint8_t icon, float x, float y, float side, ptl_role ink,
                        unsigned on);
extern const char *const ptl_grmm_icon_shapes[40];

/* Where the rock around what is shown ends. */
ptl_plan_box ptl_grmm_plan_rock(const grmm_painter *p);

/* ---- Layers, from the back ------------------------------------------------------------------- */

void ptl_grmm_plan_ground(const grmm_painter *p); /* rock, hatching          */
void ptl_grmm_plan_floors(const grmm_painter *p); /* colors                 */
void ptl_grmm_plan_grid(const grmm_painter *p);
void ptl_grmm_plan_symbols(grmm_painter *p); /* on floors, but for bridges */
void ptl_grmm_plan_trail(const grmm_painter *p);
void ptl_grmm_plan_notes(grmm_painter *p);
void ptl_grmm_plan_links(const grmm_painter *p);
void ptl_grmm_plan_walls(grmm_painter *p);
void ptl_grmm_plan_bridges(const grmm_painter *p);
void ptl_grmm_plan_regions(const grmm_painter *p);      /* borders where no wall is */
void ptl_grmm_plan_region_names(const grmm_painter *p); /* where nothing else is, if they can */
void ptl_grmm_plan_labels(const grmm_painter *p);
void ptl_grmm_plan_coordinates(const grmm_painter *p);

/* The mark of a note, centered; ids and icons in the color of a role. */
void ptl_grmm_plan_mark(grmm_painter *p, const ptl_grmm_note *note, float x, float y, float side,
                        ptl_role role);

/* ---- Spots: what can be pointed at and clicked -------------------------------------------------
 */

/* Ids: two for each link, of both its ends; two for each note, of its cell and its legend. */
static inline uint32_t grmm_spot_of_link(size_t link, bool to)
{
    return (uint32_t)(2 * link + to);
}

static inline uint32_t grmm_spot_of_note(const grmm_painter *p, uint32_t note, bool legend)
{
    return (uint32_t)(2 * p->map->links.count) + 2 * (p->notes_at[p->index] + note) + legend;
}

/* Over all else that is drawn of the level. */
void ptl_grmm_plan_spots(const grmm_painter *p);

/* ---- Text ------------------------------------------------------------------------------------ */

typedef struct grmm_words {
    float           x, y; /* on the baseline */
    float           size;
    ptl_plan_face   face;
    ptl_plan_anchor anchor;
    ptl_role        role;
    unsigned        on; /* the number of the floor below, where it matters */
    bool            halo;
} grmm_words;

void ptl_grmm_plan_text(const grmm_painter *p, ptl_str text, const grmm_words *how);

/* The bold face of a family. */
ptl_plan_face ptl_grmm_plan_bold(ptl_plan_face face);

/* ---- Legend ---------------------------------------------------------------------------------- */

typedef struct grmm_legend grmm_legend;

/* What a link is, from the side of one of its ends, in words: "stairs -> Tower (1) (3, 5)". */
enum { GRMM_LINK_TEXT = 800 };
void ptl_grmm_link_text(char out[GRMM_LINK_TEXT], const grmm_painter *p, const ptl_grmm_link *link,
                        bool outward, bool with_cell);

/* The text beside the map: measured first, drawn when its place is known. */
grmm_legend *ptl_grmm_plan_legend(grmm_painter *p, bool with_map_notes);
bool         ptl_grmm_legend_empty(const grmm_legend *legend);
float        ptl_grmm_legend_width(unsigned columns);
/* Spreads it over so many columns, as evenly as its entries allow; returns how many are needed, and
 * the height of the tallest. */
unsigned ptl_grmm_legend_spread(grmm_legend *legend, unsigned columns, float *highest);
void     ptl_grmm_legend_draw(grmm_painter *p, const grmm_legend *legend, float x, float y);

/* ---- Themes ---------------------------------------------------------------------------------- */

/* The theme the job asks for, by name, as the text of a file, or as the one the map names, which is
 * looked for among the files; what is usual for the map without. */
void ptl_grmm_theme(ptl_job *job, ptl_theme *out, const ptl_grmm *map, const ptl_files *files);

/* Loads the image of a theme; false, with a note that says why, when its color must do. *mean is
 * the color it has on the whole. */
bool ptl_grmm_theme_image(ptl_job *job, ptl_theme *theme, ptl_str name, const ptl_files *files,
                          uint32_t *mean);

/* Draws it behind a page of this size, on a layer "paper". */
void ptl_grmm_plan_image(const grmm_painter *p, float width, float height);

#endif
