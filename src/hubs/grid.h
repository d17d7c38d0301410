/* SPDX-License-Identifier: MIT */
/* Maps as people edit them in Tiled, and what becomes of them on the way back.
 *
 * A grid is a list of maps that share sets of tiles. Sets, layers, objects and properties are those
 * of <portolan/tiled.h>; only cells are not, because Tiled counts their numbers anew whenever it
 * saves: here a cell is a set, a tile of that set and a turn. A format makes a layer of every field
 * that can be painted, with a set of its own whose tiles count its values; a layer says then which
 * sets its cells may be from, and what an empty cell stands for. */
#ifndef PTL_HUBS_GRID_H
#define PTL_HUBS_GRID_H

#include <portolan/tiled.h>

#include "core/buf.h"
#include "hubs/hub.h"
#include "hubs/tiles.h"

enum { PTL_GRID_NO_SET = UINT16_MAX, PTL_GRID_SIDE = 32 }; /* pixels of a tile of our own sheets */

typedef struct ptl_grid_tile {
    uint32_t tile; /* of the set                                             */
    uint16_t set;  /* PTL_GRID_NO_SET: nothing is there, and the rest is 0   */
    uint8_t  turn; /* PTL_TILE_MIRROR_X and its like                         */
    uint8_t  none;
} ptl_grid_tile;

#define PTL_GRID_EMPTY ((ptl_grid_tile){ .set = PTL_GRID_NO_SET })

static inline bool ptl_grid_same(ptl_grid_tile a, ptl_grid_tile b)
{
    return a.tile == b.tile && a.set == b.set && a.turn == b.turn;
}

typedef struct ptl_grid_set ptl_grid_set;

struct ptl_grid_set {
    ptl_tiled_set is; /* `first`, `source` and `element` mean nothing; the image is `picture`   */
    const char   *field; /* what its tiles count, such as "pfmap.height"; NULL: nothing we know   */
    bool          own;   /* it is for one document alone, and so are its files                    */
    ptl_span picture;    /* of all tiles: a PNG; empty until it is drawn, and where it cannot be */
    /* Draws it, in the job's arena; NULL: it is as the image says. */
    ptl_span (*draw)(ptl_job *job, const ptl_grid_set *set, const ptl_files *files);
    const void *user; /* whatever that needs     */
    size_t      number;
    uint32_t    values; /* tiles that stand for something, counted from the first; 0: all */
};

enum {                 /* turns that mean something in a layer */
       PTL_GRID_STILL, /* none                                 */
       PTL_GRID_ANY,   /* all eight                            */
       PTL_GRID_QUARTERS
}; /* quarter turns; mirrored ones are taken for the nearest */

typedef struct ptl_grid_layer {
    ptl_tiled_layer is;    /* chunks are those it was made from, if any; parents are other layers */
    ptl_grid_tile  *cells; /* of a layer of tiles, row by row: as many as the map has             */
    unsigned        field; /* the format's own number of what is painted                          */
    uint16_t      set, sets; /* the first set that its cells may be from, and how many            */
    ptl_grid_tile nothing; /* what an empty cell stands for, if that is a tile, too               */
    uint8_t       turns;
    bool          optional; /* where it is gone nothing is said */
    bool          derived; /* it only shows something: painting it changes nothing                */
} ptl_grid_layer;

typedef struct ptl_grid_map {
    ptl_str  name;
    uint32_t width, height, tile_width, tile_height;
    bool     infinite;
    int64_t  x, y; /* pixels, where it lies beside others; of an infinite one, its first cell */
    struct {
        ptl_grid_layer *data; /* lowest first */
        size_t          count, room;
    } layers;
    ptl_tiled_properties properties;
    size_t               property_room;
    ptl_str              background;
} ptl_grid_map;

/* The file that a grid was made from. */
typedef struct ptl_grid_origin {
    ptl_str format, name, sum, version; /* sum: SHA-256 in digits   */
    ptl_str packed;                     /* all of it, zlib and base64; or empty */
} ptl_grid_origin;

typedef struct ptl_grid {
    struct {
        ptl_grid_map *data;
        size_t        count;
    } maps;
    struct {
        ptl_grid_set *data;
        size_t        count, room;
    } sets;
    ptl_grid_origin origin; /* empty where it is none of ours */
} ptl_grid;

