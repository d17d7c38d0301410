/* SPDX-License-Identifier: MIT */
/* A test program that ends as it is told: harness_ends CASE..., each passes, fails or skips. */
#include <string.h>

#include "harness.h"

static void passes(void)
{
    CHECK(true);
}

static void fails(void)
{
    CHECK(false);
}

static void skips(void)
{
    test_skip("told to");
}

int main(int argc, char **argv)
{
    static const test_case known[] = { TEST(passes), TEST(fails), TEST(skips) };
    test_case              cases[128];
    size_t                 count = 0;

    for (int i = 1; i < argc && count < COUNT(cases); i++)
        for (size_t k = 0; k < COUNT(known); k++)
            if (strcmp(argv[i], known[k].name) == 0)
                cases[count++] = known[k];
    return run_tests("ends", cases, count);
}
