/* SPDX-License-Identifier: MIT */
/* Names of outputs: all of them are made, and compared, before the first file is written. */
#ifndef PTL_CLI_OUTPUTS_H
#define PTL_CLI_OUTPUTS_H

#include <pthread.h>
#include <sys/types.h>

#include "files.h"

typedef struct file_id { /* which file it is, however its name is spelled */
    dev_t device;
    ino_t number;
} file_id;

typedef struct file_ids { /* a table by their numbers, at most half of it in use */
    struct file_slot {
        file_id id;
        bool    taken;
    } * slots;
    size_t count, capacity;
} file_ids;

typedef struct outputs {
    const char      *place;     /* a folder, or the one output as given */
    bool             folder;    /* which of them                        */
    const char      *pattern;   /* of names in the folder, without the extension; NULL: as usual */
    const char      *extension; /* of what is written                   */
    const file_list *inputs;
    char           **names;  /* of each input's output               */
    char           **sorted; /* the same in order                    */
    char           **made;   /* folders that were made, outer ones first */
    size_t           made_count;
    file_ids         spared;  /* inputs of every kind: nothing beside an output replaces them */
    file_ids         written; /* what this run wrote; neither is that written twice           */
    pthread_mutex_t  lock;    /* of the last two lists that grow: made and written            */
} outputs;

/* What is wrong with a pattern of names, or NULL. */
const char *outputs_fault(const char *pattern);

/* Makes the names; says what is wrong and returns an exit code when two inputs would go to one
 * output, or one would go to the place of another. */
int  outputs_begin(outputs *o, const file_list *inputs);
void outputs_end(outputs *o);

/* A file that is read, and that no file beside an output may replace. */
void outputs_spare(outputs *o, const char *path);

/* Whether a path is an input, or an output to be. */
bool outputs_has(const outputs *o, const char *path);

/* Makes the folders that an output goes to. */
bool outputs_make_folders(outputs *o, size_t index);

/* Whether a path may be written to for this input: its own output, or a file beside it. */
bool outputs_may_put(outputs *o, size_t index, const char *path);

void outputs_wrote(outputs *o, const char *path);
bool outputs_is_written(outputs *o, const char *path);

#endif
