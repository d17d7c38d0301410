/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a mesh, what its engines and its document say about it, and repairs. */
#include <math.h>
#include <string.h>

#include "formats/mpd/mpd_private.h"

typedef struct checker {
    ptl_job              *job;
    const ptl_mpd        *mesh;
    const ptl_mpd_tables *tables;
} checker;

static void name_fan(const checker *c, const char *field, size_t fan)
{
    ptl_path(c->job, "%s[%zu,%zu]", field, fan % c->mesh->sizex, fan / c->mesh->sizex);
}

static uint64_t word_at(size_t fan)
{
    return MPD_HEADER + 4 * (uint64_t)fan;
}

static uint64_t twist_at(const checker *c, size_t fan)
{
    return MPD_HEADER + 4 * (uint64_t)c->mesh->words.count + fan;
}

/* Axis 0 to 2 for x, y, z and 3 for light. */
static uint64_t vertex_at(const checker *c, int axis, size_t vertex)
{
    return MPD_HEADER + 5 * (uint64_t)c->mesh->words.count + 4 * (uint64_t)axis * c->mesh->numvert +
           (axis < 3 ? 4 : 1) * (uint64_t)vertex;
}

/* ---- Fans ----------------------------------------------------------------------------------- */

static void check_words(const checker *c)
{
    for (size_t i = 0; i < c->mesh->words.count; i++) {
        uint32_t word = c->mesh->words.data[i];
        uint16_t tile = ptl_mpd_word_tile(word);
        bool     big  = ptl_mpd_word_type(word) % PTL_MPD_TYPES >= PTL_MPD_SHAPES;

        if (tile == PTL_MPD_FANOFF)
            continue;
        if (tile > 255)
            PTL_FIND(c->job, PTL_WARNING, name_fan(c, "tile", i), word_at(i) + 1, "mpd-tile",
                     "tile is 0x%04x: neither an image (0 to 255) nor switched off (0xffff)", tile);
        if (big && ((tile & 7) == 7 || (tile >> 3 & 7) == 7))
            PTL_FIND(c->job, PTL_NOTE, name_fan(c, "tile", i), word_at(i), "mpd-over-edge",
                     "big image %u runs over the edge of its sheet and wraps around", tile & 255);
    }
}

/* Where vertices are laid out anew, the slopes that are there say nothing. */
static void check_twist(const checker *c)
{
    double quantum;

    if (c->mesh->twist.count == 0 || c->mesh->x.count == 0 || ptl_setting_of(c->job, "lay-out"))
        return;
    quantum = ptl_mpd_likely_quantum(c->mesh, c->tables);
    for (uint32_t fan = 0; fan < c->tables->fans_with_vertices; fan++) {
        uint8_t stored = c->mesh->twist.data[fan];
        uint8_t fresh  = ptl_mpd_twist(c->mesh, c->tables, fan, quantum);

        if (stored == fresh || !ptl_mpd_has_corners(c->mesh, c->tables, fan))
            continue;
        PTL_FIND(c->job, PTL_NOTE, name_fan(c, "twist", fan), twist_at(c, fan), "mpd-twist",
                 "twist is 0x%02x, the heights give 0x%02x: stale", stored, fresh);
    }
}

/* How well the corners of a fan lie where they should if the first of them is corner `turn`,
 * counted from the north-west one around. */
