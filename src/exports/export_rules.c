/* SPDX-License-Identifier: MIT */
/* Rules of what is written for other programs. */
#include <portolan/portolan.h>

extern const ptl_rule ptl_export_rules[];

const ptl_rule ptl_export_rules[] = {
    { "heightmap", PTL_NOTE, "which heights the darkest and the brightest pixel stand for" },
    { "heightmap-holes", PTL_LOSS, "pixels of a heightmap have no ground below them and are 0" },
    { "limit-frames", PTL_ERROR,
      "an animation has more frames, or moves more vertices, than are allowed" },
    { "obj-alpha", PTL_LOSS, "OBJ cannot say that a material is cut out rather than blended" },
    { "obj-clips", PTL_LOSS, "OBJ has no animations: they are dropped" },
    { "obj-colors", PTL_LOSS, "OBJ has no transparent colors of vertices: they are solid" },
    { "obj-images", PTL_LOSS, "OBJ cannot say that an image is sharp, or clamped at its rim" },
    { "obj-materials", PTL_LOSS,
      "materials of OBJ need a file of their own, which may not go beside this output" },
    { "obj-names", PTL_LOSS,
      "a name is no word of OBJ, or that of another material: underscores, or a number behind" },
    { "obj-notes", PTL_LOSS, "OBJ has no notes on parts of a scene: they are dropped" },
    { "obj-sides", PTL_LOSS, "OBJ cannot say that a material shows both sides of a triangle" },
    { "obj-skins", PTL_LOSS, "OBJ has no skins: meshes are written without them" },
    { "picture-empty", PTL_ERROR,
      "there is nothing to draw: a picture is empty, and a heightmap is refused" },
    { "picture-fitted", PTL_NOTE, "a picture of a plan is drawn smaller than asked for, to fit" },
    { "plan-empty", PTL_ERROR, "a plan has nothing to draw" },
    { "plan-picture", PTL_LOSS,
      "pictures inside of a plan are left out: their files were not found" },
    { "svg-texts", PTL_LOSS,
      "a text has characters that XML does not allow, and stand-ins for them" },
    { "table-doors", PTL_LOSS,
      "a tabletop's file cannot say that doors are secret, locked or one-way" },
    { "table-files", PTL_LOSS,
      "the picture and the journal of a scene may not go beside this output" },
    { "table-lights", PTL_NOTE, "torches and fires could give light, if that was asked for" },
    { "table-links", PTL_LOSS, "a tabletop's file has no links between levels" },
    { "table-notes", PTL_LOSS, "a tabletop's file has no notes; things are in its picture alone" },
    { "table-size", PTL_ERROR, "a level has more cells than a tabletop's scene can have" },
    { "table-walls", PTL_LOSS,
      "a tabletop's file cannot say that walls are illusory or invisible" },
    { "" },
};
