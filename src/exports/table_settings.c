/* SPDX-License-Identifier: MIT */
/* Settings of exports over tables, and what they share: which levels, how large, what is lost. */
#include <stdio.h>
#include <string.h>

#include "exports/picture.h"
#include "hubs/plan_pages.h"
#include "render/plan_draw.h"
#include "render/png_write.h"

enum {
    USUAL_PIXELS = 100, /* of a cell */
    USUAL_SIDE   = 8192,
};

/* ---- Which levels ---------------------------------------------------------------------------- */

/* Chooses as plans do, over pages that only have names and, as their first layer, their numbers. */
static void choose(ptl_job *job, const ptl_table *table, ptl_plan *out)
{
    const ptl_setting *given = ptl_setting_of(job, "level");

    out->pages.count = table->levels.count;
    out->pages.data  = ptl_arena_array(job, table->levels.count, sizeof *out->pages.data);
    if (!out->pages.data)
        return;
    for (size_t i = 0; i < table->levels.count; i++) {
        out->pages.data[i].name   = table->levels.data[i].name;
        out->pages.data[i].layer  = i;
        out->pages.data[i].number = table->levels.data[i].number;
    }
    if (given && !ptl_plan_pick_pages(out, (ptl_str){ given->data, given->size }))
        ptl_plan_refuse_pages(job, out, (ptl_str){ given->data, given->size }, "levels");
}

/* ---- How large ------------------------------------------------------------------------------- */

static bool is_too_large(const ptl_table_level *level, uint64_t pixels, bool asked)
{
    uint64_t side = level->rows > level->columns ? level->rows : level->columns;
    uint64_t most = asked || pixels <= 20 ? PTL_IMAGE_SIDE : USUAL_SIDE;

    return side * pixels > most ||
           level->rows * pixels * (level->columns * pixels) > PTL_IMAGE_PIXELS;
}

uint32_t ptl_table_pixels(ptl_job *job, const ptl_table *table)
{
    const ptl_table_level *level  = &table->levels.data[table->chosen];
    bool                   asked  = ptl_setting_of(job, "cell-pixels");
    uint32_t               wanted = ptl_setting_whole(job, "cell-pixels", USUAL_PIXELS, 20, 256);
    uint32_t               pixels = wanted;

    if (wanted % 2 != 0)
        ptl_fail(
            job, PTL_E_ARG, PTL_NOWHERE, "setting",
            "cell-pixels takes an even number, so that the middle of a cell is a pixel's edge");
    while (pixels > 1 && is_too_large(level, pixels, asked))
        pixels -= pixels > 2 ? 2 : 1;
    if (pixels < wanted)
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "picture-fitted",
                 "%lu x %lu cells are too many for %lu pixels each: drawn with %lu",
                 (unsigned long)level->columns, (unsigned long)level->rows, (unsigned long)wanted,
                 (unsigned long)pixels);
    return pixels;
}

void ptl_table_picture(ptl_job *job, ptl_buf *out, const ptl_table *table, uint32_t pixels)
{
    ptl_plan_page *page  = &table->plan->pages.data[table->levels.data[table->chosen].page];
    ptl_plan       one   = *table->plan;
    ptl_heap       heap  = ptl_heap_within(job->heap);
    ptl_arena      arena = { 0 };
    ptl_job        aside = *job;
    ptl_image      image;

    aside.heap      = &heap;
    aside.arena     = &arena;
    one.pages.data  = page;
    one.pages.count = 1;
    if (ptl_plan_paint(&aside, &image, &one, 0, pixels / (double)page->cells.width))
        ptl_png_write(&aside, out, &image, PTL_PNG_USUAL);
    if (ptl_ok(job))
        job->error = aside.error;
    ptl_arena_free(&arena, &heap);
}

/* ---- What is lost ---------------------------------------------------------------------------- */

