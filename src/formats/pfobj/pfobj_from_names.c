/* SPDX-License-Identifier: MIT */
/* Names of a scene as names of a Permafrost model: one word of ASCII, unique, 63 bytes at most. */
#include <stdio.h>
#include <string.h>

#include "core/utf8.h"
#include "core/words.h"
#include "formats/pfobj/pfobj_make.h"

/* ---- Letters -------------------------------------------------------------------------------- */

/* U+00C0 to U+017F, as people write them where they have ASCII alone. */
static const char latin[][3] = {
    "A", "A", "A",  "A",  "Ae", "A", "AE", "C", "E", "E", "E", "E", "I",  "I", "I",  "I",
    "D", "N", "O",  "O",  "O",  "O", "Oe", "x", "O", "U", "U", "U", "Ue", "Y", "Th", "ss",
    "a", "a", "a",  "a",  "ae", "a", "ae", "c", "e", "e", "e", "e", "i",  "i", "i",  "i",
    "d", "n", "o",  "o",  "o",  "o", "oe", "_", "o", "u", "u", "u", "ue", "y", "th", "y",
    "A", "a", "A",  "a",  "A",  "a", "C",  "c", "C", "c", "C", "c", "C",  "c", "D",  "d",
    "D", "d", "E",  "e",  "E",  "e", "E",  "e", "E", "e", "E", "e", "G",  "g", "G",  "g",
    "G", "g", "G",  "g",  "H",  "h", "H",  "h", "I", "i", "I", "i", "I",  "i", "I",  "i",
    "I", "i", "IJ", "ij", "J",  "j", "K",  "k", "k", "L", "l", "L", "l",  "L", "l",  "L",
    "l", "L", "l",  "N",  "n",  "N", "n",  "N", "n", "n", "N", "n", "O",  "o", "O",  "o",
    "O", "o", "OE", "oe", "R",  "r", "R",  "r", "R", "r", "S", "s", "S",  "s", "S",  "s",
    "S", "s", "T",  "t",  "T",  "t", "T",  "t", "U", "u", "U", "u", "U",  "u", "U",  "u",
    "U", "u", "U",  "u",  "W",  "w", "Y",  "y", "Y", "Z", "z", "Z", "z",  "Z", "z",  "s",
};

enum { LATIN = 0xC0, MARKS = 0x300, DIAERESIS = 0x308, MARKS_END = 0x370 };

/* What stands for a character that is not ASCII. Marks that are set upon the letter before go; two
 * dots are an e behind the letters they change the sound of. */
static const char *spelled(uint32_t code, char before)
{
    if (code == DIAERESIS && before && strchr("aouAOU", before))
        return "e";
    if (code >= MARKS && code < MARKS_END)
        return "";
    if (code >= LATIN && code < LATIN + sizeof latin / sizeof *latin)
        return latin[code - LATIN];
    return "_";
}

size_t ptl_pfobj_to_ascii(char *out, size_t room, ptl_str name)
{
    size_t used = 0;

    for (size_t i = 0; i < name.size;) {
        char        plain[2] = { name.data[i], 0 };
        uint32_t    code     = 0;
        size_t      size     = ptl_utf8_decode(name.data + i, name.size - i, &code);
        const char *text     = size > 1    ? spelled(code, used > 0 ? out[used - 1] : 0)
                               : size == 1 ? plain
                                           : "_";

        for (; *text && used < room; text++)
            out[used++] = *text;
        i += size > 0 ? size : 1;
    }
    return used;
}

/* ---- Words ---------------------------------------------------------------------------------- */

enum { LONGEST = 1024 }; /* bytes of a name that are looked at */

pfobj_word ptl_pfobj_word_of(ptl_str name, const char *otherwise, size_t number, size_t keep)
{
    pfobj_word w = { .size = 0 };
    char       text[LONGEST];
    size_t     size, cut;

    if (name.size == 0) {
        w.size = (size_t)snprintf(w.text, sizeof w.text, "%s%zu", otherwise, number + 1);
        return w;
    }
    size = ptl_pfobj_to_ascii(text, sizeof text, name);
    keep = keep < size ? keep : 0;
    cut  = size > PFOBJ_NAME ? size - PFOBJ_NAME : 0;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];

        if (i >= size - keep - cut && i < size - keep)
            continue;
        w.text[w.size++] = c > ' ' && c < 0x7F && c != '/' && c != '\\' ? c : '_';
    }
    return w;
}

