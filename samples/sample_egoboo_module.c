/* SPDX-License-Identifier: MIT */
/* The rest of the Egoboo module: what the menu says of it, its passages, and who is there. */
#include "sample_egoboo.h"

static const char menu[] = "// What the menu says of the module.\n"
                           "Name, with underscores for blanks: The_Harbor_Fortress\n"
                           "Module to have beaten before, or NONE: NONE\n"
                           "What must have been found there, or [NONE]: [NONE]\n"
                           "Heroes one may bring: 4\n"
                           "Heroes may be taken along afterwards: TRUE\n"
                           "Least players: 1\n"
                           "Most players: 4\n"
                           "Respawning: TRUE\n"
                           "Not used: FALSE\n"
                           "Rating: **\n"
                           "\n"
                           "// Eight lines about it.\n"
                           ":The_lighthouse_burns_again,\n"
                           ":and_nobody_on_the_quay\n"
                           ":knows_who_lit_it.\n"
                           ":_\n"
                           ":Go_ashore_before_dark.\n"
                           ":_\n"
                           ":_\n"
                           ":_\n";

static const char passages[] =
    "// Areas that are walls while they are closed and floor while they are open.\n"
    "// number name   x0 y0  x1 y1  open  shoot-through  slippery\n"
    "\n"
    "0 Gate:          13 16  14 16  F     T              F   // the portcullis\n"
    "1 Fold:          25 11  25 11  F     T              F   // the hurdle of the pasture\n"
    "2 Landing:       13 25  14 28  T     T              F   // where heroes come ashore\n"
    "3 Rose:          13 12  14 13  T     T              F   // opens the gate of the next module\n"
    "4 Slipway:        7 20   7 21  T     T              T\n";

static const char spawns[] =
    "// What is there when the module begins; what is carried follows its bearer.\n"
    "// name    called     slot   x    y   z  dir  money skin pas con lvl st gh team\n"
    "\n"
    "// Heroes, on the pier.\n"
    "Hero:      NONE         0  13.5 27.5 1.0  N     0    0  0  0  0  T F  G\n"
    "  Torch:   NONE        10   0.0  0.0 0.0  L     0    0  0  0  0  F F  N\n"
    "Hero:      NONE         1  14.5 27.5 1.0  N     0    1  0  0  0  T F  G\n"
    "Hero:      NONE         2  13.5 26.5 1.0  N     0    2  0  0  0  T F  G\n"
    "Hero:      NONE         3  14.5 26.5 1.0  N     0    3  0  0  0  T F  G\n"
    "\n"
    "// The watch.\n"
    "Guard:     NONE        20  12.5 17.5 1.0  S     5    0  0  0  2  F F  E\n"
    "  Halberd: NONE        21   0.0  0.0 0.0  R     0    0  0  0  0  F F  N\n"
    "Guard:     NONE        20  15.5 17.5 1.0  S     5    0  0  0  2  F F  E\n"
    "  Halberd: NONE        21   0.0  0.0 0.0  R     0    0  0  0  0  F F  N\n"
    "Guard:     NONE        20  11.5 11.5 1.0  E     5    1  0  0  2  F F  E\n"
    "Captain:   Old_Maren   22  14.0 10.5 1.0  S    40    0  0  0  5  F F  E\n"
    "  Key:     NONE        23   0.0  0.0 0.0  I     0    0  0  0  0  F F  N\n"
    "Shade:     NONE        24  24.5 23.5 1.5  W     0    0  0  0  4  F T  E\n"
    "\n"
    "// Those who live here.\n"
    "Fisher:    NONE        30  10.5 20.5 1.0  S     2    0  0  0  1  F F  G\n"
    "Sheep:     NONE        31  23.5 10.5 1.0  E     0    0  0  0  0  F F  S\n"
    "Sheep:     NONE        31  24.5 11.5 1.0  ?     0    1  0  0  0  F F  S\n"
    "Sheep:     NONE        31  23.5 11.5 1.0  N     0    0  0  0  0  F F  S\n"
    "Gull:      NONE        32   3.5 13.5 2.0  W     0    0  0  0  0  F F  A\n"
    "Gull:      NONE        32   5.5 25.5 2.0  S     0    0  0  0  0  F F  A\n"
    "Gull:      NONE        32  20.5 20.5 2.0  E     0    0  0  0  0  F F  A\n"
    "\n"
    "// Things.\n"
    "Portcullis: NONE       40  14.0 16.5 1.0  S     0    0  0  0  0  F F  N\n"
    "Hurdle:    NONE        41  25.5 11.5 1.0  E     0    0  1  0  0  F F  N\n"
    "Chest:     NONE        42  10.5 15.5 1.0  W    25    0  0  0  0  F F  N\n"
    "  Potion:  NONE        43   0.0  0.0 0.0  I     0    0  0  3  0  F F  N\n"
    "Barrel:    NONE        44   9.5 20.5 1.0  ?     0    0  0  0  0  F F  N\n"
    "Barrel:    NONE        44  17.5 20.5 1.0  ?     0    0  0  0  0  F F  N\n"
    "Barrel:    NONE        44  18.5 20.5 1.0  ?     0    0  0  0  0  F F  N\n";

void ego_make_module(make_folder *folder)
{
    make_text(folder, "gamedat/menu.txt", menu);
    make_text(folder, "gamedat/passage.txt", passages);
    make_text(folder, "gamedat/spawn.txt", spawns);
}
