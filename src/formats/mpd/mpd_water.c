/* SPDX-License-Identifier: MIT */
/* Water: the layers of a wawalite.txt, and their surfaces in a scene. */
#include <stdio.h>
#include <string.h>

#include "core/companions.h"
#include "core/num.h"
#include "formats/call.h"
#include "formats/mpd/mpd_module.h"
#include "formats/mpd/mpd_values.h"

/* ---- wawalite.txt ---------------------------------------------------------------------------
 *
 * Values in a fixed order; those that matter here: 2 layers, 6 surface level, 7 whether the water
 * shines, 8 whether it is really water, 9 the overlay, 10 and 16 the background, 17 to 24 and 25 to
 * 32 the two layers, 43 and 44 masks of animated tiles. Files end after 53, 59 or 62. */

static double next_number(mpd_values *v, const char *what)
{
    double      value = 0;
    const char *after;

    if (!ptl_mpd_next_value(v, what))
        return 0;
    after = ptl_parse_f64(v->in.at, v->in.end, &value);
    if (!after || !ptl_mpd_ends_number(v, after) || !(value > -1e9 && value < 1e9)) {
        ptl_mpd_bad_value(v, "water-number", what, "allowed: numbers below a billion");
        return 0;
    }
    v->in.at = after;
    return value;
}

static bool next_truth(mpd_values *v, const char *what)
{
    char letter;

    if (!ptl_mpd_next_value(v, what))
        return false;
    letter = v->in.at < v->in.end ? *v->in.at : 0;
    if (!letter || !strchr("tTfF", letter))
        ptl_mpd_bad_value(v, "water-letter", what, "neither T nor F");
    return letter == 't' || letter == 'T';
}

static void skip_values(mpd_values *v, int count)
{
    while (count-- > 0)
        ptl_mpd_next_value(v, "a value");
}

static void read_layer(mpd_values *v, ptl_mpd_water_layer *layer)
{
    layer->base       = next_number(v, "a layer's height");
    layer->alpha      = next_number(v, "a layer's alpha");
    layer->wave_speed = next_number(v, "a layer's wave speed");
    layer->brightness = next_number(v, "a layer's brightness");
    layer->ambient    = next_number(v, "a layer's ambient light");
    layer->amplitude  = next_number(v, "a layer's wave height");
    layer->u_speed    = next_number(v, "a layer's u speed");
    layer->v_speed    = next_number(v, "a layer's v speed");
}

static unsigned small_number(double value)
{
    return value >= 0 && value <= 65535 ? (unsigned)value : 0;
}

/* A first line says so in newer files, and is a comment or missing in others. */
static unsigned version_of(ptl_span text)
{
    static const char mark[] = "$FILE_VERSION 2";
    size_t            at     = 0;

    while (at < text.size && strchr(" \t\r\n", text.data[at]) && text.data[at])
        at++;
    return text.size - at >= sizeof mark && memcmp(text.data + at, mark, sizeof mark - 1) == 0 ? 2
                                                                                               : 1;
}

void ptl_mpd_water_parse(ptl_job *job, ptl_span text, ptl_mpd_water *out)
{
    mpd_values v = ptl_mpd_values_of(job, text);
    double     layers;

    *out = (ptl_mpd_water){ .version = version_of(text) };
    skip_values(&v, 1);
    layers = next_number(&v, "the number of water layers");
    if (ptl_ok(job) && layers != 0 && layers != 1 && layers != 2) {
        v.in.at = v.value;
        ptl_mpd_bad_value(&v, "water-number", "the number of water layers", "allowed: 0, 1 and 2");
    }
    out->layers = ptl_ok(job) ? (unsigned)layers : 0;
    skip_values(&v, 3);
    out->surface    = next_number(&v, "the surface level");
    out->light      = next_truth(&v, "whether the water shines");
    out->real       = next_truth(&v, "whether it is really water");
    out->overlay    = next_truth(&v, "whether there is an overlay");
    out->background = next_truth(&v, "whether there is a background");
    skip_values(&v, 5);
    out->background_repeats = next_number(&v, "how often the background is repeated");
    read_layer(&v, &out->layer[0]);
    read_layer(&v, &out->layer[1]);
    skip_values(&v, 10);
    out->tile_update_and = small_number(next_number(&v, "the update mask of animated tiles"));
    out->tile_frame_and  = small_number(next_number(&v, "the frame mask of animated tiles"));
}

/* Layers are drawn with what is possible of it. */
static void next_alpha(mpd_values *v)
{
    double alpha = next_number(v, "a layer's alpha");
    char   word[32];

    if (!ptl_ok(v->in.job) || (alpha >= 0 && alpha <= 255))
        return;
    v->in.at = v->value;
    ptl_warn(v->in.job, ptl_text_offset(&v->in), "water-number",
             "a layer's alpha is \"%s\"; allowed: 0 to 255",
             ptl_text_word_here(&v->in, word, sizeof word));
}

/* What the values are, in their order: T or F, numbers, alphas, words. Those after the
 * fourth group came later and may be missing; the last three of them are of any kind. */
