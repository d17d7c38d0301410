#!/bin/sh
# Runs in a clean root, as root: /packages has the packages, /source samples and a small program. First what the tool
# needs and nothing else, then everything, recommended packages included.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() { echo "clean root: $*" >&2; exit 1; }
quietly() { "$@" >/tmp/log 2>&1 || { cat /tmp/log >&2; fail "fails: $*"; }; }
cd /tmp

# ---- The tool alone -----------------------------------------------------------------------------
quietly apt-get install -y --no-install-recommends /packages/portolan_*.deb /packages/libportolan0.1_*.deb
version=$(portolan --version)
[ "${version#portolan }" != "$version" ] || fail "no version"
ldd /usr/bin/portolan | grep -q 'libportolan\.so\.0\.1 => /' || fail "the tool does not use the shared library"
ldd "$(ldconfig -p | sed -n 's/.*libportolan\.so\.0\.1 .*=> //p')" | grep -q 'libjpeg\.so' || fail "libjpeg is not shared"
for file in egoboo/gamedat/level.mpd gridmonger/lighthouse.gmm permafrost/island.pfmap permafrost/models/chest.pfobj ppe/garden.xmf; do
  portolan check -q "/source/samples/$file" || fail "check $file"
done
portolan convert -q /source/samples/egoboo/gamedat/level.mpd level.json
portolan convert -q level.json level.mpd
cmp level.mpd /source/samples/egoboo/gamedat/level.mpd || fail "not the same bytes again"
code=0
portolan render /source/samples/gridmonger/lighthouse.gmm plan.png 2>said || code=$?
{ [ "$code" = 3 ] && grep -q feature-absent said; } || fail "a plan without pango: exit code $code, $(cat said)"

# ---- Everything ---------------------------------------------------------------------------------
quietly apt-get purge -y portolan libportolan0.1 # what is recommended comes only with what is new
quietly apt-get install -y /packages/*.deb
quietly apt-get install -y --no-install-recommends gcc libc6-dev cmake ninja-build pkg-config man-db bash-completion python3-numpy
portolan render -q /source/samples/gridmonger/lighthouse.gmm plan.png
[ "$(head -c 4 plan.png | tail -c 3)" = PNG ] || fail "no picture of a plan"

man -w portolan-mpd >/dev/null || fail "no man page of a format"
for page in portolan portolan-check portolan-diff portolan-git; do
  quietly man --warnings -E UTF-8 "$page"
  { grep -q '^NAME' /tmp/log && ! grep -qi 'warning:' /tmp/log; } || fail "man $page"
done
quietly bash -c '. /usr/share/bash-completion/bash_completion; _comp_load portolan 2>/dev/null || __load_completion portolan; complete -p portolan'
{ [ -s /usr/share/zsh/vendor-completions/_portolan ] && [ -s /usr/share/fish/vendor_completions.d/portolan.fish ]; } || fail "completions"

for how in "" --static; do
  # shellcheck disable=SC2046 # flags are words
  quietly gcc /source/consumer.c -o use $(pkg-config $how --cflags --libs portolan)
  [ "$(./use)" = "mpd: 64 vertices" ] || fail "pkg-config $how"
done
mkdir -p project && cp /source/consumer.c project/use.c
cat >project/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(use C)
find_package(portolan 0.1 REQUIRED)
foreach(kind portolan static shared)
  add_executable(use_${kind} use.c)
  target_link_libraries(use_${kind} PRIVATE portolan::${kind})
endforeach()
CMAKE
quietly cmake -G Ninja -S project -B project/build
quietly cmake --build project/build
for kind in portolan static shared; do
  [ "$(project/build/use_$kind)" = "mpd: 64 vertices" ] || fail "find_package: $kind"
done

quietly python3 - <<'PYTHON'
import importlib.metadata, portolan
assert importlib.metadata.version("portolan") == portolan.version(), portolan.version()
with portolan.read("/source/samples/permafrost/models/chest.pfobj") as doc:
    assert doc.format == "pfobj" and not [f for f in doc.check() if f.severity == "error"]
    assert doc.render(size=(64, 48))[:4] == b"\x89PNG"
    assert len(doc.scene().meshes) > 0
PYTHON

# ---- And gone again -----------------------------------------------------------------------------
quietly apt-get purge -y portolan libportolan-dev python3-portolan libportolan0.1
left=$(find /usr /etc /var/lib -iname '*portolan*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*')
[ -z "$left" ] || fail "left behind: $left"
echo "clean root: tool, man pages, completions, pkg-config, find_package and Python work, and nothing is left behind"