static bool is_taken(const names_before *before, const pfobj_word *w)
{
    for (size_t i = 0; i < before->count; i++) {
        ptl_str other;

        memcpy(&other, (const char *)before->list + i * before->stride, sizeof other);
        if (other.size == w->size && memcmp(other.data, w->text, w->size) == 0)
            return true;
    }
    return false;
}

/* Puts a number behind a name, before the last `keep` bytes. */
static void number_word(pfobj_word *w, unsigned number, size_t keep)
{
    char   tail[PFOBJ_NAME + 1], digits[16];
    size_t size = (size_t)snprintf(digits, sizeof digits, "_%u", number), stem = w->size - keep;

    memcpy(tail, w->text + stem, keep);
    if (stem + size + keep > PFOBJ_NAME)
        stem = PFOBJ_NAME - size - keep;
    memcpy(w->text + stem, digits, size);
    memcpy(w->text + stem + size, tail, keep);
    w->size = stem + size + keep;
}

pfobj_word ptl_pfobj_free_word(pfobj_word w, const names_before *before, size_t keep)
{
    pfobj_word first = w;

    for (unsigned number = 2; is_taken(before, &w); number++) {
        w = first;
        number_word(&w, number, keep);
    }
    return w;
}

ptl_str ptl_pfobj_keep_word(ptl_job *job, const char *text, size_t size)
{
    char *copy = ptl_arena_take(job, (uint64_t)size + 1); /* ends with a NUL besides */

    if (copy)
        memcpy(copy, text, size);
    return (ptl_str){ copy, copy ? size : 0 };
}

void ptl_pfobj_say_renamed(maker *m, ptl_str from, ptl_str to, const char *list, size_t index)
{
    char was[48], is[72];

    if (ptl_str_same(from, to))
        return;
    ptl_path(m->job, "%s[%zu]", list, index);
    if (from.size == 0)
        ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "pfobj-renamed", "has no name and is called %s",
                 ptl_quote(is, sizeof is, to.data, to.size));
    else
        ptl_find(m->job, PTL_LOSS, PTL_NOWHERE, "pfobj-renamed", "\"%s\" is renamed to %s",
                 ptl_quote(was, sizeof was, from.data, from.size),
                 ptl_quote(is, sizeof is, to.data, to.size));
}

ptl_str ptl_pfobj_make_name(maker *m, ptl_str name, const char *otherwise, const char *list,
                            names_before before)
{
    pfobj_word w =
        ptl_pfobj_free_word(ptl_pfobj_word_of(name, otherwise, before.count, 0), &before, 0);
    ptl_str made = ptl_pfobj_keep_word(m->job, w.text, w.size);

    ptl_pfobj_say_renamed(m, name, made, list, before.count);
    return made;
}

/* The engine stops reading at this word. */
static void avoid_none(char *text, size_t *size)
{
    static const char none[] = "__none__";
    size_t            length = sizeof none - 1;

    if (*size < length || memcmp(text, none, length) != 0 ||
        (*size > length && text[length] != ' '))
        return;
    *size -= 2;
    memmove(text, text + 2, *size);
}

/* The name of a material is never looked up: blanks inside and repeats may stay. */
ptl_str ptl_pfobj_material_name(maker *m, ptl_str name, size_t index)
{
    ptl_str stripped = name, made;
    char    text[4 * PFOBJ_NAME];

    while (stripped.size > 0 && (stripped.data[0] == ' ' || stripped.data[0] == '\t'))
        stripped.data++, stripped.size--;
    while (stripped.size > 0 &&
           (stripped.data[stripped.size - 1] == ' ' || stripped.data[stripped.size - 1] == '\t'))
        stripped.size--;
    stripped.size = ptl_pfobj_to_ascii(text, sizeof text, stripped);
    for (size_t i = 0; i < stripped.size; i++)
        if (text[i] < ' ' || text[i] == 0x7F)
            text[i] = '_';
    avoid_none(text, &stripped.size);
    if (stripped.size == 0)
        stripped.size = (size_t)snprintf(text, sizeof text, "Material%zu", index + 1);
    made = ptl_pfobj_keep_word(m->job, text, stripped.size);
    ptl_pfobj_say_renamed(m, name, made, "materials", index);
    return made;
}
