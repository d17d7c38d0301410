/* SPDX-License-Identifier: MIT */
/* The elements of a document: gathering them, and looking at them. */
#include <string.h>

#include "core/num.h"
#include "formats/tmx/tmx_private.h"

/* ---- Texts that stay ------------------------------------------------------------------------- */

/* Names that files are full of, sorted: they cost a document nothing. */
static const char *const usual[] = {
    "chunk",       "color",      "columns",  "compression", "data",        "draworder",
    "duration",    "ellipse",    "encoding", "firstgid",    "frame",       "gid",
    "group",       "height",     "id",       "image",       "imageheight", "imagelayer",
    "imagewidth",  "layer",      "layers",   "locked",      "name",        "object",
    "objectgroup", "objects",    "offsetx",  "offsety",     "opacity",     "point",
    "points",      "polygon",    "polyline", "probability", "properties",  "property",
    "rotation",    "source",     "template", "terrain",     "text",        "tile",
    "tilecount",   "tileheight", "tileid",   "tiles",       "tileset",     "tilewidth",
    "trans",       "type",       "value",    "visible",     "wangid",      "wangtile",
    "width",       "x",          "y",
};

enum { USUAL = sizeof usual / sizeof *usual };

static int compare(const char *word, const char *data, size_t size)
{
    size_t length = strlen(word);
    int    order  = memcmp(word, data, length < size ? length : size);

    return order ? order : length < size ? -1 : length > size;
}

ptl_str ptl_tmx_word(const char *literal)
{
    return (ptl_str){ literal, strlen(literal) };
}

ptl_str ptl_tmx_copy(ptl_job *job, const char *data, size_t size)
{
    char *copy = size > 0 ? ptl_arena_raw(job, size) : NULL;

    if (copy)
        memcpy(copy, data, size);
    return (ptl_str){ copy ? copy : "", copy ? size : 0 };
}

ptl_str ptl_tmx_name(ptl_job *job, const char *data, size_t size)
{
    size_t low = 0, high = USUAL;

    while (low < high) {
        size_t middle = (low + high) / 2;
        int    order  = compare(usual[middle], data, size);

        if (order == 0)
            return ptl_tmx_word(usual[middle]);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return ptl_tmx_copy(job, data, size);
}

/* ---- Gathering ------------------------------------------------------------------------------- */

ptl_tiled_element *ptl_tmx_add(ptl_tmx_tree *tree, uint32_t level, ptl_str name, uint64_t at)
{
    ptl_tiled_elements *all = &tree->elements;
    void               *grown =
        ptl_arena_grow(tree->job, all->data, all->count, 1, &tree->room, sizeof *all->data);

    if (grown && level >= PTL_TILED_MAX_DEPTH)
        ptl_fail(tree->job, PTL_E_LIMIT, at, "limit-depth", "nested deeper than %d",
                 PTL_TILED_MAX_DEPTH);
    if (!grown || !ptl_ok(tree->job))
        return NULL;
    all->data             = grown;
    all->data[all->count] = (ptl_tiled_element){
        .level = level, .name = name, .text = { "", 0 }, .packed = { "", 0 }, .at = at
    };
    return &all->data[all->count++];
}

void ptl_tmx_put(ptl_buf *to, ptl_str name, ptl_str value, ptl_tiled_value kind)
{
    ptl_put(to, &(ptl_tiled_attribute){ name, value, (uint8_t)kind }, sizeof(ptl_tiled_attribute));
}

ptl_tiled_attributes ptl_tmx_take(ptl_job *job, ptl_buf *from)
{
    ptl_tiled_attributes list = { .count = from->size / sizeof *list.data };

    if (list.count > 0)
        list.data = ptl_arena_copy(job, from->data, list.count, sizeof *list.data);
    if (!list.data)
        list.count = 0;
    from->size = 0;
    return list;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

ptl_str ptl_tmx_value(const ptl_tiled_element *e, const char *name)
{
    for (size_t i = 0; i < e->attributes.count; i++)
        if (ptl_str_is(e->attributes.data[i].name, name))
            return e->attributes.data[i].value;
    return (ptl_str){ NULL, 0 };
}

bool ptl_tmx_has(const ptl_tiled_element *e, const char *name)
{
    return ptl_tmx_value(e, name).data != NULL;
}

int64_t ptl_tmx_whole(const ptl_tiled_element *e, const char *name, int64_t otherwise)
{
    ptl_str     text  = ptl_tmx_value(e, name);
    const char *end   = tmx_end(text);
    int64_t     value = 0;
    double      real  = 0;

    if (!text.data)
        return otherwise;
    if (ptl_parse_i64(text.data, end, &value) == end)
        return value;
    if (ptl_parse_f64(text.data, end, &real) == end && real > -1e15 && real < 1e15)
        return (int64_t)real; /* "32.0", as some programs have it */
    return 0;
}

double ptl_tmx_real(const ptl_tiled_element *e, const char *name, double otherwise)
{
    ptl_str     text  = ptl_tmx_value(e, name);
    const char *end   = tmx_end(text);
    double      value = 0;

    if (!text.data)
        return otherwise;
    return ptl_parse_f64(text.data, end, &value) == end && value - value == 0 ? value : 0;
}

bool ptl_tmx_bool(const ptl_tiled_element *e, const char *name, bool otherwise)
{
    ptl_str text = ptl_tmx_value(e, name);

    return text.data ? ptl_str_is(text, "1") || ptl_str_is(text, "true") : otherwise;
}

/* ---- Children -------------------------------------------------------------------------------- */

size_t ptl_tmx_first(const ptl_tiled_elements *all, size_t parent)
{
    size_t at = parent + 1;

    return at < all->count && all->data[at].level == all->data[parent].level + 1 ? at : SIZE_MAX;
}

size_t ptl_tmx_next(const ptl_tiled_elements *all, size_t child)
{
    uint32_t level = all->data[child].level;
    size_t   at    = child + 1;

    while (at < all->count && all->data[at].level > level)
        at++;
    return at < all->count && all->data[at].level == level ? at : SIZE_MAX;
}

size_t ptl_tmx_child(const ptl_tiled_elements *all, size_t parent, const char *name)
{
    size_t at = ptl_tmx_first(all, parent);

    while (at != SIZE_MAX && !ptl_str_is(all->data[at].name, name))
        at = ptl_tmx_next(all, at);
    return at;
}

size_t ptl_tmx_count(const ptl_tiled_elements *all, size_t parent, const char *name)
{
    size_t count = 0;

    for (size_t at = ptl_tmx_first(all, parent); at != SIZE_MAX; at = ptl_tmx_next(all, at))
        count += ptl_str_is(all->data[at].name, name);
    return count;
}
