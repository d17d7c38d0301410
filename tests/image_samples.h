/* SPDX-License-Identifier: MIT */
/* Small pictures of every kind that is read, and what they show. */
#ifndef PTL_TESTS_IMAGE_SAMPLES_H
#define PTL_TESTS_IMAGE_SAMPLES_H

#include "coded_samples.h"
#include "render/image.h"

#define U16(value) (value) & 255, (value) >> 8 & 255
#define U32(value) (value) & 255, (value) >> 8 & 255, (value) >> 16 & 255, (value) >> 24 & 255
#define ZERO4 0, 0, 0, 0
#define ZERO16 ZERO4, ZERO4, ZERO4, ZERO4

/* The first 54 bytes of a BMP; `size` is that of its header. */
#define BMP(pixels_at, size, width, height, bits, packing, colors)                                 \
    'B', 'M', ZERO4, ZERO4, U32(pixels_at), U32(size), U32(width), U32(height), U16(1), U16(bits), \
        U32(packing), ZERO4, ZERO4, ZERO4, U32(colors), ZERO4
#define RGB3 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0 /* red, green, blue */

static const uint8_t bmp_1[] = {
    BMP(62, 40, 3, 2, 1, 0, 0), ZERO4, 255, 255, 255, 0, 0x40, 0, 0, 0, 0xA0, 0, 0, 0
};
static const uint8_t bmp_os2[] = { 'B',    'M',    ZERO4, ZERO4, U32(32), U32(12), U16(3), U16(2),
                                   U16(1), U16(1), 0,     0,     0,       255,     255,    255,
                                   0x40,   0,      0,     0,     0xA0,    0,       0,      0 };
static const uint8_t bmp_4[]   = {
      BMP(66, 40, 3, 2, 4, 0, 3), RGB3, 0x21, 0, 0, 0, 0x01, 0x20, 0, 0
};
static const uint8_t bmp_8[]    = { BMP(66, 40, 3, -2, 8, 0, 3), RGB3, 0, 1, 2, 0, 2, 1, 0, 0 };
static const uint8_t bmp_tail[] = {
    BMP(66, 40, 3, 2, 8, 0, 3), RGB3, 2, 1, 0, 0, 0, 1, 2, 0, 9, 9
};
static const uint8_t bmp_bare[] = { BMP(66, 40, 3, 2, 8, 0, 3), RGB3, 2, 1, 0, 0, 0, 1, 2 };
static const uint8_t bmp_short_palette[] = {
    BMP(58, 40, 3, 2, 8, 0, 0), 0, 0, 255, 0, 2, 1, 0, 0, 0, 1, 2, 0
};
static const uint8_t bmp_16[]       = { BMP(54, 40, 3, 2, 16, 0, 0),
                                        U16(0x001F),
                                        U16(0x03E0),
                                        U16(0x7C00),
                                        0,
                                        0,
                                        U16(0xFC00),
                                        U16(0x03E0),
                                        U16(0x001F),
                                        0,
                                        0 };
static const uint8_t bmp_16_masks[] = { BMP(66, 40, 3, 1, 16, 3, 0),
                                        U32(0xF800),
                                        U32(0x07E0),
                                        U32(0x001F),
                                        U16(0xF800),
                                        U16(0x07E0),
                                        U16(0x8410),
                                        0,
                                        0 };
static const uint8_t bmp_16_alpha[] = { BMP(70, 56, 2, 1, 16, 3, 0),
                                        U32(0x7C00),
                                        U32(0x03E0),
                                        U32(0x001F),
                                        U32(0x8000),
                                        U16(0xFC00),
                                        U16(0x03E0) };
static const uint8_t bmp_24[]       = { BMP(54, 40, 1, 2, 24, 0, 0), 1, 2, 3, 0, 4, 5, 6, 0 };
static const uint8_t bmp_32[]       = { BMP(54, 40, 2, 1, 32, 0, 0), 1, 2, 3, 0, 4, 5, 6, 0 };
static const uint8_t bmp_32_alpha[] = { BMP(54, 40, 2, 1, 32, 0, 0), 1, 2, 3, 0, 4, 5, 6, 7 };
static const uint8_t bmp_52[]       = { BMP(66, 52, 2, 1, 32, 3, 0),
                                        U32(0x000000FF),
                                        U32(0x0000FF00),
                                        U32(0x00FF0000),
                                        1,
                                        2,
                                        3,
                                        0,
                                        4,
                                        5,
                                        6,
                                        7 };
static const uint8_t bmp_108[]      = { BMP(122, 108, 1, 1, 32, 3, 0),
                                        U32(0x3FF00000),
                                        U32(0x000FFC00),
                                        U32(0x000003FF),
                                        U32(0xC0000000),
                                        ZERO16,
                                        ZERO16,
                                        ZERO16,
                                        ZERO4,
                                        U32(0x60000000 | 0x3FF << 20 | 0x200 << 10 | 0x0FF) };
