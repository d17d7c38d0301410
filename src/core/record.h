/* SPDX-License-Identifier: MIT */
/* Record tables: a struct described once, field by field, and the walkers over the description.
 *
 * JSON out and in, range checks, JSON Schema, the field tables of the documentation and the page of
 * `info` all come from the same rows: a field added to a table appears everywhere at once. */
#ifndef PTL_CORE_RECORD_H
#define PTL_CORE_RECORD_H

#include "core/buf.h"

typedef enum ptl_kind {
    PTL_KIND_U8,
    PTL_KIND_U16,
    PTL_KIND_U32,
    PTL_KIND_U64,
    PTL_KIND_I16,
    PTL_KIND_I32,
    PTL_KIND_I64,
    PTL_KIND_F32,
    PTL_KIND_F64,
    PTL_KIND_BOOL,
    PTL_KIND_TEXT,   /* ptl_str; bytes that are not UTF-8 become { "hex": "..." } */
    PTL_KIND_BYTES,  /* ptl_u8s as hexadecimal digits                              */
    PTL_KIND_JSON,   /* ptl_str: any value, as it is spelled                       */
    PTL_KIND_RECORD, /* a struct with a table of its own                           */
} ptl_kind;

typedef enum ptl_shape {
    PTL_ONE,     /* the value itself                                               */
    PTL_LIST,    /* { data, count }; with `across` and `down`: as many for each cell */
    PTL_GRID,    /* a list in rows: `across` and `down` say where the sizes are    */
    PTL_COLUMNS, /* the lists of `record`, side by side: one row for each index    */
} ptl_shape;

typedef struct ptl_name { /* no pointer: see ptl_field */
    int64_t value;
    char    name[32]; /* empty ends the list */
} ptl_name;

typedef enum ptl_unit { /* what a number counts; pages for people say it */
                        PTL_UNIT_NONE,
                        PTL_UNIT_BYTES,
                        PTL_UNIT_CELLS,
                        PTL_UNIT_CHUNKS,
                        PTL_UNIT_FANS,
                        PTL_UNIT_PIXELS,
                        PTL_UNIT_SQUARES, /* square units of the world */
                        PTL_UNIT_TILES,
                        PTL_UNIT_VERTICES,
                        PTL_UNIT_WORLD, /* units of the world */
} ptl_unit;

typedef enum ptl_naming {             /* what names of values are for */
                          PTL_NAMED,  /* an enumeration: JSON shows the name  */
                          PTL_WORDED, /* JSON shows the number, and takes these names instead of it
                                       */
                          PTL_JOINED, /* the same for bits: a text may have several names, commas
                                         between them */
} ptl_naming;

typedef enum ptl_standing { /* what those who compare two records have to know */
                            PTL_STANDING_NONE,
                            PTL_KEY,    /* the keys of a record say which element of a list it is */
                            PTL_MANNER, /* how it is written or shown, no part of what it means   */
                            PTL_ECHO, /* the same of what repeats other fields: it goes with them */
} ptl_standing;

/* Numbers that count elements of a list of the document, by the place of that list among its
 * fields: they follow when elements come, go or move. Of a list it says that there is an element
 * for each of that list's. With PTL_FROM_ONE, 0 is none and 1 the first. */
enum { PTL_FROM_ONE = 1 << 2, PTL_STANDING_BITS = 3 };
#define PTL_REFERS(place) ((uint8_t)(((place) + 1) << 3))

typedef struct ptl_record ptl_record;

/* Short rows, of small types: the loader goes over all of them whenever a program starts. */
typedef struct ptl_field {
    const char *name;  /* as in JSON: lower case, words joined by '_' */
    const char *help;  /* one line of documentation                   */
    uint8_t     kind;  /* ptl_kind                                    */
    uint8_t     shape; /* ptl_shape                                                 */
    uint16_t    offset;
    uint16_t    across, down;   /* offsets of the uint32_t sizes of a grid                   */
    uint16_t    stride, inside; /* a list of structs this large, of which the field is one member;
                                 * the others are fields of their own. stride 0: plain values    */
    uint8_t  rim;               /* rows and columns of a grid beyond those sizes          */
    uint8_t  shift, bits;       /* a slice of an integer that several fields share        */
    uint8_t  fixed;             /* PTL_ONE: so many values in a row, 0 for a single one   */
    uint16_t kinds;             /* bit k: there only when the byte at `kind_at` is k; 0: always */
    uint16_t kind_at;
    int32_t  low, high; /* legal values; both 0 when every value is               */
    bool     optional;  /* left out of JSON when empty or zero, slices by their bits */
    uint8_t  naming;    /* ptl_naming                                             */
    uint8_t  unit;      /* ptl_unit: of a number, or of all numbers of a record   */
    uint8_t  standing;  /* ptl_standing, with PTL_REFERS and PTL_FROM_ONE beside it   */
    union {
        const ptl_name   *names;  /* of values: see ptl_field_names and ptl_field_words    */
        const ptl_record *record; /* for PTL_KIND_RECORD and PTL_COLUMNS                   */
    };
} ptl_field;

/* Rows with words for their numbers, or for the bits of these. */
#define PTL_WORDS(list) .names = (list), .naming = PTL_WORDED
#define PTL_BIT_WORDS(list) .names = (list), .naming = PTL_JOINED

