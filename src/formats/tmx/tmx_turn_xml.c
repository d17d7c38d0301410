/* SPDX-License-Identifier: MIT */
/* From the elements of JSON to those of XML, old dialects included. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/num.h"
#include "formats/tmx/tmx_turn.h"

static void turn_object(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name);

static const ptl_tiled_element *source(const ptl_tmx_turn *t, size_t from)
{
    return &t->from->data[from];
}

/* A new element and the attributes that were gathered for it. */
static void add(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name, ptl_buf *attributes)
{
    ptl_tiled_attributes list = ptl_tmx_take(t->job, attributes);
    ptl_tiled_element   *e    = ptl_tmx_add(&t->to, level, name, source(t, from)->at);

    if (e)
        e->attributes = list;
    ptl_buf_free(attributes);
}

static void put_word(ptl_buf *attributes, const char *name, ptl_str value)
{
    if (value.data)
        ptl_tmx_put(attributes, ptl_tmx_word(name), value, PTL_TILED_TEXT);
}

/* Numbers of a list with commas between them; -1 is nothing where `holes` are. */
static ptl_str joined(ptl_tmx_turn *t, size_t list, bool holes)
{
    ptl_tiled_attributes all  = source(t, list)->attributes;
    ptl_buf              text = ptl_buf_of(t->job, NULL);
    ptl_str              out;

    for (size_t i = 0; i < all.count; i++) {
        if (i > 0)
            ptl_put_char(&text, ',');
        if (!holes || !ptl_str_is(all.data[i].value, "-1"))
            ptl_put(&text, all.data[i].value.data, all.data[i].value.size);
    }
    out = ptl_tmx_copy(t->job, (const char *)text.data, text.size);
    ptl_buf_free(&text);
    return out;
}

/* Eight colors, four bits each, as Tiled had them before 1.5. */
static ptl_str packed(ptl_tmx_turn *t, size_t list)
{
    ptl_tiled_attributes all   = source(t, list)->attributes;
    uint32_t             value = 0;
    char                 text[16];

    for (size_t i = 0; i < all.count && i < 8; i++) {
        uint64_t color = 0;

        ptl_parse_u64(all.data[i].value.data, tmx_end(all.data[i].value), &color);
        value |= (uint32_t)(color & 15) << 4 * i;
    }
    return ptl_tmx_copy(t->job, text,
                        (size_t)snprintf(text, sizeof text, "0x%lx", (unsigned long)value));
}

/* ---- Properties ------------------------------------------------------------------------------ */

/* The type of a member of a class, which JSON leaves to the spelling of its value. */
static ptl_str guessed_type(const ptl_tiled_attribute *a)
{
    if (a->kind == PTL_TILED_BOOL)
        return ptl_tmx_word("bool");
    if (a->kind != PTL_TILED_NUMBER)
        return (ptl_str){ NULL, 0 };
    for (size_t i = 0; i < a->value.size; i++)
        if (strchr(".eE", a->value.data[i]))
            return ptl_tmx_word("float");
    return ptl_tmx_word("int");
}

static bool has_line_end(ptl_str text)
{
    return text.size > 0 && memchr(text.data, '\n', text.size);
}

static void turn_inside(ptl_tmx_turn *t, size_t from, uint32_t level);

/* A property, or an item of a list, which has no name. */
static void put_property(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name, ptl_str type,
                         ptl_str custom, ptl_str value)
{
    ptl_buf attributes = ptl_buf_of(t->job, NULL);
    bool    inside     = has_line_end(value);

    put_word(&attributes, "name", name);
    if (!ptl_str_is(type, "string"))
        put_word(&attributes, "type", type);
    if (custom.size > 0)
        put_word(&attributes, "propertytype", custom);
    if (!inside)
        put_word(&attributes, "value", value);
    add(t, from, level, ptl_tmx_word(name.data ? "property" : "item"), &attributes);
    if (inside && ptl_ok(t->job))
        t->to.elements.data[t->to.elements.count - 1].text = value;
}

