/* SPDX-License-Identifier: MIT */
/* Names as OBJ and MTL can hold them. Neither has quotes: a blank ends a word, "#" begins a
 * comment, and a backslash at the end of a line joins the next one to it. */
#include "exports/obj_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"

enum { DIGITS = 24 }; /* room for a number behind a name */

/* ---- Words ----------------------------------------------------------------------------------- */

/* Whether a character can stay: programs do not agree on what bytes beyond ASCII mean. Blanks stay
 * inside of file names, where a backslash would be a folder to some. */
static bool stays(ptl_str name, size_t at, bool file)
{
    unsigned char c    = (unsigned char)name.data[at];
    bool          last = at + 1 == name.size;

    if (c == ' ')
        return file && at > 0 && !last;
    if (c == '\\')
        return !file && !last;
    return c > ' ' && c < 0x7F && c != '#';
}

/* Copies a name with an underscore for each byte that cannot stay. */
static void spell(char *out, ptl_str name, bool file)
{
    for (size_t i = 0; i < name.size; i++)
        out[i] = stays(name, i, file) ? name.data[i] : '_';
}

/* A name as a word, or where there is none what stands in for it and a number. */
static ptl_str word_of(ptl_job *job, ptl_str name, const char *otherwise, size_t number)
{
    size_t  room = name.size > 0 ? name.size : strlen(otherwise) + DIGITS;
    char   *text = ptl_arena_raw(job, room);
    ptl_str word = { text, text ? name.size : 0 };

    if (text && name.size == 0)
        word.size = (size_t)snprintf(text, room, "%s%zu", otherwise, number);
    else if (text)
        spell(text, name, false);
    return word;
}

/* ---- Materials that are told apart ------------------------------------------------------------
 */

typedef struct entry {
    ptl_str word;
    size_t  index;
} entry;

static int by_word(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int          order = ptl_str_order(x->word, y->word);

    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int is_word(const void *key, const void *of)
{
    return ptl_str_order(*(const ptl_str *)key, ((const entry *)of)->word);
}

/* The word with the next number behind it that makes a name nobody has. */
static ptl_str numbered(ptl_job *job, const entry *sorted, size_t count, ptl_str word,
                        size_t *number)
{
    char   *text = ptl_arena_raw(job, word.size + DIGITS);
    ptl_str out  = { text, 0 };

    if (!text)
        return out;
    memcpy(text, word.data, word.size);
    do {
        int digits = snprintf(text + word.size, DIGITS, "-%zu", ++*number);

        out.size = word.size + (size_t)digits;
    } while (bsearch(&out, sorted, count, sizeof *sorted, is_word));
    return out;
}

/* The first of several equal words keeps it. Two numbered names are never the same: what stands
 * before their last "-" differs. */
static void tell_apart(ptl_job *job, ptl_str *words, size_t count)
{
    entry *sorted = ptl_arena_array(job, count, sizeof *sorted);
    size_t number = 1;

    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = (entry){ words[i], i };
    if (sorted && count > 0)
        qsort(sorted, count, sizeof *sorted, by_word);
    for (size_t i = 1; sorted && i < count && ptl_ok(job); i++) {
        bool same = ptl_str_same(sorted[i].word, sorted[i - 1].word);

        number = same ? number : 1;
        if (same)
            words[sorted[i].index] = numbered(job, sorted, count, sorted[i].word, &number);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void name_materials(ptl_job *job, ptl_obj_names *out, const ptl_scene *scene)
{
    const ptl_scene_material *m = scene->materials.data;

    for (size_t i = 0; i < scene->materials.count && ptl_ok(job); i++)
        out->materials[i] = word_of(job, m[i].name, "material", i);
    tell_apart(job, out->materials, scene->materials.count);
    for (size_t i = 0; i < scene->materials.count; i++)
        out->changed += m[i].name.size > 0 && !ptl_str_same(m[i].name, out->materials[i]);
}

/* A mesh is called what it is, or else what the node is that shows it. */
static void name_meshes(ptl_job *job, ptl_obj_names *out, const ptl_scene *scene)
{
    for (size_t i = 0; i < scene->nodes.count && ptl_ok(job); i++) {
        const ptl_scene_node *node = &scene->nodes.data[i];
        ptl_str               name;

        if (node->mesh == PTL_SCENE_NONE)
            continue;
        name           = scene->meshes.data[node->mesh].name;
        name           = name.size > 0 ? name : node->name;
        out->meshes[i] = word_of(job, name, "mesh", node->mesh);
        out->changed += name.size > 0 && !ptl_str_same(name, out->meshes[i]);
    }
}

bool ptl_obj_names_make(ptl_job *job, ptl_obj_names *out, const ptl_scene *scene)
{
    *out = (ptl_obj_names){
        .materials = ptl_arena_array(job, scene->materials.count, sizeof *out->materials),
        .meshes    = ptl_arena_array(job, scene->nodes.count, sizeof *out->meshes),
    };
    if (ptl_ok(job)) {
        name_materials(job, out, scene);
        name_meshes(job, out, scene);
    }
    return ptl_ok(job);
}

ptl_str ptl_obj_file_name(ptl_job *job, const char *stem, const char *ending)
{
    ptl_str name = { stem, strlen(stem) };
    size_t  room = name.size + strlen(ending) + 1;
    char   *text = ptl_arena_raw(job, room);

    if (!text)
        return (ptl_str){ "", 0 };
    spell(text, name, true);
    memcpy(text + name.size, ending, strlen(ending) + 1);
    return (ptl_str){ text, name.size + strlen(ending) };
}
