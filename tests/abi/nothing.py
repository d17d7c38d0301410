#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads public headers: nothing.py HEADER... prints a C program that calls every function in them with nothing: with no
pointer at all, then with all of them but one, where the others lead to small documents, to what is in them, or to zeros."""

import os
import re
import sys

from layout import plain, split

# What cannot be called with something made up, and why.
ALONE = {
    "ptl_import_serve": "takes the process over",
}
OPAQUE = {"ptl_scene_rays", "ptl_memory"}  # the library makes them; where one is taken, it may be missing
NATIVE = {"ptl_passages": "passage", "ptl_spawns": "spawn"}  # what is in a document, where it is not ptl_FORMAT
FORMATS = ["grmm", "mpd", "passage", "pfmap", "pfobj", "pfscene", "ppe", "project", "spawn", "tiled", "xmf"]

START = """
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static struct { max_align_t first; unsigned char bytes[1 << 16]; } room[10];
static sigjmp_buf back;
static int calls, wrong;

static void crashed(int number)
{
    siglongjmp(back, number);
}

static void must_refuse(ptl_status status)
{
    if (status != PTL_E_ARG)
        siglongjmp(back, SIGUSR1);
}

static void *zeros(unsigned which)
{
    memset(&room[which], 0, sizeof room[which]);
    return &room[which];
}

static ptl_doc *made(const char *format)
{
    ptl_doc *doc = NULL;

    if (strcmp(format, "grmm") == 0) {
        ptl_grmm_new(&doc, "", "2026-01-02 03:04:05", 4, NULL, NULL);
        ptl_grmm_add_level(NULL, doc, "", "", 0, 3, 3, NULL);
    } else if (strcmp(format, "mpd") == 0) {
        ptl_mpd_new(&doc, 2, 2, NULL, NULL);
    } else if (strcmp(format, "pfmap") == 0) {
        ptl_pfmap_new(&doc, 1, 1, NULL, NULL);
        ptl_pfmap_add_material(doc, "a", "a.png", NULL);
    } else if (strcmp(format, "pfobj") == 0) {
        ptl_pfobj_new(&doc, &(ptl_pfobj_sizes){ .vertices = 3, .joints = 2, .materials = 1 }, NULL, NULL);
    } else if (strcmp(format, "ppe") == 0) {
        ptl_ppe_new(&doc, PTL_PPE_NEW, 2, 2, NULL, NULL);
    } else if (strcmp(format, "xmf") == 0) {
        ptl_xmf_new(&doc, NULL, NULL);
        ptl_xmf_add_layer(doc, "a", 0, 8, 8, 2, 2, NULL);
    } else if (strcmp(format, "tiled") == 0) {
        ptl_read(&doc, "{\\"type\\":\\"tileset\\"}", 18, &(ptl_read_opts){ .format = "tmx" }, NULL);
    } else {
        ptl_new(&doc, format, NULL, NULL);
    }
    if (!doc)
        printf("there is no %s to call with\\n", format);
    wrong += !doc;
    return doc;
}

#define TRY(words, ...) \\
    do { \\
        ptl_doc *doc = made(format); \\
        int why = sigsetjmp(back, 1); \\
        calls += !why; \\
        if (why) { \\
            printf("%s %s: %s, %ld%s\\n", words, why == SIGUSR1 ? "is not refused" : "crashes", format, \\
                   number, empty ? ", zeros" : ""); \\
            wrong++; \\
        } else { \\
            __VA_ARGS__; \\
        } \\
        ptl_doc_free(doc); \\
    } while (0)

typedef void try_it(const char *format, long number, bool empty);

static void try_all(try_it *it, const char *format)
{
    static const long numbers[] = { 0, 1, 60 };

    for (size_t i = 0; i < 6; i++)
        it(format, numbers[i / 2], i % 2);
}
"""

END = """
int main(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGABRT };

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], crashed);
%s
    printf("%%d calls, %%d are wrong\\n", calls, wrong);
    return wrong > 0;
}"""


def functions(text):
    for found in re.finditer(r"(?:PTL_API|PTL_INLINE)\s+([^;{}()]*?)(\w+)\s*\(([^;{]*?)\)\s*[;{]", text):
        listed = "" if found.group(3).strip() == "void" else found.group(3)
        yield found.group(2), found.group(1).strip() == "ptl_status", [re.sub(r"\s+", " ", parameter) for parameter in split(listed, ",")]


def taken_apart(parameter):
    """What it points to, or its type where it is no pointer, and its name."""
    declared, name, arrays = re.match(r"(.*?)(\w+)((?:\[[^\]]*\])*)$", parameter).groups()
    stars = declared.count("*") + bool(arrays)
    return declared.replace("const", "").replace("*", "").strip(), name, stars


def something(kind, stars, place):
    """What a pointer leads to."""
    native = NATIVE.get(kind, kind[len("ptl_"):])
    if stars == 1 and kind == "ptl_doc":
        return "doc"
    if stars == 1 and native in FORMATS:
        return "empty ? zeros(%d) : ptl_%s_of(doc)" % (place, native)
    return "NULL" if stars == 1 and kind in OPAQUE else "zeros(%d)" % place


def arguments(parameters, missing):
    for place, parameter in enumerate(parameters):
        kind, name, stars = taken_apart(parameter)
        if stars:
            yield "NULL" if missing in (name, "everything") else something(kind, stars, place)
        elif kind == "ptl_str":
            yield "(ptl_str){ number ? zeros(%d) : NULL, (size_t)number }" % place
        else:
            yield "(%s){ number }" % kind


def formats_for(name, parameters):
    kinds = [taken_apart(parameter)[0] for parameter in parameters]
    natives = [NATIVE.get(kind, kind[len("ptl_"):]) for kind in kinds]
    own = [format for format in FORMATS if name.startswith("ptl_%s_" % format) or format in natives]
    return own[:1] or (FORMATS if "ptl_doc" in kinds else ["project"])


def print_tries(name, refuses, parameters):
    pointers = [taken_apart(parameter)[1] for parameter in parameters if taken_apart(parameter)[2]]
    print("static void try_%s(const char *format, long number, bool empty)\n{" % name)
    for missing in ["everything"] + ([] if name.endswith("_free") else pointers + ["nothing"]):
        call = "%s(%s)" % (name, ", ".join(arguments(parameters, missing)))
        print('    TRY("%s without %s", %s);' % (
            name, missing, "must_refuse(%s)" % call if refuses and missing == "everything" else call))
    print("}\n")


def main():
    headers, tries = sorted(sys.argv[1:]), []
    for header in headers:
        print("#include <portolan/%s>" % os.path.basename(header))
    print(START)
    for header in headers:
        for name, refuses, parameters in functions(plain(header)):
            if name not in ALONE:
                print_tries(name, refuses, parameters)
                tries += ['    try_all(try_%s, "%s");' % (name, format) for format in formats_for(name, parameters)]
    print(END % "\n".join(tries))


main()
