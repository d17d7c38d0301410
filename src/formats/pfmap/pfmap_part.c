/* SPDX-License-Identifier: MIT */
/* Parts of a terrain: what the setting "crop" leaves of it. */
#include "core/num.h"
#include "formats/pfmap/pfmap_private.h"

/* Four whole numbers with commas between: column, row, columns, rows. */
static bool parse_part(const ptl_setting *given, uint64_t number[4])
{
    const char *at = given->data, *end = at + given->size;

    for (int i = 0; i < 4; i++) {
        if (i > 0 && (at == end || *at++ != ','))
            return false;
        at = ptl_parse_u64(at, end, &number[i]);
        if (!at || number[i] > UINT32_MAX)
            return false;
    }
    return at == end && number[2] > 0 && number[3] > 0;
}

static uint32_t least_of(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

pfmap_part ptl_pfmap_crop(ptl_job *job, const ptl_pfmap *map)
{
    const ptl_setting *given     = ptl_setting_of(job, "crop");
    uint64_t           number[4] = { 0, 0, map->width, map->height };

    if (given && !parse_part(given, number))
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop takes four whole numbers: column,row,columns,rows, the last two above 0");
    else if (number[0] >= map->width || number[1] >= map->height)
        ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
                 "crop leaves nothing of the map, which has %lu x %lu tiles",
                 (unsigned long)map->width, (unsigned long)map->height);
    return (pfmap_part){ least_of(number[0], map->width), least_of(number[1], map->height),
                         least_of(number[0] + number[2], map->width),
                         least_of(number[1] + number[3], map->height) };
}
