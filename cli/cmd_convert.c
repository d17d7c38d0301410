/* SPDX-License-Identifier: MIT */
/* portolan convert: to another format, version or to JSON and back. */
#include "commands.h"

#include "conversion.h"

static const cli_option options[] = {
    { 't', "to", "TARGET", NULL, "what to write" },
    CONVERSION_OPTIONS,
    { 0 },
};

const cli_command cli_convert = {
    .name     = "convert",
    .operands = "INPUT... OUTPUT",
    .summary  = "write a file in another format or version, or as JSON and back",
    .about =
        "The output's extension says what to write, --to overrules it. '-' is standard input or\n"
        "output. Several inputs, or folders with --recursive, go to an output folder. What a "
        "conversion\n"
        "drops or invents is printed, and listed with --losses. An unchanged file comes back byte "
        "for byte.",
    .examples = "portolan convert level.mpd level.glb\n"
                "portolan convert level.mpd level.json\n"
                "portolan convert dungeon.gmm castle.mod\n"
                "portolan convert -r maps out --to svg",
    .options  = options,
    .limits   = LIMITS_ALL,
    .settings = PTL_WHEN_READING | PTL_WHEN_WRITING | PTL_WHEN_IMPORTING | PTL_WHEN_SCENE |
                PTL_WHEN_PLAN | PTL_WHEN_TILES | PTL_WHEN_TABLE | PTL_WHEN_NOTES | PTL_WHEN_GROUND |
                PTL_WHEN_GRID | PTL_WHEN_HEIGHTS,
    .run = conversion_run,
};
