/* SPDX-License-Identifier: MIT */
/* From the elements of XML to those of JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/num.h"
#include "core/words.h"
#include "formats/tmx/tmx_turn.h"

enum { SIZED_LAYERS = 1101 }; /* the version that says how large images of layers are */

static void turn_element(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name);

static const ptl_tiled_element *source(const ptl_tmx_turn *t, size_t from)
{
    return &t->from->data[from];
}

static void add(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name, ptl_buf *attributes,
                bool list)
{
    ptl_tiled_attributes all = ptl_tmx_take(t->job, attributes);
    ptl_tiled_element   *e   = ptl_tmx_add(&t->to, level, name, source(t, from)->at);

    if (e) {
        e->attributes = all;
        e->list       = list;
    }
    ptl_buf_free(attributes);
}

static void add_list(ptl_tmx_turn *t, size_t from, uint32_t level, const char *name)
{
    ptl_buf none = ptl_buf_of(t->job, NULL);

    add(t, from, level, ptl_tmx_word(name), &none, true);
}

/* All digits of a number, without zeros around them, and the power of ten of the first. */
static size_t digits_of(char *out, const char *text, size_t size, int *power)
{
    size_t  count = 0;
    bool    point = false;
    int64_t more  = 0;

    *power = -1;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == 'e')
            ptl_parse_i64(text + i + 1 + (text[i + 1] == '+'), text + size, &more);
        if (text[i] == 'e')
            break;
        if (text[i] == '.')
            point = true;
        if (text[i] < '0' || text[i] > '9' || (text[i] == '0' && count == 0 && !point))
            continue;
        *power += !point;
        if (text[i] == '0' && count == 0)
            --*power;
        else
            out[count++] = text[i];
    }
    while (count > 1 && out[count - 1] == '0')
        count--;
    *power += (int)more;
    return count;
}

/* As Tiled has it: with an exponent where printf's %.15g has one. */
ptl_str ptl_tmx_json_number(ptl_job *job, ptl_str text)
{
    const char *end   = tmx_end(text);
    double      value = 0;
    char        plain[PTL_NUM_MAX], digits[PTL_NUM_MAX], out[2 * PTL_NUM_MAX];
    size_t      size, count;
    int         power;

    if (ptl_parse_f64(text.data, end, &value) != end || !isfinite(value))
        value = 0;
    size  = ptl_format_f64(plain, value == 0 ? 0 : value);
    count = digits_of(digits, plain, size, &power);
    if (value == 0 || (power >= -4 && power < 15))
        return ptl_tmx_copy(job, plain, size);
    size = (size_t)snprintf(out, sizeof out, "%s%c%s%.*se%c%02d", value < 0 ? "-" : "", digits[0],
                            count > 1 ? "." : "", (int)count - 1, digits + 1, power < 0 ? '-' : '+',
                            power < 0 ? -power : power);
    return ptl_tmx_copy(job, out, size);
}

static void put_value(ptl_tmx_turn *t, ptl_buf *out, ptl_str name, ptl_str value, ptl_tmx_type type)
{
    bool yes = ptl_str_is(value, "1") || ptl_str_is(value, "true");

    if (type == PTL_TMX_TEXT)
        ptl_tmx_put(out, name, value, PTL_TILED_TEXT);
    else if (type == PTL_TMX_BOOL)
        ptl_tmx_put(out, name, ptl_tmx_word(yes ? "true" : "false"), PTL_TILED_BOOL);
    else
        ptl_tmx_put(out, name, ptl_tmx_json_number(t->job, value), PTL_TILED_NUMBER);
}

/* "0x1203", as Tiled had it before 1.5: four bits for each of eight colors. */
static bool is_packed(ptl_str text)
{
    return text.size > 2 && memcmp(text.data, "0x", 2) == 0;
}

