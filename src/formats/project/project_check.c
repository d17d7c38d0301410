/* SPDX-License-Identifier: MIT */
/* What a project names, and is not there or cannot be. */
#include <string.h>

#include "formats/part.h"
#include "formats/project/project_private.h"

/* The next part of a path, up to its end or a slash. */
static ptl_str part_at(const ptl_str *path, size_t at)
{
    const char *from  = path->data + at;
    const char *slash = at < path->size ? memchr(from, '/', path->size - at) : NULL;

    return (ptl_str){ from, slash ? (size_t)(slash - from) : path->size - at };
}

static bool is_dots(ptl_str part)
{
    return part.size <= 2 && memcmp(part.data, "..", part.size) == 0;
}

/* Below the project's own folder: what a stranger's project says must not lead elsewhere. */
static bool stays_below(const ptl_str *folder)
{
    if (folder->size == 0 || folder->data[0] == '/' || memchr(folder->data, 0, folder->size))
        return false;
    for (size_t at = 0; at <= folder->size;) {
        ptl_str part = part_at(folder, at);

        if (part.size == 2 && is_dots(part))
            return false;
        at += part.size + 1;
    }
    return true;
}

/* Whether a path from the project's folder could fit: none has an empty part, or goes up. */
static bool can_fit(const ptl_str *pattern)
{
    if (pattern->size == 0 || memchr(pattern->data, '\\', pattern->size))
        return false;
    for (size_t at = 0; at <= pattern->size;) {
        ptl_str part = part_at(pattern, at);

        if (is_dots(part))
            return false;
        at += part.size + 1;
    }
    return true;
}

/* ---- Findings -------------------------------------------------------------------------------- */

static void check_name(ptl_job *job, const char *list, size_t index, const char *member,
                       const ptl_str *name)
{
    ptl_near near = ptl_near_to(*name);
    char     shown[96];

    if (!job->door || job->door->knows(&near))
        return;
    ptl_path(job, "%s[%zu]%s", list, index, member);
    ptl_find(job, PTL_ERROR, PTL_NOWHERE, "project-rule", "there is no rule '%s'%s",
             ptl_quote(shown, sizeof shown, name->data, name->size), ptl_near_text(&near, ""));
}

static void check_names(ptl_job *job, const char *list, const ptl_texts *names)
{
    for (size_t i = 0; i < names->count; i++)
        check_name(job, list, i, "", &names->data[i]);
}

static void check_pattern(ptl_job *job, size_t rule, size_t index, const ptl_str *pattern)
{
    char shown[96];

    if (can_fit(pattern))
        return;
    ptl_path(job, "rules[%zu]/paths[%zu]", rule, index);
    ptl_find(job, PTL_ERROR, PTL_NOWHERE, "project-pattern",
             "'%s' fits no path: those begin in the project's folder, as in 'maps/**'",
             ptl_quote(shown, sizeof shown, pattern->data, pattern->size));
}

static void check_folder(ptl_job *job, size_t index, const ptl_str *folder)
{
    char shown[96];

    if (stays_below(folder))
        return;
    ptl_path(job, "textures[%zu]", index);
    ptl_find(job, PTL_ERROR, PTL_NOWHERE, "project-folder",
             "not a folder below that of the project: '%s'",
             ptl_quote(shown, sizeof shown, folder->data, folder->size));
}

void ptl_project_check(ptl_job *job, const void *native, const char *profile)
{
    const ptl_project *project = native;

    (void)profile;
    check_names(job, "only", &project->only);
    check_names(job, "ignore", &project->ignore);
    for (size_t i = 0; i < project->rules.count; i++) {
        const ptl_project_rule *row = &project->rules.data[i];

        check_name(job, "rules", i, "/rule", &row->rule);
        for (size_t k = 0; k < row->paths.count; k++)
            check_pattern(job, i, k, &row->paths.data[k]);
    }
    for (size_t i = 0; i < project->textures.count; i++)
        check_folder(job, i, &project->textures.data[i]);
}