static const uint8_t bmp_124[]      = {
         BMP(138, 124, 1, 1, 24, 0, 0), ZERO16, ZERO16, ZERO16, ZERO16, ZERO16, ZERO4, 1, 2, 3
};
static const uint8_t bmp_alpha_masks[] = {
    BMP(70, 40, 1, 1, 32, 6, 0), U32(0xFF), U32(0xFF00), U32(0xFF0000), U32(0xFF000000), 1, 2, 3, 4
};
static const uint8_t bmp_rle8[] = { /* bottom: 2 2 -, a move to the last pixel of the top: 1 */
                                    BMP(66, 40, 3, 2, 8, 1, 3), RGB3, 2, 2, 0, 2, 0, 1, 1, 1, 0, 1
};
static const uint8_t bmp_rle8_absolute[] = {
    BMP(66, 40, 3, 2, 8, 1, 3), RGB3, 0, 3, 2, 1, 0, 0, 0, 0, 3, 1, 0, 1
};
static const uint8_t bmp_rle4[] = {
    BMP(66, 40, 3, 2, 4, 2, 3), RGB3, 3, 0x21, 0, 0, 0, 3, 0x01, 0x20, 0, 1
};

/* The header of a TGA without text and without color map. */
#define TGA(type, width, height, bits, flags)                                                      \
    0, 0, type, 0, 0, 0, 0, 0, 0, 0, 0, 0, U16(width), U16(height), bits, flags

static const uint8_t tga_map[]      = { 2, 1,   1,   U16(0), U16(3), 24,  ZERO4, U16(3), U16(2), 8,
                                        0, 'h', 'i', 0,      0,      255, 0,     255,    0,      255,
                                        0, 0,   2,   1,      0,      0,   1,     2 };
static const uint8_t tga_map_from[] = { 0,           1,      9,      U16(1), U16(2), 16,
                                        ZERO4,       U16(3), U16(1), 8,      0,      U16(0x7C00),
                                        U16(0x001F), 0x81,   1,      0x00,   2 };
static const uint8_t tga_16[]       = { TGA(2, 2, 1, 16, 1), U16(0xFC00), U16(0x03E0) };
static const uint8_t tga_15[]       = { TGA(2, 2, 1, 15, 0), U16(0xFC00), U16(0x03E0) };
static const uint8_t tga_24_bl[]   = { TGA(2, 2, 2, 24, 0x00), 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4 };
static const uint8_t tga_24_br[]   = { TGA(2, 2, 2, 24, 0x10), 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4 };
static const uint8_t tga_24_tl[]   = { TGA(2, 2, 2, 24, 0x20), 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4 };
static const uint8_t tga_24_tr[]   = { TGA(2, 2, 2, 24, 0x30), 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4 };
static const uint8_t tga_32[]      = { TGA(2, 1, 1, 32, 8), 1, 2, 3, 4 };
static const uint8_t tga_32_bare[] = { TGA(2, 1, 1, 32, 0), 1, 2, 3, 4 };
static const uint8_t tga_gray[]    = { TGA(3, 2, 1, 8, 0), 7, 200 };
static const uint8_t tga_gray_alpha[] = { TGA(3, 2, 1, 16, 8), 7, 9, 200, 255 };
static const uint8_t tga_gray_runs[]  = { TGA(11, 3, 2, 8, 0x20), 0x83, 7, 0x01, 8, 9 };
static const uint8_t tga_runs[] = { TGA(10, 3, 1, 32, 8), 0x81, 1, 2, 3, 4, 0x00, 5, 6, 7, 8 };

#define RED 0xFF0000FF
#define GREEN 0x00FF00FF
#define BLUE 0x0000FFFF
#define WHITE 0xFFFFFFFF
#define BLACK 0x000000FF

typedef struct image_sample {
    const char    *name, *kind;
    const uint8_t *data;
    size_t         size;
    uint32_t       width, height;
    uint32_t       pixels[6]; /* 0xRRGGBBAA */
    unsigned       colors;
    unsigned       heard; /* findings while it was read */
} image_sample;

#define SAMPLE(kind, array) #array, kind, array, sizeof array
#define CHECKERS WHITE, BLACK, WHITE, BLACK, WHITE, BLACK
#define FLAG RED, GREEN, BLUE, BLUE, GREEN, RED

