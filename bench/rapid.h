/* SPDX-License-Identifier: MIT */
/* RapidJSON behind names that C can call: what reading and writing of JSON is measured against. */
#ifndef BENCH_RAPID_H
#define BENCH_RAPID_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text that ends with a NUL, which RapidJSON's fastest stream wants, and what it says value by
 * value, to be said again to a Writer. NULL when it is no JSON. */
typedef struct rapid_text rapid_text;

rapid_text *rapid_text_new(const char *text, size_t size);
void        rapid_text_free(rapid_text *text);

/* Reads it with the SAX reader, full precision, and adds its values up. */
bool rapid_read(const rapid_text *text);

/* Where the memory of a Writer's output comes from: see memory.h. */
void *rapid_fresh(void *at, size_t old_size, size_t new_size);

/* A Writer's output. */
typedef struct rapid_output rapid_output;

rapid_output *rapid_write(const rapid_text *text);
const char   *rapid_output_text(const rapid_output *output, size_t *size);
void          rapid_output_free(rapid_output *output);

#ifdef __cplusplus
}
#endif

#endif
