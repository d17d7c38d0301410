/* SPDX-License-Identifier: MIT */
/* What every test program uses: checks that name their line, and a list of tests to run. */
#ifndef PTL_TESTS_HARNESS_H
#define PTL_TESTS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

#define TEST(function)                                                                             \
    {                                                                                              \
#function, function                                                                        \
    }

/* Runs every test and returns what main returns: 0, 1 when one failed or there was none, 77 when
 * every one was skipped. Under cmocka, or by itself where cmocka is not to be had (cross builds).
 */
int run_tests(const char *group, const test_case *tests, size_t count);

/* Ends the test that is running as failed. */
_Noreturn void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Ends the test that is running as skipped, and says why. */
_Noreturn void test_skip(const char *why);

void check_uint(const char *file, int line, const char *what, uint64_t got, uint64_t want);
void check_text(const char *file, int line, const char *what, const char *got, const char *want);
void check_bytes(const char *file, int line, const void *got, size_t got_size, const void *want,
                 size_t want_size);

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, "not so: %s", #condition))
#define CHECK_UINT(got, want) check_uint(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_TEXT(got, want) check_text(__FILE__, __LINE__, #got, (got), (want))
/* got, its size, wanted, its size */
#define CHECK_BYTES(...) check_bytes(__FILE__, __LINE__, __VA_ARGS__)

#endif