typedef struct named { /* a member: plain, or an element */
    ptl_str                    name;
    const ptl_tiled_attribute *plain;
    size_t                     element;
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    size_t       size  = x->name.size < y->name.size ? x->name.size : y->name.size;
    int          order = size > 0 ? memcmp(x->name.data, y->name.data, size) : 0;

    if (order == 0 && x->name.size != y->name.size)
        return x->name.size < y->name.size ? -1 : 1;
    return order ? order : x->element < y->element ? -1 : x->element > y->element;
}

/* In the order of their names, which is that of XML; the caller frees the buffer. */
static ptl_buf members_of(const ptl_tmx_turn *t, size_t from)
{
    const ptl_tiled_attributes *all     = &source(t, from)->attributes;
    ptl_buf                     members = ptl_buf_of(t->job, NULL);

    for (size_t i = 0; i < all->count; i++)
        ptl_put(&members, &(named){ all->data[i].name, &all->data[i], i }, sizeof(named));
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        ptl_put(&members, &(named){ source(t, at)->name, NULL, at }, sizeof(named));
    if (ptl_ok(t->job) && members.size > 0)
        qsort(members.data, members.size / sizeof(named), sizeof(named), compare);
    return members;
}

static ptl_str type_of(const ptl_tmx_turn *t, const ptl_tiled_attribute *a, size_t types)
{
    const ptl_tiled_attributes *all = types == SIZE_MAX ? NULL : &source(t, types)->attributes;

    for (size_t i = 0; all && i < all->count; i++)
        if (ptl_str_same(all->data[i].name, a->name))
            return all->data[i].value;
    return all ? (ptl_str){ NULL, 0 } : guessed_type(a);
}

/* The members of a class, or of an old object of properties whose types are in another object. */
static void put_members(ptl_tmx_turn *t, size_t from, uint32_t level, size_t types)
{
    const ptl_str none    = { NULL, 0 };
    ptl_buf       nothing = ptl_buf_of(t->job, NULL), members = members_of(t, from);
    const named  *all = (const named *)(const void *)members.data;

    add(t, from, level, ptl_tmx_word("properties"), &nothing);
    for (size_t i = 0; i < members.size / sizeof *all && ptl_ok(t->job); i++) {
        const ptl_tiled_attribute *a = all[i].plain;
        size_t                     e = all[i].element;

        if (a) {
            put_property(t, from, level + 1, a->name, type_of(t, a, types), none, a->value);
            continue;
        }
        put_property(t, e, level + 1, all[i].name,
                     ptl_tmx_word(source(t, e)->list ? "list" : "class"), none, none);
        turn_inside(t, e, level + 2);
    }
    ptl_buf_free(&members);
}

static void turn_property(ptl_tmx_turn *t, size_t from, uint32_t level)
{
    const ptl_tiled_element *e      = source(t, from);
    size_t                   inside = ptl_tmx_child(t->from, from, "value");

    put_property(t, from, level, ptl_tmx_value(e, "name"), ptl_tmx_value(e, "type"),
                 ptl_tmx_value(e, "propertytype"), ptl_tmx_value(e, "value"));
    if (inside != SIZE_MAX)
        turn_inside(t, inside, level + 1);
}

static bool is_empty(const ptl_tmx_turn *t, size_t from)
{
    return source(t, from)->attributes.count == 0 && ptl_tmx_first(t->from, from) == SIZE_MAX;
}

