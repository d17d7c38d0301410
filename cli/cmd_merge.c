/* SPDX-License-Identifier: MIT */
/* portolan merge: the changes of two files that came of a third, in one. */
#include "commands.h"

#include <portolan/compare.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sides.h"

static int merge(sides *s, const cli_args *args)
{
    const char    *prefer = cli_value(args, "prefer");
    ptl_merge_opts opts   = { .theirs = prefer && strcmp(prefer, "theirs") == 0,
                              .read   = s->reading.opts };
    ptl_merged     merged;
    ptl_diag       wrong;
    int            code;

    opts.read.listener = report_listener(&s->heard);
    if (ptl_merge(&merged, &s->file[0], &s->file[1], &s->file[2], &opts, &wrong) != PTL_OK)
        return sides_fail(s, &wrong);
    report_print(&s->heard, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) }, s->path[1],
                 s->reading.quiet ? PTL_ERROR : PTL_NOTE);
    code = sides_picture(s);
    if (code == EXIT_FINE)
        code = sides_put_file(s, merged.file.data, merged.file.size);
    if (code == EXIT_FINE && cli_flag(args, "conflicts"))
        code = sides_put(s, "conflicts", merged.conflicts.data, merged.conflicts.size);
    if (code == EXIT_FINE && merged.count > 0)
        code = EXIT_FINDINGS;
    ptl_merged_free(&merged);
    return code;
}

static bool is_same(const char *a, const char *b)
{
    struct stat here, there;

    return strcmp(a, b) == 0 || (stat(a, &here) == 0 && stat(b, &there) == 0 &&
                                 here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

/* What is wrong with where the list of conflicts goes, or NULL. */
static const char *list_fault(const cli_args *args)
{
    const char *list = cli_value(args, "conflicts"), *output = cli_value(args, "output");

    if (list && is_same(list, output ? output : "-"))
        return "conflicts do not fit where the file goes: use --output";
    for (size_t i = 0; list && strcmp(list, "-") != 0 && i < args->operand_count; i++)
        if (is_same(list, args->operands[i]))
            return "conflicts do not go to one of the three files";
    return NULL;
}

static int run_merge(const cli_args *args)
{
    sides s;
    int   code;

    if (args->operand_count != 3)
        return cli_usage(args, "merge needs three files: what both came of, ours and theirs");
    if (list_fault(args))
        return cli_usage(args, "%s", list_fault(args));
    code = sides_begin(&s, args, 3);
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
    .limits   = true,
    .run      = run_merge,
};
