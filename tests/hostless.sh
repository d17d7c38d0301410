#!/usr/bin/env bash
# The library without the folder that touches the system: it builds, works on memory, refuses paths, and
# calls nothing of a system but memory, text and numbers.
set -u
cmake=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

{
  "$cmake" -S "$SOURCE" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_C_FLAGS_DEBUG=-O0 -DPTL_WITH_HOST=OFF -DPTL_WITH_CAIRO=OFF -DPTL_WITH_ASSIMP=OFF -DPTL_WITH_MESHOPT=OFF -DPTL_WITH_SPNG=OFF \
  -DPTL_WITH_LIBJPEG=OFF -DPTL_WITH_LIBZSTD=OFF -DPTL_WITH_LIBDEFLATE=OFF -DPTL_WITH_EXPAT=OFF -DPTL_BUILD_TOOL=OFF -DPTL_BUILD_SAMPLES=OFF \
  -DPTL_BUILD_TESTS=OFF -DPTL_BUILD_BENCH=OFF -DPTL_INSTALL=OFF &&
    "$cmake" --build "$work/build" --target portolan_static
} >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }

# What the system would have to give; a browser has none of it.
nm -u "$work/build/libportolan.a" | awk '$1 == "U" { print $2 }' | sort -u >"$work/needs"
[ -s "$work/needs" ] || fail "nothing is known of what the archive needs"
if grep -E '^(open|close|read|write|stat|fstat|lstat|access|rename|link|unlink|realpath|opendir|readdir|mkdir|mmap|madvise|sysconf|getpid|dlopen|dlsym|pthread_.*|fopen|getenv)(64)?$' "$work/needs"; then
  fail "  ^ is called without a host"
fi

cat >"$work/main.c" <<'C'
#include <portolan/portolan.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **words)
{
    static char data[1 << 20];
    FILE       *file = count > 1 ? fopen(words[1], "rb") : NULL;
    size_t      size = file ? fread(data, 1, sizeof data, file) : 0;
    ptl_bytes   glb  = { 0 }, png = { 0 };
    ptl_diag    err;
    ptl_doc    *doc;
    ptl_source  from = { .data = data, .size = size };
    ptl_setting iso  = { "view", "iso", 3 };

    if (!size || ptl_convert(&(ptl_target){ .bytes = &glb }, &from, NULL, &(ptl_write_opts){ .to = "glb" }, &err) != PTL_OK)
        return 1;
    from = (ptl_source){ .data = glb.data, .size = glb.size };
    if (memcmp(glb.data, "glTF", 4) != 0 ||
        ptl_convert(&(ptl_target){ .bytes = &png }, &from, NULL,
                    &(ptl_write_opts){ .to = "png", .settings = &iso, .setting_count = 1 }, &err) != PTL_OK)
        return 2;
    if (ptl_read_file(&doc, words[1], NULL, &err) != PTL_E_UNSUPPORTED || strcmp(err.rule, "feature-absent") != 0)
        return 3;
    if (ptl_read(&doc, data, size, NULL, &err) != PTL_OK ||
        ptl_write_file("never", doc, NULL, &err) != PTL_E_UNSUPPORTED || strcmp(err.rule, "feature-absent") != 0)
        return 4;
    ptl_doc_free(doc);
    printf("%zu bytes of glTF, %zu of PNG\n", glb.size, png.size);
    ptl_bytes_free(&glb);
    ptl_bytes_free(&png);
    return 0;
}
C
"$compiler" -I "$SOURCE/include" "$work/main.c" "$work/build/libportolan.a" -lm -o "$work/main" || fail "cannot link"
"$work/main" "$SOURCE/samples/permafrost/models/chest.pfobj" || fail "the program ended with $?"
