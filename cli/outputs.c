/* SPDX-License-Identifier: MIT */
/* Making names of outputs from those of inputs, and telling files apart. */
#include "outputs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files ----------------------------------------------------------------------------------- */

static bool id_of(file_id *out, const char *path)
{
    struct stat about;
    bool        there = stat(path, &about) == 0;

    if (there)
        *out = (file_id){ about.st_dev, about.st_ino };
    return there;
}

static bool same_id(const file_id *a, const file_id *b)
{
    return a->device == b->device && a->number == b->number;
}

/* Where a file is in the table, or would be. */
static struct file_slot *slot_of(const file_ids *ids, const file_id *id)
{
    uint64_t at =
        ((uint64_t)id->number ^ (uint64_t)id->device << 40) * UINT64_C(0x9E3779B97F4A7C15) >> 20;

    while (ids->slots[at & (ids->capacity - 1)].taken &&
           !same_id(&ids->slots[at & (ids->capacity - 1)].id, id))
        at++;
    return &ids->slots[at & (ids->capacity - 1)];
}

static bool has_id(const file_ids *ids, const file_id *id)
{
    return ids->count > 0 && slot_of(ids, id)->taken;
}

static bool has_file(const file_ids *ids, const char *path)
{
    file_id id;

    return id_of(&id, path) && has_id(ids, &id);
}

static bool grow_ids(file_ids *ids)
{
    file_ids more = { .count = ids->count, .capacity = ids->capacity ? ids->capacity * 2 : 16 };

    more.slots = calloc(more.capacity, sizeof *more.slots);
    if (!more.slots)
        return false;
    for (size_t i = 0; i < ids->capacity; i++)
        if (ids->slots[i].taken)
            *slot_of(&more, &ids->slots[i].id) = ids->slots[i];
    free(ids->slots);
    *ids = more;
    return true;
}

static void add_file(file_ids *ids, const char *path)
{
    file_id id;

    if (!id_of(&id, path) || has_id(ids, &id) ||
        (2 * (ids->count + 1) > ids->capacity && !grow_ids(ids)))
        return;
    *slot_of(ids, &id) = (struct file_slot){ id, true };
    ids->count++;
}

/* ---- Names ----------------------------------------------------------------------------------- */

typedef struct name_parts {
    char folder[PATH_MAX];
    char stem[NAME_MAX + 1], ext[NAME_MAX + 1];
} name_parts;

static const struct {
    const char *word;
    size_t      place;
} words[] = {
    { "{folder}", offsetof(name_parts, folder) },
    { "{stem}", offsetof(name_parts, stem) },
    { "{ext}", offsetof(name_parts, ext) },
};

enum { WORDS = sizeof words / sizeof *words };

static int word_at(const char *pattern)
{
    for (int i = 0; i < WORDS; i++)
        if (strncmp(pattern, words[i].word, strlen(words[i].word)) == 0)
            return i;
    return -1;
}

static bool leads_out(const char *pattern)
{
    for (const char *at = pattern; *at; at += strspn(at, "/")) {
        size_t size = strcspn(at, "/");

        if (size == 2 && strncmp(at, "..", 2) == 0)
            return true;
        at += size;
    }
    return pattern[0] == '/';
}

const char *outputs_fault(const char *pattern)
{
    size_t size = strlen(pattern);

    if (size == 0 || pattern[size - 1] == '/')
        return "ends without a name";
    if (leads_out(pattern))
        return "leads out of the output folder";
    for (const char *at = pattern; *at; at++)
        if (*at == '{' && word_at(at) < 0)
            return "knows {stem}, {ext} and {folder}, and no other word in braces";
    return NULL;
}

/* Folders one after the other; those that lead up or nowhere are left out. */
static void put_folders(char out[PATH_MAX], const char *path, size_t size)
{
    size_t used = 0;

    for (size_t at = 0, length; at < size; at += length + 1) {
        length = 0;
        while (at + length < size && path[at + length] != '/')
            length++;
        if (length == 0 || (length == 1 && path[at] == '.') ||
            (length == 2 && strncmp(path + at, "..", 2) == 0) || used + length + 2 > PATH_MAX)
            continue;
        if (used > 0)
            out[used++] = '/';
        memcpy(out + used, path + at, length);
        used += length;
    }
    out[used] = 0;
}

/* The parts of a path; its folder is counted from the one that was searched, if it was found so. A
 * document that a folder stands for is called like the folder. */
static void take_apart(name_parts *out, const found_file *file)
{
    const char *path  = file->whole ? file->whole : file->path;
    const char *below = file->base ? path + strlen(file->base) : path;
    const char *slash = strrchr(below, '/'), *name = slash ? slash + 1 : below;
    const char *dot = strrchr(name, '.'), *end = dot && dot > name ? dot : name + strlen(name);

    put_folders(out->folder, below, (size_t)(name - below));
    snprintf(out->stem, sizeof out->stem, "%.*s", (int)(end - name), name);
    snprintf(out->ext, sizeof out->ext, "%s", *end ? end + 1 : "");
}

