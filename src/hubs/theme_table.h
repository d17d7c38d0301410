/* SPDX-License-Identifier: MIT */
/* The built-in themes, written as theme files are; the first is the default, and the others say
 * only how they differ from it. */
#ifndef PTL_HUBS_THEME_TABLE_H
#define PTL_HUBS_THEME_TABLE_H

/* clang-format off */
static const struct {
    const char *name, *text;
} ptl_themes[] = {
    { "paper",
      "paper = #f6efdf\n"        "rock = transparent\n"      "rock-grid = transparent\n"
      "hatch = #3a3129c8\n"      "outline = #e6dac2\n"       "grid = #8c7a5c40\n"
      "ink = #2e2721\n"          "faint = #2e272160\n"       "wall = #241e19\n"
      "trail = #7a5a3a70\n"      "link = #1d7080\n"          "region = #a9681f\n"
      "region-faint = #a9681f70\n" "note = #3d342c\n"        "comment = #c0392b\n"
      "number = #ffffff\n"       "halo = #fffdf4\n"          "coordinate = #786a54\n"
      "title = #2e2721\n"        "text = #4a4037\n"
      "floor-0 = #fffdf4\n"      "floor-1 = #cf9a8d\n"       "floor-2 = #f0bda6\n"
      "floor-3 = #f5dc9c\n"      "floor-4 = #d2bf98\n"       "floor-5 = #b9c98f\n"
      "floor-6 = #dfe7b6\n"      "floor-7 = #cbe1e8\n"       "floor-8 = #98bbd3\n"
      "floor-9 = #cbafd0\n"
      "disc-0 = #b5402f\n"       "disc-1 = #d07f2e\n"        "disc-2 = #2a7d8e\n"
      "disc-3 = #3f6f4c\n"
      "label-0 = #2e2721\n"      "label-1 = #6d5c48\n"       "label-2 = #a53525\n"
      "label-3 = #1f6577\n"
      "hatching = strokes\n"     "hatch-size = 0.34\n"       "hatch-width = 0.03\n"
      "outline-width = 0.55\n"   "outline-shape = round\n"   "wall-width = 0.1\n"
      "line-width = 0.045\n"
      "grid-width = 0.03\n"      "title-face = serif-bold\n" "text-face = serif\n" },
    { "parchment",
      "paper = #dcc498\n"        "hatch = #4a2f14b0\n"       "outline = #c9ab77\n"
      "grid = #6b4a2340\n"       "ink = #3b2410\n"           "faint = #3b241060\n"
      "wall = #331e0c\n"         "trail = #6e451e70\n"       "note = #432a13\n"
      "halo = #ecdbb6\n"         "coordinate = #6a4d29\n"    "title = #3b2410\n"
      "text = #4d3319\n"         "floor-0 = #ecdbb6\n"       "floor-1 = #9a3a2480\n"
      "floor-2 = #d2603860\n"    "floor-3 = #e8a02070\n"     "floor-4 = #7a5a2a70\n"
      "floor-5 = #5d7a2a78\n"    "floor-6 = #90a03c60\n"     "floor-7 = #4a90a060\n"
      "floor-8 = #2e6a8c78\n"    "floor-9 = #7a4a8070\n"     "label-0 = #3b2410\n"
      "label-1 = #74512a\n"      "hatching = dots\n"         "hatch-size = 0.2\n"
      "hatch-width = 0.055\n" },
    { "blueprint",
      "paper = #1c3d6e\n"        "rock = transparent\n"      "rock-grid = #ffffff14\n"
      "hatch = #ffffff30\n"      "outline = transparent\n"   "grid = #ffffff26\n"
      "ink = #f0f6ff\n"          "faint = #f0f6ff70\n"       "wall = #ffffff\n"
      "trail = #9fd0ff80\n"      "link = #7fe0e8\n"          "region = #ffd27a\n"
      "region-faint = #ffd27a60\n" "note = #e4efff\n"        "comment = #ff9d7a\n"
      "number = #12294b\n"       "halo = #27538f\n"          "coordinate = #a9c6ee\n"
      "title = #ffffff\n"        "text = #d7e5fb\n"
      "floor-0 = #27538f\n"      "floor-1 = #e0506058\n"     "floor-2 = #ff8a6a58\n"
      "floor-3 = #ffd06058\n"    "floor-4 = #c0a87058\n"     "floor-5 = #80c06058\n"
      "floor-6 = #c8e88050\n"    "floor-7 = #80e0f058\n"     "floor-8 = #40a8ff70\n"
      "floor-9 = #c080f058\n"
      "disc-0 = #ffb3a0\n"       "disc-1 = #ffd694\n"        "disc-2 = #9fe6f2\n"
      "disc-3 = #b4e6b0\n"
      "label-0 = #f0f6ff\n"      "label-1 = #ffffff\n"       "label-2 = #ffb3a0\n"
      "label-3 = #9fe6f2\n"
      "hatching = lines\n"       "hatch-size = 0.25\n"       "hatch-width = 0.025\n"
      "wall-width = 0.08\n"      "title-face = sans-bold\n"  "text-face = sans\n" },
    { "dark",
      "paper = #17191e\n"        "rock = #1d2026\n"          "rock-grid = #ffffff08\n"
      "hatch = #ffffff16\n"      "outline = #0d0e11\n"       "grid = #ffffff1c\n"
      "ink = #e2e5ea\n"          "faint = #e2e5ea60\n"       "wall = #eceff4\n"
      "trail = #e2e5ea50\n"      "link = #4fc3d0\n"          "region = #e0a040\n"
      "region-faint = #e0a04060\n" "note = #d5d9e0\n"        "comment = #ff6b4a\n"
      "number = #14161a\n"       "halo = #3a4049\n"          "coordinate = #8b93a1\n"
      "title = #f0f2f5\n"        "text = #c3c8d0\n"
      "floor-0 = #3a4049\n"      "floor-1 = #c0404878\n"     "floor-2 = #f0705070\n"
      "floor-3 = #f0b84070\n"    "floor-4 = #a08a5078\n"     "floor-5 = #70a04878\n"
      "floor-6 = #b0d06058\n"    "floor-7 = #60c0e058\n"     "floor-8 = #3088d080\n"
      "floor-9 = #a060c878\n"
      "disc-0 = #ff8a7a\n"       "disc-1 = #ffbe7a\n"        "disc-2 = #5fd0e0\n"
      "disc-3 = #7fd09a\n"
      "label-0 = #f0f2f5\n"      "label-1 = #ffffff\n"       "label-2 = #ff8a7a\n"
      "label-3 = #5fd0e0\n"
      "hatching = none\n"        "outline-width = 0.5\n"     "wall-width = 0.09\n"
      "title-face = sans-bold\n" "text-face = sans\n" },
    { "contrast",
      "paper = #ffffff\n"        "rock = #000000\n"          "hatch = transparent\n"
      "outline = transparent\n"  "grid = #00000030\n"        "ink = #000000\n"
      "faint = #00000080\n"      "wall = #000000\n"          "trail = #0033cc80\n"
      "link = #0033cc\n"         "region = #cc00aa\n"        "region-faint = #cc00aa80\n"
      "note = #000000\n"         "comment = #d40000\n"       "number = #ffffff\n"
      "halo = #ffffff\n"         "coordinate = #000000\n"    "title = #000000\n"
      "text = #000000\n"
      "floor-0 = #ffffff\n"      "floor-1 = #ff9a9a\n"       "floor-2 = #ffc4a0\n"
      "floor-3 = #ffe680\n"      "floor-4 = #d8c48c\n"       "floor-5 = #a8dc78\n"
      "floor-6 = #dcf59c\n"      "floor-7 = #b4ecff\n"       "floor-8 = #7cc4ff\n"
      "floor-9 = #e0b0ff\n"
      "disc-0 = #d40000\n"       "disc-1 = #a34700\n"        "disc-2 = #0033cc\n"
      "disc-3 = #006622\n"
      "label-0 = #000000\n"      "label-1 = #7a007a\n"       "label-2 = #d40000\n"
      "label-3 = #0033cc\n"
      "hatching = none\n"        "wall-width = 0.14\n"       "line-width = 0.06\n"
      "title-face = sans-bold\n" "text-face = sans\n" },
    { "print",
      "paper = #ffffff\n"        "hatch = #000000\n"         "outline = transparent\n"
      "grid = #00000038\n"       "ink = #000000\n"           "faint = #00000078\n"
      "wall = #000000\n"         "trail = #00000050\n"       "link = #000000\n"
      "region = #000000\n"       "region-faint = #00000060\n" "note = #000000\n"
      "comment = #000000\n"      "number = #ffffff\n"        "halo = #ffffff\n"
      "coordinate = #000000\n"   "title = #000000\n"         "text = #000000\n"
      "floor-0 = #ffffff\n"      "floor-1 = #bdbdbd\n"       "floor-2 = #d6d6d6\n"
      "floor-3 = #ededed\n"      "floor-4 = #c9c9c9\n"       "floor-5 = #cfcfcf\n"
      "floor-6 = #f2f2f2\n"      "floor-7 = #e6e6e6\n"       "floor-8 = #c2c2c2\n"
      "floor-9 = #dcdcdc\n"
      "disc-0 = #000000\n"       "disc-1 = #404040\n"        "disc-2 = #606060\n"
      "disc-3 = #202020\n"
      "label-0 = #000000\n"      "label-1 = #404040\n"       "label-2 = #000000\n"
      "label-3 = #303030\n"      "hatch-width = 0.026\n" },
    { "world",
      "paper = #f4f0e2\n"        "outline = transparent\n"   "hatch = transparent\n"
      "grid = #4a402a30\n"       "ink = #2b261d\n"           "faint = #2b261d60\n"
      "wall = #3a2f22\n"         "trail = #7a3a2a70\n"       "link = #14606e\n"
      "region = #8f4a17\n"       "region-faint = #8f4a1770\n" "note = #2b261d\n"
      "comment = #b0281a\n"      "halo = #fbf8ec\n"          "coordinate = #6b6048\n"
      "title = #2b261d\n"        "text = #453c2e\n"
      "floor-0 = #ece8c6\n"      "floor-1 = #f3e7bf\n"       "floor-2 = #c3b69a\n"
      "floor-3 = #b9d083\n"      "floor-4 = #86a455\n"       "floor-5 = #93c3dc\n"
      "floor-6 = #ead27f\n"      "floor-7 = #cf9463\n"       "floor-8 = #ab9471\n"
      "floor-9 = #918a7e\n"
      "hatching = none\n"        "wall-width = 0.08\n" },
    { "phosphor",
      "paper = #081409\n"        "rock = transparent\n"      "rock-grid = #5cff8a16\n"
      "hatch = #5cff8aa0\n"      "outline = transparent\n"   "grid = #5cff8a26\n"
      "ink = #7dffa3\n"          "faint = #7dffa368\n"       "wall = #8dffb0\n"
      "trail = #7dffa350\n"      "link = #d8ff7d\n"          "region = #ffe27d\n"
      "region-faint = #ffe27d60\n" "note = #7dffa3\n"        "comment = #ffb37d\n"
      "number = #071208\n"       "halo = #0c2412\n"          "coordinate = #4bc46e\n"
      "title = #a5ffc0\n"        "text = #6fe392\n"
      "floor-0 = #103018\n"      "floor-1 = #ff5c5c38\n"     "floor-2 = #ff9a5c38\n"
      "floor-3 = #ffe05c38\n"    "floor-4 = #b0a05038\n"     "floor-5 = #5cff8a48\n"
      "floor-6 = #b8ff5c38\n"    "floor-7 = #5cf0ff38\n"     "floor-8 = #5c9aff50\n"
      "floor-9 = #c05cff40\n"
      "disc-0 = #7dffa3\n"       "disc-1 = #d8ff7d\n"        "disc-2 = #7dfff0\n"
      "disc-3 = #ffe27d\n"
      "label-0 = #a5ffc0\n"      "label-1 = #e0ffe8\n"       "label-2 = #ffb37d\n"
      "label-3 = #7dfff0\n"
      "hatching = dots\n"        "hatch-size = 0.2\n"        "hatch-width = 0.05\n"
      "wall-width = 0.08\n"      "title-face = mono\n"       "text-face = mono\n" },
};
/* clang-format on */

#endif
