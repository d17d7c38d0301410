/* SPDX-License-Identifier: MIT */
/* Numbers from text and to text: exact both ways, without locale, memory or state.
 *
 * Readers take the longest number that starts at `at`, never look at `end` or beyond, and return
 * the place after it; NULL, with *out untouched, when no number starts there. Nothing is skipped,
 * not even blanks. Writers add no NUL and return how many characters they wrote. */
#ifndef PTL_CORE_NUM_H
#define PTL_CORE_NUM_H

#include <stddef.h>
#include <stdint.h>

/* [+-] digits [. digits] [e|E [+-] digits], also ".5" and "5."; never "nan", "inf" or hexadecimal.
 * An 'e' without digits after it is not part of the number. Rounded once, to the nearest value,
 * ties to even; what is too large becomes infinity, what is too small zero, and zero has a sign. */
const char *ptl_parse_f64(const char *at, const char *end, double *out);
const char *ptl_parse_f32(const char *at, const char *end, float *out);

/* Digits, for i64 also one '-' or '+' before them; NULL too when the value does not fit. */
const char *ptl_parse_u64(const char *at, const char *end, uint64_t *out);
const char *ptl_parse_i64(const char *at, const char *end, int64_t *out);

/* The room that writers need: ptl_format_fixed6 the second, all others the first. */
enum { PTL_NUM_MAX = 32, PTL_FIXED6_MAX = 320 };

size_t ptl_format_u64(char *out, uint64_t value);
size_t ptl_format_i64(char *out, int64_t value);

/* What printf writes for "%.6f" in the C locale, for every finite value. */
size_t ptl_format_fixed6(char *out, double value);

/* Six decimals where these read back as the same value, else the shortest that does, as
 * ptl_format_f64 has it. For finite values only. */
size_t ptl_format_decimal6(char *out, double value);

/* The shortest decimal that reads back as the same bits, and of those the closest to the value;
 * valid JSON. Plain for 1e-7 <= |value| < 1e21, else "1.5e-9" or "2e22"; whole numbers have no
 * point, negative zero is "-0.0". For finite values only: others have no such decimal. */
size_t ptl_format_f64(char *out, double value);
size_t ptl_format_f32(char *out, float value);

#endif
