/* SPDX-License-Identifier: MIT */
/* One call in flight: where memory comes from, what may be taken, what was found, what went wrong.
 *
 * A job fails once. After that cursors read zeros, allocations give NULL and further findings are
 * dropped, so code above needs no guards; ask ptl_ok where going on would cost time. */
#ifndef PTL_CORE_JOB_H
#define PTL_CORE_JOB_H

#include "core/json_place.h"

typedef struct ptl_span { /* bytes that belong to somebody else */
    const uint8_t *data;
    size_t         size;
} ptl_span;

/* Memory of one document or one call, counted against its limit, and against that of the call it is
 * part of. */
typedef struct ptl_heap ptl_heap;

struct ptl_heap {
    ptl_allocator allocator;
    size_t        limit, used;
    ptl_heap     *within;  /* NULL: it stands alone         */
    bool          refused; /* something would have passed the limit */
    bool          failed;  /* the allocator said no                 */
};

/* What opens documents inside of documents: formats/part.h. */
typedef struct ptl_door ptl_door;

typedef struct ptl_arena ptl_arena;

/* How far the lines of the source were counted. */
typedef struct ptl_lines {
    uint64_t offset, line_start;
    uint32_t ends; /* line ends before `offset` */
} ptl_lines;

typedef struct ptl_job {
    ptl_heap          *heap;
    ptl_arena         *arena;        /* of the document that is read; NULL while writing       */
    ptl_span           source;       /* what offsets count in                                  */
    bool               source_owned; /* the source lives in the arena: arrays may stay there   */
    bool               source_kept;  /* and some did                                           */
    bool               source_once;  /* nobody looks at what was read: see ptl_source_passed   */
    bool               text;         /* findings carry line and column                         */
    bool               placeless;    /* offsets mean nothing: the document came from elsewhere */
    bool               vouched; /* the reader saw to long lists itself: settle need not again */
    bool               strict, lenient;
    bool               untrusted; /* the input alone, and nobody's code but decoders of images */
    unsigned           depth;     /* most nesting allowed */
    size_t             input;     /* most bytes of a file that is loaded; 0: as memory allows */
    unsigned           expansion; /* most cells for a byte: see ptl_expand */
    const ptl_door    *door;      /* NULL where no part can be opened               */
    unsigned           inside;    /* documents this one is a part of, one in another */
    const char        *name;      /* of the document's file, for titles; NULL or empty: not known */
    ptl_listener       listener;
    bool               judging; /* findings are to say what the engine does            */
    const ptl_rule    *judges;  /* rows that know it; NULL: nobody asked, or none does */
    const char        *judged;  /* the rule asked for last, and what its row says:     */
    bool               aside;   /* the engine has nothing to do with it                */
    ptl_fate           fate;
    const ptl_setting *settings;
    size_t             setting_count;
    const char        *target;   /* file name of the output, or NULL */
    bool               shapes;   /* nobody looks at colors and images */
    bool               pictured; /* a picture is drawn of the scene: it need not be carried on */
    bool               assists;  /* what is made goes with something that has signs of its own */
    ptl_progress       progress;
    const char        *stage;    /* of the work, for those who watch it      */
    uint64_t           heard_at; /* offset of the source they heard of last  */
    size_t             quietly;  /* bytes worked on since they heard anything */
    ptl_diag           error;    /* the first one; status PTL_OK while all is well */
    char               path[sizeof((ptl_diag *)0)->path];
    char               within[sizeof((ptl_diag *)0)->path]; /* for findings without a path */
    ptl_lines          last;  /* where the last line number was counted to      */
    ptl_lines          gone;  /* where the source begins that is not forgotten  */
    bool               jumps; /* findings go back and forth, and the arena stays what it is */
    ptl_span           json;  /* the text a document was read from that has no places otherwise */
    ptl_json_way       way;   /* to what was said about it last */
    ptl_lines         *marks; /* lines before every so many bytes; NULL until they do so    */
} ptl_job;

static inline bool ptl_ok(const ptl_job *job)
{
    return job->error.status == PTL_OK;
}

/* Memory as the system gives it: src/host/system_memory.c. The wish may well be ignored. */
extern const ptl_allocator ptl_memory_of_system;
void                       ptl_memory_wish_large_pages(void *piece, size_t size);

/* Whether it failed because memory ran out, which is no fault of the file. */
bool ptl_starved(const ptl_job *job);

/* Fills in the defaults, or what files of strangers get: src/core/limits.c. */
ptl_limits ptl_limits_of(const ptl_limits *asked, bool untrusted);
ptl_heap   ptl_heap_of(const ptl_allocator *allocator, size_t limit);
ptl_heap   ptl_heap_within(ptl_heap *outer); /* counts in both */

/* An allocator whose memory counts against a heap; valid as long as the heap is. Heaps that are
 * made with it end where that one does. */
