/* SPDX-License-Identifier: MIT */
/* Egoboo meshes (level.mpd) and their tile dictionaries (fans.txt).
 *
 * A mesh is a grid of tiles, called fans because each is drawn with triangle fans. A fan is one
 * 32-bit word; its vertices follow those of the fan before it. How many it has is not in the file:
 * the dictionary of fan types knows. Axes: +x east, +y south, +z up (left-handed); a fan is 128
 * units wide.
 *
 *     ptl_mpd *mesh = ptl_mpd_of(doc);
 *     ptl_mpd_tables tables;
 *
 *     if (ptl_mpd_derive(&tables, doc, NULL) == PTL_OK) {
 *         printf("%g\n", ptl_mpd_height(mesh, &tables, 160, 88));
 *         ptl_mpd_tables_free(&tables);
 *     }
 */
#ifndef PORTOLAN_MPD_H
#define PORTOLAN_MPD_H

#include <portolan/egoboo.h>
#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_MPD_TILE         = 128,  /* world units along one side of a fan               */
    PTL_MPD_MAX_SIDE     = 1024, /* fans along one side of a mesh                     */
    PTL_MPD_MAX_VERTICES = 16,   /* of one fan                                        */
    PTL_MPD_MAX_COMMANDS = 4,    /* triangle fans of one type                         */
    PTL_MPD_MAX_ENTRIES  = 32,   /* vertex numbers of all commands of a type          */
    PTL_MPD_SHAPES       = 32,   /* types 32 to 63 are 0 to 31 with big images        */
    PTL_MPD_NAME_SIZE    = 40,   /* name of a type with the zero behind it            */
    PTL_MPD_TYPES        = 64,
    PTL_MPD_FANOFF       = 0xFFFF, /* tile of a fan that is not drawn                   */
};

#define PTL_MPD_NO_FAN UINT32_MAX

enum { /* effects: bits 16 to 23 of a word, shifted down */
       PTL_MPD_FX_NOREFLECT   = 0x01,
       PTL_MPD_FX_DRAWREFLECT = 0x02,
       PTL_MPD_FX_ANIM        = 0x04,
       PTL_MPD_FX_WATER       = 0x08,
       PTL_MPD_FX_WALL        = 0x10,
       PTL_MPD_FX_IMPASS      = 0x20,
       PTL_MPD_FX_DAMAGE      = 0x40,
       PTL_MPD_FX_SLIPPY      = 0x80,
};

/* ---- The dictionary of fan types ------------------------------------------------------------ */

typedef struct ptl_mpd_fan_type {
    char    name[PTL_MPD_NAME_SIZE]; /* "Two Faced Ground...", may be empty        */
    uint8_t vertices;                /* 0 for a blank type                         */
    uint8_t commands;
    uint8_t size[PTL_MPD_MAX_COMMANDS]; /* entries of each command, 3 or more         */
    uint8_t entry[PTL_MPD_MAX_ENTRIES]; /* the commands' vertex numbers, end to end   */
    uint8_t ref[PTL_MPD_MAX_VERTICES];  /* editor's place on a 4 x 4 grid, 0 to 63    */
    double  u[PTL_MPD_MAX_VERTICES], v[PTL_MPD_MAX_VERTICES]; /* place on the tile, 0 to 1     */
} ptl_mpd_fan_type;

typedef struct ptl_mpd_dictionary {
    uint8_t          types; /* how many of these exist */
    ptl_mpd_fan_type type[PTL_MPD_SHAPES];
} ptl_mpd_dictionary;

/* The 26 types that every version of Egoboo uses. */
PTL_API const ptl_mpd_dictionary *ptl_mpd_dictionary_default(void);

/* Parses a fans.txt. Names that are too long are cut. */
PTL_API ptl_status ptl_mpd_dictionary_read(ptl_mpd_dictionary *out, const void *text, size_t size,
                                           ptl_diag *err);

/* The type a word's type byte means, big or small; NULL when the dictionary has no such entry. */
PTL_API const ptl_mpd_fan_type *ptl_mpd_type(const ptl_mpd_dictionary *dictionary, uint8_t type);

/* ---- The mesh ------------------------------------------------------------------------------- */

