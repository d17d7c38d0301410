/* SPDX-License-Identifier: MIT */
/* What the files of the Permafrost terrain format share. */
#ifndef PTL_FORMATS_PFMAP_PRIVATE_H
#define PTL_FORMATS_PFMAP_PRIVATE_H

#include <portolan/pfmap.h>

#include "formats/format.h"
#include "hubs/access.h"

enum {
    PFMAP_WORD           = 24, /* characters of a tile                          */
    PFMAP_FREE           = 16, /* first of the places that older versions reserve */
    PFMAP_OPEN           = 21, /* first of those that every version reserves         */
    PFMAP_PER_LINE       = 4,  /* tiles on a line of the official writers       */
    PFMAP_MAX_SIDE       = (int)(UINT32_MAX / 2 / PTL_PFMAP_CHUNK), /* chunks              */
    PFMAP_ENGINE_SIDE    = 64, /* chunks of a side, or the engine gives up      */
    PFMAP_ENGINE_TEXTURE = 85, /* pixels of a side, or it writes past its memory */
    PFMAP_PER_CHUNK      = PTL_PFMAP_CHUNK * PTL_PFMAP_CHUNK,
};

/* What may stand between two words. */
typedef enum pfmap_gap_kind {
    PFMAP_START,  /* before the first word: nothing, or any white space */
    PFMAP_INLINE, /* blanks and tabs                                    */
    PFMAP_LINE,   /* white space with a line end in it                  */
    PFMAP_TILE,   /* any white space                                    */
} pfmap_gap_kind;

/* White space in front of a header line. */
typedef enum pfmap_line {
    PFMAP_PLAIN,    /* one line end                                        */
    PFMAP_TRAILING, /* blanks at the end of the line before, and its end   */
    PFMAP_REFUSED,  /* more than that, which the engine does not take in the header */
} pfmap_line;

pfmap_line ptl_pfmap_line_kind(pfmap_gap_kind kind, ptl_str text);

/* Whether such white space has a line in it with nothing on it. */
bool ptl_pfmap_has_blank_line(ptl_str text);

bool ptl_pfmap_gap_fits(pfmap_gap_kind kind, ptl_str text);

/* Length of the white space at `at`: blanks, tabs, LF, CR LF. A CR alone is none. */
size_t ptl_pfmap_white(const char *at, const char *end);

/* Whether a line ends in a text. */
static inline bool pfmap_has_line_end(ptl_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '\n')
            return true;
    return false;
}

/* The regular shape of the tile list. */
typedef struct pfmap_pattern {
    unsigned per_line;
    size_t   eol;                     /* bytes of a line end                             */
    char     before[PTL_PFMAP_CHUNK]; /* ' ' or '\n': what stands before each tile of 32 */
} pfmap_pattern;

pfmap_pattern ptl_pfmap_pattern_of(const ptl_pfmap_layout *layout);

/* Bytes from the first tile of the file to the number-th, by the pattern alone, and as it is. */
uint64_t ptl_pfmap_regular_offset(const pfmap_pattern *pattern, uint64_t number);
uint64_t ptl_pfmap_tile_offset(const ptl_pfmap *map, uint64_t number);

/* 10, 11 or 12 for the text of a version; 0 when it is no number. */
unsigned ptl_pfmap_version_of(ptl_str text, bool *known);

/* A word of `text`: at least one character, none of them white space or NUL. */
bool ptl_pfmap_is_word(ptl_str text);

/* A copy in the arena with a NUL behind it. */
ptl_str ptl_pfmap_copy(ptl_job *job, const char *data, size_t size);

/* Names the place of the next finding: "type[col,row]". */
void ptl_pfmap_name_tile(ptl_job *job, const ptl_pfmap *map, const char *field, uint64_t number);

/* Which quarters of tiles can be reached on the ground; false when there are too many, or no
 * memory.
 */