/* A number up to 1.5, a text after that. */
static ptl_tmx_type type_of_version(ptl_str version)
{
    bool old = version.size == 3 && memcmp(version.data, "1.", 2) == 0 && version.data[2] <= '5';

    return old ? PTL_TMX_NUMBER : PTL_TMX_TEXT;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* An instance of a template, and a set that is elsewhere, say nothing that they do not have to. */
static bool is_filled(const ptl_tiled_element *e)
{
    return !ptl_tmx_has(e, "template") &&
           !(ptl_str_is(e->name, "tileset") && ptl_tmx_has(e, "source"));
}

/* The sets of a map and the tiles of its collections, by gid: each with the element that says how
 * large they are, or SIZE_MAX where that is in another file. */
typedef struct sized_tile {
    int64_t gid;
    size_t  element;
    bool    all; /* tiles from there on */
} sized_tile;

static int compare(const void *a, const void *b)
{
    const sized_tile *x = a, *y = b;

    if (x->gid != y->gid)
        return x->gid < y->gid ? -1 : 1;
    return x->all != y->all ? y->all - x->all
                            : (x->element > y->element) - (x->element < y->element);
}

static void gather_tiles(ptl_tmx_turn *t, size_t set)
{
    int64_t first = (uint32_t)ptl_tmx_whole(source(t, set), "firstgid", 0);
    size_t  image = ptl_tmx_child(t->from, set, "image");

    ptl_put(&t->sized, &(sized_tile){ first, image == SIZE_MAX ? SIZE_MAX : set, true },
            sizeof(sized_tile));
    for (size_t at = image == SIZE_MAX ? ptl_tmx_first(t->from, set) : SIZE_MAX; at != SIZE_MAX;
         at        = ptl_tmx_next(t->from, at)) {
        image = ptl_tmx_child(t->from, at, "image");
        if (ptl_str_is(source(t, at)->name, "tile") && image != SIZE_MAX)
            ptl_put(&t->sized,
                    &(sized_tile){ first + (uint32_t)ptl_tmx_whole(source(t, at), "id", 0), image,
                                   false },
                    sizeof(sized_tile));
    }
}

static void gather_sets(ptl_tmx_turn *t)
{
    size_t count;

    for (size_t at = ptl_tmx_first(t->from, 0); at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        if (ptl_str_is(source(t, at)->name, "tileset"))
            gather_tiles(t, at);
    count = ptl_ok(t->job) ? t->sized.size / sizeof(sized_tile) : 0;
    if (count > 0)
        qsort(t->sized.data, count, sizeof(sized_tile), compare);
    t->gathered = true;
}

static const sized_tile *sized_of(ptl_tmx_turn *t, int64_t gid)
{
    const sized_tile *all, *found = NULL;
    size_t            low = 0, high;

    if (!t->gathered)
        gather_sets(t);
    all = (const sized_tile *)(const void *)t->sized.data;
    for (high = ptl_ok(t->job) ? t->sized.size / sizeof *all : 0; low < high;) {
        size_t middle = low + (high - low) / 2;

        found = all[middle].gid <= gid ? &all[middle] : found;
        if (all[middle].gid <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return found && found->element != SIZE_MAX && (found->all || found->gid == gid) ? found : NULL;
}

/* An object that is a tile is as large as that, where old XML does not say so: "width" or "height".
 */
static ptl_str side_of_tile(ptl_tmx_turn *t, const ptl_tiled_element *e, const char *side)
{
    int64_t           gid  = ptl_tmx_whole(e, "gid", 0) & ~(int64_t)PTL_TILED_FLAGS;
    const sized_tile *tile = gid > 0 && is_filled(e) ? sized_of(t, gid) : NULL;

    if (!tile)
        return (ptl_str){ NULL, 0 };
    if (tile->all)
        side = *side == 'w' ? "tilewidth" : "tileheight";
    return ptl_tmx_value(source(t, tile->element), side);
}

/* An image is where its layer is, which JSON tells by an offset. */
static ptl_str offset_of_image(const ptl_tiled_element *e, const char *axis)
{
    bool moved = ptl_tmx_real(e, "x", 0) != 0 || ptl_tmx_real(e, "y", 0) != 0;

    return moved && !ptl_tmx_has(e, "offsetx") && !ptl_tmx_has(e, "offsety")
               ? ptl_tmx_value(e, axis)
               : (ptl_str){ NULL, 0 };
}

/* What old XML leaves to whoever reads it, and JSON has to say. */
static ptl_str known_value(ptl_tmx_turn *t, const ptl_tiled_element *e, const char *name)
{
    if (ptl_str_is(e->name, "object") &&
        (strcmp(name, "width") == 0 || strcmp(name, "height") == 0))
        return side_of_tile(t, e, name);
    if (ptl_str_is(e->name, "imagelayer") && strncmp(name, "offset", 6) == 0)
        return offset_of_image(e, name + 6);
    return (ptl_str){ NULL, 0 };
}

static void put_attributes(ptl_tmx_turn *t, ptl_buf *out, const ptl_tiled_element *e)
{
    for (const ptl_tmx_attribute_row *row = ptl_tmx_attribute_rows; row->name; row++) {
        ptl_str value = ptl_tmx_value(e, row->name);

        if (!ptl_tmx_is_about(row->where, e->name))
            continue;
        if (!value.data)
            value = known_value(t, e, row->name);
        if (!value.data && row->fill && is_filled(e))
            value = ptl_tmx_word(row->fill);
        if (value.data)
            put_value(t, out, ptl_tmx_word(row->name), value,
                      strcmp(row->name, "version") == 0 ? type_of_version(value) : row->type);
    }
}

/* What JSON always said of tiles whose colors were packed in XML. */
static void put_flips(ptl_tmx_turn *t, ptl_buf *out, const ptl_tiled_element *e)
{
    static const char *const names[] = { "dflip", "hflip", "vflip" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_packed(ptl_tmx_value(e, "wangid")) && !ptl_tmx_has(e, names[i]))
            put_value(t, out, ptl_tmx_word(names[i]), ptl_tmx_word("0"), PTL_TMX_BOOL);
}

static void put_types(ptl_tmx_turn *t, ptl_buf *out, size_t from)
{
    static const char *const names[][2] = { { "layer", "tilelayer" },
                                            { "objectgroup", "objectgroup" },
                                            { "imagelayer", "imagelayer" },
                                            { "group", "group" } };
    ptl_str                  name       = source(t, from)->name;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptl_str_is(name, names[i][0]))
            put_value(t, out, ptl_tmx_word("type"), ptl_tmx_word(names[i][1]), PTL_TMX_TEXT);
    if (from == 0)
        put_value(t, out, ptl_tmx_word("type"), name, PTL_TMX_TEXT);
}

static void put_image(ptl_tmx_turn *t, ptl_buf *out, const ptl_tiled_element *owner,
                      const ptl_tiled_element *image)
{
    static const char *const sizes[][2] = { { "width", "imagewidth" },
                                            { "height", "imageheight" } };
    ptl_str                  trans      = ptl_tmx_value(image, "trans");
    ptl_buf                  color      = ptl_buf_of(t->job, NULL);
    bool sized = !ptl_str_is(owner->name, "imagelayer") || ptl_tmx_is_since(t->from, SIZED_LAYERS);

    put_value(t, out, ptl_tmx_word("image"), ptl_tmx_value(image, "source"), PTL_TMX_TEXT);
    for (size_t i = 0; i < 2 && sized; i++)
        if (ptl_tmx_has(image, sizes[i][0]))
            put_value(t, out, ptl_tmx_word(sizes[i][1]), ptl_tmx_value(image, sizes[i][0]),
                      PTL_TMX_NUMBER);
    if (trans.size > 0 && trans.data[0] != '#')
        ptl_put_char(&color, '#');
    ptl_put(&color, trans.data, trans.size);
    if (trans.size > 0)
        put_value(t, out, ptl_tmx_word("transparentcolor"),
                  ptl_tmx_copy(t->job, (const char *)color.data, color.size), PTL_TMX_TEXT);
    ptl_buf_free(&color);
}

/* ---- Lists of numbers ------------------------------------------------------------------------ */

static void split_packed(ptl_tmx_turn *t, ptl_buf *out, ptl_str text)
{
    for (size_t i = 0; i < 8; i++) {
        int  digit = i < text.size - 2 ? ptl_hex_digit(text.data[text.size - 1 - i]) : 0;
        char shown[PTL_NUM_MAX];

        ptl_tmx_put(
            out, (ptl_str){ "", 0 },
            ptl_tmx_copy(t->job, shown, ptl_format_u64(shown, digit < 0 ? 0 : (unsigned)digit)),
            PTL_TILED_NUMBER);
    }
}

/* "0,1,,2" as a list; what is missing is -1. */
static void split(ptl_tmx_turn *t, size_t from, uint32_t level, const char *name)
{
    ptl_str text   = ptl_tmx_value(source(t, from), name);
    ptl_buf out    = ptl_buf_of(t->job, NULL);
    bool    packed = is_packed(text);

    if (!text.data) {
        ptl_buf_free(&out);
        return;
    }
    if (packed)
        split_packed(t, &out, text);
    for (size_t at = 0, end; at <= text.size && !packed; at = end + 1) {
        const char *comma = memchr(text.data + at, ',', text.size - at);

        end = comma ? (size_t)(comma - text.data) : text.size;
        put_value(t, &out, (ptl_str){ "", 0 },
                  end > at ? (ptl_str){ text.data + at, end - at } : ptl_tmx_word("-1"),
                  PTL_TMX_NUMBER);
    }
    add(t, from, level, ptl_tmx_word(name), &out, true);
}

static void put_point(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str pair)
{
    const char *comma = memchr(pair.data, ',', pair.size);
    size_t      x     = comma ? (size_t)(comma - pair.data) : pair.size;
    ptl_buf     out   = ptl_buf_of(t->job, NULL);

    put_value(t, &out, ptl_tmx_word("x"), (ptl_str){ pair.data, x }, PTL_TMX_NUMBER);
    put_value(t, &out, ptl_tmx_word("y"),
              (ptl_str){ pair.data + x + (comma != NULL), pair.size - x - (comma != NULL) },
              PTL_TMX_NUMBER);
    add(t, from, level, (ptl_str){ "", 0 }, &out, false);
}

static void turn_points(ptl_tmx_turn *t, size_t from, uint32_t level, const char *name)
{
    ptl_str text = ptl_tmx_value(source(t, from), "points");

    add_list(t, from, level, name);
    for (size_t at = 0; at < text.size && ptl_ok(t->job);) {
        size_t end = at;

        while (end < text.size && text.data[end] != ' ')
            end++;
        if (end > at)
            put_point(t, from, level + 1, (ptl_str){ text.data + at, end - at });
        at = end + 1;
    }
}

/* ---- Properties ------------------------------------------------------------------------------ */

static ptl_tmx_type type_of(ptl_str type)
{
    static const char *const numbers[] = { "int", "float", "object" };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (ptl_str_is(type, numbers[i]))
            return PTL_TMX_NUMBER;
    return ptl_str_is(type, "bool") ? PTL_TMX_BOOL : PTL_TMX_TEXT;
}

static ptl_str value_of(const ptl_tiled_element *e)
{
    ptl_str value = ptl_tmx_value(e, "value");

    return value.data ? value : e->text;
}

/* A class holds members and a list items; old ones may have a plain value instead. */
static bool is_list(const ptl_tiled_element *e)
{
    return ptl_str_is(ptl_tmx_value(e, "type"), "list") && !ptl_tmx_has(e, "value");
}

static bool is_deep(const ptl_tmx_turn *t, size_t from)
{
    const ptl_tiled_element *e = source(t, from);

    return is_list(e) || ptl_tmx_child(t->from, from, "properties") != SIZE_MAX ||
           (ptl_str_is(ptl_tmx_value(e, "type"), "class") && !ptl_tmx_has(e, "value"));
}

static void turn_inside(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name);

/* The members of a class: an object of names and values. */
static void turn_members(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name)
{
    size_t  list  = ptl_tmx_child(t->from, from, "properties");
    size_t  first = list == SIZE_MAX ? SIZE_MAX : ptl_tmx_first(t->from, list);
    ptl_buf out   = ptl_buf_of(t->job, NULL);

    for (size_t at = first; at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        if (!is_deep(t, at))
            put_value(t, &out, ptl_tmx_value(source(t, at), "name"), value_of(source(t, at)),
                      type_of(ptl_tmx_value(source(t, at), "type")));
    add(t, from, level, name, &out, false);
    for (size_t at = first; at != SIZE_MAX && ptl_ok(t->job); at = ptl_tmx_next(t->from, at))
        if (is_deep(t, at))
            turn_inside(t, at, level + 1, ptl_tmx_value(source(t, at), "name"));
}

/* A property, or an item of a list, which has no name. */
static void turn_property(ptl_tmx_turn *t, size_t from, uint32_t level)
{
    const ptl_tiled_element *e    = source(t, from);
    ptl_str                  type = ptl_tmx_value(e, "type");
    ptl_buf                  out  = ptl_buf_of(t->job, NULL);
    bool                     deep = is_deep(t, from);

    if (!ptl_str_is(e->name, "item"))
        put_value(t, &out, ptl_tmx_word("name"), ptl_tmx_value(e, "name"), PTL_TMX_TEXT);
    put_value(t, &out, ptl_tmx_word("type"), type.data ? type : ptl_tmx_word("string"),
              PTL_TMX_TEXT);
    if (ptl_tmx_has(e, "propertytype"))
        put_value(t, &out, ptl_tmx_word("propertytype"), ptl_tmx_value(e, "propertytype"),
                  PTL_TMX_TEXT);
    if (!deep)
        put_value(t, &out, ptl_tmx_word("value"), value_of(e), type_of(type));
    add(t, from, level, (ptl_str){ "", 0 }, &out, false);
    if (deep)
        turn_inside(t, from, level + 1, ptl_tmx_word("value"));
}

/* What a class or a list holds. */
static void turn_inside(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name)
{
    ptl_buf none = ptl_buf_of(t->job, NULL);

    if (!is_list(source(t, from))) {
        turn_members(t, from, level, name);
        return;
    }
    add(t, from, level, name, &none, true);
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at))
        if (ptl_str_is(source(t, at)->name, "item"))
            turn_property(t, at, level + 1);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct box {
    int64_t left, top, right, bottom;
} box;

static box bounds_of(ptl_tmx_turn *t, size_t data)
{
    box b = { INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN };

    for (size_t at = ptl_tmx_first(t->from, data); at != SIZE_MAX; at = ptl_tmx_next(t->from, at)) {
        const ptl_tiled_element *e = source(t, at);
        int64_t                  x = ptl_tmx_whole(e, "x", 0), y = ptl_tmx_whole(e, "y", 0);
        int64_t                  right = x + ptl_tmx_whole(e, "width", 0),
                bottom                 = y + ptl_tmx_whole(e, "height", 0);

        b = (box){ x < b.left ? x : b.left, y < b.top ? y : b.top,
                   right > b.right ? right : b.right, bottom > b.bottom ? bottom : b.bottom };
    }
    return b.left == INT64_MAX ? (box){ 0 } : b;
}

static void put_whole(ptl_tmx_turn *t, ptl_buf *out, const char *name, int64_t value)
{
    char text[PTL_NUM_MAX];

    ptl_tmx_put(out, ptl_tmx_word(name), ptl_tmx_copy(t->job, text, ptl_format_i64(text, value)),
                PTL_TILED_NUMBER);
}

static void replace_whole(ptl_tmx_turn *t, ptl_buf *out, const char *name, int64_t value)
{
    ptl_tiled_attribute *all = (ptl_tiled_attribute *)(void *)out->data;
    char                 text[PTL_NUM_MAX];

    for (size_t i = 0; i < out->size / sizeof *all; i++)
        if (ptl_str_is(all[i].name, name))
            all[i].value = ptl_tmx_copy(t->job, text, ptl_format_i64(text, value));
}

/* How the cells of a layer are coded, and of an infinite one the part of the plane they are in. */
static void put_coding(ptl_tmx_turn *t, ptl_buf *out, size_t data)
{
    const ptl_tiled_element *e = source(t, data);
    box                      b = bounds_of(t, data);

    if (ptl_str_is(ptl_tmx_value(e, "encoding"), "base64")) {
        ptl_str packing = ptl_tmx_value(e, "compression");

        put_value(t, out, ptl_tmx_word("encoding"), ptl_tmx_word("base64"), PTL_TMX_TEXT);
        put_value(t, out, ptl_tmx_word("compression"), packing.data ? packing : ptl_tmx_word(""),
                  PTL_TMX_TEXT);
    }
    if (!ptl_tmx_bool(source(t, 0), "infinite", false))
        return;
    put_whole(t, out, "startx", b.left);
    put_whole(t, out, "starty", b.top);
    replace_whole(t, out, "width", b.right - b.left);
    replace_whole(t, out, "height", b.bottom - b.top);
}

static void put_cells(ptl_tmx_turn *t, size_t from, uint32_t level, bool list)
{
    const ptl_tiled_element *e = source(t, from);
    ptl_tiled_element       *to;

    add_list(t, from, level, "data");
    if (!ptl_ok(t->job))
        return;
    to         = &t->to.elements.data[t->to.elements.count - 1];
    to->list   = list;
    to->cells  = e->cells;
    to->packed = list ? (ptl_str){ "", 0 } : e->packed;
}

static ptl_str trimmed(ptl_str text)
{
    while (text.size > 0 && strchr(" \t\r\n", text.data[0]))
        text = (ptl_str){ text.data + 1, text.size - 1 };
    while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

static void turn_data(ptl_tmx_turn *t, size_t data, uint32_t level)
{
    bool list = !ptl_str_is(ptl_tmx_value(source(t, data), "encoding"), "base64");

    if (!ptl_tmx_bool(source(t, 0), "infinite", false)) {
        put_cells(t, data, level, list);
        if (ptl_ok(t->job))
            t->to.elements.data[t->to.elements.count - 1].packed =
                trimmed(t->to.elements.data[t->to.elements.count - 1].packed);
        return;
    }
    add_list(t, data, level, "chunks");
    for (size_t at = ptl_tmx_first(t->from, data); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at)) {
        turn_element(t, at, level + 1, (ptl_str){ "", 0 });
        put_cells(t, at, level + 2, list);
        if (ptl_ok(t->job))
            t->to.elements.data[t->to.elements.count - 1].packed =
                trimmed(t->to.elements.data[t->to.elements.count - 1].packed);
    }
}

/* ---- Elements -------------------------------------------------------------------------------- */

static const ptl_tmx_child_row *row_of(ptl_str parent, ptl_str name)
{
    for (const ptl_tmx_child_row *row = ptl_tmx_child_rows; row->name; row++)
        if (ptl_tmx_is_about(row->where, parent) && ptl_str_is(name, row->name))
            return row;
    return NULL;
}

/* Members that a child gives to the object around it. */
static void put_of_child(ptl_tmx_turn *t, ptl_buf *out, size_t from, size_t child)
{
    const ptl_tmx_child_row *row = row_of(source(t, from)->name, source(t, child)->name);

    if (row && row->way == PTL_TMX_FLAG)
        put_value(t, out, ptl_tmx_word(row->json), ptl_tmx_word("1"), PTL_TMX_BOOL);
    else if (row && row->way == PTL_TMX_IMAGE)
        put_image(t, out, source(t, from), source(t, child));
    else if (row && row->way == PTL_TMX_DATA)
        put_coding(t, out, child);
}

static bool is_first_of_list(const ptl_tmx_child_row *row)
{
    const ptl_tmx_child_row *before = row;

    while (before > ptl_tmx_child_rows && strcmp(before[-1].json, row->json) == 0)
        before--;
    return before == row;
}

/* All children that share a list. */
static void turn_items(ptl_tmx_turn *t, size_t from, uint32_t level, const ptl_tmx_child_row *list)
{
    bool begun = list->fill;

    if (begun)
        add_list(t, from, level, list->json);
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at)) {
        const ptl_tmx_child_row *row = row_of(source(t, from)->name, source(t, at)->name);

        if (!row || row->way != PTL_TMX_ITEM || strcmp(row->json, list->json) != 0)
            continue;
        if (!begun)
            add_list(t, from, level, list->json);
        begun = true;
        turn_element(t, at, level + 1, (ptl_str){ "", 0 });
    }
}

static void turn_wrapped(ptl_tmx_turn *t, size_t child, uint32_t level,
                         const ptl_tmx_child_row *row)
{
    add_list(t, child, level, row->json);
    for (size_t at = ptl_tmx_first(t->from, child); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at))
        if (ptl_str_is(source(t, at)->name, "property"))
            turn_property(t, at, level + 1);
        else
            turn_element(t, at, level + 1, (ptl_str){ "", 0 });
}

