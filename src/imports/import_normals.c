/* SPDX-License-Identifier: MIT */
/* Numbers of files by other programs: normals of any length, colors beyond their range. */
#include <math.h>

#include "core/real.h"
#include "imports/import.h"

uint8_t ptl_import_byte(float share)
{
    return (uint8_t)(ptl_minf(ptl_maxf(share, 0), 1) * 255 + 0.5f);
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* At length 1; those that nearly are stay as they are. False for one without a direction. */
static bool straighten(float n[3])
{
    const double own[3] = { (double)n[0], (double)n[1], (double)n[2] };
    double       length = length_of(own);

    for (int i = 0; i < 3 && fabs(length - 1) > 1e-4; i++)
        n[i] = length > 1e-12 ? (float)(own[i] / length) : 0;
    return length > 1e-12;
}

/* That of a triangle; one without area looks up. */
static void find_normal(const ptl_scene_part *part, const uint32_t corner[3], float out[3])
{
    const float *p = part->position.data + 3 * (size_t)corner[0];
    double       a[3], b[3], normal[3], length;

    for (int i = 0; i < 3; i++) {
        a[i] = (double)part->position.data[3 * (size_t)corner[1] + (size_t)i] - (double)p[i];
        b[i] = (double)part->position.data[3 * (size_t)corner[2] + (size_t)i] - (double)p[i];
    }
    for (int i = 0; i < 3; i++)
        normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    length = length_of(normal);
    for (int i = 0; i < 3; i++)
        out[i] = length > 0 ? (float)(normal[i] / length) : (float)(i == 1);
}

/* Gives a vertex a normal if it has none. */
static void lend(float own[3], const float other[3])
{
    bool bare = !(own[0] != 0 || own[1] != 0 || own[2] != 0);

    for (int i = 0; i < 3 && bare; i++)
        own[i] = other[i];
}

void ptl_import_normals(ptl_scene_part *part)
{
    static const float up[3] = { 0, 1, 0 };
    float              normal[3];
    bool               bare = false;

    for (size_t i = 0; i + 2 < part->normal.count; i += 3)
        bare = !straighten(part->normal.data + i) || bare;
    for (size_t i = 0; i + 2 < part->index.count && bare; i += 3) {
        find_normal(part, part->index.data + i, normal);
        for (size_t k = 0; k < 3; k++)
            lend(part->normal.data + 3 * (size_t)part->index.data[i + k], normal);
    }
    for (size_t i = 0; i + 2 < part->normal.count && bare; i += 3)
        lend(part->normal.data + i, up); /* of no triangle */
}
