/* SPDX-License-Identifier: MIT */
/* Imports that are code of others run in a process of their own: what both sides say to each other.
 *
 * The one that calls sends a request, and the bytes of the file. The other one greets, then asks
 * for files by name, reports findings, and ends with a scene or a failure. It is not trusted: by
 * then it may be in the hands of the file.
 *
 *   request    "PTLI", version, seconds, memory (8), flags, depth, then sizes of importer, name and
 *              source (8 for the last), then these three
 *   message    kind, size (8), as many bytes
 *     HELLO      nothing
 *     FINDING    severity, status, rule (32), text (192): texts are filled up with zeros
 *     LOAD       role, name (256): is answered by whether it is there, size (8), bytes
 *     SCENE      imports/scene_pack.h; the last one
 *     FAILED     as FINDING; the last one
 *
 * Numbers take 4 bytes unless told otherwise, little-endian. */
#ifndef PTL_IMPORTS_FOREIGN_H
#define PTL_IMPORTS_FOREIGN_H

#include "imports/import.h"

enum { PTL_FOREIGN_VERSION = 1, PTL_FOREIGN_STRICT = 1, PTL_FOREIGN_LENIENT = 2 };

enum { /* kinds of messages */
       PTL_FOREIGN_HELLO = 1,
       PTL_FOREIGN_FINDING,
       PTL_FOREIGN_LOAD,
       PTL_FOREIGN_SCENE,
       PTL_FOREIGN_FAILED,
};

enum { /* sizes */
       PTL_FOREIGN_REQUEST  = 48,
       PTL_FOREIGN_HEAD     = 12, /* of a message              */
       PTL_FOREIGN_REPLY    = 12, /* to LOAD, before the bytes */
       PTL_FOREIGN_RULE     = 32,
       PTL_FOREIGN_TEXT     = 192,
       PTL_FOREIGN_SAID     = 8 + PTL_FOREIGN_RULE + PTL_FOREIGN_TEXT,
       PTL_FOREIGN_NAME     = 256,
       PTL_FOREIGN_WANTED   = 4 + PTL_FOREIGN_NAME,
       PTL_FOREIGN_IMPORTER = 32, /* at most, as of the name of the file */
};

/* Roles of files that are asked for, ended by NULL. */
extern const char *const ptl_foreign_roles[];

/* ---- The one that calls ---------------------------------------------------------------------- */

/* Where an answer comes from, and files that it asks for go to. */
typedef struct ptl_foreign_line {
    bool (*get)(void *user, void *data, size_t size);
    bool (*put)(void *user, const void *data, size_t size);
    void *user;
} ptl_foreign_line;

typedef enum ptl_foreign_end {
    PTL_FOREIGN_DONE,   /* a scene, or a failure that was passed on to the job */
    PTL_FOREIGN_DEAF,   /* the line ended before a greeting                    */
    PTL_FOREIGN_BROKEN, /* it ended after that                                 */
    PTL_FOREIGN_MAD,    /* what came makes no sense                            */
} ptl_foreign_end;

/* Hears an answer to its end and fills a zeroed scene. Findings are reported, files loaded. */
ptl_foreign_end ptl_foreign_hear(ptl_job *job, ptl_scene *out, const ptl_foreign_line *line,
                                 const ptl_files *files);

/* ---- The one that is called ------------------------------------------------------------------ */

typedef struct ptl_foreign_request {
    ptl_heap  heap;
    ptl_arena arena;
    ptl_job   job;
    unsigned  seconds;
    size_t    memory;
    char      importer[PTL_FOREIGN_IMPORTER + 1], name[PTL_FOREIGN_NAME];
    ptl_span  source;
} ptl_foreign_request;

/* Takes a request from standard input. False when this process was not started for one. */
bool ptl_foreign_accept(ptl_foreign_request *out);

/* Lets the importer loose on it, after all rights were given up, and answers. */
void ptl_foreign_serve(ptl_foreign_request *request, const ptl_importer *import);

#endif
