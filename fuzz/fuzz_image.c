/* SPDX-License-Identifier: MIT */
/* Any bytes as a picture: a clean error, or a picture that can be used and that comes back the same
 * through our PNG. The last byte chooses options. */
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "render/png_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void come_back(ptl_job *job, ptl_image *image, int level)
{
    size_t    count = (size_t)image->width * image->height;
    ptl_buf   out   = ptl_buf_of(job, NULL);
    ptl_image back;

    ptl_png_write(job, &out, image, level);
    must(ptl_ok(job) || job->error.status == PTL_E_LIMIT);
    if (ptl_ok(job) && ptl_image_there("png")) {
        must(ptl_image_read(job, &back, (ptl_span){ out.data, out.size }, NULL) ||
             job->error.status == PTL_E_LIMIT);
        must(!ptl_ok(job) || back.has_alpha == image->has_alpha);
        if (ptl_image_expand(job, &back) && ptl_image_expand(job, image))
            must(memcmp(back.pixels, image->pixels, count * sizeof *back.pixels) == 0);
    }
    ptl_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = { NULL, NULL, NULL, NULL, "bmp", "tga", "png", "jpeg" };
    unsigned                 choice  = size > 0 ? data[size - 1] : 0;
    ptl_heap                 heap    = ptl_heap_of(&(ptl_allocator){ 0 }, (size_t)64 << 20);
    ptl_arena                arena   = { 0 };
    ptl_job                  job     = { .heap = &heap, .arena = &arena, .source = { data, size } };
    ptl_image_opts           opts    = { .kind                     = kinds[choice & 7],
                                         .palette_zero_transparent = choice & 8,
                                         .most_pixels              = 1 << 20 };
    ptl_image                image;

    if (ptl_image_read(&job, &image, job.source, &opts))
        come_back(&job, &image, choice & 16 ? PTL_PNG_STORED : 1);
    ptl_arena_free(&arena, &heap);
    must(heap.used == 0);
    return 0;
}
