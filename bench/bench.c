/* SPDX-License-Identifier: MIT */
/* The benchmark program: the table of rows, and the order in which a row is made, checked, timed.
 */
#define _XOPEN_SOURCE 700 /* access */

#include "bench.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inputs.h"
#include "results.h"

#ifndef PTL_CLI
#define PTL_CLI ""
#endif

/* ---- The table ------------------------------------------------------------------------------ */

/* The engine's loader is 1.10 times slower than its stand-in, a character at a time and sscanf; an
 * OBJ reader of the first rank takes 0.226 of strtof's time for the same geometry, the best float
 * parser there is 0.172 for the numbers alone. Hence these floors; BENCH rows T1 to T8 and W2. */
static const bench_row rows[] = {
    { "T1", "load a character, reused memory", "the engine's way of loading", load_kept, pfobj_scan,
      &input_pfobj_mixed, 10, .sense = AT_LEAST, .floor = 23, .stretch = 30, .per_byte = 12 },
    { "T2", "load a million vertices", "the engine's way of loading", load_fresh, pfobj_scan,
      &input_pfobj_static, 16, .sense = AT_LEAST, .floor = 23, .stretch = 30, .reps = 5 },
    { "T3", "load 7800 vertices, reused memory", "strtof for every number", load_kept, pfobj_strtof,
      &input_pfobj_static, 9, .sense = AT_LEAST, .floor = 6.7, .stretch = 8, .per_byte = 11.8 },
    { "T4", "load a million vertices", "strtof for every number", load_fresh, pfobj_strtof,
      &input_pfobj_static, 16, .sense = AT_LEAST, .floor = 5.5, .stretch = 7.3, .reps = 5 },
    { "T5", "load a million vertices", "strtof, against which the best takes 0.172", load_fresh,
      pfobj_strtof, &input_pfobj_static, 16, .sense = AT_LEAST, .floor = 5.8, .stretch = 7.3,
      .reps = 5 },
    { "T6-anim", "load 102000 poses", "the engine's way of loading", load_fresh, pfobj_scan,
      &input_pfobj_anim, 13, .sense = AT_LEAST, .floor = 23, .stretch = 30, .per_byte = 10.9 },
    { "T6-skin", "load 300000 weighted vertices", "the engine's way of loading", load_fresh,
      pfobj_scan, &input_pfobj_skin, 15, .sense = AT_LEAST, .floor = 23, .stretch = 30, .reps = 5 },
    { "T7", "parse numbers alone", "strtof", pfobj_parse_numbers, pfobj_strtof, &input_pfobj_static,
      9, .sense = AT_LEAST, .floor = 8, .stretch = 11, .per_byte = 8.6 },
    /* 1.15 times the document's 88 bytes a vertex, and 2 MiB. */
    { "T8", "memory of a million vertices", "1.15 times the document", load_fresh, NULL,
      &input_pfobj_static, 16, .sense = AT_MOST, .floor = 1000, .reps = 3, .resident = 103297000 },
    { "W2", "write a model", "fprintf of its numbers alone", write_away, pfobj_print_numbers,
      &input_pfobj_static, 9, .sense = AT_LEAST, .floor = 12, .stretch = 22, .per_byte = 11.2 },
    { "W3", "numbers as JSON has them", "snprintf \"%.9g\"", scene_format, scene_printf,
      &input_pfobj_static, 9, .sense = AT_LEAST, .floor = 5, .stretch = 10, .per_byte = 34 },
    /* gltfpack takes 0.32 of what the assimp command does. */
    { "G1", "a million vertices to welded GLB", "assimp export of an OBJ", scene_convert,
      scene_assimp, &input_pfobj_field, 16, .program = "assimp", .sense = AT_LEAST, .floor = 7,
      .stretch = 9, .reps = 3 },
    { "G2", "a million vertices to welded GLB", "assimp, of which gltfpack takes 0.32",
      scene_convert, scene_assimp, &input_pfobj_field, 16, .program = "assimp", .sense = AT_LEAST,
      .floor = 2.2 / 0.32, .stretch = 3 / 0.32, .reps = 3 },
    /* What gltfpack takes for the same geometry. */
    { "G3", "memory of G1", "101 MiB", scene_convert, NULL, &input_pfobj_field, 16,
      .sense = AT_MOST, .floor = 1000, .reps = 3, .resident = 101 << 20 },
    { "G4", "write a million vertices as GLB", "fwrite of the same bytes", scene_write,
      scene_fwrite, &input_pfobj_field, 16, .sense = AT_MOST, .floor = 2.5, .stretch = 1.3,
      .reps = 5 },
    /* 120 instructions a vertex, and 12 for putting back what welding wrote over. */
    { "G5", "weld a million vertices", "loading them", scene_weld, load_kept, &input_pfobj_field,
      16, .sense = AT_MOST, .floor = 0.5, .stretch = 0.3, .reps = 5, .per_byte = 1.45 },
    { "B1", "load level.mpd, fresh memory", "read() into fresh pages", load_fresh, read_fresh,
      &input_mpd, 10, .sense = AT_MOST, .floor = 1.25, .stretch = 1.15, .per_byte = 3 },
    { "B2", "load level.mpd, reused memory", "read() into a warm buffer", load_kept, read_warm,
      &input_mpd, 10, .sense = AT_MOST, .floor = 3, .stretch = 2, .per_byte = 3 },
    { "B3", "read level.mpd from a buffer", "memcpy", parse_kept, copy_warm, &input_mpd, 10,
      .sense = AT_MOST, .floor = 3, .stretch = 1.8 },
    { "B4", "load level.mpd", "one read() for every value", load_fresh, mpd_read_values, &input_mpd,
      10, .sense = AT_LEAST, .floor = 100, .stretch = 250 },
    { "C5", "read a map of short runs", "one byte per step", parse_kept, grmm_unpack_by_bytes,
      &input_grmm_short, 10, .sense = AT_LEAST, .floor = 1.8 },
    { "C5-long", "read a map of long runs", "one byte per step", parse_kept, grmm_unpack_by_bytes,
      &input_grmm_long, 10, .sense = AT_LEAST, .floor = 1.8, .stretch = 3 },

#ifdef PTL_HAVE_LIBDEFLATE
    { "C1", "read a zlib map of 4 MB", "libdeflate on the same bytes", parse_kept, ppe_inflate,
      &input_ppe_zlib, 12, .sense = AT_MOST, .floor = 1.1, .stretch = 1.03, .growth = 1.05 },
#endif
#ifdef PTL_HAVE_LIBZSTD
    { "C2", "read a zstd map of 4 MB", "libzstd on the same bytes", parse_kept, ppe_unzstd,
      &input_ppe_zstd, 12, .sense = AT_MOST, .floor = 1.1, .stretch = 1.03, .growth = 1.05 },
#endif
/* libtmx takes 2.09 times what zlib does, 4.2 times what zstd does: floors of 1.8 and 3.5. */
#if defined PTL_HAVE_LIBDEFLATE && defined PTL_HAVE_ZLIB
    { "C4-zlib", "read a zlib map of 4 MB", "zlib on the same bytes", parse_kept, ppe_inflate_zlib,
      &input_ppe_zlib, 12, .sense = AT_LEAST, .floor = 1.8 / 2.09, .stretch = 2 / 2.09 },
#endif
#ifdef PTL_HAVE_LIBZSTD
    { "C4-zstd", "read a zstd map of 4 MB", "libzstd on the same bytes", parse_kept, ppe_unzstd,
      &input_ppe_zstd, 12, .sense = AT_LEAST, .floor = 3.5 / 4.2, .stretch = 4 / 4.2 },
#endif
    { "C5-ppe", "read an RLE map of 4 MB", "one byte per step", parse_kept, ppe_unrle_bytes,
      &input_ppe_rle, 12, .sense = AT_LEAST, .floor = 1.8, .stretch = 3 },
    { "C6", "load a plain map of 4 MB", "read() into fresh pages", load_fresh, read_fresh,
      &input_ppe, 12, .sense = AT_MOST, .floor = 1.2, .stretch = 1.1 },
#ifdef PTL_HAVE_PNG
    /* tmxrasterizer takes 1.04 times what libpng does: its bars are divided by that. */
    { "P1", "load a map, draw 67 million pixels", "libpng on the same pixels", tiles_draw_file,
      tiles_libpng, &input_tiles, 10, .sense = AT_LEAST, .floor = 15 / 1.04, .stretch = 80 / 1.04,
      .reps = 3 },
    { "P2", "draw 17 million pixels", "libpng on the same pixels", tiles_draw, tiles_libpng,
      &input_tiles, 8, .sense = AT_LEAST, .floor = 12, .stretch = 60, .reps = 3 },
    { "P2-part", "draw a million pixels", "libpng on the same pixels", tiles_draw, tiles_libpng,
      &input_tiles, 4, .sense = AT_LEAST, .floor = 12, .stretch = 60, .reps = 5,
      .per_byte = 1450 }, /* 23 for each pixel: four bytes of the map are 256 */
    { "P3", "draw 17 million in many colors", "libpng on the same pixels", tiles_draw_colors,
      tiles_libpng_colors, &input_tiles, 8, .sense = AT_LEAST, .floor = 4, .stretch = 9,
      .reps = 3 },
    { "P4", "memory of P1", "16 MiB", tiles_draw_file, NULL, &input_tiles, 10, .sense = AT_MOST,
      .floor = 10000, .reps = 3, .memory = 16 << 20 },
#endif
#ifdef PTL_HAVE_RAPIDJSON
    { "J1", "read the JSON of a level", "RapidJSON's SAX reader, full precision", parse_json,
      json_rapid_read, &input_mpd, 10, .json = true, .sense = AT_LEAST, .floor = 0.9,
      .stretch = 1.3 },
    { "J2", "read the JSON of a model", "RapidJSON's SAX reader, full precision", parse_json,
      json_rapid_read, &input_pfobj_mixed, 10, .json = true, .sense = AT_LEAST, .floor = 0.9,
      .stretch = 1.3 },
    { "J2-dungeon", "read the JSON of a dungeon", "RapidJSON's SAX reader, full precision",
      parse_json, json_rapid_read, &input_grmm_short, 10, .json = true, .sense = AT_LEAST,
      .floor = 0.9, .stretch = 1.3 },
    { "J3", "write the JSON of a level", "RapidJSON's Writer, the same values", write_json,
      json_rapid_write, &input_mpd, 10, .json = true, .sense = AT_LEAST, .floor = 1.2,
      .stretch = 2 },
    { "J4", "write the JSON of a model", "RapidJSON's Writer, the same values", write_json,
      json_rapid_write, &input_pfobj_mixed, 10, .json = true, .sense = AT_LEAST, .floor = 1.2,
      .stretch = 2 },
    { "J4-dungeon", "write the JSON of a dungeon", "RapidJSON's Writer, the same values",
      write_json, json_rapid_write, &input_grmm_short, 10, .json = true, .sense = AT_LEAST,
      .floor = 1.2, .stretch = 2 },
#endif
#define LADDER                                                                                     \
    .ladder = true, .sense = AT_MOST, .floor = 2.3, .reps = 4, .seconds = 0.1, .growth = 2.05
    { "L1-file", "ptl_read_file", "half the size", load_fresh, load_fresh, &input_mpd, LADDER },
    { "L1-read", "ptl_read", "half the size", parse_fresh, parse_fresh, &input_mpd, LADDER },
    { "L1-put", "ptl_write", "half the size", write_native, write_native, &input_mpd, LADDER },
    { "L1-json", "ptl_write to json", "half the size", write_json, write_json, &input_mpd, LADDER },
    { "L1-back", "ptl_read of json", "half the size", parse_json, parse_json, &input_mpd, LADDER,
      .json = true },
    { "D1", "diff of meshes of 64 MB, ten cells", "reading both", compare_few, compare_read,
      &input_mpd, 16, .sense = AT_MOST, .floor = 1.5, .stretch = 1.1, .reps = 5 },
    { "D2", "diff of meshes that differ in all", "half the size", compare_all, compare_all,
      &input_mpd, LADDER },
    { "L2", "refuse hostile headers", "one millisecond", mpd_refuse, NULL, NULL, .sense = AT_MOST,
      .floor = 1, .memory = 1000000 },
    /* The engine takes 1.18 times as long to read as what stands in for it, and 0.88 times to
     * write (409 ns a tile where the stand-in took 466): bars against it are divided by that. */
    { "T9", "load a map of 4 x 4 chunks", "what the engine does", load_kept,
      pfmap_load_like_the_engine, &input_pfmap, 9, .sense = AT_LEAST, .floor = 30 / 1.18,
      .stretch = 45 / 1.18, .per_byte = 6 },
    { "T10", "load a map of 26 MB, reused memory", "read() in blocks of 64 KiB", load_kept,
      read_blocks, &input_pfmap, 15, .sense = AT_MOST, .floor = 8, .stretch = 5, .reps = 5 },
    { "W1", "write a map of 4 x 4 chunks", "what the engine does", write_nowhere,
      pfmap_write_like_the_engine, &input_pfmap, 9, .sense = AT_LEAST, .floor = 30 / 0.88,
      .stretch = 45 / 0.88, .per_byte = 6 },
    { "T20", "load a map of Tiled, 4 million cells", "Tiled's reader, start-up subtracted",
      load_fresh, tiled_read, &input_tmx, 14, .program = "tiled", .sense = AT_LEAST, .floor = 3,
      .stretch = 10, .reps = 5 },
    { "T21", "write it", "Tiled's writer, reading subtracted", write_native, tiled_write,
      &input_tmx, 14, .program = "tiled", .sense = AT_LEAST, .floor = 3, .stretch = 10, .reps = 5 },
    { "L1-map", "ptl_read_file of a map", "half the size", load_fresh, load_fresh, &input_pfmap,
      LADDER },
    { "L1-mapput", "ptl_write of a map", "half the size", write_native, write_native, &input_pfmap,
      LADDER },
    { "L1-model", "ptl_read_file of a model", "half the size", load_fresh, load_fresh,
      &input_pfobj_mixed, LADDER },
    { "L1-modelput", "ptl_write of a model", "half the size", write_native, write_native,
      &input_pfobj_mixed, LADDER },
    { "L1-cells", "ptl_read_file of runs", "half the size", load_fresh, load_fresh,
      &input_grmm_short, LADDER },
    { "L1-cellsput", "ptl_write of runs", "half the size", write_native, write_native,
      &input_grmm_short, LADDER },
    { "L1-tiles", "ptl_read_file of RLE tiles", "half the size", load_fresh, load_fresh,
      &input_ppe_rle, LADDER },
    { "L1-tilesput", "ptl_write of RLE tiles", "half the size", write_native, write_native,
      &input_ppe_rle, LADDER },
    { "L2-map", "refuse hostile maps", "one millisecond", pfmap_refuse, NULL, NULL,
      .sense = AT_MOST, .floor = 1, .memory = 1000000 },
    { "S1", "portolan info, whole process", "a program that returns at once", run_info, run_nothing,
      &input_mpd, 2, .processes = true, .sense = AT_MOST, .floor = 1.6, .stretch = 1.2,
      .reps = 40 },
#define F3D .program = "f3d", .apart = render_f3d_start
    { "R1", "draw a level of 4096 fans", "F3D, its start apart", render_one, render_f3d, &input_mpd,
      8, F3D, .processes = true, .sense = AT_LEAST, .floor = 1, .stretch = 4, .reps = 5 },
    { "R2", "draw a million vertices", "F3D, its start apart", render_one, render_f3d,
      &input_pfobj_field, 16, F3D, .processes = true, .sense = AT_LEAST, .floor = 1, .stretch = 3,
      .reps = 3 },
    { "R3", "draw 72 pictures of a level", "one picture of it", render_turn, render_one, &input_mpd,
      8, .processes = true, .sense = AT_MOST, .floor = 0.8 * 72, .stretch = 0.6 * 72, .reps = 3 },
    { "R4", "draw a level on two threads", "on one", render_two_threads, render_one_thread,
      &input_mpd, 8, .sense = AT_LEAST, .floor = 1.6, .stretch = 1.9, .reps = 5 },
    { "N1", "portolan info of 2000 files, -j 2", "-j 1", info_two_at_once, info_one_by_one,
      &input_mpd, 2, .processes = true, .sense = AT_LEAST, .floor = 1.5, .stretch = 1.9,
      .reps = 5 },
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Lower ends of the pairs a ladder compares: powers of four, and the step to the largest mesh. */
static const unsigned ladder[] = { 6, 8, 10, 12, 14, 15 };

enum { RUNGS = sizeof ladder / sizeof *ladder, GATE_RUNG = 1 };

/* ---- Options -------------------------------------------------------------------------------- */

typedef struct options {
    const char *only, *json, *markdown, *cli, *work, *repeat;
    bool        list, gates, against;
} options;

static const struct {
    const char *name, *value, *help;
    size_t      offset; /* of a text when it takes a value, else of a bool */
} known[] = {
    { "--only", "ID,ID", "only these rows; L1 means all that begin with L1-",
      offsetof(options, only) },
    { "--json", "FILE", "write the results there as well", offsetof(options, json) },
    { "--markdown", "FILE", "and there as a table for docs/performance.md",
      offsetof(options, markdown) },
    { "--cli", "PATH", "the command line tool, for rows that start it", offsetof(options, cli) },
    { "--list", NULL, "the rows and what they are measured against", offsetof(options, list) },
    { "--gates", NULL, "the instruction gates: row, kind, limit", offsetof(options, gates) },
    { "--work", "ID", "only run a row's work, inside bench_counted, and print its bytes",
      offsetof(options, work) },
    { "--against", NULL, "with --work: the anchor's work instead", offsetof(options, against) },
    { "--repeat", "N", "with --work: so many times", offsetof(options, repeat) },
};

enum { KNOWN = sizeof known / sizeof *known };

static int print_usage(void)
{
    fputs("usage: bench [OPTION]...\n", stderr);
    for (size_t i = 0; i < KNOWN; i++)
        fprintf(stderr, "  %-9s %-5s  %s\n", known[i].name, known[i].value ? known[i].value : "",
                known[i].help);
    return 2;
}

/* Takes the option at argv[at]; returns where the next one is, or 0 when this is none. */
static int parse_option(options *o, int argc, char **argv, int at)
{
    for (size_t i = 0; i < KNOWN; i++) {
        char *place = (char *)o + known[i].offset;

        if (strcmp(argv[at], known[i].name) != 0)
            continue;
        if (known[i].value && at + 1 < argc)
            memcpy(place, &argv[at + 1], sizeof argv[at + 1]);
        else if (!known[i].value)
            *(bool *)place = true;
        else
            return 0;
        return at + (known[i].value ? 2 : 1);
    }
    return 0;
}

static bool parse_options(options *o, int argc, char **argv)
{
    int at = 1;

    *o = (options){ .cli = PTL_CLI, .repeat = "1" };
    while (at > 0 && at < argc)
        at = parse_option(o, argc, argv, at);
    return at > 0;
}

/* Whether a comma-separated list names a row: by its id or by what stands before the dash. */
static bool names(const char *list, const char *id)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",");

        if (strncmp(at, id, length) == 0 && (id[length] == 0 || id[length] == '-'))
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

