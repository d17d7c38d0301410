/* SPDX-License-Identifier: MIT */
/* A table of texts by their hashes, at most half of it in use. */
#include "hubs/names.h"

#include <string.h>

#include "host/seed.h"

struct ptl_name_place {
    ptl_str  text; /* data NULL: a free place */
    uint64_t hash;
    uint32_t number;
};

/* Where a text is, or would be. */
static ptl_name_place *find(ptl_names *names, ptl_str text, uint64_t hash)
{
    size_t slot = (size_t)hash & (names->slots - 1);

    for (;; slot = (slot + 1) & (names->slots - 1), names->passed++) {
        ptl_name_place *p = &names->places[slot];

        if (!p->text.data || (p->hash == hash && p->text.size == text.size &&
                              memcmp(p->text.data, text.data, text.size) == 0))
            return p;
    }
}

static bool grow(ptl_job *job, ptl_names *names)
{
    ptl_names more = { .slots = names->slots > 0 ? 2 * names->slots : 64, .count = names->count };

    more.passed = names->passed;
    more.key    = names->slots > 0 ? names->key : ptl_hash_key_of(ptl_seed());
    more.places = ptl_arena_array(job, more.slots, sizeof *more.places);
    if (!more.places)
        return false;
    for (size_t i = 0; i < names->slots; i++)
        if (names->places[i].text.data)
            *find(&more, names->places[i].text, names->places[i].hash) = names->places[i];
    *names = more;
    return true;
}

uint32_t *ptl_names_at(ptl_job *job, ptl_names *names, ptl_str text, uint32_t otherwise)
{
    ptl_name_place *p;
    uint64_t        hash;

    if (2 * names->count >= names->slots && !grow(job, names))
        return NULL;
    text.data = text.data ? text.data : "";
    hash      = ptl_hash_text(names->key, text);
    p         = find(names, text, hash);
    if (!p->text.data) {
        *p = (ptl_name_place){ text, hash, otherwise };
        names->count++;
    }
    return &p->number;
}
