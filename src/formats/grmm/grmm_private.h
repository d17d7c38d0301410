/* SPDX-License-Identifier: MIT */
/* What the files of the Gridmonger format share. */
#ifndef PTL_FORMATS_GRMM_PRIVATE_H
#define PTL_FORMATS_GRMM_PRIVATE_H

#include <portolan/grmm.h>

#include "core/cursor.h"
#include "formats/format.h"
#include "hubs/access.h"

enum {
    GRMM_DIALECT_EDITOR,
    GRMM_DIALECT_DOCUMENT,
};

/* ---- Chunks --------------------------------------------------------------------------------- */

typedef struct grmm_piece { /* a chunk in the file */
    char     id[4];         /* of a group: its type */
    bool     group, there;
    bool     odd;            /* salvaged: its size is wrong, and its end is where another begins */
    uint64_t at, start, end; /* header; data without the type of a group */
} grmm_piece;

typedef struct grmm_level_pieces {
    grmm_piece      prop, coor, regn, cell, anno;
    uint64_t        at;
    ptl_grmm_chunks unknown;
} grmm_level_pieces;

typedef struct grmm_tree { /* where everything is */
    grmm_piece      map, prop, coor, lvls, lnks, flat, group, disp, opts, tool, notl;
    ptl_grmm_chunks unknown, unknown_in_map, unknown_in_levels, unknown_in_state;
    struct {
        grmm_level_pieces *data;
        size_t             count;
    } levels;
    bool unnumbered; /* salvaged: nobody knows how many levels came before the first */
} grmm_tree;

/* Finds every chunk by the sizes the file gives; fails at the first that is impossible. */
void ptl_grmm_find_tree(ptl_job *job, ptl_span file, grmm_tree *out);
/* Finds what is left of a damaged file by looking for chunks everywhere. */
void ptl_grmm_scan_tree(ptl_job *job, ptl_span file, grmm_tree *out);

/* Whether a chunk is used up exactly by one of the two layouts. Nothing is kept or reported. */
bool ptl_grmm_fits_regions(ptl_span file, const grmm_piece *piece, bool document);
bool ptl_grmm_fits_notes(ptl_span file, const grmm_piece *piece, bool document);
bool ptl_grmm_fits_state(ptl_span file, const grmm_piece *piece, bool document);
bool ptl_grmm_fits_cells(ptl_span file, const grmm_piece *prop, const grmm_piece *cell,
                         bool document);
/* Of a damaged file: above 0 when more of its whole chunks fit the document's letter alone than the
 * editors' layout alone, below 0 the other way round. */
int ptl_grmm_lean(ptl_span file, const grmm_tree *tree);
/* A map's `prop` as it was before the first release. */
bool ptl_grmm_fits_old_prop(ptl_span file, const grmm_piece *piece);

/* ---- Salvage -------------------------------------------------------------------------------- */

enum { GRMM_SHOWN = 56 }; /* room for the name of a level in a message */

typedef struct grmm_mend { /* a level of a damaged file */
    ptl_job        *job;
    ptl_span        file;
    ptl_grmm_level *level;
    size_t          index;
    bool            document;
    uint64_t        most; /* cells it may have */
    char            name[GRMM_SHOWN];
} grmm_mend;

/* Texts are what is left of them: bytes from `start` to `end`, of `claimed` bytes; carriage returns
 * that a translation of line ends has dropped are put back where that explains the difference. */
ptl_str ptl_grmm_mend_text(ptl_job *job, ptl_span file, uint64_t start, uint64_t end,
                           uint64_t claimed);
/* The file as it was before every LF became CR LF, in the arena; the file itself when none did. */
ptl_span ptl_grmm_mend_line_ends(ptl_job *job, ptl_span file);

/* Whatever can be made out of the properties, cells and notes of a level. Each says what it could
 * not read, and fails the job only for lack of memory. A level without rows has no size yet. */
void ptl_grmm_mend_map(ptl_job *job, ptl_span file, const grmm_piece *prop, ptl_grmm *map);
void ptl_grmm_mend_properties(grmm_mend *m, const grmm_piece *prop, const grmm_piece *cell);
void ptl_grmm_mend_cells(grmm_mend *m, const grmm_piece *piece);
void ptl_grmm_mend_notes(grmm_mend *m, const grmm_piece *piece);
/* Names the level for messages; says that all of it is lost; gives it a size that holds its notes
 * where nothing else says how large it is. */
void ptl_grmm_name_mend(grmm_mend *m);
void ptl_grmm_say_lost(const grmm_mend *m, uint64_t at, const char *why);
void ptl_grmm_size_by_notes(grmm_mend *m);
bool ptl_grmm_sized(const ptl_grmm_level *level); /* rows and columns are what they may be */
/* Cells that the layers of a chunk say there are; `claimed` where they do not contradict it. */
uint64_t ptl_grmm_vote_cells(ptl_span file, const grmm_piece *piece, uint64_t claimed);

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef enum grmm_unpacking {
    GRMM_UNPACKED,
    GRMM_UNPACKED_ODDLY, /* from other bytes than ptl_grmm_pack makes */
    GRMM_TOO_FEW,
    GRMM_TOO_MANY,
    GRMM_CUT
} grmm_unpacking;

