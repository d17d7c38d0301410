/* SPDX-License-Identifier: MIT */
/* The inline functions of <portolan/mpd.h>, as symbols of the library. */
#include <portolan/mpd.h>

extern inline uint8_t  ptl_mpd_word_type(uint32_t word);
extern inline uint8_t  ptl_mpd_word_fx(uint32_t word);
extern inline uint16_t ptl_mpd_word_tile(uint32_t word);
extern inline uint32_t ptl_mpd_word(uint8_t type, uint8_t fx, uint16_t tile);
extern inline unsigned ptl_mpd_word_sheet(uint32_t word);
extern inline double   ptl_mpd_tile_offset_u(uint8_t image);
extern inline double   ptl_mpd_tile_offset_v(uint8_t image);
