/* SPDX-License-Identifier: MIT */
/* What the numbers of a map mean, in words. */
#include "formats/grmm/grmm_private.h"

const ptl_name ptl_grmm_floor_words[] = {
    { 0, "empty" },
    { 1, "blank" },
    { 20, "door" },
    { 21, "locked door" },
    { 22, "archway" },
    { 23, "secret door (block)" },
    { 24, "secret door" },
    { 25, "one-way door" },
    { 26, "one-way door (south or west)" },
    { 30, "pressure plate" },
    { 31, "hidden pressure plate" },
    { 40, "closed pit" },
    { 41, "open pit" },
    { 42, "hidden pit" },
    { 43, "ceiling pit" },
    { 50, "stairs down" },
    { 51, "stairs up" },
    { 52, "entrance door" },
    { 53, "exit door" },
    { 60, "spinner" },
    { 70, "teleport" },
    { 71, "teleport destination" },
    { 80, "invisible barrier" },
    { 90, "bridge" },
    { 91, "arrow" },
    { 100, "column" },
    { 110, "statue" },
    { 0, "" },
};

/* Floors that not all versions have; the others are in versions 1 to 4. */
static const struct {
    uint8_t number, since, until;
} spans[] = { { 26, 1, 3 }, { 91, 4, 4 }, { 100, 3, 4 }, { 110, 3, 4 } };

const ptl_name ptl_grmm_wall_words[] = {
    { 0, "none" },
    { 10, "wall" },
    { 11, "illusory wall" },
    { 12, "invisible wall" },
    { 20, "door" },
    { 21, "locked door" },
    { 22, "archway" },
    { 23, "secret door" },
    { 24, "one-way door (NE)" },
    { 25, "one-way door (SW)" },
    { 30, "lever (NE)" },
    { 31, "lever (SW)" },
    { 40, "niche (NE)" },
    { 41, "niche (SW)" },
    { 50, "statue (NE)" },
    { 51, "statue (SW)" },
    { 60, "keyhole" },
    { 70, "writing (NE)" },
    { 71, "writing (SW)" },
    { 0, "" },
};

const ptl_name ptl_grmm_icon_words[] = {
    { 0, "axe" },
    { 1, "sword" },
    { 2, "water drop" },
    { 3, "wooden sign" },
    { 4, "helmet" },
    { 5, "lightning" },
    { 6, "skull" },
    { 7, "bug" },
    { 8, "bomb" },
    { 9, "mine" },
    { 10, "paw" },
    { 11, "box" },
    { 12, "medical kit" },
    { 13, "heart" },
    { 14, "flask" },
    { 15, "key" },
    { 16, "book" },
    { 17, "clothing" },
    { 18, "shield" },
    { 19, "trophy" },
    { 20, "flag" },
    { 21, "money" },
    { 22, "diamond" },
    { 23, "bed" },
    { 24, "mug" },
    { 25, "house" },
    { 26, "fort" },
    { 27, "temple" },
    { 28, "graduation cap" },
    { 29, "floppy disk" },
    { 30, "person" },
    { 31, "ship" },
    { 32, "conifer" },
    { 33, "broadleaf tree" },
    { 34, "yin and yang" },
    { 35, "crossed axes" },
    { 36, "fire" },
    { 37, "burst" },
    { 38, "torch" },
    { 39, "tower" },
    { 0, "" },
};

static const char *const note_kinds[] = { "comment", "numbered", "id", "icon", "label" };
static const char *const directions[] = { "north", "east", "south", "west" };
static const char *const link_kinds[] = { "pit", "teleport", "stairs", "door", "stale", "broken" };

#define NAME(list, number)                                                                         \
    ((size_t)(number) < sizeof(list) / sizeof *(list) ? (list)[number] : NULL)

static const char *name_in(const ptl_name *names, uint8_t value)
{
    for (const ptl_name *n = names; *n->name; n++)
        if (n->value == value)
            return n->name;
    return NULL;
}

const char *ptl_grmm_floor_name(uint8_t floor)
{
    return name_in(ptl_grmm_floor_words, floor);
}

unsigned ptl_grmm_floor_since(uint8_t floor)
{
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        if (spans[i].number == floor)
            return spans[i].since;
    return ptl_grmm_floor_name(floor) ? 1 : 0;
}

unsigned ptl_grmm_floor_until(uint8_t floor)
{
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        if (spans[i].number == floor)
            return spans[i].until;
    return ptl_grmm_floor_name(floor) ? 4 : 0;
}

const char *ptl_grmm_wall_name(uint8_t wall)
{
    return name_in(ptl_grmm_wall_words, wall);
}

const char *ptl_grmm_icon_name(uint8_t icon)
{
    return name_in(ptl_grmm_icon_words, icon);
}

const char *ptl_grmm_note_kind_name(uint8_t kind)
{
    return NAME(note_kinds, kind);
}

const char *ptl_grmm_direction_name(ptl_grmm_direction direction)
{
    return NAME(directions, direction);
}

const char *ptl_grmm_link_kind_name(ptl_grmm_link_kind kind)
{
    return NAME(link_kinds, kind);
}

/* ---- Values of cells ------------------------------------------------------------------------ */

const char *const ptl_grmm_layer_names[] = { "floor",      "orientation", "color",
                                             "wall_north", "wall_west",   "trail" };

bool ptl_grmm_is_legal(unsigned version, ptl_grmm_layer layer, uint8_t value)
{
    switch (layer) {
    case PTL_GRMM_FLOOR:
        return ptl_grmm_floor_since(value) > 0 && ptl_grmm_floor_since(value) <= version &&
               ptl_grmm_floor_until(value) >= version;
    case PTL_GRMM_ORIENTATION:
        return value < (version >= 4 ? 4 : 2);
    case PTL_GRMM_COLOR:
        return value < 10;
    case PTL_GRMM_TRAIL:
        return value < 2;
    default:
        return ptl_grmm_wall_name(value) != NULL;
    }
}
