/* SPDX-License-Identifier: MIT */
/* PixelPerfectEngine containers (.xmf, packed .zmf): layers, tile sources, objects, map data.
 *
 * A container is a text of tags: a name, values, attributes, and further tags in braces. What it
 * says is kept as it is spelled; ptl_xmf_derive gives it meaning.
 *
 *     ptl_xmf_layers layers;
 *     ptl_doc       *map;
 *
 *     if (ptl_xmf_derive(&layers, doc, NULL) == PTL_OK && layers.count > 0)
 *         ptl_part_read(&map, doc, 0, &(ptl_read_opts){ .files = files }, NULL);
 *     ptl_xmf_layers_free(&layers);
 */
#ifndef PORTOLAN_XMF_H
#define PORTOLAN_XMF_H

#include <portolan/ppe.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_XMF_MAX_DEPTH = 64,       /* tags inside each other             */
    PTL_XMF_MAX_TEXT  = 64 << 20, /* bytes a packed container may yield */
    PTL_XMF_MAX_FILES = 256,      /* different files it may name        */
};

typedef enum ptl_xmf_packing { PTL_XMF_PLAIN, PTL_XMF_ZLIB, PTL_XMF_ZSTD } ptl_xmf_packing;

typedef struct ptl_xmf_tag {
    uint64_t at;     /* where it begins in the text                                      */
    uint32_t level;  /* how many tags are around it                                      */
    ptl_str  before; /* blanks, comments and closing braces since the tag before it      */
    ptl_str  name;   /* "Layer:Tile"; empty for a row of values                          */
    ptl_str  rest;   /* values, attributes and the opening brace, as they are spelled    */
} ptl_xmf_tag;

typedef struct ptl_xmf_tags {
    ptl_xmf_tag *data;
    size_t       count;
} ptl_xmf_tags;

typedef struct ptl_xmf_files {
    ptl_companion *data;
    size_t         count;
} ptl_xmf_files;

typedef struct ptl_xmf {
    uint8_t       packing; /* ptl_xmf_packing                                      */
    ptl_xmf_tags  tags;    /* in the order of the text                             */
    ptl_str       end;     /* blanks, comments and closing braces after the last   */
    uint8_t       assume;  /* layout of bare embedded cells: 0 by the layer's tags, 1 old, 2 new */
    ptl_xmf_files files;   /* companions that it named when it was read, each once */
} ptl_xmf;

/* The container inside a document, or NULL when it is of another format: to change, or only to look
 * at, which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_xmf       *ptl_xmf_of(const ptl_doc *doc);
PTL_API const ptl_xmf *ptl_xmf_view(const ptl_doc *doc);

/* ---- Values --------------------------------------------------------------------------------- */

typedef enum ptl_xmf_kind {
    PTL_XMF_INTEGER,
    PTL_XMF_TEXT,   /* `text` is what the quotes hold, escapes undone     */
    PTL_XMF_BINARY, /* `text` is what the base64 stands for               */
    PTL_XMF_BOOL,   /* `integer` is 0 or 1                                */
    PTL_XMF_NULL,
    PTL_XMF_OTHER, /* fractions, dates, numbers past 64 bits: `text` as spelled */
} ptl_xmf_kind;

typedef struct ptl_xmf_value {
    ptl_xmf_kind kind;
    ptl_str      name; /* of an attribute; empty for a value */
    int64_t      integer;
    ptl_str      text;
} ptl_xmf_value;

typedef struct ptl_xmf_values {
    ptl_xmf_value *data;
    size_t         count;
    ptl_memory    *memory; /* behind it; the caller frees it */
} ptl_xmf_values;

/* The values and attributes of a tag. Some texts are those of the document. */
PTL_API ptl_status ptl_xmf_values_of(ptl_xmf_values *out, const ptl_doc *doc,
                                     const ptl_xmf_tag *tag, ptl_diag *err);
PTL_API void ptl_xmf_values_free(ptl_xmf_values *values); /* NULL and all-zero ones are fine */

/* ---- Layers --------------------------------------------------------------------------------- */

typedef struct ptl_xmf_tile { /* a row of Embed:TileInfo */
    int32_t id, index;        /* what cells say, and where on the sheet it is */
    ptl_str name;
} ptl_xmf_tile;

typedef struct ptl_xmf_tiles {
    ptl_xmf_tile *data;
    size_t        count;
} ptl_xmf_tiles;

typedef struct ptl_xmf_source { /* File:TileSource */
    size_t        tag;
    ptl_str       path;
    int32_t       palette_shift; /* 0 when it is not given */
    ptl_xmf_tiles tiles;
} ptl_xmf_source;

typedef struct ptl_xmf_sources {
    ptl_xmf_source *data;
    size_t          count;
} ptl_xmf_sources;

typedef struct ptl_xmf_object {
    size_t  tag;
    ptl_str kind; /* "Box", "Sprite", "Polyline", ... */
    ptl_str name;
    int32_t id;
    int32_t left, top, right, bottom; /* of a box, the last two inclusive; else 0 */
} ptl_xmf_object;

