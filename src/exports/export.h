/* SPDX-License-Identifier: MIT */
/* One row per export: a target that is written but not read back. */
#ifndef PTL_EXPORTS_EXPORT_H
#define PTL_EXPORTS_EXPORT_H

#include "core/buf.h"
#include "hubs/plan_spots.h"
#include "hubs/scene.h"
#include "hubs/table.h"
#include "render/tile_picture.h"

/* Where an export puts the files that go beside its output. */
typedef struct ptl_side {
    ptl_files   files;
    const char *stem; /* their name without extension */
    /* Where pages of a plan have a file each: what their spots lead to, the names of all files, and
     * which page this is. NULL where a plan is in one file. */
    const ptl_aims    *targets;
    const char *const *names;
    size_t             page;
    bool               each_named; /* as in ptl_write_opts: the first of several goes beside, too */
} ptl_side;

/* Writes a hub, whose images are loaded. */
typedef void ptl_write_hub(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side);

/* Written from one hub or from several; the first that can be made is taken, unless the setting
 * "view" asks for another look. */
typedef struct ptl_export {
    ptl_export_info info;
    ptl_write_hub  *write[PTL_HUBS];
    bool            paged;  /* holds several pages of a plan; others are given plans of one page */
    bool            drawn;  /* pages of plans become pixels, drawn by cairo                      */
    bool            shapes; /* takes the shapes of a scene alone: no file beside is loaded       */
    bool            shoots; /* scenes become pixels                                              */
} ptl_export;

/* Settings of every export over scenes; what they do to the scene, which is then written. */
extern const ptl_setting_info ptl_scene_settings[];
void ptl_scene_export(ptl_job *job, ptl_buf *out, void *scene, const ptl_export *export,
                      const ptl_side *side);

/* Settings of every export over plans; as rows, for those that have more. */
#define PTL_PLAN_SETTINGS                                                                             \
    { "level",                                                                                        \
      "N|NAME,...",                                                                                   \
      NULL,                                                                                           \
      "draw only these levels or pages: numbers as info prints them, ranges, parts of names",         \
      PTL_WHEN_PLAN,                                                                                  \
      "plan" },                                                                                       \
        { "pages",          "HOW",                                                                    \
          "sheet each all", "all on one sheet, a file each, or all as pages of one file",             \
          PTL_WHEN_PLAN,    "plan" },                                                                 \
        { "layers",      "LIST",                                                                      \
          NULL,          "draw only these layers; - or + in front removes or adds them",              \
          PTL_WHEN_PLAN, "plan" },                                                                    \
        { "crop",        "X,Y,W,H",                                                                   \
          NULL,          "take only this part of a page or of terrain, in cells, tiles or units",     \
          PTL_WHEN_PLAN, "plan" },                                                                    \
        { "paper",                                                                                    \
          "SIZE",                                                                                     \
          NULL,                                                                                       \
          "print on sheets of A4, Letter, 297x420mm and so on, also with -landscape behind it",       \
          PTL_WHEN_PLAN,                                                                              \
          "plan" },                                                                                   \
        { "cell",                                                                                     \
          "LENGTH",                                                                                   \
          NULL,                                                                                       \
          "side of a cell on paper, such as 25.4mm or 1in; what is larger than a sheet is cut up",    \
          PTL_WHEN_PLAN,                                                                              \
          "plan" },                                                                                   \
        { "margin",      "LENGTH", NULL, "of sheets, which printers leave white (10mm)",              \
          PTL_WHEN_PLAN, "plan" },                                                                    \
        { "overlap", "LENGTH", NULL, "what a sheet shows of the next (5mm)", PTL_WHEN_PLAN, "plan" }, \
        { "scale", "FACTOR", NULL,                                                                    \
          "make everything larger or smaller (1); tiles take whole numbers", PTL_WHEN_PLAN },         \
    {                                                                                                 \
        "background", "COLOR", NULL,                                                                  \
            "color behind everything, such as #ffffff, or transparent; scenes fade between two "      \
            "with a comma",                                                                           \
            PTL_WHEN_SCENE | PTL_WHEN_PLAN                                                            \
    }
