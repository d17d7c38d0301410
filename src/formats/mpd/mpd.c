/* SPDX-License-Identifier: MIT */
/* Egoboo meshes (level.mpd): reading, writing and the format's row. Little-endian.
 *
 *      at     size  field
 *       0        4  "MapD"; A, B and C hold fewer of the arrays below
 *       4        4  V, number of vertices
 *       8      4+4  fans along x and y; F is their product
 *      16       4F  words: type << 24 | fx << 16 | tile
 *                F  twist                 from MapB on
 *               4V  x, then y, then z     from MapC on; z is 16 times the height
 *                V  light                 MapD; some files end inside it
 *                   whatever follows is kept
 * What we know beyond this table: docs/formats/mpd.md */
#include <stdio.h>
#include <string.h>

#include "core/cursor.h"
#include "core/utf8.h"
#include "formats/call.h"
#include "formats/mpd/mpd_module.h"

const ptl_name ptl_mpd_version_names[] = {
    { 'A', "MapA" }, { 'B', "MapB" }, { 'C', "MapC" }, { 'D', "MapD" }, { 0, "" }
};

static const ptl_field vertex_fields[] = {
    { "x", "east, world units", PTL_KIND_F32, PTL_LIST, .offset = offsetof(ptl_mpd, x) },
    { "y", "south, world units", PTL_KIND_F32, PTL_LIST, .offset = offsetof(ptl_mpd, y) },
    { "z", "up, sixteen times the world height", PTL_KIND_F32, PTL_LIST,
      .offset = offsetof(ptl_mpd, z) },
    { "light", "baked gray level; missing where the file was cut", PTL_KIND_U8, PTL_LIST,
      .offset = offsetof(ptl_mpd, light) },
};

static const ptl_record vertex_record = { "a vertex", sizeof(ptl_mpd), vertex_fields, 4 };

static const ptl_name effect_words[] = {
    { 0, "none" },  { 1, "noreflect" }, { 2, "drawreflect" }, { 4, "anim" },     { 8, "water" },
    { 16, "wall" }, { 32, "impass" },   { 64, "damage" },     { 128, "slippy" }, { 0, "" },
};
static const ptl_name tile_words[]  = { { 65535, "none" }, { 0, "" } };
static const ptl_name twist_words[] = { { 0x77, "level" }, { 0, "" } };

#define FAN_GRID .across = offsetof(ptl_mpd, sizex), .down = offsetof(ptl_mpd, sizey)

static const ptl_field mesh_fields[] = {
    { "version", "signature, which says what arrays there are", PTL_KIND_U8, PTL_ONE,
      .offset = offsetof(ptl_mpd, version), .names = ptl_mpd_version_names },
    { "numvert", "vertices as the header counts them", PTL_KIND_U32, PTL_ONE,
      .offset = offsetof(ptl_mpd, numvert) },
    { "sizex", "fans along x", PTL_KIND_U32, PTL_ONE, .offset = offsetof(ptl_mpd, sizex), .low = 1,
      .high = PTL_MPD_MAX_SIDE },
    { "sizey", "fans along y", PTL_KIND_U32, PTL_ONE, .offset = offsetof(ptl_mpd, sizey), .low = 1,
      .high = PTL_MPD_MAX_SIDE },
    { "type", "entry of the tile dictionary; from 32 on with big images", PTL_KIND_U32, PTL_GRID,
      .offset = offsetof(ptl_mpd, words), FAN_GRID, .shift = 24, .bits = 8, .high = 63 },
    { "fx",
      "effects: 1 no reflection, 2 mirror, 4 animated, 8 water, 16 wall, 32 impassable, "
      "64 damage, 128 slippery",
      PTL_KIND_U32, PTL_GRID, .offset = offsetof(ptl_mpd, words), FAN_GRID, .shift = 16, .bits = 8,
      PTL_BIT_WORDS(effect_words) },
    { "tile", "image (sheet times 64, row times 8, column); 65535 is not drawn", PTL_KIND_U32,
      PTL_GRID, .offset = offsetof(ptl_mpd, words), FAN_GRID, .bits = 16, PTL_WORDS(tile_words) },
    { "twist", "slopes: low four bits along x, high along y, 7 is level", PTL_KIND_U8, PTL_GRID,
      .offset = offsetof(ptl_mpd, twist), FAN_GRID, PTL_WORDS(twist_words), .optional = true },
    { "vertices", "one row for each: x, y, z and light", PTL_KIND_RECORD, PTL_COLUMNS,
      .record = &vertex_record, .optional = true },
    { "tail", "what follows the last array", PTL_KIND_BYTES, PTL_ONE,
      .offset = offsetof(ptl_mpd, tail), .optional = true },
};

