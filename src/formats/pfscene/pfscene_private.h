/* SPDX-License-Identifier: MIT */
/* What the files of the Permafrost scene format share. */
#ifndef PTL_FORMATS_PFSCENE_PRIVATE_H
#define PTL_FORMATS_PFSCENE_PRIVATE_H

#include <portolan/pfscene.h>

#include "core/words.h"
#include "formats/format.h"

#define PTL_PFSCENE_PARTS "pfobj"

enum {
    PFSCENE_LINE   = 255, /* bytes of a line, its end included, that the engine reads */
    PFSCENE_FIELDS = 4,   /* most fields of a line */
};

/* ---- Lines ---------------------------------------------------------------------------------- */

/* What a line is made of, a letter for each field: 'w' a word, 'n' a number, 'q' a text in quotes,
 * 'r' the rest of the line. Where there is no rest, the engine does not look at what follows. */
typedef struct pfscene_form {
    char    fields[PFSCENE_FIELDS + 1];
    uint8_t indent; /* blanks that the editor puts in front */
} pfscene_form;

/* A line, or what one is to say. */
typedef struct pfscene_line {
    pfscene_form form;
    ptl_str      field[PFSCENE_FIELDS];
} pfscene_line;

/* Splits a text without line ends; false when it has not all fields. */
bool ptl_pfscene_split(ptl_str text, pfscene_line *line);

/* The only line of a text that has something on it, without its end; empty when there is none or
 * more than one. */
ptl_str ptl_pfscene_only_line(ptl_str text);

/* Whether a text is this line as the editor writes it. */
bool ptl_pfscene_is_plain(ptl_str text, const pfscene_line *line);

/* Whether a text that is not says the same. */
bool ptl_pfscene_says(ptl_str text, const pfscene_line *line);

/* Whether the line would be read back as these fields. */
bool ptl_pfscene_fits(const pfscene_line *line);

void ptl_pfscene_put_line(ptl_buf *out, const pfscene_line *line);

/* ---- What lines there are ------------------------------------------------------------------- */

typedef struct pfscene_kind { /* of a section */
    char         name[10];
    char         count[14]; /* in front of the number of things; empty: it has none */
    char         key[8];    /* in front of each thing */
    pfscene_form thing;
    uint8_t      extra;      /* a ptl_str of a thing that stands behind its name, or 0 */
    uint8_t      lines;      /* attributes of each thing; 0: its line says how many */
    uint8_t      more_lines; /* the same from version 1.1 on */
    uint8_t      own;        /* lines of the section itself */
    uint8_t      indent;     /* of attributes */
} pfscene_kind;

/* The kind of a section by its name; NULL: not known. */
const pfscene_kind *ptl_pfscene_kind_of(ptl_str name);

/* From version 1.1 on there is more to factions. */
bool ptl_pfscene_is_newer(const ptl_pfscene *scene);

/* Both numbers of "1.0"; false when it is something else. */
bool ptl_pfscene_version_of(ptl_str text, uint64_t number[2]);

/* Attributes a thing of such a section has; SIZE_MAX: any number. Lines a section has. */
size_t ptl_pfscene_lines_of(const ptl_pfscene *scene, const pfscene_kind *kind);
size_t ptl_pfscene_own_lines(const ptl_pfscene *scene, const pfscene_kind *kind, size_t things);

/* Whether lines of their own follow an attribute. */
bool ptl_pfscene_has_arguments(const pfscene_kind *kind, ptl_str key);

pfscene_line ptl_pfscene_count_line(const pfscene_kind *kind, ptl_str count);
pfscene_line ptl_pfscene_thing_line(const pfscene_kind *kind, const ptl_pfscene_thing *thing,
                                    ptl_str count);
pfscene_line ptl_pfscene_attribute_line(const ptl_pfscene_attribute *a, unsigned indent);
pfscene_line ptl_pfscene_argument_line(const ptl_pfscene_argument *a);

/* ---- The rest ------------------------------------------------------------------------------- */

void ptl_pfscene_read(ptl_job *job, ptl_span source, void *native);
void ptl_pfscene_write(ptl_job *job, ptl_buf *out, const void *native);
void ptl_pfscene_settle(ptl_job *job, const void *native);
void ptl_pfscene_check(ptl_job *job, const void *native, const char *profile);

void ptl_pfscene_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);

/* Entities of all sections, and the models that they have, in the order in which they come. */
typedef struct pfscene_model {
    ptl_str path;
    size_t  count;
    size_t  first; /* of the entities */
} pfscene_model;

typedef struct pfscene_crowd {
    const ptl_pfscene_thing **entity;
    uint32_t                 *model; /* of each */
    size_t                    count;
    pfscene_model            *models;
    size_t                    model_count;
} pfscene_crowd;

/* In the job's arena; empty when that fails. */
pfscene_crowd ptl_pfscene_crowd_of(ptl_job *job, const ptl_pfscene *scene);

/* Leaves only entities that stand in a box of the scene, whose x grows to the east. */
void ptl_pfscene_keep_in(ptl_job *job, pfscene_crowd *crowd, const ptl_scene_box *box);

/* Reads as many numbers as there is room for; false when they are not there. */
bool ptl_pfscene_numbers(ptl_str text, double *out, size_t count);
bool ptl_pfscene_begins_with_number(ptl_str text, double *out);

/* The models of a document anew, for ptl_pfscene_companion. */
void ptl_pfscene_list_models(ptl_job *job, void *native);
bool ptl_pfscene_companion(const void *native, size_t index, ptl_companion *out);
bool ptl_pfscene_part(ptl_job *job, const void *native, size_t index, ptl_part_place *out);

/* Where a model of this path is. */
ptl_part_place ptl_pfscene_model_place(ptl_str path);

/* Where the map is: the one that the settings give, or that of the same name beside it. False when
 * the scene has no name. The place points into itself. */
bool ptl_pfscene_map_place(ptl_job *job, const char *stem, ptl_part_place *out);

void ptl_pfscene_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files);

extern const ptl_record ptl_pfscene_facts_record;
void                   *ptl_pfscene_facts(ptl_job *job, const void *native);

extern const ptl_format ptl_format_pfscene;

/* The row's `make`. */
ptl_status ptl_pfscene_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

extern const ptl_rule ptl_pfscene_rules[];

#endif