extern const ptl_setting_info ptl_plan_settings[];

/* Four numbers with commas between, none of them past a million; false when it is not that. */
bool ptl_setting_box(const ptl_setting *given, float out[4]);

/* Chooses and lays out what the settings ask for and writes it; pages that do not fit into the
 * output go beside it. */
void ptl_plan_export(ptl_job *job, ptl_buf *out, void *plan, const ptl_export *export,
                     const ptl_side *side);

/* Lays pages onto paper, or makes their cells as large, as the settings ask for. */
void ptl_plan_apply_print(ptl_job *job, ptl_plan *plan);

/* Settings of every export over tables, as rows. */
#define PTL_TABLE_SETTINGS                                                                         \
    { "level", "N|NAME,...", NULL,                                                                 \
      "draw only these levels or pages: numbers as info prints them, ranges, parts of names",      \
      PTL_WHEN_TABLE },                                                                            \
        { "crop", "X,Y,W,H", NULL,                                                                 \
          "take only this part of a page or of terrain, in cells, tiles or units",                 \
          PTL_WHEN_TABLE },                                                                        \
        { "cell-pixels", "N", NULL,                                                                \
          "pixels of a cell in the picture of a tabletop's map (100), an even number",             \
          PTL_WHEN_TABLE },                                                                        \
        { "grid", NULL, NULL, "draw the grid, too, which tabletops draw themselves",               \
          PTL_WHEN_TABLE },                                                                        \
    {                                                                                              \
        "lights", NULL, NULL, "write a light for each torch and fire among the notes",             \
            PTL_WHEN_TABLE                                                                         \
    }

/* Writes every level the settings ask for: the first is the output, the others go beside it; then
 * says what was lost. */
void ptl_table_export(ptl_job *job, ptl_buf *out, void *table, const ptl_export *export,
                      const ptl_side *side);

/* Cuts the chosen level down to what the setting "crop" says. */
void ptl_table_crop(ptl_job *job, ptl_table *table);

/* Pixels of a cell in the picture of the chosen level: as asked for, or less where it would be too
 * large for tabletops, which is said. Even, if above 1. */
uint32_t ptl_table_pixels(ptl_job *job, const ptl_table *table);

/* The picture of the chosen level as PNG; its memory is given back before this returns. */
void ptl_table_picture(ptl_job *job, ptl_buf *out, const ptl_table *table, uint32_t pixels);

/* Layers of tiles, notes, and ground are written as they are. */
void ptl_tiles_export(ptl_job *job, ptl_buf *out, void *tiles, const ptl_export *export,
                      const ptl_side *side);
void ptl_notes_export(ptl_job *job, ptl_buf *out, void *notes, const ptl_export *export,
                      const ptl_side *side);
void ptl_ground_export(ptl_job *job, ptl_buf *out, void *ground, const ptl_export *export,
                       const ptl_side *side);

/* The name of a page or level as a part of that of a file: its letters of any script, digits and
 * '_', with one '-' for all that is between them. */
enum { PTL_PAGE_WORD = 100 };
void ptl_page_word(char out[PTL_PAGE_WORD], ptl_str name);

/* The names the images of a scene get beside the output, in the job's arena; NULL for those without
 * bytes, and instead of the list without memory. Letters, digits and "._-" only, with the extension
 * of what they are, and no name twice (ignoring case) unless the bytes are the same. Where a name
 * is not free beside the output, the output's stands in front of it; `side` may be NULL. */
const char **ptl_scene_image_names(ptl_job *job, const ptl_scene *scene, const ptl_side *side);

/* Puts a file beside the output; fails the job when it cannot. */
void ptl_side_put(ptl_job *job, const ptl_side *side, const char *name, const void *data,
                  size_t size);

#endif