/* ---- Running -------------------------------------------------------------------------------- */

static bool prepare(material *m, const bench_row *r, const options *o, unsigned doublings)
{
    *m = (material){ .cli = o->cli, .nothing = PTL_NOTHING };
    return material_make(m, r, doublings);
}

/* Why a work must not be timed: what it makes is wrong, or it takes more than it may. NULL: it may.
 * The most it held is written to *peak. */
static const char *objection(const bench_row *r, work *run, const material *m, size_t *peak)
{
    size_t  before = memory_held();
    outcome o;
    bool    right;

    if (r->resident > 0) { /* the first time some work looks at what it made, which takes memory */
        o = run(m);
        outcome_free(&o);
        resident_mark();
    }
    memory_mark();
    o     = run(m);
    *peak = r->resident > 0 ? resident_peak() : memory_peak() - before;
    right = material_fits(m, &o);
    outcome_free(&o);
    if (memory_held() != before)
        return "memory was not given back";
    if ((r->memory > 0 && *peak > r->memory) || (r->resident > 0 && *peak > r->resident))
        return "it takes more memory than it may";
    return right ? NULL : "the result is wrong";
}

static void judge(result *out, const material *m, const material *half)
{
    const bench_row *r = out->row;
    size_t           ignored;

    out->units = m->units;
    out->bytes = r->json ? m->json.size : m->file.size;
    out->why   = objection(r, r->ours, m, &out->peak);
    if (!out->why && r->against)
        out->why = objection(r, r->against, half, &ignored);
    if (out->why)
        return;
    out->contest = measure(r, m, half);
    out->verdict = out->contest.noisy ? NOISY : out->contest.holds ? PASS : FAIL;
}

