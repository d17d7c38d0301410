#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads public headers: layout.py HEADER... prints a C program that prints the layout of every struct in them."""

import os
import re
import sys


def plain(path):
    """The header without comments, directives and the brackets that are for C++."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", " ", text, flags=re.S)
    return re.sub(r"^\s*#(?:.*\\\n)*.*$", " ", text, flags=re.M)


def body_from(text, start):
    """What stands between the brace at `start` and the one that closes it."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return text[start + 1:at]
    sys.exit("a brace is never closed: %s" % text[start:start + 60])


def split(text, mark):
    """Parts between marks that are in no bracket of their own."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "{([") - (letter in "})]")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def name_of(declarator):
    pointer = re.search(r"\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\(", declarator)  # to a function
    plainly = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", declarator)
    found = pointer or plainly
    if not found or ":" in declarator:
        sys.exit("which member is this: %s" % declarator)
    return found.group(1)


def members(body, prefix=""):
    for declaration in split(body, ";"):
        brace = declaration.find("{")
        if brace < 0:
            for declarator in split(declaration, ","):
                yield prefix + name_of(declarator)
        else:
            inner, after = body_from(declaration, brace), declaration[declaration.rindex("}") + 1:].strip()
            if after:
                yield prefix + name_of(after)
            yield from members(inner, prefix + (name_of(after) + "." if after else ""))


def structs(text):
    for found in re.finditer(r"\b(?:struct|union)\s+(ptl_\w+)\s*\{", text):
        yield found.group(1), body_from(text, found.end() - 1)


def print_program(headers):
    print("#include <stddef.h>\n#include <stdio.h>\n")
    for header in headers:
        print("#include <portolan/%s>" % os.path.basename(header))
    print('\n#define STRUCT(type) printf("%s: %zu bytes\\n", #type, sizeof(type))')
    print('#define MEMBER(type, member) printf("    %4zu %4zu  %s\\n", offsetof(type, member), '
          "sizeof(((type *)0)->member), #member)\n\nint main(void)\n{")
    for header in headers:
        for name, body in structs(plain(header)):
            print("    STRUCT(%s);" % name)
            for member in members(body):
                print("    MEMBER(%s, %s);" % (name, member))
    print("    return sizeof(void *) == 8 ? 0 : 77;\n}")


if __name__ == "__main__":
    print_program(sorted(sys.argv[1:]))
