/* SPDX-License-Identifier: MIT */
/* Materials, textures and images of a glTF file. */
#include <string.h>

#include "core/words.h"
#include "imports/gltf_tables.h"
#include "imports/import.h"

typedef struct picture { /* what became of an image */
    bool shown;          /* as the color of a material            */
    bool other;          /* for something else, which is dropped  */
} picture;

typedef struct looks {
    gltf_in   *in;
    ptl_scene *out;
    picture   *pictures;
} looks;

/* ---- Textures ------------------------------------------------------------------------------- */

static const gltf_texture *texture_of(const looks *l, const gltf_texture_use *use)
{
    gltf_in *in = l->in;

    if (use->index == GLTF_NONE ||
        !ptl_gltf_has(in, PTL_NOWHERE, use->index, in->file.textures.count, "texture"))
        return NULL;
    return &in->file.textures.data[use->index];
}

static uint32_t source_of(const looks *l, const gltf_texture *texture)
{
    uint32_t source = texture ? texture->source : GLTF_NONE;

    return ptl_gltf_has(l->in, PTL_NOWHERE, source, l->in->file.images.count, "image")
               ? source
               : PTL_SCENE_NONE;
}

/* How an image is looked at is a matter of the image in scenes: the first use decides. */
static void look_at(const looks *l, const gltf_texture *texture, uint32_t source)
{
    static const gltf_sampling usual = { .wrap_s = GLTF_REPEAT, .wrap_t = GLTF_REPEAT };
    gltf_in                   *in    = l->in;
    const gltf_sampling       *s     = &usual;
    ptl_scene_image           *image = &l->out->images.data[source];
    bool                       sharp, clamped, strange;

    if (ptl_gltf_has(in, PTL_NOWHERE, texture->sampling, in->file.samplings.count, "sampler"))
        s = &in->file.samplings.data[texture->sampling];
    sharp   = s->larger == GLTF_NEAREST;
    clamped = s->wrap_s == GLTF_CLAMP && s->wrap_t == GLTF_CLAMP;
    strange = !clamped && (s->wrap_s != GLTF_REPEAT || s->wrap_t != GLTF_REPEAT);
    if (l->pictures[source].shown && (image->sharp != sharp || image->clamped != clamped))
        strange = true;
    in->lost.wraps += strange;
    if (l->pictures[source].shown)
        return;
    image->sharp              = sharp;
    image->clamped            = clamped;
    l->pictures[source].shown = true;
}

static uint32_t image_of(const looks *l, const gltf_texture_use *use)
{
    const gltf_texture *texture = texture_of(l, use);
    uint32_t            source  = source_of(l, texture);

    if (source != PTL_SCENE_NONE)
        look_at(l, texture, source);
    l->in->lost.pictures += texture && texture->source == GLTF_NONE;
    return source;
}

/* ---- Materials ------------------------------------------------------------------------------ */

/* Images for other things than color, and how the surface shines. */
static void count_losses(const looks *l, const gltf_material *from)
{
    const gltf_texture_use *const uses[] = { &from->look.metal, &from->normal, &from->occlusion,
                                             &from->emissive };
    bool                          any    = false;

    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        uint32_t source = source_of(l, texture_of(l, uses[i]));

        any = any || uses[i]->index != GLTF_NONE;
        if (source != PTL_SCENE_NONE)
            l->pictures[source].other = true;
    }
    l->in->lost.maps += any;
    l->in->lost.looks += from->look.metallic != 0 || from->look.roughness != 1 ||
                         from->glow[0] != 0 || from->glow[1] != 0 || from->glow[2] != 0;
}

static void read_material(const looks *l, const gltf_material *from, ptl_scene_material *to)
{
    gltf_in *in = l->in;

    to->name         = from->name;
    to->extras       = ptl_gltf_notes(in, from->extras);
    to->image        = image_of(l, &from->look.base);
    to->double_sided = from->double_sided;
    to->cutoff       = from->cutoff;
    to->alpha        = ptl_str_is(from->alpha_mode, "MASK")    ? PTL_ALPHA_MASK
                       : ptl_str_is(from->alpha_mode, "BLEND") ? PTL_ALPHA_BLEND
                                                               : PTL_ALPHA_OPAQUE;
    memcpy(to->color, from->look.color, sizeof to->color);
    if (!ptl_gltf_finite(to->color, 4) || !ptl_gltf_finite(&to->cutoff, 1))
        ptl_fail(in->job, PTL_E_SYNTAX, PTL_NOWHERE, "gltf-number", "a number that is not finite");
    count_losses(l, from);
}

/* ---- Images --------------------------------------------------------------------------------- */

/* Only images that a material shows are taken along. */
static void read_image(const looks *l, size_t index)
{
    gltf_in          *in   = l->in;
    const gltf_image *from = &in->file.images.data[index];
    ptl_scene_image  *to   = &l->out->images.data[index];
    ptl_scene_image   kept = *to;

    to->file.name[0] = 0;
    in->lost.images += !l->pictures[index].shown && !l->pictures[index].other;
    if (!l->pictures[index].shown)
        return;
    if (from->uri.size > 0 && !ptl_gltf_is_data_uri(from->uri))
        ptl_import_image(in->job, in->files, to, ptl_gltf_file_name(in, from->uri, from->at));
    else
        ptl_import_image_bytes(to, ptl_import_text(in->job, from->name.data, from->name.size),
                               from->uri.size > 0 ? ptl_gltf_data_uri(in, from->uri)
                                                  : ptl_gltf_view_bytes(in, from->view));
    to->sharp   = kept.sharp;
    to->clamped = kept.clamped;
}

static void say_losses(const gltf_in *in)
{
    ptl_find_count(
        in->job, PTL_LOSS, "gltf-maps", in->lost.maps,
        "# {material has|materials have} images for things other than color, which are dropped");
    ptl_find_count(in->job, PTL_LOSS, "gltf-looks", in->lost.looks,
                   "# {material is|materials are} of metal, {shines or glows|shine or glow}, which "
                   "is dropped");
    ptl_find_count(in->job, PTL_LOSS, "gltf-no-image", in->lost.pictures,
                   "# {color has an image|colors have images} of a kind that is not known here, or "
                   "none, and {goes|go} without");
    ptl_find_count(
        in->job, PTL_LOSS, "gltf-samplers", in->lost.wraps,
        "# {use of an image repeats|uses of images repeat} it mirrored, one way only, or "
        "not as the first does, which is dropped");
    ptl_find_count(in->job, PTL_LOSS, "gltf-images", in->lost.images,
                   "# {image that no material shows is|images that no material shows are} dropped");
}

void ptl_gltf_looks(gltf_in *in, ptl_scene *out)
{
    looks l = { .in = in, .out = out };

    l.pictures = ptl_arena_array(in->job, out->images.count, sizeof *l.pictures);
    for (size_t i = 0; i < out->materials.count && ptl_ok(in->job); i++) {
        ptl_within(in->job, "materials[%zu]", i);
        read_material(&l, &in->file.materials.data[i], &out->materials.data[i]);
    }
    for (size_t i = 0; i < out->images.count && ptl_ok(in->job); i++) {
        ptl_within(in->job, "images[%zu]", i);
        read_image(&l, i);
    }
    ptl_within(in->job, "%s", "");
    say_losses(in);
}
