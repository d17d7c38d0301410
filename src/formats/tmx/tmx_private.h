/* SPDX-License-Identifier: MIT */
/* What the files of Tiled's maps share. */
#ifndef PTL_FORMATS_TMX_PRIVATE_H
#define PTL_FORMATS_TMX_PRIVATE_H

#include <portolan/tiled.h>

#include "core/words.h"
#include "formats/format.h"

extern const ptl_format ptl_format_tmx;
extern const ptl_rule   ptl_tmx_rules[];

/* The row's `make`. */
ptl_status ptl_tmx_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

/* ---- The tree: tmx_tree.c -------------------------------------------------------------------- */

/* Elements while they are gathered. */
typedef struct ptl_tmx_tree {
    ptl_job           *job;
    ptl_tiled_elements elements;
    size_t             room;
} ptl_tmx_tree;

/* A new element at the end; NULL after a failure. Valid until the next is added. */
ptl_tiled_element *ptl_tmx_add(ptl_tmx_tree *tree, uint32_t level, ptl_str name, uint64_t at);

/* Attributes are gathered in a buffer, from which an element then takes them. Their texts stay
 * where they are. */
void                 ptl_tmx_put(ptl_buf *to, ptl_str name, ptl_str value, ptl_tiled_value kind);
ptl_tiled_attributes ptl_tmx_take(ptl_job *job, ptl_buf *from);

/* A name as a text that stays: the literal if it is one that Tiled uses, else a copy. */
ptl_str ptl_tmx_name(ptl_job *job, const char *data, size_t size);
ptl_str ptl_tmx_copy(ptl_job *job, const char *data, size_t size);
ptl_str ptl_tmx_word(const char *literal);

/* Where a text ends, which may not be there. */
static inline const char *tmx_end(ptl_str text)
{
    return text.size > 0 ? text.data + text.size : text.data;
}

/* The value of an attribute; data is NULL when it is not there. */
ptl_str ptl_tmx_value(const ptl_tiled_element *e, const char *name);
bool    ptl_tmx_has(const ptl_tiled_element *e, const char *name);
/* The same as a number; what is none counts as Tiled has it: as 0. */
int64_t ptl_tmx_whole(const ptl_tiled_element *e, const char *name, int64_t otherwise);
double  ptl_tmx_real(const ptl_tiled_element *e, const char *name, double otherwise);
bool    ptl_tmx_bool(const ptl_tiled_element *e, const char *name, bool otherwise);

/* Children of an element: the first, and the one after a child; SIZE_MAX when there is none. */
size_t ptl_tmx_first(const ptl_tiled_elements *all, size_t parent);
size_t ptl_tmx_next(const ptl_tiled_elements *all, size_t child);
/* The first child of a name. */
size_t ptl_tmx_child(const ptl_tiled_elements *all, size_t parent, const char *name);
size_t ptl_tmx_count(const ptl_tiled_elements *all, size_t parent, const char *name);

/* ---- Cells: tmx_cells.c ---------------------------------------------------------------------- */

typedef struct ptl_tmx_size {
    uint32_t width, height;
} ptl_tmx_size;

typedef enum ptl_tmx_coding { /* how cells are spelled */
                              PTL_TMX_ELEMENTS,
                              PTL_TMX_CSV,
                              PTL_TMX_BASE64,
                              PTL_TMX_ZLIB,
                              PTL_TMX_GZIP,
                              PTL_TMX_ZSTD,
                              PTL_TMX_UNKNOWN,
} ptl_tmx_coding;

/* By the values of encoding and compression, which may be missing. */
ptl_tmx_coding ptl_tmx_coding_of(ptl_str encoding, ptl_str compression);
const char    *ptl_tmx_encoding(ptl_tmx_coding coding);
const char    *ptl_tmx_compression(ptl_tmx_coding coding);

/* The size of a layer or chunk; fails when there is none. */
ptl_tmx_size ptl_tmx_size_of(ptl_job *job, const ptl_tiled_element *e);

/* A list for the cells of a size, which `bytes` of the source stand for. */
ptl_u32s ptl_tmx_cells(ptl_job *job, ptl_tmx_size size, uint64_t bytes, uint64_t at);

/* For a plane that is to hold all layers: fails the job where a few chunks far from one another
 * would become very many cells. As many as the file itself has are never too many. */
