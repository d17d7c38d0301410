/* SPDX-License-Identifier: MIT */
/* Levels as the settings ask for them when a map is written: those of other maps behind its own,
 * some of them in another order, under other names. Levels are meant by their numbers as `info`
 * prints them, those of appended maps counted on, or by names; all of what they were before. */
#include <string.h>

#include "core/near.h"
#include "core/num.h"
#include "core/utf8.h"
#include "core/words.h"
#include "formats/grmm/grmm_edit.h"

typedef struct numbered { /* a level by its number */
    uint32_t    at;       /* where it is in the map */
    ptl_str     name;     /* as `info` prints it    */
    const char *renamed;  /* by this setting; or NULL */
    bool        taken;
} numbered;

typedef struct arranger {
    grmm_edit e;
    struct {
        numbered *data; /* number 1 first */
        size_t    count;
    } levels;
    size_t lost; /* links */
} arranger;

/* ---- Numbers and names ---------------------------------------------------------------------- */

static ptl_str name_of(ptl_job *job, const ptl_grmm_level *level)
{
    size_t size = ptl_grmm_level_name(NULL, 0, level);
    char  *name = ptl_arena_raw(job, size + 1);

    if (!name)
        return (ptl_str){ "", 0 };
    ptl_grmm_level_name(name, size + 1, level);
    return (ptl_str){ name, size };
}

/* Gives numbers to the levels that have none yet, in the order in which they are shown. */
static void number_levels(arranger *a)
{
    const ptl_grmm *map   = a->e.map;
    size_t          first = a->levels.count, count = map->levels.count - first;
    ptl_grmm        more  = { .levels = { map->levels.data + first, count } };
    uint32_t       *order = ptl_arena_array(&a->e.scratch, count, sizeof *order);

    a->levels.data =
        ptl_arena_append(&a->e.scratch, a->levels.data, first, count, sizeof *a->levels.data);
    if (!order || !a->levels.data)
        return;
    ptl_grmm_sort_levels(&more, order);
    for (size_t i = 0; i < count; i++)
        a->levels.data[first + i] =
            (numbered){ .at   = (uint32_t)(first + order[i]),
                        .name = name_of(&a->e.scratch, &more.levels.data[order[i]]) };
    a->levels.count += count;
}

static bool is_name(const arranger *a, const numbered *level, ptl_str word)
{
    return ptl_str_same(level->name, word) ||
           (word.size > 0 && ptl_str_same(a->e.map->levels.data[level->at].name, word));
}

static bool is_part(const arranger *a, const numbered *level, ptl_str word)
{
    (void)a;
    return word.size > 0 && ptl_str_holds(level->name, word);
}

typedef bool fits(const arranger *a, const numbered *level, ptl_str word);

static size_t count_fitting(const arranger *a, fits *does, ptl_str word, size_t *last)
{
    size_t count = 0;

    for (size_t i = 0; i < a->levels.count; i++)
        if (does(a, &a->levels.data[i], word)) {
            *last = i;
            count++;
        }
    return count;
}

static void refuse_word(arranger *a, const char *setting, ptl_str word, const char *why)
{
    ptl_near near = ptl_near_to(word);
    char     shown[64];

    for (size_t i = 0; i < a->levels.count; i++)
        ptl_near_offer_name(&near, a->levels.data[i].name);
    ptl_fail(&a->e.job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "%s: \"%s\" %s; there are levels 1 to %zu%s", setting,
             ptl_quote(shown, sizeof shown, word.data ? word.data : "", word.size), why,
             a->levels.count, ptl_near_text(&near, ""));
}

/* ---- Which levels --------------------------------------------------------------------------- */

typedef struct picks {
    uint32_t *data;
    size_t    count;
} picks;

static void pick(arranger *a, picks *out, size_t index)
{
    numbered *level = &a->levels.data[index];

    if (!level->taken)
        out->data[out->count++] = level->at;
    level->taken = true;
}

static void pick_range(arranger *a, picks *out, const uint64_t range[2])
{
    bool     down = range[0] > range[1];
    uint64_t most = down ? range[0] : range[1], least = down ? range[1] : range[0];

    for (uint64_t i = 0; i <= most - least && least > 0 && most <= a->levels.count; i++)
        pick(a, out, (size_t)(down ? most - i : least + i) - 1);
}