void ptl_mpd_water_check(ptl_job *job, ptl_span text)
{
    static const char kinds[] = "TNNNNNTTTTNNNNNN"
                                "NANNNNNNNANNNNNN"
                                "NNNNNNNNNNNNNWWTNTTNN"
                                "NNNNNT";
    enum { NEEDED = 53 };
    mpd_values v = ptl_mpd_values_of(job, text);

    for (int i = 0; kinds[i] && ptl_ok(job); i++) {
        char what[32];

        if (i >= NEEDED && !memchr(v.in.at, ':', (size_t)(v.in.end - v.in.at)))
            return;
        snprintf(what, sizeof what, "value %d", i + 1);
        if (kinds[i] == 'T')
            next_truth(&v, what);
        else if (kinds[i] == 'N')
            next_number(&v, what);
        else if (kinds[i] == 'A')
            next_alpha(&v);
        else
            ptl_mpd_next_value(&v, what);
    }
}

ptl_status ptl_mpd_water_read(ptl_mpd_water *out, const void *text, size_t size, ptl_diag *err)
{
    ptl_span span = { text, size };
    ptl_job  job  = { .source = span, .text = true };

    if (!out || (!text && size > 0))
        return ptl_call_nowhere(err);
    ptl_mpd_water_parse(&job, span, out);
    return ptl_job_end(&job, err);
}

/* The water of a level, from beside it; false when there is none to be drawn. */
bool ptl_mpd_water_load(ptl_job *job, const ptl_files *files, ptl_mpd_water *out)
{
    static const ptl_companion file = { .name = "wawalite.txt", .role = "water", .exact = true };
    ptl_bytes                  text = { 0 };
    ptl_diag                   wrong;
    bool                       good;

    if (!ptl_files_load(job, files, &file, &text))
        return false;
    good = ptl_mpd_water_read(out, text.data, text.size, &wrong) == PTL_OK;
    if (!good)
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, wrong.rule, "no water: wawalite.txt, %lu:%lu: %s",
                 (unsigned long)wrong.line, (unsigned long)wrong.column, wrong.message);
    if (!good)
        *out = (ptl_mpd_water){ 0 };
    ptl_bytes_free(&text);
    return out->layers > 0;
}

/* ---- Surfaces ------------------------------------------------------------------------------- */

static bool has_water(uint32_t word)
{
    return ptl_mpd_word_fx(word) & PTL_MPD_FX_WATER;
}

size_t ptl_mpd_water_fans(const ptl_mpd *mesh)
{
    size_t fans = 0;

    for (size_t i = 0; i < mesh->words.count; i++)
        fans += has_water(mesh->words.data[i]);
    return fans;
}

/* The old engine draws no layer that its waves could sink below the ground of the world. No engine
 * draws one as water whose texture is before the eyes of the player, or behind the level. */
bool ptl_mpd_water_shown(const ptl_mpd_water *water, unsigned layer)
{
    if (layer == 0 ? water->overlay : water->background)
        return false;
    return layer < water->layers && water->layer[layer].base > -water->layer[layer].amplitude;
}

void ptl_mpd_cell_quad(ptl_scene_part *part, const ptl_mpd *mesh, size_t fan, size_t number,
                       const double height[4])
{
    static const uint8_t corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    static const uint8_t order[6]     = { 0, 2, 1, 0, 3, 2 };

    for (size_t i = 0; i < 4; i++) {
        float *position = part->position.data + 3 * (4 * number + i);

        position[0] = (float)((fan % mesh->sizex + corner[i][0]) * PTL_MPD_TILE);
        position[1] = (float)height[i];
        position[2] = (float)((fan / mesh->sizex + corner[i][1]) * PTL_MPD_TILE);
        for (size_t k = 0; k < 2 && part->uv.count > 0; k++) /* the whole image once a fan */
            part->uv.data[2 * (4 * number + i) + k] = corner[i][k];
    }
    for (size_t i = 0; i < 6; i++)
        part->index.data[6 * number + i] = (uint32_t)(4 * number + order[i]);
}

/* What falls on the water over a corner of a fan: the light of the ground as newer engines have it,
 * or half of that and the layer's own. */
static uint8_t light_over(const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                          const ptl_mpd_water *water, unsigned layer, uint32_t fan, unsigned corner)
{
    bool     there  = ptl_mpd_has_corners(mesh, tables, fan);
    uint32_t vertex = there ? tables->vrtstart.data[fan] + corner : 0;
    double   light  = there && vertex < mesh->light.count ? mesh->light.data[vertex] : 255;

    if (water->version < 2)
        light = light / 2 + water->layer[layer].ambient;
    return (uint8_t)(light < 0 ? 0 : light > 255 ? 255 : light);
}

static void put_light(ptl_scene_part *part, size_t number, unsigned corner, uint8_t light)
{
    uint8_t *color = part->color.data + 4 * (4 * number + corner);

    memset(color, light, 3);
    color[3] = 255;
}

static bool is_off(uint32_t word)
{
    return ptl_mpd_word_tile(word) == PTL_MPD_FANOFF;
}

