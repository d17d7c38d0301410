/* SPDX-License-Identifier: MIT */
/* What the attributes of entities mean, and which models a scene has. */
#include <string.h>

#include "core/companions.h"
#include "core/num.h"
#include "core/order.h"
#include "formats/pfscene/pfscene_private.h"

/* ---- Attributes ----------------------------------------------------------------------------- */

const ptl_pfscene_attribute *ptl_pfscene_attribute_of(const ptl_pfscene_thing *thing,
                                                      const char              *key)
{
    for (size_t i = 0; thing && key && i < thing->attributes.count; i++)
        if (ptl_str_is(thing->attributes.data[i].key, key))
            return &thing->attributes.data[i];
    return NULL;
}

bool ptl_pfscene_numbers(ptl_str text, double *out, size_t count)
{
    const char *at = text.size > 0 ? text.data : "", *end = at + text.size;

    for (size_t i = 0; i < count; i++) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        at = ptl_parse_f64(at, end, &out[i]);
        if (!at || (at < end && *at != ' ' && *at != '\t') || !(out[i] - out[i] == 0))
            return false;
    }
    return at == end;
}

bool ptl_pfscene_begins_with_number(ptl_str text, double *out)
{
    const char *at = text.size > 0 ? text.data : "", *end = at + text.size;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return ptl_parse_f64(at, end, out) && *out - *out == 0;
}

/* The value stays what it is where the attribute does not give another of this type. */
static void take(const ptl_pfscene_thing *thing, const char *key, const char *type, double *out,
                 size_t count)
{
    const ptl_pfscene_attribute *a = ptl_pfscene_attribute_of(thing, key);
    double                       value[4];

    if (a && ptl_str_is(a->type, type) && ptl_pfscene_numbers(a->value, value, count))
        memcpy(out, value, count * sizeof *out);
}

static bool take_flag(const ptl_pfscene_thing *thing, const char *key, bool without)
{
    double value = without;

    take(thing, key, "bool", &value, 1);
    return value != 0;
}

void ptl_pfscene_stand_of(ptl_pfscene_stand *out, const ptl_pfscene_thing *entity)
{
    const ptl_pfscene_attribute *clip    = ptl_pfscene_attribute_of(entity, "idle_clip");
    double                       faction = 0;

    if (!out)
        return;
    *out = (ptl_pfscene_stand){ .scale = { 1, 1, 1 }, .rotation = { 0, 0, 0, 1 } };
    take(entity, "position", "vec3", out->position, 3);
    take(entity, "scale", "vec3", out->scale, 3);
    take(entity, "rotation", "quat", out->rotation, 4);
    take(entity, "faction_id", "int", &faction, 1);
    out->faction   = faction > -1e9 && faction < 1e9 ? (int64_t)faction : -1;
    out->animated  = take_flag(entity, "animated", false);
    out->fixed     = take_flag(entity, "static", true);
    out->collision = take_flag(entity, "collision", false);
    out->clip      = clip ? clip->value : (ptl_str){ "", 0 };
}

/* ---- Models --------------------------------------------------------------------------------- */

static size_t count_entities(const ptl_pfscene *scene, const ptl_pfscene_thing **out)
{
    size_t count = 0;

    for (size_t s = 0; s < scene->sections.count; s++) {
        const ptl_pfscene_section *section = &scene->sections.data[s];

        for (size_t i = 0; ptl_str_is(section->name, "entities") && i < section->things.count; i++)
            if (out)
                out[count++] = &section->things.data[i];
            else
                count++;
    }
    return count;
}

static bool by_model(const void *of, uint32_t a, uint32_t b)
{
    const pfscene_crowd *crowd = of;
    int                  less  = ptl_str_order(crowd->entity[a]->model, crowd->entity[b]->model);

    return less ? less < 0 : a < b;
}

