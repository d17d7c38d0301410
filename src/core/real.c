/* SPDX-License-Identifier: MIT */
/* Rounding, remainders and angles out of + - * / alone. */
#include "core/real.h"

#include <math.h>

#define RADIANS (3.14159265358979323846 / 180) /* of a degree */

double ptl_round(double x)
{
    double size = fabs(x), whole = floor(size);

    if (size - whole >= 0.5) /* the difference is exact, size + 0.5 would not be */
        whole += 1;
    return x < 0 ? -whole : whole;
}

double ptl_rest(double x, double unit)
{
    double left = fabs(x), step = unit;

    if (!isfinite(x))
        return x - x;
    while (step <= left / 2)
        step *= 2;
    for (; step >= unit; step /= 2)
        if (left >= step)
            left -= step; /* exact: at most half of it is left */
    return x < 0 ? -left : left;
}

/* Taylor's rows, for at most an eighth of a turn. */
static double sine_of(double x)
{
    double square = x * x, sum = 1;

    for (int k = 8; k >= 1; k--)
        sum = 1 - sum * square / ((2 * k) * (2 * k + 1));
    return x * sum;
}

static double cosine_of(double x)
{
    double square = x * x, sum = 1;

    for (int k = 8; k >= 1; k--)
        sum = 1 - sum * square / ((2 * k - 1) * (2 * k));
    return sum;
}

void ptl_sine_cosine(double degrees, double *sine, double *cosine)
{
    double angle   = ptl_rest(degrees, 360);
    int    quarter = isfinite(angle) ? (int)ptl_round(angle / 90) : 0;
    double rest    = (angle - 90 * quarter) * RADIANS;
    double s = sine_of(rest), c = cosine_of(rest);
    double turned[4][2] = { { s, c }, { c, -s }, { -s, -c }, { -c, s } };

    *sine   = turned[(quarter + 4) % 4][0];
    *cosine = turned[(quarter + 4) % 4][1];
}

/* A guess, and what is wrong with it: seen from the guessed direction the true one stands at a
 * small angle, whose tangent is known. */
double ptl_angle_of(double y, double x)
{
    double size = fabs(x) > fabs(y) ? fabs(x) : fabs(y), angle, s, c, off;

    if (!(size > 0))
        return 0;
    x /= size;
    y /= size;
    angle = fabs(x) >= fabs(y) ? 45 * y / x + (x < 0 ? (y < 0 ? -180 : 180) : 0)
                               : (y < 0 ? -90 : 90) - 45 * x / y;
    for (int i = 0; i < 4; i++) {
        ptl_sine_cosine(angle, &s, &c);
        off = (y * c - x * s) / (x * c + y * s);
        angle += (off - off * off * off / 3) / RADIANS;
    }
    return angle;
}
