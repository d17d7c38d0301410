/* SPDX-License-Identifier: MIT */
/* A scene and what lies beside it: models that are there, entities that stand on the map. */
#include <string.h>

#include "formats/pfscene/pfscene_private.h"

typedef struct checker {
    ptl_job       *job;
    pfscene_crowd  crowd;
    const ptl_doc *map; /* NULL: there is none */
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
    ptl_doc_free(doc);
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
        ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "pfscene-model",
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

    for (size_t i = 0; i < c.crowd.model_count && ptl_ok(job); i++)
        check_model(&c, &c.crowd.models[i], &opts->files);
    if (ptl_ok(job) && c.crowd.count > 0)
        check_places(&c, &opts->files);
}
