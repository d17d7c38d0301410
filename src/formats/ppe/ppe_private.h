/* SPDX-License-Identifier: MIT */
/* What the files of the PixelPerfectEngine map format share. */
#ifndef PTL_FORMATS_PPE_PRIVATE_H
#define PTL_FORMATS_PPE_PRIVATE_H

#include <portolan/ppe.h>

#include "formats/format.h"
#include "formats/ppe_header.h"

_Static_assert(sizeof(ptl_ppe_corner) == PPE_CORNER, "corners are taken from files as they stand");

extern const ptl_format ptl_format_ppe;

/* The row's `make`. */
ptl_status ptl_ppe_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule ptl_ppe_rules[];

/* ---- Run lengths ---------------------------------------------------------------------------- */

typedef struct ppe_rle_walk {
    const char *rule; /* what is wrong, or NULL */
    uint64_t    at;   /* where: bytes from the start of the stream */
    unsigned    section;
    uint32_t    packet; /* elements of the packet that is too long, and how many were left */
    uint64_t    left;
    uint64_t    used; /* bytes of the stream */
} ppe_rle_walk;

/* Goes through the packets without taking memory. `bytes`: runs count bytes, not elements. */
ppe_rle_walk ptl_ppe_rle_measure(ptl_span coded, const ppe_plan *plan, bool bytes);
/* Expands what was measured and found good. */
void ptl_ppe_rle_expand(uint8_t *out, const uint8_t *coded, const ppe_plan *plan, bool bytes);
void ptl_ppe_rle_encode(ptl_buf *out, const uint8_t *payload, const ppe_plan *plan, bool bytes);

/* ---- LZW, the stream of `compress` ----------------------------------------------------------- */

/* Fails the job when the header, which stands at `at` in the file, is wrong. */
bool ptl_ppe_lzw_check(ptl_job *job, ptl_span coded, uint64_t at);
/* What a stream can yield at most. */
uint64_t ptl_ppe_lzw_most(ptl_span coded);
/* Decodes `size` bytes, neither more nor less, into room for those it can yield at most; returns
 * the bytes of the stream, 0 after a failure. */
size_t ptl_ppe_lzw_decode(ptl_job *job, ptl_span coded, uint64_t at, uint8_t *out, uint64_t size);
void   ptl_ppe_lzw_encode(ptl_buf *out, const uint8_t *payload, size_t size);

/* ---- Siblings by job ------------------------------------------------------------------------- */

/* The CSV of PixelPerfectEditor. */
bool ptl_ppe_is_csv(ptl_span head);
void ptl_ppe_read_csv(ptl_job *job, ptl_span source, ptl_ppe *map, uint64_t limit);
void ptl_ppe_write_csv(ptl_job *job, ptl_buf *out, const ptl_ppe *map);

int      ptl_ppe_probe(ptl_span head, uint64_t size);
uint8_t *ptl_ppe_decode(ptl_job *job, ptl_ppe *map, ptl_span coded, uint64_t *used);

/* Gives the map, whose lists may be shared, another layout; reports what that loses and fails the
 * job when losses are not allowed. */
void ptl_ppe_change_layout(ptl_job *job, ptl_ppe *map, ptl_ppe_layout layout);

/* As layers of tiles: PTL_HUB_TILES. */
void ptl_ppe_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files);

/* The size of tiles that the setting "tile" gives. */
void ptl_ppe_take_tile_size(ptl_job *job, ptl_tile_layer *layer);

/* For Tiled, and back: PTL_HUB_GRID. */
void ptl_ppe_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_ppe_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);
void ptl_ppe_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

typedef struct ptl_ppe_unseen { /* what a map holds and a layer does not show */
    size_t lights;              /* graphics sections that were not asked for */
    size_t logic;               /* logic values other than 0 */
    size_t data;                /* cells with data of the game in p bits or palette */
} ptl_ppe_unseen;

/* Fills in size, cells and light; the tile of a cell is its id. Light is that of the graphics
 * section if the setting "light" asks for it. What is not shown is counted and reported. */
void ptl_ppe_layer_cells(ptl_job *job, ptl_tile_layer *out, const ptl_ppe *map,
                         ptl_ppe_unseen *unseen);
void ptl_ppe_say_unseen(ptl_job *job, const ptl_ppe_unseen *unseen);

/* As ground, and of it; and a list of what its tiles could mean. */
void ptl_ppe_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_ppe_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
void ptl_ppe_meaning_page(ptl_job *job, ptl_buf *out, const void *native);

void ptl_ppe_check(ptl_job *job, const void *native, const char *profile);
void ptl_ppe_fix(ptl_job *job, void *native);

/* What is tolerated in the flags, as warnings. */
void ptl_ppe_warn_flags(ptl_job *job, const ptl_ppe *map);

extern const ptl_record ptl_ppe_facts_record;
void                   *ptl_ppe_facts(ptl_job *job, const void *native);

extern const ptl_name ptl_ppe_layout_names[], ptl_ppe_coder_names[], ptl_ppe_width_names[];

#endif