static void turn_child(ptl_tmx_turn *t, size_t child, uint32_t level, const ptl_tmx_child_row *row)
{
    if (row->way == PTL_TMX_WRAPPED)
        turn_wrapped(t, child, level, row);
    else if (row->way == PTL_TMX_OBJECT)
        turn_element(t, child, level, ptl_tmx_word(row->json));
    else if (row->way == PTL_TMX_POINTS)
        turn_points(t, child, level, row->json);
    else if (row->way == PTL_TMX_DATA)
        turn_data(t, child, level);
}

static void turn_children(ptl_tmx_turn *t, size_t from, uint32_t level)
{
    ptl_str name = source(t, from)->name;

    split(t, from, level, "wangid");
    split(t, from, level, "terrain");
    for (const ptl_tmx_child_row *row = ptl_tmx_child_rows; row->name && ptl_ok(t->job); row++) {
        size_t child = ptl_tmx_child(t->from, from, row->name);

        if (!ptl_tmx_is_about(row->where, name))
            continue;
        if (row->way == PTL_TMX_ITEM && is_first_of_list(row) && is_filled(source(t, from)))
            turn_items(t, from, level, row);
        else if (row->way != PTL_TMX_ITEM && child != SIZE_MAX)
            turn_child(t, child, level, row);
    }
}

