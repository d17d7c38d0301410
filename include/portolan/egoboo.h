/* SPDX-License-Identifier: MIT */
/* What lies beside an Egoboo level: passages (passage.txt) and spawns (spawn.txt).
 *
 * Both are texts of lines "name: values"; what is between them is kept as it is spelled.
 *
 *     const ptl_passages *list = ptl_passage_view(doc);
 *
 *     for (size_t i = 0; i < list->count; i++)
 *         printf("%.*s\n", (int)list->data[i].name.size, list->data[i].name.data);
 */
#ifndef PORTOLAN_EGOBOO_H
#define PORTOLAN_EGOBOO_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Passages ------------------------------------------------------------------------------- */

/* An area of fans that is a wall while it is closed and floor while it is open. */
typedef struct ptl_passage {
    uint64_t at;            /* where its values stand in the text                             */
    ptl_str  before;        /* the text in front of its name: comments, blank lines           */
    ptl_str  name;          /* up to the colon                                                */
    ptl_str  spelled;       /* the values as the text has them; written anew where the members
                               below say something else                                       */
    int32_t x0, y0, x1, y1; /* fans, both ends included; engines clamp them to the level      */
    bool    open;
    bool    shoot_through; /* shots pass while it is closed       */
    bool    slippery;      /* it can be stood upon while it is closed, but not for long */
} ptl_passage;

typedef struct ptl_passages {
    ptl_passage *data;
    size_t       count;
    ptl_str      end; /* the text after the last */
} ptl_passages;

/* The list inside a document, or NULL when it is of another format: to change, or only to look at.
 */
PTL_API ptl_passages       *ptl_passage_of(const ptl_doc *doc);
PTL_API const ptl_passages *ptl_passage_view(const ptl_doc *doc);

/* The first closed passage over a fan, or PTL_NO_PASSAGE. */
#define PTL_NO_PASSAGE SIZE_MAX
PTL_API size_t ptl_passages_closed_at(const ptl_passages *passages, uint32_t x, uint32_t y);

/* ---- Spawns --------------------------------------------------------------------------------- */

/* An object that is there when the module begins. */
typedef struct ptl_spawn {
    uint64_t at;      /* where its values stand in the text                               */
    ptl_str  before;  /* the text in front of its name: comments, blank lines             */
    ptl_str  name;    /* of the kind of object, up to the colon                           */
    ptl_str  spelled; /* the values as the text has them; written anew where the members
                         below say something else                                         */
    ptl_str called;   /* its own name with underscores; NONE: as the object is called     */
    int32_t slot;     /* of its profile                                                   */
    double  x, y, z;  /* in fans; 0 for what is carried                                   */
    uint8_t facing;   /* 'N', 'E', 'S', 'W', '?' for any; 'L', 'R' in a hand of the one
                         before, 'I' in its inventory                                     */
    int32_t money, skin, passage, content, level;
    bool    status; /* it has a status bar                                              */
    bool    ghost;
    ptl_str team; /* a word, of which the first letter counts                         */
} ptl_spawn;

typedef struct ptl_spawns {
    ptl_spawn *data;
    size_t     count;
    ptl_str    end; /* the text after the last */
} ptl_spawns;

PTL_API ptl_spawns       *ptl_spawn_of(const ptl_doc *doc);
PTL_API const ptl_spawns *ptl_spawn_view(const ptl_doc *doc);

/* Whether it is carried by the one before it that is not. */
PTL_API bool ptl_spawn_is_carried(const ptl_spawn *spawn);

#ifdef __cplusplus
}
#endif

#endif