static void run_at(report *to, const bench_row *r, const options *o, unsigned doublings)
{
    result   out = { .row = r, .doublings = doublings, .verdict = FAIL };
    material m = { 0 }, half = { 0 };

    if (!prepare(&m, r, o, doublings) || (r->ladder && !prepare(&half, r, o, doublings - 1)))
        out.why = "the input cannot be made";
    else
        judge(&out, &m, r->ladder ? &half : &m);
    report_add(to, &out);
    material_free(&m);
    material_free(&half);
}

static void run_row(report *to, const bench_row *r, const options *o)
{
    if (r->processes && access(o->cli, X_OK) != 0) {
        report_add(to,
                   &(result){ .row     = r,
                              .verdict = SKIPPED,
                              .why = "no command line tool here; --cli PATH says where it is" });
        return;
    }
    if (r->program && !process_there(r->program)) {
        report_add(to, &(result){ .row = r, .verdict = SKIPPED, .why = "it is not installed" });
        return;
    }
    if (r->resident > 0 && !resident_mark()) {
        report_add(to, &(result){ .row     = r,
                                  .verdict = SKIPPED,
                                  .why     = "the system does not count the pages of a process" });
        return;
    }
    if (!r->ladder)
        run_at(to, r, o, r->doublings);
    for (size_t i = 0; r->ladder && i < RUNGS; i++)
        run_at(to, r, o, ladder[i] + 1);
}

