/* SPDX-License-Identifier: MIT */
/* portolan render: pictures. */
#include "commands.h"

#include "conversion.h"

static const cli_option options[] = {
    { 't', "to", "TARGET", NULL, "what to draw (png)" },
    CONVERSION_OPTIONS,
    { 0 },
};

const cli_command cli_render = {
    .name     = "render",
    .operands = "INPUT... OUTPUT",
    .summary  = "draw a picture",
    .about    = "The output's extension says what kind of picture, --to overrules it; in a folder "
                "and on\n"
                "standard output ('-') it is PNG. Several inputs, or folders with --recursive, go to "
                "an output\n"
                "folder. Nothing but the file is needed: no graphics card, no display.",
    .examples = "portolan render dungeon.gmm dungeon.png\n"
                "portolan render dungeon.gmm cellar.svg --level 2\n"
                "portolan render chest.glb chest.png --view iso --size 640x480",
    .options  = options,
    .limits   = LIMITS_ALL,
    .settings = PTL_WHEN_READING | PTL_WHEN_SCENE | PTL_WHEN_PLAN | PTL_WHEN_TILES,
    .media    = "image/ application/pdf",
    .run      = conversion_run,
};
