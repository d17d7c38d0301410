/* SPDX-License-Identifier: MIT */
/* What is odd or wrong in a map, what its engine and its document say about it, and repairs. */
#include <string.h>

#include "formats/ppe/ppe_private.h"

static void name_cell(ptl_job *job, const ptl_ppe *map, const char *field, size_t cell)
{
    ptl_path(job, "%s[%zu,%zu]", field, cell % map->width, cell / map->width);
}

static uint64_t cell_at(const ptl_ppe *map, size_t cell)
{
    return map->coder == PTL_PPE_PLAIN && map->header != PPE_HEADER_NONE
               ? map->header + PPE_CELL * (uint64_t)cell
               : PTL_NOWHERE;
}

/* ---- Flags ---------------------------------------------------------------------------------- */

void ptl_ppe_warn_flags(ptl_job *job, const ptl_ppe *map)
{
    uint32_t reserved = map->flags & PTL_PPE_RESERVED;

    if (reserved)
        ptl_warn(job,
                 reserved & 0xFF     ? 0
                 : reserved & 0xFF00 ? 1
                                     : 2,
                 "ppe-reserved", "reserved bits of the flags are set: 0x%08lx",
                 (unsigned long)reserved);
    if (map->logic_width && !ptl_ppe_has_logic(map))
        ptl_warn(job, 2, "ppe-width-unused",
                 "the flags give logic values %u bits, and there is no logic section",
                 8u << map->logic_width);
    if (map->layout == PTL_PPE_NEW && map->flags & PTL_PPE_AXIS_SWAP)
        ptl_warn(job, 0, "ppe-axis-unused",
                 "the flag for swapped axes means nothing in the new layout, which has a bit in "
                 "every cell");
    if (map->layout == PTL_PPE_OLD && map->flags & PTL_PPE_GRAPHICS)
        ptl_warn(job, 0, "ppe-graphics-old",
                 "a graphics section with the old layout: the document does not forbid it, but "
                 "nobody writes it");
}

/* ---- Cells ---------------------------------------------------------------------------------- */

static void check_empty(ptl_job *job, const ptl_ppe *map)
{
    for (size_t i = 0; i < map->cells.count; i++)
        if ((map->cells.data[i] & 0xFFFF) == PTL_PPE_EMPTY && map->cells.data[i] >> 16)
            PTL_FIND(job, PTL_NOTE, name_cell(job, map, "tile", i), cell_at(map, i),
                     "ppe-empty-attributes",
                     "an empty cell has attributes (0x%04lx), which mean nothing",
                     (unsigned long)(map->cells.data[i] >> 16));
}

/* What the header says is unused, and an engine makes something of. */
static void check_p(ptl_job *job, const ptl_ppe *map, ptl_severity severity)
{
    bool data = map->flags & PTL_PPE_EXTRA;

    for (size_t i = 0; map->layout == PTL_PPE_OLD && i < map->cells.count; i++) {
        uint32_t     word  = map->cells.data[i];
        ptl_ppe_cell cell  = ptl_ppe_cell_of(map, word);
        ptl_ppe_cell there = ptl_ppe_cell_in_engine(map, word);

        if (cell.tile == PTL_PPE_EMPTY || cell.p == 0 || (data && severity == PTL_NOTE))
            continue;
        PTL_FIND(job, severity, name_cell(job, map, "p", i), cell_at(map, i),
                 data ? "engine-p" : "ppe-p-unused", "p is 0x%02x%s; today's engine %s%s%s", cell.p,
                 data ? "" : ", and no flag gives it a meaning",
                 there.transform != cell.transform ? "swaps the axes" : "",
                 there.transform != cell.transform && there.priority ? " and " : "",
                 there.priority ? "gives the cell priority" : "");
    }
}

static void check_corners(ptl_job *job, const ptl_ppe *map)
{
    size_t dark = 0;

    for (size_t i = 0; i < map->corners.count; i++)
        dark += map->corners.data[i].alpha == 0;
    if (dark > 0 && dark == map->corners.count)
        ptl_find(job, PTL_WARNING, PTL_NOWHERE, "ppe-corners-zero",
                 "every corner is invisible: neutral corners are 128, 128, 128, 255");
}

/* ---- Profiles ------------------------------------------------------------------------------- */

