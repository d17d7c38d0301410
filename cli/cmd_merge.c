/* SPDX-License-Identifier: MIT */
/* portolan merge: the changes of two files that came of a third, in one. */
#include "commands.h"

#include <portolan/compare.h>
#include <string.h>
#include <unistd.h>

#include "sides.h"

/* What merging says is told of ours. What reading says is told of each file, when there is any: it
 * is all the same to the library whose it is. */
typedef struct ear {
    sides *of;
    bool   read;
} ear;

static void hear(void *user, const ptl_diag *diag)
{
    ear *e = user;

    if (strncmp(diag->rule, "merge-", 6) == 0)
        report_add(&e->of->heard, diag);
    else
        e->read = true;
}

static bool wants(void *user, ptl_severity severity, const char *rule)
{
    ear         *e     = user;
    ptl_listener inner = report_listener(&e->of->heard);

    return strncmp(rule, "merge-", 6) == 0 ? inner.wants(inner.user, severity, rule) : !e->read;
}

static void tell(sides *s, const ear *e)
{
    ptl_severity least = s->reading.quiet ? PTL_ERROR : PTL_NOTE;

    for (size_t i = 0; e->read && i < s->count; i++)
        sides_tell_reading(s, i, least);
    report_print(&s->heard, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) }, s->path[1],
                 least);
}

static int merge(sides *s, const cli_args *args)
{
    const char    *prefer = cli_value(args, "prefer");
    ptl_merge_opts opts   = { .theirs = prefer && strcmp(prefer, "theirs") == 0,
                              .read   = s->reading.opts };
    ear            heard  = { .of = s };
    ptl_merged     merged;
    ptl_diag       wrong;
    int            code = sides_picture(s);

    if (code != EXIT_FINE)
        return code;
    opts.read.listener = (ptl_listener){ hear, &heard, wants };
    if (ptl_merge(&merged, &s->file[0], &s->file[1], &s->file[2], &opts, &wrong) != PTL_OK)
        return sides_fail(s, &wrong);
    tell(s, &heard);
    code = sides_put_file(s, merged.file.data, merged.file.size);
    if (code == EXIT_FINE && cli_flag(args, "conflicts"))
        code = sides_put(s, "conflicts", merged.conflicts.data, merged.conflicts.size);
    if (code == EXIT_FINE && merged.count > 0)
        code = EXIT_FINDINGS;
    ptl_merged_free(&merged);
    return code;
}

static int run_merge(const cli_args *args)
{
    sides s;
    int   code;

    if (args->operand_count != 3)
        return cli_usage(args, "merge needs three files: what both came of, ours and theirs");
    code = sides_begin(&s, args, 3, 0);
    if (code == EXIT_FINE)
        code = merge(&s, args);
    sides_end(&s);
    return code;
}

static const cli_option options[] = {
    { 0, "prefer", "SIDE", "ours theirs", "which side is kept where both changed the same" },
    { 0, "conflicts", "FILE", NULL, "write what both changed to this file, as JSON" },
    SIDES_PICTURE,
    SIDES_OPTIONS,
    { 0 },
};

const cli_command cli_merge = {
    .name     = "merge",
    .operands = "BASE OURS THEIRS",
    .summary  = "bring the changes of two files together that came of a third",
    .about =
        "Goes by cells, fields, notes, joints, objects. What both changed, and not to the same,\n"
        "is a conflict: ours is kept there, it is said where, and the command ends with 1.\n"
        "Levels, materials and joints that both added are all kept, and numbers follow them.",
    .examples = "portolan merge base.gmm ours.gmm theirs.gmm -o merged.gmm\n"
                "portolan merge base.gmm ours.gmm theirs.gmm -o merged.gmm --prefer theirs",
    .options  = options,
    .limits   = LIMITS_ALL,
    .run      = run_merge,
};