static double fit_of_turn(const double x[4], const double y[4], unsigned turn)
{
    static const int side[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    double           fit        = 0;

    for (unsigned i = 0; i < 4; i++)
        fit += x[i] * side[(i + turn) % 4][0] + y[i] * side[(i + turn) % 4][1];
    return fit;
}

/* Whether its first vertex is another than the north-west one of its own four corners; where
 * these were moved to does not matter. */
static bool is_turned(const checker *c, uint32_t fan)
{
    uint32_t first = c->tables->vrtstart.data[fan];
    double   x[4], y[4];

    for (unsigned i = 0; i < 4; i++) {
        x[i] = (double)c->mesh->x.data[first + i];
        y[i] = (double)c->mesh->y.data[first + i];
    }
    for (unsigned turn = 1; turn < 4; turn++)
        if (fit_of_turn(x, y, turn) > fit_of_turn(x, y, 0))
            return true;
    return false;
}

/* A seam is seen where the fans on both of its sides are. */
static bool is_drawn(const checker *c, uint32_t fan)
{
    return ptl_mpd_word_tile(c->mesh->words.data[fan]) != PTL_MPD_FANOFF;
}

static void check_seams(const checker *c, uint32_t fan)
{
    static const char *const sides[] = { "east", "south" };

    for (int south = 0; south < 2; south++) {
        mpd_seam seam = ptl_mpd_seam_of(c->mesh, c->tables, fan, south);

        if (seam.other == PTL_MPD_NO_FAN || !is_drawn(c, seam.other) || is_turned(c, seam.other))
            continue;
        for (int i = 0; i < 2; i++)
            if (ptl_mpd_torn(c->mesh, seam.pair[i]))
                PTL_FIND(c->job, PTL_NOTE, name_fan(c, "fan", fan),
                         vertex_at(c, 0, seam.pair[i][0]), "mpd-torn",
                         "a corner does not meet that of the fan to the %s", sides[south]);
    }
}

static void check_facing(const checker *c, uint32_t fan)
{
    uint8_t  local[PTL_MPD_MAX_ENTRIES][3];
    size_t   count = ptl_mpd_fan_triangles(local, c->mesh, fan), down = 0;
    uint32_t first = c->tables->vrtstart.data[fan];

    for (size_t i = 0; i < count; i++) {
        uint32_t corner[3] = { first + local[i][0], first + local[i][1], first + local[i][2] };

        down += ptl_mpd_plan_area2(c->mesh, corner) < 0;
    }
    if (down == 0)
        return;
    PTL_FIND(c->job, PTL_NOTE, name_fan(c, "fan", fan), vertex_at(c, 0, first), "mpd-facing-down",
             "%zu of %zu triangles face down", down, count);
}

static void check_fans(const checker *c)
{
    size_t turned = 0;

    for (uint32_t fan = 0; fan < c->tables->fans_with_vertices; fan++) {
        if (!ptl_mpd_has_corners(c->mesh, c->tables, fan))
            continue;
        if (is_drawn(c, fan))
            check_facing(c, fan);
        if (is_turned(c, fan))
            turned++;
        else if (is_drawn(c, fan))
            check_seams(c, fan);
    }
    ptl_find_count(c->job, PTL_NOTE, "mpd-turned", turned,
                   "# {fan does not begin at its|fans do not begin at their} north-west corner");
}

/* ---- Vertices ------------------------------------------------------------------------------- */

static void name_axis(const checker *c, size_t vertex, char axis)
{
    ptl_path(c->job, "vertices[%zu]/%c", vertex, axis);
}

static void check_coordinates(const checker *c)
{
    static const char axes[]   = "xyz";
    const ptl_f32s   *lists[3] = { &c->mesh->x, &c->mesh->y, &c->mesh->z };

    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < lists[axis]->count; i++) {
            double value = (double)lists[axis]->data[i];

            if (fabs(value) <= 1e6)
                continue;
            if (isfinite(value))
                PTL_FIND(c->job, PTL_WARNING, name_axis(c, i, axes[axis]), vertex_at(c, axis, i),
                         "mpd-far", "%c is %g, far outside of every mesh", axes[axis], value);
            else
                PTL_FIND(c->job, PTL_ERROR, name_axis(c, i, axes[axis]), vertex_at(c, axis, i),
                         "mpd-not-finite", "%c is not a finite number", axes[axis]);
        }
}

static void check_light(const checker *c)
{
    for (size_t i = 0; i < c->mesh->light.count; i++)
        if (c->mesh->light.data[i] == 0)
            PTL_FIND(c->job, PTL_NOTE, ptl_path(c->job, "vertices[%zu]/light", i),
                     vertex_at(c, 3, i), "mpd-light-zero",
                     "light is 0, which the editor takes for an unused vertex");
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool has_water(const ptl_mpd *mesh)
{
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_fx(mesh->words.data[i]) & PTL_MPD_FX_WATER)
            return true;
    return false;
}

static void check_sizes(const checker *c)
{
    const ptl_mpd *mesh = c->mesh;
    uint32_t       x = mesh->sizex, y = mesh->sizey;

    if (x % 4 != 0 || y % 4 != 0)
        ptl_find(c->job, PTL_NOTE, 8, "mpd-blocks",
                 "%lu x %lu fans are not whole blocks of 4 x 4; blocks by the document: %lu, "
                 "needed: %lu",
                 (unsigned long)x, (unsigned long)y, (unsigned long)c->tables->numfanblock,
                 (unsigned long)c->tables->blocks_rounded_up);
    if (has_water(mesh) && ((x & (x - 1)) != 0 || x < 16 || x > 512))
        ptl_find(c->job, PTL_NOTE, 8, "mpd-water-shift",
                 "a width of %lu is not a power of two from 16 to 512: old engines tear the waves",
                 (unsigned long)x);
    if (mesh->version < 'C')
        ptl_find(c->job, PTL_NOTE, 3, "mpd-no-geometry", "Map%c holds tiles without vertices",
                 mesh->version);
}

/* ---- Profiles ------------------------------------------------------------------------------- */

static void check_document(const checker *c)
{
    const ptl_mpd *mesh = c->mesh;

    if (mesh->version != 'D')
        ptl_find(c->job, PTL_ERROR, 3, "document-version", "the document knows only MapD");
    if (mesh->sizex > 64 || mesh->sizey > 64)
        ptl_find(c->job, PTL_ERROR, 8, "document-size",
                 "%lu x %lu fans, the document allows 64 by 64", (unsigned long)mesh->sizex,
                 (unsigned long)mesh->sizey);
    if (mesh->numvert > 256 * 256 * 6)
        ptl_find(c->job, PTL_ERROR, 4, "document-vertices",
                 "%lu vertices, the document allows 393216", (unsigned long)mesh->numvert);
    if (mesh->sizex % 4 != 0 || mesh->sizey % 4 != 0)
        ptl_find(c->job, PTL_ERROR, 8, "document-blocks",
                 "%lu x %lu fans, the document wants multiples of 4", (unsigned long)mesh->sizex,
                 (unsigned long)mesh->sizey);
    if (mesh->version == 'D' && (mesh->light.count < mesh->numvert || mesh->tail.count > 0))
        ptl_find(c->job, PTL_ERROR, PTL_NOWHERE, "document-length",
                 "the file is not as long as its header says");
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_type(mesh->words.data[i]) % PTL_MPD_SHAPES == 9)
            PTL_FIND(c->job, PTL_NOTE, name_fan(c, "type", i), word_at(i) + 3, "document-type-9",
                     "the document prints the texture places of this type wrong");
}

