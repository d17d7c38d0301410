/* SPDX-License-Identifier: MIT */
/* Materials of an OBJ: its MTL files. A fault in one costs colors and nothing else. */
#include <stdio.h>
#include <string.h>

#include "core/num.h"
#include "imports/obj_reader.h"

enum { MATERIALS = 4096, LIBRARIES = 64 }; /* most of each */

obj_material *ptl_obj_material(const obj_reader *r, size_t index)
{
    return (obj_material *)(void *)r->materials.data + index;
}

size_t ptl_obj_material_count(const obj_reader *r)
{
    return r->materials.size / sizeof(obj_material);
}

uint32_t ptl_obj_material_named(obj_reader *r, ptl_str name)
{
    obj_material made   = { .look = {
                                .color = { 1, 1, 1, 1 }, .image = PTL_SCENE_NONE, .cutoff = 0.5f } };
    size_t       count  = ptl_obj_material_count(r);
    uint32_t    *number = ptl_names_at(r->job, &r->material_names, name, PTL_SCENE_NONE);

    if (!number || *number != PTL_SCENE_NONE)
        return number ? *number : 0;
    if (count == MATERIALS)
        ptl_fail(r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-materials", "more than %d materials",
                 MATERIALS);
    *number   = (uint32_t)count;
    made.name = ptl_import_text(r->job, name.data, name.size);
    ptl_put(&r->materials, &made, sizeof made);
    return (uint32_t)count;
}

/* Options of a map, how many words follow each at most, and the word with which it changes nothing.
 * Where that is a number, so are all that follow. */
static const struct map_option {
    const char *key, *idle;
    size_t      most;
} map_options[] = {
    { "-blendu", "on", 1 }, { "-blendv", "on", 1 }, { "-bm", "1", 1 },     { "-boost", "0", 1 },
    { "-cc", "off", 1 },    { "-clamp", "off", 1 }, { "-imfchan", "", 1 }, { "-mm", "0", 2 },
    { "-o", "0", 3 },       { "-s", "1", 3 },       { "-t", "0", 3 },      { "-texres", "", 1 },
    { "-type", "", 1 },
};

static const struct map_option *map_option_of(ptl_str word)
{
    for (size_t i = 0; i < sizeof map_options / sizeof *map_options; i++)
        if (ptl_str_is(word, map_options[i].key))
            return &map_options[i];
    return NULL;
}

static bool number_in(ptl_str word, float *out)
{
    return word.size > 0 &&
           ptl_parse_f32(word.data, word.data + word.size, out) == word.data + word.size;
}

/* What follows an option; true if it changes how the image is laid. */
static bool skip_values(obj_reader *r, const struct map_option *option)
{
    ptl_str idle    = { option->idle, strlen(option->idle) };
    float   usual   = 0, value;
    bool    numbers = number_in(idle, &usual), changes = false;

    for (size_t i = 0; i < option->most; i++) {
        const char *before = r->at;
        ptl_str     word   = ptl_obj_word(r);

        if (numbers && !number_in(word, &value)) {
            r->at = before;
            break;
        }
        changes = changes || (numbers ? value != usual : !ptl_str_same(word, idle));
    }
    return changes;
}

static ptl_str last_word(ptl_str text)
{
    size_t from = text.size;

    while (from > 0 && text.data[from - 1] != ' ' && text.data[from - 1] != '\t')
        from--;
    return (ptl_str){ text.data + from, text.size - from };
}

/* The file of a map is what follows its options, blanks included; the last word, where an option is
 * not known. */
static ptl_str map_file(obj_reader *r)
{
    for (;;) {
        const char              *before = r->at;
        const struct map_option *option = map_option_of(ptl_obj_word(r));
        ptl_str                  rest;

        if (option) {
            r->lost.options += skip_values(r, option);
            continue;
        }
        r->at = before;
        rest  = ptl_obj_rest(r);
        return rest.size > 0 && rest.data[0] == '-' ? last_word(rest) : rest;
    }
}

/* Gloss has no place in a scene, but a note of it has. */
static ptl_str gloss_notes(ptl_job *job, const float gloss[3])
{
    char   text[128], *at = text;
    size_t size;

    if (!(gloss[0] > 0 || gloss[1] > 0 || gloss[2] > 0))
        return (ptl_str){ "", 0 };
    at += sprintf(at, "{\"specular\": [");
    for (int i = 0; i < 3; i++) {
        at += ptl_format_f32(at, gloss[i]);
        at += sprintf(at, "%s", i < 2 ? ", " : "]}");
    }
    size = (size_t)(at - text);
    return ptl_import_text(job, text, size);
}