/* The first entity with the model of each, so that models come in the order of the text. */
static void number_models(pfscene_crowd *crowd, uint32_t *order)
{
    ptl_put_in_order(order, crowd->count, by_model, crowd);
    for (size_t i = 0, first = 0; i < crowd->count; i++) {
        if (!ptl_str_same(crowd->entity[order[i]]->model, crowd->entity[order[first]]->model))
            first = i;
        crowd->model[order[i]] = order[first];
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        const ptl_pfscene_thing *entity = crowd->entity[i];

        if (crowd->model[i] == i) {
            crowd->models[crowd->model_count] =
                (pfscene_model){ .path = entity->model, .first = i };
            crowd->model[i] = (uint32_t)crowd->model_count++;
        } else {
            crowd->model[i] = crowd->model[crowd->model[i]];
        }
        crowd->models[crowd->model[i]].count++;
    }
}

void ptl_pfscene_keep_in(ptl_job *job, pfscene_crowd *crowd, const ptl_scene_box *box)
{
    uint32_t *order = ptl_arena_array(job, crowd->count, sizeof *order);
    size_t    kept  = 0;

    for (size_t i = 0; order && i < crowd->count; i++) {
        ptl_pfscene_stand stand;
        float             x, z;

        ptl_pfscene_stand_of(&stand, crowd->entity[i]);
        x = (float)-stand.position[0];
        z = (float)stand.position[2];
        if (x >= box->least[0] && x <= box->most[0] && z >= box->least[2] && z <= box->most[2])
            crowd->entity[kept++] = crowd->entity[i];
    }
    crowd->count       = kept;
    crowd->model_count = 0;
    if (order)
        number_models(crowd, order);
}

pfscene_crowd ptl_pfscene_crowd_of(ptl_job *job, const ptl_pfscene *scene)
{
    pfscene_crowd crowd = { .count = count_entities(scene, NULL) };
    uint32_t     *order = ptl_arena_array(job, crowd.count, sizeof *order);

    crowd.entity = ptl_arena_array(job, crowd.count, sizeof *crowd.entity);
    crowd.model  = ptl_arena_array(job, crowd.count, sizeof *crowd.model);
    crowd.models = ptl_arena_array(job, crowd.count, sizeof *crowd.models);
    if (!ptl_ok(job))
        return (pfscene_crowd){ 0 };
    count_entities(scene, crowd.entity);
    number_models(&crowd, order);
    return crowd;
}

/* ---- Files ---------------------------------------------------------------------------------- */

void ptl_pfscene_list_models(ptl_job *job, void *native)
{
    ptl_pfscene  *scene = native;
    ptl_arena     arena = { 0 }, *kept = job->arena;
    pfscene_crowd crowd;

    job->arena          = &arena;
    crowd               = ptl_pfscene_crowd_of(job, scene);
    job->arena          = kept;
    scene->models.data  = ptl_arena_array(job, crowd.model_count, sizeof *scene->models.data);
    scene->models.count = scene->models.data ? crowd.model_count : 0;
    for (size_t i = 0; i < scene->models.count; i++)
        scene->models.data[i] = crowd.models[i].path;
    ptl_arena_free(&arena, job->heap);
}

/* The engine begins at its own folder: "assets/models/deer/deer.pfobj". Maps and scenes are in
 * "assets/maps", so that models are in the folder "models" beside that. */
ptl_part_place ptl_pfscene_model_place(ptl_str path)
{
    ptl_part_place out = {
        .info = { .format = PTL_PFSCENE_PARTS, .there = true },
        .file = { .role = "model", .needed = true, .exact = true, .folder = "models" },
        .path = path
    };

    ptl_quote(out.info.name, sizeof out.info.name, path.data, path.size);
    ptl_companion_path(out.file.name, sizeof out.file.name, path, false);
    return out;
}

bool ptl_pfscene_companion(const void *native, size_t index, ptl_companion *out)
{
    const ptl_pfscene *scene = native;

    if (index >= scene->models.count)
        return false;
    *out        = ptl_pfscene_model_place(scene->models.data[index]).file;
    out->number = (unsigned)index;
    return true;
}

bool ptl_pfscene_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out)
{
    const ptl_pfscene *scene = native;

    if (!ptl_ok(job) || index >= scene->models.count)
        return false;
    *out = ptl_pfscene_model_place(scene->models.data[index]);
    return true;
}
