/* SPDX-License-Identifier: MIT */
/* Arithmetic that gives the same bits on every machine, and that needs no library to be loaded at
 * start: libm is free to differ in the last digit. */
#ifndef PTL_CORE_REAL_H
#define PTL_CORE_REAL_H

/* The greater or smaller of two; the second where the first is not a number. */
static inline double ptl_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double ptl_min(double a, double b)
{
    return a < b ? a : b;
}

static inline float ptl_maxf(float a, float b)
{
    return a > b ? a : b;
}

static inline float ptl_minf(float a, float b)
{
    return a < b ? a : b;
}

/* To the nearest whole number, halves away from zero. */
double ptl_round(double x);

/* What is left of x when `unit` (above 0) is taken off as often as it fits; exact, and of
 * the sign of x. Of what is not finite, nothing that is a number. */
double ptl_rest(double x, double unit);

/* Of any angle; not numbers where it is not finite. Quarters of a turn are exact. */
void ptl_sine_cosine(double degrees, double *sine, double *cosine);

/* The angle of the direction x, y: -180 to 180 degrees, 0 for no direction. */
double ptl_angle_of(double y, double x);

#endif
