/* SPDX-License-Identifier: MIT */
/* A map put into a container. */
#include <string.h>

#include "formats/xmf/xmf_private.h"

/* As the engine's own parser wants it: padded, without blanks. */
static void put_base64(ptl_buf *out, const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        size_t   left = size - i;
        uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                        (left > 2 ? data[i + 2] : 0);

        ptl_put_char(out, digits[bits >> 18]);
        ptl_put_char(out, digits[bits >> 12 & 63]);
        ptl_put_char(out, left > 1 ? digits[bits >> 6 & 63] : '=');
        ptl_put_char(out, left > 2 ? digits[bits & 63] : '=');
    }
}

static ptl_str kept(ptl_job *job, ptl_buf *text)
{
    char   *copy = ptl_arena_raw(job, text->size);
    ptl_str str  = { copy, copy ? text->size : 0 };

    if (copy && text->size > 0)
        memcpy(copy, text->data, text->size);
    ptl_buf_free(text);
    return str;
}

/* Bare cells when that is all there is, which the engine reads; else the whole file. */
static ptl_str spell_map(ptl_job *job, const ptl_doc *map)
{
    const ptl_ppe *ppe  = ptl_ppe_of(map);
    ptl_buf        text = ptl_buf_of(job, NULL);
    ptl_bytes      file;
    ptl_diag       wrong;
    ptl_setting    plain = { "coder", "none", 4 };
    bool           bare  = ptl_ppe_header_flags(ppe) == 1u << 3;

    if (ptl_write(&file, map, &(ptl_write_opts){ .settings = &plain, .setting_count = 1 },
                  &wrong) != PTL_OK) {
        ptl_fail(job, wrong.status, PTL_NOWHERE, wrong.rule, "%s", wrong.message);
        return (ptl_str){ "", 0 };
    }
    ptl_put_text(&text, " [");
    put_base64(&text, file.data + (bare ? 12 : 0), file.size - (bare ? 12 : 0));
    ptl_put_text(&text, "]");
    ptl_bytes_free(&file);
    return kept(job, &text);
}

/* The tag that is there, or room for a new one as the layer's first. */
static ptl_xmf_tag *tag_for(ptl_job *job, ptl_xmf *box, size_t layer)
{
    ptl_xmf_tag *owner = &box->tags.data[layer], *grown;
    size_t       end   = xmf_inside_end(box, layer);

    for (size_t i = layer + 1; i < end; i++)
        if (box->tags.data[i].level == owner->level + 1 &&
            xmf_is(box->tags.data[i].name, "Embed:MapData"))
            return &box->tags.data[i];
    if (owner->rest.size == 0 || owner->rest.data[owner->rest.size - 1] != '{') {
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "argument", "the layer has no braces to put it in");
        return NULL;
    }
    grown = ptl_arena_array(job, box->tags.count + 1, sizeof *grown);
    if (!grown)
        return NULL;
    memcpy(grown, box->tags.data, (layer + 1) * sizeof *grown);
    memcpy(grown + layer + 2, box->tags.data + layer + 1,
           (box->tags.count - layer - 1) * sizeof *grown);
    grown[layer + 1] = (ptl_xmf_tag){ .at     = owner->at,
                                      .level  = owner->level + 1,
                                      .before = { "\n\t", 2 },
                                      .name   = { "Embed:MapData", 13 } };
    box->tags.data   = grown;
    box->tags.count++;
    return &grown[layer + 1];
}

ptl_status ptl_xmf_embed(ptl_doc *doc, const ptl_xmf_layer *layer, const ptl_doc *map,
                         ptl_diag *err)
{
    ptl_xmf     *box = ptl_xmf_of(doc);
    ptl_job      job = { .placeless = true };
    ptl_xmf_tag *tag;
    ptl_str      rest;

    if (!box || !ptl_ppe_of(map) || layer->tag >= box->tags.count) {
        ptl_fail(&job, PTL_E_ARG, PTL_NOWHERE, "argument",
                 "a map can be put into a layer of a PixelPerfectEngine container only");
        return ptl_job_end(&job, err);
    }
    job  = ptl_doc_job(doc);
    rest = spell_map(&job, map);
    tag  = ptl_ok(&job) ? tag_for(&job, box, layer->tag) : NULL;
    if (tag)
        tag->rest = rest;
    return ptl_job_end(&job, err);
}