/* Unpacks runs to exactly `count` cells; *used says how far it came. */
grmm_unpacking ptl_grmm_unpack(const uint8_t *packed, size_t size, uint8_t *cells, size_t count,
                               size_t *used);
/* Cells that runs stand for; UINT64_MAX when they end inside of one. */
uint64_t ptl_grmm_count_runs(const uint8_t *packed, uint64_t size);
void     ptl_grmm_pack(ptl_buf *out, const uint8_t *cells, size_t count);
bool     ptl_grmm_all_zero(const uint8_t *cells, size_t count);

enum { GRMM_RAW, GRMM_RUNS, GRMM_ZEROS }; /* how a layer is written */

/* Bytes a value takes in the uncompressed layers of a `cell` chunk: 1, 8 or 4; 0 when no width
 * fits. */
unsigned ptl_grmm_raw_width(ptl_span file, uint64_t start, uint64_t end, uint64_t count);

/* The six layers of a level. */
void ptl_grmm_read_cells(ptl_job *job, ptl_span file, const grmm_piece *piece,
                         ptl_grmm_level *level, bool document);
/* `kept`: with the coding that they have; otherwise with that of the editor. */
void ptl_grmm_write_cells(ptl_buf *out, const ptl_grmm_level *level, bool document, bool kept);
/* Cells of the document's letter, without the last row and column, among those of the editor. */
void ptl_grmm_add_rim(ptl_job *job, const ptl_grmm_level *level, ptl_u8s *layer);

/* ---- Reading, writing ----------------------------------------------------------------------- */

int  ptl_grmm_probe(ptl_span head, uint64_t size);
void ptl_grmm_read(ptl_job *job, ptl_span source, void *native);
void ptl_grmm_unite(ptl_job *job, void *const sides[3], bool changed[3]);
void ptl_grmm_settle(ptl_job *job, const void *native);
void ptl_grmm_write(ptl_job *job, ptl_buf *out, const void *native);

/* Gives a copy of the map the version and dialect the job asks for, and reports what that loses. */
void ptl_grmm_retarget(ptl_job *job, ptl_grmm *map);
/* The same for a version alone: cells, regions, links and state are copies. */
void ptl_grmm_change_version(ptl_job *job, ptl_grmm *map, unsigned version);
/* Gives a copy of the map the levels, in the order and under the names, that the job asks for; says
 * how many links that leaves without an end. */
size_t ptl_grmm_arrange(ptl_job *job, ptl_grmm *map);
/* One region for each place of the grid, in its order; what that loses is reported. */
void ptl_grmm_complete_regions(ptl_job *job, ptl_grmm_level *level, size_t index, ptl_severity as);
/* Cells of a level, in new memory, from one version's numbers to another's. */
void ptl_grmm_translate(ptl_job *job, ptl_grmm_level *level, unsigned from, unsigned to);

/* Positions of the levels in the order of display; links by their six numbers. */
void ptl_grmm_sort_levels(const ptl_grmm *map, uint32_t *order);
void ptl_grmm_sort_links(ptl_grmm_links *links);

void   ptl_grmm_check(ptl_job *job, const void *native, const char *profile);
void   ptl_grmm_check_links(ptl_job *job, const ptl_grmm *map);
void   ptl_grmm_check_document(ptl_job *job, const ptl_grmm *map);
void   ptl_grmm_check_engine(ptl_job *job, const ptl_grmm *map);
size_t ptl_grmm_characters(ptl_str text);

/* A state from before the first release gets the switches that were added then; whether it is. */
bool ptl_grmm_lengthen_state(ptl_grmm_state *state);
void ptl_grmm_fix(ptl_job *job, void *native);
bool ptl_grmm_is_theme_name(ptl_str name); /* one that may be the name of a file */

extern const ptl_record ptl_grmm_facts_record;
void                   *ptl_grmm_facts(ptl_job *job, const void *native);
void                    ptl_grmm_notes_page(ptl_job *job, ptl_buf *out, const void *native);

/* Notes as people look for them, in the arena: their indices in reading order, region by region
 * where each has coordinates of its own. */
uint32_t *ptl_grmm_list_notes(ptl_job *job, const ptl_grmm *map, size_t level);
bool      ptl_grmm_lists_by_region(const ptl_grmm_level *level);
bool      ptl_grmm_same_region(const ptl_grmm *map, size_t level, const ptl_grmm_note *a,
                               const ptl_grmm_note *b);
/* Puts numbers of links of a level into the same order. */
void ptl_grmm_list_links(ptl_job *job, const ptl_grmm *map, size_t level, uint32_t *links,
                         size_t count);

