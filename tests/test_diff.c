/* SPDX-License-Identifier: MIT */
/* What changed between two files of every format, and patches: random edits by the record tables,
 * then diff and apply, which give the second file byte for byte. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"
#include "random_edits.h"

static const struct {
    const char *format, *path;
} files[] = {
    { "grmm", "samples/gridmonger/lighthouse.gmm" },
    { "grmm", "samples/gridmonger/lighthouse-v1.gmm" },
    { "mpd", "tests/golden/mpd/roundtrip/two-fans.mpd" },
    { "pfmap", "samples/permafrost/island.pfmap" },
    { "pfscene", "samples/permafrost/island.pfscene" },
    { "pfobj", "samples/permafrost/models/flag.pfobj" },
    { "pfobj", "samples/permafrost/models/chest.pfobj" },
    { "ppe", "samples/ppe/ground.map" },
    { "ppe", "tests/golden/ppe/roundtrip/new-all-sections.map" },
    { "xmf", "samples/ppe/garden.xmf" },
    { "passage", "tests/golden/passage/roundtrip/comments.txt" },
    { "spawn", "tests/golden/spawn/roundtrip/cat.txt" },
    { "tmx", "tests/golden/tmx/roundtrip/harbor.tmx" },
};

/* The last of them is XML, which not every build reads. */
static size_t file_count(void)
{
    return COUNT(files) - !ptl_has_feature("xml");
}

static test_bytes load(const char *path)
{
    char       whole[1024];
    test_bytes out;

    snprintf(whole, sizeof whole, "%s/%s", PTL_SOURCE, path);
    out = test_load(whole);
    CHECK(out.data != NULL);
    return out;
}

static ptl_source source_of(const ptl_bytes *bytes)
{
    return (ptl_source){ .data = bytes->data, .size = bytes->size };
}

static ptl_diff_opts opts_of(ptl_diff_form form, const char *format)
{
    return (ptl_diff_opts){ .form = form, .read = { .format = format } };
}

/* ---- Every format ---------------------------------------------------------------------------- */

static void a_file_is_the_same_as_itself(void)
{
    for (size_t i = 0; i < file_count(); i++) {
        test_bytes    file = load(files[i].path);
        ptl_source    of   = { .data = file.data, .size = file.size };
        ptl_diff_opts opts = opts_of(PTL_DIFF_TEXT, files[i].format);
        ptl_compared  found;

        CHECK_UINT(ptl_diff(&found, &of, &of, &opts, NULL), PTL_OK);
        CHECK_UINT(found.how, PTL_SAME);
        CHECK_UINT(found.page.size, 0);
        ptl_bytes_free(&found.page);
        free(file.data);
    }
}

static void check_patch(const ptl_source *from, const ptl_bytes *to, const char *format)
{
    ptl_diff_opts opts  = opts_of(PTL_DIFF_PATCH, format);
    ptl_source    after = source_of(to), with;
    ptl_compared  patch;
    ptl_bytes     made;
    ptl_diag      err = { 0 };

    CHECK_UINT(ptl_diff(&patch, from, &after, &opts, &err), PTL_OK);
    CHECK(!test_holds(&patch.page, "\n  \"whole\""));
    with = source_of(&patch.page);
    ptl_apply(&made, &with, from, &opts.read, &err);
    CHECK_TEXT(err.message, "");
    CHECK_BYTES(made.data, made.size, to->data, to->size);
    ptl_bytes_free(&made);
    ptl_bytes_free(&patch.page);
}

static void patches_give_the_other_file(void)
{
    for (size_t i = 0; i < file_count(); i++) {
        test_bytes file = load(files[i].path);
        ptl_source from = { .data = file.data, .size = file.size };

        for (uint64_t seed = 1; seed <= 12; seed++) {
            ptl_bytes  to   = edited(file.data, file.size, files[i].format, seed, seed, false);
            ptl_source back = source_of(&to);
            ptl_bytes  old  = { .data = file.data, .size = file.size };

            check_patch(&from, &to, files[i].format);
            check_patch(&back, &old, files[i].format);
            ptl_bytes_free(&to);
        }
        free(file.data);
    }
}

