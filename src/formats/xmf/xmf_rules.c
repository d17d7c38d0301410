/* SPDX-License-Identifier: MIT */
/* Rules of PixelPerfectEngine containers. */
#include "formats/xmf/xmf_private.h"

const ptl_rule ptl_xmf_rules[] = {
    { "engine-embedded", PTL_ERROR,
      "today's engine reads embedded cells of the new layout and without a header only",
      .profile = "engine" },
    { "engine-packing", PTL_ERROR, "today's engine reads no packed containers",
      .profile = "engine" },
    { "trailing-bytes", PTL_WARNING,
      "bytes follow embedded cells; a loss where a container has no room for those of a map" },
    { "xdl-depth", PTL_ERROR, "tags are nested deeper than is allowed" },
    { "xdl-syntax", PTL_ERROR, "the text is not SDLang from here on" },
    { "xmf-layer", PTL_NOTE, "a layer is of a kind that is kept but not understood" },
    { "xmf-lost", PTL_ERROR, "embedded cells were lost by the program that saved the file" },
    { "xmf-map-size", PTL_ERROR,
      "a map and its layer differ in size: it is drawn with a warning, and refused by the setting "
      "map" },
    { "xmf-mode", PTL_WARNING, "a rendering mode is drawn as if it were AlphaBlend" },
    { "xmf-no-layer", PTL_ERROR, "there is no tile layer of the priority that was asked for" },
    { "xmf-no-map", PTL_ERROR, "no layer has cells that could be drawn or taken out" },
    { "xmf-objects", PTL_LOSS, "objects are not drawn" },
    { "xmf-packing", PTL_ERROR, "the packing is none of none, zlib and zstd" },
    { "xmf-palette-offset", PTL_ERROR, "the offset of a palette is not a number from 0 to 65535" },
    { "xmf-path", PTL_ERROR,
      "a path is missing or names no file; a warning when it is of one machine, a note when it "
      "leads out of the folder" },
    { "xmf-priority", PTL_WARNING, "two layers have one priority: the engine keeps the last" },
    { "xmf-shared", PTL_ERROR, "a layer shares the cells of a layer that has none" },
    { "xmf-shift", PTL_ERROR, "the palette shift of a tile source is not a number from 0 to 16" },
    { "xmf-size", PTL_ERROR, "a tile layer, or its tiles, have no size" },
    { "xmf-tags", PTL_ERROR, "tags of an edited container are not those of its text" },
    { "xmf-tile", PTL_ERROR, "the id or the place of a tile is out of range" },
    { "xmf-tile-twice", PTL_WARNING, "a tile is listed twice: the last one counts" },
    { "xmf-transformable", PTL_WARNING,
      "today's engine refuses containers with transformable tile layers" },
    { "xmf-value", PTL_ERROR, "a tag has other values than those its meaning asks for" },
    { "xmf-xml", PTL_ERROR, "the file is XML, which containers were before 2019" },
    { "" },
};