typedef struct ptl_xmf_objects {
    ptl_xmf_object *data;
    size_t          count;
} ptl_xmf_objects;

typedef enum ptl_xmf_map { /* where a layer's cells are */
                           PTL_XMF_NO_MAP,
                           PTL_XMF_FILE,     /* in the file `path`                              */
                           PTL_XMF_EMBEDDED, /* in `bytes`                                      */
                           PTL_XMF_LOST,     /* the program that saved the container lost them  */
                           PTL_XMF_SHARED,   /* in the layer of priority `shared`               */
} ptl_xmf_map;

#define PTL_XMF_NO_LAYER SIZE_MAX

typedef struct ptl_xmf_layer {
    size_t          tag;
    ptl_str         kind; /* "Tile", "Sprite", ... */
    ptl_str         name;
    int32_t         priority;
    int32_t         tile_width, tile_height, width, height; /* of a tile layer, else 0 */
    uint8_t         map;                                    /* ptl_xmf_map             */
    ptl_str         path;
    int32_t         shared;
    ptl_str         bytes;  /* embedded cells, or a whole map file          */
    uint8_t         layout; /* of bare embedded cells: ptl_ppe_layout       */
    bool            headed; /* `bytes` begins with a header                 */
    ptl_xmf_sources sources;
    ptl_xmf_objects objects;
    size_t cells; /* the layer whose cells it shows, itself or another; PTL_XMF_NO_LAYER: none */
} ptl_xmf_layer;

typedef struct ptl_xmf_layers {
    ptl_xmf_layer *data;
    size_t         count;
    ptl_memory    *memory; /* behind it; the caller frees it */
} ptl_xmf_layers;

/* What the tags mean. Some texts are those of the document: valid until it is changed or freed. */
PTL_API ptl_status ptl_xmf_derive(ptl_xmf_layers *out, const ptl_doc *doc, ptl_diag *err);
PTL_API void ptl_xmf_layers_free(ptl_xmf_layers *layers); /* NULL and all-zero ones are fine */

/* The map of the index-th layer, wherever it is (embedded, in a file, or another layer's), is the
 * index-th part of the document: ptl_part_read. ptl_part_put puts one of the layer's size into it,
 * in place of what it had, a path or a share, too: bare cells when they are of the new layout
 * without flags, which is what the engine reads, else the whole map file, plain, with header and
 * sections. In a layer with RenderingMode and without ShaderProgram, of the time before, it is old
 * cells that are bare. */

/* The name under which a file of a container is looked for: without %PATH% and its like, drives and
 * what comes before the last "..", and with slashes for backslashes. False when nothing is left, or
 * when it does not fit. */
PTL_API bool ptl_xmf_file_name(char *out, size_t out_size, ptl_str path);

typedef struct ptl_xmf_palette { /* File:Palette and Embed:Palette at the root */
    size_t  tag;
    ptl_str path;   /* of an image whose palette it is; empty when the colors are embedded  */
    ptl_str bytes;  /* four for each color: alpha, blue, green, red                         */
    int32_t shift;  /* 2 to the power of it colors are taken; 0, not given: all of them     */
    int32_t offset; /* the entry the first color becomes                                    */
} ptl_xmf_palette;

typedef struct ptl_xmf_palettes {
    ptl_xmf_palette *data;
    size_t           count;
    ptl_memory      *memory; /* as in layers */
} ptl_xmf_palettes;

PTL_API ptl_status ptl_xmf_derive_palettes(ptl_xmf_palettes *out, const ptl_doc *doc,
                                           ptl_diag *err);
PTL_API void       ptl_xmf_palettes_free(ptl_xmf_palettes *palettes); /* NULL is fine */

/* ---- Making containers ------------------------------------------------------------------------
 *
 *     ptl_xmf_new(&doc, NULL, &err);
 *     ptl_xmf_add_layer(doc, "ground", 0, 16, 16, 28, 20, &err);
 *     ptl_part_put(doc, 0, map, &err);
 *
 * Tags are spelled as the engine spells them. Layers derived before a change are stale. */

/* A new container that holds nothing but the version of its metadata. Only the allocator and limits
 * of the options are used. */
PTL_API ptl_status ptl_xmf_new(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

/* Gives a container that has none a name and a resolution, in pixels of the screen. */
PTL_API ptl_status ptl_xmf_describe(ptl_doc *doc, const char *name, int32_t width, int32_t height,
                                    ptl_diag *err);

/* Adds a tile layer after all others, of width by height cells; priorities are unique. */
PTL_API ptl_status ptl_xmf_add_layer(ptl_doc *doc, const char *name, int32_t priority,
                                     int32_t tile_width, int32_t tile_height, int32_t width,
                                     int32_t height, ptl_diag *err);

/* Adds an image with tiles to a tile layer, after its others; only path, palette_shift and tiles of
 * `source` are used. */
PTL_API ptl_status ptl_xmf_add_source(ptl_doc *doc, const ptl_xmf_layer *layer,
                                      const ptl_xmf_source *source, ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
