/* SPDX-License-Identifier: MIT */
/* Texts of plans through pango.
 *
 * All are set at one size and scaled by cairo, without hints and with exact widths, so that a text
 * has the same shape at every size and on every machine. In pictures they become shapes: cairo sets
 * letters on whole pixels, which spoils their distances. In PDF they stay texts. */
#ifdef PTL_HAVE_PANGOCAIRO

#include <string.h>

#include "core/arena.h"
#include "core/utf8.h"
#include "render/plan_cairo.h"

enum { SIZE = 64 }; /* units at which texts are set */

#define LEAST 0.25   /* pixels: nobody sees smaller texts              */
#define MOST 16384.0 /* pixels: letters larger than any picture        */

typedef struct face {
    const char *family;
    PangoWeight weight;
} face;

static const face faces[PTL_FACES] = {
    [PTL_FACE_SANS]       = { "DejaVu Sans", PANGO_WEIGHT_NORMAL },
    [PTL_FACE_SANS_BOLD]  = { "DejaVu Sans", PANGO_WEIGHT_BOLD },
    [PTL_FACE_SERIF]      = { "DejaVu Serif", PANGO_WEIGHT_NORMAL },
    [PTL_FACE_SERIF_BOLD] = { "DejaVu Serif", PANGO_WEIGHT_BOLD },
    [PTL_FACE_MONO]       = { "DejaVu Sans Mono", PANGO_WEIGHT_NORMAL },
};

static void begin_text(ptl_drawing *d)
{
    cairo_font_options_t *options = d->lib.font_options_create();

    d->lib.font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    d->lib.font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    d->lib.font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    d->fonts   = d->lib.font_map_new(); /* our own: the default one lives as long as the thread */
    d->context = d->lib.font_map_create_context(d->fonts);
    d->lib.context_set_resolution(d->context, 96);
    d->lib.context_set_font_options(d->context, options);
    d->layout = d->lib.layout_new(d->context);
    d->lib.layout_set_single_paragraph_mode(d->layout, TRUE);
    d->lib.font_options_destroy(options);
}

/* Whether the machine has the family itself, rather than something in its place. */
static bool has_family(ptl_drawing *d, const PangoFontDescription *wanted)
{
    PangoFont            *font  = d->lib.font_map_load_font(d->fonts, d->context, wanted);
    PangoFontDescription *found = font ? d->lib.font_describe(font) : NULL;
    const char           *name  = found ? d->lib.font_description_get_family(found) : NULL;
    bool same = name && strcmp(name, d->lib.font_description_get_family(wanted)) == 0;

    if (found)
        d->lib.font_description_free(found);
    if (font)
        d->lib.object_unref(font);
    return same;
}

static const PangoFontDescription *face_of(ptl_drawing *d, ptl_plan_face number)
{
    PangoFontDescription *made = d->face[number];

    if (made)
        return made;
    d->face[number] = made = d->lib.font_description_new();
    d->lib.font_description_set_family(made, faces[number].family);
    d->lib.font_description_set_weight(made, faces[number].weight);
    d->lib.font_description_set_size(made, SIZE * PANGO_SCALE);
    if (!d->told && !has_family(d, made)) {
        ptl_find(d->job, PTL_WARNING, PTL_NOWHERE, "font-missing",
                 "the font %s is not installed: texts look different from those of other machines",
                 faces[number].family);
        d->told = true;
    }
    return made;
}

static bool has_nobody(ptl_str text)
{
    uint32_t code = 0;

    for (size_t i = 0, size; i<text.size; i += size> 0 ? size : 1) {
        size = ptl_utf8_decode(text.data + i, text.size - i, &code);
        if (size > 0 && ptl_utf8_nobody(code))
            return true;
    }
    return false;
}

size_t ptl_drawing_spell(char *text, size_t size)
{
    size_t used = 0, length;

    for (size_t i = 0; i < size; i += length) {
        uint32_t code = 0;

        length = ptl_utf8_decode(text + i, size - i, &code);
        if (length > 0 && ptl_utf8_nobody(code)) {
            memcpy(text + used, "\xEF\xBF\xBD", 3); /* three bytes or four become three */
            used += 3;
            continue;
        }
        length = length > 0 ? length : 1;
        memmove(text + used, text + i, length);
        used += length;
    }
    return used;
}

