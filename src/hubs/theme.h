/* SPDX-License-Identifier: MIT */
/* Themes: what the parts of a drawn map look like. Built-in themes and the files people write are
 * the same text, "name = value" lines; docs/themes.md describes it. */
#ifndef PTL_HUBS_THEME_H
#define PTL_HUBS_THEME_H

#include "hubs/plan.h"

typedef enum ptl_role { /* what is drawn in a color of its own */
                        PTL_ROLE_PAPER,
                        PTL_ROLE_ROCK,
                        PTL_ROLE_ROCK_GRID,
                        PTL_ROLE_HATCH,
                        PTL_ROLE_OUTLINE,
                        PTL_ROLE_GRID,
                        PTL_ROLE_INK,
                        PTL_ROLE_FAINT,
                        PTL_ROLE_WALL,
                        PTL_ROLE_TRAIL,
                        PTL_ROLE_LINK,
                        PTL_ROLE_REGION,
                        PTL_ROLE_REGION_FAINT,
                        PTL_ROLE_NOTE,
                        PTL_ROLE_COMMENT,
                        PTL_ROLE_NUMBER,
                        PTL_ROLE_HALO,
                        PTL_ROLE_COORDINATE,
                        PTL_ROLE_TITLE,
                        PTL_ROLE_TEXT,
                        PTL_ROLE_PAGE_NOTE, /* notes and comments where they stand on the page */
                        PTL_ROLE_PAGE_COMMENT,
                        PTL_ROLE_FLOOR,                       /* ten of them  */
                        PTL_ROLE_DISC  = PTL_ROLE_FLOOR + 10, /* four         */
                        PTL_ROLE_LABEL = PTL_ROLE_DISC + 4,   /* four         */
                        PTL_ROLES      = PTL_ROLE_LABEL + 4
} ptl_role;

typedef enum ptl_hatching { /* of the rock */
                            PTL_HATCH_NONE,
                            PTL_HATCH_STROKES, /* short strokes along the walls       */
                            PTL_HATCH_DOTS,    /* stipples along the walls            */
                            PTL_HATCH_LINES    /* slanted lines wherever no floor is  */
} ptl_hatching;

typedef enum ptl_outline {                    /* of the dungeon */
                           PTL_OUTLINE_ROUND, /* a band with round corners     */
                           PTL_OUTLINE_SQUARE,
                           PTL_OUTLINE_CELLS /* all cells that touch a floor   */
} ptl_outline;

typedef struct ptl_theme {
    uint32_t      color[PTL_ROLES]; /* 0xRRGGBBAA; with alpha 0 it is not drawn */
    float         wall_width, line_width, grid_width, hatch_width; /* in cells */
    float         hatch_size, outline_width;                       /* in cells */
    ptl_hatching  hatching;
    ptl_outline   outline;
    ptl_plan_face title_face, text_face;
    struct { /* behind everything on a page; bytes of a file, or none */
        ptl_span    bytes;
        const char *name;
        uint32_t    width, height;
        uint32_t    veil; /* color that is laid over it */
    } image;
} ptl_theme;

/* Name of the index-th built-in theme, NULL past the last; the first is the usual one. */
const char *ptl_theme_name(size_t index);

/* A built-in theme; false when none has this name. */
bool ptl_theme_named(ptl_theme *out, ptl_str name);

/* Reads a theme file: what it does not say comes from the theme it inherits. Fails the job, with
 * line and column, at the first line that is not understood. */
void ptl_theme_read(ptl_job *job, ptl_theme *out, ptl_span text);

/* Sets one value by its name, as a line of a theme file does; false, and *why says what is
 * allowed, when there is no such name or value. */
bool ptl_theme_set(ptl_theme *theme, ptl_str name, ptl_str value, const char **why);

/* Moves colors until they can be told from what they stand on: texts on the page by a contrast of
 * 4.5, signs on floors and page and numbers on discs by one of 3. */
void ptl_theme_make_legible(ptl_theme *theme);

/* What sets a label off as its halo: floors, the page, or walls where they are darker. False where
 * it would vanish in all of them. */
bool ptl_theme_halo(const ptl_theme *theme, ptl_role label, ptl_role *halo);

/* The color of ink, walls, notes, comments and links where they stand on a floor of this number: as
 * it is said, or moved until it has a contrast of 3. */
uint32_t ptl_theme_sign(ptl_pen *pen, const ptl_theme *theme, ptl_role role, unsigned floor);

/* The colors as those of a plan, by role; floors that let something through are laid over the
 * first. PTL_PLAN_NONE for those that are not drawn. */
void ptl_theme_palette(ptl_pen *pen, const ptl_theme *theme, uint32_t out[PTL_ROLES]);

#endif