static const ptl_record mesh_record = { "an Egoboo mesh", sizeof(ptl_mpd), mesh_fields,
                                        sizeof mesh_fields / sizeof *mesh_fields };

/* ---- Reading -------------------------------------------------------------------------------- */

static bool is_letter(uint8_t c)
{
    return c >= 'A' && c <= 'Z';
}

static int mpd_probe(ptl_span head, uint64_t size)
{
    (void)size;
    if (head.size < 4)
        return 0;
    if (memcmp(head.data, "Map", 3) == 0 && head.data[3] >= 'A' && head.data[3] <= 'D')
        return 90;
    /* Near misses are claimed weakly, so that they get a message of their own. */
    if (memcmp(head.data, "Map", 3) == 0 && is_letter(head.data[3]))
        return 10;
    return memcmp(head.data + 1, "paM", 3) == 0 && is_letter(head.data[0]) ? 10 : 0;
}

static void read_signature(ptl_cursor *in, ptl_mpd *mesh)
{
    const uint8_t *at = in->data;
    char           shown[32];

    if (!ptl_need(in, MPD_HEADER))
        return;
    in->at        = 4;
    mesh->version = at[3];
    if (memcmp(at, "Map", 3) == 0 && at[3] >= 'A' && at[3] <= 'D')
        return;
    ptl_quote(shown, sizeof shown, (const char *)at, 4);
    if (memcmp(at, "Map", 3) == 0 && is_letter(at[3]))
        ptl_fail(in->job, PTL_E_UNSUPPORTED, 3, "mpd-version",
                 "version %s is none of MapA, MapB, MapC and MapD", shown);
    else if (memcmp(at + 1, "paM", 3) == 0)
        ptl_fail(in->job, PTL_E_UNSUPPORTED, 0, "mpd-signature",
                 "signature %s is byte-swapped: a mesh written by a big-endian machine", shown);
    else
        ptl_fail(in->job, PTL_E_SYNTAX, 0, "mpd-signature", "signature is %s, not MapD", shown);
}

static void read_header(ptl_cursor *in, ptl_mpd *mesh)
{
    static const struct {
        const char *name;
        uint64_t    at;
    } sides[]               = { { "x", 8 }, { "y", 12 } };
    const uint32_t *sizes[] = { &mesh->sizex, &mesh->sizey };

    in->what = "the header";
    read_signature(in, mesh);
    mesh->numvert = ptl_u32le(in);
    mesh->sizex   = ptl_u32le(in);
    mesh->sizey   = ptl_u32le(in);
    for (int i = 0; i < 2; i++)
        if (*sizes[i] < 1 || *sizes[i] > PTL_MPD_MAX_SIDE)
            ptl_fail(in->job, PTL_E_SYNTAX, sides[i].at, "mpd-size",
                     "%lu fans along %s; allowed: 1 to %d", (unsigned long)*sizes[i], sides[i].name,
                     PTL_MPD_MAX_SIDE);
    if (mesh->numvert > (uint64_t)PTL_MPD_MAX_VERTICES * mesh->sizex * mesh->sizey)
        ptl_fail(in->job, PTL_E_SYNTAX, 4, "mpd-vertices",
                 "%lu vertices are more than %d for each of %lu x %lu fans",
                 (unsigned long)mesh->numvert, PTL_MPD_MAX_VERTICES, (unsigned long)mesh->sizex,
                 (unsigned long)mesh->sizey);
}

