/* SPDX-License-Identifier: MIT */
/* PNG through libspng, which is loaded when the first PNG is read: most calls need none.
 *
 * The chunks are walked over first, so that what is wrong has a place and a size is known before
 * memory is taken; libspng is then handed the chunks that make the picture and no others: texts,
 * color profiles and the like are never decoded. */
#include <string.h>

#include "render/image.h"

#define RULE "image-png"

static const uint8_t signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };

static bool png_probe(ptl_span bytes)
{
    return bytes.size >= sizeof signature && memcmp(bytes.data, signature, sizeof signature) == 0;
}

#ifdef PTL_HAVE_SPNG

#include <spng.h>

#include "core/arena.h"
#include "core/cursor.h"
#include "core/sum.h"
#include "host/late.h"

/* What is used of libspng. */
typedef struct spng_functions {
    spng_ctx *(*ctx_new)(int flags);
    void (*ctx_free)(spng_ctx *png);
    int (*set_image_limits)(spng_ctx *png, uint32_t width, uint32_t height);
    int (*set_png_stream)(spng_ctx *png, spng_rw_fn *read, void *user);
    int (*get_ihdr)(spng_ctx *png, struct spng_ihdr *out);
    int (*get_plte)(spng_ctx *png, struct spng_plte *out);
    int (*get_trns)(spng_ctx *png, struct spng_trns *out);
    int (*decode_image)(spng_ctx *png, void *out, size_t size, int format, int flags);
    const char *(*strerror)(int error);
} spng_functions;

#ifdef PTL_LINKED_SPNG

static bool load_spng(spng_functions *out)
{
    *out = (spng_functions){ spng_ctx_new,        spng_ctx_free,     spng_set_image_limits,
                             spng_set_png_stream, spng_get_ihdr,     spng_get_plte,
                             spng_get_trns,       spng_decode_image, spng_strerror };
    return true;
}

#else

static bool load_spng(spng_functions *out)
{
    static const char *const       names[]     = { "libspng.so.0", "libspng.so", NULL };
    static const ptl_late_function functions[] = {
        { "spng_ctx_new", offsetof(spng_functions, ctx_new) },
        { "spng_ctx_free", offsetof(spng_functions, ctx_free) },
        { "spng_set_image_limits", offsetof(spng_functions, set_image_limits) },
        { "spng_set_png_stream", offsetof(spng_functions, set_png_stream) },
        { "spng_get_ihdr", offsetof(spng_functions, get_ihdr) },
        { "spng_get_plte", offsetof(spng_functions, get_plte) },
        { "spng_get_trns", offsetof(spng_functions, get_trns) },
        { "spng_decode_image", offsetof(spng_functions, decode_image) },
        { "spng_strerror", offsetof(spng_functions, strerror) },
        { 0 },
    };

    return ptl_late_load(out, names, functions);
}

#endif

static bool png_there(void)
{
    spng_functions lib;

    return load_spng(&lib);
}

enum {
    AT_FIRST  = 8,    /* the chunk IHDR                                        */
    AT_SIZE   = 16,   /* width and height in it                                */
    AROUND    = 12,   /* bytes of a chunk beside its content                   */
    RATIO     = 1032, /* most bytes that one byte of deflate can stand for     */
    ANCILLARY = 0x20, /* bit of the first letter of a chunk's name             */
};

typedef struct chunks { /* what the walk found */
    uint32_t width, height;
    uint64_t palette_at, alpha_at, data_at; /* 0: there is none */
    uint64_t data_size;
} chunks;