/* What a word means, in the order of numbers: levels of this very name, else those with it in their
 * names. */
static void pick_named(arranger *a, picks *out, ptl_str word)
{
    size_t last;
    fits  *does = count_fitting(a, is_name, word, &last) > 0 ? is_name : is_part;

    for (size_t i = 0; i < a->levels.count; i++)
        if (does(a, &a->levels.data[i], word))
            pick(a, out, i);
}

static void pick_word(arranger *a, picks *out, ptl_str word)
{
    uint64_t range[2] = { 0 };

    if (ptl_word_range(word, range))
        pick_range(a, out, range);
    else
        pick_named(a, out, word);
}

/* A name with a comma in it is taken as a whole. */
static void pick_levels(arranger *a, picks *out, ptl_str list)
{
    ptl_str word;

    pick_word(a, out, list);
    if (out->count > 0)
        return;
    while (ptl_next_word(&list, &word) && ptl_ok(&a->e.job)) {
        size_t before = out->count;

        pick_word(a, out, word);
        if (out->count == before)
            refuse_word(a, "levels", word, "means no level, or those before it alone");
    }
}

/* Other names for levels that are left out. */
static void refuse_in_vain(arranger *a)
{
    char shown[64];

    for (size_t i = 0; i < a->levels.count && ptl_ok(&a->e.job); i++) {
        const numbered *level = &a->levels.data[i];

        if (level->renamed && !level->taken)
            ptl_fail(&a->e.job, PTL_E_ARG, PTL_NOWHERE, "setting",
                     "%s: level %zu, \"%s\", is none of those to write", level->renamed, i + 1,
                     ptl_quote(shown, sizeof shown, level->name.data, level->name.size));
    }
}

static void keep_levels(arranger *a, const ptl_setting *given)
{
    picks chosen = { .data = ptl_arena_array(&a->e.scratch, a->levels.count, sizeof(uint32_t)) };

    if (chosen.data)
        pick_levels(a, &chosen, (ptl_str){ given->data, given->size });
    refuse_in_vain(a);
    if (ptl_grmm_edit_ok(&a->e))
        ptl_grmm_edit_keep(&a->e, chosen.data, chosen.count);
}

/* ---- Other names ---------------------------------------------------------------------------- */

enum { MOST_LETTERS = 100 };

typedef struct renaming {
    const char *setting;
    size_t      offset, least; /* of the text, and how many characters it needs */
} renaming;

static const renaming renamings[] = {
    { "rename", offsetof(ptl_grmm_level, name), 0 },
    { "relocate", offsetof(ptl_grmm_level, location), 1 },
};

/* The editor opens no map with other texts. */
static void check_text(arranger *a, const renaming *how, ptl_str text)
{
    size_t count = ptl_grmm_characters(text);

    if (!ptl_utf8_valid(text.data, text.size))
        ptl_fail(&a->e.job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s: the text is not UTF-8",
                 how->setting);
    else if (count < how->least || count > MOST_LETTERS)
        ptl_fail(&a->e.job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "%s: characters in the text: %zu; allowed: %zu to %d", how->setting, count,
                 how->least, MOST_LETTERS);
}

/* The one level that a word means; fails when there is none, or several. */
static size_t find_level(arranger *a, const char *setting, ptl_str word)
{
    uint64_t number;
    size_t   last = 0, count;

    if (word.size > 0 &&
        ptl_parse_u64(word.data, word.data + word.size, &number) == word.data + word.size &&
        number > 0 && number <= a->levels.count)
        return (size_t)number - 1;
    count = count_fitting(a, is_name, word, &last);
    if (count == 0)
        count = count_fitting(a, is_part, word, &last);
    if (count != 1)
        refuse_word(a, setting, word, count > 1 ? "means several levels" : "means no level");
    return last;
}

