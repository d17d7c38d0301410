/* SPDX-License-Identifier: MIT */
/* SVG 1.1: a page of a plan, layers as groups, texts as texts. Coordinates are rounded to a
 * hundredth of a unit, so that files stay small. */
#include <stdio.h>
#include <string.h>

#include "core/base64.h"
#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"
#include "exports/export.h"
#include "hubs/names.h"
#include "render/plan_view.h"
#include "render/png_write.h"

typedef struct svg {
    ptl_job        *job;
    ptl_buf        *out;
    const ptl_plan *plan;
    ptl_names       layers;  /* how many there were of each name       */
    const ptl_side *side;    /* the names of other files of its plan    */
    ptl_aims        targets; /* what spots lead to                      */
    size_t          clips;   /* paths that others are clipped to        */
    size_t          missing; /* pictures that could not be shown       */
    size_t          changed; /* texts with characters that XML has not */
} svg;

#define NOT_UTF8 UINT32_MAX

/* ---- Numbers, texts, colors ----------------------------------------------------------------- */

static void put_number(ptl_buf *out, float value)
{
    double  hundredfold = (double)value * 100;
    int64_t rounded     = (int64_t)(hundredfold + (hundredfold < 0 ? -0.5 : 0.5));
    char    text[PTL_NUM_MAX];

    ptl_put(out, text, ptl_format_f64(text, (double)rounded / 100));
}

static void put_attribute(ptl_buf *out, const char *name, float value)
{
    ptl_put_format(out, " %s=\"", name);
    put_number(out, value);
    ptl_put_char(out, '"');
}

/* What stands for a character in XML; NULL where it stands for itself. Controls and marks that
 * would rewrite the line they are looked at in are spelled by number, as far as XML allows them at
 * all; those it forbids have a stand-in. */
