#!/usr/bin/env bash
# An installed tree is whole, and a small program builds against it both ways.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/usr
"$1" --install "$BINARY" --prefix "$prefix" >"$scratch/log"

cat >"$scratch/use.c" <<'C'
#include <portolan/mpd.h>
#include <stdio.h>

int main(void)
{
    ptl_doc *doc;

    if (ptl_mpd_new(&doc, 4, 4, NULL, NULL) != PTL_OK)
        return 1;
    printf("%s: %lu vertices\n", ptl_doc_format(doc), (unsigned long)ptl_mpd_of(doc)->numvert);
    ptl_doc_free(doc);
    return 0;
}
C
cat >"$scratch/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(use C)
find_package(portolan 0.1 REQUIRED)
foreach(kind portolan static)
  add_executable(use_${kind} use.c)
  target_link_libraries(use_${kind} PRIVATE portolan::${kind})
endforeach()
CMAKE

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name portolan.pc)")
# The file says where it will be installed; here it has moved.
read -ra flags < <(pkg-config --define-variable=prefix="$prefix" --cflags --libs portolan)
cc "$scratch/use.c" "${flags[@]}" -o "$scratch/by_pkg_config"
library=$(dirname "$(find "$prefix" -name 'libportolan.so')")
[ "$(LD_LIBRARY_PATH=$library "$scratch/by_pkg_config")" = "mpd: 64 vertices" ]

read -ra flags < <(pkg-config --static --define-variable=prefix="$prefix" --cflags --libs portolan)
cc "$scratch/use.c" "${flags[@]/-lportolan/-l:libportolan.a}" -o "$scratch/by_pkg_config_static"
[ "$("$scratch/by_pkg_config_static")" = "mpd: 64 vertices" ]

"$1" -G Ninja -S "$scratch" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" >>"$scratch/log"
"$1" --build "$scratch/build" >>"$scratch/log"
[ "$("$scratch/build/use_portolan")" = "mpd: 64 vertices" ]
[ "$("$scratch/build/use_static")" = "mpd: 64 vertices" ]

[ "$("$prefix/bin/portolan" --version)" = "portolan $(pkg-config --modversion portolan)" ]
for page in portolan portolan-info portolan-check portolan-convert portolan-render portolan-formats portolan-help; do
  [ -s "$prefix/share/man/man1/$page.1" ]
done
if command -v man >/dev/null; then
  [ -z "$(LC_ALL=C.UTF-8 man --warnings -l "$prefix/share/man/man1/portolan-check.1" 2>&1 >/dev/null)" ]
fi
bash -n "$prefix/share/bash-completion/completions/portolan"
[ -s "$prefix/share/zsh/site-functions/_portolan" ]
[ -s "$prefix/share/fish/vendor_completions.d/portolan.fish" ]
echo "installed tree is whole"