/* Cells of the one file mean other things than those of the other, and there are fewer. */
static void patches_change_the_layout_of_cells(void)
{
    static const char *const of[] = { "tests/golden/ppe/roundtrip/new-all-sections.map",
                                      "tests/golden/ppe/roundtrip/old-cells.map" };
    test_bytes               file[2];
    ptl_source               side[2];

    for (size_t i = 0; i < 2; i++) {
        file[i] = load(of[i]);
        side[i] = (ptl_source){ .data = file[i].data, .size = file[i].size };
    }
    for (size_t i = 0; i < 2; i++) {
        ptl_diff_opts opts = opts_of(PTL_DIFF_PATCH, NULL);
        ptl_compared  patch;
        ptl_source    with;
        ptl_bytes     made;

        CHECK_UINT(ptl_diff(&patch, &side[i], &side[1 - i], &opts, NULL), PTL_OK);
        with = source_of(&patch.page);
        CHECK_UINT(ptl_apply(&made, &with, &side[i], NULL, NULL), PTL_OK);
        CHECK_BYTES(made.data, made.size, file[1 - i].data, file[1 - i].size);
        ptl_bytes_free(&made);
        ptl_bytes_free(&patch.page);
    }
    free(file[0].data);
    free(file[1].data);
}

/* ---- In their own terms ---------------------------------------------------------------------- */

static ptl_bytes lighthouse(void (*change)(ptl_doc *doc, ptl_grmm *map))
{
    test_bytes file = load("samples/gridmonger/lighthouse.gmm");
    ptl_doc   *doc  = must_read(file.data, file.size, NULL);
    ptl_bytes  out;

    if (change)
        change(doc, ptl_grmm_of(doc));
    out = must_write(doc, NULL);
    ptl_doc_free(doc);
    free(file.data);
    return out;
}

static void check_page(void (*change)(ptl_doc *doc, ptl_grmm *map), ptl_difference want_how,
                       const char *want)
{
    ptl_bytes    old = lighthouse(NULL), new = lighthouse(change);
    ptl_source   before = source_of(&old), after = source_of(&new);
    ptl_compared found;
    char         text[2048];

    CHECK_UINT(ptl_diff(&found, &before, &after, NULL, NULL), PTL_OK);
    CHECK_UINT(found.how, want_how);
    snprintf(text, sizeof text, "%.*s", (int)found.page.size, (const char *)found.page.data);
    CHECK_TEXT(text, want);
    ptl_bytes_free(&found.page);
    ptl_bytes_free(&old);
    ptl_bytes_free(&new);
}

static void paint(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *level = &map->levels.data[1];

    (void)doc;
    for (size_t y = 0; y < 2; y++)
        for (size_t x = 0; x < 3; x++)
            level->layer[PTL_GRMM_FLOOR].data[y * (level->columns + 1) + x] = 20;
}

static void add_level(ptl_doc *doc, ptl_grmm *map)
{
    size_t          count = map->levels.count;
    ptl_grmm_level *more  = ptl_doc_alloc(doc, (count + 1) * sizeof *more);

    memcpy(more + 1, map->levels.data, count * sizeof *more);
    more[0]          = map->levels.data[0];
    more[0].name     = (ptl_str){ "Attic", 5 };
    map->levels.data = more;
    map->levels.count++;
    for (size_t i = 0; i < map->links.count; i++) {
        map->links.data[i].from_level++;
        map->links.data[i].to_level++;
    }
    map->state.display.level++;
}

static void look_elsewhere(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    map->state.display.cursor_row++;
}

/* A row in front of the fourth; what was the ninth falls out. */
static void push_rows(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *level  = &map->levels.data[1];
    size_t          across = level->columns + 1;

    (void)doc;
    for (size_t i = 0; i < PTL_GRMM_LAYERS; i++) {
        uint8_t *cells = level->layer[i].data;

        if (!cells)
            continue;
        memmove(cells + 4 * across, cells + 3 * across, 5 * across);
        memset(cells + 3 * across, 0, across);
    }
}

