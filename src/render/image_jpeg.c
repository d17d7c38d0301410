/* SPDX-License-Identifier: MIT */
/* JPEG through libjpeg-turbo. The only place that jumps: libjpeg wants its error handler not to
 * return. */
#include "render/image.h"

#define RULE "image-jpeg"

static bool jpeg_probe(ptl_span bytes)
{
    return bytes.size >= 3 && bytes.data[0] == 0xFF && bytes.data[1] == 0xD8 &&
           bytes.data[2] == 0xFF;
}

#ifdef PTL_HAVE_LIBJPEG

#include <limits.h>
#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

enum {
    MOST_SCANS = 64,   /* a dozen is usual; thousands would take hours                       */
    RATIO      = 2048, /* pixels of a byte: a bit for each block of 64, spread over 4 each way */
};

typedef struct reading {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr         errors;
    struct jpeg_progress_mgr      progress;
    jmp_buf                       back;
    ptl_job                      *job;
    ptl_image                    *out;
    ptl_span                      bytes;
    const ptl_image_opts         *opts;
    size_t                        charged; /* for what libjpeg takes for itself               */
    bool                          ended;   /* the file did; what follows is made up by libjpeg */
    bool                          warned;  /* once is enough                                   */
} reading;

static uint64_t offset_of(const reading *r)
{
    const struct jpeg_source_mgr *src = r->jpeg.src;

    if (!src || r->ended || src->bytes_in_buffer > r->bytes.size)
        return r->bytes.size;
    return r->bytes.size - src->bytes_in_buffer;
}

_Noreturn static void leave(reading *r)
{
    longjmp(r->back, 1);
}

static void describe(reading *r, char *out, size_t size)
{
    char text[JMSG_LENGTH_MAX];

    r->errors.format_message((j_common_ptr)&r->jpeg, text);
    ptl_quote(out, size, text, strlen(text));
}

static void on_error(j_common_ptr jpeg)
{
    reading *r = jpeg->client_data;
    char     text[128];

    describe(r, text, sizeof text);
    if (r->errors.msg_code == JERR_NO_BACKING_STORE)
        ptl_fail(
            r->job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
            "libjpeg would keep the scans of the picture in more memory than the limit leaves");
    else if (r->errors.msg_code == JERR_OUT_OF_MEMORY)
        ptl_fail(r->job, PTL_E_MEMORY, PTL_NOWHERE, "memory", "no memory for libjpeg");
    else
        ptl_fail(r->job, PTL_E_SYNTAX, offset_of(r), RULE, "the picture is damaged: %s", text);
    leave(r);
}

/* Whether something is missing where the file ended, and not just the end mark: libjpeg reads
 * ahead, so this shows when a block wants more bits. Scans that are not there it would not miss. */
static bool is_cut(const reading *r)
{
    return r->ended && (r->out->height == 0 || r->errors.msg_code == JWRN_HIT_MARKER ||
                        r->jpeg.progressive_mode || r->jpeg.comps_in_scan < r->jpeg.num_components);
}

/* What libjpeg can go on after. Once said is enough. */
static void on_message(j_common_ptr jpeg, int level)
{
    reading *r = jpeg->client_data;
    char     text[128];

    if (level >= 0)
        return; /* traces */
    r->ended = r->ended || r->errors.msg_code == JWRN_JPEG_EOF;
    describe(r, text, sizeof text);
    if (is_cut(r))
        ptl_fail(r->job, PTL_E_SYNTAX, r->bytes.size, "truncated",
                 "the file ends inside the picture");
    else if (!r->warned)
        ptl_warn(r->job, offset_of(r), RULE, "the picture is damaged: %s", text);
    r->warned = true;
    if (!ptl_ok(r->job))
        leave(r);
}

