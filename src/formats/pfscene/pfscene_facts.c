/* SPDX-License-Identifier: MIT */
/* The page of `info`: what is in a scene. */
#include <string.h>

#include "formats/pfscene/pfscene_private.h"

typedef struct faction_fact {
    ptl_str name, color;
} faction_fact;

typedef struct model_fact {
    ptl_str  model;
    uint64_t entities;
} model_fact;

typedef struct entity_fact {
    ptl_str name, model;
    double  x, y, z;
    int64_t faction;
    bool    animated, fixed;
} entity_fact;

typedef struct place_fact { /* regions and cameras */
    ptl_str kind, name, position;
} place_fact;

#define LIST(type)                                                                                 \
    struct {                                                                                       \
        type  *data;                                                                               \
        size_t count;                                                                              \
    }

typedef struct facts {
    ptl_str  format, title, version;
    uint64_t sections, unknown;
    LIST(faction_fact) factions;
    uint64_t entities, animated, fixed;
    LIST(model_fact) models;
    LIST(place_fact) places;
    LIST(entity_fact) list;
} facts;

#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

#define AT(member) .offset = offsetof(faction_fact, member)
static const ptl_field faction_fields[] = {
    { "name", "in the order of their numbers, from 0", PTL_KIND_TEXT, AT(name) },
    { "color", "red, green and blue", PTL_KIND_TEXT, AT(color), .optional = true },
};
#undef AT
static const ptl_record faction_record = { "faction", sizeof(faction_fact), ROWS(faction_fields) };

#define AT(member) .offset = offsetof(model_fact, member)
static const ptl_field model_fields[] = {
    { "model", "file below the engine's folder", PTL_KIND_TEXT, AT(model) },
    { "entities", "that have it", PTL_KIND_U64, AT(entities) },
};
#undef AT
static const ptl_record model_record = { "model", sizeof(model_fact), ROWS(model_fields) };

#define AT(member) .offset = offsetof(place_fact, member)
static const ptl_field place_fields[] = {
    { "kind", "region or camera", PTL_KIND_TEXT, AT(kind) },
    { "name", "what it is called", PTL_KIND_TEXT, AT(name) },
    { "position", "as the text has it", PTL_KIND_TEXT, AT(position), .optional = true },
};
#undef AT
static const ptl_record place_record = { "place", sizeof(place_fact), ROWS(place_fields) };

#define AT(member) .offset = offsetof(entity_fact, member)
static const ptl_field entity_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(name) },
    { "model", "file below the engine's folder", PTL_KIND_TEXT, AT(model) },
    { "x", "to the west", PTL_KIND_F64, AT(x) },
    { "y", "up", PTL_KIND_F64, AT(y) },
    { "z", "to the south", PTL_KIND_F64, AT(z) },
    { "faction", "its number, from 0", PTL_KIND_I64, AT(faction) },
    { "animated", "it plays an animation", PTL_KIND_BOOL, AT(animated), .optional = true },
    { "static", "it never moves", PTL_KIND_BOOL, AT(fixed), .optional = true },
};
#undef AT
static const ptl_record entity_record = { "entity", sizeof(entity_fact), ROWS(entity_fields) };

#define AT(member) .offset = offsetof(facts, member)
static const ptl_field facts_fields[] = {
    { "format", "always pfscene", PTL_KIND_TEXT, AT(format) },
    { "title", "the format's name for people", PTL_KIND_TEXT, AT(title) },
    { "version", "as the text has it", PTL_KIND_TEXT, AT(version), .optional = true },
    { "sections", "all of them", PTL_KIND_U64, AT(sections) },
    { "unknown", "of these, not known", PTL_KIND_U64, AT(unknown), .optional = true },
    { "entities", "all of them", PTL_KIND_U64, AT(entities) },
    { "animated", "of these, with an animation", PTL_KIND_U64, AT(animated) },
    { "static", "of these, never moving", PTL_KIND_U64, AT(fixed) },
    { "factions", "sides of the game", PTL_KIND_RECORD, PTL_LIST, AT(factions),
      .record = &faction_record },
    { "models", "in the order in which they come", PTL_KIND_RECORD, PTL_LIST, AT(models),
      .record = &model_record },
    { "places", "regions and cameras", PTL_KIND_RECORD, PTL_LIST, AT(places),
      .record = &place_record, .optional = true },
    { "list", "entities in the order of the text", PTL_KIND_RECORD, PTL_LIST, AT(list),
      .record = &entity_record },
};
#undef AT
const ptl_record ptl_pfscene_facts_record = { "facts", sizeof(facts), ROWS(facts_fields) };