/* Attributes and children that are passed by. */
static void count_dropped(ptl_tmx_turn *t, size_t from)
{
    const ptl_tiled_element *e = source(t, from);

    for (size_t i = 0; i < e->attributes.count; i++) {
        ptl_str name = e->attributes.data[i].name;

        if (!ptl_tmx_is_attribute(e->name, name) && !ptl_str_is(name, "wangid") &&
            !ptl_str_is(name, "terrain"))
            ptl_tmx_drop(t, name);
    }
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        if (!row_of(e->name, source(t, at)->name))
            ptl_tmx_drop(t, source(t, at)->name);
}

static void turn_element(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name)
{
    ptl_buf out = ptl_buf_of(t->job, NULL);

    count_dropped(t, from);
    put_attributes(t, &out, source(t, from));
    put_types(t, &out, from);
    put_flips(t, &out, source(t, from));
    if (ptl_str_is(source(t, from)->name, "text"))
        put_value(t, &out, ptl_tmx_word("text"), source(t, from)->text, PTL_TMX_TEXT);
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        put_of_child(t, &out, from, at);
    if (ptl_str_is(source(t, from)->name, "imagelayer") &&
        ptl_tmx_child(t->from, from, "image") == SIZE_MAX)
        put_value(t, &out, ptl_tmx_word("image"), ptl_tmx_word(""), PTL_TMX_TEXT);
    add(t, from, level, name, &out, false);
    if (!ptl_str_is(source(t, from)->name, "chunk"))
        turn_children(t, from, level + 1);
}

void ptl_tmx_turn_to_json(ptl_tmx_turn *t)
{
    t->sized = ptl_buf_of(t->job, NULL);
    turn_element(t, 0, 0, (ptl_str){ "", 0 });
    ptl_buf_free(&t->sized);
}
