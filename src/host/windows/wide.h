/* SPDX-License-Identifier: MIT */
/* Paths as Windows wants them. */
#ifndef PTL_WINDOWS_WIDE_H
#define PTL_WINDOWS_WIDE_H

#include <stdbool.h>

#include "host/windows/posix.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { PTL_WIDE_MOST = 8192 };

typedef struct ptl_wide {
    wchar_t path[PTL_WIDE_MOST];
} ptl_wide;

/* A path in UTF-16; false, and errno says why, for what can be no name of a file. */
bool ptl_wide_path(ptl_wide *out, const char *path);

/* The other way, with slashes; false for what is no text, or too long. */
bool ptl_wide_narrow(char *out, size_t size, const wchar_t *path);

/* Sets errno by what the system says; -1. */
int ptl_wide_fault(void);

#endif
