/* SPDX-License-Identifier: MIT */
/* Decoders that the surroundings of a module give, in builds that cannot have their own
 * (PTL_GIVEN): libjpeg jumps, which WebAssembly cannot, and libzstd would be a third of the module.
 * They are functions that it imports; web/portolan.mjs has them. */
#ifndef PTL_CORE_GIVEN_H
#define PTL_CORE_GIVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PTL_GIVEN_BY(name) __attribute__((import_module("portolan"), import_name(name)))

/* Whether pictures of JPEG, or frames of zstd, can be decoded. */
PTL_GIVEN_BY("has_jpeg") bool ptl_given_has_jpeg(void);
PTL_GIVEN_BY("has_zstd") bool ptl_given_has_zstd(void);

/* The pixels of a picture, four bytes each; false when it is damaged or has another size. */
PTL_GIVEN_BY("jpeg")
bool ptl_given_jpeg(const uint8_t *data, size_t size, uint8_t *out, uint32_t width,
                    uint32_t height);

#define PTL_GIVEN_DAMAGED (SIZE_MAX - 1)

/* What a frame holds: how many bytes came out, SIZE_MAX when there are more than `room`,
 * PTL_GIVEN_DAMAGED when it cannot be decoded. */
PTL_GIVEN_BY("zstd")
size_t ptl_given_zstd(const uint8_t *data, size_t size, uint8_t *out, size_t room);

#endif
