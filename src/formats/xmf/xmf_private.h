/* SPDX-License-Identifier: MIT */
/* What the files of the PixelPerfectEngine container share. */
#ifndef PTL_FORMATS_XMF_PRIVATE_H
#define PTL_FORMATS_XMF_PRIVATE_H

#include <portolan/xmf.h>

#include "core/words.h"
#include "formats/format.h"
#include "formats/xmf/xdl.h"
#include "render/image.h"

enum { XMF_ASSUME_OLD = 1, XMF_ASSUME_NEW = 2 };

extern const ptl_format ptl_format_xmf;

/* The row's `make`. */
ptl_status ptl_xmf_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule ptl_xmf_rules[];

/* Where a tag stands, if the text it stands in is the file. */
uint64_t ptl_xmf_place(const ptl_xmf *box, size_t tag);

/* The tags as layers, in the job's arena; fails over values that are missing or of another kind. */
ptl_xmf_layers ptl_xmf_layers_of(ptl_job *job, const ptl_xmf *box);

/* The index after the last tag inside of a tag. */
size_t ptl_xmf_inside_end(const ptl_xmf *box, size_t tag);
/* A direct child of that name, or 0, which no child can be. */
size_t ptl_xmf_child(const ptl_xmf *box, size_t tag, const char *name);
/* An attribute, or the index-th value that is none; or NULL. */
const ptl_xmf_value *ptl_xmf_attribute(const ptl_xmf_values *values, const char *name);
const ptl_xmf_value *ptl_xmf_value_at(const ptl_xmf_values *values, size_t index);
/* A number that may be missing or of another kind, which check reports. */
int32_t ptl_xmf_number_or(const ptl_xmf_value *value, int32_t otherwise);
ptl_str ptl_xmf_text_or_none(const ptl_xmf_value *value);
/* What was gathered, as a list in the job's arena; frees the buffer. */
ptl_list ptl_xmf_list_of(ptl_job *job, ptl_buf *items, size_t size);

/* Files it names, and their palettes. */
void             ptl_xmf_list_files(ptl_job *job, void *native);
void             ptl_xmf_rejoin(ptl_job *job, void *native);
bool             ptl_xmf_file_at(ptl_job *job, const ptl_xmf *box, size_t tag, ptl_companion *out);
bool             ptl_xmf_companion(const void *native, size_t index, ptl_companion *out);
ptl_xmf_palettes ptl_xmf_palettes_of(ptl_job *job, const ptl_xmf *box);
ptl_xmf_palettes ptl_xmf_sprite_palettes_of(ptl_job *job, const ptl_xmf *box);

/* The layout that bare cells in a layer are taken for. */
uint8_t ptl_xmf_layout_of(const ptl_xmf *box, size_t layer);

/* Says for every layer whose cells it has. */
void ptl_xmf_resolve_shared(ptl_job *job, ptl_xmf_layer *layers, size_t count);

/* The layer whose cells a layer has, itself or another it shares with; NULL when there is none. */
const ptl_xmf_layer *ptl_xmf_cells_of(const ptl_xmf_layers *layers, const ptl_xmf_layer *layer);

/* Maps are parts of a container: one place for each layer. */
#define PTL_XMF_PARTS "ppe"
extern const ptl_setting ptl_xmf_parts_as; /* plain: containers have no room for coders */
ptl_part_place           ptl_xmf_map_place(ptl_job *job, const ptl_xmf_layers *layers,
                                           const ptl_xmf_layer *layer);
bool   ptl_xmf_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out);
size_t ptl_xmf_chosen_part(ptl_job *job, const void *native); /* by the setting "layer" */
void   ptl_xmf_put_part(ptl_job *job, void *native, size_t index, ptl_span file);

/* Takes a tag and what is inside of it out of the text, and the line that it stood on. */
void ptl_xmf_remove_tag(ptl_job *job, ptl_xmf *box, size_t tag);

/* A picture as a sheet of different tiles and a map that puts it together again. */
typedef struct ptl_xmf_pieces {
    uint32_t columns, rows, count; /* cells of the map, tiles of the sheet */
    ptl_span sheet;                /* a TGA, in the arena                  */
    ptl_buf  map;                  /* a whole map file; to be freed        */
} ptl_xmf_pieces;

bool ptl_xmf_cut(ptl_job *job, ptl_xmf_pieces *out, const ptl_image *image, uint32_t w, uint32_t h);

/* Fails a call that makes no sense. */
ptl_status ptl_xmf_refuse(ptl_diag *err, const char *why);

/* Puts the setting "map", if it is given, into a copy of the tags. */
void ptl_xmf_embed_given(ptl_job *job, ptl_xmf *box);

/* A container as tiles, for pictures and for those who look what a picture would show. */
typedef struct ptl_xmf_tiling {
    ptl_job              *job;
    const ptl_xmf        *box;
    const ptl_files      *files;
    bool                  checked; /* a map that is broken is an error, no picture is spoken of */
    ptl_tiles             out;
    ptl_xmf_layers        layers;
    const ptl_xmf_layer **shown;    /* whose each of the layers of `out` is */
    size_t                room;     /* for sheets */
    char                  why[256]; /* the first was left out */
} ptl_xmf_tiling;

void ptl_xmf_lay_out(ptl_xmf_tiling *t);
void ptl_xmf_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files);

/* The number of a path's sheet, or PTL_TILE_NONE; and the same of a sheet that becomes one. */
uint32_t ptl_xmf_sheet_at(const ptl_xmf_tiling *t, ptl_str path);
uint32_t ptl_xmf_sheet_of(ptl_xmf_tiling *t, ptl_str path, const char *role);

/* Gives it sprites and marks; returns how many objects become neither. */
size_t ptl_xmf_take_objects(ptl_xmf_tiling *t);

bool ptl_xmf_is_tile_layer(const ptl_xmf_layer *layer);

/* A layer of it as ground, and a container of ground. */
void ptl_xmf_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_xmf_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

/* For Tiled, and back: PTL_HUB_GRID. */
#define PTL_XMF_HOME_KEY "xmf.map"
void ptl_xmf_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_xmf_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
void ptl_xmf_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);

/* A text in quotes, on one line; fails the job over one that cannot be. */
void ptl_xmf_put_quoted(ptl_buf *out, ptl_str text);

void ptl_xmf_check(ptl_job *job, const void *native, const char *profile);
void ptl_xmf_check_engine(ptl_job *job, const ptl_xmf *box, const ptl_xmf_layers *layers);
void ptl_xmf_check_engine_files(ptl_xmf_tiling *t);
void ptl_xmf_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);

extern const ptl_record ptl_xmf_facts_record;
void                   *ptl_xmf_facts(ptl_job *job, const void *native);

extern const ptl_name ptl_xmf_packing_names[];

#endif
