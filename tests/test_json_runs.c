/* SPDX-License-Identifier: MIT */
/* The quick ways through JSON against the careful one: the same values, or the same complaint at
 * the same place, for texts that are right, spelled oddly, and damaged. */
#include <float.h>

#include "json_reading.h"
#include "record_samples.h"

enum { ROUNDS = 30000, MOST = 16384 };

static uint64_t random_state = 5;

static unsigned below(unsigned limit)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    return (unsigned)((z ^ z >> 27) >> 33) % limit;
}

typedef struct read_text {
    ptl_diag error;
    char     text[MOST]; /* what was read, written again */
} read_text;

static void read_one(read_text *to, const ptl_record *record, const char *text, size_t size,
                     bool careful)
{
    char *copy = malloc(size + 1); /* its end is where memory ends, for the sanitizers */
    union {
        chart c;
        shelf s;
    } data = { .c = { 0 } };
    ptl_json_in in;
    ptl_buf     out;
    fixture     f;

    memcpy(copy, text, size);
    copy        = realloc(copy, size > 0 ? size : 1);
    to->text[0] = 0;
    fixture_begin(&f, copy, size);
    in         = ptl_json_in_of(&f.job, f.job.source);
    in.careful = careful;
    ptl_record_read_all(&in, record, &data);
    to->error = f.job.error;
    out       = ptl_buf_of(&f.job, NULL);
    if (ptl_ok(&f.job))
        ptl_record_write(&out, record, &data, "chart");
    CHECK(out.size < MOST);
    memcpy(to->text, out.size > 0 ? (const char *)out.data : "", out.size);
    to->text[out.size] = 0;
    ptl_buf_free(&out);
    fixture_end(&f);
    free(copy);
}

static void check_both(const ptl_record *record, const char *text, size_t size)
{
    static read_text quick, careful;

    read_one(&quick, record, text, size, false);
    read_one(&careful, record, text, size, true);
    if (strcmp(quick.error.message, careful.error.message) != 0 ||
        quick.error.offset != careful.error.offset || strcmp(quick.text, careful.text) != 0)
        printf("%.*s\n", (int)size, text);
    CHECK_TEXT(quick.error.message, careful.error.message);
    CHECK_UINT(quick.error.status, careful.error.status);
    CHECK_UINT(quick.error.offset, careful.error.offset);
    CHECK_TEXT(quick.text, careful.text);
}

static size_t write_one(char *to, const ptl_record *record, const void *data)
{
    fixture f;
    ptl_buf out;
    size_t  size;

    fixture_begin(&f, "", 0);
    out = ptl_buf_of(&f.job, NULL);
    ptl_record_write(&out, record, data, "sample");
    size = out.size;
    memcpy(to, out.data, size);
    ptl_buf_free(&out);
    fixture_end(&f);
    return size;
}

/* One to three characters of the text become others, come or go. */
static size_t damage(char *text, size_t size)
{
    static const char letters[] = "0123456789..--+eE,,[]{}\": \n\t\\x\x80";

    for (unsigned times = 1 + below(3); times > 0; times--) {
        size_t at = below((unsigned)size);
        char new  = letters[below(sizeof letters - 1)];

        switch (below(3)) {
        case 0:
            text[at] = new;
            break;
        case 1:
            memmove(text + at + 1, text + at, size++ - at);
            text[at] = new;
            break;
        default:
            memmove(text + at, text + at + 1, --size - at);
        }
    }
    return size;
}

static void check_damaged(const ptl_record *record, const void *data)
{
    static char whole[MOST], text[MOST];
    size_t      size = write_one(whole, record, data);

    check_both(record, whole, size);
    for (size_t cut = 0; cut < size; cut++)
        check_both(record, whole, cut);
    for (int i = 0; i < ROUNDS / 6; i++) {
        memcpy(text, whole, size);
        check_both(record, text, damage(text, size));
    }
}

static void damaged_texts_read_alike(void)
{
    chart full = full_chart();
    shelf few  = { { few_things, COUNT(few_things) } };

    check_damaged(&chart_record, &full);
    check_damaged(&shelf_record, &few);
}

