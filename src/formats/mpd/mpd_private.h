/* SPDX-License-Identifier: MIT */
/* What the files of the Egoboo format share. */
#ifndef PTL_FORMATS_MPD_PRIVATE_H
#define PTL_FORMATS_MPD_PRIVATE_H

#include <portolan/mpd.h>

#include "formats/format.h"

enum {
    MPD_HEADER = 16, /* bytes before the first array */
    MPD_FLAT   = 0x77,
};

/* Vertices of every type byte, 0 for blank types and for those without an entry. */
typedef struct mpd_counts {
    uint8_t of[256];
} mpd_counts;

mpd_counts ptl_mpd_counts_of(const ptl_mpd_dictionary *dictionary);

/* Vertices that all fans need together. */
uint32_t ptl_mpd_vertex_sum(const ptl_mpd *mesh);

/* Parses a dictionary, reporting to a job whose source is the text. */
void ptl_mpd_dictionary_parse(ptl_job *job, ptl_span text, ptl_mpd_dictionary *out);

/* Fails when sizes, words and dictionary do not fit together. */
void ptl_mpd_settle_fans(ptl_job *job, const ptl_mpd *mesh);

/* Flat vertices for every fan on the grid; twist and light to go with them. */
void ptl_mpd_lay_vertices(ptl_job *job, ptl_mpd *mesh, uint8_t light);

/* The derived tables, in the job's arena. */
void ptl_mpd_tables_make(ptl_job *job, const ptl_mpd *mesh, ptl_mpd_tables *out);

/* The quantum (4.125 or 4) whose twist rule fits more of the stored bytes. */
double ptl_mpd_likely_quantum(const ptl_mpd *mesh, const ptl_mpd_tables *tables);

/* Counts fans whose stored slopes are not those of their heights by the likely quantum, and stores
 * those where `change` is set. */
size_t ptl_mpd_freshen(const ptl_mpd *mesh, const ptl_mpd_tables *tables, bool change);

/* Which corner of its cell a fan's first vertex is nearest to, if the other three follow in turn.
 */
typedef enum mpd_order { MPD_STANDARD, MPD_ROTATED, MPD_DISTORTED } mpd_order;

bool      ptl_mpd_has_corners(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan);
mpd_order ptl_mpd_corner_order(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan);

/* The two pairs of corners a fan shares with its neighbor to the east or south. */
typedef struct mpd_seam {
    uint32_t other;      /* the neighbor, or PTL_MPD_NO_FAN */
    uint32_t pair[2][2]; /* vertices that ought to coincide  */
} mpd_seam;

mpd_seam ptl_mpd_seam_of(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan,
                         bool south);
bool     ptl_mpd_torn(const ptl_mpd *mesh, const uint32_t pair[2]);

/* Twice the area of a triangle seen from above; negative when it faces down. */
double ptl_mpd_plan_area2(const ptl_mpd *mesh, const uint32_t corner[3]);

void ptl_mpd_check(ptl_job *job, const void *native, const char *profile);
void ptl_mpd_fix(ptl_job *job, void *native);

/* The plan of the game, where the setting "plan-bmp" asks for it. */
void ptl_mpd_beside(ptl_job *job, const void *native, const ptl_files *files,
                    ptl_attachments *attached);

void ptl_mpd_to_plan(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_mpd_to_scene(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_mpd_to_grid(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_mpd_home(ptl_job *job, void *native, ptl_grid_homes *homes, ptl_attachments *attached);
void ptl_mpd_from_grid(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

void ptl_mpd_to_ground(ptl_job *job, void *hub, const void *native, const ptl_files *files);
void ptl_mpd_from_ground(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

/* The layers of a wawalite.txt, reporting to a job whose source is the text. */
void ptl_mpd_water_parse(ptl_job *job, ptl_span text, ptl_mpd_water *out);

/* The water of a level, from the file beside it; false when there is none to draw. */
bool   ptl_mpd_water_load(ptl_job *job, const ptl_files *files, ptl_mpd_water *out);
size_t ptl_mpd_water_fans(const ptl_mpd *mesh);
bool   ptl_mpd_water_shown(const ptl_mpd_water *water, unsigned layer);
bool   ptl_mpd_water_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                          const ptl_mpd_tables *tables, const ptl_mpd_water *water, unsigned layer);
void ptl_mpd_water_material(ptl_job *job, ptl_scene_material *material, const ptl_mpd_water *water,
                            unsigned layer);

/* Behind the level, as if it were a layer of water. */
enum { MPD_BACKGROUND = 2 };

size_t ptl_mpd_fans_off(const ptl_mpd *mesh);
bool   ptl_mpd_background_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                               const ptl_mpd_tables *tables, const ptl_mpd_water *water);

/* Whether a fan is part of a scene: it has a shape, is switched on, and lies somewhere. */
bool ptl_mpd_is_drawn(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan);

/* What a level has that its scene has not, as a member of the notes; and the way back. */
void ptl_mpd_put_level(ptl_job *job, ptl_buf *out, const ptl_mpd *mesh,
                       const ptl_mpd_tables *tables);
void ptl_mpd_from_scene(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);
void ptl_mpd_from_heightmap(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

/* A level made of any other scene: of how high its ground is. */
void ptl_mpd_from_heights(ptl_job *job, ptl_mpd *mesh, const ptl_scene *scene);

/* Four vertices and two triangles over the exact grid cell of a fan, as the number-th of a part. */
void ptl_mpd_cell_quad(ptl_scene_part *part, const ptl_mpd *mesh, size_t fan, size_t number,
                       const double height[4]);

/* Effects, by the numbers of their bits. */
enum { MPD_EFFECTS = 8, MPD_USUAL_EFFECTS = 0xFF & ~PTL_MPD_FX_NOREFLECT };

/* Bits of those that the setting "effects" asks for; fails on names that there are not. */
unsigned ptl_mpd_effects_asked(ptl_job *job);

/* The bit of an effect by its name; 0: there is none. */
unsigned ptl_mpd_effect_named(ptl_str name);

size_t  ptl_mpd_effect_fans(const ptl_mpd *mesh, unsigned effect);
ptl_str ptl_mpd_effect_notes(ptl_job *job, const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                             const ptl_mpd_water *water);
void    ptl_mpd_effect_material(ptl_scene_material *material, unsigned effect);
bool    ptl_mpd_effect_part(ptl_job *job, ptl_scene_part *part, const ptl_mpd *mesh,
                            const ptl_mpd_tables *tables, unsigned effect);

extern const ptl_record ptl_mpd_facts_record;
void                   *ptl_mpd_facts(ptl_job *job, const void *native);
void ptl_mpd_facts_files(ptl_job *job, void *facts, const void *native, const ptl_files *files);

/* The number of the text about water and light among the companions. */
enum { MPD_WAWALITE = 8 };

bool ptl_mpd_companion(const void *native, size_t index, ptl_companion *out);

extern const ptl_name ptl_mpd_version_names[];

extern const ptl_format ptl_format_mpd;

/* The row's `make`. */
ptl_status ptl_mpd_make(ptl_doc **out, const ptl_read_opts *opts, ptl_diag *err);

/* Fans, vertices and slopes of a ptl_heightmap. */
void ptl_mpd_make_hills(ptl_job *job, void *native, const void *hub, ptl_attachments *attached);

extern const ptl_rule ptl_mpd_rules[];

#endif
