/* SPDX-License-Identifier: MIT */
/* Options of limits: made of the library's table, so that one more limit is one more option. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

typedef struct limit_option {
    char name[32], help[128];
} limit_option;

static bool counts_bytes(const ptl_limit_info *limit)
{
    return strcmp(limit->unit, "bytes") == 0;
}

/* Memory has always been --memory; all others are --max-something. */
static void name_option(limit_option *out, const ptl_limit_info *limit)
{
    bool plain = strcmp(limit->name, "memory") == 0;

    snprintf(out->name, sizeof out->name, "%s%s", plain ? "" : "max-", limit->name);
}

/* 536870912 as "512M". */
static void spell(char *out, size_t size, const ptl_limit_info *limit, uint64_t value)
{
    static const char units[] = "KMG";
    unsigned          unit    = 0;

    while (counts_bytes(limit) && unit < 3 && value > 0 && value % 1024 == 0) {
        value /= 1024;
        unit++;
    }
    snprintf(out, size, "%llu%.*s", (unsigned long long)value, unit > 0, units + unit - (unit > 0));
}

static void describe(limit_option *out, const ptl_limit_info *limit)
{
    char usual[24];

    spell(usual, sizeof usual, limit, limit->usual);
    name_option(out, limit);
    snprintf(out->help, sizeof out->help, "%s (%s)", limit->help, usual);
}

/* Those who are told keep the names, which therefore stay. */
void cli_each_limit(cli_limits_taken which, cli_each *each, void *user)
{
    static limit_option   texts[16];
    const ptl_limit_info *limit;

    for (size_t i = 0; i < sizeof texts / sizeof *texts && (limit = ptl_limit_at(i)); i++) {
        if (which == LIMITS_NONE || (which == LIMITS_OF_BYTES && !counts_bytes(limit)))
            continue;
        describe(&texts[i], limit);
        each(user,
             &(cli_option){ .name  = texts[i].name,
                            .value = counts_bytes(limit) ? "SIZE" : "N",
                            .help  = texts[i].help,
                            .group = "limits" },
             NULL);
    }
}

void cli_print_limits(void)
{
    const ptl_limit_info *limit;

    puts("| option | bounds | default | untrusted | rule |\n| --- | --- | --- | --- | --- |");
    for (size_t i = 0; (limit = ptl_limit_at(i)); i++) {
        limit_option option;
        char         usual[24], untrusted[24];

        name_option(&option, limit);
        spell(usual, sizeof usual, limit, limit->usual);
        spell(untrusted, sizeof untrusted, limit, limit->untrusted);
        printf("| `--%s` | %s | %s | %s | `%s` |\n", option.name, limit->help, usual, untrusted,
               limit->rule);
    }
}

/* The factor of a unit: K, M or G for bytes, which without one are MiB; 0 for anything else. */
static uint64_t factor_of(const ptl_limit_info *limit, const char *unit)
{
    static const char units[] = "kmg";
    const char       *found   = *unit ? strchr(units, *unit | 0x20) : NULL;

    if (!counts_bytes(limit))
        return *unit == 0;
    if (*unit == 0)
        return 1 << 20;
    return found && unit[1] == 0 ? UINT64_C(1024) << 10 * (found - units) : 0;
}

/* A whole number with its unit; false for anything else, and for 0. */
static bool parse(const ptl_limit_info *limit, const char *text, uint64_t *out)
{
    size_t   digits = strspn(text, "0123456789");
    uint64_t factor = factor_of(limit, text + digits);

    if (digits == 0 || digits > 12 || factor == 0)
        return false;
    *out = strtoull(text, NULL, 10);
    if (*out == 0 || *out > UINT64_MAX / factor)
        return false;
    *out *= factor;
    return true;
}

bool cli_limits(const cli_args *args, ptl_limits *out)
{
    const ptl_limit_info *limit;
    bool                  untrusted = cli_flag(args, "untrusted");

    for (size_t i = 0; (limit = ptl_limit_at(i)); i++) {
        limit_option option;
        const char  *text;
        uint64_t     value = untrusted ? limit->untrusted : limit->usual;

        name_option(&option, limit);
        text = cli_value(args, option.name);
        ptl_limits_set(out, limit->name, value);
        if (!text || (parse(limit, text, &value) && ptl_limits_set(out, limit->name, value)))
            continue;
        cli_usage(args, "--%s takes a whole number from 1 on%s", option.name,
                  counts_bytes(limit) ? ", of MiB, or with K, M or G behind it" : "");
        return false;
    }
    return true;
}
