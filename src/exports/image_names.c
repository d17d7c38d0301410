/* SPDX-License-Identifier: MIT */
/* Names of images beside an output. They come from files, so they can be neither trusted nor
 * assumed to differ. */
#include <stdio.h>
#include <string.h>

#include "core/words.h"
#include "exports/export.h"

enum { LONGEST = 140 };

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("._-", c);
}

/* Windows has devices of these names, whatever stands behind the first dot. */
static bool is_device(const char *stem)
{
    static const char *const names[] = { "con", "prn", "aux", "nul", "com", "lpt" };
    size_t                   size    = strcspn(stem, ".");

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool numbered = i >= 4;

        if (size == (numbered ? 4 : 3) && ptl_lower(stem[0]) == names[i][0] &&
            ptl_lower(stem[1]) == names[i][1] && ptl_lower(stem[2]) == names[i][2] &&
            (!numbered || (stem[3] >= '0' && stem[3] <= '9')))
            return true;
    }
    return false;
}

/* The name without folders and ending, in harmless letters. A dot in front would hide the file, and
 * programs take a dash for an option. */
static void put_stem(char out[LONGEST + 1], const ptl_scene_image *image)
{
    const char *name = image->file.name, *dot;
    size_t      size;

    for (const char *at = name; *at; at++)
        if (*at == '/' || *at == '\\')
            name = at + 1;
    dot  = image->file.exact ? strrchr(name, '.') : NULL;
    size = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    if (size > LONGEST)
        size = LONGEST;
    for (size_t i = 0; i < size; i++)
        out[i] = is_plain(name[i]) && !(i == 0 && strchr(".-", name[i])) ? name[i] : '_';
    if (size == 0)
        out[size++] = '_';
    out[size] = 0;
    if (is_device(out)) {
        memmove(out + 1, out, size < LONGEST ? size + 1 : size);
        out[0]       = '_';
        out[LONGEST] = 0;
    }
}

/* The same file on a disk that does not tell large letters from small ones. */
static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (ptl_lower(*a) != ptl_lower(*b))
            return false;
    return *a == *b;
}

static bool same_bytes(const ptl_scene_image *a, const ptl_scene_image *b)
{
    return a->bytes.count == b->bytes.count &&
           memcmp(a->bytes.data, b->bytes.data, a->bytes.count) == 0;
}

/* The images before this one, `names` being theirs. */
static bool is_taken(const ptl_scene *scene, const char **names, size_t index, const char *name)
{
    for (size_t i = 0; i < index; i++)
        if (names[i] && same_name(names[i], name) &&
            !(strcmp(names[i], name) == 0 &&
              same_bytes(&scene->images.data[i], &scene->images.data[index])))
            return true;
    return false;
}

static char *name_of(ptl_job *job, const ptl_scene *scene, const char **names, size_t index)
{
    const ptl_scene_image *image  = &scene->images.data[index];
    const char            *ending = strcmp(image->media_type, "image/png") == 0 ? ".png" : ".jpg";
    size_t                 room   = LONGEST + 32;
    char                  *out    = ptl_arena_take(job, room), stem[LONGEST + 1];

    if (!out)
        return NULL;
    put_stem(stem, image);
    snprintf(out, room, "%s%s", stem, ending);
    for (size_t i = 2; is_taken(scene, names, index, out); i++)
        snprintf(out, room, "%s-%zu%s", stem, i, ending);
    return out;
}

const char **ptl_scene_image_names(ptl_job *job, const ptl_scene *scene)
{
    const char **names = ptl_arena_array(job, scene->images.count, sizeof *names);

    for (size_t i = 0; names && i < scene->images.count; i++)
        if (scene->images.data[i].bytes.count > 0)
            names[i] = name_of(job, scene, names, i);
    return ptl_ok(job) ? names : NULL;
}
