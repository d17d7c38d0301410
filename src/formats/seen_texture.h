/* SPDX-License-Identifier: MIT */
/* Textures as the Permafrost engine finds and reads them. Terrain and models report it under rules
 * of their own. */
#ifndef PTL_FORMATS_SEEN_TEXTURE_H
#define PTL_FORMATS_SEEN_TEXTURE_H

#include "core/job.h"

typedef struct ptl_seen_texture {
    const char *black;         /* why the engine shows black, as the end of a sentence; or NULL */
    bool        cased;         /* it is there under a name with other small and capital letters */
    uint32_t    width, height; /* 0: not known                                                  */
} ptl_seen_texture;

ptl_seen_texture ptl_texture_see(ptl_job *job, const ptl_files *files, const ptl_companion *file);

#endif