bool ptl_pfmap_reach(ptl_job *job, ptl_access *out, const ptl_pfmap *map);
void ptl_pfmap_check_reach(ptl_job *job, const ptl_pfmap *map);

void ptl_pfmap_read(ptl_job *job, ptl_span source, void *native);
void ptl_pfmap_write(ptl_job *job, ptl_buf *out, const void *native);
void ptl_pfmap_settle(ptl_job *job, const void *native);
void ptl_pfmap_check(ptl_job *job, const void *native, const char *profile);
void ptl_pfmap_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);
bool ptl_pfmap_companion(const void *native, size_t index, ptl_companion *out);
void ptl_pfmap_fix(ptl_job *job, void *native);

/* Gives a copy of the map another version, tiles in the arena, and reports what that loses. */
void ptl_pfmap_convert(ptl_job *job, ptl_pfmap *map);

/* Does to a copy of the map what the settings ask for, tiles in the arena: another part, size or
 * material. */
void ptl_pfmap_change(ptl_job *job, ptl_pfmap *map);

/* Lays the terrain of the setting "paste" over it. */
void ptl_pfmap_paste(ptl_job *job, ptl_pfmap *map);

/* The halves of a tile: their corners counter-clockwise from above, and a place inside. First
 * index: whether they meet along NW-SE. */
typedef struct pfmap_half {
    uint8_t corner[3];
    double  fx, fz;
} pfmap_half;

extern const pfmap_half ptl_pfmap_halves[2][2];

/* Tiles from the north-western one of a part up to, and without, the last column and row. */
typedef struct pfmap_part {
    uint32_t left, top, right, bottom;
} pfmap_part;

/* The part that the setting "crop" leaves, as much of it as is on the map; without it, all. Fails
 * the job when that is nothing. */
pfmap_part ptl_pfmap_crop(ptl_job *job, const ptl_pfmap *map);

static inline bool pfmap_in_part(const pfmap_part *part, int64_t row, int64_t col)
{
    return row >= part->top && row < part->bottom && col >= part->left && col < part->right;
}

/* What plans and scenes are called: after the file, in the arena; NULL without memory. */
const char *ptl_pfmap_title(ptl_job *job);

/* Whether units of the ground can stand somewhere. */
ptl_footing ptl_pfmap_footing(const void *native, double x, double z);

void ptl_pfmap_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_pfmap_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_pfmap_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_pfmap_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);
void ptl_pfmap_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

void ptl_pfmap_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_pfmap_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
void ptl_pfmap_from_heights(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

extern const ptl_record ptl_pfmap_facts_record;
void                   *ptl_pfmap_facts(ptl_job *job, const void *native);

extern const ptl_format ptl_format_pfmap;

/* Gives an empty struct the tiles of a new map. */
void ptl_pfmap_lay_out(ptl_job *job, ptl_pfmap *map, uint32_t rows, uint32_t cols);

/* Adds a material at the end of the list. */
void ptl_pfmap_put_material(ptl_job *job, ptl_pfmap *map, const char *name, const char *texture);

/* The row's `make`. */
ptl_status ptl_pfmap_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule         ptl_pfmap_rules[];
extern const ptl_setting_info ptl_pfmap_settings[];

/* A tile that is there: the public one has to ask. */
static inline ptl_pfmap_tile *pfmap_tile(const ptl_pfmap *map, uint32_t row, uint32_t col)
{
    return &map->tiles.data[(size_t)row * map->width + col];
}

/* The type of tile of which these corners are high: 1 NW, 2 NE, 4 SE, 8 SW; PTL_PFMAP_NO_TYPE where
 * there is none. */
enum { PTL_PFMAP_NO_TYPE = 255 };
extern const uint8_t ptl_pfmap_types[16];

/* Whether every tile is there: maps that are being edited may lack some. */
static inline bool pfmap_has_tiles(const ptl_pfmap *map)
{
    return map->tiles.count > 0 && map->tiles.count == (uint64_t)map->width * map->height;
}

#endif
