/* SPDX-License-Identifier: MIT */
/* What the parts of the OBJ reader share: words and numbers of a line, and materials. */
#ifndef PTL_IMPORTS_OBJ_READER_H
#define PTL_IMPORTS_OBJ_READER_H

#include "core/words.h"
#include "hubs/names.h"
#include "imports/import.h"

typedef struct obj_material {
    ptl_str            name;
    ptl_str            map, mask; /* files of its colors, and of how solid they are */
    bool               dissolves; /* it says how solid it is as a whole             */
    ptl_scene_material look;
} obj_material;

typedef struct obj_reader {
    ptl_job         *job;
    const ptl_files *files;
    const char      *start, *at, *end; /* the text; `at` is inside the line being read */
    bool             library;          /* the text is an MTL: only worth warnings      */
    bool             smooth;           /* inside of a smoothing group                  */
    ptl_buf          positions, tints, uvs, normals, corners, runs, materials, objects;
    ptl_names        material_names, image_names; /* and their numbers */
    size_t           libraries;
    size_t           object_first; /* bytes of corners before the last object */
    struct {
        size_t lines, groups, smooth, words, maps, options, looks;
    } lost;
} obj_reader;

/* The next word of the line; empty at its end, or where a comment begins. */
ptl_str ptl_obj_word(obj_reader *r);
/* The rest of the line without outer blanks: names may have blanks inside. */
ptl_str ptl_obj_rest(obj_reader *r);
void    ptl_obj_skip_line(obj_reader *r);

uint64_t ptl_obj_offset(const obj_reader *r);
/* Fails over a word that is not what was wanted. */
void ptl_obj_fail(obj_reader *r, ptl_str word, const char *rule, const char *wanted);
/* At least so many numbers; returns how many there were, of which `room` are kept. */
size_t ptl_obj_numbers(obj_reader *r, float *out, size_t least, size_t room);

obj_material *ptl_obj_material(const obj_reader *r, size_t index);
size_t        ptl_obj_material_count(const obj_reader *r);
/* A material by its name; a new one when there is none. */
uint32_t ptl_obj_material_named(obj_reader *r, ptl_str name);
/* Materials of the file that the rest of the line names. */
void ptl_obj_read_library(obj_reader *r);

#endif