static void read_light(ptl_cursor *in, ptl_mpd *mesh)
{
    uint64_t there = ptl_left(in) < mesh->numvert ? ptl_left(in) : mesh->numvert;

    mesh->light = ptl_u8_array(in, there);
    if (there < mesh->numvert)
        ptl_warn(in->job, in->size, "mpd-light-short",
                 "missing lighting bytes at the end: %llu of %lu",
                 (unsigned long long)(mesh->numvert - there), (unsigned long)mesh->numvert);
}

static void mpd_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_mpd   *mesh = native;
    ptl_cursor in   = ptl_cursor_of(job, source);
    uint64_t   fans;

    read_header(&in, mesh);
    fans        = ptl_ok(job) ? (uint64_t)mesh->sizex * mesh->sizey : 0;
    in.what     = "the tile words";
    mesh->words = ptl_u32le_array(&in, fans);
    if (mesh->version >= 'B') {
        in.what     = "the twist bytes";
        mesh->twist = ptl_u8_array(&in, fans);
    }
    if (mesh->version >= 'C') {
        in.what = "the x coordinates";
        mesh->x = ptl_f32le_array(&in, mesh->numvert);
        in.what = "the y coordinates";
        mesh->y = ptl_f32le_array(&in, mesh->numvert);
        in.what = "the z coordinates";
        mesh->z = ptl_f32le_array(&in, mesh->numvert);
    }
    if (mesh->version >= 'D' && ptl_ok(job))
        read_light(&in, mesh);
    if (ptl_ok(job) && ptl_left(&in) > 0) {
        ptl_warn(job, in.at, "trailing-bytes", "bytes after the last array: %llu",
                 (unsigned long long)ptl_left(&in));
        mesh->tail = ptl_u8_array(&in, ptl_left(&in));
    }
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

/* `field` is where JSON has it. */
static void settle_count(ptl_job *job, const char *field, const char *what, uint64_t count,
                         uint64_t wanted)
{
    if (count == wanted)
        return;
    ptl_path(job, "%s", field);
    ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-count", "%s: %llu values, %llu are needed", what,
             (unsigned long long)count, (unsigned long long)wanted);
}

static void settle_sizes(ptl_job *job, const ptl_mpd *mesh)
{
    if (mesh->version < 'A' || mesh->version > 'D') {
        ptl_path(job, "version");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-version",
                 "the version is none of MapA, MapB, MapC and MapD");
    }
    if (mesh->sizex < 1 || mesh->sizex > PTL_MPD_MAX_SIDE || mesh->sizey < 1 ||
        mesh->sizey > PTL_MPD_MAX_SIDE)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-size",
                 "%lu x %lu fans; allowed: 1 to %d each way", (unsigned long)mesh->sizex,
                 (unsigned long)mesh->sizey, PTL_MPD_MAX_SIDE);
    else if (mesh->numvert > (uint64_t)PTL_MPD_MAX_VERTICES * mesh->sizex * mesh->sizey) {
        ptl_path(job, "numvert");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-vertices",
                 "%lu vertices are more than %d per fan", (unsigned long)mesh->numvert,
                 PTL_MPD_MAX_VERTICES);
    }
}

/* One of somebody else's making may say anything. */
static bool is_sound(const ptl_mpd_dictionary *dictionary)
{
    bool sound = dictionary && dictionary->types <= PTL_MPD_SHAPES;

    for (unsigned i = 0; sound && i < dictionary->types; i++) {
        const ptl_mpd_fan_type *type    = &dictionary->type[i];
        unsigned                entries = 0;

        sound = type->vertices <= PTL_MPD_MAX_VERTICES && type->commands <= PTL_MPD_MAX_COMMANDS;
        for (unsigned c = 0; sound && c < type->commands; c++)
            entries += type->size[c];
        sound = sound && entries <= PTL_MPD_MAX_ENTRIES;
        for (unsigned e = 0; sound && e < entries; e++)
            sound = type->entry[e] < type->vertices;
    }
    return sound;
}

void ptl_mpd_settle_fans(ptl_job *job, const ptl_mpd *mesh)
{
    settle_sizes(job, mesh);
    if (mesh->dictionary != ptl_mpd_dictionary_default() && !is_sound(mesh->dictionary))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-dictionary",
                 "the tile dictionary is missing, or has a type that draws what it does not have");
    if (ptl_ok(job))
        settle_count(job, "type", "words", mesh->words.count, (uint64_t)mesh->sizex * mesh->sizey);
}

