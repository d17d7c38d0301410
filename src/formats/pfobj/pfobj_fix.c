/* SPDX-License-Identifier: MIT */
/* Repairs, where there is only one honest repair, and the files a model names. */
#include <string.h>

#include "core/companions.h"
#include "formats/pfobj/pfobj_private.h"

/* ---- Names ---------------------------------------------------------------------------------- */

static void fix_name(ptl_job *job, ptl_str *name, const char *list, size_t index)
{
    char *copy, shown[48];

    if (!ptl_pfobj_has_blank(*name))
        return;
    copy = ptl_arena_raw(job, name->size);
    if (!copy)
        return;
    for (size_t i = 0; i < name->size; i++)
        copy[i] = name->data[i] == ' ' || name->data[i] == '\t' ? '_' : name->data[i];
    name->data = copy;
    ptl_path(job, "%s[%zu]", list, index);
    ptl_find(job, PTL_NOTE, PTL_NOWHERE, "pfobj-blank-name", "renamed to %s",
             ptl_quote(shown, sizeof shown, copy, name->size));
}

static void fix_names(ptl_job *job, ptl_pfobj *model)
{
    for (size_t i = 0; i < model->materials.count; i++)
        fix_name(job, &model->materials.data[i].texture, "materials", i);
    for (size_t i = 0; i < model->joints.count; i++)
        fix_name(job, &model->joints.data[i].name, "joints", i);
    for (size_t i = 0; i < model->sets.count; i++)
        fix_name(job, &model->sets.data[i].name, "sets", i);
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static bool holds(const double box[2], const double tight[2])
{
    const double near = 0.001; /* as in checks */

    return box[0] <= box[1] && box[0] - tight[0] <= near && tight[1] - box[1] <= near;
}

static bool box_holds(const ptl_pfobj_box *box, const ptl_pfobj_box *tight)
{
    return holds(box->x, tight->x) && holds(box->y, tight->y) && holds(box->z, tight->z);
}

/* Boxes that are wider than need be are left alone: the exporter made them so. */
static size_t count_bad_boxes(ptl_job *job, const ptl_pfobj *model)
{
    ptl_pfobj_box  tight = ptl_pfobj_bounds(model, NULL);
    size_t         bad   = !box_holds(&model->bounds, &tight);
    ptl_pfobj_skin skin;

    ptl_pfobj_skin_bind(job, model, &skin);
    for (size_t s = 0; s < model->sets.count && ptl_ok(job); s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count && ptl_ok(job); f++) {
            const ptl_pfobj_frame *frame = &model->sets.data[s].frames.data[f];

            ptl_pfobj_skin_pose(job, model, &skin, frame);
            tight = ptl_ok(job) ? ptl_pfobj_bounds(model, &skin) : tight;
            bad += !box_holds(&frame->bounds, &tight);
        }
    return bad;
}

static void fix_bounds(ptl_job *job, ptl_pfobj *model)
{
    double moves = ptl_pfobj_moves(model);
    size_t bad   = 0;

    if (moves > PFOBJ_MOVES) {
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "limit-frames",
                 "bounds are left alone: the frames move %.0f vertices; allowed: at most %d", moves,
                 PFOBJ_MOVES);
        return;
    }
    if (model->has_collision && model->vertices.count > 0)
        bad = count_bad_boxes(job, model);
    if (!ptl_ok(job) || (model->has_collision && bad == 0))
        return;
    if (bad > 0)
        ptl_find_count(job, PTL_NOTE, "pfobj-outside", bad,
                       "# {box did not hold its|boxes did not hold their} vertices: all bounds are "
                       "computed anew");
    else
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "pfobj-no-bounds",
                 "bounds are computed, has_collision is now 1");
    ptl_pfobj_measure(job, model);
}

/* ---- The rest ------------------------------------------------------------------------------- */

/* What was tolerated about lines and blanks goes away by writing; that deserves a word. */
static void note_spelling(ptl_job *job, const ptl_pfobj *model)
{
    uint64_t at = job->source.data ? ptl_pfobj_spelled_to(job, model) : PTL_NOWHERE;

    if (at != PTL_NOWHERE)
        ptl_find(job, PTL_NOTE, at, "pfobj-spelling",
                 "from here on written as the official exporter does it");
}

void ptl_pfobj_fix(ptl_job *job, void *native)
{
    ptl_pfobj *model = native;

    if (model->tail.size > 0) {
        ptl_find_count(job, PTL_NOTE, "pfobj-tail", model->tail.size,
                       "# {byte|bytes} after the model {is|are} gone");
        model->tail = (ptl_str){ "", 0 };
    }
    note_spelling(job, model);
    fix_names(job, model);
    fix_bounds(job, model);
}

/* ---- Companions ----------------------------------------------------------------------------- */

bool ptl_pfobj_companion(const void *native, size_t index, ptl_companion *out)
{
    const ptl_pfobj *model = native;
    bool             used  = model->materials.count > PTL_COMPANIONS_SOUGHT;

    if (index >= model->materials.count)
        return false;
    for (size_t i = 0; i < model->vertices.count && !used; i++)
        used = model->vertices.data[i].material == index;
    *out = (ptl_companion){ .number = (unsigned)index,
                            .role   = "texture",
                            .needed = used,
                            .exact  = true,
                            .folder = "map_textures" };
    ptl_companion_call(out, model->materials.data[index].texture);
    return true;
}
