/* SPDX-License-Identifier: MIT */
/* Which files were read. */
#define _XOPEN_SOURCE 700

#include <string.h>
#include <sys/stat.h>

#include "host/path.h"

typedef struct file_id {
    uint64_t device, number;
} file_id;

static bool id_of(file_id *out, const char *path)
{
    struct stat about;

    if (stat(path, &about) != 0)
        return false;
    *out = (file_id){ (uint64_t)about.st_dev, (uint64_t)about.st_ino };
    return true;
}

void ptl_seen_add(ptl_buf *seen, const char *path)
{
    file_id id;

    if (id_of(&id, path))
        ptl_put(seen, &id, sizeof id);
}

bool ptl_seen_has(const ptl_buf *seen, const char *path)
{
    file_id id;

    if (!id_of(&id, path))
        return false;
    for (size_t at = 0; at < seen->size; at += sizeof id)
        if (memcmp(seen->data + at, &id, sizeof id) == 0)
            return true;
    return false;
}
