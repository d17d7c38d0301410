/* SPDX-License-Identifier: MIT */
/* Small Gridmonger maps for tests of their pictures, and what is written on these. */
#ifndef PTL_TESTS_GRMM_DRAWING_H
#define PTL_TESTS_GRMM_DRAWING_H

#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "support.h"

static inline ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

/* A map of one level of blank floor. */
static inline ptl_doc *room(uint32_t rows, uint32_t columns)
{
    ptl_doc *doc;

    CHECK(ptl_grmm_new(&doc, "Test", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Keep", "", 0, rows, columns, NULL) == PTL_OK);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, r, c, PTL_GRMM_BLANK, NULL) == PTL_OK);
    return doc;
}

static inline void set(ptl_doc *doc, ptl_grmm_layer layer, uint32_t row, uint32_t column,
                       uint8_t value)
{
    CHECK(ptl_grmm_set(doc, 0, layer, row, column, value, NULL) == PTL_OK);
}

static inline void note(ptl_doc *doc, const ptl_grmm_note *n)
{
    CHECK(ptl_grmm_add_note(doc, 0, n, NULL) == PTL_OK);
}

/* Some layers as SVG. */
static inline ptl_bytes draw(const ptl_doc *doc, const char *layers)
{
    ptl_setting settings[] = { { "layers", layers, strlen(layers) } };

    return must_write(doc,
                      &(ptl_write_opts){ .to = "svg", .settings = settings, .setting_count = 1 });
}

/* Where a text begins in bytes that need not end with 0; NULL when it is not there. */
static inline const char *find_in(const ptl_bytes *bytes, const char *text)
{
    size_t size = strlen(text);

    for (size_t at = 0; at + size <= bytes->size; at++)
        if (memcmp((const char *)bytes->data + at, text, size) == 0)
            return (const char *)bytes->data + at;
    return NULL;
}

/* All texts of a layer, with | behind each. */
static inline void texts_of(const ptl_plan *plan, const char *name, char *out, size_t size)
{
    size_t used = 0;

    *out = 0;
    for (size_t i = 0; i < plan->layers.count; i++)
        for (size_t k = 0; k < plan->layers.data[i].count; k++) {
            const ptl_plan_item *item = &plan->items.data[plan->layers.data[i].item + k];

            if (strcmp(plan->layers.data[i].name, name) == 0 && item->kind == PTL_PLAN_TEXT &&
                used + item->as.text.text.size + 2 < size)
                used += (size_t)snprintf(out + used, size - used, "%.*s|",
                                         (int)item->as.text.text.size, item->as.text.text.data);
        }
}

#endif
