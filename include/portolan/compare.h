/* SPDX-License-Identifier: MIT */
/* Files side by side: what changed between two of a format, changes made again elsewhere, and the
 * changes of two people brought together.
 *
 *     ptl_source   before = { .path = "old.gmm" }, after = { .path = "new.gmm" };
 *     ptl_compared found;
 *
 *     if (ptl_diff(&found, &before, &after, NULL, &err) == PTL_OK) {
 *         fwrite(found.page.data, 1, found.page.size, stdout);
 *         ptl_bytes_free(&found.page);
 *     }
 *
 * All of it goes by the fields of a format, as its JSON has them: cells by their coordinates,
 * levels, joints and notes by what they are called. A level that was inserted is one change, and so
 * is a row of cells; numbers that count levels, materials or joints follow these. */
#ifndef PORTOLAN_COMPARE_H
#define PORTOLAN_COMPARE_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ptl_difference {
    PTL_SAME,    /* byte for byte                                                    */
    PTL_ALIKE,   /* they mean the same: only spelling, coding or an editor's view differ */
    PTL_DIFFERS, /* in what they mean                                                */
} ptl_difference;

typedef enum ptl_diff_form {
    PTL_DIFF_TEXT,  /* for people: how many of what, then a line for each             */
    PTL_DIFF_STAT,  /* the first of these alone                                       */
    PTL_DIFF_JSON,  /* the same for programs: docs/compare.md                         */
    PTL_DIFF_PATCH, /* for ptl_apply: it makes the second file of the first           */
} ptl_diff_form;

typedef struct ptl_diff_opts {
    ptl_diff_form form;
    size_t        most; /* lines about one list or level before the rest is folded; 0: 20    */
    ptl_read_opts read; /* of both files; the listener hears what reading them finds         */
} ptl_diff_opts;

typedef struct ptl_compared {
    ptl_difference how;
    ptl_bytes      page; /* to be freed; texts are empty where nothing differs */
} ptl_compared;

/* What changed from one file to another of the same format; either may be JSON of it. */
PTL_API ptl_status ptl_diff(ptl_compared *out, const ptl_source *before, const ptl_source *after,
                            const ptl_diff_opts *opts, ptl_diag *err);

/* Makes the changes of a patch in a file. Where that is the one the patch was made for, the other
 * comes out, byte for byte; where it is another and all that changes is as it was, so does it as
 * its format writes it, and the listener hears the note "patch-elsewhere". What does not fit is
 * refused with "patch-misfit" and its place. */
PTL_API ptl_status ptl_apply(ptl_bytes *out, const ptl_source *patch, const ptl_source *file,
                             const ptl_read_opts *opts, ptl_diag *err);

typedef struct ptl_merge_opts {
    bool          theirs; /* of what both changed theirs is kept, not ours                  */
    ptl_read_opts read;   /* of all three; the listener hears of every conflict, too        */
} ptl_merge_opts;

typedef struct ptl_merged { /* both to be freed: ptl_merged_free */
    ptl_bytes file;
    ptl_bytes conflicts; /* JSON: a list of what both changed, with all three values       */
    size_t    count;     /* of them                                                         */
} ptl_merged;

/* Brings the changes of two files together that came of a third: field by field, cell by cell,
 * element by element. What both changed, and not to the same, is a conflict: one side is kept
 * there, and the listener hears a warning, "merge-conflict", with the place. Levels, materials and
 * joints that both added are all there, and what refers to them is renumbered. Where only one side
 * changed anything, its very bytes come out. */
PTL_API ptl_status ptl_merge(ptl_merged *out, const ptl_source *base, const ptl_source *ours,
                             const ptl_source *theirs, const ptl_merge_opts *opts, ptl_diag *err);
PTL_API void       ptl_merged_free(ptl_merged *merged); /* NULL is fine */

/* ---- Pictures ------------------------------------------------------------------------------- */

typedef enum ptl_look {
    PTL_LOOK_SIDES,   /* beside one another, with a bar above each: red before, green after; gray
                         base, blue ours, green theirs                                         */
    PTL_LOOK_OVERLAY, /* over one another, cell on cell                                         */
    PTL_LOOK_FLICKER, /* in turns: an animated PNG                                              */
} ptl_look;

typedef struct ptl_compare_look {
    ptl_look      look;
    double        scale;    /* pixels a unit of plans; 0: 1, or less where that would be too many */
    ptl_read_opts read;     /* of all files                                                       */
    ptl_files     files[3]; /* where textures of each are looked for                              */
} ptl_compare_look;

/* A PNG of both states, with what changed marked: green what came, red what went, orange what is
 * another now. Of levels those are shown that changed. What is not in cells is marked where it is
 * seen to differ. PTL_E_UNSUPPORTED where there is no picture of the format. */
PTL_API ptl_status ptl_diff_picture(ptl_bytes *out, const ptl_source *before,
                                    const ptl_source *after, const ptl_compare_look *opts,
                                    ptl_diag *err);

/* The same of three files that are merged, with the conflicts marked. */
PTL_API ptl_status ptl_merge_picture(ptl_bytes *out, const ptl_source *base, const ptl_source *ours,
                                     const ptl_source *theirs, const ptl_compare_look *opts,
                                     ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
