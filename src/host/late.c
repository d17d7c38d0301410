/* SPDX-License-Identifier: MIT */
/* Libraries loaded late: dlopen where there is one, nothing elsewhere. */
#include "host/late.h"

#include <string.h>

#ifdef PTL_HAVE_DLOPEN
#include <dlfcn.h>

/* Found by name in the folders of the system, never in the current one. Libraries with threads or
 * types of their own do not survive being taken out again, so they stay. */
static void *open_library(const char *name)
{
    return strchr(name, '/') ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static void close_library(void *library)
{
    dlclose(library);
}

static void *find_function(void *library, const char *name)
{
    return dlsym(library, name);
}
#else
static void *open_library(const char *name)
{
    (void)name;
    return NULL;
}

static void close_library(void *library)
{
    (void)library;
}

static void *find_function(void *library, const char *name)
{
    (void)library;
    (void)name;
    return NULL;
}
#endif

/* What the loader gives is copied, because C does not turn data pointers into functions. */
static void put_function(void *out, const ptl_late_function *function, void *found)
{
    memcpy((char *)out + function->place, &found, sizeof found);
}

static bool fill(void *out, void *library, const ptl_late_function *functions)
{
    bool whole = library != NULL;

    for (size_t i = 0; functions[i].name; i++) {
        void *found = whole ? find_function(library, functions[i].name) : NULL;

        put_function(out, &functions[i], found);
        whole = whole && found;
    }
    for (size_t i = 0; functions[i].name && !whole; i++)
        put_function(out, &functions[i], NULL);
    return whole;
}

bool ptl_late_load(void *out, const char *const *libraries, const ptl_late_function *functions)
{
    bool whole = fill(out, NULL, functions);

    for (size_t i = 0; libraries[i] && !whole; i++) {
        void *library = open_library(libraries[i]);

        whole = fill(out, library, functions);
        if (library)
            close_library(library); /* it stays, its count of users does not grow */
    }
    return whole;
}
