/* SPDX-License-Identifier: MIT */
/* The sweep: a sample damaged in every way there is, none of which may do harm. */
#ifndef PTL_TESTS_SWEEP_H
#define PTL_TESTS_SWEEP_H

#include <stddef.h>
#include <stdint.h>

/* Cuts the sample at every length, sets every byte to several values, fails every allocation, each
 * time reading, checking, describing and writing natively and as JSON. Every attempt ends in a
 * clean error or in a document that survives, and all memory comes back. */
void sweep(const char *format, const uint8_t *data, size_t size);

/* The same with damage only to the bytes from `from` up to `to`, for samples that cannot be short;
 * of the JSON as many bytes from the start. */
void sweep_part(const char *format, const uint8_t *data, size_t size, size_t from, size_t to);

/* The same for a file that is imported as a Permafrost model. */
void sweep_import(const char *import, const uint8_t *data, size_t size);

#endif
