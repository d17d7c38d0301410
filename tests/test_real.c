/* SPDX-License-Identifier: MIT */
/* Rounding, remainders and angles against libm, which may differ in the last digit. */
#include "core/real.h"

#include <math.h>

#include "harness.h"

static const double many[] = { 0,        1e-300, 1e-9,  0.1,        0.49999999999999994,
                               0.5,      0.75,   1,     1.5,        2.5,
                               29.9,     30,     44.99, 45,         45.01,
                               60,       89.9,   90,    90.1,       135,
                               179.9999, 180,    225,   270,        359,
                               360,      361,    720.5, 123456.789, 1e9,
                               1e15,     1e22 };

static void rounds_halves_away(void)
{
    for (size_t i = 0; i < COUNT(many); i++) {
        CHECK(ptl_round(many[i]) == round(many[i]));
        CHECK(ptl_round(-many[i]) == round(-many[i]));
    }
}

static void rests_are_exact(void)
{
    const double units[] = { 1, 7, 360, 0.1, 1e-3, 3e5 };

    for (size_t i = 0; i < COUNT(many); i++)
        for (size_t k = 0; k < COUNT(units); k++) {
            CHECK(ptl_rest(many[i], units[k]) == fmod(many[i], units[k]));
            CHECK(ptl_rest(-many[i], units[k]) == fmod(-many[i], units[k]));
        }
    CHECK(ptl_rest(1.7e308, 360) == fmod(1.7e308, 360));
}

static void knows_sine_and_cosine(void)
{
    const double radians = 3.14159265358979323846 / 180;
    double       s, c;

    for (int i = -7200; i <= 7200; i++) {
        ptl_sine_cosine(i / 10.0, &s, &c);
        CHECK(fabs(s - sin(i / 10.0 * radians)) < 4e-15 &&
              fabs(c - cos(i / 10.0 * radians)) < 4e-15);
    }
    for (int i = -8; i <= 8; i++) {
        ptl_sine_cosine(90.0 * i, &s, &c);
        CHECK(fabs(s) == (i % 2 == 0 ? 0 : 1) && fabs(c) == 1 - fabs(s));
    }
}

static void finds_angles_again(void)
{
    for (int i = -1800; i <= 1800; i++)
        for (int k = -2; k <= 2; k++) {
            double s, c, size = pow(10, 40 * k), angle;

            ptl_sine_cosine(i / 10.0, &s, &c);
            angle = ptl_angle_of(s * size, c * size);
            CHECK(fabs(angle - i / 10.0) < 1e-13 || fabs(fabs(angle) - 180) < 1e-13);
        }
    CHECK(ptl_angle_of(0, 0) == 0);
    CHECK(ptl_angle_of(0, 5) == 0);
    CHECK(ptl_angle_of(5, 0) == 90);
    CHECK(ptl_angle_of(-5, 0) == -90);
    CHECK(fabs(ptl_angle_of(0, -5)) == 180);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(rounds_halves_away),
        TEST(rests_are_exact),
        TEST(knows_sine_and_cosine),
        TEST(finds_angles_again),
    };

    return run_tests("real", tests, COUNT(tests));
}
