/* SPDX-License-Identifier: MIT */
/* What the engine would make of a scene: values, names, factions. */
#include <stdlib.h>
#include <string.h>

#include "formats/pfscene/pfscene_private.h"

typedef struct checker {
    ptl_job           *job;
    const ptl_pfscene *scene;
    size_t             factions;
    size_t             section, thing; /* where it is */
} checker;

/* ---- Attributes ----------------------------------------------------------------------------- */

static const struct {
    char    name[8];
    uint8_t numbers;
} types[] = { { "quat", 4 }, { "vec2", 2 },  { "vec3", 3 },
              { "bool", 1 }, { "float", 1 }, { "int", 1 } };

typedef struct flaw { /* of a value */
    const char *text; /* NULL: there is none */
    bool        refused;
} flaw;

/* The engine makes do with the first number, but not without any. */
static flaw flaw_of(ptl_str type, ptl_str value)
{
    static const flaw none = { NULL, false };
    double            number[4];
    size_t            i = 0;
    bool              flag;

    while (i < sizeof types / sizeof *types && !ptl_str_is(type, types[i].name))
        i++;
    if (i == sizeof types / sizeof *types)
        return none;
    flag = ptl_str_is(type, "bool");
    if (!ptl_pfscene_begins_with_number(value, number) ||
        (flag && number[0] != 0 && number[0] != 1))
        return (flaw){ flag ? "is neither 0 nor 1" : "is no number", true };
    if (!ptl_pfscene_numbers(value, number, types[i].numbers))
        return (flaw){ "has not as many numbers as its type", false };
    if (ptl_str_is(type, "int") && !(number[0] >= INT32_MIN && number[0] <= INT32_MAX &&
                                     number[0] == (double)(int64_t)number[0]))
        return (flaw){ "is no whole number of 32 bits", false };
    return none;
}

static void check_value(const checker *c, ptl_str type, ptl_str value, uint64_t at)
{
    flaw found = flaw_of(type, value);
    char shown[48];

    if (found.text)
        ptl_find(c->job, PTL_ERROR, at, found.refused ? "pfscene-number" : "pfscene-value", "%s %s",
                 ptl_quote(shown, sizeof shown, value.data, value.size), found.text);
}

/* The engine has these types for these keys, and no others. */
static const struct {
    char key[24], type[8];
} known[] = {
    { "position", "vec3" },
    { "scale", "vec3" },
    { "rotation", "quat" },
    { "animated", "bool" },
    { "selectable", "bool" },
    { "static", "bool" },
    { "collision", "bool" },
    { "faction_id", "int" },
    { "selection_radius", "float" },
    { "vision_range", "float" },
    { "idle_clip", "string" },
    { "class", "string" },
    { "constructor_arguments", "int" },
    { "tags", "int" },
};

static void check_type(const checker *c, const ptl_pfscene_attribute *a)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ptl_str_is(a->key, known[i].key) && !ptl_str_is(a->type, known[i].type))
            ptl_find(c->job, PTL_ERROR, a->at, "pfscene-value", "%s is of type %s", known[i].key,
                     known[i].type);
}