/* "2=Cellar": the level and what it is called from now on. */
static void rename_level(arranger *a, const ptl_setting *given, const renaming *how)
{
    const char *text   = given->data;
    const char *equals = given->size > 0 ? memchr(text, '=', given->size) : NULL;
    ptl_str     whole = { text, given->size }, word = { text, 0 }, to;
    size_t      level;

    if (!equals) {
        refuse_word(a, given->name, whole, "is not a level, '=' and what to call it");
        return;
    }
    word.size = (size_t)(equals - text);
    to        = (ptl_str){ equals + 1, given->size - word.size - 1 };
    level     = find_level(a, given->name, word);
    check_text(a, how, to);
    if (!ptl_ok(&a->e.job))
        return;
    a->levels.data[level].renamed = how->setting;
    *(ptl_str *)((char *)&a->e.map->levels.data[a->levels.data[level].at] + how->offset) = to;
}

static void rename_levels(arranger *a)
{
    const ptl_job *job = &a->e.job;

    for (size_t i = 0; i < job->setting_count; i++)
        for (size_t k = 0; k < sizeof renamings / sizeof *renamings && ptl_ok(job); k++)
            if (strcmp(job->settings[i].name, renamings[k].setting) == 0)
                rename_level(a, &job->settings[i], &renamings[k]);
}

/* ---- Other maps ----------------------------------------------------------------------------- */

/* What a map has beside levels, links among them, and the state of its editor. */
static void lose_rest(ptl_job *job, const ptl_grmm *other)
{
    ptl_find_count(job, PTL_LOSS, "grmm-left-out", other->remarks.size > 0,
                   "the notes about the appended map are left out");
    ptl_find_count(job, PTL_LOSS, "grmm-left-out",
                   other->chunks.count + other->map_chunks.count + other->level_chunks.count,
                   "# unknown {chunk|chunks} of the appended map {is|are} left out");
}

static void append_map(arranger *a, const ptl_setting *given, size_t number)
{
    ptl_job       *job   = &a->e.job;
    ptl_part_place place = { .bytes = { given->data, given->size } };
    size_t         links = a->e.map->links.count;
    ptl_grmm       other;
    ptl_doc       *doc;

    ptl_within(job, "append[%zu]", number);
    doc = ptl_part_open(job, ptl_format_grmm.info.name, &place, &(ptl_files){ 0 });
    if (doc) {
        other              = *ptl_grmm_view(doc);
        other.state.layout = PTL_GRMM_STATE_NONE; /* that of the other one counts */
        links += other.links.count;
        ptl_grmm_change_version(job, &other, a->e.map->version);
        if (ptl_ok(job))
            ptl_grmm_edit_append(&a->e, &other);
        lose_rest(job, &other);
    }
    if (ptl_grmm_edit_ok(&a->e))
        number_levels(a);
    a->lost += links - a->e.map->links.count;
    ptl_within(job, "%s", "");
    ptl_doc_free(doc);
}

static void append_maps(arranger *a)
{
    const ptl_job *job    = &a->e.job;
    size_t         number = 0;

    for (size_t i = 0; i < job->setting_count && ptl_grmm_edit_ok(&a->e); i++)
        if (strcmp(job->settings[i].name, "append") == 0)
            append_map(a, &job->settings[i], number++);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool is_asked_for(const ptl_job *job)
{
    return ptl_setting_of(job, "levels") || ptl_setting_of(job, "append") ||
           ptl_setting_of(job, "rename") || ptl_setting_of(job, "relocate");
}

/* What changes belongs to this call: the document stays as it is. */
static void own_lists(ptl_job *job, ptl_grmm *map)
{
    PTL_COPY_LIST(job, map->levels);
    PTL_COPY_LIST(job, map->links);
    PTL_COPY_LIST(job, map->state.list.open);
}

size_t ptl_grmm_arrange(ptl_job *job, ptl_grmm *map)
{
    const ptl_setting *levels = ptl_setting_of(job, "levels");
    arranger           a      = { .e = { .map = map } };
    size_t             links;

    if (!is_asked_for(job))
        return 0;
    own_lists(job, map);
    a.e.job = a.e.scratch = *job;
    if (ptl_ok(job))
        number_levels(&a);
    append_maps(&a);
    if (ptl_grmm_edit_ok(&a.e))
        rename_levels(&a);
    links = map->links.count;
    if (levels && ptl_grmm_edit_ok(&a.e))
        keep_levels(&a, levels);
    job->error = ptl_ok(&a.e.job) ? a.e.scratch.error : a.e.job.error;
    return a.lost + links - map->links.count;
}
