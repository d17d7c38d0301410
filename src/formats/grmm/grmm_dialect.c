/* SPDX-License-Identifier: MIT */
/* Which of two layouts a version 1 file follows: what editors write, or the letter of the original
 * document. A chunk tells by being used up exactly by one and not by the other. */
#include "formats/grmm/grmm_private.h"

typedef struct trial { /* a cursor whose failures nobody hears */
    ptl_job    quiet;
    ptl_cursor in;
} trial;

static void begin(trial *t, ptl_span file, const grmm_piece *piece)
{
    t->quiet = (ptl_job){ 0 };
    t->in    = ptl_cursor_part(&t->quiet, file, piece->start, piece->end, "");
}

static bool used_up(const trial *t)
{
    return ptl_ok(&t->quiet) && ptl_left(&t->in) == 0;
}

static void skip_short_text(ptl_cursor *in)
{
    ptl_take(in, ptl_u8(in));
}

static void skip_text(ptl_cursor *in)
{
    ptl_take(in, ptl_u16le(in));
}

bool ptl_grmm_fits_regions(ptl_span file, const grmm_piece *piece, bool document)
{
    trial    t;
    unsigned count;

    begin(&t, file, piece);
    ptl_take(&t.in, document ? 5 : 6);
    count = ptl_u16le(&t.in);
    for (unsigned i = 0; i < count && ptl_ok(&t.quiet); i++) {
        ptl_take(&t.in, 4);
        skip_text(&t.in);
        skip_text(&t.in);
    }
    return used_up(&t);
}

bool ptl_grmm_fits_notes(ptl_span file, const grmm_piece *piece, bool document)
{
    trial    t;
    unsigned count;

    begin(&t, file, piece);
    count = ptl_u16le(&t.in);
    for (unsigned i = 0; i < count && ptl_ok(&t.quiet); i++) {
        uint8_t kind;

        ptl_take(&t.in, 4);
        kind = ptl_u8(&t.in);
        if (kind > PTL_GRMM_LABEL)
            return false;
        if (kind == PTL_GRMM_NUMBERED)
            ptl_take(&t.in, 3);
        else if (kind == (document ? PTL_GRMM_ICON : PTL_GRMM_CUSTOM_ID))
            skip_short_text(&t.in);
        else if (kind != PTL_GRMM_COMMENT)
            ptl_u8(&t.in);
        skip_text(&t.in);
    }
    return used_up(&t);
}

bool ptl_grmm_fits_state(ptl_span file, const grmm_piece *piece, bool document)
{
    trial    t;
    uint64_t tail;

    begin(&t, file, piece);
    skip_short_text(&t.in);
    ptl_take(&t.in, document ? 10 : 11); /* zoom, level, cursor, view */
    tail = ptl_left(&t.in);
    return ptl_ok(&t.quiet) && tail >= 5 && tail <= (document ? 5 : 7);
}

static bool level_size(ptl_span file, const grmm_piece *prop, uint64_t *rows, uint64_t *columns)
{
    trial t;

    begin(&t, file, prop);
    skip_text(&t.in);
    skip_text(&t.in);
    ptl_u16le(&t.in);
    *rows    = ptl_u16le(&t.in);
    *columns = ptl_u16le(&t.in);
    return ptl_ok(&t.quiet);
}

bool ptl_grmm_fits_cells(ptl_span file, const grmm_piece *prop, const grmm_piece *cell,
                         bool document)
{
    uint64_t rows, columns, rim = document ? 0 : 1;

    return level_size(file, prop, &rows, &columns) &&
           ptl_grmm_raw_width(file, cell->start, cell->end, (rows + rim) * (columns + rim)) > 0;
}

bool ptl_grmm_fits_old_prop(ptl_span file, const grmm_piece *piece)
{
    trial t;

    begin(&t, file, piece);
    ptl_u16le(&t.in);
    skip_text(&t.in);
    if (ptl_left(&t.in) > 0)
        skip_text(&t.in);
    return used_up(&t);
}

/* ---- Damaged files -------------------------------------------------------------------------- */

/* What a chunk says that only one of the two layouts uses up exactly. */
static int vote(bool editor, bool document)
{
    return (document && !editor) - (editor && !document);
}

int ptl_grmm_lean(ptl_span file, const grmm_tree *tree)
{
    int votes = 0;

    if (tree->flat.there)
        votes += vote(ptl_grmm_fits_state(file, &tree->flat, false),
                      ptl_grmm_fits_state(file, &tree->flat, true));
    for (size_t i = 0; i < tree->levels.count; i++) {
        const grmm_level_pieces *p = &tree->levels.data[i];

        if (p->regn.there)
            votes += vote(ptl_grmm_fits_regions(file, &p->regn, false),
                          ptl_grmm_fits_regions(file, &p->regn, true));
        if (p->anno.there)
            votes += vote(ptl_grmm_fits_notes(file, &p->anno, false),
                          ptl_grmm_fits_notes(file, &p->anno, true));
        if (p->prop.there && p->cell.there)
            votes += vote(ptl_grmm_fits_cells(file, &p->prop, &p->cell, false),
                          ptl_grmm_fits_cells(file, &p->prop, &p->cell, true));
    }
    return votes;
}
