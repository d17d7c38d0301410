/* SPDX-License-Identifier: MIT */
/* Scenes and plans that outlive what they were made from: their texts become their own. */
#include <string.h>

#include "hubs/plan.h"
#include "hubs/scene.h"

/* With a NUL behind it, which its size does not count. */
static void own(ptl_job *job, ptl_str *text)
{
    char *copy = ptl_arena_take(job, (uint64_t)text->size + 1);

    if (copy && text->size > 0)
        memcpy(copy, text->data, text->size);
    *text = (ptl_str){ copy ? copy : "", copy ? text->size : 0 };
}

static void own_word(ptl_job *job, const char **word)
{
    const char *copy = *word ? ptl_arena_copy(job, *word, strlen(*word) + 1, 1) : NULL;

    *word = copy ? copy : "";
}

static void own_mesh(ptl_job *job, ptl_scene_mesh *mesh)
{
    own(job, &mesh->name);
    own(job, &mesh->extras);
    for (size_t i = 0; i < mesh->parts.count; i++)
        own(job, &mesh->parts.data[i].extras);
}

void ptl_scene_own_texts(ptl_job *job, void *hub)
{
    ptl_scene *s = hub;

    own(job, &s->name);
    own(job, &s->extras);
    for (size_t i = 0; i < s->materials.count; i++) {
        own(job, &s->materials.data[i].name);
        own(job, &s->materials.data[i].extras);
    }
    for (size_t i = 0; i < s->meshes.count; i++)
        own_mesh(job, &s->meshes.data[i]);
    for (size_t i = 0; i < s->nodes.count; i++) {
        own(job, &s->nodes.data[i].name);
        own(job, &s->nodes.data[i].extras);
    }
    for (size_t i = 0; i < s->skins.count; i++)
        own(job, &s->skins.data[i].name);
    for (size_t i = 0; i < s->clips.count; i++)
        own(job, &s->clips.data[i].name);
}

void ptl_plan_own_texts(ptl_job *job, void *hub)
{
    ptl_plan *p = hub;

    own(job, &p->name);
    for (size_t i = 0; i < p->palette.count; i++)
        own_word(job, &p->palette.data[i].name);
    for (size_t i = 0; i < p->pages.count; i++) {
        own(job, &p->pages.data[i].name);
        own(job, &p->pages.data[i].part);
    }
    for (size_t i = 0; i < p->layers.count; i++)
        own_word(job, &p->layers.data[i].name);
    for (size_t i = 0; i < p->items.count; i++)
        if (p->items.data[i].kind == PTL_PLAN_TEXT)
            own(job, &p->items.data[i].as.text.text);
        else if (p->items.data[i].kind == PTL_PLAN_SPOT)
            own(job, &p->items.data[i].as.spot.text);
    if (p->scene)
        ptl_scene_own_texts(job, p->scene);
}
