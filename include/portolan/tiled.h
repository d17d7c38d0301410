/* SPDX-License-Identifier: MIT */
/* Maps, tile sets, templates and worlds of Tiled, in its XML (.tmx, .tsx, .tx) and in its JSON
 * (.tmj, .tsj, .tj, .world).
 *
 * A document lists the elements of its file in order, each with its attributes as they are spelled;
 * cells are decoded. What was read and not changed is written as Tiled spells it, so that a file of
 * Tiled's own comes back byte for byte. ptl_tiled_derive gives the elements meaning:
 *
 *     ptl_tiled_map map;
 *
 *     if (ptl_tiled_derive(&map, doc, NULL) == PTL_OK && map.layers.count > 0)
 *         printf("%u x %u\n", map.layers.data[0].width, map.layers.data[0].height);
 *     ptl_tiled_map_free(&map);
 */
#ifndef PORTOLAN_TILED_H
#define PORTOLAN_TILED_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_TILED_MAX_DEPTH = 64,      /* of elements, one in another          */
    PTL_TILED_MAX_SIDE  = 1 << 20, /* cells of a layer across, and down    */
};

/* ---- What the file says ---------------------------------------------------------------------- */

typedef enum ptl_tiled_language { PTL_TILED_XML, PTL_TILED_JSON } ptl_tiled_language;

typedef enum ptl_tiled_value { /* how a value is spelled in JSON; in XML all are texts */
                               PTL_TILED_TEXT,
                               PTL_TILED_NUMBER,
                               PTL_TILED_BOOL, /* "true" or "false" */
                               PTL_TILED_NULL, /* "null"            */
} ptl_tiled_value;

typedef struct ptl_tiled_attribute {
    ptl_str name;  /* empty in lists of JSON                     */
    ptl_str value; /* escapes undone; numbers as they are spelled */
    uint8_t kind;  /* ptl_tiled_value                             */
} ptl_tiled_attribute;

typedef struct ptl_tiled_attributes {
    ptl_tiled_attribute *data;
    size_t               count;
} ptl_tiled_attributes;

/* An element of XML, or an object or list of JSON. The members of an object that are neither are
 * its attributes; so are those values of a list. */
typedef struct ptl_tiled_element {
    uint32_t             level; /* how many elements it is inside of               */
    ptl_str              name;  /* of the member; empty inside of a list of JSON   */
    bool                 list;  /* a list of JSON                                  */
    ptl_tiled_attributes attributes;
    ptl_str              text;   /* between its tags; blanks that only lay it out are dropped    */
    ptl_u32s             cells;  /* of a layer or chunk, row by row: see ptl_tiled_cell          */
    ptl_str              packed; /* base64 of the cells as it was spelled; written if it still is
                                    theirs, else made anew                                       */
    uint64_t at;                 /* offset of its first byte, or PTL_NOWHERE                     */
} ptl_tiled_element;

typedef struct ptl_tiled_elements {
    ptl_tiled_element *data;
    size_t             count;
} ptl_tiled_elements;

enum { /* ptl_tiled.spelling: what Tiled's programs do differently, as it was found */
       PTL_TILED_CRLF    = 1,   /* lines end in CR LF                       */
       PTL_TILED_ASCII   = 2,   /* JSON: other characters are \u and digits */
       PTL_TILED_SLASHES = 4,   /* JSON: slashes are escaped                */
       PTL_TILED_ZEROS   = 8,   /* XML: empty cells are <tile gid="0"/>     */
       PTL_TILED_TIGHT   = 16,  /* minimized: without line ends and blanks */
       PTL_TILED_STEPS   = 32,  /* JSON: four blanks a level, as in worlds */
       PTL_TILED_WRAPPED = 64,  /* JSON: lists are broken at the map's width */
       PTL_TILED_BARE    = 128, /* XML: it does not say that it is UTF-8   */
       PTL_TILED_END     = 256, /* XML has no line end behind it, JSON one */
       PTL_TILED_TABS    = 512, /* XML: a tab a level, not a blank         */
};

typedef struct ptl_tiled_files {
    ptl_companion *data;
    size_t         count;
} ptl_tiled_files;

typedef struct ptl_tiled {
    uint8_t            language; /* ptl_tiled_language        */
    uint16_t           spelling; /* bits as above             */
    ptl_str            doctype;  /* what the document type names, of old files; or empty */
    ptl_tiled_elements elements;
    ptl_tiled_files    files; /* that it names; derived when it is read */
    bool               exact; /* writing it gives what was read         */
} ptl_tiled;

