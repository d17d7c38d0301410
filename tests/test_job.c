/* SPDX-License-Identifier: MIT */
/* Jobs: limits, the counting of memory, findings and where they are. */
#include <stdio.h>

#include "core/utf8.h"
#include "fixture.h"

static void zero_limits_take_the_defaults(void)
{
    ptl_limits none = ptl_limits_of(&(ptl_limits){ 0 }, false);
    ptl_limits some = ptl_limits_of(&(ptl_limits){ .memory = 1, .input = 2, .depth = 3 }, false);

    CHECK_UINT(none.memory, 1u << 30);
    CHECK_UINT(none.input, 512u << 20);
    CHECK_UINT(none.depth, 64);
    CHECK_UINT(none.expansion, 1024);
    CHECK_UINT(some.memory, 1);
    CHECK_UINT(some.input, 2);
    CHECK_UINT(some.depth, 3);
}

/* A member that has no row would have no default, no option and no line in the documents. */
static void every_limit_has_a_row(void)
{
    ptl_limits            all;
    const ptl_limit_info *limit;
    size_t                bytes = 0;

    for (size_t i = 0; (limit = ptl_limit_at(i)); i++) {
        const uint8_t *at = (const uint8_t *)&all;

        memset(&all, 0, sizeof all);
        CHECK(ptl_limits_set(&all, limit->name, UINT64_MAX) ||
              ptl_limits_set(&all, limit->name, UINT32_MAX));
        for (size_t k = 0; k < sizeof all; k++)
            bytes += at[k] == 0xFF;
        CHECK(limit->untrusted > 0 && limit->untrusted <= limit->usual);
        CHECK(ptl_rule_named(limit->rule));
    }
    CHECK_UINT((bytes + sizeof(size_t) - 1) / sizeof(size_t) * sizeof(size_t), sizeof all);
}

static void limits_are_set_by_name(void)
{
    ptl_limits limits = { 0 };

    CHECK(ptl_limits_set(&limits, "memory", 5000));
    CHECK(ptl_limits_set(&limits, "depth", 7));
    CHECK_UINT(limits.memory, 5000);
    CHECK_UINT(limits.depth, 7);
    CHECK_UINT(limits.input, 0);
    CHECK(!ptl_limits_set(&limits, "depth", (uint64_t)UINT32_MAX + 1));
    CHECK_UINT(limits.depth, 7);
    CHECK(!ptl_limits_set(&limits, "patience", 1));
    CHECK(!ptl_limits_set(NULL, "memory", 1));
    CHECK(!ptl_limits_set(&limits, NULL, 1));
    ptl_limits_untrusted(&limits);
    CHECK_UINT(limits.memory, 128u << 20);
    CHECK_UINT(limits.input, 16u << 20);
    CHECK_UINT(limits.depth, 32);
    ptl_limits_untrusted(NULL);
}

static void a_limit_stops_the_job(void)
{
    fixture f;
    void   *a, *b;

    fixture_begin(&f, NULL, 0);
    f.heap.limit = 100;
    a            = ptl_resize(&f.job, NULL, 0, 60);
    b            = ptl_resize(&f.job, NULL, 0, 40);
    CHECK(a && b && ptl_ok(&f.job));
    CHECK(!ptl_resize(&f.job, NULL, 0, 1));
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-memory");
    CHECK_UINT(f.asked, 2); /* the allocator is not even asked */
    CHECK_UINT(f.heap.used, 100);
    ptl_resize(&f.job, a, 60, 0);
    ptl_resize(&f.job, b, 40, 0);
    fixture_end(&f);
}

static void growing_counts_the_difference(void)
{
    fixture f;
    char   *a;

    fixture_begin(&f, NULL, 0);
    f.heap.limit = 100;
    a            = ptl_resize(&f.job, NULL, 0, 50);
    memcpy(a, "kept", 5);
    a = ptl_resize(&f.job, a, 50, 100);
    CHECK_TEXT(a, "kept");
    CHECK_UINT(f.heap.used, 100);
    a = ptl_resize(&f.job, a, 100, 10);
    CHECK_UINT(f.heap.used, 10);
    CHECK(!ptl_heap_resize(&f.heap, a, 10, 101));
    CHECK(!ptl_heap_resize(&f.heap, a, 10, SIZE_MAX));
    CHECK(ptl_ok(&f.job)); /* nobody to blame */
    CHECK_UINT(f.heap.used, 10);
    ptl_resize(&f.job, a, 10, 0);
    fixture_end(&f);
}