/* What a class or a list holds; a class without members says nothing. */
static void turn_inside(ptl_tmx_turn *t, size_t from, uint32_t level)
{
    size_t first = ptl_tmx_first(t->from, from);

    if (!source(t, from)->list) {
        if (!is_empty(t, from))
            put_members(t, from, level, SIZE_MAX);
        return;
    }
    for (size_t at = first; at != SIZE_MAX && ptl_ok(t->job); at = ptl_tmx_next(t->from, at))
        turn_property(t, at, level);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static ptl_str spelled(const ptl_tmx_attribute_row *row, const ptl_tiled_attribute *a)
{
    if (row->type == PTL_TMX_BOOL)
        return ptl_tmx_word(ptl_str_is(a->value, "true") || ptl_str_is(a->value, "1") ? "1" : "0");
    if (a->kind == PTL_TILED_NUMBER && strcmp(row->name, "version") == 0 &&
        ptl_str_is(a->value, "1"))
        return ptl_tmx_word("1.0"); /* a number in JSON before 1.6 */
    return a->value;
}

static void put_attribute(ptl_buf *out, const ptl_tmx_attribute_row *row,
                          const ptl_tiled_element *e, bool all)
{
    for (size_t i = 0; i < e->attributes.count; i++) {
        const ptl_tiled_attribute *a = &e->attributes.data[i];

        if (!ptl_str_is(a->name, row->name) || a->kind == PTL_TILED_NULL)
            continue;
        if (all || !row->omit || !ptl_str_is(spelled(row, a), row->omit))
            put_word(out, row->name, spelled(row, a));
        return;
    }
}

static ptl_buf attributes_of(ptl_tmx_turn *t, size_t from, ptl_str name)
{
    const ptl_tiled_element *e        = source(t, from);
    ptl_buf                  out      = ptl_buf_of(t->job, NULL);
    size_t                   wang     = ptl_tmx_child(t->from, from, "wangid");
    size_t                   terrain  = ptl_tmx_child(t->from, from, "terrain");
    bool                     instance = ptl_tmx_has(e, "template"); /* all it says, it means */

    for (const ptl_tmx_attribute_row *row = ptl_tmx_attribute_rows; row->name; row++) {
        if (!ptl_tmx_is_about(row->where, name))
            continue;
        if (terrain != SIZE_MAX && strcmp(row->name, "probability") == 0)
            put_word(&out, "terrain", joined(t, terrain, true));
        put_attribute(&out, row, e, instance);
        if (wang != SIZE_MAX && strcmp(row->name, "tileid") == 0)
            put_word(&out, "wangid",
                     ptl_tmx_has(e, "dflip") ? packed(t, wang) : joined(t, wang, false));
    }
    return out;
}

/* ---- Children -------------------------------------------------------------------------------- */

/* Of a collection Tiled names the size first. */
static void turn_image(ptl_tmx_turn *t, size_t from, uint32_t level)
{
    const ptl_tiled_element *e     = source(t, from);
    ptl_str                  trans = ptl_tmx_value(e, "transparentcolor");
    ptl_buf                  out   = ptl_buf_of(t->job, NULL);
    bool tile = ptl_tmx_has(e, "id") && !ptl_str_is(ptl_tmx_value(e, "type"), "imagelayer");

    if (trans.size > 0 && trans.data[0] == '#')
        trans = (ptl_str){ trans.data + 1, trans.size - 1 };
    if (!tile)
        put_word(&out, "source", ptl_tmx_value(e, "image"));
    put_word(&out, "trans", trans);
    put_word(&out, "width", ptl_tmx_value(e, "imagewidth"));
    put_word(&out, "height", ptl_tmx_value(e, "imageheight"));
    if (tile)
        put_word(&out, "source", ptl_tmx_value(e, "image"));
    add(t, from, level, ptl_tmx_word("image"), &out);
}

static void turn_points(ptl_tmx_turn *t, size_t list, uint32_t level, const char *name)
{
    ptl_buf text = ptl_buf_of(t->job, NULL), out = ptl_buf_of(t->job, NULL);

    for (size_t at = ptl_tmx_first(t->from, list); at != SIZE_MAX; at = ptl_tmx_next(t->from, at)) {
        ptl_str x = ptl_tmx_value(source(t, at), "x"), y = ptl_tmx_value(source(t, at), "y");

        if (text.size > 0)
            ptl_put_char(&text, ' ');
        ptl_put(&text, x.data, x.size);
        ptl_put_char(&text, ',');
        ptl_put(&text, y.data, y.size);
    }
    put_word(&out, "points", ptl_tmx_copy(t->job, (const char *)text.data, text.size));
    add(t, list, level, ptl_tmx_word(name), &out);
    ptl_buf_free(&text);
}

/* Base64 as Tiled lays it out at every depth. */
static ptl_str laid_out(ptl_tmx_turn *t, ptl_str packed)
{
    ptl_buf text = ptl_buf_of(t->job, NULL);
    ptl_str out;

    ptl_put_text(&text, "\n   ");
    ptl_put(&text, packed.data, packed.size);
    ptl_put_text(&text, "\n  ");
    out = ptl_tmx_copy(t->job, (const char *)text.data, text.size);
    ptl_buf_free(&text);
    return packed.size > 0 ? out : packed;
}

static void take_cells(ptl_tmx_turn *t, size_t data)
{
    ptl_tiled_element *e;

    if (!ptl_ok(t->job) || data == SIZE_MAX)
        return;
    e         = &t->to.elements.data[t->to.elements.count - 1];
    e->cells  = source(t, data)->cells;
    e->packed = laid_out(t, source(t, data)->packed);
}

static void turn_data(ptl_tmx_turn *t, size_t layer, uint32_t level)
{
    const ptl_tiled_element *e      = source(t, layer);
    size_t                   data   = ptl_tmx_child(t->from, layer, "data");
    size_t                   chunks = ptl_tmx_child(t->from, layer, "chunks");
    ptl_buf                  out    = ptl_buf_of(t->job, NULL);
    bool                     base64 = ptl_str_is(ptl_tmx_value(e, "encoding"), "base64");

    put_word(&out, "encoding", ptl_tmx_word(base64 ? "base64" : "csv"));
    if (base64 && ptl_tmx_value(e, "compression").size > 0)
        put_word(&out, "compression", ptl_tmx_value(e, "compression"));
    add(t, layer, level, ptl_tmx_word("data"), &out);
    take_cells(t, data);
    for (size_t at = chunks == SIZE_MAX ? SIZE_MAX : ptl_tmx_first(t->from, chunks);
         at != SIZE_MAX && ptl_ok(t->job); at = ptl_tmx_next(t->from, at)) {
        out = attributes_of(t, at, ptl_tmx_word("chunk"));
        add(t, at, level + 1, ptl_tmx_word("chunk"), &out);
        take_cells(t, ptl_tmx_child(t->from, at, "data"));
    }
}

/* What an item of a list is called: layers say it themselves. Tiled opens no map with a layer of
 * another type. */
static ptl_str name_of_item(ptl_tmx_turn *t, size_t item, const ptl_tmx_child_row *row)
{
    ptl_str type = ptl_tmx_value(source(t, item), "type");
    char    shown[48];

    if (strcmp(row->json, "layers") != 0 || !type.data || ptl_str_is(type, "tilelayer"))
        return ptl_tmx_word(row->name);
    for (const ptl_tmx_child_row *other = ptl_tmx_child_rows; other->name; other++)
        if (strcmp(other->json, "layers") == 0 && other != row && ptl_str_is(type, other->name))
            return type;
    ptl_fail(t->job, PTL_E_UNSUPPORTED, source(t, item)->at, "tmx-name",
             "a layer is of the type \"%s\", which Tiled does not know",
             ptl_quote(shown, sizeof shown, type.data, type.size));
    return ptl_tmx_word(row->name);
}

static void turn_items(ptl_tmx_turn *t, size_t list, uint32_t level, const ptl_tmx_child_row *row)
{
    for (size_t at = ptl_tmx_first(t->from, list); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at))
        turn_object(t, at, level, name_of_item(t, at, row));
}

