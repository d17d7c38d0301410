/* SPDX-License-Identifier: MIT */
/* Generators of inputs, the scratch folder, and the check of what came out. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "inputs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <portolan/grmm.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>

#include <portolan/ppe.h>

/* ---- Numbers -------------------------------------------------------------------------------- */

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned below(uint64_t *state, unsigned limit)
{
    return (unsigned)((random_next(state) >> 32) % limit);
}

uint64_t sum_bytes(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *at = data;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    return sum;
}

/* ---- Egoboo meshes -------------------------------------------------------------------------- */

/* One fan of nine is a wall of eight vertices, the others have four: as many as real levels have.
 */
static void paint_fans(ptl_mpd *mesh, uint64_t *state)
{
    static const uint8_t walls[] = { 8, 9, 12, 13 };

    for (size_t i = 0; i < mesh->words.count; i++) {
        uint8_t type = below(state, 9) == 0 ? walls[below(state, sizeof walls)] : 0;
        uint8_t fx   = type != 0 ? PTL_MPD_FX_WALL | PTL_MPD_FX_IMPASS : 0;

        mesh->words.data[i] = ptl_mpd_word(type, fx, (uint16_t)below(state, 256));
    }
}

/* Heights in steps, some of them with a fraction that takes all the digits a float has. */
static void shape_ground(ptl_mpd *mesh, uint64_t *state)
{
    for (size_t i = 0; i < mesh->z.count; i++) {
        float step = (float)below(state, 4096) - 1024;

        mesh->z.data[i]     = below(state, 4) == 0 ? step + (float)below(state, 1000) / 1000 : step;
        mesh->light.data[i] = (uint8_t)below(state, 256);
    }
    for (size_t i = 0; i < mesh->twist.count; i++)
        mesh->twist.data[i] = (uint8_t)below(state, 256);
}

static bool mpd_make(ptl_doc **out, unsigned doublings)
{
    uint32_t sizex = UINT32_C(4) << (doublings + 1) / 2, sizey = UINT32_C(4) << doublings / 2;
    uint64_t state = 1 + doublings;

    if (ptl_mpd_new(out, sizex, sizey, NULL, NULL) != PTL_OK)
        return false;
    paint_fans(ptl_mpd_of(*out), &state);
    if (ptl_mpd_lay_out(*out, 255, NULL) != PTL_OK)
        return false;
    shape_ground(ptl_mpd_of(*out), &state);
    return true;
}

static uint64_t mpd_sum(const ptl_doc *doc)
{
    const ptl_mpd *mesh = ptl_mpd_of(doc);
    uint32_t       head[4];
    uint64_t       sum;

    if (!mesh)
        return 0;
    memcpy(head, (uint32_t[]){ mesh->version, mesh->numvert, mesh->sizex, mesh->sizey },
           sizeof head);
    sum = sum_bytes(UINT64_C(0xCBF29CE484222325), head, sizeof head);
    sum = sum_bytes(sum, mesh->words.data, mesh->words.count * sizeof *mesh->words.data);
    sum = sum_bytes(sum, mesh->twist.data, mesh->twist.count);
    sum = sum_bytes(sum, mesh->x.data, mesh->x.count * sizeof *mesh->x.data);
    sum = sum_bytes(sum, mesh->y.data, mesh->y.count * sizeof *mesh->y.data);
    sum = sum_bytes(sum, mesh->z.data, mesh->z.count * sizeof *mesh->z.data);
    return sum_bytes(sum, mesh->light.data, mesh->light.count);
}

static uint64_t mpd_units(const ptl_doc *doc)
{
    return ptl_mpd_of(doc)->numvert;
}

const input_kind input_mpd = { "mpd", mpd_make, mpd_sum, mpd_units };

/* ---- Permafrost terrain ---------------------------------------------------------------------- */

/* Mostly flat, as real maps are, with every shape, material and mode somewhere. */
static void shape_tiles(ptl_pfmap *map, uint64_t *state)
{
    for (size_t i = 0; i < map->tiles.count; i++) {
        ptl_pfmap_tile *t    = &map->tiles.data[i];
        bool            hill = below(state, 12) == 0;

        t->type = (uint8_t)(hill ? below(state, PTL_PFMAP_TYPES) : 0);
        t->ramp = (uint8_t)(hill ? below(state, 5) : 0);
        t->base = (int16_t)((int)below(state, 9) - 3);
        t->top  = (uint16_t)below(state, 11);
        t->side = (uint16_t)below(state, 11);
        for (int edge = 0; edge < 4; edge++)
            t->edge_blend[edge] = (uint8_t)below(state, 2);
    }
}

/* A chunk is 25 KB: there are no smaller maps. */
static bool pfmap_make(ptl_doc **out, unsigned doublings)
{
    unsigned chunks = doublings > 5 ? doublings - 5 : 0;
    uint64_t state  = 1 + doublings;

    if (ptl_pfmap_new(out, UINT32_C(1) << chunks / 2, UINT32_C(1) << (chunks + 1) / 2, NULL,
                      NULL) != PTL_OK)
        return false;
    for (int i = 0; i < 11; i++)
        if (ptl_pfmap_add_material(*out, "Some-Ground", "some_ground.jpg", NULL) != PTL_OK)
            return false;
    shape_tiles(ptl_pfmap_of(*out), &state);
    return true;
}

