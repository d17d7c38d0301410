/* SPDX-License-Identifier: MIT */
/* What lies over what. */
#include "render/tile_mix.h"

ptl_rgba ptl_tile_over(ptl_rgba top, ptl_rgba under)
{
    unsigned rest = under.a * (255u - top.a), whole = 255u * top.a + rest;

    if (top.a == 255 || under.a == 0)
        return top;
    if (top.a == 0)
        return under;
    return (ptl_rgba){ (uint8_t)((255u * top.a * top.r + rest * under.r + whole / 2) / whole),
                       (uint8_t)((255u * top.a * top.g + rest * under.g + whole / 2) / whole),
                       (uint8_t)((255u * top.a * top.b + rest * under.b + whole / 2) / whole),
                       (uint8_t)((whole + 127) / 255) };
}

/* A product of two values of 0 to 255, where 255 is whole, as Qt rounds it. */
static uint8_t part_of(unsigned value, unsigned of)
{
    unsigned product = value * of;

    return (uint8_t)((product + (product >> 8) + 128) >> 8);
}

/* As Tiled has it: what can be looked through counts as white, and alpha when it is drawn. */
static uint8_t tinted_part(unsigned value, unsigned alpha, unsigned shade)
{
    return part_of(part_of(value, alpha) + 255u - alpha, shade);
}

ptl_rgba ptl_tile_tinted(const uint8_t shade[4], ptl_rgba color)
{
    if ((shade[0] & shade[1] & shade[2]) == 255)
        return color;
    return (ptl_rgba){ tinted_part(color.r, color.a, shade[0]),
                       tinted_part(color.g, color.a, shade[1]),
                       tinted_part(color.b, color.a, shade[2]), color.a };
}

enum { WIDE = 65535, WIDER = 257 }; /* 1 in 16 bits, and what makes 16 bits of 8 */

typedef struct wide { /* alpha is multiplied into the colors */
    uint32_t r, g, b, a;
} wide;

static uint32_t wide_part(uint32_t value, uint32_t of)
{
    uint64_t product = (uint64_t)value * of;

    return (uint32_t)((product + (product >> 16) + 0x8000) >> 16);
}

static wide wide_parts(wide w, uint32_t of)
{
    return (wide){ wide_part(w.r, of), wide_part(w.g, of), wide_part(w.b, of), wide_part(w.a, of) };
}

static wide wide_top(ptl_rgba c)
{
    return (wide){ part_of(c.r, c.a) * (uint32_t)WIDER, part_of(c.g, c.a) * (uint32_t)WIDER,
                   part_of(c.b, c.a) * (uint32_t)WIDER, c.a * (uint32_t)WIDER };
}

static wide wide_under(ptl_rgba c)
{
    uint32_t a = c.a * (uint32_t)WIDER;

    return (wide){ wide_part(c.r * (uint32_t)WIDER, a), wide_part(c.g * (uint32_t)WIDER, a),
                   wide_part(c.b * (uint32_t)WIDER, a), a };
}

/* Alpha is taken out of a color again, to the nearest, and of two the even one. */
static uint8_t narrow(uint32_t value, uint32_t alpha)
{
    uint64_t twice = 2 * (uint64_t)value * WIDE, color = (twice + alpha) / (2 * (uint64_t)alpha);

    color -= color % 2 == 1 && (twice + alpha) % (2 * (uint64_t)alpha) == 0;
    color = color < WIDE ? color : WIDE;
    return (uint8_t)((color + WIDER / 2) / WIDER);
}

static ptl_rgba narrowed(wide w)
{
    if (w.a == 0)
        return (ptl_rgba){ 0 };
    return (ptl_rgba){ narrow(w.r, w.a), narrow(w.g, w.a), narrow(w.b, w.a), narrow(w.a, WIDE) };
}

ptl_rgba ptl_tile_over_as_qt(ptl_rgba top, ptl_rgba under, ptl_tile_veil v)
{
    wide     s    = wide_parts(wide_top(top), v.part * WIDER), d;
    uint32_t rest = v.solid ? (255 - v.part) * WIDER : WIDE - s.a;

    if (s.a == 0 || (top.a == 255 && v.part == 255))
        return s.a == 0 ? under : top;
    d = wide_parts(wide_under(under), rest);
    return narrowed((wide){ s.r + d.r, s.g + d.g, s.b + d.b, s.a + d.a });
}