/* The engine is the newest one; what keeps older ones from loading a mesh is a note. */
static void check_engine(const checker *c)
{
    const ptl_mpd *mesh = c->mesh;

    if (mesh->version < 'C')
        ptl_find(c->job, PTL_ERROR, 3, "engine-version", "no engine can load Map%c", mesh->version);
    else if (mesh->version == 'C')
        ptl_find(c->job, PTL_NOTE, 3, "engine-oldest",
                 "only the newest engine loads MapC, and without light");
    if (mesh->words.count >= (size_t)PTL_MPD_MAX_SIDE * PTL_MPD_MAX_SIDE)
        ptl_find(c->job, PTL_ERROR, 8, "engine-size", "the newest engine loads fewer than %d fans",
                 PTL_MPD_MAX_SIDE * PTL_MPD_MAX_SIDE);
    if (mesh->words.count > 512 * 512)
        ptl_find(c->job, PTL_NOTE, 8, "engine-oldest",
                 "the oldest engine loads at most 262144 fans");
    if (mesh->numvert > 256 * 256 * 6)
        ptl_find(c->job, PTL_NOTE, 4, "engine-vertices",
                 "the oldest engine loads at most 393216 vertices");
    if (mesh->version == 'D' && mesh->light.count < mesh->numvert)
        ptl_find(c->job, PTL_NOTE, PTL_NOWHERE, "engine-length",
                 "engines go on with what they have for the missing light, as in a shipped level");
    for (size_t i = 0; i < mesh->words.count; i++)
        if (ptl_mpd_word_tile(mesh->words.data[i]) > 255 &&
            ptl_mpd_word_tile(mesh->words.data[i]) != PTL_MPD_FANOFF)
            PTL_FIND(c->job, PTL_NOTE, name_fan(c, "tile", i), word_at(i) + 1, "engine-tile",
                     "the oldest engine reads past its 256 images for this tile");
}

void ptl_mpd_check(ptl_job *job, const void *native, const char *profile)
{
    ptl_mpd_tables tables;
    checker        c = { job, native, &tables };

    ptl_mpd_tables_make(job, native, &tables);
    if (!ptl_ok(job))
        return;
    check_sizes(&c);
    check_words(&c);
    check_twist(&c);
    check_coordinates(&c);
    check_light(&c);
    check_fans(&c);
    if (profile && strcmp(profile, "document") == 0)
        check_document(&c);
    if (profile && strcmp(profile, "engine") == 0)
        check_engine(&c);
}

/* ---- Repairs -------------------------------------------------------------------------------- */

/* Stale slopes become what most of the others say the heights mean. */
static void fix_twist(ptl_job *job, ptl_mpd *mesh)
{
    ptl_mpd_tables tables;

    if (mesh->twist.count == 0 || mesh->x.count == 0)
        return;
    ptl_mpd_tables_make(job, mesh, &tables);
    if (ptl_ok(job) && ptl_mpd_freshen(mesh, &tables, false) > 0)
        mesh->twist.data = ptl_arena_copy(job, mesh->twist.data, mesh->twist.count, 1);
    if (ptl_ok(job))
        ptl_find_count(job, PTL_NOTE, "mpd-twist", ptl_mpd_freshen(mesh, &tables, true),
                       "the slopes of # {fan|fans} are those of {its|their} heights now");
}

/* Light that was cut off becomes 1, the darkest an editor writes; a tail, the rest of some older
 * and longer file, goes. */
void ptl_mpd_fix(ptl_job *job, void *native)
{
    ptl_mpd *mesh    = native;
    size_t   missing = mesh->version >= 'D' ? mesh->numvert - mesh->light.count : 0;
    uint8_t *light;

    if (missing > 0) {
        light = ptl_arena_take(job, mesh->numvert);
        if (!light)
            return;
        memset(light, 1, mesh->numvert);
        if (mesh->light.count > 0)
            memcpy(light, mesh->light.data, mesh->light.count);
        mesh->light = (ptl_u8s){ light, mesh->numvert };
        ptl_find_count(job, PTL_NOTE, "mpd-light-short", missing,
                       "# missing lighting {byte is|bytes are} now 1");
    }
    if (mesh->tail.count > 0) {
        ptl_find_count(job, PTL_NOTE, "trailing-bytes", mesh->tail.count,
                       "# {byte|bytes} after the last array {is|are} gone");
        mesh->tail = (ptl_u8s){ 0 };
    }
    fix_twist(job, mesh);
}
