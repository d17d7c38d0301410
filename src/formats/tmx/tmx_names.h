/* SPDX-License-Identifier: MIT */
/* How XML and JSON name the same things: what tmx_names.c has rows for. */
#ifndef PTL_FORMATS_TMX_NAMES_H
#define PTL_FORMATS_TMX_NAMES_H

#include <portolan/portolan.h>

typedef enum ptl_tmx_type { /* of a value, as JSON has it; XML spells bools 1 and 0 */
                            PTL_TMX_TEXT,
                            PTL_TMX_NUMBER,
                            PTL_TMX_BOOL,
} ptl_tmx_type;

/* An attribute of an element, in the order in which XML has them. */
typedef struct ptl_tmx_attribute_row {
    const char  *where; /* names of elements, with blanks between and around them       */
    const char  *name;  /* in both languages                                            */
    ptl_tmx_type type;
    const char  *omit; /* the value that XML leaves out, or NULL                       */
    const char  *fill; /* the value that JSON has where XML says nothing, or NULL      */
} ptl_tmx_attribute_row;

typedef enum ptl_tmx_way {               /* how a child of XML is found in JSON */
                           PTL_TMX_ITEM, /* an item of a list that all such children share      */
                           PTL_TMX_WRAPPED, /* a list; the children of the child are its items    */
                           PTL_TMX_OBJECT, /* a member                                            */
                           PTL_TMX_IMAGE,  /* members "image", "imagewidth" and so on             */
                           PTL_TMX_FLAG,   /* a member that is true                               */
                           PTL_TMX_POINTS, /* a list of x and y                                   */
                           PTL_TMX_DATA,   /* cells: "data" or "chunks"                           */
} ptl_tmx_way;

/* A child of an element, in the order in which XML has them. */
typedef struct ptl_tmx_child_row {
    const char *where, *name;
    ptl_tmx_way way;
    const char *json;  /* name of the member                                  */
    const char *inner; /* of wrapped ones: what the items are called in XML   */
    bool        fill;  /* the list is there even when it is empty             */
} ptl_tmx_child_row;

extern const ptl_tmx_attribute_row ptl_tmx_attribute_rows[]; /* ended by a row without a name */
extern const ptl_tmx_child_row     ptl_tmx_child_rows[];

/* Whether a row is about elements of a name. */
bool ptl_tmx_is_about(const char *where, ptl_str name);

#endif