static uint64_t pfmap_sum(const ptl_doc *doc)
{
    const ptl_pfmap *map = ptl_pfmap_of(doc);
    uint64_t         sum = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; map && i < map->tiles.count; i++) {
        const ptl_pfmap_tile *t = &map->tiles.data[i];
        uint16_t words[] = { t->top, t->side, (uint16_t)t->base, t->reserved, t->type, t->ramp };

        sum = sum_bytes(sum, words, sizeof words);
        sum = sum_bytes(sum, &t->pathable, 9); /* the digits from there on */
    }
    return sum;
}

static uint64_t pfmap_units(const ptl_doc *doc)
{
    return ptl_pfmap_of(doc)->tiles.count;
}

const input_kind input_pfmap = { "pfmap", pfmap_make, pfmap_sum, pfmap_units };

/* ---- Gridmonger maps ------------------------------------------------------------------------ */

static bool fill_layer(ptl_doc *doc, ptl_u8s *layer, size_t count, uint64_t *state, unsigned least,
                       unsigned most)
{
    *layer = (ptl_u8s){ ptl_doc_alloc(doc, count), count };
    for (size_t at = 0; layer->data && at < count;) {
        uint8_t  value = (uint8_t)(1 + below(state, 110));
        unsigned run   = least + below(state, most - least + 1);

        for (; run > 0 && at < count; run--)
            layer->data[at++] = value;
    }
    return layer->data != NULL;
}

static bool grmm_make(ptl_doc **out, unsigned doublings, unsigned least, unsigned most)
{
    uint32_t        rows    = UINT32_C(16) << doublings / 2;
    uint32_t        columns = UINT32_C(16) << (doublings + 1) / 2;
    uint64_t        state   = 1 + doublings;
    ptl_grmm_level *level;
    bool            good;

    good = ptl_grmm_new(out, "Bench", "2026-01-01 12:00:00", 4, NULL, NULL) == PTL_OK &&
           ptl_grmm_add_level(&level, *out, "Bench", "", 0, rows, columns, NULL) == PTL_OK;
    for (int i = 0; good && i < PTL_GRMM_LAYERS; i++)
        good = fill_layer(*out, &level->layer[i], (size_t)(rows + 1) * (columns + 1), &state, least,
                          most);
    return good;
}

static bool grmm_make_short(ptl_doc **out, unsigned doublings)
{
    return grmm_make(out, doublings, 1, 8);
}

static bool grmm_make_long(ptl_doc **out, unsigned doublings)
{
    return grmm_make(out, doublings, 8, 100);
}

static uint64_t grmm_sum(const ptl_doc *doc)
{
    const ptl_grmm *map = ptl_grmm_of(doc);
    uint64_t        sum = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; map && i < map->levels.count; i++)
        for (int k = 0; k < PTL_GRMM_LAYERS; k++)
            sum = sum_bytes(sum, map->levels.data[i].layer[k].data,
                            map->levels.data[i].layer[k].count);
    return sum;
}

static uint64_t grmm_units(const ptl_doc *doc)
{
    return ptl_grmm_of(doc)->levels.data[0].layer[0].count * PTL_GRMM_LAYERS;
}

const input_kind input_grmm_short = { "gmm", grmm_make_short, grmm_sum, grmm_units };
const input_kind input_grmm_long  = { "gmm", grmm_make_long, grmm_sum, grmm_units };

/* ---- PixelPerfectEngine maps ---------------------------------------------------------------- */

/* Stretches of one tile, 1 to 24 cells long, some turned and some of another palette. */
static void paint_cells(ptl_ppe *map, uint64_t *state)
{
    for (size_t i = 0; i < map->cells.count;) {
        size_t       run  = 1 + below(state, 24);
        ptl_ppe_cell cell = { .tile      = (uint16_t)below(state, 200),
                              .palette   = (uint16_t)(below(state, 4) == 0 ? below(state, 16) : 0),
                              .transform = (uint8_t)(below(state, 4) == 0 ? below(state, 8) : 0) };

        for (; run > 0 && i < map->cells.count; run--)
            ptl_ppe_word_of(&map->cells.data[i++], map, &cell);
    }
}

static bool ppe_make_coded(ptl_doc **out, unsigned doublings, ptl_ppe_coder coder)
{
    uint32_t width = UINT32_C(16) << (doublings + 1) / 2, height = UINT32_C(16) << doublings / 2;
    uint64_t state = 7 + doublings;

    if (ptl_ppe_new(out, PTL_PPE_NEW, width, height, NULL, NULL) != PTL_OK)
        return false;
    paint_cells(ptl_ppe_of(*out), &state);
    ptl_ppe_of(*out)->coder = (uint8_t)coder;
    return true;
}

static bool ppe_make(ptl_doc **out, unsigned doublings)
{
    return ppe_make_coded(out, doublings, PTL_PPE_PLAIN);
}

