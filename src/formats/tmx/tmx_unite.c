/* SPDX-License-Identifier: MIT */
/* Who is who in maps that are compared and merged. */
#include "core/hash.h"
#include "formats/tmx/tmx_private.h"

static const ptl_hash_key key = { UINT64_C(0x452821E638D01377), UINT64_C(0x9E3779B97F4A7C15) };

/* ---- Names ----------------------------------------------------------------------------------- */

static uint64_t hash_of(const ptl_tiled_element *e, ptl_str value)
{
    return ptl_hash_text(key, e->name) * 3 + ptl_hash_text(key, value);
}

/* What tells an element from its neighbors, and stays: numbers, of chunks their places, of
 * properties their names. Sets may be renamed, and are found by what they hold. */
uint64_t ptl_tmx_key(const void *element)
{
    static const char *const names[] = { "id", "tileid", "name" };
    const ptl_tiled_element *e       = element;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ptl_str value = ptl_tmx_value(e, names[i]);

        if (value.size > 0 && (i != 2 || ptl_tmx_has(e, "value")))
            return hash_of(e, value) | 1;
    }
    if (e->cells.count > 0 && ptl_tmx_has(e, "x"))
        return (hash_of(e, ptl_tmx_value(e, "x")) * 5 + hash_of(e, ptl_tmx_value(e, "y"))) | 1;
    return 0;
}
