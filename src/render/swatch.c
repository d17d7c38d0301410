/* SPDX-License-Identifier: MIT */
/* Sheets of tiles for fields. */
#include "render/swatch.h"

#include "core/num.h"
#include "render/png_write.h"

bool ptl_swatch_begin(ptl_job *job, ptl_swatch *sheet, const ptl_tiled_set *set)
{
    *sheet = (ptl_swatch){ .job     = job,
                           .columns = set->columns,
                           .width   = set->tile_width,
                           .height  = set->tile_height,
                           .count   = set->tile_count };
    if (!ptl_image_resize(job, &sheet->image, set->image.width, set->image.height,
                          &(ptl_image_opts){ .most_side = PTL_IMAGE_SIDE * 2 }, PTL_NOWHERE) ||
        !ptl_image_take_pixels(job, &sheet->image))
        return false;
    for (size_t i = 0; i < (size_t)sheet->image.width * sheet->image.height; i++)
        sheet->image.pixels[i] = (ptl_rgba){ 0, 0, 0, 0 };
    return true;
}

ptl_span ptl_swatch_png(ptl_swatch *sheet)
{
    ptl_buf  out = ptl_buf_of(sheet->job, NULL);
    ptl_span png = { 0 };

    ptl_png_write(sheet->job, &out, &sheet->image, 6);
    if (ptl_ok(sheet->job))
        png = (ptl_span){ ptl_arena_copy(sheet->job, out.data, out.size, 1), out.size };
    ptl_buf_free(&out);
    return png.data ? png : (ptl_span){ 0 };
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void set_pixel(ptl_swatch *sheet, uint32_t tile, int64_t x, int64_t y, ptl_rgba color)
{
    uint64_t left = (uint64_t)(tile % sheet->columns) * sheet->width;
    uint64_t top  = (uint64_t)(tile / sheet->columns) * sheet->height;

    if (tile < sheet->count && x >= 0 && y >= 0 && x < sheet->width && y < sheet->height)
        sheet->image.pixels[(top + (uint64_t)y) * sheet->image.width + left + (uint64_t)x] = color;
}

void ptl_swatch_box(ptl_swatch *sheet, uint32_t tile, int32_t x, int32_t y, int32_t width,
                    int32_t height, ptl_rgba color)
{
    for (int32_t v = 0; v < height; v++)
        for (int32_t u = 0; u < width; u++)
            set_pixel(sheet, tile, (int64_t)x + u, (int64_t)y + v, color);
}

void ptl_swatch_fill(ptl_swatch *sheet, uint32_t tile, ptl_rgba color)
{
    ptl_swatch_box(sheet, tile, 0, 0, (int32_t)sheet->width, (int32_t)sheet->height, color);
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

void ptl_swatch_line(ptl_swatch *sheet, uint32_t tile, const int32_t from[2], const int32_t to[2],
                     ptl_rgba color)
{
    int64_t across = to[0] - (int64_t)from[0], down = to[1] - (int64_t)from[1];
    int64_t steps = size_of(across) > size_of(down) ? size_of(across) : size_of(down);

    for (int64_t i = 0; i <= steps; i++)
        set_pixel(sheet, tile, from[0] + (steps ? (across * i * 2 + steps) / (2 * steps) : 0),
                  from[1] + (steps ? (down * i * 2 + steps) / (2 * steps) : 0), color);
}

/* Which side of a line a pixel is on. */
static int64_t side(const int32_t a[2], const int32_t b[2], int32_t x, int32_t y)
{
    return (int64_t)(b[0] - a[0]) * (y - a[1]) - (int64_t)(b[1] - a[1]) * (x - a[0]);
}

void ptl_swatch_triangle(ptl_swatch *sheet, uint32_t tile, const int32_t corners[3][2],
                         ptl_rgba color)
{
    for (int32_t y = 0; y < (int32_t)sheet->height; y++)
        for (int32_t x = 0; x < (int32_t)sheet->width; x++) {
            int64_t a = side(corners[0], corners[1], x, y), b = side(corners[1], corners[2], x, y),
                    c = side(corners[2], corners[0], x, y);

            if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0))
                set_pixel(sheet, tile, x, y, color);
        }
}

/* ---- Numbers --------------------------------------------------------------------------------- */

enum { DIGIT_WIDTH = 3, DIGIT_HEIGHT = 5, MINUS = 10 };

/* Rows of three pixels from the top, the highest bit at the left; behind the digits a minus. */
static const uint16_t digits[11] = { 075557, 026227, 071747, 071717, 055711, 074717,
                                     074757, 071111, 075757, 075717, 000700 };