static void settle_counts(ptl_job *job, const ptl_mpd *mesh)
{
    uint64_t fans     = (uint64_t)mesh->sizex * mesh->sizey;
    uint64_t vertices = mesh->version >= 'C' ? mesh->numvert : 0;

    settle_count(job, "twist", "slopes", mesh->twist.count, mesh->version >= 'B' ? fans : 0);
    settle_count(job, "vertices", "x", mesh->x.count, vertices);
    settle_count(job, "vertices", "y", mesh->y.count, vertices);
    settle_count(job, "vertices", "z", mesh->z.count, vertices);
    if (mesh->light.count > (mesh->version >= 'D' ? vertices : 0))
        settle_count(job, "vertices", "light", mesh->light.count,
                     mesh->version >= 'D' ? vertices : 0);
    if (mesh->version >= 'D' && mesh->light.count < vertices && mesh->tail.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "mpd-count",
                 "a tail cannot follow an array of light that is cut short");
}

static void report_fan(ptl_job *job, const ptl_mpd *mesh, size_t fan, unsigned type)
{
    uint64_t at = MPD_HEADER + 4 * (uint64_t)fan + 3;

    ptl_path(job, "type[%zu,%zu]", fan % mesh->sizex, fan / mesh->sizex);
    if (type < PTL_MPD_TYPES)
        ptl_warn(job, at, "mpd-blank-type", "type %u has no shape: the fan is a hole", type);
    else if (job->lenient)
        ptl_warn(job, at, "mpd-type", "type %u is above 63 and taken as %u", type,
                 type % PTL_MPD_TYPES);
    else
        ptl_fail(job, PTL_E_SYNTAX, at, "mpd-type", "type is %u; allowed: 0 to 63", type);
}

/* Reports fans of no shape; returns how many vertices all fans ask for. One addition a fan counts
 * both: the vertices in the lower half, the fans to report in the upper. */
static uint32_t settle_types(ptl_job *job, const ptl_mpd *mesh)
{
    mpd_counts counts = ptl_mpd_counts_of(mesh->dictionary);
    uint64_t   both[256], sum = 0;

    for (unsigned type = 0; type < 256; type++)
        both[type] = type < PTL_MPD_TYPES && counts.of[type] > 0
                         ? counts.of[type]
                         : UINT64_C(1) << 32 | counts.of[type];
    for (size_t i = 0; i < mesh->words.count; i++)
        sum += both[mesh->words.data[i] >> 24];
    for (size_t i = 0; sum >> 32 && i < mesh->words.count && ptl_ok(job); i++) {
        uint8_t type = ptl_mpd_word_type(mesh->words.data[i]);

        if (both[type] >> 32)
            report_fan(job, mesh, i, type);
    }
    return (uint32_t)sum;
}

/* Vertices that are laid out anew need not be there before. */
static void settle_vertices(ptl_job *job, const ptl_mpd *mesh, uint32_t sum)
{
    if (sum == mesh->numvert || ptl_setting_of(job, "lay-out"))
        return;
    if (mesh->version < 'C')
        ptl_warn(job, 4, "mpd-vertex-sum", "the fans ask for %lu vertices, the header says %lu",
                 (unsigned long)sum, (unsigned long)mesh->numvert);
    else if (sum < mesh->numvert)
        ptl_warn(job, 4, "mpd-vertex-sum", "vertices that belong to no fan: %lu",
                 (unsigned long)(mesh->numvert - sum));
    else if (job->lenient)
        ptl_warn(job, 4, "mpd-vertex-sum",
                 "the fans ask for %lu vertices, there are %lu: the last fans have none",
                 (unsigned long)sum, (unsigned long)mesh->numvert);
    else
        ptl_fail(job, PTL_E_SYNTAX, 4, "mpd-vertex-sum",
                 "the fans ask for %lu vertices, there are %lu", (unsigned long)sum,
                 (unsigned long)mesh->numvert);
}