ptl_allocator ptl_heap_allocator(ptl_heap *heap);

/* The only way to memory in the library. NULL, and the job failed, when there is none left. */
void *ptl_resize(ptl_job *job, void *ptr, size_t old_size, size_t new_size);
/* The same without a job to blame. */
void *ptl_heap_resize(ptl_heap *heap, void *ptr, size_t old_size, size_t new_size);

/* Fails a job on an untrusted input before a library of others is loaded, or a process started;
 * false after that. `what` says what it would be for: "plans are drawn by cairo". */
bool ptl_trusted(ptl_job *job, const char *what);

/* Counts memory that is held for the job without having come from its heap: input and settings that
 * the caller holds, what a library of others takes by itself. False, and the job failed, when it
 * does not fit; what was charged is refunded when it is gone. */
bool ptl_charge(ptl_job *job, uint64_t size);
void ptl_refund(ptl_job *job, uint64_t size);

/* What may still be taken or charged. */
size_t ptl_heap_left(const ptl_heap *heap);

/* Bytes that the values of settings take, which the caller holds. */
size_t ptl_settings_size(const ptl_setting *settings, size_t count);

/* Readers of packed maps say how many cells some bytes of the source stand for. A few bytes can
 * stand for millions, and all that is done to a map takes time for each of them, so that the job
 * fails where they are very many for so little. */
enum { PTL_EXPANSION_FREE = 4 << 20 };
void ptl_expand(ptl_job *job, uint64_t offset, uint64_t cells, uint64_t bytes);

/* Readers of long texts say how far they are. Where the source is not needed again its memory is
 * given back in steps, so that source and document are never in memory together. Lines are counted
 * first, so findings after `offset` still have their places. */
enum { PTL_SOURCE_STEP = 4 << 20 };
void ptl_source_forget(ptl_job *job, uint64_t offset);

/* The JSON text that findings had their places in is gone, or no longer what they are about. */
void ptl_json_forget(ptl_job *job);

/* Tells the caller's ptl_progress how far the work is; fails the job when that says to stop. */
enum { PTL_QUIET_BYTES = 256 << 10 };
void ptl_step_to(ptl_job *job, uint64_t done, uint64_t total);

/* Says that so many bytes were worked on, so that work which neither reads the source nor takes
 * memory is heard of, can be stopped, and can be counted. */
void ptl_worked(ptl_job *job, size_t bytes);

static inline void ptl_source_passed(ptl_job *job, uint64_t offset)
{
    if (job->source_once && offset - job->gone.offset >= PTL_SOURCE_STEP)
        ptl_source_forget(job, offset);
    if (offset - job->heard_at >= PTL_QUIET_BYTES) {
        job->heard_at = offset;
        ptl_step_to(job, offset, job->source.size);
    }
}

/* Names the logical place of the next finding, as in ptl_path(job, "type[%u,%u]", x, y). */
void ptl_path(ptl_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for every finding from now on that is given no path of its own; "" ends it. */
void ptl_within(ptl_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Findings. Offset is the first byte concerned or PTL_NOWHERE; the rule is a literal. */
void ptl_fail(ptl_job *job, ptl_status status, uint64_t offset, const char *rule,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
void ptl_warn(ptl_job *job, uint64_t offset, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A finding of any severity that never stops the job: what checks report. */
void ptl_find(ptl_job *job, ptl_severity severity, uint64_t offset, const char *rule,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same, without a place, about a number of things; nothing is reported when there are none. '#'
 * stands for the number; of the words in braces, the first are for a single thing: "# {fan is|fans
 * are} lost". */
void ptl_find_count(ptl_job *job, ptl_severity severity, const char *rule, size_t count,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Whether somebody wants to hear of such a finding. Checks that may find a great many ask before
 * they make a path or look for a place; ptl_find asks again. */
bool ptl_wants(ptl_job *job, ptl_severity severity, const char *rule);

/* Findings from now on follow what the engine does, if they are to and some row of these knows. */
void ptl_judge_by(ptl_job *job, const ptl_rule *rules);
bool ptl_rules_judge(const ptl_rule *rules);

/* A finding of which there may be a great many: what names its path, `named`, its offset and its
 * text are made only where somebody wants it. */
#define PTL_FIND(job, severity, named, offset, rule, ...)                                          \
    (ptl_wants(job, severity, rule)                                                                \
         ? ((named), ptl_find(job, severity, offset, rule, __VA_ARGS__))                           \
         : (void)0)

/* What a finished job returns. */
ptl_status ptl_job_end(const ptl_job *job, ptl_diag *err);

/* The value given for a setting, or NULL. */
const ptl_setting *ptl_setting_of(const ptl_job *job, const char *name);
bool               ptl_setting_is(const ptl_setting *setting, const char *value);

#endif