static void put_digit(ptl_swatch *sheet, uint32_t tile, unsigned digit, const int32_t at[2],
                      int32_t pixel, ptl_rgba color)
{
    for (int32_t i = 0; i < DIGIT_WIDTH * DIGIT_HEIGHT; i++)
        if (digits[digit] >> (DIGIT_WIDTH * DIGIT_HEIGHT - 1 - i) & 1)
            ptl_swatch_box(sheet, tile, at[0] + i % DIGIT_WIDTH * pixel,
                           at[1] + i / DIGIT_WIDTH * pixel, pixel, pixel, color);
}

void ptl_swatch_number(ptl_swatch *sheet, uint32_t tile, int64_t number, ptl_rgba color)
{
    char    text[PTL_NUM_MAX];
    int32_t size  = (int32_t)ptl_format_i64(text, number);
    int32_t pitch = DIGIT_WIDTH + 1, pixel = (int32_t)sheet->width / (pitch * size);

    pixel = pixel > 2 ? 2 : pixel < 1 ? 1 : pixel;
    for (int32_t i = 0; i < size; i++) {
        const int32_t at[2] = { ((int32_t)sheet->width - (pitch * size - 1) * pixel) / 2 +
                                    i * pitch * pixel,
                                ((int32_t)sheet->height - DIGIT_HEIGHT * pixel) / 2 };

        put_digit(sheet, tile, text[i] == '-' ? MINUS : (unsigned)(text[i] - '0'), at, pixel,
                  color);
    }
}

/* Steps around the circle of colors that never meet soon: the golden angle, in 1536 steps. */
ptl_rgba ptl_swatch_color(uint32_t number)
{
    uint32_t place = (uint32_t)((uint64_t)number * 949 % 1536), part = place / 256,
             rest = place % 256;
    uint8_t up = (uint8_t)(96 + rest / 2), down = (uint8_t)(96 + (255 - rest) / 2), low = 96,
            high             = 223;
    const ptl_rgba colors[6] = { { high, up, low, 255 }, { down, high, low, 255 },
                                 { low, high, up, 255 }, { low, down, high, 255 },
                                 { up, low, high, 255 }, { high, low, down, 255 } };

    return colors[part];
}

ptl_span ptl_swatch_numbers(ptl_job *job, const ptl_tiled_set *set, int64_t least)
{
    static const ptl_rgba black = { 0, 0, 0, 255 };
    ptl_swatch            sheet;

    if (!ptl_swatch_begin(job, &sheet, set))
        return (ptl_span){ 0 };
    for (uint32_t i = 0; i < set->tile_count; i++) {
        ptl_swatch_fill(&sheet, i, ptl_swatch_color(i));
        ptl_swatch_number(&sheet, i, least + i, black);
    }
    return ptl_swatch_png(&sheet);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

/* The mean of the pixels from..to of a picture that goes on from its other side. */
static ptl_rgba mean_of(const ptl_image *picture, const uint64_t from[2], const uint64_t to[2])
{
    uint64_t sum[4] = { 0 }, weight = 0, count = 0;

    for (uint64_t y = from[1]; y < to[1]; y++)
        for (uint64_t x = from[0]; x < to[0]; x++) {
            ptl_rgba p = ptl_image_at(picture, (uint32_t)(x % picture->width),
                                      (uint32_t)(y % picture->height));

            sum[0] += (uint64_t)p.r * p.a;
            sum[1] += (uint64_t)p.g * p.a;
            sum[2] += (uint64_t)p.b * p.a;
            weight += p.a;
            count++;
        }
    if (weight == 0)
        return (ptl_rgba){ 0, 0, 0, 0 };
    return (ptl_rgba){ (uint8_t)(sum[0] / weight), (uint8_t)(sum[1] / weight),
                       (uint8_t)(sum[2] / weight), (uint8_t)(weight / count) };
}

void ptl_swatch_picture(ptl_swatch *sheet, uint32_t tile, const ptl_image *picture,
                        const uint32_t part[4])
{
    for (uint32_t y = 0; y < sheet->height; y++)
        for (uint32_t x = 0; x < sheet->width; x++) {
            uint64_t from[2] = { part[0] + (uint64_t)x * part[2] / sheet->width,
                                 part[1] + (uint64_t)y * part[3] / sheet->height };
            uint64_t to[2]   = { part[0] + (uint64_t)(x + 1) * part[2] / sheet->width,
                                 part[1] + (uint64_t)(y + 1) * part[3] / sheet->height };

            to[0] += to[0] == from[0];
            to[1] += to[1] == from[1];
            set_pixel(sheet, tile, x, y, mean_of(picture, from, to));
        }
}