/* ---- Gathering ------------------------------------------------------------------------------ */

static ptl_str value_of(const ptl_pfscene_thing *thing, const char *key)
{
    const ptl_pfscene_attribute *a = ptl_pfscene_attribute_of(thing, key);

    return a ? a->value : (ptl_str){ "", 0 };
}

static void add_entity(facts *out, const ptl_pfscene_thing *thing)
{
    ptl_pfscene_stand stand;

    ptl_pfscene_stand_of(&stand, thing);
    out->animated += stand.animated;
    out->fixed += stand.fixed;
    out->list.data[out->list.count++] = (entity_fact){ .name     = thing->name,
                                                       .model    = thing->model,
                                                       .x        = stand.position[0],
                                                       .y        = stand.position[1],
                                                       .z        = stand.position[2],
                                                       .faction  = stand.faction,
                                                       .animated = stand.animated,
                                                       .fixed    = stand.fixed };
}

static void add_thing(facts *out, const pfscene_kind *kind, const ptl_pfscene_thing *thing)
{
    bool    region = strcmp(kind->key, "region") == 0;
    ptl_str name   = { kind->key, strlen(kind->key) };

    if (strcmp(kind->key, "faction") == 0)
        out->factions.data[out->factions.count++] =
            (faction_fact){ thing->name, value_of(thing, "color") };
    else if (strcmp(kind->key, "entity") == 0)
        add_entity(out, thing);
    else
        out->places.data[out->places.count++] =
            (place_fact){ name, thing->name, value_of(thing, region ? "pos" : "position") };
}

static size_t count_things(const ptl_pfscene *scene)
{
    size_t count = 0;

    for (size_t i = 0; i < scene->sections.count; i++)
        count += scene->sections.data[i].things.count;
    return count;
}

static bool reserve(ptl_job *job, facts *out, size_t things)
{
    out->factions.data = ptl_arena_array(job, things, sizeof *out->factions.data);
    out->places.data   = ptl_arena_array(job, things, sizeof *out->places.data);
    out->list.data     = ptl_arena_array(job, things, sizeof *out->list.data);
    out->models.data   = ptl_arena_array(job, things, sizeof *out->models.data);
    return ptl_ok(job);
}

void *ptl_pfscene_facts(ptl_job *job, const void *native)
{
    const ptl_pfscene *scene = native;
    facts             *out   = ptl_arena_take(job, sizeof *out);
    pfscene_crowd      crowd = ptl_pfscene_crowd_of(job, scene);

    if (!ptl_ok(job) || !reserve(job, out, count_things(scene)))
        return NULL;
    out->format = (ptl_str){ "pfscene", 7 };
    out->title  = (ptl_str){ ptl_format_pfscene.info.title, strlen(ptl_format_pfscene.info.title) };
    out->version  = scene->version;
    out->sections = scene->sections.count;
    for (size_t s = 0; s < scene->sections.count; s++) {
        const ptl_pfscene_section *section = &scene->sections.data[s];
        const pfscene_kind        *kind    = ptl_pfscene_kind_of(section->name);

        out->unknown += !kind;
        for (size_t i = 0; i < section->things.count; i++)
            add_thing(out, kind, &section->things.data[i]);
    }
    out->entities = out->list.count;
    for (size_t i = 0; i < crowd.model_count; i++)
        out->models.data[out->models.count++] =
            (model_fact){ crowd.models[i].path, crowd.models[i].count };
    return out;
}
