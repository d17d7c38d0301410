/* SPDX-License-Identifier: MIT */
/* Any bytes as an Egoboo tile dictionary. */
#include <portolan/mpd.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_mpd_dictionary d;

    if (ptl_mpd_dictionary_read(&d, data, size, NULL) != PTL_OK)
        return 0;
    for (unsigned i = 0; i < d.types; i++) {
        const ptl_mpd_fan_type *type = &d.type[i];
        unsigned                used = 0;

        for (unsigned c = 0; c < type->commands; c++)
            for (unsigned k = 0; k < type->size[c]; k++)
                if (type->entry[used++] >= type->vertices)
                    abort();
        if (used > PTL_MPD_MAX_ENTRIES)
            abort();
    }
    return 0;
}