/* Fills in a pattern. What an empty word leaves of it, a slash in front or a dot at the end, goes.
 */
static bool fill_in(char out[PATH_MAX], const char *pattern, const name_parts *parts)
{
    size_t used = 0;

    while (*pattern) {
        int         which = word_at(pattern);
        const char *text  = which < 0 ? pattern : (const char *)parts + words[which].place;
        size_t      size  = which < 0 ? 1 : strlen(text);

        if (used + size >= PATH_MAX)
            return false;
        if (!(size == 1 && *text == '/' && (used == 0 || out[used - 1] == '/'))) {
            memcpy(out + used, text, size);
            used += size;
        }
        pattern += which < 0 ? 1 : strlen(words[which].word);
    }
    while (used > 0 && out[used - 1] == '.')
        used--;
    out[used] = 0;
    return used > 0 && out[used - 1] != '/';
}

static char *join(const char *format, const char *a, const char *b, const char *c)
{
    int   size = snprintf(NULL, 0, format, a, b, c);
    char *text = size < 0 || size >= PATH_MAX ? NULL : malloc((size_t)size + 1);

    if (text)
        snprintf(text, (size_t)size + 1, format, a, b, c);
    return text;
}

static char *name_for(const outputs *o, const found_file *file)
{
    const char *usual   = file->base ? "{folder}/{stem}" : "{stem}";
    const char *between = o->place[strlen(o->place) - 1] == '/' ? "%s%s.%s" : "%s/%s.%s";
    name_parts  parts;
    char        name[PATH_MAX];

    if (!o->folder)
        return join("%s%s%s", o->place, "", "");
    take_apart(&parts, file);
    if (!fill_in(name, o->pattern ? o->pattern : usual, &parts))
        return NULL;
    return join(between, o->place, name, o->extension);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct claim { /* a file that an output would go to */
    const char *name;
    file_id     id; /* of one that is there */
    bool        there;
    size_t      input;
} claim;

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_name_then_input(const void *a, const void *b)
{
    const claim *x = a, *y = b;
    int          order = strcmp(x->name, y->name);

    return order ? order : compare_sizes(x->input, y->input);
}

static int by_file_then_input(const void *a, const void *b)
{
    const claim *x = a, *y = b;
    int          order = (y->there - x->there) * 4;

    if (order == 0 && x->there)
        order = x->id.device != y->id.device ? (x->id.device < y->id.device ? -2 : 2)
                                             : compare_sizes(x->id.number, y->id.number);
    return order ? order : compare_sizes(x->input, y->input);
}

static bool same_name(const claim *a, const claim *b)
{
    return strcmp(a->name, b->name) == 0;
}

static bool same_file(const claim *a, const claim *b)
{
    return a->there && b->there && same_id(&a->id, &b->id);
}

enum { SHOWN = 5 }; /* clashes, of possibly thousands */

static void say_clash(const outputs *o, const claim *first, const claim *second)
{
    shown_path a, b, c;

    fprintf(stderr, "%s: error: would become %s, and so would %s [output]\n",
            show_path(&a, o->inputs->file[second->input].path), show_path(&b, second->name),
            show_path(&c, o->inputs->file[first->input].path));
}

/* Names those that stand side by side and are the same. */
static size_t count_clashes(const outputs *o, claim *claims,
                            int (*order)(const void *, const void *),
                            bool (*same)(const claim *, const claim *))
{
    size_t count = o->inputs->count, found = 0, first = 0;

    qsort(claims, count, sizeof *claims, order);
    for (size_t i = 1; i < count; i++) {
        if (!same(&claims[first], &claims[i]))
            first = i;
        else if (found++ < SHOWN)
            say_clash(o, &claims[first], &claims[i]);
    }
    return found;
}

/* Outputs that would replace an input other than their own, which then could not be read. */
static size_t count_replaced(const outputs *o, const claim *claims)
{
    size_t     found = 0;
    shown_path a, b;

    for (size_t i = 0; i < o->inputs->count; i++) {
        const found_file *input = &o->inputs->file[claims[i].input];
        file_id           own;

        if (!claims[i].there || !has_id(&o->spared, &claims[i].id) ||
            (id_of(&own, input->path) && same_id(&own, &claims[i].id)))
            continue;
        if (found++ < SHOWN)
            fprintf(stderr, "%s: error: would become %s, which is an input itself [output]\n",
                    show_path(&a, input->path), show_path(&b, claims[i].name));
    }
    return found;
}

static int refuse_clashes(const outputs *o)
{
    size_t count  = o->inputs->count, found;
    claim *claims = calloc(count + 1, sizeof *claims);

    if (!claims)
        return EXIT_CANNOT;
    for (size_t i = 0; i < count; i++) {
        claims[i]       = (claim){ .name = o->names[i], .input = i };
        claims[i].there = id_of(&claims[i].id, o->names[i]);
    }
    found = count_clashes(o, claims, by_name_then_input, same_name);
    if (found == 0)
        found = count_clashes(o, claims, by_file_then_input, same_file);
    if (found == 0)
        found = count_replaced(o, claims);
    free(claims);
    if (found > SHOWN)
        fprintf(stderr, "portolan: and %zu more\n", found - SHOWN);
    if (found > 0)
        fprintf(stderr, "portolan: nothing was done; other names come from --name, such as "
                        "--name '{folder}/{stem}.{ext}'\n");
    return found > 0 ? EXIT_USAGE : EXIT_FINE;
}

/* ---- A run ----------------------------------------------------------------------------------- */

static int make_names(outputs *o)
{
    shown_path room;

    for (size_t i = 0; i < o->inputs->count; i++) {
        o->names[i] = o->sorted[i] = name_for(o, &o->inputs->file[i]);
        if (!o->names[i]) {
            fprintf(stderr, "%s: error: there is no name for its output [output]\n",
                    show_path(&room, o->inputs->file[i].path));
            return EXIT_CANNOT;
        }
        add_file(&o->spared, o->inputs->file[i].path);
    }
    qsort(o->sorted, o->inputs->count, sizeof *o->sorted, by_text);
    return EXIT_FINE;
}

int outputs_begin(outputs *o, const file_list *inputs)
{
    int code;

    o->inputs = inputs;
    o->names  = calloc(inputs->count + 1, sizeof *o->names);
    o->sorted = calloc(inputs->count + 1, sizeof *o->sorted);
    pthread_mutex_init(&o->lock, NULL);
    code = o->names && o->sorted ? make_names(o) : EXIT_CANNOT;
    return code == EXIT_FINE && inputs->count > 1 ? refuse_clashes(o) : code;
}

/* Folders that were made for outputs that came to nothing go again. */
void outputs_end(outputs *o)
{
    while (o->made_count > 0) {
        rmdir(o->made[--o->made_count]);
        free(o->made[o->made_count]);
    }
    for (size_t i = 0; o->names && i < o->inputs->count; i++)
        free(o->names[i]);
    free(o->names);
    free(o->sorted);
    free(o->made);
    free(o->spared.slots);
    free(o->written.slots);
}

void outputs_spare(outputs *o, const char *path)
{
    add_file(&o->spared, path);
}

static bool is_planned(const outputs *o, const char *path)
{
    return bsearch(&path, o->sorted, o->inputs->count, sizeof *o->sorted, by_text) != NULL;
}

bool outputs_has(const outputs *o, const char *path)
{
    file_id is, other;

    if (is_planned(o, path) || has_file(&o->spared, path))
        return true;
    for (size_t i = 0; id_of(&is, path) && i < o->inputs->count; i++)
        if (id_of(&other, o->names[i]) && same_id(&is, &other))
            return true;
    return false;
}

static bool note_made(outputs *o, const char *path)
{
    char **list = realloc(o->made, (o->made_count + 1) * sizeof *list);

    if (!list)
        return false;
    o->made                  = list;
    o->made[o->made_count++] = join("%s%s%s", path, "", "");
    return true;
}

bool outputs_make_folders(outputs *o, size_t index)
{
    char *path = join("%s%s%s", o->names[index], "", "");
    bool  made = path && path[0];

    pthread_mutex_lock(&o->lock);
    for (char *slash = made ? strchr(path + 1, '/') : NULL; slash && made;
         slash       = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0777) == 0)
            made = note_made(o, path);
        else
            made = errno == EEXIST;
        *slash = '/';
    }
    pthread_mutex_unlock(&o->lock);
    free(path);
    return made;
}

bool outputs_is_written(outputs *o, const char *path)
{
    bool is;

    pthread_mutex_lock(&o->lock);
    is = has_file(&o->written, path);
    pthread_mutex_unlock(&o->lock);
    return is;
}

bool outputs_may_put(outputs *o, size_t index, const char *path)
{
    bool own = strcmp(path, o->names[index]) == 0;

    if (!own && (is_planned(o, path) || has_file(&o->spared, path)))
        return false;
    return !outputs_is_written(o, path);
}

void outputs_wrote(outputs *o, const char *path)
{
    pthread_mutex_lock(&o->lock);
    add_file(&o->written, path);
    pthread_mutex_unlock(&o->lock);
}
