/* SPDX-License-Identifier: MIT */
/* The tables of all that is known. A new format, import, export or bridge is one line here. */
#include "flow/flow.h"
#include "hubs/ground.h"
#include "hubs/heightmap.h"
#include "hubs/notes.h"
#include "render/load.h"

/* ---- Formats --------------------------------------------------------------------------------- */

extern const ptl_format ptl_format_grmm, ptl_format_mpd, ptl_format_passage, ptl_format_spawn,
    ptl_format_pfobj, ptl_format_pfmap, ptl_format_pfscene, ptl_format_ppe, ptl_format_xmf,
    ptl_format_tmx, ptl_format_project;

const ptl_format *const ptl_formats[] = {
    &ptl_format_grmm,  &ptl_format_mpd,   &ptl_format_passage, &ptl_format_spawn,
    &ptl_format_pfobj, &ptl_format_pfmap, &ptl_format_pfscene, &ptl_format_ppe,
    &ptl_format_xmf,   &ptl_format_tmx,   &ptl_format_project, NULL,
};

/* ---- Imports and exports --------------------------------------------------------------------- */

extern const ptl_importer ptl_import_glb, ptl_import_gltf, ptl_import_obj, ptl_import_watabou,
    ptl_import_donjon, ptl_import_donjon_tsv, ptl_import_drawing, ptl_import_heightmap,
    ptl_import_assimp;

const ptl_importer *const ptl_imports[] = {
    &ptl_import_glb,     &ptl_import_gltf,
    &ptl_import_obj,     &ptl_import_watabou,
    &ptl_import_donjon,  &ptl_import_donjon_tsv,
    &ptl_import_drawing, &ptl_import_heightmap,
    &ptl_import_assimp,  NULL,
};

extern const ptl_export ptl_export_glb, ptl_export_gltf, ptl_export_obj, ptl_export_png,
    ptl_export_apng, ptl_export_heightmap, ptl_export_svg, ptl_export_pdf, ptl_export_uvtt,
    ptl_export_foundry, ptl_export_notes_md, ptl_export_notes_csv, ptl_export_nav_png,
    ptl_export_nav_json, ptl_export_nav_csv;

const ptl_export *const ptl_exports[] = {
    &ptl_export_glb,     &ptl_export_gltf,      &ptl_export_obj,      &ptl_export_png,
    &ptl_export_apng,    &ptl_export_heightmap, &ptl_export_svg,      &ptl_export_pdf,
    &ptl_export_uvtt,    &ptl_export_foundry,   &ptl_export_notes_md, &ptl_export_notes_csv,
    &ptl_export_nav_png, &ptl_export_nav_json,  &ptl_export_nav_csv,  NULL,
};

/* ---- Hubs and bridges ------------------------------------------------------------------------ */

extern const ptl_bridge ptl_bridge_tiles_plan, ptl_bridge_tiles_scene;

const ptl_bridge *const ptl_bridges[] = {
    &ptl_bridge_tiles_plan,
    &ptl_bridge_tiles_scene,
    NULL,
};

static bool tiles_are_ready(const void *hub)
{
    return ((const ptl_tiles *)hub)->picture != NULL;
}

/* A plan that shows the ground from above has its scene with it. */
static void **plan_wants(void *hub, ptl_hub *which)
{
    ptl_plan *plan = hub;

    *which = PTL_HUB_SCENE;
    for (size_t i = 0; i < plan->items.count; i++)
        if (plan->items.data[i].kind == PTL_PLAN_VIEW)
            return (void **)&plan->scene;
    return NULL;
}

/* The images of a table are those of its plan. */
static void load_table(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_plan_load(job, ((ptl_table *)hub)->plan, files);
}

/* Hubs of words and numbers have no images. */
static void load_nothing(ptl_job *job, void *hub, const ptl_files *files)
{
    (void)job;
    (void)hub;
    (void)files;
}

/* The sheets of a grid are drawn when it is to be written, not when it is only compared. */
static void draw_sets(ptl_job *job, void *hub, const ptl_files *files)
{
    ptl_grid *grid = hub;

    for (size_t i = 0; i < grid->sets.count && ptl_ok(job); i++)
        if (grid->sets.data[i].draw)
            grid->sets.data[i].picture = grid->sets.data[i].draw(job, &grid->sets.data[i], files);
}

const ptl_hub_row ptl_hub_rows[PTL_HUBS] = {
    [PTL_HUB_TILES]   = { .name     = "tiles",
                          .when     = PTL_WHEN_TILES,
                          .flat     = true,
                          .size     = sizeof(ptl_tiles),
                          .load     = ptl_tiles_load,
                          .is_ready = tiles_are_ready,
                          .write    = ptl_tiles_export },
    [PTL_HUB_PLAN]    = { .name      = "plan",
                          .when      = PTL_WHEN_PLAN,
                          .flat      = true,
                          .size      = sizeof(ptl_plan),
                          .load      = ptl_plan_load,
                          .also      = plan_wants,
                          .adopt     = ptl_plan_adopt,
                          .own_texts = ptl_plan_own_texts,
                          .write     = ptl_plan_export },
    [PTL_HUB_SCENE]   = { .name      = "scene",
                          .when      = PTL_WHEN_SCENE,
                          .size      = sizeof(ptl_scene),
                          .load      = ptl_scene_load,
                          .adopt     = ptl_scene_adopt,
                          .own_texts = ptl_scene_own_texts,
                          .write     = ptl_scene_export },
    [PTL_HUB_TABLE]   = { .name  = "table",
                          .when  = PTL_WHEN_TABLE,
                          .flat  = true,
                          .size  = sizeof(ptl_table),
                          .load  = load_table,
                          .write = ptl_table_export },
    [PTL_HUB_NOTES]   = { .name  = "notes",
                          .when  = PTL_WHEN_NOTES,
                          .flat  = true,
                          .size  = sizeof(ptl_notes),
                          .load  = load_nothing,
                          .write = ptl_notes_export },
    [PTL_HUB_GROUND]  = { .name     = "ground",
                          .when     = PTL_WHEN_GROUND,
                          .shown_as = &ptl_format_grmm,
                          .flat     = true,
                          .size     = sizeof(ptl_ground),
                          .load     = load_nothing,
                          .write    = ptl_ground_export },
    [PTL_HUB_GRID]    = { .name = "grid",
                          .when = PTL_WHEN_GRID,
                          .only = "tmx",
                          .flat = true,
                          .size = sizeof(ptl_grid),
                          .load = draw_sets },
    [PTL_HUB_HEIGHTS] = { .name     = "heights",
                          .when     = PTL_WHEN_HEIGHTS,
                          .shown_as = &ptl_format_pfmap,
                          .asks     = PTL_WHEN_HEIGHTS,
                          .flat     = true,
                          .size     = sizeof(ptl_heightmap),
                          .load     = load_nothing },
};