/* A number as somebody may spell it, mostly right. */
static size_t spell(char *to)
{
    size_t   size   = 0;
    unsigned digits = below(below(3) == 0 ? 12 : 5);

    if (below(4) == 0)
        to[size++] = '-';
    for (unsigned i = 0; i <= digits; i++)
        to[size++] = (char)('0' + below(10));
    if (below(2) == 0) {
        to[size++] = '.';
        for (unsigned i = below(below(3) == 0 ? 20 : 8); i > 0; i--)
            to[size++] = (char)('0' + below(10));
    }
    if (below(9) == 0)
        size += (size_t)sprintf(to + size, "e%d", (int)below(60) - 30);
    return size;
}

static void numbers_of_all_kinds_read_alike(void)
{
    static const struct {
        uint8_t  size, shift;
        bool     real, negative;
        uint64_t most;
    } kinds[]    = { { 1, 0, false, false, 255 },        { 2, 3, false, false, 1000 },
                     { 4, 0, false, false, UINT32_MAX }, { 8, 0, false, false, UINT64_MAX },
                     { 2, 0, false, true, 32767 },       { 8, 0, false, true, INT64_MAX },
                     { 4, 0, true, false, 0 },           { 8, 0, true, false, 0 } };
    size_t taken = 0;

    for (int i = 0; i < ROUNDS; i++) {
        size_t         k    = below(COUNT(kinds));
        ptl_json_plain what = { .size     = kinds[k].size,
                                .shift    = kinds[k].shift,
                                .real     = kinds[k].real,
                                .negative = kinds[k].negative,
                                .most     = kinds[k].most };
        char           text[128];
        size_t         size   = spell(text);
        uint8_t        got[8] = { 0 }, want[8] = { 0 };
        reading        r, s;
        uint64_t       bits;
        uint16_t       u16;
        uint32_t       u32;

        size += (size_t)sprintf(text + size, "%.30s", ", 1]                          ");
        begin_bytes(&r, text, size);
        begin_bytes(&s, text, size);
        if (ptl_json_run(&r.in, &what, got, 1, true) > 0) {
            taken++;
            bits = what.real ? what.size == 4 ? ptl_json_f32_bits(&s.in) : ptl_json_f64_bits(&s.in)
                   : what.negative
                       ? (uint64_t)ptl_json_i64(&s.in, -(int64_t)what.most - 1, (int64_t)what.most)
                       : ptl_json_u64(&s.in, what.most) << what.shift;
            u16  = (uint16_t)bits;
            u32  = (uint32_t)bits;
            memcpy(want,
                   what.size == 2   ? (void *)&u16
                   : what.size == 4 ? (void *)&u32
                                    : (void *)&bits,
                   what.size == 1 ? 0 : what.size);
            if (what.size == 1)
                want[0] = (uint8_t)bits;
            CHECK(ptl_ok(&s.f.job));
            CHECK(memcmp(got, want, sizeof got) == 0);
            CHECK_UINT(ptl_json_offset(&r.in), ptl_json_offset(&s.in));
        } else {
            CHECK_UINT(ptl_json_offset(&r.in), 0);
        }
        end(&r);
        end(&s);
    }
    /* It is a quick way only if many go there; fractions do not where numbers are wider than
     * doubles. */
    CHECK(taken > ROUNDS / (FLT_EVAL_METHOD == 0 ? 4 : 8));
}

/* Every byte a string can stop at, at every place of a word. */
static void strings_stop_where_they_must(void)
{
    for (unsigned c = 1; c < 256; c++)
        for (size_t at = 0; at < 20; at++) {
            char    text[32], want[32];
            reading r;
            ptl_str got;

            memset(text, 'a', sizeof text);
            text[0]      = '"';
            text[24]     = '"';
            text[1 + at] = (char)c;
            begin_bytes(&r, text, 25);
            got = ptl_json_string(&r.in);
            memcpy(want, text + 1, 23);
            if (c == '"')
                CHECK_UINT(got.size, at);
            else if (c < 0x20 || c == '\\' || c >= 0x80)
                CHECK(!ptl_ok(&r.f.job) && (r.f.job.error.offset == 1 + at));
            else
                CHECK(got.size == 23 && memcmp(got.data, want, 23) == 0);
            end(&r);
        }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(damaged_texts_read_alike),
        TEST(numbers_of_all_kinds_read_alike),
        TEST(strings_stop_where_they_must),
    };

    return run_tests("json_runs", tests, COUNT(tests));
}
