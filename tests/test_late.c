/* SPDX-License-Identifier: MIT */
/* Libraries loaded late: those that are there, those that are not, those that lack something. */
#include "host/late.h"

#include "harness.h"

typedef struct sums {
    double (*root)(double);
    double (*floor)(double);
} sums;

static const char *const libraries[] = { "libportolan-nowhere.so.9", "libm.so.6", NULL };

static const ptl_late_function both[] = { { "sqrt", offsetof(sums, root) },
                                          { "floor", offsetof(sums, floor) },
                                          { 0 } };

static bool can_load(void)
{
    sums s;

    return ptl_late_load(&s, libraries, both);
}

static void finds_functions(void)
{
    sums s;

    if (!can_load())
        test_skip("nothing can be loaded late here");
    for (int again = 0; again < 2; again++) {
        CHECK(ptl_late_load(&s, libraries, both));
        CHECK(s.root(9) == 3 && s.floor(2.5) == 2);
    }
}

/* One function that is missing leaves none of them. */
static void wants_all_of_them(void)
{
    static const ptl_late_function more[] = { { "sqrt", offsetof(sums, root) },
                                              { "no_such_function", offsetof(sums, floor) },
                                              { 0 } };
    sums                           s;

    CHECK(!ptl_late_load(&s, libraries, more));
    CHECK(!s.root && !s.floor);
}

/* Neither a library that is not there nor one named by its path. */
static void loads_nothing_else(void)
{
    static const char *const nowhere[] = { "libportolan-nowhere.so.9", "./libm.so.6", NULL };
    static const char *const none[]    = { NULL };
    sums                     s;

    CHECK(!ptl_late_load(&s, nowhere, both));
    CHECK(!s.root && !s.floor);
    CHECK(!ptl_late_load(&s, none, both));
}

int main(void)
{
    static const test_case tests[] = { TEST(finds_functions), TEST(wants_all_of_them),
                                       TEST(loads_nothing_else) };

    return run_tests("late", tests, COUNT(tests));
}