/* A file for results that somebody asked for; false when it cannot be written. */
static bool open_results(const char *path, FILE **out)
{
    *out = path ? fopen(path, "w") : NULL;
    if (path && !*out)
        perror(path);
    return !path || *out;
}

static bool close_results(const char *path, FILE *file)
{
    if (!file || fclose(file) == 0)
        return true;
    perror(path);
    return false;
}

static int run_rows(const options *o)
{
    FILE  *json, *markdown;
    report to;

    if (!open_results(o->json, &json) || !open_results(o->markdown, &markdown))
        return 3;
    report_open(&to, json, markdown);
    for (size_t i = 0; i < ROWS; i++)
        if (!o->only || names(o->only, rows[i].id))
            run_row(&to, &rows[i], o);
    report_close(&to);
    if (to.count == 0)
        fprintf(stderr, "bench: there is no row %s\n", o->only);
    if (!close_results(o->json, json) || !close_results(o->markdown, markdown))
        return 3;
    return to.failed > 0 || to.count == 0;
}

/* ---- Instructions --------------------------------------------------------------------------- */

/* A name for callgrind to count inside of. */
__attribute__((noinline)) void bench_counted(work *run, const material *m);

void bench_counted(work *run, const material *m)
{
    outcome o = run(m);

    outcome_free(&o);
}

