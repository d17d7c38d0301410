/* SPDX-License-Identifier: MIT */
/* Three places memory comes from, and one meter for all of them. */
#ifndef BENCH_MEMORY_H
#define BENCH_MEMORY_H

#include <portolan/portolan.h>

/* Every block is pages that nobody touched before, given back at once; so are parts of a block that
 * are forgotten. */
ptl_allocator fresh_memory(void);

/* Blocks that were given back are handed out again. */
typedef struct pool pool;

pool         *pool_new(void);
void          pool_free(pool *p);
ptl_allocator pool_memory(pool *p);

/* The C library's. */
ptl_allocator libc_memory(void);

/* For ptl_bytes whose memory belongs to somebody else. */
ptl_allocator borrowed_memory(void);

/* What the three have given out and not got back, and the most of it since the mark was set. The
 * library takes memory nowhere else, so this is all of it, to the byte. */
size_t memory_held(void);
void   memory_mark(void);
size_t memory_peak(void);

/* The same for the pages of the whole process, as the system counts them: what was taken and never
 * touched, or forgotten, is not among them. False where the system does not count them. */
bool   resident_mark(void);
size_t resident_peak(void); /* beyond what there was at the mark */

#endif