static const char *escape(char room[16], uint32_t code, bool *lost)
{
    static const struct {
        char        c;
        const char *as;
    } escapes[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" } };

    for (size_t k = 0; k < sizeof escapes / sizeof *escapes; k++)
        if (code == (unsigned char)escapes[k].c)
            return escapes[k].as;
    if (code == NOT_UTF8 || code == 0xFFFE || code == 0xFFFF ||
        (code < 0x20 && code != '\t' && code != '\n' && code != '\r')) {
        *lost = true;
        return "\xEF\xBF\xBD";
    }
    if (ptl_utf8_harmless(code))
        return NULL;
    snprintf(room, 16, "&#x%X;", (unsigned)code);
    return room;
}

/* Text is text and never markup. */
static void put_text(svg *s, ptl_str text)
{
    bool lost = false;

    for (size_t i = 0; i < text.size;) {
        uint32_t    code = NOT_UTF8;
        size_t      size = ptl_utf8_decode(text.data + i, text.size - i, &code);
        char        room[16];
        const char *as = escape(room, code, &lost);

        size = size > 0 ? size : 1;
        if (as)
            ptl_put_text(s->out, as);
        else
            ptl_put(s->out, text.data + i, size);
        i += size;
    }
    s->changed += lost;
}

/* An attribute that takes a color; alpha goes into a second one. */
static void put_color(const svg *s, const char *name, uint32_t color)
{
    const ptl_plan_color *c;

    if (color == PTL_PLAN_NONE) {
        ptl_put_format(s->out, " %s=\"none\"", name);
        return;
    }
    c = &s->plan->palette.data[color];
    ptl_put_format(s->out, " %s=\"#%02x%02x%02x\"", name, c->r, c->g, c->b);
    if (c->a < 255) {
        ptl_put_format(s->out, " %s-opacity=\"", name);
        put_number(s->out, (float)c->a / 255);
        ptl_put_char(s->out, '"');
    }
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void put_points(ptl_buf *out, const float *at, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        if (i > 0)
            ptl_put_char(out, ' ');
        put_number(out, at[i]);
    }
}

/* Lines along an axis take one number. */
static void put_verb(ptl_buf *out, ptl_plan_verb verb, const float *at, bool has_last)
{
    if (verb == PTL_VERB_LINE && has_last && at[-1] == at[1]) {
        ptl_put_char(out, 'H');
        put_number(out, at[0]);
    } else if (verb == PTL_VERB_LINE && has_last && at[-2] == at[0]) {
        ptl_put_char(out, 'V');
        put_number(out, at[1]);
    } else {
        ptl_put_char(out, "MLCZ"[verb]);
        put_points(out, at, ptl_plan_points_of(verb));
    }
}

static void put_data(svg *s, const ptl_plan_path *path)
{
    const uint8_t *verb  = s->plan->verbs.data + path->verb;
    const float   *point = s->plan->points.data + 2 * path->point;

    ptl_put_text(s->out, " d=\"");
    for (size_t i = 0; i < path->verb_count && ptl_ok(s->job); i++) {
        bool has_last = i > 0 && verb[i - 1] != PTL_VERB_CLOSE;

        put_verb(s->out, verb[i], point, has_last);
        point += 2 * ptl_plan_points_of(verb[i]);
    }
    ptl_put_char(s->out, '"');
}

static void put_path(svg *s, const ptl_plan_path *path)
{
    ptl_put_text(s->out, "<path");
    put_color(s, "fill", path->fill);
    if (path->even_odd && path->fill != PTL_PLAN_NONE)
        ptl_put_text(s->out, " fill-rule=\"evenodd\"");
    if (path->stroke != PTL_PLAN_NONE) {
        put_color(s, "stroke", path->stroke);
        put_attribute(s->out, "stroke-width", path->width);
        if (path->round)
            ptl_put_text(s->out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        if (path->dash > 0) {
            ptl_put_text(s->out, " stroke-dasharray=\"");
            put_points(s->out, (float[2]){ path->dash, path->gap > 0 ? path->gap : path->dash }, 1);
            ptl_put_char(s->out, '"');
        }
    }
    put_data(s, path);
    ptl_put_text(s->out, "/>\n");
}

static const struct face {
    const char *family;
    bool        bold;
} faces[] = {
    [PTL_FACE_SANS]       = { "DejaVu Sans, sans-serif", false },
    [PTL_FACE_SANS_BOLD]  = { "DejaVu Sans, sans-serif", true },
    [PTL_FACE_SERIF]      = { "DejaVu Serif, serif", false },
    [PTL_FACE_SERIF_BOLD] = { "DejaVu Serif, serif", true },
    [PTL_FACE_MONO]       = { "DejaVu Sans Mono, monospace", false },
};

static void put_words(svg *s, const ptl_plan_text *text)
{
    static const char *const anchors[] = { NULL, "middle", "end" };

    ptl_put_text(s->out, "<text xml:space=\"preserve\"");
    put_attribute(s->out, "x", text->x);
    put_attribute(s->out, "y", text->y);
    ptl_put_format(s->out, " font-family=\"%s\"%s", faces[text->face].family,
                   faces[text->face].bold ? " font-weight=\"bold\"" : "");
    put_attribute(s->out, "font-size", text->size);
    if (anchors[text->anchor])
        ptl_put_format(s->out, " text-anchor=\"%s\"", anchors[text->anchor]);
    put_color(s, "fill", text->color);
    if (text->halo != PTL_PLAN_NONE) {
        put_color(s, "stroke", text->halo);
        put_attribute(s->out, "stroke-width", text->size * PTL_PLAN_HALO);
        ptl_put_text(s->out, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
    }
    ptl_put_char(s->out, '>');
    put_text(s, text->text);
    ptl_put_text(s->out, "</text>\n");
}

static void put_image(svg *s, const ptl_plan_box *box, const char *style, const char *media_type,
                      const uint8_t *data, size_t size)
{
    ptl_put_text(s->out, "<image preserveAspectRatio=\"none\"");
    put_attribute(s->out, "x", box->x);
    put_attribute(s->out, "y", box->y);
    put_attribute(s->out, "width", box->width);
    put_attribute(s->out, "height", box->height);
    ptl_put_format(s->out, "%s xlink:href=\"data:%s;base64,", style, media_type);
    ptl_put_base64(s->out, data, size);
    ptl_put_text(s->out, "\"/>\n");
}

static void put_picture(svg *s, const ptl_plan_picture *picture)
{
    const ptl_scene_image *image = &s->plan->images.data[picture->image];

    if (image->bytes.count == 0) {
        s->missing++;
        return;
    }
    put_image(s, &picture->box, picture->smooth ? "" : " style=\"image-rendering:pixelated\"",
              image->media_type, image->bytes.data, image->bytes.count);
}

/* A scene has no drawing; a picture of it has. */
static void put_view(svg *s, const ptl_plan_view *view)
{
    ptl_image picture = { 0 };
    ptl_buf   png     = ptl_buf_of(s->job, NULL);

    if (ptl_plan_view_draw(s->job, &picture, s->plan, view, ptl_plan_view_fine(view)))
        ptl_png_write(s->job, &png, &picture, PTL_PNG_USUAL);
    if (ptl_ok(s->job) && png.size > 0)
        put_image(s, &view->box, "", "image/png", png.data, png.size);
    ptl_buf_free(&png);
}

/* ---- Spots ----------------------------------------------------------------------------------- */

/* A name of a file as part of an address. */
static void put_address(ptl_buf *out, const char *name)
{
    for (; *name; name++) {
        bool plain = (*name >= '0' && *name <= '9') ||
                     (ptl_lower(*name) >= 'a' && ptl_lower(*name) <= 'z') || strchr("-._~", *name);

        if (plain)
            ptl_put_char(out, *name);
        else
            ptl_put_format(out, "%%%02X", (unsigned)(unsigned char)*name);
    }
}

static void open_link(svg *s, const ptl_aim *to)
{
    ptl_put_text(s->out, "<a xlink:href=\"");
    if (to->page != s->side->page)
        put_address(s->out, s->side->names[to->page]);
    ptl_put_format(s->out, "#spot-%lu\">", (unsigned long)to->id);
}

/* A box that is not seen, but pointed at. */
static void put_box(svg *s, const ptl_plan_spot *spot, const ptl_aim *here)
{
    ptl_put_text(s->out, "<rect class=\"spot\" fill-opacity=\"0\"");
    if (here)
        ptl_put_format(s->out, " id=\"spot-%lu\"", (unsigned long)here->id);
    put_attribute(s->out, "x", spot->box.x);
    put_attribute(s->out, "y", spot->box.y);
    put_attribute(s->out, "width", spot->box.width);
    put_attribute(s->out, "height", spot->box.height);
    if (spot->text.size == 0) {
        ptl_put_text(s->out, "/>");
        return;
    }
    ptl_put_text(s->out, "><title>");
    put_text(s, spot->text);
    ptl_put_text(s->out, "</title></rect>");
}

static bool same_box(const ptl_plan_box *a, const ptl_plan_box *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* A spot by its layer; only one of those that share an id can have it. */
static void put_spot(svg *s, const ptl_plan_layer *layer, const ptl_plan_spot *spot)
{
    const ptl_aim *to   = ptl_aim_of(&s->targets, spot->to);
    const ptl_aim *here = ptl_aim_of(&s->targets, spot->id);
    ptl_plan_box   box;

    if (!ptl_plan_spot_box(layer, spot, &box) || (!to && spot->text.size == 0 && !here))
        return;
    if (here && (!here->wanted || here->page != s->side->page || !same_box(&here->box, &box)))
        here = NULL;
    if (to)
        open_link(s, to);
    put_box(s, spot, here);
    ptl_put_text(s->out, to ? "</a>\n" : "\n");
}

static void put_item(svg *s, const ptl_plan_layer *layer, const ptl_plan_item *item)
{
    switch (item->kind) {
    case PTL_PLAN_PATH:
        put_path(s, &item->as.path);
        break;
    case PTL_PLAN_TEXT:
        put_words(s, &item->as.text);
        break;
    case PTL_PLAN_PICTURE:
        put_picture(s, &item->as.picture);
        break;
    case PTL_PLAN_VIEW:
        put_view(s, &item->as.view);
        break;
    case PTL_PLAN_SPOT:
        put_spot(s, layer, &item->as.spot);
    }
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* The number shortest as it is: a rounded zoom would move what is far away. */
static void put_exactly(ptl_buf *out, float value)
{
    char text[PTL_NUM_MAX];

    ptl_put(out, text, ptl_format_f32(text, value));
}

/* Opens a group in which the layer's items are as large and where it shows them; returns how many
 * groups must be closed. */
static unsigned open_frame(svg *s, const ptl_plan_layer *layer)
{
    const ptl_plan_box *clip    = &layer->clip;
    bool                clipped = clip->width > 0;

    if (clipped) {
        ptl_put_format(s->out, "<clipPath id=\"clip-%lu\"><rect", (unsigned long)++s->clips);
        put_attribute(s->out, "x", clip->x);
        put_attribute(s->out, "y", clip->y);
        put_attribute(s->out, "width", clip->width);
        put_attribute(s->out, "height", clip->height);
        ptl_put_format(s->out, "/></clipPath>\n<g clip-path=\"url(#clip-%lu)\">\n",
                       (unsigned long)s->clips);
    }
    if (!(layer->zoom > 0) && layer->x == 0 && layer->y == 0)
        return clipped;
    ptl_put_text(s->out, "<g transform=\"translate(");
    put_exactly(s->out, layer->x);
    ptl_put_char(s->out, ' ');
    put_exactly(s->out, layer->y);
    ptl_put_text(s->out, ") scale(");
    put_exactly(s->out, ptl_plan_zoom(layer));
    ptl_put_text(s->out, ")\">\n");
    return clipped + 1u;
}

/* Layers of one name are told apart by a number. */
static void put_layer(svg *s, const ptl_plan_layer *layer)
{
    unsigned  opened;
    uint32_t *number =
        ptl_names_at(s->job, &s->layers, (ptl_str){ layer->name, strlen(layer->name) }, 0);

    if (!number)
        return;
    ++*number;
    if (layer->count == 0)
        return;
    ptl_put_text(s->out, "<g id=\"");
    put_text(s, (ptl_str){ layer->name, strlen(layer->name) });
    ptl_put_format(s->out, *number > 1 ? "-%lu\">\n" : "\">\n", (unsigned long)*number);
    opened = open_frame(s, layer);
    for (size_t i = 0; i < layer->count && ptl_ok(s->job); i++)
        put_item(s, layer, &s->plan->items.data[layer->item + i]);
    for (unsigned i = 0; i <= opened; i++)
        ptl_put_text(s->out, "</g>\n");
}

static void put_head(svg *s, const ptl_plan_page *page)
{
    ptl_put_text(s->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                         "xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    put_attribute(s->out, "width", page->width);
    put_attribute(s->out, "height", page->height);
    ptl_put_text(s->out, " viewBox=\"0 0 ");
    put_points(s->out, (float[2]){ page->width, page->height }, 1);
    ptl_put_text(s->out, "\">\n");
    if (page->name.size > 0) {
        ptl_put_text(s->out, "<title>");
        put_text(s, page->name);
        ptl_put_text(s->out, "</title>\n");
    }
    if (s->targets.count > 0) /* what a link led to is marked */
        ptl_put_text(s->out, "<style>.spot:target{stroke:#e02020;stroke-width:3}</style>\n");
    if (page->paper != PTL_PLAN_NONE) {
        ptl_put_text(s->out, "<rect width=\"100%\" height=\"100%\"");
        put_color(s, "fill", page->paper);
        ptl_put_text(s->out, "/>\n");
    }
}

static void svg_write(ptl_job *job, ptl_buf *out, const void *hub, const ptl_side *side)
{
    const ptl_plan      *plan = hub;
    svg                  s    = { .job = job, .out = out, .plan = plan, .side = side };
    const ptl_plan_page *page = &plan->pages.data[0];

    s.targets = side->targets ? *side->targets : ptl_plan_aims(job, plan);
    put_head(&s, page);
    for (size_t i = page->layer; i < page->layer + page->count && ptl_ok(job); i++)
        put_layer(&s, &plan->layers.data[i]);
    ptl_put_text(out, "</svg>\n");
    ptl_find_count(job, PTL_LOSS, "plan-picture", s.missing,
                   "# {picture is left out: its file was|pictures are left out: their files were} "
                   "not found");
    ptl_find_count(job, PTL_LOSS, "svg-texts", s.changed,
                   "# {text has|texts have} characters that XML does not allow, and {is|are} "
                   "written with stand-ins");
}

const ptl_export ptl_export_svg = {
    .info  = { .name       = "svg",
               .title      = "SVG drawing",
               .extensions = "svg",
               .media_type = "image/svg+xml",
               .settings   = ptl_plan_settings },
    .write = { [PTL_HUB_PLAN] = svg_write },
};