/* The document as Tiled's, NULL when it is of another format: to change it or to look at it. From a
 * call of the first on, the document is looked at as a whole. See "Changes" in
 * <portolan/portolan.h>. */
PTL_API ptl_tiled       *ptl_tiled_of(const ptl_doc *doc);
PTL_API const ptl_tiled *ptl_tiled_view(const ptl_doc *doc);

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A cell is 0, or the number of a tile and flags: first the axes are swapped, then the picture is
 * mirrored. */
#define PTL_TILED_MIRROR_X UINT32_C(0x80000000)
#define PTL_TILED_MIRROR_Y UINT32_C(0x40000000)
#define PTL_TILED_SWAP UINT32_C(0x20000000)
#define PTL_TILED_HEX UINT32_C(0x10000000) /* means something in hexagonal maps only */
#define PTL_TILED_FLAGS UINT32_C(0xF0000000)

/* ---- What it means --------------------------------------------------------------------------- */

typedef struct ptl_tiled_property ptl_tiled_property;

typedef struct ptl_tiled_properties {
    ptl_tiled_property *data;
    size_t              count;
} ptl_tiled_properties;

struct ptl_tiled_property {
    ptl_str name;
    ptl_str type;                /* "string", "int", "float", "bool", "color", "file", "object",
                                    "class", "list" */
    ptl_str              custom; /* the name of a type of the user's own, or empty */
    ptl_str              value;  /* as it is spelled; empty for class and list     */
    ptl_tiled_properties members;
};

typedef struct ptl_tiled_image {
    ptl_str  source;        /* path, empty where there is none or it is embedded   */
    ptl_str  trans;         /* "ff00ff": the color that is clear, or empty         */
    uint32_t width, height; /* as the file says; 0: it does not                   */
    bool     embedded;
    ptl_str  data; /* of an embedded one: base64 as it is spelled, else empty      */
} ptl_tiled_image;

typedef struct ptl_tiled_point {
    double x, y;
} ptl_tiled_point;

typedef struct ptl_tiled_points {
    ptl_tiled_point *data;
    size_t           count;
} ptl_tiled_points;

typedef enum ptl_tiled_shape {
    PTL_TILED_RECTANGLE,
    PTL_TILED_ELLIPSE,
    PTL_TILED_POINT,
    PTL_TILED_CAPSULE,
    PTL_TILED_POLYGON,
    PTL_TILED_POLYLINE,
    PTL_TILED_LABEL, /* a text         */
    PTL_TILED_TILE,  /* it has a gid   */
} ptl_tiled_shape;

typedef struct ptl_tiled_object {
    size_t               element; /* of the shape that ptl_tiled_map.elements has */
    uint32_t             id;
    ptl_str              name, type;
    ptl_str              pattern; /* path of its template, or empty: what is not said is as there */
    uint32_t             gid;
    double               x, y, width, height; /* pixels, y down                  */
    double               rotation;            /* degrees, clockwise around x, y  */
    bool                 visible;
    uint8_t              shape;  /* ptl_tiled_shape                 */
    ptl_tiled_points     points; /* relative to x, y                */
    ptl_str              text;   /* of a label                      */
    ptl_tiled_properties properties;
} ptl_tiled_object;

typedef struct ptl_tiled_objects {
    ptl_tiled_object *data;
    size_t            count;
} ptl_tiled_objects;

typedef struct ptl_tiled_frame {
    uint32_t tile, milliseconds;
} ptl_tiled_frame;

typedef struct ptl_tiled_frames {
    ptl_tiled_frame *data;
    size_t           count;
} ptl_tiled_frames;

typedef struct ptl_tiled_tile {
    uint32_t             id;
    ptl_str              type;
    ptl_tiled_image      image;               /* of a collection */
    uint32_t             x, y, width, height; /* the part of its image that is shown; 0: all */
    ptl_tiled_frames     frames;
    ptl_tiled_objects    shapes; /* for collisions */
    ptl_tiled_properties properties;
} ptl_tiled_tile;

typedef struct ptl_tiled_tiles {
    ptl_tiled_tile *data;
    size_t          count;
} ptl_tiled_tiles;

