/* SPDX-License-Identifier: MIT */
/* portolan apply: the changes of a patch, made in a file. */
#include "commands.h"

#include <portolan/compare.h>
#include <string.h>
#include <unistd.h>

#include "sides.h"

/* Whose fault it is that went wrong first: the patch is read before the file. */
static bool is_of_patch(const sides *s, const ptl_diag *wrong)
{
    return strncmp(wrong->rule, "patch-", 6) == 0 || strncmp(wrong->rule, "json-", 5) == 0 ||
           (s->file[0].path && access(s->file[0].path, R_OK) != 0);
}

static int apply(sides *s)
{
    ptl_read_opts opts = s->reading.opts;
    ptl_bytes     out  = { 0 };
    ptl_diag      wrong;
    int           code;

    opts.listener = report_listener(&s->heard);
    if (ptl_apply(&out, &s->file[0], &s->file[1], &opts, &wrong) != PTL_OK)
        return sides_blame(&wrong, s->path[is_of_patch(s, &wrong) ? 0 : 1]);
    report_print(&s->heard, &(pen){ .to = stderr, .colors = has_colors(STDERR_FILENO) }, s->path[1],
                 s->reading.quiet ? PTL_ERROR : PTL_NOTE);
    code = sides_put_file(s, out.data, out.size);
    ptl_bytes_free(&out);
    return code;
}

static int run_apply(const cli_args *args)
{
    sides s;
    int   code;

    if (args->operand_count != 2)
        return cli_usage(args, "apply needs a patch and a file");
    code = sides_begin(&s, args, 2, 1);
    if (code == EXIT_FINE)
        code = apply(&s);
    sides_end(&s);
    return code;
}

static const cli_option options[] = { SIDES_OPTIONS, { 0 } };

const cli_command cli_apply = {
    .name     = "apply",
    .operands = "PATCH FILE",
    .summary  = "make the changes of a patch in a file",
    .about =
        "Takes a patch of 'diff --format patch'. From the file it was made for comes the other\n"
        "one, byte for byte. Another state of the file is changed the same way where all that\n"
        "changes is as it was; otherwise it is refused, and the place is said.",
    .examples = "portolan diff --format patch old.gmm new.gmm -o changes.json\n"
                "portolan apply changes.json old.gmm -o new.gmm",
    .options  = options,
    .limits   = LIMITS_ALL,
    .run      = run_apply,
};
