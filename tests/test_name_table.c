/* SPDX-License-Identifier: MIT */
/* Texts and their numbers. */
#include "hubs/names.h"

#include <stdio.h>

#include "fixture.h"

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void equal_texts_have_one_number(void)
{
    char      again[] = "grass";
    ptl_names names   = { 0 };
    fixture   f;

    fixture_begin(&f, "", 0);
    CHECK_UINT(*ptl_names_at(&f.job, &names, str("grass"), 7), 7);
    CHECK_UINT(*ptl_names_at(&f.job, &names, str(""), 8), 8);
    CHECK_UINT(*ptl_names_at(&f.job, &names, str(again), 9), 7);
    CHECK_UINT(*ptl_names_at(&f.job, &names, (ptl_str){ NULL, 0 }, 9), 8);
    CHECK_UINT(*ptl_names_at(&f.job, &names, (ptl_str){ "grass\0", 6 }, 9), 9);
    ++*ptl_names_at(&f.job, &names, str("grass"), 0);
    CHECK_UINT(*ptl_names_at(&f.job, &names, str("grass"), 0), 8);
    CHECK_UINT(names.count, 3);
    fixture_end(&f);
}

static void many_texts_keep_their_numbers(void)
{
    enum { MANY = 5000 };
    static char texts[MANY][24];
    ptl_names   names = { 0 };
    fixture     f;

    fixture_begin(&f, "", 0);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < MANY; i++) {
            snprintf(texts[i], sizeof texts[i], "a longer name %lu", (unsigned long)i);
            CHECK_UINT(*ptl_names_at(&f.job, &names, str(texts[i]), i + MANY * round), i);
        }
    CHECK_UINT(names.count, MANY);
    CHECK(names.slots <= 4 * (size_t)MANY);
    CHECK(names.passed < 8 * (size_t)MANY); /* one after the other it would be half of MANY each */
    fixture_end(&f);
}

static void no_memory_is_no_name(void)
{
    ptl_names names = { 0 };
    fixture   f;

    fixture_begin(&f, "", 0);
    f.fail_at = f.asked + 1;
    CHECK(ptl_names_at(&f.job, &names, str("a"), 1) == NULL && !ptl_ok(&f.job));
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(equal_texts_have_one_number),
        TEST(many_texts_keep_their_numbers),
        TEST(no_memory_is_no_name),
    };

    return run_tests("names", tests, COUNT(tests));
}
