/* SPDX-License-Identifier: MIT */
/* Names that mean something in one language or another that they are written into. */
#ifndef PTL_TESTS_NASTY_NAMES_H
#define PTL_TESTS_NASTY_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct nasty_name {
    const char *data;
    size_t      size;
    const char *obj;       /* the word it is in OBJ; NULL: itself    */
    bool        forbidden; /* XML has no way to spell one of its characters */
} nasty_name;

#define NASTY(text, obj)                                                                           \
    {                                                                                              \
        text, sizeof(text) - 1, obj, false                                                         \
    }
#define NASTY_XML(text, obj)                                                                       \
    {                                                                                              \
        text, sizeof(text) - 1, obj, true                                                          \
    }

#define NASTY_LONG 2 /* index of the one that is 10 KB long; its letters repeat */
#define NASTY_SIZE 10240

static const nasty_name nasty_names[] = {
    NASTY("plain", NULL),
    NASTY("Wood\\", "Wood_"),
    NASTY("long", NULL),
    NASTY("\\", "_"),
    NASTY("a\\b", NULL),
    NASTY("\"both\" 'quotes'", "\"both\"_'quotes'"),
    NASTY("# comment", "__comment"),
    NASTY("a#b", "a_b"),
    NASTY("a;b", NULL),
    NASTY("a\nf 1 1 1", "a_f_1_1_1"),
    NASTY("a\rb", "a_b"),
    NASTY("a\tb", "a_b"),
    NASTY_XML("a\0b", "a_b"),
    NASTY("</text></svg><script>", NULL),
    NASTY("]]>", NULL),
    NASTY("&amp;", NULL),
    NASTY("&#x41;", "&_x41;"),
    NASTY("%n%s%20", NULL),
    NASTY("$(x)`x`${x}", NULL),
    NASTY("-rf", NULL),
    NASTY("--", NULL),
    NASTY("a\xE2\x80\xAEz.gnp", "a___z.gnp"),      /* U+202E: from right to left */
    NASTY("a\xE2\x81\xA6z", "a___z"),              /* U+2066: an isolate */
    NASTY("a\xE2\x80\xA8z", "a___z"),              /* U+2028: ends a line */
    NASTY("a\xC2\x85z\xC2\x9B[31m", "a__z__[31m"), /* C1: a line, an escape */
    NASTY_XML("a\x1B[31mz\x07\x7F", "a_[31mz__"),  /* a color and a bell */
    NASTY("a\xC2\xA0z\xE3\x80\x80z", "a__z___z"),  /* blanks of other scripts */
    NASTY_XML("a\xED\xA0\x80z", "a___z"),          /* a lone surrogate */
    NASTY_XML("a\xFF\xC0\x80z", "a___z"),          /* no UTF-8 at all */
    NASTY_XML("a\xEF\xBF\xBE", "a___"),            /* U+FFFE: XML forbids it */
    NASTY("Gr\xC3\xB6\xC3\x9Fte z", "Gr____te_z"), /* letters beyond ASCII */
    NASTY("", ""),
    NASTY("   ", "___"),
    NASTY(".", NULL),
    NASTY("..", NULL),
    NASTY("../../etc/passwd", NULL),
    NASTY("con", NULL),
    NASTY("Com1.x", NULL),
    NASTY(".bashrc", NULL),
};

#endif