void ptl_tmx_expand(ptl_job *job, const ptl_tiled_map *map, uint64_t cells);
/* Fails when there are not as many as the size asks for. */
void ptl_tmx_count_cells(ptl_job *job, uint64_t count, ptl_tmx_size size, uint64_t at);

/* Cells of a base64 text in a coding of that kind. */
ptl_u32s ptl_tmx_unpack(ptl_job *job, ptl_str text, ptl_tmx_coding coding, ptl_tmx_size size,
                        uint64_t at);
/* The text: the one that was read, as long as it stands for the cells, or a new one. */
void ptl_tmx_put_packed(ptl_buf *out, const ptl_tiled_element *e, ptl_tmx_coding coding);

/* ---- Reading and writing --------------------------------------------------------------------- */

/* By what the text begins with. */
void ptl_tmx_read(ptl_job *job, ptl_span source, void *native);
/* Whether the first line ends in CR LF. */
bool ptl_tmx_ends_in_crlf(ptl_span source);
void ptl_tmx_read_xml(ptl_job *job, ptl_span source, ptl_tiled *doc);
void ptl_tmx_write_xml(ptl_job *job, ptl_buf *out, const ptl_tiled *doc);
void ptl_tmx_read_json(ptl_job *job, ptl_span source, ptl_tiled *doc);
void ptl_tmx_write_json(ptl_job *job, ptl_buf *out, const ptl_tiled *doc);

/* The document in another language, its lists in the job's arena; itself where it is of that one.
 */
ptl_tiled ptl_tmx_in(ptl_job *job, const ptl_tiled *doc, ptl_tiled_language language);

/* The same for a document that is written: what has no word there is told as a loss. */
ptl_tiled ptl_tmx_written_in(ptl_job *job, const ptl_tiled *doc, ptl_tiled_language language,
                             bool telling);

/* The language that the settings or the name of the output ask for. */
ptl_tiled_language ptl_tmx_language_for(const ptl_job *job, ptl_tiled_language otherwise);

/* ---- Meaning --------------------------------------------------------------------------------- */

void          ptl_tmx_settle(ptl_job *job, const void *native);
void          ptl_tmx_settle_elements(ptl_job *job, const ptl_tiled *doc); /* each by itself */
ptl_tiled_map ptl_tmx_map_of(ptl_job *job, const ptl_tiled *doc);
void          ptl_tmx_check(ptl_job *job, const void *native, const char *profile);
void          ptl_tmx_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);
bool          ptl_tmx_is_image(const ptl_tiled_image *image); /* in a file, or embedded */
uint32_t      ptl_tmx_tiles_of(const ptl_tiled_set *set); /* how many, up to the highest it names */
uint64_t      ptl_tmx_key(const void *element);
void          ptl_tmx_unite(ptl_job *job, void *const sides[3], bool changed[3]);

/* Files that it names: their names, companions, and external sets as parts. */
bool ptl_tmx_file_name(char *out, size_t out_size, ptl_str path);
/* The same for a companion, with whether that is above the folder of the document. */
bool ptl_tmx_name_file(ptl_companion *out, ptl_str path);
/* Whether a path leads above the folder it begins in; how many files with such a one are needed and
 * not found. */
bool   ptl_tmx_leads_above(ptl_str path);
size_t ptl_tmx_count_above(ptl_job *job, const ptl_tiled_elements *all, const ptl_files *files);
/* What a file is for, and what helps where its path leads above the folder it begins in. */
const char *ptl_tmx_role(const char *role, ptl_str path);
/* A path that begins at a file, which `out` has room for; empty when it has not. */
ptl_str ptl_tmx_beside(char *out, size_t out_size, ptl_str file, ptl_str path);
void    ptl_tmx_list_files(ptl_job *job, void *native);
bool    ptl_tmx_companion(const void *native, size_t index, ptl_companion *out);
bool    ptl_tmx_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out);
/* The place of an external set. */
ptl_part_place ptl_tmx_set_place(ptl_str path);
#define PTL_TMX_PARTS "tmx"

void ptl_tmx_to_tiles(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_tmx_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_tmx_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

extern const ptl_record ptl_tmx_facts_record;
void                   *ptl_tmx_facts(ptl_job *job, const void *native);

#endif
