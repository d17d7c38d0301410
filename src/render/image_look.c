/* SPDX-License-Identifier: MIT */
/* Headers of pictures, as far as they say size and channels. */
#include "render/image_look.h"

#include <string.h>

#include "core/arena.h"
#include "render/image.h"

static uint32_t number(const uint8_t *at, unsigned size, bool little)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < size; i++)
        value = value << 8 | at[little ? size - 1 - i : i];
    return value;
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

static void look_png(ptl_image_seen *out, ptl_span file)
{
    static const uint8_t channels[] = { [0] = 1, [2] = 3, [3] = 3, [4] = 2, [6] = 4 };

    if (file.size < 26)
        return;
    out->width    = number(file.data + 16, 4, false);
    out->height   = number(file.data + 20, 4, false);
    out->channels = file.data[25] < sizeof channels ? channels[file.data[25]] : 0;
}

/* The frame is in one of the segments: FF, C0 to CF without C4, C8 and CC, size, bits, height,
 * width, components. */
static void look_jpeg(ptl_image_seen *out, ptl_span file)
{
    size_t at = 2;

    while (file.size >= 10 && at <= file.size - 10 && file.data[at] == 0xFF) {
        unsigned mark = file.data[at + 1];

        if ((mark & 0xF0) == 0xC0 && mark != 0xC4 && mark != 0xC8 && mark != 0xCC) {
            out->height   = number(file.data + at + 5, 2, false);
            out->width    = number(file.data + at + 7, 2, false);
            out->channels = file.data[at + 9] >= 3 ? 3 : 1;
            return;
        }
        at += mark == 0xFF ? 1 : 2 + number(file.data + at + 2, 2, false);
    }
}

static void look_bmp(ptl_image_seen *out, ptl_span file)
{
    uint32_t height;

    if (file.size < 26)
        return;
    out->channels = 3;
    if (number(file.data + 14, 4, true) == 12) { /* OS/2 */
        out->width  = number(file.data + 18, 2, true);
        out->height = number(file.data + 20, 2, true);
        return;
    }
    out->width  = number(file.data + 18, 4, true);
    height      = number(file.data + 22, 4, true);
    out->height = height > INT32_MAX ? 0 - height : height; /* below 0: from the top */
    if (file.size >= 34) /* neither run lengths nor pictures of other kinds in it; only masks */
        out->packed = number(file.data + 30, 4, true) != 0 && number(file.data + 30, 4, true) != 3;
}

static void look_gif(ptl_image_seen *out, ptl_span file)
{
    if (file.size < 10)
        return;
    out->width    = number(file.data + 6, 2, true);
    out->height   = number(file.data + 8, 2, true);
    out->channels = 4;
}

/* Red, green and blue are mode 3. */
static void look_psd(ptl_image_seen *out, ptl_span file)
{
    if (file.size < 26)
        return;
    out->height   = number(file.data + 14, 4, false);
    out->width    = number(file.data + 18, 4, false);
    out->channels = 4;
    out->packed   = number(file.data + 24, 2, false) != 3;
}

/* "P6 WIDTH HEIGHT MOST": blanks, line ends and comments between. */
static void look_pnm(ptl_image_seen *out, ptl_span file)
{
    uint32_t *sides[] = { &out->width, &out->height };
    size_t    at      = 2;

    out->channels = file.data[1] == '5' ? 1 : 3;
    for (int i = 0; i < 2; i++) {
        while (at < file.size && (file.data[at] <= ' ' || file.data[at] == '#'))
            if (file.data[at++] == '#')
                while (at < file.size && file.data[at] != '\n')
                    at++;
        while (at < file.size && file.data[at] >= '0' && file.data[at] <= '9' &&
               *sides[i] < UINT16_MAX)
            *sides[i] = *sides[i] * 10 + (file.data[at++] - '0');
    }
}

/* Gray is type 3, and a color map whose entries have a byte each. */
static void look_tga(ptl_image_seen *out, ptl_span file)
{
    unsigned type = file.data[2] & 7, map_bits = file.data[7];

    out->width    = number(file.data + 12, 2, true);
    out->height   = number(file.data + 14, 2, true);
    out->channels = type == 3 ? file.data[16] / 8 : type == 1 && map_bits == 8 ? 1 : 3;
}

static void look_further(ptl_image_seen *out, ptl_span file)
{
    (void)out;
    (void)file;
}

static const struct {
    const char *kind, *magic;
    const char *ours; /* what our own reader calls it, or NULL */
    void (*look)(ptl_image_seen *out, ptl_span file);
} kinds[] = {
    { "PNG", "\x89PNG\r\n\x1a\n", "png", look_png },
    { "JPEG", "\xFF\xD8\xFF", "jpeg", look_jpeg },
    { "BMP", "BM", "bmp", look_bmp },
    { "GIF", "GIF8", NULL, look_gif },
    { "PSD", "8BPS", NULL, look_psd },
    { "HDR", "#?R", NULL, look_further },
    { "PIC", "\x53\x80\xF6\x34", NULL, look_further },
    { "PPM", "P6", NULL, look_pnm },
    { "PGM", "P5", NULL, look_pnm },
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- All of it ------------------------------------------------------------------------------ */

static bool begins(ptl_span file, const char *magic)
{
    size_t size = strlen(magic);

    return file.size >= size && memcmp(file.data, magic, size) == 0;
}

/* Reads it beside the job: what is wrong with a picture is no failure of the job. Memory that runs
 * out says nothing about the picture. */
static bool is_broken(ptl_job *job, ptl_span file, const char *ours)
{
    ptl_arena arena = { 0 };
    ptl_job   own   = { .heap = job->heap, .arena = &arena, .source = file };
    ptl_image image;
    bool      broken = false;

    if (ptl_image_there(ours) && !ptl_image_read(&own, &image, file, &(ptl_image_opts){ ours }))
        broken = own.error.status != PTL_E_LIMIT && own.error.status != PTL_E_MEMORY;
    ptl_arena_free(&arena, job->heap);
    return broken;
}

ptl_image_seen ptl_image_look(ptl_job *job, ptl_span file)
{
    ptl_image_seen seen = { 0 };
    const char    *ours = NULL;
    size_t         i    = 0;

    while (i < KINDS && !begins(file, kinds[i].magic))
        i++;
    if (i < KINDS) {
        seen.kind = kinds[i].kind;
        ours      = kinds[i].ours;
        kinds[i].look(&seen, file);
    } else if (file.size >= 18 && ptl_image_tga.probe(file)) {
        seen.kind = "TGA";
        ours      = "tga";
        look_tga(&seen, file);
    }
    seen.broken = ours && is_broken(job, file, ours);
    return seen;
}