size_t ptl_mpd_fans_off(const ptl_mpd *mesh)
{
    size_t fans = 0;

    for (size_t i = 0; i < mesh->words.count; i++)
        fans += is_off(mesh->words.data[i]);
    return fans;
}

/* Below all that is drawn and all water. */
static double lowest(const ptl_mpd *mesh, const ptl_mpd_tables *tables, const ptl_mpd_water *water)
{
    double low = 0;

    for (unsigned i = 0; i < water->layers; i++)
        low = water->layer[i].base < low ? water->layer[i].base : low;
    for (uint32_t fan = 0; fan < tables->fans_with_vertices; fan++) {
        uint32_t at = tables->vrtstart.data[fan];

        if (is_off(mesh->words.data[fan]) || !ptl_mpd_has_corners(mesh, tables, fan))
            continue;
        for (uint32_t i = at; i < at + 4; i++) {
            double z = (double)mesh->z.data[i] / 16;

            low = z < low && z > -1e6 ? z : low;
        }
    }
    return low;
}

/* What the game shows behind the level, on all of the screen: seen through fans that are switched
 * off, and through what is clear in the textures of others. */
bool ptl_mpd_background_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                             const ptl_mpd_tables *tables, const ptl_mpd_water *water)
{
    static const uint8_t order[6] = { 0, 2, 1, 0, 3, 2 };
    double               low      = lowest(mesh, tables, water) - 16;
    double               times = water->background_repeats >= 1 && water->background_repeats <= 1024
                                     ? water->background_repeats
                                     : 1;

    if (!ptl_scene_part_reserve(job, part, 4, 6, PTL_PART_UV | PTL_PART_COLOR))
        return false;
    part->display = true;
    for (unsigned i = 0; i < 4; i++) {
        bool   east = i == 1 || i == 2, south = i >= 2;
        float *position = part->position.data + (size_t)3 * i;

        put_light(part, 0, i, 255);
        position[0]              = east ? tables->edgex : 0;
        position[1]              = (float)low;
        position[2]              = south ? tables->edgey : 0;
        part->uv.data[2 * i]     = (float)(east ? times : 0);
        part->uv.data[2 * i + 1] = (float)(south ? times : 0);
    }
    for (size_t i = 0; i < 6; i++)
        part->index.data[i] = order[i];
    return true;
}

/* Still water: every fan at the height of the layer. */
bool ptl_mpd_water_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                        const ptl_mpd_tables *tables, const ptl_mpd_water *water, unsigned layer)
{
    size_t fans = ptl_mpd_water_fans(mesh), number = 0;
    double base = water->layer[layer].base, height[4] = { base, base, base, base };

    if (!ptl_scene_part_reserve(job, part, 4 * fans, 6 * fans, PTL_PART_UV | PTL_PART_COLOR))
        return false;
    part->display = true;
    for (uint32_t i = 0; i < mesh->words.count; i++) {
        if (!has_water(mesh->words.data[i]))
            continue;
        for (unsigned k = 0; k < 4; k++)
            put_light(part, number, k, light_over(mesh, tables, water, layer, i, k));
        ptl_mpd_cell_quad(part, mesh, i, number++, height);
    }
    return true;
}

/* How the layer moves and shines, for those who can show it. */
static ptl_str layer_notes(ptl_job *job, const ptl_mpd_water *water, unsigned layer)
{
    const ptl_mpd_water_layer *l = &water->layer[layer];
    const struct {
        const char *name;
        double      value;
    } notes[] = {
        { "layer", layer },        { "wave_height", l->amplitude }, { "wave_speed", l->wave_speed },
        { "u_speed", l->u_speed }, { "v_speed", l->v_speed },       { "brightness", l->brightness },
        { "ambient", l->ambient }, { "adds_light", water->light },  { "wave_frames", 512 }
    };
    char  *text = ptl_arena_take(job, 512);
    size_t used = 0;

    for (size_t i = 0; text && i < sizeof notes / sizeof *notes; i++) {
        used += (size_t)snprintf(text + used, 512 - used, "%s\"%s\": ", i > 0 ? ", " : "{ ",
                                 notes[i].name);
        used += ptl_format_f64(text + used, notes[i].value);
    }
    if (text)
        used += (size_t)snprintf(text + used, 512 - used, " }");
    return (ptl_str){ text, used };
}

void ptl_mpd_water_material(ptl_job *job, ptl_scene_material *material, const ptl_mpd_water *water,
                            unsigned layer)
{
    double alpha = layer < 2 ? water->layer[layer].alpha / 255 : 1;

    if (layer == MPD_BACKGROUND) {
        material->name = ptl_scene_text("background");
        return;
    }
    material->name     = ptl_scene_text(layer == 0 ? "watertop" : "waterlow");
    material->alpha    = PTL_ALPHA_BLEND;
    material->adds     = water->light;
    material->color[3] = (float)(alpha < 0 ? 0 : alpha > 1 ? 1 : alpha);
    material->extras   = layer_notes(job, water, layer);
}
