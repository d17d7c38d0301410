/* SPDX-License-Identifier: MIT */
/* Names of images beside an output. They come from files, so they can be neither trusted nor
 * assumed to differ. */
#include <stdio.h>
#include <string.h>

#include "core/sum.h"
#include "core/words.h"
#include "exports/export.h"
#include "hubs/names.h"

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

static bool same_bytes(const ptl_scene_image *a, const ptl_scene_image *b)
{
    return a->bytes.count == b->bytes.count &&
           memcmp(a->bytes.data, b->bytes.data, a->bytes.count) == 0;
}

/* Names that were given. Files may have thousands of images of one name, so that nothing here goes
 * through all that came before. */
typedef struct given {
    ptl_job         *job;
    const ptl_scene *scene;
    const char     **names;
    const ptl_side  *side; /* says what is free beside the output; or NULL */
    ptl_names owners;      /* who has a name, on a disk that does not tell letters apart by size */
    ptl_names wishes;      /* the first image with a wish and a sum of its bytes                 */
    ptl_names next;        /* the number to go on with behind a wish that others have            */
} given;

static ptl_str lowered(ptl_job *job, const char *name)
{
    size_t size = strlen(name);
    char  *low  = ptl_arena_raw(job, size);

    for (size_t i = 0; low && i < size; i++)
        low[i] = ptl_lower(name[i]);
    return (ptl_str){ low, low ? size : 0 };
}

/* Takes a name for an image, unless another one has it: only the same name and bytes may share. */
static bool take(given *g, size_t index, const char *name)
{
    uint32_t *owner = ptl_names_at(g->job, &g->owners, lowered(g->job, name), (uint32_t)index);

    return !ptl_ok(g->job) || !owner || *owner == index ||
           (strcmp(g->names[*owner], name) == 0 &&
            same_bytes(&g->scene->images.data[*owner], &g->scene->images.data[index]));
}

/* An image before this one with the same wish and bytes, or the image itself. */
static size_t first_alike(given *g, size_t index, const char *wish)
{
    const ptl_scene_image *image = &g->scene->images.data[index];
    size_t                 room  = LONGEST + 48;
    char                  *key   = ptl_arena_take(g->job, room);
    uint32_t              *first = NULL;

    if (key) {
        snprintf(key, room, "%s/%lx", wish,
                 (unsigned long)ptl_crc32(PTL_CRC32,
                                          (ptl_span){ image->bytes.data, image->bytes.count }));
        first = ptl_names_at(g->job, &g->wishes, ptl_scene_text(key), (uint32_t)index);
    }
    return first && same_bytes(&g->scene->images.data[*first], image) ? *first : index;
}

/* The wish with a number behind it that nobody has. */
static void number(given *g, size_t index, char *out, size_t room, const char *ending)
{
    uint32_t *next = ptl_names_at(g->job, &g->next, lowered(g->job, out), 2);
    size_t    stem = strlen(out) - strlen(ending);

    do
        snprintf(out + stem, room - stem, "-%lu%s", next ? (unsigned long)(*next)++ : 0, ending);
    while (!take(g, index, out));
}

static bool is_free(const ptl_side *side, const char *name, const ptl_scene_image *image)
{
    return !side || !side->files.is_free ||
           side->files.is_free(side->files.user, name, image->bytes.data, image->bytes.count);
}

/* The output's own name in front, as harmless as the rest. */
static void put_in_front(char out[LONGEST + 1], const char *own, const char *stem)
{
    int size = snprintf(out, LONGEST + 1, "%.60s-%s", own, stem);

    for (int i = 0; i < size && i < LONGEST; i++)
        if (!is_plain(out[i]) || (i == 0 && strchr(".-", out[i])))
            out[i] = '_';
}

static void wish(given *g, size_t index, char *out, size_t room, const char *stem,
                 const char *ending)
{
    snprintf(out, room, "%s%s", stem, ending);
    if (!take(g, index, out))
        number(g, index, out, room, ending);
}

static const char *name_of(given *g, size_t index)
{
    const ptl_scene_image *image  = &g->scene->images.data[index];
    const char            *ending = strcmp(image->media_type, "image/png") == 0 ? ".png" : ".jpg";
    size_t                 room   = LONGEST + 32, first;
    char *out = ptl_arena_take(g->job, room), stem[LONGEST + 1], longer[LONGEST + 1];

    if (!out)
        return NULL;
    put_stem(stem, image);
    snprintf(out, room, "%s%s", stem, ending);
    first = first_alike(g, index, out);
    if (first != index)
        return g->names[first];
    if (is_free(g->side, out, image))
        wish(g, index, out, room, stem, ending);
    if (!is_free(g->side, out, image)) { /* as it was, or with a number */
        put_in_front(longer, g->side->stem, stem);
        wish(g, index, out, room, longer, ending);
    }
    return out;
}

const char **ptl_scene_image_names(ptl_job *job, const ptl_scene *scene, const ptl_side *side)
{
    const char **names = ptl_arena_array(job, scene->images.count, sizeof *names);
    given        g     = { .job = job, .scene = scene, .names = names, .side = side };

    for (size_t i = 0; names && ptl_ok(job) && i < scene->images.count; i++)
        if (scene->images.data[i].bytes.count > 0)
            names[i] = name_of(&g, i);
    return ptl_ok(job) ? names : NULL;
}
