#!/usr/bin/env bash
# An installed tree is whole, and a small program builds against it both ways.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/usr
"$1" --install "$BINARY" --prefix "$prefix" >"$scratch/log"

cp "$SOURCE/tests/consumer.c" "$scratch/use.c"
cat >"$scratch/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(use C)
find_package(portolan 0.1 REQUIRED)
foreach(kind portolan static shared)
  add_executable(use_${kind} use.c)
  target_link_libraries(use_${kind} PRIVATE portolan::${kind})
endforeach()
CMAKE

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name portolan.pc)")
read -ra flags < <(pkg-config --cflags --libs portolan)
cc "$scratch/use.c" "${flags[@]}" -o "$scratch/by_pkg_config"
library=$(dirname "$(find "$prefix" -name 'libportolan.so')")
[ "$(LD_LIBRARY_PATH=$library "$scratch/by_pkg_config")" = "mpd: 64 vertices" ]

# The soname is major.minor until 1.0, because until then a minor version may break.
version=$(pkg-config --modversion portolan)
case $version in
  0.*) abi=${version%.*} ;;
  *) abi=${version%%.*} ;;
esac
[ "$(pkg-config --variable=abi portolan)" = "$abi" ]
objdump -p "$library/libportolan.so" | grep -E "^ *SONAME +libportolan\.so\.${abi//./\\.}\$" >/dev/null
objdump -p "$scratch/by_pkg_config" | grep -E "^ *NEEDED +libportolan\.so\.${abi//./\\.}\$" >/dev/null
[ "$(readlink "$library/libportolan.so.$abi")" = "libportolan.so.$version" ]

read -ra flags < <(pkg-config --static --cflags --libs portolan)
cc "$scratch/use.c" "${flags[@]/-lportolan/-l:libportolan.a}" -o "$scratch/by_pkg_config_static"
[ "$("$scratch/by_pkg_config_static")" = "mpd: 64 vertices" ]

"$1" -G Ninja -S "$scratch" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" >>"$scratch/log"
"$1" --build "$scratch/build" >>"$scratch/log"
for other in 0.0 0.99 99; do # versions that this one does not stand for
  mkdir -p "$scratch/other$other"
  printf 'cmake_minimum_required(VERSION 3.21)\nproject(use C)\nfind_package(portolan %s REQUIRED)\n' "$other" >"$scratch/other$other/CMakeLists.txt"
  if "$1" -G Ninja -S "$scratch/other$other" -B "$scratch/other$other/build" -DCMAKE_PREFIX_PATH="$prefix" >>"$scratch/log" 2>&1; then
    echo "find_package takes this version for $other"
    exit 1
  fi
done
for kind in portolan static shared; do
  [ "$("$scratch/build/use_$kind")" = "mpd: 64 vertices" ]
done

[ "$("$prefix/bin/portolan" --version)" = "portolan $(pkg-config --modversion portolan)" ]
# The prefix is the one it was installed to; folders elsewhere stay where they are.
[ "$(pkg-config --variable=prefix portolan)" = "$prefix" ]
case $(pkg-config --variable=libdir portolan) in "$prefix"/lib*) ;; *) echo "libdir is outside of the prefix"; exit 1 ;; esac
"$1" -G Ninja -S "$SOURCE" -B "$scratch/elsewhere" -DPTL_BUILD_TOOL=OFF -DPTL_BUILD_TESTS=OFF -DPTL_BUILD_BENCH=OFF -DPTL_BUILD_SAMPLES=OFF \
  -DCMAKE_INSTALL_LIBDIR=/opt/lib64 -DCMAKE_INSTALL_INCLUDEDIR=/opt/headers >>"$scratch/log"
grep -qx 'libdir=/opt/lib64' "$scratch/elsewhere/portolan.pc.at"
grep -qx 'includedir=/opt/headers' "$scratch/elsewhere/portolan.pc.at"

for page in portolan portolan-info portolan-check portolan-convert portolan-render portolan-diff portolan-apply portolan-merge portolan-git portolan-view portolan-new \
  portolan-formats portolan-help; do
  [ -s "$prefix/share/man/man1/$page.1" ]
done
if command -v man >/dev/null; then
  [ -z "$(LC_ALL=C.UTF-8 man --warnings -l "$prefix/share/man/man1/portolan-check.1" 2>&1 >/dev/null)" ]
fi
bash -n "$prefix/share/bash-completion/completions/portolan"
[ -s "$prefix/share/zsh/site-functions/_portolan" ]
[ -s "$prefix/share/fish/vendor_completions.d/portolan.fish" ]

# What desktops get: every format has its type, every extension a pattern, and each sample with magic is known by it.
mime=$prefix/share/mime/packages/portolan.xml entry=$prefix/share/thumbnailers/portolan.thumbnailer
"$prefix/bin/portolan" formats --json | python3 -c '
import json, sys, xml.etree.ElementTree as tree
space = "{http://www.freedesktop.org/standards/shared-mime-info}"
types = {t.get("type"): t for t in tree.parse(sys.argv[1]).getroot()}
drawn = open(sys.argv[2]).read().split("MimeType=")[1].strip().split(";")
def fits(match, data):
    first, _, last = match.get("offset").partition(":")
    text, low, high = match.get("value").encode(), int(first), int(last or first)
    return data[low:high + len(text)].find(text) >= 0 and (len(match) == 0 or any(fits(m, data) for m in match))
def sample(path, name):
    data = open(path, "rb").read()
    return {t for t, node in types.items() for m in node.findall(space + "magic/*") if fits(m, data)} == {name}
formats = [f for f in json.load(sys.stdin) if f["kind"] == "format"]
assert len(types) == len(formats)
for f in formats:
    patterns = {g.get("pattern") for g in types[f["media_type"]].findall(space + "glob")}
    assert patterns == {"*." + e for e in f["extensions"].split()}, f
    assert (f["media_type"] in drawn) == (f["scene"] or f["plan"]), f
names = {f["name"]: f["media_type"] for f in formats}
for path, name in (("egoboo/gamedat/level.mpd", "mpd"), ("gridmonger/lighthouse.gmm", "grmm"),
                   ("permafrost/island.pfmap", "pfmap"), ("permafrost/models/flag.pfobj", "pfobj")):
    assert sample(sys.argv[3] + "/" + path, names[name]), path
' "$mime" "$entry" "$SOURCE/samples"
if command -v update-mime-database >/dev/null; then
  update-mime-database "$prefix/share/mime"
  grep -q 'x-egoboo-mesh:\*.mpd' "$prefix/share/mime/globs2"
fi
# The entry as a desktop runs it: an output that exists and has no extension.
: >"$scratch/thumb"
read -ra words < <(sed -n 's/^Exec=//p' "$entry" | sed "s|%s|64|; s|%i|$SOURCE/samples/permafrost/models/chest.pfobj|; s|%o|$scratch/thumb|")
PATH=$prefix/bin:$PATH "${words[@]}"
[ "$(od -An -j16 -N8 -tx1 "$scratch/thumb" | tr -d ' ')" = 0000004000000040 ]
echo "installed tree is whole"