static const image_sample image_samples[] = {
    { SAMPLE("bmp", bmp_1), 3, 2, { CHECKERS }, 2, 0 },
    { SAMPLE("bmp", bmp_os2), 3, 2, { CHECKERS }, 2, 0 },
    { SAMPLE("bmp", bmp_4), 3, 2, { FLAG }, 3, 0 },
    { SAMPLE("bmp", bmp_8), 3, 2, { FLAG }, 3, 0 },
    { SAMPLE("bmp", bmp_tail), 3, 2, { FLAG }, 3, 1 },
    { SAMPLE("bmp", bmp_bare), 3, 2, { FLAG }, 3, 1 },
    { SAMPLE("bmp", bmp_short_palette), 3, 2, { RED, BLACK, BLACK, BLACK, BLACK, RED }, 3, 2 },
    { SAMPLE("bmp", bmp_16), 3, 2, { RED, GREEN, BLUE, BLUE, GREEN, RED }, 0, 0 },
    { SAMPLE("bmp", bmp_16_masks), 3, 1, { RED, GREEN, 0x848284FF }, 0, 0 },
    { SAMPLE("bmp", bmp_16_alpha), 2, 1, { RED, 0x00FF0000 }, 0, 0 },
    { SAMPLE("bmp", bmp_24), 1, 2, { 0x060504FF, 0x030201FF }, 0, 0 },
    { SAMPLE("bmp", bmp_32), 2, 1, { 0x030201FF, 0x060504FF }, 0, 0 },
    { SAMPLE("bmp", bmp_32_alpha), 2, 1, { 0x03020100, 0x06050407 }, 0, 0 },
    { SAMPLE("bmp", bmp_52), 2, 1, { 0x010203FF, 0x040506FF }, 0, 0 },
    { SAMPLE("bmp", bmp_108), 1, 1, { 0xFF803F55 }, 0, 0 },
    { SAMPLE("bmp", bmp_124), 1, 1, { 0x030201FF }, 0, 1 },
    { SAMPLE("bmp", bmp_alpha_masks), 1, 1, { 0x01020304 }, 0, 0 },
    { SAMPLE("bmp", bmp_rle8), 3, 2, { RED, RED, GREEN, BLUE, BLUE, RED }, 3, 0 },
    { SAMPLE("bmp", bmp_rle8_absolute), 3, 2, { GREEN, GREEN, GREEN, BLUE, GREEN, RED }, 3, 0 },
    { SAMPLE("bmp", bmp_rle4), 3, 2, { RED, GREEN, BLUE, BLUE, GREEN, BLUE }, 3, 0 },
    { SAMPLE("tga", tga_map), 3, 2, { FLAG }, 3, 0 },
    { SAMPLE("tga", tga_map_from), 3, 1, { RED, RED, BLUE }, 3, 0 },
    { SAMPLE("tga", tga_16), 2, 1, { RED, 0x00FF0000 }, 0, 0 },
    { SAMPLE("tga", tga_15), 2, 1, { RED, GREEN }, 0, 0 },
    { SAMPLE("tga", tga_24_bl), 2, 2, { 0x030303FF, 0x040404FF, 0x010101FF, 0x020202FF }, 0, 0 },
    { SAMPLE("tga", tga_24_br), 2, 2, { 0x040404FF, 0x030303FF, 0x020202FF, 0x010101FF }, 0, 0 },
    { SAMPLE("tga", tga_24_tl), 2, 2, { 0x010101FF, 0x020202FF, 0x030303FF, 0x040404FF }, 0, 0 },
    { SAMPLE("tga", tga_24_tr), 2, 2, { 0x020202FF, 0x010101FF, 0x040404FF, 0x030303FF }, 0, 0 },
    { SAMPLE("tga", tga_32), 1, 1, { 0x03020104 }, 0, 0 },
    { SAMPLE("tga", tga_32_bare), 1, 1, { 0x030201FF }, 0, 0 },
    { SAMPLE("tga", tga_gray), 2, 1, { 0x070707FF, 0xC8C8C8FF }, 0, 0 },
    { SAMPLE("tga", tga_gray_alpha), 2, 1, { 0x07070709, 0xC8C8C8FF }, 0, 0 },
    { SAMPLE("tga", tga_gray_runs),
      3,
      2,
      { 0x070707FF, 0x070707FF, 0x070707FF, 0x070707FF, 0x080808FF, 0x090909FF },
      0,
      0 },
    { SAMPLE("tga", tga_runs), 3, 1, { 0x03020104, 0x03020104, 0x07060508 }, 0, 0 },
    { SAMPLE("png", png_1), 3, 2, { CHECKERS }, 2, 0 },
    { SAMPLE("png", png_2),
      3,
      2,
      { 0xFF000000, 0x00FF0080, BLUE, BLUE, 0x00FF0080, 0xFF000000 },
      3,
      0 },
    { SAMPLE("png", png_4_interlaced), 3, 2, { FLAG }, 3, 0 },
    { SAMPLE("png", png_8),
      3,
      2,
      { 0xFF000000, 0x00FF0080, BLUE, BLUE, 0x00FF0080, 0xFF000000 },
      3,
      0 },
    { SAMPLE("png", png_gray),
      3,
      2,
      { BLACK, 0x80808000, WHITE, 0x010101FF, 0x020202FF, 0x030303FF },
      0,
      0 },
    { SAMPLE("png", png_gray_alpha),
      3,
      2,
      { 0x00000000, 0x80808080, WHITE, 0x01010109, 0x02020208, 0x03030307 },
      0,
      0 },
    { SAMPLE("png", png_rgb), 3, 2, { FLAG }, 0, 0 },
    { SAMPLE("png", png_rgba_interlaced),
      3,
      2,
      { 0xFF000000, 0x00FF0080, BLUE, 0x0000FF00, 0x00FF0080, RED },
      0,
      0 },
    { SAMPLE("png", png_16),
      3,
      2,
      { 0xFF000080, 0x00FF0080, 0x0000FF80, 0x0000FF80, 0x00FF0080, 0xFF000080 },
      0,
      0 },
};

#endif
