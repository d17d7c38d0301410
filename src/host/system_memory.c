/* SPDX-License-Identifier: MIT */
/* Memory as the system gives it; the only place in the library that calls malloc. A build without a
 * host has it too, but knows no pages. */
#if defined(__linux__) && !defined(PTL_NO_HOST)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include <stdlib.h>

#include "core/job.h"

static void *libc_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

#if defined(__linux__) && !defined(PTL_NO_HOST)

/* Whole large pages: where a part of one goes, what is left of it becomes many small ones. */
static void libc_forget(void *user, void *ptr, size_t size)
{
    uintptr_t page  = (uintptr_t)2 << 20;
    uintptr_t start = ((uintptr_t)ptr + page - 1) & ~(page - 1);
    uintptr_t end   = ((uintptr_t)ptr + size) & ~(page - 1);

    (void)user;
    if (end > start)
        madvise((void *)start, end - start, MADV_DONTNEED);
}

void ptl_memory_wish_large_pages(void *piece, size_t size)
{
    uintptr_t page = 4096, start = ((uintptr_t)piece + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)piece + size) & ~(page - 1);

    if (end > start)
        madvise((void *)start, end - start, MADV_HUGEPAGE);
}

#else

#define libc_forget NULL

void ptl_memory_wish_large_pages(void *piece, size_t size)
{
    (void)piece;
    (void)size;
}

#endif

const ptl_allocator ptl_memory_of_system = { .resize = libc_resize, .forget = libc_forget };