static void check_engine(ptl_job *job, const ptl_ppe *map)
{
    if (map->layout == PTL_PPE_NEW)
        ptl_find(job, PTL_ERROR, 0, "engine-layout",
                 "today's engine gets no cells from map files of the new layout");
    if (map->coder)
        ptl_find(job, PTL_ERROR, 1, "engine-coder", "today's engine has no coders");
    if (map->flags & PTL_PPE_GRAPHICS || ptl_ppe_has_logic(map))
        ptl_find(job, PTL_ERROR, 0, "engine-sections", "today's engine reads no sections");
    if (map->flags & PTL_PPE_RESERVED)
        ptl_find(job, PTL_ERROR, 0, "engine-reserved",
                 "a map for the engine has flags 0 to 2 and 24 to 31 only");
    if (map->header == PPE_HEADER_NONE)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "engine-csv",
                 "CSV is for the editor: today's engine takes it for a map file");
    if (map->header == PPE_HEADER_2018)
        ptl_find(job, PTL_ERROR, 4, "engine-header", "today's engine does not know this header");
    if (map->tail.count > 0)
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "engine-tail",
                 "today's engine ignores what follows the cells");
    check_p(job, map, PTL_WARNING);
}

static void check_document(ptl_job *job, const ptl_ppe *map)
{
    if (map->flags & PTL_PPE_RESERVED)
        ptl_find(job, PTL_ERROR, 0, "document-reserved",
                 "the document gives no meaning to the flags 0x%08lx",
                 (unsigned long)(map->flags & PTL_PPE_RESERVED));
    if (map->layout == PTL_PPE_NEW && map->flags & PTL_PPE_AXIS_SWAP)
        ptl_find(job, PTL_ERROR, 0, "document-axis",
                 "the document's flag 2 is about the attributes of the old layout");
    if (map->header == PPE_HEADER_2018)
        ptl_find(job, PTL_ERROR, 4, "document-header", "the document's header has 12 bytes");
    if (map->tail.count > 0)
        ptl_find(job, PTL_ERROR, PTL_NOWHERE, "document-length",
                 "the document allows nothing after the last section");
    if (map->coder > PTL_PPE_RLE)
        ptl_find(
            job, PTL_NOTE, 1, "document-coder",
            "the document names this coder but does not describe it: this is Portolan's reading");
    if (map->rle_bytes && map->coder == PTL_PPE_RLE)
        ptl_find(job, PTL_NOTE, map->header, "document-rle",
                 "runs like those of TGA pictures count whole elements");
}

void ptl_ppe_check(ptl_job *job, const void *native, const char *profile)
{
    const ptl_ppe *map    = native;
    bool           engine = profile && strcmp(profile, "engine") == 0;

    check_empty(job, map);
    check_corners(job, map);
    if (!engine)
        check_p(job, map, PTL_NOTE);
    else
        check_engine(job, map);
    if (profile && strcmp(profile, "document") == 0)
        check_document(job, map);
}

/* ---- Repairs -------------------------------------------------------------------------------- */

/* Bits without an effect are cleared, bytes without a meaning go. Reserved bits stay: they may mean
 * something to a program of tomorrow. */
void ptl_ppe_fix(ptl_job *job, void *native)
{
    ptl_ppe *map = native;

    ptl_find_count(job, PTL_NOTE, "trailing-bytes", map->tail.count,
                   "# {byte|bytes} after the payload {is|are} gone");
    map->tail = (ptl_u8s){ 0 };
    if (map->logic_width && !ptl_ppe_has_logic(map)) {
        ptl_find(job, PTL_NOTE, 2, "ppe-width-unused", "the width of logic values is cleared");
        map->logic_width = 0;
    }
    if (map->layout == PTL_PPE_NEW && map->flags & PTL_PPE_AXIS_SWAP) {
        ptl_find(job, PTL_NOTE, 0, "ppe-axis-unused", "the flag for swapped axes is cleared");
        map->flags &= ~(uint32_t)PTL_PPE_AXIS_SWAP;
    }
    if (map->coder == PTL_PPE_RLE && map->rle_bytes) {
        ptl_find(job, PTL_NOTE, PTL_NOWHERE, "ppe-rle-bytes", "runs count elements now");
        map->rle_bytes = 0;
    }
    if (map->header == PPE_HEADER_2018) {
        ptl_find(job, PTL_NOTE, 4, "ppe-header-2018", "the header is now the current one");
        map->header = PPE_HEADER;
    }
}