/* The place of a cell's region in the grid of regions; false where there is no grid or no cell. */
bool ptl_grmm_region_place(const ptl_grmm *map, ptl_grmm_place place, ptl_grmm_place *out);

/* The regions of all levels by their places, in the arena: for those who ask about many cells. */
typedef struct grmm_region_index {
    const ptl_grmm        *map;
    struct grmm_region_at *data;
    size_t                 count;
} grmm_region_index;

grmm_region_index      ptl_grmm_index_regions(ptl_job *job, const ptl_grmm *map);
const ptl_grmm_region *ptl_grmm_indexed_region(const grmm_region_index *index,
                                               ptl_grmm_place           place);

/* What the region of a cell is called, and a cell, "(3, 4)" or "(3, 4) of West bay", both fit to be
 * shown. Regions must have a size. */
enum { GRMM_TITLE = 64, GRMM_PLACE = 108 };
const char *ptl_grmm_region_title(char out[GRMM_TITLE], const grmm_region_index *index,
                                  ptl_grmm_place place);
const char *ptl_grmm_place_text(char out[GRMM_PLACE], const grmm_region_index *index,
                                ptl_grmm_place place);

void ptl_grmm_check_reach(ptl_job *job, const grmm_region_index *regions);

/* Whether one passes an edge in a direction, and may be on a floor at all. */
bool ptl_grmm_edge_lets(uint8_t wall, ptl_grmm_direction d, unsigned who);
bool ptl_grmm_may_stand(uint8_t floor, unsigned who);
bool ptl_grmm_carries_away(uint8_t floor); /* whoever enters it, where there is a link */

/* Which cells of all levels can be reached; false when there are none, too many, or no memory. */
bool ptl_grmm_reach(ptl_job *job, ptl_access *out, const ptl_grmm *map);

/* The map itself, or, where the settings "audience" and "reveal" ask for less than all of it, a
 * copy in the arena of what is to be seen. */
const ptl_grmm *ptl_grmm_as_seen(ptl_job *job, const ptl_grmm *map);
/* The same for who says so: as players see it, as far as the trail goes, both or neither. */
const ptl_grmm *ptl_grmm_seen_by(ptl_job *job, const ptl_grmm *map, bool player, bool trail);
/* For each level that is seen: which of the map's it is, and its number in the order of display.
 * NULL where the job fails. */
typedef struct grmm_shown {
    uint32_t level, number;
} grmm_shown;
const grmm_shown *ptl_grmm_shown(ptl_job *job, const ptl_grmm *map);

void ptl_grmm_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_grmm_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_grmm_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_grmm_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
void ptl_grmm_to_notes(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_grmm_to_table(ptl_job *job, void *hub, const void *native, const ptl_files *files);

/* Sections of the pane of notes that can be open: one for each level, and its regions. */
size_t ptl_grmm_open_count(const ptl_grmm *map);

static inline size_t grmm_cells(const ptl_grmm_level *level)
{
    return ((size_t)level->rows + 1) * (level->columns + 1);
}

static inline uint8_t grmm_value(const ptl_grmm_level *level, ptl_grmm_layer layer, size_t index)
{
    return index < level->layer[layer].count ? level->layer[layer].data[index] : 0;
}

static inline size_t grmm_index(const ptl_grmm_level *level, uint32_t row, uint32_t column)
{
    return (size_t)row * (level->columns + 1) + column;
}

/* Layers as JSON calls them, and what may be in their cells. */
extern const char *const ptl_grmm_layer_names[];
bool                     ptl_grmm_is_legal(unsigned version, ptl_grmm_layer layer, uint8_t value);

/* A cell in version 4 numbers. */
typedef struct grmm_floor {
    uint8_t floor, orientation;
} grmm_floor;

grmm_floor ptl_grmm_floor_now(unsigned version, uint8_t floor, uint8_t orientation);

/* Levels in new places: now_at[i] is where level i goes, or GRMM_GONE. Links and state follow. */
#define GRMM_GONE UINT32_MAX
void ptl_grmm_renumber(ptl_grmm *map, const uint32_t *now_at, size_t count);
/* Slices of the pane of notes in a new order: from[i] is the level that is now i, or GRMM_GONE.
 * Levels and pane of `old` are copies, those of `map` are written. */
void ptl_grmm_reorder_open(ptl_job *job, ptl_grmm *map, const ptl_grmm *old, const uint32_t *from);

extern const ptl_record ptl_grmm_record;
extern const ptl_format ptl_format_grmm;

/* Names of floors and walls, ended by a row without one. */
extern const ptl_name ptl_grmm_floor_words[], ptl_grmm_wall_words[], ptl_grmm_icon_words[];

/* The row's `make`. */
ptl_status ptl_grmm_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule ptl_grmm_rules[];

/* For Tiled, and back: PTL_HUB_GRID. */
void ptl_grmm_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_grmm_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);
void ptl_grmm_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

#endif
