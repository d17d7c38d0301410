/* SPDX-License-Identifier: MIT */
/* Two records side by side: whether they are the same, which part of one is which of the other, and
 * what changed between them. */
#ifndef PTL_CORE_COMPARE_H
#define PTL_CORE_COMPARE_H

#include "core/align.h"
#include "core/record.h"

/* ---- The same or not ------------------------------------------------------------------------- */

typedef enum ptl_regard { /* which fields count */
                          PTL_WHOLE,
                          PTL_MEANING, /* without what is aside: manner and echoes */
                          PTL_KEYS,
                          PTL_REST, /* what means something and is no key */
} ptl_regard;

bool ptl_value_same(const ptl_field *field, const void *a, const void *b, ptl_regard regard);
bool ptl_field_same(const ptl_field *field, const void *a, const void *b, ptl_regard regard);
bool ptl_record_same(const ptl_record *record, const void *a, const void *b, ptl_regard regard);

/* The same for records that are equal; for others most likely not. */
uint64_t ptl_record_hash(const ptl_record *record, const void *data, ptl_regard regard);
uint64_t ptl_value_hash(const ptl_field *field, const void *value, ptl_regard regard);
bool     ptl_record_keyed(const ptl_record *record);

/* How many of the fields that mean something are the same, in percent. */
unsigned ptl_record_alike(const ptl_record *record, const void *a, const void *b);

/* ---- Which is which -------------------------------------------------------------------------- */

/* Elements of two lists of a field; `group` of its columns. In the job's arena. */
const ptl_align *ptl_list_align(ptl_job *job, const ptl_field *field, const void *a, const void *b);

/* Of a list of nested records: what each element stands inside of, as a number that is the same for
 * the same place; NULL for other lists. In the job's arena. */
const uint64_t *ptl_list_places(ptl_job *job, const ptl_field *field, const void *record);

uint32_t *ptl_list_parents(ptl_job *job, const ptl_field *field, const void *record);

/* How deep an element of such a list stands, below PTL_DEEPEST. */
enum { PTL_DEEPEST = 256 };

uint32_t ptl_record_depth(const ptl_record *record, const void *element);

/* How many elements a list, or rows a group of columns, has. */
size_t ptl_list_count(const ptl_field *field, const void *record);

/* The grids of a record that have the same sizes: a bit for each field. */
uint64_t ptl_grids_beside(const ptl_record *record, size_t first, const void *a, const void *b);

/* How many elements a list has for each cell of the grids that it belongs to; 0: it belongs to
 * none.
 */
size_t ptl_cell_elements(const ptl_field *field, const void *record);

/* Rows and columns of such grids; NULL in both where each cell is in its place. */
typedef struct ptl_reshape {
    const ptl_align *rows, *columns;
} ptl_reshape;

ptl_reshape ptl_grids_align(ptl_job *job, const ptl_record *record, uint64_t grids, const void *a,
                            const void *b);

/* Elements of a list that belong to cells: they go with these. NULL for other lists. */
const ptl_align *ptl_cells_align(ptl_job *job, const ptl_record *record, const ptl_field *field,
                                 const void *a, const void *b);

/* A cell of a grid, or NULL where the layer is not there. */
const void *ptl_grid_cell(const ptl_field *field, const void *record, size_t x, size_t y);

/* Where the cell that is at (x, y) was; false for one that is new. */
bool ptl_reshape_was(const ptl_reshape *shape, size_t x, size_t y, size_t *was_x, size_t *was_y);

/* Gives every number that counts elements of the list at `target` the number that the element has
 * now. Numbers of elements that are gone stay as they are. */
void ptl_record_renumber(const ptl_record *record, void *data, int target, const ptl_align *now);

/* How often each of the `most` elements of that list is named by such a number, where that means
 * something; in the job's arena. */
uint32_t *ptl_record_count_numbers(ptl_job *job, const ptl_record *record, const void *data,
                                   int target, size_t most);

/* The lists that numbers of a document count elements of: a bit for each of its fields. */
uint64_t ptl_record_targets(const ptl_record *document);

/* ---- What changed ---------------------------------------------------------------------------- */

enum { PTL_NO_INDEX = UINT32_MAX };

typedef struct ptl_spot ptl_spot;

struct ptl_spot {            /* a record that is in both documents */
    const ptl_spot   *outer; /* NULL: the document                            */
    const ptl_record *record;
    const ptl_field  *field;          /* of the outer one that leads here              */
    uint32_t          was, is;        /* which element of a list; PTL_NO_INDEX: no list */
    const void       *before, *after; /* the structs                                   */
};

typedef enum ptl_change_kind {
    PTL_CHANGE_VALUE, /* a field that is no list                                  */
    PTL_CHANGE_LIST,  /* elements came, went or moved: `align`                    */
    PTL_CHANGE_RUN,   /* `count` values of a plain list or rows of columns        */
    PTL_CHANGE_SHAPE, /* rows or columns of grids came or went: `shape`           */
    PTL_CHANGE_LAYER, /* a grid is there on one side only                         */
    PTL_CHANGE_CELLS, /* a rectangle of cells                                     */
} ptl_change_kind;

typedef struct ptl_change {
    const ptl_spot  *spot;
    const ptl_field *field; /* of grids: the first of them                        */
    uint8_t          kind;  /* ptl_change_kind                                    */
    bool             even;  /* all cells had the same values, and have the same now */
    uint64_t         grids; /* SHAPE: those that take part; CELLS: those that differ */
    ptl_reshape      shape; /* of grids: NULL in both where each cell is in its place */
    union {
        const ptl_align *align;
        struct {
            uint32_t was, is, count;
        } run;
        struct {
            uint32_t x, y, width, height; /* where it is now */
        } cells;
    };
} ptl_change;

typedef struct ptl_changes {
    ptl_change *data;
    size_t      count, room;
} ptl_changes;

/* All that changed, record by record, a record's own changes before those of the records inside.
 * Numbers that count elements are compared by what they count: those of `before` are renumbered. In
 * the job's arena. */
ptl_changes ptl_record_diff(ptl_job *job, const ptl_record *record, void *before,
                            const void *after);

void ptl_change_add(ptl_job *job, ptl_changes *to, const ptl_change *change);

/* Adds what changed in grids beside each other: their shape, layers and cells. */
void ptl_grids_diff(ptl_job *job, ptl_changes *to, const ptl_spot *spot, size_t first,
                    uint64_t grids);

#endif
