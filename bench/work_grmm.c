/* SPDX-License-Identifier: MIT */
/* Work of the Gridmonger map: unpacking its cells the plain way. */
#include <portolan/grmm.h>

#include "bench.h"

typedef struct unpacker {
    const uint8_t *at, *end;
    uint8_t        value, left; /* cells of the current run that are still to come */
} unpacker;

/* The next cell: what a reader that takes one byte at a step does for each. */
static uint8_t next_cell(unpacker *u)
{
    if (u->left > 0) {
        u->left--;
        return u->value;
    }
    if (u->at == u->end)
        return 0;
    u->value = *u->at++;
    if (u->value >= 0x80 && u->at < u->end) {
        u->left  = u->value & 0x7F;
        u->value = *u->at++;
    }
    return u->value;
}

static bool unpack_layer(const uint8_t *layer, uint8_t *to, size_t count)
{
    uint32_t size =
        layer[1] | (uint32_t)layer[2] << 8 | (uint32_t)layer[3] << 16 | (uint32_t)layer[4] << 24;
    unpacker u = { .at = layer + 5, .end = layer + 5 + size };

    for (size_t i = 0; i < count; i++)
        to[i] = next_cell(&u);
    return u.at == u.end && u.left == 0;
}

/* All six layers of the one level, into memory that is reused as well. */
outcome grmm_unpack_by_bytes(const material *m)
{
    const ptl_grmm_level *level  = &ptl_grmm_of(m->doc)->levels.data[0];
    ptl_allocator         memory = pool_memory(m->kept);
    size_t                count  = level->layer[0].count;
    outcome               o      = { .done = true };

    for (int i = 0; i < PTL_GRMM_LAYERS && o.done; i++) {
        uint8_t *cells = memory.resize(memory.user, NULL, 0, count);

        o.done = cells && unpack_layer(m->file.data + level->layer_at[i], cells, count) &&
                 cells[count - 1] == level->layer[i].data[count - 1];
        memory.resize(memory.user, cells, count, 0);
    }
    return o;
}
