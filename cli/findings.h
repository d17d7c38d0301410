/* SPDX-License-Identifier: MIT */
/* Findings in the languages of continuous integration: SARIF, workflow commands of GitHub, JUnit.
 */
#ifndef PTL_CLI_FINDINGS_H
#define PTL_CLI_FINDINGS_H

#include "report.h"

typedef struct checked_file {
    const char   *path;
    const report *found;
    bool          readable;
    ptl_severity  least;         /* what is less severe is left out             */
    ptl_bytes     was, repaired; /* the file, and what --fix would make of it; empty: no repair */
} checked_file;

typedef struct findings_form {
    const char *name;
    const char *between; /* what stands between the texts of two files */
    bool        repairs; /* it shows them: checked_file.repaired is wanted */
    void (*begin)(FILE *to);
    void (*file)(FILE *to, const checked_file *file);
    void (*end)(FILE *to);
} findings_form;

/* The form of a name; NULL for text and JSON, which have another shape. */
const findings_form *findings_form_named(const char *name);

#endif