static void mpd_settle(ptl_job *job, const void *native)
{
    const ptl_mpd *mesh = native;
    uint32_t       sum  = 0;

    ptl_mpd_settle_fans(job, mesh);
    if (ptl_ok(job))
        settle_counts(job, mesh);
    if (ptl_ok(job))
        sum = settle_types(job, mesh);
    if (ptl_ok(job))
        settle_vertices(job, mesh, sum);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void drop(ptl_job *job, size_t *count, const char *what)
{
    if (*count > 0)
        ptl_find(job, PTL_LOSS, PTL_NOWHERE, "mpd-dropped", "%s are dropped: %zu", what, *count);
    *count = 0;
}

/* An array of one value, for a version that has what the document lacks. */
static void invent(ptl_job *job, ptl_u8s *list, size_t count, uint8_t value, const char *what)
{
    if (list->count == count)
        return;
    ptl_find(job, PTL_LOSS, PTL_NOWHERE, "mpd-invented", "%s are invented, all of them %u: %zu",
             what, value, count);
    list->data  = ptl_arena_take(job, count);
    list->count = list->data ? count : 0;
    if (list->data)
        memset(list->data, value, count);
}

static void invent_geometry(ptl_job *job, ptl_mpd *mesh)
{
    ptl_u8s twist = mesh->twist;

    ptl_mpd_lay_vertices(job, mesh, 255);
    if (twist.count > 0)
        mesh->twist = twist; /* it was there, so it stays */
    mesh->light = (ptl_u8s){ 0 };
    ptl_find_count(job, PTL_LOSS, "mpd-invented", mesh->numvert,
                   "# {vertex is|vertices are} invented: a flat floor");
}

/* Gives a copy of the mesh the arrays of another version, and says what that costs. */
static void change_version(ptl_job *job, ptl_mpd *mesh, uint8_t version)
{
    if (version >= 'B')
        invent(job, &mesh->twist, mesh->words.count, MPD_FLAT, "twist bytes");
    else
        drop(job, &mesh->twist.count, "twist bytes");
    if (version >= 'C' && mesh->version < 'C')
        invent_geometry(job, mesh);
    if (version < 'C') {
        drop(job, &mesh->x.count, "vertices");
        mesh->y.count = mesh->z.count = 0;
    }
    if (version >= 'D' && mesh->version < 'D')
        invent(job, &mesh->light, mesh->numvert, 255, "lighting bytes");
    else if (version < 'D')
        drop(job, &mesh->light.count, "lighting bytes");
    mesh->version = version;
}

/* Lists of their own for a copy of the mesh, laid out anew. */
static void lay_out(ptl_job *job, ptl_mpd *mesh)
{
    mesh->x = mesh->y = mesh->z = (ptl_f32s){ 0 };
    mesh->light = mesh->twist = mesh->tail = (ptl_u8s){ 0 };
    mesh->version                          = 'D';
    ptl_mpd_lay_vertices(job, mesh, 255);
    ptl_find_count(job, PTL_LOSS, "mpd-invented", mesh->numvert,
                   "# {vertex is|vertices are} laid out anew, on a flat floor in full light");
}

/* A document that was not read from a file of its own may hold slopes of other heights. */
static void see_to_twist(ptl_job *job, ptl_mpd *mesh)
{
    bool           anew   = ptl_setting_of(job, "retwist") != NULL;
    ptl_mpd_tables tables = { 0 };
    size_t         stale  = 0;

    if ((!anew && !job->placeless) || mesh->version < 'C')
        return;
    ptl_mpd_tables_make(job, mesh, &tables);
    if (anew)
        mesh->twist.data = ptl_arena_copy(job, mesh->twist.data, mesh->twist.count, 1);
    if (ptl_ok(job))
        stale = ptl_mpd_freshen(mesh, &tables, anew);
    if (anew)
        ptl_find_count(job, PTL_NOTE, "mpd-twist", stale, "# {fan has|fans have} new slopes");
    else
        ptl_find_count(
            job, PTL_NOTE, "mpd-twist", stale,
            "the slopes of # {fan|fans} are not those of {its|their} heights; the setting "
            "retwist computes them anew");
}

static void mpd_write(ptl_job *job, ptl_buf *out, const void *native)
{
    ptl_mpd            mesh   = *(const ptl_mpd *)native;
    const ptl_setting *target = ptl_setting_of(job, "target-version");

    if (ptl_setting_of(job, "lay-out"))
        lay_out(job, &mesh);
    see_to_twist(job, &mesh);
    if (target && target->size == 1)
        change_version(job, &mesh, *(const uint8_t *)target->data);
    ptl_put_text(out, "Map");
    ptl_put_u8(out, mesh.version); /* what was read is what is written */
    ptl_put_u32le(out, mesh.numvert);
    ptl_put_u32le(out, mesh.sizex);
    ptl_put_u32le(out, mesh.sizey);
    ptl_put_u32le_array(out, mesh.words.data, mesh.words.count);
    ptl_put(out, mesh.twist.data, mesh.twist.count);
    ptl_put_f32le_array(out, mesh.x.data, mesh.x.count);
    ptl_put_f32le_array(out, mesh.y.data, mesh.y.count);
    ptl_put_f32le_array(out, mesh.z.data, mesh.z.count);
    ptl_put(out, mesh.light.data, mesh.light.count);
    ptl_put(out, mesh.tail.data, mesh.tail.count);
}

/* ---- New meshes ----------------------------------------------------------------------------- */

static void mpd_prepare(ptl_job *job, void *native)
{
    ptl_mpd            *mesh = native;
    const ptl_setting  *fans = ptl_setting_of(job, "fans");
    ptl_mpd_dictionary *dictionary;
    char               *text;
    ptl_diag            wrong;

    mesh->dictionary = ptl_mpd_dictionary_default();
    if (!fans || !fans->data)
        return;
    dictionary = ptl_arena_take(job, sizeof *dictionary);
    text       = ptl_arena_raw(job, fans->size); /* the names stay in it */
    if (!dictionary || !text)
        return;
    memcpy(text, fans->data, fans->size);
    if (ptl_mpd_dictionary_read(dictionary, text, fans->size, &wrong) != PTL_OK)
        ptl_fail(job, wrong.status, PTL_NOWHERE, wrong.rule, "tile dictionary, %lu:%lu: %s",
                 (unsigned long)wrong.line, (unsigned long)wrong.column, wrong.message);
    mesh->dictionary = dictionary;
}

ptl_mpd *ptl_mpd_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_mpd);
}