typedef struct ptl_mpd {
    uint8_t  version;      /* letter of the signature, 'A' to 'D'; all known files say 'D'        */
    uint32_t numvert;      /* vertices, as the header counts them                                 */
    uint32_t sizex, sizey; /* fans along x and y                                                  */
    ptl_u32s words;        /* sizex * sizey, x fastest                                            */
    ptl_u8s  twist;        /* one per fan; none in MapA                                           */
    ptl_f32s x, y, z;      /* one per vertex as stored, z sixteen times the height; none in A, B  */
    ptl_u8s  light;        /* one per vertex; none before MapD, fewer when the file was cut       */
    ptl_u8s  tail;         /* what follows the last array                                         */
    const ptl_mpd_dictionary *dictionary; /* never NULL                                           */
} ptl_mpd;

/* The mesh inside a document, or NULL when it is of another format: to change, or only to look at,
 * which spares later calls a look at the whole. See "Changes" in <portolan/portolan.h>. */
PTL_API ptl_mpd       *ptl_mpd_of(const ptl_doc *doc);
PTL_API const ptl_mpd *ptl_mpd_view(const ptl_doc *doc);

/* A new flat MapD of sizex by sizey plain fans (type 0, image 0, no effects), ready to be edited
 * and written. Only the allocator and limits of the options are used. */
PTL_API ptl_status ptl_mpd_new(ptl_doc **out, uint32_t sizex, uint32_t sizey,
                               const ptl_read_opts *opts, ptl_diag *err);

/* Lays the vertices out anew after types were changed: every fan flat at its place on the grid, its
 * vertices where the dictionary's u and v say, lit by `light`, twist flat. (The risers of the
 * stairs, types 24 and 25, stand upright when their vertices are moved to refs divided by three.)
 */
PTL_API ptl_status ptl_mpd_lay_out(ptl_doc *doc, uint8_t light, ptl_diag *err);

PTL_INLINE uint8_t ptl_mpd_word_type(uint32_t word)
{
    return (uint8_t)(word >> 24);
}

PTL_INLINE uint8_t ptl_mpd_word_fx(uint32_t word)
{
    return (uint8_t)(word >> 16);
}

PTL_INLINE uint16_t ptl_mpd_word_tile(uint32_t word)
{
    return (uint16_t)word;
}

PTL_INLINE uint32_t ptl_mpd_word(uint8_t type, uint8_t fx, uint16_t tile)
{
    return (uint32_t)type << 24 | (uint32_t)fx << 16 | tile;
}

/* ---- What follows from it ------------------------------------------------------------------- */

/* The tables the original document builds after loading. The caller frees them. */
typedef struct ptl_mpd_tables {
    ptl_u32s fanstart;   /* first fan of each row                                         */
    ptl_u32s blockstart; /* first 4 x 4 block of each row of blocks, as the document says  */
    ptl_u32s vrtstart;   /* first vertex of each fan                                      */
    uint32_t vertices;   /* sum over all fans                                             */
    uint32_t fans_with_vertices; /* fans whose vertices are all there, counted from the first    */
    float    edgex, edgey;       /* size in world units                                           */
    uint32_t numfanblock;        /* whole blocks; misses the edge unless sizes are multiples of 4 */
    uint32_t blocks_rounded_up;  /* blocks that cover every fan                                   */
    uint32_t watershift;         /* 3 to 8 by width                                               */
    ptl_memory *memory;          /* behind the lists                                              */
} ptl_mpd_tables;

PTL_API ptl_status ptl_mpd_derive(ptl_mpd_tables *out, const ptl_doc *doc, ptl_diag *err);
PTL_API void ptl_mpd_tables_free(ptl_mpd_tables *tables); /* NULL and all-zero ones are fine */

/* The fan, and the 4 x 4 collision block as the document numbers it, at a world position;
 * PTL_MPD_NO_FAN outside the mesh (and, for blocks, on the odd edge that has none). */
PTL_API uint32_t ptl_mpd_fan_at(const ptl_mpd *mesh, double x, double y);
PTL_API uint32_t ptl_mpd_block_at(const ptl_mpd *mesh, double x, double y);

/* Ground height as the game walks on it: bilinear between the first four vertices of the fan; 0
 * outside the mesh. */
PTL_API double ptl_mpd_height(const ptl_mpd *mesh, const ptl_mpd_tables *tables, double x,
                              double y);

/* Unit normal of that ground, map axes; straight up outside the mesh. */
PTL_API void ptl_mpd_normal(double out[3], const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                            double x, double y);

/* Whether one may walk at a position: neither wall nor impassable, nor in a passage that is closed.
 * Passages are clamped to the mesh, as engines do; one that is slippery while it is closed stops
 * nobody. Without passages (NULL) all are open. */
PTL_API bool ptl_mpd_walkable(const ptl_mpd *mesh, const ptl_passages *passages, double x,
                              double y);

