/* SPDX-License-Identifier: MIT */
/* What is used of cairo and pango, which are loaded when the first plan is drawn: with all they
 * stand on they are two dozen libraries, and most calls draw nothing. */
#ifndef PTL_RENDER_CAIRO_LATE_H
#define PTL_RENDER_CAIRO_LATE_H

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <stdbool.h>

/* One line for each function: member, how it is called in its library. */
#define PTL_CAIRO_FUNCTIONS(F)                                                                     \
    F(image_surface_create_for_data, cairo_image_surface_create_for_data)                          \
    F(surface_status, cairo_surface_status)                                                        \
    F(surface_set_mime_data, cairo_surface_set_mime_data)                                          \
    F(surface_finish, cairo_surface_finish)                                                        \
    F(surface_flush, cairo_surface_flush)                                                          \
    F(surface_destroy, cairo_surface_destroy)                                                      \
    F(pdf_surface_create_for_stream, cairo_pdf_surface_create_for_stream)                          \
    F(pdf_surface_set_metadata, cairo_pdf_surface_set_metadata)                                    \
    F(pdf_surface_set_size, cairo_pdf_surface_set_size)                                            \
    F(pdf_surface_add_outline, cairo_pdf_surface_add_outline)                                      \
    F(tag_begin, cairo_tag_begin)                                                                  \
    F(tag_end, cairo_tag_end)                                                                      \
    F(version, cairo_version)                                                                      \
    F(create, cairo_create)                                                                        \
    F(destroy, cairo_destroy)                                                                      \
    F(status, cairo_status)                                                                        \
    F(status_to_string, cairo_status_to_string)                                                    \
    F(show_page, cairo_show_page)                                                                  \
    F(save, cairo_save)                                                                            \
    F(restore, cairo_restore)                                                                      \
    F(identity_matrix, cairo_identity_matrix)                                                      \
    F(scale, cairo_scale)                                                                          \
    F(translate, cairo_translate)                                                                  \
    F(set_antialias, cairo_set_antialias)                                                          \
    F(set_source, cairo_set_source)                                                                \
    F(set_source_rgba, cairo_set_source_rgba)                                                      \
    F(paint, cairo_paint)                                                                          \
    F(new_path, cairo_new_path)                                                                    \
    F(move_to, cairo_move_to)                                                                      \
    F(line_to, cairo_line_to)                                                                      \
    F(curve_to, cairo_curve_to)                                                                    \
    F(close_path, cairo_close_path)                                                                \
    F(rectangle, cairo_rectangle)                                                                  \
    F(clip, cairo_clip)                                                                            \
    F(fill, cairo_fill)                                                                            \
    F(fill_preserve, cairo_fill_preserve)                                                          \
    F(stroke, cairo_stroke)                                                                        \
    F(stroke_preserve, cairo_stroke_preserve)                                                      \
    F(set_fill_rule, cairo_set_fill_rule)                                                          \
    F(set_line_width, cairo_set_line_width)                                                        \
    F(set_line_cap, cairo_set_line_cap)                                                            \
    F(set_line_join, cairo_set_line_join)                                                          \
    F(set_dash, cairo_set_dash)                                                                    \
    F(pattern_create_for_surface, cairo_pattern_create_for_surface)                                \
    F(pattern_set_filter, cairo_pattern_set_filter)                                                \
    F(pattern_set_extend, cairo_pattern_set_extend)                                                \
    F(pattern_set_matrix, cairo_pattern_set_matrix)                                                \
    F(pattern_destroy, cairo_pattern_destroy)                                                      \
    F(font_options_create, cairo_font_options_create)                                              \
    F(font_options_destroy, cairo_font_options_destroy)                                            \
    F(font_options_set_antialias, cairo_font_options_set_antialias)                                \
    F(font_options_set_hint_style, cairo_font_options_set_hint_style)                              \
    F(font_options_set_hint_metrics, cairo_font_options_set_hint_metrics)

#define PTL_PANGO_FUNCTIONS(F)                                                                     \
    F(font_description_new, pango_font_description_new)                                            \
    F(font_description_free, pango_font_description_free)                                          \
    F(font_description_set_family, pango_font_description_set_family)                              \
    F(font_description_get_family, pango_font_description_get_family)                              \
    F(font_description_set_weight, pango_font_description_set_weight)                              \
    F(font_description_set_size, pango_font_description_set_absolute_size)                         \
    F(font_describe, pango_font_describe)                                                          \
    F(font_map_load_font, pango_font_map_load_font)                                                \
    F(font_map_create_context, pango_font_map_create_context)                                      \
    F(layout_new, pango_layout_new)                                                                \
    F(layout_set_text, pango_layout_set_text)                                                      \
    F(layout_set_font_description, pango_layout_set_font_description)                              \
    F(layout_set_single_paragraph_mode, pango_layout_set_single_paragraph_mode)                    \
    F(layout_get_line, pango_layout_get_line_readonly)                                             \
    F(layout_line_get_extents, pango_layout_line_get_extents)

#define PTL_PANGOCAIRO_FUNCTIONS(F)                                                                \
    F(font_map_new, pango_cairo_font_map_new)                                                      \
    F(context_set_resolution, pango_cairo_context_set_resolution)                                  \
    F(context_set_font_options, pango_cairo_context_set_font_options)                              \
    F(line_show, pango_cairo_show_layout_line)                                                     \
    F(line_path, pango_cairo_layout_line_path)

#define PTL_GOBJECT_FUNCTIONS(F) F(object_unref, g_object_unref)

typedef struct ptl_cairo {
#define PTL_MEMBER(member, function) __typeof__(function) *member;
    PTL_CAIRO_FUNCTIONS(PTL_MEMBER)
    PTL_PANGO_FUNCTIONS(PTL_MEMBER)
    PTL_PANGOCAIRO_FUNCTIONS(PTL_MEMBER)
    PTL_GOBJECT_FUNCTIONS(PTL_MEMBER)
#undef PTL_MEMBER
} ptl_cairo;

/* False when one of the libraries, or a function in it, is not there. */
bool ptl_cairo_load(ptl_cairo *out);

#endif