static void changes_are_told_in_the_terms_of_the_format(void)
{
    check_page(paint, PTL_DIFFERS,
               "levels: 1 changed; cells: 6 changed\n"
               "@ levels[1] (location \"Lighthouse\", name \"Ground\")\n"
               "~ levels[1]: cells 0,0 to 2,1: floor blank -> door\n");
    check_page(add_level, PTL_DIFFERS,
               "levels: 1 added\n"
               "+ levels[0] (location \"Lighthouse\", name \"Attic\", elevation 1)\n");
    check_page(push_rows, PTL_DIFFERS,
               "levels: 1 changed; rows: 1 added, 1 removed\n"
               "@ levels[1] (location \"Lighthouse\", name \"Ground\")\n"
               "- levels[1]: row 8 removed\n"
               "+ levels[1]: row 3 added\n");
    check_page(look_elsewhere, PTL_ALIKE,
               "the same in meaning; only how it is written differs\n"
               "written or shown otherwise: cursor_row\n"
               "~ state/display/cursor_row: 0 -> 1\n");
}

/* A joint in front of all others, and its pose in every frame. */
static void add_joint(ptl_doc *doc, ptl_pfobj *model)
{
    size_t           count  = model->joints.count;
    ptl_pfobj_joint *joints = ptl_doc_alloc(doc, (count + 1) * sizeof *joints);

    memcpy(joints + 1, model->joints.data, count * sizeof *joints);
    joints[0]          = joints[1];
    joints[0].name     = (ptl_str){ "Mast", 4 };
    model->joints.data = joints;
    model->joints.count++;
    for (size_t i = 1; i <= count; i++)
        joints[i].parent += joints[i].parent > 0;
    for (size_t i = 0; i < model->vertices.count; i++)
        for (size_t k = 0; k < model->vertices.data[i].weights.count; k++)
            model->vertices.data[i].weights.data[k].joint++;
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++) {
            ptl_pfobj_transforms *poses = &model->sets.data[s].frames.data[f].poses;
            ptl_pfobj_transform  *more  = ptl_doc_alloc(doc, (count + 1) * sizeof *more);

            memcpy(more + 1, poses->data, count * sizeof *more);
            more[0] = more[1];
            *poses  = (ptl_pfobj_transforms){ more, count + 1 };
        }
}

static void poses_come_with_their_joint(void)
{
    test_bytes   file = load("samples/permafrost/models/flag.pfobj");
    ptl_doc     *doc  = must_read(file.data, file.size, NULL);
    ptl_source   from = { .data = file.data, .size = file.size }, to;
    ptl_compared found;
    ptl_bytes    made;
    char         text[64];

    add_joint(doc, ptl_pfobj_of(doc));
    made = must_write(doc, NULL);
    to   = source_of(&made);
    CHECK_UINT(ptl_diff(&found, &from, &to, NULL, NULL), PTL_OK);
    snprintf(text, sizeof text, "%.*s", (int)found.page.size, (const char *)found.page.data);
    CHECK(strncmp(text, "joints: 1 added\n+ joints[0]", 27) == 0);
    CHECK(memchr(found.page.data + 28, '+', found.page.size - 28) == NULL);
    ptl_bytes_free(&found.page);
    ptl_bytes_free(&made);
    ptl_doc_free(doc);
    free(file.data);
}

/* ---- What does not fit ----------------------------------------------------------------------- */

