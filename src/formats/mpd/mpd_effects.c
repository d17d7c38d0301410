/* SPDX-License-Identifier: MIT */
/* Effects of fans in a scene: lists that travel with the mesh, and sheets one looks through. */
#include "core/near.h"
#include "core/words.h"
#include "formats/mpd/mpd_private.h"

/* By their bits; linear colors. */
static const struct {
    const char *name;
    float       color[3];
} effects[MPD_EFFECTS] = {
    { "noreflect", { 0.1f, 0.1f, 0.1f } }, { "drawreflect", { 0.7f, 0.7f, 0.8f } },
    { "anim", { 0.5f, 0.1f, 0.6f } },      { "water", { 0.02f, 0.2f, 0.7f } },
    { "wall", { 0.5f, 0.25f, 0.08f } },    { "impass", { 0.6f, 0.02f, 0.02f } },
    { "damage", { 0.9f, 0.3f, 0 } },       { "slippy", { 0.1f, 0.7f, 0.7f } },
};

unsigned ptl_mpd_effect_named(ptl_str name)
{
    for (unsigned i = 0; i < MPD_EFFECTS; i++)
        if (ptl_str_is(name, effects[i].name))
            return 1u << i;
    return 0;
}

static void refuse_effect(ptl_job *job, ptl_str word)
{
    ptl_near near = ptl_near_to(word);
    char     shown[32];

    for (unsigned i = 0; i < MPD_EFFECTS; i++)
        ptl_near_offer_word(&near, effects[i].name);
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "there is no effect \"%s\"%s there are: all, noreflect, drawreflect, anim, "
             "water, wall, impass, damage, slippy",
             ptl_quote(shown, sizeof shown, word.data, word.size), ptl_near_text(&near, ";"));
}

/* Nearly every fan is not reflected: that is shown to who names it. */
unsigned ptl_mpd_effects_asked(ptl_job *job)
{
    const ptl_setting *given = ptl_setting_of(job, "effects");
    const unsigned     usual = MPD_USUAL_EFFECTS;
    ptl_str            list, word;
    unsigned           bits = 0;

    if (!given)
        return 0;
    list = (ptl_str){ given->data, given->size };
    while (given->size > 0 && ptl_ok(job) && ptl_next_word(&list, &word)) {
        unsigned bit = ptl_str_is(word, "all") ? usual : ptl_mpd_effect_named(word);

        bits |= bit;
        if (bit == 0)
            refuse_effect(job, word);
    }
    return given->size > 0 ? bits : usual;
}

static bool has(const ptl_mpd *mesh, size_t fan, unsigned effect)
{
    return fan < mesh->words.count && ptl_mpd_word_fx(mesh->words.data[fan]) >> effect & 1;
}

size_t ptl_mpd_effect_fans(const ptl_mpd *mesh, unsigned effect)
{
    size_t fans = 0;

    for (size_t i = 0; i < mesh->words.count; i++)
        fans += has(mesh, i, effect);
    return fans;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Runs of fans that have an effect, as [first, count]. */
static void put_runs(ptl_buf *out, const ptl_mpd *mesh, unsigned effect)
{
    const char *between = "";

    for (size_t first = 0; first < mesh->words.count; first++) {
        size_t end = first;

        while (has(mesh, end, effect))
            end++;
        if (end == first)
            continue;
        ptl_put_format(out, "%s[%zu, %zu]", between, first, end - first);
        between = ", ";
        first   = end;
    }
}

ptl_str ptl_mpd_effect_notes(ptl_job *job, const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                             const ptl_mpd_water *water)
{
    ptl_buf     out     = ptl_buf_of(job, NULL);
    const char *between = "";

    ptl_put_format(&out, "{ \"fans_across\": %lu, \"fans_down\": %lu, \"effects\": { ",
                   (unsigned long)mesh->sizex, (unsigned long)mesh->sizey);
    for (unsigned i = 0; i < MPD_EFFECTS; i++) {
        if (ptl_mpd_effect_fans(mesh, i) == 0)
            continue;
        ptl_put_format(&out, "%s\"%s\": [", between, effects[i].name);
        put_runs(&out, mesh, i);
        ptl_put_text(&out, "]");
        between = ", ";
    }
    ptl_put_text(&out, *between ? " }" : "}");
    if (water->tile_frame_and > 0)
        ptl_put_format(&out, ", \"animated_tiles\": { \"update_and\": %u, \"frame_and\": %u }",
                       water->tile_update_and, water->tile_frame_and);
    ptl_mpd_put_level(job, &out, mesh, tables);
    ptl_put_text(&out, " }");
    return ptl_scene_keep(job, &out);
}

/* ---- Sheets --------------------------------------------------------------------------------- */

void ptl_mpd_effect_material(ptl_scene_material *material, unsigned effect)
{
    material->name         = ptl_scene_text(effects[effect].name);
    material->alpha        = PTL_ALPHA_BLEND;
    material->color[3]     = 0.45f;
    material->double_sided = true;
    for (int i = 0; i < 3; i++)
        material->color[i] = effects[effect].color[i];
}

/* Heights of a sheet over the corners of a fan: as they slope, raised above all the fan holds. */
static void heights_over(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan,
                         double lift, double out[4])
{
    const ptl_mpd_fan_type *type =
        ptl_mpd_type(mesh->dictionary, ptl_mpd_word_type(mesh->words.data[fan]));
    const float *z =
        mesh->z.data + (fan < tables->fans_with_vertices ? tables->vrtstart.data[fan] : 0);
    double corner = -1e30, top = -1e30;

    for (int i = 0; i < 4; i++)
        out[i] = lift;
    if (fan >= tables->fans_with_vertices || !type || type->vertices < 4)
        return;
    for (unsigned i = 0; i < type->vertices; i++) {
        double height = (double)z[i] / 16;

        if (!(height > -1e9 && height < 1e9))
            return;
        top    = height > top ? height : top;
        corner = i < 4 && height > corner ? height : corner;
    }
    for (int i = 0; i < 4; i++)
        out[i] = (double)z[i] / 16 + (top - corner) + lift;
}

bool ptl_mpd_effect_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                         const ptl_mpd_tables *tables, unsigned effect)
{
    size_t fans = ptl_mpd_effect_fans(mesh, effect), number = 0;
    double height[4];

    if (!ptl_scene_part_reserve(job, part, 4 * fans, 6 * fans, 0))
        return false;
    for (uint32_t fan = 0; fan < mesh->words.count; fan++) {
        if (!has(mesh, fan, effect))
            continue;
        heights_over(mesh, tables, fan, 2 + effect, height); /* above each other */
        ptl_mpd_cell_quad(part, mesh, fan, number++, height);
    }
    return true;
}
