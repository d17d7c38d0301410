/* SPDX-License-Identifier: MIT */
/* Permafrost Engine scenes (.pfscene): what stands on a map when a game begins.
 *
 * A scene is a text of sections: factions, entities, regions, cameras, and general things. Each of
 * them is a list of things, and each thing has attributes, one a line. Values stay texts, as they
 * are spelled; ptl_pfscene_stand_of says what they mean.
 *
 *     const ptl_pfscene *scene = ptl_pfscene_view(doc);
 *     ptl_pfscene_stand  stand;
 *
 *     for (size_t s = 0; s < scene->sections.count; s++)
 *         for (size_t i = 0; i < scene->sections.data[s].things.count; i++) {
 *             ptl_pfscene_stand_of(&stand, &scene->sections.data[s].things.data[i]);
 *             printf("%f %f %f\n", stand.position[0], stand.position[1], stand.position[2]);
 *         }
 */
#ifndef PORTOLAN_PFSCENE_H
#define PORTOLAN_PFSCENE_H

#include <portolan/portolan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every line has `spelled`: the line with the blank ones before it, as it stands in the text, where
 * that is not how the editor writes it. It is written as long as it says the same as the members
 * beside it, which count; otherwise they are written as the editor does. */

/* A line below an attribute: an argument of a constructor, or a tag of an entity. */
typedef struct ptl_pfscene_argument {
    uint64_t at;          /* where it stands in the text                                   */
    ptl_str  type, value; /* "string" and "assets/models/deer"; "tag" and "\"herd\"", in quotes */
    ptl_str  spelled;
} ptl_pfscene_argument;

typedef struct ptl_pfscene_arguments {
    ptl_pfscene_argument *data;
    size_t                count;
} ptl_pfscene_arguments;

/* "position vec3 1.0 2.0 3.0". Lines of a section itself have no type: "diplomacy 0 1 2". */
typedef struct ptl_pfscene_attribute {
    uint64_t at;
    ptl_str  key, type, value;
    ptl_str  spelled;
    ptl_pfscene_arguments
        arguments; /* of "constructor_arguments" and "tags", as many as they say */
} ptl_pfscene_attribute;

typedef struct ptl_pfscene_attributes {
    ptl_pfscene_attribute *data;
    size_t                 count;
} ptl_pfscene_attributes;

/* An entity, a faction, a region or a camera. */
typedef struct ptl_pfscene_thing {
    uint64_t               at;
    ptl_str                name;
    ptl_str                model; /* of an entity: "assets/models/deer/deer.pfobj"        */
    ptl_str                shape; /* of a region: 0 is a circle, 1 a rectangle            */
    ptl_str                spelled;
    ptl_pfscene_attributes attributes;
} ptl_pfscene_thing;

typedef struct ptl_pfscene_things {
    ptl_pfscene_thing *data;
    size_t             count;
} ptl_pfscene_things;

typedef struct ptl_pfscene_section {
    uint64_t           at;
    ptl_str            name;          /* "factions", "entities", "regions", "cameras", "general" */
    ptl_str            spelled;       /* its first line                                         */
    ptl_str            spelled_count; /* the line that says how many things there are           */
    ptl_pfscene_things things;
    ptl_pfscene_attributes attributes; /* lines of its own: diplomacy, sky and light             */
    ptl_str                text;       /* all lines of a section with another name               */
} ptl_pfscene_section;

typedef struct ptl_pfscene_sections {
    ptl_pfscene_section *data;
    size_t               count;
} ptl_pfscene_sections;

typedef struct ptl_pfscene_models { /* what ptl_doc_companion tells of: found when it is read */
    ptl_str *data;
    size_t   count;
} ptl_pfscene_models;

typedef struct ptl_pfscene {
    ptl_str              version;          /* "1.0", "1.1"; empty: a text from before 2019 */
    ptl_str              spelled_version;  /* its line                                     */
    ptl_str              spelled_sections; /* the line that says how many sections follow  */
    ptl_pfscene_sections sections;
    ptl_str              end; /* the text after the last section */
    ptl_pfscene_models   models;
} ptl_pfscene;

/* The scene inside a document, or NULL when it is of another format: to change, or only to look at.
 */
PTL_API ptl_pfscene       *ptl_pfscene_of(const ptl_doc *doc);
PTL_API const ptl_pfscene *ptl_pfscene_view(const ptl_doc *doc);

/* The attribute of a key, or NULL when the thing has none. */
PTL_API const ptl_pfscene_attribute *ptl_pfscene_attribute_of(const ptl_pfscene_thing *thing,
                                                              const char              *key);

/* How an entity stands in the world of its map (pfmap.h): X grows to the west, Y up, Z to the
 * south. What an attribute that is missing or cannot be read would say is as the engine has it. */
typedef struct ptl_pfscene_stand {
    double  position[3];
    double  scale[3];
    double  rotation[4]; /* x y z w as stored: the turn is the opposite one, as in models */
    int64_t faction;
    bool    animated;
    bool    fixed;     /* it never moves, unless "static" is 0 */
    bool    collision; /* others go around it      */
    ptl_str clip;      /* the animation it begins with, or empty */
} ptl_pfscene_stand;

PTL_API void ptl_pfscene_stand_of(ptl_pfscene_stand *out, const ptl_pfscene_thing *entity);

#ifdef __cplusplus
}
#endif

#endif
