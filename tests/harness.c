/* SPDX-License-Identifier: MIT */
/* Checks and the runner behind harness.h. */
#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIP_CODE = 77 }; /* CTest's SKIP_RETURN_CODE */

static size_t skipped; /* cases of this program */

/* What main returns. How many failed is no exit code: 77 of them would be taken for a skip. */
static int exit_code(const char *group, size_t count, size_t failed)
{
    if (failed > 0)
        return 1;
    if (skipped < count)
        return 0;
    printf("skipped: every case of %s\n", group);
    return SKIP_CODE;
}

static bool has_cases(const char *group, size_t count)
{
    if (count == 0)
        fprintf(stderr, "%s: there is no case to run\n", group);
    return count > 0;
}

#ifdef PTL_TEST_CMOCKA

#include <setjmp.h>

#include <cmocka.h>

#undef run_tests /* an old name of cmocka's own */

static void run_one(void **state)
{
    const test_case *test = *state;

    test->run();
}

int run_tests(const char *group, const test_case *tests, size_t count)
{
    struct CMUnitTest *list = calloc(count, sizeof *list);
    int                failed;

    if (!has_cases(group, count) || !list) {
        free(list);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        list[i].name          = tests[i].name;
        list[i].test_func     = run_one;
        list[i].initial_state = (void *)&tests[i];
    }
    failed = _cmocka_run_group_tests(group, list, count, NULL, NULL);
    free(list);
    return exit_code(group, count, failed != 0);
}

_Noreturn static void end_failed(const char *file, int line)
{
    _fail(file, line);
    abort();
}

_Noreturn void test_skip(const char *why)
{
    print_message("skipped: %s\n", why);
    skipped++;
    _skip(__FILE__, __LINE__);
    abort();
}

#else

#include <setjmp.h>

static jmp_buf back; /* tests run one after another, so one place to come back to is enough */

enum { RAN = 1, FAILED, SKIPPED };

int run_tests(const char *group, const test_case *tests, size_t count)
{
    volatile size_t failed = 0;

    if (!has_cases(group, count))
        return 1;
    for (volatile size_t i = 0; i < count; i++) {
        int how = setjmp(back);

        if (how == 0) {
            tests[i].run();
            how = RAN;
        }
        printf("%s %s\n",
               how == RAN       ? "ok     "
               : how == SKIPPED ? "skipped"
                                : "FAILED ",
               tests[i].name);
        failed += how == FAILED;
    }
    printf("%s: %zu tests, %zu failed\n", group, count, failed);
    return exit_code(group, count, failed);
}

_Noreturn static void end_failed(const char *file, int line)
{
    fprintf(stderr, "%s:%d: failed\n", file, line);
    longjmp(back, FAILED);
}

_Noreturn void test_skip(const char *why)
{
    printf("skipped: %s\n", why);
    skipped++;
    longjmp(back, SKIPPED);
}

#endif

_Noreturn void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    end_failed(file, line);
}

void check_uint(const char *file, int line, const char *what, uint64_t got, uint64_t want)
{
    if (got != want)
        test_fail(file, line, "%s is %llu, not %llu", what, (unsigned long long)got,
                  (unsigned long long)want);
}

void check_text(const char *file, int line, const char *what, const char *got, const char *want)
{
    if (!got || strcmp(got, want) != 0)
        test_fail(file, line, "%s is \"%s\", not \"%s\"", what, got ? got : "(null)", want);
}

void check_bytes(const char *file, int line, const void *got, size_t got_size, const void *want,
                 size_t want_size)
{
    const unsigned char *a = got, *b = want;
    size_t               i = 0;

    while (i < got_size && i < want_size && a[i] == b[i])
        i++;
    if (i < got_size || i < want_size)
        test_fail(file, line, "bytes differ at %zu (sizes %zu and %zu)", i, got_size, want_size);
}
