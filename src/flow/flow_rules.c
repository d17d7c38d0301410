/* SPDX-License-Identifier: MIT */
/* Rules of the way from input to output: of hubs, of the flow between them and of the tool. */
#include <portolan/portolan.h>

extern const ptl_rule ptl_flow_rules[];

const ptl_rule ptl_flow_rules[] = {
    { "attached", PTL_LOSS,
      "images that came along with an import are dropped: no file may go beside the output" },
    { "beside", PTL_NOTE, "a file was written beside the output, which makes use of it" },
    { "conversion", PTL_ERROR, "there is no way from this format to that one" },
    { "file", PTL_ERROR, "a file cannot be opened, read or written: the system says why" },
    { "file-missing", PTL_ERROR,
      "a file that belongs to the document is not there: an error where it is indispensable, a "
      "warning where it is drawn, a note in checks" },
    { "format", PTL_ERROR, "no format recognizes the content, or no format has the name given" },
    { "limit-copies", PTL_ERROR,
      "meshes or lists that are used several times would become more vertices than are allowed" },
    { "limit-parts", PTL_ERROR, "documents are nested deeper than is allowed" },
    { "limit-input", PTL_ERROR, "the input is larger than the limit allows" },
    { "limit-page", PTL_ERROR,
      "a page is too large to be drawn; one that only PDF has no room for is made smaller" },
    { "limit-sheets", PTL_ERROR,
      "a plan would take too many sheets of paper, or a cell is larger than a sheet" },
    { "limit-triangles", PTL_ERROR, "a scene has more triangles than rays can tell apart" },
    { "notes", PTL_ERROR, "the format has no notes that could be printed" },
    { "output", PTL_ERROR,
      "the output is there already, cannot be written or has no known format" },
    { "palette-missing", PTL_WARNING,
      "cells choose palettes that were never loaded: engines show nothing, pictures grays" },
    { "part", PTL_ERROR, "a document inside of another is not there, or cannot be opened here" },
    { "plan-unsound", PTL_ERROR,
      "a plan that a program made has a number or an index that makes no sense" },
    { "scene-unsound", PTL_ERROR,
      "a scene that a program made has a number or an index that makes no sense" },
    { "setting", PTL_ERROR, "a setting is unknown, has a bad value or would change nothing" },
    { "theme", PTL_ERROR, "a theme has a line that makes no sense, or is too long" },
    { "theme-image", PTL_NOTE, "the image behind a theme is not drawn, its color is" },
    { "tile-light", PTL_LOSS,
      "light that brightens is left out: colors of vertices can only darken" },
    { "tile-missing", PTL_WARNING,
      "cells name tiles that no sheet has; nothing is drawn for them" },
    { "tiles-missing", PTL_ERROR,
      "there are no images of tiles: plans show numbers instead, pictures and scenes are refused" },
    { "project-folder", PTL_ERROR, "a project names a folder that does not lie below its own" },
    { "project-rule", PTL_ERROR, "a project names a rule that there is not" },
    { "" },
};
