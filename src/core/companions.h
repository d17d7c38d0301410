/* SPDX-License-Identifier: MIT */
/* Other files of a call: their names, and loading them so that they count against its limit. */
#ifndef PTL_CORE_COMPANIONS_H
#define PTL_CORE_COMPANIONS_H

#include "core/job.h"

/* Loads a companion with memory of the job; false when it is not there, or when the job failed
 * because it passes the limit. Give it back with ptl_bytes_free, or let ptl_files_keep do so. */
bool ptl_files_load(ptl_job *job, const ptl_files *files, const ptl_companion *companion,
                    ptl_bytes *out);

/* The same as a piece of the job's arena; data is NULL when it is not there. */
ptl_span ptl_files_keep(ptl_job *job, const ptl_files *files, const ptl_companion *companion);

/* Whether it is there, for whoever does not want what is in it. */
bool ptl_files_have(ptl_job *job, const ptl_files *files, const ptl_companion *companion);

/* Whether a document makes use of a companion is looked for in all of it, each time one asks. Where
 * there are more than this, none is looked for and all are needed, so that a list of n companions
 * does not cost n times the document. */
enum { PTL_COMPANIONS_SOUGHT = 256 };

/* Gives a companion its name. One that does not fit, or has a NUL inside, becomes empty, which is
 * never found, rather than the name of another file. */
void ptl_companion_call(ptl_companion *companion, ptl_str name);

/* The path of a companion as a document spells it, with slashes of either kind, made one below the
 * folders that are searched: what leads out of them, or names a drive, is left off. With `percents`
 * a first part such as %PATH% is a place, too, and "%%" is a percent sign. False, and an empty
 * name, when nothing is left or there is no room. */
bool ptl_companion_path(char *out, size_t out_size, ptl_str path, bool percents);

#endif