static void say_doors(ptl_job *job, const size_t *lost)
{
    ptl_find_count(job, PTL_LOSS, "table-doors", lost[PTL_TABLE_LOST_SECRET],
                   "# secret {door is a plain door|doors are plain doors}");
    ptl_find_count(job, PTL_LOSS, "table-doors", lost[PTL_TABLE_LOST_HIDDEN],
                   "# secret {door is a wall|doors are walls} for players; with audience mapper, "
                   "{a plain door|plain doors}");
    ptl_find_count(job, PTL_LOSS, "table-doors", lost[PTL_TABLE_LOST_LOCKED],
                   "# locked {door is a plain door|doors are plain doors}");
    ptl_find_count(job, PTL_LOSS, "table-doors", lost[PTL_TABLE_LOST_ONE_WAY],
                   "# one-way {door goes|doors go} both ways");
}

static void say_losses(ptl_job *job, const size_t *lost)
{
    say_doors(job, lost);
    ptl_find_count(job, PTL_LOSS, "table-walls", lost[PTL_TABLE_LOST_ILLUSORY],
                   "# illusory {wall stops|walls stop} whoever walks");
    ptl_find_count(job, PTL_LOSS, "table-walls", lost[PTL_TABLE_LOST_INVISIBLE],
                   "# invisible {wall is|walls are} not there");
    ptl_find_count(job, PTL_LOSS, "table-notes", lost[PTL_TABLE_LOST_NOTES],
                   "# {note is|notes are} left out");
    ptl_find_count(job, PTL_LOSS, "table-notes", lost[PTL_TABLE_LOST_MARKS],
                   "# {thing on a floor or wall is|things on floors or walls are} in the picture "
                   "alone, if there");
    ptl_find_count(job, PTL_LOSS, "table-links", lost[PTL_TABLE_LOST_LINKS],
                   "# {link is|links are} left out");
    ptl_find_count(job, PTL_NOTE, "table-lights", lost[PTL_TABLE_LOST_LIGHTS],
                   "# {torch or fire gives|torches or fires give} no light: lights are written if "
                   "asked for");
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* One level, as the output or beside it; its files are called by its number and name. */
static void write_level(ptl_job *job, ptl_buf *out, const ptl_table *table,
                        const ptl_export *export, const ptl_side *side, size_t number,
                        bool is_output)
{
    ptl_buf  beside = ptl_buf_of(job, NULL);
    char     level[PTL_PAGE_WORD], stem[420], name[440];
    ptl_side own = { side->files, is_output ? side->stem : stem };

    ptl_page_word(level, table->levels.data[table->chosen].name);
    snprintf(stem, sizeof stem, "%.280s-%zu%s%s", side->stem, number + 1, *level ? "-" : "", level);
    snprintf(name, sizeof name, "%s.%.*s", stem, (int)strcspn(export->info.extensions, " "),
             export->info.extensions);
    export->write[PTL_HUB_TABLE](job, is_output ? out : &beside, table, &own);
    if (!is_output)
        ptl_side_put(job, side, name, beside.data, beside.size);
    ptl_buf_free(&beside);
}

void ptl_table_export(ptl_job *job, ptl_buf *out, void *hub, const ptl_export *export,
                      const ptl_side *side)
{
    size_t    lost[PTL_TABLE_LOSSES] = { 0 };
    ptl_table table                  = *(ptl_table *)hub;
    ptl_plan  chosen                 = { 0 };

    if (table.levels.count == 0)
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "plan-empty", "there is no level to write");
    if (ptl_ok(job))
        choose(job, &table, &chosen);
    table.lost = lost;
    if (ptl_setting_of(job, "crop") && chosen.pages.count > 1 && ptl_ok(job))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop cuts a single level: choose one with level");
    for (size_t i = 0; i < chosen.pages.count && ptl_ok(job); i++) {
        table.chosen = chosen.pages.data[i].layer;
        if (ptl_setting_of(job, "crop"))
            ptl_table_crop(job, &table);
        if (!ptl_ok(job))
            break;
        write_level(job, out, &table, export, side, i,
                    i == 0 && !(side->each_named && chosen.pages.count > 1));
    }
    if (ptl_ok(job))
        say_losses(job, lost);
}