const ptl_mpd *ptl_mpd_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_mpd);
}

ptl_status ptl_mpd_new(ptl_doc **out, uint32_t sizex, uint32_t sizey, const ptl_read_opts *opts,
                       ptl_diag *err)
{
    static const ptl_read_opts defaults;
    ptl_job                    job;
    ptl_doc                   *doc;
    ptl_mpd                   *mesh;

    if (!out)
        return ptl_call_nowhere(err);
    *out = NULL;
    doc  = ptl_doc_begin(&job, opts ? opts : &defaults);
    mesh = doc ? ptl_doc_become(&job, doc, &ptl_format_mpd) : NULL;
    if (mesh) {
        doc->placeless = job.placeless = true;
        mesh->version                  = 'D';
        mesh->sizex                    = sizex;
        mesh->sizey                    = sizey;
        settle_sizes(&job, mesh);
    }
    if (mesh && ptl_ok(&job)) {
        mesh->words.count = (size_t)sizex * sizey;
        mesh->words.data  = ptl_arena_array(&job, mesh->words.count, sizeof *mesh->words.data);
        ptl_mpd_lay_vertices(&job, mesh, 255);
    }
    return ptl_doc_end(out, &job, doc, err);
}

static uint64_t mpd_place(const void *native, const ptl_field *field, size_t index)
{
    const ptl_mpd *mesh = native;

    if (field->offset == offsetof(ptl_mpd, words))
        return MPD_HEADER + 4 * (uint64_t)index + field->shift / 8;
    if (field->offset == offsetof(ptl_mpd, twist))
        return MPD_HEADER + 4 * (uint64_t)mesh->words.count + index;
    return field->offset == offsetof(ptl_mpd, sizex)   ? 8
           : field->offset == offsetof(ptl_mpd, sizey) ? 12
                                                       : PTL_NOWHERE;
}

