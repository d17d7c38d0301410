/* SPDX-License-Identifier: MIT */
/* A scene and what lies beside it: models that are there, entities that stand on the map. */
#include <string.h>

#include "formats/pfscene/pfscene_private.h"

typedef struct checker {
    ptl_job       *job;
    pfscene_crowd  crowd;
    const ptl_doc *map;  /* NULL: there is none */
    uint32_t      *next; /* of each entity: the one after it with the same model, or itself */
} checker;

/* Opens a part and hears nothing of it but why it cannot be opened. */
static ptl_doc *open_quietly(ptl_job *job, ptl_job *own, const char *format,
                             const ptl_part_place *place, const ptl_files *files)
{
    ptl_doc *doc;

    *own          = *job;
    own->listener = (ptl_listener){ 0 };
    doc           = ptl_part_open(own, format, place, files);
    if (!doc && (ptl_starved(own) || own->error.status == PTL_E_STOPPED))
        ptl_fail(job, own->error.status, PTL_NOWHERE, own->error.rule, "%s", own->error.message);
    return doc;
}

/* An animation has to be there; classes of scripts choose their own. */
static void check_clip(const checker *c, const ptl_pfscene_thing *entity, const ptl_doc *model)
{
    const ptl_pfscene_attribute *clip = ptl_pfscene_attribute_of(entity, "idle_clip");
    ptl_pfscene_stand            stand;
    char                         shown[48];
    bool                         named;

    ptl_pfscene_stand_of(&stand, entity);
    if (!stand.animated || !clip || ptl_pfscene_attribute_of(entity, "class"))
        return;
    if (model->format->clips(model->native, clip->value, &named) == 0)
        ptl_find(c->job, PTL_WARNING, clip->at, "pfscene-still",
                 "an entity is animated, and its model has no animations: the engine crashes");
    else if (!named)
        ptl_find(c->job, PTL_WARNING, clip->at, "pfscene-animated",
                 "the model has no animation %s: the engine refuses that",
                 ptl_quote(shown, sizeof shown, clip->value.data, clip->value.size));
}

static void check_model(const checker *c, const pfscene_model *model, const ptl_files *files)
{
    ptl_part_place place = ptl_pfscene_model_place(model->path);
    uint64_t       at    = c->crowd.entity[model->first]->at;
    ptl_job        own;
    ptl_doc       *doc = open_quietly(c->job, &own, PTL_PFSCENE_PARTS, &place, files);
    char           shown[96];

    ptl_quote(shown, sizeof shown, model->path.data, model->path.size);
    if (!doc && own.error.status == PTL_E_IO)
        ptl_find(c->job, PTL_WARNING, at, "pfscene-model", "model %s is not there", shown);
    else if (!doc)
        ptl_find(c->job, PTL_WARNING, at, "pfscene-model", "model %s cannot be read: %s", shown,
                 own.error.message);
    for (size_t i = model->first, last = c->crowd.count; doc && i != last; i = c->next[i]) {
        check_clip(c, c->crowd.entity[i], doc);
        last = i;
    }
    ptl_doc_free(doc);
}

/* Entities of each model, one after the other. */
static bool link_entities(checker *c)
{
    uint32_t *last = ptl_arena_array(c->job, c->crowd.model_count, sizeof *last);

    c->next = ptl_arena_array(c->job, c->crowd.count, sizeof *c->next);
    for (uint32_t i = 0; ptl_ok(c->job) && i < c->crowd.count; i++) {
        uint32_t model = c->crowd.model[i];

        if (c->crowd.models[model].first != i)
            c->next[last[model]] = i;
        c->next[i] = last[model] = i;
    }
    return ptl_ok(c->job);
}

/* Scenery may stand anywhere on the map; what moves has to begin where it can. */
static void check_entity(const checker *c, const ptl_pfscene_thing *entity)
{
    const ptl_pfscene_attribute *position = ptl_pfscene_attribute_of(entity, "position");
    uint64_t                     at       = position ? position->at : entity->at;
    ptl_pfscene_stand            stand;
    ptl_footing                  ground;

    ptl_pfscene_stand_of(&stand, entity);
    ground = c->map->format->footing(c->map->native, stand.position[0], stand.position[2]);
    if (ground == PTL_FOOTING_NONE)
        ptl_find(c->job, PTL_WARNING, at, "pfscene-outside",
                 "an entity stands outside of the map: %.1f to the west, %.1f to the south",
                 stand.position[0], stand.position[2]);
    else if (ground == PTL_FOOTING_CLOSED && !stand.fixed)
        ptl_find(c->job, PTL_WARNING, at, "pfscene-ground",
                 "an entity that moves stands where nobody can walk");
}

static void check_places(checker *c, const ptl_files *files)
{
    ptl_part_place place;
    ptl_job        own;
    ptl_doc       *map = NULL;

    if (ptl_pfscene_map_place(c->job, c->job->name, &place))
        map = open_quietly(c->job, &own, "pfmap", &place, files);
    c->map = map;
    if (!map && place.file.name[0] && ptl_ok(c->job))
        ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "pfscene-map",
                 own.error.status == PTL_E_IO
                     ? "its map is not beside it, so that places are not checked"
                     : "its map cannot be read, so that places are not checked");
    for (size_t i = 0; map && i < c->crowd.count && ptl_ok(c->job); i++)
        check_entity(c, c->crowd.entity[i]);
    ptl_doc_free(map);
}

void ptl_pfscene_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts)
{
    checker c = { .job = job, .crowd = ptl_pfscene_crowd_of(job, native) };

    if (!ptl_ok(job) || !link_entities(&c))
        return;
    for (size_t i = 0; i < c.crowd.model_count && ptl_ok(job); i++)
        check_model(&c, &c.crowd.models[i], &opts->files);
    if (ptl_ok(job) && c.crowd.count > 0)
        check_places(&c, &opts->files);
}
