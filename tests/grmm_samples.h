/* SPDX-License-Identifier: MIT */
/* A small Gridmonger map, byte by byte: version 1, one level of three rows and four columns with
 * stairs, a pit, a door, a trail, walls all round and a note of each kind. */
#ifndef PTL_TESTS_GRMM_SAMPLES_H
#define PTL_TESTS_GRMM_SAMPLES_H

#include <stdint.h>

/* clang-format off */
static const uint8_t grmm_room[] = {
    /* 000 header */
    'R', 'I', 'F', 'F', 146, 1, 0, 0, 'G', 'R', 'M', 'M',
    /* 00c group "map ", 82 bytes */
    'L', 'I', 'S', 'T', 'R', 0, 0, 0, 'm', 'a', 'p', ' ',
    /* 018 chunk "prop", 53 bytes */
    'p', 'r', 'o', 'p', '5', 0, 0, 0,
    /* 020 its data */
    1, 0, 5, 0, 'C', 'r', 'y', 'p', 't', 9, 0, 'O', 'l', 'd', ' ', 'T', 'a', 'l', 'e', 's',
    9, 0, 'A', '.', ' ', 'M', 'a', 'p', 'p', 'e', 'r', 19, '2', '0', '2', '2', '-', '0', '2',
    '-', '1', '7', ' ', '2', '0', ':', '1', '5', ':', '0', '0', 0, 0, 0,
    /* 056 chunk "coor", 7 bytes */
    'c', 'o', 'o', 'r', 7, 0, 0, 0,
    /* 05e its data */
    0, 0, 0, 1, 0, 1, 0, 0,
    /* 066 group "lvls", 256 bytes */
    'L', 'I', 'S', 'T', 0, 1, 0, 0, 'l', 'v', 'l', 's',
    /* 072 group "lvl ", 244 bytes */
    'L', 'I', 'S', 'T', 244, 0, 0, 0, 'l', 'v', 'l', ' ',
    /* 07e chunk "prop", 24 bytes */
    'p', 'r', 'o', 'p', 24, 0, 0, 0,
    /* 086 its data */
    5, 0, 'C', 'r', 'y', 'p', 't', 6, 0, 'C', 'e', 'l', 'l', 'a', 'r', 255, 255, 3, 0, 4,
    0, 0, 0, 0,
    /* 09e chunk "coor", 7 bytes */
    'c', 'o', 'o', 'r', 7, 0, 0, 0,
    /* 0a6 its data */
    0, 0, 0, 1, 0, 1, 0, 0,
    /* 0ae chunk "regn", 8 bytes */
    'r', 'e', 'g', 'n', 8, 0, 0, 0,
    /* 0b6 its data */
    0, 16, 0, 16, 0, 1, 0, 0,
    /* 0be chunk "cell", 73 bytes */
    'c', 'e', 'l', 'l', 'I', 0, 0, 0,
    /* 0c6 its data */
    1, 15, 0, 0, 0, 1, 1, 20, 1, 0, 1, '2', 1, 1, 0, 130, 1, 41, 133, 0, 1, 5, 0, 0, 0, 0,
    0, 1, 144, 0, 2, 1, 7, 0, 0, 0, 131, 10, 138, 0, 131, 10, 0, 1, 14, 0, 0, 0, 10, 130,
    0, 10, 10, 130, 0, 10, 10, 130, 0, 10, 132, 0, 1, 6, 0, 0, 0, 133, 0, 1, 1, 139, 0, 0,
    /* 110 chunk "anno", 85 bytes */
    'a', 'n', 'n', 'o', 'U', 0, 0, 0,
    /* 118 its data */
    5, 0, 0, 0, 0, 0, 0, 12, 0, 'W', 'a', 't', 'e', 'r', ' ', 'd', 'r', 'i', 'p', 's', '.',
    0, 0, 3, 0, 1, 1, 0, 2, 15, 0, 'A', ' ', 'c', 'h', 'e', 's', 't', 13, 10, 'o', 'f', ' ',
    'o', 'a', 'k', 1, 0, 2, 0, 2, 2, 'K', '7', 0, 0, 2, 0, 0, 0, 3, 15, 7, 0, 't', 'h', 'e',
    ' ', 'k', 'e', 'y', 2, 0, 2, 0, 4, 1, 6, 0, 'C', 'E', 'L', 'L', 'A', 'R', 0,
    /* 16e chunk "lnks", 2 bytes */
    'l', 'n', 'k', 's', 2, 0, 0, 0,
    /* 176 its data */
    0, 0,
    /* 178 chunk "stat", 26 bytes */
    's', 't', 'a', 't', 26, 0, 0, 0,
    /* 180 its data */
    7, 'D', 'e', 'f', 'a', 'u', 'l', 't', 9, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0,
    0, 0,
};
/* clang-format on */

enum { /* where the data of each chunk begins */
       ROOM_MAP_PROP = 0x20,
       ROOM_MAP_COOR = 0x5e,
       ROOM_LVL_PROP = 0x86,
       ROOM_LVL_COOR = 0xa6,
       ROOM_LVL_REGN = 0xb6,
       ROOM_LVL_CELL = 0xc6,
       ROOM_LVL_ANNO = 0x118,
       ROOM_LNKS     = 0x176,
       ROOM_STAT     = 0x180,
       ROOM_END      = sizeof grmm_room,
};

#endif