static bool ppe_make_rle(ptl_doc **out, unsigned doublings)
{
    return ppe_make_coded(out, doublings, PTL_PPE_RLE);
}

static bool ppe_make_zlib(ptl_doc **out, unsigned doublings)
{
    return ppe_make_coded(out, doublings, PTL_PPE_ZLIB);
}

static bool ppe_make_zstd(ptl_doc **out, unsigned doublings)
{
    return ppe_make_coded(out, doublings, PTL_PPE_ZSTD);
}

/* Of what a map shows, whatever coder it came through. */
static uint64_t ppe_sum(const ptl_doc *doc)
{
    const ptl_ppe *map = ptl_ppe_of(doc);
    uint32_t       head[3];

    if (!map)
        return 0;
    memcpy(head, (uint32_t[]){ map->layout, map->width, map->height }, sizeof head);
    return sum_bytes(sum_bytes(UINT64_C(0xCBF29CE484222325), head, sizeof head), map->cells.data,
                     map->cells.count * sizeof *map->cells.data);
}

static uint64_t ppe_units(const ptl_doc *doc)
{
    return ptl_ppe_of(doc)->cells.count;
}

const input_kind input_ppe      = { "map", ppe_make, ppe_sum, ppe_units };
const input_kind input_ppe_rle  = { "map", ppe_make_rle, ppe_sum, ppe_units };
const input_kind input_ppe_zlib = { "map", ppe_make_zlib, ppe_sum, ppe_units };
const input_kind input_ppe_zstd = { "map", ppe_make_zstd, ppe_sum, ppe_units };

/* ---- Scratch -------------------------------------------------------------------------------- */

static char scratch[200]; /* one program, one folder */

bool scratch_make(void)
{
    const char *base = getenv("TMPDIR");

    snprintf(scratch, sizeof scratch, "%s/portolan-bench-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(scratch))
        return true;
    perror("bench: no scratch folder");
    scratch[0] = 0;
    return false;
}

void scratch_free(void)
{
    DIR           *dir = scratch[0] ? opendir(scratch) : NULL;
    struct dirent *entry;
    char           path[512];

    while (dir && (entry = readdir(dir))) {
        snprintf(path, sizeof path, "%s/%s", scratch, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (dir)
        closedir(dir);
    if (dir)
        rmdir(scratch);
}

/* ---- Material ------------------------------------------------------------------------------- */

static bool touch_warm(material *m)
{
    m->warm = fresh_memory().resize(NULL, NULL, 0, m->file.size);
    if (m->warm)
        memset(m->warm, 1, m->file.size);
    return m->warm != NULL;
}

static bool make_input(material *m, const bench_row *r, unsigned doublings, ptl_diag *err)
{
    ptl_read_opts fresh = { .allocator =
                                fresh_memory() }; /* what is written comes from there too */
    ptl_doc      *made  = NULL;
    bool          ok    = m->kind->make(&made, doublings);

    m->sum   = ok ? m->kind->sum(made) : 0;
    m->units = ok ? m->kind->units(made) : 0;
    snprintf(m->path, sizeof m->path, "%s/%u.%s", scratch, doublings, m->kind->extension);
    ok =
        ok && ptl_write(&m->file, made, NULL, err) == PTL_OK &&
        ptl_write_file(m->path, made, &(ptl_write_opts){ .overwrite = true }, err) == PTL_OK &&
        (!r->json || ptl_write(&m->json, made, &(ptl_write_opts){ .to = "json" }, err) == PTL_OK) &&
        ptl_read(&m->doc, m->file.data, m->file.size, &fresh, err) == PTL_OK && touch_warm(m);
    ptl_doc_free(made);
    return ok;
}

bool material_make(material *m, const bench_row *r, unsigned doublings)
{
    ptl_diag err = { 0 };

    m->kind = r->input;
    m->kept = pool_new();
    if (m->kept && (!m->kind || make_input(m, r, doublings, &err)))
        return true;
    fprintf(stderr, "bench: %s: no input: %s\n", r->id, err.message);
    return false;
}

void material_free(material *m)
{
    if (m->warm)
        fresh_memory().resize(NULL, m->warm, m->file.size, 0);
    pool_free(m->kept);
    ptl_doc_free(m->doc);
    ptl_bytes_free(&m->file);
    ptl_bytes_free(&m->json);
}

static bool same_document(const material *m, const ptl_doc *doc)
{
    return m->kind->sum(doc) == m->sum && m->kind->units(doc) == m->units;
}

static bool same_bytes(const material *m, const ptl_bytes *bytes)
{
    ptl_doc *doc = NULL;
    bool     same;

    if (bytes->size == m->file.size && memcmp(bytes->data, m->file.data, bytes->size) == 0)
        return true;
    same = ptl_read(&doc, bytes->data, bytes->size, NULL, NULL) == PTL_OK && same_document(m, doc);
    ptl_doc_free(doc);
    return same;
}

bool material_fits(const material *m, const outcome *o)
{
    return o->done && (!m->kind || !o->doc || same_document(m, o->doc)) &&
           (!m->kind || !o->bytes.data || same_bytes(m, &o->bytes));
}