/* ---- Made by formats ------------------------------------------------------------------------- */

/* Room for so many maps. */
ptl_grid_map *ptl_grid_add_maps(ptl_job *job, ptl_grid *grid, size_t count);

/* A set of square tiles of ours, 16 side by side, that counts a field; its number. The name is
 * kept, not copied. */
uint16_t ptl_grid_add_set(ptl_job *job, ptl_grid *grid, const char *name, const char *field,
                          uint32_t count);

/* A layer; of tiles, with every cell empty. NULL without memory. Valid until the next is added. */
ptl_grid_layer *ptl_grid_add_layer(ptl_job *job, ptl_grid_map *map, const char *name,
                                   ptl_tiled_kind kind);

/* A property of a map; the text is kept, not copied. */
void ptl_grid_say(ptl_job *job, ptl_grid_map *map, const char *name, const char *type,
                  ptl_str value);
void ptl_grid_say_number(ptl_job *job, ptl_grid_map *map, const char *name, int64_t value);

/* A text in the arena, as printf makes it. */
ptl_str ptl_grid_text(ptl_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A text as Tiled keeps it: without carriage returns, and with U+FFFD for what XML cannot spell.
 * The text itself where that changes nothing. */
ptl_str ptl_grid_plain(ptl_job *job, ptl_str text);

/* Whether a text that came back is the one that left. */
bool ptl_grid_same_text(ptl_job *job, ptl_str left, ptl_str now);

/* ---- Looked at ------------------------------------------------------------------------------- */

/* A property; NULL when there is none of that name. Its value as a number, if it is one. */
const ptl_tiled_property *ptl_grid_property(const ptl_tiled_properties *list, const char *name);
ptl_str                   ptl_grid_said(const ptl_tiled_properties *list, const char *name);
int64_t ptl_grid_number(const ptl_tiled_properties *list, const char *name, int64_t otherwise);

/* The first layer of a name and kind, or NULL. */
const ptl_grid_layer *ptl_grid_layer_named(const ptl_grid_map *map, ptl_str name,
                                           ptl_tiled_kind kind);

/* ---- Coming home ----------------------------------------------------------------------------- */

typedef struct ptl_grid_change { /* a cell that is not what the base would have made of it */
    uint32_t      x, y;
    ptl_grid_tile was, now;
} ptl_grid_change;

typedef struct ptl_grid_changes { /* of one layer */
    size_t                layer;  /* of the base                                 */
    const ptl_grid_layer *after;  /* the same layer now; NULL: it is gone        */
    ptl_grid_change      *data;
    size_t                count, room;
} ptl_grid_changes;

typedef struct ptl_grid_home { /* one map */
    size_t              map;   /* of the base */
    const ptl_grid_map *before, *after;
    struct {
        ptl_grid_changes *data; /* a list for each layer of the base */
        size_t            count;
    } layers;
    bool *said; /* for each property of the base: whether it is another now */
    bool  any;
} ptl_grid_home;

typedef struct ptl_grid_homes {
    ptl_grid_home  *data; /* those of the base that are there */
    size_t          count;
    const ptl_grid *base, *now;
    bool            any; /* something is not as the base would have made it */
} ptl_grid_homes;

/* Compares what came back with what the base makes. Sets and layers are found by what they count
 * and by their names. Fails when it cannot be the same map: another size, tiles of another field, a
 * layer painted that only shows something. What means nothing is reported and left out. `key` names
 * the property of the maps that tells them apart where there are several. */
void ptl_grid_compare(ptl_job *job, ptl_grid_homes *out, const ptl_grid *base, const ptl_grid *now,
                      const char *key);

/* What a property of the base, by its index, says now. */
ptl_str ptl_grid_now(const ptl_grid_home *home, size_t index);

/* The same for a new document that has what new ones have: what the map does not say is reported as
 * invented. Fails when it has no layer that means something. */
void ptl_grid_adopt(ptl_job *job, ptl_grid_homes *out, ptl_grid *fresh, const ptl_grid *now,
                    const char *key);

#endif