static void read_diffuse(obj_reader *r, obj_material *m)
{
    float  values[3] = { 0 };
    size_t count     = ptl_obj_numbers(r, values, 0, 3);

    for (int i = 0; i < 3 && count > 0; i++)
        m->look.color[i] = values[count < 3 ? 0 : i];
}

static void read_gloss(obj_reader *r, obj_material *m)
{
    float values[3] = { 0 };

    if (ptl_obj_numbers(r, values, 0, 3) >= 3)
        m->look.extras = gloss_notes(r->job, values);
}

static void read_solid(obj_reader *r, obj_material *m)
{
    float value = 1;

    if (ptl_obj_numbers(r, &value, 0, 1) > 0) {
        m->look.color[3] = value;
        m->dissolves     = true;
    }
}

static void read_clear(obj_reader *r, obj_material *m)
{
    float value = 0;

    if (ptl_obj_numbers(r, &value, 0, 1) > 0) {
        m->look.color[3] = 1 - value;
        m->dissolves     = true;
    }
}

static void read_map(obj_reader *r, obj_material *m)
{
    m->map = map_file(r);
    m->map = ptl_import_text(r->job, m->map.data, m->map.size);
}

static void read_mask(obj_reader *r, obj_material *m)
{
    m->mask = map_file(r);
    m->mask = ptl_import_text(r->job, m->mask.data, m->mask.size);
}

static void count_map(obj_reader *r, obj_material *m)
{
    (void)m;
    r->lost.maps++;
}

static const struct {
    const char *key;
    void (*read)(obj_reader *r, obj_material *m);
} material_keys[] = {
    { "Kd", read_diffuse }, { "Ks", read_gloss },   { "d", read_solid },   { "Tr", read_clear },
    { "map_Kd", read_map }, { "map_d", read_mask }, { "bump", count_map }, { "norm", count_map },
    { "disp", count_map },  { "decal", count_map }, { "refl", count_map },
};

/* Values that change nothing, or only how light falls. All others are worth a word. */
static const struct {
    const char *key;
    float       least, most;
} usual[] = {
    { "Ka", 0, 1 }, { "illum", 0, 2 }, { "Ns", 0, 0 }, { "Ke", 0, 0 },
    { "Ni", 1, 1 }, { "Tf", 1, 1 },    { "Pr", 1, 1 }, { "Pm", 0, 0 },
};

static bool is_usual(obj_reader *r, ptl_str key)
{
    float  values[3] = { 0 };
    size_t i         = 0, count;

    while (i < sizeof usual / sizeof *usual && !ptl_str_is(key, usual[i].key))
        i++;
    if (i == sizeof usual / sizeof *usual)
        return key.size == 0;
    count = ptl_obj_numbers(r, values, 0, 3);
    for (size_t k = 0; k < count && k < 3; k++)
        if (!(values[k] >= usual[i].least && values[k] <= usual[i].most))
            return false;
    return true;
}

static void read_material_line(obj_reader *r, ptl_str key, obj_material *m)
{
    size_t i = 0, count = sizeof material_keys / sizeof *material_keys;

    while (i < count && !ptl_str_is(key, material_keys[i].key))
        i++;
    if (i < count)
        material_keys[i].read(r, m);
    else if (ptl_str_begins(key, "map_"))
        count_map(r, m);
    else
        r->lost.looks += !is_usual(r, key);
}

/* Materials in the text of a library; what is wrong with it costs colors and nothing else. */
static void read_library_text(obj_reader *of, ptl_span text)
{
    obj_reader r       = *of;
    uint32_t   current = PTL_SCENE_NONE;

    r.library = true;
    r.start = r.at = (const char *)text.data;
    r.end          = r.start + text.size;
    while (r.at < r.end && ptl_ok(r.job)) {
        ptl_str key = ptl_obj_word(&r);

        if (ptl_str_is(key, "newmtl"))
            current = ptl_obj_material_named(&r, ptl_obj_rest(&r));
        else if (current != PTL_SCENE_NONE && ptl_ok(r.job))
            read_material_line(&r, key, ptl_obj_material(&r, current));
        ptl_obj_skip_line(&r);
    }
    of->materials      = r.materials;
    of->material_names = r.material_names;
    of->lost           = r.lost;
}

void ptl_obj_read_library(obj_reader *r)
{
    ptl_str  name = ptl_obj_rest(r);
    ptl_span text = { 0 };
    char     shown[96];

    if (r->libraries++ < LIBRARIES)
        text = ptl_import_load(r->job, r->files, name, "materials");
    if (text.data)
        read_library_text(r, text);
    else
        ptl_warn(r->job, (uint64_t)(name.data - r->start), "file-missing",
                 "%s (materials) is not there",
                 ptl_quote(shown, sizeof shown, name.data, name.size));
}
