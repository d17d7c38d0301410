/* SPDX-License-Identifier: MIT */
/* cairo and pango: where their functions are found. */
#ifdef PTL_HAVE_PANGOCAIRO

#include "render/cairo_late.h"

#include "host/late.h"

#define ROW(member, function) { #function, offsetof(ptl_cairo, member) },

bool ptl_cairo_load(ptl_cairo *out)
{
    static const char *const cairo[]      = { "libcairo.so.2", NULL };
    static const char *const pango[]      = { "libpango-1.0.so.0", NULL };
    static const char *const pangocairo[] = { "libpangocairo-1.0.so.0", NULL };
    static const char *const gobject[]    = { "libgobject-2.0.so.0", NULL };

    static const ptl_late_function in_cairo[]      = { PTL_CAIRO_FUNCTIONS(ROW){ 0 } };
    static const ptl_late_function in_pango[]      = { PTL_PANGO_FUNCTIONS(ROW){ 0 } };
    static const ptl_late_function in_pangocairo[] = { PTL_PANGOCAIRO_FUNCTIONS(ROW){ 0 } };
    static const ptl_late_function in_gobject[]    = { PTL_GOBJECT_FUNCTIONS(ROW){ 0 } };

    return ptl_late_load(out, pangocairo, in_pangocairo) && ptl_late_load(out, pango, in_pango) &&
           ptl_late_load(out, cairo, in_cairo) && ptl_late_load(out, gobject, in_gobject);
}

#else
typedef int ptl_cairo_absent; /* C has no empty files */
#endif
