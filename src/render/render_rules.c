/* SPDX-License-Identifier: MIT */
/* Rules of images that are read and pictures that are drawn. */
#include <portolan/portolan.h>

extern const ptl_rule ptl_render_rules[];

const ptl_rule ptl_render_rules[] = {
    { "font-missing", PTL_WARNING,
      "the font of plans is not installed, so texts look different from those of other machines" },
    { "heightmap-alpha", PTL_LOSS,
      "a heightmap has clear pixels, which are taken as if they were not" },
    { "heightmap-gray", PTL_ERROR, "a heightmap is not a PNG in gray of 8 or 16 bits" },
    { "image-bmp", PTL_ERROR,
      "a BMP image is damaged or of an unknown kind; what can be tolerated is a warning" },
    { "image-jpeg", PTL_ERROR,
      "a JPEG image is damaged or of an unknown kind; what can be tolerated is a warning" },
    { "image-kind", PTL_ERROR, "an image is of none of the kinds that are read" },
    { "image-png", PTL_ERROR,
      "a PNG image is damaged or of an unknown kind; what can be tolerated is a warning" },
    { "image-size", PTL_ERROR, "an image has no pixels, or more than a picture can hold" },
    { "image-tga", PTL_ERROR,
      "a TGA image is damaged or of an unknown kind; what can be tolerated is a warning" },
    { "limit-image", PTL_ERROR, "an image or a picture has more pixels than are allowed" },
    { "limit-overdraw", PTL_ERROR,
      "too many triangles lie over one another for a picture of this size" },
    { "plan-draw", PTL_ERROR, "the library that draws plans gave up" },
    { "trailing-bytes", PTL_NOTE, "bytes follow the end of an image; they are ignored" },
    { "" },
};