static void on_progress(j_common_ptr jpeg)
{
    reading *r = jpeg->client_data;

    if (r->jpeg.input_scan_number <= MOST_SCANS)
        return;
    ptl_fail(r->job, PTL_E_LIMIT, offset_of(r), RULE, "more than %d scans", MOST_SCANS);
    leave(r);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* Four inks, which programs of Adobe store the other way round, mixed as light would be. */
static void mix_inks(ptl_rgba *row, size_t count, bool inverted)
{
    for (size_t i = 0; i < count; i++) {
        unsigned flip = inverted ? 0 : 255;
        unsigned c = row[i].r ^ flip, m = row[i].g ^ flip, y = row[i].b ^ flip, k = row[i].a ^ flip;

        row[i] = (ptl_rgba){ (uint8_t)((c * k + 127) / 255), (uint8_t)((m * k + 127) / 255),
                             (uint8_t)((y * k + 127) / 255), 255 };
    }
}

static bool header_fits(reading *r)
{
    uint64_t pixels = (uint64_t)r->jpeg.image_width * r->jpeg.image_height;

    if (!ptl_image_resize(r->job, r->out, r->jpeg.image_width, r->jpeg.image_height, r->opts,
                          offset_of(r)))
        return false;
    if (r->jpeg.arith_code)
        ptl_fail(r->job, PTL_E_UNSUPPORTED, offset_of(r), RULE,
                 "the picture is coded arithmetically, which is not supported");
    if (pixels / RATIO > r->bytes.size)
        ptl_fail(r->job, PTL_E_SYNTAX, r->bytes.size, "truncated",
                 "a file of %zu bytes cannot hold %llu pixels", r->bytes.size,
                 (unsigned long long)pixels);
    return ptl_ok(r->job);
}

/* libjpeg knows no allocator but malloc. It takes some rows, which are charged; a picture of
 * several scans it keeps whole, and that has to fit into what the job has left. */
static size_t rows_size(const reading *r)
{
    enum { ROWS = 48, REST = 256 << 10 };

    return (size_t)r->jpeg.image_width * (size_t)r->jpeg.num_components * ROWS + REST;
}

static void limit_memory(reading *r)
{
    size_t left = ptl_heap_left(r->job->heap);

    r->jpeg.mem->max_memory_to_use = left == 0 ? 1 : left < LONG_MAX ? (long)left : LONG_MAX;
}

/* Every machine gives the same pixels: the exact transform, whatever instructions there are. */
static void read_rows(reading *r)
{
    bool inks = r->jpeg.num_components == 4;

    if (!ptl_image_take_pixels(r->job, r->out) || !ptl_charge(r->job, rows_size(r)))
        return;
    r->charged = rows_size(r);
    limit_memory(r);
    r->jpeg.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    r->jpeg.dct_method      = JDCT_ISLOW;
    jpeg_start_decompress(&r->jpeg);
    while (r->jpeg.output_scanline < r->out->height) {
        ptl_rgba *row     = r->out->pixels + (size_t)r->jpeg.output_scanline * r->out->width;
        JSAMPROW  rows[1] = { (JSAMPROW)row };

        jpeg_read_scanlines(&r->jpeg, rows, 1);
        if (inks)
            mix_inks(row, r->out->width, r->jpeg.saw_Adobe_marker);
    }
    jpeg_finish_decompress(&r->jpeg);
}

static void read_picture(reading *r)
{
    jpeg_create_decompress(&r->jpeg);
    r->progress.progress_monitor = on_progress;
    r->jpeg.progress             = &r->progress;
    jpeg_mem_src(&r->jpeg, r->bytes.data, (unsigned long)r->bytes.size);
    jpeg_read_header(&r->jpeg, TRUE);
    if (header_fits(r))
        read_rows(r);
}

/* A function of its own: what a jump may lose is what lives where it ends. */
static void read_or_leave(reading *r)
{
    if (setjmp(r->back) == 0)
        read_picture(r);
    jpeg_destroy_decompress(&r->jpeg);
    ptl_refund(r->job, r->charged);
}

static void jpeg_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    reading r = { .job = job, .out = out, .bytes = bytes, .opts = opts };

    if (!jpeg_probe(bytes))
        ptl_fail(job, PTL_E_SYNTAX, 0, RULE, "no signature of JPEG at the beginning");
    if (!ptl_ok(job))
        return;
    r.jpeg.err            = jpeg_std_error(&r.errors);
    r.errors.error_exit   = on_error;
    r.errors.emit_message = on_message;
    r.jpeg.client_data    = &r;
    read_or_leave(&r);
}

const ptl_image_kind ptl_image_jpeg = { "jpeg", jpeg_probe, jpeg_read };

#elif defined(PTL_GIVEN)

#include "core/given.h"

/* The size is that of the header: what has another one by now is not this picture. */
static void jpeg_read(ptl_job *job, ptl_image *out, ptl_span bytes, const ptl_image_opts *opts)
{
    uint32_t width, height;

    if (!ptl_image_measure(bytes, &width, &height))
        ptl_fail(job, PTL_E_SYNTAX, 0, RULE, "the picture has no header with its size");
    if (ptl_ok(job) && ptl_image_resize(job, out, width, height, opts, 0) &&
        ptl_image_take_pixels(job, out) &&
        !ptl_given_jpeg(bytes.data, bytes.size, &out->pixels->r, width, height))
        ptl_fail(job, PTL_E_SYNTAX, 0, RULE, "the picture is damaged");
}

const ptl_image_kind ptl_image_jpeg = { "jpeg", jpeg_probe, jpeg_read, ptl_given_has_jpeg };

#else

const ptl_image_kind ptl_image_jpeg = { "jpeg", jpeg_probe, NULL };

#endif
