/* SPDX-License-Identifier: MIT */
/* What the entry points share: reading what is already in memory, scenes, refusals. */
#ifndef PTL_FLOW_SOURCE_H
#define PTL_FLOW_SOURCE_H

#include "bridges/bridge.h"
#include "exports/export.h"
#include "formats/format.h"
#include "render/tile_picture.h"

/* Picks the format of `source` and fills the document. */
void ptl_doc_read(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts);

/* The same for a file of another program, which becomes a document of format `to`. */
void ptl_doc_import(ptl_job *job, ptl_doc *doc, ptl_span source, const ptl_read_opts *opts,
                    const char *to);

/* Fails over what is not a document but can be imported; false when it is not that either. */
bool ptl_import_refuse(ptl_job *job, ptl_span source, const char *name);

const ptl_format *ptl_format_find(const char *name, size_t size);

/* A setting that neither the format nor the export (or NULL) knows, that a call of this kind, one
 * of PTL_WHEN_*, has no use for, or a value that is none of its choices, is refused rather than
 * ignored. */
void ptl_check_settings(ptl_job *job, const ptl_format *format, const ptl_export *export,
                        unsigned when);

/* The row of a list of settings (or NULL) that has this name, or NULL. */
const ptl_setting_info *ptl_setting_named(const ptl_setting_info *list, const char *name);

/* What an export shows a document as, with the settings of the job: PTL_WHEN_PLAN, which tiles are
 * too, or PTL_WHEN_SCENE. */
unsigned ptl_export_when(const ptl_job *job, const ptl_format *format, const ptl_export *export);

/* Writes a document as an export, whose settings were checked. */
void ptl_export_write(ptl_job *job, ptl_buf *out, const ptl_doc *doc, const ptl_export *export,
                      const ptl_write_opts *opts);

/* Fills a scene or a plan from a document, images included. */
void ptl_scene_fill(ptl_job *job, ptl_scene *scene, const ptl_doc *doc, const ptl_write_opts *opts);
void ptl_plan_fill(ptl_job *job, ptl_plan *plan, const ptl_doc *doc, const ptl_write_opts *opts);

/* Fills tile layers from a document and loads their images. False when none of them is there, or
 * when the job failed. */
bool ptl_tiles_fill(ptl_job *job, ptl_tiles *tiles, ptl_tile_picture *picture, const ptl_doc *doc,
                    const ptl_write_opts *opts);

/* Loads the images that are needed, first of what came along with the document; what is wrong with
 * one is said, and stops nothing. */
void ptl_images_load(ptl_job *job, ptl_scene_image *images, size_t count, const ptl_doc *doc,
                     const ptl_files *files);

/* Whether a PNG has an alpha channel, or transparent entries; JPEG never does. */
bool ptl_image_has_alpha(const ptl_scene_image *image);

/* Zeroed memory for what is made of a document, with a heap and an arena of its own, and the job
 * that fills it; NULL, and the job failed, without memory. `when` is the kind of call. */
void *ptl_beside_begin(ptl_job *job, const ptl_doc *doc, const ptl_write_opts *opts, unsigned when,
                       size_t size);
void  ptl_beside_free(void *made); /* NULL is fine */

/* For calls that make no sense. */
ptl_status ptl_refuse(ptl_diag *err, const char *why);

#endif