/* The text as it is, or a copy that cairo takes. */
static ptl_str spelled(ptl_drawing *d, ptl_str text)
{
    char *copy = has_nobody(text) ? ptl_arena_raw(d->job, text.size) : NULL;

    if (!copy)
        return text;
    memcpy(copy, text.data, text.size);
    return (ptl_str){ copy, ptl_drawing_spell(copy, text.size) };
}

static double left_of(ptl_plan_anchor anchor, double width)
{
    return anchor == PTL_ANCHOR_START ? 0 : anchor == PTL_ANCHOR_MIDDLE ? -width / 2 : -width;
}

static void draw_halo(ptl_drawing *d, PangoLayoutLine *line, uint32_t color)
{
    d->lib.line_path(d->cr, line);
    d->lib.set_line_width(d->cr, (double)PTL_PLAN_HALO * SIZE);
    d->lib.set_line_join(d->cr, CAIRO_LINE_JOIN_ROUND);
    d->lib.set_dash(d->cr, NULL, 0, 0);
    ptl_drawing_color(d, color);
    d->lib.stroke(d->cr);
}

static void draw_line(ptl_drawing *d, PangoLayoutLine *line, const ptl_plan_text *text)
{
    if (text->halo != PTL_PLAN_NONE)
        draw_halo(d, line, text->halo);
    d->lib.move_to(d->cr, 0, 0);
    ptl_drawing_color(d, text->color);
    if (d->pdf) {
        d->lib.line_show(d->cr, line);
    } else {
        d->lib.set_fill_rule(d->cr, CAIRO_FILL_RULE_WINDING);
        d->lib.line_path(d->cr, line);
        d->lib.fill(d->cr);
    }
    d->lib.new_path(d->cr);
}

/* Fonts of absurd sizes are refused by cairo, which would then draw nothing more. */
static bool can_be_seen(const ptl_drawing *d, double size, double width)
{
    return size * d->scale > LEAST && size * d->scale < MOST &&
           width * size / SIZE * d->scale < PTL_DRAWING_FARTHEST;
}

void ptl_drawing_text(ptl_drawing *d, const ptl_plan_text *text)
{
    double           size = (double)text->size, width;
    ptl_str          shown;
    PangoLayoutLine *line;
    PangoRectangle   box;

    if (!can_be_seen(d, size, 0))
        return;
    if (!d->layout)
        begin_text(d);
    d->lib.layout_set_font_description(d->layout, face_of(d, text->face));
    shown = spelled(d, text->text);
    d->lib.layout_set_text(d->layout, shown.data, (int)shown.size);
    line = d->lib.layout_get_line(d->layout, 0);
    if (!line)
        return;
    d->lib.layout_line_get_extents(line, NULL, &box);
    width = (double)box.width / PANGO_SCALE;
    if (!can_be_seen(d, size, width))
        return;
    d->lib.save(d->cr);
    d->lib.translate(d->cr, ptl_drawing_near(d, text->x, 0), ptl_drawing_near(d, text->y, 1));
    d->lib.scale(d->cr, size / SIZE, size / SIZE);
    d->lib.translate(d->cr, left_of(text->anchor, width), 0);
    d->lib.new_path(d->cr);
    d->lib.move_to(d->cr, 0, 0);
    draw_line(d, line, text);
    d->lib.restore(d->cr);
}

void ptl_drawing_end_text(ptl_drawing *d)
{
    for (size_t i = 0; i < PTL_FACES; i++)
        if (d->face[i])
            d->lib.font_description_free(d->face[i]);
    if (!d->layout)
        return;
    d->lib.object_unref(d->layout);
    d->lib.object_unref(d->context);
    d->lib.object_unref(d->fonts);
}

#else
typedef int ptl_plan_text_absent; /* C has no empty files */
#endif