static void refuses_what_cannot_be_compared(void)
{
    test_bytes   map = load(files[0].path), mesh = load(files[2].path);
    ptl_source   a = { .data = map.data, .size = map.size }, b = { .data = mesh.data, .size = 9 };
    ptl_compared found;
    ptl_bytes    page;
    ptl_diag     err;

    CHECK_UINT(ptl_diff(&found, &a, &b, NULL, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "truncated");
    b.size = mesh.size;
    CHECK_UINT(ptl_diff(&found, &a, &b, NULL, &err), PTL_E_ARG);
    CHECK_TEXT(err.rule, "compare-formats");
    CHECK_UINT(ptl_diff(&found, &a, NULL, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_diff(NULL, &a, &b, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_apply(&page, NULL, &b, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_apply(&page, &a, &b, NULL, &err), PTL_E_SYNTAX);
    free(map.data);
    free(mesh.data);
}

static void rename_map(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    map->title = (ptl_str){ "Other", 5 };
}

static void hear_note(void *user, const ptl_diag *diag)
{
    *(ptl_diag *)user = *diag;
}

/* Another state of the file takes the changes as long as they are about other things. */
static void patches_fit_or_say_where_they_do_not(void)
{
    ptl_bytes     old = lighthouse(NULL), new = lighthouse(paint), other = lighthouse(rename_map);
    ptl_source    before = source_of(&old), after = source_of(&new), elsewhere = source_of(&other);
    ptl_diff_opts opts = opts_of(PTL_DIFF_PATCH, NULL);
    ptl_diag      err, heard = { 0 };
    ptl_read_opts read = { .listener = { hear_note, &heard } };
    ptl_compared  patch;
    ptl_bytes     made;
    ptl_source    with;
    ptl_doc      *doc;

    CHECK_UINT(ptl_diff(&patch, &before, &after, &opts, NULL), PTL_OK);
    with = source_of(&patch.page);
    CHECK_UINT(ptl_apply(&made, &with, &elsewhere, &read, &err), PTL_OK);
    CHECK_TEXT(heard.rule, "patch-elsewhere");
    doc = must_read(made.data, made.size, NULL);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[1].layer[PTL_GRMM_FLOOR].data[0], 20);
    CHECK_UINT(ptl_grmm_of(doc)->title.size, 5);
    ptl_doc_free(doc);
    ptl_bytes_free(&made);
    CHECK_UINT(ptl_apply(&made, &with, &after, NULL, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "patch-misfit");
    CHECK_TEXT(err.path, "levels[1]/floor[0,0]");
    CHECK(made.data == NULL);
    ptl_bytes_free(&patch.page);
    ptl_bytes_free(&old);
    ptl_bytes_free(&new);
    ptl_bytes_free(&other);
}

/* Takes the sixth row of the level called Ground away. */
static void drop_row(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *level  = &map->levels.data[map->levels.count - 2];
    size_t          across = level->columns + 1;

    (void)doc;
    for (size_t i = 0; i < PTL_GRMM_LAYERS; i++) {
        ptl_u8s *cells = &level->layer[i];

        if (cells->count == 0)
            continue;
        memmove(cells->data + 5 * across, cells->data + 6 * across, cells->count - 6 * across);
        cells->count -= across;
    }
    level->rows--;
}

static void paint_row(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    map->levels.data[1].layer[PTL_GRMM_FLOOR].data[5 * (map->levels.data[1].columns + 1) + 3] = 21;
}

static void drop_trail(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    map->levels.data[1].layer[PTL_GRMM_TRAIL] = (ptl_u8s){ NULL, 0 };
}

static void add_trail(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *level = &map->levels.data[1];
    size_t          count = level->layer[PTL_GRMM_FLOOR].count;

    level->layer[PTL_GRMM_TRAIL] = (ptl_u8s){ ptl_doc_alloc(doc, count), count };
    memset(level->layer[PTL_GRMM_TRAIL].data, 0, count);
    level->layer[PTL_GRMM_TRAIL].data[7] = 1;
}

static void walk_farther(ptl_doc *doc, ptl_grmm *map)
{
    add_trail(doc, map);
    map->levels.data[1].layer[PTL_GRMM_TRAIL].data[8] = 1;
}

static void move_link(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    map->links.data[map->links.count - 1].to_row++;
}

typedef void grmm_edit(ptl_doc *doc, ptl_grmm *map);

/* What makes the one of the other, done to a third; says where it does not fit. */
static ptl_bytes elsewhere(grmm_edit *from, grmm_edit *to, grmm_edit *third, const char *misfit)
{
    ptl_bytes     file[] = { lighthouse(from), lighthouse(to), lighthouse(third) }, made;
    ptl_source    of[]   = { source_of(&file[0]), source_of(&file[1]), source_of(&file[2]) }, with;
    ptl_diff_opts opts   = opts_of(PTL_DIFF_PATCH, NULL);
    ptl_compared  patch;
    ptl_diag      err = { 0 };

    CHECK_UINT(ptl_diff(&patch, &of[0], &of[1], &opts, NULL), PTL_OK);
    with = source_of(&patch.page);
    ptl_apply(&made, &with, &of[2], NULL, &err);
    CHECK_TEXT(err.path, misfit);
    CHECK_TEXT(err.rule ? err.rule : "", *misfit ? "patch-misfit" : "");
    ptl_bytes_free(&patch.page);
    for (size_t i = 0; i < COUNT(file); i++)
        ptl_bytes_free(&file[i]);
    return made;
}

/* Elements are known by their keys where others came in front of them, and nothing goes that the
 * patch knows nothing of. */
static void patches_find_their_elements_and_lose_nothing(void)
{
    ptl_bytes made = elsewhere(NULL, drop_row, add_level, "");
    ptl_doc  *doc  = must_read(made.data, made.size, NULL);
    ptl_grmm *map  = ptl_grmm_of(doc);

    CHECK_UINT(map->levels.count, 4);
    CHECK_UINT(map->levels.data[1].rows, map->levels.data[3].rows);
    CHECK_UINT(map->levels.data[2].rows + 1, map->levels.data[3].rows);
    ptl_doc_free(doc);
    ptl_bytes_free(&made);
    CHECK(elsewhere(NULL, drop_row, paint_row, "levels[1]/floor[3,5]").data == NULL);
    CHECK(elsewhere(add_trail, drop_trail, walk_farther, "levels[1]/trail[8,0]").data == NULL);
    CHECK(elsewhere(NULL, drop_row, drop_row, "levels[1]/floor").data == NULL);
    CHECK(elsewhere(NULL, paint, drop_row, "levels[1]/floor").data == NULL);
    CHECK(elsewhere(NULL, move_link, add_level, "levels[0]").data == NULL);
    made = elsewhere(NULL, move_link, paint, "");
    ptl_bytes_free(&made);
}

/* Whatever is done to a patch, it is refused or gives something, and memory is given back. */
static void survives_damaged_patches(void)
{
    ptl_bytes     old = lighthouse(NULL), new = lighthouse(add_level), made;
    ptl_compared  patch;
    ptl_source    before = source_of(&old), after = source_of(&new), with;
    ptl_diff_opts opts = opts_of(PTL_DIFF_PATCH, NULL);
    test_heap     heap = { 0 };
    ptl_read_opts read = { .allocator = test_allocator(&heap) };

    CHECK_UINT(ptl_diff(&patch, &before, &after, &opts, NULL), PTL_OK);
    with = source_of(&patch.page);
    for (size_t i = 0; i < patch.page.size; i += 7) {
        uint8_t was = patch.page.data[i];

        patch.page.data[i] = i % 2 ? '9' : ']';
        ptl_apply(&made, &with, &before, &read, NULL);
        ptl_bytes_free(&made);
        with.size = i;
        CHECK(ptl_apply(&made, &with, &before, &read, NULL) != PTL_OK);
        with.size          = patch.page.size;
        patch.page.data[i] = was;
        CHECK_UINT(heap.held, 0);
    }
    ptl_bytes_free(&patch.page);
    ptl_bytes_free(&old);
    ptl_bytes_free(&new);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

extern const ptl_format *const ptl_formats[];

/* What numbers refer to is a list of the document. */
static void numbers_count_elements_of_lists(void)
{
    for (size_t i = 0; ptl_formats[i]; i++) {
        const ptl_record *record = ptl_formats[i]->record;

        for (unsigned f = 0; f < 64; f++)
            if (ptl_record_targets(record) >> f & 1)
                CHECK(f < record->count && record->fields[f].shape == PTL_LIST &&
                      record->fields[f].kind == PTL_KIND_RECORD);
    }
    CHECK_UINT(sizeof(ptl_field), sizeof(void *) == 8 ? 56 : sizeof(ptl_field));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_file_is_the_same_as_itself),
        TEST(patches_give_the_other_file),
        TEST(patches_change_the_layout_of_cells),
        TEST(changes_are_told_in_the_terms_of_the_format),
        TEST(poses_come_with_their_joint),
        TEST(refuses_what_cannot_be_compared),
        TEST(patches_fit_or_say_where_they_do_not),
        TEST(patches_find_their_elements_and_lose_nothing),
        TEST(survives_damaged_patches),
        TEST(numbers_count_elements_of_lists),
    };

    return run_tests("diff", tests, COUNT(tests));
}
