/* SPDX-License-Identifier: MIT */
/* What a project wants of its checks: the file .portolan.json, a JSON text of ours.
 *
 *     const ptl_project *wishes = ptl_project_view(doc);
 *
 *     for (size_t i = 0; i < wishes->rules.count; i++)
 *         printf("%.*s\n", (int)wishes->rules.data[i].rule.size, wishes->rules.data[i].rule.data);
 */
#ifndef PORTOLAN_PROJECT_H
#define PORTOLAN_PROJECT_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTL_PROJECT_FILE ".portolan.json"

enum { PTL_PROJECT_OFF = PTL_ERROR + 1 }; /* in place of a severity: not reported at all */
enum { PTL_PROJECT_ENGINE = 1, PTL_PROJECT_DOCUMENT };

typedef struct ptl_texts {
    ptl_str *data;
    size_t   count;
} ptl_texts;

/* How severe findings of a rule are in some files. */
typedef struct ptl_project_rule {
    ptl_str   rule;
    uint8_t   severity; /* ptl_severity, or PTL_PROJECT_OFF                                  */
    ptl_texts paths;    /* patterns of paths below the project's folder; none: all files     */
} ptl_project_rule;

typedef struct ptl_project_rules {
    ptl_project_rule *data;
    size_t            count;
} ptl_project_rules;

typedef struct ptl_project {
    ptl_texts         only, ignore; /* names of rules                                        */
    ptl_project_rules rules;        /* of several that fit, the last counts                  */
    ptl_texts         textures;     /* folders, from that of the project                     */
    uint8_t           profile;      /* PTL_PROJECT_ENGINE, PTL_PROJECT_DOCUMENT; 0: not given */
    uint8_t           fail_on;      /* ptl_severity and 1; 0: not given                      */
} ptl_project;

/* The wishes inside a document, or NULL when it is of another format: to change, or only to look
 * at. */
PTL_API ptl_project       *ptl_project_of(const ptl_doc *doc);
PTL_API const ptl_project *ptl_project_view(const ptl_doc *doc);

/* Whether a pattern fits a path: '?' is any byte but '/', '*' any number of these, "**" any number
 * of bytes. */
PTL_API bool ptl_project_fits(ptl_str pattern, const char *path);

/* The severity of a finding in a file, a path below the project's folder; PTL_PROJECT_OFF when it
 * is not to be reported. */
PTL_API unsigned ptl_project_severity(const ptl_project *project, const char *path,
                                      const char *rule, ptl_severity severity);

#ifdef __cplusplus
}
#endif

#endif