struct ptl_record {
    const char      *name;
    uint32_t         size; /* of the struct */
    const ptl_field *fields;
    uint16_t         count;
    bool             one_line; /* its JSON stays on one line                                     */
    bool             untagged; /* its JSON need not say of which format it is                    */
    bool             placed;   /* it knows where it stands in the file: a uint64_t at offset `at` */
    uint16_t         at;
    /* For JSON by others: unknown members are skipped, and missing ones are as in the struct
     * `blank`; `placed` then keeps where it stands in the text. NULL: members must be known and
     * present. */
    const void *blank;
    /* Of lists that are trees, told by levels: an element stands inside of the last one before it
     * that is less deep, by the uint32_t at offset `depth`. */
    bool     nested;
    uint16_t depth;
    /* What tells an element from others beside it where no field does, or 0; NULL: nothing. */
    uint64_t (*key)(const void *element);
};

enum { PTL_RECORD_FIELDS = 48, PTL_RECORD_COLUMNS = 8 }; /* most fields of one, most columns */

typedef struct ptl_list { /* what every list looks like */
    void  *data;
    size_t count;
} ptl_list;

/* ---- Values --------------------------------------------------------------------------------- */

size_t   ptl_kind_size(ptl_kind kind);
size_t   ptl_field_size(const ptl_field *field); /* of one element */
ptl_list ptl_field_list(const ptl_field *field, const void *record);

/* From one element of a list to the next, and the place of one. */
size_t ptl_field_stride(const ptl_field *field);
void  *ptl_field_element(const ptl_field *field, ptl_list list, size_t index);

/* An integer, slice taken, by its place in memory. Signed ones come as two's complement. */
uint64_t ptl_field_bits(const ptl_field *field, const void *value);
bool     ptl_kind_signed(ptl_kind kind);
uint64_t ptl_field_most(const ptl_field *field); /* all its bits */

/* What a field's numbers are to the quick ways of core/json.h; false when it has none. */
struct ptl_json_plain;
bool ptl_field_plain(const ptl_field *field, struct ptl_json_plain *out);

/* How many values a row of a grid has, and how many rows there are. */
uint64_t ptl_field_across(const ptl_field *field, const void *record);
uint64_t ptl_field_down(const ptl_field *field, const void *record);

/* Whether an optional field holds nothing worth writing. */
bool ptl_field_empty(const ptl_field *field, const void *record);

/* Whether a record of this kind has the field at all. */
bool ptl_field_there(const ptl_field *field, const void *record);

/* The record that a field is made of, the names of its enumeration, and the words that JSON may
 * have for its numbers; NULL where it has none. */
static inline const ptl_record *ptl_field_record(const ptl_field *field)
{
    return field->kind == PTL_KIND_RECORD || field->shape == PTL_COLUMNS ? field->record : NULL;
}

static inline const ptl_name *ptl_field_names(const ptl_field *field)
{
    return ptl_field_record(field) || field->naming != PTL_NAMED ? NULL : field->names;
}

static inline const ptl_name *ptl_field_words(const ptl_field *field)
{
    return ptl_field_record(field) || field->naming == PTL_NAMED ? NULL : field->names;
}

static inline ptl_standing ptl_field_standing(const ptl_field *field)
{
    return (ptl_standing)(field->standing & PTL_STANDING_BITS);
}

/* Whether it is about how a document is written rather than what it means. */
static inline bool ptl_field_aside(const ptl_field *field)
{
    return ptl_field_standing(field) >= PTL_MANNER;
}

/* The place of the list among the fields of the document that its numbers count, or -1. */
static inline int ptl_field_target(const ptl_field *field)
{
    return (field->standing >> 3) - 1;
}

/* Name of an enumeration's value, or NULL. */
const char *ptl_field_value_name(const ptl_field *field, uint64_t value);

/* ---- Walkers -------------------------------------------------------------------------------- */

/* One value, or all of a field, on one line; and a single value from JSON, into zeroed memory. */
struct ptl_json_in;
void ptl_value_write(ptl_buf *out, const ptl_field *field, const void *value);
void ptl_value_read(struct ptl_json_in *in, const ptl_field *field, void *to);

/* Adds a value to what other fields have in the same integer; plain ones are copied. */
void ptl_value_put(const ptl_field *field, void *to, const void *value);

/* The record as a JSON object. `tag`, if given, becomes the member "portolan" in front; behind it
 * stands "lenient" where the job is, which makes a job that reads it so, too. */
void ptl_record_write(ptl_buf *out, const ptl_record *record, const void *data, const char *tag);

/* The other way: fills the zeroed struct `data`, lists in the job's arena. */
void ptl_record_read(ptl_job *job, ptl_span json, const ptl_record *record, void *data);
/* The same from a text that was begun, all of it; frees what reading took. */
void ptl_record_read_all(struct ptl_json_in *in, const ptl_record *record, void *data);

/* If a text is JSON with the member "portolan" in front: its value; otherwise an empty string. */
ptl_str ptl_record_tag(ptl_span json);

/* Where an element of a document stands in its file; PTL_NOWHERE when that is not known. */
typedef uint64_t ptl_place(const void *data, const ptl_field *field, size_t index);

/* Reports every value outside of its legal range as an error, with its logical path. */
void ptl_record_check(ptl_job *job, const ptl_record *record, const void *data, ptl_place *place);

/* Fails when a list or text has a count and no memory that could hold so much: edits may leave
 * such.
 */
void ptl_record_whole(ptl_job *job, const ptl_record *record, const void *data);

/* A page for people: a line for each field, names in front; lists of records are tables with
 * headings. */
void ptl_record_page(ptl_buf *out, const ptl_record *record, const void *data);

void ptl_record_schema(ptl_buf *out, const ptl_record *record, const char *title, const char *tag);
void ptl_record_fields(ptl_buf *out, const ptl_record *record); /* Markdown */

#endif
