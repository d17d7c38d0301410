/* SPDX-License-Identifier: MIT */
/* Plans: what a document looks like on paper, without resolution.
 *
 * A plan has pages, a page has layers, a layer has items that are drawn one over the other. Lengths
 * are in units of a 96th of an inch, which a picture at scale 1 draws as one pixel; x runs to the
 * right and y down from the page's upper left corner. Colors are indices into the plan's palette.
 *
 *     ptl_plan *plan;
 *
 *     if (ptl_plan_make(&plan, doc, NULL, &err) == PTL_OK) {
 *         for (size_t i = 0; i < plan->pages.count; i++)
 *             print(plan, &plan->pages.data[i]);
 *         ptl_plan_free(plan);
 *     }
 */
#ifndef PORTOLAN_PLAN_H
#define PORTOLAN_PLAN_H

#include <portolan/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTL_PLAN_NONE UINT32_MAX /* no color: not filled, not stroked; no spot */
#define PTL_PLAN_HALO 0.25f      /* width of the line a halo is drawn with, in text sizes */

typedef struct ptl_plan_color {
    const char *name; /* what it is for, "wall" */
    uint8_t     r, g, b, a;
    uint32_t    image; /* of plan->images: the color is its mean, if it was found; or none */
} ptl_plan_color;

/* What the points of a path are for: a curve takes three, closing none, the others one. */
typedef enum ptl_plan_verb {
    PTL_VERB_MOVE,
    PTL_VERB_LINE,
    PTL_VERB_CURVE, /* cubic: two handles and the end */
    PTL_VERB_CLOSE
} ptl_plan_verb;

typedef struct ptl_plan_path {
    size_t   verb, verb_count; /* of plan->verbs                          */
    size_t   point;            /* its first of plan->points               */
    uint32_t fill, stroke;     /* colors                                 */
    float    width;            /* of the stroke                           */
    float    dash, gap;        /* lengths of a dashed stroke, 0: unbroken */
    bool     round;            /* ends and corners of the stroke          */
    bool     even_odd;         /* parts inside parts are holes            */
} ptl_plan_path;

typedef enum ptl_plan_face {
    PTL_FACE_SANS,
    PTL_FACE_SANS_BOLD,
    PTL_FACE_SERIF,
    PTL_FACE_SERIF_BOLD,
    PTL_FACE_MONO
} ptl_plan_face;

typedef enum ptl_plan_anchor {
    PTL_ANCHOR_START,
    PTL_ANCHOR_MIDDLE,
    PTL_ANCHOR_END
} ptl_plan_anchor;

/* One line of text: UTF-8 without control characters, whatever the file held. */
typedef struct ptl_plan_text {
    ptl_str         text;
    float           x, y; /* the anchor's place on the baseline  */
    float           size; /* of the face, in units               */
    ptl_plan_face   face;
    ptl_plan_anchor anchor;
    uint32_t        color;
    uint32_t        halo; /* color of an outline that keeps it legible, or none */
} ptl_plan_text;

typedef struct ptl_plan_box {
    float x, y, width, height;
} ptl_plan_box;

/* A picture in a box. */
typedef struct ptl_plan_picture {
    uint32_t     image; /* of plan->images */
    ptl_plan_box box;
    bool         smooth; /* blend between pixels instead of keeping them square */
} ptl_plan_picture;

/* The plan's scene seen from straight above; the box shows x from `west`, z from `north`. */
typedef struct ptl_plan_view {
    ptl_plan_box box;
    float        west, north; /* in the scene's meters */
    float        unit;        /* meters of one unit of the page */
} ptl_plan_view;

/* A place that says something to who points at it, or leads elsewhere when it is clicked. Nothing
 * of it is seen. */
typedef struct ptl_plan_spot {
    ptl_plan_box box;
    ptl_str      text; /* UTF-8 without control characters but line feeds; or nothing */
    uint32_t     id;   /* that others lead to it by, or none */
    uint32_t     to;   /* id of the spot it leads to, which may be gone; or none */
} ptl_plan_spot;

typedef enum ptl_plan_kind {
    PTL_PLAN_PATH,
    PTL_PLAN_TEXT,
    PTL_PLAN_PICTURE,
    PTL_PLAN_VIEW,
    PTL_PLAN_SPOT
} ptl_plan_kind;

typedef struct ptl_plan_item {
    ptl_plan_kind kind;
    union {
        ptl_plan_path    path;
        ptl_plan_text    text;
        ptl_plan_picture picture;
        ptl_plan_view    view;
        ptl_plan_spot    spot;
    } as;
} ptl_plan_item;

typedef struct ptl_plan_layer {
    const char *name;        /* "walls": layers of one name are chosen together */
    size_t      item, count; /* of plan->items                                  */
    bool        hidden;      /* drawn only when it is asked for                 */
    /* How its items are shown: so many times as large, then moved, and only inside of a box of the
     * page. Layers of several pages may show the same items. */
    float        zoom; /* 0: as large as they are */
    float        x, y;
    ptl_plan_box clip; /* width 0: wherever they are */
} ptl_plan_layer;

typedef struct ptl_plan_page {
    ptl_str  name;
    float    width, height;
    uint32_t paper;        /* color behind everything, or none */
    size_t   layer, count; /* of plan->layers                   */
    /* Where the map's cells lie: the corner and the size of the first one; width 0: no cells. */
    ptl_plan_box cells;
    ptl_plan_box map;  /* the page without titles and legends; width 0: all of it */
    ptl_str      part; /* "B3": which part it shows of the last page without this; or nothing */
    uint32_t level;    /* which of the document's own levels it shows, as paths of findings count */
    uint32_t number;   /* by which it is chosen, from 1; 0: where it stands among the others */
} ptl_plan_page;

typedef struct ptl_plan {
    ptl_str name;
    struct {
        ptl_plan_color *data;
        size_t          count;
    } palette;
    struct {
        ptl_plan_page *data;
        size_t         count;
    } pages;
    struct {
        ptl_plan_layer *data;
        size_t          count;
    } layers;
    struct {
        ptl_plan_item *data;
        size_t         count;
    } items;
    ptl_u8s  verbs;  /* ptl_plan_verb */
    ptl_f32s points; /* x y           */
    struct {
        ptl_scene_image *data;
        size_t           count;
    } images;
    ptl_scene *scene;    /* of views; NULL when there are none                        */
    float      exposure; /* factor of the light in views; 0: as dark scenes need it   */
} ptl_plan;

/* The plan of a document; PTL_E_UNSUPPORTED when its format has none. Options are those of writing:
 * settings, listener, and files to take images from. It shares nothing with the document, and may
 * outlive it. */
PTL_API ptl_status ptl_plan_make(ptl_plan **out, const ptl_doc *doc, const ptl_write_opts *opts,
                                 ptl_diag *err);
PTL_API void       ptl_plan_free(ptl_plan *plan); /* NULL is fine */

/* Writes a plan, wherever it came from, as an export. It is checked in full first, and is not
 * changed. */
PTL_API ptl_status ptl_plan_write(const ptl_target *to, const ptl_plan *plan,
                                  const ptl_write_opts *opts, ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
