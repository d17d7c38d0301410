/* SPDX-License-Identifier: MIT */
/* Rules of Tiled's maps. */
#include "formats/tmx/tmx_private.h"

const ptl_rule ptl_tmx_rules[] = {
    { "tmx-above", PTL_NOTE,
      "files lie above the folder of the map, where they are looked for only inside of a project "
      "of "
      "Tiled, or with --textures" },
    { "tmx-base64", PTL_ERROR, "cells are not base64, or it is cut short" },
    { "tmx-cells", PTL_ERROR, "cells are more or fewer than their layer has, or out of place" },
    { "tmx-class", PTL_NOTE,
      "a property is of a class: without its project Tiled 1.8 drops what is in it" },
    { "tmx-coding", PTL_ERROR, "cells are coded in a way that is not known" },
    { "tmx-csv", PTL_ERROR,
      "a list of cells holds something that is no number from 0 to 2^32 - 1" },
    { "tmx-digits", PTL_NOTE, "a coordinate has more than the six digits that Tiled keeps in XML" },
    { "tmx-gid", PTL_ERROR,
      "a cell is before all sets, which Tiled refuses; a warning when it is past the end of its "
      "set" },
    { "tmx-hex", PTL_NOTE, "cells have the flag of hexagonal maps, which means nothing in others" },
    { "tmx-dropped", PTL_LOSS,
      "the other language of Tiled has no word for attributes or elements, which are dropped" },
    { "tmx-drawn", PTL_LOSS,
      "shapes and texts of objects, or images inside of a map, are not drawn" },
    { "tmx-id", PTL_WARNING, "two layers, or two objects, have one id" },
    { "tmx-infinite", PTL_NOTE, "an infinite map begins elsewhere than at 0, 0" },
    { "tmx-level", PTL_ERROR,
      "elements of an edited document are not nested in a way that exists" },
    { "tmx-name", PTL_ERROR,
      "the name of an element or attribute, or the type of a layer, is none, or is there twice" },
    { "tmx-next-id", PTL_WARNING, "the next id of the map is one that is taken already" },
    { "tmx-no-map", PTL_ERROR, "only maps are drawn, not sets, templates and worlds" },
    { "tmx-orientation", PTL_ERROR, "the orientation of the map is not known, or cannot be drawn" },
    { "tmx-root", PTL_ERROR, "the file holds no map, tile set, template or world" },
    { "tmx-size", PTL_ERROR, "a map, layer or tile has no size, or one that is too large" },
    { "tmx-text", PTL_LOSS,
      "a text stands beside elements, where it means nothing, and is dropped" },
    { "tmx-trailing", PTL_ERROR, "bytes follow packed cells; only a warning for gzip" },
    { "tmx-unknown", PTL_NOTE, "an element that Tiled does not know: it drops it when it saves" },
    { "tmx-value", PTL_ERROR, "a text of an edited document cannot be spelled in its language" },
    { "tmx-world", PTL_ERROR, "worlds have no form in XML" },
    { "" },
};
