/* SPDX-License-Identifier: MIT */
/* Pixels: documents, scenes and plans drawn into memory, and textures decoded.
 *
 *     ptl_pixels picture;
 *
 *     if (ptl_doc_draw(&picture, doc, NULL, &err) == PTL_OK) {
 *         show(picture.width, picture.height, picture.rgba.data);
 *         ptl_pixels_free(&picture);
 *     }
 */
#ifndef PORTOLAN_PIXELS_H
#define PORTOLAN_PIXELS_H

#include <portolan/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ptl_pixels {
    uint32_t  width, height;
    ptl_bytes rgba; /* red, green, blue and alpha of each pixel, not premultiplied; rows from the
                       top, without gaps */
} ptl_pixels;

PTL_API void ptl_pixels_free(ptl_pixels *pixels); /* NULL is fine */

/* Draws what writing "png" would, with the same settings. */
PTL_API ptl_status ptl_doc_draw(ptl_pixels *out, const ptl_doc *doc, const ptl_write_opts *opts,
                                ptl_diag *err);
PTL_API ptl_status ptl_scene_draw(ptl_pixels *out, const ptl_scene *scene,
                                  const ptl_write_opts *opts, ptl_diag *err);
PTL_API ptl_status ptl_plan_draw(ptl_pixels *out, const ptl_plan *plan, const ptl_write_opts *opts,
                                 ptl_diag *err);

/* Decodes a picture: BMP, TGA, PNG or JPEG. The allocator and limits of the options apply. */
PTL_API ptl_status ptl_pixels_read(ptl_pixels *out, const ptl_source *from,
                                   const ptl_read_opts *opts, ptl_diag *err);

/* The same for an image of a scene that was found. */
PTL_API ptl_status ptl_scene_image_decode(ptl_pixels *out, const ptl_scene *scene, size_t image,
                                          const ptl_read_opts *opts, ptl_diag *err);

#ifdef __cplusplus
}
#endif

#endif