static void what_others_hold_counts_too(void)
{
    fixture  f;
    ptl_heap inner;

    fixture_begin(&f, NULL, 0);
    f.heap.limit = 100;
    CHECK(ptl_charge(&f.job, 70));
    CHECK_UINT(f.heap.used, 70);
    CHECK_UINT(f.asked, 0); /* nobody is asked for memory */
    ptl_refund(&f.job, 70);
    CHECK_UINT(f.heap.used, 0);
    inner      = ptl_heap_within(&f.heap);
    f.job.heap = &inner;
    CHECK(ptl_charge(&f.job, 60));
    CHECK_UINT(inner.used, 60);
    CHECK_UINT(f.heap.used, 60);
    CHECK(!ptl_charge(&f.job, UINT64_MAX));
    CHECK_FAILED(&f, PTL_E_LIMIT, "limit-memory");
    CHECK(!ptl_charge(&f.job, 1)); /* a job fails once */
    CHECK_UINT(f.heap.used, 60);
    ptl_refund(&f.job, 60);
    f.job.heap = &f.heap;
    fixture_end(&f);
}

/* What the caller holds for the call is memory of the call. */
static void input_and_settings_count(void)
{
    static const char text[100];
    ptl_setting       setting;
    ptl_read_opts     opts = { .format = "mpd", .limits = { .memory = 1 << 20 } };
    static const char large[2 << 20];
    ptl_doc          *doc;
    ptl_diag          err;

    CHECK(ptl_read(&doc, text, sizeof text, &opts, &err) == PTL_E_SYNTAX);
    CHECK(ptl_read(&doc, large, sizeof large, &opts, &err) == PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-memory");
    setting            = (ptl_setting){ "fans", large, sizeof large };
    opts.settings      = &setting;
    opts.setting_count = 1;
    CHECK(ptl_read(&doc, text, sizeof text, &opts, &err) == PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-memory");
    opts.setting_count = 0;
    opts.limits.memory = 1; /* less than the document itself takes */
    CHECK(ptl_read(&doc, text, sizeof text, &opts, &err) == PTL_E_LIMIT);
    CHECK_TEXT(err.rule, "limit-memory");
}

static void a_refusing_allocator_stops_the_job(void)
{
    fixture f;
    void   *a;

    fixture_begin(&f, NULL, 0);
    f.fail_at = 2;
    a         = ptl_resize(&f.job, NULL, 0, 8);
    CHECK(!ptl_resize(&f.job, a, 8, 16));
    CHECK_FAILED(&f, PTL_E_MEMORY, "memory");
    CHECK_UINT(f.heap.used, 8); /* the old piece is still there */
    ptl_resize(&f.job, a, 8, 0);
    fixture_end(&f);
}

static void without_an_allocator_there_is_libc(void)
{
    ptl_heap heap = ptl_heap_of(&(ptl_allocator){ 0 }, 1000);
    char    *a    = ptl_heap_resize(&heap, NULL, 0, 8);

    CHECK(a != NULL);
    memcpy(a, "kept", 5);
    a = ptl_heap_resize(&heap, a, 8, 500);
    CHECK_TEXT(a, "kept");
    CHECK(!ptl_heap_resize(&heap, a, 500, 0));
    CHECK_UINT(heap.used, 0);
}

static void first_error_stands(void)
{
    fixture f;

    fixture_begin(&f, "a\nb", 3);
    ptl_fail(&f.job, PTL_E_SYNTAX, 2, "first", "number %d", 1);
    ptl_fail(&f.job, PTL_E_IO, 0, "second", "number %d", 2);
    CHECK_FAILED(&f, PTL_E_SYNTAX, "first");
    CHECK_TEXT(f.job.error.message, "number 1");
    CHECK_UINT(f.job.error.severity, PTL_ERROR);
    CHECK_UINT(f.job.error.offset, 2);
    CHECK_UINT(f.last.offset, 2);
    fixture_end(&f);
}

static void after_failure_nothing_allocates(void)
{
    fixture f;
    void   *a;

    fixture_begin(&f, NULL, 0);
    a = ptl_resize(&f.job, NULL, 0, 8);
    ptl_fail(&f.job, PTL_E_SYNTAX, 0, "first", "here");
    CHECK(!ptl_resize(&f.job, NULL, 0, 8));
    CHECK(!ptl_resize(&f.job, a, 8, 16));
    CHECK_UINT(f.asked, 1);
    CHECK(!ptl_resize(&f.job, a, 8, 0)); /* giving back still works */
    fixture_end(&f);
}

static void findings_after_failure_are_dropped(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    ptl_fail(&f.job, PTL_E_SYNTAX, 0, "first", "here");
    ptl_warn(&f.job, 0, "w", "dropped");
    ptl_find(&f.job, PTL_NOTE, 0, "n", "dropped");
    CHECK_FAILED(&f, PTL_E_SYNTAX, "first");
    fixture_end(&f);
}

static void strict_turns_warnings_into_errors(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    ptl_warn(&f.job, 0, "w", "mild");
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(f.last.severity, PTL_WARNING);
    CHECK_UINT(f.last.status, PTL_OK);
    f.job.strict = true;
    ptl_find(&f.job, PTL_WARNING, 0, "n", "what checks say stops nothing");
    ptl_find(&f.job, PTL_ERROR, 0, "e", "not even this");
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(f.last.severity, PTL_ERROR);
    CHECK_UINT(f.heard, 3);
    ptl_warn(&f.job, 0, "w", "grave");
    CHECK_UINT(f.job.error.status, PTL_E_SYNTAX);
    CHECK_UINT(f.job.error.severity, PTL_ERROR);
    CHECK_TEXT(f.job.error.rule, "w");
    fixture_end(&f);
}

static void findings_carry_line_and_column(void)
{
    static const char text[] = "ab\n\ncd\r\ne";
    static const struct {
        uint64_t offset;
        uint32_t line, column;
    } rows[] = {
        { 0, 1, 1 },  { 1, 1, 2 },    { 2, 1, 3 }, { 3, 2, 1 },
        { 4, 3, 1 },  { 7, 3, 4 },    { 8, 4, 1 }, { 9, 4, 2 }, /* the end         */
        { 10, 4, 2 }, { 1000, 4, 2 },                           /* past it         */
        { 4, 3, 1 },  { 3, 2, 1 },    { 0, 1, 1 }, { 9, 4, 2 }, /* back and forth  */
    };
    fixture f;

    fixture_begin(&f, text, sizeof text - 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        ptl_warn(&f.job, rows[i].offset, "w", "row %zu", i);
        CHECK_UINT(f.last.offset, rows[i].offset);
        CHECK_UINT(f.last.line, rows[i].line);
        CHECK_UINT(f.last.column, rows[i].column);
    }
    fixture_end(&f);
}

static void an_empty_text_begins_at_its_first_line(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    ptl_fail(&f.job, PTL_E_SYNTAX, 0, "empty", "nothing");
    CHECK_UINT(f.job.error.line, 1);
    CHECK_UINT(f.job.error.column, 1);
    fixture_end(&f);
}

static void nowhere_and_binary_files_have_no_line(void)
{
    fixture f;

    fixture_begin(&f, "a\nb", 3);
    ptl_warn(&f.job, PTL_NOWHERE, "w", "nowhere");
    CHECK_UINT(f.last.line + f.last.column, 0);
    CHECK(f.last.offset == PTL_NOWHERE);
    f.job.text = false;
    ptl_warn(&f.job, 2, "w", "binary");
    CHECK_UINT(f.last.line + f.last.column, 0);
    CHECK_UINT(f.last.offset, 2);
    fixture_end(&f);
}

static void placeless_findings_have_no_offset(void)
{
    fixture f;

    fixture_begin(&f, "a\nb", 3);
    f.job.placeless = true;
    ptl_warn(&f.job, 2, "w", "somewhere");
    CHECK(f.last.offset == PTL_NOWHERE);
    CHECK_UINT(f.last.line + f.last.column, 0);
    fixture_end(&f);
}

static void a_path_is_used_once(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    ptl_path(&f.job, "type[%d,%d]", 3, 4);
    ptl_warn(&f.job, 0, "w", "with");
    CHECK_TEXT(f.last.path, "type[3,4]");
    ptl_warn(&f.job, 0, "w", "without");
    CHECK_TEXT(f.last.path, "");
    ptl_path(&f.job, "%0100d", 1);
    ptl_fail(&f.job, PTL_E_SYNTAX, 0, "f", "long");
    CHECK_UINT(strlen(f.job.error.path), sizeof f.job.error.path - 1);
    fixture_end(&f);
}

static void a_long_message_ends_with_a_whole_character(void)
{
    static const char four[] = "\xF0\x9F\x97\xBA"; /* U+1F5FA, a map */
    fixture           f;

    for (int before = 185; before < 195; before++) {
        size_t most = sizeof f.last.message - 1, size;

        fixture_begin(&f, NULL, 0);
        ptl_fail(&f.job, PTL_E_SYNTAX, 0, "f", "%0*d%s%s", before, 0, four, four);
        size = strlen(f.last.message);
        CHECK(ptl_utf8_valid(f.last.message, size));
        CHECK(size <= most && size > most - 4);
        CHECK_TEXT(f.job.error.message, f.last.message);
        fixture_end(&f);
    }
}

static void a_job_needs_no_listener(void)
{
    fixture f;

    fixture_begin(&f, NULL, 0);
    f.job.listener = (ptl_listener){ 0 };
    ptl_warn(&f.job, 0, "w", "unheard");
    ptl_fail(&f.job, PTL_E_SYNTAX, 0, "f", "unheard");
    CHECK_TEXT(f.job.error.rule, "f");
    fixture_end(&f);
}

static void counts_are_spelled(void)
{
    static const struct {
        size_t      count;
        const char *format, *spelled;
    } rows[] = {
        { 1, "# {fan is|fans are} dropped", "1 fan is dropped" },
        { 2, "# {fan is|fans are} dropped", "2 fans are dropped" },
        { 1, "light in # {cell|cells}: {it is|they are} %s", "light in 1 cell: it is dark" },
        { 7, "light in # {cell|cells}: {it is|they are} %s", "light in 7 cells: they are dark" },
        { 3, "# st{|s}", "3 sts" },
        { SIZE_MAX, "#", SIZE_MAX > UINT32_MAX ? "18446744073709551615" : "4294967295" },
    };
    fixture f;

    for (size_t i = 0; i < COUNT(rows); i++) {
        fixture_begin(&f, NULL, 0);
        ptl_find_count(&f.job, PTL_LOSS, "w", rows[i].count, rows[i].format, "dark");
        CHECK_UINT(f.heard, 1);
        CHECK_TEXT(f.last.message, rows[i].spelled);
        CHECK_UINT(f.last.severity, PTL_LOSS);
        ptl_find_count(&f.job, PTL_LOSS, "w", 0, rows[i].format, "dark");
        CHECK_UINT(f.heard, 1);
        fixture_end(&f);
    }
}

static void settings_are_found_by_name(void)
{
    static const ptl_setting given[] = { { "fans", "abc", 3 }, { "empty", "", 0 } };
    fixture                  f;

    fixture_begin(&f, NULL, 0);
    CHECK(!ptl_setting_of(&f.job, "fans"));
    f.job.settings      = given;
    f.job.setting_count = 2;
    CHECK(ptl_setting_of(&f.job, "fans") == &given[0]);
    CHECK(ptl_setting_of(&f.job, "empty") == &given[1]);
    CHECK(!ptl_setting_of(&f.job, "fan"));
    CHECK(ptl_setting_is(&given[0], "abc"));
    CHECK(!ptl_setting_is(&given[0], "ab"));
    CHECK(!ptl_setting_is(&given[0], "abcd"));
    CHECK(!ptl_setting_is(&given[0], "abd"));
    CHECK(ptl_setting_is(&given[1], ""));
    CHECK(!ptl_setting_is(NULL, ""));
    fixture_end(&f);
}

static void every_status_and_severity_has_a_name(void)
{
    CHECK_TEXT(ptl_status_name(PTL_OK), "ok");
    CHECK_TEXT(ptl_status_name(PTL_E_ARG), "argument");
    CHECK_TEXT(ptl_status_name(PTL_E_UNSUPPORTED), "unsupported");
    CHECK_TEXT(ptl_status_name(PTL_E_STOPPED), "stopped");
    CHECK_TEXT(ptl_status_name((ptl_status)(PTL_E_STOPPED + 1)), "unknown");
    CHECK_TEXT(ptl_severity_name(PTL_NOTE), "note");
    CHECK_TEXT(ptl_severity_name(PTL_ERROR), "error");
    CHECK_TEXT(ptl_severity_name((ptl_severity)-1), "unknown");
}

static bool wants_no_notes(void *user, ptl_severity severity, const char *rule)
{
    ++*(size_t *)user;
    return severity != PTL_NOTE && strcmp(rule, "other") != 0;
}

static size_t told;

static void hear_some(void *user, const ptl_diag *diag)
{
    (void)user;
    told++;
    CHECK(diag->severity != PTL_NOTE && strcmp(diag->rule, "other") != 0);
    CHECK(diag->path[0] == 0); /* that of a finding nobody wanted is not left behind */
}

/* What is not wanted has no place: lines are not even counted up to it. */
static void findings_are_asked_about_first(void)
{
    static const char text[] = "a\nb\nc\nd";
    size_t            asked  = 0;
    fixture           f;

    fixture_begin(&f, text, sizeof text - 1);
    f.job.text     = true;
    f.job.listener = (ptl_listener){ hear_some, &asked, wants_no_notes };
    told           = 0;
    for (int i = 0; i < 100; i++) {
        ptl_path(&f.job, "list[%d]", i);
        ptl_find(&f.job, PTL_NOTE, 6, "n", "number %d", i);
        ptl_find(&f.job, PTL_WARNING, 6, "other", "number %d", i);
    }
    CHECK(told == 0 && asked == 200 && f.job.last.offset == 0);
    ptl_find(&f.job, PTL_WARNING, 4, "w", "heard");
    CHECK(told == 1 && f.job.last.offset == 4);
    f.job.listener.hear = NULL;
    CHECK(!ptl_wants(&f.job, PTL_ERROR, "w"));
    ptl_fail(&f.job, PTL_E_SYNTAX, 6, "other", "errors are never asked about");
    CHECK_UINT(f.job.error.line, 4);
    fixture_end(&f);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(zero_limits_take_the_defaults),
        TEST(every_limit_has_a_row),
        TEST(limits_are_set_by_name),
        TEST(a_limit_stops_the_job),
        TEST(growing_counts_the_difference),
        TEST(what_others_hold_counts_too),
        TEST(input_and_settings_count),
        TEST(a_refusing_allocator_stops_the_job),
        TEST(without_an_allocator_there_is_libc),
        TEST(first_error_stands),
        TEST(after_failure_nothing_allocates),
        TEST(findings_after_failure_are_dropped),
        TEST(strict_turns_warnings_into_errors),
        TEST(findings_carry_line_and_column),
        TEST(an_empty_text_begins_at_its_first_line),
        TEST(nowhere_and_binary_files_have_no_line),
        TEST(placeless_findings_have_no_offset),
        TEST(a_path_is_used_once),
        TEST(a_long_message_ends_with_a_whole_character),
        TEST(a_job_needs_no_listener),
        TEST(counts_are_spelled),
        TEST(settings_are_found_by_name),
        TEST(every_status_and_severity_has_a_name),
        TEST(findings_are_asked_about_first),
    };

    return run_tests("job", tests, COUNT(tests));
}
