/* SPDX-License-Identifier: MIT */
/* The words of the benchmark: a row is a piece of work, what it is measured against, and a bar. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <portolan/portolan.h>

#include "memory.h"

/* A generator of inputs; sizes double from 1 KiB on, so that 10 is about a megabyte. */
typedef struct input_kind {
    const char *extension;
    bool (*make)(ptl_doc **out, unsigned doublings);
    uint64_t (*sum)(const ptl_doc *doc);   /* checksum over the decoded arrays */
    uint64_t (*units)(const ptl_doc *doc); /* vertices, tiles: what people count */
} input_kind;

/* What a work function works on, made once before the clock runs. */
typedef struct material {
    const input_kind *kind;
    char              path[256]; /* the file, in the page cache */
    ptl_bytes         file;      /* what it holds               */
    ptl_bytes         json;      /* the same as JSON            */
    ptl_doc          *doc;       /* and as a document           */
    uint64_t          sum, units;
    uint8_t          *warm;    /* page-aligned, as large as the file, touched before */
    pool             *kept;    /* memory that is reused from one repetition to the next */
    const char       *cli;     /* programs for the rows that start processes */
    const char       *nothing; /* returns at once */
} material;

/* The name of a file that a row makes beside its input. */
typedef struct neighbor {
    char path[300];
} neighbor;
neighbor beside(const material *m, const char *ending);

/* What came out. Bytes must be the file, or read as the same document; a document must be the one
 * the input was made from. */
typedef struct outcome {
    bool      done;
    ptl_doc  *doc;
    ptl_bytes bytes;
    double    spared; /* seconds that do not count, such as starting another program */
} outcome;

typedef outcome work(const material *m);

typedef enum bench_sense {
    AT_MOST,  /* our time / the anchor's; without an anchor, our milliseconds */
    AT_LEAST, /* the anchor's time / ours                                     */
} bench_sense;

typedef struct bench_row {
    const char       *id, *title, *anchor; /* the last two in words */
    work             *ours, *against;
    const input_kind *input;     /* NULL: the work brings its own            */
    unsigned          doublings; /* size of the input                        */
    bool              ladder;    /* against itself at half the size, at many */
    bool              json;      /* the work reads the input as JSON         */
    bool              processes; /* needs the command line tool              */
    const char       *program;   /* and the anchor is this one of others, or NULL */
    bench_sense       sense;
    double            floor, stretch; /* a stretch of 0 is none             */
    unsigned          reps;           /* at least so many of each; 0 is 15  */
    double            seconds;        /* at least so long; 0 is 0.5         */
    size_t            memory;         /* bytes it may hold at most; 0: any  */
    size_t            resident;       /* the same of pages in use, by the system's count */
    double            per_byte;       /* instruction gates; 0 is none       */
    double            growth;         /* of ours by the anchor's */
    work             *apart;          /* what the anchor does besides: its time is taken off */
} bench_row;

/* work_any.c: reading and writing, whatever the format. */
work load_fresh, load_kept, parse_fresh, parse_kept, parse_json, write_native, write_json;
work write_nowhere;
work read_fresh, read_warm, read_blocks, copy_warm;
/* work_compare.c */
work compare_few, compare_all, compare_read;
/* work_grmm.c */
work grmm_unpack_by_bytes;
/* work_json.c, where RapidJSON is there to be compared with */
work json_rapid_read, json_rapid_write;
/* work_mpd.c */
work mpd_read_values, mpd_refuse;
/* work_tmx.c */
work tiled_read, tiled_write;
/* work_pfobj.c */
work pfobj_scan, pfobj_strtof, pfobj_parse_numbers, pfobj_print_numbers, write_away;
/* work_pfmap.c */
work pfmap_load_like_the_engine, pfmap_write_like_the_engine, pfmap_refuse;
/* work_ppe.c; the first two where the library has the codec. */
work ppe_inflate, ppe_inflate_zlib, ppe_unzstd, ppe_unrle_bytes;
/* work_tiles.c, where libpng is there to be compared with */
work tiles_draw_file, tiles_draw, tiles_draw_colors, tiles_libpng, tiles_libpng_colors;
/* work_scene.c */
work scene_convert, scene_assimp, scene_write, scene_fwrite, scene_weld, scene_format, scene_printf;
/* work_process.c: a program by its path or name, and whether it printed something; whether one is
 * to be found. */
bool process_run(const char *const *args, bool *talked);
bool process_there(const char *program);
work run_info, run_nothing;
/* work_render.c */
work render_one, render_one_thread, render_two_threads, render_turn, render_f3d, render_f3d_start;
work info_one_by_one, info_two_at_once;

#endif