/* Where a ray meets a drawn triangle first, map axes; false when it does not. The number is that of
 * the fan. Every fan is looked at: for many rays, ptl_scene_rays_make is faster. */
PTL_API bool ptl_mpd_ray(ptl_hit *out, const ptl_mpd *mesh, const ptl_mpd_tables *tables,
                         const ptl_ray *ray);

/* Effects at a position; everything outside is wall and impassable. */
PTL_API uint8_t ptl_mpd_fx_at(const ptl_mpd *mesh, double x, double y);

/* Baked and dynamic light of a vertex as the document loads them: all 255 when full-bright, else
 * the stored byte (0 where the file has none) and 0. */
typedef struct ptl_mpd_light {
    uint8_t a, l;
} ptl_mpd_light;

PTL_API ptl_mpd_light ptl_mpd_vertex_light(const ptl_mpd *mesh, uint32_t vertex, bool fullbright);

/* Slopes of a fan from its stored corner heights, as the editors compute them; quantum is 4.125
 * for Cartman's maps, 4 for others. 0x77, flat, for a fan with fewer than four vertices. */
PTL_API uint8_t ptl_mpd_twist(const ptl_mpd *mesh, const ptl_mpd_tables *tables, uint32_t fan,
                              double quantum);

/* Computes every twist anew from the heights; new maps use quantum 4. */
PTL_API ptl_status ptl_mpd_retwist(ptl_doc *doc, double quantum, ptl_diag *err);

/* Triangles of one fan, at most PTL_MPD_MAX_ENTRIES: vertex numbers local to the fan, clockwise
 * seen from above. Returns how many; 0 for a fan that is not drawn. */
PTL_API size_t ptl_mpd_fan_triangles(uint8_t out[PTL_MPD_MAX_ENTRIES][3], const ptl_mpd *mesh,
                                     uint32_t fan);

/* ---- Water ---------------------------------------------------------------------------------- */

typedef struct ptl_mpd_water_layer {
    double base;                /* height in world units                              */
    double alpha;               /* 0 to 255                                           */
    double wave_speed;          /* frames per step                                    */
    double brightness, ambient; /* of the light on it                                 */
    double amplitude;           /* height of the waves                                */
    double u_speed, v_speed;    /* how its texture moves                              */
} ptl_mpd_water_layer;

/* What a level's wawalite.txt says about its water. Layer 0 is drawn above layer 1; neither is
 * where its texture is an overlay, or a background. */
typedef struct ptl_mpd_water {
    unsigned            layers;  /* 0 to 2                                         */
    double              surface; /* height one can walk on with the right gear      */
    bool                light;   /* adds its light instead of covering              */
    bool                real;    /* really water                                    */
    ptl_mpd_water_layer layer[2];
    unsigned            tile_update_and, tile_frame_and; /* masks of animated tiles         */
    unsigned            version;            /* 2 where the text says so, else 1               */
    bool                background;         /* the lower texture is seen behind the level     */
    bool                overlay;            /* the upper texture lies over the whole screen   */
    double              background_repeats; /* how often, across it                           */
} ptl_mpd_water;

PTL_API ptl_status ptl_mpd_water_read(ptl_mpd_water *out, const void *text, size_t size,
                                      ptl_diag *err);

/* ---- Textures ------------------------------------------------------------------------------- */

#define PTL_MPD_INSET_DOCUMENT 600 /* thousandths of a texel kept off the edge of an image */
#define PTL_MPD_INSET_NEWEST 500

/* Texture place of a fan's vertex on its 256 x 256 sheet, in thousandths of a texel, corrected for
 * seamless tiling; divide by 256000 for texture coordinates. */
typedef struct ptl_mpd_uv {
    int32_t u, v;
} ptl_mpd_uv;

PTL_API ptl_mpd_uv ptl_mpd_texture_place(const ptl_mpd *mesh, uint32_t fan, unsigned vertex,
                                         unsigned inset);

/* Sheet (tile0 to tile3) of a word's image. */
PTL_INLINE unsigned ptl_mpd_word_sheet(uint32_t word)
{
    return word >> 6 & 3;
}

/* Offset of one of the 256 images in its sheet, as the document's table has it; it runs on past 1
 * and is meant to wrap. */
PTL_INLINE double ptl_mpd_tile_offset_u(uint8_t image)
{
    return (image & 7) / 8.0;
}

PTL_INLINE double ptl_mpd_tile_offset_v(uint8_t image)
{
    return (image >> 3) / 8.0;
}

#ifdef __cplusplus
}
#endif

#endif
