/* SPDX-License-Identifier: MIT */
/* Any container, drawn: files it names as maps are one map, all others one image. A clean error, or
 * a plan and a PNG. The last byte chooses options. */
#include <portolan/plan.h>
#include <portolan/xmf.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* 2 x 2 cells of the new layout: tiles 0 to 2 turned, with selectors and priority, one empty. */
static const uint8_t map[] = { 8, 0,    0, 0, 2, 0,    0, 0, 2,   0,    0,    0,    0, 0,
                               0, 0x10, 1, 0, 1, 0xE0, 2, 0, 255, 0x4F, 0xFF, 0xFF, 0, 0 };
/* A TGA of 4 x 4 pixels with four colors. */
static const uint8_t image[] = { 0, 1,    1, 0, 0, 4, 0,  24, 0, 0,  0,  0, 4,  0,  4, 0,
                                 8, 0x20, 0, 0, 9, 1, 10, 11, 2, 20, 21, 3, 30, 31, 0, 1,
                                 2, 3,    1, 1, 3, 3, 0,  1,  2, 3,  1,  1, 3,  3 };

static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    bool           cells = strcmp(companion->role, "map") == 0;
    const uint8_t *from  = cells ? map : image;

    (void)user;
    out->size     = cells ? sizeof map : sizeof image;
    out->capacity = out->size;
    out->data     = malloc(out->size);
    if (out->data)
        memcpy(out->data, from, out->size);
    return out->data != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ptl_setting light  = { "light", "", 0 };
    unsigned                 choice = size > 0 ? data[size - 1] : 0;
    ptl_read_opts            opts   = { .format = "xmf", .limits = { .memory = (size_t)64 << 20 } };
    ptl_write_opts           with   = { .to            = "png",
                                        .files         = { .load = choice & 1 ? load : NULL },
                                        .settings      = &light,
                                        .setting_count = choice >> 1 & 1 };
    ptl_doc                 *doc;
    ptl_plan                *plan;
    ptl_bytes                png;

    if (ptl_read(&doc, data, size, &opts, NULL) != PTL_OK)
        return 0;
    if (ptl_plan_make(&plan, doc, &with, NULL) == PTL_OK && plan->pages.count == 0)
        abort(); /* what is drawn has a page */
    ptl_plan_free(plan);
    if (ptl_write(&png, doc, &with, NULL) == PTL_OK && memcmp(png.data, "\x89PNG", 4) != 0)
        abort();
    ptl_bytes_free(&png);
    ptl_doc_free(doc);
    return 0;
}
