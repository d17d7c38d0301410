/* SPDX-License-Identifier: MIT */
/* Three states of a file as one: what one side changed is there, what both changed is said, and
 * numbers follow what they count. */
#include <portolan/compare.h>
#include <portolan/grmm.h>
#include <portolan/pfmap.h>
#include <portolan/ppe.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/words.h"
#include "harness.h"
#include "random_edits.h"

static const struct {
    const char *format, *path;
} files[] = {
    { "grmm", "samples/gridmonger/lighthouse.gmm" },
    { "mpd", "tests/golden/mpd/roundtrip/two-fans.mpd" },
    { "pfmap", "samples/permafrost/island.pfmap" },
    { "pfscene", "samples/permafrost/island.pfscene" },
    { "pfobj", "samples/permafrost/models/flag.pfobj" },
    { "ppe", "samples/ppe/ground.map" },
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

static ptl_merged merge(const ptl_bytes *base, const ptl_bytes *ours, const ptl_bytes *theirs,
                        bool prefer_theirs, const char *format)
{
    ptl_source     from[] = { source_of(base), source_of(ours), source_of(theirs) };
    ptl_merge_opts opts   = { .theirs = prefer_theirs, .read = { .format = format } };
    ptl_merged     out;
    ptl_diag       err = { 0 };

    ptl_merge(&out, &from[0], &from[1], &from[2], &opts, &err);
    CHECK_TEXT(err.message, "");
    return out;
}

static void check_file(ptl_merged *got, const ptl_bytes *want)
{
    CHECK_UINT(got->count, 0);
    CHECK_BYTES(got->file.data, got->file.size, want->data, want->size);
    ptl_merged_free(got);
}

/* merge(base, a, base) is a, merge(base, a, a) is a, byte for byte; and it does not matter which
 * side is called ours as long as the same one is kept. */
static void sides_are_what_they_are(void)
{
    for (size_t i = 0; i < file_count(); i++) {
        test_bytes file = load(files[i].path);
        ptl_bytes  base = { .data = file.data, .size = file.size };

        for (uint64_t seed = 1; seed <= 6; seed++) {
            const char *format = files[i].format;
            ptl_bytes   a      = edited(file.data, file.size, format, seed, seed, false);
            ptl_bytes   b      = edited(file.data, file.size, format, seed + 50, seed, false);
            ptl_merged  one, two;

            one = merge(&base, &a, &base, false, format);
            check_file(&one, &a);
            one = merge(&base, &base, &a, false, format);
            check_file(&one, &a);
            one = merge(&base, &a, &a, false, format);
            check_file(&one, &a);
            one = merge(&base, &a, &b, false, format);
            two = merge(&base, &b, &a, true, format);
            CHECK_BYTES(one.file.data, one.file.size, two.file.data, two.file.size);
            CHECK_UINT(one.count, two.count);
            ptl_merged_free(&one);
            ptl_merged_free(&two);
            ptl_bytes_free(&a);
            ptl_bytes_free(&b);
        }
        free(file.data);
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

typedef void grmm_edit(ptl_doc *doc, ptl_grmm *map);

static ptl_bytes lighthouse(grmm_edit *change)
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

static void set_floor(ptl_grmm *map, size_t level, size_t x, size_t y, uint8_t to)
{
    ptl_grmm_level *l = &map->levels.data[level];

    l->layer[PTL_GRMM_FLOOR].data[y * (l->columns + 1) + x] = to;
}

static void paint_left(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    set_floor(map, 0, 0, 0, 20);
    map->title = (ptl_str){ "Ours", 4 };
}

static void paint_right(ptl_doc *doc, ptl_grmm *map)
{
    (void)doc;
    set_floor(map, 0, 5, 5, 21);
    set_floor(map, 0, 0, 0, 22);
    map->author = (ptl_str){ "Them", 4 };
}

static void edits_of_both_are_there(void)
{
    ptl_bytes  base = lighthouse(NULL), a = lighthouse(paint_left), b = lighthouse(paint_right);
    ptl_merged m = merge(&base, &a, &b, false, NULL);
    ptl_doc   *doc;
    ptl_grmm  *map;
    char       list[512];

    CHECK_UINT(m.count, 1);
    snprintf(list, sizeof list, "%.*s", (int)m.conflicts.size, (const char *)m.conflicts.data);
    CHECK_TEXT(list, "[\n  { \"path\": \"levels[0]/floor[0,0]\", \"base\": 0, \"ours\": 20, "
                     "\"theirs\": 22, \"kept\": \"ours\" }\n]\n");
    doc = must_read(m.file.data, m.file.size, NULL);
    map = ptl_grmm_of(doc);
    CHECK_UINT(map->levels.data[0].layer[PTL_GRMM_FLOOR].data[0], 20);
    CHECK_UINT(
        map->levels.data[0].layer[PTL_GRMM_FLOOR].data[5 * (map->levels.data[0].columns + 1) + 5],
        21);
    CHECK(map->title.size == 4 && map->author.size == 4);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    m = merge(&base, &a, &b, true, NULL);
    CHECK_UINT(m.count, 1);
    doc = must_read(m.file.data, m.file.size, NULL);
    CHECK_UINT(ptl_grmm_of(doc)->levels.data[0].layer[PTL_GRMM_FLOOR].data[0], 22);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

/* A new level in front, with a link from it to the one that was the last. */
static void add_level(ptl_doc *doc, ptl_grmm *map, const char *name)
{
    size_t          count = map->levels.count;
    ptl_grmm_level *more  = ptl_doc_alloc(doc, (count + 1) * sizeof *more);
    ptl_grmm_link  *links = ptl_doc_alloc(doc, (map->links.count + 1) * sizeof *links);

    memcpy(more + 1, map->levels.data, count * sizeof *more);
    more[0]          = map->levels.data[0];
    more[0].name     = (ptl_str){ name, strlen(name) };
    map->levels.data = more;
    map->levels.count++;
    for (size_t i = 0; i < map->links.count; i++) {
        links[i] = map->links.data[i];
        links[i].from_level++;
        links[i].to_level++;
    }
    links[map->links.count] = (ptl_grmm_link){ .from_row  = (uint16_t)strlen(name),
                                               .to_level  = (uint16_t)count,
                                               .to_column = (uint16_t)strlen(name) };
    map->links.data         = links;
    map->links.count++;
    map->state.display.level++;
}

static void add_attic(ptl_doc *doc, ptl_grmm *map)
{
    add_level(doc, map, "Attic");
}

static void add_cellar(ptl_doc *doc, ptl_grmm *map)
{
    add_level(doc, map, "Cellar");
}

static bool is_named(const ptl_grmm_level *level, const char *name)
{
    return level->name.size == strlen(name) && memcmp(level->name.data, name, strlen(name)) == 0;
}

static void levels_of_both_get_numbers_of_their_own(void)
{
    ptl_bytes  base = lighthouse(NULL), a = lighthouse(add_attic), b = lighthouse(add_cellar);
    ptl_merged m   = merge(&base, &a, &b, false, NULL);
    ptl_doc   *doc = must_read(m.file.data, m.file.size, NULL);
    ptl_grmm  *map = ptl_grmm_of(doc);
    size_t     links;

    CHECK_UINT(m.count, 0);
    CHECK_UINT(map->levels.count, 5);
    CHECK(is_named(&map->levels.data[0], "Attic") && is_named(&map->levels.data[1], "Cellar"));
    links = map->links.count;
    for (size_t i = links - 2; i < links; i++) {
        const ptl_grmm_link *link = &map->links.data[i];

        CHECK_UINT(link->to_level, 4);
        CHECK_UINT(link->from_level, link->from_row == 5 ? 0 : 1);
    }
    CHECK(is_named(&map->levels.data[map->links.data[0].from_level], "Ground") ||
          map->links.data[0].from_level >= 2);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

static void drop_level(ptl_doc *doc, ptl_grmm *map)
{
    size_t kept = 0;

    (void)doc;
    map->levels.count = 2;
    for (size_t i = 0; i < map->links.count; i++)
        if (map->links.data[i].from_level < 2 && map->links.data[i].to_level < 2)
            map->links.data[kept++] = map->links.data[i];
    map->links.count         = kept;
    map->state.display.level = 0;
}

static void link_level(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_link *links = ptl_doc_alloc(doc, (map->links.count + 1) * sizeof *links);

    memcpy(links, map->links.data, map->links.count * sizeof *links);
    links[map->links.count] = (ptl_grmm_link){ .from_row = 9, .from_column = 9, .to_level = 2 };
    map->links.data         = links;
    map->links.count++;
}

/* A level that one side took away and the other made a link to stays, and that is said. */
static void nothing_refers_to_what_is_gone(void)
{
    ptl_bytes base = lighthouse(NULL), a = lighthouse(drop_level), b = lighthouse(link_level);

    for (unsigned swap = 0; swap < 2; swap++) {
        ptl_merged m   = merge(&base, swap ? &b : &a, swap ? &a : &b, false, NULL);
        ptl_doc   *doc = must_read(m.file.data, m.file.size, NULL);
        ptl_grmm  *map = ptl_grmm_of(doc);

        CHECK_UINT(m.count, 1);
        CHECK_UINT(map->levels.count, 3);
        CHECK(is_named(&map->levels.data[map->links.data[map->links.count - 1].to_level],
                       "Sea cave"));
        ptl_doc_free(doc);
        ptl_merged_free(&m);
    }
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

/* What both added is one thing, wherever each put it, and whoever is asked first. */
static void what_both_added_is_there_once(void)
{
    static char texts[][128] = {
        "A: 0 0 1 1 F T F\nB: 2 2 3 3 F T F\n",
        "A: 0 0 1 1 F T F\nX: 4 4 5 5 F T F\nB: 2 2 3 3 F T F\n",
        "A: 0 0 1 1 F T F\nB: 2 2 3 3 F T F\nX: 4 4 5 5 F T F\n",
    };
    ptl_bytes file[3];

    for (size_t i = 0; i < 3; i++)
        file[i] = (ptl_bytes){ .data = (uint8_t *)texts[i], .size = strlen(texts[i]) };
    for (unsigned swap = 0; swap < 2; swap++) {
        ptl_merged m = merge(&file[0], &file[1 + swap], &file[2 - swap], false, "passage");

        check_file(&m, &file[1 + swap]);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void add_row(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *l      = &map->levels.data[0];
    size_t          across = l->columns + 1, size = across * (l->rows + 2);

    for (size_t i = 0; i < PTL_GRMM_LAYERS; i++) {
        uint8_t *cells = l->layer[i].count > 0 ? ptl_doc_alloc(doc, size) : NULL;

        if (!cells)
            continue;
        memcpy(cells + across, l->layer[i].data, l->layer[i].count);
        l->layer[i] = (ptl_u8s){ cells, size };
    }
    l->rows++;
    for (size_t i = 0; i < l->notes.count; i++)
        l->notes.data[i].row++;
}

/* Takes the sixth row away. */
static void drop_row(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *l      = &map->levels.data[0];
    size_t          across = l->columns + 1;

    (void)doc;
    for (size_t i = 0; i < PTL_GRMM_LAYERS; i++) {
        ptl_u8s *cells = &l->layer[i];

        if (cells->count == 0)
            continue;
        memmove(cells->data + 5 * across, cells->data + 6 * across, cells->count - 6 * across);
        cells->count -= across;
    }
    l->rows--;
    for (size_t i = 0; i < l->notes.count; i++)
        if (l->notes.data[i].row > 5)
            l->notes.data[i].row--;
}

/* What is painted on a row that the other side takes away is a conflict, whoever does which; mine
 * counts. */
static void lost_rows_are_conflicts(void)
{
    ptl_bytes base = lighthouse(NULL), a = lighthouse(drop_row), b = lighthouse(paint_right);

    for (unsigned turned = 0; turned < 2; turned++) {
        ptl_merged      m   = merge(&base, turned ? &b : &a, turned ? &a : &b, false, NULL);
        ptl_doc        *doc = must_read(m.file.data, m.file.size, NULL);
        ptl_grmm_level *l   = &ptl_grmm_of(doc)->levels.data[0];

        CHECK_UINT(m.count, 1);
        CHECK(ptl_str_holds((ptl_str){ (const char *)m.conflicts.data, m.conflicts.size },
                            (ptl_str){ "[5,5]", 5 }));
        CHECK_UINT(l->rows, turned ? 12 : 11);
        CHECK_UINT(l->layer[PTL_GRMM_FLOOR].data[0], 22);
        if (turned)
            CHECK_UINT(l->layer[PTL_GRMM_FLOOR].data[5 * (l->columns + 1) + 5], 21);
        ptl_doc_free(doc);
        ptl_merged_free(&m);
    }
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

static void add_note(ptl_doc *doc, ptl_grmm *map)
{
    ptl_grmm_level *l     = &map->levels.data[0];
    ptl_grmm_note  *notes = ptl_doc_alloc(doc, (l->notes.count + 1) * sizeof *notes);

    memcpy(notes, l->notes.data, l->notes.count * sizeof *notes);
    notes[l->notes.count] = (ptl_grmm_note){
        .row = 3, .column = 4, .kind = PTL_GRMM_COMMENT, .id = { "", 0 }, .text = { "here", 4 }
    };
    l->notes.data = notes;
    l->notes.count++;
    link_level(doc, map);
}

/* One side adds a row on top, the other a note and a link: they are in the cells they were put in,
 * whoever did which. */
static void notes_follow_rows(void)
{
    ptl_bytes base = lighthouse(NULL), a = lighthouse(add_row), b = lighthouse(add_note);

    for (unsigned turned = 0; turned < 2; turned++) {
        ptl_merged      m    = merge(&base, turned ? &b : &a, turned ? &a : &b, false, NULL);
        ptl_doc        *doc  = must_read(m.file.data, m.file.size, NULL);
        ptl_grmm       *map  = ptl_grmm_of(doc);
        ptl_grmm_notes *all  = &map->levels.data[0].notes;
        ptl_grmm_link  *link = &map->links.data[map->links.count - 1];

        CHECK_UINT(m.count, 0);
        CHECK_UINT(all->count, 4);
        CHECK_UINT(all->data[3].row, 4);
        CHECK_UINT(all->data[3].column, 4);
        CHECK_UINT(all->data[0].row, 3);
        CHECK_UINT(link->from_row, 10);
        ptl_doc_free(doc);
        ptl_merged_free(&m);
    }
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

/* One side adds a row on top, the other paints: the painting is where it belongs. */
static void cells_follow_rows(void)
{
    ptl_bytes       base = lighthouse(NULL), a = lighthouse(add_row), b = lighthouse(paint_right);
    ptl_merged      m   = merge(&base, &a, &b, false, NULL);
    ptl_doc        *doc = must_read(m.file.data, m.file.size, NULL);
    ptl_grmm_level *l   = &ptl_grmm_of(doc)->levels.data[0];

    CHECK_UINT(m.count, 0);
    CHECK_UINT(l->rows, 13);
    CHECK_UINT(l->layer[PTL_GRMM_FLOOR].data[6 * (l->columns + 1) + 5], 21);
    CHECK_UINT(l->layer[PTL_GRMM_FLOOR].data[l->columns + 1], 22);
    CHECK_UINT(l->layer[PTL_GRMM_FLOOR].data[0], 0);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    ptl_bytes_free(&base);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
}

/* ---- Materials ------------------------------------------------------------------------------- */

static ptl_bytes island(const char *material)
{
    test_bytes          file  = load("samples/permafrost/island.pfmap");
    ptl_doc            *doc   = must_read(file.data, file.size, NULL);
    ptl_pfmap          *map   = ptl_pfmap_of(doc);
    size_t              count = map->materials.count;
    ptl_pfmap_material *more  = ptl_doc_alloc(doc, (count + 1) * sizeof *more);
    ptl_bytes           out;

    memcpy(more, map->materials.data, count * sizeof *more);
    more[count]         = more[0];
    more[count].name    = (ptl_str){ material, strlen(material) };
    more[count].texture = (ptl_str){ material, strlen(material) };
    map->materials.data = more;
    map->materials.count++;
    map->tiles.data[strlen(material)].top = (uint16_t)count;
    out                                   = must_write(doc, NULL);
    ptl_doc_free(doc);
    free(file.data);
    return out;
}

static void materials_of_both_are_told_apart(void)
{
    test_bytes file = load("samples/permafrost/island.pfmap");
    ptl_bytes  base = { .data = file.data, .size = file.size }, a = island("moss.png"),
              b     = island("gravel.png");
    ptl_merged m    = merge(&base, &a, &b, false, NULL);
    ptl_doc   *doc  = must_read(m.file.data, m.file.size, NULL);
    ptl_pfmap *map  = ptl_pfmap_of(doc);
    size_t     last = map->materials.count - 1;

    CHECK_UINT(m.count, 0);
    CHECK_UINT(map->materials.data[last - 1].name.size, 8);
    CHECK_UINT(map->materials.data[last].name.size, 10);
    CHECK_UINT(map->tiles.data[8].top, last - 1);
    CHECK_UINT(map->tiles.data[10].top, last);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    ptl_bytes_free(&a);
    ptl_bytes_free(&b);
    free(file.data);
}

/* ---- Two ways to the same ------------------------------------------------------------------- */

/* Edits of disjoint places: the merge holds both, as the changes of one do that are made again in
 * the other. */
static void disjoint_edits_are_both_there(void)
{
    size_t tried = 0;

    for (size_t i = 0; i < file_count(); i++) {
        test_bytes    file   = load(files[i].path);
        ptl_bytes     base   = { .data = file.data, .size = file.size };
        const char   *format = files[i].format;
        ptl_diff_opts opts   = { .form = PTL_DIFF_PATCH, .read = { .format = format } };

        for (uint64_t seed = 1; seed <= 20; seed++) {
            ptl_bytes    a = edited(file.data, file.size, format, seed + 7, 1, true), made = { 0 };
            ptl_bytes    b    = edited(file.data, file.size, format, seed + 90, 1, true);
            ptl_source   from = source_of(&base), one = source_of(&a), two = source_of(&b);
            ptl_compared patch;

            CHECK_UINT(ptl_diff(&patch, &from, &one, &opts, NULL), PTL_OK);
            from = source_of(&patch.page);
            if (patch.how == PTL_DIFFERS &&
                ptl_apply(&made, &from, &two, &opts.read, NULL) == PTL_OK) {
                ptl_merged   m      = merge(&base, &a, &b, false, format);
                ptl_source   merged = source_of(&m.file), applied = source_of(&made);
                ptl_compared found;

                if (m.count > 0)
                    printf("%s, %llu: %.*s", format, (unsigned long long)seed,
                           (int)m.conflicts.size, (const char *)m.conflicts.data);
                CHECK_UINT(m.count, 0);
                CHECK_UINT(ptl_diff(&found, &merged, &applied, &opts, NULL), PTL_OK);
                CHECK(found.how != PTL_DIFFERS);
                ptl_bytes_free(&found.page);
                ptl_merged_free(&m);
                ptl_bytes_free(&made);
                tried++;
            }
            ptl_bytes_free(&patch.page);
            ptl_bytes_free(&a);
            ptl_bytes_free(&b);
        }
        free(file.data);
    }
    CHECK(tried > 2 * file_count()); /* other pairs touch; byte order decides which */
}

/* ---- Lists that belong to cells -------------------------------------------------------------- */

typedef void ppe_edit(ptl_doc *doc, ptl_ppe *map);

enum { LINE = 3, WIDE = 4, HIGH = 5 }; /* which row goes, and the size */

static ptl_bytes lit_map(ppe_edit *change)
{
    static const uint8_t head[] = { 0x10, 0, 0, 0, WIDE, 0, 0, 0, HIGH, 0, 0, 0 };
    uint8_t              file[sizeof head + WIDE * HIGH * 36] = { 0 };
    ptl_doc             *doc;
    ptl_bytes            out;

    memcpy(file, head, sizeof head);
    for (uint8_t i = 0; i < WIDE * HIGH; i++) /* rows differ, corners do not */
        file[sizeof head + i * 4u] = i;
    doc = must_read(file, sizeof file, &(ptl_read_opts){ .format = "ppe" });
    if (change)
        change(doc, ptl_ppe_of(doc));
    out = must_write(doc, NULL);
    ptl_doc_free(doc);
    return out;
}

static void drop_lit_row(ptl_doc *doc, ptl_ppe *map)
{
    (void)doc;
    memmove(map->cells.data + LINE * WIDE, map->cells.data + (LINE + 1) * WIDE,
            (map->cells.count - (LINE + 1) * WIDE) * sizeof *map->cells.data);
    map->cells.count -= WIDE;
    map->corners.count -= WIDE * 4;
    map->height--;
}

static void add_lit_row(ptl_doc *doc, ptl_ppe *map)
{
    uint32_t       *cells   = ptl_doc_alloc(doc, (map->cells.count + WIDE) * sizeof *cells);
    ptl_ppe_corner *corners = ptl_doc_alloc(doc, (map->corners.count + WIDE * 4) * sizeof *corners);

    memset(cells, 0, WIDE * sizeof *cells);
    memset(corners, 0, WIDE * 4 * sizeof *corners);
    memcpy(cells + WIDE, map->cells.data, map->cells.count * sizeof *cells);
    memcpy(corners + WIDE * 4, map->corners.data, map->corners.count * sizeof *corners);
    map->cells.data   = cells;
    map->corners.data = corners;
    map->cells.count += WIDE;
    map->corners.count += WIDE * 4;
    map->height++;
}

static void add_lit_row_and_paint(ptl_doc *doc, ptl_ppe *map)
{
    add_lit_row(doc, map);
    map->cells.data[WIDE * 2] = 77;
}

static void light_corner(ptl_doc *doc, ptl_ppe *map)
{
    (void)doc;
    map->corners.data[LINE * WIDE * 4 + 1].red = 9;
}

static void light_last(ptl_doc *doc, ptl_ppe *map)
{
    (void)doc;
    map->corners.data[map->corners.count - 1].red = 9;
}

static void light_goes_with_its_cells(void)
{
    ptl_bytes  base = lit_map(NULL), drop = lit_map(drop_lit_row), add = lit_map(add_lit_row);
    ptl_bytes  lit = lit_map(light_corner), last = lit_map(light_last);
    ptl_bytes  more = lit_map(add_lit_row_and_paint);
    ptl_merged m    = merge(&base, &drop, &lit, false, "ppe");
    ptl_doc   *doc;
    ptl_ppe   *map;

    CHECK_UINT(m.count, 1); /* in the row that went */
    CHECK(ptl_str_holds((ptl_str){ (const char *)m.conflicts.data, m.conflicts.size },
                        (ptl_str){ "corners[49]", 11 }));
    ptl_merged_free(&m);
    m   = merge(&base, &add, &lit, false, "ppe");
    doc = must_read(m.file.data, m.file.size, &(ptl_read_opts){ .format = "ppe" });
    map = ptl_ppe_of(doc);
    CHECK_UINT(m.count, 0);
    CHECK_UINT(map->corners.data[(LINE + 1) * WIDE * 4 + 1].red, 9);
    CHECK_UINT(map->corners.data[LINE * WIDE * 4 + 1].red, 0);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    m   = merge(&base, &drop, &last, false, "ppe");
    doc = must_read(m.file.data, m.file.size, &(ptl_read_opts){ .format = "ppe" });
    map = ptl_ppe_of(doc);
    CHECK_UINT(m.count, 0);
    CHECK_UINT(map->height, HIGH - 1);
    CHECK_UINT(map->corners.data[map->corners.count - 1].red, 9);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    m   = merge(&base, &add, &more, false, "ppe"); /* both added the same row */
    doc = must_read(m.file.data, m.file.size, &(ptl_read_opts){ .format = "ppe" });
    map = ptl_ppe_of(doc);
    CHECK_UINT(m.count, 0);
    CHECK_UINT(map->height, HIGH + 1);
    CHECK_UINT(map->cells.data[WIDE * 2], 77);
    ptl_doc_free(doc);
    ptl_merged_free(&m);
    ptl_bytes_free(&base);
    ptl_bytes_free(&drop);
    ptl_bytes_free(&add);
    ptl_bytes_free(&lit);
    ptl_bytes_free(&last);
    ptl_bytes_free(&more);
}

/* ---- Trees ----------------------------------------------------------------------------------- */

/* Maps of Tiled, by what differs in them. */
#define TILED(next, size, sets, layers)                                                            \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" "                            \
    "orientation=\"orthogonal\" " size " tilewidth=\"8\" tileheight=\"8\" infinite=\"0\" " next    \
    ">\n <tileset firstgid=\"1\" source=\"a.tsx\"/>\n" sets layers "</map>\n"
#define LAYER(id, size, inside, cells)                                                             \
    " <layer id=\"" id "\" name=\"l" id "\" " size ">\n" inside                                    \
    "  <data encoding=\"csv\">\n" cells "\n</data>\n </layer>\n"
#define NEXT(layer, object) "nextlayerid=\"" layer "\" nextobjectid=\"" object "\""
#define FOUR "width=\"4\" height=\"2\""
#define FIVE "width=\"5\" height=\"2\""
#define GROUP(inside) " <objectgroup id=\"2\" name=\"o\">\n" inside " </objectgroup>\n"
#define OBJECT(id, more) "  <object id=\"" id "\" " more "x=\"1\" y=\"2\"/>\n"
#define NONE "0,0,0,0,\n0,0,0,0"

static const struct {
    const char *title, *base, *ours, *theirs;
    const char *want; /* NULL: a conflict, and ours */
} trees[] = {
    { "layers with equal cells", TILED(NEXT("2", "1"), FOUR, "", LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("3", "1"), FOUR, "", LAYER("1", FOUR, "", NONE) LAYER("2", FOUR, "", NONE)),
      TILED(NEXT("3", "1"), FOUR, "",
            LAYER("1", FOUR, "", NONE) " <layer id=\"2\" name=\"b\" " FOUR
                                       ">\n  <data encoding=\"csv\">\n" NONE
                                       "\n</data>\n </layer>\n"),
      TILED(NEXT("4", "1"), FOUR, "",
            LAYER("1", FOUR, "", NONE)
                LAYER("2", FOUR, "", NONE) " <layer id=\"3\" name=\"b\" " FOUR
                                           ">\n  <data encoding=\"csv\">\n" NONE
                                           "\n</data>\n </layer>\n") },
    { "objects, and what names them", TILED(NEXT("3", "2"), FOUR, "", GROUP(OBJECT("1", ""))),
      TILED(NEXT("3", "3"), FOUR, "", GROUP(OBJECT("1", "") OBJECT("2", "name=\"a\" "))),
      TILED(NEXT("3", "4"), FOUR,
            " <properties>\n  <property name=\"p\" type=\"object\" value=\"2\"/>\n "
            "</properties>\n",
            GROUP(OBJECT("1", "") OBJECT("2", "name=\"b\" ") OBJECT("3", ""))),
      TILED(NEXT("3", "5"), FOUR,
            " <properties>\n  <property name=\"p\" type=\"object\" value=\"4\"/>\n "
            "</properties>\n",
            GROUP(OBJECT("1", "") OBJECT("2", "name=\"a\" ") OBJECT("4", "name=\"b\" ")
                      OBJECT("3", ""))) },
    { "sets, and cells of their tiles", TILED(NEXT("2", "1"), FOUR, "", LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("2", "1"), FOUR, " <tileset firstgid=\"9\" source=\"b.tsx\"/>\n",
            LAYER("1", FOUR, "", "9,0,0,0,\n0,0,0,0")),
      TILED(NEXT("2", "1"), FOUR, " <tileset firstgid=\"9\" source=\"c.tsx\"/>\n",
            LAYER("1", FOUR, "", "0,0,0,0,\n0,0,10,2147483657")),
      TILED(NEXT("2", "1"), FOUR,
            " <tileset firstgid=\"9\" source=\"b.tsx\"/>\n <tileset firstgid=\"11\" "
            "source=\"c.tsx\"/>\n",
            LAYER("1", FOUR, "", "9,0,0,0,\n0,0,12,2147483659")) },
    { "a column, and a cell", TILED(NEXT("2", "1"), FOUR, "", LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("2", "1"), FIVE, "", LAYER("1", FIVE, "", "0,0,0,0,7,\n0,0,0,0,0")),
      TILED(NEXT("2", "1"), FOUR, "", LAYER("1", FOUR, "", "0,0,0,0,\n0,0,0,3")),
      TILED(NEXT("2", "1"), FIVE, "", LAYER("1", FIVE, "", "0,0,0,0,7,\n0,0,0,3,0")) },
    { "a column that goes, and a cell of it",
      TILED(NEXT("2", "1"), FIVE, "", LAYER("1", FIVE, "", "1,2,3,4,5,\n0,0,0,0,0")),
      TILED(NEXT("2", "1"), FOUR, "", LAYER("1", FOUR, "", "1,2,3,4,\n0,0,0,0")),
      TILED(NEXT("2", "1"), FIVE, "", LAYER("1", FIVE, "", "1,2,3,4,5,\n0,0,0,0,9")), NULL },
    { "a sibling, and a child",
      TILED(NEXT("3", "2"), FOUR, "", GROUP(OBJECT("1", "")) LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("4", "2"), FOUR, "",
            GROUP(OBJECT("1", "")) LAYER("3", FOUR, "", NONE) LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("3", "3"), FOUR, "",
            GROUP(OBJECT("1", "") OBJECT("2", "")) LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("4", "3"), FOUR, "",
            GROUP(OBJECT("1", "") OBJECT("2", "")) LAYER("3", FOUR, "", NONE)
                LAYER("1", FOUR, "", NONE)) },
    { "a group that goes, and an object in it",
      TILED(NEXT("3", "2"), FOUR, "", LAYER("1", FOUR, "", NONE) GROUP(OBJECT("1", ""))),
      TILED(NEXT("3", "2"), FOUR, "", LAYER("1", FOUR, "", NONE)),
      TILED(NEXT("3", "3"), FOUR, "",
            LAYER("1", FOUR, "", NONE) GROUP(OBJECT("1", "") OBJECT("2", ""))),
      NULL },
};

static ptl_bytes text_bytes(const char *text)
{
    return (ptl_bytes){ .data = (uint8_t *)(uintptr_t)text, .size = strlen(text) };
}

static void trees_stay_whole(void)
{
    for (size_t i = 0; ptl_has_feature("xml") && i < COUNT(trees); i++) {
        ptl_bytes  base = text_bytes(trees[i].base), ours = text_bytes(trees[i].ours);
        ptl_bytes  theirs = text_bytes(trees[i].theirs);
        ptl_bytes  want   = text_bytes(trees[i].want ? trees[i].want : trees[i].ours);
        ptl_merged m      = merge(&base, &ours, &theirs, false, "tmx");

        if ((m.count > 0) == (trees[i].want != NULL) || m.file.size != want.size ||
            memcmp(m.file.data, want.data, want.size) != 0)
            printf("%s: %zu conflicts\n%.*s\n", trees[i].title, m.count, (int)m.file.size,
                   (const char *)m.file.data);
        CHECK_UINT(m.count > 0, trees[i].want == NULL);
        CHECK_BYTES(m.file.data, m.file.size, want.data, want.size);
        ptl_merged_free(&m);
    }
}

/* ---- What makes no sense --------------------------------------------------------------------- */

static void refuses_what_cannot_be_merged(void)
{
    ptl_bytes  base = lighthouse(NULL);
    test_bytes mesh = load(files[1].path);
    ptl_source a = source_of(&base), b = { .data = mesh.data, .size = mesh.size };
    ptl_merged m;
    ptl_diag   err;

    CHECK_UINT(ptl_merge(&m, &a, &a, &b, NULL, &err), PTL_E_ARG);
    CHECK_TEXT(err.rule, "compare-formats");
    CHECK_UINT(ptl_merge(&m, NULL, &a, &a, NULL, &err), PTL_E_ARG);
    CHECK_UINT(ptl_merge(NULL, &a, &a, &a, NULL, &err), PTL_E_ARG);
    b.size = 20;
    CHECK_UINT(ptl_merge(&m, &b, &a, &a, NULL, &err), PTL_E_SYNTAX);
    CHECK(m.file.data == NULL && m.conflicts.data == NULL);
    ptl_merged_free(NULL);
    ptl_bytes_free(&base);
    free(mesh.data);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(sides_are_what_they_are),
        TEST(edits_of_both_are_there),
        TEST(levels_of_both_get_numbers_of_their_own),
        TEST(nothing_refers_to_what_is_gone),
        TEST(what_both_added_is_there_once),
        TEST(cells_follow_rows),
        TEST(lost_rows_are_conflicts),
        TEST(notes_follow_rows),
        TEST(materials_of_both_are_told_apart),
        TEST(disjoint_edits_are_both_there),
        TEST(light_goes_with_its_cells),
        TEST(trees_stay_whole),
        TEST(refuses_what_cannot_be_merged),
    };

    return run_tests("merge", tests, COUNT(tests));
}