static void turn_wrapped(ptl_tmx_turn *t, size_t list, uint32_t level, const ptl_tmx_child_row *row)
{
    ptl_buf none = ptl_buf_of(t->job, NULL);

    if (ptl_tmx_first(t->from, list) == SIZE_MAX) /* nothing in it */
        return;
    add(t, list, level, ptl_tmx_word(row->name), &none);
    for (size_t at = ptl_tmx_first(t->from, list); at != SIZE_MAX && ptl_ok(t->job);
         at        = ptl_tmx_next(t->from, at))
        if (strcmp(row->inner, "property") == 0)
            turn_property(t, at, level + 1);
        else
            turn_object(t, at, level + 1, ptl_tmx_word(row->inner));
}

/* ---- Old dialects ---------------------------------------------------------------------------- */

static size_t member(const ptl_tmx_turn *t, size_t object, ptl_str name)
{
    size_t at = object == SIZE_MAX ? SIZE_MAX : ptl_tmx_first(t->from, object);

    while (at != SIZE_MAX && !ptl_str_same(source(t, at)->name, name))
        at = ptl_tmx_next(t->from, at);
    return at;
}

/* A tile whose number is the name of its member, with properties that stand elsewhere. */
static void turn_old_tile(ptl_tmx_turn *t, size_t set, size_t tile, ptl_str id, uint32_t level)
{
    size_t  own   = member(t, ptl_tmx_child(t->from, set, "tileproperties"), id);
    size_t  types = member(t, ptl_tmx_child(t->from, set, "tilepropertytypes"), id);
    ptl_buf out   = ptl_buf_of(t->job, NULL);

    if (tile != SIZE_MAX) {
        turn_object(t, tile, level, ptl_tmx_word("tile"));
        ptl_buf_free(&out);
    } else {
        put_word(&out, "id", id);
        add(t, own, level, ptl_tmx_word("tile"), &out);
    }
    if (own != SIZE_MAX)
        put_members(t, own, level + 1, types);
}

