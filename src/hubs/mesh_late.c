/* SPDX-License-Identifier: MIT */
/* meshoptimizer, loaded late. */
#include "hubs/mesh_late.h"

#include <string.h>

#include "core/arena.h"
#include "host/late.h"

#ifdef PTL_HAVE_MESHOPT
#include <meshoptimizer.h>

typedef struct library {
    size_t (*simplify)(unsigned *, const unsigned *, size_t, const float *, size_t, size_t, size_t,
                       float, unsigned, float *);
    float (*simplify_scale)(const float *, size_t, size_t);
    void (*order)(unsigned *, const unsigned *, size_t, size_t);
} library;

static const char *const       names[]     = { "libmeshoptimizer.so.2d", NULL };
static const ptl_late_function functions[] = {
    { "meshopt_simplify", offsetof(library, simplify) },
    { "meshopt_simplifyScale", offsetof(library, simplify_scale) },
    { "meshopt_optimizeVertexCache", offsetof(library, order) },
    { 0 },
};

static bool load(library *out)
{
    return ptl_late_load(out, names, functions);
}
#else
typedef struct library {
    int none;
} library;

static bool load(library *out)
{
    (void)out;
    return false;
}
#endif

bool ptl_mesh_there(void)
{
    library lib;

    return load(&lib);
}

bool ptl_mesh_wanted(ptl_job *job, const char *what)
{
    library lib;

    if (ptl_trusted(job, what) && !load(&lib))
        ptl_fail(job, PTL_E_UNSUPPORTED, PTL_NOWHERE, "feature-absent",
                 "%s, which is not there (package libmeshoptimizer2d)", what);
    return ptl_ok(job);
}

#ifdef PTL_HAVE_MESHOPT
size_t ptl_mesh_simplify(ptl_job *job, uint32_t *indices, size_t count, const float *positions,
                         size_t vertices, size_t wanted, double *error)
{
    uint32_t *out  = ptl_arena_raw(job, (uint64_t)count * sizeof *out);
    float     part = 0;
    size_t    left;
    library   lib;

    *error = 0;
    if (!out || !load(&lib))
        return count;
    left = lib.simplify(out, indices, count, positions, vertices, 3 * sizeof *positions, wanted,
                        0.05f, meshopt_SimplifyLockBorder, &part);
    memcpy(indices, out, left * sizeof *indices);
    *error = (double)part * (double)lib.simplify_scale(positions, vertices, 3 * sizeof *positions);
    return left;
}

void ptl_mesh_order_triangles(ptl_job *job, uint32_t *indices, size_t count, size_t vertices)
{
    uint32_t *out = ptl_arena_raw(job, (uint64_t)count * sizeof *out);
    library   lib;

    if (!out || !load(&lib))
        return;
    lib.order(out, indices, count, vertices);
    memcpy(indices, out, count * sizeof *indices);
}
#else
size_t ptl_mesh_simplify(ptl_job *job, uint32_t *indices, size_t count, const float *positions,
                         size_t vertices, size_t wanted, double *error)
{
    (void)job, (void)indices, (void)positions, (void)vertices, (void)wanted;
    *error = 0;
    return count;
}

void ptl_mesh_order_triangles(ptl_job *job, uint32_t *indices, size_t count, size_t vertices)
{
    (void)job, (void)indices, (void)count, (void)vertices;
}
#endif

size_t ptl_mesh_order_vertices(uint32_t *to, uint32_t *indices, size_t count, size_t vertices)
{
    uint32_t next = 0;

    memset(to, 0xFF, vertices * sizeof *to);
    for (size_t i = 0; i < count; i++) {
        if (to[indices[i]] == UINT32_MAX)
            to[indices[i]] = next++;
        indices[i] = to[indices[i]];
    }
    return next;
}