typedef struct ptl_tiled_set {
    size_t               element;
    uint32_t             first;  /* the gid of its tile 0                         */
    ptl_str              source; /* path of its file, where all but `first` is; or empty */
    ptl_str              name;
    uint32_t             tile_width, tile_height, spacing, margin, tile_count, columns;
    int32_t              offset_x, offset_y; /* of its tiles when they are drawn, y down */
    ptl_str              alignment;          /* of tile objects: "topleft" and its like  */
    ptl_tiled_image      image;              /* empty: a collection                      */
    ptl_tiled_tiles      tiles;              /* those about which something is said      */
    ptl_tiled_properties properties;
} ptl_tiled_set;

typedef struct ptl_tiled_sets {
    ptl_tiled_set *data;
    size_t         count;
} ptl_tiled_sets;

typedef struct ptl_tiled_chunk {
    int32_t         x, y;
    uint32_t        width, height;
    const uint32_t *cells;
} ptl_tiled_chunk;

typedef struct ptl_tiled_chunks {
    ptl_tiled_chunk *data;
    size_t           count;
} ptl_tiled_chunks;

typedef enum ptl_tiled_kind {
    PTL_TILED_TILE_LAYER,
    PTL_TILED_OBJECT_LAYER,
    PTL_TILED_IMAGE_LAYER,
    PTL_TILED_GROUP,
} ptl_tiled_kind;

#define PTL_TILED_NONE SIZE_MAX

typedef struct ptl_tiled_layer {
    size_t               element;
    size_t               parent; /* the group it is in, a layer before it, or PTL_TILED_NONE */
    uint8_t              kind;   /* ptl_tiled_kind                                           */
    uint32_t             id;
    ptl_str              name;
    bool                 visible, locked;
    double               opacity;
    uint32_t             tint; /* 0xRRGGBBAA; 0xFFFFFFFF changes nothing           */
    double               offset_x, offset_y, parallax_x, parallax_y;
    uint32_t             width, height; /* cells of a tile layer               */
    ptl_tiled_chunks     chunks; /* of a tile layer: one at 0, 0 unless the map is infinite */
    ptl_tiled_objects    objects;
    bool                 by_index; /* objects are drawn in their order, not by y   */
    ptl_tiled_image      image;
    bool                 repeat_x, repeat_y; /* of an image                        */
    ptl_tiled_properties properties;
} ptl_tiled_layer;

typedef struct ptl_tiled_layers {
    ptl_tiled_layer *data;
    size_t           count;
} ptl_tiled_layers;

typedef enum ptl_tiled_what {
    PTL_TILED_MAP,
    PTL_TILED_SET,
    PTL_TILED_TEMPLATE,
    PTL_TILED_WORLD,
} ptl_tiled_what;

typedef enum ptl_tiled_orientation {
    PTL_TILED_ORTHOGONAL,
    PTL_TILED_ISOMETRIC,
    PTL_TILED_STAGGERED,
    PTL_TILED_HEXAGONAL,
    PTL_TILED_OBLIQUE,
} ptl_tiled_orientation;

/* A map; of a tile set, and of a template, there are only the sets and the layer with its object.
 */
typedef struct ptl_tiled_map {
    uint8_t              what;             /* ptl_tiled_what         */
    uint8_t              orientation;      /* ptl_tiled_orientation  */
    ptl_str              version, program; /* of the form, and of Tiled     */
    uint32_t             width, height, tile_width, tile_height;
    bool                 infinite;
    ptl_str              background; /* a color, or empty */
    uint32_t             next_layer, next_object;
    ptl_tiled_sets       sets;   /* in the order of the file                   */
    ptl_tiled_layers     layers; /* lowest first, groups before what is in them */
    ptl_tiled_properties properties;
    ptl_tiled_elements   elements; /* those that `element` counts: as in XML, whatever the language
                                    */
    ptl_memory *memory;            /* behind it; ptl_tiled_map_free gives it back */
} ptl_tiled_map;

/* What the elements mean. Some texts are those of the document: valid until it is changed or freed.
 */
PTL_API ptl_status ptl_tiled_derive(ptl_tiled_map *out, const ptl_doc *doc, ptl_diag *err);
PTL_API void       ptl_tiled_map_free(ptl_tiled_map *map); /* NULL and all-zero ones are fine */

/* The set that a gid, without its flags, belongs to: the last that begins at or before it; NULL for
 * 0, and when there is none. */
PTL_API const ptl_tiled_set *ptl_tiled_set_of(const ptl_tiled_map *map, uint32_t gid);

/* The external sets of a map are its parts, in the order of the file, each a document of this
 * format: ptl_part_read. */

#ifdef __cplusplus
}
#endif

#endif