static int by_key(const void *a, const void *b)
{
    const ptl_pfscene_attribute *x = *(const ptl_pfscene_attribute *const *)a,
                                *y = *(const ptl_pfscene_attribute *const *)b;
    size_t size                    = x->key.size < y->key.size ? x->key.size : y->key.size;
    int    less                    = memcmp(x->key.data, y->key.data, size);

    if (less || x->key.size != y->key.size)
        return less ? less : x->key.size < y->key.size ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The engine stops itself where an entity says something twice. */
static void check_twice(const checker *c, const ptl_pfscene_attributes *list)
{
    const ptl_pfscene_attribute **order;
    char                          shown[48];

    order = ptl_arena_array(c->job, list->count, sizeof *order);
    for (size_t i = 0; order && i < list->count; i++)
        order[i] = &list->data[i];
    if (!order)
        return;
    qsort(order, list->count, sizeof *order, by_key);
    for (size_t i = 1; i < list->count; i++)
        if (ptl_str_same(order[i]->key, order[i - 1]->key))
            ptl_find(c->job, PTL_ERROR, order[i]->at, "pfscene-twice",
                     "%s was given before: the engine stops",
                     ptl_quote(shown, sizeof shown, order[i]->key.data, order[i]->key.size));
}

static void check_attributes(const checker *c, const ptl_pfscene_thing *thing, bool entity)
{
    for (size_t i = 0; i < thing->attributes.count; i++) {
        const ptl_pfscene_attribute *a = &thing->attributes.data[i];

        ptl_within(c->job, "sections[%zu]/things[%zu]/attributes[%zu]", c->section, c->thing, i);
        check_value(c, a->type, a->value, a->at);
        for (size_t k = 0; k < a->arguments.count; k++)
            check_value(c, a->arguments.data[k].type, a->arguments.data[k].value,
                        a->arguments.data[k].at);
        if (entity)
            check_type(c, a);
    }
    ptl_within(c->job, "sections[%zu]/things[%zu]", c->section, c->thing);
    if (entity && thing->attributes.count > 1)
        check_twice(c, &thing->attributes);
}

/* ---- Entities ------------------------------------------------------------------------------- */

static void check_faction(const checker *c, const ptl_pfscene_thing *entity)
{
    const ptl_pfscene_attribute *a = ptl_pfscene_attribute_of(entity, "faction_id");
    double                       number;

    if (c->factions > 0 && a && ptl_pfscene_numbers(a->value, &number, 1) &&
        !(number >= 0 && number < (double)c->factions))
        ptl_find(c->job, PTL_WARNING, a->at, "pfscene-faction",
                 "faction %.0f of an entity does not exist: there are %zu, from 0", number,
                 c->factions);
}

/* What the engine makes an entity of; a class that a script has for it may do without. */
static void check_making(const checker *c, const ptl_pfscene_thing *entity)
{
    const ptl_pfscene_attribute *animated = ptl_pfscene_attribute_of(entity, "animated");
    ptl_pfscene_stand            stand;

    if (ptl_pfscene_attribute_of(entity, "class"))
        return;
    ptl_pfscene_stand_of(&stand, entity);
    if (entity->model.size < 2 || !memchr(entity->model.data + 1, '/', entity->model.size - 1))
        ptl_find(c->job, PTL_WARNING, entity->at, "pfscene-model",
                 "the model is in no folder: the engine refuses that");
    if (!animated)
        ptl_find(c->job, PTL_WARNING, entity->at, "pfscene-animated",
                 "an entity does not say whether it is animated: the engine refuses that");
    else if (stand.animated && !ptl_pfscene_attribute_of(entity, "idle_clip"))
        ptl_find(c->job, PTL_WARNING, animated->at, "pfscene-animated",
                 "an animated entity has no idle_clip: the engine refuses that");
}

/* Names and paths that the engine has no room for. */
static void check_room(const checker *c, const ptl_pfscene_thing *thing, ptl_str text, size_t most,
                       const char *what)
{
    if (text.size > most)
        ptl_find(c->job, PTL_WARNING, thing->at, "pfscene-name",
                 "%s has %zu bytes; the engine keeps %zu", what, text.size, most);
}

static void check_thing(const checker *c, const pfscene_kind *kind, const ptl_pfscene_thing *thing)
{
    bool entity = strcmp(kind->key, "entity") == 0;

    ptl_within(c->job, "sections[%zu]/things[%zu]", c->section, c->thing);
    check_room(c, thing, thing->name, strcmp(kind->key, "faction") == 0 ? 31 : 127, "the name");
    check_room(c, thing, thing->model, 255, "the path of the model");
    if (entity && !ptl_pfscene_attribute_of(thing, "position"))
        ptl_find(c->job, PTL_WARNING, thing->at, "pfscene-position",
                 "an entity has no position: it stands in the middle of the map");
    if (entity) {
        check_faction(c, thing);
        check_making(c, thing);
    }
    check_attributes(c, thing, entity);
}

static size_t count_factions(const ptl_pfscene *scene)
{
    size_t count = 0;

    for (size_t i = 0; i < scene->sections.count; i++)
        if (ptl_str_is(scene->sections.data[i].name, "factions"))
            count += scene->sections.data[i].things.count;
    return count;
}

void ptl_pfscene_check(ptl_job *job, const void *native, const char *profile)
{
    checker c = { .job = job, .scene = native, .factions = count_factions(native) };

    (void)profile;
    for (; c.section < c.scene->sections.count && ptl_ok(job); c.section++) {
        const ptl_pfscene_section *section = &c.scene->sections.data[c.section];
        const pfscene_kind        *kind    = ptl_pfscene_kind_of(section->name);

        for (c.thing = 0; c.thing < section->things.count && ptl_ok(job); c.thing++)
            check_thing(&c, kind, &section->things.data[c.thing]);
    }
    ptl_within(job, "%s", "");
}
