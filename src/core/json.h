/* SPDX-License-Identifier: MIT */
/* JSON without a tree: values are pulled from a text and put into a buffer one by one. */
#ifndef PTL_CORE_JSON_H
#define PTL_CORE_JSON_H

#include "core/buf.h"

/* ---- In --------------------------------------------------------------------------------------
 *
 *     ptl_json_open(&in, '[');
 *     for (bool first = true; ptl_json_next(&in, ']', &first);)
 *         sum += ptl_json_u64(&in, 255);
 *
 * Anything unexpected fails the job at its place; then everything reads as zero and loops end. */
enum { PTL_JSON_SPARE = 4 };

typedef struct ptl_json_about { /* what the next value is, for messages */
    const char *name;           /* of its field; NULL: nothing is known       */
    int32_t     low, high;      /* legal values; both 0 when every value is   */
    bool        in_grid;        /* row and column count                       */
    size_t      row, column;
} ptl_json_about;

typedef struct ptl_json_in {
    ptl_job       *job;
    const char    *start, *at, *end;
    unsigned       depth;
    bool           careful; /* the quick ways are not taken: for those who compare the two */
    ptl_buf        scratch; /* holds a string that had escapes */
    ptl_buf        spare[PTL_JSON_SPARE]; /* memory of lists that were read, for the next ones */
    ptl_json_about about;
} ptl_json_in;

/* Says where in a grid a value is, as words for a message; also the logical place of the next
 * finding. Empty outside of grids. */
enum { PTL_JSON_PLACE = 64 };
const char *ptl_json_place_words(const ptl_json_in *in, char words[PTL_JSON_PLACE]);

ptl_json_in ptl_json_in_of(ptl_job *job, ptl_span span);
void        ptl_json_in_free(ptl_json_in *in);

/* First character of the next value: one of { [ " 0 (any number) t f n, or 0 after a failure. */
char     ptl_json_peek(ptl_json_in *in);
uint64_t ptl_json_offset(const ptl_json_in *in);

void               ptl_json_enter(ptl_json_in *in, char bracket);
static inline void ptl_json_open(ptl_json_in *in, char bracket)
{
    if (in->at >= in->end || *in->at != bracket || in->depth >= in->job->depth ||
        !ptl_ok(in->job)) {
        ptl_json_enter(in, bracket);
        return;
    }
    in->depth++;
    in->at++;
}
/* Whether another element follows; steps over the comma or the closing bracket. */
bool               ptl_json_more(ptl_json_in *in, char close, bool *first);
static inline bool ptl_json_next(ptl_json_in *in, char close, bool *first)
{
    if (in->at >= in->end || *in->at != close || !ptl_ok(in->job))
        return ptl_json_more(in, close, first);
    in->at++;
    in->depth--;
    return false;
}
/* A member's name and its colon. Valid until the next string is read. */
ptl_str ptl_json_key(ptl_json_in *in);

ptl_str  ptl_json_string(ptl_json_in *in);   /* the same */
uint64_t ptl_json_f64_bits(ptl_json_in *in); /* bits, because a NaN may not survive a register */
uint32_t ptl_json_f32_bits(ptl_json_in *in);
uint64_t ptl_json_u64(ptl_json_in *in, uint64_t most); /* a number or, for large ones, a string */
int64_t  ptl_json_i64(ptl_json_in *in, int64_t least, int64_t most);
bool     ptl_json_bool(ptl_json_in *in);
void     ptl_json_skip(ptl_json_in *in); /* any value */
void     ptl_json_end(ptl_json_in *in);  /* nothing but white space may follow */

/* A buffer for the values of a list, and its end. Lists may be many and short, so that their memory
 * is handed from one to the next. */
ptl_buf ptl_json_list(ptl_json_in *in);
void    ptl_json_list_free(ptl_json_in *in, ptl_buf *list);

/* Numbers of a list where they are spelled plainly: see src/core/json_runs.c. */
typedef struct ptl_json_plain {
    uint8_t  size; /* of a number in memory: 1, 2, 4 or 8 bytes */
    uint8_t  shift;
    uint16_t stride;         /* from one to the next, where they are written from */
    bool     real, negative; /* has it a fraction, a sign? */
    uint64_t most;           /* of whole ones, before the shift */
} ptl_json_plain;

/* Takes up to `room` of them to `to`, and returns how many. It begins after the bracket of the list
 * where `first`, else in front of a comma, and ends likewise: in front of the first that it leaves
 * to the functions above, and which may be wrong. */
size_t ptl_json_run(ptl_json_in *in, const ptl_json_plain *what, void *to, size_t room, bool first);

/* The same for rows of `count` numbers, lists in a list, each number to its column; those in `to`
 * move along. Returns how many rows were taken, whole ones all of them. */
size_t ptl_json_rows(ptl_json_in *in, const ptl_json_plain *what, uint8_t **to, size_t count,
                     size_t room, bool first);

/* The same for a member's name: takes it, its colon and a blank, and the comma in front of it. */
bool ptl_json_named(ptl_json_in *in, const char *name, bool first);

/* Fails because the next value is not what is wanted: "a list of numbers". */
void ptl_json_expected(ptl_json_in *in, const char *what);

/* ---- Out -------------------------------------------------------------------------------------
 * Numbers are the shortest that read back the same; what JSON numbers cannot hold safely becomes a
 * string: whole numbers from 2^53 on, and floats that are not finite as "0x" and their bits. */
#define PTL_JSON_SAFE (((uint64_t)1 << 53) - 1) /* whole numbers that survive every reader */

void ptl_json_put_string(ptl_buf *out, const char *data, size_t size);

/* Numbers with ", " between them: as many as are numbers in JSON, a batch at most; returns how many
 * that were. */
enum { PTL_JSON_BATCH = 64, PTL_JSON_NUMBER = 34 /* room for one */ };

size_t ptl_json_put_run(ptl_buf *out, const ptl_json_plain *what, const void *from, size_t count);

/* The same for rows of `count` numbers, each behind a comma, a line end and an indentation; those
 * in `from` move along. */
size_t ptl_json_put_rows(ptl_buf *out, const ptl_json_plain *what, const uint8_t **from,
                         size_t count, size_t rows, unsigned indent);

void ptl_json_put_u64(ptl_buf *out, uint64_t value);
void ptl_json_put_i64(ptl_buf *out, int64_t value);
void ptl_json_put_f32_bits(ptl_buf *out, uint32_t bits);
void ptl_json_put_f64_bits(ptl_buf *out, uint64_t bits);

#endif
