/* SPDX-License-Identifier: MIT */
/* Pixels in memory: what pictures show, and what textures hold. */
#include <portolan/pixels.h>

#include <string.h>

#include "core/bytes.h"
#include "flow/flow.h"
#include "host/path.h"
#include "render/image.h"

extern const ptl_export ptl_export_pixels;

enum { SIZES = 8 }; /* bytes of width and height, behind the pixels */

void ptl_pixels_free(ptl_pixels *pixels)
{
    if (!pixels)
        return;
    ptl_bytes_free(&pixels->rgba);
    *pixels = (ptl_pixels){ 0 };
}

/* ---- Drawn ----------------------------------------------------------------------------------- */

static ptl_status draw(ptl_pixels *out, ptl_way *way, const ptl_cargo *cargo,
                       const ptl_write_opts *opts, ptl_diag *err)
{
    ptl_write_opts with = opts ? *opts : (ptl_write_opts){ 0 };
    ptl_status     status;

    with.to = NULL; /* the way says it */
    *out    = (ptl_pixels){ 0 };
    status  = ptl_cargo_write(&out->rgba, NULL, way, cargo, &with, err);
    if (status != PTL_OK)
        return status;
    out->rgba.size -= SIZES;
    out->width  = ptl_load_u32le(out->rgba.data + out->rgba.size);
    out->height = ptl_load_u32le(out->rgba.data + out->rgba.size + 4);
    return PTL_OK;
}

ptl_status ptl_doc_draw(ptl_pixels *out, const ptl_doc *doc, const ptl_write_opts *opts,
                        ptl_diag *err)
{
    ptl_way way = { .export = &ptl_export_pixels };

    if (!out || !doc)
        return ptl_refuse(err, "ptl_doc_draw needs a document and a place for the pixels");
    way.from = doc->format;
    return draw(out, &way, &(ptl_cargo){ .doc = doc }, opts, err);
}

ptl_status ptl_scene_draw(ptl_pixels *out, const ptl_scene *scene, const ptl_write_opts *opts,
                          ptl_diag *err)
{
    ptl_way way = { .export = &ptl_export_pixels, .hub = { PTL_HUB_SCENE } };

    if (!out || !scene)
        return ptl_refuse(err, "ptl_scene_draw needs a scene and a place for the pixels");
    return draw(out, &way, &(ptl_cargo){ .hub = (void *)scene }, opts, err);
}

ptl_status ptl_plan_draw(ptl_pixels *out, const ptl_plan *plan, const ptl_write_opts *opts,
                         ptl_diag *err)
{
    ptl_way way = { .export = &ptl_export_pixels, .hub = { PTL_HUB_PLAN } };

    if (!out || !plan)
        return ptl_refuse(err, "ptl_plan_draw needs a plan and a place for the pixels");
    return draw(out, &way, &(ptl_cargo){ .hub = (void *)plan }, opts, err);
}

/* ---- Decoded --------------------------------------------------------------------------------- */

/* The picture lives in an arena that ends here; the pixels are the caller's. */
static ptl_status decode(ptl_pixels *out, const ptl_source *from, bool first_is_clear,
                         const ptl_read_opts *opts, ptl_diag *err)
{
    ptl_limits     limits = ptl_limits_of(&opts->limits, opts->untrusted);
    ptl_heap       heap   = ptl_heap_of(&opts->allocator, limits.memory);
    ptl_arena      arena  = { 0 };
    ptl_job        job    = { .heap = &heap, .arena = &arena, .listener = opts->listener };
    ptl_buf        rgba   = ptl_buf_of(&job, NULL);
    ptl_image_opts how    = { .palette_zero_transparent = first_is_clear };
    ptl_image      image  = { 0 };
    ptl_span       source = { from->data, from->size };
    ptl_status     status;

    *out = (ptl_pixels){ 0 };
    if (from->path)
        source = ptl_path_read(&job, from->path, limits.input);
    else if (source.size > limits.input)
        ptl_fail(&job, PTL_E_LIMIT, PTL_NOWHERE, "limit-input", "%zu bytes pass the limit of %zu",
                 source.size, limits.input);
    else
        ptl_charge(&job, source.size);
    job.source = source;
    if (ptl_ok(&job) && ptl_image_read(&job, &image, source, &how) &&
        ptl_image_expand(&job, &image))
        ptl_put(&rgba, image.pixels, (size_t)image.width * image.height * sizeof *image.pixels);
    status = ptl_buf_give(&out->rgba, &rgba, err);
    if (status == PTL_OK) {
        out->width  = image.width;
        out->height = image.height;
    }
    ptl_arena_free(&arena, &heap);
    return status;
}

ptl_status ptl_pixels_read(ptl_pixels *out, const ptl_source *from, const ptl_read_opts *opts,
                           ptl_diag *err)
{
    static const ptl_read_opts defaults;

    if (!out || !from || (!from->path && !from->data && from->size > 0))
        return ptl_refuse(err, "ptl_pixels_read needs a source and a place for the pixels");
    return decode(out, from, false, opts ? opts : &defaults, err);
}

ptl_status ptl_scene_image_decode(ptl_pixels *out, const ptl_scene *scene, size_t image,
                                  const ptl_read_opts *opts, ptl_diag *err)
{
    static const ptl_read_opts defaults;
    const ptl_scene_image     *of;

    if (!out || !scene || image >= scene->images.count)
        return ptl_refuse(err, "ptl_scene_image_decode needs an image that the scene has");
    of = &scene->images.data[image];
    return decode(out, &(ptl_source){ .data = of->bytes.data, .size = of->bytes.count },
                  of->first_is_clear, opts ? opts : &defaults, err);
}
