/* SPDX-License-Identifier: MIT */
/* What Permafrost models are measured against: a loader as game engines write them, bare passes
 * over the same numbers by the C library, and our own parsing of numbers alone. */
#define _XOPEN_SOURCE 700 /* fopen of a device */

#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/num.h"

static volatile float  float_sink; /* so that no compiler leaves the work out */
static volatile double double_sink;

/* ---- A loader that reads a character at a time and scans lines ------------------------------ */

static bool next_line(FILE *file, char line[256])
{
    size_t size = 0;
    char   c;

    while (size < 255 && fread(&c, 1, 1, file) == 1) {
        line[size++] = c;
        if (c == '\n')
            break;
    }
    line[size] = 0;
    return size > 0;
}

static int scan_weights(char *line)
{
    char *rest = NULL, *word = strtok_r(line + 2, " \t\n", &rest);
    int   joint, count       = 0;
    float weight;

    for (; word && sscanf(word, "%d/%f", &joint, &weight) == 2; count++)
        word = strtok_r(NULL, " \t\n", &rest);
    return count;
}

static int scan_line(char *line)
{
    float f[10];
    int   n;

    if (strncmp(line, "v ", 2) == 0)
        return sscanf(line, "v %f %f %f", &f[0], &f[1], &f[2]);
    if (strncmp(line, "vt", 2) == 0)
        return sscanf(line, "vt %f %f", &f[0], &f[1]);
    if (strncmp(line, "vn", 2) == 0)
        return sscanf(line, "vn %f %f %f", &f[0], &f[1], &f[2]);
    if (strncmp(line, "vw", 2) == 0)
        return scan_weights(line);
    if (strncmp(line, "vm", 2) == 0)
        return sscanf(line, "vm %d", &n);
    if (line[0] == ' ')
        return sscanf(line, "%d %f/%f/%f %f/%f/%f/%f %f/%f/%f", &n, &f[0], &f[1], &f[2], &f[3],
                      &f[4], &f[5], &f[6], &f[7], &f[8], &f[9]);
    return 0;
}

outcome pfobj_scan(const material *m)
{
    FILE *file = fopen(m->path, "r");
    char  line[256];
    long  fields = 0;

    while (file && next_line(file, line))
        fields += scan_line(line);
    if (file)
        fclose(file);
    return (outcome){ .done = fields > 0 };
}

/* ---- Numbers alone -------------------------------------------------------------------------- */

/* The numbers of all vertices, a blank after each: gathered once for an input, which is what makes
 * passes over them passes over numbers and nothing else. */
static const ptl_str *numbers_of(const material *m)
{
    static ptl_str  kept;
    static uint64_t of; /* one program, one list: of the input with this checksum and size */
    const char     *at = (const char *)m->file.data, *end = at + m->file.size;
    char *to = of == m->sum + m->file.size ? NULL : realloc((char *)kept.data, m->file.size + 32);

    if (!to)
        return &kept;
    kept = (ptl_str){ to, 0 };
    of   = m->sum + m->file.size;
    while (at && at + 3 < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        if (stop && at[0] == 'v' && (at[1] == ' ' || at[1] == 't' || at[1] == 'n')) {
            at += at[1] == ' ' ? 2 : 3;
            memcpy(to, at, (size_t)(stop - at));
            to += stop - at;
            *to++ = ' ';
        }
        at = stop ? stop + 1 : NULL;
    }
    memset(to, ' ', 31);
    to[31]    = 0;
    kept.size = (size_t)(to - kept.data);
    return &kept;
}

outcome pfobj_strtof(const material *m)
{
    const ptl_str *numbers = numbers_of(m);
    const char    *at = numbers->data, *end = at + numbers->size;
    float          sum = 0;

    while (at < end) {
        char *after;

        sum += strtof(at, &after);
        at = after + 1;
    }
    float_sink = sum;
    return (outcome){ .done = at == end };
}

outcome pfobj_parse_numbers(const material *m)
{
    const ptl_str *numbers = numbers_of(m);
    const char    *at = numbers->data, *end = at + numbers->size;
    double         sum = 0;

    while (at && at < end) {
        double value = 0;

        at = ptl_parse_f64(at, end + 18, &value);
        sum += value;
        at += at != NULL;
    }
    double_sink = sum;
    return (outcome){ .done = at == end };
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void print_row(FILE *to, const double *values, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(to, "%.6f", values[i]);
}

outcome pfobj_print_numbers(const material *m)
{
    const ptl_pfobj *model = ptl_pfobj_of(m->doc);
    FILE            *to    = fopen("/dev/null", "w");

    for (size_t i = 0; to && i < model->vertices.count; i++) {
        print_row(to, model->vertices.data[i].position, 3);
        print_row(to, model->vertices.data[i].texture, 2);
        print_row(to, model->vertices.data[i].normal, 3);
    }
    return (outcome){ .done = to && fclose(to) == 0 };
}

static bool swallow(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return true;
}

outcome write_away(const material *m)
{
    size_t   size = 0;
    ptl_sink sink = { swallow, &size };

    return (outcome){ .done = ptl_write_to(&sink, m->doc, NULL, NULL) == PTL_OK &&
                              size == m->file.size };
}
