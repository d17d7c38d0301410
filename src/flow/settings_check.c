/* SPDX-License-Identifier: MIT */
/* Settings: whether a call has any use for those that were given. */
#include <string.h>

#include "core/utf8.h"
#include "flow/source.h"

static bool is_choice(const char *choices, const ptl_setting *setting)
{
    for (const char *at = choices; *at;) {
        size_t length = strcspn(at, " ");

        if (length == setting->size && memcmp(at, setting->data, length) == 0)
            return true;
        at += length + (at[length] == ' ');
    }
    return false;
}

const ptl_setting_info *ptl_setting_named(const ptl_setting_info *list, const char *name)
{
    while (list && list->name && strcmp(list->name, name) != 0)
        list++;
    return list && list->name ? list : NULL;
}

/* Whether the value may be what a file holds instead of a choice. */
static bool takes_file(const ptl_setting_info *info)
{
    const char *bar = info->value ? strchr(info->value, '|') : NULL;

    return bar && strcmp(bar, "|FILE") == 0;
}

/* What a setting is for, by the bits of `when` that choose between scenes and plans. */
static const char *purpose(const ptl_format *format, unsigned when)
{
    const char *const purposes[] = { format->info.name, "exports in three dimensions", "plans",
                                     "plans and exports in three dimensions" };

    return purposes[(when & PTL_WHEN_SCENE ? 1 : 0) | (when & PTL_WHEN_PLAN ? 2 : 0)];
}

/* A setting that does something, but not here. */
static void refuse_elsewhere(ptl_job *job, const ptl_format *format, const ptl_export *export,
                             const ptl_setting_info *known)
{
    ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting",
             "\"%s\" would change nothing in %s: it is for %s", known->name,
             export ? export->info.name : format->info.name, purpose(format, known->when));
}

void ptl_check_settings(ptl_job *job, const ptl_format *format, const ptl_export *export,
                        unsigned when)
{
    for (size_t i = 0; i < job->setting_count && ptl_ok(job); i++) {
        const ptl_setting      *given = &job->settings[i];
        const ptl_setting_info *known = ptl_setting_named(format->info.settings, given->name);
        char                    shown[48];

        if (export && !(known && known->when & when) &&
            ptl_setting_named(export->info.settings, given->name))
            known = ptl_setting_named(export->info.settings, given->name);
        if (!known)
            ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s has no setting \"%s\"",
                     export ? export->info.name : format->info.name,
                     ptl_quote(shown, sizeof shown, given->name, strlen(given->name)));
        else if (!(known->when & when))
            refuse_elsewhere(job, format, export, known);
        else if (known->choices && !takes_file(known) && !is_choice(known->choices, given))
            ptl_fail(job, PTL_E_ARG, PTL_NOWHERE, "setting", "%s is \"%s\", allowed are: %s",
                     known->name, ptl_quote(shown, sizeof shown, given->data, given->size),
                     known->choices);
    }
}
