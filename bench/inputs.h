/* SPDX-License-Identifier: MIT */
/* Inputs: made from a seed, written to a scratch folder, the same on every machine. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include "bench.h"

/* Egoboo meshes; 10 doublings are like the largest known level: 128 x 128 fans, 1 MB. */
extern const input_kind input_mpd;

/* Permafrost models: plain triangles, triangles on joints, joints in motion, and some of each. */
extern const input_kind input_pfobj_static, input_pfobj_skin, input_pfobj_anim, input_pfobj_mixed;
/* A height field: every point inside is a corner of six triangles, equal in everything. */
extern const input_kind input_pfobj_field;

/* What generators share: a number below a limit, and a checksum that goes on. */
unsigned below(uint64_t *state, unsigned limit);
uint64_t sum_bytes(uint64_t sum, const void *data, size_t size);
/* Permafrost terrain; 9 doublings are a map as the game ships them, 4 x 4 chunks, 15 are 26 MB. */
extern const input_kind input_pfmap;
/* Gridmonger maps of one level, all layers in short runs (1 to 8 cells) or long ones (8 to 100); 10
 * doublings are 512 x 512 cells. */
extern const input_kind input_grmm_short, input_grmm_long;
/* PixelPerfectEngine maps; 12 doublings are 1024 x 1024 cells, 4 MB when they are not coded. */
extern const input_kind input_ppe, input_ppe_rle, input_ppe_zlib, input_ppe_zstd;

/* Maps of Tiled, four layers in csv; 14 doublings are 1024 x 1024 cells each, 15 MB. */
extern const input_kind input_tmx;

/* Tile maps to draw; 8 doublings are 256 x 256 tiles, 4096 x 4096 pixels. */
extern const input_kind input_tiles;

/* The sheet for them: a TGA of 256 tiles, with a palette or in true color. */
enum { SHEET_SIDE = 256, SHEET_TILE = 16, SHEET_COLORS = 128 };

typedef struct sheet {
    const uint8_t *data;
    size_t         size, start; /* where palette and pixels begin */
    bool           true_color;
} sheet;

sheet sheet_of(bool true_color);
/* A pixel as it must be shown: the first color of the palette is clear. */
void sheet_pixel(const sheet *s, uint32_t tile, uint32_t x, uint32_t y, uint8_t rgba[4]);

/* A folder of our own below TMPDIR; scratch_free removes it and what is in it. */
bool scratch_make(void);
void scratch_free(void);

/* Fills in all a work may ask for. Says why and returns false when it cannot. */
bool material_make(material *m, const bench_row *r, unsigned doublings);
void material_free(material *m);

/* Whether an outcome is right: a fast wrong answer must not count. */
bool material_fits(const material *m, const outcome *o);

#endif
