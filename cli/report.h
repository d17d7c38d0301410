/* SPDX-License-Identifier: MIT */
/* Findings as people and programs read them. */
#ifndef PTL_CLI_REPORT_H
#define PTL_CLI_REPORT_H

#include <stdio.h>

#include <portolan/project.h>

enum {
    REPORT_PEOPLE = 5,    /* findings of one rule shown before the rest is folded    */
    REPORT_JSON   = 1000, /* the same for programs: more than that are not kept      */
    REPORT_MEMORY = 4096, /* findings that stay in memory where all are to be shown  */
};

typedef struct tally { /* findings of one rule */
    const char  *rule;
    ptl_severity severity;
    bool         repair; /* what was done about others, of which every one is shown */
    size_t       count;
} tally;

typedef struct rule_answer { /* what the project wants of one rule in this file */
    const char  *rule;
    ptl_severity severity;
    unsigned     wanted;
} rule_answer;

typedef struct rule_choice {
    const char        *only, *ignore; /* names of rules with commas between, or NULL */
    const ptl_project *project;       /* what else a project wants, or NULL          */
    const char        *below;         /* the file's path from the project's folder   */
} rule_choice;

typedef struct report {              /* what was heard about one file */
    const rule_choice *choice;       /* findings of other rules are not kept; NULL: all are */
    const char        *spared;       /* a rule that somebody else tells of, or NULL */
    bool               all;          /* neither drop nor fold anything */
    bool               mends;        /* repairs are heard from now on */
    size_t             found_before; /* how many were kept until then */
    ptl_diag          *found;
    size_t             count, capacity;
    FILE        *spool; /* a file without a name, for those that came later; NULL: there are none */
    size_t       spooled;
    tally       *rules;
    size_t       rule_count, rule_capacity;
    rule_answer *answers; /* of the project, which is asked once about each rule */
    size_t       answer_count, answer_capacity;
    size_t       of[PTL_ERROR + 1]; /* how many of each severity */
    ptl_diag
         worst;  /* the first of those on which the engine does its worst; its `engine` says what */
    bool failed; /* one of them ended the reading */
} report;

/* A listener that collects. */
ptl_listener report_listener(report *r);
void         report_add(report *r, const ptl_diag *diag);
void         report_free(report *r);

/* What is heard from here on says what was repaired, and is shown whole. */
void report_mends(report *r);

/* A stream, and whether what it holds ends up on a terminal that has colors. What is kept in
 * memory is opened at its first word: most files have nothing to be said about them. */
typedef struct pen {
    FILE   *to;
    bool    colors;
    char  **text; /* where it is kept, or NULL */
    size_t *size;
} pen;

FILE *pen_stream(pen *with);

/* A line for each finding from `least` severity up: "file:place: severity: what [rule]", and one
 * that says how many were folded. */
void report_print(const report *r, pen *with, const char *file, ptl_severity least);

/* The index-th of the findings that were kept, asked for in order; NULL past the last. */
const ptl_diag *report_at(const report *r, size_t index, ptl_diag *room);

/* The findings as a JSON list; `only` less than 0 takes every severity. */
void report_json(const report *r, FILE *to, int only);

/* What a map kept that was carried to another engine, as a further member; nothing of others. */
void report_json_kept(const report *r, FILE *to);

/* The place of a finding as it stands after the name of the file, and the finding as JSON. */
void report_place(FILE *to, const ptl_diag *diag);
void report_json_one(FILE *to, const ptl_diag *diag);

/* How many findings of each rule the list leaves out, as a JSON object. */
void report_json_folded(const report *r, FILE *to);

/* Whether a list of rules with commas between has that name. */
bool lists_rule(const char *list, const char *name);

void print_json_string(FILE *to, const char *text);

/* A path fit for a terminal. */
typedef struct shown_path {
    char text[1024];
} shown_path;

const char *show_path(shown_path *room, const char *path);

#endif
