/* SPDX-License-Identifier: MIT */
/* What lies beside a level in its module: the title in the menu, passages, spawns. */
#ifndef PTL_FORMATS_MPD_MODULE_H
#define PTL_FORMATS_MPD_MODULE_H

#include "formats/ego_lists.h"
#include "formats/mpd/mpd_private.h"
#include "hubs/access.h"

typedef struct mpd_menu { /* menu.txt, underscores turned into blanks */
    ptl_str  title;
    ptl_str  reference; /* the module one must have beaten before it, or NONE */
    ptl_str  rating;    /* stars */
    ptl_str  summary;
    uint32_t least_players, most_players;
} mpd_menu;

typedef struct mpd_module {
    bool     has_menu, has_passages, has_spawns; /* there are such files, and they can be read */
    mpd_menu menu;
    ptl_passages passages;
    ptl_spawns   spawns;
    ptl_span     passage_text, spawn_text; /* what they were read from */
} mpd_module;

/* What is told of these files: nothing, which lines are passed over, all that is odd. */
typedef enum mpd_say { MPD_SAY_NOTHING, MPD_SAY_LOST, MPD_SAY_ALL } mpd_say;

/* One of those files, and who is told what is wrong with it. */
typedef struct mpd_text {
    ptl_job     job; /* its own: offsets count in the text */
    ptl_job    *outer;
    const char *name;
    mpd_say     say;
} mpd_text;

/* Loads a text from beside the level into the arena; false when it is not there. What goes wrong
 * in the job of the text is told to the outer one with name, line and column, and does not fail it
 * unless memory ran out: see ptl_mpd_text_end. */
bool ptl_mpd_text_load(mpd_text *text, ptl_job *outer, const ptl_files *files, const char *name,
                       mpd_say say);
bool ptl_mpd_text_end(mpd_text *text);

/* The same for a text that was loaded before: to tell what its entries are to the level. */
void ptl_mpd_text_reopen(mpd_text *text, ptl_job *outer, ptl_span source, const char *name);

/* The menu that is the source of the job; and what engines would not take of it. */
void ptl_mpd_menu_read(ptl_job *job, mpd_menu *out);
void ptl_mpd_menu_check(ptl_job *job, const mpd_menu *menu);

void ptl_mpd_module_load(ptl_job *job, const ptl_files *files, mpd_module *out, mpd_say say);

/* The fans of a passage as engines take it: clamped to the level, so that one beside it is at its
 * rim; false when it is reversed, and has none. */
typedef struct mpd_area {
    uint32_t x0, y0, x1, y1; /* the last fan is included */
} mpd_area;

bool ptl_mpd_passage_area(const ptl_mpd *mesh, const ptl_passage *passage, mpd_area *out);

/* The fan that a spawn stands on, or PTL_MPD_NO_FAN. */
uint32_t ptl_mpd_spawn_fan(const ptl_mpd *mesh, const ptl_spawn *spawn);

/* What the newest engine stops at in the texts beside a level, in each once, and which of them it
 * misses in a module. */
void ptl_mpd_check_engine(ptl_job *job, const ptl_files *files, bool module);

void ptl_mpd_check_files(ptl_job *job, const void *native, const ptl_check_opts *opts);

/* Which fans can be reached, by players where the module says where they begin; closed passages
 * need a key. False when there are too many, or no memory. */
bool ptl_mpd_reach(ptl_job *job, ptl_access *out, const ptl_mpd *mesh, const ptl_files *files);
void ptl_mpd_check_reach(ptl_job *job, const ptl_mpd *mesh, const ptl_files *files);

/* Values of a wawalite.txt that this library does not use are of the right kind. */
void ptl_mpd_water_check(ptl_job *job, ptl_span text);

#endif