static int run_work(const bench_row *r, const options *o)
{
    unsigned    doublings = r->ladder ? ladder[GATE_RUNG] + !o->against : r->doublings;
    work       *run       = o->against ? r->against : r->ours;
    material    m         = { 0 };
    const char *why       = "there is nothing to run";
    size_t      ignored;

    if (run && prepare(&m, r, o, doublings))
        why = objection(r, run, &m, &ignored);
    for (long i = strtol(o->repeat, NULL, 10); !why && i > 0; i--)
        bench_counted(run, &m);
    if (why)
        fprintf(stderr, "bench: %s: %s\n", r->id, why);
    else
        printf("%zu\n", r->json ? m.json.size : m.file.size);
    material_free(&m);
    return why != NULL;
}

static int run_work_of(const options *o)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].id, o->work) == 0)
            return run_work(&rows[i], o);
    fprintf(stderr, "bench: there is no row %s\n", o->work);
    return 2;
}

/* ---- Looking -------------------------------------------------------------------------------- */

static int list_rows(void)
{
    for (size_t i = 0; i < ROWS; i++)
        printf("%-8s %-30s against %s\n", rows[i].id, rows[i].title, rows[i].anchor);
    return 0;
}

static int list_gates(void)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].per_byte > 0)
            printf("%s per-byte %g\n", rows[i].id, rows[i].per_byte);
        if (rows[i].growth > 0)
            printf("%s growth %g\n", rows[i].id, rows[i].growth);
    }
    return 0;
}

int main(int argc, char **argv)
{
    options o;
    int     status;

    if (!parse_options(&o, argc, argv))
        return print_usage();
    if (o.list || o.gates)
        return o.list ? list_rows() : list_gates();
    if (!scratch_make())
        return 3;
    status = o.work ? run_work_of(&o) : run_rows(&o);
    scratch_free();
    return status;
}
