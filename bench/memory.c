/* SPDX-License-Identifier: MIT */
/* Allocators whose cost is known, so that a row measures the library and not the C library. */
#define _GNU_SOURCE /* mremap: growing must not cost what the C library would not spend */

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- The meter ------------------------------------------------------------------------------ */

static size_t held, peak; /* one program, one meter */

static void meter(size_t old_size, size_t new_size)
{
    held += new_size - old_size;
    if (held > peak)
        peak = held;
}

size_t memory_held(void)
{
    return held;
}

void memory_mark(void)
{
    peak = held;
}

size_t memory_peak(void)
{
    return peak;
}

/* ---- The system's meter --------------------------------------------------------------------- */

static size_t resident_before;

/* A line of what the system says about this process, in bytes; 0 when there is none. */
static size_t about_process(const char *key)
{
    FILE  *file = fopen("/proc/self/status", "r");
    char   line[128];
    size_t kib = 0;

    while (file && kib == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            kib = strtoul(line + strlen(key), NULL, 10);
    if (file)
        fclose(file);
    return kib * 1024;
}

bool resident_mark(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    bool  done = file && fputs("5", file) >= 0; /* the high-water mark falls to what there is */

    if (file && fclose(file) != 0)
        done = false;
    resident_before = about_process("VmRSS:");
    return done && resident_before > 0;
}

size_t resident_peak(void)
{
    size_t most = about_process("VmHWM:");

    return most > resident_before ? most - resident_before : 0;
}

/* ---- Fresh ---------------------------------------------------------------------------------- */

static void *pages(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

static void *fresh_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    void *moved = NULL;

    (void)user;
    if (new_size == 0)
        munmap(ptr, old_size);
    else if (!ptr)
        moved = pages(new_size);
    else
        moved = mremap(ptr, old_size, new_size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
        moved = NULL;
    if (moved || new_size == 0)
        meter(old_size, new_size);
    return moved;
}

static void fresh_forget(void *user, void *ptr, size_t size)
{
    (void)user;
    madvise(ptr, size, MADV_DONTNEED);
}

ptl_allocator fresh_memory(void)
{
    return (ptl_allocator){ fresh_resize, NULL, fresh_forget };
}

/* ---- Reused --------------------------------------------------------------------------------- */

enum { POOL_BLOCKS = 64 };

typedef struct pool_block {
    void  *at;
    size_t size;
    bool   taken;
} pool_block;

struct pool {
    pool_block block[POOL_BLOCKS];
    size_t     count;
};

pool *pool_new(void)
{
    return calloc(1, sizeof(pool));
}

void pool_free(pool *p)
{
    for (size_t i = 0; p && i < p->count; i++)
        munmap(p->block[i].at, p->block[i].size);
    free(p);
}

static pool_block *pool_find(pool *p, const void *at)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->block[i].at == at)
            return &p->block[i];
    return NULL;
}

static void *pool_take(pool *p, size_t size)
{
    pool_block *best = NULL;

    for (size_t i = 0; i < p->count; i++) {
        pool_block *block = &p->block[i];

        if (!block->taken && block->size >= size && (!best || block->size < best->size))
            best = block;
    }
    if (!best && p->count < POOL_BLOCKS) {
        best  = &p->block[p->count];
        *best = (pool_block){ .at = pages(size), .size = size };
        p->count += best->at != NULL;
    }
    if (!best || !best->at)
        return NULL;
    best->taken = true;
    return best->at;
}

static void *pool_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    pool_block *block = ptr ? pool_find(user, ptr) : NULL;
    void       *moved = NULL;

    if (block && new_size > 0 && new_size <= block->size)
        moved = ptr;
    else if (new_size > 0)
        moved = pool_take(user, new_size);
    if (new_size > 0 && !moved)
        return NULL;
    if (block && moved && moved != ptr)
        memcpy(moved, ptr, old_size);
    if (block && moved != ptr)
        block->taken = false;
    meter(old_size, new_size);
    return moved;
}

ptl_allocator pool_memory(pool *p)
{
    return (ptl_allocator){ pool_resize, p };
}

/* ---- Others --------------------------------------------------------------------------------- */

static void *libc_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    void *moved = NULL;

    (void)user;
    if (new_size == 0)
        free(ptr);
    else
        moved = realloc(ptr, new_size);
    if (moved || new_size == 0)
        meter(old_size, new_size);
    return moved;
}

ptl_allocator libc_memory(void)
{
    return (ptl_allocator){ libc_resize, NULL };
}

static void *borrowed_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)user;
    (void)ptr;
    (void)old_size;
    (void)new_size;
    return NULL;
}

ptl_allocator borrowed_memory(void)
{
    return (ptl_allocator){ borrowed_resize, NULL };
}
