/* SPDX-License-Identifier: MIT */
/* Small documents to edit, of every format, with something in every list where that is easy. */
#ifndef PTL_TESTS_EDIT_SAMPLES_H
#define PTL_TESTS_EDIT_SAMPLES_H

#include <portolan/grmm.h>
#include <stdio.h>

#include "harness.h"
#include "route_samples.h"

enum { EDIT_SAMPLES = 9 };

static inline ptl_doc *edit_read(const void *data, size_t size, const char *format)
{
    ptl_read_opts opts = { .format = format, .keep_source = true, .lenient = true };
    ptl_doc      *doc;

    return ptl_read(&doc, data, size, &opts, NULL) == PTL_OK ? doc : NULL;
}

/* With gaps, spellings and letters that are not the usual ones. */
static inline ptl_doc *edit_terrain(void)
{
    static const char        head[]  = "version 1.2\nnum_materials 2\nnum_splats 01\nnum_rows 1\n"
                                       "num_cols  1\nmaterial a a.png more\nmaterial b b.png\nsplat 0 1\n";
    static const char *const tiles[] = { "0+00000000011000000000000", "b-02010010001111002111x07",
                                         "1-00030010001001100000000", "4+02030000011000000000000" };
    static char              text[sizeof head + 32 * 32 * 26 + 8];
    size_t                   used = 0;

    if (text[0])
        return edit_read(text, strlen(text), "pfmap");
    used = (size_t)snprintf(text, sizeof text, "%s", head);
    for (unsigned i = 0; i < 32 * 32; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%.24s%s", tiles[i < 40 ? i % 4 : 0],
                             i == 5       ? "\t"
                             : i % 4 == 3 ? "\n"
                                          : " ");
    snprintf(text + used, sizeof text - used, "\nend");
    return edit_read(text, strlen(text), "pfmap");
}

/* Two levels, linked, one of them with regions. */
static inline ptl_doc *edit_map(void)
{
    ptl_doc        *doc  = NULL;
    ptl_grmm_note   note = { .kind = 1, .text = { "a note", 6 }, .index = 1 };
    ptl_grmm_place  here = { 0, 0, 1 }, there = { 1, 1, 1 };
    ptl_grmm_level *level = NULL;

    if (ptl_grmm_new(&doc, "t", "2026-01-02 03:04:05", 4, NULL, NULL) != PTL_OK)
        return NULL;
    ptl_grmm_add_level(NULL, doc, "l", "n", 0, 3, 4, NULL);
    ptl_grmm_add_level(&level, doc, "l", "m", -1, 2, 3, NULL);
    if (level)
        level->regions.rows = level->regions.columns = 2;
    ptl_grmm_name_region(doc, 1, 0, 0, "r", NULL);
    for (uint32_t i = 0; i < 6; i++)
        ptl_grmm_set(doc, i % 2, PTL_GRMM_FLOOR, i / 3, i % 3, PTL_GRMM_BLANK, NULL);
    ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, 0, 1, PTL_GRMM_STAIRS_DOWN, NULL);
    ptl_grmm_set(doc, 1, PTL_GRMM_FLOOR, 1, 1, PTL_GRMM_STAIRS_UP, NULL);
    ptl_grmm_set(doc, 0, PTL_GRMM_WALL_NORTH, 1, 1, PTL_GRMM_WALL_DOOR, NULL);
    ptl_grmm_add_note(doc, 0, &note, NULL);
    ptl_grmm_add_link(doc, here, there, NULL);
    return doc;
}

static inline ptl_doc *edit_sample(unsigned number)
{
    switch (number) {
    case 0:
        return edit_read(grmm_room, sizeof grmm_room, "grmm");
    case 1:
        return edit_map();
    case 2:
        return edit_read(mpd_two_fans, sizeof mpd_two_fans, "mpd");
    case 3:
        return edit_read(PFOBJ_TINY, sizeof PFOBJ_TINY - 1, "pfobj");
    case 4:
        return edit_terrain();
    case 5:
        return edit_read(ROUTE_MAP, sizeof ROUTE_MAP - 1, "ppe");
    case 6:
        return edit_read(route_box, sizeof route_box - 1, "xmf");
    case 7:
        return edit_read(PFSCENE_TINY, sizeof PFSCENE_TINY - 1, "pfscene");
    default:
        return edit_read(TMX_JSON, sizeof TMX_JSON - 1, "tmx");
    }
}

#endif