static uint32_t load_u32be(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool is_named(const uint8_t *chunk, const char *name)
{
    return memcmp(chunk + 4, name, 4) == 0;
}

/* Whether the checksum is right; when not, only a chunk that is not needed may be passed over. */
static bool check_sum(ptl_job *job, const uint8_t *chunk, uint32_t size, uint64_t at)
{
    uint32_t said = load_u32be(chunk + 8 + size);
    uint32_t made = ptl_crc32(PTL_CRC32, (ptl_span){ chunk + 4, (size_t)size + 4 });
    char     name[24];

    if (said == made)
        return true;
    ptl_quote(name, sizeof name, (const char *)chunk + 4, 4);
    if (chunk[4] & ANCILLARY)
        ptl_warn(job, at + 8 + size, RULE, "the checksum of %s is wrong: it is passed over", name);
    else
        ptl_fail(job, PTL_E_SYNTAX, at + 8 + size, RULE,
                 "the checksum of %s is 0x%08lx, its bytes give 0x%08lx", name, (unsigned long)said,
                 (unsigned long)made);
    return false;
}

static void note_chunk(chunks *found, const uint8_t *chunk, uint32_t size, uint64_t at)
{
    if (at == AT_FIRST) {
        found->width  = load_u32be(chunk + 8);
        found->height = load_u32be(chunk + 12);
    } else if (is_named(chunk, "PLTE")) {
        found->palette_at = at;
    } else if (is_named(chunk, "tRNS")) {
        found->alpha_at = at;
    } else if (is_named(chunk, "IDAT")) {
        found->data_at = found->data_at > 0 ? found->data_at : at;
        found->data_size += size;
    }
}

static void check_end(ptl_cursor *in, const chunks *found)
{
    if (ptl_ok(in->job) && found->data_at == 0)
        ptl_fail(in->job, PTL_E_SYNTAX, in->at, RULE, "the picture has no pixels");
    if (ptl_ok(in->job) && ptl_left(in) > 0)
        ptl_find(in->job, PTL_NOTE, in->at, "trailing-bytes", "bytes after the picture: %llu",
                 (unsigned long long)ptl_left(in));
}

static chunks walk(ptl_cursor *in)
{
    chunks found = { 0 };
    bool   last  = false;

    in->what = "the signature";
    ptl_take(in, AT_FIRST);
    in->what = "a chunk";
    while (ptl_ok(in->job) && !last) {
        uint64_t       at   = in->at;
        const uint8_t *head = ptl_take(in, 8);
        uint32_t       size = head ? load_u32be(head) : 0;

        if (head && at == AT_FIRST && (!is_named(head, "IHDR") || size != 13))
            ptl_fail(in->job, PTL_E_SYNTAX, at, RULE,
                     "the first chunk is not a header of 13 bytes");
        if (!head || !ptl_take(in, (uint64_t)size + 4))
            break;
        if (check_sum(in->job, head, size, at))
            note_chunk(&found, head, size, at);
        last = is_named(head, "IEND");
    }
    check_end(in, &found);
    return found;
}

/* ---- Feeding libspng ------------------------------------------------------------------------- */

typedef struct feed {
    ptl_span      bytes;
    size_t        at, end; /* of the chunk that is handed over */
    const chunks *found;
} feed;

/* Steps to the next chunk that makes the picture. The walk has seen that all are whole. */
static bool feed_next(feed *f)
{
    while (f->end < f->bytes.size) {
        const uint8_t *chunk = f->bytes.data + f->end;

        f->at  = f->end;
        f->end = f->at + AROUND + load_u32be(chunk);
        if (!(chunk[4] & ANCILLARY) || f->at == f->found->alpha_at)
            return true;
    }
    return false;
}

static int feed_read(spng_ctx *png, void *user, void *to, size_t size)
{
    feed    *f   = user;
    uint8_t *out = to;

    (void)png;
    while (size > 0) {
        size_t part;

        if (f->at == f->end && !feed_next(f))
            return SPNG_IO_EOF;
        part = f->end - f->at < size ? f->end - f->at : size;
        memcpy(out, f->bytes.data + f->at, part);
        f->at += part;
        out += part;
        size -= part;
    }
    return 0;
}

/* Where an error of libspng is to be looked for. */
static uint64_t place_of(int error, const chunks *found)
{
    switch (error) {
    case SPNG_EIDAT_TOO_SHORT:
    case SPNG_EIDAT_STREAM:
    case SPNG_EZLIB:
    case SPNG_EFILTER:
    case SPNG_IO_EOF:
    case SPNG_EOF:
        return found->data_at;
    case SPNG_EDUP_PLTE:
    case SPNG_ECHUNK_SIZE:
        return found->palette_at;
    default:
        return AT_FIRST;
    }
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

typedef struct reading {
    ptl_job         *job;
    ptl_image       *out;
    const chunks    *found;
    spng_functions   lib;
    spng_ctx        *png;
    struct spng_ihdr head;
    bool             gray;
} reading;

static bool must(reading *r, int error)
{
    if (error == SPNG_EMEM)
        ptl_fail(r->job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for libspng");
    else if (error)
        ptl_fail(r->job, PTL_E_SYNTAX, place_of(error, r->found), RULE,
                 "the picture is damaged: %s", r->lib.strerror(error));
    return ptl_ok(r->job);
}

static void read_palette(reading *r)
{
    struct spng_plte plte;
    struct spng_trns trns;

    if (!must(r, r->lib.get_plte(r->png, &plte)))
        return;
    r->out->colors = plte.n_entries;
    for (uint32_t i = 0; i < plte.n_entries; i++)
        r->out->palette[i] =
            (ptl_rgba){ plte.entries[i].red, plte.entries[i].green, plte.entries[i].blue, 255 };
    if (r->lib.get_trns(r->png, &trns) == 0)
        for (uint32_t i = 0; i < trns.n_type3_entries && i < plte.n_entries; i++)
            r->out->palette[i].a = trns.type3_alpha[i];
}

static void read_indices(reading *r)
{
    ptl_image *out    = r->out;
    unsigned   bits   = r->head.bit_depth;
    size_t     stride = ((size_t)out->width * bits + 7) / 8, size = stride * out->height;
    uint8_t   *packed = NULL;

    if (!ptl_image_take_indices(r->job, out, 0))
        return;
    read_palette(r);
    packed = bits < 8 && ptl_ok(r->job) ? ptl_arena_alone(r->job, size) : out->indices;
    if (packed && packed != out->indices)
        memset(packed, 0, size); /* interlaced pixels that share a byte are added to it */
    if (ptl_ok(r->job))
        must(r, r->lib.decode_image(r->png, packed, size, SPNG_FMT_PNG, 0));
    for (uint32_t y = 0; y < out->height && bits < 8 && ptl_ok(r->job); y++)
        ptl_image_unpack(out->indices + (size_t)y * out->width, packed + y * stride, out->width,
                         bits);
    if (packed && packed != out->indices)
        ptl_arena_drop(r->job->arena, r->job->heap, packed);
    ptl_image_cover_indices(r->job, out, r->found->palette_at, RULE);
}

static void read_colors(reading *r)
{
    size_t size = (size_t)r->out->width * r->out->height * sizeof *r->out->pixels;

    if (ptl_image_take_pixels(r->job, r->out))
        must(r,
             r->lib.decode_image(r->png, r->out->pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS));
}

/* Heights and the like: all 16 bits of what is white and black alone. */
static void read_gray(reading *r)
{
    size_t    count = (size_t)r->out->width * r->out->height, size = 4 * count * sizeof(uint16_t);
    uint16_t *all;

    if (r->head.color_type & 3) {
        ptl_fail(r->job, PTL_E_UNSUPPORTED, AT_SIZE + 9, RULE, "the picture is not in gray");
        return;
    }
    r->out->gray = ptl_arena_raw(r->job, (uint64_t)count * sizeof *r->out->gray);
    all          = ptl_arena_alone(r->job, size);
    if (ptl_ok(r->job))
        must(r, r->lib.decode_image(r->png, all, size, SPNG_FMT_RGBA16, 0));
    for (size_t i = 0; i < count && ptl_ok(r->job); i++)
        r->out->gray[i] = all[4 * i];
    if (all)
        ptl_arena_drop(r->job->arena, r->job->heap, all);
}

/* Whether so many compressed bytes can yield the picture at all. */
static bool plausible(reading *r)
{
    static const uint8_t samples[] = { 1, 0, 3, 1, 2, 0, 4 }; /* by color type */
    uint64_t             bits      = (uint64_t)samples[r->head.color_type] * r->head.bit_depth;
    uint64_t             size      = (uint64_t)r->head.width * r->head.height * bits / 8;

    if (size / RATIO > r->found->data_size)
        ptl_fail(r->job, PTL_E_SYNTAX, r->found->data_at, "truncated",
                 "%llu bytes of pixels cannot yield the %llu that are needed",
                 (unsigned long long)r->found->data_size, (unsigned long long)size);
    return ptl_ok(r->job);
}

/* libspng passes over transparency that does not go with the picture, and says nothing. */
static void check_alpha(reading *r)
{
    struct spng_trns trns;

    if (r->found->alpha_at > 0 && r->lib.get_trns(r->png, &trns) == SPNG_ECHUNKAVAIL)
        ptl_warn(r->job, r->found->alpha_at, RULE,
                 "tRNS does not go with the picture: it is passed over");
}

static void read_picture(reading *r)
{
    if (!must(r, r->lib.get_ihdr(r->png, &r->head)) || !plausible(r))
        return;
    check_alpha(r);
    if (r->gray)
        read_gray(r);
    else if (r->head.color_type == SPNG_COLOR_TYPE_INDEXED)
        read_indices(r);
    else
        read_colors(r);
}

/* libspng's hooks for memory carry no word of whose memory it is, so it uses malloc itself: a few
 * rows and the window of inflate, whatever the file says, since it sees no other chunks. */
static size_t decoder_size(const ptl_image *image)
{
    enum { ROWS = 4, PIXEL = 8, REST = 128 << 10 };

    return (size_t)image->width * PIXEL * ROWS + REST;
}

static void decode(reading *r, feed *f)
{
    r->png = r->lib.ctx_new(0);
    if (must(r,
             r->png ? r->lib.set_image_limits(r->png, r->out->width, r->out->height) : SPNG_EMEM) &&
        must(r, r->lib.set_png_stream(r->png, feed_read, f)))
        read_picture(r);
    r->lib.ctx_free(r->png);
}

static void png_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    ptl_cursor in = ptl_cursor_of(job, bytes);
    chunks     found;
    feed       f = { bytes, 0, AT_FIRST, &found }; /* the signature counts as the first chunk */
    reading    r = { .job = job, .out = out, .found = &found, .gray = opts->gray };

    if (!png_probe(bytes))
        ptl_fail(job, PTL_E_SYNTAX, 0, RULE, "no signature of PNG at the beginning");
    found = walk(&in);
    if (!ptl_ok(job) || !ptl_image_resize(job, out, found.width, found.height, opts, AT_SIZE) ||
        !ptl_charge(job, decoder_size(out)))
        return;
    f.bytes.size = (size_t)in.at;
    if (load_spng(&r.lib))
        decode(&r, &f);
    ptl_refund(job, decoder_size(out));
}

const ptl_image_kind ptl_image_png = { "png", png_probe, png_read, png_there };

#else

const ptl_image_kind ptl_image_png = { "png", png_probe, NULL, NULL };

#endif
