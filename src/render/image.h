/* SPDX-License-Identifier: MIT */
/* Pictures: read from BMP, TGA, PNG and JPEG, written as PNG (png_write.h).
 *
 * The size in a header is compared with limits and with the bytes at hand before memory is taken.
 * Rules of refusal: "image-kind", "image-size", "limit-image", "image-bmp", "image-tga",
 * "image-png", "image-jpeg", "truncated", "feature-absent", each with its byte. */
#ifndef PTL_RENDER_IMAGE_H
#define PTL_RENDER_IMAGE_H

#include "core/job.h"

typedef struct ptl_rgba { /* alpha is not multiplied into the color */
    uint8_t r, g, b, a;
} ptl_rgba;

/* Either pixels, or indices into a palette, never both: indices where the file had a palette. Rows
 * run from the top, pixels of a row from the left, without gaps. */
typedef struct ptl_image {
    uint32_t  width, height; /* at least 1 each                                            */
    ptl_rgba *pixels;        /* NULL in a picture with a palette                           */
    uint8_t  *indices;       /* NULL in a picture without                                  */
    ptl_rgba *palette;       /* 256 entries, opaque black past those that are meant        */
    unsigned  colors;        /* entries that are meant, 1 to 256: no index is past them    */
    bool      has_alpha;     /* some pixel is not opaque                                   */
    uint16_t *gray;          /* instead of all that, where opts->gray asks for it          */
} ptl_image;

/* Usual limits of a side and of all pixels. */
enum { PTL_IMAGE_SIDE = 16384, PTL_IMAGE_PIXELS = 64 << 20 };

typedef struct ptl_image_opts {           /* all-zero is the default, and so is NULL */
    const char *kind;                     /* "bmp", "tga", "png", "jpeg"; NULL looks at the bytes */
    bool        palette_zero_transparent; /* entry 0 of a BMP with a palette gets alpha 0       */
    uint32_t    most_side;                /* limit of width and of height: 16384                */
    uint64_t    most_pixels;              /* limit of their product: 64 Mi                      */
    bool        gray; /* a PNG in gray, in 16 bits: 65535 is white; colors are refused          */
} ptl_image_opts;

/* Reads a picture into memory of the job's arena. False, with the job failed and `out` empty, when
 * it cannot be read. TGA has no signature: a file counts as one if it ends in a TGA footer or
 * begins with a header that makes sense. */
bool ptl_image_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts);

/* The size of a picture by its header, without decoding it; false when that has none, or one past
 * the usual limit of a side. */
bool ptl_image_measure(ptl_span bytes, uint32_t *width, uint32_t *height);

/* Whether "bmp", "tga", "png" or "jpeg" can be read, here and now. */
bool ptl_image_there(const char *kind);

/* Turns indices into pixels; nothing to do when it has pixels. */
bool ptl_image_expand(ptl_job *job, ptl_image *image);

/* The pixel at x, y, which must be inside. */
static inline ptl_rgba ptl_image_at(const ptl_image *image, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * image->width + x;

    return image->indices ? image->palette[image->indices[at]] : image->pixels[at];
}

/* ---- What the readers of the kinds share ----------------------------------------------------- */

/* One row each: image_bmp.c and its siblings. A kind that was not built in has no `read`; one whose
 * library is loaded late says whether it is there. */
typedef struct ptl_image_kind {
    const char *name;
    bool (*probe)(ptl_span bytes);
    void (*read)(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts);
    bool (*there)(void); /* NULL: always */
} ptl_image_kind;

extern const ptl_image_kind ptl_image_bmp, ptl_image_tga, ptl_image_png, ptl_image_jpeg;

/* Takes a size over into the picture if the limits allow it; `at` is where it stands. */
bool ptl_image_resize(ptl_job *job, ptl_image *image, uint64_t width, uint64_t height,
                      const ptl_image_opts *opts, uint64_t at);

/* Memory for the pixels, which are not set; or for zeroed indices and a black palette. */
bool ptl_image_take_pixels(ptl_job *job, ptl_image *image);
bool ptl_image_take_indices(ptl_job *job, ptl_image *image, unsigned colors);

/* Indices past the palette, which stands at `at`, make it longer, with a warning of that rule. */
void ptl_image_cover_indices(ptl_job *job, ptl_image *image, uint64_t at, const char *rule);

/* Indices of 1, 2, 4 or 8 bits out of the bytes they share, the first from the upper bits. */
void ptl_image_unpack(uint8_t *to, const uint8_t *from, uint32_t count, unsigned bits);

/* Spreads a value of 0 to `most` (at most 255) over 0 to 255, to the nearest. */
static inline uint8_t ptl_image_scale(unsigned value, unsigned most)
{
    return (uint8_t)((value * 255 + most / 2) / most);
}

/* The color that an image has on the whole. What is clear does not count; false when all is. */
bool ptl_image_mean(const ptl_image *image, uint8_t out[3]);

#endif