static void turn_old_tiles(ptl_tmx_turn *t, size_t set, uint32_t level)
{
    size_t tiles = ptl_tmx_child(t->from, set, "tiles");
    size_t own   = ptl_tmx_child(t->from, set, "tileproperties");

    for (size_t at = tiles == SIZE_MAX ? SIZE_MAX : ptl_tmx_first(t->from, tiles);
         at != SIZE_MAX && ptl_ok(t->job); at = ptl_tmx_next(t->from, at))
        turn_old_tile(t, set, at, source(t, at)->name, level);
    for (size_t at = own == SIZE_MAX ? SIZE_MAX : ptl_tmx_first(t->from, own);
         at != SIZE_MAX && ptl_ok(t->job); at = ptl_tmx_next(t->from, at))
        if (member(t, tiles, source(t, at)->name) == SIZE_MAX)
            turn_old_tile(t, set, SIZE_MAX, source(t, at)->name, level);
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void turn_member(ptl_tmx_turn *t, size_t from, size_t at, uint32_t level,
                        const ptl_tmx_child_row *row)
{
    bool old = !source(t, at)->list;

    if (row->way == PTL_TMX_ITEM && !old)
        turn_items(t, at, level, row);
    else if (row->way == PTL_TMX_WRAPPED && !old)
        turn_wrapped(t, at, level, row);
    else if (row->way == PTL_TMX_WRAPPED && strcmp(row->name, "properties") == 0 &&
             !is_empty(t, at))
        put_members(t, at, level, ptl_tmx_child(t->from, from, "propertytypes"));
    else if (row->way == PTL_TMX_OBJECT && old)
        turn_object(t, at, level, ptl_tmx_word(row->name));
    else if (row->way == PTL_TMX_POINTS)
        turn_points(t, at, level, row->name);
}

static void turn_child(ptl_tmx_turn *t, size_t from, uint32_t level, const ptl_tmx_child_row *row)
{
    const ptl_tiled_element *e   = source(t, from);
    size_t                   at  = ptl_tmx_child(t->from, from, row->json);
    ptl_buf                  out = ptl_buf_of(t->job, NULL);

    if (row->way == PTL_TMX_IMAGE && ptl_tmx_value(e, "image").size > 0)
        turn_image(t, from, level);
    else if (row->way == PTL_TMX_FLAG && ptl_tmx_bool(e, row->json, false))
        add(t, from, level, ptl_tmx_word(row->name), &out);
    else if (row->way == PTL_TMX_DATA)
        turn_data(t, from, level);
    else if (strcmp(row->json, "tiles") == 0 && (at == SIZE_MAX || !source(t, at)->list))
        turn_old_tiles(t, from, level);
    else if (at != SIZE_MAX)
        turn_member(t, from, at, level, row);
}

/* The number of an old tile is the name of its member. */
static void put_old_id(ptl_tmx_turn *t, size_t from, ptl_str name, ptl_buf *attributes)
{
    if (ptl_str_is(name, "tile") && !ptl_tmx_has(source(t, from), "id") &&
        source(t, from)->name.size > 0)
        put_word(attributes, "id", source(t, from)->name);
}

/* Members that are neither attributes nor children: what XML says otherwise, or not at all. */
static bool is_member(ptl_str element, ptl_str name)
{
    static const char *const others[] = {
        "type",   "image",   "imagewidth",    "imageheight",  "encoding",       "compression",
        "data",   "chunks",  "startx",        "starty",       "text",           "transparentcolor",
        "wangid", "terrain", "propertytypes", "propertytype", "tileproperties", "tilepropertytypes"
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (ptl_str_is(name, others[i]))
            return true;
    for (const ptl_tmx_child_row *row = ptl_tmx_child_rows; row->name; row++)
        if (ptl_str_is(name, row->json) && ptl_tmx_is_about(row->where, element))
            return true;
    return ptl_tmx_is_attribute(element, name);
}

static void count_dropped(ptl_tmx_turn *t, size_t from, ptl_str name)
{
    const ptl_tiled_element *e = source(t, from);

    for (size_t i = 0; i < e->attributes.count && !e->list; i++)
        if (e->attributes.data[i].kind != PTL_TILED_NULL &&
            !is_member(name, e->attributes.data[i].name))
            ptl_tmx_drop(t, e->attributes.data[i].name);
    for (size_t at = ptl_tmx_first(t->from, from); at != SIZE_MAX; at = ptl_tmx_next(t->from, at))
        if (!is_member(name, source(t, at)->name))
            ptl_tmx_drop(t, source(t, at)->name);
}

static void turn_object(ptl_tmx_turn *t, size_t from, uint32_t level, ptl_str name)
{
    ptl_buf attributes = ptl_buf_of(t->job, NULL), known;

    count_dropped(t, from, name);
    put_old_id(t, from, name, &attributes);
    known = attributes_of(t, from, name);
    ptl_put(&attributes, known.data, known.size);
    ptl_buf_free(&known);
    add(t, from, level, name, &attributes);
    if (ptl_ok(t->job) && ptl_str_is(name, "text"))
        t->to.elements.data[t->to.elements.count - 1].text =
            ptl_tmx_copy(t->job, ptl_tmx_value(source(t, from), "text").data,
                         ptl_tmx_value(source(t, from), "text").size);
    for (const ptl_tmx_child_row *row = ptl_tmx_child_rows; row->name && ptl_ok(t->job); row++)
        if (ptl_tmx_is_about(row->where, name) &&
            !(strcmp(row->json, "layers") == 0 && strcmp(row->name, "layer") != 0))
            turn_child(t, from, level + 1, row);
}

/* What the root is: it says so since 1.2, and shows it before that. */
static const char *name_of_root(const ptl_tmx_turn *t)
{
    static const struct {
        const char *member, *name;
    } signs[]    = { { "maps", "world" }, { "patterns", "world" },  { "object", "template" },
                     { "layers", "map" }, { "orientation", "map" }, { "tilewidth", "tileset" } };
    ptl_str type = ptl_tmx_value(source(t, 0), "type");

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (ptl_str_is(type, signs[i].name))
            return signs[i].name;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (ptl_tmx_child(t->from, 0, signs[i].member) != SIZE_MAX ||
            ptl_tmx_has(source(t, 0), signs[i].member))
            return signs[i].name;
    return "json";
}

void ptl_tmx_turn_to_xml(ptl_tmx_turn *t)
{
    turn_object(t, 0, 0, ptl_tmx_word(name_of_root(t)));
}