static const ptl_setting_info mpd_settings[] = {
    { "fans", "FILE", NULL, "tile dictionary (fans.txt) to use instead of the built-in one",
      PTL_WHEN_READING },
    { "target-version", "LETTER", "A B C D", "write this version and list what is lost",
      PTL_WHEN_WRITING },
    { "retwist", NULL, NULL, "compute the slopes of all fans anew from their heights",
      PTL_WHEN_WRITING },
    { "lay-out", NULL, NULL, "lay all vertices out anew: flat, where the types of fans have them",
      PTL_WHEN_WRITING },
    { "plan-bmp", NULL, NULL, "write the plan of the game, too: plan.bmp, four pixels a fan",
      PTL_WHEN_WRITING },
    { "take-light", NULL, NULL, "take the light of a level that comes back from its colors",
      PTL_WHEN_IMPORTING },
    { "effects", "LIST", NULL,
      "show where fans have these effects (impass,damage and so on), or all but noreflect",
      PTL_WHEN_SCENE | PTL_WHEN_PLAN },
    { "no-markers", NULL, NULL, "export no markers where passages and spawns are", PTL_WHEN_SCENE },
    { "cell", "FANS", NULL,
      "made from another map: fans of a cell across, one of them for its walls (3)",
      PTL_WHEN_IMPORTING },
    { "module", NULL, NULL, "made from another map: write all files of a module beside the mesh",
      PTL_WHEN_IMPORTING },
    { "size", "WxH", NULL, "fans of a new mesh (16x16)", PTL_WHEN_MAKING },
    { "heightmap", "FILE", NULL, "make the mesh of a gray PNG, a pixel for each corner of a fan",
      PTL_WHEN_MAKING },
    { "relief", "UNITS", NULL, "how far white is above black in the heightmap (512)",
      PTL_WHEN_MAKING | PTL_WHEN_HEIGHTS },
    { "tile-rules", "FILE", NULL, "made of heights: which tiles and effects go where",
      PTL_WHEN_MAKING | PTL_WHEN_IMPORTING | PTL_WHEN_HEIGHTS },
    { 0 },
};

const ptl_format ptl_format_mpd = {
    .info         = { .name       = "mpd",
                      .title      = "Egoboo mesh",
                      .extensions = "mpd",
                      .media_type = "application/x-egoboo-mesh",
                      .magic      = "0=MapA 0=MapB 0=MapC 0=MapD",
                      .settings   = mpd_settings,
                      .inside     = "gamedat/level.mpd" },
    .record       = &mesh_record,
    .rules        = ptl_mpd_rules,
    .probe        = mpd_probe,
    .prepare      = mpd_prepare,
    .make         = ptl_mpd_make,
    .read         = mpd_read,
    .settle       = mpd_settle,
    .write        = mpd_write,
    .verbatim     = ptl_verbatim_always,
    .beside       = ptl_mpd_beside,
    .check        = ptl_mpd_check,
    .check_files  = ptl_mpd_check_files,
    .says_missing = true,
    .fix          = ptl_mpd_fix,
    .place        = mpd_place,
    .to           = { [PTL_HUB_SCENE]  = ptl_mpd_to_scene,
                      [PTL_HUB_PLAN]   = ptl_mpd_to_plan,
                      [PTL_HUB_GROUND] = ptl_mpd_to_ground,
                      [PTL_HUB_GRID]   = ptl_mpd_to_grid },
    .from         = { [PTL_HUB_SCENE]   = ptl_mpd_from_scene,
                      [PTL_HUB_GROUND]  = ptl_mpd_from_ground,
                      [PTL_HUB_GRID]    = ptl_mpd_from_grid,
                      [PTL_HUB_HEIGHTS] = ptl_mpd_from_heightmap },
    .home         = ptl_mpd_home,
    .facts_record = &ptl_mpd_facts_record,
    .facts        = ptl_mpd_facts,
    .facts_files  = ptl_mpd_facts_files,
    .companion    = ptl_mpd_companion,
};
