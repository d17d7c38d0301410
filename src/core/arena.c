/* SPDX-License-Identifier: MIT */
/* Arenas: small pieces share blocks, large pieces have one each. */
#include "core/arena.h"

#include <string.h>

/* What is not handed out cannot be touched, where the sanitizer watches. */
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define CLOSE(data, size) ASAN_POISON_MEMORY_REGION(data, size)
#define OPEN(data, size) ASAN_UNPOISON_MEMORY_REGION(data, size)
#else
#define CLOSE(data, size) ((void)(data), (void)(size))
#define OPEN(data, size) ((void)(data), (void)(size))
#endif

enum {
    BLOCK_SIZE = 4096,
    LARGE      = 1024,    /* from here on a piece gets its own block */
    HUGE       = 2 << 20, /* a large page: touching many small ones costs more than reading */
    HUGE_FROM  = 4 << 20, /* worth beginning at one; the room before it is never touched */
    LINE       = 64,      /* the kernel copies files slowly to places just past a page's start */
};

struct ptl_arena_block {
    ptl_arena_block *next;
    size_t           size, used; /* of the whole block, this head included */
};

#define UNIT _Alignof(max_align_t)
#define HEAD ((sizeof(ptl_arena_block) + UNIT - 1) / UNIT * UNIT)

static ptl_arena_block *block_new(ptl_job *job, uint64_t size)
{
    ptl_arena_block *block;

    if (size > SIZE_MAX) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory",
                 "%llu bytes are more than this machine can address", (unsigned long long)size);
        return NULL;
    }
    block = ptl_resize(job, NULL, 0, (size_t)size);
    if (!block)
        return NULL;
    block->size        = (size_t)size;
    block->used        = HEAD;
    block->next        = job->arena->blocks;
    job->arena->blocks = block;
    CLOSE((uint8_t *)block + HEAD, block->size - HEAD);
    return block;
}

static void block_free(ptl_heap *heap, ptl_arena_block *block)
{
    OPEN(block, block->size);
    ptl_heap_resize(heap, block, block->size, 0);
}

void *ptl_arena_alone(ptl_job *job, uint64_t size)
{
    ptl_arena_block *block = NULL;
    ptl_arena_block *small = job->arena->blocks;
    uintptr_t        line  = size < HUGE_FROM ? LINE : HUGE, at;

    if (size <= UINT64_MAX - HEAD - line)
        block = block_new(job, HEAD + line + size);
    else
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "a size does not fit in 64 bits");
    if (!block)
        return NULL;
    block->used = block->size;
    at          = ((uintptr_t)block + HEAD + line - 1) & ~(line - 1);
    if (small) { /* keep the block that still has room in front */
        job->arena->blocks = small;
        block->next        = small->next;
        small->next        = block;
    }
    OPEN((void *)at, (size_t)size);
    if (size >= HUGE_FROM)
        ptl_memory_wish_large_pages((void *)at, (size_t)size);
    return (void *)at;
}

void *ptl_arena_raw(ptl_job *job, uint64_t size)
{
    ptl_arena_block *block = job->arena->blocks;
    uint64_t         want  = (size + UNIT) / UNIT * UNIT;
    void            *piece;

    if (!ptl_ok(job))
        return NULL;
    if (size >= LARGE)
        return ptl_arena_alone(job, size);
    if (!block || block->size - block->used < want)
        block = block_new(job, BLOCK_SIZE);
    if (!block)
        return NULL;
    piece = (uint8_t *)block + block->used;
    block->used += (size_t)want; /* at least a byte more than was asked for stays closed */
    OPEN(piece, (size_t)size);
    return piece;
}

void *ptl_arena_take(ptl_job *job, uint64_t size)
{
    void *piece = ptl_arena_raw(job, size);

    return piece ? memset(piece, 0, (size_t)size) : NULL;
}

void *ptl_arena_array(ptl_job *job, uint64_t count, size_t size)
{
    if (size > 0 && count > UINT64_MAX / size) {
        ptl_fail(job, PTL_E_LIMIT, PTL_NOWHERE, "limit-memory", "a size does not fit in 64 bits");
        return NULL;
    }
    return ptl_arena_take(job, count * size);
}

void *ptl_arena_copy(ptl_job *job, const void *list, size_t count, size_t size)
{
    void *copy = ptl_arena_raw(job, (uint64_t)count * size);

    if (copy && count > 0)
        memcpy(copy, list, count * size);
    return copy;
}

void ptl_arena_drop(ptl_arena *arena, ptl_heap *heap, const void *piece)
{
    for (ptl_arena_block **link = &arena->blocks; *link; link = &(*link)->next) {
        ptl_arena_block *block = *link;
        uintptr_t        start = (uintptr_t)block;

        if ((uintptr_t)piece > start && (uintptr_t)piece < start + block->size) {
            *link = block->next;
            block_free(heap, block);
            return;
        }
    }
}

void *ptl_arena_grow(ptl_job *job, void *list, size_t count, size_t more, size_t *room, size_t size)
{
    uint64_t wanted = (uint64_t)count + more, twice = 2 * (uint64_t)*room;
    void    *longer;

    if (!ptl_ok(job))
        return NULL;
    if (wanted <= *room)
        return list;
    if (wanted < twice)
        wanted = twice;
    if (wanted < 16)
        wanted = 16;
    longer = ptl_arena_array(job, wanted, size);
    if (!longer)
        return NULL;
    if (count > 0)
        memcpy(longer, list, count * size);
    *room = (size_t)wanted;
    return longer;
}

/* ---- Lists of documents that grow ----------------------------------------------------------- */

struct ptl_arena_list { /* one that ptl_arena_append moved, and what it knows of it */
    ptl_arena_list *next;
    const void     *data;
    size_t          count, room; /* elements it had when it was handed out last, and may have */
};

/* What is known of a list, in front from now on, because the next to grow is likely the same. A
 * list of another length is not the one that was handed out: somebody edited or shared it. */
static ptl_arena_list *list_known(ptl_arena *arena, const void *data, size_t count)
{
    for (ptl_arena_list **link = &arena->lists, *list; (list = *link); link = &list->next)
        if (list->data == data && list->count == count) {
            *link        = list->next;
            list->next   = arena->lists;
            arena->lists = list;
            return list;
        }
    return NULL;
}

static ptl_arena_list *list_new(ptl_job *job)
{
    ptl_arena_list *list = ptl_arena_take(job, sizeof *list);

    if (list) {
        list->next        = job->arena->lists;
        job->arena->lists = list;
    }
    return list;
}

void *ptl_arena_append(ptl_job *job, void *data, size_t count, size_t more, size_t size)
{
    ptl_arena_list *list = list_known(job->arena, data, count);
    size_t          room = list ? list->room : count;
    uint8_t        *longer;

    if (!list)
        list = list_new(job);
    longer = list ? ptl_arena_grow(job, data, count, more, &room, size) : NULL;
    if (!longer)
        return NULL;
    OPEN(longer + count * size, more * size);
    memset(longer + count * size, 0, more * size);
    CLOSE(longer + (count + more) * size, (room - count - more) * size);
    *list = (ptl_arena_list){ list->next, longer, count + more, room };
    return longer;
}

void ptl_arena_free(ptl_arena *arena, ptl_heap *heap)
{
    for (ptl_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        block_free(heap, block);
    }
    *arena = (ptl_arena){ 0 };
}
